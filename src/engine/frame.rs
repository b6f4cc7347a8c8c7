//! The frame of a line: what it and its neighbours have at the same place beside the text.

use super::{
    around::{Lines, MAX_LINE, line_at, line_end, lines_above, lines_below, others},
    front,
    line::{after_end, at_column, before_column, begin, columns, next, skip_blanks, skip_indentation},
    rules::rows,
    text::Text,
};
use crate::text::short;

/// The part of a line that is not text: marks of mail, comments and lists, indentation, the sides of a box or cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame<'t> {
    pub(super) begin: usize,
    /// The marks, with the blanks between them.
    marks: &'t [u8],
    /// A blank stands between the marks and the text, so a line of text may begin with the same mark.
    is_apart: bool,
    /// The start of the line's text.
    pub(super) text: usize,
    /// The column of the left side, in a box or table.
    cell: Option<usize>,
    /// The start of the URL.
    start: usize,
}

impl Frame<'_> {
    /// Returns `true` if the marks are those of quoted mail.
    pub(super) fn is_quotation(&self) -> bool {
        self.marks.first() == Some(&b'>')
    }

    pub(super) fn is_cell(&self) -> bool {
        self.cell.is_some()
    }
}

/// Returns the length of the side of a box, cell or bar at `at`.
fn side_length(text: &Text, at: usize) -> usize {
    begins_with_side(text.ahead(at, 3))
}

/// Returns the length of the side that a part of a line begins with: `|` or a vertical line.
fn begins_with_side(part: &[u8]) -> usize {
    match part {
        [b'|', ..] => 1,
        [0xE2, 0x94, 0x82 | 0x83 | 0x86 | 0x8A, ..]
        | [0xE2, 0x95, 0x8E | 0x91, ..]
        | [0xE2, 0x96, 0x8C | 0x8E | 0x8F | 0x90, ..] => 3,
        _ => 0,
    }
}

/// Returns the sides in a part of a line, with their lengths.
fn sides(line: &[u8]) -> impl DoubleEndedIterator<Item = (usize, usize)> {
    let sides = memchr::memchr2_iter(b'|', 0xE2, line).map(|at| (at, begins_with_side(&line[at..])));
    sides.filter(|&(_, length)| length > 0)
}

/// Returns `true` if the first byte of a character is that of a symbol: no letter, digit or blank.
fn is_symbol(byte: u8) -> bool {
    byte.is_ascii_punctuation() || matches!(byte, 0xC2 | 0xE2)
}

/// Returns `true` if a part of a line has no letters and digits.
fn is_symbols(part: &[u8]) -> bool {
    !part.iter().any(u8::is_ascii_alphanumeric)
}

/// Returns the column of the nearest side to the left of `at`, and the start of the text after it.
fn cell(text: &Text, begin: usize, at: usize) -> Option<(usize, usize)> {
    let line = &text.bytes[begin..at];
    let (side, length) = sides(line).next_back()?;
    Some((columns(&line[..side]), skip_blanks(text, begin + side + length)))
}

/// Returns where the text continues in the cell with this column, in the line that begins at `next`: after its side, if
/// the cells before it are those of the line above, empty, or in the same row.
fn in_cell(text: &Text, frame: &Frame, column: usize, next: usize) -> Option<usize> {
    let line = line_at(text, next);
    let side = at_column(line, column);
    let length = match line.get(side) {
        // A program writes another sign before the rest of a cell.
        Some(b';' | b':' | b'.' | b'/' | b'\\') if line.get(side + 1) == Some(&b' ') => 1,
        _ => side_length(text, next + side),
    };
    let cells = &line[..side];
    let is_same = || is_symbols(cells) || text.has(frame.begin, cells) || is_in_row(text, frame.begin, next);
    (length > 0 && is_same()).then(|| skip_blanks(text, next + side + length))
}

/// Returns `true` if a line is a rule of a table: signs alone, one of them several times in a row.
fn is_rule(line: &[u8]) -> bool {
    let is_drawn = |&three: &&[u8]| {
        three[0] == three[1] && three[1] == three[2] && three[0].is_ascii_punctuation()
            || three[0] == 0xE2 && matches!(three[1], 0x94 | 0x95) && matches!(three[2], 0x80 | 0x81 | 0x90)
    };
    is_symbols(line) && line.windows(3).filter(is_drawn).count() > 2
}

