//! A URL that nothing delimits.

use super::{
    host::{self, Authority},
    left::Left,
    scheme::Form,
    tail::{self, End, Seen},
    text::Text,
};

/// Where a URL ends, and what stands there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bare {
    pub(super) end: usize,
    pub(super) host_end: usize,
    /// No URL goes on with what stands there.
    pub(super) stop: usize,
    /// The grammar accepts the authority and the tail as they stand.
    pub(super) is_plain: bool,
    pub(super) seen: Seen,
}

/// Reads the URL that begins at `start` and goes on at `after` by its form. `Err` is the byte that can't stand where it does.
pub(super) fn read(text: &Text, left: &Left, start: usize, form: Form, after: usize) -> Result<Bare, usize> {
    let Authority { end: host_end, is_plain } = match form {
        Form::Hierarchical => host::authority(text, after)?,
        Form::Host => host::host_and_port(text, after)?,
        Form::Opaque | Form::Mail | Form::Address => Authority { end: after, is_plain: false },
    };
    let has_tail = form == Form::Opaque || form == Form::Mail || matches!(text.byte(host_end), b'/' | b'?' | b'#');
    if !has_tail {
        return Ok(Bare { end: host_end, host_end, stop: after_marks(text, host_end), is_plain, seen: Seen::NOTHING });
    }
    let End { end, stop, seen } = tail::read(text, left, start, host_end);
    let is_closed = left.is_exact
        && (left.mark == '(' && text.byte(stop) == b')'
            || left.mark != '('
                && text.char(stop).0 == left.mark
                && matches!(text.byte(stop + 1), b',' | b';' | b')' | b']' | b'}' | b'>' | b'\n' | b'\r'));
    let end = if is_closed { stop } else { tail::trim(text, left, start, end) };
    Ok(Bare { end: end.max(host_end), host_end, stop, is_plain: is_plain && seen.is_plain, seen })
}

/// The index after the hyphens, low lines and dots at `end`: a line may end in them, and the host go on in the next.
pub(super) fn after_marks(text: &Text, end: usize) -> usize {
    let mut at = end;
    while matches!(text.char(at).0, '-' | '_' | '.' | '\u{2010}' | '\u{AD}') && at - end < 8 {
        at += text.char(at).1;
    }
    at
}
