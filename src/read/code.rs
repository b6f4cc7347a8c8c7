//! Code in Markdown: blocks in fences, indented blocks, and spans between backticks (CommonMark, 4.4, 4.5 and 6.1).

use std::mem;

use memchr::memchr;

use crate::{engine::window::Window, read::label::Cut};

/// How much of a line shows what it begins.
const MOST_HEAD: usize = 64;
/// The longest run of backticks around a span.
const MOST_RUN: usize = 8;
/// How far the end of a span is looked for.
const MOST_SPAN: usize = 512;

/// The lines of code between two lines of backticks or tildes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fence {
    byte: u8,
    length: usize,
    /// The number of quotation marks before it.
    depth: usize,
}

/// Follows the code in a text from left to right.
#[derive(Clone, Debug)]
pub(crate) struct Code {
    /// The end of the text that was read.
    at: usize,
    /// The start of the line, until that shows what the line is.
    head: Vec<u8>,
    is_classified: bool,
    /// True in a line of a block of code.
    is_block: bool,
    /// True in a line that may open a fence, unless more backticks follow.
    opens_fence: bool,
    /// True if an indented line would be code.
    may_indent: bool,
    /// The indentation of the text in the last list item.
    content: usize,
    depth: usize,
    fence: Option<Fence>,
    /// The lengths of the runs of backticks that may begin a span.
    runs: Vec<usize>,
    run: usize,
    /// The last byte that is not a backtick.
    last: u8,
    /// The end of the last known span.
    span_end: usize,
}

impl Code {
    /// Starts at a line start in the middle of a text.
    pub(crate) fn starting(offset: usize) -> Code {
        Code {
            at: offset,
            head: Vec::new(),
            is_classified: false,
            is_block: false,
            opens_fence: false,
            may_indent: true,
            content: 0,
            depth: 0,
            fence: None,
            runs: Vec::new(),
            run: 0,
            last: b'\n',
            span_end: 0,
        }
    }

    /// Returns `true` if what starts at this index of the window stands in code.
    pub(crate) fn holds(&mut self, window: &Window<'_>, start: usize) -> Result<bool, Cut> {
        self.read_to(window, start);
        if !mem::replace(&mut self.is_classified, true) {
            self.classify(false);
        }
        self.end_run();
        if self.is_block || window.base + start < self.span_end {
            return Ok(true);
        }
        while let Some(&length) = self.runs.first() {
            if let Some(end) = span_end(&window.bytes[start..], length, window.is_end)? {
                self.span_end = window.base + start + end;
                return Ok(true);
            }
            // Without an end, it is text.
            self.runs.remove(0);
        }
        Ok(false)
    }

    /// Reads the text before an index of the window.
    pub(crate) fn read_to(&mut self, window: &Window<'_>, end: usize) {
        let Some(mut text) = window.bytes.get(self.at.saturating_sub(window.base)..end) else { return };
        self.at = window.base + end;
        while !text.is_empty() {
            let line_end = memchr(b'\n', text);
            let (line, rest) = text.split_at(line_end.unwrap_or(text.len()));
            self.read(line, line_end.is_some());
            text = rest.get(1..).unwrap_or_default();
        }
    }

    /// Reads more of a line.
    fn read(&mut self, mut text: &[u8], ends: bool) {
        if !self.is_classified {
            let (head, rest) = text.split_at(text.len().min(MOST_HEAD - self.head.len()));
            self.head.extend_from_slice(head);
            text = rest;
            self.is_classified = ends || self.head.len() == MOST_HEAD;
            if self.is_classified {
                self.classify(ends);
            }
        }
        if self.is_classified {
            self.read_runs(text);
        }
        if ends {
            self.end_run();
            self.head.clear();
            (self.is_classified, self.is_block, self.opens_fence, self.last) = (false, false, false, b'\n');
        }
    }

    fn read_runs(&mut self, text: &[u8]) {
        if self.is_block && !self.opens_fence {
            return;
        }
        if self.run == 0 && memchr(b'`', text).is_none() {
            self.last = *text.last().unwrap_or(&self.last);
            return;
        }
        for &byte in text {
            if byte == b'`' {
                self.run += 1;
            } else {
                self.end_run();
                self.last = byte;
            }
        }
    }

    fn end_run(&mut self) {
        let mut length = mem::take(&mut self.run);
        if length > 0 && mem::take(&mut self.opens_fence) {
            // A line with more backticks is text that begins with a span.
            self.is_block = false;
            self.runs.extend(self.fence.take().map(|fence| fence.length));
        }
        if self.last == b'\\' && self.runs.is_empty() {
            length = length.saturating_sub(1);
        }
        match self.runs.iter().position(|&open| open == length) {
            Some(open) => self.runs.truncate(open),
            None if (1..=MOST_RUN).contains(&length) => self.runs.push(length),
            None => {}
        }
    }