/// Returns `true` if rules stand between the rows of the table, and none between the two lines.
fn is_in_row(text: &Text, begin: usize, next: usize) -> bool {
    let is_empty = |line: &&[u8]| line.trim_ascii().is_empty();
    let (mut rules, mut rows, mut has_double) = (0, 0, false);
    for line in lines_above(text, begin).take_while(|line| !is_empty(line)) {
        rules += usize::from(is_rule(line));
        // A header has one row.
        rows += usize::from(rules > 0 && !is_rule(line));
        has_double |= is_rule(line) && line.contains(&b'=');
    }
    let below = lines_below(text, line_end(text, next));
    let mut below = below.skip_while(|line| !is_rule(line) && !is_empty(line));
    let is_closed = below.next().is_none_or(is_rule);
    let is_followed = below.next().is_some_and(|line| !is_empty(&line) && !is_rule(line));
    rules > 0 && is_closed && (is_followed || rows > 1 || rules > 2 || has_double)
}

/// Returns `true` if the next line is another row: all its other cells have text that the line at `begin` has not. A
/// single side stands between a number and a line.
pub(super) fn has_other_cells(text: &Text, begin: usize, next: usize, at: usize, end: usize) -> bool {
    let has_one = sides(&text.bytes[next..end]).count() == 1;
    let is_number = |words: &[u8]| words.iter().all(|&byte| byte.is_ascii_digit() || byte == b' ');
    let (mut cell, mut others) = (next, 0);
    for (side, length) in sides(&text.bytes[next..end]).chain([(end - next, 0)]) {
        let words = &text.bytes[cell..next + side];
        if !words.is_empty() && !(cell..=next + side).contains(&at) {
            if words.iter().all(|&byte| byte == b' ') {
                return false;
            }
            // What both lines have there is frame, such as the name of a process.
            let first = &text.bytes[begin + (cell - next)..][..words.len()];
            let is_gutter = || {
                has_one
                    && cell == next
                    && is_number(words)
                    && front::are_alike(first, words)
                    && !lines_above(text, begin).any(is_rule)
            };
            others += usize::from(first != words && words.iter().any(u8::is_ascii_alphanumeric) && !is_gutter());
        }
        cell = next + side + length;
    }
    others > 0 && !is_in_row(text, begin, next)
}

/// Returns the line up to the next side of its cell.
fn up_to_side(line: &[u8]) -> &[u8] {
    &line[..sides(line).next().map_or(line.len(), |(side, _)| side)]
}

/// Returns the frame of the line of the byte at `end`. The frame ends before that byte.
pub(super) fn read<'t>(text: &Text<'t>, end: usize) -> Frame<'t> {
    let begin = begin(text, end);
    let mut at = begin;
    loop {
        let mark = skip_blanks(text, at);
        let after = mark + mark_length(text, mark);
        if after == mark || after > end {
            let cell = cell(text, begin, end).filter(|(_, at)| *at >= mark);
            let at = cell.map_or(mark, |(_, at)| at).min(end);
            let marks = text.bytes[begin..mark.min(at)].trim_ascii();
            let is_apart = !matches!(marks.last(), None | Some(b'>' | b'|' | b'+')) && text.byte_before(at) <= b' ';
            return Frame { begin, marks, is_apart, text: at, cell: cell.map(|(column, _)| column), start: end };
        }
        at = after;
    }
}

/// Returns `false` if the line of the URL at `start` surely has no frame that repeats with the mark at `token`.
pub(super) fn may_repeat(text: &Text, start: usize, token: usize) -> bool {
    let line = begin(text, start);
    let (first, mark) = (skip_blanks(text, line), text.byte(token));
    let is_url = |at: usize| text.has(at, b"http://") || text.has(at, b"https://");
    let repeated = || front::repeated(text, line, begin(text, token), start).is_some_and(|at| !is_url(at));
    mark_length(text, first) > 0
        || text.byte(first) == mark && (matches!(mark, b'\\' | b'+') || repeated())
        || memchr::memchr2(b'|', 0xE2, &text.bytes[line..start]).is_some()
}

