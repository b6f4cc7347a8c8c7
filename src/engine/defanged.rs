//! Defanged URLs, written so that nobody follows them by accident: `hxxp://soup[.]example`, `kim[@]soup(.)example`.

use super::{
    notation,
    text::{NAME, SCHEME, Text, ends_in},
    view::View,
};
use crate::{defang::SCHEMES, text::short};

/// Each escape with its characters.
const ESCAPES: [(&[u8], &[u8]); 11] = [
    (b"[.]", b"."),
    (b"(.)", b"."),
    (b"{.}", b"."),
    (b"[dot]", b"."),
    (b"(dot)", b"."),
    (b"[:]", b":"),
    (b"[://]", b"://"),
    (b"[/]", b"/"),
    (b"[@]", b"@"),
    (b"(@)", b"@"),
    (b"[at]", b"@"),
];

/// Escapes that are undone after the host, too.
const IN_TAIL: [&[u8]; 2] = [b"[.]", b"[/]"];

/// How far back to look for the beginning.
const MAX_BEFORE: usize = 256;

const MAX_URL: usize = 1024;

/// Returns `true` if the byte at `at` is in an escape, or ends a defanged scheme.
pub(super) fn is_hit(bytes: &[u8], at: usize) -> bool {
    let (front, rest) = bytes.split_at(at);
    match (front.last(), rest) {
        (Some(open @ (b'[' | b'(' | b'{')), _) => {
            let is_here = |(written, _): &(&[u8], &[u8])| written[0] == *open && rest.starts_with(&written[1..]);
            ESCAPES.iter().any(is_here)
        }
        (Some(b'p' | b's' | b'P' | b'S'), [b':', ..]) => {
            SCHEMES.iter().any(|(_, written)| ends_in(front, written.as_bytes()))
        }
        _ => false,
    }
}

/// Returns `true` if an escape begins at `at`.
pub(super) fn begins_escape(text: &Text, at: usize) -> bool {
    ESCAPES.iter().any(|(written, _)| text.ahead(at, written.len()).eq_ignore_ascii_case(written))
}

/// Returns the start of the URL, host or address around the hit at `at`.
pub(super) fn begin(text: &Text, floor: usize, at: usize) -> Option<usize> {
    let limit = floor.max(at.saturating_sub(MAX_BEFORE));
    let is_escape = matches!(text.byte_before(at), b'[' | b'(' | b'{');
    let mut start = at.checked_sub(usize::from(is_escape)).filter(|&start| start >= limit)?;
    loop {
        let run = text.run_back(limit, start, NAME);
        let front = &text.bytes[limit..run];
        let escape = ESCAPES.iter().find(|(written, _)| ends_in(front, written));
        start = match (escape, front) {
            (Some((written, _)), _) => run - written.len(),
            (None, [.., b'@']) => run - 1,
            (None, [.., b':', b'/', b'/']) => run - b"://".len(),
            (None, []) if limit > floor => return None,
            (None, _) => return Some(notation::after_escape(text, floor, run, at)),
        };
    }
}

/// Returns the text from `start` to the end of the URL, with its escapes undone.
pub(super) fn view(text: &Text, start: usize) -> View {
    let mut view = View::default();
    let (mut at, mut is_tail) = (start, false);
    let scheme_end = text.run(start, SCHEME);
    let scheme = &text.bytes[start..scheme_end];
    if let Some((known, _)) = SCHEMES.iter().find(|(_, written)| scheme.eq_ignore_ascii_case(written.as_bytes()))
        && (text.byte(scheme_end) == b':' || text.has(scheme_end, b"[:"))
    {
        // The `t`s follow the first letter.
        let letters = known.bytes().filter(|&byte| byte == b't').count();
        at = start + 1 + letters;
        view.copy(text.bytes, start..start + 1);
        view.decode(text.bytes, start + 1..at, &known.as_bytes()[1..=letters]);
    }
    let ends = |byte: u8| byte <= b' ' || b"<>\"'`,;|".contains(&byte);
    while at < start + MAX_URL && !ends(text.byte(at)) {
        let is_here = |written: &[u8]| text.ahead(at, written.len()).eq_ignore_ascii_case(written);
        let escape = ESCAPES.iter().find(|(written, _)| is_here(written) && (!is_tail || IN_TAIL.contains(written)));
        if let Some((written, decoded)) = escape {
            view.decode(text.bytes, at..at + written.len(), decoded);
            at += written.len();
            continue;
        }
        let next = text.until(at + 1, MAX_URL, |byte| ends(byte) || b"[({".contains(&byte));
        let piece = &text.bytes[at..next];
        let scheme_end = short::find(piece, b"://").map_or(0, |colon| colon + 3);
        let slashes = if view.bytes.ends_with(b":") && piece.starts_with(b"//") { 2 } else { scheme_end };
        is_tail |= piece[slashes..].iter().any(|byte| matches!(byte, b'/' | b'?' | b'#'));
        view.copy(text.bytes, at..next);
        at = next;
    }
    view
}
