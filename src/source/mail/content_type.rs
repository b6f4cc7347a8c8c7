//! What a Content-Type field says: the type, and the parameters that matter.

use std::{borrow::Cow, collections::BTreeMap};

use super::{header::readable, transfer::octet, words};
use crate::text::byte_table::byte_table;

/// A Content-Type field (RFC 2045, 5).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::source) struct ContentType<'v> {
    /// The type in lower case, like the subtype.
    pub(in crate::source) main: Cow<'v, str>,
    pub(in crate::source) sub: Cow<'v, str>,
    pub(super) boundary: Option<Cow<'v, str>>,
    pub(in crate::source) charset: Option<Cow<'v, str>>,
    /// Set for `format=flowed` (RFC 3676).
    pub(super) flowed: Option<Flowed>,
}

/// The parameters of flowed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::source) struct Flowed {
    pub(super) delete_space: bool,
}

impl<'v> ContentType<'v> {
    /// Reads the value of a field; `None` if it has no type.
    pub(in crate::source) fn read(value: &'v [u8]) -> Option<ContentType<'v>> {
        ContentType::read_plain(value).or_else(|| ContentType::read_any(value))
    }

    /// Reads the simple form that nearly all software writes; `None` for comments, escapes and extended parameters.
    fn read_plain(value: &'v [u8]) -> Option<ContentType<'v>> {
        // content := "Content-Type" ":" type "/" subtype *(";" parameter)
        let mut rest = ContentTypeCursor(str::from_utf8(value.trim_ascii()).ok()?);
        let main = rest.token()?;
        rest.eat(b'/')?;
        let sub = rest.token()?;
        let mut read = ContentType { main: lowercase(main), sub: lowercase(sub), ..ContentType::default() };
        let (mut format, mut delete_space) = (None, None);
        while !rest.skip_space().0.is_empty() {
            rest.eat(b';')?;
            if rest.skip_space().0.is_empty() {
                break;
            }
            // parameter := attribute "=" value   ; value := token / quoted-string   (RFC 2045, 5.1)
            let name = rest.token()?;
            rest.eat(b'=')?;
            let value = rest.value()?;
            let is = |known: &str| name.eq_ignore_ascii_case(known);
            // The first of several counts.
            if is("boundary") {
                read.boundary.get_or_insert(Cow::Borrowed(value));
            } else if is("charset") {
                read.charset.get_or_insert(Cow::Borrowed(value));
            } else if is("format") {
                format.get_or_insert(value);
            } else if is("delsp") {
                delete_space.get_or_insert(value);
            } else if name.bytes().any(|byte| matches!(byte, b'*' | b'%')) {
                // It is encoded or cut.
                return None;
            }
        }
        let is_flowed = format.is_some_and(|format| format.eq_ignore_ascii_case("flowed"));
        let delete_space = delete_space.is_some_and(|value| value.eq_ignore_ascii_case("yes"));
        read.flowed = is_flowed.then_some(Flowed { delete_space });
        Some(read)
    }

    fn read_any(value: &'v [u8]) -> Option<ContentType<'v>> {
        let mut sections = sections(readable(value)).into_iter();
        let name = sections.next().map(|section| section.name)?;
        let (main, sub) = name.split_once('/').unwrap_or((&name, ""));
        if main.trim().is_empty() {
            return None;
        }
        let mut parameters = Parameters::default();
        sections.for_each(|section| parameters.take(section));
        let is =
            |name: &str, wanted: &str| parameters.value(name).is_some_and(|value| value.eq_ignore_ascii_case(wanted));
        Some(ContentType {
            main: Cow::Owned(main.trim().to_ascii_lowercase()),
            sub: Cow::Owned(sub.trim().to_ascii_lowercase()),
            boundary: parameters.value("boundary").map(Cow::Owned),
            charset: parameters.value("charset").map(Cow::Owned),
            flowed: is("format", "flowed").then(|| Flowed { delete_space: is("delsp", "yes") }),
        })
    }
}

/// The rest of a value.
struct ContentTypeCursor<'v>(&'v str);

impl<'v> ContentTypeCursor<'v> {
    fn take(&mut self, length: usize) -> Option<&'v str> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn eat(&mut self, byte: u8) -> Option<()> {
        self.0 = self.0.strip_prefix(char::from(byte))?;
        Some(())
    }

    fn skip_space(&mut self) -> &Self {
        self.0 = self.0.trim_ascii_start();
        self
    }

    fn token(&mut self) -> Option<&'v str> {
        // token := 1*<any (US-ASCII) CHAR except SPACE, CTLs, or tspecials>
        let length = self.0.bytes().position(|byte| !TOKEN[usize::from(byte)]).unwrap_or(self.0.len());
        self.take(length).filter(|token| !token.is_empty())
    }

