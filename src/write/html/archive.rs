//! The pages of an archive: ways to other pages, trees of threads, tables of them, and the feed.

use std::io::Write;

use super::{
    escape::push_label,
    page::{Extras, Page},
    sha256::sha256,
};

/// A message as others name it.
#[derive(Debug)]
pub(crate) struct Mention {
    pub(crate) id: String,
    pub(crate) from: String,
    /// In UTC, as RFC 3339 writes it.
    pub(crate) date: Option<String>,
}

/// A thread as a table has it.
#[derive(Debug)]
pub(crate) struct ThreadRow {
    /// Its file.
    pub(crate) name: String,
    pub(crate) subject: String,
    pub(crate) people: String,
    pub(crate) date: Option<String>,
    pub(crate) count: usize,
}

/// The file with the style of all pages.
pub(crate) const STYLE_FILE: &str = "style.css";

/// How deep a tree is drawn.
const MOST_LEVELS: usize = 8;

/// A page of an archive, made from front to back.
#[derive(Debug)]
pub(crate) struct ArchivePage {
    html: Vec<u8>,
    tail: &'static str,
}

impl ArchivePage {
    /// Begins a page with this title, or with that of `page`.
    pub(crate) fn begin(page: &Page, title: Option<&str>, extras: Extras<'_>) -> ArchivePage {
        let page = title.map_or_else(|| page.clone(), |title| page.clone().title(title));
        let html = page.head_with(Extras { style: STYLE_FILE, ..extras }).into_bytes();
        ArchivePage { html, tail: page.tail() }
    }

    /// What is made so far.
    pub(crate) fn html(&mut self) -> &mut Vec<u8> {
        &mut self.html
    }

    /// The page is at its end.
    pub(crate) fn end(mut self) -> Vec<u8> {
        self.html.extend_from_slice(self.tail.as_bytes());
        self.html
    }

    /// Ways to other files.
    pub(crate) fn trail(&mut self, others: &[(&str, &str)]) {
        self.html.extend_from_slice(b"<nav class=trail>");
        for (file, name) in others {
            push_link(&mut self.html, file, name);
        }
        self.html.extend_from_slice(b"</nav>");
    }

    /// The messages of a thread, each with its depth.
    pub(crate) fn tree(&mut self, entries: impl Iterator<Item = (Mention, usize)>) {
        self.html.extend_from_slice(b"<nav class=thread aria-label=Thread><ol>");
        for (entry, depth) in entries {
            // A vector takes every write.
            let _ = write!(self.html, "<li class=depth-{}>", depth.min(MOST_LEVELS));
            push_link(&mut self.html, &format!("#{}", entry.id), &entry.from);
            push_time(&mut self.html, entry.date.as_deref(), "YYYY-MM-DDTHH:MM".len(), " UTC");
            self.html.extend_from_slice(b"</li>");
        }
        self.html.extend_from_slice(b"</ol></nav>");
    }

    /// The row of a message's header that leads to the one it answers, with a note.
    pub(crate) fn parent(&mut self, field: &str, parent: &Mention, note: &str) {
        self.html.extend_from_slice(format!("<tr><th>{field}</th><td>").as_bytes());
        push_link(&mut self.html, &format!("#{}", parent.id), &parent.from);
        self.html.extend_from_slice(format!("{note}</td></tr>").as_bytes());
    }

    /// Threads, each in a row.
    pub(crate) fn table(&mut self, rows: &[ThreadRow]) {
        self.html.extend_from_slice(b"<table class=threads>");
        for row in rows {
            self.html.extend_from_slice(b"<tr><td>");
            push_time(&mut self.html, row.date.as_deref(), "YYYY-MM-DD".len(), "");
            self.html.extend_from_slice(b"</td><td>");
            push_link(&mut self.html, &row.name, &row.subject);
            self.html.extend_from_slice(b"<small>");
            push_label(&mut self.html, &row.people);
            let _ = write!(self.html, "</small></td><td>{}</td></tr>", counted(row.count, "message"));
        }
        self.html.extend_from_slice(b"</table>");
    }

    /// Ways to the months, with how many threads began in each.
    pub(crate) fn months<'m>(&mut self, months: impl Iterator<Item = (&'m str, usize)>) {
        self.html.extend_from_slice(b"<nav class=months>");
        for (month, count) in months {
            self.html.extend_from_slice(b"<span>");
            push_link(&mut self.html, &format!("{month}.html"), month);
            let _ = write!(self.html, " <small>{}</small></span>", counted(count, "thread"));
        }
        self.html.extend_from_slice(b"</nav>");
    }

    /// Names with their numbers of messages. `left_out` names are not in the list.
    pub(crate) fn list(&mut self, entries: &[ListEntry], left_out: usize) {
        self.html.extend_from_slice(b"<table class=threads>");
        for entry in entries {
            self.html.extend_from_slice(b"<tr><td>");
            push_link(&mut self.html, &entry.href, &entry.name);
            let _ = write!(self.html, "</td><td>{}</td></tr>", counted(entry.count, "message"));
        }
        self.html.extend_from_slice(b"</table>");
        if left_out > 0 {
            let _ = write!(self.html, "<p>{left_out} with fewer messages are left out.</p>");
        }
    }
}

