//! The pieces of a URL: gathered one by one, put together, and found again in the text.

use std::borrow::Cow;

use crate::{
    link::{Piece, Pieces},
    text::characters::is_sentence_mark,
};

/// The pieces so far; the first needs no allocation.
#[derive(Default)]
pub(super) struct Gathered {
    first: Option<Piece>,
    all: Vec<Piece>,
}

impl Gathered {
    pub(super) fn push(&mut self, piece: Piece) {
        if piece.is_empty() {
            return;
        }
        match self.first.clone() {
            None => self.first = Some(piece),
            Some(first) => {
                if self.all.is_empty() {
                    self.all.push(first);
                }
                self.all.push(piece);
            }
        }
    }

    pub(super) fn len(&self) -> usize {
        self.all.len().max(usize::from(self.first.is_some()))
    }

    pub(super) fn truncate(&mut self, count: usize) {
        self.all.truncate(if count > 1 { count } else { 0 });
    }

    /// Takes the punctuation of a sentence off the end of the last piece.
    pub(super) fn trim_sentence(&mut self, bytes: &[u8]) {
        if let Some(piece) = self.all.last_mut().or(self.first.as_mut()) {
            while piece.len() > 1 && (is_sentence_mark(bytes[piece.end - 1]) || bytes[piece.end - 1] == b'\'') {
                piece.end -= 1;
            }
        }
    }

    pub(super) fn finish(&mut self) -> Option<Pieces> {
        if self.all.is_empty() {
            self.first.take().map(Pieces::One)
        } else {
            Some(Pieces::Many(std::mem::take(&mut self.all)))
        }
    }
}

/// The text of the pieces put together; borrowed when there is only one. None where it is not UTF-8.
pub(crate) fn join<'w>(bytes: &'w [u8], pieces: &Pieces) -> Option<Cow<'w, str>> {
    match pieces {
        Pieces::One(piece) => std::str::from_utf8(&bytes[piece.clone()]).ok().map(Cow::Borrowed),
        Pieces::Many(pieces) => {
            let joined: Vec<u8> = pieces.iter().flat_map(|piece| &bytes[piece.clone()]).copied().collect();
            String::from_utf8(joined).ok().map(Cow::Owned)
        }
    }
}

/// The source index of the byte at `offset` of the joined text.
pub(crate) fn source_index(pieces: &[Piece], mut offset: usize) -> usize {
    for piece in pieces {
        if offset < piece.len() {
            return piece.start + offset;
        }
        offset -= piece.len();
    }
    pieces.last().map_or(0, |piece| piece.end)
}
