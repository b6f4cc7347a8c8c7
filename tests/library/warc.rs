//! Every WARC file of the corpus: as a whole, in reads of every size, in parts, cut at every byte, cut off, in one file with all
//! others, and with damage.

use std::{
    fmt::Write as _,
    io::{self, Read},
    ops::{ControlFlow, Range},
};

use napkin::{Context, Event, Finder, Sink, warc::WarcFinder};

use crate::support::{
    messages::Slow,
    random::Random,
    warc::{Case, Expected, cases},
};

/// A link as it was found: its record, where it stands there, its attribute and its URL.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Found {
    record: usize,
    offset: usize,
    range: Range<usize>,
    position: Option<(usize, usize)>,
    attribute: String,
    url: String,
}

/// All that a search says.
#[derive(Debug, Default, PartialEq, Eq)]
struct Findings {
    links: Vec<Found>,
    damage: Vec<String>,
}

impl Sink for Findings {
    fn event(&mut self, event: Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        match event {
            Event::Link(link) => {
                let record = context.warc_record().expect("WARC consists of records");
                let attribute = link.attribute();
                self.links.push(Found {
                    record: record.number(),
                    offset: record.offset(),
                    range: link.range(),
                    position: link.position().map(|position| (position.line, position.column)),
                    attribute: attribute
                        .map(|attribute| format!("{} {}", attribute.element(), attribute.name()))
                        .unwrap_or_default(),
                    url: link.url().to_string(),
                });
            }
            Event::Damage(damage) => self.damage.push(damage.to_string()),
            _ => {}
        }
        Ok(ControlFlow::Continue(()))
    }

    fn settled(&mut self, _: &[u8]) -> io::Result<ControlFlow<()>> {
        panic!("WARC has no text of its own")
    }
}

impl Case {
    /// What differs from what the case wants.
    fn check(&self, findings: &Findings) -> Result<(), String> {
        let of_found = |link: &Found| (link.url.clone(), link.record, link.attribute.clone());
        let of_expected = |link: &Expected| (link.url.clone(), link.record, link.attribute.clone().unwrap_or_default());
        let found: Vec<_> = findings.links.iter().map(of_found).collect();
        let expected: Vec<_> = self.links.iter().map(of_expected).collect();
        if found != expected {
            return Err(format!("found {found:?}, and not {expected:?}"));
        }
        for (found, expected) in findings.links.iter().zip(&self.links) {
            if expected.at.is_some_and(|at| at != found.range.start) {
                return Err(format!("{} stands at {}", found.url, found.range.start));
            }
        }
        match self.damage.iter().find(|words| !findings.damage.iter().any(|damage| damage.contains(*words))) {
            Some(words) => Err(format!("{words:?} is not in {:?}", findings.damage)),
            None if self.damage.is_empty() && !findings.damage.is_empty() => Err(format!("{:?}", findings.damage)),
            None => Ok(()),
        }
    }
}

fn finder() -> WarcFinder {
    WarcFinder::new(Finder::builder().positions(true).build().expect("the options are right"))
}

fn search(finder: &WarcFinder, reader: impl Read) -> Findings {
    let mut findings = Findings::default();
    finder.search_into(reader, &mut findings).expect("neither reading nor finding fails");
    findings
}

/// The same in parts of this size.
fn search_parts(finder: &WarcFinder, reader: impl Read, size: usize) -> Findings {
    let (mut findings, mut searcher) =
        (Findings::default(), Finder::builder().positions(true).build().unwrap().searcher());
    let (mut unpacked, mut is_over) = (0, false);
    for part in finder.parts(reader, size) {
        assert!(!is_over, "the last part is the last");
        is_over = part.is_last();
        unpacked += finder.search_part(&mut searcher, part, || unpacked, &mut findings).expect("nothing fails");
    }
    assert!(is_over, "there is a last part");
    findings
}

