//! Repairs of invalid strings, if they are obvious. The validator accepts every proposal.

use napkin::{Delimiter, Finder, Grammar, Kind, Kinds, Uri, write::is_hidden};

use crate::verbs::verdict::Judge;

/// The most repairs of a string, so that a long one with many faults costs only that many reads. Each repair fixes all
/// faults of a kind.
const REPAIRS: usize = 16;

#[derive(Debug, PartialEq, Eq)]
pub struct Advice {
    pub help: String,
    /// A valid string; `None` if the string can stay.
    pub instead: Option<Instead>,
}

#[derive(Debug, PartialEq, Eq)]
pub struct Instead {
    pub text: String,
    pub at: usize,
}

impl Advice {
    /// Returns advice on `text`, which `judge` refused for the byte at `at`.
    pub fn find(text: &str, at: usize, judge: Judge) -> Option<Advice> {
        unwrap(text, judge)
            .or_else(|| complete(text, at, judge))
            .or_else(|| put_slashes_right(text, at, judge))
            .or_else(|| protect_colon(text, at, judge))
            .or_else(|| leave_out_fragment(text, at, judge))
            .or_else(|| escape(text, at, judge))
    }
}

fn instead(help: impl Into<String>, text: impl Into<String>, at: usize) -> Option<Advice> {
    Some(Advice { help: help.into(), instead: Some(Instead { text: text.into(), at }) })
}

/// Removes delimiters that were copied with a URL.
fn unwrap(text: &str, judge: Judge) -> Option<Advice> {
    const MARKS: [(&str, &str); 8] =
        [("<URL:", ">"), ("<", ">"), ("\"", "\""), ("'", "'"), ("“", "”"), ("‘", "’"), ("«", "»"), ("`", "`")];
    let trimmed = text.trim_matches(|char: char| char.is_whitespace() || is_hidden(char));
    if trimmed.len() < text.len() && judge.accepts(trimmed) {
        let help = if text.strip_suffix('\r') == Some(trimmed) {
            "remove the carriage return at the end"
        } else {
            "remove the white space and hidden characters around it"
        };
        return instead(help, trimmed, 0);
    }
    let inside = MARKS.iter().find_map(|(open, close)| trimmed.strip_prefix(open)?.strip_suffix(close))?.trim();
    if judge.accepts(inside) { instead("remove the quotes or brackets around it", inside, 0) } else { None }
}

fn complete(text: &str, at: usize, judge: Judge) -> Option<Advice> {
    if text.is_empty() || judge.reference || has_scheme(text, at) {
        return None;
    }
    let completed = if text.starts_with("//") { Some(format!("http:{text}")) } else { completed(text, judge.grammar) };
    if let Some(url) = completed.filter(|url| judge.accepts(url)) {
        let scheme = &url[..url.len() - text.len()];
        return instead(format!("begin with a scheme, such as \"{scheme}\""), url, 0);
    }
    let reference = Judge { reference: true, ..judge };
    let help = "this is a relative reference; --reference allows it";
    reference.accepts(text).then(|| Advice { help: help.to_string(), instead: None })
}

fn has_scheme(text: &str, at: usize) -> bool {
    text.as_bytes()[..at].contains(&b':')
}

/// Returns the URL for a host name or mail address, if it is one from beginning to end.
fn completed(text: &str, grammar: Grammar) -> Option<String> {
    let kinds = Kinds::NONE.with(Kind::Www).with(Kind::Domain).with(Kind::Email);
    let finder = Finder::builder().kinds(kinds).grammar(grammar).build().ok()?;
    let link = finder.find_iter(text).next()?;
    let whole = link.range() == (0..text.len()) && link.delimiter() == Delimiter::Bare && link.url().ends_with(text);
    whole.then(|| link.url().to_string())
}

/// Adds missing slashes after a scheme, or removes wrong ones.
fn put_slashes_right(text: &str, at: usize, judge: Judge) -> Option<Advice> {
    let (scheme, rest) = text.split_once(':')?;
    // The text before the colon must be a scheme, and a drive letter is not a host.
    let is_scheme = !scheme.contains(['/', '?', '#']);
    if !is_scheme || rest.split(['/', '?', '#']).next().is_some_and(|host| host.ends_with(':')) {
        return None;
    }
    if !(scheme.len() + 1..=scheme.len() + 2).contains(&at) {
        return None;
    }
    let colon = scheme.len() + 1;
    let rest = rest.trim_start_matches('/');
    // Slashes alone make no useful URL.
    if rest.trim_matches('@').is_empty() {
        return None;
    }
    let (with, without) = (format!("{scheme}://{rest}"), format!("{scheme}:{rest}"));
    if text != with && judge.accepts(&with) {
        instead(format!("begin with \"{scheme}://\""), with, colon)
    } else if text != without && judge.accepts(&without) {
        instead(format!("remove the slashes after \"{scheme}:\""), without, colon)
    } else {
        None
    }
}

