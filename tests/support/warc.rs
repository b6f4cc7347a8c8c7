//! The WARC files of the corpus, and what is to be found in them.

use serde::Deserialize;

use super::cases::{self, unescape};

/// A file and what is to be found in it; `corpus/README.md` explains the fields.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    pub name: String,
    pub records: Vec<Record>,
    #[serde(default)]
    pub lf: bool,
    pub links: Vec<Expected>,
    #[serde(default)]
    pub damage: Vec<String>,
    #[serde(default)]
    #[expect(dead_code, reason = "it is for who reads the case")]
    pub why: String,
}

/// A record, or something that stands in its place.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    pub fields: Option<String>,
    /// The header of a record of ARC, without the length.
    pub arc: Option<String>,
    pub block: Option<String>,
    pub bytes: Option<String>,
    /// What is said in place of the length of the block.
    pub length: Option<String>,
    pub raw: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expected {
    pub url: String,
    pub record: usize,
    pub at: Option<usize>,
    pub attribute: Option<String>,
}

impl Record {
    fn push(&self, lf: bool, file: &mut Vec<u8>) {
        let end = if lf { "\n" } else { "\r\n" };
        if let Some(raw) = &self.raw {
            file.extend_from_slice(raw.replace('\n', end).as_bytes());
            return;
        }
        let block = match (&self.block, &self.bytes) {
            (Some(block), None) => block.clone().into_bytes(),
            (None, Some(escaped)) => unescape(escaped),
            _ => panic!("either a block or bytes"),
        };
        let length = self.length.clone().unwrap_or_else(|| block.len().to_string());
        if let Some(arc) = &self.arc {
            file.extend_from_slice(format!("{arc} {length}\n").as_bytes());
            file.extend_from_slice(&block);
            file.push(b'\n');
            return;
        }
        let fields = self.fields.as_deref().expect("a record has fields");
        let length = if length.is_empty() { String::new() } else { format!("Content-Length: {length}\n") };
        file.extend_from_slice(format!("WARC/1.0\n{fields}\n{length}\n").replace('\n', end).as_bytes());
        file.extend_from_slice(&block);
        file.extend_from_slice(end.repeat(2).as_bytes());
    }
}

impl Case {
    /// Returns `true` if it is an ARC file.
    pub fn is_arc(&self) -> bool {
        self.records[0].arc.is_some()
    }

    /// The bytes of the file.
    pub fn file(&self) -> Vec<u8> {
        let mut file = Vec::new();
        self.records.iter().for_each(|record| record.push(self.lf, &mut file));
        file
    }
}

/// All of them.
pub fn cases() -> Vec<Case> {
    cases::load("warc")
}
