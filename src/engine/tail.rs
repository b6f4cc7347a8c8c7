//! The path, query and fragment of a URL without delimiters: the termination algorithm of UTS #58, and rules for
//! punctuation.

use super::{
    columns::{self, KeptRow},
    left::{Left, Opening},
    notation,
    rules::rows,
    scheme::begins_url,
    simd::{Maps, WIDTH},
    text::{self, DOT, INCLUDE, PERCENT, RUN, SCHEME, Text, VISIBLE},
    wide,
};
use crate::text::{
    characters::{
        MAX_OPEN, Term, is_dash_or_ellipsis, is_footnote_mark, is_function_word, is_hangul, is_joiner, is_soft,
        is_stop, is_written_without_spaces, may_end_in_prose, opening, term,
    },
    entities::MAX_REFERENCE,
};

/// How far ahead to look for a closing bracket.
const MAX_BRACKETED: usize = 160;

/// The longest beginning of an element of a wiki.
const MAX_ELEMENT: usize = 64;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Component {
    Path,
    Query,
    Fragment,
}

/// What a tail contains, up to where reading stopped.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    /// The indices of the `?` of the query and the `#` of the fragment, or [`NONE`].
    pub(super) query: usize,
    pub(super) fragment: usize,
    /// The grammar accepts all bytes as written, if every percent sign begins an escape.
    pub(super) is_plain: bool,
    pub(super) has_percent: bool,
    /// It contains `&amp;` or `=3D`, which may stand for other characters.
    pub(super) has_mark: bool,
}

/// The index of no mark. Each other is less.
pub(super) const NONE: usize = usize::MAX;

/// What was read of a URL: its host, and its tail up to `at`.
#[derive(Clone, Copy, Debug)]
pub(super) struct At {
    pub(super) host_end: usize,
    /// The end of what was read. No URL without delimiters continues with the text there.
    pub(super) at: usize,
    /// Where the URL ends if nothing after `at` belongs to it.
    pub(super) end: usize,
    pub(super) seen: Seen,
}

impl At {
    /// Returns that nothing is read after the host.
    pub(super) fn of_host(end: usize, is_plain: bool) -> At {
        let seen = Seen { query: NONE, fragment: NONE, is_plain, has_percent: false, has_mark: false };
        At { host_end: end, at: end, end, seen }
    }

    fn component(&self) -> Component {
        match self.seen {
            Seen { query: NONE, fragment: NONE, .. } => Component::Path,
            Seen { fragment: NONE, .. } => Component::Query,
            _ => Component::Fragment,
        }
    }

    /// Takes the bytes that mean nothing but themselves where no bracket is open, and the marks that part a URL.
    #[inline(always)]
    pub(super) fn take(&mut self, bytes: &[u8], maps: &mut Maps) {
        let mut percents = 0;
        loop {
            if self.at.wrapping_sub(maps.start) >= WIDTH {
                *maps = Maps::at(bytes, self.at);
            }
            let offset = self.at - maps.start;
            let run = maps.of(RUN) >> offset;
            let (length, inside) = (run.trailing_ones() as usize, run & !run.wrapping_add(1));
            let included = inside & !(maps.of(DOT) >> offset);
            if included != 0 {
                self.end = self.at + WIDTH - included.leading_zeros() as usize;
            }
            percents |= maps.of(PERCENT) >> offset & inside;
            self.at += length;
            if offset + length < WIDTH && !self.take_mark(bytes) {
                self.seen.has_percent |= percents != 0;
                return;
            }
        }
    }

    /// Takes a mark of the query or the fragment, or one of the sentence. Returns `false` if it may mean more.
    #[inline(always)]
    fn take_mark(&mut self, bytes: &[u8]) -> bool {
        let Some(&byte) = bytes.get(self.at) else { return false };
        let near = || bytes[self.at..].first_chunk::<MAX_REFERENCE>();
        let has_fragment = self.seen.fragment != NONE;
        match byte {
            b'?' if !has_fragment && self.seen.query == NONE => self.seen.query = self.at,
            b'#' if !has_fragment => self.seen.fragment = self.at,
            b'=' if near().is_some_and(|near| near[1..3] != *b"3D") => {}
            b'&' if near().is_some_and(|near| !near.contains(&b';')) => {}
            b':' if !has_fragment => {}
            b'?' | b'!' => {}
            _ => return false,
        }
        self.at += 1;
        if matches!(byte, b'#' | b'=' | b'&') {
            self.end = self.at;
        }
        true
    }
}

