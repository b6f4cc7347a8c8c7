//! The judgement: the link that a candidate is by the grammar, or the rule that it breaks and where.

use std::{borrow::Cow, mem, ops::Range, sync::OnceLock};

use crate::{
    config::Config,
    engine::{
        candidate::Candidate, delimit::plain::Plain, forms::local_part, rejoin, subject::Subject, window::Window,
    },
    link::{Delimiter, Kind, Link, Made, Part, Piece, Pieces, Rejoined},
    text::characters::{is_confusing, is_disguised_digit, is_ignorable},
    uri::{
        Components, Grammar, Rejection, Uri,
        components::MAILTO,
        host::{is_dns_name, is_plain_dns_name},
        percent::{BEFORE_TITLE, BRACKETS, EncodeSet, TEXT},
        redirects::{is_gateway, unwrap_redirect_if},
        rejection::Rule,
        syntax::Goal,
    },
};

static DNS_NAME: Rule =
    Rule::new("rfc1123 2.1 host name", "a label is 1 to 63 letters, digits, hyphens inside, and underscores");
static NUMERIC: Rule =
    Rule::new("rfc1123 2.1 host name", "a host that ends in a number is an IPv4 address, or readers disagree about it");
static DISPUTED: Rule = Rule::new(
    "rfc5890 2.3.2.1 A-label",
    "a host name has no invisible characters, and others only in labels without xn--",
);
static CONFUSING: Rule = Rule::new(
    "rfc3987 8 security considerations",
    "a host name has no sign that software may read as a dot, a slash or another delimiter",
);
static NO_BASE: Rule = Rule::new("rfc3986 5.1 base URI", "a relative reference means nothing without a base");
pub(crate) static AUTHORITY: Rule = Rule::new("rfc3986 3.2 authority", "a host name or address is expected here");

/// A refused candidate: its range and the byte, as window indices.
pub(crate) struct Refusal {
    pub(crate) range: Range<usize>,
    pub(crate) at: usize,
    pub(crate) rejection: Rejection,
    /// Where the search goes on.
    pub(crate) resume: usize,
}

/// A plain link: it was proved when it was read.
#[inline]
pub(crate) fn plain<'w>(config: &Config, window: &Window<'w>, plain: Plain) -> Link<'w> {
    as_it_stands(config, window, plain.start..plain.end, plain.kind, plain.delimiter, plain.components)
}

/// The link that stands at `range` of the window, of which nothing was made but its completion.
#[inline(always)]
fn as_it_stands<'w>(
    config: &Config,
    window: &Window<'w>,
    range: Range<usize>,
    kind: Kind,
    delimiter: Delimiter,
    components: Components,
) -> Link<'w> {
    Link {
        text: Cow::Borrowed(&window.bytes[range.clone()]),
        range: range.start + window.base..range.end + window.base,
        components,
        kind,
        delimiter,
        grammar: config.grammar,
        position: None,
        made: OnceLock::new(),
    }
}

/// Judges a candidate by the grammar: a link and where the search goes on behind it, or why not.
pub(crate) fn accept<'w>(
    subject: Subject<'_>,
    window: &Window<'w>,
    mut candidate: Candidate<'w>,
) -> Result<(Link<'w>, usize), Refusal> {
    let config = subject.config;
    if let Some(components) = completed_components(config, &candidate) {
        let (kind, delimiter) = (candidate.kind, candidate.delimiter);
        let link = as_it_stands(config, window, candidate.range(), kind, delimiter, components);
        return Ok((link, candidate.resume));
    }
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
        Delimiter::Angle => &BEFORE_TITLE,
        _ => &TEXT,
    };
    let (url, judged) = verdict(subject, url, set, candidate.is_relative, is_marked_off);
    let components = match judged {
        Ok(components) => components,
        Err(rejection) => {
            let at = rejection.at().saturating_sub(shift);
            let at = if encoded.is_some() { local_part::offset_before_encoding(&written, at) } else { at };
            let at = candidate.source_index(at);
            return Err(Refusal { range, at, rejection, resume: at });
        }
    };
    let made = match url {
        Cow::Borrowed(_) => OnceLock::new(),
        Cow::Owned(url) => OnceLock::from(Box::new(make(config, window, &candidate, url, &components))),
    };
    let (kind, delimiter) = (candidate.kind, candidate.delimiter);
    let link = Link { made, ..as_it_stands(config, window, range, kind, delimiter, components) };
    Ok((link, candidate.resume))
}

