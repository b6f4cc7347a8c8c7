//! What the text of HTML is cut at, many bytes at once.

use super::vector::{BLOCK, Vector};

/// The special bytes of a block of HTML: `<`, `&`, carriage returns and NULs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Markup {
    /// The start of the block, or the end of the last whole block.
    pub(crate) start: usize,
    /// A bit for each special byte, the lowest for the first byte of the block.
    pub(crate) bits: u64,
}

/// Returns the next block with special bytes, of those that begin at `from`.
///
/// # Safety
///
/// That of [`Vector`].
#[inline(always)]
pub(super) unsafe fn next<V: Vector>(bytes: &[u8], from: usize) -> Markup {
    const { assert!(V::LENGTH == BLOCK) };
    let mut start = from;
    while let Some(block) = bytes.get(start..).and_then(|rest| rest.first_chunk::<BLOCK>()) {
        // SAFETY: the caller has the instructions, and there are so many bytes.
        let bits = unsafe {
            let here = V::load(block.as_ptr());
            here.equal(b'<').or(here.equal(b'&')).or(here.equal(b'\r')).or(here.equal(0)).bits()
        };
        if bits != 0 {
            return Markup { start, bits };
        }
        start += BLOCK;
    }
    Markup { start, bits: 0 }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{next_markup, portable},
        *,
    };

    #[test]
    fn every_version_finds_every_byte_wherever_it_stands() {
        let versions: [fn(&[u8], usize) -> Markup; _] = [
            next_markup,
            portable::next_markup,
            #[cfg(target_arch = "x86_64")]
            super::super::x86_64::next_markup_by_sse2,
        ];
        for byte in 0..=0xFF {
            for at in 0..2 * BLOCK + 5 {
                let mut bytes = [b'a'; 2 * BLOCK + 5];
                bytes[at] = byte;
                let is_found = b"<&\r\0".contains(&byte) && at < 2 * BLOCK;
                let start = if is_found { at / BLOCK * BLOCK } else { 2 * BLOCK };
                let bits = if is_found { 1 << (at % BLOCK) } else { 0 };
                for next in versions {
                    assert_eq!(next(&bytes, 0), Markup { start, bits }, "{byte:02X} at {at}");
                }
            }
        }
    }
}
