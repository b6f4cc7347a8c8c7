//! Searches inputs one after another, by their formats, after decompressing and unpacking them.

mod archives;

use std::{
    borrow::Cow,
    cell::Cell,
    fs::Metadata,
    io::{self, Read},
    mem,
    path::Path,
};

use napkin::{Format, InputFinder, Searcher, Sink, mail};

#[cfg(feature = "zip")]
use crate::inputs::unzip;
use crate::{
    arguments,
    hypertext::{Hypertext, NO_MAIL},
    inputs::{
        allowance::Allowance,
        encoded::Decoded,
        input::{self, Input, Opened},
        member::Damage,
        parts::{Content, Part, Parts},
        peek::{self, Peek, Source},
        recognise::{is_utf16, is_zip, recognise},
        shared_file::SharedFile,
        signatures::{BINARY, COMPRESSED, Kind},
        tar,
        truncation::Truncation,
        walk::LARGE,
    },
    output::{Output, formats::Shape},
    plan::Plan,
    progress::Progress,
    terminal,
};

const RECORDS: &str = "is a WARC file, which can't become a page; use --input text to show it unchanged";

const LIKE_MAIL: &str = "looks like mail, but is searched as text; use --input mail to decode it";

/// A byte order mark, which is not part of a message.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// Searches inputs on one thread, with the same buffers.
pub struct InputSearch<'w> {
    plan: &'w Plan,
    own: Option<&'w Metadata>,
    progress: &'w Progress,
    searcher: Searcher,
    has_parts: bool,
    head: Vec<u8>,
}

impl<'w> InputSearch<'w> {
    /// `own` is the output file, if there is one.
    pub fn new(plan: &'w Plan, own: Option<&'w Metadata>, progress: &'w Progress) -> InputSearch<'w> {
        let (searcher, has_parts) = (plan.inputs.text().searcher(), plan.has_parts());
        InputSearch { plan, own, progress, searcher, has_parts, head: Vec::new() }
    }

    pub fn input(&mut self, input: &Input, output: &mut Output<'_>) -> io::Result<Done> {
        let plan = self.plan;
        let allowance = Allowance::new(plan.max_decompressed());
        let mut is_unzipped = false;
        let opened = input.open(self.own, plan.pre.as_ref(), mem::take(&mut self.head), |source| {
            let is_counted = plan.unzips() && self.progress.is_shown();
            let source = if is_counted { Peek::new(self.progress.reader(source)) } else { source };
            unzipped(plan, source, &allowance, &mut is_unzipped)
        });
        let Opened { mut source, file } = match opened {
            Ok(Some(opened)) => opened,
            Ok(None) => return Ok(Done::Searched(self.passed_over(input, None, output))),
            Err(error) => return Ok(Done::Searched(Searched::failed(terminal::reason(error)))),
        };
        let packed = Packed::of(plan, &mut source);
        if let Some(kind) = self.skipped(input, packed, &mut source) {
            return Ok(Done::Searched(self.passed_over(input, Some(kind), output)));
        }
        let source = (source, is_unzipped);
        match packed {
            None => self.unpacked(input, file, source, output),
            Some(Packed::Tar | Packed::Zip) if !plan.output.is_whole() => {
                self.archive(input, file, source, &allowance, output).map(Done::Searched)
            }
            Some(packed) => Ok(Done::Searched(Searched::failed(packed.refusal()))),
        }
    }

    /// Searches an input that is not packed, whose `source` may be decompressed.
    fn unpacked(
        &mut self,
        input: &Input,
        file: Option<SharedFile>,
        (mut source, is_unzipped): (Source, bool),
        output: &mut Output<'_>,
    ) -> io::Result<Done> {
        let plan = self.plan;
        let is_auto = plan.arguments.places.input == arguments::Input::Auto;
        let mixed = if is_auto { Kind::of(&mut source) } else { None };
        let format = matches!(input, Input::Message(_)).then_some(Format::Mail);
        let mut inputs = Cow::Borrowed(&plan.inputs);
        let may_have_parts = self.has_parts && mixed.is_none();
        if !is_unzipped && plan.reads_as_stored() && self.is_too_large_message(input, format, (&mut source, &file)) {
            inputs = Cow::Owned(plan.inputs.clone().with_mail(plan.inputs.mail().clone().limit(0)));
        } else if let Some(file) =
            file.filter(|file| may_have_parts && is_large(input, file, source.head().len(), is_unzipped))
        {
            source = match self.parted(input, file, (source, is_unzipped), format, output) {
                Ok(parts) => return Ok(Done::Parted(Box::new(parts))),
                Err(source) => source,
            };
        }
        if let Some(encoding) = plan.encoding {
            source = Peek::new(Box::new(Decoded::new(source, encoding)));
        }
        let searched = self.source(input.path(), (&inputs, format), input.is_walked(), &mut source, output);
        self.head = source.into_buffer();
        // Some links in a PDF file are plain text.
        let mut searched = searched?;
        if let Some(kind) = mixed.filter(|_| !searched.found && !plan.output.is_whole()) {
            if input.is_walked() {
                output.summary.files -= 1;
                output.pass_over(kind);
            } else {
                searched.error.get_or_insert_with(|| kind.refusal());
            }
        }
        Ok(Done::Searched(searched))
    }

    /// Splits a large file, in the format `known`, if any. Returns the source if it has no parts.
    fn parted(
        &self,
        input: &Input,
        file: SharedFile,
        (mut source, is_unzipped): (Source, bool),
        known: Option<Format>,
        output: &mut Output<'_>,
    ) -> Result<Parts, Source> {
        let format = self.format(input.path(), known, &mut source);
        let remark = self.remark(format, input.is_walked(), source.head());
        let parts = Parts::new(input, file, (source, is_unzipped), format, self.plan)?;
        if let Some(remark) = remark {
            output.say(&format!("{}: {remark}", input.path().display()));
        }
        Ok(parts)
    }

    /// Returns the kind of a file in a folder that is not searched.
    fn skipped(&self, input: &Input, packed: Option<Packed>, source: &mut Source) -> Option<&'static Kind> {
        match packed {
            Some(Packed::Refused(kind)) if input.is_walked() => Some(kind),
            None if matches!(input, Input::Walked(_)) && self.plan.pre.is_none() && input::is_binary(source) => {
                Some(Kind::of(source).unwrap_or(&BINARY))
            }
            _ => None,
        }
    }

