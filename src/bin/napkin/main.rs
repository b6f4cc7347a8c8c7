//! `napkin`: finds URLs in files, folders and standard input.
//!
//! [`arguments`] are the flags as typed; a [`plan`] is what they come to, [`select`] what of it filters, and [`near`] what was perhaps meant. [`walk`] says
//! which inputs there are, the [`shape`] of a folder which of them are messages, and [`names`] in which order these come, and [`jobs`] hands them out, large ones in
//! [`parts`]. Each is looked into with a [`peek`], made a text by [`pre`], decompressed by [`unzip`], taken apart where it is an
//! [`archive`], and decoded where its charset was said ([`encoded`]). Its beginning says which format it is in ([`recognise`]), and the
//! [`search`] goes by that. [`run`] has several threads do so into the [`output`], which knows the formats and keeps the [`stats`];
//! [`out`] lets each thread write in its turn, which [`signal`] respects. What people read goes through [`terminal`] and [`progress`]; how it went comes out as an [`exit`] status.
//!
//! The verbs take single strings in place of files: [`check`] shows each one's [`verdict`], and [`resolve`] its target.
//! [`texts`] says which strings there are. [`pages`] are made of the definition of the flags.

mod arguments;
mod near;
mod plan;
mod select;

#[cfg_attr(not(feature = "zip"), allow(dead_code, reason = "nothing is decompressed"))]
mod allowance;
mod archive;
mod encoded;
mod jobs;
mod names;
mod parts;
mod peek;
mod pre;
mod shape;
#[cfg(feature = "zip")]
mod unzip;
mod walk;

mod out;
mod progress;
mod recognise;
mod run;
mod search;
mod signal;

mod texts;

mod verdict;

mod check;
mod resolve;

mod fingerprints;
mod output;
mod pages;
mod stats;

mod exit;
mod terminal;

use std::{path::PathBuf, process::ExitCode};

use crate::{
    arguments::{Arguments, Check, Verb},
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
        Some(Verb::Help(arguments)) => pages::help(arguments.verb.as_deref()).into(),
        Some(Verb::Man) => pages::man().into(),
        Some(Verb::Completions(arguments)) => pages::completions(&arguments).into(),
        None => search(arguments).into(),
    }
}

fn search(arguments: Arguments) -> Exit {
    // Who names a URL for a file wants to know about the URL.
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
        if let Some(meant) = near::scheme(written) {
            terminal::complain(&format!("-s {written}: no scheme that is known: perhaps {meant}"));
        }
    }
    match Plan::new(arguments) {
        Ok(plan) => run::run(&plan),
        Err(error) => {
            terminal::complain(&error.to_string());
            Exit::Error
        }
    }
}
