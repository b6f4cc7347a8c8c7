//! Folded texts: calendars, cards and LDIF, whose long lines go on in the next line behind a space.

mod recognise;
mod search;
pub(in crate::source) mod unfold;

pub(crate) use self::{recognise::recognise, search::search};
