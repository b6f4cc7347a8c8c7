//! The other strings in the line of a program behind the one that a host ends in: what is put to it may go on with the host.

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
