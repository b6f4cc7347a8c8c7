//! An excerpt of a string in one line: hidden characters are made visible, and the column of a byte is known.

use std::{borrow::Cow, ops::Range};

use napkin::write::is_hidden;
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

const ELLIPSIS: &str = "…";

/// A string, or the part around a byte.
#[derive(Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The text to print, in one line.
    pub line: String,
    pub column: usize,
}

/// A grapheme cluster, or the escape of a hidden character or a byte.
struct Cell<'t> {
    shown: Cow<'t, str>,
    columns: usize,
    /// The index in the text after it.
    end: usize,
}

impl Excerpt {
    /// Returns the part of `text` around the byte at `at`, in about `width` columns.
    ///
    /// The cost depends on `width` alone, not on the length of the text.
    pub fn around(text: &[u8], at: usize, width: usize) -> Excerpt {
        let at = at.min(text.len());
        let (start, end) = window(text, at, width);
        let (mut cut_before, mut cut_after) = (start > 0, end < text.len());
        let (cells, index) = cells(text, start..end, at, width);
        let columns = |cells: &[Cell<'_>]| cells.iter().map(|cell| cell.columns).sum::<usize>();
        // At the end, a mark below needs a column, too.
        let (before, after) = (columns(&cells[..index]), columns(&cells[index..]).max(1));
        let (mut first, mut last) = (0, cells.len());
        if cut_before || cut_after || before + after > width {
            // Two thirds of the room go to the text before the byte. Either side may use what the other leaves.
            let room = width.saturating_sub(2);
            let after_room = (room / 3).max(room.saturating_sub(before));
            let before_room = room.saturating_sub(after.min(after_room));
            first = index - fitting(cells[..index].iter().rev(), before_room);
            last = index + fitting(cells[index..].iter(), after_room).max(usize::from(index < cells.len()));
            cut_before |= first > 0;
            cut_after |= last < cells.len();
        }

        let mut line = String::with_capacity(2 * width);
        let mut column = columns(&cells[first..index]);
        if cut_before {
            line.push_str(ELLIPSIS);
            column += 1;
        }
        line.extend(cells[first..last].iter().map(|cell| &*cell.shown));
        if cut_after {
            line.push_str(ELLIPSIS);
        }
        Excerpt { line, column }
    }

    pub fn beginning(text: &str, width: usize) -> String {
        Excerpt::around(text.as_bytes(), 0, width).line
    }
}

fn fitting<'c, 't: 'c>(cells: impl Iterator<Item = &'c Cell<'t>>, room: usize) -> usize {
    let mut used = 0;
    cells
        .take_while(|cell| {
            used += cell.columns;
            used <= room
        })
        .count()
}

/// Returns the range around `at` that can be shown at most, cut between characters.
fn window(text: &[u8], at: usize, width: usize) -> (usize, usize) {
    /// The most bytes of a character.
    const CHARACTER: usize = 4;
    let reach = CHARACTER * (width + 1);
    let is_inside = |at: usize| at < text.len() && text[at] & 0xC0 == 0x80;
    let mut start = at.saturating_sub(reach);
    let mut end = (at + reach).min(text.len());
    // Any number of invalid bytes may look like the inside of a character.
    for _ in 1..CHARACTER {
        start += usize::from(start > 0 && start < at && is_inside(start));
        end -= usize::from(end > at && is_inside(end));
    }
    (start, end)
}

