//! How the lines look that are shown: what stands before each, and what marks the links in it.

use super::{
    decimal::Decimal,
    hyperlink,
    list::{Fields, JOINED, NUMBER, PATH, RESET, SEPARATOR, URL},
    visible::{push_in_one_line, visible_but},
};

#[derive(Clone, Debug, Default)]
pub(super) struct LineStyle {
    pub(super) fields: Fields,
    pub(super) before: usize,
    pub(super) after: usize,
    pub(super) has_heading: bool,
    pub(super) is_each: bool,
    pub(super) is_coloured: bool,
    pub(super) has_hyperlinks: bool,
    pub(super) is_watched: bool,
    /// Each joined URL is repeated whole below its last line.
    pub(super) has_wholes: bool,
    pub(super) end: u8,
}

impl LineStyle {
    pub(super) fn push_path(&self, path: &[u8], row: &mut Vec<u8>) {
        let mut shown = Vec::new();
        push_in_one_line(path, self.is_watched, self.end == b'\n', &mut shown);
        self.push_styled(PATH, &shown, row);
    }

    pub(super) fn push_numbers(
        &self,
        line: Option<usize>,
        column: Option<usize>,
        byte: usize,
        sign: &[u8],
        row: &mut Vec<u8>,
    ) {
        let numbers = [
            line.filter(|_| self.fields.line),
            column.filter(|_| self.fields.column),
            self.fields.byte.then_some(byte),
        ];
        for number in numbers.into_iter().flatten() {
            self.push_styled(NUMBER, Decimal::of(number as u64).as_bytes(), row);
            self.push_styled(SEPARATOR, sign, row);
        }
    }

    pub(super) fn push_text(&self, text: &[u8], row: &mut Vec<u8>) {
        if self.is_watched {
            row.extend_from_slice(visible_but(&String::from_utf8_lossy(text), |c| c == '\t').as_bytes());
        } else {
            row.extend_from_slice(text);
        }
    }

    pub(super) fn push_link(
        &self,
        text: &[u8],
        target: Option<&str>,
        is_joined: bool,
        number: usize,
        row: &mut Vec<u8>,
    ) {
        if let Some(target) = target {
            // The pieces of one link light up together where they have one identifier.
            row.extend_from_slice(hyperlink::open(target, is_joined.then_some(number)).as_bytes());
        }
        if self.is_coloured {
            row.extend_from_slice(if is_joined { JOINED } else { URL }.as_bytes());
        }
        self.push_text(text, row);
        if self.is_coloured {
            row.extend_from_slice(RESET.as_bytes());
        }
        if target.is_some() {
            row.extend_from_slice(hyperlink::CLOSE);
        }
    }

    pub(super) fn push_styled(&self, code: &str, bytes: &[u8], row: &mut Vec<u8>) {
        if !self.is_coloured {
            return row.extend_from_slice(bytes);
        }
        row.extend_from_slice(code.as_bytes());
        row.extend_from_slice(bytes);
        row.extend_from_slice(RESET.as_bytes());
    }
}
