//! ftp, gopher, telnet, stun, turn: hosts with a protocol other than the web's.

use crate::uri::{
    class::{ALPHA, CharClass, DIGIT, IPATH},
    cursor::UriCursor,
    rejection::{Rejection, Rule},
};

pub(crate) const FTP: &Rule = &Rule::new("rfc1738 3.2 ftpurl", "an ftp URL needs \"//\" and a host");
const FTP_TYPE: &Rule =
    &Rule::new("rfc1738 3.2.2 ftptype", "\";type=\" is followed by one of a, i and d, and ends the path");
pub(crate) const GOPHER: &Rule = &Rule::new("rfc4266 2.1 gopher", "a gopher URL needs \"//\" and a host");
const GOPHER_TYPE: &Rule =
    &Rule::new("rfc4266 2.1 gophertype", "a gopher path begins with the single character of its type");
pub(crate) const TELNET: &Rule = &Rule::new("rfc4248 2 telnet", "a telnet URL needs \"//\" and a host");
const TELNET_PATH: &Rule =
    &Rule::new("rfc4248 2 telnet", "a telnet URL ends at its host and port, or a slash after them");

pub(crate) const STUN: &Rule = &Rule::new(
    "rfc7064 3.1 stunURI",
    "a STUN or TURN URL is a host name of several labels or with a port, without \"//\"",
);

const TYPE: &[u8] = b"type=";
const FTP_TYPES: &CharClass = &CharClass::of(b"aidAID");
const FTP_PATH: &CharClass = &IPATH.but(b";");

// ftpurl  = "ftp://" login [ "/" fpath [ ";type=" ftptype ]]
// ftptype = "A" | "I" | "D" | "a" | "i" | "d"
pub(crate) fn ftp(cursor: &mut UriCursor<'_>) -> Result<(), Rejection> {
    loop {
        cursor.run(FTP_PATH);
        if !cursor.eat(b';') {
            return Ok(());
        }
        if cursor.rest().get(..TYPE.len()).is_some_and(|start| start.eq_ignore_ascii_case(TYPE)) {
            cursor.go_to(cursor.position() + TYPE.len());
            cursor.one(FTP_TYPES, FTP_TYPE)?;
            return cursor.expect_end_of_path(FTP_TYPE);
        }
    }
}

/// RFC 1436 has digits, `+`, `g`, `I` and `T`. Later software has more letters and the semicolon.
const GOPHER_TYPES: &CharClass = &ALPHA.or(DIGIT).or(&CharClass::of(b"+;:"));

// gopher://<host>:<port>/<gopher-path>
// gopher-path = "" / gophertype selector / ...
pub(crate) fn gopher(cursor: &mut UriCursor<'_>) -> Result<(), Rejection> {
    if !cursor.eat(b'/') || cursor.is_before_query() || cursor.run_up_to(GOPHER_TYPES, 1) == 1 {
        Ok(())
    } else {
        cursor.refuse(GOPHER_TYPE)
    }
}

/// "telnet://\<user>:\<password>@\<host>:\<port>/ [...] the trailing "/" may be omitted."
pub(crate) fn telnet(cursor: &mut UriCursor<'_>) -> Result<(), Rejection> {
    cursor.eat(b'/');
    cursor.expect_end(TELNET_PATH)
}

const HOST: &CharClass = &ALPHA.or(DIGIT).or(&CharClass::of(b"-."));

/// A label without a port may be prose: `turn:left`.
//
// stunURI = scheme ":" host [ ":" port ]
pub(crate) fn stun(cursor: &mut UriCursor<'_>) -> Result<(), Rejection> {
    host(cursor)?;
    cursor.expect_end(STUN)
}

// turnURI = scheme ":" host [ ":" port ] [ "?transport=" transport ]
pub(crate) fn turn(cursor: &mut UriCursor<'_>) -> Result<(), Rejection> {
    host(cursor)?;
    cursor.expect_end_of_path(STUN)
}

fn host(cursor: &mut UriCursor<'_>) -> Result<(), Rejection> {
    let start = cursor.position();
    cursor.some(HOST, STUN)?;
    let is_label = !cursor.since(start).contains(&b'.');
    if cursor.eat(b':') {
        return cursor.some(DIGIT, STUN);
    }
    if is_label { cursor.refuse(STUN) } else { Ok(()) }
}
