//! Reports for people.

use std::{
    io::{self, Write},
    str,
};

use napkin::{
    Context, Event, Finder, Grammar, Uri,
    write::{Fault, visible},
};

use crate::{terminal, verbs::texts::Text, verbs::verdict::Judge};

use super::advice::Advice;
use crate::excerpt::Excerpt;

/// The longest component that is shown whole, in columns: more than a line, so that it can be copied.
const COMPONENT: usize = 500;

const NAME: usize = 9;

/// Returns why the URL would be no link in a text. The grammar takes hosts that no program can look up.
fn refused_in_text(uri: &Uri<'_>, grammar: Grammar) -> Option<&'static str> {
    let mut message = None;
    let finder = Finder::builder().grammar(grammar).any_scheme(true).explain(true).build().ok()?;
    let searched = finder.searcher().search_slice(uri.as_str(), &mut |event: Event<'_>, _: &Context<'_>| match event {
        Event::Refused(refused) if refused.range().start == 0 => message = Some(refused.rejection().message()),
        _ => {}
    });
    searched.ok().and(message)
}

/// Writes reports with an empty line between them.
pub struct Report {
    columns: usize,
    any: bool,
}

impl Report {
    pub fn new() -> Report {
        Report { columns: terminal::columns(), any: false }
    }

    /// The components of a valid string.
    ///
    /// ```text
    /// http://a.example/b
    /// valid by rfc3987
    ///   scheme    http
    ///   host      a.example
    ///   path      /b
    /// ```
    pub fn valid(&mut self, out: &mut impl Write, uri: &Uri<'_>, grammar: Grammar) -> io::Result<()> {
        self.begin(out)?;
        writeln!(out, "{}", Excerpt::beginning(uri.as_str(), self.columns))?;
        writeln!(out, "valid by {}", grammar.name())?;
        let components = [
            ("scheme", uri.scheme()),
            ("userinfo", uri.userinfo()),
            ("host", uri.host()),
            ("port", uri.port()),
            ("path", Some(uri.path())),
            ("query", uri.query()),
            ("fragment", uri.fragment()),
        ];
        for (name, component) in components {
            if let Some(component) = component {
                field(out, name, &Excerpt::beginning(component, COMPONENT))?;
            }
        }
        refused_in_text(uri, grammar).map_or(Ok(()), |message| field(out, "in text", &format!("refused: {message}")))
    }

    /// Where an invalid string breaks which rule, and what to do about it.
    ///
    /// ```text
    /// http://a.example/50%
    ///                    ^
    /// invalid by rfc3987: a percent sign must be followed by two hexadecimal digits
    ///   rule      rfc3986 2.1 pct-encoded
    ///   byte      19
    ///   help      write % as %25
    ///   instead   http://a.example/50%25
    /// ```
    pub fn invalid(&mut self, out: &mut impl Write, text: Text<'_>, fault: Fault, judge: Judge) -> io::Result<()> {
        self.begin(out)?;
        let excerpt = Excerpt::around(text.bytes, fault.at, self.columns);
        writeln!(out, "{}", excerpt.line)?;
        writeln!(out, "{:1$}^", "", excerpt.column)?;
        writeln!(out, "invalid by {}: {}", judge.grammar.name(), fault.message)?;
        field(out, "rule", fault.rule)?;
        if let Some(line) = text.line {
            field(out, "line", &line.to_string())?;
        }
        field(out, "byte", &fault.at.to_string())?;
        let Some(advice) = str::from_utf8(text.bytes).ok().and_then(|text| Advice::find(text, fault.at, judge)) else {
            return Ok(());
        };
        field(out, "help", &visible(&advice.help))?;
        if let Some(instead) = advice.instead {
            let room = self.columns.saturating_sub(NAME + 3);
            field(out, "instead", &Excerpt::around(instead.text.as_bytes(), instead.at, room).line)?;
        }
        Ok(())
    }

    /// Which grammars accept a string, and why the others don't.
    ///
    /// ```text
    /// http://a.example/é
    ///   rfc3986  invalid  byte 17: this character can't stand in a path (rfc3986 3.3 path)
    ///   rfc3987  valid
    /// ```
    pub fn table(
        &mut self,
        out: &mut impl Write,
        text: Text<'_>,
        faults: &[(Grammar, Option<Fault>)],
    ) -> io::Result<()> {
        self.begin(out)?;
        let first = faults.iter().filter_map(|(_, fault)| fault.as_ref()).map(|fault| fault.at).min();
        writeln!(out, "{}", Excerpt::around(text.bytes, first.unwrap_or(0), self.columns).line)?;
        let name = faults.iter().map(|(grammar, _)| grammar.name().len()).max().unwrap_or(0);
        for (grammar, fault) in faults {
            match fault {
                None => writeln!(out, "  {:name$}  valid", grammar.name())?,
                Some(Fault { rule, at, message }) => {
                    writeln!(out, "  {:name$}  invalid  byte {at}: {message} ({rule})", grammar.name())?;
                }
            }
        }
        Ok(())
    }

    fn begin(&mut self, out: &mut impl Write) -> io::Result<()> {
        if self.any {
            writeln!(out)?;
        }
        self.any = true;
        Ok(())
    }
}

/// Writes one line. An empty component is shown as two quotation marks, which no URL contains.
fn field(out: &mut impl Write, name: &str, value: &str) -> io::Result<()> {
    writeln!(out, "  {name:NAME$} {}", if value.is_empty() { "\"\"" } else { value })
}