/// Returns the length of the mark at `at`.
fn mark_length(text: &Text, at: usize) -> usize {
    let byte = text.byte(at);
    let run = |byte: u8| (at..).take_while(|&at| text.byte(at) == byte).count();
    let is_apart = |length: usize| matches!(text.byte(at + length), b' ' | b'\t' | b'\n' | b'\r' | 0);
    match byte {
        b'>' | b'|' => 1,
        b'+' if is_sign(text, at) => 1,
        b':' if is_apart(1) => 1,
        b'#' | b'*' | b';' | b'%' | b'!' => Some(run(byte)).filter(|&length| is_apart(length)).unwrap_or(0),
        b'/' if text.byte(at + 1) == b'/' => run(b'/') + usize::from(text.byte(at + run(b'/')) == b'!'),
        b'-' if text.byte(at + 1) == b'-' && is_apart(run(b'-')) => run(b'-'),
        b'.' if text.has(at, br#".\""#) => 3,
        b'd' if text.has(at, b"dnl ") => 3,
        _ => 0,
    }
}

/// Returns `true` if the plus sign begins a line of a patch, perhaps quoted.
fn is_sign(text: &Text, at: usize) -> bool {
    let line = &text.bytes[begin(text, at)..at];
    line.iter().all(|byte| matches!(byte, b'>' | b' ')) && (line.is_empty() || line.contains(&b'>'))
}

/// The end of a line inside a frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ending {
    pub(super) next: usize,
    /// Where the text continues in the next line.
    pub(super) at: usize,
    /// The next line continues the frame.
    pub(super) keeps_frame: bool,
    pub(super) is_string: bool,
    /// The column of the right side of the cell.
    pub(super) side: Option<usize>,
}

/// Returns the end of the line at `at`: after blanks, the mark that closes a string, or the right side of a cell.
pub(super) fn ending(text: &Text, frame: &Frame, at: usize) -> Option<Ending> {
    if let Some((next, at)) = string(text, at) {
        return Some(Ending { next, at, keeps_frame: true, is_string: true, side: None });
    }
    let at = after_mark(text, at);
    if let Some(next) = next(text, at) {
        let (at, keeps_frame) = inside(text, *frame, next);
        return Some(Ending { next, at, keeps_frame, is_string: false, side: None });
    }
    let side = skip_blanks(text, at);
    let end = line_end(text, side);
    let (begin, next) = (begin(text, at), after_end(text, end)?);
    let column = columns(&text.bytes[begin..side]);
    let (at, keeps_frame) = if side_length(text, side) > 0 {
        let has_side = |line: &[u8]| line.get(at_column(line, column)).is_some_and(|&byte| is_symbol(byte));
        let others = || others(text, begin, line_end(text, next));
        let is_pane = || frame.cell.is_none() && is_pane(text, begin, next, column);
        // Other lines are read up to that many bytes.
        let is_side = column < MAX_LINE
            && (is_pane() || frame.is_cell() && (has_side(line_at(text, next)) || others().any(has_side)));
        if !is_side {
            return None;
        }
        inside(text, *frame, next)
    } else {
        let is_box = side > at && is_symbols(text.bytes[side..end].trim_ascii_end());
        let is_column = side > at + 1 || is_symbol(text.byte(side));
        let column_at = is_column.then(|| in_column(text, frame, next, side, column)).flatten();
        let in_box = || is_box.then(|| in_box(text, begin, next, column)).flatten();
        (column_at.or_else(in_box)?, true)
    };
    Some(Ending { next, at, keeps_frame, is_string: false, side: Some(column) })
}

/// Returns `true` if one bar stands in this column of all lines around: two texts stand beside each other.
fn is_pane(text: &Text, begin: usize, next: usize, column: usize) -> bool {
    let has_bar = |line: &[u8]| {
        let side = at_column(line, column);
        let bars = line[side..].iter().take_while(|&&byte| is_symbol(byte) || byte >= 0x80).count();
        let right = &line[side + bars..];
        bars > 0 && up_to_side(&line[..side]).len() == side && up_to_side(right).len() == right.len()
    };
    let others = || others(text, begin, line_end(text, next)).filter(|line| !line.trim_ascii().is_empty());
    [line_at(text, begin), line_at(text, next)].into_iter().all(has_bar)
        && others().count() > 1
        && others().all(has_bar)
}

