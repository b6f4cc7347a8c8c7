//! Patterns with wildcards, matched in time that the product of both lengths bounds.

/// A pattern: `?` stands for one character and `*` for any number of them, neither of them for a `/`; `**` stands for
/// anything. There are no other signs.
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
    /// Whether a `/` is in it.
    has_slash: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    One(char),
    Any,
    Some,
    All,
}

impl Glob {
    /// The pattern that is written so.
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
        Glob { signs, has_slash: pattern.contains('/') }
    }

    /// Whether it matches all of the text.
    pub fn matches(&self, text: &str) -> bool {
        let text: Vec<char> = text.chars().collect();
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
                Some(&Sign::One(c)) if text.get(at) == Some(&c) => {
                    (sign, at) = (sign + 1, at + 1);
                    continue;
                }
                Some(Sign::Any) if text.get(at).is_some_and(|&c| c != '/') => {
                    (sign, at) = (sign + 1, at + 1);
                    continue;
                }
                _ => {}
            }
            if let Some((from, end)) = some.filter(|&(_, end)| text.get(end).is_some_and(|&c| c != '/')) {
                some = Some((from, end + 1));
                (sign, at) = (from + 1, end + 1);
            } else if let Some((from, end)) = all.filter(|&(_, end)| end < text.len()) {
                (all, some) = (Some((from, end + 1)), None);
                (sign, at) = (from + 1, end + 1);
            } else {
                return false;
            }
        }
    }

    /// Whether it matches a path. A pattern without a slash is matched against what stands behind the last one, as in
    /// gitignore; any other against the whole path, whose first slash need not be in the pattern.
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

    /// The obvious way, which takes for ever.
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
        let texts = words(&['a', '/', 'b'], 5);
        for pattern in words(&['a', '/', '*', '?'], 5) {
            let glob = Glob::new(&pattern);
            for text in &texts {
                let chars: Vec<char> = text.chars().collect();
                assert_eq!(glob.matches(text), naive(&glob.signs, &chars), "{pattern} {text}");
            }
        }
    }

    #[test]
    fn many_stars_take_no_time() {
        let glob = Glob::new(&("a*".repeat(200) + "b"));
        assert!(!glob.matches(&"a".repeat(20_000)));
        let glob = Glob::new(&("a**".repeat(200) + "b"));
        assert!(!glob.matches(&"a".repeat(20_000)));
    }
}
