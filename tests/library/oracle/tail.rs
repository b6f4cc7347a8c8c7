//! Where the path, query and fragment end: the termination algorithm of UTS #58, 3.4, and marks of the text around.

use super::{
    Left,
    authority::{begins_url, ends_at_reference, is_markup_reference},
    tables::{Term, closing_marks, is_invisible, is_wide_stop, is_written_without_spaces, opening, term},
    text::Text,
};

/// UTS #58, 3.4: "The maximum is 16 open brackets."
const MAX_OPEN: usize = 16;

/// How many bytes an opening bracket looks for the one that closes it.
const MAX_BRACKETED: usize = 160;

#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Part {
    Path,
    Query,
    Fragment,
    /// A text directive: what follows `:~:` in a fragment.
    Directive,
}

/// Returns the last safe place, and where the algorithm stopped.
pub fn termination(text: &Text, left: &Left, url: usize, start: usize) -> (usize, usize) {
    let (mut part, mut open) = (Part::Path, Vec::new());
    let (mut at, mut last_safe) = (start, start);
    while let Some(c) = text.at(at) {
        // Interior syntax closes all brackets: the parts of a URL, segments, and parameters.
        let begins = match c {
            '?' if part < Part::Query => Some(Part::Query),
            '#' if part < Part::Fragment => Some(Part::Fragment),
            ':' if part >= Part::Fragment && text.has(at, ":~:") => Some(Part::Directive),
            _ => None,
        };
        // Rule last-ampersand.
        if text.has(at, "&amp;") && !text.is(text.run(at + 5, |c| c == ';'), |c| c > ' ') {
            return (at + 1, at);
        }
        let separates = match c {
            '/' => part == Part::Path,
            // Rule equals-in-filter.
            '&' => part == Part::Query && text.before(at) != Some('('),
            '=' => part == Part::Query && !is_between_words(text, at),
            _ => false,
        };
        if begins.is_some() || separates {
            open.clear();
        }
        part = begins.unwrap_or(part);
        if part == Part::Directive && begins.is_some() {
            at += 3;
            last_safe = at;
            continue;
        }
        match term_in_text(text, left, url, at, part, open.len()) {
            Term::Hard => break,
            Term::Soft => at += 1,
            Term::Include => {
                at += 1;
                last_safe = at;
            }
            Term::Open => {
                if open.len() == MAX_OPEN {
                    break;
                }
                open.push(c);
                at += 1;
                last_safe = at;
            }
            Term::Close => {
                if open.pop() != opening(c) {
                    break;
                }
                at += 1;
                last_safe = at;
            }
        }
        // Rule text-before-mark: a template's brace takes the mark before it out.
        if text.at(at) == Some('{') && text.is(at - 1, |c| "$#%".contains(c)) && at > start {
            last_safe = without_soft(text, start, last_safe.min(at - 1));
            break;
        }
        // Rule field.
        if open.is_empty() && text.at(at) == Some('|') && left.is_cell {
            break;
        }
    }
    (last_safe, at)
}

/// Link_Term, stricter where running text wants it (Appendix C of RFC 3986, and the rules of the engine).
fn term_in_text(text: &Text, left: &Left, url: usize, at: usize, part: Part, depth: usize) -> Term {
    let c = text.at(at).expect("a character is there");
    let is_visible = |at: usize| text.is(at, |c| c > ' ' && c != '\u{7F}');
    match c {
        // RFC 3986, Appendix C: no URI holds them.
        '"' | '<' | '>' | '\\' | '`' => Term::Hard,
        '—' | '―' | '\u{2500}'..='\u{257F}' | '\u{FFFD}' => Term::Hard,
        _ if is_invisible(c) || is_wide_stop(c) => Term::Hard,
        // Dashes, ellipses and footnotes belong to the sentence.
        '‐'..='–' | '…' | '†' | '‡' | '∗' => Term::Soft,
        // Rule next-url.
        ',' | ';' if begins_url(text, at + 1) => Term::Hard,
        // Rule string-apostrophe.
        _ if closing_marks(left.mark.unwrap_or(' ')).contains(c) && text.is(at + 1, is_written_without_spaces) => {
            Term::Hard
        }
        '\'' if left.mark == Some('\'') && !text.is(at + 1, |c| c.is_ascii_alphanumeric()) => Term::Hard,
        // Rule possessive.
        '\'' if text.has(at, "'s ") && text.is(at + 3, char::is_alphanumeric) => Term::Hard,
        // Rule markup-reference.
        '&' if ends_at_reference(text, at) => Term::Hard,
        // What the grammar doesn't allow, and people write.
        '^' if text.at(at + 1) == Some('&') => Term::Hard,
        '|' if part == Part::Path || begins_url(text, at + 1) => Term::Hard,
        '^' | '|' => {
            if is_visible(at + 1) {
                Term::Soft
            } else {
                Term::Hard
            }
        }
        '(' | '[' if is_text_in_brackets(text, url, at, part, depth) => Term::Hard,
        '{' if !holds_name(text, at) => Term::Hard,
        _ if term(c) == Term::Open && begins_url(text, at + 1) && !c.is_ascii() => Term::Hard,
        _ => term(c),
    }
}