    /// Counts an input that is not searched: of this kind, or the output itself.
    fn passed_over(&self, input: &Input, kind: Option<&'static Kind>, output: &mut Output<'_>) -> Searched {
        match kind {
            Some(kind) => output.pass_over(kind),
            None => output.summary.passed_over += 1,
        }
        if self.progress.is_shown() {
            self.progress.stored(input.size().unwrap_or_default());
        }
        Searched::default()
    }

    /// Searches a source, in the format `known`, if any.
    fn source(
        &mut self,
        path: &Path,
        (inputs, format): (&InputFinder, Option<Format>),
        is_walked: bool,
        source: &mut Source,
        output: &mut Output<'_>,
    ) -> io::Result<Searched> {
        let plan = self.plan;
        let count = Count { bytes: Cell::new(0), is_stored: !plan.unzips(), progress: self.progress };
        let format = self.format(path, format, source);
        let format = if plan.output.is_whole() && !matches!(plan.output, Shape::Html(_)) && format != Format::Text {
            let name = format.name();
            output.say(&format!("{}: is {name}; shown unchanged", path.display()));
            Format::Text
        } else {
            format
        };
        if let Some(remark) = self.remark(format, is_walked, source.head()) {
            output.say(&format!("{}: {remark}", path.display()));
        }
        let all = if let Shape::Html(html) = &plan.output {
            if is_walked && html.is_own(path) {
                output.summary.passed_over += 1;
                return Ok(Searched::default());
            }
            html.decide(format, format == Format::Mail && (is_walked || mail::is_mailbox(source.head())))?;
            if let Some(refusal) = self.refusal(html, format) {
                return Ok(Searched::failed(refusal));
            }
            let reader = Counted { reader: &mut *source, count: &count };
            Searched::default().with(page(html, path, format, reader, output))?
        } else {
            self.links(path, (inputs, format), is_walked, (source, &count), output)?
        };
        output.summary.files += 1;
        output.summary.files_with_links += u64::from(all.found);
        output.summary.bytes += count.bytes.get();
        Ok(all)
    }

    /// Returns why a source of this format can't become a page.
    fn refusal(&self, html: &Hypertext, format: Format) -> Option<String> {
        let refusal = match format {
            Format::Html => html.refuses_document(self.plan.encoding.is_some()),
            _ => html.refuses_text(),
        };
        refusal
            .or_else(|| (format == Format::Warc).then(|| RECORDS.to_owned()))
            .or_else(|| (format != Format::Mail && html.is_archive()).then(|| NO_MAIL.to_owned()))
    }

