//! Texts with URLs that were wrapped after they were written, so that the truth is known: who wraps, and what becomes of it.

pub mod models;
pub mod texts;

use serde::Serialize;

use self::texts::Document;
use super::random::Random;

/// A wrapped text and what is known of it, in the shape that `curve` reads.
#[derive(Serialize)]
pub struct Row {
    /// What wrapped it.
    pub group: String,
    pub text: String,
    pub labels: Vec<Label>,
    /// All URLs as they were, in order.
    pub gold: Vec<String>,
}

/// A URL of a text.
#[derive(Serialize)]
pub struct Label {
    /// The byte it begins at.
    pub start: usize,
    /// What it was before it was wrapped.
    pub url: String,
    /// Whether a break stands in it now.
    pub wrapped: bool,
}

impl Row {
    /// Labels what became of a document's URLs. None where one of them is gone, or was broken in its scheme or host, which
    /// nobody puts together on evidence, or where its beginning stands in several places.
    pub fn new(group: &str, text: String, urls: &[String]) -> Option<Row> {
        let mut labels = Vec::new();
        for url in urls {
            let front = &url[..host_end(url)];
            let start = text.find(front).filter(|_| text.matches(front).count() == 1)?;
            let wrapped = !text[start..].starts_with(url.as_str());
            if wrapped && !is_spread(url, &text[start..]) {
                return None;
            }
            labels.push(Label { start, url: url.clone(), wrapped });
        }
        Some(Row { group: group.to_string(), text, labels, gold: urls.to_vec() })
    }
}

/// How far the pieces of a broken URL may be spread: so much takes the end of a page and several breaks.
const MOST_BETWEEN: usize = 700;

/// Whether the characters of a URL stand in a text in their order, with others between.
fn is_spread(url: &str, text: &str) -> bool {
    let mut text = text.char_indices().take_while(|(at, _)| *at < url.len() + MOST_BETWEEN);
    url.chars().all(|wanted| text.any(|(_, c)| c == wanted))
}

/// Where the host of a URL ends, with the slash behind it: wrapping may break a URL from there on.
pub fn host_end(url: &str) -> usize {
    let authority = url.find("//").map_or(0, |at| at + 2);
    url[authority..].find('/').map_or(url.len(), |slash| authority + slash + 1)
}

/// So many rows by each model. The same seed gives the same rows.
pub fn rows(seed: u64, count: usize) -> Vec<Row> {
    let mut random = Random(seed);
    let mut rows = Vec::new();
    for (name, wrap) in models::MODELS {
        let wrapped = (0..).map(|_| {
            let document = Document::written(&mut random);
            Row::new(name, wrap(&document, &mut random), &document.urls)
        });
        rows.extend(wrapped.flatten().take(count));
    }
    rows
}
