//! Which byte may stand where: character classes as constant tables, composed in the words of the ABNF.

/// A set of characters. It may include escapes and non-ASCII characters.
#[derive(Clone, Copy)]
pub(crate) struct CharClass {
    bytes: [bool; 256],
    escapes: bool,
    ucschar: bool,
    iprivate: bool,
}

impl CharClass {
    pub(crate) const fn of(bytes: &[u8]) -> CharClass {
        let mut table = [false; 256];
        let mut i = 0;
        while i < bytes.len() {
            assert!(bytes[i].is_ascii());
            table[bytes[i] as usize] = true;
            i += 1;
        }
        CharClass { bytes: table, escapes: false, ucschar: false, iprivate: false }
    }

    /// Returns the union, `/` in ABNF.
    pub(crate) const fn or(mut self, other: &CharClass) -> CharClass {
        let mut i = 0;
        while i < 256 {
            self.bytes[i] |= other.bytes[i];
            i += 1;
        }
        self.escapes |= other.escapes;
        self.ucschar |= other.ucschar;
        self.iprivate |= other.iprivate;
        self
    }

    /// Removes the ASCII characters in `bytes`.
    pub(crate) const fn but(mut self, bytes: &[u8]) -> CharClass {
        let mut i = 0;
        while i < bytes.len() {
            self.bytes[bytes[i] as usize] = false;
            i += 1;
        }
        self
    }

    /// Returns `true` if the class has the ASCII character `byte`. Bytes beyond ASCII are in no class.
    #[inline]
    pub(crate) const fn has(&self, byte: u8) -> bool {
        self.bytes[byte as usize]
    }

    #[inline]
    pub(crate) const fn escapes(&self) -> bool {
        self.escapes
    }

    #[inline]
    pub(crate) const fn beyond_ascii(&self) -> bool {
        self.ucschar
    }
}

pub(crate) mod part {
    /// The characters after the first letter of a scheme.
    pub(crate) const SCHEME: u8 = 1;
    /// The characters before the `@` of an authority.
    pub(crate) const USERINFO: u8 = 1 << 1;
    /// A host that is not an IP literal.
    pub(crate) const HOST: u8 = 1 << 2;
    /// The characters of the first segment of a relative path.
    pub(crate) const SEGMENT_NC: u8 = 1 << 3;
    pub(crate) const PATH: u8 = 1 << 4;
    pub(crate) const QUERY: u8 = 1 << 5;
    pub(crate) const FRAGMENT: u8 = 1 << 6;
    /// The characters after a scheme in a grammar with opaque parts.
    pub(crate) const OPAQUE: u8 = 1 << 7;
}

/// The classes of all components of a grammar, in four cache lines.
///
/// Each byte has a bit for every component that may contain it unescaped.
pub(crate) struct ComponentTable {
    pub(crate) literal: [u8; 256],
    pub(crate) escapes: u8,
    pub(crate) ucschar: u8,
    pub(crate) iprivate: u8,
}

impl ComponentTable {
    /// Returns the table of these classes, each with the bit of its component.
    pub(crate) const fn new(classes: &[(u8, &CharClass)]) -> ComponentTable {
        let mut table = ComponentTable { literal: [0; 256], escapes: 0, ucschar: 0, iprivate: 0 };
        let mut i = 0;
        while i < classes.len() {
            let (bit, class) = classes[i];
            let mut byte = 0;
            while byte < 256 {
                if class.bytes[byte] {
                    table.literal[byte] |= bit;
                }
                byte += 1;
            }
            if class.escapes {
                table.escapes |= bit;
            }
            if class.ucschar {
                table.ucschar |= bit;
            }
            if class.iprivate {
                table.iprivate |= bit;
            }
            i += 1;
        }
        table
    }

    /// Returns `true` if the component `part` may contain the ASCII character `byte` unescaped.
    #[inline]
    pub(crate) const fn has(&self, byte: u8, part: u8) -> bool {
        self.literal[byte as usize] & part != 0
    }

    pub(crate) const fn has_fragments(&self) -> bool {
        self.has(b'a', part::FRAGMENT)
    }
}

/// RFC 3987, 2.2: the non-ASCII characters an IRI may hold anywhere.
//
// ucschar = %xA0-D7FF / %xF900-FDCF / %xFDF0-FFEF / %x10000-1FFFD / %x20000-2FFFD / ... / %xE1000-EFFFD
pub(crate) const fn is_ucschar(c: char) -> bool {
    match c as u32 {
        0xA0..=0xD7FF | 0xF900..=0xFDCF | 0xFDF0..=0xFFEF => true,
        // Each plane ends in two noncharacters; the tags and selectors at the start of plane 14 are left out.
        x @ (0x1_0000..=0xD_FFFF | 0xE_1000..=0xE_FFFF) => x & 0xFFFF <= 0xFFFD,
        _ => false,
    }
}

