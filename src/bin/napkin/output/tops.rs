//! The most frequent hosts, schemes, top-level domains, URLs or files.

use std::{
    collections::HashMap,
    io::{self, Write},
    ops::ControlFlow,
    path::Path,
};

use clap::ValueEnum;
use napkin::{
    Context, Event, Link,
    uri::HostKind,
    write::{Json, Record, Separation, Summary, visible},
};

use super::writer::{Look, Writer};
use crate::{
    arguments::{By, Output},
    output::turns::Out,
    terminal,
};

#[derive(Clone, Copy, Debug)]
pub enum TopsForm {
    Lines,
    Table(Separation),
    Json,
}

impl TopsForm {
    pub fn of(output: &Output) -> TopsForm {
        if output.json {
            TopsForm::Json
        } else if output.csv {
            TopsForm::Table(Separation::Commas)
        } else if output.tsv {
            TopsForm::Table(Separation::Tabs)
        } else {
            TopsForm::Lines
        }
    }

    pub fn header(self, by: By) -> Vec<u8> {
        match self {
            TopsForm::Table(separation) => separation.row(["count", &name(by)]),
            TopsForm::Lines | TopsForm::Json => Vec::new(),
        }
    }
}

/// Returns the name of what is counted, as in the flag.
fn name(by: By) -> String {
    by.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

/// Writes the JSON objects besides the counts. The results themselves are only counted.
pub struct TopObjects(Json<Out>);

impl TopObjects {
    pub fn new(look: Look, out: Out) -> TopObjects {
        TopObjects(Json::new(out).end(look.end))
    }
}

impl Writer for TopObjects {
    fn out(&mut self) -> &mut Out {
        self.0.get_mut()
    }

    fn begin(&mut self, _: &Path) {}

    fn found(&mut self, _: &Event<'_>, _: &Context<'_>) -> io::Result<ControlFlow<()>> {
        Ok(ControlFlow::Continue(()))
    }

    fn error(&mut self, path: &Path, message: &str) -> io::Result<()> {
        Writer::error(&mut self.0, path, message)
    }

    fn summary(&mut self, summary: &Summary) -> io::Result<bool> {
        Writer::summary(&mut self.0, summary)
    }
}

#[derive(Debug)]
pub struct Tops {
    by: By,
    counts: HashMap<Box<str>, u64>,
}

impl Tops {
    pub fn new(by: By) -> Tops {
        Tops { by, counts: HashMap::new() }
    }

    pub fn add(&mut self, link: &Link<'_>, path: &Path) {
        match self.by {
            By::Url => self.count(link.url()),
            By::Path => self.count(&path.to_string_lossy()),
            By::Scheme => self.count(&link.scheme().to_ascii_lowercase()),
            By::Host | By::Tld => {
                let uri = link.uri();
                let of_address = || (link.scheme().eq_ignore_ascii_case("mailto")).then(|| of_address(link.url()))?;
                let Some(host) = link.host().filter(|host| !host.is_empty()).or_else(of_address) else { return };
                let host = uri.host_ascii().unwrap_or_else(|| host.to_owned()).to_ascii_lowercase();
                if self.by == By::Host {
                    self.count(&host);
                } else if matches!(uri.host_kind(), None | Some(HostKind::Name)) && !host.starts_with("%5b") {
                    self.count(host.trim_end_matches('.').rsplit('.').next().unwrap_or_default());
                }
            }
        }
    }

    fn count(&mut self, value: &str) {
        match self.counts.get_mut(value) {
            Some(count) => *count += 1,
            None => {
                self.counts.insert(value.into(), 1);
            }
        }
    }

    pub fn merge(&mut self, other: Tops) {
        for (value, count) in other.counts {
            *self.counts.entry(value).or_default() += count;
        }
    }

    /// Returns the most frequent values; those with equal counts by name.
    pub fn first(&self, most: usize) -> Vec<(&str, u64)> {
        let mut all: Vec<(&str, u64)> = self.counts.iter().map(|(value, &count)| (&**value, count)).collect();
        all.sort_unstable_by(|(a, more), (b, less)| less.cmp(more).then(a.cmp(b)));
        all.truncate(most);
        all
    }
}

/// Returns the host of the first mail address in a `mailto:` URL.
fn of_address(url: &str) -> Option<&str> {
    let (_, host) = url.split(['?', '#', ',']).next()?.rsplit_once('@')?;
    Some(host)
}

/// Writes the counts: as rows or objects, with tabs in a pipe, with bars on a terminal.
pub fn write(rows: &[(&str, u64)], (form, by): (TopsForm, By), look: Look, out: &mut impl Write) -> io::Result<()> {
    match form {
        TopsForm::Lines => write_lines(rows, look, out),
        TopsForm::Table(separation) => {
            rows.iter().try_for_each(|(value, count)| out.write_all(&separation.row([&count.to_string(), *value])))
        }
        TopsForm::Json => {
            let by = name(by);
            let mut json = Json::new(out).end(look.end);
            rows.iter().try_for_each(|(value, count)| json.record(&Record::top(&by, value, *count)))
        }
    }
}

fn write_lines(rows: &[(&str, u64)], look: Look, out: &mut impl Write) -> io::Result<()> {
    let end = [look.end];
    if !look.terminal {
        for (value, count) in rows {
            let value = value.replace('\n', "\\u{a}");
            write!(out, "{count}\t{value}")?;
            out.write_all(&end)?;
        }
        return Ok(());
    }
    let most = rows.first().map_or(1, |&(_, count)| count.max(1));
    let digits = most.to_string().len();
    let shown: Vec<_> = rows.iter().map(|&(value, count)| (visible(value), count)).collect();
    let widest = shown.iter().map(|(value, _)| value.chars().count()).max().unwrap_or(0);
    let room = terminal::columns().saturating_sub(digits + widest + 3).clamp(4, 40);
    for (value, count) in shown {
        let bar = "█".repeat((u128::from(count) * room as u128).div_ceil(u128::from(most)) as usize);
        let bar = if look.coloured { format!("\x1b[36m{bar}\x1b[0m") } else { bar };
        write!(out, "{count:digits$} {value:widest$} {bar}")?;
        out.write_all(&end)?;
    }
    Ok(())
}
