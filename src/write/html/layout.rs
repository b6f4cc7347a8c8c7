//! How a text is laid out on a page, and what each of its lines is to the eye.

use std::io::Write;

use crate::{unknown_name::named_enum, write::decimal::Decimal};

named_enum! {
    /// How a text is laid out on a [`Page`](crate::write::Page).
    ///
    /// ```
    /// use napkin::write::PageLayout;
    ///
    /// assert_eq!("exact".parse(), Ok(PageLayout::Exact));
    /// assert_eq!(PageLayout::default().name(), "auto");
    /// ```
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[non_exhaustive]
    pub enum PageLayout: "layout" {
        /// As the beginning of the text says: exact if it has pages or columns, code if it looks like code or a log; notes otherwise.
        #[default]
        Auto = "auto",
        /// Lines are wrapped where the page ends.
        Notes = "notes",
        /// Columns stay: lines are never wrapped, and the letters are smaller where the page is narrow. The furniture of printed pages is
        /// dimmed.
        Exact = "exact",
        /// Lines are numbered and wrap. The numbers are links to the lines, and are not copied with the text.
        Code = "code",
        /// Quoted lines are nested, and can be folded; what stands behind `-- ` is dimmed.
        Mail = "mail",
    }
    ALL: "All layouts."
    name: "Returns the name: `auto`, `notes`, `exact`, `code` or `mail`."
}

impl PageLayout {
    /// What it does, in a few words.
    pub fn description(self) -> &'static str {
        match self {
            PageLayout::Auto => "Chosen by the text: mail, columns, code or notes",
            PageLayout::Notes => "Long lines wrap",
            PageLayout::Exact => "Columns stay aligned",
            PageLayout::Code => "Lines are numbered",
            PageLayout::Mail => "Quotes fold, signatures are dimmed",
        }
    }

    /// Returns `true` if it takes a look at the text to tell.
    pub(crate) fn is_told_by_text(self) -> bool {
        self == PageLayout::Auto
    }

    /// The layout of a text that begins like this, where it is to be told by that.
    pub(crate) fn for_text(self, head: &[u8]) -> PageLayout {
        match self {
            PageLayout::Auto => layout_of(head),
            said => said,
        }
    }
}

/// How much of a text is looked at to tell its layout.
pub(crate) const LAYOUT_HEAD: usize = 32 << 10;

/// The layout of a text that begins like this.
fn layout_of(head: &[u8]) -> PageLayout {
    let (mut lines, mut gaps, mut code, mut stamps) = (0, 0, 0, 0);
    for line in head.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_end) {
        if line.starts_with(b"\x0C") || is_footer(line) {
            return PageLayout::Exact;
        }
        let own = line.trim_ascii_start();
        if own.is_empty() {
            continue;
        }
        lines += 1;
        gaps += usize::from(own.windows(3).any(|three| three == b"   ") || has_box(own));
        code += usize::from(matches!(own.last(), Some(b'{' | b'}' | b';')));
        stamps += usize::from(line.len() > 40 && is_stamped(line));
    }
    // One line in so many is a coincidence, and so are two in a short text.
    if lines >= 4 && (code * 4 > lines || stamps * 4 > lines * 3) {
        PageLayout::Code
    } else if lines >= 4 && gaps * 8 > lines && gaps > 2 {
        PageLayout::Exact
    } else {
        PageLayout::Notes
    }
}

/// Returns `true` if a line has signs of which boxes are drawn: U+2500 to U+259F.
fn has_box(line: &[u8]) -> bool {
    line.windows(2).any(|two| two[0] == 0xE2 && matches!(two[1], 0x94..=0x96))
}

/// Returns `true` if a line begins with a day, a time or a number, as those of logs do.
fn is_stamped(line: &[u8]) -> bool {
    let digits = line.iter().take(24).filter(|byte| byte.is_ascii_digit()).count();
    digits >= 6 && !line.starts_with(b" ")
}

/// What is put around and into the tags of lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum LineLook {
    #[default]
    Plain,
    /// The furniture of a printed page.
    Furniture,
    /// The first line of a printed page.
    Sheet,
    /// A heading with a number.
    Heading,
    /// The line of a patch that says which lines follow.
    Hunk,
    /// A line that a patch adds.
    Added,
    /// A line that a patch removes.
    Removed,
}

