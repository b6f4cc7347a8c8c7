//! The blocks of a Markdown text (CommonMark 0.31.2, section 4 and 5, and its appendix), line by line: which lines hold text in which
//! links may stand, and where a paragraph begins.

use super::inlines::{is_blank_in_tag, tag_end};
use crate::text::words::words;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    /// Text from this byte on, which continues the paragraph or begins another block.
    Text {
        /// The length of the marks of its containers.
        start: usize,
        is_first: bool,
        is_last: bool,
    },
    /// Code, HTML, a blank line, or only a mark.
    Other,
}

/// The open blocks.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    containers: Vec<BlockContainer>,
    leaf: Leaf,
}

#[derive(Clone, Copy, Debug)]
enum BlockContainer {
    Quote,
    /// A list item: the indentation of its lines in columns; `true` for content.
    Item {
        indent: usize,
        has_content: bool,
    },
}

/// A block of lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Leaf {
    #[default]
    None,
    Paragraph,
    Fence {
        sign: u8,
        length: usize,
    },
    Html(HtmlEnd),
}

/// The end of an HTML block (CommonMark, 4.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HtmlEnd {
    /// A line with the end tag of a script, a style or preformatted text.
    RawTag,
    /// A line that contains this.
    Sign(&'static [u8]),
    Blank,
}

/// The deepest nesting that is parsed. Deeper lines stay as they are. This bounds the cost of a line.
const MOST_CONTAINERS: usize = 32;

/// The columns between tab stops.
const TAB: usize = 4;

/// The indentation of code.
const CODE: usize = 4;

impl Blocks {
    pub(super) fn line(&mut self, line: &[u8]) -> LineKind {
        let mut cursor = Columns { line, at: 0, column: 0 };
        let matched = self.containers.iter().take_while(|container| container.goes_on(&mut cursor)).count();
        let is_inside = matched == self.containers.len();
        let is_blank = cursor.is_rest_blank();
        if is_inside && let Some(next) = self.leaf.goes_on(&cursor) {
            self.leaf = next;
            return LineKind::Other;
        }
        let is_paragraph = self.leaf == Leaf::Paragraph;
        let mut is_new = false;
        // Only what is known to begin another block ends a paragraph whose containers this line leaves.
        loop {
            let may_go_on = is_paragraph && !is_new;
            let indent = cursor.indent();
            if indent >= CODE {
                if may_go_on && !is_blank {
                    break;
                }
                self.leave(matched, is_new);
                self.leaf = Leaf::None;
                if !cursor.is_rest_blank() {
                    self.fill();
                }
                return LineKind::Other;
            }
            let rest = cursor.rest();
            if rest.first() == Some(&b'>') {
                self.leave(matched, is_new);
                cursor.skip_columns(indent + 1);
                if cursor.indent() > 0 {
                    cursor.skip_columns(1);
                }
                if !self.push(BlockContainer::Quote) {
                    return LineKind::Other;
                }
            } else if let Some(leaf) = beginning(rest, may_go_on) {
                self.leave(matched, is_new);
                self.fill();
                self.leaf = leaf;
                return LineKind::Other;
            } else if is_heading(rest) {
                self.leave(matched, is_new);
                self.fill();
                self.leaf = Leaf::None;
                return LineKind::Text { start: line.len() - rest.len(), is_first: true, is_last: true };
            } else if may_go_on && is_inside && is_underline(rest) {
                self.leaf = Leaf::None;
                return LineKind::Other;
            } else if is_break(rest) {
                self.leave(matched, is_new);
                self.fill();
                self.leaf = Leaf::None;
                return LineKind::Other;
            } else if let Some(width) = item(rest, may_go_on && is_inside) {
                self.leave(matched, is_new);
                cursor.skip_columns(indent + width);
                // Code may begin right behind the mark.
                let behind = if cursor.is_rest_blank() || cursor.indent() > CODE { 1 } else { cursor.indent() };
                cursor.skip_columns(behind);
                if !self.push(BlockContainer::Item { indent: indent + width + behind, has_content: false }) {
                    return LineKind::Other;
                }
            } else {
                break;
            }
            is_new = true;
        }
        let rest = cursor.rest();
        if rest.is_empty() {
            self.leave(matched, is_new);
            self.leaf = Leaf::None;
            return LineKind::Other;
        }
        let start = line.len() - rest.len();
        if is_paragraph && !is_new {
            // The containers that it leaves out stay open: it goes on all the same, lazily.
            return LineKind::Text { start, is_first: false, is_last: false };
        }
        self.leave(matched, is_new);
        self.fill();
        self.leaf = Leaf::Paragraph;
        LineKind::Text { start, is_first: true, is_last: false }
    }

