//! The shortest form of a URI that people can read and that is found whole in running text: the formatting of UTS #58.
//!
//! From left to right each character of the path, query and fragment is written as itself where the end of the URL
//! would not be found at it, and escaped elsewhere. What decides is kept in step with `forms::tail`, which finds the
//! end: the property tests hold the two together.

use std::iter;

use unicode_segmentation::GraphemeCursor;

use crate::{
    text::characters::{
        MAX_OPEN, Term, is_confusing, is_email, is_function_word, is_ignorable, is_invisible, is_korean_particle,
        is_soft, is_stop, is_written_without_spaces, may_end_in_prose, opening, term,
    },
    text::entities::last_reference,
    uri::{
        class::{is_ucschar, part},
        grammar::Grammar,
        percent::{Unit, Units, push_byte, push_char},
        schemes::registry::{MAX_KNOWN, is_known_or_compound, is_opaque},
        syntax::Goal,
        validated::Uri,
    },
};

impl Uri<'_> {
    /// Returns the shortest readable form that a [`Finder`](crate::Finder) finds whole in running text: needless
    /// escapes are decoded (link formatting of UTS #58; stricter where the finder is).
    ///
    /// The result is a valid IRI (RFC 3987), and [`to_escaped`](Uri::to_escaped) is its inverse. A URI of an older
    /// grammar that is not an IRI is returned unchanged, as is everything before the path.
    ///
    /// Escapes stay for bytes that are not UTF-8, delimiters of their component, invisible characters, unpaired
    /// brackets, and characters that would end the URL or a sentence. Such characters may also be encoded: a full stop
    /// at the end becomes `%2E`.
    ///
    /// The finder drops punctuation at the end in three cases: the `?` of an empty query, the path of a scheme without
    /// slashes (`mailto:`, `urn:`), and characters that the scheme's rules do not allow to be escaped.
    ///
    /// ```
    /// use napkin::{Finder, Grammar, Uri};
    ///
    /// let uri = Uri::parse("http://a.example/%E6%9D%B1%E4%BA%AC_%28b%29?q=%C3%A9%26c%20d.", Grammar::Rfc3986)?;
    /// let readable = uri.to_readable();
    /// assert_eq!(readable, "http://a.example/東京_(b)?q=é%26c%20d%2E");
    ///
    /// let text = format!("See {readable}, please.");
    /// assert_eq!(Finder::new().find_iter(&text).next().unwrap().url(), readable);
    /// # Ok::<(), napkin::Rejection>(())
    /// ```
    pub fn to_readable(&self) -> String {
        readable(self, FoundBy::Finder)
    }

    /// Returns the minimally escaped form exactly as UTS #58 defines it, for programs that use that standard alone.
    ///
    /// Unlike [`to_readable`](Uri::to_readable), the result may be invalid: it may contain `"`, or a percent sign
    /// without an escape. Invisible characters and reserved characters that do not delimit are not escaped.
    ///
    /// ```
    /// use napkin::{Grammar, Uri};
    ///
    /// let uri = Uri::parse("http://a.example/%22b%22_100%25", Grammar::Rfc3986)?;
    /// assert_eq!(uri.to_minimally_escaped(), "http://a.example/\"b\"_100%");
    /// assert_eq!(uri.to_readable(), "http://a.example/%22b%22_100%25");
    /// # Ok::<(), napkin::Rejection>(())
    /// ```
    pub fn to_minimally_escaped(&self) -> String {
        readable(self, FoundBy::Standard)
    }
}

/// The reader of the result.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FoundBy {
    /// A `Finder`, which is stricter than the standard. The result is an IRI.
    Finder,
    /// The termination algorithm of UTS #58. The result may contain characters that no IRI has.
    Standard,
}

