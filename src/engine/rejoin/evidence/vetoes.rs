//! What stands behind a break and is certain to be no part of the URL before it: then nothing is weighed.

use std::cmp::Ordering;

use memchr::memmem;

use super::{
    super::{
        line_start::{Marks, is_comment_mark, is_named_mark},
        rest::{ends_phrase, is_of_signs, is_prose, is_whole, is_word_of_prose, labels_of_host, never_begins_rest},
    },
    context::{BreakContext, marks_end, text_column},
    hash::is_hash,
    line_shape::{SHORT_LINE, is_after_words, is_full, is_in_comment, was_joined_before},
    next_word::{
        closes_round_bracket, completes_suffix, cut_inside_word, ends_in_half_escape, goes_on_in_host_of_message,
        is_sign_alone, next_is_function_word,
    },
    url_end::{ends_in_typographic_hyphen, has_query_or_fragment, is_file_name},
};
use crate::text::{byte_set::ByteSet, characters::is_markup_entity};

/// Who cuts words at a column has at least so many of them.
const MIN_CUT_LINE: usize = 56;

/// The first names in the paths of a file system.
const ROOTS: [&str; 13] =
    ["bin", "dev", "etc", "home", "lib", "lib64", "opt", "proc", "sbin", "sys", "tmp", "usr", "var"];

/// What comments begin with that tell a tool for source code what to do; sorted.
const DIRECTIVES: [&str; 21] = [
    "NOLINT",
    "NOSONAR",
    "clang-format",
    "coverage:",
    "eslint-",
    "flake8:",
    "fmt:",
    "isort:",
    "istanbul",
    "jshint",
    "mypy:",
    "noinspection",
    "nolint",
    "noqa",
    "pragma:",
    "prettier-ignore",
    "pylint:",
    "rubocop:",
    "shellcheck",
    "tslint:",
    "yapf:",
];

/// The requests of roff in small letters; sorted. Those of its macros have capitals.
const REQUESTS: [&str; 30] = [
    "ad", "bp", "br", "ce", "de", "ds", "el", "fi", "ft", "hw", "hy", "ie", "if", "ig", "in", "ll", "lt", "na", "ne",
    "nf", "nh", "nr", "ns", "ps", "rm", "rs", "so", "sp", "ta", "ti",
];

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
        pub(super) fn held(context: &BreakContext) -> u32 {
            let all = [$($holds(context)),*];
            all.iter().rev().fold(0, |held, &holds| held << 1 | u32::from(holds))
        }
    };
}

vetoes! {
    ("what no URL goes on with", is_no_rest),
    ("a word of a sentence", is_word_of_sentence),
    ("a sentence", is_sentence),
    ("one word or the other", is_either_word),
    ("another URL", has_other_url),
    ("a mail address", is_address),
    ("a quoted line with a name", is_named_quotation),
    ("behind a sentence", is_behind_sentence),
    ("the other side of a patch", is_in_patch),
    ("the next key", is_next_key),
    ("an item of a list", is_item),
    ("bullets in front of both lines", is_in_bullets),
    ("a comment ends with its line", is_after_comment),
    ("a bracket behind a sentence", is_bracket_after_sentence),
    ("a path of a file system", is_path_of_file_system),
    ("another host", is_other_host),
    ("a whole hash", is_hash),
    ("a formatter's request", is_request),
    ("an option or a tag", is_option),
    ("a word cut in a short line", is_cut_in_short_line),
    ("the first of several alike", is_first_of_alike),
    ("code", is_code),
    ("right behind a comment's mark", is_comment_without_space),
    ("an argument", is_argument),
    ("a part of a list of sources", is_in_sources),
    ("the label of another URL", is_label_of_other),
    ("a branch of a repository", is_branch),
    ("a slash behind a slash", is_second_slash),
    ("the URL's last name again", is_last_name_again),
    ("a row of a table", is_in_rows),
    ("a word behind a number", is_word_after_number),
    ("a directive for a tool", is_directive),
}