/// RFC 3987, 2.2: the private-use characters, which only a query may hold.
//
// iprivate = %xE000-F8FF / %xF0000-FFFFD / %x100000-10FFFD
pub(crate) const fn is_iprivate(c: char) -> bool {
    matches!(c as u32, 0xE000..=0xF8FF | 0xF_0000..=0xF_FFFD | 0x10_0000..=0x10_FFFD)
}

/// RFC 3987, 4.1: "IRIs MUST NOT contain bidirectional formatting characters (LRM, RLM, LRE, RLE, LRO, RLO, and PDF)."
pub(crate) const fn is_bidi_formatting(c: char) -> bool {
    matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}')
}

// ALPHA = %x41-5A / %x61-7A
pub(crate) const ALPHA: &CharClass = &CharClass::of(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

// DIGIT = %x30-39
pub(crate) const DIGIT: &CharClass = &CharClass::of(b"0123456789");

// HEXDIG = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"
pub(crate) const HEXDIG: &CharClass = &DIGIT.or(&CharClass::of(b"ABCDEFabcdef"));

// pct-encoded = "%" HEXDIG HEXDIG
pub(crate) const PCT_ENCODED: &CharClass = &CharClass { escapes: true, ..CharClass::of(b"") };

// unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~"
pub(crate) const UNRESERVED: &CharClass = &ALPHA.or(DIGIT).or(&CharClass::of(b"-._~"));

// sub-delims = "!" / "$" / "&" / "'" / "(" / ")" / "*" / "+" / "," / ";" / "="
pub(crate) const SUB_DELIMS: &CharClass = &CharClass::of(b"!$&'()*+,;=");

// scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
pub(crate) const SCHEME: &CharClass = &ALPHA.or(DIGIT).or(&CharClass::of(b"+-."));

// userinfo = *( unreserved / pct-encoded / sub-delims / ":" )
pub(crate) const USERINFO: &CharClass = &REG_NAME.or(&CharClass::of(b":"));

// reg-name = *( unreserved / pct-encoded / sub-delims )
pub(crate) const REG_NAME: &CharClass = &UNRESERVED.or(PCT_ENCODED).or(SUB_DELIMS);

// IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
pub(crate) const IPV_FUTURE: &CharClass = &UNRESERVED.or(SUB_DELIMS).or(&CharClass::of(b":"));

// pchar = unreserved / pct-encoded / sub-delims / ":" / "@"
pub(crate) const PCHAR: &CharClass = &REG_NAME.or(&CharClass::of(b":@"));

// segment-nz-nc = 1*( unreserved / pct-encoded / sub-delims / "@" )
pub(crate) const SEGMENT_NC: &CharClass = &REG_NAME.or(&CharClass::of(b"@"));

// path = *( pchar / "/" ), however the first segment is restricted
pub(crate) const PATH: &CharClass = &PCHAR.or(&CharClass::of(b"/"));

// query = *( pchar / "/" / "?" )
pub(crate) const QUERY: &CharClass = &PCHAR.or(&CharClass::of(b"/?"));

// fragment = *( pchar / "/" / "?" )
pub(crate) const FRAGMENT: &CharClass = QUERY;

// ucschar = %xA0-D7FF / ..., see is_ucschar
pub(crate) const UCSCHAR: &CharClass = &CharClass { ucschar: true, ..CharClass::of(b"") };

// What the rules of single schemes leave to the grammar: an escape, and in an IRI the character itself
pub(crate) const IPCT_ENCODED: &CharClass = &PCT_ENCODED.or(UCSCHAR);

// iprivate = %xE000-F8FF / ..., see is_iprivate
pub(crate) const IPRIVATE: &CharClass = &CharClass { iprivate: true, ..CharClass::of(b"") };

// iuserinfo = *( iunreserved / pct-encoded / sub-delims / ":" ), where iunreserved = unreserved / ucschar
pub(crate) const IUSERINFO: &CharClass = &USERINFO.or(UCSCHAR);

// ireg-name = *( iunreserved / pct-encoded / sub-delims )
pub(crate) const IREG_NAME: &CharClass = &REG_NAME.or(UCSCHAR);

// ipchar = iunreserved / pct-encoded / sub-delims / ":" / "@"
pub(crate) const IPCHAR: &CharClass = &PCHAR.or(UCSCHAR);

// isegment-nz-nc = 1*( iunreserved / pct-encoded / sub-delims / "@" )
pub(crate) const ISEGMENT_NC: &CharClass = &SEGMENT_NC.or(UCSCHAR);

// ipath = *( ipchar / "/" ), where ipchar = iunreserved / pct-encoded / sub-delims / ":" / "@"
pub(crate) const IPATH: &CharClass = &PATH.or(UCSCHAR);

// iquery = *( ipchar / iprivate / "/" / "?" )
pub(crate) const IQUERY: &CharClass = &QUERY.or(UCSCHAR).or(IPRIVATE);

// ifragment = *( ipchar / "/" / "?" )
pub(crate) const IFRAGMENT: &CharClass = &FRAGMENT.or(UCSCHAR);
