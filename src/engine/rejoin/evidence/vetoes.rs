//! What stands behind a break and is certain to be no part of the URL before it: then nothing is weighed.
//!
//! The table has all reasons. What is asked of `words`, of `lists`, of `numbers`, of `source_code` and of `other_urls` has a file each,
//! and what is asked of the next word alone is here.

mod below_host;
mod lists;
mod numbers;
mod other_urls;
mod source_code;
mod words;

use self::{
    below_host::{is_below_short_line, is_first_of_paths, is_place_below_host, signs_letter},
    lists::{
        has_even_margin, has_same_label, is_behind_semicolon, is_first_of_alike, is_in_bullets, is_in_rows,
        is_in_sources, is_item, is_next_key,
    },
    numbers::{is_date, is_file_size, is_line_number, is_page_number, is_report_number},
    other_urls::{
        has_other_url, is_address, is_host_below_host, is_label_of_other, is_name_below_name, is_next_scheme,
        is_other_host, is_path_of_file_system,
    },
    source_code::{
        is_after_comment, is_argument_of_request, is_directive, is_in_patch, is_option, is_request, is_statement,
        sets_argument,
    },
    words::{
        begins_sentence, is_behind_sentence, is_bracket_after_sentence, is_cut_in_short_line, is_either_word,
        is_last_name_again, is_named_quotation, is_remark, is_word_after_number, is_word_of_sentence,
    },
};
use super::{
    super::rest::{is_of_signs, never_begins_rest},
    context::BreakContext,
    cut_text::is_below_cut,
    hash::is_hash,
    line_shape::{MIN_CUT_LINE, was_joined_before},
    next_word::is_sign_alone,
};
use crate::{engine::forms::tail::begins_regular_expression, text::entities::is_markup_entity};

/// Makes the table of the names, and of the functions those that call each by its name, as it is done for the features.
macro_rules! vetoes {
    ($(($name:literal, $holds:ident),)*) => {
        /// What each reason for which a URL ends before the break is called.
        pub(super) const VETOES: [&str; [$($name),*].len()] = [$($name),*];

        /// Whether there is such a reason.
        pub(super) fn any_holds(context: &BreakContext) -> bool {
            $($holds(context))||*
        }

        /// All such reasons that there are: a bit for each, in the order of the table.
        pub(super) fn held(context: &BreakContext) -> u64 {
            let all = [$($holds(context)),*];
            all.iter().rev().fold(0, |held, &holds| held << 1 | u64::from(holds))
        }
    };
}

vetoes! {
    ("what no URL goes on with", is_no_rest),
    ("a word of a sentence", is_word_of_sentence),
    ("a sentence", begins_sentence),
    ("one word or the other", is_either_word),
    ("another URL", has_other_url),
    ("a mail address", is_address),
    ("a quoted line with a name", is_named_quotation),
    ("behind a sentence", is_behind_sentence),
    ("the other side of a patch", is_in_patch),
    ("the next key", is_next_key),
    ("an item of a list", is_item),
    ("behind the semicolon of a list", is_behind_semicolon),
    ("bullets in front of both lines", is_in_bullets),
    ("a comment ends with its line", is_after_comment),
    ("a bracket behind a sentence", is_bracket_after_sentence),
    ("a remark in brackets", is_remark),
    ("a path of a file system", is_path_of_file_system),
    ("another host", is_other_host),
    ("a whole hash", is_hash),
    ("a formatter's request", is_request),
    ("behind the argument of a formatter's request", is_argument_of_request),
    ("an option or a tag", is_option),
    ("a word cut in a short line", is_cut_in_short_line),
    ("the first of several alike", is_first_of_alike),
    ("code", is_statement),
    ("an argument", sets_argument),
    ("a part of a list of sources", is_in_sources),
    ("the label of another URL", is_label_of_other),
    ("a branch of a repository", is_branch),
    ("a slash behind a slash", is_second_slash),
    ("the URL's last name again", is_last_name_again),
    ("a row of a table", is_in_rows),
    ("a word behind a number", is_word_after_number),
    ("a directive for a tool", is_directive),
    ("a page's number", is_page_number),
    ("a line's number", is_line_number),
    ("a date", is_date),
    ("a file's size", is_file_size),
    ("a host below a host", is_host_below_host),
    ("a name below a name", is_name_below_name),
    ("a path below a host in a short line", is_below_short_line),
    ("the first of several paths", is_first_of_paths),
    ("a place below a host", is_place_below_host),
    ("the beginning of the next scheme", is_next_scheme),
    ("a line shorter than that which was cut", is_below_cut),
    ("the same label in front of both lines", has_same_label),
    ("the number of a report", is_report_number),
    ("a signature below a host", signs_letter),
}

