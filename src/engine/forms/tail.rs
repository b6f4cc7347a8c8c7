//! Where an undelimited URL ends after its authority: the termination algorithm of UTS #58, made stricter for running
//! text.

use super::{
    brackets::{Brackets, closes_inside, is_closed_brace, is_text_beside, partner},
    end_mark::{MAX_END_TAG, MAX_WIKI_MARK, is_closed_by_wiki_mark, is_end_tag_of_forum},
    in_line::{closes_string, is_behind_bar, is_comma_of_table},
};
use crate::{
    engine::{
        scan::schemes,
        window::{Ahead, Cut},
    },
    text::{
        byte_table::byte_table,
        characters::{
            MAX_KOREAN_WORD, Term, is_dash_or_ellipsis, is_email, is_footnote_mark, is_function_word, is_hangul,
            is_joiner, is_korean_particle, is_picture, is_soft, is_stop, is_written_without_spaces, may_end_in_prose,
            opening, term,
        },
        entities::{MAX_MARKUP_ENTITY, inner_entity, is_in_pod_escape, is_markup_entity},
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
    /// A closing bracket or brace.
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
const IS_PLAIN: [bool; 256] = byte_table!(|byte| {
    matches!(byte, b'/' | b'=') || byte.is_ascii() && matches!(CLASSES[byte as usize], Class::Include)
});

/// The component of the URL that the scan is in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Component {
    Path,
    Query,
    Fragment,
}

/// A space between words, behind which no sentence goes on.
const ESCAPED_SPACE: &[u8] = b"%20";

/// Where the path, query and fragment that begin at `start` end, of a URL that begins at `url`. The result is at least
/// `start`.
pub(crate) fn end(ahead: &Ahead, url: usize, start: usize) -> Result<usize, Cut> {
    let (component, brackets) = (Component::Path, Brackets::default());
    let mut tail = Tail { ahead, url, start, at: start, end: start, component, is_directive: false, brackets };
    let scanned = tail.scan();
    ahead.worked(tail.at - start);
    scanned?;
    let end = tail.brackets.end_before_brace().unwrap_or(tail.end);
    if ahead.bytes[start..end].ends_with(b"/:memory") && ahead.get(end)? == Some(b':') {
        // The database that SQLite has in no file.
        return Ok(end + 1);
    }
    let is_before_escape =
        ahead.get(end)? == Some(b'<') && is_in_pod_escape(&ahead.bytes[start..end], ahead.some(end, 4)?);
    Ok(if is_before_escape { without_soft(ahead, start, end - 1) } else { end })
}

/// A path, query and fragment as far as they were read.
///
/// A second `#` in a fragment is taken along: people write it, and it is percent-encoded in the completed URL.
///
/// The algorithm is that of UTS #58 section 3.4: `end` is its `last_safe`. The additions for running text each say so.
struct Tail<'a, 'w, 'c> {
    ahead: &'a Ahead<'w, 'c>,
    /// Where the URL begins.
    url: usize,
    start: usize,
    at: usize,
    /// Behind the last character that may end a URL.
    end: usize,
    component: Component,
    /// Whether it is in a fragment's directive, behind `:~:`.
    is_directive: bool,
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
            if self.brackets.is_empty() && IS_PLAIN[usize::from(byte)] {
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
            Class::Structure => self.structure(byte)?,
            Class::Ampersand
                if is_markup_entity(self.ahead.some(self.at, MAX_MARKUP_ENTITY)?) && !self.is_in_word()? =>
            {
                Effect::Stop
            }
            Class::Ampersand if is_last_ampersand(self.ahead, self.at)? => {
                self.end = self.at + 1;
                Effect::Stop
            }
            Class::Ampersand => {
                if self.component == Component::Query && !self.has_filter() {
                    self.brackets.clear();
                }
                Effect::Safe(1)
            }
            Class::Separator if schemes::begins_url(self.ahead, self.at + 1)? => Effect::Stop,
            Class::Separator
                if byte == b','
                    && self.brackets.is_empty()
                    && is_comma_of_table(self.ahead.bytes, self.url, self.at) =>
            {
                Effect::Stop
            }
            Class::Soft if byte == b'\'' && closes_string(self.ahead, self.url, self.at)? => Effect::Stop,
            Class::Soft | Class::Separator => Effect::Soft(1),
            Class::Colon if self.component == Component::Fragment && self.ahead.some(self.at, 3)? == b":~:" => {
                self.brackets.clear();
                self.is_directive = true;
                Effect::Safe(3)
            }
            Class::Colon => Effect::Soft(1),
            // What follows in brackets is what the URL leads to, or the URL once more.
            Class::Open if self.begins_url_in_bracket()? => Effect::Stop,
            Class::Open if is_end_tag_of_forum(self.ahead.up_to(self.at, MAX_END_TAG)?) => Effect::Stop,
            Class::Open if begins_regular_expression(self.ahead.some(self.at, MAX_OF_PATTERN)?) => Effect::Stop,
            Class::Open if self.begins_text(byte)? => Effect::Stop,
            Class::Open if self.brackets.push(byte as char) => Effect::Safe(1),
            Class::Close if self.brackets.pop(partner(byte)) => Effect::Safe(1),
            Class::Inner if self.goes_on_behind(byte)? => Effect::Soft(1),
            Class::Brace if self.at > self.start && matches!(self.ahead.bytes[self.at - 1], b'$' | b'#' | b'%') => {
                // The mark of a template that would be filled in.
                self.end = without_soft(self.ahead, self.start, self.end.min(self.at - 1));
                Effect::Stop
            }
            Class::Brace
                if is_closed_by_wiki_mark(&self.ahead.bytes[..self.url], self.ahead.up_to(self.at, MAX_WIKI_MARK)?) =>
            {
                Effect::Stop
            }
            Class::Brace if is_closed_brace(self.ahead, self.at)? && self.brackets.push_brace(self.end) => {
                Effect::Safe(1)
            }
            Class::Open | Class::Close | Class::Inner | Class::Brace | Class::Hard => Effect::Stop,
        })
    }

    /// Whether another URL begins behind the bracket that opens here. In a query's value a scheme without slashes is a word for what is searched
    /// for, `?q=(tag:soup)`, but for an address and a telephone number.
    fn begins_url_in_bracket(&self) -> Result<bool, Cut> {
        let start = self.at + 1;
        let opens_value = self.component == Component::Query
            && matches!(self.ahead.bytes[self.at - 1], b'=' | b'+' | b':' | b'(' | b'[');
        Ok(schemes::begins_url(self.ahead, start)?
            && !(opens_value && schemes::begins_opaque(self.ahead, start)? && !self.begins_contact(start)?))
    }

    /// Whether the scheme at `start` is that of an address or a telephone number.
    fn begins_contact(&self, start: usize) -> Result<bool, Cut> {
        let begins = |scheme: &[u8]| Ok(self.ahead.some(start, scheme.len())?.eq_ignore_ascii_case(scheme));
        Ok(begins(b"mailto:")? || begins(b"tel:")?)
    }

    /// Whether the bracket that opens here begins a text beside the URL.
    fn begins_text(&self, byte: u8) -> Result<bool, Cut> {
        let holds = byte == b'(' || self.is_directive || self.component == Component::Query;
        is_text_beside(self.ahead, self.at, holds)
    }

    /// Whether an escaped apostrophe or short dash stands here between letters, and does not open in front of the URL.
    fn is_in_word(&self) -> Result<bool, Cut> {
        let text = self.ahead.up_to(self.at, MAX_MARKUP_ENTITY + 1)?;
        let Some(length) = inner_entity(text) else { return Ok(false) };
        let is_letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphabetic);
        let before = &self.ahead.bytes[..self.at];
        let is_opened = self.ahead.bytes[..self.url].ends_with(&text[..length]);
        Ok(is_letter(before.last()) && is_letter(text.get(length)) && !is_opened)
    }

    /// Whether a bracket that is not ASCII begins a note here, in the text's own brackets: right behind a letter or digit of ASCII or the
    /// root. What is spelled in them goes on from letters like its own, or begins a name.
    fn begins_note(&self, bracket: char) -> Result<bool, Cut> {
        let before = &self.ahead.bytes[self.start..self.at];
        let is_behind_escape = matches!(before, [.., b'%', _, _]);
        let may_begin = before == b"/" || before.last().is_some_and(u8::is_ascii_alphanumeric) && !is_behind_escape;
        Ok(may_begin && !closes_inside(self.ahead, self.at, bracket)?)
    }

    /// Whether the URL may go on behind a bar or a caret.
    fn goes_on_behind(&self, byte: u8) -> Result<bool, Cut> {
        if self.ahead.get(self.at + 1)?.is_none_or(|next| next <= b' ') {
            return Ok(false);
        }
        let is_separator = self.component == Component::Path || is_behind_bar(self.ahead.bytes, self.url);
        Ok(byte == b'^' || !is_separator && !schemes::begins_url(self.ahead, self.at + 1)?)
    }

    /// Whether the query is that of LDAP (RFC 4516, 2), which has no arguments, and a filter with its own brackets: `?sub?(cn=Jensen)`.
    fn has_filter(&self) -> bool {
        self.ahead.bytes[self.url..].get(..4).is_some_and(|scheme| scheme.eq_ignore_ascii_case(b"ldap"))
    }

    /// A mark that begins or clears a component.
    fn structure(&mut self, byte: u8) -> Result<Effect, Cut> {
        match (byte, self.component) {
            (b'?', Component::Path) => {
                self.component = Component::Query;
                self.brackets.clear();
            }
            (b'#', Component::Path | Component::Query) => {
                self.component = Component::Fragment;
                self.brackets.clear();
            }
            (b'/', Component::Path) => self.brackets.clear(),
            // The standard clears them at each; between words it is mostly one of a filter's or an expression's: `(b=1)`.
            (b'=', Component::Query) if !self.has_filter() && !self.is_between_words()? => self.brackets.clear(),
            _ => {}
        }
        // `?` begins the query but is itself soft: a question mark at the end is a sentence's.
        Ok(if byte == b'?' { Effect::Soft(1) } else { Effect::Safe(1) })
    }

    /// Whether something stands on both sides that is no delimiter.
    fn is_between_words(&self) -> Result<bool, Cut> {
        let is_word = |byte: Option<u8>| byte.is_some_and(|byte| byte > b' ' && !b"()[]{}&?=".contains(&byte));
        Ok(is_word(self.at.checked_sub(1).map(|before| self.ahead.bytes[before]))
            && is_word(self.ahead.get(self.at + 1)?))
    }

    fn beyond_ascii(&mut self) -> Result<Effect, Cut> {
        let (ahead, at) = (self.ahead, self.at);
        let Char::Valid(c, length) = ahead.char(at)? else { return Ok(Effect::Stop) };
        // The joiners spell words in some scripts and join pictures; anywhere else they are invisible, and so are the other
        // format characters.
        if is_joiner(c) {
            return Ok(if may_join(ahead.char_before(at)) { Effect::Soft(length) } else { Effect::Stop });
        }
        if is_stop(c) {
            return Ok(Effect::Stop);
        }
        if is_dash_or_ellipsis(c) || is_footnote_mark(c) {
            return Ok(Effect::Soft(length));
        }
        let after_ascii_word =
            matches!(ahead.char_before(at), Char::Valid(before, _) if before.is_ascii_alphanumeric() || before == ',');
        if at > self.start
            && after_ascii_word
            && !ahead.bytes[self.start..at].ends_with(ESCAPED_SPACE)
            && is_written_without_spaces(c)
        {
            return Ok(Effect::Stop);
        }
        if at > self.start
            && (is_function_word(c) || is_hangul(c) && begins_particle(ahead, at)?)
            && may_end_in_prose(&ahead.bytes[self.url..at])
        {
            return Ok(Effect::Stop);
        }
        Ok(match term(c) {
            Term::Include => Effect::Safe(length),
            Term::Soft => Effect::Soft(length),
            Term::Hard => Effect::Stop,
            Term::Open if self.begins_note(c)? => Effect::Stop,
            Term::Open if self.brackets.push(c) => Effect::Safe(length),
            Term::Close if opening(c).is_some_and(|partner| self.brackets.pop(partner)) => Effect::Safe(length),
            Term::Open | Term::Close => Effect::Stop,
        })
    }
}

