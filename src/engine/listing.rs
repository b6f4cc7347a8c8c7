//! Every exception that the engine knows, in the order in which it is asked.

use super::{
    around, at_word, bare, enclosed, evidence, frame, host, host_break, line, member, names, notation, readings,
    rules::EngineRule, scheme, tail, written,
};

static TABLES: [&[EngineRule]; 18] = [
    scheme::RULES,
    host::RULES,
    host_break::RULES,
    tail::RULES,
    bare::RULES,
    enclosed::RULES,
    readings::RULES,
    names::RULES,
    member::RULES,
    notation::RULES,
    at_word::RULES,
    written::RULES,
    line::RULES,
    frame::RULES,
    around::RULES,
    evidence::VETO_RULES,
    evidence::FEATURE_RULES,
    evidence::FEATURE_OF_LINES_RULES,
];

/// Returns every exception that the engine knows, by the place where it is asked.
///
/// ```
/// let rule = napkin::engine_rules().find(|rule| rule.id == "attribute").unwrap();
/// assert_eq!(rule.condition, "left.is_markup");
/// ```
pub fn engine_rules() -> impl Iterator<Item = &'static EngineRule> {
    TABLES.into_iter().flatten()
}

/// Appends `id`, asked and held of each rule to the file that `NAPKIN_RENT` names.
#[cfg(napkin_rent)]
pub fn append_rent() -> std::io::Result<()> {
    use std::{fmt::Write as _, io::Write as _};

    let Ok(path) = std::env::var("NAPKIN_RENT") else { return Ok(()) };
    let mut lines = String::new();
    for rule in engine_rules() {
        let (asked, held) = rule.exception.rent.asked_and_held();
        writeln!(lines, "{}\t{asked}\t{held}", rule.id).expect("a string takes every write");
    }
    std::fs::OpenOptions::new().create(true).append(true).open(path)?.write_all(lines.as_bytes())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{Finder, engine::rules::test::without, kinds::Kinds};

    /// Returns what comes out of a text.
    fn found(text: &str) -> Vec<String> {
        let finder = Finder::builder().kinds(Kinds::ALL).explain(true).build().expect("all kinds can be found");
        let links = finder.find_iter(text).map(|link| {
            let confidence = link.rejoined().map(|rejoined| rejoined.confidence);
            format!("{:?} {} {confidence:?}", link.range(), link.url())
        });
        links.collect()
    }

    #[test]
    fn each_rule_decides_its_first_text_alone() {
        let mut wrong = Vec::new();
        for rule in engine_rules() {
            let [first, second] =
                [rule.holds_in, rule.not_in].map(|text| (found(text), without(rule.id, || found(text))));
            if first.0 == first.1 {
                wrong.push((rule.id, "is not asked, or changes nothing, in", rule.holds_in, first));
            }
            if second.0 != second.1 {
                wrong.push((rule.id, "changes", rule.not_in, second));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn ids_are_told_apart() {
        let ids: BTreeSet<_> = engine_rules().map(|rule| rule.id).collect();
        assert_eq!(ids.len(), engine_rules().count());
    }
}
