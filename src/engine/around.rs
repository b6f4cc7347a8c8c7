//! The lines around a break: their width, and whether a typesetter set them.

use std::iter;

use super::{
    line::{self, columns},
    rules::rows,
    text::Text,
};
use crate::{config::Hyphen, text::short};

/// How many lines to read on each side.
const LINES: usize = 6;

pub(super) const MAX_LINE: usize = 512;

/// Text is filled to a width between these.
const WIDEST: usize = 132;
const NARROWEST: usize = 24;

/// Text of so many columns is filled if two lines show it; narrower text if three lines of several words have less room
/// than a word takes.
const WIDE: usize = 40;
const MAX_ROOM: usize = 12;

/// The fewest lines without a URL that show the width to which lines are filled.
const ENOUGH: usize = 2;

/// The narrowest width at which text is cut.
pub(super) const NARROWEST_CUT: usize = 20;

/// How many lines are read with a break: above it, its own, those below, and one more.
const ALL: usize = 3 * LINES + 3;

/// Where the second line of the break stands among them.
const NEXT: usize = LINES + 1;

/// The lines of a break and those around.
pub(super) struct Lines<'t> {
    lines: [&'t [u8]; ALL],
    /// How many lines are above, and how many below.
    above: usize,
    below: usize,
}

impl<'t> Lines<'t> {
    /// The first line of the break begins at `begin`; the second ends at `next_end`.
    pub(super) fn read(text: &Text<'t>, begin: usize, next_end: usize) -> Lines<'t> {
        let (mut lines, mut above, mut below, mut wanted) = ([&b""[..]; ALL], 0, 0, 2 * LINES);
        lines[LINES] = line_at(text, begin);
        lines[NEXT] = &text.bytes[line::begin(text, next_end)..next_end];
        for (place, line) in lines[..LINES].iter_mut().rev().zip(lines_above(text, begin)) {
            *place = line;
            above += 1;
            wanted -= usize::from(!line.trim_ascii_end().is_empty());
        }
        for (place, line) in lines[NEXT + 1..][..=wanted].iter_mut().zip(lines_below(text, next_end)) {
            *place = line;
            below = wanted.min(below + 1);
        }
        Lines { lines, above, below }
    }

    /// Returns the places of the lines above and below, from the nearest on.
    fn above(&self) -> impl Iterator<Item = usize> + Clone + use<> {
        (LINES - self.above..LINES).rev()
    }

    fn below(&self) -> impl Iterator<Item = usize> + Clone + use<> {
        NEXT + 1..NEXT + 1 + self.below
    }

    /// Returns the places of all lines that have one after them, but not that of the break's first.
    fn places(&self) -> impl Iterator<Item = usize> + use<> {
        self.above().chain(NEXT..NEXT + self.below)
    }

    /// Returns the same lines, each with the line after it.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (&'t [u8], &'t [u8])> {
        self.places().map(|at| (self.lines[at], self.lines[at + 1]))
    }

    /// Returns `true` if a typesetter set the lines: they have hyphenated words or extra spaces.
    fn are_typeset(&self) -> bool {
        let others = || self.above().chain(self.below());
        let spaces = others().chain([LINES, NEXT]).map(|at| added_spaces(self.lines[at])).sum::<usize>();
        let is_manual = self.lines[LINES].iter().take_while(|&&byte| byte == b' ').count() >= 7;
        spaces > usize::from(!is_manual)
            || others().any(|at| is_split(self.lines[at].trim_ascii_end(), self.lines[at + 1]))
    }

    /// Returns `true` if a line ends in a hyphen that is not ASCII, so ASCII hyphens belong to the words.
    fn are_typographic(&self) -> bool {
        let ends = |at: usize| self.lines[at].trim_ascii_end().ends_with("\u{2010}".as_bytes());
        self.above().chain(self.below()).any(ends)
    }
}

/// Returns the lines above the one that begins at `begin`, from the nearest on.
pub(super) fn lines_above<'t>(text: &Text<'t>, begin: usize) -> impl Iterator<Item = &'t [u8]> {
    let mut first = begin;
    let lines = iter::from_fn(move || {
        let end = first.checked_sub(1)?;
        let end = end - usize::from(text.bytes[..end].ends_with(b"\r"));
        first = line::begin(text, end);
        text.worked(2 * (end - first));
        Some(&text.bytes[first..end])
    });
    lines.take(LINES)
}

