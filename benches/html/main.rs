//! HTML of three kinds of text, beside the list of their URLs, linkify with a fast escaper, and comrak.
//!
//! `cargo bench -p napkin-benches --bench html` measures with criterion. With `-- --ratios` it prints only how the
//! contenders compare, which is what keeps from one machine to the next, and with `-- --speeds` how fast each is at best.

use std::io::{self, Write};

use comrak::{Options, markdown_to_html};
use linkify::{LinkFinder, LinkKind};
use memchr::{memchr3_iter, memmem};
use napkin::{
    Finder, Linkifier,
    write::{List, Page, PageLayout},
};
use napkin_benches::{
    Comparison, Contender,
    texts::{self, Text},
};

const CONTENDERS: [Contender<Text>; 6] = [
    Contender { name: "list", count: list, expected: |text| Some(text.urls) },
    Contender { name: "fragment", count: fragment, expected: |text| Some(text.urls) },
    Contender { name: "page", count: page, expected: |text| Some(text.urls) },
    Contender { name: "string", count: string, expected: |text| Some(text.urls) },
    Contender { name: "linkify", count: linkify, expected: |text| Some(text.urls) },
    // What is indented as code stays text there.
    Contender { name: "comrak", count: comrak, expected: |_| None },
];

const COMPARISONS: [Comparison; 4] = [
    ("fragment / list", "fragment", "list"),
    ("page / list", "page", "list"),
    ("fragment / linkify and an escaper", "string", "linkify"),
    ("fragment / comrak with autolinks", "string", "comrak"),
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

fn list(text: &Text) -> usize {
    let mut list = List::new(Vec::new());
    Finder::new().search(text.content.as_bytes(), &mut list).expect("memory can be read");
    memchr::memchr_iter(b'\n', &list.into_inner()).count()
}

fn fragment(text: &Text) -> usize {
    let mut pipe = Pipe::default();
    Linkifier::new(Finder::new()).write(text.content.as_bytes(), &mut pipe).expect("memory can be read");
    pipe.0
}

fn page(text: &Text) -> usize {
    let mut pipe = Pipe::default();
    let page = Page::new(text.name).layout(PageLayout::Notes);
    Linkifier::new(Finder::new()).write_page(&page, text.content.as_bytes(), &mut pipe).expect("memory can be read");
    pipe.0
}

fn string(text: &Text) -> usize {
    count(Linkifier::new(Finder::new()).to_string(&text.content).as_bytes(), "<a href")
}

fn linkify(text: &Text) -> usize {
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

fn comrak(text: &Text) -> usize {
    let mut options = Options::default();
    options.extension.autolink = true;
    let html = markdown_to_html(&text.content, &options);
    count(html.as_bytes(), "<a href") - count(html.as_bytes(), "<a href=\"mailto:")
}

fn main() {
    napkin_benches::run(|size| texts::all(size).into(), &CONTENDERS, &COMPARISONS);
}
