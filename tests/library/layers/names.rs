//! One name for one thing: no two types of the library have the same name, and no two predicates.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use super::{
    PACKAGE, ROOTS,
    imports::Crate,
    tokens::{Token, tokens},
};

/// What a predicate begins with.
const PREDICATES: [&str; 6] = ["is_", "has_", "may_", "can_", "begins_", "ends_"];

/// The names that several types or predicates have, each with the reason.
const SHARED: &[(&str, &str)] = &[
    ("Break", "the engine's view of a break, and what is handed on about one"),
    ("Lines", "the two lines of a break, and the lines of a reader"),
    ("Row", "a row of a table, whichever it is"),
    ("Scheme", "the engine's trigger, and the registry's row"),
    ("Span", "a stretch of a view, and one of a text with what is in it"),
    ("Text", "the bytes that the engine reads, and the text of a message"),
    ("is_any", "a method of a trait, in each of its implementations"),
    ("is_empty", "the standard library's name for it, whatever may be empty"),
    ("has_url", "the same question to a line and to a word"),
    ("is_cut", "the same question to a line and to a scheme"),
    ("is_plain", "a break without marks, and a value without escapes"),
    ("is_quoted", "a line of quoted mail, and a value in quotation marks"),
    ("is_reference", "of HTML in a word, and of Markdown in a text"),
    ("is_soft", "a line break of quoted-printable text, and a mark of UTS #58"),
    ("may_contain", "the same question to words of one length and of several"),
    ("may_end", "a line that a URL may go on after, and a word's end"),
];

/// The types that a file declares in its modules, and the predicates, each with its line.
fn declared<'s>(tokens: &[Token<'s>]) -> Vec<Token<'s>> {
    let mut found = Vec::new();
    let mut is_module = Vec::new();
    let text = |at: usize| tokens.get(at).map_or("", |token| token.text);
    for (at, token) in tokens.iter().enumerate() {
        match token.text {
            "{" => is_module.push(at > 1 && text(at - 2) == "mod"),
            "}" => _ = is_module.pop(),
            // Those of traits and their implementations are named by the trait.
            "struct" | "enum" | "trait" | "union" | "type" if is_module.iter().all(|&is_module| is_module) => {
                found.extend(tokens.get(at + 1));
            }
            "fn" if PREDICATES.iter().any(|prefix| text(at + 1).starts_with(prefix)) => {
                found.extend(tokens.get(at + 1));
            }
            _ => {}
        }
    }
    found
}

#[test]
fn what_is_declared() {
    let source = "struct A<T>(B); mod m { enum C { D } impl E for A { type F = G; fn is_h() { struct I; } } } fn j() {} \
                  #[cfg(test)] mod tests { struct A; } type K = L; macro_rules! m { () => { fn has_n() {} } } fn hash() {}";
    let names: Vec<&str> = declared(&tokens(source)).iter().map(|token| token.text).collect();
    assert_eq!(names, ["A", "C", "is_h", "K", "has_n"]);
}

#[test]
fn no_two_have_the_same_name() {
    let library = Crate::read(Path::new(PACKAGE), ROOTS[0]);
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in library.files().into_iter() {
        let source = fs::read_to_string(Path::new(PACKAGE).join(file)).expect("the file is there");
        for Token { text, line } in declared(&tokens(&source)) {
            places.entry(text.to_owned()).or_default().push(format!("{file}:{line}"));
        }
    }
    assert!(places.len() > 200, "only {} names", places.len());
    places.retain(|_, places| places.len() > 1);
    let found: BTreeSet<&str> = places.keys().map(String::as_str).collect();
    let listed: BTreeSet<&str> = SHARED.iter().map(|&(name, _)| name).collect();
    let unlisted: Vec<_> = places.iter().filter(|(name, _)| !listed.contains(name.as_str())).collect();
    assert!(unlisted.is_empty(), "several have one name: {unlisted:#?}");
    let gone: Vec<_> = listed.difference(&found).collect();
    assert!(gone.is_empty(), "these are no longer shared, take them from the list: {gone:?}");
}
