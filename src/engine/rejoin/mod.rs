//! Pieces to one URL: what stands between delimiters, with its breaks taken out.
//!
//! Inside brackets and quotes the delimiter says where the URL ends, so white space and what a mailer put at the start
//! of the lines is not part of it (RFC 2396bis draft, Appendix E). Without a delimiter, evidence says whether it goes on.

mod elsewhere;
pub(crate) mod evidence;
mod hyphen;
mod line_start;
mod page;
mod prose;
mod undelimited;

use std::{borrow::Cow, cell::LazyCell, ops::Deref};

use crate::{
    config::{Hyphen, Rejoin},
    engine::{
        scan::schemes,
        window::{Ahead, Cut},
    },
    link::{Piece, Pieces},
    text::utf8::Char,
};

use self::line_start::LineStart;
pub(crate) use self::{
    elsewhere::BACK,
    undelimited::{Seen, chain, joins_undelimited, may_go_on},
};

/// What a delimiter holds: the pieces of one URL, as indices into the window.
pub(crate) struct Delimited {
    pub(crate) pieces: Pieces,
}

/// What ends a delimited URL, and what may stand inside.
#[derive(Clone, Copy)]
pub(crate) enum Closing {
    /// `>`: all white space inside is ignored.
    Angle,
    /// One of these quotation marks: only white space around a line end is ignored.
    Quote(&'static [char]),
}

/// Reads from `start` to the closing delimiter. None when there is none: at a blank line, a second opening bracket, or
/// further away than a URL may reach; then what stands here is read as if nothing had been opened.
pub(crate) fn delimited(
    ahead: &Ahead,
    start: usize,
    closing: Closing,
    level: Rejoin,
    hyphens: Hyphen,
) -> Result<Option<Delimited>, Cut> {
    let mut at = start;
    let found = pieces(ahead, &mut at, closing, level);
    ahead.worked(at - start);
    match found {
        Ok(Some(mut pieces)) => {
            hyphen::trim(ahead, &mut pieces, hyphens)?;
            Ok(Some(Delimited { pieces }))
        }
        Ok(None) | Err(Cut::Limit) => Ok(None),
        Err(Cut::More) => Err(Cut::More),
    }
}

/// Reads the pieces from `at` on, and moves `at` as far as it looks.
fn pieces(ahead: &Ahead, at: &mut usize, closing: Closing, level: Rejoin) -> Result<Option<Pieces>, Cut> {
    let mut gathered = Gathered::default();
    let start = *at;
    // Most that is delimited stands on one line.
    let line_start = LazyCell::new(|| LineStart::of(ahead, start));
    let mut piece = start;
    // How many pieces stand before this line, and how many of them and of its own can't be a title.
    let (mut before_line, mut proven) = (0, 1);
    // After the URL a title may follow, up to the bracket: `<http://a.example Some Title>`.
    let mut in_title = false;
    let mut apostrophes = 0;
    // The `=` at the end of a query's line is its own.
    let mut has_query = false;
    loop {
        *at += ahead.bytes[*at..].iter().take_while(|&&byte| is_inner(byte)).count();
        let (c, length) = match ahead.char(*at)? {
            Char::Valid(c, length) => (c, length),
            Char::Invalid | Char::End => return Ok(None),
        };
        let closes = match closing {
            Closing::Angle => c == '>',
            Closing::Quote(marks) if marks.contains(&c) => {
                let inside_word = is_apostrophe(c) && is_word(ahead.char(*at + length)?);
                if inside_word && *at == piece {
                    // At the start of a line it opens the next quotation.
                    return Ok(None);
                }
                apostrophes += usize::from(inside_word);
                !inside_word
            }
            // Another quotation mark opens another quotation: this one is not a pair around a URL.
            Closing::Quote(_) if is_quotation_mark(c) => return Ok(None),
            Closing::Quote(_) => false,
        };
        if apostrophes > MOST_APOSTROPHES {
            return Ok(None);
        }
        if closes {
            if !in_title {
                gathered.push(piece..*at);
            }
            return Ok(gathered.finish());
        }
        if !is_white_space(c) {
            if c == '<' || c.is_control() {
                return Ok(None);
            }
            has_query |= c == '?';
            *at += length;
            continue;
        }
        let mut space = space_end(ahead, *at, &line_start)?;
        if space.lines > 1
            && let Some(end) = page_end(ahead, *at)?
        {
            space = Space { end, lines: 1 };
        }
        if space.lines > 1 || (level == Rejoin::Off && !in_title) {
            return Ok(None);
        }
        let is_closing = matches!(closing, Closing::Angle) && ahead.get(space.end)? == Some(b'>');
        if !in_title {
            if space.lines == 0 && !is_closing {
                if matches!(closing, Closing::Quote(_)) {
                    return Ok(None);
                }
                let is_cut = matches!(ahead.char_before(*at), Char::Valid(c, _) if "/.?&=#%-_~:;+,".contains(c));
                in_title = !is_rest(ahead, space.end, is_cut)?;
            }
            let is_break = space.lines > 0 && !is_closing && !in_title;
            if is_break && prose::follows(ahead, &ahead.bytes[start..*at], space.end, closing)? {
                if matches!(closing, Closing::Quote(_)) {
                    return Ok(None);
                }
                in_title = true;
                before_line = gathered.len() + 1;
            }
            let encoded = usize::from(is_break && !has_query && is_encoded_break(ahead, *at));
            gathered.push(piece..*at - encoded);
            piece = space.end;
            if in_title {
                // One space that is none of a URL's makes prose of the line's others, and of all of a later line.
                gathered.truncate(proven.max(before_line));
                gathered.trim_sentence(ahead.bytes);
            } else if space.lines > 0 {
                before_line = gathered.len();
                proven = before_line;
            }
            if space.lines > 0 && is_signature(ahead, space.end)? {
                return Ok(None);
            }
            // Two URLs between the marks are not one. But brackets hold the URL of an archive, which has another inside, and
            // a host may stand behind the break after `http://`.
            let after_slash = ahead.char_before(*at) == Char::Valid('/', 1);
            let is_one = after_slash
                && (matches!(closing, Closing::Angle) && space.lines > 0
                    || ahead.some(space.end, 4)?.eq_ignore_ascii_case(b"www."));
            if !in_title && !is_closing && !is_one && schemes::begins_url(ahead, space.end)? {
                return Ok(None);
            }
        }
        *at = space.end;
    }
}

/// How much behind a blank is looked at for the end of the brackets.
const LONGEST_REST: usize = 256;

/// Whether what stands behind a blank in brackets can be nothing but the rest of the URL: it goes up to the closing bracket
/// without another blank, and has what a title has not. `is_cut` says that the URL does not look whole before the blank.
fn is_rest(ahead: &Ahead, at: usize, is_cut: bool) -> Result<bool, Cut> {
    let rest = ahead.up_to(at, LONGEST_REST)?;
    let end = rest.iter().position(|&byte| byte == b'>' || byte <= b' ' || byte == b'"' || byte == b'\'');
    let Some(rest) = end.filter(|&end| rest[end] == b'>').map(|end| &rest[..end]) else { return Ok(false) };
    let has_mark = |text: &[u8]| text.iter().any(|byte| b"/?#=%".contains(byte));
    Ok(has_mark(&rest[..rest.len().min(1)]) || is_cut && has_mark(rest))
}

/// Whether the byte is only ever a part of what is delimited: it is read without a look at what it may mean.
fn is_inner(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'/' | b':' | b'@' | b'%' | b'&' | b'=' | b'+')
}

