//! The short way for plain URLs: `http`, `https` or `ftp`, a host name, perhaps a port, and a path, query and fragment of
//! the characters that mean nothing to the text around them; between white space, in brackets or in quotation marks, with
//! a full stop or a comma behind it.
//!
//! Most URLs are like that. All of one can be told in a single pass, its grammar included. Whatever is not plain is left
//! to the long way, which would find the same (the tests compare them).

use std::ops::Range;

use super::{
    plain_name::{Host, host, is_end, wide_host},
    rest_below::{may_be_above_path, may_be_broken},
};
use crate::{
    engine::{
        forms::{
            name::is_beginning,
            string_in_line::may_go_on_behind_mark,
            string_marks::{is_closed_by_string, may_go_on_in_string, next_string},
            verbatim::verbatim_mark,
        },
        scan::{BLOCK, Classifier, Hit},
    },
    link::{Delimiter, Kind},
    text::{byte_table::byte_table, characters::is_sentence_mark},
    uri::Components,
};

/// Bytes of a host name's labels.
const LABEL: u8 = 1;
/// Bytes of a path, query or fragment that do not change where a URL ends.
const TAIL: u8 = 2;
/// Those of them that a URL can end with, whatever stands around it.
const LAST: u8 = 4;
/// White space, which ends a URL.
const SPACE: u8 = 8;
/// What ends a URL wherever it stands: white space, and marks that no URL holds or that would close what it has not
/// opened.
const END: u8 = 16;
/// Letters and digits: in front of white space nothing opens with them.
const WORD: u8 = 32;
/// What a URL may go on behind by what follows it.
const INNER: u8 = 64;

/// Where a part would begin that there is not.
const NONE: usize = usize::MAX;

const CLASS: [u8; 256] = byte_table!(|byte| match byte {
    b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => LABEL | TAIL | LAST | WORD,
    b'-' => LABEL | TAIL,
    b'/' => TAIL | LAST,
    b'.' | b'_' | b'~' | b'=' | b'+' | b':' | b'@' | b'$' => TAIL,
    b' ' | b'\t' | b'\n' | b'\r' => SPACE | END,
    b'?' | b'#' | b'&' | b',' | b';' | b'%' => INNER,
    b')' | b']' | b'}' | b'>' | b'<' | b'"' => END,
    _ => 0,
});

#[inline(always)]
fn is(byte: u8, class: u8) -> bool {
    CLASS[usize::from(byte)] & class != 0
}

/// The text that a short way looks at around a hit.
#[derive(Clone, Copy)]
pub(crate) struct Surroundings<'w> {
    pub(crate) bytes: &'w [u8],
    /// Nothing before this index belongs to what is found.
    pub(crate) floor: usize,
    /// What is found has fewer bytes than this.
    pub(crate) limit: usize,
    /// Whether the grammar has a place for letters that are not ASCII.
    pub(crate) is_wide: bool,
}

/// A plain link: where it begins and ends, what marks it off, and the components of its URL.
pub(crate) struct Plain {
    pub(crate) kind: Kind,
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) delimiter: Delimiter,
    pub(crate) components: Components,
    /// Whether it ends its line, and evidence has to say whether it goes on behind that.
    pub(crate) may_go_on: bool,
}

