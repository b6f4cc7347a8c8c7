//! The authority of a URL, and what may stand after it.

use super::{
    tables::{REFERENCES, is_email, is_invisible, is_top_level_domain, is_wide_stop, is_written_without_spaces},
    text::Text,
};

/// What speaks for a name to be a host.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub enum Trust {
    /// One label, which may be any word.
    Label,
    Dotted,
    /// It ends in a top-level domain, or is an address or `localhost`.
    Known,
}

pub fn trust(host: &str) -> Trust {
    let name = host.strip_suffix('.').unwrap_or(host);
    let known = name.starts_with('[')
        || name.eq_ignore_ascii_case("localhost")
        || name.parse::<std::net::Ipv4Addr>().is_ok()
        || name.rsplit_once(['.', '。']).is_some_and(|(_, label)| is_top_level_domain(label));
    match known {
        true => Trust::Known,
        false if name.contains(['.', '。']) => Trust::Dotted,
        false => Trust::Label,
    }
}

/// Reads `authority = [ userinfo "@" ] host [ ":" port ]` (RFC 3986, 3.2). `Err` is where no host can be.
pub fn authority(text: &Text, start: usize) -> Result<usize, usize> {
    // An empty host, as in `file:///`.
    if text.at(start) == Some('/') {
        return Ok(start);
    }
    let host = match userinfo(text, start) {
        Some(at) if at == start => return Err(start),
        Some(at) => at + 1,
        None => start,
    };
    let end = host_and_port(text, host).or_else(|word| before_word(text, host, word))?;
    if is_seed(text, host, end) { Err(end) } else { Ok(end) }
}

