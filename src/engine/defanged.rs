//! Defanged URLs, written so that nobody follows them by chance: `hxxp://soup[.]example`, `kim[@]soup(.)example`.

use super::{
    bare,
    found::Found,
    left::Opening,
    names,
    reader::{Beginning, Reader},
    scheme::Form,
    text::{LOCAL, NAME, SCHEME, Text},
    view::View,
};
use crate::{
    link::{Delimiter, Kind, Notation},
    uri::schemes::registry::is_known_or_compound,
};

/// What is written, and the mark that it stands for.
const MARKS: [(&[u8], &[u8]); 12] = [
    (b"[.]", b"."),
    (b"(.)", b"."),
    (b"{.}", b"."),
    (b"\\.", b"."),
    (b"[dot]", b"."),
    (b"(dot)", b"."),
    (b"[:]", b":"),
    (b"[://]", b"://"),
    (b"[/]", b"/"),
    (b"[@]", b"@"),
    (b"(@)", b"@"),
    (b"[at]", b"@"),
];

/// Schemes with other letters in place of some, where those stand, and which they stand for.
const SCHEMES: [(&[u8], usize, &[u8]); 4] =
    [(b"hxxp", 1, b"tt"), (b"hxxps", 1, b"tt"), (b"fxp", 1, b"t"), (b"fxps", 1, b"t")];

/// The most bytes before a mark that are read back.
const MAX_BEFORE: usize = 256;

impl<'w> Reader<'_, 'w> {
    /// The defanged URL, host or address that the hit is in.
    pub(super) fn defanged(&self) -> Option<Found<'w>> {
        let text = self.text;
        let start = begin(text, self.floor, self.hit.at);
        let view = view(text, start, start.saturating_add(self.subject.config.window));
        text.worked(view.bytes.len());
        let inner = Text::new(&view.bytes);
        let beginning = self.beginning_in(&inner)?;
        let left = self.left(start);
        let bare = bare::read(&inner, &left, 0, beginning.form, beginning.after);
        text.absorb(inner.steps(), false);
        let bare = bare.ok().filter(|bare| bare.end > 0)?;
        let end = view.source(bare.end);
        let is_defanged = text.bytes[start..end] != view.bytes[..bare.end];
        let delimiter = match left.opening {
            Opening::Angle { .. } if text.byte(end) == b'>' => Delimiter::Angle,
            Opening::Quote(marks) if marks.contains(&text.char(end).0) => Delimiter::Quote,
            _ => Delimiter::Bare,
        };
        let candidate =
            self.candidate_in(&Beginning { start, ..beginning }, delimiter, &view, bare.end, Some(Notation::Defanged));
        is_defanged.then(|| self.accept(candidate?).ok())?
    }

    /// What the text of a view begins with, of the kinds that are asked for.
    fn beginning_in(&self, inner: &Text) -> Option<Beginning> {
        let kinds = self.subject.config.kinds;
        let scheme = inner.run(0, SCHEME);
        if inner.has(scheme, b"://") {
            let is_known = is_known_or_compound(&inner.bytes[..scheme]);
            return is_known.then(|| Beginning::of_url(0, Form::Hierarchical, scheme + b"://".len()));
        }
        if let Some(at) = memchr::memchr(b'@', &inner.bytes[..inner.bytes.len().min(MAX_BEFORE)])
            && let Some((0, end)) = names::address(inner, 0, at)
        {
            return kinds.contains(Kind::Email).then(|| Beginning::of_address(0, end));
        }
        let dot = memchr::memchr(b'.', &inner.bytes[..inner.run(0, NAME)])?;
        let is_host = kinds.contains(Kind::Domain) && names::domain(inner, 0, dot).is_some_and(|(start, _)| start == 0);
        is_host.then(|| Beginning::of_host(0, Kind::Domain, "http://"))
    }
}

/// Where the name, scheme or local part begins that goes on with what the mark at `at` is of.
fn begin(text: &Text, floor: usize, at: usize) -> usize {
    let floor = floor.max(at.saturating_sub(MAX_BEFORE));
    let mut start = at - usize::from(matches!(text.byte_before(at), b'[' | b'(' | b'{' | b'\\'));
    let class = if text.byte(at) == b'@' { LOCAL } else { NAME };
    while start > floor {
        let run = text.run_back(floor, start, class);
        let front = &text.bytes[floor..run];
        let ends_in =
            |mark: &[u8]| front.len() >= mark.len() && front[front.len() - mark.len()..].eq_ignore_ascii_case(mark);
        match MARKS.iter().find(|(written, _)| ends_in(written)) {
            Some((written, _)) => start = run - written.len(),
            None => return run,
        }
    }
    start
}

/// The text from `start` on with the marks that are meant, up to `limit` or to where no URL goes on.
fn view(text: &Text, start: usize, limit: usize) -> View {
    let mut view = View::default();
    let scheme = &text.bytes[start..text.run(start, SCHEME)];
    let mut at = start;
    if let Some((_, offset, letters)) = SCHEMES.iter().find(|(written, ..)| scheme.eq_ignore_ascii_case(written)) {
        view.copy(text.bytes, start..start + offset);
        at = start + offset + letters.len();
        view.decode(text.bytes, start + offset..at, letters);
    }
    while at < limit && text.byte(at) > b' ' && !matches!(text.byte(at), b'<' | b'>' | b'"') {
        let mark = MARKS.iter().find(|(written, _)| text.ahead(at, written.len()).eq_ignore_ascii_case(written));
        if let Some((written, mark)) = mark {
            view.decode(text.bytes, at..at + written.len(), mark);
            at += written.len();
        } else {
            let next = text.until(at + 1, limit, |byte| byte <= b' ' || b"<>\"[({\\".contains(&byte));
            view.copy(text.bytes, at..next);
            at = next;
        }
    }
    view
}
