//! The quotation marks of strings of programs around a URL: which of them close it, and whether another string may go on with it.

use super::{
    in_line::PREFIX,
    string_in_line::{host_goes_on_in_line, name_goes_on_in_line},
};

/// Whether the quotation mark in front of a URL from `start` to `end` is escaped, as in a string of a program, and the one behind it is not: that
/// ends the string, and closes nothing in it.
pub(crate) fn is_closed_by_string(bytes: &[u8], start: usize, end: usize) -> bool {
    let [before @ .., mark @ (b'"' | b'\'')] = &bytes[..start] else { return false };
    bytes.get(end) == Some(mark) && is_behind_escape_sign(before) && !is_behind_escape_sign(&bytes[..end])
}

/// Whether a backslash ends a text that is not escaped itself.
pub(crate) fn is_behind_escape_sign(before: &[u8]) -> bool {
    const MOST: usize = 16;
    before.iter().rev().take(MOST).take_while(|&&byte| byte == b'\\').count() % 2 == 1
}

/// Whether the quotation marks around a URL from `start` to `end` are those of a string of a program that goes on with another in the next line, so
/// that the URL may go on there, too: it ends in a sign that stands in the middle of URLs, or one begins the next, or what a host goes on with; in its
/// own line only the last of these. None where the bytes end before that is known.
pub(crate) fn may_go_on_in_string(bytes: &[u8], start: usize, end: usize) -> Option<bool> {
    let is_mark = |mark: &u8| matches!(mark, b'"' | b'\'');
    let Some(mark) = bytes[..start].last().copied().filter(is_mark) else { return Some(false) };
    if *bytes.get(end)? != mark {
        let marks = joining_marks(&bytes[end..]);
        return if marks > 0 && is_host_alone(&bytes[start..end]) {
            name_goes_on_in_line(bytes, end + marks)
        } else {
            Some(false)
        };
    }
    if host_goes_on_in_line(bytes, end)? {
        return Some(true);
    }
    let Some(next) = next_string(bytes, end)? else { return Some(false) };
    Some(is_open_end(bytes[end - 1]) || begins_openly(&[*bytes.get(next)?]) || goes_on_with_host(bytes, next)?)
}

/// How many dots, hyphens and low lines a text begins with, of those that are looked at: no name ends in many.
pub(crate) fn joining_marks(text: &[u8]) -> usize {
    text.iter().take(MAX_JOINING_MARKS).take_while(|byte| matches!(byte, b'.' | b'-' | b'_')).count()
}

pub(crate) const MAX_JOINING_MARKS: usize = 4;

/// Whether a URL has nothing behind its host, or is a name or an address alone.
pub(crate) fn is_host_alone(url: &[u8]) -> bool {
    memchr::memrchr(b'/', url).is_none_or(|slash| slash > 0 && url[slash - 1] == b'/')
}

/// Whether the string that begins at `at` goes on with the host that the part before it ends in: with another label, or the rest of one, or what makes a
/// userinfo of it.
pub(super) fn goes_on_with_host(bytes: &[u8], at: usize) -> Option<bool> {
    Some(match *bytes.get(at)? {
        b'@' => true,
        b'.' | b'-' => bytes.get(at + 1)?.is_ascii_alphanumeric(),
        _ => false,
    })
}

/// Whether a sign stands in the middle of URLs rather than at their end, and in strings of programs at the end of a part.
pub(crate) fn is_open_end(last: u8) -> bool {
    b"/-_?=&#".contains(&last)
}

/// Whether a text begins with a sign that nothing begins with but a part of a URL.
pub(crate) fn begins_openly(text: &[u8]) -> bool {
    text.first().is_some_and(|first| b"/?&#%".contains(first))
}

/// How many blanks may stand between a mark and what goes on with its statement behind it, and behind that, and how many bytes up to the line end, with it.
const MAX_BLANKS: usize = 8;
pub(crate) const MAX_TO_LINE_END: usize = MAX_BLANKS + 1 + MAX_BLANKS + 1;

/// How many bytes stand between the mark that ends a part of a string, in front of `behind`, and the line end: none, or blanks and the backslash behind
/// which a line of Python or of a macro of C goes on, or the operator that puts strings together. None in the answer if it does not end its line, and
/// none at all where the bytes end before that is known.
#[expect(clippy::option_option, reason = "both may be unknown")]
pub(crate) fn to_line_end(behind: &[u8]) -> Option<Option<usize>> {
    let front = blanks(behind);
    let is_line_end = |at: usize| Some(matches!(behind.get(at)?, b'\n' | b'\r'));
    Some(match *behind.get(front)? {
        b'\\' => is_line_end(front + 1)?.then_some(front + 1),
        // Right behind the mark, a full stop ends a sentence.
        b'+' | b'.' if behind[front] == b'+' || front > 0 => {
            let end = front + 1 + blanks(&behind[front + 1..]);
            is_line_end(end)?.then_some(end)
        }
        b'\n' | b'\r' if front == 0 => Some(0),
        _ => None,
    })
}

/// How many blanks a text begins with, of those that may stand there.
fn blanks(text: &[u8]) -> usize {
    text.iter().take(MAX_BLANKS).take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// How many bytes an operator that puts strings together may have, with the blanks behind it.
pub(crate) const MAX_OPERATOR: usize = 1 + MAX_BLANKS;

/// How many of these a text begins with: 0 where there is no operator.
pub(crate) fn operator_length(text: &[u8]) -> usize {
    match text {
        [b'+' | b'.', behind @ ..] => 1 + blanks(behind),
        _ => 0,
    }
}

/// Whether lines end in such an operator.
pub(crate) fn ends_in_operator(lines: &[u8]) -> bool {
    matches!(lines.trim_ascii_end(), [.., b'+'] | [.., b' ' | b'\t', b'.'])
}

/// How many bytes may stand in front of a string: blanks, the marks of a comment, and the letters of its kind.
const MAX_FRONT: usize = 256;

/// Where the string that the next line begins with has its first byte, where a quotation mark at `at` ends a line, and one of its kind begins the next:
/// strings of programs that are put together. None in the answer where it is not so, and none at all where the bytes end before that is known.
#[inline(never)]
pub(crate) fn next_string(bytes: &[u8], at: usize) -> Option<Option<usize>> {
    let mark = bytes[at];
    if !matches!(mark, b'"' | b'\'') {
        return Some(None);
    }
    let Some(length) = to_line_end(&bytes[at + 1..])? else { return Some(None) };
    let line_end = at + 1 + length;
    let line = line_end + 1 + usize::from(bytes[line_end] == b'\r' && *bytes.get(line_end + 1)? == b'\n');
    let is_front = |byte: u8| {
        matches!(byte, b' ' | b'\t' | b'#' | b'~' | b'|' | b'*' | b'/' | b'+' | b'.') || PREFIX.contains(&byte)
    };
    let front = bytes[line..].iter().take(MAX_FRONT).position(|&byte| !is_front(byte));
    match front {
        Some(first) => Some((bytes[line + first] == mark).then_some(line + first + 1)),
        None if bytes.len() - line < MAX_FRONT => None,
        None => Some(None),
    }
}

/// Whether what stands behind the mark that closes a part goes on with the statement or ends it, and is neither another field nor what a field is
/// set to, and no word.
pub(crate) fn ends_part(behind: &[u8]) -> bool {
    match behind.trim_ascii() {
        [] => true,
        [b',' | b';', fields @ ..] => !matches!(fields.trim_ascii_start(), [b'"' | b'\'', ..]),
        [first, ..] => b")]}.%+\\>".contains(first),
    }
}
