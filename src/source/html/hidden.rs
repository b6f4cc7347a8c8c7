//! What browsers don't show, in the middle of a word: the word in front of it and what goes on behind it make no host together, and neither does by itself.

use super::map::Mapped;

/// Put on both sides of hidden text. A host next to an invisible character is rejected.
const UNSEEN: &[u8] = "\u{2060}".as_bytes();

/// Hidden text, and the word before it.
#[derive(Debug, Default)]
pub(super) struct Hidden {
    /// The end of the word directly before it in the text, until it is known whether the word continues.
    word_end: Option<usize>,
    /// True after its end.
    is_over: bool,
}

impl Hidden {
    /// Takes the tag that begins or ends it. The tag ends at `position` of the source.
    pub(super) fn tag(&mut self, text: &mut Mapped, is_end: bool, position: usize) {
        self.is_over = is_end;
        if !is_end && self.word_end.is_none() && text.bytes.last().is_some_and(|&byte| byte > b' ') {
            self.word_end = Some(text.bytes.len());
            // They keep the room for the mark, if the word goes on.
            text.push(&[b'\n'; UNSEEN.len()], position..position);
        }
    }

    /// Takes a line end or block. No word continues over hidden text then.
    pub(super) fn end_word(&mut self) {
        if self.is_over {
            self.word_end = None;
        }
    }

    /// Takes the displayed text after it, at `position` of the source. Marks both parts of a word that continues.
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
