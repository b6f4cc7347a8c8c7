//! What stands behind a break inside brackets or quotes: words, a list, an address or a signature, which are not the URL's, and a parameter, which is.

use super::{
    closing::Closing,
    rest::{MAX_SUFFIX, is_rest_of_suffix, is_suffix},
};
use crate::{
    engine::window::{Ahead, Cut},
    text::top_level_domains::is_top_level_domain,
};

/// How many bytes of a word are looked at.
const MAX_WORD: usize = 64;

/// How much of a URL may be its scheme and authority.
const MAX_FRONT: usize = 512;

/// Whether words follow the break behind `url`, and not more of it. They begin at `next`.
pub(super) fn follows(ahead: &Ahead, url: &[u8], next: usize, closing: Closing) -> Result<bool, Cut> {
    let is_word_byte = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'+' | b'-');
    let mut end = next;
    while end - next < MAX_WORD && ahead.get(end)?.is_some_and(is_word_byte) {
        end += 1;
    }
    let word = &ahead.bytes[next..end];
    let behind = ahead.get(end)?;
    let after_behind = ahead.get(end + usize::from(behind.is_some()))?;
    if matches!((word, behind), (b"-", Some(b' ')) | (b"", Some(b'*'))) && after_behind != Some(b'/') {
        // The marker of a list.
        return Ok(true);
    }
    if behind == Some(b'@') && !word.is_empty() && after_behind.is_some_and(|byte| byte.is_ascii_alphanumeric()) {
        let is_address = !word.iter().any(u8::is_ascii_digit) && url.last().is_some_and(u8::is_ascii_alphanumeric);
        return Ok(is_address && closing.may_hold_prose() && is_authority_complete(url));
    }
    let letters = word.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    if letters == 0 {
        return Ok(false);
    }
    if let Some(host) = open_host(url) {
        // A full stop between delimiters is no sentence's, where a host name can go on behind it.
        let last = word.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
        return Ok(ends_host(host, word) && !(host.ends_with(b".") && is_top_level_domain(last)));
    }
    if letters == word.len() && behind == Some(b'>') && ends_file(url, word) {
        return Ok(true);
    }
    let is_alone = word[letters..].iter().all(|&byte| byte == b'.')
        && !matches!(behind, Some(b'/' | b'?' | b'&' | b'=' | b'%' | b'#' | b':'));
    let is_capitalized =
        letters > 1 && word[0].is_ascii_uppercase() && word[1..letters].iter().all(u8::is_ascii_lowercase);
    Ok(is_alone
        && match url.last() {
            Some(b',' | b';' | b'!') => true,
            Some(b'.') => is_capitalized,
            Some(byte) => is_capitalized && byte.is_ascii_alphanumeric() && closing.may_hold_prose(),
            None => false,
        })
}

/// Whether the name of a parameter and its equals sign stand at `at`.
pub(super) fn is_parameter(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    let text = ahead.up_to(at, MAX_WORD)?;
    let name = text.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"_-.%".contains(byte)).count();
    Ok(name > 0 && text.get(name) == Some(&b'='))
}

/// Whether the line at `at` is the one that a mail's signature begins with: two hyphens, and mostly a space.
pub(super) fn is_signature(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    if ahead.some(at, 2)? != b"--" {
        return Ok(false);
    }
    let end = if ahead.get(at + 2)? == Some(b' ') { at + 3 } else { at + 2 };
    Ok(matches!(ahead.get(end)?, None | Some(b'\n' | b'\r')))
}

/// Whether a URL ends in the whole suffix of a file's name, which `word` makes no other of: it is a title then.
fn ends_file(url: &[u8], word: &[u8]) -> bool {
    let Some(dot) = url.iter().rev().take(MAX_SUFFIX + 1).position(|&byte| byte == b'.') else { return false };
    let suffix = &url[url.len() - dot..];
    is_suffix(suffix) && !is_rest_of_suffix(word) && word.len() > 1
}

/// The host that a URL or a mail address ends in, where nothing stands behind it and it was not broken before.
fn open_host(url: &[u8]) -> Option<&[u8]> {
    let is_host = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
    // From the end, so that the breaks of a long URL don't each cost all that stands before them.
    let start = url.iter().rposition(|byte| !is_host(byte))? + 1;
    let (before, host) = url.split_at(start);
    // A scheme stands at the very start of what may be long.
    let front = &before[..before.len().min(MAX_WORD)];
    let is_open = before.ends_with(b"@") || memchr::memmem::find(front, b"://").is_some_and(|at| at + 3 == start);
    is_open.then_some(host)
}

fn is_authority_complete(url: &[u8]) -> bool {
    // What is long is asked about at each of its breaks.
    let front = &url[..url.len().min(MAX_FRONT)];
    let slashes = memchr::memmem::find(front, b"://");
    slashes.is_none_or(|slashes| front.len() == MAX_FRONT || front[slashes + 3..].contains(&b'/'))
}

/// Whether a host name ends before `word`: it has a known top-level domain, and would have none with the word.
fn ends_host(host: &[u8], word: &[u8]) -> bool {
    let host = host.strip_suffix(b".").unwrap_or(host);
    let Some(dot) = host.iter().rposition(|&byte| byte == b'.') else { return false };
    let first = word.split(|&byte| byte == b'.').next().unwrap_or_default();
    let label = &host[dot + 1..];
    is_top_level_domain(label)
        && !word[first.len()..].starts_with(b".")
        && !is_top_level_domain(&[label, first].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same as `open_host`, from the front.
    fn open_host_from_the_front(url: &[u8]) -> Option<&[u8]> {
        let authority = match url.windows(3).position(|here| here == b"://") {
            Some(slashes) => &url[slashes + 3..],
            None => &url[url.iter().position(|&byte| byte == b'@')? + 1..],
        };
        let host = authority.rsplit(|&byte| byte == b'@').next()?;
        host.iter().all(|&byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-')).then_some(host)
    }

    #[test]
    fn a_host_is_the_same_from_either_end() {
        const BYTES: &[u8] = b"a@:/\n";
        for length in 0..8 {
            for number in 0..BYTES.len().pow(length) {
                let url: Vec<u8> = (0..length).map(|at| BYTES[number / BYTES.len().pow(at) % BYTES.len()]).collect();
                assert_eq!(open_host(&url), open_host_from_the_front(&url), "{}", url.escape_ascii());
            }
        }
    }
}
