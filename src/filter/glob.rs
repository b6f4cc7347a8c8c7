//! Patterns with wildcards. Matching takes at most the product of both lengths.

/// A pattern: `?` matches one character except `/`, `*` any number of them, and `**` any text.
///
/// ```
/// use napkin::filter::Glob;
///
/// assert!(Glob::new("/docs/*.pdf").matches("/docs/a.pdf"));
/// assert!(!Glob::new("/docs/*.pdf").matches("/docs/old/a.pdf"));
/// assert!(Glob::new("/docs/**.pdf").matches("/docs/old/a.pdf"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glob {
    signs: Vec<Sign>,
    /// The text after the last wildcard. It rules out most texts.
    suffix: String,
    has_slash: bool,
    /// True if a `*` follows a `**`. Then the match of one may have to grow for each match of the other.
    is_mixed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    One(char),
    Any,
    Some,
    All,
}

impl Sign {
    fn is_for(self, c: char) -> bool {
        match self {
            Sign::One(own) => own == c,
            Sign::Any => c != '/',
            Sign::Some | Sign::All => false,
        }
    }

    /// Returns `true` if the sign matches this character and stays for the next.
    fn stays(self, c: char) -> bool {
        self == Sign::All || self == Sign::Some && c != '/'
    }
}

impl Glob {
    /// Returns the pattern.
    pub fn new(pattern: &str) -> Glob {
        let mut signs = Vec::new();
        for c in pattern.chars() {
            match (c, signs.last()) {
                ('*', Some(Sign::All)) => {}
                ('*', Some(Sign::Some)) => *signs.last_mut().unwrap_or(&mut Sign::All) = Sign::All,
                ('*', _) => signs.push(Sign::Some),
                ('?', _) => signs.push(Sign::Any),
                (c, _) => signs.push(Sign::One(c)),
            }
        }
        let suffix = pattern.rsplit(['*', '?']).next().unwrap_or_default().to_owned();
        let all = signs.iter().position(|sign| *sign == Sign::All).unwrap_or(signs.len());
        let is_mixed = signs[all..].contains(&Sign::Some);
        Glob { signs, suffix, has_slash: pattern.contains('/'), is_mixed }
    }

    /// Returns the longest part without wildcards, which every match contains. It may be empty.
    pub(super) fn longest_literal(&self) -> String {
        let runs = self.signs.split(|sign| !matches!(sign, Sign::One(_)));
        let characters = |run: &[Sign]| {
            run.iter().filter_map(|sign| if let Sign::One(c) = sign { Some(*c) } else { None }).collect()
        };
        runs.map(characters).max_by_key(String::len).unwrap_or_default()
    }

    /// Returns `true` if the pattern matches the whole text.
    pub fn matches(&self, text: &str) -> bool {
        if !text.ends_with(&self.suffix) {
            return false;
        }
        if self.is_mixed { self.matches_at_once(text) } else { self.matches_in_turn(text) }
    }

    /// Matches with one possible next sign after the other.
    fn matches_in_turn(&self, text: &str) -> bool {
        let character = |at: usize| text[at..].chars().next();
        // To be matched next: a sign and a character; and where to begin again, one character later, when that fails. What
        // `*` stood for is grown first, and `**` where that comes to a slash.
        let (mut sign, mut at) = (0, 0);
        let mut some: Option<(usize, usize)> = None;
        let mut all = some;
        loop {
            match self.signs.get(sign) {
                Some(Sign::All) => {
                    (all, some) = (Some((sign, at)), None);
                    sign += 1;
                    continue;
                }
                Some(Sign::Some) => {
                    some = Some((sign, at));
                    sign += 1;
                    continue;
                }
                None if at == text.len() => return true,
                Some(&wanted) => {
                    if let Some(c) = character(at).filter(|&c| wanted.is_for(c)) {
                        (sign, at) = (sign + 1, at + c.len_utf8());
                        continue;
                    }
                }
                None => {}
            }
            let grown = |(from, end): (usize, usize)| character(end).map(|c| (from, end + c.len_utf8(), c));
            if let Some((from, end, _)) = some.and_then(grown).filter(|&(_, _, c)| c != '/') {
                some = Some((from, end));
                (sign, at) = (from + 1, end);
            } else if let Some((from, end, _)) = all.and_then(grown) {
                (all, some) = (Some((from, end)), None);
                (sign, at) = (from + 1, end);
            } else {
                return false;
            }
        }
    }

