//! URLs that gateways rewrote: their own cases, by themselves and in text, in mail and as HTML, and rewritten at random.

use napkin::{Finder, Grammar, Linkifier, Rejoin, Uri, uri::unwrap_redirect};
use serde::Deserialize;

use crate::strings::Strings;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Corpus {
    case: Vec<Case>,
}

/// One line of `corpus/unwrap.toml`, which explains itself.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    written: String,
    target: Option<String>,
    #[serde(default)]
    why: String,
}

fn cases() -> Vec<Case> {
    let corpus: Corpus = toml::from_str(include_str!("../../corpus/unwrap.toml")).expect("corpus/unwrap.toml");
    corpus.case
}

fn finder() -> Finder {
    Finder::builder().unwrap_redirects(true).build().expect("it is valid")
}

#[test]
fn cases_by_themselves() {
    let cases = cases();
    assert!(cases.len() > 90, "only {} cases", cases.len());
    for Case { written, target, why } in cases {
        assert!(Uri::parse(&written, Grammar::default()).is_ok(), "{written}");
        assert_eq!(unwrap_redirect(&written), target, "{written}: {why}");
    }
}

#[test]
fn cases_in_text() {
    // In prose what stands at the end of a sentence's part is none of a URL.
    for Case { written, target, why } in cases().into_iter().filter(|case| !case.written.ends_with(';')) {
        let text = format!("at <{written}>, or so");
        let found: Vec<_> = finder().find_iter(&text).collect();
        assert_eq!(found.len(), 1, "{written}");
        let link = &found[0];
        let expected = target.as_deref().unwrap_or(&written);
        let was_written = target.is_some().then_some(written.as_str());
        assert_eq!(link.url(), expected, "{written}: {why}");
        assert_eq!((link.written(), link.alternative()), (was_written, was_written), "{written}");
        assert_eq!((link.as_bytes(), link.range()), (written.as_bytes(), 4..4 + written.len()), "{written}");
        let uri = Uri::parse(expected, Grammar::default()).expect("it is valid");
        assert_eq!((link.scheme(), link.host()), (uri.scheme().unwrap(), uri.host()), "{written}");
        let plain: Vec<_> = Finder::new().find_iter(&text).collect();
        assert_eq!((plain[0].url(), plain[0].written()), (written.as_str(), None), "{written}");
    }
}

#[test]
fn the_href_is_the_target_and_the_text_stays() {
    let written = "https://slack-redir.net/link?url=https%3A%2F%2Fa.example%2Fb%3Fc%26d";
    assert_eq!(
        Linkifier::new(finder()).to_string(&format!("at {written}.")),
        format!(
            r#"at <a href="https://a.example/b?c&amp;d" class="napkin-unwrapped" title="leads to the target that the URL names" data-host="a.example">{written}</a>."#
        )
    );
}

#[test]
fn schemes_are_those_of_the_target() {
    let text = "https://slack-redir.net/link?url=ftp%3A%2F%2Fa.example%2Fb";
    let found = |scheme: &str| {
        let finder = Finder::builder().unwrap_redirects(true).schemes([scheme]).build().expect("it is valid");
        finder.find(text).map(|link| link.url().to_string())
    };
    assert_eq!(found("ftp").as_deref(), Some("ftp://a.example/b"));
    assert_eq!(found("https"), None);
}

#[test]
fn a_target_has_to_be_a_link_by_itself() {
    for (target, grammar) in [
        ("http%3A%2F%2F-a.example%2F", Grammar::Rfc3987),
        ("http%3A%2F%2F1.2.3%2F", Grammar::Rfc3987),
        ("http%3A%2F%2Fa.example%2F%C3%BC", Grammar::Rfc3986),
    ] {
        let written = format!("https://slack-redir.net/link?url={target}");
        let finder = Finder::builder().unwrap_redirects(true).grammar(grammar).build().expect("it is valid");
        assert_eq!(finder.find(&written).unwrap().url(), written);
        assert!(unwrap_redirect(&written).is_some(), "by itself it is a URI");
    }
}

#[test]
fn a_rewritten_url_that_was_broken_keeps_its_other_reading() {
    let text = "<https://slack-redir.net/link?url=https%3A%2F%2Fa.example%2Fb\u{2010}\nc>";
    let finder = finder();
    let link = finder.find(text).unwrap();
    assert_eq!((link.url(), link.pieces().len()), ("https://a.example/bc", 2));
    assert_eq!(link.written(), Some("https://slack-redir.net/link?url=https%3A%2F%2Fa.example%2Fbc"));
    assert_eq!(link.alternative(), Some("https://slack-redir.net/link?url=https%3A%2F%2Fa.example%2Fb-c"));
}

