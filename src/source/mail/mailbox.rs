//! Mailboxes (mbox, in all its flavours, and others) and batches of news split into their messages, with one of them in
//! memory at a time.
//!
//! A message begins at a `From ` line and ends before the next. The flavours differ in how they keep a line of a body
//! that begins with `From ` from being taken for one: mboxo and mboxrd put a `>` before it, which is taken away again;
//! mboxcl and mboxcl2 say how long the body is. What they say is believed where the body so long ends where a message
//! can end, and where it does not, or nothing is said, a `From ` line has to look like one.
//!
//! In other mailboxes a message goes on to the next mark. In a batch, the mark says how long the article is, which is believed
//! if another mark stands at its end.

use std::{
    io::{self, Read},
    ops::Range,
    sync::LazyLock,
};

use memchr::memmem::Finder;

use super::{
    header::{BodyField, Outline, field_name, line_end},
    marks::{self, BABYL, BATCH, MARKS, SHOWN, article_length, emlx_length},
    postmark::{Before, MAX_LINE, POSTMARK, separator},
    recognise::{before_postmark, has_returns, put_line_feeds, with_line_feeds},
};
use crate::{error::Error, source::steps};

/// The least bytes of a read.
const READ: usize = 256 << 10;

/// The beginning of a line that may separate two messages, with the line end before it.
const SEPARATOR: &[u8] = b"\nFrom ";

/// The same without the line end. After a `>`, it is escaped.
const FROM: &[u8] = SEPARATOR.split_at(1).1;

// To make one of these takes as long as to search half a message.
static SEPARATORS: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(SEPARATOR));
static SIGNS: LazyLock<[Finder<'static>; MARKS.len()]> =
    LazyLock::new(|| MARKS.each_ref().map(|mark| Finder::new(mark.sign)));
static ESCAPED: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(b">From "));
static FROMS: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(FROM));

/// The messages of a mailbox or batch, or a single one.
#[derive(Debug)]
pub(super) struct Mailbox<R> {
    reader: R,
    buffer: Vec<u8>,
    /// The offset of the buffer in the input.
    base: usize,
    /// The end of the messages that were handed out.
    start: usize,
    is_end: bool,
    failure: Option<io::Error>,
    /// The most bytes of a message in memory.
    limit: usize,
    container: Container,
    /// True for the line ends of old Macs.
    has_returns: bool,
    /// The end of the only message, by its file.
    length: Option<usize>,
    /// True if that was wrong.
    is_miscounted: bool,
    /// The number of messages so far.
    count: usize,
    is_begun: bool,
    /// The offset at which to stop, if any.
    until: Option<usize>,
    /// The line of the byte at `counted`, from 1; `None` if lines are not counted.
    line: Option<usize>,
    counted: usize,
}

/// The start of a message, and the state of a search that begins with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MessageStart {
    pub(super) offset: usize,
    container: Container,
    has_returns: bool,
    count: usize,
    line: Option<usize>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Container {
    #[default]
    Single,
    Mailbox,
    /// A file with this mark between its messages.
    Marked(usize),
}

impl Container {
    fn of(head: &[u8], is_end: bool) -> Container {
        if head.starts_with(POSTMARK) {
            let is_line = separator(head, 0, Before::Start, is_end) != Some(false);
            return if is_line { Container::Mailbox } else { Container::Single };
        }
        marks::kind(head, is_end).flatten().map_or(Container::Single, Container::Marked)
    }
}

/// Returns `true` if mail that begins with `head` may hold several messages.
///
/// ```
/// use napkin::mail::is_mailbox;
///
/// assert!(is_mailbox(b"From sam@a.example Tue Mar  3 10:20:30 2009\nSubject: Soup\n"));
/// assert!(!is_mailbox(b"From: sam@a.example\n"));
/// ```
pub fn is_mailbox(head: &[u8]) -> bool {
    let head = with_line_feeds(head);
    Container::of(&head[before_postmark(&head)..], false) != Container::Single
}