fn readable(uri: &Uri<'_>, found_by: FoundBy) -> String {
    let text = uri.as_str();
    // A path of its scheme's own kind is left alone with what stands before it: an address, a name, data. Its escapes may
    // count: those of a URN do (RFC 8141, 3.1).
    let is_opaque = uri.scheme().is_some() && uri.authority().is_none() && !uri.path().starts_with('/');
    let (before, path) = if is_opaque { (uri.path(), "") } else { ("", uri.path()) };
    let start = uri.components().path_start as usize + before.len();
    let mut out = String::with_capacity(text.len());
    out.push_str(text.get(..start).unwrap_or_default());
    let mut writer = ReadableWriter {
        start: out.len(),
        out,
        found_by,
        part: TailPart::Path,
        in_directive: false,
        keeps_colon: uri.scheme().is_none() && uri.authority().is_none(),
        open: Vec::new(),
        last: LastWritten::Delimiter,
    };
    writer.write(path);
    for (delimiter, part, component) in [('?', TailPart::Query, uri.query()), ('#', TailPart::Fragment, uri.fragment())]
    {
        if let Some(component) = component {
            writer.enter(delimiter, part);
            writer.write(component);
        }
    }
    let out = writer.finish();
    // A scheme's own rules may ask for the escapes, and what an older document has for a path, or for all of it, may be something
    // else than an IRI: then it has no other form.
    let is_iri = |text, schemes| Grammar::Rfc3987.parse(text, Goal { reference: true, schemes }).is_ok();
    let is_lost = || !is_iri(&out, false) || !is_iri(&out, true) && is_iri(text, true);
    if found_by == FoundBy::Finder && is_lost() { text.to_owned() } else { out }
}

/// The part being written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TailPart {
    Path,
    Query,
    Fragment,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LastWritten {
    /// A delimiter in its part.
    Delimiter,
    Char(char),
    Escape,
}

/// The treatment of a character.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spelling {
    Literal,
    Escape,
}

/// The writer. `out` is the text so far, with the path after `start`. `open` has the open brackets in it, innermost
/// last.
struct ReadableWriter {
    start: usize,
    out: String,
    found_by: FoundBy,
    part: TailPart,
    /// After the `:~:` of a fragment.
    in_directive: bool,
    /// True if a colon in the path may look like the one of a scheme.
    keeps_colon: bool,
    open: Vec<char>,
    last: LastWritten,
}

impl ReadableWriter {
    fn enter(&mut self, delimiter: char, part: TailPart) {
        self.delimit(delimiter);
        self.part = part;
    }

    fn delimit(&mut self, delimiter: char) {
        self.settle();
        self.out.push(delimiter);
        self.open.clear();
        self.last = LastWritten::Delimiter;
    }

    fn write(&mut self, component: &str) {
        let mut units = Units::new(component);
        while let Some(unit) = units.next() {
            match unit {
                Unit::Byte(byte) => {
                    self.settle();
                    push_byte(&mut self.out, byte);
                    self.last = LastWritten::Escape;
                }
                Unit::Escaped(c) if self.is_data(c, &units) => self.escape(c),
                Unit::Literal(c) if self.is_delimiter(c, &units) => {
                    self.delimit(c);
                    if self.part == TailPart::Fragment {
                        self.out.push_str("~:");
                        units.nth(1);
                        self.in_directive = true;
                    }
                }
                Unit::Literal(c) | Unit::Escaped(c) => match self.form(c, &units) {
                    Spelling::Literal => self.literal(c),
                    Spelling::Escape => self.escape(c),
                },
            }
        }
    }

    fn escape(&mut self, c: char) {
        self.settle();
        push_char(&mut self.out, c);
        self.last = LastWritten::Escape;
    }

    fn literal(&mut self, c: char) {
        self.settle();
        match term(c) {
            Term::Open => self.open.push(c),
            Term::Close => _ = self.open.pop(),
            _ => {}
        }
        self.out.push(c);
        self.last = LastWritten::Char(c);
    }

    /// Returns `true` if a literal character divides its part, so that no brackets reach over it. The first character
    /// stands for all of `:~:`.
    fn is_delimiter(&self, c: char, following: &Units<'_>) -> bool {
        match self.part {
            TailPart::Path => c == '/',
            TailPart::Query => matches!(c, '=' | '&'),
            TailPart::Fragment => c == ':' && following.clone().take(2).eq([Unit::Literal('~'), Unit::Literal(':')]),
        }
    }