/// Returns where the text continues in a box, whose right side is in this column: this line, the next and one more end
/// in symbols there, and both begin with some in the same column.
fn in_box(text: &Text, begin: usize, next: usize, column: usize) -> Option<usize> {
    let (line, below) = (line_at(text, begin), line_at(text, next));
    let left = line.len() - line.trim_ascii_start().len();
    let symbols = |line: &[u8]| {
        line[left.min(line.len())..].iter().take_while(|&&byte| byte > b' ' && is_symbols(&[byte])).count()
    };
    let closes = |line: &[u8]| {
        let side = at_column(line, column);
        let (words, tail) = (&line[..side], line[side..].trim_ascii_end());
        let is_apart = words.last().is_none_or(|&byte| byte == b' ' || is_symbol(byte));
        is_apart && tail.first().is_some_and(|&first| is_symbol(first)) && is_symbols(tail)
    };
    let length = symbols(line).min(symbols(below));
    let is_box = length > 0
        && below.get(..left).is_some_and(is_symbols)
        && closes(below)
        && others(text, begin, line_end(text, next)).any(closes);
    is_box.then(|| skip_blanks(text, next + left + length))
}

/// Returns where the text continues in a column of a table, whose right neighbour or side is in this column: nothing but
/// sides stands before it in the next line. A side is any symbol that both lines have there.
fn in_column(text: &Text, frame: &Frame, next: usize, side: usize, column: usize) -> Option<usize> {
    let lead = &text.bytes[frame.begin..frame.start];
    let below = line_at(text, next);
    let mark = Some(text.byte(side)).filter(|&byte| is_symbol(byte));
    let left = match mark {
        Some(mark) => memchr::memrchr(mark, lead)? + 1,
        None => short::rfind(lead, b"  ")? + 2,
    };
    let at = at_column(below, columns(&lead[..left]));
    let is_side = |at: usize| below.get(at) == mark.as_ref();
    let is_column = match mark {
        Some(_) => is_side(at.wrapping_sub(1)) && is_side(at_column(below, column)) && lead.get(left) == Some(&b' '),
        None => {
            let ends_before = before_column(below, column).ends_with(b" ") || columns(below) < column;
            below.get(at).is_some_and(|&byte| byte > b' ') && column > at && ends_before
        }
    };
    // A row that goes on has no text in its first column.
    let (first, indentation) =
        (lead.len() - lead.trim_ascii_start().len(), below.len() - below.trim_ascii_start().len());
    let is_first_empty = || indentation > first && lead.get(..indentation).is_some_and(|lead| lead.ends_with(b"  "));
    let is_row = !is_symbols(&lead[..left]) && (is_symbols(&below[..at]) || is_first_empty());
    (is_column && is_row).then(|| skip_blanks(text, next + at))
}

/// What shows that a mark is that of a wrap.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    /// It is nothing else.
    Alone,
    /// It stands at the same place in other lines, and not in the URL.
    Again,
    /// The cells before it have no text in the next line.
    InCells,
    /// One mark alone shows nothing.
    Never,
}
use Shown::{Again, Alone, InCells, Never};

/// Marks that programs put at the end of a line that they break, and before its rest; and whether one at both places
/// shows a wrap.
const MARKS: [(&str, Shown, Shown, bool); 16] = [
    ("↩", Alone, Alone, false),
    ("↪", Alone, Alone, false),
    ("↵", Alone, Alone, false),
    ("⏎", Alone, Alone, false),
    ("⤶", Alone, Alone, false),
    ("↳", Alone, Alone, false),
    ("…", InCells, Again, true),
    ("&", Never, Again, true),
    (".", Never, Never, true),
    ("\\", Again, Again, false),
    ("+", Again, Again, false),
    ("$", Again, Again, false),
    ("¬", Again, Again, false),
    ("»", Again, Again, false),
    ("→", Again, Again, false),
    (">", Never, Again, false),
];

/// Returns `true` for a mark that is nothing else.
pub(super) fn is_arrow(c: char) -> bool {
    MARKS.iter().any(|(mark, shown, ..)| *shown == Alone && mark.starts_with(c))
}

/// Returns `true` if the mark of a wrap is at `at`.
pub(super) fn is_wrap_mark(text: &Text, at: usize) -> bool {
    MARKS.iter().any(|(mark, ..)| text.has(at, mark.as_bytes()))
}

/// Returns the index after the mark of a wrap at `at` that no URL goes on with.
fn after_mark(text: &Text, at: usize) -> usize {
    let (c, length) = text.char(at);
    if matches!(c, '\\' | '…') { at + length } else { after_arrow(text, at) }
}

/// Returns the index after an arrow at `at`, which a program put before the rest of a line.
pub(super) fn after_arrow(text: &Text, at: usize) -> usize {
    let (c, length) = text.char(at);
    if !c.is_ascii() && is_arrow(c) { at + length } else { at }
}

