//! The bytes that one reading sees, their classes, and whether the reading asked for more of them.

use std::cell::Cell;

use crate::text::utf8::{self, Char};

/// The bytes from the window's start to as far as a URL may reach.
///
/// A reading asks without caring where the bytes end: behind them there is nothing but NUL, which ends everything. That it asked is kept, so
/// that what it found is settled only if the text ends there, too.
#[derive(Debug)]
pub(crate) struct Text<'t> {
    pub(crate) bytes: &'t [u8],
    met_end: Cell<bool>,
    steps: Cell<u64>,
}

impl<'t> Text<'t> {
    pub(crate) fn new(bytes: &'t [u8]) -> Text<'t> {
        Text { bytes, met_end: Cell::new(false), steps: Cell::new(0) }
    }

    /// Returns `true` if a question was asked that the bytes after these may answer otherwise.
    pub(crate) fn met_end(&self) -> bool {
        self.met_end.get()
    }

    /// The bytes that were looked at so far, some of them several times.
    pub(crate) fn steps(&self) -> u64 {
        self.steps.get()
    }

    /// Counts work that is not counted by the questions themselves.
    pub(crate) fn worked(&self, steps: usize) {
        self.steps.set(self.steps.get() + steps as u64);
    }

    /// Takes over the steps and the end that a reading of a view of this text met.
    pub(crate) fn absorb(&self, steps: u64, met_end: bool) {
        self.steps.set(self.steps.get() + steps);
        self.met_end.set(self.met_end.get() || met_end);
    }

    /// The byte at `at`; NUL after the last.
    #[inline]
    pub(crate) fn byte(&self, at: usize) -> u8 {
        match self.bytes.get(at) {
            Some(&byte) => byte,
            None => {
                self.met_end.set(true);
                0
            }
        }
    }

    /// The byte before `at`; NUL before the first.
    #[inline]
    pub(crate) fn byte_before(&self, at: usize) -> u8 {
        if at == 0 { 0 } else { self.bytes[at - 1] }
    }

    /// Returns `true` if `word` stands at `at`.
    #[inline]
    pub(crate) fn has(&self, at: usize, word: &[u8]) -> bool {
        let rest = self.bytes.get(at..).unwrap_or_default();
        if rest.len() < word.len() && word.starts_with(rest) {
            self.met_end.set(true);
        }
        rest.starts_with(word)
    }

    /// At most `count` bytes from `at` on.
    pub(crate) fn ahead(&self, at: usize, count: usize) -> &'t [u8] {
        let rest = self.bytes.get(at..).unwrap_or_default();
        if rest.len() < count {
            self.met_end.set(true);
        }
        &rest[..rest.len().min(count)]
    }

    /// The index of the first byte from `at` on that ends something, or that of the byte `most` further on.
    pub(crate) fn until(&self, at: usize, most: usize, ends: impl Fn(u8) -> bool) -> usize {
        let rest = self.bytes.get(at..).unwrap_or_default();
        let rest = &rest[..rest.len().min(most)];
        let length = rest.iter().position(|&byte| ends(byte)).unwrap_or_else(|| {
            if rest.len() < most {
                self.met_end.set(true);
            }
            rest.len()
        });
        self.worked(length);
        at + length
    }

    /// The character at `at` and its length; NUL, of length 0, where there is none and where the bytes are not UTF-8.
    #[inline]
    pub(crate) fn char(&self, at: usize) -> (char, usize) {
        let byte = self.byte(at);
        if byte.is_ascii() {
            return (byte as char, usize::from(at < self.bytes.len()));
        }
        match utf8::decode(self.ahead(at, 4)) {
            Char::Valid(c, length) => (c, length),
            _ => ('\0', 0),
        }
    }

    /// The character that ends before `at`; NUL where there is none.
    #[inline]
    pub(crate) fn char_before(&self, at: usize) -> char {
        match utf8::char_before(self.bytes, at) {
            Char::Valid(c, _) => c,
            _ => '\0',
        }
    }

