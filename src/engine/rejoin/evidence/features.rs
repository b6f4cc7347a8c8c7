//! The table of the features of a break that are weighed: each has a name, and a function that says whether it holds.

use super::{
    after_slash::{
        is_file_after_slash, is_last_word_after_slash, is_name_after_slash, is_path_after_host, is_path_after_slash,
    },
    context::BreakContext,
    cut_text::is_cut_at_column,
    fill_column::{fills_line, is_full_of_wide},
    known_names::known_name_goes_on,
    line_shape::{
        did_not_fit, hangs_below, has_lost_marks, has_same_marks, is_after_label, is_alone, is_followed_by_blank,
        is_followed_by_line_with_url, is_full, is_in_hyphenated, is_indented_less, is_nearly_full, is_of_72,
        is_spaced_alone, is_wider, would_have_fitted,
    },
    link_target::closes_link_target,
    next_word::{
        begins_with_bracket, begins_with_capital, begins_with_number_sign, closes_round_bracket, completes_suffix,
        cut_inside_word, ends_in_file_name, ends_in_half_escape, goes_on_hexadecimal, goes_on_in_host_of_message,
        has_digit, has_escape, has_full_stop, has_long_number, has_mark, has_query_mark, is_above_lone_word,
        is_capital_after_cut, is_code, is_cut_before_word, is_cut_in_full_line, is_cut_word_spaced, is_fragment_apart,
        is_hyphen_in_full_line, is_long, is_mixed, is_short_rest, is_short_rest_in_column, next_ends_in_file_name,
        next_ends_in_slash, next_is_followed_by_words, next_is_label, next_is_prose, stands_apart, stands_whole,
    },
    noun::is_before_noun,
    url_end::{
        ends_in_full_stop, ends_in_joining_sign, ends_in_open_string, ends_in_punctuation, ends_in_query_mark,
        ends_in_slash, ends_in_typographic_hyphen, goes_on_in_string, has_query_or_fragment, is_before_slash,
        is_host_above_path, is_in_host, is_soft_break, url_ends_in_hyphen,
    },
};

/// A feature of a break, as it is called, and how far it has to look.
pub(super) struct Feature {
    pub(super) name: &'static str,
    pub(super) look: Look,
}

/// How far a feature has to look.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    /// At the two lines of the break.
    Break,
    /// At the lines around, which costs more.
    Lines,
    /// At all that is kept of the text.
    Text,
}

/// Makes the table of the names, and of the functions one that calls each by its name: through a table of pointers nothing of what
/// they look at would be shared, and each call would be guessed wrong.
macro_rules! features {
    ($($look:ident($name:literal, $holds:ident),)*) => {
        /// All features, in the order of their weights.
        pub(super) const FEATURES: [Feature; [$($name),*].len()] = [$(Feature { name: $name, look: Look::$look }),*];

        /// The features that hold of those that take such a look: a bit for each, in the order of the table.
        #[inline(always)]
        pub(super) fn held(context: &BreakContext, look: Look) -> u128 {
            let mut held = 0;
            $(held = held >> 1 | u128::from(Look::$look == look && $holds(context)) << (u128::BITS - 1);)*
            held >> (u128::BITS as usize - FEATURES.len())
        }
    };
}