/// Rule equals-in-filter: `(b=1)`.
fn is_between_words(text: &Text, at: usize) -> bool {
    let is_word = |c: char| c > ' ' && !"()[]{}&?=".contains(c);
    text.before(at).is_some_and(is_word) && text.is(at + 1, is_word)
}

/// Rules bracketed-text and link-text: brackets around several words, or after a URL around a number or nothing.
fn is_text_in_brackets(text: &Text, url: usize, at: usize, part: Part, outer: usize) -> bool {
    let holds = text.at(at) == Some('(') || part == Part::Query || part == Part::Directive;
    let (mut depth, mut has_space) = (0, false);
    for index in (at..text.len()).take_while(|&index| text.bytes(at..index).len() < MAX_BRACKETED) {
        match text.at(index) {
            Some('(' | '[') => depth += 1,
            Some(')' | ']') => depth -= 1,
            Some('\n' | '\r') if holds => return false,
            Some(' ' | '\t' | '\n' | '\r') => has_space = true,
            _ => {}
        }
        if depth == 0 {
            let inner = text.slice(at + 1..index);
            let is_label = text.at(at) == Some('[') && text.has_before(at, "++") && text.has_before(url, "++");
            let is_note = is_label || !holds && inner.chars().all(|c| c.is_ascii_digit());
            return has_space || is_note && !goes_on(text, index + 1, outer);
        }
    }
    false
}

/// Returns `true` if the URL goes on after a bracket.
fn goes_on(text: &Text, at: usize, depth: usize) -> bool {
    let is_next = |is_one: &dyn Fn(char) -> bool| text.is(at + 1, is_one);
    match text.at(at) {
        Some('.' | '?') => is_next(&|c| c.is_ascii_alphanumeric()),
        Some('&') => !is_markup_reference(text, at),
        Some(')') => depth > 0,
        Some(c) => c.is_alphanumeric() || "/=%_#".contains(c),
        None => false,
    }
}

/// Rule template: braces that close, and not around nothing, a number or a template.
fn holds_name(text: &Text, at: usize) -> bool {
    let close = text.run(at + 1, |c| c > ' ' && !"}\"<>\\`/?#&=([".contains(c));
    let inner = text.slice(at + 1..close);
    text.at(close) == Some('}')
        && inner.len() < MAX_BRACKETED - 1
        && !inner.chars().all(|c| c.is_ascii_digit())
        && !inner.starts_with('{')
}

/// Returns the end without the marks of a sentence before it.
fn without_soft(text: &Text, start: usize, end: usize) -> usize {
    let is_soft = |c: char| term(c) == Term::Soft || matches!(c, '‐'..='–' | '…' | '†' | '‡' | '∗');
    text.run_back(start + 1, end, is_soft)
}

/// Returns the end of a URL that stopped before the mark that closes its string, or before other characters of the same
/// word up to that mark (rule string).
pub fn string_end(text: &Text, left: &Left, host_end: usize, stop: usize) -> Option<usize> {
    let close = match left.mark? {
        mark @ ('"' | '\'' | '`') => mark,
        '(' if left.is_markdown => ')',
        _ => return None,
    };
    let is_template = text.at(stop) == Some('{') && text.before(stop).is_some_and(|c| "$#%".contains(c));
    if is_template || close == ')' && text.at(stop) != Some(')') || begins_url(text, stop + 1) {
        return None;
    }
    let end = text.run(stop, |c| c != close && !c.is_whitespace() && c > ' ' && !"\"<>\\`".contains(c));
    let is_apostrophe = close == '\'' && text.is(end + 1, |c| c.is_ascii_alphanumeric());
    if text.at(end) != Some(close) || is_apostrophe {
        return None;
    }
    // The full stop of a quoted sentence is none of the URL's; a value has nothing but the URL.
    let is_value = close == ')' || left.is_value;
    Some(if is_value { end } else { text.run_back(host_end, end, |c| ".,;".contains(c)) })
}

/// Returns the end without marks of emphasis and markup.
pub fn trim(text: &Text, left: &Left, url: usize, mut end: usize) -> usize {
    // Rules quotes-inside and empty-quotes.
    if left.mark != Some('\'') && text.at(end) == Some('\'') {
        let apostrophes = text.slice(url..end).matches('\'').count();
        if apostrophes == 0 && text.before(end) == Some('/') && text.at(end + 1) == Some('\'') {
            return end + 2;
        }
        if apostrophes % 2 == 1 {
            return end + 1;
        }
    }
    loop {
        let is_outside = match text.before(end) {
            // Rule last-mark.
            Some('*' | '@' | '(' | '[' | '|' | '^') => true,
            // Rule mark-on-both-sides.
            Some(mark @ ('_' | '~' | '$')) => left.mark == Some(mark),
            Some('+') => text.has_before(url, "++"),
            // Rule comment-end.
            Some('-') => text.has(end - 1, "-->") || text.has(end - 2, "-->"),
            _ => false,
        };
        if end <= url + 1 || !is_outside {
            return end;
        }
        end = without_soft(text, url, end - 1);
    }
}
