//! `napkin`: finds URLs in files, folders and standard input.
//!
//! [`arguments`] are the flags as typed; a [`plan`] is what they come to. [`walk`] says which inputs there are, and
//! [`run`] searches one after the other into the [`output`], which writes lists and the JSON of [`records`]. What people
//! read goes through [`terminal`]; how it went comes out as an [`exit`] status.

mod arguments;
mod plan;

mod walk;

mod run;

mod output;
mod records;

mod exit;
mod terminal;

use std::process::ExitCode;

use crate::{arguments::Arguments, exit::Exit, plan::Plan};

fn main() -> ExitCode {
    let arguments = match Arguments::parse_or_exit(std::env::args_os()) {
        Ok(arguments) => arguments,
        Err(exit) => return exit.into(),
    };
    match Plan::new(arguments) {
        Ok(plan) => run::run(&plan).into(),
        Err(error) => {
            terminal::complain(&error.to_string());
            Exit::Error.into()
        }
    }
}