/// Whether the bracket closes at `end`, perhaps with the backslash that escapes it.
fn closes_at(bytes: &[u8], end: usize) -> bool {
    bytes[end..].iter().find(|&&byte| byte != b'\\') == Some(&b'>')
}

/// The longest URL that is judged without being put together for good.
const MAX_COMPLETED: usize = 128;

/// The components of the URL that a text is by its completion, if that is all there is to it and the grammar accepts it as it
/// is: it is put together when it is asked for.
fn completed_components(config: &Config, candidate: &Candidate) -> Option<Components> {
    let (completion, written) = (candidate.completion, &*candidate.written);
    let is_as_it_stands = matches!(candidate.pieces, Pieces::One(_)) && candidate.escapes.is_none();
    let is_encoded = candidate.kind == Kind::Email && local_part::is_to_be_encoded(written);
    if completion.is_empty() || !is_as_it_stands || is_encoded || !config.grammar.is_of_today() {
        return None;
    }
    let mut buffer = [0; MAX_COMPLETED];
    let length = completion.len() + written.len();
    let url = buffer.get_mut(..length)?;
    url[..completion.len()].copy_from_slice(completion.as_bytes());
    url[completion.len()..].copy_from_slice(written.as_bytes());
    validate(config, str::from_utf8(url).ok()?).ok()
}

/// Judges the URL or reference that a value of HTML has: the link that it is, in its place in the source, or why not.
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
        made: OnceLock::from(Box::new(made)),
    };
    if subject.config.unwrap_redirects {
        unwrap(subject.config, &mut link);
    }
    Ok(link)
}

/// Whether the grammar accepts what the candidate makes.
pub(crate) fn is_valid(config: &Config, candidate: &Candidate) -> bool {
    let url = complete(candidate.completion, Cow::Borrowed(&candidate.written));
    validate(config, &TEXT.encode(&url).unwrap_or_else(|| url.to_string())).is_ok()
}

