//! How what is written looks, whatever its format.

/// What all writers go by.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// What ends each record.
    pub end: u8,
    /// There are colours.
    pub coloured: bool,
    /// Links can be clicked on.
    pub hyperlinks: bool,
    /// Standard output is a terminal: hidden characters are made visible, and lines appear at once.
    pub terminal: bool,
}
