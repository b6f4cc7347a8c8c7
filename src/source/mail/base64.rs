//! Base64 as a transfer encoding, decoded to its end whatever is in it.

use super::header::line_end;
use crate::text::base64::{Bits, Symbol, whole_group};

/// A decoder of base64 (RFC 2045, 6.8) in pieces.
///
/// Other characters are skipped, as the RFC requires. A whole line of other text, such as the footer of a mailing list,
/// ends the base64. It is kept, with everything after it.
#[derive(Debug, Default)]
pub(super) struct Base64 {
    bits: Bits,
    /// True if other characters were skipped.
    pub(super) is_damaged: bool,
    has_ended: bool,
}

impl Base64 {
    pub(super) fn decode(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        let mut at = 0;
        while at < bytes.len() && !self.has_ended {
            let end = line_end(bytes, at);
            self.line(&bytes[at..end], out);
            if !self.has_ended {
                at = end;
            }
        }
        out.extend_from_slice(&bytes[at..]);
    }

    fn line(&mut self, line: &[u8], out: &mut Vec<u8>) {
        let start = out.len();
        // As long as nothing is left over from the line before, four characters are three octets.
        let groups = if self.bits.is_empty() { whole_groups(line, out) } else { 0 };
        let rest = &line[groups * 4..];
        if rest.trim_ascii().is_empty() {
            return;
        }
        // What is left over may only be damaged: that is for the whole line to say.
        if is_foreign(line) {
            out.truncate(start);
            out.push(b'\n');
            (self.has_ended, self.is_damaged) = (true, true);
            return;
        }
        for &byte in rest {
            match Symbol::of(byte) {
                Symbol::Digit(value) => self.bits.push(value, out),
                Symbol::Padding => self.bits = Bits::default(),
                Symbol::Space => {}
                Symbol::Other => self.is_damaged = true,
            }
        }
    }
}

/// Decodes the groups of four digits at the beginning of the line. Returns their number.
fn whole_groups(line: &[u8], out: &mut Vec<u8>) -> usize {
    let start = out.len();
    // Room for all of them at once, so that none has to ask for it.
    out.resize(start + line.len() / 4 * 3, 0);
    let mut groups = 0;
    for (group, octets) in line.chunks_exact(4).zip(out[start..].chunks_exact_mut(3)) {
        let Some(decoded) = whole_group(group) else { break };
        octets.copy_from_slice(&decoded);
        groups += 1;
    }
    out.truncate(start + groups * 3);
    groups
}

/// Decodes a whole text. Returns `true` if it was valid.
pub(super) fn base64(bytes: &[u8], out: &mut Vec<u8>) -> bool {
    let mut base64 = Base64::default();
    base64.decode(bytes, out);
    !base64.is_damaged
}

/// Returns `true` if the line is other text, and not damaged base64.
fn is_foreign(line: &[u8]) -> bool {
    let content = line.trim_ascii();
    let wrong = content.iter().filter(|&&byte| matches!(Symbol::of(byte), Symbol::Space | Symbol::Other)).count();
    wrong * 8 > content.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_decoded_across_lines_and_to_its_end() {
        for (encoded, decoded, is_sound) in [
            ("aHR0c\nDovLw==", "http://", true),
            ("aHR0c\r\nDovLw", "http://", true),
            ("YQ==YQ==\n\n", "aa", true),
            ("aHR0cDovL2!EuZXhhbXBsZS8=", "http://a.example/", false),
            ("YWI=\n____\nsee http://a.example/\n", "ab\n____\nsee http://a.example/\n", false),
            ("not base64 at all\n", "\nnot base64 at all\n", false),
            ("YWJj\nabcd____\nYWJj", "abc\nabcd____\nYWJj", false),
            ("YWJjZ\nGVm\nYWJj", "abcdefabc", true),
        ] {
            let mut out = Vec::new();
            assert_eq!(base64(encoded.as_bytes(), &mut out), is_sound, "{encoded:?}");
            assert_eq!(String::from_utf8(out).unwrap(), decoded, "{encoded:?}");
        }
    }
}
