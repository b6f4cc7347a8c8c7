//! Lines that are written with their links marked.

use std::io::{self, Read};

use napkin::{
    Finder,
    write::{Fields, MarkedLines},
};

/// The longest line that is kept together.
const MAX_LINE: usize = 1 << 20;

struct Slow<'t>(&'t [u8], usize);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let (now, later) = self.0.split_at(self.1.min(buffer.len()).min(self.0.len()));
        buffer[..now.len()].copy_from_slice(now);
        self.0 = later;
        Ok(now.len())
    }
}

fn written(text: &[u8], step: usize, lines: MarkedLines<Vec<u8>>) -> String {
    let mut lines = lines;
    let finder = Finder::builder().positions(true).build().unwrap();
    finder.search_into(Slow(text, step), &mut lines).unwrap();
    lines.finish().unwrap();
    String::from_utf8(lines.into_inner()).unwrap()
}

fn numbered() -> MarkedLines<Vec<u8>> {
    let mut fields = Fields::default();
    fields.line = true;
    MarkedLines::new(Vec::new()).fields(fields)
}

/// The lines that grep would print, by the obvious algorithm.
fn naive(text: &str, before: usize, after: usize) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let hits: Vec<bool> = lines.iter().map(|line| line.contains("http")).collect();
    let mut shown = String::new();
    let mut last = None;
    for (index, line) in lines.iter().enumerate() {
        let is_near = (index.saturating_sub(after)..=index + before).any(|at| hits.get(at) == Some(&true));
        if !is_near {
            continue;
        }
        if before + after > 0 && last.is_some_and(|last| last + 1 < index) {
            shown.push_str("--\n");
        }
        last = Some(index);
        let sign = if hits[index] { ':' } else { '-' };
        shown.push_str(&format!("{}{sign}{}\n", index + 1, line.trim_end_matches('\n')));
    }
    shown
}

#[test]
fn context_is_what_grep_shows() {
    for pattern in 0..1 << 9 {
        let text: String = (0..9)
            .map(|line| if pattern >> line & 1 == 1 { "a http://a.example/ b\n" } else { "none at all.\n" })
            .collect();
        let text = text.trim_end_matches('\n').to_owned() + if pattern % 2 == 0 { "\n" } else { "" };
        for (before, after) in [(0, 0), (1, 0), (0, 1), (1, 2), (3, 1)] {
            let expected = naive(&text, before, after);
            for step in [7, 1000] {
                let lines = written(text.as_bytes(), step, numbered().around(before, after));
                assert_eq!(lines, expected, "{before} {after} {step}: {text}");
            }
        }
    }
}

#[test]
fn a_whole_text_keeps_its_line_ends() {
    for text in ["", "a", "a\r\nhttp://a.example/\r\nb\nc", "\n\r\n", "http://a.example/ b\n", "a\nb\r"] {
        for step in [1, 1000] {
            let lines = MarkedLines::new(Vec::new()).whole(true).watched(true);
            assert_eq!(written(text.as_bytes(), step, lines), text);
        }
    }
    let long = "a".repeat(MAX_LINE + 9);
    assert_eq!(written(long.as_bytes(), 1000, MarkedLines::new(Vec::new()).whole(true)), long);
}

#[test]
fn every_piece_is_marked_and_leads_to_the_whole_url() {
    let text = b"x\n<http://a.example/b/\n  c> y\n";
    let lines = written(text, 1000, numbered().hyperlinks(true));
    let open = "\x1b]8;id=napkin-3;http://a.example/b/c\x1b\\";
    let close = "\x1b]8;;\x1b\\";
    assert_eq!(lines, format!("2:<{open}http://a.example/b/{close}\n3:  {open}c{close}> y\n"));
    let lines = written(text, 1000, numbered().colours(true));
    assert!(lines.contains("  \x1b[1m\x1b[33mc\x1b[0m> y"), "{lines:?}");
}

#[test]
fn nothing_leads_where_it_could_do_harm() {
    let finder = Finder::builder().schemes(["javascript", "http"]).positions(true).build().unwrap();
    let mut lines = numbered().hyperlinks(true).watched(true);
    finder.search_into("javascript:a\x1b http://\u{e9}.example/\u{e9}".as_bytes(), &mut lines).unwrap();
    lines.finish().unwrap();
    let lines = String::from_utf8(lines.into_inner()).unwrap();
    assert!(!lines.contains(";javascript"), "{lines:?}");
    assert!(lines.contains(";http://") && !lines.contains(";http://\u{e9}.example"), "{lines:?}");
}

#[test]
fn a_line_of_any_length_is_written_whole() {
    let text = "x".repeat(3 * MAX_LINE) + " http://a.example/ " + &"y ".repeat(MAX_LINE);
    let lines = written(text.as_bytes(), 100_000, numbered());
    assert!(lines.len() <= text.len() + 100, "{}", lines.len());
    assert!(lines.contains("http://a.example/"));
    let each = written(b"http://a.example/ http://b.example/", 1000, numbered().each(true));
    assert_eq!(each, "1:http://a.example/ http://b.example/\n".repeat(2));
}

#[test]
fn of_more_lines_in_front_than_are_kept_the_last_are_shown() {
    let lines: String = (0..40_000).map(|number| format!("line {number:06} {}\n", ".".repeat(40))).collect();
    let shown = |step| written(format!("{lines}http://a.example/\n").as_bytes(), step, numbered().around(30_000, 0));
    let [few, many] = [7777, 1 << 20].map(shown);
    for shown in [&few, &many] {
        let count = shown.lines().count();
        assert!((MAX_LINE / 53 - 1..=30_001).contains(&count), "{count}");
        assert!(shown.ends_with(&format!("40000-line 039999 {}\n40001:http://a.example/\n", ".".repeat(40))));
    }
}

#[test]
fn a_line_that_is_too_long_is_cut_at_the_same_places_however_it_is_read() {
    let text = "one\n".to_owned() + &"x ".repeat(3 * MAX_LINE / 2 + 99) + "http://a.example/ y\nhttp://b.example/\n";
    let whole = written(text.as_bytes(), text.len(), numbered());
    assert!(whole.starts_with("2:x x ") && whole.ends_with("/ y\n3:http://b.example/\n"), "{}", whole.len());
    for step in [4096, 77_777, MAX_LINE, MAX_LINE + 1] {
        assert_eq!(written(text.as_bytes(), step, numbered()), whole, "{step}");
    }
}

#[test]
fn of_a_long_line_that_is_written_for_each_link_what_stands_around_it() {
    let words = "\u{fc}".repeat(199);
    let line: String = (10..90).map(|number| format!("{words} http://a{number}.example/ ")).collect();
    let each = written(line.as_bytes(), 100_000, numbered().each(true));
    let rows: Vec<&str> = each.lines().collect();
    assert_eq!(rows.len(), 80);
    // Beside the blank 255 bytes, of characters with two: one is cut, and shown in front.
    let [front, behind] = [128, 127].map(|count| "\u{fc}".repeat(count));
    assert_eq!(rows[3], format!("1:[...]{front} http://a13.example/ {behind}[...]"));
    assert_eq!(rows[79], format!("1:[...]{front} http://a89.example/ "));
    let few: String = line.split_inclusive("/ ").take(32).collect();
    let each = written(few.as_bytes(), 100_000, numbered().each(true));
    assert_eq!(each, format!("1:{few}\n").repeat(32));
}
