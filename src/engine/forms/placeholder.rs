//! What stands in an authority for a part of it that a program or a reader puts in.

use super::name;
use crate::engine::window::{Ahead, Cut};

/// Whether the word behind a colon stands for a port: it is written large, or a path or another part follows it.
pub(super) fn is_placeholder(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    let mut end = at;
    while end - at < name::MAX_NAME && ahead.get(end)?.is_some_and(name::is_ascii_name) {
        end += 1;
    }
    let word = &ahead.bytes[at..end];
    let goes_on = matches!(ahead.get(end)?, Some(b'/' | b'?' | b'#' | b'.' | b'@' | b':'));
    Ok(goes_on || !word.iter().any(u8::is_ascii_lowercase) || word.eq_ignore_ascii_case(b"port"))
}

/// Whether a star or a word in brackets stands at `at`, and a path behind it: any port, or one that is put in.
pub(super) fn is_port_put_in(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    let text = ahead.up_to(at, MAX_FILLED_IN)?;
    Ok(match text {
        [b'*', b'/', next, ..] => name::is_ascii_name(*next),
        [b'(', rest @ ..] => {
            let word = rest.iter().take_while(|&&byte| name::is_ascii_name(byte)).count();
            rest[word..].starts_with(b")/")
        }
        _ => false,
    })
}

/// Tags that stand behind a URL in text which was marked up for HTML or a wiki.
const TAGS: [&str; 28] = [
    "a", "abbr", "b", "big", "br", "center", "cite", "code", "div", "em", "font", "hr", "i", "kbd", "li", "nowiki",
    "p", "pre", "q", "small", "span", "strong", "sub", "sup", "td", "th", "tt", "u",
];

/// Whether what stands in angle brackets is such a tag, one that ends included.
pub(super) fn is_tag(inner: &[u8]) -> bool {
    let word = inner.split(|&byte| byte == b' ').next().unwrap_or_default();
    let word = word.strip_prefix(b"/").unwrap_or(word);
    TAGS.iter().any(|tag| tag.as_bytes().eq_ignore_ascii_case(word))
}

/// Whether a word in angle brackets stands at `at`, and the name or the URL goes on behind it: a placeholder, and no tag.
pub(super) fn is_in_angles(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    let mut end = at + 1;
    while end - at < name::MAX_NAME && ahead.get(end)?.is_some_and(|byte| name::is_ascii_name(byte) || byte == b' ') {
        end += 1;
    }
    if end == at + 1 || ahead.get(end)? != Some(b'>') {
        return Ok(false);
    }
    if is_tag(&ahead.bytes[at + 1..end]) {
        return Ok(false);
    }
    Ok(match ahead.get(end + 1)? {
        Some(b'/' | b':' | b'?') => true,
        // Before a space they are a dash or a stop of the text behind a tag.
        Some(b'.' | b'-' | b'_') => ahead.get(end + 2)?.is_some_and(|byte| byte > b' '),
        _ => false,
    })
}

/// The same where the angle brackets were escaped for HTML, which leaves no tag as one.
fn is_in_escaped_angles(text: &[u8]) -> bool {
    let Some(inner) = text.strip_prefix(b"&lt;") else { return false };
    let word = inner.iter().take_while(|&&byte| name::is_ascii_name(byte)).count();
    let behind = inner[word..].strip_prefix(b"&gt;").unwrap_or_default();
    word > 0 && is_more(behind)
}

/// Whether a name or a path goes on here, behind what was put in.
fn is_more(text: &[u8]) -> bool {
    matches!(text, [b'.' | b'/' | b':' | b'-', next, ..] if next.is_ascii_alphanumeric() || *next == b'/')
}

/// How much of what is put in is looked at.
const MAX_FILLED_IN: usize = 128;

/// Whether something stands at `at` that a label is put in for: `{name}`, `{}`, `{{name}}.`, `${name}`, `$NAME.`, `<name>.`, `&lt;name&gt;.`,
/// `[name].`, `%s`, `%NAME%`, `*.`.
pub(super) fn is_filled_in(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    let text = match ahead.get(at)? {
        Some(b'<') => return is_in_angles(ahead, at),
        Some(b'{' | b'$' | b'%' | b'*' | b'[' | b'&') => ahead.up_to(at, MAX_FILLED_IN)?,
        _ => return Ok(false),
    };
    let word = text[1..].iter().take_while(|&&byte| name::is_ascii_name(byte)).count();
    let behind = |end: usize| text.get(end..).unwrap_or_default();
    Ok(match text {
        [b'{', b'{', ..] => {
            let close = text.windows(2).position(|pair| pair == b"}}");
            close.is_some_and(|close| is_more(behind(close + 2)))
        }
        [b'{', b'$' | b'}', ..] | [b'$' | b'%', b'{' | b'(', ..] => true,
        [b'{', ..] => word > 0,
        [b'$', first, ..] => !first.is_ascii_digit() && word > 0 && is_more(behind(1 + word)),
        [b'%', first, ..] => word == 1 || first.is_ascii_digit() || word > 1 && behind(1 + word).starts_with(b"%"),
        [b'*', rest @ ..] => matches!(rest, [b'.', next, ..] if next.is_ascii_alphanumeric()),
        [b'[', ..] => word > 0 && behind(1 + word).starts_with(b"]") && is_more(behind(2 + word)),
        [b'&', ..] => is_in_escaped_angles(text),
        _ => false,
    })
}