/// Writes what stands around the lines of a text, and keeps in mind what the next may be.
#[derive(Debug, Default)]
pub(super) struct PageLines {
    layout: PageLayout,
    /// What ids begin with.
    prefix: String,
    number: usize,
    look: LineLook,
    /// The numbers of the last heading that has an id: one that isn't greater gets none, so that ids stay unique.
    section: Vec<u32>,
    is_after_blank: bool,
    is_after_sheet: bool,
    /// The quotes that are open, the innermost last: which line each began at, and where in the HTML its count is to stand.
    quotes: Vec<(usize, Option<usize>)>,
    /// How many quotes the line is in.
    depth: usize,
    /// How many lines of the old and the new text are still to come in the part of a patch.
    hunk: (usize, usize),
    is_in_signature: bool,
    /// The tag of the signature is written.
    has_signature: bool,
    /// The line that is open has an element.
    has_span: bool,
}

/// How deep quotes are nested. Browsers have a limit, and readers, too.
const MOST_QUOTES: usize = 12;

/// How wide the place is where the number of a quote's lines is written when it is known.
const COUNT: usize = 7;

impl PageLines {
    pub(super) fn new(layout: PageLayout, prefix: &str) -> PageLines {
        PageLines { layout, prefix: prefix.to_owned(), is_after_blank: true, ..PageLines::default() }
    }

    /// Returns the number of the line, from 1.
    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// Returns the text that ids begin with.
    pub(super) fn prefix(&self) -> &str {
        &self.prefix
    }

    /// Takes the next line, which is this, or begins so. Returns `true` if tags stand before it.
    pub(super) fn next(&mut self, line: &[u8]) -> bool {
        self.number += 1;
        if self.layout != PageLayout::Mail {
            self.look = self.look_of(line);
        } else if !self.is_in_signature {
            self.depth = quote_depth(line).min(MOST_QUOTES);
            self.look = self.look_in_patch(line);
            self.is_in_signature = matches!(line, b"-- " | b"--") && self.look == LineLook::Plain;
        }
        self.layout == PageLayout::Code
            || self.look != LineLook::Plain
            || self.depth != self.quotes.len()
            || self.is_in_signature != self.has_signature
    }

    /// Opens the line, with an id if something refers to it.
    pub(super) fn begin(&mut self, html: &mut Vec<u8>, is_target: bool) {
        self.quote(html, self.depth);
        if self.is_in_signature && !self.has_signature {
            self.has_signature = true;
            html.extend_from_slice(b"<div class=signature>");
        }
        let is_numbered = self.layout == PageLayout::Code;
        let has_id = is_target && !is_numbered;
        self.has_span = has_id || self.look != LineLook::Plain;
        if self.has_span {
            html.extend_from_slice(b"<span");
            if has_id {
                self.push_id(html, b" id=");
            }
            html.extend_from_slice(match self.look {
                LineLook::Plain => b">",
                LineLook::Furniture => b" class=furniture>",
                LineLook::Sheet => b" class=\"furniture sheet\">",
                LineLook::Heading => b" class=heading>",
                LineLook::Hunk => b" class=hunk>",
                LineLook::Added => b" class=added>",
                LineLook::Removed => b" class=removed>",
            });
        }
        if is_numbered {
            self.push_id(html, b"<a class=n id=");
            self.push_id(html, b" href=#");
            html.extend_from_slice(b" tabindex=-1 aria-hidden=true></a>");
        }
        if self.look == LineLook::Heading {
            let numbers: Vec<String> = self.section.iter().map(u32::to_string).collect();
            // A vector takes every write.
            let _ = write!(html, "<b id={}section-{}>", self.prefix, numbers.join("."));
        }
    }

    /// Appends the id of the line.
    fn push_id(&self, html: &mut Vec<u8>, before: &[u8]) {
        for part in [before, self.prefix.as_bytes(), b"L", Decimal::of(self.number as u64).as_bytes()] {
            html.extend_from_slice(part);
        }
    }

    /// Closes it.
    pub(super) fn end(&mut self, html: &mut Vec<u8>) {
        if self.look == LineLook::Heading {
            html.extend_from_slice(b"</b>");
        }
        if self.has_span {
            html.extend_from_slice(b"</span>");
        }
    }

    /// Closes what is open.
    pub(super) fn finish(&mut self, html: &mut Vec<u8>) {
        self.number += 1;
        self.quote(html, 0);
        if self.has_signature {
            html.extend_from_slice(b"</div>");
        }
    }

    /// What was made is gone from the buffer: nothing in it can be changed any more.
    pub(super) fn forget(&mut self) {
        self.quotes.iter_mut().for_each(|(_, count)| *count = None);
    }

