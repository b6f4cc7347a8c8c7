//! Plain host names: of ASCII letters, digits and inner hyphens, or of letters of any script, where they begin and end.

use super::clusters::stands_alone;
use crate::{
    engine::scan::{BLOCK, Classes, Classifier},
    text::{
        byte_table::byte_table,
        characters::{is_common_wide_letter, is_common_wide_mark, is_email, is_ignorable, is_written_without_spaces},
        top_level_domains::is_top_level_domain,
        utf8::{Char, char_before, decode},
    },
};

/// A plain host name.
pub(super) struct Host {
    /// Where its last label begins.
    pub(super) label: usize,
    pub(super) end: usize,
}

/// The host name of ASCII letters, digits and inner hyphens that begins at `start` and does not look like an address, by the
/// classes of the bytes from there on. It is so short that no label of it can be too long.
#[inline(always)]
pub(super) fn host(bytes: &[u8], start: usize, classes: &Classes) -> Option<Host> {
    let &Classes { alphanumeric, hyphens, dots, .. } = classes;
    let run = (alphanumeric | hyphens | dots).trailing_ones();
    if run == 0 || run == u64::BITS {
        return None;
    }
    // A full stop behind the name is the sentence's, unless a program or a template goes on with the name.
    let has_stop = dots >> (run - 1) & 1 != 0;
    if has_stop && !is_end_of_sentence(bytes, start + run as usize)? {
        return None;
    }
    let length = run - u32::from(has_stop);
    if length == 0 {
        return None;
    }
    let name = (1 << length) - 1;
    let dots = dots & name;
    let firsts = (dots << 1 | 1) & name;
    let lasts = dots >> 1 | 1 << (length - 1);
    if (firsts | lasts) & !alphanumeric != 0 {
        return None;
    }
    let label = start + (u64::BITS - dots.leading_zeros()) as usize;
    let end = start + length as usize;
    (!bytes[label].is_ascii_digit() && !bytes[end - 1].is_ascii_digit()).then_some(Host { label, end })
}

/// Whether no URL goes on with this byte, a host name least of all: before a parenthesis there may be userinfo.
pub(super) fn is_end(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b']' | b'>' | b'<' | b'"')
}

/// Whether no name goes on at `at` behind a full stop: a bracket may be that of a placeholder.
#[inline(always)]
fn is_end_of_sentence(bytes: &[u8], at: usize) -> Option<bool> {
    Some(match *bytes.get(at)? {
        b'<' => *bytes.get(at + 1)? == b'/',
        byte => is_end(byte),
    })
}

/// Names of ASCII letters, digits, hyphens and underscores with dots between, whatever they are those of.
pub(super) struct NameRun {
    start: usize,
    pub(super) end: usize,
    /// Where the last label begins, and where its letters and digits end.
    pub(super) label: usize,
    pub(super) name_end: usize,
}

impl NameRun {
    /// The run that begins at `start`, by the classes of the bytes from there on, if it is short and the text does not end with
    /// it.
    #[inline(always)]
    pub(super) fn new(bytes: &[u8], start: usize, classes: &Classes) -> Option<NameRun> {
        let &Classes { alphanumeric, hyphens, dots, underscores, .. } = classes;
        let length = (alphanumeric | hyphens | dots | underscores).trailing_ones();
        let end = start + length as usize;
        if length == u64::BITS || end >= bytes.len() {
            return None;
        }
        let name_length = u64::BITS - (alphanumeric & ((1 << length) - 1)).leading_zeros();
        if name_length == 0 {
            return None;
        }
        let dots = dots & ((1 << name_length) - 1);
        let label = start + (u64::BITS - dots.leading_zeros()) as usize;
        Some(NameRun { start, end, label, name_end: start + name_length as usize })
    }

    /// Whether a dot in it may be an abbreviation's, which is looked at by itself.
    #[inline(always)]
    pub(super) fn has_abbreviation(&self, bytes: &[u8]) -> bool {
        let labels = &bytes[self.start..self.label];
        let ends_abbreviation = |four: &[u8]| {
            four.ends_with(b".") && [b"www", b"ftp"].iter().any(|word| four[..3].eq_ignore_ascii_case(&word[..]))
        };
        !labels.is_empty() && labels.windows(4).any(ends_abbreviation)
    }
}

