//! The mailboxes that are searched: mostly text, as people write it, short notes, and the awkward messages of the corpus.

use std::{fs, path::Path};

use serde::Deserialize;

use napkin_benches::{Input, writer::Writer};

/// A mailbox and what there is to find in it.
pub struct Mailbox {
    name: &'static str,
    /// The mailbox itself.
    pub bytes: Vec<u8>,
    /// The same for who wants UTF-8.
    pub text: String,
    /// How many messages are in it.
    pub messages: usize,
    /// How many URLs a reader would see in them.
    pub urls: usize,
    /// Whether there is nothing in it that readers of mail disagree about.
    pub is_plain: bool,
}

impl Input for Mailbox {
    fn name(&self) -> &str {
        self.name
    }

    fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// All mailboxes, of about `size` bytes each.
pub fn all(size: usize) -> [Mailbox; 3] {
    [letters(size), notes(size), corpus(size)]
}

/// Messages of 1 to 10 KB with a URL per KB of text: three in five are plain, the others quoted-printable, base64, or
/// have an HTML form beside the plain one.
fn letters(size: usize) -> Mailbox {
    written("letters", letter, size)
}

/// Messages of 400 to 800 bytes, half of them header, as people send them to each other all day: plain text, and a URL in every other one.
fn notes(size: usize) -> Mailbox {
    written("notes", note, size)
}

/// Messages that are written one after the other.
fn written(name: &'static str, write: fn(&mut Writer) -> String, size: usize) -> Mailbox {
    let mut writer = Writer::new(16 << 10);
    let (mut bytes, mut messages) = (Vec::with_capacity(size + (64 << 10)), 0);
    while bytes.len() < size {
        let message = write(&mut writer);
        add(&mut bytes, message.as_bytes());
        messages += 1;
    }
    done(name, bytes, messages, writer.urls, true)
}

/// The messages of the corpus, again and again: 500 bytes each, and something is special about every one.
fn corpus(size: usize) -> Mailbox {
    let cases = cases();
    let (mut bytes, mut messages, mut urls) = (Vec::with_capacity(size + (64 << 10)), 0, 0);
    while bytes.len() < size {
        for case in &cases {
            add(&mut bytes, &case.message());
            urls += case.links.len();
        }
        messages += cases.len();
    }
    done("corpus", bytes, messages, urls, false)
}

fn done(name: &'static str, bytes: Vec<u8>, messages: usize, urls: usize, is_plain: bool) -> Mailbox {
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Mailbox { name, bytes, text, messages, urls, is_plain }
}

/// Adds a message as mboxrd has it.
fn add(mailbox: &mut Vec<u8>, message: &[u8]) {
    mailbox.extend_from_slice(b"From kim@a.example Sat Nov 21 14:02:09 2026\n");
    for line in message.split_inclusive(|&byte| byte == b'\n') {
        let marks = line.iter().take_while(|&&byte| byte == b'>').count();
        if line[marks..].starts_with(b"From ") {
            mailbox.push(b'>');
        }
        mailbox.extend_from_slice(line);
    }
    mailbox.extend_from_slice(if message.ends_with(b"\n") { b"\n" } else { b"\n\n" });
}

/// A message with its header.
fn letter(writer: &mut Writer) -> String {
    let header = header(writer);
    let text = text(writer);
    match writer.below(20) {
        0..6 => {
            let ascii: String = text.chars().map(|c| if c.is_ascii() { c } else { '?' }).collect();
            format!("{header}Content-Type: text/plain; charset=us-ascii\n\n{ascii}")
        }
        6..12 => {
            format!("{header}Content-Type: text/plain; charset=\"UTF-8\"\nContent-Transfer-Encoding: 8bit\n\n{text}")
        }
        12..15 => format!(
            "{header}Content-Type: text/plain; charset=utf-8; format=fixed\n\
             Content-Transfer-Encoding: quoted-printable\n\n{}",
            quoted_printable(&text)
        ),
        15..17 => format!(
            "{header}Content-Type: text/plain; charset=\"utf-8\"\nContent-Transfer-Encoding: base64\n\n{}",
            base64(&text)
        ),
        _ => {
            let html = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('\n', "<br>\n");
            let html = quoted_printable(&format!("<html><body><div dir=\"ltr\">{html}</div></body></html>\n"));
            format!(
                "{header}Content-Type: multipart/alternative; boundary=\"000000000000a1b2c3d4\"\n\n\
                 --000000000000a1b2c3d4\nContent-Type: text/plain; charset=\"UTF-8\"\n\
                 Content-Transfer-Encoding: 8bit\n\n{text}\n--000000000000a1b2c3d4\n\
                 Content-Type: text/html; charset=\"UTF-8\"\nContent-Transfer-Encoding: quoted-printable\n\n{html}\n\
                 --000000000000a1b2c3d4--\n"
            )
        }
    }
}

/// A message of a few sentences with the header that a program for mail gives it.
fn note(writer: &mut Writer) -> String {
    let [minute, id] = [60, 1_000_000].map(|bound| writer.below(bound));
    let [from, to, own] = std::array::from_fn(|_| writer.make_address());
    writer.out.clear();
    writer.line();
    writer.sentence("");
    (0..writer.below(4)).for_each(|_| writer.sentence(""));
    if writer.below(2) == 0 {
        writer.url("");
    }
    writer.paragraph();
    format!(
        "From: Kim Example <{from}>\nTo: {to}\nSubject: Re: what is written on the napkin\n\
         Date: Sat, 21 Nov 2026 14:{minute:02}:09 +0000\nMessage-ID: <{id}.{own}>\nMIME-Version: 1.0\n\
         Content-Type: text/plain; charset=\"UTF-8\"\nContent-Transfer-Encoding: 8bit\n\n{}Kim\n",
        writer.out
    )
}

/// The header of a message that came by a mailing list, but for what it says of the body.
fn header(writer: &mut Writer) -> String {
    let (minute, id) = (writer.below(60), writer.below(1_000_000));
    let date = format!("Sat, 21 Nov 2026 14:{minute:02}:09 +0000");
    let [path, rcpt, from, to, cc, own, parent] = std::array::from_fn(|_| writer.make_address());
    format!(
        "Return-Path: <{path}>\nDelivered-To: {rcpt}\n\
         Received: from mx1.example.net (mx1.example.net [192.0.2.1])\n\tby mx2.example.org with ESMTPS id {id:06x}\n\
         \tfor <{rcpt}>; {date}\nReceived: by mx1.example.net (Postfix, from userid 1000)\n\tid {id:08x}; {date}\n\
         Date: {date}\nFrom: Kim Example <{from}>\nTo: {to}\nCc: \"The list\" <{cc}>\n\
         Subject: Re: what is written on the napkin\nMessage-ID: <{id}.{own}>\nIn-Reply-To: <{id}.{parent}>\n\
         References: <{id}.{parent}>\nList-Id: The list <list.example.org>\nX-Mailer: Kim 1.0\nMIME-Version: 1.0\n"
    )
}

/// What somebody wrote: a reply with what it replies to, and a signature.
fn text(writer: &mut Writer) -> String {
    writer.out.clear();
    writer.line();
    writer.out += "On Sat, 21 Nov 2026 at 14:02, Sam wrote:\n";
    for _ in 0..3 {
        writer.sentence("> ");
    }
    writer.paragraph();
    let length = 800 + writer.below(7_200);
    while writer.out.len() < length {
        for _ in 0..12 {
            writer.sentence("");
        }
        writer.url("");
        writer.paragraph();
    }
    writer.out += "-- \nKim, room 12, from 10:00 to 12:30\n";
    writer.out.clone()
}

/// Quoted-printable (RFC 2045, 6.7).
fn quoted_printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    for line in text.split_inclusive('\n') {
        let mut column = 0;
        let content = line.trim_end_matches('\n');
        for (at, byte) in content.bytes().enumerate() {
            let is_last = at + 1 == content.len();
            let is_plain = matches!(byte, b'!'..=b'<' | b'>'..=b'~') || byte == b' ' && !is_last;
            let width = if is_plain { 1 } else { 3 };
            if column + width > 75 {
                out.push_str("=\n");
                column = 0;
            }
            column += width;
            if is_plain { out.push(char::from(byte)) } else { out.push_str(&format!("={byte:02X}")) }
        }
        out.push_str(&line[content.len()..]);
    }
    out
}

