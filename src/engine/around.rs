//! The lines around a break: their width, and whether a typesetter set them.

use super::{
    line::{self, columns},
    rules,
    text::Text,
};
use crate::config::Hyphen;

/// How many lines to read on each side.
const LINES: usize = 6;

pub(super) const MAX_LINE: usize = 512;

/// Text is filled to a width between these.
const WIDEST: usize = 132;
const NARROWEST: usize = 40;

/// The fewest lines without a URL that show the width to which lines are filled.
const ENOUGH: usize = 2;

/// The narrowest width at which text is cut.
pub(super) const NARROWEST_CUT: usize = 32;

/// What the lines around have in common.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Around {
    /// The widest line up to the next blank one, in columns.
    pub(super) widest: usize,
    /// How many of these lines are as wide as the line of the break.
    pub(super) as_wide: usize,
    /// The width to which lines without a URL are filled, in columns; 0 if too few of them show it.
    pub(super) filled: usize,
    /// A word is hyphenated at a line end, or extra spaces stand between words.
    pub(super) is_typeset: bool,
    /// Lines are cut inside words at the column of the break.
    pub(super) is_cut: bool,
    /// A line ends in a hyphen that is not ASCII, so ASCII hyphens belong to the words.
    is_typographic: bool,
}

/// Counts of the lines read so far.
#[derive(Default)]
struct Counts {
    width: usize,
    lines: usize,
    spaces: usize,
    cuts: usize,
    /// The lines without a URL, up to a number that shows their width.
    plain: usize,
}

impl Counts {
    /// Counts the line if it cuts a word at the column of the break. Returns `true` if it ends at that column.
    fn add_cut(&mut self, line: &[u8], columns: usize, next: &[u8]) -> bool {
        let ends_there = columns == self.width;
        let ends_word = line.last().is_some_and(u8::is_ascii_alphanumeric);
        self.cuts += usize::from(ends_there && ends_word && next.first().is_some_and(u8::is_ascii_lowercase));
        ends_there
    }
}

impl Around {
    /// The lines that would favour a join most, until they are read.
    pub(super) const UNKNOWN: Around =
        Around { widest: 0, as_wide: 1, filled: NARROWEST, is_typeset: true, is_cut: true, is_typographic: false };

    pub(super) fn is_unknown(&self) -> bool {
        self.is_cut && self.widest == 0
    }

    /// Reads the lines around a break. The first line of the break begins at `begin` and has this `width`; the second
    /// ends at `end`.
    pub(super) fn read(text: &Text, begin: usize, end: usize, width: usize) -> Around {
        let (mut around, mut counts) = (Around::default(), Counts { width, ..Counts::default() });
        let (mut is_near, mut below, mut below_begin) = (true, line_at(text, begin), begin);
        counts.spaces = added_spaces(below);
        for _ in 0..LINES {
            let Some(end) = below_begin.checked_sub(1) else { break };
            let end = end - usize::from(text.bytes[..end].ends_with(b"\r"));
            below_begin = line::begin(text, end);
            let line = &text.bytes[below_begin..end];
            is_near &= around.add(line, below, &mut counts, is_near);
            below = line;
        }
        let mut at = line::after_end(text, end);
        let mut line = at.map_or(&b""[..], |next| line_at(text, next));
        let last = &text.bytes[line::begin(text, end)..end];
        around.is_cut = counts.add_cut(last, columns(last), line);
        let mut is_near = true;
        let lines = (2 * LINES).saturating_sub(counts.lines);
        for _ in 0..lines {
            let Some(begin) = at else { break };
            at = line::after_end(text, begin + line.len());
            let next = at.map_or(&b""[..], |next| line_at(text, next));
            is_near &= around.add(line, next, &mut counts, is_near);
            line = next;
        }
        text.worked(2 * (at.unwrap_or(end) - below_begin));
        counts.spaces += added_spaces(last);
        let is_manual = text.bytes[begin..].iter().take_while(|&&byte| byte == b' ').count() >= 7;
        around.is_typeset |= counts.spaces > usize::from(!is_manual);
        let as_wide = around.as_wide + usize::from(around.is_cut);
        around.is_cut = width >= NARROWEST_CUT && around.widest <= width && as_wide >= 2 && counts.cuts > 0;
        if counts.plain < ENOUGH || around.filled < NARROWEST {
            around.filled = 0;
        }
        around
    }

