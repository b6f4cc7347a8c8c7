//! Tells what a search makes of many texts: the links that evidence can change, and the evidence at each break.
//!
//! Each line of standard input is an object with a `text`; for each, a line goes to standard output, in the same order. The
//! argument is the level: `auto`, `eager`, `delimited`, or the confidence that a join needs.

use std::{
    env,
    error::Error,
    io::{self, BufRead, Write},
    ops::ControlFlow,
};

use napkin::{Context, Event, Finder, Kinds, Rejoin, Sink};
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
struct Row {
    text: String,
    /// All kinds, where not the default ones.
    #[serde(default)]
    all_kinds: bool,
}

#[derive(Default, Serialize)]
struct Found {
    links: Vec<Link>,
    breaks: Vec<Break>,
}

#[derive(Serialize)]
struct Link {
    start: usize,
    end: usize,
    url: String,
    delimiter: &'static str,
    pieces: usize,
    confidence: Option<f32>,
}

#[derive(Serialize)]
struct Break {
    start: usize,
    at: usize,
    end: usize,
    confidence: f32,
    is_joined: bool,
    evidence: Vec<&'static str>,
}

impl Sink for Found {
    fn event(&mut self, event: Event<'_>, _: &Context<'_>) -> io::Result<ControlFlow<()>> {
        match event {
            Event::Link(link) => self.links.push(Link {
                start: link.range().start,
                end: link.range().end,
                url: link.url().to_owned(),
                delimiter: link.delimiter().name(),
                pieces: link.pieces().len(),
                confidence: link.rejoined().map(|rejoined| rejoined.confidence),
            }),
            Event::Break(seen) => self.breaks.push(Break {
                start: seen.range().start,
                at: seen.at(),
                end: seen.range().end,
                confidence: seen.confidence(),
                is_joined: seen.is_joined(),
                evidence: seen.evidence().map(|(name, _)| name).collect(),
            }),
            _ => {}
        }
        Ok(ControlFlow::Continue(()))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let level = match env::args().nth(1).as_deref() {
        None | Some("auto") => Rejoin::Auto,
        Some("eager") => Rejoin::Eager,
        Some("delimited") => Rejoin::Delimited,
        Some(confidence) => Rejoin::AtLeast(confidence.parse()?),
    };
    let finder = |kinds| Finder::builder().kinds(kinds).rejoin(level).explain(true).build();
    let (usual, all) = (finder(Kinds::default())?, finder(Kinds::ALL)?);
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let row: Row = serde_json::from_str(&line?)?;
        let mut found = Found::default();
        let finder = if row.all_kinds { &all } else { &usual };
        finder.search_into(row.text.as_bytes(), &mut found)?;
        serde_json::to_writer(&mut out, &found)?;
        out.write_all(b"\n")?;
    }
    out.flush()?;
    Ok(())
}
