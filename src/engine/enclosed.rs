//! A URL between delimiters: all text up to the closing one, across line ends.

use super::{
    around::{Around, is_soft_break, line_end},
    at_word,
    classes::RUN,
    left::{Left, Opening},
    line::{self, columns},
    rules,
    scheme::begins_url,
    text::{self, SPACE, Text},
    view::View,
};
use crate::config::{Hyphen, Rejoin};

/// The most lines of a URL between delimiters.
const MAX_LINES: usize = 16;

/// The text between delimiters.
pub(super) enum Enclosed {
    /// One line, up to this index.
    Line(usize),
    /// Several lines with their breaks removed, and the index of the closing delimiter.
    Lines(View, usize),
}

/// Reads the URL that begins at `start` up to the closing delimiter. Returns `None` if there is none, or if the text is
/// not a URL.
pub(super) fn read(text: &Text, left: &Left, start: usize, level: Rejoin, hyphen: Hyphen) -> Option<Enclosed> {
    let mut view = View::default();
    let (mut piece, mut at, mut lines) = (start, start, 0);
    let frame = line::frame(text, start);
    loop {
        let (c, length) = text.char(at);
        if length == 0 {
            return None;
        }
        if closes(left, c) {
            return Some(if lines == 0 {
                Enclosed::Line(at)
            } else {
                view.copy(text.bytes, piece..at);
                Enclosed::Lines(view, at)
            });
        }
        let string = if c == '"' { line::string(text, at) } else { None };
        if c == '<' || c == '"' && string.is_none() || c == '\u{1B}' {
            return None;
        }
        let is_space = if c.is_ascii() { text::is(c as u8, SPACE) } else { c.is_whitespace() };
        if string.is_none() && !is_space {
            at = text.run(at + length, RUN);
            continue;
        }
        let Some(next) = string.map(|string| string.next).or_else(|| line::next(text, at)) else {
            // A blank, before the closing delimiter or a title.
            let after = line::skip_blanks(text, at);
            if let Some(host) =
                at_word::before_line_end(text, frame, at).filter(|_| level != Rejoin::Off && lines < MAX_LINES)
            {
                view.copy(text.bytes, piece..at);
                view.decode(text.bytes, at..at + 1, b"@");
                (piece, at, lines) = (host, host, lines + 1);
                continue;
            }
            let is_angle = matches!(left.opening, Opening::Angle { .. });
            let is_end = is_angle && (text.byte(after) == b'>' || rules::TEXT_IN_ANGLE.holds(lines == 0 && after > at));
            if !is_end {
                return None;
            }
            view.copy(text.bytes, piece..at);
            return Some(if lines == 0 { Enclosed::Line(at) } else { Enclosed::Lines(view, after) });
        };
        let goes_on = string.and_then(|string| string.string).unwrap_or_else(|| line::inside(text, frame, next).0);
        let closes_there = closes(left, text.char(goes_on).0);
        lines += 1;
        if level == Rejoin::Off && !closes_there || lines > MAX_LINES || text::is(text.byte(goes_on), SPACE) {
            return None;
        }
        let is_whole = !text.bytes[..at].ends_with(b"/");
        if rules::NEXT_LINE_IS_URL.holds(is_whole && begins_url(text, goes_on)) {
            return None;
        }
        if at > piece {
            let (begin, next_end) = (line::begin(text, piece), line_end(text, goes_on));
            let around = Around::read(text, begin, next_end, columns(&text.bytes[begin..at]));
            let kept = around.without_hyphen(&text.bytes[piece..at], &text.bytes[goes_on..next_end], hyphen);
            let kept_piece = &text.bytes[piece..piece + kept];
            let is_soft = kept_piece.ends_with(b"=") && is_soft_break(text, begin, at, next_end);
            let sign = usize::from(rules::SOFT_BREAK_ENCLOSED.holds(is_soft));
            view.copy(text.bytes, piece..piece + kept - sign);
        }
        if closes_there {
            return Some(if lines == 1 { Enclosed::Line(at) } else { Enclosed::Lines(view, goes_on) });
        }
        (piece, at) = (goes_on, goes_on);
    }
}

/// Returns `true` if the character closes the delimiter before the URL.
fn closes(left: &Left, c: char) -> bool {
    match left.opening {
        Opening::Angle { .. } => c == '>',
        Opening::Quote(marks) => marks.contains(&c),
        Opening::Prefix | Opening::Bare => false,
    }
}
