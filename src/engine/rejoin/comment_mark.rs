//! The marks that the lines of a comment in source code begin with.

use crate::text::byte_set::ByteSet;

/// The mark of a comment: a run of one sign (`#`, `//`, `*`, `;;`, `%`, `--`, `!`), perhaps with another behind it (`#:`, `//!`),
/// or a word (`dnl`, `REM`, `.\"`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CommentMark<'t> {
    /// The run, or the word.
    text: &'t [u8],
    /// The sign behind the run.
    suffix: Option<u8>,
    /// Whether a blank stands behind it: then one does on the comment's other lines, and what has none behind such a sign is text.
    has_blank: bool,
    /// Whether the comment is over where a line begins with no such mark.
    ends_with_line: bool,
}

/// What has a comment's text behind a blank, other than runs of signs, and whether it is a mark on every line that begins with it: a
/// quotation mark, a letter or a backslash may begin a line of anything.
const WORDS: [(&[u8], bool); 13] = [
    (b"dnl", true),
    (b"rem", true),
    (b"REM", true),
    (b"Rem", true),
    (b"@rem", true),
    (b"@REM", true),
    (b"@c", true),
    (b"@comment", true),
    (b"C", false),
    (b"c", false),
    (b"\"", false),
    (b"'", false),
    (b"\\", false),
];

/// What comments in roff begin with, whether or not a blank follows.
const ROFF: [&[u8]; 2] = [b".\\\"", b"'\\\""];

/// Whether a run of this sign may be the mark of a comment.
pub(super) fn is_comment_sign(byte: u8) -> bool {
    matches!(byte, b'#' | b'/' | b'*' | b';' | b'%' | b'-' | b'!')
}

/// Whether the sign may stand behind a run: `#:`, `#'`, `//!`, `///<`.
fn is_suffix_sign(byte: u8) -> bool {
    matches!(byte, b'!' | b':' | b'.' | b'~' | b'|' | b'<' | b'>' | b',' | b'\'')
}

