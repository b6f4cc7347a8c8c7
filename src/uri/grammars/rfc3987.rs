//! RFC 3987: IRIs, which are URIs with characters beyond ASCII.

use crate::uri::{
    class::{self, ALPHA, ComponentTable, part},
    grammars::rfc3986,
    rejection::{ComponentRules, Rule},
    schemes::{port::PORT, registry::REGISTRY},
    syntax::Syntax,
};

/// RFC 3987, section 2.2. What it takes over unchanged keeps its name in RFC 3986.
pub(crate) static SYNTAX: Syntax = Syntax {
    name: "rfc3987",
    title: "RFC 3986 and the non-ASCII characters",
    table: ComponentTable::new(&[
        (part::SCHEME, class::SCHEME),
        (part::USERINFO, class::IUSERINFO),
        (part::HOST, class::IREG_NAME),
        (part::SEGMENT_NC, class::ISEGMENT_NC),
        (part::PATH, class::IPATH),
        (part::QUERY, class::IQUERY),
        (part::FRAGMENT, class::IFRAGMENT),
    ]),
    rootless: part::PATH,
    scheme_start: ALPHA,
    ip_literal: Some(rfc3986::IP_LITERAL),
    hostname: None,
    reg_name: None,
    password: None,
    net_query: None,
    port_range: Some(PORT),
    rules: ComponentRules {
        userinfo: &Rule::new("rfc3987 2.2 iuserinfo", "this character can't stand in an authority"),
        host: &Rule::new("rfc3987 2.2 ihost", "this character can't stand in a host name"),
        path: &Rule::new("rfc3987 2.2 ipath", "this character can't stand in a path"),
        segment_nc: &Rule::new(
            "rfc3987 2.2 ipath-noscheme",
            "the first segment of a relative path can't hold a colon: it would be read as a scheme",
        ),
        query: &Rule::new("rfc3987 2.2 iquery", "this character can't stand in a query"),
        fragment: &Rule::new("rfc3987 2.2 ifragment", "this character can't stand in a fragment"),
        ..rfc3986::RULES
    },
    schemes: &REGISTRY,
    productions: None,
    resolution: rfc3986::RESOLUTION,
};
