//! Whether a typesetter set the lines around a break who hyphenates with an ASCII hyphen.

use super::{
    super::rest::is_rest_of_word,
    paragraph::{LINES, LOOK_AHEAD, LOOK_BACK, LinesAround, columns, ends_in_hyphen, has_url, take_first, take_last},
};
use crate::engine::window::{Ahead, Cut};

/// What shows that lines were set by a typesetter, and how.
#[derive(Default)]
pub(super) struct Setting {
    /// Whether spaces were put between words so that the lines end in the same column.
    is_justified: bool,
    /// How many they are: somebody may have typed one.
    spaces: usize,
    /// Whether a line with them ends in the same column as another, or is set in as manual pages are.
    is_aligned: bool,
    /// Whether a line around ends where the URL's does.
    is_margin_reached: bool,
    /// Whether a hyphen at a line's end stands inside a word.
    is_split: bool,
    /// Whether a line ends in a hyphen that is not ASCII: then one that is was there before.
    is_typographic: bool,
}

impl Setting {
    /// That of the lines around one that ends at the column `margin`. Where words are put apart behind a blank line counts only if
    /// the line ends there, too: a table nearby is none of the URL's paragraph.
    pub(super) fn of(lines: &LinesAround, margin: usize) -> Setting {
        let mut setting = Setting::default();
        let mut was_hyphenated = false;
        // The columns of a line at the margin that has a gap, as only lines that end together are justified there.
        let mut gapped = None;
        let (mut is_over, mut ends_alike, mut gapped_alike) = (false, false, None);
        let mut right = RightMargin::default();
        for (i, line) in lines.iter().enumerate() {
            let text = line.trim_ascii();
            if text.is_empty() {
                if i < LINES {
                    (setting.is_justified, setting.spaces, gapped) = (false, 0, None);
                } else {
                    is_over = true;
                }
                continue;
            }
            setting.is_split |= was_hyphenated && is_rest_of_word(text);
            was_hyphenated = ends_in_hyphen(text);
            let (columns, spaces) = (columns(line.trim_ascii_end()), added_spaces(text));
            let has_gap = spaces > 0;
            // A URL that can't be broken is as long as it likes, and so is what goes on with this one.
            if i != LINES && !has_url(text) {
                right.add(columns, has_gap);
                setting.is_margin_reached |= columns == margin;
            }
            if has_gap {
                let is_alike = columns == margin || Some(columns) == gapped_alike;
                ends_alike |= is_indented(line) && is_alike;
                setting.is_aligned |= is_alike || is_of_manual(line);
                gapped_alike = Some(columns);
                if !is_over {
                    setting.is_justified |= is_indented(line) || gapped == Some(columns);
                    setting.spaces += spaces;
                    gapped = Some(columns);
                }
            }
            setting.is_typographic |= text.ends_with("\u{2010}".as_bytes()) && !has_url(text);
        }
        setting.is_justified = (setting.is_justified || ends_alike) && right.is_reached();
        setting
    }

    /// The same with what the line before the break shows, and that before it.
    pub(super) fn with(mut self, before: &[u8], line: &[u8]) -> Setting {
        let spaces = added_spaces(line.trim_ascii());
        self.is_justified |= is_indented(line) && spaces > 0;
        self.spaces += spaces;
        self.is_aligned |= spaces > 0 && (self.is_margin_reached || is_of_manual(line));
        self.is_split |= ends_in_hyphen(before.trim_ascii()) && is_rest_of_word(line.trim_ascii());
        self
    }

    /// Whether a typesetter set them who hyphenates with an ASCII hyphen.
    pub(super) fn is_typeset(&self) -> bool {
        let is_justified = self.is_justified && (self.spaces > 1 || self.is_aligned);
        (is_justified || self.is_split) && !self.is_typographic
    }
}

/// How far lines reach, and how many of those with gaps do: those that somebody made of parts with spaces between end anywhere.
#[derive(Default)]
struct RightMargin {
    columns: usize,
    gapped: usize,
    gapped_to_margin: usize,
}

impl RightMargin {
    /// Adds a line that ends in this column.
    fn add(&mut self, columns: usize, has_gap: bool) {
        if columns > self.columns {
            (self.columns, self.gapped_to_margin) = (columns, 0);
        }
        self.gapped += usize::from(has_gap);
        self.gapped_to_margin += usize::from(has_gap && columns == self.columns);
    }

    /// Whether at least half of the lines with gaps reach to it.
    fn is_reached(&self) -> bool {
        2 * self.gapped_to_margin >= self.gapped
    }
}

/// Whether the lines around a text are set by a typesetter who hyphenates.
pub(in crate::engine::rejoin) fn is_typeset_around(ahead: &Ahead, start: usize, end: usize) -> Result<bool, Cut> {
    let from = start.saturating_sub(LOOK_BACK);
    let begin = memchr::memrchr(b'\n', &ahead.bytes[from..start]).map_or(from, |end| from + end + 1);
    let rest = &ahead.bytes[start..end];
    let line = &ahead.bytes[begin..start + memchr::memchr(b'\n', rest).unwrap_or(rest.len())];
    let mut lines = LinesAround::default();
    take_last(&mut lines[..LINES], &ahead.bytes[from..begin], from == 0);
    take_first(&mut lines[LINES..], ahead.up_to(end, LOOK_AHEAD)?);
    ahead.worked(lines.iter().map(|line| line.len()).sum());
    Ok(Setting::of(&lines, columns(line)).with(lines[LINES - 1], line).is_typeset())
}

/// Whether a line is indented as far as the text of a manual page. Headers and footers of pages and the labels of
/// references are set apart from what follows as justified words are, but stand at the margin.
fn is_indented(line: &[u8]) -> bool {
    line.len() - line.trim_ascii_start().len() > 4
}

/// Whether a line is set in as groff does the text of manual pages.
fn is_of_manual(line: &[u8]) -> bool {
    const INDENTATION: usize = 7;
    line.iter().take_while(|&&byte| byte == b' ').count() == INDENTATION
}

/// How many spaces more stand between words than the one that a sentence has. Those behind the bullet of manual pages, an `o`, are not counted.
fn added_spaces(text: &[u8]) -> usize {
    let text = text.strip_prefix(b"o ").unwrap_or(text);
    let is_gap = |four: &[u8]| {
        (four[0].is_ascii_lowercase() || four[0] == b',')
            && four[1] == b' '
            && four[2] == b' '
            && (four[3] == b' ' || four[3].is_ascii_alphanumeric() || four[3] == b'(')
    };
    let gaps = text.windows(4).enumerate().filter(|(_, four)| is_gap(four));
    gaps.map(|(at, _)| text[at + 2..].iter().take_while(|&&byte| byte == b' ').count()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_at_the_margin_are_justified_where_they_end_together() {
        let is_justified = |lines: &[&str]| {
            let mut around = LinesAround::default();
            let texts = lines.iter().map(|line| line.as_bytes());
            around[LINES - 1..].iter_mut().zip(texts).for_each(|(line, text)| *line = text);
            Setting::of(&around, 23).is_justified
        };
        assert!(is_justified(&["words  put apart", "and  words again"]));
        assert!(is_justified(&["       words  put apart"]));
        assert!(!is_justified(&["words  put apart", "and  words again, but longer"]));
        assert!(!is_justified(&["words  put apart"]));
        assert!(!is_justified(&["words and words", "", "       words  put  apart"]));
        assert!(is_justified(&["words and words", "", "       words  put apart"]), "it ends where the URL's line does");
    }
}