/// Whether the line ends in the `=` of a soft break in quoted-printable text (RFC 2045, 6.7).
fn is_encoded_break(ahead: &Ahead, end: usize) -> bool {
    ahead.bytes[..end].ends_with(b"=") && matches!(ahead.bytes.get(end), Some(b'\n' | b'\r'))
}

/// How many apostrophes a quoted URL may hold before its opening mark is taken for one of them: this bounds how often
/// the same text is read.
const MOST_APOSTROPHES: usize = 4;

fn is_quotation_mark(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„' | '‚' | '‘' | '«' | '»' | '‹' | '›' | '`')
}

/// The pieces so far; the first needs no allocation.
#[derive(Default)]
struct Gathered {
    first: Option<Piece>,
    all: Vec<Piece>,
}

impl Gathered {
    fn push(&mut self, piece: Piece) {
        if piece.is_empty() {
            return;
        }
        match self.first.clone() {
            None => self.first = Some(piece),
            Some(first) => {
                if self.all.is_empty() {
                    self.all.push(first);
                }
                self.all.push(piece);
            }
        }
    }

    fn len(&self) -> usize {
        self.all.len().max(usize::from(self.first.is_some()))
    }

    fn truncate(&mut self, count: usize) {
        self.all.truncate(if count > 1 { count } else { 0 });
    }

    /// Takes the punctuation of a sentence off the end of the last piece.
    fn trim_sentence(&mut self, bytes: &[u8]) {
        if let Some(piece) = self.all.last_mut().or(self.first.as_mut()) {
            while piece.len() > 1 && matches!(bytes[piece.end - 1], b'.' | b',' | b';' | b':' | b'!' | b'?') {
                piece.end -= 1;
            }
        }
    }

    fn finish(self) -> Option<Pieces> {
        if self.all.is_empty() { self.first.map(Pieces::One) } else { Some(Pieces::Many(self.all)) }
    }
}

/// A run of white space: where it ends, and how many lines end in it.
struct Space {
    end: usize,
    lines: usize,
}

fn space_end(ahead: &Ahead, start: usize, line_start: &impl Deref<Target = LineStart>) -> Result<Space, Cut> {
    let mut space = Space { end: start, lines: 0 };
    loop {
        match ahead.char(space.end)? {
            Char::Valid(c @ ('\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}'), length) => {
                let is_pair = c == '\r' && ahead.get(space.end + 1)? == Some(b'\n');
                space.end += if is_pair { 2 } else { length };
                space.lines += 1;
                if space.lines == 1 {
                    space.end = line_start.skip(ahead, space.end)?;
                }
            }
            Char::Valid(c, length) if is_white_space(c) => space.end += length,
            _ => return Ok(space),
        }
    }
}

/// The index of the text that goes on behind the page that ends with the line of the white space at `at`.
fn page_end(ahead: &Ahead, at: usize) -> Result<Option<usize>, Cut> {
    let mut line = at;
    while let Some(b' ' | b'\t') = ahead.get(line)? {
        line += 1;
    }
    line += match ahead.get(line)? {
        Some(b'\r') if ahead.get(line + 1)? == Some(b'\n') => 2,
        Some(b'\r' | b'\n') => 1,
        _ => return Ok(None),
    };
    let Some(mut end) = page::skip(ahead, line)? else { return Ok(None) };
    while let Some(b' ' | b'\t') = ahead.get(end)? {
        end += 1;
    }
    Ok(Some(end))
}

/// Whether the line at `at` is the one that a mail's signature begins with: two hyphens, and mostly a space.
fn is_signature(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    if ahead.some(at, 2)? != b"--" {
        return Ok(false);
    }
    let end = if ahead.get(at + 2)? == Some(b' ') { at + 3 } else { at + 2 };
    Ok(matches!(ahead.get(end)?, None | Some(b'\n' | b'\r')))
}

fn is_white_space(c: char) -> bool {
    c.is_whitespace()
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’')
}

fn is_word(c: Char) -> bool {
    matches!(c, Char::Valid(c, _) if c.is_alphanumeric())
}

/// The text of the pieces put together; borrowed when there is only one. None where it is not UTF-8.
pub(crate) fn join<'w>(bytes: &'w [u8], pieces: &Pieces) -> Option<Cow<'w, str>> {
    match pieces {
        Pieces::One(piece) => std::str::from_utf8(&bytes[piece.clone()]).ok().map(Cow::Borrowed),
        Pieces::Many(pieces) => {
            let joined: Vec<u8> = pieces.iter().flat_map(|piece| &bytes[piece.clone()]).copied().collect();
            String::from_utf8(joined).ok().map(Cow::Owned)
        }
    }
}

/// The other reading of the hyphens at the breaks, if there is one.
pub(crate) fn other_hyphens(bytes: &[u8], pieces: &[Piece]) -> Option<String> {
    hyphen::other_reading(bytes, pieces)
}

/// The source index of the byte at `offset` of the joined text.
pub(crate) fn source_index(pieces: &[Piece], mut offset: usize) -> usize {
    for piece in pieces {
        if offset < piece.len() {
            return piece.start + offset;
        }
        offset -= piece.len();
    }
    pieces.last().map_or(0, |piece| piece.end)
}
