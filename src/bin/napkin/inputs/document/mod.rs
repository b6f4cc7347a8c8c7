//! Office documents and books: ZIP archives whose members have an order, and a text each.
//!
//! A format is a row in [`FORMATS`] and the [`vocabulary`] of its parts. The [`text`] of a part comes from its [`xml`]
//! and its [`relations`].

mod relations;
mod spine;
mod text;
mod vocabulary;
mod xml;

use std::{collections::HashMap, io, path::PathBuf};

use encoding_rs::Encoding;
use napkin::Format;

use self::{
    relations::Relations,
    text::Text,
    vocabulary::{OFFICE, OPEN, Vocabulary},
};
use crate::inputs::{
    allowance::Allowance,
    encoded::Decoded,
    member::{Member, Members},
    peek::{Peek, Source},
    zip::{Archive, Entry},
};

struct DocumentFormat {
    /// The prefix of a member's name that identifies the format.
    sign: &'static str,
    /// The names of searched members, in order; a star stands for any text.
    members: &'static str,
    reading: Reading,
    /// The folder with other files, if there is one.
    embedded: Option<&'static str>,
}

#[derive(Clone, Copy)]
enum Reading {
    Xml(&'static Vocabulary),
    Html,
    Any,
}

static FORMATS: [DocumentFormat; 5] = [
    // Word.
    DocumentFormat {
        sign: "word/document",
        members: "word/document*.xml word/footnotes*.xml word/endnotes*.xml word/comments*.xml word/header*.xml \
                  word/footer*.xml word/*.xml",
        reading: Reading::Xml(&OFFICE),
        embedded: Some("word/embeddings/"),
    },
    // Excel.
    DocumentFormat {
        sign: "xl/workbook.xml",
        members: "xl/sharedStrings*.xml xl/worksheets/*.xml xl/comments*.xml xl/*.xml",
        reading: Reading::Xml(&OFFICE),
        embedded: Some("xl/embeddings/"),
    },
    // PowerPoint.
    DocumentFormat {
        sign: "ppt/presentation",
        members: "ppt/slides/*.xml ppt/notesSlides/*.xml ppt/comments/*.xml ppt/*.xml",
        reading: Reading::Xml(&OFFICE),
        embedded: Some("ppt/embeddings/"),
    },
    // EPUB.
    DocumentFormat { sign: spine::CONTAINER, members: "*.xhtml *.html *.htm", reading: Reading::Html, embedded: None },
    // OpenDocument.
    DocumentFormat {
        sign: "META-INF/manifest.xml",
        members: "content.xml* styles.xml* */content.xml",
        reading: Reading::Xml(&OPEN),
        embedded: None,
    },
];

impl DocumentFormat {
    /// Returns the place of a member among those that are searched, and how it is read.
    fn member(&self, path: &str) -> Option<(usize, Reading)> {
        let is_it = |member: &str| {
            let (begin, end) = member.split_once('*').unwrap_or((member, ""));
            path.starts_with(begin) && path.ends_with(end)
        };
        let row = self.members.split(' ').position(is_it).map(|row| (row, self.reading));
        let is_embedded = self.embedded.is_some_and(|folder| path.starts_with(folder));
        row.or(is_embedded.then_some((usize::MAX, Reading::Any)))
    }
}

/// Returns the parts of a document in reading order, or the archive if it is not a document.
pub fn members(mut archive: Archive, allowance: &Allowance) -> Result<Members, Archive> {
    let is_of = |format: &&DocumentFormat| archive.entries.iter().any(|entry| entry.path.starts_with(format.sign));
    let Some(format) = FORMATS.iter().find(is_of) else { return Err(archive) };
    let entries = std::mem::take(&mut archive.entries);
    let order =
        if format.sign == spine::CONTAINER { spine::order(&archive, &entries, allowance) } else { HashMap::new() };
    let (mut relations, mut parts) = (HashMap::new(), Vec::new());
    for entry in entries {
        if entry.path.ends_with(".rels") {
            relations.insert(entry.path.clone(), entry);
        } else if let Some((row, reading)) = format.member(&entry.path) {
            let place = order.get(&entry.path).copied().unwrap_or(usize::MAX);
            parts.push(((place, row, number(&entry.path)), reading, entry));
        }
    }
    parts.sort_by_key(|part| part.0);
    let mut document = Document { archive, relations, allowance: allowance.clone() };
    let damage = document.archive.damage.take().map(Err);
    let parts = parts.into_iter().map(move |(_, reading, entry)| Ok(document.member(&entry, reading)));
    Ok(Members { is_document: true, list: Box::new(parts.chain(damage)) })
}

/// Returns the last number in a name, which orders slides and sheets.
fn number(name: &str) -> u64 {
    let name = name.trim_end_matches(|c: char| !c.is_ascii_digit());
    let start = name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    name[start..].parse().unwrap_or(0)
}

struct Document {
    archive: Archive,
    /// The relations of the parts, by their paths.
    relations: HashMap<String, Entry>,
    allowance: Allowance,
}

impl Document {
    fn member(&mut self, entry: &Entry, reading: Reading) -> Member {
        let source = self.archive.read(entry, &self.allowance);
        let (format, source) = match (reading, source) {
            (_, Err(error)) => (Some(Format::Text), Peek::failing(error)),
            (Reading::Any, Ok(source)) => (None, source),
            (Reading::Html, Ok(source)) => (Some(Format::Html), source),
            (Reading::Xml(vocabulary), Ok(source)) => {
                let text = Text::new(decoded(source), vocabulary, self.relations(&entry.path));
                (Some(Format::Text), Peek::new(Box::new(text) as Box<_>))
            }
        };
        Member { path: PathBuf::from(&entry.path), size: entry.size, format, source }
    }

    /// Returns the relations of a part, as far as they can be read.
    fn relations(&mut self, path: &str) -> (Relations, Option<io::Error>) {
        let mut relations = Relations::default();
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let separator = if folder.is_empty() { "" } else { "/" };
        let Some(entry) = self.relations.remove(&format!("{folder}{separator}_rels/{name}.rels")) else {
            return (relations, None);
        };
        let source = self.archive.read(&entry, &self.allowance);
        let read = source.and_then(|source| relations.read(decoded(source)));
        (relations, read.err())
    }
}

/// Decodes UTF-16. XML in other charsets is not in use here.
fn decoded(mut source: Source) -> Source {
    source.fill(2);
    match Encoding::for_bom(source.head()) {
        Some((encoding, _)) if encoding != encoding_rs::UTF_8 => Peek::new(Box::new(Decoded::new(source, encoding))),
        _ => source,
    }
}
