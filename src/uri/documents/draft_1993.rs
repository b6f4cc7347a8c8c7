//! The Internet draft "Uniform Resource Locators" of 14 July 1993: the productions of its section "BNF syntax".
//!
//! Where its prose and its BNF differ, the BNF counts. So:
//!
//! - White space is "not legal" by the prose, but `extra` has the space, and so do all that are made of it.
//! - "Single letters stand for single letters": the name of a scheme is in lower case.
//! - A host name is an `ialpha`, which takes in `:`, `@` and more. What other readers would take for a user and a port
//!   is told apart in the components all the same.
//! - A scheme that is not defined here gets `generic`, which is a path without a slash in front; only the schemes
//!   defined here have a host.
//! - A slash always stands between two segments that are not empty, or ends the path; a fragment is not empty either.
//!
//! The one place where the BNF can't be meant is `xpalphas = xpalpha [ xpalpha ]`: no more than two characters, which
//! none of the document's own examples keeps to. It is read as `xalphas`, `digits` and `alphanums` are written.

use super::{
    super::{
        grammar::{Rules, Syntax, part},
        rejection::{Rejection, Rule},
        resolve,
        table::{ALPHA, Class, DIGIT, PCT_ENCODED, Weave},
    },
    Production, Productions, Reader,
};

/// The draft's section "BNF syntax".
pub(crate) static SYNTAX: Syntax = Syntax {
    name: "draft-1993",
    title: "The first draft, of July 1993, scheme by scheme",
    weave: Weave::new(&[
        (part::SCHEME, &XALPHA.but(b":")),
        (part::USERINFO, XALPHA),
        (part::HOST, XALPHA),
        (part::SEGMENT_NC, &XPALPHA.but(b":")),
        (part::PATH, &XPALPHA.or(&Class::of(b"/"))),
        (part::QUERY, XPALPHA),
        (part::FRAGMENT, XALPHA),
    ]),
    rootless: part::PATH,
    scheme_start: ALPHA,
    ip_literal: None,
    hostname: None,
    reg_name: None,
    password: None,
    net_query: None,
    port_range: None,
    rules: Rules {
        length: &Rule::new("napkin length", "a string longer than 4 GiB is not judged"),
        scheme: &Rule::new(
            "draft-1993 BNF scheme",
            "a scheme is a letter, then letters, digits and some other characters, then a colon",
        ),
        escape: &Rule::new("draft-1993 BNF escape", "a percent sign must be followed by two hexadecimal digits"),
        userinfo: USER,
        host: HOST,
        port: HOSTPORT,
        path: PATH,
        opaque: PATH,
        segment_nc: &Rule::new(
            "draft-1993 Partial form",
            "in a partial form no colon stands before the first slash: it would be read as a scheme",
        ),
        query: SEARCH,
        fragment: &Rule::new(
            "draft-1993 BNF fragmentid",
            "\"#\" is followed by a fragment, which this character can't stand in",
        ),
        bidi: PATH,
    },
    schemes: &[],
    resolution: resolve::DRAFT_1993,
    productions: Some(&URL),
    plain: false,
};

/// ```text
/// fragmentaddress = url [ # fragmentid ]
/// url             = generic | httpaddress | fileaddress | newsaddress | prosperoaddress | telnetaddress |
///                   gopheraddress | waisaddress | afsaddress
/// fragmentid      = xalphas
/// ```
static URL: Productions = Productions {
    first: ALPHA,
    ignores_case: false,
    schemes: &[
        Production { scheme: "http", read: httpaddress },
        Production { scheme: "ftp", read: fileaddress },
        Production { scheme: "news", read: newsaddress },
        Production { scheme: "gopher", read: gopheraddress },
        Production { scheme: "telnet", read: telnetaddress },
        Production { scheme: "wais", read: waisaddress },
        Production { scheme: "afs", read: afsaddress },
        Production { scheme: "prospero", read: prosperoaddress },
    ],
    other: generic,
    generic: any,
    partial: Some(partial),
};

// safe = $ | - | _ | @ | . | &
const SAFE: &Class = &Class::of(b"$-_@.&");

// extra = ! | * | " |  ' | ( | ) | : | ; | , | space
const EXTRA: &Class = &Class::of(b"!*\"'():;, ");

// xalpha = alpha | digit | safe | extra | escape; no production has the characters of variant and punctuation
const XALPHA: &Class = &ALPHANUM.or(SAFE).or(EXTRA).or(PCT_ENCODED);

// xpalpha = xalpha | +
const XPALPHA: &Class = &XALPHA.or(&Class::of(b"+"));

