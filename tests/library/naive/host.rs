//! Authorities and host names in running text.

use super::{Text, end::begins_url};

/// How reading a part of a URL went: where it ends, or the place that makes it no URL at all.
pub type Read = Result<usize, usize>;

const TOP_LEVEL_DOMAINS: [&str; 13] =
    ["ss", "qa", "com", "tel", "foo", "org", "jp", "md", "example", "test", "中国", "рф", "みんな"];

pub fn is_top_level_domain(label: &str) -> bool {
    TOP_LEVEL_DOMAINS.contains(&label.to_lowercase().as_str())
}

/// Characters of words, as people write them in host names and addresses.
pub fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '\u{301}' | '·') || is_joiner(c) || c == '\u{FE0F}'
}

pub fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200C}' | '\u{200D}')
}

pub fn is_name(c: char) -> bool {
    is_word(c) && !is_ignorable(c) && !is_mapped(c) || matches!(c, '-' | '_' | '😀')
}

/// Letters of scripts without spaces: kana, ideographs, Thai.
pub fn is_spaceless(c: char) -> bool {
    matches!(c, 'ぁ'..='ヿ' | '一'..='鿿' | 'ก'..='ฎ' | 'ไ')
}

/// One label of a script without spaces.
pub fn is_sentence(name: &str) -> bool {
    name.chars().next().is_some_and(|c| is_spaceless(c) || matches!(c, '가'..='힣'))
        && !name.contains(['.', '。', ':', '@'])
}

/// Signs that some software turns into a delimiter of URLs.
pub fn is_confusing(c: char) -> bool {
    matches!(c, '／' | '＠' | '＃' | '⁄' | '℀')
}

/// Signs that are mapped to letters and digits.
pub fn is_mapped(c: char) -> bool {
    matches!(c, 'ª' | '²' | '№' | '①')
}

/// Whether it may be a part of a host or an authority to some reader.
fn is_part(c: char) -> bool {
    c.is_alphanumeric() && !is_spaceless(c) || ".-_@:%\\。．｡".contains(c) || is_confusing(c) || is_ignorable(c)
}

/// Whether what stands behind a host may be more of it to some reader: an escape, a sign that is mapped to another, or what nobody sees; perhaps behind
/// what joins labels.
pub fn may_be_more(text: &Text, end: usize) -> bool {
    let at = run(text, end, |c| ".-_".contains(c)).min(end + 4);
    let is_joined = at > end;
    let is_open = is_joined || end > 0 && text.at(end - 1).is_some_and(|c| ".-_".contains(c));
    let ascii_follows = text.at(at + 1).is_some_and(|c| c.is_ascii_alphanumeric());
    if is_joined && (text.at(at) == Some('@') || is_filled_in(text, at)) {
        return true;
    }
    match text.at(at) {
        Some('%') => {
            let digits = text.slice(at + 1, (at + 3).min(text.chars.len()));
            let number = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
            number.is_some_and(is_part) || goes_on_behind_put_in(text, at)
        }
        Some('\\') => !ends_before_escape(text, at, true),
        Some('&') => is_entity(text, at) && is_part_reference(text, at),
        Some('[' | '(') => is_defanged(text, at),
        Some('{') => goes_on_behind_put_in(text, at) || is_defanged(text, at),
        Some('<') => goes_on_behind_put_in(text, at) || is_defanged(text, at) || is_in_angles(text, at),
        Some('$') => goes_on_behind_put_in(text, at) || is_name_with_dot(text, at + 1),
        Some('#' | '`') => goes_on_behind_put_in(text, at),
        Some('"' | '\'') => goes_on_in_line(text, at, is_open),
        Some(c) if is_mapped(c) => goes_on_with_part(text, run(text, at, is_mapped)),
        Some('．' | '｡') if ascii_follows => true,
        Some(c) => is_confusing(c) || is_ignorable(c),
        None => false,
    }
}

/// Whether a name, a port, a path or a query goes on here, and neither another URL nor a sentence.
fn goes_on_with_part(text: &Text, at: usize) -> bool {
    let is_word = |at: usize| text.at(at).is_some_and(|c| c.is_ascii_alphanumeric());
    let word = |at: usize| run(text, at, |c| c.is_ascii_alphanumeric() || "-_".contains(c));
    if begins_url(text, at) {
        return false;
    }
    match text.at(at) {
        Some('/') => text.at(at + 1).is_some() && !begins_url(text, at + 1),
        Some('?') => is_word(at + 1),
        Some(':') => text.at(at + 1).is_some_and(|c| c.is_ascii_digit()),
        Some('.') if text.at(at + 1).is_some_and(|c| c.is_ascii_uppercase()) => {
            matches!(text.at(word(at + 1)), Some('.' | '/' | ':'))
        }
        Some(c) if is_spaceless(c) => false,
        _ => word(at) > at && text.at(word(at)) == Some('/') || is_name_with_dot(text, at),
    }
}

