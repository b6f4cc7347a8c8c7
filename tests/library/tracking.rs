//! Parameters that track people: what is stripped, and what stays.

use napkin::{Finder, Uri, uri::strip_tracking};

#[test]
fn cases() {
    for (written, expected) in [
        ("http://a.example/?utm_source=b", "http://a.example/"),
        ("HTTPS://a.example?utm_source=b#c?fbclid=d", "HTTPS://a.example#c?fbclid=d"),
        ("http://a.example/?b=%2f&fbclid=c&d", "http://a.example/?b=%2f&d"),
        ("http://a.example/?fbclid=c&b&&d=", "http://a.example/?b&&d="),
        ("http://a.example/?&fbclid=c", "http://a.example/"),
        ("http://a.example/?b&amp;utm_id=c&amp;d", "http://a.example/?b&amp;d"),
        ("http://a.example/?utm_id=c&amp;d&amp;e", "http://a.example/?d&amp;e"),
        ("http://a.example/?amp;b&utm_id=c", "http://a.example/?amp;b"),
        ("http://a.example/?gclid", "http://a.example/"),
        ("http://a.example/?b=utm_source=c", "http://a.example/?b=utm_source=c"),
        ("http://a.example/?", "http://a.example/?"),
        ("http://a.example/?&&", "http://a.example/?&&"),
        ("http://a.example/?ref=b&mkt_tok=c&my_utm_source=d", "http://a.example/?ref=b&mkt_tok=c&my_utm_source=d"),
        ("mailto:a@b.example?utm_source=c", "mailto:a@b.example?utm_source=c"),
        ("ftp://a.example/?utm_source=b", "ftp://a.example/?utm_source=b"),
        ("", ""),
    ] {
        assert_eq!(strip_tracking(written), expected, "{written}");
        assert_eq!(strip_tracking(expected), expected, "{expected}: twice is as once");
    }
}

#[test]
fn links_stay_what_they_are() {
    let finder = Finder::builder().strip_tracking(true).unwrap_redirects(true).build().unwrap();
    for text in [
        "at http://a.example/b?utm_source=c&d#e or",
        "at www.a.example?utm_source=c or",
        "at <http://a.example/b?x=1&utm_\nsource=c&d> or",
        "at https://slack-redir.net/link?url=https%3A%2F%2Fa.example%2Fb%3Ffbclid%3Dc or",
    ] {
        let link = finder.find(text).expect(text);
        let uri = Uri::parse(link.url(), link.uri().grammar()).expect("it is valid");
        assert_eq!(link.components(), uri.components(), "{text}");
        assert!(!link.url().contains("utm_") && !link.url().contains("fbclid"), "{text}: {link}");
        let plain = Finder::new().find(text).expect(text);
        assert_eq!(link.written(), Some(plain.url()), "{text}");
        assert_eq!((link.pieces(), link.as_str(), link.rejoined()), (plain.pieces(), plain.as_str(), plain.rejoined()));
    }
    let link = finder.find("http://a.example/b?c").unwrap();
    assert_eq!((link.written(), link.alternative()), (None, None));
}
