//! The chunked transfer encoding of HTTP (RFC 9112, 7.1), undone.

use memchr::memchr;

use crate::source::steps;

/// The longest line with the size of a chunk.
const MAX_LINE: usize = 1 << 10;

/// Joins the chunks of a body. Returns `true` if it was complete, and `None` if it has no chunks: some archiving
/// software removes them and keeps the header field.
///
/// The text after an invalid chunk is kept on a new line, since it may not continue the last chunk.
pub(super) fn unchunked(body: &[u8]) -> Option<(Vec<u8>, bool)> {
    let mut out = Vec::new();
    let mut rest = body;
    let mut is_first = true;
    loop {
        let Some((size, line)) = chunk_size(rest) else {
            if is_first {
                return None;
            }
            out.push(b'\n');
            out.extend_from_slice(rest);
            return Some((out, false));
        };
        if std::mem::take(&mut is_first) {
            out.reserve_exact(body.len() + 1);
        }
        rest = &rest[line..];
        if size == 0 {
            return Some((out, true));
        }
        let (chunk, behind) = rest.split_at(size.min(rest.len()));
        out.extend_from_slice(chunk);
        if chunk.len() < size {
            return Some((out, false));
        }
        rest = behind.strip_prefix(b"\r\n").or_else(|| behind.strip_prefix(b"\n")).unwrap_or(behind);
    }
}

/// Returns the size of the chunk at the beginning of `bytes`, and the length of its line.
fn chunk_size(bytes: &[u8]) -> Option<(usize, usize)> {
    // chunk = chunk-size [ chunk-ext ] CRLF chunk-data CRLF ; chunk-size = 1*HEXDIG
    let line = memchr(b'\n', &bytes[..bytes.len().min(MAX_LINE)])? + 1;
    steps::count(line);
    let digits = bytes[..line].iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
    let is_over = matches!(bytes[digits], b';' | b' ' | b'\t' | b'\r' | b'\n');
    let size = str::from_utf8(&bytes[..digits]).ok().filter(|_| is_over)?;
    Some((usize::from_str_radix(size, 16).ok()?, line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_put_together() {
        for (body, expected) in [
            (&b"3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n"[..], Some((&b"abcde"[..], true))),
            (b"3\nabc\nA \nde", Some((b"abcde", false))),
            (b"3\r\nabcxy\r\n0\r\n", Some((b"abc\nxy\r\n0\r\n", false))),
            (b"3\r\nabc\r\n", Some((b"abc\n", false))),
            (b"0\r\n\r\n", Some((b"", true))),
            (b"ffffffffffffffff\r\nabc", Some((b"abc", false))),
            (b"fffffffffffffffff\r\nabc", None),
            (b"abc", None),
            (b"<html>\n", None),
            (b"\r\n", None),
            (b"", None),
        ] {
            let found = unchunked(body);
            let found = found.as_ref().map(|(text, is_whole)| (text.as_slice(), *is_whole));
            assert_eq!(found, expected, "{}", body.escape_ascii());
        }
    }
}
