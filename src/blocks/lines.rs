//! How many lines end in a text, many bytes at once.

use super::vector::{BLOCK, Vector};

/// The line ends in some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LineEnds {
    /// The number of line feeds.
    pub(crate) feeds: usize,
    pub(crate) has_returns: bool,
    /// The last line feed, if it is among the last [`BLOCK`] bytes. An earlier one may be given, too.
    pub(crate) last_feed: Option<usize>,
}

/// The most pairs of blocks that a byte can count, with two blocks after them.
const MOST_PAIRS: usize = 0xFF / 2 - 1;

/// Sliced at any index, it gives that many flags at the end of a block.
const IS_REST: [u8; 2 * BLOCK] = {
    let mut flags = [0; 2 * BLOCK];
    let mut at = BLOCK;
    while at < flags.len() {
        flags[at] = 0xFF;
        at += 1;
    }
    flags
};

/// Returns the line ends after `from`.
///
/// # Safety
///
/// That of [`Vector`].
#[inline(always)]
pub(super) unsafe fn ends<V: Vector>(bytes: &[u8], from: usize) -> LineEnds {
    const { assert!(V::LENGTH == BLOCK) };
    // SAFETY: it is the caller's contract.
    unsafe {
        match bytes.last_chunk() {
            Some(last) if bytes.len() - from <= last.len() => few_ends::<V>(last, bytes.len() - from),
            _ => many_ends::<V>(&bytes[from..]),
        }
    }
}

/// Returns the line ends among the last `length` bytes of two blocks. Most texts between two links are that short.
#[inline(always)]
unsafe fn few_ends<V: Vector>(blocks: &[u8; 2 * BLOCK], length: usize) -> LineEnds {
    let is_counted = u128::MAX.checked_shl((blocks.len() - length) as u32).unwrap_or(0);
    // SAFETY: the caller has the instructions.
    let (feeds, returns) =
        unsafe { (bits_of::<V>(blocks, b'\n') & is_counted, bits_of::<V>(blocks, b'\r') & is_counted) };
    let last_feed = feeds.checked_ilog2().map(|at| at as usize + length - blocks.len());
    LineEnds { feeds: feeds.count_ones() as usize, has_returns: returns != 0, last_feed }
}

#[inline(always)]
unsafe fn bits_of<V: Vector>(blocks: &[u8; 2 * BLOCK], byte: u8) -> u128 {
    // SAFETY: the caller has the instructions, and there are so many bytes.
    unsafe {
        let (first, second) = (V::load(blocks.as_ptr()), V::load(blocks[BLOCK..].as_ptr()));
        u128::from(first.equal(byte).bits()) | u128::from(second.equal(byte).bits()) << BLOCK
    }
}

#[inline(always)]
unsafe fn many_ends<V: Vector>(bytes: &[u8]) -> LineEnds {
    // One byte at least is left for the last block, which shows more of those before it.
    let (blocks, _) = bytes[..bytes.len().saturating_sub(1)].as_chunks::<BLOCK>();
    let (pairs, single) = blocks.as_chunks::<2>();
    let rest = bytes.len() - blocks.len() * BLOCK;
    let mut short = [0; BLOCK];
    let last = bytes.last_chunk().unwrap_or_else(|| {
        short[BLOCK - rest..].copy_from_slice(bytes);
        &short
    });
    let mut feeds = 0;
    // SAFETY: the caller has the instructions, and all blocks have so many bytes.
    unsafe {
        let none = V::load([0; BLOCK].as_ptr());
        let (mut counts, mut returns) = (none, none);
        for pairs in pairs.chunks(MOST_PAIRS) {
            feeds += counts.sum();
            counts = none;
            // Two at a time: to go on takes as long as to look at half of one.
            for [first, second] in pairs {
                let (first, second) = (V::load(first.as_ptr()), V::load(second.as_ptr()));
                counts = counts.minus(first.equal(b'\n')).minus(second.equal(b'\n'));
                returns = returns.or(first.equal(b'\r')).or(second.equal(b'\r'));
            }
        }
        for block in single {
            let here = V::load(block.as_ptr());
            counts = counts.minus(here.equal(b'\n'));
            returns = returns.or(here.equal(b'\r'));
        }
        let here = V::load(last.as_ptr());
        let last_feeds = here.equal(b'\n');
        // Those before the rest are counted.
        let is_rest = V::load(IS_REST[rest..].first_chunk::<BLOCK>().unwrap_or(&[0; BLOCK]).as_ptr());
        feeds += counts.minus(last_feeds.and(is_rest)).sum();
        let last_feed = last_feeds.bits().checked_ilog2().map(|at| bytes.len() + at as usize - BLOCK);
        LineEnds { feeds, has_returns: returns.or(here.equal(b'\r')).is_any(), last_feed }
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
        let versions: [fn(&[u8], usize) -> LineEnds; _] = [
            line_ends,
            portable::line_ends,
            #[cfg(target_arch = "x86_64")]
            super::super::x86_64::line_ends_by_sse2,
        ];
        let mut texts: Vec<Vec<u8>> = vec![vec![b'\n'; 5 * MOST_PAIRS * BLOCK + 7]];
        for length in [0, 1, 63, 64, 65, 128, 129, 130, 192, 193, 300] {
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
            let last = text.iter().rposition(|byte| *byte == b'\n');
            let far = last.filter(|at| text.len() - at > BLOCK);
            for before in [0, 2, BLOCK, 2 * BLOCK] {
                // What stands in front is not counted.
                let bytes = [vec![b'\n'; before / 2], vec![b'\r'; before / 2], text.clone()].concat();
                for ends in versions {
                    let found = ends(&bytes, before);
                    let has_returns = text.contains(&b'\r');
                    assert_eq!(
                        (found.feeds, found.has_returns),
                        (feeds, has_returns),
                        "{} behind {before}",
                        text.len()
                    );
                    assert_eq!(found.last_feed.or(far), last, "{} behind {before}", text.len());
                }
            }
        }
    }
}
