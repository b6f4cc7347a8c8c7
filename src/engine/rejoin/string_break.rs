//! Strings of programs that are written in parts, each in a line of its own, and put together without anything between them:
//! `"… http://a.example/b/"` and `"c"`, as in C, in Python and in catalogues of messages; and lines that a backslash ends, which go on in the next.

use super::{
    line_start::Marks,
    next_line::Next,
    rest::labels_of_host,
    string_list::{
        is_before_comma, is_before_operator, is_in_query, is_value, is_word_of_list, line_before,
        puts_strings_together, stands_below,
    },
};
use crate::{
    engine::{
        forms::{
            in_line::{MAX_PREFIX, PREFIX},
            string_marks::{
                MAX_OPERATOR, MAX_TO_LINE_END, begins_openly, ends_in_operator, ends_part, is_behind_escape_sign,
                is_open_end, operator_length, to_line_end,
            },
        },
        window::{Ahead, Cut},
    },
    link::Piece,
    text::characters::begins_with_escape,
};

/// How far back the mark is looked for that opens the string of a URL.
const REACH: usize = 256;

/// A line that it ends goes on in the next.
const BACKSLASH: u8 = b'\\';

/// The quotation mark or the backslash at `at`, if it ends its line, and where the line ends.
pub(super) fn mark_at_end(ahead: &Ahead, at: usize) -> Result<Option<(u8, usize)>, Cut> {
    let Some(mark @ (b'"' | b'\'' | BACKSLASH)) = ahead.get(at)? else { return Ok(None) };
    if mark == BACKSLASH {
        return Ok(matches!(ahead.get(at + 1)?, Some(b'\n' | b'\r')).then_some((mark, at + 1)));
    }
    let behind = ahead.up_to(at + 1, MAX_TO_LINE_END)?;
    Ok(to_line_end(behind).flatten().map(|length| (mark, at + 1 + length)))
}

/// A URL in front of the mark that ends its part of a string.
#[derive(Clone, Copy)]
pub(super) struct StringPart {
    /// The quotation mark or the backslash.
    pub(super) mark: u8,
    /// Where the URL begins, and where it would end in front of the mark.
    pub(super) start: usize,
    pub(super) end: usize,
    /// Whether the URL was joined over such a mark before.
    pub(super) is_joined: bool,
}

/// Whether the mark opens a string in front of the URL, on its line, which nothing closes there. A backslash opens nothing.
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
    let marks = memchr::memchr_iter(mark, line).filter(|&at| !is_behind_escape_sign(&line[..at]));
    // Others stand around the key of a field or an argument, and then this one is right in front of the URL.
    let (count, last) = marks.fold((0, 0), |(count, _), at| (count + 1, at));
    count % 2 == 1
        && (count == 1 || last + 1 == line.len() && is_value_or_argument(&line[..last]))
        && opens(&line[..last])
}

