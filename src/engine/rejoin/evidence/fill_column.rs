//! The column that a text is filled to: a URL that is longer than a line begins a line of its own there, and is cut where the others end.

use super::{
    context::{BreakContext, text_column},
    line_shape::{did_not_fit, is_alone},
    paragraph::{LINES, NARROWEST, columns, has_url},
};

/// So many lines have to end where the first word of the next would have gone beyond the column.
const MIN_FULL: usize = 2;

/// Lines of mail are not wider.
const WIDEST_OF_MAIL: usize = 80;

/// Whether the URL begins its line and ends where lines do that are filled: none around goes further, and on none what the next line begins with
/// had a place. The next line is indented as the URL is. A plain word there is one of the sentence: a whole URL may be as long as a line.
pub(super) fn fills_line(context: &BreakContext) -> bool {
    let is_aligned = columns(context.lead) == columns(context.next_lead);
    let width = context.length();
    width >= NARROWEST
        && !context.is_plain_word()
        && is_aligned
        && !context.is_spaced
        && begins_line(context)
        && FillColumn::of(context, width).is_filled()
}

/// Whether the line is wider than those of mail, and as wide as the text around is filled to: what the next line begins with did not fit,
/// and is no plain word.
pub(super) fn is_full_of_wide(context: &BreakContext) -> bool {
    let is_wide = |width: usize| width >= context.length() && !FillColumn::of(context, width).is_wrong;
    context.length() > WIDEST_OF_MAIL
        && !context.is_plain_word()
        && did_not_fit(context)
        && context.paragraph().width.is_some_and(is_wide)
}

/// Whether nothing but a bullet and brackets stands in front of the URL.
fn begins_line(context: &BreakContext) -> bool {
    const BULLETS: [&str; 6] = ["*", "-", "+", "o", "•", "·"];
    is_alone(context) || BULLETS.iter().any(|bullet| context.front.trim_ascii() == bullet.as_bytes())
}

/// What is seen of lines that may be filled to a column.
#[derive(Default)]
struct FillColumn {
    /// How many lines end where they have to.
    full: usize,
    /// Whether one goes further, or ends before it has to.
    is_wrong: bool,
}

impl FillColumn {
    fn of(context: &BreakContext, width: usize) -> FillColumn {
        let lines = context.lines();
        let mut column =
            FillColumn { full: 0, is_wrong: lines.iter().any(|line| columns(line.trim_ascii_end()) > width) };
        for pair in lines[..LINES].windows(2).chain(lines[LINES..].windows(2)) {
            column.add(pair[0].trim_ascii_end(), pair[1].trim_ascii_end(), width);
        }
        column
    }

    /// Looks at a line and the next. What stands in a paragraph of another indentation, or begins another URL, is long for another reason.
    fn add(&mut self, line: &[u8], next: &[u8], width: usize) {
        if line.is_empty() || next.is_empty() {
            return;
        }
        let text = &next[text_column(next)..];
        let word = &text[..memchr::memchr(b' ', text).unwrap_or(text.len())];
        let is_same_paragraph = text_column(line) == text_column(next);
        if has_url(word) || !is_same_paragraph && !ends_in_url(line) {
            return;
        }
        if columns(line) + 1 + columns(word) > width {
            // A URL is as long as it likes, but for one that is cut there as well.
            self.full += usize::from(!ends_in_url(line) || columns(line) == width);
        } else {
            self.is_wrong |= !matches!(line, [.., b'.' | b':' | b'!' | b'?']);
        }
    }

    fn is_filled(&self) -> bool {
        self.full >= MIN_FULL && !self.is_wrong
    }
}

/// Whether the last word of a line is a URL.
fn ends_in_url(line: &[u8]) -> bool {
    has_url(&line[memchr::memrchr(b' ', line).map_or(0, |space| space + 1)..])
}
