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
    let tail_from = |host_end| Undelimited::To { end: tail(text, start, host_end), host_end };
    let host_to = |host_end| Undelimited::To { end: host_end, host_end };
    let from_host = |host_end| match text.at(host_end) {
        Some('/' | '?' | '#') => {
            let mut end = tail(text, start, host_end);
            // A question mark alone was the sentence's, and then so is what stands before it.
            while end <= host_end && text.before(end).is_some_and(|c| ".:-_".contains(c)) {
                end -= 1;
            }
            Undelimited::To { end, host_end }
        }
        _ => host_to(host_end),
    };
    match beginning.form {
        Form::Hierarchical(authority) if text.at(authority) == Some('/') => {
            let end = tail(text, start, authority);
            let is_template = end <= authority + 1 && ["${", "#{", "%{"].iter().any(|mark| text.has(end, mark));
            let is_drive = end == authority + 2 && text.has(end, ":\\");
            if is_template || is_drive { Refused(end) } else { tail_from(authority) }
        }
        // The line ends in front of the slashes.
        Form::Hierarchical(authority) if text.before(authority) == Some(':') => Nothing,
        Form::Hierarchical(authority) => match host::authority(text, authority) {
            Ok(end)
                if host::is_sentence(&text.slice(authority, end))
                    && matches!(from_host(end), Undelimited::To { end: tail_end, .. } if tail_end <= end) =>
            {
                // A question mark with nothing behind it is the sentence's.
                Refused(authority)
            }
            Ok(end) => from_host(end),
            Err(at) => Refused(at),
        },
        Form::Opaque(part) => {
            let end = tail(text, start, part);
            let is_domain =
                text.slice(part, end).rsplit_once('@').is_some_and(|(_, name)| !name.contains(['/', '?', '#']));
            if is_domain && (text.at(end) == Some('@') || host::may_be_more(text, end)) {
                Refused(end)
            } else {
                tail_from(part)
            }
        }
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
            match host::port(text, start, name) {
                Ok(end) => from_host(end),
                Err(at) if cuts_name(text, at) => Refused(at),
                Err(_) => Nothing,
            }
        }
        Form::Address(domain) => match host::name(text, domain) {
            Ok(end) if !host::has_top_level_domain(&text.slice(domain, end)) => NoName(end),
            Ok(end)
                if text.slice(domain, end).split('.').any(|label| label.starts_with('-') || label.ends_with('-')) =>
            {
                NoName(end)
            }
            Ok(end) if goes_on_behind_address(text, end) => NoName(end),
            Ok(end) if host::may_be_more(text, end) => {
                if text.at(end).is_some_and(|c| c.is_ascii() || "．｡".contains(c)) {
                    Refused(end)
                } else {
                    NoName(end)
                }
            }
            Ok(end) => host_to(without_root(text, end)),
            Err(_) => Nothing,
        },
    }
}

/// Whether a name goes on behind what stands there, and none of its own begins.
fn cuts_name(text: &Text, at: usize) -> bool {
    match text.at(at) {
        Some('=') => text.has(at, "=2E") || text.has(at, "=40"),
        Some('&') => host::is_entity(text, at),
        Some('%' | '$' | '#') => host::goes_on_behind_put_in(text, at),
        Some('\\') => text.at(at + 2) == Some('{') || text.has(at + 1, "[u"),
        Some(c) => "[({<\"'．｡…".contains(c) || host::is_mapped(c) || host::is_confusing(c) || host::is_ignorable(c),
        None => false,
    }
}

/// Another `@`, or a file on another machine.
fn goes_on_behind_address(text: &Text, end: usize) -> bool {
    let Some(c) = text.at(end) else { return false };
    if c != ':' {
        return c == '@' || text.has(end, "\\:");
    }
    let path = host::run(text, end + 1, |c| c.is_ascii_alphanumeric() || "-_.".contains(c));
    let word = text.slice(end + 1, path);
    let is_port = !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
    match text.at(path) {
        Some('/') => !is_port && text.at(path + 1) != Some('/'),
        Some('~') => word.is_empty(),
        _ => word.ends_with(".git"),
    }
}

/// The final dot of a domain is never written in an address.
fn without_root(text: &Text, end: usize) -> usize {
    if text.before(end) == Some('.') { end - 1 } else { end }
}