/// Whether a URL can't go on with this at all: it begins with what ends one, or is all punctuation.
fn is_no_rest(context: &BreakContext) -> bool {
    let token = context.token;
    // What gateways rewrite has two of them, and a page that is a program one behind its number sign.
    let is_mark = matches!(token, [b'!', second, ..] if *second != b'!') && context.last() != b'#';
    let may_be_rest = || is_sign_alone(context) && (context.length() >= MIN_CUT_LINE || was_joined_before(context));
    let is_other_sign = matches!(token, [b'/' | b'-']) && !may_be_rest();
    never_begins_rest(context.first())
        || is_of_signs(token)
        || is_mark
        || is_other_sign
        || begins_with_mark_reference(token)
        || is_choice(token)
}

/// Whether it is the word between two of which one is to be chosen: `-or-`.
fn is_choice(token: &[u8]) -> bool {
    matches!(token, [b'-', word @ .., b'-'] if [&b"or"[..], b"and"].iter().any(|known| word.eq_ignore_ascii_case(known)))
}

/// Whether a bracket or a quotation mark begins it, an apostrophe included, that was escaped for HTML or XML.
fn begins_with_mark_reference(token: &[u8]) -> bool {
    token.first() == Some(&b'&') && is_markup_entity(token)
}

/// Whether what the URL's line ends in may be half an escape.
fn is_half_escape(url: &[u8]) -> bool {
    url.len() > 1 && url[url.len() - 2] == b'%'
}

fn is_word_of_sentence(context: &BreakContext) -> bool {
    let is_number = || is_ordinal(context.token) || is_measure(context.token);
    context.token.len() > 1
        && ends_phrase(context.last())
        && (next_is_function_word(context) || is_number() && context.is_followed_by_words())
        && !is_half_escape(context.url)
}

/// Whether it is an ordinal number such as `1st` and `22nd`.
fn is_ordinal(token: &[u8]) -> bool {
    let digits = token.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && matches!(&token[digits..], b"st" | b"nd" | b"rd" | b"th")
}

/// Whether it is a number with what it counts, such as `4-byte` and `32-bit`.
fn is_measure(token: &[u8]) -> bool {
    let digits = token.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let [b'-', unit @ ..] = &token[digits..] else { return false };
    (1..=2).contains(&digits) && unit.len() > 1 && unit.iter().all(u8::is_ascii_lowercase)
}

fn is_sentence(context: &BreakContext) -> bool {
    is_whole(context.last())
        && !is_half_escape(context.url)
        && !closes_round_bracket(context)
        && is_prose(context.next_text) == Some(true)
}

/// Whether two words of a sentence with a slash between them follow, and more words: `and/or the other`.
fn is_either_word(context: &BreakContext) -> bool {
    let Some(slash) = context.token.iter().position(|&byte| byte == b'/') else { return false };
    let (one, other) = (&context.token[..slash], &context.token[slash + 1..]);
    let behind = context.next_text.get(context.token.len()..).unwrap_or_default();
    is_word_of_prose(one) && is_word_of_prose(other) && matches!(behind, [b' ', next, ..] if next.is_ascii_alphabetic())
}

/// Whether a URL begins inside the next word, other than where URLs hold others: behind an equals sign or a slash. Behind a
/// URL that stands behind an equals sign, the same on the next line is one more of a list.
fn has_other_url(context: &BreakContext) -> bool {
    let has = |byte| context.token_bytes.contains(byte);
    has(b':') && has(b'/') && has_inner_scheme(context)
        || has(b'w') && has(b'.') && has_inner_abbreviation(context.token)
}

/// Whether a scheme and two slashes stand there.
fn has_inner_scheme(context: &BreakContext) -> bool {
    let token = context.token;
    let is_inner = |byte: u8| matches!(byte, b'=' | b'/') && context.opener != Some(b'=');
    places(token, b"://").any(|at| {
        let is_scheme = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
        let start = at - token[..at].iter().rev().take_while(is_scheme).count();
        at == 0 || !start.checked_sub(1).is_some_and(|before| is_inner(token[before]))
    })
}

/// Whether `www.` stands there behind a mark.
fn has_inner_abbreviation(token: &[u8]) -> bool {
    let is_mark =
        |byte: u8| matches!(byte, b':' | b'[' | b']' | b'(' | b')' | b'{' | b'}' | b',' | b';' | b'|' | b'+' | b'>');
    places(token, b"www.").any(|at| at > 0 && is_mark(token[at - 1]))
}

/// Where this stands in a text that is too short for a searcher to be worth its making.
fn places<'t>(text: &'t [u8], sought: &'static [u8]) -> impl Iterator<Item = usize> + 't {
    memchr::memchr_iter(sought[0], text).filter(move |&at| text[at..].starts_with(sought))
}