    /// Takes a token, or a quoted text without special characters.
    fn value(&mut self) -> Option<&'v str> {
        if self.eat(b'"').is_none() {
            return self.token();
        }
        let length = self.0.bytes().position(|byte| byte == b'"')?;
        let value = self.take(length).filter(|value| is_plain_text(value))?;
        self.eat(b'"')?;
        Some(value.trim_ascii())
    }
}

fn lowercase(text: &str) -> Cow<'_, str> {
    if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(text.to_ascii_lowercase())
    } else {
        Cow::Borrowed(text)
    }
}

/// Returns a parameter of a field, whatever precedes the first semicolon.
pub(super) fn parameter(value: &[u8], name: &str) -> Option<String> {
    let mut parameters = Parameters::default();
    sections(readable(value)).into_iter().skip(1).for_each(|section| parameters.take(section));
    parameters.value(name)
}

/// The text between two semicolons.
#[derive(Debug, Default)]
struct Section {
    /// The text before the equals sign, or all of the first section.
    name: String,
    value: String,
    is_quoted: bool,
}

/// Returns the sections of a value without comments. A line end counts as a missing semicolon.
fn sections(value: &[u8]) -> Vec<Section> {
    let value = String::from_utf8_lossy(value);
    let mut sections = vec![Section::default()];
    let (mut in_value, mut in_quotes, mut depth) = (false, false, 0_usize);
    let mut rest = value.chars();
    while let Some(c) = rest.next() {
        let is_first = sections.len() == 1;
        let Some(section) = sections.last_mut() else { break };
        match c {
            '\\' if in_quotes || depth > 0 => {
                let escaped = rest.next();
                section.value.extend(escaped.filter(|_| in_quotes));
            }
            '"' if in_quotes => in_quotes = false,
            // Of a fold the white space stays (RFC 5322, 2.2.3).
            '\r' | '\n' if in_quotes => {}
            _ if in_quotes => section.value.push(c),
            '(' => depth += 1,
            ')' if depth > 0 => depth -= 1,
            _ if depth > 0 => {}
            ';' | '\n' => {
                sections.push(Section::default());
                in_value = false;
            }
            '=' if !in_value && !is_first => in_value = true,
            '"' if in_value && section.value.trim().is_empty() => {
                section.value.clear();
                (in_quotes, section.is_quoted) = (true, true);
            }
            _ if in_value && section.is_quoted => {}
            _ if in_value => section.value.push(c),
            _ => section.name.push(c),
        }
    }
    sections
}

/// Parameters, which may be split and in another charset (RFC 2231).
#[derive(Debug, Default)]
struct Parameters {
    /// The name and number of each piece, its value, and `true` if that is encoded. The first of two with the same
    /// number counts.
    pieces: BTreeMap<(String, usize), (String, bool)>,
}

impl Parameters {
    fn take(&mut self, section: Section) {
        // attribute "*" [ initial-section | other-section ] [ "*" ]   (RFC 2231, 7)
        let name = section.name.trim().to_ascii_lowercase();
        let (name, is_encoded) = name.strip_suffix('*').map_or((name.as_str(), false), |name| (name, true));
        let (name, number) = name.rsplit_once('*').unwrap_or((name, "0"));
        let Ok(number) = number.parse() else { return };
        self.pieces.entry((name.to_string(), number)).or_insert((section.value, is_encoded));
    }

    fn value(&self, name: &str) -> Option<String> {
        let pieces = self.pieces.range((name.to_string(), 0)..=(name.to_string(), usize::MAX));
        let (mut charset, mut octets) = (None, Vec::new());
        for ((_, number), (value, is_encoded)) in pieces {
            let mut value = value.trim();
            if *number == 0
                && *is_encoded
                && let [label, _, rest] = value.splitn(3, '\'').collect::<Vec<_>>()[..]
            {
                (charset, value) = (Some(label), rest);
            }
            if *is_encoded { percent_decode(value, &mut octets) } else { octets.extend_from_slice(value.as_bytes()) }
        }
        let value = charset.map_or_else(|| lossy(octets.clone()), |label| words::decode(&octets, label));
        // Encoded words have no place here, but are seen.
        let value = if value.contains("=?") { words::unstructured(value.as_bytes()).unwrap_or(value) } else { value };
        (!octets.is_empty()).then(|| value.trim().to_string())
    }
}

