//! Whatever the text: the HTML has no tags but anchors, shows the text, and is the same however the text is read.

#![no_main]

use libfuzzer_sys::fuzz_target;
use napkin::{Finder, Kinds, Linkifier};

fuzz_target!(|text: &[u8]| {
    let finder = Finder::builder().kinds(Kinds::ALL).build().expect("kinds are always right");
    let linkifier = Linkifier::new(finder);
    let html = linkifier.to_string(text);

    let mut shown = String::new();
    let mut is_open = false;
    for (i, part) in html.split('<').enumerate() {
        let (tag, rest) = if i == 0 { ("", part) } else { part.split_once('>').expect("a tag is closed") };
        match tag {
            "" => {}
            "/a" => assert!(std::mem::replace(&mut is_open, false), "an anchor ends that didn't begin"),
            _ => {
                assert!(tag.starts_with("a href=\"") && tag.ends_with('"'), "{tag:?}");
                assert!(!std::mem::replace(&mut is_open, true), "an anchor in an anchor");
            }
        }
        assert!(!rest.contains('>'));
        shown += rest;
    }
    assert!(!is_open);
    for (escaped, plain) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")] {
        shown = shown.replace(escaped, plain);
    }
    // HTML has no place for these.
    let is_noncharacter = |c: char| u32::from(c) & 0xFFFE == 0xFFFE || matches!(c, '\u{FDD0}'..='\u{FDEF}');
    let has_no_place = |c: char| c.is_control() && !"\t\n\r\x0C".contains(c) || is_noncharacter(c);
    assert_eq!(shown, String::from_utf8_lossy(text).replace(has_no_place, "\u{FFFD}"));

    // A stream with a byte order mark of UTF-16 is decoded first; a text in memory never is.
    if text.starts_with(b"\xFF\xFE") || text.starts_with(b"\xFE\xFF") {
        return;
    }
    let mut written = Vec::new();
    linkifier.write(text, &mut written).expect("neither the reader nor the writer fails");
    assert_eq!(String::from_utf8_lossy(&written), html);
});
