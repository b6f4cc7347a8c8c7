//! A URL that a sentence has for a name, in front of the noun that it goes with: `the http://a.example/b page`.

use super::{context::BreakContext, next_word::cut_inside_word};
use crate::text::ascii_case::strip_end;

/// What stands in front of a name and its noun.
const DETERMINERS: [&str; 14] =
    ["a", "an", "her", "his", "its", "my", "our", "that", "the", "their", "these", "this", "those", "your"];

/// Whether a determiner stands in front of the URL, and what may be the noun behind it.
pub(super) fn is_before_noun(context: &BreakContext) -> bool {
    cut_inside_word(context) && is_noun(context.word) && is_behind_determiner(context)
}

/// Whether these are small letters alone, as many as most nouns have.
fn is_noun(word: &[u8]) -> bool {
    const MIN_LENGTH: usize = 4;
    word.len() >= MIN_LENGTH && word.iter().all(u8::is_ascii_lowercase)
}

/// Whether the word in front of the URL is a determiner. It may be the last of the line before.
fn is_behind_determiner(context: &BreakContext) -> bool {
    let is_first = context.pieces.is_empty() && context.front.trim_ascii().is_empty();
    let line_before = || memchr::memrchr(b'\n', context.before).map_or(&[][..], |end| &context.before[..end]);
    let text = if is_first { line_before() } else { context.front };
    // Behind a blank line another paragraph begins.
    let blanks = text.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).count();
    let text = &text[..text.len() - blanks];
    DETERMINERS.iter().any(|determiner| {
        strip_end(text, determiner.as_bytes()).is_some_and(|front| front.last().is_none_or(u8::is_ascii_whitespace))
    })
}
