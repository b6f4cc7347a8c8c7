//! The productions of a document that came before the generic syntax: one for each scheme, which judges all that follows
//! its colon.

use crate::uri::{
    class::{CharClass, part},
    components::Components,
    cursor::UriCursor,
    rejection::{Rejection, Rule},
};

/// The productions of a document without a generic syntax.
pub(crate) struct Productions {
    /// The first character of a scheme.
    pub(crate) first: &'static CharClass,
    /// True if upper case letters in the name of a scheme are the same as lower case.
    pub(crate) ignores_case: bool,
    /// The schemes that the document defines.
    pub(crate) schemes: &'static [Production],
    /// What follows the colon of any other scheme.
    pub(crate) other: ReadProduction,
    /// What follows the colon when the productions of single schemes don't count: no less than any of them allows.
    pub(crate) generic: ReadProduction,
    /// A reference without a scheme; none where the document has only absolute URLs.
    pub(crate) partial: Option<ReadProduction>,
}

/// A scheme and its production.
pub(crate) struct Production {
    /// In lower case.
    pub(crate) scheme: &'static str,
    pub(crate) read: ReadProduction,
}

/// Reads what the document allows, and refuses the first byte that it doesn't. What follows the end of a URL is refused
/// as well, but for a fragment where the document has them.
pub(crate) type ReadProduction = fn(&mut ProductionReader<'_>) -> Result<(), Rejection>;

impl Productions {
    /// The production for what follows the colon of a scheme, or that of all schemes together.
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

/// The reading of a URL in the words of a document's productions, which notes where its components are.
pub(crate) struct ProductionReader<'u> {
    pub(crate) cursor: UriCursor<'u>,
    components: Components,
    /// Where the `?` of a query stands.
    query: Option<usize>,
}

impl<'u> ProductionReader<'u> {
    pub(crate) fn new(cursor: UriCursor<'u>) -> ProductionReader<'u> {
        ProductionReader { cursor, components: Components::default(), query: None }
    }

    /// Takes the colon behind the scheme that begins the string.
    pub(crate) fn eat_scheme_colon(&mut self) -> bool {
        self.components.scheme_end = self.cursor.position() as u32;
        self.cursor.eat(b':')
    }

    /// Notes the host that begins at `start` and ends at `end`.
    pub(crate) fn host(&mut self, start: usize, end: usize) {
        self.components.host_start = start as u32;
        self.components.host_end = end as u32;
    }

    /// Forgets an authority that turned out to be none.
    pub(crate) fn no_host(&mut self) {
        self.host(0, 0);
    }

    pub(crate) fn begin_path(&mut self) {
        self.components.path_start = self.cursor.position() as u32;
    }

    /// Takes the question mark that ends the path.
    pub(crate) fn eat_question_mark(&mut self) -> bool {
        let at = self.cursor.position();
        let found = self.cursor.eat(b'?');
        if found {
            self.query = Some(at);
        }
        found
    }

    /// Reads the fragment, if there is one, and says where all components are.
    ///
    /// # Errors
    /// `rule`, where a fragment is empty or something else follows.
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
