//! What closes a delimiter that opened in front of a URL, and what may stand inside: all that the delimiters that enclose a
//! URL differ in.

use crate::{
    engine::{
        delimit::opening::Opening,
        forms::beginning::{Beginning, Form},
    },
    link::Delimiter,
    text::characters::{is_apostrophe, is_quotation_mark},
};

/// What ends a delimited URL, and so what may stand inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Closing {
    /// `>`: all white space inside is ignored.
    Angle,
    /// One of these quotation marks: only white space around a line end is ignored.
    Quote(&'static [char]),
}

impl Closing {
    /// What closes the delimiter that opens in front of a candidate; none where what opens there makes no URL of it.
    pub(crate) fn of(opening: Opening, beginning: &Beginning) -> Option<Closing> {
        let is_hierarchical = matches!(beginning.form, Form::Hierarchical(_));
        match opening {
            Opening::Angle { prefixed } if beginning.is_proven || prefixed || is_hierarchical => Some(Closing::Angle),
            Opening::Quote(marks) if beginning.is_proven => Some(Closing::Quote(marks)),
            _ => None,
        }
    }

    /// The delimiter that it closes.
    pub(crate) fn delimiter(self) -> Delimiter {
        match self {
            Closing::Angle => Delimiter::Angle,
            Closing::Quote(_) => Delimiter::Quote,
        }
    }

    /// Whether this character closes it.
    pub(super) fn closes_with(self, c: char) -> bool {
        match self {
            Closing::Angle => c == '>',
            Closing::Quote(marks) => marks.contains(&c),
        }
    }

    /// The apostrophe that closes it, in UTF-8; none closes it beside another.
    pub(super) fn apostrophe(self) -> Option<&'static [u8]> {
        let Closing::Quote(marks) = self else { return None };
        marks
            .iter()
            .find(|&&mark| is_apostrophe(mark))
            .map(|&mark| if mark == '\'' { &b"'"[..] } else { "’".as_bytes() })
    }

    /// Whether the character opens another delimiter of the kind: then this one is not a pair around a URL.
    pub(super) fn is_opened_again_by(self, c: char) -> bool {
        c == '<' || matches!(self, Closing::Quote(_)) && is_quotation_mark(c)
    }

    /// Whether all white space inside is ignored, in front of what closes it as well, and not only that around a line end.
    pub(super) fn ignores_blanks(self) -> bool {
        self == Closing::Angle
    }

    /// Whether words may stand inside, and behind the URL the punctuation of their sentence.
    pub(crate) fn may_hold_prose(self) -> bool {
        matches!(self, Closing::Quote(_))
    }
}
