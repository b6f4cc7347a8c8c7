//! How many lines end in a text, many bytes at once.

use super::{candidates::BLOCK, vector::Vector};

/// What ends lines among some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LineEnds {
    /// How many line feeds there are.
    pub(crate) feeds: usize,
    /// Whether there is a carriage return.
    pub(crate) has_returns: bool,
    /// The last line feed, where it is among the last bytes, which are looked at anyway.
    pub(crate) last_feed: Option<usize>,
}

/// As many pairs of blocks as a byte can count, with two blocks behind them.
const MOST_PAIRS: usize = 0xFF / 2 - 1;

/// From any index on, as many flags at the end of a block.
const IS_REST: [u8; 2 * BLOCK] = {
    let mut flags = [0; 2 * BLOCK];
    let mut at = BLOCK;
    while at < flags.len() {
        flags[at] = 0xFF;
        at += 1;
    }
    flags
};

/// What ends lines among the bytes.
///
/// # Safety
/// That of [`Vector`].
#[inline(always)]
pub(super) unsafe fn ends<V: Vector>(bytes: &[u8]) -> LineEnds {
    const { assert!(V::LENGTH == BLOCK) };
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
        let versions: [fn(&[u8]) -> LineEnds; _] = [
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
            let last_feed = last.filter(|at| text.len() - at <= BLOCK);
            let expected = LineEnds { feeds, has_returns: text.contains(&b'\r'), last_feed };
            for ends in versions {
                assert_eq!(ends(&text), expected, "{}", text.len());
            }
        }
    }
}
