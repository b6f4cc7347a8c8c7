//! The search of one input after the other: what is compressed, in an archive or in a part of a file becomes what its format is
//! searched as.

use std::{
    cell::Cell,
    fs::Metadata,
    io::{self, Read},
    mem,
    path::Path,
};

use napkin::{Format, Searcher, Sink};

#[cfg(feature = "zip")]
use crate::inputs::unzip;
use crate::{
    arguments,
    inputs::{
        allowance::Allowance,
        archive,
        encoded::Decoded,
        input::{self, Input},
        parts::{Part, Whole},
        peek::{Peek, Source},
        pre::PreFailure,
        recognise::{is_utf16, recognise},
    },
    output::{Output, formats::Shape},
    plan::Plan,
    progress::Progress,
    terminal,
};

/// Why no page is made of a WARC file.
const RECORDS: &str = "is a WARC file, of whose records no page is made: --input text shows it as it stands";

/// Searches inputs on one thread, with the same buffers.
pub struct InputSearch<'w> {
    plan: &'w Plan,
    own: Option<&'w Metadata>,
    progress: &'w Progress,
    searcher: Searcher,
    /// What an input begins with.
    head: Vec<u8>,
}

impl<'w> InputSearch<'w> {
    /// Nothing was searched yet. `own` is the file that is written to, if it is one.
    pub fn new(plan: &'w Plan, own: Option<&'w Metadata>, progress: &'w Progress) -> InputSearch<'w> {
        InputSearch { plan, own, progress, searcher: plan.inputs.text().searcher(), head: Vec::new() }
    }

    /// Searches one input.
    pub fn input(&mut self, input: &Input, output: &mut Output<'_>) -> io::Result<Searched> {
        let plan = self.plan;
        let allowance = Allowance::new(plan.max_decompressed);
        let opened = input
            .open(self.own, plan.pre.as_ref(), mem::take(&mut self.head), |source| unzipped(plan, source, &allowance));
        let mut source = match opened {
            Ok(Some(source)) => source,
            Ok(None) => {
                output.summary.passed_over += 1;
                return Ok(Searched::default());
            }
            Err(error) => return Ok(Searched { error: Some(terminal::reason(error)), ..Searched::default() }),
        };
        let packed = Packed::of(plan, &mut source);
        if plan.output.is_whole()
            && let Some(packed) = packed
        {
            return Ok(Searched { error: Some(packed.refusal().to_string()), ..Searched::default() });
        }
        if matches!(packed, Some(Packed::Tar)) {
            let names_members = plan.names_members;
            if names_members {
                output.show_path(true);
            }
            let searched = self.archive(input, source, &allowance, output);
            if names_members {
                output.show_path(false);
            }
            return searched;
        }
        if let Some(encoding) = plan.encoding {
            source = Peek::new(Box::new(Decoded::new(source, encoding)));
        }
        let is_walked = matches!(input, Input::Walked(_) | Input::Message(_));
        let format = if matches!(input, Input::Message(_)) { Some(Format::Mail) } else { None };
        if let Some(note) = packed.and_then(Packed::note).filter(|_| !is_walked) {
            output.say(&format!("{}: {note}", input.path().display()));
        }
        let searched = self.source(input.path(), format, is_walked, &mut source, output);
        self.head = source.into_buffer();
        searched
    }

    /// Searches the files in an archive, as those in a folder.
    fn archive(
        &mut self,
        input: &Input,
        source: Source,
        allowance: &Allowance,
        output: &mut Output<'_>,
    ) -> io::Result<Searched> {
        let mut members = archive::Members::new(source);
        let mut all = Searched::default();
        loop {
            let member = match members.next() {
                Ok(Some(member)) => member,
                Ok(None) => return Ok(all),
                Err(error) => return Ok(Searched { error: Some(failure(error)), ..all }),
            };
            if self.plan.walk.max_filesize.is_some_and(|most| member.size > most) {
                continue;
            }
            let path = input.path().join(&member.path);
            let mut source = unzipped(self.plan, member.source, allowance);
            if input::is_binary(&mut source) {
                output.summary.passed_over += 1;
                continue;
            }
            output.member(&path);
            let searched = self.source(&path, None, true, &mut source, output)?;
            all.found |= searched.found;
            all.damaged |= searched.damaged;
            if let Some(error) = searched.error {
                output.summary.errors += 1;
                output.error(&path, &error)?;
                all.damaged = true;
            }
            if all.found && matches!(self.plan.output, Shape::Nothing) {
                return Ok(all);
            }
        }
    }

    /// Searches what a source holds.
    fn source(
        &mut self,
        path: &Path,
        format: Option<Format>,
        is_walked: bool,
        source: &mut Source,
        output: &mut Output<'_>,
    ) -> io::Result<Searched> {
        let plan = self.plan;
        let count = Count { bytes: Cell::new(0), progress: self.progress };
        let mut all = Searched::default();
        let format = match plan.input {
            arguments::Input::Is(format) => format,
            arguments::Input::Auto => format.unwrap_or_else(|| recognise(source)),
        };
        let format = if plan.output.is_whole() && !matches!(plan.output, Shape::Html(_)) && format != Format::Text {
            let name = format.name();
            output.say(&format!("{}: is {name}, and is shown as it is in the file", path.display()));
            Format::Text
        } else {
            format
        };
        if format != Format::Text && !is_walked && plan.output.wants_lines() {
            let name = format.name();
            output.say(&format!("{}: is read as {name}, and its URLs are shown without their lines", path.display()));
        }
        let searched = if let Shape::Html(html) = &plan.output {
            let reader = Counted { reader: &mut *source, count: &count };
            let is_document = format == Format::Html;
            let refusal =
                if is_document { html.refuses_document(plan.encoding.is_some()) } else { html.refuses_text() };
            let refusal = refusal.or_else(|| (format == Format::Warc).then(|| RECORDS.to_owned()));
            if refusal.is_some() {
                return Ok(Searched { error: refusal, ..Searched::default() });
            }
            if format != Format::Mail && html.is_archive() {
                let error = Some("is no mail, of which an archive is made".to_owned());
                return Ok(Searched { error, ..Searched::default() });
            }
            if is_document {
                html.document(reader, output.html()).map(|left| {
                    if let Some(left) = left {
                        output.say(&format!("{}: {left}", path.display()));
                    }
                })
            } else if format == Format::Mail && html.reads_mail() {
                html.mail(path, reader, output.html())
            } else {
                if format == Format::Mail {
                    output.say(&format!("{}: is mail, and is shown as it is in the file", path.display()));
                }
                html.text(path, reader, output.html())
            }
        } else {
            let mut sink = plan.selection.around(output.input(path, format == Format::Text));
            // What was found in a folder is a file, which can be read to its end without waiting for anybody.
            let whole = if format == Format::Text && is_walked { source.whole() } else { None };
            let searched = match whole.filter(|text| !is_utf16(text)) {
                Some(text) => {
                    count.add(text.len());
                    self.searcher.search_slice(text, &mut sink)
                }
                None => {
                    let reader = Counted { reader: &mut *source, count: &count };
                    plan.inputs.search_with(&mut self.searcher, format, reader, &mut sink)
                }
            };
            if !is_write(&searched) {
                (all.found, all.damaged) = sink.into_inner().finish()?;
            }
            searched
        };
        // A message in a folder may only look like one.
        all.damaged &= !is_walked || plan.input == arguments::Input::Is(Format::Mail);
        output.summary.files += 1;
        output.summary.files_with_links += u64::from(all.found);
        output.summary.bytes += count.bytes.get();
        all.with(searched)
    }

    /// Searches a part of a large file.
    pub fn part(&mut self, part: &Part, output: &mut Output<'_>) -> io::Result<Searched> {
        let mut sink = self.plan.selection.around(output.input(&part.path, part.format() == Format::Text));
        let searched = self.part_into(part, &mut sink);
        let found = sink.into_inner();
        let total = part.finish(found.count());
        let mut all = Searched::default();
        if !matches!(&searched, Ok(searched) if is_write(searched)) {
            (all.found, all.damaged) = found.finish_part(total)?;
        }
        let searched = match searched {
            Ok(searched) => searched,
            Err(error) => return Ok(Searched { error: Some(terminal::reason(error)), ..all }),
        };
        let size = part.range.end - part.range.start;
        self.progress.bytes(size);
        output.summary.files += u64::from(part.is_first());
        output.summary.files_with_links += u64::from(all.found && part.has_links());
        output.summary.bytes += size;
        all.with(searched)
    }

    /// Hands what is found in a part to `sink`; an error if it can't be had.
    fn part_into(&mut self, part: &Part, sink: &mut impl Sink) -> io::Result<Result<(), napkin::Error>> {
        let file = part.open()?;
        Ok(match part.whole {
            Whole::Text { .. } => {
                let start = part.text_start(self.plan.positions)?;
                let range = part.range.start as usize..part.range.end as usize;
                self.searcher.search_part(file, start, range, sink)
            }
            Whole::Mail(messages) => self.plan.inputs.mail().search_part(&mut self.searcher, file, messages, sink),
        })
    }
}

/// How the search of one input went.
#[derive(Debug, Default)]
pub struct Searched {
    /// Whether there was anything in it.
    pub found: bool,
    /// Whether something was wrong in it, and has been reported.
    pub damaged: bool,
    /// Why it could not be read, or not to its end.
    pub error: Option<String>,
}

impl Searched {
    /// The same with what came of the search; an error if it is one that makes going on senseless.
    fn with(self, searched: Result<(), napkin::Error>) -> io::Result<Searched> {
        match searched {
            Ok(()) => Ok(self),
            Err(error) if error.is_write() => Err(match error.io_error() {
                Some(source) => io::Error::new(source.kind(), terminal::reason(source)),
                None => io::Error::other(error.to_string()),
            }),
            Err(error) => Ok(Searched { error: Some(reason(&error)), ..self }),
        }
    }
}

fn is_write(searched: &Result<(), napkin::Error>) -> bool {
    matches!(searched, Err(error) if error.is_write())
}

/// What an input is where it is packed, and is not unpacked.
#[cfg_attr(not(feature = "zip"), allow(dead_code, reason = "nothing knows what is compressed"))]
enum Packed {
    Compressed,
    Zip,
    Tar,
}

impl Packed {
    fn of(plan: &Plan, source: &mut Source) -> Option<Packed> {
        #[cfg(feature = "zip")]
        if !plan.unzip && unzip::is_compressed(source) {
            return Some(Packed::Compressed);
        }
        #[cfg(feature = "zip")]
        if unzip::is_zip_archive(source) {
            return Some(Packed::Zip);
        }
        let is_tar = plan.input != arguments::Input::Is(Format::Text) && archive::is_archive(source);
        is_tar.then_some(Packed::Tar)
    }

