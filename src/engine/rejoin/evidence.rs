//! Whether a URL that nothing delimits goes on behind the end of its line: what is seen around the break, certain reasons
//! that it does not, and the features that are weighed where there is none.
//!
//! `context` is what is seen, `paragraph` what the lines around have in common and `typeset` who set them. What is asked of it is a
//! function each: of the `url_end`, the `next_word`, what stands `after_slash`, the `line_shape` and `known_names`. `vetoes` are the certain
//! reasons, `features` the table of what is weighed, and `weights` what each weighs: a table that `tools/evidence/fit.py` writes.

mod after_slash;
mod context;
mod cut_text;
mod features;
mod fill_column;
mod hash;
mod known_names;
mod line_shape;
mod link_target;
mod next_word;
mod noun;
mod paragraph;
mod typeset;
mod url_end;
mod vetoes;
mod weights;

use std::f64::consts::{LN_2, LOG2_E};

pub(super) use self::{
    context::{BreakContext, Place},
    cut_text::NARROWEST_CUT,
    line_shape::{MIN_CUT_LINE, SHORT_LINE},
    paragraph::{LOOK_AHEAD, LOOK_BACK, columns},
    typeset::is_typeset_around,
};
use self::{
    features::{FEATURES, Look},
    known_names::is_in_known_domain,
    link_target::closes_link_target,
    vetoes::VETOES,
    weights::{AUTO, BIAS, EAGER, WEIGHTS},
};
use crate::{config::Rejoin, engine::window::Cut};

impl BreakContext<'_, '_> {
    /// Whether a certain reason says that the URL ends before the break, and nothing has to be weighed. Of a word or of code none is as certain
    /// as that the break stands in a known domain, an open string, or in the target of a link that ends on the next line.
    pub(super) fn is_vetoed(&self) -> bool {
        let is_certain = || self.is_in_open_string || is_in_known_domain(self) || closes_link_target(self);
        vetoes::any_holds(self) && (vetoes::begins_another(self) || !is_certain())
    }

    /// The certain reasons that there are.
    pub(super) fn vetoes(&self) -> Evidence {
        Evidence { features: 0, vetoes: vetoes::held(self) }
    }

    /// All features that hold. The further one has to look, the later it is asked for, and not at all where nothing that it
    /// could say would make a join of it, unless `is_complete`.
    pub(super) fn weigh(&self, level: Rejoin, is_complete: bool) -> Result<Evidence, Cut> {
        let mut evidence = Evidence::default();
        evidence.add(self, Look::Break);
        let is_likely = level.is_enough(evidence.sum() + MAX_OF_LINES);
        if is_complete || is_likely {
            evidence.add(self, Look::Lines);
        }
        if is_complete || evidence.may_be_enough(level) {
            self.elsewhere()?;
            evidence.add(self, Look::Text);
        }
        if !is_complete && !is_likely && next_word::stands_whole(self) {
            evidence.add(self, Look::Lines);
        }
        Ok(evidence)
    }
}

/// What holds at a break: a bit for each feature, or for each certain reason that the URL ends there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Evidence {
    features: u128,
    vetoes: u64,
}

impl Evidence {
    /// Adds the features that hold of those that take such a look.
    #[inline(always)]
    fn add(&mut self, context: &BreakContext, look: Look) {
        self.features |= features::held(context, look);
    }

    /// Whether it is enough for a join with what may stand elsewhere in the text: then that is asked for, be it that nothing it could say would
    /// change the decision, as the confidence in a join is told.
    fn may_be_enough(self, level: Rejoin) -> bool {
        level.is_enough(self.sum() + MAX_OF_TEXT)
    }

    /// The names of what holds, and the weight of each: above zero it speaks for a join.
    pub(crate) fn pieces(self) -> impl Iterator<Item = (&'static str, f32)> {
        const { assert!(FEATURES.len() <= u128::BITS as usize && VETOES.len() <= u64::BITS as usize) };
        let weighed = bits(self.features).map(|bit| WEIGHTS[bit]);
        weighed.chain(bits(self.vetoes.into()).map(|bit| (VETOES[bit], -CERTAIN)))
    }

    fn sum(self) -> f32 {
        BIAS + self.pieces().map(|(_, weight)| weight).sum::<f32>()
    }

    /// How sure a join is, from 0 to 1: the logistic function of the sum.
    pub(crate) fn confidence(self) -> f32 {
        logistic(self.sum())
    }

    /// Whether it is enough for a join at this level.
    pub(crate) fn speaks_for(self, level: Rejoin) -> bool {
        level.is_enough(self.sum())
    }
}

/// The numbers of the bits that are set.
fn bits(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            bit
        })
    })
}