features! {
    Break("ends in a slash", ends_in_slash),
    Break("ends in a hyphen", url_ends_in_hyphen),
    Break("ends in a query's mark", ends_in_query_mark),
    Break("ends in half an escape", ends_in_half_escape),
    Break("ends in a full stop", ends_in_full_stop),
    Break("ends in other punctuation", ends_in_punctuation),
    Break("ends in a typesetter's hyphen", ends_in_typographic_hyphen),
    Break("ends in a joining sign", ends_in_joining_sign),
    Break("cut inside a word", cut_inside_word),
    Break("ends in a file's name", ends_in_file_name),
    Lines("what follows did not fit", did_not_fit),
    Lines("what follows would have fitted", would_have_fitted),
    Break("line of 60 to 71 columns", is_nearly_full),
    Break("line of 72 to 80 columns", is_full),
    Break("line of exactly 72 columns", is_of_72),
    Break("alone in its line", is_alone),
    Lines("trailing space here alone", is_spaced_alone),
    Break("quote marks lost", has_lost_marks),
    Break("quoted the same", has_same_marks),
    Break("indented less", is_indented_less),
    Break("next begins with a capital", begins_with_capital),
    Break("next begins with a bracket or quote", begins_with_bracket),
    Break("next has a digit inside", has_digit),
    Break("next has a URL's mark inside", has_mark),
    Break("next has a full stop inside", has_full_stop),
    Break("next is a header or label", next_is_label),
    Break("next is long", is_long),
    Break("words behind next", next_is_followed_by_words),
    Break("plain word, and words behind it", next_is_prose),
    Break("next ends in a file's name", next_ends_in_file_name),
    Break("blank line behind next", is_followed_by_blank),
    Break("a URL in the line behind next", is_followed_by_line_with_url),
    Lines("lines are hyphenated", is_in_hyphenated),
    Break("a slash, and a path next", is_path_after_slash),
    Break("next has letters and digits mixed", is_mixed),
    Lines("line wider than the paragraph", is_wider),
    Break("next has a query's mark inside", has_query_mark),
    Break("next has an escape inside", has_escape),
    Break("a slash, and a file's name next", is_file_after_slash),
    Break("both make a file's suffix", completes_suffix),
    Break("next is code", is_code),
    Break("a cut word, and a trailing space", is_cut_word_spaced),
    Break("a cut word, and a capital next", is_capital_after_cut),
    Break("has a query or fragment", has_query_or_fragment),
    Break("digits of a number go on", goes_on_hexadecimal),
    Break("a short rest of a line", is_short_rest),
    Break("a short rest, and nothing behind next", is_short_rest_in_column),
    Break("a message-id's host goes on", goes_on_in_host_of_message),
    Break("inside the host", is_in_host),
    Break("a soft line break of quoted-printable text", is_soft_break),
    Break("a word cut in a full line", is_cut_in_full_line),
    Break("next begins with a number sign", begins_with_number_sign),
    Break("next has a long number", has_long_number),
    Break("a label before the URL", is_after_label),
    Break("round bracket closes in next", closes_round_bracket),
    Break("a hyphen, in a full line", is_hyphen_in_full_line),
    Break("hangs below the URL", hangs_below),
    Break("a fragment, set apart", is_fragment_apart),
    Break("a cut word, and a plain word next", is_cut_before_word),
    Lines("one whole word or number in a line below", is_above_lone_word),
    Text("stands whole elsewhere", stands_whole),
    Text("first part stands alone elsewhere", stands_apart),
    Break("a known name goes on", known_name_goes_on),
    Break("next ends in a slash", next_ends_in_slash),
    Break("a slash, and one word to a sentence's end", is_last_word_after_slash),
    Break("a slash, and a name of several words next", is_name_after_slash),
    Lines("a slash behind the host alone, and a path next", is_path_after_host),
    Break("a path below the host alone", is_host_above_path),
    Break("text that is cut at this column", is_cut_at_column),
    Break("a determiner before the URL, and a noun next", is_before_noun),
    Break("a link's target closes in next", closes_link_target),
    Lines("fills a line of filled text", fills_line),
    Lines("a full line of wide text", is_full_of_wide),
    Break("a slash behind a name", is_before_slash),
    Break("a string or line of a program goes on", goes_on_in_string),
    Break("a line of an open string goes on", ends_in_open_string),
}

