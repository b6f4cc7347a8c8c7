//! Whatever the bytes, read as WARC: however they are cut into reads the same is found.

#![no_main]

use std::io::{self, Read};

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use napkin::{Context, Event, Finder, Kinds, warc::WarcFinder};

#[derive(Arbitrary, Debug)]
struct Input {
    limit: Option<u8>,
    /// Put in front of the bytes, so that more of them is a record.
    begins: Begins,
    bytes: Vec<u8>,
}

#[derive(Arbitrary, Debug)]
enum Begins {
    AsItIs,
    Header,
    Arc,
    Conversion,
    Page,
    Chunks,
    Packed,
}

impl Begins {
    fn head(&self) -> &'static str {
        match self {
            Begins::AsItIs => "",
            Begins::Header => "WARC/1.0\r\nWARC-Type: response\r\n",
            Begins::Arc => "filedesc://a 0 20090303102030 - 0\nhttp://a.example/ 0 20090303102030 - 50\nHTTP/1.1 200 OK\n\n",
            Begins::Conversion => "WARC/1.0\nWARC-Type: conversion\nContent-Length: 40\n\nhttp://a.example/ ",
            Begins::Page => "WARC/1.1\nWARC-Type: response\n\nHTTP/1.1 200 OK\nContent-Type: text/html\n\n<a href='",
            Begins::Chunks => {
                "WARC/1.1\nWARC-Type: response\n\nHTTP/1.1 200 OK\nContent-Type: text/plain\nTransfer-Encoding: chunked\n\n"
            }
            Begins::Packed => {
                "WARC/1.1\nWARC-Type: response\n\nHTTP/1.1 200 OK\nContent-Type: text/plain\nContent-Encoding: deflate\n\n"
            }
        }
    }
}

fuzz_target!(|input: Input| {
    let source = [input.begins.head().as_bytes(), &input.bytes].concat();
    let whole = search(&input, &source[..]);
    assert_eq!(search(&input, Trickle(&source)), whole);
});

/// What is found, as strings.
fn search(input: &Input, reader: impl Read) -> Vec<String> {
    let finder = Finder::builder().kinds(Kinds::ALL).positions(true).build().expect("options are right");
    let mut found = Vec::new();
    let mut sink = |event: Event<'_>, context: &Context<'_>| {
        let record = context.warc_record().map(|record| (record.number(), record.target()));
        match event {
            Event::Link(link) => found.push(format!("{record:?} {} {:?} {:?}", link.url(), link.pieces(), link.position())),
            Event::Damage(damage) => found.push(format!("{record:?} {damage}")),
            _ => {}
        }
    };
    let mut finder = WarcFinder::new(finder);
    if let Some(limit) = input.limit {
        finder = finder.limit(limit.into());
    }
    finder.search_into(reader, &mut sink).expect("memory can be read");
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
