//! Another URL, host, mail address or path of a file system, that the next line begins with or is the label of.

use super::super::{
    context::{BreakContext, places},
    cut_text::is_in_cut_text,
    line_shape::SHORT_LINE,
    next_word::goes_on_in_host_of_message,
    paragraph::LINES,
};
use crate::engine::{
    forms::name::{has_top_level_domain, is_ascii_name},
    rejoin::{rest::labels_of_host, whole_host::may_be_over},
};

/// The first names in the paths of a file system.
const ROOTS: [&str; 13] =
    ["bin", "dev", "etc", "home", "lib", "lib64", "opt", "proc", "sbin", "sys", "tmp", "usr", "var"];

/// Whether a URL begins inside the next word, other than where URLs hold others: behind an equals sign or a slash. Behind a
/// URL that stands behind an equals sign, the same on the next line is one more of a list.
pub(super) fn has_other_url(context: &BreakContext) -> bool {
    let has = |byte| context.token_bytes.contains(byte);
    has(b':') && (has(b'/') && has_inner_scheme(context) || has_scheme_again(context))
        || has(b'w') && has(b'.') && has_inner_abbreviation(context.token)
}

/// Whether the line has nothing but the first letters of a scheme, the others of which begin the line behind it, with `://`.
pub(super) fn is_next_scheme(context: &BreakContext) -> bool {
    let front = context.token;
    let following = context.following();
    let text = following.strip_prefix(context.next_lead).unwrap_or(following).trim_ascii_start();
    let completes = |scheme: &[u8]| {
        let rest = scheme.strip_prefix(front).and_then(|rest| text.strip_prefix(rest));
        rest.is_some_and(|behind| behind.starts_with(b"://"))
    };
    matches!(front, [b'h' | b'f', ..])
        && front.len() <= "https".len()
        && [&b"http"[..], b"https", b"ftp"].into_iter().any(completes)
}

/// Whether it begins as the URL does, up to the first colon: another form of it, such as `file:b` below `file://a/b`.
fn has_scheme_again(context: &BreakContext) -> bool {
    let colon = memchr::memchr(b':', context.url);
    colon.is_some_and(|colon| context.token.len() > colon + 1 && context.token.starts_with(&context.url[..=colon]))
}

/// Whether a scheme and two slashes stand there.
fn has_inner_scheme(context: &BreakContext) -> bool {
    let token = in_front_of_closing(context);
    let is_inner = |byte: u8| matches!(byte, b'=' | b'/') && context.opener != Some(b'=');
    places(token, b"://").any(|at| {
        let is_scheme = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
        let start = at - token[..at].iter().rev().take_while(is_scheme).count();
        at == 0 || !start.checked_sub(1).is_some_and(|before| is_inner(token[before]))
    })
}

/// What the next word has in front of what closes the quotation or the bracket that the URL opens: what stands behind that is none of it.
fn in_front_of_closing<'a>(context: &BreakContext<'a, '_>) -> &'a [u8] {
    let token = context.token;
    let end = match context.opener {
        Some(mark @ (b'"' | b'\'')) => memchr::memchr(mark, token),
        Some(b'(') => memchr::memchr2(b'(', b')', token).filter(|&at| token[at] == b')'),
        _ => None,
    };
    &token[..end.unwrap_or(token.len())]
}

/// Whether `www.` stands there behind a mark.
fn has_inner_abbreviation(token: &[u8]) -> bool {
    let is_mark =
        |byte: u8| matches!(byte, b':' | b'[' | b']' | b'(' | b')' | b'{' | b'}' | b',' | b';' | b'|' | b'+' | b'>');
    places(token, b"www.").any(|at| at > 0 && is_mark(token[at - 1]))
}