/// The end of the addresses after `mailto:`.
fn mail(text: &Text, start: usize) -> Option<usize> {
    let mut end = mail_address(text, start)?;
    while end > start && text.at(end) == Some(',') {
        match mail_address(text, end + 1) {
            Some(next) if next > end + 1 => end = next,
            _ => break,
        }
    }
    Some(end)
}

/// The end of one of them.
fn mail_address(text: &Text, start: usize) -> Option<usize> {
    if text.at(start) == Some('?') {
        return Some(start);
    }
    let mut at = start;
    while !text.has(at, "%40") && text.at(at).is_some_and(|c| c == '.' || begin::is_local(c) && !"`{|}^".contains(c)) {
        at += 1;
    }
    let domain = match text.at(at) {
        Some('@') => at + 1,
        Some('%') => at + 3,
        _ => return None,
    };
    if !begin::is_dot_atom(&text.slice(start, at)) {
        return None;
    }
    let end = host::name(text, domain).ok()?;
    // A manual page's escape, behind which the name goes on.
    if text.at(end) == Some('\\')
        && text.at(end + 1).is_some_and(|c| "-&._:%".contains(c))
        && text.at(end + 2).is_some_and(|c| c.is_ascii_alphanumeric())
    {
        return None;
    }
    (text.at(end) != Some('@') && !host::may_be_more(text, end)).then(|| without_root(text, end))
}

/// What a character does to the end of a URL.
enum Term {
    Include,
    Hard,
    Soft,
    Open,
    Close(char),
}

/// An end tag of a forum, `[/url]`.
fn is_end_tag(text: &Text, at: usize) -> bool {
    let end = host::run(text, at + 2, |c| c.is_ascii_alphabetic());
    text.has(at, "[/") && (at + 3..at + 16).contains(&end) && text.at(end) == Some(']')
}

/// The mark of a wiki that stands in front of the URL as well, `{code}`, or with more in it, `{code:c}`.
fn is_closed_by_wiki_mark(text: &Text, url: usize, at: usize) -> bool {
    let end = host::run(text, at + 1, |c| c.is_ascii_alphabetic());
    let front = text.slice(url.saturating_sub(49), url);
    let mark = text.slice(at, end);
    let opened = front.rfind('{').map(|open| &front[open..]);
    end > at + 1
        && text.at(end) == Some('}')
        && !text.at(end + 1).is_some_and(|c| c.is_ascii_alphanumeric() || "/&=-_?#%".contains(c))
        && opened.is_some_and(|opened| {
            opened.ends_with('}') && (opened == format!("{mark}}}") || opened.starts_with(&format!("{mark}:")))
        })
}

/// Link_Term of UTS #58, stricter where running text wants it.
fn term(c: char) -> Term {
    match c {
        // Not in any URL.
        '"' | '<' | '>' | '\\' | '`' => Term::Hard,
        '^' | '|' => Term::Soft,
        c if c.is_whitespace() || c.is_control() || host::is_invisible(c) => Term::Hard,
        '。' | '，' | '、' | '！' | '？' | '：' | '；' | '．' | '—' | '│' | '\u{FFFD}' => Term::Hard,
        '!' | '\'' | ',' | '.' | ':' | ';' | '?' | '«' | '»' | '‹' | '›' | '“' | '”' | '‘' | '’' => {
            Term::Soft
        }
        '‐' | '–' | '…' | '†' | '‡' | '∗' => Term::Soft,
        '(' | '[' | '{' | '（' | '「' => Term::Open,
        ')' => Term::Close('('),
        ']' => Term::Close('['),
        '}' => Term::Close('{'),
        '）' => Term::Close('（'),
        '」' => Term::Close('「'),
        _ => Term::Include,
    }
}

