//! What a search says of the text around a plain name: whether it is a host's, and what its quotation marks hold.

use crate::{
    config::Config,
    engine::{
        delimit::plain_host::Around,
        forms::{host, member},
        rejoin::{
            self,
            closing::Closing,
            enclosed::{self, Enclosure, Far},
        },
        window::{Steps, Window},
    },
    link::Pieces,
};

/// What plain names are looked for in.
pub(super) struct NamesAround<'s, 'w, W> {
    pub(super) config: &'s Config,
    pub(super) window: &'s Window<'w>,
    /// Whether evidence is weighed there.
    pub(super) weighs: W,
    pub(super) steps: Steps,
}

impl<W: Fn() -> bool> Around for NamesAround<'_, '_, W> {
    fn takes_for_host(&self, start: usize, end: usize) -> Option<bool> {
        member::is_host(&self.window.ahead(start, self.config.window, &self.steps), start, end).ok()
    }

    fn stops_with_name(&self, start: usize, end: usize) -> Option<bool> {
        host::name_is_over(&self.window.ahead(start, self.config.window, &self.steps), start, end).ok()
    }

    fn quotation(&self, start: usize, marks: &'static [char]) -> Option<Option<usize>> {
        let ahead = self.window.ahead(start, self.config.window, &self.steps);
        // What has to be read far ahead takes a closer look, which pays for it.
        let found = enclosed::read(&ahead, start, Closing::Quote(marks), self.config.rejoin, &Far::default());
        match found.ok()? {
            Enclosure::Closed(Pieces::One(piece)) => Some(Some(piece.end)),
            Enclosure::Closed(Pieces::Many(_)) | Enclosure::TooFar { .. } => None,
            Enclosure::Unopened => Some(None),
        }
    }

    fn weighs(&self) -> bool {
        (self.weighs)()
    }

    fn continues_behind(&self, bytes: &[u8], at: usize) -> Option<bool> {
        if self.weighs() { rejoin::may_go_on(bytes, at) } else { Some(false) }
    }
}