/// The URL that `written` stands for, and what the grammar says of it. `is_marked_off` says that it can't be anything else
/// than a URL. The byte counts in `written`, and is 0 where the fault is that of the target of a reference.
pub(crate) fn verdict<'w>(
    subject: Subject<'_>,
    written: Cow<'w, str>,
    set: &EncodeSet,
    is_relative: bool,
    is_marked_off: bool,
) -> (Cow<'w, str>, Result<Components, Rejection>) {
    let config = subject.config;
    let url = match is_relative.then(|| resolve(subject.base, &written)) {
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

/// A `mailto:` URL with the `@` that its only `%40` stands for: the software of mailing lists writes it so.
fn with_at_sign(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_at_checked(MAILTO.len() - 1)?;
    let rest = rest.strip_prefix(':').filter(|_| scheme.eq_ignore_ascii_case("mailto"))?;
    let end = rest.find('?').unwrap_or(rest.len());
    let (local, domain) = rest[..end].split_once("%40").filter(|_| !rest[..end].contains('@'))?;
    (!domain.contains("%40")).then(|| [scheme, ":", local, "@", domain, &rest[end..]].concat())
}

/// The target of a relative reference.
fn resolve(base: Option<&Uri>, reference: &str) -> Result<String, Rejection> {
    let Some(base) = base else { return Err(Rejection::new(0, &NO_BASE)) };
    let reference = Uri::parse_reference_generic(reference, base.grammar())?;
    Ok(base.resolve(&reference)?.as_str().to_owned())
}

/// What there is to a link whose URL had to be made.
fn make(config: &Config, window: &Window, candidate: &Candidate, url: String, components: &Components) -> Made {
    let pieces = candidate.pieces.as_slice();
    if let (Some(notation), None) = (candidate.escapes, &candidate.joined) {
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
    let inside = broken_part(pieces, candidate.completion.len(), &url, components);
    let alternative = match &candidate.joined {
        // Less of a host is no other reading, but another host.
        Some(joined) if inside.is_none() => unjoined(&window.bytes[pieces[0].start..joined.end]),
        _ => rejoin::other_reading(window.bytes, pieces),
    };
    let alternative = alternative
        .map(|other| complete(candidate.completion, Cow::Owned(other)).into_owned())
        .map(|other| TEXT.encode(&other).unwrap_or(other))
        .filter(|other| *other != url && validate(config, other).is_ok());
    let confidence = candidate.joined.as_ref().map_or(1.0, |joined| joined.confidence);
    let rejoined = Some(Rejoined { confidence, inside });
    Made { url, pieces: in_text(window, pieces), rejoined, alternative, escapes: candidate.escapes, ..Made::default() }
}

/// What stands before the first break; none where that ends in half an escape, which nothing does whose other half follows.
fn unjoined(text: &[u8]) -> Option<String> {
    let is_half = text.iter().rposition(|&byte| byte == b'%').is_some_and(|at| text.len() - at < 3);
    (!is_half).then(|| String::from_utf8_lossy(text).into_owned())
}

/// The pieces as offsets into the whole text.
fn in_text(window: &Window, pieces: &[Piece]) -> Vec<Piece> {
    pieces.iter().map(|piece| piece.start + window.base..piece.end + window.base).collect()
}

/// The part of the URL that a break stands in, when that changes where it leads.
fn broken_part(pieces: &[std::ops::Range<usize>], shift: usize, url: &str, components: &Components) -> Option<Part> {
    let scheme_end = components.scheme(url)?.len();
    let authority_end = components
        .authority(url)
        .map(|authority| authority.as_ptr() as usize + authority.len() - url.as_ptr() as usize);
    let mut offset = shift;
    let mut part = None;
    for piece in &pieces[..pieces.len() - 1] {
        offset += piece.len();
        if offset <= scheme_end {
            return Some(Part::Scheme);
        }
        if authority_end.is_some_and(|end| offset < end) {
            part = Some(Part::Authority);
        }
    }
    part
}

/// Whether a URL by an older document is one by today's syntax as well, with an authority where others would see one.
///
/// A scheme without `//` is proved by what follows it, or else a word and a colon would make a URL. The older documents
/// leave that to others, so that it falls to those of today, but for what brackets mark off.
fn prove(config: &Config, is_marked_off: bool, url: &str, components: &Components) -> Result<(), Rejection> {
    if config.grammar.is_of_today() {
        return Ok(());
    }
    let scheme_end = url.find(':').map_or(0, |colon| colon + 1);
    let has_authority = components.authority(url).is_some();
    if has_authority != url[scheme_end..].starts_with("//") {
        return Err(Rejection::new(scheme_end, &AUTHORITY));
    }
    if is_marked_off && !has_authority {
        return Ok(());
    }
    let goal = Goal { reference: false, schemes: !has_authority };
    Grammar::default().parse(url, goal).map(|_| ())
}

/// The grammar, its scheme's rules, and what a host name in running text has to be.
fn validate(config: &Config, url: &str) -> Result<Components, Rejection> {
    if config.grammar.accepts_plain()
        && let Some(components) = plain_alone(url).or_else(|| address_alone(url))
    {
        return Ok(components);
    }
    let components = config.grammar.validate(url)?;
    // What is no server (rfc2396bis-00 3.2.1) has to be a host name all the same: readers will take it for one.
    let Some(host) = components.host(url).or(components.authority(url)) else {
        return refuse_hidden(url, &components).map(|()| components);
    };
    let host_start = offset_in(url, host);
    if host.is_empty() && components.path(url).is_empty() {
        return Err(Rejection::new(host_start, &AUTHORITY));
    }
    if host.is_empty() || host.starts_with('[') {
        return Ok(components);
    }
    if let Err(at) = is_dns_name(host) {
        return Err(Rejection::new(host_start + at, &DNS_NAME));
    }
    if !host.is_ascii()
        && let Some(at) = disputed(host)
    {
        return Err(Rejection::new(host_start + at, &DISPUTED));
    }
    if !host.is_ascii()
        && let Some(at) = host.find(|c| is_confusing(c) || c == '\u{2026}')
    {
        return Err(Rejection::new(host_start + at, &CONFUSING));
    }
    let is_web = || components.scheme(url).is_some_and(is_of_the_web);
    let is_number = || ends_in_number(host) || !host.is_ascii() && ends_in_disguised_digits(host);
    if is_number() && is_web() && host.parse::<std::net::Ipv4Addr>().is_err() {
        return Err(Rejection::new(host_start, &NUMERIC));
    }
    Ok(components)
}

/// Refuses addresses of mail with a character that nobody sees: a part of the domain to some readers.
fn refuse_hidden(url: &str, components: &Components) -> Result<(), Rejection> {
    let addresses = components.path(url);
    let is_mail = || components.scheme(url).is_some_and(|scheme| scheme.eq_ignore_ascii_case("mailto"));
    if !addresses.is_ascii()
        && is_mail()
        && let Some(at) = disputed(addresses)
    {
        return Err(Rejection::new(offset_in(url, addresses) + at, &DISPUTED));
    }
    Ok(())
}

/// The components of a URL of a plain host name, which is not a number, and perhaps a tail of characters that mean nothing but
/// themselves there: the short way to what the grammar says.
fn plain_alone(url: &str) -> Option<Components> {
    let (scheme_end, rest) = match url.as_bytes() {
        [b'h', b't', b't', b'p', b':', b'/', b'/', rest @ ..] => (4, rest),
        [b'h', b't', b't', b'p', b's', b':', b'/', b'/', rest @ ..] => (5, rest),
        [b'f', b't', b'p', b':', b'/', b'/', rest @ ..] => (3, rest),
        _ => return None,
    };
    let length = rest.iter().position(|byte| matches!(byte, b'/' | b'?' | b'#')).unwrap_or(rest.len());
    let (host, tail) = rest.split_at(length);
    let label = host.iter().rposition(|&byte| byte == b'.').map_or(0, |dot| dot + 1);
    if !host.get(label).is_some_and(u8::is_ascii_alphabetic) || !is_plain_dns_name(host) {
        return None;
    }
    let (mut query, mut fragment) = (None, None);
    for (at, byte) in tail.iter().enumerate() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' | b'=' | b'+' | b'&' => {}
            b'?' if query.is_none() && fragment.is_none() => query = Some(at),
            b'#' if fragment.is_none() => fragment = Some(at),
            _ => return None,
        }
    }
    let host_start = scheme_end + 3;
    let path_start = host_start + host.len() as u32;
    let query_end = path_start + fragment.unwrap_or(tail.len()) as u32;
    let path_end = query.map_or(query_end, |query| path_start + query as u32);
    Some(Components { scheme_end, host_start, host_end: path_start, path_start, path_end, query_end })
}

/// The components of a `mailto:` URL of nothing but one plain address: the short way to what the grammar says.
fn address_alone(url: &str) -> Option<Components> {
    let address = url.strip_prefix(MAILTO)?.as_bytes();
    let mut previous = b'.';
    let mut length = 0;
    for &byte in address.iter().take_while(|&&byte| byte != b'@') {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'+' => {}
            b'.' if previous != b'.' => {}
            _ => return None,
        }
        previous = byte;
        length += 1;
    }
    if previous == b'.' || !is_plain_dns_name(address.get(length + 1..)?) {
        return None;
    }
    Some(Components::of_address(address.len()))
}

