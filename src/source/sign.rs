//! The signs of formats: what an input of a format begins with.

const MARK: &[u8] = b"\xEF\xBB\xBF";

/// Returns `head` without a byte order mark and white space, or `None` if more of them may follow.
pub(in crate::source) fn text_of(head: &[u8]) -> Option<&[u8]> {
    let text = head.strip_prefix(MARK).unwrap_or(head).trim_ascii_start();
    (!(text.is_empty() || text.len() < MARK.len() && MARK.starts_with(text))).then_some(text)
}

/// Returns `true` if `text` begins with a sign in any case, and `None` if more bytes are needed. A space in the sign
/// matches white space of any length, and `>` matches that or the end of a tag.
pub(in crate::source) fn matches_sign(mut text: &[u8], sign: &str) -> Option<bool> {
    for &byte in sign.as_bytes() {
        let &first = text.first()?;
        if matches!(byte, b' ' | b'>') && first.is_ascii_whitespace() {
            text = text.trim_ascii_start();
        } else if first.eq_ignore_ascii_case(&byte) && byte != b' ' {
            text = &text[1..];
        } else {
            return Some(false);
        }
    }
    Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_is_found_in_any_case_and_over_white_space() {
        for (text, expected) in [
            ("a:B\r\n c", Some(true)),
            ("A:b  c", Some(true)),
            ("a:bc", Some(false)),
            ("a:b\n", None),
            ("a", None),
            ("b", Some(false)),
        ] {
            assert_eq!(matches_sign(text.as_bytes(), "a:b c"), expected, "{text:?}");
        }
        assert_eq!(text_of(b"\xEF\xBB\xBF\n a"), Some(&b"a"[..]));
        assert_eq!((text_of(b"\xEF\xBB"), text_of(b" "), text_of(b"")), (None, None, None));
    }
}
