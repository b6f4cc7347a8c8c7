//! Whether bytes are UTF-8, many at once.

use super::{candidates::BLOCK, native, vector::Vector};

/// How much of a block is whole characters, if their first bytes are followed by as many others as they say: the block has to begin with a
/// character, and what only begins in it doesn't count. Of the bytes that may follow `E0`, `ED`, `F0` and `F4` nothing is said. `beyond`
/// has a bit for each byte that is not ASCII.
///
/// # Safety
/// That of [`Vector`].
#[inline(always)]
pub(super) unsafe fn whole_characters<V: Vector>(here: V, beyond: u64) -> Option<usize> {
    // SAFETY: the caller has the instructions.
    let (first, of_three, of_four, others) = unsafe {
        (
            here.within(0xC2, 0xF4).bits(),
            here.within(0xE0, 0xF4).bits(),
            here.within(0xF0, 0xF4).bits(),
            here.within(0x80, 0xBF).bits(),
        )
    };
    let expected = first << 1 | of_three << 2 | of_four << 3;
    if others != expected || first | others != beyond {
        return None;
    }
    let open = (first >> (BLOCK - 1) & 1) + (of_three >> (BLOCK - 2) & 1) * 2 + (of_four >> (BLOCK - 3) & 1) * 3;
    Some(BLOCK - open as usize)
}

/// How many of the bytes from `from` on, which is where a character begins, are in whole blocks of UTF-8 for certain.
///
/// # Safety
/// That of [`Vector`].
#[inline(always)]
pub(super) unsafe fn certain<V: Vector>(bytes: &[u8], from: usize) -> usize {
    const { assert!(V::LENGTH == BLOCK) };
    let mut start = from;
    while let Some(block) = bytes.get(start..).and_then(|rest| rest.first_chunk::<BLOCK>()) {
        // SAFETY: the caller has the instructions, and there are so many bytes.
        let length = unsafe {
            let here = V::load(block.as_ptr());
            let beyond = here.within(0x80, 0xFF);
            if beyond.is_any() {
                let is_odd = here.equal(0xE0).or(here.equal(0xED)).or(here.within(0xF0, 0xF4)).is_any();
                whole_characters(here, beyond.bits()).filter(|_| !is_odd)
            } else {
                Some(BLOCK)
            }
        };
        let Some(length) = length else { break };
        start += length;
    }
    start - from
}

/// The bytes as a string, if they are UTF-8.
pub(crate) fn into_string(bytes: Vec<u8>) -> Option<String> {
    if !is_utf8(&bytes) {
        return None;
    }
    // SAFETY: it is UTF-8.
    Some(unsafe { String::from_utf8_unchecked(bytes) })
}

fn is_utf8(bytes: &[u8]) -> bool {
    let mut at = 0;
    while at < bytes.len() {
        at += native::certain_utf8(bytes, at);
        // A block that takes a closer look, or the end.
        let most = bytes.len().min(at + 4 * BLOCK);
        match str::from_utf8(&bytes[at..most]) {
            Ok(_) => at = most,
            Err(error) if error.error_len().is_none() && most < bytes.len() && error.valid_up_to() > 0 => {
                at += error.valid_up_to();
            }
            Err(_) => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf8_is_what_the_standard_library_says_it_is() {
        let firsts = [
            0x7F, 0x80, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF,
        ];
        let others = [0x20, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC2, 0xE2, 0xF0];
        for first in firsts {
            for second in others {
                for third in others {
                    for at in [0, 31, 61, 62, 63, 64, 126, 127, 252, 253, 254, 255, 256, 300] {
                        for rest in [0, 1, 70] {
                            let mut bytes = vec![b'a'; at];
                            bytes.extend([first, second, third, 0x80]);
                            bytes.resize(bytes.len() + rest, b'b');
                            assert_eq!(is_utf8(&bytes), str::from_utf8(&bytes).is_ok(), "{bytes:02X?}");
                        }
                    }
                }
            }
        }
        let mixed = "aé€𝄞語ह\u{FFFD}".repeat(99);
        for cut in 0..40 {
            let bytes = &mixed.as_bytes()[cut..mixed.len() - cut % 7];
            assert_eq!(is_utf8(bytes), str::from_utf8(bytes).is_ok(), "{cut}");
            assert_eq!(into_string(bytes.to_vec()).is_some(), is_utf8(bytes));
        }
    }
}
