//! Circles among imports.

use std::collections::{BTreeMap, BTreeSet};

use super::imports::Import;

/// The sets of files of which each imports, by way of others, every other one.
pub fn circles(imports: &[Import]) -> Vec<BTreeSet<&str>> {
    let mut targets: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for import in imports {
        targets.entry(&import.from).or_default().push(&import.to);
    }
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        targets.keys().map(|&file| (file, reachable(file, &targets))).collect();
    let mut circles = BTreeSet::new();
    for (file, others) in &reached {
        let back = |other: &&&str| reached.get(**other).is_some_and(|others| others.contains(file));
        let circle: BTreeSet<&str> = others.iter().filter(back).copied().collect();
        if circle.contains(file) {
            circles.insert(circle);
        }
    }
    circles.into_iter().collect()
}

/// All files that one imports, by way of others.
fn reachable<'a>(file: &'a str, targets: &BTreeMap<&'a str, Vec<&'a str>>) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut open = vec![file];
    while let Some(next) = open.pop() {
        for &target in targets.get(next).into_iter().flatten() {
            if reached.insert(target) {
                open.push(target);
            }
        }
    }
    reached
}

/// The imports that make a circle, a line each.
pub fn describe(circle: &BTreeSet<&str>, imports: &[Import]) -> String {
    let mut lines = format!("{} files import each other in a circle:\n", circle.len());
    for Import { from, line, to } in imports {
        if circle.contains(from.as_str()) && circle.contains(to.as_str()) {
            lines.push_str(&format!("  {from}:{line} imports {to}\n"));
        }
    }
    lines
}

#[test]
fn circles_and_no_circles() {
    let import = |(from, to): (&str, &str)| Import { from: from.to_owned(), line: 1, to: to.to_owned() };
    let imports =
        [("a", "b"), ("b", "c"), ("c", "b"), ("c", "d"), ("d", "e"), ("e", "f"), ("f", "d"), ("f", "g")].map(import);
    assert_eq!(circles(&imports), [BTreeSet::from(["b", "c"]), BTreeSet::from(["d", "e", "f"])]);
    assert_eq!(
        describe(&circles(&imports)[0], &imports),
        "2 files import each other in a circle:\n  b:1 imports c\n  c:1 imports b\n"
    );
}
