//! What comes out, written to standard output.

use std::{
    borrow::Cow,
    io::{self, BufWriter, StdoutLock, Write},
    ops::ControlFlow,
    path::Path,
};

use anstyle::Style;
use napkin::{Break, Context, Event, Link, Refused, Sink, mail::Damage};

use crate::{
    check::Excerpt,
    plan::{self, Fields, Plan},
    records::Record,
    stats::{Occurrences, Seen, Summary},
    terminal::{self, Visible},
};

/// How much is gathered before it is written, when nobody watches it appear.
const BUFFER: usize = 128 << 10;

/// The longest part of a refused candidate that a message shows, in columns.
const SHOWN: usize = 96;

/// Standard output, and what is remembered from one input to the next.
pub struct Output<'p> {
    plan: &'p Plan,
    out: BufWriter<StdoutLock<'static>>,
    /// What is remembered where each URL is printed once.
    seen: Option<Seen>,
    /// How it goes.
    pub summary: Summary,
}

impl<'p> Output<'p> {
    /// Nothing has been written yet.
    pub fn new(plan: &'p Plan) -> Output<'p> {
        let tells = plan.stats && matches!(plan.output, plan::Output::List(_) | plan::Output::Json);
        let seen = plan.unique.map(|how| Seen::new(how, plan.grammar, tells));
        let out = BufWriter::with_capacity(BUFFER, io::stdout().lock());
        Output { plan, out, seen, summary: Summary::default() }
    }

    /// A sink for what is found in the input called `path`.
    pub fn input<'o>(&'o mut self, path: &'o Path) -> Found<'o, 'p> {
        Found { output: self, path, count: 0, damaged: None }
    }

    /// Where HTML goes.
    pub fn html(&mut self) -> Box<dyn Write + '_> {
        if self.plan.terminal { Box::new(Visible(&mut self.out)) } else { Box::new(&mut self.out) }
    }

    /// Reports an input that can't be had.
    pub fn error(&mut self, path: &Path, message: &str) -> io::Result<()> {
        terminal::complain(&format!("{}: {message}", path.display()));
        match self.plan.output {
            plan::Output::Json => self.record(&Record::error(path, message)),
            _ => Ok(()),
        }
    }

    /// Tells how often each URL was found, and how it all went.
    pub fn finish(&mut self) -> io::Result<()> {
        let Some(seen) = self.seen.take_if(|_| self.plan.stats) else { return self.summarise() };
        for occurrences in seen.occurrences() {
            match self.plan.output {
                plan::Output::Json => self.record(&Record::Occurrences(&occurrences))?,
                _ => self.occurrences(&occurrences)?,
            }
        }
        self.summary.unique = Some(seen.count());
        self.summarise()
    }

    fn summarise(&mut self) -> io::Result<()> {
        let summary = self.summary;
        match self.plan.output {
            _ if !self.plan.stats => Ok(()),
            plan::Output::Html(_) | plan::Output::Nothing => Ok(()),
            plan::Output::Json => self.record(&Record::Summary(&summary)),
            // The list is for programs, and this is for people.
            _ => {
                self.out.flush()?;
                summary.lines().for_each(|line| terminal::tell(&line));
                Ok(())
            }
        }
    }

    /// A URL and how often it was found, with tabs between, so that a date can be told from a URL.
    fn occurrences(&mut self, occurrences: &Occurrences<'_>) -> io::Result<()> {
        let styles = self.plan.styles;
        self.styled(styles.number, occurrences.count.to_string().as_bytes())?;
        for date in [occurrences.first, occurrences.last] {
            self.styled(styles.separator, b"\t")?;
            self.styled(styles.number, date.unwrap_or("-").as_bytes())?;
        }
        self.styled(styles.separator, b"\t")?;
        self.url(occurrences.url)?;
        self.end()
    }

    fn url(&mut self, url: &str) -> io::Result<()> {
        let url = if self.plan.terminal { terminal::visible(url) } else { Cow::Borrowed(url) };
        self.styled(self.plan.styles.url, url.as_bytes())
    }

    /// Writes out what has been gathered.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn record(&mut self, record: &Record<'_>) -> io::Result<()> {
        record.write(&mut self.out)?;
        self.end()
    }

    fn line(&mut self, fields: Fields, path: &Path, link: &Link<'_>, number: Option<usize>) -> io::Result<()> {
        let styles = self.plan.styles;
        let position = link.position();
        if fields.path {
            self.path(path)?;
            if let Some(number) = number {
                self.styled(styles.separator, b"#")?;
                self.styled(styles.number, number.to_string().as_bytes())?;
            }
            self.separator()?;
        }
        let numbers = [
            position.filter(|_| fields.line).map(|position| position.line),
            position.filter(|_| fields.column).map(|position| position.column),
            fields.byte.then(|| link.range().start),
        ];
        for number in numbers.into_iter().flatten() {
            self.styled(styles.number, number.to_string().as_bytes())?;
            self.separator()?;
        }
        self.url(link.url())?;
        self.end()
    }

    fn path(&mut self, path: &Path) -> io::Result<()> {
        let style = self.plan.styles.path;
        if self.plan.terminal {
            self.styled(style, terminal::visible(&path.to_string_lossy()).as_bytes())
        } else {
            self.styled(style, path.as_os_str().as_encoded_bytes())
        }
    }

    fn separator(&mut self) -> io::Result<()> {
        self.styled(self.plan.styles.separator, b":")
    }

    fn styled(&mut self, style: Style, bytes: &[u8]) -> io::Result<()> {
        if style.is_plain() {
            return self.out.write_all(bytes);
        }
        write!(self.out, "{style}")?;
        self.out.write_all(bytes)?;
        write!(self.out, "{style:#}")
    }

    fn end(&mut self) -> io::Result<()> {
        self.out.write_all(&[self.plan.end])?;
        if self.plan.terminal { self.out.flush() } else { Ok(()) }
    }
}

