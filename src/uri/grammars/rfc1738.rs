//! RFC 1738: the productions of its section 5.
//!
//! A predefined scheme is judged by its own production, though `otherurl` would take it as well: that one is there for
//! "new schemes". Where a prose section and section 5 differ, section 5 counts.

use crate::uri::{
    class::{ALPHA, CharClass, ComponentTable, DIGIT, PCT_ENCODED, part},
    grammars::draft_url_05,
    productions::{Production, ProductionReader, Productions},
    rejection::{ComponentRules, Rejection, Rule},
    resolution::Resolution,
    syntax::{NO_SCHEMES, Syntax},
};

/// RFC 1738, section 5.
pub(crate) static SYNTAX: Syntax = Syntax {
    name: "rfc1738",
    title: "RFC 1738 of 1994, scheme by scheme and without fragments",
    table: ComponentTable::new(&[
        (part::SCHEME, SCHEME),
        (part::USERINFO, &USER.or(&CharClass::of(b":"))),
        (part::HOST, &ALPHADIGIT.or(&CharClass::of(b"-."))),
        (part::PATH, XCHAR),
        (part::QUERY, SEARCH),
    ]),
    rootless: part::PATH,
    scheme_start: SCHEME,
    ip_literal: None,
    hostname: None,
    reg_name: None,
    password: None,
    net_query: None,
    port_range: None,
    rules: ComponentRules {
        length: &Rule::new("napkin length", "a string longer than 4 GiB is not judged"),
        scheme: SCHEME_RULE,
        escape: &Rule::new("rfc1738 5 escape", "a percent sign must be followed by two hexadecimal digits"),
        userinfo: &Rule::new("rfc1738 5 user", "this character can't stand in a user name"),
        host: HOSTNAME,
        port: PORT,
        path: SCHEMEPART,
        opaque: SCHEMEPART,
        segment_nc: SCHEME_RULE,
        query: SEARCH_RULE,
        fragment: &Rule::new("rfc1738 2.2 fragment", "a number sign ends a URL: a fragment is not part of it"),
        bidi: SCHEMEPART,
    },
    schemes: &NO_SCHEMES,
    resolution: RESOLUTION,
    productions: Some(&URL),
};

/// RFC 1738 leaves relative URLs to another document (section 1). By its syntax, no reference is relative, so every
/// absolute URL stays as it is.
const RESOLUTION: Resolution =
    Resolution { base: &Rule::new("rfc1738 5 genericurl", "a base must have a scheme"), ..draft_url_05::RESOLUTION };

// url = httpurl | ftpurl | newsurl | nntpurl | telneturl | gopherurl | waisurl | mailtourl | fileurl | prosperourl |
//       otherurl
static URL: Productions = Productions {
    first: SCHEME,
    ignores_case: true,
    schemes: &[
        Production { scheme: "http", read: httpurl },
        Production { scheme: "ftp", read: ftpurl },
        Production { scheme: "news", read: newsurl },
        Production { scheme: "nntp", read: nntpurl },
        Production { scheme: "telnet", read: telneturl },
        Production { scheme: "gopher", read: gopherurl },
        Production { scheme: "wais", read: waisurl },
        Production { scheme: "mailto", read: mailtourl },
        Production { scheme: "file", read: fileurl },
        Production { scheme: "prospero", read: prosperourl },
    ],
    other: schemepart,
    generic: schemepart,
    // "This document does not describe relative links" (2.3).
    partial: None,
};

const SCHEME_RULE: &Rule =
    &Rule::new("rfc1738 5 scheme", "a scheme is of letters, digits, \"+\", \"-\" and \".\", then a colon");
const SCHEMEPART: &Rule = &Rule::new("rfc1738 5 schemepart", "this character can't stand in a URL");

// safe = "$" | "-" | "_" | "." | "+"
const SAFE: &CharClass = &CharClass::of(b"$-_.+");

// extra = "!" | "*" | "'" | "(" | ")" | ","
const EXTRA: &CharClass = &CharClass::of(b"!*'(),");

// reserved = ";" | "/" | "?" | ":" | "@" | "&" | "="
const RESERVED: &CharClass = &CharClass::of(b";/?:@&=");

// unreserved = alpha | digit | safe | extra; no production has the characters of national and punctuation
const UNRESERVED: &CharClass = &ALPHADIGIT.or(SAFE).or(EXTRA);

// uchar = unreserved | escape
const UCHAR: &CharClass = &UNRESERVED.or(PCT_ENCODED);

