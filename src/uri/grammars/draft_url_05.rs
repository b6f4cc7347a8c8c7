//! draft-fielding-url-syntax-05 (May 1997): its character classes, hosts and rules.
//!
//! What the document has beside the BNF, and how it is read here:
//!
//! - By the BNF everything behind `//` could also be a path with an empty first segment, or an opaque URL. Section 4.4
//!   decides: "a reference is parsed as if it is a generic-URL", "the site component wins", and the components are
//!   parsed "to verify their validity". So a site has to be one.
//! - An opaque URL is parsed like that, too, and may have a query. It never holds what a generic URL without a site
//!   couldn't: both are any characters of `urlc`.
//! - By the BNF a colon could stand in the first segment of a relative path, if what stands before it is no scheme
//!   (`a_b:c`). Section 5 says that it can't, and appendix B would take it for a scheme's.
//! - Section 4.1 has schemes in lower case; the BNF has both, and so have we. A scheme may begin with any of its characters.
//! - `net_path` has no place for a query right behind the site, and 4.3.1 ends a site at a slash or the end of the URL.

use crate::uri::{
    class::{ALPHA, CharClass, ComponentTable, DIGIT, PCT_ENCODED, part},
    grammars::rfc3986,
    host::last_label,
    rejection::{ComponentRules, Rejection, Rule},
    resolution::{Dots, EmptyBase, QueryOnly, Resolution, SameDocument},
    syntax::{NO_SCHEMES, Syntax},
};

// mark = "$" | "-" | "_" | "." | "!" | "~" | "*" | "'" | "(" | ")" | ","
const MARK: &CharClass = &CharClass::of(b"$-_.!~*'(),");

// unreserved = alpha | digit | mark
const UNRESERVED: &CharClass = &ALPHA.or(DIGIT).or(MARK);

// reserved = ";" | "/" | "?" | ":" | "@" | "&" | "=" | "+"
const RESERVED: &CharClass = &CharClass::of(b";/?:@&=+");

// escaped = "%" hex hex
const ESCAPED: &CharClass = PCT_ENCODED;

// urlc = reserved | unreserved | escaped
const URLC: &CharClass = &RESERVED.or(UNRESERVED).or(ESCAPED);

// scheme = 1*( alpha | digit | "+" | "-" | "." )
const SCHEME: &CharClass = &ALPHA.or(DIGIT).or(&CharClass::of(b"+-."));

// user     = *( unreserved | escaped | ";" | "&" | "=" | "+" )
// password = *( unreserved | escaped | ";" | "&" | "=" | "+" )
const USER: &CharClass = &UNRESERVED.or(ESCAPED).or(&CharClass::of(b";&=+"));

// [ user [ ":" password ] "@" ]
const USER_AND_PASSWORD: &CharClass = &USER.or(&CharClass::of(b":"));

// What hostname and hostnumber are made of, see host
const HOST: &CharClass = &ALPHA.or(DIGIT).or(&CharClass::of(b"-."));

// pchar = unreserved | escaped | ":" | "@" | "&" | "=" | "+"
const PCHAR: &CharClass = &UNRESERVED.or(ESCAPED).or(&CharClass::of(b":@&=+"));

// segment = *pchar *( ";" param )
// param   = *pchar
const SEGMENT: &CharClass = &PCHAR.or(&CharClass::of(b";"));

// The first segment of a relative path: "a path segment which contains a colon character cannot be used"
const SEGMENT_NC: &CharClass = &SEGMENT.but(b":");

// path          = [ "/" ] path_segments
// path_segments = segment *( "/" segment )
const PATH: &CharClass = &SEGMENT.or(&CharClass::of(b"/"));

// query = *urlc
const QUERY: &CharClass = URLC;

// fragment = *urlc
const FRAGMENT: &CharClass = URLC;

const HOST_RULE: &Rule = &Rule::new("draft-url-05 4.3.1 host", "a host is a host name or four numbers");
const DOMAINLABEL: &Rule = &Rule::new(
    "draft-url-05 4.3.1 domainlabel",
    "a label of a host name begins and ends with a letter or digit, and holds nothing else but hyphens",
);
const TOPLABEL: &Rule = &Rule::new(
    "draft-url-05 4.3.1 toplabel",
    "the last label of a host name begins with a letter; a number has four parts",
);

