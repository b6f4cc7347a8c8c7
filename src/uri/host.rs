//! Hosts: IP literals exactly as RFC 3986, 3.2.2 has them, what other documents share, and the names that DNS would take.

use crate::{
    text::characters::{is_joiner, is_name_char, is_picture, may_join},
    unknown_name::named_enum,
    uri::class::{HEXDIG, IPV_FUTURE},
};

named_enum! {
    /// The kind of a host, by its syntax.
    ///
    /// ```
    /// use napkin::uri::HostKind;
    ///
    /// assert_eq!(HostKind::Ipv6.to_string(), "ipv6");
    /// assert_eq!("ipv6".parse(), Ok(HostKind::Ipv6));
    /// assert!("ipv5".parse::<HostKind>().is_err());
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[non_exhaustive]
    pub enum HostKind: "kind of host" {
        /// `192.0.2.1`.
        Ipv4 = "ipv4",
        /// `[2001:db8::1]`.
        Ipv6 = "ipv6",
        /// `[v1.x]`: an address of a version still to come.
        IpvFuture = "ipvfuture",
        /// A registered name, which may be empty.
        Name = "name",
    }
    ALL: "All kinds."
    name: "Returns the name used in records: `ipv4`, `ipv6`, `ipvfuture` or `name`."
}

impl HostKind {
    pub(crate) fn of(host: &str) -> HostKind {
        let bytes = host.as_bytes();
        match bytes {
            [b'[', b'v' | b'V', ..] => HostKind::IpvFuture,
            [b'[', ..] => HostKind::Ipv6,
            _ if ipv4(bytes, 0) == Ok(bytes.len()) => HostKind::Ipv4,
            _ => HostKind::Name,
        }
    }
}

/// Reads an IP literal with its `[` at `start`. Returns its end, or the first invalid byte.
//
// IP-literal = "[" ( IPv6address / IPvFuture  ) "]"
pub(crate) fn ip_literal(bytes: &[u8], start: usize) -> Result<usize, usize> {
    let end = match bytes.get(start + 1) {
        Some(b'v' | b'V') => ipv_future(bytes, start + 1)?,
        _ => ipv6(bytes, start + 1)?,
    };
    if bytes.get(end) == Some(&b']') { Ok(end + 1) } else { Err(end) }
}

// IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
fn ipv_future(bytes: &[u8], start: usize) -> Result<usize, usize> {
    let version = start + 1;
    let dot = run(bytes, version, |byte| HEXDIG.has(byte));
    if dot == version || bytes.get(dot) != Some(&b'.') {
        return Err(dot);
    }
    let end = run(bytes, dot + 1, |byte| IPV_FUTURE.has(byte));
    if end == dot + 1 { Err(end) } else { Ok(end) }
}

/// The nine alternatives of the ABNF mean: eight groups of 16 bits. The last two may be an IPv4 address, and `::` may
/// replace one run of groups.
//
// IPv6address =                            6( h16 ":" ) ls32
//             /                       "::" 5( h16 ":" ) ls32
//             / [               h16 ] "::" 4( h16 ":" ) ls32
//             / ...
//             / [ *5( h16 ":" ) h16 ] "::"              h16
//             / [ *6( h16 ":" ) h16 ] "::"
// h16         = 1*4HEXDIG
// ls32        = ( h16 ":" h16 ) / IPv4address
fn ipv6(bytes: &[u8], start: usize) -> Result<usize, usize> {
    let is_group = |at: usize| bytes.get(at).is_some_and(|&byte| HEXDIG.has(byte));
    let mut groups = 0;
    let mut elided = bytes[start..].starts_with(b"::");
    let mut at = if elided { start + 2 } else { start };
    if elided && !is_group(at) {
        return Ok(at);
    }
    loop {
        let group = at;
        at = run(bytes, group, |byte| HEXDIG.has(byte));
        if at == group {
            return Err(at);
        }
        // With a run left out there must be room for at least one group in it.
        let room = if elided { 7 - groups } else { 8 - groups };
        if bytes.get(at) == Some(&b'.') {
            return if room == 2 || (elided && room > 2) { ipv4(bytes, group) } else { Err(at) };
        }
        if at - group > 4 {
            return Err(group + 4);
        }
        groups += 1;
        if room == 1 || bytes.get(at) != Some(&b':') {
            return if elided || groups == 8 { Ok(at) } else { Err(at) };
        }
        at += 1;
        if bytes.get(at) == Some(&b':') {
            if elided {
                return Err(at);
            }
            elided = true;
            at += 1;
            if groups == 7 || !is_group(at) {
                return Ok(at);
            }
        }
    }
}

// IPv4address = dec-octet "." dec-octet "." dec-octet "." dec-octet
// dec-octet   = DIGIT / %x31-39 DIGIT / "1" 2DIGIT / "2" %x30-34 DIGIT / "25" %x30-35
fn ipv4(bytes: &[u8], start: usize) -> Result<usize, usize> {
    dotted(bytes, start, |digits| {
        matches!(digits, [_] | [b'1'..=b'9', _] | [b'1', _, _] | [b'2', b'0'..=b'4', _] | [b'2', b'5', b'0'..=b'5'])
    })
}

/// Reads four numbers with dots between them. Returns their end, or the first invalid byte. Every prefix of a number is
/// a number, so `is_number` can be called for each digit.
pub(crate) fn dotted(bytes: &[u8], start: usize, is_number: fn(&[u8]) -> bool) -> Result<usize, usize> {
    let mut at = start;
    for number in 0..4 {
        if number > 0 {
            if bytes.get(at) != Some(&b'.') {
                return Err(at);
            }
            at += 1;
        }
        let first = at;
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            if !is_number(&bytes[first..=at]) {
                return Err(at);
            }
            at += 1;
        }
        if at == first {
            return Err(at);
        }
    }
    Ok(at)
}

