//! Where an undelimited URL ends after its authority: the termination algorithm of UTS #58, made stricter for running
//! text.

use crate::{
    engine::{
        scan::schemes,
        window::{Ahead, Cut},
    },
    text::{
        characters::{
            MAX_OPEN, Term, is_dash_or_ellipsis, is_email, is_joiner, is_markup_entity, is_stop,
            is_written_without_spaces, opening, term,
        },
        utf8::Char,
    },
};

/// What an ASCII byte means for the end of a URL.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// May end a URL.
    Include,
    /// Belongs to a URL only when something that may end one follows.
    Soft,
    /// A comma or semicolon: soft, and a separator when another URL begins right after it.
    Separator,
    /// The ampersand: may begin an entity, and clears the brackets of a query.
    Ampersand,
    /// Begins or clears a part: `/`, `?`, `#`, `=`.
    Structure,
    /// The colon: soft, and part of the fragment's `:~:`.
    Colon,
    /// An opening bracket.
    Open,
    /// A closing bracket.
    Close,
    /// Not in any URL: RFC 3986 has no place for it.
    Hard,
}

const CLASSES: [Class; 128] = {
    let mut classes = [Class::Hard; 128];
    let mut byte = 0x21;
    while byte < 0x7F {
        classes[byte] = match byte as u8 {
            b'!' | b'\'' | b'.' => Class::Soft,
            b',' | b';' => Class::Separator,
            b'&' => Class::Ampersand,
            b'/' | b'?' | b'#' | b'=' => Class::Structure,
            b':' => Class::Colon,
            b'(' | b'[' => Class::Open,
            b')' | b']' => Class::Close,
            b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}' => Class::Hard,
            _ => Class::Include,
        };
        byte += 1;
    }
    classes
};

/// The bytes that only move the end along while no bracket is open.
const IS_PLAIN: [bool; 256] = {
    let mut plain = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        plain[byte] = matches!(CLASSES[byte], Class::Include) || matches!(byte as u8, b'/' | b'=');
        byte += 1;
    }
    plain
};

/// The component of the URL that the scan is in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Component {
    Path,
    Query,
    Fragment,
}

/// The brackets that are open, innermost last. Deep nesting is not what brackets in a URL are for: what does not fit is
/// taken for text, which keeps the cost of each character constant.
struct Brackets {
    open: [char; MAX_OPEN],
    depth: usize,
}

impl Brackets {
    fn push(&mut self, bracket: char) -> bool {
        let fits = self.depth < MAX_OPEN;
        if fits {
            self.open[self.depth] = bracket;
            self.depth += 1;
        }
        fits
    }

    fn pop(&mut self, bracket: char) -> bool {
        let matches = self.depth > 0 && self.open[self.depth - 1] == bracket;
        self.depth -= usize::from(matches);
        matches
    }
}

/// Where the path, query and fragment that begin at `start` end. The result is at least `start`.
pub(crate) fn end(ahead: &Ahead, start: usize) -> Result<usize, Cut> {
    let brackets = Brackets { open: ['\0'; MAX_OPEN], depth: 0 };
    let mut tail = Tail { ahead, start, at: start, end: start, component: Component::Path, brackets };
    let scanned = tail.scan();
    ahead.worked(tail.at - start);
    scanned.map(|()| tail.end)
}

/// A path, query and fragment as far as they were read.
///
/// A second `#` in a fragment is taken along: people write it, and it is percent-encoded in the completed URL.
///
/// The algorithm is that of UTS #58 section 3.4: `end` is its `last_safe`. The additions for running text each say so.
struct Tail<'a, 'w, 'c> {
    ahead: &'a Ahead<'w, 'c>,
    start: usize,
    at: usize,
    /// Behind the last character that may end a URL.
    end: usize,
    component: Component,
    brackets: Brackets,
}

/// What a character does to the end of a URL, and its length in bytes.
enum Effect {
    /// The URL may end behind it.
    Safe(usize),
    /// It belongs to the URL only if something follows that may end one.
    Soft(usize),
    /// The URL ends before it.
    Stop,
}

