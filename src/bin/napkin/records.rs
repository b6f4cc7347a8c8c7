//! JSON records: one object a line, fields are only ever added.

use std::{borrow::Cow, io, ops::Range, path::Path};

use napkin::{Attribute, Break, Context, Delimiter, Grammar, Link, Refused, Uri};
use serde::{Serialize, Serializer, ser::SerializeSeq};
use serde_json::ser::Formatter;

use crate::{
    stats::{Occurrences, Summary},
    terminal,
    verdict::Fault,
};

/// What a line of JSON says.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Record<'a> {
    /// A link.
    Link {
        path: Cow<'a, str>,
        line: Option<usize>,
        column: Option<usize>,
        start: usize,
        end: usize,
        url: &'a str,
        text: Cow<'a, str>,
        kind: &'static str,
        delimiter: &'static str,
        scheme: &'a str,
        host: Option<&'a str>,
        #[serde(serialize_with = "pairs")]
        pieces: &'a [Range<usize>],
        rejoined: Option<Rejoined>,
        alternative: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        element: Option<&'static str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        attribute: Option<&'static str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        written: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        message: Option<Message<'a>>,
    },
    /// A candidate that the grammar refused.
    Rejection {
        path: Cow<'a, str>,
        start: usize,
        end: usize,
        line: Option<usize>,
        column: Option<usize>,
        text: Cow<'a, str>,
        grammar: &'static str,
        rule: &'static str,
        at: usize,
        message: &'a str,
        #[serde(rename = "in", skip_serializing_if = "Option::is_none")]
        within: Option<Message<'a>>,
    },
    /// A line end that a URL may go on behind.
    Break {
        path: Cow<'a, str>,
        start: usize,
        end: usize,
        line: Option<usize>,
        column: Option<usize>,
        text: Cow<'a, str>,
        at: usize,
        joined: bool,
        confidence: f32,
        #[serde(serialize_with = "weights")]
        evidence: Vec<(&'static str, f32)>,
        #[serde(rename = "in", skip_serializing_if = "Option::is_none")]
        within: Option<Message<'a>>,
    },
    /// A string that was judged.
    Check {
        url: Cow<'a, str>,
        valid: bool,
        #[serde(flatten)]
        verdict: Verdict<'a>,
    },
    /// An input that can't be had.
    Error { path: Cow<'a, str>, message: &'a str },
    /// How often a URL was found.
    Occurrences(&'a Occurrences<'a>),
    /// How it all went.
    Summary(&'a Summary),
}

/// What was said of a string.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Verdict<'a> {
    /// It is valid.
    Valid {
        scheme: Option<&'a str>,
        userinfo: Option<&'a str>,
        host: Option<&'a str>,
        port: Option<&'a str>,
        path: &'a str,
        query: Option<&'a str>,
        fragment: Option<&'a str>,
        normalized: String,
    },
    /// It is not.
    Invalid { rule: &'static str, at: usize, message: &'static str },
    /// Each grammar says something else.
    Each { grammars: Vec<Opinion> },
}

/// What one grammar says of a string.
#[derive(Debug, Serialize)]
pub struct Opinion {
    grammar: &'static str,
    valid: bool,
    #[serde(flatten)]
    fault: Option<Fault>,
}

/// The message that something was found in.
#[derive(Debug, Serialize)]
pub struct Message<'a> {
    id: Option<String>,
    date: Option<String>,
    from: Option<String>,
    subject: Option<String>,
    part: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    header: Option<&'a str>,
    number: Option<usize>,
    offset: usize,
}

impl<'a> Message<'a> {
    fn of(context: &Context<'a>) -> Option<Message<'a>> {
        context.message().map(|message| Message {
            id: message.id(),
            date: message.date(),
            from: message.from(),
            subject: message.subject(),
            part: context.part(),
            header: context.field(),
            number: message.number(),
            offset: message.offset(),
        })
    }
}

/// Why a link has several pieces.
#[derive(Debug, Serialize)]
pub struct Rejoined {
    by: &'static str,
    confidence: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    inside: Option<&'static str>,
}

impl<'a> Record<'a> {
    /// The record of a link found in `path`, and perhaps in a message there.
    pub fn link(path: &'a Path, link: &'a Link<'_>, context: &Context<'a>) -> Record<'a> {
        let by = match link.delimiter() {
            Delimiter::Angle | Delimiter::Quote => "delimiter",
            _ => "evidence",
        };
        let range = link.range();
        Record::Link {
            path: path.to_string_lossy(),
            line: link.position().map(|position| position.line),
            column: link.position().map(|position| position.column),
            start: range.start,
            end: range.end,
            url: link.url(),
            text: String::from_utf8_lossy(link.text()),
            kind: link.kind().name(),
            delimiter: link.delimiter().name(),
            scheme: link.scheme(),
            host: link.host(),
            pieces: link.pieces(),
            rejoined: link.rejoined().map(|rejoined| Rejoined {
                by,
                confidence: rejoined.confidence,
                inside: rejoined.inside.map(|part| part.name()),
            }),
            alternative: link.alternative(),
            element: link.attribute().map(Attribute::element),
            attribute: link.attribute().map(Attribute::name),
            written: link.written(),
            message: Message::of(context),
        }
    }