/// The termination algorithm of UTS #58, from the path on.
fn tail(text: &Text, url: usize, start: usize) -> usize {
    let mut is_directive = false;
    let (mut in_path, mut in_query, mut in_fragment) = (true, false, false);
    // Each bracket that is open, and where the URL ends before it.
    let mut open: Vec<(char, usize)> = Vec::new();
    // Where it ends before the braces that were open when a part of it ended.
    let mut before_braces = Vec::new();
    let mut end = start;
    let mut at = start;
    while let Some(c) = text.at(at) {
        let begins_query = in_path && c == '?';
        let begins_fragment = !in_fragment && c == '#';
        if begins_query || begins_fragment {
            (in_path, in_query, in_fragment) = (false, begins_query, begins_fragment);
            before_braces.extend(open_braces(&open));
            open.clear();
        }
        let begins_entity = c == '&' && begins_entity(text, at);
        let is_last_ampersand = c == '&' && is_last_ampersand(text, at);
        if in_path && c == '/'
            || in_query && (c == '&' || c == '=' && !is_between_words(text, at)) && !begins_entity && !is_last_ampersand
        {
            before_braces.extend(open_braces(&open));
            open.clear();
        }
        if in_fragment && text.has(at, ":~:") {
            before_braces.extend(open_braces(&open));
            open.clear();
            is_directive = true;
            at += 3;
            end = at;
            continue;
        }
        let stops = begins_entity
            || ",;([".contains(c)
                && begins_url(text, at + 1)
                && !(in_query
                    && "([".contains(c)
                    && text.before(at).is_some_and(|before| "=+:([".contains(before))
                    && begins_opaque(text, at + 1)
                    && !["mailto:", "tel:"].iter().any(|contact| {
                        text.slice(at + 1, (at + 8).min(text.chars.len())).to_ascii_lowercase().starts_with(contact)
                    }))
            || c == ',' && open.is_empty() && is_behind_cell(text, url) && may_be_cell(&text.slice(url, at))
            || c == '\''
                && text.at(at + 1) == Some('.')
                && text.at(at + 2).is_some_and(|c| c.is_ascii_alphabetic() || "$_".contains(c))
                && marks(&line_before(text, url)) % 2 == 1
            || host::is_spaceless(c)
                && at > start
                && (text.chars[at - 1].is_ascii_alphanumeric() || text.chars[at - 1] == ',')
                && !text.slice(start, at).ends_with("%20")
            || "（「".contains(c) && begins_note(text, start, at)
            || at > start && is_particle(c) && is_ascii_directory(&text.slice(url, at))
            || is_end_tag(text, at)
            || c == '{' && is_closed_by_wiki_mark(text, url, at)
            || ["(.*", "(.+"].iter().any(|begin| text.has(at, begin))
            || ["[0-9", "[a-z", "[A-Z"].iter().any(|begin| text.has(at, begin))
                && text.at(at + 4).is_some_and(|c| "].-_0aA".contains(c))
            || "([".contains(c) && is_text_beside(text, at, c == '(' || is_directive || in_query)
            || "|^".contains(c) && text.at(at + 1).is_none_or(|next| next <= ' ')
            || c == '|' && (in_path || is_behind_bar(text, url) || begins_url(text, at + 1));
        if stops {
            break;
        }
        if is_last_ampersand {
            end = at + 1;
            break;
        }
        if c == '{' {
            if at > start && "$#%".contains(text.chars[at - 1]) {
                // A template's mark, and the punctuation before it.
                end = without_soft(text, start, end.min(at - 1));
                break;
            }
            if !is_closed_brace(text, at) {
                break;
            }
        }
        at += 1;
        if host::is_joiner(c) {
            let is_letter = |c: char| !c.is_ascii() && (host::is_word(c) || c == '😀');
            if !text.before(at - 1).is_some_and(is_letter) {
                break;
            }
            continue;
        }
        match term(c) {
            Term::Include => {}
            Term::Soft => continue,
            Term::Hard => break,
            Term::Open => open.push((c, end)),
            Term::Close(partner) if open.last().is_some_and(|&(bracket, _)| bracket == partner) => {
                open.pop();
            }
            Term::Close(_) => break,
        }
        end = at;
    }
    // A brace that nothing closes in its part of the URL is not the URL's.
    before_braces.extend(open_braces(&open));
    let end = before_braces.into_iter().min().unwrap_or(end);
    if host::is_before_pod_escape(text, start, end) { without_soft(text, start, end - 1) } else { end }
}

/// What stands in front of the URL in its line, as far as it is looked at.
fn line_before(text: &Text, url: usize) -> String {
    let is_near = |at: &usize| text.bytes(*at, url) <= 64;
    let from = (0..url).rev().take_while(is_near).last().unwrap_or(url);
    let near = text.slice(from, url);
    near.rsplit('\n').next().unwrap_or_default().to_string()
}

/// How many apostrophes stand in a text that are in no word.
fn marks(text: &str) -> usize {
    let letters: Vec<bool> = text.chars().map(|c| c.is_ascii_alphabetic() || !c.is_ascii()).collect();
    let is_inner = |at: usize| at > 0 && letters[at - 1] && letters.get(at + 1) == Some(&true);
    text.chars().enumerate().filter(|&(at, c)| c == '\'' && !is_inner(at)).count()
}

