//! Base64, decoded to its end whatever is in it.

use memchr::memchr;

/// The decoding of base64 (RFC 2045, 6.8), of which pieces may come one by one.
///
/// A character that is not of it is left out, as the document wants it. A whole line of something else, such as the
/// footer that a mailing list put there, ends the base64, and stands for itself with all that follows.
#[derive(Debug, Default)]
pub(super) struct Base64 {
    bits: Bits,
    /// Whether there was a character that is not of it.
    pub(super) is_damaged: bool,
    has_ended: bool,
}

impl Base64 {
    /// Decodes the next piece.
    pub(super) fn decode(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        let mut at = 0;
        while at < bytes.len() && !self.has_ended {
            let end = memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |end| at + end + 1);
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
        let groups = line.chunks_exact(4).map_while(octets_of).take_while(|_| self.bits.count == 0);
        out.extend(groups.flatten());
        let rest = &line[(out.len() - start) / 3 * 4..];
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
            self.is_damaged |= !self.bits.take(byte, out);
        }
    }
}

/// Decodes all of a text that is base64. Whether it was nothing else.
pub(super) fn base64(bytes: &[u8], out: &mut Vec<u8>) -> bool {
    let mut base64 = Base64::default();
    base64.decode(bytes, out);
    !base64.is_damaged
}

/// The three octets of four characters, if they are all digits.
fn octets_of(group: &[u8]) -> Option<[u8; 3]> {
    let [a, b, c, d] = [0, 1, 2, 3].map(|at| u32::from(VALUES[usize::from(group[at])]));
    let [_, octets @ ..] = (a << 18 | b << 12 | c << 6 | d).to_be_bytes();
    ((a | b | c | d) < u32::from(PADDING)).then_some(octets)
}

/// What of the digits is no whole octet yet.
#[derive(Debug, Default)]
struct Bits {
    bits: u32,
    count: u32,
}

impl Bits {
    /// Takes the next character. Whether it belongs where it stands.
    fn take(&mut self, byte: u8, out: &mut Vec<u8>) -> bool {
        match VALUES[usize::from(byte)] {
            PADDING => *self = Bits::default(),
            SPACE => {}
            OTHER => return false,
            value => {
                self.bits = self.bits << 6 | u32::from(value);
                self.count += 6;
                if self.count >= 8 {
                    self.count -= 8;
                    out.push((self.bits >> self.count) as u8);
                }
            }
        }
        true
    }
}

/// Whether the line is something other than base64, and not just damaged.
fn is_foreign(line: &[u8]) -> bool {
    let content = line.trim_ascii();
    let wrong = content.iter().filter(|&&byte| matches!(VALUES[usize::from(byte)], SPACE | OTHER)).count();
    wrong * 8 > content.len()
}

const PADDING: u8 = 64;
const SPACE: u8 = 65;
const OTHER: u8 = 66;

/// What each byte stands for in base64.
const VALUES: [u8; 256] = {
    let mut values = [OTHER; 256];
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut value = 0;
    while value < alphabet.len() {
        values[alphabet[value] as usize] = value as u8;
        value += 1;
    }
    values[b'=' as usize] = PADDING;
    values[b' ' as usize] = SPACE;
    values[b'\t' as usize] = SPACE;
    values[b'\r' as usize] = SPACE;
    values[b'\n' as usize] = SPACE;
    values
};

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
