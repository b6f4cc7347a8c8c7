//! One line of a string for people: what is hidden made visible, a byte's column known, no wider than there is room for.

use std::{fmt::Write as _, ops::Range};

use napkin::write::is_hidden;
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

const ELLIPSIS: &str = "…";

/// A string, or the part of it that matters.
#[derive(Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// What is shown. It is one line.
    pub line: String,
    /// How many columns stand before the character in question.
    pub column: usize,
}

/// What is shown at one place: a grapheme cluster as it stands, or what makes a hidden character visible.
#[derive(Clone, Copy)]
struct Cell {
    kind: CellKind,
    columns: usize,
    start: usize,
    end: usize,
}

#[derive(Clone, Copy)]
enum CellKind {
    AsItStands,
    Hidden(char),
    /// No UTF-8.
    Byte(u8),
}

impl Excerpt {
    /// The part of `text` around the byte at `at`, in about `width` columns.
    ///
    /// What it costs depends on `width` alone, however long the text is.
    pub fn around(text: &[u8], at: usize, width: usize) -> Excerpt {
        let at = at.min(text.len());
        let (start, end) = window(text, at, width);
        let (mut cut_before, mut cut_after) = (start > 0, end < text.len());
        let (cells, index) = cells(text, start..end, at, width);
        let columns = |cells: &[Cell]| cells.iter().map(|cell| cell.columns).sum::<usize>();
        // Behind the end there is still room needed for what points there.
        let (before, after) = (columns(&cells[..index]), columns(&cells[index..]).max(1));
        let (mut first, mut last) = (0, cells.len());
        if cut_before || cut_after || before + after > width {
            // Two thirds for what comes before, but what one side doesn't need the other may have.
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
        for run in cells[first..last].chunk_by(|one, other| one.stands_as_it_is() && other.stands_as_it_is()) {
            push_run(text, run, &mut line);
        }
        if cut_after {
            line.push_str(ELLIPSIS);
        }
        Excerpt { line, column }
    }

    /// The beginning of `text`, in about `width` columns.
    pub fn beginning(text: &str, width: usize) -> String {
        Excerpt::around(text.as_bytes(), 0, width).line
    }
}

impl Cell {
    fn stands_as_it_is(&self) -> bool {
        matches!(self.kind, CellKind::AsItStands)
    }
}

/// Appends what is shown of cells that follow each other: several only where all stand as they are.
fn push_run(text: &[u8], run: &[Cell], line: &mut String) {
    let (Some(first), Some(last)) = (run.first(), run.last()) else { return };
    match first.kind {
        CellKind::AsItStands => line.push_str(&String::from_utf8_lossy(&text[first.start..last.end])),
        CellKind::Hidden(char) => line.extend(char.escape_unicode()),
        // Writing to a string doesn't fail.
        CellKind::Byte(byte) => write!(line, r"\x{byte:02x}").unwrap_or_default(),
    }
}

fn fitting<'c>(cells: impl Iterator<Item = &'c Cell>, room: usize) -> usize {
    let mut used = 0;
    cells
        .take_while(|cell| {
            used += cell.columns;
            used <= room
        })
        .count()
}

/// As much of the text around `at` as could ever be shown, cut between characters.
fn window(text: &[u8], at: usize, width: usize) -> (usize, usize) {
    /// The most bytes of a character.
    const CHARACTER: usize = 4;
    let reach = CHARACTER * (width + 1);
    let is_inside = |at: usize| at < text.len() && text[at] & 0xC0 == 0x80;
    let mut start = at.saturating_sub(reach);
    let mut end = (at + reach).min(text.len());
    // Of bytes that are no UTF-8 any number may look like the inside of a character.
    for _ in 1..CHARACTER {
        start += usize::from(start > 0 && start < at && is_inside(start));
        end -= usize::from(end > at && is_inside(end));
    }
    (start, end)
}

/// The cells of a part of the text, up to as many behind the byte at `at` as there could be room for, and the number of those in front of that
/// byte.
fn cells(text: &[u8], part: Range<usize>, at: usize, width: usize) -> (Vec<Cell>, usize) {
    let mut cells = Cells { cells: Vec::with_capacity(2 * width), end: part.start, at, before: None, room: width + 1 };
    for chunk in text[part].utf8_chunks() {
        if !cells.has_room() {
            break;
        }
        cells.push_text(chunk.valid());
        for &byte in chunk.invalid() {
            cells.push(CellKind::Byte(byte), r"\xff".len(), 1);
        }
    }
    let before = cells.before.unwrap_or(cells.cells.len());
    (cells.cells, before)
}

struct Cells {
    cells: Vec<Cell>,
    end: usize,
    /// The byte that all is about, and how many cells end before it, once that is known.
    at: usize,
    before: Option<usize>,
    /// How many columns there still could be room for behind it.
    room: usize,
}

impl Cells {
    fn has_room(&self) -> bool {
        self.room > 0
    }

    fn push(&mut self, kind: CellKind, columns: usize, length: usize) {
        let start = self.end;
        self.end += length;
        if self.end > self.at {
            self.before.get_or_insert(self.cells.len());
            self.room = self.room.saturating_sub(columns.max(1));
        }
        self.cells.push(Cell { kind, columns, start, end: self.end });
    }

    fn push_text(&mut self, text: &str) {
        let mut rest = text;
        while self.has_room() && !rest.is_empty() {
            // A cluster that begins in ASCII goes on behind it only in what is none.
            let plain = rest.bytes().take_while(|byte| (b' '..=b'~').contains(byte)).count();
            let plain = if plain < rest.len() { plain.saturating_sub(1) } else { plain };
            for _ in 0..plain {
                if self.has_room() {
                    self.push(CellKind::AsItStands, 1, 1);
                }
            }
            rest = &rest[plain..];
            let cluster = rest.graphemes(true).next().unwrap_or_default();
            rest = &rest[self.push_first_of(cluster)..];
        }
    }

    /// The first cells of a cluster; how many bytes of it they are.
    fn push_first_of(&mut self, cluster: &str) -> usize {
        // Each hidden character has a cell of its own, also where it would be part of a cluster.
        let seen = &cluster[..cluster.find(is_hidden).unwrap_or(cluster.len())];
        match cluster.chars().next() {
            Some(hidden) if seen.is_empty() => {
                self.push_spelled_out(hidden);
                hidden.len_utf8()
            }
            _ if seen.width() > 0 => {
                self.push(CellKind::AsItStands, seen.width(), seen.len());
                seen.len()
            }
            _ => {
                // It has no place of its own, such as an accent without a letter.
                seen.chars().for_each(|char| self.push_spelled_out(char));
                seen.len()
            }
        }
    }

    /// Each hidden character, and each without a place, as an escape.
    fn push_spelled_out(&mut self, char: char) {
        self.push(CellKind::Hidden(char), char.escape_unicode().count(), char.len_utf8());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `text` is shown as `line`, and the byte at `at` stands in `column`.
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