#[test]
fn a_break_inside_the_authority_of_a_target_is_told_or_keeps_it_as_it_is_written() {
    let start = "https://nam04.safelinks.protection.outlook.com/?url=https%3A%2F%2F";
    for (text, inside) in [
        (format!("<{start}www.archive.exa\nmple%2Fb>"), Some("host")),
        (format!("<{start}sam%40a.exa\nmple%2Fb>"), Some("host")),
        (format!("<{start}www.archive.example%2F\nb>"), None),
        (format!("<{start}www.archive.example%2Fb%\n2Fc>"), None),
        (format!("<{start}www.archive.example%2Fb%2\nFc>"), None),
        (format!("<{start}www.archive.example%2Fb&data=05\n%7C01&re\nserved=0>"), None),
        (format!("<{}\n%2Fwww.archive.example%2Fb>", start.strip_suffix("%2F").unwrap()), Some("host")),
    ] {
        let finder = finder();
        let link = finder.find(&text).unwrap();
        let told = link.rejoined().and_then(|rejoined| rejoined.inside).map(|part| part.name());
        assert!(link.written().is_some(), "{text}");
        assert_eq!(told, inside, "{text}");
    }
    let quoted = |first: &str, second: &str| {
        let text = format!("> it is at {start}{first}\n> {second}\n>\n");
        let finder = Finder::builder().unwrap_redirects(true).rejoin(Rejoin::Eager).build().expect("it is valid");
        let link = finder.find(&text).unwrap();
        assert_eq!(link.pieces().len(), 2, "{text}");
        (link.url().to_string(), link.written().is_some())
    };
    let (url, is_target) =
        quoted("www.archive.example%2Fpapers%2F2026%2Fa-survey-of-wrapped-", "urls-in-mail.html%3Fa%3D1&data=05");
    assert!(is_target, "{url}");
    let (url, is_target) = quoted(
        "www.archive-of-papers-that-were-wrapped-by-gateways-",
        "of-mail.example%2F2026%2Fa-survey.html&data=05",
    );
    assert!(!is_target, "{url}");
}

/// The URL with all that could mean something in another one percent-encoded.
fn encoded(url: &str) -> String {
    let byte = |byte: u8| match byte {
        b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    url.bytes().map(byte).collect()
}

#[test]
fn what_is_rewritten_comes_back() {
    let is_shown = |uri: &Uri<'_>| {
        let is_plain = uri.as_str().chars().all(|c| c.is_ascii() || c.is_alphanumeric());
        is_plain && matches!(uri.scheme(), Some("http" | "https" | "ftp" | "mailto"))
    };
    let mut strings = Strings::new();
    let mut checked = 0;
    for _ in 0..200_000 {
        let text = strings.next();
        // Any string as a target: it comes back as it was, or not at all.
        let wraps = [
            format!("https://slack-redir.net/link?url={}", encoded(text)),
            format!("https://secure-web.cisco.com/token/{}", encoded(text)),
            format!("https://urldefense.com/v2/url?u={}", encoded(text).replace('%', "-")),
            format!("https://urldefense.com/v3/__{}__;!!a!b$", encoded(text)),
        ];
        let is_target =
            Uri::parse(text, Grammar::default()).is_ok_and(|uri| is_shown(&uri)) && unwrap_redirect(text).is_none();
        // In the last one two things mean something else.
        let is_plain = !text.contains('*') && !text.contains("__;");
        for wrapped in &wraps[..if is_plain { 4 } else { 3 }] {
            if is_target {
                checked += 1;
                assert_eq!(unwrap_redirect(wrapped).as_deref(), Some(text), "{wrapped}");
            } else if let Some(target) = unwrap_redirect(wrapped) {
                assert!(Uri::parse(&target, Grammar::default()).is_ok(), "{wrapped}");
            }
        }
    }
    assert!(checked > 1000, "only {checked} targets were rewritten");
}

#[test]
fn rewriting_is_undone_eight_times_at_most() {
    let innermost = "https://a.example/b";
    let mut written = innermost.to_string();
    for level in 1..=9 {
        let before = written.clone();
        written = format!("https://slack-redir.net/link?url={}", encoded(&written).replace("%2E", "."));
        if level <= 8 {
            assert_eq!(unwrap_redirect(&written).as_deref(), Some(innermost), "{level} levels");
        } else {
            let once = "https://slack-redir.net/link?url=https%3A%2F%2Fa.example%2Fb";
            assert_eq!(unwrap_redirect(&written).as_deref(), Some(once), "of {before}");
        }
    }
}

#[test]
fn long_ones_take_time_in_proportion() {
    let runs = "**_".repeat(20_000);
    let base64 = "JSUl".repeat(20_000 * 65 / 3);
    for rewritten in [
        format!("https://urldefense.com/v3/__https://a.example/{runs}__;{base64}!!a!b$"),
        format!("https://slack-redir.net/link?{}", "url=a&".repeat(200_000)),
        format!("https://slack-redir.net/link?url={}", "%25".repeat(400_000)),
        format!(
            "https://slack-redir.net/link?url=https%3A%2F%2Fslack-redir.net%2Flink%3Furl%3D{}",
            "%2525".repeat(200_000)
        ),
        format!("https://urldefense.com/v3/__{}", "__;__".repeat(200_000)),
        format!("https://urldefense.com/v3/__{}", "/v3/__".repeat(200_000)),
    ] {
        // By the square of its length any of them would take minutes or hours: nobody would see the end of this test.
        unwrap_redirect(&rewritten);
    }
}
