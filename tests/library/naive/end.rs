//! Where a URL ends that nothing delimits.

use super::{
    Text,
    begin::{self, Beginning, Form},
    host,
};

pub enum Undelimited {
    /// It ends here, before wrappers are taken off, and its host, if it has one, there.
    To {
        end: usize,
        host_end: usize,
    },
    /// No URL, for what stands here.
    Refused(usize),
    /// Just words, up to here.
    NoName(usize),
    Nothing,
}

pub fn undelimited(text: &Text, trigger: usize, beginning: &Beginning) -> Undelimited {
    use Undelimited::{NoName, Nothing, Refused};
    let start = beginning.start;
    let tail_from = |host_end| Undelimited::To { end: tail(text, host_end), host_end };
    let host_to = |host_end| Undelimited::To { end: host_end, host_end };
    let from_host = |host_end| match text.at(host_end) {
        Some('/' | '?' | '#') => {
            let mut end = tail(text, host_end);
            // A question mark alone was the sentence's, and then so is what stands before it.
            while end <= host_end && text.before(end).is_some_and(|c| ".:-_".contains(c)) {
                end -= 1;
            }
            Undelimited::To { end, host_end }
        }
        _ => host_to(host_end),
    };
    match beginning.form {
        Form::Hierarchical(authority) if text.at(authority) == Some('/') => tail_from(authority),
        Form::Hierarchical(authority) => host::authority(text, authority).map_or_else(Refused, from_host),
        Form::Opaque(part) => tail_from(part),
        Form::Mail(part) => match mail(text, part) {
            Some(end) if text.at(end) == Some('?') => from_host(end),
            Some(end) => host_to(end),
            None => Refused(part),
        },
        Form::Host => {
            let Ok(name) = host::name(text, start) else { return Nothing };
            if name <= trigger {
                return Nothing;
            }
            if !host::is_evident(&text.slice(start, name)) {
                // Nothing says whether a part of such a name is one: `www.東1.2.3.4`.
                return NoName(name);
            }
            host::port(text, name).map_or(Nothing, from_host)
        }
        Form::Address(domain) => match host::name(text, domain) {
            Ok(end) if text.at(end) == Some('@') => Nothing,
            Ok(end) if !host::has_top_level_domain(&text.slice(domain, end)) => NoName(end),
            Ok(end)
                if text.slice(domain, end).split('.').any(|label| label.starts_with('-') || label.ends_with('-')) =>
            {
                NoName(end)
            }
            Ok(end) => host_to(without_root(text, end)),
            Err(_) => Nothing,
        },
    }
}

/// The final dot of a domain is never written in an address.
fn without_root(text: &Text, end: usize) -> usize {
    if text.before(end) == Some('.') { end - 1 } else { end }
}

/// The end of the first address after `mailto:`.
fn mail(text: &Text, start: usize) -> Option<usize> {
    if text.at(start) == Some('?') {
        return Some(start);
    }
    let mut at = start;
    while text.at(at).is_some_and(|c| c == '.' || begin::is_local(c) && !"`{|}^".contains(c)) {
        at += 1;
    }
    if text.at(at) != Some('@') || !begin::is_dot_atom(&text.slice(start, at)) {
        return None;
    }
    host::name(text, at + 1).ok().map(|end| without_root(text, end))
}

/// What a character does to the end of a URL.
enum Term {
    Include,
    Hard,
    Soft,
    Open,
    Close(char),
}

/// Link_Term of UTS #58, stricter where running text wants it.
fn term(c: char) -> Term {
    match c {
        // Not in any URL.
        '"' | '<' | '>' | '\\' | '^' | '`' | '{' | '|' | '}' => Term::Hard,
        c if c.is_whitespace() || c.is_control() || host::is_invisible(c) => Term::Hard,
        '。' | '，' | '、' | '！' | '？' | '：' | '；' | '．' | '—' | '\u{FFFD}' => Term::Hard,
        '!' | '\'' | ',' | '.' | ':' | ';' | '?' | '«' | '»' | '‹' | '›' | '“' | '”' | '‘' | '’' => {
            Term::Soft
        }
        '‐' | '–' | '…' => Term::Soft,
        '(' | '[' | '（' | '「' => Term::Open,
        ')' => Term::Close('('),
        ']' => Term::Close('['),
        '）' => Term::Close('（'),
        '」' => Term::Close('「'),
        _ => Term::Include,
    }
}

