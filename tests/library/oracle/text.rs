//! A text as a list of characters.

use std::ops::Range;

/// The characters of a text. Places in it are indices into this list.
pub struct Text {
    chars: Vec<char>,
    /// The byte offset of each character, and of the end.
    offsets: Vec<usize>,
}

impl Text {
    pub fn new(source: &str) -> Text {
        Text {
            chars: source.chars().collect(),
            offsets: source.char_indices().map(|(offset, _)| offset).chain([source.len()]).collect(),
        }
    }

    pub fn len(&self) -> usize {
        self.chars.len()
    }

    pub fn at(&self, at: usize) -> Option<char> {
        self.chars.get(at).copied()
    }

    pub fn before(&self, at: usize) -> Option<char> {
        self.at(at.checked_sub(1)?)
    }

    /// Returns `true` if the character there is one of these.
    pub fn is(&self, at: usize, is_one: impl Fn(char) -> bool) -> bool {
        self.at(at).is_some_and(is_one)
    }

    /// The characters of a range, as far as the text goes.
    pub fn slice(&self, range: Range<usize>) -> String {
        self.chars.iter().take(range.end).skip(range.start).collect()
    }

    /// Returns `true` if the word stands there, in any letter case.
    pub fn has(&self, at: usize, word: &str) -> bool {
        word.chars().enumerate().all(|(index, c)| self.is(at + index, |there| there.eq_ignore_ascii_case(&c)))
    }

    /// Returns `true` if the word ends there, in any letter case.
    pub fn has_before(&self, at: usize, word: &str) -> bool {
        at.checked_sub(word.chars().count()).is_some_and(|start| self.has(start, word))
    }

    /// Returns where the characters that are of a kind end, from `at` on.
    pub fn run(&self, mut at: usize, is_of_run: impl Fn(char) -> bool) -> usize {
        while self.is(at, &is_of_run) {
            at += 1;
        }
        at
    }

    /// Returns where the characters before `end` begin that are of a kind, not before `floor`.
    pub fn run_back(&self, floor: usize, end: usize, is_of_run: impl Fn(char) -> bool) -> usize {
        let mut start = end;
        while start > floor && self.is(start - 1, &is_of_run) {
            start -= 1;
        }
        start
    }

    pub fn bytes(&self, range: Range<usize>) -> Range<usize> {
        self.offsets[range.start]..self.offsets[range.end]
    }
}
