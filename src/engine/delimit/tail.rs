//! Where an undelimited URL ends after its authority: the termination algorithm of UTS #58, made stricter for running
//! text.

use crate::{
    engine::{
        scan::schemes,
        window::{Ahead, Cut},
    },
    text::{
        characters::{
            MOST_OPEN, Term, is_dash_or_ellipsis, is_email, is_markup_entity, is_stop, is_written_without_spaces,
            opening, term,
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

/// The part of the URL that the scan is in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Path,
    Query,
    Fragment,
}

/// The brackets that are open, innermost last. Deep nesting is not what brackets in a URL are for: what does not fit is
/// taken for text, which keeps the cost of each character constant.
struct Brackets {
    open: [char; MOST_OPEN],
    depth: usize,
}

impl Brackets {
    fn push(&mut self, bracket: char) -> bool {
        let fits = self.depth < MOST_OPEN;
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
///
/// A second `#` in a fragment is taken along: people write it, and it is percent-encoded in the completed URL.
///
/// The algorithm is that of UTS #58 section 3.4: `end` is its `last_safe`. The additions for running text each say so.
pub(super) fn end(ahead: &Ahead, start: usize) -> Result<usize, Cut> {
    let mut part = Part::Path;
    let mut brackets = Brackets { open: ['\0'; MOST_OPEN], depth: 0 };
    let mut end = start;
    let mut at = start;
    loop {
        let Some(&byte) = ahead.bytes.get(at) else {
            match ahead.get(at)? {
                None => break,
                Some(_) => continue,
            }
        };
        if brackets.depth == 0 && IS_PLAIN[usize::from(byte)] {
            let rest = &ahead.bytes[at + 1..];
            at += 1 + rest.iter().position(|&byte| !IS_PLAIN[usize::from(byte)]).unwrap_or(rest.len());
            end = at;
            continue;
        }
        if !byte.is_ascii() {
            match beyond_ascii(ahead, at, start, &mut brackets)? {
                Step::Safe(length) => {
                    at += length;
                    end = at;
                }
                Step::Soft(length) => at += length,
                Step::Stop => break,
            }
            continue;
        }
        match CLASSES[byte as usize] {
            Class::Include => {}
            Class::Structure => {
                match (byte, part) {
                    (b'?', Part::Path) => (part, brackets.depth) = (Part::Query, 0),
                    (b'#', Part::Path | Part::Query) => (part, brackets.depth) = (Part::Fragment, 0),
                    (b'/', Part::Path) | (b'=', Part::Query) => brackets.depth = 0,
                    (b'?', _) => {
                        at += 1;
                        continue;
                    }
                    _ => {}
                }
                // `?` begins the query but is itself soft: a question mark at the end is a sentence's.
                if byte == b'?' {
                    at += 1;
                    continue;
                }
            }
            Class::Ampersand => {
                if is_markup_entity(ahead.some(at, 6)?) {
                    break;
                }
                if part == Part::Query {
                    brackets.depth = 0;
                }
            }
            Class::Soft => {
                at += 1;
                continue;
            }
            Class::Separator => {
                if schemes::begins_url(ahead, at + 1)? {
                    break;
                }
                at += 1;
                continue;
            }
            Class::Colon => {
                if part == Part::Fragment && ahead.some(at, 3)? == b":~:" {
                    brackets.depth = 0;
                    at += 3;
                    end = at;
                    continue;
                }
                at += 1;
                continue;
            }
            Class::Open => {
                // What follows in brackets is what the URL leads to, or the URL once more.
                if schemes::begins_url(ahead, at + 1)? || !brackets.push(byte as char) {
                    break;
                }
            }
            Class::Close => {
                if !brackets.pop(if byte == b')' { '(' } else { '[' }) {
                    break;
                }
            }
            Class::Hard => break,
        }
        at += 1;
        end = at;
    }
    ahead.worked(at - start);
    Ok(end)
}

/// What a character beyond ASCII does to the end of a URL.
enum Step {
    Safe(usize),
    Soft(usize),
    Stop,
}

fn beyond_ascii(ahead: &Ahead, at: usize, start: usize, brackets: &mut Brackets) -> Result<Step, Cut> {
    let Char::Valid(c, length) = ahead.char(at)? else { return Ok(Step::Stop) };
    // The joiners spell words in some scripts; anywhere else they are invisible, and so are the other format characters.
    if matches!(c, '\u{200C}' | '\u{200D}') {
        let between_letters = is_letter(ahead.char_before(at)) && is_letter(ahead.char(at + length)?);
        return Ok(if between_letters { Step::Safe(length) } else { Step::Stop });
    }
    if is_stop(c) {
        return Ok(Step::Stop);
    }
    if is_dash_or_ellipsis(c) {
        return Ok(Step::Soft(length));
    }
    let after_ascii_word = matches!(ahead.char_before(at), Char::Valid(before, _) if before.is_ascii_alphanumeric());
    if at > start && after_ascii_word && is_written_without_spaces(c) {
        return Ok(Step::Stop);
    }
    Ok(match term(c) {
        Term::Include => Step::Safe(length),
        Term::Soft => Step::Soft(length),
        Term::Hard => Step::Stop,
        Term::Open if brackets.push(c) => Step::Safe(length),
        Term::Close if opening(c).is_some_and(|partner| brackets.pop(partner)) => Step::Safe(length),
        Term::Open | Term::Close => Step::Stop,
    })
}

fn is_letter(c: Char) -> bool {
    matches!(c, Char::Valid(c, _) if !c.is_ascii() && is_email(c))
}
