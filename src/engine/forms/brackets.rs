//! Brackets in a URL that nothing delimits: which of them are open, and what one holds that opens.

use crate::{
    engine::window::{Ahead, Cut},
    text::{
        characters::{MAX_OPEN, begins_with_escape, closings, opening},
        entities::{MAX_MARKUP_ENTITY, is_markup_entity},
        utf8::Char,
    },
};

/// How far ahead of an opening bracket its closing one is looked for.
const MAX_BRACKETED: usize = 160;

/// The brackets that are open, innermost last. Deep nesting is not what brackets in a URL are for: what does not fit is
/// taken for text, which keeps the cost of each character constant.
#[derive(Default)]
pub(super) struct Brackets {
    open: [char; MAX_OPEN],
    depth: usize,
    /// The brace that is open, of several the outermost.
    brace: Option<OpenBrace>,
}

/// A brace that is open. One that doesn't close in the URL is not part of it.
struct OpenBrace {
    /// Where the URL ends before it.
    end_before: usize,
    /// How many brackets it stands in; none where they were cleared, and nothing closes it.
    depth: Option<usize>,
}

impl Brackets {
    pub(super) fn is_empty(&self) -> bool {
        self.depth == 0
    }

    /// Opens a bracket; returns whether it fits.
    pub(super) fn push(&mut self, bracket: char) -> bool {
        let fits = self.depth < MAX_OPEN;
        if fits {
            self.open[self.depth] = bracket;
            self.depth += 1;
        }
        fits
    }

    /// Opens a brace, before which the URL ends at `end`; returns whether it fits.
    pub(super) fn push_brace(&mut self, end: usize) -> bool {
        let depth = self.depth;
        let fits = self.push('{');
        if fits {
            self.brace.get_or_insert(OpenBrace { end_before: end, depth: Some(depth) });
        }
        fits
    }

    /// Closes the innermost bracket; returns whether it is this one.
    pub(super) fn pop(&mut self, bracket: char) -> bool {
        let matches = self.depth > 0 && self.open[self.depth - 1] == bracket;
        if matches {
            self.depth -= 1;
            self.brace.take_if(|brace| brace.depth == Some(self.depth));
        }
        matches
    }

    /// Begins a part of the URL in which none is open.
    pub(super) fn clear(&mut self) {
        self.depth = 0;
        if let Some(brace) = &mut self.brace {
            brace.depth = None;
        }
    }

    /// Where the URL ends before a brace that is open; none if there is none.
    pub(super) fn end_before_brace(&self) -> Option<usize> {
        self.brace.as_ref().map(|brace| brace.end_before)
    }
}

/// What opens the bracket that this byte closes.
pub(super) fn partner(byte: u8) -> char {
    match byte {
        b')' => '(',
        b']' => '[',
        _ => '{',
    }
}

/// Whether the bracket that opens at `at` begins a text beside the URL: `URL[text]`, `URL(a description)`. What it holds is a
/// part of the URL when the bracket `holds` whatever closes again before white space, or else when the URL goes on right
/// behind it.
pub(super) fn is_text_beside(ahead: &Ahead, at: usize, holds: bool) -> Result<bool, Cut> {
    let text = ahead.up_to(at, MAX_BRACKETED)?;
    if memchr::memchr2(b')', b']', text).is_none() {
        // Most often nothing closes, and all of it would be read at each that opens.
        return Ok(false);
    }
    let mut open = [0; MAX_OPEN];
    let mut depth = 0;
    let mut has_space = false;
    for (index, &byte) in text.iter().enumerate() {
        match byte {
            b'(' | b'[' if depth == MAX_OPEN => return Ok(false),
            b'(' | b'[' => {
                open[depth] = byte;
                depth += 1;
            }
            b')' | b']' if open[depth - 1] != if byte == b')' { b'(' } else { b'[' } => return Ok(false),
            b')' | b']' => depth -= 1,
            b'\n' | b'\r' if holds => return Ok(false),
            b' ' | b'\t' | b'\n' | b'\r' => has_space = true,
            b':' if text[index..].starts_with(b"://") => return Ok(false),
            _ => {}
        }
        if depth == 0 {
            ahead.worked(index);
            let is_text = || is_link_text(&ahead.bytes[..at], ahead.char_before(at), &text[1..index]);
            return Ok(has_space || !holds && is_text() && !goes_on(ahead, at + index + 1)?);
        }
    }
    Ok(false)
}

/// Whether it is what AsciiDoc has in the brackets behind a URL in place of a text: `window=_blank`.
fn is_attribute(text: &[u8]) -> bool {
    let name = text.iter().take_while(|byte| byte.is_ascii_lowercase()).count();
    name > 0 && text.get(name) == Some(&b'=')
}

