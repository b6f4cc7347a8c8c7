//! How often memory is asked for: never to parse and validate, once to resolve, and a few times for each message. How much
//! of it mail takes, whatever is in it.
#![allow(unsafe_code)]

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};

use napkin::{Grammar, Uri};
use serde::Deserialize;

thread_local! {
    /// Counts for one thread, since the test harness has others.
    static ASKED: Cell<usize> = const { Cell::new(0) };
    /// How many bytes are held, and how many were at most.
    static HELD: Cell<isize> = const { Cell::new(0) };
    static MOST: Cell<isize> = const { Cell::new(0) };
}

fn hold(bytes: usize, given_back: usize) {
    HELD.set(HELD.get() + bytes as isize - given_back as isize);
    MOST.set(MOST.get().max(HELD.get()));
}

struct Counting;

// SAFETY: every call is handed on to the system's allocator as it is. Counting asks for no memory: the cell is
// initialised by a constant and has no destructor.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ASKED.set(ASKED.get() + 1);
        hold(layout.size(), 0);
        // SAFETY: the caller promises what the system's allocator wants.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        hold(0, layout.size());
        // SAFETY: the pointer is from `alloc` or `realloc`, and so from the system's allocator.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ASKED.set(ASKED.get() + 1);
        hold(size, layout.size());
        // SAFETY: the pointer is from `alloc` or `realloc`, and so from the system's allocator.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What `work` gives, and how often it asked for memory.
fn counted<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = ASKED.get();
    let out = work();
    (out, ASKED.get() - before)
}

#[derive(Deserialize)]
struct Uris {
    case: Vec<UriCase>,
}

#[derive(Deserialize)]
struct UriCase {
    uri: String,
}

#[test]
fn parsing_asks_for_none() {
    let corpus: Uris = toml::from_str(include_str!("../../corpus/uri.toml")).expect("corpus/uri.toml");
    let (mut accepted, mut refused) = (0, 0);
    for text in corpus.case.iter().map(|case| &case.uri) {
        for grammar in Grammar::ALL {
            for parse in [Uri::parse, Uri::parse_reference, Uri::parse_generic, Uri::parse_reference_generic] {
                let (judged, asked) = counted(|| parse(text, grammar));
                assert_eq!(asked, 0, "{text:?} by {}", grammar.name());
                accepted += usize::from(judged.is_ok());
                refused += usize::from(judged.is_err());
                let Ok(uri) = judged else { continue };
                let (_, asked) = counted(|| {
                    let parts = [uri.scheme(), uri.authority(), uri.host(), uri.port(), uri.query(), uri.fragment()];
                    (parts, uri.userinfo(), uri.path(), uri.host_kind(), uri.as_base().grammar())
                });
                assert_eq!(asked, 0, "the components of {text:?}");
            }
        }
    }
    assert!(accepted > 1000 && refused > 1000, "{accepted} were accepted, {refused} refused");
    // The counter counts.
    assert_eq!(counted(|| Box::new(1)).1, 1);
}

#[derive(Deserialize)]
struct References {
    base: String,
    case: Vec<ReferenceCase>,
}

#[derive(Deserialize)]
struct ReferenceCase {
    base: Option<String>,
    reference: String,
}

#[test]
fn resolving_asks_once() {
    let corpus: References = toml::from_str(include_str!("../../corpus/resolve.toml")).expect("corpus/resolve.toml");
    let mut resolved = 0;
    for case in &corpus.case {
        for grammar in Grammar::ALL {
            let base = Uri::parse_generic(case.base.as_ref().unwrap_or(&corpus.base), grammar);
            let reference = Uri::parse_reference_generic(&case.reference, grammar);
            let (Ok(base), Ok(reference)) = (base, reference) else { continue };
            let (target, asked) = counted(|| base.resolve(&reference));
            let Ok(target) = target else { continue };
            resolved += 1;
            // A string without characters has no memory of its own.
            assert_eq!(asked, usize::from(!target.as_str().is_empty()), "{reference} against {base}");
        }
    }
    assert!(resolved > 150, "only {resolved} were resolved");
}

#[cfg(feature = "html")]
mod html {
    use napkin::{Context, Event, Finder, html::HtmlFinder};

    use super::{HELD, MOST};

