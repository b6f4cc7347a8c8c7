//! Reads a URL from left to right in the words of a document's productions, and notes where its components are.

use super::super::{
    components::Components,
    grammar::{Syntax, part},
    rejection::{Rejection, Rule},
    table::{Class, HEXDIG},
};

/// Where the reading of a URL stands. It stops at the first byte that nothing took, and never inside a character.
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    syntax: &'static Syntax,
    out: Components,
    /// Where the `?` of a query stands.
    query: Option<usize>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8], syntax: &'static Syntax) -> Reader<'a> {
        Reader { bytes, at: 0, syntax, out: Components::default(), query: None }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// What was not read yet.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// What was read since `start`.
    pub(super) fn since(&self, start: usize) -> &'a [u8] {
        self.bytes.get(start..self.at).unwrap_or_default()
    }

    /// Goes on from a place that the reading has already passed.
    pub(super) fn go_to(&mut self, at: usize) {
        self.at = at;
    }

    pub(super) fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    pub(super) fn eat_all(&mut self, text: &[u8]) -> bool {
        let found = self.rest().starts_with(text);
        self.at += if found { text.len() } else { 0 };
        found
    }

    /// Takes the colon behind the scheme that begins the string.
    pub(super) fn eat_scheme_colon(&mut self) -> bool {
        self.out.scheme_end = self.at as u32;
        self.eat(b':')
    }

    /// Reads `text`, and refuses the first byte that differs from it.
    pub(super) fn expect(&mut self, text: &[u8], rule: &'static Rule) -> Result<(), Rejection> {
        for &byte in text {
            if !self.eat(byte) {
                return self.refuse(rule);
            }
        }
        Ok(())
    }

    /// Reads what is in `class`, and how many bytes that was. An escape is only read whole.
    pub(super) fn run(&mut self, class: &Class) -> usize {
        self.run_of(|byte| class.has(byte), class.escapes())
    }

    /// Reads at least one character of `class`.
    pub(super) fn some(&mut self, class: &Class, rule: &'static Rule) -> Result<(), Rejection> {
        if self.run(class) == 0 { self.refuse(rule) } else { Ok(()) }
    }

    /// Reads one character of `class`.
    pub(super) fn one(&mut self, class: &Class, rule: &'static Rule) -> Result<(), Rejection> {
        match self.peek() {
            Some(byte) if class.has(byte) => self.at += 1,
            Some(b'%') if class.escapes() && self.is_escape() => self.at += 3,
            _ => return self.refuse(rule),
        }
        Ok(())
    }

    /// Reads what may stand in a component by the document's table.
    pub(super) fn component(&mut self, part: u8) -> usize {
        let weave = &self.syntax.weave;
        self.run_of(|byte| weave.literal[usize::from(byte)] & part != 0, weave.escapes & part != 0)
    }

    fn run_of(&mut self, is_literal: impl Fn(u8) -> bool, escapes: bool) -> usize {
        let start = self.at;
        loop {
            match self.peek() {
                Some(byte) if is_literal(byte) => self.at += 1,
                Some(b'%') if escapes && self.is_escape() => self.at += 3,
                _ => return self.at - start,
            }
        }
    }

    /// Whether the percent sign here begins an escape.
    fn is_escape(&self) -> bool {
        self.bytes.get(self.at + 1..self.at + 3).is_some_and(|hex| hex.iter().all(|&digit| HEXDIG.has(digit)))
    }

    /// Notes the host that begins at `start` and ends at `end`.
    pub(super) fn host(&mut self, start: usize, end: usize) {
        self.out.host_start = start as u32;
        self.out.host_end = end as u32;
    }

    /// Forgets an authority that turned out to be none.
    pub(super) fn no_host(&mut self) {
        self.host(0, 0);
    }

    /// Notes that the path begins here.
    pub(super) fn begin_path(&mut self) {
        self.out.path_start = self.at as u32;
    }

    /// Takes the question mark that ends the path.
    pub(super) fn eat_question_mark(&mut self) -> bool {
        let at = self.at;
        let found = self.eat(b'?');
        if found {
            self.query = Some(at);
        }
        found
    }

    /// Nothing but a fragment may follow.
    pub(super) fn end(&self, rule: &'static Rule) -> Result<(), Rejection> {
        match self.peek() {
            None => Ok(()),
            Some(b'#') if self.has_fragments() => Ok(()),
            _ => self.refuse(rule),
        }
    }

    /// The byte here can't stand where it is. A broken escape can't anywhere, and neither can a fragment in a document
    /// that has none.
    pub(super) fn refuse<T>(&self, rule: &'static Rule) -> Result<T, Rejection> {
        let rule = match self.peek() {
            Some(b'%') if !self.is_escape() => self.syntax.rules.escape,
            Some(b'#') if !self.has_fragments() => self.syntax.rules.fragment,
            _ => rule,
        };
        Err(Rejection::new(self.at, rule))
    }

    fn has_fragments(&self) -> bool {
        self.syntax.has_fragments()
    }

    /// Reads the fragment, if there is one, and says where all components are.
    pub(super) fn finish(mut self) -> Result<Components, Rejection> {
        self.out.path_end = self.query.unwrap_or(self.at) as u32;
        self.out.query_end = self.at as u32;
        let fragment = self.syntax.rules.fragment;
        if self.has_fragments() && self.eat(b'#') && self.component(part::FRAGMENT) == 0 {
            return self.refuse(fragment);
        }
        if self.at == self.bytes.len() { Ok(self.out) } else { self.refuse(fragment) }
    }
}
