//! Where a message begins: the `From ` line of a mailbox, or the header of a single message.

use super::header::{Header, field_name, line_end};
use crate::source::steps;

/// The longest line that is looked at.
pub(super) const MAX_LINE: usize = 1000;

/// The byte order mark, which software puts in front of a text that is none by itself.
pub(super) const MARK: &[u8] = b"\xEF\xBB\xBF";

/// What the line before an article in a batch begins with, and the line end before it.
pub(super) const ARTICLE: &[u8] = b"\n#! rnews ";

const DAYS: [[u8; 3]; 7] = [*b"Mon", *b"Tue", *b"Wed", *b"Thu", *b"Fri", *b"Sat", *b"Sun"];
const MONTHS: [[u8; 3]; 12] =
    [*b"Jan", *b"Feb", *b"Mar", *b"Apr", *b"May", *b"Jun", *b"Jul", *b"Aug", *b"Sep", *b"Oct", *b"Nov", *b"Dec"];

/// Fields that nothing but a message has.
const SURE: [&str; 9] = [
    "From",
    "Received",
    "Return-Path",
    "Message-ID",
    "MIME-Version",
    "Delivered-To",
    "Newsgroups",
    "References",
    "Path",
];

/// Fields that other texts may have as well.
const USUAL: [&str; 9] =
    ["Date", "Subject", "To", "Cc", "Sender", "Reply-To", "Content-Type", "Content-Transfer-Encoding", "In-Reply-To"];

/// Fields that Debian's patches have beside those of a mail (DEP-3): what has one is a patch, and its fields are text as the rest of it is.
const OF_PATCHES: [&str; 5] = ["Forwarded", "Applied-Upstream", "Last-Update", "Origin", "Bug"];

/// Fields that mail has which was sent, and no patch: with one of them, another of those above is only called like it.
const OF_SENT: [&str; 6] = ["Received", "Message-ID", "To", "Return-Path", "MIME-Version", "Content-Transfer-Encoding"];

/// The longest header in front of a patch.
const MAX_OF_PATCHES: usize = 16 << 10;

/// The date of the `From ` line that Git writes in front of each patch, whenever it was made.
const DATE_OF_PATCHES: &[u8] = b"Mon Sep 17 00:00:00 2001";

/// Returns `true` if what begins with `head` is a mailbox, a batch of news or a message, and `None` if that takes more to say. `is_end` says
/// that there is no more of it.
///
/// A text that happens to begin with `From ` or with `Note:` is neither: a mailbox begins with a dated `From ` line and a
/// field, a message with a header that has at least three of the usual fields, or those of MIME, and nothing that is none. A patch with the
/// fields of DEP-3 is text.
///
/// ```
/// use napkin::mail::recognise;
///
/// assert_eq!(recognise(b"From: sam@a.example\nTo: kim@a.example\nSubject: Soup\n\n", false), Some(true));
/// assert_eq!(recognise(b"From: sam@a.example\nTo: kim", false), None);
/// assert_eq!(recognise(b"From here on\nit was easy.\n", false), Some(false));
/// ```
pub fn recognise(head: &[u8], is_end: bool) -> Option<bool> {
    const BEGIN: &[u8] = b"From ";
    let is_begun = |word: &[u8], head: &[u8]| head.len() < word.len() && word.starts_with(head) && !is_end;
    if is_begun(MARK, head) {
        return None;
    }
    let head = &head[before_postmark(head)..];
    let is_blank = |byte: &&u8| matches!(byte, b'\r' | b'\n');
    if is_begun(BEGIN, &head[head.iter().take_while(is_blank).count()..]) {
        return None;
    }
    let line = &head[..line_end(head, 0)];
    let is_whole = line.ends_with(b"\n") || is_end || line.len() > MAX_LINE;
    if line.starts_with(b"#!") {
        return if is_whole { Some(article_length(line).is_some()) } else { None };
    }
    if line.starts_with(BEGIN) {
        return match is_whole {
            true if !has_date(line) => Some(false),
            true if line.trim_ascii_end().ends_with(DATE_OF_PATCHES) => {
                let whole = whole_header(&head[line.len()..], is_end);
                if whole.is_none() && head.len() < MAX_OF_PATCHES {
                    return None;
                }
                let is_patch = whole.is_some_and(|(header, _)| is_of_patch(header));
                if is_patch { Some(false) } else { separator(head, 0, Before::Start, is_end) }
            }
            true => separator(head, 0, Before::Start, is_end),
            false => None,
        };
    }
    if field_name(line).is_none() {
        // Until its colon comes, a line may still become a field.
        let may_become = !is_whole && line.iter().all(|&byte| byte.is_ascii_graphic() && byte != b':');
        return if may_become { None } else { Some(false) };
    }
    let (header, body) = whole_header(head, is_end)?;
    let is_pure = head[..body]
        .split_inclusive(|&byte| byte == b'\n')
        .all(|line| line.trim_ascii().is_empty() || matches!(line[0], b' ' | b'\t') || field_name(line).is_some());
    Some(is_pure && is_of_message(header) && !is_of_patch(header))
}

