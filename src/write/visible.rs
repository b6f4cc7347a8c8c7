//! Text of strangers that can't do anything to a terminal.

use std::{
    borrow::Cow,
    fmt::Write as _,
    io::{self, Write},
};

/// Returns `true` if a character acts on a terminal or is invisible: controls, bidirectional controls, zero-width
/// characters.
///
/// ```
/// assert!(napkin::write::is_hidden('\u{200b}') && !napkin::write::is_hidden('日'));
/// ```
pub fn is_hidden(char: char) -> bool {
    char.is_control()
        || matches!(char,
            '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
            | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FEFF}'
            | '\u{FFA0}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E0FFF}')
}

/// Returns the text with every [hidden](is_hidden) character made visible: an escape becomes `\u{1b}`.
///
/// ```
/// assert_eq!(napkin::write::visible("a\u{1b}[2J"), "a\\u{1b}[2J");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    visible_but(text, |_| false)
}

/// Appends a value that must stay in its line, so that no part of it looks like another record. Line ends become
/// visible if `has_lines`, and all hidden characters if `is_watched`.
pub(super) fn push_in_one_line(value: &[u8], is_watched: bool, has_lines: bool, out: &mut Vec<u8>) {
    if is_watched {
        return out.extend_from_slice(visible(&String::from_utf8_lossy(value)).as_bytes());
    }
    if !has_lines || memchr::memchr2(b'\n', b'\r', value).is_none() {
        return out.extend_from_slice(value);
    }
    for &byte in value {
        match byte {
            b'\n' => out.extend_from_slice(b"\\u{a}"),
            b'\r' => out.extend_from_slice(b"\\u{d}"),
            byte => out.push(byte),
        }
    }
}

pub(super) fn visible_but(text: &str, keep: impl Fn(char) -> bool) -> Cow<'_, str> {
    let hides = |char| is_hidden(char) && !keep(char);
    if !text.contains(hides) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for char in text.chars() {
        if hides(char) {
            // Writing to a string doesn't fail.
            let _ = write!(shown, "{}", char.escape_unicode());
        } else {
            shown.push(char);
        }
    }
    Cow::Owned(shown)
}

/// Makes text visible on its way to a terminal; line ends and tabs stay. Each write has to be of whole characters. A
/// write with a line end is flushed.
///
/// ```
/// use std::io::Write;
/// use napkin::write::Visible;
///
/// let mut out = Visible(Vec::new());
/// out.write_all("a\tb\u{1b}[2J\n".as_bytes())?;
/// assert_eq!(out.0, b"a\tb\\u{1b}[2J\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Visible<W>(pub W);

impl<W: Write> Write for Visible<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        self.0.write_all(visible_but(&text, |char| matches!(char, '\n' | '\t')).as_bytes())?;
        if bytes.contains(&b'\n') {
            self.0.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