    /// Its text, its values and where they stand, beside the document; the buffers of the search are counted in, and what
    /// vectors ask for in advance.
    #[test]
    fn no_document_takes_much_more_memory_than_it_is_long() {
        const SIZE: usize = 2 << 20;
        let document = |word: &str| format!("<!DOCTYPE html><p>{}", word.repeat(SIZE / word.len()));
        for word in [
            "<br>",
            "<p>a",
            "<b>a",
            "<div>",
            "&lt;a",
            "<a href=a:b>",
            "<a href=http://a.example/>b</a>",
            "<a href='http://a.example/b'>http://a.example/b</a>\n",
            "some words and http://a.example/ in a line\n",
            "<img srcset='a:b,c:d,e:f'>",
            "<pre>a\n",
        ] {
            let text = document(word);
            let before = HELD.get();
            MOST.set(before);
            let mut count = |event: Event<'_>, _: &Context<'_>| drop(std::hint::black_box(event));
            HtmlFinder::new(Finder::new()).search_into(text.as_bytes(), &mut count).expect("memory can be read");
            let held = (MOST.get() - before) as usize;
            assert!(2 * held <= 9 * text.len(), "{held} bytes for {} of {word:?}", text.len());
        }
    }
}

#[cfg(feature = "mail")]
mod mail {
    use std::{fmt::Write, io::Read};

    use napkin::{Context, Event, Finder, mail::MailFinder};

    use super::{HELD, MOST, counted};

    fn search(reader: impl Read) -> usize {
        search_by(&MailFinder::new(Finder::new()), reader)
    }

    fn search_by(finder: &MailFinder, reader: impl Read) -> usize {
        let mut links = 0;
        let mut count = |event: Event<'_>, _: &Context<'_>| links += usize::from(matches!(event, Event::Link(_)));
        finder.search_into(reader, &mut count).expect("memory can be read");
        links
    }

    /// How often is counted by messages, so that what is asked for once does not count.
    #[test]
    fn a_message_asks_a_few_times() {
        let parts = "multipart/alternative; boundary=b\n\n--b\n\nhttp://a.example/\n--b\n\
                     Content-Type: text/html\n\n<a href=\"http://a.example/\">a</a>\n--b--\n";
        for (body, most) in [
            ("text/plain\n\nhttp://a.example/\n".to_string(), 12),
            (format!("text/plain; charset=utf-8\n\n{}", "http://a.example/ and so on\n".repeat(100)), 12),
            ("text/plain\nContent-Transfer-Encoding: base64\n\naHR0cDovL2EuZXhhbXBsZS8=\n".to_string(), 12),
            ("text/plain\nContent-Transfer-Encoding: quoted-printable\n\nhttp://a.exam=\nple/\n".to_string(), 12),
            ("text/plain; format=flowed\n\nhttp://a.example/ \nb\n".to_string(), 12),
            ("image/png\n\nhttp://a.example/\n".to_string(), 12),
            (parts.to_string(), 50),
        ] {
            let message = format!(
                "From kim@a.example Sat Nov 21 14:02:09 2026\nFrom: Kim <kim@a.example>\nTo: sam@a.example\n\
                 Subject: Soup\nMIME-Version: 1.0\nContent-Type: {body}\n"
            );
            let asked = |times: usize| {
                let mailbox = message.repeat(times);
                counted(|| search(mailbox.as_bytes())).1
            };
            let each = (asked(300) - asked(100)) / 200;
            assert!(each <= most, "{each} times, and not {most}, for each {body:.60}");
        }
    }

