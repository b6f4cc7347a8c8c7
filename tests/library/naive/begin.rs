//! Where a URL may begin, and what stands right in front of it.

use napkin::Kind;

use super::{Text, host, member};

const SCHEMES: [&str; 12] =
    ["http", "shttp", "sftp", "example", "https", "ftp", "file", "git", "svn", "mailto", "tel", "urn"];
pub fn is_opaque(word: &str) -> bool {
    OPAQUE_SCHEMES.contains(&word.to_ascii_lowercase().as_str())
}

const OPAQUE_SCHEMES: [&str; 3] = ["mailto", "tel", "urn"];

pub fn is_scheme(word: &str) -> bool {
    SCHEMES.contains(&word.to_ascii_lowercase().as_str())
}

/// A scheme that begins with a known one, which has slashes.
fn is_compound(scheme: &str) -> bool {
    let is_word = |inner: &str| inner.starts_with(|c: char| c.is_ascii_alphabetic());
    scheme.split_once('+').is_some_and(|(outer, inner)| is_scheme(outer) && !is_opaque(outer) && is_word(inner))
}

/// What kind of URL begins, and where its part of interest does.
#[derive(Clone, Copy)]
pub enum Form {
    /// A scheme and `://`; here its authority begins.
    Hierarchical(usize),
    /// A scheme and `:`; here its own part begins.
    Opaque(usize),
    /// `mailto:`; here the addresses begin.
    Mail(usize),
    /// A host name.
    Host,
    /// A mail address whose domain begins here.
    Address(usize),
}

pub struct Beginning {
    pub start: usize,
    pub kind: Kind,
    pub completion: &'static str,
    pub form: Form,
    /// Whether it is one without the help of brackets: not so a scheme that nobody knows.
    pub is_known: bool,
}

