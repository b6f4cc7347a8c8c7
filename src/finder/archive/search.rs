//! The index that `search.html` searches: the terms of each message, in shards.

use std::io;

use super::{
    file_name::{INDEX, SEARCH},
    mail_archive::MailArchive,
    message::Ranks,
    threads::Member,
};
use crate::{
    link::Link,
    source::mail::{Letter, LetterPart},
    text::terms::terms,
    write::html::{
        FoundMessage, MessageShards, TermShards, host_term, key_term, masked_text, pair_term, search_page, sender_term,
    },
};

/// The longest URL in the lists of hosts, in bytes.
const LONGEST_URL: usize = 2_000;

/// The longest beginning of a text that is shown for a message, in bytes, and how much of the text is seen for it.
const LONGEST_EXCERPT: usize = 400;
const SEEN_OF_TEXT: usize = 16 << 10;

impl MailArchive {
    /// Notes the terms of the next message: those of its key, its subject, its sender, its texts without quoted lines, and the names of
    /// attachments. The subject and the texts also have terms for each two words that stand side by side.
    pub(super) fn add_terms(&mut self, letter: &Letter<'_>, key: u64, from: &str) -> io::Result<()> {
        let number = self.messages.len() as u32;
        let (linkifier, postings) = (&self.linkifier, &mut self.terms);
        postings.add(&key_term(key), number);
        let sender = letter.field("From").filter(|_| !linkifier.anchoring().masks_addresses).unwrap_or(from);
        terms(sender, &mut |term| postings.add(&sender_term(term), number));
        let mut add = |text: &str| {
            let mut before = String::new();
            terms(&linkifier.shown_label(text), &mut |term| {
                postings.add(term, number);
                if !before.is_empty() {
                    postings.add(&pair_term(&before, term), number);
                }
                term.clone_into(&mut before);
            });
        };
        letter.subject.as_deref().into_iter().for_each(&mut add);
        for part in &letter.parts {
            match part {
                LetterPart::Text(text) => {
                    let text = String::from_utf8_lossy(text);
                    let own = text.split_inclusive('\n').filter(|line| !line.trim_start().starts_with('>'));
                    add(&own.collect::<String>());
                }
                LetterPart::Attachment(attachment) => attachment.name.as_deref().into_iter().for_each(&mut add),
                LetterPart::Targets(targets) => targets.iter().for_each(|target| add(&target.words)),
            }
        }
        self.terms.settle()?;
        self.urls.settle()
    }

    /// Returns the beginning of the text of a message, without quoted lines.
    pub(super) fn excerpt(&self, letter: &Letter<'_>) -> String {
        let mut excerpt = String::new();
        let texts = letter.parts.iter().filter_map(|part| match part {
            LetterPart::Text(text) => Some(String::from_utf8_lossy(&text[..text.len().min(SEEN_OF_TEXT)])),
            _ => None,
        });
        for text in texts {
            let own = text.lines().filter(|line| !line.trim_start().starts_with('>') && !line.ends_with("wrote:"));
            for word in own.flat_map(str::split_whitespace) {
                if excerpt.len() + word.len() > LONGEST_EXCERPT {
                    return self.linkifier.shown_label(&excerpt).into_owned();
                }
                excerpt.extend([if excerpt.is_empty() { "" } else { " " }, word]);
            }
        }
        self.linkifier.shown_label(&excerpt).into_owned()
    }

    /// Notes the host and the words of a link in the next message, unless it has an address that is masked.
    pub(super) fn add_link(&mut self, link: &Link<'_>) {
        let (number, url) = (self.messages.len() as u32, link.url());
        if self.linkifier.anchoring().masks_addresses && masked_text(url) != url {
            return;
        }
        if let Some(term) = link.host().and_then(host_term) {
            if url.len() <= LONGEST_URL {
                self.urls.add(&format!("{term} {url}"), number);
            }
            self.terms.add(&term, number);
            terms(url, &mut |term| self.terms.add(term, number));
        }
    }

    /// Writes the index and the page that searches it.
    pub(super) fn put_search(&mut self, ranks: &Ranks, threads: &[Vec<Member>]) -> io::Result<()> {
        let count = self.messages.len();
        let mut roots = vec![0; count];
        threads.iter().for_each(|thread| thread.iter().for_each(|member| roots[member.index] = thread[0].index));
        let (mut terms, mut found) = (TermShards::default(), MessageShards::default());
        let (folder, spool) = (&mut self.folder, &mut self.spool);
        let mut excerpt = Vec::new();
        let mut put = |name: &str, bytes: &[u8]| folder.put(name, bytes);
        self.terms.finish(&ranks.ranks, &mut |term, numbers| terms.push(term, numbers, count, &mut put))?;
        terms.end_shard(&mut put)?;
        for &index in &ranks.order {
            let message = &self.messages[index];
            let thread = self.messages[roots[index]].key;
            let (day, from, subject) = (message.day(), &*message.from, &*message.subject);
            excerpt.clear();
            spool.read(message.excerpt.clone(), &mut excerpt)?;
            let excerpt = &String::from_utf8_lossy(&excerpt);
            found.push(&FoundMessage { key: message.key, thread, day, from, subject, excerpt }, &mut put)?;
        }
        found.end_shard(&mut put)?;
        put(SEARCH.0, &search_page(&self.page, &[INDEX], terms, found))
    }
}
