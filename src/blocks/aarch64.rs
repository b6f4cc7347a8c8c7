//! For processors for AArch64 with NEON, which all have that run an operating system.

use std::arch::aarch64::*;

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

#[inline(always)]
pub(super) fn push_html(html: &mut Vec<u8>, bytes: &[u8], from: usize, to: usize) -> usize {
    // SAFETY: what is compiled for NEON runs on processors with it.
    unsafe { html::push::<Two<Two<uint8x16_t>>>(html, bytes, from, to) }
}

#[cfg(feature = "html")]
#[inline(always)]
pub(crate) fn next_markup(bytes: &[u8], from: usize) -> Markup {
    // SAFETY: what is compiled for NEON runs on processors with it.
    unsafe { markup::next::<Two<Two<uint8x16_t>>>(bytes, from) }
}

#[cfg(feature = "json")]
#[inline(always)]
pub(crate) fn escapes_in_json(block: &[u8; BLOCK]) -> bool {
    // SAFETY: what is compiled for NEON runs on processors with it.
    unsafe { json::escapes::<Two<Two<uint8x16_t>>>(block) }
}

#[inline(always)]
pub(crate) fn line_ends(bytes: &[u8], from: usize) -> LineEnds {
    // SAFETY: what is compiled for NEON runs on processors with it.
    unsafe { lines::ends::<Two<Two<uint8x16_t>>>(bytes, from) }
}

pub(crate) fn next_triggers(bytes: &[u8], from: usize, sought: Sought) -> Triggers {
    // SAFETY: what is compiled for NEON runs on processors with it.
    unsafe { triggers::next::<Two<Two<uint8x16_t>>>(bytes, from, sought) }
}

#[inline(always)]
pub(crate) fn classes(block: &[u8; BLOCK]) -> [u64; CLASSES] {
    // SAFETY: what is compiled for NEON runs on processors with it.
    unsafe { triggers::classes::<Two<Two<uint8x16_t>>>(block) }
}

impl Vector for uint8x16_t {
    const LENGTH: usize = 16;

    functions! {
        fn load(start: *const u8) -> uint8x16_t = vld1q_u8(start);
        fn store(self, start: *mut u8) = vst1q_u8(start, self);
        fn equal(self, byte: u8) -> uint8x16_t = vceqq_u8(self, vdupq_n_u8(byte));
        fn plane<const BELOW: i32>(self) -> u64 = vcltzq_s8(vreinterpretq_s8_u8(vshlq_n_u8::<BELOW>(self))).bits();
        fn within(self, first: u8, last: u8) -> uint8x16_t = vcleq_u8(vsubq_u8(self, vdupq_n_u8(first)), vdupq_n_u8(last - first));
        fn and(self, other: uint8x16_t) -> uint8x16_t = vandq_u8(self, other);
        fn or(self, other: uint8x16_t) -> uint8x16_t = vorrq_u8(self, other);
        fn without(self, other: uint8x16_t) -> uint8x16_t = vbicq_u8(self, other);
        fn or_each(self, byte: u8) -> uint8x16_t = vorrq_u8(self, vdupq_n_u8(byte));
        fn minus(self, other: uint8x16_t) -> uint8x16_t = vsubq_u8(self, other);
        fn sum(self) -> usize = usize::from(vaddlvq_u8(self));
        fn is_any(self) -> bool = vmaxvq_u8(self) != 0;
        fn bits(self) -> u64 = {
            const WEIGHTS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
            let weighed = vandq_u8(self, vld1q_u8(WEIGHTS.as_ptr()));
            let [low, high] = [vaddv_u8(vget_low_u8(weighed)), vaddv_u8(vget_high_u8(weighed))];
            u64::from(u16::from_le_bytes([low, high]))
        };
    }
}
