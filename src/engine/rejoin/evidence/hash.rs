//! Names that version control systems give to changes, where they stand behind a break.

use super::context::BreakContext;
use crate::engine::forms::local_part::is_uuid;

/// Whether it is a name that a version control system gives to a change, and the URL does not end in the middle of one.
pub(super) fn is_hash(context: &BreakContext) -> bool {
    let is_hex = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'a'..=b'f');
    let word = context.word;
    if context.token_bytes.contains(b':')
        && let Some(colon) = word.iter().position(|&byte| byte == b':')
    {
        // Mercurial counts its changes.
        let (count, hash) = (&word[..colon], &word[colon + 1..]);
        return !count.is_empty()
            && count.iter().all(u8::is_ascii_digit)
            && matches!(hash.len(), 12 | 40)
            && hash.iter().all(is_hex);
    }
    if !context.last().is_ascii_alphanumeric() {
        return false;
    }
    if let [b'(', hash @ ..] = word {
        // Change logs put the change's hash in brackets behind what it did.
        let is_closed = context.token.get(word.len()) == Some(&b')');
        return is_closed && matches!(hash.len(), 7..=12 | 40) && hash.iter().all(is_hex);
    }
    if !word.iter().all(|byte| is_hex(byte) || *byte == b'-') {
        return false;
    }
    let cut = || context.url.iter().rev().take_while(|byte| is_hex(byte)).count();
    match word.len() {
        32 | 40 | 64 => word.iter().all(is_hex) && !(7..word.len()).contains(&cut()),
        36 => is_uuid(word),
        7..=12 => is_abbreviated_hash(context),
        _ => false,
    }
}

/// Whether it is a hash as lists of changes abbreviate it, with the change behind it, and the URL does not end in one.
fn is_abbreviated_hash(context: &BreakContext) -> bool {
    let is_digit = |byte: &u8| byte.is_ascii_digit();
    let last_word = context.url.rsplit(|byte| !byte.is_ascii_alphanumeric()).next().unwrap_or_default();
    context.is_followed_by_words()
        && context.word.iter().any(is_digit)
        && context.word.iter().all(u8::is_ascii_alphanumeric)
        && !context.word.iter().all(is_digit)
        && !last_word.iter().all(u8::is_ascii_hexdigit)
}