// alphanum = alpha | digit
const ALPHANUM: &Class = &ALPHA.or(DIGIT);

const PATH: &Rule = &Rule::new(
    "draft-1993 BNF path",
    "a path is of segments with one slash between each two, and this can't stand in one",
);

/// Reads as far as a path goes; a slash that begins it, or one right behind another, is left.
///
/// ```text
/// path = void | xpalphas [ / path ]
/// ```
fn path(reader: &mut Reader<'_>) {
    while reader.run(XPALPHA) > 0 && reader.eat(b'/') {}
}

const SEARCH: &Rule = &Rule::new(
    "draft-1993 BNF search",
    "a search is of words with one plus sign between each two, and this can't stand in one",
);

/// ```text
/// [ ? search ]
/// search = xalphas [ + search ]
/// ```
fn search(reader: &mut Reader<'_>) -> Result<bool, Rejection> {
    if !reader.eat_question_mark() {
        return Ok(false);
    }
    reader.some(XALPHA, SEARCH)?;
    while reader.eat(b'+') {
        reader.some(XALPHA, SEARCH)?;
    }
    Ok(true)
}

/// A path, a search and nothing more.
fn path_and_search(reader: &mut Reader<'_>) -> Result<(), Rejection> {
    path(reader);
    let rule = if search(reader)? { SEARCH } else { PATH };
    reader.end(rule)
}

/// ```text
/// generic = scheme : path [ ? search ]
/// scheme  = ialpha
/// ```
fn generic(reader: &mut Reader<'_>) -> Result<(), Rejection> {
    path_and_search(reader)
}

/// What a URL of any scheme can look like: the `generic` of the BNF, or what "Internet protocol parts" says of the
/// schemes that have a host.
fn any(reader: &mut Reader<'_>) -> Result<(), Rejection> {
    if !reader.eat_all(b"//") {
        return path_and_search(reader);
    }
    login(reader)?;
    behind_host(reader)
}

/// A path behind a host, where there is one, and a search.
///
/// ```text
/// [ / path ] [ ? search ]
/// ```
fn behind_host(reader: &mut Reader<'_>) -> Result<(), Rejection> {
    if reader.eat(b'/') {
        return path_and_search(reader);
    }
    let rule = if search(reader)? { SEARCH } else { HOSTPORT };
    reader.end(rule)
}

/// The section "Partial form": the scheme is left out, and the host with it, and the beginning of the path.
fn partial(reader: &mut Reader<'_>) -> Result<(), Rejection> {
    if reader.rest().starts_with(b"//") {
        return any(reader);
    }
    if !reader.eat(b'/') {
        let start = reader.at();
        reader.component(part::SEGMENT_NC);
        if reader.peek() == Some(b':') {
            return reader.refuse(SYNTAX.rules.segment_nc);
        }
        reader.go_to(start);
    }
    path_and_search(reader)
}

const HOST: &Rule = &Rule::new("draft-1993 BNF host", "a host is a name that begins with a letter, or a host number");
const HOSTNUMBER: &Rule =
    &Rule::new("draft-1993 BNF hostnumber", "a host that begins with a digit is four times digits with dots between");
const HOSTPORT: &Rule = &Rule::new("draft-1993 BNF hostport", "this character can't stand in a host and port");

/// ```text
/// hostport = host [ : port ]
/// port     = digits
/// ```
fn hostport(reader: &mut Reader<'_>) -> Result<(), Rejection> {
    let start = reader.at();
    host(reader)?;
    // A name has read it already.
    if reader.since(start).first().is_some_and(u8::is_ascii_digit) && reader.eat(b':') {
        reader.some(DIGIT, HOSTPORT)?;
    }
    reader.begin_path();
    Ok(())
}

/// ```text
/// host       = hostname | hostnumber
/// hostname   = ialpha [  .  hostname ]
/// hostnumber = digits . digits . digits . digits
/// ialpha     = alpha [ xalphas ]
/// ```
fn host(reader: &mut Reader<'_>) -> Result<(), Rejection> {
    let start = reader.at();
    if reader.peek().is_some_and(|first| first.is_ascii_digit()) {
        reader.run(DIGIT);
        for _ in 0..3 {
            reader.expect(b".", HOSTNUMBER)?;
            reader.some(DIGIT, HOSTNUMBER)?;
        }
        reader.host(start, reader.at());
    } else {
        // The dots are xalphas, too.
        reader.one(ALPHA, HOST)?;
        reader.run(XALPHA);
        let (name_start, name_end) = without_user_and_port(reader.since(start));
        reader.host(start + name_start, start + name_end);
    }
    Ok(())
}

