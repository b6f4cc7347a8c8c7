//! The words that a text can be searched by. `write/html/search.js` splits a query in the same way.

/// The longest term, in characters: a SHA-1 in hexadecimal.
const LONGEST: usize = 40;

/// Calls `take` for each term of a text: words of at least two letters or digits, in lower case. Scripts without spaces have pairs of
/// neighbouring characters instead.
///
/// `Soup, 山田さん` has the terms `soup`, `山田`, `田さ` and `さん`.
pub(crate) fn terms(text: &str, take: &mut dyn FnMut(&str)) {
    let mut open = OpenTerm::default();
    for c in text.chars() {
        if !is_of_term(c) {
            open.end(take);
        } else if has_no_spaces(c) {
            if open.length > 0 {
                open.end(take);
            }
            if let Some(before) = open.before {
                open.is_paired = true;
                take(&String::from_iter([before, c]));
            }
            open.before = Some(c);
        } else {
            if open.before.is_some() {
                open.end(take);
            }
            open.push(c);
        }
    }
    open.end(take);
}

#[derive(Default)]
struct OpenTerm {
    word: String,
    /// The length of the word in characters.
    length: usize,
    /// The character before, if it belongs to a script without spaces.
    before: Option<char>,
    /// True if that is in a pair.
    is_paired: bool,
}

impl OpenTerm {
    fn push(&mut self, c: char) {
        if self.length < LONGEST {
            self.length += 1;
            if c.is_ascii() { self.word.push(c.to_ascii_lowercase()) } else { self.word.extend(c.to_lowercase()) }
        }
    }

    fn end(&mut self, take: &mut dyn FnMut(&str)) {
        if self.length > 1 {
            take(&self.word);
        }
        if let Some(single) = self.before.take().filter(|_| !self.is_paired) {
            take(single.encode_utf8(&mut [0; 4]));
        }
        self.word.clear();
        (self.length, self.is_paired) = (0, false);
    }
}

/// Returns `true` for letters and digits. Those beyond U+FFFF are left out: browsers sort them before others.
fn is_of_term(c: char) -> bool {
    c.is_ascii_alphanumeric() || !c.is_ascii() && c.is_alphanumeric() && u32::from(c) <= 0xFFFF
}

/// Returns `true` for characters of scripts that put no spaces between words: Thai, Lao, Burmese, Khmer, Chinese and Japanese.
fn has_no_spaces(c: char) -> bool {
    matches!(c, '\u{E00}'..='\u{EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}')
        || matches!(c, '\u{2E80}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_have_terms() {
        for (text, expected) in [
            ("Soup, for 2 or 12", "soup for or 12"),
            ("a-b c'd É_É", ""),
            ("Süße ΟΔΟΣ İx", "süße οδοσ i\u{307}x"),
            ("Soup山田さんx", "soup 山田 田さ さん"),
            ("山 山、山田。", "山 山 山田"),
            ("ab𝐀cd 한국어", "ab cd 한국어"),
            ("http://a.example/Soup?q=1", "http example soup"),
        ] {
            let mut found = Vec::new();
            terms(text, &mut |term| found.push(term.to_owned()));
            assert_eq!(found.join(" "), expected, "{text}");
        }
        let mut lengths = Vec::new();
        terms(&"é".repeat(100), &mut |term| lengths.push(term.chars().count()));
        assert_eq!(lengths, [LONGEST]);
    }
}
