//! urn, doi, did, info, tag, geo, magnet, matrix, bitcoin, bitcoincash, jdbc, spotify: names of things that are nowhere in particular.

use crate::uri::{
    class::{ALPHA, CharClass, DIGIT, IPATH, IPCHAR, IPCT_ENCODED, IQUERY, UNRESERVED},
    cursor::UriCursor,
    rejection::{Rejection, Rule},
};

pub(crate) const NID: &Rule =
    &Rule::new("rfc8141 2 NID", "a URN has the name of its namespace: 2 to 32 letters, digits and hyphens");
const NSS: &Rule = &Rule::new("rfc8141 2 NSS", "a URN has a name behind that of its namespace");
const RQ: &Rule = &Rule::new("rfc8141 2 rq-components", "\"?\" in a URN is followed by \"+\" or \"=\" and a component");
pub(crate) const DOI: &Rule =
    &Rule::new("iso26324 4 doi", "a DOI is \"10.\", the number of its registrant, a slash and a name");
pub(crate) const DID: &Rule =
    &Rule::new("did-core 3.1 did", "a DID is a method of small letters and digits, a colon and an identifier");
pub(crate) const JDBC: &Rule =
    &Rule::new("jdbc 9.4 url", "a JDBC URL is a subprotocol, a colon, and a name or two slashes and a host");
const SPOTIFY: &Rule = &Rule::new("spotify uri", "a Spotify URI is a kind, a colon and an identifier");
pub(crate) const INFO: &Rule =
    &Rule::new("rfc4452 4.1 info-identifier", "an info URI is a namespace, a slash and an identifier");
pub(crate) const TAG: &Rule =
    &Rule::new("rfc4151 2.1 tagURI", "a tag is a domain or mail address, a comma, a date, a colon and a name");
pub(crate) const GEO: &Rule =
    &Rule::new("rfc5870 3.3 coordinates", "a place is a latitude, a comma and a longitude, both as numbers");
const GEO_PARAMETER: &Rule = &Rule::new("rfc5870 3.3 p", "a parameter is a name, and a value behind \"=\"");
pub(crate) const MAGNET: &Rule =
    &Rule::new("magnet parameters", "a magnet URL is \"?\" and parameters, such as \"xt=\"");
pub(crate) const MATRIX: &Rule = &Rule::new(
    "matrix appendices URI",
    "a matrix URI is \"u/\", \"r/\" or \"roomid/\" and a name, perhaps with \"/e/\" and that of an event",
);
pub(crate) const BITCOIN: &Rule =
    &Rule::new("bip21 bitcoinaddress", "a bitcoin URL is an address of letters and digits");
pub(crate) const BITCOINCASH: &Rule = &Rule::new(
    "cashaddr payload",
    "a bitcoincash URL is an address of 42 digits in base 32 or more, in one letter case",
);

const ALPHANUM: &CharClass = &ALPHA.or(DIGIT);
const LDH: &CharClass = &ALPHANUM.or(&CharClass::of(b"-"));
const METHOD: &CharClass = &DIGIT.or(&CharClass::of(b"abcdefghijklmnopqrstuvwxyz"));
const SUBPROTOCOL: &CharClass = &LDH.or(&CharClass::of(b"_+."));
const DOMAIN: &CharClass = &LDH.or(&CharClass::of(b"."));
const LOCAL_PART: &CharClass = &DOMAIN.or(&CharClass::of(b"_"));
const NAMESPACE: &CharClass = &DOMAIN.or(&CharClass::of(b"+"));
// paramchar = p-unreserved / unreserved / pct-encoded
const GEO_VALUE: &CharClass = &UNRESERVED.or(IPCT_ENCODED).or(&CharClass::of(b"[]:&+$!*'()"));

// namestring    = assigned-name [ rq-components ] [ "#" f-component ]
// assigned-name = "urn" ":" NID ":" NSS
// NID           = (alphanum) 0*30(ldh) (alphanum)
// NSS           = pchar *(pchar / "/")
// rq-components = [ "?+" r-component ] [ "?=" q-component ]
pub(crate) fn urn(cursor: &mut UriCursor<'_>) -> Result<(), Rejection> {
    let start = cursor.position();
    if !cursor.peek().is_some_and(|byte| ALPHANUM.has(byte)) {
        return cursor.refuse(NID);
    }
    let length = cursor.run_up_to(LDH, 32);
    if length < 2 || cursor.peek() != Some(b':') {
        return cursor.refuse(NID);
    }
    if cursor.since(start).ends_with(b"-") {
        cursor.go_to(cursor.position() - 1);
        return cursor.refuse(NID);
    }
    cursor.eat(b':');
    cursor.one(IPCHAR, NSS)?;
    cursor.run(IPATH);
    if cursor.eat(b'?') {
        if !cursor.eat(b'+') && !cursor.eat(b'=') {
            return cursor.refuse(RQ);
        }
        cursor.one(IPCHAR, RQ)?;
        cursor.run(IQUERY);
    }
    cursor.expect_end(NSS)
}