/// Whether it is a mail address of letters alone, and no message-id or the end of one, which archives have in their URLs.
fn is_address(context: &BreakContext) -> bool {
    let token = context.token;
    if !context.token_bytes.contains(b'@') {
        return false;
    }
    let Some(at) = token.iter().position(|&byte| byte == b'@') else { return false };
    let length =
        token[at + 1..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-')).count();
    let (domain, behind) = token[at + 1..].split_at(length);
    at > 0
        && (context.last().is_ascii_alphanumeric() || context.last() == b'/')
        && token[..at].iter().all(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'.' | b'_' | b'-'))
        && domain.contains(&b'.')
        && behind
            .iter()
            .all(|byte| matches!(byte, b'"' | b'\'' | b'>' | b')' | b']' | b',' | b';' | b':' | b'!' | b'?'))
        && !ends_in_message_id(context)
}

/// Whether the URL ends in the middle of a name that a mailer made of the time.
fn ends_in_message_id(context: &BreakContext) -> bool {
    const MIN_DIGITS: usize = 8;
    let segment = context.last_segment();
    let mut numbers = segment.split(|byte| !byte.is_ascii_digit());
    context.last().is_ascii_alphanumeric() && numbers.any(|digits| digits.len() >= MIN_DIGITS)
}

fn is_named_quotation(context: &BreakContext) -> bool {
    context.opener != Some(b'<') && is_named_mark(context.token)
}

/// Whether a full stop stands behind a file name that has its extension already, and no other one follows.
fn is_behind_sentence(context: &BreakContext) -> bool {
    if context.is_in_host {
        return false;
    }
    let Some(name) = context.url.rsplit(|&byte| byte == b'/').next().and_then(|name| name.strip_suffix(b".")) else {
        return false;
    };
    name.contains(&b'.') && (context.token.iter().all(u8::is_ascii_alphabetic) || is_file_name(name))
}

/// Whether the sign of a patch stands in front of the next line, where one or a blank stands in front of the URL's.
fn is_in_patch(context: &BreakContext) -> bool {
    let marks = context.lead.len() - context.front.len();
    let (text, next_text) = (&context.line[marks..], &context.next_line[context.next_marks..]);
    let (first, next) = match (text, next_text) {
        ([b' ', text @ ..], [b' ', next_text @ ..]) if marks > 0 => (text.first(), next_text.first()),
        _ => (text.first(), next_text.first()),
    };
    let is_sign = |byte: Option<&u8>| byte.is_some_and(|byte| matches!(byte, b'+' | b'-'));
    let is_rest_of_cut = was_joined_before(context);
    is_sign(next) && !is_rest_of_cut && (is_sign(first) || first == Some(&b' ') && next == Some(&b'+'))
}

/// Whether a key stands in front of the URL, and another below it.
fn is_next_key(context: &BreakContext) -> bool {
    is_next_label(context) || is_next_setting(context) || is_key_behind_list(context)
}

/// Whether the URL is an item of a list of YAML, and a key alone in its line, further to the left, ends the list.
fn is_key_behind_list(context: &BreakContext) -> bool {
    context.token.ends_with(b":")
        && context.rest.is_empty()
        && context.front.trim_ascii() == b"-"
        && context.next_indentation() < context.indentation()
}

/// Whether the next line sets a name to something, and is no part of a query.
fn is_next_setting(context: &BreakContext) -> bool {
    let may_go_on = || matches!(context.last(), b'?' | b'&' | b'=') || context.url.contains(&b';');
    sets_name(context.next_line) && !may_go_on() && (is_no_argument(context) || is_set_alike(context))
}

/// Whether a name is set to something without a slash, and the URL has no query that this could be an argument of. Behind a slash in a
/// sentence it may be a name in its path: R's packages have `package=napkin` there.
fn is_no_argument(context: &BreakContext) -> bool {
    let may_be_segment = || context.last() == b'/' && is_after_words(context) && !sets_name(context.line);
    context.token.contains(&b'=')
        && !context.token.contains(&b'/')
        && !has_query_or_fragment(context)
        && !may_be_segment()
}