/// Returns the lines below the one that ends at `end`, from the nearest on.
pub(super) fn lines_below<'t>(text: &Text<'t>, end: usize) -> impl Iterator<Item = &'t [u8]> {
    let mut after = line::after_end(text, end);
    let lines = iter::from_fn(move || {
        let line = line_at(text, after?);
        after = line::after_end(text, after? + line.len());
        text.worked(2 * line.len());
        Some(line)
    });
    lines.take(1 + 2 * LINES)
}

/// Returns the lines around the two of a break, those above first. They are read when they are asked for.
pub(super) fn others<'t>(text: &Text<'t>, begin: usize, next_end: usize) -> impl Iterator<Item = &'t [u8]> {
    let (mut above, mut below, mut wanted) = (lines_above(text, begin), lines_below(text, next_end), 2 * LINES);
    iter::from_fn(move || {
        let (line, counts) = match above.next() {
            Some(line) => (line, !line.trim_ascii_end().is_empty()),
            None if wanted > 0 => (below.next()?, true),
            None => return None,
        };
        wanted -= usize::from(counts);
        Some(line)
    })
}

/// What the lines around have in common.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Around {
    /// The widest line up to the next blank one, in columns.
    pub(super) widest: usize,
    /// The width to which lines without a URL are filled, in columns; 0 if too few of them show it.
    pub(super) filled: usize,
    /// Lines are cut inside words at the column of the break.
    pub(super) is_cut: bool,
    /// All lines are cut there, whatever stands there.
    pub(super) is_cut_everywhere: bool,
}

impl Around {
    /// Reads the lines around a break. The first line of the break begins at `begin` and has this `width`; the second
    /// ends at `next_end`. The text of each begins after a frame such as `left`, and ends before the column `side`.
    pub(super) fn read(
        text: &Text,
        begin: usize,
        next_end: usize,
        width: usize,
        left: &[u8],
        side: Option<usize>,
    ) -> Around {
        let lines = Lines::read(text, begin, next_end);
        let texts = lines.lines.map(|line| side.map_or(line, |side| line::before_column(line, side)));
        let widths = texts.map(|text| columns(text.trim_ascii_end()));
        let margins = Margins { lines, texts, widths, width, left };
        let is_blank = |at: &usize| widths[*at] == 0;
        let near = || {
            let above = margins.lines.above().take_while(|at| !is_blank(at));
            above.chain(margins.lines.below().take_while(|at| !is_blank(at)))
        };
        let widest = near().map(|at| widths[at]).max().unwrap_or(0);
        let as_wide = || near().chain([NEXT]).filter(|&at| widths[at] == width);
        Around {
            widest,
            filled: margins.filled(),
            is_cut: width >= NARROWEST_CUT
                && widest <= width
                && as_wide().count() >= 2
                && as_wide().any(|at| margins.cuts_word(at)),
            is_cut_everywhere: widest <= width && as_wide().next().is_some() && margins.are_cut_everywhere(),
        }
    }
}