/// The registrant's number may be subdivided: `10.1000.10/123`.
pub(crate) fn doi(cursor: &mut UriCursor<'_>) -> Result<(), Rejection> {
    cursor.expect(b"10.", DOI)?;
    if cursor.run_up_to(DIGIT, 9) < 4 {
        return cursor.refuse(DOI);
    }
    while cursor.eat(b'.') {
        cursor.some(DIGIT, DOI)?;
    }
    cursor.expect(b"/", DOI)?;
    cursor.some(IPATH, DOI)
}

// did         = "did:" method-name ":" method-specific-id
// method-name = 1*method-char
pub(crate) fn did(cursor: &mut UriCursor<'_>) -> Result<(), Rejection> {
    cursor.some(METHOD, DID)?;
    cursor.expect(b":", DID)?;
    cursor.some(IPCHAR, DID)
}

/// `jdbc:<subprotocol>:<subname>`. Most subnames begin with two slashes and a host.
pub(crate) fn jdbc(cursor: &mut UriCursor<'_>) -> Result<(), Rejection> {
    cursor.some(SUBPROTOCOL, JDBC)?;
    cursor.expect(b":", JDBC)?;
    if cursor.eat_all(b"//") {
        return cursor.one(IPCHAR, JDBC);
    }
    cursor.some(IPATH, JDBC)
}

/// `spotify:track:6rqhFgbbKwnb9MLmUQDhG6`: words with colons between.
pub(crate) fn spotify(cursor: &mut UriCursor<'_>) -> Result<(), Rejection> {
    cursor.some(ALPHA, SPOTIFY)?;
    cursor.expect(b":", SPOTIFY)?;
    cursor.some(IPCHAR, SPOTIFY)
}

/// For URLs that only their program understands.
pub(crate) fn anything(_: &mut UriCursor<'_>) -> Result<(), Rejection> {
    Ok(())
}

/// A namespace has the syntax of a scheme.
//
// info-identifier = namespace "/" identifier
// namespace       = scheme
pub(crate) fn info(cursor: &mut UriCursor<'_>) -> Result<(), Rejection> {
    cursor.one(ALPHA, INFO)?;
    cursor.run(NAMESPACE);
    cursor.expect(b"/", INFO)?;
    cursor.some(IPATH, INFO)
}

// tagURI        = "tag:" taggingEntity ":" specific
// taggingEntity = authorityName "," date
// authorityName = DNSname / emailAddress
// date          = year ["-" month ["-" day]]
// specific      = *( pchar / "/" / "?" )
pub(crate) fn tag(cursor: &mut UriCursor<'_>) -> Result<(), Rejection> {
    cursor.some(LOCAL_PART, TAG)?;
    if cursor.eat(b'@') {
        cursor.some(DOMAIN, TAG)?;
    }
    cursor.expect(b",", TAG)?;
    if cursor.run_up_to(DIGIT, 4) < 4 {
        return cursor.refuse(TAG);
    }
    for _ in 0..2 {
        if cursor.eat(b'-') && cursor.run_up_to(DIGIT, 2) < 2 {
            return cursor.refuse(TAG);
        }
    }
    cursor.expect(b":", TAG)
}

/// The names of users, rooms and events without their signs (`@`, `#`, `!`, `$`).
//
// path  = ( "u" / "r" / "roomid" ) "/" name [ "/e/" name ]
// name  = 1*pchar
pub(crate) fn matrix(cursor: &mut UriCursor<'_>) -> Result<(), Rejection> {
    if !(cursor.eat_all(b"roomid/") || cursor.eat_all(b"u/") || cursor.eat_all(b"r/")) {
        return cursor.refuse(MATRIX);
    }
    cursor.some(IPCHAR, MATRIX)?;
    if cursor.eat(b'/') {
        cursor.expect(b"e/", MATRIX)?;
        cursor.some(IPCHAR, MATRIX)?;
    }
    cursor.expect_end_of_path(MATRIX)
}