pub(super) fn is_space_or_tab(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Whether a blank or the end of the line stands there.
fn ends_word(text: &[u8]) -> bool {
    text.first().is_none_or(|&byte| is_space_or_tab(byte) || matches!(byte, b'\n' | b'\r'))
}

impl<'t> CommentMark<'t> {
    /// The mark that the text of a line begins with.
    pub(super) fn at_start_of(text: &'t [u8]) -> Option<CommentMark<'t>> {
        match text.first() {
            Some(&first) if is_comment_sign(first) => CommentMark::run(text, first),
            _ => CommentMark::word(text),
        }
    }

    fn run(text: &'t [u8], sign: u8) -> Option<CommentMark<'t>> {
        let length = text.iter().take_while(|&&byte| byte == sign).count();
        let (run, behind) = text.split_at(length);
        let suffix =
            behind.first().copied().filter(|&byte| is_suffix_sign(byte) && sign != b'*' && ends_word(&behind[1..]));
        let has_blank = ends_word(&behind[usize::from(suffix.is_some())..]);
        let is_mark = match sign {
            // One is a list's bullet or a patch's sign, and an option begins with two.
            b'-' => length > 1 && has_blank && suffix.is_none(),
            // One begins a block, or a path.
            b'/' => length > 1,
            _ => true,
        };
        is_mark.then_some(CommentMark { text: run, suffix, has_blank, ends_with_line: sign != b'*' })
    }

    fn word(text: &'t [u8]) -> Option<CommentMark<'t>> {
        const FIRST: ByteSet = ByteSet::of(b".'\"\\@dCcRr");
        if !text.first().is_some_and(|&byte| FIRST.contains(byte)) {
            return None;
        }
        if let Some(mark) = ROFF.iter().find(|mark| text.starts_with(mark)) {
            return Some(CommentMark {
                text: &text[..mark.len()],
                suffix: None,
                has_blank: false,
                ends_with_line: true,
            });
        }
        let (word, ends_with_line) =
            WORDS.iter().find(|(word, _)| text.starts_with(word) && ends_word(&text[word.len()..]))?;
        Some(CommentMark { text: &text[..word.len()], suffix: None, has_blank: true, ends_with_line: *ends_with_line })
    }

    /// How many bytes it has.
    pub(super) fn length(&self) -> usize {
        self.text.len() + usize::from(self.suffix.is_some())
    }

    /// How many bytes of a text tell whether it begins with this mark.
    pub(super) fn reach(&self) -> usize {
        self.text.len() + 2
    }

    /// The length of the mark that the text of another line begins with, if it is this one.
    pub(super) fn length_in(&self, text: &[u8]) -> Option<usize> {
        let behind = text.strip_prefix(self.text)?;
        let suffix = behind.first().filter(|byte| Some(**byte) == self.suffix);
        let behind = &behind[usize::from(suffix.is_some())..];
        // Some write what a star begins right behind it.
        let is_mark = !self.has_blank || self.is_star() || ends_word(behind);
        is_mark.then_some(text.len() - behind.len())
    }

    /// Whether the comment is over where a line begins with no such mark: a list's item and a block go on without theirs.
    pub(super) fn ends_with_line(&self) -> bool {
        self.ends_with_line
    }

    pub(super) fn is_star(&self) -> bool {
        self.text[0] == b'*'
    }

    /// This mark where the two slashes of a URL may begin the next line: they are none, and show no comment that is over. None if they
    /// can't be told apart.
    pub(super) fn but_for_slashes(self) -> Option<CommentMark<'t>> {
        match (self.text, self.has_blank) {
            (b"//", false) => None,
            (b"//", true) => Some(CommentMark { ends_with_line: false, ..self }),
            _ => Some(self),
        }
    }

    /// Whether a line with a mark like this goes on with a comment that stands behind something else on the line before: behind code, or
    /// in a block that was opened there.
    pub(super) fn goes_on_behind(&self, line: &[u8]) -> bool {
        if self.is_star() {
            return opens_block(line);
        }
        let is_bare = |at: usize| at == 0 || is_space_or_tab(line[at - 1]);
        let mut places = memchr::memmem::find_iter(line, self.text);
        self.has_blank
            && self.ends_with_line
            && places
                .any(|at| is_bare(at) && CommentMark::at_start_of(&line[at..]).is_some_and(|mark| mark.is_like(self)))
    }

    fn is_like(&self, other: &CommentMark) -> bool {
        self.text == other.text && self.has_blank == other.has_blank
    }
}

/// Whether a block is opened there that is not closed: `/*`, or `(*` and a blank. In a path (`/etc/*`) none is.
pub(super) fn opens_block(line: &[u8]) -> bool {
    let begins = |at: usize| at == 0 || is_space_or_tab(line[at - 1]);
    let opens = |at: usize| match line[at..] {
        [b'/', b'*', ..] => begins(at) || matches!(line[at - 1], b';' | b',' | b'{' | b'}' | b')'),
        [b'(', b'*', blank, ..] => begins(at) && is_space_or_tab(blank),
        _ => false,
    };
    let closes = |pair: &[u8]| matches!(pair, b"*/" | b"*)");
    (0..line.len()).rfind(|&at| opens(at)).is_some_and(|at| !line[at + 2..].windows(2).any(closes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_opened_behind_a_blank_and_by_no_path_or_pointer() {
        for line in ["/* See ", "x = 1; /** See ", "f();/*! See ", "(* See ", "/* a */ /* b"] {
            assert!(opens_block(line.as_bytes()), "{line}");
        }
        for line in
            ["", "/", "/* a */ ", "in /etc/* are", "debian/*, and", "marked (*) are", "void (*f)(int); ", "(* a *) "]
        {
            assert!(!opens_block(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn a_mark_has_its_blank_on_every_line() {
        let length_in = |first: &str, other: &str| {
            CommentMark::at_start_of(first.as_bytes()).and_then(|mark| mark.length_in(other.as_bytes()))
        };
        assert_eq!(length_in("# a", "# b"), Some(1));
        assert_eq!(length_in("# a", "#b"), None);
        assert_eq!(length_in("#a", "#b"), Some(1));
        assert_eq!(length_in("#: a", "#: b"), Some(2));
        assert_eq!(length_in("//! a", "// b"), Some(2));
        assert_eq!(length_in("* a", "*b"), Some(1), "some write it so");
        assert_eq!(length_in("dnl a", "dnl b"), Some(3));
        assert_eq!(length_in("dnlab", "dnlab"), None);
        for no_mark in ["-a", "- a", "--a", "/a", "/* a", "/> a", "a", ""] {
            assert_eq!(CommentMark::at_start_of(no_mark.as_bytes()), None, "{no_mark}");
        }
    }
}