/// The termination algorithm of UTS #58, from the path on.
fn tail(text: &Text, start: usize) -> usize {
    let (mut in_path, mut in_query, mut in_fragment) = (true, false, false);
    let mut open = Vec::new();
    let mut end = start;
    let mut at = start;
    while let Some(c) = text.at(at) {
        let begins_query = in_path && c == '?';
        let begins_fragment = !in_fragment && c == '#';
        if begins_query || begins_fragment {
            (in_path, in_query, in_fragment) = (false, begins_query, begins_fragment);
            open.clear();
        }
        if in_path && c == '/' || in_query && "=&".contains(c) {
            open.clear();
        }
        if in_fragment && text.has(at, ":~:") {
            open.clear();
            at += 3;
            end = at;
            continue;
        }
        let stops = c == '&' && begins_entity(text, at)
            || ",;([".contains(c) && begins_url(text, at + 1)
            || host::is_spaceless(c) && at > start && text.chars[at - 1].is_ascii_alphanumeric();
        if stops {
            break;
        }
        at += 1;
        if host::is_joiner(c) {
            let is_letter = |c: Option<char>| c.is_some_and(|c| !c.is_ascii() && host::is_word(c));
            if !is_letter(text.before(at - 1)) || !is_letter(text.at(at)) {
                break;
            }
            end = at;
            continue;
        }
        match term(c) {
            Term::Include => {}
            Term::Soft => continue,
            Term::Hard => break,
            Term::Open => open.push(c),
            Term::Close(partner) if open.last() == Some(&partner) => {
                open.pop();
            }
            Term::Close(_) => break,
        }
        end = at;
    }
    end
}

pub fn begins_entity(text: &Text, at: usize) -> bool {
    ["&gt;", "&lt;", "&quot;", "&#34;", "&#60;", "&#62;"].iter().any(|entity| text.has(at, entity))
}

pub fn begins_url(text: &Text, at: usize) -> bool {
    let mut end = at;
    while text.at(end).is_some_and(|c| c.is_ascii_alphanumeric() || "+-.".contains(c)) {
        end += 1;
    }
    let scheme = text.slice(at, end);
    text.has(at, "www.")
        || text.has(end, "://") && begin::is_scheme(&scheme)
        || text.at(end) == Some(':') && begin::is_opaque(&scheme)
}

/// Without what belongs to the sentence or the markup around the URL.
pub fn without_wrappers(text: &Text, floor: usize, start: usize, mut end: usize) -> usize {
    let before = text.before(start).filter(|_| start > floor);
    if before != Some('\'') && text.at(end) == Some('\'') {
        // An apostrophe at the end closes one inside the URL.
        let inside = text.slice(start, end).matches('\'').count();
        if inside % 2 == 1 {
            return end + 1;
        }
        if inside == 0 && text.has(end, "''") && text.before(end) == Some('/') {
            return end + 2;
        }
    }
    loop {
        let url = text.slice(start, end);
        let closes = |c: char| "*@([".contains(c) || "_~".contains(c) && before == Some(c);
        let cut = match url.chars().last() {
            Some(c) if closes(c) => 1,
            _ if url.ends_with("'s") || url.ends_with("’s") => 2,
            _ if url.ends_with("--") => url.len() - url.trim_end_matches('-').len(),
            // A line that is drawn.
            _ if url.ends_with("====") => url.len() - url.trim_end_matches('=').len(),
            _ if url.ends_with("____") => url.len() - url.trim_end_matches('_').len(),
            _ => return end,
        };
        if cut >= end - start {
            return end;
        }
        end -= cut;
        // The punctuation that they enclosed is the sentence's again.
        end = without_soft(text, start, end);
    }
}

/// The end without the punctuation before it.
pub fn without_soft(text: &Text, start: usize, mut end: usize) -> usize {
    while end > start + 1 && text.before(end).is_some_and(|c| matches!(term(c), Term::Soft)) {
        end -= 1;
    }
    end
}
