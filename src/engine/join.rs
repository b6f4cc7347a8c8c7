//! A URL that nothing delimits over the ends of its lines.

use super::{
    around::{Around, is_soft_break, line_end},
    bare::{self, Bare},
    evidence::{Break, Evidence, veto_of_break, veto_of_lines},
    left::Left,
    line::{self, Ending, Frame, columns},
    rules::EngineRule,
    scheme::{Form, begins_url},
    text::{self, Text, VISIBLE},
    view::View,
    weights::{AUTO, EAGER},
};
use crate::{
    config::{Config, Rejoin},
    link::Piece,
    text::characters::is_typographic_hyphen,
};

/// The most breaks of a URL.
const MAX_BREAKS: usize = 32;

/// The bytes that follow a piece in the view, for what looks ahead.
const BEHIND: usize = 64;

/// The sum of a certain reason against a join.
const CERTAIN: f32 = -20.0;

/// A URL with what evidence joined to it.
pub(super) struct Chain {
    pub(super) view: View,
    /// How much of the view is the URL.
    pub(super) length: usize,
    /// How sure the least sure of the joins is.
    pub(super) confidence: f32,
}

/// A break that was judged. Positions are those of the text.
pub(super) struct Judged {
    pub(super) end: usize,
    pub(super) at: usize,
    held: Evidence,
    veto: Option<&'static EngineRule>,
    pub(super) is_joined: bool,
}

impl Judged {
    /// The ids of what holds, and what each weighs.
    pub(super) fn evidence(&self) -> Vec<(&'static str, f32)> {
        self.held.pieces().chain(self.veto.map(|rule| (rule.id, CERTAIN))).collect()
    }

    pub(super) fn confidence(&self) -> f32 {
        self.held.confidence()
    }
}

/// The sum that a join needs at a level; `None` if nothing is joined.
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

/// A URL that is to be followed over its breaks.
pub(super) struct Start<'a> {
    pub(super) left: &'a Left,
    pub(super) start: usize,
    pub(super) form: Form,
    /// Where it goes on after its scheme.
    pub(super) after: usize,
}

