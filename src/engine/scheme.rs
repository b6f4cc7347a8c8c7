//! The scheme before a colon, and the form of the URL that it begins.

use std::ops::Range;

use super::{
    frame, line, notation,
    rules::rows,
    text::{self, LABEL, SCHEME, Text, ends_in},
};
use crate::{
    config::Config,
    link::Kind,
    text::{
        characters::{closing_quotation_marks, is_of_word, is_written_without_spaces},
        short,
    },
    uri::schemes::registry::{is_known_or_compound, is_opaque, may_take_no_slashes, takes_no_slashes},
};

/// The longest scheme that is looked for.
const MAX_SCHEME: usize = 32;

/// How a URL continues after its scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// With two slashes and an authority.
    Hierarchical,
    /// Without slashes, with a text that the scheme's rule has to prove.
    Opaque,
    /// With mail addresses.
    Mail,
    /// A host name, perhaps with a path.
    Host,
    /// A mail address.
    Address,
}

/// The beginning of a URL: its start, kind and form, and where it continues after its scheme.
#[derive(Clone, Copy)]
pub(super) struct Beginning {
    pub(super) start: usize,
    pub(super) kind: Kind,
    pub(super) form: Form,
    pub(super) after: usize,
    pub(super) completion: &'static str,
    /// The end of the host's name, if that was read.
    pub(super) name_end: Option<usize>,
}

impl Beginning {
    /// Returns the beginning of a URL with a scheme, which goes on at `after`.
    pub(super) fn of_url(start: usize, form: Form, after: usize) -> Beginning {
        Beginning { start, kind: Kind::Url, form, after, completion: "", name_end: None }
    }

    /// Returns the beginning of a host without a scheme, whose name ends at `end`.
    pub(super) fn of_host(start: usize, end: usize, kind: Kind, completion: &'static str) -> Beginning {
        Beginning { start, kind, form: Form::Host, after: start, completion, name_end: Some(end) }
    }

    /// Returns the beginning of an address, which ends at `after`.
    pub(super) fn of_address(start: usize, after: usize) -> Beginning {
        Beginning { start, kind: Kind::Email, form: Form::Address, after, completion: "mailto:", name_end: None }
    }

