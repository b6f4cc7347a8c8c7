//! The short way for a host name or a mail address that stands between white space, or for an address in angle brackets:
//! ASCII letters, digits, hyphens and dots.
//!
//! Most are like that, and texts that are nothing but a list of them would cost many times as much the long way, which
//! finds the same (the tests compare them).

use super::{
    address, member,
    name::{self, MAX_NAME},
};
use crate::{
    engine::{
        scan::{Hit, Trigger},
        window::Ahead,
    },
    link::Kind,
};

/// The most bytes before the `@` or the first dot.
const MAX_FRONT: usize = 64;

/// How much white space before it is looked at for a delimiter in front of that.
const MAX_SPACE: usize = 64;

/// A host name or an address that ends by itself. Positions are indices into the window.
pub(crate) struct PlainName {
    pub(crate) kind: Kind,
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Whether angle brackets mark it off.
    pub(crate) is_in_angles: bool,
    /// What is put in front of it to make it complete.
    pub(crate) completion: &'static str,
}

/// The plain name that the hit stands in; `None` leaves it to the long way. Without trust in delimiters there is none between
/// them.
pub(crate) fn read(ahead: &Ahead, floor: usize, hit: Hit, trusts_delimiters: bool) -> Option<PlainName> {
    let bytes = ahead.bytes;
    let start = match hit.trigger {
        Trigger::At => start(&bytes[floor..hit.at], is_local)? + floor,
        Trigger::Dot => start(&bytes[floor..hit.at], |byte| byte.is_ascii_alphanumeric() || byte == b'-')? + floor,
        Trigger::Abbreviation => hit.at.checked_sub(3).filter(|&start| start >= floor)?,
        Trigger::Colon | Trigger::Prefix => return None,
    };
    ahead.worked(hit.at - start);
    let is_in_angles = hit.trigger == Trigger::At && trusts_delimiters && bytes[..start].ends_with(b"<");
    if !bytes[start].is_ascii_alphanumeric() || !is_in_angles && !stands_free(bytes, start) {
        return None;
    }
    let rest = &bytes[hit.at + 1..];
    let length = rest.iter().take(MAX_NAME).take_while(|&&byte| is_plain_byte(byte)).count();
    ahead.worked(length);
    let end = hit.at + 1 + length;
    let next = *bytes.get(end)?;
    let ends = match is_in_angles {
        true => next == b'>',
        false => matches!(next, b' ' | b'\n' | b'\r' | b'\t' | b',' | b';' | b')'),
    };
    if !ends || !bytes[end - 1].is_ascii_alphanumeric() || end - start > MAX_NAME {
        return None;
    }
    let (kind, completion) = match hit.trigger {
        Trigger::At => {
            let is_one =
                address::is_plain_local(&bytes[start..hit.at]) && name::is_mail_domain(&bytes[hit.at + 1..end]);
            is_one.then_some((Kind::Email, "mailto:"))?
        }
        Trigger::Abbreviation => {
            let is_one = name::label_count(&bytes[start..end]) >= 3;
            let completion = if bytes[start].eq_ignore_ascii_case(&b'f') { "ftp://" } else { "http://" };
            (is_one && name::has_top_level_domain(&bytes[start..end])).then_some((Kind::Www, completion))?
        }
        _ => {
            let is_one =
                name::has_top_level_domain(&bytes[start..end]) && member::is_host(ahead, start, end) == Ok(true);
            is_one.then_some((Kind::Domain, "http://"))?
        }
    };
    let has_labels = kind == Kind::Email || !bytes[start..end].windows(2).any(|pair| pair == b"..");
    has_labels.then_some(PlainName { kind, start, end, is_in_angles, completion })
}

/// Where what stands right before the end of `text` begins, no further back than a label or a local part reaches.
fn start(text: &[u8], belongs: impl Fn(u8) -> bool) -> Option<usize> {
    let length = text.iter().rev().take(MAX_FRONT + 1).take_while(|&&byte| belongs(byte)).count();
    (1..=MAX_FRONT).contains(&length).then_some(text.len() - length)
}

/// What a local part is made of that needs no closer look.
pub(crate) const fn is_local(byte: u8) -> bool {
    is_plain_byte(byte) || matches!(byte, b'+' | b'_')
}

const fn is_plain_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.')
}

/// Whether white space stands in front of `start` and, before that, nothing that marks off what follows or is cut off by it.
pub(crate) fn stands_free(bytes: &[u8], start: usize) -> bool {
    let text = &bytes[..start];
    // Most often it is one space, behind a word.
    if let [.., word, b' '] = text
        && word.is_ascii_alphanumeric()
    {
        return true;
    }
    let space =
        text.iter().rev().take(MAX_SPACE).take_while(|byte| matches!(byte, b' ' | b'\n' | b'\r' | b'\t')).count();
    let text = &text[..start - space];
    let is_prefixed = || text.last_chunk::<4>().is_none_or(|word| word.eq_ignore_ascii_case(b"URL:"));
    space > 0
        && match text.last() {
            Some(b':') => !is_prefixed(),
            Some(byte) => byte.is_ascii() && !matches!(byte, b'<' | b'/'),
            None => false,
        }
}
