//! The search for the next trigger: one pass over the text that stops at few places, all of them cheap to dismiss.

use super::{
    block::{
        self, BEFORE, BEHIND, BLOCK, BlockSearch, BlockSearcher, Candidates, Check, Classes, Classifier, Sought, Task,
    },
    prefix::is_prefixed_bracket,
    schemes,
};
use crate::{
    link::{Kind, Kinds},
    text::{
        byte_table::byte_table,
        characters::{character_escape_before, is_markup_mark},
    },
    uri::{
        class::{ALPHA, CharClass, DIGIT},
        schemes::registry::{MAX_KNOWN, may_end_without_slashes},
    },
};

/// What kind of trigger stands at a [`Hit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trigger {
    /// A colon that a scheme may end at.
    Colon,
    /// The dot of `www.` or `ftp.`.
    Abbreviation,
    /// A dot inside what may be a host name.
    Dot,
    /// An `@` inside what may be a mail address.
    At,
    /// The colon of `URL:`, where a relative reference may follow.
    Prefix,
}

/// A place where the text deserves a closer look: the index of its colon, dot or `@`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hit {
    pub(crate) at: usize,
    pub(crate) trigger: Trigger,
}

/// Which triggers to look for, and how.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    search: BlockSearch,
    abbreviations: bool,
    dots: bool,
    ats: bool,
    prefixes: bool,
}

impl Wanted {
    /// The triggers of links of these kinds; those of references, too, when there is a base for them.
    pub(crate) fn new(kinds: Kinds, has_base: bool) -> Wanted {
        let (dots, ats, prefixes) = (kinds.contains(Kind::Domain), kinds.contains(Kind::Email), has_base);
        let sought = match () {
            () if prefixes => Sought::SpacedColons,
            () if dots => Sought::Dots,
            () if ats => Sought::Ats,
            () => Sought::Colons,
        };
        Wanted { search: BlockSearch::new(sought), abbreviations: kinds.contains(Kind::Www), dots, ats, prefixes }
    }

    /// Does what there is to do with the processor's instructions, and a searcher for these triggers.
    #[inline(always)]
    pub(crate) fn run<T: Task>(&self, task: T) -> T::Answer {
        self.search.run(task)
    }

    /// The first hit at or after `from`. `reached` is the block that the last one of this text was found in.
    #[inline(always)]
    pub(crate) fn next_hit(
        &self,
        searcher: impl BlockSearcher,
        bytes: &[u8],
        from: usize,
        reached: &mut Candidates,
    ) -> Option<Hit> {
        if from < BEFORE
            && let Some(hit) = (from..BEFORE).find_map(|at| hit_at(searcher, bytes, at, self))
        {
            return Some(hit);
        }
        match block::find(
            searcher,
            bytes,
            from,
            reached,
            HitIn { classifier: searcher, bytes, wanted: self, offset: 0 },
        ) {
            Ok(hit) => Some(hit),
            // The bytes behind the last whole block.
            Err(rest) => self.hit_in_rest(bytes, rest),
        }
    }

    /// The first hit in the bytes from `rest` on, which are fewer than a block and what is read behind it.
    #[inline(never)]
    fn hit_in_rest(&self, bytes: &[u8], rest: usize) -> Option<Hit> {
        let last = bytes.get(rest - BEFORE..)?;
        let mut block = [0; BEFORE + BLOCK + BEHIND];
        block[..last.len()].copy_from_slice(last);
        self.run(InBlock { block: &block, bytes, wanted: self, offset: rest - BEFORE })
    }
}

/// To find the first hit in a block.
struct InBlock<'w> {
    block: &'w [u8; BEFORE + BLOCK + BEHIND],
    bytes: &'w [u8],
    wanted: &'w Wanted,
    /// The index in the text of the first byte of the block.
    offset: usize,
}

impl Task for InBlock<'_> {
    type Answer = Option<Hit>;

    #[inline(always)]
    fn run(self, searcher: impl BlockSearcher) -> Option<Hit> {
        let InBlock { block, bytes, wanted, offset } = self;
        let mut reached = Candidates::default();
        block::find(searcher, block, BEFORE, &mut reached, HitIn { classifier: searcher, bytes, wanted, offset }).ok()
    }
}

/// Asks whether there is a hit at a byte.
#[derive(Clone, Copy)]
struct HitIn<'w, C> {
    classifier: C,
    bytes: &'w [u8],
    wanted: &'w Wanted,
    /// What is added to the index of a byte to have that in the text.
    offset: usize,
}

impl<C: Classifier> Check for HitIn<'_, C> {
    type Answer = Hit;

    #[inline(always)]
    fn at(self, index: usize) -> Option<Hit> {
        hit_at(self.classifier, self.bytes, self.offset + index, self.wanted)
    }
}

/// The hit at exactly this byte.
#[inline(always)]
fn hit_at(classifier: impl Classifier, bytes: &[u8], at: usize, wanted: &Wanted) -> Option<Hit> {
    let trigger = match bytes.get(at..) {
        // Most are this one, if there are no prefixes.
        Some([b':', b'/', b'/', ..]) if !wanted.prefixes => Trigger::Colon,
        // Code is full of these two, neither of which ends a scheme.
        Some([b':', b':', ..]) if !wanted.prefixes => return None,
        Some([b':', after, ..]) if at > 0 && bytes[at - 1] == b':' && !matches!(after, b'/' | b'\\') => return None,
        // So are logs and catalogues of translations of the name of a file and the number of a line.
        Some([b':', after, ..])
            if !wanted.prefixes
                && !matches!(after, b'/' | b'\\' | b'\n' | b'\r')
                && ends_no_scheme(classifier, bytes, at) =>
        {
            return None;
        }
        _ => trigger_at(bytes, at, wanted)?,
    };
    Some(Hit { at, trigger })
}