    /// Reads what the head says of its line, which it is in whole or in part.
    fn classify(&mut self, is_whole: bool) {
        let head = mem::take(&mut self.head);
        let (depth, mut rest) = without_quotes(&head);
        let mut indent = indentation(&mut rest);
        if depth != self.depth {
            self.runs.clear();
            (self.depth, self.content, self.may_indent) = (depth, 0, true);
        }
        let is_blank = is_whole && rest.trim_ascii().is_empty();
        if let Some(fence) = self.fence {
            if depth >= fence.depth {
                let (length, after) = run(rest, fence.byte);
                if is_whole && length >= fence.length && after.trim_ascii().is_empty() {
                    (self.fence, self.may_indent) = (None, true);
                }
                self.is_block = true;
                return;
            }
            self.fence = None;
        }
        if is_blank {
            self.runs.clear();
            self.may_indent = true;
            return;
        }
        if self.may_indent && indent >= self.content + 4 {
            self.is_block = true;
            return;
        }
        if self.may_indent && indent < self.content {
            self.content = if indent < 2 { 0 } else { indent };
        }
        while let Some(length) = marker(rest) {
            rest = &rest[length..];
            let inner = indentation(&mut rest);
            indent += length + if (1..=4).contains(&inner) { inner } else { 1 };
            self.content = indent;
            self.runs.clear();
        }
        self.may_indent = rest.starts_with(b"#");
        for byte in [b'`', b'~'] {
            let (length, after) = run(rest, byte);
            if length >= 3 && (byte == b'~' || !after.contains(&b'`')) {
                self.runs.clear();
                self.fence = Some(Fence { byte, length, depth });
                (self.is_block, self.opens_fence) = (true, byte == b'`');
                return;
            }
        }
        self.read_runs(rest);
    }
}

/// Returns where the span ends that a run of this length began before the text.
fn span_end(text: &[u8], length: usize, is_end: bool) -> Result<Option<usize>, Cut> {
    let near = &text[..text.len().min(MOST_SPAN)];
    let mut start = 0;
    for (number, line) in near.split(|&byte| byte == b'\n').enumerate() {
        let is_last = start + line.len() == near.len();
        if number > 0 && !is_last && without_quotes(line).1.trim_ascii().is_empty() {
            return Ok(None);
        }
        let mut at = 0;
        while let Some(next) = memchr(b'`', &line[at..]) {
            let (found, after) = run(&line[at + next..], b'`');
            at = line.len() - after.len();
            if found == length && !(is_last && after.is_empty() && near.len() == text.len() && !is_end) {
                return Ok(Some(start + at));
            }
        }
        start += line.len() + 1;
    }
    if is_end || near.len() == MOST_SPAN { Ok(None) } else { Err(Cut) }
}

/// Returns the length of the run of a byte at the start, and the text after it.
fn run(text: &[u8], byte: u8) -> (usize, &[u8]) {
    let length = text.iter().take_while(|&&other| other == byte).count();
    (length, &text[length..])
}

/// Returns the number of quotation marks at the start of a line, and the text after them.
fn without_quotes(line: &[u8]) -> (usize, &[u8]) {
    let (mut depth, mut rest) = (0, line);
    loop {
        let (spaces, after) = run(rest, b' ');
        match after.strip_prefix(b">") {
            Some(after) if spaces < 4 => (depth, rest) = (depth + 1, after.strip_prefix(b" ").unwrap_or(after)),
            _ => return (depth, rest),
        }
    }
}

/// Removes the white space at the start and returns its width.
fn indentation(text: &mut &[u8]) -> usize {
    let mut width = 0;
    while let Some((byte @ (b' ' | b'\t'), rest)) = text.split_first() {
        width = if *byte == b'\t' { width / 4 * 4 + 4 } else { width + 1 };
        *text = rest;
    }
    width
}

/// Returns the length of the marker of a list item at the start, if there is one.
fn marker(text: &[u8]) -> Option<usize> {
    let digits = text.iter().take(10).take_while(|byte| byte.is_ascii_digit()).count();
    let marks: &[u8] = if digits == 0 { b"-*+" } else { b".)" };
    let is_marker =
        digits < 10 && marks.contains(text.get(digits)?) && matches!(text.get(digits + 1), Some(b' ' | b'\t'));
    is_marker.then_some(digits + 1)
}
