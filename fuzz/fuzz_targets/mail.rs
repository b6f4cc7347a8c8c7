//! Whatever the bytes, read as mail and as HTML: however they are cut into reads the same is found, and every piece is in
//! its message or document.

#![no_main]

use std::io::{self, Read};

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use napkin::{Context, Event, Finder, Kinds, html::HtmlFinder, mail::MailFinder};

#[derive(Arbitrary, Debug)]
struct Input {
    is_html: bool,
    all_parts: bool,
    headers: bool,
    /// Put in front of the bytes, so that more of them is mail.
    begins: Begins,
    bytes: Vec<u8>,
}

#[derive(Arbitrary, Debug)]
enum Begins {
    AsItIs,
    Mailbox,
    Mmdf,
    Babyl,
    Emlx,
    Multipart,
    Html,
    Base64,
    QuotedPrintable,
    Flowed,
    Charset,
}

impl Begins {
    fn head(&self) -> &'static str {
        match self {
            Begins::AsItIs => "",
            Begins::Mailbox => "From a@a.example Sat Nov 21 14:02:03 2026\n",
            Begins::Mmdf => "\x01\x01\x01\x01\nFrom: a\n",
            Begins::Babyl => "BABYL OPTIONS:\n\x1F\x0C\n1,,\nFrom: a\n\n*** EOOH ***\n",
            Begins::Emlx => "40\nFrom: a\n",
            Begins::Multipart => "From: a\nContent-Type: multipart/mixed; boundary=b\n\n--b\n",
            Begins::Html => "From: a\nContent-Type: text/html\n\n<a href='",
            Begins::Base64 => "From: a\nContent-Transfer-Encoding: base64\n\n",
            Begins::QuotedPrintable => "From: a\nContent-Transfer-Encoding: quoted-printable\n\nhttp://a.example/=\n",
            Begins::Flowed => "From: a\nContent-Type: text/plain; format=flowed\n\nhttp://a.example/ \n",
            Begins::Charset => "From: a\nContent-Type: text/plain; charset=iso-2022-jp\n\n",
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
        let message = context.message().map(|message| message.number());
        match event {
            Event::Link(link) => found.push(format!("{message:?} {} {:?} {:?}", link.url(), link.pieces(), link.position())),
            Event::Damage(damage) => found.push(format!("{message:?} {damage:?}")),
            _ => {}
        }
    };
    let searched = if input.is_html {
        HtmlFinder::new(finder).search_into(reader, &mut sink)
    } else {
        MailFinder::new(finder).all_parts(input.all_parts).headers(input.headers).search_into(reader, &mut sink)
    };
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
