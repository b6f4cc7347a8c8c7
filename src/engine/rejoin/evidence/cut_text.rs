//! Text that is cut at a column, in the middle of its words: by a terminal, by `fold`, or by what keeps lines in fields of one length.

use std::iter;

use super::{
    super::{comment_mark::opens_block, rest::is_rest_of_word},
    context::BreakContext,
    paragraph::{columns, has_url},
};

/// How many lines are looked at in either direction.
const LINES: usize = 10;

/// Lines of fewer columns are not cut at one.
pub(in crate::engine::rejoin) const NARROWEST_CUT: usize = 32;

/// So many lines of the same length as that of the URL have to be there: records of one length have as many as one likes, and so a word has to be
/// seen to be cut between two of them. In a host, where a wrong join leads to another's, it has to be so many.
const MIN_LINES: usize = 2;
const MIN_CUTS_IN_HOST: usize = 2;

/// Whether all lines around, up to the ends of their paragraph, are as long as that of the URL, and the next begins without a space: where
/// words are cut, that is how the rest of one looks. Where lines are filled, so many of one length are rare, and where they are justified,
/// they have wide spaces.
pub(super) fn is_in_cut_text(context: &BreakContext) -> bool {
    *context.is_in_cut_text.get_or_init(|| {
        let width = context.length();
        let is_aligned = context.line.starts_with(context.next_lead);
        let is_cut_in_word_again = || is_cut_again(context) && was_cut_in_word(context);
        let min_cuts = if context.is_in_host { MIN_CUTS_IN_HOST } else { 1 };
        let mut column = CutColumn { width, lines: 0, cuts: 0, min_cuts, aligned: 0, unaligned: 0 };
        width >= NARROWEST_CUT
            && !context.is_spaced
            && is_aligned
            && (is_cut_in_word_again() || column.shows_cuts(context))
    })
}

/// Whether the text is cut at this column, or the URL was cut there before, and what follows is no new sentence. Behind a slash or a hyphen a filler
/// may have made two lines of one length by chance, so that all other reasons hold there.
pub(super) fn is_cut_at_column(context: &BreakContext) -> bool {
    is_in_cut_text(context) || is_cut_again(context) && !context.is_spaced && !context.first().is_ascii_uppercase()
}

/// Whether the URL was broken at the same column before.
fn is_cut_again(context: &BreakContext) -> bool {
    context.cut_at == Some(context.length()) && context.lead == context.next_lead
}

/// Whether the scheme of the URL was cut, and this line of it is shorter than that which the scheme's first letters end: what is cut there fills its
/// lines, and so the URL ends with this one, but for a hyphen at its end.
pub(super) fn is_below_cut(context: &BreakContext) -> bool {
    context.last() != b'-' && context.scheme_cut_at.is_some_and(|width| context.length() < width)
}

/// Whether the break before this one in the URL stands in a word, or in its scheme.
fn was_cut_in_word(context: &BreakContext) -> bool {
    let is_of_word = |at: usize| context.ahead.bytes[at].is_ascii_alphanumeric();
    context.pieces.last().is_none_or(|before| is_of_word(before.end - 1) && is_of_word(context.piece.start))
}

/// A column that lines may be cut at, and what is seen of that.
struct CutColumn {
    width: usize,
    /// How many lines of words reach to it.
    lines: usize,
    /// Between how many lines a word is seen to be cut.
    cuts: usize,
    /// How many of these are looked for.
    min_cuts: usize,
    /// How many of the lines begin with what stands in front of the next line's text, and how many don't: a few begin with the space that was
    /// between two words.
    aligned: usize,
    unaligned: usize,
}

impl CutColumn {
    fn shows_cuts(&mut self, context: &BreakContext) -> bool {
        let lines = || lines_behind(context.behind);
        let below = iter::once(context.next_line).chain(lines()).zip(lines());
        let before = if context.begins_whole { context.before } else { from_line(context.before) };
        let before = before.strip_suffix(b"\n").unwrap_or(before);
        let lines = || lines_before(before);
        let above = lines().zip(iter::once(context.line).chain(lines()));
        self.look(context, below)
            && self.look(context, above)
            && self.lines >= MIN_LINES
            && self.cuts >= self.min_cuts
            && (context.next_lead.is_empty() || self.aligned > self.unaligned)
    }

