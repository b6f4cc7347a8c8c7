//! Markdown out: what becomes a link, what stays as it is, and that a reader of Markdown sees the same text with more links.

use napkin::{Finder, Kinds, write::Markdown};
use proptest::{prelude::*, sample::select};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

fn markdown_in(text: &[u8], step: usize) -> Vec<u8> {
    struct Slow<'t>(&'t [u8], usize);
    impl std::io::Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let count = self.0.len().min(buffer.len()).min(self.1);
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }
    let mut markdown = Markdown::new(Vec::new());
    finder().search_into(Slow(text, step), &mut markdown).expect("memory can be read");
    markdown.finish().expect("a vector takes every write");
    markdown.into_inner()
}

fn markdown(text: &str) -> String {
    String::from_utf8(markdown_in(text.as_bytes(), usize::MAX)).expect("whole characters were written")
}

fn finder() -> Finder {
    Finder::builder().kinds(Kinds::ALL).build().expect("the options are right")
}

/// What a reader makes of Markdown: everything but the links, and where those lead.
fn read(text: &str, options: Options) -> (String, Vec<String>) {
    let (mut shown, mut targets, mut words) = (String::new(), Vec::new(), String::new());
    for event in Parser::new_ext(text, options) {
        match event {
            Event::Text(text) => {
                words.push_str(&text);
                continue;
            }
            Event::Start(Tag::Link { dest_url, .. }) => {
                targets.push(dest_url.into_string());
                continue;
            }
            Event::End(TagEnd::Link) => continue,
            other => shown.push_str(&format!("{words}\n{other:?}\n")),
        }
        words.clear();
    }
    (shown, targets)
}

#[test]
fn links_are_made_and_all_else_stays() {
    for (text, expected) in [
        ("see http://a.example/b.\n", "see <http://a.example/b>.\n"),
        ("(http://a.example/b)\r\nx", "(<http://a.example/b>)\r\nx"),
        ("www.a.example", "[www.a.example](http://www.a.example)"),
        ("sam@a.example", "[sam@a.example](mailto:sam@a.example)"),
        ("> http://a.example/{b}\n", "> [http://a.example/{b}](http://a.example/%7Bb%7D)\n"),
        ("http://a.example/b_(c)", "<http://a.example/b_(c)>"),
        ("www.a.example/b_(c)", "[www.a.example/b\\_(c)](http://www.a.example/b_\\(c\\))"),
        ("http://a.example/?b&amp;c=1", "http://a.example/?b&amp;c=1"),
        ("http://a.example/?b&c=1", "<http://a.example/?b&c=1>"),
        ("http://a.example/b\\_c\\_d x", "[http://a.example/b\\_c\\_d](http://a.example/b_c_d) x"),
        ("http://m\u{fc}nchen.example/", "[http://m\u{fc}nchen.example/](http://xn--mnchen-3ya.example/)"),
        ("http://a.example/\u{e9}", "<http://a.example/\u{e9}>"),
        ("javascript:alert(1) data:,x", "javascript:alert(1) data:,x"),
        ("[a](http://a.example/b_\\(c\\)) http://a.example/b_\\(c\\)", {
            "[a](http://a.example/b_\\(c\\)) [http://a.example/b\\_(c)](http://a.example/b_\\(c\\))"
        }),
        // References that are defined, before and behind.
        ("[http://A.example/  b]: /c\n\n[http://a.example/ b] [http://a.example/]\n", {
            "[http://A.example/  b]: /c\n\n[http://a.example/ b] [<http://a.example/>]\n"
        }),
        ("[http://a.example/]\n\n[http://a.example/]: b\n", "[http://a.example/]\n\n[http://a.example/]: b\n"),
        // A byte order mark is no part of the first line.
        ("\u{feff}```\nhttp://a.example/\n```\nwww.b.example", {
            "\u{feff}```\nhttp://a.example/\n```\n[www.b.example](http://www.b.example)"
        }),
        ("\u{feff}http://a.example/", "\u{feff}<http://a.example/>"),
        // What is a link already, code, HTML or a definition.
        ("<http://a.example/> <sam@a.example>", "<http://a.example/> <sam@a.example>"),
        ("[a](http://a.example/) ![b](http://b.example/)", "[a](http://a.example/) ![b](http://b.example/)"),
        ("[http://a.example/](b \"c\")", "[http://a.example/](b \"c\")"),
        ("[http://a.example/][b]", "[<http://a.example/>][b]"),
        ("[http://a.example/][b]\n\n[b]: c", "[http://a.example/][b]\n\n[b]: c"),
        ("[a]: http://a.example/\n[b]:\n  www.b.example 'c'\n", "[a]: http://a.example/\n[b]:\n  www.b.example 'c'\n"),
        ("`http://a.example/` ``a ` www.b.example``", "`http://a.example/` ``a ` www.b.example``"),
        ("` http://a.example/", "` <http://a.example/>"),
        // Code, unless the name of a reference is defined somewhere.
        ("[a][`] www.b.example`", "[a][`] www.b.example`"),
        // The backslash is Markdown's escape, in what is shown and in the target. Others end a URL.
        (
            "http://a.example/\\&x http://a.example/a\\:b",
            "[http://a.example/\\&x](http://a.example/\\&x) <http://a.example/a>\\:b",
        ),
        // The marks are of the emphasis.
        ("_www.a.example/b_ x", "_[www.a.example/b](http://www.a.example/b)_ x"),
        ("\\`http://a.example/ `", "\\`<http://a.example/> `"),
        ("```\nhttp://a.example/\n```\nhttp://b.example/", "```\nhttp://a.example/\n```\n<http://b.example/>"),
        ("~~~ x\nhttp://a.example/\n```\n", "~~~ x\nhttp://a.example/\n```\n"),
        ("    http://a.example/\n", "    http://a.example/\n"),
        ("a\n    http://a.example/\n", "a\n    <http://a.example/>\n"),
        (
            "- a\n\n      http://a.example/\n\n  http://b.example/",
            "- a\n\n      http://a.example/\n\n  <http://b.example/>",
        ),
        ("> ```\n> http://a.example/\nhttp://b.example/", "> ```\n> http://a.example/\n<http://b.example/>"),
        ("<div>\nhttp://a.example/\n\nhttp://b.example/", "<div>\nhttp://a.example/\n\n<http://b.example/>"),
        // Reference implementations take every control that moves on for a space in a tag, and what has no link shows the same in all.
        (
            "<div\u{b}x>\nhttp://a.example/\n\nhttp://b.example/",
            "<div\u{b}x>\nhttp://a.example/\n\n<http://b.example/>",
        ),
        ("<b>\u{c} \nhttp://a.example/\n", "<b>\u{c} \nhttp://a.example/\n"),
        ("a <b\u{c}title='http://a.example/'>", "a <b\u{c}title='http://a.example/'>"),
        ("<!-- http://a.example/\n\n-->\nhttp://b.example/", "<!-- http://a.example/\n\n-->\n<http://b.example/>"),
        (
            "a <b title='http://a.example/'>www.b.example</b>",
            "a <b title='http://a.example/'>[www.b.example](http://www.b.example)</b>",
        ),
        // What would mean something else beside it.
        ("a!www.b.example", "a\\![www.b.example](http://www.b.example)"),
        ("|a|b|\n|-|-|\n|`|http://a.example/|\n|`|c|", "|a|b|\n|-|-|\n|`|http://a.example/|\n|`|c|"),
        ("a*http://a.example/*", "a*http://a.example/*"),
        (
            "*http://a.example/b*, **www.c.example/**",
            "*<http://a.example/b>*, **[www.c.example/](http://www.c.example/)**",
        ),
        ("*http://a.example/* b", "*<http://a.example/>* b"),
        // The URL has one of two marks of emphasis.
        ("**http://a.example/b**(c)", "**http://a.example/b**(c)"),
        (
            "a <a href='http://a.example/'>http://b.example/</a> http://c.example/",
            "a <a href='http://a.example/'>http://b.example/</a> <http://c.example/>",
        ),
        ("# http://a.example/\nhttp://b.example/\n===\n", "# <http://a.example/>\n<http://b.example/>\n===\n"),
    ] {
        assert_eq!(markdown(text), expected, "{text:?}");
    }
}

