//! The classes of bytes.

use crate::{text::byte_table::byte_table, uri::class::CharClass};

/// A set of bytes: a bit of [`CLASSES`].
#[derive(Clone, Copy)]
pub(crate) struct Class(u16);

impl Class {
    pub(super) const fn index(self) -> usize {
        self.0.trailing_zeros() as usize
    }
}

/// A host name as people write it: letters, digits, hyphens, underscores and dots.
pub(crate) const NAME: Class = Class(1);
pub(crate) const DOT: Class = Class(2);
/// What separates the letters and digits of a host name.
pub(crate) const SEPARATOR: Class = Class(4);
pub(crate) const PERCENT: Class = Class(8);
/// A byte that a URL may end after and that changes no state; also a dot, which counts to the URL until it ends.
pub(crate) const RUN: Class = Class(16);
/// The same without the dot.
pub(crate) const INCLUDE: Class = Class(32);
/// A label of a host name as people write it.
pub(crate) const LABEL: Class = Class(64);
/// RFC 3986, 3.1: `ALPHA / DIGIT / "+" / "-" / "."`.
pub(crate) const SCHEME: Class = Class(128);
/// RFC 3986, 3.2.1: `*( unreserved / pct-encoded / sub-delims / ":" )`.
pub(crate) const USERINFO: Class = Class(256);
pub(crate) const DIGIT: Class = Class(512);
pub(crate) const BLANK: Class = Class(1024);
/// White space and controls.
pub(crate) const SPACE: Class = Class(2048);
/// Any byte except white space and controls.
pub(crate) const VISIBLE: Class = Class(4096);
/// The local part of a mail address: RFC 5322 `atext`, the dot, and all non-ASCII bytes.
pub(crate) const LOCAL: Class = Class(8192);

pub(super) static CLASSES: [u16; 256] = byte_table!(|byte| classes_of(byte));

const fn classes_of(byte: u8) -> u16 {
    let is_letter = byte.is_ascii_alphanumeric();
    let is_include = is_letter || CharClass::of(b"/-_~%$*+@").has(byte);
    let is_space = byte <= b' ' || byte == 0x7F;
    let of = [
        (NAME, is_letter || CharClass::of(b"-_.").has(byte)),
        (DOT, byte == b'.'),
        (SEPARATOR, byte == b'-' || byte == b'.'),
        (PERCENT, byte == b'%'),
        (RUN, is_include || byte == b'.'),
        (INCLUDE, is_include),
        (LABEL, is_letter || CharClass::of(b"-_").has(byte)),
        (SCHEME, is_letter || CharClass::of(b"+-.").has(byte)),
        (USERINFO, is_letter || CharClass::of(b"-._~!$&'()*+,;=%:").has(byte)),
        (DIGIT, byte.is_ascii_digit()),
        (BLANK, CharClass::of(b" \t").has(byte)),
        (SPACE, is_space),
        (VISIBLE, !is_space),
        (LOCAL, is_letter || !byte.is_ascii() || CharClass::of(b".!#$%&'*+-/=?^_`{|}~").has(byte)),
    ];
    let (mut classes, mut class) = (0, 0);
    while class < of.len() {
        if of[class].1 {
            classes |= of[class].0.0;
        }
        class += 1;
    }
    classes
}

#[inline]
pub(crate) fn is(byte: u8, class: Class) -> bool {
    CLASSES[usize::from(byte)] & class.0 != 0
}