/// Returns where the line ends before the mark of a wrap, and where the next line goes on after one, if there is one.
pub(super) fn wrap(text: &Text, frame: &Frame, begin: usize, stop: usize, ending: &Ending) -> Option<(usize, usize)> {
    let line = &text.bytes[begin..after_mark(text, stop)];
    let may_be = |byte: u8| !byte.is_ascii() || b"\\+&.$>".contains(&byte);
    if !line.last().is_some_and(|&byte| may_be(byte)) && !may_be(text.byte(ending.at)) {
        return None;
    }
    let last = MARKS.into_iter().find(|(mark, ..)| line.ends_with(mark.as_bytes()));
    let first = MARKS.into_iter().find(|(mark, ..)| text.has(ending.at, mark.as_bytes()));
    let is_both = last.is_some() && last == first;
    let shows_both = is_both && last.is_some_and(|(mark, .., both)| both && (mark != "." || ending.side.is_some()));
    let is_shown = |shown: Shown, is_again: &dyn Fn() -> bool| match shown {
        Alone => true,
        Again => !is_both && is_again(),
        InCells => frame.is_cell() && has_empty_cells(text, frame, ending.next),
        Never => false,
    };
    let ends = last.filter(|(mark, shown, ..)| {
        shows_both || is_shown(*shown, &|| is_single(line, ending, mark) && end_again(text, begin, line, ending, mark))
    });
    let begins = first.filter(|(mark, _, shown, _)| {
        let mark = repeated(text, ending.at, mark);
        shows_both
            || is_shown(*shown, &|| is_single(line, ending, mark) && begin_again(text, begin, line, ending, mark))
    });
    ends.or(begins)?;
    let end = ends.map_or(stop, |(mark, ..)| stop.min(begin + line.len() - mark.len()));
    let at = begins.map_or(ending.at, |(mark, ..)| ending.at + repeated(text, ending.at, mark).len());
    Some((end, skip_blanks(text, at)))
}

/// Returns the mark at `at` as often as it is repeated, if it is a byte.
fn repeated<'t>(text: &Text<'t>, at: usize, mark: &str) -> &'t [u8] {
    let end = if let [byte] = mark.as_bytes() { text.run_of(at, *byte) } else { at + mark.len() };
    &text.bytes[at..end]
}

/// Returns `true` if the text of a line has no mark but that at its end. A URL may have the same.
fn is_single(line: &[u8], ending: &Ending, mark: impl AsRef<[u8]>) -> bool {
    let (mark, offset) = (mark.as_ref(), ending.at - ending.next);
    let text = line.strip_suffix(mark).unwrap_or(line).get(offset + mark.len()..).unwrap_or_default();
    short::find(text, mark).is_none()
}

/// Returns `true` if another line ends in the mark at the same column.
fn end_again(text: &Text, begin: usize, line: &[u8], ending: &Ending, mark: &str) -> bool {
    let (below, width) = (line_at(text, ending.next), columns(line));
    others(text, begin, line_end(text, ending.next)).chain([below]).any(|other| {
        let other = ending.side.map_or(other, |side| before_column(other, side)).trim_ascii_end();
        other.ends_with(mark.as_bytes()) && columns(other) == width
    })
}

/// Returns `true` if other lines begin with the mark, and the line before each is as wide.
fn begin_again(text: &Text, begin: usize, line: &[u8], ending: &Ending, mark: &[u8]) -> bool {
    let lines = Lines::read(text, begin, line_end(text, ending.next));
    let begins = |line: &[u8]| line.get(ending.at - ending.next..).is_some_and(|rest| rest.starts_with(mark));
    let mut widths = lines.pairs().filter(|(_, next)| begins(next)).map(|(line, _)| columns(line.trim_ascii_end()));
    let width = columns(line);
    widths.next() == Some(width) && widths.all(|other| other == width)
}

/// Returns `true` if a cell before the URL's has text, and none in the next line.
fn has_empty_cells(text: &Text, frame: &Frame, next: usize) -> bool {
    let cells = |line: &'_ [u8]| frame.cell.is_some_and(|column| is_symbols(&line[..at_column(line, column)]));
    !cells(line_at(text, frame.begin)) && cells(line_at(text, next))
}

