//! One URL, one host: what stands in a link is the host that the URL parser of browsers and that of RFC 3986 and 3987 see.

use std::net::Ipv6Addr;

use fluent_uri::IriRef;
use napkin::{Finder, Kinds, Link, Rejoin};
use serde::Deserialize;
use url::Url;

use crate::{
    host_texts::{PLACES, broken, is_assigned, placed, unwritten},
    random::Random,
    support::cases,
};

/// How many texts are made.
const TEXTS: usize = 100_000;

/// What hosts are made of, and what some reader takes for a part of one, for the end of one, or for nothing at all.
const PIECES: [&str; 96] = [
    "a",
    "good",
    "b-c",
    "evil.com",
    "a.example",
    ".example",
    ".com",
    ".org",
    ".",
    "..",
    "www.",
    "xn--",
    "xn--bcher-kva",
    "bücher",
    "1.2.3.4",
    "127.1",
    "0x7f.1",
    "017",
    "256",
    "[::1]",
    "[::ffff:1.2.3.4]",
    "[fe80::1%25a]",
    "[v1.a]",
    "[",
    "]",
    "@",
    "user@",
    "u:p@",
    ":",
    ":80",
    ":0080",
    ":65536",
    ":８０",
    "/",
    "//",
    "\\",
    "?",
    "#",
    "%",
    "%41",
    "%2e",
    "%2F",
    "%40",
    "%E2%80%8B",
    "%C2%AD",
    "%00",
    "&",
    "&amp;",
    "!",
    "$",
    "'",
    "(",
    ")",
    "*",
    "+",
    ",",
    ";",
    "=",
    "_",
    "~",
    "|",
    "^",
    "`",
    "{",
    "}",
    "<",
    ">",
    "\"",
    "\t",
    "\n",
    "\r",
    " ",
    "-\n",
    "\n> ",
    "\0",
    "\u{7F}",
    "\u{85}",
    "\u{A0}",
    "\u{3000}",
    "\u{2028}",
    "。",
    "．",
    "｡",
    "／",
    "？",
    "＃",
    "＠",
    "：",
    "⁄",
    "℀",
    "①",
    "K",
    "ß",
    "İ",
    "ｅ",
    "日本",
];

/// Beside them single characters of these blocks: those that nobody sees, marks that combine, and letters of many scripts.
const BLOCKS: [(u32, u32); 34] = [
    (0xAD, 0xAD),
    (0x300, 0x36F),
    (0x5D0, 0x5EA),
    (0x61C, 0x64A),
    (0x660, 0x669),
    (0x904, 0x94D),
    (0xE40, 0xE4E),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x1D2C, 0x1D6A),
    (0x1E9B, 0x1E9E),
    (0x2000, 0x200F),
    (0x2010, 0x2027),
    (0x202A, 0x202F),
    (0x2030, 0x205F),
    (0x2060, 0x206F),
    (0x2070, 0x209C),
    (0x2100, 0x214F),
    (0x2460, 0x24FF),
    (0x3164, 0x3164),
    (0x3200, 0x33FF),
    (0xFB00, 0xFB06),
    (0xFE00, 0xFE0F),
    (0xFE10, 0xFE6B),
    (0xFEFF, 0xFEFF),
    (0xFF00, 0xFFEF),
    (0xFFF0, 0xFFFD),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0x1D400, 0x1D7FF),
    (0x1F100, 0x1F1FF),
    (0xE0000, 0xE007F),
    (0xE0100, 0xE01EF),
];

const FRONTS: [&str; 12] = [
    "http://",
    "https://",
    "HTTP://",
    "ftp://",
    "ws://",
    "<http://",
    "\"https://",
    "www.",
    "x@",
    "<URL:http://",
    "(http://",
    "",
];

const BEHIND: [&str; 10] = ["", "/", "/b", "?b", "#b", ">", "\" ", " b", "\nb.com/", ".example/"];

