//! The short way for host names without a scheme, perhaps with a port, a path, query and fragment: `www.a.example`, or any with
//! a known top-level domain, of ASCII letters, digits, hyphens and dots.
//!
//! Texts that are nothing but short names would cost many times as much the long way, which finds the same (the tests
//! compare them). Behind the name it goes on as a plain URL does.

use std::ops::{ControlFlow, Range};

use super::{
    front_mark::{FrontMark, is_behind_part, is_end_at, is_other_script_at, may_be_end_at, name_front},
    no_name::{begins_with_dot, no_host_name},
    plain::{Plain, PlainTail, Surroundings, TailBlock, behind_host, is_closed_at},
    plain_name::{Host, NameRun, has_hyphens, host, is_wide_letter_at, plain_name_start, wide_host, wide_start},
    rest_below::may_be_above_path,
};
use crate::{
    engine::{
        forms::string_in_line::may_go_on_behind_mark,
        scan::{BLOCK, Classes, Classifier, Hit, Trigger},
    },
    link::Kind,
    text::top_level_domains::is_top_level_domain,
};

/// How much punctuation behind a name is looked behind for an escape: as much as the long way does.
const MAX_PUNCTUATION: usize = 8;

/// What the search says of a text that plain names are looked for in.
pub(crate) trait Around {
    /// Whether the name that begins and ends at these indices is a host's and no member's.
    fn takes_for_host(&self, start: usize, end: usize) -> Option<bool>;

    /// Whether the URL of the host's name that begins and ends at these indices is over before the mark there.
    fn stops_with_name(&self, start: usize, end: usize) -> Option<bool>;

    /// Where the quotation ends that begins at `start` and any of these marks closes, if it is one piece; `Some(None)` where
    /// nothing closes it.
    fn quotation(&self, start: usize, marks: &'static [char]) -> Option<Option<usize>>;

    /// Whether evidence is weighed there.
    fn weighs(&self) -> bool;

    /// Whether a URL may go on behind the white space at `at`.
    fn continues_behind(&self, bytes: &[u8], at: usize) -> Option<bool>;
}

/// What a plain name turned out to be.
pub(crate) enum PlainName {
    Host(Plain),
    /// That of no host: nothing begins before this index.
    Nothing(usize),
}

/// The bytes behind a dot.
pub(crate) struct BehindDot<C> {
    classifier: C,
    /// Where they begin.
    pub(super) start: usize,
    classes: Classes,
}

impl<C: Classifier> BehindDot<C> {
    /// Those behind the dot of `hit`, which may be ideographic.
    #[inline(always)]
    pub(crate) fn new(classifier: C, bytes: &[u8], hit: Hit) -> BehindDot<C> {
        let dot = if bytes[hit.at] == b'.' { 1 } else { "。".len() };
        let start = hit.at + dot;
        BehindDot { classifier, start, classes: classifier.classes(bytes, start) }
    }

