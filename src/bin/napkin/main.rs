//! `napkin`: finds URLs in files, folders and standard input.
//!
//! [`arguments`] are the flags as typed; a [`plan`] is what they come to, and [`select`] what of it filters. [`walk`] says
//! which inputs there are, the [`shape`] of a folder which of them are messages, and [`jobs`] hands them out, large ones in
//! parts. Each is looked into with a [`peek`], made a text by [`pre`], decompressed by [`unzip`], taken apart where it is an
//! [`archive`], and decoded where its charset was said ([`encoded`]). [`run`] searches them on several threads into the
//! [`output`], which knows the formats and keeps the [`stats`]; [`out`] lets each thread write in its turn, which [`signal`]
//! respects. What people read goes through [`terminal`] and [`progress`]; how it went comes out as an [`exit`] status.
//!
//! The verbs take single strings in place of files: [`check`] shows each one's [`verdict`], and [`resolve`] its target.
//! [`texts`] says which strings there are.

mod arguments;
mod plan;
mod select;

mod archive;
mod encoded;
mod jobs;
mod peek;
mod pre;
mod shape;
#[cfg(feature = "zip")]
mod unzip;
mod walk;

mod out;
mod progress;
mod run;
mod signal;

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
    if arguments.places.type_list {
        return terminal::print(&walk::type_list());
    }
    match Plan::new(arguments) {
        Ok(plan) => run::run(&plan),
        Err(error) => {
            terminal::complain(&error.to_string());
            Exit::Error
        }
    }
}
