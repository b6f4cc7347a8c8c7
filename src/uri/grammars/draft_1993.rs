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

use crate::uri::{
    class::{ALPHA, CharClass, ComponentTable, DIGIT, PCT_ENCODED, part},
    productions::{Production, ProductionReader, Productions},
    rejection::{ComponentRules, Rejection, Rule},
    resolution::{Dots, EmptyBase, QueryOnly, Resolution, SameDocument},
    syntax::{NO_SCHEMES, Syntax},
};

/// The section "BNF syntax".
pub(crate) static SYNTAX: Syntax = Syntax {
    name: "draft-1993",
    title: "The first draft, of July 1993, scheme by scheme",
    table: ComponentTable::new(&[
        (part::SCHEME, &XALPHA.but(b":")),
        (part::USERINFO, XALPHA),
        (part::HOST, XALPHA),
        (part::SEGMENT_NC, &XPALPHA.but(b":")),
        (part::PATH, &XPALPHA.or(&CharClass::of(b"/"))),
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
    rules: ComponentRules {
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
    schemes: &NO_SCHEMES,
    resolution: RESOLUTION,
    productions: Some(&URL),
};

/// The section "Partial form". No partial URL is empty, so an empty one leaves the base.
const RESOLUTION: Resolution = Resolution {
    query_only: QueryOnly::Directory,
    same_document: SameDocument::Stays,
    empty_base: EmptyBase::Authority,
    dots: Dots::WithSlashBefore,
    dots_in_absolute: false,
    query_in_path: false,
    base: &Rule::new("draft-1993 partial form", "a partial URL needs a context with a scheme"),
};

// fragmentaddress = url [ # fragmentid ]
// url             = generic | httpaddress | fileaddress | newsaddress | prosperoaddress | telnetaddress |
//                   gopheraddress | waisaddress | afsaddress
// fragmentid      = xalphas
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
const SAFE: &CharClass = &CharClass::of(b"$-_@.&");

// extra = ! | * | " |  ' | ( | ) | : | ; | , | space
const EXTRA: &CharClass = &CharClass::of(b"!*\"'():;, ");

// xalpha = alpha | digit | safe | extra | escape; no production has the characters of variant and punctuation
const XALPHA: &CharClass = &ALPHANUM.or(SAFE).or(EXTRA).or(PCT_ENCODED);

// xpalpha = xalpha | +
const XPALPHA: &CharClass = &XALPHA.or(&CharClass::of(b"+"));

// alphanum = alpha | digit
const ALPHANUM: &CharClass = &ALPHA.or(DIGIT);

const PATH: &Rule = &Rule::new(
    "draft-1993 BNF path",
    "a path is of segments with one slash between each two, and this can't stand in one",
);

/// Reads a path. A slash at its beginning or after another slash is left.
//
// path = void | xpalphas [ / path ]
fn path(reader: &mut ProductionReader<'_>) {
    while reader.cursor.run(XPALPHA) > 0 && reader.cursor.eat(b'/') {}
}

const SEARCH: &Rule = &Rule::new(
    "draft-1993 BNF search",
    "a search is of words with one plus sign between each two, and this can't stand in one",
);

// [ ? search ]
// search = xalphas [ + search ]
fn search(reader: &mut ProductionReader<'_>) -> Result<bool, Rejection> {
    if !reader.eat_question_mark() {
        return Ok(false);
    }
    reader.cursor.some(XALPHA, SEARCH)?;
    while reader.cursor.eat(b'+') {
        reader.cursor.some(XALPHA, SEARCH)?;
    }
    Ok(true)
}

fn path_and_search(reader: &mut ProductionReader<'_>) -> Result<(), Rejection> {
    path(reader);
    let rule = if search(reader)? { SEARCH } else { PATH };
    reader.cursor.expect_end(rule)
}

// generic = scheme : path [ ? search ]
// scheme  = ialpha
fn generic(reader: &mut ProductionReader<'_>) -> Result<(), Rejection> {
    path_and_search(reader)
}

/// Reads a URL of any scheme: the `generic` of the BNF, or the text of "Internet protocol parts" on schemes with a
/// host.
fn any(reader: &mut ProductionReader<'_>) -> Result<(), Rejection> {
    if !reader.cursor.eat_all(b"//") {
        return path_and_search(reader);
    }
    login(reader)?;
    behind_host(reader)
}

/// Reads a path after a host, if there is one, and a search.
//
// [ / path ] [ ? search ]
fn behind_host(reader: &mut ProductionReader<'_>) -> Result<(), Rejection> {
    if reader.cursor.eat(b'/') {
        return path_and_search(reader);
    }
    let rule = if search(reader)? { SEARCH } else { HOSTPORT };
    reader.cursor.expect_end(rule)
}

/// The section "Partial form": the scheme is omitted, and perhaps the host and the beginning of the path.
fn partial(reader: &mut ProductionReader<'_>) -> Result<(), Rejection> {
    if reader.cursor.rest().starts_with(b"//") {
        return any(reader);
    }
    if !reader.cursor.eat(b'/') {
        let start = reader.cursor.position();
        reader.cursor.component(part::SEGMENT_NC);
        if reader.cursor.peek() == Some(b':') {
            return reader.cursor.refuse(SYNTAX.rules.segment_nc);
        }
        reader.cursor.go_to(start);
    }
    path_and_search(reader)
}

const HOST: &Rule = &Rule::new("draft-1993 BNF host", "a host is a name that begins with a letter, or a host number");
const HOSTNUMBER: &Rule =
    &Rule::new("draft-1993 BNF hostnumber", "a host that begins with a digit is four times digits with dots between");
const HOSTPORT: &Rule = &Rule::new("draft-1993 BNF hostport", "this character can't stand in a host and port");

// hostport = host [ : port ]
// port     = digits
fn hostport(reader: &mut ProductionReader<'_>) -> Result<(), Rejection> {
    let start = reader.cursor.position();
    host(reader)?;
    // A name has read it already.
    if reader.cursor.since(start).first().is_some_and(u8::is_ascii_digit) && reader.cursor.eat(b':') {
        reader.cursor.some(DIGIT, HOSTPORT)?;
    }
    reader.begin_path();
    Ok(())
}

// host       = hostname | hostnumber
// hostname   = ialpha [  .  hostname ]
// hostnumber = digits . digits . digits . digits
// ialpha     = alpha [ xalphas ]
fn host(reader: &mut ProductionReader<'_>) -> Result<(), Rejection> {
    let start = reader.cursor.position();
    if reader.cursor.peek().is_some_and(|first| first.is_ascii_digit()) {
        reader.cursor.run(DIGIT);
        for _ in 0..3 {
            reader.cursor.expect(b".", HOSTNUMBER)?;
            reader.cursor.some(DIGIT, HOSTNUMBER)?;
        }
        reader.host(start, reader.cursor.position());
    } else {
        // The dots are xalphas, too.
        reader.cursor.one(ALPHA, HOST)?;
        reader.cursor.run(XALPHA);
        let (name_start, name_end) = without_user_and_port(reader.cursor.since(start));
        reader.host(start + name_start, start + name_end);
    }
    Ok(())
}

/// Returns the range of the host that other programs would use: after the last `@`, before a colon and digits.
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

// [ user @ ] hostport
// user = xalphas
//
/// A user that begins with a letter is read as part of the host.
fn login(reader: &mut ProductionReader<'_>) -> Result<(), Rejection> {
    let start = reader.cursor.position();
    if !reader.cursor.peek().is_some_and(|first| ALPHA.has(first)) {
        reader.cursor.run(XALPHA);
        let user = memchr::memrchr(b'@', reader.cursor.since(start));
        reader.cursor.go_to(start);
        match user {
            Some(0) => return reader.cursor.refuse(USER),
            Some(length) => reader.cursor.go_to(start + length + 1),
            None => {}
        }
    }
    hostport(reader)
}

const HTTPADDRESS: &Rule = &Rule::new("draft-1993 BNF httpaddress", "an http URL needs \"//\" and a host");

// httpaddress = h t t p :   / / hostport  [  / path ] [ ? search ]
fn httpaddress(reader: &mut ProductionReader<'_>) -> Result<(), Rejection> {
    reader.cursor.expect(b"//", HTTPADDRESS)?;
    hostport(reader)?;
    behind_host(reader)
}

const FILEADDRESS: &Rule = &Rule::new("draft-1993 BNF fileaddress", "an ftp URL is \"//\", a host, a slash and a path");

// fileaddress = f t p : / / host / path
//
/// The prose allows a user and a port here. After a name, both are read as part of it.
fn fileaddress(reader: &mut ProductionReader<'_>) -> Result<(), Rejection> {
    reader.cursor.expect(b"//", FILEADDRESS)?;
    host(reader)?;
    reader.begin_path();
    reader.cursor.expect(b"/", FILEADDRESS)?;
    path(reader);
    reader.cursor.expect_end(PATH)
}

const AFSADDRESS: &Rule = &Rule::new("draft-1993 BNF afsaddress", "an afs URL is \"//\", a cell, a slash and a path");
const CELLNAME: &Rule = &Rule::new("draft-1993 BNF cellname", "the name of a cell begins with a letter");

// afsaddress = a f s : / / cellname / path
// cellname   = hostname
fn afsaddress(reader: &mut ProductionReader<'_>) -> Result<(), Rejection> {
    reader.cursor.expect(b"//", AFSADDRESS)?;
    if reader.cursor.peek().is_some_and(|first| first.is_ascii_digit()) {
        return reader.cursor.refuse(CELLNAME);
    }
    host(reader)?;
    reader.begin_path();
    reader.cursor.expect(b"/", AFSADDRESS)?;
    path(reader);
    reader.cursor.expect_end(PATH)
}

const GROUPPART: &Rule = &Rule::new(
    "draft-1993 BNF groupart",
    "a news URL is \"*\", a group, which begins with a letter, or an article, which is a name, \"@\" and a host",
);

// newsaddress = n e w s : groupart
// groupart    = * | group | article
// group       = ialpha [ . group ]
// article     = xalphas @ host
fn newsaddress(reader: &mut ProductionReader<'_>) -> Result<(), Rejection> {
    let start = reader.cursor.position();
    reader.cursor.some(XALPHA, GROUPPART)?;
    let name = reader.cursor.since(start);
    // A name that begins with a letter is a group, whatever else it holds.
    if name == b"*" || ALPHA.has(name[0]) {
        return reader.cursor.expect_end(GROUPPART);
    }
    reader.cursor.expect_end(GROUPPART)?;
    let Some(length) = memchr::memrchr(b'@', name).filter(|&length| length > 0) else {
        return reader.cursor.refuse(GROUPPART);
    };
    reader.cursor.go_to(start + length + 1);
    let is_host = host(reader);
    // The host is the one that gave the article its name, not an authority.
    reader.no_host();
    is_host?;
    reader.cursor.expect_end(GROUPPART)
}

const WAISADDRESS: &Rule =
    &Rule::new("draft-1993 BNF waisaddress", "a wais URL is \"//\", a host, a slash and a database");
const DATABASE: &Rule = &Rule::new("draft-1993 BNF database", "the name of a database is expected here");
const WTYPE: &Rule = &Rule::new("draft-1993 BNF wtype", "the type of a wais document and a slash are expected here");
const DOCUMENT: &Rule =
    &Rule::new("draft-1993 BNF waisdoc", "the digits of a wais document's length and a slash are expected here");

// waisaddress = waisindex | waisdoc
// waisindex   = w a i s : / / hostport / database [ ? search ]
// waisdoc     = w a i s : / / hostport / database / wtype / digits / path
// database    = xalphas
// wtype       = xalphas
fn waisaddress(reader: &mut ProductionReader<'_>) -> Result<(), Rejection> {
    reader.cursor.expect(b"//", WAISADDRESS)?;
    hostport(reader)?;
    reader.cursor.expect(b"/", WAISADDRESS)?;
    reader.cursor.some(XALPHA, DATABASE)?;
    if !reader.cursor.eat(b'/') {
        let rule = if search(reader)? { SEARCH } else { DATABASE };
        return reader.cursor.expect_end(rule);
    }
    reader.cursor.some(XALPHA, WTYPE)?;
    reader.cursor.expect(b"/", WTYPE)?;
    reader.cursor.some(DIGIT, DOCUMENT)?;
    reader.cursor.expect(b"/", DOCUMENT)?;
    path(reader);
    reader.cursor.expect_end(PATH)
}

const PROSPERO: &Rule =
    &Rule::new("draft-1993 BNF prosperoaddress", "a prospero URL is \"//\", a host, a slash and the name of an object");
const VERSION: &Rule = &Rule::new("draft-1993 BNF version", "\"%00\" is followed by the digits of a version");
const ATTRIBUTE: &Rule = &Rule::new("draft-1993 BNF attribute", "an attribute is of letters and digits");
const NUL: &[u8] = b"%00";

/// The first `%00` ends the name, since it has no other use, though a path could contain it. The BNF has nothing
/// between the version and the attributes. The prose has another `%00` before each, and an empty version before
/// attributes ("%00%00"). Both are accepted.
//
// prosperoaddress = prosperolink
// prosperolink    = p r o s p e r o : / / hostport / hsoname [ % 0 0 version [ attributes ] ]
// hsoname         = path
// version         = digits
// attributes      = attribute [ attributes ]
// attribute       = alphanums
fn prosperoaddress(reader: &mut ProductionReader<'_>) -> Result<(), Rejection> {
    reader.cursor.expect(b"//", PROSPERO)?;
    hostport(reader)?;
    reader.cursor.expect(b"/", PROSPERO)?;
    let start = reader.cursor.position();
    path(reader);
    let Some(length) = reader.cursor.since(start).windows(NUL.len()).position(|bytes| bytes == NUL) else {
        return reader.cursor.expect_end(PATH);
    };
    reader.cursor.go_to(start + length + NUL.len());
    if reader.cursor.run(DIGIT) == 0 && !reader.cursor.rest().starts_with(NUL) {
        return reader.cursor.refuse(VERSION);
    }
    reader.cursor.run(ALPHANUM);
    while reader.cursor.eat_all(NUL) {
        reader.cursor.some(ALPHANUM, ATTRIBUTE)?;
    }
    reader.cursor.expect_end(ATTRIBUTE)
}

const TELNETADDRESS: &Rule =
    &Rule::new("draft-1993 BNF telnetaddress", "a telnet URL is \"//\", a user or none, a host and perhaps a port");

// telnetaddress = t e l n e t : / / [ user @ ] hostport
fn telnetaddress(reader: &mut ProductionReader<'_>) -> Result<(), Rejection> {
    reader.cursor.expect(b"//", TELNETADDRESS)?;
    login(reader)?;
    reader.cursor.expect_end(TELNETADDRESS)
}

const GOPHERADDRESS: &Rule = &Rule::new("draft-1993 BNF gopheraddress", "a gopher URL needs \"//\" and a host");
const GTYPE: &Rule = &Rule::new("draft-1993 BNF gtype", "a slash is followed by the single character of a gopher type");

// gopheraddress = g o p h e r : / / hostport  [/ gtype  [ selector ] ] [ ? search ]
// gtype         = xalpha
// selector      = path
fn gopheraddress(reader: &mut ProductionReader<'_>) -> Result<(), Rejection> {
    reader.cursor.expect(b"//", GOPHERADDRESS)?;
    hostport(reader)?;
    if !reader.cursor.eat(b'/') {
        return behind_host(reader);
    }
    reader.cursor.one(XALPHA, GTYPE)?;
    path_and_search(reader)
}