/// Whether the URL's line sets a name, too, in the same column, as `url = http://a.example/?b` and `retries=3` do, or the next line
/// begins further to the left. In a full line with a query neither is sure.
fn is_set_alike(context: &BreakContext) -> bool {
    let may_be_query = context.url.contains(&b'?') && !context.url.contains(&b'#');
    if was_joined_before(context) || may_be_query && context.length() >= SHORT_LINE {
        return false;
    }
    match text_column(context.line).cmp(&text_column(context.next_line)) {
        Ordering::Less => false,
        Ordering::Equal => sets_name(context.line),
        Ordering::Greater => context.marks == Marks::None,
    }
}

/// Whether a line begins with a name and an equals sign behind it.
fn sets_name(line: &[u8]) -> bool {
    if memchr::memchr(b'=', line).is_none() {
        return false;
    }
    let text = &line[text_column(line)..];
    let name = text
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b':'))
        .count();
    name > 0 && matches!(text[name..].trim_ascii_start(), [b'=', next, ..] if *next != b'=')
}

/// Whether a label stands in front of the URL, and another below it.
fn is_next_label(context: &BreakContext) -> bool {
    let key = context.front.trim_ascii_end();
    let is_key = |token: &[u8]| token.len() > 1 && matches!(token.last(), Some(b':' | b'='));
    is_key(key)
        && context.indentation() == context.next_indentation()
        && (is_key(context.token) || matches!(context.rest, [b':' | b'=', ..]))
}

/// Whether a name is set to something in quotation marks, as arguments are.
fn is_argument(context: &BreakContext) -> bool {
    if !context.token_bytes.contains(b'=') {
        return false;
    }
    let token = context.token;
    let name = token.iter().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')).count();
    name > 0 && matches!(token[name..], [b'=', b'"' | b'\'', ..])
}

/// Whether the URL stands in a line that tells a packager where its packages are: what follows are their names.
fn is_in_sources(context: &BreakContext) -> bool {
    let text = context.front;
    let mut words = text.split(|byte| matches!(byte, b' ' | b'\t' | b'\'' | b'"')).filter(|word| !word.is_empty());
    let is_package_url = |word: &[u8]| word == b"deb" || word == b"deb-src";
    places(text, b"deb").next().is_some() && words.clone().any(is_package_url)
        || is_item_of_policy(context) && words.next_back().is_some_and(|word| word.iter().all(u8::is_ascii_digit))
}

/// Whether the next line is as the lists of a packager's policy are: a suite with a slash, and the parts of it.
fn is_item_of_policy(context: &BreakContext) -> bool {
    context.rest.ends_with(b"Packages") && context.token.contains(&b'/')
}

/// Whether another URL stands right behind the next word, as this one stands behind others.
fn is_label_of_other(context: &BreakContext) -> bool {
    let is_url = [&b"http://"[..], b"https://", b"ftp://", b"www."].iter().any(|begin| context.rest.starts_with(begin));
    is_url && context.front.iter().any(u8::is_ascii_alphanumeric)
}

/// Whether a word follows the URL of a repository.
fn is_branch(context: &BreakContext) -> bool {
    context.url.ends_with(b".git") && context.first().is_ascii_alphanumeric()
}

/// Whether two slashes would stand behind each other in a path.
fn is_second_slash(context: &BreakContext) -> bool {
    context.last() == b'/' && context.first() == b'/' && !context.url.ends_with(b":/")
}

fn is_number(text: &[u8]) -> bool {
    (1..=3).contains(&text.len()) && text.iter().all(u8::is_ascii_digit)
}

/// Whether it is the number, the label or the bullet of a list's item, with the item behind it.
fn is_item(context: &BreakContext) -> bool {
    let is_reference = matches!(context.token, [b'[', label @ .., b']'] if !label.is_empty());
    let is_numbered = match context.token {
        [b'(', b'#' | b'!', label @ .., b')'] => !label.is_empty() && label.iter().all(u8::is_ascii_digit),
        [b'(', label @ .., b')'] => is_number(label),
        [b'[', label @ .., b']'] | [b'[', label @ .., b']', b':'] => !label.is_empty(),
        [numbers @ .., b'.'] => numbers.split(|&byte| byte == b'.').all(is_number),
        [number @ .., b')' | b':' | b'-'] => is_number(number),
        _ => false,
    };
    let is_labelled = context.first() == b'[' && places(context.rest, b"]:").next().is_some();
    is_reference
        || (is_numbered || is_labelled || matches!(context.token, [b'-' | b'*' | b'+' | b'o']))
            && !context.rest.is_empty()
}

