//! The finder against a slow reader of plain URLs that knows no exceptions, and against itself where the same text stands elsewhere: so
//! neither what is read many bytes at a time nor where a block ends has a say.

use std::{collections::BTreeSet, ops::Range};

use napkin::{Finder, Kinds, Rejoin};

use crate::{common::search, hostile, support::random::Random};

/// How many texts are made.
const TEXTS: usize = 20_000;

/// A URL as RFC 3986 has it, in a text without exceptions: a scheme of the web, an authority, and what UTS #58 takes of the rest.
mod naive {
    use std::ops::Range;

    const SCHEMES: [&str; 3] = ["http", "https", "ftp"];

    /// All URLs of the text, in its order.
    pub fn find(text: &str) -> Vec<Range<usize>> {
        let mut found: Vec<Range<usize>> = Vec::new();
        for (colon, _) in text.match_indices("://") {
            let floor = found.last().map_or(0, |url| url.end);
            if let Some(start) = scheme(&text[..colon]).filter(|&start| start >= floor)
                && let Some(host) = authority(&text[colon + 3..])
            {
                let tail = &text[colon + 3 + host..];
                let end = colon + 3 + host + tail_length(tail);
                found.push(start..end);
            }
        }
        found
    }

    /// Where the scheme begins that a text ends in.
    fn scheme(text: &str) -> Option<usize> {
        let start = text.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || "+-.".contains(c)).len();
        SCHEMES.iter().any(|scheme| text[start..].eq_ignore_ascii_case(scheme)).then_some(start)
    }

    /// The length of the userinfo, host and port that a text begins with.
    fn authority(text: &str) -> Option<usize> {
        let run = text.find(|c: char| c.is_whitespace() || "/?#<>\"“”()".contains(c)).unwrap_or(text.len());
        let userinfo = text[..run].rfind('@').map_or(0, |at| at + 1);
        let is_label = |c: char| c.is_alphanumeric() || c == '-';
        let host = &text[userinfo..run];
        let name = host.find(|c: char| !is_label(c) && c != '.').unwrap_or(host.len());
        let name = host[..name].trim_end_matches('.');
        if name.is_empty() || name.split('.').any(str::is_empty) {
            return None;
        }
        let digits = host[name.len()..].strip_prefix(':').unwrap_or_default();
        let digits = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        let port = if digits > 0 { 1 + digits } else { 0 };
        Some(userinfo + name.len() + port)
    }

    /// How much of a text UTS #58 takes for path, query and fragment.
    fn tail_length(text: &str) -> usize {
        if !text.starts_with(['/', '?', '#']) {
            return 0;
        }
        let characters: Vec<(usize, char)> = text.char_indices().collect();
        let (mut part, mut open, mut end) = ('/', 0_usize, 0);
        for (index, &(at, c)) in characters.iter().enumerate() {
            match c {
                // Punctuation of the sentence, unless the URL goes on behind it.
                '.' | ',' | ';' | ':' | '!' => continue,
                '?' => {
                    if part == '/' {
                        (part, open) = ('?', 0);
                    }
                    continue;
                }
                '#' if part != '#' => (part, open) = ('#', 0),
                '/' if part == '/' => open = 0,
                '&' if part == '?' => open = 0,
                '=' if part == '?' && !is_between_words(&characters, index) => open = 0,
                '(' => open += 1,
                ')' if open > 0 => open -= 1,
                ')' => break,
                _ if c.is_whitespace() || "<>\"“”".contains(c) => break,
                _ => {}
            }
            end = at + c.len_utf8();
        }
        // A bracket that opens at the end is none of the URL.
        loop {
            let url = text[..end].trim_end_matches('(');
            if url.len() == end {
                return end;
            }
            end = url.trim_end_matches(['.', ',', ';', ':', '!', '?']).len();
        }
    }

    /// In `(b=1)` an equals sign closes no brackets.
    fn is_between_words(characters: &[(usize, char)], index: usize) -> bool {
        let is_word = |at: usize| {
            characters.get(at).is_some_and(|&(_, c)| !c.is_whitespace() && c > ' ' && !"()[]{}&?=".contains(c))
        };
        index > 0 && is_word(index - 1) && is_word(index + 1)
    }
}

const FRONTS: [&str; 7] = ["", "see ", "(", "“", "x, ", "[", "é "];

const SCHEMES: [&str; 7] = ["http://", "https://", "ftp://", "HTTP://", "Https://", "x://", "://"];

