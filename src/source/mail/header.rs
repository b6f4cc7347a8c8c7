//! The header of a message or of a part of one: its fields, and what those say that matter for reading the body.

use std::borrow::Cow;

use mail_parser::{DateTime, HeaderValue, parsers::MessageStream};
use memchr::memchr;

use crate::source::{base::MAX_BASE, steps};

/// The most bytes of a field that are read: what a sender would write has room in it, and no field can cost much.
const MAX_VALUE: usize = 32 << 10;

/// What the names of the fields that are about the body begin with, in lower case.
const OF_BODY: [&str; 2] = ["content-", "base"];

/// A header, without the empty line that ends it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Header<'m> {
    bytes: &'m [u8],
    /// Where the first field stands that is about the body: most headers have few or none, and these at their end.
    of_body: usize,
}

/// A field of a header. The value has its folding in it, and the line end behind it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field<'m> {
    pub(super) name: &'m [u8],
    pub(super) value: &'m [u8],
}

impl<'m> Header<'m> {
    /// A header that is known to be nothing else.
    pub(super) fn whole(bytes: &'m [u8]) -> Header<'m> {
        Header { bytes, of_body: 0 }
    }

    /// Its lines.
    pub(super) fn as_bytes(self) -> &'m [u8] {
        self.bytes
    }

    /// The header that `bytes` begin with, and where the body begins.
    ///
    /// An empty line ends the header. Where it is missing, so do lines that can't be told from a body: a delimiter, a
    /// URL, and two lines in a row that are no fields. One such line between fields is passed over.
    pub(super) fn split(bytes: &'m [u8]) -> (Header<'m>, usize) {
        let (mut at, mut of_body) = (0, None);
        let until =
            |end: usize, of_body: Option<usize>| Header { bytes: &bytes[..end], of_body: of_body.unwrap_or(end) };
        while at < bytes.len() {
            let end = line_end(bytes, at);
            let line = &bytes[at..end];
            steps::count(line.len());
            if is_blank(line) {
                return (until(at, of_body), end);
            }
            let is_fold = at > 0 && is_folded(line);
            if !is_fold && field_name(line).is_none() {
                let next = &bytes[end..line_end(bytes, end)];
                let goes_on = !next.is_empty() && !is_blank(next) && (field_name(next).is_some() || is_folded(next));
                if !goes_on || line.starts_with(b"--") || is_url(line) {
                    return (until(at, of_body), at);
                }
            }
            if of_body.is_none() && OF_BODY.iter().any(|name| starts_with(line, name)) {
                of_body = Some(at);
            }
            at = end;
        }
        (until(at, of_body), at)
    }

    /// The fields in their order. Lines that are none are left out.
    pub(super) fn fields(self) -> impl Iterator<Item = Field<'m>> {
        let mut rest = self.bytes;
        std::iter::from_fn(move || {
            while !rest.is_empty() {
                let (line, after) = rest.split_at(folded_line_end(rest));
                rest = after;
                if let Some(field) = Field::of(line) {
                    return Some(field);
                }
            }
            None
        })
    }

    /// The value of the first field with this name: a second one is not believed.
    pub(super) fn value(self, name: &str) -> Option<&'m [u8]> {
        let [value] = self.values([name]);
        value
    }

    /// The value of the first field with each of these names.
    pub(super) fn values<const N: usize>(self, names: [&str; N]) -> [Option<&'m [u8]>; N] {
        let mut values = [None; N];
        let is_of_body = |name: &str| OF_BODY.iter().any(|start| starts_with(name.as_bytes(), start));
        let mut rest = if names.into_iter().all(is_of_body) { &self.bytes[self.of_body..] } else { self.bytes };
        while !rest.is_empty() && values.contains(&None) {
            // Most lines are told by their first letter; folded ones begin with white space, as no name does.
            for (value, name) in values.iter_mut().zip(names) {
                let is_like = value.is_none() && starts_with(rest, name);
                if is_like {
                    let field = Field::of(&rest[..folded_line_end(rest)]);
                    *value = field.filter(|field| field.name.len() == name.len()).map(|field| field.value);
                }
            }
            let end = line_end(rest, 0);
            steps::count(end);
            rest = &rest[end..];
        }
        values
    }

    /// The bases of relative references that it names, the one that counts first.
    ///
    /// draft-url-05, 5.1.1: "Content-Base takes precedence over any Content-Location." `Base` is what RFC 1808, 3.1, had
    /// for the first of them.
    pub(super) fn bases(self) -> Vec<String> {
        let values = self.values(["Content-Base", "Base", "Content-Location"]);
        values.into_iter().flatten().filter_map(url).collect()
    }
}

