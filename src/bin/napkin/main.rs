//! `napkin`: finds URLs in files, folders and standard input.
//!
//! [`arguments`] are the flags as typed; a [`plan`] is what they come to, [`select`] what of it filters, and [`near`] what was
//! perhaps meant; an [`option_file`] is a file that a flag names. The [`inputs`] are files, folders and pipes up to the bytes in
//! them, which a [`search`] looks through. [`run`] has several
//! threads do so into the [`output`], which knows the formats and lets each thread write in its turn, or makes [`hypertext`]; a
//! [`signal`] waits for what is being written. What people read goes through [`terminal`], [`excerpt`] and [`progress`]; how it went comes
//! out as an [`exit`] status.
//!
//! The [`verbs`] take single strings in place of files, and the [`manual`] is made of the definition of the flags.

mod arguments;
mod near;
mod option_file;
mod plan;
mod select;

mod inputs;

mod hypertext;
mod progress;
mod run;
mod search;
mod signal;

mod output;

mod manual;
mod verbs;

mod excerpt;
mod exit;
mod terminal;

use std::{path::PathBuf, process::ExitCode};

use crate::verbs::rules;
use crate::{
    arguments::{Arguments, Check, Verb},
    exit::Exit,
    inputs::walk,
    plan::Plan,
    verbs::{check, resolve},
};

fn main() -> ExitCode {
    let arguments = match Arguments::parse_or_exit(std::env::args_os()) {
        Ok(arguments) => arguments,
        Err(exit) => return exit.into(),
    };
    match arguments.verb {
        Some(Verb::Check(arguments)) => check::run(&arguments).into(),
        Some(Verb::Resolve(arguments)) => resolve::run(&arguments).into(),
        Some(Verb::Help(arguments)) => manual::help(arguments.verb.as_deref()).into(),
        Some(Verb::Man) => manual::man().into(),
        Some(Verb::Completions(arguments)) => manual::completions(&arguments).into(),
        Some(Verb::Rules(arguments)) => rules::run(&arguments).into(),
        None => {
            let exit = search(arguments);
            #[cfg(napkin_rent)]
            napkin::append_rent().expect("NAPKIN_RENT can be written");
            exit.into()
        }
    }
}

fn search(arguments: Arguments) -> Exit {
    // People who name a URL instead of a file want advice about it.
    let is_url = |path: &PathBuf| path.to_str().is_some_and(|text| text.contains("://")) && !path.exists();
    if !arguments.paths.is_empty() && arguments.paths.iter().all(is_url) {
        let texts = arguments.paths.into_iter().map(Into::into).collect();
        let (grammar, json) = (arguments.reading.grammar, arguments.output.json);
        return check::run(&Check { texts, grammar, json, all_grammars: false, reference: false });
    }
    if arguments.places.type_list {
        return terminal::print(&walk::type_list());
    }
    for written in &arguments.choice.scheme {
        if let Some(meant) = near::scheme(select::scheme(written)) {
            terminal::complain(&format!("--scheme {written}: unknown scheme; did you mean {meant}?"));
        }
    }
    let lacks_config = arguments.lacks_config;
    match Plan::new(arguments) {
        Ok(plan) if lacks_config => {
            run::run(&plan);
            Exit::Error
        }
        Ok(plan) => run::run(&plan),
        Err(error) => terminal::fail(&error.to_string()),
    }
}
