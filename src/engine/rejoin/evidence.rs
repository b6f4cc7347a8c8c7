//! Whether a URL that nothing delimits goes on behind the end of its line: each piece of evidence is a function of what
//! stands around the break, and the table of their weights adds them up.

mod over;
mod pieces;
mod sight;

pub(crate) use self::sight::Marks;
use self::{over::REASONS, pieces::*, sight::*};
pub(super) use self::{
    pieces::{is_rest_of_suffix, is_word_of_prose},
    sight::{Place, Sight, is_rest_of_word, is_typeset_around},
};
use super::{
    elsewhere::{self, Elsewhere},
    line_start::COMMENT_MARKS,
    undelimited::{LINES, LOOK_AHEAD, LOOK_BACK, Next},
};
use crate::{
    config::Rejoin,
    engine::window::{Ahead, Cut},
    link,
    text::words::{WORD_KEY, word_key, word_keys},
};

impl Sight<'_, '_> {
    /// Whether the URL is over for a certain reason, and nothing has to be weighed.
    pub(super) fn is_over(&self) -> bool {
        over::is_over(self)
    }

    /// The certain reasons that there are.
    pub(super) fn reasons(&self) -> Evidence {
        let bits = REASONS.iter().enumerate().map(|(i, (_, holds))| u128::from(holds(self)) << (TABLE.len() + i));
        Evidence { holds: bits.fold(0, |all, bit| all | bit) }
    }

    /// All that holds. The further a piece of evidence has to look, the later it is asked for, and not at all where nothing
    /// that it could say would change what is decided, unless `is_complete`.
    pub(super) fn weigh(&self, level: Rejoin, is_complete: bool) -> Result<Evidence, Cut> {
        let mut evidence = Evidence::default();
        evidence.add(self, Look::Break);
        let is_likely = level.is_enough(evidence.sum() + MOST_WIDE);
        if is_complete || is_likely {
            evidence.add(self, Look::Lines);
        }
        if is_complete || evidence.is_open(level) {
            self.elsewhere()?;
            evidence.add(self, Look::Text);
        }
        if !is_complete && !is_likely && stands_whole(self) {
            evidence.add(self, Look::Lines);
        }
        Ok(evidence)
    }
}

/// Which pieces of evidence hold at a break: a bit for each of the table, and behind them one for each certain reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Evidence {
    holds: u128,
}

impl Evidence {
    /// Adds what holds of that which takes such a look.
    fn add(&mut self, sight: &Sight, look: Look) {
        for (i, piece) in TABLE.iter().enumerate().filter(|(_, piece)| piece.look == look) {
            self.holds |= u128::from((piece.holds)(sight)) << i;
        }
    }

    /// Whether what stands elsewhere in the text may still change the decision.
    fn is_open(self, level: Rejoin) -> bool {
        let sum = self.sum();
        level.is_enough(sum + MOST_FAR) && !level.is_enough(sum + LEAST_FAR)
    }