// xchar = unreserved | reserved | escape
const XCHAR: &CharClass = &UCHAR.or(RESERVED);

// alphadigit = alpha | digit
const ALPHADIGIT: &CharClass = &ALPHA.or(DIGIT);

// scheme = 1*[ lowalpha | digit | "+" | "-" | "." ]
// ";the scheme is in lower case; interpreters should use case-ignore"
const SCHEME: &CharClass = &ALPHADIGIT.or(&CharClass::of(b"+-."));

// genericurl    = scheme ":" schemepart
// schemepart    = *xchar | ip-schemepart
// ip-schemepart = "//" login [ "/" urlpath ]
// urlpath       = *xchar
//
/// Every character of an ip-schemepart is an xchar, too, so two slashes without a login are no error.
fn schemepart(reader: &mut ProductionReader<'_>) -> Result<(), Rejection> {
    let start = reader.cursor.position();
    if reader.cursor.eat_all(b"//") && login(reader).is_err() {
        reader.cursor.go_to(start);
        reader.no_host();
        reader.begin_path();
    }
    reader.cursor.component(part::PATH);
    reader.cursor.expect_end(SCHEMEPART)
}

// user     = *[ uchar | ";" | "?" | "&" | "=" ]
// password = *[ uchar | ";" | "?" | "&" | "=" ]
const USER: &CharClass = &UCHAR.or(&CharClass::of(b";?&="));
const PASSWORD: &CharClass = USER;
const PASSWORD_RULE: &Rule = &Rule::new("rfc1738 5 password", "this character can't stand in a password");

// login = [ user [ ":" password ] "@" ] hostport
fn login(reader: &mut ProductionReader<'_>) -> Result<(), Rejection> {
    let start = reader.cursor.position();
    reader.cursor.run(USER);
    let mut rule = SYNTAX.rules.userinfo;
    if reader.cursor.eat(b':') {
        reader.cursor.run(PASSWORD);
        rule = PASSWORD_RULE;
    }
    if reader.cursor.eat(b'@') {
        return hostport(reader);
    }
    let end = reader.cursor.position();
    let is_over = matches!(reader.cursor.peek(), None | Some(b'/'));
    let misplaced = reader.cursor.refuse(rule);
    reader.cursor.go_to(start);
    match hostport(reader) {
        // It could have been a user name and a password up to here.
        Err(host) if !is_over && end > host.at() => misplaced,
        judged => judged,
    }
}

const HOSTNAME: &Rule = &Rule::new(
    "rfc1738 5 hostname",
    "labels of a host name are letters, digits and inner hyphens, with one dot between each two",
);
const TOPLABEL: &Rule = &Rule::new(
    "rfc1738 5 toplabel",
    "the last label of a host name begins with a letter; a number is four times digits with dots between",
);
const PORT: &Rule = &Rule::new("rfc1738 5 port", "a port is one digit or more");

// hostport = host [ ":" port ]
// port     = digits
//
/// Wherever this occurs in the grammar, a slash or nothing follows.
fn hostport(reader: &mut ProductionReader<'_>) -> Result<(), Rejection> {
    host(reader)?;
    let mut rule = HOSTNAME;
    if reader.cursor.eat(b':') {
        reader.cursor.some(DIGIT, PORT)?;
        rule = PORT;
    }
    reader.begin_path();
    if matches!(reader.cursor.peek(), None | Some(b'/')) { Ok(()) } else { reader.cursor.refuse(rule) }
}

// host        = hostname | hostnumber
// hostname    = *[ domainlabel "." ] toplabel
// domainlabel = alphadigit | alphadigit *[ alphadigit | "-" ] alphadigit
// toplabel    = alpha | alpha *[ alphadigit | "-" ] alphadigit
// hostnumber  = digits "." digits "." digits "." digits
// digits      = 1*digit
fn host(reader: &mut ProductionReader<'_>) -> Result<(), Rejection> {
    const LABEL: &CharClass = &ALPHADIGIT.or(&CharClass::of(b"-"));
    let start = reader.cursor.position();
    let mut labels = 0;
    let mut is_number = true;
    loop {
        let label = reader.cursor.position();
        if !reader.cursor.peek().is_some_and(|byte| ALPHADIGIT.has(byte)) {
            return reader.cursor.refuse(HOSTNAME);
        }
        reader.cursor.run(LABEL);
        let bytes = reader.cursor.since(label);
        if bytes.ends_with(b"-") {
            return reader.cursor.refuse(HOSTNAME);
        }
        labels += 1;
        is_number &= bytes.iter().all(u8::is_ascii_digit);
        if reader.cursor.eat(b'.') {
            continue;
        }
        let is_name = bytes.first().is_some_and(u8::is_ascii_alphabetic);
        if !(is_name || is_number && labels == 4) {
            let is_over = matches!(reader.cursor.peek(), None | Some(b'/' | b':'));
            return reader.cursor.refuse(if is_over { TOPLABEL } else { HOSTNAME });
        }
        reader.host(start, reader.cursor.position());
        return Ok(());
    }
}

