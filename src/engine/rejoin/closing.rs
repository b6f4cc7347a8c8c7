//! What closes a delimiter that opened in front of a URL.

/// What ends a delimited URL, and so what may stand inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Closing {
    /// `>`: all white space inside is ignored.
    Angle,
    /// One of these quotation marks: only white space around a line end is ignored.
    Quote(&'static [char]),
}