/// Reads a host name of ASCII letters, digits, hyphens and dots. No label begins or ends with a hyphen. Returns the
/// start of the last label, or the first invalid byte.
//
// hostname    = *( domainlabel "." ) toplabel
// domainlabel = alphanum | alphanum *( alphanum | "-" ) alphanum
pub(crate) fn last_label(host: &[u8], longest: usize) -> Result<usize, usize> {
    let mut start = 0;
    for label in host.split(|&byte| byte == b'.') {
        match label {
            [] | [b'-', ..] => return Err(start),
            _ if label.len() > longest => return Err(start + longest),
            [.., b'-'] => return Err(start + label.len() - 1),
            _ => start += label.len() + 1,
        }
    }
    Ok(host.iter().rposition(|&byte| byte == b'.').map_or(0, |dot| dot + 1))
}

pub(crate) fn run(bytes: &[u8], start: usize, in_class: impl Fn(u8) -> bool) -> usize {
    let rest = bytes.get(start..).unwrap_or_default();
    start + rest.iter().position(|&byte| !in_class(byte)).unwrap_or(rest.len())
}

/// The most characters a label may have (RFC 1035, 2.3.4).
pub(crate) const MAX_LABEL: usize = 63;
/// The most characters a name may have without its final dot.
pub(crate) const MAX_NAME: usize = 253;

/// Checks that `host` can be a DNS name: labels of letters, digits, hyphens, underscores and non-ASCII characters.
/// Returns the first invalid byte otherwise.
///
/// This is stricter than reg-name. The length of a non-ASCII label is counted in characters, since its A-label is not
/// known here.
pub(crate) fn is_dns_name(host: &str) -> Result<(), usize> {
    if is_plain_dns_name(host.as_bytes()) { Ok(()) } else { judge_dns_name(host) }
}

/// Returns the first character of a host name that careful readers disagree on: one of no label, or an invisible one,
/// except joiners that spell words, and selectors of pictures.
pub(crate) fn disputed(host: &str) -> Option<usize> {
    let mut before = '.';
    host.char_indices().find_map(|(at, c)| {
        let is_fine = match c {
            _ if c.is_ascii() => true,
            '。' | '．' | '｡' | '·' => true,
            '\u{FE0F}' => is_picture(before),
            _ if is_joiner(c) => may_join(before),
            _ => is_name_char(c),
        };
        before = c;
        (!is_fine).then_some(at)
    })
}

/// Returns `true` if the name has only short ASCII labels of letters, digits and inner hyphens, the usual case.
pub(crate) fn is_plain_dns_name(host: &[u8]) -> bool {
    let mut previous = b'.';
    for &byte in host {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => {}
            b'-' if previous != b'.' => {}
            b'.' if !matches!(previous, b'.' | b'-') => {}
            _ => return false,
        }
        previous = byte;
    }
    host.len() <= MAX_LABEL && !matches!(previous, b'.' | b'-')
}

fn judge_dns_name(host: &str) -> Result<(), usize> {
    let mut label = 0;
    let mut total = 0;
    let mut previous = '.';
    for (at, c) in host.char_indices() {
        match c {
            // The other full stops are what East Asian keyboards give for a dot (RFC 3490, 3.1).
            '.' | '\u{3002}' | '\u{FF0E}' | '\u{FF61}' => {
                if label == 0 {
                    return Err(at);
                }
                if previous == '-' {
                    return Err(at - 1);
                }
                label = 0;
            }
            '-' if label == 0 => return Err(at),
            'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '_' | '\u{80}'.. => {
                label += 1;
                if label > MAX_LABEL || total >= MAX_NAME {
                    return Err(at);
                }
            }
            _ => return Err(at),
        }
        total += 1;
        previous = c;
    }
    match previous {
        '-' => Err(host.len() - 1),
        // A sentence ends there; the root is written with a dot.
        '\u{3002}' | '\u{FF0E}' | '\u{FF61}' => Err(host.len() - previous.len_utf8()),
        _ if total == 0 => Err(0),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dns_names() {
        for name in ["a", "a.example", "a.example.", "_dmarc.a-b.example", "xn--nw2a", "例え。テスト", "1.2", "a。b."]
        {
            assert_eq!(is_dns_name(name), Ok(()), "{name}");
        }
        let label = "a".repeat(63);
        assert_eq!(is_dns_name(&label), Ok(()));
        assert_eq!(is_dns_name(&"a".repeat(64)), Err(63));
        let name = [&*label, &label, &label, &"a".repeat(61)].join(".");
        assert_eq!(name.len(), 253);
        assert_eq!(is_dns_name(&name), Ok(()));
        assert_eq!(is_dns_name(&format!("{name}.")), Ok(()));
        assert_eq!(is_dns_name(&format!("{name}a")), Err(253));
        for (name, at) in [
            ("", 0),
            (".", 0),
            ("a..b", 2),
            (".a", 0),
            ("-a", 0),
            ("a-", 1),
            ("a-.b", 1),
            ("a.-b", 2),
            ("a b", 1),
            ("a%20", 1),
            ("a。。b", 4),
            ("a..", 2),
            ("a。b。", 5),
        ] {
            assert_eq!(is_dns_name(name), Err(at), "{name}");
        }
    }
}