const HTTPURL: &Rule = &Rule::new("rfc1738 5 httpurl", "an http URL needs \"//\" and a host");
const HPATH_RULE: &Rule = &Rule::new("rfc1738 5 hpath", "this character can't stand in the path of an http URL");
const SEARCH_RULE: &Rule = &Rule::new("rfc1738 5 search", "this character can't stand in a search");

// hpath    = hsegment *[ "/" hsegment ]
// hsegment = *[ uchar | ";" | ":" | "@" | "&" | "=" ]
const HPATH: &CharClass = &SEARCH.or(&CharClass::of(b"/"));

// search = *[ uchar | ";" | ":" | "@" | "&" | "=" ]
const SEARCH: &CharClass = &UCHAR.or(&CharClass::of(b";:@&="));

// httpurl = "http://" hostport [ "/" hpath [ "?" search ]]
fn httpurl(reader: &mut ProductionReader<'_>) -> Result<(), Rejection> {
    reader.cursor.expect(b"//", HTTPURL)?;
    hostport(reader)?;
    reader.cursor.run(HPATH);
    if !reader.eat_question_mark() {
        return reader.cursor.expect_end(HPATH_RULE);
    }
    reader.cursor.component(part::QUERY);
    reader.cursor.expect_end(SEARCH_RULE)
}

const FTPURL: &Rule = &Rule::new("rfc1738 5 ftpurl", "an ftp URL needs \"//\" and a host");
const FPATH_RULE: &Rule = &Rule::new("rfc1738 5 fpath", "this character can't stand in the path of a file");
const FTPTYPE: &Rule =
    &Rule::new("rfc1738 5 ftptype", "a semicolon begins \";type=\" and one of a, i and d, which end the URL");

// fpath    = fsegment *[ "/" fsegment ]
// fsegment = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
const FPATH: &CharClass = &UCHAR.or(&CharClass::of(b"?:@&=/"));

// ftptype = "A" | "I" | "D" | "a" | "i" | "d"
const FTPTYPES: &CharClass = &CharClass::of(b"AIDaid");

// ftpurl = "ftp://" login [ "/" fpath [ ";type=" ftptype ]]
fn ftpurl(reader: &mut ProductionReader<'_>) -> Result<(), Rejection> {
    reader.cursor.expect(b"//", FTPURL)?;
    login(reader)?;
    reader.cursor.run(FPATH);
    if reader.cursor.peek() != Some(b';') {
        return reader.cursor.expect_end(FPATH_RULE);
    }
    // Other than in a scheme, the letters of both cases are written out here: "type" is in lower case.
    reader.cursor.expect(b";type=", FTPTYPE)?;
    reader.cursor.one(FTPTYPES, FTPTYPE)?;
    reader.cursor.expect_end(FTPTYPE)
}

const FILEURL: &Rule = &Rule::new("rfc1738 5 fileurl", "a file URL is \"//\", a host or none, and a slash");

/// `localhost` is a valid host name.
//
// fileurl = "file://" [ host | "localhost" ] "/" fpath
fn fileurl(reader: &mut ProductionReader<'_>) -> Result<(), Rejection> {
    reader.cursor.expect(b"//", FILEURL)?;
    if reader.cursor.peek() == Some(b'/') {
        reader.host(reader.cursor.position(), reader.cursor.position());
    } else {
        host(reader)?;
    }
    reader.begin_path();
    reader.cursor.expect(b"/", FILEURL)?;
    reader.cursor.run(FPATH);
    reader.cursor.expect_end(FPATH_RULE)
}

const GOPHERURL: &Rule = &Rule::new("rfc1738 5 gopherurl", "a gopher URL needs \"//\" and a host");
const GTYPE: &Rule = &Rule::new("rfc1738 5 gtype", "this character can't stand for a gopher type");
const SELECTOR: &Rule = &Rule::new("rfc1738 5 selector", "this character can't stand in a gopher selector");
const GOPHER_SEARCH: &Rule = &Rule::new("rfc1738 5 search", "this character can't stand in a gopher search");
const GOPHER_PLUS: &Rule = &Rule::new("rfc1738 5 gopher+_string", "this character can't stand in a Gopher+ string");
const TAB: &[u8] = b"%09";