/// Returns the length of what stands before the first message: a byte order mark, and the empty lines before a `From ` line.
pub(super) fn before_postmark(head: &[u8]) -> usize {
    let start = if head.starts_with(MARK) { MARK.len() } else { 0 };
    let blank = head[start..].iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
    if head[start + blank..].starts_with(b"From ") { start + blank } else { start }
}

/// The header that `head` begins with, and where the body begins; none where more of it may follow.
fn whole_header(head: &[u8], is_end: bool) -> Option<(Header<'_>, usize)> {
    let last = if is_end { head.len() } else { memchr::memrchr(b'\n', head).map_or(0, |end| end + 1) };
    let (header, body) = Header::split(&head[..last]);
    let is_over = is_end || body < last || head[..body].ends_with(b"\n\n") || head[..body].ends_with(b"\n\r\n");
    is_over.then_some((header, body))
}

/// Returns `true` if one of the fields is one of a patch, and none is one of mail that was sent.
fn is_of_patch(header: Header) -> bool {
    let has = |is: &dyn Fn(&[u8]) -> bool| header.fields().any(|field| is(field.name));
    let is_one_of = |names: &[&str], name: &[u8]| names.iter().any(|own| own.as_bytes().eq_ignore_ascii_case(name));
    let is_bug = |name: &[u8]| name.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"Bug-"));
    has(&|name| is_bug(name) || is_one_of(&OF_PATCHES, name)) && !has(&|name| is_one_of(&OF_SENT, name))
}

/// Returns `true` if these are the fields of a message: enough of the usual ones, or those of MIME.
fn is_of_message(header: Header) -> bool {
    let (mut sure, mut usual) = ([false; SURE.len()], [false; USUAL.len()]);
    for field in header.fields() {
        let is_this = |name: &&str| field.name.eq_ignore_ascii_case(name.as_bytes());
        if let Some(at) = SURE.iter().position(is_this) {
            sure[at] = true;
        } else if let Some(at) = USUAL.iter().position(is_this) {
            usual[at] = true;
        }
    }
    let count = |has: &[bool]| has.iter().filter(|&&has| has).count();
    let has = |name: &str| {
        let at = |names: &[&str]| names.iter().position(|other| *other == name);
        at(&SURE).is_some_and(|at| sure[at]) || at(&USUAL).is_some_and(|at| usual[at])
    };
    let is_mime = has("Content-Type") && (has("MIME-Version") || has("Content-Transfer-Encoding"));
    is_mime || count(&sure) >= 1 && count(&sure) + count(&usual) >= 3
}

