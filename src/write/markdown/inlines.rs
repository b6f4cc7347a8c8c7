//! What of a paragraph stays as it is: code, HTML, autolinks, links and images with their texts, definitions of references (CommonMark
//! 0.31.2, section 6 and 4.7).

use std::{
    collections::{HashMap, HashSet, hash_map::DefaultHasher},
    hash::{Hash, Hasher},
    ops::Range,
};

use memchr::{memchr, memchr2};

use crate::source::steps;

/// The parts of a paragraph that stay as they are.
#[derive(Debug)]
pub(super) struct KeptRanges {
    /// Ascending and disjoint.
    ranges: Vec<Range<usize>>,
    /// The place of text that would be a definition if a valid destination followed.
    almost: Option<usize>,
}

/// The hashes of the reference names defined so far.
#[derive(Debug, Default)]
pub(super) struct DefinedNames(HashSet<u64>);

impl DefinedNames {
    /// The most names that are remembered.
    const MOST: usize = 1 << 16;

    /// Adds the name between the brackets of a definition.
    fn define(&mut self, name: &[u8]) {
        if self.0.len() < DefinedNames::MOST {
            self.0.insert(DefinedNames::hash(name));
        }
    }

    /// Returns `true` if the text between brackets is a defined name.
    fn has(&self, name: &[u8]) -> bool {
        !self.0.is_empty() && self.0.contains(&DefinedNames::hash(name))
    }

    /// Hashes a name. Letter case and the kind of white space do not matter (CommonMark, 4.7).
    fn hash(name: &[u8]) -> u64 {
        steps::count(name.len());
        let mut hasher = DefaultHasher::new();
        for word in String::from_utf8_lossy(name).to_lowercase().split_whitespace() {
            word.hash(&mut hasher);
        }
        hasher.finish()
    }
}

impl KeptRanges {
    /// Reads a paragraph in linear time, and adds the names that it defines.
    pub(super) fn of(text: &[u8], defined: &mut DefinedNames) -> KeptRanges {
        let mut scan = Scan::new(text);
        let mut at = 0;
        while let Some(end) = scan.definition(at) {
            if let Some(colon) = scan.name(at) {
                let name = text[at..colon - 2].trim_ascii_start();
                defined.define(name.strip_prefix(b"[").unwrap_or(name));
            }
            scan.kept.push(at..end);
            at = end;
        }
        let almost = scan.name(at);
        scan.inlines(at, defined);
        if is_table(text) {
            // A row is read by itself where tables are known.
            let mut start = 0;
            for line in text.split(|&byte| byte == b'\n') {
                let mut row = Scan::new(line);
                row.inlines(0, defined);
                scan.kept.extend(row.kept.into_iter().map(|range| start + range.start..start + range.end));
                start += line.len() + 1;
            }
        }
        KeptRanges { ranges: merged(scan.kept), almost }
    }

    pub(super) fn leaves(&self, range: &Range<usize>) -> bool {
        let next = self.ranges.partition_point(|kept| kept.end <= range.start);
        self.ranges.get(next).is_none_or(|kept| kept.start >= range.end)
    }

    /// Returns `true` if the text at `at` would be the destination of a link or definition.
    pub(super) fn is_place(&self, text: &[u8], at: usize) -> bool {
        let before = text[..at].trim_ascii_end();
        before.ends_with(b"](") || self.almost == Some(before.len())
    }
}

/// Returns `true` if the second line may be the delimiter row of a table.
fn is_table(text: &[u8]) -> bool {
    let Some(line) = text.split(|&byte| byte == b'\n').nth(1) else { return false };
    memchr(b'-', line).is_some() && line.iter().all(|byte| b"|-: \t".contains(byte))
}

fn merged(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_by_key(|range| range.start);
    let mut merged: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        match merged.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => merged.push(range),
        }
    }
    merged
}

struct Scan<'t> {
    text: &'t [u8],
    /// The starts of runs of backticks, by their length.
    ticks: HashMap<usize, Vec<usize>>,
    absent: Absent,
    /// The bytes examined for tags that were none.
    failed: usize,
    kept: Vec<Range<usize>>,
}

/// Signs that do not occur in the rest. They are not searched again.
#[derive(Debug, Default)]
struct Absent {
    signs: Vec<&'static [u8]>,
}