    /// Looks at lines, each with the one behind it, away from that of the URL; returns whether those of its paragraph are cut at the column,
    /// but for the last.
    fn look<'t>(&mut self, context: &BreakContext, lines: impl Iterator<Item = (&'t [u8], &'t [u8])>) -> bool {
        let mut is_own = true;
        for (line, next) in lines.take(LINES) {
            context.ahead.worked(line.len());
            let columns = columns(line);
            let is_before_blank = has_no_text(next);
            if has_no_text(line) {
                is_own = false;
                continue;
            }
            if is_own && line.as_ptr() != context.next_line.as_ptr() {
                self.aligned += usize::from(line.starts_with(context.next_lead));
                self.unaligned += usize::from(!line.starts_with(context.next_lead) && !opens_block(line));
            }
            if columns == self.width || columns + 1 == self.width {
                // In front of a space that was taken off it is one less.
                if columns == self.width && !is_before_blank && is_of_words(line) {
                    self.lines += 1;
                    let text = |line: &'t [u8]| line.strip_prefix(context.next_lead).unwrap_or(line);
                    let is_sought = self.cuts < self.min_cuts;
                    self.cuts += usize::from(is_sought && shows_cut(context, text(line), text(next)));
                }
            } else if columns > self.width || !is_before_blank {
                return !is_own || columns < self.width && ends_sentence(line);
            }
        }
        true
    }
}

/// Whether a line has several words, the last of which is no URL, with a space between each.
fn is_of_words(line: &[u8]) -> bool {
    let text = line.trim_ascii_start();
    let last = memchr::memrchr(b' ', text).filter(|_| !text.windows(2).any(|pair| pair == b"  "));
    last.is_some_and(|space| !has_url(&text[space..]))
}

/// Whether a word is seen to be cut between two lines: what is no word stands alone at an end, or what words only end in, or the space that was
/// between two begins the second. In a host that is not enough: what stands within the lines around is a word, and a space in front of a number
/// aligns that.
fn shows_cut(context: &BreakContext, line: &[u8], next: &[u8]) -> bool {
    let is_in_front_of_space = || {
        let may_be_word = |first: &u8| *first > b' ' && !(context.is_in_host && first.is_ascii_digit());
        !line.starts_with(b" ") && next.strip_prefix(b" ").and_then(|next| next.first()).is_some_and(may_be_word)
    };
    let is_part = |part: &[u8]| !context.is_in_host || !is_word_around(context, part);
    part_of_cut_word(line, next).is_some_and(is_part) || is_in_front_of_space()
}

/// What may be a part of a word that is cut between two lines: consonants that are no word stand alone at an end, or what words only end in.
/// Where both lines have it, they are rows of a table.
fn part_of_cut_word<'t>(line: &'t [u8], next: &'t [u8]) -> Option<&'t [u8]> {
    let (line, next) = (line.trim_ascii_start(), next.trim_ascii_start());
    let first = |text: &'t [u8]| text.split(|&byte| byte == b' ').next().filter(|word| is_part_of_word(word));
    let last = |text: &'t [u8]| {
        let mut words = text.rsplit(|&byte| byte == b' ');
        let part = words.next().filter(|word| is_part_of_word(word));
        // Behind a number stands what it counts.
        part.filter(|_| !words.next().is_some_and(|word| word.last().is_some_and(u8::is_ascii_digit)))
    };
    let end = last(line).filter(|_| last(next).is_none());
    let beginning = || first(next).filter(|_| first(line).is_none());
    let rest = || {
        let is_rest = line.last().is_some_and(u8::is_ascii_lowercase) && is_rest_of_word(next);
        is_rest.then(|| &next[..next.iter().take_while(|byte| byte.is_ascii_alphabetic()).count()])
    };
    end.or_else(beginning).or_else(rest)
}

