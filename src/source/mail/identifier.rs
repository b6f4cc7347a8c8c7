//! Identifiers of messages.

use super::header::readable;

/// Returns all identifiers in angle brackets, without them.
pub(super) fn all(value: &[u8]) -> Vec<String> {
    let parts = readable(value).split(|&byte| byte == b'<').skip(1);
    let inside =
        parts.filter_map(|part| part.iter().position(|&byte| byte == b'>').map(|end| part[..end].trim_ascii()));
    inside.map(|id| String::from_utf8_lossy(id).into_owned()).collect()
}

/// Returns the first identifier without its angle brackets, or the text outside of brackets if there are none.
pub(super) fn first(value: &[u8]) -> Option<String> {
    let mut rest = readable(value);
    let mut outside: &[u8] = b"";
    while !rest.is_empty() {
        let open = memchr::memchr(b'<', rest).unwrap_or(rest.len());
        if outside.is_empty() {
            outside = rest[..open].trim_ascii();
        }
        rest = rest.get(open + 1..).unwrap_or_default();
        let Some(close) = memchr::memchr(b'>', rest) else { break };
        let inside = rest[..close].trim_ascii();
        if !inside.is_empty() {
            return Some(String::from_utf8_lossy(inside).into_owned());
        }
        rest = &rest[close + 1..];
    }
    (!outside.is_empty()).then(|| String::from_utf8_lossy(outside).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_identifier_counts() {
        for (value, id) in [
            (" <1@a.example>\n", Some("1@a.example")),
            (" (soup) < 1@a.example > <2@a.example>\n", Some("1@a.example")),
            (" <> <2@a.example>\n", Some("2@a.example")),
            (" 1@a.example\n", Some("1@a.example")),
            (" <1@a.example\n", None),
            (" \n", None),
        ] {
            assert_eq!(first(value.as_bytes()).as_deref(), id, "{value:?}");
        }
    }
}
