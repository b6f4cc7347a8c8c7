//! The output of a search. [`formats`] lists the formats; each has its own file, and is a [`writer`].

pub mod beside;
mod counts;
mod damages;
pub mod formats;
mod json;
mod lines;
mod list;
mod markdown;
mod passed_over;
mod rows;
mod watched;
pub mod writer;

mod tops;

mod fingerprints;
mod stats;
mod telling;
pub mod turns;

use std::{
    io::{self, Write},
    mem,
    ops::ControlFlow,
    path::Path,
    sync::Arc,
};

use napkin::{Break, Context, Event, Link, Refused, Sink, mail::Damage, write::Summary};

use self::{
    damages::Damages,
    formats::Shape,
    passed_over::PassedOver,
    stats::{Seen, lines},
    telling::Telling,
    tops::Tops,
    turns::{Between, Out, Turn, Turns, Unbroken},
    watched::Watched,
    writer::Writer,
};
use crate::{arguments::Unique, excerpt::Excerpt, inputs::signatures::Kind, plan::Plan, select, terminal};

/// The longest part of a rejected candidate in a message, in columns.
const SHOWN: usize = 96;

/// Standard output for one thread, and what is remembered between inputs.
pub struct Output<'p> {
    plan: &'p Plan,
    writer: Box<dyn Writer>,
    /// The URLs printed so far, if each is printed once.
    seen: Option<Seen>,
    /// The counts, if only those are printed.
    tops: Option<Tops>,
    pub summary: Summary,
    /// The files and members that were not searched.
    passed_over: PassedOver,
    damages: Damages,
    pub refused: u64,
}

pub fn header(shape: &Shape, turns: &Arc<Turns>) -> io::Result<()> {
    turns.begin_with(&shape.header()?)
}

impl<'p> Output<'p> {
    pub fn new(plan: &'p Plan, turns: Arc<Turns>) -> Output<'p> {
        let tops = match plan.output {
            Shape::Tops { by, .. } => Some(Tops::new(by)),
            _ => None,
        };
        let seen = plan.unique.map(|how| Seen::new(how, plan.arguments.reading.grammar, plan.counts));
        Output {
            plan,
            writer: plan.output.writer(plan.look, Out::new(turns)),
            seen,
            tops,
            summary: Summary::default(),
            passed_over: PassedOver::default(),
            damages: Damages::default(),
            refused: 0,
        }
    }

    /// Begins a task for the input at `path`.
    pub fn begin(&mut self, turn: Turn, path: &Path) {
        let before = self.writer.before();
        self.writer.out().begin(turn, before);
        self.writer.begin(path);
    }

    /// Returns a sink for the input at `path`; `has_text` if it is plain text, with lines.
    pub fn input<'o>(&'o mut self, path: &'o Path, has_text: bool) -> Found<'o, 'p> {
        self.writer.has_text(has_text);
        Found { output: self, path, count: 0, damaged: None, telling: Telling::new(), start: 0, at: 0 }
    }

