//! Every HTML document of the corpus: as a whole, in reads of every size, cut at every byte, as part of a message, and
//! through a pipe.

use std::{
    io::{self, Cursor, Read},
    ops::{ControlFlow, Range},
};

use napkin::{Context, Event, Finder, Link, Refused, Sink, html::HtmlFinder, mail::MailFinder};
use serde::Deserialize;

use crate::support::cases::{self, unescape};

/// A document and what is to be found in it; `corpus/README.md` explains the fields.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    text: Option<String>,
    bytes: Option<String>,
    base: Option<String>,
    links: Vec<Expected>,
    #[serde(default)]
    refused: Vec<ExpectedRefused>,
    #[serde(default)]
    #[expect(dead_code, reason = "it is for who reads the case")]
    why: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    url: String,
    text: Option<String>,
    pieces: Option<Vec<String>>,
    attribute: Option<String>,
    delimiter: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExpectedRefused {
    rule: String,
    at: usize,
}

/// A link as it was found: its URL, its pieces, its attribute and its delimiter.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Found {
    url: String,
    pieces: Vec<Range<usize>>,
    attribute: String,
    delimiter: String,
    position: Option<(usize, usize)>,
}

/// All that a search says.
#[derive(Debug, Default, PartialEq, Eq)]
struct Findings {
    links: Vec<Found>,
    refused: Vec<(String, usize)>,
}

impl Findings {
    fn link(&mut self, link: &Link<'_>) {
        let attribute = link.attribute().map(|attribute| format!("{} {}", attribute.element(), attribute.name()));
        self.links.push(Found {
            url: link.url().to_string(),
            pieces: link.pieces().to_vec(),
            attribute: attribute.unwrap_or_default(),
            delimiter: link.delimiter().name().to_string(),
            position: link.position().map(|position| (position.line, position.column)),
        });
    }

    fn refused(&mut self, refused: &Refused<'_>) {
        assert!(refused.range().contains(&refused.at()) || refused.range().end == refused.at(), "{refused:?}");
        self.refused.push((refused.rejection().rule().to_string(), refused.at()));
    }
}