    /// Returns `true` if decoding an escaped character would change its meaning.
    fn is_data(&self, c: char, following: &Units<'_>) -> bool {
        let next = following.clone().next().and_then(Unit::char);
        match (self.part, c) {
            (TailPart::Path, '/' | '?' | '#') | (TailPart::Query, '#' | '=' | '&' | '+') => true,
            (TailPart::Path, ':') if self.keeps_colon => true,
            // The delimiter of a fragment directive is looked for in what is written.
            (TailPart::Fragment, '~') if self.last == LastWritten::Char(':') => true,
            (TailPart::Fragment, ':') if self.last == LastWritten::Char('~') || next == Some('~') => true,
            // The parts of a text directive are told apart by these.
            (TailPart::Fragment, '&' | ',' | '-') if self.in_directive => true,
            // RFC 3986, 2.2: with a reserved character instead of its escape it is another URI. The others were none
            // that delimit anything in RFC 2396, 2.3 (mark), and no scheme has made them one.
            _ => self.found_by == FoundBy::Finder && "$&+,;=:@/?#[]".contains(c),
        }
    }

    /// Returns the treatment of a character without a special meaning in its part.
    fn form(&self, c: char, following: &Units<'_>) -> Spelling {
        let stays = match self.found_by {
            FoundBy::Standard => self.is_standard(c, following),
            FoundBy::Finder if c.is_ascii() => self.is_in_grammar(c),
            FoundBy::Finder => self.is_seen(c, following),
        };
        let ends = match term(c) {
            Term::Include | Term::Soft => false,
            Term::Hard => true,
            Term::Open => self.found_by == FoundBy::Finder && (self.open.len() == MAX_OPEN || self.opens_note(c)),
            Term::Close => self.open.last().copied() != opening(c),
        };
        if stays && !ends { Spelling::Literal } else { Spelling::Escape }
    }

    /// Returns `true` if UTS #58 allows the character unescaped in its part: all except a percent sign that would begin
    /// an escape, and the end of the part.
    fn is_standard(&self, c: char, following: &Units<'_>) -> bool {
        let is_digit = |unit: Unit| unit.char().is_some_and(|c| c.is_ascii_hexdigit());
        match (self.part, c) {
            (_, '%') => following.clone().take(2).filter(|&unit| is_digit(unit)).count() < 2,
            (TailPart::Path, '?' | '#') | (TailPart::Query, '#') => false,
            _ => true,
        }
    }

    /// Returns `true` if RFC 3986 allows an ASCII character in its part.
    fn is_in_grammar(&self, c: char) -> bool {
        let part = match self.part {
            TailPart::Path => part::PATH,
            TailPart::Query => part::QUERY,
            TailPart::Fragment => part::FRAGMENT,
        };
        Grammar::Rfc3986.syntax().table.has(c as u8, part)
    }

    /// Returns `true` if a character beyond ASCII is visible and does not end the URL.
    fn is_seen(&self, c: char, following: &Units<'_>) -> bool {
        if matches!(c, '\u{200C}' | '\u{200D}') {
            let next = following.clone().next().and_then(Unit::char);
            return matches!(self.last, LastWritten::Char(c) if is_joining(c)) && next.is_some_and(is_joining);
        }
        let is_particle = || {
            let behind = following.clone().map_while(Unit::char);
            is_korean_particle(iter::once(c).chain(behind))
        };
        let is_prose = (is_function_word(c) || is_particle()) && may_end_in_prose(self.out.as_bytes());
        let goes_on = is_prose || is_written_without_spaces(c) && self.is_after_ascii_word();
        if !is_ucschar(c) || is_stop(c) || is_ignorable(c) || is_lookalike(c) || goes_on {
            return false;
        }
        // A mark stands on a letter, not on a delimiter or an escape.
        matches!(self.last, LastWritten::Char(before) if !before.is_ascii_punctuation()) || !is_attached(c)
    }

    /// A bracket that is not ASCII begins a note behind a letter or digit of ASCII, a comma, or the root.
    fn opens_note(&self, c: char) -> bool {
        let before = &self.out[self.start..];
        !c.is_ascii()
            && (before == "/" || before.ends_with(|before: char| before.is_ascii_alphanumeric() || before == ','))
    }

    /// Text in a script without spaces goes on with a sentence behind an ASCII letter or digit, an escape's among them but for that of a space, or a comma.
    fn is_after_ascii_word(&self) -> bool {
        let before = &self.out[self.start..];
        !before.ends_with("%20") && before.ends_with(|c: char| c.is_ascii_alphanumeric() || c == ',')
    }