    fn look_of(&mut self, line: &[u8]) -> LineLook {
        let is_blank = line.first().is_none_or(|byte| *byte <= b' ') && line.trim_ascii().is_empty();
        let look = if line.starts_with(b"\x0C") {
            self.is_after_sheet = is_blank;
            LineLook::Sheet
        } else if self.layout == PageLayout::Exact && (self.is_after_sheet && !is_blank || is_footer(line)) {
            self.is_after_sheet = false;
            LineLook::Furniture
        } else if matches!(self.layout, PageLayout::Notes | PageLayout::Exact)
            && self.is_after_blank
            && self.is_next_section(line)
        {
            LineLook::Heading
        } else {
            LineLook::Plain
        };
        self.is_after_blank = is_blank;
        look
    }

    /// Counts the lines of a patch, so that no other line that begins with its signs is taken for one of it.
    fn look_in_patch(&mut self, line: &[u8]) -> LineLook {
        if let Some(hunk) = hunk(line) {
            self.hunk = hunk;
            return LineLook::Hunk;
        }
        let (old, new) = self.hunk;
        let (is_old, is_new, look) = match line.first() {
            Some(b'+') => (0, 1, LineLook::Added),
            Some(b'-') => (1, 0, LineLook::Removed),
            // A blank at the end may be gone.
            Some(b' ') | None => (1, 1, LineLook::Plain),
            Some(b'\\') => (0, 0, LineLook::Plain),
            _ => (usize::MAX, 0, LineLook::Plain),
        };
        match (old.checked_sub(is_old), new.checked_sub(is_new)) {
            (Some(old), Some(new)) => {
                self.hunk = (old, new);
                look
            }
            _ => {
                self.hunk = (0, 0);
                LineLook::Plain
            }
        }
    }

    /// Returns `true` if the line is a heading with a number behind all before, which is kept then: `3.2. URI Producers`.
    fn is_next_section(&mut self, line: &[u8]) -> bool {
        let Some(numbers) = section(line).filter(|numbers| *numbers > self.section) else { return false };
        self.section = numbers;
        true
    }

    fn quote(&mut self, html: &mut Vec<u8>, depth: usize) {
        while self.quotes.len() > depth {
            let Some((first, count)) = self.quotes.pop() else { break };
            if let Some(place) = count.and_then(|at| html.get_mut(at..at + COUNT)) {
                let lines = format!("{:COUNT$}", self.number - first);
                if lines.len() == COUNT {
                    place.copy_from_slice(lines.as_bytes());
                }
            }
            html.extend_from_slice(b"</details>");
        }
        while self.quotes.len() < depth {
            let level = self.quotes.len() % 3 + 1;
            let _ = write!(html, "<details class=\"quote quote-{level}\" open><summary data-lines=\"");
            self.quotes.push((self.number, Some(html.len())));
            html.extend_from_slice(&[b' '; COUNT]);
            html.extend_from_slice(b"\"></summary>");
        }
    }
}

/// Returns the numbers of lines that follow this line of a patch: 2 and 3 for `@@ -1,2 +1,3 @@`.
fn hunk(line: &[u8]) -> Option<(usize, usize)> {
    let line = str::from_utf8(line.get(..line.len().min(80))?).ok()?.strip_prefix("@@ -")?;
    let (old, new) = line.split(" @@").next()?.split_once(" +")?;
    let count = |range: &str| range.split_once(',').map_or(Some(1), |(_, count)| count.parse().ok());
    Some((count(old)?, count(new)?))
}

/// The numbers of a heading.
fn section(line: &[u8]) -> Option<Vec<u32>> {
    const MOST: usize = 76;
    if line.len() > MOST || !line.first()?.is_ascii_digit() {
        return None;
    }
    let end = line.iter().position(|byte| !(byte.is_ascii_digit() || *byte == b'.'))?;
    let (number, rest) = line.split_at(end);
    let title = rest.trim_ascii_start();
    let blanks = rest.len() - title.len();
    let begins = title.first().is_some_and(|byte| byte.is_ascii_uppercase() || *byte >= 0x80);
    let is_title = begins && (1..=3).contains(&blanks);
    // A line of a table of contents has dots and a page number; a sentence ends.
    let is_leader = title.windows(3).any(|three| matches!(three, b"..." | b". ."));
    let number = str::from_utf8(number.strip_suffix(b".").unwrap_or(number)).ok()?;
    let numbers: Option<Vec<u32>> =
        number.split('.').map(|part| part.parse().ok().filter(|_| part.len() < 4)).collect();
    numbers.filter(|_| is_title && !is_leader && !title.ends_with(b".") && !title.ends_with(b","))
}