/// How long an article is, by the line before it, which `bytes` begin with; none where that is not such a line.
pub(super) fn article_length(bytes: &[u8]) -> Option<usize> {
    // batch-header = "#!" SP "rnews" SP article-size CRLF   (RFC 5537, 4.1)
    let rest = bytes.strip_prefix(&ARTICLE[1..])?;
    let line = rest[..rest.len().min(MAX_LINE)].split_inclusive(|&byte| byte == b'\n').next()?;
    str::from_utf8(line.strip_suffix(b"\n")?.trim_ascii()).ok()?.parse().ok()
}

/// What stands before a line that begins with `From `.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Before {
    /// Nothing.
    Start,
    /// An empty line, as it should.
    Blank,
    /// Something else.
    Line,
}

/// Returns `true` if the line at `at`, which begins with `From `, separates two messages, and `None` if that takes more bytes to say.
///
/// With a date in it, and a field after it, it does, even where the empty line before it is missing. Software that writes no
/// date there is believed when the line stands where it should, and what follows is a field of mail.
pub(super) fn separator(bytes: &[u8], at: usize, before: Before, is_end: bool) -> Option<bool> {
    let end = line_end(bytes, at).min(at + MAX_LINE);
    let line = &bytes[at..end];
    steps::count(line.len());
    if !line.ends_with(b"\n") {
        let is_decided = is_end || line.len() == MAX_LINE;
        return is_decided.then_some(false);
    }
    let is_dated = has_date(line);
    let next = &bytes[end..line_end(bytes, end).min(end + MAX_LINE)];
    if !(next.ends_with(b"\n") || is_end || next.len() == MAX_LINE) {
        return None;
    }
    let name = field_name(next).map(|end| &next[..end]);
    if is_dated && (name.is_some() || next.starts_with(b">From ")) {
        return Some(true);
    }
    if is_dated && before != Before::Line {
        // A message without a header.
        return Some(next.trim_ascii().is_empty());
    }
    let is_of_mail = name.is_some_and(|name| {
        let is = |known: &&str| name.eq_ignore_ascii_case(known.as_bytes());
        SURE.iter().chain(&USUAL).any(is)
    });
    Some(before != Before::Line && is_of_mail)
}

/// Returns `true` if there is a date in the line, such as `Mon Jan  2 15:04:05 2006`, in whatever order.
fn has_date(line: &[u8]) -> bool {
    if ends_in_usual_date(line) {
        return true;
    }
    let is_number = |word: &[u8]| !word.is_empty() && word.iter().all(u8::is_ascii_digit);
    let is_time = |word: &[u8]| word.split(|&byte| byte == b':').filter(|part| is_number(part)).count() >= 2;
    let (mut day, mut month, mut number, mut time) = (false, false, false, false);
    for word in line.split(u8::is_ascii_whitespace).skip(1) {
        let word = word.strip_suffix(b",").unwrap_or(word);
        match *word {
            [_] | [_, _] => number |= is_number(word),
            [first, second, third] => {
                day |= DAYS.contains(&[first, second, third]);
                month |= MONTHS.contains(&[first, second, third]);
            }
            _ => {}
        }
        time |= memchr::memchr(b':', word).is_some() && is_time(word);
    }
    day && month && number && time
}

