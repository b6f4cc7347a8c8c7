//! Triggers: the places where a URL may begin. They are few, and cheap to dismiss.

use super::{
    defanged, notation,
    simd::{Block, Sought, next_block},
    text::{SCHEME, is},
};
use crate::{
    config::Config,
    link::Kind,
    text::{
        characters::{character_escape_before, is_markup_mark},
        top_level_domains::is_top_level_domain,
    },
    uri::schemes::registry::{
        MAX_KNOWN, MAX_OPAQUE, is_custom, is_opaque, may_end_without_slashes, may_take_no_slashes, takes_no_slashes,
    },
};

/// The trigger of a [`Hit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trigger {
    /// A colon that may end a scheme.
    Colon,
    /// The dot of `www.` or `ftp.`.
    Abbreviation,
    /// A dot in a possible host name.
    Dot,
    /// An `@` in a possible mail address.
    At,
    /// The colon of `URL:`, which a relative reference may follow.
    Prefix,
    /// Part of a defanged URL.
    Defanged,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hit {
    pub(super) at: usize,
    pub(super) trigger: Trigger,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    sought: Sought,
    ats: bool,
    prefixes: bool,
    abbreviations: bool,
    /// Look for defanged URLs, too.
    refang: bool,
    /// A scheme was named in the settings, and may have no slashes.
    named_scheme: bool,
}

impl Wanted {
    /// Returns the triggers for the wanted kinds of links; also those of references if there is a base.
    pub(super) fn new(config: &Config, has_base: bool) -> Wanted {
        let kinds = config.kinds;
        let ats = kinds.contains(Kind::Email);
        // A host may follow ` at `, too.
        let names = ats || config.refang || kinds.contains(Kind::Domain);
        let named_scheme = config
            .schemes
            .iter()
            .flatten()
            .any(|name| !is_opaque(name.as_bytes()) && may_take_no_slashes(name.as_bytes()));
        Wanted {
            sought: Sought { names, all: has_base || config.refang },
            ats: ats || config.refang,
            prefixes: has_base,
            abbreviations: kinds.contains(Kind::Www),
            refang: config.refang,
            named_scheme,
        }
    }

    /// Returns the first hit at or after `from`. `block` is that of the last hit.
    #[inline(always)]
    pub(super) fn next_hit(&self, bytes: &[u8], from: usize, block: &mut Block) -> Option<Hit> {
        block.skip_to(from);
        loop {
            for at in &mut *block {
                if let Some(trigger) = self.trigger(bytes, at) {
                    return Some(Hit { at, trigger });
                }
            }
            let from = from.max(block.end());
            if from >= bytes.len() {
                return None;
            }
            *block = next_block(bytes, from, self.sought);
        }
    }

    #[inline(always)]
    fn trigger(&self, bytes: &[u8], at: usize) -> Option<Trigger> {
        let (front, [here, rest @ ..]) = bytes.split_at_checked(at)? else { return None };
        if self.sought.all
            && let Some(trigger) = self.marked(bytes, at)
        {
            return Some(trigger);
        }
        match here {
            b':' if rest.starts_with(b"//") || is_colon(front, rest) || self.named_scheme && ends_word(rest) => {
                Some(Trigger::Colon)
            }
            b':' => None,
            _ if !self.sought.names && !matches!(front, [.., b'w' | b'W' | b'p' | b'P']) => None,
            _ => self.name(bytes, at),
        }
    }

    /// Returns the trigger of a defanged URL or of a prefix.
    #[inline(never)]
    fn marked(&self, bytes: &[u8], at: usize) -> Option<Trigger> {
        match bytes[at] {
            _ if self.refang && defanged::is_hit(bytes, at) => Some(Trigger::Defanged),
            b':' if self.prefixes && ends_in_prefix(&bytes[..at]) => Some(Trigger::Prefix),
            _ => None,
        }
    }

    /// Returns the trigger of a name or an address.
    #[inline(never)]
    fn name(&self, bytes: &[u8], at: usize) -> Option<Trigger> {
        let (front, rest) = (&bytes[..at], &bytes[at + 1..]);
        match bytes[at] {
            b'.' if self.abbreviations && is_abbreviation(bytes, at) => Some(Trigger::Abbreviation),
            b'.' if self.sought.names && front.last().is_some_and(is_label) && may_be_host(rest, true) => {
                Some(Trigger::Dot)
            }
            b'@' if self.ats && is_at(front) && may_be_host(rest, false) => Some(Trigger::At),
            _ => None,
        }
    }
}

fn ends_in_prefix(front: &[u8]) -> bool {
    front.last_chunk().is_some_and(|word: &[u8; 3]| word.eq_ignore_ascii_case(b"URL"))
}

/// Returns `true` if more of a URL may follow a colon, whose word ends before this text.
fn ends_word(rest: &[u8]) -> bool {
    rest.first().is_some_and(|&after| after > b' ' && after != b':')
}

/// Returns `true` if escaped slashes follow the colon between these texts, or if a scheme without slashes may end there.
#[inline(always)]
fn is_colon(front: &[u8], rest: &[u8]) -> bool {
    match rest {
        [b'\n' | b'\r' | b' ', ..] => super::scheme::is_cut(front),
        [b'"', ..] if super::scheme::is_cut(front) => true,
        [b'\\' | b'/' | b'&', ..] => is_marked_colon(front, rest),
        [next, ..] => ends_word(rest) && ends_scheme(front, *next),
        [] => false,
    }
}

