//! Templates: a line for each link, as people want it.

use std::{
    io::{self, Write},
    ops::ControlFlow,
    path::Path,
    str::FromStr,
};

use super::{column::Column, rows::RowWriter, visible::push_in_one_line};
use crate::{
    error::Error,
    sink::{Context, Event, Sink},
};

/// What a line is made of: text, and `{name}` where a value stands. `{{` and `}}` are braces; `\n`, `\t`, `\r`, `\0` and
/// `\\` are what they are in Rust.
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
    /// The values in it.
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
        let wrong = |message: String| Err(Error::configuration(message));
        let mut parts = Vec::new();
        let mut literal = String::new();
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            rest = &rest[c.len_utf8()..];
            match c {
                '{' if rest.starts_with('{') => {
                    literal.push('{');
                    rest = &rest[1..];
                }
                '}' if rest.starts_with('}') => {
                    literal.push('}');
                    rest = &rest[1..];
                }
                '{' => {
                    let Some(end) = rest.find('}') else {
                        return wrong(format!("{{{rest}: a brace is not closed; {{{{ is one that stands for itself"));
                    };
                    let name = &rest[..end];
                    let unknown = |error| Error::configuration(format!("{{{name}}}: {error}"));
                    let column = name.parse().map_err(unknown)?;
                    parts.push(TemplatePart::Text(std::mem::take(&mut literal)));
                    parts.push(TemplatePart::Value(column));
                    rest = &rest[end + 1..];
                }
                '}' => return wrong("a brace is closed that was not opened; }} is one that stands for itself".into()),
                '\\' => {
                    let Some(escaped) = rest.chars().next() else {
                        return wrong("a backslash ends it; \\\\ is one that stands for itself".into());
                    };
                    literal.push(match escaped {
                        'n' => '\n',
                        't' => '\t',
                        'r' => '\r',
                        '0' => '\0',
                        '\\' => '\\',
                        other => return wrong(format!("\\{other} is no escape: there are \\n \\t \\r \\0 \\\\")),
                    });
                    rest = &rest[escaped.len_utf8()..];
                }
                c => literal.push(c),
            }
        }
        parts.push(TemplatePart::Text(literal));
        parts.retain(|part| *part != TemplatePart::Text(String::new()));
        Ok(Template { parts })
    }
}

/// Writes a line for each link it is handed, and for each candidate that was refused, as a [`Template`] says. A value that
/// has line ends in it can't be taken for several lines: they are written as `\u{a}`, unless what ends a record is something
/// else.
///
/// ```
/// use napkin::{Finder, write::Formatted};
///
/// let mut lines = Formatted::new("{start}: {host}{url_path}".parse()?, Vec::new());
/// Finder::new().search(&b"at http://a.example/b?c and www.example.org"[..], &mut lines)?;
/// assert_eq!(lines.into_inner(), b"3: a.example/b\n28: www.example.org\n");
/// # Ok::<(), napkin::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Formatted<W> {
    template: Template,
    rows: RowWriter<W>,
    end: u8,
    is_watched: bool,
}

impl<W: Write> Formatted<W> {
    /// Give it a writer with a buffer.
    pub fn new(template: Template, writer: W) -> Formatted<W> {
        Formatted { template, rows: RowWriter::new(writer), end: b'\n', is_watched: false }
    }

    /// What ends each line. Default: a line feed.
    #[must_use]
    pub fn end(mut self, byte: u8) -> Formatted<W> {
        self.end = byte;
        self
    }

    /// Whether people watch it appear on a terminal: hidden characters in values are made
    /// [`visible`](fn@super::visible) then. Default: no.
    #[must_use]
    pub fn watched(mut self, yes: bool) -> Formatted<W> {
        self.is_watched = yes;
        self
    }

    /// What the input is called that comes next.
    pub fn set_path(&mut self, path: &Path) {
        self.rows.set_path(path);
    }

    /// The writer.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.rows.writer
    }

    /// The writer, for good. It is not flushed.
    pub fn into_inner(self) -> W {
        self.rows.writer
    }

    /// Writes the line of something that was found.
    ///
    /// # Errors
    /// A write that failed.
    pub fn found(&mut self, event: &Event<'_>, context: &Context<'_>) -> io::Result<()> {
        let Formatted { template, rows, end, is_watched } = self;
        rows.found(event, context, |found, value, line| {
            for part in &template.parts {
                match part {
                    TemplatePart::Text(text) => line.extend_from_slice(text.as_bytes()),
                    TemplatePart::Value(column) => {
                        value.clear();
                        found.push(*column, value);
                        push_in_one_line(value, *is_watched, *end == b'\n', line);
                    }
                }
            }
            line.push(*end);
        })
    }
}

impl<W: Write> Sink for Formatted<W> {
    fn event(&mut self, event: Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        self.found(&event, context)?;
        Ok(ControlFlow::Continue(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finder::Finder;

    fn formatted(template: &str, path: &str, text: &str) -> String {
        let mut lines = Formatted::new(template.parse().unwrap(), Vec::new());
        lines.set_path(Path::new(path));
        Finder::new().search(text.as_bytes(), &mut lines).unwrap();
        String::from_utf8(lines.into_inner()).unwrap()
    }

    #[test]
    fn escapes_and_braces() {
        assert_eq!(formatted(r"{{{scheme}}}\t\\{port}|\n", "", "http://a.example:80/"), "{http}\t\\80|\n\n");
        for template in ["{", "{url", "}", "a}b", "{}", "{URL}", "\\", "\\x", "{url}}"] {
            assert!(template.parse::<Template>().is_err(), "{template}");
        }
    }

    #[test]
    fn a_name_makes_no_line_of_its_own() {
        let text = "<http://a.example/\nb>";
        assert_eq!(formatted("{path} {text}", "a\nb", text), "a\\u{a}b http://a.example/\\u{a}b\n");
        let mut lines = Formatted::new("{path} {url}".parse().unwrap(), Vec::new()).end(0);
        lines.set_path(Path::new("a\nb"));
        Finder::new().search(text.as_bytes(), &mut lines).unwrap();
        assert_eq!(lines.into_inner(), b"a\nb http://a.example/b\0");
    }
}
