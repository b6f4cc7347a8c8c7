//! Mail as a folder of pages: one for each thread and each month, an index, feeds, and a search.
//!
//! Say three messages come, the third an answer to the first. Each is converted to HTML and kept in a file; the archive remembers
//! where, whom it is from, what it is about, and the hashes of the identifiers that it names. When all have come, the first and
//! the third become one page, the second another, and whatever page is not there yet, or differs, is written.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap, HashSet},
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    io::{self, Read},
    ops::Range,
    path::{Path, PathBuf},
    process,
};

use crate::{
    error::{Error, Stop},
    finder::{
        linkifier::Linkifier,
        postings::Postings,
        spool::{MadeFolder, Spool},
    },
    link::Link,
    source::mail::{Letter, LetterPart, Options, letters},
    text::terms::terms,
    write::{
        Page,
        html::{
            ArchivePage, FoundMessage, Mention, MessageShards, TermShards, ThreadRow, hash, host_term, is_shard,
            masked_text, search_page, sender_term,
        },
    },
};

/// The number of threads in the index, and of messages in the feed.
const NEWEST: usize = 100;

/// The way to the page that searches the archive.
const SEARCH: (&str, &str) = ("search.html", "Search");

/// The most characters kept of a subject.
const MOST_CHARACTERS: usize = 200;

/// Writes mail as a folder of pages, from [`Linkifier::archive`].
#[derive(Debug)]
pub struct MailArchive {
    linkifier: Linkifier,
    page: Page,
    folder: PathBuf,
    /// The messages as HTML, one after the other.
    spool: Spool,
    postings: Postings,
    /// Dropped after the files that are in it.
    _made: MadeFolder,
    messages: Vec<Kept>,
    /// The messages by the hashes of their identifiers.
    known: HashMap<u64, usize>,
}

/// The facts kept about a message.
#[derive(Debug)]
struct Kept {
    key: u64,
    /// A hash of its text, to compare messages with the same identifier.
    content: u64,
    /// The identifiers of those that it answers, the nearest first.
    parents: Vec<u64>,
    subject: String,
    from: String,
    /// The date, and its seconds since 1970.
    date: Option<(String, i64)>,
    /// The places of its HTML: up to the rows of the header, and the rest.
    before: Range<u64>,
    behind: Range<u64>,
}

/// The result of an archive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Archived {
    /// The number of messages, each counted once.
    pub messages: usize,
    /// The number of threads.
    pub threads: usize,
    /// The number of files written: those that were missing or differed.
    pub written: usize,
}

impl Linkifier {
    /// Starts a folder of pages made from mail: one page for each thread, one for each month, and an `index.html`, each with a feed,
    /// and a `search.html` with an index.
    ///
    /// File names are made of dates and of hashes of identifiers, never of the content of a message. All pages have the
    /// settings of `page`; its title is the title of the index.
    ///
    /// ```
    /// use napkin::{Finder, Linkifier, write::Page};
    ///
    /// let folder = std::env::temp_dir().join(format!("napkin-archive-{}", std::process::id()));
    /// let linkifier = Linkifier::new(Finder::new());
    /// let mail = "From a Tue Mar  3 10:20:30 2009\nSubject: Soup\nMessage-ID: <1@a.example>\n\nhttp://a.example/soup\n\n\
    ///             From a Tue Mar  3 10:20:30 2009\nSubject: Re: Soup\nIn-Reply-To: <1@a.example>\n\n> soup\nThanks.\n";
    /// let mut archive = linkifier.archive(Page::new("Recipes"), &folder)?;
    /// archive.add(mail.as_bytes())?;
    /// let archived = archive.finish()?;
    /// assert_eq!((archived.messages, archived.threads, archived.written), (2, 1, 9));
    /// assert!(std::fs::read_to_string(folder.join("index.html"))?.contains("Soup"));
    ///
    /// let mut again = linkifier.archive(Page::new("Recipes"), &folder)?;
    /// again.add(mail.as_bytes())?;
    /// assert_eq!(again.finish()?.written, 0);
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the folder cannot be made or written to.
    pub fn archive(&self, page: Page, folder: impl Into<PathBuf>) -> Result<MailArchive, Error> {
        let folder = folder.into();
        let made = MadeFolder::new(&folder)?;
        Ok(MailArchive {
            linkifier: self.clone(),
            page,
            spool: Spool::new(&folder, "messages")?,
            postings: Postings::new(&folder)?,
            _made: made,
            folder,
            messages: Vec::new(),
            known: HashMap::new(),
        })
    }
}

