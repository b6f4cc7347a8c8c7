//! What evidence may look at is bounded, as the documentation of `Rejoin` says: what stands further away has no say.

use std::{io, ops::ControlFlow};

use napkin::{Context, Event, Finder, Sink};

/// The bytes before the URL, and those behind the first word of the next line.
const BACK: usize = 7 << 10;
const AHEAD: usize = 7 << 9;

/// What was found and decided, without where it stands.
#[derive(Debug, Default, PartialEq)]
struct Decided(Vec<String>);

impl Sink for Decided {
    fn event(&mut self, event: Event<'_>, _: &Context<'_>) -> io::Result<ControlFlow<()>> {
        match event {
            Event::Break(seen) => {
                let evidence: Vec<_> = seen.evidence().collect();
                self.0.push(format!("{} {} {evidence:?}", seen.is_joined(), seen.confidence()));
            }
            Event::Link(link) if link.url().starts_with("https://near.example/") => {
                self.0.push(format!("{} {:?}", link.url(), link.rejoined()));
            }
            _ => {}
        }
        Ok(ControlFlow::Continue(()))
    }
}

fn decided(parts: &[&[u8]]) -> Decided {
    let finder = Finder::builder().explain(true).build().expect("the defaults are valid");
    let mut decided = Decided::default();
    finder.search_into(parts.concat().as_slice(), &mut decided).expect("neither the reader nor the sink fails");
    decided
}

/// A URL with one break in it, or none: it goes on, or a page ends before it does, or it does not go on.
const BROKEN: [&str; 4] = [
    "https://near.example/minutes/of-the-meeting-\nof-2026-11-21.html",
    "https://near.example/catalogue/search?q=soup&ye\nar=2026&page=2",
    "https://near.example/minutes/of-the-meeting-\n\nSam  [Page 2]\n\u{c}\nRFC 9999    Napkins    2026\n\nof-2026.html",
    "https://near.example/minutes/of-the-meeting\nenclosed",
];

/// What can't matter where it is too far away: no URL with a break, which would have evidence of its own.
const FAR: [&[u8]; 8] = [
    b"x",
    b"\n",
    b"\n\n\n",
    b" words of a long line that goes on and on, wider than any other around, and says nothing of interest\n",
    b"\n       lines  that  were   set  by  a   typesetter  with gaps\n",
    b"\n> short\n> lines\n> quoted\n",
    b" http://far.example/whole here\n\n",
    b"x\xFF\xFE\0 \x0C\n",
];

/// Lines of these many columns, repeated up to so many bytes; the last is cut.
fn lines(columns: &[usize], bytes: usize) -> Vec<u8> {
    let line = |columns: &usize| format!("{}\n", "so it is ".repeat(40)[..*columns].trim_end());
    columns.iter().cycle().map(line).flat_map(String::into_bytes).take(bytes).collect()
}

/// Text of so many bytes that ends in the middle of a line, where a URL stands.
fn before(columns: &[usize], bytes: usize) -> Vec<u8> {
    let mut text = lines(columns, bytes - 7);
    text.pop();
    text.extend(b"\nSee at ");
    text
}

/// Text of so many bytes that goes on behind the first word of a line.
fn behind(columns: &[usize], bytes: usize) -> Vec<u8> {
    let mut text = b" and there\n".to_vec();
    text.extend(lines(columns, bytes - text.len()));
    text
}

#[test]
fn what_is_further_away_in_bytes_has_no_say() {
    // One long line, so that the bytes are used up before the lines are.
    let words = |bytes: usize| "so it is ".bytes().cycle().take(bytes).collect::<Vec<u8>>();
    for broken in BROKEN {
        let before = [&words(BACK - 8)[..], b" See at "].concat();
        let behind = [&b" and there "[..], &words(AHEAD - 11)].concat();
        assert_eq!((before.len(), behind.len()), (BACK, AHEAD));
        let near = decided(&[b"x", &before, broken.as_bytes(), &behind]);
        assert!(!near.0.is_empty());
        for far in FAR {
            assert_eq!(
                near,
                decided(&[far, &before, broken.as_bytes(), &behind, far]),
                "{broken:?} {}",
                far.escape_ascii()
            );
        }
    }
}

#[test]
fn what_is_further_away_in_lines_has_no_say() {
    for broken in BROKEN {
        let near = before(&[60], 8 * 61 - 20);
        let before: Vec<&[u8]> = near.split_inclusive(|&byte| byte == b'\n').collect();
        let before = before[before.len() - 7..].concat();
        let behind: Vec<u8> =
            behind(&[60], AHEAD).split_inclusive(|&byte| byte == b'\n').take(7).flatten().copied().collect();
        let text = |front: &[u8], tail: &[u8]| decided(&[front, b"\n", &before, broken.as_bytes(), &behind, tail]);
        let near = text(b"x", b"x");
        for far in FAR {
            assert_eq!(near, text(far, far), "{broken:?} {}", far.escape_ascii());
        }
    }
}

#[test]
fn what_is_near_has_a_say() {
    let decided = |broken: &str, columns: [usize; 2]| {
        decided(&[&before(&columns[..1], 500), broken.as_bytes(), &behind(&columns[1..], 500)])
    };
    for columns in [[60, 45], [45, 60]] {
        assert!(BROKEN.iter().any(|broken| decided(broken, columns) != decided(broken, [45, 45])), "{columns:?}");
    }
}
