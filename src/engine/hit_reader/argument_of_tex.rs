//! A URL that is the argument of a command of TeX, or of the field that is given to one, with white space in it: TeX drops that.
//!
//! ```text
//! \url{http://a.example/soups? spice=no}
//! url = {http://www.kitchen.example
//!        /soups/2026},
//! ```

use super::HitReader;
use crate::{
    config::Rejoin,
    engine::{
        candidate::{Candidate, Joined},
        delimit::argument::{Command, command_before},
        forms::{
            beginning::{Beginning, Form},
            name, read,
        },
        rejoin::pieces::join,
        scan::schemes,
        window::{Ahead, Cut},
    },
    link::{Delimiter, Piece, Pieces},
};

/// The longest argument that is looked at.
const MAX_LENGTH: usize = 1024;

/// How sure it is that white space there is none of the URL.
const ARGUMENT: f32 = 0.99;

impl<'w> HitReader<'_, 'w> {
    /// The candidate that is an argument of TeX with white space in it.
    pub(super) fn spaced_argument(
        &self,
        ahead: &Ahead<'w, '_>,
        beginning: &Beginning,
    ) -> Result<Option<Candidate<'w>>, Cut> {
        let is_enough = !matches!(self.config.rejoin, Rejoin::AtLeast(confidence) if confidence > ARGUMENT);
        let Form::Hierarchical(authority) = beginning.form else { return Ok(None) };
        if !is_enough || read::is_no_authority(ahead.bytes, authority) {
            return Ok(None);
        }
        let Some(pieces) = pieces(ahead, beginning.start)? else { return Ok(None) };
        let joined = Some(Joined { confidence: ARGUMENT, end: pieces[0].end });
        let resume = pieces[pieces.len() - 1].end;
        let pieces = Pieces::Many(pieces);
        let Some(written) = join(ahead.bytes, &pieces) else { return Ok(None) };
        Ok(Some(Candidate {
            kind: beginning.kind,
            delimiter: Delimiter::Bare,
            pieces,
            written,
            completion: beginning.completion,
            is_relative: false,
            escapes: None,
            resume,
            joined,
            breaks: Vec::new(),
            is_unweighed: false,
        }))
    }
}

/// The pieces of the URL that begins at `start` and ends with its argument, if white space stands in it, and nothing else but what URLs have. None
/// where some of it may be words, as about a field more is said than a URL, and where it would make another host of one.
fn pieces(ahead: &Ahead, start: usize) -> Result<Option<Vec<Piece>>, Cut> {
    let before = &ahead.bytes[..start];
    if command_before(before) != Some(Command::Tex) {
        return Ok(None);
    }
    let field = before.strip_suffix(b"{").unwrap_or(before);
    let is_command = !field.trim_ascii_end().ends_with(b"=");
    let text = ahead.up_to(start, MAX_LENGTH)?;
    let end = text.iter().position(|byte| matches!(byte, b'}' | b'{' | b'\\' | b'"' | b'<' | b'>'));
    ahead.worked(end.unwrap_or(text.len()));
    let Some(argument) = end.filter(|&end| text[end] == b'}').map(|end| &text[..end]) else { return Ok(None) };
    if !argument.iter().any(u8::is_ascii_whitespace) {
        return Ok(None);
    }
    let mut pieces: Vec<Piece> = Vec::new();
    let mut written = Vec::new();
    for word in argument.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()) {
        let at = start + (word.as_ptr() as usize - argument.as_ptr() as usize);
        let ends_line = matches!(ahead.bytes[at + word.len()], b'\n' | b'\r');
        let word = word.strip_suffix(b"%").filter(|_| ends_line).unwrap_or(word);
        if word.is_empty() || begins_comment(word) || word.ends_with(b"%") {
            return Ok(None);
        }
        if let Some(last) = pieces.last() {
            let breaks = lines(&ahead.bytes[last.end..at]);
            let is_rest = if ends_in_authority(&written) {
                completes_host(&written, word)
            } else {
                is_command && breaks == 1 || goes_on(&written, word)
            };
            if breaks > 1 || !is_rest || schemes::begins_url(ahead, at)? {
                return Ok(None);
            }
        }
        written.extend_from_slice(word);
        pieces.push(at..at + word.len());
    }
    Ok((pieces.len() > 1).then_some(pieces))
}