/// The URL that a field has for its value: "any whitespace inside the field value (including that used for line folding) is
/// ignored" (draft-url-05, 5.1.1), and so are quotes and the wrapper of RFC 1738 around it.
fn url(value: &[u8]) -> Option<String> {
    // There is room for folding.
    let value = str::from_utf8(value).ok().filter(|value| value.len() <= 2 * MAX_BASE)?;
    let url: String = value.split_ascii_whitespace().collect();
    let between = |open: char, close: char| url.strip_prefix(open).and_then(|url| url.strip_suffix(close));
    let url = between('<', '>').or(between('"', '"')).unwrap_or(&url);
    let has_prefix = url.get(..4).is_some_and(|prefix| prefix.eq_ignore_ascii_case("URL:"));
    Some(url[if has_prefix { 4 } else { 0 }..].to_string())
}

impl<'m> Field<'m> {
    /// The field that a line is, folded lines after it included.
    fn of(line: &'m [u8]) -> Option<Field<'m>> {
        let colon = field_name(line)?;
        Some(Field { name: line[..colon].trim_ascii_end(), value: &line[colon + 1..] })
    }
}

/// The end of the first line and of those that go on with it.
fn folded_line_end(bytes: &[u8]) -> usize {
    let mut end = line_end(bytes, 0);
    while end < bytes.len() && is_folded(&bytes[end..]) {
        end = line_end(bytes, end);
    }
    steps::count(end);
    end
}

/// Where the name of the field ends that begins here, if one does: before its colon.
pub(super) fn field_name(line: &[u8]) -> Option<usize> {
    // field-name = 1*ftext   ; printable US-ASCII characters but for ":" (RFC 5322, 2.2), then perhaps white space (4.5)
    let name = line.iter().position(|&byte| byte == b':' || !byte.is_ascii_graphic())?;
    let blank = line[name..].iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\x0C')).count();
    let colon = name + blank;
    let is_field = name > 0 && line.get(colon) == Some(&b':');
    (is_field && !line.starts_with(b"--") && !(line[colon..].starts_with(b"://") && is_url(line))).then_some(colon)
}

/// Whether the line begins with a scheme and two slashes: it looks like a field, and is the first of a body.
fn is_url(line: &[u8]) -> bool {
    let scheme = line.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    scheme > 0 && line[scheme..].starts_with(b"://")
}

/// Whether the line begins with a name, in any letter case.
fn starts_with(line: &[u8], name: &str) -> bool {
    let is_first = |byte: &u8| byte.eq_ignore_ascii_case(&name.as_bytes()[0]);
    line.first().is_some_and(is_first)
        && line.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name.as_bytes()))
}

fn is_folded(line: &[u8]) -> bool {
    matches!(line.first(), Some(b' ' | b'\t'))
}

/// Whether there is nothing in the line. Software that got line ends wrong may have left several CRs.
fn is_blank(line: &[u8]) -> bool {
    line.ends_with(b"\n") && line.iter().all(|&byte| byte == b'\r' || byte == b'\n')
}

/// The end of the line that has `at` in it, its line end included.
pub(super) fn line_end(bytes: &[u8], at: usize) -> usize {
    memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |end| at + end + 1)
}

/// What a Content-Type field says (RFC 2045, 5).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ContentType {
    pub(super) main: String,
    pub(super) sub: String,
    pub(super) boundary: Option<String>,
    pub(super) charset: Option<String>,
    /// `format=flowed` (RFC 3676), and whether the space before a soft break belongs to the break.
    pub(super) flowed: Option<Flowed>,
}

/// How flowed text is to be joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Flowed {
    /// `DelSp=yes`.
    pub(super) delete_space: bool,
}

impl ContentType {
    /// Reads the value of a field; none where there is no type in it.
    pub(super) fn read(value: &[u8]) -> Option<ContentType> {
        ContentType::read_plain(value).or_else(|| ContentType::read_any(value))
    }

