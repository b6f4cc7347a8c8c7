//! The lines around a break, and what they have in common.

/// How far back from a URL's start evidence may look: the rolling buffer keeps that much.
pub(in crate::engine::rejoin) const LOOK_BACK: usize = 1000;

/// How far ahead from the start of the next line evidence may look.
pub(in crate::engine::rejoin) const LOOK_AHEAD: usize = 512;

/// How many lines evidence looks at in either direction: this bounds how often a byte is looked at.
pub(super) const LINES: usize = 5;

/// The lines before that of a URL and those behind it, in the order of the text; empty where there are fewer.
pub(super) type LinesAround<'a> = [&'a [u8]; 2 * LINES];

/// Lines of more columns are not filled text.
const WIDEST: usize = 132;

/// Nor are lines that are all shorter.
pub(super) const NARROWEST: usize = 40;

/// So many lines show a width.
const MIN_LINES: usize = 2;

/// What the lines around a break have in common, but for those with a URL.
pub(super) struct Paragraph {
    /// The columns of the longest line, where there are lines enough to tell.
    pub(super) width: Option<usize>,
    /// Whether a line ends in a hyphen.
    pub(super) is_hyphenated: bool,
}

impl Paragraph {
    pub(super) fn of(lines: &LinesAround) -> Paragraph {
        let (mut width, mut count, mut is_hyphenated) = (0, 0, false);
        for line in lines {
            let text = line.trim_ascii_end();
            let unusual = unusual(text);
            if text.is_empty() || unusual & COLON != 0 && has_url(text) {
                continue;
            }
            is_hyphenated |= ends_in_hyphen(text);
            let columns = if unusual & !COLON == 0 { text.len() } else { columns(text) };
            if columns <= WIDEST {
                width = width.max(columns);
                count += 1;
            }
        }
        let width = (count >= MIN_LINES && width >= NARROWEST).then_some(width);
        Paragraph { width, is_hyphenated }
    }
}

/// Whether all lines end in white space that have any text.
pub(super) fn are_spaced(lines: &LinesAround) -> bool {
    let is_spaced = |line: &[u8]| matches!(line.strip_suffix(b"\r").unwrap_or(line), [.., b' ' | b'\t']);
    let mut texts = lines.iter().filter(|line| !line.trim_ascii().is_empty()).peekable();
    texts.peek().is_some() && texts.all(|line| is_spaced(line))
}

/// Whether a URL stands in a line.
pub(super) fn has_url(text: &[u8]) -> bool {
    memchr::memchr_iter(b':', text).any(|colon| text[colon..].starts_with(b"://"))
}

/// Whether a line ends in a hyphen behind a letter.
pub(super) fn ends_in_hyphen(text: &[u8]) -> bool {
    let stem = text.strip_suffix(b"-").or(text.strip_suffix("\u{2010}".as_bytes()));
    stem.and_then(<[u8]>::last).is_some_and(u8::is_ascii_alphabetic)
}

/// What most lines have nothing of: a bit for each.
const TAB: u8 = 1;
const COLON: u8 = 2;
const BEYOND_ASCII: u8 = 0x80;

/// Which of these a text has.
fn unusual(text: &[u8]) -> u8 {
    // In stretches of so many bytes, of which a processor makes all at once; the last may have some of the one before.
    const STRETCH: usize = 16;
    let of = |byte: u8| (byte & BEYOND_ASCII) | (u8::from(byte == b'\t') * TAB) | (u8::from(byte == b':') * COLON);
    let Some(last) = text.last_chunk::<STRETCH>() else { return text.iter().fold(0, |all, &byte| all | of(byte)) };
    let mut all = [0; STRETCH];
    for stretch in text.as_chunks().0.iter().chain([last]) {
        for (all, &byte) in all.iter_mut().zip(stretch) {
            *all |= of(byte);
        }
    }
    all.iter().fold(0, |all, &unusual| all | unusual)
}

/// How many columns a line takes.
pub(in crate::engine::rejoin) fn columns(line: &[u8]) -> usize {
    const STOP: usize = 8;
    let unusual = unusual(line) & !COLON;
    if unusual == 0 {
        return line.len();
    }
    if unusual & TAB == 0 {
        return characters(line);
    }
    line.iter().fold(0, |columns, &byte| match byte {
        b'\t' => (columns / STOP + 1) * STOP,
        _ => columns + usize::from(begins_character(byte)),
    })
}

/// How many characters a text has.
pub(super) fn characters(text: &[u8]) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    // In sums of bytes, of which a processor makes many at once.
    let counts = text.chunks(u8::MAX.into()).map(|part| part.iter().map(|&byte| begins_character(byte)).sum::<u8>());
    counts.map(usize::from).sum()
}

/// One where a byte begins a character, and else nothing.
fn begins_character(byte: u8) -> u8 {
    u8::from(!matches!(byte, 0x80..=0xBF))
}

/// Takes the last lines of a text, which begins with a whole line or in the middle of one.
pub(super) fn take_last<'a>(lines: &mut [&'a [u8]], text: &'a [u8], begins_whole: bool) {
    let mut rest = text.strip_suffix(b"\n").unwrap_or(text);
    for line in lines.iter_mut().rev() {
        match memchr::memrchr(b'\n', rest) {
            Some(end) => (*line, rest) = (&rest[end + 1..], &rest[..end]),
            None => {
                *line = if begins_whole { rest } else { &[] };
                break;
            }
        }
    }
}

/// Takes the first lines of a text.
pub(super) fn take_first<'a>(lines: &mut [&'a [u8]], text: &'a [u8]) {
    let mut rest = text;
    for line in lines {
        let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        (*line, rest) = (&rest[..end], rest.get(end + 1..).unwrap_or_default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_those_of_characters_and_of_tabs() {
        for (line, expected) in [("", 0), ("ab", 2), ("é—b", 3), ("\tb", 9), ("aé\tb\t", 16), ("1234567\t8", 9)] {
            assert_eq!(columns(line.as_bytes()), expected, "{line:?}");
        }
        for length in 250..520 {
            assert_eq!(columns("é".repeat(length).as_bytes()), length);
        }
    }

    #[test]
    fn lines_are_taken_from_both_ends() {
        let taken = |text: &'static str, begins_whole: bool| {
            let (mut last, mut first) = ([&b""[..]; 2], [&b""[..]; 2]);
            take_last(&mut last, text.as_bytes(), begins_whole);
            take_first(&mut first, text.as_bytes());
            (last, first)
        };
        assert_eq!(taken("a\nb\nc\n", true), ([&b"b"[..], b"c"], [&b"a"[..], b"b"]));
        assert_eq!(taken("a\n", true), ([&b""[..], b"a"], [&b"a"[..], b""]));
        assert_eq!(taken("a\nb", false), ([&b""[..], b"b"], [&b"a"[..], b"b"]));
    }
}