/// The byte of a host name that careful readers would not agree about: a character that nobody sees, but for the joiners
/// that spell words and the mark of a picture, or a label that is said to be encoded already and is not.
fn disputed(host: &str) -> Option<usize> {
    let is_hidden = |&(_, c): &(usize, char)| is_ignorable(c) && !matches!(c, '\u{200C}' | '\u{200D}' | '\u{FE0F}');
    let hidden = host.char_indices().find(is_hidden);
    let is_half_encoded = |label: &&str| {
        let is_marked = label.get(..4).is_some_and(|mark| mark.eq_ignore_ascii_case("xn--"));
        is_marked && !label.is_ascii()
    };
    let half_encoded = || host.split('.').find(is_half_encoded).map(|label| offset_in(host, label));
    hidden.map(|(at, _)| at).or_else(half_encoded)
}

/// Whether readers of the scheme take a host that ends in a number for an IPv4 address (URL Standard, special schemes).
fn is_of_the_web(scheme: &str) -> bool {
    ["http", "https", "ws", "wss", "ftp", "file"].iter().any(|web| web.eq_ignore_ascii_case(scheme))
}

fn offset_in(url: &str, part: &str) -> usize {
    part.as_ptr() as usize - url.as_ptr() as usize
}

/// Whether the last label is a number, decimal or hexadecimal: URL parsers of the web take such a host for an IPv4 address.
fn ends_in_number(host: &str) -> bool {
    let host = host.strip_suffix('.').unwrap_or(host);
    let length = host.bytes().rev().take_while(u8::is_ascii_alphanumeric).count();
    let (before, last) = host.split_at(host.len() - length);
    let digits = last.strip_prefix("0x").or(last.strip_prefix("0X"));
    last.starts_with(|c: char| c.is_ascii_digit())
        && (before.is_empty() || before.ends_with(['.', '。']))
        && digits.map_or_else(
            || last.bytes().all(|byte| byte.is_ascii_digit()),
            |digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()),
        )
}

/// Whether a digit stands in the last label that readers of the web take for an ASCII one: a wide, raised or circled one (UTS
/// #46). No top-level domain has any.
fn ends_in_disguised_digits(host: &str) -> bool {
    let last = host.rsplit(['.', '\u{3002}', '\u{FF0E}', '\u{FF61}']).find(|label| !label.is_empty());
    last.is_some_and(|label| label.contains(is_disguised_digit))
}

