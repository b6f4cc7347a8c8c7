//! HTML to tags and text: the tokenizer of the HTML standard (13.2.5) over a source that is there as a whole, so that all it hands out is
//! a part of the source and known by its place. Its tests hold it against html5gum.

use std::ops::Range;

use memchr::{memchr, memchr2, memchr3};

use super::references::{Reference, reference};
use crate::blocks::{BLOCK, Markup, next_markup};

/// The syntax of the text in some elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RawText {
    WithReferences,
    Plain,
    /// With comments that may hide an end tag.
    Script,
    /// Without an end.
    Endless,
}

/// Takes the tokens. Ranges are those of the source.
pub(super) trait Tokens {
    /// Takes text and its range in the source. NULs come one at a time.
    fn text(&mut self, _text: &[u8], _source: Range<usize>) {}

    /// Returns `true` if a section of character data is allowed here.
    fn takes_character_data(&mut self) -> bool {
        false
    }

    /// Begins a tag at `at`. Its name in lower case follows, and then the attributes.
    fn begin_tag(&mut self, _at: usize, _is_end: bool) {}
    fn tag_name(&mut self, _name: &[u8]) {}

    /// Begins an attribute. Its name in lower case follows, and then the value, if any.
    fn begin_attribute(&mut self);
    fn attribute_name(&mut self, name: &[u8]);
    /// Returns `true` if the value is wanted.
    fn begin_value(&mut self) -> bool;
    fn value(&mut self, value: &[u8], source: Range<usize>);

    /// Ends the tag. Returns the syntax of the text after it; `true` if it is displayed.
    fn finish_tag(&mut self, _end: usize, _is_closed: bool) -> Option<(RawText, bool)> {
        None
    }

    /// Takes a section of character data at `at`, where none is allowed.
    fn character_data_comment(&mut self, _at: usize) {}
    fn doctype(&mut self, _: Doctype<'_>) {}
    fn finish(&mut self) {}
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Doctype<'s> {
    pub(super) name: &'s [u8],
    pub(super) public: Option<&'s [u8]>,
    pub(super) system: Option<&'s [u8]>,
    /// True if its errors put the document in quirks mode.
    pub(super) is_damaged: bool,
}

/// Passes all tokens of `source` to `tokens`.
pub(super) fn tokenize(source: &[u8], tokens: &mut impl Tokens) {
    let mut tokenizer = Tokenizer { source, tokens, marks: Markup { start: source.len(), bits: 0 }, name: Vec::new() };
    let mut at = 0;
    while at < source.len() {
        at = tokenizer.data(at);
    }
    tokenizer.tokens.finish();
}

/// The treatment of NULs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Nuls {
    Kept,
    /// Replaced by U+FFFD.
    Replaced,
}

/// The references that are decoded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum References {
    None,
    InText,
    /// Those in the value of an attribute, which are fewer.
    InValue,
}

struct Tokenizer<'s, 't, T> {
    source: &'s [u8],
    tokens: &'t mut T,
    /// The block with the last special byte.
    marks: Markup,
    name: Vec<u8>,
}