    /// How many of them in a row are ASCII letters, digits, hyphens, dots and underscores: a block of them at most.
    #[inline(always)]
    pub(super) fn run(&self) -> usize {
        let Classes { alphanumeric, hyphens, dots, underscores, .. } = self.classes;
        (alphanumeric | hyphens | dots | underscores).trailing_ones() as usize
    }
}

/// The plain host name that has the dot of `hit` in it, if there is one.
#[inline(always)]
pub(crate) fn plain_host(
    surroundings: &Surroundings<'_>,
    hit: Hit,
    behind: &BehindDot<impl Classifier>,
    around: &impl Around,
) -> Option<PlainName> {
    let Surroundings { bytes, floor, limit, .. } = *surroundings;
    let is_abbreviation = hit.trigger == Trigger::Abbreviation;
    let NameAround { name, path } = match name_around(surroundings, hit, behind, around)? {
        ControlFlow::Continue(name) => name,
        ControlFlow::Break(resume) => return Some(PlainName::Nothing(resume)),
    };
    if !is_abbreviation && is_behind_part(bytes, floor, name.start) {
        return Some(PlainName::Nothing(name.end));
    }
    if matches!(bytes[floor..name.start], [.., b't' | b'T', b'>' | b']' | b')' | b'}']) {
        // The word for a dot may stand there in brackets.
        return None;
    }
    let opening = name_front(bytes, floor, name.start)?;
    if !is_abbreviation && !around.takes_for_host(name.start, name.end)? {
        let is_whole =
            bytes[name.clone()].is_ascii() && matches!(*bytes.get(name.end)?, next if next.is_ascii() && next != b'_');
        return is_whole.then_some(PlainName::Nothing(name.end));
    }
    let Range { start, end: host_end } = name;
    let tail = tail_behind(bytes, opening, name.clone(), path, around)?;
    let end = tail.end;
    let is_short = end - start + MAX_PUNCTUATION < limit;
    if !is_short || end == host_end && *bytes.get(end)? > b' ' && may_go_on_behind_name(bytes, end)? {
        return None;
    }
    if is_abbreviation && tail.has_nothing() && around.weighs() && may_be_above_path(bytes, end)? {
        return None;
    }
    let (kind, scheme_end) = match bytes[start] {
        b'f' | b'F' if is_abbreviation => (Kind::Www, "ftp".len()),
        _ if is_abbreviation => (Kind::Www, "http".len()),
        _ => (Kind::Domain, "http".len()),
    };
    let components = tail.components(start, scheme_end + "://".len(), scheme_end, name);
    Some(PlainName::Host(tail.link(kind, start, components)))
}

/// The name around a hit, and the block that a path behind it begins in.
struct NameAround<C> {
    name: Range<usize>,
    path: TailBlock<C>,
}

/// The name that has the dot of `hit` in it, if it is plain; `Break` where no host's name is there, with the index that nothing
/// begins before.
#[inline(always)]
fn name_around<C: Classifier>(
    surroundings: &Surroundings<'_>,
    hit: Hit,
    behind: &BehindDot<C>,
    around: &impl Around,
) -> Option<ControlFlow<usize, NameAround<C>>> {
    let Surroundings { bytes, floor, is_wide, .. } = *surroundings;
    let &BehindDot { classifier, start: second, classes } = behind;
    let is_abbreviation = hit.trigger == Trigger::Abbreviation;
    let is_ideographic = bytes[hit.at] != b'.';
    let is_inner = !is_abbreviation && !is_ideographic;
    if !is_abbreviation && begins_with_dot(&bytes[second..]) {
        return Some(ControlFlow::Break(hit.at + 1));
    }
    let mut path = TailBlock { classifier, start: second, bits: classes.tail };
    let Host { label, end } = match NameRun::new(bytes, second, &classes) {
        Some(run) if !is_wide_letter_at(bytes, run.end) || is_other_script_at(bytes, run.end) => {
            if !is_top_level_domain(&bytes[run.label..run.name_end]) {
                let takes_for_host = |start, end| around.takes_for_host(start, end);
                let resume = if is_inner { no_host_name(bytes, floor, hit.at, &run, takes_for_host) } else { None };
                return resume.map(ControlFlow::Break);
            }
            host(bytes, second, &classes)?
        }
        _ if is_wide && is_inner => {
            let host = wide_host(bytes, second)?;
            path = TailBlock::at(classifier, bytes, host.end);
            host
        }
        _ => return None,
    };
    let start = match plain_name_start(classifier, bytes, floor, hit.at) {
        // A label of its own has to stand between it and the top-level domain.
        _ if is_abbreviation => hit.at.checked_sub(3).filter(|&start| start >= floor && label > second)?,
        Some(start) => start,
        _ if is_wide && is_inner => wide_start(bytes, floor, hit.at)?,
        _ => return None,
    };
    // Behind the ideographic full stop stands the top-level domain.
    if end - start >= BLOCK || is_ideographic && (!is_wide || label > second) {
        return None;
    }
    let name = &bytes[start..end];
    let may_be_encoded = !name.is_ascii() && has_hyphens(name);
    (!may_be_encoded).then_some(ControlFlow::Continue(NameAround { name: start..end, path }))
}

/// What follows the name, behind this opening, if all of it is plain.
#[inline(always)]
fn tail_behind(
    bytes: &[u8],
    opening: FrontMark,
    name: Range<usize>,
    path: TailBlock<impl Classifier>,
    around: &impl Around,
) -> Option<PlainTail> {
    let Range { start, end } = name;
    let behind = |mark| behind_host(bytes, mark, start, name, path, |bytes, at| around.continues_behind(bytes, at));
    let is_over = || Some(is_end_at(bytes, end)? || may_be_end_at(bytes, end) && around.stops_with_name(start, end)?);
    match opening {
        FrontMark::Nothing | FrontMark::WideSpace if is_over()? => Some(PlainTail::none(end)),
        FrontMark::Nothing => behind(b' '),
        FrontMark::WideSpace => None,
        FrontMark::Bracket => behind(b'<'),
        FrontMark::Quotation(_) if is_closed_at(bytes, start, end) => Some(PlainTail::none(end).in_quotation()),
        FrontMark::Quotation(marks) if is_over()? => match around.quotation(start, marks)? {
            Some(closing) => (closing == end).then_some(PlainTail::none(end).in_quotation()),
            None => Some(PlainTail::none(end)),
        },
        FrontMark::Quotation(['"', ..]) => behind(b'"'),
        FrontMark::Quotation(_) => None,
    }
}

/// Whether what stands at `end` behind a name, and is no space, may be more of it for all that is seen at once: behind a mark and a dot a label may stand.
#[inline(never)]
fn may_go_on_behind_name(bytes: &[u8], end: usize) -> Option<bool> {
    let is_before_dot = *bytes.get(end + 1)? == b'.' || bytes[end] == b'`';
    Some(is_before_dot || is_before_escape(bytes, end)? || may_go_on_behind_mark(bytes, end)?)
}

/// Whether a backslash stands behind the punctuation at `end`: then it may be that of an escape.
#[inline(always)]
fn is_before_escape(bytes: &[u8], end: usize) -> Option<bool> {
    let mut at = end;
    while at < end + MAX_PUNCTUATION {
        match *bytes.get(at)? {
            b'\\' => return Some(true),
            byte if byte.is_ascii_punctuation() => at += 1,
            _ => return Some(false),
        }
    }
    Some(*bytes.get(at)? == b'\\')
}
