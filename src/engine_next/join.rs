//! A URL that nothing delimits over the ends of its lines: what two lines say for and against a break's being inside it.

use super::{
    around::{Around, MAX_LINE, columns, line_end},
    bare::{self, Bare},
    left::Left,
    line::{self, Frame, Kept},
    scheme::{Form, begins_url},
    text::{self, Text, VISIBLE},
    view::View,
    weights::{AUTO, BIAS, EAGER, WEIGHTS},
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
    pub(super) held: u64,
    pub(super) veto: Option<&'static str>,
    pub(super) is_joined: bool,
}

impl Judged {
    /// The names of what holds, and what each weighs.
    pub(super) fn evidence(&self) -> Vec<(&'static str, f32)> {
        let held =
            (0..FEATURES.len()).filter(|bit| self.held >> bit & 1 == 1).map(|bit| (FEATURES[bit].0, WEIGHTS[bit]));
        held.chain(self.veto.map(|name| (name, -20.0))).collect()
    }

    pub(super) fn confidence(&self) -> f32 {
        logistic(sum(self.held))
    }
}

fn sum(held: u64) -> f32 {
    BIAS + (0..FEATURES.len()).filter(|bit| held >> bit & 1 == 1).map(|bit| WEIGHTS[bit]).sum::<f32>()
}

fn logistic(sum: f32) -> f32 {
    1.0 / (1.0 + (-sum).exp())
}