/// Whether the star in front of the next line is a bullet: a comment is filled, and its stars stand one column behind its
/// opening mark.
fn is_in_bullets(context: &BreakContext) -> bool {
    let is_star = |lead: &[u8]| matches!(lead.trim_ascii_start(), [b'*', b' ' | b'\t', ..]);
    let spaces = || context.lead.iter().skip_while(|&&byte| byte == b'\t').take_while(|&&byte| byte == b' ').count();
    context.marks == Marks::Same
        && is_star(context.next_lead)
        && (!is_star(context.lead) || context.length() < SHORT_LINE || spaces() % 2 == 0)
}

fn is_after_comment(context: &BreakContext) -> bool {
    context.marks == Marks::Ended
}

fn is_bracket_after_sentence(context: &BreakContext) -> bool {
    matches!(context.last(), b'.' | b',' | b';' | b':' | b'!') && matches!(context.first(), b'(' | b'[')
}

fn is_path_of_file_system(context: &BreakContext) -> bool {
    let is_relative = context.token.starts_with(b"./") || context.token.starts_with(b"../");
    // Those who attack programs put such a path into a query.
    if is_relative && context.last() != b'=' || context.token.starts_with(b"~/") && context.last() != b'/' {
        return true;
    }
    let Some(path) = context.token.strip_prefix(b"/") else { return false };
    let mut names = path.split(|&byte| byte == b'/');
    let root = names.next().unwrap_or_default();
    names.next().is_some() && ROOTS.iter().any(|name| name.as_bytes() == root)
}

/// Whether it begins with a host that has a path, or with two slashes, or sets something to a URL where no line is full.
/// Web archives have the URL of what they keep in theirs, and other sites the host, behind a slash.
fn is_other_host(context: &BreakContext) -> bool {
    let is_short = || context.length() < SHORT_LINE;
    if context.token.starts_with(b"//") && (!context.is_in_host || is_key(context))
        || context.token_bytes.contains(b'=') && places(context.token, b"=http").next().is_some() && is_short()
    {
        return true;
    }
    if !context.token_bytes.contains(b'/') || !context.last().is_ascii_alphanumeric() {
        return false;
    }
    labels_of_host(context.token).is_some_and(|labels| labels >= if is_short() { 1 } else { 2 })
        && !is_in_archive(context.url)
        && !goes_on_in_host_of_message(context)
}

/// Whether what looks like a scheme stands alone in its line, or as a case of a program does, and the next line is set in below it: then the
/// slashes begin a comment, or a value.
fn is_key(context: &BreakContext) -> bool {
    let front = context.front.trim_ascii();
    (front.is_empty() || front == b"case" || front == b"-") && context.next_indentation() > context.indentation()
}

/// Whether a URL stands in the URL.
fn is_in_archive(url: &[u8]) -> bool {
    let front = places(url, b"://").next().map_or(0, |at| at + 3);
    places(&url[front..], b":/").next().is_some()
}

/// Whether it is a line of a manual page's source, such as `.fi` and `.BR`, perhaps in a patch.
fn is_request(context: &BreakContext) -> bool {
    let line = context.token.strip_prefix(b"-").or(context.token.strip_prefix(b"+")).unwrap_or(context.token);
    match line {
        [b'.', b'\\', b'"', ..] => true,
        [b'.', macros @ ..] if (1..=2).contains(&macros.len()) && macros[0].is_ascii_uppercase() => {
            macros.iter().all(u8::is_ascii_alphabetic)
        }
        [b'.', request @ ..] => REQUESTS.iter().any(|known| known.as_bytes() == request),
        _ => false,
    }
}

/// Whether it is an option, or a command with one, or a tag such as `+optional`, which is no argument of a query, and `:path`.
fn is_option(context: &BreakContext) -> bool {
    let is_long_option = |text: &[u8]| matches!(text, [b'-', b'-', first, ..] if first.is_ascii_alphabetic());
    match context.token {
        _ if ends_in_typographic_hyphen(context) => false,
        _ if is_long_option(context.rest) => true,
        option if is_long_option(option) => context.last() != b'-',
        [b'-', letter] => {
            let is_behind_file = has_suffix(&context.last_segment());
            let may_be_cut = is_full(context) && context.rest.is_empty() && !is_behind_file;
            letter.is_ascii_alphabetic() && context.last() != b'-' && !may_be_cut
        }
        [b':', first, ..] => first.is_ascii_alphabetic(),
        [b'+', name @ ..] => name.iter().all(u8::is_ascii_alphabetic) && !context.url.contains(&b'?'),
        _ => false,
    }
}

