//! All tasks, on as many threads as the plan says, each into the output in its turn.

use std::{
    cell::Cell,
    fs::Metadata,
    io::{self, Read},
    mem,
    path::Path,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use napkin::{Searcher, html, mail};

#[cfg(feature = "zip")]
use crate::unzip;
use crate::{
    archive, arguments,
    encoded::Decoded,
    exit::Exit,
    jobs::{Jobs, MayBeParted, Part, Task},
    out::Turns,
    output::{Output, header},
    peek::{Peek, Source},
    plan::{Plan, Shape},
    progress::Progress,
    signal, terminal,
    walk::{self, Input},
};

/// Does what the plan says.
pub fn run(plan: &Plan) -> Exit {
    match search_all(plan) {
        Ok(exit) => exit,
        Err(error) => match &plan.output {
            Shape::Html(html) => html.failed(&error),
            _ => terminal::write_failed(&error),
        },
    }
}

/// Searches all inputs. What can't be read is reported, and the next one is searched; only a failed write is an error.
fn search_all(plan: &Plan) -> io::Result<Exit> {
    let turns = Turns::new(plan.flushed);
    signal::stop_whole(&turns);
    if plan.walk.reads_standard_input() && terminal::is_input_terminal() && !matches!(plan.output, Shape::Names) {
        terminal::say("napkin: reads standard input, to its end (Ctrl-D)");
    }
    let html = matches!(plan.output, Shape::Html(_));
    let is_wanted = plan.max_count != Some(0) || html;
    let own = walk::output_file();
    let several = plan.has_work_for_several();
    let may_be_parted = |input: &Input| is_plain(plan, input, own.as_ref());
    let parts: Option<MayBeParted<'_>> = if several && plan.has_parts() { Some(Box::new(may_be_parted)) } else { None };
    let jobs = Jobs::new(plan.walk.inputs().take_while(|_| is_wanted), parts);
    let progress = Progress::new(plan.progress);
    let work =
        Work { plan, own: own.as_ref(), jobs: Mutex::new(jobs), turns, is_over: AtomicBool::new(false), progress };

    let mut output = Output::new(plan, Arc::clone(&work.turns));
    if let Shape::Table(separation) = plan.output {
        header(separation, &work.turns)?;
    }
    if let Shape::Html(html) = &plan.output {
        let mut head = Vec::new();
        html.begin(&mut head)?;
        work.turns.begin_with(&head)?;
    }
    let all = if several { work.on_several(&mut output)? } else { work.on_this(&mut output)? };
    work.progress.end();
    let number = work.jobs.lock().unwrap_or_else(PoisonError::into_inner).handed_out();
    let is_early = all.found && matches!(plan.output, Shape::Nothing);
    if !is_early {
        output.finish(number)?;
    }
    work.turns.flush()?;
    Ok(if is_early { Exit::Found } else { Exit::after(all.found || html, all.failed) })
}

/// What all threads share.
struct Work<'p, 'w> {
    plan: &'p Plan,
    own: Option<&'p Metadata>,
    jobs: Mutex<Jobs<'w>>,
    turns: Arc<Turns>,
    /// Whether nothing more is wanted.
    is_over: AtomicBool,
    progress: Progress,
}

/// How it went.
#[derive(Clone, Copy, Debug, Default)]
struct Outcome {
    found: bool,
    failed: bool,
}

impl Work<'_, '_> {
    fn on_several(&self, output: &mut Output<'_>) -> io::Result<Outcome> {
        thread::scope(|scope| {
            let others: Vec<_> = (1..self.plan.threads)
                .map(|_| {
                    scope.spawn(|| {
                        let mut output = Output::new(self.plan, Arc::clone(&self.turns));
                        self.on_this(&mut output).map(|outcome| (outcome, output))
                    })
                })
                .collect();
            let progress = scope.spawn(|| self.progress.show());
            let mut all = self.on_this(output);
            for other in others {
                let Ok(done) = other.join() else { return Err(io::Error::other("a thread has failed")) };
                match (done, &mut all) {
                    (Ok((outcome, mut other)), Ok(all)) => {
                        output.merge(&mut other);
                        (all.found, all.failed) = (all.found || outcome.found, all.failed || outcome.failed);
                    }
                    (Err(error), Ok(_)) => all = Err(error),
                    _ => {}
                }
            }
            self.progress.end();
            let _ = progress.join();
            all
        })
    }

    /// Does one task after the other.
    fn on_this(&self, output: &mut Output<'_>) -> io::Result<Outcome> {
        let mut buffers = Buffers { searcher: self.plan.finder.searcher(), head: Vec::new() };
        let mut all = Outcome::default();
        while !self.is_over.load(Ordering::Relaxed) {
            self.turns.wait_for_room()?;
            let next = self.jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((number, task)) = next else { break };
            let done = self.task(number, task, &mut buffers, output);
            if matches!((&done, &self.plan.output), (Ok(Outcome { found: true, .. }), Shape::Nothing)) {
                output.close();
            }
            // Whatever came of it, it is the next one's turn.
            let passed = output.end();
            let done = done?;
            passed?;
            (all.found, all.failed) = (all.found || done.found, all.failed || done.failed);
            if all.found && matches!(self.plan.output, Shape::Nothing) {
                self.is_over.store(true, Ordering::Relaxed);
            }
        }
        Ok(all)
    }

    fn task(&self, number: u64, task: Task, buffers: &mut Buffers, output: &mut Output<'_>) -> io::Result<Outcome> {
        match task {
            Task::Failed(failure) => {
                output.begin(number, &failure.path);
                output.summary.errors += 1;
                output.error(&failure.path, &failure.message)?;
                Ok(Outcome { found: false, failed: true })
            }
            Task::Whole(input) if matches!(self.plan.output, Shape::Names) => {
                output.begin(number, input.path());
                output.name()?;
                Ok(Outcome { found: true, failed: false })
            }
            Task::Whole(input) => {
                output.begin(number, input.path());
                let path = input.path();
                let searched = self.input(&input, buffers, output)?;
                self.progress.file();
                tell(path, searched, output)
            }
            Task::Part(part) => {
                output.begin(number, &part.path);
                let searched = self.part(&part, buffers, output)?;
                tell(&part.path, searched, output)
            }
        }
    }

    /// Searches one input.
    fn input(&self, input: &Input, buffers: &mut Buffers, output: &mut Output<'_>) -> io::Result<Searched> {
        let plan = self.plan;
        let opened =
            input.open(self.own, plan.pre.as_ref(), mem::take(&mut buffers.head), |source| unzipped(plan, source));
        let mut source = match opened {
            Ok(Some(source)) => source,
            Ok(None) => {
                output.summary.passed_over += 1;
                return Ok(Searched::default());
            }
            Err(error) => return Ok(Searched { error: Some(terminal::reason(error)), ..Searched::default() }),
        };
        if !matches!(plan.output, Shape::Html(_))
            && plan.input != arguments::Input::Text
            && archive::is_archive(&mut source)
        {
            let names_members = plan.names_members;
            if names_members {
                output.show_path(true);
            }
            let searched = self.archive(input, source, buffers, output);
            if names_members {
                output.show_path(false);
            }
            return searched;
        }
        if let Some(encoding) = plan.encoding {
            source = Peek::new(Box::new(Decoded::new(source, encoding)));
        }
        let is_walked = matches!(input, Input::Walked(_) | Input::Message(_));
        let kind = if matches!(input, Input::Message(_)) { Some(Recognised::Mail) } else { None };
        #[cfg(feature = "zip")]
        if !is_walked && !plan.unzip && unzip::is_compressed(&mut source) {
            output.say(&format!("{}: is compressed: -z searches what is in it", input.path().display()));
        }
        let searched = self.source(input.path(), kind, is_walked, &mut source, buffers, output);
        buffers.head = source.into_buffer();
        searched
    }

    /// Searches the files in an archive, as those in a folder.
    fn archive(
        &self,
        input: &Input,
        source: Source,
        buffers: &mut Buffers,
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
            let mut source = unzipped(self.plan, member.source);
            if walk::is_binary(&mut source) {
                output.summary.passed_over += 1;
                continue;
            }
            output.member(&path);
            let searched = self.source(&path, None, true, &mut source, buffers, output)?;
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
        &self,
        path: &Path,
        kind: Option<Recognised>,
        is_walked: bool,
        source: &mut Source,
        buffers: &mut Buffers,
        output: &mut Output<'_>,
    ) -> io::Result<Searched> {
        let plan = self.plan;
        let bytes = Cell::new(0);
        let mut all = Searched::default();
        let kind = match plan.input {
            arguments::Input::Text => Recognised::Text,
            arguments::Input::Mail => Recognised::Mail,
            arguments::Input::Html => Recognised::Html,
            arguments::Input::Auto => kind.unwrap_or_else(|| look_into(source)),
        };
        let reader = Counted { reader: &mut *source, bytes: &bytes, progress: &self.progress };
        let searched = if let Shape::Html(html) = &plan.output {
            if kind != Recognised::Mail && html.is_archive() {
                let error = Some("is no mail, of which an archive is made".to_owned());
                return Ok(Searched { error, ..Searched::default() });
            }
            if kind == Recognised::Mail && html.reads_mail() {
                html.mail(path, reader, output.html())
            } else {
                if kind == Recognised::Mail {
                    output.say(&format!("{}: is mail, and is shown as it is in the file", path.display()));
                }
                html.text(path, reader, output.html())
            }
        } else {
            let mut sink = plan.selection.around(output.input(path, kind == Recognised::Text));
            let searched = match kind {
                Recognised::Text => buffers.searcher.search(reader, &mut sink),
                Recognised::Mail => plan.mail.search_with(&mut buffers.searcher, reader, &mut sink),
                Recognised::Html => plan.html.search_with(&mut buffers.searcher, reader, &mut sink),
            };
            if !is_write(&searched) {
                (all.found, all.damaged) = sink.into_inner().finish()?;
            }
            searched
        };
        // A message in a folder may only look like one.
        all.damaged &= !is_walked || plan.input == arguments::Input::Mail;
        output.summary.files += 1;
        output.summary.files_with_links += u64::from(all.found);
        output.summary.bytes += bytes.get();
        all.with(searched)
    }

    /// Searches a part of a large text.
    fn part(&self, part: &Part, buffers: &mut Buffers, output: &mut Output<'_>) -> io::Result<Searched> {
        let mut all = Searched::default();
        let size = part.range.end - part.range.start;
        let (file, start) = match part.open(self.plan.positions) {
            Ok(opened) => opened,
            Err(error) => {
                part.fail();
                return Ok(Searched { error: Some(terminal::reason(error)), ..all });
            }
        };
        let mut sink = self.plan.selection.around(output.input(&part.path, true));
        let range = part.range.start as usize..part.range.end as usize;
        let searched = buffers.searcher.search_part(file, start, range, &mut sink);
        if !is_write(&searched) {
            (all.found, all.damaged) = sink.into_inner().finish()?;
        }
        self.progress.bytes(size);
        output.summary.files += u64::from(part.is_first());
        output.summary.files_with_links += u64::from(all.found && part.has_links());
        output.summary.bytes += size;
        all.with(searched)
    }
}

/// Reports why an input could not be read.
fn tell(path: &Path, searched: Searched, output: &mut Output<'_>) -> io::Result<Outcome> {
    let failed = searched.damaged || searched.error.is_some();
    if let Some(message) = searched.error {
        output.summary.errors += 1;
        output.error(path, &format!("{message}{}", hint(path)))?;
    }
    Ok(Outcome { found: searched.found, failed })
}

/// What may have been meant by a path that is none.
fn hint(path: &Path) -> &'static str {
    match path.to_str() {
        Some("exact" | "normalized") if !path.exists() => "; an equals sign stands in --unique=normalized",
        Some(text) if text.contains("://") && !path.exists() => "; napkin check judges a URL",
        _ => "",
    }
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

/// What an input is by its beginning.
#[derive(Clone, Copy, PartialEq, Eq)]
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

/// Whether a large file is a text that can be searched in parts.
fn is_plain(plan: &Plan, input: &Input, own: Option<&Metadata>) -> bool {
    let Ok(Some(mut source)) = input.open(own, None, Vec::new(), |source| source) else { return false };
    source.fill(HEAD);
    let head = source.head();
    let is_utf16 = head.starts_with(b"\xFF\xFE") || head.starts_with(b"\xFE\xFF");
    #[cfg(feature = "zip")]
    if plan.unzip && unzip::is_compressed(&mut source) {
        return false;
    }
    !is_utf16
        && !archive::is_archive(&mut source)
        && match plan.input {
            arguments::Input::Text => true,
            arguments::Input::Auto => look_into(&mut source) == Recognised::Text,
            _ => false,
        }
}

impl Plan {
    /// Whether large files may be searched in parts.
    fn has_parts(&self) -> bool {
        self.output.is_of_parts() && self.max_count.is_none() && self.encoding.is_none() && self.pre.is_none()
    }
}

/// A reader that counts what is read.
struct Counted<'c, R> {
    reader: R,
    bytes: &'c Cell<u64>,
    progress: &'c Progress,
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.bytes.set(self.bytes.get() + count as u64);
        self.progress.bytes(count as u64);
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
    if let Some(damage) = error.io_error().and_then(unzip::Corruption::in_error) {
        return damage.to_string();
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
