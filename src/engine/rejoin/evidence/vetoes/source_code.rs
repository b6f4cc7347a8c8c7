//! Source code, patches, commands and the sources of manuals: the next line is another statement, comment or request.

use memchr::memmem;

use super::super::{
    context::BreakContext,
    line_shape::{is_full, is_in_comment, was_joined_before},
    url_end::{ends_in_typographic_hyphen, has_query_or_fragment, is_file_name},
};
use crate::{engine::rejoin::line_start::Marks, text::byte_set::ByteSet};

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
const REQUESTS: [&str; 31] = [
    "ad", "bp", "br", "ce", "de", "ds", "el", "fam", "fi", "ft", "hw", "hy", "ie", "if", "ig", "in", "ll", "lt", "na",
    "ne", "nf", "nh", "nr", "ns", "ps", "rm", "rs", "so", "sp", "ta", "ti",
];

/// Whether the sign of a patch stands in front of the next line, where one or a blank stands in front of the URL's.
pub(super) fn is_in_patch(context: &BreakContext) -> bool {
    let marks = context.lead.len() - context.front.len();
    let (text, next_text) = (&context.line[marks..], &context.next_line[context.next_marks..]);
    let (first, next) = match (text, next_text) {
        ([b' ', text @ ..], [b' ', next_text @ ..]) if marks > 0 => (text.first(), next_text.first()),
        _ => (text.first(), next_text.first()),
    };
    let is_sign = |byte: Option<&u8>| byte.is_some_and(|byte| matches!(byte, b'+' | b'-'));
    // Where both lines have the same, what begins the next stands behind it.
    let is_passed = matches!(next_text, [b'+' | b'-', behind @ ..] if behind.starts_with(context.token));
    let may_go_on = was_joined_before(context) || is_in_comment(context) || is_passed;
    is_sign(next) && !may_go_on && (is_sign(first) || first == Some(&b' ') && next == Some(&b'+'))
}

/// Whether a name is set to something in quotation marks, as arguments are.
pub(super) fn sets_argument(context: &BreakContext) -> bool {
    if !context.token_bytes.contains(b'=') {
        return false;
    }
    let token = context.token;
    let name = token.iter().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')).count();
    name > 0 && matches!(token[name..], [b'=', b'"' | b'\'', ..])
}

pub(super) fn is_after_comment(context: &BreakContext) -> bool {
    // What the preprocessor of C reads begins like one, and goes on behind a backslash.
    context.marks == Marks::Ended && !context.is_in_string
}

/// Whether the URL is all of the argument of a line of a manual page's source that begins a link.
pub(super) fn is_argument_of_request(context: &BreakContext) -> bool {
    context.lead.trim_ascii_end() == b".UR" && !context.is_in_string
}

/// Whether it is a line of a manual page's source, such as `.fi` and `.BR`, perhaps in a patch.
pub(super) fn is_request(context: &BreakContext) -> bool {
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
pub(super) fn is_option(context: &BreakContext) -> bool {
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
        [b':', first, ..] => first.is_ascii_alphabetic() && !is_rest_of_query(context),
        [b'+', name @ ..] => name.iter().all(u8::is_ascii_alphabetic) && !context.url.contains(&b'?'),
        _ => false,
    }
}

/// Whether it sets another argument of the URL's query.
fn is_rest_of_query(context: &BreakContext) -> bool {
    let mut behind = context.token.splitn(2, |&byte| byte == b'&').skip(1);
    context.url.contains(&b'?') && behind.any(|argument| argument.contains(&b'='))
}

/// Whether a full stop and a few letters or digits end the name.
fn has_suffix(name: &[u8]) -> bool {
    let suffix = name.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    suffix.len() < name.len() && (1..=5).contains(&suffix.len()) && suffix.iter().all(u8::is_ascii_alphanumeric)
}

/// Whether the name of a file and the numbers of a line and a column begin it: `soup.py:34:4:`.
fn is_place_in_file(token: &[u8]) -> bool {
    let mut parts = token.split(|&byte| byte == b':');
    let is_number = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
    parts.next().is_some_and(is_file_name) && parts.take(2).filter(|part| is_number(part)).count() == 2
}

/// Whether it is a call, an attribute or a tag of a programming language, the name of something that is set behind it, or a place in a file
/// as compilers name it.
pub(super) fn is_statement(context: &BreakContext) -> bool {
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
                || context.token_bytes.contains(b':') && is_place_in_file(token)
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

/// Whether it tells a tool for source code what to do, behind the mark of a comment.
pub(super) fn is_directive(context: &BreakContext) -> bool {
    let is_one = |directive: &&str| {
        let rest = context.token.strip_prefix(directive.as_bytes());
        rest.is_some_and(|rest| directive.ends_with([':', '-']) || matches!(rest, [] | [b':', ..]))
    };
    is_in_comment(context) && DIRECTIVES.iter().any(is_one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted() {
        assert!(DIRECTIVES.is_sorted() && REQUESTS.is_sorted());
    }
}
