//! file and data: what needs no network.

use crate::uri::{
    class::{ALPHA, CharClass, DIGIT, IPCT_ENCODED},
    cursor::UriCursor,
    rejection::{Rejection, Rule},
};

const FILE: &Rule = &Rule::new("rfc8089 2 file-hier-part", "a file URL needs a path that begins with a slash");
pub(crate) const DATA: &Rule =
    &Rule::new("rfc2397 3 dataurl", "a data URL is a media type, which may be left out, a comma and the data");

/// The host may be empty. Additional slashes at the start of the path are allowed as in appendix E.
//
// file-hier-part = ( "//" auth-path ) / local-path
// auth-path      = [ file-auth ] path-absolute
pub(crate) fn file(cursor: &mut UriCursor<'_>) -> Result<(), Rejection> {
    if cursor.peek() == Some(b'/') { Ok(()) } else { cursor.refuse(FILE) }
}

/// A token of RFC 2045 as far as a URI can contain it. The rest is escaped.
const TOKEN: &CharClass = &ALPHA.or(DIGIT).or(&CharClass::of(b"!$&'*+-._~")).or(IPCT_ENCODED);

// dataurl   = "data:" [ mediatype ] [ ";base64" ] "," data
// mediatype = [ type "/" subtype ] *( ";" parameter )
// parameter = attribute "=" value
pub(crate) fn data(cursor: &mut UriCursor<'_>) -> Result<(), Rejection> {
    if cursor.run(TOKEN) > 0 {
        cursor.expect(b"/", DATA)?;
        cursor.some(TOKEN, DATA)?;
    }
    while cursor.eat(b';') {
        let start = cursor.position();
        cursor.some(TOKEN, DATA)?;
        if cursor.since(start).eq_ignore_ascii_case(b"base64") {
            break;
        }
        cursor.expect(b"=", DATA)?;
        // RFC 2045 would have a value of one character at least, but `charset=,` is what programs write.
        cursor.run(TOKEN);
    }
    cursor.expect(b",", DATA)
}
