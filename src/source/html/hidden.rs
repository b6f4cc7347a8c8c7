//! What browsers don't show, in the middle of a word: the word in front of it and what goes on behind it make no host together, and neither does by itself.

use super::map::Mapped;

/// Stands on both sides of it: next to what nobody sees a host is refused.
const UNSEEN: &[u8] = "\u{2060}".as_bytes();

/// What is not shown, and the word in front of it.
#[derive(Debug, Default)]
pub(super) struct Hidden {
    /// Where in the text the word ends that stands right in front, until it is known whether it goes on behind.
    word_end: Option<usize>,
    /// What is not shown is over.
    is_over: bool,
}

impl Hidden {
    /// Takes the tag that begins or ends it, which ends at `position` of the source.
    pub(super) fn tag(&mut self, text: &mut Mapped, is_end: bool, position: usize) {
        self.is_over = is_end;
        if !is_end && self.word_end.is_none() && text.bytes.last().is_some_and(|&byte| byte > b' ') {
            self.word_end = Some(text.bytes.len());
            // They keep the room for the mark, if the word goes on.
            text.push(&[b'\n'; UNSEEN.len()], position..position);
        }
    }

    /// Takes what ends a line or stands apart: behind what is not shown no word goes on over it.
    pub(super) fn end_word(&mut self) {
        if self.is_over {
            self.word_end = None;
        }
    }

    /// Takes what is shown behind it, from `position` of the source on, and marks both parts of the word that goes on with it.
    pub(super) fn show(&mut self, text: &mut Mapped, behind: &[u8], position: usize) {
        if self.is_over
            && let Some(end) = self.word_end.take()
            && behind.first().is_some_and(|&byte| byte > b' ')
        {
            text.bytes[end..end + UNSEEN.len()].copy_from_slice(UNSEEN);
            text.push(UNSEEN, position..position);
        }
    }
}
