//! The texts that are searched: made up, the same on each run, and with a known number of links; or files.

use std::{fs, path::Path};

use crate::{
    Input,
    hostile::{RICH, repeat},
    writer::Writer,
};

/// A text and what there is to find in it.
pub struct Text {
    /// What it stands for.
    pub name: String,
    /// The text itself.
    pub content: String,
    /// The URLs in it, all with a scheme and `://`, where that is known.
    pub urls: Option<usize>,
    /// The mail addresses in it, none with `mailto:`.
    pub addresses: Option<usize>,
}

/// All texts, of about `size` bytes each.
pub fn all(size: usize) -> [Text; 4] {
    [prose(size), mail(size), dense(size), code(size)]
}

/// Words that were found to be slow, each with why: what it costs to find or to refuse it is all that such a text costs. How many
/// links there are in one, with all kinds.
const HOSTILE: [(&str, usize, &str); 50] = [
    ("a.de,", 1, "a name in a list"),
    ("'a.com", 1, "a name behind an apostrophe"),
    ("\"a.de", 1, "a name behind a quotation mark"),
    ("é.de ", 1, "a name that is not ASCII"),
    ("é.co\n", 1, "one that ends its line"),
    ("ｱ.co", 0, "a name that each of its words may end"),
    ("a.de/b\n", 1, "a path that ends its line"),
    ("(a.de)", 1, "a name between brackets"),
    ("a.com ", 1, "a name"),
    ("{a.com", 0, "a name behind a brace"),
    ("a.de:1 ", 1, "a name with a port"),
    ("a.de/b ", 1, "a name with a path"),
    ("a。com ", 0, "an ideographic full stop"),
    ("›a。com", 0, "the same behind a quotation mark"),
    ("x@a.com ", 1, "an address"),
    ("é@é.de ", 1, "an address that is not ASCII"),
    ("'a@b.de", 1, "an address behind an apostrophe"),
    ("www.a.com ", 1, "an abbreviation"),
    ("http://é.de/ ", 1, "a host that is not ASCII"),
    ("tel:+1 ", 1, "an opaque URL"),
    ("urn:x:a ", 0, "an opaque URL that its scheme refuses"),
    ("http://a\n", 1, "a host that may be broken"),
    ("&a.de", 0, "a name that is a part of something else"),
    ("a.c ", 0, "a dot in no name"),
    ("x@a.com", 0, "an address that runs into the next"),
    ("news:“", 0, "an opaque URL that opens a quotation"),
    ("@:", 0, "an address without any of its parts"),
    (".ｱ", 0, "a dot before a letter of another script"),
    ("’s@", 0, "an `@` behind a quotation mark"),
    ("\u{2028}co.uk", 1, "a name behind a line end of Unicode's"),
    ("x@a.com’", 1, "an address before a typographic quotation mark"),
    ("한국。", 0, "a name of more labels than any has"),
    ("http:// ", 0, "a scheme, and nothing behind its slashes"),
    ("x:// ", 0, "an unknown one"),
    ("<http://", 0, "the same behind a bracket"),
    ("ssh://\\_", 0, "an escape before another scheme"),
    ("http://\\_", 0, "the same with a scheme that is looked for first"),
    ("sip:\"", 0, "an opaque URL of nothing"),
    ("(a.com", 0, "a name before a parenthesis"),
    ("[a.com", 1, "a name before a bracket"),
    ("|x@a.com", 1, "an address behind a mark that one may have"),
    ("\u{2010}co.uk", 0, "a name before a typographic hyphen"),
    ("x@a.comｱ", 1, "an address before a letter of another script"),
    ("a.com한국", 1, "a name before a letter of another script"),
    ("’ssh://", 0, "a scheme behind an apostrophe"),
    ("%41x@a.com", 0, "an address before an escape, which may be one of a host"),
    ("\nhttp://a/b%", 1, "a percent sign of no escape, at the end of a line"),
    ("|file:/", 1, "a path without an authority, before a bar"),
    ("{http://a/", 1, "a path before a brace"),
    ("「http://a/", 1, "a path before a bracket that nothing closes"),
];

/// Texts of one of these words each, of about `size` bytes.
pub fn hostile(size: usize) -> Vec<Text> {
    let text = |&(word, links, _): &(&'static str, usize, &str)| {
        let times = size / word.len();
        let urls = links * times;
        // What stands last in a text has nothing behind it.
        Text {
            name: word.to_owned(),
            content: word.repeat(times) + " and so on\n",
            urls: Some(urls),
            addresses: Some(0),
        }
    };
    HOSTILE.iter().map(text).collect()
}

/// Texts of one word of two tokens each, of about `size` bytes. Of two words that are the same when they are repeated there is one.
pub fn of_two_tokens(size: usize) -> Vec<Text> {
    let behind = |(number, first): (usize, &&'static str)| {
        let first = *first;
        RICH[number + 1..].iter().map(move |second| [first, second].concat())
    };
    RICH.iter().enumerate().flat_map(behind).map(|word| repeated(word, size)).collect()
}

/// A text of this word again and again, of at most `size` bytes.
pub fn repeated(word: String, size: usize) -> Text {
    Text { content: repeat(&word, size), name: word, urls: None, addresses: None }
}

