//! Links in HTML: without them a document is what it was, byte for byte, and to a parser (html5ever) as well.

use std::{
    fmt::Write,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use html5ever::{
    ParseOpts, QualName, local_name, ns, parse_document, parse_fragment,
    tendril::TendrilSink,
    tree_builder::{QuirksMode, TreeBuilderOpts},
};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use napkin::{Finder, Kinds, Linkifier, html::HtmlLinkifier, write::Decision};
use serde::Deserialize;

use crate::support::{cases, random::Random};

/// What our anchors have, and no others.
const MARK: &str = "data-linked-in-a-test";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    html: String,
    out: String,
    #[serde(default)]
    #[expect(dead_code, reason = "it is for who reads the case")]
    why: String,
}

fn marking(finder: Finder) -> HtmlLinkifier {
    HtmlLinkifier::new(Linkifier::new(finder).attribute(MARK, "").expect("a name of an attribute"))
}

/// Where our anchors lead and what they have around them, and the document without them.
fn taken_apart(linked: &str) -> (Vec<(String, String)>, String) {
    let mark = format!(" {MARK}=\"\"");
    let (mut anchors, mut rest) = (Vec::new(), String::new());
    let mut parts = linked.split(&mark);
    let mut before = parts.next().unwrap_or_default();
    for part in parts {
        let (text, tag) = before.rsplit_once("<a href=\"").expect("the beginning of our tag");
        rest.push_str(text);
        let (_, part) = part.split_once('>').expect("the end of our tag");
        let (shown, behind) = part.split_once("</a>").expect("our end tag");
        assert!(!shown.contains('<'), "a tag in an anchor: {shown}");
        rest.push_str(shown);
        anchors.push((tag.split('"').next().unwrap_or_default().to_owned(), shown.to_owned()));
        before = behind;
    }
    (anchors, rest + before)
}

/// The tree as a string, with the children of our anchors in their place.
fn push_tree(node: &Handle, tree: &mut String) {
    const TEXT_END: char = '\u{1}';
    match &node.data {
        NodeData::Text { contents } => {
            if tree.ends_with(TEXT_END) {
                tree.pop();
            } else {
                tree.push('"');
            }
            tree.push_str(&contents.borrow());
            tree.push(TEXT_END);
        }
        NodeData::Element { name, attrs, template_contents, .. } => {
            let attributes = attrs.borrow();
            let is_ours = attributes.iter().any(|attribute| &*attribute.name.local == MARK);
            if is_ours {
                assert_may_stand_here(node);
            } else {
                write!(tree, "<{} {}", &*name.ns, name.local).unwrap();
                attributes.iter().for_each(|attribute| write!(tree, " {attribute:?}").unwrap());
                tree.push('>');
            }
            node.children.borrow().iter().for_each(|child| push_tree(child, tree));
            if let Some(contents) = &*template_contents.borrow() {
                push_tree(contents, tree);
            }
            if !is_ours {
                tree.push_str("</>");
            }
        }
        NodeData::Comment { contents } => write!(tree, "<!--{contents}-->").unwrap(),
        NodeData::Document => node.children.borrow().iter().for_each(|child| push_tree(child, tree)),
        NodeData::Doctype { name, .. } => write!(tree, "<!{name}>").unwrap(),
        NodeData::ProcessingInstruction { contents, .. } => write!(tree, "<?{contents}>").unwrap(),
    }
}

/// Asks that none of the elements around an anchor of ours is one whose text is left alone.
fn assert_may_stand_here(anchor: &Handle) {
    let parent = |node: &Handle| {
        let parent = node.parent.take();
        node.parent.set(parent.clone());
        parent.and_then(|parent| parent.upgrade())
    };
    let mut around = parent(anchor);
    while let Some(node) = around {
        if let NodeData::Element { name, attrs, .. } = &node.data {
            let left = [
                "a", "button", "textarea", "select", "option", "title", "script", "style", "template", "noscript",
                "iframe", "svg", "math", "object", "video",
            ];
            assert!(!left.contains(&&*name.local), "in {}", name.local);
            let is_edited = attrs.borrow().iter().any(|attribute| &*attribute.name.local == "contenteditable");
            assert!(!is_edited, "in what is edited");
        }
        around = parent(&node);
    }
}

