//! The productions of a document that came before the generic syntax: one for each scheme, which judges all that follows
//! its colon.

use crate::uri::{
    class::{CharClass, part},
    components::Components,
    cursor::UriCursor,
    rejection::{Rejection, Rule},
};

pub(crate) struct Productions {
    /// The first characters of schemes.
    pub(crate) first: &'static CharClass,
    /// True if scheme names ignore letter case.
    pub(crate) ignores_case: bool,
    pub(crate) schemes: &'static [Production],
    /// The production for the text after the colon of any other scheme.
    pub(crate) other: ReadProduction,
    /// The production for the text after the colon if schemes do not matter. It allows at least what they allow.
    pub(crate) generic: ReadProduction,
    /// A reference without a scheme; `None` if all URLs are absolute.
    pub(crate) partial: Option<ReadProduction>,
}

pub(crate) struct Production {
    pub(crate) scheme: &'static str,
    pub(crate) read: ReadProduction,
}

/// Reads a production, and rejects the first invalid byte. The URL must end after it, apart from a fragment if the
/// document has them.
pub(crate) type ReadProduction = fn(&mut ProductionReader<'_>) -> Result<(), Rejection>;

impl Productions {
    /// Returns the production for the text after the colon of a scheme, or of all schemes.
    pub(crate) fn find(&self, scheme: &[u8], is_generic: bool) -> ReadProduction {
        if is_generic {
            return self.generic;
        }
        let is_it = |production: &&Production| {
            let name = production.scheme.as_bytes();
            scheme == name || self.ignores_case && scheme.eq_ignore_ascii_case(name)
        };
        self.schemes.iter().find(is_it).map_or(self.other, |production| production.read)
    }
}

/// Reads a URL by the productions of a document, and records its components.
pub(crate) struct ProductionReader<'u> {
    pub(crate) cursor: UriCursor<'u>,
    components: Components,
    /// The place of the `?`.
    query: Option<usize>,
}

impl<'u> ProductionReader<'u> {
    pub(crate) fn new(cursor: UriCursor<'u>) -> ProductionReader<'u> {
        ProductionReader { cursor, components: Components::default(), query: None }
    }

    /// Skips the colon after the scheme at the beginning.
    pub(crate) fn eat_scheme_colon(&mut self) -> bool {
        self.components.scheme_end = self.cursor.position() as u32;
        self.cursor.eat(b':')
    }

    /// Records the host.
    pub(crate) fn host(&mut self, start: usize, end: usize) {
        self.components.host_start = start as u32;
        self.components.host_end = end as u32;
    }

    /// Forgets an authority that turned out to be something else.
    pub(crate) fn no_host(&mut self) {
        self.host(0, 0);
    }

    pub(crate) fn begin_path(&mut self) {
        self.components.path_start = self.cursor.position() as u32;
    }

    /// Skips the question mark after the path.
    pub(crate) fn eat_question_mark(&mut self) -> bool {
        let at = self.cursor.position();
        let found = self.cursor.eat(b'?');
        if found {
            self.query = Some(at);
        }
        found
    }

    /// Reads the fragment, if any, and returns the components; or `rule` if a fragment is empty or something else
    /// follows.
    pub(crate) fn finish(mut self, rule: &'static Rule) -> Result<Components, Rejection> {
        let end = self.cursor.position();
        self.components.path_end = self.query.unwrap_or(end) as u32;
        self.components.query_end = end as u32;
        if self.cursor.is_before_fragment() && self.cursor.eat(b'#') {
            let start = self.cursor.position();
            self.cursor.component(part::FRAGMENT);
            if self.cursor.position() == start {
                return self.cursor.refuse(rule);
            }
        }
        if self.cursor.peek().is_none() { Ok(self.components) } else { self.cursor.refuse(rule) }
    }
}
