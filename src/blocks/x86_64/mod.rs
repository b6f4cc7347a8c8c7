//! For processors for x86-64, all of which have SSE2, and for those with AVX2.

mod vectors;

use std::arch::{
    is_x86_feature_detected,
    x86_64::{__m128i, __m256i},
};

#[cfg(feature = "html")]
use super::markup::{self, Markup};
use super::{
    html,
    lines::{self, LineEnds},
    utf8,
    vector::Two,
};
#[cfg(feature = "json")]
use super::{json, vector::BLOCK};

/// Appends whole blocks as HTML.
#[inline(always)]
pub(super) fn push_html(html: &mut Vec<u8>, bytes: &[u8], from: usize, to: usize) -> usize {
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        unsafe { push_html_by_avx2(html, bytes, from, to) }
    } else {
        push_html_by_sse2(html, bytes, from, to)
    }
}

#[target_feature(enable = "avx2")]
unsafe fn push_html_by_avx2(html: &mut Vec<u8>, bytes: &[u8], from: usize, to: usize) -> usize {
    // SAFETY: here the instructions are enabled.
    unsafe { html::push::<Two<__m256i>>(html, bytes, from, to) }
}

/// The same on every processor.
pub(super) fn push_html_by_sse2(html: &mut Vec<u8>, bytes: &[u8], from: usize, to: usize) -> usize {
    // SAFETY: all processors for x86-64 have SSE2.
    unsafe { html::push::<Two<Two<__m128i>>>(html, bytes, from, to) }
}

/// The next block with bytes that are more to HTML than text.
#[cfg(feature = "html")]
#[inline(always)]
pub(crate) fn next_markup(bytes: &[u8], from: usize) -> Markup {
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        unsafe { next_markup_by_avx2(bytes, from) }
    } else {
        next_markup_by_sse2(bytes, from)
    }
}

#[cfg(feature = "html")]
#[target_feature(enable = "avx2")]
unsafe fn next_markup_by_avx2(bytes: &[u8], from: usize) -> Markup {
    // SAFETY: here the instructions are enabled.
    unsafe { markup::next::<Two<__m256i>>(bytes, from) }
}

/// The same on every processor.
#[cfg(feature = "html")]
pub(super) fn next_markup_by_sse2(bytes: &[u8], from: usize) -> Markup {
    // SAFETY: all processors for x86-64 have SSE2.
    unsafe { markup::next::<Two<Two<__m128i>>>(bytes, from) }
}

/// Returns `true` if JSON escapes a byte of the block in a string.
#[cfg(feature = "json")]
#[inline(always)]
pub(crate) fn escapes_in_json(block: &[u8; BLOCK]) -> bool {
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        unsafe { escapes_in_json_by_avx2(block) }
    } else {
        escapes_in_json_by_sse2(block)
    }
}

#[cfg(feature = "json")]
#[target_feature(enable = "avx2")]
unsafe fn escapes_in_json_by_avx2(block: &[u8; BLOCK]) -> bool {
    // SAFETY: here the instructions are enabled.
    unsafe { json::escapes::<Two<__m256i>>(block) }
}

/// The same on every processor.
#[cfg(feature = "json")]
pub(super) fn escapes_in_json_by_sse2(block: &[u8; BLOCK]) -> bool {
    // SAFETY: all processors for x86-64 have SSE2.
    unsafe { json::escapes::<Two<Two<__m128i>>>(block) }
}

/// What ends lines among the bytes from `from` on.
#[inline(always)]
pub(crate) fn line_ends(bytes: &[u8], from: usize) -> LineEnds {
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt") {
        // SAFETY: the processor has AVX2, and counts bits.
        unsafe { line_ends_by_avx2(bytes, from) }
    } else {
        line_ends_by_sse2(bytes, from)
    }
}

#[target_feature(enable = "avx2,popcnt")]
unsafe fn line_ends_by_avx2(bytes: &[u8], from: usize) -> LineEnds {
    // SAFETY: here the instructions are enabled.
    unsafe { lines::ends::<Two<__m256i>>(bytes, from) }
}

/// The same on every processor.
pub(super) fn line_ends_by_sse2(bytes: &[u8], from: usize) -> LineEnds {
    // SAFETY: all processors for x86-64 have SSE2.
    unsafe { lines::ends::<Two<Two<__m128i>>>(bytes, from) }
}

/// How many of the bytes from `from` on are in whole blocks of UTF-8 for certain.
pub(super) fn certain_utf8(bytes: &[u8], from: usize) -> usize {
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        unsafe { certain_utf8_by_avx2(bytes, from) }
    } else {
        // SAFETY: all processors for x86-64 have SSE2.
        unsafe { utf8::certain::<Two<Two<__m128i>>>(bytes, from) }
    }
}

#[target_feature(enable = "avx2")]
unsafe fn certain_utf8_by_avx2(bytes: &[u8], from: usize) -> usize {
    // SAFETY: here the instructions are enabled.
    unsafe { utf8::certain::<Two<__m256i>>(bytes, from) }
}