    /// What is said of it where it is searched; a tar archive is taken apart.
    fn note(self) -> Option<&'static str> {
        match self {
            Packed::Compressed => Some("is compressed: -z searches what is in it"),
            Packed::Zip => Some("is a ZIP archive, which can't be searched: unzip -p FILE | napkin does what is in it"),
            Packed::Tar => None,
        }
    }

    /// Why no text can be made of it.
    fn refusal(self) -> &'static str {
        match self {
            Packed::Compressed => "is compressed: -z reads what is in it",
            Packed::Zip => "is a ZIP archive: take out what is in it first",
            Packed::Tar => "is a tar archive: take out what is in it first",
        }
    }
}

/// How much of a source was read.
struct Count<'p> {
    bytes: Cell<u64>,
    progress: &'p Progress,
}

impl Count<'_> {
    fn add(&self, bytes: usize) {
        self.bytes.set(self.bytes.get() + bytes as u64);
        self.progress.bytes(bytes as u64);
    }
}

/// A reader that counts what is read.
struct Counted<'c, R> {
    reader: R,
    count: &'c Count<'c>,
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.count.add(count);
        Ok(count)
    }
}

/// What a source holds, decompressed where that is wanted.
#[cfg(feature = "zip")]
fn unzipped(plan: &Plan, source: Source, allowance: &Allowance) -> Source {
    if plan.unzip { unzip::unzip(source, allowance) } else { source }
}

#[cfg(not(feature = "zip"))]
fn unzipped(_: &Plan, source: Source, _: &Allowance) -> Source {
    source
}

/// What is wrong with an input. A place in what was compressed says more than one in what came out.
fn reason(error: &napkin::Error) -> String {
    #[cfg(feature = "zip")]
    if let Some(damage) = error.io_error().and_then(unzip::Corruption::in_error) {
        return damage.to_string();
    }
    if let Some(failure) = error.io_error().and_then(PreFailure::in_error) {
        return failure.to_string();
    }
    match (error.io_error(), error.offset()) {
        (Some(cause), Some(offset)) => format!("byte {offset}: {}", terminal::reason(cause)),
        (Some(cause), None) => terminal::reason(cause),
        _ => error.to_string(),
    }
}

/// The same of an archive.
fn failure(error: io::Error) -> String {
    #[cfg(feature = "zip")]
    if let Some(damage) = unzip::Corruption::in_error(&error) {
        return damage.to_string();
    }
    terminal::reason(error)
}