/// Returns `true` if a line next to that of the URL at `start` has sides in the same columns as the cell up to `bar`.
pub(super) fn has_like_side(text: &Text, start: usize, bar: usize) -> bool {
    let end = end_of_line(text, bar);
    let Some(next) = after_end(text, end) else { return false };
    let frame = read(text, start);
    let Some(left) = frame.cell else { return false };
    let right = columns(&text.bytes[frame.begin..bar]);
    let has_sides = |line: &[u8]| {
        let is_side = |column: usize| line.get(at_column(line, column)).is_some_and(|&byte| is_symbol(byte));
        is_side(left) && is_side(right)
    };
    let above = frame.begin.checked_sub(1).map(|end| &text.bytes[begin(text, end)..end]);
    above.into_iter().chain([line_at(text, next)]).any(has_sides)
}

/// Returns where the text of the line above this frame ends, before the right side of its cell or box, if it has one.
pub(super) fn end_above(text: &Text, frame: &Frame, floor: usize) -> usize {
    let above = floor.max(begin(text, frame.begin - 1));
    let line = &text.bytes[above..frame.begin - 1];
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let mark = MARKS.iter().find(|(mark, shown, ..)| *shown == Alone && line.ends_with(mark.as_bytes()));
    let line = &line[..line.len() - mark.map_or(0, |(mark, ..)| mark.len())];
    let Some(cell) = frame.cell.map(|column| at_column(line, column)) else { return above + line.len() };
    let words = cell + begins_with_side(&line[cell..]);
    above + line[..words + up_to_side(&line[words..]).len()].trim_ascii_end().len()
}

/// Returns `true` if a line may end at `at`, for a URL whose frame was not read yet.
pub(super) fn may_end(text: &Text, at: usize) -> bool {
    let at = after_mark(text, at);
    match text.byte(at) {
        b'\n' | b'\r' => true,
        b' ' | b'\t' => {
            let end = skip_blanks(text, at);
            let byte = text.byte(end);
            matches!(byte, b'\n' | b'\r') || (is_symbol(byte) || end > at + 1) && ends_cell(text, end)
        }
        b'"' | b'\'' => string(text, at).is_some(),
        _ => side_length(text, at) > 0 && matches!(text.byte(end_of_line(text, at)), b'\n' | b'\r'),
    }
}

/// Returns the end of the line of the byte at `at`, or of the part of it that is read.
fn end_of_line(text: &Text, at: usize) -> usize {
    let end = line_end(text, at);
    text.worked((end - at) / 16);
    end
}

/// Returns `true` if a side is at `at`, only symbols follow in the line, or the next line begins with a gap.
fn ends_cell(text: &Text, at: usize) -> bool {
    let end = end_of_line(text, at);
    let has_gap = |next: usize| text.has(next + usize::from(is_symbol(text.byte(next))), b"  ");
    side_length(text, at) > 0 || is_symbols(&text.bytes[at..end]) || after_end(text, end).is_some_and(has_gap)
}

/// The operators that put two strings together, longest first, and the marks that continue a line.
pub(super) const OPERATORS: [&[u8]; 9] = [b"& _", b"||", b"++", b"<>", b"..", b"+", b".", b"&", b"~"];
const CONTINUATIONS: [&[u8]; 2] = [b"_", b"\\"];

/// Returns the index after one of these at `at` and the blanks after it, or `at`.
fn after_operator(text: &Text, at: usize) -> usize {
    let operator = OPERATORS.iter().chain(&CONTINUATIONS).find(|operator| text.has(at, operator));
    let after = operator.map_or(at, |operator| at + operator.len());
    if matches!(text.byte(after), b' ' | b'\t' | b'\r' | b'\n' | b'"' | b'\'') { skip_blanks(text, after) } else { at }
}