/// Reads the tail of the URL that begins at `url`.
pub(super) fn read(text: &Text, left: &Left, url: usize, read: At) -> At {
    let (brackets, maps) = (Brackets { open: ['\0'; MAX_OPEN], depth: 0 }, Maps::at(text.bytes, read.at));
    let mut tail =
        Tail { text, url, read, is_directive: false, has_letters: false, brackets, left, no_separator: 0, maps };
    while tail.step() {}
    tail.read
}

/// The open brackets, innermost last. Overflow ends the URL.
struct Brackets {
    open: [char; MAX_OPEN],
    depth: usize,
}

impl Brackets {
    fn push(&mut self, bracket: char) -> bool {
        let place = self.open.get_mut(self.depth).map(|place| *place = bracket);
        self.depth += usize::from(place.is_some());
        place.is_some()
    }

    fn close(&mut self, bracket: char) -> bool {
        let closes = self.depth > 0 && self.open[self.depth - 1] == bracket;
        self.depth -= usize::from(closes);
        closes
    }
}

/// The state while a tail is read: `end` is `last_safe` of UTS #58, 3.4.
struct Tail<'a, 't> {
    text: &'a Text<'t>,
    url: usize,
    read: At,
    /// In a text directive of the fragment, after `:~:`.
    is_directive: bool,
    /// It has letters of a script without spaces.
    has_letters: bool,
    brackets: Brackets,
    left: &'a Left,
    /// A mark that is known to end no field here.
    no_separator: u8,
    maps: Maps,
}

impl Tail<'_, '_> {
    /// Takes the next character, or returns `false` if the URL ends before it.
    fn step(&mut self) -> bool {
        self.take_run();
        let (text, byte) = (self.text, self.text.byte(self.read.at));
        match byte {
            0x80.. => {
                let continues = self.wide();
                self.read.seen.is_plain &= !continues;
                continues
            }
            b'/' => {
                self.clear(Component::Path);
                self.safe(1)
            }
            b'?' | b'#' => self.begin_component(byte),
            b'=' => self.equals(),
            b'&' => self.ampersand(),
            b',' | b';' | b'|' if FIELD.holds(self, byte) => false,
            b'\'' if STRING_APOSTROPHE.holds(self) => false,
            b',' | b';' => !NEXT_URL.holds(text, self.read.at + 1) && self.soft(1),
            b'.' | b'!' | b'\'' => self.soft(1),
            b':' if TEXT_DIRECTIVE.holds(self) => {
                self.is_directive = true;
                self.brackets.depth = 0;
                self.safe(3)
            }
            b':' => self.soft(1),
            b'(' => self.open(byte),
            b')' => self.close('('),
            b'[' | b']' | b'{' | b'}' | b'|' | b'^' => {
                let continues = self.reserved(byte);
                self.read.seen.is_plain &= !continues;
                continues
            }
            _ if text::is(byte, INCLUDE) => {
                self.read.seen.has_percent |= byte == b'%';
                self.safe(1)
            }
            _ => false,
        }
    }

    fn take_run(&mut self) {
        if self.brackets.depth == 0 {
            let from = self.read.at;
            self.read.take(self.text.bytes, &mut self.maps);
            self.text.worked(self.read.at - from);
        }
    }

    /// Takes the mark of a query or a fragment. A second one is an ordinary character.
    #[inline(always)]
    fn begin_component(&mut self, mark: u8) -> bool {
        let component = if mark == b'?' { Component::Query } else { Component::Fragment };
        if self.read.component() < component {
            let seen = &mut self.read.seen;
            *(if mark == b'?' { &mut seen.query } else { &mut seen.fragment }) = self.read.at;
            self.brackets.depth = 0;
        } else if mark == b'#' {
            self.read.seen.is_plain = false;
        }
        if mark == b'?' { self.soft(1) } else { self.safe(1) }
    }