impl MailArchive {
    /// Reads mail to its end. A message with the identifier and text of an earlier one is skipped. One with the same
    /// identifier and another text is kept; answers belong to the first.
    ///
    /// # Errors
    /// Returns the error of a read, after everything before it was taken, or of a write.
    pub fn add<R: Read>(&mut self, reader: R) -> Result<(), Error> {
        let mut html = Vec::new();
        Stop::finish(letters(reader, Options::default().limit, &mut |letter| {
            html.clear();
            Ok(self.take(&letter, &mut html)?)
        }))
    }

    /// Returns `true` if no message was read.
    pub fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    fn take(&mut self, letter: &Letter, html: &mut Vec<u8>) -> io::Result<()> {
        let text = format!("{:?} {:?}", letter.fields, letter.subject);
        let mut key = hash(letter.id.as_deref().unwrap_or(&text));
        let content = content(letter);
        if let Some(&first) = self.known.get(&key) {
            if self.messages[first].content == content {
                return Ok(());
            }
            // Whoever names one message like another does not take its place.
            key = hash(&format!("{key:016x} {text}"));
            if self.known.contains_key(&key) {
                return Ok(());
            }
        }
        let number = self.messages.len() as u32;
        let is_masked = self.linkifier.anchoring().masks_addresses;
        let postings = &mut self.postings;
        let mut see = |link: &Link<'_>| add_link(postings, number, link, is_masked);
        let split = self.linkifier.push_letter(html, letter, &format!("m-{key:016x}"), None, &mut see)? as u64;
        let start = self.spool.push(html)?;
        let end = start + html.len() as u64;
        let field = |name: &str| letter.fields.iter().find(|(own, _)| *own == name).map(|(_, value)| value.as_str());
        let from = shortened(&person(field("From").unwrap_or_default()));
        self.add_terms(letter, &from)?;
        self.known.insert(key, self.messages.len());
        self.messages.push(Kept {
            key,
            content,
            parents: letter.parents.iter().map(|id| hash(id)).collect(),
            subject: shortened(&self.linkifier.shown_subject(letter).unwrap_or(Cow::Borrowed("(no subject)"))),
            from,
            date: letter.date.clone(),
            before: start..start + split,
            behind: start + split..end,
        });
        Ok(())
    }

    /// Notes the terms of the next message: of its subject, its sender, its texts without quoted lines, and the names of attachments.
    fn add_terms(&mut self, letter: &Letter, from: &str) -> io::Result<()> {
        let number = self.messages.len() as u32;
        let (linkifier, postings) = (&self.linkifier, &mut self.postings);
        terms(from, &mut |term| postings.add(&sender_term(term), number));
        let mut add = |text: &str| terms(&linkifier.shown_label(text), &mut |term| postings.add(term, number));
        letter.subject.as_deref().into_iter().for_each(&mut add);
        for part in &letter.parts {
            match part {
                LetterPart::Text(text) => {
                    let text = String::from_utf8_lossy(text);
                    text.lines().filter(|line| !line.trim_start().starts_with('>')).for_each(&mut add);
                }
                LetterPart::Attachment { name, .. } => name.as_deref().into_iter().for_each(&mut add),
                LetterPart::Targets(targets) => targets.iter().for_each(|target| add(&target.words)),
            }
        }
        self.postings.settle()
    }