#[test]
fn every_file_is_read_as_it_should_be() {
    let mut report = String::new();
    for case in cases() {
        let file = case.file();
        let whole = search(&finder(), &file[..]);
        if let Err(difference) = case.check(&whole) {
            writeln!(report, "\n{}: {difference}", case.name).expect("a string takes every write");
        }
        for size in [1, 7] {
            assert_eq!(search(&finder(), Slow(&file, size)), whole, "{}", case.name);
        }
        for size in [0, 700, 1 << 20] {
            assert_eq!(search_parts(&finder(), Slow(&file, 9), size), whole, "{} in parts of {size}", case.name);
        }
        for cut in 0..file.len() {
            assert_eq!(search(&finder(), file[..cut].chain(&file[cut..])), whole, "{} at {cut}", case.name);
        }
    }
    assert!(report.is_empty(), "{report}");
}

#[test]
fn a_file_that_is_cut_off_anywhere_keeps_what_is_there() {
    for case in cases().iter().filter(|case| case.damage.is_empty()) {
        let file = case.file();
        let whole = search(&finder(), &file[..]);
        let versions = file.split(|&byte| byte == b'\n').filter(|line| line.starts_with(b"WARC/1.")).count();
        let quoted = versions.saturating_sub(case.records.len());
        for cut in 0..file.len() {
            let found = search(&finder(), &file[..cut]);
            // All records but the last one are the same.
            let last = found.links.last().map_or(0, |link| link.record);
            let before = |findings: &Findings| -> Vec<Found> {
                findings.links.iter().filter(|link| link.record < last).cloned().collect()
            };
            assert_eq!(before(&found), before(&whole), "{} at {cut}", case.name);
            // A charset may be cut off, and then there is none of that name.
            let of_file = found.damage.iter().filter(|damage| !damage.contains("charset")).count();
            // Where a block is cut off, a version line in it begins another record, which is damaged in its turn.
            assert!(of_file <= 1 + quoted, "{} at {cut}: {:?}", case.name, found.damage);
        }
    }
}

#[test]
fn all_files_are_one() {
    let (mut file, mut expected, mut records) = (Vec::new(), Vec::new(), 0);
    for case in cases().iter().filter(|case| case.damage.is_empty() && !case.is_arc()) {
        let (offset, own) = (file.len(), case.file());
        file.extend_from_slice(&own);
        for link in search(&finder(), &own[..]).links {
            expected.push(Found { record: records + link.record, offset: offset + link.offset, ..link });
        }
        records += case.records.len();
    }
    assert_eq!(search(&finder(), &file[..]).links, expected);
    // However much of them has to be there, and whatever was left over from one before.
    assert_eq!(search(&finder(), Slow(&file, 1000)).links, expected);
}

#[test]
fn a_record_above_the_limit_is_searched_as_text_and_named() {
    let text = "word http://a.example/ and so on\n".repeat(60_000);
    let html = format!("<a href=b>x</a>{text}");
    let http = |kind: &str, body: &str| format!("HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\n\r\n{body}");
    let record = |fields: &str, length: usize, block: &str| {
        format!(
            "WARC/1.0\r\nWARC-Target-URI: http://t.example/\r\n{fields}\r\nContent-Length: {length}\r\n\r\n{block}\r\n\r\n"
        )
    };
    let small = record("WARC-Type: conversion", 17, "http://b.example/");
    for (fields, block, with_base, is_told) in [
        ("WARC-Type: conversion", text.clone(), 0, false),
        ("WARC-Type: response", http("text/plain; charset=utf-8", &text), 0, false),
        ("WARC-Type: response", http("text/plain", &text), 0, true),
        ("WARC-Type: response", http("text/html", &html), 1, true),
    ] {
        for (length, is_wrong) in [(block.len(), false), (block.len() + 100_000, true), (block.len() - 50_000, true)] {
            let file = [record(fields, length, &block), small.clone()].concat();
            for (limit, is_above) in [(32 << 20, false), (300_000, true), (0, true)] {
                let found = search(&finder().limit(limit), Slow(file.as_bytes(), 50_000));
                let base = if is_above { 0 } else { with_base };
                let of = |number: usize| found.links.iter().filter(|link| link.record == number).count();
                assert_eq!((of(1), of(2)), (60_000 + base, 1), "{fields} {length} {limit}: {:?}", found.damage);
                let parts = search_parts(&finder().limit(limit), Slow(file.as_bytes(), 50_000), 100);
                assert_eq!(parts, found, "{fields} {length} {limit}");
                let told = |words: &str| found.damage.iter().any(|damage| damage.contains(words));
                assert_eq!(told("is not as long"), is_wrong, "{fields} {length} {limit}: {:?}", found.damage);
                assert_eq!(told("too large to parse"), is_told && is_above, "{fields} {length} {limit}");
            }
        }
    }
    let file = [record("WARC-Type: request", 5 << 20, &"x\n".repeat(5 << 19)), small].concat();
    let found = search(&finder(), Slow(file.as_bytes(), 50_000));
    assert_eq!((found.links.len(), found.damage.len()), (1, 0), "{found:?}");
}