    /// Takes care that the URL doesn't end at a word that is complete now. Not before more follows: what stands at the end
    /// may be escaped for that alone.
    fn settle(&mut self) {
        if self.found_by == FoundBy::Finder {
            self.part_from_entity();
            self.part_from_next();
            self.part_from_group();
        }
    }

    /// A group of a regular expression, `(.*`, ends a URL: its full stop is escaped.
    fn part_from_group(&mut self) {
        let tail = &self.out.as_bytes()[self.start..];
        if tail.ends_with(b"(.*") || tail.ends_with(b"(.+") {
            self.escape_at(self.out.len() - 2);
        }
    }

    /// An entity that stands for a bracket or quotation mark ends a URL: its first letter or digit is escaped.
    fn part_from_entity(&mut self) {
        let tail = &self.out.as_bytes()[self.start..];
        if tail.ends_with(b";")
            && let Some(length) = last_reference(tail)
        {
            let name = if tail[tail.len() - length + 1] == b'#' { 2 } else { 1 };
            self.escape_at(self.out.len() - length + name);
        }
    }

    /// A comma, a semicolon or a bracket right before another URL separates the two: the first letter of what would
    /// be taken for its scheme, or for `www.`, is escaped.
    fn part_from_next(&mut self) {
        let written = &self.out[self.start..];
        let tail = written.as_bytes();
        let (word, mark) = match tail.last() {
            Some(b'.') => (&tail[..tail.len() - 1], "."),
            Some(b':') => (&tail[..tail.len() - 1], ":"),
            Some(b'/') if tail.ends_with(b"://") => (&tail[..tail.len() - 3], "://"),
            _ => return,
        };
        let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
        let length = word.iter().rev().take(MAX_KNOWN + 1).take_while(is_name).count();
        let (before, word) = word.split_at(word.len() - length);
        let begins = match mark {
            "." => word.eq_ignore_ascii_case(b"www"),
            ":" => is_opaque(word),
            _ => is_known_or_compound(word),
        };
        let separates = |c: char| matches!(c, ',' | ';' | '(' | '[') || !c.is_ascii() && term(c) == Term::Open;
        if begins && written[..before.len()].ends_with(separates) {
            self.escape_at(self.out.len() - mark.len() - length);
        }
    }

    /// Escapes the ASCII character at `at`.
    fn escape_at(&mut self, at: usize) {
        let mut escape = String::new();
        push_byte(&mut escape, self.out.as_bytes()[at]);
        self.out.replace_range(at..=at, &escape);
        if at + escape.len() == self.out.len() {
            self.last = LastWritten::Escape;
        }
    }

    /// What would be the sentence's at the end is escaped, and then it is the URL's.
    fn finish(mut self) -> String {
        let tail = &self.out[self.start..];
        let escaped = match (self.last, self.found_by) {
            (LastWritten::Char(c), FoundBy::Standard) if term(c) == Term::Soft => Some(c),
            (LastWritten::Char(c), FoundBy::Finder) if is_soft(c) || "*@([".contains(c) || tail.ends_with("--") => {
                Some(c)
            }
            // A line drawn under or behind the text. The fourth equals sign is part of a value, if of anything.
            (_, FoundBy::Finder) if tail.ends_with("____") => Some('_'),
            (_, FoundBy::Finder) if tail.ends_with("====") => Some('='),
            // The end of a comment in C.
            (_, FoundBy::Finder) if tail.ends_with("*/") => Some('*'),
            // A possessive's apostrophe.
            (LastWritten::Char('s'), FoundBy::Finder) => {
                ['\'', '’'].into_iter().find(|&mark| ends_with(tail, mark, "s"))
            }
            _ => None,
        };
        if let Some(c) = escaped {
            let behind = ["", "s", "/"].into_iter().find(|behind| ends_with(&self.out, c, behind)).unwrap_or_default();
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

/// Returns `true` if it is a mark on the character before it.
fn is_attached(c: char) -> bool {
    let mut text = [b'a'; 5];
    let length = 1 + c.encode_utf8(&mut text[1..]).len();
    let text = std::str::from_utf8(&text[..length]).unwrap_or_default();
    GraphemeCursor::new(1, text.len(), true).is_boundary(text, 0) == Ok(false)
}
