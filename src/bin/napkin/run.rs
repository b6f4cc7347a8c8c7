//! One input after the other, each into the output.

use std::io;

use crate::{
    exit::Exit,
    output::Output,
    plan::{self, Plan},
    terminal,
    walk::{self, Input},
};

/// Does what the plan says.
pub fn run(plan: &Plan) -> Exit {
    match search_all(plan) {
        Ok(exit) => exit,
        Err(error) => terminal::write_failed(&error),
    }
}

/// Searches all inputs. What can't be read is reported, and the next one is searched; only a failed write is an error.
fn search_all(plan: &Plan) -> io::Result<Exit> {
    let html = matches!(plan.output, plan::Output::Html(_));
    let quiet = matches!(plan.output, plan::Output::Nothing);
    let mut output = Output::new(plan);
    let (mut found, mut failed) = (html, false);
    if plan.max_count == Some(0) && !html {
        return Ok(Exit::Nothing);
    }
    let own = walk::output_file();
    for input in walk::inputs(&plan.paths) {
        let (path, error) = match input {
            Ok(input) => {
                let (any, error) = search(plan, &input, own.as_ref(), &mut output)?;
                found |= any;
                (input.path().to_path_buf(), error)
            }
            Err(failure) => (failure.path, Some(failure.message)),
        };
        if let Some(message) = error {
            failed = true;
            output.error(&path, &message)?;
        }
        if found && quiet {
            return Ok(Exit::Found);
        }
    }
    output.flush()?;
    Ok(Exit::after(found, failed))
}

/// Searches one input: whether anything was found, and what went wrong with reading it.
fn search(
    plan: &Plan,
    input: &Input,
    own: Option<&std::fs::Metadata>,
    output: &mut Output<'_>,
) -> io::Result<(bool, Option<String>)> {
    let reader = match input.open(own) {
        Ok(Some(reader)) => reader,
        Ok(None) => return Ok((false, None)),
        Err(error) => return Ok((false, Some(terminal::reason(error)))),
    };
    let (found, searched) = if let plan::Output::Html(linkifier) = &plan.output {
        (false, linkifier.write(reader, output.html()))
    } else {
        let mut sink = output.input(input.path());
        let searched = plan.finder.search(reader, &mut sink);
        if matches!(&searched, Err(error) if error.is_write()) { (false, searched) } else { (sink.finish()?, searched) }
    };
    match searched {
        Ok(()) => Ok((found, None)),
        Err(error) if error.is_write() => Err(match error.io_error() {
            Some(source) => io::Error::new(source.kind(), terminal::reason(source)),
            None => io::Error::other(error.to_string()),
        }),
        Err(error) => Ok((found, Some(terminal::reason(error)))),
    }
}
