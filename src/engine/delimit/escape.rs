//! What a backslash and what follows it stand for in a URL.
//!
//! | escape | stands for | in |
//! | --- | --- | --- |
//! | `\/` | `/` | JSON (RFC 8259, 7) |
//! | `\u0026` `\u003d` `\u0027` `\u002f` | `&` `=` `'` `/` | JSON |
//! | `\u00fc` `\ud83c\udf72` | the character beyond ASCII | JSON |
//! | `\-` | `-` | roff, LaTeX |
//! | `\_` `\#` `\~` | the character | LaTeX, Markdown |
//! | `\%` | `%` before two hexadecimal digits, else nothing | LaTeX; roff |
//! | `\&` | `&` before an argument of a query, else nothing | LaTeX; roff |
//! | `\:` | nothing | roff |
//! | `\(ti` `\[ti]` `\(at` `\[at]` | `~` `@` behind a slash | roff |
//! | `{\_}` `{\&}` `{\%}` `{\#}` | the character | LaTeX |
//! | `{\textasciitilde}` `\textasciitilde{}` `\string~` `$\sim$` | `~` | LaTeX |
//! | `\&` `\%` `\#` in `\url{}` and its like | the character | LaTeX |
//! | `\@` | `@` behind a slash | Markdown |
//! | `\:` `\=` `\#` `\!` | the character | properties of Java's, behind `http\:` |
//! | `\(` `\)` | the character, around a word: elsewhere they are a formula or a regular expression | Markdown |
//! | `\.` | `.` | roff, right behind a change of font (`\fI`) alone: elsewhere it is a regular expression |
//!
//! What stands for nothing may do so only behind the authority, where nobody else reads another host; but for `\&` in front of a
//! dot there, which roff's sources have so that no line begins with one, and `\:` beside one, where a line may end: their host is no other to
//! any reader of the page.

use crate::{
    engine::window::{Ahead, Cut},
    link::Notation,
    text::entities::is_markup_entity,
};

/// How much of an argument's name is looked at.
const MAX_NAME: usize = 32;

/// How much is looked at for the bracket that closes an escaped one.
const MAX_BRACKETED: usize = 64;

/// What a backslash and what follows it stand for.
#[derive(Clone, Copy)]
pub(super) enum Escape {
    /// The character behind it.
    Character,
    /// Nothing: both are left out.
    Nothing,
    /// The tilde behind it; nothing stands in the braces behind that, which it would be set on.
    Tilde,
    /// The character behind it, with braces around both.
    InBraces,
    /// A character that is written as its number or its name, in so many bytes from the backslash on, and so many in front of it.
    Other { character: char, length: usize, front: usize },
}

impl Escape {
    /// How many bytes it takes from the backslash on.
    pub(super) fn len(self) -> usize {
        match self {
            Escape::InBraces => r"\_}".len(),
            Escape::Character | Escape::Nothing => 2,
            Escape::Tilde => r"\~{}".len(),
            Escape::Other { length, .. } => length,
        }
    }

    /// How many it takes in front of that.
    pub(super) fn front(self) -> usize {
        match self {
            Escape::InBraces => 1,
            Escape::Other { front, .. } => front,
            Escape::Character | Escape::Nothing | Escape::Tilde => 0,
        }
    }
}

/// Where in a URL an escape stands, as far as it matters to what it stands for.
#[derive(Clone, Copy, Default)]
pub(super) struct EscapePlace {
    /// Behind the question mark.
    pub(super) query: bool,
    /// Behind a change of font.
    pub(super) font: bool,
    /// Behind an escaped bracket that is still to be closed.
    pub(super) bracket: bool,
    /// Behind the command of LaTeX that takes a URL, or the name of its field: there no escape is one of roff.
    pub(super) latex: bool,
    /// Behind a scheme whose colon is escaped as in properties of Java's.
    pub(super) properties: bool,
}

