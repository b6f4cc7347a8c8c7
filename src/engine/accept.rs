//! Judges candidates: returns the link that the grammar accepts, or the rule that refuses it and where.

mod redirected;
mod validate;

use std::{borrow::Cow, mem, ops::Range, sync::OnceLock};

pub(crate) use self::redirected::unwrap;
pub(crate) use self::validate::accepts_host;
use self::validate::{is_of_the_web, prove, validate};
use crate::{
    config::Config,
    engine::{
        candidate::Candidate, mail_escapes as local_part, other_reading::other_reading, subject::Subject,
        window::Window,
    },
    link::{Delimiter, Kind, Link, Made, Notation, Part, Piece, Rejoined},
    uri::{
        Components, Rejection,
        components::MAILTO,
        percent::{BRACKETS, EncodeSet, TEXT},
        rejection::Rule,
    },
};

static NO_USER: Rule = Rule::new(
    "rfc3986 3.2.1 userinfo",
    "no line ends in it, and ` at ` stands behind it only in the URL of a repository",
);
static NO_BASE: Rule = Rule::new("rfc3986 5.1 base URI", "a relative reference means nothing without a base");

/// A refused candidate: its range and the byte at fault, as indices into the window.
pub(crate) struct Refusal {
    pub(crate) range: Range<usize>,
    pub(crate) at: usize,
    pub(crate) rejection: Rejection,
}

/// Judges a candidate by the grammar. Returns the link and where the search continues, or why it is refused.
pub(crate) fn accept<'w>(
    subject: Subject<'_>,
    window: &Window<'w>,
    mut candidate: Candidate<'w>,
) -> Result<(Link<'w>, usize), Refusal> {
    let config = subject.config;
    let range = candidate.range();
    let shift = candidate.completion.len();
    let mut written = mem::take(&mut candidate.written);
    let encoded = if candidate.kind == Kind::Email { local_part::encode(&written) } else { None };
    let url = match &encoded {
        Some(encoded) => Cow::Owned([candidate.completion, encoded].concat()),
        None => complete(candidate.completion, mem::take(&mut written)),
    };
    let is_marked_off = candidate.delimiter == Delimiter::Angle && candidate.completion.is_empty();
    let set = match candidate.delimiter {
        Delimiter::Angle if closes_at(window.bytes, range.end) => &BRACKETS,
        _ => &TEXT,
    };
    let (url, judged) = verdict(subject, url, set, candidate.is_relative, is_marked_off);
    let components = match judged {
        Ok(components) => components,
        Err(rejection) => {
            let at = rejection.at().saturating_sub(shift);
            let at = if encoded.is_some() { local_part::offset_before_encoding(&written, at) } else { at };
            let at = candidate.source_index(at);
            return Err(Refusal { range, at, rejection });
        }
    };
    let has_user = components.host_start > components.scheme_end + b"://".len() as u32;
    let is_of_web = || components.scheme(&url).is_some_and(is_of_the_web);
    let is_spoken = || candidate.escapes == Some(Notation::At) && is_of_web() && !names_repository(&url);
    if has_user && (breaks_user(window.bytes, candidate.pieces.as_slice(), shift, &components) || is_spoken()) {
        return Err(Refusal { at: range.start, range, rejection: Rejection::new(0, &NO_USER) });
    }
    let made = match url {
        Cow::Borrowed(_) => OnceLock::new(),
        Cow::Owned(url) => OnceLock::from(Box::new(make(config, window, &candidate, url, &components))),
    };
    Ok((Link { made, ..candidate.plain(components).link(config, window) }, candidate.resume))
}

/// Returns `true` if the bracket closes at `end`, perhaps after blanks, or the backslash that escapes it.
fn closes_at(bytes: &[u8], end: usize) -> bool {
    bytes[end..].iter().find(|&&byte| byte > b' ' && byte != b'\\') == Some(&b'>')
}