    /// Reads what nearly all software writes, without comments, escapes and extended parameters; none where it is not so
    /// plain.
    fn read_plain(value: &[u8]) -> Option<ContentType> {
        // content := "Content-Type" ":" type "/" subtype *(";" parameter)
        // parameter := attribute "=" value   ; value := token / quoted-string   (RFC 2045, 5.1)
        let value = str::from_utf8(value).ok()?.trim_ascii();
        let mut parts = value.strip_suffix(';').unwrap_or(value).split(';');
        let (main, sub) = parts.next()?.trim_ascii_end().split_once('/')?;
        if !(is_token(main) && is_token(sub)) {
            return None;
        }
        let mut read =
            ContentType { main: main.to_ascii_lowercase(), sub: sub.to_ascii_lowercase(), ..ContentType::default() };
        let (mut format, mut delete_space) = (None, None);
        for part in parts {
            let (name, value) = part.trim_ascii().split_once('=')?;
            let quoted = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
            let is_plain =
                |value: &str| value.bytes().all(|byte| matches!(byte, b' '..=b'~') && !b"\"\\".contains(&byte));
            let is_value = quoted.map_or(is_token(value), |value| is_plain(value) && !value.contains("=?"));
            if !is_token(name) || name.contains(['*', '%']) || !is_value {
                return None;
            }
            let value = quoted.unwrap_or(value).trim_ascii();
            let is = |known: &str| name.eq_ignore_ascii_case(known);
            // The first of several counts.
            if is("boundary") {
                read.boundary.get_or_insert_with(|| value.to_string());
            } else if is("charset") {
                read.charset.get_or_insert_with(|| value.to_string());
            } else if is("format") {
                format.get_or_insert(value);
            } else if is("delsp") {
                delete_space.get_or_insert(value);
            }
        }
        let is_flowed = format.is_some_and(|format| format.eq_ignore_ascii_case("flowed"));
        let delete_space = delete_space.is_some_and(|value| value.eq_ignore_ascii_case("yes"));
        read.flowed = is_flowed.then_some(Flowed { delete_space });
        Some(read)
    }

    /// Reads whatever can be read.
    fn read_any(value: &[u8]) -> Option<ContentType> {
        let value = complete(value);
        let HeaderValue::ContentType(read) = MessageStream::new(&value).parse_content_type() else { return None };
        let parameter = |name: &str| read.attribute(name).map(|value| value.trim().to_string());
        let is = |name: &str, wanted: &str| {
            read.attribute(name).is_some_and(|value| value.trim().eq_ignore_ascii_case(wanted))
        };
        Some(ContentType {
            main: read.ctype().to_ascii_lowercase(),
            sub: read.subtype().unwrap_or_default().to_ascii_lowercase(),
            boundary: parameter("boundary"),
            charset: parameter("charset"),
            flowed: is("format", "flowed").then(|| Flowed { delete_space: is("delsp", "yes") }),
        })
    }
}

/// Whether it is a token (RFC 2045, 5.1).
fn is_token(text: &str) -> bool {
    // token := 1*<any (US-ASCII) CHAR except SPACE, CTLs, or tspecials>
    !text.is_empty() && text.bytes().all(|byte| TOKEN[usize::from(byte)])
}

/// Which bytes tokens consist of.
const TOKEN: [bool; 256] = {
    let specials = b"()<>@,;:\\\"/[]?=";
    let mut token = [false; 256];
    let mut byte = b'!' as usize;
    while byte <= b'~' as usize {
        token[byte] = true;
        byte += 1;
    }
    let mut at = 0;
    while at < specials.len() {
        token[specials[at] as usize] = false;
        at += 1;
    }
    token
};

/// The text of a field, encoded words decoded and folding undone.
pub(super) fn text(value: &[u8]) -> Option<String> {
    match MessageStream::new(&complete(value)).parse_unstructured() {
        HeaderValue::Text(text) => Some(text.trim().to_string()),
        _ => None,
    }
}

/// The first message identifier in a field, without its angle brackets.
pub(super) fn identifier(value: &[u8]) -> Option<String> {
    match MessageStream::new(&complete(value)).parse_id() {
        HeaderValue::Text(id) => Some(id.into_owned()),
        HeaderValue::TextList(ids) => ids.into_iter().next().map(Cow::into_owned),
        _ => None,
    }
}

/// The date of a field as RFC 3339 has it.
pub(super) fn date(value: &[u8]) -> Option<String> {
    date_time(value).map(|date| date.to_rfc3339())
}