#[derive(Debug)]
pub(super) struct Entry {
    pub(super) number: Option<usize>,
    /// Its offset in the input.
    pub(super) offset: usize,
    /// The line of its header in the file, if lines are counted.
    pub(super) line: Option<usize>,
    /// What stands before its header: a `From ` line, or the line of a batch.
    pub(super) lead: Range<usize>,
    /// Its range in the buffer; `None` if it is too large and must be read from [`Mailbox::rest`].
    pub(super) range: Option<Range<usize>>,
    /// Its header, if that was read to find its end.
    pub(super) outline: Option<Outline>,
    /// True if its batch gives a wrong length.
    pub(super) is_miscounted: bool,
}

enum NextMessage {
    Held(Extent),
    TooLarge,
}

/// The extent of a message.
struct Extent {
    /// The start of its header, after its `From ` line or the line of the batch.
    start: usize,
    end: usize,
    /// The start of the next message.
    next: usize,
    /// True if its length was given and accepted.
    is_counted: bool,
    /// True if a `>` may have been put before a line of it.
    has_escapes: bool,
    /// Its header, if that was read to find its end.
    outline: Option<Outline>,
}

/// The end of a message.
enum End {
    Found(Extent),
    /// More must be read first.
    More,
}

/// The next line that separates two messages.
struct Separator {
    /// Its start, if there is one.
    at: Option<usize>,
    /// True if an escaped `From ` precedes it.
    has_escapes: bool,
}

impl<R: Read> Mailbox<R> {
    /// Reads messages from `reader`, into the memory of `buffer`.
    pub(super) fn new(reader: R, limit: usize, mut buffer: Vec<u8>) -> Mailbox<R> {
        buffer.clear();
        Mailbox {
            reader,
            buffer,
            base: 0,
            start: 0,
            is_end: false,
            failure: None,
            limit,
            container: Container::Single,
            has_returns: false,
            length: None,
            is_miscounted: false,
            count: 0,
            is_begun: false,
            until: None,
            line: None,
            counted: 0,
        }
    }

    pub(super) fn lines(self, yes: bool) -> Mailbox<R> {
        Mailbox { line: yes.then_some(1), ..self }
    }

    /// Starts at a later message, where the reader begins. It stops before the message at `until`.
    pub(super) fn part(self, start: MessageStart, until: Option<usize>) -> Mailbox<R> {
        let MessageStart { offset: base, container, has_returns, count, line } = start;
        Mailbox { base, container, has_returns, count, until, line, ..self }
    }

    /// Returns the start of the next message.
    pub(super) fn here(&mut self) -> MessageStart {
        let line = self.line_at(self.start);
        let (container, has_returns) = (self.container, self.has_returns);
        MessageStart { offset: self.base + self.start, container, has_returns, count: self.count, line }
    }

    /// Returns the line of the byte at an index, if lines are counted. Indices must ascend.
    fn line_at(&mut self, index: usize) -> Option<usize> {
        let line = self.line.as_mut()?;
        if index > self.counted {
            *line += memchr::memchr_iter(b'\n', &self.buffer[self.counted..index]).count();
            self.counted = index;
        }
        Some(*line)
    }

    /// Returns `true` if the file contains messages, and is not a single one.
    pub(super) fn is_container(&mut self) -> bool {
        self.begin();
        self.container != Container::Single
    }

    /// Reads enough to know the container, unless the reader starts inside it.
    fn begin(&mut self) {
        if std::mem::replace(&mut self.is_begun, true) {
            return;
        }
        self.fill();
        if self.base > 0 {
            return;
        }
        self.has_returns = has_returns(&self.buffer);
        if self.has_returns {
            put_line_feeds(&mut self.buffer);
        }
        self.start = before_postmark(&self.buffer);
        let head = &self.buffer[self.start..];
        self.container = Container::of(head, self.is_end);
        let (line, header) = head.split_at(line_end(head, 0));
        if let Some(length) = emlx_length(line).filter(|_| field_name(header).is_some()) {
            self.start += line.len();
            self.length = Some(self.start.saturating_add(length));
            if !self.cut() {
                self.fill();
            }
        }
    }