/// Whether what stands in brackets behind `before` without white space is a link's text or a footnote's mark: `y[manual]`,
/// `y/[Manual]`, `man/[manual]`, `y/[1]`, `y/[^]`, `y/[]`, but not `y_[manual]` or `y[z]`, nor `y/[manual]` and `y/[MANUAL]`, where something would be put in.
fn is_link_text(front: &[u8], before: Char, text: &[u8]) -> bool {
    let is_number = !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    let is_mark = text.contains(&b'^') || is_number;
    is_mark
        || match before {
            // Behind one that closed before, something would be put in here as well.
            Char::Valid('/', _) => {
                let is_title = matches!(text, [b'A'..=b'Z', rest @ ..] if rest.iter().any(u8::is_ascii_lowercase));
                !front.ends_with(b"]/") && is_title || is_named_by(front, text) || text.is_empty() || is_attribute(text)
            }
            Char::Valid(c, _) => c.is_alphanumeric() && text.len() > 1,
            _ => false,
        }
}

/// Whether a text begins as the last folder of the path that ends in front of it does: `soup/[soup]`, `doc/[documentation]`.
fn is_named_by(front: &[u8], text: &[u8]) -> bool {
    const MIN: usize = 3;
    const MAX: usize = 64;
    let folder = &front[front.len().saturating_sub(MAX)..front.len() - 1];
    let folder = &folder[folder.iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1)..];
    folder.len() >= MIN && text.get(..folder.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(folder))
}

/// Whether a URL goes on at `at` with what is no sentence's.
fn goes_on(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    Ok(match ahead.char(at)? {
        Char::Valid('.', _) => ahead.get(at + 1)?.is_some_and(|byte| byte.is_ascii_alphanumeric()),
        // A dash is a sentence's, and an entity may be markup.
        Char::Valid('-', _) => ahead.get(at + 1)? != Some(b'-'),
        Char::Valid('&', _) => !is_markup_entity(ahead.some(at, MAX_MARKUP_ENTITY)?),
        // A question mark ends a sentence where no query follows.
        Char::Valid('?', _) => {
            ahead.get(at + 1)?.is_some_and(|byte| byte.is_ascii_alphanumeric() || b"_%$&=".contains(&byte))
        }
        Char::Valid('/' | '=' | '%' | '_' | '#', _) => true,
        Char::Valid(c, _) => c.is_alphanumeric(),
        _ => false,
    })
}

/// Whether a bracket that is not ASCII opens at `at` and closes again in the same URL, which goes on behind that.
pub(super) fn closes_inside(ahead: &Ahead, at: usize, bracket: char) -> Result<bool, Cut> {
    let text = ahead.up_to(at, MAX_BRACKETED)?;
    if !closes_in(text, bracket) {
        return Ok(false);
    }
    let length = text.iter().position(|&byte| byte <= b' ').unwrap_or(text.len());
    let text = str::from_utf8(&text[..length]).unwrap_or_default();
    let closes = |&(_, c): &(usize, char)| opening(c) == Some(bracket);
    let behind = text.char_indices().find(closes).map(|(close, c)| &text.as_bytes()[close + c.len_utf8()..]);
    ahead.worked(length);
    Ok(matches!(behind, Some([b'.' | b'/' | b'?' | b'#' | b'&', next, ..]) if next.is_ascii_alphanumeric()))
}

/// Whether a bracket stands in `text` that closes this one, which is not ASCII.
fn closes_in(text: &[u8], bracket: char) -> bool {
    closings(bracket).any(|close| {
        let mut buffer = [0; 4];
        let close = close.encode_utf8(&mut buffer).as_bytes();
        memchr::memchr_iter(close[close.len() - 1], text).any(|last| text[..=last].ends_with(close))
    })
}

/// Whether the brace that opens at `at` closes again in the same URL, with something in it that no template is filled in
/// by: `{{name}}`, `{}` and `{0}` are.
pub(super) fn is_closed_brace(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    let text = ahead.up_to(at, MAX_BRACKETED)?;
    if memchr::memchr(b'}', text).is_none() {
        return Ok(false);
    }
    let mut depth = 0;
    for (index, &byte) in text.iter().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            b'"' | b'<' | b'>' | b'\\' | b'`' | 0..=b' ' => return Ok(false),
            _ => {}
        }
        if depth == 0 {
            let inner = &text[1..index];
            let is_tag = inner.starts_with(b"%") && !begins_with_escape(inner);
            return Ok(!inner.iter().all(u8::is_ascii_digit) && !inner.starts_with(b"{") && !is_tag);
        }
    }
    Ok(false)
}
