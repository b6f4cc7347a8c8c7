//! How many lines end in a text, many bytes at once.

use super::{candidates::BLOCK, vector::Vector};

/// What ends lines among some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LineEnds {
    /// How many line feeds there are.
    pub(crate) feeds: usize,
    /// Whether there is a carriage return.
    pub(crate) has_returns: bool,
}

/// As many as a byte can count.
const MOST: usize = 0xFF;

/// What ends lines among the bytes.
///
/// # Safety
/// That of [`Vector`].
#[inline(always)]
pub(super) unsafe fn ends<V: Vector>(bytes: &[u8]) -> LineEnds {
    const { assert!(V::LENGTH == BLOCK) };
    let (blocks, rest) = bytes.as_chunks::<BLOCK>();
    let mut feeds = 0;
    // SAFETY: the caller has the instructions, and all blocks have so many bytes.
    unsafe {
        let none = V::load([0; BLOCK].as_ptr());
        let mut returns = none;
        for blocks in blocks.chunks(MOST) {
            let mut counts = none;
            for block in blocks {
                let here = V::load(block.as_ptr());
                counts = counts.minus(here.equal(b'\n'));
                returns = returns.or(here.equal(b'\r'));
            }
            feeds += counts.sum();
        }
        if !rest.is_empty() {
            let mut last = [0; BLOCK];
            let last = bytes.last_chunk().unwrap_or_else(|| {
                last[BLOCK - rest.len()..].copy_from_slice(rest);
                &last
            });
            let here = V::load(last.as_ptr());
            // Those before the rest are counted.
            feeds += (here.equal(b'\n').bits() >> (BLOCK - rest.len())).count_ones() as usize;
            returns = returns.or(here.equal(b'\r'));
        }
        LineEnds { feeds, has_returns: returns.is_any() }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{line_ends, portable},
        *,
    };

    #[test]
    fn every_version_counts_wherever_they_stand() {
        let versions: [fn(&[u8]) -> LineEnds; _] = [
            line_ends,
            portable::line_ends,
            #[cfg(target_arch = "x86_64")]
            super::super::x86_64::line_ends_by_sse2,
        ];
        let mut texts: Vec<Vec<u8>> = vec![vec![b'\n'; 3 * MOST * BLOCK + 7]];
        for length in [0, 1, 63, 64, 65, 130, 300] {
            for at in 0..length {
                for byte in [b'\n', b'\r', 0x0B, 0x8A] {
                    let mut text = vec![b'a'; length];
                    (text[at], text[at / 2]) = (byte, byte);
                    texts.push(text);
                }
            }
        }
        for text in texts {
            let feeds = text.iter().filter(|byte| **byte == b'\n').count();
            let expected = LineEnds { feeds, has_returns: text.contains(&b'\r') };
            for ends in versions {
                assert_eq!(ends(&text), expected, "{}", text.len());
            }
        }
    }
}