/// Whether something else begins with the next line for certain, whatever its words are: another item, key, row or address.
pub(super) fn begins_another(context: &BreakContext) -> bool {
    is_in_bullets(context) && has_even_margin(context)
        || is_item(context)
        || is_next_key(context)
        || is_in_rows(context)
        || is_address(context)
}

/// Whether a URL can't go on with this at all: it begins with what ends one, is all punctuation, or a name that a version control system
/// or a template replaces.
fn is_no_rest(context: &BreakContext) -> bool {
    let token = context.token;
    // What gateways rewrite has two of them, and a page that is a program one behind its number sign.
    let is_mark = matches!(token, [b'!', second, ..] if *second != b'!') && context.last() != b'#';
    let is_keyword = matches!(token, [b'$', .., b'$']);
    let ends_comment = token == b"/" && context.next_lead.ends_with(b"*");
    let may_be_rest = || is_sign_alone(context) && (context.length() >= MIN_CUT_LINE || was_joined_before(context));
    let is_other_sign = matches!(token, [b'/' | b'-']) && !may_be_rest();
    never_begins_rest(context.first())
        || is_of_signs(token)
        || is_mark
        || is_keyword
        || ends_comment
        || is_other_sign
        || begins_with_mark_reference(token)
        || is_encoded_space(context)
        || is_choice(token)
        || is_note(context)
        || has_regular_expression(token)
}

/// Whether the next line is a path or a name in round brackets, behind a path that ends in a slash: it says where something is.
fn is_note(context: &BreakContext) -> bool {
    context.last() == b'/' && matches!(context.token, [b'(', .., b')']) && context.rest.is_empty()
}

/// Whether a regular expression begins with its first bracket: `[0-9]*`.
fn has_regular_expression(token: &[u8]) -> bool {
    memchr::memchr2(b'[', b'(', token).is_some_and(|opening| begins_regular_expression(&token[opening..]))
}

/// Whether a soft break of quoted-printable text is followed by white space, which has an escape there (RFC 2045, 6.7).
fn is_encoded_space(context: &BreakContext) -> bool {
    let is_space = [&b"=20"[..], b"=09", b"=0A", b"=0D"].iter().any(|space| context.token.starts_with(space));
    is_space && context.ends_in_soft_break()
}

/// Whether it is the word between two of which one is to be chosen: `-or-`, `and/or`.
fn is_choice(token: &[u8]) -> bool {
    token.eq_ignore_ascii_case(b"and/or")
        || matches!(token, [b'-', word @ .., b'-'] if [&b"or"[..], b"and"].iter().any(|known| word.eq_ignore_ascii_case(known)))
}

/// Whether a bracket or a quotation mark begins it, an apostrophe included, that was escaped for HTML or XML.
fn begins_with_mark_reference(token: &[u8]) -> bool {
    token.first() == Some(&b'&') && is_markup_entity(token)
}

/// Whether a word follows the URL of a repository.
fn is_branch(context: &BreakContext) -> bool {
    context.url.ends_with(b".git") && context.first().is_ascii_alphanumeric()
}

/// Whether two slashes would stand behind each other in a path.
fn is_second_slash(context: &BreakContext) -> bool {
    context.last() == b'/' && context.first() == b'/' && !context.url.ends_with(b":/")
}

#[cfg(test)]
mod tests {
    use super::VETOES;
    use crate::engine::rejoin::evidence::tests::evidence_in;