    /// Closes the containers that the line does not continue, unless it has opened others.
    fn leave(&mut self, matched: usize, is_new: bool) {
        if !is_new {
            if matched < self.containers.len() {
                self.leaf = Leaf::None;
            }
            self.containers.truncate(matched);
        }
    }

    /// Opens a container. Returns `false` if there are too many.
    fn push(&mut self, container: BlockContainer) -> bool {
        self.fill();
        self.leaf = Leaf::None;
        let has_room = self.containers.len() < MOST_CONTAINERS;
        if has_room {
            self.containers.push(container);
        }
        has_room
    }

    /// Records that all open blocks have content.
    fn fill(&mut self) {
        for container in &mut self.containers {
            if let BlockContainer::Item { has_content, .. } = container {
                *has_content = true;
            }
        }
    }
}

impl BlockContainer {
    /// Returns `true` if the line continues the container, and skips its mark.
    fn goes_on(&self, cursor: &mut Columns<'_>) -> bool {
        let indent = cursor.indent();
        match *self {
            BlockContainer::Quote => {
                let is_quote = indent < CODE && cursor.rest().first() == Some(&b'>');
                if is_quote {
                    cursor.skip_columns(indent + 1);
                    if cursor.indent() > 0 {
                        cursor.skip_columns(1);
                    }
                }
                is_quote
            }
            BlockContainer::Item { has_content, .. } if cursor.is_rest_blank() => has_content,
            BlockContainer::Item { indent: own, .. } => {
                let is_inside = indent >= own;
                if is_inside {
                    cursor.skip_columns(own);
                }
                is_inside
            }
        }
    }
}

impl Leaf {
    /// Returns the open block after the line, if the line belongs to code or HTML.
    fn goes_on(self, cursor: &Columns<'_>) -> Option<Leaf> {
        match self {
            Leaf::None | Leaf::Paragraph => None,
            Leaf::Fence { sign, length } => {
                let rest = cursor.rest();
                let signs = rest.iter().take_while(|&&byte| byte == sign).count();
                let is_end = cursor.indent() < CODE && signs >= length && is_white(&rest[signs..]);
                Some(if is_end { Leaf::None } else { self })
            }
            // The blank line is looked at as any other.
            Leaf::Html(HtmlEnd::Blank) => (!cursor.is_rest_blank()).then_some(self),
            Leaf::Html(end) => Some(if end.ends_html(cursor.line) { Leaf::None } else { self }),
        }
    }
}

impl HtmlEnd {
    fn ends_html(self, line: &[u8]) -> bool {
        match self {
            HtmlEnd::RawTag => {
                let ends = memchr::memmem::find_iter(line, "</");
                ends.map(|at| &line[at + 2..])
                    .any(|rest| RAW_TAGS.iter().any(|tag| begins_with(rest, tag) && rest.get(tag.len()) == Some(&b'>')))
            }
            HtmlEnd::Sign(sign) => memchr::memmem::find(line, sign).is_some(),
            HtmlEnd::Blank => false,
        }
    }
}

/// A place in a line, in columns, since a tab may be partly consumed.
#[derive(Clone, Copy, Debug)]
struct Columns<'l> {
    line: &'l [u8],
    at: usize,
    column: usize,
}

impl<'l> Columns<'l> {
    /// Returns the columns of white space here.
    fn indent(&self) -> usize {
        let mut column = self.column;
        for &byte in &self.line[self.at..] {
            match byte {
                b' ' => column += 1,
                b'\t' => column += TAB - column % TAB,
                _ => break,
            }
        }
        column - self.column
    }

    /// Returns the line after the white space.
    fn rest(&self) -> &'l [u8] {
        let rest = &self.line[self.at..];
        &rest[rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()..]
    }

    fn is_rest_blank(&self) -> bool {
        self.rest().is_empty()
    }

    fn skip_columns(&mut self, columns: usize) {
        let end = self.column + columns;
        while self.column < end
            && let Some(&byte) = self.line.get(self.at)
        {
            let next = if byte == b'\t' { self.column + TAB - self.column % TAB } else { self.column + 1 };
            if next > end {
                self.column = end;
                return;
            }
            self.column = next;
            self.at += 1;
        }
    }
}

