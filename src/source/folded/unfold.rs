//! Undoes folds and escapes (RFC 5545, 3.1 and 3.3.11; RFC 6350, 3.2), and the base64 of LDIF (RFC 2849), and says where each byte stood.

use crate::text::base64::{Bits, Symbol};

/// A byte of the unfolded text that does not directly follow the byte before it in the source, or that starts a line
/// there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::source) struct UnfoldedPlace {
    pub(super) unfolded: usize,
    pub(super) source: usize,
    /// The number of its line in the source, from 0, and the start of that line.
    pub(super) line: usize,
    pub(super) line_start: usize,
}

/// Unfolds a text that comes in pieces.
///
/// ```text
/// DESCRIPTION:See http://a.example/b\,\n  c      becomes      DESCRIPTION:See http://a.example/b,c
/// ```
#[derive(Debug, Default)]
pub(in crate::source) struct Unfolder {
    has_escapes: bool,
    /// The place of the next byte.
    at: UnfoldedPlace,
    /// The next byte of the source if nothing is left out and no line starts.
    expected: usize,
    /// A line end before the next byte, which may be a fold.
    end: LineEnd,
    escape: Option<UnfoldedPlace>,
    is_ldif: bool,
    part: LinePart,
    /// Digits of base64 that are not a whole byte yet.
    bits: Bits,
}

/// The next part of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum LinePart {
    #[default]
    Text,
    Name,
    /// The text after the colon.
    Value,
    Encoded,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum LineEnd {
    #[default]
    None,
    Return,
    Feed,
    ReturnFeed,
}

impl Unfolder {
    /// Returns an unfolder. With `has_escapes`, it also decodes the escapes of calendars and cards.
    pub(in crate::source) fn new(has_escapes: bool) -> Unfolder {
        Unfolder { has_escapes, expected: usize::MAX, ..Unfolder::default() }
    }

    pub(super) fn ldif() -> Unfolder {
        Unfolder { is_ldif: true, part: LinePart::Name, ..Unfolder::new(false) }
    }

    /// Appends the next piece, unfolded, and passes each place to `take`.
    pub(in crate::source) fn push(
        &mut self,
        piece: &[u8],
        is_last: bool,
        out: &mut Vec<u8>,
        take: &mut impl FnMut(UnfoldedPlace),
    ) {
        let mut rest = piece;
        while let Some((&byte, behind)) = rest.split_first() {
            let length = match (self.end, byte) {
                (LineEnd::Return, b'\n') => self.line_ends(LineEnd::ReturnFeed),
                (LineEnd::Feed | LineEnd::ReturnFeed, b' ' | b'\t') if self.at.unfolded > 0 => {
                    self.end = LineEnd::None;
                    self.pass()
                }
                (LineEnd::None, _) => self.text(rest, out, take),
                _ => {
                    self.settle(out, take);
                    continue;
                }
            };
            rest = if length == 1 { behind } else { &rest[length..] };
        }
        if is_last {
            self.settle(out, take);
            self.unescaped(out, take);
        }
    }

    /// Reads the beginning of `bytes`, which follows no line end. Returns the number of bytes.
    fn text(&mut self, bytes: &[u8], out: &mut Vec<u8>, take: &mut impl FnMut(UnfoldedPlace)) -> usize {
        match bytes[0] {
            b'\n' => return self.line_ends(LineEnd::Feed),
            b'\r' => {
                self.end = LineEnd::Return;
                return self.pass();
            }
            _ => {}
        }
        match self.part {
            LinePart::Text => {}
            LinePart::Encoded => return self.encoded(bytes, out, take),
            LinePart::Name | LinePart::Value => return self.name(bytes, out, take),
        }
        if self.escape.is_some() {
            // ESCAPED-CHAR = ("\\" / "\;" / "\," / "\N" / "\n")
            let plain = match bytes[0] {
                b'n' | b'N' => b"\n",
                b'\\' | b';' | b',' => &bytes[..1],
                _ => {
                    self.unescaped(out, take);
                    return 0;
                }
            };
            self.escape = None;
            self.emit(plain, out, take);
            return plain.len();
        }
        if self.has_escapes && bytes[0] == b'\\' {
            self.escape = Some(self.at);
            return self.pass();
        }
        let end = match self.has_escapes {
            true => memchr::memchr3(b'\n', b'\r', b'\\', bytes),
            false => memchr::memchr2(b'\n', b'\r', bytes),
        };
        let run = &bytes[..end.unwrap_or(bytes.len())];
        self.emit(run, out, take);
        run.len()
    }