/// How a group of a regular expression begins whose expression is known from that.
const GROUPS: [&[u8]; 2] = [b"(.*", b"(.+"];

/// The most that is looked at of a regular expression.
const MAX_OF_PATTERN: usize = 5;

/// Whether a group of a regular expression begins there, or a class of its characters, `[0-9]`: what stands in front is all that is known of the URL.
pub(crate) fn begins_regular_expression(text: &[u8]) -> bool {
    GROUPS.iter().any(|begin| text.starts_with(begin)) || begins_class(text)
}

/// Whether a class of characters begins there, with all digits or letters first.
fn begins_class(text: &[u8]) -> bool {
    let behind = [&b"[0-9"[..], b"[a-z", b"[A-Z"].iter().find_map(|begin| text.strip_prefix(*begin));
    matches!(behind, Some([b']' | b'.' | b'-' | b'_' | b'0' | b'a' | b'A', ..]))
}

/// The end without the sentence's punctuation before it.
pub(crate) fn without_soft(ahead: &Ahead, start: usize, mut end: usize) -> usize {
    while let Char::Valid(c, length) = ahead.char_before(end)
        && end > start + length
        && is_soft(c)
    {
        end -= length;
    }
    end
}

/// Where a URL ends that begins at `url` and whose authority ends at `end`.
pub(crate) fn behind_authority(ahead: &Ahead, url: usize, end: usize) -> Result<usize, Cut> {
    match ahead.get(end)? {
        Some(b'/' | b'?' | b'#') => behind_name(ahead, url, end),
        _ => Ok(end),
    }
}

