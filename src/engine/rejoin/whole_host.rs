//! Whether a host at a line's end may be over: by what it ends in, and by what goes on with its full stop.

use crate::{
    engine::forms::name::{has_top_level_domain, is_ipv4, is_localhost},
    text::top_level_domains::is_top_level_domain,
};

/// Whether the host may be over, with a sentence's full stop or without, whatever begins the next line: only where the text is cut it goes on all
/// the same.
pub(super) fn may_be_over(host: &[u8], rest: &[u8]) -> bool {
    let name = host.strip_suffix(b".").unwrap_or(host);
    let is_whole = has_top_level_domain(name) || is_ipv4(name) || is_localhost(name) || is_of_one_network(name);
    is_whole && !is_before_domain(host, rest)
}

/// What names end in that hold in one network and nowhere else, and in that of Tor.
const NETWORKS: [&[u8]; 9] =
    [b"corp", b"home", b"internal", b"intranet", b"lan", b"local", b"localdomain", b"onion", b"private"];

/// Whether it is a name that holds in one network.
fn is_of_one_network(name: &[u8]) -> bool {
    let mut labels = name.rsplit(|&byte| byte == b'.');
    let last = labels.next().unwrap_or_default();
    labels.next().is_some() && NETWORKS.iter().any(|network| network.eq_ignore_ascii_case(last))
}

/// The top-level domains that hosts may end in behind a name that is one, too: `www.google.com`.
pub(super) const USUAL: [&[u8]; 6] = [b"com", b"edu", b"gov", b"mil", b"net", b"org"];

/// The labels in front of a country's that registries have for kinds of names, beside those: `co.uk`.
const KINDS: [&[u8]; 2] = [b"ac", b"co"];

/// The countries' top-level domains that are words, or begin a line of prose: `in/out`.
const WORDS: [&[u8]; 16] =
    [b"am", b"as", b"at", b"be", b"by", b"de", b"do", b"in", b"is", b"it", b"la", b"me", b"my", b"no", b"so", b"us"];

/// Whether a host that may be whole goes on all the same: behind its full stop the next line has the end of a host that is none of prose, and
/// a slash behind it: `www.google.` and `co.uk/maps`, `www.a.ac.` and `at/b`. Behind a usual top-level domain a host is over.
fn is_before_domain(host: &[u8], token: &[u8]) -> bool {
    let Some(name) = host.strip_suffix(b".") else { return false };
    let length = token.iter().take_while(|byte| byte.is_ascii_alphabetic() || **byte == b'.').count();
    let (rest, behind) = token.split_at(length);
    let last = name.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    let is = |list: &[&[u8]], label: &[u8]| list.iter().any(|listed| listed.eq_ignore_ascii_case(label));
    let is_country = |label: &[u8]| label.len() == 2 && is_top_level_domain(label);
    let is_name = || last.len() > 2 && has_top_level_domain(name) && !is(&USUAL, last);
    let mut labels = rest.split(|&byte| byte == b'.');
    behind.first() == Some(&b'/')
        && match (labels.next(), labels.next(), labels.next()) {
            (Some(only), None, None) if is_country(only) => is(&KINDS, last) || is_name() && !is(&WORDS, only),
            (Some(only), None, None) => is_name() && is(&USUAL, only),
            (Some(kind), Some(country), None) => {
                is_name() && (is(&KINDS, kind) || is(&USUAL, kind)) && is_country(country)
            }
            _ => false,
        }
}

/// Whether a host that may be over may go on with `rest` all the same, and `behind` after that: with the end of a name and a path or a port, and
/// with nothing that is a host, a date or two words by itself.
pub(super) fn goes_on_whole(host: &[u8], rest: &[u8], behind: &[u8]) -> bool {
    let is_cut = match behind {
        [b'/', ..] => !rest.is_empty(),
        [b':', port, ..] => port.is_ascii_digit(),
        _ => false,
    };
    let is_number = || behind.iter().all(|byte| byte.is_ascii_digit() || *byte == b'/');
    let is_address = || is_ipv4(&[host, rest].concat()) && (!is_number() || rest.is_empty());
    is_cut
        && is_even(host, rest)
        && !begins_abbreviation(rest)
        && !is_slashed(rest, behind)
        && (!is_ipv4(host) || is_address())
}

/// Whether no capital stands behind a small letter where the host goes on.
pub(super) fn is_even(host: &[u8], rest: &[u8]) -> bool {
    !(rest.first().is_some_and(u8::is_ascii_uppercase) && host.last().is_some_and(u8::is_ascii_lowercase))
}

/// Whether both are two short words or units with a slash between them, and no label with a path: `km/h`, `n/a`.
fn is_slashed(word: &[u8], behind: &[u8]) -> bool {
    const MAX_WORD: usize = 3;
    (1..=MAX_WORD).contains(&word.len()) && word.iter().all(u8::is_ascii_alphabetic) && is_unit(behind)
}

/// Whether it ends as what words stand for with a slash does, and no label with a path: `m/s`, `n/a`.
pub(super) fn is_unit(token: &[u8]) -> bool {
    matches!(token, [.., b'/'] | [.., b'/', _])
}

/// Whether a host begins there that is whole by its first label.
pub(super) fn begins_abbreviation(token: &[u8]) -> bool {
    [&b"www."[..], b"ftp."].iter().any(|label| token.get(..4).is_some_and(|first| first.eq_ignore_ascii_case(label)))
}