/// Returns the cells of a part of the text, up to `width` columns after the byte at `at`, and the index of that byte's
/// cell.
fn cells(text: &[u8], part: Range<usize>, at: usize, width: usize) -> (Vec<Cell<'_>>, usize) {
    let (mut cells, mut end, mut columns_after) = (Vec::with_capacity(2 * width), part.start, 0);
    let mut push = |shown, columns: usize, length: usize| {
        end += length;
        columns_after += if end > at { columns } else { 0 };
        cells.push(Cell { shown, columns, end });
        columns_after <= width
    };
    'text: for chunk in text[part].utf8_chunks() {
        let mut rest = chunk.valid();
        while let Some(cluster) = rest.graphemes(true).next() {
            // Each hidden character has its own cell, even inside a cluster.
            let seen = &cluster[..cluster.find(is_hidden).unwrap_or(cluster.len())];
            let (shown, columns, length) = match cluster.chars().next() {
                // An accent without a letter has no width, so it is escaped, too.
                Some(first) if seen.width() == 0 => {
                    let escape = first.escape_unicode().to_string();
                    let columns = escape.len();
                    (Cow::Owned(escape), columns, first.len_utf8())
                }
                _ => (Cow::Borrowed(seen), seen.width(), seen.len()),
            };
            rest = &rest[length..];
            if !push(shown, columns, length) {
                break 'text;
            }
        }
        for byte in chunk.invalid() {
            if !push(Cow::Owned(format!(r"\x{byte:02x}")), r"\xff".len(), 1) {
                break 'text;
            }
        }
    }
    let index = cells.iter().position(|cell| cell.end > at).unwrap_or(cells.len());
    (cells, index)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `text` is shown as `line`, with the byte at `at` in `column`.
    #[track_caller]
    fn assert_column(text: &[u8], at: usize, line: &str, column: usize) {
        let expected = Excerpt { line: line.to_string(), column };
        assert_eq!(Excerpt::around(text, at, 60), expected);
    }

    #[test]
    fn columns_are_those_of_a_terminal() {
        assert_column(b"", 0, "", 0);
        assert_column(b"abc", 2, "abc", 2);
        assert_column(b"abc", 3, "abc", 3);
        assert_column("日本[".as_bytes(), 6, "日本[", 4);
        assert_column("日本[".as_bytes(), 3, "日本[", 2);
        assert_column("e\u{301}x".as_bytes(), 1, "e\u{301}x", 0);
        assert_column("e\u{301}x".as_bytes(), 3, "e\u{301}x", 1);
        assert_column("👩🏽[".as_bytes(), 8, "👩🏽[", 2);
        assert_column("ｱ[".as_bytes(), 3, "ｱ[", 1);
    }

    #[test]
    fn what_is_hidden_has_the_columns_of_what_is_shown() {
        assert_column(b"a\tb", 1, r"a\u{9}b", 1);
        assert_column(b"a\tb", 2, r"a\u{9}b", 6);
        assert_column(b"a\r\n", 2, r"a\u{d}\u{a}", 6);
        assert_column("a\u{202e}b".as_bytes(), 4, r"a\u{202e}b", 9);
        assert_column(b"a\xFF\xC3b", 2, r"a\xff\xc3b", 5);
        assert_column("👩\u{200d}👩".as_bytes(), 4, r"👩\u{200d}👩", 2);
    }

    #[test]
    fn an_accent_without_a_letter_is_spelled_out() {
        assert_column("\u{301}a".as_bytes(), 2, r"\u{301}a", 7);
        assert_column("a\t\u{301}b".as_bytes(), 2, r"a\u{9}\u{301}b", 6);
    }

    #[test]
    fn long_texts_are_cut_around_the_byte() {
        let text = "0123456789".repeat(10);
        let around = |at| Excerpt::around(text.as_bytes(), at, 14);
        assert_eq!(around(0), Excerpt { line: "012345678901…".into(), column: 0 });
        assert_eq!(around(50), Excerpt { line: "…234567890123…".into(), column: 9 });
        assert_eq!(around(100), Excerpt { line: "…90123456789".into(), column: 12 });
        assert_eq!(Excerpt::around(b"0123456789", 9, 10).line, "0123456789");
        assert_eq!(Excerpt::around(b"0123456789", 10, 10), Excerpt { line: "…3456789".into(), column: 8 });
    }

    #[test]
    fn no_text_is_wider_than_there_is_room_for() {
        let texts = ["a", "日", "e\u{301}", "\u{301}", "\u{1b}", "👩\u{200d}", "क्षि", "\u{10ffff}", "ab日"];
        for text in texts.map(|text| text.repeat(5_000)) {
            for width in [20, 60, 100] {
                for at in (0..=text.len()).step_by(97).chain([text.len()]) {
                    let excerpt = Excerpt::around(text.as_bytes(), at, width);
                    assert!(excerpt.column < width && excerpt.line.width() <= width + 10, "{width} {excerpt:?}");
                    assert!(excerpt.line.len() < 20 * width, "{width} {excerpt:?}");
                }
            }
        }
    }

    #[test]
    fn a_megabyte_that_is_no_utf8_is_cut_as_well() {
        for byte in [0xFF, 0x80, 0xC3] {
            let text = vec![byte; 1 << 20];
            let excerpt = Excerpt::around(&text, 500_000, 60);
            assert!(excerpt.line.len() <= 70, "{excerpt:?}");
            assert!(excerpt.line.starts_with('…') && excerpt.line.ends_with('…'), "{excerpt:?}");
        }
    }
}
