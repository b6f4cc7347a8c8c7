//! A message as it was sent, except that its addresses are masked.

use std::{borrow::Cow, ops::Range};

use super::{
    header::{Outline, line_end, without_line_end},
    parts::Parts,
    text::{decode, text},
    transfer::TransferEncoding,
    uuencode::Files,
    words::unstructured,
};
use crate::{message::Reason, text::base64};

/// Masks a text; `None` if there is nothing to mask.
pub(crate) type Mask<'m> = dyn Fn(&[u8]) -> Option<Vec<u8>> + 'm;

/// How deep encoded messages are masked inside each other; deeper ones are left out.
const MAX_LEVELS: usize = 4;

/// The longest line of an encoded body, without its end (RFC 2045, 6.7 and 6.8).
const LONGEST_LINE: usize = 76;

/// Returns a message in which `mask` was applied to each header field and each text. An encoded body is decoded, masked and encoded
/// again; one without addresses stays as it is, and so do attachments.
pub(crate) fn masked(message: &[u8], mask: &Mask<'_>) -> Vec<u8> {
    masked_at(message, mask, 0)
}

fn masked_at(message: &[u8], mask: &Mask<'_>, level: usize) -> Vec<u8> {
    let parts = Parts::behind(&Outline::of(message), message, "", true);
    if parts.reasons.iter().any(|reason| matches!(reason, Reason::TooDeep | Reason::TooManyParts)) {
        // Not all parts are known, so the body is left out.
        let header = Outline::of(message).end;
        return [&masked_fields(&message[..header], mask)[..], b"\n"].concat();
    }
    let mut changed: Vec<(Range<usize>, Cow<'_, [u8]>)> = Vec::new();
    for head in &parts.heads {
        changed.push((head.range.clone(), Cow::Owned(masked_fields(&message[head.range.clone()], mask))));
    }
    for part in parts.texts.iter().filter(|part| part.encoding != TransferEncoding::Identity) {
        let body = &message[part.body.clone()];
        let mut decoded = decode(body, part.encoding, &mut Vec::new());
        if decoded.contains(&0) {
            // UTF-16, in which no address would be seen.
            decoded = Cow::Owned(text(part, message, &mut Files::default(), false, &mut Vec::new()).bytes.into_owned());
        }
        changed.push((part.body.clone(), encoded(body, mask(&decoded), part.encoding)));
    }
    for inner in &parts.embedded {
        let body = &message[inner.body.clone()];
        let decoded = decode(body, inner.encoding, &mut Vec::new());
        let masked = if level < MAX_LEVELS { masked_at(&decoded, mask, level + 1) } else { Vec::new() };
        changed.push((inner.body.clone(), encoded(body, Some(masked), inner.encoding)));
    }
    let opaque = parts.opaque.iter().map(|part| (part.body.clone(), Cow::Borrowed(&message[part.body.clone()])));
    changed.extend(opaque);
    changed.sort_by_key(|(range, _)| range.start);
    let (mut out, mut done) = (Vec::with_capacity(message.len()), 0);
    for (range, bytes) in changed.into_iter().filter(|(range, _)| !range.is_empty()) {
        push_masked(&message[done..range.start.max(done)], mask, &mut out);
        out.extend_from_slice(&bytes);
        done = done.max(range.end);
    }
    push_masked(&message[done..], mask, &mut out);
    out
}

fn push_masked(text: &[u8], mask: &Mask<'_>, out: &mut Vec<u8>) {
    out.extend_from_slice(mask(text).as_deref().unwrap_or(text));
}

/// Masks the fields of a header. One that hides an address in an encoded word is written decoded.
fn masked_fields(header: &[u8], mask: &Mask<'_>) -> Vec<u8> {
    let (mut out, mut start) = (Vec::with_capacity(header.len()), 0);
    while start < header.len() {
        let mut end = line_end(header, start);
        while matches!(header.get(end), Some(b' ' | b'\t')) {
            end = line_end(header, end);
        }
        let field = &header[start..end];
        start = end;
        let hidden = memchr::memmem::find(field, b"=?").and_then(|_| {
            let colon = memchr::memchr(b':', field)?;
            let text = unstructured(&field[colon + 1..])?;
            // A line end would begin another field, or the body.
            let masked = mask(text.replace(char::is_control, " ").as_bytes())?;
            Some([&field[..=colon], b" ", &masked, b"\n"].concat())
        });
        match hidden {
            Some(field) => out.extend_from_slice(&field),
            None => push_masked(field, mask, &mut out),
        }
    }
    out
}

/// Returns a body with another text, or unchanged.
fn encoded(body: &[u8], text: Option<Vec<u8>>, encoding: TransferEncoding) -> Cow<'_, [u8]> {
    match (text, encoding) {
        (None, _) => Cow::Borrowed(body),
        (Some(text), TransferEncoding::Identity) => Cow::Owned(text),
        (Some(text), TransferEncoding::QuotedPrintable) => Cow::Owned(quoted_printable(&text)),
        (Some(text), TransferEncoding::Base64) => Cow::Owned(base64(&text)),
    }
}