#[test]
fn a_text_of_any_length_is_in_the_last_part_or_in_one_of_its_own() {
    let text = "word http://a.example/ and so on\n".repeat(270_000);
    let record =
        |length: &str, block: &str| format!("WARC/1.0\r\nWARC-Type: conversion\r\n{length}\r\n{block}\r\n\r\n");
    let small = record("Content-Length: 17\r\n", "http://b.example/");
    for length in ["", "Content-Length: 1\r\n", "Content-Length: 9000000\r\n", "Content-Length: 8910000\r\n"] {
        let file = [small.clone(), record(length, &text), small.clone()].concat();
        let whole = search(&finder(), file.as_bytes());
        assert_eq!(whole.links.len(), 270_002, "{length}");
        assert_eq!(search_parts(&finder(), file.as_bytes(), 1), whole, "{length}");
    }
}

#[test]
fn a_sink_that_has_enough_ends_the_search() {
    let file = cases()[0].file();
    let mut links = 0;
    let mut take = |event: Event<'_>, _: &Context<'_>| {
        links += usize::from(matches!(event, Event::Link(_)));
        if links == 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let file = [&file[..], &cases().remove(0).file()].concat();
    finder().search_into(&file[..], &mut take).unwrap();
    assert_eq!(links, 1);
}

#[test]
fn a_read_that_fails_is_told_after_what_was_read() {
    struct Failing;

    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("gone"))
        }
    }

    let file = b"WARC/1.0\r\nWARC-Type: conversion\r\nContent-Length: 40\r\n\r\nhttp://a.example/ ";
    let mut found = Findings::default();
    let error = finder().search_into(file.chain(Failing), &mut found).unwrap_err();
    assert_eq!(error.to_string(), format!("reading failed at byte {}", file.len()));
    assert_eq!(found.links[0].url, "http://a.example/");
}

#[cfg(feature = "zip")]
#[test]
fn what_is_packed_is_unpacked() {
    use crate::support::cases::unescape;

    // "at http://a.example/b", by gzip and by zlib, and without a header.
    let gzip = unescape(
        r"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff\x4b\x2c\x51\xc8\x28\x29\x29\xb0\xd2\xd7\x4f\xd4\x4b\xad\x48\xcc\x2d\xc8\x49\xd5\x4f\x02\x00\xdb\xf0\x81\x30\x15\x00\x00\x00",
    );
    let raw = gzip[10..gzip.len() - 8].to_vec();
    for (encoding, body, is_found, damage) in [
        ("gzip", gzip.clone(), true, None),
        ("x-gzip", gzip.clone(), true, None),
        ("identity, GZIP", gzip.clone(), true, None),
        ("deflate", raw, true, None),
        ("gzip", b"at http://a.example/b".to_vec(), true, None),
        ("gzip", gzip[..gzip.len() - 3].to_vec(), true, Some("can't be unpacked to its end")),
        ("gzip, gzip, gzip, gzip", gzip.clone(), false, Some("not supported")),
        ("zstd", gzip, false, Some("not searched: \"zstd\"")),
    ] {
        let header = format!("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Encoding: {encoding}\r\n\r\n");
        let length = header.len() + body.len();
        let begin = format!("WARC/1.0\r\nWARC-Type: response\r\nContent-Length: {length}\r\n\r\n{header}");
        let file = [begin.as_bytes(), &body, b"\r\n\r\n"].concat();
        let found = search(&finder(), &file[..]);
        let urls: Vec<&str> = found.links.iter().map(|link| link.url.as_str()).collect();
        assert_eq!(urls == ["http://a.example/b"], is_found, "{encoding}: {found:?}");
        assert_eq!(found.damage.is_empty(), damage.is_none(), "{encoding}: {found:?}");
        if let Some(words) = damage {
            assert!(found.damage[0].contains(words), "{encoding}: {found:?}");
        }
    }
}