/// Returns `true` if the line is the last of a printed page: `Berners-Lee, et al.    Standards Track    [Page 12]`.
fn is_footer(line: &[u8]) -> bool {
    let line = line.trim_ascii_end();
    let Some(rest) = line.strip_suffix(b"]") else { return false };
    let digits = rest.iter().rev().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    (1..=5).contains(&digits) && rest[..rest.len() - digits].ends_with(b"[Page ")
}

/// How many signs of a quote a line begins with.
fn quote_depth(line: &[u8]) -> usize {
    let (mut depth, mut rest) = (0, line);
    loop {
        // A blank may stand between two signs, and before the first one.
        let own = rest.strip_prefix(b" ").unwrap_or(rest);
        let Some(after) = own.strip_prefix(b">") else { return depth };
        if depth == 0 && after.starts_with(b"From ") {
            return 0;
        }
        (depth, rest) = (depth + 1, after);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_have_numbers_and_no_end() {
        for (line, expected) in [
            ("3.2.  URI Producers", Some(vec![3, 2])),
            ("1. Introduction", Some(vec![1])),
            ("10.1.2 Éa", Some(vec![10, 1, 2])),
            ("1. Introduction ...... 4", None),
            ("1. Introduction . . . 4", None),
            ("1. go home", None),
            ("1. Go home.", None),
            ("   1. Introduction", None),
            ("2009-03-03 Soup", None),
            ("2009 Soup", None),
            ("1", None),
            ("1..2 A", None),
            ("", None),
        ] {
            assert_eq!(section(line.as_bytes()), expected, "{line}");
        }
    }

    #[test]
    fn footers_name_the_page() {
        assert!(is_footer(b"Sam, et al.     Standards Track     [Page 12]"));
        assert!(is_footer(b"Sam   Informational   [Page iv] \r"));
        assert!(!is_footer(b"see [Page]") && !is_footer(b"see [Page 1]."));
    }

    #[test]
    fn only_lines_of_patches_are_coloured() {
        let mut lines = PageLines::new(PageLayout::Mail, "");
        for (line, look) in [
            ("+1", LineLook::Plain),
            ("--- a/b", LineLook::Plain),
            ("+++ a/b", LineLook::Plain),
            ("@@ -1,3 +1,2 @@ fn", LineLook::Hunk),
            (" a", LineLook::Plain),
            ("-- ", LineLook::Removed),
            ("-b", LineLook::Removed),
            ("+c", LineLook::Added),
            ("\\ No newline", LineLook::Plain),
            ("-d", LineLook::Plain),
            ("@@ -1 +1 @@", LineLook::Hunk),
            ("-a", LineLook::Removed),
            ("see", LineLook::Plain),
            ("+b", LineLook::Plain),
            ("@@ soup @@", LineLook::Plain),
            ("-- ", LineLook::Plain),
        ] {
            lines.next(line.as_bytes());
            assert_eq!(lines.look, look, "{line}");
        }
        assert!(lines.is_in_signature);
    }

    #[test]
    fn quotes_have_a_depth() {
        for (line, depth) in
            [("> a", 1), (">> a", 2), ("> > a", 2), (" > a", 1), ("a > b", 0), (">From a", 0), (">", 1)]
        {
            assert_eq!(quote_depth(line.as_bytes()), depth, "{line}");
        }
    }

    #[test]
    fn layouts_are_told_by_the_beginning() {
        let table = "name   kind   size\nsoup   dish   1\nsalt   spice  2\nsam    cook   3\nkim    guest  4\n";
        for (text, layout) in [
            ("a note\n\nand another\n", PageLayout::Notes),
            ("a page\n\x0Canother\n", PageLayout::Exact),
            ("Sam     Draft     [Page 1]\n", PageLayout::Exact),
            (table, PageLayout::Exact),
            ("fn a() {\n    b();\n    c();\n}\n", PageLayout::Code),
            ("", PageLayout::Notes),
        ] {
            assert_eq!(PageLayout::Auto.for_text(text.as_bytes()), layout, "{text}");
            assert_eq!(PageLayout::Mail.for_text(text.as_bytes()), PageLayout::Mail);
        }
    }
}