/// The plain URL whose scheme ends at the colon of `hit`, if it is one. Whether it may go on behind the end of its line is
/// asked where `joins` and `weighs` say that evidence joins and is still weighed: `may_go_on` says so of the place where its line or
/// the words behind it begin, and none where the bytes end before that is known.
#[inline(always)]
pub(crate) fn plain(
    classifier: impl Classifier,
    surroundings: &Surroundings<'_>,
    hit: Hit,
    joins: bool,
    mut weighs: impl FnMut() -> bool,
    may_go_on: impl Fn(&[u8], usize) -> Option<bool>,
) -> Option<Plain> {
    let Surroundings { bytes, floor, limit, is_wide } = *surroundings;
    let start = scheme_start(bytes, floor, hit.at)?;
    let opening = opening_before(bytes, floor, start)?;
    let host_start = hit.at + 3;
    let classes = classifier.classes(bytes, host_start);
    let (host_end, tail) = match host(bytes, host_start, &classes) {
        Some(Host { end, .. }) if bytes.get(end)?.is_ascii() => {
            (end, TailBlock { classifier, start: host_start, bits: classes.tail })
        }
        _ if is_wide => {
            let Host { label, end } = wide_host(bytes, host_start)?;
            if label == host_start {
                // A word that is a top-level domain may begin a sentence.
                return None;
            }
            (end, TailBlock::at(classifier, bytes, end))
        }
        _ => return None,
    };
    let host = host_start..host_end;
    let may_go_on = |bytes: &[u8], at| if joins && weighs() { may_go_on(bytes, at) } else { Some(false) };
    let tail = behind_host(bytes, opening, start, host.clone(), tail, may_go_on)?;
    // Where nothing is weighed any more, a host that may be broken is still asked about: less of it is another.
    if joins && tail.has_nothing() {
        let is_broken = tail.end == host_end && may_be_broken(bytes, host.clone())?;
        if is_broken || weighs() && may_be_above_path(bytes, tail.end)? {
            return None;
        }
    }
    let is_cut = tail.end == host_end && bytes.get(host_end) == Some(&b'.') && is_beginning(&bytes[host.clone()]);
    if tail.end - start >= limit || is_cut {
        return None;
    }
    let components = tail.components(start, 0, hit.at - start, host);
    Some(tail.link(Kind::Url, start, components))
}

/// What stands behind a plain host name.
pub(super) struct PlainTail {
    pub(super) end: usize,
    pub(super) delimiter: Delimiter,
    pub(super) may_go_on: bool,
    path_start: usize,
    query: usize,
    fragment: usize,
}

impl PlainTail {
    /// Nothing, where the name ends and nothing delimits it.
    #[inline(always)]
    pub(super) fn none(end: usize) -> PlainTail {
        PlainTail { end, delimiter: Delimiter::Bare, may_go_on: false, path_start: end, query: NONE, fragment: NONE }
    }

    /// Whether there is nothing but perhaps a port, and nothing delimits that.
    #[inline(always)]
    pub(super) fn has_nothing(&self) -> bool {
        self.end == self.path_start && self.delimiter == Delimiter::Bare
    }

    /// The same where quotation marks delimit it.
    pub(super) fn in_quotation(self) -> PlainTail {
        PlainTail { delimiter: Delimiter::Quote, ..self }
    }

    /// The link of this kind that begins at `start` and ends with it.
    #[inline(always)]
    pub(super) fn link(&self, kind: Kind, start: usize, components: Components) -> Plain {
        let PlainTail { end, delimiter, may_go_on, .. } = *self;
        Plain { kind, start, end, delimiter, components, may_go_on }
    }

    /// The components of a URL that begins at `start` in the text, with `completed` bytes put in front of it.
    #[inline(always)]
    pub(super) fn components(
        &self,
        start: usize,
        completed: usize,
        scheme_end: usize,
        host: Range<usize>,
    ) -> Components {
        let offset = |at: usize| (at - start + completed) as u32;
        let query_end = self.fragment.min(self.end);
        Components {
            scheme_end: scheme_end as u32,
            host_start: offset(host.start),
            host_end: offset(host.end),
            path_start: offset(self.path_start),
            path_end: offset(self.query.min(query_end)),
            query_end: offset(query_end),
        }
    }
}

/// What stands behind the plain host name of what begins at `start`, behind this opening, if all of it is plain. `tail` is
/// the block that it ends in, or one behind it.
#[inline(always)]
pub(super) fn behind_host(
    bytes: &[u8],
    opening: u8,
    start: usize,
    host: Range<usize>,
    mut tail: TailBlock<impl Classifier>,
    may_go_on: impl FnMut(&[u8], usize) -> Option<bool>,
) -> Option<PlainTail> {
    let path_start = port_end(bytes, host.end)?;
    let (mut query, mut fragment) = (NONE, NONE);
    let mut at = path_start;
    if matches!(bytes.get(at)?, b'/' | b'?' | b'#') {
        loop {
            at = tail.end(bytes, at);
            let byte = *bytes.get(at)?;
            if !is(byte, INNER) {
                break;
            }
            match byte {
                b'?' if query == NONE && fragment == NONE => query = at,
                b'#' if fragment == NONE => fragment = at,
                b'&' if !may_begin_entity(bytes, at)? => {}
                // A cell of a table may end there, or an argument of Texinfo.
                b',' if opening == b'{' || bytes[..start].ends_with(b",") => return None,
                // None of these begins another URL in a list.
                b',' | b';' if is(*bytes.get(at + 1)?, TAIL) && !bytes[at + 1].is_ascii_alphabetic() => {}
                b'%' if bytes.get(at + 1..at + 3)?.iter().all(u8::is_ascii_hexdigit) => at += 2,
                _ => break,
            }
            at += 1;
        }
    }
    let (end, delimiter) = if opening == b' ' && at > path_start && ends_plainly(bytes, at)? {
        (at, Delimiter::Bare)
    } else {
        marked_off(bytes, opening, start, path_start, at)?
    };
    let may_go_on = delimiter == Delimiter::Bare && path_start < end && ends_line(bytes, at, may_go_on)?;
    Some(PlainTail { end, delimiter, may_go_on, path_start, query, fragment })
}

