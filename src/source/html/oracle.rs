//! What html5gum makes of a document, which the tokenizer here is held against.

use std::ops::Range;

use html5gum::{Emitter, Error, State};

use super::{
    document::{Document, DocumentReader},
    tokenizer::{Doctype, RawText, Tokens, tokenize},
    tree::Tree,
};

/// Passes on the tokens of html5gum in the form of our tokenizer's.
struct Gum<'s, T> {
    source: &'s [u8],
    tokens: T,
    position: usize,
    from: usize,
    tag_start: usize,
    is_end: bool,
    is_closed: bool,
    is_hidden: bool,
    is_value_wanted: bool,
    name: Vec<u8>,
    last_start_tag: Vec<u8>,
    doctype: [Vec<u8>; 3],
    has_identifiers: [bool; 2],
    is_damaged: bool,
}

impl<T: Tokens> Gum<'_, T> {
    /// Emits text, with each NUL separately.
    fn text(&mut self, chunk: &[u8], source: Range<usize>) {
        if chunk.len() != source.len() {
            return self.tokens.text(chunk, source);
        }
        let mut at = source.start;
        for part in chunk.split_inclusive(|&byte| byte == 0) {
            let (before, nul) = part.split_at(part.len() - usize::from(part.ends_with(b"\0")));
            for some in [before, nul] {
                if !some.is_empty() {
                    self.tokens.text(some, at..at + some.len());
                    at += some.len();
                }
            }
        }
    }

    fn source_of(&mut self, chunk: &[u8]) -> Range<usize> {
        let to = self.position.min(self.source.len());
        let mut from = self.from.min(to);
        self.from = to;
        // The line feed of a CRLF before it was passed over.
        if to - from > chunk.len() && self.source[..=from].ends_with(b"\r\n") {
            from += 1;
        }
        let exact = to.saturating_sub(chunk.len()).max(from);
        let is_reference = self.source[from..to].starts_with(b"&") && to - from > chunk.len();
        if !is_reference && self.source[exact..to] == *chunk { exact..to } else { from..to }
    }
}

impl<T: Tokens> Emitter for Gum<'_, T> {
    type Token = std::convert::Infallible;

    fn move_position(&mut self, offset: isize) {
        self.position = self.position.saturating_add_signed(offset);
    }

    fn init_string(&mut self) {
        self.from = self.position;
    }

    fn emit_string(&mut self, chunk: &[u8]) {
        if !chunk.is_empty() {
            let source = self.source_of(chunk);
            if !self.is_hidden {
                self.text(chunk, source);
            }
        }
    }

    fn start_open_tag(&mut self) {
        self.tag_start = self.position.saturating_sub(1);
        self.from = self.tag_start;
    }

    fn init_start_tag(&mut self) {
        (self.is_end, self.is_closed) = (false, false);
        self.name.clear();
        self.tokens.begin_tag(self.tag_start, false);
    }

    fn init_end_tag(&mut self) {
        (self.is_end, self.is_closed) = (true, false);
        self.name.clear();
        self.tokens.begin_tag(self.tag_start, true);
    }

    fn push_tag_name(&mut self, name: &[u8]) {
        self.name.extend_from_slice(name);
        self.tokens.tag_name(name);
    }

    fn set_self_closing(&mut self) {
        self.is_closed = true;
    }

    fn init_attribute(&mut self) {
        self.tokens.begin_attribute();
    }

    fn push_attribute_name(&mut self, name: &[u8]) {
        self.tokens.attribute_name(name);
    }

    fn init_attribute_value(&mut self) {
        self.is_value_wanted = self.tokens.begin_value();
        self.from = self.position;
    }

    fn push_attribute_value(&mut self, chunk: &[u8]) {
        let source = self.source_of(chunk);
        if self.is_value_wanted {
            self.tokens.value(chunk, source);
        }
    }

    fn emit_current_tag(&mut self) -> Option<State> {
        self.is_hidden = false;
        let raw = self.tokens.finish_tag(self.position, self.is_closed);
        self.from = self.position;
        self.last_start_tag.clear();
        if !self.is_end {
            self.last_start_tag.clone_from(&self.name);
        }
        let (raw, is_shown) = raw?;
        self.is_hidden = !is_shown;
        Some(match raw {
            RawText::WithReferences => State::RcData,
            RawText::Plain => State::RawText,
            RawText::Script => State::ScriptData,
            RawText::Endless => State::PlainText,
        })
    }

    fn emit_eof(&mut self) {
        self.tokens.finish();
    }

    fn current_is_appropriate_end_tag_token(&mut self) -> bool {
        self.is_end && !self.last_start_tag.is_empty() && self.name == self.last_start_tag
    }

    fn set_last_start_tag(&mut self, name: Option<&[u8]>) {
        self.last_start_tag = name.unwrap_or_default().to_vec();
    }

    fn should_emit_errors(&mut self) -> bool {
        false
    }

    fn pop_token(&mut self) -> Option<Self::Token> {
        None
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&mut self) -> bool {
        self.tokens.takes_character_data()
    }

    fn push_comment(&mut self, comment: &[u8]) {
        if comment == b"[CDATA[" {
            self.tokens.character_data_comment(self.tag_start);
        }
    }

    fn init_doctype(&mut self) {
        (self.doctype, self.has_identifiers, self.is_damaged) = Default::default();
    }

    fn push_doctype_name(&mut self, name: &[u8]) {
        self.doctype[0].extend_from_slice(name);
    }

    fn set_doctype_public_identifier(&mut self, identifier: &[u8]) {
        self.has_identifiers[0] = true;
        self.doctype[1].extend_from_slice(identifier);
    }

    fn set_doctype_system_identifier(&mut self, identifier: &[u8]) {
        self.has_identifiers[1] = true;
        self.doctype[2].extend_from_slice(identifier);
    }

    fn push_doctype_public_identifier(&mut self, identifier: &[u8]) {
        self.doctype[1].extend_from_slice(identifier);
    }

    fn push_doctype_system_identifier(&mut self, identifier: &[u8]) {
        self.doctype[2].extend_from_slice(identifier);
    }

    fn set_force_quirks(&mut self) {
        self.is_damaged = true;
    }

    fn emit_current_doctype(&mut self) {
        let [name, public, system] = &self.doctype;
        let [has_public, has_system] = self.has_identifiers;
        self.tokens.doctype(Doctype {
            name,
            public: has_public.then_some(public),
            system: has_system.then_some(system),
            is_damaged: self.is_damaged,
        });
    }

    fn emit_error(&mut self, _: Error) {}
    fn init_comment(&mut self) {}
    fn emit_current_comment(&mut self) {}
}