/// Whether it is a letter or digit, or a part of one that is not ASCII.
pub(super) fn is_letter_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || !byte.is_ascii()
}

/// Where the run begins that the dot at `dot` stands in.
#[inline(always)]
pub(super) fn run_start(bytes: &[u8], floor: usize, dot: usize) -> Option<usize> {
    let furthest = floor.max(dot.saturating_sub(BLOCK));
    let mut start = dot;
    while start > furthest && (is_name(bytes[start - 1]) || bytes[start - 1] == b'_') {
        start -= 1;
    }
    match start {
        _ if start == dot => wide_start(bytes, floor, dot),
        _ => (start > furthest || furthest == floor).then_some(start),
    }
}

/// Where the name begins that goes on with the dot at `dot`, no further back than a block.
#[inline(always)]
pub(super) fn plain_name_start(classifier: impl Classifier, bytes: &[u8], floor: usize, dot: usize) -> Option<usize> {
    let Classes { alphanumeric, hyphens, dots, .. } = classifier.classes_before(bytes, dot);
    let run = (alphanumeric | hyphens | dots).leading_ones() as usize;
    let length = run.min(dot - floor);
    if length == 0 || run == BLOCK && length < dot - floor {
        return None;
    }
    let name = u64::MAX << (BLOCK - length);
    // Each label begins and ends with a letter or digit, and the last of them ends before the dot.
    let firsts = dots << 1 | 1 << (BLOCK - length);
    let lasts = dots >> 1 | 1 << (BLOCK - 1);
    ((firsts | lasts) & name & !alphanumeric == 0).then_some(dot - length)
}