/// Whether there is no question that a URL ends where its plain bytes do, at `at`: before white space, with what may end one.
#[inline(always)]
pub(super) fn ends_plainly(bytes: &[u8], at: usize) -> Option<bool> {
    Some(is(bytes[at - 1], LAST) && is(*bytes.get(at)?, SPACE))
}

/// The end of a URL whose plain bytes end at `at`, and what marks it off: where it has a path and ends in it, and stands
/// between white space, there is no question.
#[inline(never)]
fn marked_off(bytes: &[u8], opening: u8, start: usize, path_start: usize, at: usize) -> Option<(usize, Delimiter)> {
    if *bytes.get(at)? == b'<' && (at == path_start && may_be_in_angles(bytes, at)? || bytes[at - 1] == b'E') {
        // A placeholder in the host, or a tag; or an escape of POD.
        return None;
    }
    let delimiter = delimiter(bytes, opening, at)?;
    if delimiter == Delimiter::Quote
        && (is_closed_by_string(bytes, start, at) || may_go_on_in_string(bytes, start, at)?)
    {
        return None;
    }
    if delimiter == Delimiter::Bare && at == path_start && may_go_on_behind_mark(bytes, at)? {
        return None;
    }
    let end = if delimiter == Delimiter::Bare { bare_end(bytes, path_start, at)? } else { at };
    if end < at && bytes[..start].ends_with(b"](") {
        // The destination of a link in Markdown: its full stop is its own.
        return None;
    }
    if end > path_start && !is(bytes[end - 1], LAST) {
        return None;
    }
    Some((end, delimiter))
}

/// Whether a word stands in angle brackets at `at`, or what a program puts in.
fn may_be_in_angles(bytes: &[u8], at: usize) -> Option<bool> {
    let word = &bytes[at + 1..];
    if matches!(*word.first()?, b'%' | b'?') {
        return Some(true);
    }
    let length = word.iter().position(|&byte| !is(byte, LABEL) && !matches!(byte, b'_' | b' '))?;
    Some(word[length] == b'>')
}

/// Whether an entity may begin with the ampersand at `at` that ends a URL or stands for an ampersand.
#[inline(always)]
fn may_begin_entity(bytes: &[u8], at: usize) -> Option<bool> {
    Some(match *bytes.get(at + 1)? | 0x20 {
        b'g' | b'l' | b'q' | b'#' => true,
        b'a' => matches!(bytes.get(at + 2)? | 0x20, b'm' | b'p'),
        b'h' => bytes.get(at + 2)? | 0x20 == b'e',
        b'm' => bytes.get(at + 2)? | 0x20 == b'd',
        b'n' => matches!(bytes.get(at + 2)? | 0x20, b'b' | b'd'),
        b'r' => matches!(bytes.get(at + 2)? | 0x20, b'a' | b'd' | b's'),
        _ => false,
    })
}

/// A block of bytes, of which those are known that mean nothing in a path, query or fragment.
#[derive(Clone, Copy)]
pub(super) struct TailBlock<C> {
    /// What tells those of the next block.
    pub(super) classifier: C,
    /// Where the block begins.
    pub(super) start: usize,
    /// A bit for each byte, the lowest for the first.
    pub(super) bits: u64,
}

impl<C: Classifier> TailBlock<C> {
    /// The block that begins at `start`.
    #[inline(always)]
    pub(super) fn at(classifier: C, bytes: &[u8], start: usize) -> TailBlock<C> {
        TailBlock { classifier, start, bits: classifier.classes(bytes, start).tail }
    }

