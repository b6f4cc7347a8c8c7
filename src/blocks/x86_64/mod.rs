//! For processors for x86-64, all of which have SSE2, and for those with AVX2.

mod vectors;

use std::arch::{
    is_x86_feature_detected,
    x86_64::{__m128i, __m256i},
};

#[cfg(feature = "json")]
use super::json;
#[cfg(feature = "html")]
use super::markup::{self, Markup};
use super::{
    html,
    lines::{self, LineEnds},
    triggers::{self, CLASSES, Sought, Triggers},
    vector::{BLOCK, Two},
};

/// Functions over blocks: AVX2 if the processor has it, or else SSE2, which every x86-64 processor has.
macro_rules! functions {
    ($(
        $(#[$attribute:meta])*
        $visibility:vis fn $name:ident($($parameter:ident: $type:ty),*) -> $result:ty
            = $module:ident::$function:ident, $($feature:tt)&&+, $by_sse2:ident;
    )*) => {
        $(
            $(#[$attribute])*
            #[inline(always)]
            $visibility fn $name($($parameter: $type),*) -> $result {
                $(#[target_feature(enable = $feature)])+
                unsafe fn by_avx2($($parameter: $type),*) -> $result {
                    // SAFETY: here the instructions are enabled.
                    unsafe { $module::$function::<Two<__m256i>>($($parameter),*) }
                }
                if !cfg!(napkin_no_avx2) && $(is_x86_feature_detected!($feature))&&+ {
                    // SAFETY: the processor has the instructions.
                    unsafe { by_avx2($($parameter),*) }
                } else {
                    $by_sse2($($parameter),*)
                }
            }

            $(#[$attribute])*
            pub(super) fn $by_sse2($($parameter: $type),*) -> $result {
                // SAFETY: all processors for x86-64 have SSE2.
                unsafe { $module::$function::<Two<Two<__m128i>>>($($parameter),*) }
            }
        )*
    };
}

functions! {
    pub(super) fn push_html(html: &mut Vec<u8>, bytes: &[u8], from: usize, to: usize) -> usize
        = html::push, "avx2", push_html_by_sse2;

    #[cfg(feature = "html")]
    pub(crate) fn next_markup(bytes: &[u8], from: usize) -> Markup
        = markup::next, "avx2", next_markup_by_sse2;

    #[cfg(feature = "json")]
    pub(crate) fn escapes_in_json(block: &[u8; BLOCK]) -> bool
        = json::escapes, "avx2", escapes_in_json_by_sse2;

    pub(crate) fn line_ends(bytes: &[u8], from: usize) -> LineEnds
        = lines::ends, "avx2" && "popcnt", line_ends_by_sse2;

    pub(crate) fn next_triggers(bytes: &[u8], from: usize, sought: Sought) -> Triggers
        = triggers::next, "avx2", next_triggers_by_sse2;

    pub(crate) fn classes(block: &[u8; BLOCK]) -> [u64; CLASSES]
        = triggers::classes, "avx2", classes_by_sse2;
}