    /// The same for the part of an input that begins at `start`. Its text is passed on from `lead`.
    pub fn part<'o>(&'o mut self, path: &'o Path, has_text: bool, (lead, start): (usize, usize)) -> Found<'o, 'p> {
        self.writer.part(start);
        Found { start, at: lead, ..self.input(path, has_text) }
    }

    pub fn show_path(&mut self, yes: bool) {
        self.writer.show_path(yes);
    }

    /// Begins another input of the same task: a member of an archive.
    pub fn member(&mut self, path: &Path) {
        let before = self.writer.before();
        self.writer.out().begin_member(before);
        self.writer.begin(path);
    }

    pub fn end(&mut self) -> io::Result<()> {
        self.writer.out().finish()
    }

    /// Ends the output: nothing more is wanted of this task and later ones.
    pub fn close(&mut self) {
        self.writer.out().close();
    }

    pub fn html(&mut self) -> impl Write {
        Watched::new(Unbroken(self.writer.out()), self.plan.look.terminal)
    }

    pub fn error(&mut self, path: &Path, message: &str) -> io::Result<()> {
        self.say(&format!("{}: {message}", path.display()));
        self.writer.error(path, message)
    }

    pub fn say(&mut self, message: &str) {
        self.writer.out().say(&terminal::message(message));
    }

    pub fn pass_over(&mut self, kind: &'static Kind) {
        self.passed_over.add(kind);
        self.summary.passed_over += 1;
    }

    pub fn name(&mut self) -> io::Result<()> {
        self.writer.name()?;
        self.writer.out().settle()
    }

    pub fn merge(&mut self, other: &mut Output<'_>) {
        add(&mut self.summary, &other.summary);
        self.passed_over.merge(&other.passed_over);
        self.damages.merge(mem::take(&mut other.damages));
        self.refused += other.refused;
        if let (Some(tops), Some(others)) = (&mut self.tops, mem::take(&mut other.tops)) {
            tops.merge(others);
        }
    }

    /// Writes the results that are known only at the end, as a separate task.
    pub fn finish(&mut self, turn: Turn) -> io::Result<()> {
        self.writer.out().begin(turn, Between::Nothing);
        if let Shape::Html(html) = &self.plan.output {
            html.end(&mut *self.writer.out(), self.summary.errors == 0)?;
        }
        if let (Some(tops), Shape::Tops { most, by, form }) = (&self.tops, &self.plan.output) {
            let rows = tops.first(*most);
            tops::write(&rows, (*form, *by), self.plan.look, self.writer.out())?;
        }
        if let Some(seen) = self.seen.as_ref().filter(|_| self.plan.counts) {
            for occurrences in seen.occurrences() {
                self.writer.occurrences(&occurrences)?;
                self.writer.out().settle()?;
            }
        }
        if self.plan.unique.is_some() {
            self.summary.unique = self.seen.as_ref().map(Seen::count);
        }
        self.summarise()?;
        self.writer.out().finish()
    }

    /// Returns `false` if `--unique` hides this.
    fn is_new<'u>(&mut self, url: impl FnOnce() -> &'u str, event: &Event<'_>, context: &Context<'_>) -> bool {
        let Some(seen) = &mut self.seen else { return true };
        match self.plan.unique {
            Some(Unique::Line) => seen.is_first(&self.writer.row(event, context), context.message()),
            _ => seen.is_first(url(), context.message()),
        }
    }

    fn summarise(&mut self) -> io::Result<()> {
        let is_quiet = matches!(self.plan.output, Shape::Nothing);
        for line in self.damages.lines(is_quiet) {
            self.say(&line);
        }
        if let Some(line) = self.passed_over.line().filter(|_| !is_quiet) {
            self.say(&line);
        }
        let hint = select::path_hint(&self.plan.arguments.choice);
        if let Some(hint) = hint.filter(|_| self.summary.links == 0 && !is_quiet) {
            self.say(&hint);
        }
        if self.plan.hints && self.refused > 0 {
            let count = self.refused;
            let what = if count == 1 { "candidate was" } else { "candidates were" };
            self.writer.out().say(&terminal::message(&format!("{count} {what} refused: --explain shows why")));
        }
        let is_told = self.plan.arguments.output.stats && !self.plan.output.is_whole() && !is_quiet;
        if is_told && !self.writer.summary(&self.summary)? {
            // The list is for programs; this is for people.
            let has_rows = self.plan.unique == Some(Unique::Line);
            lines(&self.summary, has_rows).for_each(|line| self.writer.out().say(&line));
        }
        Ok(())
    }
}

fn add(summary: &mut Summary, other: &Summary) {
    summary.links += other.links;
    summary.joined += other.joined;
    summary.rejected += other.rejected;
    summary.files += other.files;
    summary.files_with_links += other.files_with_links;
    summary.passed_over += other.passed_over;
    summary.bytes += other.bytes;
    summary.messages += other.messages;
    summary.records += other.records;
    summary.damaged += other.damaged;
    summary.errors += other.errors;
}

pub struct Found<'o, 'p> {
    output: &'o mut Output<'p>,
    path: &'o Path,
    count: u64,
    /// The offset of the last damaged message or record.
    damaged: Option<usize>,
    telling: Telling,
    /// Where the searched part of the text begins.
    start: usize,
    at: usize,
}

