//! The `From ` line, with which a message of a mailbox begins.

use super::header::{field_name, line_end};
use crate::{source::steps, text::words::words};

/// The longest line that is examined.
pub(super) const MAX_LINE: usize = 1000;

pub(super) const POSTMARK: &[u8] = b"From ";

/// Fields that only messages have.
pub(super) const SURE: &[&str; 11] = words!(
    "From Received Return-Path Message-ID MIME-Version Delivered-To Newsgroups References Path Xref Relay-Version"
);

/// Fields that other texts may have, too.
pub(super) const USUAL: [&str; 9] =
    ["Date", "Subject", "To", "Cc", "Sender", "Reply-To", "Content-Type", "Content-Transfer-Encoding", "In-Reply-To"];

const DAYS: [[u8; 3]; 7] = [*b"Mon", *b"Tue", *b"Wed", *b"Thu", *b"Fri", *b"Sat", *b"Sun"];
const MONTHS: [[u8; 3]; 12] =
    [*b"Jan", *b"Feb", *b"Mar", *b"Apr", *b"May", *b"Jun", *b"Jul", *b"Aug", *b"Sep", *b"Oct", *b"Nov", *b"Dec"];

/// The text before a `From ` line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Before {
    Start,
    /// An empty line, as is right.
    Blank,
    Line,
}

/// Returns `true` if the `From ` line at `at` separates two messages, and `None` if more bytes are needed.
///
/// It does with a date, and a field after it, even without an empty line before it. Without a date, it needs the empty
/// line, and a field of mail after it.
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
    if is_dated && (field_name(next).is_some() || next.starts_with(b">From ")) {
        return Some(true);
    }
    if is_dated && before != Before::Line {
        // A message without a header.
        return Some(next.trim_ascii().is_empty());
    }
    Some(before != Before::Line && is_field_of_mail(next))
}

pub(super) fn is_field_of_mail(line: &[u8]) -> bool {
    let is = |name: &[u8], known: &&str| name.eq_ignore_ascii_case(known.as_bytes());
    field_name(line).is_some_and(|end| SURE.iter().chain(&USUAL).any(|known| is(&line[..end], known)))
}

/// Returns `true` if the line contains a date, such as `Mon Jan  2 15:04:05 2006` or `2 Jan 06 15:04:05 GMT`, in any
/// order.
pub(super) fn has_date(line: &[u8]) -> bool {
    if ends_in_usual_date(line) {
        return true;
    }
    let is_number = |word: &[u8]| !word.is_empty() && word.iter().all(u8::is_ascii_digit);
    let is_time = |word: &[u8]| word.split(|&byte| byte == b':').filter(|part| is_number(part)).count() >= 2;
    let (mut day, mut month, mut numbers, mut time) = (false, false, 0, false);
    // RFC 850 had hyphens in the date, and RFC 822 needs no space behind the comma.
    for word in line.split(|byte| byte.is_ascii_whitespace() || matches!(byte, b',' | b'-')).skip(1) {
        if let Some(&first) = word.first_chunk() {
            day |= DAYS.contains(&first) && (word.len() == 3 || word.ends_with(b"day"));
            month |= MONTHS.contains(&first) && word.len() == 3;
        }
        numbers += usize::from(matches!(word.len(), 1 | 2 | 4) && is_number(word));
        time |= memchr::memchr(b':', word).is_some() && is_time(word);
    }
    (day && numbers > 0 || numbers > 1) && month && time
}

/// Returns `true` if the line ends in the usual form: ` Mon Jan  2 15:04:05 2006`.
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