/// Rule word-for-port: a word in place of the port, at the end of a line or before a blank, is the sentence's.
fn before_word(text: &Text, host: usize, word: usize) -> Result<usize, usize> {
    let end = text.run(word, |c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    let is_word = text.is(word, |c| c.is_ascii_alphabetic()) && !text.is(end, |c| c > ' ');
    let is_known = word > host && text.before(word) == Some(':') && trust(&text.slice(host..word - 1)) == Trust::Known;
    if is_word && is_known { Ok(word - 1) } else { Err(word) }
}

/// Rule seed-list: a comma and another host, one of them with a port.
fn is_seed(text: &Text, host: usize, comma: usize) -> bool {
    let next = text.run(comma + 1, |c| c.is_ascii_alphanumeric() || "-_.".contains(c));
    let others = text.run(next, |c| c.is_ascii_alphanumeric() || "-_.,".contains(c));
    let has_port = |end: usize| text.at(end) == Some(':') && text.is(end + 1, |c| c.is_ascii_digit());
    let is_host = text.slice(comma + 1..next).contains('.') && !begins_url(text, comma + 1);
    let is_port = text.before(text.run_back(host, comma, |c| c.is_ascii_digit())) == Some(':');
    let begins = text.at(comma) == Some(',') && text.is(comma + 1, |c| c.is_ascii_alphanumeric());
    begins && (has_port(next) || is_host && (is_port || has_port(others)))
}

/// Returns the place of the `@` after `userinfo = *( unreserved / pct-encoded / sub-delims / ":" )` (RFC 3986, 3.2.1).
fn userinfo(text: &Text, start: usize) -> Option<usize> {
    let end = text.run(start, |c| match c.is_ascii() {
        true => c.is_ascii_alphanumeric() || "-._~!$&'()*+,;=%:".contains(c),
        false => is_name_char(c),
    });
    (text.at(end) == Some('@')).then_some(end)
}

/// Reads `host [ ":" port ]` (RFC 3986, 3.2.2 and 3.2.3).
pub fn host_and_port(text: &Text, start: usize) -> Result<usize, usize> {
    let host = if text.at(start) == Some('[') { literal(text, start)? } else { name(text, start)? };
    let end = port(text, host)?;
    let trust = if end > host { Trust::Known } else { trust(&text.slice(start..host)) };
    // A word of a sentence: `以https://开头`.
    let has_tail = text.is(end, |c| "/?#".contains(c));
    if end == host && !has_tail && text.is(start, is_written_without_spaces) && trust == Trust::Label {
        return Err(start);
    }
    if may_follow(text, end, trust) { Ok(end) } else { Err(end) }
}

/// Reads `IP-literal = "[" ( IPv6address / IPvFuture ) "]"`. What it holds is for the grammar.
fn literal(text: &Text, start: usize) -> Result<usize, usize> {
    let close = text.run(start + 1, |c| c.is_ascii_alphanumeric() || c == ':' || c == '.');
    if text.at(close) == Some(']') { Ok(close + 1) } else { Err(close) }
}

/// Returns `true` for a character of a label (RFC 1123, 2.1; RFC 5890, 2.3.2.1). An underscore is in the names of some
/// hosts.
pub fn is_name_char(c: char) -> bool {
    match c.is_ascii() {
        true => c.is_ascii_alphanumeric() || c == '-' || c == '_',
        // Raised and lowered letters are mapped to others (RFC 5895).
        false => (is_email(c) || is_picture(c) || c == '\u{F0B}') && !is_invisible(c) && !"ªºⁱⁿ".contains(c),
    }
}

fn is_picture(c: char) -> bool {
    matches!(c, '\u{2190}'..='\u{21FF}' | '\u{2600}'..='\u{27BF}' | '\u{2B00}'..='\u{2BFF}' | '\u{1F000}'..='\u{1FAFF}')
}

/// Returns the end of a name of labels with dots between.
pub fn name(text: &Text, start: usize) -> Result<usize, usize> {
    let mut end = start;
    loop {
        let label = end;
        while text.is(end, is_name_char) && !ends_before_word(text, start, label, end) && !is_lone_dot(text, end) {
            end += 1;
        }
        if end == label {
            return Err(label);
        }
        if !is_dot_of_name(text, end) && !is_wide_dot(text, end) {
            break;
        }
        end += 1;
    }
    let is_port = |at: usize| text.at(at) == Some(':') && text.is(at + 1, |c| c.is_ascii_digit());
    let goes_on = |at: usize| text.is(at, |c| "/?#".contains(c)) || is_port(at);
    let dots = text.run(end, |c| c == '.');
    if dots > end && text.is(dots, is_name_char) {
        return Err(end);
    }
    // The root's dot.
    let is_mark = text.is(dots, |c| c == '?' || c == '#') && !text.is(dots + 1, |c| c > ' ');
    if dots == end + 1 && goes_on(dots) && !is_mark {
        return Ok(dots);
    }
    // A dash, or emphasis.
    let without_marks = text.run_back(start, end, |c| c == '-' || c == '_');
    match goes_on(end) {
        true => Ok(end),
        false if without_marks > start => Ok(without_marks),
        false => Err(start),
    }
}

pub fn is_dot_of_name(text: &Text, at: usize) -> bool {
    text.at(at) == Some('.') && text.is(at + 1, is_name_char)
}

/// An ideographic full stop, which a keyboard gives for a dot (RFC 3490, 3.1).
fn is_wide_dot(text: &Text, at: usize) -> bool {
    text.at(at) == Some('。') && is_top_level_domain(&text.slice(at + 1..text.run(at + 1, is_name_char)))
}

/// A middle dot that is not between two letters l (RFC 5892, A.3).
fn is_lone_dot(text: &Text, at: usize) -> bool {
    text.at(at) == Some('·') && (text.before(at) != Some('l') || text.at(at + 1) != Some('l'))
}

/// Returns `true` where a word of a script without spaces follows a known host in ASCII, and is no name with a domain.
fn ends_before_word(text: &Text, start: usize, label: usize, at: usize) -> bool {
    let is_word = |c: char| is_written_without_spaces(c) || is_picture(c);
    if !text.is(at, is_word) || at == label || !text.is(at - 1, |c| c.is_ascii_alphanumeric()) {
        return false;
    }
    let mut end = text.run(at, is_name_char);
    let is_wide = text.slice(at..end).chars().all(|c| !c.is_ascii());
    let mut label = at;
    while is_wide && is_dot_of_name(text, end) {
        label = end + 1;
        end = text.run(label, is_name_char);
    }
    let is_name = label > at && is_top_level_domain(text.slice(label..end).trim_end_matches(['-', '_']));
    trust(&text.slice(start..at)) == Trust::Known && !is_name
}

/// Reads `port = *DIGIT` after a colon. A colon without digits is the sentence's.
fn port(text: &Text, end: usize) -> Result<usize, usize> {
    if text.at(end) != Some(':') {
        return Ok(end);
    }
    let after = text.run(end + 1, |c| c.is_ascii_digit());
    let has_digits = after > end + 1;
    let is_visible = |at: usize| text.is(at, |c| c > ' ');
    match text.at(after) {
        // The host was a scheme.
        Some('/') if !has_digits && text.at(after + 1) == Some('/') => Err(end),
        Some('?' | '#') if !has_digits && !is_visible(after + 1) => Ok(end),
        Some('/' | '?' | '#') => Ok(after),
        Some(c) if c.is_ascii_alphabetic() => Err(after),
        Some(':') if text.is(after + 1, |c| is_name_char(c) || c == ':' || c == '/') => Err(after),
        Some('$' | '{' | '<' | '%' | '@' | '*') if !has_digits => Err(end),
        // A number with a mark is no port.
        Some('!'..='~') if !has_digits && text.is(after + 1, |c| c.is_ascii_digit()) => Err(end),
        _ if has_digits => Ok(after),
        _ => Ok(end),
    }
}

/// What stands after the mark that follows a host.
#[derive(Clone, Copy, PartialEq)]
enum Next {
    /// White space, or the end of the text.
    End,
    Mark,
    /// A URL with a scheme.
    Url,
    /// A name without a dot, and one with dots.
    Word,
    Name,
    /// What the host may go on with.
    Rest,
    /// What nobody sees.
    Hidden,
}

fn next(text: &Text, at: usize) -> Next {
    match text.at(at) {
        None => Next::End,
        Some(c) if c.is_whitespace() && c != '\u{85}' => Next::End,
        Some('@' | '%' | '#' | '{') => Next::Rest,
        Some('.') if is_dot_of_name(text, at) => Next::Rest,
        Some(c) if is_name_char(c) => match text.run(at, is_name_char) {
            end if is_dot_of_name(text, end) => Next::Name,
            _ if begins_url(text, at) => Next::Url,
            _ => Next::Word,
        },
        Some(c) if !c.is_control() && (c.is_ascii() || least_trust(c, Next::End).is_some()) => Next::Mark,
        Some(_) => Next::Hidden,
    }
}

/// The table of what may follow a host: the least trust that it needs before the character and the class after that. All
/// else would be more of the host to some reader (RFC 3986, 7.6; the URL Standard, host parsing).
fn least_trust(c: char, next: Next) -> Option<Trust> {
    use Next::{End, Hidden, Mark, Name, Rest, Url, Word};
    let rows =
        |rows: &[(&[Next], Trust)]| rows.iter().find(|(classes, _)| classes.contains(&next)).map(|(_, least)| *least);
    let (label, dotted, known) = (Trust::Label, Trust::Dotted, Trust::Known);
    match c {
        '\u{85}' => None,
        // RFC 3986, 3.2: the authority ends at these. Appendix C: what delimits a URI, and what no URI has.
        '/' | '?' | '#' | '"' | '\'' | '`' | '<' | '>' | ')' | ']' | '}' | '|' | '^' => Some(label),
        _ if c.is_whitespace() => Some(label),
        // RFC 3986, 3.2.2: a registered name may hold sub-delims.
        '!' | '&' | '(' | '*' | '+' => rows(&[(&[End, Mark], label), (&[Url, Word], known)]),
        '=' | '~' => rows(&[(&[End, Mark, Url], label), (&[Word], known)]),
        ';' => rows(&[(&[End, Mark, Url], label), (&[Word, Name], known)]),
        ',' => rows(&[(&[End, Mark, Url], dotted), (&[Word, Name], known)]),
        ':' => rows(&[(&[End, Mark, Url, Word, Name], dotted)]),
        // A footnote.
        '[' => rows(&[(&[End, Mark, Url, Word, Name], known)]),
        '$' | '‐' | '‑' => rows(&[(&[End, Mark], label)]),
        _ if c.is_ascii_control() => rows(&[(&[End, Mark], label)]),
        '{' | '%' => rows(&[(&[End], label)]),
        '…' => rows(&[(&[End, Mark], known)]),
        '\u{25A0}'..='\u{25FF}' | '·' => rows(&[(&[End, Mark, Url, Word], known)]),
        '\u{2012}'..='\u{2015}' | '\u{2500}'..='\u{257F}' => rows(&[(&[End, Mark, Url], label), (&[Word], known)]),
        _ if is_sentence_mark(c) => (next != Hidden).then_some(label),
        // Wide forms are like ASCII.
        '\u{FF01}'..='\u{FF5E}' if !is_confusing(c) => least_trust(char::from_u32(c as u32 - 0xFEE0)?, next),
        _ if is_written_without_spaces(c) && is_name_char(c) => (next != Hidden).then_some(known),
        _ if is_picture(c) => rows(&[(&[End, Mark, Url, Word], known)]),
        _ => rows(&[(&[Rest; 0], known)]),
    }
}

/// Returns `true` if a host may end there.
pub fn may_follow(text: &Text, end: usize, trust: Trust) -> bool {
    let Some(c) = text.at(end) else { return true };
    let after = end + 1;
    match c {
        '.' | '-' | '_' => return may_follow_marks(text, end, trust),
        '#' if text.at(after) == Some('{') => return false,
        '<' if is_put_in(text, after) => return false,
        '(' | '[' | '<' if text.at(after) == Some('.') || text.has(after, "dot") => return false,
        '$' | '(' | '*' if text.is(after, |c| c == '{' || c == '(') => return false,
        '？' | '：' | '。' if text.is(after, |c| c.is_ascii_alphanumeric()) => return false,
        '&' if is_markup_reference(text, end) => return next(text, text.run(after, |c| c != ';') + 1) != Next::Rest,
        '&' if is_reference(text, end) => return false,
        _ => {}
    }
    let next = if c == '(' && is_in_brackets(text, after) { Next::Word } else { next(text, after) };
    least_trust(c, next).is_some_and(|least| trust >= least)
}

/// Returns `true` if an `@` follows in the same run: some reader takes all before it for a userinfo.
pub fn is_userinfo(text: &Text, end: usize, closing: &str) -> bool {
    let run = text.run(end, |c| !c.is_whitespace() && !"@/?#<>".contains(c) && !closing.contains(c));
    text.at(run) == Some('@')
}

/// A dot may end a sentence, hyphens and underscores may be a dash or emphasis.
fn may_follow_marks(text: &Text, end: usize, trust: Trust) -> bool {
    let after = text.run(end, |c| ".-_".contains(c));
    let is_dash = text.before(after) == Some('-');
    // Software cuts names with dots.
    if text.has(end, "..") && trust < Trust::Known {
        return false;
    }
    let Some(c) = text.at(after) else { return !is_dash || trust > Trust::Label };
    match c {
        '\n' | '\r' => true,
        _ if is_dash && trust == Trust::Label => false,
        _ if is_dash && c.is_ascii_alphabetic() => trust == Trust::Known,
        ')' | ']' | '}' | '>' | ',' | ';' | '!' | '?' | ':' => true,
        _ if c > ' ' && c.is_ascii() && trust < Trust::Known => text.has(after, "</"),
        '#' | '$' | '(' | '[' | '^' | '+' | '=' => false,
        _ => c == '\t' || !c.is_control() && may_follow(text, after, trust),
    }
}

/// `<%`, `<?`, and `<name>.b.example`.
fn is_put_in(text: &Text, at: usize) -> bool {
    let name = text.run(at, is_name_char);
    text.is(at, |c| c == '%' || c == '?')
        || text.at(name) == Some('>') && (is_dot_of_name(text, name + 1) || text.is(name + 1, |c| c == '/' || c == ':'))
}

/// `a.example(192.0.2.1)`.
fn is_in_brackets(text: &Text, at: usize) -> bool {
    let end = text.run(at, |c| c.is_ascii_alphanumeric() || "-_.".contains(c));
    text.at(end) == Some(')') && !text.is(end + 1, |c| is_name_char(c) || c == '.')
}

/// A character reference of HTML, by name or number.
fn is_reference(text: &Text, at: usize) -> bool {
    text.at(at + 1) == Some('#')
        || text.at(text.run(at + 1, |c| c.is_ascii_alphanumeric() || "-_".contains(c))) == Some(';')
}

/// A reference that ends a URL: of a bracket or a quotation mark, or of a mark in words that none goes on behind.
pub fn ends_at_reference(text: &Text, at: usize) -> bool {
    let inner =
        ["&#39;", "&#039;", "&#x27;", "&apos;", "&rsquo;", "&#8217;", "&ndash;", "&#8211;", "&hellip;", "&#8230;"];
    let end = inner.iter().find(|reference| text.has(at, reference)).map(|reference| at + reference.len());
    is_markup_reference(text, at) && !end.is_some_and(|end| text.is(end, |c| c.is_ascii_alphanumeric()))
}

/// The reference of a character that no URL holds.
pub fn is_markup_reference(text: &Text, at: usize) -> bool {
    REFERENCES.split_whitespace().any(|reference| text.has(at, reference))
}

fn is_sentence_mark(c: char) -> bool {
    "।،።".contains(c)
        || is_wide_stop(c) && !"｡､．".contains(c)
        || matches!(
            c,
            '«' | '»' | '‹' | '›' | '†' | '‡' | '•' | '⟨' | '⟩' | '（' | '）' | '［' | '］' | '｜' | '\u{3000}'
        )
        || matches!(c, '\u{2018}'..='\u{201E}' | '\u{3001}' | '\u{3002}' | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301F}')
}

/// Returns `true` if a URL begins there: a scheme with its slashes, or `www.`.
pub fn begins_url(text: &Text, at: usize) -> bool {
    let colon = text.run(at, super::is_scheme_char);
    let scheme = text.slice(at..colon);
    let is_mail = scheme.eq_ignore_ascii_case("mailto") && text.is(colon + 1, |c| c > ' ');
    text.has(at, "www.")
        || text.at(colon) == Some(':') && (text.has(colon, "://") && super::tables::is_scheme(&scheme) || is_mail)
}

/// Returns `true` for a character whose compatibility mapping has a mark that delimits a part of a URL, and for those
/// that look like one (RFC 3987, 8; UTS #46).
fn is_confusing(c: char) -> bool {
    matches!(c, '\u{2488}'..='\u{249B}' | '\u{1F100}' | '\u{2024}'..='\u{2026}' | '\u{2047}'..='\u{2049}')
        || "⁄∕⧸℀℁℅℆⩴㏂㏇㏘︓︖︙︰﹒﹕﹖﹟﹨﹪﹫＃％／：？＠＼".contains(c)
}

/// Returns `true` for a host name that all readers read alike: labels of 1 to 63 characters without hyphens at their
/// edges (RFC 1123, 2.1), and on the web no last label that is a number unless all is an IPv4 address (URL Standard,
/// host parsing).
pub fn is_dns_name(host: &str, is_web: bool) -> bool {
    let name = host.strip_suffix('.').unwrap_or(host);
    let is_label = |label: &str| {
        (1..=63).contains(&label.chars().count())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.chars().all(|c| if c.is_ascii() { is_name_char(c) } else { !is_invisible(c) && !is_confusing(c) })
            && !(label.len() > 4
                && label.get(..4).is_some_and(|mark| mark.eq_ignore_ascii_case("xn--"))
                && !label.is_ascii())
    };
    let last = name.rsplit(['.', '。']).next().unwrap_or_default();
    let hexadecimal = last.strip_prefix("0x").or(last.strip_prefix("0X"));
    let is_disguised = last.contains(|c: char| !c.is_ascii() && c.is_numeric());
    let is_number = last.bytes().next().is_some_and(|b| b.is_ascii_digit())
        && match hexadecimal {
            Some(digits) => digits.bytes().all(|b| b.is_ascii_hexdigit()),
            None => last.bytes().all(|b| b.is_ascii_digit()),
        };
    name.chars().count() <= 253
        && name.split(['.', '。', '．', '｡']).all(is_label)
        && (!is_web || !is_number && !is_disguised || host.parse::<std::net::Ipv4Addr>().is_ok())
}