/// The ways in which the character at `at` may be a trigger, best first.
pub fn at_trigger(text: &Text, at: usize, floor: usize, all_kinds: bool) -> Vec<Beginning> {
    match text.at(at) {
        Some(':') => scheme(text, at, floor).into_iter().collect(),
        Some('.' | '。') if all_kinds => {
            abbreviation(text, at, floor).into_iter().chain(domain(text, at, floor)).collect()
        }
        Some('.') => abbreviation(text, at, floor).into_iter().collect(),
        Some('@') if all_kinds => address(text, at, floor).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// The scheme before a colon: the longest known one whose front is not in the middle of a word, else the whole run.
fn scheme(text: &Text, colon: usize, floor: usize) -> Option<Beginning> {
    let next = text.at(colon + 1)?;
    // A scheme that takes no slashes ends in a letter.
    let is_last = text.before(colon)?.is_ascii_alphabetic();
    // The line may end in front of the slashes.
    let is_broken = "\n\r".contains(next) && ["http", "https", "ftp"].iter().any(|scheme| ends_in(text, colon, scheme));
    if !text.has(colon + 1, "//") && !is_last || next <= ' ' && !is_broken || next == ':' {
        return None;
    }
    let behind: String = text.chars[colon..].iter().take(11).collect::<String>().to_ascii_lowercase();
    let is_before_scheme = ["http", "https", "ftp"].iter().any(|scheme| behind.starts_with(&format!("://{scheme}://")));
    let mut run = colon;
    while run > floor && text.before(run).is_some_and(|c| c.is_ascii_alphanumeric() || "+-.".contains(c)) {
        run -= 1;
    }
    run = behind_escape(text, run, colon, |c| !c.is_ascii_alphanumeric());
    let outer = text.slice(run, colon).to_ascii_lowercase();
    if is_before_scheme && (is_scheme(&outer) || is_compound(&outer)) {
        return None;
    }
    let is_hierarchical = is_broken || text.has(colon + 1, "//");
    let authority = if is_broken { colon + 1 } else { colon + 3 };
    let is_front = |&start: &usize| {
        let is_cut_off = start == run || !text.chars[start - 1].is_ascii_alphanumeric() || follows_colour(text, start);
        text.chars[start].is_ascii_alphabetic() && is_cut_off && colon - start <= 32
    };
    let is_known = |&start: &usize| {
        let scheme = text.slice(start, colon).to_ascii_lowercase();
        let is_rooted_file = scheme == "file" && next == '/';
        let is_common = ["http", "https", "ftp", "file"].contains(&scheme.as_str());
        let mut front = text.chars[run..start].iter().rev();
        let is_part = front.next().is_some_and(|c| "-+.".contains(*c))
            && front.next().is_some_and(char::is_ascii_alphabetic)
            && is_hierarchical
            && !is_common;
        !is_part
            && (is_scheme(&scheme) || is_hierarchical && is_compound(&scheme))
            && (is_hierarchical || is_rooted_file || OPAQUE_SCHEMES.contains(&scheme.as_str()))
    };
    let known = (run..colon).filter(is_front).find(is_known);
    if let Some(start) = broken(text, run, floor).filter(|_| is_hierarchical && !is_broken && known.is_none()) {
        let front: String = text.slice(start, run).chars().take_while(char::is_ascii_alphabetic).collect();
        let scheme = front + &text.slice(run, colon);
        if is_scheme(&scheme) {
            let form = Form::Hierarchical(authority);
            return Some(Beginning { start, kind: Kind::Url, completion: "", form, is_known: false });
        }
    }
    let word = text.slice(run, colon);
    let word = word.strip_suffix("https").or_else(|| word.strip_suffix("http"));
    if let (true, None, Some(word)) = (is_hierarchical, known, word)
        && (word.split('.').all(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit()))
            || word.chars().all(|c| c.is_ascii_alphabetic()) && (word.len() > 1 || word.eq_ignore_ascii_case("a")))
    {
        // A word or the number of a footnote that is glued to its scheme.
        let form = Form::Hierarchical(authority);
        return Some(Beginning { start: run + word.len(), kind: Kind::Url, completion: "", form, is_known: true });
    }
    let start = known.or_else(|| Some(run).filter(|run| *run < colon).filter(is_front))?;
    let is_label = || is_signature_label(text, start, colon);
    let is_sure = ["mailto", "magnet"].contains(&text.slice(start, colon).to_ascii_lowercase().as_str());
    let is_part =
        !is_sure && start > 1 && text.chars[start - 1] == '_' && text.chars[start - 2].is_ascii_alphanumeric();
    let is_word = || is_part || is_label() || is_element(text, start, colon);
    if known.is_some() && !is_hierarchical && (is_glued(text, start) || is_word()) {
        return None;
    }
    // The name of a variable, unless a dollar sign closes what it opens.
    let word: String = (colon..colon + 256).map_while(|at| text.at(at)).take_while(|&c| c > ' ').collect();
    let is_closed = word.len() < 256
        && word.split_once('$').is_some_and(|(_, behind)| behind.chars().all(|c| c.is_ascii_punctuation()));
    if start > floor && text.before(start) == Some('$') && !is_closed {
        return None;
    }
    let form = match is_hierarchical {
        true => Form::Hierarchical(authority),
        false if text.slice(start, colon).eq_ignore_ascii_case("mailto") => Form::Mail(colon + 1),
        false => Form::Opaque(colon + 1),
    };
    Some(Beginning { start, kind: Kind::Url, completion: "", form, is_known: known.is_some() })
}

/// `Tel:` in a signature, and no scheme: that has small letters and a global number.
fn is_signature_label(text: &Text, start: usize, colon: usize) -> bool {
    let scheme = text.slice(start, colon);
    let is_bracketed = matches!(opening(text, start), Opening::Angle { .. });
    if !scheme.eq_ignore_ascii_case("tel") || is_bracketed {
        return false;
    }
    let number = text.slice(colon + 1, host::run(text, colon + 1, |c| c > ' '));
    let is_global = number.starts_with('+') && !number.contains("(0)");
    scheme != "tel" || !is_global && !number.contains(";phone-context=")
}

/// Whether this word ends there, in any letter case.
fn ends_in(text: &Text, end: usize, word: &str) -> bool {
    end >= word.len() && text.slice(end - word.len(), end).eq_ignore_ascii_case(word)
}

/// Where the front of a scheme begins that goes on in the next line, at `run`: right behind an opening bracket.
fn broken(text: &Text, run: usize, floor: usize) -> Option<usize> {
    let mut line = run;
    while line > floor && text.before(line).is_some_and(|c| " \t>|:".contains(c)) {
        line -= 1;
    }
    if line == floor || !text.before(line).is_some_and(|c| "\n\r".contains(c)) {
        return None;
    }
    let mut end = line;
    while end > floor && text.before(end).is_some_and(|c| c.is_ascii_whitespace()) {
        end -= 1;
    }
    let mut start = end;
    while start > floor && text.before(start).is_some_and(|c| c.is_ascii_alphabetic()) {
        start -= 1;
    }
    let is_bracketed = start < end && matches!(opening(text, start), Opening::Angle { .. });
    is_bracketed.then_some(start)
}

/// Whether a terminal's colour sequence ends right before `at`: `ESC [ 31 m`.
fn follows_colour(text: &Text, at: usize) -> bool {
    if text.before(at) != Some('m') {
        return false;
    }
    let mut digits = at - 1;
    while text.before(digits).is_some_and(|c| c.is_ascii_digit() || c == ';') {
        digits -= 1;
    }
    ["\x1B[", "\\033[", "\\e[", "\\x1b[", "\\x1B[", "\\u001b["].iter().any(|start| text.has_before(digits, start))
}

/// The name of an element of XML with its prefix.
fn is_element(text: &Text, start: usize, colon: usize) -> bool {
    let end = host::run(text, colon + 1, |c| c.is_ascii_alphanumeric() || "_-".contains(c));
    let is_name = text.at(colon + 1).is_some_and(|c| c.is_ascii_alphabetic())
        && text.bytes(colon + 1, end) < 64
        && !text.slice(start, colon).eq_ignore_ascii_case("mailto")
        && match text.at(end) {
            Some('>') => {
                text.at(end + 1).is_some_and(|c| c == '<' || c.is_ascii_alphanumeric())
                    && text.bytes(colon + 1, end) < 63
            }
            Some(c) => c == ' ' || text.has(end, "/>"),
            None => false,
        };
    start > 1 && text.has(start - 2, "</") || text.before(start) == Some('<') && is_name
}

/// What an escape ending right before `at` stands for, `\u003c` or `\x3c`, and how many characters it has.
fn escape_before(text: &Text, at: usize) -> Option<(char, usize)> {
    // A change of the font.
    let font = at.checked_sub(3).map_or(String::new(), |start| text.slice(start, at));
    let front = at.checked_sub(3).and_then(|start| text.before(start));
    let is_font = font.strip_prefix("\\f").is_some_and(|name| name.contains(|c| "BIRPC123456789".contains(c)));
    if is_font && !front.is_some_and(|c| c.is_ascii_alphanumeric() || ":\\/._-".contains(c)) {
        return Some(('"', 3));
    }
    [("\\u", 4), ("\\x", 2)].into_iter().find_map(|(mark, digits)| {
        let start = at.checked_sub(2 + digits)?;
        // The letter behind the backslash is a small one.
        let number = (text.slice(start, start + 2) == mark).then(|| text.slice(start + 2, at))?;
        let number = number.chars().all(|c| c.is_ascii_hexdigit()).then(|| u32::from_str_radix(&number, 16).ok())??;
        let c = char::from_u32(number).unwrap_or('\u{FFFD}');
        (digits == 4 || c.is_ascii_punctuation() || c <= ' ' || c == '\u{7F}').then_some((c, 2 + digits))
    })
}

/// Where the word begins that `start..end` ends in, behind an escape whose backslash is in front of it.
fn behind_escape(text: &Text, start: usize, end: usize, is_outside: fn(char) -> bool) -> usize {
    let is_behind =
        |&at: &usize| escape_before(text, at).is_some_and(|(c, length)| is_outside(c) && at + 1 - length == start);
    (start..=end).find(is_behind).unwrap_or(start)
}

/// The character in front of `at`, as it is or as it is escaped.
fn in_front(text: &Text, at: usize) -> Option<char> {
    escape_before(text, at).map(|(c, _)| c).filter(|&c| is_mark(c)).or_else(|| text.before(at))
}

/// What HTML gives a meaning, and programs escape therefore.
fn is_mark(c: char) -> bool {
    "<>\"'&=".contains(c)
}

/// Where the word begins that `start..end` ends in, behind a colour sequence whose end looks like a part of it.
fn behind_colour(text: &Text, start: usize, end: usize) -> usize {
    (start + 1..end).find(|&at| follows_colour(text, at)).unwrap_or(start)
}

/// Whether a word runs into what begins at `start`.
fn is_glued(text: &Text, start: usize) -> bool {
    let is_word = |c: char| c.is_alphanumeric() && !host::is_spaceless(c) || "@.-".contains(c) || host::is_joiner(c);
    let front = escape_before(text, start).map(|(c, _)| c).or_else(|| text.before(start));
    front.is_some_and(is_word) && !follows_colour(text, start)
}

/// `www.` or `ftp.` with at least two labels behind it.
fn abbreviation(text: &Text, dot: usize, floor: usize) -> Option<Beginning> {
    let completion = match () {
        () if text.at(dot) != Some('.') => return None,
        () if text.has_before(dot, "www") => "http://",
        () if text.has_before(dot, "ftp") => "ftp://",
        () => return None,
    };
    let start = dot - 3;
    // A letter of an escape that may be a part of the name.
    let is_escaped = escape_before(text, start).is_some_and(|(c, _)| !is_mark(c));
    if start < floor || is_escaped || is_glued(text, start) || matches!(text.before(start), Some('\\' | '$')) {
        return None;
    }
    if text.before(start) == Some('/') {
        // A name in a path.
        let before = if text.has_before(start, "//") { start - 2 } else { start - 1 };
        if text.before(before).is_some_and(|c| c.is_ascii_alphanumeric() || "._-~/".contains(c)) {
            return None;
        }
    }
    let end = host::name(text, start).ok()?;
    if host::label_count(&text.slice(start, end)) < 3 || text.at(end) == Some('@') {
        return None;
    }
    Some(Beginning { start, kind: Kind::Www, completion, form: Form::Host, is_known: true })
}

/// The host name that a dot stands in.
fn domain(text: &Text, dot: usize, floor: usize) -> Option<Beginning> {
    // It stands between two labels, or is that of what looked like an abbreviation.
    let is_abbreviation = text.has_before(dot, "www") || text.has_before(dot, "ftp");
    let is_label = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_' || !c.is_ascii());
    if text.at(dot) == Some('.') && !is_abbreviation && !(is_label(text.before(dot)) && is_label(text.at(dot + 1))) {
        return None;
    }
    let is_ascii = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    let is_ideographic = text.at(dot) == Some('。');
    let is_between_ascii = is_ascii(text.before(dot));
    if is_ideographic && is_between_ascii != is_ascii(text.at(dot + 1)) {
        return None;
    }
    let mut start = dot;
    while start > floor {
        let c = text.chars[start - 1];
        let is_ascii = text.chars[start].is_ascii_alphanumeric();
        // In text without spaces the name begins with its ASCII letters.
        if is_ascii && (c == '。' || host::is_spaceless(c))
            || !(host::is_name(c) || host::is_joiner(c) || ".。\u{FE0F}".contains(c))
        {
            break;
        }
        start -= 1;
    }
    if text.bytes(start, dot) > 255 {
        return None;
    }
    start = behind_colour(text, behind_escape(text, start, dot, is_mark), dot);
    while start < dot && matches!(text.at(start), Some('_' | '-')) {
        start += 1;
    }
    let is_rest = |c: char| "@/\\$%&#-_".contains(c) || host::is_invisible(c) || host::is_confusing(c);
    let is_picture_shown = || start > 1 && text.at(start - 2) == Some('😀');
    let is_in_name = || start > 1 && text.at(start - 2).is_some_and(char::is_alphanumeric);
    let is_rest = |c: char| is_rest(c) || c == '\u{FE0F}' && !is_picture_shown() || host::is_mapped(c) && is_in_name();
    if start == dot || in_front(text, start).is_some_and(is_rest) {
        return None;
    }
    let is_space = |c: Option<char>| c.is_none_or(char::is_whitespace);
    if text.before(start).is_some_and(|c| c.is_whitespace() && c != '\n') && text.has_before(start - 1, "://") {
        // The rest of a URL that a space broke.
        return None;
    }
    let end = host::name(text, start).ok()?;
    let stands_free = is_space(text.before(start)) && (is_space(text.at(end)) || text.at(end) == Some('/'));
    let is_in_sentence = is_ideographic && !is_between_ascii && !stands_free;
    // Dots, a dash and emphasis may stand in front of the sign of an address.
    let sign = text.at(host::run(text, end, |c| "-_.".contains(c)));
    let front = text.slice(0, start).to_ascii_lowercase();
    let is_half = ["(at)", "[at]"].iter().any(|named| front.ends_with(named)) && text.at(end) != Some('/')
        || ["<dot>", "(dot)", "[dot]", "{dot}"].iter().any(|named| front.ends_with(named));
    if end <= dot || is_in_sentence || is_half || matches!(sign, Some('@' | '+')) || !member::is_host(text, start, end)
    {
        return None;
    }
    Some(Beginning { start, kind: Kind::Domain, completion: "http://", form: Form::Host, is_known: true })
}

/// Characters of the local part of a mail address.
pub fn is_local(c: char) -> bool {
    host::is_word(c) && !host::is_mapped(c) || "!#$%&'*+-/=?^_`{|}~".contains(c)
}

pub fn is_dot_atom(local: &str) -> bool {
    local.split('.').all(|atom| !atom.is_empty())
}

/// The mail address around an `@`.
fn address(text: &Text, at: usize, floor: usize) -> Option<Beginning> {
    let mut start = at;
    while start > floor && (is_local(text.chars[start - 1]) || text.chars[start - 1] == '.') {
        let is_ascii = start < at && text.chars[start].is_ascii_alphanumeric();
        if is_ascii && host::is_spaceless(text.chars[start - 1]) {
            break;
        }
        start -= 1;
    }
    if text.bytes(start, at) > 64 || text.has(start, "~/") {
        return None;
    }
    start = behind_colour(text, behind_escape(text, start, at, is_mark), at);
    // Markup and quotation marks in front are not part of it.
    start = local_start(text, behind_markup(text, start, at), at);
    // It may also stand behind dots that are not.
    if start > floor && text.before(start) == Some('.') {
        start = behind_markup(text, start, at);
    }
    let hyphens = text.chars[start..at].iter().take_while(|&&c| c == '-').count();
    let is_rest = hyphens > 0 && start > floor && is_behind_placeholder(&text.slice(floor, start));
    start += hyphens;
    let is_closed =
        |end: usize| text.at(end) == Some('_') && !text.at(end + 1).is_some_and(|c| c.is_ascii_alphanumeric());
    if text.at(start) == Some('_') && host::name(text, at + 1).is_ok_and(is_closed) {
        start += 1;
    }
    let local = text.slice(start, at);
    let is_behind_letter = start > 1 && text.at(start - 2).is_some_and(|c| c.is_ascii_alphanumeric());
    let is_mark = |c: char| matches!(c, '\u{200B}' | '\u{FEFF}' | '\u{200E}'..='\u{2069}');
    let is_hidden = |c: char| host::is_ignorable(c) && (is_behind_letter || !is_mark(c));
    let is_part = in_front(text, start).is_some_and(|c| "\\@".contains(c) || is_hidden(c));
    let is_behind_escaped_dot =
        text.before(start) == Some('.') && text.slice(0, start).trim_end_matches('.').ends_with('\\');
    let is_repetition = matches!(text.before(start), Some(']' | ')')) && ["+", "*", "?"].contains(&local.as_str());
    let domain = host::name(text, at + 1).map_or(String::new(), |end| text.slice(at + 1, end));
    let labels: Vec<&str> = domain.trim_end_matches('.').split('.').collect();
    let is_country = labels.last().is_some_and(|label| label.len() == 2);
    let second = labels.iter().rev().nth(1);
    let is_registry = second.is_some_and(|label| ["com", "org"].contains(label) || is_country && label.len() <= 3);
    let is_machine = labels.len() > if is_registry { 3 } else { 2 };
    let is_behind_scheme = is_behind_scheme(text, floor, start) || is_machine && is_behind_user(text, floor, start);
    let has_letter = local.contains(|c: char| c.is_ascii_alphanumeric() || c == '_' || !c.is_ascii());
    let is_one = is_dot_atom(&local) && has_letter && !is_message_id(&local);
    let is_of_message = is_of_message(&text.slice(0, start));
    if !is_one || is_part || is_rest || is_of_message || is_repetition || is_behind_escaped_dot || is_behind_scheme {
        return None;
    }
    Some(Beginning { start, kind: Kind::Email, completion: "mailto:", form: Form::Address(at + 1), is_known: true })
}

/// What a name is to be put in for.
fn is_behind_placeholder(text: &str) -> bool {
    let word = text.strip_suffix('>').and_then(|text| text.rsplit_once('<')).map(|(_, word)| word);
    let is_tag = |word: &str| ["a", "/a", "b", "/b", "br", "p", "li"].contains(&word);
    text.ends_with(['}', '*', '`']) || word.is_some_and(|word| word.len() <= 32 && !is_tag(word))
}

/// The identifier of a message behind the field that has it, and others.
fn is_of_message(front: &str) -> bool {
    let without_fold = |text: &str| {
        let bare = text.trim_end_matches([' ', '\t']);
        let line = bare.strip_suffix('\n').filter(|_| bare != text);
        line.map_or(bare, |line| line.strip_suffix('\r').unwrap_or(line)).to_ascii_lowercase()
    };
    let Some(mut front) = front.strip_suffix('<').map(without_fold) else { return false };
    while let Some((before, inner)) = front.strip_suffix('>').and_then(|front| front.rsplit_once('<')) {
        if inner.contains(|c: char| c <= ' ') {
            return false;
        }
        front = without_fold(before);
    }
    ["message-id", "in-reply-to", "references", "content-id", "supersedes"].iter().any(|field| {
        let before = front.strip_suffix(':').and_then(|front| front.strip_suffix(field));
        before.is_some_and(|before| {
            let line = before.rsplit(['\n', '\r']).next().unwrap_or_default();
            let is_inner = |c: char| c.is_ascii_alphanumeric() || c == '-';
            before.ends_with("\\n")
                || if *field == "references" {
                    line.len() < 128 && !line.contains(|c: char| c.is_ascii_alphanumeric())
                } else {
                    !before.ends_with(is_inner)
                }
        })
    })
}

/// Where a local part begins behind markup and quotation marks, if a letter or digit follows them.
fn behind_markup(text: &Text, start: usize, at: usize) -> usize {
    let is_home = text.at(start) == Some('~') && text.slice(start, at).contains('/');
    let bare = host::run(text, start, |c| "'*/=?`{|}~^#&!".contains(c));
    let is_followed = bare < at && text.chars[bare].is_ascii_alphanumeric();
    if is_followed && !is_home { bare } else { start }
}

/// Where a local part begins, behind a key, a slash, a quotation mark and dots.
fn local_start(text: &Text, start: usize, at: usize) -> usize {
    let local = &text.chars[start..at];
    let slash = local.iter().rposition(|&c| c == '/').filter(|_| local[0] != '~');
    let is_letter = |c: Option<&char>| c.is_some_and(|c| c.is_ascii_alphabetic() || !c.is_ascii());
    let is_mark = |&index: &usize| {
        let is_inner = is_letter(local[..index].last()) && is_letter(local.get(index + 1));
        let is_behind_prefix = index == 1 && "uU".contains(local[0]);
        "'`".contains(local[index]) && (!is_inner || is_behind_prefix)
    };
    let quote = (0..local.len()).rev().find(is_mark);
    let command = local.iter().take_while(|c| c.is_ascii_alphabetic()).count();
    let is_tex = text.before(start) == Some('\\') && command > 0 && local.get(command) == Some(&'{');
    let brace = local.windows(2).rposition(|pair| matches!(pair, ['}' | '=', '{'])).map(|before| before + 1);
    let mut behind = slash.max(quote).max(is_tex.then_some(command)).max(brace).map_or(0, |last| last + 1);
    let rest: String = local[behind..].iter().collect();
    if !is_message_id(&rest) && has_key(&rest) {
        behind = local.iter().rposition(|c| "=&".contains(*c)).map_or(0, |sign| sign + 1);
    }
    let is_behind_space = behind == 0 && text.before(start).is_some_and(|c| c == ' ' || c == '\t');
    let dots = local[behind..].iter().take_while(|&&c| c == '.').count();
    start + behind + if is_behind_space { 0 } else { dots }
}

/// A key in front of the last `=`.
fn has_key(local: &str) -> bool {
    let Some((front, _)) = local.rsplit_once('=') else { return false };
    let key = front.rsplit(['=', '&', '?']).next().unwrap_or_default().trim_end_matches(|c: char| c.is_ascii_digit());
    !is_for_bounces(local) && key.chars().all(|c| c.is_ascii_alphabetic() || "-_.".contains(c))
}

/// Where mail goes that can't be delivered.
fn is_for_bounces(local: &str) -> bool {
    let Some((front, whose)) = local.split_once('=') else { return false };
    let tag = front.split(['+', '-']).next().unwrap_or_default().to_ascii_lowercase();
    let is_tag = ["prvs", "btv1", "msprvs1", "srs0", "srs1"].contains(&tag.as_str());
    if is_tag || front.contains('+') {
        return is_tag || host::has_top_level_domain(whose.rsplit('=').next().unwrap_or_default());
    }
    let is_longer = front.contains(|c: char| c.is_ascii_digit() || c == '-') && !front.starts_with('-');
    let is_host = [".com", ".org", ".net"].iter().any(|end| whose.ends_with(end));
    !whose.contains('=') && host::has_top_level_domain(whose) && (is_longer || is_host)
}

/// How a URL has a sign of a local part; `None` if the address has none that is its own.
pub fn encoded_sign(local: &str, at: usize) -> Option<&'static str> {
    let is_inner = local[..at].ends_with(|c: char| c.is_ascii_alphanumeric())
        && local[at + 1..].starts_with(|c: char| c.is_ascii_alphanumeric());
    match &local[at..=at] {
        "/" => Some("%2F"),
        "=" => is_for_bounces(local).then_some("%3D"),
        "&" => is_inner.then_some("%26"),
        "%" if is_inner && is_route(&local[at + 1..]) => Some("%25"),
        "%" => is_escape(&local[at + 1..]).then_some("%"),
        _ => None,
    }
}

