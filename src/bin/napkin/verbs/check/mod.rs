//! `napkin check`: checks strings against a grammar.

mod advice;
mod report;

pub use self::advice::Advice;

use std::io::{self, Write};

use napkin::{
    Grammar,
    write::{Fault, Json, Record},
};

use crate::{
    arguments::Check,
    exit::Exit,
    terminal,
    verbs::{
        texts::{Text, for_each},
        verdict::Judge,
    },
};

use self::report::Report;

pub fn run(arguments: &Check) -> Exit {
    match judge_all(arguments) {
        Ok(exit) => exit,
        Err(error) => terminal::write_failed(&error),
    }
}

/// Only a failed write is an error here. A failed read is reported.
fn judge_all(arguments: &Check) -> io::Result<Exit> {
    let mut out = terminal::output();
    let mut report = Report::new();
    let mut valid = true;
    let is_read = for_each(&arguments.texts, |text| {
        valid &= if arguments.all_grammars {
            by_all(text, arguments, &mut report, &mut out)?
        } else {
            by_one(text, arguments, &mut report, &mut out)?
        };
        out.settle()
    })?;
    out.flush()?;
    Ok(Exit::after(valid, !is_read))
}

/// Checks a string by one grammar. Returns `true` if it is valid.
fn by_one(text: Text<'_>, arguments: &Check, report: &mut Report, out: &mut impl Write) -> io::Result<bool> {
    let judge = Judge { grammar: arguments.grammar, reference: arguments.reference, schemes: true };
    let judged = judge.judge_bytes(text.bytes);
    if arguments.json {
        let judged = judged.as_ref().map_err(|&fault| fault);
        Json::new(&mut *out).record(&Record::check(String::from_utf8_lossy(text.bytes), judged))?;
    } else {
        match &judged {
            Ok(uri) => report.valid(out, uri, judge.grammar)?,
            Err(fault) => report.invalid(out, text, *fault, judge)?,
        }
    }
    Ok(judged.is_ok())
}

/// Checks a string by each grammar. Returns `true` if all accept it.
fn by_all(text: Text<'_>, arguments: &Check, report: &mut Report, out: &mut impl Write) -> io::Result<bool> {
    let faults: Vec<(Grammar, Option<Fault>)> = Grammar::ALL
        .into_iter()
        .map(|grammar| {
            let judge = Judge { grammar, reference: arguments.reference, schemes: true };
            (grammar, judge.judge_bytes(text.bytes).err())
        })
        .collect();
    if arguments.json {
        Json::new(&mut *out).record(&Record::check_each(String::from_utf8_lossy(text.bytes), &faults))?;
    } else {
        report.table(out, text, &faults)?;
    }
    Ok(faults.iter().all(|(_, fault)| fault.is_none()))
}