impl Found<'_, '_> {
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Ends the input. Returns whether anything was found, and whether anything was damaged.
    pub fn finish(self) -> io::Result<(bool, bool)> {
        let count = self.count;
        self.finish_part(Some(count))
    }

    /// The same for a part of the input. `total` is the number of URLs in the whole input, if the part is the last.
    pub fn finish_part(self, total: Option<u64>) -> io::Result<(bool, bool)> {
        if let Some(total) = total {
            self.output.writer.end(total)?;
        }
        let untold = self.telling.untold();
        if untold > 0 {
            self.output.say(&format!(
                "{}: {untold} more refused candidates and breaks are not told of, as they are too many",
                self.path.display()
            ));
        }
        self.output.writer.out().settle()?;
        let is_found = match self.output.plan.output {
            Shape::Files { without: true } => self.count == 0,
            _ => self.count > 0,
        };
        Ok((is_found, self.damaged.is_some()))
    }

    /// Stops the search if enough was found and written.
    fn next(&self) -> ControlFlow<()> {
        if self.is_enough() && self.output.writer.is_idle() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn is_enough(&self) -> bool {
        self.output.plan.arguments.output.max_count.is_some_and(|most| self.count >= most)
    }

    fn link(&mut self, link: &Link<'_>, event: &Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        if self.is_enough() {
            // The rest of the last line is still to come.
            return Ok(self.next());
        }
        self.output.summary.links += 1;
        self.output.summary.joined += u64::from(link.rejoined().is_some() && !link.delimiter().encloses());
        if !self.output.is_new(|| link.url(), event, context) {
            return Ok(ControlFlow::Continue(()));
        }
        if let Some(tops) = &mut self.output.tops {
            tops.add(link, self.path);
        }
        self.found(event, context)
    }

    fn found(&mut self, event: &Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        self.count += 1;
        let plan = self.output.plan;
        // The number of occurrences is known at the end.
        if !plan.counts && self.output.writer.found(event, context)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        self.output.writer.out().settle()?;
        Ok(self.next())
    }

    fn damage(&mut self, damage: &Damage) -> io::Result<()> {
        if self.output.plan.arguments.reading.explain {
            self.output.say(&format!("{}: {damage}", self.path.display()));
        } else {
            self.output.damages.add(self.path, damage);
        }
        // A text in an unknown charset was read all the same.
        if !damage.is_unknown_charset() && self.damaged.replace(damage.offset()) != Some(damage.offset()) {
            self.output.summary.damaged += 1;
        }
        self.output.writer.error(self.path, &damage.to_string())
    }

    /// Returns a position as text, with its message or record.
    fn place(&self, position: Option<napkin::Position>, context: &Context<'_>) -> String {
        let mut place = self.path.display().to_string();
        let record = context.warc_record().map(|record| record.number());
        if let Some(number) = record.or_else(|| context.message()?.number()) {
            place = format!("{place}#{number}");
        }
        if let Some(position) = context.file_position().or(position) {
            place = format!("{place}:{}:{}", position.line, position.column);
        }
        place
    }

    /// Explains a break or a rejected candidate, if asked for.
    fn explain(&mut self, event: &Event<'_>, context: &Context<'_>) -> io::Result<()> {
        if !self.output.plan.arguments.reading.explain {
            return Ok(());
        }
        if self.output.writer.explain(event, context)? {
            return self.output.writer.out().settle();
        }
        if let Shape::Nothing | Shape::Files { .. } = self.output.plan.output {
            return Ok(());
        }
        if event.range().is_some_and(|range| !self.telling.allows(range.start)) {
            return Ok(());
        }
        match event {
            Event::Refused(refused) => self.refused(refused, context),
            Event::Break(seen) => self.broken(seen, context),
            _ => {}
        }
        self.output.writer.out().settle()
    }

    fn tell(&mut self, line: &str) {
        self.telling.spend(line.len());
        self.output.writer.out().say(line);
    }

