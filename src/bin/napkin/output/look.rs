//! How what is written looks, whatever its format.

/// What all writers go by.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    pub end: u8,
    pub coloured: bool,
    pub hyperlinks: bool,
    /// Standard output is a terminal: hidden characters are made visible, and lines appear at once.
    pub terminal: bool,
}
