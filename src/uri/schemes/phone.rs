//! tel, sms, callto, sip, sips: whom to call.

use crate::uri::{
    class::{ALPHA, CharClass, DIGIT, IPCT_ENCODED, IQUERY, UNRESERVED},
    cursor::UriCursor,
    rejection::{Rejection, Rule},
};

pub(crate) const TEL: &Rule =
    &Rule::new("rfc3966 3 telephone-subscriber", "a telephone number is digits and the separators between them");
const PARAMETER: &Rule = &Rule::new("rfc3966 3 par", "a parameter is a name, and a value behind \"=\"");
pub(crate) const SMS: &Rule = &Rule::new("rfc5724 2.2 sms-uri", "an sms URL is a list of telephone numbers");
pub(crate) const CALLTO: &Rule = &Rule::new("callto name", "a callto URL is a telephone number or a name");
pub(crate) const SIP: &Rule = &Rule::new("rfc3261 25.1 SIP-URI", "a SIP URL is a host, or a user, \"@\" and a host");

/// A number may contain `#`, too, but that would begin a fragment.
const NUMBER: &CharClass = &DIGIT.or(&CharClass::of(b"*-.()"));
// paramchar = param-unreserved / unreserved / pct-encoded
const PARAMETER_VALUE: &CharClass = &UNRESERVED.or(IPCT_ENCODED).or(&CharClass::of(b"[]/:&+$!*'()"));
const CALLTO_NAME: &CharClass = &ALPHA.or(DIGIT).or(&CharClass::of(b"-_.,+@"));
const NAME: &CharClass = &ALPHA.or(DIGIT).or(&CharClass::of(b"-"));

/// By RFC 3966, a local number needs `;phone-context=`, but nobody writes that.
//
// telephone-uri        = "tel:" telephone-subscriber
// telephone-subscriber = global-number / local-number
// global-number        = global-number-digits *par
// global-number-digits = "+" *phonedigit DIGIT *phonedigit
// par                  = ";" pname [ "=" pvalue ]
pub(crate) fn tel(cursor: &mut UriCursor<'_>) -> Result<(), Rejection> {
    number(cursor, TEL)?;
    cursor.expect_end(TEL)
}

fn number(cursor: &mut UriCursor<'_>, rule: &'static Rule) -> Result<(), Rejection> {
    cursor.eat(b'+');
    let start = cursor.position();
    cursor.run(NUMBER);
    if !cursor.since(start).iter().any(u8::is_ascii_digit) {
        return cursor.refuse(rule);
    }
    while cursor.eat(b';') {
        cursor.some(NAME, PARAMETER)?;
        if cursor.eat(b'=') {
            cursor.some(PARAMETER_VALUE, PARAMETER)?;
        }
    }
    Ok(())
}

// sms-uri  = scheme ":" sms-hier-part [ "?" sms-fields ]
// sms-hier-part = sms-recipient *( "," sms-recipient )
pub(crate) fn sms(cursor: &mut UriCursor<'_>) -> Result<(), Rejection> {
    number(cursor, SMS)?;
    while cursor.eat(b',') {
        number(cursor, SMS)?;
    }
    cursor.expect_end_of_path(SMS)
}

/// No document defines it. Programs accepted a number, or a name of at least six characters that begins with a letter.
pub(crate) fn callto(cursor: &mut UriCursor<'_>) -> Result<(), Rejection> {
    if !cursor.peek().is_some_and(|byte| byte.is_ascii_alphabetic()) {
        number(cursor, CALLTO)?;
    } else if cursor.run(CALLTO_NAME) < 6 {
        return cursor.refuse(CALLTO);
    }
    cursor.expect_end_of_path(CALLTO)
}

// user = 1*( unreserved / escaped / user-unreserved ), where user-unreserved = "&" / "=" / "+" / "$" / "," / ";" / "?" / "/"
const USER: &CharClass = &UNRESERVED.or(IPCT_ENCODED).or(&CharClass::of(b"!*'()&=+$,;?/"));
// password = *( unreserved / escaped / "&" / "=" / "+" / "$" / "," )
const PASSWORD: &CharClass = &UNRESERVED.or(IPCT_ENCODED).or(&CharClass::of(b"!*'()&=+$,"));
const HOST: &CharClass = &ALPHA.or(DIGIT).or(&CharClass::of(b"-._")).or(IPCT_ENCODED);

/// A path cannot contain a host in square brackets, so that form is left to other grammars.
//
// SIP-URI  = "sip:" [ userinfo ] hostport uri-parameters [ headers ]
// userinfo = ( user / telephone-subscriber ) [ ":" password ] "@"
// hostport = host [ ":" port ]
pub(crate) fn sip(cursor: &mut UriCursor<'_>) -> Result<(), Rejection> {
    let start = cursor.position();
    let user = cursor.run(USER);
    if user > 0 && cursor.eat(b':') {
        cursor.run(PASSWORD);
    }
    if user == 0 || !cursor.eat(b'@') {
        cursor.go_to(start);
    }
    cursor.some(HOST, SIP)?;
    if cursor.eat(b':') {
        cursor.some(DIGIT, SIP)?;
    }
    while cursor.eat(b';') {
        cursor.some(PARAMETER_VALUE, SIP)?;
        if cursor.eat(b'=') {
            cursor.some(PARAMETER_VALUE, SIP)?;
        }
    }
    if cursor.eat(b'?') {
        cursor.some(IQUERY, SIP)?;
    }
    cursor.expect_end(SIP)
}
