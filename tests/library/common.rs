//! What the tests over whole texts share: what was found as plain data, and every way of reading a text.

use std::{
    collections::VecDeque,
    io::{self, Read},
    ops::{ControlFlow, Range},
};

use napkin::{Context, Event, Finder, Link, Refused, Sink};

/// A link as plain data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub url: String,
    pub pieces: Vec<Range<usize>>,
    pub kind: &'static str,
    pub delimiter: &'static str,
    pub alternative: Option<String>,
    /// Whether it was put together from several pieces.
    pub joined: bool,
    /// The notation whose escapes stand between its pieces.
    pub escaped: Option<&'static str>,
    /// The part that was broken, where that is worth knowing.
    pub inside: Option<&'static str>,
}

impl Found {
    pub fn new(link: &Link) -> Found {
        Found {
            url: link.url().to_string(),
            pieces: link.pieces().to_vec(),
            kind: link.kind().name(),
            delimiter: link.delimiter().name(),
            alternative: link.alternative().map(String::from),
            joined: link.rejoined().is_some(),
            escaped: link.escapes().map(|notation| notation.name()),
            inside: link.rejoined().and_then(|rejoined| rejoined.inside).map(|part| part.name()),
        }
    }

    pub fn range(&self) -> Range<usize> {
        self.pieces[0].start..self.pieces[self.pieces.len() - 1].end
    }
}

/// A refused candidate as plain data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub range: Range<usize>,
    pub at: usize,
    pub rule: &'static str,
}

impl Refusal {
    fn new(refused: &Refused) -> Refusal {
        Refusal { range: refused.range(), at: refused.at(), rule: refused.rejection().rule() }
    }
}

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    pub links: Vec<Found>,
    /// Empty unless the finder explains.
    pub refused: Vec<Refusal>,
}

/// The links of a text in memory.
pub fn find(finder: &Finder, text: &[u8]) -> Vec<Found> {
    finder.find_iter(text).map(|link| Found::new(&link)).collect()
}

/// The findings in a text that comes in reads of these sizes, the rest in one.
///
/// Panics when the stretches that settle are not the text, or when a link stands in two of them.
pub fn search(finder: &Finder, text: &[u8], reads: impl IntoIterator<Item = usize>) -> Findings {
    let mut collector = Collector::default();
    let reader = Cut { text, reads: reads.into_iter().collect() };
    finder.search_into(reader, &mut collector).expect("neither the reader nor the sink fails");
    assert_eq!(collector.settled, text, "the stretches are the text");
    collector.findings
}

/// A reader that hands out its text in reads of given sizes.
struct Cut<'t> {
    text: &'t [u8],
    reads: VecDeque<usize>,
}

impl Read for Cut<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let wanted = self.reads.pop_front().unwrap_or(usize::MAX).max(1);
        let count = wanted.min(buffer.len()).min(self.text.len());
        if wanted != usize::MAX && wanted > count && count < self.text.len() {
            self.reads.push_front(wanted - count);
        }
        let (read, rest) = self.text.split_at(count);
        buffer[..count].copy_from_slice(read);
        self.text = rest;
        Ok(count)
    }
}

/// Keeps all that a search hands out, and checks what a sink may rely on.
#[derive(Default)]
struct Collector {
    findings: Findings,
    settled: Vec<u8>,
}

impl Sink for Collector {
    fn event(&mut self, event: Event<'_>, _: &Context<'_>) -> io::Result<ControlFlow<()>> {
        match event {
            Event::Link(link) => {
                assert!(link.range().start >= self.settled.len(), "a link in what was already settled");
                self.findings.links.push(Found::new(&link));
            }
            Event::Refused(refused) => self.findings.refused.push(Refusal::new(&refused)),
            _ => {}
        }
        Ok(ControlFlow::Continue(()))
    }

    fn settled(&mut self, text: &[u8]) -> io::Result<ControlFlow<()>> {
        self.settled.extend_from_slice(text);
        let end = self.settled.len();
        let open = self.findings.links.last().map(Found::range).filter(|link| link.start < end && end < link.end);
        assert_eq!(open, None, "a link in two stretches");
        Ok(ControlFlow::Continue(()))
    }
}
