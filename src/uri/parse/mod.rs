//! The validator: from left to right, once, to the first error.

mod by_production;
mod generic;

use crate::uri::{
    components::Components,
    parse::{by_production::by_production, generic::generic},
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
    match syntax.productions {
        Some(productions) => by_production(text, productions, syntax, goal),
        None => generic(text, syntax, goal),
    }
}