/// The tree of a document, with scripting and without it; and if it may be a part of one, those of the part in either mode.
fn trees(html: &str) -> Vec<String> {
    let lower = html.to_ascii_lowercase();
    let is_document = ["<!doctype", "<html", "<head", "<body"].iter().any(|tag| lower.contains(tag));
    let mut trees = Vec::new();
    for scripting_enabled in [false, true] {
        let options = |quirks_mode| {
            let tree_builder = TreeBuilderOpts { scripting_enabled, quirks_mode, ..TreeBuilderOpts::default() };
            ParseOpts { tree_builder, ..ParseOpts::default() }
        };
        let tree = |dom: RcDom| {
            let mut tree = String::new();
            push_tree(&dom.document, &mut tree);
            tree
        };
        trees.push(tree(parse_document(RcDom::default(), options(QuirksMode::NoQuirks)).one(html)));
        for mode in [QuirksMode::NoQuirks, QuirksMode::Quirks].into_iter().filter(|_| !is_document) {
            let element = QualName::new(None, ns!(html), local_name!("div"));
            let parser = parse_fragment(RcDom::default(), options(mode), element, Vec::new(), false);
            trees.push(tree(parser.one(html)));
        }
    }
    trees
}

/// Puts links into a document, and asks that without them it is what it was; returns where they lead and what they have around them.
fn check(html: &str) -> Vec<(String, String)> {
    let finder = Finder::builder().kinds(Kinds::ALL).build().expect("kinds are always right");
    let linked = marking(finder).to_string(html);
    let (anchors, without) = taken_apart(&linked);
    assert_same(&without, html, "the bytes");
    if !anchors.is_empty() {
        for (tree, own) in trees(&linked).iter().zip(&trees(html)) {
            assert_same(tree, own, "the tree");
        }
    }
    anchors
}

/// Shows no more than what stands around the first difference.
fn assert_same(left: &str, right: &str, what: &str) {
    let Some(at) = left.bytes().zip(right.bytes()).position(|(left, right)| left != right) else {
        return assert_eq!(left.len(), right.len(), "{what}");
    };
    let around =
        |text: &str| text.as_bytes()[at.saturating_sub(200)..text.len().min(at + 200)].escape_ascii().to_string();
    panic!("{what} differ:\n{}\n{}", around(left), around(right));
}

#[test]
fn the_cases() {
    let anchor = regex::Regex::new(r"(?s)\[\[(.*?)\|(.*?)\]\]").expect("a pattern");
    for Case { name, html, out, .. } in cases::load("linked") {
        check(&html);
        let linked = HtmlLinkifier::new(Linkifier::new(Finder::new())).to_string(&html);
        assert_eq!(linked, anchor.replace_all(&out, "<a href=\"$1\">$2</a>"), "{name}");
    }
}

/// Tags at random, ended or not, in any order.
#[test]
fn tag_soup_stays_what_it_is() {
    const TAGS: &str = "a a a b i font nobr code p p div div span li ul ol dd dt dl h1 h2 table table tbody tr tr td td th \
                        caption colgroup col select option optgroup button textarea title script style svg svg math mi \
                        annotation-xml foreignObject desc noscript iframe object marquee form form input br img hr pre \
                        body html head template xmp plaintext ruby rt rtc rp details label x-y center frameset address \
                        section nav blockquote link meta noframes embed image keygen";
    const ATTRIBUTES: [&str; 8] =
        ["", "", " c=1", " color=1", " /", " type=hidden", " encoding=text/html", " contenteditable"];
    const TEXTS: [&str; 8] = [
        " http://a.example/ ",
        "x",
        "  ",
        "http://b.example/?c&amp;d ",
        "<!--c-->",
        "<![CDATA[ http://c.example/ ]]>",
        "\0",
        "www.d.example.com/",
    ];
    let tags: Vec<&str> = TAGS.split_whitespace().collect();
    let (mut random, mut count) = (Random(14), 0);
    for _ in 0..4000 {
        let few: Vec<&str> = (0..4 + random.below(4)).map(|_| random.of(&tags)).collect();
        let tags = if random.below(4) == 0 { &tags } else { &few };
        let mut html = if random.below(3) == 0 { "<!DOCTYPE html>".to_owned() } else { String::new() };
        for _ in 0..3 + random.below(18) {
            let tag = random.of(tags);
            match random.below(10) {
                0..4 => write!(html, "<{tag}{}>", random.of(&ATTRIBUTES)).unwrap(),
                4..7 => write!(html, "</{tag}>").unwrap(),
                7..9 => html.push_str(" http://a.example/b "),
                _ => html.push_str(random.of(&TEXTS)),
            }
        }
        count += check(&html).len();
    }
    assert!(count > 4000, "only {count} anchors");
}