/// Whether the break would have cut a word where no line is full: who breaks a line there does it elsewhere.
fn is_cut_in_short_line(context: &BreakContext) -> bool {
    cut_inside_word(context)
        && context.length() < MIN_CUT_LINE
        && !was_joined_before(context)
        && !completes_suffix(context)
        && !ends_in_half_escape(context)
}

/// Whether a full stop and a few letters or digits end the name.
fn has_suffix(name: &[u8]) -> bool {
    let suffix = name.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    suffix.len() < name.len() && (1..=5).contains(&suffix.len()) && suffix.iter().all(u8::is_ascii_alphanumeric)
}

/// Whether the line behind the next has a name like that on the next, and nothing else: a list of names.
fn is_first_of_alike(context: &BreakContext) -> bool {
    if !context.rest.is_empty() || !is_file_name(context.token) {
        return false;
    }
    let other = context.following().trim_ascii();
    let alike = context.token.iter().zip(other).take_while(|(byte, other)| byte == other).count();
    alike > 2 && !other.contains(&b' ') && is_file_name(other)
}

/// Whether it is a call, an attribute or a tag of a programming language, or the name of something that is set behind it.
fn is_code(context: &BreakContext) -> bool {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let is_argument = context.rest.starts_with(b"(") && memmem::find(context.rest, b"):").is_some();
    let is_sign = matches!(context.rest, [b'=', ..] | [b':' | b'+' | b'|', b'=', ..]);
    let is_set = (is_sign || is_argument) && context.last() != b'-';
    let is_call = || {
        const BRACKETS: ByteSet = ByteSet::of(b"([");
        let is_pair = |pair: &[u8]| matches!(pair, b"!(" | b"#[" | b".[" | b"()");
        context.token_bytes.intersects(&BRACKETS)
            && (context.token.ends_with(b"(") || context.token.windows(2).any(is_pair))
    };
    let is_version = || {
        let is_number = |three: &[u8]| three.starts_with(b"==") && three[2].is_ascii_digit();
        context.token_bytes.contains(b'=') && context.token.windows(3).any(is_number)
    };
    match context.token {
        [b'@', tag @ ..] => !is_host_of_message(tag),
        token => {
            is_call()
                || is_version()
                || context.token_bytes.contains(b'[') && is_element(token) && !has_query_or_fragment(context)
                || token == b"cd" && !context.rest.is_empty()
                || is_set && token.iter().all(is_name)
        }
    }
}

/// Whether a name and the number of an element in square brackets begin it: `napkins[16]`.
fn is_element(token: &[u8]) -> bool {
    let name =
        token.iter().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b',')).count();
    let Some(index) = token[name..].strip_prefix(b"[").filter(|_| name > 0) else { return false };
    let digits = index.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && index.get(digits) == Some(&b']')
}

/// Whether it may be the host of a message-id, behind the at sign.
fn is_host_of_message(text: &[u8]) -> bool {
    let length = text.iter().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-')).count();
    text[..length].contains(&b'.') && !matches!(text.get(length), Some(b'(' | b'=' | b':' | b'@'))
}

/// Whether it is what the URL ends in once more, as a title may be.
fn is_last_name_again(context: &BreakContext) -> bool {
    const MIN_LENGTH: usize = 4;
    let (word, url) = (context.word, context.url.strip_suffix(b"/").unwrap_or(context.url));
    word.len() >= MIN_LENGTH && url.strip_suffix(word).is_some_and(|before| before.ends_with(b"/"))
}

/// Whether it stands right behind its comment's mark, and words do so behind a space: code that was turned off.
fn is_comment_without_space(context: &BreakContext) -> bool {
    let behind_mark = |lead: &[u8]| lead.trim_ascii_start().iter().find(|byte| !is_comment_mark(**byte)).copied();
    is_in_comment(context) && behind_mark(context.lead) == Some(b' ') && behind_mark(context.next_lead).is_none()
}