#[cfg(test)]
mod tests {
    use super::FEATURES;
    use crate::engine::rejoin::evidence::tests::evidence_in;

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
        let line = |columns: usize| format!("{EIGHTY}{}", "0".repeat(40))[..columns].to_owned() + "\nc1_d/e\n\n";
        vec![
            ("ends in a slash", plain(PATH), WORDS),
            ("ends in a hyphen", plain(WORDS), PATH),
            ("ends in a query's mark", plain("http://a.example/b?c=\nd1_\n"), PATH),
            ("ends in half an escape", plain("http://a.example/60/chars/and/some/more/of/them/so/that%2\n0c_\n"), PATH),
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
            (
                "what follows did not fit",
                filled("as they do, see http://a.example/archive/2026/november/msg1-\nc_d\n"),
                PATH,
            ),
            ("what follows would have fitted", filled("see http://a.example/b-\nc_d\n"), PATH),
            ("line of 60 to 71 columns", line(65), PATH),
            ("line of 72 to 80 columns", line(75), PATH),
            ("line of exactly 72 columns", line(72), PATH),
            ("alone in its line", plain(PATH), WORDS),
            (
                "trailing space here alone",
                plain("http://a.example/b/ \nc1_d\n"),
                "Words \nhttp://a.example/b/ \nc1_d \n",
            ),
            ("quote marks lost", plain("> http://a.example/b/\nc1_d\n"), PATH),
            ("quoted the same", plain("> http://a.example/b/\n> c1_d\n"), PATH),
            ("indented less", plain("   http://a.example/b/\nc1_d\n"), PATH),
            ("next begins with a capital", plain("http://a.example/b-\nC_1\n"), WORDS),
            ("next begins with a bracket or quote", plain("http://a.example/b-\n(c\n"), WORDS),
            ("next has a digit inside", plain(PATH), WORDS),
            ("next has a URL's mark inside", plain(PATH), WORDS),
            ("next has a full stop inside", plain("http://a.example/b-\nc.d\n"), WORDS),
            ("next is a header or label", plain("http://a.example/b-\nCc: c\n"), WORDS),
            ("next is long", plain("http://a.example/b-\nabcdefghijklmnopqrstuvwxyz\n"), WORDS),
            ("words behind next", plain(WORDS), PATH),
            ("plain word, and words behind it", plain(WORDS), PATH),
            ("next ends in a file's name", plain("http://a.example/b-\nc.html\n"), WORDS),
            ("blank line behind next", plain(PATH), WORDS),
            ("a URL in the line behind next", plain("http://a.example/b-\nc\nhttp://b.example/\n"), WORDS),
            ("lines are hyphenated", plain("in hyphen-\nated text http://a.example/b-\nc\n"), WORDS),
            ("a slash, and a path next", plain(PATH), "http://a.example/b/\nword\n"),
            ("next has letters and digits mixed", plain(PATH), WORDS),
            (
                "line wider than the paragraph",
                filled("see http://a.example/archive/2026/november/01/lists/wider/msg1-\nc_d\n"),
                PATH,
            ),
            ("next has a query's mark inside", plain("http://a.example/b/\nc?d=1\n"), PATH),
            ("next has an escape inside", plain("http://a.example/b/\nc%20d\n"), PATH),
            ("a slash, and a file's name next", plain("http://a.example/b/\nc.html\n"), PATH),
            (
                "both make a file's suffix",
                plain("http://a.example/b.h\ntml and words\n"),
                "http://a.example/60/chars/and/some/more/of/them/so/that/this.c\ntml\n",
            ),
            ("next is code", plain("http://a.example/b/\nsoup->salt(2.5);\n"), PATH),
            (
                "a cut word, and a trailing space",
                plain("http://a.example/60/chars/and/some/more/of/them/so/that/this \nc1_d\n"),
                "http://a.example/b/ \nc1_d\n",
            ),
            ("a cut word, and a capital next", line(65).replace("\nc", "\nC"), PATH),
            ("has a query or fragment", plain("http://a.example/b?c=1-\nd_e\n"), PATH),
            (
                "digits of a number go on",
                plain("http://a.example/60/chars/and/some/more/of/them/so/that/3f90\n0ab\n"),
                CUT,
            ),
            (
                "a short rest of a line",
                plain("http://a.example/60/chars/and/some/more/of/them/so/that/th%2\n0_is\nc1_d\n"),
                CUT,
            ),
            (
                "a short rest, and nothing behind next",
                plain("http://a.example/60/chars/and/some/more/of/them/so/that/th%2\n0_is\nc1_d\n"),
                "http://a.example/60/chars/and/some/more/of/them/so/that/th%2\n0_is\nc1_d or more\n",
            ),
            (
                "a message-id's host goes on",
                plain("http://a.example/archive/20261121141209.4711-1-kim@lists.ex\nample.org/\n"),
                "http://a.example/archive/20261121141209.4711-1-kim.lists.ex\nample_org/\n",
            ),
            ("inside the host", plain("http://lists.\na.example.org/b\n"), PATH),
            (
                "a soft line break of quoted-printable text",
                plain("http://a.example/60/chars/and/some/more/of/them/so/that/this/is/it/b/2026=\n1121\n"),
                "http://a.example/b?year=\n2026\n",
            ),
            ("a word cut in a full line", line(75), CUT),
            ("next begins with a number sign", plain("http://a.example/b-\n#c_d\n"), PATH),
            ("next has a long number", plain("http://a.example/b/\nc2026_d\n"), PATH),
            ("a label before the URL", plain("Link: http://a.example/b/\nc1_d\n"), PATH),
            ("round bracket closes in next", plain("(http://a.example/b-\nc)\n"), "[http://a.example/b-\nc_d]\n"),
            ("a hyphen, in a full line", format!("{}-\nc_d\n", &EIGHTY[..64]), WORDS),
            ("hangs below the URL", plain("See http://a.example/b/\n    c1_d\n"), "# http://a.example/b/\n# c1_d\n"),
            (
                "a fragment, set apart",
                plain("__ http://a.example/b/c.html\n   #soup\n"),
                "# http://a.example/b-\n# c\n",
            ),
            (
                "a cut word, and a plain word next",
                plain("http://a.example/60/chars/and/some/more/of/them/so/that/this\nsoup\n"),
                CUT,
            ),
            (
                "one whole word or number in a line below",
                plain("http://a.example/60/chars/and/some/more/of/them/so/that/this\nsam\n"),
                "> http://a.example/60/chars/and/some/more/of/them/so/that/this\n> sam\n",
            ),
            ("stands whole elsewhere", plain("http://a.example/b-c and http://a.example/b-\nc d\n"), WORDS),
            (
                "first part stands alone elsewhere",
                plain("http://a.example/b/ and http://a.example/b/\nc1_d/e\n"),
                "http://a.example/b/c1_d/e, http://a.example/b/ and http://a.example/b/\nc1_d/e\n",
            ),
            (
                "a known name goes on",
                plain("http://doi.org/10.1000/napkin.\nv26i11\n"),
                "http://doi.org/10.1000/napkin.\n2026\n",
            ),
            ("next ends in a slash", plain("http://a.example/b/\nc1/.\n"), "http://a.example/b/\nc1/\n"),
            (
                "a slash, and one word to a sentence's end",
                plain("http://a.example/b/\nc1d2.\n"),
                "http://a.example/b/\nc1d2 is\n",
            ),
            (
                "a slash, and a name of several words next",
                plain("http://a.example/b/\nc-d\n"),
                "http://a.example/b/\nc1d\n",
            ),
            (
                "a slash behind the host alone, and a path next",
                filled("as they do, and all of it is kept with the spoons in http://a.example/\nc1/d\n"),
                "http://a.example/\nc1/d\n",
            ),
            ("a path below the host alone", plain("(http://a.example\n/c)\n"), "(http://a.example/b\n/c)\n"),
            (
                "text that is cut at this column",
                plain(
                    "These are those of the words that w\nere cut where a line is as long as \nit is and as http://a.example/b-c/d\ne/f with words behind it.\n",
                ),
                "These are those of the words that\nwere cut where a line is as long as\nit is and as http://a.example/b-c/d\ne/f with words behind it.\n",
            ),
            (
                "a determiner before the URL, and a noun next",
                filled("as they do, and all of it is kept with the spoons on the http://a.example/b1/c\ngallery\n"),
                "as they do, and all of it is kept with the spoons, and so http://a.example/b1/c\ngallery\n",
            ),
            (
                "a link's target closes in next",
                plain("[c](http://a.example/b1\n2/d_e) f\n"),
                "c (http://a.example/b1\n2/d_e) f\n",
            ),
            (
                "fills a line of filled text",
                filled("are left\nhttp://a.example/60/chars/and/some/more/of/them/so/that/this\nc1_d\n"),
                "These are words of a text that is not filled\nto a column\n\
                 http://a.example/60/chars/and/some/more/of/them/so/that/this\nc1_d\n",
            ),
            (
                "a full line of wide text",
                plain(
                    "These are words that fill the lines up to a column that stands further to the right than it is in mail\n\
                     and here are some more of those words, which go on for as long as they do, up to http://a.example/b/\n\
                     c1_d with words behind it.\n",
                ),
                "These are words that fill the lines up to a column that stands further to the right than it is in mail\n\
                 and are some more of those words\nwhich go on for as long as they do up to http://a.example/archive/b/\n\
                 c1_d with words behind it.\n",
            ),
            ("a slash behind a name", plain("http://a.example/b\n/c_d/e.html\n"), PATH),
            (
                "a string or line of a program goes on",
                plain("x = (\"See http://a.example/b/\"\n  \"c1/d.html\")\n"),
                "x = See http://a.example/b/\n  c1/d.html)\n",
            ),
            (
                "a line of an open string goes on",
                plain("x = \"See http://a.example/b/c\\\nd1/e.html\"\n"),
                "x = \"See\" http://a.example/b/\\\nc1/d.html\n",
            ),
        ]
    }

    #[test]
    fn each_holds_where_it_should_and_nowhere_else() {
        let mut wrong = Vec::new();
        for (name, text, other) in cases() {
            let (held, other) = (evidence_in(&text), evidence_in(other));
            let holds = |names: &Option<Vec<&str>>| names.as_ref().is_some_and(|names| names.contains(&name));
            if !holds(&held) || other.is_none() || holds(&other) {
                wrong.push((name, held, other));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn a_line_is_shorter_by_marks_of_quotation_and_by_nothing_else() {
        let is_of_72 = |lead: &str| {
            let text = format!("{lead}{}\n{lead}c1_d/e\n\n", &EIGHTY[..72]);
            evidence_in(&text).is_some_and(|held| held.contains(&"line of exactly 72 columns"))
        };
        assert!(is_of_72("") && is_of_72("> ") && !is_of_72(" "));
    }

    #[test]
    fn each_has_a_case() {
        let cases: Vec<&str> = cases().iter().map(|case| case.0).collect();
        let names: Vec<&str> = FEATURES.iter().map(|piece| piece.name).collect();
        assert_eq!(cases, names);
    }
}
