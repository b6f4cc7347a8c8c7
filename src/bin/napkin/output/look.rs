//! How what is written looks, whatever its format.

/// What all writers go by.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// What ends each record.
    pub end: u8,
    /// Whether there are colours.
    pub coloured: bool,
    /// Whether links can be clicked on.
    pub hyperlinks: bool,
    /// Whether standard output is a terminal: hidden characters are made visible, and lines appear at once.
    pub terminal: bool,
}
