//! Files in the middle of a text, as there were before MIME: those that uuencode made are decoded, and they and those of
//! yEnc are taken out of the text.

use std::{borrow::Cow, sync::LazyLock};

use memchr::memmem::{self, Finder};

use super::{
    header::{line_end, without_line_end},
    parts::TextKind,
};
use crate::source::html;

/// The bytes of a file examined for being text.
const HEAD: usize = 8 << 10;

/// The most bytes of the files of a text, with their overhead, and of the text around them. More files are dropped. A
/// longer text stays as it is, with its files.
const MAX_HELD: usize = 8 << 20;
const SHARE: usize = 256;

const MAX_NAME: usize = 255;

/// The octets in a line, except the last.
const FULL: usize = 45;

const MAX_OCTETS: usize = 63;

// To make one of these takes as long as to search a short text.
static BEGIN: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(b"begin "));
static YENC_END: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(b"\n=yend "));

/// A text file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct File {
    pub(super) name: String,
    pub(super) text: Vec<u8>,
}

impl File {
    /// Returns HTML by the name or the beginning of the file.
    pub(super) fn kind(&self) -> TextKind {
        let (_, extension) = self.name.rsplit_once('.').unwrap_or_default();
        let is_named = ["html", "htm", "xhtml"].iter().any(|known| extension.eq_ignore_ascii_case(known));
        let is_html = is_named || html::recognise(&self.text, true) == Some(true);
        if is_html { TextKind::Html } else { TextKind::Plain }
    }
}

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Files {
    pub(super) texts: Vec<File>,
    /// True if the end of a file is missing or was dropped.
    pub(super) is_cut: bool,
    held: usize,
}

/// Removes the encoded lines of a text. The lines around them stay, and show that there was a file.
pub(super) fn take_out<'t>(text: Cow<'t, [u8]>, files: &mut Files) -> Cow<'t, [u8]> {
    let (mut may_be_yenc, mut has_file) = (true, false);
    let (mut rest, mut at, mut kept) = (Vec::new(), 0, 0);
    while let Some(found) = BEGIN.find(&text[at..]) {
        let begin = at + found;
        at = line_end(&text, begin);
        let line = &text[begin..at];
        let before = text[..begin].strip_suffix(b"=y").unwrap_or(&text[..begin]);
        if !(before.is_empty() || before.ends_with(b"\n")) {
            continue;
        }
        let data = at;
        if before.len() == begin {
            at = name(line).map_or(at, |name| uudecode(&text, at, name, files));
        } else if may_be_yenc && memmem::find(line, b" name=").is_some() {
            // =ybegin line=128 size=123456 name=soup.png
            match YENC_END.find(&text[at - 1..]) {
                Some(end) => at += end,
                None => may_be_yenc = false,
            }
        }
        if at > data {
            has_file = true;
            if rest.len() + (data - kept) > MAX_HELD {
                break;
            }
            rest.extend_from_slice(&text[kept..data]);
            kept = at;
        }
    }
    if !has_file {
        return text;
    }
    if rest.len() + (text.len() - kept) > MAX_HELD {
        *files = Files { is_cut: true, ..Files::default() };
        return text;
    }
    rest.extend_from_slice(&text[kept..]);
    Cow::Owned(rest)
}

/// Returns the file name in the line that begins a file. It may be empty.
fn name(line: &[u8]) -> Option<&[u8]> {
    // "begin" SP mode SP name LF, where mode is octal   (IEEE Std 1003.1, uuencode)
    let line = line.strip_prefix(b"begin ")?;
    let mode = line.iter().take_while(|byte| matches!(byte, b'0'..=b'7')).count();
    let name = line[mode..].strip_prefix(b" ")?.trim_ascii();
    matches!(mode, 3 | 4).then_some(name)
}

/// Decodes the lines after `from`. Returns the start of the line that ends the file, or of the first invalid one.
fn uudecode(text: &[u8], from: usize, name: &[u8], files: &mut Files) -> usize {
    let mut out = Vec::new();
    let (mut at, mut is_over, mut is_long) = (from, false, false);
    let mut room = MAX_HELD.saturating_sub(files.held);
    while at < text.len() {
        let end = line_end(text, at);
        let line = without_line_end(&text[at..end]);
        if line.trim_ascii() == b"end" {
            break;
        }
        // A line that holds nothing comes before the end.
        if matches!(line, b"" | b" " | b"`") {
            is_over = true;
        } else if is_over || !octets(line, &mut out) {
            files.is_cut |= !out.is_empty();
            break;
        }
        // That is asked when the line comes with which there are enough octets to say.
        if room > HEAD && (HEAD..HEAD + MAX_OCTETS).contains(&out.len()) && !is_text(&out) {
            room = HEAD;
        }
        is_long |= out.len() > room;
        out.truncate(room);
        at = end;
    }
    if out.is_empty() {
        files.is_cut |= is_long;
        return from;
    }
    files.is_cut |= at == text.len();
    if is_text(&out) {
        let name = String::from_utf8_lossy(&name[..name.len().min(MAX_NAME)]).into_owned();
        files.held = files.held.saturating_add(out.len() + SHARE);
        files.is_cut |= is_long;
        files.texts.push(File { name, text: out });
    }
    at
}