/// Whether something stands at `at` that a program puts a part in for, perhaps several times, and a name or a userinfo goes on behind it: `{name}`, `{{name}}`,
/// `${name:-word}`, `$(name)`, `#{name}`, `%(name)s`, `%s`, `<%= name %>`, `\(name)`, `` `name` ``.
pub(super) fn goes_on_behind_put_in(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    let text = ahead.up_to(at, MAX_FILLED_IN)?;
    let Some(mut behind) = behind_put_in(text) else { return Ok(false) };
    loop {
        let (is_behind_dot, next) = match behind {
            [b'.', next @ ..] => (true, next),
            [b'-' | b'_', next @ ..] => (false, next),
            next => (false, next),
        };
        let Some(rest) = behind_put_in(next) else { break };
        if is_behind_dot {
            return Ok(true);
        }
        behind = rest;
    }
    Ok(match behind {
        // Braces and conversions alone may stand in a sentence.
        _ if matches!(text, [b'{', first, ..] if *first != b'{') || matches!(text, [b'%', b'a'..=b'z', ..]) => {
            goes_on_with_name(behind)
        }
        [b'.' | b'-', next, ..] => !next.is_ascii() || next.is_ascii_alphanumeric(),
        [next, ..] if next.is_ascii_alphanumeric() => true,
        behind => goes_on_with_name(behind),
    })
}

/// What stands behind that which a program puts a part in for and a text begins with; none where it begins with none.
fn behind_put_in(text: &[u8]) -> Option<&[u8]> {
    let (inner, close) = match text {
        [b'%', b'a'..=b'z', behind @ ..] => return Some(behind),
        [b'{', inner @ ..] | [b'$' | b'#' | b'%', b'{', inner @ ..] => (inner, &b"}"[..]),
        [b'$' | b'%', b'(', inner @ ..] => (inner, &b")"[..]),
        // Nothing but a word, as text stands between the marks of code, and roff has names behind such a bracket.
        [b'\\', b'(', inner @ ..] if is_word_closed_by(inner, b')') => (inner, &b")"[..]),
        [b'`', inner @ ..] if is_word_closed_by(inner, b'`') => (inner, &b"`"[..]),
        [b'<', b'%', inner @ ..] => (inner, &b"%>"[..]),
        [b'<', b'?', inner @ ..] => (inner, &b"?>"[..]),
        _ => return None,
    };
    let end = match close {
        b"}" => closing_of(inner, b'{', b'}')?,
        b")" => closing_of(inner, b'(', b')')?,
        close => memchr::memmem::find(inner, close)?,
    };
    if !inner[..end].iter().all(|byte| matches!(byte, b' '..=b'~')) {
        return None;
    }
    let behind = &inner[end + close.len()..];
    // The letter of a conversion.
    Some(match behind {
        [b'a'..=b'z', rest @ ..] if text[0] == b'%' => rest,
        behind => behind,
    })
}

/// Where what was opened in front of a text closes that other pairs may stand in.
fn closing_of(text: &[u8], open: u8, close: u8) -> Option<usize> {
    let mut depth = 0;
    memchr::memchr2_iter(open, close, text).find(|&at| {
        if text[at] == open {
            depth += 1;
            return false;
        }
        depth -= 1;
        depth < 0
    })
}

/// Whether such a sign closes a word, which begins with a letter and has no space and no bracket in it.
fn is_word_closed_by(text: &[u8], close: u8) -> bool {
    let length = text.iter().position(|&byte| byte <= b' ' || byte == close || byte == b'(');
    text.first().is_some_and(u8::is_ascii_alphabetic) && length.is_some_and(|length| text[length] == close)
}

/// Whether a text goes on with a label, a port or an `@`.
fn goes_on_with_name(text: &[u8]) -> bool {
    match text {
        [b'@', ..] => true,
        [b'.', next, ..] => next.is_ascii_lowercase() || next.is_ascii_digit(),
        [b':', next, ..] => next.is_ascii_digit(),
        _ => false,
    }
}