/// Returns the start of the next line and of its string, if the mark at `at` closes a string and another opens there.
pub(super) fn string(text: &Text, at: usize) -> Option<(usize, usize)> {
    let mark = text.byte(at);
    if !matches!(mark, b'"' | b'\'') {
        return None;
    }
    let next = after_end(text, after_operator(text, skip_blanks(text, at + 1)))?;
    let line = &text.bytes[begin(text, at)..at];
    let opens = skip_blanks(text, next);
    // A sign at the start of a line may be that of a patch.
    let opens = if opens > next { after_operator(text, opens) } else { opens };
    let first = text.byte(opens);
    let begins_line = || line.trim_ascii_start().first() == Some(&first);
    if first != mark && !first.is_ascii_alphabetic() && !begins_line() {
        return None;
    }
    // The same stands before both: `#~ "`, `.ascii "`.
    let front = line[..memchr::memchr(mark, line).unwrap_or(0)].trim_ascii();
    let is_bullet = || match front {
        b"-" | b"*" | b"+" => matches!(line, [_, b' ', b'"' | b'\'', ..]) || front != b"+" && line[0] != front[0],
        _ => front[0].is_ascii_digit() || front[0] >= 0x80,
    };
    let is_front = !front.is_empty() && !front.contains(&b' ') && text.has(opens, front) && !is_bullet();
    let opens = if is_front { skip_blanks(text, opens + front.len()) } else { opens };
    let opens = opens + text.ahead(opens, 2).iter().take_while(|byte| b"fFbBrRuUL".contains(byte)).count();
    let marks = (0..line.len()).filter(|&index| line[index] == mark && (index == 0 || line[index - 1] != b'\\'));
    let marks = marks.count();
    let is_open = if is_front { marks == 1 } else { marks % 2 == 1 };
    let goes_on = text.byte(opens) == mark && text.byte(opens + 1) != mark && is_open;
    (goes_on && !is_key_or_field(text, opens)).then_some((next, opens + 1))
}

/// Returns `true` if the string that opens at `at` is a field or a key: a mark and another string follow it.
fn is_key_or_field(text: &Text, at: usize) -> bool {
    let mark = text.byte(at);
    let close = text.until(at + 1, MAX_LINE, |byte| byte == mark || byte < b' ');
    let sign = skip_blanks(text, close + 1);
    text.byte(close) == mark
        && matches!(text.byte(sign), b',' | b':' | b'=')
        && text.byte(skip_blanks(text, sign + 1)) == mark
}

/// Returns where the text of the line at `begin` continues inside this frame, and whether the line keeps the frame.
pub(super) fn inside(text: &Text, frame: Frame, begin: usize) -> (usize, bool) {
    if let Some(at) = frame.cell.and_then(|column| in_cell(text, &frame, column, begin)) {
        return (at, true);
    }
    let mut marks = frame.marks.iter().filter(|&&mark| mark > b' ');
    let mut at = begin;
    let is_same = marks.all(|&mark| {
        let next = skip_blanks(text, at);
        let is_there = text.byte(next) == mark;
        // Bullets are not repeated.
        at = if is_there { next + 1 } else { at };
        is_there || BULLET.holds(mark, at > begin)
    });
    let is_same = is_same && (!frame.is_apart || at == begin || text.byte(at) <= b' ');
    if frame.marks.is_empty()
        && let Some(at) = front::repeated(text, frame.begin, begin, frame.start)
    {
        return (at, true);
    }
    let after = if is_same { at } else { begin };
    let mut at = skip_indentation(text, after);
    // More quotation marks may follow, or other ones: a reply was wrapped again.
    let is_changed = frame.is_quotation() && text.byte(at) == b'>';
    while is_changed && text.byte(at) == b'>' {
        at = skip_blanks(text, at + 1);
    }
    (at, is_same && !is_changed)
}

/// The longest mark before the text of a comment: `//!`.
const MAX_MARK: usize = 3;

/// Returns where the text of a URL between delimiters, which begins at `start`, continues in the line at `begin`: also
/// after a mark that stands before the URL, but not at the start of its line.
pub(super) fn inside_delimiters(text: &Text, frame: Frame, start: usize, begin: usize) -> usize {
    let at = after_arrow(text, inside(text, frame, begin).0);
    let end = text.until(at, MAX_MARK, |byte| !byte.is_ascii_punctuation() || matches!(byte, b'<' | b'>'));
    let (mark, line) = (&text.bytes[at..end], &text.bytes[frame.begin..start]);
    if !matches!(text.byte(end), b' ' | b'\t') || matches!(mark, b"" | b"-") {
        return at;
    }
    text.worked(line.len() / 16);
    if short::find(line, mark).is_some() { skip_blanks(text, end) } else { at }
}

rows! { Line;
    BULLET "bullet" (mark: u8, is_behind_mark: bool) = mark == b'*' || mark == b'|' && is_behind_mark,
        "a bullet, or a bar behind the mark of a comment, that the next line doesn't repeat" => "goes on without it",
        "* http://a.example/b-\n  c" / "> http://a.example/b-\n> c";
}
