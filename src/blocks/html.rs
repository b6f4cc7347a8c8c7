//! Text as HTML, many bytes at once.

use super::{
    utf8::{Characters, characters},
    vector::BLOCK,
    vector::Vector,
};

/// The bytes needed from the start of a block. The text after an escape is copied one block at a time.
pub(super) const BEHIND: usize = 2 * BLOCK;

/// The most bytes written for a block, with the unused ones after them.
const MOST: usize = BLOCK * AsciiHtml::SIZE + BLOCK;

struct AsciiHtml {
    bytes: [u8; AsciiHtml::SIZE],
    length: usize,
}

impl AsciiHtml {
    /// The length of the longest one. All are copied with this length.
    const SIZE: usize = 8;

    const fn of(byte: u8) -> AsciiHtml {
        let mut written = AsciiHtml { bytes: [0; AsciiHtml::SIZE], length: 0 };
        let own = [byte];
        let characters = match escaped(byte) {
            Some(characters) => characters.as_bytes(),
            None => &own,
        };
        while written.length < characters.len() {
            written.bytes[written.length] = characters[written.length];
            written.length += 1;
        }
        written
    }
}

const ASCII_HTML: [AsciiHtml; 128] = {
    let mut written = [const { AsciiHtml { bytes: [0; AsciiHtml::SIZE], length: 0 } }; 128];
    let mut byte = 0;
    while byte < 128 {
        written[byte] = AsciiHtml::of(byte as u8);
        byte += 1;
    }
    written
};

/// Returns the HTML of an ASCII character that needs an escape.
pub(super) const fn escaped(byte: u8) -> Option<&'static str> {
    match byte {
        b'&' => Some("&amp;"),
        b'<' => Some("&lt;"),
        b'>' => Some("&gt;"),
        b'"' => Some("&quot;"),
        b'\'' => Some("&#39;"),
        // HTML has no NUL; parsers drop it or replace it, and disagree where.
        0 => Some("\u{FFFD}"),
        // "Code points in the input stream" may not be other controls either (HTML, 13.2.3.5).
        1..=8 | 0x0B | 0x0E..=0x1F | 0x7F => Some("\u{FFFD}"),
        _ => None,
    }
}

/// Appends the bytes of the blocks that begin at `from`, which is where a character does, and follow each other from there, as long as
/// they begin before `to` and have [`BEHIND`] bytes. Returns where it stops, which is at a character that takes a closer look, if not
/// behind the last of them.
///
/// # Safety
/// That of [`Vector`].
#[inline(always)]
pub(super) unsafe fn push<V: Vector>(html: &mut Vec<u8>, bytes: &[u8], from: usize, to: usize) -> usize {
    const { assert!(V::LENGTH == BLOCK) };
    let mut at = from;
    while at < to
        && let Some(readable) = bytes.get(at..).and_then(|rest| rest.first_chunk::<BEHIND>())
    {
        if html.capacity() - html.len() < MOST {
            html.reserve(bytes.len() - at + MOST);
        }
        // SAFETY: the caller has the instructions; there is room for the most that a block becomes; and of what is readable no more than
        // a block is read that begins behind one of the bytes of the first.
        unsafe {
            let start = readable.as_ptr();
            let mut out = html.as_mut_ptr().add(html.len());
            let here = V::load(start);
            here.store(out);
            let (mut marks, length) = marks(here);
            // How many of the bytes are written.
            let mut done = 0;
            while marks != 0 {
                let place = marks.trailing_zeros() as usize;
                marks &= marks - 1;
                let byte = readable[place];
                if byte >= 0x80 {
                    if place < length && stays(&readable[place..]) {
                        continue;
                    }
                    out = out.add(place - done);
                    html.set_len(out.offset_from_unsigned(html.as_ptr()));
                    return at + place;
                }
                let written = &ASCII_HTML[usize::from(byte)];
                out = out.add(place - done);
                out.cast::<[u8; AsciiHtml::SIZE]>().write(written.bytes);
                out = out.add(written.length);
                done = place + 1;
                V::load(start.add(done)).store(out);
            }
            out = out.add(length - done);
            html.set_len(out.offset_from_unsigned(html.as_ptr()));
            at += length;
        }
    }
    at
}

/// Returns a bit for each byte of the block that is escaped, begins a character to check, or begins an invalid one; and
/// the length of the whole characters before that.
///
/// # Safety
///
/// That of [`Vector`].
#[inline(always)]
unsafe fn marks<V: Vector>(here: V) -> (u64, usize) {
    // SAFETY: the caller has the instructions.
    unsafe {
        let (marks, beyond) = (here.html_marks(), here.beyond_ascii());
        if beyond == 0 {
            return (marks, BLOCK);
        }
        let Characters { length, broken } = characters(here, beyond);
        let whole = u64::MAX.checked_shr((BLOCK - length) as u32).unwrap_or(0);
        (marks & whole | broken, length)
    }
}