#[inline(never)]
fn is_marked_colon(front: &[u8], rest: &[u8]) -> bool {
    match rest {
        [b'\\', ..] if front.last() == Some(&b':') => false,
        _ if notation::begins_with_slashes(rest) => true,
        [b'/', b'\n' | b'\r', ..] => super::scheme::is_cut(front),
        [b'\\', ..] | [b'/', b' ' | b'"' | b'\\', ..] if super::scheme::is_cut(front) => true,
        [next, ..] => ends_scheme(front, *next),
        [] => false,
    }
}

/// Returns `true` if the text ends in a scheme without slashes, or in any word after `<URL:`. `next` is behind its colon.
#[inline(never)]
fn ends_scheme(front: &[u8], next: u8) -> bool {
    let letters = letters_at_end(front);
    letters > 0 && (may_end_without_slashes(front) && ends_opaque(front, letters, next) || ends_marked(front, letters))
}

/// Returns how many letters a text ends in, up to those of the longest scheme; eight are looked at at once.
#[inline(always)]
fn letters_at_end(text: &[u8]) -> usize {
    const ALL: u64 = u64::MAX / 0xFF;
    if let Some(&eight) = text.last_chunk() {
        let eight = u64::from_le_bytes(eight);
        let low = (eight | (0x20 * ALL)) & (0x7F * ALL);
        let is_from_a = low + (0x80 - b'a' as u64) * ALL;
        let is_after_z = low + (0x80 - b'{' as u64) * ALL;
        let others = (eight | !is_from_a | is_after_z) & (0x80 * ALL);
        if others != 0 {
            return others.leading_zeros() as usize / 8;
        }
    }
    text.iter().rev().take(MAX_KNOWN).take_while(|byte| byte.is_ascii_alphabetic()).count()
}

/// The most letters of an escape before a word: those of `\uabcd`.
const MAX_ESCAPE: usize = 4;

/// The most bytes of an escape before its last letters.
const MAX_ESCAPE_START: usize = 6;

/// Returns `true` if the text ends in a scheme without slashes, perhaps after the letters of an escape. `letters` are
/// before its colon, and `next` is behind it.
#[inline(never)]
fn ends_opaque(front: &[u8], letters: usize, next: u8) -> bool {
    let length = letters.min(MAX_OPAQUE + MAX_ESCAPE);
    let (before, word) = front.split_at(front.len() - length);
    let is_scheme = |skipped: usize| takes_no_slashes(&word[skipped..], Some(next));
    let has_escape = || before[before.len().saturating_sub(MAX_ESCAPE_START)..].contains(&b'\\');
    is_scheme(0)
        || word[0] == b'm' && is_scheme(1)
        || has_escape()
            && (1..=MAX_ESCAPE.min(length))
                .any(|skipped| is_scheme(skipped) && character_escape_before(front, before.len() + skipped).is_some())
}

/// The most white space before a scheme in `<URL:`.
const MAX_SPACE: usize = 64;

/// Returns `true` if the text ends in a scheme that begins with `web+`, or in any word after `<URL:`. It ends in so many
/// letters.
fn ends_marked(front: &[u8], letters: usize) -> bool {
    let (before, word) = front.split_at(front.len() - letters);
    match before {
        [] | [.., b'!'..=b'*' | b',' | b'/' | b';'..=b'~'] => false,
        [.., b'+'] if is_custom(&front[front.len().saturating_sub(letters + b"web+".len())..]) => true,
        _ => {
            let others = before.iter().rev().take(MAX_KNOWN - word.len()).take_while(|&&byte| is(byte, SCHEME)).count();
            ends_in_url_prefix(&before[..before.len() - others])
        }
    }
}

/// Returns `true` if the text ends in `URL:` and white space.
fn ends_in_url_prefix(front: &[u8]) -> bool {
    if front.trim_ascii_end().last().is_none_or(|&last| last != b':' && last.is_ascii()) {
        return false;
    }
    let near = &front[front.len().saturating_sub(MAX_SPACE + b"URL:".len())..];
    let Some(colon) = memchr::memrchr(b':', near) else { return false };
    ends_in_prefix(&near[..colon]) && str::from_utf8(&near[colon + 1..]).is_ok_and(|space| space.trim().is_empty())
}

/// Returns `true` for a letter, digit or underscore of any script.
fn is_label(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || *byte == b'_' || !byte.is_ascii()
}

/// Returns `false` if an ASCII name is a single label that can't end a host, as after most dots and `@`. After a dot it
/// must be a top-level domain; after an `@`, more has to follow.
fn may_be_host(name: &[u8], is_after_dot: bool) -> bool {
    let Some(length) = name.iter().position(|byte| !byte.is_ascii_alphanumeric()) else { return true };
    let label = &name[..length];
    match name[length] {
        b'.' | b'-' | b'_' | b'<' | b'\\' | 0x80.. => !is_after_dot || is_label(&name[0]),
        _ if is_after_dot => is_top_level_domain(label),
        _ => label.eq_ignore_ascii_case(b"localhost"),
    }
}

/// Returns `true` if an `@` has something other than an `@` before it.
fn is_at(front: &[u8]) -> bool {
    let is_second = matches!(front, [.., b'@', b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9']);
    !is_second && front.last().is_some_and(|&before| before > b' ')
}

/// Returns `true` if `www` or `ftp` stands before the dot, and not as part of a longer word or a mail address. The last
/// letter of a terminal sequence is not part of a word.
fn is_abbreviation(bytes: &[u8], dot: usize) -> bool {
    let Some(start) = dot.checked_sub(3) else { return false };
    let word = &bytes[start..dot];
    let is_glued = |byte: &u8| *byte == b'@' || byte.is_ascii_alphanumeric() && *byte != b'm';
    (word.eq_ignore_ascii_case(b"www") || word.eq_ignore_ascii_case(b"ftp"))
        && (!bytes[..start].last().is_some_and(is_glued)
            || character_escape_before(bytes, start).is_some_and(is_markup_mark))
}