impl<'s, T: Tokens> Tokenizer<'s, '_, T> {
    fn byte(&self, at: usize) -> Option<u8> {
        self.source.get(at).copied()
    }

    fn skip_space(&self, mut at: usize) -> usize {
        while self.byte(at).is_some_and(separates) {
            at += 1;
        }
        at
    }

    /// Reads text up to a tag or another `<`. Returns where to continue.
    fn data(&mut self, at: usize) -> usize {
        let next = self.plain_text(at);
        match (self.byte(next), self.byte(next + 1)) {
            (None, _) => next,
            (_, Some(byte)) if byte.is_ascii_alphabetic() => self.tag(next, false),
            (_, Some(b'!')) => self.declaration(next + 2),
            (_, Some(b'?')) => self.bogus_comment(next + 1),
            (_, Some(b'/')) => match self.byte(next + 2) {
                Some(byte) if byte.is_ascii_alphabetic() => self.tag(next, true),
                Some(b'>') => next + 3,
                Some(_) => self.bogus_comment(next + 2),
                None => self.text(next..next + 2, References::None, Nuls::Kept),
            },
            _ => self.text(next..next + 1, References::None, Nuls::Kept),
        }
    }

    /// Returns the first special byte after `from`.
    #[inline]
    fn next_mark(&mut self, from: usize) -> Option<usize> {
        // Of a block before this place no bit is left.
        let passed = from.wrapping_sub(self.marks.start);
        let bits = if passed < BLOCK { self.marks.bits >> passed << passed } else { 0 };
        if bits == 0 {
            let from = if passed < BLOCK { self.marks.start + BLOCK } else { from };
            return self.mark_behind(from);
        }
        Some(self.marks.start + bits.trailing_zeros() as usize)
    }

    /// Does the same where no block after `from` was examined.
    #[inline]
    fn mark_behind(&mut self, from: usize) -> Option<usize> {
        self.marks = next_markup(self.source, from);
        if self.marks.bits == 0 {
            let (start, mut last) = (self.marks.start, [b' '; BLOCK]);
            let rest = self.source.get(start..)?;
            last[..rest.len()].copy_from_slice(rest);
            self.marks = Markup { start, ..next_markup(&last, 0) };
        }
        let bits = self.marks.bits;
        (bits != 0).then(|| self.marks.start + bits.trailing_zeros() as usize)
    }

    /// Emits text up to the next `<`, with [`text`](Tokenizer::text). Returns its end.
    fn plain_text(&mut self, start: usize) -> usize {
        let source = self.source;
        let (mut done, mut from) = (start, start);
        let end = loop {
            let Some(at) = self.next_mark(from) else { break source.len() };
            if source[at] == b'<' {
                break at;
            }
            let Some(special) = Special::read(source, at..source.len(), References::InText, Nuls::Kept) else {
                from = at + 1;
                continue;
            };
            if done < at {
                self.tokens.text(&source[done..at], done..at);
            }
            self.tokens.text(special.read.as_bytes(), special.place);
            (done, from) = (special.behind, special.behind);
        };
        if done < end {
            self.tokens.text(&source[done..end], done..end);
        }
        end
    }

    /// Emits text, with its line ends and references read. Returns its end.
    fn text(&mut self, range: Range<usize>, references: References, nuls: Nuls) -> usize {
        let end = range.end;
        let tokens = &mut *self.tokens;
        for_each_part(self.source, range, references, nuls, |text, place| tokens.text(text, place));
        end
    }

    /// Reads a tag at `start`, and the text after it if that has its own syntax.
    fn tag(&mut self, start: usize, is_end: bool) -> usize {
        let from = start + if is_end { 2 } else { 1 };
        let Some(length) = self.source[from..].iter().position(ends_tag_name) else { return self.source.len() };
        self.tokens.begin_tag(start, is_end);
        self.tokens.tag_name(lower(&mut self.name, &self.source[from..from + length]));
        let mut at = from + length;
        let is_closed = loop {
            match self.byte(at) {
                None => return self.source.len(),
                Some(b'>') => break false,
                Some(b'/') if self.byte(at + 1) == Some(b'>') => {
                    at += 1;
                    break true;
                }
                Some(byte) if byte == b'/' || separates(byte) => at += 1,
                Some(_) => match self.attribute(at) {
                    Some(behind) => at = behind,
                    None => return self.source.len(),
                },
            }
        };
        match self.tokens.finish_tag(at + 1, is_closed) {
            Some((raw, is_shown)) => {
                let mut name = std::mem::take(&mut self.name);
                let end = self.raw_text(at + 1, raw, is_shown, lower(&mut name, &self.source[from..from + length]));
                self.name = name;
                end
            }
            None => at + 1,
        }
    }

    /// Reads an attribute at `start`. Returns where the tag continues; `None` if it has no end.
    fn attribute(&mut self, start: usize) -> Option<usize> {
        let ends = |byte: &u8| separates(*byte) || matches!(byte, b'/' | b'>' | b'=');
        // The first is a part of the name even where it is an equals sign.
        let length = 1 + self.source[start + 1..].iter().position(ends)?;
        self.tokens.begin_attribute();
        self.tokens.attribute_name(lower(&mut self.name, &self.source[start..start + length]));
        let equals = self.skip_space(start + length);
        if self.byte(equals)? != b'=' {
            return Some(equals);
        }
        let at = self.skip_space(equals + 1);
        let (range, behind) = match self.byte(at)? {
            b'>' => return Some(at),
            quote @ (b'"' | b'\'') => {
                let end = at + 1 + memchr(quote, &self.source[at + 1..])?;
                (at + 1..end, end + 1)
            }
            _ => {
                let ends = |byte: &u8| separates(*byte) || *byte == b'>';
                let end = at + self.source[at..].iter().position(ends)?;
                (at..end, end)
            }
        };
        if self.tokens.begin_value() {
            let tokens = &mut *self.tokens;
            let take = |text: &[u8], place| tokens.value(text, place);
            for_each_part(self.source, range, References::InValue, Nuls::Replaced, take);
        }
        Some(behind)
    }

    /// Reads the text of an element of this name up to its end tag.
    fn raw_text(&mut self, start: usize, raw: RawText, is_shown: bool, name: &[u8]) -> usize {
        let end = match raw {
            RawText::Endless => self.source.len(),
            RawText::Script => script_end(&self.source[start..]).map_or(self.source.len(), |length| start + length),
            RawText::Plain | RawText::WithReferences => {
                let mut at = start;
                loop {
                    let Some(length) = memchr(b'<', &self.source[at..]) else { break self.source.len() };
                    at += length;
                    if is_end_tag(&self.source[at..], name) {
                        break at;
                    }
                    at += 1;
                }
            }
        };
        if is_shown && start < end {
            let references = if raw == RawText::WithReferences { References::InText } else { References::None };
            self.text(start..end, references, Nuls::Replaced);
        }
        if end < self.source.len() { self.tag(end, true) } else { end }
    }

    /// Reads the text after `<!`.
    fn declaration(&mut self, at: usize) -> usize {
        const CHARACTER_DATA: &[u8] = b"[CDATA[";
        const DOCTYPE: &[u8] = b"doctype";
        let rest = &self.source[at..];
        if rest.starts_with(b"--") {
            at + 2 + comment_length(&rest[2..])
        } else if rest.get(..DOCTYPE.len()).is_some_and(|word| word.eq_ignore_ascii_case(DOCTYPE)) {
            let mut reader = DoctypeReader { rest: &rest[DOCTYPE.len()..], doctype: Doctype::default() };
            reader.read();
            let left = reader.rest.len();
            self.tokens.doctype(reader.doctype);
            self.source.len() - left
        } else if rest.starts_with(CHARACTER_DATA) && self.tokens.takes_character_data() {
            let from = at + CHARACTER_DATA.len();
            let length = memchr::memmem::find(&self.source[from..], b"]]>");
            let end = length.map_or(self.source.len(), |length| from + length);
            self.text(from..end, References::None, Nuls::Kept);
            self.source.len().min(end + 3)
        } else {
            if rest.starts_with(CHARACTER_DATA) {
                // In front of it stand `<` and `!`.
                self.tokens.character_data_comment(at - 2);
            }
            self.bogus_comment(at)
        }
    }

    fn bogus_comment(&self, at: usize) -> usize {
        memchr(b'>', &self.source[at..]).map_or(self.source.len(), |length| at + length + 1)
    }
}

