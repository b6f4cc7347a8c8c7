//! A message of mail on a page: its header as a table, its texts, and the names of what is attached.

use std::{borrow::Cow, io::Write};

use super::escape::push_label;

/// The HTML of a message, made from front to back.
#[derive(Debug)]
pub(crate) struct Article<'h> {
    html: &'h mut Vec<u8>,
}

impl<'h> Article<'h> {
    /// Begins the message with this id, and says what it is about.
    pub(crate) fn begin(html: &'h mut Vec<u8>, id: &str, subject: Option<&str>) -> Article<'h> {
        // A vector takes every write.
        let _ = write!(html, "<article id={id}><h3>");
        push_label(html, subject.unwrap_or("(no subject)"));
        let _ =
            write!(html, "<a class=self href=#{id} aria-label=\"Link to this message\"></a></h3><table class=fields>");
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

    /// What is attached, by its name and its type.
    pub(crate) fn attachment(&mut self, name: Option<&str>, kind: &str) {
        self.html.extend_from_slice(b"<p class=attachment>");
        push_label(self.html, name.unwrap_or("(no name)"));
        if !kind.is_empty() {
            self.html.extend_from_slice(b" <small>");
            push_label(self.html, kind);
            self.html.extend_from_slice(b"</small>");
        }
        self.html.extend_from_slice(b"</p>");
    }

    /// The message is at its end.
    pub(crate) fn end(self) {
        self.html.extend_from_slice(b"</article>");
    }
}