    /// A name, a text in which the URL is over for that reason, and one in which it may go on.
    const CASES: [(&str, &str, &str); VETOES.len()] = [
        ("what no URL goes on with", "http://a.example/b-\n---\n", "http://a.example/b-\nc_d\n"),
        ("a word of a sentence", "http://kim@a.example/b/\nand\n", "http://kim@a.example/b-\nand\n"),
        ("a sentence", "http://kim@a.example/b/\nnapkins are\n", "http://a.example/b-\nnapkins are\n"),
        ("one word or the other", "http://a.example/b/\nand/or c\n", "http://a.example/b/\nand/or-c\n"),
        ("another URL", "http://a.example/b/\n[2]http://a.example/c\n", "http://a.example/b/\n2/http://a.example/c\n"),
        (
            "a mail address",
            "http://a.example/b/\nkim@a.example\n",
            "http://a.example/r/20261121141209.4711-1-in-a-line-that-is-as-long-as-ki\nm@a.example\n",
        ),
        ("a quoted line with a name", "http://a.example/b-\nkim>\n", "http://a.example/b-\nkim_\n"),
        ("behind a sentence", "http://a.example/b.html.\nNapkins\n", "http://a.example/b.\nhtml\n"),
        ("the other side of a patch", "-http://a.example/b/\n+c_d/e\n", " http://a.example/b/\n-c_d/e\n"),
        ("the next key", "Link: http://a.example/b-\nTested-by: c\n", "It says: http://a.example/b-\nTested-by, c\n"),
        ("an item of a list", "http://a.example/b-\n3.2. Say\n", "http://a.example/b-\n3.2.\n"),
        (
            "behind the semicolon of a list",
            "http://a.example/b.htm;\npdf/c1_d.pdf\n",
            "http://a.example/b.htm;\npdf/c1=d.pdf\n",
        ),
        (
            "bullets in front of both lines",
            " * http://a.example/b/\n * c1/d_e has it\n",
            " * It is at http://a.example/archive/2026/november/messages/\n * c1/d_e has it\n",
        ),
        ("a comment ends with its line", "# http://kim@a.example/b/\n#c1_d\n", "# http://a.example/b/\n# c1_d\n"),
        ("a bracket behind a sentence", "http://a.example/b.html.\n(!196)\n", "http://a.example/b/\n(196)\n"),
        ("a remark in brackets", "http://a.example/b\n[c=d e f]\n", "http://a.example/b\n[c=d]/e/f\n"),
        ("a path of a file system", "http://a.example/b\n/usr/share/c\n", "http://a.example/b\n/user/share/c\n"),
        (
            "another host",
            "http://a.example/60/chars/and/some/more/of/them/so/that/this/is/sev\nlists.b.example.org/c\n",
            "http://a.example/60/chars/and/some/more/of/them/so/that/this/is/sev\nlists.b.example.orgs/c\n",
        ),
        (
            "a whole hash",
            "http://a.example/60/chars/and/some/more/of/them/so/that/this/is/sev\n23159084b43c1ce429d9e98035bf845919fd8a89\n",
            "http://a.example/60/chars/and/some/more/of/them/so/that/this/is/sev\n23159084b43c1ce429d9e98035bf845919fd8a8\n",
        ),
        ("a formatter's request", "http://a.example/b/\n.TP\n", "http://a.example/b/\n.pdf\n"),
        (
            "behind the argument of a formatter's request",
            ".UR http://a.example/b/\nc_1/d\n",
            "UR http://a.example/b/\nc_1/d\n",
        ),
        ("an option or a tag", "http://a.example/b/\n--c d\n", "http://a.example/b/\n-c_d e\n"),
        (
            "a word cut in a short line",
            "http://a.example/b\nc1_d\n",
            "http://a.example/60/chars/and/some/more/of/them/so/that/this/is/sev\nc1_d\n",
        ),
        (
            "the first of several alike",
            "http://a.example/b/\n01-c.patch\n01-d.patch\n",
            "http://a.example/b/\n01-c.patch\n02-d.patch\n",
        ),
        ("code", "http://a.example/b/\nc_d = 12\n", "http://a.example/b/\nc_d has 12\n"),
        ("an argument", "http://a.example/b/\nno_c=\"d\"\n", "http://a.example/b/\nno_c=d\n"),
        ("a part of a list of sources", "deb http://a.example/b/\nnapkin/\n", "the http://a.example/b/\nnapkin/\n"),
        (
            "the label of another URL",
            "b: http://a.example/b-\nc-d http://a.example/c\n",
            "http://a.example/b-\nc-d http://a.example/c\n",
        ),
        ("a branch of a repository", "http://a.example/b.git\nc_d\n", "http://a.example/b.git\n/c_d\n"),
        ("a slash behind a slash", "http://a.example/b/\n/c_d\n", "http://a.example/http:/\n/c.example/d\n"),
        (
            "the URL's last name again",
            "http://a.example/b/napkin-1\nnapkin-1 is\n",
            "http://a.example/b/napkin-\nnapkin-1 is\n",
        ),
        (
            "a row of a table",
            "12;kim;http://a.example/b;c1\n13;sam;http://a.example/d\n",
            "12;kim;http://a.example/b;c1-\nd13;sam\n",
        ),
        (
            "a word behind a number",
            "# This is what was said in http://a.example/napkins/issues/196\n# soup_bowl\n",
            "# This is what was said in http://a.example/napkins/issues/19-6\n# soup_bowl\n",
        ),
        (
            "a directive for a tool",
            "# http://a.example/b-\n# pylint:disable=c\n",
            "# http://a.example/b-\n# pylint-c\n",
        ),
        ("a page's number", "http://a.example/b/\n12\n\n\x0Cc\n", "http://a.example/b/\n12\nc\n"),
        ("a line's number", "http://a.example/b-\n12 c\n13 d\n", "http://a.example/b-\n12 c\n14 d\n"),
        (
            "a date",
            "http://a.example/60/chars/and/some/more/of/them/so/that/this/is/sev\n2026-11-25\n",
            "http://a.example/60/chars/and/some/more/of/them/so/that/this/is/sev\n2026-11-25-c\n",
        ),
        (
            "a file's size",
            "http://a.example/60/chars/and/some/more/of/them/so/that/this/is/it/soup.tar.Z\n120k\n",
            "http://a.example/60/chars/and/some/more/of/them/so/that/this/is/it/soup.tar.Z\n120k_c1/d\n",
        ),
        (
            "a host below a host",
            "These are words that fill the line up to the end, and http://c\nloud.example/b\n",
            "These are words that fill the line up to the end, and http://c.\nloud.example/b\n",
        ),
        ("a name below a name", "||http://a.example/b/\n||b.org/c_d/\n", "|http://a.example/b/\n|b.org/c_d/\n"),
        (
            "a path below a host in a short line",
            "See http://a.example\n/b-2/c.html\n",
            "See http://a.example/b\n/c-2/d.html\n",
        ),
        ("the first of several paths", "(http://a.example\n/b is\n/c\n", "(http://a.example\n/b is\nc\n"),
        ("a place below a host", "(http://a.example\n/Users/b)\n", "(http://a.example\n/User/b)\n"),
        ("the beginning of the next scheme", "http://a.example/b-\nhtt\nps://\n", "http://a.example/b-\nhtt\nps:/\n"),
        (
            "a line shorter than that which was cut",
            "Here are words, and a URL at htt\np://a.example/b/c\nc-1/d.html\n",
            "Here are words, and a URL at htt\np://a.example/b/c/this/is/as/lon\ng-1/d.html\n",
        ),
        (
            "the same label in front of both lines",
            "log: gs http://a.example/x#\nlog:b c\n",
            "log: gs http://a.example/x#\nlag-b.c c\n",
        ),
        ("the number of a report", "(http://a.example/b?bug=12,\nBug#12)\n", "(http://a.example/b?bug=12,\nBug-12)\n"),
        (
            "a signature below a host",
            "These are words that fill the line up to the end, and http://a.example\n/Kim\n",
            "These are words that fill the line up to the end, and http://a.example\n/Kim/b\n",
        ),
    ];

    #[test]
    fn each_holds_where_it_should_and_nowhere_else() {
        let mut wrong = Vec::new();
        for (case, name) in CASES.iter().zip(VETOES) {
            assert_eq!(case.0, name);
            let holds = |text| evidence_in(text).is_some_and(|names| names.contains(&name));
            if !holds(case.1) || holds(case.2) || evidence_in(case.2).is_none() {
                wrong.push((name, evidence_in(case.1), evidence_in(case.2)));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    /// What may be the rest of a hash is none, and a word that only begins like one is.
    #[test]
    fn a_word_behind_a_number_is_more_than_digits_of_it() {
        for (next, holds) in [("a7. Then", false), ("a7", false), ("b4k is", true), ("soup_bowl is", true)] {
            let names = evidence_in(&format!("http://a.example/b/48213\n{next}\n")).expect("there is a break");
            assert_eq!(names.contains(&"a word behind a number"), holds, "{next}: {names:?}");
        }
    }
}