/// The date of a field in seconds since 1970 began in UTC.
pub(super) fn timestamp(value: &[u8]) -> Option<i64> {
    date_time(value).map(|date| date.to_timestamp())
}

fn date_time(value: &[u8]) -> Option<DateTime> {
    match MessageStream::new(&complete(value)).parse_date() {
        HeaderValue::DateTime(date) if date.is_valid() => Some(date),
        _ => None,
    }
}

/// The first address of a field: `Name <address>`, or what of it is there.
pub(super) fn address(value: &[u8]) -> Option<String> {
    let value = complete(value);
    let HeaderValue::Address(addresses) = MessageStream::new(&value).parse_address() else { return None };
    let first = addresses.first()?;
    match (first.name(), first.address()) {
        (Some(name), Some(address)) => Some(format!("{name} <{address}>")),
        (name, address) => name.or(address).map(str::to_string),
    }
}

/// The value with a line end behind it: without one the field would not be over.
fn complete(value: &[u8]) -> Vec<u8> {
    let value = &value[..value.len().min(MAX_VALUE)];
    [value.trim_ascii_end(), b"\n"].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> (Vec<(String, String)>, &str) {
        let (header, body) = Header::split(text.as_bytes());
        let string = |bytes: &[u8]| String::from_utf8(bytes.trim_ascii().to_vec()).unwrap();
        (header.fields().map(|field| (string(field.name), string(field.value))).collect(), &text[body..])
    }

    #[test]
    fn bases_come_in_the_order_in_which_they_count() {
        let text = "content-location: e/\nBase: <url:http://a.example/\n  b/>\nContent-Base: \"http://a.example/c\"\n\
                    Content-Base: http://second.example/\nContent-Bases: f\n\n";
        let (header, _) = Header::split(text.as_bytes());
        assert_eq!(header.bases(), ["http://a.example/c", "http://a.example/b/", "e/"]);
        assert_eq!(Header::whole(b"").bases(), [""; 0]);
    }

    #[test]
    fn a_header_ends_at_an_empty_line() {
        let fields = vec![("A".to_string(), "b\n c".to_string()), ("D".to_string(), "e".to_string())];
        for (text, body) in [
            ("A: b\n c\nD : e\n\nx\n", "x\n"),
            ("A: b\n c\nno field\nD: e\n\nx\n", "x\n"),
            ("A: b\n c\nD: e\nhttp://a.example/\nx\n", "http://a.example/\nx\n"),
            ("A: b\n c\nD: e\nx\ny\n", "x\ny\n"),
            ("A: b\n c\nD: e\n--x\nF: g\n", "--x\nF: g\n"),
            ("A: b\n c\nD: e", ""),
        ] {
            assert_eq!(split(text), (fields.clone(), body), "{text:?}");
        }
        assert_eq!(split("A: b\r\n\r\nx").1, "x");
        assert_eq!(split("A: b\r\r\n\r\r\nx").1, "x");
        assert_eq!(split("\nA: b").1, "A: b");
    }

    #[test]
    fn the_first_of_two_fields_counts() {
        let (header, _) = Header::split(b"a: 1\nA: 2\n\n");
        assert_eq!(header.value("A"), Some(&b" 1\n"[..]));
        assert_eq!(header.value("b"), None);
    }

    #[test]
    fn content_types_are_read_whatever_their_case() {
        let read = ContentType::read(b" Text/PLAIN; charset=\"UTF-8\"; Format=Flowed;\n delsp=YES").unwrap();
        assert_eq!((read.main.as_str(), read.sub.as_str()), ("text", "plain"));
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
    fn fields_for_people_are_decoded() {
        assert_eq!(text(b" =?utf-8?q?caf=C3=A9?=\n and more\n").as_deref(), Some("café and more"));
        assert_eq!(identifier(b" <1@a.example>\n").as_deref(), Some("1@a.example"));
        assert_eq!(date(b" Mon, 2 Mar 2009 04:05:06 -0330\n").as_deref(), Some("2009-03-02T04:05:06-03:30"));
        assert_eq!(date(b" yesterday\n"), None);
        assert_eq!(address(b" \"Kim\" <kim@a.example>, x@b.example\n").as_deref(), Some("Kim <kim@a.example>"));
        assert_eq!(address(b" kim@a.example\n").as_deref(), Some("kim@a.example"));
    }
}
