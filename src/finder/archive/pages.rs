//! The pages of threads and months, the index, and the feeds.

use std::{collections::BTreeMap, io};

use super::{
    file_name::{AUTHORS, HOSTS, INDEX, SEARCH, feed_of, thread_file},
    mail_archive::MailArchive,
    threads::{Member, Tie},
};
use crate::write::html::{ArchivePage, Extras, ThreadRow};

/// The number of threads in the index, and of messages in a feed.
const NEWEST: usize = 100;

impl MailArchive {
    /// Writes a page for each month, and the index.
    pub(super) fn put_months(
        &mut self,
        threads: &[Vec<Member>],
        names: &[String],
        months: &BTreeMap<String, Vec<usize>>,
    ) -> io::Result<()> {
        let rows = |archive: &MailArchive, indexes: &[usize], most: usize| -> Vec<ThreadRow> {
            indexes.iter().rev().take(most).map(|&index| archive.row(&threads[index], &names[index])).collect()
        };
        let mut newest = Vec::new();
        for (month, indexes) in months.iter().rev() {
            let file = format!("{month}.html");
            let feed = feed_of(&file);
            let mut page = self.page(Some(month), Extras { feed: &feed, ..Extras::default() });
            page.trail(&[INDEX, SEARCH, AUTHORS, HOSTS, (&feed, "Feed")]);
            page.table(&rows(self, indexes, usize::MAX));
            self.folder.put(&file, &page.end())?;
            newest.extend(rows(self, indexes, NEWEST - newest.len()));
        }
        let mut page = self.page(None, Extras { feed: "feed.atom", ..Extras::default() });
        page.trail(&[SEARCH, AUTHORS, HOSTS, ("feed.atom", "Feed")]);
        page.months(months.iter().rev().map(|(month, threads)| (month.as_str(), threads.len())));
        page.table(&newest);
        self.folder.put(INDEX.0, &page.end())
    }

    /// Writes the feeds of the archive, of each month and of each thread. Returns how many were written.
    pub(super) fn put_feeds(
        &mut self,
        threads: &[Vec<Member>],
        names: &[String],
        months: &BTreeMap<String, Vec<usize>>,
    ) -> io::Result<()> {
        let members = |&index: &usize| threads[index].iter().map(move |member| (member.index, names[index].as_str()));
        for (index, name) in names.iter().enumerate() {
            let feed = self.feed(&self.messages[threads[index][0].index].subject, name, members(&index));
            self.folder.put(&feed_of(name), &feed)?;
        }
        for (month, indexes) in months {
            let file = format!("{month}.html");
            let feed = self.feed(month, &file, indexes.iter().flat_map(members));
            self.folder.put(&feed_of(&file), &feed)?;
        }
        let all: Vec<usize> = (0..threads.len()).collect();
        let feed = self.feed(self.page.own_title(), INDEX.0, all.iter().flat_map(members));
        self.folder.put("feed.atom", &feed)
    }

    /// Returns the beginning of a page with this title, or with that of the archive.
    pub(super) fn page(&self, title: Option<&str>, extras: Extras<'_>) -> ArchivePage {
        ArchivePage::begin(&self.page, title, extras)
    }

    pub(super) fn thread(&mut self, thread: &[Member], [before, behind]: [Option<&str>; 2]) -> io::Result<Vec<u8>> {
        let root = &self.messages[thread[0].index];
        let month = root.month();
        let (file, feed) = (format!("{month}.html"), feed_of(&thread_file(root.key)));
        let has_images = thread.iter().any(|member| self.messages[member.index].has_images);
        let mut page = self.page(Some(&root.subject), Extras { feed: &feed, has_images, ..Extras::default() });
        let others = [INDEX, (&*file, month), SEARCH, (&*feed, "Feed")].into_iter().map(Some);
        let others = others.chain([before.map(|name| (name, "Previous")), behind.map(|name| (name, "Next"))]);
        page.trail(&others.flatten().collect::<Vec<_>>());
        if thread.len() > 1 {
            page.tree(thread.iter().map(|member| (self.messages[member.index].mention(), member.depth)));
        }
        for member in thread {
            let message = &self.messages[member.index];
            self.spool.read(message.before.clone(), page.html())?;
            if let Some(parent) = member.parent {
                let (field, note) = match parent.tie {
                    Tie::Named => ("In reply to", ""),
                    Tie::Missing => ("See also", " (both follow a message that is not here)"),
                    Tie::Subject => ("In reply to", " (by its subject)"),
                };
                page.parent(field, &self.messages[parent.index].mention(), note);
            }
            self.spool.read(message.behind.clone(), page.html())?;
        }
        Ok(page.end())
    }

    pub(super) fn row(&self, thread: &[Member], name: &str) -> ThreadRow {
        const NAMED: usize = 3;
        let root = &self.messages[thread[0].index];
        let mut people: Vec<&str> = Vec::new();
        for member in thread {
            let from = self.messages[member.index].from.as_str();
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

    /// Returns the feed of the newest of the messages on a page, each with its file.
    pub(super) fn feed<'m>(
        &self,
        title: &str,
        page: &str,
        messages: impl Iterator<Item = (usize, &'m str)>,
    ) -> Vec<u8> {
        let dated = messages.filter_map(|(index, file)| Some((self.messages[index].seconds()?, index, file)));
        let mut dated: Vec<_> = dated.collect();
        dated.sort_by(|a, b| b.cmp(a));
        dated.truncate(NEWEST);
        self.page.feed(
            title,
            page,
            dated
                .iter()
                .map(|&(_, index, file)| (self.messages[index].mention(), self.messages[index].subject.as_str(), file)),
        )
    }
}