/// Decodes a line. Returns `false` if it is not uuencode.
fn octets(line: &[u8], out: &mut Vec<u8>) -> bool {
    // The first character says how many octets there are, each four that follow hold three of them. Zero is a space or
    // a backtick. Some software puts one more character at the end. Spaces there may have been lost on the way: in a
    // file with as many zeros, where lines are full.
    let Some((&first, characters)) = line.split_first() else { return false };
    let value = |byte: u8| matches!(byte, b' '..=b'`').then(|| usize::from(byte - b' ') & 63);
    let Some(count) = value(first) else { return false };
    let groups = count.div_ceil(3);
    let fewest = if count == FULL && !out.is_empty() { 0 } else { (count * 4).div_ceil(3) };
    let is_long_enough = (fewest..=groups * 4 + 1).contains(&characters.len());
    if count == 0 || !is_long_enough || characters.iter().any(|&byte| value(byte).is_none()) {
        return false;
    }
    let start = out.len();
    out.reserve(groups * 3);
    for group in characters.chunks(4).take(groups) {
        let bits =
            group.iter().fold(0, |bits, byte| bits << 6 | u32::from(byte - b' ') & 63) << (6 * (4 - group.len()));
        let [_, octets @ ..] = bits.to_be_bytes();
        out.extend_from_slice(&octets);
    }
    // Zeros that were lost, and what is more than there are.
    out.resize(start + count, 0);
    true
}

/// Returns `true` if a file has no control characters of binary data.
fn is_text(bytes: &[u8]) -> bool {
    bytes.iter().take(HEAD).all(|byte| matches!(byte, b'\t'..=b'\r' | 0x1A | 0x1B | b' '..))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_taken(text: &str, rest: &str, texts: &[(&str, &str)], is_cut: bool) {
        for (text, rest) in
            [(text.to_string(), rest.to_string()), (text.replace('\n', "\r\n"), rest.replace('\n', "\r\n"))]
        {
            let mut files = Files::default();
            let left = take_out(Cow::Borrowed(text.as_bytes()), &mut files);
            assert_eq!(str::from_utf8(&left).unwrap(), rest, "{text:?}");
            let expected: Vec<File> = texts
                .iter()
                .map(|(name, text)| File { name: name.to_string(), text: text.as_bytes().to_vec() })
                .collect();
            assert_eq!((files.texts, files.is_cut), (expected, is_cut), "{text:?}");
        }
    }

    #[test]
    fn a_file_is_decoded_and_taken_out() {
        let file = "begin 644 a b.txt\n#86)C\n`\nend\n";
        let rest = "begin 644 a b.txt\nend\n";
        let soup = [("a b.txt", "abc")];
        assert_taken(file, rest, &soup, false);
        assert_taken("begin 644 \n#86)C\nend\n", "begin 644 \nend\n", &[("", "abc")], false);
        assert_taken(&format!("x\n{file}y\n"), &format!("x\n{rest}y\n"), &soup, false);
        assert_taken(&file.repeat(2), &rest.repeat(2), &[soup[0], soup[0]], false);
        for end in ["end", "\nend\n", " \nend\n", "end \n"] {
            let text = format!("begin 0755 c\n#86)CX\n\"86(\n{end}");
            let left = format!("begin 0755 c\n{}", end.trim_start_matches([' ', '\n']));
            assert_taken(&text, &left, &[("c", "abcab")], false);
        }
    }

    #[test]
    fn a_file_that_is_no_text_is_only_taken_out() {
        assert_taken("begin 644 a.gif\n#``!C\n`\nend\n", "begin 644 a.gif\nend\n", &[], false);
        let yenc = "=ybegin line=128 size=9 name=a.png\n=ypart begin=1 end=9\n)http://a\n=yend size=9\n";
        assert_taken(yenc, "=ybegin line=128 size=9 name=a.png\n=yend size=9\n", &[], false);
    }

    #[test]
    fn a_file_without_its_end_is_what_there_is() {
        assert_taken("begin 644 a\n#86)C\n", "begin 644 a\n", &[("a", "abc")], true);
        assert_taken("begin 644 a\n#86)C\n-- \nSam\n", "begin 644 a\n-- \nSam\n", &[("a", "abc")], true);
    }

    #[test]
    fn what_only_looks_like_a_file_stays() {
        for text in [
            "begin 644 chapters\nand so on\n",
            "begin with a\n#86)C\nend\n",
            "begin 644 a\n#8\x01)C\nend\n",
            " begin 644 a\n#86)C\nend\n",
            "begin 644\n#86)C\nend\n",
            "begin 644 a\nend\n",
            "begin 644 a",
            "=ybegin line=128 size=9 name=a.png\nhttp://a.example/\n",
            "=ybegin here\nx\n=yend \n",
            "",
        ] {
            assert_taken(text, text, &[], false);
        }
    }

    #[test]
    fn what_is_too_large_is_left_out() {
        let line = "M86)C86)C86)C86)C86)C86)C86)C86)C86)C86)C86)C86)C86)C86)C86)C\n";
        let file = format!("begin 644 a\n{}end\n", line.repeat(MAX_HELD / FULL + 9));
        let mut files = Files::default();
        assert_eq!(&take_out(Cow::Borrowed(file.as_bytes()), &mut files)[..], b"begin 644 a\nend\n");
        assert_eq!((files.texts[0].text.len(), files.texts.len(), files.is_cut), (MAX_HELD, 1, true));
        let text = format!("{}\nbegin 644 a\n#86)C\nend\n", "x".repeat(MAX_HELD));
        let mut files = Files::default();
        assert_eq!(take_out(Cow::Borrowed(text.as_bytes()), &mut files), text.as_bytes());
        assert_eq!((files.texts.len(), files.is_cut), (0, true));
    }
}