    /// A message may be a quarter as long here as where nothing is said. 3 MiB are to spare for what does not grow with it.
    #[test]
    fn no_message_takes_much_more_memory_than_it_is_long() {
        const LIMIT: usize = 8 << 20;
        const SIZE: usize = LIMIT / 32 * 31;
        const MOST_HELD: usize = LIMIT / 32 * 58 + (3 << 20);
        let many = |piece: &[u8]| piece.repeat(SIZE / piece.len());
        let text = |fields: &str, body: Vec<u8>| [format!("From: a\n{fields}\n").as_bytes(), &body].concat();
        let levels = (0..1000).fold(String::new(), |mut levels, level| {
            let _ = write!(levels, "Content-Type: multipart/mixed; boundary=b{level}\n\n--b{level}\n");
            levels
        });
        let html = [&b"\n--a\nContent-Type: text/html\n\n"[..], &b"<a href=x:y>\n".repeat((1 << 20) / 13)].concat();
        let urls = (0..SIZE / 32).fold(String::new(), |mut urls, number| {
            let boundary = if number % 100_000 == 0 { "\n--a\n\n" } else { "" };
            let _ = writeln!(urls, "{boundary}http://a.example/{number:012}");
            urls
        });
        let base64 = "Content-Transfer-Encoding: base64\n";
        let line = b"aHR0cDovL2EuZXhhbXBsZS8gCiAgaHR0cDovL2EuZXhhbXBsZS8g\n";
        let file = b"M:'1T<#HO+V$N97AA;7!L92\\*:'1T<#HO+V$N97AA;7!L92\\*:'1T<#HO+PH*\n";
        for (name, message) in [
            ("base64", text(base64, many(line))),
            (
                "quoted-printable",
                text("Content-Transfer-Encoding: quoted-printable\n", many(b"http://a.example/=\n=20")),
            ),
            ("a charset", text("Content-Type: text/plain; charset=windows-1252\n", many(b"\x80\x80\x80\n"))),
            ("flowed text", text("Content-Type: text/plain; format=flowed\n", many(b"http://a.example/ \n>\n"))),
            ("HTML", text("Content-Type: text/html\n", many(b"<a href=http://a.example/></a>"))),
            ("HTML parts", text("Content-Type: multipart/mixed; boundary=a\n", many(&html))),
            ("alternatives", text("Content-Type: multipart/alternative; boundary=a\n", urls.into_bytes())),
            ("a field", text(&format!("X: {}", "y\n ".repeat(SIZE / 3)), Vec::new())),
            ("parts", text("Content-Type: multipart/mixed; boundary=a\n", many(b"--a\n\nhttp://a.example/\n"))),
            ("levels", text(&levels, many(b"--b\n"))),
            ("a message that is encoded", text(&format!("Content-Type: message/rfc822\n{base64}"), many(line))),
            ("a file", text("", [b"begin 644 a\n", &many(file)[..]].concat())),
            ("files", text("", many(b"begin 644 a\n#86)C\nend\n"))),
            ("more than there may be", text(base64, many(line).repeat(2))),
        ] {
            let before = HELD.get();
            MOST.set(before);
            search_by(&MailFinder::new(Finder::new()).limit(LIMIT), &message[..]);
            let held = (MOST.get() - before) as usize;
            assert!(held <= MOST_HELD, "{held} bytes for {name}");
        }
    }
}

#[cfg(feature = "warc")]
mod warc {
    use napkin::{Context, Event, Finder, warc::WarcFinder};

    use super::{HELD, MOST};

    /// A length that is a lie, and long headers of records that are not searched.
    #[test]
    fn no_part_takes_much_more_memory_than_it_is_to() {
        const SIZE: usize = 48 << 20;
        const MOST_HELD: usize = 20 << 20;
        let many = |text: &str| text.repeat(SIZE / text.len());
        let lie = "WARC/1.0\r\nWARC-Type: conversion\r\nContent-Length: 2000000\r\n\r\n";
        let request = format!(
            "WARC/1.0\r\nWARC-Type: request\r\nX: {}\r\nContent-Length: 1\r\n\r\nab\r\n\r\n",
            "y".repeat(60_000)
        );
        for (name, file, links) in [
            ("a text", format!("{lie}{}\r\n\r\n", many("nothing much http://a.example/ and a word\n")), SIZE / 42),
            ("headers", many(&request), 0),
        ] {
            let before = HELD.get();
            MOST.set(before);
            let finder = WarcFinder::new(Finder::new());
            let mut searcher = Finder::new().searcher();
            let mut found = 0;
            for part in finder.parts(file.as_bytes(), 512 << 10) {
                let mut count =
                    |event: Event<'_>, _: &Context<'_>| found += usize::from(matches!(event, Event::Link(_)));
                finder.search_part(&mut searcher, part, || 0, &mut count).expect("memory can be read");
            }
            let held = (MOST.get() - before) as usize;
            assert!(held <= MOST_HELD, "{held} bytes for {name}");
            assert_eq!(found, links, "{name}");
        }
    }
}
