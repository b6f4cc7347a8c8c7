//! A message of mail on a page: its header as a table, its texts and its attachments.

use std::{borrow::Cow, io::Write};

use super::escape::push_label;

/// The HTML of a message, made from front to back.
#[derive(Debug)]
pub(crate) struct Article<'h> {
    html: &'h mut Vec<u8>,
}

impl<'h> Article<'h> {
    /// Begins the message with this id and subject, and with a link to the file that has it as it was sent.
    pub(crate) fn begin(html: &'h mut Vec<u8>, id: &str, subject: Option<&str>, raw: Option<&str>) -> Article<'h> {
        // A vector takes every write.
        let _ = write!(html, "<article id={id}><h3>");
        push_label(html, subject.unwrap_or("(no subject)"));
        let _ = write!(html, "<a class=self href=#{id} aria-label=\"Link to this message\"></a>");
        if let Some(raw) = raw {
            let _ = write!(html, "<a class=raw href=\"{raw}\" aria-label=\"Message as it was sent\"></a>");
        }
        html.extend_from_slice(b"</h3><table class=fields>");
        Article { html }
    }

    /// A row of its header, whose value `push` appends as HTML.
    pub(crate) fn field(&mut self, name: &str, push: impl FnOnce(&mut Vec<u8>)) {
        self.html.extend_from_slice(b"<tr><th>");
        push_label(self.html, name);
        self.html.extend_from_slice(b"</th><td>");
        push(self.html);
        self.html.extend_from_slice(b"</td></tr>");
    }

    /// The same for addresses. Many of them are folded.
    pub(crate) fn addresses(&mut self, name: &str, value: &str, push: impl FnOnce(&mut Vec<u8>)) {
        /// The most addresses that are shown at once.
        const MOST: usize = 5;
        let count = address_count(value);
        if count <= MOST {
            return self.field(name, push);
        }
        self.field(name, |html| {
            let _ = write!(html, "<details class=many><summary>{count} addresses</summary>");
            push(html);
            html.extend_from_slice(b"</details>");
        });
    }

    /// A link to the message that it answers, by its id and its number.
    pub(crate) fn parent(&mut self, id: &str, number: usize) {
        self.field("In reply to", |html| {
            let _ = write!(html, "<a href=\"#{id}\">message {number}</a>");
        });
    }

    /// The header is at its end. Returns where that is.
    pub(crate) fn texts(&mut self) -> usize {
        let end = self.html.len();
        self.html.extend_from_slice(b"</table>");
        end
    }

    /// A text, which `push` appends as HTML.
    pub(crate) fn text<E>(&mut self, push: impl FnOnce(&mut Vec<u8>) -> Result<(), E>) -> Result<(), E> {
        self.html.extend_from_slice(b"<div class=text>");
        push(self.html)?;
        self.html.extend_from_slice(b"</div>");
        Ok(())
    }

    /// Where the anchors of the text before lead: of each its words, and what appends the link.
    pub(crate) fn targets<'t, P: FnOnce(&mut Vec<u8>)>(&mut self, targets: impl Iterator<Item = (Cow<'t, str>, P)>) {
        /// How many characters of the words are shown.
        const MOST: usize = 80;
        self.html.extend_from_slice(b"<div class=targets>");
        for (words, push) in targets {
            self.html.extend_from_slice(b"<p>");
            match words.char_indices().nth(MOST) {
                Some((end, _)) => push_label(self.html, &format!("{}…", &words[..end])),
                None => push_label(self.html, &words),
            }
            if !words.is_empty() {
                self.html.push(b' ');
            }
            push(self.html);
            self.html.extend_from_slice(b"</p>");
        }
        self.html.extend_from_slice(b"</div>");
    }

    /// An attachment: its name, type and size in bytes, and the file that has it.
    pub(crate) fn attachment(&mut self, name: Option<&str>, kind: &str, size: usize, file: Option<&AttachedFile>) {
        let name = name.unwrap_or("(no name)");
        self.html.extend_from_slice(b"<p class=attachment>");
        match file {
            // A browser saves it instead of showing it.
            Some(AttachedFile { name: file, image: None }) => {
                let _ = write!(self.html, "<a href=\"{file}\" download>");
                push_label(self.html, name);
                self.html.extend_from_slice(b"</a>");
            }
            Some(AttachedFile { name: file, image: Some((width, height)) }) => {
                let _ = write!(self.html, "<a href=\"{file}\"><img src=\"{file}\" width={width} height={height}");
                self.html.extend_from_slice(b" loading=lazy alt=\"");
                push_label(self.html, name);
                self.html.extend_from_slice(b"\"></a>");
                push_label(self.html, name);
            }
            None => push_label(self.html, name),
        }
        self.html.extend_from_slice(b" <small>");
        if !kind.is_empty() {
            push_label(self.html, kind);
            self.html.extend_from_slice(b", ");
        }
        self.html.extend_from_slice(shown_size(size).as_bytes());
        self.html.extend_from_slice(b"</small></p>");
    }

    /// The message is at its end.
    pub(crate) fn end(self) {
        self.html.extend_from_slice(b"</article>");
    }
}

/// A file with an attachment, beside the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AttachedFile {
    pub(crate) name: String,
    /// The width and height of an image that is shown.
    pub(crate) image: Option<(usize, usize)>,
}

/// Returns a number of bytes as people read it: `12 KB`, `1.5 MB`.
fn shown_size(bytes: usize) -> String {
    match bytes {
        0..1000 => format!("{bytes} bytes"),
        1000..1_000_000 => format!("{} KB", bytes.div_ceil(1000)),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// Returns the number of addresses in a list, as its commas outside of names in quotes say.
fn address_count(value: &str) -> usize {
    let mut is_quoted = false;
    let commas = value.bytes().filter(|&byte| {
        is_quoted ^= byte == b'"';
        byte == b',' && !is_quoted
    });
    commas.count() + 1
}
