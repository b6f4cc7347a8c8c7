//! The shortest form of a URI that people can read and that is found whole in running text: the formatting of UTS #58.
//!
//! From left to right each character of the path, query and fragment is written as itself where the end of the URL
//! would not be found at it, and escaped elsewhere. What decides is kept in step with `delimit::tail`, which finds the
//! end: the property tests hold the two together.

use unicode_segmentation::GraphemeCursor;

use super::{
    Uri,
    escape::{Unit, Units, push_byte, push_char},
    grammar::{Grammar, part},
    parse::{Goal, parse},
    table::is_ucschar,
};
use crate::{
    engine::scan::schemes,
    text::characters::{
        MARKUP_ENTITIES, MAX_OPEN, Term, is_confusing, is_email, is_invisible, is_soft, is_stop,
        is_written_without_spaces, opening, term,
    },
};

/// Who is to find the URL again.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reader {
    /// A `Finder`, which is stricter than the standard. What is written is an IRI.
    Finder,
    /// The termination algorithm of UTS #58 alone, which takes characters that are in no IRI.
    Standard,
}

/// Writes `uri` for `reader`.
pub(super) fn readable(uri: &Uri<'_>, reader: Reader) -> String {
    let text = uri.as_str();
    // A path of its scheme's own kind is left alone with what stands before it: an address, a name, data. Its escapes may
    // count: those of a URN do (RFC 8141, 3.1).
    let is_opaque = uri.scheme().is_some() && uri.authority().is_none() && !uri.path().starts_with('/');
    let (before, path) = if is_opaque { (uri.path(), "") } else { ("", uri.path()) };
    let start = uri.components().path_start as usize + before.len();
    let mut out = String::with_capacity(text.len());
    out.push_str(text.get(..start).unwrap_or_default());
    let mut writer = Writer {
        start: out.len(),
        out,
        reader,
        part: Part::Path,
        in_directive: false,
        keeps_colon: uri.scheme().is_none() && uri.authority().is_none(),
        open: Vec::new(),
        last: Last::Delimiter,
    };
    writer.write(path);
    for (delimiter, part, component) in [('?', Part::Query, uri.query()), ('#', Part::Fragment, uri.fragment())] {
        if let Some(component) = component {
            writer.enter(delimiter, part);
            writer.write(component);
        }
    }
    let out = writer.finish();
    // A scheme's own rules may ask for the escapes: then it has no other form.
    let is_valid = |text| parse(text, Grammar::Rfc3987, Goal { reference: true, schemes: true }).is_ok();
    if reader == Reader::Finder && !is_valid(&out) && is_valid(text) { text.to_owned() } else { out }
}

/// The part that is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Path,
    Query,
    Fragment,
}

/// What was written last.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// Something that has a meaning in its part.
    Delimiter,
    /// A character as itself.
    Char(char),
    /// An escape.
    Escape,
}

/// What to do with a character.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Literal,
    Escape,
}

/// `out` is what is written so far, its path from `start` on; `open` are the brackets open in it, innermost last.
struct Writer {
    start: usize,
    out: String,
    reader: Reader,
    part: Part,
    /// Behind a fragment's `:~:`.
    in_directive: bool,
    /// Whether a colon in the path could be taken for a scheme's.
    keeps_colon: bool,
    open: Vec<char>,
    last: Last,
}

impl Writer {
    /// Begins the query or the fragment.
    fn enter(&mut self, delimiter: char, part: Part) {
        self.delimit(delimiter);
        self.part = part;
    }

    fn delimit(&mut self, delimiter: char) {
        self.settle();
        self.out.push(delimiter);
        self.open.clear();
        self.last = Last::Delimiter;
    }

    fn write(&mut self, component: &str) {
        let mut units = Units::new(component);
        while let Some(unit) = units.next() {
            match unit {
                Unit::Byte(byte) => {
                    self.settle();
                    push_byte(&mut self.out, byte);
                    self.last = Last::Escape;
                }
                Unit::Escaped(c) if self.is_data(c, &units) => self.escape(c),
                Unit::Literal(c) if self.is_delimiter(c, &units) => {
                    self.delimit(c);
                    if self.part == Part::Fragment {
                        self.out.push_str("~:");
                        units.nth(1);
                        self.in_directive = true;
                    }
                }
                Unit::Literal(c) | Unit::Escaped(c) => match self.form(c, &units) {
                    Form::Literal => self.literal(c),
                    Form::Escape => self.escape(c),
                },
            }
        }
    }

    fn escape(&mut self, c: char) {
        self.settle();
        push_char(&mut self.out, c);
        self.last = Last::Escape;
    }

