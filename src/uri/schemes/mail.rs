//! mailto, mid, cid, acct, xmpp: what has the form of an address.

use super::{
    super::table::{ALPHA, Class, DIGIT, PATH, PCT_ENCODED, QUERY, REG_NAME, UNRESERVED},
    Cursor, Rejection, Rule,
};

pub(super) const MAILTO: &Rule = &Rule::new("rfc6068 2 mailtoURI", "a mailto URL needs an address or a header field");
const ADDRESS: &Rule = &Rule::new("rfc6068 2 addr-spec", "a mail address is a local part, \"@\" and a domain");
const HEADER: &Rule = &Rule::new("rfc6068 2 hfields", "\"?\" is followed by the name of a header field and \"=\"");
pub(super) const MID: &Rule = &Rule::new("rfc2392 2 mid-url", "a message-id is two parts with \"@\" between them");
pub(super) const CID: &Rule = &Rule::new("rfc2392 2 cid-url", "a content-id is two parts with \"@\" between them");
pub(super) const ACCT: &Rule = &Rule::new("rfc7565 7 acctURI", "an account is a user, \"@\" and a host");
pub(super) const XMPP: &Rule =
    &Rule::new("rfc5122 2.2 pathxmpp", "an XMPP address is a host, or a name, \"@\" and a host");

/// What an atom may hold as it stands: atext without what RFC 6068 wants escaped. The rest of it comes as escapes.
const ATOM: &Class = &ALPHA.or(DIGIT).or(&Class::of(b"!$'*+-_~")).or(PCT_ENCODED);
const LABEL: &Class = &ALPHA.or(DIGIT).or(&Class::of(b"-_")).or(PCT_ENCODED);
/// Between escaped quotation marks more may stand, but never what would end the address.
const QUOTED: &Class = &ATOM.or(&Class::of(b".()=:@"));
/// An address between escaped square brackets.
const DOMAIN_LITERAL: &Class = &ALPHA.or(DIGIT).or(&Class::of(b".:-")).or(PCT_ENCODED);
const HEADER_NAME: &Class = &QUERY.but(b"=&");

/// ```text
/// mailtoURI = "mailto:" [ to ] [ hfields ]
/// to        = addr-spec *("," addr-spec )
/// hfields   = "?" hfield *( "&" hfield )
/// hfield    = hfname "=" hfvalue
/// ```
///
/// Of the header fields only the first is looked at: people leave a `&` in a subject unescaped.
pub(super) fn mailto(cursor: &mut Cursor<'_>) -> Result<(), Rejection> {
    match cursor.peek() {
        None => return cursor.refuse(MAILTO),
        Some(b'?') => {}
        Some(_) => {
            address(cursor)?;
            while cursor.eat(b',') {
                address(cursor)?;
            }
        }
    }
    if !cursor.eat(b'?') {
        return cursor.end(ADDRESS);
    }
    cursor.some(HEADER_NAME, HEADER)?;
    cursor.expect(b'=', HEADER)
}

/// ```text
/// addr-spec  = local-part "@" domain
/// local-part = dot-atom-text / quoted-string
/// domain     = dot-atom-text / "[" *dtext-no-obs "]"
/// ```
fn address(cursor: &mut Cursor<'_>) -> Result<(), Rejection> {
    let rest = cursor.bytes.get(cursor.at..).unwrap_or_default();
    if rest.starts_with(b"%22") {
        quoted(cursor)?;
    } else {
        atoms(cursor, ATOM)?;
        cursor.expect(b'@', ADDRESS)?;
    }
    // Square brackets can't stand in a URI but escaped.
    let rest = cursor.bytes.get(cursor.at..).unwrap_or_default();
    if rest.starts_with(b"%5B") || rest.starts_with(b"%5b") {
        return cursor.some(DOMAIN_LITERAL, ADDRESS);
    }
    atoms(cursor, LABEL)
}

/// A quoted string and the `@` behind it. An `@` inside it is not behind a quotation mark.
fn quoted(cursor: &mut Cursor<'_>) -> Result<(), Rejection> {
    cursor.at += 3;
    loop {
        let inside = cursor.bytes.get(cursor.at..).unwrap_or_default();
        if inside.starts_with(b"%22@") {
            cursor.at += 4;
            return Ok(());
        }
        // A backslash escapes the quotation mark behind it.
        if inside.starts_with(b"%5C") || inside.starts_with(b"%5c") {
            cursor.at += 3;
        } else if inside.starts_with(b"%22") {
            cursor.at += 3;
            return cursor.refuse(ADDRESS);
        }
        if cursor.count(QUOTED, 1) == 0 {
            return cursor.refuse(ADDRESS);
        }
    }
}

/// ```text
/// dot-atom-text = 1*atext *("." 1*atext)
/// ```
fn atoms(cursor: &mut Cursor<'_>, class: &Class) -> Result<(), Rejection> {
    cursor.some(class, ADDRESS)?;
    while cursor.eat(b'.') {
        cursor.some(class, ADDRESS)?;
    }
    Ok(())
}

/// ```text
/// mid-url = "mid" ":" message-id [ "/" content-id ]
/// ```
pub(super) fn mid(cursor: &mut Cursor<'_>) -> Result<(), Rejection> {
    identifier(cursor, MID)?;
    if cursor.eat(b'/') {
        identifier(cursor, MID)?;
    }
    cursor.end(MID)
}

/// ```text
/// cid-url = "cid" ":" content-id
/// ```
pub(super) fn cid(cursor: &mut Cursor<'_>) -> Result<(), Rejection> {
    identifier(cursor, CID)?;
    cursor.end(CID)
}

/// ```text
/// url-addr-spec = addr-spec  ; URL encoding of RFC 822 addr-spec
/// ```
fn identifier(cursor: &mut Cursor<'_>, rule: &'static Rule) -> Result<(), Rejection> {
    cursor.some(REG_NAME, rule)?;
    cursor.expect(b'@', rule)?;
    cursor.some(REG_NAME, rule)
}

/// ```text
/// acctURI  = "acct" ":" userpart "@" host
/// userpart = unreserved / sub-delims 0*( unreserved / pct-encoded / sub-delims )
/// ```
pub(super) fn acct(cursor: &mut Cursor<'_>) -> Result<(), Rejection> {
    cursor.some(REG_NAME, ACCT)?;
    cursor.expect(b'@', ACCT)?;
    cursor.some(LABEL_AND_DOT, ACCT)?;
    cursor.end(ACCT)
}

const LABEL_AND_DOT: &Class = &LABEL.or(&Class::of(b"."));
/// What stands in a node identifier as it is; `@` and `/` end it.
const NODE: &Class = &UNRESERVED.or(&Class::of(b"!$()*+,;=")).or(PCT_ENCODED);

/// ```text
/// hierxmpp = authpath / pathxmpp
/// authpath = "//" authxmpp [ "/" pathxmpp ]
/// pathxmpp = [ nodeid "@" ] host [ "/" resid ]
/// ```
pub(super) fn xmpp(cursor: &mut Cursor<'_>) -> Result<(), Rejection> {
    if cursor.net && (!cursor.eat(b'/') || matches!(cursor.peek(), None | Some(b'?'))) {
        return cursor.end_of_path(XMPP);
    }
    cursor.some(NODE, XMPP)?;
    if cursor.eat(b'@') {
        cursor.some(NODE, XMPP)?;
    }
    if cursor.eat(b'/') {
        cursor.some(PATH, XMPP)?;
    }
    cursor.end_of_path(XMPP)
}