/// Judges a URL or reference in an HTML attribute. Returns the link, or why it is refused.
#[cfg(feature = "html")]
pub(crate) fn accept_value<'w>(
    subject: Subject<'_>,
    text: Cow<'w, [u8]>,
    range: Piece,
    url: &str,
    is_relative: bool,
    attribute: crate::link::Attribute,
) -> Result<Link<'w>, Rejection> {
    let (url, judged) = verdict(subject, Cow::Borrowed(url), &crate::uri::percent::VALUE, is_relative, true);
    let components = judged?;
    let made = Made { url: url.into_owned(), attribute: Some(attribute), ..Made::default() };
    let mut link = Link {
        text,
        range,
        components,
        kind: Kind::Url,
        delimiter: Delimiter::Attribute,
        grammar: subject.config.grammar,
        position: None,
        is_truncated: false,
        made: OnceLock::from(Box::new(made)),
    };
    if let Some(unwrap) = subject.config.unwrap {
        unwrap(subject.config, &mut link);
    }
    Ok(link)
}

/// Returns the URL that `written` stands for, and the grammar's verdict. `is_marked_off` says that delimiters prove it
/// a URL. The byte of a rejection counts in `written`; it is 0 if the target of a reference is at fault.
pub(crate) fn verdict<'w>(
    subject: Subject<'_>,
    written: Cow<'w, str>,
    set: &EncodeSet,
    is_relative: bool,
    is_marked_off: bool,
) -> (Cow<'w, str>, Result<Components, Rejection>) {
    let config = subject.config;
    let resolve = || subject.base.map_or(Err(Rejection::new(0, &NO_BASE)), |base| (base.resolve)(&base.uri, &written));
    let url = match is_relative.then(resolve) {
        Some(Ok(target)) => Cow::Owned(target),
        Some(Err(rejection)) => return (written, Err(rejection)),
        None => written,
    };
    let judged = validate(config, &url);
    if judged.is_err()
        && let Some(url) = with_at_sign(&url)
        && let Ok(components) = validate(config, &url)
    {
        return (Cow::Owned(url), Ok(components));
    }
    let encoded = if judged.is_err() { set.encode(&url) } else { None };
    let (url, judged) = match encoded {
        Some(encoded) => match validate(config, &encoded) {
            Ok(components) => (Cow::Owned(encoded), Ok(components)),
            Err(rejection) => {
                let at = set.offset_before_encoding(&url, rejection.at());
                (url, Err(rejection.moved(at)))
            }
        },
        None => (url, judged),
    };
    let judged = judged.and_then(|components| prove(config, is_marked_off, &url, &components).map(|()| components));
    (url, judged.map_err(|rejection| if is_relative { rejection.moved(0) } else { rejection }))
}

/// Returns a `mailto:` URL with its only `%40` decoded to `@`: mailing list software writes that.
fn with_at_sign(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_at_checked(MAILTO.len() - 1)?;
    let rest = rest.strip_prefix(':').filter(|_| scheme.eq_ignore_ascii_case("mailto"))?;
    let end = rest.find('?').unwrap_or(rest.len());
    let (local, domain) = rest[..end].split_once("%40").filter(|_| !rest[..end].contains('@'))?;
    (!domain.contains("%40")).then(|| [scheme, ":", local, "@", domain, &rest[end..]].concat())
}

