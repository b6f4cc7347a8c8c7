//! The validator: from left to right, once, to the first error.

mod generic;

use self::generic::{RELATIVE, generic};
use crate::uri::{
    class::part,
    components::Components,
    cursor::UriCursor,
    productions::{ProductionReader, Productions},
    rejection::Rejection,
    syntax::{Goal, Syntax},
};

/// Parses `text` by a grammar, or returns the first rule that it breaks.
pub(crate) fn parse(text: &str, syntax: &'static Syntax, goal: Goal) -> Result<Components, Rejection> {
    match syntax.productions {
        _ if !goal.reference => parse_absolute(text, syntax, goal.schemes),
        _ if is_too_long(text) => Err(Rejection::new(0, syntax.rules.length)),
        Some(productions) => by_production(text, productions, syntax, goal),
        None => generic(text, syntax, goal, Some(RELATIVE)),
    }
}

/// The same for a URI with its scheme, which is all that a search needs.
pub(crate) fn parse_absolute(text: &str, syntax: &'static Syntax, schemes: bool) -> Result<Components, Rejection> {
    let goal = Goal { reference: false, schemes };
    match syntax.productions {
        _ if is_too_long(text) => Err(Rejection::new(0, syntax.rules.length)),
        Some(productions) => by_production(text, productions, syntax, goal),
        None => generic(text, syntax, goal, None),
    }
}

/// The offsets in [`Components`] are of 32 bits.
fn is_too_long(text: &str) -> bool {
    u32::try_from(text.len()).is_err()
}

fn by_production(
    text: &str,
    productions: &Productions,
    syntax: &'static Syntax,
    goal: Goal,
) -> Result<Components, Rejection> {
    let cursor = UriCursor::new(text, &syntax.table, &syntax.rules);
    let mut reader = ProductionReader::new(cursor);
    reader.cursor.component(part::SCHEME);
    let scheme = reader.cursor.since(0);
    let begins_well = scheme.first().is_some_and(|&first| productions.first.has(first));
    let read = if begins_well && reader.eat_scheme_colon() {
        productions.find(scheme, !goal.schemes)
    } else if let (true, Some(partial)) = (goal.reference, productions.partial) {
        reader = ProductionReader::new(cursor);
        partial
    } else if begins_well {
        return reader.cursor.refuse(syntax.rules.scheme);
    } else {
        return Err(Rejection::new(0, syntax.rules.scheme));
    };
    reader.begin_path();
    read(&mut reader)?;
    reader.finish(syntax.rules.fragment)
}
