//! The archive while it is made: messages come in, and files come out at the end.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
    io::{self, Read},
    path::PathBuf,
};

use super::{
    attachments::{Attachments, attached_file},
    file_name::{is_file_name, message_id, raw_file, thread_file},
    folder::Folder,
    message::{ArchivedMessage, NO_SUBJECT, Ranks},
    postings::Postings,
    spool::Spool,
    threads::threads,
};
use crate::{
    error::{Error, Stop},
    finder::{
        letters::{LetterPlace, Watch},
        linkifier::Linkifier,
    },
    link::Link,
    setters::setters,
    source::mail::{Letter, LetterPart, Options, letters, masked},
    write::{
        Page,
        html::{AttachedFile, STYLE_FILE, hash, hash_of_bytes, masked_bytes},
    },
};

/// The most characters kept of a subject.
const MOST_CHARACTERS: usize = 200;

/// Writes mail as a folder of pages, from [`Linkifier::archive`].
#[derive(Debug)]
pub struct MailArchive {
    pub(super) linkifier: Linkifier,
    pub(super) page: Page,
    pub(super) attachments: Attachments,
    pub(super) keeps_raw: bool,
    pub(super) folder: Folder,
    /// The messages as HTML, one after the other.
    pub(super) spool: Spool,
    /// The messages that have a term.
    pub(super) terms: Postings,
    /// The messages that have a URL, by its host.
    pub(super) urls: Postings,
    pub(super) messages: Vec<ArchivedMessage>,
    /// The messages by the hashes of their identifiers.
    pub(super) known: HashMap<u64, usize>,
    /// The first line of the file for the next run, if there is to be one, and the number of messages from the last.
    pub(super) update: Option<(String, usize)>,
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
    /// Starts a folder of pages made from mail: one page for each thread and each month, lists of authors and of linked hosts, and an
    /// `index.html`, with feeds, and a `search.html` with an index.
    ///
    /// File names are made of dates and of hashes of identifiers, never of the content of a message. All pages have the
    /// settings of `page`; its title is the title of the index. One run at a time writes to a folder. Its files take their names at
    /// the end, so that a run that fails leaves the archive as it was.
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
    /// assert_eq!((archived.messages, archived.threads, archived.written), (2, 1, 14));
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
    /// Returns an error if the folder cannot be made or written to, or if another run writes to it.
    pub fn archive(&self, page: Page, folder: impl Into<PathBuf>) -> Result<MailArchive, Error> {
        let mut folder = Folder::open(&folder.into())?;
        Ok(MailArchive {
            linkifier: self.clone(),
            page,
            attachments: Attachments::Names,
            keeps_raw: false,
            spool: folder.spool("messages")?,
            terms: Postings::new(folder.spool("terms")?),
            urls: Postings::new(folder.spool("urls")?),
            folder,
            messages: Vec::new(),
            known: HashMap::new(),
            update: None,
        })
    }
}

impl MailArchive {
    /// Returns `true` for a name that a file of an archive can have, such as `2009-03.html`.
    pub fn names_file(name: &str) -> bool {
        is_file_name(name)
    }

    setters! {
        #![must_use]

        /// Sets what becomes of attachments. Default: [`Attachments::Names`].
        attachments(attachments: Attachments) { attachments = attachments }

        /// Sets whether each message is also written as it was sent, into a file `m-….eml.txt`. If addresses are masked, they are masked
        /// in it. Messages above 32 MiB have none. Default: no.
        raw(yes: bool) { keeps_raw = yes }
    }

    /// Reads mail to its end. A message with the identifier and text of an earlier one is skipped. One with the same
    /// identifier and another text is kept; answers belong to the first.
    ///
    /// # Errors
    /// Returns the error of a read, after everything before it was taken, or of a write.
    pub fn add<R: Read>(&mut self, reader: R) -> Result<(), Error> {
        let mut html = Vec::new();
        Stop::finish(letters(reader, Options::default().limit, &mut |letter| Ok(self.take(letter, &mut html)?)))
    }

