//! What follows a slash that the URL ends in: it is where most URLs are broken, and where many end.

use super::{
    context::{BreakContext, places},
    line_shape::{SHORT_LINE, did_not_fit},
    next_word::{has_mark, is_code, next_ends_in_file_name},
    url_end::ends_in_slash,
};

pub(super) fn is_path_after_slash(context: &BreakContext) -> bool {
    ends_in_slash(context) && has_mark(context) && !is_code(context)
}

pub(super) fn is_file_after_slash(context: &BreakContext) -> bool {
    ends_in_slash(context) && next_ends_in_file_name(context)
}

/// Whether a slash and one more word, with no mark inside, end a sentence, or what stands in a bracket: behind a whole URL there is more
/// of either, or a word such as `respectively`. A number may be that of a list's item, or a year.
pub(super) fn is_last_word_after_slash(context: &BreakContext) -> bool {
    let word = context.word;
    let behind = &context.token[word.len()..];
    let is_of_sentence =
        || word.ends_with(b"ly") || word == b"indeed" || word.len() <= 4 && word.iter().all(u8::is_ascii_digit);
    ends_in_slash(context) && has_no_mark(context) && matches!(behind, b"." | b")" | b").") && !is_of_sentence()
}

/// Whether a slash and a name follow that is made of several words, `spoon-rest` and `SpoonRest`: not the name of a file, and not what begins
/// with a digit, as dates do.
pub(super) fn is_name_after_slash(context: &BreakContext) -> bool {
    let is_camel_case = |pair: &[u8]| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase();
    let is_hyphen =
        |three: &[u8]| three[1] == b'-' && three[0].is_ascii_alphanumeric() && three[2].is_ascii_alphanumeric();
    let word = context.word;
    let is_of_words = || word.windows(2).any(is_camel_case) || word.windows(3).any(is_hyphen);
    ends_in_slash(context)
        && !context.first().is_ascii_digit()
        && has_no_mark(context)
        && is_of_words()
        && !next_ends_in_file_name(context)
}

/// Whether there is a word without the marks of URLs and of code.
fn has_no_mark(context: &BreakContext) -> bool {
    !context.word.is_empty() && !has_mark(context) && !is_code(context)
}

/// Whether the URL is a host so far, and the slash behind it, in a line with no room for more, and a path follows: in a shorter line it may be
/// another one, or `he/him` and `24/7`.
pub(super) fn is_path_after_host(context: &BreakContext) -> bool {
    let word = context.word.strip_suffix(b"/").unwrap_or(context.word);
    is_host_and_slash(context)
        && word.iter().skip(1).any(|&byte| byte == b'/')
        && word.iter().any(u8::is_ascii_alphabetic)
        && !is_code(context)
        && (context.length() >= SHORT_LINE || did_not_fit(context))
}

fn is_host_and_slash(context: &BreakContext) -> bool {
    if !ends_in_slash(context) || !context.pieces.is_empty() {
        return false;
    }
    let slashes = context.url.iter().filter(|&&byte| byte == b'/').count();
    slashes == 1 || slashes == 3 && places(context.url, b"://").next().is_some()
}
