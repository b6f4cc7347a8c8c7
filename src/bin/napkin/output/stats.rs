//! What `--unique` remembers of each URL, and the summary of `--stats`.

use std::collections::HashMap;

use napkin::{
    Grammar, Uri,
    mail::Message,
    write::{Occurrences, Summary},
};

use crate::{arguments::Unique, output::fingerprints::Fingerprints};

/// The URLs found, each once. Only this grows with the inputs.
#[derive(Debug)]
pub struct Seen {
    how: Unique,
    grammar: Grammar,
    known: Known,
}

/// What is remembered, by the key that equal URLs share.
#[derive(Debug)]
enum Known {
    /// Only the keys.
    Keys(Fingerprints),
    Tallies(Tallies),
}

#[derive(Debug, Default)]
struct Tallies {
    /// The number of each key's URL, in the order found.
    numbers: HashMap<Box<str>, usize>,
    tallies: Vec<Tally>,
}

/// The number and dates of a URL's occurrences.
#[derive(Debug, Default)]
struct Tally {
    count: u64,
    first: Option<Date>,
    last: Option<Date>,
    /// The URL as found first, if it is not the key.
    url: Option<Box<str>>,
}

/// A date in RFC 3339 format, and its seconds for comparison.
#[derive(Clone, Debug)]
struct Date {
    seconds: i64,
    text: Box<str>,
}

impl Seen {
    /// Returns an empty set. `tells` keeps occurrences, too.
    pub fn new(how: Unique, grammar: Grammar, tells: bool) -> Seen {
        let known = if tells { Known::Tallies(Tallies::default()) } else { Known::Keys(Fingerprints::default()) };
        Seen { how, grammar, known }
    }

    /// Adds a URL, perhaps from a message. Returns `true` the first time.
    pub fn is_first(&mut self, url: &str, message: Option<&Message<'_>>) -> bool {
        let normalized = match self.how {
            Unique::Exact | Unique::Line => None,
            // Found URLs are valid. An invalid one would equal only itself.
            Unique::Normalized => Uri::parse(url, self.grammar).ok().map(|uri| uri.normalize().to_string()),
        };
        let key = normalized.as_deref().unwrap_or(url);
        match &mut self.known {
            Known::Keys(keys) => keys.insert(key),
            Known::Tallies(tallies) => tallies.add(key, url, message),
        }
    }

    pub fn count(&self) -> u64 {
        match &self.known {
            Known::Keys(keys) => keys.len() as u64,
            Known::Tallies(tallies) => tallies.tallies.len() as u64,
        }
    }

    /// Returns the occurrences of each URL, in the order found.
    pub fn occurrences(&self) -> impl Iterator<Item = Occurrences<'_>> {
        let tallies = match &self.known {
            Known::Keys(_) => None,
            Known::Tallies(tallies) => Some(tallies),
        };
        tallies.into_iter().flat_map(Tallies::occurrences)
    }
}

impl Tallies {
    /// Adds a URL. Returns `true` the first time.
    fn add(&mut self, key: &str, url: &str, message: Option<&Message<'_>>) -> bool {
        let known = self.numbers.get(key).copied();
        let number = known.unwrap_or(self.tallies.len());
        if known.is_none() {
            self.numbers.insert(key.into(), number);
            self.tallies.push(Tally { url: (key != url).then(|| url.into()), ..Tally::default() });
        }
        self.tallies[number].add(message);
        known.is_none()
    }

    fn occurrences(&self) -> impl Iterator<Item = Occurrences<'_>> {
        let mut keys = vec![""; self.tallies.len()];
        for (key, &number) in &self.numbers {
            keys[number] = key;
        }
        keys.into_iter().zip(&self.tallies).map(|(key, tally)| tally.occurrences(key))
    }
}

impl Tally {
    fn add(&mut self, message: Option<&Message<'_>>) {
        self.count += 1;
        let Some((message, seconds)) = message.and_then(|message| Some((message, message.timestamp()?))) else {
            return;
        };
        let is_first = self.first.as_ref().is_none_or(|first| seconds < first.seconds);
        let is_last = self.last.as_ref().is_none_or(|last| seconds > last.seconds);
        if !is_first && !is_last {
            return;
        }
        let date = message.date().map(|text| Date { seconds, text: text.into() });
        if is_first {
            self.first.clone_from(&date);
        }
        if is_last {
            self.last = date;
        }
    }

    fn occurrences<'a>(&'a self, key: &'a str) -> Occurrences<'a> {
        Occurrences {
            url: self.url.as_deref().unwrap_or(key),
            count: self.count,
            first: self.first.as_ref().map(|date| &*date.text),
            last: self.last.as_ref().map(|date| &*date.text),
        }
    }
}

/// Returns the lines of a summary, one for each number. `has_rows` if the rows of a template were compared.
pub fn lines(summary: &Summary, has_rows: bool) -> impl Iterator<Item = String> {
    let (one, several) =
        if has_rows { ("different line", "different lines") } else { ("different URL", "different URLs") };
    let unique = summary.unique.map(|count| (count, one, several));
    [
        Some((summary.links, "link", "links")),
        (summary.joined > 0).then_some((summary.joined, "of them joined on evidence", "of them joined on evidence")),
        (summary.rejected > 0).then_some((summary.rejected, "refused candidate", "refused candidates")),
        unique,
        Some((summary.files, "file searched", "files searched")),
        Some((summary.files_with_links, "file with links", "files with links")),
        Some((summary.passed_over, "file passed over", "files passed over")),
        Some((summary.bytes, "byte read", "bytes read")),
        Some((summary.messages, "message", "messages")),
        (summary.records > 0).then_some((summary.records, "record", "records")),
        Some(match summary.records {
            0 => (summary.damaged, "damaged message", "damaged messages"),
            _ => (summary.damaged, "damaged record or message", "damaged records or messages"),
        }),
        Some((summary.errors, "error", "errors")),
    ]
    .into_iter()
    .flatten()
    .map(|(count, one, several)| format!("{count} {}", if count == 1 { one } else { several }))
}