impl Rejoin {
    /// Whether the sum is enough for a join.
    fn is_enough(self, sum: f32) -> bool {
        match self {
            Rejoin::Off | Rejoin::Delimited => false,
            Rejoin::Auto => sum >= AUTO,
            Rejoin::Eager => sum >= EAGER,
            Rejoin::AtLeast(confidence) => logistic(sum) >= confidence,
        }
    }
}

fn logistic(sum: f32) -> f32 {
    (1.0 / (1.0 + exponential(-f64::from(sum)))) as f32
}

/// The exponential function, to more digits than an `f32` has. Those of systems differ in the last digit, and a join would be one on one
/// machine and none on another; and for a system's, a command loads a library when it starts.
fn exponential(x: f64) -> f64 {
    /// Behind so many terms the series has all digits for less than half of the logarithm of two.
    const TERMS: i32 = 14;
    /// Beyond it, nothing of the logistic function is left.
    const FURTHEST: f64 = 100.0;
    let x = x.clamp(-FURTHEST, FURTHEST);
    let nearest = (x * LOG2_E + 0.5_f64.copysign(x)) as i64;
    let rest = x - nearest as f64 * LN_2;
    let series = (1..=TERMS).rev().fold(1.0, |sum, number| 1.0 + sum * rest / f64::from(number));
    let power_of_two = f64::from_bits(((1023 + nearest) as u64) << (f64::MANTISSA_DIGITS - 1));
    series * power_of_two
}

/// The weights are those of the features: both tables have the same names in the same order.
const _: () = {
    assert!(FEATURES.len() == WEIGHTS.len());
    let mut i = 0;
    while i < FEATURES.len() {
        assert!(is_same(FEATURES[i].name, WEIGHTS[i].0), "weights.rs is of other features: run tools/evidence/fit.py");
        i += 1;
    }
};

const fn is_same(name: &str, other: &str) -> bool {
    let (name, other) = (name.as_bytes(), other.as_bytes());
    let mut i = 0;
    while i < name.len() && i < other.len() && name[i] == other[i] {
        i += 1;
    }
    i == name.len() && i == other.len()
}

/// What a certain reason weighs.
const CERTAIN: f32 = 20.0;

/// What the features that look at the lines around can add at most.
const MAX_OF_LINES: f32 = sum_of(Look::Lines);

/// What those that look at the whole text can add at most: no two of them hold at once.
const MAX_OF_TEXT: f32 = sum_of(Look::Text);

/// The sum of the weights above zero of the features that take such a look.
const fn sum_of(look: Look) -> f32 {
    let mut sum = 0.0;
    let mut i = 0;
    while i < FEATURES.len() {
        let weight = WEIGHTS[i].1;
        if FEATURES[i].look as u8 == look as u8 && weight > 0.0 {
            sum += weight;
        }
        i += 1;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        finder::Finder,
        sink::{Context, Event},
    };

    /// The evidence at the last break of a text; none where no break was weighed.
    pub(super) fn evidence_in(text: &str) -> Option<Vec<&'static str>> {
        let finder = Finder::builder().rejoin(Rejoin::Eager).explain(true).build().expect("the options are right");
        let mut last = None;
        let mut note = |event: Event<'_>, _: &Context<'_>| {
            if let Event::Break(seen) = event {
                last = Some(seen.evidence().map(|(name, _)| name).collect());
            }
        };
        finder.search_into(text.as_bytes(), &mut note).expect("nothing fails");
        last
    }

    /// What evidence counts on need not be there.
    #[test]
    fn slashes_at_the_very_end_have_no_authority_behind_them() {
        let names = evidence_in(&format!("www.c.com/hello/https://\n{}\n", "a".repeat(48))).unwrap_or_default();
        assert!(names.contains(&"ends in a slash") && !names.contains(&"is only a host so far"), "{names:?}");
    }

    #[test]
    fn the_exponential_function_is_that_of_the_standard_library() {
        for number in -9000..=9000 {
            let x = f64::from(number) / 100.0;
            assert!((exponential(x) / x.exp() - 1.0).abs() < 1e-13, "{x}");
        }
        assert_eq!(exponential(0.0), 1.0);
        assert_eq!((logistic(f32::MAX), logistic(f32::MIN)), (1.0, exponential(-100.0) as f32));
    }

    #[test]
    fn confidence_is_from_none_to_full() {
        let all = Evidence { features: u128::MAX >> (u128::BITS as usize - FEATURES.len()), vetoes: 0 };
        assert!(Evidence::default().confidence() > 0.0 && all.confidence() <= 1.0);
        assert!(!Evidence::default().speaks_for(Rejoin::Auto) && !all.speaks_for(Rejoin::Delimited));
        const { assert!(AUTO > EAGER) };
    }
}