/// Takes what is found in one input.
pub struct Found<'o, 'p> {
    output: &'o mut Output<'p>,
    path: &'o Path,
    count: u64,
    /// Where the last damaged message begins.
    damaged: Option<usize>,
}

impl Found<'_, '_> {
    /// What there is to say at the end of the input; whether there was anything in it, and anything wrong with it.
    pub fn finish(self) -> io::Result<(bool, bool)> {
        if let plan::Output::Count { path } = self.output.plan.output {
            if path {
                self.output.path(self.path)?;
                self.output.separator()?;
            }
            self.output.styled(self.output.plan.styles.number, self.count.to_string().as_bytes())?;
            self.output.end()?;
        }
        Ok((self.count > 0, self.damaged.is_some()))
    }

    fn link(&mut self, link: &Link<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        let plan = self.output.plan;
        self.output.summary.links += 1;
        if self.output.seen.as_mut().is_some_and(|seen| !seen.is_first(link.url(), context.message())) {
            return Ok(ControlFlow::Continue(()));
        }
        self.count += 1;
        match plan.output {
            // How often a URL was found is known at the end.
            plan::Output::List(_) if plan.stats && plan.unique.is_some() => {}
            plan::Output::List(fields) => {
                self.output.line(fields, self.path, link, context.message().and_then(|message| message.number()))?;
            }
            plan::Output::Json => self.output.record(&Record::link(self.path, link, context))?,
            plan::Output::Files => {
                self.output.path(self.path)?;
                self.output.end()?;
                return Ok(ControlFlow::Break(()));
            }
            plan::Output::Nothing => return Ok(ControlFlow::Break(())),
            plan::Output::Count { .. } | plan::Output::Html(_) => {}
        }
        let enough = plan.max_count.is_some_and(|most| self.count >= most);
        Ok(if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn damage(&mut self, damage: &Damage) -> io::Result<()> {
        if self.damaged.replace(damage.offset()) != Some(damage.offset()) {
            self.output.summary.damaged += 1;
        }
        self.output.error(self.path, &damage.to_string())
    }

    /// Where something begins, in which message if in one.
    fn place(&self, position: Option<napkin::Position>, context: &Context<'_>) -> String {
        let mut place = self.path.display().to_string();
        if let Some(number) = context.message().and_then(|message| message.number()) {
            place = format!("{place}#{number}");
        }
        if let Some(position) = position {
            place = format!("{place}:{}:{}", position.line, position.column);
        }
        place
    }

    fn broken(&mut self, seen: &Break<'_>, context: &Context<'_>) -> io::Result<()> {
        if let plan::Output::Json = self.output.plan.output {
            return self.output.record(&Record::broken(self.path, seen, context));
        }
        if let plan::Output::Nothing | plan::Output::Files = self.output.plan.output {
            return Ok(());
        }
        let mut evidence: Vec<(&str, f32)> = seen.evidence().collect();
        evidence.sort_by(|(_, a), (_, b)| b.abs().total_cmp(&a.abs()));
        let named = |speaks: fn(f32) -> bool| -> String {
            let names: Vec<&str> =
                evidence.iter().filter(|&&(_, weight)| speaks(weight)).map(|&(name, _)| name).collect();
            if names.is_empty() { "nothing".to_string() } else { names.join(", ") }
        };
        let outcome = if seen.is_joined() { "joined" } else { "not joined" };
        let text = String::from_utf8_lossy(seen.text());
        let words: Vec<&str> = text.split_whitespace().collect();
        let (before, after) = (words.first().unwrap_or(&""), words.last().unwrap_or(&""));
        terminal::complain(&format!(
            "{}: {outcome} ({:.2}): \"{before}\" and \"{after}\"; for it: {}; against it: {}",
            self.place(seen.position(), context),
            seen.confidence(),
            named(|weight| weight > 0.0),
            named(|weight| weight < 0.0),
        ));
        Ok(())
    }

    fn refused(&mut self, refused: &Refused<'_>, context: &Context<'_>) -> io::Result<()> {
        if let plan::Output::Json = self.output.plan.output {
            return self.output.record(&Record::rejection(self.path, refused, context));
        }
        if let plan::Output::Nothing | plan::Output::Files = self.output.plan.output {
            return Ok(());
        }
        let place = self.place(refused.position(), context);
        let rejection = refused.rejection();
        let excerpt = Excerpt::around(refused.text(), refused.at() - refused.range().start, SHOWN);
        terminal::complain(&format!("{place}: refused: {} ({})", rejection.message(), rejection.rule()));
        terminal::show(&excerpt.line);
        // In UTF-16 the bytes of the source are not those of the text that is shown.
        if refused.range().len() == refused.text().len() {
            terminal::show(&format!("{:column$}^", "", column = excerpt.column));
        }
        Ok(())
    }
}

impl Sink for Found<'_, '_> {
    fn event(&mut self, event: Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        match &event {
            Event::Link(link) => return self.link(link, context),
            Event::Refused(refused) => self.refused(refused, context)?,
            Event::Break(seen) => self.broken(seen, context)?,
            Event::Message(_) => self.output.summary.messages += 1,
            Event::Damage(damage) => self.damage(damage)?,
            _ => {}
        }
        Ok(ControlFlow::Continue(()))
    }
}
