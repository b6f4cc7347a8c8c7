//! Whether a URL that nothing delimits goes on behind the end of its line: what is seen around the break, certain reasons
//! that it does not, and the features that are weighed where there is none.
//!
//! `context` is what is seen, `vetoes` are the certain reasons, `features` what is weighed, each a function of the context,
//! and `weights` what each weighs: a table that `tools/evidence/fit.py` writes. `docs/evidence.md` says how it was fitted.

mod context;
mod features;
mod vetoes;
mod weights;

pub(crate) use self::context::Marks;
use self::{
    features::{FEATURES, Look},
    vetoes::VETOES,
    weights::{AUTO, BIAS, EAGER, WEIGHTS},
};
pub(super) use self::{
    context::{Context, Place, is_rest_of_word, is_typeset_around},
    features::is_rest_of_suffix,
};
use crate::{finder::Rejoin, window::Cut};

impl Context<'_, '_> {
    /// Whether a certain reason says that the URL ends before the break, and nothing has to be weighed.
    pub(super) fn is_vetoed(&self) -> bool {
        VETOES.iter().any(|(_, holds)| holds(self))
    }

    /// The certain reasons that there are.
    pub(super) fn vetoes(&self) -> Evidence {
        let bits = VETOES.iter().enumerate().map(|(i, (_, holds))| u32::from(holds(self)) << i);
        Evidence { features: 0, vetoes: bits.fold(0, |all, bit| all | bit) }
    }

    /// All features that hold. The further one has to look, the later it is asked for, and not at all where nothing that it
    /// could say would change what is decided, unless `is_complete`.
    pub(super) fn weigh(&self, level: Rejoin, is_complete: bool) -> Result<Evidence, Cut> {
        let mut evidence = Evidence::default();
        evidence.add(self, Look::Break);
        let is_likely = level.is_enough(evidence.sum() + MAX_OF_LINES);
        if is_complete || is_likely {
            evidence.add(self, Look::Lines);
        }
        if is_complete || evidence.is_open(level) {
            self.elsewhere()?;
            evidence.add(self, Look::Text);
        }
        if !is_complete && !is_likely && features::stands_whole(self) {
            evidence.add(self, Look::Lines);
        }
        Ok(evidence)
    }
}

/// What holds at a break: a bit for each feature, or for each certain reason that the URL ends there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Evidence {
    features: u64,
    vetoes: u32,
}

impl Evidence {
    /// Adds the features that hold of those that take such a look.
    fn add(&mut self, context: &Context, look: Look) {
        for (i, feature) in FEATURES.iter().enumerate().filter(|(_, feature)| feature.look == look) {
            self.features |= u64::from((feature.holds)(context)) << i;
        }
    }

    /// Whether what stands elsewhere in the text may still change the decision.
    fn is_open(self, level: Rejoin) -> bool {
        let sum = self.sum();
        level.is_enough(sum + MAX_OF_TEXT) && !level.is_enough(sum + MIN_OF_TEXT)
    }

