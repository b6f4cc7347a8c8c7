//! A streaming XML reader: tags and text. It resolves only character references and the five predefined names.

use std::{
    borrow::Cow,
    io::{self, BufRead},
};

use crate::inputs::member::Damage;

/// The longest tag, and the most text at a time.
const MAX: usize = 1 << 20;

/// The longest reference, with its semicolon.
const MAX_REFERENCE: usize = 12;

pub struct Xml<R> {
    reader: R,
    written: Vec<u8>,
    has_begun: bool,
}

/// A token of XML. Comments and the like are skipped.
pub enum Token<'x> {
    Text(Cow<'x, [u8]>),
    Start(Tag<'x>),
    End(&'x [u8]),
}

/// The tag that begins an element.
pub struct Tag<'x> {
    pub name: &'x [u8],
    pub is_empty: bool,
    /// The attributes as written.
    attributes: &'x [u8],
}

impl<R: BufRead> Xml<R> {
    pub fn new(reader: R) -> Xml<R> {
        Xml { reader, written: Vec::new(), has_begun: false }
    }

    /// Returns what comes next, or `None` at the end.
    ///
    /// # Errors
    /// A read fails, or this is not XML.
    pub fn next(&mut self) -> io::Result<Option<Token<'_>>> {
        loop {
            self.written.clear();
            match self.reader.fill_buf()?.first().copied() {
                None => return Ok(None),
                Some(b'<') if !self.read_tag()? => return Ok(None),
                Some(b'<') => {}
                Some(_) => {
                    self.read_text()?;
                    break;
                }
            }
            self.has_begun = true;
            // Other markup is not content.
            if !matches!(self.written.get(1), Some(b'!' | b'?')) || self.written.starts_with(CDATA) {
                break;
            }
        }
        Ok(Some(token(&self.written)))
    }

    fn read_text(&mut self) -> io::Result<()> {
        let mut is_over = false;
        while !is_over && self.written.len() < MAX {
            let bytes = self.reader.fill_buf()?;
            let end = memchr::memchr(b'<', bytes);
            is_over = end.is_some() || bytes.is_empty();
            let end = end.unwrap_or(bytes.len());
            self.written.extend_from_slice(&bytes[..end]);
            self.reader.consume(end);
        }
        let text = self.written.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&self.written);
        if !self.has_begun && !text.trim_ascii().is_empty() {
            return Err(Damage::error("is not XML; the document may be encrypted"));
        }
        Ok(())
    }

    /// Reads a tag, a comment or the like. Returns `false` if it never ends.
    fn read_tag(&mut self) -> io::Result<bool> {
        let mut end = TagEnd::default();
        loop {
            let from = self.written.len();
            if !self.read_to_bracket()? {
                return Ok(false);
            }
            if end.is_in(&self.written, from) {
                return Ok(true);
            }
        }
    }

    /// Reads up to the next `>`. Returns `false` if there is none.
    fn read_to_bracket(&mut self) -> io::Result<bool> {
        loop {
            let bytes = self.reader.fill_buf()?;
            let end = memchr::memchr(b'>', bytes);
            let count = end.map_or(bytes.len(), |end| end + 1);
            self.written.extend_from_slice(&bytes[..count]);
            self.reader.consume(count);
            if self.written.len() > MAX {
                return Err(Damage::error("has a tag of more than a megabyte"));
            }
            if end.is_some() || count == 0 {
                return Ok(end.is_some());
            }
        }
    }
}

/// Looks for the end of a tag, chunk by chunk.
#[derive(Default)]
struct TagEnd {
    quote: Option<u8>,
    /// The document type has declarations.
    has_subset: bool,
}

impl TagEnd {
    /// Returns `true` if the last `>` ends the tag. The tag before `from` was checked already.
    fn is_in(&mut self, tag: &[u8], from: usize) -> bool {
        let new = &tag[from..];
        match tag.get(1) {
            Some(b'!') if tag.starts_with(b"<!--") => tag.len() > 6 && tag.ends_with(b"-->"),
            Some(b'!') if tag.starts_with(CDATA) => tag.ends_with(b"]]>"),
            Some(b'!') => {
                self.has_subset |= from == 0 && memchr::memchr(b'[', new).is_some();
                !self.has_subset || new[..new.len() - 1].trim_ascii_end().ends_with(b"]")
            }
            Some(b'?') => tag.ends_with(b"?>"),
            _ => {
                for &byte in new {
                    match self.quote {
                        None if byte == b'"' || byte == b'\'' => self.quote = Some(byte),
                        Some(open) if open == byte => self.quote = None,
                        _ => {}
                    }
                }
                self.quote.is_none()
            }
        }
    }
}

const CDATA: &[u8] = b"<![CDATA[";

