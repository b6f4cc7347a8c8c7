//! What there is to say of a link, value by value: the columns of tables and the names in templates.

use std::{borrow::Cow, io::Write};

use crate::{
    link::{Link, Position, Refused},
    sink::{Context, Event},
    unknown_name::named_enum,
    uri::strip_tracking,
    write::decimal::Decimal,
};

named_enum! {
    /// A value of a link or rejected candidate, by name.
    ///
    /// ```
    /// use napkin::write::Column;
    ///
    /// assert_eq!("message.from".parse(), Ok(Column::MessageFrom));
    /// assert_eq!(Column::UrlPath.to_string(), "url_path");
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Column: "value" {
        /// The name of the input.
        Path = "path",
        /// The line, from 1, if the finder counts [positions](crate::FinderBuilder::positions).
        Line = "line",
        /// The line of the file. It differs from `line` in mail, which counts in the part.
        FileLine = "file_line",
        /// The column in bytes, from 1, if the finder counts positions.
        Column = "column",
        /// The byte offset of the start, from 0.
        Start = "start",
        /// The byte offset of the end.
        End = "end",
        /// The URL; empty for a rejected candidate.
        Url = "url",
        /// The URL [defanged](Link::defanged).
        Defanged = "defanged",
        /// The URL without [parameters that track people](crate::uri::strip_tracking).
        Clean = "clean",
        /// The text as written, including breaks.
        Text = "text",
        /// The kind.
        Kind = "kind",
        /// The delimiter.
        Delimiter = "delimiter",
        /// The scheme.
        Scheme = "scheme",
        /// The userinfo.
        Userinfo = "userinfo",
        /// The host as written.
        Host = "host",
        /// The host that programs look up: A-labels, in lower case.
        HostAscii = "host_ascii",
        /// The port as written.
        Port = "port",
        /// The path of the URL.
        UrlPath = "url_path",
        /// The query.
        Query = "query",
        /// The fragment.
        Fragment = "fragment",
        /// The confidence of the join; empty for a URL in one piece.
        Confidence = "confidence",
        /// The other reading.
        Alternative = "alternative",
        /// The text that markup gives the link, if the finder reads [labels](crate::FinderBuilder::labels).
        Label = "label",
        /// The URL before it was unwrapped or stripped.
        Written = "written",
        /// The HTML element.
        Element = "element",
        /// The HTML attribute.
        Attribute = "attribute",
        /// The rule that a rejected candidate breaks.
        Rule = "rule",
        /// The rule in words.
        Reason = "reason",
        /// The number of the message in its mailbox.
        MessageNumber = "message.number",
        /// The identifier of the message.
        MessageId = "message.id",
        /// The date of the message.
        MessageDate = "message.date",
        /// The sender of the message.
        MessageFrom = "message.from",
        /// The subject of the message.
        MessageSubject = "message.subject",
        /// The part of the message.
        MessagePart = "message.part",
        /// The header field.
        MessageHeader = "message.header",
        /// The number of the record in its WARC file.
        WarcNumber = "warc.number",
        /// The type of the record: `conversion`, `response` or `resource`.
        WarcType = "warc.type",
        /// The identifier of the record.
        WarcId = "warc.id",
        /// The date of the record.
        WarcDate = "warc.date",
        /// The URI of the page.
        WarcTarget = "warc.target",
    }
    ALL: "All columns."
    name: "Returns the name. It is the same as in records, if they have the value."
}

impl Column {
    /// Returns `true` if the value needs counted positions.
    pub fn is_position(self) -> bool {
        matches!(self, Column::Line | Column::FileLine | Column::Column)
    }
}

/// The data of a row.
pub(super) struct Row<'r> {
    pub(super) path: &'r [u8],
    pub(super) event: &'r Event<'r>,
    pub(super) context: &'r Context<'r>,
}

