//! The table in the documentation of `Grammar`, made from what the validator runs on.
//!
//! When a grammar changes, `UPDATE_GRAMMARS=1 cargo test --lib differences` writes it anew.

use std::{fmt::Write, fs};

use crate::uri::{class::part, grammar::Grammar, rejection::Rule, syntax::Syntax};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/uri/grammars.md");

/// A row: the topic, and the text for a grammar.
type Row = (&'static str, fn(&Syntax) -> String);

const ROWS: &[Row] = &[
    ("first in a scheme", |syntax| {
        let bytes = marks(|byte| syntax.scheme_start.has(byte));
        let digits = if syntax.scheme_start.has(b'0') { "letters, digits" } else { "letters" };
        if bytes.is_empty() { digits.to_owned() } else { format!("{digits}, {bytes}") }
    }),
    ("in a scheme", |syntax| stand_in(syntax, part::SCHEME)),
    ("in userinfo", |syntax| stand_in(syntax, part::USERINFO)),
    ("user and password", |syntax| {
        by_scheme(syntax)
            .unwrap_or_else(|| if syntax.password.is_some() { "one colon between them" } else { "no matter" }.into())
    }),
    ("in a host", |syntax| stand_in(syntax, part::HOST)),
    ("form of a host name", |syntax| {
        // The oldest documents judge it by a production, too.
        let has_form = syntax.hostname.is_some() || syntax.productions.is_some();
        if has_form { production(syntax.rules.host) } else { "any".into() }
    }),
    ("IP literal", |syntax| syntax.ip_literal.as_ref().map_or("none".into(), |literal| production(literal.rule))),
    ("authority without a host", |syntax| syntax.reg_name.map_or("none".into(), production)),
    ("port", |syntax| if syntax.port_range.is_some() { "at most 65535" } else { "any number" }.into()),
    ("in a path", |syntax| stand_in(syntax, part::PATH)),
    ("in the first segment of a relative path", |syntax| stand_in(syntax, part::SEGMENT_NC)),
    ("behind a scheme without a slash", |syntax| match syntax.rootless {
        part::OPAQUE => format!("{}, {}", production(syntax.rules.opaque), stand_in(syntax, part::OPAQUE)),
        _ => "a path".to_owned(),
    }),
    ("query right behind an authority", |syntax| {
        by_scheme(syntax).unwrap_or_else(|| if syntax.net_query.is_some() { "no" } else { "yes" }.into())
    }),
    ("in a query", |syntax| stand_in(syntax, part::QUERY)),
    ("in a fragment", |syntax| stand_in(syntax, part::FRAGMENT)),
    ("schemes with rules of their own", |syntax| {
        let productions = syntax.productions.map_or(0, |productions| productions.schemes.len());
        (syntax.schemes.rows.iter().filter(|scheme| scheme.has_rules()).count() + productions).to_string()
    }),
];

fn table() -> String {
    let syntaxes = Grammar::ALL.map(Grammar::syntax);
    let mut table = String::from(
        "Letters and digits of ASCII stand wherever anything does; listed is what else does. `%20` stands for all escapes.\n\n|",
    );
    for syntax in syntaxes {
        write!(table, " | {}", syntax.name).expect("a string takes it");
    }
    table += " |\n|---";
    table += &"|---".repeat(syntaxes.len());
    table += "|\n";
    for (what, cell) in ROWS {
        write!(table, "| {what}").expect("a string takes it");
        for syntax in syntaxes {
            write!(table, " | {}", cell(syntax)).expect("a string takes it");
        }
        table += " |\n";
    }
    table
}

/// Returns the text for a document with different rules for each scheme.
fn by_scheme(syntax: &Syntax) -> Option<String> {
    syntax.productions.map(|_| "by scheme".to_owned())
}

/// Returns the characters besides letters and digits that a component may contain.
fn stand_in(syntax: &Syntax, part: u8) -> String {
    let table = &syntax.table;
    let stands = |byte: u8| table.has(byte, part);
    let alphanumerics = (0..=0x7F).filter(u8::is_ascii_alphanumeric).filter(|&byte| stands(byte)).count();
    assert!(matches!(alphanumerics, 0 | 62), "{}: not all letters and digits stand there", syntax.name);
    let listed = [
        (alphanumerics == 0).then(|| "nothing".to_owned()),
        Some(marks(stands)).filter(|marks| !marks.is_empty()),
        (table.escapes & part != 0).then(|| "`%20`".to_owned()),
        (table.ucschar & part != 0).then(|| "non-ASCII".to_owned()),
        (table.iprivate & part != 0).then(|| "private use".to_owned()),
    ];
    listed.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Returns the ASCII characters for which `stands` holds, without letters and digits, as code in a table cell.
fn marks(stands: impl Fn(u8) -> bool) -> String {
    let mut marks = String::new();
    for byte in (0..=0x7F).filter(|&byte: &u8| !byte.is_ascii_alphanumeric() && stands(byte)) {
        match byte {
            b'|' => marks += r"\|",
            _ => marks.push(char::from(byte)),
        }
    }
    match () {
        () if marks.is_empty() => marks,
        () if marks.contains('`') => format!("`` {marks} ``"),
        () => format!("`{marks}`"),
    }
}

/// Returns the section and production of a rule.
fn production(rule: &Rule) -> String {
    rule.name.split_once(' ').expect("a rule names its document first").1.to_owned()
}

#[test]
fn the_documented_table_is_that_of_the_tables() {
    let table = table();
    if std::env::var_os("UPDATE_GRAMMARS").is_some() {
        fs::write(FILE, &table).expect("the source can be written");
    }
    let documented = fs::read_to_string(FILE).expect("the source can be read");
    let differing = documented.lines().zip(table.lines()).find(|(old, new)| old != new);
    assert!(documented == table, "UPDATE_GRAMMARS=1 cargo test --lib differences writes {FILE}: {differing:#?}");
}
