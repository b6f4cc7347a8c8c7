//! The text of a large part, decoded piece by piece while it is read.

use std::io::{self, Read};

use super::{
    base64::Base64,
    content_type::Flowed,
    decoding::PieceDecoder,
    flowed::unflow_piece,
    parts::{TextKind, TextPart},
    transfer::{self, TransferEncoding},
};
use crate::source::{
    charset::{Charset, Unknown},
    folded::unfold::Unfolder,
};

/// A larger encoded part is decoded in pieces: the decoded text may be three times as long.
pub(super) const LARGE: usize = 2 << 20;

/// The limit for HTML, which may take twenty times its size when parsed. A larger one is searched as text.
pub(super) const LARGE_HTML: usize = 1 << 20;

/// The bytes of a body decoded at a time. The first piece determines the charset.
const PIECE: usize = 256 << 10;

/// The decoded text of a part. Files in it stay encoded.
pub(super) struct LargeText<'b> {
    body: &'b [u8],
    encoding: TransferEncoding,
    base64: Base64,
    charset: Option<PieceDecoder>,
    label: Option<&'b str>,
    known: Result<(), Unknown>,
    /// The unfolder of a calendar or card.
    unfolder: Option<Unfolder>,
    flowed: Option<Flowed>,
    /// The quote depth of the open flowed paragraph.
    open: Option<usize>,
    /// Decoded text. Paragraphs of flowed text are only joined as they are read.
    decoded: Vec<u8>,
    text: Vec<u8>,
    read: usize,
}

impl<'b> LargeText<'b> {
    pub(super) fn new(part: &'b TextPart<'_>, bytes: &'b [u8]) -> LargeText<'b> {
        LargeText {
            body: &bytes[part.body.clone()],
            encoding: part.encoding,
            base64: Base64::default(),
            charset: None,
            label: part.charset.as_deref(),
            known: Ok(()),
            unfolder: (part.kind == TextKind::ContentLines).then(|| Unfolder::new(true)),
            flowed: part.flowed,
            open: None,
            decoded: Vec::new(),
            text: Vec::new(),
            read: 0,
        }
    }

    /// Returns `true` if the base64 was damaged so far.
    pub(super) fn is_damaged(&self) -> bool {
        self.base64.is_damaged
    }

    /// Returns an error for an unknown charset.
    pub(super) fn known(&self) -> Result<(), Unknown> {
        self.known
    }

    fn advance(&mut self) {
        let (piece, rest) = self.body.split_at(self.cut());
        self.body = rest;
        let mut decoded = Vec::with_capacity(piece.len());
        match self.encoding {
            TransferEncoding::Identity => decoded.extend_from_slice(piece),
            TransferEncoding::QuotedPrintable => transfer::quoted_printable(piece, &mut decoded),
            TransferEncoding::Base64 => self.base64.decode(piece, &mut decoded),
        }
        if let Some(unfolder) = &mut self.unfolder {
            let folded = std::mem::take(&mut decoded);
            unfolder.push(&folded, rest.is_empty(), &mut decoded, &mut |_| {});
        }
        let charset = self.charset.get_or_insert_with(|| {
            let (charset, known) = Charset::of(&decoded, self.label);
            self.known = known;
            PieceDecoder::new(charset)
        });
        let text = charset.decode(decoded, rest.is_empty());
        (self.text, self.read) = (text, 0);
        let Some(flowed) = self.flowed else { return };
        self.decoded.append(&mut self.text);
        let whole = memchr::memrchr(b'\n', &self.decoded).map_or(0, |end| end + 1);
        // A line that is longer than a piece is none of flowed text.
        let lines = if rest.is_empty() || self.decoded.len() - whole > PIECE { self.decoded.len() } else { whole };
        unflow_piece(&self.decoded[..lines], flowed, &mut self.open, &mut self.text);
        self.decoded.drain(..lines);
    }

    /// Returns the length of the next piece: whole lines if possible. A longer line is not cut inside an escape of
    /// quoted-printable, or inside white space.
    fn cut(&self) -> usize {
        if self.body.len() <= PIECE {
            return self.body.len();
        }
        let piece = &self.body[..PIECE];
        let lines = memchr::memrchr(b'\n', piece).map(|end| end + 1);
        let is_whole = |end: usize| piece[end - 1].is_ascii_graphic() && !piece[end - 3..end].contains(&b'=');
        lines.or_else(|| (3..=PIECE).rev().find(|&end| is_whole(end))).unwrap_or(PIECE)
    }
}

impl Read for LargeText<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.read == self.text.len() && !self.body.is_empty() {
            self.advance();
        }
        let count = buffer.len().min(self.text.len() - self.read);
        buffer[..count].copy_from_slice(&self.text[self.read..self.read + count]);
        self.read += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::mail::{parts::Parts, text::text, uuencode::Files};

