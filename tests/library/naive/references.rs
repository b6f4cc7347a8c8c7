//! Ampersands that markup has as references.

use super::Text;

/// How many characters of a tag are looked at.
const MAX_TAG: usize = 512;

/// What is written in a text from `start` to `end` with its ampersands, and for each of its characters, and its end, which one it was.
pub fn undone(text: &Text, start: usize, end: usize, written: &str) -> (String, Vec<usize>) {
    let times = times_escaped(text, start, end);
    let is_last = times > 0 && written.ends_with("&amp") && text.at(end) == Some(';');
    let characters: Vec<char> = written.chars().chain(is_last.then_some(';')).collect();
    let (mut undone, mut places, mut at) = (String::new(), Vec::new(), 0);
    while at < characters.len() {
        undone.push(characters[at]);
        places.push(at);
        at += 1;
        for _ in 0..times {
            let behind: String = characters[at..].iter().take(5).collect();
            let name = ["amp;", "#38;", "#038;", "#x26;", "#X26;"].iter().find(|name| behind.starts_with(**name));
            at += name.filter(|_| undone.ends_with('&')).map_or(0, |name| name.len());
        }
    }
    places.push(at);
    (undone, places)
}

/// How often markup was escaped around what stands there; zero where it is not known to be any.
fn times_escaped(text: &Text, start: usize, end: usize) -> usize {
    let front = text.slice(0, start);
    let skipped = front.char_indices().rev().find(|&(at, _)| front.len() - at > MAX_TAG);
    let front = skipped.map_or(&front[..], |(at, c)| &front[at + c.len_utf8()..]);
    if let Some(quoted) = front.strip_suffix(['"', '\'']) {
        let Some(name) = quoted.strip_suffix('\\').unwrap_or(quoted).trim_ascii_end().strip_suffix('=') else {
            return 0;
        };
        let name = name.trim_ascii_end();
        let tag = name.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || "-_:.".contains(c));
        let is_named = tag.len() < name.len() && tag.ends_with(|c: char| c.is_ascii_whitespace());
        return if is_named { tag_open(tag) } else { 0 };
    }
    let Some(tag) = front.trim_ascii_end().strip_suffix('>').filter(|tag| !tag.ends_with('/')) else { return 0 };
    let behind = text.slice(end, text.chars.len());
    usize::from(tag_open(tag) == 1 && behind.trim_ascii_start().starts_with("</"))
}

/// How often the tag was escaped that a text ends in the middle of; zero where there is none.
fn tag_open(text: &str) -> usize {
    let open = [("<", 1), ("&lt;", 2), (">", 0), ("&gt;", 0)];
    let last = open.into_iter().filter_map(|(mark, times)| Some((text.rfind(mark)?, mark, times))).max();
    last.map_or(0, |(at, mark, times)| {
        let is_name = text[at + mark.len()..].starts_with(|c: char| c.is_ascii_alphabetic());
        if is_name { times } else { 0 }
    })
}