fn by_html5gum(source: &[u8], tokens: impl Tokens) {
    let gum = Gum {
        source,
        tokens,
        position: 0,
        from: 0,
        tag_start: 0,
        is_end: false,
        is_closed: false,
        is_hidden: false,
        is_value_wanted: false,
        name: Vec::new(),
        last_start_tag: Vec::new(),
        doctype: Default::default(),
        has_identifiers: [false; 2],
        is_damaged: false,
    };
    let Ok(()) = html5gum::Tokenizer::new_with_emitter(source, gum).finish();
}

/// Returns everything known of a document: its text, its URLs, the text to leave unchanged. The value of an unclosed
/// tag does not count.
fn known(document: &Document) -> impl PartialEq + std::fmt::Debug + use<> {
    let value = |range| String::from_utf8_lossy(document.value(&range)).into_owned();
    // Nothing stands nowhere.
    let place = |range: Range<usize>| if range.is_empty() { 0..0 } else { document.values.range(range) };
    let urls =
        document.urls.iter().map(|url| (url.attribute, value(url.range.clone()), place(url.range), url.anchor_end));
    let text = String::from_utf8_lossy(&document.text.bytes).into_owned();
    let base = document.base.clone().map(value);
    (text, urls.collect::<Vec<_>>(), base, document.charset.clone(), document.left.clone())
}

fn check(source: &[u8]) {
    for has_tree in [false, true] {
        let tree = || has_tree.then(|| Tree::new(&[]));
        let (mut ours, mut theirs) = (Document::default(), Document::default());
        tokenize(source, &mut DocumentReader::new(source, &mut ours, tree()));
        by_html5gum(source, DocumentReader::new(source, &mut theirs, tree()));
        assert_eq!(known(&ours), known(&theirs), "{:?} {has_tree}", String::from_utf8_lossy(source));
        for at in 0..ours.text.bytes.len() {
            let (byte, place, theirs) =
                (ours.text.bytes[at], ours.text.range(at..at + 1), theirs.text.range(at..at + 1));
            // Of what html5gum takes back it knows the place less well.
            let is_it = match &source[place.clone()] {
                [own] => {
                    *own == byte
                        || *own == 0
                        || own.is_ascii_whitespace() && byte == b' '
                        || *own == b'\r' && byte == b'\n'
                }
                own => own.is_empty() && byte.is_ascii_whitespace(),
            };
            assert!(is_it || place == theirs, "{at} in {:?}: {place:?}, {theirs:?}", String::from_utf8_lossy(source));
        }
    }
}

/// The parts of generated documents, with everything special to a tokenizer.
const WORDS: &str = "<|>|/|!|-|--|=|\"|'|&|;|#| |\n|\r|\r\n|\t|\x0C|\0|a|B|é|]|]]>|<!--|-->|--!>|<!|<?|</|\
     <a href=|<A HREF='|http://a.example/|</a>|<p>|</p>|<b|/>|<br/>|<script>|</script>|<script|</SCRIPT |\
     <style>|</style>|<title>|</title>|</titl|<textarea>|</textarea>|<xmp>|</xmp>|<plaintext>|<iframe>|\
     </iframe>|<noscript>|</noscript>|<svg>|</svg>|<math>|<![CDATA[|<table>|<td>|<select>|<template>|\
     </template>|<pre>|&amp;|&amp|&lt;|&notit;|&notin;|&nosuch;|&#38;|&#x26|&#0;|&#128;|&copy=|\
     <!doctype html>|<!DOCTYPE| public | system |<meta charset=x>|<base href=";

#[test]
fn the_tokenizer_reads_what_html5gum_reads() {
    let words: Vec<&str> = WORDS.split('|').collect();
    let mut state = 1u32;
    let mut below = |bound: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as usize % bound
    };
    for _ in 0..40_000 {
        let length = 1 + below(14);
        let source: String = (0..length).map(|_| words[below(words.len())]).collect();
        // Of a tag without an end html5gum has handed out more.
        check(format!("{source}'\">x").as_bytes());
    }
}

#[test]
fn every_two_words_read_alike() {
    for first in WORDS.split('|') {
        for second in WORDS.split('|') {
            check(format!("{first}{second}").as_bytes());
            check(format!("<script>{first}{second}</script>x").as_bytes());
            check(format!("<!doctype{first}{second}>x").as_bytes());
        }
    }
}