/// A cell behind another, separated by a comma.
fn is_behind_cell(text: &Text, url: usize) -> bool {
    let line = line_before(text, url);
    let is_cell = line.strip_suffix(',').is_some_and(|cell| cell.ends_with(|c: char| c > ' '));
    is_cell && !line.contains(", ") && !line.contains(['(', '[', '{', '<', '='])
}

/// A URL that would be quoted in a table if it had a comma.
fn may_be_cell(url: &str) -> bool {
    let url = url.to_ascii_lowercase();
    ["http://", "https://", "ftp://", "www.", "ftp."].iter().any(|begin| url.starts_with(begin)) && !url.contains("/@")
}

/// Whether something stands on both sides that is no delimiter.
fn is_between_words(text: &Text, at: usize) -> bool {
    let is_word = |c: Option<char>| c.is_some_and(|c| c > ' ' && !"()[]{}&?=".contains(c));
    is_word(text.before(at)) && is_word(text.at(at + 1))
}

/// Where a URL ends before each of the braces that are open.
fn open_braces(open: &[(char, usize)]) -> Vec<usize> {
    open.iter().filter(|(bracket, _)| *bracket == '{').map(|&(_, end)| end).collect()
}

/// A note in full-width brackets, behind ASCII or the root.
fn begins_note(text: &Text, start: usize, at: usize) -> bool {
    let before = text.slice(start, at);
    let is_escape = before.chars().rev().nth(2) == Some('%');
    let close = if text.at(at) == Some('（') { '）' } else { '」' };
    let end = host::run(text, at, |c| c > ' ' && c != close);
    let goes_on = text.at(end) == Some(close)
        && text.at(end + 1).is_some_and(|c| "./?#&".contains(c))
        && text.at(end + 2).is_some_and(|c| c.is_ascii_alphanumeric());
    (before == "/" || before.ends_with(|c: char| c.is_ascii_alphanumeric()) && !is_escape) && !goes_on
}

/// An escaped ampersand at the end.
fn is_last_ampersand(text: &Text, at: usize) -> bool {
    text.slice(at, (at + 5).min(text.chars.len())) == "&amp;"
        && text.at(at + 5).is_none_or(|c| c.is_whitespace() || ".,;:\"<)".contains(c))
}

/// Particles that follow a name: those of the texts that are looked at.
fn is_particle(c: char) -> bool {
    "をはがにへでとのもやかこそなまよ".contains(c)
}

fn is_ascii_directory(url: &str) -> bool {
    url.is_ascii() && url.ends_with('/') && !url.ends_with("/wiki/")
}

/// Whether the bracket at `at` begins a text beside the URL.
fn is_text_beside(text: &Text, at: usize, holds: bool) -> bool {
    let mut open = Vec::new();
    let mut has_space = false;
    let end = (at..text.chars.len()).find(|&end| text.bytes(at, end) >= 160).unwrap_or(text.chars.len());
    for index in at..end {
        match text.chars[index] {
            '(' | '[' if open.len() == 16 => return false,
            c @ ('(' | '[') => open.push(c),
            c @ (')' | ']') if open.pop() != Some(if c == ')' { '(' } else { '[' }) => return false,
            ')' | ']' => {}
            '\n' | '\r' if holds => return false,
            ' ' | '\t' | '\n' | '\r' => has_space = true,
            ':' if text.has(index, "://") && text.bytes(at, index) + 3 <= 160 => return false,
            _ => {}
        }
        if open.is_empty() {
            let inner = text.slice(at + 1, index);
            let is_number = !inner.is_empty() && inner.chars().all(|c| c.is_ascii_digit());
            let is_behind_word = text.before(at).is_some_and(char::is_alphanumeric);
            let is_capitalised =
                inner.starts_with(|c: char| c.is_ascii_uppercase()) && inner.contains(|c: char| c.is_ascii_lowercase());
            let is_title = text.before(at) == Some('/') && is_capitalised && (at < 2 || text.chars[at - 2] != ']');
            let path: String = text.slice(0, at).chars().rev().skip(1).take(63).take_while(|&c| c != '/').collect();
            let is_behind_slash = text.before(at) == Some('/');
            let folder: String = path.chars().rev().collect();
            let begin = inner.get(..folder.len()).unwrap_or_default();
            let is_named = text.before(at) == Some('/') && folder.len() > 2 && begin.eq_ignore_ascii_case(&folder);
            let is_text = inner.contains('^')
                || is_number
                || is_title
                || is_named
                || is_behind_slash && is_attribute(&inner)
                || is_behind_word && inner.len() > 1;
            return has_space || !holds && is_text && !goes_on(text, index + 1);
        }
    }
    false
}