/// Prevents that a colon in the first segment of a relative path ends a scheme (RFC 3986, 4.2).
fn protect_colon(text: &str, at: usize, judge: Judge) -> Option<Advice> {
    if text.as_bytes().get(at) != Some(&b':') || text[..at].contains(['/', '?', '#', ':']) {
        return None;
    }
    let protected = format!("./{text}");
    if judge.accepts(&protected) { instead("begin a relative path with \"./\"", protected, 0) } else { None }
}

/// Removes the fragment if it is not part of a URL by the document.
fn leave_out_fragment(text: &str, at: usize, judge: Judge) -> Option<Advice> {
    let (url, _) = text.split_once('#')?;
    if at == url.len() && judge.accepts(url) { instead("remove the fragment", url, at) } else { None }
}

/// Escapes characters that are not allowed in a path, a query or a fragment.
fn escape(text: &str, at: usize, judge: Judge) -> Option<Advice> {
    // Some grammars allow only some non-ASCII characters.
    let ascii_only = Uri::parse("http://a.example/é", judge.grammar).is_err();
    let mut escaped = text.to_string();
    let mut fault = at;
    let mut kinds: Vec<String> = Vec::new();
    for _ in 0..REPAIRS {
        let char = escaped.get(fault..)?.chars().next()?;
        if !is_escapable(char, &escaped[..fault]) || fault < end_of_authority(&escaped) {
            return None;
        }
        let all_others = ascii_only && !char.is_ascii();
        kinds.push(if all_others { "non-ASCII characters as escapes".into() } else { written(char) });
        let tail = escape_all(&escaped[fault..], |other| other == char || all_others && !other.is_ascii());
        escaped.truncate(fault);
        escaped.push_str(&tail);
        match judge.judge(&escaped) {
            Ok(_) => return instead(format!("write {}", kinds.join(", ")), escaped, at),
            Err(next) if next.at() > fault => fault = next.at(),
            Err(_) => return None,
        }
    }
    None
}

/// `% as %25`.
fn written(char: char) -> String {
    let mut buffer = [0; 4];
    let char: &str = char.encode_utf8(&mut buffer);
    format!("{} as {}", if char == " " { "a space" } else { char }, escape_all(char, |_| true))
}

/// Returns `true` if escaping the character keeps the meaning. A control character is a mistake, some readers take a
/// backslash for a slash, and an escaped delimiter no longer delimits.
fn is_escapable(char: char, before: &str) -> bool {
    match char {
        '#' => before.contains('#'),
        ' ' | '"' | '%' | '<' | '>' | '[' | ']' | '^' | '`' | '{' | '|' | '}' | '~' => true,
        _ => !char.is_ascii() && !is_hidden(char),
    }
}

/// Returns the end of the authority. Nothing before it is escaped: parsers disagree on the resulting host.
fn end_of_authority(text: &str) -> usize {
    let scheme = if text.starts_with("//") { 0 } else { text.find(':').map_or(text.len(), |colon| colon + 1) };
    match text[scheme..].strip_prefix("//") {
        Some(authority) => {
            let start = text.len() - authority.len();
            start + authority.find(['/', '?', '#']).unwrap_or(authority.len())
        }
        None => 0,
    }
}

/// Escapes the characters that `which` selects. A percent sign that begins an escape stays.
fn escape_all(text: &str, which: impl Fn(char) -> bool) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for (at, char) in text.char_indices() {
        if which(char) && !(char == '%' && is_escape(&text.as_bytes()[at..])) {
            for byte in char.encode_utf8(&mut [0; 4]).bytes() {
                out.push_str(&format!("%{byte:02X}"));
            }
        } else {
            out.push(char);
        }
    }
    out
}

