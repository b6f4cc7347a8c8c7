//! The record of a link that stands in the text as it is, as nearly all do: slices of one string and some numbers, between what is the same in
//! each. To write it so takes a fraction of what asking each field how it is to be written takes; tests hold the two to each other.

use memchr::memchr;

use crate::{
    blocks::{BLOCK, escapes_in_json},
    link::{Kind, Link},
    write::decimal::{Decimal, PADDED},
};

/// The size of a record besides the head, the URL twice and its components: constant parts, names and numbers, and
/// space for overwritten bytes.
const REST: usize = 512;

#[derive(Clone, Debug, Default)]
pub(super) struct PlainRecords {
    /// The beginning of each record, up to its first number.
    head: Vec<u8>,
    /// As long as the longest record so far. Only the variable parts are rewritten.
    buffer: Vec<u8>,
}

impl PlainRecords {
    /// Sets the first fields of each record. `object` is a JSON object with only these.
    pub(super) fn set_head(&mut self, object: &[u8]) {
        self.head.clear();
        self.head.extend_from_slice(object.strip_suffix(b"}").unwrap_or(object));
        self.head.extend_from_slice(b",\"line\":");
    }

    /// Returns the record with its closing brace and `end`; `None` if the link needs the slow path.
    pub(super) fn record(&mut self, link: &Link<'_>, end: u8) -> Option<&[u8]> {
        let (_, text) = link.as_it_stands().filter(|_| link.kind() == Kind::Url && !link.is_truncated())?;
        let components = link.components();
        let host = match components.host_range() {
            // It may have another form in ASCII.
            Some(range) => Some(text.get(range).filter(|host| memchr(b'%', host).is_none())?),
            None => None,
        };
        let scheme = text.get(..components.scheme_end as usize)?;
        let label = link.label().unwrap_or_default();
        let needed = self.head.len() + 2 * text.len() + scheme.len() + host.map_or(0, <[u8]>::len) + label.len() + REST;
        if self.buffer.len() < needed {
            self.buffer.resize(needed, 0);
        }
        let (start, behind) = (Decimal::of(link.range.start as u64), Decimal::of(link.range.end as u64));
        let mut record = RecordBuffer { bytes: &mut self.buffer, at: 0 };
        record.copy(&self.head);
        record.count(link.position.map(|position| position.line));
        record.fixed(b",\"column\":");
        record.count(link.position.map(|position| position.column));
        record.fixed(b",\"start\":");
        record.number(&start);
        record.fixed(b",\"end\":");
        record.number(&behind);
        record.fixed(b",\"url\":\"");
        if !record.harmless(text) {
            return None;
        }
        record.fixed(b"\",\"text\":\"");
        record.copy(text);
        record.fixed(b"\",\"kind\":\"url\",\"delimiter\":\"");
        record.copy(link.delimiter.name().as_bytes());
        record.fixed(b"\",\"scheme\":\"");
        record.copy(scheme);
        match host {
            Some(host) => {
                record.fixed(b"\",\"host\":\"");
                record.copy(host);
                record.fixed(b"\",\"pieces\":[[");
            }
            None => record.fixed(b"\",\"host\":null,\"pieces\":[["),
        }
        record.number(&start);
        record.fixed(b",");
        record.number(&behind);
        record.fixed(b"]],\"rejoined\":null,\"alternative\":null,\"label\":");
        match link.label() {
            Some(label) => {
                record.fixed(b"\"");
                if !record.harmless(label.as_bytes()) {
                    return None;
                }
                record.fixed(b"\"");
            }
            None => record.fixed(b"null"),
        }
        record.fixed(&[b'}', end]);
        let length = record.at;
        Some(&self.buffer[..length])
    }
}

/// A buffer with enough room for a record.
struct RecordBuffer<'b> {
    bytes: &'b mut [u8],
    at: usize,
}

impl RecordBuffer<'_> {
    #[inline(always)]
    fn copy(&mut self, bytes: &[u8]) {
        self.bytes[self.at..self.at + bytes.len()].copy_from_slice(bytes);
        self.at += bytes.len();
    }

    /// Appends bytes of a fixed length, which needs no call.
    #[inline(always)]
    fn fixed<const LENGTH: usize>(&mut self, bytes: &[u8; LENGTH]) {
        self.bytes[self.at..self.at + LENGTH].copy_from_slice(bytes);
        self.at += LENGTH;
    }

    #[inline(always)]
    fn number(&mut self, number: &Decimal) {
        // What stands behind the digits is written over.
        self.bytes[self.at..self.at + PADDED].copy_from_slice(number.padded());
        self.at += number.len();
    }

    #[inline(always)]
    fn count(&mut self, count: Option<usize>) {
        match count {
            Some(count) => self.number(&Decimal::of(count as u64)),
            None => self.fixed(b"null"),
        }
    }

    /// Appends a string that needs no escapes. Returns `false` if it does.
    #[inline(always)]
    fn harmless(&mut self, text: &[u8]) -> bool {
        if let Some(last) = text.last_chunk() {
            self.copy(text);
            let (blocks, _) = text.as_chunks();
            // The last bytes may be looked at twice.
            return !(escapes_in_json(last) || blocks.iter().any(escapes_in_json));
        }
        // Spaces need no escapes, and what comes next is written over those that are left.
        let start = self.at;
        self.bytes[start..start + BLOCK].copy_from_slice(&[b' '; BLOCK]);
        self.copy(text);
        self.bytes[start..].first_chunk().is_some_and(|block| !escapes_in_json(block))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Finder,
        sink::Context,
        write::{json::harmless, record::Record},
    };

    #[test]
    fn what_is_written_is_the_record() {
        let long = format!("https://a.example/{}", "b".repeat(200));
        let mut plain = 0;
        for url in [
            "http://a.example/",
            "see <http://a.example/b?c#d>, \"ftp://x@b.example:21/c;type=a\" and",
            "mailto:x@a.example",
            "URL:urn:isbn:1234567890 HTTPS://A.example",
            "https://[::1]:8080/ http://a%2Eb.example/ http://é.example/ http://a.example/é http://a.example/b\u{200d}c",
            "http://a.example/b\nc www.a.example <http://a.example/b\n c> https:\\/\\/a.example\\/b",
            "http://a.example/12345678901234567890123456789012345678901234567",
            "http://a.example/1234567890123456789012345678901234567890123456",
            "[soup](http://a.example/) [a \"b\"](http://a.example/b) [caf\u{e9}](http://a.example/c) [d](http://\u{e9}.example/)",
            "[a label that is longer than a block of sixty-four bytes, and then some more of it](http://a.example/)",
            &long,
        ] {
            for positions in [false, true] {
                let finder = Finder::builder().positions(positions).labels(true).build().unwrap();
                let mut records = PlainRecords::default();
                for (head, path) in
                    [(&b"{\"type\":\"link\"}"[..], None), (b"{\"type\":\"link\",\"path\":\"a\"}", Some("a"))]
                {
                    records.set_head(head);
                    for link in finder.find_iter(url) {
                        let record = Record::link(&link, &Context::default());
                        let record = if let Some(path) = path { record.path(path) } else { record };
                        let mut expected = Vec::new();
                        harmless::append(&mut expected, &record).unwrap();
                        expected.push(b'\n');
                        if let Some(written) = records.record(&link, b'\n') {
                            assert_eq!(String::from_utf8_lossy(written), String::from_utf8_lossy(&expected));
                            plain += 1;
                        }
                    }
                }
            }
        }
        assert!(plain > 40, "{plain} were plain");
    }
}
