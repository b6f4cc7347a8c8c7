//! Anchors put into a document that is HTML already: everything else comes out byte for byte.

use std::{
    io::{self, Write},
    ops::Range,
};

use super::{
    anchor::{push_opening, shortened},
    escape::push_escaped,
    existing::{OnAnchor, replaced_tag},
    masking::MASK,
    spans::spans,
    writer::{Anchoring, Medium, Replacement},
};
use crate::{
    link::Link,
    sink::Event,
    source::{
        html::{Insertion, TextNodes},
        steps,
    },
    write::repeated::is_too_much,
};

/// How much is gathered before it is written.
const GATHERED: usize = 64 << 10;

/// A document that is being written with its anchors.
pub(crate) struct Splice<'l, 'f, W> {
    anchoring: &'l Anchoring,
    nodes: &'l TextNodes<'f>,
    /// What is asked about the anchors that are there, and the number of the next one.
    on_anchor: Option<&'l OnAnchor>,
    next_anchor: usize,
    writer: W,
    /// What is made and not written yet.
    html: Vec<u8>,
    /// Where in the file the next byte stands that is written.
    at: usize,
    /// The tags of one link, and where it stands; kept for their memory.
    tags: Vec<u8>,
    places: Vec<Range<usize>>,
}

impl<'l, 'f, W: Write> Splice<'l, 'f, W> {
    pub(crate) fn new(
        anchoring: &'l Anchoring,
        nodes: &'l TextNodes<'f>,
        on_anchor: Option<&'l OnAnchor>,
        writer: W,
    ) -> Splice<'l, 'f, W> {
        let (html, tags, places) = Default::default();
        Splice { anchoring, nodes, on_anchor, next_anchor: 0, writer, html, at: 0, tags, places }
    }

    /// Takes a link of the text, which is behind all that were taken.
    pub(crate) fn link(&mut self, link: Link<'_>) -> io::Result<()> {
        let mut places = std::mem::take(&mut self.places);
        places.clear();
        spans(&link).into_iter().for_each(|span| self.nodes.find_nodes(span, &mut places));
        // Anchors are asked about in the order of the document.
        if let Some(first) = places.first() {
            self.copy_up_to(first.start)?;
        }
        let range = link.range();
        let mut event = Event::Link(link);
        event.move_offsets(|offset, edge| self.nodes.source(offset, edge));
        let Event::Link(link) = event else { return Ok(()) };
        self.tags.clear();
        let is_utf8 = self.nodes.insertion() == Insertion::Utf8;
        let medium = if is_utf8 { Medium::Fragment } else { Medium::OtherCharset };
        let Some(replacement) = self.anchoring.replacement(&link, &mut self.tags, medium) else {
            self.places = places;
            return Ok(());
        };
        let Replacement { tag, last, shown } = replacement;
        if shown.is_some() {
            places.clear();
            self.nodes.find_nodes(range.clone(), &mut places);
        }
        if shown.is_none() && is_too_much(places.len(), last.len(), link.range().len()) {
            places.clear();
        }
        let is_turned = self.nodes.is_turned(range.start);
        let short = self.anchoring.short.filter(|_| places.len() == 1);
        let shown = shown.or_else(|| shortened(link.as_str(), short?));
        let wrote = match &shown {
            Some(shown) => self.write_shown(&places, shown, (!tag.is_empty()).then_some(last), &link, is_turned),
            None => self.write_pieces(&places, &tag, &last, is_turned),
        };
        self.places = places;
        wrote
    }

    /// Writes what is shown in the first of the places: it stands for all of them. Without a `tag` it is masked.
    fn write_shown(
        &mut self,
        places: &[Range<usize>],
        shown: &str,
        tag: Option<Range<usize>>,
        link: &Link<'_>,
        is_turned: bool,
    ) -> io::Result<()> {
        for (index, place) in places.iter().enumerate() {
            self.copy_up_to(place.start)?;
            if index == 0 {
                if let Some(tag) = &tag {
                    self.open(tag.clone(), Some(link.as_str()), is_turned);
                }
                self.insert(|html| push_escaped(html, shown));
                if tag.is_some() {
                    self.insert(|html| html.extend_from_slice(b"</a>"));
                }
            }
            self.at = place.end.max(self.at);
        }
        Ok(())
    }

