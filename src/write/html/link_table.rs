//! The table of a text's links below it: each URL once, with the lines that it is in.

use std::{collections::HashMap, io::Write};

use super::escape::push_label;

/// The most bytes of URLs and tags in a table.
const MOST_BYTES: usize = 4 << 20;

/// The most lines listed for a URL.
const MOST_LINES: usize = 50;

/// The links of a text, in the order of their first places.
#[derive(Debug, Default)]
pub(super) struct LinkTable {
    rows: Vec<LinkRow>,
    /// The rows by their URLs.
    known: HashMap<String, usize>,
    bytes: usize,
    left_out: usize,
}

#[derive(Debug)]
struct LinkRow {
    url: String,
    /// The opening tag, except its `>`.
    tag: Vec<u8>,
    /// The lines, and how many more there are.
    lines: Vec<usize>,
    more: usize,
}

impl LinkTable {
    /// Returns the row of a link, if it has one.
    pub(super) fn row(&mut self, url: &str, tag: &[u8]) -> Option<usize> {
        if let Some(&row) = self.known.get(url) {
            return Some(row);
        }
        if self.bytes >= MOST_BYTES {
            self.left_out += 1;
            return None;
        }
        self.bytes += 2 * url.len() + tag.len();
        let row = self.rows.len();
        self.known.insert(url.to_owned(), row);
        self.rows.push(LinkRow { url: url.to_owned(), tag: tag.to_owned(), lines: Vec::new(), more: 0 });
        Some(row)
    }

    /// Adds a line to a row.
    pub(super) fn push(&mut self, row: usize, line: usize) {
        let row = &mut self.rows[row];
        if row.lines.last() == Some(&line) {
        } else if row.lines.len() < MOST_LINES {
            row.lines.push(line);
        } else {
            row.more += 1;
        }
    }

    /// Appends the table. The ids of lines begin with `prefix`.
    pub(super) fn write(&self, html: &mut Vec<u8>, prefix: &str) {
        if self.rows.is_empty() {
            return;
        }
        html.extend_from_slice(b"<section class=links aria-label=Links><ul class=urls>");
        for LinkRow { url, tag, lines, more } in &self.rows {
            html.extend_from_slice(b"<li>");
            html.extend_from_slice(tag);
            html.push(b'>');
            push_label(html, url);
            html.extend_from_slice(b"</a><small>");
            // A vector takes every write.
            lines.iter().for_each(|line| drop(write!(html, "<span><a href=#{prefix}L{line}>{line}</a></span> ")));
            if *more > 0 {
                let _ = write!(html, "and {more} more");
            }
            html.extend_from_slice(b"</small></li>");
        }
        if self.left_out > 0 {
            let _ = write!(html, "<li>{} more links are left out.</li>", self.left_out);
        }
        html.extend_from_slice(b"</ul></section>");
    }
}
