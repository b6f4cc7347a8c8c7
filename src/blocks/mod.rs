//! What is looked for in many bytes at once: where a URL may begin and how far it goes, what a text is as HTML, what stands in JSON as it is, what the text of HTML is cut at, where
//! lines end, and whether it is UTF-8.
//!
//! It is written over vectors, for processors whose instructions make it several times as fast, and as plain loops for all others: it is
//! all the `unsafe` code of this library.
//!
//! How fast it is must not depend on how the crate is built. A function with the instructions of a target feature is
//! inlined only where its caller has that feature, too. So whatever stands between the loop over blocks and the
//! instructions is `#[inline(always)]`, and none of it is a closure given to a function of another crate.

#![allow(unsafe_code, reason = "vector instructions and loads that a check went before are had only by it")]
#![cfg_attr(not(feature = "write"), allow(dead_code, reason = "most of it is for what is written"))]
#![cfg_attr(
    not(any(
        target_arch = "x86_64",
        all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"),
        all(target_arch = "wasm32", target_feature = "simd128")
    )),
    allow(dead_code, reason = "what is made of vectors is for processors that have them")
)]

mod vector;

mod html;
#[cfg(feature = "json")]
mod json;
mod lines;
#[cfg(feature = "html")]
mod markup;
mod triggers;
mod utf8;

#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
mod aarch64;
#[cfg(any(
    test,
    not(any(
        target_arch = "x86_64",
        all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"),
        all(target_arch = "wasm32", target_feature = "simd128")
    ))
))]
#[cfg_attr(test, allow(dead_code, reason = "where there are vectors, only tests ask it"))]
mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm32;
#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
use aarch64 as native;
#[cfg(not(any(
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"),
    all(target_arch = "wasm32", target_feature = "simd128")
)))]
use portable as native;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use wasm32 as native;
#[cfg(target_arch = "x86_64")]
use x86_64 as native;

pub(crate) use lines::LineEnds;
#[cfg(feature = "json")]
pub(crate) use native::escapes_in_json;
pub(crate) use native::{classes, line_ends, next_triggers};
pub(crate) use triggers::{CLASSES, Sought, Triggers};
pub(crate) use vector::BLOCK;
#[cfg(feature = "html")]
pub(crate) use {markup::Markup, native::next_markup};

/// Appends the bytes after `from`, a character boundary, as HTML. Stops at a character that needs a check: one that is
/// not allowed in HTML, a bidi control, or invalid UTF-8. Returns where it stopped.
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

#[cfg(feature = "write")]
pub(crate) fn into_string(bytes: Vec<u8>) -> Option<String> {
    simdutf8::basic::from_utf8(&bytes).ok()?;
    // SAFETY: it is UTF-8.
    Some(unsafe { String::from_utf8_unchecked(bytes) })
}
