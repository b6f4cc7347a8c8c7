//! HTML is safe whatever the text is: nothing but our own anchors is markup, every anchor has an allowed scheme, and
//! the text comes out as it went in.

use std::io::{self, Read};

use napkin::{
    Finder, Kinds, Linkifier,
    write::{Decision, Page, PageLayout},
};
use proptest::prelude::*;

const ALLOWED: [&str; 4] = ["http:", "https:", "ftp:", "mailto:"];

/// What a browser makes of our HTML: its text, and where its anchors lead. Panics on any other markup.
fn read(html: &str) -> (String, Vec<String>) {
    let (mut text, mut hrefs, mut open, mut rest) = (String::new(), Vec::new(), false, html);
    while let Some(next) = rest.chars().next() {
        if let Some(tag) = rest.strip_prefix("<a href=\"") {
            assert!(!open, "an anchor in an anchor: {html}");
            let (href, after) = tag.split_once('"').unwrap();
            let (attributes, after) = after.split_once('>').unwrap();
            assert_known(attributes, html);
            assert!(!href.contains(['<', '>', '\'']), "a raw character in an attribute: {html}");
            hrefs.push(unescape(href));
            (open, rest) = (true, after);
        } else if let Some(after) = rest.strip_prefix("</a>") {
            assert!(open, "an end without a beginning: {html}");
            (open, rest) = (false, after);
        } else if next == '&' {
            let end = rest.find(';').unwrap_or_else(|| panic!("a raw ampersand: {html}")) + 1;
            text.push_str(&unescape(&rest[..end]));
            rest = &rest[end..];
        } else {
            assert!(!matches!(next, '<' | '>' | '"' | '\'' | '\0'), "raw {next:?}: {html}");
            text.push(next);
            rest = &rest[next.len_utf8()..];
        }
    }
    assert!(!open, "an anchor without an end: {html}");
    (text, hrefs)
}

/// Asks that the attributes behind the first are ours, each once, with nothing raw in their values.
fn assert_known(mut attributes: &str, html: &str) {
    let mut known = vec!["class", "title", "data-host", "dir"];
    while let Some((name, rest)) = attributes.strip_prefix(' ').and_then(|rest| rest.split_once("=\"")) {
        let at = known.iter().position(|own| *own == name);
        known.remove(at.unwrap_or_else(|| panic!("{name:?} isn't ours, or is there twice: {html}")));
        let (value, after) = rest.split_once('"').unwrap_or_else(|| panic!("a value without an end: {html}"));
        assert!(!value.contains(['<', '>', '\'']), "a raw character in an attribute: {html}");
        attributes = after;
    }
    assert_eq!(attributes, "", "an attribute that isn't ours: {html}");
}

fn unescape(escaped: &str) -> String {
    let mut text = String::new();
    let mut rest = escaped;
    while let Some((before, after)) = rest.split_once('&') {
        text.push_str(before);
        let (name, after) = after.split_once(';').unwrap_or_else(|| panic!("a raw ampersand: {escaped}"));
        text.push(match name {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "#39" => '\'',
            _ => panic!("&{name}; isn't ours: {escaped}"),
        });
        rest = after;
    }
    text + rest
}

/// What a browser shows of a text that was made into HTML: where it is not UTF-8, and where it has a control or a noncharacter that HTML has no
/// place for, it has the replacement character.
pub fn as_shown(text: &[u8]) -> String {
    let is_noncharacter = |c: char| u32::from(c) & 0xFFFE == 0xFFFE || matches!(c, '\u{FDD0}'..='\u{FDEF}');
    let has_no_place = |c: char| c.is_control() && !"\t\n\r\x0C".contains(c) || is_noncharacter(c);
    String::from_utf8_lossy(text).replace(has_no_place, "\u{FFFD}")
}

fn check(text: &[u8]) -> Vec<String> {
    let finder = Finder::builder().kinds(Kinds::ALL).any_scheme(true).build().unwrap();
    let linkifier = Linkifier::new(finder);
    let html = linkifier.to_string(text);
    let (shown, hrefs) = read(&html);
    assert_eq!(shown, as_shown(text), "{html}");
    for href in &hrefs {
        let scheme = href.to_ascii_lowercase();
        assert!(ALLOWED.iter().any(|allowed| scheme.starts_with(allowed)), "{href}: {html}");
        assert!(!href.contains(|char: char| char.is_control() || char.is_whitespace()), "{href:?}: {html}");
    }
    let mut written = Vec::new();
    linkifier.write(text, &mut written).unwrap();
    assert_eq!(String::from_utf8(written).unwrap(), html, "a stream gives what the string gives");
    hrefs
}

