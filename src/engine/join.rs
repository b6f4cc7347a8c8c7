//! URLs without delimiters that continue across line ends.

use super::{
    around::without_hyphen,
    bare::{self, last_host},
    evidence::{self, AUTO, CERTAIN, EAGER, Evidence},
    frame,
    host::{MAX_NAME, Trust, trust},
    line_break::{Break, Earlier, Start},
    rules::Exception,
    scheme::Form,
    tail::At,
    text::{Text, VISIBLE},
    view::View,
};
use crate::{
    config::{Config, Rejoin},
    text::top_level_domains::is_top_level_domain,
};

/// The most breaks in a URL.
const MAX_BREAKS: usize = 32;

/// How many bytes after a piece are copied into the view, for lookahead.
const BEHIND: usize = 64;

/// A URL with the pieces that evidence joined to it.
pub(super) struct Chain {
    pub(super) view: View,
    /// The length of the URL in the view.
    pub(super) length: usize,
    /// The confidence of the least certain join.
    pub(super) confidence: f32,
}

/// A judged break. Positions are those of the text.
pub(super) struct Judged {
    pub(super) end: usize,
    pub(super) at: usize,
    held: Evidence,
    veto: Option<&'static Exception>,
    pub(super) is_joined: bool,
}

impl Judged {
    /// Returns the ids of the features that hold, and of the veto, with their weights.
    pub(super) fn evidence(&self) -> Vec<(&'static str, f32)> {
        self.held.pieces().chain(self.veto.map(|rule| (rule.broken.name, CERTAIN))).collect()
    }

    pub(super) fn confidence(&self) -> f32 {
        self.held.confidence()
    }
}

/// Returns the sum that a join needs at a level, or `None` if nothing is joined.
fn least(level: Rejoin) -> Option<f32> {
    match level {
        Rejoin::Auto => Some(AUTO),
        Rejoin::Eager => Some(EAGER),
        Rejoin::AtLeast(confidence) => {
            // The confidence may have been rounded up.
            let confidence = (confidence - f32::EPSILON).max(0.0);
            Some((confidence / (1.0 - confidence)).ln())
        }
        _ => None,
    }
}

/// Follows the URL that stops at the end of a line over the breaks that evidence says are part of it.
pub(super) fn chain(
    config: &Config,
    text: &Text,
    from: &Start,
    stop: usize,
    judged: &mut Vec<Judged>,
) -> Option<Chain> {
    let least = least(config.rejoin)?;
    let Start { left, start, form, after } = *from;
    let frame = frame::read(text, start);
    let mut chain = Chain { view: View::default(), length: 0, confidence: 1.0 };
    let (mut piece, mut stop, mut before) = (start, stop, Earlier::default());
    for _ in 0..MAX_BREAKS {
        if piece > start {
            chain.view.copy(text.bytes, piece..stop);
        }
        let url = if piece == start { &text.bytes[piece..stop] } else { &chain.view.bytes };
        let Some(seen) = Break::read(text, from, &frame, url, piece..stop, before) else {
            piece = stop;
            break;
        };
        text.worked(256);
        let veto = evidence::veto(&seen);
        let may_hold = !seen.is_in_host() || may_make_known(seen.url, text.ahead(seen.token, MAX_NAME));
        let is_asked = veto.is_none() && may_hold || config.explain;
        let held = is_asked.then(|| Evidence::of(&seen, if config.explain { f32::NEG_INFINITY } else { least }));
        let Some(held) = held.filter(|held| config.explain || held.sum() >= least) else {
            piece = stop;
            break;
        };
        let (earlier, is_in_host, token) = (seen.earlier(), seen.is_in_host(), seen.token);
        // A side may stand right after the text of a cell. What a host goes on with is none.
        let (run_end, side) = (text.run(token, VISIBLE), seen.text_end.max(token));
        let is_side = side < run_end && !b":@.-_".contains(&text.byte(side));
        let next_end = if is_side { side } else { run_end };
        let behind = if next_end < seen.text_end || text.byte(next_end) <= b' ' { BEHIND } else { 0 };
        let kept = if seen.is_soft() {
            stop - piece - 1
        } else {
            let bounds = (seen.begin, seen.next_end);
            without_hyphen(text, bounds, frame.is_cell(), seen.raw, seen.word, config.hyphen)
        };
        if piece == start {
            chain.view.copy(text.bytes, piece..stop);
        }
        let at = chain.view.bytes.len() - (stop - piece - kept);
        chain.view.truncate(at);
        let mut read = None;
        if veto.is_none() && held.sum() >= least {
            chain.view.copy(text.bytes, token..next_end + text.ahead(next_end, behind).len());
            // What is joined has to reach into the next line.
            let bare = chain.view.read(text, |copy| bare::read(copy, left, 0, form, after - start, None));
            read = bare
                .ok()
                .filter(|bare| bare.end > at && (!is_in_host || ends_host(&chain.view, form, bare, after - start)));
            chain.view.truncate(at);
        }
        if config.explain {
            judged.push(Judged { end: next_end, at: piece + kept, held, veto, is_joined: read.is_some() });
        }
        let Some(bare) = read else {
            // What was joined before ends in this piece.
            chain.view.copy(text.bytes, piece + kept..stop);
            piece = stop;
            break;
        };
        chain.confidence = chain.confidence.min(held.confidence());
        chain.length = bare.end;
        let view_stop = token + (bare.at - at);
        (piece, stop, before) = (token, view_stop.min(next_end), earlier);
        if view_stop > next_end {
            break;
        }
    }
    if chain.length == 0 {
        return None;
    }
    let rest = chain.length.saturating_sub(chain.view.bytes.len());
    chain.view.copy(text.bytes, piece..piece + rest);
    Some(chain)
}

/// Returns `false` if no host is known that ends in the word at the start of `next`, after this text. Each of its labels
/// may be the last.
fn may_make_known(front: &[u8], next: &[u8]) -> bool {
    let is_label = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let word = next.split(|&byte| byte <= b' ').next().unwrap_or_default();
    let begun = front.iter().rev().take_while(|byte| is_label(byte)).count();
    let (begun, length) = (&front[front.len() - begun..], word.iter().take_while(|byte| is_label(byte)).count());
    let whole = [begun, &word[..length]].concat();
    let may_be_last =
        |label: &[u8]| is_top_level_domain(label) || !label.is_empty() && label.iter().all(u8::is_ascii_digit);
    !word.is_ascii()
        || whole.eq_ignore_ascii_case(b"localhost")
        || may_be_last(&whole)
        || word.split(|byte| !is_label(byte)).any(may_be_last)
}

/// Returns `true` if the view has a known host, perhaps with a port.
fn ends_host(view: &View, form: Form, bare: &At, after: usize) -> bool {
    let (host, end) = match form {
        Form::Mail => (last_host(form, &view.bytes, after, bare), bare.end),
        _ => (Some(after.min(bare.host_end)), bare.host_end),
    };
    let Some(host) = host.map(|host| &view.bytes[host..end]) else { return false };
    let port = host.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    trust(host[..host.len() - port].strip_suffix(b":").unwrap_or(host)) == Trust::Known
}
