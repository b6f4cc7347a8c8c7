//! What a URL ends in before a break, and what it has.

use super::context::BreakContext;

pub(super) fn ends_in_slash(context: &BreakContext) -> bool {
    context.last() == b'/'
}

pub(super) fn url_ends_in_hyphen(context: &BreakContext) -> bool {
    context.last() == b'-'
}

pub(super) fn ends_in_query_mark(context: &BreakContext) -> bool {
    matches!(context.last(), b'?' | b'&' | b'=' | b'#')
}

/// Whether it ends in a name, and the next begins with the slash behind that.
pub(super) fn is_before_slash(context: &BreakContext) -> bool {
    context.first() == b'/' && context.last().is_ascii_alphanumeric() && !is_host_above_path(context)
}

pub(super) fn is_in_host(context: &BreakContext) -> bool {
    context.is_in_host
}

pub(super) fn goes_on_in_string(context: &BreakContext) -> bool {
    context.is_in_string
}

pub(super) fn ends_in_open_string(context: &BreakContext) -> bool {
    context.is_in_open_string
}

pub(super) fn is_soft_break(context: &BreakContext) -> bool {
    context.ends_in_soft_break()
}

pub(super) fn ends_in_punctuation(context: &BreakContext) -> bool {
    // The colon of a scheme is none.
    !context.is_in_host && matches!(context.last(), b',' | b';' | b':' | b'!')
}

pub(super) fn ends_in_typographic_hyphen(context: &BreakContext) -> bool {
    context.url.ends_with("\u{2010}".as_bytes()) || context.url.ends_with("\u{AD}".as_bytes())
}

/// Whether a full stop and a suffix of two to five letters or digits end it, as it is in `a.html`, `a.mp3` and `A.PDF`, but in
/// no message-id.
pub(super) fn is_file_name(text: &[u8]) -> bool {
    let Some(stop) = text.iter().rposition(|byte| !byte.is_ascii_alphanumeric()) else { return false };
    let (name, suffix) = (&text[..stop], &text[stop + 1..]);
    if text[stop] != b'.' || !(2..=5).contains(&suffix.len()) {
        return false;
    }
    let is_capitals = suffix.iter().all(u8::is_ascii_uppercase);
    let is_small = !suffix.iter().any(u8::is_ascii_uppercase) && suffix.iter().any(u8::is_ascii_lowercase);
    let segment = name.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
    (is_capitals || is_small) && !segment.contains(&b'@')
}

/// Whether there is some of either.
pub(super) fn has_query_or_fragment(context: &BreakContext) -> bool {
    let has_mark = |text: &[u8]| memchr::memchr2(b'?', b'#', text).is_some();
    let before = context.pieces.iter().any(|piece| has_mark(&context.ahead.bytes[piece.clone()]));
    before || context.url.split_last().is_some_and(|(_, url)| has_mark(url))
}

/// Whether it is a host alone so far, without a slash behind it, and a path begins the next line.
pub(super) fn is_host_above_path(context: &BreakContext) -> bool {
    if context.first() != b'/' || context.is_in_host || !context.pieces.is_empty() {
        return false;
    }
    let authority = context.url.windows(3).position(|three| three == b"://").map_or(0, |at| at + 3);
    !context.url[authority..].contains(&b'/')
}

pub(super) fn ends_in_full_stop(context: &BreakContext) -> bool {
    context.last() == b'.'
}

pub(super) fn ends_in_joining_sign(context: &BreakContext) -> bool {
    matches!(context.last(), b'_' | b'+' | b'~' | b'%' | b'@' | b'(')
}

#[cfg(test)]
mod tests {
    use super::is_file_name;

    #[test]
    fn names_of_files_have_a_suffix() {
        for name in ["b/a.html", "a.mp3", "A.PDF", "a.tar.gz"] {
            assert!(is_file_name(name.as_bytes()), "{name}");
        }
        for name in ["a", "a.b", "b.5237", "20080504.GA411301", "b/2008.GA4@mx.example", "a.abcdef", ".gz/a"] {
            assert!(!is_file_name(name.as_bytes()), "{name}");
        }
    }
}
