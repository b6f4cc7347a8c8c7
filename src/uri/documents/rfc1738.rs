//! RFC 1738: the productions of its section 5.
//!
//! A predefined scheme is judged by its own production, though `otherurl` would take it as well: that one is there for
//! "new schemes". Where a prose section and section 5 differ, section 5 counts.

use super::{
    super::{
        grammar::{Rules, Syntax, part},
        rejection::{Rejection, Rule},
        resolve,
        table::{ALPHA, Class, DIGIT, PCT_ENCODED, Weave},
    },
    Production, Productions, Reader,
};

/// RFC 1738, section 5.
pub(crate) static SYNTAX: Syntax = Syntax {
    name: "rfc1738",
    title: "RFC 1738 of 1994, scheme by scheme and without fragments",
    weave: Weave::new(&[
        (part::SCHEME, SCHEME),
        (part::USERINFO, &USER.or(&Class::of(b":"))),
        (part::HOST, &ALPHADIGIT.or(&Class::of(b"-."))),
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
    rules: Rules {
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
    schemes: &[],
    resolution: resolve::RFC1738,
    productions: Some(&URL),
    plain: false,
};

/// ```text
/// url = httpurl | ftpurl | newsurl | nntpurl | telneturl | gopherurl | waisurl | mailtourl | fileurl | prosperourl |
///       otherurl
/// ```
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
const SAFE: &Class = &Class::of(b"$-_.+");

// extra = "!" | "*" | "'" | "(" | ")" | ","
const EXTRA: &Class = &Class::of(b"!*'(),");

// reserved = ";" | "/" | "?" | ":" | "@" | "&" | "="
const RESERVED: &Class = &Class::of(b";/?:@&=");

// unreserved = alpha | digit | safe | extra; no production has the characters of national and punctuation
const UNRESERVED: &Class = &ALPHADIGIT.or(SAFE).or(EXTRA);

// uchar = unreserved | escape
const UCHAR: &Class = &UNRESERVED.or(PCT_ENCODED);

// xchar = unreserved | reserved | escape
const XCHAR: &Class = &UCHAR.or(RESERVED);

// alphadigit = alpha | digit
const ALPHADIGIT: &Class = &ALPHA.or(DIGIT);

// scheme = 1*[ lowalpha | digit | "+" | "-" | "." ]
// ";the scheme is in lower case; interpreters should use case-ignore"
const SCHEME: &Class = &ALPHADIGIT.or(&Class::of(b"+-."));

/// ```text
/// genericurl    = scheme ":" schemepart
/// schemepart    = *xchar | ip-schemepart
/// ip-schemepart = "//" login [ "/" urlpath ]
/// urlpath       = *xchar
/// ```
///
/// All that an ip-schemepart is of, an xchar is, too: what begins with two slashes and has no login is no error.
fn schemepart(reader: &mut Reader<'_>) -> Result<(), Rejection> {
    let start = reader.at();
    if reader.eat_all(b"//") && login(reader).is_err() {
        reader.go_to(start);
        reader.no_host();
        reader.begin_path();
    }
    reader.component(part::PATH);
    reader.end(SCHEMEPART)
}

// user     = *[ uchar | ";" | "?" | "&" | "=" ]
// password = *[ uchar | ";" | "?" | "&" | "=" ]
const USER: &Class = &UCHAR.or(&Class::of(b";?&="));
const PASSWORD: &Class = USER;
const PASSWORD_RULE: &Rule = &Rule::new("rfc1738 5 password", "this character can't stand in a password");

/// ```text
/// login = [ user [ ":" password ] "@" ] hostport
/// ```
fn login(reader: &mut Reader<'_>) -> Result<(), Rejection> {
    let start = reader.at();
    reader.run(USER);
    let mut rule = SYNTAX.rules.userinfo;
    if reader.eat(b':') {
        reader.run(PASSWORD);
        rule = PASSWORD_RULE;
    }
    if reader.eat(b'@') {
        return hostport(reader);
    }
    let end = reader.at();
    let is_over = matches!(reader.peek(), None | Some(b'/'));
    let misplaced = reader.refuse(rule);
    reader.go_to(start);
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

/// ```text
/// hostport = host [ ":" port ]
/// port     = digits
/// ```
///
/// A slash follows wherever this stands in the grammar, or nothing.
fn hostport(reader: &mut Reader<'_>) -> Result<(), Rejection> {
    host(reader)?;
    let mut rule = HOSTNAME;
    if reader.eat(b':') {
        reader.some(DIGIT, PORT)?;
        rule = PORT;
    }
    reader.begin_path();
    if matches!(reader.peek(), None | Some(b'/')) { Ok(()) } else { reader.refuse(rule) }
}

/// ```text
/// host        = hostname | hostnumber
/// hostname    = *[ domainlabel "." ] toplabel
/// domainlabel = alphadigit | alphadigit *[ alphadigit | "-" ] alphadigit
/// toplabel    = alpha | alpha *[ alphadigit | "-" ] alphadigit
/// hostnumber  = digits "." digits "." digits "." digits
/// digits      = 1*digit
/// ```
fn host(reader: &mut Reader<'_>) -> Result<(), Rejection> {
    const LABEL: &Class = &ALPHADIGIT.or(&Class::of(b"-"));
    let start = reader.at();
    let mut labels = 0;
    let mut is_number = true;
    loop {
        let label = reader.at();
        if !reader.peek().is_some_and(|byte| ALPHADIGIT.has(byte)) {
            return reader.refuse(HOSTNAME);
        }
        reader.run(LABEL);
        let bytes = reader.since(label);
        if bytes.ends_with(b"-") {
            return reader.refuse(HOSTNAME);
        }
        labels += 1;
        is_number &= bytes.iter().all(u8::is_ascii_digit);
        if reader.eat(b'.') {
            continue;
        }
        let is_name = bytes.first().is_some_and(u8::is_ascii_alphabetic);
        if !(is_name || is_number && labels == 4) {
            let is_over = matches!(reader.peek(), None | Some(b'/' | b':'));
            return reader.refuse(if is_over { TOPLABEL } else { HOSTNAME });
        }
        reader.host(start, reader.at());
        return Ok(());
    }
}

const HTTPURL: &Rule = &Rule::new("rfc1738 5 httpurl", "an http URL needs \"//\" and a host");
const HPATH_RULE: &Rule = &Rule::new("rfc1738 5 hpath", "this character can't stand in the path of an http URL");
const SEARCH_RULE: &Rule = &Rule::new("rfc1738 5 search", "this character can't stand in a search");

// hpath    = hsegment *[ "/" hsegment ]
// hsegment = *[ uchar | ";" | ":" | "@" | "&" | "=" ]
const HPATH: &Class = &SEARCH.or(&Class::of(b"/"));

// search = *[ uchar | ";" | ":" | "@" | "&" | "=" ]
const SEARCH: &Class = &UCHAR.or(&Class::of(b";:@&="));

/// ```text
/// httpurl = "http://" hostport [ "/" hpath [ "?" search ]]
/// ```
fn httpurl(reader: &mut Reader<'_>) -> Result<(), Rejection> {
    reader.expect(b"//", HTTPURL)?;
    hostport(reader)?;
    reader.run(HPATH);
    if !reader.eat_question_mark() {
        return reader.end(HPATH_RULE);
    }
    reader.component(part::QUERY);
    reader.end(SEARCH_RULE)
}

const FTPURL: &Rule = &Rule::new("rfc1738 5 ftpurl", "an ftp URL needs \"//\" and a host");
const FPATH_RULE: &Rule = &Rule::new("rfc1738 5 fpath", "this character can't stand in the path of a file");
const FTPTYPE: &Rule =
    &Rule::new("rfc1738 5 ftptype", "a semicolon begins \";type=\" and one of a, i and d, which end the URL");

// fpath    = fsegment *[ "/" fsegment ]
// fsegment = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
const FPATH: &Class = &UCHAR.or(&Class::of(b"?:@&=/"));

// ftptype = "A" | "I" | "D" | "a" | "i" | "d"
const FTPTYPES: &Class = &Class::of(b"AIDaid");

/// ```text
/// ftpurl = "ftp://" login [ "/" fpath [ ";type=" ftptype ]]
/// ```
fn ftpurl(reader: &mut Reader<'_>) -> Result<(), Rejection> {
    reader.expect(b"//", FTPURL)?;
    login(reader)?;
    reader.run(FPATH);
    if reader.peek() != Some(b';') {
        return reader.end(FPATH_RULE);
    }
    // Other than in a scheme, the letters of both cases are written out here: "type" is in lower case.
    reader.expect(b";type=", FTPTYPE)?;
    reader.one(FTPTYPES, FTPTYPE)?;
    reader.end(FTPTYPE)
}

const FILEURL: &Rule = &Rule::new("rfc1738 5 fileurl", "a file URL is \"//\", a host or none, and a slash");

/// `localhost` is a host by its letters.
///
/// ```text
/// fileurl = "file://" [ host | "localhost" ] "/" fpath
/// ```
fn fileurl(reader: &mut Reader<'_>) -> Result<(), Rejection> {
    reader.expect(b"//", FILEURL)?;
    if reader.peek() == Some(b'/') {
        reader.host(reader.at(), reader.at());
    } else {
        host(reader)?;
    }
    reader.begin_path();
    reader.expect(b"/", FILEURL)?;
    reader.run(FPATH);
    reader.end(FPATH_RULE)
}

const GOPHERURL: &Rule = &Rule::new("rfc1738 5 gopherurl", "a gopher URL needs \"//\" and a host");
const GTYPE: &Rule = &Rule::new("rfc1738 5 gtype", "this character can't stand for a gopher type");
const SELECTOR: &Rule = &Rule::new("rfc1738 5 selector", "this character can't stand in a gopher selector");
const GOPHER_SEARCH: &Rule = &Rule::new("rfc1738 5 search", "this character can't stand in a gopher search");
const GOPHER_PLUS: &Rule = &Rule::new("rfc1738 5 gopher+_string", "this character can't stand in a Gopher+ string");
const TAB: &[u8] = b"%09";

/// An escaped tab would be an xchar of the selector and of the search as well, but there it ends them: neither holds
/// one in the protocol (3.4.1, 3.4.2). The Gopher+ string may (3.4.9).
///
/// ```text
/// gopherurl      = "gopher://" hostport [ / [ gtype [ selector [ "%09" search [ "%09" gopher+_string ] ] ] ] ]
/// gtype          = xchar
/// selector       = *xchar
/// gopher+_string = *xchar
/// ```
fn gopherurl(reader: &mut Reader<'_>) -> Result<(), Rejection> {
    reader.expect(b"//", GOPHERURL)?;
    hostport(reader)?;
    if !reader.eat(b'/') || reader.peek().is_none() {
        return Ok(());
    }
    reader.one(XCHAR, GTYPE)?;
    if !until_tab(reader, XCHAR) {
        return reader.end(SELECTOR);
    }
    if !until_tab(reader, SEARCH) {
        return reader.end(GOPHER_SEARCH);
    }
    reader.run(XCHAR);
    reader.end(GOPHER_PLUS)
}

/// Reads what is in `class` and an escaped tab behind it; false when there is no tab.
fn until_tab(reader: &mut Reader<'_>, class: &Class) -> bool {
    let start = reader.at();
    reader.run(class);
    // An escape is read whole, so what looks like a tab is one.
    let tab = reader.since(start).windows(TAB.len()).position(|bytes| bytes == TAB);
    if let Some(length) = tab {
        reader.go_to(start + length + TAB.len());
    }
    tab.is_some()
}

const ADDRESS: &Rule = &Rule::new("rfc1738 5 encoded822addr", "a mailto URL is a mail address, escaped as in any URL");

/// That RFC 822 defines it further is a remark, not a rule: any xchars will do.
///
/// ```text
/// mailtourl      = "mailto:" encoded822addr
/// encoded822addr = 1*xchar
/// ```
fn mailtourl(reader: &mut Reader<'_>) -> Result<(), Rejection> {
    reader.some(XCHAR, ADDRESS)?;
    reader.end(ADDRESS)
}

const GROUP_RULE: &Rule =
    &Rule::new("rfc1738 5 group", "a newsgroup is a letter, then letters, digits, \"-\", \".\", \"+\" and \"_\"");
const ARTICLE_RULE: &Rule = &Rule::new("rfc1738 5 article", "an article is an identifier, \"@\" and a host");

const GROUP: &Class = &ALPHADIGIT.or(&Class::of(b"-.+_"));
const ARTICLE: &Class = &UCHAR.or(&Class::of(b";/?:&="));

/// ```text
/// newsurl   = "news:" grouppart
/// grouppart = "*" | group | article
/// article   = 1*[ uchar | ";" | "/" | "?" | ":" | "&" | "=" ] "@" host
/// ```
fn newsurl(reader: &mut Reader<'_>) -> Result<(), Rejection> {
    let start = reader.at();
    if reader.rest() == b"*" {
        reader.eat(b'*');
        return Ok(());
    }
    if reader.run(ARTICLE) > 0 && reader.eat(b'@') {
        let is_host = host(reader);
        // The host is the one that gave the article its name, not an authority.
        reader.no_host();
        is_host?;
        return reader.end(ARTICLE_RULE);
    }
    // It is no article, so what is wrong with it as a group counts.
    reader.go_to(start);
    group(reader)?;
    reader.end(GROUP_RULE)
}

/// ```text
/// group = alpha *[ alpha | digit | "-" | "." | "+" | "_" ]
/// ```
fn group(reader: &mut Reader<'_>) -> Result<(), Rejection> {
    reader.one(ALPHA, GROUP_RULE)?;
    reader.run(GROUP);
    Ok(())
}

const NNTPURL: &Rule = &Rule::new("rfc1738 5 nntpurl", "an nntp URL is \"//\", a host, a slash and a group");
const NUMBER: &Rule = &Rule::new("rfc1738 5 digits", "the group is followed by the number of an article");

/// Section 3.7 has the number as a part that must be there; section 5 has it in brackets.
///
/// ```text
/// nntpurl = "nntp://" hostport "/" group [ "/" digits ]
/// ```
fn nntpurl(reader: &mut Reader<'_>) -> Result<(), Rejection> {
    reader.expect(b"//", NNTPURL)?;
    hostport(reader)?;
    reader.expect(b"/", NNTPURL)?;
    group(reader)?;
    if !reader.eat(b'/') {
        return reader.end(GROUP_RULE);
    }
    reader.some(DIGIT, NUMBER)?;
    reader.end(NUMBER)
}

const TELNETURL: &Rule =
    &Rule::new("rfc1738 5 telneturl", "a telnet URL is \"//\", a login and a host, and a slash at most");

/// ```text
/// telneturl = "telnet://" login [ "/" ]
/// ```
fn telneturl(reader: &mut Reader<'_>) -> Result<(), Rejection> {
    reader.expect(b"//", TELNETURL)?;
    login(reader)?;
    reader.eat(b'/');
    reader.end(TELNETURL)
}

const WAISURL: &Rule = &Rule::new("rfc1738 5 waisurl", "a wais URL is \"//\", a host, a slash and a database");
const DATABASE: &Rule = &Rule::new("rfc1738 5 database", "this character can't stand in the name of a database");
const WTYPE: &Rule = &Rule::new("rfc1738 5 wtype", "a document's type is followed by a slash and its path");
const WPATH: &Rule = &Rule::new("rfc1738 5 wpath", "this character can't stand in the path of a wais document");

/// ```text
/// waisurl      = waisdatabase | waisindex | waisdoc
/// waisdatabase = "wais://" hostport "/" database
/// waisindex    = "wais://" hostport "/" database "?" search
/// waisdoc      = "wais://" hostport "/" database "/" wtype "/" wpath
/// database     = *uchar
/// wtype        = *uchar
/// wpath        = *uchar
/// ```
fn waisurl(reader: &mut Reader<'_>) -> Result<(), Rejection> {
    reader.expect(b"//", WAISURL)?;
    hostport(reader)?;
    reader.expect(b"/", WAISURL)?;
    reader.run(UCHAR);
    if reader.eat_question_mark() {
        reader.component(part::QUERY);
        return reader.end(SEARCH_RULE);
    }
    if !reader.eat(b'/') {
        return reader.end(DATABASE);
    }
    reader.run(UCHAR);
    reader.expect(b"/", WTYPE)?;
    reader.run(UCHAR);
    reader.end(WPATH)
}

const PROSPEROURL: &Rule = &Rule::new("rfc1738 5 prosperourl", "a prospero URL is \"//\", a host, a slash and a path");
const PPATH_RULE: &Rule = &Rule::new("rfc1738 5 ppath", "this character can't stand in the path of a prospero URL");
const FIELDSPEC: &Rule = &Rule::new("rfc1738 5 fieldspec", "a semicolon begins the name of a field, \"=\" and a value");
const FIELDVALUE: &Rule = &Rule::new("rfc1738 5 fieldvalue", "this character can't stand in the value of a field");

// ppath    = psegment *[ "/" psegment ]
// psegment = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
const PPATH: &Class = &UCHAR.or(&Class::of(b"?:@&=/"));

// fieldname  = *[ uchar | "?" | ":" | "@" | "&" ]
// fieldvalue = *[ uchar | "?" | ":" | "@" | "&" ]
const FIELD: &Class = &UCHAR.or(&Class::of(b"?:@&"));

/// ```text
/// prosperourl = "prospero://" hostport "/" ppath *[ fieldspec ]
/// fieldspec   = ";" fieldname "=" fieldvalue
/// ```
fn prosperourl(reader: &mut Reader<'_>) -> Result<(), Rejection> {
    reader.expect(b"//", PROSPEROURL)?;
    hostport(reader)?;
    reader.expect(b"/", PROSPEROURL)?;
    reader.run(PPATH);
    let mut rule = PPATH_RULE;
    while reader.eat(b';') {
        reader.run(FIELD);
        reader.expect(b"=", FIELDSPEC)?;
        reader.run(FIELD);
        rule = FIELDVALUE;
    }
    reader.end(rule)
}
