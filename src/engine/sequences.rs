//! Control functions of terminals beside URLs and in them.

use super::{
    line,
    text::{Looked, Memory, Text},
};
use crate::text::control_functions::{self, Effect, MAX_LENGTH, STRINGS, column, may_begin};

/// A control function, or several in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sequence {
    pub(super) end: usize,
    pub(super) effect: Effect,
}

/// How far before a word to look for functions that reach to it.
const BEFORE: usize = 64;

/// How far around a blank to look for signs of a recording.
const NEAR: usize = 256;

/// Reads the control function at `at`.
pub(super) fn read(text: &Text, at: usize) -> Option<Sequence> {
    if !may_begin(text.byte(at)) || text.byte(at) == b' ' && !is_wrap(text, at) {
        return None;
    }
    let function = control_functions::read(text.ahead(at, MAX_LENGTH))?;
    let end = at + function.length;
    text.worked(function.length);
    let is_column = function.effect == Effect::Unknown && matches!(text.bytes[end - 1], b'G' | b'`');
    let moved = is_column.then(|| column(&text.bytes[line::begin(text, at)..at], &text.bytes[at..end])).flatten();
    Some(Sequence { end, effect: moved.unwrap_or(function.effect) })
}

/// Returns `true` if a blank and a backspace after it are at `at`. Programs move to the next row so.
pub(super) fn is_wrap(text: &Text, at: usize) -> bool {
    let is_recorded = || {
        let near = text.ahead(at.saturating_sub(NEAR), 2 * NEAR);
        let is_sign = |four: &[u8]| matches!(four, br"\r\n" | br"\u00");
        near.windows(4).any(is_sign) && near.windows(6).any(|six| six.starts_with(br"\r\n") || six == br"\u001b")
    };
    text.has(at, b" \x08") || text.has(at, br" \b") && is_recorded()
}

/// Reads all control functions from `at` on, up to one that is unknown.
pub(super) fn run(text: &Text, at: usize) -> Option<Sequence> {
    let mut run = read(text, at)?;
    while run.effect < Effect::Unknown
        && run.end - at < MAX_LENGTH
        && let Some(next) = read(text, run.end)
    {
        run = Sequence { end: next.end, effect: run.effect.max(next.effect) };
    }
    Some(run)
}

/// Returns `true` for controls that are neither white space nor NUL.
pub(super) fn is_control(byte: u8) -> bool {
    matches!(byte, 0x01..=0x08 | 0x0E..=0x1F | 0x7F)
}

/// Returns `true` if a control is at `at`, and the cursor goes back before the word ends. What the last look has read is
/// not read again.
pub(super) fn go_back(text: &Text, at: usize) -> bool {
    let ends_word = |byte: u8| matches!(byte, 0 | b'\t'..=b'\r' | b' ' | b'<' | b'>' | b'"');
    if read(text, at).is_none() && !is_control(text.byte(at)) {
        return false;
    }
    let last = text.memory.get().looked;
    let is_known = (last.from..last.end).contains(&at);
    let mut look = if is_known { last } else { Looked { from: at, end: at, found: None } };
    while look.found.is_none() && look.end.saturating_sub(at) < MAX_LENGTH {
        (look.end, look.found) = match run(text, look.end) {
            Some(Sequence { end, effect: Effect::Back }) => (end, Some(true)),
            Some(Sequence { end, effect: Effect::Blank | Effect::End }) => (end, Some(false)),
            Some(Sequence { end, .. }) => (end, None),
            None if ends_word(text.byte(look.end)) => (look.end, Some(false)),
            None => {
                let is_next = |byte: u8| byte <= b' ' || b"<>\"\\\xC2".contains(&byte);
                (text.until(look.end + 1, MAX_LENGTH, is_next), None)
            }
        };
    }
    if look.end < text.bytes.len() {
        text.memory.set(Memory { looked: look, ..text.memory.get() });
    }
    look.found == Some(true)
}

/// Returns `true` if a control is right before `end`, or if a control function may begin near before it.
pub(super) fn may_touch(text: &Text, end: usize) -> bool {
    let memory = text.memory.get();
    if memory.touched.0 == end {
        return memory.touched.1;
    }
    let may_touch = is_control(text.byte_before(end)) || text.bytes[..end].ends_with(br" \b") || begins_near(text, end);
    text.memory.set(Memory { touched: (end, may_touch), ..memory });
    may_touch
}

