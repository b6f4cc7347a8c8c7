//! What of a paragraph stays as it is: code, HTML, autolinks, links and images with their texts, definitions of references (CommonMark
//! 0.31.2, section 6 and 4.7).

use std::{
    collections::{HashMap, HashSet, hash_map::DefaultHasher},
    hash::{Hash, Hasher},
    ops::Range,
};

use memchr::{memchr, memchr2};

use crate::source::steps;

/// What of a paragraph stays as it is.
#[derive(Debug)]
pub(super) struct KeptRanges {
    /// From left to right; they don't overlap.
    ranges: Vec<Range<usize>>,
    /// Where something stands that would be a definition if what is behind it were a place that a link can lead to.
    almost: Option<usize>,
}

/// The names of the references that were defined so far, by their hashes.
#[derive(Debug, Default)]
pub(super) struct DefinedNames(HashSet<u64>);

impl DefinedNames {
    /// How many are remembered.
    const MOST: usize = 1 << 16;

    /// Takes what stands between the brackets of a definition.
    fn define(&mut self, name: &[u8]) {
        if self.0.len() < DefinedNames::MOST {
            self.0.insert(DefinedNames::hash(name));
        }
    }

    /// Returns `true` if what stands between brackets is one of them.
    fn has(&self, name: &[u8]) -> bool {
        !self.0.is_empty() && self.0.contains(&DefinedNames::hash(name))
    }

    /// Names are the same in any letter case and with any white space between their words (CommonMark, 4.7).
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
    /// Reads a paragraph, in a time that is in proportion to it, and adds the names that it defines.
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

    /// Returns `true` if all of a range may be changed.
    pub(super) fn leaves(&self, range: &Range<usize>) -> bool {
        let next = self.ranges.partition_point(|kept| kept.end <= range.start);
        self.ranges.get(next).is_none_or(|kept| kept.start >= range.end)
    }

    /// Returns `true` if what stands before `at` makes what follows the place of a link or of a definition, were it one.
    pub(super) fn is_place(&self, text: &[u8], at: usize) -> bool {
        let before = text[..at].trim_ascii_end();
        before.ends_with(b"](") || self.almost == Some(before.len())
    }
}

/// Returns `true` if the second line may be that of a table below the names of its columns.
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
    /// Where runs of backticks begin, by their length.
    ticks: HashMap<usize, Vec<usize>>,
    absent: Absent,
    /// How many bytes were looked at of what looked like tags and was none.
    failed: usize,
    kept: Vec<Range<usize>>,
}

/// What was looked for and stands nowhere behind: it is not looked for again.
#[derive(Debug, Default)]
struct Absent {
    signs: Vec<&'static [u8]>,
}

impl Absent {
    /// Where `sign` stands next, from `at` on.
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

    /// Returns `true` if it is known that the sign stands nowhere behind.
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

/// How often the byte at `at` stands there in a row.
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
        /// How many times the length of the text may be looked at for tags in vain: then all of it stays as it is.
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

    /// Notes that what begins at `start` stays as it is, if it ends anywhere.
    fn keep(&mut self, start: usize, end: Option<usize>) -> Option<usize> {
        self.kept.push(start..end?);
        end
    }

    /// Where the code ends that so many backticks begin.
    fn code_end(&self, at: usize, length: usize) -> Option<usize> {
        let starts = self.ticks.get(&length)?;
        let next = starts.get(starts.partition_point(|&start| start < at + length))?;
        Some(next + length)
    }

    /// Where the autolink or the HTML ends that begins here.
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

    /// Where the HTML at `at` ends: behind the next of these signs.
    fn behind(&mut self, at: usize, skipped: usize, sign: &'static [u8]) -> Option<usize> {
        let end = self.absent.find(self.text, at + skipped, sign);
        if end.is_none() {
            // It would end at an angle bracket that is put into the text.
            self.kept.push(at..self.text.len());
        }
        end.map(|end| end + sign.len())
    }

    /// Where the rest of a link ends, behind the bracket that closes its text: its place in parentheses, or the name of a reference.
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

    /// Where the name of a reference ends, behind its bracket.
    fn label(&self, at: usize) -> Option<usize> {
        /// How long it may be, in characters; none is longer than four bytes.
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

    /// Where the place ends that a link leads to.
    fn destination(&self, at: usize) -> Option<usize> {
        /// How deep parentheses are nested in one; others say the same.
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

    /// Where a title ends.
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

    /// Where the name ends that a definition may begin with here, its colon included.
    fn name(&self, at: usize) -> Option<usize> {
        let start = at + self.text.get(at..)?.iter().take_while(|&&byte| byte == b' ').count();
        let end = if self.text.get(start) == Some(&b'[') { self.label(start)? } else { return None };
        (self.text.get(end) == Some(&b':')).then_some(end + 1)
    }

    /// Where the definition of a reference ends that begins here, and the line with it.
    fn definition(&mut self, at: usize) -> Option<usize> {
        let destination = self.destination(blank(self.text, self.name(at)?))?;
        let space = blank(self.text, destination);
        let with_title = if space > destination { self.title(space) } else { None };
        with_title.and_then(|end| line_end(self.text, end)).or_else(|| line_end(self.text, destination))
    }
}

/// Behind white space.
fn blank(text: &[u8], at: usize) -> usize {
    skip(text, at, |byte| matches!(byte, b' ' | b'\t' | b'\n'))
}

/// Behind white space in a tag.
fn blank_in_tag(text: &[u8], at: usize) -> usize {
    skip(text, at, is_blank_in_tag)
}

/// Behind the bytes that are like that.
fn skip(text: &[u8], at: usize, is_in: impl Fn(u8) -> bool) -> usize {
    let count = text.get(at..).unwrap_or_default().iter().take_while(|&&byte| is_in(byte)).count();
    steps::count(count);
    at + count
}

/// Returns `true` if it is white space in a tag, or behind it in its line. The specification has spaces, tabs and line ends there (CommonMark, 6.6),
/// and its reference implementation, which most others follow, every control that moves on.
pub(super) fn is_blank_in_tag(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Where the next line begins, if there is nothing in this one any more.
fn line_end(text: &[u8], at: usize) -> Option<usize> {
    let end = at + text[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    match text.get(end) {
        None => Some(end),
        Some(b'\n') => Some(end + 1),
        Some(_) => None,
    }
}

/// How long an autolink is behind its `<`, its `>` included.
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

/// Where the tag ends with which the text begins.
pub(super) fn tag_end(text: &[u8]) -> Option<usize> {
    tag(text, 0, &mut 0, &mut |at, sign| memchr(sign[0], text.get(at..)?).map(|end| at + end))
}

/// The same of a tag at `at`; `find` tells where a quotation mark stands next, and `reached` how far it was looked at.
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