    fn literal(&mut self, c: char) {
        self.settle();
        match term(c) {
            Term::Open => self.open.push(c),
            Term::Close => _ = self.open.pop(),
            _ => {}
        }
        self.out.push(c);
        self.last = Last::Char(c);
    }

    /// Whether a character that stands for itself divides its part, so that brackets don't reach over it. `:~:` does, and
    /// its first character stands for all.
    fn is_delimiter(&self, c: char, following: &Units<'_>) -> bool {
        match self.part {
            Part::Path => c == '/',
            Part::Query => matches!(c, '=' | '&'),
            Part::Fragment => c == ':' && following.clone().take(2).eq([Unit::Literal('~'), Unit::Literal(':')]),
        }
    }

    /// Whether an escaped character would mean something else in its part as itself.
    fn is_data(&self, c: char, following: &Units<'_>) -> bool {
        let next = following.clone().next().and_then(Unit::char);
        match (self.part, c) {
            (Part::Path, '/' | '?' | '#') | (Part::Query, '#' | '=' | '&' | '+') => true,
            (Part::Path, ':') if self.keeps_colon => true,
            // The delimiter of a fragment directive is looked for in what is written.
            (Part::Fragment, '~') if self.last == Last::Char(':') => true,
            (Part::Fragment, ':') if self.last == Last::Char('~') || next == Some('~') => true,
            // The parts of a text directive are told apart by these.
            (Part::Fragment, '&' | ',' | '-') if self.in_directive => true,
            // RFC 3986, 2.2: with a reserved character instead of its escape it is another URI. The others were none
            // that delimit anything in RFC 2396, 2.3 (mark), and no scheme has made them one.
            _ => self.reader == Reader::Finder && "$&+,;=:@/?#[]".contains(c),
        }
    }

    /// What to do with a character that means nothing in its part.
    fn form(&self, c: char, following: &Units<'_>) -> Form {
        let stays = match self.reader {
            Reader::Standard => self.is_standard(c, following),
            Reader::Finder if c.is_ascii() => self.is_in_grammar(c),
            Reader::Finder => self.is_seen(c, following),
        };
        let ends = match term(c) {
            Term::Include | Term::Soft => false,
            Term::Hard => true,
            Term::Open => self.reader == Reader::Finder && self.open.len() == MAX_OPEN,
            Term::Close => self.open.last().copied() != opening(c),
        };
        if stays && !ends { Form::Literal } else { Form::Escape }
    }

    /// Whether it may stand in its part as itself, by UTS #58: all but a percent sign that would begin an
    /// escape, and what the part ends at.
    fn is_standard(&self, c: char, following: &Units<'_>) -> bool {
        let is_digit = |unit: Unit| unit.char().is_some_and(|c| c.is_ascii_hexdigit());
        match (self.part, c) {
            (_, '%') => following.clone().take(2).filter(|&unit| is_digit(unit)).count() < 2,
            (Part::Path, '?' | '#') | (Part::Query, '#') => false,
            _ => true,
        }
    }

    /// Whether an ASCII character may stand in its part by RFC 3986.
    fn is_in_grammar(&self, c: char) -> bool {
        let part = match self.part {
            Part::Path => part::PATH,
            Part::Query => part::QUERY,
            Part::Fragment => part::FRAGMENT,
        };
        Grammar::Rfc3986.syntax().weave.literal[usize::from(c as u8)] & part != 0
    }

    /// Whether a character beyond ASCII can be read for what it is, and doesn't end the URL.
    fn is_seen(&self, c: char, following: &Units<'_>) -> bool {
        if matches!(c, '\u{200C}' | '\u{200D}') {
            let next = following.clone().next().and_then(Unit::char);
            return matches!(self.last, Last::Char(c) if is_joining(c)) && next.is_some_and(is_joining);
        }
        let goes_on = is_written_without_spaces(c) && self.is_after_ascii_word();
        if !is_ucschar(c) || is_stop(c) || is_ignorable(c) || is_lookalike(c) || goes_on {
            return false;
        }
        // A mark stands on a letter, not on a delimiter or an escape.
        matches!(self.last, Last::Char(before) if !before.is_ascii_punctuation()) || !is_attached(c)
    }

    /// Text in a script without spaces goes on with a sentence behind an ASCII letter or digit, an escape's among them.
    fn is_after_ascii_word(&self) -> bool {
        self.out.len() > self.start && self.out.ends_with(|c: char| c.is_ascii_alphanumeric())
    }

    /// Takes care that the URL doesn't end at a word that is complete now. Not before more follows: what stands at the end
    /// may be escaped for that alone.
    fn settle(&mut self) {
        if self.reader == Reader::Finder {
            self.part_from_entity();
            self.part_from_next();
        }
    }

