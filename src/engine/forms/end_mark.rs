//! The marks of forums and wikis that end what they stand around: `[/url]`, `{code}`.

/// The longest end tag of a forum that is looked at.
pub(super) const MAX_END_TAG: usize = 16;

/// Whether a text begins with an end tag as forums have them, `[/url]`.
pub(super) fn is_end_tag_of_forum(text: &[u8]) -> bool {
    let Some(name) = text.strip_prefix(b"[/") else { return false };
    let length = name.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    length > 0 && name.get(length) == Some(&b']')
}

/// The most that is looked at of a mark of a wiki, in braces.
pub(super) const MAX_WIKI_MARK: usize = 48;

/// Whether a text begins with the mark of a wiki in braces that stands right in front of a URL as well, perhaps with more in it:
/// `{color:red}http://a.example/{color}`.
pub(super) fn is_closed_by_wiki_mark(front: &[u8], text: &[u8]) -> bool {
    let name = text[1..].iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let Some(opened) = front.strip_suffix(b"}") else { return false };
    let near = &opened[opened.len().saturating_sub(MAX_WIKI_MARK)..];
    let Some(open) = memchr::memrchr(b'{', near) else { return false };
    let goes_on = match text.get(2 + name..) {
        Some([b'.', next, ..]) => next.is_ascii_alphanumeric(),
        Some([byte, ..]) => byte.is_ascii_alphanumeric() || b"/&=-_?#%".contains(byte),
        _ => false,
    };
    let is_opened = near[open..].strip_prefix(&text[..=name]).is_some_and(|rest| matches!(rest, [] | [b':', ..]));
    name > 0 && text.get(1 + name) == Some(&b'}') && is_opened && !goes_on
}