/// Whether a text ends as in front of the value of a field, be it in a bracket of its own, or of another argument.
fn is_value_or_argument(before: &[u8]) -> bool {
    let key = before.trim_ascii_end();
    let key = key.strip_suffix(b"(").unwrap_or(key).trim_ascii_end();
    let is_argument = || before.ends_with(b", ") && before.contains(&b'(');
    [&b":"[..], b" =", b"=>"].iter().any(|end| key.ends_with(end)) || is_argument()
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
    let StringPart { mark, start, end, is_joined } = part;
    let last = ahead.bytes[end - 1];
    let token = next.token.clone();
    if mark == BACKSLASH {
        let in_front = &ahead.bytes[next.line..token.start];
        let blanks = in_front.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let has_other = ahead.bytes[token.clone()].ends_with(b"\\") && mark_at_end(ahead, token.end - 1)?.is_some();
        // In a list each line has a backslash, and for make a tab begins a command, whose lines have blanks between them.
        let has_mark = || is_open_end(last) && has_mark_inside(&ahead.bytes[token.clone()]);
        let may_be_margin = || {
            (last == b'/' || has_mark())
                && !has_other
                && (ahead.bytes[token.start] == b'_' || ahead.bytes[token.start].is_ascii_alphanumeric())
                && (next.marks == Marks::Comment
                    || is_target(line_before(ahead, start))
                    || in_front.iter().all(|&byte| byte == b' ') && line_before(ahead, start).starts_with(in_front))
        };
        // The one behind the mark of a comment ends nothing, and some languages drop all of them in a string.
        let is_indented = blanks > usize::from(next.marks == Marks::Comment)
            && !(has_mark() && is_in_open_string(ahead, start))
            && !may_be_margin();
        let is_in_word = last.is_ascii_alphanumeric()
            && ahead.bytes[token.start].is_ascii_alphanumeric()
            && !goes_on_in_open_string(ahead, next, part);
        let token = token.start..token.end - usize::from(has_other);
        // In Markdown the next line may begin with emphasis.
        let is_emphasis = ahead.get(token.start)? == Some(b'*');
        return Ok((!is_indented && !is_in_word && !is_emphasis && !token.is_empty()).then_some(token));
    }
    let operator = operator_length(ahead.up_to(token.start, MAX_OPERATOR)?);
    let string = token.start + operator;
    let prefix = ahead.up_to(string, MAX_PREFIX)?.iter().take_while(|byte| PREFIX.contains(byte)).count();
    let begin = string + prefix + 1;
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
    let has_sign = begins_openly(text) && (text[0] != b'%' || begins_with_escape(text));
    let is_before_host = ahead.bytes[..end].ends_with(b"://");
    let may_be_in_list = is_begun_by_url || is_word_of_list(text);
    let has_operator = operator > 0 || ends_in_operator(&ahead.bytes[..next.line]);
    let is_put_together = || {
        let is_host = is_begun_by_url && !is_before_host && labels_of_host(text).is_some_and(|labels| labels > 0);
        (is_open_end(last) || has_sign || is_joined && !is_word_of_list(text))
            && !is_host
            && (is_joined
                || is_before_comma(behind)
                || is_before_operator(behind)
                || is_in_query(last, text)
                || is_begun_by_url && stands_below(ahead, start, token.start - next.line)
                || puts_strings_together(ahead, start))
    };
    let goes_on = length > 0
        && text[0] != b'$'
        && (text[0] != b'%' || has_sign)
        && !begins_other_url(text)
        && ends_part(behind)
        && if is_continued(&ahead.bytes[..next.line]) {
            is_value(ahead, start)
        } else {
            !may_be_in_list || has_operator || is_put_together()
        };
    Ok(goes_on.then_some(begin..begin + length))
}

/// Whether a text ends in a line with a backslash at its end.
fn is_continued(text: &[u8]) -> bool {
    text.trim_ascii_end().ends_with(b"\\")
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

/// Whether a backslash ends the line in an open string, and the next begins right there with what is no word of a sentence: in Markdown a line may end
/// so as well.
pub(super) fn goes_on_in_open_string(ahead: &Ahead, next: &Next, part: StringPart) -> bool {
    part.mark == BACKSLASH
        && next.line == next.token.start
        && !matches!(ahead.bytes[next.token.clone()], [b'-', first, ..] if first.is_ascii_alphabetic())
        && !ahead.bytes[next.token.clone()].iter().all(u8::is_ascii_alphabetic)
        && is_in_open_string(ahead, part.start)
}

/// Whether a line is that of a target of reStructuredText up to its URL: `.. _name: `.
fn is_target(line: &[u8]) -> bool {
    line.trim_ascii_start().starts_with(b".. _") && line.trim_ascii_end().ends_with(b":")
}

/// Whether a string is open where the URL at `start` begins, on its line: the last mark may close one that was opened in another, or stand for inches.
fn is_in_open_string(ahead: &Ahead, start: usize) -> bool {
    let line = line_before(ahead, start);
    let marks = memchr::memchr_iter(b'"', line).filter(|&at| !is_behind_escape_sign(&line[..at]));
    let (count, last) = marks.fold((0, 0), |(count, _), at| (count + 1, at));
    count % 2 == 1 && opens(&line[..last])
}
