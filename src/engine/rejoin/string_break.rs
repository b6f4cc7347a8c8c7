//! Strings of programs that are written in parts, each in a line of its own, and put together without anything between them:
//! `"… http://a.example/b/"` and `"c"`, as in C, in Python and in catalogues of messages; and lines that a backslash ends, which go on in the next.

use super::{elsewhere::STRIDE, line_start::Marks, next_line::Next, rest::labels_of_host};
use crate::{
    engine::{
        delimit::opening::{MAX_PREFIX, PREFIX, begins_openly, is_behind_escape_sign, is_open_end},
        window::{Ahead, Cut},
    },
    link::Piece,
};

/// How far back the mark is looked for that opens the string of a URL.
const REACH: usize = 256;

/// A line that it ends goes on in the next.
const BACKSLASH: u8 = b'\\';

/// The quotation mark or the backslash at `at`, if it ends its line.
pub(super) fn mark_at_end(ahead: &Ahead, at: usize) -> Result<Option<u8>, Cut> {
    let Some(mark @ (b'"' | b'\'' | BACKSLASH)) = ahead.get(at)? else { return Ok(None) };
    Ok(matches!(ahead.get(at + 1)?, Some(b'\n' | b'\r')).then_some(mark))
}

/// A URL in front of the mark that ends its part of a string.
#[derive(Clone, Copy)]
pub(super) struct StringPart {
    /// The quotation mark or the backslash.
    pub(super) mark: u8,
    /// Where the URL begins.
    pub(super) start: usize,
    /// What stands in front of the mark.
    pub(super) last: u8,
    /// Whether the URL was joined over such a mark before.
    pub(super) is_joined: bool,
}

/// Whether the mark opens a string in front of the URL, on its line: one alone of them stands there, which closes nothing. A backslash opens nothing.
pub(super) fn is_in_string(ahead: &Ahead, part: StringPart) -> bool {
    let StringPart { mark, start, .. } = part;
    if mark == BACKSLASH {
        return true;
    }
    let from = start.saturating_sub(REACH);
    let before = &ahead.bytes[from..start];
    ahead.worked(before.len() / 8);
    let line = match memchr::memrchr2(b'\n', b'\r', before) {
        Some(end) => &before[end + 1..],
        None if from == 0 => before,
        None => return false,
    };
    let mut marks = memchr::memchr_iter(mark, line).filter(|&at| !is_behind_escape_sign(&line[..at]));
    let (Some(only), None) = (marks.next(), marks.next()) else { return false };
    opens(&line[..only])
}

/// Whether a mark behind this text opens a string: behind a word it is an apostrophe or closes one, but for the letters that languages put in front,
/// and behind a bracket and a name the strings of Lisp are apart.
fn opens(before: &[u8]) -> bool {
    let prefix = before.iter().rev().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let (front, prefix) = before.split_at(before.len() - prefix);
    let is_prefix = prefix.len() <= MAX_PREFIX && prefix.iter().all(|byte| PREFIX.contains(byte));
    let is_behind_word = front.last().is_some_and(u8::is_ascii_alphanumeric);
    is_prefix && !is_behind_word && !is_of_lisp(front)
}

/// Whether it ends in a bracket of a list, `'(`, or in one with a name behind it: `(list `.
fn is_of_lisp(before: &[u8]) -> bool {
    let Some(bracket) = before.iter().rposition(|byte| matches!(byte, b'(' | b'{' | b'[')) else { return false };
    let name = &before[bracket + 1..];
    before[..bracket].ends_with(b"'")
        || name.first().is_some_and(|first| first.is_ascii_alphabetic() || *first == b':') && name.ends_with(b" ")
}

/// What the next part of the string begins with, up to a blank or the end of the part; none where the next line has no other part, but a field, a
/// command, or what stands in a list. Behind a backslash that is what the next line begins with, be it white space; and where nothing but letters
/// stands on both sides of it, a blank may have been lost.
pub(super) fn rest(ahead: &Ahead, next: &Next, part: StringPart) -> Result<Option<Piece>, Cut> {
    let StringPart { mark, start, last, is_joined } = part;
    let token = next.token.clone();
    if mark == BACKSLASH {
        let blanks = ahead.bytes[next.line..token.start].iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t'));
        // The one behind the mark of a comment ends nothing, and some languages drop all of them in a string.
        let is_indented = blanks.count() > usize::from(next.marks == Marks::Comment)
            && !(is_open_end(last) && has_mark_inside(&ahead.bytes[token.clone()]) && is_in_open_string(ahead, start));
        let is_in_word = last.is_ascii_alphanumeric() && ahead.bytes[token.start].is_ascii_alphanumeric();
        return Ok((!is_indented && !is_in_word).then_some(token));
    }
    let prefix = ahead.up_to(token.start, MAX_PREFIX)?.iter().take_while(|byte| PREFIX.contains(byte)).count();
    let begin = token.start + prefix + 1;
    if ahead.get(begin - 1)? != Some(mark) {
        return Ok(None);
    }
    let line = ahead.up_to(begin, REACH)?;
    let line_end = memchr::memchr2(b'\n', b'\r', line);
    if line_end.is_none() && line.len() == REACH {
        return Ok(None);
    }
    let line = &line[..line_end.unwrap_or(line.len())];
    ahead.worked(line.len());
    let Some(close) = memchr::memchr_iter(mark, line).find(|&at| !is_behind_escape_sign(&line[..at])) else {
        return Ok(None);
    };
    let (text, behind) = (&line[..close], &line[close + 1..]);
    let length = text.iter().position(|&byte| byte <= b' ' || byte == b'\\').unwrap_or(text.len());
    let before = &ahead.bytes[..start];
    let is_begun_by_url = before.last() == Some(&mark) && !is_behind_escape_sign(&before[..start - 1]);
    let may_be_in_list = is_begun_by_url || is_word_of_list(text);
    let is_put_together = || {
        let is_host = is_begun_by_url && labels_of_host(text).is_some_and(|labels| labels > 0);
        (is_open_end(last) || begins_openly(text))
            && !is_host
            && (is_joined || is_before_comma(behind) || is_in_query(last, text) || puts_strings_together(ahead, start))
    };
    let goes_on = length > 0
        && text[0] != b'$'
        && !begins_other_url(text)
        && ends_part(behind)
        && (!may_be_in_list || is_put_together());
    Ok(goes_on.then_some(begin..begin + length))
}

