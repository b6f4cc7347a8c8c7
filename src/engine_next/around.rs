//! The lines around a break: how wide they are, and whether a typesetter set them.

use super::{line, text::Text};
use crate::config::Hyphen;

/// How many lines are looked at on each side.
const LINES: usize = 6;

/// The longest line that is looked at whole.
pub(super) const MAX_LINE: usize = 512;

/// What the lines around have in common.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Around {
    /// The widest of the lines up to the next blank one, in columns.
    pub(super) widest: usize,
    /// How many of those are as wide as the line of the break.
    pub(super) as_wide: usize,
    /// A word is hyphenated at a line's end, or spaces are put between words.
    pub(super) is_typeset: bool,
    /// A line ends in a hyphen that is not ASCII: an ASCII one was there before.
    is_typographic: bool,
}

impl Around {
    /// Reads the lines around a break, from the line that begins at `begin` to the one that ends at `end`; `width` is that of the first.
    pub(super) fn read(text: &Text, begin: usize, end: usize, width: usize) -> Around {
        let mut around = Around::default();
        let mut spaces = added_spaces(&text.bytes[begin..line_end(text, begin)]);
        let (mut is_near, mut below) = (true, begin);
        for _ in 0..LINES {
            let Some(end) = below.checked_sub(1) else { break };
            let end = end - usize::from(text.bytes[..end].ends_with(b"\r"));
            let above = line::begin(text, end);
            let words = text.bytes[above..end].trim_ascii();
            around.is_typeset |= is_split(words, &text.bytes[below..line_end(text, below)]);
            is_near &= around.add(&text.bytes[above..end], width, is_near);
            spaces += added_spaces(&text.bytes[above..end]);
            below = above;
        }
        let (mut is_near, mut at) = (true, end);
        let mut last: &[u8] = b"";
        for _ in 0..LINES {
            let Some(begin) = line::after_end(text, at) else { break };
            at = line_end(text, begin);
            let words = &text.bytes[begin..at];
            around.is_typeset |= is_split(last.trim_ascii(), words);
            is_near &= around.add(words, width, is_near);
            spaces += added_spaces(words);
            last = words;
        }
        spaces += added_spaces(&text.bytes[line::begin(text, end)..end]);
        let is_manual = text.bytes[begin..].iter().take_while(|&&byte| byte == b' ').count() == 7;
        around.is_typeset |= spaces > usize::from(!is_manual);
        around
    }

    /// Adds a line; returns `false` if it is blank.
    fn add(&mut self, line: &[u8], width: usize, is_near: bool) -> bool {
        let line = line.trim_ascii_end();
        self.is_typographic |= line.ends_with("\u{2010}".as_bytes());
        let columns = columns(line);
        if is_near {
            self.widest = self.widest.max(columns);
            self.as_wide += usize::from(columns == width);
        }
        columns > 0
    }

    /// Where a piece ends before a break, if `next` follows that: a typesetter's hyphen is none of the URL.
    pub(super) fn without_hyphen(self, piece: &[u8], next: &[u8], hyphen: Hyphen) -> usize {
        let length = |dropped: usize| piece.len() - dropped;
        match (piece, hyphen) {
            ([.., 0xC2, 0xAD], _) => length(2),
            ([.., 0xE2, 0x80, 0x90], _) => length(3),
            ([_, .., b'-'], Hyphen::Drop) => length(1),
            ([.., before, b'-'], Hyphen::Auto) => {
                let first = next.first().copied().unwrap_or(0);
                let is_split = before.is_ascii_alphabetic()
                    && first.is_ascii_lowercase()
                    && (self.is_typeset || is_rest(next))
                    && !self.is_typographic;
                let is_in_path = *before == b'/' && !piece.ends_with(b"//-") && first.is_ascii_alphanumeric();
                length(usize::from(is_split || is_in_path))
            }
            _ => length(0),
        }
    }
}

/// Where the line of the byte at `at` ends, or what is looked at of it.
pub(super) fn line_end(text: &Text, at: usize) -> usize {
    let rest = text.bytes.get(at..).unwrap_or_default();
    let end = memchr::memchr2(b'\n', b'\r', &rest[..rest.len().min(MAX_LINE)]);
    at + end.unwrap_or_else(|| text.ahead(at, MAX_LINE).len())
}

/// What words go on with after a hyphen that a typesetter put there, and no word begins with alone; sorted.
const RESTS: [&str; 32] = [
    "ance", "ary", "ated", "ates", "ating", "ber", "ble", "cation", "chy", "der", "ence", "ences", "ery", "ible",
    "ing", "ings", "ity", "ization", "lation", "ly", "mation", "ment", "ments", "ness", "ous", "tation", "ter", "tion",
    "tions", "tive", "ture", "tures",
];

/// Returns `true` if a text begins with the rest of a word.
fn is_rest(text: &[u8]) -> bool {
    let length = text.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    RESTS.binary_search_by(|rest| rest.as_bytes().cmp(&text[..length])).is_ok()
}

/// Returns `true` if a word is hyphenated between two lines.
fn is_split(line: &[u8], next: &[u8]) -> bool {
    matches!(line, [.., before, b'-'] if before.is_ascii_lowercase())
        && is_rest(next.trim_ascii_start())
        && memchr::memmem::find(line, b"://").is_none()
}

/// How many spaces are put between the words of an indented line so that it ends where others do.
fn added_spaces(line: &[u8]) -> usize {
    let text = line.trim_ascii_start();
    if line.len() - text.len() < 5 {
        return 0;
    }
    let is_gap = |four: &&[u8]| {
        (four[0].is_ascii_lowercase() || four[0] == b',')
            && four[1] == b' '
            && four[2] == b' '
            && (four[3] == b' ' || four[3].is_ascii_alphanumeric() || four[3] == b'(')
    };
    text.strip_prefix(b"o ").unwrap_or(text).windows(4).filter(is_gap).count()
}

/// The columns that a line takes.
pub(super) fn columns(line: &[u8]) -> usize {
    line.iter().fold(0, |column, &byte| match byte {
        b'\t' => (column / 8 + 1) * 8,
        0x80..=0xBF => column,
        _ => column + 1,
    })
}
