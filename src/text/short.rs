//! Searches for a few bytes in a short text, in which setting up a search would take longer than that.

/// Returns the index of a word in a text.
#[inline(never)]
pub(crate) fn find(text: &[u8], word: &[u8]) -> Option<usize> {
    let Some((&first, rest)) = word.split_first() else { return Some(0) };
    memchr::memchr_iter(first, text).find(|&at| text[at + 1..].starts_with(rest))
}

/// Returns the index of the last such word.
#[inline(never)]
pub(crate) fn rfind(text: &[u8], word: &[u8]) -> Option<usize> {
    let Some((&first, rest)) = word.split_first() else { return Some(text.len()) };
    memchr::memrchr_iter(first, text).find(|&at| text[at + 1..].starts_with(rest))
}
