//! The slow obvious oracle: the rules for the default options, over a `Vec<char>`, without windows, blocks
//! or tables, as a list of questions about the text. Positions are indices into that list of characters.
//!
//! It knows just the top-level domains, schemes and letters that the texts in `tests/oracle.rs` are made of.

mod begin;
mod enclosed;
mod end;
mod host;
mod member;
mod references;

use napkin::{Delimiter, Grammar, Kind, Uri};

use begin::{Beginning, Form};

/// A link, as it is compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    pub start: usize,
    pub end: usize,
    pub url: String,
    pub kind: Kind,
    pub delimiter: Delimiter,
}

/// The text as characters, and the byte offset of each, with that of the end behind them.
pub struct Text {
    chars: Vec<char>,
    offsets: Vec<usize>,
    clusters: Vec<usize>,
}

impl Text {
    fn new(source: &str) -> Text {
        use unicode_segmentation::UnicodeSegmentation;
        Text {
            chars: source.chars().collect(),
            offsets: source.char_indices().map(|(offset, _)| offset).chain([source.len()]).collect(),
            clusters: source.grapheme_indices(true).map(|(offset, _)| offset).chain([source.len()]).collect(),
        }
    }

    fn at(&self, at: usize) -> Option<char> {
        self.chars.get(at).copied()
    }

    fn before(&self, at: usize) -> Option<char> {
        at.checked_sub(1).and_then(|before| self.at(before))
    }

    fn slice(&self, start: usize, end: usize) -> String {
        self.chars[start..end].iter().collect()
    }

    /// Whether `word` stands at `at`, in any letter case.
    fn has(&self, at: usize, word: &str) -> bool {
        let end = at + word.chars().count();
        end <= self.chars.len() && self.slice(at, end).eq_ignore_ascii_case(word)
    }

    /// Whether `word` ends right before `at`, in any letter case.
    fn has_before(&self, at: usize, word: &str) -> bool {
        at.checked_sub(word.chars().count()).is_some_and(|start| self.has(start, word))
    }

    /// How many bytes stand between two places.
    fn bytes(&self, start: usize, end: usize) -> usize {
        self.offsets[end] - self.offsets[start]
    }

    fn is_cluster_boundary(&self, at: usize) -> bool {
        self.clusters.contains(&self.offsets[at])
    }
}

/// All links of `source`: those of the default kinds, or of all kinds.
pub fn find(source: &str, all_kinds: bool) -> Vec<Found> {
    let text = Text::new(source);
    let mut links = Vec::new();
    // Nothing before the floor belongs to another link.
    let (mut at, mut floor) = (0, 0);
    // Nothing before here is one without a scheme and two slashes of its own: it stands in what was refused.
    let mut hidden = 0;
    while at < text.chars.len() {
        let mut next = at + 1;
        if at < hidden && !(text.at(at) == Some(':') && text.has(at + 1, "//")) {
            at = next;
            continue;
        }
        for beginning in begin::at_trigger(&text, at, floor, all_kinds) {
            let start = beginning.start;
            match read(&text, at, floor, &beginning) {
                Reading::Link(link, end) => {
                    links.push(link);
                    (next, floor, hidden) = (next.max(end), end, 0);
                    break;
                }
                Reading::Skipped(to) => {
                    next = next.max(to);
                    break;
                }
                Reading::Refused(to) => {
                    hidden = hidden_until(&text, start, to, hidden);
                    next = next.max(to);
                    break;
                }
                Reading::Unreadable(to) => {
                    hidden = hidden_until(&text, start, to, hidden);
                    next = next.max(to);
                    // What stands before a second `@` is not the local part of an address either.
                    if beginning.is_known && text.at(to) == Some('@') {
                        floor = floor.max(to);
                    }
                    break;
                }
                Reading::Hidden(to) => {
                    hidden = hidden_until(&text, start, to, hidden);
                    break;
                }
                Reading::Nothing => {}
            }
        }
        at = next;
    }
    links
}

/// The end of the run of characters that a candidate from `start` on stands in which is refused at `at`.
fn hidden_until(text: &Text, start: usize, at: usize, hidden: usize) -> usize {
    let mark = text.before(start).filter(|&c| c == '\'' || c == '`');
    let is_inside = |c: char| c > ' ' && !"<>\"".contains(c) && Some(c) != mark;
    if at > hidden { host::run(text, at, is_inside) } else { hidden }
}