    /// Matches with all possible next signs tracked together.
    fn matches_at_once(&self, text: &str) -> bool {
        let signs = &self.signs;
        // Each sign may come next, or may not; the last entry says that the pattern may be over.
        let mut next = vec![false; signs.len() + 1];
        next[0] = true;
        let pass_empty = |next: &mut [bool]| {
            for (at, sign) in signs.iter().enumerate() {
                next[at + 1] |= next[at] && matches!(sign, Sign::Some | Sign::All);
            }
        };
        pass_empty(&mut next);
        for c in text.chars() {
            // From the last on, so that none is asked for what came of this character.
            for (at, &sign) in signs.iter().enumerate().rev() {
                let is_next = next[at];
                next[at + 1] =
                    sign.is_for(c) && is_next || next[at + 1] && at + 1 < signs.len() && signs[at + 1].stays(c);
            }
            next[0] &= signs.first().is_some_and(|sign| sign.stays(c));
            pass_empty(&mut next);
        }
        next[signs.len()]
    }

    /// Returns `true` if the pattern matches a path. A pattern without a slash matches the last segment, as in
    /// gitignore. Any other matches the whole path; it may leave out the first slash.
    ///
    /// ```
    /// use napkin::filter::Glob;
    ///
    /// assert!(Glob::new("*.pdf").matches_path("/docs/a.pdf") && !Glob::new("/*.pdf").matches_path("/docs/a.pdf"));
    /// assert!(Glob::new("*/a.pdf").matches_path("/docs/a.pdf") && !Glob::new("*/a.pdf").matches_path("/docs/old/a.pdf"));
    /// ```
    pub fn matches_path(&self, path: &str) -> bool {
        if !self.has_slash {
            return self.matches(path.rsplit('/').next().unwrap_or(path));
        }
        let is_rooted = self.signs.first() == Some(&Sign::One('/'));
        let below = path.strip_prefix('/').filter(|_| !is_rooted);
        self.matches(path) || below.is_some_and(|below| self.matches(below))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The obvious algorithm, which takes exponential time.
    fn naive(signs: &[Sign], text: &[char]) -> bool {
        match (signs.split_first(), text.split_first()) {
            (None, first) => first.is_none(),
            (Some((Sign::One(c), signs)), Some((d, text))) => c == d && naive(signs, text),
            (Some((Sign::Any, signs)), Some((d, text))) => *d != '/' && naive(signs, text),
            (Some((Sign::One(_) | Sign::Any, _)), None) => false,
            (Some((sign, rest)), first) => {
                naive(rest, text)
                    || first.is_some_and(|(&d, text)| (*sign == Sign::All || d != '/') && naive(signs, text))
            }
        }
    }

    #[test]
    fn all_short_patterns_match_as_the_obvious_way_does() {
        let words = |letters: &[char], most: usize| {
            let mut words = vec![String::new()];
            for at in 0.. {
                if words[at].chars().count() == most {
                    break;
                }
                for letter in letters {
                    let word = format!("{}{letter}", words[at]);
                    words.push(word);
                }
            }
            words
        };
        let texts = words(&['a', '/', 'ü'], 5);
        for pattern in words(&['a', '/', 'ü', '*', '?'], 5) {
            let glob = Glob::new(&pattern);
            for text in &texts {
                let chars: Vec<char> = text.chars().collect();
                assert_eq!(glob.matches(text), naive(&glob.signs, &chars), "{pattern} {text}");
            }
        }
    }

    #[test]
    fn many_stars_take_no_time() {
        let text = "a".repeat(20_000) + "b";
        assert!(!Glob::new("**a*c*").matches(&"a".repeat(200_000)));
        for star in ["*", "**"] {
            let glob = Glob::new(&format!("{}c{star}b", format!("a{star}").repeat(200)));
            assert!(!glob.matches(&text));
        }
    }
}