impl Start<'_> {
    /// The host of the URL, and what follows it.
    fn host<'u>(&self, url: &'u [u8]) -> &'u [u8] {
        &url[(self.after - self.start).min(url.len())..]
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
    let frame = line::frame(text, line::begin(text, start), start);
    let mut chain = Chain { view: View::default(), length: 0, confidence: 1.0 };
    let (mut piece, mut stop, mut before) = (start, stop, 0);
    for _ in 0..MAX_BREAKS {
        let Some(lines) = Lines::read(text, from, &frame, piece..stop) else { break };
        let is_first = piece == start;
        if !is_first {
            chain.view.copy(text.bytes, piece..stop);
        }
        let url = if is_first { &text.bytes[piece..stop] } else { &chain.view.bytes };
        let mut seen = lines.of(text, from, &frame, url, before);
        text.worked(256);
        let mut held = Evidence::default();
        let veto = veto_of_break(&seen);
        let is_over = veto.is_some() && !config.explain;
        if !is_over {
            seen.width = columns(&text.bytes[lines.begin..lines.piece.end]);
            held = Evidence::of_break(&seen);
        }
        if is_over || held.most(&seen) < least && !config.explain {
            piece = stop;
            break;
        }
        let width = seen.width;
        seen.around = Around::read(text, lines.begin, lines.next_end, width);
        held = held.and_lines(&seen);
        let veto = veto.or_else(|| veto_of_lines(&seen));
        let kept = if seen.is_soft() {
            stop - piece - 1
        } else {
            seen.around.without_hyphen(seen.raw, seen.word, config.hyphen)
        };
        let is_in_host = seen.is_in_host();
        if is_first {
            chain.view.copy(text.bytes, piece..stop);
        }
        let at = chain.view.bytes.len() - (stop - piece - kept);
        chain.view.truncate(at);
        let next_end = text.run(lines.token, VISIBLE);
        let mut read = None;
        if veto.is_none() && held.sum() >= least {
            chain.view.copy(text.bytes, lines.token..next_end + text.ahead(next_end, BEHIND).len());
            // What is joined has to reach into the next line.
            read = read_view(text, &chain.view, left, form, after - start)
                .filter(|bare| bare.end > at && (!is_in_host || ends_host(&chain.view, bare, after - start)));
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
        let view_stop = lines.token + (bare.stop - at);
        (piece, stop, before) = (lines.token, view_stop.min(next_end), width);
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

fn read_view(text: &Text, view: &View, left: &Left, form: Form, after: usize) -> Option<Bare> {
    let copy = Text::new(&view.bytes);
    let bare = bare::read(&copy, left, 0, form, after).ok();
    text.absorb(copy.steps(), false);
    bare
}

/// Returns `true` if the host of a view is known to be one.
fn ends_host(view: &View, bare: &Bare, after: usize) -> bool {
    super::host::trust(&view.bytes[after.min(bare.host_end)..bare.host_end]) == super::host::Trust::Known
}

/// The two lines of a break.
pub(super) struct Lines {
    piece: Piece,
    /// Where the line of the break begins, and its text.
    begin: usize,
    text: usize,
    /// Where the next line begins, and its first word; where its text ends.
    next: usize,
    token: usize,
    next_end: usize,
    pub(super) kept: line::Kept,
    pub(super) is_string: bool,
}

impl Lines {
    /// Reads the lines of the break after `piece`; `None` if no URL can go on in the next line.
    fn read(text: &Text, from: &Start, frame: &Frame, piece: Piece) -> Option<Lines> {
        let Ending { next, string } = line::ending(text, frame, piece.end)?;
        if string.is_some_and(|next| !may_go_on(text, piece.end, next, from)) {
            return None;
        }
        let begin = line::begin(text, piece.start);
        let (token, kept) = string.map_or_else(|| line::inside(text, *frame, next), |at| (at, line::Kept::Same));
        let is_before_host = text.bytes[..piece.end].ends_with(b"/");
        if !text::is(text.byte(token), VISIBLE)
            || begins_url(text, token) && !(is_before_host && text.has(token, b"www."))
        {
            return None;
        }
        let text_begin = if frame.text >= begin { frame.text } else { line::inside(text, *frame, begin).0 };
        let next_end = line_end(text, token);
        Some(Lines { piece, begin, text: text_begin, next, token, next_end, kept, is_string: string.is_some() })
    }

    /// What the break says of itself. `url` is the URL up to it; it was broken in a line of the width `before`.
    fn of<'a, 't>(
        &'a self,
        text: &'a Text<'t>,
        from: &'a Start<'a>,
        frame: &'a Frame<'t>,
        url: &'a [u8],
        before: usize,
    ) -> Break<'a, 't> {
        let line = &text.bytes[self.token..self.next_end];
        let token_end = line.iter().position(|&byte| byte <= b' ').unwrap_or(line.len());
        let (word, rest) = line.split_at(token_end);
        // Another string or tag may follow without a blank.
        let word =
            word.split(|byte| matches!(byte, b'<' | b'"')).next().filter(|word| !word.is_empty()).unwrap_or(word);
        let is_mark = |byte: &u8| b".,;:!?)]}>\"'".contains(byte);
        let trimmed = word.iter().rposition(|byte| !is_mark(byte)).map_or(0, |last| last + 1);
        let (word, marks) = word.split_at(trimmed.max(1).min(word.len()));
        let rest = if frame.is_cell() { line::up_to_side(rest) } else { rest }.trim_ascii_end();
        let has_tail = matches!(from.form, Form::Opaque | Form::Mail)
            || from.host(url).iter().any(|byte| matches!(byte, b'/' | b'?' | b'#'));
        let raw = &text.bytes[self.piece.clone()];
        let (width, around) = (0, Around::UNKNOWN);
        Break { text, from, frame, lines: self, url, raw, word, marks, rest, before, has_tail, width, around }
    }
}

/// What is asked of the lines of a break.
impl Break<'_, '_> {
    /// The line up to the URL, without its frame.
    pub(super) fn lead(&self) -> &[u8] {
        &self.text.bytes[self.lines.text.min(self.lines.piece.start)..self.lines.piece.start]
    }

    /// The line below both.
    pub(super) fn below(&self) -> &[u8] {
        let begin = line::after_end(self.text, self.lines.next_end).unwrap_or(self.lines.next_end);
        self.text.bytes[begin..line_end(self.text, begin)].trim_ascii()
    }

    pub(super) fn is_indented_less(&self) -> bool {
        let Lines { begin, text, next, token, .. } = *self.lines;
        let bytes = self.text.bytes;
        columns(&bytes[next.min(token)..token]) < columns(&bytes[begin..text.max(begin)])
    }

    /// The columns that are left in the cell of a table, or in a box.
    pub(super) fn room(&self) -> Option<usize> {
        let end = self.lines.piece.end;
        self.frame.is_cell().then(|| (line::skip_blanks(self.text, end) - end).saturating_sub(1))
    }

    /// It is a soft break of quoted-printable text.
    pub(super) fn is_soft(&self) -> bool {
        self.raw.ends_with(b"=")
            && is_soft_break(self.text, self.lines.begin, self.lines.piece.end, self.lines.next_end)
    }

    /// The line is quoted mail, or was broken when the line above was quoted.
    pub(super) fn is_quoted(&self) -> bool {
        let begin = self.lines.begin;
        self.frame.is_quotation()
            || self.below().starts_with(b">") && begin > 0 && self.text.byte(line::begin(self.text, begin - 1)) == b'>'
    }

    /// It is a host name without a scheme.
    pub(super) fn is_name(&self) -> bool {
        self.from.form == Form::Host
    }

    /// The URL ends in its host, which is not known to be whole.
    pub(super) fn is_in_host(&self) -> bool {
        let host = self.from.host(self.url);
        let is_host = || super::host::trust(host) == super::host::Trust::Known;
        !self.has_tail
            && (host.ends_with(b"-")
                || is_typographic_hyphen(self.text.char_before(self.lines.piece.end))
                || !is_host())
    }
}

/// Returns `true` if the URL may go on in the next string of a program. What is the whole string may be one of several.
fn may_go_on(text: &Text, end: usize, next: usize, from: &Start) -> bool {
    from.form == Form::Hierarchical
        && (from.left.mark != char::from(text.byte(end))
            || matches!(text.byte_before(end), b'/' | b'-' | b'=' | b'&')
            || matches!(text.byte(next), b'/' | b'?' | b'#'))
}
