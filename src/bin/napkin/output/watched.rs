//! Whole texts on their way to a terminal.

use std::io::{self, Write};

use napkin::write::Visible;

/// Shows the hidden characters of a text on a terminal. Elsewhere the text passes unchanged.
pub struct Watched<W: Write> {
    out: W,
    is_watched: bool,
    /// The start of a character that the last write cut.
    rest: Vec<u8>,
}

impl<W: Write> Watched<W> {
    /// Writes into `out`, which is a terminal if `is_watched`.
    pub fn new(out: W, is_watched: bool) -> Watched<W> {
        Watched { out, is_watched, rest: Vec::new() }
    }

    pub fn get_mut(&mut self) -> &mut W {
        &mut self.out
    }

    /// Writes the start of a character that never came whole.
    pub fn finish(&mut self) -> io::Result<()> {
        let rest = std::mem::take(&mut self.rest);
        Visible(&mut self.out).write_all(&rest)
    }
}

impl<W: Write> Write for Watched<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_watched {
            return self.out.write(bytes);
        }
        self.rest.extend_from_slice(bytes);
        let whole = self.rest.len() - cut_off(&self.rest);
        Visible(&mut self.out).write_all(&self.rest[..whole])?;
        self.rest.drain(..whole);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl<W: Write> Drop for Watched<W> {
    fn drop(&mut self) {
        // The next write reports the same failure.
        let _ = self.finish();
    }
}

/// Returns how many bytes at the end are the start of a character.
fn cut_off(bytes: &[u8]) -> usize {
    let last = bytes.utf8_chunks().last().map_or(&[][..], |chunk| chunk.invalid());
    let is_start = std::str::from_utf8(last).is_err_and(|error| error.error_len().is_none());
    if is_start { last.len() } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_gets_the_same_however_the_text_is_cut() {
        let text = "a\u{1b}[2J\t\u{202e}é\u{9b}\n日\u{200b}".as_bytes();
        let text = [text, b"\xFF\xE6\x97"].concat();
        for at in 0..=text.len() {
            let mut watched = Watched::new(Vec::new(), true);
            watched.write_all(&text[..at]).unwrap();
            watched.write_all(&text[at..]).unwrap();
            watched.finish().unwrap();
            let shown = String::from_utf8(std::mem::take(watched.get_mut())).unwrap();
            assert_eq!(shown, "a\\u{1b}[2J\t\\u{202e}é\\u{9b}\n日\\u{200b}\u{FFFD}\u{FFFD}", "{at}");
        }
    }

    #[test]
    fn a_pipe_gets_the_text_unchanged() {
        let mut watched = Watched::new(Vec::new(), false);
        watched.write_all(b"a\x1B[2J\xFF\xE6").unwrap();
        assert_eq!(watched.get_mut(), b"a\x1B[2J\xFF\xE6");
    }
}