impl Tail<'_, '_, '_> {
    fn scan(&mut self) -> Result<(), Cut> {
        loop {
            let Some(&byte) = self.ahead.bytes.get(self.at) else { return self.ahead.get(self.at).map(drop) };
            if self.brackets.depth == 0 && IS_PLAIN[usize::from(byte)] {
                let rest = &self.ahead.bytes[self.at + 1..];
                self.at += 1 + rest.iter().position(|&byte| !IS_PLAIN[usize::from(byte)]).unwrap_or(rest.len());
                self.end = self.at;
                continue;
            }
            match if byte.is_ascii() { self.ascii(byte)? } else { self.beyond_ascii()? } {
                Effect::Safe(length) => {
                    self.at += length;
                    self.end = self.at;
                }
                Effect::Soft(length) => self.at += length,
                Effect::Stop => return Ok(()),
            }
        }
    }

    fn ascii(&mut self, byte: u8) -> Result<Effect, Cut> {
        Ok(match CLASSES[usize::from(byte)] {
            Class::Include => Effect::Safe(1),
            Class::Structure => self.structure(byte),
            Class::Ampersand if is_markup_entity(self.ahead.some(self.at, 6)?) => Effect::Stop,
            Class::Ampersand => {
                if self.component == Component::Query {
                    self.brackets.depth = 0;
                }
                Effect::Safe(1)
            }
            Class::Separator if schemes::begins_url(self.ahead, self.at + 1)? => Effect::Stop,
            Class::Soft | Class::Separator => Effect::Soft(1),
            Class::Colon if self.component == Component::Fragment && self.ahead.some(self.at, 3)? == b":~:" => {
                self.brackets.depth = 0;
                Effect::Safe(3)
            }
            Class::Colon => Effect::Soft(1),
            // What follows in brackets is what the URL leads to, or the URL once more.
            Class::Open if schemes::begins_url(self.ahead, self.at + 1)? => Effect::Stop,
            Class::Open if self.brackets.push(byte as char) => Effect::Safe(1),
            Class::Close if self.brackets.pop(if byte == b')' { '(' } else { '[' }) => Effect::Safe(1),
            Class::Open | Class::Close | Class::Hard => Effect::Stop,
        })
    }

    /// A mark that begins or clears a component.
    fn structure(&mut self, byte: u8) -> Effect {
        match (byte, self.component) {
            (b'?', Component::Path) => (self.component, self.brackets.depth) = (Component::Query, 0),
            (b'#', Component::Path | Component::Query) => {
                (self.component, self.brackets.depth) = (Component::Fragment, 0);
            }
            (b'/', Component::Path) | (b'=', Component::Query) => self.brackets.depth = 0,
            _ => {}
        }
        // `?` begins the query but is itself soft: a question mark at the end is a sentence's.
        if byte == b'?' { Effect::Soft(1) } else { Effect::Safe(1) }
    }

    fn beyond_ascii(&mut self) -> Result<Effect, Cut> {
        let (ahead, at) = (self.ahead, self.at);
        let Char::Valid(c, length) = ahead.char(at)? else { return Ok(Effect::Stop) };
        // The joiners spell words in some scripts; anywhere else they are invisible, and so are the other format characters.
        if is_joiner(c) {
            let between_letters = is_letter(ahead.char_before(at)) && is_letter(ahead.char(at + length)?);
            return Ok(if between_letters { Effect::Safe(length) } else { Effect::Stop });
        }
        if is_stop(c) {
            return Ok(Effect::Stop);
        }
        if is_dash_or_ellipsis(c) {
            return Ok(Effect::Soft(length));
        }
        let after_ascii_word =
            matches!(ahead.char_before(at), Char::Valid(before, _) if before.is_ascii_alphanumeric());
        if at > self.start && after_ascii_word && is_written_without_spaces(c) {
            return Ok(Effect::Stop);
        }
        Ok(match term(c) {
            Term::Include => Effect::Safe(length),
            Term::Soft => Effect::Soft(length),
            Term::Hard => Effect::Stop,
            Term::Open if self.brackets.push(c) => Effect::Safe(length),
            Term::Close if opening(c).is_some_and(|partner| self.brackets.pop(partner)) => Effect::Safe(length),
            Term::Open | Term::Close => Effect::Stop,
        })
    }
}

/// Where a URL ends whose authority ends at `end`.
pub(crate) fn behind_authority(ahead: &Ahead, end: usize) -> Result<usize, Cut> {
    match ahead.get(end)? {
        Some(b'/' | b'?' | b'#') => behind_name(ahead, end),
        _ => Ok(end),
    }
}

/// Where a URL ends that goes on behind a host name or an address.
pub(super) fn behind_name(ahead: &Ahead, name_end: usize) -> Result<usize, Cut> {
    let mut end = self::end(ahead, name_end)?;
    // When all that follows is a sentence's question mark, the root's dot, the colon and the dash before it are its, too.
    while end <= name_end && matches!(ahead.bytes[end - 1], b'.' | b':' | b'-' | b'_') {
        end -= 1;
    }
    Ok(end)
}

fn is_letter(c: Char) -> bool {
    matches!(c, Char::Valid(c, _) if !c.is_ascii() && is_email(c))
}