/// How many lines end in white space.
fn lines(space: &[u8]) -> usize {
    space.iter().filter(|byte| **byte == b'\n').count().max(space.iter().filter(|byte| **byte == b'\r').count())
}

/// Whether a comment of TeX begins there: an escape has two digits behind its sign.
fn begins_comment(word: &[u8]) -> bool {
    word.starts_with(b"%") && !word.get(1..3).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
}

/// Whether what is written of a URL ends in its authority.
fn ends_in_authority(written: &[u8]) -> bool {
    let authority = memchr::memmem::find(written, b"://").map(|slashes| &written[slashes + 3..]);
    authority.is_none_or(|authority| !authority.iter().any(|byte| matches!(byte, b'/' | b'?' | b'#')))
}

/// Whether a word goes on with a URL that ends in its authority: with a path, or where the host is none yet, with what makes a whole one of it, and
/// is no name that another host has in front.
fn completes_host(written: &[u8], word: &[u8]) -> bool {
    if word.starts_with(b"/") {
        return word.len() > 1;
    }
    let begin = written.iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1);
    let front = &written[begin..];
    let rest = word.split(|&byte| matches!(byte, b'/' | b'?' | b'#' | b':')).next().unwrap_or_default();
    let is_name = |text: &[u8]| text.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.'));
    let whole = [front, rest].concat();
    !front.is_empty()
        && front.ends_with(b".")
        && is_name(&whole)
        && rest.len() < word.len()
        && !name::has_top_level_domain(front.strip_suffix(b".").unwrap_or(front))
        && name::has_top_level_domain(&whole)
}

/// Whether a URL goes on over a blank: it has a mark before or behind it that needs another part, and what follows is no word, date, number or host.
fn goes_on(before: &[u8], word: &[u8]) -> bool {
    let is_mark = |byte: &u8| matches!(byte, b'/' | b'?' | b'&' | b'=' | b'%' | b'_');
    let has_sign = || word.iter().any(|byte| is_mark(byte) || byte.is_ascii_digit());
    let is_word = || {
        let first = word.split(|byte| is_mark(byte)).next().unwrap_or_default();
        !word[0].is_ascii_alphanumeric()
            || !word.iter().any(u8::is_ascii_alphabetic)
            || name::has_top_level_domain(first)
    };
    match (before.last(), word) {
        (_, [first, second, ..]) if is_mark(first) => second.is_ascii_alphanumeric() || *first == b'%',
        (Some(b'?' | b'&' | b'=' | b'%' | b'_'), _) => true,
        (Some(b'/' | b'-' | b'~'), _) => has_sign() && !is_word(),
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
            ("http://a.example/", "2008-05-03", false),
            ("http://a.example/b/", "(2008/05)", false),
            ("http://a.example/", "b.com/c", false),
            ("http://a.example/b.", "v2", false),
            ("http://a.example/b_c", "_d", true),
            ("http://a.example/", "accessed", false),
            ("http://a.example/b", "c/d", false),
            ("http://a.example/b", "/", false),
        ] {
            assert_eq!(goes_on(before.as_bytes(), word.as_bytes()), expected, "{before} {word}");
        }
    }

    #[test]
    fn no_host_becomes_another() {
        for (before, word, expected) in [
            ("https://github.", "com/b", true),
            ("http://a.example", "/b", true),
            ("http://www.a.com.", "2008-05-03", false),
            ("http://www.a.com", "@b.com/", false),
            ("http://www.a.com", "_x.b.com/", false),
            ("http://user.", "1@b.com/", false),
            ("http://www.a.com", "visited", false),
            ("http://www.a.com.", "It", false),
            ("http://www.", "b/c", false),
        ] {
            assert!(ends_in_authority(before.as_bytes()));
            assert_eq!(completes_host(before.as_bytes(), word.as_bytes()), expected, "{before} {word}");
        }
    }
}