    #[inline(always)]
    fn equals(&mut self) -> bool {
        self.read.seen.has_mark |= self.text.has(self.read.at, b"=3D");
        if !EQUALS_IN_FILTER.holds(self) {
            self.clear(Component::Query);
        }
        self.safe(1)
    }

    #[inline(always)]
    fn ampersand(&mut self) -> bool {
        if MARKUP_REFERENCE.holds(self.text, self.read.at) {
            return false;
        }
        if LAST_AMPERSAND.holds(self) {
            self.read.end = self.read.at + 1;
            return false;
        }
        self.read.seen.has_mark |= self.text.ahead(self.read.at, MAX_REFERENCE).contains(&b';');
        if !AMPERSAND_IN_FILTER.holds(self) {
            self.clear(Component::Query);
        }
        self.safe(1)
    }

    /// Returns `true` if the URL is a field that this mark ends.
    fn ends_field(&mut self, mark: u8) -> bool {
        if mark == self.left.separator {
            return true;
        }
        if mark == self.no_separator {
            return false;
        }
        let ends = mark == b'|' && columns::bar_ends_field(self.text, self.left, self.url, self.read.at)
            || self.left.is_field && columns::mark_ends_field(self.text, self.url, mark, &mut KeptRow::default());
        self.no_separator = if ends { 0 } else { mark };
        ends
    }

    /// Takes a mark that the grammar does not allow in a tail.
    fn reserved(&mut self, mark: u8) -> bool {
        let text = self.text;
        match mark {
            b'[' => self.open(mark),
            b']' => self.close('['),
            b'{' => self.brace(),
            b'}' => self.close('{'),
            b'^' if text.byte(self.read.at + 1) == b'&' => false,
            b'|' => self.read.component() != Component::Path && self.soft(1),
            _ => self.soft(1),
        }
    }

    fn safe(&mut self, length: usize) -> bool {
        self.read.at += length;
        self.read.end = self.read.at;
        true
    }

    fn soft(&mut self, length: usize) -> bool {
        self.read.at += length;
        true
    }

    fn clear(&mut self, component: Component) {
        if self.read.component() == component {
            self.brackets.depth = 0;
        }
    }

    fn close(&mut self, bracket: char) -> bool {
        self.brackets.close(bracket) && self.safe(1)
    }

    /// Takes an opening bracket, unless it begins a text after the URL.
    fn open(&mut self, byte: u8) -> bool {
        let holds = byte == b'(' || self.is_directive || self.read.component() == Component::Query;
        !URL_IN_BRACKETS.holds(self) && !self.is_text_beside(holds) && self.brackets.push(byte as char) && self.safe(1)
    }

    /// Returns `true` if a URL begins after the bracket, and no word that a query asks for: `?q=(tag:b)`.
    fn begins_url_in_bracket(&self) -> bool {
        let (text, start) = (self.text, self.read.at + 1);
        let colon = text.run(start, SCHEME);
        let is_word = text.byte(colon) == b':' && !text.has(colon, b"://");
        begins_url(text, start) && !(self.read.component() == Component::Query && is_word)
    }

    /// Returns `true` if the bracket begins a text after the URL: `URL[text]`, `URL(a description)`.
    fn is_text_beside(&self, holds: bool) -> bool {
        let text = self.text.ahead(self.read.at, MAX_BRACKETED);
        let (mut depth, mut has_space) = (0_usize, false);
        for (index, &byte) in text.iter().enumerate() {
            match byte {
                b'(' | b'[' => depth += 1,
                b')' | b']' => depth -= 1,
                b'\n' | b'\r' if holds => return false,
                b' ' | b'\t' | b'\n' | b'\r' => has_space = true,
                _ => {}
            }
            if depth == 0 {
                self.text.worked(index);
                let inner = &text[1..index];
                return BRACKETED_TEXT.holds(has_space) || LINK_TEXT.holds(self, holds, inner);
            }
        }
        false
    }