/// What texts are made of that are to mislead a reader of Markdown.
const FRAGMENTS: [&str; 61] = [
    "http://a.example/b",
    "http://a.example/",
    "https://b.example/c?d=e&f",
    "www.c.example",
    "www.c.example/d-(e)",
    "x@d.example",
    "<http://a.example/b>",
    "<http://a.example/b\nc>",
    "mailto:y@e.example",
    "http://\u{e9}.example/\u{e9}",
    "http://a.example/b\\_c",
    "http://a.example/{b}",
    "http://a.example/b(c",
    "urn:isbn:0451450523",
    "\"http://a.example/b\n  c\"",
    "\n",
    "\n",
    "\n\n",
    " ",
    " ",
    "    ",
    "\t",
    "> ",
    "- ",
    "1. ",
    "2) ",
    "* ",
    "# ",
    "---",
    "===",
    "```",
    "~~~",
    "`",
    "``",
    "\\",
    "[",
    "]",
    "](",
    ")",
    "]:",
    "[a]: ",
    "[a]",
    "][",
    "!",
    "<",
    ">",
    "<b ",
    "<div>",
    "</div>",
    "<!--",
    "-->",
    "<?",
    "<script>",
    "\"",
    "'",
    "=",
    "* ",
    "a",
    "word",
    "|",
    "&amp;",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_reader_sees_the_same_text_with_more_links(parts in prop::collection::vec(select(&FRAGMENTS[..]), 1..16)) {
        let text = parts.concat();
        // It may be a reference that is defined elsewhere.
        if finder().find_iter(&text).any(|link| link.as_bytes().contains(&b'[')) {
            return Ok(());
        }
        let made = markdown(&text);
        let hrefs: Vec<String> = finder().find_iter(&text).map(|link| {
            let uri = link.uri();
            match (link.host(), uri.host_ascii()) {
                (Some(host), Some(ascii)) => link.url().replacen(host, &ascii, 1),
                _ => link.url().to_owned(),
            }
        }).collect();
        let (before, old) = read(&text, Options::empty());
        let (after, new) = read(&made, Options::empty());
        prop_assert_eq!(before, after, "{:?} became {:?}", text, made);
        let mut old = old.into_iter().peekable();
        for target in new {
            if old.next_if_eq(&target).is_none() {
                prop_assert!(hrefs.contains(&target), "{} in {:?} of {:?}", target, made, text);
            }
        }
        prop_assert!(old.next().is_none(), "{:?} became {:?}", text, made);
        for step in [1, 7] {
            prop_assert_eq!(&markdown_in(text.as_bytes(), step), made.as_bytes());
        }
    }
}

/// A block of 3 MiB is not kept: its rest is read after its first line.
#[test]
fn a_long_block_is_read_in_parts() {
    let line = format!("x http://a.example/b y {}\n", "z".repeat(2000));
    let lines = line.repeat((3 << 20) / line.len());
    assert_eq!(markdown(&lines), lines.replace("http://a.example/b", "<http://a.example/b>"));
    let code = format!("```\n{lines}```\nhttp://c.example/\n");
    assert_eq!(markdown(&code), code.replace("http://c.example/", "<http://c.example/>"));
}