/// The xchars would include an escaped tab, but here it ends the selector and the search, which cannot contain it in
/// the protocol (3.4.1, 3.4.2). The Gopher+ string can (3.4.9).
//
// gopherurl      = "gopher://" hostport [ / [ gtype [ selector [ "%09" search [ "%09" gopher+_string ] ] ] ] ]
// gtype          = xchar
// selector       = *xchar
// gopher+_string = *xchar
fn gopherurl(reader: &mut ProductionReader<'_>) -> Result<(), Rejection> {
    reader.cursor.expect(b"//", GOPHERURL)?;
    hostport(reader)?;
    if !reader.cursor.eat(b'/') || reader.cursor.peek().is_none() {
        return Ok(());
    }
    reader.cursor.one(XCHAR, GTYPE)?;
    if !until_tab(reader, XCHAR) {
        return reader.cursor.expect_end(SELECTOR);
    }
    if !until_tab(reader, SEARCH) {
        return reader.cursor.expect_end(GOPHER_SEARCH);
    }
    reader.cursor.run(XCHAR);
    reader.cursor.expect_end(GOPHER_PLUS)
}

/// Reads characters of `class` and an escaped tab. Returns `false` if there is no tab.
fn until_tab(reader: &mut ProductionReader<'_>, class: &CharClass) -> bool {
    let start = reader.cursor.position();
    reader.cursor.run(class);
    // An escape is read whole, so what looks like a tab is one.
    let tab = reader.cursor.since(start).windows(TAB.len()).position(|bytes| bytes == TAB);
    if let Some(length) = tab {
        reader.cursor.go_to(start + length + TAB.len());
    }
    tab.is_some()
}

const ADDRESS: &Rule = &Rule::new("rfc1738 5 encoded822addr", "a mailto URL is a mail address, escaped as in any URL");

/// RFC 822 defines it further, but only as a remark: any xchars are accepted.
//
// mailtourl      = "mailto:" encoded822addr
// encoded822addr = 1*xchar
fn mailtourl(reader: &mut ProductionReader<'_>) -> Result<(), Rejection> {
    reader.cursor.some(XCHAR, ADDRESS)?;
    reader.cursor.expect_end(ADDRESS)
}

const GROUP_RULE: &Rule =
    &Rule::new("rfc1738 5 group", "a newsgroup is a letter, then letters, digits, \"-\", \".\", \"+\" and \"_\"");
const ARTICLE_RULE: &Rule = &Rule::new("rfc1738 5 article", "an article is an identifier, \"@\" and a host");

const GROUP: &CharClass = &ALPHADIGIT.or(&CharClass::of(b"-.+_"));
const ARTICLE: &CharClass = &UCHAR.or(&CharClass::of(b";/?:&="));

// newsurl   = "news:" grouppart
// grouppart = "*" | group | article
// article   = 1*[ uchar | ";" | "/" | "?" | ":" | "&" | "=" ] "@" host
fn newsurl(reader: &mut ProductionReader<'_>) -> Result<(), Rejection> {
    let start = reader.cursor.position();
    if reader.cursor.rest() == b"*" {
        reader.cursor.eat(b'*');
        return Ok(());
    }
    if reader.cursor.run(ARTICLE) > 0 && reader.cursor.eat(b'@') {
        let is_host = host(reader);
        // The host is the one that gave the article its name, not an authority.
        reader.no_host();
        is_host?;
        return reader.cursor.expect_end(ARTICLE_RULE);
    }
    // It is no article, so what is wrong with it as a group counts.
    reader.cursor.go_to(start);
    group(reader)?;
    reader.cursor.expect_end(GROUP_RULE)
}

// group = alpha *[ alpha | digit | "-" | "." | "+" | "_" ]
fn group(reader: &mut ProductionReader<'_>) -> Result<(), Rejection> {
    reader.cursor.one(ALPHA, GROUP_RULE)?;
    reader.cursor.run(GROUP);
    Ok(())
}

const NNTPURL: &Rule = &Rule::new("rfc1738 5 nntpurl", "an nntp URL is \"//\", a host, a slash and a group");
const NUMBER: &Rule = &Rule::new("rfc1738 5 digits", "the group is followed by the number of an article");