/// Where in a host name the host is that others would go to: behind the last `@`, before a colon and digits.
fn without_user_and_port(name: &[u8]) -> (usize, usize) {
    let start = match memchr::memrchr(b'@', name) {
        Some(at) if name.get(at + 1).is_some_and(|&first| ALPHANUM.has(first)) => at + 1,
        _ => 0,
    };
    let end = match memchr::memrchr(b':', name) {
        Some(colon) if colon > start && name[colon + 1..].iter().all(u8::is_ascii_digit) => colon,
        _ => name.len(),
    };
    (start, end)
}

const USER: &Rule = &Rule::new("draft-1993 BNF user", "a user name is of one character or more");

/// ```text
/// [ user @ ] hostport
/// user = xalphas
/// ```
///
/// A user that begins with a letter is read as part of a host name.
fn login(reader: &mut Reader<'_>) -> Result<(), Rejection> {
    let start = reader.at();
    if !reader.peek().is_some_and(|first| ALPHA.has(first)) {
        reader.run(XALPHA);
        let user = memchr::memrchr(b'@', reader.since(start));
        reader.go_to(start);
        match user {
            Some(0) => return reader.refuse(USER),
            Some(length) => reader.go_to(start + length + 1),
            None => {}
        }
    }
    hostport(reader)
}

const HTTPADDRESS: &Rule = &Rule::new("draft-1993 BNF httpaddress", "an http URL needs \"//\" and a host");

/// ```text
/// httpaddress = h t t p :   / / hostport  [  / path ] [ ? search ]
/// ```
fn httpaddress(reader: &mut Reader<'_>) -> Result<(), Rejection> {
    reader.expect(b"//", HTTPADDRESS)?;
    hostport(reader)?;
    behind_host(reader)
}

const FILEADDRESS: &Rule = &Rule::new("draft-1993 BNF fileaddress", "an ftp URL is \"//\", a host, a slash and a path");

/// ```text
/// fileaddress = f t p : / / host / path
/// ```
///
/// The prose has a user and a port here; behind a name both are read as part of it.
fn fileaddress(reader: &mut Reader<'_>) -> Result<(), Rejection> {
    reader.expect(b"//", FILEADDRESS)?;
    host(reader)?;
    reader.begin_path();
    reader.expect(b"/", FILEADDRESS)?;
    path(reader);
    reader.end(PATH)
}

const AFSADDRESS: &Rule = &Rule::new("draft-1993 BNF afsaddress", "an afs URL is \"//\", a cell, a slash and a path");
const CELLNAME: &Rule = &Rule::new("draft-1993 BNF cellname", "the name of a cell begins with a letter");

/// ```text
/// afsaddress = a f s : / / cellname / path
/// cellname   = hostname
/// ```
fn afsaddress(reader: &mut Reader<'_>) -> Result<(), Rejection> {
    reader.expect(b"//", AFSADDRESS)?;
    if reader.peek().is_some_and(|first| first.is_ascii_digit()) {
        return reader.refuse(CELLNAME);
    }
    host(reader)?;
    reader.begin_path();
    reader.expect(b"/", AFSADDRESS)?;
    path(reader);
    reader.end(PATH)
}

const GROUPPART: &Rule = &Rule::new(
    "draft-1993 BNF groupart",
    "a news URL is \"*\", a group, which begins with a letter, or an article, which is a name, \"@\" and a host",
);

/// ```text
/// newsaddress = n e w s : groupart
/// groupart    = * | group | article
/// group       = ialpha [ . group ]
/// article     = xalphas @ host
/// ```
fn newsaddress(reader: &mut Reader<'_>) -> Result<(), Rejection> {
    let start = reader.at();
    reader.some(XALPHA, GROUPPART)?;
    let name = reader.since(start);
    // A name that begins with a letter is a group, whatever else it holds.
    if name == b"*" || ALPHA.has(name[0]) {
        return reader.end(GROUPPART);
    }
    reader.end(GROUPPART)?;
    let Some(length) = memchr::memrchr(b'@', name).filter(|&length| length > 0) else {
        return reader.refuse(GROUPPART);
    };
    reader.go_to(start + length + 1);
    let is_host = host(reader);
    // The host is the one that gave the article its name, not an authority.
    reader.no_host();
    is_host?;
    reader.end(GROUPPART)
}

const WAISADDRESS: &Rule =
    &Rule::new("draft-1993 BNF waisaddress", "a wais URL is \"//\", a host, a slash and a database");