/// Base64 in lines (RFC 2045, 6.8).
fn base64(text: &str) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(text.len() * 3 / 2);
    for line in text.as_bytes().chunks(57) {
        for group in line.chunks(3) {
            let bits = (0..3).fold(0, |bits, at| bits << 8 | usize::from(group.get(at).copied().unwrap_or_default()));
            for digit in 0..4 {
                let is_there = digit <= group.len();
                out.push(if is_there { char::from(DIGITS[bits >> (18 - 6 * digit) & 63]) } else { '=' });
            }
        }
        out.push('\n');
    }
    out
}

#[derive(Deserialize)]
struct File {
    case: Vec<Case>,
}

/// What matters here of a message of the corpus; `corpus/README.md` explains the fields.
#[derive(Deserialize)]
struct Case {
    text: Option<String>,
    bytes: Option<String>,
    #[serde(default)]
    crlf: bool,
    links: Vec<toml::Value>,
}

impl Case {
    fn message(&self) -> Vec<u8> {
        let written = self.text.as_ref().or(self.bytes.as_ref()).expect("text or bytes");
        let mut parts = written.split(if self.bytes.is_some() { "\\x" } else { "\0" });
        let mut message = parts.next().unwrap_or_default().as_bytes().to_vec();
        for part in parts {
            let (digits, rest) = part.split_at(2);
            message.push(u8::from_str_radix(digits, 16).expect("two hexadecimal digits"));
            message.extend_from_slice(rest.as_bytes());
        }
        if !self.crlf {
            return message;
        }
        message
            .split_inclusive(|&byte| byte == b'\n')
            .flat_map(|line| match line.strip_suffix(b"\n") {
                Some(line) => [line, b"\r\n"].concat(),
                None => line.to_vec(),
            })
            .collect()
    }
}

fn cases() -> Vec<Case> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus/mail"));
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("corpus/mail").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    let load = |file: &Path| {
        let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        toml::from_str::<File>(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display())).case
    };
    files.iter().flat_map(|file| load(file)).collect()
}
