//! Recognises folded texts by how they begin.

use crate::source::sign::{matches_sign, text_of};

/// The most bytes that are examined.
pub(super) const LOOK: usize = 1 << 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FoldedKind {
    /// A calendar or card. Its values have escapes.
    Escaped,
    Ldif,
}

/// The first line of each kind.
const SIGNS: [(&str, FoldedKind); 10] = [
    ("BEGIN:VCALENDAR ", FoldedKind::Escaped),
    ("BEGIN:VCARD ", FoldedKind::Escaped),
    ("version: 1 dn:", FoldedKind::Ldif),
    ("# extended LDIF ", FoldedKind::Ldif),
    ("dn:: ", FoldedKind::Ldif),
    ("dn: cn=", FoldedKind::Ldif),
    ("dn: dc=", FoldedKind::Ldif),
    ("dn: mail=", FoldedKind::Ldif),
    ("dn: ou=", FoldedKind::Ldif),
    ("dn: uid=", FoldedKind::Ldif),
];

/// Returns `true` for the beginning of a calendar, card or LDIF, and `None` if more bytes are needed.
pub(crate) fn recognise(head: &[u8], is_end: bool) -> Option<bool> {
    kind(head, is_end).map(|kind| kind.is_some())
}

/// Returns the kind of a folded text by its beginning, and `None` if more bytes are needed.
pub(super) fn kind(head: &[u8], is_end: bool) -> Option<Option<FoldedKind>> {
    let more = if is_end || head.len() >= LOOK { Some(None) } else { None };
    let Some(text) = text_of(head) else { return more };
    let mut is_open = false;
    for (sign, kind) in SIGNS {
        match matches_sign(text, sign) {
            Some(true) => return Some(Some(kind)),
            Some(false) => {}
            None => is_open = true,
        }
    }
    if is_open { more } else { Some(None) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folded_texts_are_known_by_their_beginning() {
        for (head, expected) in [
            ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n", Some(FoldedKind::Escaped)),
            ("\u{feff}\nbegin:vcard\n", Some(FoldedKind::Escaped)),
            ("BEGIN:VCARDS\n", None),
            ("dn: cn=Sam,dc=a,dc=example\n", Some(FoldedKind::Ldif)),
            ("dn: dong\n", None),
            ("version: 1\n\ndn: cn=Sam\n", Some(FoldedKind::Ldif)),
            ("version: 1\nservices:\n", None),
            ("", None),
        ] {
            assert_eq!(kind(head.as_bytes(), true), Some(expected), "{head:?}");
            // What was said of the beginning is not taken back.
            let first = (0..head.len()).find_map(|end| kind(&head.as_bytes()[..end], false));
            assert!(first.is_none_or(|first| first == expected), "{head:?}");
        }
    }
}
