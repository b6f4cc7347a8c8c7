//! One input after the other, each into the output.

use std::{
    cell::Cell,
    io::{self, Cursor, Read},
};

use napkin::{html, mail};

use crate::{
    arguments,
    exit::Exit,
    output::{Found, Output},
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
    let paths = if plan.max_count == Some(0) && !html { &[] } else { plan.paths.as_slice() };
    let own = walk::output_file();
    for input in walk::inputs(paths) {
        let (path, error) = match input {
            Ok(input) => {
                let searched = search(plan, &input, own.as_ref(), &mut output)?;
                found |= searched.found;
                failed |= searched.damaged;
                (input.path().to_path_buf(), searched.error)
            }
            Err(failure) => (failure.path, Some(failure.message)),
        };
        if let Some(message) = error {
            failed = true;
            output.summary.errors += 1;
            output.error(&path, &message)?;
        }
        if found && quiet {
            return Ok(Exit::Found);
        }
    }
    output.finish()?;
    output.flush()?;
    Ok(Exit::after(found, failed))
}

/// How the search of one input went.
#[derive(Debug, Default)]
struct Searched {
    /// Whether there was anything in it.
    found: bool,
    /// Whether something was wrong in it, and has been reported.
    damaged: bool,
    /// Why it could not be read, or not to its end.
    error: Option<String>,
}

/// Searches one input.
fn search(
    plan: &Plan,
    input: &Input,
    own: Option<&std::fs::Metadata>,
    output: &mut Output<'_>,
) -> io::Result<Searched> {
    let reader = match input.open(own) {
        Ok(Some(reader)) => reader,
        Ok(None) => {
            output.summary.passed_over += 1;
            return Ok(Searched::default());
        }
        Err(error) => return Ok(Searched { error: Some(terminal::reason(error)), ..Searched::default() }),
    };
    let bytes = Cell::new(0);
    let reader = Counted { reader, bytes: &bytes };
    let mut all = Searched::default();
    let searched = if let plan::Output::Html(linkifier) = &plan.output {
        linkifier.write(reader, output.html())
    } else {
        let mut sink = output.input(input.path());
        let searched = find(plan, reader, &mut sink);
        if !matches!(&searched, Err(error) if error.is_write()) {
            (all.found, all.damaged) = sink.finish()?;
        }
        searched
    };
    output.summary.files += 1;
    output.summary.files_with_links += u64::from(all.found);
    output.summary.bytes += bytes.get();
    match searched {
        Ok(()) => Ok(all),
        Err(error) if error.is_write() => Err(match error.io_error() {
            Some(source) => io::Error::new(source.kind(), terminal::reason(source)),
            None => io::Error::other(error.to_string()),
        }),
        Err(error) => Ok(Searched { error: Some(terminal::reason(error)), ..all }),
    }
}

/// Searches a reader as what it is.
fn find(plan: &Plan, mut reader: impl Read, sink: &mut Found<'_, '_>) -> Result<(), napkin::Error> {
    match plan.input {
        arguments::Input::Text => plan.finder.search(reader, sink),
        arguments::Input::Mail => plan.mail.search(reader, sink),
        arguments::Input::Html => plan.html.search(reader, sink),
        arguments::Input::Auto => {
            let (head, kind, error) = head(&mut reader);
            // An error is met again, in its place: behind what was read before it.
            let reader = Cursor::new(head).chain(Failing(error)).chain(reader);
            match kind {
                Recognised::Text => plan.finder.search(reader, sink),
                Recognised::Mail => plan.mail.search(reader, sink),
                Recognised::Html => plan.html.search(reader, sink),
            }
        }
    }
}

/// What an input is by its beginning.
#[derive(Clone, Copy)]
enum Recognised {
    Text,
    Mail,
    Html,
}

/// What begins with `head`; none when that takes more of it.
fn recognise(head: &[u8], is_end: bool) -> Option<Recognised> {
    match (mail::recognise(head, is_end), html::recognise(head, is_end)) {
        (Some(true), _) => Some(Recognised::Mail),
        (_, Some(true)) => Some(Recognised::Html),
        (Some(false), Some(false)) => Some(Recognised::Text),
        _ => None,
    }
}

/// How much is read to see what it is: a header may be long.
const HEAD: usize = 64 << 10;

/// The first bytes, as many as it takes to know what they are, and what ended the reading of them.
fn head(reader: &mut impl Read) -> (Vec<u8>, Recognised, Option<io::Error>) {
    let mut head = vec![0; HEAD];
    let mut read = 0;
    loop {
        match reader.read(&mut head[read..]) {
            Ok(count) => {
                read += count;
                let recognised = recognise(&head[..read], count == 0);
                if let Some(kind) = recognised.or((read == HEAD).then_some(Recognised::Text)) {
                    head.truncate(read);
                    return (head, kind, None);
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                head.truncate(read);
                return (head, Recognised::Text, Some(error));
            }
        }
    }
}

/// A reader that counts what is read.
struct Counted<'c, R> {
    reader: R,
    bytes: &'c Cell<u64>,
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.bytes.set(self.bytes.get() + count as u64);
        Ok(count)
    }
}

/// A reader of nothing that fails once, if there is an error to fail with.
struct Failing(Option<io::Error>);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}
