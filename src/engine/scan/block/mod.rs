//! What is looked for in many bytes at once: the triggers of URLs, then how far a plain URL goes, what a text is as
//! HTML, what stands in JSON as it is, what the text of HTML is cut at, where lines end, and whether it is UTF-8.
//!
//! A byte that may be a trigger is told by one test of it, the two bytes in front of it and the one behind. It is written as plain loops over arrays,
//! and once more over vectors, for processors whose instructions make it several times as fast: that is what the `unsafe`
//! code of this library buys, all of which is in this folder.
//!
//! How fast it is must not depend on how the crate is built. A function with the instructions of a target feature is
//! inlined only where its caller has that feature, too. So whatever stands between the loop over blocks and the
//! instructions is `#[inline(always)]`, and none of it is a closure given to a function of another crate.

#![allow(unsafe_code, reason = "vector instructions and loads that a check went before are had only by it")]
#![cfg_attr(
    not(any(target_arch = "x86_64", all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))),
    allow(dead_code, reason = "what is made of vectors is for processors that have them")
)]

mod vector;

mod candidates;
mod html;
#[cfg(feature = "json")]
mod json;
mod lines;
#[cfg(feature = "html")]
mod markup;
mod plain;
mod search;
mod utf8;
mod version;

#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
mod aarch64;
#[cfg(any(
    test,
    not(any(target_arch = "x86_64", all(target_arch = "aarch64", target_feature = "neon", target_endian = "little")))
))]
#[cfg_attr(test, allow(dead_code, reason = "where there are vectors, tests ask it for triggers alone"))]
mod portable;
#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
use aarch64 as native;
#[cfg(not(any(
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_feature = "neon", target_endian = "little")
)))]
use portable as native;
#[cfg(target_arch = "x86_64")]
use x86_64 as native;

use version::Instructions;

pub(super) use candidates::{BEFORE, BEHIND, Sought};
pub(crate) use candidates::{BLOCK, Candidates};
pub(crate) use lines::LineEnds;
#[cfg(feature = "json")]
pub(crate) use native::escapes_in_json;
pub(crate) use native::line_ends;
pub(crate) use plain::{Classes, Classifier};
pub(super) use search::{Check, find};
pub(crate) use version::{BlockSearcher, Task};
#[cfg(feature = "html")]
pub(crate) use {markup::Markup, native::next_markup};

/// The search for what is sought, for this processor.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockSearch {
    instructions: Instructions,
    sought: Sought,
}

impl BlockSearch {
    pub(super) fn new(sought: Sought) -> BlockSearch {
        BlockSearch { instructions: native::instructions(), sought }
    }

    /// Does what there is to do with the processor's instructions.
    #[inline(always)]
    pub(super) fn run<T: Task>(self, task: T) -> T::Answer {
        // SAFETY: the processor has these instructions.
        unsafe { native::run(self.instructions, self.sought, task) }
    }
}

/// Classifies with the instructions that the processor turns out to have.
#[derive(Clone, Copy)]
pub(crate) struct Detecting;

impl Classifier for Detecting {
    #[inline(always)]
    fn classes(self, bytes: &[u8], at: usize) -> Classes {
        native::classes(bytes, at)
    }

    #[inline(always)]
    fn classes_before(self, bytes: &[u8], end: usize) -> Classes {
        native::classes_before(bytes, end)
    }
}

/// Appends the bytes from `from` on, which is where a character begins, as HTML, up to their end or to a character that takes a closer look:
/// one that HTML has no place for, that turns text around, or none. Returns where that is.
#[inline]
pub(crate) fn push_html(html: &mut Vec<u8>, bytes: &[u8], from: usize) -> usize {
    push_html_with(native::push_html, html, bytes, from)
}

#[inline(always)]
fn push_html_with(
    push: impl Fn(&mut Vec<u8>, &[u8], usize, usize) -> usize,
    html: &mut Vec<u8>,
    bytes: &[u8],
    from: usize,
) -> usize {
    let is_short = bytes.len() - from < html::BEHIND;
    let at = if is_short { from } else { push(html, bytes, from, bytes.len()) };
    let rest = &bytes[at..];
    if rest.len() >= html::BEHIND || rest.is_empty() {
        return at;
    }
    // The spaces behind what is left are text, too, and taken away again.
    let mut last = [b' '; 2 * html::BEHIND];
    last[..rest.len()].copy_from_slice(rest);
    let read = push(html, &last, 0, rest.len());
    html.truncate(html.len() - read.saturating_sub(rest.len()));
    at + read.min(rest.len())
}

/// The bytes as a string, if they are UTF-8.
pub(crate) fn into_string(bytes: Vec<u8>) -> Option<String> {
    if !is_utf8(&bytes) {
        return None;
    }
    // SAFETY: it is UTF-8.
    Some(unsafe { String::from_utf8_unchecked(bytes) })
}

fn is_utf8(bytes: &[u8]) -> bool {
    let mut at = 0;
    while at < bytes.len() {
        at += native::certain_utf8(bytes, at);
        // A block that takes a closer look, or the end.
        let most = bytes.len().min(at + 4 * BLOCK);
        match str::from_utf8(&bytes[at..most]) {
            Ok(_) => at = most,
            Err(error) if error.error_len().is_none() && most < bytes.len() && error.valid_up_to() > 0 => {
                at += error.valid_up_to();
            }
            Err(_) => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf8_is_what_the_standard_library_says_it_is() {
        let firsts = [
            0x7F, 0x80, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF,
        ];
        let others = [0x20, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC2, 0xE2, 0xF0];
        for first in firsts {
            for second in others {
                for third in others {
                    for at in [0, 31, 61, 62, 63, 64, 126, 127, 252, 253, 254, 255, 256, 300] {
                        for rest in [0, 1, 70] {
                            let mut bytes = vec![b'a'; at];
                            bytes.extend([first, second, third, 0x80]);
                            bytes.resize(bytes.len() + rest, b'b');
                            assert_eq!(is_utf8(&bytes), str::from_utf8(&bytes).is_ok(), "{bytes:02X?}");
                        }
                    }
                }
            }
        }
        let mixed = "aé€𝄞語ह\u{FFFD}".repeat(99);
        for cut in 0..40 {
            let bytes = &mixed.as_bytes()[cut..mixed.len() - cut % 7];
            assert_eq!(is_utf8(bytes), str::from_utf8(bytes).is_ok(), "{cut}");
            assert_eq!(into_string(bytes.to_vec()).is_some(), is_utf8(bytes));
        }
    }
}
