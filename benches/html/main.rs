//! HTML of texts, beside the list of their URLs, linkify with a fast escaper, that escaper alone, and comrak; and the same texts as
//! HTML in.
//!
//! `cargo bench -p napkin-benches --bench html` measures with criterion. With `-- --ratios` it prints only how the
//! contenders compare, which is what keeps from one machine to the next, and with `-- --speeds` how fast each is at best.

use std::{
    hint::black_box,
    io::{self, Write},
};

use comrak::{Options, markdown_to_html};
use linkify::{LinkFinder, LinkKind};
use memchr::{memchr3_iter, memmem};
use napkin::{
    Finder, Linkifier,
    html::HtmlLinkifier,
    write::{List, Page, PageLayout},
};
use napkin_benches::{
    Comparison, Contender, Input,
    texts::{self, Text},
};

/// A text, the same as HTML: paragraphs, line breaks, and some words with tags; and the same for comrak, without its indentation:
/// what is indented is code in Markdown, in which comrak looks for nothing.
struct Source {
    text: Text,
    html: String,
    markdown: String,
}

impl Input for Source {
    fn name(&self) -> &str {
        &self.text.name
    }

    fn bytes(&self) -> &[u8] {
        self.text.content.as_bytes()
    }
}

impl Source {
    fn new(text: Text) -> Source {
        let mut html = String::from("<!doctype html>\n<meta charset=\"utf-8\">\n<body class=\"text\">\n");
        for paragraph in text.content.split("\n\n") {
            html.push_str("<p class=\"paragraph\">");
            for (index, word) in paragraph.split(' ').enumerate() {
                let is_marked = index % 16 == 7 && word.bytes().all(|byte| byte.is_ascii_alphabetic());
                html.push_str(if index > 0 { " " } else { "" });
                html.push_str(if is_marked { "<em>" } else { "" });
                escape(&mut html, word);
                html.push_str(if is_marked { "</em>" } else { "" });
            }
            html.push_str("</p>\n");
        }
        let markdown = text.content.lines().flat_map(|line| [line.trim_start(), "\n"]).collect();
        Source { text, html, markdown }
    }
}

const CONTENDERS: [Contender<Source>; 8] = [
    Contender { name: "list", count: list, expected: |source| source.text.urls },
    Contender { name: "fragment", count: fragment, expected: |source| source.text.urls },
    Contender { name: "page", count: page, expected: |source| source.text.urls },
    Contender { name: "string", count: string, expected: |source| source.text.urls },
    Contender { name: "linkify", count: linkify, expected: |source| source.text.urls },
    Contender { name: "html in", count: html_in, expected: |source| source.text.urls },
    Contender { name: "escaper", count: escaper, expected: |_| None },
    Contender { name: "comrak", count: comrak, expected: |source| source.text.urls },
];

const COMPARISONS: [Comparison; 8] = [
    ("fragment / list", "fragment", "list"),
    ("the escaper alone / list", "escaper", "list"),
    ("page / list", "page", "list"),
    ("fragment / linkify and an escaper", "string", "linkify"),
    ("the escaper alone / linkify and it", "escaper", "linkify"),
    ("fragment / comrak with autolinks", "string", "comrak"),
    ("page / comrak with autolinks", "page", "comrak"),
    ("HTML in / comrak with autolinks", "html in", "comrak"),
];

/// Takes HTML as a pipe does, and counts the anchors in it: what is in one write is whole.
#[derive(Default)]
struct Pipe(usize);

impl Write for Pipe {
    fn write(&mut self, html: &[u8]) -> io::Result<usize> {
        self.0 += count(html, "<a href");
        Ok(html.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// How often something stands in HTML.
fn count(html: &[u8], what: &str) -> usize {
    memmem::find_iter(html, what).count()
}

fn list(Source { text, .. }: &Source) -> usize {
    let mut list = List::new(Vec::new());
    Finder::new().search_into(text.content.as_bytes(), &mut list).expect("memory can be read");
    memchr::memchr_iter(b'\n', &list.into_inner()).count()
}

fn fragment(Source { text, .. }: &Source) -> usize {
    let mut pipe = Pipe::default();
    Linkifier::new(Finder::new()).write(text.content.as_bytes(), &mut pipe).expect("memory can be read");
    pipe.0
}

fn page(Source { text, .. }: &Source) -> usize {
    let mut pipe = Pipe::default();
    let page = Page::new(text.name.as_str()).layout(PageLayout::Notes);
    Linkifier::new(Finder::new()).write_page(&page, text.content.as_bytes(), &mut pipe).expect("memory can be read");
    pipe.0
}

fn string(Source { text, .. }: &Source) -> usize {
    count(Linkifier::new(Finder::new()).to_string(&text.content).as_bytes(), "<a href")
}

fn html_in(Source { html, .. }: &Source) -> usize {
    count(HtmlLinkifier::new(Linkifier::new(Finder::new())).to_string(html).as_bytes(), "<a href")
}

fn linkify(Source { text, .. }: &Source) -> usize {
    let mut html = String::with_capacity(text.content.len() + text.content.len() / 4);
    let mut finder = LinkFinder::new();
    finder.kinds(&[LinkKind::Url]);
    for span in finder.spans(&text.content) {
        if span.kind().is_some() {
            html.push_str("<a href=\"");
            escape(&mut html, span.as_str());
            html.push_str("\">");
            escape(&mut html, span.as_str());
            html.push_str("</a>");
        } else {
            escape(&mut html, span.as_str());
        }
    }
    count(html.as_bytes(), "<a href")
}

/// The least that it takes to make HTML of a text, if it took no time to find its links. Returns how much there is of it.
fn escaper(Source { text, .. }: &Source) -> usize {
    let mut html = String::with_capacity(text.content.len() + text.content.len() / 4);
    escape(&mut html, &text.content);
    black_box(html).len()
}

/// Escapes what is text, and, as no URL has a quotation mark in it, what is a URL.
fn escape(html: &mut String, text: &str) {
    let mut done = 0;
    for at in memchr3_iter(b'<', b'>', b'&', text.as_bytes()) {
        html.push_str(&text[done..at]);
        html.push_str(match text.as_bytes()[at] {
            b'<' => "&lt;",
            b'>' => "&gt;",
            _ => "&amp;",
        });
        done = at + 1;
    }
    html.push_str(&text[done..]);
}

fn comrak(Source { markdown, .. }: &Source) -> usize {
    let mut options = Options::default();
    options.extension.autolink = true;
    let html = markdown_to_html(markdown, &options);
    count(html.as_bytes(), "<a href") - count(html.as_bytes(), "<a href=\"mailto:")
}

fn main() {
    napkin_benches::run(|size| texts::all(size).into_iter().map(Source::new).collect(), &CONTENDERS, &COMPARISONS);
}