    /// Returns `true` if brackets after the URL hold a link text or a footnote mark: `y[manual]`, `y/[Manual]`, `y[1]`.
    fn is_link_text(&self, inner: &[u8]) -> bool {
        let is_number = !inner.is_empty() && inner.iter().all(u8::is_ascii_digit);
        let is_web = self.read.seen.is_plain && self.text.has(self.url, b"http");
        let is_title = || matches!(inner, [b'A'..=b'Z', rest @ ..] if rest.iter().any(u8::is_ascii_lowercase));
        let is_phrase = || inner.iter().any(|byte| matches!(byte, b'-' | b'.' | b'/' | b'#'));
        let before = self.text.char_before(self.read.at);
        is_number
            || inner.contains(&b'^')
            || inner.contains(&b'=')
            || inner.is_empty()
            || match before {
                '/' => is_web && (is_title() || is_phrase()),
                ')' => inner.len() > 1,
                _ => before.is_alphanumeric() && inner.len() > 1,
            }
    }

    /// Returns `true` if brackets in a query hold a link text: they are empty, a forum's, or after an end mark.
    fn is_query_label(&self, inner: &[u8]) -> bool {
        let text = self.text;
        let is_value = || {
            let name = text.run_back(self.read.host_end, self.read.at, INCLUDE);
            name < self.read.at && text.byte_before(name) == b'='
        };
        text.byte(self.read.at) == b'['
            && (inner.is_empty() && is_value()
                || matches!(inner, [b'/', name @ ..] if !name.is_empty() && name.iter().all(u8::is_ascii_alphabetic))
                || opens_pass(text, self.left, self.url) && text.bytes[..self.read.at].ends_with(b"++"))
    }

    /// Returns `true` if the text at `at` continues a URL rather than a sentence.
    fn goes_on(&self, at: usize) -> bool {
        let next = self.text.byte(at + 1);
        match self.text.char(at).0 {
            '.' | '?' => next.is_ascii_alphanumeric(),
            '&' => !notation::is_markup_reference(self.text, at),
            '/' | '=' | '%' | '_' | '#' => true,
            ')' => self.brackets.depth > 0,
            c => c.is_alphanumeric(),
        }
    }

    /// Takes a brace that closes inside the URL, around something that is not a template.
    fn brace(&mut self) -> bool {
        let text = self.text;
        if TEMPLATE_MARK.holds(text.bytes[self.read.at - 1]) {
            self.read.end = without_soft(text, self.read.host_end, self.read.end.min(self.read.at - 1));
            return false;
        }
        let ahead = text.ahead(self.read.at, MAX_BRACKETED);
        let ahead = &ahead[..memchr::memchr(b'}', ahead).map_or(0, |close| close + 1)];
        let ends = |&byte: &u8| byte <= b' ' || b"}\"<>\\`/?#&=([".contains(&byte);
        let Some(close) = ahead.iter().position(ends).filter(|&close| ahead[close] == b'}') else { return false };
        let inner = &ahead[1..close];
        let end = self.read.at + close + 1;
        !TEMPLATE.holds(inner) && !ELEMENT_OF_WIKI.holds(self, inner, end) && self.brackets.push('{') && self.safe(1)
    }

    /// Returns `true` if braces around the same word stand before the URL and at its end: `{quote}URL{quote}`.
    fn closes_element(&self, word: &[u8], end: usize) -> bool {
        let front = self.text.bytes[..self.url].strip_suffix(b"}").unwrap_or_default();
        let near = &front[front.len().saturating_sub(MAX_ELEMENT)..];
        let open = memchr::memrchr(b'{', near).map(|open| &near[open + 1..]);
        open.and_then(|open| open.strip_prefix(word)).is_some_and(|rest| matches!(rest, [] | [b':', ..]))
            && !self.goes_on(end)
    }

    /// Returns `true` if an equals sign stands between words, as in a filter or an expression: `(b=1)`.
    fn is_between_words(&self) -> bool {
        let is_word = |byte: u8| byte > b' ' && !b"()[]{}&?=".contains(&byte);
        is_word(self.text.byte_before(self.read.at)) && is_word(self.text.byte(self.read.at + 1))
    }