/// Where a URL ends that begins at `url` and goes on behind a host name or an address.
pub(super) fn behind_name(ahead: &Ahead, url: usize, name_end: usize) -> Result<usize, Cut> {
    let mut end = self::end(ahead, url, name_end)?;
    // When all that follows is a sentence's question mark, the root's dot, the colon and the dash before it are its, too.
    while end <= name_end && matches!(ahead.bytes[end - 1], b'.' | b':' | b'-' | b'_') {
        end -= 1;
    }
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

/// Whether a joiner may stand behind it.
fn may_join(c: Char) -> bool {
    matches!(c, Char::Valid(c, _) if !c.is_ascii() && (is_email(c) || is_picture(c)))
}

/// Whether a particle of Korean begins there right behind a slash, and with it ends a word of the text.
fn begins_particle(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    if !ahead.bytes[..at].ends_with(b"/") {
        return Ok(false);
    }
    let text = ahead.up_to(at, MAX_KOREAN_WORD * '가'.len_utf8())?;
    let text = String::from_utf8_lossy(text);
    let length = text.chars().take_while(|&c| is_hangul(c)).map(char::len_utf8).sum::<usize>();
    if !is_korean_particle(text.chars()) {
        return Ok(false);
    }
    let end = at + length;
    Ok(match ahead.char(end)? {
        Char::Valid('.' | ',', 1) => ahead.get(end + 1)?.is_none_or(|byte| byte <= b' '),
        Char::Valid(c, _) => c.is_whitespace(),
        Char::End => true,
        Char::Invalid => false,
    })
}
