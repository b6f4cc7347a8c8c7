//! A window of a text.

/// A stretch of the text in memory. Positions in it are indices into `bytes`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window<'w> {
    /// The bytes: first some that are settled and kept to look back at, then those that are not.
    pub(crate) bytes: &'w [u8],
    /// The offset of the first byte in the whole text.
    pub(crate) base: usize,
    /// The text ends where the bytes end.
    pub(crate) is_end: bool,
}
