//! For WebAssembly with its vectors of 128 bits.

use std::arch::wasm32::*;

#[cfg(feature = "json")]
use super::json;
#[cfg(feature = "html")]
use super::markup::{self, Markup};
use super::{
    html,
    lines::{self, LineEnds},
    triggers::{self, CLASSES, Sought, Triggers},
    vector::{BLOCK, Two, Vector, functions},
};

type Vectors = Two<Two<v128>>;

#[inline(always)]
pub(super) fn push_html(html: &mut Vec<u8>, bytes: &[u8], from: usize, to: usize) -> usize {
    // SAFETY: what is compiled for these instructions runs only where they are.
    unsafe { html::push::<Vectors>(html, bytes, from, to) }
}

#[cfg(feature = "html")]
#[inline(always)]
pub(crate) fn next_markup(bytes: &[u8], from: usize) -> Markup {
    // SAFETY: what is compiled for these instructions runs only where they are.
    unsafe { markup::next::<Vectors>(bytes, from) }
}

#[cfg(feature = "json")]
#[inline(always)]
pub(crate) fn escapes_in_json(block: &[u8; BLOCK]) -> bool {
    // SAFETY: what is compiled for these instructions runs only where they are.
    unsafe { json::escapes::<Vectors>(block) }
}

#[inline(always)]
pub(crate) fn line_ends(bytes: &[u8], from: usize) -> LineEnds {
    // SAFETY: what is compiled for these instructions runs only where they are.
    unsafe { lines::ends::<Vectors>(bytes, from) }
}

pub(crate) fn next_triggers(bytes: &[u8], from: usize, sought: Sought) -> Triggers {
    // SAFETY: what is compiled for these instructions runs only where they are.
    unsafe { triggers::next::<Vectors>(bytes, from, sought) }
}

#[inline(always)]
pub(crate) fn classes(block: &[u8; BLOCK]) -> [u64; CLASSES] {
    // SAFETY: what is compiled for these instructions runs only where they are.
    unsafe { triggers::classes::<Vectors>(block) }
}

impl Vector for v128 {
    const LENGTH: usize = 16;

    functions! {
        fn load(start: *const u8) -> v128 = v128_load(start.cast());
        fn store(self, start: *mut u8) = v128_store(start.cast(), self);
        fn equal(self, byte: u8) -> v128 = u8x16_eq(self, u8x16_splat(byte));
        fn plane<const BELOW: i32>(self) -> u64 = u8x16_shl(self, BELOW.cast_unsigned()).bits();
        fn within(self, first: u8, last: u8) -> v128 = u8x16_le(u8x16_sub(self, u8x16_splat(first)), u8x16_splat(last - first));
        fn and(self, other: v128) -> v128 = v128_and(self, other);
        fn or(self, other: v128) -> v128 = v128_or(self, other);
        fn without(self, other: v128) -> v128 = v128_andnot(self, other);
        fn or_each(self, byte: u8) -> v128 = v128_or(self, u8x16_splat(byte));
        fn minus(self, other: v128) -> v128 = u8x16_sub(self, other);
        fn sum(self) -> usize = {
            let fours = u32x4_extadd_pairwise_u16x8(u16x8_extadd_pairwise_u8x16(self));
            let sums = [u32x4_extract_lane::<0>(fours), u32x4_extract_lane::<1>(fours)];
            let others = [u32x4_extract_lane::<2>(fours), u32x4_extract_lane::<3>(fours)];
            (sums[0] + sums[1] + others[0] + others[1]) as usize
        };
        fn is_any(self) -> bool = v128_any_true(self);
        fn bits(self) -> u64 = u64::from(i8x16_bitmask(self));
    }
}
