//! The header of a message or of a part of one: its fields, and what those say that matter for reading the body.

use std::ops::Range;

use memchr::memchr;

use crate::source::{base::MAX_BASE, steps};

/// The most bytes of a field that are read. Real senders need less, and the limit bounds the cost.
pub(super) const MAX_VALUE: usize = 32 << 10;

/// Returns the value as far as it is read, trimmed.
pub(super) fn readable(value: &[u8]) -> &[u8] {
    value[..value.len().min(MAX_VALUE)].trim_ascii()
}

/// A header, without the empty line after it.
#[derive(Clone, Copy, Debug)]
pub(in crate::source) struct Header<'m> {
    bytes: &'m [u8],
}

/// A field of a header. The value includes its folds and line end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field<'m> {
    pub(super) name: &'m [u8],
    pub(super) value: &'m [u8],
}

/// A field about the body. Each message and part is asked for all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BodyField {
    ContentType,
    TransferEncoding,
    ContentBase,
    Base,
    ContentLocation,
    ContentLength,
}

const BODY_FIELDS: [&[u8]; 6] =
    [b"content-type", b"content-transfer-encoding", b"content-base", b"base", b"content-location", b"content-length"];

/// The end of a header and the fields about the body, found in one pass.
#[derive(Clone, Debug, Default)]
pub(super) struct Outline {
    pub(super) end: usize,
    pub(super) body: usize,
    /// True if an empty line ends it, so that more input cannot change it.
    pub(super) is_closed: bool,
    pub(super) has_fields: bool,
    /// The values of the first fields with these names.
    values: [Range<usize>; BODY_FIELDS.len()],
}

impl Outline {
    /// Reads the header at the beginning of `bytes`.
    ///
    /// An empty line ends the header. Without one, so do lines that are probably a body: a delimiter, a URL, or two
    /// lines in a row that are not fields. A single such line between fields is skipped.
    pub(super) fn of(bytes: &[u8]) -> Outline {
        let mut outline = Outline { end: bytes.len(), body: bytes.len(), ..Outline::default() };
        let mut at = 0;
        // The field that folded lines go on with.
        let mut open = None;
        while at < bytes.len() {
            // A name ends in the line that it begins in.
            let colon = field_name(&bytes[at..]);
            let end = line_end(bytes, at + colon.unwrap_or(0));
            let line = &bytes[at..end];
            steps::count(line.len());
            // Most lines are fields, and what begins with a name is neither folded nor empty.
            if let Some(colon) = colon {
                outline.has_fields = true;
                open = BodyField::named(&line[..colon]).filter(|field| outline.values[*field as usize].end == 0);
                if let Some(field) = open {
                    outline.values[field as usize] = at + colon + 1..end;
                }
            } else if is_blank(line) {
                return Outline { end: at, body: end, is_closed: true, ..outline };
            } else if at > 0 && is_folded(line) {
                if let Some(field) = open {
                    outline.values[field as usize].end = end;
                }
            } else {
                open = None;
                let next = &bytes[end..line_end(bytes, end)];
                let goes_on = !next.is_empty() && !is_blank(next) && (field_name(next).is_some() || is_folded(next));
                if !goes_on || line.starts_with(b"--") || is_url(line) {
                    return Outline { end: at, body: at, ..outline };
                }
            }
            at = end;
        }
        outline
    }

    /// Returns the value of the first field with this name in the bytes of this outline. Later ones are ignored.
    pub(super) fn value<'m>(&self, field: BodyField, bytes: &'m [u8]) -> Option<&'m [u8]> {
        // In front of a value there is its name.
        bytes.get(self.values[field as usize].clone()).filter(|_| self.values[field as usize].end > 0)
    }

    /// Returns the bases of relative references, the most important first.
    ///
    /// draft-url-05, 5.1.1: "Content-Base takes precedence over any Content-Location." RFC 1808, 3.1, called the first
    /// one `Base`.
    pub(super) fn bases(&self, bytes: &[u8]) -> Vec<String> {
        let fields = [BodyField::ContentBase, BodyField::Base, BodyField::ContentLocation];
        fields.into_iter().filter_map(|field| self.value(field, bytes)).filter_map(url).collect()
    }
}

