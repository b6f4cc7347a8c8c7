//! `napkin resolve`: resolves references against a base.

use std::{
    borrow::Cow,
    io::{self, Write},
    str,
};

use napkin::{
    Uri,
    write::{Fault, visible},
};

use crate::{
    arguments::Resolve,
    excerpt::Excerpt,
    exit::Exit,
    terminal,
    verbs::{
        check::Advice,
        texts::{Text, for_each},
        verdict::Judge,
    },
};

/// The longest part of a string in a message, in columns.
const SHOWN: usize = 100;

pub fn run(arguments: &Resolve) -> Exit {
    // The base must follow its scheme's rules. References are resolved by the generic syntax, which allows `http:g`.
    let judge = Judge { grammar: arguments.grammar, reference: false, schemes: true };
    let base = arguments.base.as_encoded_bytes();
    let base = match judge.judge_bytes(base) {
        Ok(base) => base,
        Err(fault) => return terminal::fail(&complaint("base", base, fault, judge)),
    };
    match resolve_all(&base, arguments) {
        Ok(exit) => exit,
        Err(error) => terminal::write_failed(&error),
    }
}

/// A reference that can't be resolved is reported. Only a failed write is an error.
fn resolve_all(base: &Uri<'_>, arguments: &Resolve) -> io::Result<Exit> {
    let judge = Judge { grammar: arguments.grammar, reference: true, schemes: false };
    let mut out = terminal::output();
    let mut failed = false;
    let is_read = for_each(&arguments.texts, |text| {
        let target = judge.judge_bytes(text.bytes).and_then(|reference| Ok(base.resolve(&reference)?));
        match target {
            Ok(target) => {
                let target = target.as_str();
                let shown = if out.is_watched() { visible(target) } else { Cow::Borrowed(target) };
                writeln!(out, "{shown}")?;
                out.settle()?;
            }
            Err(fault) => {
                failed = true;
                terminal::complain(&complaint(&place(text), text.bytes, fault, judge));
            }
        }
        Ok(())
    })?;
    out.flush()?;
    Ok(Exit::after(true, failed || !is_read))
}

fn place(text: Text<'_>) -> String {
    text.line.map_or_else(|| "reference".to_string(), |line| format!("-:{line}"))
}

/// Returns a message in one line: the fault, its place, and what to do.
fn complaint(place: &str, text: &[u8], fault: Fault, judge: Judge) -> String {
    let Fault { at, rule, message } = fault;
    let shown = Excerpt::around(text, at, SHOWN).line;
    let mut complaint = format!("{place}: \"{shown}\": byte {at}: {message} ({rule})");
    let advice = str::from_utf8(text).ok().and_then(|text| Advice::find(text, at, judge));
    if let Some(instead) = advice.and_then(|advice| advice.instead) {
        let instead = Excerpt::around(instead.text.as_bytes(), instead.at, SHOWN).line;
        complaint.push_str(&format!("; try \"{instead}\""));
    }
    complaint
}