    /// Writes an anchor around each of the places. The last has a tag by itself.
    fn write_pieces(
        &mut self,
        places: &[Range<usize>],
        tag: &Range<usize>,
        last: &Range<usize>,
        is_turned: bool,
    ) -> io::Result<()> {
        for (index, place) in places.iter().enumerate() {
            self.copy_up_to(place.start)?;
            let is_last = index + 1 == places.len();
            self.open(if is_last { last.clone() } else { tag.clone() }, None, is_turned);
            self.html.extend_from_slice(&self.nodes.file()[place.clone()]);
            self.insert(|html| html.extend_from_slice(b"</a>"));
            self.at = place.end.max(self.at);
        }
        Ok(())
    }

    /// Masks a stretch of the text, which is behind all that was taken.
    pub(crate) fn mask(&mut self, range: Range<usize>) -> io::Result<()> {
        let mut places = std::mem::take(&mut self.places);
        places.clear();
        self.nodes.find_nodes(range, &mut places);
        for (index, place) in places.iter().enumerate() {
            self.copy_up_to(place.start)?;
            if index == 0 {
                self.insert(|html| html.extend_from_slice(MASK.as_bytes()));
            }
            self.at = place.end.max(self.at);
        }
        self.places = places;
        Ok(())
    }

    /// Writes the rest of the document.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        self.copy_up_to(self.nodes.file().len())?;
        self.writer.write_all(&self.html)?;
        Ok(self.writer)
    }

    fn copy_up_to(&mut self, to: usize) -> io::Result<()> {
        while let Some(ask) = self.on_anchor
            && let Some((place, tag)) = self.nodes.anchor_tag(self.next_anchor).filter(|(place, _)| place.end <= to)
        {
            self.next_anchor += 1;
            steps::count(tag.len());
            if let Some(tag) = replaced_tag(tag, self.anchoring, ask) {
                self.copy(place.start)?;
                self.insert(|html| html.extend_from_slice(&tag));
                self.at = place.end;
            }
        }
        self.copy(to)
    }

    fn copy(&mut self, to: usize) -> io::Result<()> {
        let file = self.nodes.file();
        let copied = file.get(self.at..to).unwrap_or_default();
        steps::count(copied.len());
        self.html.extend_from_slice(copied);
        self.at = to.max(self.at);
        if self.html.len() >= GATHERED {
            self.writer.write_all(&self.html)?;
            self.html.clear();
        }
        Ok(())
    }

    /// Writes a tag, with what was `written` in its title unless it has one.
    fn open(&mut self, tag: Range<usize>, written: Option<&str>, is_turned: bool) {
        let tags = std::mem::take(&mut self.tags);
        steps::count(tag.len() + written.map_or(0, str::len));
        self.insert(|html| push_opening(html, &tags[tag], written, is_turned));
        self.tags = tags;
    }

    /// Appends what `write` does, as the file is written.
    fn insert(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        if self.nodes.insertion() == Insertion::Utf8 {
            return write(&mut self.html);
        }
        let mut inserted = Vec::new();
        write(&mut inserted);
        for c in String::from_utf8_lossy(&inserted).chars() {
            match self.nodes.insertion() {
                Insertion::Utf16Le | Insertion::Utf16Be => {
                    let is_little = self.nodes.insertion() == Insertion::Utf16Le;
                    for unit in c.encode_utf16(&mut [0; 2]) {
                        let bytes = if is_little { unit.to_le_bytes() } else { unit.to_be_bytes() };
                        self.html.extend_from_slice(&bytes);
                    }
                }
                _ if c.is_ascii() => self.html.push(c as u8),
                _ => self.html.extend_from_slice(format!("&#{};", u32::from(c)).as_bytes()),
            }
        }
    }
}
