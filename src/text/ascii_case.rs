//! Text that is compared without regard to the case of its ASCII letters.

/// What stands before `end` in a text that ends in it, in whatever case; `None` if it doesn't.
pub(crate) fn strip_end<'t>(text: &'t [u8], end: &[u8]) -> Option<&'t [u8]> {
    let (front, last) = text.split_at(text.len().checked_sub(end.len())?);
    last.eq_ignore_ascii_case(end).then_some(front)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_is_taken_off_in_any_case() {
        assert_eq!(strip_end(b"in The", b"the"), Some(&b"in "[..]));
        assert_eq!(strip_end(b"the", b"the"), Some(&b""[..]));
        assert_eq!(strip_end(b"he", b"the"), None);
        assert_eq!(strip_end(b"there", b"the"), None);
    }
}
