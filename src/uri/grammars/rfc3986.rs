//! RFC 3986: the generic syntax of today, ASCII only.

use crate::uri::{
    class::{self, ALPHA, ComponentTable, part},
    host,
    rejection::{ComponentRules, Rule},
    resolution::{Dots, EmptyBase, QueryOnly, Resolution, SameDocument},
    schemes::{port::PORT, registry::REGISTRY},
    syntax::{IpLiteral, Syntax},
};

pub(crate) const RULES: ComponentRules = ComponentRules {
    length: &Rule::new("napkin length", "a string longer than 4 GiB is not judged"),
    scheme: &Rule::new(
        "rfc3986 3.1 scheme",
        "a scheme is a letter, then letters, digits, \"+\", \"-\" and \".\", then a colon",
    ),
    escape: &Rule::new("rfc3986 2.1 pct-encoded", "a percent sign must be followed by two hexadecimal digits"),
    userinfo: &Rule::new("rfc3986 3.2.1 userinfo", "this character can't stand in an authority"),
    host: &Rule::new("rfc3986 3.2.2 host", "this character can't stand in a host name"),
    port: &Rule::new("rfc3986 3.2.3 port", "a port holds nothing but digits"),
    path: &Rule::new("rfc3986 3.3 path", "this character can't stand in a path"),
    // There are none; what stands in their place is a path.
    opaque: &Rule::new("rfc3986 3.3 path", "this character can't stand in a path"),
    segment_nc: &Rule::new(
        "rfc3986 4.2 path-noscheme",
        "the first segment of a relative path can't hold a colon: it would be read as a scheme",
    ),
    query: &Rule::new("rfc3986 3.4 query", "this character can't stand in a query"),
    fragment: &Rule::new("rfc3986 3.5 fragment", "this character can't stand in a fragment"),
    bidi: &Rule::new("rfc3987 4.1 bidi", "bidirectional formatting characters can't stand in an IRI"),
};

pub(crate) const IP_LITERAL: IpLiteral = IpLiteral {
    rule: &Rule::new(
        "rfc3986 3.2.2 IP-literal",
        "square brackets in an authority hold an IPv6 address or a later one that begins with \"v\"",
    ),
    read: host::ip_literal,
};

/// RFC 3986, 5.2.2, for a strict parser. RFC 3987, 6.5, takes it over.
pub(crate) const RESOLUTION: Resolution = Resolution {
    query_only: QueryOnly::Path,
    same_document: SameDocument::Inherits,
    empty_base: EmptyBase::Authority,
    dots: Dots::Dropped,
    dots_in_absolute: true,
    query_in_path: false,
    base: &Rule::new("rfc3986 5.2.1 base URI", "a base must have a scheme"),
};

/// RFC 3986, appendix A.
pub(crate) static SYNTAX: Syntax = Syntax {
    name: "rfc3986",
    title: "Today's standard: ASCII only",
    table: ComponentTable::new(&[
        (part::SCHEME, class::SCHEME),
        (part::USERINFO, class::USERINFO),
        (part::HOST, class::REG_NAME),
        (part::SEGMENT_NC, class::SEGMENT_NC),
        (part::PATH, class::PATH),
        (part::QUERY, class::QUERY),
        (part::FRAGMENT, class::FRAGMENT),
    ]),
    rootless: part::PATH,
    scheme_start: ALPHA,
    ip_literal: Some(IP_LITERAL),
    hostname: None,
    reg_name: None,
    password: None,
    net_query: None,
    port_range: Some(PORT),
    rules: RULES,
    schemes: &REGISTRY,
    productions: None,
    resolution: RESOLUTION,
};