    /// Returns `true` if nothing but semicolons follows the `&amp;` here.
    fn is_last_ampersand(&self) -> bool {
        let text = self.text;
        text.has(self.read.at, b"&amp;")
            && !text::is(text.byte(text.until(self.read.at + 5, MAX_BRACKETED, |byte| byte != b';')), VISIBLE)
    }

    /// Returns `true` if the quotation that begins with the URL ends before a word of a script without spaces.
    fn closes_quotation(&self, c: char, after: usize) -> bool {
        matches!(self.left.opening, Opening::Quote(marks) if marks.contains(&c))
            && is_written_without_spaces(self.text.char(after).0)
    }

    /// Returns `true` if a word of a sentence begins with `c` right behind ASCII.
    fn is_before_sentence(&self, c: char) -> bool {
        let (text, at) = (self.text, self.read.at);
        let before = text.char_before(at);
        (is_written_without_spaces(c) || wide::opens_note(c))
            && (before.is_ascii_alphanumeric() || before == ',')
            && !text.bytes[..at].ends_with(b"%20")
            && wide::begins_sentence(text, self.url, at, c, self.has_letters)
    }

    /// Returns `true` if `c` begins a particle behind a URL that may end in prose.
    fn is_before_particle(&self, c: char) -> bool {
        let (text, at) = (self.text, self.read.at);
        text.byte_before(at) == b'/'
            && (is_function_word(c) || is_hangul(c) && wide::begins_particle(text, at))
            && may_end_in_prose(&text.bytes[self.url..at])
    }

    fn wide(&mut self) -> bool {
        let (text, at) = (self.text, self.read.at);
        let (c, length) = text.char(at);
        let before = text.char_before(at);
        if is_joiner(c) {
            return JOINER.holds(before) && self.soft(length);
        }
        if length == 0 || is_stop(c) || QUOTATION_BEFORE_WORD.holds(self, c, at + length) {
            return false;
        }
        if is_dash_or_ellipsis(c) || is_footnote_mark(c) {
            return self.soft(length);
        }
        if at > self.read.host_end && (WIDE_WORD.holds(self, c) || PARTICLE.holds(self, c)) {
            return false;
        }
        self.has_letters |= is_written_without_spaces(c);
        match term(c) {
            Term::Include => self.safe(length),
            Term::Soft => self.soft(length),
            Term::Hard => false,
            Term::Open => !NEXT_URL.holds(text, at + length) && self.brackets.push(c) && self.safe(length),
            Term::Close => opening(c).is_some_and(|bracket| self.brackets.close(bracket)) && self.safe(length),
        }
    }
}

/// Returns the end without punctuation before it.
pub(super) fn without_soft(text: &Text, start: usize, mut end: usize) -> usize {
    while end > start + 1 && is_soft(text.char_before(end)) {
        end -= text.char_before(end).len_utf8();
    }
    end
}

/// Returns the end without a wrapper that opened right before the URL, or a mark of the sentence or markup.
pub(super) fn trim(text: &Text, left: &Left, start: usize, end: usize) -> usize {
    if let Some(end) = closing_apostrophe(text, left, start, end) {
        return end;
    }
    let mut end = without_possessive(text, start, end);
    while end > start + 1 && is_outside(text, left, start, end) {
        end = without_soft(text, start, end - 1);
    }
    end
}

/// Returns the end before the `'s` of a noun that follows: `URL's page`.
fn without_possessive(text: &Text, start: usize, end: usize) -> usize {
    let front = text.bytes[start..end].strip_suffix(b"s").unwrap_or_default();
    let front = front.strip_suffix(b"'").or_else(|| front.strip_suffix("’".as_bytes())).unwrap_or_default();
    if !front.is_empty() && POSSESSIVE.holds(text, front, end) { start + front.len() } else { end }
}

/// Returns `true` if two plus signs stand right before a URL: AsciiDoc's passthrough.
fn opens_pass(text: &Text, left: &Left, start: usize) -> bool {
    left.mark == '+' && text.bytes[..start].ends_with(b"++")
}