    fn broken(&mut self, seen: &Break<'_>, context: &Context<'_>) {
        let mut evidence: Vec<(&str, f32)> = seen.evidence().collect();
        evidence.sort_by(|(_, a), (_, b)| b.abs().total_cmp(&a.abs()));
        let named = |speaks: fn(f32) -> bool| -> String {
            let names: Vec<&str> =
                evidence.iter().filter(|&&(_, weight)| speaks(weight)).map(|&(name, _)| name).collect();
            if names.is_empty() { "nothing".to_string() } else { names.join(", ") }
        };
        let outcome = if seen.is_joined() { "joined" } else { "not joined" };
        let [before, after] = beside_break(seen);
        let line = terminal::message(&format!(
            "{}: {outcome} ({:.2}): \"{before}\" and \"{after}\"; for it: {}; against it: {}",
            self.place(seen.position(), context),
            seen.confidence(),
            named(|weight| weight > 0.0),
            named(|weight| weight < 0.0),
        ));
        self.tell(&line);
    }

    fn refused(&mut self, refused: &Refused<'_>, context: &Context<'_>) {
        let place = self.place(refused.position(), context);
        let rejection = refused.rejection();
        let Excerpt { line, column } = Excerpt::around(refused.as_bytes(), refused.at() - refused.range().start, SHOWN);
        self.tell(&terminal::message(&format!("{place}: refused: {} ({})", rejection.message(), rejection.rule())));
        self.tell(&terminal::below(&line));
        // In UTF-16, the bytes of the source differ from those of the text.
        if refused.range().len() == refused.as_bytes().len() {
            self.tell(&terminal::below(&format!("{:column$}^", "")));
        }
    }
}

/// Returns the words on both sides of a line end.
fn beside_break(seen: &Break<'_>) -> [String; 2] {
    let text = String::from_utf8_lossy(seen.as_bytes());
    // In UTF-16, the bytes of the source differ from those of the text: the beginning of the URL is shown instead.
    let before = if seen.range().len() == seen.as_bytes().len() {
        let lines_before = String::from_utf8_lossy(&seen.as_bytes()[..seen.at() - seen.range().start]);
        // A concatenation operator alone says little.
        let is_operator = |word: &&str| matches!(*word, "+" | "." | "\\");
        lines_before.split_whitespace().rev().find(|word| !is_operator(word)).map(str::to_owned)
    } else {
        text.split_whitespace().next().map(str::to_owned)
    };
    [before.unwrap_or_default(), text.split_whitespace().next_back().unwrap_or_default().to_owned()]
}

impl Sink for Found<'_, '_> {
    fn event(&mut self, event: Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        // Most inputs have no part before.
        if self.start > 0
            && let Some(range) = event.range().filter(|range| range.start < self.start)
        {
            // The part before counted it. This part shows its lines here.
            return match &event {
                Event::Link(_) if range.end > self.start => self.output.writer.found(&event, context),
                _ => Ok(ControlFlow::Continue(())),
            };
        }
        match &event {
            Event::Link(link) => return self.link(link, &event, context),
            Event::Refused(refused) => {
                self.output.refused += 1;
                self.output.summary.rejected +=
                    u64::from(self.output.plan.arguments.choice.rejected || self.output.plan.arguments.reading.explain);
                self.explain(&event, context)?;
                if self.output.plan.arguments.choice.rejected {
                    let text = String::from_utf8_lossy(refused.as_bytes());
                    if !self.output.is_new(|| &text, &event, context) {
                        return Ok(ControlFlow::Continue(()));
                    }
                    return self.found(&event, context);
                }
            }
            Event::Break(_) => self.explain(&event, context)?,
            Event::Message(_) => self.output.summary.messages += 1,
            Event::WarcRecord(_) => self.output.summary.records += 1,
            Event::Damage(damage) => self.damage(damage)?,
            _ => {}
        }
        Ok(ControlFlow::Continue(()))
    }

    fn wants_decoded_offsets(&self) -> bool {
        self.output.writer.wants_text()
    }

    fn settled(&mut self, text: &[u8]) -> io::Result<ControlFlow<()>> {
        let before = self.start.saturating_sub(self.at).min(text.len());
        self.at += text.len();
        let text = &text[before..];
        if self.output.writer.wants_text() && !text.is_empty() {
            self.output.writer.settled(text)?;
            self.output.writer.out().settle()?;
        }
        Ok(ControlFlow::Continue(()))
    }
}
