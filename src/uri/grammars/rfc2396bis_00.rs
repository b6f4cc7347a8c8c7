//! draft-fielding-uri-rfc2396bis-00 (October 2002): its character classes, hosts and rules.
//!
//! What the document has beside the ABNF, and how it is read here:
//!
//! - `server` and `reg-name` share most of their strings; what is a server is taken for one, as it stands first. All
//!   others are names in a registry, without userinfo, host and port. So no host name is ever refused for its labels, but
//!   one with a label of more than 63 characters is no host.
//! - By the ABNF an opaque part holds any `?` itself, and is a path without a query, though appendix B would split it.
//! - The comments beside `dec-octet` have 100-199 where its ABNF has `"1" 2*DIGIT`, which is two digits or more. It only
//!   shows in IPv6 addresses that end in an IPv4 address: any other run of digits is a host name.
//! - Section 3.1 has schemes in lower case; the ABNF has both, and so have we.
//! - "[...] the "http" URI scheme does not allow host to be omitted" (3.2.2) is all it says of a scheme's syntax.

use crate::uri::{
    class::{ALPHA, CharClass, ComponentTable, DIGIT, HEXDIG, PCT_ENCODED, part},
    grammars::rfc3986,
    host::{MAX_LABEL, dotted, last_label, run},
    rejection::{ComponentRules, Rejection, Rule},
    resolution::{Dots, EmptyBase, QueryOnly, Resolution, SameDocument},
    schemes::scheme::{Scheme, SchemeTable},
    syntax::{IpLiteral, Syntax},
};

// mark = "-" / "_" / "." / "!" / "~" / "*" / "'" / "(" / ")"
const MARK: &CharClass = &CharClass::of(b"-_.!~*'()");

// unreserved = ALPHA / DIGIT / mark
const UNRESERVED: &CharClass = &ALPHA.or(DIGIT).or(MARK);

// reserved = "[" / "]" / ";" / "/" / "?" / ":" / "@" / "&" / "=" / "+" / "$" / ","
const RESERVED: &CharClass = &CharClass::of(b"[];/?:@&=+$,");

// escaped = "%" HEXDIG HEXDIG
const ESCAPED: &CharClass = PCT_ENCODED;

// uric        = reserved / unreserved / escaped
// opaque-part = uric-no-slash *uric
//
// The slash that uric-no-slash lacks would make it no opaque part.
const URIC: &CharClass = &RESERVED.or(UNRESERVED).or(ESCAPED);

// scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
const SCHEME: &CharClass = &ALPHA.or(DIGIT).or(&CharClass::of(b"+-."));

// userinfo = *( unreserved / escaped / ";" / ":" / "&" / "=" / "+" / "$" / "," )
const USERINFO: &CharClass = &UNRESERVED.or(ESCAPED).or(&CharClass::of(b";:&=+$,"));

// What IPv4address and hostname are made of, see host
const HOST: &CharClass = &ALPHA.or(DIGIT).or(&CharClass::of(b"-."));

// pchar = unreserved / escaped / ";" / ":" / "@" / "&" / "=" / "+" / "$" / ","
const PCHAR: &CharClass = &UNRESERVED.or(ESCAPED).or(&CharClass::of(b";:@&=+$,"));

// rel-segment = 1*( unreserved / escaped / ";" / "@" / "&" / "=" / "+" / "$" / "," )
const REL_SEGMENT: &CharClass = &UNRESERVED.or(ESCAPED).or(&CharClass::of(b";@&=+$,"));

// abs-path      = "/" path-segments
// path-segments = segment *( "/" segment )
// segment       = *pchar
const PATH: &CharClass = &PCHAR.or(&CharClass::of(b"/"));

// query = *( pchar / "/" / "?" )
const QUERY: &CharClass = &PCHAR.or(&CharClass::of(b"/?"));

// fragment = *( pchar / "/" / "?" )
const FRAGMENT: &CharClass = &PCHAR.or(&CharClass::of(b"/?"));

const HOSTNAME: &Rule = &Rule::new(
    "rfc2396bis-00 3.2.2 hostname",
    "a label of a host name begins and ends with a letter or digit, and has at most 63 characters",
);