/// Whether it is told at once that what ends at the colon is neither a scheme that takes no slashes nor behind `<URL:`.
#[inline(always)]
fn ends_no_scheme(classifier: impl Classifier, bytes: &[u8], colon: usize) -> bool {
    let Classes { alphanumeric, hyphens, dots, .. } = classifier.classes_before(bytes, colon);
    let length = (alphanumeric | hyphens | dots).leading_ones() as usize;
    let start = colon - length.min(colon);
    let is_whole = length <= MAX_KNOWN && bytes[..start].last() != Some(&b'+');
    is_whole && !may_end_without_slashes(&bytes[..colon]) && !is_prefixed_bracket(bytes, start)
}

#[inline(never)]
fn trigger_at(bytes: &[u8], at: usize, wanted: &Wanted) -> Option<Trigger> {
    Some(match *bytes.get(at)? {
        b':' if wanted.prefixes && is_prefix(bytes, at) => Trigger::Prefix,
        b':' if is_colon(bytes, at) => Trigger::Colon,
        b'.' if wanted.abbreviations && is_abbreviation(bytes, at) => Trigger::Abbreviation,
        b'.' if wanted.dots && is_inner_dot(bytes, at) => Trigger::Dot,
        // The ideographic full stop separates the labels of a host name too.
        0xE3 if wanted.dots && bytes[at..].starts_with("。".as_bytes()) => Trigger::Dot,
        b'@' if wanted.ats && is_at(bytes, at) => Trigger::At,
        _ => return None,
    })
}

/// Two slashes follow the colon, perhaps with JSON's escapes, or a scheme that needs none may end there. White space never
/// follows it outside brackets, but for the line end that a typesetter puts in front of the slashes, and no other colon: no scheme in
/// use has one there, and names in programs do.
fn is_colon(bytes: &[u8], at: usize) -> bool {
    match bytes.get(at + 1..) {
        Some([b'/', b'/', ..] | [b'\\', b'/', b'\\', b'/', ..]) => true,
        Some([b'\\', b'u', ..]) => schemes::begins_numbered_slashes(&bytes[at + 1..]),
        Some([b'\n' | b'\r', ..] | [b'/', b'\n' | b'\r', ..]) if schemes::slashes_before_break(bytes, at).is_some() => {
            true
        }
        Some([after, ..]) if *after > b' ' && *after != b':' && at > 0 && bytes[at - 1].is_ascii_alphabetic() => {
            may_end_scheme(bytes, at)
        }
        _ => false,
    }
}

fn may_end_scheme(bytes: &[u8], colon: usize) -> bool {
    schemes::may_be_opaque(bytes, colon) || is_behind_prefix(bytes, colon)
}

/// Whether what ends at `colon` may be a scheme that stands in `<URL:`, which may be any.
fn is_behind_prefix(bytes: &[u8], colon: usize) -> bool {
    let nearby = &bytes[colon.saturating_sub(MAX_KNOWN + 1)..colon];
    let length = nearby.iter().rev().take_while(|&&byte| SCHEME.has(byte)).count();
    is_prefixed_bracket(bytes, colon - length)
}

/// RFC 3986, 3.1: what follows the first letter of a `scheme`.
const SCHEME: &CharClass = &ALPHA.or(DIGIT).or(&CharClass::of(b"+-."));

fn is_prefix(bytes: &[u8], at: usize) -> bool {
    at >= 3 && bytes[at - 3..at].eq_ignore_ascii_case(b"URL")
}

/// A dot between two labels: letters, digits or underscores on both sides, of any script.
fn is_inner_dot(bytes: &[u8], at: usize) -> bool {
    let is_label = |byte: u8| IS_LABEL[usize::from(byte)];
    at > 0 && is_label(bytes[at - 1]) && bytes.get(at + 1).is_some_and(|&after| is_label(after))
}

const IS_LABEL: [bool; 256] = byte_table!(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii());

/// An `@` with something in front of it that is not another `@`: what stands between the two is no local part. Behind it a
/// line may end, in brackets.
fn is_at(bytes: &[u8], at: usize) -> bool {
    let is_second = matches!(bytes[..at], [.., b'@', b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9']);
    !is_second && bytes[..at].last().is_some_and(|&before| before > b' ')
}

/// The dot of an abbreviation that is not part of a longer word or a mail address. The letter that a terminal's colour
/// sequence ends in is no word, nor is the escape of a mark.
fn is_abbreviation(bytes: &[u8], at: usize) -> bool {
    let Some(start) = at.checked_sub(3).filter(|_| matches!(bytes[at - 1], b'w' | b'W' | b'p' | b'P')) else {
        return false;
    };
    let is_glued = |byte: u8| byte == b'@' || byte.is_ascii_alphanumeric() && byte != b'm';
    let word = &bytes[start..at];
    (word.eq_ignore_ascii_case(b"www") || word.eq_ignore_ascii_case(b"ftp"))
        && (start == 0
            || !is_glued(bytes[start - 1])
            || character_escape_before(bytes, start).is_some_and(is_markup_mark))
}