/// What a beginning turned out to be.
enum Reading {
    /// A link, and where it ends.
    Link(Found, usize),
    /// A candidate that is refused for what stands at this place: nothing in front of it is a link of its own.
    Refused(usize),
    /// Just words up to this place.
    Skipped(usize),
    /// The same for an authority that careful readers would not agree about.
    Unreadable(usize),
    /// What a delimiter marks off is refused for what stands at this place, and nothing can be read without the delimiter.
    Hidden(usize),
    Nothing,
}

fn read(text: &Text, trigger: usize, floor: usize, beginning: &Beginning) -> Reading {
    if !text.is_cluster_boundary(beginning.start) {
        return Reading::Nothing;
    }
    let opening = begin::opening(text, beginning.start);
    let mut refused = None;
    if let Some(enclosed) = enclosed::read(text, beginning, &opening) {
        let written: String = enclosed.pieces.iter().map(|&(start, end)| text.slice(start, end)).collect();
        let (start, end) = (enclosed.pieces[0].0, enclosed.pieces[enclosed.pieces.len() - 1].1);
        if end > trigger {
            let is_closed = text.at(host::run(text, end, |c| c == '\\')) == Some('>');
            let (written, places) = references::undone(text, start, end, &written);
            match judge(&written, beginning, enclosed.delimiter, is_closed) {
                Ok(url) => return Reading::Link(found(text, start, end, url, beginning, enclosed.delimiter), end),
                Err(characters) => refused = Some(start + places[characters]),
            }
        }
    }
    match (read_bare(text, trigger, floor, beginning, &opening), refused) {
        (Reading::Nothing | Reading::Skipped(_), Some(at)) => Reading::Hidden(at),
        (Reading::Unreadable(to), Some(at)) if to < at => Reading::Hidden(at),
        (reading, _) => reading,
    }
}

fn read_bare(text: &Text, trigger: usize, floor: usize, beginning: &Beginning, opening: &begin::Opening) -> Reading {
    let start = beginning.start;
    let (end, host_end) = match end::undelimited(text, trigger, beginning) {
        end::Undelimited::To { end, host_end } => (end, host_end),
        end::Undelimited::Refused(at) if matches!(beginning.form, Form::Hierarchical(_)) || beginning.is_known => {
            return Reading::Unreadable(at);
        }
        end::Undelimited::NoName(at) => return Reading::Skipped(at),
        _ => return Reading::Nothing,
    };
    let destination = end::destination(text, floor, start, end).filter(|_| end > host_end);
    let trimmed = destination.unwrap_or_else(|| end::without_wrappers(text, floor, start, end));
    let mut end = trimmed;
    while !text.is_cluster_boundary(end) {
        end -= 1;
    }
    let is_cut = matches!(text.at(end), Some('\u{AD}' | '\u{2010}')) && matches!(text.at(end + 1), Some('\n' | '\r'));
    if end < host_end && !text.is_cluster_boundary(host_end) || end <= host_end && is_cut {
        // Less of a host is another host.
        return Reading::Unreadable(host_end);
    }
    if end < trimmed {
        end = end::without_wrappers(text, floor, start, end::without_soft(text, start, end));
    }
    if !beginning.is_known {
        // Nothing inside a URL of an unknown scheme is a link of its own.
        return if matches!(beginning.form, Form::Hierarchical(_)) { Reading::Refused(end) } else { Reading::Nothing };
    }
    if end <= trigger {
        return Reading::Nothing;
    }
    let delimiter = if *opening == begin::Opening::Prefix { Delimiter::Prefix } else { Delimiter::Bare };
    let (written, places) = references::undone(text, start, end, &text.slice(start, end));
    match judge(&written, beginning, delimiter, false) {
        Ok(url) => Reading::Link(found(text, start, end, url, beginning, delimiter), end),
        Err(characters) => Reading::Refused(start + places[characters]),
    }
}

fn found(text: &Text, start: usize, end: usize, url: String, beginning: &Beginning, delimiter: Delimiter) -> Found {
    Found { start: text.offsets[start], end: text.offsets[end], url, kind: beginning.kind, delimiter }
}

