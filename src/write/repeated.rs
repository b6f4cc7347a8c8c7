//! How much of an output a link may become: its URL stands in it once for each piece that it is broken into.

/// How many bytes of URLs a byte of a link may become, and how many there may be beyond that: a long URL with a break behind each of
/// its characters would make gigabytes of a text of some kilobytes.
const MADE_A_BYTE: usize = 32;
const MADE_TO_BEGIN: usize = 4 << 10;

/// Returns `true` if it is too much to write so many bytes for each of the pieces of a link that is `length` bytes long: then it stays text.
pub(crate) fn is_too_much(pieces: usize, each: usize, length: usize) -> bool {
    pieces > 1 && pieces.saturating_mul(each) > MADE_TO_BEGIN + MADE_A_BYTE * length
}