    /// Drops what Apple Mail writes after a message (`.emlx`), if the given length is right. Returns `false` if more
    /// must be read first.
    fn cut(&mut self) -> bool {
        const BEHIND: &[u8] = b"<?xml";
        let Some(end) = self.length.and_then(|end| end.checked_sub(self.base)) else { return true };
        let behind = self.buffer.get(end..);
        if !self.is_end && behind.is_none_or(|behind| behind.len() < BEHIND.len()) {
            return behind.is_none();
        }
        self.length = None;
        match behind {
            Some(behind) if behind.is_empty() || behind.starts_with(BEHIND) => {
                self.buffer.truncate(end);
                self.is_end = true;
            }
            _ => self.is_miscounted = true,
        }
        true
    }

    pub(super) fn next(&mut self) -> Option<Entry> {
        let place = self.place()?;
        let offset = self.base + self.start;
        let number = (self.container != Container::Single).then_some(self.count);
        let NextMessage::Held(Extent { start, end, next, is_counted, has_escapes, mut outline }) = place else {
            let body = self.body();
            let (line, lead) = (self.line_at(body), self.start..body);
            return Some(Entry { number, offset, line, lead, range: None, outline: None, is_miscounted: false });
        };
        let mut range = start..end;
        let mut line = self.line_at(start);
        if self.container == Container::Marked(BABYL) {
            (range.start, line) = self.whole_header(range.clone()).unwrap_or((start, line));
            // A file ends with this.
            range.end -= self.buffer[range.clone()].ends_with(b"\x1F") as usize;
        }
        // The message may be changed now.
        self.line_at(next);
        if self.container == Container::Mailbox && has_escapes {
            range.end = self.unescape(range.clone(), is_counted);
        }
        // What was seen with what stands behind the message, or before it was changed, may not be so any more.
        outline = outline.filter(|seen| range == (start..end) && seen.is_closed && seen.body <= range.len());
        let lead = self.start..start;
        self.start = next;
        let is_miscounted = self.container == Container::Marked(BATCH) && !is_counted || self.is_miscounted;
        Some(Entry { number, offset, line, lead, range: Some(range), outline, is_miscounted })
    }

    /// Skips the next message. Returns `false` if there is none.
    pub(super) fn pass(&mut self) -> bool {
        match self.place() {
            None => return false,
            Some(NextMessage::Held(extent)) => self.start = extent.next,
            Some(NextMessage::TooLarge) => self.rest().skip(),
        }
        true
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.start == self.buffer.len() && self.is_end
    }

    fn place(&mut self) -> Option<NextMessage> {
        self.begin();
        loop {
            if self.is_at_end() || self.has_passed_part() {
                return None;
            }
            let found = match self.end() {
                // Between two marks of MMDF, and behind the last, there is nothing.
                End::Found(Extent { start, end, next, .. }) if start == end && self.has_marks() => {
                    self.start = next;
                    continue;
                }
                End::Found(extent) if extent.end - self.start > self.limit => NextMessage::TooLarge,
                End::Found(extent) => NextMessage::Held(extent),
                End::More if self.buffer.len() - self.start > self.most_looked_at() => NextMessage::TooLarge,
                End::More => {
                    self.fill();
                    continue;
                }
            };
            self.count += 1;
            return Some(found);
        }
    }

    /// Returns `true` if the messages are separated by marks without a length.
    fn has_marks(&self) -> bool {
        matches!(self.container, Container::Marked(mark) if mark != BATCH)
    }

    fn has_passed_part(&self) -> bool {
        self.until.is_some_and(|until| self.base + self.start >= until)
    }

    /// Returns how much of a message is examined before it counts as too large. It may end at the limit, and the bytes
    /// after it are needed to know. So the size of reads does not matter.
    fn most_looked_at(&self) -> usize {
        self.limit.saturating_add(4 * MAX_LINE)
    }

    pub(super) fn bytes(&self, range: Range<usize>) -> &[u8] {
        &self.buffer[range]
    }

