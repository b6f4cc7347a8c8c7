//! Where the reading of a URI stands: the one way in which grammars, productions and the rules of schemes go through it.

use crate::uri::{
    class::{CharClass, ComponentTable, HEXDIG, is_bidi_formatting, is_iprivate, is_ucschar, part},
    rejection::{ComponentRules, Rejection, Rule},
};

/// A position in a string that is read from left to right, with the classes and rules of a grammar.
///
/// It stops at the first byte that nothing accepts, and never inside a character. Functions that are rarely called take
/// it by value: a cursor whose address is not taken stays in registers.
#[derive(Clone, Copy)]
pub(crate) struct UriCursor<'u> {
    text: &'u str,
    at: usize,
    table: &'static ComponentTable,
    rules: &'static ComponentRules,
}

impl<'u> UriCursor<'u> {
    #[inline]
    pub(crate) fn new(text: &'u str, table: &'static ComponentTable, rules: &'static ComponentRules) -> UriCursor<'u> {
        UriCursor { text, at: 0, table, rules }
    }

    /// Returns the same position in a string that is cut at `end`, or after the character there.
    pub(crate) fn cut_off(&self, end: usize) -> UriCursor<'u> {
        let mut end = end.min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end += 1;
        }
        UriCursor { text: self.text.get(..end).unwrap_or(self.text), ..*self }
    }

    #[inline]
    pub(crate) fn position(&self) -> usize {
        self.at
    }

    /// Moves to another position, a character boundary.
    #[inline]
    pub(crate) fn go_to(&mut self, at: usize) {
        self.at = at;
    }

    #[inline]
    pub(crate) fn peek(&self) -> Option<u8> {
        self.bytes().get(self.at).copied()
    }

    #[inline]
    pub(crate) fn bytes(&self) -> &'u [u8] {
        self.text.as_bytes()
    }

    #[inline]
    pub(crate) fn rest(&self) -> &'u [u8] {
        self.bytes().get(self.at..).unwrap_or_default()
    }

    #[inline]
    pub(crate) fn since(&self, start: usize) -> &'u [u8] {
        self.bytes().get(start..self.at).unwrap_or_default()
    }

    /// Returns `true` if only a fragment may be left, which belongs to no scheme (RFC 3986, 3.5).
    pub(crate) fn is_before_fragment(&self) -> bool {
        match self.peek() {
            Some(b'#') => self.table.has_fragments(),
            next => next.is_none(),
        }
    }

    /// Returns `true` if only a query and a fragment may be left.
    pub(crate) fn is_before_query(&self) -> bool {
        self.peek() == Some(b'?') || self.is_before_fragment()
    }

    /// "The authority component is [...] terminated by the next slash, question mark, or number sign character, or by
    /// the end of the URI."
    #[inline]
    pub(crate) fn is_behind_authority(&self) -> bool {
        matches!(self.peek(), None | Some(b'/' | b'?' | b'#'))
    }

    /// Skips `byte` if it is next.
    #[inline]
    pub(crate) fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Skips `text` if it is next.
    #[inline]
    pub(crate) fn eat_all(&mut self, text: &[u8]) -> bool {
        let found = self.rest().starts_with(text);
        self.at += if found { text.len() } else { 0 };
        found
    }

    /// Reads the characters of `class`. Returns their length in bytes. Only complete escapes are read.
    pub(crate) fn run(&mut self, class: &CharClass) -> usize {
        self.run_up_to(class, usize::MAX)
    }

    /// Does the same, for at most `max` characters.
    pub(crate) fn run_up_to(&mut self, class: &CharClass, max: usize) -> usize {
        let start = self.at;
        let mut count = 0;
        while count < max && self.take(class) {
            count += 1;
        }
        self.at - start
    }

    #[inline]
    fn take(&mut self, class: &CharClass) -> bool {
        let length = match self.peek() {
            Some(byte) if class.has(byte) => 1,
            Some(b'%') if class.escapes() && self.is_escape() => 3,
            Some(0x80..) if class.beyond_ascii() => self.next_char().map_or(0, char::len_utf8),
            _ => 0,
        };
        self.at += length;
        length > 0
    }

    /// Reads one character of `class`, or returns `rule`.
    pub(crate) fn one(&mut self, class: &CharClass, rule: &'static Rule) -> Result<(), Rejection> {
        if self.take(class) { Ok(()) } else { self.refuse(rule) }
    }

    /// Reads at least one character of `class`, or returns `rule`.
    pub(crate) fn some(&mut self, class: &CharClass, rule: &'static Rule) -> Result<(), Rejection> {
        if self.run(class) == 0 { self.refuse(rule) } else { Ok(()) }
    }

    /// Reads `text`, or returns `rule` at the first byte that differs.
    pub(crate) fn expect(&mut self, text: &[u8], rule: &'static Rule) -> Result<(), Rejection> {
        for &byte in text {
            if !self.eat(byte) {
                return self.refuse(rule);
            }
        }
        Ok(())
    }

    /// Returns `rule` if anything but a fragment is left.
    pub(crate) fn expect_end(&self, rule: &'static Rule) -> Result<(), Rejection> {
        if self.is_before_fragment() { Ok(()) } else { self.refuse(rule) }
    }

    /// Returns `rule` if anything but a query and a fragment is left.
    pub(crate) fn expect_end_of_path(&self, rule: &'static Rule) -> Result<(), Rejection> {
        if self.is_before_query() { Ok(()) } else { self.refuse(rule) }
    }

    #[inline]
    fn is_escape(&self) -> bool {
        matches!(self.rest(), [b'%', high, low, ..] if HEXDIG.has(*high) && HEXDIG.has(*low))
    }

    #[inline]
    fn next_char(&self) -> Option<char> {
        self.text.get(self.at..).and_then(|rest| rest.chars().next())
    }

    /// Rejects the byte here. Returns `rule`, or a more general one: for a broken escape, for a fragment if the grammar
    /// has none, and for bidirectional formatting in an IRI.
    #[cold]
    pub(crate) fn refuse<T>(self, rule: &'static Rule) -> Result<T, Rejection> {
        let has_bidi_rule = self.table.ucschar != 0;
        let rule = match self.peek() {
            Some(b'%') if !self.is_escape() => self.rules.escape,
            Some(b'#') if !self.table.has_fragments() => self.rules.fragment,
            Some(0x80..) if has_bidi_rule && self.next_char().is_some_and(is_bidi_formatting) => self.rules.bidi,
            _ => rule,
        };
        Err(Rejection::new(self.at, rule))
    }

    /// Reads the characters that the table allows in `part`.
    #[inline(always)]
    pub(crate) fn component(&mut self, part: u8) {
        self.at = self.literals_end(self.at, part);
        if matches!(self.peek(), Some(b'%' | 0x80..)) {
            self.at = self.component_end(part);
        }
    }

    /// Returns the end of the component. The next byte may begin an escape or a character beyond ASCII.
    #[inline(never)]
    fn component_end(mut self, part: u8) -> usize {
        let table = self.table;
        loop {
            match self.peek() {
                Some(b'%') if table.escapes & part != 0 && self.is_escape() => self.at += 3,
                Some(0x80..) if (table.ucschar | table.iprivate) & part != 0 => {
                    let stands = |c: &char| {
                        !is_bidi_formatting(*c)
                            && (table.ucschar & part != 0 && is_ucschar(*c)
                                || table.iprivate & part != 0 && is_iprivate(*c))
                    };
                    match self.next_char().filter(stands) {
                        Some(c) => self.at += c.len_utf8(),
                        None => return self.at,
                    }
                }
                _ => {
                    let start = self.at;
                    self.at = self.literals_end(start, part);
                    if self.at == start || !matches!(self.peek(), Some(b'%' | 0x80..)) {
                        return self.at;
                    }
                }
            }
        }
    }

    /// Returns the end of the unescaped ASCII characters, four at a time.
    #[inline(always)]
    fn literals_end(&self, start: usize, part: u8) -> usize {
        let (literal, bytes) = (&self.table.literal, self.bytes());
        let rest = bytes.get(start..).unwrap_or_default();
        let (fours, tail) = rest.as_chunks::<4>();
        let mut at = start;
        for four in fours {
            let all = four.iter().fold(part, |all, &byte| all & literal[byte as usize]);
            if all == 0 {
                return at + stops(literal, four, part).trailing_zeros() as usize;
            }
            at += four.len();
        }
        match bytes.last_chunk::<4>() {
            // The string's last four bytes, without those before the tail.
            Some(last) => {
                let stops = stops(literal, last, part) >> (4 - tail.len());
                at + (stops.trailing_zeros() as usize).min(tail.len())
            }
            None => at + tail.iter().take_while(|&&byte| literal[byte as usize] & part != 0).count(),
        }
    }

    /// Reads a scheme. Returns it as a number in lower case, in which the last eight bytes count.
    #[inline]
    pub(crate) fn scheme(&mut self) -> u64 {
        let (mut key, mut length) = (0, 0);
        for &byte in self.rest() {
            if !self.table.has(byte, part::SCHEME) {
                break;
            }
            // Of the characters in a scheme only letters lack this bit, so that no two schemes fall together.
            key = key << 8 | u64::from(byte | 0x20);
            length += 1;
        }
        self.at += length;
        key
    }
}

/// Returns which of four bytes are not allowed in `part`, the lowest bit for the first.
#[inline]
fn stops(literal: &[u8; 256], four: &[u8; 4], part: u8) -> u32 {
    four.iter().rev().fold(0, |stops, &byte| stops << 1 | u32::from(literal[byte as usize] & part == 0))
}