// geo-path    = coordinates p
// coordinates = coord-a "," coord-b [ "," coord-c ]
// p           = [ crsp ] [ uncp ] *parameter
// parameter   = ";" pname [ "=" pvalue ]
// num         = [ "-" ] 1*DIGIT [ "." 1*DIGIT ]
pub(crate) fn geo(cursor: &mut UriCursor<'_>) -> Result<(), Rejection> {
    coordinate(cursor)?;
    cursor.expect(b",", GEO)?;
    coordinate(cursor)?;
    if cursor.eat(b',') {
        coordinate(cursor)?;
    }
    while cursor.eat(b';') {
        cursor.some(LDH, GEO_PARAMETER)?;
        if cursor.eat(b'=') {
            cursor.some(GEO_VALUE, GEO_PARAMETER)?;
        }
    }
    // RFC 5870 has no query, but Android's `geo:0,0?q=address` is how most of them look.
    cursor.expect_end_of_path(GEO)
}

fn coordinate(cursor: &mut UriCursor<'_>) -> Result<(), Rejection> {
    cursor.eat(b'-');
    cursor.some(DIGIT, GEO)?;
    if cursor.eat(b'.') {
        cursor.some(DIGIT, GEO)?;
    }
    Ok(())
}

const MAGNET_PARAMETERS: [&[u8]; 10] = [b"xt", b"dn", b"xl", b"tr", b"ws", b"as", b"xs", b"kt", b"mt", b"so"];

/// By convention: `?`, then parameters joined by `&`. Each may have a number (`xt.1=`) or be private (`x.pe=`). The
/// first must be one of the known ones.
pub(crate) fn magnet(cursor: &mut UriCursor<'_>) -> Result<(), Rejection> {
    cursor.expect(b"?", MAGNET)?;
    let start = cursor.position();
    cursor.run(ALPHANUM);
    let name = cursor.since(start);
    let known = MAGNET_PARAMETERS.iter().any(|known| known.eq_ignore_ascii_case(name));
    let private = name.eq_ignore_ascii_case(b"x") && cursor.peek() == Some(b'.');
    if !known && !private {
        cursor.go_to(start);
        return cursor.refuse(MAGNET);
    }
    if cursor.eat(b'.') {
        cursor.some(ALPHANUM, MAGNET)?;
    }
    cursor.expect(b"=", MAGNET)?;
    cursor.some(IQUERY, MAGNET)
}

/// An address has letters and digits, unlike most words. It is optional before parameters (BIP 321).
//
// bitcoinurn = "bitcoin:" bitcoinaddress [ "?" bitcoinparams ]
pub(crate) fn bitcoin(cursor: &mut UriCursor<'_>) -> Result<(), Rejection> {
    let start = cursor.position();
    cursor.run(ALPHANUM);
    let address = cursor.since(start);
    let mixed = address.iter().any(u8::is_ascii_digit) && address.iter().any(u8::is_ascii_alphabetic);
    if address.is_empty() && cursor.eat(b'?') {
        return cursor.some(IQUERY, BITCOIN);
    }
    if !mixed {
        return cursor.refuse(BITCOIN);
    }
    cursor.expect_end_of_path(BITCOIN)
}

const CASH_LOWER: &CharClass = &CharClass::of(b"023456789acdefghjklmnpqrstuvwxyz");
const CASH_UPPER: &CharClass = &CharClass::of(b"023456789ACDEFGHJKLMNPQRSTUVWXYZ");
/// The digits of the shortest hash, version and checksum.
const MIN_CASH_ADDRESS: usize = 42;

/// An address is base 32 in one letter case, without `1`, `b`, `i` and `o`. It begins with a `q` or `p`, the five bits
/// of the version. Parameters follow as in `bitcoin:`.
pub(crate) fn bitcoincash(cursor: &mut UriCursor<'_>) -> Result<(), Rejection> {
    let class = match cursor.peek() {
        Some(b'q' | b'p') => CASH_LOWER,
        Some(b'Q' | b'P') => CASH_UPPER,
        _ => return cursor.refuse(BITCOINCASH),
    };
    if cursor.run(class) < MIN_CASH_ADDRESS {
        return cursor.refuse(BITCOINCASH);
    }
    cursor.expect_end_of_path(BITCOINCASH)
}