impl Sink for Findings {
    fn event(&mut self, event: Event<'_>, _: &Context<'_>) -> io::Result<ControlFlow<()>> {
        match &event {
            Event::Link(link) => self.link(link),
            Event::Refused(refused) => self.refused(refused),
            Event::Damage(damage) => panic!("{damage}"),
            _ => {}
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl Case {
    fn document(&self) -> Vec<u8> {
        match (&self.text, &self.bytes) {
            (Some(text), None) => text.clone().into_bytes(),
            (None, Some(escaped)) => unescape(escaped),
            _ => panic!("{}: either text or bytes", self.name),
        }
    }

    fn finder(&self) -> Finder {
        let finder = Finder::builder().explain(true).positions(true);
        let finder = match &self.base {
            Some(base) => finder.base(base),
            None => finder,
        };
        finder.build().expect("the options are right")
    }

    fn search(&self, reader: impl Read) -> Findings {
        let mut findings = Findings::default();
        HtmlFinder::new(self.finder()).search_into(reader, &mut findings).expect("neither reading nor finding fails");
        findings
    }

    fn check(&self, document: &[u8], findings: &Findings) {
        let refused: Vec<_> = self.refused.iter().map(|refused| (refused.rule.clone(), refused.at)).collect();
        assert_eq!(findings.refused, refused, "{}", self.name);
        let urls: Vec<&str> = findings.links.iter().map(|link| link.url.as_str()).collect();
        let expected: Vec<&str> = self.links.iter().map(|link| link.url.as_str()).collect();
        assert_eq!(urls, expected, "{}", self.name);
        for (found, expected) in findings.links.iter().zip(&self.links) {
            let attribute = expected.attribute.as_deref().unwrap_or_default();
            let delimiter = expected.delimiter.as_deref().unwrap_or(match attribute {
                "" => "bare",
                _ => "attribute",
            });
            assert_eq!((found.attribute.as_str(), found.delimiter.as_str()), (attribute, delimiter), "{}", self.name);
            let one = vec![expected.text.clone().unwrap_or_else(|| expected.url.clone())];
            let pieces = expected.pieces.as_ref().unwrap_or(&one);
            let pieces: Vec<Vec<u8>> = pieces.iter().map(|piece| unescape(piece)).collect();
            let written: Vec<&[u8]> = found.pieces.iter().map(|piece| &document[piece.clone()]).collect();
            assert_eq!(written, pieces, "{}", self.name);
        }
    }
}

fn cases() -> Vec<Case> {
    cases::load("html")
}

/// Reads so many bytes at a time.
struct Slow<'a>(&'a [u8], usize);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = buffer.len().min(self.0.len()).min(self.1);
        buffer[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

#[test]
fn every_document_is_read_as_it_should_be() {
    for case in cases() {
        let document = case.document();
        let whole = case.search(&document[..]);
        case.check(&document, &whole);
        for size in [1, 7] {
            assert_eq!(case.search(Slow(&document, size)), whole, "{}", case.name);
        }
        for cut in 0..document.len() {
            let (before, after) = document.split_at(cut);
            assert_eq!(case.search(before.chain(after)), whole, "{}: {cut}", case.name);
        }
    }
}

#[test]
fn a_document_that_is_cut_off_anywhere_does_no_harm() {
    for case in cases() {
        let document = case.document();
        let whole = case.search(&document[..]);
        for cut in 0..document.len() {
            let found = case.search(&document[..cut]);
            // A value that is there is in its place: a tag that has lost its end is none.
            for link in found.links.iter().filter(|link| !link.attribute.is_empty()) {
                let is_there = whole.links.iter().any(|other| other.pieces == link.pieces);
                assert!(is_there, "{}: {cut}: {link:?}", case.name);
            }
        }
    }
}

/// Numbers that are different each time and the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end.max(1) as u64) as usize
    }
}

#[test]
fn damaged_documents_do_no_harm_and_every_link_is_in_its_place() {
    let cases = cases();
    let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
    for round in 0..5_000 {
        let (first, second) = (&cases[numbers.below(cases.len())], &cases[numbers.below(cases.len())]);
        let mut bytes = [first.document(), second.document()].concat();
        for _ in 0..numbers.below(12) {
            let (at, other) = (numbers.below(bytes.len()), numbers.below(bytes.len()));
            match numbers.below(4) {
                0 => bytes[at] = b"\n\r -:=;\"'<>/!&#x\0\xFF\xC3\t"[numbers.below(20)],
                1 => drop(bytes.drain(at.min(other)..at.max(other).min(at.min(other) + 20))),
                2 => bytes.insert(at, b"<>&;\"'\r"[numbers.below(7)]),
                _ => {
                    let piece = bytes[at..bytes.len().min(at + 40)].to_vec();
                    bytes.splice(other..other, piece);
                }
            }
        }
        let found = first.search(&bytes[..]);
        assert_eq!(first.search(Slow(&bytes, 1 + numbers.below(50))), found, "{round}");
        let mut last = 0;
        for link in &found.links {
            let (start, end) = (link.pieces[0].start, link.pieces[link.pieces.len() - 1].end);
            assert!(last <= start && start < end && end <= bytes.len(), "{round}: {link:?}");
            // What is a plain value stands there as it is.
            let is_plain = !link.attribute.is_empty() && bytes[start..end].starts_with(b"http://");
            if is_plain && bytes.is_ascii() && !bytes[start..end].iter().any(|byte| b"&[]#{}|^`% \t\r\n".contains(byte))
            {
                assert_eq!(bytes[start..end], *link.url.as_bytes(), "{round}");
            }
            last = start;
        }
    }
}

#[test]
fn a_part_of_a_message_is_a_document() {
    for case in cases() {
        let document = case.document();
        let alone = case.search(&document[..]);
        let message = [b"From: sam@a.example\nContent-Type: text/html\n\n", &document[..]].concat();
        let mut found = Findings::default();
        MailFinder::new(case.finder()).search_into(Cursor::new(message), &mut found).unwrap();
        let urls = |findings: &Findings| -> Vec<(String, String)> {
            findings.links.iter().map(|link| (link.url.clone(), link.attribute.clone())).collect()
        };
        // As part of a message UTF-16 has to be encoded: its line ends are not those of the message.
        assert_eq!(urls(&found), urls(&alone), "{}", case.name);
    }
}

#[test]
fn an_anchor_that_a_gateway_rewrote_is_unwrapped() {
    let page = "<a href='https://www.google.com/url?q=http://a.example/soup&amp;sa=D'>http://a.example/soup</a>";
    let finder = HtmlFinder::new(Finder::builder().unwrap_redirects(true).build().unwrap());
    let links = finder.find_all(page);
    assert_eq!(links.iter().map(Link::url).collect::<Vec<_>>(), ["http://a.example/soup"]);
    assert_eq!(links[0].written(), Some("https://www.google.com/url?q=http://a.example/soup&sa=D"));
    assert_eq!(HtmlFinder::new(Finder::new()).find_all(page).len(), 2);
}

#[test]
fn what_leads_nowhere_is_found_by_who_asks_for_it() {
    let page = "<a href='JavaScript:soup()'>x</a><img src='data:,soup'><img src='cid:soup@a.example'>";
    let finder = Finder::builder().schemes(["javascript", "cid"]).build().unwrap();
    let links = HtmlFinder::new(finder).find_all(page);
    assert_eq!(links.iter().map(Link::url).collect::<Vec<_>>(), ["JavaScript:soup()", "cid:soup@a.example"]);
    assert_eq!(HtmlFinder::new(Finder::new()).find_all(page), []);
}

#[test]
fn lines_are_those_of_the_source() {
    let case = Case {
        name: "lines".to_string(),
        text: Some("<p>\r\n <a href='http://a.example/'>x</a>\nhttp://b.example/\n".to_string()),
        bytes: None,
        base: None,
        links: Vec::new(),
        refused: Vec::new(),
        why: String::new(),
    };
    let found = case.search(&case.document()[..]);
    let positions: Vec<_> = found.links.iter().map(|link| link.position).collect();
    assert_eq!(positions, [Some((2, 11)), Some((3, 1))]);
}

#[test]
fn a_document_above_the_limit_is_searched_as_text_and_named() {
    let document = "<a href='http://a.example/'>x</a> http://b.example/ <!-- http://c.example/ -->";
    for (limit, links) in [(document.len(), 2), (document.len() - 1, 3)] {
        let mut found = Findings::default();
        let searched = HtmlFinder::new(Finder::new()).limit(limit).search_into(document.as_bytes(), &mut found);
        assert_eq!((searched.is_ok(), found.links.len()), (links == 2, links));
        if let Err(error) = searched {
            assert!(error.to_string().contains("is larger than 77 bytes"), "{error}");
        }
    }
}

#[test]
fn a_read_that_fails_is_told_after_what_was_read() {
    struct Failing;

    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("gone"))
        }
    }

    let document = b"<a href='http://a.example/'>x</a>";
    let mut found = Findings::default();
    let error = HtmlFinder::new(Finder::new()).search_into(document.chain(Failing), &mut found).unwrap_err();
    assert_eq!((error.to_string(), found.links.len()), (format!("reading failed at byte {}", document.len()), 1));
}

#[test]
fn the_corpus_is_in_order() {
    let mut names: Vec<String> = cases().into_iter().map(|case| case.name).collect();
    names.sort();
    let twice: Vec<&[String]> = names.windows(2).filter(|pair| pair[0] == pair[1]).collect();
    assert!(twice.is_empty() && names.len() >= 20, "{} documents, {twice:?}", names.len());
}
