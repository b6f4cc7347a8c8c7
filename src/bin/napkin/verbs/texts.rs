//! What the verbs work on: their arguments, or each line of standard input, exactly as they stand.

use std::{
    ffi::OsString,
    io::{self, BufRead, StdinLock},
    slice,
};

/// One string as it stands. It need not be UTF-8.
#[derive(Clone, Copy, Debug)]
pub struct Text<'t> {
    /// What there is to judge.
    pub bytes: &'t [u8],
    /// Where it stands in standard input, counted from 1; none for an argument.
    pub line: Option<u64>,
}

/// The strings, one after the other.
pub enum Texts<'a> {
    /// As they were typed.
    Arguments(slice::Iter<'a, OsString>),
    /// As they are read.
    InputLines(InputLines<StdinLock<'static>>),
}

impl Texts<'_> {
    /// The arguments, or standard input where there are none.
    pub fn new(arguments: &[OsString]) -> Texts<'_> {
        if arguments.is_empty() {
            Texts::InputLines(InputLines::new(io::stdin().lock()))
        } else {
            Texts::Arguments(arguments.iter())
        }
    }

    /// The next string; none at the end.
    ///
    /// # Errors
    /// Standard input can't be read.
    pub fn next(&mut self) -> io::Result<Option<Text<'_>>> {
        match self {
            Texts::Arguments(rest) => {
                Ok(rest.next().map(|argument| Text { bytes: argument.as_encoded_bytes(), line: None }))
            }
            Texts::InputLines(lines) => lines.next(),
        }
    }
}

/// The lines of a reader. Only one of them is kept at a time.
pub struct InputLines<R> {
    reader: R,
    buffer: Vec<u8>,
    count: u64,
}

impl<R: BufRead> InputLines<R> {
    fn new(reader: R) -> InputLines<R> {
        InputLines { reader, buffer: Vec::new(), count: 0 }
    }

    /// The next line without its line feed, which is all that is taken off.
    fn next(&mut self) -> io::Result<Option<Text<'_>>> {
        self.buffer.clear();
        if self.reader.read_until(b'\n', &mut self.buffer)? == 0 {
            return Ok(None);
        }
        self.count += 1;
        let bytes = self.buffer.strip_suffix(b"\n").unwrap_or(&self.buffer);
        Ok(Some(Text { bytes, line: Some(self.count) }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<(u64, Vec<u8>)> {
        let mut lines = InputLines::new(input);
        let mut seen = Vec::new();
        while let Some(text) = lines.next().unwrap() {
            seen.push((text.line.unwrap(), text.bytes.to_vec()));
        }
        seen
    }

    #[test]
    fn a_line_is_all_but_its_line_feed() {
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\n"), [(1, b"".to_vec())]);
        assert_eq!(lines(b"a"), [(1, b"a".to_vec())]);
        assert_eq!(lines(b" a\r\n\n\xFF\t"), [(1, b" a\r".to_vec()), (2, b"".to_vec()), (3, b"\xFF\t".to_vec())]);
    }
}