/// Returns `true` if the marked character at the beginning of the bytes is not escaped.
#[inline(always)]
fn stays(bytes: &[u8]) -> bool {
    match *bytes {
        // Those before it are controls.
        [0xC2, second, ..] => second >= 0xA0,
        // U+202A to U+202E, and U+2066 to U+2068 turn text around.
        [0xE2, 0x80, third, ..] => !matches!(third, 0xAA..=0xAE),
        [0xE2, 0x81, third, ..] => !matches!(third, 0xA6..=0xA8),
        [0xE2, ..] => true,
        // U+FDD0 to U+FDEF, U+FFFE and U+FFFF are no characters.
        [0xEF, 0xB7, third, ..] => !matches!(third, 0x90..=0xAF),
        [0xEF, 0xBF, third, ..] => third < 0xBE,
        [0xEF, ..] => true,
        // Nor are the last two of each plane.
        [0xF0..=0xF4, second, 0xBF, 0xBE..=0xBF, ..] if second & 0xF == 0xF => false,
        [0xF0, second, ..] => second >= 0x90,
        [0xF1..=0xF3, ..] => true,
        [0xF4, second, ..] => second < 0x90,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{portable, push_html_with},
        *,
    };

    type Push = fn(&mut Vec<u8>, &[u8], usize, usize) -> usize;

    /// All versions. `true` if one distinguishes characters beyond ASCII.
    fn versions() -> Vec<(Push, bool)> {
        vec![
            (portable::push_html, false),
            #[cfg(target_arch = "x86_64")]
            (super::super::x86_64::push_html_by_sse2, true),
            #[cfg(target_arch = "x86_64")]
            (super::super::native::push_html, true),
            #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
            (super::super::native::push_html, true),
        ]
    }

    /// Returns the HTML of a text, with question marks for the characters that need a check, and their offsets.
    fn pushed(push: Push, bytes: &[u8]) -> (Vec<u8>, Vec<usize>) {
        let (mut html, mut at, mut looked) = (Vec::new(), 0, Vec::new());
        loop {
            at = push_html_with(push, &mut html, bytes, at);
            if at == bytes.len() {
                return (html, looked);
            }
            looked.push(at);
            html.push(b'?');
            at += 1;
            while at < bytes.len() && matches!(bytes[at], 0x80..0xC0) {
                at += 1;
            }
        }
    }

    #[test]
    fn every_version_escapes_every_byte_wherever_it_stands() {
        for byte in 0..0x80u8 {
            for length in [1, 5, 63, 64, 65, 127, 128, 200, 300] {
                for at in (0..length).step_by(if length > 70 { 7 } else { 1 }) {
                    let mut bytes = vec![b'a'; length];
                    bytes[at] = byte;
                    let mut expected = bytes[..at].to_vec();
                    expected.extend_from_slice(escaped(byte).map_or(&[byte], str::as_bytes));
                    expected.extend_from_slice(&bytes[at + 1..]);
                    for (push, _) in versions() {
                        assert_eq!(pushed(push, &bytes), (expected.clone(), vec![]), "{byte:02X} at {at} of {length}");
                    }
                }
            }
        }
        for (push, _) in versions() {
            let (html, _) = pushed(push, &[b'"'; 1000]);
            assert!(html == "&quot;".repeat(1000).as_bytes());
        }
    }

    fn is_odd(c: char) -> bool {
        let code = u32::from(c);
        c.is_control() || matches!(code, 0xFDD0..=0xFDEF | 0x202A..=0x202E | 0x2066..=0x2068) || code & 0xFFFE == 0xFFFE
    }

    /// Does the same as [`pushed`], one character at a time.
    fn expected(bytes: &[u8], tells_apart: bool) -> (Vec<u8>, Vec<usize>) {
        let (mut html, mut at, mut looked) = (Vec::new(), 0, Vec::new());
        while at < bytes.len() {
            if bytes[at].is_ascii() {
                html.extend_from_slice(escaped(bytes[at]).map_or(&bytes[at..=at], str::as_bytes));
                at += 1;
                continue;
            }
            let character = (2..=4).find_map(|length| str::from_utf8(bytes.get(at..at + length)?).ok());
            match character {
                Some(character) if tells_apart && !character.contains(is_odd) => {
                    html.extend_from_slice(character.as_bytes());
                    at += character.len();
                }
                _ => {
                    looked.push(at);
                    html.push(b'?');
                    at += 1;
                    at += bytes[at..].iter().take_while(|byte| matches!(byte, 0x80..0xC0)).count();
                }
            }
        }
        (html, looked)
    }

    /// Invalid UTF-8, controls, noncharacters and bidi controls are checked, and nothing else. A version that does not
    /// distinguish characters beyond ASCII checks them all.
    #[test]
    fn what_takes_a_closer_look_wherever_it_stands() {
        let seconds = [0x20, 0x7F, 0x80, 0x81, 0x8F, 0x90, 0x9F, 0xA0, 0xB7, 0xBF, 0xC0, 0xC3, 0xE2, 0xF0];
        let thirds = [0x20, 0x80, 0xA6, 0xA8, 0xAE, 0xBE, 0xBF, 0xC3, 0xE2, 0xF0];
        let sequences = (0x80..=0xFFu8).flat_map(|first| {
            seconds.into_iter().flat_map(move |second| thirds.map(|third| [first, second, third, 0xBF]))
        });
        for sequence in sequences {
            // What differs only behind its end is looked at once.
            let shortest = if sequence[2] != thirds[0] {
                3
            } else if sequence[1] != seconds[0] {
                2
            } else {
                1
            };
            for length in shortest..=4 {
                for at in [0, 1, 31, 60, 61, 62, 63, 64, 70] {
                    let mut bytes = [b'a'; 4 * BLOCK];
                    bytes[at..at + length].copy_from_slice(&sequence[..length]);
                    let by_kind = [false, true].map(|tells_apart| expected(&bytes, tells_apart));
                    for (push, tells_apart) in versions() {
                        let found = pushed(push, &bytes);
                        assert_eq!(found, by_kind[usize::from(tells_apart)], "{sequence:02X?} {length} at {at}");
                    }
                }
            }
        }
    }
}