/// Whether a scheme and two slashes stand at the beginning of a text.
fn begins_other_url(text: &[u8]) -> bool {
    const MAX_SCHEME: usize = 16;
    let scheme = text.iter().take(MAX_SCHEME).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    text[scheme..].starts_with(b"://")
}

/// Whether a text has a sign in it that a URL may have there, and no word has.
fn has_mark_inside(text: &[u8]) -> bool {
    text.iter().any(|byte| b"?=&#/".contains(byte))
}

/// Whether a string is open where the URL at `start` begins, on its line.
fn is_in_open_string(ahead: &Ahead, start: usize) -> bool {
    let before = &ahead.bytes[start.saturating_sub(REACH)..start];
    ahead.worked(before.len() / 8);
    let line = &before[memchr::memrchr2(b'\n', b'\r', before).map_or(0, |end| end + 1)..];
    memchr::memchr_iter(b'"', line).filter(|&at| !is_behind_escape_sign(&line[..at])).count() % 2 == 1
}

/// Whether a comma or a semicolon stands behind a string, perhaps behind round brackets that close: most notations that have them there leave none out
/// in front.
fn is_before_comma(behind: &[u8]) -> bool {
    let closers = behind.iter().take_while(|byte| b") \t".contains(byte)).count();
    matches!(behind[closers..], [b',' | b';', ..])
}

/// Whether a query goes on: behind one of its signs an argument begins.
fn is_in_query(last: u8, text: &[u8]) -> bool {
    matches!(last, b'?' | b'&') && text.contains(&b'=')
}

/// Whether strings below each other are put together around the URL at `start`: it is in a catalogue of messages, behind a string of prose, or in round
/// brackets that open an expression in front of its string. Those of an array of the shell open right behind `=`, and those of Lisp have words in them.
fn puts_strings_together(ahead: &Ahead, start: usize) -> bool {
    const REACH: usize = 1024;
    let before = &ahead.bytes[start.saturating_sub(REACH)..start];
    let is_in_catalogue = || {
        ahead.worked(before.len() / STRIDE);
        memchr::memmem::find(before, b"msgid \"").is_some()
    };
    let mut lines = before.rsplit(|&byte| byte == b'\n');
    let own = lines.next().unwrap_or_default();
    let own = own.strip_suffix(b"\"").or(own.strip_suffix(b"'")).unwrap_or(own);
    let prefix = own.iter().rev().take_while(|byte| PREFIX.contains(byte)).count();
    let own = own[..own.len() - prefix].trim_ascii_end();
    let above = lines.next().unwrap_or_default().trim_ascii_end();
    let opens = if own.is_empty() { above } else { own };
    // A word follows there, or a line.
    let is_string = || matches!(above.trim_ascii_start().first(), Some(b'"' | b'\''));
    let is_prose = || [&b" \""[..], b" '", b"\\n\"", b"\\n'"].iter().any(|end| above.ends_with(end)) && is_string();
    ahead.worked(own.len() + above.len());
    opens_expression(opens) || own.is_empty() && is_prose() || is_in_catalogue()
}

/// Whether a line ends in the round bracket of an expression or of a call: in no other list, such as an array of the shell (`=(`) and one of Lisp (`'(`).
fn opens_expression(line: &[u8]) -> bool {
    let is_declared = || {
        [&b"local "[..], b"declare ", b"typeset ", b"readonly ", b"export "]
            .iter()
            .any(|word| line.trim_ascii_start().starts_with(word))
    };
    let Some(front) = line.strip_suffix(b"(") else { return false };
    let is_indented = matches!(line.first(), Some(b' ' | b'\t'));
    match front.last() {
        Some(b'=') => is_indented && !front.ends_with(b"+=") && !is_declared(),
        Some(b' ' | b'_' | b',' | b'(') => front.iter().any(u8::is_ascii_alphanumeric),
        Some(last) => last.is_ascii_alphanumeric(),
        None => false,
    }
}

/// Whether it is one word, with nothing in it that URLs have and lists don't.
fn is_word_of_list(text: &[u8]) -> bool {
    text.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'))
}

/// Whether what stands behind the mark that closes a part goes on with the statement or ends it, and is neither another field nor what a field is
/// set to, and no word.
fn ends_part(behind: &[u8]) -> bool {
    match behind.trim_ascii() {
        [] => true,
        [b',' | b';', fields @ ..] => !matches!(fields.trim_ascii_start(), [b'"' | b'\'', ..]),
        [first, ..] => b")]}.%+\\>".contains(first),
    }
}
