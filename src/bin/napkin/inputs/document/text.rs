//! The text of one part of a document, made while it is read: a line and an empty line for each paragraph, with its
//! links as `<URL:…>` at the end.

use std::{
    borrow::Cow,
    io::{self, BufRead, Read},
};

use super::{
    relations::Relations,
    vocabulary::{Role, Value, Vocabulary},
    xml::{Tag, Token, Xml, local},
};

/// The most bytes of a paragraph that are kept, and the most links.
const MAX_LINE: usize = 64 << 10;
const MAX_LINKS: usize = 64;

pub struct Text<R> {
    xml: Xml<R>,
    paragraphs: Paragraphs,
    given: usize,
    is_end: bool,
    /// Why the relations can't be read: reported at the end.
    failure: Option<io::Error>,
}

impl<R: BufRead> Text<R> {
    /// Returns the text of a reader, with its relations, or the reason why these can't be read.
    pub fn new(
        reader: R,
        vocabulary: &'static Vocabulary,
        (relations, failure): (Relations, Option<io::Error>),
    ) -> Text<R> {
        let paragraphs = Paragraphs::new(vocabulary, relations);
        Text { xml: Xml::new(reader), paragraphs, given: 0, is_end: false, failure }
    }

    /// Reads until there is text, or the end.
    fn advance(&mut self) -> io::Result<()> {
        self.paragraphs.out.clear();
        self.given = 0;
        while self.paragraphs.out.is_empty() && !self.is_end {
            match self.xml.next() {
                Ok(Some(token)) => self.paragraphs.take(token),
                end => {
                    self.is_end = true;
                    self.paragraphs.end();
                    self.failure = end.err().or(self.failure.take());
                }
            }
        }
        Ok(())
    }
}

impl<R: BufRead> Read for Text<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.given == self.paragraphs.out.len() {
            self.advance()?;
        }
        let rest = &self.paragraphs.out[self.given..];
        if rest.is_empty() {
            return self.failure.take().map_or(Ok(0), Err);
        }
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.given += count;
        Ok(count)
    }
}

/// Makes lines of tags and text.
struct Paragraphs {
    vocabulary: &'static Vocabulary,
    relations: Relations,
    out: Vec<u8>,
    /// The current paragraph, the code of its last field, and its links.
    line: Vec<u8>,
    code: Vec<u8>,
    links: Vec<Vec<u8>>,
    /// The number of open paragraphs, and of open hidden elements.
    open: usize,
    hidden: usize,
    /// The role of the next text, if any.
    taking: Option<Role>,
}

impl Paragraphs {
    fn new(vocabulary: &'static Vocabulary, relations: Relations) -> Paragraphs {
        let taking = Paragraphs::between(vocabulary);
        let (out, line, code, links) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Paragraphs { vocabulary, relations, out, line, code, links, open: 0, hidden: 0, taking }
    }

    /// Returns the role of text outside text elements.
    fn between(vocabulary: &Vocabulary) -> Option<Role> {
        vocabulary.is_text_anywhere.then_some(Role::Text)
    }

    fn take(&mut self, token: Token<'_>) {
        match token {
            Token::Text(text) if self.hidden == 0 => match self.taking {
                Some(Role::Code) => push(&mut self.code, &text),
                Some(_) => self.push(&text),
                None => {}
            },
            Token::Text(_) => {}
            Token::Start(tag) => {
                let role = self.vocabulary.element(tag.name);
                self.start(&tag, role);
                if tag.is_empty {
                    self.finish(role);
                }
            }
            Token::End(name) => self.finish(self.vocabulary.element(name)),
        }
    }

    fn start(&mut self, tag: &Tag<'_>, role: Option<Role>) {
        if role == Some(Role::Hidden) {
            self.hidden += 1;
        }
        if self.hidden > 0 {
            return;
        }
        match role {
            Some(Role::Paragraph) => {
                self.end_line();
                self.open += 1;
            }
            Some(Role::Text | Role::Code) => self.taking = role,
            Some(Role::Gap(gap)) => self.push(gap.as_bytes()),
            Some(Role::Field) => self.end_code(),
            Some(Role::Hidden) | None => {}
        }
        self.attributes(tag);
        if self.open == 0 && !self.links.is_empty() {
            self.end_line();
        }
    }

    fn finish(&mut self, role: Option<Role>) {
        match role {
            Some(Role::Hidden) => self.hidden = self.hidden.saturating_sub(1),
            _ if self.hidden > 0 => {}
            Some(Role::Paragraph) => {
                self.end_line();
                self.open = self.open.saturating_sub(1);
            }
            Some(Role::Text | Role::Code) => self.taking = Paragraphs::between(self.vocabulary),
            _ => {}
        }
    }

    fn attributes(&mut self, tag: &Tag<'_>) {
        let (mut url, mut fragment) = (None, None);
        for (name, value) in tag.attributes() {
            let own = local(name);
            // Identifiers of relations have another namespace than the element.
            let target = if own.len() < name.len() { self.relations.target(&value) } else { None };
            match (target, self.vocabulary.attribute(own)) {
                (Some(target), _) => url = Some(target.to_vec()),
                (None, Some(Value::Url)) => url = Some(value.into_owned()),
                (None, Some(Value::Fragment)) => fragment = Some(value),
                (None, Some(Value::Code)) => {
                    self.end_code();
                    push(&mut self.code, &value);
                    self.end_code();
                }
                (None, None) => {}
            }
        }
        if let Some(url) = url {
            self.link(url, fragment.as_deref());
        }
    }