/// The sum that a join needs at a level; `None` if nothing is joined.
fn least(level: Rejoin) -> Option<f32> {
    match level {
        Rejoin::Auto => Some(AUTO),
        Rejoin::Eager => Some(EAGER),
        Rejoin::AtLeast(confidence) => Some((confidence / (1.0 - confidence)).ln()),
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
    let (mut piece, mut stop) = (start, stop);
    for _ in 0..MAX_BREAKS {
        let Some(broken) = Break::read(text, from, &frame, &chain, piece..stop) else { break };
        let end = piece + broken.around.without_hyphen(broken.raw, broken.word, config.hyphen);
        let held =
            FEATURES.iter().enumerate().fold(0, |held, (bit, (_, holds))| held | u64::from(holds(&broken)) << bit);
        let veto = VETOES.iter().find(|(_, holds)| holds(&broken)).map(|(name, _)| *name);
        text.worked(FEATURES.len() * 4);
        let mut view = chain.view.clone();
        view.copy(text.bytes, piece..end);
        let at = view.bytes.len();
        let next_end = text.run(broken.token, VISIBLE);
        view.copy(text.bytes, broken.token..next_end + text.ahead(next_end, BEHIND).len());
        let is_enough = veto.is_none() && sum(held) >= least;
        let read = is_enough.then(|| read_view(text, &view, left, form, after - start)).flatten();
        // What is joined has to reach into the next line.
        let read = read.filter(|bare| bare.end > at && (!broken.is_in_host || ends_host(&view, bare, after - start)));
        judged.push(Judged { end: next_end, at: end, held, veto, is_joined: read.is_some() });
        let Some(bare) = read else { break };
        chain.confidence = chain.confidence.min(logistic(sum(held)));
        chain.length = bare.end;
        let view_stop = broken.token + (bare.stop - at);
        chain.view.copy(text.bytes, piece..end);
        (piece, stop) = (broken.token, view_stop.min(next_end));
        if line::after_end(text, stop).is_none() || view_stop > next_end {
            break;
        }
    }
    if chain.length == 0 {
        return None;
    }
    let rest = chain.length - chain.view.bytes.len();
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

/// A break, and what stands around it.
struct Break<'a> {
    /// The URL up to the break, and its last piece as it stands there.
    url: Vec<u8>,
    raw: &'a [u8],
    left: &'a Left,
    /// The line of the break up to it, without its frame, and its width in columns with it.
    line: &'a [u8],
    width: usize,
    /// The blanks between the URL and the end of its line.
    blanks: usize,
    /// Where the next line's first word begins, the word, without the sentence's marks after it, and what stands after it.
    token: usize,
    word: &'a [u8],
    marks: &'a [u8],
    rest: &'a [u8],
    /// The line after that.
    below: &'a [u8],
    /// The columns of the text in both lines.
    columns: (usize, usize),
    /// The frame has marks, and what became of it in the next line.
    has_marks: bool,
    kept: Kept,
    around: Around,
    is_in_host: bool,
    has_tail: bool,
}

impl<'a> Break<'a> {
    /// Reads what stands around the break after `piece`; `None` if no URL can go on in the next line.
    fn read(text: &'a Text, from: &'a Start, frame: &Frame, chain: &Chain, piece: Piece) -> Option<Break<'a>> {
        let stop = piece.end;
        let next = line::next(text, stop)?;
        let begin = line::begin(text, piece.start);
        let (token, kept) = line::inside(text, *frame, next);
        let is_before_host = text.bytes[..stop].ends_with(b"//");
        if !text::is(text.byte(token), VISIBLE)
            || begins_url(text, token) && !(is_before_host && text.has(token, b"www."))
        {
            return None;
        }
        let token_end = token + text.ahead(token, MAX_LINE).iter().position(|&byte| byte <= b' ').unwrap_or(MAX_LINE);
        let word = text.bytes.get(token..token_end.min(text.bytes.len()))?;
        let next_end = line_end(text, token);
        let trimmed = word.iter().rposition(|byte| !b".,;:!?)]}>\"'".contains(byte)).map_or(0, |last| last + 1);
        let (word, marks) = word.split_at(trimmed.max(1).min(word.len()));
        let below_begin = line::after_end(text, next_end).unwrap_or(next_end);
        let text_begin = if piece.start == from.start { frame.text } else { line::inside(text, *frame, begin).0 };
        let mut url = chain.view.bytes.clone();
        url.extend_from_slice(&text.bytes[piece.clone()]);
        let host = &url[(from.after - from.start).min(url.len())..];
        let has_tail = host.iter().any(|byte| matches!(byte, b'/' | b'?' | b'#'))
            || matches!(from.form, Form::Opaque | Form::Mail);
        let is_host = super::host::trust(host) == super::host::Trust::Known
            && !is_typographic_hyphen(text.char_before(stop))
            && !host.ends_with(b"-");
        let width = columns(&text.bytes[begin..stop]);
        let around = Around::read(text, begin, next_end, width);
        Some(Break {
            raw: &text.bytes[piece.start..stop],
            left: from.left,
            line: &text.bytes[text_begin.min(stop)..stop],
            width,
            blanks: line::skip_blanks(text, stop) - stop,
            token,
            word,
            marks,
            rest: text.bytes[token_end.min(next_end)..next_end].trim_ascii(),
            below: text.bytes[below_begin..line_end(text, below_begin)].trim_ascii(),
            columns: (columns(&text.bytes[begin..text_begin.max(begin)]), columns(&text.bytes[next..token])),
            has_marks: frame.has_marks(),
            kept,
            around,
            is_in_host: !has_tail && !is_host,
            has_tail,
            url,
        })
    }

    fn last(&self) -> u8 {
        *self.raw.last().unwrap_or(&0)
    }

    fn first(&self) -> u8 {
        *self.word.first().unwrap_or(&0)
    }

    fn is_cut(&self) -> bool {
        self.last().is_ascii_alphanumeric() && self.first().is_ascii_alphanumeric()
    }

    fn is_plain(&self) -> bool {
        let rest = self.word.get(1..).unwrap_or_default();
        self.first().is_ascii_alphabetic() && rest.iter().all(|byte| byte.is_ascii_lowercase() || *byte == b'\'')
    }

    fn has(&self, marks: &[u8]) -> bool {
        self.word.iter().any(|byte| marks.contains(byte))
    }

    fn has_query(&self) -> bool {
        self.url.iter().any(|byte| matches!(byte, b'?' | b'#'))
    }
}

/// The suffixes of files that URLs often end in.
const SUFFIXES: [&[u8]; 22] = [
    b".html", b".htm", b".php", b".pdf", b".txt", b".asp", b".aspx", b".jsp", b".png", b".jpg", b".gif", b".zip",
    b".gz", b".xml", b".md", b".c", b".h", b".py", b".git", b".js", b".cgi", b".shtml",
];

fn ends_in_file(text: &[u8]) -> bool {
    SUFFIXES
        .iter()
        .any(|suffix| text.len() > suffix.len() && text[text.len() - suffix.len()..].eq_ignore_ascii_case(suffix))
}

