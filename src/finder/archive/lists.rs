//! Lists of an archive: its authors with their messages, and the hosts of its links with their URLs.
//!
//! The lists are in pages `p-00.html` to `p-ff.html` and `h-00.html` to `h-ff.html`. The hash of a name chooses its page, so that a new
//! name changes one page, and an archive has few of them however many names there are.

use std::{collections::BTreeMap, io, mem, ops::Range};

use super::{
    file_name::{AUTHORS, HOSTS, INDEX, SEARCH},
    mail_archive::MailArchive,
    message::Ranks,
    spool::Spool,
};
use crate::write::html::{Extras, ListEntry, hash, push_message_link, push_message_row, push_section};

/// The most messages listed for an author, and URLs for a host; the newest and the first.
const MOST_ROWS: usize = 2_000;

/// The most messages listed for a URL.
const MOST_MESSAGES: usize = 20;

/// The most names in a list, those with the most messages.
const MOST_NAMES: usize = 10_000;

/// The sections of pages that are being made.
struct Sections {
    /// `p` or `h`.
    prefix: char,
    spool: Spool,
    /// The places of the sections of each page.
    pages: BTreeMap<u8, Vec<Range<u64>>>,
    names: Vec<ListEntry>,
}

impl Sections {
    /// Adds the section of a name, with its number of messages.
    fn push(&mut self, name: &str, count: usize, rows: &[u8]) -> io::Result<()> {
        let hash = hash(name);
        let (page, id) = (hash as u8, format!("{}-{hash:016x}", self.prefix));
        let mut html = Vec::new();
        push_section(&mut html, &id, name, rows);
        let start = self.spool.push(&html)?;
        self.pages.entry(page).or_default().push(start..start + html.len() as u64);
        self.names.push(ListEntry { href: format!("{}#{id}", self.file(page)), name: name.to_owned(), count });
        Ok(())
    }

    fn file(&self, page: u8) -> String {
        format!("{}-{page:02x}.html", self.prefix)
    }
}

impl MailArchive {
    /// Writes the list of authors and the pages with their messages.
    pub(super) fn put_authors(&mut self, files: &[&str]) -> io::Result<()> {
        let mut authors: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (index, message) in self.messages.iter().enumerate() {
            authors.entry(&message.from).or_default().push(index);
        }
        let mut sections = sections('p', self.folder.spool("authors")?);
        for (name, mut indexes) in authors {
            let count = indexes.len();
            indexes.sort_by_key(|&index| std::cmp::Reverse((self.messages[index].seconds(), index)));
            indexes.truncate(MOST_ROWS);
            let mut rows = b"<table class=threads>".to_vec();
            for index in indexes {
                push_message_row(
                    &mut rows,
                    files[index],
                    &self.messages[index].mention(),
                    &self.messages[index].subject,
                );
            }
            rows.extend_from_slice(b"</table>");
            sections.push(name, count, &rows)?;
        }
        self.put_list(AUTHORS, sections)
    }

    /// Writes the list of hosts and the pages with their URLs.
    pub(super) fn put_hosts(&mut self, ranks: &Ranks, files: &[&str]) -> io::Result<()> {
        let mut sections = sections('h', self.folder.spool("hosts")?);
        let (linkifier, messages) = (&self.linkifier, &self.messages);
        let mut open = OpenHost::default();
        self.urls.finish(&ranks.ranks, &mut |term, ranked| {
            let Some((host, url)) = term.split_once(' ') else { return Ok(()) };
            if open.host != host {
                open.end(&mut sections)?;
                open.host = host.to_owned();
            }
            open.count += ranked.len();
            open.urls += 1;
            if open.urls > MOST_ROWS {
                return Ok(());
            }
            open.rows.extend_from_slice(b"<li>");
            linkifier.push_url(&mut open.rows, url);
            open.rows.extend_from_slice(b"<small>");
            for &rank in ranked.iter().rev().take(MOST_MESSAGES) {
                let index = ranks.order[rank as usize];
                push_message_link(&mut open.rows, files[index], &messages[index].mention());
            }
            if ranked.len() > MOST_MESSAGES {
                open.rows.extend_from_slice(format!(" and {} more", ranked.len() - MOST_MESSAGES).as_bytes());
            }
            open.rows.extend_from_slice(b"</small></li>");
            Ok(())
        })?;
        open.end(&mut sections)?;
        self.put_list(HOSTS, sections)
    }

    /// Writes the pages of sections, and the page that lists their names.
    fn put_list(&mut self, (file, title): (&str, &str), mut sections: Sections) -> io::Result<()> {
        for (number, ranges) in mem::take(&mut sections.pages) {
            let mut page = self.page(Some(title), Extras::default());
            page.trail(&[INDEX, (file, title), SEARCH]);
            for range in ranges {
                sections.spool.read(range, page.html())?;
            }
            self.folder.put(&sections.file(number), &page.end())?;
        }
        let mut names = mem::take(&mut sections.names);
        let all = names.len();
        if all > MOST_NAMES {
            names.sort_by_key(|entry| std::cmp::Reverse(entry.count));
            names.truncate(MOST_NAMES);
        }
        names.sort_by_cached_key(|entry| entry.name.to_lowercase());
        let mut page = self.page(Some(title), Extras::default());
        page.trail(&[INDEX, SEARCH]);
        page.list(&names, all - names.len());
        self.folder.put(file, &page.end())
    }
}

fn sections(prefix: char, spool: Spool) -> Sections {
    Sections { prefix, spool, pages: BTreeMap::new(), names: Vec::new() }
}

/// The host whose URLs are being read.
#[derive(Default)]
struct OpenHost {
    /// Its term: its labels in reverse.
    host: String,
    rows: Vec<u8>,
    urls: usize,
    count: usize,
}

impl OpenHost {
    fn end(&mut self, sections: &mut Sections) -> io::Result<()> {
        let OpenHost { host, mut rows, urls, count } = mem::take(self);
        if urls == 0 {
            return Ok(());
        }
        if urls > MOST_ROWS {
            rows.extend_from_slice(format!("<li>and {} more URLs</li>", urls - MOST_ROWS).as_bytes());
        }
        let name: Vec<&str> = host.trim_matches('.').rsplit('.').collect();
        sections.push(&name.join("."), count, &[&b"<ul class=urls>"[..], &rows, b"</ul>"].concat())
    }
}
