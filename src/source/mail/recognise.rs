//! Recognises mail by how it begins.

use std::borrow::Cow;

use super::{
    date::DATE_OF_PATCHES,
    header::{Header, field_name, line_end},
    marks::{self, emlx_length, is_saved_article},
    postmark::{Before, MAX_LINE, POSTMARK, SURE, USUAL, has_date, separator},
};

/// The byte order mark, which some software puts before a text.
pub(super) const MARK: &[u8] = b"\xEF\xBB\xBF";

/// Fields of Debian's patches (DEP-3). A file with one is a patch, and its fields are searched as text.
const OF_PATCHES: [&str; 5] = ["Forwarded", "Applied-Upstream", "Last-Update", "Origin", "Bug"];

/// Fields of sent mail. A file with one is no patch, even if it has a field of the names above.
const OF_SENT: [&str; 6] = ["Received", "Message-ID", "To", "Return-Path", "MIME-Version", "Content-Transfer-Encoding"];

/// The longest header of a patch.
const MAX_OF_PATCHES: usize = 16 << 10;

/// Returns `true` if what begins with `head` is a mailbox, a batch of news or a message, and `None` if that takes more to say. `is_end` says
/// that there is no more of it.
///
/// A mailbox begins with a dated `From ` line and a field, or with a mark of MMDF, Babyl or a batch of news. A message begins with a header that
/// has at least three of the usual fields, or those of MIME, and no other lines. Before it, there may be a line of UUCP, of a newsreader, or of
/// Apple Mail. A patch with the fields of DEP-3 is text.
///
/// ```
/// use napkin::mail::recognise;
///
/// assert_eq!(recognise(b"From: sam@a.example\nTo: kim@a.example\nSubject: Soup\n\n", false), Some(true));
/// assert_eq!(recognise(b"From: sam@a.example\nTo: kim", false), None);
/// assert_eq!(recognise(b"From here on\nit was easy.\n", false), Some(false));
/// ```
pub fn recognise(head: &[u8], is_end: bool) -> Option<bool> {
    let is_begun = |word: &[u8], head: &[u8]| head.len() < word.len() && word.starts_with(head) && !is_end;
    if is_begun(MARK, head) {
        return None;
    }
    let head = &*with_line_feeds(head);
    let head = &head[before_postmark(head)..];
    let is_blank = |byte: &&u8| matches!(byte, b'\r' | b'\n');
    if is_begun(POSTMARK, &head[head.iter().take_while(is_blank).count()..]) {
        return None;
    }
    match marks::kind(head, is_end)? {
        Some(marks::ARTICLES) | None => {}
        Some(_) => return Some(true),
    }
    let line = &head[..line_end(head, 0)];
    if line.starts_with(POSTMARK) && !line.ends_with(b"\n") && !is_end && line.len() <= MAX_LINE {
        return None;
    }
    if line.starts_with(POSTMARK) && has_date(line) {
        return dated(head, line.len(), is_end);
    }
    let mut rest = head;
    loop {
        let line = &rest[..line_end(rest, 0)];
        let is_whole = line.ends_with(b"\n") || is_end || line.len() > MAX_LINE;
        let is_length = rest.len() == head.len() && emlx_length(line).is_some();
        match is_length || is_preface(line) {
            true if is_whole => rest = &rest[line.len()..],
            true => return None,
            false if field_name(line).is_some() => return lone_header(rest, is_end),
            false => {
                // Until its colon comes, a line may still become a field.
                let may_become = !is_whole && line.iter().all(|&byte| byte.is_ascii_graphic() && byte != b':');
                return if may_become { None } else { Some(false) };
            }
        }
    }
}

/// Returns `true` if a text looks like mail, and is not [recognised](recognise) as mail: it begins with a dated `From ` line, or with a header
/// that has two fields of mail.
///
/// ```
/// use napkin::mail::resembles;
///
/// assert!(resembles(b"From: sam@a.example\nSubject: Soup\n\n"));
/// assert!(!resembles(b"Soup\n"));
/// ```
pub fn resembles(head: &[u8]) -> bool {
    let text = with_line_feeds(head);
    let text = text.strip_prefix(MARK).unwrap_or(&text).trim_ascii_start();
    let line = &text[..line_end(text, 0)];
    let is_dated = line.starts_with(POSTMARK) && has_date(line);
    let (header, _) = Header::split(if is_dated { &text[line.len()..] } else { text });
    (is_dated || is_of_message(header, 2)) && !is_of_patch(header) && recognise(head, true) != Some(true)
}