    pub(super) fn rest(&mut self) -> Rest<'_, R> {
        self.start = self.body();
        Rest { safe: self.start, is_over: false, mailbox: self }
    }

    /// Returns the error of a failed read, and gives the buffer back.
    pub(super) fn finish(self, buffer: &mut Vec<u8>) -> Result<(), Error> {
        let (read, has_passed_part) = (self.base + self.buffer.len(), self.has_passed_part());
        *buffer = self.buffer;
        match self.failure {
            // What is behind a part is read for the next one.
            Some(failure) if !has_passed_part => Err(Error::read(read, failure)),
            _ => Ok(()),
        }
    }

    /// Returns the start of the header, after its `From ` line or the line of the batch.
    fn body(&self) -> usize {
        let held = &self.buffer[self.start..];
        let mark = match self.container {
            Container::Single => 0,
            Container::Mailbox => line_end(held, 0),
            Container::Marked(mark) => {
                (MARKS[mark].length)(held, self.is_end).flatten().unwrap_or_else(|| line_end(held, 0))
            }
        };
        self.start + mark
    }

    /// Doubles the bytes read, so that examining all of it after each read stays linear. It reads little more than a
    /// message may have.
    fn fill(&mut self) {
        // Line ends in front of the message are looked back at.
        let dropped = self.start.saturating_sub(2);
        self.line_at(dropped);
        self.counted -= dropped.min(self.counted);
        self.buffer.drain(..dropped);
        (self.base, self.start) = (self.base + dropped, self.start - dropped);
        let room = self.limit.saturating_sub(self.buffer.len()).saturating_add(READ.max(self.limit / 16));
        let wanted = self.buffer.len().max(READ).min(room);
        // What a large message took is given back, and no more is asked for than is filled.
        if self.buffer.capacity() / 4 > self.buffer.len() + wanted {
            self.buffer.shrink_to(self.buffer.len() + wanted);
        }
        self.buffer.reserve_exact(wanted);
        let held = self.buffer.len();
        match (&mut self.reader).take(wanted as u64).read_to_end(&mut self.buffer) {
            Ok(read) => self.is_end = read < wanted,
            Err(error) => (self.is_end, self.failure) = (true, Some(error)),
        }
        if self.has_returns {
            put_line_feeds(&mut self.buffer[held..]);
        }
        if !self.cut() {
            self.fill();
        }
    }

    fn end(&self) -> End {
        let start = self.body();
        let counted = match self.container {
            Container::Single if self.is_end => return End::Found(Extent::of(start..self.buffer.len())),
            Container::Single => return End::More,
            Container::Mailbox => None,
            Container::Marked(BATCH) => self.batched_end(start),
            Container::Marked(_) => None,
        };
        if let Some(end) = counted {
            return end;
        }
        // From the line end before it on, which is part of what is looked for.
        let separator = self.separator(start.saturating_sub(1).max(self.start));
        let mut outline = None;
        if self.container == Container::Mailbox {
            // A header without the empty line behind it would be read to the end of the buffer, and again for each message.
            let end = separator.as_ref().and_then(|separator| separator.at).unwrap_or(self.buffer.len());
            let header = Outline::of(&self.buffer[start..end]);
            if let Some(end) = self.counted_end(start, &header) {
                return end;
            }
            outline = Some(header);
        }
        match separator {
            Some(Separator { at: Some(at), has_escapes }) => {
                let is_mailbox = self.container == Container::Mailbox;
                let end = if is_mailbox { before(&self.buffer[..at], self.start) } else { at };
                End::Found(Extent { end, has_escapes, outline, ..Extent::of(start..at) })
            }
            Some(Separator { at: None, has_escapes }) if self.is_end => {
                End::Found(Extent { has_escapes, outline, ..Extent::of(start..self.buffer.len()) })
            }
            _ => End::More,
        }
    }

    /// Returns the next separator after the line end at `from` or a later one; `None` if more must be read first.
    fn separator(&self, from: usize) -> Option<Separator> {
        let (mut looked, mut has_escapes) = (from, false);
        if let Container::Marked(mark) = self.container {
            for at in SIGNS[mark].find_iter(&self.buffer[from..]).map(|found| from + found + 1) {
                steps::count(at - looked);
                looked = at;
                if (MARKS[mark].length)(&self.buffer[at..], self.is_end)?.is_some() {
                    return Some(Separator { at: Some(at), has_escapes });
                }
            }
            steps::count(self.buffer.len() - looked);
            return Some(Separator { at: None, has_escapes });
        }
        for at in FROMS.find_iter(&self.buffer[from..]).map(|found| from + found) {
            match self.buffer[from..at].last() {
                Some(b'\n') => {}
                last => {
                    has_escapes |= last == Some(&b'>');
                    continue;
                }
            }
            steps::count(at - looked);
            looked = at;
            let before = if is_blank_before(&self.buffer[..at]) { Before::Blank } else { Before::Line };
            if separator(&self.buffer, at, before, self.is_end)? {
                return Some(Separator { at: Some(at), has_escapes });
            }
        }
        steps::count(self.buffer.len() - looked);
        Some(Separator { at: None, has_escapes })
    }

    /// Returns the end of the article, if the batch gives its length.
    fn batched_end(&self, start: usize) -> Option<End> {
        let bytes = &self.buffer;
        let claimed = article_length(&bytes[self.start..])?;
        let end = start.checked_add(claimed).filter(|&end| end - self.start <= self.limit)?;
        if end + MAX_LINE > bytes.len() && !self.is_end {
            return Some(End::More);
        }
        let after = bytes.get(end..)?;
        let ends = after.is_empty() || article_length(after).is_some();
        ends.then_some(End::Found(Extent { is_counted: true, ..Extent::of(start..end) }))
    }

    /// Returns the end given by the Content-Length of the message, if there is one. Its header begins at `start`.
    fn counted_end(&self, start: usize, header: &Outline) -> Option<End> {
        let (bytes, length) = (&self.buffer, header.body);
        let value = header.value(BodyField::ContentLength, &bytes[start..])?;
        let claimed: usize = str::from_utf8(value.trim_ascii()).ok()?.parse().ok()?;
        if start + length == bytes.len() && !self.is_end {
            return Some(End::More);
        }
        let end = (start + length).checked_add(claimed).filter(|&end| end - self.start <= self.limit)?;
        if end + 2 * MAX_LINE > bytes.len() && !self.is_end {
            return Some(End::More);
        }
        let after = bytes.get(end..)?;
        let blank = after.iter().take(4).take_while(|&&byte| byte == b'\r' || byte == b'\n').count();
        let next = end + blank;
        let is_line = next > 0 && bytes[next - 1] == b'\n';
        let ends = next == bytes.len()
            || is_line
                && bytes[next..].starts_with(&SEPARATOR[1..])
                && separator(bytes, next, Before::Blank, true) == Some(true);
        let outline = Some(header.clone());
        ends.then_some(End::Found(Extent { start, end, next, is_counted: true, has_escapes: true, outline }))
    }

    /// Moves the whole header of an Rmail message to the body, in place of the displayed one. Returns the new start of
    /// the message, and its line as counted back from the body.
    fn whole_header(&mut self, message: Range<usize>) -> Option<(usize, Option<usize>)> {
        let bytes = &self.buffer[message.clone()];
        let header = Outline::of(bytes);
        let shown = bytes[header.body..].starts_with(SHOWN).then(|| line_end(bytes, header.body))?;
        let lines = memchr::memchr_iter(b'\n', &bytes[..header.end]).count();
        let body = message.start + shown + Outline::of(&bytes[shown..]).end;
        let start = body - header.end;
        let line = self.line_at(body).map(|line| line - lines);
        self.buffer.copy_within(message.start..message.start + header.end, start);
        Some((start, line))
    }

    /// Removes the `>` before `From ` in the body. Returns the new end.
    ///
    /// If a length is accepted and a line begins with `From `, nothing was escaped: that is mboxcl2.
    fn unescape(&mut self, range: Range<usize>, is_counted: bool) -> usize {
        let bytes = &mut self.buffer[range.clone()];
        if is_counted && SEPARATORS.find(bytes).is_some() {
            return range.end;
        }
        let is_escape = |bytes: &[u8], at: usize| {
            let marks = bytes[..at].iter().rev().take_while(|&&byte| byte == b'>').count();
            at > marks && bytes[at - marks - 1] == b'\n'
        };
        let marks: Vec<usize> =
            ESCAPED.find_iter(bytes).filter(|&at| is_escape(bytes, at)).map(|mark| mark + 1).collect();
        let Some(&first) = marks.first() else { return range.end };
        let mut to = first - 1;
        for (index, &from) in marks.iter().enumerate() {
            let until = marks.get(index + 1).map_or(bytes.len(), |next| next - 1);
            bytes.copy_within(from..until, to);
            to += until - from;
        }
        range.start + to
    }
}