/// Reads a document type after its first word.
struct DoctypeReader<'s> {
    rest: &'s [u8],
    doctype: Doctype<'s>,
}

impl<'s> DoctypeReader<'s> {
    fn read(&mut self) {
        self.skip_space();
        let ends = |byte: &u8| separates(*byte) || *byte == b'>';
        let length = self.rest.iter().position(ends).unwrap_or(self.rest.len());
        (self.doctype.name, self.rest) = self.rest.split_at(length);
        self.doctype.is_damaged = length == 0;
        self.skip_space();
        if self.passes_end() {
            return;
        }
        let is_public = self.has_word(b"public");
        if !is_public && !self.has_word(b"system") {
            return self.skip_rest(true);
        }
        self.rest = &self.rest[b"public".len()..];
        self.skip_space();
        if is_public {
            self.doctype.public = self.identifier();
            if self.doctype.public.is_none() || self.doctype.is_damaged {
                return self.skip_rest(true);
            }
            self.skip_space();
            if self.passes_end() {
                return;
            }
        }
        self.doctype.system = self.identifier();
        if self.doctype.system.is_none() || self.doctype.is_damaged {
            return self.skip_rest(true);
        }
        self.skip_space();
        if !self.passes_end() {
            self.skip_rest(false);
        }
    }

