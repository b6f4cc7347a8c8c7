//! Whatever the bytes, read as a calendar, cards or LDIF: however they are cut into reads the same is found, and every piece is in the source.

#![no_main]

use std::io::{self, Read};

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use napkin::{Context, Event, Finder, Format, InputFinder, Kinds};

#[derive(Arbitrary, Debug)]
struct Input {
    begins: Begins,
    bytes: Vec<u8>,
}

#[derive(Arbitrary, Debug)]
enum Begins {
    AsItIs,
    Calendar,
    Card,
    Ldif,
}

impl Begins {
    fn head(&self) -> &'static str {
        match self {
            Begins::AsItIs => "",
            Begins::Calendar => "BEGIN:VCALENDAR\r\nDESCRIPTION:See http://a.exam\r\n ple/b\\,",
            Begins::Card => "BEGIN:VCARD\nURL:http://a.example/\\\n nb",
            Begins::Ldif => "dn: cn=Sam\nlabeledURI: http://a.example/\n b",
        }
    }
}

fuzz_target!(|input: Input| {
    let source = [input.begins.head().as_bytes(), &input.bytes].concat();
    let whole = search(&source[..], source.len());
    assert_eq!(search(Trickle(&source), source.len()), whole);
});

/// What is found, as strings. Every offset is at most `length`.
fn search(reader: impl Read, length: usize) -> Vec<String> {
    let finder = Finder::builder().kinds(Kinds::ALL).positions(true).explain(true).build().expect("options are right");
    let mut found = Vec::new();
    let mut sink = |event: Event<'_>, _: &Context<'_>| {
        let range = event.range().expect("it stands somewhere");
        assert!(range.start <= range.end && range.end <= length, "{range:?}");
        found.push(format!("{range:?} {:?} {event:?}", event.position()));
    };
    let inputs = InputFinder::new(finder);
    let searched = inputs.search_with(&mut inputs.text().searcher(), Format::Folded, reader, &mut sink);
    searched.expect("memory can be read");
    found
}

/// Gives one byte a read.
struct Trickle<'t>(&'t [u8]);

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let end = buffer.len().min(1);
        self.0.read(&mut buffer[..end])
    }
}