fn is_escape(bytes: &[u8]) -> bool {
    matches!(bytes, [b'%', high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use proptest::{proptest, test_runner::Config as ProptestConfig};

    use super::*;

    fn advice(text: &str, grammar: Grammar, reference: bool) -> Option<Advice> {
        let judge = Judge { grammar, reference, schemes: true };
        let rejection = judge.judge(text).expect_err(text);
        let advice = Advice::find(text, rejection.at(), judge);
        if let Some(Advice { instead: Some(instead), .. }) = &advice {
            assert!(judge.accepts(&instead.text), "{text}: {advice:?}");
            assert!(instead.at <= instead.text.len(), "{text}: {advice:?}");
        }
        advice
    }

    #[track_caller]
    fn assert_instead(text: &str, instead: &str) {
        let advice = advice(text, Grammar::Rfc3986, false);
        assert_eq!(advice.and_then(|advice| advice.instead).map(|instead| instead.text).as_deref(), Some(instead));
    }

    #[test]
    fn what_can_not_stand_there_is_escaped() {
        assert_instead("http://a.example/50%", "http://a.example/50%25");
        assert_instead("http://a.example/%zz%20%", "http://a.example/%25zz%20%25");
        assert_instead("http://a.example/b c?d e", "http://a.example/b%20c?d%20e");
        assert_instead("http://a.example/b[0]?[1]#[2]", "http://a.example/b%5B0%5D?%5B1%5D#%5B2%5D");
        assert_instead("http://a.example/é?日", "http://a.example/%C3%A9?%E6%97%A5");
        assert_instead("http://a.example/#b#c#", "http://a.example/#b%23c%23");
        assert_instead("mailto:sam@a.example?subject=a b", "mailto:sam@a.example?subject=a%20b");
        let advice = advice("http://a.example/日\u{e000}", Grammar::Rfc3987, false).unwrap();
        assert_eq!(advice.instead.unwrap().text, "http://a.example/日%EE%80%80", "what may stand there stays");
        assert_eq!(advice.help, "write \u{e000} as %EE%80%80");
    }

    #[test]
    fn what_was_copied_along_is_left_out() {
        assert_instead(" http://a.example/b\r", "http://a.example/b");
        assert_instead("http://a.example/b\r", "http://a.example/b");
        assert_instead("\u{feff}http://a.example/b\u{200e}", "http://a.example/b");
        assert_instead("\u{200d}a:", "a:");
        assert_instead("<http://a.example/b>", "http://a.example/b");
        assert_instead("<URL:http://a.example/b>", "http://a.example/b");
        assert_instead("“http://a.example/b” ", "http://a.example/b");
    }

    #[test]
    fn schemes_and_slashes_are_completed() {
        assert_instead("www.example.org/b", "http://www.example.org/b");
        assert_instead("example.org", "http://example.org");
        assert_instead("sam@example.org", "mailto:sam@example.org");
        assert_instead("//a.example/b", "http://a.example/b");
        assert_instead("http:/a.example/b", "http://a.example/b");
        assert_instead("http:a.example", "http://a.example");
        assert_instead("mailto://sam@a.example", "mailto:sam@a.example");
    }

    #[test]
    fn a_fragment_is_left_out_where_it_is_no_part_of_a_url() {
        for grammar in Grammar::ALL {
            let text = "http://a.example/b#c#d";
            let judge = Judge { grammar, reference: false, schemes: true };
            let fragments = judge.accepts("http://a.example/b#c");
            let expected = if fragments { "http://a.example/b#c%23d" } else { "http://a.example/b" };
            let instead = advice(text, grammar, false).and_then(|advice| advice.instead);
            assert_eq!(instead.map(|instead| instead.text).as_deref(), Some(expected), "{}", grammar.name());
        }
    }

    #[test]
    fn references_have_advice_of_their_own() {
        let relative = advice("../b", Grammar::Rfc3986, false).unwrap();
        assert_eq!((relative.instead, relative.help.contains("--reference")), (None, true));
        let colon = advice("1:b", Grammar::Rfc3986, true).unwrap();
        assert_eq!(colon.instead.unwrap().text, "./1:b");
        let space = advice("b c", Grammar::Rfc3986, true).unwrap();
        assert_eq!(space.instead.unwrap(), Instead { text: "b%20c".into(), at: 1 });
    }

    #[test]
    fn what_is_not_plain_is_left_to_people() {
        for text in [
            "",
            ":",
            "http://",
            "http://a.example:80x/",
            "http://a.example:99999/",
            "http://a b.example/",
            "http://a%.example/b",
            "http://sam%@a.example/",
            r"http://a.example\b",
            r"http://a.example/b\c",
            "http://a.example/b\tc",
            "http://a.example/b\u{202e}c",
            "http://[::1/",
            "http://é.example/",
            "news:",
            "1:b",
        ] {
            assert_eq!(advice(text, Grammar::Rfc3986, false), None, "{text}");
        }
    }

    #[test]
    fn a_long_string_costs_no_more_than_reading_it_a_few_times() {
        let excluded = " \"<>[]^`{|}";
        for text in [excluded.repeat(100_000), "%".repeat(1 << 20), "é ".repeat(300_000)] {
            assert!(advice(&format!("http://a.example/{text}"), Grammar::Rfc3986, false).is_some());
        }
        assert_eq!(advice(&"<".repeat(1 << 20), Grammar::Rfc3986, false), None);
    }

    /// Parts of URLs, and of mistakes in them.
    const MIXED: &str = "(http:|mailto:|www[.]|a[.]example|//|%2|%20|<URL:|[:/?#\\[\\]@% <>\"~.\\\\a]|[\0\t\r]|\
                         [\u{e9}\u{301}\u{6771}\u{1f469}\u{200d}\u{202e}\u{feff}\u{e000}\u{10ffff}]){0,10}";

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4096, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn every_string_has_advice_that_holds_or_none(text in MIXED, reference: bool) {
            for grammar in Grammar::ALL {
                if (Judge { grammar, reference, schemes: true }).judge(&text).is_err() {
                    let _ = advice(&text, grammar, reference);
                }
            }
        }
    }
}