#[test]
fn no_scheme_that_runs_something() {
    for text in [
        "javascript:alert(1) JaVaScRiPt:alert(1) <javascript:alert(1)> <URL:javascript:alert(1)>",
        "URL:javascript:alert(1) <URL: javascript://x/%0aalert(1)> \"javascript://x/\"",
        "<java\nscript:alert(1)> <java\tscript://x/> java\r\nscript://x/",
        "\u{1}javascript:alert(1) \u{0}javascript:alert(1) \u{200B}javascript://x/",
        "data:text/html,<script>alert(1)</script> data://text/html;base64,PHNjcmlwdD4=",
        "vbscript:msgbox(1) file:///etc/passwd file://server/share intent://x#Intent;end view-source:file:///",
        "blob:javascript://x/ about:blank chrome://settings ms-msdt:/id x-javascript://x/",
        "javascript&colon;alert(1) &#106;avascript:alert(1) javascript&#58;//x/",
    ] {
        assert_eq!(check(text.as_bytes()), [""; 0], "{text}");
    }
}

#[test]
fn nothing_breaks_out_of_an_attribute() {
    for text in [
        "http://a.example/\"onmouseover=\"alert(1) http://a.example/'onclick='alert(1)",
        "http://a.example/`onclick=`alert(1) http://a.example/\u{C}onclick=alert(1) http://a.example/\u{A0}x=y",
        "<http://a.example/b onclick=alert(1)> <http://a.example/\"\n onclick=alert(1)//>",
        "\"><img src=x onerror=alert(1)>\"@a.example <x@a.example\"onmouseover=\"alert(1)>",
        "www.a.com\"><script>alert(1)</script> mailto:a@a.example?subject=\"><script>",
        "http://a.example/?a=&quot;onclick=alert(1) http://a.example/&#34;&gt;<b> http://a.example/&amp;lt;b",
    ] {
        check(text.as_bytes());
    }
}

#[test]
fn nothing_breaks_out_of_the_text() {
    for text in [
        "<script>alert(1)</script> </pre></textarea></title></style><svg onload=alert(1)>",
        "<!-- http://a.example/ --> <![CDATA[ http://a.example/ ]]> <?x http://a.example/ ?>",
        "<a href=\"http://a.example/\">http://b.example/</a> [http://c.example/](javascript:alert(1))",
        "&lt;script&gt; &amp;lt; &#60;b&#62; &nosuch; &",
        "<http://a.example/<http://b.example/>> http://a.example/http://b.example/ x@http://c.example/",
        "\0\0LINK1\0\0 http://a.example/ $1 \\1 {{0}} %s __URL_0__ \u{FFFC}",
    ] {
        check(text.as_bytes());
    }
    check(b"\xFF<\xC0\xBCscript> http://a.example/\xE2\x80 \xF0\x9F\xE2");
}

#[test]
fn an_ampersand_reaches_the_browser_as_it_was() {
    assert_eq!(check(b"http://a.example/?x=1&copy=2&lt=3&amp;d=4"), ["http://a.example/?x=1&copy=2&lt=3&amp;d=4"]);
    assert_eq!(check(b"http://a.example/%22%3Cb%3E%0d%0a%00"), ["http://a.example/%22%3Cb%3E%0d%0a%00"]);
}

#[test]
fn all_pieces_lead_to_one_place() {
    assert_eq!(check(b"<http://a.example/b/\r\n\tc>"), ["http://a.example/b/c"; 2]);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_safe(parts in prop::collection::vec(
        prop_oneof![
            Just("http://a.example/".to_string()), Just("<".to_string()), Just(">".to_string()), Just("\"".to_string()),
            Just("javascript:".to_string()), Just("&".to_string()), Just("\n".to_string()), Just("x@a.example".to_string()),
            Just("URL:".to_string()), Just("www.a.com".to_string()), Just("\u{202E}".to_string()), ".{0,6}",
        ],
        0..24,
    )) {
        check(parts.concat().as_bytes());
    }

    #[test]
    fn any_bytes_are_safe(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        // A stream with a byte order mark of UTF-16 is decoded first; a text in memory never is.
        prop_assume!(!bytes.starts_with(b"\xFF\xFE") && !bytes.starts_with(b"\xFE\xFF"));
        check(&bytes);
    }
}

