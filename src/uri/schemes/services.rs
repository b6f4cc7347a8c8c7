//! ftp, gopher, telnet: hosts with a protocol older than the web's.

use super::{
    super::table::{ALPHA, Class, DIGIT, PATH},
    Cursor, Rejection, Rule,
};

pub(super) const FTP: &Rule = &Rule::new("rfc1738 3.2 ftpurl", "an ftp URL needs \"//\" and a host");
const FTP_TYPE: &Rule =
    &Rule::new("rfc1738 3.2.2 ftptype", "\";type=\" is followed by one of a, i and d, and ends the path");
pub(super) const GOPHER: &Rule = &Rule::new("rfc4266 2.1 gopher", "a gopher URL needs \"//\" and a host");
const GOPHER_TYPE: &Rule =
    &Rule::new("rfc4266 2.1 gophertype", "a gopher path begins with the single character of its type");
pub(super) const TELNET: &Rule = &Rule::new("rfc4248 2 telnet", "a telnet URL needs \"//\" and a host");
const TELNET_PATH: &Rule =
    &Rule::new("rfc4248 2 telnet", "a telnet URL ends at its host and port, or a slash after them");

const TYPE: &[u8] = b";type=";
const FTP_TYPES: &Class = &Class::of(b"aidAID");
const FTP_PATH: &Class = &PATH.but(b";");

/// ```text
/// ftpurl  = "ftp://" login [ "/" fpath [ ";type=" ftptype ]]
/// ftptype = "A" | "I" | "D" | "a" | "i" | "d"
/// ```
pub(super) fn ftp(cursor: &mut Cursor<'_>) -> Result<(), Rejection> {
    loop {
        cursor.run(FTP_PATH);
        if cursor.peek() != Some(b';') {
            return Ok(());
        }
        let rest = cursor.bytes.get(cursor.at..).unwrap_or_default();
        if rest.get(..TYPE.len()).is_some_and(|start| start.eq_ignore_ascii_case(TYPE)) {
            cursor.at += TYPE.len();
            if cursor.count(FTP_TYPES, 1) == 0 {
                return cursor.refuse(FTP_TYPE);
            }
            return cursor.end_of_path(FTP_TYPE);
        }
        cursor.at += 1;
    }
}

/// RFC 1436 has digits, `+`, `g`, `I` and `T`; later software has more letters and the semicolon.
const GOPHER_TYPES: &Class = &ALPHA.or(DIGIT).or(&Class::of(b"+;:"));

/// ```text
/// gopher://<host>:<port>/<gopher-path>
/// gopher-path = "" / gophertype selector / ...
/// ```
pub(super) fn gopher(cursor: &mut Cursor<'_>) -> Result<(), Rejection> {
    if !cursor.eat(b'/') || matches!(cursor.peek(), None | Some(b'?')) || cursor.count(GOPHER_TYPES, 1) == 1 {
        Ok(())
    } else {
        cursor.refuse(GOPHER_TYPE)
    }
}

/// "telnet://\<user>:\<password>@\<host>:\<port>/ [...] the trailing "/" may be omitted."
pub(super) fn telnet(cursor: &mut Cursor<'_>) -> Result<(), Rejection> {
    cursor.eat(b'/');
    cursor.end(TELNET_PATH)
}