/// Returns `true` if the last byte does not belong to the URL.
fn is_outside(text: &Text, left: &Left, start: usize, end: usize) -> bool {
    let last = text.bytes[end - 1];
    LAST_MARK.holds(last)
        || MARK_ON_BOTH_SIDES.holds(text, left, start, last)
        || COMMENT_END.holds(text, end)
        || POD_REFERENCE.holds(text, end)
}

/// Returns `true` if a mark of markup at the end of a URL stands right before it, too.
fn is_on_both_sides(text: &Text, left: &Left, start: usize, last: u8) -> bool {
    match last {
        b'_' | b'~' | b'$' => char::from(last) == left.mark,
        b'+' => opens_pass(text, left, start),
        _ => false,
    }
}

/// Returns the end of a URL after an apostrophe that closes one inside it: `/'b'`.
fn closing_apostrophe(text: &Text, left: &Left, start: usize, end: usize) -> Option<usize> {
    if left.mark == '\'' || text.byte(end) != b'\'' {
        return None;
    }
    let opened = text.bytes[start..end].iter().filter(|&&byte| byte == b'\'').count();
    if opened == 0 && EMPTY_QUOTES.holds(text, end) {
        return Some(end + 2);
    }
    QUOTES_INSIDE.holds(opened).then_some(end + 1)
}

