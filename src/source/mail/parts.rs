//! The parts of a message (RFC 2046): found in one pass over its lines, with a list in place of recursion.
//!
//! A part ends at the next line that is a delimiter of any multipart around it, so that an inner one which was cut off
//! does not take the rest of the message with it.

use std::{borrow::Cow, ops::Range, sync::LazyLock};

use memchr::memmem::Finder;

use super::{
    content_type::{ContentType, Flowed},
    header::{BodyField, Outline, line_end, without_line_end},
    part_path::{first_path, push_number},
    transfer::TransferEncoding,
};
use crate::{message::Reason, source::steps};

/// How deep multiparts and messages may stand in each other inside a message; what is deeper is one text.
const MAX_LEVELS: usize = 99;

/// How many parts a message may have; what comes after is one text.
const MAX_PARTS: usize = 10_000;

/// How many of them may say what their base is.
const MAX_SCOPES: usize = 1_000;

/// What a delimiter line begins with, and the line end before it.
static DASHES: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(b"\n--"));

/// A part that is to be searched: a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TextPart<'m> {
    /// Its number and those of the parts it is in, as IMAP counts them (RFC 9051, 6.4.5): `1.2`.
    pub(super) path: Cow<'static, str>,
    /// Where its header stands; empty where it is that of the message.
    pub(super) header: Range<usize>,
    /// Where its body stands.
    pub(super) body: Range<usize>,
    pub(super) kind: TextKind,
    pub(super) encoding: TransferEncoding,
    pub(super) charset: Option<Cow<'m, str>>,
    pub(super) flowed: Option<Flowed>,
    /// Which of the message's alternatives it belongs to: all with the same number say the same.
    pub(super) alternative: Option<usize>,
    /// Which of the scopes it is read in.
    pub(super) scope: Option<usize>,
}

/// A message within a message that is encoded: it has to be decoded before its parts can be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Embedded {
    pub(super) path: Cow<'static, str>,
    pub(super) body: Range<usize>,
    pub(super) encoding: TransferEncoding,
    pub(super) scope: Option<usize>,
}

/// A part that is no text: an image, a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OpaquePart {
    pub(super) header: Range<usize>,
    pub(super) body: Range<usize>,
    pub(super) encoding: TransferEncoding,
}

/// What the header of a part says of the place that relative references in it, and in all parts of it, are relative to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Scope {
    /// The scope of what it is enclosed in, which comes before it.
    pub(super) outer: Option<usize>,
    /// The bases that it names: the first that is one counts.
    pub(super) bases: Vec<String>,
}

impl Embedded {
    /// The same as a text: what can be had of it where it is not taken apart.
    pub(super) fn as_text(&self) -> TextPart<'static> {
        TextPart {
            path: self.path.clone(),
            header: 0..0,
            body: self.body.clone(),
            kind: TextKind::Other,
            encoding: self.encoding,
            charset: None,
            flowed: None,
            alternative: None,
            scope: self.scope,
        }
    }
}

/// The header of a part or of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// The path of what it is the header of; empty for the message that is in no other.
    pub(super) path: String,
    /// Where it stands.
    pub(super) range: Range<usize>,
}

/// What kind of text a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextKind {
    Plain,
    Html,
    /// A calendar or a card.
    ContentLines,
    Other,
}

/// What a message consists of.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Parts<'m> {
    /// Where somebody wants them.
    pub(super) heads: Vec<Head>,
    pub(super) texts: Vec<TextPart<'m>>,
    pub(super) embedded: Vec<Embedded>,
    /// The parts with nothing to read.
    pub(super) opaque: Vec<OpaquePart>,
    pub(super) scopes: Vec<Scope>,
    pub(super) reasons: Vec<Reason>,
}

/// What a part is, by the fields of its header.
enum Entity<'m> {
    Text(TextKind),
    Multipart {
        boundary: Cow<'m, str>,
        is_digest: bool,
        is_alternative: bool,
    },
    Message,
    /// Nothing to read: an image, a program.
    Opaque,
}