impl Extent {
    /// Returns the extent of a message without escaped lines that ends where the next begins.
    fn of(range: Range<usize>) -> Extent {
        let Range { start, end } = range;
        Extent { start, end, next: end, is_counted: false, has_escapes: false, outline: None }
    }
}

/// A message that is too large for memory. It is searched as text.
#[derive(Debug)]
pub(super) struct Rest<'a, R> {
    mailbox: &'a mut Mailbox<R>,
    /// The end of the bytes that certainly belong to the message.
    safe: usize,
    is_over: bool,
}

impl<R: Read> Rest<'_, R> {
    /// Skips the unread rest.
    pub(super) fn skip(mut self) {
        while self.advance() {
            self.mailbox.start = self.safe;
        }
    }

    /// Reads more if nothing is left. Returns `true` if there is something to hand out.
    fn advance(&mut self) -> bool {
        while self.mailbox.start == self.safe && !self.is_over {
            let mailbox = &mut *self.mailbox;
            let is_mailbox = mailbox.container != Container::Single;
            match if is_mailbox { mailbox.separator(mailbox.start) } else { None } {
                Some(Separator { at: Some(at), .. }) => (self.safe, self.is_over) = (at, true),
                _ if mailbox.is_end => (self.safe, self.is_over) = (mailbox.buffer.len(), true),
                _ => {
                    // What may be the beginning of a separator stays until more of it is there.
                    let kept = if is_mailbox { 3 * MAX_LINE + SEPARATOR.len() } else { 0 };
                    self.safe = mailbox.buffer.len().saturating_sub(kept).max(mailbox.start);
                    if self.safe == mailbox.start {
                        mailbox.fill();
                        self.safe = mailbox.start;
                    }
                }
            }
        }
        self.mailbox.start < self.safe
    }
}

