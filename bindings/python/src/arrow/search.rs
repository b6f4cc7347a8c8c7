//! The search of one text of a column: plain text, HTML or mail, with the base URL of its row.

use std::{io, ops::ControlFlow, str::FromStr};

use arrow_schema::ArrowError;
use napkin::{Context, Event, Finder, FinderBuilder, Searcher, Sink, html::HtmlFinder, mail::MailFinder};
use pyo3::prelude::*;

use super::{
    columns::{LinkColumns, TextPlace},
    input::{Part, Selected},
    schema::{self, LinkField},
};
use crate::{
    hosts,
    interrupts::Interrupts,
    options::{Offsets, Options},
    pulled,
    text::Characters,
};

/// What the texts are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Text,
    Html,
    Mail,
}

impl FromStr for Format {
    type Err = &'static str;

    fn from_str(name: &str) -> Result<Format, Self::Err> {
        match name {
            "text" => Ok(Format::Text),
            "html" => Ok(Format::Html),
            "mail" => Ok(Format::Mail),
            _ => Err("input: expected one of text, html, mail"),
        }
    }
}

impl Format {
    /// Returns the columns that only links of this format have.
    pub fn fields(self) -> &'static [LinkField] {
        match self {
            Format::Text => &[],
            Format::Html => &schema::HTML,
            Format::Mail => &schema::MAIL,
        }
    }
}

/// What finds links in texts of a format.
enum FormatFinder {
    Text(Finder),
    Html(HtmlFinder),
    Mail(MailFinder),
}

impl FormatFinder {
    fn new(finder: Finder, format: Format) -> FormatFinder {
        match format {
            Format::Text => FormatFinder::Text(finder),
            Format::Html => FormatFinder::Html(HtmlFinder::new(finder)),
            Format::Mail => FormatFinder::Mail(MailFinder::new(finder)),
        }
    }
}

/// A search of texts, whose links become columns.
pub struct Search {
    builder: FinderBuilder,
    format: Format,
    is_text: bool,
    is_counted: bool,
    finder: FormatFinder,
    searcher: Searcher,
    interrupts: Interrupts,
    /// The base of the last row, which the finder has.
    base: Option<String>,
    page_domain: Option<String>,
}

impl Search {
    /// A search of texts whose page has this URL, unless each row has one.
    pub fn new(options: &Options, format: Format, selected: &Selected, base: Option<&str>) -> PyResult<Search> {
        let is_counted = match format {
            Format::Mail => {
                pulled::mail_finder(options, None, false, false)?;
                false
            }
            _ => options.offsets_in(selected.is_text)? == Offsets::Characters,
        };
        Ok(Search {
            builder: options.builder.clone(),
            format,
            is_text: selected.is_text,
            is_counted,
            finder: FormatFinder::new(options.finder.clone(), format),
            searcher: options.finder.searcher(),
            interrupts: Interrupts::new(),
            base: None,
            page_domain: base.and_then(hosts::domain_of_page),
        })
    }

    /// Adds the links of all texts of a row.
    pub fn push_row(&mut self, part: &Part, row: usize, links: &mut LinkColumns) -> Result<(), ArrowError> {
        self.interrupts.check().map_err(|raised| ArrowError::ExternalError(Box::new(raised)))?;
        if let Some(bases) = &part.bases {
            let base = bases.get(row).next().and_then(|(_, base)| str::from_utf8(base).ok());
            if self.base.as_deref() != base {
                self.rebase(base);
            }
        }
        for (item, text) in part.texts.get(row) {
            self.push(item, text, links)?;
        }
        Ok(())
    }

    /// Resolves references against this base from now on, if it is one.
    fn rebase(&mut self, base: Option<&str>) {
        self.base = base.map(str::to_owned);
        self.page_domain = base.and_then(hosts::domain_of_page);
        let with_base = |base| self.builder.clone().base(base).build().ok();
        let finder = base.and_then(with_base).or_else(|| self.builder.clone().build().ok());
        if let Some(finder) = finder {
            self.finder = FormatFinder::new(finder, self.format);
        }
    }

    fn push(&mut self, item: usize, text: &[u8], links: &mut LinkColumns) -> Result<(), ArrowError> {
        let mut counter = (self.is_counted && !text.is_ascii()).then(Characters::default);
        let (nowhere, is_text) = (Context::default(), self.is_text);
        let place = TextPlace { item, page_domain: self.page_domain.as_deref() };
        let mut sink = Push { place, text, links, counter: &mut counter, failure: None };
        // Reading a slice doesn't fail, and what is damaged or too large is searched as far as it goes.
        match &self.finder {
            FormatFinder::Text(finder) => {
                finder.find_iter(text).for_each(|link| sink.push(&link, &nowhere));
            }
            FormatFinder::Html(finder) => match str::from_utf8(text).ok().filter(|_| is_text) {
                Some(text) => finder.find_all(text).iter().for_each(|link| sink.push(link, &nowhere)),
                None => drop(finder.search_with(&mut self.searcher, text, &mut sink)),
            },
            FormatFinder::Mail(finder) => drop(finder.search_with(&mut self.searcher, text, &mut sink)),
        }
        sink.failure.map_or(Ok(()), Err)
    }
}

/// Adds links of one text.
struct Push<'p> {
    place: TextPlace<'p>,
    text: &'p [u8],
    links: &'p mut LinkColumns,
    counter: &'p mut Option<Characters>,
    failure: Option<ArrowError>,
}

impl Push<'_> {
    fn push(&mut self, link: &napkin::Link<'_>, context: &Context<'_>) {
        let pushed = self.links.push(link, context, (self.place, self.text), self.counter.as_mut());
        self.failure = self.failure.take().or(pushed.err());
    }
}

impl Sink for Push<'_> {
    fn event(&mut self, event: Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        if let Event::Link(link) = event {
            self.push(&link, context);
        }
        Ok(ControlFlow::Continue(()))
    }
}
