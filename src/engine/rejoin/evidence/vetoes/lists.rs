//! Lists, keys and tables: the next line is their next item, and no part of the URL in the one before.

use std::cmp::Ordering;

use super::super::{
    context::{BreakContext, places, text_column},
    cut_text::is_in_cut_text,
    line_shape::{SHORT_LINE, is_after_words, is_in_comment, was_joined_before},
    next_word::closes_round_bracket,
    url_end::{has_query_or_fragment, is_file_name},
};
use crate::engine::rejoin::{
    comment_mark::{is_comment_sign, opens_block},
    line_start::Marks,
    rest::is_whole,
};

/// Whether a key stands in front of the URL, and another below it.
pub(super) fn is_next_key(context: &BreakContext) -> bool {
    is_next_label(context) || is_next_setting(context) || is_key_behind_list(context)
}

/// Whether a semicolon parts the URL from what follows it in a list, and not two parts of a query or a parameter from a path.
pub(super) fn is_behind_semicolon(context: &BreakContext) -> bool {
    context.last() == b';' && !has_query_or_fragment(context) && !context.token.contains(&b'=')
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
    if context.last() == b'=' {
        // No value sets a name, where the URL is one itself.
        return sets_name(context.next_line) && context.opener == Some(b'=') && is_in_column(context);
    }
    let may_go_on = || matches!(context.last(), b'?' | b'&') || context.url.contains(&b';');
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

/// Whether both lines set a name in the same column.
fn is_in_column(context: &BreakContext) -> bool {
    text_column(context.line) == text_column(context.next_line) && sets_name(context.line)
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

/// Whether the URL stands in a line that tells a packager where its packages are, or where one of Python is (PEP 508): what follows are their names.
pub(super) fn is_in_sources(context: &BreakContext) -> bool {
    let text = context.front;
    let mut words = text.split(|byte| matches!(byte, b' ' | b'\t' | b'\'' | b'"')).filter(|word| !word.is_empty());
    let is_package_url = |word: &[u8]| word == b"deb" || word == b"deb-src";
    places(text, b"deb").next().is_some() && words.clone().any(is_package_url)
        || text.trim_ascii_end().ends_with(b" @") && words.clone().count() == 2 && is_requirement(context.url)
        || is_item_of_policy(context) && words.next_back().is_some_and(|word| word.iter().all(u8::is_ascii_digit))
}

/// Whether it is a URL that a package of Python is had from: of a repository, or of an archive.
fn is_requirement(url: &[u8]) -> bool {
    let has_any = |begins: bool, words: &[&str]| {
        words.iter().any(|word| if begins { url.starts_with(word.as_bytes()) } else { url.ends_with(word.as_bytes()) })
    };
    has_any(true, &["git+", "hg+", "svn+", "bzr+"]) || has_any(false, &[".whl", ".tar.gz", ".zip", ".git"])
}

/// Whether the next line is as the lists of a packager's policy are: a suite with a slash, and the parts of it.
fn is_item_of_policy(context: &BreakContext) -> bool {
    context.rest.ends_with(b"Packages") && context.token.contains(&b'/')
}

fn is_number(text: &[u8]) -> bool {
    (1..=3).contains(&text.len()) && text.iter().all(u8::is_ascii_digit)
}

/// Whether it is the number, the label or the bullet of a list's item, with the item behind it.
pub(super) fn is_item(context: &BreakContext) -> bool {
    let is_reference = matches!(context.token, [b'[', label @ .., b']'] if !label.is_empty());
    let is_numbered = match context.token {
        [b'(', b'#' | b'!', label @ .., b')'] => !label.is_empty() && label.iter().all(u8::is_ascii_digit),
        [b'(', label @ .., b')'] => is_number(label),
        [b'[', label @ .., b']'] | [b'[', label @ .., b']', b':'] => !label.is_empty(),
        [numbers @ .., b'.'] => numbers.split(|&byte| byte == b'.').all(is_number),
        [number @ .., b')'] => is_number(number) && !closes_round_bracket(context),
        [number @ .., b':' | b'-'] => is_number(number),
        _ => false,
    };
    let is_labelled = context.first() == b'[' && places(context.rest, b"]:").next().is_some();
    is_reference
        || (is_numbered || is_labelled || matches!(context.token, [b'-' | b'*' | b'+' | b'o']))
            && !context.rest.is_empty()
            && !is_in_cut_text(context)
}

/// Whether the star in front of the next line is a bullet: a comment is filled, and its stars stand one column behind its
/// opening mark. Behind those of a comment the rest of a folder may be set in below it.
pub(super) fn is_in_bullets(context: &BreakContext) -> bool {
    let is_star = |lead: &[u8]| matches!(lead.trim_ascii_start(), [b'*', b' ' | b'\t', ..]);
    let is_set_in = || {
        context.last() == b'/'
            && context.lead.trim_ascii() == b"*"
            && context.next_indentation() > context.indentation()
            && context.rest.is_empty()
    };
    is_in_comment(context)
        && is_star(context.next_lead)
        && !opens_block(context.lead)
        && !documents_with_tag(context.lead)
        && !is_set_in()
        && (!is_star(context.lead) || context.length() < SHORT_LINE || has_even_margin(context))
}

/// Whether a text begins with a star and a tag of what a comment documents: `* @see`.
fn documents_with_tag(lead: &[u8]) -> bool {
    let text = lead.trim_ascii_start().strip_prefix(b"*").unwrap_or_default();
    matches!(text.trim_ascii_start(), [b'@', letter, ..] if letter.is_ascii_alphabetic())
}

/// Whether an even number of spaces stands in front of what begins the URL's line, as it does not in front of the stars of a comment.
pub(super) fn has_even_margin(context: &BreakContext) -> bool {
    context.lead.iter().skip_while(|&&byte| byte == b'\t').take_while(|&&byte| byte == b' ').count() % 2 == 0
}

/// Whether the line behind the next has a name like that on the next, and nothing else, or both a note in brackets behind it: a list of names.
/// Those of no files have no slash, and are set in below their folder.
pub(super) fn is_first_of_alike(context: &BreakContext) -> bool {
    let (name, is_noted) = (context.token, context.rest.starts_with(b"("));
    let is_word = |name: &[u8]| {
        name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
            && context.last() == b'/'
            && context.next_indentation() > context.indentation()
            && context.following().starts_with(context.next_lead)
    };
    let may_be_listed = |name: &[u8]| is_file_name(name) || is_word(name);
    let may_be_alone = context.rest.is_empty() && may_be_listed(name);
    if !is_noted && !may_be_alone {
        return false;
    }
    let other = context.following().trim_ascii();
    let alike = name.iter().zip(other).take_while(|(byte, other)| byte == other).count();
    let is_alone = || !other.contains(&b' ') && may_be_listed(other);
    let is_noted_as_well = || other.get(name.len()..).is_some_and(|behind| behind.starts_with(b" ("));
    alike > 2 && if is_noted { is_noted_as_well() } else { is_alone() }
}

/// Whether a tab stands behind the next word and before another cell, and behind a cell in front of a URL that may be over or of which a row of more cells
/// has room for a part alone.
fn is_in_tabs(context: &BreakContext) -> bool {
    const CELLS: usize = 2;
    let tabs = |text: &[u8]| memchr::memchr_iter(b'\t', text).count();
    context.next_text.get(context.token.len()) == Some(&b'\t')
        && !context.rest.is_empty()
        && context.front.trim_ascii_start().contains(&b'\t')
        && (is_whole(context.last()) || tabs(context.front) >= CELLS && tabs(context.next_text) >= CELLS)
}

/// Whether both lines begin with a number and the same mark behind it, be it a hyphen between spaces, or a tab stands behind a cell of each.
pub(super) fn is_in_rows(context: &BreakContext) -> bool {
    if is_in_tabs(context) {
        return true;
    }
    if !matches!(context.first(), b'0'..=b'9' | b':') {
        return false;
    }
    let mark = |line: &[u8]| {
        let text = &line[text_column(line)..];
        let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        match text[digits..] {
            [b' ', b'-', b' ', ..] if digits > 0 => Some(b'-'),
            [mark @ (b',' | b';' | b':' | b'|' | b'\t'), ..] if digits > 0 => Some(mark),
            _ => None,
        }
    };
    mark(context.next_line).is_some_and(|next| mark(context.line) == Some(next))
}

/// Whether both lines begin with the same word, which is no part of a path, or with labels that differ in their numbers alone, as lists of
/// tasks and what programs print do.
pub(super) fn has_same_label(context: &BreakContext) -> bool {
    let text = &context.front[text_column(context.front)..];
    begins_with_same_word(context, text)
        || label(text).zip(label(context.next_text)).is_some_and(|(label, next)| is_numbered_alike(label, next))
}

/// Whether a text begins with the next word, perhaps behind the signs of a comment, and has more behind it.
fn begins_with_same_word(context: &BreakContext, text: &[u8]) -> bool {
    let is_in_path = context.token.contains(&b'/');
    let word = &text[..text.iter().take_while(|&&byte| byte > b' ').count()];
    let signs = word.strip_suffix(context.token).filter(|_| context.token.len() > 1 && word.len() < text.len());
    !is_in_path && signs.is_some_and(|signs| signs.iter().all(|&byte| is_comment_sign(byte)))
}

/// The label that a text begins with: letters, digits behind them or not, and a colon, or a full stop and white space.
fn label(text: &[u8]) -> Option<&[u8]> {
    let letters = text.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let digits = text[letters..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let length = letters + digits;
    let is_label = letters > 1 && matches!(text[length..], [b':', ..] | [b'.', b' ' | b'\t', ..]);
    is_label.then(|| &text[..=length])
}

/// Whether labels are the same but for their digits.
fn is_numbered_alike(label: &[u8], other: &[u8]) -> bool {
    let is_no_digit = |byte: &&u8| !byte.is_ascii_digit();
    label.iter().filter(is_no_digit).eq(other.iter().filter(is_no_digit))
}
