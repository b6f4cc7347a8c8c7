//! `napkin`: finds URLs in files, folders and standard input.
//!
//! [`arguments`] are the flags as typed; a [`plan`] is what they come to. [`walk`] says which inputs there are, and the
//! [`shape`] of a folder which of them are messages. Each is looked into with a [`peek`], and decompressed by [`unzip`].
//! [`run`] searches one after the other into the [`output`], which hands it to the writers of the library and
//! keeps the [`stats`]. What people read goes through [`terminal`]; how it went comes out as an [`exit`] status.
//!
//! The verbs take single strings in place of files: [`check`] shows each one's [`verdict`], and [`resolve`] its target.
//! [`texts`] says which strings there are.

mod arguments;
mod plan;

mod peek;
mod shape;
#[cfg(feature = "zip")]
mod unzip;
mod walk;

mod run;

mod texts;

mod verdict;

mod check;
mod resolve;

mod output;
mod stats;

mod exit;
mod terminal;

use std::process::ExitCode;

use crate::{
    arguments::{Arguments, Verb},
    exit::Exit,
    plan::Plan,
};

fn main() -> ExitCode {
    let arguments = match Arguments::parse_or_exit(std::env::args_os()) {
        Ok(arguments) => arguments,
        Err(exit) => return exit.into(),
    };
    match arguments.verb {
        Some(Verb::Check(arguments)) => check::run(&arguments).into(),
        Some(Verb::Resolve(arguments)) => resolve::run(&arguments).into(),
        None => search(arguments).into(),
    }
}

fn search(arguments: Arguments) -> Exit {
    match Plan::new(arguments) {
        Ok(plan) => run::run(&plan),
        Err(error) => {
            terminal::complain(&error.to_string());
            Exit::Error
        }
    }
}