    /// The index of the first byte from `at` on that is not of the class.
    #[inline]
    pub(crate) fn run(&self, at: usize, class: Class) -> usize {
        let rest = self.bytes.get(at..).unwrap_or_default();
        let length = rest.iter().position(|&byte| !is(byte, class)).unwrap_or_else(|| {
            self.met_end.set(true);
            rest.len()
        });
        self.worked(length);
        at + length
    }

    /// The index where the run of bytes of the class begins that ends before `end`, not before `floor`.
    #[inline]
    pub(crate) fn run_back(&self, floor: usize, end: usize, class: Class) -> usize {
        let length = self.bytes[floor..end].iter().rev().take_while(|&&byte| is(byte, class)).count();
        self.worked(length);
        end - length
    }
}

/// A set of bytes: a bit of [`CLASSES`].
#[derive(Clone, Copy)]
pub(crate) struct Class(u16);

/// RFC 3986, 3.1: `ALPHA / DIGIT / "+" / "-" / "."`.
pub(crate) const SCHEME: Class = Class(1);
/// A label of a host name as people write it.
pub(crate) const LABEL: Class = Class(2);
/// RFC 3986, 3.2.1: `*( unreserved / pct-encoded / sub-delims / ":" )`.
pub(crate) const USERINFO: Class = Class(4);
/// A URL may end after it, and it changes nothing.
pub(crate) const INCLUDE: Class = Class(8);
pub(crate) const DIGIT: Class = Class(16);
pub(crate) const BLANK: Class = Class(32);
/// White space and controls.
pub(crate) const SPACE: Class = Class(64);
/// No byte of white space or a control.
pub(crate) const VISIBLE: Class = Class(128);
/// The local part of a mail address, RFC 5322 `atext` and the dot, and all that is not ASCII.
pub(crate) const LOCAL: Class = Class(256);
/// A host name of ASCII.
pub(crate) const NAME: Class = Class(512);

const CLASSES: [u16; 256] = {
    let mut classes = [0; 256];
    let mut index = 0;
    while index < 256 {
        let byte = index as u8;
        let mut class = 0;
        if byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.') {
            class |= SCHEME.0;
        }
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_') {
            class |= LABEL.0 | NAME.0;
        }
        if byte == b'.' {
            class |= NAME.0;
        }
        if byte.is_ascii_alphanumeric()
            || matches!(
                byte,
                b'-' | b'.'
                    | b'_'
                    | b'~'
                    | b'%'
                    | b':'
                    | b'!'
                    | b'$'
                    | b'&'
                    | b'\''
                    | b'('
                    | b')'
                    | b'*'
                    | b'+'
                    | b','
                    | b';'
                    | b'='
            )
        {
            class |= USERINFO.0;
        }
        if byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-' | b'_' | b'~' | b'%' | b'$' | b'*' | b'+' | b'@')
        {
            class |= INCLUDE.0;
        }
        if byte.is_ascii_digit() {
            class |= DIGIT.0;
        }
        if matches!(byte, b' ' | b'\t') {
            class |= BLANK.0;
        }
        class |= if byte <= b' ' || byte == 0x7F { SPACE.0 } else { VISIBLE.0 };
        if byte.is_ascii_alphanumeric()
            || !byte.is_ascii()
            || matches!(
                byte,
                b'.' | b'!'
                    | b'#'
                    | b'$'
                    | b'%'
                    | b'&'
                    | b'\''
                    | b'*'
                    | b'+'
                    | b'-'
                    | b'/'
                    | b'='
                    | b'?'
                    | b'^'
                    | b'_'
                    | b'`'
                    | b'{'
                    | b'|'
                    | b'}'
                    | b'~'
            )
        {
            class |= LOCAL.0;
        }
        classes[index] = class;
        index += 1;
    }
    classes
};

#[inline]
pub(crate) fn is(byte: u8, class: Class) -> bool {
    CLASSES[usize::from(byte)] & class.0 != 0
}