/// The number is required in section 3.7, and optional in section 5.
//
// nntpurl = "nntp://" hostport "/" group [ "/" digits ]
fn nntpurl(reader: &mut ProductionReader<'_>) -> Result<(), Rejection> {
    reader.cursor.expect(b"//", NNTPURL)?;
    hostport(reader)?;
    reader.cursor.expect(b"/", NNTPURL)?;
    group(reader)?;
    if !reader.cursor.eat(b'/') {
        return reader.cursor.expect_end(GROUP_RULE);
    }
    reader.cursor.some(DIGIT, NUMBER)?;
    reader.cursor.expect_end(NUMBER)
}

const TELNETURL: &Rule =
    &Rule::new("rfc1738 5 telneturl", "a telnet URL is \"//\", a login and a host, and a slash at most");

// telneturl = "telnet://" login [ "/" ]
fn telneturl(reader: &mut ProductionReader<'_>) -> Result<(), Rejection> {
    reader.cursor.expect(b"//", TELNETURL)?;
    login(reader)?;
    reader.cursor.eat(b'/');
    reader.cursor.expect_end(TELNETURL)
}

const WAISURL: &Rule = &Rule::new("rfc1738 5 waisurl", "a wais URL is \"//\", a host, a slash and a database");
const DATABASE: &Rule = &Rule::new("rfc1738 5 database", "this character can't stand in the name of a database");
const WTYPE: &Rule = &Rule::new("rfc1738 5 wtype", "a document's type is followed by a slash and its path");
const WPATH: &Rule = &Rule::new("rfc1738 5 wpath", "this character can't stand in the path of a wais document");

// waisurl      = waisdatabase | waisindex | waisdoc
// waisdatabase = "wais://" hostport "/" database
// waisindex    = "wais://" hostport "/" database "?" search
// waisdoc      = "wais://" hostport "/" database "/" wtype "/" wpath
// database     = *uchar
// wtype        = *uchar
// wpath        = *uchar
fn waisurl(reader: &mut ProductionReader<'_>) -> Result<(), Rejection> {
    reader.cursor.expect(b"//", WAISURL)?;
    hostport(reader)?;
    reader.cursor.expect(b"/", WAISURL)?;
    reader.cursor.run(UCHAR);
    if reader.eat_question_mark() {
        reader.cursor.component(part::QUERY);
        return reader.cursor.expect_end(SEARCH_RULE);
    }
    if !reader.cursor.eat(b'/') {
        return reader.cursor.expect_end(DATABASE);
    }
    reader.cursor.run(UCHAR);
    reader.cursor.expect(b"/", WTYPE)?;
    reader.cursor.run(UCHAR);
    reader.cursor.expect_end(WPATH)
}

const PROSPEROURL: &Rule = &Rule::new("rfc1738 5 prosperourl", "a prospero URL is \"//\", a host, a slash and a path");
const PPATH_RULE: &Rule = &Rule::new("rfc1738 5 ppath", "this character can't stand in the path of a prospero URL");
const FIELDSPEC: &Rule = &Rule::new("rfc1738 5 fieldspec", "a semicolon begins the name of a field, \"=\" and a value");
const FIELDVALUE: &Rule = &Rule::new("rfc1738 5 fieldvalue", "this character can't stand in the value of a field");

// ppath    = psegment *[ "/" psegment ]
// psegment = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
const PPATH: &CharClass = &UCHAR.or(&CharClass::of(b"?:@&=/"));

// fieldname  = *[ uchar | "?" | ":" | "@" | "&" ]
// fieldvalue = *[ uchar | "?" | ":" | "@" | "&" ]
const FIELD: &CharClass = &UCHAR.or(&CharClass::of(b"?:@&"));

// prosperourl = "prospero://" hostport "/" ppath *[ fieldspec ]
// fieldspec   = ";" fieldname "=" fieldvalue
fn prosperourl(reader: &mut ProductionReader<'_>) -> Result<(), Rejection> {
    reader.cursor.expect(b"//", PROSPEROURL)?;
    hostport(reader)?;
    reader.cursor.expect(b"/", PROSPEROURL)?;
    reader.cursor.run(PPATH);
    let mut rule = PPATH_RULE;
    while reader.cursor.eat(b';') {
        reader.cursor.run(FIELD);
        reader.cursor.expect(b"=", FIELDSPEC)?;
        reader.cursor.run(FIELD);
        rule = FIELDVALUE;
    }
    reader.cursor.expect_end(rule)
}