/// Checks a host of letters, digits, hyphens and dots.
//
// host        = IPv6reference / IPv4address / hostname
// hostname    = domainlabel [ qualified ]
// qualified   = *( "." domainlabel ) [ "." toplabel [ "." ] ]
// domainlabel = alphanum [ 0*61( alphanum | "-" ) alphanum ]
// toplabel    = alpha [ 0*61( alphanum | "-" ) alphanum ]
fn host(host: &[u8]) -> Result<(), Rejection> {
    if ipv4(host, 0) == Ok(host.len()) {
        return Ok(());
    }
    let name = host.strip_suffix(b".").unwrap_or(host);
    let last = last_label(name, MAX_LABEL).map_err(|at| Rejection::new(at, HOSTNAME))?;
    let is_qualified = last > 0 && name[last].is_ascii_alphabetic();
    if name.len() == host.len() || is_qualified { Ok(()) } else { Err(Rejection::new(name.len(), HOSTNAME)) }
}

// IPv4address = dec-octet "." dec-octet "." dec-octet "." dec-octet
// dec-octet   = DIGIT /                ; 0-9
//               ( %x31-39 DIGIT ) /    ; 10-99
//               ( "1" 2*DIGIT ) /      ; 100-199
//               ( "2" %x30-34 DIGIT ) / ; 200-249
//               ( "25" %x30-35 )       ; 250-255
fn ipv4(bytes: &[u8], start: usize) -> Result<usize, usize> {
    dotted(bytes, start, |digits| {
        matches!(digits, [_] | [b'1', ..] | [b'2'..=b'9', _] | [b'2', b'0'..=b'4', _] | [b'2', b'5', b'0'..=b'5'])
    })
}

/// Reads an IPv6 reference with its `[` at `start`. Returns its end, or the first invalid byte.
//
// IPv6reference = "[" IPv6address "]"
fn ipv6_reference(bytes: &[u8], start: usize) -> Result<usize, usize> {
    let end = ipv6(bytes, start + 1)?;
    if bytes.get(end) == Some(&b']') { Ok(end + 1) } else { Err(end) }
}

/// The first and eighth line of the ABNF, and the part before `::` in the others: at most five groups.
//
// IPv6address = ( 7( h4 ":" ) h4 ) /
//               ( 6( h4 ":" ) IPv4address ) / ...
// h4          = 1*4HEXDIG
fn ipv6(bytes: &[u8], start: usize) -> Result<usize, usize> {
    if bytes.get(start..start + 2) == Some(b"::") {
        return behind_elision(bytes, start + 2, 0);
    }
    let mut at = start;
    for before in 0..7 {
        at = match group(bytes, at, before == 6)? {
            Group::Hex(end) if end == at => return Err(at),
            Group::Hex(end) => end,
            Group::Dotted => return ipv4(bytes, at),
        };
        if bytes.get(at) != Some(&b':') {
            return Err(at);
        }
        at += 1;
        if bytes.get(at) == Some(&b':') {
            return if before < 5 { behind_elision(bytes, at + 1, before + 1) } else { Err(at) };
        }
    }
    match group(bytes, at, false)? {
        Group::Hex(end) if end > at => Ok(end),
        _ => Err(at),
    }
}

/// The other eleven lines, after `before` groups and `::`. By the ABNF, a group with its colon may be the last.
//
// IPv6address = ( "::" 0*6( h4 ":" ) [ h4 ] ) /
//               ( h4 "::" 0*5( h4 ":" ) [ h4 ] ) /
//               ( h4 ":" h4 "::" 0*4( h4 ":" ) [ h4 ] ) /
//               ( h4 2( ":" h4 ) "::" 0*3( h4 ":" ) [ h4 ] ) /
//               ( h4 3( ":" h4 ) "::" 0*2( h4 ":" ) [ h4 ] ) /
//               ( h4 4( ":" h4 ) "::" 0*1( h4 ":" ) [ h4 ] ) /
//               ( "::" 0*5( h4 ":" ) IPv4address ) /
//               ( h4 "::" 0*4( h4 ":" ) IPv4address ) /
//               ( h4 ":" h4 "::" 0*3( h4 ":" ) IPv4address ) /
//               ( h4 2( ":" h4 ) "::" 0*2( h4 ":" ) IPv4address ) /
//               ( h4 3( ":" h4 ) "::" 0*1( h4 ":" ) IPv4address ) / ...
fn behind_elision(bytes: &[u8], start: usize, before: usize) -> Result<usize, usize> {
    let mut at = start;
    for groups in before..=6 {
        at = match group(bytes, at, before <= 4 && groups <= 5)? {
            Group::Hex(end) if end == at => return Ok(at),
            Group::Hex(end) => end,
            Group::Dotted => return ipv4(bytes, at),
        };
        if groups == 6 || bytes.get(at) != Some(&b':') {
            break;
        }
        at += 1;
    }
    Ok(at)
}