    /// The names of what holds, and the weight of each: above zero it speaks for a join.
    pub(crate) fn pieces(self) -> impl Iterator<Item = (&'static str, f32)> {
        const { assert!(FEATURES.len() <= u64::BITS as usize && VETOES.len() <= u32::BITS as usize) };
        let weighed = WEIGHTS.iter().enumerate().filter(move |(i, _)| self.features >> i & 1 != 0);
        let certain = VETOES.iter().enumerate().filter(move |(i, _)| self.vetoes >> i & 1 != 0);
        weighed.map(|(_, &weight)| weight).chain(certain.map(|(_, (name, _))| (*name, -CERTAIN)))
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
    1.0 / (1.0 + (-sum).exp())
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
const MAX_OF_LINES: f32 = sum_of(Look::Lines, true);

/// What those that look at the whole text can add at most, and at least: no two of them hold at once.
const MAX_OF_TEXT: f32 = sum_of(Look::Text, true);
const MIN_OF_TEXT: f32 = sum_of(Look::Text, false);

/// The sum of the weights above zero, or below, of the features that take such a look.
const fn sum_of(look: Look, is_above: bool) -> f32 {
    let mut sum = 0.0;
    let mut i = 0;
    while i < FEATURES.len() {
        let weight = WEIGHTS[i].1;
        if FEATURES[i].look as u8 == look as u8 && (weight > 0.0) == is_above {
            sum += weight;
        }
        i += 1;
    }
    sum
}

#[cfg(test)]
mod tests {
    use std::{io, ops::ControlFlow};

    use super::*;
    use crate::{Event, Finder, Sink};

    /// The evidence at the last break of a text; none where no break was weighed.
    #[derive(Default)]
    struct Last(Option<Vec<&'static str>>);

    impl Sink for Last {
        fn event(&mut self, event: Event<'_>) -> io::Result<ControlFlow<()>> {
            if let Event::Break(seen) = event {
                self.0 = Some(seen.evidence().map(|(name, _)| name).collect());
            }
            Ok(ControlFlow::Continue(()))
        }
    }

    pub(super) fn evidence_in(text: &str) -> Option<Vec<&'static str>> {
        let finder = Finder::builder().rejoin(Rejoin::Eager).explain(true).build().expect("the options are right");
        let mut last = Last::default();
        finder.search(text.as_bytes(), &mut last).expect("nothing fails");
        last.0
    }

    /// What evidence counts on need not be there.
    #[test]
    fn slashes_at_the_very_end_have_no_authority_behind_them() {
        let names = evidence_in(&format!("www.c.com/hello/https://\n{}\n", "a".repeat(48))).unwrap_or_default();
        assert!(names.contains(&"ends in a slash") && !names.contains(&"is only a host so far"), "{names:?}");
    }

    const WORDS: &str = "See http://a.example/b-\nword, and words\nand more\n";
    const PATH: &str = "http://a.example/b/\nc1_d/e.\n\n";
    const FILLED: &str = "These are words that fill the line up to the sixtieth column\n\
                          and again these are words that fill the line up to this one\n";
    const CUT: &str = "http://a.example/60/chars/and/some/more/of/them/so/that/this\nc1_d\n";
    const EIGHTY: &str = "http://a.example/60/chars/and/some/more/of/them/so/that/this/is/seventy/12";

    /// A name, a text in which the evidence holds, and one in which it does not.
    fn cases() -> Vec<(&'static str, String, &'static str)> {
        let filled = |rest: &str| format!("{FILLED}{rest}");
        let plain = |text: &str| text.to_string();
        let cut = |columns: usize| {
            format!("{}\n{}\n{}\n", &EIGHTY[..columns], "a1_".repeat(columns)[..columns].to_owned(), "b2_c")
        };
        let line = |columns: usize| format!("{EIGHTY}{}", "0".repeat(40))[..columns].to_owned() + "\nc1_d/e\n\n";
        vec![
            ("ends in a slash", plain(PATH), WORDS),
            ("ends in a hyphen", plain(WORDS), PATH),
            ("ends in a query's mark", plain("http://a.example/b?c=\nd1_\n"), PATH),
            ("ends in half an escape", plain("http://a.example/b%2\n0c_\n"), PATH),
            ("ends in a full stop", plain("http://a.example/b.\nhtml\n"), PATH),
            ("ends in other punctuation", plain("http://a.example/b,\nc1_d\n"), PATH),
            ("ends in a typesetter's hyphen", plain("http://a.example/b\u{2010}\nc1_d\n"), WORDS),
            ("ends in a joining sign", plain("http://a.example/b_\nc1_d\n"), PATH),
            ("cut inside a word", plain(CUT), PATH),
            (
                "ends in a file's name",
                plain("http://a.example/60/chars/and/some/more/of/them/so/that/this.htm\nc\n"),
                PATH,
            ),
            ("ends in a digit", plain("http://a.example/60/chars/and/some/more/of/them/so/that/this1\nc_d\n"), PATH),
            ("is only a host so far", plain("http://a.example/\nc_d\n"), PATH),
            (
                "line as wide as the paragraph",
                filled("as they do, see http://a.example/archive/2026/november/msg1-\nc_d\n"),
                PATH,
            ),
            (
                "what follows did not fit",
                filled("as they do, see http://a.example/archive/2026/november/msg1-\nc_d\n"),
                PATH,
            ),
            ("what follows would have fitted", filled("see http://a.example/b-\nc_d\n"), PATH),
            ("line of 60 to 71 columns", line(65), PATH),
            ("line of 72 to 80 columns", line(75), PATH),
            (
                "line of less than 50 columns",
                plain(PATH),
                "http://a.example/60/chars/and/some/more/of/them/so/that/this/is/sev/\nc_d\n",
            ),
            ("line of more than 80 columns", line(90), PATH),
            ("cut at the same column again", cut(72), PATH),
            ("line of exactly 72 columns", line(72), PATH),
            ("line of exactly 76 columns", line(76), PATH),
            ("joined before", cut(72), PATH),
            ("alone in its line", plain(PATH), WORDS),
            (
                "trailing space here alone",
                plain("http://a.example/b/ \nc1_d\n"),
                "Words \nhttp://a.example/b/ \nc1_d \n",
            ),
            ("quoted once more", plain("> http://a.example/b/\n> > c1_d\n"), PATH),
            ("quote marks lost", plain("> http://a.example/b/\nc1_d\n"), PATH),
            ("quoted the same", plain("> http://a.example/b/\n> c1_d\n"), PATH),
            ("both in a comment", plain("# http://a.example/b/\n# c1_d\n"), PATH),
            ("indented the same", plain("   http://a.example/b/\n   c1_d\n"), PATH),
            ("indented deeper", plain("   http://a.example/b/\n     c1_d\n"), PATH),
            ("indented less", plain("   http://a.example/b/\nc1_d\n"), PATH),
            ("next is a word with a capital", plain("http://a.example/b-\nWord\n"), WORDS),
            ("next begins with a capital", plain("http://a.example/b-\nC_1\n"), WORDS),
            ("next begins with a digit", plain("http://a.example/b-\n1_c\n"), WORDS),
            ("next begins with a URL's mark", plain("http://a.example/b-\n/c\n"), WORDS),
            ("next begins with a bracket or quote", plain("http://a.example/b-\n(c\n"), WORDS),
            ("next has a digit inside", plain(PATH), WORDS),
            ("next has a URL's mark inside", plain(PATH), WORDS),
            ("next has a hyphen inside", plain("http://a.example/b-\nc-d\n"), WORDS),
            ("next has a full stop inside", plain("http://a.example/b-\nc.d\n"), WORDS),
            ("next is a function word", plain("http://a.example/b-\nand\n"), WORDS),
            ("next is a plain word", plain(WORDS), PATH),
            ("next is a header or label", plain("http://a.example/b-\nCc: c\n"), WORDS),
            ("next is an address", plain("http://a.example/b-\nc@d.example\n"), WORDS),
            ("next is long", plain("http://a.example/b-\nabcdefghijklmnopqrstuvwxyz\n"), WORDS),
            ("next closes the URL's bracket", plain("(http://a.example/b-\nc)\n"), "http://a.example/b-\nc)\n"),
            ("next ends a sentence", plain(PATH), "http://a.example/b-\nc)\n"),
            ("nothing behind next", plain(PATH), WORDS),
            ("words behind next", plain(WORDS), PATH),
            ("plain word, and words behind it", plain(WORDS), PATH),
            ("next ends in a file's name", plain("http://a.example/b-\nc.html\n"), WORDS),
            ("blank line behind next", plain(PATH), WORDS),
            ("a URL in the line behind next", plain("http://a.example/b-\nc\nhttp://b.example/\n"), WORDS),
            ("next line is longer", plain("http://a.example/b-\nabcdefghijklmnopqrstuvwxyz\n"), PATH),
            ("a page ends between", plain("http://a.example/b-\n\nRoe    [Page 7]\n\nc1_d\n"), WORDS),
            (
                "lines are justified",
                plain("       words  put  apart\nhttp://a.example/b-\nc\n"),
                "Two.  Sentences\nA   http://a.example/b-\nc\n",
            ),
            ("lines are hyphenated", plain("in hyphen-\nated text http://a.example/b-\nc\n"), WORDS),
            ("a slash, and a path next", plain(PATH), "http://a.example/b/\nword\n"),
            ("next has letters and digits mixed", plain(PATH), WORDS),
            ("a cut word, and a URL's mark next", plain(CUT), PATH),
            (
                "a cut word, and a plain word next",
                plain("http://a.example/60/chars/and/some/more/of/them/so/that/this\nword\n"),
                CUT,
            ),
            ("what follows did not fit in 80", line(80), PATH),
            (
                "line wider than the paragraph",
                filled("see http://a.example/archive/2026/november/01/lists/wider/msg1-\nc_d\n"),
                PATH,
            ),
            (
                "a word cut where the lines end",
                filled("see http://a.example/archive/2026/november/01/lists/wider/msg1\nc_d\n"),
                CUT,
            ),
            (
                "lines end in the same column",
                format!(
                    "{0}\n{0}\nas they do, see http://a.example/archive/2026/november/msg1-\nc_d\n",
                    "w".repeat(60)
                ),
                PATH,
            ),
            (
                "both would have fitted on a line",
                plain(PATH),
                "http://a.example/60/chars/and/some/more/of/them/so/that/this/is/sev/\nc_d\n",
            ),
            ("next has a query's mark inside", plain("http://a.example/b/\nc?d=1\n"), PATH),
            ("next has an escape inside", plain("http://a.example/b/\nc%20d\n"), PATH),
            ("next has several joining signs inside", plain("http://a.example/b/\nc_d_e\n"), PATH),
            ("a slash, and a file's name next", plain("http://a.example/b/\nc.html\n"), PATH),
            (
                "a sentence's mark, and a plain word next",
                plain("http://a.example/b;\nword\n"),
                "http://a.example/b.\nhtml\n",
            ),
            (
                "a sentence's mark, and a capital next",
                plain("http://a.example/b?\nWord\n"),
                "http://a.example/b?\nword\n",
            ),
            (
                "both make a file's suffix",
                plain("http://a.example/b.h\ntml and words\n"),
                "http://a.example/60/chars/and/some/more/of/them/so/that/this.c\ntml\n",
            ),
            (
                "next is a date or version, and words",
                plain("http://a.example/b/\nv2.1 is\n"),
                "http://a.example/b/\nv2.1\n",
            ),
            ("next is two words with a slash, and words", plain("http://a.example/b/\nand/or the\n"), PATH),
            ("next is code", plain("http://a.example/b/\nsoup->salt(2.5);\n"), PATH),
            ("next is a number alone", plain("http://a.example/b/\n32.\n"), "http://a.example/b/\n32.1\n"),
            (
                "a cut word, and a trailing space",
                plain("http://a.example/60/chars/and/some/more/of/them/so/that/this \nc1_d\n"),
                "http://a.example/b/ \nc1_d\n",
            ),
            ("next is the URL's last name again", plain("http://a.example/b/c1/\nc1 is\n"), PATH),
            ("a sign of code or tables behind next", plain("http://a.example/b/\nc.d | 12 ++\n"), PATH),
            ("a comma behind next, and others", plain("http://a.example/b/\nc_d, e_f, g\n"), PATH),
            ("a URL behind next", plain("http://a.example/b/\nc-d: http://b.example/\n"), PATH),
            ("a cut word, and a capital next", line(65).replace("\nc", "\nC"), PATH),
            ("a slash, and all would have fitted", plain(PATH), "http://a.example/b-\nc1_d/e.\n\n"),
            ("stands whole elsewhere", plain("http://a.example/b-c and http://a.example/b-\nc d\n"), WORDS),
            (
                "first part stands alone elsewhere",
                plain("http://a.example/b/ and http://a.example/b/\nc1_d/e\n"),
                "http://a.example/b/c1_d/e, http://a.example/b/ and http://a.example/b/\nc1_d/e\n",
            ),
        ]
    }

    #[test]
    fn each_holds_where_it_should_and_nowhere_else() {
        for (name, holds, fails) in cases() {
            let held = evidence_in(&holds).unwrap_or_else(|| panic!("{holds:?} has no break"));
            assert!(held.contains(&name), "{name} does not hold in {holds:?}: {held:?}");
            assert!(
                !evidence_in(fails).unwrap_or_else(|| panic!("{fails:?} has no break")).contains(&name),
                "{name} holds in {fails:?}"
            );
        }
    }

    #[test]
    fn words_are_sorted() {
        assert!(FUNCTION_WORDS.is_sorted() && REST_OF_WORD.is_sorted() && SUFFIXES.is_sorted());
    }

    #[test]
    fn rests_of_suffixes_are_no_words() {
        for suffix in SUFFIXES {
            assert!((1..suffix.len()).all(|cut| !is_word_of_prose(&suffix.as_bytes()[cut..])), "{suffix}");
        }
    }

    #[test]
    fn lines_at_the_margin_are_justified_where_they_end_together() {
        let is_justified = |lines: &[&str]| Paragraph::of(lines.iter().map(|line| line.as_bytes())).is_justified;
        assert!(is_justified(&["words  put apart", "and  words again"]));
        assert!(is_justified(&["       words  put apart"]));
        assert!(!is_justified(&["words  put apart", "and  words again, but longer"]));
        assert!(!is_justified(&["words  put apart"]));
    }

    #[test]
    fn names_of_files_have_a_suffix() {
        for name in ["b/a.html", "a.mp3", "A.PDF", "a.tar.gz"] {
            assert!(is_file_name(name.as_bytes()), "{name}");
        }
        for name in ["a", "a.b", "b.5237", "20080504.GA411301", "b/2008.GA4@mx.example", "a.abcdef", ".gz/a"] {
            assert!(!is_file_name(name.as_bytes()), "{name}");
        }
    }

    #[test]
    fn each_has_a_case() {
        let cases: Vec<&str> = cases().iter().map(|case| case.0).collect();
        let names: Vec<&str> = TABLE.iter().map(|piece| piece.name).collect();
        assert_eq!(cases, names);
    }

    #[test]
    fn confidence_is_between_none_and_full() {
        let all = Evidence { holds: u128::MAX };
        assert!(Evidence::default().confidence() > 0.0 && all.confidence() < 1.0);
        assert!(!Evidence::default().speaks_for(Rejoin::Auto) && !all.speaks_for(Rejoin::Delimited));
        const { assert!(AUTO > EAGER) };
    }
}