/// The escape at `at` and its notation; none where no URL goes on.
pub(super) fn escape(ahead: &Ahead, at: usize, place: EscapePlace) -> Result<Option<(Escape, Notation)>, Cut> {
    let behind = ahead.up_to(at + 1, 1 + MAX_NAME)?;
    let Some((&escaped, rest)) = behind.split_first() else { return Ok(None) };
    let before = &ahead.bytes[..at];
    if place.properties {
        return Ok(b":=#!".contains(&escaped).then_some((Escape::Character, Notation::Properties)));
    }
    if is_in_braces(before, behind) {
        return Ok(Some((Escape::InBraces, Notation::Markup)));
    }
    let named = named_by_latex(before, behind);
    if named.is_some() {
        return Ok(named.map(|named| (named, Notation::Markup)));
    }
    Ok(match escaped {
        b'&' | b'%' | b'#' if place.latex => Some((Escape::Character, Notation::Markup)),
        b'/' => Some((Escape::Character, Notation::Json)),
        b'u' | b'x' => number(before, behind).map(|number| (number, Notation::Json)),
        b'.' if place.font => Some((Escape::Character, Notation::Markup)),
        b'(' if !place.bracket && is_bracketed(ahead.up_to(at + 2, MAX_BRACKETED)?) => {
            Some((Escape::Character, Notation::Markup))
        }
        b')' if place.bracket => Some((Escape::Character, Notation::Markup)),
        b'(' | b'[' => {
            named_by_roff(before, behind).or_else(|| markup_escape(behind)).map(|escape| (escape, Notation::Markup))
        }
        b'@' if is_scope(before, rest) => Some((Escape::Character, Notation::Markup)),
        b'&' if place.query && !is_markup_entity(behind) && is_argument(rest) => {
            Some((Escape::Character, Notation::Markup))
        }
        _ => markup_escape(behind).map(|escape| (escape, Notation::Markup)),
    })
}

