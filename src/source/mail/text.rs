//! The text of a part as its sender wrote it: what its encodings and its format put around it is undone.

use std::borrow::Cow;

use super::{
    base64, content_lines, flowed,
    parts::{TextKind, TextPart},
    transfer::{self, TransferEncoding},
    uuencode::{self, Files},
};
use crate::{
    message::Reason,
    source::{charset::Charset, html},
};

/// The text of a part as its sender wrote it. The files in it go to `files`.
pub(super) fn text<'b>(
    part: &TextPart<'_>,
    bytes: &'b [u8],
    files: &mut Files,
    wrong: &mut Vec<(Reason, Option<String>)>,
) -> Cow<'b, [u8]> {
    let mut decoded = decode(&bytes[part.body.clone()], part.encoding, wrong);
    let declared = part.charset.as_deref();
    let label = match part.kind {
        TextKind::Html => html::label(&decoded, declared),
        TextKind::ContentLines => {
            decoded = Cow::Owned(content_lines::read(&decoded));
            declared.map(Cow::Borrowed)
        }
        TextKind::Plain | TextKind::Other => {
            decoded = uuencode::take_out(decoded, files);
            if files.is_cut {
                wrong.push((Reason::CutFile, None));
            }
            declared.map(Cow::Borrowed)
        }
    };
    let (charset, known) = Charset::of(&decoded, label.as_deref());
    let text = match decoded {
        Cow::Borrowed(bytes) => charset.decode(bytes),
        Cow::Owned(bytes) if charset == Charset::Utf8 => Cow::Owned(bytes),
        Cow::Owned(bytes) => Cow::Owned(charset.decode(&bytes).into_owned()),
    };
    if known.is_err() {
        wrong.push((Reason::Charset, part.charset.as_deref().map(str::to_owned)));
    }
    let Some(flowed) = part.flowed else { return text };
    let mut unflowed = Vec::with_capacity(text.len());
    flowed::unflow(&text, flowed, &mut unflowed);
    Cow::Owned(unflowed)
}

pub(super) fn decode<'b>(
    body: &'b [u8],
    encoding: TransferEncoding,
    wrong: &mut Vec<(Reason, Option<String>)>,
) -> Cow<'b, [u8]> {
    let mut decoded = Vec::new();
    match encoding {
        TransferEncoding::Identity => return Cow::Borrowed(body),
        TransferEncoding::QuotedPrintable => {
            decoded.reserve_exact(body.len());
            transfer::quoted_printable(body, &mut decoded);
        }
        TransferEncoding::Base64 => {
            decoded.reserve_exact(body.len() / 4 * 3 + 3);
            if !base64::base64(body, &mut decoded) {
                wrong.push((Reason::Base64, None));
            }
        }
    }
    Cow::Owned(decoded)
}