/// The written URL with what makes it complete in front.
fn complete<'w>(completion: &str, written: Cow<'w, str>) -> Cow<'w, str> {
    if completion.is_empty() { written } else { Cow::Owned([completion, &written].concat()) }
}

/// Makes the target the link's URL, if it is one that a gateway or redirector rewrote, and the target is a link by itself.
///
/// A join on evidence is never inside the authority, of a target either: such a link stays as it is written.
pub(crate) fn unwrap(config: &Config, link: &mut Link<'_>) {
    let unwrapped = |url: &str| {
        let target = unwrap_redirect_if(url, |target| validate(config, target).is_ok())?;
        let components = validate(config, &target).ok()?;
        Some((target, components))
    };
    if !link.components.host(link.url()).is_some_and(is_gateway) {
        return;
    }
    let Some((target, components)) = unwrapped(link.url()) else { return };
    let mut rejoined = link.rejoined();
    if let Some(rejoined) = &mut rejoined {
        let other = unwrapped(&with_marks(link));
        let authority = other.as_ref().and_then(|(target, components)| components.authority(target));
        if authority.is_none() || authority != components.authority(&target) {
            if !link.delimiter.encloses() {
                return;
            }
            rejoined.inside = rejoined.inside.or(Some(Part::Authority));
        }
    }
    let written = Some(link.url().to_owned());
    let made = link.made.take().map(|made| *made).unwrap_or_default();
    link.made = OnceLock::from(Box::new(Made { url: target, written, rejoined, ..made }));
    link.components = components;
}

/// The URL as it is written, with a letter at each break, or behind the escape that the break is in: whatever a break
/// is inside of becomes something else.
fn with_marks(link: &Link<'_>) -> String {
    let mut marked = String::with_capacity(link.url().len() + link.pieces().len());
    if link.kind != Kind::Url {
        marked.push_str(link.scheme());
        marked.push_str("://");
    }
    for (index, piece) in link.pieces().iter().enumerate() {
        let piece = &link.text[piece.start - link.range.start..piece.end - link.range.start];
        let piece = String::from_utf8_lossy(piece);
        let percent = marked.bytes().rev().take(2).position(|byte| byte == b'%');
        let (before, after) = piece.split_at_checked(percent.map_or(0, |behind| 2 - behind)).unwrap_or((&piece, ""));
        marked.push_str(before);
        if index > 0 {
            marked.push('x');
        }
        marked.push_str(after);
    }
    marked
}

#[inline]
pub(crate) fn is_wanted(config: &Config, link: &Link) -> bool {
    let is_scheme_wanted =
        config.schemes.is_empty() || config.schemes.iter().any(|wanted| wanted.eq_ignore_ascii_case(link.scheme()));
    config.kinds.contains(link.kind) && is_scheme_wanted
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A way to the components of a URL.
    type ShortWay = fn(&str) -> Option<Components>;

    /// How many of the URLs a short way accepts that begin with the first of each pair and go on with all texts of `N` of these bytes.
    fn accepted<const N: usize>(bytes: &[u8], ways: [(&str, ShortWay); 3]) -> usize {
        let grammars: Vec<Grammar> = Grammar::ALL.iter().copied().filter(|grammar| grammar.accepts_plain()).collect();
        let mut accepted = 0;
        for number in 0..bytes.len().pow(N as u32) {
            let text: [u8; N] = std::array::from_fn(|i| bytes[number / bytes.len().pow(i as u32) % bytes.len()]);
            for (before, short_way) in ways {
                let url = [before, str::from_utf8(&text).expect("it is ASCII")].concat();
                let Some(components) = short_way(&url) else { continue };
                accepted += 1;
                for grammar in &grammars {
                    assert_eq!(grammar.validate(&url).ok(), Some(components), "{url} by {grammar:?}");
                }
            }
        }
        accepted
    }

    /// Every text of a few bytes, as a host, as what stands behind one and as an address, by the short ways and by the grammars.
    #[test]
    fn short_ways_judge_as_the_grammars_do() {
        let [hosts, tails] = [
            accepted::<5>(
                b"a1-._+@/%",
                [("http://", plain_alone), ("mailto:", address_alone), ("mailto:a@", address_alone)],
            ),
            accepted::<4>(
                b"a1-._~=+&?#/:@%",
                [("http://a.b/", plain_alone), ("https://a.b", plain_alone), ("ftp://a.b/c?", plain_alone)],
            ),
        ];
        assert!(hosts > 500 && tails > 10_000, "only {hosts} and {tails} were accepted");
    }
}
