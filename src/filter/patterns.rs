//! Patterns for URLs: many strings at once, and regular expressions.

use std::iter;

use aho_corasick::AhoCorasick;
use regex::{RegexSet, RegexSetBuilder};

use super::condition::Condition;
use crate::{
    error::Error,
    link::{Link, Refused},
};

/// Strings, one of which has to occur in the URL. They are searched at the same time, so 100,000 are no problem.
///
/// ```
/// use napkin::{Finder, filter::{Patterns, Selection}};
///
/// let selection = Selection::new().condition(Patterns::new(["/soup", ".pdf"], false)?);
/// assert!(selection.wants(&Finder::new().find("http://a.example/soup/1").unwrap()));
/// assert!(!selection.wants(&Finder::new().find("http://a.example/SOUP/1").unwrap()));
/// # Ok::<(), napkin::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Patterns {
    automaton: AhoCorasick,
}

impl Patterns {
    /// Returns these strings. `ignore_case` ignores the case of ASCII letters.
    ///
    /// # Errors
    /// Returns an error if there are too many.
    pub fn new<P: AsRef<[u8]>>(patterns: impl IntoIterator<Item = P>, ignore_case: bool) -> Result<Patterns, Error> {
        let automaton = AhoCorasick::builder().ascii_case_insensitive(ignore_case).build(patterns);
        automaton
            .map(|automaton| Patterns { automaton })
            .map_err(|error| Error::configuration(format!("the patterns are too large: {error}")))
    }
}

impl Condition for Patterns {
    fn holds(&self, link: &Link<'_>) -> bool {
        self.automaton.is_match(link.url())
    }

    fn holds_of_refused(&self, refused: &Refused<'_>) -> Option<bool> {
        Some(self.automaton.is_match(refused.as_bytes()))
    }
}

/// Regular expressions, one of which has to match somewhere in the URL or a part of it. Matching takes linear time.
///
/// ```
/// use napkin::{Finder, filter::{Regexps, Selection}};
///
/// let selection = Selection::new().condition(Regexps::new([r"^https?://[^/]*/\d+$"], false)?);
/// assert!(selection.wants(&Finder::new().find("http://a.example/17").unwrap()));
/// # Ok::<(), napkin::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Regexps {
    set: RegexSet,
}

/// The number of expressions in the first part.
const FIRST_PART: usize = 1000;

impl Regexps {
    /// Returns these expressions. `ignore_case` ignores letter case.
    ///
    /// # Errors
    /// Returns an error for an invalid expression, or if they are too large together.
    pub fn new<P: AsRef<str>>(patterns: impl IntoIterator<Item = P>, ignore_case: bool) -> Result<Regexps, Error> {
        let patterns: Vec<P> = patterns.into_iter().collect();
        let set = |count: usize| RegexSetBuilder::new(&patterns[..count]).case_insensitive(ignore_case).build();
        // That they are too large is known only after a time that grows with the square of their number.
        let parts = iter::successors(Some(FIRST_PART), |count| count.checked_mul(4));
        for count in parts.take_while(|count| *count < patterns.len()) {
            set(count).map_err(|error| Error::configuration(reason(&error)))?;
        }
        let set = set(patterns.len()).map_err(|error| Error::configuration(reason(&error)))?;
        Ok(Regexps { set })
    }

    /// Returns `true` if an expression matches.
    pub fn is_match(&self, text: &str) -> bool {
        self.set.is_match(text)
    }
}

impl Condition for Regexps {
    fn holds(&self, link: &Link<'_>) -> bool {
        self.is_match(link.url())
    }

    fn holds_of_refused(&self, refused: &Refused<'_>) -> Option<bool> {
        Some(self.is_match(&String::from_utf8_lossy(refused.as_bytes())))
    }
}

/// Returns the error in one line. The one of regex has several, with a caret below the place.
fn reason(error: &regex::Error) -> String {
    if let regex::Error::CompiledTooBig(limit) = error {
        return format!("the regular expressions are too large: they compile to more than {limit} bytes");
    }
    let text = error.to_string();
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    match lines.as_slice() {
        [_, pattern, .., reason] => {
            format!("{pattern:?} is not a regular expression: {}", reason.strip_prefix("error: ").unwrap_or(reason))
        }
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_said_in_a_line() {
        for pattern in ["a(b", "[", "a{2,1}", "\\"] {
            let message = Regexps::new([pattern], false).unwrap_err().to_string();
            assert!(!message.contains('\n') && message.contains("is not a regular expression: "), "{message}");
        }
        let message = Regexps::new(["(?:a{1000}){1000}"], false).unwrap_err().to_string();
        assert!(message.contains("too large"), "{message}");
        // The first part alone is too large, and no expression of it.
        let many = (0..2 * FIRST_PART).map(|number| format!("a{number}[0-9]{{3,400}}b"));
        let message = Regexps::new(many, false).unwrap_err().to_string();
        assert!(message.contains("too large"), "{message}");
    }
}