    /// Lists the links of a source.
    fn links(
        &mut self,
        path: &Path,
        (inputs, format): (&InputFinder, Format),
        is_walked: bool,
        (source, count): (&mut Source, &Count<'_>),
        output: &mut Output<'_>,
    ) -> io::Result<Searched> {
        let mut sink = self.plan.selection.around(output.input(path, format == Format::Text));
        // A file in a folder can be read whole without waiting.
        let whole = if format == Format::Text && is_walked { source.whole() } else { None };
        let searched = match whole.filter(|text| !is_utf16(text)) {
            Some(text) => {
                count.add(text.len());
                self.searcher.search_slice(text, &mut sink)
            }
            None => inputs.search_with(&mut self.searcher, format, Counted { reader: source, count }, &mut sink),
        };
        let mut all = Searched::default();
        if !is_write(&searched) {
            (all.found, all.damaged) = sink.into_inner().finish()?;
        }
        all.damaged &= self.counts_damage(is_walked);
        all.with(searched)
    }

    /// Returns the format of a source: as asked for, as `known`, or by its first bytes and name.
    fn format(&self, path: &Path, known: Option<Format>, source: &mut Source) -> Format {
        // A preprocessor's output does not match the file name.
        let path = if self.plan.pre.as_ref().is_some_and(|pre| pre.is_for(path)) { Path::new("") } else { path };
        match self.plan.arguments.places.input {
            arguments::Input::Is(format) => format,
            arguments::Input::Auto => known.unwrap_or_else(|| recognise(path, source)),
        }
    }

    /// Returns `true` if a message file is too large to parse. Its size tells at once; reading it would need the memory
    /// first.
    fn is_too_large_message(
        &self,
        input: &Input,
        known: Option<Format>,
        (source, file): (&mut Source, &Option<SharedFile>),
    ) -> bool {
        if source.head().len() < peek::FIRST || self.format(input.path(), known, source) != Format::Mail {
            return false;
        }
        let is_one = !mail::is_mailbox(source.head());
        let least = self.plan.arguments.places.message_limit.saturating_add(MARK.len()) as u64;
        is_one && file.as_ref().and_then(SharedFile::size).is_some_and(|size| size > least)
    }

    /// Returns a remark on a named input: that it has no lines, if these were asked for, or that it may be mail.
    fn remark(&self, format: Format, is_walked: bool, head: &[u8]) -> Option<String> {
        match format {
            _ if is_walked => None,
            Format::Text => {
                let is_auto = self.plan.arguments.places.input == arguments::Input::Auto;
                (is_auto && mail::resembles(head)).then(|| LIKE_MAIL.to_owned())
            }
            _ => {
                let wants_lines = self.plan.output.wants_whole_lines();
                wants_lines.then(|| format!("is {}, which has no lines to show; printing URLs", format.name()))
            }
        }
    }

    /// Returns `true` if damage is an error: a message in a folder may only look like one.
    fn counts_damage(&self, is_walked: bool) -> bool {
        !is_walked || self.plan.arguments.places.input == arguments::Input::Is(Format::Mail)
    }

    pub fn part(&mut self, part: &Part, content: Content, output: &mut Output<'_>) -> io::Result<Searched> {
        let has_text = part.format == Format::Text;
        let mut sink = self.plan.selection.around(output.part(&part.path, has_text, part.text_range(self.plan)));
        let searched = self.part_into(part, content, &mut sink);
        let found = sink.into_inner();
        let total = part.finish(found.count());
        let mut all = Searched::default();
        if !matches!(&searched, Ok(searched) if is_write(searched)) {
            (all.found, all.damaged) = found.finish_part(total)?;
        }
        all.damaged &= self.counts_damage(part.is_walked);
        let size = part.size();
        self.progress.bytes(size);
        self.progress.stored(size);
        output.summary.files += u64::from(part.is_first());
        output.summary.files_with_links += u64::from(all.found && part.has_links());
        output.summary.bytes += size;
        // All parts after the truncation miss data; one report is enough.
        if let Ok(Err(error)) = &searched
            && error.io_error().is_some_and(|error| Truncation::in_error(error).is_some())
            && !part.tell_truncated()
        {
            return Ok(Searched { damaged: true, ..all });
        }
        match searched {
            Ok(searched) => all.with(searched),
            Err(error) => Ok(Searched { error: Some(terminal::reason(error)), ..all }),
        }
    }

    /// Passes the results in a part to `sink`. Returns an error if the part can't be read.
    fn part_into(
        &mut self,
        part: &Part,
        content: Content,
        sink: &mut impl Sink,
    ) -> io::Result<Result<(), napkin::Error>> {
        let (inputs, searcher) = (&self.plan.inputs, &mut self.searcher);
        Ok(match content {
            Content::Text => {
                let start = part.text_start(self.plan.positions)?;
                let range = part.text_range(self.plan).0..part.range.end as usize;
                searcher.search_part(part.reader(), start, range, sink)
            }
            Content::Mail(messages) => inputs.mail().search_part(searcher, part.reader(), messages, sink),
            Content::Warc(records) => {
                let unpacked = inputs.warc().search_part(searcher, *records, || part.unpacked_before(), sink);
                unpacked.map(|bytes| part.tell_unpacked(bytes))
            }
        })
    }
}

/// Returns `true` if the input is a large file to be split, of which `read` bytes were read. Checking the size of each
/// file in a folder would take as long as searching a small one.
fn is_large(input: &Input, file: &SharedFile, read: usize, is_unzipped: bool) -> bool {
    let least = if is_unzipped { input::HEAD } else { peek::FIRST };
    (matches!(input, Input::Named(_)) || read >= least) && file.size().is_some_and(|size| size >= LARGE)
}

pub enum Done {
    Searched(Searched),
    /// It is large, and to be searched in parts.
    Parted(Box<Parts>),
}

#[derive(Debug, Default)]
pub struct Searched {
    pub found: bool,
    /// Damage was found and reported.
    pub damaged: bool,
    /// Why it could not be read to its end.
    pub error: Option<String>,
}

impl Searched {
    fn failed(error: String) -> Searched {
        Searched { error: Some(error), ..Searched::default() }
    }