fn ends_in_typeset_hyphen(url: &[u8]) -> bool {
    url.ends_with("\u{2010}".as_bytes()) || url.ends_with("\u{AD}".as_bytes())
}

type Holds = fn(&Break) -> bool;

/// The certain reasons for which a URL ends before the break.
static VETOES: [(&str, Holds); 6] = [
    ("next is a list's item or a reference", |at| {
        matches!(at.word, [b'[', digits @ .., b']'] if digits.iter().all(u8::is_ascii_digit))
            || matches!(at.word, [b'*' | b'+' | b'|'] | b"-" | b"--" | b"o")
            || matches!((at.word, at.marks), ([b'0'..=b'9'] | [b'0'..=b'9', b'0'..=b'9'], b"." | b")"))
    }),
    ("next is a header or a label", |at| {
        at.marks.starts_with(b":")
            && at.word.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'*'))
            && (at.has_tail || !at.is_in_host)
    }),
    ("next is a rule", |at| at.word.len() > 2 && at.word.iter().all(|byte| b"-=_*~#.".contains(byte))),
    ("next has another URL", |at| {
        memchr::memmem::find(at.word, b"://").is_some()
            || memchr::memmem::find(at.word, b"www.").is_some() && !at.url.ends_with(b"//")
    }),
    ("next begins as no URL goes on", |at| {
        matches!(
            at.first(),
            b'<' | b'>'
                | b'"'
                | b'\\'
                | b'`'
                | b'{'
                | b'}'
                | b'|'
                | b'^'
                | b'('
                | b')'
                | b'['
                | b']'
                | b','
                | b';'
                | b'!'
                | b'*'
                | b'\''
        ) || at.first() >= 0x80 && at.url.is_ascii()
    }),
    ("host is whole", |at| !at.has_tail && !at.is_in_host && !matches!(at.first(), b'/' | b'?' | b'#')),
];

/// What is weighed.
static FEATURES: [(&str, Holds); 28] = [
    ("ends in a slash", |at| at.last() == b'/'),
    ("ends in a hyphen", |at| at.last() == b'-'),
    ("ends in a query's mark", |at| matches!(at.last(), b'?' | b'=' | b'&')),
    ("ends in a full stop", |at| at.last() == b'.'),
    ("ends in a typesetter's hyphen", |at| ends_in_typeset_hyphen(at.raw)),
    ("cut inside a word", |at| at.is_cut()),
    ("ends in a file's name", |at| ends_in_file(at.raw)),
    ("did not fit", |at| at.width + 1 + at.word.len() > at.around.widest && at.around.widest > 0),
    ("line of 72 to 80 columns", |at| (72..=80).contains(&at.width)),
    ("as wide as another line", |at| at.around.as_wide > 0 && at.width >= 40),
    ("wider than the lines around", |at| at.width > at.around.widest + 2 && at.around.widest > 0),
    ("alone in its line", |at| at.line.len() == at.raw.len()),
    ("frame lost", |at| at.kept == Kept::Lost),
    ("indented less", |at| at.columns.1 < at.columns.0 && at.kept == Kept::Same),
    ("next begins with a capital", |at| at.first().is_ascii_uppercase()),
    ("next has a digit", |at| at.has(b"0123456789")),
    ("next has a URL's mark", |at| at.has(b"/_=&%?~+#")),
    ("next is a label", |at| at.marks.contains(&b':') || at.word.contains(&b':')),
    ("next is long", |at| at.word.len() >= 20),
    ("words after next", |at| !at.rest.is_empty()),
    ("next ends in a file's name", |at| ends_in_file(at.word)),
    ("next ends in a slash", |at| at.word.ends_with(b"/")),
    ("next begins a path or query", |at| matches!(at.first(), b'/' | b'?' | b'&' | b'=' | b'%')),
    ("next begins with a number sign", |at| at.first() == b'#'),
    ("a round bracket closes in next", |at| at.left.mark == '(' && at.marks.contains(&b')')),
    ("ends in an at sign's host", |at| at.url.contains(&b'@') && at.is_cut()),
    ("a full line and a long rest", |at| {
        at.width >= 60 && at.around.widest <= at.width + 4 && at.word.len() > 4 && !at.is_plain()
    }),
    ("a hyphen in a full line", |at| at.last() == b'-' && at.width >= 55),
];
