//! One input after the other, each into the output.

use std::{
    cell::Cell,
    io::{self, Read},
};

use napkin::{Searcher, html, mail};

#[cfg(feature = "zip")]
use crate::unzip;
use crate::{
    arguments,
    exit::Exit,
    output::{Found, Output},
    peek::Source,
    plan::{self, Plan},
    terminal,
    walk::{self, Failure, Input},
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
    let html = matches!(plan.output, plan::OutputKind::Html(_));
    let quiet = matches!(plan.output, plan::OutputKind::Nothing);
    let mut output = Output::new(plan);
    let mut buffers = Buffers { searcher: plan.finder.searcher(), head: Vec::new() };
    let (mut found, mut failed) = (html, false);
    let paths = if plan.max_count == Some(0) && !html { &[] } else { plan.paths.as_slice() };
    let own = walk::output_file();
    for input in walk::inputs(paths) {
        let failure = match input {
            Ok(input) => {
                let searched = search(plan, &input, own.as_ref(), &mut buffers, &mut output)?;
                found |= searched.found;
                failed |= searched.damaged;
                searched.error.map(|message| Failure { path: input.path().to_path_buf(), message })
            }
            Err(failure) => Some(failure),
        };
        if let Some(Failure { path, message }) = failure {
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

/// What is used for one input after the other.
struct Buffers {
    searcher: Searcher,
    /// What an input begins with.
    head: Vec<u8>,
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
    buffers: &mut Buffers,
    output: &mut Output<'_>,
) -> io::Result<Searched> {
    let mut reader = match input.open(own, std::mem::take(&mut buffers.head), |source| unzipped(plan, source)) {
        Ok(Some(reader)) => reader,
        Ok(None) => {
            output.summary.passed_over += 1;
            return Ok(Searched::default());
        }
        Err(error) => return Ok(Searched { error: Some(terminal::reason(error)), ..Searched::default() }),
    };
    let bytes = Cell::new(0);
    let mut all = Searched::default();
    let searched = if let plan::OutputKind::Html(linkifier) = &plan.output {
        linkifier.write(Counted { reader: &mut reader, bytes: &bytes }, output.html())
    } else {
        let mut sink = output.input(input.path());
        let searched = find(plan, input, &mut reader, &bytes, &mut buffers.searcher, &mut sink);
        if !matches!(&searched, Err(error) if error.is_write()) {
            (all.found, all.damaged) = sink.finish()?;
        }
        searched
    };
    buffers.head = reader.into_buffer();
    output.summary.files += 1;
    output.summary.files_with_links += u64::from(all.found);
    output.summary.bytes += bytes.get();
    match searched {
        Ok(()) => Ok(all),
        Err(error) if error.is_write() => Err(match error.io_error() {
            Some(source) => io::Error::new(source.kind(), terminal::reason(source)),
            None => io::Error::other(error.to_string()),
        }),
        Err(error) => Ok(Searched { error: Some(reason(&error)), ..all }),
    }
}

/// Searches a reader as what it is.
fn find(
    plan: &Plan,
    input: &Input,
    reader: &mut Source,
    bytes: &Cell<u64>,
    searcher: &mut Searcher,
    sink: &mut Found<'_, '_>,
) -> Result<(), napkin::Error> {
    let kind = match plan.input {
        arguments::Input::Text => Recognised::Text,
        arguments::Input::Mail => Recognised::Mail,
        arguments::Input::Html => Recognised::Html,
        arguments::Input::Auto if matches!(input, Input::Message(_)) => Recognised::Mail,
        arguments::Input::Auto => look_into(reader),
    };
    let reader = Counted { reader, bytes };
    match kind {
        Recognised::Text => searcher.search(reader, sink),
        Recognised::Mail => plan.mail.search_with(searcher, reader, sink),
        Recognised::Html => plan.html.search_with(searcher, reader, sink),
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

/// What the input is: reads as much as it takes to know. What was read is only looked at again when some more of it is
/// there, so that a byte a read costs no look at all of it for each.
fn look_into(reader: &mut Source) -> Recognised {
    let mut looked = 0;
    loop {
        let (head, is_end) = (reader.head(), reader.is_end());
        let new = head.len() - looked;
        if is_end || head.len() >= HEAD || new >= looked / 8 || new >= looked / 64 && head.ends_with(b"\n") {
            looked = head.len();
            match recognise(head, is_end) {
                Some(kind) => return kind,
                None if is_end || looked >= HEAD => return Recognised::Text,
                None => {}
            }
        }
        reader.more();
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

/// What a source holds, decompressed where that is wanted.
#[cfg(feature = "zip")]
fn unzipped(plan: &Plan, source: Source) -> Source {
    if plan.unzip { unzip::unzip(source) } else { source }
}

#[cfg(not(feature = "zip"))]
fn unzipped(_: &Plan, source: Source) -> Source {
    source
}

/// What is wrong with an input. A place in what was compressed says more than one in what came out.
fn reason(error: &napkin::Error) -> String {
    #[cfg(feature = "zip")]
    if let Some(damage) = unzip::Corruption::in_error(error) {
        return damage.to_string();
    }
    match (error.io_error(), error.offset()) {
        (Some(cause), Some(offset)) => format!("byte {offset}: {}", terminal::reason(cause)),
        (Some(cause), None) => terminal::reason(cause),
        _ => error.to_string(),
    }
}