fn base64(bytes: &[u8]) -> Vec<u8> {
    bytes.chunks(LONGEST_LINE / 4 * 3).map(|line| base64::encode(line) + "\n").collect::<String>().into_bytes()
}

fn quoted_printable(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + text.len() / 8);
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let content = without_line_end(line);
        let mut length = 0;
        for (at, &byte) in content.iter().enumerate() {
            let is_last = at + 1 == content.len();
            let is_plain = matches!(byte, b'!'..=b'<' | b'>'..=b'~') || matches!(byte, b' ' | b'\t') && !is_last;
            let size = if is_plain { 1 } else { 3 };
            if length + size > LONGEST_LINE - usize::from(!is_last) {
                out.extend_from_slice(b"=\n");
                length = 0;
            }
            length += size;
            if is_plain { out.push(byte) } else { out.extend_from_slice(format!("={byte:02X}").as_bytes()) }
        }
        out.extend_from_slice(&line[content.len()..]);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mask(text: &[u8]) -> Option<Vec<u8>> {
        let text = String::from_utf8_lossy(text);
        text.contains("@a.example").then(|| text.replace("@a.example", "@...").into_bytes())
    }

    #[test]
    fn addresses_are_masked_however_they_are_encoded() {
        for (message, expected) in [
            ("From: sam@a.example\n\nsam@a.example\n", "From: sam@...\n\nsam@...\n"),
            ("From: =?utf-8?q?sam=40a=2Eexample?=\nTo: kim\n\nx\n", "From: sam@...\nTo: kim\n\nx\n"),
            ("From: =?utf-8?q?sam=40a=2Eexample=0A=0A=3Cx=3E?=\n\nx\n", "From: sam@...  <x>\n\nx\n"),
            ("From: =?utf-8?q?S=C3=A4m?=\n\nx\n", "From: =?utf-8?q?S=C3=A4m?=\n\nx\n"),
            (
                "Content-Transfer-Encoding: quoted-printable\n\nsam@a.exam=\nple =C3=A4 \n",
                "Content-Transfer-Encoding: quoted-printable\n\nsam@... =C3=A4\n",
            ),
            (
                "Content-Transfer-Encoding: quoted-printable\n\nS=C3=A4m =\nx\n",
                "Content-Transfer-Encoding: quoted-printable\n\nS=C3=A4m =\nx\n",
            ),
            (
                "Content-Transfer-Encoding: base64\n\nc2FtQGEuZXhhbXBsZQo=\n",
                "Content-Transfer-Encoding: base64\n\nc2FtQC4uLgo=\n",
            ),
            (
                "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: image/png\n\nsam@a.example\n--b\n\nsam@a.example\n--b--\n",
                "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: image/png\n\nsam@a.example\n--b\n\nsam@...\n--b--\n",
            ),
            (
                "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nRnJvbTogc2FtQGEuZXhhbXBsZQoKCg==\n",
                "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nRnJvbTogc2FtQC4uLgoKCg==\n",
            ),
        ] {
            assert_eq!(String::from_utf8_lossy(&masked(message.as_bytes(), &mask)), expected, "{message:?}");
        }
    }

    #[test]
    fn encoded_lines_are_short_and_read_back() {
        let text = format!("{} \n{}\u{e9}=\t\nend", "ab c".repeat(60), "é".repeat(40));
        for (encoded, encoding) in [
            (quoted_printable(text.as_bytes()), TransferEncoding::QuotedPrintable),
            (base64(text.as_bytes()), TransferEncoding::Base64),
        ] {
            assert!(encoded.split(|&byte| byte == b'\n').all(|line| line.len() <= LONGEST_LINE + 1));
            assert_eq!(decode(&encoded, encoding, &mut Vec::new()), text.as_bytes());
        }
    }
}