/// Whether it is a mail address of letters alone, and no message-id or the end of one, which archives have in their URLs.
pub(super) fn is_address(context: &BreakContext) -> bool {
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

/// Whether another URL stands right behind the next word, as this one stands behind others, or behind the same word as this. A comma stands behind
/// a label only where they all have one.
pub(super) fn is_label_of_other(context: &BreakContext) -> bool {
    let is_url = [&b"http://"[..], b"https://", b"ftp://", b"www."].iter().any(|begin| context.rest.starts_with(begin));
    let ends_in_comma = |text: &[u8]| text.ends_with(b",");
    let is_label = || {
        context.front.iter().any(u8::is_ascii_alphanumeric)
            && (!ends_in_comma(context.token) || ends_in_comma(context.front.trim_ascii_end()))
    };
    is_url && is_label() || is_row_alike(context) || is_labelled_alike(context)
}

/// Whether both URLs end their lines behind a colon and a blank, with words in front that no sentence has: each line says what is at its URL.
fn is_labelled_alike(context: &BreakContext) -> bool {
    let is_label = |text: &[u8]| text.ends_with(b": ") && !text.iter().any(|byte| b".,;".contains(byte));
    let ends_in_url = || {
        let url = memchr::memrchr(b' ', context.next_text).map_or(0, |blank| blank + 1);
        is_label(&context.next_text[..url]) && places(&context.next_text[url..], b"://").next().is_some()
    };
    is_label(context.front) && ends_in_url()
}

/// Whether both lines begin with the same word, and the next has a URL behind it, too.
fn is_row_alike(context: &BreakContext) -> bool {
    let first = context.front.split(u8::is_ascii_whitespace).find(|word| !word.is_empty());
    first == Some(context.token)
        && context.lead.len() >= context.next_lead.len()
        && places(context.rest, b"://").next().is_some()
}

pub(super) fn is_path_of_file_system(context: &BreakContext) -> bool {
    let is_relative = context.token.starts_with(b"./") || context.token.starts_with(b"../");
    // Those who attack programs put such a path into a query.
    if is_relative && context.last() != b'=' || context.token.starts_with(b"~/") && context.last() != b'/' {
        return true;
    }
    let Some(path) = context.token.strip_prefix(b"/") else { return false };
    let mut names = path.split(|&byte| byte == b'/');
    let root = names.next().unwrap_or_default();
    names.next().is_some() && is_root(root)
}

/// Whether it is one of the first names in the paths of a file system.
pub(super) fn is_root(name: &[u8]) -> bool {
    ROOTS.iter().any(|root| root.as_bytes() == name)
}

/// Whether it begins with a host that has a path, or with two slashes, or sets something to a URL where no line is full.
/// Web archives have the URL of what they keep in theirs, and other sites the host, behind a slash.
pub(super) fn is_other_host(context: &BreakContext) -> bool {
    let is_short = || context.length() < SHORT_LINE;
    if context.token.starts_with(b"//") && (!context.is_in_host || is_label_or_case(context))
        || context.token_bytes.contains(b'=') && places(context.token, b"=http").next().is_some() && is_short()
        || is_first_of_ends(context)
    {
        return true;
    }
    if !context.token_bytes.contains(b'/') || !context.last().is_ascii_alphanumeric() {
        return false;
    }
    let is_cut = || context.is_in_host && (context.first() == b'.' || is_in_cut_text(context));
    labels_of_host(context.token).is_some_and(|labels| labels >= if is_short() { 1 } else { 2 })
        && !is_in_archive(context.url)
        && !goes_on_in_host_of_message(context)
        && !is_cut()
}

/// Whether a list of what hosts end in follows: the line behind the next begins with a full stop and a host as well.
fn is_first_of_ends(context: &BreakContext) -> bool {
    let following = context.following();
    let below = following.strip_prefix(context.next_lead).unwrap_or(following);
    let is_end = || below.strip_prefix(b".").is_some_and(|host| labels_of_host(host).is_some());
    context.is_in_host && context.first() == b'.' && is_end()
}

/// Whether the URL is a host that may be over, one label or one that ends as whole ones do, and another may begin the next line: unless
/// the text is cut there, each is one by itself. Where a full stop begins it, one label is less than a host.
pub(super) fn is_host_below_host(context: &BreakContext) -> bool {
    let host = context.host();
    let is_label = || !host.contains(&b'.') && context.first() != b'.';
    let is_whole = || may_be_over(host, context.token);
    context.is_in_host
        && (context.last().is_ascii_alphanumeric() || context.last() == b'.')
        && (context.first().is_ascii_alphanumeric() || is_whole())
        && (is_label() || is_whole())
        && (!is_in_cut_text(context) || is_in_rows_of_hosts(context))
}

/// Whether the next line begins with a host name, as the URL does, which has no scheme, or both stand behind the marks of a list of what is not to be
/// loaded: each is one of a list.
pub(super) fn is_name_below_name(context: &BreakContext) -> bool {
    let is_filter = |lead: &[u8]| lead.ends_with(b"||");
    let first = &context.ahead.bytes[context.pieces.first().unwrap_or(&context.piece).clone()];
    let is_name = || places(first, b"://").next().is_none() && begins_with_name(first);
    (is_filter(context.lead) && is_filter(context.next_lead) || is_name())
        && !matches!(context.last(), b'-' | b'=' | b'?' | b'&' | b'_')
        && begins_with_name(context.token)
}

/// Whether a text begins with a host name that ends in a known top-level domain.
fn begins_with_name(text: &[u8]) -> bool {
    let length = text.iter().take_while(|&&byte| is_ascii_name(byte) || byte == b'.').count();
    let is_over = text.get(length).is_none_or(|behind| !matches!(behind, b'@' | b'=') && behind.is_ascii());
    is_over && has_top_level_domain(&text[..length])
}

/// Whether the next line begins with a host and a path by itself, and so does another of the lines around.
fn is_in_rows_of_hosts(context: &BreakContext) -> bool {
    let begins_with_host = |line: &&[u8]| labels_of_host(line.trim_ascii_start()).is_some_and(|labels| labels > 0);
    begins_with_host(&context.next_text)
        && context.lines().iter().enumerate().any(|(at, line)| at != LINES && begins_with_host(line))
}

/// Whether what looks like a scheme stands alone in its line, or as a case of a program does, and the next line is set in below it: then the
/// slashes begin a comment, or a value.
fn is_label_or_case(context: &BreakContext) -> bool {
    let front = context.front.trim_ascii();
    (front.is_empty() || front == b"case" || front == b"-") && context.next_indentation() > context.indentation()
}

/// Whether a URL stands in the URL.
fn is_in_archive(url: &[u8]) -> bool {
    let front = places(url, b"://").next().map_or(0, |at| at + 3);
    places(&url[front..], b":/").next().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted() {
        assert!(ROOTS.is_sorted());
    }
}
