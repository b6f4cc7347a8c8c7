//! Where an undelimited URL ends after its authority: the termination algorithm of UTS #58, made stricter for running
//! text.

use crate::{
    engine::{
        scan::schemes,
        window::{Ahead, Cut},
    },
    text::{
        characters::{
            MOST_OPEN, Term, is_dash_or_ellipsis, is_email, is_function_word, is_markup_entity, is_picture, is_stop,
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
    /// `|` and `^`: no URL has them by its grammar, people's URLs do, between two of their characters; a bar not in paths.
    Inner,
    /// An opening brace: of a URL when it closes in it.
    Brace,
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
            b')' | b']' | b'}' => Class::Close,
            b'|' | b'^' => Class::Inner,
            b'{' => Class::Brace,
            b'"' | b'<' | b'>' | b'\\' | b'`' => Class::Hard,
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

/// How many bytes in front of a URL are looked at for a bar.
const MOST_BEFORE: usize = 64;

/// How far ahead of an opening bracket its closing one is looked for.
const LONGEST_BRACKETED: usize = 160;

/// Where the path, query and fragment that begin at `start` end, of a URL that begins at `url`. The result is at least `start`.
///
/// A second `#` in a fragment is taken along: people write it, and it is percent-encoded in the completed URL.
///
/// The algorithm is that of UTS #58 section 3.4: `end` is its `last_safe`. The additions for running text each say so.
pub(super) fn end(ahead: &Ahead, url: usize, start: usize) -> Result<usize, Cut> {
    let mut part = Part::Path;
    let mut is_directive = false;
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
            match beyond_ascii(ahead, at, url, start, &mut brackets)? {
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
                if is_last_ampersand(ahead, at)? {
                    end = at + 1;
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
                    is_directive = true;
                    at += 3;
                    end = at;
                    continue;
                }
                at += 1;
                continue;
            }
            Class::Open => {
                // What follows in brackets is what the URL leads to, or the URL once more.
                let is_text = || {
                    let holds = byte == b'(' || is_directive || part == Part::Query;
                    is_text_beside(ahead, at, holds)
                };
                if schemes::begins_url(ahead, at + 1)? || is_text()? || !brackets.push(byte as char) {
                    break;
                }
            }
            Class::Close => {
                let partner = match byte {
                    b')' => '(',
                    b']' => '[',
                    _ => '{',
                };
                if !brackets.pop(partner) {
                    break;
                }
            }
            Class::Inner => {
                let is_over = ahead.get(at + 1)?.is_none_or(|next| next <= b' ')
                    || byte == b'|'
                        && (part == Part::Path
                            || is_behind_bar(ahead.bytes, url)
                            || schemes::begins_url(ahead, at + 1)?);
                if is_over {
                    break;
                }
                at += 1;
                continue;
            }
            Class::Brace => {
                if matches!(ahead.char_before(at), Char::Valid('$' | '#' | '%', _)) && at > start {
                    // The mark of a template that would be filled in.
                    end = end.min(at - 1);
                    break;
                }
                if !is_closed_brace(ahead, at)? || !brackets.push('{') {
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

/// Whether an escaped ampersand stands at `at` that nothing of the URL follows: its name is the escape's.
fn is_last_ampersand(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    if ahead.some(at, 5)? != b"&amp;" {
        return Ok(false);
    }
    Ok(match ahead.char(at + 5)? {
        Char::Valid(c, _) => c.is_whitespace() || matches!(c, '.' | ',' | ';' | ':' | '"' | '<' | ')'),
        Char::End => true,
        Char::Invalid => false,
    })
}

/// Whether the bracket that opens at `at` begins a text beside the URL: `URL[text]`, `URL(a description)`. What it holds is a
/// part of the URL when the bracket `holds` whatever closes again before white space, or else when the URL goes on right
/// behind it.
fn is_text_beside(ahead: &Ahead, at: usize, holds: bool) -> Result<bool, Cut> {
    let text = ahead.up_to(at, LONGEST_BRACKETED)?;
    let mut open = [0; MOST_OPEN];
    let mut depth = 0;
    let mut has_space = false;
    for (index, &byte) in text.iter().enumerate() {
        match byte {
            b'(' | b'[' if depth == MOST_OPEN => return Ok(false),
            b'(' | b'[' => {
                open[depth] = byte;
                depth += 1;
            }
            b')' | b']' if open[depth - 1] != if byte == b')' { b'(' } else { b'[' } => return Ok(false),
            b')' | b']' => depth -= 1,
            b'\n' | b'\r' if holds => return Ok(false),
            b' ' | b'\t' | b'\n' | b'\r' => has_space = true,
            b':' if text[index..].starts_with(b"://") => return Ok(false),
            _ => {}
        }
        if depth == 0 {
            ahead.worked(index);
            let is_text = || is_link_text(ahead.char_before(at), &text[1..index]);
            return Ok(has_space || !holds && is_text() && !goes_on(ahead, at + index + 1)?);
        }
    }
    Ok(false)
}

/// Whether what stands in brackets behind `before` without white space is a link's text or a footnote's mark: `y[manual]`,
/// `y/[1]`, `y/[^]`, but not `y_[manual]` or `y[z]`.
fn is_link_text(before: Char, text: &[u8]) -> bool {
    let is_behind_word = matches!(before, Char::Valid(c, _) if c.is_alphanumeric());
    text.contains(&b'^') || text.iter().all(u8::is_ascii_digit) || is_behind_word && text.len() > 1
}

/// Whether a URL goes on at `at` with what is no sentence's.
fn goes_on(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    Ok(match ahead.char(at)? {
        Char::Valid('.', _) => ahead.get(at + 1)?.is_some_and(|byte| byte.is_ascii_alphanumeric()),
        Char::Valid('/' | '=' | '%' | '&' | '-' | '_' | '?' | '#', _) => true,
        Char::Valid(c, _) => c.is_alphanumeric(),
        _ => false,
    })
}

/// Whether the URL that begins at `url` stands in a table or a marked-up link, where a bar ends it: a bar stands in front
/// of it in its line, or a bracket right before it.
fn is_behind_bar(bytes: &[u8], url: usize) -> bool {
    let before = &bytes[url.saturating_sub(MOST_BEFORE)..url];
    let line = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |line_end| line_end + 1);
    before.ends_with(b"[") || before.ends_with(b"<") || before[line..].contains(&b'|')
}

/// Whether the brace that opens at `at` closes again in the same URL, with something in it that no template is filled in
/// by: `{{name}}`, `{}` and `{0}` are.
fn is_closed_brace(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    let text = ahead.up_to(at, LONGEST_BRACKETED)?;
    let mut depth = 0;
    for (index, &byte) in text.iter().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            b'"' | b'<' | b'>' | b'\\' | b'`' | 0..=b' ' => return Ok(false),
            _ => {}
        }
        if depth == 0 {
            let inner = &text[1..index];
            return Ok(!inner.iter().all(u8::is_ascii_digit) && !inner.starts_with(b"{") && !inner.starts_with(b"%"));
        }
    }
    Ok(false)
}

/// What a character beyond ASCII does to the end of a URL.
enum Step {
    Safe(usize),
    Soft(usize),
    Stop,
}

fn beyond_ascii(ahead: &Ahead, at: usize, url: usize, start: usize, brackets: &mut Brackets) -> Result<Step, Cut> {
    let Char::Valid(c, length) = ahead.char(at)? else { return Ok(Step::Stop) };
    // The joiners spell words in some scripts and join pictures; anywhere else they are invisible, and so are the other
    // format characters.
    if matches!(c, '\u{200C}' | '\u{200D}') {
        return Ok(if is_joined(ahead.char_before(at)) { Step::Soft(length) } else { Step::Stop });
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
    if at > start && is_prose_behind_slash(&ahead.bytes[url..at], c) {
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

/// Whether a joiner may stand behind it.
fn is_joined(c: Char) -> bool {
    matches!(c, Char::Valid(c, _) if !c.is_ascii() && (is_email(c) || is_picture(c)))
}

/// Whether Chinese or Japanese prose goes on with `c` right behind the slash that `url` ends in, which is all ASCII: a
/// particle or another word that begins no name. In an encyclopedia a title follows the slash.
fn is_prose_behind_slash(url: &[u8], c: char) -> bool {
    url.ends_with(b"/") && !url.ends_with(b"/wiki/") && is_function_word(c) && url.is_ascii()
}
