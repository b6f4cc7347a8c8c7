//! What is written of links, by each of the smaller writers.

use std::{borrow::Cow, io::Write, path::Path};

use napkin::{
    Finder,
    write::{Formatted, Template, Visible, visible},
};

fn formatted(template: &str, path: &str, text: &str) -> String {
    let mut lines = Formatted::new(template.parse().unwrap(), Vec::new());
    lines.set_path(Path::new(path));
    Finder::new().search_into(text.as_bytes(), &mut lines).unwrap();
    String::from_utf8(lines.into_inner()).unwrap()
}

#[test]
fn escapes_and_braces() {
    assert_eq!(formatted(r"{{{scheme}}}\t\\{port}|\n", "", "http://a.example:80/"), "{http}\t\\80|\n\n");
    for template in ["{", "{url", "}", "a}b", "{}", "{URL}", "\\", "\\x", "{url}}"] {
        assert!(template.parse::<Template>().is_err(), "{template}");
    }
}

#[test]
fn a_name_makes_no_line_of_its_own() {
    let text = "<http://a.example/\nb>";
    assert_eq!(formatted("{path} {text}", "a\nb", text), "a\\u{a}b http://a.example/\\u{a}b\n");
    let mut lines = Formatted::new("{path} {url}".parse().unwrap(), Vec::new()).end(0);
    lines.set_path(Path::new("a\nb"));
    Finder::new().search_into(text.as_bytes(), &mut lines).unwrap();
    assert_eq!(lines.into_inner(), b"a\nb http://a.example/b\0");
}

#[cfg(feature = "json")]
#[test]
fn harmful_characters_are_escaped_and_mean_the_same() {
    use napkin::write::{Json, Record};

    let message = "</script>\u{1b}[2J\u{7f}\u{9b}\u{202e}\u{2028}\u{e0001}\"\\é😀";
    let mut json = Json::new(Vec::new());
    json.record(&Record::error(message).path("a\nb")).unwrap();
    let json = String::from_utf8(json.into_inner()).unwrap();
    assert_eq!(
        json,
        r#"{"type":"error","path":"a\nb","message":"\u003c/script>\u001b[2J\u007f\u009b\u202e\u2028\udb40\udc01\"\\é😀"}"#
            .to_string()
            + "\n"
    );
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["message"], message);
}

#[test]
fn what_acts_on_a_terminal_becomes_visible() {
    assert_eq!(visible("a\u{1b}]0;x\u{7}\u{9b}b\u{7f}\r\n"), r"a\u{1b}]0;x\u{7}\u{9b}b\u{7f}\u{d}\u{a}");
    assert_eq!(visible("\u{202e}x\u{2066}\u{200b}\u{feff}"), r"\u{202e}x\u{2066}\u{200b}\u{feff}");
    assert!(matches!(visible("http://a.example/日本語"), Cow::Borrowed(_)));
}

#[test]
fn a_text_keeps_its_lines() {
    let mut out = Visible(Vec::new());
    out.write_all("a\tb\n\u{1b}[2J\r\n".as_bytes()).unwrap();
    assert_eq!(out.0, "a\tb\n\\u{1b}[2J\\u{d}\n".as_bytes());
}