impl Absent {
    /// Returns the next place of `sign` after `at`.
    fn find(&mut self, text: &[u8], at: usize, sign: &'static [u8]) -> Option<usize> {
        if self.is_found_nowhere(sign) {
            return None;
        }
        let rest = text.get(at..)?;
        let found = memchr::memmem::find(rest, sign);
        steps::count(found.unwrap_or(rest.len()));
        if found.is_none() {
            self.note(sign);
        }
        found.map(|found| at + found)
    }

    /// Returns `true` if the sign certainly does not occur in the rest.
    fn is_found_nowhere(&self, sign: &'static [u8]) -> bool {
        self.signs.contains(&sign)
    }

    fn note(&mut self, sign: &'static [u8]) {
        self.signs.push(sign);
    }
}

fn ticks(text: &[u8]) -> HashMap<usize, Vec<usize>> {
    let mut ticks: HashMap<usize, Vec<usize>> = HashMap::new();
    let mut at = 0;
    while let Some(next) = memchr(b'`', &text[at..]) {
        let start = at + next;
        let length = run(text, start);
        ticks.entry(length).or_default().push(start);
        at = start + length;
    }
    ticks
}

/// Returns the number of equal bytes at `at`.
fn run(text: &[u8], at: usize) -> usize {
    let count = text[at..].iter().take_while(|&&byte| byte == text[at]).count();
    steps::count(count);
    count
}

