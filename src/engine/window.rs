//! A window of a text.

/// A stretch of the text in memory. Positions in it are indices into `bytes`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window<'w> {
    /// The settled bytes that are kept for looking back, then the unsettled bytes.
    pub(crate) bytes: &'w [u8],
    /// The offset of the first byte in the whole text.
    pub(crate) base: usize,
    /// The text ends where the bytes end.
    pub(crate) is_end: bool,
}