/// However much comes out of a file, its parts unpack what the search of it as a whole does.
#[cfg(feature = "zip")]
#[test]
fn what_unpacks_to_too_much_does_so_in_parts() {
    use std::io::Write as _;

    let packed = |text: &str| {
        let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        writer.write_all(text.as_bytes()).and_then(|()| writer.finish()).expect("a vector takes every write")
    };
    let record = |body: &[u8]| {
        let header = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Encoding: gzip\r\n\r\n";
        let length = header.len() + body.len();
        let begin = format!("WARC/1.0\r\nWARC-Type: response\r\nContent-Length: {length}\r\n\r\n{header}");
        [begin.as_bytes(), body, b"\r\n\r\n"].concat()
    };
    let space = " ".repeat(1 << 20);
    let bomb = record(&packed(&format!("{space}http://a.example/").repeat(15)));
    let file = [bomb.repeat(3), record(b"\x1F\x8B"), record(&packed("http://b.example/")), bomb.repeat(3)].concat();
    let whole = search(&finder(), &file[..]);
    let told = whole.damage.iter().filter(|damage| damage.contains("unpacks to too much")).count();
    assert_eq!((told, whole.links.len() / 10), (2, 7), "{:?}", whole.damage);
    for size in [1, 40_000] {
        assert_eq!(search_parts(&finder(), &file[..], size), whole, "{size}");
    }
}

#[test]
fn damaged_files_do_no_harm_and_are_read_the_same_in_any_reads() {
    let cases = cases();
    let rounds = std::env::var("NAPKIN_WARC_ROUNDS").map_or(2_000, |rounds| rounds.parse().expect("a number"));
    let mut numbers = Random(0x9E37_79B9_7F4A_7C15);
    for round in 0..rounds {
        let mut bytes = Vec::new();
        for _ in 0..=numbers.below(3) {
            bytes.extend(cases[numbers.below(cases.len())].file());
        }
        for _ in 0..numbers.below(12) {
            let (at, other) = (numbers.below(bytes.len()), numbers.below(bytes.len()));
            match numbers.below(5) {
                0 => bytes[at] = b"\n\r -:;0159WARC/.\0\xFF"[numbers.below(18)],
                1 => bytes.truncate(at.max(1)),
                2 => drop(bytes.drain(at.min(other)..at.max(other).min(at.min(other) + 40))),
                3 => bytes.insert(at, b"\n9:/f"[numbers.below(5)]),
                _ => {
                    let piece = bytes[at..bytes.len().min(at + 60)].to_vec();
                    bytes.splice(other..other, piece);
                }
            }
            if bytes.is_empty() {
                bytes.push(b'W');
            }
        }
        let whole = search(&finder(), &bytes[..]);
        assert_eq!(search(&finder(), Slow(&bytes, 1 + numbers.below(500))), whole, "{round}");
        assert_eq!(search_parts(&finder(), &bytes[..], numbers.below(3_000)), whole, "{round}");
        let limited = finder().limit(numbers.below(300));
        assert_eq!(search_parts(&limited, &bytes[..], 1), search(&limited, &bytes[..]), "{round}");
        assert_eq!(search(&limited, Slow(&bytes, 1 + numbers.below(500))), search(&limited, &bytes[..]), "{round}");
    }
}

#[test]
fn the_corpus_is_in_order() {
    let mut names: Vec<String> = cases().into_iter().map(|case| case.name).collect();
    assert!(names.len() >= 25, "only {} files", names.len());
    names.sort();
    let twice: Vec<&[String]> = names.windows(2).filter(|pair| pair[0] == pair[1]).collect();
    assert!(twice.is_empty(), "{twice:?}");
}