/// A host that mail is passed on to.
fn is_route(behind: &str) -> bool {
    let label = behind.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').count();
    let is_word = behind.chars().take(2).all(|c| c.is_ascii_lowercase());
    label >= 3 && behind.starts_with(|c: char| c.is_ascii_alphabetic()) && (is_word || !is_escape(behind))
}

fn is_escape(behind: &str) -> bool {
    behind.len() > 1 && behind.chars().take(2).all(|c| c.is_ascii_hexdigit())
}

/// What mailers make for a message.
fn is_message_id(local: &str) -> bool {
    if local.len() < 8 {
        return false;
    }
    let local = local.strip_prefix('+').unwrap_or(local);
    let labels: Vec<&str> = local.split('.').collect();
    let (first, has_dot) = (labels[0], labels.len() > 1);
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).count();
    let is_number = |text: &&str| text.len() >= 8 && digits(text) == text.len();
    let is_hexadecimal = |text: &str| text.chars().all(|c| c.is_ascii_hexdigit());
    let is_small = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    let is_capital = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit();
    let is_checksum = is_hexadecimal(first) && digits(first) > 0;
    let groups: Vec<usize> = first.split('-').map(str::len).collect();
    let is_uuid = groups == [8, 4, 4, 4, 12] && is_hexadecimal(&first.replace('-', ""));
    let of_gmail = local.starts_with("CA") && local.len() >= 48 && digits(local) > 0
        || ["AANLkTi", "BANLkTi"].iter().any(|begin| local.starts_with(begin)) && local.len() >= 40
        || local.len() >= 40 && local.chars().all(is_small) && digits(local) >= local.len() / 4;
    let dollars: Vec<usize> = local.match_indices('$').map(|(at, _)| at).collect();
    let of_express = local.len() == 30
        && dollars.starts_with(&[12])
        && dollars.contains(&21)
        && is_hexadecimal(&local.replace('$', ""));
    let of_outlook = first.len() >= 24 && first.chars().all(is_capital);
    let has_number = labels[1..].iter().any(is_number);
    let of_pine = ["pine", "alpine"].contains(&first.to_lowercase().as_str()) && has_number;
    let of_git = labels[1..].contains(&"git") && has_number;
    let of_gnus = labels[1..] == ["fsf"] && digits(first) > 0;
    let has = |is: fn(char) -> bool| labels[1].contains(is);
    let of_kmail = labels.len() == 2
        && first.len() >= 6
        && digits(first) == first.len()
        && labels[1].len() >= 10
        && labels[1].chars().all(|c| c.is_ascii_alphanumeric())
        && has(|c| c.is_ascii_digit())
        && has(|c| c.is_ascii_uppercase())
        && has(|c| c.is_ascii_lowercase());
    has_dot && is_number(&first)
        || is_checksum && (first.len() >= 24 || has_dot && first.len() == 8)
        || is_uuid
        || of_outlook
        || first.len() > 16 && first.contains("-git-send-email-")
        || !has_dot && (of_gmail || of_express)
        || of_pine
        || of_git
        || of_gnus
        || of_kmail
}

