//! What all public types promise beyond what their documentation shows.

use std::{collections::BTreeSet, fs, iter::FusedIterator, path::Path};

use crate::layers::{
    PACKAGE, ROOTS,
    imports::Crate,
    tokens::{Token, tokens},
};

fn is_shared<T: Send + Sync>() {}

/// Asks that each may be sent to other threads and shared with them, and returns their names.
macro_rules! shared {
    ($($of:ty),+ $(,)?) => {{
        $(is_shared::<$of>();)+
        [$(stringify!($of)),+].map(|path| path.split('<').next().and_then(|path| path.rsplit("::").next()).unwrap_or(path))
    }};
}

#[test]
fn all_may_be_sent_and_shared() {
    let asked = shared!(
        napkin::Attribute,
        napkin::Break<'static>,
        napkin::Context<'static>,
        napkin::Delimiter,
        napkin::EngineRule,
        napkin::Error,
        napkin::ErrorKind,
        napkin::Event<'static>,
        napkin::Feed,
        napkin::FindIter<'static>,
        napkin::Finder,
        napkin::FinderBuilder,
        napkin::Format,
        napkin::Grammar,
        napkin::Hyphen,
        napkin::InputFinder,
        napkin::Kind,
        napkin::Kinds,
        napkin::KindsIter,
        napkin::Link<'static>,
        napkin::Linkifier,
        napkin::LinkifierFeed<'static, Vec<u8>>,
        napkin::Notation,
        napkin::Part,
        napkin::PartStart,
        napkin::Place,
        napkin::Position,
        napkin::Refused<'static>,
        napkin::Rejection,
        napkin::Rejoin,
        napkin::Rejoined,
        napkin::Searcher,
        napkin::Span<'static>,
        napkin::Spans<'static>,
        napkin::Stream<&'static [u8]>,
        napkin::UnknownName,
        napkin::Uri<'static>,
        napkin::filter::Glob,
        napkin::filter::Hosts,
        napkin::filter::Patterns,
        napkin::filter::Regexps,
        napkin::filter::Selected<'static, Vec<u8>>,
        napkin::filter::Selection,
        napkin::html::HtmlFinder,
        napkin::html::HtmlLinkifier,
        napkin::html::LeftAlone,
        napkin::mail::Archived,
        napkin::mail::Attachments,
        napkin::mail::Damage,
        napkin::mail::MailboxPart,
        napkin::mail::MailboxParts<&'static [u8]>,
        napkin::mail::MailArchive,
        napkin::mail::MailFinder,
        napkin::mail::Message<'static>,
        napkin::warc::WarcFinder,
        napkin::warc::WarcPart<&'static [u8]>,
        napkin::warc::WarcParts<&'static [u8]>,
        napkin::warc::WarcRecord<'static>,
        napkin::uri::Components,
        napkin::uri::HostKind,
        napkin::write::Anchor,
        napkin::write::Column,
        napkin::write::Decision,
        napkin::write::Fault,
        napkin::write::Fields,
        napkin::write::Json<Vec<u8>>,
        napkin::write::PageLayout,
        napkin::write::List<Vec<u8>>,
        napkin::write::Markdown<Vec<u8>>,
        napkin::write::MarkedLines<Vec<u8>>,
        napkin::write::Occurrences<'static>,
        napkin::write::Page,
        napkin::write::Record<'static>,
        napkin::write::RefusedAttribute,
        napkin::write::Rows<napkin::write::TemplateLayout, Vec<u8>>,
        napkin::write::Separation,
        napkin::write::Summary,
        napkin::write::TableLayout,
        napkin::write::Template,
        napkin::write::TemplateLayout,
        napkin::write::Visible<Vec<u8>>,
    );
    let library = Crate::read(Path::new(PACKAGE), ROOTS[0]);
    let mut declared = BTreeSet::new();
    for file in library.files() {
        let source = fs::read_to_string(Path::new(PACKAGE).join(file)).expect("the file is there");
        let tokens = tokens(&source);
        for three in tokens.windows(3) {
            if let [Token { text: "pub", .. }, Token { text: "struct" | "enum", .. }, name] = three {
                declared.insert(name.text.to_owned());
            }
        }
    }
    assert_eq!(declared.iter().map(String::as_str).collect::<BTreeSet<_>>(), asked.into());
}

/// None of the iterators begins again once it is over.
#[test]
fn iterators_are_fused() {
    fn is_fused<I: FusedIterator>(mut iterator: I) {
        assert_eq!(iterator.by_ref().count(), 1);
        assert!(iterator.next().is_none());
    }
    let (finder, text) = (napkin::Finder::new(), "http://a.example/");
    is_fused(finder.find_iter(text));
    is_fused(finder.spans(text));
    is_fused(finder.stream(text.as_bytes()));
    is_fused(napkin::Kinds::from(napkin::Kind::Url).iter());
}