    /// Returns `true` if a URL that ends there is incomplete.
    pub(super) fn needs_more(&self) -> bool {
        matches!(self.form, Form::Opaque | Form::Mail)
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Scheme {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) form: Form,
    pub(super) is_known: bool,
    /// An escape stands between the scheme and its slashes.
    pub(super) is_escaped: bool,
}

/// Reads the scheme before the colon at `colon`, not before `floor`.
pub(super) fn read(config: &Config, text: &Text, floor: usize, colon: usize) -> Option<Scheme> {
    let is_property = text.byte_before(colon) == b'\\';
    let end = colon - usize::from(is_property);
    let is_escaped = is_property && text.has(colon, b"://") || notation::begins_with_slashes(text.ahead(colon + 1, 12));
    if is_property && !is_escaped {
        return None;
    }
    let run = text.run_back(floor.max(end.saturating_sub(MAX_SCHEME + 1)), end, SCHEME);
    let run = notation::after_escape(text, floor, run, end);
    if is_escaped || text.has(colon + 1, b"//") {
        let (start, is_known) = with_slashes(config, text, run..end)?;
        return Some(Scheme { start, end, form: Form::Hierarchical, is_known, is_escaped });
    }
    let start = without_slashes(config, text, floor, run..end)?;
    let form = if text.bytes[start..end].eq_ignore_ascii_case(b"mailto") { Form::Mail } else { Form::Opaque };
    Some(Scheme { start, end, form, is_known: true, is_escaped })
}

/// Returns where a scheme may begin in a run of scheme characters: at a letter without a letter before it.
fn scheme_starts(text: &Text, run: Range<usize>) -> impl Iterator<Item = usize> + Clone {
    let begin = run.start;
    run.filter(move |&at| {
        text.bytes[at].is_ascii_alphabetic() && (at == begin || !text.bytes[at - 1].is_ascii_alphanumeric())
    })
}

/// Returns the start of the scheme before `://`, and whether it is known.
fn with_slashes(config: &Config, text: &Text, run: Range<usize>) -> Option<(usize, bool)> {
    let scheme = |at: usize| &text.bytes[at..run.end];
    // Another name before a scheme makes an unknown one: `x+ssh://`.
    let is_whole =
        |at: usize| !text.bytes[run.start..at].iter().any(u8::is_ascii_alphanumeric) || WEB.contains(&scheme(at));
    let known = scheme_starts(text, run.clone())
        .filter(|&at| is_whole(at) && (is_known_or_compound(scheme(at)) || config.asks_for_scheme(scheme(at))));
    let whole = { known }.next();
    if whole.is_some() && SCHEME_BEFORE_SCHEME.holds(text, run.end + b"://".len()) {
        return None;
    }
    let glued = || glued_web_scheme(text, run.start, run.end);
    let unknown = || scheme_starts(text, run.clone()).next().filter(|&at| at == run.start);
    whole.or_else(glued).map(|at| (at, true)).or_else(|| Some((unknown()?, config.any_scheme)))
}

/// Returns the start of the scheme if it takes no slashes.
fn without_slashes(config: &Config, text: &Text, floor: usize, run: Range<usize>) -> Option<usize> {
    let (end, next) = (run.end, text.byte(run.end + 1));
    if next <= b' ' || next == b':' {
        return None;
    }
    let start = scheme_starts(text, run).find(|&at| {
        let scheme = &text.bytes[at..end];
        takes_no_slashes(scheme, Some(next)) || config.asks_for_scheme(scheme) && may_take_no_slashes(scheme)
    })?;
    let is_other = is_glued(text, floor, start)
        || SCHEME_IN_NAME.holds(text, start)
        || SIGNATURE_LABEL.holds(text, start, end)
        || ELEMENT_PREFIX.holds(text, start, end);
    (!is_other).then_some(start)
}

/// Returns the start of `http` or `https` before `://`, if it stands apart from the text before, as nearly all do.
#[inline]
pub(super) fn plain_web_scheme(text: &Text, floor: usize, colon: usize) -> Option<usize> {
    let front = &text.bytes[floor..colon];
    let front = front.strip_suffix(b"https").or_else(|| front.strip_suffix(b"http"))?;
    let stands_apart = match *front {
        [] => true,
        // A bracket may begin a terminal sequence.
        [b'(' | b'['] | [.., b' ' | b'\n' | b'"' | b'(' | b'[', b'(' | b'['] => true,
        [.., b']', b'('] => true,
        [.., before] => {
            matches!(before, b'\t'..=b' ' | b'"' | b'\'' | b'<' | b'>' | b'`' | b'{' | b',' | b'=' | b':' | b'|')
        }
    };
    let is_host = |byte: u8| !matches!(byte | 0x20, b'h' | b'f') || !begins_other_scheme(text, colon + 3);
    (stands_apart && text.has(colon + 1, b"//") && is_host(text.byte(colon + 3))).then(|| floor + front.len())
}

const WEB: [&[u8]; 3] = [b"https", b"http", b"ftp"];

/// Returns `true` if a text ends in a web scheme, which a line may end after.
#[inline(always)]
pub(super) fn is_cut(front: &[u8]) -> bool {
    matches!(front, [.., b't' | b'T', b'p' | b'P'] | [.., b'p' | b'P', b's' | b'S']) && ends_in_web_scheme(front)
}

fn ends_in_web_scheme(front: &[u8]) -> bool {
    WEB.iter().any(|web| ends_in(front, web))
}

/// Returns the end of the line in which a web scheme, whose colon is at `colon`, lacks one of its slashes.
pub(super) fn cut_end(text: &Text, colon: usize) -> Option<usize> {
    let end = colon + 1 + usize::from(text.byte(colon + 1) == b'/');
    (matches!(text.byte(end), 0..=b' ' | b'"' | b'\\') && is_cut(&text.bytes[..colon]) && frame::may_end(text, end))
        .then_some(end)
}

/// Returns the first half of a scheme in the line above its colon, and the length of both: `ht⏎tps://`.
pub(super) fn halves(text: &Text, floor: usize, colon: usize) -> Option<(Range<usize>, usize)> {
    let rest = text.run_back(floor.max(colon.saturating_sub(MAX_SCHEME)), colon, SCHEME);
    if !text.has(colon + 1, b"//") {
        return None;
    }
    let begin = line::begin(text, rest);
    if begin <= floor || !matches!(text.byte_before(begin), b'\n' | b'\r') {
        return None;
    }
    let frame = frame::read(text, rest);
    if frame::after_arrow(text, frame.text) != rest {
        return None;
    }
    let end = frame::end_above(text, &frame, floor);
    let start = text.run_back(floor.max(end.saturating_sub(MAX_SCHEME)), end, SCHEME);
    let scheme = [&text.bytes[start..end], &text.bytes[rest..colon]].concat();
    let before = text.char_before(start);
    let stands_apart =
        before <= ' ' || matches!(before, '(' | '[' | '{' | ':') || closing_quotation_marks(before).is_some();
    let is_scheme = before == '<' && is_known_or_compound(&scheme) || stands_apart && WEB.contains(&&scheme[..]);
    (start < end && is_scheme).then_some((start..end, scheme.len()))
}

/// Returns `true` if a web scheme stands in place of a host: `http://https://a.example`.
fn begins_other_scheme(text: &Text, at: usize) -> bool {
    WEB.iter().any(|web| text.ahead(at, web.len()).eq_ignore_ascii_case(web) && text.has(at + web.len(), b"://"))
}

/// Returns the start of `http` or `https` after a word or a number, not after a single letter: `seehttp://`.
fn glued_web_scheme(text: &Text, run: usize, end: usize) -> Option<usize> {
    let scheme = &text.bytes[run..end];
    let word = scheme.strip_suffix(b"https").or_else(|| scheme.strip_suffix(b"http"))?;
    GLUED_SCHEME.holds(word).then_some(run + word.len())
}

fn is_word_or_number(text: &[u8]) -> bool {
    let is_number = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
    text.iter().all(u8::is_ascii_alphabetic) && (text.len() > 1 || text.eq_ignore_ascii_case(b"a"))
        || text.split(|&byte| byte == b'.').all(is_number)
}

/// Returns `true` if a word runs into the text at `start`. The letters of an escape are not a word.
pub(super) fn is_glued(text: &Text, floor: usize, start: usize) -> bool {
    let c = text.char_before(start);
    if start <= floor || !(!is_written_without_spaces(c) && is_of_word(c) || matches!(c, '@' | '.' | '-' | '．' | '｡'))
    {
        return false;
    }
    let run = text.run_back(floor.max(start.saturating_sub(8)), start, LABEL);
    run == start || notation::after_escape(text, floor, run, start) != start
}

/// Returns `true` if `Tel:` is a label. The scheme is in lower case and has a global number (RFC 3966).
fn is_label_of_signature(text: &Text, start: usize, end: usize) -> bool {
    let scheme = &text.bytes[start..end];
    let number = text.ahead(end + 1, 48);
    let number = &number[..number.iter().position(|&byte| byte <= b' ').unwrap_or(number.len())];
    let is_global = || {
        number.starts_with(b"+") && !number.windows(3).any(|three| three == b"(0)")
            || short::find(number, b";phone-context=").is_some()
    };
    scheme.eq_ignore_ascii_case(b"tel") && text.byte_before(start) != b'<' && !(scheme == b"tel" && is_global())
}

/// Returns `true` if it is the prefix of an XML element: `<xmpp:status>`.
fn is_element(text: &Text, start: usize, end: usize) -> bool {
    if text.bytes[..start].ends_with(b"</") {
        return true;
    }
    let name = text.run(end + 1, text::LABEL);
    let is_tag = match text.byte(name) {
        b'>' => text.byte(name + 1) == b'<' || text.byte(name + 1).is_ascii_alphanumeric(),
        b' ' => !(text.has(name, b" at") && text.byte(name + 3) <= b' '),
        b'/' => text.byte(name + 1) == b'>',
        _ => false,
    };
    text.byte_before(start) == b'<' && text.byte(end + 1).is_ascii_alphabetic() && is_tag
}

/// Returns `true` if a URL begins at `at`: a known scheme with its slashes, a scheme without slashes, or `www.`.
pub(super) fn begins_url(text: &Text, at: usize) -> bool {
    if !text.byte(at).is_ascii_alphabetic() {
        return false;
    }
    if matches!(text.byte(at), b'w' | b'W') && text.ahead(at, 4).eq_ignore_ascii_case(b"www.") {
        return true;
    }
    let end = text.run(at, SCHEME);
    let scheme = &text.bytes[at..end];
    text.byte(end) == b':'
        && scheme.len() <= MAX_SCHEME
        && (text.has(end + 1, b"//") && is_known_or_compound(scheme)
            || is_opaque(scheme)
                && takes_no_slashes(scheme, Some(text.byte(end + 1)))
                && text::is(text.byte(end + 1), text::VISIBLE))
}

rows! { Left;
    SIGNATURE_LABEL "signature-label" (text: &Text, start: usize, end: usize) = is_label_of_signature(text, start, end),
        "`Tel:`, or a number that is not global behind it" => "refuses it",
        "Tel:+1-301-555-6889" / "tel:+1-301-555-6889";
    SCHEME_IN_NAME "scheme-in-name" (text: &Text, start: usize) =
        text.byte_before(start) == b'_' && start > 1 && text.bytes[start - 2].is_ascii_alphanumeric(),
        "a name and a low line before a scheme without slashes" => "refuses it",
        "Package_SIP:b@a.example" / "_sip:b@a.example";
    ELEMENT_PREFIX "element-prefix" (text: &Text, start: usize, end: usize) = is_element(text, start, end),
        "the prefix of an element of XML" => "refuses it",
        "<xmpp:status>b" / "<xmpp:b@a.example>";
    SCHEME_BEFORE_SCHEME "scheme-before-scheme" (text: &Text, host: usize) = begins_other_scheme(text, host),
        "a scheme of the web where a host is expected" => "refuses the one before it",
        "<http://https://a.example/>" / "http://https.example/";
    GLUED_SCHEME "glued-scheme" (word: &[u8]) = is_word_or_number(word),
        "a word or a number right before `http`" => "keeps it out of the URL",
        "seehttp://a.example/" / "shttp://a.example/";
}