    #[test]
    fn folds_are_undone_wherever_a_piece_ends() {
        let card = b"URL:http://a.exam\r\n ple/b\r\nNOTE:\\,\\\r\n n\n\n";
        let picture = [&b"PHOTO:"[..], &b"0123456789\n ".repeat(PIECE / 6), b"\nURL:http://a.exam\n ple/\n"].concat();
        for (body, encoding) in [
            (card.repeat(3 * PIECE / card.len()), "8bit"),
            (b"a\n".repeat(PIECE / 2), "8bit"),
            ([&b"ab\n".repeat(PIECE / 3)[..], b"c\n", card].concat(), "8bit"),
            ([&b"a".repeat(PIECE - 1)[..], b"\n b\n c\n"].concat(), "8bit"),
            (b"VVJMOmh0dHA6Ly9hLmV4YW0KIHBsZS8KICAK\n".repeat(PIECE / 16), "base64"),
        ] {
            let header = format!("Content-Type: text/calendar\nContent-Transfer-Encoding: {encoding}\n\n");
            let message = [header.as_bytes(), &body].concat();
            let part = &Parts::of(&message, "").texts[0];
            let whole = text(part, &message, &mut Files::default(), false, &mut Vec::new());
            let mut read = Vec::new();
            LargeText::new(part, &message).read_to_end(&mut read).unwrap();
            assert!(read == *whole.bytes, "{encoding}");
        }
        let message = [&b"Content-Type: text/vcard\n\n"[..], &picture].concat();
        let mut read = Vec::new();
        LargeText::new(&Parts::of(&message, "").texts[0], &message).read_to_end(&mut read).unwrap();
        assert!(read.ends_with(b"URL:http://a.example/\n\n"));
    }

    /// Text that is read in pieces equals text decoded at once, for every encoding and cut.
    #[test]
    fn pieces_are_the_whole() {
        let line = "Gr\u{fc}\u{df}e, http://a.example/= soup \n> and so =3D on. ";
        for (charset, bytes) in [
            ("utf-8", line.as_bytes().to_vec()),
            ("windows-1251", b"\xD1\xF3\xEF http://a.example/ \n".to_vec()),
            ("iso-2022-jp", b"\x1B$B%9!<%W\x1B(B http://a.example/\n".to_vec()),
            ("utf-7", b"S+APw-p http://a.example/ \n".to_vec()),
            ("x-made-up", b"http://a.example/=\n\n".to_vec()),
            ("utf-8", b"http://a.example/ ".to_vec()),
            ("utf-8", b"aHR0cDovL2EuZXhhbXBsZS8\n".to_vec()),
            ("utf-8", b"aHR0cDovL2EuZXhhbXBsZS9h".to_vec()),
        ] {
            let body = bytes.repeat(3 * PIECE / bytes.len());
            // Flowed text has lines.
            let formats =
                if bytes.contains(&b'\n') { &["fixed", "flowed", "flowed; delsp=yes"][..] } else { &["fixed"] };
            for encoding in ["8bit", "quoted-printable", "base64"] {
                for flowed in formats {
                    let header = format!(
                        "Content-Type: text/plain; charset={charset}; format={flowed}\n\
                         Content-Transfer-Encoding: {encoding}\n\n"
                    );
                    let message = [header.as_bytes(), &body].concat();
                    let part = &Parts::of(&message, "").texts[0];
                    let mut wrong = Vec::new();
                    let whole = text(part, &message, &mut Files::default(), false, &mut wrong);
                    let mut read = Vec::new();
                    let mut large = LargeText::new(part, &message);
                    large.read_to_end(&mut read).unwrap();
                    let first = whole.bytes.iter().zip(&read).position(|(a, b)| a != b);
                    assert!(read == *whole.bytes, "{header}{:?}: at {first:?}", String::from_utf8_lossy(&bytes));
                    assert_eq!(large.is_damaged() || large.known().is_err(), !wrong.is_empty(), "{header}");
                }
            }
        }
    }
}
