//! The look of the output, in all formats.

/// The settings of all writers.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    pub end: u8,
    pub coloured: bool,
    pub hyperlinks: bool,
    /// Standard output is a terminal: hidden characters are made visible, and lines appear at once.
    pub terminal: bool,
}