    /// Adds a line, which `next` follows. Returns `false` if it is blank.
    fn add(&mut self, line: &[u8], next: &[u8], counts: &mut Counts, is_near: bool) -> bool {
        let words = line.trim_ascii_end();
        if words.is_empty() {
            return false;
        }
        let columns = columns(words);
        counts.lines += 1;
        counts.spaces += added_spaces(words);
        self.is_typographic |= words.ends_with("\u{2010}".as_bytes());
        self.is_typeset |= is_split(words, next);
        let may_count = columns <= WIDEST && (columns > self.filled || counts.plain < ENOUGH);
        if may_count && !has_url(words) {
            counts.plain += 1;
            self.filled = self.filled.max(columns);
        }
        if is_near {
            self.widest = self.widest.max(columns);
            self.as_wide += usize::from(columns == counts.width);
            let columns = if words.len() == line.len() { columns } else { line::columns(line) };
            counts.add_cut(line, columns, next);
        }
        true
    }

    /// Returns the length of a piece before a break, without a typesetter's hyphen. `next` is the text after the break.
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
                length(usize::from(rules::DROPPED_HYPHEN.holds(is_split)))
            }
            _ => length(0),
        }
    }
}

/// Returns the end of the line of the byte at `at`, or of the part of it that is read.
pub(super) fn line_end(text: &Text, at: usize) -> usize {
    let rest = text.bytes.get(at..).unwrap_or_default();
    let end = memchr::memchr2(b'\n', b'\r', &rest[..rest.len().min(MAX_LINE)]);
    at + end.unwrap_or_else(|| text.ahead(at, MAX_LINE).len())
}

fn line_at<'t>(text: &Text<'t>, at: usize) -> &'t [u8] {
    &text.bytes[at..line_end(text, at)]
}

/// The rests of hyphenated words that are no words themselves; sorted.
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
        && !has_url(line)
}

fn has_url(line: &[u8]) -> bool {
    memchr::memchr_iter(b':', line).any(|colon| line[colon..].starts_with(b"://"))
}

/// Counts the spaces that fill an indented line up to the common width.
fn added_spaces(line: &[u8]) -> usize {
    let text = line.trim_ascii_start();
    let has_gap = || {
        text.iter().zip(text.get(1..).unwrap_or_default()).fold(false, |has, (&a, &b)| has | (a == b' ') & (b == b' '))
    };
    if line.len() - text.len() < 5 || !has_gap() {
        return 0;
    }
    let is_gap = |four: &&[u8]| {
        four[1..3] == *b"  "
            && (four[0].is_ascii_lowercase() || four[0] == b',')
            && (four[3] == b' ' || four[3].is_ascii_alphanumeric() || four[3] == b'(')
    };
    text.strip_prefix(b"o ").unwrap_or(text).windows(4).filter(is_gap).count()
}

/// Returns `true` if the equals sign before `end` is a soft break of quoted-printable text (RFC 2045, 6.7): the line is
/// long enough for one, or a line next to it has a sign of the encoding, too. The next line ends at `next_end`.
pub(super) fn is_soft_break(text: &Text, begin: usize, end: usize, next_end: usize) -> bool {
    let above = begin.saturating_sub(1);
    let line = &text.bytes[line::begin(text, above)..next_end];
    let below = line::after_end(text, next_end).map_or(next_end, |below| line_end(text, below));
    let has_sign =
        |line: &[u8]| line.ends_with(b"=") || line.ends_with(b"=20") || memchr::memmem::find(line, b"=3D").is_some();
    matches!(text.byte(end), b'\n' | b'\r')
        && (!names_value(&text.bytes[begin..end]) || memchr::memmem::find(line, b"=3D").is_some())
        && ((73..=76).contains(&(end - begin))
            || (60..=76).contains(&(end - begin)) && !text.bytes[begin..end].contains(&b'?')
            || has_sign(text.bytes[line::begin(text, above)..above].trim_ascii_end())
            || has_sign(line)
            || has_sign(&text.bytes[next_end..below]))
}

/// Returns `true` if a line ends in the name of a query parameter and its equals sign.
fn names_value(line: &[u8]) -> bool {
    let name =
        line[..line.len() - 1].iter().rev().find(|byte| !byte.is_ascii_alphanumeric() && !matches!(byte, b'_' | b'.'));
    matches!(name, Some(b'?' | b'&' | b';'))
}