impl BodyField {
    const ALL: [BodyField; BODY_FIELDS.len()] = [
        BodyField::ContentType,
        BodyField::TransferEncoding,
        BodyField::ContentBase,
        BodyField::Base,
        BodyField::ContentLocation,
        BodyField::ContentLength,
    ];

    /// Returns the field with this name, which white space may follow.
    fn named(name: &[u8]) -> Option<BodyField> {
        // Most fields are told by their first letter.
        if !matches!(name.first(), Some(b'c' | b'C' | b'b' | b'B')) {
            return None;
        }
        let name = name.trim_ascii_end();
        BodyField::ALL.into_iter().find(|field| name.eq_ignore_ascii_case(BODY_FIELDS[*field as usize]))
    }
}

impl<'m> Header<'m> {
    /// Wraps bytes that are only a header.
    pub(super) fn whole(bytes: &'m [u8]) -> Header<'m> {
        Header { bytes }
    }

    /// Splits `bytes` into a header and the offset of the body.
    pub(in crate::source) fn split(bytes: &'m [u8]) -> (Header<'m>, usize) {
        let Outline { end, body, .. } = Outline::of(bytes);
        (Header { bytes: &bytes[..end] }, body)
    }

    /// Returns the fields in order. Other lines are left out.
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

    pub(in crate::source) fn values<const N: usize>(self, names: [&str; N]) -> [Option<&'m [u8]>; N] {
        let mut values = [None; N];
        let mut rest = self.bytes;
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
}

/// Returns the URL in a field: "any whitespace inside the field value (including that used for line folding) is
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
    /// Reads a field with its folded lines.
    fn of(line: &'m [u8]) -> Option<Field<'m>> {
        let colon = field_name(line)?;
        Some(Field { name: line[..colon].trim_ascii_end(), value: &line[colon + 1..] })
    }
}

/// Returns the end of the first line and its continuation lines.
fn folded_line_end(bytes: &[u8]) -> usize {
    let mut end = line_end(bytes, 0);
    while end < bytes.len() && is_folded(&bytes[end..]) {
        end = line_end(bytes, end);
    }
    steps::count(end);
    end
}

/// Where the name of the field ends that begins here, if one does: before its colon.
///
/// ```text
/// field-name = 1*ftext   ; printable US-ASCII characters but for ":" (RFC 5322, 2.2), then perhaps white space (4.5)
/// ```
#[inline]
pub(in crate::source) fn field_name(line: &[u8]) -> Option<usize> {
    let name = name_end(line);
    if line[name..].starts_with(b": ") {
        // As nearly all software writes it.
        return (name > 0 && !line.starts_with(b"--")).then_some(name);
    }
    before_far_colon(line, name)
}

/// Does the same if other text follows the name.
#[inline(never)]
fn before_far_colon(line: &[u8], name: usize) -> Option<usize> {
    let blanks = line[name..].iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\x0C')).count();
    let colon = name + blanks;
    let is_field = name > 0 && line.get(colon) == Some(&b':');
    (is_field && !line.starts_with(b"--") && !(line[colon..].starts_with(b"://") && is_url(line))).then_some(colon)
}

/// Returns the end of the characters of a field name, read eight bytes at a time.
#[inline]
fn name_end(line: &[u8]) -> usize {
    let mut at = 0;
    while let Some(&eight) = line[at..].first_chunk() {
        let end = name_end_in(eight);
        at += end;
        if end < eight.len() {
            return at;
        }
    }
    at + short_name_end(&line[at..])
}

/// Does the same for less than eight bytes at the end of the text.
#[cold]
fn short_name_end(line: &[u8]) -> usize {
    let mut eight = [b'\n'; 8];
    eight[..line.len()].copy_from_slice(line);
    name_end_in(eight)
}

/// Does the same for eight bytes. Returns eight if all may be in a name.
const fn name_end_in(eight: [u8; 8]) -> usize {
    const EACH: u64 = u64::from_ne_bytes([1; 8]);
    const COLON: u64 = EACH * b':' as u64;
    const GRAPHIC: u64 = EACH * b'!' as u64;
    const HIGHEST: u64 = EACH * 0x80;
    let bytes = u64::from_le_bytes(eight);
    // The highest bit of a byte says so. What is carried over changes only bytes behind the first of which it is so.
    let is_colon = (bytes ^ COLON).wrapping_sub(EACH) & !bytes;
    let is_blank = bytes.wrapping_sub(GRAPHIC) & !bytes;
    let is_beyond = bytes.wrapping_add(EACH) | bytes;
    ((is_colon | is_blank | is_beyond) & HIGHEST).trailing_zeros() as usize / 8
}

/// Returns `true` if the line begins with a scheme and two slashes. It looks like a field, but belongs to a body.
fn is_url(line: &[u8]) -> bool {
    let scheme = line.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    scheme > 0 && line[scheme..].starts_with(b"://")
}

fn starts_with(line: &[u8], name: &str) -> bool {
    let is_first = |byte: &u8| byte.eq_ignore_ascii_case(&name.as_bytes()[0]);
    line.first().is_some_and(is_first)
        && line.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name.as_bytes()))
}

