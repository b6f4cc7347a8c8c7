//! The short way for a host name or a mail address that stands between white space: ASCII letters, digits, hyphens and dots.
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
    /// What is put in front of it to make it complete.
    pub(crate) completion: &'static str,
}

/// The plain name that the hit stands in; `None` leaves it to the long way.
pub(crate) fn read(ahead: &Ahead, floor: usize, hit: Hit) -> Option<PlainName> {
    let bytes = ahead.bytes;
    let start = match hit.trigger {
        Trigger::At => start(&bytes[floor..hit.at], is_local)? + floor,
        Trigger::Dot => start(&bytes[floor..hit.at], |byte| byte.is_ascii_alphanumeric() || byte == b'-')? + floor,
        Trigger::Abbreviation => hit.at.checked_sub(3).filter(|&start| start >= floor)?,
        Trigger::Colon | Trigger::Prefix => return None,
    };
    ahead.worked(hit.at - start);
    if !bytes[start].is_ascii_alphanumeric() || !stands_free(bytes, start) {
        return None;
    }
    let rest = &bytes[hit.at + 1..];
    let length = rest.iter().take(MAX_NAME).take_while(|&&byte| is_plain_byte(byte)).count();
    ahead.worked(length);
    let end = hit.at + 1 + length;
    let ends = matches!(bytes.get(end)?, b' ' | b'\n' | b'\r' | b'\t' | b',' | b';' | b')');
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
    has_labels.then_some(PlainName { kind, start, end, completion })
}

/// Where what stands right before the end of `text` begins, no further back than a label or a local part reaches.
fn start(text: &[u8], belongs: impl Fn(u8) -> bool) -> Option<usize> {
    let length = text.iter().rev().take(MAX_FRONT + 1).take_while(|&&byte| belongs(byte)).count();
    (1..=MAX_FRONT).contains(&length).then_some(text.len() - length)
}

/// What a local part is made of that needs no closer look.
fn is_local(byte: u8) -> bool {
    is_plain_byte(byte) || matches!(byte, b'+' | b'_')
}

fn is_plain_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.')
}

/// Whether white space stands in front of `start` and, before that, nothing that marks off what follows or is cut off by it.
fn stands_free(bytes: &[u8], start: usize) -> bool {
    let text = &bytes[..start];
    let space =
        text.iter().rev().take(MAX_SPACE).take_while(|byte| matches!(byte, b' ' | b'\n' | b'\r' | b'\t')).count();
    let in_front = text[..start - space].last();
    space > 0 && in_front.is_some_and(|byte| byte.is_ascii() && !matches!(byte, b':' | b'<' | b'/'))
}