/// Returns what a link keeps of a URL that had to be built.
fn make(config: &Config, window: &Window, candidate: &Candidate, url: String, components: &Components) -> Made {
    let pieces = candidate.pieces.as_slice();
    if let (Some(notation), None) = (candidate.escapes, &candidate.joined)
        && (notation == Notation::At || breaks(window.bytes, pieces, 0).next().is_none())
    {
        let pieces = if pieces.len() > 1 { in_text(window, pieces) } else { Vec::new() };
        return Made { url, pieces, escapes: Some(notation), ..Made::default() };
    }
    if pieces.len() == 1 {
        return Made { url, ..Made::default() };
    }
    if candidate.is_relative {
        let rejoined = Some(Rejoined { confidence: 1.0, inside: None });
        return Made { url, pieces: in_text(window, pieces), rejoined, ..Made::default() };
    }
    let inside = broken_part(window.bytes, pieces, candidate.completion.len(), &url, components);
    let alternative = match &candidate.joined {
        // A shorter host is another host, and so no alternative.
        Some(joined) if inside.is_none() => unjoined(&window.bytes[pieces[0].start..joined.end], candidate.escapes),
        _ => other_reading(window.bytes, pieces),
    };
    let alternative = alternative
        .map(|other| complete(candidate.completion, Cow::Owned(other)).into_owned())
        .map(|other| TEXT.encode(&other).unwrap_or(other))
        .filter(|other| *other != url && validate(config, other).is_ok());
    let confidence = candidate.joined.as_ref().map_or(1.0, |joined| joined.confidence);
    let rejoined = Some(Rejoined { confidence, inside });
    Made { url, pieces: in_text(window, pieces), rejoined, alternative, escapes: candidate.escapes, ..Made::default() }
}

/// Returns the text before the first break, with its ampersands decoded in markup, unless it ends in half an escape.
fn unjoined(text: &[u8], escapes: Option<Notation>) -> Option<String> {
    let is_half = text.iter().rposition(|&byte| byte == b'%').is_some_and(|at| text.len() - at < 3);
    let text = || String::from_utf8_lossy(text);
    let text = || if escapes == Some(Notation::Html) { text().replace("&amp;", "&") } else { text().into_owned() };
    (!is_half).then(text)
}

/// Returns the line breaks between pieces: their offsets in the URL, and the text there.
fn breaks<'a>(bytes: &'a [u8], pieces: &'a [Piece], shift: usize) -> impl Iterator<Item = (usize, Cow<'a, str>)> + 'a {
    let mut offset = shift;
    let pairs = pieces.windows(2).map(move |pair| {
        offset += pair[0].len();
        (offset, String::from_utf8_lossy(&bytes[pair[0].end..pair[1].start]))
    });
    pairs.filter(|(_, between)| between.contains(char::is_whitespace))
}

/// Returns `true` if a part of the URL is named after repositories, whose users stand in their URLs.
fn names_repository(url: &str) -> bool {
    const NAMES: [&str; 8] = ["git", "svn", "svnroot", "hg", "cvs", "cvsroot", "bzr", "scm"];
    url.split(|c: char| !c.is_ascii_alphanumeric()).any(|part| NAMES.contains(&part))
}

/// Returns `true` if a line ends in the userinfo: what stands before that is another host.
fn breaks_user(bytes: &[u8], pieces: &[Piece], shift: usize, components: &Components) -> bool {
    let user = components.scheme_end as usize + "://".len() + 1..=components.host_start as usize;
    breaks(bytes, pieces, shift).any(|(at, between)| user.contains(&at) && between.contains(['\n', '\r']))
}

/// Returns the pieces as offsets into the whole text.
fn in_text(window: &Window, pieces: &[Piece]) -> Vec<Piece> {
    pieces.iter().map(|piece| piece.start + window.base..piece.end + window.base).collect()
}

/// Returns the part of the URL that contains a break, if the break changes where the URL leads.
fn broken_part(bytes: &[u8], pieces: &[Piece], shift: usize, url: &str, components: &Components) -> Option<Part> {
    let scheme_end = components.scheme(url)?.len();
    let authority_end = components.authority(url).map_or(0, |_| components.path_start as usize);
    let first = breaks(bytes, pieces, shift).map(|(at, _)| at).next()?;
    match first {
        _ if first <= scheme_end => Some(Part::Scheme),
        _ => (first < authority_end).then_some(Part::Authority),
    }
}

fn complete<'w>(completion: &str, written: Cow<'w, str>) -> Cow<'w, str> {
    if completion.is_empty() { written } else { Cow::Owned([completion, &written].concat()) }
}

#[inline]
pub(crate) fn is_wanted(config: &Config, link: &Link) -> bool {
    let is_scheme_wanted = config.schemes.is_none() || config.asks_for_scheme(link.scheme().as_bytes());
    config.kinds.contains(link.kind) && is_scheme_wanted
}
