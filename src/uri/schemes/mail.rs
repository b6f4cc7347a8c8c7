//! mailto, mid, cid, acct, xmpp: what has the form of an address.

use crate::uri::{
    class::{ALPHA, CharClass, DIGIT, IPATH, IPCT_ENCODED, IQUERY, IREG_NAME, UNRESERVED},
    cursor::UriCursor,
    rejection::{Rejection, Rule},
};

pub(crate) const MAILTO: &Rule = &Rule::new("rfc6068 2 mailtoURI", "a mailto URL needs an address or a header field");
const ADDRESS: &Rule = &Rule::new("rfc6068 2 addr-spec", "a mail address is a local part, \"@\" and a domain");
const HEADER: &Rule = &Rule::new("rfc6068 2 hfields", "\"?\" is followed by the name of a header field and \"=\"");
pub(crate) const MID: &Rule = &Rule::new("rfc2392 2 mid-url", "a message-id is two parts with \"@\" between them");
pub(crate) const CID: &Rule = &Rule::new("rfc2392 2 cid-url", "a content-id is two parts with \"@\" between them");
pub(crate) const ACCT: &Rule = &Rule::new("rfc7565 7 acctURI", "an account is a user, \"@\" and a host");
pub(crate) const XMPP: &Rule =
    &Rule::new("rfc5122 2.2 pathxmpp", "an XMPP address is a host, or a name, \"@\" and a host");

/// The unescaped characters of an atom: atext without those that RFC 6068 wants escaped.
const ATOM: &CharClass = &ALPHA.or(DIGIT).or(&CharClass::of(b"!$'*+-_~")).or(IPCT_ENCODED);
const LABEL: &CharClass = &ALPHA.or(DIGIT).or(&CharClass::of(b"-_")).or(IPCT_ENCODED);
/// More is allowed between escaped quotation marks, but nothing that would end the address.
const QUOTED: &CharClass = &ATOM.or(&CharClass::of(b".()=:@"));
/// An address between escaped square brackets.
const DOMAIN_LITERAL: &CharClass = &ALPHA.or(DIGIT).or(&CharClass::of(b".:-")).or(IPCT_ENCODED);
const HEADER_NAME: &CharClass = &IQUERY.but(b"=&");

// mailtoURI = "mailto:" [ to ] [ hfields ]
// to        = addr-spec *("," addr-spec )
// hfields   = "?" hfield *( "&" hfield )
// hfield    = hfname "=" hfvalue
//
/// Only the first header field is checked, since people forget to escape `&` in a subject.
pub(crate) fn mailto(cursor: &mut UriCursor<'_>) -> Result<(), Rejection> {
    if cursor.is_before_fragment() {
        return cursor.refuse(MAILTO);
    }
    if cursor.peek() != Some(b'?') {
        address(cursor)?;
        while cursor.eat(b',') {
            address(cursor)?;
        }
    }
    if !cursor.eat(b'?') {
        return cursor.expect_end(ADDRESS);
    }
    cursor.some(HEADER_NAME, HEADER)?;
    cursor.expect(b"=", HEADER)
}

// addr-spec  = local-part "@" domain
// local-part = dot-atom-text / quoted-string
// domain     = dot-atom-text / "[" *dtext-no-obs "]"
fn address(cursor: &mut UriCursor<'_>) -> Result<(), Rejection> {
    if cursor.eat_all(b"%22") {
        quoted(cursor)?;
    } else {
        atoms(cursor, ATOM)?;
        cursor.expect(b"@", ADDRESS)?;
    }
    // Square brackets can't stand in a URI but escaped.
    if cursor.rest().starts_with(b"%5B") || cursor.rest().starts_with(b"%5b") {
        return cursor.some(DOMAIN_LITERAL, ADDRESS);
    }
    atoms(cursor, LABEL)
}

/// Reads a quoted string after its opening mark, and the `@`. An `@` inside does not follow a quotation mark.
fn quoted(cursor: &mut UriCursor<'_>) -> Result<(), Rejection> {
    loop {
        if cursor.eat_all(b"%22@") {
            return Ok(());
        }
        // A backslash escapes the quotation mark behind it.
        let is_escaped = cursor.eat_all(b"%5C") || cursor.eat_all(b"%5c");
        if !is_escaped && cursor.eat_all(b"%22") {
            return cursor.refuse(ADDRESS);
        }
        if cursor.run_up_to(QUOTED, 1) == 0 {
            return cursor.refuse(ADDRESS);
        }
    }
}

// dot-atom-text = 1*atext *("." 1*atext)
fn atoms(cursor: &mut UriCursor<'_>, class: &CharClass) -> Result<(), Rejection> {
    cursor.some(class, ADDRESS)?;
    while cursor.eat(b'.') {
        cursor.some(class, ADDRESS)?;
    }
    Ok(())
}

// mid-url = "mid" ":" message-id [ "/" content-id ]
pub(crate) fn mid(cursor: &mut UriCursor<'_>) -> Result<(), Rejection> {
    identifier(cursor, MID)?;
    if cursor.eat(b'/') {
        identifier(cursor, MID)?;
    }
    cursor.expect_end(MID)
}

// cid-url = "cid" ":" content-id
pub(crate) fn cid(cursor: &mut UriCursor<'_>) -> Result<(), Rejection> {
    identifier(cursor, CID)?;
    cursor.expect_end(CID)
}

// url-addr-spec = addr-spec  ; URL encoding of RFC 822 addr-spec
fn identifier(cursor: &mut UriCursor<'_>, rule: &'static Rule) -> Result<(), Rejection> {
    cursor.some(IREG_NAME, rule)?;
    cursor.expect(b"@", rule)?;
    cursor.some(IREG_NAME, rule)
}

// acctURI  = "acct" ":" userpart "@" host
// userpart = unreserved / sub-delims 0*( unreserved / pct-encoded / sub-delims )
pub(crate) fn acct(cursor: &mut UriCursor<'_>) -> Result<(), Rejection> {
    cursor.some(IREG_NAME, ACCT)?;
    cursor.expect(b"@", ACCT)?;
    cursor.some(LABEL_AND_DOT, ACCT)?;
    cursor.expect_end(ACCT)
}

const LABEL_AND_DOT: &CharClass = &LABEL.or(&CharClass::of(b"."));
/// The unescaped characters of a node identifier. `@` and `/` end it.
const NODE: &CharClass = &UNRESERVED.or(&CharClass::of(b"!$()*+,;=")).or(IPCT_ENCODED);

// hierxmpp = authpath / pathxmpp
// authpath = "//" authxmpp [ "/" pathxmpp ]
pub(crate) fn xmpp_behind_account(cursor: &mut UriCursor<'_>) -> Result<(), Rejection> {
    if !cursor.eat(b'/') || cursor.is_before_query() {
        return cursor.expect_end_of_path(XMPP);
    }
    xmpp(cursor)
}

// pathxmpp = [ nodeid "@" ] host [ "/" resid ]
pub(crate) fn xmpp(cursor: &mut UriCursor<'_>) -> Result<(), Rejection> {
    cursor.some(NODE, XMPP)?;
    if cursor.eat(b'@') {
        cursor.some(NODE, XMPP)?;
    }
    if cursor.eat(b'/') {
        cursor.some(IPATH, XMPP)?;
    }
    cursor.expect_end_of_path(XMPP)
}
