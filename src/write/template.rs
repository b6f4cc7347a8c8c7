//! Templates: a line for each link, as people want it.

use std::{io::Write, str::FromStr};

use super::{
    column::Column,
    rows::{Layout, Rows, sealed::LayOut},
    visible::push_in_one_line,
};
use crate::{error::Error, setters::setters};

/// A template for a line: text with values as `{name}`. `{{` and `}}` are braces; `\n`, `\t`, `\r`, `\0` and `\\` mean
/// the same as in Rust.
///
/// ```
/// use napkin::write::Template;
///
/// assert!("{path}:{line}: {host}\\t{{{scheme}}}".parse::<Template>().is_ok());
/// assert!("{nose}".parse::<Template>().unwrap_err().to_string().starts_with("{nose}: unknown value: expected one of path, "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    parts: Vec<TemplatePart>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum TemplatePart {
    Text(String),
    Value(Column),
}

impl Template {
    /// Returns the values in the template.
    pub fn columns(&self) -> impl Iterator<Item = Column> {
        self.parts.iter().filter_map(|part| match part {
            TemplatePart::Value(column) => Some(*column),
            TemplatePart::Text(_) => None,
        })
    }
}

impl FromStr for Template {
    type Err = Error;

    fn from_str(text: &str) -> Result<Template, Error> {
        let mut parts = Vec::new();
        let mut literal = String::new();
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            rest = &rest[c.len_utf8()..];
            match c {
                '{' | '}' if rest.starts_with(c) => {
                    literal.push(c);
                    rest = &rest[1..];
                }
                '{' => {
                    let (column, after) = named_column(rest)?;
                    parts.push(TemplatePart::Text(std::mem::take(&mut literal)));
                    parts.push(TemplatePart::Value(column));
                    rest = after;
                }
                '}' => {
                    let message = "a brace is closed that was not opened; }} is one that stands for itself";
                    return Err(Error::configuration(message));
                }
                '\\' => {
                    literal.push(unescaped(rest)?);
                    rest = &rest[1..];
                }
                c => literal.push(c),
            }
        }
        parts.push(TemplatePart::Text(literal));
        parts.retain(|part| *part != TemplatePart::Text(String::new()));
        Ok(Template { parts })
    }
}

/// Reads the name of a value behind its brace, and returns what follows the other brace.
fn named_column(text: &str) -> Result<(Column, &str), Error> {
    let Some((name, rest)) = text.split_once('}') else {
        let message = format!("{{{text}: a brace is not closed; {{{{ is one that stands for itself");
        return Err(Error::configuration(message));
    };
    let column = name.parse().map_err(|error| Error::configuration(format!("{{{name}}}: {error}")))?;
    Ok((column, rest))
}

/// Returns what the character behind a backslash stands for.
fn unescaped(text: &str) -> Result<char, Error> {
    Err(Error::configuration(match text.chars().next() {
        Some('n') => return Ok('\n'),
        Some('t') => return Ok('\t'),
        Some('r') => return Ok('\r'),
        Some('0') => return Ok('\0'),
        Some('\\') => return Ok('\\'),
        Some(other) => format!("\\{other} is no escape: there are \\n \\t \\r \\0 \\\\"),
        None => "a backslash ends it; \\\\ is one that stands for itself".into(),
    }))
}

/// Writes a line for each link and each rejected candidate, by a [`Template`]. Line ends in values are written as
/// `\u{a}`, so that no value looks like several lines, unless records end in another byte.
///
/// ```
/// use napkin::{Finder, write::Formatted};
///
/// let mut lines = Formatted::new("{start}: {host}{url_path}".parse()?, Vec::new());
/// Finder::new().search_into(&b"at http://a.example/b?c and www.example.org"[..], &mut lines)?;
/// assert_eq!(lines.into_inner(), b"3: a.example/b\n28: www.example.org\n");
/// # Ok::<(), napkin::Error>(())
/// ```
pub type Formatted<W> = Rows<TemplateLayout, W>;

/// The template of [`Formatted`] lines, and the byte after each.
#[derive(Clone, Debug)]
pub struct TemplateLayout {
    template: Template,
    end: u8,
    is_watched: bool,
}

impl<W: Write> Formatted<W> {
    /// Returns a writer of lines. Use a buffered writer.
    pub fn new(template: Template, writer: W) -> Formatted<W> {
        Rows::laid_out(TemplateLayout { template, end: b'\n', is_watched: false }, writer)
    }

    setters! {
        #![must_use]

        /// Sets the byte after each line. Default: a line feed.
        end(byte: u8) { layout.end = byte }

        /// Sets whether the output is watched on a terminal: hidden characters in values are made
        /// [`visible`](fn@super::visible). Default: no.
        watched(yes: bool) { layout.is_watched = yes }
    }
}

impl Layout for TemplateLayout {}

impl LayOut for TemplateLayout {
    fn lay_out(&self, push: &dyn Fn(Column, &mut Vec<u8>), value: &mut Vec<u8>, line: &mut Vec<u8>) {
        for part in &self.template.parts {
            match part {
                TemplatePart::Text(text) => line.extend_from_slice(text.as_bytes()),
                TemplatePart::Value(column) => {
                    value.clear();
                    push(*column, value);
                    push_in_one_line(value, self.is_watched, self.end == b'\n', line);
                }
            }
        }
        line.push(self.end);
    }
}