/// Returns `true` if a control function may begin near before `end`. There are no branches, so many bytes are looked at at
/// once.
fn begins_near(text: &Text, end: usize) -> bool {
    let from = end.saturating_sub(BEFORE);
    let begins = |a: u8, b: u8, c: u8| {
        let (letter, is_bracket) = (b | 0x20, (c == b'[') | (c == b']'));
        let is_number = (letter == b'u') & ((c == b'0') | (c == b'{')) | (letter == b'x') & (c == b'1');
        let is_written = is_number | ((b == b'0') | (b == b'3')) & (c == b'3') | (letter == b'e') & is_bracket;
        (a == 0x1B) | (a == b'\\') & is_written | (a == 0xC2) & (b < 0xA0)
    };
    let [a, b, c] = [0, 1, 2].map(|offset| text.ahead(from + offset, end - from));
    memchr::memchr3(0x1B, b'\\', 0xC2, a).is_some()
        && (0..a.len().min(c.len())).fold(0, |has, at| has | u8::from(begins(a[at], b[at], c[at]))) > 0
}

/// Returns the last control functions that begin before `end` and don't end before it, with their starts.
fn around<'a>(text: &'a Text, end: usize) -> impl Iterator<Item = (usize, Sequence)> + 'a {
    let from = end.saturating_sub(BEFORE);
    text.worked((end - from) / 16);
    let begins = memchr::memrchr3_iter(0x1B, b'\\', 0xC2, &text.bytes[from..end]).take(4);
    begins.filter_map(move |offset| Some((from + offset, read(text, from + offset).filter(|found| found.end >= end)?)))
}

/// Returns the control function that ends at `end`, with its start. A string has another at its end.
pub(super) fn before(text: &Text, end: usize) -> Option<(usize, Sequence)> {
    if !may_touch(text, end) {
        return None;
    }
    around(text, end).filter(|(_, sequence)| sequence.end == end).last()
}

/// Returns how many bytes at `start` belong to a control function that begins before; what its strings have is text.
pub(super) fn rest(text: &Text, start: usize) -> usize {
    let sequence = if may_touch(text, start) { around(text, start).next() } else { None };
    let Some((at, sequence)) = sequence else { return 0 };
    let front = &text.bytes[at..start];
    match text.byte(start) {
        _ if front[1..].iter().any(|byte| STRINGS.contains(byte)) => 0,
        _ if front.starts_with(b"\xC2") && !front.starts_with(b"\xC2\x9B") => 0,
        first if sequence.end > start && STRINGS.contains(&first) => 1,
        _ => sequence.end - start,
    }
}

/// Returns `true` if a function other than a control sequence ends in a letter or digit, which some software shows.
fn ends_in_letter(function: &[u8]) -> bool {
    matches!(function, [rest @ .., last] if last.is_ascii_alphanumeric() && !rest.contains(&b'['))
}

/// Returns `true` if the name at `start` may go on from another before it, with control functions or controls between.
pub(super) fn glue(text: &Text, start: usize, is_name: impl Fn(char) -> bool) -> bool {
    let mut end = start;
    while start - end < BEFORE * 4 {
        let front = &text.bytes[..end];
        end = match before(text, end) {
            Some((_, Sequence { effect: Effect::Blank, .. })) => return false,
            Some((_, Sequence { effect: Effect::Back, .. })) => return true,
            // Some terminals show what follows C1.
            Some((at, _)) if front[at] == 0xC2 && at + 2 < end => return true,
            Some((at, Sequence { effect: Effect::Unknown, .. })) if ends_in_letter(&front[at..]) => return true,
            Some((at, _)) => at,
            None if front.ends_with(b"\x08") || front.ends_with(br" \b") => return true,
            None if front.last().is_some_and(|&byte| is_control(byte)) => end - 1,
            None if matches!(front, [.., b'\\', b'u', b'0', b'0', b'0' | b'1', _]) => end - br"\u0000".len(),
            None => break,
        };
    }
    let before = text.char_before(end);
    end < start && (matches!(before, '.' | '@') || is_name(before))
}