/// What stands around the place that was reached.
enum Level<'m> {
    Multipart {
        boundary: Cow<'m, str>,
        is_digest: bool,
        alternative: Option<usize>,
        count: usize,
        scope: Option<usize>,
    },
    /// A message; `is_part` where it is the whole body of another one, and has no number of a multipart.
    Message { is_part: bool, scope: Option<usize> },
}

/// A delimiter line.
struct BoundaryLine {
    /// The level it belongs to.
    level: usize,
    /// The line end before it is part of it: what it ends, ends here.
    before: usize,
    after: usize,
    is_last: bool,
}

impl<'m> Parts<'m> {
    /// The parts of the message in `bytes`, whose own path is `path`: empty for one that is not in another.
    #[cfg(test)]
    pub(super) fn of(bytes: &'m [u8], path: &str) -> Parts<'m> {
        Parts::behind(&Outline::of(bytes), bytes, path, false)
    }

    /// The same where it is known how the message begins, with the headers of all parts or without.
    pub(super) fn behind(outline: &Outline, bytes: &'m [u8], path: &str, has_heads: bool) -> Parts<'m> {
        let levels = Vec::new();
        let mut walk = Walk {
            bytes,
            path,
            has_heads,
            levels,
            alternatives: 0,
            scope: None,
            header: 0..0,
            parts: Parts::default(),
        };
        let mut next = walk.entity(0, outline);
        while let Some(start) = next {
            next = walk.entity(start, &Outline::of(&bytes[start..]));
        }
        walk.parts
    }
}

struct Walk<'m, 'p> {
    bytes: &'m [u8],
    path: &'p str,
    has_heads: bool,
    /// There is none for the message itself.
    levels: Vec<Level<'m>>,
    alternatives: usize,
    /// The scope of the part that is being read.
    scope: Option<usize>,
    /// The header of the part that is being read.
    header: Range<usize>,
    parts: Parts<'m>,
}

impl<'m> Walk<'m, '_> {
    /// Reads the part, or message, whose header begins at `start`. Where the next one begins.
    fn entity(&mut self, start: usize, header: &Outline) -> Option<usize> {
        let bytes = &self.bytes[start..];
        let body = start + header.body;
        self.scope = self.levels.last().and_then(Level::scope);
        self.header = if self.is_in_multipart() { start..start + header.end } else { 0..0 };
        let bases = header.bases(bytes);
        if !bases.is_empty() && self.parts.scopes.len() < MAX_SCOPES {
            self.parts.scopes.push(Scope { outer: self.scope, bases });
            self.scope = Some(self.parts.scopes.len() - 1);
        }
        if self.parts.texts.len() + self.parts.embedded.len() >= MAX_PARTS {
            self.reason(Reason::TooManyParts);
            self.text(TextKind::Other, body..self.bytes.len(), TransferEncoding::Identity, None);
            return None;
        }
        if self.has_heads {
            let range = start..start + header.end;
            self.parts.heads.push(Head { path: self.path_of_entity(), range });
        }
        self.content(start, header)
    }

    /// Reads the content of the part whose header begins at `start`. Where the next one begins.
    fn content(&mut self, start: usize, header: &Outline) -> Option<usize> {
        let (bytes, body) = (&self.bytes[start..], start + header.body);
        let content_type = header.value(BodyField::ContentType, bytes).and_then(ContentType::read);
        let encoding = match header.value(BodyField::TransferEncoding, bytes).map(TransferEncoding::read) {
            Some(Some(encoding)) => encoding,
            Some(None) => {
                self.reason(Reason::Encoding);
                TransferEncoding::Identity
            }
            None => TransferEncoding::Identity,
        };
        let is_too_deep = self.levels.len() >= MAX_LEVELS;
        match self.classify(content_type.as_ref()) {
            Entity::Multipart { .. } | Entity::Message if is_too_deep => {
                self.reason(Reason::TooDeep);
                self.leaf(TextKind::Other, body, TransferEncoding::Identity, None)
            }
            Entity::Multipart { boundary, is_digest, is_alternative } => {
                self.multipart(body, boundary, is_digest, is_alternative)
            }
            Entity::Message if encoding == TransferEncoding::Identity => {
                let is_part = !self.is_in_multipart();
                self.levels.push(Level::Message { is_part, scope: self.scope });
                Some(body)
            }
            Entity::Message => {
                let (end, delimiter) = self.body_end(body);
                let (path, scope) = (self.path(), self.scope);
                self.parts.embedded.push(Embedded { path, body: body..end, encoding, scope });
                self.after(delimiter.as_ref())
            }
            Entity::Text(kind) => self.leaf(kind, body, encoding, content_type),
            Entity::Opaque => {
                let (end, delimiter) = self.body_end(body);
                self.parts.opaque.push(OpaquePart { header: start..body, body: body..end, encoding });
                self.after(delimiter.as_ref())
            }
        }
    }

    fn classify(&mut self, content_type: Option<&ContentType<'m>>) -> Entity<'m> {
        let Some(content_type) = content_type else {
            // In a digest the default is a message (RFC 2046, 5.1.5).
            let in_digest = matches!(self.levels.last(), Some(Level::Multipart { is_digest: true, .. }));
            return if in_digest { Entity::Message } else { Entity::Text(TextKind::Plain) };
        };
        match (&*content_type.main, &*content_type.sub) {
            ("multipart", sub) => match &content_type.boundary {
                Some(boundary) if !boundary.is_empty() => Entity::Multipart {
                    boundary: boundary.clone(),
                    is_digest: sub == "digest",
                    is_alternative: sub == "alternative",
                },
                _ => {
                    self.reason(Reason::NoBoundary);
                    Entity::Text(TextKind::Other)
                }
            },
            ("message", "rfc822" | "global" | "news") => Entity::Message,
            // Forms of HTML for some readers stand beside it.
            ("text", "html" | "x-amp-html" | "watch-html") | ("application", "xhtml+xml") => {
                Entity::Text(TextKind::Html)
            }
            ("text", "calendar" | "vcard" | "x-vcard" | "directory") => Entity::Text(TextKind::ContentLines),
            // `Content-Type: text` is from before MIME.
            ("text", "plain" | "") => Entity::Text(TextKind::Plain),
            ("text" | "message", _) | ("application", "pgp") => Entity::Text(TextKind::Other),
            _ => Entity::Opaque,
        }
    }

    /// Enters a multipart. Where its first part begins, if it has one.
    fn multipart(
        &mut self,
        body: usize,
        boundary: Cow<'m, str>,
        is_digest: bool,
        is_alternative: bool,
    ) -> Option<usize> {
        let mut alternative = self.alternative();
        if is_alternative && alternative.is_none() {
            self.alternatives += 1;
            alternative = Some(self.alternatives);
        }
        let own = self.levels.len();
        let scope = self.scope;
        self.levels.push(Level::Multipart { boundary, is_digest, alternative, count: 0, scope });
        let (end, delimiter) = self.body_end(body);
        if let Some(delimiter) = delimiter.as_ref().filter(|delimiter| delimiter.level == own) {
            return self.after(Some(delimiter));
        }
        // It never begins: what stands there is all there is to read.
        self.levels.pop();
        self.reason(Reason::NoParts);
        self.text(TextKind::Other, body..end, TransferEncoding::Identity, None);
        self.after(delimiter.as_ref())
    }

    /// A part with a body to read. Where the next part begins.
    fn leaf(
        &mut self,
        kind: TextKind,
        body: usize,
        encoding: TransferEncoding,
        content_type: Option<ContentType<'m>>,
    ) -> Option<usize> {
        let (end, delimiter) = self.body_end(body);
        self.text(kind, body..end, encoding, content_type);
        self.after(delimiter.as_ref())
    }

    fn text(
        &mut self,
        kind: TextKind,
        body: Range<usize>,
        encoding: TransferEncoding,
        content_type: Option<ContentType<'m>>,
    ) {
        let part = TextPart {
            path: self.path(),
            header: self.header.clone(),
            body,
            kind,
            encoding,
            flowed: content_type.as_ref().and_then(|content_type| content_type.flowed),
            charset: content_type.and_then(|content_type| content_type.charset),
            alternative: self.alternative(),
            scope: self.scope,
        };
        self.parts.texts.push(part);
    }

    /// Goes on behind a delimiter: leaves what it ends, and finds where the next part begins.
    fn after(&mut self, delimiter: Option<&BoundaryLine>) -> Option<usize> {
        let mut found;
        let mut delimiter = delimiter;
        while let Some(BoundaryLine { level, after, is_last, .. }) = delimiter {
            if *level + 1 < self.levels.len() && self.levels[level + 1..].iter().any(Level::is_multipart) {
                self.reason(Reason::Unclosed);
            }
            self.levels.truncate(level + 1);
            if !is_last {
                if let Some(Level::Multipart { count, .. }) = self.levels.last_mut() {
                    *count += 1;
                }
                return Some(*after);
            }
            self.levels.pop();
            if !self.levels.iter().any(Level::is_multipart) {
                return None;
            }
            found = self.delimiter(*after);
            delimiter = found.as_ref();
        }
        if self.levels.iter().any(Level::is_multipart) {
            self.reason(Reason::Unclosed);
        }
        None
    }

    /// Remembers what is wrong, once.
    fn reason(&mut self, reason: Reason) {
        if !self.parts.reasons.contains(&reason) {
            self.parts.reasons.push(reason);
        }
    }

    /// Where the body that begins here ends, and the delimiter behind it.
    fn body_end(&self, body: usize) -> (usize, Option<BoundaryLine>) {
        let delimiter = self.delimiter(body);
        (delimiter.as_ref().map_or(self.bytes.len(), |delimiter| delimiter.before), delimiter)
    }

    /// The next delimiter of any level, from the beginning of a line on.
    fn delimiter(&self, from: usize) -> Option<BoundaryLine> {
        if !self.levels.iter().any(Level::is_multipart) {
            return None;
        }
        let mut at = from;
        if !self.bytes[from..].starts_with(b"--") {
            at += self.dashes(from)? + 1;
        }
        loop {
            let after = line_end(self.bytes, at);
            steps::count(after - at);
            if let Some((level, is_last)) = self.level(self.bytes[at + 2..after].trim_ascii_end()) {
                let line = without_line_end(&self.bytes[from..at]);
                return Some(BoundaryLine { level, before: from + line.len(), after, is_last });
            }
            // From the line end on, which the next delimiter may begin with.
            let next = after.saturating_sub(1).max(at);
            at = next + self.dashes(next)? + 1;
        }
    }

    /// How far from `from` on two hyphens begin a line.
    fn dashes(&self, from: usize) -> Option<usize> {
        let found = DASHES.find(&self.bytes[from..]);
        steps::count(found.unwrap_or(self.bytes.len() - from));
        found
    }

    /// Whose boundary this is, behind two hyphens, and whether two more follow: the inner one's first.
    fn level(&self, line: &[u8]) -> Option<(usize, bool)> {
        // No boundary is empty.
        if line.is_empty() {
            return None;
        }
        // delimiter := "--" boundary   close-delimiter := delimiter "--"   (RFC 2046, 5.1.1)
        self.levels.iter().enumerate().rev().find_map(|(index, level)| {
            let Level::Multipart { boundary, .. } = level else { return None };
            match line.strip_prefix(boundary.as_bytes())? {
                b"" => Some((index, false)),
                b"--" => Some((index, true)),
                _ => None,
            }
        })
    }

    fn alternative(&self) -> Option<usize> {
        self.levels.iter().rev().find_map(|level| match level {
            Level::Multipart { alternative, .. } => Some(*alternative),
            Level::Message { .. } => None,
        })?
    }

    /// Returns `true` if what was reached is a part of a multipart, and not the body of a message.
    fn is_in_multipart(&self) -> bool {
        self.levels.last().is_some_and(Level::is_multipart)
    }

    /// The path of the body that was reached: the one of a message is its first part.
    fn path(&self) -> Cow<'static, str> {
        let number = match self.levels[..] {
            [] => Some(1),
            [Level::Multipart { count, .. }] => Some(count),
            _ => None,
        };
        // Most messages have no more than those.
        if let Some(path) = number.filter(|_| self.path.is_empty()).and_then(first_path) {
            return Cow::Borrowed(path);
        }
        let mut path = self.path_of_entity();
        if !self.is_in_multipart() {
            push_number(&mut path, 1);
        }
        Cow::Owned(path)
    }

    /// The path of the part or message that was reached.
    fn path_of_entity(&self) -> String {
        let mut path = self.path.to_string();
        for level in &self.levels {
            match level {
                Level::Multipart { count, .. } => push_number(&mut path, *count),
                Level::Message { is_part: true, .. } => push_number(&mut path, 1),
                Level::Message { is_part: false, .. } => {}
            }
        }
        path
    }
}

impl Level<'_> {
    fn is_multipart(&self) -> bool {
        matches!(self, Level::Multipart { .. })
    }