const DATABASE: &Rule = &Rule::new("draft-1993 BNF database", "the name of a database is expected here");
const WTYPE: &Rule = &Rule::new("draft-1993 BNF wtype", "the type of a wais document and a slash are expected here");
const DOCUMENT: &Rule =
    &Rule::new("draft-1993 BNF waisdoc", "the digits of a wais document's length and a slash are expected here");

/// ```text
/// waisaddress = waisindex | waisdoc
/// waisindex   = w a i s : / / hostport / database [ ? search ]
/// waisdoc     = w a i s : / / hostport / database / wtype / digits / path
/// database    = xalphas
/// wtype       = xalphas
/// ```
fn waisaddress(reader: &mut Reader<'_>) -> Result<(), Rejection> {
    reader.expect(b"//", WAISADDRESS)?;
    hostport(reader)?;
    reader.expect(b"/", WAISADDRESS)?;
    reader.some(XALPHA, DATABASE)?;
    if !reader.eat(b'/') {
        let rule = if search(reader)? { SEARCH } else { DATABASE };
        return reader.end(rule);
    }
    reader.some(XALPHA, WTYPE)?;
    reader.expect(b"/", WTYPE)?;
    reader.some(DIGIT, DOCUMENT)?;
    reader.expect(b"/", DOCUMENT)?;
    path(reader);
    reader.end(PATH)
}

const PROSPERO: &Rule =
    &Rule::new("draft-1993 BNF prosperoaddress", "a prospero URL is \"//\", a host, a slash and the name of an object");
const VERSION: &Rule = &Rule::new("draft-1993 BNF version", "\"%00\" is followed by the digits of a version");
const ATTRIBUTE: &Rule = &Rule::new("draft-1993 BNF attribute", "an attribute is of letters and digits");
const NUL: &[u8] = b"%00";

/// The first `%00` ends the name, though a path could hold it: it is there for nothing else. The BNF has nothing
/// between the version and the attributes, the prose another `%00` before each, and it has an empty version when
/// attributes follow it ("%00%00"); either is taken.
///
/// ```text
/// prosperoaddress = prosperolink
/// prosperolink    = p r o s p e r o : / / hostport / hsoname [ % 0 0 version [ attributes ] ]
/// hsoname         = path
/// version         = digits
/// attributes      = attribute [ attributes ]
/// attribute       = alphanums
/// ```
fn prosperoaddress(reader: &mut Reader<'_>) -> Result<(), Rejection> {
    reader.expect(b"//", PROSPERO)?;
    hostport(reader)?;
    reader.expect(b"/", PROSPERO)?;
    let start = reader.at();
    path(reader);
    let Some(length) = reader.since(start).windows(NUL.len()).position(|bytes| bytes == NUL) else {
        return reader.end(PATH);
    };
    reader.go_to(start + length + NUL.len());
    if reader.run(DIGIT) == 0 && !reader.rest().starts_with(NUL) {
        return reader.refuse(VERSION);
    }
    reader.run(ALPHANUM);
    while reader.eat_all(NUL) {
        reader.some(ALPHANUM, ATTRIBUTE)?;
    }
    reader.end(ATTRIBUTE)
}

const TELNETADDRESS: &Rule =
    &Rule::new("draft-1993 BNF telnetaddress", "a telnet URL is \"//\", a user or none, a host and perhaps a port");

/// ```text
/// telnetaddress = t e l n e t : / / [ user @ ] hostport
/// ```
fn telnetaddress(reader: &mut Reader<'_>) -> Result<(), Rejection> {
    reader.expect(b"//", TELNETADDRESS)?;
    login(reader)?;
    reader.end(TELNETADDRESS)
}

const GOPHERADDRESS: &Rule = &Rule::new("draft-1993 BNF gopheraddress", "a gopher URL needs \"//\" and a host");
const GTYPE: &Rule = &Rule::new("draft-1993 BNF gtype", "a slash is followed by the single character of a gopher type");

/// ```text
/// gopheraddress = g o p h e r : / / hostport  [/ gtype  [ selector ] ] [ ? search ]
/// gtype         = xalpha
/// selector      = path
/// ```
fn gopheraddress(reader: &mut Reader<'_>) -> Result<(), Rejection> {
    reader.expect(b"//", GOPHERADDRESS)?;
    hostport(reader)?;
    if !reader.eat(b'/') {
        return behind_host(reader);
    }
    reader.one(XALPHA, GTYPE)?;
    path_and_search(reader)
}
