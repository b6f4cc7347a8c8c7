//! The text of a part as its sender wrote it: what its encodings and its format put around it is undone.

use std::borrow::Cow;

use super::{
    base64,
    content_type::Flowed,
    file_position::{DecodedText, Unflowed},
    flowed,
    parts::{TextKind, TextPart},
    transfer::{self, TransferEncoding},
    uuencode::{self, Files},
};
use crate::{
    message::Reason,
    source::{charset::Charset, folded::unfold::Unfolder, html},
};

pub(super) struct Text<'b> {
    pub(super) bytes: Cow<'b, [u8]>,
    /// Flowed text before its paragraphs were joined, if `has_places`.
    flowed: Option<Cow<'b, [u8]>>,
    unflowed: Vec<Unflowed>,
    charset: Charset,
    has_all_lines: bool,
}

impl Text<'_> {
    pub(super) fn decoded_text(&self) -> DecodedText<'_> {
        let text = self.flowed.as_deref().unwrap_or(&self.bytes);
        DecodedText { text, charset: self.charset, unflowed: &self.unflowed, has_all_lines: self.has_all_lines }
    }

    /// Joins the lines of flowed text. `has_places` keeps what its places depend on.
    fn unflow(&mut self, flowed: Flowed, has_places: bool) {
        let mut joined = Vec::with_capacity(self.bytes.len());
        let unflowed = &mut self.unflowed;
        flowed::unflow(&self.bytes, flowed, &mut joined, |joined, flowed| {
            if has_places {
                unflowed.push(Unflowed { joined, flowed });
            }
        });
        let flowed = std::mem::replace(&mut self.bytes, Cow::Owned(joined));
        self.flowed = has_places.then_some(flowed);
    }
}

/// Returns the decoded text of a part, and puts the files in it into `files`. `has_places` keeps what its places depend
/// on.
pub(super) fn text<'b>(
    part: &TextPart<'_>,
    bytes: &'b [u8],
    files: &mut Files,
    has_places: bool,
    wrong: &mut Vec<(Reason, Option<String>)>,
) -> Text<'b> {
    let mut decoded = decode(&bytes[part.body.clone()], part.encoding, wrong);
    let mut has_all_lines = true;
    match part.kind {
        TextKind::Html => {}
        TextKind::ContentLines => {
            let mut unfolded = Vec::with_capacity(decoded.len());
            Unfolder::new(true).push(&decoded, true, &mut unfolded, &mut |_| {});
            decoded = Cow::Owned(unfolded);
            has_all_lines = false;
        }
        TextKind::Plain | TextKind::Other => {
            let length = decoded.len();
            decoded = uuencode::take_out(decoded, files);
            has_all_lines = decoded.len() == length;
            wrong.extend(files.is_cut.then_some((Reason::CutFile, None)));
        }
    }
    let declared = part.charset.as_deref();
    let is_html = part.kind == TextKind::Html;
    let label = if is_html { html::label(&decoded, declared) } else { declared.map(Cow::Borrowed) };
    let (charset, known) = Charset::of(&decoded, label.as_deref());
    let text = match decoded {
        Cow::Borrowed(bytes) => charset.decode(bytes),
        Cow::Owned(bytes) if charset == Charset::Utf8 => Cow::Owned(bytes),
        Cow::Owned(bytes) => Cow::Owned(charset.decode(&bytes).into_owned()),
    };
    wrong.extend(known.is_err().then(|| (Reason::Charset, declared.map(str::to_owned))));
    let mut text = Text { bytes: text, flowed: None, unflowed: Vec::new(), charset, has_all_lines };
    if let Some(flowed) = part.flowed {
        text.unflow(flowed, has_places);
    }
    text
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