/// The files of other people's malice stay outside the repository; `NAPKIN_HOSTILE` is the folder that they are in.
#[test]
#[ignore = "needs NAPKIN_HOSTILE"]
fn hostile_files_stay_what_they_are() {
    let folder = std::env::var("NAPKIN_HOSTILE").expect("NAPKIN_HOSTILE names the folder of hostile files");
    let count = check_folder(folder.into(), |_| true);
    assert!(count > 100, "only {count} files");
}

/// Documents of whatever folder `NAPKIN_DOCUMENTATION` names.
#[test]
#[ignore = "needs NAPKIN_DOCUMENTATION"]
fn documents_stay_what_they_are() {
    let folder = std::env::var("NAPKIN_DOCUMENTATION").expect("NAPKIN_DOCUMENTATION names a folder of documents");
    let is_html = |path: &Path| path.extension().is_some_and(|extension| extension == "html" || extension == "htm");
    assert!(check_folder(folder.into(), is_html) > 0, "there are no documents");
}

/// Checks the files in a folder and in those in it, and says how many there are.
fn check_folder(folder: PathBuf, is_wanted: impl Fn(&Path) -> bool) -> usize {
    let (mut folders, mut count, mut linked, mut anchors) = (vec![folder], 0, 0, 0);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the folder is there") {
            let path = entry.expect("it can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else if is_wanted(&path)
                && let Ok(bytes) = std::fs::read(&path)
            {
                let found = check(&String::from_utf8_lossy(&bytes)).len();
                (count, linked, anchors) = (count + 1, linked + usize::from(found > 0), anchors + found);
            }
        }
    }
    println!("{count} files, {linked} with links, {anchors} anchors");
    count
}

#[test]
fn bytes_stay_in_their_charset() {
    let linkifier = marking(Finder::new());
    let utf16 = |text: &str| -> Vec<u8> {
        let units = std::iter::once(0xFEFF).chain(text.encode_utf16());
        units.flat_map(u16::to_be_bytes).collect()
    };
    let tag = format!("<a href=\"http://a.example/%C3%A9\" {MARK}=\"\">");
    for (html, linked) in [
        (
            b"<meta charset=windows-1252>\xE9 http://a.example/\xE9".to_vec(),
            [b"<meta charset=windows-1252>\xE9 ", tag.as_bytes(), b"http://a.example/\xE9</a>"].concat(),
        ),
        // The mark stays first.
        (utf16("http://a.example/%C3%A9 é"), utf16(&format!("{tag}http://a.example/%C3%A9</a> é"))),
        (utf16("é http://a.example/%C3%A9 é"), utf16(&format!("é {tag}http://a.example/%C3%A9</a> é"))),
        (
            b"<meta charset=iso-2022-jp>\x1B$B$\"\x1B(B http://a.example/".to_vec(),
            b"<meta charset=iso-2022-jp>\x1B$B$\"\x1B(B http://a.example/".to_vec(),
        ),
        (b"\xFF\xC3 http://a.example/%C3%A9 \x80".to_vec(), {
            [b"\xFF\xC3 ", tag.as_bytes(), b"http://a.example/%C3%A9</a> \x80"].concat()
        }),
    ] {
        let made = linkifier.to_bytes(&html);
        assert_eq!(made.escape_ascii().to_string(), linked.escape_ascii().to_string());
        let mut written = Vec::new();
        linkifier.write(&html[..], &mut written).unwrap();
        assert_eq!(written, linked);
    }
}