/// Behind the colon of a scheme that is no mail's.
fn is_behind_scheme(text: &Text, floor: usize, start: usize) -> bool {
    ["javascript:", "vbscript:", "skype:", "matrix:", "ssh:", "sip:", "sips:", "xmpp:", "acct:", "callto:", "im:"]
        .iter()
        .any(|scheme| {
            let front = start.checked_sub(scheme.len()).filter(|&front| front >= floor && text.has(front, scheme));
            front.is_some_and(|front| {
                front == floor || !text.before(front).is_some_and(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
            })
        })
}

/// Behind a user's name and a colon: small letters, and no label that the texts have.
fn is_behind_user(text: &Text, floor: usize, start: usize) -> bool {
    if start == floor || text.before(start) != Some(':') {
        return false;
    }
    let mut front = start - 1;
    while front > floor
        && text.before(front).is_some_and(|c| c.is_ascii_alphanumeric() || "_-+./%@!".contains(c) || !c.is_ascii())
        && text.bytes(front, start) <= 64
    {
        front -= 1;
    }
    let word = text.slice(front, start - 1);
    let is_escaped = text.before(front) == Some('\\') && word.starts_with(['n', 'r', 't']);
    let word = if is_escaped { &word[1..] } else { word.strip_prefix("//").unwrap_or(&word) };
    word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "_-+".contains(c))
        && !word.split(|c: char| !c.is_ascii_lowercase()).any(|part| part.starts_with("mail") || part.ends_with("mail"))
}