/// The lines around a break of a line with this width, their texts before the right side of their cells, and the widths
/// of these.
struct Margins<'a, 't> {
    lines: Lines<'t>,
    texts: [&'t [u8]; ALL],
    widths: [usize; ALL],
    width: usize,
    left: &'a [u8],
}

impl<'t> Margins<'_, 't> {
    /// Returns the text of a line that continues another.
    fn words(&self, at: usize) -> &'t [u8] {
        self.texts[at].strip_prefix(self.left).unwrap_or_default()
    }

    /// A line ends and the next one goes on as a word does that is cut.
    fn cuts_word(&self, at: usize) -> bool {
        self.texts[at].trim_ascii_end().last().is_some_and(u8::is_ascii_alphanumeric)
            && self.words(at + 1).first().is_some_and(u8::is_ascii_lowercase)
    }

    /// Returns the width to which the lines without a URL are filled; 0 if too few of them show it.
    fn filled(&self) -> usize {
        let (mut plain, mut filled, mut fullest) = (0, 0, [0; 3]);
        for at in self.lines.above().chain(self.lines.below()) {
            let (text, columns) = (self.texts[at].trim_ascii(), self.widths[at]);
            if columns > 0 && columns <= WIDEST && !has_url(text) {
                plain += 1;
                filled = filled.max(columns);
                fullest.sort_unstable();
                fullest[0] = fullest[0].max(if text.contains(&b' ') { columns } else { 0 });
            }
        }
        // Fewer columns have to be filled more often.
        let is_filled = filled >= WIDE || fullest.iter().all(|&columns| columns + MAX_ROOM >= filled);
        if plain >= ENOUGH && filled >= NARROWEST && is_filled { filled } else { 0 }
    }

    /// Returns `true` if two lines or more are cut at the column of the break, and no line shows that others aren't.
    fn are_cut_everywhere(&self) -> bool {
        let mut cut = 0;
        let has_words = |&at: &usize| self.lines.lines[at].iter().any(u8::is_ascii_alphanumeric);
        for at in self.lines.places().filter(has_words) {
            let (line, columns) = (self.texts[at], self.widths[at]);
            let (text, words) = (line.trim_ascii_end(), self.words(at + 1));
            let next = words.trim_ascii_start();
            let first = next.iter().take_while(|&&byte| byte > b' ').count();
            let last = text.iter().rev().take_while(|&&byte| byte > b' ').count();
            let goes_on = first > 0 && words.len() - next.len() < 2;
            let reaches = columns == self.width || columns + 1 == self.width && line.len() > text.len();
            // Paragraphs may end before the column.
            let is_end = text.last().is_none_or(|byte| b".:!?)".contains(byte))
                || next.first().is_some_and(u8::is_ascii_uppercase);
            let is_other = if reaches { !goes_on } else { goes_on && (columns + first >= self.width || !is_end) };
            // A typesetter's lines are as wide.
            let has_gap =
                || line.get(self.left.len()..).is_some_and(|line| short::find(line.trim_ascii(), b"  ").is_some());
            if columns > self.width || is_other || has_gap() {
                return false;
            }
            cut += usize::from(goes_on && reaches && first.max(last) < MAX_WORD);
        }
        cut > 1
    }
}

/// The longest word that tells how lines end. Longer ones are cut where others are not.
const MAX_WORD: usize = 20;

/// Returns the length of the piece without a typesetter's hyphen. `next` is the text after the break, up to `next_end`.
pub(super) fn without_hyphen(
    text: &Text,
    (begin, next_end): (usize, usize),
    is_cell: bool,
    piece: &[u8],
    next: &[u8],
    hyphen: Hyphen,
) -> usize {
    let dropped = match (piece, hyphen) {
        ([.., 0xC2, 0xAD], _) => 2,
        ([.., 0xE2, 0x80, 0x90], _) => 3,
        ([_, .., b'-'], Hyphen::Drop) => 1,
        ([.., b'A'..=b'Z' | b'a'..=b'z', b'-'], Hyphen::Auto) if next.first().is_some_and(u8::is_ascii_lowercase) => {
            let lines = Lines::read(text, begin, next_end);
            usize::from(DROPPED_HYPHEN.holds(&lines, next, is_cell))
        }
        _ => 0,
    };
    piece.len() - dropped
}

/// Returns the end of the line of the byte at `at`, or of the part of it that is read.
#[inline(never)]
pub(super) fn line_end(text: &Text, at: usize) -> usize {
    let rest = text.bytes.get(at..).unwrap_or_default();
    let end = memchr::memchr2(b'\n', b'\r', &rest[..rest.len().min(MAX_LINE)]);
    at + end.unwrap_or_else(|| text.ahead(at, MAX_LINE).len())
}

/// Returns the line at `at`, or the part of it that is read.
pub(super) fn line_at<'t>(text: &Text<'t>, at: usize) -> &'t [u8] {
    &text.bytes[at.min(text.bytes.len())..line_end(text, at)]
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
    if line.len() - text.len() < 5 || memchr::memmem::find(text, b"  ").is_none() {
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
    let has_sign = |line: &[u8]| line.ends_with(b"=") || line.ends_with(b"=20") || short::find(line, b"=3D").is_some();
    matches!(text.byte(end), b'\n' | b'\r')
        && (!names_value(&text.bytes[begin..end]) || short::find(line, b"=3D").is_some())
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

rows! { Line;
    DROPPED_HYPHEN "dropped-hyphen" (lines: &Lines, next: &[u8], is_cell: bool) =
        (is_rest(next) || !is_cell && lines.are_typeset()) && !lines.are_typographic(),
        "a hyphen that a typesetter put into a word" => "leaves it out",
        "http://a.example/informa-\ntion" / "http://a.example/b-\nc";
}
