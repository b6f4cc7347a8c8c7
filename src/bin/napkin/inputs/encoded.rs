//! Decodes texts in a given charset to UTF-8.

use std::io::{self, Read};

use encoding_rs::{CoderResult, Decoder, Encoding};

const READ: usize = 32 << 10;

pub struct Decoded<R> {
    reader: R,
    decoder: Decoder,
    source: Vec<u8>,
    at: usize,
    text: Vec<u8>,
    given: usize,
    is_end: bool,
    is_done: bool,
}

impl<R: Read> Decoded<R> {
    pub fn new(reader: R, encoding: &'static Encoding) -> Decoded<R> {
        let decoder = encoding.new_decoder_with_bom_removal();
        Decoded {
            reader,
            decoder,
            source: Vec::new(),
            at: 0,
            text: Vec::new(),
            given: 0,
            is_end: false,
            is_done: false,
        }
    }

    fn decode(&mut self) -> io::Result<()> {
        if self.at == self.source.len() && !self.is_end {
            self.at = 0;
            self.source.resize(READ, 0);
            let count = self.reader.read(&mut self.source).inspect_err(|_| self.source.clear())?;
            self.source.truncate(count);
            self.is_end = count == 0;
        }
        self.given = 0;
        self.text.resize(READ, 0);
        let rest = &self.source[self.at..];
        let (result, read, written, _) = self.decoder.decode_to_utf8(rest, &mut self.text, self.is_end);
        self.at += read;
        self.text.truncate(written);
        // A decoder must not be called after the end.
        self.is_done = self.is_end && result == CoderResult::InputEmpty;
        Ok(())
    }
}

impl<R: Read> Read for Decoded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.text.len() && !self.is_done {
            self.decode()?;
        }
        let count = buffer.len().min(self.text.len() - self.given);
        buffer[..count].copy_from_slice(&self.text[self.given..self.given + count]);
        self.given += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_charset_becomes_utf8_however_it_is_read() {
        let texts: [(&str, &[u8], &str); 4] = [
            ("latin1", b"caf\xE9", "café"),
            ("utf-16le", b"\xFF\xFEa\0\xAC\x20", "a€"),
            ("shift_jis", b"\x93\xFA\x96{", "日本"),
            ("utf-8", b"a\xFF\xE2\x82", "a\u{FFFD}\u{FFFD}"),
        ];
        for (label, source, expected) in texts {
            let source = source.repeat(20_000);
            let encoding = Encoding::for_label(label.as_bytes()).unwrap();
            let mut whole = String::new();
            Decoded::new(&source[..], encoding).read_to_string(&mut whole).unwrap();
            assert_eq!(whole.trim_start_matches('\u{FEFF}').chars().next(), expected.chars().next());
            let mut bytewise = Vec::new();
            let mut reader = Decoded::new(&source[..], encoding);
            let mut byte = [0; 3];
            while let count @ 1.. = reader.read(&mut byte).unwrap() {
                bytewise.extend_from_slice(&byte[..count]);
            }
            assert!(whole.as_bytes() == bytewise, "{label}");
            assert_eq!(whole, encoding.decode(&source).0, "{label}");
        }
    }
}
