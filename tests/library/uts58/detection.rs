//! The test of link detection.

use std::collections::BTreeSet;

use napkin::{Finder, Kinds};

/// The marks around each link.
const MARKS: [char; 2] = ['⸠', '⸡'];

/// The lines that differ: what they contain, how many there are, and why.
const DIFFERENT: [(&str, usize, &str); 4] = [
    ("http://john.smith@example.com", 2, "userinfo without a password is valid, and accepted"),
    ("http://john..smith@example.com", 2, "a userinfo may hold two dots in a row, unlike the local part of an address"),
    ("nap.wikipedia", 1, "no URL holds a quotation mark"),
    ("普遍适用测试。我爱你", 1, "an ideographic full stop begins no host without a scheme"),
];

#[test]
#[ignore = "needs the files of UTS #58: set NAPKIN_UTS58 to their folder"]
fn all_lines_but_those_listed() {
    let file = super::read("LinkDetectionTest.txt");
    let finder = Finder::builder().kinds(Kinds::ALL).build().expect("kinds are always right");
    let mut lines = 0;
    let mut different = BTreeSet::new();
    for line in file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        lines += 1;
        if marked(&finder, &line.replace(MARKS, "")) != line {
            different.insert(line);
        }
    }
    assert!(lines > 100, "only {lines} lines");
    for (part, count, why) in DIFFERENT {
        let listed: Vec<&str> =
            different.iter().copied().filter(|line| line.replace(MARKS, "").contains(part)).collect();
        assert_eq!(listed.len(), count, "{part} ({why}): {listed:#?}");
        different.retain(|line| !listed.contains(line));
    }
    let unlisted: Vec<[String; 2]> =
        different.iter().map(|line| [line.to_string(), marked(&finder, &line.replace(MARKS, ""))]).collect();
    assert!(unlisted.is_empty(), "wanted and found: {unlisted:#?}");
}

/// The line with marks around its links.
fn marked(finder: &Finder, line: &str) -> String {
    let mut marked = String::new();
    let mut at = 0;
    for link in finder.find_iter(line) {
        let range = link.range();
        marked.push_str(&line[at..range.start]);
        marked.push(MARKS[0]);
        marked.push_str(&line[range.clone()]);
        marked.push(MARKS[1]);
        at = range.end;
    }
    marked + &line[at..]
}