fn is_white(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| matches!(byte, b' ' | b'\t'))
}

/// Returns the block of code or HTML that begins here, as it is after the line.
fn beginning(rest: &[u8], is_in_paragraph: bool) -> Option<Leaf> {
    let sign = *rest.first()?;
    match sign {
        b'`' | b'~' => {
            let length = rest.iter().take_while(|&&byte| byte == sign).count();
            let is_fence = length >= 3 && (sign == b'~' || memchr::memchr(b'`', &rest[length..]).is_none());
            is_fence.then_some(Leaf::Fence { sign, length })
        }
        b'<' => {
            let end = html_end(rest, is_in_paragraph)?;
            Some(if end.ends_html(rest) { Leaf::None } else { Leaf::Html(end) })
        }
        _ => None,
    }
}

const RAW_TAGS: [&str; 4] = ["script", "pre", "style", "textarea"];

/// The tags that begin an HTML block.
const BLOCK_TAGS: &[&str] = words!(
    "address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div \
     dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe \
     legend li link main menu menuitem nav noframes ol optgroup option p param search section summary table tbody \
     td tfoot th thead title tr track ul"
);

fn html_end(rest: &[u8], is_in_paragraph: bool) -> Option<HtmlEnd> {
    let inside = &rest[1..];
    if RAW_TAGS.iter().any(|tag| {
        begins_with(inside, tag) && inside.get(tag.len()).is_none_or(|&byte| is_blank_in_tag(byte) || byte == b'>')
    }) {
        return Some(HtmlEnd::RawTag);
    }
    for (begin, end) in [("!--", "-->"), ("?", "?>"), ("![CDATA[", "]]>")] {
        if inside.starts_with(begin.as_bytes()) {
            return Some(HtmlEnd::Sign(end.as_bytes()));
        }
    }
    if inside.first() == Some(&b'!') && inside.get(1).is_some_and(u8::is_ascii_alphabetic) {
        return Some(HtmlEnd::Sign(b">"));
    }
    let name = inside.strip_prefix(b"/").unwrap_or(inside);
    let length = name.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let behind = &name[length..];
    let ends = behind.first().is_none_or(|&byte| is_blank_in_tag(byte) || byte == b'>') || behind.starts_with(b"/>");
    if ends && BLOCK_TAGS.iter().any(|tag| name[..length].eq_ignore_ascii_case(tag.as_bytes())) {
        return Some(HtmlEnd::Blank);
    }
    let tag = tag_end(rest).filter(|_| !is_in_paragraph)?;
    rest[tag..].iter().all(|&byte| is_blank_in_tag(byte)).then_some(HtmlEnd::Blank)
}

fn begins_with(text: &[u8], word: &str) -> bool {
    text.get(..word.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(word.as_bytes()))
}

/// Returns `true` for a heading with `#`.
fn is_heading(rest: &[u8]) -> bool {
    let signs = rest.iter().take_while(|&&byte| byte == b'#').count();
    (1..=6).contains(&signs) && matches!(rest.get(signs), None | Some(b' ' | b'\t'))
}

fn is_underline(rest: &[u8]) -> bool {
    let Some(&sign @ (b'=' | b'-')) = rest.first() else { return false };
    is_white(&rest[rest.iter().take_while(|&&byte| byte == sign).count()..])
}

/// Returns `true` for a thematic break.
fn is_break(rest: &[u8]) -> bool {
    let Some(&sign @ (b'*' | b'-' | b'_')) = rest.first() else { return false };
    let is_alone = rest.iter().all(|&byte| byte == sign || matches!(byte, b' ' | b'\t'));
    is_alone && rest.iter().filter(|&&byte| byte == sign).count() >= 3
}

/// Returns the width of a list item's mark.
fn item(rest: &[u8], is_in_paragraph: bool) -> Option<usize> {
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let width = match rest.get(digits)? {
        b'-' | b'+' | b'*' if digits == 0 => 1,
        b'.' | b')' if (1..=9).contains(&digits) => digits + 1,
        _ => return None,
    };
    let behind = &rest[width..];
    if !matches!(behind.first(), None | Some(b' ' | b'\t')) {
        return None;
    }
    // It may be the rest of a sentence.
    let is_doubtful = is_in_paragraph && (is_white(behind) || digits > 0 && &rest[..digits] != b"1");
    (!is_doubtful).then_some(width)
}