/// Whether it is a word of the text around, with a space on both sides of it.
fn is_word_around(context: &BreakContext, part: &[u8]) -> bool {
    const BLANK: &[u8] = b" ";
    let word = [BLANK, part, BLANK].concat();
    [context.before, context.behind].iter().any(|text| {
        context.ahead.worked(text.len() / 8);
        memchr::memmem::find_iter(text, &word).any(|at| is_within_line(&text[..at]))
    })
}

/// Whether what follows stands behind a word of its line, and not behind its margin or its marks.
fn is_within_line(before: &[u8]) -> bool {
    let is_of_word = |byte: &&u8| byte.is_ascii_alphanumeric() || !byte.is_ascii();
    before.iter().rev().take_while(|&&byte| byte != b'\n').find(is_of_word).is_some()
}

/// The words of consonants that texts about programs have most of; sorted.
const CONSONANTS: [&str; 48] = [
    "bgp", "cd", "cp", "css", "csv", "cvs", "db", "dll", "dns", "ftp", "gcc", "gdb", "gpg", "gtk", "hrs", "js", "kg",
    "km", "ls", "ml", "mm", "msg", "mv", "npm", "pdf", "php", "png", "ps", "rm", "rpm", "sh", "sms", "sql", "src",
    "ssh", "ssl", "st", "svg", "svn", "tcl", "tcp", "tls", "tmp", "txt", "vpn", "vs", "www", "xml",
];

/// Whether these are consonants that make no word by themselves.
fn is_part_of_word(text: &[u8]) -> bool {
    const MAX_LENGTH: usize = 3;
    (1..=MAX_LENGTH).contains(&text.len())
        && text.iter().all(|byte| byte.is_ascii_lowercase() && !b"aeiouy".contains(byte))
        && CONSONANTS.binary_search_by(|word| word.as_bytes().cmp(text)).is_err()
}

fn has_no_text(line: &[u8]) -> bool {
    line.trim_ascii().is_empty()
}

/// Whether a line ends as the last of a paragraph does.
fn ends_sentence(line: &[u8]) -> bool {
    matches!(line.trim_ascii_end(), [.., b'.' | b':' | b'!' | b'?' | b')'])
}

/// The lines of a text.
fn lines_behind(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(text);
    iter::from_fn(move || {
        let text = rest?;
        let end = memchr::memchr(b'\n', text);
        rest = end.map(|end| &text[end + 1..]);
        Some(without_return(&text[..end.unwrap_or(text.len())]))
    })
}

/// The lines of a text from the last to the first.
fn lines_before(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(text);
    iter::from_fn(move || {
        let text = rest?;
        let end = memchr::memrchr(b'\n', text);
        rest = end.map(|end| &text[..end]);
        Some(without_return(&text[end.map_or(0, |end| end + 1)..]))
    })
}

fn without_return(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// What is behind the first line of a text, which may begin in the middle of it.
fn from_line(text: &[u8]) -> &[u8] {
    memchr::memchr(b'\n', text).map_or(&[], |end| &text[end + 1..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_sorted() {
        assert!(CONSONANTS.is_sorted());
    }

    #[test]
    fn what_stands_behind_a_margin_alone_is_not_within_its_line() {
        assert!(is_within_line(b"\n    the pot") && is_within_line("\n# é".as_bytes()));
        assert!(!is_within_line(b"the pot\n   ") && !is_within_line(b"\n> ") && !is_within_line(b""));
    }

    #[test]
    fn consonants_are_a_part_of_a_word_unless_they_are_one() {
        assert_eq!(part_of_cut_word(b"the pot wh", b"ich is there"), Some(&b"wh"[..]));
        assert_eq!(part_of_cut_word(b"the pot is i", b"n it"), Some(&b"n"[..]), "the rest is none by itself");
        assert_eq!(part_of_cut_word(b"and 400 ml", b"of water"), None, "it is what a number counts");
        assert_eq!(part_of_cut_word(b"and by ssh", b"to others"), None);
        assert_eq!(part_of_cut_word(b"one pot wh", b"two pots th"), None, "they are rows of a table");
    }
}
