//! Where an undelimited URL ends after its authority: the termination algorithm of UTS #58, made stricter for running
//! text.

use super::link_properties::{Term, opening, term};
use crate::{
    scan::schemes,
    window::{Ahead, Char, Cut},
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
    open: [char; Brackets::MOST],
    depth: usize,
}

impl Brackets {
    const MOST: usize = 16;

    fn push(&mut self, bracket: char) -> bool {
        let fits = self.depth < Brackets::MOST;
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
    let mut brackets = Brackets { open: ['\0'; Brackets::MOST], depth: 0 };
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
    if is_invisible(c) || is_east_asian_stop(c) || matches!(c, '\u{2014}' | '\u{2015}' | '\u{FFFD}') {
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

/// Whether it belongs to a URL only when something follows that may end one.
pub(super) fn is_soft(c: char) -> bool {
    match CLASSES.get(c as usize) {
        Some(class) => c == '?' || matches!(class, Class::Soft | Class::Separator | Class::Colon),
        None => is_dash_or_ellipsis(c) || term(c) == Term::Soft,
    }
}

/// Dashes and ellipses at a URL's end are the sentence's.
fn is_dash_or_ellipsis(c: char) -> bool {
    matches!(c, '\u{2010}'..='\u{2013}' | '…')
}

fn is_letter(c: Char) -> bool {
    matches!(c, Char::Valid(c, _) if !c.is_ascii() && super::link_properties::is_email(c))
}

/// Format characters and fillers that nobody sees, the bidi controls among them.
pub(super) fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FEFF}' | '\u{FFA0}'
        | '\u{FFF0}'..='\u{FFFC}' | '\u{E0000}'..='\u{E0FFF}')
}

/// Sentence punctuation of Chinese, Japanese and Korean text, which has no space after it.
fn is_east_asian_stop(c: char) -> bool {
    matches!(c, '。' | '，' | '、' | '！' | '？' | '：' | '；' | '｡' | '､' | '．')
}

/// Letters of scripts that are written without spaces, so that a word in them can follow a URL directly.
pub(super) fn is_written_without_spaces(c: char) -> bool {
    matches!(c,
        '\u{E01}'..='\u{E4E}' | '\u{E81}'..='\u{EDF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17D3}'
        | '\u{3005}'..='\u{3007}' | '\u{3041}'..='\u{30FF}' | '\u{31F0}'..='\u{31FF}' | '\u{3400}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{FF66}'..='\u{FF9F}' | '\u{20000}'..='\u{3FFFF}')
}

/// Whether an entity that stands for a bracket or a quotation mark begins here: text that was escaped for HTML.
pub(super) fn is_markup_entity(bytes: &[u8]) -> bool {
    [&b"&gt;"[..], b"&lt;", b"&quot;", b"&#34;", b"&#60;", b"&#62;"]
        .iter()
        .any(|entity| bytes.get(..entity.len()).is_some_and(|here| here.eq_ignore_ascii_case(entity)))
}