/// Returns `true` if the line ends as nearly all software writes it: ` Mon Jan  2 15:04:05 2006`.
fn ends_in_usual_date(line: &[u8]) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_digit();
    let date: Option<&[u8; 25]> = line.trim_ascii_end().last_chunk();
    let Some([b' ', d1, d2, d3, b' ', m1, m2, m3, b' ', n1, n2, b' ', time @ .., b' ', y1, y2, y3, y4]) = date else {
        return false;
    };
    let time: &[u8; 8] = time;
    let is_time =
        time.iter().zip(b"00:00:00").all(|(&own, &like)| if like == b':' { own == b':' } else { is_digit(own) });
    DAYS.contains(&[*d1, *d2, *d3])
        && MONTHS.contains(&[*m1, *m2, *m3])
        && (is_digit(*n1) || *n1 == b' ')
        && is_digit(*n2)
        && is_time
        && [y1, y2, y3, y4].into_iter().all(|&byte| is_digit(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mail_is_told_from_other_texts() {
        for (head, expected) in [
            ("From a@b.example Mon Jan  1 00:00:00 2026\nSubject: x\n", true),
            ("From a@b.example Mon Jan  1 00:00:00 2026\r\nReceived: x\r\n\r\n", true),
            ("From - Mon, 01 Jan 2026 00:00:00 +0000\nX-Status: x\n", true),
            ("From: a@b.example\nTo: c@d.example\nSubject: x\n\nbody", true),
            ("Received: from x\n\tby y\nReceived: from z\nDate: x\nFrom: y\n\n", true),
            ("From there we went on. Mon Jan 1 00:00:00\nIt was fine.\n", false),
            ("From here on:\nSubject: is what a sentence has\n", false),
            ("Note: see http://a.example/\nDate: today\nSubject: x\n\n", false),
            ("To: x\nSubject: y\nDate: z\n\nhttp://a.example/\n", false),
            ("From: a@b.example\nTo: c@d.example\nand so on\nSubject: x\n\nbody", false),
            ("MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=a\n\n", true),
            ("Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n", true),
            ("Content-Type: text/plain\nDate: x\n\n", false),
            ("Title: x\nDate: 2020-01-01\nAuthor: y\n\n# Text\n", false),
            ("\u{feff}From: a@b.example\nTo: c@d.example\nSubject: x\n\nbody", true),
            ("\u{feff}From a@b.example Mon Jan  1 00:00:00 2026\nSubject: x\n", true),
            ("\u{feff}http://a.example/", false),
            ("#! rnews 100\nPath: x\n", true),
            ("#! rnews\nPath: x\n", false),
            ("#!/bin/sh\n# rnews 100\n", false),
            ("From: a@b.example\nDate: x\nSubject: y\nForwarded: http://a.example/\n\n---\n", false),
            (
                "From 1234 Mon Sep 17 00:00:00 2001\nFrom: a@b.example\nSubject: y\nBug-Debian: http://a.example/\n\n",
                false,
            ),
            ("From 1234 Mon Sep 17 00:00:00 2001\nFrom: a@b.example\nSubject: y\n\nhttp://a.example/\n", true),
            ("From: a@b.example\nTo: c@d.example\nSubject: y\nForwarded: Tue, 03 Nov 2026 10:00:00 +0000\n\n", true),
            ("From: a@b.example\nDate: x\nSubject: y\nMIME-Version: 1.0\nBug: 1\n\n", true),
            ("From: a@b.example\nDate: x\nSubject: y\nBug-RedHat: http://a.example/\n\n", false),
            ("http://a.example/\n", false),
            ("", false),
            ("\n\r\nFrom a@b.example Mon Jan  1 00:00:00 2026\nSubject: x\n", true),
            ("\nFrom here on\nit was easy.\n", false),
            ("\nFrom: a\nTo: b\nSubject: c\n\n", false),
            ("From", false),
        ] {
            assert_eq!(recognise(head.as_bytes(), true), Some(expected), "{head:?}");
        }
    }

    #[test]
    fn more_is_asked_for_where_it_is_needed() {
        let head = "From a@b.example Mon Jan  1 00:00:00 2026\nSubject: x\n";
        for cut in 0..head.len() {
            assert_eq!(recognise(&head.as_bytes()[..cut], false), None, "{cut}");
        }
        let head = "From: a@b.example\nTo: c@d.example\nSubject: x\n";
        for cut in 0..head.len() {
            assert_eq!(recognise(&head.as_bytes()[..cut], false), None, "{cut}");
        }
        // Text is known at once: what is typed into a terminal is not to wait.
        for head in ["See ", "http://", "Fr om", "From the desk\nof", "x\n", "a b: c"] {
            assert_eq!(recognise(head.as_bytes(), false), Some(false), "{head:?}");
        }
    }
}