/// What the escape of manual pages and Markdown stands for whose backslash is in front of `behind`, of those that are told without their
/// place in a URL; none where no URL goes on.
fn markup_escape(behind: &[u8]) -> Option<Escape> {
    let (&escaped, rest) = behind.split_first()?;
    let goes_on = rest.first().is_some_and(|byte| byte.is_ascii_alphanumeric() || b"/.-_~%=&?#+".contains(byte))
        || matches!(rest, [b'\\', name @ ..] if name.starts_with(b":") || NAMED.iter().any(|(named, _)| name.starts_with(named)));
    match escaped {
        b'~' if rest.starts_with(b"{}") => Some(Escape::Tilde),
        b'-' | b'_' | b'~' => Some(Escape::Character),
        b'#' if goes_on => Some(Escape::Character),
        b'%' if matches!(rest, [high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit()) => {
            Some(Escape::Character)
        }
        b'&' if is_markup_entity(behind) => None,
        b'%' | b'&' | b':' if goes_on => Some(Escape::Nothing),
        _ => None,
    }
}

/// Whether an escape of manual pages or Markdown begins there that a URL goes on over, wherever in it that is.
pub(crate) fn begins_markup_escape(text: &[u8]) -> bool {
    matches!(text, [b'\\', behind @ ..] if markup_escape(behind).is_some())
}

/// Whether a text begins with a word, perhaps of several, and the escaped bracket that closes it, and not with what a regular expression
/// would have there.
fn is_bracketed(text: &[u8]) -> bool {
    let is_inner = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.,'%!:/".contains(&byte) || !byte.is_ascii();
    let mut at = 0;
    loop {
        at += match &text[at..] {
            [b'\\', b')', behind @ ..] => {
                return at > 0 && !matches!(behind.first(), Some(b'*' | b'+' | b'?' | b'{' | b'\\'));
            }
            [b'\\', b'_' | b'-', ..] => 2,
            [byte, ..] if is_inner(*byte) => 1,
            _ => return false,
        };
    }
}

/// The character of a URL whose number begins `behind`: of ASCII those that programs write so in JSON and JavaScript, as HTML gives them a
/// meaning. An apostrophe of two digits is a quotation mark in their strings, and those beyond ASCII are the ends of a range in a regular expression.
fn number(front: &[u8], behind: &[u8]) -> Option<Escape> {
    let (character, length) = match behind {
        [b'x', b'2', b'6', ..] => ('&', r"\x26".len()),
        [b'x', b'3', b'd' | b'D', ..] => ('=', r"\x3D".len()),
        [b'u', ..] => utf16(behind)?,
        _ => return None,
    };
    let is_in_range = || {
        front.ends_with(b"[")
            || front.ends_with(b"[^")
            || behind.get(length - 1..).is_some_and(|rest| rest.starts_with(b"-\\"))
    };
    let is_written_so = matches!(character, '&' | '=' | '\'' | '/')
        || !character.is_ascii() && !character.is_whitespace() && !is_in_range();
    is_written_so.then_some(Escape::Other { character, length, front: 0 })
}

/// The character whose one or two numbers of UTF-16 begin behind a backslash (RFC 8259, 7), and how many bytes they take with it.
fn utf16(behind: &[u8]) -> Option<(char, usize)> {
    const UNIT: usize = r"\u0000".len();
    let unit = |text: &[u8]| {
        let digits = text.strip_prefix(b"u")?.first_chunk::<4>()?;
        digits.iter().try_fold(0, |unit, &digit| Some(unit << 4 | char::from(digit).to_digit(16)? as u16))
    };
    let second = behind.get(UNIT - 1..).and_then(|rest| rest.strip_prefix(b"\\"));
    let units = [unit(behind)?, second.and_then(unit).unwrap_or(0)];
    let first = char::decode_utf16(units).next()?.ok()?;
    Some((first, first.len_utf16() * UNIT))
}

/// How roff has characters by their names, behind the backslash, that folders and accounts begin with.
const NAMED: [(&[u8], char); 4] = [(b"(ti", '~'), (b"[ti]", '~'), (b"(at", '@'), (b"[at]", '@')];

/// The character that roff has by its name, behind a slash.
fn named_by_roff(front: &[u8], behind: &[u8]) -> Option<Escape> {
    let (name, character) = NAMED.into_iter().find(|(name, _)| behind.starts_with(name))?;
    // Behind the backslash of a regular expression a group begins.
    let is_group = name.starts_with(b"(") && behind.iter().take_while(|&&byte| byte > b' ').any(|&byte| byte == b')');
    let goes_on = behind.get(name.len()).is_some_and(u8::is_ascii_alphanumeric);
    let is_folder = front.ends_with(b"/") || front.ends_with(br"/\:");
    (is_folder && goes_on && !is_group).then_some(Escape::Other { character, length: 1 + name.len(), front: 0 })
}

/// How LaTeX has the tilde: what it has in front of the backslash, and behind it.
const TILDES_OF_LATEX: [(&[u8], &[u8]); 4] =
    [(b"", b"textasciitilde{}"), (b"{", b"textasciitilde}"), (b"", b"string~"), (b"$", b"sim$")];

/// The character that LaTeX has by its name.
fn named_by_latex(front: &[u8], behind: &[u8]) -> Option<Escape> {
    let (front, name) =
        TILDES_OF_LATEX.into_iter().find(|(before, name)| behind.starts_with(name) && front.ends_with(before))?;
    Some(Escape::Other { character: '~', length: 1 + name.len(), front: front.len() })
}

/// Whether a character stands in braces by itself, as programs write it that make bibliographies: `{\_}`.
fn is_in_braces(front: &[u8], behind: &[u8]) -> bool {
    front.ends_with(b"{") && matches!(behind, [b'_' | b'&' | b'%' | b'#', b'}', ..])
}

/// Whether a name with an `@` in front and a slash behind it stands behind a slash of a path, as the scopes of packages do, and no host.
fn is_scope(front: &[u8], rest: &[u8]) -> bool {
    let is_name = |byte: &&u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'_' | b'.');
    let name = rest.iter().take_while(is_name).count();
    front.ends_with(b"/") && !front.ends_with(b"//") && name > 0 && rest.get(name) == Some(&b'/')
}

/// Whether an argument of a query begins there, with its name.
fn is_argument(text: &[u8]) -> bool {
    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'[' | b']' | b'\\');
    let name = text.iter().take_while(is_name).count();
    name > 0 && text.get(name) == Some(&b'=')
}