    /// The record of a candidate refused in `path`, and perhaps in a message there.
    pub fn rejection(path: &'a Path, refused: &'a Refused<'_>, context: &Context<'a>) -> Record<'a> {
        let range = refused.range();
        Record::Rejection {
            path: path.to_string_lossy(),
            start: range.start,
            end: range.end,
            line: refused.position().map(|position| position.line),
            column: refused.position().map(|position| position.column),
            text: String::from_utf8_lossy(refused.text()),
            grammar: refused.grammar().name(),
            rule: refused.rejection().rule(),
            at: refused.at(),
            message: refused.rejection().message(),
            within: Message::of(context),
        }
    }

    /// The record of a break in `path`, and perhaps in a message there.
    pub fn broken(path: &'a Path, seen: &'a Break<'_>, context: &Context<'a>) -> Record<'a> {
        let range = seen.range();
        Record::Break {
            path: path.to_string_lossy(),
            start: range.start,
            end: range.end,
            line: seen.position().map(|position| position.line),
            column: seen.position().map(|position| position.column),
            text: String::from_utf8_lossy(seen.text()),
            at: seen.at(),
            joined: seen.is_joined(),
            confidence: seen.confidence(),
            evidence: seen.evidence().collect(),
            within: Message::of(context),
        }
    }

    /// The record of a string that was judged.
    pub fn check(url: Cow<'a, str>, judged: Result<&'a Uri<'_>, Fault>) -> Record<'a> {
        let valid = judged.is_ok();
        let verdict = match judged {
            Ok(uri) => Verdict::Valid {
                scheme: uri.scheme(),
                userinfo: uri.userinfo(),
                host: uri.host(),
                port: uri.port(),
                path: uri.path(),
                query: uri.query(),
                fragment: uri.fragment(),
                normalized: uri.normalize().to_string(),
            },
            Err(Fault { rule, at, message }) => Verdict::Invalid { rule, at, message },
        };
        Record::Check { url, valid, verdict }
    }

    /// The record of a string that every grammar judged.
    pub fn check_each(url: Cow<'a, str>, faults: &[(Grammar, Option<Fault>)]) -> Record<'a> {
        let opinion = |&(grammar, fault): &(Grammar, Option<Fault>)| Opinion {
            grammar: grammar.name(),
            valid: fault.is_none(),
            fault,
        };
        let grammars: Vec<Opinion> = faults.iter().map(opinion).collect();
        Record::Check { url, valid: grammars.iter().all(|opinion| opinion.valid), verdict: Verdict::Each { grammars } }
    }

    /// The record of an input that can't be had.
    pub fn error(path: &'a Path, message: &'a str) -> Record<'a> {
        Record::Error { path: path.to_string_lossy(), message }
    }

    /// Writes it without a line end.
    pub fn write(&self, out: impl io::Write) -> io::Result<()> {
        self.serialize(&mut serde_json::Serializer::with_formatter(out, Harmless)).map_err(io::Error::from)
    }
}

fn pairs<S: Serializer>(pieces: &&[Range<usize>], serializer: S) -> Result<S::Ok, S::Error> {
    let mut seq = serializer.serialize_seq(Some(pieces.len()))?;
    for piece in *pieces {
        seq.serialize_element(&[piece.start, piece.end])?;
    }
    seq.end()
}

fn weights<S: Serializer>(evidence: &[(&'static str, f32)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(evidence.iter().copied())
}

/// Compact JSON in which no character acts on a terminal, closes a `<script>` or hides: they are written as `\uXXXX`,
/// the same value to every parser.
struct Harmless;

impl Formatter for Harmless {
    fn write_string_fragment<W: ?Sized + io::Write>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        let mut done = 0;
        if fragment.bytes().all(|byte| byte.is_ascii() && byte != b'<' && byte != 0x7F) {
            return out.write_all(fragment.as_bytes());
        }
        for (at, char) in fragment.char_indices().filter(|&(_, char)| char == '<' || terminal::is_hidden(char)) {
            out.write_all(&fragment.as_bytes()[done..at])?;
            for unit in char.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
            done = at + char.len_utf8();
        }
        out.write_all(&fragment.as_bytes()[done..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn harmful_characters_are_escaped_and_mean_the_same() {
        let message = "</script>\u{1b}[2J\u{7f}\u{9b}\u{202e}\u{2028}\u{e0001}\"\\é😀";
        let mut json = Vec::new();
        Record::error(Path::new("a\nb"), message).write(&mut json).unwrap();
        let json = String::from_utf8(json).unwrap();
        assert_eq!(
            json,
            r#"{"type":"error","path":"a\nb","message":"\u003c/script>\u001b[2J\u007f\u009b\u202e\u2028\udb40\udc01\"\\é😀"}"#
        );
        let value: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(value["message"], message);
    }
}