fn is_folded(line: &[u8]) -> bool {
    matches!(line.first(), Some(b' ' | b'\t'))
}

/// Returns `true` if the line is empty. Broken software may have left several CRs.
fn is_blank(line: &[u8]) -> bool {
    line.ends_with(b"\n") && line.iter().all(|&byte| byte == b'\r' || byte == b'\n')
}

/// Returns the end of the line that contains `at`, with its line end.
pub(in crate::source) fn line_end(bytes: &[u8], at: usize) -> usize {
    memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |end| at + end + 1)
}

/// Returns a line without its line end.
pub(super) fn without_line_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
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
        let bases = Outline::of(text.as_bytes()).bases(text.as_bytes());
        assert_eq!(bases, ["http://a.example/c", "http://a.example/b/", "e/"]);
        assert_eq!(Outline::of(b"").bases(b""), [""; 0]);
    }

    #[test]
    fn names_end_where_a_byte_is_in_none() {
        for byte in 0..=u8::MAX {
            for at in 0..20 {
                for length in [at + 1, at + 9, 24] {
                    let mut line = vec![b'a'; length];
                    line[at] = byte;
                    let is_name = byte.is_ascii_graphic() && byte != b':';
                    assert_eq!(name_end(&line), if is_name { length } else { at }, "{byte:#04X} at {at} of {length}");
                }
            }
        }
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
        assert_eq!(header.values(["A", "b"]), [Some(&b" 1\n"[..]), None]);
    }

    #[test]
    fn the_outline_has_what_the_lines_say() {
        let names =
            ["Content-Type", "Content-Transfer-Encoding", "Content-Base", "Base", "Content-Location", "Content-Length"];
        for text in [
            "Content-Type: a;\n b\n\tc\nX: y\ncontent-type: d\n e\nBASE : f\n\nContent-Length: 1\n",
            "content-length:1\nno field\n g\nContent-Base:\n h\nContent-Types: i\nb: j\n\n",
            " Base: a\nContent-Location: b\n--c\nBase: d\n",
            "Content-Type: a",
            "\nBase: a\n",
            "",
        ] {
            let (outline, (header, body)) = (Outline::of(text.as_bytes()), Header::split(text.as_bytes()));
            let values = BodyField::ALL.map(|field| outline.value(field, text.as_bytes()));
            assert_eq!(values, header.values(names), "{text:?}");
            assert_eq!((outline.has_fields, outline.body), (header.fields().next().is_some(), body), "{text:?}");
        }
    }
}
