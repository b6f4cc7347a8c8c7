//! A document as a letter: its text, and where its anchors lead, which nobody sees in that.

use std::borrow::Cow;

use super::{attribute_url::AttributeUrl, document::Document, map::PlaceCursor, values::Value};

/// The target of an anchor or of a part of a picture.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct AnchorTarget {
    /// Its text, with spaces for white space.
    pub(crate) words: String,
    pub(crate) url: String,
}

/// Returns the text of a document that is nearly UTF-8, and the targets of its anchors and parts of pictures, in order.
pub(crate) fn read_letter(source: &[u8]) -> (Vec<u8>, Vec<AnchorTarget>) {
    let document = Document::with_anchors(source);
    let mut anchors = document.anchors.iter().flatten();
    let leads = document.urls.iter().filter(|value| value.attribute.name() == "href");
    let target = |value: Value| {
        let words = match value.attribute.element() {
            "a" => String::from_utf8_lossy(&document.text.bytes[anchors.next()?.clone()]),
            // A part of a picture has none.
            "area" => Cow::Borrowed(""),
            _ => return None,
        };
        let url = AttributeUrl::of(&document, source, &PlaceCursor::default(), &value.range)?.url.into_owned();
        Some(AnchorTarget { words: words.split_whitespace().collect::<Vec<_>>().join(" "), url })
    };
    let targets = leads.filter_map(target).collect();
    (document.text.bytes, targets)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_lead_where_their_attributes_say() {
        let (text, targets) = read_letter(
            b"<p>The <a href=' http://a.example/?b&amp;c '>best\n <b>soup</b></a>, <a name=x>y</a> <a href=d><img src=e></a><map><area href=/h></map><a href=/f>g",
        );
        assert_eq!(String::from_utf8_lossy(&text), "The best  soup , y g ");
        let targets: Vec<(&str, &str)> = targets.iter().map(|target| (&*target.words, &*target.url)).collect();
        assert_eq!(targets, [("best soup", "http://a.example/?b&c"), ("", "d"), ("", "/h"), ("g", "/f")]);
    }
}