impl<R: Read> Read for Rest<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !self.advance() {
            return Ok(0);
        }
        let start = self.mailbox.start;
        let count = buffer.len().min(self.safe - start);
        buffer[..count].copy_from_slice(&self.mailbox.buffer[start..start + count]);
        self.mailbox.start += count;
        Ok(count)
    }
}

fn is_blank_before(bytes: &[u8]) -> bool {
    bytes.ends_with(b"\n\n") || bytes.ends_with(b"\n\r\n")
}

/// Returns the end of the last message of `bytes`, without the empty line after it.
fn before(bytes: &[u8], start: usize) -> usize {
    if !is_blank_before(bytes) {
        return bytes.len();
    }
    let line = if bytes.ends_with(b"\r\n") { 2 } else { 1 };
    (bytes.len() - line).max(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    const POSTMARK: &str = "From a@b.example Mon Jan  1 00:00:00 2026\n";

    struct Slow<'a>(&'a [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = buffer.len().min(self.0.len()).min(self.1);
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    fn messages(text: &str, limit: usize) -> Vec<(usize, String)> {
        let mut mailbox = Mailbox::new(Slow(text.as_bytes(), 7), limit, Vec::new());
        let mut messages = Vec::new();
        while let Some(entry) = mailbox.next() {
            let mut message = String::new();
            match entry.range {
                Some(range) => message.push_str(str::from_utf8(mailbox.bytes(range)).unwrap()),
                None => {
                    let read = mailbox.rest().read_to_string(&mut message).unwrap();
                    message = format!("too large: {read}");
                }
            }
            messages.push((entry.offset, message));
        }
        mailbox.finish(&mut Vec::new()).unwrap();
        messages
    }

    fn assert_messages(text: &str, expected: &[&str]) {
        let texts: Vec<String> = messages(text, 1 << 20).into_iter().map(|(_, text)| text).collect();
        assert_eq!(texts, expected, "{text:?}");
        let crlf = text.replace('\n', "\r\n");
        if !text.contains("Content-Length") && !text.contains("#! rnews ") {
            let texts: Vec<String> = messages(&crlf, 1 << 20).into_iter().map(|(_, text)| text).collect();
            let expected: Vec<String> = expected.iter().map(|text| text.replace('\n', "\r\n")).collect();
            assert_eq!(texts, expected, "{crlf:?}");
        }
    }

    #[test]
    fn messages_end_before_the_next_from_line() {
        assert_messages(&format!("{POSTMARK}A: b\n\nx\n\n{POSTMARK}A: c\n\ny\n"), &["A: b\n\nx\n", "A: c\n\ny\n"]);
        assert_messages(&format!("{POSTMARK}A: b\n\nx\n{POSTMARK}A: c\n\ny"), &["A: b\n\nx\n", "A: c\n\ny"]);
        assert_messages(&format!("{POSTMARK}A: b\n\n\n{POSTMARK}\nx\n"), &["A: b\n\n", "\nx\n"]);
        assert_messages("From x\nSubject: b\n\nx\n\nFrom y\nDate: c\n\ny\n", &["Subject: b\n\nx\n", "Date: c\n\ny\n"]);
        assert_messages(POSTMARK, &[""]);
        assert_messages("", &[]);
        assert_messages("A: b\n\nFrom here\n", &["A: b\n\nFrom here\n"]);
        assert_messages("\u{feff}A: b\n\n\u{feff}x\n", &["A: b\n\n\u{feff}x\n"]);
        assert_messages(&format!("\u{feff}{POSTMARK}A: b\n\n{POSTMARK}A: c\n\n"), &["A: b\n", "A: c\n\n"]);
    }

    #[test]
    fn from_lines_in_a_body_are_its_own() {
        let body = "A: b\n\nx\n\nFrom here on\nthe way: is\n\nFrom b@c.example is a liar\n\nFrom me\n";
        assert_messages(&format!("{POSTMARK}{body}"), &[body]);
        let rd = format!("{POSTMARK}A: b\n\n>From x\n>>From y\n > From z\nx >From\n>From");
        assert_messages(&rd, &["A: b\n\nFrom x\n>From y\n > From z\nx >From\n>From"]);
    }

    #[test]
    fn a_length_is_believed_where_it_is_right() {
        let next = format!("{POSTMARK}A: c\n\ny\n");
        let inner = format!("x\n\n{POSTMARK}Subject: in\n\n>From z\n");
        for (length, expected) in
            [(inner.len(), 2), (inner.len() + 1, 2), (3, 3), (usize::MAX, 3), (inner.len() + 9, 3)]
        {
            let text = format!("{POSTMARK}Content-Length: {length}\n\n{inner}\n{next}");
            let found = messages(&text, 1 << 20);
            assert_eq!(found.len(), expected, "{length}: {found:?}");
            assert_eq!(found[expected - 1].0, text.len() - next.len());
            assert_eq!(found[0].1.contains(">From z"), expected == 2, "mboxcl2 escapes nothing");
        }
        let text = format!("{POSTMARK}Content-Length: -1\n\nx\n\n{next}");
        assert_eq!(messages(&text, 1 << 20).len(), 2);
    }

    #[test]
    fn a_batch_says_how_long_its_articles_are() {
        let article = |length: usize, text: &str| format!("#! rnews {length}\n{text}");
        let (a, b) = ("From: a\n\nx\n", "From: b\n\n\nFrom y\n>From z\n#! rnews now\n");
        for (first, second) in [(a.len(), b.len()), (3, b.len()), (a.len() + 1, 99_999), (usize::MAX, 0)] {
            let text = [article(first, a), article(second, b), article(a.len(), a)].concat();
            assert_messages(&text, &[a, b, a]);
            let mut mailbox = Mailbox::new(text.as_bytes(), 1 << 20, Vec::new());
            let mut miscounted = Vec::new();
            while let Some(entry) = mailbox.next() {
                miscounted.push(entry.is_miscounted);
            }
            assert_eq!(miscounted, [first != a.len(), second != b.len(), false], "{first} {second}");
        }
        assert_messages("#! rnews 7\nA: b\n", &["A: b\n"]);
        assert_messages("#! rnews x\nA: b\n", &["#! rnews x\nA: b\n"]);
        let long = "x\n".repeat(READ * 3);
        let text = [article(long.len(), &long), article(a.len(), a)].concat();
        let found = messages(&text, READ);
        assert_eq!(found[0].1, format!("too large: {}", long.len()));
        assert_eq!(found[1].1, a);
    }

    #[test]
    fn a_message_that_is_too_large_is_read_and_the_next_is_found() {
        let long = "x\n".repeat(READ * 3);
        let text = format!("{POSTMARK}A: b\n\n{long}\n{POSTMARK}A: c\n\ny\n{POSTMARK}A: d\n\n{long}");
        let found = messages(&text, READ);
        let large = format!("too large: {}", "A: b\n\n".len() + long.len() + 1);
        assert_eq!(found.len(), 3);
        assert_eq!(found[0], (0, large));
        assert_eq!(found[1], (POSTMARK.len() + 6 + long.len() + 1, "A: c\n\ny\n".to_string()));
        assert_eq!(found[2].1, format!("too large: {}", "A: d\n\n".len() + long.len()));
        let lone = messages(&format!("A: b\n\n{long}"), READ);
        assert_eq!(lone, [(0, format!("too large: {}", 6 + long.len()))]);
    }

    #[test]
    fn no_mailbox_takes_longer_than_its_length() {
        const SIZE: usize = 1 << 18;
        for message in [
            "A: b\n",
            "A: b\n c\n",
            "A: b\n\n",
            "\n",
            "x\n",
            ">From x\n",
            "From x\n",
            "\nFrom x\n",
            "Content-Length: 0\n",
            "Content-Length: 9\n\n",
            "Content-Length: 99999999\n\n",
            "Content-Length: 99999999\nA: b\n",
            "Content-Length: 60000\n\nx\n\n",
        ] {
            for (text, name) in [
                (format!("{POSTMARK}{message}").repeat(SIZE / (POSTMARK.len() + message.len())), "messages"),
                (format!("{POSTMARK}A: b\n{}", message.repeat(SIZE / message.len())), "lines"),
                ("#! rnews 9\n".repeat(SIZE / 11), "articles"),
                (format!("\x01\x01\x01\x01\n{message}").repeat(SIZE / (5 + message.len())), "MMDF"),
                (
                    format!(
                        "BABYL OPTIONS:\n{}",
                        format!("\x1F\x0C\n1,,\n{message}*** EOOH ***\n").repeat(SIZE / (21 + message.len()))
                    ),
                    "Babyl",
                ),
                (format!("Article: 1 of a\n{message}").repeat(SIZE / (16 + message.len())), "saved articles"),
                (format!("9\nA: b\n{}", message.repeat(SIZE / message.len())), "emlx"),
                (format!("#! rnews 9\n{message}").repeat(SIZE / (11 + message.len())), "articles"),
            ] {
                for limit in [1 << 10, 32 << 20] {
                    steps::take();
                    let found = messages(&text, limit).len();
                    let steps = steps::take();
                    assert!(steps <= 16 * text.len() as u64, "{message:?} as {name}, {limit}: {steps} steps, {found}");
                }
            }
        }
    }
}
