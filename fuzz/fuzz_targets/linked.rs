//! Whatever the document: without the tags that were put into it, it is what it was, and it is the same however it is read.

#![no_main]

use libfuzzer_sys::fuzz_target;
use napkin::{Finder, Kinds, Linkifier, html::HtmlLinkifier};

/// What tells our tags from those of the document.
const MARK: &str = "of-napkin-alone";

fuzz_target!(|html: &[u8]| {
    let mark = format!(" rel=\"{MARK}\"");
    if position(html, MARK.as_bytes()).is_some() {
        return;
    }
    let finder = Finder::builder().kinds(Kinds::ALL).build().expect("kinds are always right");
    let linkifier = HtmlLinkifier::new(Linkifier::new(finder).rel(MARK));
    if let Ok(text) = str::from_utf8(html) {
        assert_eq!(without_tags(linkifier.to_string(text).as_bytes(), mark.as_bytes()), html);
    }
    let linked = linkifier.to_bytes(html);
    let mut written = Vec::new();
    linkifier.write(html, &mut written).expect("neither the reader nor the writer fails");
    assert_eq!(written, linked);
    // In UTF-16 our tags have two bytes for each character.
    let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let is_wide = position(&linked, &wide(MARK)).is_some() || position(&linked, &wide(MARK)[1..]).is_some();
    if !is_wide {
        assert_eq!(without_tags(&linked, mark.as_bytes()), html);
    }
});

/// The document without the tags that have the mark, and without the end tags behind them.
fn without_tags(mut html: &[u8], mark: &[u8]) -> Vec<u8> {
    let mut kept = Vec::new();
    while let Some(at) = position(html, mark) {
        let start = html[..at].iter().rposition(|&byte| byte == b'<').expect("an attribute is in a tag");
        assert!(html[start..].starts_with(b"<a href=\""), "{:?}", html[start..at].escape_ascii().to_string());
        kept.extend_from_slice(&html[..start]);
        let end = at + position(&html[at..], b">").expect("a tag is closed") + 1;
        let text = position(&html[end..], b"</a>").expect("an anchor ends");
        assert!(!html[end..end + text].contains(&b'<'), "an anchor is in one text");
        kept.extend_from_slice(&html[end..end + text]);
        html = &html[end + text + b"</a>".len()..];
    }
    kept.extend_from_slice(html);
    kept
}

fn position(text: &[u8], word: &[u8]) -> Option<usize> {
    text.windows(word.len()).position(|window| window == word)
}