/// What AsciiDoc has in place of a link's text: nothing, or an attribute.
fn is_attribute(inner: &str) -> bool {
    let name = inner.trim_start_matches(|c: char| c.is_ascii_lowercase());
    inner.is_empty() || name.len() < inner.len() && name.starts_with('=')
}

fn goes_on(text: &Text, at: usize) -> bool {
    match text.at(at) {
        // A dash.
        Some('-') => text.at(at + 1) != Some('-'),
        Some('.') => text.at(at + 1).is_some_and(|c| c.is_ascii_alphanumeric()),
        Some('?') => text.at(at + 1).is_some_and(|c| c.is_ascii_alphanumeric() || "_%$&=".contains(c)),
        Some(c) => "/=%&-_#".contains(c) || c.is_alphanumeric(),
        None => false,
    }
}

/// Whether a bar is in front of the URL in its line, or a bracket right before it.
fn is_behind_bar(text: &Text, url: usize) -> bool {
    let line = (0..url).rev().find(|&at| text.chars[at] == '\n').map_or(0, |at| at + 1);
    let is_near = |at: &usize| text.bytes(*at, url) <= 64;
    let front = text.slice(url.saturating_sub(64), url);
    let tag = front.strip_suffix(' ').unwrap_or_default();
    let word = tag.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let is_behind_tag = word.len() < tag.len() && word.ends_with("{@");
    let is_behind_bar = || (line..url).filter(is_near).any(|at| text.chars[at] == '|');
    matches!(text.before(url), Some('[' | '<')) || is_behind_tag || is_behind_bar()
}

/// Whether the brace at `at` closes in the URL, with something in it that no program fills in.
fn is_closed_brace(text: &Text, at: usize) -> bool {
    let mut depth = 0;
    for index in at..text.chars.len() {
        match text.chars[index] {
            _ if text.bytes(at, index) >= 160 => return false,
            '{' => depth += 1,
            '}' => depth -= 1,
            c if c <= ' ' || "\"<>\\`".contains(c) => return false,
            _ => {}
        }
        if depth == 0 {
            let inner = text.slice(at + 1, index);
            return !inner.chars().all(|c| c.is_ascii_digit()) && !inner.starts_with(['{', '%']);
        }
    }
    false
}

/// Where the destination of a link in Markdown ends: before its parenthesis.
pub fn destination(text: &Text, floor: usize, start: usize, end: usize) -> Option<usize> {
    let is_punctuation = |c: char| matches!(term(c), Term::Soft) && !"|^".contains(c);
    let close = host::run(text, end, is_punctuation);
    (start >= floor + 2 && text.has_before(start, "](") && text.at(close) == Some(')')).then_some(close)
}

pub fn begins_entity(text: &Text, at: usize) -> bool {
    ["&gt;", "&lt;", "&quot;", "&apos;", "&#34;", "&#39;", "&#60;", "&#62;", "&nbsp;", "&raquo;", "&mdash;", "&#8221;"]
        .iter()
        .any(|entity| text.has(at, entity))
}

fn begins_opaque(text: &Text, at: usize) -> bool {
    let end = at + text.chars[at..].iter().take_while(|c| c.is_ascii_alphanumeric()).count();
    text.at(end) == Some(':') && begin::is_opaque(&text.slice(at, end)) && !text.has(end, "://")
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
    let url = text.slice(start, end);
    let may_be_own = text.before(start) == Some('=') || url.ends_with("==") || url.contains(['?', '#', ';']);
    let is_arrow = url.ends_with('=') && text.at(end) == Some('>') && !may_be_own;
    let is_between = |open: &str, close: &str| text.has_before(start, open) && text.has(end - 1, close);
    if is_arrow || url.chars().count() > 1 && (is_between("[-", "-]") || is_between("{+", "+}")) {
        end = without_soft(text, start, end - 1);
    }
    loop {
        let url = text.slice(start, end);
        // A bar or a caret in front of what was no part of the URL.
        let closes = |c: char| "*@([|^".contains(c) || "_~$".contains(c) && before == Some(c);
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
    while end > start + 1 && text.before(end).is_some_and(|c| matches!(term(c), Term::Soft) && !"|^".contains(c)) {
        end -= 1;
    }
    end
}