    fn scope(&self) -> Option<usize> {
        match self {
            Level::Multipart { scope, .. } | Level::Message { scope, .. } => *scope,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The path and the body of each text.
    fn texts(message: &str) -> (Vec<(String, &str)>, Vec<Reason>) {
        let parts = Parts::of(message.as_bytes(), "");
        let text = |part: TextPart<'_>| (part.path.into_owned(), &message[part.body]);
        (parts.texts.into_iter().map(text).collect(), parts.reasons)
    }

    fn assert_texts(message: &str, expected: &[(&str, &str)], reasons: &[Reason]) {
        let (texts, given) = texts(message);
        let texts: Vec<(&str, &str)> = texts.iter().map(|(path, body)| (path.as_str(), *body)).collect();
        assert_eq!((texts.as_slice(), given.as_slice()), (expected, reasons), "{message:?}");
    }

    #[test]
    fn a_message_without_parts_is_part_1() {
        assert_texts("Subject: x\n\nbody\n", &[("1", "body\n")], &[]);
        assert_texts("Content-Type: image/png\n\nbody\n", &[], &[]);
    }

    #[test]
    fn parts_are_counted_as_imap_does() {
        let message = "Content-Type: multipart/mixed; boundary=a\n\npreamble\n--a\n\none\n--a\n\
                       Content-Type: multipart/alternative; boundary=b\n\n--b\n\ntwo\n--b\nContent-Type: text/html\n\n\
                       three\n--b--\nepilogue\n--a\nContent-Type: message/rfc822\n\nSubject: x\n\nfour\n--a\n\
                       Content-Type: message/rfc822\n\nContent-Type: multipart/mixed; boundary=c\n\n--c\n\nfive\n--c--\n\
                       --a--\nepilogue\n";
        let expected = [("1", "one"), ("2.1", "two"), ("2.2", "three"), ("3.1", "four"), ("4.1", "five")];
        assert_texts(message, &expected, &[]);
        let parts = Parts::of(message.as_bytes(), "");
        let alternatives: Vec<_> = parts.texts.iter().map(|part| part.alternative).collect();
        assert_eq!(alternatives, [None, Some(1), Some(1), None, None]);
    }

    #[test]
    fn a_boundary_is_a_whole_line() {
        let message = "Content-Type: multipart/mixed; boundary=a\n\n--a\nContent-Type: multipart/mixed; boundary=ab\n\n\
                       --ab\n\none\n--a\n\ntwo --a\n--a-\n--ab--\n--a-- \t\nx";
        assert_texts(message, &[("1.1", "one"), ("2", "two --a\n--a-\n--ab--")], &[Reason::Unclosed]);
    }

    #[test]
    fn a_digest_has_messages_in_it() {
        let message = "Content-Type: multipart/digest; boundary=a\r\n\r\n--a\r\n\r\nSubject: x\r\n\r\none\r\n--a\r\n\r\n\
                       Subject: y\r\n\r\ntwo\r\n--a--\r\n";
        assert_texts(message, &[("1.1", "one"), ("2.1", "two")], &[]);
    }

    #[test]
    fn what_is_cut_off_is_read_to_its_end() {
        let message = "Content-Type: multipart/mixed; boundary=a\n\n--a\n\none\n--a\n\ntw";
        assert_texts(message, &[("1", "one"), ("2", "tw")], &[Reason::Unclosed]);
        assert_texts("Content-Type: multipart/mixed; boundary=a\n\nx\n", &[("1", "x\n")], &[Reason::NoParts]);
        assert_texts("Content-Type: multipart/mixed\n\nx\n", &[("1", "x\n")], &[Reason::NoBoundary]);
        assert_texts("Content-Type: multipart/mixed; boundary=a\n\n--a", &[("1", "")], &[Reason::Unclosed]);
    }

    #[test]
    fn depth_and_number_have_an_end_and_no_text_is_lost() {
        let deep = "Content-Type: message/rfc822\n\n".repeat(100_000) + "x\n";
        let (found, reasons) = texts(&deep);
        assert!(found.len() == 1 && found[0].1.ends_with("x\n"));
        assert_eq!(reasons, [Reason::TooDeep]);
        let many = format!("Content-Type: multipart/mixed; boundary=a\n\n{}", "--a\n\nx\n".repeat(100_000));
        let (found, reasons) = texts(&many);
        assert_eq!(found.len(), MAX_PARTS + 1);
        assert!(found[MAX_PARTS].1.ends_with("x\n"));
        assert_eq!(reasons, [Reason::TooManyParts]);
    }

    #[test]
    fn every_header_is_that_of_a_part() {
        let message = "Content-Type: multipart/mixed; boundary=a\n\n--a\n\none\n--a\nContent-Type: message/rfc822\n\n\
                       Content-Type: message/rfc822\n\nSubject: x\n\ntwo\n--a--\n";
        let heads = |message: &str, path: &str| {
            Parts::behind(&Outline::of(message.as_bytes()), message.as_bytes(), path, true).heads
        };
        let paths: Vec<_> = heads(message, "").into_iter().map(|head| head.path).collect();
        assert_eq!(paths, ["", "1", "2", "2", "2.1"]);
        assert_eq!(heads("A: b\n\n", "3"), [Head { path: "3".to_string(), range: 0..5 }]);
    }

    #[test]
    fn an_encoded_message_waits_to_be_decoded() {
        let message = "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nYTogYgo=\n";
        let parts = Parts::of(message.as_bytes(), "2");
        assert_eq!(parts.embedded.len(), 1);
        assert_eq!(parts.embedded[0].path, "2.1");
        assert_eq!(&message[parts.embedded[0].body.clone()], "YTogYgo=\n");
    }
    /// No message takes more than so many steps a byte to be taken apart.
    #[test]
    fn no_message_takes_longer_than_its_length() {
        const SIZE: usize = 1 << 20;
        let mixed = "Content-Type: multipart/mixed; boundary=a\n\n";
        for (start, word) in [
            ("", "A: b\n"),
            ("", "A: b\n c\n"),
            ("", " c\n"),
            ("A: b", "\n c"),
            ("", "Content-Type: x\n y\n"),
            ("", "Content-TypeX: x\n y\n"),
            ("", mixed),
            ("", "Content-Type: message/rfc822\n\n"),
            ("", "Content-Type: multipart/mixed; boundary=a\n\n--a\n"),
            ("", "Content-Type: multipart/mixed; boundary=a\n\n--a--\n"),
            ("", "Content-Type: multipart/mixed; boundary=b\n\n--a\n"),
            (mixed, "--a\n"),
            (mixed, "--\n"),
            (mixed, "--a-\n"),
            (mixed, "--a--\n"),
            (mixed, "--b\n--a\n"),
            (mixed, "--a\nContent-Type: multipart/mixed; boundary=b\n\n"),
            (mixed, "--a\nContent-Type: multipart/mixed; boundary=a\n\n"),
            (mixed, "--a\nContent-Type: message/rfc822\n\n"),
            (mixed, "--a\nA: b\n"),
        ] {
            let message = format!("{start}{}", word.repeat(SIZE / word.len()));
            steps::take();
            let parts = Parts::of(message.as_bytes(), "");
            let steps = steps::take();
            assert!(
                steps <= 16 * message.len() as u64,
                "{start:?} {word:?}: {steps} steps, {} parts",
                parts.texts.len()
            );
        }
    }
}