enum Group {
    /// The end of hexadecimal digits, which may be missing.
    Hex(usize),
    Dotted,
}

/// Reads `[ h4 ]`, or finds the start of an IPv4 address, if one is allowed.
fn group(bytes: &[u8], start: usize, may_be_dotted: bool) -> Result<Group, usize> {
    let end = run(bytes, start, |byte| HEXDIG.has(byte));
    match bytes.get(end) {
        Some(b'.') if end > start && may_be_dotted => Ok(Group::Dotted),
        // By this ABNF the number of an IPv4 address may have more than four digits, too.
        _ if end - start > 4 && may_be_dotted => Err(ipv4(bytes, start).err().unwrap_or_default().max(start + 4)),
        _ if end - start > 4 => Err(start + 4),
        Some(b'.') if end > start => Err(end),
        _ => Ok(Group::Hex(end)),
    }
}

/// draft-fielding-uri-rfc2396bis-00, 5.2, for a validating parser that keeps going after an error in step 7.
const RESOLUTION: Resolution = Resolution {
    query_only: QueryOnly::Path,
    same_document: SameDocument::Stays,
    empty_base: EmptyBase::Any,
    dots: Dots::Kept,
    dots_in_absolute: false,
    query_in_path: false,
    base: &Rule::new("rfc2396bis-00 5.2 base URI", "a base must have a scheme"),
};

static SCHEMES: SchemeTable = SchemeTable::new(&[Scheme::new("http")
    .host_if_any(&Rule::new("rfc2396bis-00 3.2.2 server", "an http URI does not allow its host to be left out"))]);

pub(crate) static SYNTAX: Syntax = Syntax {
    name: "rfc2396bis-00",
    title: "The draft of 2002 between RFC 2396 and RFC 3986",
    table: ComponentTable::new(&[
        (part::SCHEME, SCHEME),
        (part::USERINFO, USERINFO),
        (part::HOST, HOST),
        (part::SEGMENT_NC, REL_SEGMENT),
        (part::PATH, PATH),
        (part::QUERY, QUERY),
        (part::FRAGMENT, FRAGMENT),
        (part::OPAQUE, URIC),
    ]),
    rootless: part::OPAQUE,
    scheme_start: ALPHA,
    ip_literal: Some(IpLiteral {
        rule: &Rule::new(
            "rfc2396bis-00 3.2.2 IPv6reference",
            "square brackets in an authority hold an IPv6 address with at most five groups before \"::\"",
        ),
        read: ipv6_reference,
    }),
    hostname: Some(host),
    reg_name: Some(&Rule::new("rfc2396bis-00 3.2.1 reg-name", "this character can't stand in an authority")),
    password: None,
    net_query: None,
    port_range: None,
    rules: ComponentRules {
        scheme: &Rule::new(
            "rfc2396bis-00 3.1 scheme",
            "a scheme is a letter, then letters, digits, \"+\", \"-\" and \".\", then a colon",
        ),
        escape: &Rule::new("rfc2396bis-00 2.4.1 escaped", "a percent sign must be followed by two hexadecimal digits"),
        userinfo: &Rule::new("rfc2396bis-00 3.2.2 userinfo", "this character can't stand in userinfo"),
        host: &Rule::new("rfc2396bis-00 3.2.2 host", "this character can't stand in a host"),
        port: &Rule::new("rfc2396bis-00 3.2.2 port", "a port holds nothing but digits"),
        path: &Rule::new("rfc2396bis-00 3.3 path", "this character can't stand in a path"),
        opaque: &Rule::new("rfc2396bis-00 3 opaque-part", "this character can't stand in an opaque part"),
        segment_nc: &Rule::new(
            "rfc2396bis-00 5 rel-segment",
            "the first segment of a relative path can't hold a colon: it would be read as a scheme",
        ),
        query: &Rule::new("rfc2396bis-00 3.4 query", "this character can't stand in a query"),
        fragment: &Rule::new("rfc2396bis-00 4.1 fragment", "this character can't stand in a fragment"),
        ..rfc3986::RULES
    },
    schemes: &SCHEMES,
    resolution: RESOLUTION,
    productions: None,
};