/// What opens right before a URL.
#[derive(Debug, PartialEq)]
pub enum Opening {
    /// `<`, and whether `URL:` follows it.
    Angle {
        prefixed: bool,
    },
    /// A quotation mark, and those that close it.
    Quote(&'static str),
    /// `URL:` without a bracket.
    Prefix,
    Bare,
}

const QUOTES: [(char, &str); 14] = [
    ('"', "\""),
    ('\'', "'"),
    ('`', "`'"),
    ('“', "”“"),
    ('”', "”"),
    ('„', "“”‟"),
    ('‘', "’‘"),
    ('’', "’"),
    ('‚', "‘’‛"),
    ('«', "»"),
    ('»', "«»"),
    ('‹', "›"),
    ('›', "‹›"),
    ('⟨', "⟩"),
];

pub fn opening(text: &Text, start: usize) -> Opening {
    let before_space = |end: usize| {
        let mut at = end;
        while text.before(at).is_some_and(char::is_whitespace) && text.bytes(at, end) < 64 {
            at -= 1;
        }
        at
    };
    let word = before_space(start);
    if text.has_before(word, "URL:") {
        let bracket = before_space(word - 4);
        if text.before(bracket) == Some('<') {
            return Opening::Angle { prefixed: true };
        }
        let is_in_word = text.before(word - 4).is_some_and(char::is_alphanumeric);
        let is_in_line = !text.slice(word, start).contains('\n');
        if !is_in_word && is_in_line {
            return Opening::Prefix;
        }
    }
    if text.before(word) == Some('<') {
        return Opening::Angle { prefixed: false };
    }
    let mark = QUOTES.iter().find(|quote| text.before(start) == Some(quote.0));
    mark.map_or(Opening::Bare, |quote| Opening::Quote(quote.1))
}