/// The complete URL, or how many characters of what is written are in front of the one that can't stand there.
fn judge(written: &str, beginning: &Beginning, delimiter: Delimiter, is_closed: bool) -> Result<String, usize> {
    // The URL, and for each of its bytes the character of `written` that it is made of.
    let mut url = beginning.completion.to_string();
    let mut made_of = vec![0; url.len()];
    // Behind the authority, or from the root of a path that has none. What is the scheme's own is left to it.
    let (encoded_from, begins_tail) = match (beginning.kind, written.split_once(':')) {
        (Kind::Email, _) => (0, "?#"),
        (Kind::Url, Some((scheme, rest))) if rest.starts_with("//") => (scheme.len() + 3, "/?#"),
        (Kind::Url, Some((scheme, rest))) if rest.starts_with('/') => (scheme.len() + 1, "/?#"),
        (Kind::Url, Some((scheme, _))) => (scheme.len() + 1, "?#"),
        _ => (0, "/?#"),
    };
    let local = written.split('@').next().unwrap_or_default();
    let encoded = |offset: usize| begin::encoded_sign(local, offset);
    let mut signs = local.match_indices(['/', '=', '&', '%']);
    let has_own_signs = beginning.kind == Kind::Email && signs.all(|(offset, _)| encoded(offset).is_some());
    let (mut in_tail, mut in_fragment, mut before) = (false, false, None);
    for (character, (offset, c)) in written.char_indices().enumerate() {
        in_tail |= offset >= encoded_from && begins_tail.contains(c);
        let in_angle = delimiter == Delimiter::Angle;
        match c {
            '[' if in_tail => url.push_str("%5B"),
            ']' if in_tail => url.push_str("%5D"),
            '^' if in_tail => url.push_str("%5E"),
            // Behind these a program puts something in its place.
            '{' if in_tail && !matches!(before, Some('$' | '#' | '{')) => url.push_str("%7B"),
            '}' if in_tail => url.push_str("%7D"),
            '|' if in_tail && !in_angle => url.push_str("%7C"),
            '\\' if in_tail && in_angle && is_closed => url.push_str("%5C"),
            '%' if in_tail && is_lone_percent(written, offset) => url.push_str("%25"),
            '/' | '=' | '&' | '%' if has_own_signs && offset < local.len() => {
                url.push_str(encoded(offset).unwrap_or_default())
            }
            '#' if in_tail && in_fragment => url.push_str("%23"),
            c => url.push(c),
        }
        in_fragment |= in_tail && c == '#';
        before = in_tail.then_some(c);
        made_of.resize(url.len(), character);
    }
    made_of.push(written.chars().count());
    let mail = url.strip_prefix("mailto:").map(|rest| rest.split('?').next().unwrap_or_default().to_string());
    if let Some(path) = mail.filter(|path| !path.contains('@') && path.matches("%40").count() == 1) {
        url = url.replacen(&path, &path.replace("%40", "@"), 1);
    }
    let refused = |at: usize| made_of[at.min(made_of.len() - 1)];
    let uri = Uri::parse(&url, Grammar::default()).map_err(|rejection| refused(rejection.at()))?;
    if let Some(host) = uri.host() {
        let host_start = host.as_ptr() as usize - url.as_ptr() as usize;
        let is_nothing = host.is_empty() && uri.path().is_empty();
        if is_nothing || !host.is_empty() && !host.starts_with('[') {
            let is_web =
                ["http", "https", "ftp", "file"].contains(&uri.scheme().unwrap_or_default().to_lowercase().as_str());
            host::judge(host, is_web).map_err(|at| refused(host_start + at))?;
        }
    }
    let is_mail = uri.scheme().is_some_and(|scheme| scheme.eq_ignore_ascii_case("mailto"));
    let is_hidden = |c: char| host::is_ignorable(c) && !host::is_joiner(c) && c != '\u{FE0F}';
    if is_mail && let Some(at) = uri.path().find(is_hidden) {
        return Err(refused(uri.path().as_ptr() as usize - url.as_ptr() as usize + at));
    }
    Ok(url)
}

/// A percent sign that begins no escape, and is no mark that a program puts something in the place of.
fn is_lone_percent(written: &str, at: usize) -> bool {
    let behind = &written[at + 1..];
    let is_escape = behind.len() > 1 && behind.bytes().take(2).all(|byte| byte.is_ascii_hexdigit());
    let is_in_word = written[..at].ends_with(|c: char| c.is_ascii_alphanumeric());
    let is_mark = behind.starts_with(['s', 'd', '(', '{'])
        || behind.starts_with(|c: char| c.is_ascii_alphabetic()) && !is_in_word;
    !is_escape && !is_mark
}
