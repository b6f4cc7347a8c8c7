//! The texts of links in markup.

use napkin::{Finder, Link};

fn label(text: &str) -> Option<String> {
    let finder = Finder::builder().labels(true).build().unwrap();
    let links: Vec<Link<'_>> = finder.find_iter(text).collect();
    assert_eq!(links.len(), 1, "{text}");
    assert_eq!(links[0].url(), "http://a.example/", "{text}");
    assert_eq!(Finder::new().find(text).unwrap().label(), None, "nobody asked: {text}");
    links[0].label().map(str::to_owned)
}

#[test]
fn each_notation_has_its_label() {
    for (text, expected) in [
        ("[the soup](http://a.example/)", Some("the soup")),
        ("[the [best]\nsoup](<http://a.example/>)", Some("the [best] soup")),
        (r#"[a \[ b](http://a.example/ "title")"#, Some(r"a \[ b")),
        ("![the picture](http://a.example/)", Some("the picture")),
        ("[[http://a.example/][the soup]]", Some("the soup")),
        ("<http://a.example/|the soup>", Some("the soup")),
        ("http://a.example/[the soup^]", Some("the soup")),
        ("[http://a.example/ the\n soup]", Some("the soup")),
        (r#"<a href="http://a.example/" rel="x">salt &amp; pepper</a>"#, Some("salt & pepper")),
        (r#"<a href="http://a.example/"><img src="b"></a>"#, None),
        ("](http://a.example/)", None),
        ("a](http://a.example/)", None),
        ("[](http://a.example/)", None),
        ("[a\n\nb](http://a.example/)", None),
        ("(see http://a.example/ the soup]", None),
        ("[http://a.example/ the soup", None),
        ("[http://a.example/ a\nb\nc]", None),
        ("<http://a.example/>", None),
        ("http://a.example/", None),
    ] {
        assert_eq!(label(text).as_deref(), expected, "{text}");
    }
}

#[test]
fn labels_are_short() {
    let text = |length: usize| "b".repeat(length);
    assert_eq!(label(&format!("[{}](http://a.example/)", text(255))), Some(text(255)));
    assert_eq!(label(&format!("[{}](http://a.example/)", text(256))), None);
    assert_eq!(label(&format!("[http://a.example/ {}]", text(255))), Some(text(255)));
    assert_eq!(label(&format!("[http://a.example/ {}]", text(256))), None);
}