#[test]
fn each_link_can_be_asked_about() {
    let html = "<p>http://a.example/?b&amp;c http://b.exam<i>ple/</i> http://c.example/";
    let seen = Arc::new(Mutex::new(Vec::new()));
    let asked = Arc::clone(&seen);
    let linkifier = Linkifier::new(Finder::new()).on_link(move |link, anchor| {
        asked.lock().unwrap().push((link.url().to_owned(), link.as_str().to_owned(), link.range()));
        match link.host() {
            Some("b.example") => anchor.set_text("<B>"),
            Some("c.example") => return Decision::Text,
            _ => anchor.set_attribute("data-x", "\"").expect("a name of an attribute"),
        }
        Decision::Link
    });
    let linked = HtmlLinkifier::new(linkifier).to_string(html);
    let first = r#"<a href="http://a.example/?b&amp;c" data-x="&quot;">http://a.example/?b&amp;c</a>"#;
    let second = r#"<a href="http://b.example/" title="http://b.example/">&lt;B&gt;</a><i></i>"#;
    assert_eq!(linked, format!("<p>{first} {second} http://c.example/"));
    let seen = seen.lock().unwrap();
    assert_eq!(seen[0].1, "http://a.example/?b&c");
    assert_eq!(&html[seen[0].2.clone()], "http://a.example/?b&amp;c");
    assert_eq!(&html[seen[1].2.clone()], "http://b.exam<i>ple/");
}

#[test]
fn the_settings_of_the_linkifier_hold() {
    let linkifier = |linkifier: Linkifier| HtmlLinkifier::new(linkifier);
    let base = || Linkifier::new(Finder::builder().kinds(Kinds::ALL).build().unwrap());
    for (linkifier, html, linked) in [
        (linkifier(base().rel("nofollow").target("_blank")), "http://a.example/", {
            r#"<a href="http://a.example/" rel="nofollow" target="_blank">http://a.example/</a>"#
        }),
        (linkifier(base()), "sam@a.example.org", r#"<a href="mailto:sam@a.example.org">sam@a.example.org</a>"#),
        (linkifier(base().mask_addresses(true)), "sam@a.exam<b>ple.org</b> x", "sam@…<b></b> x"),
        (
            linkifier(Linkifier::new(Finder::new()).mask_addresses(true)),
            "root@so<b>up</b>, &quot;S K&quot;@[::1]. http://a.example/ <a href=x>sam@b</a> c@www.d.example",
            "root@…<b></b>, &quot;S K&quot;@…. <a href=\"http://a.example/\">http://a.example/</a> <a href=x>sam@b</a> c@…",
        ),
        (linkifier(base().short(20)), "http://a.example/winter/&amp;soup", {
            r#"<a href="http://a.example/winter/&amp;soup" title="http://a.example/winter/&amp;soup">http://a.example/wi…</a>"#
        }),
        (linkifier(base().strict(true)), "http://b.example@a.example/", "http://b.example@a.example/"),
        (
            linkifier(base()).skip(["PRE", "x-code"]),
            "<pre>http://a.example/</pre><x-code>http://a.example/</x-code>",
            { "<pre>http://a.example/</pre><x-code>http://a.example/</x-code>" },
        ),
        (linkifier(base()), "\u{202E}http://a.example/", {
            "\u{202E}<a href=\"http://a.example/\" dir=\"auto\">http://a.example/</a>"
        }),
    ] {
        assert_eq!(linkifier.to_string(html), linked, "{html}");
    }
}

#[test]
fn what_is_too_large_comes_out_as_it_is() {
    let html = "<p>http://a.example/".repeat(10_000);
    let mut written = Vec::new();
    let error = marking(Finder::new()).limit(1000).write(html.as_bytes(), &mut written).unwrap_err();
    assert!(error.to_string().contains("1000"), "{error}");
    assert_eq!(written, html.as_bytes());
}

#[test]
fn a_long_url_in_many_nodes_does_not_multiply_a_document() {
    let html = format!("http://a.example/{} http://b.example/{}", "<b>x</b>".repeat(5000), "<b>x</b>".repeat(50));
    let anchors = check(&html);
    assert_eq!(anchors.len(), 51);
}

#[test]
fn what_is_left_alone_begins_where_the_section_does() {
    let html = "<?xml version='1.0'?>\n<!DOCTYPE html>\n<p>Soups</p> and <![CDATA[ bowls ]]> http://a.example/";
    let linkifier = HtmlLinkifier::new(Linkifier::new(Finder::new()));
    let left = linkifier.write(html.as_bytes(), Vec::new()).unwrap();
    assert_eq!(left.map(|left| left.offset()), html.find("<![CDATA["));
}