    /// The names of what holds, and the weight of each: above zero it speaks for a join.
    pub(crate) fn pieces(self) -> impl Iterator<Item = (&'static str, f32)> {
        const { assert!(TABLE.len() + REASONS.len() <= u128::BITS as usize) };
        let weighed = TABLE.iter().map(|piece| (piece.name, piece.weight));
        let certain = REASONS.iter().map(|(name, _)| (*name, -SURE));
        weighed.chain(certain).enumerate().filter(move |(i, _)| self.holds >> i & 1 != 0).map(|(_, piece)| piece)
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

/// A piece of evidence.
struct Piece {
    name: &'static str,
    weight: f32,
    holds: fn(&Sight) -> bool,
    look: Look,
}

/// How far a piece of evidence has to look.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    /// At the two lines of the break.
    Break,
    /// At the lines around, which costs more.
    Lines,
    /// At all that is kept of the text.
    Text,
}

const fn piece(name: &'static str, weight: f32, holds: fn(&Sight) -> bool) -> Piece {
    Piece { name, weight, holds, look: Look::Break }
}

const fn wide(name: &'static str, weight: f32, holds: fn(&Sight) -> bool) -> Piece {
    Piece { name, weight, holds, look: Look::Lines }
}

const fn far(name: &'static str, weight: f32, holds: fn(&Sight) -> bool) -> Piece {
    Piece { name, weight, holds, look: Look::Text }
}

/// What the evidence that looks at the lines around can add at most.
const MOST_WIDE: f32 = {
    let mut most = 0.0;
    let mut i = 0;
    while i < TABLE.len() {
        if matches!(TABLE[i].look, Look::Lines) && TABLE[i].weight > 0.0 {
            most += TABLE[i].weight;
        }
        i += 1;
    }
    most
};

/// What the sum has to reach in `auto` and in `eager`.
const AUTO: f32 = 1.2;
const EAGER: f32 = -1.0;

/// What the URL weighs where it stands elsewhere, whole or only its first part: one of the two holds at most.
const MOST_FAR: f32 = 7.0;
const LEAST_FAR: f32 = -3.0;

/// Nothing ends in half an escape: half of one alone is refused, so that there is nothing to lose.
const SURE: f32 = 12.0;

/// What the sum is where no evidence holds; fitted with the weights.
const BIAS: f32 = -2.8;

/// All evidence and what it weighs.
///
/// The weights are those of a logistic regression with a ridge of 1 (`tests/fit_evidence.py`) on 1,389 breaks whose truth
/// is known, and that no certain reason decides before: 213 behind whole URLs of mail and news and 184 in replies, 573 of
/// manual pages, 75 of RFCs, 344 of paragraphs that wrapping programs had wrapped; those of mail and news count three and
/// four times, those of RFCs half. Beside them stand 5,200 breaks of generated texts (`tools/src/bin/rewrap.rs` with seed 101 and
/// 60 rows by each model), three tenths each: real texts are few of each kind, and say little about URLs with words behind
/// them, and nothing about change logs, lists and source code.
///
/// Fitted on half of the real texts and judged on the other half, both ways round, `auto` joined 94 % of the breaks in
/// replies that are joins, all of those in manual pages and RFCs, 98 % of those by wrapping programs, and 9 of 219 that are
/// none; 6 of these are breaks in truth which the labels do not know of. `eager` joined all of those in replies, and 20 that
/// are none. Of generated texts of another seed (`tests/library/rewrap.rs`) `auto` put together 96 % of the broken URLs and joined one
/// in 1000 whole ones. In the documents, manuals and sources of a system, none of which were fitted, `auto` joined 29 URLs, and
/// 2 of these wrongly; without the certain reasons it was 25 of 55. In a large tree of generated documentation it joined
/// 572, all but a few of them rightly.
///
/// What the URL weighs where it stands elsewhere was not fitted, as the labelled texts are mostly too short for that to
/// happen: whole, it makes up for most of what can stand against it, but not for a sentence that goes on. Nor was half an
/// escape, which decides by itself.
///
/// What is named here with little weight of its own is there to be told, and to be fitted again.
const TABLE: [Piece; 87] = [
    piece("ends in a slash", -1.3, ends_in_slash),
    piece("ends in a hyphen", 2.0, ends_in_hyphen),
    piece("ends in a query's mark", 0.9, ends_in_query_mark),
    piece("ends in half an escape", SURE, ends_in_half_escape),
    piece("ends in a full stop", -0.5, ends_in_full_stop),
    piece("ends in other punctuation", -1.0, ends_in_punctuation),
    piece("ends in a typesetter's hyphen", 0.9, ends_in_typographic_hyphen),
    piece("ends in a joining sign", 1.2, ends_in_joining_sign),
    piece("cut inside a word", -1.2, cut_inside_word),
    piece("ends in a file's name", -3.2, ends_in_file_name),
    piece("ends in a digit", 0.0, ends_in_digit),
    piece("is only a host so far", 1.3, is_only_host),
    wide("line as wide as the paragraph", 0.9, is_as_wide),
    wide("what follows did not fit", 2.6, did_not_fit),
    wide("what follows would have fitted", 1.7, would_have_fitted),
    piece("line of 60 to 71 columns", 1.1, is_nearly_full),
    piece("line of 72 to 80 columns", 1.4, is_full),
    piece("line of less than 50 columns", -0.4, is_short),
    piece("line of more than 80 columns", -2.0, is_overlong),
    piece("cut at the same column again", 0.7, is_cut_again),
    piece("line of exactly 72 columns", 1.1, is_of_72),
    piece("line of exactly 76 columns", 0.4, is_of_76),
    piece("joined before", -0.3, was_joined_before),
    piece("alone in its line", 0.4, is_alone),
    wide("trailing space here alone", -2.1, is_spaced_alone),
    piece("quoted once more", 1.1, has_more_marks),
    piece("quote marks lost", 1.9, has_lost_marks),
    piece("quoted the same", 1.6, has_same_marks),
    piece("both in a comment", 0.2, is_in_comment),
    piece("indented the same", 1.4, is_indented_same),
    piece("indented deeper", -0.6, is_indented_deeper),
    piece("indented less", -1.9, is_indented_less),
    piece("next is a word with a capital", -0.9, is_capitalized_word),
    piece("next begins with a capital", -1.8, begins_with_capital),
    piece("next begins with a digit", 0.4, begins_with_digit),
    piece("next begins with a URL's mark", -0.3, begins_with_mark),
    piece("next begins with a bracket or quote", -1.5, begins_with_bracket),
    piece("next has a digit inside", -0.4, has_digit),
    piece("next has a URL's mark inside", 1.1, has_mark),
    piece("next has a hyphen inside", -0.4, has_hyphen),
    piece("next has a full stop inside", 0.0, has_full_stop),
    piece("next is a function word", -0.2, is_function_word),
    piece("next is a plain word", 0.3, is_plain_word),
    piece("next is a header or label", -2.7, is_label),
    piece("next is an address", -0.4, is_address),
    piece("next is long", 1.0, is_long),
    piece("next closes the URL's bracket", 2.7, closes_bracket),
    piece("next ends a sentence", 0.1, ends_sentence),
    piece("nothing behind next", 0.6, has_no_rest),
    piece("words behind next", 0.2, is_followed_by_words),
    piece("plain word, and words behind it", -1.2, is_prose),
    piece("next ends in a file's name", 1.0, next_ends_in_file_name),
    piece("blank line behind next", 1.1, is_followed_by_blank),
    piece("a URL in the line behind next", -0.8, is_followed_by_url),
    piece("next line is longer", -0.2, is_next_longer),
    piece("a page ends between", 0.1, is_across_page),
    wide("lines are justified", 1.1, is_in_justified),
    wide("lines are hyphenated", 0.1, is_in_hyphenated),
    piece("a slash, and a path next", 1.6, is_path_after_slash),
    piece("next has letters and digits mixed", 0.6, is_mixed),
    piece("a cut word, and a URL's mark next", -0.4, is_cut_word_with_mark),
    piece("a cut word, and a plain word next", -0.6, is_cut_plain_word),
    piece("what follows did not fit in 80", -0.6, did_not_fit_in_80),
    wide("line wider than the paragraph", -1.0, is_wider),
    wide("a word cut where the lines end", 1.1, is_cut_at_width),
    wide("lines end in the same column", 0.6, is_in_block),
    piece("both would have fitted on a line", -0.5, would_have_fitted_together),
    piece("next has a query's mark inside", 0.5, has_query_mark),
    piece("next has an escape inside", 0.8, has_escape),
    piece("next has several joining signs inside", 0.4, has_joining_signs),
    piece("a slash, and a file's name next", 2.1, is_file_after_slash),
    piece("a sentence's mark, and a plain word next", -0.8, is_word_after_sentence),
    piece("a sentence's mark, and a capital next", -0.8, is_capital_after_sentence),
    piece("both make a file's suffix", 1.2, completes_suffix),
    piece("next is a date or version, and words", -0.6, is_number_in_prose),
    piece("next is two words with a slash, and words", -1.0, is_either_word),
    piece("next is code", -2.0, is_code),
    piece("next is a number alone", -1.7, is_number_alone),
    piece("a cut word, and a trailing space", -2.3, is_cut_word_spaced),
    piece("next is the URL's last name again", -1.8, repeats_last_name),
    piece("a sign of code or tables behind next", -0.8, is_before_sign),
    piece("a comma behind next, and others", -1.0, is_in_enumeration),
    piece("a URL behind next", -0.9, is_before_url),
    piece("a cut word, and a capital next", -0.9, is_capital_after_cut),
    piece("a slash, and all would have fitted", -1.3, is_short_path),
    far("stands whole elsewhere", MOST_FAR, stands_whole),
    far("first part stands alone elsewhere", LEAST_FAR, stands_apart),
];

#[cfg(test)]
mod tests {
    use std::{io, ops::ControlFlow};

    use super::*;
    use crate::{
        finder::Finder,
        sink::{Event, Sink},
    };

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