    /// Writes all pages that are missing or differ. Each is written under a temporary name, then renamed.
    ///
    /// # Errors
    /// Returns the error of a write.
    pub fn finish(mut self) -> Result<Archived, Error> {
        let threads = self.threads();
        let mut archived = Archived { messages: self.messages.len(), threads: threads.len(), written: 0 };
        let mut months: BTreeMap<String, Vec<ThreadRow>> = BTreeMap::new();
        let names: Vec<String> = threads.iter().map(|thread| self.name(thread[0].0)).collect();
        for (index, thread) in threads.iter().enumerate() {
            let around = [index.checked_sub(1), Some(index + 1)].map(|other| names.get(other?).map(String::as_str));
            let html = self.thread(thread, around)?;
            archived.written += usize::from(self.put(&names[index], &html)?);
            let root = &self.messages[thread[0].0];
            months.entry(month(root)).or_default().push(self.row(thread, &names[index]));
        }
        let mut newest = Vec::new();
        for (month, rows) in months.iter().rev() {
            let file = format!("{month}.html");
            let mut page = self.page(month);
            page.trail(&[("index.html", "All months"), SEARCH, (&feed_of(&file), "Feed")]);
            page.table(rows.iter().rev());
            archived.written += usize::from(self.put(&file, &page.end())?);
            newest.extend(rows.iter().rev().take(NEWEST - newest.len().min(NEWEST)));
        }
        let mut page = ArchivePage::begin(&self.page, None);
        page.trail(&[SEARCH, ("feed.atom", "Feed")]);
        page.months(months.iter().rev().map(|(month, rows)| (month.as_str(), rows.len())));
        page.table(newest.into_iter());
        archived.written += usize::from(self.put("index.html", &page.end())?);
        archived.written += self.put_feeds(&threads, &names)?;
        archived.written += self.put_search(&threads)?;
        Ok(archived)
    }

    /// Writes the index and the page that searches it, then removes older shards. Returns how many files were written.
    fn put_search(&mut self, threads: &[Vec<(usize, usize)>]) -> io::Result<usize> {
        let count = self.messages.len();
        let mut roots = vec![0; count];
        threads.iter().for_each(|thread| thread.iter().for_each(|&(index, _)| roots[index] = thread[0].0));
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by_key(|&index| (self.messages[index].day(), self.messages[index].seconds(), index));
        let mut ranks = vec![0; count];
        order.iter().zip(0..).for_each(|(&index, rank)| ranks[index] = rank);
        let (mut terms, mut found, mut written) = (TermShards::default(), MessageShards::default(), 0);
        let folder = &self.folder;
        let mut put = |name: &str, bytes: &[u8]| {
            written += usize::from(put(folder, name, bytes)?);
            Ok(())
        };
        self.postings.finish(&ranks, &mut |term, numbers| terms.push(term, numbers, count, &mut put))?;
        terms.end_shard(&mut put)?;
        for index in order {
            let message = &self.messages[index];
            let thread = self.messages[roots[index]].key;
            let (day, from, subject) = (message.day(), &*message.from, &*message.subject);
            found.push(&FoundMessage { key: message.key, thread, day, from, subject }, &mut put)?;
        }
        found.end_shard(&mut put)?;
        let (html, shards) = search_page(&self.page, terms, found);
        written += usize::from(self.put("search.html", &html)?);
        self.remove_others(&shards);
        Ok(written)
    }