/// Returns `true` if a dated `From ` line of this length begins mail. Git writes one before each patch.
fn dated(head: &[u8], length: usize, is_end: bool) -> Option<bool> {
    if head[..length].trim_ascii_end().ends_with(DATE_OF_PATCHES) {
        let whole = whole_header(&head[length..], is_end);
        if whole.is_none() && head.len() < MAX_OF_PATCHES {
            return None;
        }
        if whole.is_some_and(|(header, _)| is_of_patch(header)) {
            return Some(false);
        }
    }
    separator(head, 0, Before::Start, is_end)
}

fn lone_header(head: &[u8], is_end: bool) -> Option<bool> {
    let (header, body) = whole_header(head, is_end)?;
    let is_header = |line: &[u8]| {
        let is_fold = line.trim_ascii().is_empty() || matches!(line[0], b' ' | b'\t');
        is_fold || field_name(line).is_some() || line.starts_with(b">From ")
    };
    let is_pure = head[..body].split_inclusive(|&byte| byte == b'\n').all(is_header);
    Some(is_pure && is_of_message(header, 3) && !is_of_patch(header))
}

/// Returns `true` if a line may precede the header of a message: from UUCP, a mailbox without dates, or a newsreader.
fn is_preface(line: &[u8]) -> bool {
    let mut words = line.strip_prefix(POSTMARK).unwrap_or_default().split(u8::is_ascii_whitespace);
    let sender = words.next().unwrap_or_default();
    line.starts_with(b">From ") || memchr::memchr2(b'@', b'!', sender).is_some() || is_saved_article(line)
}

/// Returns `true` if the first lines have the line ends of old Macs.
pub(super) fn has_returns(head: &[u8]) -> bool {
    let head = &head[..head.len().min(MAX_LINE)];
    memchr::memchr(b'\r', head).is_some() && memchr::memchr(b'\n', head).is_none()
}

pub(super) fn put_line_feeds(text: &mut [u8]) {
    text.iter_mut().filter(|byte| **byte == b'\r').for_each(|byte| *byte = b'\n');
}

pub(super) fn with_line_feeds(head: &[u8]) -> Cow<'_, [u8]> {
    let mut head = Cow::Borrowed(head);
    if has_returns(&head) {
        put_line_feeds(head.to_mut());
    }
    head
}

/// Returns the length of a byte order mark and of empty lines before a `From ` line.
pub(super) fn before_postmark(head: &[u8]) -> usize {
    let start = if head.starts_with(MARK) { MARK.len() } else { 0 };
    let blank = head[start..].iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
    if head[start + blank..].starts_with(b"From ") { start + blank } else { start }
}

/// Returns the header and the start of the body; `None` if more of the header may follow.
fn whole_header(head: &[u8], is_end: bool) -> Option<(Header<'_>, usize)> {
    let last = if is_end { head.len() } else { memchr::memrchr(b'\n', head).map_or(0, |end| end + 1) };
    let (header, body) = Header::split(&head[..last]);
    let is_over = is_end || body < last || head[..body].ends_with(b"\n\n") || head[..body].ends_with(b"\n\r\n");
    is_over.then_some((header, body))
}

/// Returns `true` if there is a field of patches, and none of sent mail.
fn is_of_patch(header: Header) -> bool {
    let has = |is: &dyn Fn(&[u8]) -> bool| header.fields().any(|field| is(field.name));
    let is_one_of = |names: &[&str], name: &[u8]| names.iter().any(|own| own.as_bytes().eq_ignore_ascii_case(name));
    let is_bug = |name: &[u8]| name.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"Bug-"));
    has(&|name| is_bug(name) || is_one_of(&OF_PATCHES, name)) && !has(&|name| is_one_of(&OF_SENT, name))
}

/// Returns `true` if these are the fields of a message: at least this many usual ones, or those of MIME.
fn is_of_message(header: Header, least: usize) -> bool {
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
        at(SURE).is_some_and(|at| sure[at]) || at(&USUAL).is_some_and(|at| usual[at])
    };
    let is_mime = has("Content-Type") && (has("MIME-Version") || has("Content-Transfer-Encoding"));
    is_mime || count(&sure) >= 1 && count(&sure) + count(&usual) >= least
}