#[test]
fn utf16_becomes_the_html_of_the_same_text_in_utf8() {
    let text = "π 😀 <http://a.example/é\n  b> and http://b.example/東京, www.c.example.com & the end";
    let linkifier = Linkifier::new(Finder::new());
    let source: Vec<u8> = format!("\u{FEFF}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let mut html = Vec::new();
    linkifier.write(&source[..], &mut html).unwrap();
    assert_eq!(String::from_utf8(html).unwrap(), linkifier.to_string(text));
}

/// What a browser makes of the text of a page: its parser makes all line ends line feeds.
fn page_text(page: &str) -> String {
    let text = page.split_once("<main>").unwrap().1.strip_suffix("</main></body></html>").unwrap();
    let (mut shown, mut rest) = (String::new(), text.replacen("<pre>\n", "<pre>", 1));
    while let Some((before, tag)) = rest.split_once('<') {
        shown += before;
        rest = tag.split_once('>').unwrap().1.to_owned();
    }
    unescape(&(shown + &rest)).replace("\r\n", "\n").replace('\r', "\n")
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_page_has_the_text_and_nothing_else(parts in prop::collection::vec(
        prop_oneof![
            Just("http://a.example/".to_string()), Just("<http://a.exa\nmple/>".to_string()), Just("\n".to_string()),
            Just("\r".to_string()), Just("\r\n".to_string()), Just("> ".to_string()), Just(">> ".to_string()),
            Just("\n-- \n".to_string()), Just("\x0C".to_string()), Just("\n\n1. A\n".to_string()),
            Just(" [Page 1]\n".to_string()), ".{0,6}",
        ],
        0..24,
    )) {
        let text = parts.concat();
        let linkifier = Linkifier::new(Finder::new());
        let expected = as_shown(text.as_bytes()).replace("\r\n", "\n").replace('\r', "\n");
        for layout in PageLayout::ALL {
            let page = Page::new("").layout(layout);
            let html = linkifier.to_page(&page, &text);
            prop_assert_eq!(page_text(&html), expected.as_str(), "{:?} {:?}", layout, html);
            let mut written = Vec::new();
            linkifier.write_page(&page, text.as_bytes(), &mut written).unwrap();
            prop_assert_eq!(String::from_utf8(written).unwrap(), html, "a stream gives what the string gives");
        }
    }
}

#[test]
fn a_line_of_any_length_is_one_line() {
    let text = format!("{} http://a.example/\r", "é<".repeat(1 << 17));
    let html = Linkifier::new(Finder::new()).to_page(&Page::new("").layout(PageLayout::Code), &text);
    assert_eq!(page_text(&html), text.replace('\r', "\n"));
    assert_eq!(html.matches("<a class=n ").count(), 1);
}

#[test]
fn all_that_refers_to_a_line_leads_to_one() {
    let long = format!("{} http://b.example/ {0} http://c.example/", "a ".repeat(1 << 16));
    let text = format!(
        "a\n> http://a.example/\r\n\n1. A http://a.example/\n<http://a.exa\nmple/>\n{long}\nd\r-- \nhttp://d.example/"
    );
    for layout in PageLayout::ALL {
        let page = Page::new("").layout(layout).link_table(true);
        let html = Linkifier::new(Finder::new()).to_page(&page, &text);
        let references: Vec<&str> =
            html.split("href=#").skip(1).map(|rest| rest.split([' ', '>']).next().unwrap()).collect();
        let lines = if layout == PageLayout::Code { 10 } else { 0 };
        assert_eq!(references.len(), lines + 6, "{layout}");
        for reference in references {
            let ids =
                html.matches(&format!(" id={reference}>")).count() + html.matches(&format!(" id={reference} ")).count();
            assert_eq!(ids, 1, "{layout}: {reference}");
        }
    }
}

#[test]
fn a_scheme_is_checked_again_after_the_callback() {
    let linkifier = Linkifier::new(Finder::new()).on_link(|_, anchor| {
        anchor.set_href("javascript:alert(1)");
        Decision::Link
    });
    assert_eq!(linkifier.to_string("http://a.example/"), "http://a.example/");
    let linkifier = Linkifier::new(Finder::new()).on_link(|_, anchor| {
        anchor.set_href("https://b.example/?\"'<>");
        anchor.set_text("<b>");
        assert!(anchor.set_attribute("onclick", "x").is_err());
        anchor.set_attribute("data-x", "\"").unwrap();
        Decision::Link
    });
    assert_eq!(
        linkifier.to_string("<http://a.example/\nb>"),
        "&lt;<a href=\"https://b.example/?&quot;&#39;&lt;&gt;\" data-x=\"&quot;\" title=\"http://a.example/\nb\">&lt;b&gt;</a>&gt;"
    );
}

#[test]
fn addresses_are_masked_however_the_text_is_cut() {
    /// Reads a byte at a time.
    struct Slow<'t>(&'t [u8]);
    impl std::io::Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            self.0.take(1).read(buffer).inspect(|&count| self.0 = &self.0[count..])
        }
    }
    let linkifier = Linkifier::new(Finder::new()).mask_addresses(true);
    let text = "sam@soup.internal\r\n\"Sam K.\"@a.example <kim@[192.0.2.1]> ftp://sam@a.example/ x@www.b.example/c\nhttp://a.example/\r";
    let anchor = r#"<a href="http://a.example/">http://a.example/</a>"#;
    let expected = format!("sam@…\r\n&quot;Sam K.&quot;@… &lt;kim@…&gt; ftp://sam@…/ x@…/c\n{anchor}\r");
    assert_eq!(linkifier.to_string(text), expected);
    let mut written = Vec::new();
    linkifier.write(Slow(text.as_bytes()), &mut written).unwrap();
    assert_eq!(String::from_utf8(written).unwrap(), expected);
    // The parts of a line that is too long for one look are cut where no address is.
    for blanks in 0..40 {
        let long = format!("{}{}", " ".repeat(blanks), "sam@soup.internal, ".repeat(8000));
        let html = linkifier.to_string(&long);
        assert_eq!(html.matches("sam@…, ").count(), 8000, "{blanks}");
        assert_eq!(html.len(), blanks + 8000 * "sam@…, ".len(), "{blanks}");
    }
}