rows! { Tail;
    FIELD "field" (tail: &mut Tail, mark: u8) = tail.brackets.depth == 0 && tail.ends_field(mark),
        "a comma, a semicolon or a bar between fields, as in the lines around, or before a label" => "ends it",
        "1|http://a.example/?b|c" / "see http://a.example/0,1518,1.html";
    STRING_APOSTROPHE "string-apostrophe" (tail: &Tail) = tail.left.close == b'\'' && !tail.text.byte(tail.read.at + 1).is_ascii_alphanumeric(),
        "the apostrophe that closes a string" => "ends it",
        "u = 'http://a.example/b'.split()" / "http://a.example/'b'.html";
    QUOTATION_BEFORE_WORD "quotation-before-word" (tail: &Tail, c: char, after: usize) =
        tail.closes_quotation(c, after),
        "the mark that closes the quotation, before a word of a script without spaces" => "ends it",
        "‘http://a.example/b’中文" / "‘http://a.example/b’s";
    MARKUP_REFERENCE "markup-reference" (text: &Text, at: usize) = notation::ends_at_reference(text, at),
        "the reference of a bracket or a quotation mark" => "ends it",
        "&lt;http://a.example/b&gt;" / "http://a.example/b&gtk=1";
    LAST_AMPERSAND "last-ampersand" (tail: &Tail) = tail.is_last_ampersand(),
        "the reference of an ampersand, and no more than semicolons" => "takes the ampersand",
        "http://a.example/?b&amp; and" / "http://a.example/?b&amp;c=1";
    EQUALS_IN_FILTER "equals-in-filter" (tail: &Tail) = tail.is_between_words(),
        "an equals sign between words" => "leaves brackets open over it",
        "http://a.example/?(b=1)" / "http://a.example/?b=";
    AMPERSAND_IN_FILTER "ampersand-in-filter" (tail: &Tail) = tail.text.has(tail.url, b"ldap"),
        "the ampersand of a filter (RFC 4516, 2)" => "leaves brackets open over it",
        "ldap://a.example/?(&(b=1))" / "http://a.example/?(&b)";
    URL_IN_BRACKETS "url-in-brackets" (tail: &Tail) = tail.begins_url_in_bracket(),
        "a URL in brackets behind another" => "ends the other",
        "http://a.example/b(http://c.example/)" / "http://a.example/?q=(tag:b)";
    BRACKETED_TEXT "bracketed-text" (has_space: bool) = has_space,
        "brackets around several words" => "ends it",
        "http://a.example/b(as of today)" / "http://a.example/b(c)";
    LINK_TEXT "link-text" (tail: &Tail, holds: bool, inner: &[u8]) =
        (tail.is_query_label(inner) || !holds && tail.is_link_text(inner)) && !tail.goes_on(tail.read.at + 1 + inner.len() + 1),
        "square brackets around a number, a title, a label or nothing" => "ends it",
        "http://a.example/b[1]" / "http://a.example/b[1]/c";
    TEMPLATE_MARK "template-mark" (before: u8) = matches!(before, b'$' | b'#' | b'%'),
        "a brace behind a dollar, hash or percent sign" => "ends it before that",
        "http://a.example/${b}" / "http://a.example/{b}";
    TEMPLATE "template" (inner: &[u8]) = inner.iter().all(u8::is_ascii_digit) || inner.starts_with(b"{"),
        "braces around nothing, a number or other braces" => "ends it",
        "http://a.example/{}" / "http://a.example/{b}";
    ELEMENT_OF_WIKI "element-of-wiki" (tail: &Tail, inner: &[u8], end: usize) = tail.closes_element(inner, end),
        "braces around the word that braces right before it hold" => "ends it",
        "{quote}http://a.example/b{quote}" / "{id}http://a.example/{b}";
    JOINER "joiner" (before: char) = !before.is_ascii(),
        "a joiner behind a letter or picture that it may join" => "takes it",
        "http://a.example/نی\u{200C}ا" / "http://a.example/a\u{200C}b";
    WIDE_WORD "wide-word" (tail: &Tail, c: char) = tail.is_before_sentence(c),
        "a sentence of a script without spaces right behind an ASCII letter" => "ends it",
        "http://a.example/b中文。" / "http://a.example/b中文";
    PARTICLE "particle" (tail: &Tail, c: char) = tail.is_before_particle(c),
        "a particle of Japanese, Chinese or Korean right behind a slash" => "ends it",
        "http://a.example/を" / "http://a.example/水";
    TEXT_DIRECTIVE "text-directive" (tail: &Tail) =
        tail.read.component() == Component::Fragment && tail.text.has(tail.read.at, b":~:"),
        "`:~:` in a fragment" => "takes brackets after it",
        "http://a.example/#:~:text=b[1]" / "http://a.example/:~:b";
    COMMENT_END "comment-end" (text: &Text, end: usize) = text.has(end - 1, b"-->") || text.has(end - 2, b"-->"),
        "the end of a comment of HTML" => "cuts it",
        "http://a.example/b-->" / "http://a.example/b->";
    POD_REFERENCE "pod-reference" (text: &Text, end: usize) = text.bytes[..end].ends_with(b"E") && text.has(end, b"<gt>"),
        "`E<gt>`" => "ends it",
        "E<lt>http://a.example/E<gt>" / "http://a.example/E<";
    LAST_MARK "last-mark" (last: u8) = b"*@([|^".contains(&last),
        "`*`, `@`, `|`, `^` or an opening bracket at the end" => "cuts it",
        "*http://a.example/b*" / "http://a.example/*b";
    POSSESSIVE "possessive" (text: &Text, front: &[u8], end: usize) =
        text.byte(end) == b' ' && text.char(end + 1).0.is_alphabetic() && !front.contains(&b'\''),
        "`'s`, a blank and a word" => "cuts it",
        "http://a.example/b's page" / "http://a.example/it's";
    MARK_ON_BOTH_SIDES "mark-on-both-sides" (text: &Text, left: &Left, start: usize, last: u8) = is_on_both_sides(text, left, start, last),
        "`_`, `~`, `$` or `++` before and at the end" => "cuts it",
        "_http://a.example/b_" / "http://a.example/b_";
    EMPTY_QUOTES "empty-quotes" (text: &Text, end: usize) = text.byte_before(end) == b'/' && text.byte(end + 1) == b'\'',
        "two apostrophes behind a slash" => "takes them",
        "http://a.example/''" / "http://a.example/b''";
    QUOTES_INSIDE "quotes-inside" (opened: usize) = opened % 2 == 1,
        "an apostrophe that closes another in the URL" => "takes it",
        "http://a.example/'b'" / "http://a.example/b'";
    NEXT_URL "next-url" (text: &Text, at: usize) = begins_url(text, at),
        "a URL behind a comma or a semicolon" => "ends the one before it",
        "http://a.example/b,http://c.example/" / "http://a.example/b,c";
}
