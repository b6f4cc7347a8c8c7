//! Validates strings that need not be UTF-8.

use std::str;

use napkin::{Grammar, Rejection, Uri, write::Fault};

#[derive(Clone, Copy, Debug)]
pub struct Judge {
    pub grammar: Grammar,
    /// Accept relative references, too.
    pub reference: bool,
    /// Apply the rules of schemes, too.
    pub schemes: bool,
}

impl Judge {
    /// Returns the components of a valid string, or why it is invalid.
    pub fn judge(self, text: &str) -> Result<Uri<'_>, Rejection> {
        let parse = match (self.reference, self.schemes) {
            (false, true) => Uri::parse,
            (false, false) => Uri::parse_generic,
            (true, true) => Uri::parse_reference,
            (true, false) => Uri::parse_reference_generic,
        };
        parse(text, self.grammar)
    }

    /// The same for bytes. Invalid UTF-8 is a fault like others; the first fault counts.
    pub fn judge_bytes(self, bytes: &[u8]) -> Result<Uri<'_>, Fault> {
        let error = match str::from_utf8(bytes) {
            Ok(text) => return self.judge(text).map_err(Fault::from),
            Err(error) => error,
        };
        let at = error.valid_up_to();
        // No grammar allows the replacement character, so it marks the invalid byte.
        let readable = String::from_utf8_lossy(&bytes[..at]) + "\u{FFFD}";
        match self.judge(&readable) {
            Err(earlier) if earlier.at() < at => Err(earlier.into()),
            _ => Err(Fault { at, rule: "rfc3629 4 UTF8-octets", message: "this byte is no part of a UTF-8 character" }),
        }
    }

    pub fn accepts(self, text: &str) -> bool {
        self.judge(text).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_utf8_is_a_fault_where_it_stands() {
        for grammar in Grammar::ALL {
            let judge = Judge { grammar, reference: false, schemes: true };
            let fault = judge.judge_bytes(b"http://a.example/b\xFFc%").unwrap_err();
            assert_eq!((fault.at, fault.rule), (18, "rfc3629 4 UTF8-octets"), "{}", grammar.name());
            let fault = judge.judge_bytes(b"http://a.example/\xE2\x82").unwrap_err();
            assert_eq!((fault.at, fault.rule), (17, "rfc3629 4 UTF8-octets"), "{}", grammar.name());
        }
    }

    #[test]
    fn the_first_fault_counts() {
        let judge = Judge { grammar: Grammar::Rfc3986, reference: false, schemes: true };
        let fault = judge.judge_bytes(b"http://a.example/%4\xFF").unwrap_err();
        assert_eq!((fault.at, fault.rule), (17, "rfc3986 2.1 pct-encoded"));
        let fault = judge.judge_bytes(b"1:\xFF").unwrap_err();
        assert_eq!((fault.at, fault.rule), (0, "rfc3986 3.1 scheme"));
    }
}