/// An author or a host, with the place of its section.
#[derive(Debug)]
pub(crate) struct ListEntry {
    pub(crate) href: String,
    pub(crate) name: String,
    pub(crate) count: usize,
}

/// Appends a section with a heading, and with `rows` of HTML.
pub(crate) fn push_section(html: &mut Vec<u8>, id: &str, name: &str, rows: &[u8]) {
    let _ = write!(html, "<section id={id}><h2>");
    push_label(html, name);
    html.extend_from_slice(b"</h2>");
    html.extend_from_slice(rows);
    html.extend_from_slice(b"</section>");
}

/// Appends the row of a message in a table.
pub(crate) fn push_message_row(html: &mut Vec<u8>, file: &str, message: &Mention, subject: &str) {
    html.extend_from_slice(b"<tr><td>");
    push_time(html, message.date.as_deref(), "YYYY-MM-DD".len(), "");
    html.extend_from_slice(b"</td><td>");
    push_link(html, &format!("{file}#{}", message.id), subject);
    html.extend_from_slice(b"</td></tr>");
}

/// Appends a link to a message, with its sender and date.
pub(crate) fn push_message_link(html: &mut Vec<u8>, file: &str, message: &Mention) {
    html.extend_from_slice(b"<span>");
    push_link(html, &format!("{file}#{}", message.id), &message.from);
    html.push(b' ');
    push_time(html, message.date.as_deref(), "YYYY-MM-DD".len(), "");
    html.extend_from_slice(b"</span> ");
}

fn push_link(html: &mut Vec<u8>, to: &str, name: &str) {
    html.extend_from_slice(b"<a href=\"");
    push_label(html, to);
    html.extend_from_slice(b"\">");
    push_label(html, name);
    html.extend_from_slice(b"</a>");
}

/// Appends the first `shown` bytes of a date, and its zone.
fn push_time(html: &mut Vec<u8>, date: Option<&str>, shown: usize, zone: &str) {
    if let Some((date, shown)) = date.and_then(|date| Some((date, date.get(..shown)?))) {
        let _ = write!(html, "<time datetime=\"{date}\">{}{zone}</time>", shown.replace('T', " "));
    }
}

/// Returns a number with what it counts.
fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

impl Page {
    /// A feed (RFC 4287) with this title of the messages on a page of the archive, the newest first, each with its subject and its file.
    pub(crate) fn feed<'e>(
        &self,
        title: &str,
        page: &str,
        entries: impl Iterator<Item = (Mention, &'e str, &'e str)>,
    ) -> Vec<u8> {
        let mut xml =
            b"<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n".to_vec();
        element(&mut xml, "title", title);
        element(&mut xml, "id", &format!("urn:napkin:{:016x}:{page}", hash(self.own_title())));
        let _ = writeln!(xml, "<link href=\"{page}\"/>");
        let mut entries = entries.peekable();
        let newest = entries.peek().and_then(|(entry, ..)| entry.date.clone());
        element(&mut xml, "updated", newest.as_deref().unwrap_or("1970-01-01T00:00:00Z"));
        for (entry, subject, file) in entries {
            xml.extend_from_slice(b"<entry>\n");
            element(&mut xml, "title", subject);
            element(&mut xml, "id", &format!("urn:napkin:{}", entry.id));
            let _ = writeln!(xml, "<link href=\"{file}#{}\"/>", entry.id);
            element(&mut xml, "updated", entry.date.as_deref().unwrap_or_default());
            xml.extend_from_slice(b"<author>");
            element(&mut xml, "name", &entry.from);
            xml.extend_from_slice(b"</author>\n</entry>\n");
        }
        xml.extend_from_slice(b"</feed>\n");
        xml
    }
}

fn element(xml: &mut Vec<u8>, name: &str, text: &str) {
    let _ = write!(xml, "<{name}>");
    // XML has no place for form feeds, either.
    push_label(xml, &text.replace('\x0C', " "));
    let _ = writeln!(xml, "</{name}>");
}

/// A number by which a text is known, in each run the same.
pub(crate) fn hash(text: &str) -> u64 {
    hash_of_bytes(text.as_bytes())
}

/// Returns the first 64 bits of the SHA-256 of some bytes.
pub(crate) fn hash_of_bytes(bytes: &[u8]) -> u64 {
    sha256(bytes).into_iter().take(8).fold(0, |hash, byte| hash << 8 | u64::from(byte))
}