#[test]
fn no_link_has_another_host_for_other_parsers() {
    let finder = |level| Finder::builder().kinds(Kinds::ALL).rejoin(level).build().expect("the options are right");
    let finders = [finder(Rejoin::Auto), finder(Rejoin::Eager), finder(Rejoin::Off)];
    let mut random = Random(1738);
    let (mut compared, mut wrong) = (0, Vec::new());
    for number in 0..TEXTS {
        let text = text(&mut random);
        for link in finders[number % finders.len()].find_iter(&text) {
            compared += usize::from(Url::parse(link.url()).is_ok());
            wrong.extend(dispute(&link).map(|dispute| format!("{text:?}: {} {dispute}", link.url())));
        }
    }
    assert!(wrong.is_empty(), "{} of {compared}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(compared > TEXTS / 6, "only {compared} URLs were compared");
}

/// Wherever a character that nobody sees stands in a host or beside it, nothing is a link: less of the host is another's.
#[test]
fn no_host_stands_beside_what_nobody_sees() {
    let finder = Finder::builder().kinds(Kinds::ALL).rejoin(Rejoin::Eager).build().expect("the options are right");
    let is_hidden = |&(first, _): &(u32, u32)| [0xAD, 0x115F, 0x17B4, 0x2060, 0x3164, 0xFEFF, 0x1BCA0].contains(&first);
    let hidden = BLOCKS.iter().filter(|block| is_hidden(block)).flat_map(|&(first, last)| first..=last);
    let mut wrong = Vec::new();
    for c in hidden.chain([0x34F, 0x61C, 0x180E, 0x200B, 0x200E, 0x202E, 0xFFA0]).filter_map(char::from_u32) {
        for text in [
            format!("http://good{c}.example/"),
            format!("http://good.com{c}.example/"),
            format!("http://good.com{c}pany.example/"),
            format!("http://{c}good.com/"),
            format!("http://good.com{c}/"),
            format!("http://good.com{c}"),
            format!("http://good.com{c}:80/"),
            format!("http://good.com.{c}pany.example/"),
            format!("www.good.com.{c}pany.example"),
            format!("good.com.{c}pany.example"),
            format!("a@good.com.{c}pany.example"),
            format!("mailto:a@good.com.{c}pany.example"),
            format!("<http://good.com{c}pany.example/>"),
            format!("\"http://good.com{c}/\""),
            format!("www.good{c}.com/"),
            format!("www.good.com{c}pany.example"),
            format!("good.com{c}pany.example"),
            format!("a@good.com{c}pany.example"),
            format!("mailto:a@good.com{c}pany.example"),
            format!("<a@good.com{c}pany.example>"),
        ] {
            let found: Vec<_> = finder.find_iter(&text).map(|link| link.url().to_owned()).collect();
            if !found.is_empty() {
                wrong.push(format!("{text:?}: {found:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Beside a host and across one, every character is a part of it, or ends it for all readers.
#[test]
fn no_character_beside_a_host_makes_another() {
    let finder = Finder::builder().kinds(Kinds::ALL).build().expect("the options are right");
    let mut links = 0;
    let mut wrong = Vec::new();
    let all = (0..=u32::from(char::MAX)).filter_map(char::from_u32).filter(|&c| is_assigned(c));
    for (number, c) in all.enumerate() {
        // All of the marks are among the first; the rest are mostly letters.
        let places = if c < '\u{3100}' { &PLACES[..] } else { &PLACES[number % PLACES.len()..][..1] };
        for text in places.iter().map(|place| placed(place, c)) {
            for link in finder.find_iter(&text) {
                links += 1;
                wrong.extend(unwritten(&text, &link).map(|why| format!("{text:?}: {} {why}", link.url())));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {links}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(links > 100_000, "only {links} links were found");
}

/// The end of a line in a host, a port or a userinfo makes no other host, and CRLF is what LF is.
#[test]
fn no_line_end_in_a_host_makes_another() {
    let finder = |level| Finder::builder().kinds(Kinds::ALL).rejoin(level).build().expect("the options are right");
    let finders = [finder(Rejoin::Auto), finder(Rejoin::Eager), finder(Rejoin::Off)];
    let mut random = Random(3986);
    let (mut joined, mut wrong) = (0, Vec::new());
    for number in 0..TEXTS {
        let text = broken(&mut |end| random.below(end));
        let finder = &finders[number % finders.len()];
        for link in finder.find_iter(&text) {
            joined += usize::from(link.rejoined().is_some());
            let why = unwritten(&text, &link).or_else(|| dispute(&link));
            wrong.extend(why.map(|why| format!("{text:?}: {} {why}", link.url())));
        }
        wrong.extend(differs_by_line_end(finder, &text));
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(joined > TEXTS / 500, "only {joined} were joined");
}

#[test]
fn a_case_with_other_line_ends_has_the_same_links() {
    #[derive(Deserialize)]
    struct Case {
        text: Option<String>,
    }
    let finder = Finder::builder().kinds(Kinds::ALL).build().expect("the options are right");
    let texts = cases::load::<Case>("cases").into_iter().filter_map(|case| case.text);
    let wrong: Vec<_> = texts.filter_map(|text| differs_by_line_end(&finder, &text)).collect();
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

/// What a text has other links with, if its lines end in CRLF.
fn differs_by_line_end(finder: &Finder, text: &str) -> Option<String> {
    let text = text.replace("\r\n", "\n");
    let links = |text: &str| -> Vec<_> { finder.find_iter(text).map(|link| link.url().to_owned()).collect() };
    let (lf, crlf) = (links(&text), links(&text.replace('\n', "\r\n")));
    (lf != crlf).then(|| format!("{text:?} has {lf:?}, and with CRLF {crlf:?}"))
}

fn text(random: &mut Random) -> String {
    let mut text = random.of(&FRONTS).to_owned();
    for _ in 0..1 + random.below(5) {
        if random.below(3) == 0 {
            let (first, last) = random.of(&BLOCKS);
            text.extend(char::from_u32(first + random.below((last - first + 1) as usize) as u32));
        } else {
            text += random.of(&PIECES);
        }
    }
    text + random.of(&BEHIND)
}

/// What other parsers see another host in.
fn dispute(link: &Link) -> Option<String> {
    let url = link.url();
    let host = link.components().host(url).filter(|host| !host.is_empty());
    if let Ok(other) = IriRef::parse(url) {
        let theirs = other.authority().map(|authority| authority.host()).filter(|host| !host.is_empty());
        if theirs != host {
            return Some(format!("has the host {host:?}, and {theirs:?} by RFC 3987"));
        }
    }
    let other = Url::parse(url).ok()?;
    let ours = match host {
        // Without its tables, what becomes of most characters can't be told.
        Some(host) if !host.is_ascii() && !cfg!(feature = "idna") => Some(link.components().host_ascii(url)?),
        host => link.components().host_ascii(url).or(host.map(str::to_ascii_lowercase)),
    };
    let theirs = other.host_str().map(str::to_owned);
    let address = |host: &Option<String>| -> Option<Ipv6Addr> {
        host.as_deref()?.strip_prefix('[')?.strip_suffix(']')?.parse().ok()
    };
    let is_same = ours == theirs || address(&ours).is_some() && address(&ours) == address(&theirs);
    (!is_same).then(|| format!("has the host {ours:?}, and {theirs:?} for a browser"))
}
