//! A URL that is the argument of a command of TeX, or of the field that is given to one, with white space in it: TeX drops that.
//!
//! ```text
//! \url{http://a.example/soups? spice=no}
//! url = {http://www.kitchen.example
//!        /soups/2026},
//! ```

use crate::{
    engine::{
        delimit::argument::{Command, command_before},
        scan::schemes,
        window::{Ahead, Cut},
    },
    link::Piece,
};

/// The longest argument that is looked at.
const MAX_LENGTH: usize = 1024;

/// The pieces of the URL that begins at `start` and ends with its argument, if white space stands in it, and nothing else but what URLs have. None
/// where some of it may be words: about a field more is said than a URL.
pub(super) fn pieces(ahead: &Ahead, start: usize) -> Result<Option<Vec<Piece>>, Cut> {
    let before = &ahead.bytes[..start];
    if command_before(before) != Some(Command::Tex) {
        return Ok(None);
    }
    let is_command =
        !before.trim_ascii_end().strip_suffix(b"{").is_some_and(|field| field.trim_ascii_end().ends_with(b"="));
    let text = ahead.up_to(start, MAX_LENGTH)?;
    let Some(length) = text.iter().position(|byte| matches!(byte, b'}' | b'{' | b'\\' | b'"' | b'<' | b'>')) else {
        return Ok(None);
    };
    ahead.worked(length);
    let argument = &text[..length];
    if text[length] != b'}' || !argument.iter().any(u8::is_ascii_whitespace) {
        return Ok(None);
    }
    let mut pieces: Vec<Piece> = Vec::new();
    for word in argument.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()) {
        let at = start + (word.as_ptr() as usize - argument.as_ptr() as usize);
        let ends_line = matches!(ahead.bytes[at + word.len()], b'\n' | b'\r');
        let word = word.strip_suffix(b"%").filter(|word| ends_line && !word.is_empty()).unwrap_or(word);
        if let Some(last) = pieces.last() {
            let gap = &ahead.bytes[last.end..at];
            let lines = memchr::memchr_iter(b'\n', gap).count();
            let is_rest = lines == 1 && is_command || goes_on(&ahead.bytes[last.clone()], word);
            if lines > 1 || !is_rest || schemes::begins_url(ahead, at)? {
                return Ok(None);
            }
        }
        pieces.push(at..at + word.len());
    }
    Ok((pieces.len() > 1).then_some(pieces))
}

/// Whether a URL goes on over a blank: it has a mark before or behind it that needs another part, or what follows is no word.
fn goes_on(before: &[u8], word: &[u8]) -> bool {
    let is_mark = |byte: &u8| matches!(byte, b'/' | b'?' | b'&' | b'=' | b'#' | b'%' | b'_');
    let has_sign = || word.iter().any(|byte| is_mark(byte) || byte.is_ascii_digit());
    match (before.last(), word) {
        (_, [first, _, ..]) if is_mark(first) => true,
        (Some(b'?' | b'&' | b'=' | b'%' | b'_'), _) => true,
        (Some(b'/' | b'.' | b'-' | b'~'), _) => has_sign(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_goes_on_and_words_do_not() {
        for (before, word, expected) in [
            ("http://a.example/watch?", "v=1", true),
            ("http://a.example/", "2008/06/soup.html", true),
            ("http://a.", "com/b", true),
            ("http://a.example", "/b", true),
            ("http://a.example/b_c", "_d", true),
            ("http://a.example/", "accessed", false),
            ("http://a.example/b", "c/d", false),
            ("http://a.example/b", "/", false),
        ] {
            assert_eq!(goes_on(before.as_bytes(), word.as_bytes()), expected, "{before} {word}");
        }
    }
}
