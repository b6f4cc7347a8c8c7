//! Letters of a script without spaces right after ASCII: part of a URL, or of the sentence around it.

use super::text::Text;
use crate::text::{
    characters::{
        MAX_KOREAN_WORD, is_east_asian, is_function_word, is_han, is_hangul, is_hiragana, is_korean_particle, is_stop,
        is_written_without_spaces,
    },
    file_names::ends_in_file,
    short,
};

/// How far ahead to read the sentence.
const MAX_SENTENCE: usize = 192;

/// Returns `true` if the letter or bracket `c` at `at` continues the sentence, not the URL. The URL begins at `url` and
/// has an ASCII letter or digit before `at`. `has_letters` says that it already has letters of such a script.
pub(super) fn begins_sentence(text: &Text, url: usize, at: usize, c: char, has_letters: bool) -> bool {
    if opens_note(c) {
        return !has_letters;
    }
    if text.byte_before(at) == b',' || is_function_word(c) || !is_east_asian(c) {
        return true;
    }
    let word = word_ahead(text, at, MAX_SENTENCE);
    if is_hangul(c) && begins_particle(text, at) {
        return true;
    }
    if has_letters {
        return false;
    }
    let url = &text.bytes[url..at];
    text.worked(url.len() + word.len());
    let letters = word.find(|c: char| !is_written_without_spaces(c) && !c.is_ascii_digit()).unwrap_or(word.len());
    let (letters, rest) = word.split_at(letters);
    if ends_in_file(url) {
        return true;
    }
    if goes_on(rest) {
        return false;
    }
    let is_title = short::find(url, b"wiki").is_some() || short::find(url, b"/w/").is_some();
    !is_title && (!is_han(c) || rest.starts_with(':') || word.contains(is_stop)) || is_japanese_sentence(letters)
}

/// Returns `true` for a wide opening bracket that may begin a note after a word.
pub(super) fn opens_note(c: char) -> bool {
    matches!(c, '（' | '［' | '【' | '「' | '『' | '〔' | '《')
}

/// Returns `true` if a Korean particle is at `at` as a word of the text.
pub(super) fn begins_particle(text: &Text, at: usize) -> bool {
    let word = word_ahead(text, at, 3 * MAX_KOREAN_WORD);
    let length: usize = word.chars().take_while(|&c| is_hangul(c)).map(char::len_utf8).sum();
    let next = text.char(at + length).0;
    let is_mark = matches!(next, '.' | ',') && !text.byte(at + length + 1).is_ascii_alphanumeric();
    is_korean_particle(word.chars()) && (next == '\0' || next.is_whitespace() || is_mark)
}

/// Returns the text at `at` up to a blank, at most `most` bytes.
fn word_ahead<'t>(text: &Text<'t>, at: usize, most: usize) -> &'t str {
    let text = text.ahead(at, most).utf8_chunks().next().map_or("", |chunk| chunk.valid());
    text.split(|c: char| c <= ' ' || c == '\u{3000}').next().unwrap_or_default()
}

/// Returns `true` if a URL continues with a mark and a letter after it.
fn goes_on(rest: &str) -> bool {
    let mut rest = rest.chars();
    let (mark, next) = (rest.next(), rest.next().unwrap_or('\0'));
    match mark {
        Some('.') => next.is_ascii_alphanumeric(),
        Some('/' | '#' | '_' | '-' | '%' | '=' | '&') => next.is_alphanumeric(),
        _ => false,
    }
}

/// Returns `true` if Japanese words have the endings of a sentence.
fn is_japanese_sentence(letters: &str) -> bool {
    let endings = letters.chars().filter(|&c| is_hiragana(c)).count();
    endings > 3 || endings > 1 && letters.starts_with(is_han) && letters.ends_with(is_hiragana)
}
