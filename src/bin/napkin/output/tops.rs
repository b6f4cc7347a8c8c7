//! What there is most of: hosts, schemes, top-level domains, URLs or files.

use std::{
    collections::HashMap,
    io::{self, Write},
    path::Path,
};

use napkin::{Link, uri::HostKind, write::visible};

use super::look::Look;
use crate::{arguments::By, terminal};

/// How often each value was found.
#[derive(Debug)]
pub struct Tops {
    by: By,
    counts: HashMap<Box<str>, u64>,
}

impl Tops {
    /// Nothing was found yet.
    pub fn new(by: By) -> Tops {
        Tops { by, counts: HashMap::new() }
    }

    /// Counts the value of a link, if it has one.
    pub fn add(&mut self, link: &Link<'_>, path: &Path) {
        match self.by {
            By::Url => self.count(link.url()),
            By::Path => self.count(&path.to_string_lossy()),
            By::Scheme => self.count(&link.scheme().to_ascii_lowercase()),
            By::Host | By::Tld => {
                let Some(host) = link.host().filter(|host| !host.is_empty()) else { return };
                let uri = link.uri();
                let host = uri.host_ascii().unwrap_or_else(|| host.to_owned()).to_ascii_lowercase();
                if self.by == By::Host {
                    self.count(&host);
                } else if uri.host_kind() == Some(HostKind::Name) {
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

    /// Adds what another thread has counted.
    pub fn merge(&mut self, other: Tops) {
        for (value, count) in other.counts {
            *self.counts.entry(value).or_default() += count;
        }
    }

    /// The values that were found most often; of several with the same count the first by name.
    pub fn first(&self, most: usize) -> Vec<(&str, u64)> {
        let mut all: Vec<(&str, u64)> = self.counts.iter().map(|(value, &count)| (&**value, count)).collect();
        all.sort_unstable_by(|(a, more), (b, less)| less.cmp(more).then(a.cmp(b)));
        all.truncate(most);
        all
    }
}

/// Writes them: in a pipe with tabs between, on a terminal with bars.
pub fn write(rows: &[(&str, u64)], look: Look, out: &mut impl Write) -> io::Result<()> {
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
        let bar = "█".repeat(((count as f64 / most as f64) * room as f64).ceil() as usize);
        let bar = if look.coloured { format!("\x1b[36m{bar}\x1b[0m") } else { bar };
        write!(out, "{count:digits$} {value:widest$} {bar}")?;
        out.write_all(&end)?;
    }
    Ok(())
}