    /// Removes the shards that the page does not name.
    fn remove_others(&self, shards: &[String]) {
        let shards: HashSet<&str> = shards.iter().map(String::as_str).collect();
        for file in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let name = file.file_name();
            if name.to_str().is_some_and(|name| is_shard(name) && !shards.contains(name)) {
                // One that stays does no harm.
                let _ = fs::remove_file(file.path());
            }
        }
    }

    /// Writes the feeds of the archive, of each month and of each thread. Returns how many were written.
    fn put_feeds(&self, threads: &[Vec<(usize, usize)>], names: &[String]) -> io::Result<usize> {
        let mut months: BTreeMap<String, Vec<(usize, &str)>> = BTreeMap::new();
        let (mut all, mut written) = (Vec::new(), 0);
        for (thread, name) in threads.iter().zip(names) {
            let root = &self.messages[thread[0].0];
            let messages: Vec<_> = thread.iter().map(|&(index, _)| (index, name.as_str())).collect();
            all.extend_from_slice(&messages);
            months.entry(month(root)).or_default().extend_from_slice(&messages);
            written += usize::from(self.put(&feed_of(name), &self.feed(&root.subject, name, messages))?);
        }
        for (month, messages) in months {
            let file = format!("{month}.html");
            written += usize::from(self.put(&feed_of(&file), &self.feed(&month, &file, messages))?);
        }
        let feed = self.feed(self.page.own_title(), "index.html", all);
        Ok(written + usize::from(self.put("feed.atom", &feed)?))
    }

    fn page(&self, title: &str) -> ArchivePage {
        ArchivePage::begin(&self.page, Some(title))
    }

    /// Returns the threads by date, each with its messages in the order of the tree, with their depths.
    fn threads(&self) -> Vec<Vec<(usize, usize)>> {
        let mut order: Vec<usize> = (0..self.messages.len()).collect();
        order.sort_by_key(|&index| {
            (self.messages[index].date.as_ref().map_or(i64::MAX, |(_, seconds)| *seconds), index)
        });
        let mut trees = Trees::new(order.len());
        for &index in &order {
            let known = self.messages[index].parents.iter().filter_map(|parent| self.known.get(parent));
            let _ = known.copied().any(|parent| trees.join(index, parent));
        }
        trees.in_order(&order)
    }

    fn name(&self, root: usize) -> String {
        format!("t-{:016x}.html", self.messages[root].key)
    }

    fn thread(&mut self, thread: &[(usize, usize)], [before, behind]: [Option<&str>; 2]) -> io::Result<Vec<u8>> {
        let root = &self.messages[thread[0].0];
        let month = month(root);
        let mut page = self.page(&root.subject);
        let file = format!("{month}.html");
        let feed = feed_of(&self.name(thread[0].0));
        let others = [("index.html", "All months"), (&*file, &*month), SEARCH, (&*feed, "Feed")].into_iter().map(Some);
        let others = others.chain([before.map(|name| (name, "Previous")), behind.map(|name| (name, "Next"))]);
        page.trail(&others.flatten().collect::<Vec<_>>());
        if thread.len() > 1 {
            page.tree(thread.iter().map(|&(index, depth)| (self.entry(index), depth)));
        }
        let present: HashMap<u64, usize> = thread.iter().map(|&(index, _)| (self.messages[index].key, index)).collect();
        for &(index, _) in thread {
            let message = &self.messages[index];
            let parent = message.parents.iter().find_map(|parent| present.get(parent)).map(|&index| self.entry(index));
            let (before, behind) = (message.before.clone(), message.behind.clone());
            self.spool.read(before, page.html())?;
            if let Some(parent) = &parent {
                page.parent(parent);
            }
            self.spool.read(behind, page.html())?;
        }
        Ok(page.end())
    }

    fn entry(&self, index: usize) -> Mention {
        let message = &self.messages[index];
        let date = message.date.as_ref().map(|(date, _)| date.clone());
        Mention { id: format!("m-{:016x}", message.key), from: message.from.clone(), date }
    }

    fn row(&self, thread: &[(usize, usize)], name: &str) -> ThreadRow {
        const NAMED: usize = 3;
        let root = &self.messages[thread[0].0];
        let mut people: Vec<&str> = Vec::new();
        for (index, _) in thread {
            let from = self.messages[*index].from.as_str();
            if people.len() <= NAMED && !people.contains(&from) {
                people.push(from);
            }
        }
        if people.len() > NAMED {
            people[NAMED] = "…";
        }
        ThreadRow {
            name: name.to_owned(),
            subject: root.subject.clone(),
            people: people.join(", "),
            date: root.date.as_ref().map(|(date, _)| date.clone()),
            count: thread.len(),
        }
    }

    /// The feed of the newest of the messages on a page, each with its file.
    fn feed(&self, title: &str, page: &str, messages: Vec<(usize, &str)>) -> Vec<u8> {
        let dated =
            messages.into_iter().filter_map(|(index, file)| Some((self.messages[index].date.as_ref()?.1, index, file)));
        let mut dated: Vec<_> = dated.collect();
        dated.sort_by(|a, b| b.cmp(a));
        dated.truncate(NEWEST);
        let entries =
            dated.iter().map(|&(_, index, file)| (self.entry(index), self.messages[index].subject.as_str(), file));
        self.page.feed(title, page, entries)
    }

    fn put(&self, name: &str, bytes: &[u8]) -> io::Result<bool> {
        put(&self.folder, name, bytes)
    }
}

impl Kept {
    /// Its day by the sender's clock, or nothing.
    fn day(&self) -> &str {
        self.date.as_ref().and_then(|(date, _)| date.get(.."2009-03-03".len())).unwrap_or_default()
    }

    fn seconds(&self) -> Option<i64> {
        self.date.as_ref().map(|(_, seconds)| *seconds)
    }
}

/// Writes a file unless it has this content already. Returns `true` if it was written.
fn put(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<bool> {
    let path = folder.join(name);
    let is_same_size = fs::metadata(&path).is_ok_and(|file| file.len() == bytes.len() as u64);
    if is_same_size && fs::read(&path)? == bytes {
        return Ok(false);
    }
    let beside = folder.join(format!(".{name}.{}", process::id()));
    let put = fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, &path));
    if put.is_err() {
        let _ = fs::remove_file(&beside);
    }
    put.map(|()| true)
}

