//! Page furniture: what stands between the last line of one page and the first of the next in an RFC, a draft, or the
//! output of `pr`.

use crate::engine::window::{Ahead, Cut};

/// The most bytes that furniture takes: two margins and two lines of text.
const MAX_BYTES: usize = 1024;

/// The index of the line that goes on after the page's end, where `at` is the index of a line that is blank. None where
/// no page ends.
///
/// ```text
/// furniture = 1*blank [footer] *blank [form-feed] *blank [header] *blank
/// ```
///
/// One of the footer and the header has to have the page's number, or a form feed has to stand there.
pub(super) fn skip(ahead: &Ahead, at: usize) -> Result<Option<usize>, Cut> {
    let mut next = at;
    let mut furniture = Furniture::default();
    loop {
        let line = line(ahead, next, at + MAX_BYTES)?;
        let Some(line) = line else { break };
        ahead.worked(line.end - next);
        let text = &ahead.bytes[next..line.end];
        if text.trim_ascii().is_empty() {
            furniture.form_feed |= text.contains(&b'\x0C');
            furniture.blank |= next == at;
        } else if furniture.blank && !furniture.number && is_numbered(text) {
            furniture.number = true;
        } else if (furniture.number || furniture.form_feed)
            && !furniture.header
            && is_header(text)
            && is_blank_line(ahead, line.next)?
        {
            furniture.header = true;
        } else {
            let text_start = next;
            return Ok((furniture.blank && (furniture.number || furniture.form_feed)).then_some(text_start));
        }
        next = line.next;
    }
    Ok(None)
}

/// What of the furniture was passed.
#[derive(Default)]
struct Furniture {
    blank: bool,
    number: bool,
    form_feed: bool,
    header: bool,
}

/// A line: where its text ends, and where the next begins.
struct Line {
    end: usize,
    next: usize,
}

/// The line at `at`; none at the end of the text, or where it reaches to `limit`.
fn line(ahead: &Ahead, at: usize, limit: usize) -> Result<Option<Line>, Cut> {
    let mut end = at;
    loop {
        match ahead.get(end) {
            Ok(Some(b'\n')) => return Ok(Some(Line { end, next: end + 1 })),
            Ok(Some(b'\r')) => {
                let is_pair = ahead.get(end + 1)? == Some(b'\n');
                return Ok(Some(Line { end, next: end + if is_pair { 2 } else { 1 } }));
            }
            Ok(Some(_)) if end < limit => end += 1,
            Ok(None) if end > at => return Ok(Some(Line { end, next: end })),
            Ok(_) | Err(Cut::Limit) => return Ok(None),
            Err(Cut::More) => return Err(Cut::More),
        }
    }
}

fn is_blank_line(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    let line = line(ahead, at, at + MAX_BYTES)?;
    Ok(line.is_some_and(|line| ahead.bytes[at..line.end].trim_ascii().is_empty()))
}

/// Whether the line ends in a page's number: `[Page 7]`, or `Page 7` behind a gap.
fn is_numbered(line: &[u8]) -> bool {
    let line = line.trim_ascii_end();
    let (line, is_bracketed) = match line.strip_suffix(b"]") {
        Some(line) => (line, true),
        None => (line, false),
    };
    let digits = line.iter().rev().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    if !(1..=5).contains(&digits) {
        return false;
    }
    let Some(before) = line[..line.len() - digits].strip_suffix(b"Page ") else { return false };
    let before = if is_bracketed { before.strip_suffix(b"[") } else { Some(before) };
    before.is_some_and(|before| before.ends_with(b"  ") || before.trim_ascii().is_empty())
}

/// Whether the line is set as a page's header: from the left margin on, its parts far from each other.
fn is_header(line: &[u8]) -> bool {
    !line[0].is_ascii_whitespace() && line.trim_ascii_end().windows(2).any(|pair| pair == b"  ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::window::{Steps, Window};

    fn rest_after(text: &str) -> Option<&str> {
        let (window, steps) = (Window { bytes: text.as_bytes(), base: 0, is_end: true }, Steps::default());
        skip(&window.ahead(0, usize::MAX, &steps), 0).unwrap_or_default().map(|at| &text[at..])
    }

    #[test]
    fn furniture_is_passed_over() {
        for text in [
            "\n\nRoe              Standards Track         [Page 7]\n\x0C\nRFC 1   Title   May 2001\n\n\n  c.txt",
            "\r\nRoe  [Page 7]\r\n\r\nRFC 1   Title   May 2001\r\n\r\n  c.txt",
            "\n\n2001-05-06   minutes.txt    Page 12\n\n\n  c.txt",
            "\n\x0C\n  c.txt",
        ] {
            assert_eq!(rest_after(text).map(str::trim_start), Some("c.txt"), "{text:?}");
        }
    }

    #[test]
    fn other_lines_are_not() {
        for text in [
            "",
            "\n",
            "\n\n",
            "  c.txt",
            "\n  c.txt",
            "\nSee Page 7\n  c.txt",
            "\nRoe  [Page x-7]\n  c.txt",
            "Roe  [Page 7]\n  c.txt",
        ] {
            assert_eq!(rest_after(text), None, "{text:?}");
        }
    }
}