/// Checks a host of letters, digits, hyphens and dots.
//
// host       = hostname | hostnumber
// hostname   = *( domainlabel "." ) toplabel
// toplabel   = alpha | alpha *( alphanum | "-" ) alphanum
// hostnumber = 1*digit "." 1*digit "." 1*digit "." 1*digit
fn host(host: &[u8]) -> Result<(), Rejection> {
    if host.is_empty() {
        return Err(Rejection::new(0, HOST_RULE));
    }
    let last = last_label(host, usize::MAX)
        .map_err(|at| Rejection::new(at, if at == host.len() { TOPLABEL } else { DOMAINLABEL }))?;
    if host[last].is_ascii_alphabetic() || is_hostnumber(host) { Ok(()) } else { Err(Rejection::new(last, TOPLABEL)) }
}

/// Returns `true` if the labels of a host are four numbers.
fn is_hostnumber(host: &[u8]) -> bool {
    host.iter().all(|&byte| byte == b'.' || byte.is_ascii_digit())
        && host.iter().filter(|&&byte| byte == b'.').count() == 3
}

/// draft-fielding-url-syntax-05, 5.2. Its step 6a forgets a base with a site and an empty path, whose host would grow.
/// By its 3.2, a slash follows a site.
pub(crate) const RESOLUTION: Resolution = Resolution {
    query_only: QueryOnly::Directory,
    same_document: SameDocument::Stays,
    empty_base: EmptyBase::Authority,
    dots: Dots::Kept,
    dots_in_absolute: false,
    query_in_path: true,
    base: &Rule::new("draft-url-05 5.2 base URL", "a base must have a scheme"),
};

pub(crate) static SYNTAX: Syntax = Syntax {
    name: "draft-url-05",
    title: "The draft of 1997 before RFC 2396",
    table: ComponentTable::new(&[
        (part::SCHEME, SCHEME),
        (part::USERINFO, USER_AND_PASSWORD),
        (part::HOST, HOST),
        (part::SEGMENT_NC, SEGMENT_NC),
        (part::PATH, PATH),
        (part::QUERY, QUERY),
        (part::FRAGMENT, FRAGMENT),
    ]),
    rootless: part::PATH,
    scheme_start: SCHEME,
    ip_literal: None,
    hostname: Some(host),
    reg_name: None,
    password: Some(&Rule::new("draft-url-05 4.3.1 password", "this character can't stand in a password")),
    net_query: Some(&Rule::new("draft-url-05 5 net_path", "behind a site a query needs a slash before it")),
    port_range: None,
    rules: ComponentRules {
        scheme: &Rule::new(
            "draft-url-05 4.1 scheme",
            "a scheme is letters, digits, \"+\", \"-\" and \".\", then a colon",
        ),
        escape: &Rule::new("draft-url-05 2.4.1 escaped", "a percent sign must be followed by two hexadecimal digits"),
        userinfo: &Rule::new("draft-url-05 4.3.1 user", "this character can't stand in a user name"),
        host: &Rule::new("draft-url-05 4.3.1 host", "this character can't stand in a host name"),
        port: &Rule::new("draft-url-05 4.3.1 port", "a port holds nothing but digits"),
        path: &Rule::new("draft-url-05 4.3.2 path", "this character can't stand in a path"),
        opaque: &Rule::new("draft-url-05 4.3.2 path", "this character can't stand in a path"),
        segment_nc: &Rule::new(
            "draft-url-05 5 rel_path",
            "the first segment of a relative path can't hold a colon: it would be read as a scheme",
        ),
        query: &Rule::new("draft-url-05 4.3.3 query", "this character can't stand in a query"),
        fragment: &Rule::new("draft-url-05 3 fragment", "this character can't stand in a fragment"),
        ..rfc3986::RULES
    },
    schemes: &NO_SCHEMES,
    resolution: RESOLUTION,
    productions: None,
};