/// Notes the host and the words of a link, unless it has an address that is masked.
fn add_link(postings: &mut Postings, number: u32, link: &Link<'_>, is_masked: bool) {
    let url = link.url();
    if is_masked && masked_text(url) != url {
        return;
    }
    if let Some(term) = link.host().and_then(host_term) {
        postings.add(&term, number);
        terms(url, &mut |term| postings.add(term, number));
    }
}

/// A number by which the texts of a message are known in this run. Its fields are not in it: they are others at each place that it came by.
fn content(letter: &Letter) -> u64 {
    let mut hasher = DefaultHasher::new();
    for part in &letter.parts {
        match part {
            LetterPart::Text(text) => text.hash(&mut hasher),
            LetterPart::Targets(targets) => targets.iter().for_each(|target| target.url.hash(&mut hasher)),
            LetterPart::Attachment { .. } => {}
        }
    }
    hasher.finish()
}

/// The name of the feed of a page.
fn feed_of(page: &str) -> String {
    page.replace(".html", ".atom")
}

/// The month of a message by its sender's clock, as a name.
fn month(message: &Kept) -> String {
    message.date.as_ref().and_then(|(date, _)| date.get(..7)).unwrap_or("undated").to_owned()
}

/// Who is meant by a mailbox: the name, or what stands before the `@`.
fn person(mailbox: &str) -> String {
    let (name, address) = mailbox.split_once('<').unwrap_or(("", mailbox));
    let name = name.trim().trim_matches('"').trim();
    let local = address.split('@').next().unwrap_or_default().trim();
    let shown = if name.is_empty() || name.contains('@') { local } else { name };
    if shown.is_empty() { "(nobody)".to_owned() } else { shown.to_owned() }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MOST_CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Trees of which each message is a part; one that has no parent is a root.
struct Trees {
    parents: Vec<Option<usize>>,
    /// A way toward the root of each, or toward what stands for the tree (union and find).
    toward: Vec<usize>,
}

impl Trees {
    fn new(count: usize) -> Trees {
        Trees { parents: vec![None; count], toward: (0..count).collect() }
    }

    fn root(&mut self, mut index: usize) -> usize {
        while self.toward[index] != index {
            self.toward[index] = self.toward[self.toward[index]];
            index = self.toward[index];
        }
        index
    }

    /// Makes one the child of another, unless that would be a circle.
    fn join(&mut self, child: usize, parent: usize) -> bool {
        let (own, other) = (self.root(child), self.root(parent));
        if own == other {
            return false;
        }
        self.toward[own] = other;
        self.parents[child] = Some(parent);
        true
    }

    /// The trees in the order that is given of their roots, each from its root on, with depths; children are in that order, too.
    fn in_order(&self, order: &[usize]) -> Vec<Vec<(usize, usize)>> {
        let mut children: HashMap<usize, Vec<usize>> = HashMap::new();
        for &index in order.iter().rev() {
            if let Some(parent) = self.parents[index] {
                children.entry(parent).or_default().push(index);
            }
        }
        let roots = order.iter().filter(|&&index| self.parents[index].is_none());
        let tree = |&root: &usize| {
            let (mut tree, mut waiting) = (Vec::new(), vec![(root, 0)]);
            while let Some((index, depth)) = waiting.pop() {
                tree.push((index, depth));
                waiting.extend(children.get(&index).into_iter().flatten().map(|&child| (child, depth + 1)));
            }
            tree
        };
        roots.map(tree).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circle_is_no_tree() {
        let mut trees = Trees::new(4);
        assert!(trees.join(1, 0) && trees.join(2, 1));
        assert!(!trees.join(0, 2) && !trees.join(3, 3));
        assert_eq!(trees.in_order(&[3, 0, 1, 2]), [vec![(3, 0)], vec![(0, 0), (1, 1), (2, 2)]]);
    }

    #[test]
    fn people_are_named_without_addresses() {
        for (mailbox, expected) in [
            ("Sam <sam@a.example>", "Sam"),
            ("\"Sam, S.\" <sam@a.example>", "Sam, S."),
            ("<sam@a.example>", "sam"),
            ("sam@a.example", "sam"),
            ("sam@a.example <sam@a.example>", "sam"),
            ("", "(nobody)"),
        ] {
            assert_eq!(person(mailbox), expected, "{mailbox}");
        }
    }
}
