//! What stands in front of a URL in its line, as far as it says where the URL ends: the bar of a table, the comma of a cell, the mark of a string.

use crate::engine::window::{Ahead, Cut};

/// How many letters languages put in front of a string, and which.
pub(crate) const MAX_PREFIX: usize = 2;
pub(crate) const PREFIX: &[u8] = b"uUfFbBrRL";

/// How many bytes in front of a URL are looked at.
const MAX_BEFORE: usize = 64;

/// What stands near the URL that begins at `url`, in front of it in its line.
fn line_before(bytes: &[u8], url: usize) -> &[u8] {
    let before = &bytes[url.saturating_sub(MAX_BEFORE)..url];
    let line = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |line_end| line_end + 1);
    &before[line..]
}

/// Whether the URL that begins at `url` stands in a table or a marked-up link, where a bar ends it: a bar stands in front
/// of it in its line, or a bracket right before it.
pub(super) fn is_behind_bar(bytes: &[u8], url: usize) -> bool {
    let before = &bytes[url.saturating_sub(MAX_BEFORE)..url];
    before.ends_with(b"[") || before.ends_with(b"<") || line_before(bytes, url).contains(&b'|') || is_behind_tag(before)
}

/// Whether a text ends in the tag that begins a link in the comment of a program, `{@link `.
fn is_behind_tag(text: &[u8]) -> bool {
    let Some((b' ', front)) = text.split_last() else { return false };
    let length = front.iter().rev().take_while(|byte| byte.is_ascii_alphabetic()).count();
    length > 0 && front[..front.len() - length].ends_with(b"{@")
}

/// Whether the comma at `at` ends the URL that begins at `url`, as it is a cell of a table (RFC 4180), where one with a comma of its own would be
/// quoted. The coordinates of a map have theirs, and so have other schemes.
pub(super) fn is_comma_of_table(bytes: &[u8], url: usize, at: usize) -> bool {
    // How far the name of a place reaches: what is long is asked about at each of its commas.
    const MAX_PLACE: usize = 512;
    const BEGINNINGS: [&[u8]; 5] = [b"http://", b"https://", b"ftp://", b"www.", b"ftp."];
    if !is_behind_cell(bytes, url) {
        return false;
    }
    let url = &bytes[url..at];
    let begins_with = |text: &&[u8]| url.get(..text.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(text));
    let nearby = &url[..url.len().min(MAX_PLACE)];
    BEGINNINGS.iter().any(begins_with) && memchr::memmem::find(nearby, b"/@").is_none()
}

/// Whether a comma stands right in front of the URL, behind what is no space, and nearby in the line none in front of a space, as those of sentences do,
/// nor a mark of code or markup.
fn is_behind_cell(bytes: &[u8], url: usize) -> bool {
    if !bytes[..url].ends_with(b",") {
        return false;
    }
    let line = line_before(bytes, url);
    matches!(line, [.., cell, b','] if *cell > b' ')
        && memchr::memmem::find(line, b", ").is_none()
        && !line.iter().any(|byte| matches!(byte, b'(' | b'[' | b'{' | b'<' | b'='))
}

/// Whether the apostrophe at `at` closes a string of a program that opens in the line of the URL, and a method or the next part follows: `'.size`,
/// `'.$name`.
pub(super) fn closes_string(ahead: &Ahead, url: usize, at: usize) -> Result<bool, Cut> {
    let [_, b'.', next] = *ahead.some(at, 3)? else { return Ok(false) };
    let line = line_before(ahead.bytes, url);
    let is_letter = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii());
    let is_mark = |&at: &usize| !(is_letter(line[..at].last()) && is_letter(line.get(at + 1)));
    let begins_name = next.is_ascii_alphabetic() || matches!(next, b'$' | b'_');
    Ok(begins_name && memchr::memchr_iter(b'\'', line).filter(is_mark).count() % 2 == 1)
}