#[test]
fn every_piece_leads_to_the_whole_url() {
    let html = Linkifier::new(Finder::new()).to_string("<http://a.example/b/\n  c?d=1&e>");
    let href = r#"<a href="http://a.example/b/c?d=1&amp;e">"#;
    assert_eq!(html, format!("&lt;{href}http://a.example/b/</a>\n  {href}c?d=1&amp;e</a>&gt;"));
}

#[test]
fn a_join_inside_the_host_is_marked() {
    let html = Linkifier::new(Finder::new()).to_string("<http://a.exa\nmple/b>");
    assert!(html.contains(r#"class="napkin-rejoined" title="joined across a line break inside the host""#), "{html}");
}

#[test]
fn only_allowed_schemes_become_anchors() {
    let finder = Finder::builder().any_scheme(true).build().unwrap();
    let text = "HTTP://a.example/ foo://a.example/";
    let html = Linkifier::new(finder.clone()).to_string(text);
    assert_eq!(html, r#"<a href="HTTP://a.example/">HTTP://a.example/</a> foo://a.example/"#);
    let html = Linkifier::new(finder).schemes(["FOO"]).rel("nofollow \"").to_string(text);
    assert_eq!(html, r#"HTTP://a.example/ <a href="foo://a.example/" rel="nofollow &quot;">foo://a.example/</a>"#);
}

#[test]
fn an_open_override_does_not_reach_into_an_anchor() {
    let html = Linkifier::new(Finder::new()).to_string("http://a.example/ \u{202E} http://b.example/");
    let first = r#"<a href="http://a.example/">http://a.example/</a>"#;
    let second = r#"<a href="http://b.example/" dir="auto">http://b.example/</a>"#;
    assert_eq!(html, format!("{first} \u{202E} {second}"));
}

#[test]
fn a_stream_gives_what_the_string_gives() {
    struct Bytewise<'t>(&'t [u8]);
    impl Read for Bytewise<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let n = self.0.len().min(buffer.len()).min(1);
            buffer[..n].copy_from_slice(&self.0[..n]);
            self.0 = &self.0[n..];
            Ok(n)
        }
    }
    let text = b"\xFF <http://a.example/b\n/c> \xE2\x82\xAC http://d.example/\xE2\x82 & \xE2";
    let linkifier = Linkifier::new(Finder::new());
    let mut html = Vec::new();
    linkifier.write(Bytewise(text), &mut html).unwrap();
    assert_eq!(String::from_utf8(html).unwrap(), linkifier.to_string(text));
}