fn lossy(octets: Vec<u8>) -> String {
    String::from_utf8(octets).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// Decodes `%XX`. Other text stays as it is.
fn percent_decode(value: &str, out: &mut Vec<u8>) {
    let mut rest = value.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        match after.get(..2).filter(|_| byte == b'%').and_then(octet) {
            Some(octet) => {
                out.push(octet);
                rest = &after[2..];
            }
            None => {
                out.push(byte);
                rest = after;
            }
        }
    }
}

/// Returns `true` if the text has no escape and no encoded word.
fn is_plain_text(value: &str) -> bool {
    let mut previous = b' ';
    value.bytes().all(|byte| {
        let is_word = previous == b'=' && byte == b'?';
        previous = byte;
        matches!(byte, b' '..=b'~') && !matches!(byte, b';' | b'\\') && !is_word
    })
}

/// The bytes of tokens.
const TOKEN: [bool; 256] = byte_table!(|byte| {
    let is_special = matches!(
        byte,
        b'(' | b')' | b'<' | b'>' | b'@' | b',' | b';' | b':' | b'\\' | b'"' | b'/' | b'[' | b']' | b'?' | b'='
    );
    byte.is_ascii_graphic() && !is_special
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_types_are_read_whatever_their_case() {
        let read = ContentType::read(b" Text/PLAIN; charset=\"UTF-8\"; Format=Flowed;\n delsp=YES").unwrap();
        assert_eq!((&*read.main, &*read.sub), ("text", "plain"));
        assert_eq!(read.charset.as_deref(), Some("UTF-8"));
        assert_eq!(read.flowed, Some(Flowed { delete_space: true }));
        let read = ContentType::read(b"multipart/mixed; boundary=\"a b\"\r\n").unwrap();
        assert_eq!((read.boundary.as_deref(), read.flowed), (Some("a b"), None));
        assert_eq!(ContentType::read(b""), None);
    }

    #[test]
    fn plain_content_types_are_read_as_any_is() {
        for (value, is_plain) in [
            (" text/plain\n", true),
            (" text/plain;\n", true),
            (" Text/HTML; charset=UTF-8\r\n", true),
            (" text/plain; charset=\"iso-8859-1\"; format=Flowed;\n\tDelSp=\"yes\"\n", true),
            (" text/plain; charset=a; charset=b; format=fixed; format=flowed\n", true),
            (" multipart/mixed;\n boundary=\"--=_a b.c/d\" ; type=x\n", true),
            (" multipart/mixed; boundary=\"a;b\"\n", false),
            (" multipart/mixed; boundary=\"a\\\"b\"\n", false),
            (" text/plain (soup); charset=a\n", false),
            (" text/plain; charset*=utf-8''a\n", false),
            (" text/plain; charset = a\n", false),
            (" text\n", false),
        ] {
            let plain = ContentType::read_plain(value.as_bytes());
            assert_eq!(plain.is_some(), is_plain, "{value:?}");
            if is_plain {
                assert_eq!(plain, ContentType::read_any(value.as_bytes()), "{value:?}");
            }
        }
    }

    #[test]
    fn parameters_are_read_however_they_are_written() {
        for (value, boundary, charset) in [
            (" multipart/mixed; boundary=\"a;b\"\n", Some("a;b"), None),
            (" multipart/mixed; boundary=\"a\\\"b\"\n", Some("a\"b"), None),
            (" multipart/mixed; boundary=\"a\r\n b\" x\n", Some("a b"), None),
            (" text/plain (soup; charset=a); charset=b (c (d)) \n", None, Some("b")),
            (" text/plain\n charset=a\n boundary = b c\n", Some("b c"), Some("a")),
            (" text/plain; charset*=utf-8'en'a%2Fb\n", None, Some("a/b")),
            (" x/y; boundary*1=c; boundary*0=ab; boundary*2*=%64%\n", Some("abcd%"), None),
            (" x/y; boundary*0*=iso-8859-1''%E9; boundary*1*=%E9\n", Some("éé"), None),
            (" x/y; charset==?utf-8?q?a=62?=\n", None, Some("ab")),
            (" x/y; charset; =; charset=\"\"\n", None, None),
            (" x/y; charset=\"open\n", None, Some("open")),
            ("; charset=a\n", None, None),
        ] {
            let read = ContentType::read(value.as_bytes()).unwrap_or_default();
            assert_eq!((read.boundary.as_deref(), read.charset.as_deref()), (boundary, charset), "{value:?}");
        }
        let read = ContentType::read(b" text\n").unwrap();
        assert_eq!((&*read.main, &*read.sub), ("text", ""));
        assert_eq!(ContentType::read(b" ; x=y\n"), None);
    }
}