/// The bytes of a plain host name.
const IS_NAME: [bool; 256] = byte_table!(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.'));

#[inline(always)]
fn is_name(byte: u8) -> bool {
    IS_NAME[usize::from(byte)]
}

/// Whether it is a letter that names have wherever it stands, and no part of a grapheme cluster.
pub(super) fn is_wide_letter(c: char) -> bool {
    // Letters of Latin are most of them.
    matches!(c, '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{24F}')
        || is_common_wide_letter(c)
        || !is_common_wide_mark(c) && is_any_wide_letter(c)
}

fn is_any_wide_letter(c: char) -> bool {
    !c.is_ascii() && stands_alone(c) && is_email(c) && !is_ignorable(c) && !matches!(c, '\u{AA}' | '\u{BA}')
}

pub(super) fn is_wide_letter_at(bytes: &[u8], at: usize) -> bool {
    bytes.get(at).is_some_and(|byte| !byte.is_ascii())
        && matches!(decode(&bytes[at..]), Char::Valid(c, _) if is_wide_letter(c))
}

/// Whether an ASCII letter or digit and one of a script that is written without spaces stand side by side: where the name
/// begins or ends is not plain then.
pub(super) fn is_change_of_script(one: char, other: char) -> bool {
    one.is_ascii_alphanumeric() && is_written_without_spaces(other)
        || other.is_ascii_alphanumeric() && is_written_without_spaces(one)
}

/// The host name of letters of any script that begins at `start`, if some of them are not ASCII and it ends in a top-level domain.
/// One that may be half encoded is none.
#[inline(never)]
pub(super) fn wide_host(bytes: &[u8], start: usize) -> Option<Host> {
    let ascii = bytes[start..].iter().take(BLOCK).take_while(|&&byte| is_name(byte)).count();
    if bytes.get(start + ascii)?.is_ascii() {
        return None;
    }
    wide_end(bytes, start).filter(|host| host.end - start < BLOCK && !has_hyphens(&bytes[start..host.end]))
}

/// Whether two hyphens stand side by side: before letters that are not ASCII a label may be half encoded by them.
pub(super) fn has_hyphens(name: &[u8]) -> bool {
    name.windows(2).any(|pair| pair == b"--")
}

/// Where the last label of a name begins that goes on at `start` with letters of any script, and where it ends, if that is a
/// top-level domain.
fn wide_end(bytes: &[u8], start: usize) -> Option<Host> {
    let (mut at, mut label, mut previous) = (start, start, '.');
    while at - start < BLOCK {
        match decode(bytes.get(at..)?) {
            Char::Valid(c, length) if c == '-' && previous != '.' || c.is_ascii_alphanumeric() || is_wide_letter(c) => {
                if is_change_of_script(previous, c) {
                    return None;
                }
                (at, previous) = (at + length, c);
            }
            Char::Valid('.', _) if !matches!(previous, '.' | '-') && begins_label(bytes, at + 1) => {
                (at, previous) = (at + 1, '.');
                label = at;
            }
            _ => break,
        }
    }
    let is_over = !matches!(bytes.get(at)?, b'_' | b'-' | b'.') && !matches!(previous, '.' | '-');
    (is_over && is_top_level_domain(&bytes[label..at])).then_some(Host { label, end: at })
}

pub(super) fn begins_label(bytes: &[u8], at: usize) -> bool {
    bytes.get(at).is_some_and(u8::is_ascii_alphanumeric) || is_wide_letter_at(bytes, at)
}

/// Where the name of letters of any script begins that goes on with the dot at `dot`.
pub(super) fn wide_start(bytes: &[u8], floor: usize, dot: usize) -> Option<usize> {
    let (mut start, mut next) = (dot, '.');
    while dot - start < BLOCK && start > floor {
        match char_before(bytes, start) {
            Char::Valid('-', _) if next == '.' => return None,
            Char::Valid('.', _) if matches!(next, '.' | '-') => return None,
            Char::Valid(c, length) if matches!(c, '.' | '-') || c.is_ascii_alphanumeric() || is_wide_letter(c) => {
                if is_change_of_script(next, c) {
                    return None;
                }
                (start, next) = (start.checked_sub(length)?, c);
            }
            _ => break,
        }
    }
    (start >= floor && dot - start < BLOCK && !matches!(next, '.' | '-')).then_some(start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::scan::{Classifier, Detecting};

    #[test]
    fn what_is_told_by_its_block_is_told_right() {
        for c in '\0'..=char::MAX {
            assert_eq!(is_wide_letter(c), is_any_wide_letter(c), "{c:?}");
        }
    }

    /// The end of a host name, byte by byte.
    fn host_end_by_bytes(bytes: &[u8]) -> Option<usize> {
        let mut at = 0;
        loop {
            let label = at;
            at += bytes[at..].iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'-')?;
            if at == label || bytes[label] == b'-' || bytes[at - 1] == b'-' {
                return None;
            }
            if bytes[at] == b'.' && !is_end(*bytes.get(at + 1)?) {
                at += 1;
                continue;
            }
            let is_name = !bytes[label].is_ascii_digit() && !bytes[at - 1].is_ascii_digit();
            let run = at + usize::from(bytes[at] == b'.');
            return (is_name && run < BLOCK).then_some(at);
        }
    }

    /// Every text of a few bytes, and then some that are longer.
    #[test]
    fn hosts_end_where_they_end_byte_by_byte() {
        const BYTES: &[u8] = b"a1-. ):/";
        let check = |name: &[u8]| {
            for end in [&b""[..], b" ", b". ", b".)", b"/", b"_", b"\xC3\xA9"] {
                for rest in [0, 40] {
                    let bytes = [name, end, &[b'a'; 40][..rest]].concat();
                    let told = host(&bytes, 0, &Detecting.classes(&bytes, 0));
                    let told = told.map(|host| host.end).filter(|&end| end < bytes.len());
                    assert_eq!(told, host_end_by_bytes(&bytes), "{bytes:?}");
                }
            }
        };
        for number in 0..BYTES.len().pow(5) {
            let name: [u8; 5] = std::array::from_fn(|i| BYTES[number / BYTES.len().pow(i as u32) % BYTES.len()]);
            check(&name);
        }
        for length in 1..70 {
            for at in 0..length {
                for byte in *b"1-." {
                    let mut name = vec![b'a'; length];
                    name[at] = byte;
                    check(&name);
                }
            }
        }
    }
}