    fn push(&mut self, text: &[u8]) {
        self.line.extend_from_slice(text);
        if self.line.len() > MAX_LINE {
            self.out.append(&mut self.line);
        }
    }

    /// Ends the code of a field: a link, or plain text.
    fn end_code(&mut self) {
        let code = std::mem::take(&mut self.code);
        match hyperlink(&code) {
            Some((url, fragment)) => self.link(url.to_vec(), fragment),
            None if code.is_empty() => {}
            None => self.push(&[b" ", &code[..], b" "].concat()),
        }
    }

    /// Adds a link of the paragraph, if it leads out of the document.
    fn link(&mut self, url: Vec<u8>, fragment: Option<&[u8]>) {
        if url.len() > MAX_LINE || !leads_somewhere(&url) {
            return;
        }
        let fragment = fragment.filter(|fragment| !fragment.is_empty() && !url.contains(&b'#'));
        let link = match fragment {
            Some(fragment) => [&url, &b"#"[..], fragment].concat(),
            None => url,
        };
        if !self.links.contains(&link) {
            self.links.push(link);
        }
        if self.links.len() == MAX_LINKS {
            self.end_line();
        }
    }

    fn end_line(&mut self) {
        self.end_code();
        let links = std::mem::take(&mut self.links);
        let is_empty = links.is_empty() && self.line.trim_ascii().is_empty();
        if !is_empty {
            self.out.extend_from_slice(&self.line);
            for link in links.iter().filter(|link| !is_shown(link, &self.line)) {
                self.out.extend_from_slice(b" <URL:");
                self.out.extend_from_slice(&encoded(link));
                self.out.push(b'>');
            }
            self.out.extend_from_slice(b"\n\n");
        }
        self.line.clear();
    }

    fn end(&mut self) {
        self.end_line();
        while let Some(url) = self.relations.take_unused() {
            self.link(url, None);
        }
        self.end_line();
    }
}

/// Appends to a code, up to its maximum.
fn push(code: &mut Vec<u8>, text: &[u8]) {
    code.extend_from_slice(&text[..text.len().min(MAX_LINE.saturating_sub(code.len()))]);
}

/// Returns the URL and the fragment in the code of a field (`HYPERLINK "url" \l "fragment"`) or in a formula (`HYPERLINK("url")`).
fn hyperlink(code: &[u8]) -> Option<(&[u8], Option<&[u8]>)> {
    const NAME: &[u8] = b"HYPERLINK";
    let at = memchr::memmem::find(code, NAME)?;
    let rest = code[at + NAME.len()..].trim_ascii_start();
    let rest = rest.strip_prefix(b"(").unwrap_or(rest).trim_ascii_start();
    let (url, rest) = quoted(rest)?;
    let fragment = rest.trim_ascii_start().strip_prefix(b"\\l").and_then(|rest| quoted(rest.trim_ascii_start()));
    Some((url, fragment.map(|(fragment, _)| fragment)))
}

/// Returns the quoted string at the start of `text`, and the rest.
fn quoted(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let text = text.strip_prefix(b"\"")?;
    let end = memchr::memchr(b'"', text)?;
    Some((&text[..end], &text[end + 1..]))
}

/// Returns `true` for a URL that is neither relative nor a program or data.
fn leads_somewhere(url: &[u8]) -> bool {
    const NOWHERE: [&[u8]; 6] = [b"javascript", b"vbscript", b"data", b"blob", b"cid", b"about"];
    let Some(colon) = url.iter().position(|byte| !byte.is_ascii_alphanumeric() && !b"+-.".contains(byte)) else {
        return false;
    };
    let scheme = &url[..colon];
    url[colon] == b':'
        && scheme.first().is_some_and(u8::is_ascii_alphabetic)
        && !NOWHERE.iter().any(|nowhere| scheme.eq_ignore_ascii_case(nowhere))
}

/// Returns `true` if the text contains the URL, perhaps without `http://` before `www.`.
fn is_shown(url: &[u8], text: &[u8]) -> bool {
    let url = url.strip_suffix(b"/").unwrap_or(url);
    let shown = url.strip_prefix(b"http://").filter(|rest| rest.starts_with(b"www.")).unwrap_or(url);
    memchr::memmem::find_iter(text, shown).take(4).any(|at| {
        let is_inside = at > 0 && text[at - 1].is_ascii_alphanumeric();
        let rest = &text[at + shown.len()..];
        let rest = rest.strip_prefix(b"/").unwrap_or(rest);
        let mut behind = rest.iter().skip_while(|byte| b".,;:!?)]>\"'".contains(byte));
        !is_inside && behind.next().is_none_or(u8::is_ascii_whitespace)
    })
}

/// Returns a URL with escapes for characters that would end it in a text.
fn encoded(url: &[u8]) -> Cow<'_, [u8]> {
    let is_kept = |byte: &u8| !matches!(byte, 0..=b' ' | 0x7F | b'"' | b'<' | b'>' | b'^' | b'`' | b'{' | b'|' | b'}');
    let url = url.trim_ascii();
    if url.iter().all(is_kept) {
        return Cow::Borrowed(url);
    }
    let escape = |byte: &u8| if is_kept(byte) { vec![*byte] } else { format!("%{byte:02X}").into_bytes() };
    Cow::Owned(url.iter().flat_map(escape).collect())
}