    /// An entity that stands for a bracket or quotation mark ends a URL: its first letter or digit is escaped.
    fn part_from_entity(&mut self) {
        let tail = &self.out.as_bytes()[self.start..];
        if tail.last() != Some(&b';') {
            return;
        }
        let entity = MARKUP_ENTITIES.iter().find(|entity| {
            tail.len().checked_sub(entity.len()).is_some_and(|at| tail[at..].eq_ignore_ascii_case(entity))
        });
        if let Some(entity) = entity {
            let name = if entity[1] == b'#' { 2 } else { 1 };
            self.escape_at(self.out.len() - entity.len() + name);
        }
    }

    /// A comma, a semicolon or an opening bracket right before another URL separates the two: the first letter of what would
    /// be taken for its scheme, or for `www.`, is escaped.
    fn part_from_next(&mut self) {
        let tail = &self.out.as_bytes()[self.start..];
        let (word, mark) = match tail.last() {
            Some(b'.') => (&tail[..tail.len() - 1], "."),
            Some(b':') => (&tail[..tail.len() - 1], ":"),
            Some(b'/') if tail.ends_with(b"://") => (&tail[..tail.len() - 3], "://"),
            _ => return,
        };
        let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
        let length = word.iter().rev().take(schemes::LONGEST + 1).take_while(is_name).count();
        let (before, word) = word.split_at(word.len() - length);
        let begins = match mark {
            "." => word.eq_ignore_ascii_case(b"www"),
            ":" => schemes::is_opaque(word),
            _ => schemes::is_known(word),
        };
        if begins && matches!(before.last(), Some(b',' | b';' | b'(' | b'[')) {
            self.escape_at(self.out.len() - mark.len() - length);
        }
    }

    /// Escapes the ASCII character at `at`.
    fn escape_at(&mut self, at: usize) {
        let mut escape = String::new();
        push_byte(&mut escape, self.out.as_bytes()[at]);
        self.out.replace_range(at..=at, &escape);
        if at + escape.len() == self.out.len() {
            self.last = Last::Escape;
        }
    }

    /// What would be the sentence's at the end is escaped, and then it is the URL's.
    fn finish(mut self) -> String {
        let tail = &self.out[self.start..];
        let escaped = match (self.last, self.reader) {
            (Last::Char(c), Reader::Standard) if term(c) == Term::Soft => Some(c),
            (Last::Char(c), Reader::Finder) if is_soft(c) || "*@([".contains(c) || tail.ends_with("--") => Some(c),
            // A possessive's apostrophe.
            (Last::Char('s'), Reader::Finder) => ['\'', '’'].into_iter().find(|&mark| ends_with(tail, mark, "s")),
            _ => None,
        };
        if let Some(c) = escaped {
            let behind = if self.last == Last::Char(c) { "" } else { "s" };
            self.out.truncate(self.out.len() - c.len_utf8() - behind.len());
            self.escape(c);
            self.out.push_str(behind);
        }
        self.settle();
        self.out
    }
}

fn ends_with(text: &str, c: char, behind: &str) -> bool {
    text.strip_suffix(behind).is_some_and(|text| text.ends_with(c))
}

/// Letters and marks of the scripts in which a joiner spells a word: those of Arabic, India, Burma, the Khmer and the
/// Mongols.
fn is_joining(c: char) -> bool {
    matches!(c, '\u{600}'..='\u{109F}' | '\u{1780}'..='\u{18AF}')
        && is_email(c)
        && term(c) == Term::Include
        && !is_invisible(c)
}

/// What a display may leave out: the property Default_Ignorable_Code_Point.
fn is_ignorable(c: char) -> bool {
    is_invisible(c) || matches!(c, '\u{FE00}'..='\u{FE0F}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}')
}

/// What looks like a delimiter of a URL, like an escape or like a space.
fn is_lookalike(c: char) -> bool {
    is_confusing(c)
        || matches!(
            c,
            '\u{2236}'
                | '\u{2571}'
                | '\u{2800}'
                | '\u{2CC6}'
                | '\u{A789}'
                | '\u{FE60}'
                | '\u{FE66}'
                | '\u{FE6A}'
                | '\u{FF05}'
                | '\u{FF06}'
                | '\u{FF1D}'
        )
}

/// Whether it is a mark on the character before it.
fn is_attached(c: char) -> bool {
    let mut text = [b'a'; 5];
    let length = 1 + c.encode_utf8(&mut text[1..]).len();
    let text = std::str::from_utf8(&text[..length]).unwrap_or_default();
    GraphemeCursor::new(1, text.len(), true).is_boundary(text, 0) == Ok(false)
}