    fn skip_space(&mut self) {
        let length = self.rest.iter().position(|byte| !separates(*byte)).unwrap_or(self.rest.len());
        self.rest = &self.rest[length..];
    }

    fn has_word(&self, word: &[u8]) -> bool {
        self.rest.get(..word.len()).is_some_and(|own| own.eq_ignore_ascii_case(word))
    }

    /// Returns `true` and moves on if it ends here. The end of the source damages it.
    fn passes_end(&mut self) -> bool {
        match self.rest.split_first() {
            Some((b'>', rest)) => self.rest = rest,
            Some(_) => return false,
            None => self.doctype.is_damaged = true,
        }
        true
    }

    /// Reads a quoted identifier. A missing second quotation mark damages the document type.
    fn identifier(&mut self) -> Option<&'s [u8]> {
        let (&quote, rest) = self.rest.split_first().filter(|(first, _)| matches!(first, b'"' | b'\''))?;
        let length = memchr2(quote, b'>', rest).unwrap_or(rest.len());
        let (identifier, behind) = rest.split_at(length);
        self.doctype.is_damaged |= behind.first() != Some(&quote);
        self.rest = behind.strip_prefix(&[quote]).unwrap_or(behind);
        Some(identifier)
    }

    fn skip_rest(&mut self, is_damaged: bool) {
        self.doctype.is_damaged |= is_damaged;
        let end = memchr(b'>', self.rest).map_or(self.rest.len(), |length| length + 1);
        self.rest = &self.rest[end..];
    }
}

/// A line end, a decoded reference, or a NUL.
struct Special {
    /// The characters that it is read as.
    read: Reference,
    /// Its range in the source.
    place: Range<usize>,
    /// Where the source continues.
    behind: usize,
}

impl Special {
    /// Reads the one at the beginning of a range; `None` for an ampersand that begins no reference.
    #[inline]
    fn read(
        source: &[u8],
        Range { start: at, end }: Range<usize>,
        references: References,
        nuls: Nuls,
    ) -> Option<Special> {
        let (read, behind) = match source[at] {
            b'\r' => {
                // The carriage return stands for both.
                let behind = if source.get(at + 1) == Some(&b'\n') { end.min(at + 2) } else { at + 1 };
                return Some(Special { read: Reference::of('\n'), place: at..at + 1, behind });
            }
            0 if nuls == Nuls::Kept => (Reference::of('\0'), at + 1),
            0 => (Reference::of('\u{FFFD}'), at + 1),
            _ => {
                let (read, length) = reference(&source[at..end], references == References::InValue)?;
                (read, at + length)
            }
        };
        Some(Special { read, place: at..behind, behind })
    }
}

