//! The quotation marks of strings of programs around a URL: which of them close it, and whether another string may go on with it.

use super::in_line::PREFIX;

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

/// The operators that languages put strings together with in one line, and for which a longer one stands before those that it begins with.
const OPERATORS: [&[u8]; 9] = [b"++", b"+", b"..", b".", b"&", b"~", b"||", b"<>", b"^"];

/// Whether one of them may stand behind this byte, or begin with it.
pub(super) fn may_be_in_front_of_operator(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'+' | b'.' | b'&' | b'~' | b'|' | b'<' | b'^')
}

/// How much is looked at behind a mark for the next string in its line.
const MAX_TO_STRING: usize = 128;

/// Whether the mark at `end`, right behind a host, closes a string that another one in its line is put to, perhaps with something between them, and
/// that goes on with the host: `"http://a" + name + ".example"`. None where the bytes end before that is known.
#[inline(always)]
pub(crate) fn host_goes_on_in_line(bytes: &[u8], end: usize) -> Option<bool> {
    goes_on_in_line(bytes, end, false)
}

/// Whether a string may go on behind the mark at `end`, or what stands behind dots, hyphens and low lines there may be more of a name: an escape, what is put
/// in, another string.
#[inline(never)]
pub(crate) fn may_go_on_behind_mark(bytes: &[u8], end: usize) -> Option<bool> {
    let marks = bytes[end..].iter().take_while(|byte| matches!(byte, b'.' | b'-' | b'_')).count();
    if marks == 0 {
        return host_goes_on_in_line(bytes, end);
    }
    let next = *bytes.get(end + marks)?;
    Some(!next.is_ascii_alphanumeric() && !b" \t\n\r)]>,;:!?/".contains(&next))
}

/// The same behind a dot or a hyphen, where any label goes on with the host.
pub(super) fn name_goes_on_in_line(bytes: &[u8], end: usize) -> Option<bool> {
    goes_on_in_line(bytes, end, true)
}

#[inline(always)]
fn goes_on_in_line(bytes: &[u8], end: usize, is_open: bool) -> Option<bool> {
    let mark = *bytes.get(end)?;
    if !matches!(mark, b'"' | b'\'') {
        return Some(false);
    }
    let behind = &bytes[end + 1..];
    if !may_be_in_front_of_operator(*behind.first()?) {
        return Some(false);
    }
    goes_on_behind_operator(behind, mark, is_open)
}

#[inline(never)]
fn goes_on_behind_operator(behind: &[u8], mark: u8, is_open: bool) -> Option<bool> {
    let near = &behind[..behind.len().min(MAX_TO_STRING)];
    let line_end = memchr::memchr2(b'\n', b'\r', near);
    let line = &near[..line_end.unwrap_or(near.len())];
    let is_whole = line_end.is_some() || near.len() == MAX_TO_STRING;
    // What is seen at the end of the bytes may be less than there is.
    let known = |answer| (is_whole || answer).then_some(answer);
    let closed = blanks_of(line, b" \t");
    let is_begun = |operator: &&&[u8]| line[closed..].starts_with(operator);
    let Some(operator) = OPERATORS.iter().find(is_begun) else {
        return if line.len() > closed { Some(false) } else { known(false) };
    };
    if *operator == b"." && closed == 0 && line.get(1).is_none_or(|&next| next <= b' ') {
        // A sentence is over.
        return if line.len() > 1 { Some(false) } else { known(false) };
    }
    let mut at = closed + operator.len();
    if line.len() < at + 1 || line.len() < closed + 2 {
        return known(false);
    }
    let mut is_next = true;
    loop {
        at += blanks_of(&line[at.min(line.len())..], b" \t");
        let text = &line[at.min(line.len())..];
        if let Some(string) = string_in(text, mark) {
            match begins_more_of_host(string, mark, is_open && is_next) {
                Some(goes_on) => return Some(goes_on),
                None if string.len() < 2 => return known(false),
                None => {}
            }
        }
        is_next = false;
        match next_operator(text, operator) {
            Some(Some(next)) => at += next + operator.len(),
            Some(None) => return Some(false),
            None => return known(false),
        }
    }
}

/// How many of these bytes a text begins with.
fn blanks_of(text: &[u8], blanks: &[u8]) -> usize {
    text.iter().take_while(|byte| blanks.contains(byte)).count()
}

/// What stands in the string with such a mark that a text begins with, behind brackets and the letters of its kind, and behind it.
fn string_in(text: &[u8], mark: u8) -> Option<&[u8]> {
    let text = &text[blanks_of(text, b" \t(")..];
    let kind = text.iter().take(MAX_KIND).take_while(|byte| byte.is_ascii_alphabetic()).count();
    text.strip_prefix(&[mark]).or_else(|| text[kind..].strip_prefix(&[mark]))
}

/// How many letters say of what kind a string is, in front of it.
const MAX_KIND: usize = 2;

/// Whether the text of a string goes on with a host: with another label, or what makes a userinfo of it; where the host ends in a dot with any label. None where
/// nothing of it is seen in this string: it is empty, or a colon that a port or a password stands behind.
fn begins_more_of_host(text: &[u8], mark: u8, is_open: bool) -> Option<bool> {
    let word = text.iter().take_while(|&&byte| byte.is_ascii_alphanumeric() || byte == b'-').count();
    let is_over = |byte: u8| byte == mark;
    match text {
        [] => None,
        [b':'] => None,
        [first, ..] if is_over(*first) => None,
        [b':', next, ..] if is_over(*next) => None,
        [b':', next, ..] => Some(!next.is_ascii_digit() && next.is_ascii_alphanumeric()),
        [b'@', ..] => Some(true),
        [b'.' | b'-', next, ..] if is_over(*next) => Some(true),
        [b'.' | b'-', next, ..] => Some(next.is_ascii_alphanumeric()),
        [b'.' | b'-'] => None,
        _ if is_open => text.get(word).map(|&next| word > 0 && (is_over(next) || b"./:".contains(&next))),
        // A part of a label, and others may follow.
        _ if word > 0 && text.get(word).is_none_or(|&next| is_over(next)) => None,
        _ => Some(false),
    }
}

/// Where the next such operator stands behind what a text begins with, outside of brackets and other strings; `Some(None)` where the expression is over
/// before.
#[expect(clippy::option_option, reason = "the text may be over first")]
fn next_operator(text: &[u8], operator: &[u8]) -> Option<Option<usize>> {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'"' | b'\'' => at += 1 + memchr::memchr(byte, &text[at + 1..])?,
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return Some(None),
            },
            b',' | b';' if depth == 0 => return Some(None),
            _ if depth == 0 && text[at..].starts_with(operator) => return Some(Some(at)),
            _ => {}
        }
        at += 1;
    }
    None
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