const AUTHORITIES: [&str; 13] = [
    "a.example",
    "b.com",
    "localhost",
    "1.2.3.4",
    "é.de",
    "soup",
    "a-b.c.org:80",
    "x:8080",
    "u@a.example",
    "u:p@b.com",
    "a..b.com",
    "",
    "a-very-long-label-of-a-host.with-more-labels.than-fit-in-a-block-of-bytes.example",
];

/// What tails are made of. What is an exception to some rule of the engine stands in the corpus.
const TAILS: [&str; 24] = [
    "/",
    "/",
    "/",
    "b",
    "c1",
    "d/e",
    "?",
    "?q=",
    "#",
    "=",
    "=1",
    "&x",
    "&y=",
    "(",
    ")",
    "(f)",
    ".",
    ",",
    ";",
    "!",
    ":",
    "%41",
    "é",
    "a-long-word-of-a-path-that-goes-on-and-on-over-more-than-a-block-of-sixty-four-bytes",
];

const BACKS: [&str; 6] = ["", ".", ")", "\"", "” ", " and"];

/// A line with a URL of these, or with what is none.
fn line(random: &mut Random) -> String {
    let mut of = |pieces: &[&'static str]| pieces[random.below(pieces.len())];
    let mut line = [of(&FRONTS), of(&SCHEMES), of(&AUTHORITIES)].concat();
    let tail = of(&["", "/", "?", "#", "/"]);
    line.push_str(tail);
    while !tail.is_empty() && of(&["", "", "", "", "", "", "x"]).is_empty() {
        line.push_str(of(&TAILS));
    }
    line.push_str(of(&BACKS));
    line + "\n"
}

#[test]
fn plain_urls_are_those_of_a_slow_reader() {
    let finder = Finder::builder().rejoin(Rejoin::Off).build().expect("the options are right");
    let (mut random, mut count, mut differ) = (Random(58), 0, BTreeSet::new());
    for _ in 0..TEXTS {
        let text: String = (0..1 + random.below(3)).map(|_| line(&mut random)).collect();
        let found: Vec<Range<usize>> = finder.find_iter(&text).map(|link| link.range()).collect();
        let naive = naive::find(&text);
        count += naive.len();
        if found != naive {
            let urls = |ranges: Vec<Range<usize>>| ranges.into_iter().map(|url| &text[url]).collect::<Vec<_>>();
            differ.insert(format!("{text:?}: {:?}, and the slow reader {:?}", urls(found), urls(naive)));
        }
    }
    let mut shortest: Vec<&String> = differ.iter().collect();
    shortest.sort_by_key(|text| text.len());
    shortest.truncate(20);
    assert!(differ.is_empty(), "{} texts differ, the shortest are {shortest:#?}", differ.len());
    assert!(count > TEXTS, "only {count} URLs");
}

/// The same lines further on, between blank lines of any length, have the same links, and so they have in reads of any size.
#[test]
fn the_place_of_a_text_has_no_say() {
    let finders = [Finder::new(), Finder::builder().kinds(Kinds::ALL).explain(true).build().expect("it is right")];
    let mut random = Random(64);
    for number in 0..TEXTS / 4 {
        let tokens = |random: &mut Random| {
            (0..1 + random.below(12)).map(|_| hostile::RICH[random.below(hostile::RICH.len())]).collect::<String>()
        };
        let text = if number % 2 == 0 { tokens(&mut random) } else { line(&mut random) + &tokens(&mut random) };
        let finder = &finders[number / 2 % finders.len()];
        let whole = search(finder, ["\n", &text, "\n"].concat().as_bytes(), []);
        for _ in 0..4 {
            let (before, after) = (random.below(130), random.below(130));
            let padded = [&" ".repeat(before), "\n", &text, "\n", &" ".repeat(after)].concat();
            let reads: Vec<usize> = (0..random.below(4)).map(|_| 1 + random.below(80)).collect();
            let mut there = search(finder, padded.as_bytes(), reads);
            for piece in there.links.iter_mut().flat_map(|link| &mut link.pieces) {
                *piece = piece.start - before..piece.end - before;
            }
            for refused in &mut there.refused {
                refused.range = refused.range.start - before..refused.range.end - before;
                refused.at -= before;
            }
            assert_eq!(there, whole, "{text:?} with {before} blanks before it and {after} after it, {finder:?}");
        }
    }
}
