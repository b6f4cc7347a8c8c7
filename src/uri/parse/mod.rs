//! The validator: from left to right, once, to the first error.

mod by_production;
mod generic;

use crate::uri::{
    components::Components,
    cursor::UriCursor,
    parse::{by_production::by_production, generic::GenericParser},
    rejection::Rejection,
    syntax::{Goal, Syntax},
};

/// Judges `text` by a grammar, and tells where its components are.
///
/// # Errors
/// The first rule that it breaks.
pub(crate) fn parse(text: &str, syntax: &'static Syntax, goal: Goal) -> Result<Components, Rejection> {
    // The offsets in Components are of 32 bits.
    if u32::try_from(text.len()).is_err() {
        return Err(Rejection::new(0, syntax.rules.length));
    }
    let cursor = UriCursor::new(text, &syntax.table, &syntax.rules);
    match syntax.productions {
        Some(productions) => by_production(cursor, productions, syntax, goal),
        None => GenericParser::new(cursor, syntax, goal).uri(),
    }
}