/// Whether both lines begin with a number and the same mark behind it.
fn is_in_rows(context: &BreakContext) -> bool {
    if !matches!(context.first(), b'0'..=b'9' | b':') {
        return false;
    }
    let mark = |line: &[u8]| {
        let text = &line[marks_end(line)..].trim_ascii_start();
        let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        text.get(digits).copied().filter(|byte| digits > 0 && matches!(byte, b',' | b';' | b':' | b'|' | b'\t'))
    };
    mark(context.next_line).is_some_and(|next| mark(context.line) == Some(next))
}

/// Whether the URL's path ends in a whole number, as those of issues and questions do, or in a whole hash, and a word of letters
/// follows, or in a comment a short number and such a word.
fn is_word_after_number(context: &BreakContext) -> bool {
    if !context.last().is_ascii_hexdigit() {
        return false;
    }
    let segment = context.last_segment();
    let is_number = context.last().is_ascii_digit() && segment.iter().all(u8::is_ascii_digit);
    let is_hash = matches!(segment.len(), 40 | 64) && segment.iter().all(u8::is_ascii_hexdigit);
    if is_number && is_in_comment(context) && is_count(context) {
        return true;
    }
    let is_word = context.first().is_ascii_alphabetic() || context.first() == b'_';
    let hexadecimal = context.token.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
    (is_number || is_hash)
        && is_word
        && !is_hash_cut(context.token, hexadecimal)
        && (is_word_or_name(context.token) || context.length() < MIN_CUT_LINE)
        && !was_joined_before(context)
}

/// Whether it is a number of one or two digits, and a word in small letters follows: who fills a comment cuts no number.
fn is_count(context: &BreakContext) -> bool {
    let word = context.rest.trim_ascii_start();
    context.token.len() <= 2
        && context.token.iter().all(u8::is_ascii_digit)
        && word.iter().take_while(|byte| byte.is_ascii_lowercase()).count() > 1
}

/// Whether it is a word or a name of a program: no digit is in it, and no two capitals, as there are in identifiers made by chance.
fn is_word_or_name(token: &[u8]) -> bool {
    let length = token.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    let name = &token[..length];
    let is_by_chance = name.windows(2).any(|pair| pair[0].is_ascii_uppercase() && pair[1].is_ascii_uppercase());
    !is_by_chance && !name.iter().any(u8::is_ascii_digit)
}

/// Whether so many hexadecimal digits in front of a token may be the end of a hash: some, and not the letters of a word.
fn is_hash_cut(token: &[u8], hexadecimal: usize) -> bool {
    let is_whole = token.get(hexadecimal).is_none_or(|byte| !byte.is_ascii_alphanumeric());
    is_whole && token[..hexadecimal].iter().any(u8::is_ascii_digit)
}

/// Whether it tells a tool for source code what to do, behind the mark of a comment.
fn is_directive(context: &BreakContext) -> bool {
    let is_one = |directive: &&str| {
        let rest = context.token.strip_prefix(directive.as_bytes());
        rest.is_some_and(|rest| directive.ends_with([':', '-']) || matches!(rest, [] | [b':', ..]))
    };
    is_in_comment(context) && DIRECTIVES.iter().any(is_one)
}

#[cfg(test)]
mod tests {
    use super::{DIRECTIVES, REQUESTS, ROOTS, VETOES};
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
            "bullets in front of both lines",
            " * http://a.example/b/\n * c1/d_e has it\n",
            " * It is at http://a.example/archive/2026/november/messages/\n * c1/d_e has it\n",
        ),
        ("a comment ends with its line", "# http://kim@a.example/b/\nc1_d\n", "# http://a.example/b/\n# c1_d\n"),
        ("a bracket behind a sentence", "http://a.example/b.html.\n(!196)\n", "http://a.example/b/\n(196)\n"),
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
        ("right behind a comment's mark", "# http://a.example/b/\n#c1_d\n", "# http://a.example/b/\n# c1_d\n"),
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
            "12,kim,http://a.example/b,c1\n13,sam,http://a.example/d\n",
            "12,kim,http://a.example/b,c1-\nd13,sam\n",
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

    #[test]
    fn names_are_sorted() {
        assert!(ROOTS.is_sorted() && DIRECTIVES.is_sorted() && REQUESTS.is_sorted());
    }
}