    /// Where the bytes end that mean nothing, of those from `at` on, which is in the block or right behind it.
    #[inline(always)]
    pub(super) fn end(&mut self, bytes: &[u8], mut at: usize) -> usize {
        loop {
            let offset = at - self.start;
            if offset < BLOCK {
                let run = (self.bits >> offset).trailing_ones() as usize;
                if offset + run < BLOCK {
                    return at + run;
                }
                at += run;
            }
            *self = TailBlock::at(self.classifier, bytes, at);
        }
    }
}

/// Whether the URL whose plain bytes end at `at` ends its line, and may go on behind that: behind a bracket or a quotation mark
/// that closes it never does.
#[inline(always)]
fn ends_line(bytes: &[u8], at: usize, mut may_go_on: impl FnMut(&[u8], usize) -> Option<bool>) -> Option<bool> {
    let at = match CLASS[usize::from(bytes[at])] {
        class if class & SPACE != 0 => at,
        class if class & END != 0 => return Some(next_string(bytes, at)?.is_some()),
        _ => at + 1,
    };
    // Most URLs stand between words.
    let is_in_line = !is(*bytes.get(at)?, SPACE) || bytes[at] == b' ' && *bytes.get(at + 1)? > b' ';
    if is_in_line { Some(false) } else { may_go_on(bytes, at) }
}

/// Where a scheme of the web's begins, in lower case and with two slashes behind its colon.
#[inline(always)]
fn scheme_start(bytes: &[u8], floor: usize, colon: usize) -> Option<usize> {
    if !bytes[colon..].starts_with(b"://") {
        return None;
    }
    // The last letter is the highest byte of the word.
    let word = match bytes[..colon].last_chunk() {
        Some(&word) => u64::from_le_bytes(word),
        None => u64::from_le_bytes(first_word(&bytes[..colon])),
    };
    let is = |scheme: &[u8]| {
        let known = scheme.iter().rev().fold(0, |word, &letter| word << 8 | u64::from(letter));
        word >> (u64::BITS as usize - 8 * scheme.len()) == known
    };
    // Sums take no branches, and nobody knows which of them is next.
    let length = 5 * usize::from(is(b"https")) + 4 * usize::from(is(b"http")) + 3 * usize::from(is(b"ftp"));
    if length == 0 {
        return None;
    }
    let start = colon - length;
    (start >= floor).then_some(start)
}

/// The few bytes that a text begins with, and zeros in front of them.
#[cold]
fn first_word(bytes: &[u8]) -> [u8; 8] {
    let mut word = [0; 8];
    for (place, byte) in word.iter_mut().rev().zip(bytes.iter().rev()) {
        *place = *byte;
    }
    word
}

/// The bracket or quotation mark that opens right before `start`, or a space where something else stands there that means
/// nothing to a URL.
#[inline(always)]
pub(super) fn opening_before(bytes: &[u8], floor: usize, start: usize) -> Option<u8> {
    // Most often it is one space, behind a word or a link.
    if start > floor
        && let [.., word, space] = bytes[..start]
        && is(space, SPACE)
        && is(word, WORD)
    {
        return Some(b' ');
    }
    any_opening(&bytes[floor..start], floor == 0)
}

/// The same where `before` is all that stands there, since the last link or since the text begins.
#[inline(never)]
pub(super) fn any_opening(before: &[u8], is_all: bool) -> Option<u8> {
    match before.last() {
        Some(&opening @ (b'<' | b'"' | b'\'' | b'`' | b'{')) => return Some(opening),
        Some(b'=' | b'|') if verbatim_mark(before).is_some() => return None,
        Some(b'(' | b'[' | b'>' | b')' | b']' | b'}' | b'=' | b',' | b';' | b'|') => return Some(b' '),
        Some(&byte) if is(byte, SPACE) => {}
        None if is_all => {}
        _ => return None,
    }
    let text = before.trim_ascii_end();
    let is_bare = match text.last() {
        Some(b'<') => false,
        // It may be that of `URL:`.
        Some(b':') => !text.last_chunk::<4>()?.eq_ignore_ascii_case(b"URL:"),
        Some(byte) => byte.is_ascii(),
        // Only white space stands between it and the link before it.
        None => true,
    };
    is_bare.then_some(b' ')
}

/// Whether the ASCII quotation mark before `start` is closed right at `end`.
#[inline(always)]
pub(super) fn is_closed_at(bytes: &[u8], start: usize, end: usize) -> bool {
    let mark = bytes[start - 1];
    if is_closed_by_string(bytes, start, end) {
        return false;
    }
    // An apostrophe may close nothing.
    matches!(mark, b'"' | b'`') && bytes.get(end) == Some(&mark)
        || delimiter(bytes, mark, end) == Some(Delimiter::Quote)
}