impl Row<'_> {
    /// Appends the value, if there is one.
    pub(super) fn push(&self, column: Column, out: &mut Vec<u8>) {
        match column {
            Column::Path => out.extend_from_slice(self.path),
            Column::FileLine => {
                push_position(Column::Line, self.context.file_position().or(self.event.position()), out);
            }
            Column::MessagePart => push_text(out, self.context.part()),
            Column::MessageHeader => push_text(out, self.context.field()),
            _ => match self.event {
                Event::Link(link) if push_of_link(column, link, out) => {}
                Event::Refused(refused) if push_of_refused(column, refused, out) => {}
                _ => {
                    self.push_of_message(column, out);
                    self.push_of_warc_record(column, out);
                }
            },
        }
    }

    #[cfg(feature = "mail")]
    fn push_of_message(&self, column: Column, out: &mut Vec<u8>) {
        let Some(message) = self.context.message() else { return };
        let text = match column {
            Column::MessageNumber => message.number().map(|number| number.to_string()),
            Column::MessageId => message.id(),
            Column::MessageDate => message.date(),
            Column::MessageFrom => message.from(),
            Column::MessageSubject => message.subject(),
            _ => None,
        };
        push_text(out, text.as_deref());
    }

    #[cfg(not(feature = "mail"))]
    fn push_of_message(&self, _: Column, _: &mut Vec<u8>) {}

    #[cfg(feature = "warc")]
    fn push_of_warc_record(&self, column: Column, out: &mut Vec<u8>) {
        let Some(record) = self.context.warc_record() else { return };
        let text = match column {
            Column::WarcNumber => Some(record.number().to_string().into()),
            Column::WarcType => Some(record.record_type()),
            Column::WarcId => record.id(),
            Column::WarcDate => record.date(),
            Column::WarcTarget => record.target(),
            _ => None,
        };
        push_text(out, text.as_deref());
    }

    #[cfg(not(feature = "warc"))]
    fn push_of_warc_record(&self, _: Column, _: &mut Vec<u8>) {}
}

/// Appends a value of the link. Returns `false` for another column.
fn push_of_link(column: Column, link: &Link<'_>, out: &mut Vec<u8>) -> bool {
    match column {
        Column::Line | Column::Column => push_position(column, link.position(), out),
        Column::Start => push_number(out, link.range().start),
        Column::End => push_number(out, link.range().end),
        Column::Url => push_text(out, Some(link.url())),
        Column::Defanged => push_text(out, Some(&link.defanged())),
        Column::Clean => push_text(out, Some(&strip_tracking(link.url()))),
        Column::Text => out.extend_from_slice(link.as_bytes()),
        Column::Kind => push_text(out, Some(link.kind().name())),
        Column::Delimiter => push_text(out, Some(link.delimiter().name())),
        Column::Scheme => push_text(out, Some(link.scheme())),
        Column::Userinfo => push_text(out, link.uri().userinfo()),
        Column::Host => push_text(out, link.host()),
        Column::HostAscii => push_text(out, host_ascii(link).as_deref()),
        Column::Port => push_text(out, link.uri().port()),
        Column::UrlPath => push_text(out, Some(link.uri().path())),
        Column::Query => push_text(out, link.uri().query()),
        Column::Fragment => push_text(out, link.uri().fragment()),
        Column::Confidence => {
            if let Some(rejoined) = link.rejoined() {
                // Writing to a Vec doesn't fail.
                let _ = write!(out, "{:.2}", rejoined.confidence);
            }
        }
        Column::Alternative => push_text(out, link.alternative()),
        Column::Label => push_text(out, link.label()),
        Column::Written => push_text(out, link.written()),
        Column::Element => push_text(out, link.attribute().map(|attribute| attribute.element())),
        Column::Attribute => push_text(out, link.attribute().map(|attribute| attribute.name())),
        _ => return false,
    }
    true
}

fn push_of_refused(column: Column, refused: &Refused<'_>, out: &mut Vec<u8>) -> bool {
    match column {
        Column::Line | Column::Column => push_position(column, refused.position(), out),
        Column::Start => push_number(out, refused.range().start),
        Column::End => push_number(out, refused.range().end),
        Column::Text => out.extend_from_slice(refused.as_bytes()),
        Column::Rule => push_text(out, Some(refused.rejection().rule())),
        Column::Reason => push_text(out, Some(refused.rejection().message())),
        _ => return false,
    }
    true
}

pub(super) fn host_ascii<'l>(link: &'l Link<'_>) -> Option<Cow<'l, str>> {
    let host = link.host()?;
    let ascii = link.uri().host_ascii();
    Some(match ascii {
        Some(ascii) => Cow::Owned(ascii.to_ascii_lowercase()),
        None if host.bytes().any(|byte| byte.is_ascii_uppercase()) => Cow::Owned(host.to_ascii_lowercase()),
        None => Cow::Borrowed(host),
    })
}

fn push_text(out: &mut Vec<u8>, text: Option<&str>) {
    out.extend_from_slice(text.unwrap_or_default().as_bytes());
}

fn push_number(out: &mut Vec<u8>, number: usize) {
    out.extend_from_slice(Decimal::of(number as u64).as_bytes());
}

fn push_position(column: Column, position: Option<Position>, out: &mut Vec<u8>) {
    if let Some(position) = position {
        push_number(out, if column == Column::Line { position.line } else { position.column });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for column in Column::ALL {
            assert_eq!(column.to_string().parse(), Ok(column));
            let error = "x".parse::<Column>().unwrap_err().to_string();
            assert!(error.contains(&format!(" {column}")), "{error}");
        }
    }
}
