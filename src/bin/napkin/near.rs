//! Suggestions for unknown words.

use std::cmp::Reverse;

use napkin::Finder;

/// The schemes that are meant most often.
const USUAL: [&str; 4] = ["https", "http", "ftp", "mailto"];

/// Texts after the colon with which a scheme's rule accepts a URL.
const REST: [&str; 4] = ["//a.example/", "a@a.example", "+12015550123", "isbn:0451450523"];

const LONGEST: usize = 32;

/// Returns the known scheme that is one typing error away: a letter missing, added, wrong or swapped with the next.
pub fn scheme(written: &str) -> Option<String> {
    let finder = Finder::new();
    let is_known = |scheme: &str| REST.iter().any(|rest| finder.find(&format!("{scheme}:{rest}")).is_some());
    let written = written.to_ascii_lowercase();
    let is_scheme = (1..=LONGEST).contains(&written.len()) && written.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if !is_scheme || is_known(&written) {
        return None;
    }
    let known: Vec<String> = neighbours(&written).into_iter().filter(|scheme| is_known(scheme)).collect();
    let usual = USUAL.into_iter().find(|usual| known.iter().any(|scheme| scheme == usual));
    usual.map(str::to_owned).or_else(|| known.into_iter().next())
}

/// Returns `true` if an option may be meant by another: one typing error away, or with the same first half.
pub fn is_similar(written: &str, meant: &str) -> bool {
    let [written, meant] = [written, meant].map(|option| option.trim_start_matches('-'));
    let same = written.bytes().zip(meant.bytes()).take_while(|(a, b)| a == b).count();
    let is_slip =
        || written.len() <= LONGEST && written.is_ascii() && neighbours(written).iter().any(|word| word == meant);
    2 * same >= written.len().max(meant.len()) || is_slip()
}

/// Returns the name that may be meant by a word, the most similar one.
pub fn name<'n>(written: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let same = |name: &str| written.bytes().zip(name.bytes()).take_while(|(a, b)| a == b).count();
    names.filter(|name| is_similar(written, name)).max_by_key(|name| (same(name), Reverse(name.len())))
}

/// Returns the command that may be meant by a word.
pub fn verb(written: &str, verbs: &[&'static str]) -> Option<&'static str> {
    verbs.iter().find(|verb| written != **verb && is_similar(written, verb)).copied()
}

/// Returns all words that are one typing error away from this ASCII word.
fn neighbours(word: &str) -> Vec<String> {
    let mut neighbours = Vec::new();
    for at in 0..=word.len() {
        let (before, after) = word.split_at(at);
        let rest = after.get(1..);
        neighbours.extend(rest.map(|rest| format!("{before}{rest}")));
        if let (Some(one), Some(two), Some(rest)) = (after.get(..1), after.get(1..2), after.get(2..)) {
            neighbours.push(format!("{before}{two}{one}{rest}"));
        }
        for letter in 'a'..='z' {
            neighbours.extend(rest.map(|rest| format!("{before}{letter}{rest}")));
            neighbours.push(format!("{before}{letter}{after}"));
        }
    }
    neighbours
}

#[cfg(test)]
mod tests {
    use super::scheme;

    #[test]
    fn options_are_similar_by_their_beginning_or_a_slip() {
        for (written, meant) in [("--jsn", "--json"), ("--with-file", "--with-filename"), ("--hots", "--host")] {
            assert!(super::is_similar(written, meant), "{written}");
        }
        for (written, meant) in [("--timeout", "--html-layout"), ("--verbose", "--version"), ("--é", "--e")] {
            assert!(!super::is_similar(written, meant), "{written}");
        }
        assert_eq!(super::verb("chek", &["check", "man"]), Some("check"));
        assert_eq!(super::verb("check", &["check"]), None);
    }

    #[test]
    fn a_slip_leads_to_what_was_meant() {
        for (written, meant) in [
            ("htttp", Some("http")),
            ("htp", Some("http")),
            ("HTPS", Some("https")),
            ("htpt", Some("http")),
            ("fpt", Some("ftp")),
            ("malto", Some("mailto")),
            ("http", None),
            ("mailto", None),
            ("urn", None),
            ("tel", None),
            ("x-own", None),
            ("sesame", None),
            ("", None),
            ("é", None),
        ] {
            assert_eq!(scheme(written).as_deref(), meant, "{written}");
        }
    }
}