    /// Emits the beginning of an LDIF name, or the colons after it. Returns the number of bytes.
    fn name(&mut self, bytes: &[u8], out: &mut Vec<u8>, take: &mut impl FnMut(UnfoldedPlace)) -> usize {
        let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b';' | b'.');
        let name = if self.part == LinePart::Name { bytes.iter().take_while(is_name).count() } else { 0 };
        if name == 0 {
            self.part = match (self.part, bytes[0]) {
                (LinePart::Name, b':') => LinePart::Value,
                (LinePart::Value, b':') => LinePart::Encoded,
                _ => LinePart::Text,
            };
        }
        self.emit(&bytes[..name.max(1)], out, take);
        if self.part == LinePart::Encoded {
            // The space that may follow is none of base64.
            out.push(b' ');
            self.at.unfolded += 1;
        }
        name.max(1)
    }

    /// Emits decoded base64 up to the end of the line. Returns the number of bytes. Each group of digits has a place.
    fn encoded(&mut self, bytes: &[u8], out: &mut Vec<u8>, take: &mut impl FnMut(UnfoldedPlace)) -> usize {
        let end = memchr::memchr2(b'\n', b'\r', bytes).unwrap_or(bytes.len());
        for &byte in &bytes[..end] {
            if let Symbol::Digit(value) = Symbol::of(byte) {
                if self.bits.is_empty() {
                    take(self.at);
                }
                let length = out.len();
                self.bits.push(value, out);
                self.at.unfolded += out.len() - length;
            }
            self.at.source += 1;
        }
        self.expected = usize::MAX;
        end
    }

    /// Skips a byte of the source.
    fn pass(&mut self) -> usize {
        self.at.source += 1;
        1
    }

    fn line_ends(&mut self, end: LineEnd) -> usize {
        self.end = end;
        self.at.line += 1;
        self.at.line_start = self.at.source + 1;
        self.pass()
    }

    /// Emits a line end that was not a fold. An empty line is added, since no URL continues in the next content line.
    fn settle(&mut self, out: &mut Vec<u8>, take: &mut impl FnMut(UnfoldedPlace)) {
        let (text, length): (&[u8], _) = match std::mem::take(&mut self.end) {
            LineEnd::None => return,
            LineEnd::Return => (b"\r", 1),
            LineEnd::Feed => (b"\n\n", 1),
            LineEnd::ReturnFeed => (b"\n\n", 2),
        };
        self.unescaped(out, take);
        let behind = self.at.source;
        self.at.source -= length;
        self.emit(text, out, take);
        self.at.source = behind;
        if text != b"\r" {
            self.expected = usize::MAX;
            if self.is_ldif {
                (self.part, self.bits) = (LinePart::Name, Bits::default());
            }
        }
    }

    /// Emits a backslash that was not an escape.
    fn unescaped(&mut self, out: &mut Vec<u8>, take: &mut impl FnMut(UnfoldedPlace)) {
        if let Some(place) = self.escape.take() {
            let behind = self.at;
            self.at = UnfoldedPlace { unfolded: behind.unfolded, ..place };
            self.emit(b"\\", out, take);
            self.at = UnfoldedPlace { unfolded: self.at.unfolded, ..behind };
        }
    }

    fn emit(&mut self, bytes: &[u8], out: &mut Vec<u8>, take: &mut impl FnMut(UnfoldedPlace)) {
        if self.at.source != self.expected {
            take(self.at);
        }
        out.extend_from_slice(bytes);
        self.at.unfolded += bytes.len();
        self.at.source += bytes.len();
        self.expected = self.at.source;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unfolded(lines: &[u8], has_escapes: bool, piece: usize) -> (Vec<u8>, Vec<UnfoldedPlace>) {
        let (mut out, mut places) = (Vec::new(), Vec::new());
        let mut unfolder = Unfolder::new(has_escapes);
        lines.chunks(piece).for_each(|piece| unfolder.push(piece, false, &mut out, &mut |place| places.push(place)));
        unfolder.push(b"", true, &mut out, &mut |place| places.push(place));
        (out, places)
    }

    #[test]
    fn folds_and_escapes_are_undone() {
        for (lines, text) in [
            ("URL:http://a.exam\r\n ple/\r\nX:y\r\n", "URL:http://a.example/\n\nX:y\n\n"),
            ("a\n b\n\tc\n  d", "abc d"),
            (" a\n\n b", " a\n\nb"),
            ("a\\nb\\Nc\\,d\\;e\\\\n", "a\nb\nc,d;e\\n"),
            ("a\\\n nb\\x\\", "a\nb\\x\\"),
            ("a\\\nb\\\r\n c\r\n", "a\\\n\nb\\c\n\n"),
            ("a\rb\r\r\n c\n", "a\rb\rc\n\n"),
            ("", ""),
        ] {
            for piece in 1..=lines.len().max(1) {
                let (out, places) = unfolded(lines.as_bytes(), true, piece);
                assert_eq!(String::from_utf8(out).unwrap(), text, "{lines:?} {piece}");
                assert_eq!(places, unfolded(lines.as_bytes(), true, usize::MAX).1, "{lines:?} {piece}");
            }
        }
        assert_eq!(unfolded(b"caf\xC3\r\n \xA9", true, 9).0, "café".as_bytes());
        assert_eq!(unfolded(b"a\\,\n b\\", false, 9).0, b"a\\,b\\");
    }

    #[test]
    fn base64_in_ldif_is_decoded() {
        // `http://a.example/` and `ü`
        let lines = "dn:: aHR0cDovL2EuZXhh\r\n bXBsZS8=\r\na: b:: c\n#a:: YQ\na;x-1::w7w=\nb:\n";
        let text = "dn:: http://a.example/\n\na: b:: c\n\n#a:: YQ\n\na;x-1:: ü\n\nb:\n\n";
        let mut first = None;
        for piece in 1..=lines.len() {
            let (mut out, mut places, mut unfolder) = (Vec::new(), Vec::new(), Unfolder::ldif());
            let pieces = lines.as_bytes().chunks(piece);
            pieces.for_each(|piece| unfolder.push(piece, false, &mut out, &mut |place| places.push(place)));
            unfolder.push(b"", true, &mut out, &mut |place| places.push(place));
            assert_eq!(str::from_utf8(&out), Ok(text), "{piece}");
            let group = places.iter().rfind(|place| place.unfolded <= text.find("ple/").unwrap()).unwrap();
            assert_eq!(&lines[group.source..][..4], "bXBs");
            assert_eq!(&places, first.get_or_insert_with(|| places.clone()), "{piece}");
        }
    }

    #[test]
    fn places_lead_back() {
        let source = b"a\\,b\r\n c\r\nd\\n\n";
        let (text, places) = unfolded(source, true, 9);
        for (at, &byte) in text.iter().enumerate() {
            if byte == b'\n' {
                continue;
            }
            let last = places.iter().rfind(|place| place.unfolded <= at).unwrap();
            let own = last.source + (at - last.unfolded);
            assert_eq!(source[own], byte, "{at}");
            assert_eq!(last.line, source[..own].iter().filter(|&&byte| byte == b'\n').count(), "{at}");
            assert!(last.line_start == 0 || source[last.line_start - 1] == b'\n', "{at}");
        }
    }
}
