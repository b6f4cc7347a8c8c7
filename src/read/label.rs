//! The text that markup gives a link, such as `[text](url)`.

use std::ops::Range;

use crate::{
    engine::window::Window,
    text::{entities, short},
};

/// The most bytes of markup that are read for a label.
pub(crate) const MOST: usize = 256;

/// A notation, by what stands right before the URL and right after it. The label follows, up to `close`.
struct LabelForm {
    before: &'static [u8],
    after: &'static [u8],
    close: &'static [u8],
}

const fn form(before: &'static str, after: &'static str, close: &'static str) -> LabelForm {
    LabelForm { before: before.as_bytes(), after: after.as_bytes(), close: close.as_bytes() }
}

const FORMS: [LabelForm; 6] = [
    // Org
    form("[[", "][", "]]"),
    // Slack
    form("<", "|", ">"),
    // HTML, whose label begins after the tag
    form("href=\"", "\"", "</a>"),
    form("href='", "'", "</a>"),
    // AsciiDoc
    form("", "[", "]"),
    // MediaWiki
    form("[", " ", "]"),
];

/// What stands between the label and the URL in Markdown.
const MARKDOWN: [&[u8]; 2] = [b"](", b"](<"];

/// The window ends before it shows if there is a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cut;

/// Returns the label of the URL at this range of the window.
pub(crate) fn of(window: &Window<'_>, range: Range<usize>) -> Result<Option<String>, Cut> {
    let (before, rest) = (&window.bytes[..range.start], &window.bytes[range.end..]);
    if let Some(text) = MARKDOWN.iter().find_map(|between| before.strip_suffix(*between)) {
        return Ok(last_in_brackets(text).and_then(plain));
    }
    let cut = if window.is_end { Ok(None) } else { Err(Cut) };
    for form in FORMS.iter().filter(|form| before.ends_with(form.before)) {
        let Some(text) = rest.strip_prefix(form.after) else {
            if form.after.starts_with(rest) {
                return cut;
            }
            continue;
        };
        let text = &text[..text.len().min(MOST)];
        let end = short::find(text, form.close);
        let label = &text[..end.unwrap_or(text.len())];
        if memchr::memchr_iter(b'\n', label).nth(1).is_some() {
            continue;
        }
        return match end {
            Some(_) if form.close == b"</a>" => Ok(after_tag(label).and_then(of_markup)),
            Some(_) => Ok(plain(label)),
            None if text.len() < MOST => cut,
            None => Ok(None),
        };
    }
    Ok(None)
}

/// Returns the text after the last bracket that opens and does not close, on this line or the one before.
fn last_in_brackets(text: &[u8]) -> Option<&[u8]> {
    let (mut depth, mut lines) = (0, 0);
    let near = &text[text.len().saturating_sub(MOST)..];
    for (at, &byte) in near.iter().enumerate().rev() {
        let is_escaped = || near[..at].ends_with(b"\\");
        match byte {
            b'[' if depth == 0 && !is_escaped() => return Some(&near[at + 1..]),
            b'[' if !is_escaped() => depth -= 1,
            b']' if !is_escaped() => depth += 1,
            b'\n' => lines += 1,
            _ => {}
        }
        if lines > 1 {
            break;
        }
    }
    None
}

/// Returns the text after the end of a tag, if no other tag is in it.
fn after_tag(markup: &[u8]) -> Option<&[u8]> {
    let text = &markup[memchr::memchr(b'>', markup)? + 1..];
    (!text.contains(&b'<')).then_some(text)
}

/// Returns the text in one line, with character references decoded.
fn of_markup(text: &[u8]) -> Option<String> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&byte, behind)) = rest.split_first() {
        if let Some((c, length)) = entities::reference(rest).filter(|_| byte == b'&') {
            out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            rest = &rest[length..];
        } else {
            out.push(byte);
            rest = behind;
        }
    }
    plain(&out)
}

/// Returns the text in one line, of at most [`MOST`] bytes. A caret before its end is a sign of AsciiDoc.
pub(crate) fn plain(text: &[u8]) -> Option<String> {
    let text = text[..text.len().min(4 * MOST)].trim_ascii();
    // Most labels are words with a space between them.
    let is_tidy = |bytes: &[u8]| bytes.iter().all(|byte| matches!(byte, b' '..=b'~')) && !bytes.ends_with(b"^");
    if text.len() <= MOST && is_tidy(text) && !text.windows(2).any(|pair| pair == b"  ") {
        return String::from_utf8(text.to_vec()).ok().filter(|label| !label.is_empty());
    }
    let text = String::from_utf8_lossy(text);
    let mut label = String::new();
    for word in text.trim_end_matches('^').split_whitespace() {
        if !label.is_empty() {
            label.push(' ');
        }
        label.push_str(word);
    }
    let end = (0..=label.len().min(MOST)).rev().find(|&end| label.is_char_boundary(end));
    label.truncate(end.unwrap_or(0));
    (!label.is_empty()).then_some(label)
}