    /// Returns `true` if no message was read.
    pub fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    fn take(&mut self, letter: &Letter<'_>, html: &mut Vec<u8>) -> io::Result<()> {
        html.clear();
        push_content(letter, html);
        let content = hash_of_bytes(html);
        html.clear();
        let Some(key) = self.key(letter, content) else { return Ok(()) };
        let raw = if self.keeps_raw && !letter.raw.is_empty() { Some(raw_file(key)) } else { None };
        if let Some(name) = &raw {
            let is_masked = self.linkifier.anchoring().masks_addresses;
            let raw = if is_masked { Cow::Owned(masked(letter.raw, &masked_bytes)) } else { Cow::Borrowed(letter.raw) };
            self.folder.put(name, &raw)?;
        }
        let place = LetterPlace { id: &message_id(key), parent: None, raw: raw.as_deref() };
        let linkifier = self.linkifier.clone();
        let mut watch = Watcher { archive: self, has_images: false };
        let split = linkifier.push_letter(html, letter, place, &mut watch)? as u64;
        let has_images = watch.has_images;
        let start = self.spool.push(html)?;
        let end = start + html.len() as u64;
        let excerpt = self.excerpt(letter);
        let excerpt_start = self.spool.push(excerpt.as_bytes())?;
        let from = shortened(&person(letter.field("From").unwrap_or_default()));
        self.add_terms(letter, key, &from)?;
        self.known.insert(key, self.messages.len());
        self.messages.push(ArchivedMessage {
            key,
            content,
            parents: letter.parents.iter().map(|id| hash(id)).collect(),
            subject: shortened(&self.linkifier.shown_subject(letter).unwrap_or(Cow::Borrowed(NO_SUBJECT))),
            from,
            date: letter.date.clone(),
            has_images,
            excerpt: excerpt_start..excerpt_start + excerpt.len() as u64,
            before: start..start + split,
            behind: start + split..end,
        });
        Ok(())
    }

    /// Returns the key of a message; `None` if it was read before.
    fn key(&self, letter: &Letter<'_>, content: u64) -> Option<u64> {
        let fields = format!("{:?} {:?}", letter.fields, letter.subject);
        let key = hash(letter.id.as_deref().unwrap_or(&fields));
        match self.known.get(&key) {
            Some(&first) if self.messages[first].content == content => None,
            // A message with the identifier of another does not take its place.
            Some(_) => {
                let mut all = format!("{key:016x} {fields}").into_bytes();
                push_content(letter, &mut all);
                Some(hash_of_bytes(&all)).filter(|key| !self.known.contains_key(key))
            }
            None => Some(key),
        }
    }

    /// Writes the files that are missing or differ, and removes those that earlier runs made and this one did not.
    ///
    /// # Errors
    /// Returns the error of a write. The archive is then as it was, unless files could not be renamed.
    pub fn finish(mut self) -> Result<Archived, Error> {
        let threads = threads(&self.messages, &self.known);
        let names: Vec<String> = threads.iter().map(|thread| thread_file(self.messages[thread[0].index].key)).collect();
        let mut files = vec![""; self.messages.len()];
        let mut months: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (index, thread) in threads.iter().enumerate() {
            let around = [index.checked_sub(1), Some(index + 1)].map(|other| names.get(other?).map(String::as_str));
            let html = self.thread(thread, around)?;
            self.folder.put(&names[index], &html)?;
            thread.iter().for_each(|member| files[member.index] = &names[index]);
            months.entry(self.messages[thread[0].index].month().to_owned()).or_default().push(index);
        }
        if !self.page.own_style().is_empty() {
            self.folder.put(STYLE_FILE, self.page.own_style().as_bytes())?;
        }
        self.put_months(&threads, &names, &months)?;
        self.put_feeds(&threads, &names, &months)?;
        self.put_authors(&files)?;
        let ranks = Ranks::of(&self.messages);
        self.put_hosts(&ranks, &files)?;
        self.put_search(&ranks, &threads)?;
        self.put_state()?;
        let (messages, threads) = (self.messages.len(), threads.len());
        Ok(Archived { messages, threads, written: self.folder.commit()? })
    }
}

/// Sees the links and attachments of the message that is being written.
struct Watcher<'a> {
    archive: &'a mut MailArchive,
    has_images: bool,
}

impl Watch for Watcher<'_> {
    fn link(&mut self, link: &Link<'_>) {
        self.archive.add_link(link);
    }

    fn attachment(&mut self, kind: &str, content: &[u8]) -> io::Result<Option<AttachedFile>> {
        let archive = &mut *self.archive;
        let is_masked = archive.linkifier.anchoring().masks_addresses && kind == "message/rfc822";
        let content = if is_masked { Cow::Owned(masked(content, &masked_bytes)) } else { Cow::Borrowed(content) };
        let Some(file) = attached_file(&content, archive.attachments) else { return Ok(None) };
        archive.folder.put(&file.name, &content)?;
        self.has_images |= file.image.is_some();
        Ok(Some(file))
    }
}

/// Appends all that a message says. Its fields are left out, as they differ from copy to copy.
fn push_content(letter: &Letter<'_>, content: &mut Vec<u8>) {
    for part in &letter.parts {
        match part {
            LetterPart::Text(text) => content.extend_from_slice(text),
            LetterPart::Targets(targets) => {
                targets.iter().for_each(|target| content.extend_from_slice(target.url.as_bytes()))
            }
            LetterPart::Attachment(attachment) => content.extend_from_slice(&attachment.content()),
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

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