impl<'t> Scan<'t> {
    fn new(text: &'t [u8]) -> Scan<'t> {
        Scan { text, ticks: ticks(text), absent: Absent::default(), failed: 0, kept: Vec::new() }
    }

    fn inlines(&mut self, mut at: usize, defined: &DefinedNames) {
        /// How often the length of the text may be examined for tags in vain. After that, all of the text stays as it
        /// is.
        const MOST: usize = 8;
        let mut brackets = Vec::new();
        // The last bracket if it opened: a name has none in it.
        let mut innermost = None;
        while let Some(&byte) = self.text.get(at) {
            steps::count(1);
            if self.failed > MOST * self.text.len() {
                return self.kept.push(0..self.text.len());
            }
            at = match byte {
                b'\\' if self.text.get(at + 1).is_some_and(u8::is_ascii_punctuation) => at + 2,
                b'`' => {
                    let length = run(self.text, at);
                    self.keep(at, self.code_end(at, length)).unwrap_or(at + length)
                }
                b'<' => {
                    let end = self.angle_end(at);
                    self.keep(at, end).unwrap_or(at + 1)
                }
                b'[' => {
                    brackets.push(at);
                    innermost = Some(at);
                    at + 1
                }
                b']' => {
                    let name = innermost.take();
                    match brackets.pop() {
                        Some(start) => {
                            let is_defined = |start: usize| defined.has(&self.text[start + 1..at]);
                            let alone = name.filter(|&start| is_defined(start)).map(|_| at + 1);
                            let end = self.link_end(at + 1).or(alone);
                            self.keep(start, end).unwrap_or(at + 1)
                        }
                        None => at + 1,
                    }
                }
                _ => at + 1,
            };
        }
    }

    /// Records that the text at `start` stays as it is, if it has an end.
    fn keep(&mut self, start: usize, end: Option<usize>) -> Option<usize> {
        self.kept.push(start..end?);
        end
    }

    /// Returns the end of the code after this many backticks.
    fn code_end(&self, at: usize, length: usize) -> Option<usize> {
        let starts = self.ticks.get(&length)?;
        let next = starts.get(starts.partition_point(|&start| start < at + length))?;
        Some(next + length)
    }

    /// Returns the end of the autolink or HTML here.
    fn angle_end(&mut self, at: usize) -> Option<usize> {
        let text = self.text;
        let inside = &text[at + 1..];
        if let Some(length) = autolink(inside) {
            return Some(at + 1 + length);
        }
        if inside.starts_with(b"!-->") || inside.starts_with(b"!--->") {
            return memchr(b'>', inside).map(|end| at + 1 + end + 1);
        }
        match inside {
            [b'!', b'-', b'-', ..] => self.behind(at, 4, b"-->"),
            [b'?', ..] => self.behind(at, 2, b"?>"),
            [b'!', b'[', b'C', b'D', b'A', b'T', b'A', b'[', ..] => self.behind(at, 9, b"]]>"),
            [b'!', letter, ..] if letter.is_ascii_alphabetic() => self.behind(at, 2, b">"),
            _ => {
                let mut reached = at;
                let end = tag(text, at, &mut reached, &mut |at, sign| self.absent.find(text, at, sign));
                steps::count(end.unwrap_or(reached) - at);
                if end.is_none() {
                    self.failed += reached - at;
                }
                end
            }
        }
    }

    /// Returns the end of the HTML at `at`: after the next `sign`.
    fn behind(&mut self, at: usize, skipped: usize, sign: &'static [u8]) -> Option<usize> {
        let end = self.absent.find(self.text, at + skipped, sign);
        if end.is_none() {
            // It would end at an angle bracket that is put into the text.
            self.kept.push(at..self.text.len());
        }
        end.map(|end| end + sign.len())
    }

    /// Returns the end of a link after its closing bracket: of a destination in parentheses, or of a reference name.
    fn link_end(&mut self, at: usize) -> Option<usize> {
        match self.text.get(at)? {
            b'(' => {
                let at = blank(self.text, at + 1);
                let behind = self.destination(at).unwrap_or(at);
                let space = blank(self.text, behind);
                let title = if space > behind { self.title(space) } else { None };
                let end = blank(self.text, title.unwrap_or(space));
                (self.text.get(end) == Some(&b')')).then_some(end + 1)
            }
            b'[' => {
                let end = self.label(at)?;
                if memchr2(b'`', b'<', &self.text[at..end]).is_some() {
                    // Where the name is defined nowhere, something else may begin in it, and what follows is read in two ways.
                    self.kept.push(at..self.text.len());
                }
                Some(end)
            }
            _ => None,
        }
    }

    /// Returns the end of a reference name, after its bracket.
    fn label(&self, at: usize) -> Option<usize> {
        /// The longest name: 1,000 characters of at most four bytes.
        const MOST: usize = 4 * 1000;
        let mut end = at + 1;
        loop {
            steps::count(1);
            match self.text.get(end)? {
                b']' => return Some(end + 1),
                b'[' => return None,
                b'\\' => end += 2,
                _ => end += 1,
            }
            if end - at > MOST {
                return None;
            }
        }
    }

    /// Returns the end of a link's destination.
    fn destination(&self, at: usize) -> Option<usize> {
        /// The deepest nesting of parentheses, as in other implementations.
        const MOST: usize = 32;
        if self.text.get(at) == Some(&b'<') {
            let mut end = at + 1;
            loop {
                steps::count(1);
                match self.text.get(end)? {
                    b'>' => return Some(end + 1),
                    b'<' | b'\n' => return None,
                    b'\\' => end += 2,
                    _ => end += 1,
                }
            }
        }
        let (mut end, mut depth) = (at, 0);
        while let Some(&byte) = self.text.get(end) {
            steps::count(1);
            match byte {
                b'\\' if self.text.get(end + 1).is_some_and(u8::is_ascii_punctuation) => end += 1,
                b'(' if depth == MOST => return None,
                b'(' => depth += 1,
                b')' if depth == 0 => break,
                b')' => depth -= 1,
                _ if byte <= b' ' || byte == 0x7F => break,
                _ => {}
            }
            end += 1;
        }
        (end > at && depth == 0).then_some(end)
    }

    fn title(&mut self, at: usize) -> Option<usize> {
        let (opening, closing): (u8, &'static [u8]) = match self.text.get(at)? {
            b'"' => (b'"', b"\""),
            b'\'' => (b'\'', b"'"),
            b'(' => (b'(', b")"),
            _ => return None,
        };
        // Where nothing closes it there is no need to read to the end.
        if self.absent.is_found_nowhere(closing) {
            return None;
        }
        let mut end = at + 1;
        loop {
            steps::count(1);
            match self.text.get(end) {
                Some(b'\\') => end += 2,
                Some(&byte) if byte == closing[0] => return Some(end + 1),
                Some(&byte) if byte == opening => return None,
                Some(_) => end += 1,
                None => {
                    self.absent.note(closing);
                    return None;
                }
            }
        }
    }

    /// Returns the end of a name that may begin a definition here, with its colon.
    fn name(&self, at: usize) -> Option<usize> {
        let start = at + self.text.get(at..)?.iter().take_while(|&&byte| byte == b' ').count();
        let end = if self.text.get(start) == Some(&b'[') { self.label(start)? } else { return None };
        (self.text.get(end) == Some(&b':')).then_some(end + 1)
    }

    /// Returns the end of the definition that begins here, and of its line.
    fn definition(&mut self, at: usize) -> Option<usize> {
        let destination = self.destination(blank(self.text, self.name(at)?))?;
        let space = blank(self.text, destination);
        let with_title = if space > destination { self.title(space) } else { None };
        with_title.and_then(|end| line_end(self.text, end)).or_else(|| line_end(self.text, destination))
    }
}

/// Skips white space.
fn blank(text: &[u8], at: usize) -> usize {
    skip(text, at, |byte| matches!(byte, b' ' | b'\t' | b'\n'))
}

/// Skips white space in a tag.
fn blank_in_tag(text: &[u8], at: usize) -> usize {
    skip(text, at, is_blank_in_tag)
}

fn skip(text: &[u8], at: usize, is_in: impl Fn(u8) -> bool) -> usize {
    let count = text.get(at..).unwrap_or_default().iter().take_while(|&&byte| is_in(byte)).count();
    steps::count(count);
    at + count
}

/// Returns `true` for white space in or after a tag. The specification has spaces, tabs and line ends (CommonMark,
/// 6.6). Its reference implementation, and most others, accept every control that moves the cursor.
pub(super) fn is_blank_in_tag(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Returns the start of the next line, if the rest of this one is blank.
fn line_end(text: &[u8], at: usize) -> Option<usize> {
    let end = at + text[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    match text.get(end) {
        None => Some(end),
        Some(b'\n') => Some(end + 1),
        Some(_) => None,
    }
}

/// Returns the length of an autolink after its `<`, with the `>`.
fn autolink(inside: &[u8]) -> Option<usize> {
    let end = inside.iter().position(|&byte| byte <= b' ' || byte == b'<' || byte == b'>' || byte == 0x7F);
    steps::count(end.unwrap_or(inside.len()));
    let end = end?;
    if inside[end] != b'>' {
        return None;
    }
    let inside = &inside[..end];
    let scheme = inside.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"+.-".contains(byte)).count();
    let is_url = (2..=32).contains(&scheme) && inside[0].is_ascii_alphabetic() && inside.get(scheme) == Some(&b':');
    let is_address = || {
        let at = memchr(b'@', inside).filter(|&at| at > 0)?;
        let is_local = |byte: &u8| byte.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(byte);
        let is_label = |label: &[u8]| {
            let is_inner = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
            (1..=63).contains(&label.len())
                && label.iter().all(is_inner)
                && !label.starts_with(b"-")
                && !label.ends_with(b"-")
        };
        let is_host = inside[at + 1..].split(|&byte| byte == b'.').all(is_label);
        (is_host && inside[..at].iter().all(is_local)).then_some(())
    };
    (is_url || is_address().is_some()).then_some(end + 1)
}

/// Returns the end of the tag at the beginning of the text.
pub(super) fn tag_end(text: &[u8]) -> Option<usize> {
    tag(text, 0, &mut 0, &mut |at, sign| memchr(sign[0], text.get(at..)?).map(|end| at + end))
}

/// Does the same for a tag at `at`. `find` returns the next quotation mark, and `reached` is the end of the examined
/// text.
fn tag(
    text: &[u8],
    at: usize,
    reached: &mut usize,
    find: &mut dyn FnMut(usize, &'static [u8]) -> Option<usize>,
) -> Option<usize> {
    let is_closing = text.get(at + 1) == Some(&b'/');
    let mut end = at + 1 + usize::from(is_closing);
    if !text.get(end)?.is_ascii_alphabetic() {
        return None;
    }
    let count = |from: usize, is_in: &dyn Fn(u8) -> bool| -> usize {
        text.get(from..).unwrap_or_default().iter().take_while(|&&byte| is_in(byte)).count()
    };
    end += count(end, &|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    loop {
        let space = blank_in_tag(text, end);
        *reached = space;
        match text.get(space)? {
            b'>' => return Some(space + 1),
            b'/' if !is_closing && text.get(space + 1) == Some(&b'>') => return Some(space + 2),
            byte if is_closing || space == end || !(byte.is_ascii_alphabetic() || matches!(byte, b'_' | b':')) => {
                return None;
            }
            _ => {}
        }
        end = space + count(space, &|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b':' | b'-'));
        let equals = blank_in_tag(text, end);
        if text.get(equals) != Some(&b'=') {
            continue;
        }
        let value = blank_in_tag(text, equals + 1);
        end = match text.get(value)? {
            b'"' => find(value + 1, b"\"")? + 1,
            b'\'' => find(value + 1, b"'")? + 1,
            _ => {
                let is_in =
                    |byte: u8| !is_blank_in_tag(byte) && !matches!(byte, b'"' | b'\'' | b'=' | b'<' | b'>' | b'`');
                let length = count(value, &is_in);
                if length == 0 {
                    return None;
                }
                value + length
            }
        };
    }
}
