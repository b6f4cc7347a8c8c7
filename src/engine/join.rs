//! URLs without delimiters that continue across line ends.

use std::borrow::Cow;

use super::{
    bare::{self, last_host},
    cursor::Told,
    evidence::{self, AUTO, EAGER},
    frame,
    host::{MAX_NAME, Trust, trust},
    left::Left,
    line_break::{Break, Earlier},
    scheme::{Beginning, Form},
    tail::At,
    text::Text,
    view::View,
};
use crate::{
    config::{Config, Rejoin},
    link::{self, Piece},
    text::top_level_domains::is_top_level_domain,
};

/// The most breaks in a URL.
const MAX_BREAKS: usize = 32;

/// A URL with the pieces that evidence joined to it.
pub(super) struct Chain {
    pub(super) view: View,
    /// The length of the URL in the view.
    pub(super) length: usize,
    /// The confidence of the least certain join.
    pub(super) confidence: f32,
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

/// Follows the URL that stops at the end of a line over the breaks that evidence says are part of it. `base` is the
/// offset of the text; explanations go into `told`.
pub(super) fn chain(
    config: &Config,
    text: &Text,
    left: &Left,
    from: &Beginning,
    stop: usize,
    base: usize,
    told: &mut Vec<Told>,
) -> Option<Chain> {
    let least = least(config.rejoin)?;
    let frame = frame::read(text, from.start);
    let mut chain = Chain { view: View::default(), length: 0, confidence: 1.0 };
    let (mut piece, mut before) = (from.start..stop, Earlier::default());
    for _ in 0..MAX_BREAKS {
        let url = if chain.length == 0 { &text.bytes[piece.clone()] } else { &chain.view.bytes };
        let Some(seen) = Break::read(text, left, from, &frame, url, piece.clone(), before) else { break };
        text.worked(256);
        let (veto, is_in_host) = (evidence::veto(&seen), seen.is_in_host());
        let may_hold = veto.is_none() && (!is_in_host || may_make_known(&seen));
        if !may_hold && !config.explain {
            break;
        }
        let sum = evidence::weigh(&seen, if config.explain { f32::NEG_INFINITY } else { least });
        let holds = may_hold && sum >= least;
        if !holds && !config.explain {
            break;
        }
        let confidence = evidence::confidence(sum);
        let ((next, behind), earlier, kept) = (seen.next_piece(), seen.earlier(), seen.kept(config.hyphen));
        let explanation = config.explain.then(|| link::Break {
            text: Cow::Owned(text.bytes[from.start..next.end].to_vec()),
            range: from.start + base..next.end + base,
            at: piece.start + kept + base,
            evidence: evidence::held(&seen, veto),
            confidence,
            is_joined: false,
            position: None,
        });
        if chain.length == 0 {
            chain.view.copy(text.bytes, piece.clone());
        }
        chain.view.truncate(chain.view.bytes.len() - (piece.len() - kept));
        let read = if holds { chain.read(text, left, from, next.clone(), behind, is_in_host) } else { None };
        told.extend(explanation.map(|told| Told::Break(link::Break { is_joined: read.is_some(), ..told })));
        let Some(bare) = read else {
            chain.view.copy(text.bytes, piece.start + kept..piece.end);
            break;
        };
        piece = next.start..next.start + (bare.at - chain.view.bytes.len());
        chain.view.copy(text.bytes, piece.clone());
        (chain.length, chain.confidence, before) = (bare.end, chain.confidence.min(confidence), earlier);
        if piece.end > next.end {
            break;
        }
    }
    // An apostrophe that closes another belongs to the URL behind its stop.
    let behind = chain.length.saturating_sub(chain.view.bytes.len());
    chain.view.copy(text.bytes, piece.end..piece.end + behind);
    (chain.length > 0).then_some(chain)
}

impl Chain {
    /// Reads the URL in the view with `next` after it. It has to reach into `next`, and to have a known host if it was in
    /// its host before. As many bytes as `behind` are read with it.
    fn read(
        &mut self,
        text: &Text,
        left: &Left,
        from: &Beginning,
        next: Piece,
        behind: usize,
        is_in_host: bool,
    ) -> Option<At> {
        let (at, after) = (self.view.bytes.len(), from.after - from.start);
        self.view.copy(text.bytes, next.start..next.end + text.ahead(next.end, behind).len());
        let bare = self.view.read(text, |copy| bare::read(copy, left, 0, from.form, after, None)).ok();
        let bare = bare.filter(|bare| bare.end > at && (!is_in_host || ends_host(&self.view, from.form, bare, after)));
        self.view.truncate(at);
        bare
    }
}

/// Returns `false` if no host is known that ends in the next word, after this URL. Each of its labels may be the last.
fn may_make_known(seen: &Break) -> bool {
    let (front, next) = (seen.url, seen.text.ahead(seen.ending.at, MAX_NAME));
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
