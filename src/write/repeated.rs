//! How much of an output a link may become: its URL stands in it once for each piece that it is broken into.

/// The bytes of URLs that a byte of a link may become, and the allowance beyond that. A long URL with a break after
/// each character would turn kilobytes into gigabytes.
const MADE_A_BYTE: usize = 32;
const MADE_TO_BEGIN: usize = 4 << 10;

/// Returns `true` if writing `each` bytes for each piece of a link of `length` bytes is too much. The link stays text
/// then.
pub(crate) fn is_too_much(pieces: usize, each: usize, length: usize) -> bool {
    pieces > 1 && pieces.saturating_mul(each) > MADE_TO_BEGIN + MADE_A_BYTE * length
}
