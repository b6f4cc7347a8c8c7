//! Names that are known not to be over at a break: DOIs, what archives call their things, names of files, and those of domains.

use super::{
    super::{
        known_domains::is_cut_in_known_domain,
        rest::{MAX_SUFFIX, is_suffix},
    },
    context::{BreakContext, PACKAGE_OF_R},
    line_shape::is_after_label,
};

/// What stands in front of a name in the URLs of those who give names, and is no address of anything without one.
const FRONTS: [&str; 16] = [
    PACKAGE_OF_R,
    "/wiki/",
    "arxiv.org/abs/",
    "arxiv.org/pdf/",
    "crates.io/crates/",
    "ctan.org/pkg/",
    "google.com/patent/",
    "hdl.handle.net/",
    "jstor.org/stable/",
    "npmjs.com/package/",
    "orcid.org/",
    "pypi.org/project/",
    "stackexchange.com/q/",
    "stackexchange.com/questions/",
    "stackoverflow.com/q/",
    "stackoverflow.com/questions/",
];

/// Whether what the URL's line ends in is sure to be no whole name, and the next word may be the rest of it.
pub(super) fn known_name_goes_on(context: &BreakContext) -> bool {
    if context.is_in_host {
        return is_in_known_domain(context);
    }
    if begins_home(context) {
        return true;
    }
    if !context.first().is_ascii_alphanumeric() {
        return false;
    }
    match context.last() {
        b'/' | b'=' => is_behind_front(context) || identifier_goes_on(context),
        b'.' => file_goes_on(context) || identifier_goes_on(context),
        b'-' | b'_' => identifier_goes_on(context),
        _ => false,
    }
}

/// Whether the break stands in a host, in the name of a known domain.
pub(super) fn is_in_known_domain(context: &BreakContext) -> bool {
    context.is_in_host && is_cut_in_known_domain(context.host(), context.token)
}

/// Whether the name of somebody's pages stands alone in the next line, behind the slash of a host with a label: `URL: http://www.a.example/` and
/// `~sam`. Elsewhere it may be a signature.
fn begins_home(context: &BreakContext) -> bool {
    let Some(slashes) = memchr::memmem::find(context.url, b"://") else { return false };
    let is_host = matches!(&context.url[slashes + 3..], [host @ .., b'/'] if !host.is_empty() && !host.contains(&b'/'));
    let is_name = |name: &[u8]| !name.is_empty() && name.iter().all(u8::is_ascii_lowercase);
    is_host
        && is_after_label(context)
        && context.rest.is_empty()
        && matches!(context.token, [b'~', name @ ..] if is_name(name))
        // In a list of them it is none.
        && !context.following().trim_ascii_start().starts_with(b"~")
}

/// What stands in front of the name of a video, and how long that is.
const VIDEO: (&[u8], usize) = (b"youtube.com/watch?v=", 11);

fn is_behind_front(context: &BreakContext) -> bool {
    if context.url.ends_with(VIDEO.0) {
        // A word of so many letters may stand there as well.
        return context.word.len() == VIDEO.1 && !context.word.iter().all(u8::is_ascii_lowercase);
    }
    !is_short_number(context.word) && FRONTS.iter().any(|front| context.url.ends_with(front.as_bytes()))
}

/// The suffixes of pages on the web: no sentence begins with one.
const PAGES: [&str; 8] = ["asp", "aspx", "htm", "html", "jsp", "php", "shtml", "xhtml"];

/// Whether the suffix of a file stands behind the full stop that its name ends in, and no more of a word: that of a page, or any other without
/// words behind it.
fn file_goes_on(context: &BreakContext) -> bool {
    let length = context.token.iter().take(MAX_SUFFIX + 1).take_while(|byte| byte.is_ascii_lowercase()).count();
    let (suffix, behind) = context.token.split_at(length);
    let is_name = matches!(context.url, [.., before, b'.'] if before.is_ascii_alphanumeric());
    let is_page = || PAGES.iter().any(|page| page.as_bytes() == suffix);
    let is_over = context.word.len() == length || matches!(behind, [b'#' | b'?', ..]);
    let is_followed = behind.is_empty() && context.is_followed_by_words();
    is_name && is_over && is_suffix(suffix) && (is_page() || !is_followed)
}

/// Whether it is a number that may be that of the page, or a year.
fn is_short_number(word: &[u8]) -> bool {
    word.len() <= 4 && word.iter().all(u8::is_ascii_digit)
}

/// Whether the DOI in the URL ends where there is more of it: `doi.org/` and `10.1000/182`, `10.1000/napkin.` and `v2026.i11`.
fn identifier_goes_on(context: &BreakContext) -> bool {
    let word = context.word;
    if context.url.ends_with(b"doi.org/") {
        return begins_identifier(word);
    }
    if context.url.ends_with(b"doi.org/10.") {
        return is_registrant(word);
    }
    !is_short_number(word)
        && word.iter().any(u8::is_ascii_digit)
        && context
            .pieces
            .iter()
            .chain([&context.piece])
            .any(|piece| has_identifier(&context.ahead.bytes[piece.clone()]))
}

/// Whether a DOI stands in a piece of a URL, behind what separates it from the rest.
fn has_identifier(piece: &[u8]) -> bool {
    memchr::memmem::find_iter(piece, b"10.").any(|at| {
        let is_apart = at == 0 || matches!(piece[at - 1], b'/' | b'=' | b':');
        is_apart && begins_identifier(&piece[at..])
    })
}

/// Whether a DOI begins it: `10.1000/`.
fn begins_identifier(text: &[u8]) -> bool {
    text.strip_prefix(b"10.").is_some_and(is_registrant)
}

/// Whether the number of who gave a DOI begins it, and the DOI goes on: `1000/`.
fn is_registrant(text: &[u8]) -> bool {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (4..=9).contains(&digits) && matches!(text.get(digits), Some(b'/' | b'.'))
}
