//! The documents before today's standards. The two oldest came before the generic syntax: they have one production for
//! each scheme, which judges all that follows its colon.

pub(super) mod draft_1993;
pub(super) mod draft_url_05;
pub(super) mod rfc1738;
pub(super) mod rfc2396bis_00;

mod reader;

use super::{
    components::Components,
    grammar::{Syntax, part},
    parse::Goal,
    rejection::Rejection,
    table::Class,
};
use reader::Reader;

/// The productions of a document without a generic syntax.
pub(crate) struct Productions {
    /// The first character of a scheme.
    first: &'static Class,
    /// Whether upper case letters in the name of a scheme are the same as lower case.
    pub(super) ignores_case: bool,
    /// The schemes that the document defines.
    pub(super) schemes: &'static [Production],
    /// What follows the colon of any other scheme.
    other: Read,
    /// What follows the colon when the productions of single schemes don't count: no less than any of them allows.
    generic: Read,
    /// A reference without a scheme; none where the document has only absolute URLs.
    partial: Option<Read>,
}

/// A scheme and its production.
pub(super) struct Production {
    /// In lower case.
    scheme: &'static str,
    read: Read,
}

/// Reads what the document allows, and refuses the first byte that it doesn't. What follows the end of a URL is refused
/// as well, but for a fragment where the document has them.
type Read = fn(&mut Reader<'_>) -> Result<(), Rejection>;

impl Productions {
    /// Judges `bytes` by the productions of `syntax`, which these are.
    pub(crate) fn judge(&self, bytes: &[u8], syntax: &'static Syntax, goal: Goal) -> Result<Components, Rejection> {
        let mut reader = Reader::new(bytes, syntax);
        reader.component(part::SCHEME);
        let end = reader.at();
        let begins_well = bytes.first().is_some_and(|&first| end > 0 && self.first.has(first));
        let read = if begins_well && reader.eat_scheme_colon() {
            self.find(&bytes[..end], goal)
        } else if let (true, Some(partial)) = (goal.reference, self.partial) {
            reader = Reader::new(bytes, syntax);
            partial
        } else if begins_well {
            return reader.refuse(syntax.rules.scheme);
        } else {
            return Err(Rejection::new(0, syntax.rules.scheme));
        };
        reader.begin_path();
        read(&mut reader)?;
        reader.finish()
    }

    fn find(&self, scheme: &[u8], goal: Goal) -> Read {
        if !goal.schemes {
            return self.generic;
        }
        let is_it = |production: &&Production| {
            let name = production.scheme.as_bytes();
            scheme == name || self.ignores_case && scheme.eq_ignore_ascii_case(name)
        };
        self.schemes.iter().find(is_it).map_or(self.other, |production| production.read)
    }
}