/// A text of each of these files and folders: of a folder all files below it, one behind the other, up to `size` bytes. What is
/// not UTF-8 is replaced. Nobody knows how many links there are.
pub fn of_files(paths: &[String], size: usize) -> Vec<Text> {
    let text = |path: &String| {
        let mut content = String::new();
        read_into(&mut content, Path::new(path), size);
        Text { name: path.clone(), content, urls: None, addresses: None }
    };
    paths.iter().map(text).collect()
}

fn read_into(content: &mut String, path: &Path, size: usize) {
    if content.len() >= size {
        return;
    }
    if let Ok(entries) = fs::read_dir(path) {
        let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        paths.iter().filter(|path| !path.is_symlink()).for_each(|path| read_into(content, path, size));
    } else if let Ok(bytes) = fs::read(path) {
        *content += &String::from_utf8_lossy(&bytes);
    }
}

/// Running text with next to no URLs: one in 19 KB, and a colon in 400 bytes, as in documents of the RFC series.
fn prose(size: usize) -> Text {
    let mut writer = Writer::new(size);
    let mut next = 9_000;
    while writer.out.len() < size {
        writer.sentence("");
        if writer.out.len() > next {
            writer.url("");
            next += 14_000 + writer.below(10_000);
        }
        match writer.below(600) {
            0 => writer.address(""),
            1..=60 => writer.paragraph(),
            _ => {}
        }
    }
    done(writer, "prose")
}

/// Messages with headers and quoted replies: a URL per 1.1 KB, an `@` per 210 bytes, a `:` per 70.
fn mail(size: usize) -> Text {
    let mut writer = Writer::new(size);
    while writer.out.len() < size {
        message(&mut writer);
    }
    done(writer, "mail")
}

/// The log of a proxy: a URL per 103 bytes.
fn dense(size: usize) -> Text {
    let mut writer = Writer::new(size);
    while writer.out.len() < size {
        let (minute, second, bytes) = (writer.below(60), writer.below(60), writer.below(100_000));
        writer.out += &format!("2026-11-21 14:{minute:02}:{second:02} GET ");
        let url = writer.make_url();
        writer.out += &format!("{url} 200 {bytes} cached by a napkin proxy\n");
    }
    done(writer, "dense")
}

fn done(writer: Writer, name: &'static str) -> Text {
    Text { name: name.to_owned(), content: writer.out, urls: Some(writer.urls), addresses: Some(writer.addresses) }
}

fn message(writer: &mut Writer) {
    let (minute, id) = (writer.below(60), writer.below(1_000_000));
    let date = format!("Sat, 21 Nov 2026 14:{minute:02}:09 +0000");
    let [path, rcpt, from, to, cc, own, parent, quoted] = std::array::from_fn(|_| writer.make_address());
    writer.out += &format!(
        "Return-Path: <{path}>\nReceived: from mx1 by mx2 with ESMTPS id {id:06x}\n\tfor <{rcpt}>; {date}\n\
         Date: {date}\nFrom: Kim Example <{from}>\nTo: {to}\nCc: \"The list\" <{cc}>\n\
         Subject: Re: what is written on the napkin\nX-Reply-To: <{id}.{own}>\nResent-From: <{id}.{parent}>\n\
         MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\
         X-Mailer: Kim 1.0\n\nOn Sat, 21 Nov 2026 at 14:{minute:02}, Sam <{quoted}> wrote:\n"
    );
    writer.line();
    for _ in 0..3 {
        writer.sentence("> ");
    }
    if writer.below(2) == 0 {
        writer.url("> ");
    }
    writer.paragraph();
    for _ in 0..9 {
        writer.sentence("");
    }
    writer.url("");
    writer.paragraph();
    writer.out += "-- \nKim, room 12, from 10:00 to 12:30\n\n";
}

/// Source code: paths of modules with two colons, a colon in 65 bytes, and a URL in a comment per 14 KB.
fn code(size: usize) -> Text {
    let mut writer = Writer::new(size);
    let mut next = 5_000;
    while writer.out.len() < size {
        let words: [&str; 8] = std::array::from_fn(|_| writer.any_word());
        let [name, module, item, first, second, kind, value, error] = words;
        writer.out +=
            &format!("    /// The {name} of the {module}, as a {kind}, with {first} and {second} taken from it.\n");
        if writer.out.len() > next {
            writer.out += "    // See ";
            let url = writer.make_url();
            writer.out += &format!("{url}\n");
            next += 9_000 + writer.below(10_000);
        }
        writer.out += &format!(
            "    pub(crate) fn {name}_{item}(&self, {first}: {module}::{kind}, {second}: usize) -> Option<{kind}> {{\n        \
             let {value} = std::{module}::{item}({name}({first}), {second} + 1)?;\n        \
             if is_{error}({value}) {{\n            return None;\n        }}\n        \
             Some({kind}::new({value}, \"{error}: {name}\"))\n    }}\n\n"
        );
    }
    done(writer, "code")
}

impl Input for Text {
    fn name(&self) -> &str {
        &self.name
    }

    fn bytes(&self) -> &[u8] {
        self.content.as_bytes()
    }
}