    /// Adds the result of the search. Returns an error that ends the program.
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

/// Writes a source as a page.
fn page(
    html: &Hypertext,
    path: &Path,
    format: Format,
    reader: impl Read,
    output: &mut Output<'_>,
) -> Result<(), napkin::Error> {
    match format {
        Format::Html => {
            if let Some(left) = html.document(path, reader, output.html())? {
                output.say(&format!("{}: {left}", path.display()));
            }
            Ok(())
        }
        Format::Mail if html.reads_mail() => html.mail(path, reader, output.html()),
        _ => {
            if format == Format::Mail {
                output.say(&format!("{}: is mail; shown unchanged", path.display()));
            }
            html.text(path, reader, output.html())
        }
    }
}

fn is_write(searched: &Result<(), napkin::Error>) -> bool {
    matches!(searched, Err(error) if error.is_write())
}

/// A packed input.
#[derive(Clone, Copy)]
enum Packed {
    Refused(&'static Kind),
    Tar,
    Zip,
}

impl Packed {
    fn of(plan: &Plan, source: &mut Source) -> Option<Packed> {
        // As text, a file is searched as it is.
        let is_text = plan.arguments.places.input == arguments::Input::Is(Format::Text);
        #[cfg(feature = "zip")]
        if !plan.unzips() && unzip::is_compressed(source) && (!is_text || plan.output.is_whole()) {
            return Some(Packed::Refused(&COMPRESSED));
        }
        if is_text {
            return None;
        }
        if is_zip(source) {
            return Some(Packed::Zip);
        }
        if tar::is_tar(source) {
            return Some(Packed::Tar);
        }
        Kind::of(source).filter(|kind| !kind.has_text).map(Packed::Refused)
    }

    fn refusal(self) -> String {
        match self {
            Packed::Refused(kind) if *kind == COMPRESSED => "is compressed; use -z to search it".to_owned(),
            Packed::Refused(kind) => kind.refusal(),
            Packed::Tar => "is a tar archive; unpack it first".to_owned(),
            Packed::Zip => "is a document or a ZIP archive, which can't become a page".to_owned(),
        }
    }
}

struct Count<'p> {
    bytes: Cell<u64>,
    /// Nothing is decompressed.
    is_stored: bool,
    progress: &'p Progress,
}

impl Count<'_> {
    fn add(&self, bytes: usize) {
        self.bytes.set(self.bytes.get() + bytes as u64);
        self.progress.bytes(bytes as u64);
        if self.is_stored {
            self.progress.stored(bytes as u64);
        }
    }
}

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

/// Decompresses a source if wanted, and reports if it did.
#[cfg(feature = "zip")]
fn unzipped(plan: &Plan, mut source: Source, allowance: &Allowance, is_unzipped: &mut bool) -> Source {
    *is_unzipped = plan.unzips() && unzip::is_compressed(&mut source);
    if *is_unzipped { unzip::unzip(source, allowance) } else { source }
}

#[cfg(not(feature = "zip"))]
fn unzipped(_: &Plan, source: Source, _: &Allowance, _: &mut bool) -> Source {
    source
}

/// Returns the message for an error. A position in compressed data is more useful than one in its output.
fn reason(error: &napkin::Error) -> String {
    if let Some(damage) = error.io_error().and_then(Damage::in_error) {
        return damage.to_string();
    }
    if let Some(truncation) = error.io_error().and_then(Truncation::in_error) {
        return truncation.to_string();
    }
    match (error.io_error(), error.offset()) {
        (Some(cause), Some(offset)) => format!("byte {offset}: {}", terminal::reason(cause)),
        (Some(cause), None) => terminal::reason(cause),
        _ => error.to_string(),
    }
}