/// Emits the parts of a range of the source: literal text, line ends, decoded references, and NULs.
fn for_each_part(
    source: &[u8],
    range: Range<usize>,
    references: References,
    nuls: Nuls,
    mut take: impl FnMut(&[u8], Range<usize>),
) {
    let Range { start: mut done, end } = range;
    let mut from = done;
    while from < end {
        let part = &source[from..end];
        let found = match references {
            References::None => memchr2(b'\r', 0, part),
            _ => memchr3(b'&', b'\r', 0, part),
        };
        let Some(length) = found else { break };
        let at = from + length;
        let Some(special) = Special::read(source, at..end, references, nuls) else {
            from = at + 1;
            continue;
        };
        if done < at {
            take(&source[done..at], done..at);
        }
        take(special.read.as_bytes(), special.place);
        (done, from) = (special.behind, special.behind);
    }
    if done < end {
        take(&source[done..end], done..end);
    }
}

pub(super) fn ends_tag_name(byte: &u8) -> bool {
    separates(*byte) || matches!(byte, b'/' | b'>')
}

fn separates(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ')
}

/// Returns the text in lower case, in `name` if it differs.
fn lower<'n>(name: &'n mut Vec<u8>, written: &'n [u8]) -> &'n [u8] {
    if !written.iter().any(|byte| byte.is_ascii_uppercase() || *byte == 0) {
        return written;
    }
    name.clear();
    for byte in written {
        match byte {
            0 => name.extend_from_slice("\u{FFFD}".as_bytes()),
            byte => name.push(byte.to_ascii_lowercase()),
        }
    }
    name
}

/// Returns `true` if the bytes begin with the end tag of `name`, which is in lower case.
fn is_end_tag(bytes: &[u8], name: &[u8]) -> bool {
    bytes.strip_prefix(b"</").is_some_and(|rest| is_tag_name(rest, name))
}

/// Returns `true` if the name of a tag begins here, and is `name`, which is in lower case.
fn is_tag_name(bytes: &[u8], name: &[u8]) -> bool {
    bytes.get(..name.len()).is_some_and(|own| own.eq_ignore_ascii_case(name))
        && bytes.get(name.len()).is_some_and(ends_tag_name)
}

/// Returns the length of a comment after its `<!--`.
fn comment_length(text: &[u8]) -> usize {
    for start in [&b">"[..], b"->"] {
        if text.starts_with(start) {
            return start.len();
        }
    }
    let ends = |at: &usize| text[..*at].ends_with(b"--") || text[..*at].ends_with(b"--!");
    memchr::memchr_iter(b'>', text).find(ends).map_or(text.len(), |at| at + 1)
}

/// Returns the start of the end tag of a script with this text. One in a script inside a comment does not count.
fn script_end(text: &[u8]) -> Option<usize> {
    #[derive(PartialEq)]
    enum Escaped {
        No,
        Once,
        Twice,
    }
    const NAME: &[u8] = b"script";
    let (mut escaped, mut dashes, mut from) = (Escaped::No, 0, 0);
    while let Some(length) = memchr2(b'<', b'>', &text[from..]) {
        let at = from + length;
        from = at + 1;
        if text[at] == b'>' {
            if escaped != Escaped::No && text[dashes..at].ends_with(b"--") {
                escaped = Escaped::No;
            }
            continue;
        }
        match escaped {
            Escaped::No if text[at..].starts_with(b"<!--") => {
                // The dashes may be those of its end as well.
                (escaped, dashes) = (Escaped::Once, at + 2);
            }
            Escaped::No | Escaped::Once if is_end_tag(&text[at..], NAME) => return Some(at),
            Escaped::Once if is_tag_name(&text[at + 1..], NAME) => {
                escaped = Escaped::Twice;
                from = at + 1 + NAME.len() + 1;
            }
            Escaped::Twice if is_end_tag(&text[at..], NAME) => {
                escaped = Escaped::Once;
                from = at + 2 + NAME.len() + 1;
            }
            _ => {}
        }
    }
    None
}