/// Returns the token for these bytes: text, or a whole tag.
fn token(written: &[u8]) -> Token<'_> {
    if let Some(data) = written.strip_prefix(CDATA) {
        return Token::Text(Cow::Borrowed(data.strip_suffix(b"]]>").unwrap_or(data)));
    }
    let Some(tag) = written.strip_prefix(b"<") else { return Token::Text(resolved(written)) };
    let tag = tag.strip_suffix(b">").unwrap_or(tag);
    if let Some(name) = tag.strip_prefix(b"/") {
        return Token::End(local(name.trim_ascii_end()));
    }
    let (tag, is_empty) = tag.strip_suffix(b"/").map_or((tag, false), |tag| (tag, true));
    let end = tag.iter().position(u8::is_ascii_whitespace).unwrap_or(tag.len());
    Token::Start(Tag { name: local(&tag[..end]), is_empty, attributes: &tag[end..] })
}

pub fn local(name: &[u8]) -> &[u8] {
    memchr::memrchr(b':', name).map_or(name, |colon| &name[colon + 1..])
}

impl<'x> Tag<'x> {
    /// Returns the names of the attributes, with their prefixes, and the values.
    pub fn attributes(&self) -> impl Iterator<Item = (&'x [u8], Cow<'x, [u8]>)> {
        let mut rest = self.attributes;
        std::iter::from_fn(move || {
            let (name, value) = rest.split_at_checked(memchr::memchr(b'=', rest)?)?;
            let value = value[1..].trim_ascii_start();
            let quote = *value.first()?;
            let end = 1 + memchr::memchr(quote, &value[1..])?;
            rest = &value[end + 1..];
            Some((name.trim_ascii(), resolved(&value[1..end])))
        })
    }
}

fn resolved(written: &[u8]) -> Cow<'_, [u8]> {
    let Some(first) = memchr::memchr(b'&', written) else { return Cow::Borrowed(written) };
    let (mut text, mut rest) = (written[..first].to_vec(), &written[first..]);
    while let Some(at) = memchr::memchr(b'&', rest) {
        text.extend_from_slice(&rest[..at]);
        rest = &rest[at..];
        let end = memchr::memchr(b';', &rest[..rest.len().min(MAX_REFERENCE)]);
        let character = end.and_then(|end| character(str::from_utf8(&rest[1..end]).ok()?));
        let length = match (character, end) {
            (Some(character), Some(end)) => {
                text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                end + 1
            }
            _ => {
                text.push(b'&');
                1
            }
        };
        rest = &rest[length..];
    }
    text.extend_from_slice(rest);
    Cow::Owned(text)
}

/// Returns the character for a name or a number.
fn character(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix('x') {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the tokens of a document that is read byte by byte: text, names, attributes.
    fn tokens(document: &str) -> Vec<String> {
        let mut xml = Xml::new(io::BufReader::with_capacity(1, document.as_bytes()));
        let mut tokens = Vec::new();
        let string = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        while let Some(token) = xml.next().unwrap() {
            tokens.push(match token {
                Token::Text(text) => string(&text),
                Token::End(name) => format!("/{}", string(name)),
                Token::Start(tag) => {
                    let attributes: String =
                        tag.attributes().map(|(name, value)| format!(" {}={}", string(name), string(&value))).collect();
                    format!("<{}{attributes}{}", string(tag.name), if tag.is_empty { "/" } else { "" })
                }
            });
        }
        tokens
    }

    #[test]
    fn tags_and_text_come_in_their_order() {
        for (document, expected) in [
            ("<?xml version='1.0'?><!DOCTYPE a><w:a>b</w:a >", &["<a", "b", "/a"][..]),
            ("<a b='>' c:d = \"x&amp;'y\" />", &["<a b=> c:d=x&'y/"]),
            ("<!-- <b> > -->x<![CDATA[a<b>&amp;]]>", &["x", "a<b>&amp;"]),
            ("<!DOCTYPE a [<!ENTITY b 'c'> <!ENTITY d '&b;&b;'>]><a>&d;</a>", &["<a", "&d;", "/a"]),
            ("<a>&#38;&#x26;&lt;&nbsp;&#xD800;&#;&</a>", &["<a", "&&<&nbsp;&#xD800;&#;&", "/a"]),
            ("\u{feff} <a/><b c", &["\u{feff} ", "<a/"]),
            ("<a b=c d='e", &[]),
            ("<>< / >", &["<", "<"]),
            ("", &[]),
        ] {
            assert_eq!(tokens(document), expected, "{document}");
        }
    }

    #[test]
    fn what_is_not_xml_or_never_ends_is_an_error() {
        let error = |document: &[u8]| {
            let mut xml = Xml::new(document);
            loop {
                match xml.next() {
                    Ok(Some(_)) => {}
                    Ok(None) => return String::new(),
                    Err(error) => return error.to_string(),
                }
            }
        };
        assert_eq!(error(b"PK\x03\x04"), "is not XML; the document may be encrypted");
        assert_eq!(error(&[b"<a b='", &vec![b'>'; MAX][..]].concat()), "has a tag of more than a megabyte");
        assert_eq!(error(&[b"<a>", &vec![b'b'; 2 * MAX][..]].concat()), "");
    }
}