/// What marks off a URL whose plain bytes end at `at`, with the opening in front of it.
pub(super) fn delimiter(bytes: &[u8], opening: u8, at: usize) -> Option<Delimiter> {
    if opening == b' ' {
        return Some(Delimiter::Bare);
    }
    let is_punctuation = is_outside(bytes[at]);
    let at = at + usize::from(is_punctuation);
    match (opening, *bytes.get(at)?) {
        // Between curly brackets stands an argument, in which white space may be, and marks that are escaped.
        (b'{', next) => (next == b'}' && !is_punctuation).then_some(Delimiter::Bare),
        (_, b'>' | b'"' | b'`' | b'\'') if is_punctuation => None,
        (b'<', b'>') => Some(Delimiter::Angle),
        (b'"', b'"') | (b'`', b'`') => Some(Delimiter::Quote),
        // An apostrophe between letters closes nothing.
        (b'\'', b'\'') if matches!(bytes.get(at + 1)?, next if next.is_ascii() && !next.is_ascii_alphanumeric()) => {
            Some(Delimiter::Quote)
        }
        // Neither brackets nor quotation marks hold another bracket, and the marks no words.
        (_, b'<') => Some(Delimiter::Bare),
        (b'"' | b'\'' | b'`', b' ') if bytes.get(at + 1)?.is_ascii_graphic() => Some(Delimiter::Bare),
        _ => None,
    }
}

/// The end of the port behind a host, where there is one; a colon without digits is left to the long way, and so is a
/// number that may be none of a port.
#[inline(always)]
fn port_end(bytes: &[u8], host_end: usize) -> Option<usize> {
    if *bytes.get(host_end)? != b':' {
        return Some(host_end);
    }
    let digits = bytes[host_end + 1..].iter().position(|byte| !byte.is_ascii_digit())?;
    (1..=4).contains(&digits).then_some(host_end + 1 + digits)
}

/// The end of a URL that nothing delimits and whose plain bytes end at `at`, without the sentence's punctuation.
fn bare_end(bytes: &[u8], path_start: usize, at: usize) -> Option<usize> {
    // A name before parentheses may be the userinfo of `http://a))@b`.
    let is_userinfo = |byte: &u8| at == path_start && *byte == b')';
    let parentheses = bytes[at..].iter().take_while(|&byte| is_userinfo(byte)).count();
    if !ends_behind(bytes, at + parentheses)? {
        return None;
    }
    let mut end = at;
    while end > path_start && matches!(bytes[end - 1], b'.' | b':') {
        end -= 1;
    }
    Some(end)
}

/// Whether it ends a sentence or a part of one and is none of the bytes of a tail: a full stop and a colon may be either,
/// and a question mark begins a query.
fn is_outside(byte: u8) -> bool {
    is_sentence_mark(byte) && !matches!(byte, b':' | b'?')
}

/// Whether no URL goes on at `at`: there is an end, or the punctuation of a sentence before one, or the separator before
/// the next of a list.
fn ends_behind(bytes: &[u8], at: usize) -> Option<bool> {
    let next = *bytes.get(at)?;
    let is_punctuation = || Some(is_outside(next) && is_end(*bytes.get(at + 1)?));
    let is_separator = || matches!(next, b',' | b';') && bytes[at + 1..].starts_with(b"http://");
    Some(is(next, END) || is_punctuation()? || is_separator())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::scan::Detecting;

    #[test]
    fn tails_end_as_the_table_says() {
        for byte in 0..=0xFF {
            for at in [0, 1, 31, 32, 33, 63, 64, 65, 127, 128, 150] {
                let mut bytes = vec![b'a'; at + 2];
                bytes[at..].copy_from_slice(&[byte, b' ']);
                bytes.extend_from_slice(&[b'a'; 40]);
                let end = if is(byte, TAIL) { at + 1 } else { at };
                let tail_end = |bytes: &[u8], from| TailBlock::at(Detecting, bytes, 0).end(bytes, from);
                for from in [0, at / 2, at] {
                    assert_eq!(tail_end(&bytes, from), end, "{byte} at {at}");
                    assert_eq!(tail_end(&bytes[..at], from), at);
                }
            }
        }
    }
}
