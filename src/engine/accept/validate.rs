//! The rules for a URL in running text: a URI by the grammar and its scheme's rules, with a host name that all readers
//! read alike.

use crate::{
    config::Config,
    text::characters::{is_confusing, is_disguised_digit},
    uri::{
        Components, Grammar, Rejection,
        host::{disputed, is_dns_name},
        parse::parse_absolute,
        rejection::Rule,
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
static AUTHORITY: Rule = Rule::new("rfc3986 3.2 authority", "a host name or address is expected here");

/// Validates by the grammar, by its scheme's rules, and by the rules for host names in running text.
pub(super) fn validate(config: &Config, url: &str) -> Result<Components, Rejection> {
    let components = config.syntax.validate(url)?;
    // A registry name (rfc2396bis-00 3.2.1) must be a host name here: readers will take it for one.
    let Some(host) = components.host(url).or(components.authority(url)) else {
        return refuse_domain(url, &components).map(|()| components);
    };
    let host_start = offset_in(url, host);
    if host.is_empty() && components.path(url).is_empty() {
        return Err(Rejection::new(host_start, &AUTHORITY));
    }
    if host.is_empty() || host.starts_with('[') {
        return Ok(components);
    }
    judge_host(url, host)?;
    let is_web = || components.scheme(url).is_some_and(is_of_the_web);
    if is_number(host) && is_web() && host.parse::<std::net::Ipv4Addr>().is_err() {
        return Err(Rejection::new(host_start, &NUMERIC));
    }
    Ok(components)
}

/// Returns `true` if the grammar accepts a URL of the web that ends in this host, which was read as a name.
pub(crate) fn accepts_host(config: &Config, host: &[u8]) -> bool {
    let accepts = |host: &str| !is_number(host) && judge_host(host, host).is_ok();
    config.grammar == Grammar::Rfc3987 && str::from_utf8(host).is_ok_and(accepts)
}

/// Refuses a URL of an older document if today's syntax refuses it, or if it has no authority where others would see
/// one.
///
/// A scheme without `//` needs a proof in what follows it; otherwise any word and a colon would make a URL. The older
/// documents have no such rules, so today's apply, unless brackets mark the URL off.
pub(super) fn prove(config: &Config, is_marked_off: bool, url: &str, components: &Components) -> Result<(), Rejection> {
    if config.syntax.is_of_today() {
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
    parse_absolute(url, Grammar::default().syntax(), !has_authority).map(|_| ())
}

/// Refuses mail addresses whose domain is no host name.
fn refuse_domain(url: &str, components: &Components) -> Result<(), Rejection> {
    let addresses = components.path(url);
    if !components.scheme(url).is_some_and(|scheme| scheme.eq_ignore_ascii_case("mailto")) {
        return Ok(());
    }
    for address in addresses.split(',') {
        let Some((_, domain)) = address.rsplit_once('@').filter(|(_, domain)| !domain.starts_with('[')) else {
            continue;
        };
        judge_host(url, domain)?;
    }
    Ok(())
}

/// Refuses a host name that is none, or that careful readers disagree on: with an invisible character, a sign that
/// software may read as a delimiter, or a label that only claims to be encoded.
fn judge_host(url: &str, host: &str) -> Result<(), Rejection> {
    let refusal = |at: usize, rule: &'static Rule| Err(Rejection::new(offset_in(url, host) + at, rule));
    if let Err(at) = is_dns_name(host) {
        return refusal(at, &DNS_NAME);
    }
    if host.is_ascii() {
        return Ok(());
    }
    let is_confusing = |&(_, c): &(usize, char)| c >= '\u{2000}' && (is_confusing(c) || matches!(c, '…' | '：' | '？'));
    if let Some((at, _)) = host.char_indices().find(is_confusing) {
        return refusal(at, &CONFUSING);
    }
    disputed(host).or_else(|| half_encoded(host)).map_or(Ok(()), |at| refusal(at, &DISPUTED))
}

/// Returns the first label that is marked as encoded and has a character beyond ASCII.
fn half_encoded(host: &str) -> Option<usize> {
    // Most have no hyphens.
    memchr::memchr(b'-', host.as_bytes())?;
    let is_marked = |label: &str| label.get(..4).is_some_and(|mark| mark.eq_ignore_ascii_case("xn--"));
    let label = host.split('.').find(|label| is_marked(label) && !label.is_ascii())?;
    Some(offset_in(host, label))
}

/// Returns `true` for the special schemes of the URL Standard, whose hosts that end in a number are IPv4 addresses.
pub(super) fn is_of_the_web(scheme: &str) -> bool {
    ["http", "https", "ws", "wss", "ftp", "file"].iter().any(|web| web.eq_ignore_ascii_case(scheme))
}

fn offset_in(url: &str, part: &str) -> usize {
    part.as_ptr() as usize - url.as_ptr() as usize
}

/// Returns `true` if readers may take the host for an IPv4 address. Most end in a label of letters.
fn is_number(host: &str) -> bool {
    let length = host.bytes().rev().take_while(u8::is_ascii_alphabetic).count();
    let ends_in_letters = length > 0 && host.as_bytes()[..host.len() - length].ends_with(b".");
    !ends_in_letters && (ends_in_number(host) || !host.is_ascii() && ends_in_disguised_digits(host))
}

/// Returns `true` if the last label is a decimal or hexadecimal number, which web parsers take for an IPv4 address.
fn ends_in_number(host: &str) -> bool {
    let host = host.strip_suffix('.').unwrap_or(host);
    let length = host.bytes().rev().take_while(u8::is_ascii_alphanumeric).count();
    let (before, last) = host.split_at(host.len() - length);
    let hex = last.strip_prefix("0x").or(last.strip_prefix("0X"));
    let is_number = match hex {
        Some(digits) => digits.bytes().all(|byte| byte.is_ascii_hexdigit()),
        None => last.bytes().all(|byte| byte.is_ascii_digit()),
    };
    is_number && !last.is_empty() && (before.is_empty() || before.ends_with(['.', '。']))
}

/// Returns `true` if the last label has a digit that web readers map to ASCII (UTS #46). No top-level domain has one.
fn ends_in_disguised_digits(host: &str) -> bool {
    let last = host.rsplit(['.', '\u{3002}', '\u{FF0E}', '\u{FF61}']).find(|label| !label.is_empty());
    last.is_some_and(|label| label.contains(is_disguised_digit))
}
