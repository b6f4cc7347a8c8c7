//! What comes out, written to standard output.

use std::{
    io::{self, BufWriter, StdoutLock, Write},
    ops::ControlFlow,
    path::Path,
};

use napkin::{
    Break, Context, Delimiter, Event, Link, Refused, Sink,
    mail::Damage,
    write::{Fields, Json, List, Record, Summary, Visible},
};

use crate::{
    check::Excerpt,
    plan::{self, Plan},
    stats::{Seen, lines},
    terminal,
};

/// How much is gathered before it is written, when nobody watches it appear.
const BUFFER: usize = 128 << 10;

/// The longest part of a refused candidate that a message shows, in columns.
const SHOWN: usize = 96;

/// Standard output, and what is remembered from one input to the next.
pub struct Output<'p> {
    plan: &'p Plan,
    writer: Writer,
    /// What is remembered where each URL is printed once.
    seen: Option<Seen>,
    /// How it goes.
    pub summary: Summary,
}

/// What writes what is found.
enum Writer {
    List(List<Out>),
    Json(Json<Out>),
}

type Out = BufWriter<StdoutLock<'static>>;

impl Writer {
    fn out(&mut self) -> &mut Out {
        match self {
            Writer::List(list) => list.get_mut(),
            Writer::Json(json) => json.get_mut(),
        }
    }
}

impl<'p> Output<'p> {
    /// Nothing has been written yet.
    pub fn new(plan: &'p Plan) -> Output<'p> {
        let tells = plan.stats && matches!(plan.output, plan::OutputKind::List(_) | plan::OutputKind::Json);
        let seen = plan.unique.map(|how| Seen::new(how, plan.grammar, tells));
        let out = BufWriter::with_capacity(BUFFER, io::stdout().lock());
        let list = |out, fields| {
            let list = List::new(out).fields(fields).end(plan.end);
            Writer::List(list.colours(plan.coloured).watched(plan.terminal))
        };
        let writer = match plan.output {
            plan::OutputKind::Json => Writer::Json(Json::new(out).end(plan.end).watched(plan.terminal)),
            plan::OutputKind::List(fields) | plan::OutputKind::Count(fields) => list(out, fields),
            plan::OutputKind::Files | plan::OutputKind::Html(_) | plan::OutputKind::Nothing => {
                list(out, Fields::default())
            }
        };
        Output { plan, writer, seen, summary: Summary::default() }
    }

    /// A sink for what is found in the input called `path`.
    pub fn input<'o>(&'o mut self, path: &'o Path) -> Found<'o, 'p> {
        match &mut self.writer {
            Writer::List(list) => list.set_path(path),
            Writer::Json(json) => json.set_path(path.to_string_lossy()),
        }
        Found { output: self, path, count: 0, damaged: None }
    }

    /// Where HTML goes.
    pub fn html(&mut self) -> Box<dyn Write + '_> {
        let out = self.writer.out();
        if self.plan.terminal { Box::new(Visible(out)) } else { Box::new(out) }
    }

    /// Reports an input that can't be had.
    pub fn error(&mut self, path: &Path, message: &str) -> io::Result<()> {
        terminal::complain(&format!("{}: {message}", path.display()));
        match &mut self.writer {
            Writer::Json(json) => json.record(&Record::error(message).path(path.to_string_lossy())),
            Writer::List(_) => Ok(()),
        }
    }

    /// Tells how often each URL was found, and how it all went.
    pub fn finish(&mut self) -> io::Result<()> {
        let Some(seen) = self.seen.take_if(|_| self.plan.stats) else { return self.summarise() };
        for occurrences in seen.occurrences() {
            match &mut self.writer {
                Writer::Json(json) => json.record(&Record::occurrences(occurrences))?,
                Writer::List(list) => list.occurrences(&occurrences)?,
            }
        }
        self.summary.unique = Some(seen.count());
        self.summarise()
    }

    fn summarise(&mut self) -> io::Result<()> {
        let is_told =
            self.plan.stats && !matches!(self.plan.output, plan::OutputKind::Html(_) | plan::OutputKind::Nothing);
        match &mut self.writer {
            _ if !is_told => Ok(()),
            Writer::Json(json) => json.record(&Record::summary(self.summary)),
            // The list is for programs, and this is for people.
            Writer::List(list) => {
                list.get_mut().flush()?;
                lines(&self.summary).for_each(|line| terminal::tell(&line));
                Ok(())
            }
        }
    }

    /// Writes out what has been gathered.
    pub fn flush(&mut self) -> io::Result<()> {
        self.writer.out().flush()
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
        if let (plan::OutputKind::Count(_), Writer::List(list)) = (&self.output.plan.output, &mut self.output.writer) {
            list.count(self.count)?;
        }
        Ok((self.count > 0, self.damaged.is_some()))
    }

    fn link(&mut self, link: &Link<'_>, event: &Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        let plan = self.output.plan;
        self.output.summary.links += 1;
        let is_delimited = matches!(link.delimiter(), Delimiter::Angle | Delimiter::Quote);
        self.output.summary.joined += u64::from(link.rejoined().is_some() && !is_delimited);
        if self.output.seen.as_mut().is_some_and(|seen| !seen.is_first(link.url(), context.message())) {
            return Ok(ControlFlow::Continue(()));
        }
        self.count += 1;
        match (&plan.output, &mut self.output.writer) {
            // How often a URL was found is known at the end.
            (plan::OutputKind::List(_), _) if plan.stats && plan.unique.is_some() => {}
            (plan::OutputKind::List(_), Writer::List(list)) => list.link(link, context)?,
            (plan::OutputKind::Files, Writer::List(list)) => {
                list.file()?;
                return Ok(ControlFlow::Break(()));
            }
            (plan::OutputKind::Nothing, _) => return Ok(ControlFlow::Break(())),
            (_, Writer::Json(json)) => json.found(event, context)?,
            _ => {}
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

    fn broken(&self, seen: &Break<'_>, context: &Context<'_>) {
        if let plan::OutputKind::Nothing | plan::OutputKind::Files = self.output.plan.output {
            return;
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
    }

    fn refused(&self, refused: &Refused<'_>, context: &Context<'_>) {
        if let plan::OutputKind::Nothing | plan::OutputKind::Files = self.output.plan.output {
            return;
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
    }
}

impl Sink for Found<'_, '_> {
    fn event(&mut self, event: Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        match (&event, &mut self.output.writer) {
            (Event::Link(link), _) => return self.link(link, &event, context),
            (Event::Refused(_) | Event::Break(_), Writer::Json(json)) => json.found(&event, context)?,
            (Event::Refused(refused), Writer::List(_)) => self.refused(refused, context),
            (Event::Break(seen), Writer::List(_)) => self.broken(seen, context),
            (Event::Message(_), _) => self.output.summary.messages += 1,
            (Event::Damage(damage), _) => self.damage(damage)?,
            _ => {}
        }
        Ok(ControlFlow::Continue(()))
    }
}