/// Whether a dot and a label of small letters or digits stand here.
fn goes_on_with_label(text: &Text, at: usize) -> bool {
    text.at(at) == Some('.') && text.at(at + 1).is_some_and(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
}

/// The character of the reference by number that begins here, behind its ampersand; whether one does.
fn numeric(text: &Text, at: usize) -> Option<Option<char>> {
    if text.at(at) != Some('#') {
        return None;
    }
    let is_hexadecimal = text.has(at, "#x") || text.has(at, "#X");
    let (begin, radix) = if is_hexadecimal { (at + 2, 16) } else { (at + 1, 10) };
    let end = run(text, begin, |c| c.is_digit(radix)).min(at + 32);
    let number = || u32::from_str_radix(&text.slice(begin, end), radix).ok().and_then(char::from_u32);
    (end > begin).then(number)
}

/// Whether a reference stands for what may be a part of a host, or for an ampersand that a name stands behind.
fn is_part_reference(text: &Text, at: usize) -> bool {
    let mut begin = at + 1;
    while let Some(length) = ["amp;", "#38;", "#x26;"].iter().find(|word| text.has(begin, word)).map(|word| word.len())
    {
        begin += length;
    }
    if let Some(c) = numeric(text, begin) {
        let end = run(text, begin, |c| c.is_ascii_alphanumeric() || c == '#');
        return c.is_none_or(is_part) || c.is_some_and(char::is_alphanumeric) && goes_on_with_part(text, end + 1);
    }
    if begin == at + 1 && text.at(begin) == Some('#') {
        return true;
    }
    let end = run(text, begin, |c| c.is_ascii_alphanumeric());
    if end > begin && text.at(end) == Some(';') {
        let name = text.slice(begin, end);
        let is_letter = |mark: &&str| name.strip_suffix(mark).is_some_and(|letters| matches!(letters.len(), 1 | 2));
        let ends = ["lt", "gt", "quot", "apos", "nbsp", "hellip", "mdash", "rsquo", "raquo", "bull", "copy", "rarr"];
        return ["acute", "grave", "uml", "circ", "tilde", "lig"].iter().any(is_letter)
            || !ends.contains(&name.as_str()) && text.at(end + 1) != Some('/') && goes_on_with_part(text, end + 1)
            || [
                "period",
                "commat",
                "colon",
                "percnt",
                "hyphen",
                "dash",
                "shy",
                "zwj",
                "zwnj",
                "lrm",
                "rlm",
                "num",
                "bsol",
                "lowbar",
                "NoBreak",
                "ZeroWidthSpace",
                "NegativeVeryThinSpace",
                "NegativeThinSpace",
                "NegativeMediumSpace",
                "NegativeThickSpace",
                "InvisibleTimes",
                "it",
                "InvisibleComma",
                "ic",
                "ApplyFunction",
                "af",
                "UnderBar",
                "middot",
                "centerdot",
                "Tab",
                "NewLine",
            ]
            .contains(&name.as_str());
    }
    begin > at + 1 && is_name_with_dot(text, begin)
}

/// The character of an escape by number.
fn numbered_escape(text: &Text, backslash: usize) -> Option<char> {
    let rest = text.slice(backslash + 1, (backslash + 16).min(text.chars.len()));
    let number = |digits: &str, radix| u32::from_str_radix(digits, radix).ok().and_then(char::from_u32);
    let is_octal = |digits: &&str| digits.starts_with(['0', '1', '2', '3']) && digits.chars().all(|c| c.is_digit(8));
    if let Some((digits, _)) = rest.strip_prefix("x{").and_then(|braced| braced.split_once('}')) {
        return number(digits, 16).filter(|c| digits.len() > 2 || c.is_ascii());
    }
    if let Some(roff) = rest.strip_prefix("[u") {
        return roff.split_once(']').and_then(|(digits, _)| number(digits, 16));
    }
    if let Some(decimal) = rest.strip_prefix("[char") {
        return decimal.split_once(']').and_then(|(digits, _)| number(digits, 10));
    }
    if rest.starts_with("[hy]") || rest.starts_with("(hy") {
        return Some('-');
    }
    if let Some(octal) = rest.strip_prefix("o{") {
        return octal.split_once('}').and_then(|(digits, _)| number(digits, 8));
    }
    if let Some(braced) = rest.strip_prefix("u{") {
        return braced.split_once('}').and_then(|(digits, _)| number(digits, 16));
    }
    if let Some(long) = rest.strip_prefix('U') {
        return long.get(..8).and_then(|digits| number(digits, 16));
    }
    if let Some(css) = rest.get(..6).filter(|digits| digits.chars().all(|c| c.is_ascii_hexdigit())) {
        return number(css, 16);
    }
    match rest.get(..3).filter(is_octal) {
        Some(octal) => number(octal, 8).filter(char::is_ascii),
        None if rest.starts_with(|c: char| c.is_ascii_digit()) => rest.get(..2).and_then(|digits| number(digits, 16)),
        None => None,
    }
}

/// Whether something stands here that is put in, perhaps several times, and a name or a userinfo goes on behind it.
pub fn goes_on_behind_put_in(text: &Text, at: usize) -> bool {
    let most = at + 128;
    let Some(mut behind) = behind_put_in(text, at, most) else { return false };
    loop {
        let sign = text.at(behind).filter(|c| ".-_".contains(*c) && behind < most);
        let Some(next) = behind_put_in(text, behind + usize::from(sign.is_some()), most) else { break };
        if sign == Some('.') {
            return true;
        }
        behind = next;
    }
    let goes_on = match text.at(behind) {
        Some('@') => true,
        Some('.') => goes_on_with_label(text, behind),
        Some(':') => text.at(behind + 1).is_some_and(|c| c.is_ascii_digit()),
        _ => false,
    };
    let is_conversion = text.at(at) == Some('%') && text.at(at + 1).is_some_and(|c| c.is_ascii_lowercase());
    let is_begun = match text.at(behind) {
        _ if is_conversion || text.at(at) == Some('{') && text.at(at + 1) != Some('{') => false,
        Some('.' | '-') => text.at(behind + 1).is_some_and(|c| !c.is_ascii() || c.is_ascii_alphanumeric()),
        Some(c) => c.is_ascii_alphanumeric(),
        None => false,
    };
    goes_on || is_begun
}

/// Where what is put in here ends.
fn behind_put_in(text: &Text, at: usize, most: usize) -> Option<usize> {
    let is_small = |at: usize| text.at(at).is_some_and(|c| c.is_ascii_lowercase());
    if text.at(at) == Some('%') && is_small(at + 1) {
        return Some(at + 2);
    }
    let openings = [
        ("{", "}"),
        ("${", "}"),
        ("#{", "}"),
        ("%{", "}"),
        ("$(", ")"),
        ("%(", ")"),
        ("<%", "%>"),
        ("<?", "?>"),
        ("\\(", ")"),
        ("`", "`"),
    ];
    let (open, close) = openings.into_iter().find(|(open, _)| text.has(at, open))?;
    let begin = at + open.len();
    let is_word = matches!(open, "\\(" | "`");
    let mut depth = 0;
    let end = (begin..most).find(|&end| {
        if !is_word && matches!(text.at(end), Some('{' | '(')) && text.at(end) == open.chars().last() {
            depth += 1;
        }
        let closes = text.has(end, close);
        depth -= i32::from(closes);
        closes && depth < 0
    })?;
    let inner = text.slice(begin, end);
    if is_word && (!inner.starts_with(|c: char| c.is_ascii_alphabetic()) || inner.contains([' ', '('])) {
        return None;
    }
    let behind = end + close.len();
    let letter = usize::from(text.at(at) == Some('%') && is_small(behind));
    inner.chars().all(|c| (' '..='~').contains(&c)).then_some(behind + letter)
}

/// Whether a quotation mark closes a string here, which another one in its line goes on with.
pub fn goes_on_in_line(text: &Text, at: usize, is_open: bool) -> bool {
    let Some(mark @ ('"' | '\'')) = text.at(at) else { return false };
    let line = run(text, at + 1, |c| c != '\n' && c != '\r').min(at + 129).min(text.chars.len());
    let is_letter_or_digit = |at: usize| at < line && text.at(at).is_some_and(|c| c.is_ascii_alphanumeric());
    let closed = run(text, at + 1, |c| " \t".contains(c));
    let operators = ["++", "+", "..", ".", "&", "~", "||", "<>", "^"];
    let Some(operator) = operators.into_iter().find(|operator| text.has(closed, operator)) else { return false };
    if operator == "." && text.at(at + 1) == Some('.') && text.at(at + 2).is_none_or(|c| c <= ' ') {
        return false;
    }
    let mut next = closed + operator.len();
    for number in 0.. {
        next = run(text, next, |c| " \t".contains(c));
        let operand = run(text, next, |c| " \t(".contains(c));
        let kind = run(text, operand, |c| c.is_ascii_alphabetic()).min(operand + 2);
        if let Some(string) = [operand, kind].into_iter().find(|&at| at < line && text.at(at) == Some(mark)) {
            let begin = string + 1;
            let word = run(text, begin, |c| c.is_ascii_alphanumeric() || c == '-').min(line);
            let is_closed = |at: usize| at >= line || text.at(at) == Some(mark);
            let goes_on = match text.at(begin) {
                _ if is_closed(begin) => None,
                Some(':') if is_closed(begin + 1) => None,
                Some(':') => Some(text.at(begin + 1).is_some_and(|c| c.is_ascii_alphabetic())),
                Some('@') => Some(true),
                Some('.' | '-') if begin + 1 >= line => None,
                Some('.' | '-') => Some(text.at(begin + 1) == Some(mark) || is_letter_or_digit(begin + 1)),
                _ if is_open && number == 0 && word >= line => None,
                _ if is_open && number == 0 => {
                    Some(word > begin && (is_closed(word) || text.at(word).is_some_and(|c| "./:".contains(c))))
                }
                _ if word > begin && is_closed(word) => None,
                _ => Some(false),
            };
            if let Some(goes_on) = goes_on {
                return goes_on;
            }
        }
        let mut depth = 0;
        loop {
            match text.at(next) {
                _ if next >= line => return false,
                Some(quote @ ('"' | '\'')) => {
                    next = run(text, next + 1, |c| c != quote);
                    if next >= line {
                        return false;
                    }
                }
                Some('(' | '[' | '{') => depth += 1,
                Some(')' | ']' | '}') if depth == 0 => return false,
                Some(')' | ']' | '}') => depth -= 1,
                Some(',' | ';') if depth == 0 => return false,
                _ if depth == 0 && text.has(next, operator) => break,
                _ => {}
            }
            next += 1;
        }
        next += operator.len();
    }
    false
}

/// Characters that nobody sees.
pub fn is_invisible(c: char) -> bool {
    is_joiner(c) || matches!(c, '\u{AD}' | '\u{200B}' | '\u{200E}' | '\u{202E}' | '\u{2060}' | '\u{FEFF}')
}

/// Characters that some software leaves out of a host name.
pub fn is_ignorable(c: char) -> bool {
    is_invisible(c) || c == '\u{FE0F}'
}

/// `[ userinfo "@" ] host [ ":" port ]`.
pub fn authority(text: &Text, start: usize) -> Read {
    let in_userinfo = |c: char| match c {
        c if c.is_ascii() => c.is_ascii_alphanumeric() || "%:-._~!$&'()*+,;=".contains(c),
        c => !c.is_whitespace() && !is_confusing(c) && !is_invisible(c),
    };
    let mut userinfo = start;
    while text.at(userinfo).is_some_and(in_userinfo) {
        userinfo += 1;
    }
    if userinfo == start && text.at(userinfo) == Some('@') {
        return Err(start);
    }
    let host = if text.at(userinfo) == Some('@') { userinfo + 1 } else { start };
    let end = if text.at(host) == Some('[') { literal(text, host)? } else { name(text, host)? };
    port(text, host, end)
}

/// An IP literal.
fn literal(text: &Text, start: usize) -> Read {
    let mut at = start + 1;
    while text.at(at).is_some_and(|c| c.is_ascii_alphanumeric() || c == ':' || c == '.') {
        at += 1;
    }
    if text.at(at) == Some(']') { Ok(at + 1) } else { Err(at) }
}

/// A port, if there is one, and whether what follows host and port lets it be one host for every reader.
pub fn port(text: &Text, host: usize, host_end: usize) -> Read {
    let is_good = is_good(&text.slice(host, host_end));
    let mut end = host_end;
    if text.at(end) == Some(':') {
        let mut digits = end + 1;
        while text.at(digits).is_some_and(|c| c.is_ascii_digit()) {
            digits += 1;
        }
        if digits == end + 1 {
            let is_over = match text.at(digits) {
                // The name was a scheme.
                Some('/') if text.has(digits, "//") => false,
                Some('/' | '?' | '#') => true,
                // An IPv6 address without brackets, or a sentence's colons.
                Some(':') => is_good,
                // No port, and the host alone is what was meant only where nothing else can be.
                Some(c) if c.is_ascii_alphanumeric() => {
                    let word = run(text, digits, |c| c.is_ascii_alphanumeric() || "-_".contains(c));
                    is_good && !is_placeholder(text, digits) && !may_be_more(text, word)
                }
                Some('$' | '{' | '<' | '%' | '@') => false,
                Some('\\' | '&' | '[' | '"' | '\'') if may_be_more(text, digits) => false,
                _ => true,
            };
            if !is_over || !text.at(digits).is_some_and(|c| "/?#".contains(c)) {
                return if is_over { Ok(end) } else { Err(end) };
            }
        }
        end = digits;
        if text.at(end).is_some_and(|c| c.is_ascii_alphanumeric()) {
            return Err(end);
        }
    }
    let Some(c) = text.at(end) else { return Ok(end) };
    let name_follows = text.at(end + 1).is_some_and(is_name);
    let is_over = match c {
        '@' | '%' => false,
        '[' => is_good && !is_defanged(text, end),
        '(' => !is_defanged(text, end),
        '<' => !is_in_angles(text, end) && !may_be_more(text, end),
        '{' | '$' if may_be_more(text, end) => false,
        '&' if ["&gt;", "&lt;", "&quot;", "&#34;", "&#60;", "&#62;"].iter().any(|entity| text.has(end, entity)) => true,
        '&' if is_entity(text, end) => is_good && !is_part_reference(text, end),
        '.' if text.at(host) == Some('[') && name_follows => false,
        '\\' => ends_before_escape(text, end, is_good || end > host_end),
        '.' if text.at(end + 1) == Some('\\') => ends_before_escape(text, end + 1, is_good),
        '.' if is_in_own_string(text, host, end) => is_good && !may_be_more(text, end),
        '.' if text.slice(host, host_end).eq_ignore_ascii_case("www") => false,
        '.' | '-' | '_' if may_be_more(text, end) => false,
        '#' if text.at(end + 1) == Some('{') => is_good && !may_be_more(text, end),
        '…' => is_good && !text.at(end + 1).is_some_and(|c| is_name(c) || "./:@".contains(c)),
        '!' | '$' | '&' | '*' | '+' | '=' | '~' if name_follows => is_good && !is_name_with_dot(text, end + 1),
        '!' | '$' | '&' | '*' | '+' | '=' | '~' if goes_on_with_label(text, end + 1) => false,
        ',' | ';' if goes_on_with_label(text, end + 1) => !(host > 1 && text.has(host - 2, "//")),
        '`' => !may_be_more(text, end),
        '：' | '？' | '－' if text.at(end + 1).is_some_and(|c| c.is_ascii_alphanumeric()) => false,
        '"' | '\'' => !goes_on_in_line(text, end, false),
        c => c.is_ascii() || !may_be_more(text, end),
    };
    if is_over { Ok(end) } else { Err(end) }
}

/// Whether a host ends before a backslash.
fn ends_before_escape(text: &Text, backslash: usize, is_good: bool) -> bool {
    let digits = match text.at(backslash + 1) {
        Some('u') => 4,
        Some('x') => 2,
        _ => 0,
    };
    let end = backslash + 2 + digits;
    let code = if end <= text.chars.len() { text.slice(backslash + 2, end) } else { String::new() };
    if digits > 0 && code.len() == digits && code.chars().all(|c| c.is_ascii_hexdigit()) {
        let c = u32::from_str_radix(&code, 16).ok().and_then(char::from_u32).unwrap_or('\u{FFFD}');
        if digits == 4 || c.is_ascii() && !c.is_ascii_alphanumeric() {
            let is_over = "\"'<>".contains(c) || c.is_whitespace() || c.is_control();
            return is_over || is_good && c != '\u{FFFD}' && !is_part(c) && !goes_on_with_label(text, end);
        }
    }
    if let Some(c) = numbered_escape(text, backslash) {
        return is_good && !is_part(c);
    }
    let rest = text.slice(backslash + 1, (backslash + 25).min(text.chars.len()));
    let setting = match rest.as_bytes() {
        [b'f', b'(', _, _, ..] => Some(4),
        [b'f' | b'm' | b'*', b'[', ..] => rest.find(']').map(|close| close + 1),
        [b'f', b'A'..=b'Z', ..] | [b's' | b'f', b'0'..=b'9', ..] => Some(2),
        [b'%', ..] => Some(1),
        _ => None,
    };
    if setting.is_some_and(|length| goes_on_with_label(text, backslash + 1 + length)) {
        return false;
    }
    let mut after = backslash;
    while text.at(after) == Some('\\') && matches!(text.at(after + 1), Some('n' | 'r' | 't')) && after < backslash + 16
    {
        after += 2;
    }
    if after > backslash && after < backslash + 16 && matches!(text.at(after), Some('"' | '\'')) {
        return true;
    }
    match text.at(backslash + 1) {
        Some('.' | '-' | '&' | ':' | '%') => !text.at(backslash + 2).is_some_and(is_name),
        Some('f') if matches!(text.at(backslash + 2), Some('P' | 'R')) => {
            let marks = run(text, backslash + 3, |c| ".,;:!?)]>\"'".contains(c)).min(backslash + 6);
            is_good || text.at(marks).is_none_or(|c| c <= ' ')
        }
        Some('(') if goes_on_behind_put_in(text, backslash) => false,
        Some('*') => is_good || text.at(backslash + 2) != Some(':'),
        Some('N') if matches!(text.at(backslash + 2), Some('{' | '\'')) => false,
        Some('\n') => {
            let goes_on = matches!(text.at(backslash + 2), Some('.' | '-' | '@'));
            is_good && !(goes_on && text.at(backslash + 3).is_some_and(|c| c.is_ascii_alphanumeric()))
        }
        Some(c) if "/_\n\r".contains(c) || c.is_ascii_alphanumeric() => is_good,
        _ => true,
    }
}

/// Whether it is sure to be a host.
pub fn is_good(host: &str) -> bool {
    is_evident(host) || host.starts_with('[') || host.eq_ignore_ascii_case("localhost")
}

/// A word for a port, or with more behind it.
fn is_placeholder(text: &Text, at: usize) -> bool {
    let end = run(text, at, |c| c.is_ascii_alphanumeric() || "-_".contains(c));
    let word = text.slice(at, end);
    text.at(end).is_some_and(|c| "/?#.@:".contains(c))
        || !word.contains(|c: char| c.is_ascii_lowercase())
        || word.eq_ignore_ascii_case("port")
}

/// A dot in brackets.
fn is_defanged(text: &Text, at: usize) -> bool {
    [".", ":", "@", "/", "://", "dot"]
        .iter()
        .any(|word| [')', ']', '}', '>'].iter().any(|close| text.has(at + 1, &format!("{word}{close}"))))
}

/// A placeholder in angle brackets, with more of the URL behind it.
fn is_in_angles(text: &Text, at: usize) -> bool {
    let end = run(text, at + 1, |c| c.is_ascii_alphanumeric() || "-_ ".contains(c));
    let goes_on = match text.at(end + 1) {
        Some('/' | ':' | '?') => true,
        Some('.' | '-' | '_') => text.at(end + 2).is_some_and(|c| c > ' '),
        _ => false,
    };
    let is_tag = ["a", "b", "i", "p", "br", "tt", "code"].contains(&text.slice(at + 1, end).to_lowercase().as_str());
    end > at + 1 && !is_tag && text.at(end) == Some('>') && goes_on
}

/// What a label is put in for.
fn is_filled_in(text: &Text, at: usize) -> bool {
    let Some(next) = text.at(at + 1) else { return false };
    let end = run(text, at + 1, |c| c.is_ascii_alphanumeric() || "-_".contains(c));
    let is_word = end > at + 1;
    let is_more = |end: usize| {
        text.at(end).is_some_and(|c| "./:-".contains(c))
            && text.at(end + 1).is_some_and(|c| c.is_ascii_alphanumeric() || c == '/')
    };
    match text.at(at) {
        Some('{') if next == '{' => (at..at + 64).find(|&end| text.has(end, "}}")).is_some_and(|end| is_more(end + 2)),
        Some('{') => is_word || next == '$' || next == '}',
        Some('$' | '%') if "{(".contains(next) => true,
        Some('$') => is_word && !next.is_ascii_digit() && is_more(end),
        Some('%') => end == at + 2 || next.is_ascii_digit() || is_word && text.at(end) == Some('%'),
        Some('*') => next == '.' && text.at(at + 2).is_some_and(|c| c.is_ascii_alphanumeric()),
        Some('<') => is_in_angles(text, at),
        Some('[') => is_word && text.at(end) == Some(']') && is_more(end + 1),
        Some('&') if text.has(at, "&lt;") => {
            let end = run(text, at + 4, |c| c.is_ascii_alphanumeric() || "-_".contains(c));
            end > at + 4 && text.has(end, "&gt;") && is_more(end + 4)
        }
        _ => false,
    }
}

/// Behind the host stand a dot and what began a string right before the URL.
pub fn is_in_own_string(text: &Text, host: usize, end: usize) -> bool {
    let scheme =
        (0..host).rev().skip(3).take_while(|&at| text.at(at).is_some_and(|c| c.is_ascii_alphanumeric())).count();
    let is_named = host >= 3 && text.has(host - 3, "://") && (1..=30).contains(&scheme);
    is_named
        && host > 3 + scheme
        && text.at(end) == Some('.')
        && text.at(end + 1).is_some_and(|c| "\"'`".contains(c) && text.at(host - 4 - scheme) == Some(c))
        || text.at(end) == Some('.') && goes_on_in_string(text, end + 1)
}

/// A quotation mark ends its line there, and one like it begins the next in front of a letter or digit.
fn goes_on_in_string(text: &Text, at: usize) -> bool {
    let mark = text.at(at);
    matches!(mark, Some('"' | '\''))
        && text.at(at + 1) == Some('\n')
        && text.at(at + 2) == mark
        && text.at(at + 3).is_some_and(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        && {
            let end = run(text, at + 3, |c| Some(c) != mark && c != '\n');
            text.bytes(at + 1, end) < 160 && text.at(end) == mark && text.at(end + 1).is_none_or(|c| c == '\n')
        }
}

/// A character reference of HTML.
pub fn is_entity(text: &Text, at: usize) -> bool {
    let end = run(text, at + 1, |c| c.is_ascii_alphanumeric() || c == '#');
    (at + 3..at + 33).contains(&end) && text.at(end) == Some(';') || numeric(text, at + 1).is_some()
}

/// What looks like more of a host name.
fn is_name_with_dot(text: &Text, at: usize) -> bool {
    let end = run(text, at, is_name);
    text.at(end) == Some('@') || text.at(end) == Some('.') && text.at(end + 1).is_some_and(is_name)
}

/// Where a run of such characters ends that begins at `at`.
pub fn run(text: &Text, at: usize, is_in: impl Fn(char) -> bool) -> usize {
    (at..).find(|&at| !text.at(at).is_some_and(&is_in)).unwrap_or(at)
}

/// A host name: labels and what separates them.
pub fn name(text: &Text, start: usize) -> Read {
    let mut at = start;
    let mut label = start;
    while let Some(c) = text.at(at) {
        let next = text.at(at + 1);
        if c == '.' {
            let mut after = at;
            while text.at(after) == Some('.') {
                after += 1;
            }
            let next = text.at(after);
            let dots = after - at;
            if next.is_some_and(is_name) {
                if dots > 1 || at == start {
                    return Err(at);
                }
            } else {
                let is_port = next == Some(':') && text.at(after + 1).is_some_and(|c| c.is_ascii_digit());
                let hidden = (after..after + 16).take_while(|&at| text.at(at).is_some_and(is_ignorable)).count();
                if dots == 1 && hidden > 0 && (hidden == 16 || text.at(after + hidden).is_some_and(is_name)) {
                    return Err(at);
                }
                if dots == 1 && (is_port || next.is_some_and(|c| "/?#".contains(c))) {
                    at = after;
                }
                break;
            }
            at = after;
            label = after;
        } else if c == '。' {
            // It more often ends a sentence, unless a top-level domain follows.
            let mut end = at + 1;
            while text.at(end).is_some_and(is_name) {
                end += 1;
            }
            if at == start || !is_top_level_domain(&text.slice(at + 1, end)) {
                break;
            }
            at = end;
            label = end;
        } else if is_joiner(c) {
            if at == label || !next.is_some_and(is_name) {
                break;
            }
            at += 1;
        } else if c == '\u{FE0F}' && text.before(at) == Some('😀') {
            at += 1;
        } else if is_name(c) {
            // In text without spaces the next word may follow a complete name.
            let name = text.slice(start, at);
            let is_complete = label > start && is_top_level_domain(&text.slice(label, at))
                || name.parse::<std::net::Ipv4Addr>().is_ok()
                || name.eq_ignore_ascii_case("localhost");
            let mut more = at;
            loop {
                more = run(text, more, is_name);
                if text.at(more) != Some('.') || !text.at(more + 1).is_some_and(is_name) {
                    break;
                }
                more += 1;
            }
            let rest = text.slice(at, more);
            let begins_other = rest.split('.').next().is_some_and(|label| label.contains(|c: char| c.is_ascii()));
            let is_longer = !begins_other && rest.rsplit_once('.').is_some_and(|(_, last)| is_top_level_domain(last));
            if is_spaceless(c)
                && !is_longer
                && is_complete
                && text.before(at).is_some_and(|c| c.is_ascii_alphanumeric())
            {
                break;
            }
            at += 1;
        } else {
            break;
        }
    }
    if is_before_pod_escape(text, start, at) {
        at -= 1;
    }
    let goes_on = match text.at(at) {
        Some(':') => text.at(at + 1).is_some_and(|c| c > ' ' && !"\"'),.;>]}".contains(c)),
        next => next.is_some_and(|c| "/?#".contains(c)),
    };
    while !goes_on && at > start && text.before(at).is_some_and(|c| "-_.".contains(c) || is_joiner(c)) {
        at -= 1;
    }
    if at == start { Err(start) } else { Ok(at) }
}

/// The letter of an escape of POD at the end, behind no other capital.
pub fn is_before_pod_escape(text: &Text, start: usize, end: usize) -> bool {
    let is_escape = text.has(end, "<gt>") || text.has(end, "<lt>");
    let mut before = text.chars[start..end].iter().rev();
    is_escape && before.next() == Some(&'E') && !before.next().is_some_and(char::is_ascii_uppercase)
}

fn labels(name: &str) -> Vec<&str> {
    name.strip_suffix('.').unwrap_or(name).split(['.', '。']).collect()
}

/// Whether a host without scheme is one: a known top-level domain with a label in front of it, or an IPv4 address.
pub fn is_evident(name: &str) -> bool {
    has_top_level_domain(name) || name.parse::<std::net::Ipv4Addr>().is_ok()
}

pub fn has_top_level_domain(name: &str) -> bool {
    let labels = labels(name);
    labels.len() > 1 && !labels[0].is_empty() && is_top_level_domain(labels[labels.len() - 1])
}

pub fn label_count(name: &str) -> usize {
    labels(name).iter().filter(|label| !label.is_empty()).count()
}

/// Whether DNS could hold it, and no reader takes it for another host than the next; else the byte that says no.
pub fn judge(host: &str, is_web: bool) -> Result<(), usize> {
    let mut offset = 0;
    let labels: Vec<&str> = host.strip_suffix('.').unwrap_or(host).split(['.', '。', '．', '｡']).collect();
    for label in &labels {
        let wrong = label.char_indices().enumerate().find(|&(count, (at, c))| {
            let edge = at == 0 || at + 1 == label.len();
            count == 63 || (c == '-' && edge) || !(!c.is_ascii() || c.is_ascii_alphanumeric() || "-_".contains(c))
        });
        if let Some((_, (at, _))) = wrong {
            return Err(offset + at);
        }
        if label.is_empty() {
            return Err(offset);
        }
        let separator = host[offset + label.len()..].chars().next();
        offset += label.len() + separator.map_or(0, char::len_utf8);
    }
    if let Some((at, _)) = host.char_indices().find(|&(_, c)| is_ignorable(c) && !is_joiner(c) && c != '\u{FE0F}') {
        return Err(at);
    }
    let last = labels[labels.len() - 1].to_lowercase();
    let is_number = last.chars().all(|c| c.is_ascii_digit())
        || last.strip_prefix("0x").is_some_and(|digits| digits.chars().all(|c| c.is_ascii_hexdigit()));
    // Digits that are written wide, raised, or in circles, brackets and squares.
    let is_disguised = |c: char| {
        c.is_numeric()
            && !c.is_ascii()
            && matches!(c as u32, 0xB2..=0xB9 | 0x2070..=0x2089 | 0x2460..=0x249B | 0x24EA | 0x3220..=0x33FF | 0xFF10..=0xFF19 | 0x1D7CE..=0x1D7FF | 0x1F100..=0x1F10A | 0x1FBF0..=0x1FBF9)
    };
    if is_web && last.contains(is_disguised) {
        return Err(0);
    }
    if is_number && is_web && host.parse::<std::net::Ipv4Addr>().is_err() {
        return Err(0);
    }
    Ok(())
}
