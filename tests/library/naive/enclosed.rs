//! URLs in brackets and quotes.

use napkin::{Delimiter, Kind};

use super::{
    Text,
    begin::{Beginning, Form, Opening},
    end, host,
};

pub struct Enclosed {
    pub pieces: Vec<(usize, usize)>,
    pub delimiter: Delimiter,
}

/// What stands from the beginning to the mark that closes what opened right before it.
pub fn read(text: &Text, beginning: &Beginning, opening: &Opening) -> Option<Enclosed> {
    let (closing, delimiter) = match *opening {
        Opening::Angle { prefixed } => {
            let is_url = beginning.is_known || prefixed || matches!(beginning.form, Form::Hierarchical(_));
            (is_url.then_some(">")?, Delimiter::Angle)
        }
        Opening::Quote(marks) if beginning.is_known => (marks, Delimiter::Quote),
        _ => return None,
    };
    let in_angle = delimiter == Delimiter::Angle;
    let line_start = line_start(text, beginning.start);
    let mut pieces = Vec::new();
    let mut piece = beginning.start;
    let mut at = piece;
    let mut in_title = false;
    let mut apostrophes = 0;
    // How many pieces stand before this line.
    let mut before_line = 0;
    loop {
        let c = text.at(at)?;
        if closing.contains(c) {
            let in_word = !in_angle
                && "'’".contains(c)
                && text.at(at + 1).is_some_and(|c| c.is_alphanumeric() && !host::is_spaceless(c));
            if !in_word {
                // It ends the string in which the mark in front of the URL is escaped.
                let mark = text.before(beginning.start);
                let is_escaped = |at: usize| text.before(at) == Some('\\');
                let ends_string = matches!(c, '"' | '\'') && mark == Some(c) && pieces.is_empty() && !is_escaped(at);
                if ends_string && is_escaped(beginning.start - 1) {
                    return None;
                }
                break;
            }
            // One that begins a line opens the next quotation.
            if at == piece {
                return None;
            }
            apostrophes += 1;
            if apostrophes > 4 {
                return None;
            }
            at += 1;
        } else if c.is_whitespace() {
            let space_start = at;
            let (end, lines) = space(text, at, &line_start);
            if lines > 1 {
                return None;
            }
            if !in_title {
                if lines == 0 && !(in_angle && text.at(end) == Some('>')) {
                    if !in_angle {
                        return None;
                    }
                    in_title = !is_rest(text, at, end);
                }
                let is_break = lines > 0 && !in_title && !(in_angle && text.at(end) == Some('>'));
                let url = text.slice(beginning.start, at);
                // A line that ends in a quotation mark ends a string of a program.
                let statement = url.trim_end_matches([')', '+', ',', ';', '\\']);
                if is_break && statement.ends_with(['\'', '"', '`']) {
                    return None;
                }
                // The separators of a list, which a query has as well, and the parameters of a path.
                let segment = text.slice(piece, at);
                let has_parameter = segment.rsplit('/').next().is_some_and(|segment| segment.contains('='));
                if is_break
                    && !in_angle
                    && text.before(beginning.start) != Some('⟨')
                    && url.ends_with(';')
                    && !url.contains('?')
                    && !has_parameter
                    && !is_parameter(text, end)
                {
                    return None;
                }
                if is_break && is_prose(text, &url, end, in_angle) {
                    if !in_angle {
                        return None;
                    }
                    in_title = true;
                    before_line = pieces.len() + 1;
                }
                // A soft break of quoted-printable text, which has no place in a query.
                let is_encoded = is_break
                    && url.ends_with('=')
                    && matches!(text.at(space_start), Some('\n' | '\r'))
                    && (!url.contains('?') || text.slice(piece, at).contains("=3D"))
                    && is_quoted_printable(text, space_start);
                pieces.push((piece, at - usize::from(is_encoded), lines > 0));
                piece = end;
                if in_title {
                    // All spaces of this line are those of a title, and a later line is all title.
                    pieces.truncate(before_line.max(1));
                    let (start, end, _) = pieces.last_mut()?;
                    while *end - *start > 1 && text.before(*end).is_some_and(|c| ".,;:!?'".contains(c)) {
                        *end -= 1;
                    }
                } else if lines > 0 {
                    pieces.retain(|&(start, end, _)| start < end);
                    before_line = pieces.len();
                    let is_signature = text.has(end, "--\n")
                        || text.has(end, "-- \n")
                        || text.has(end, "--\r")
                        || text.has(end, "-- \r");
                    if is_signature {
                        return None;
                    }
                }
                let is_one = text.before(space_start) == Some('/') && (in_angle && lines > 0 || text.has(end, "www."));
                if !in_title && !is_one && text.at(end) != Some('>') && end::begins_url(text, end) {
                    return None;
                }
            }
            at = end;
        } else if !in_angle
            && ",;".contains(c)
            && !text.slice(beginning.start, at).contains('?')
            && end::begins_url(text, at + 1)
        {
            // A list: in a query they are those of a value.
            return None;
        } else if c == '<' || c.is_control() || !in_angle && "\"“”„‚‘«»‹›⟨⟩`".contains(c) {
            return None;
        } else {
            at += 1;
        }
    }
    if !in_title {
        pieces.push((piece, at, false));
    }
    pieces.retain(|&(start, end, _)| start < end);
    // The hyphens that a typesetter put at the end of a line.
    let last = pieces.len() - 1;
    for (start, end, at_line_end) in &mut pieces[..last] {
        if *at_line_end && *start < *end && matches!(text.before(*end), Some('\u{AD}' | '\u{2010}')) {
            *end -= 1;
        }
    }
    pieces.retain(|&(start, end, _)| start < end);
    let mut pieces: Vec<_> = pieces.into_iter().map(|(start, end, _)| (start, end)).collect();
    if in_angle {
        // A backslash before the bracket or the line end escapes it, where the URL has no others.
        let mut shorter = pieces.clone();
        for index in 0..pieces.len() {
            let written: String = pieces[..=index].iter().map(|&(start, end)| text.slice(start, end)).collect();
            let is_behind_authority = match (&beginning.form, written.split_once("://")) {
                (Form::Opaque(_), _) => true,
                (Form::Hierarchical(_), Some((_, rest))) => rest.contains(['/', '?', '#']),
                _ => written.contains(['/', '?', '#']),
            };
            let (start, end) = &mut shorter[index];
            while is_behind_authority && *start < *end && text.before(*end) == Some('\\') {
                *end -= 1;
            }
        }
        if !shorter.iter().any(|&(start, end)| text.slice(start, end).contains('\\')) {
            pieces = shorter;
        }
        pieces.retain(|&(start, end)| start < end);
    }
    // The comma or full stop of a sentence stands inside its quotation marks.
    if let (false, Some((start, end))) = (in_angle, pieces.last_mut()) {
        while *end - *start > 1 && text.before(*end).is_some_and(|c| ".,;".contains(c)) {
            *end -= 1;
        }
    }
    if let (Form::Hierarchical(host), [(_, end)]) = (&beginning.form, &pieces[..]) {
        let name = text.slice(*host, *end);
        if host::is_in_own_string(text, *host, *end) && !host::is_good(&name) && host::name(text, *host) == Ok(*end) {
            return None;
        }
    }
    if let (true, [(start, end)]) = (in_angle, &mut pieces[..]) {
        // The comma of a list, and a parenthesis that nothing opens.
        loop {
            let url = text.slice(*start, *end);
            let is_over = url.matches('(').count() < url.matches(')').count() && !url.ends_with("))");
            let is_outside = url.len() > 1 && url.ends_with(',') || url.ends_with(')') && is_over;
            if !is_outside {
                break;
            }
            *end -= 1;
        }
    }
    if let Form::Address(_) = beginning.form {
        let written: String = pieces.iter().map(|&(start, end)| text.slice(start, end)).collect();
        let domain = written.rsplit('@').next().unwrap_or_default();
        let is_hyphenated = domain.split('.').any(|label| label.starts_with('-') || label.ends_with('-'));
        let is_known = host::has_top_level_domain(domain) && !is_hyphenated;
        if !is_known && !domain.eq_ignore_ascii_case("localhost") {
            return None;
        }
    }
    // A host without scheme is known by its top-level domain.
    if matches!(beginning.kind, Kind::Www | Kind::Domain) {
        let written: String = pieces.iter().map(|&(start, end)| text.slice(start, end)).collect();
        if !host::is_evident(written.split(['/', '?', '#', ':']).next()?) {
            return None;
        }
    }
    Some(Enclosed { pieces, delimiter })
}

/// Whether what stands behind the blank at `at` can be nothing but the rest of the URL.
fn is_rest(text: &Text, at: usize, next: usize) -> bool {
    let end = host::run(text, next, |c| c > ' ' && !">\"'".contains(c));
    let rest = text.slice(next, end);
    let has_mark = |rest: &str| rest.contains(['/', '?', '#', '=', '%']);
    let is_cut = text.before(at).is_some_and(|c| "/.?&=#%-_~:;+,".contains(c));
    let is_label = rest.len() > 1 && rest.starts_with('#') && text.has_before(at, &rest[1..]);
    text.at(end) == Some('>')
        && !is_label
        && text.bytes(next, end) < 256
        && (rest.starts_with(['/', '?', '#', '=', '%']) || is_cut && has_mark(&rest))
}

/// Whether the name of a parameter and its equals sign stand here.
fn is_parameter(text: &Text, start: usize) -> bool {
    let is_of_name = |at: usize| text.at(at).is_some_and(|c| c.is_ascii_alphanumeric() || "_-.%".contains(c));
    let end = (start..start + 64).find(|&at| !is_of_name(at)).unwrap_or(start);
    end > start && text.at(end) == Some('=')
}

/// Whether words follow the break behind `url`: the marker of a list, an address, a word behind a whole host or the
/// sentence's punctuation.
fn is_prose(text: &Text, url: &str, next: usize, in_angle: bool) -> bool {
    let mut end = next;
    while end - next < 64 && text.at(end).is_some_and(|c| c.is_ascii_alphanumeric() || "._+-".contains(c)) {
        end += 1;
    }
    let word = text.slice(next, end);
    let behind = text.at(end);
    let is_bullet = word == "-" && behind == Some(' ') || word.is_empty() && behind == Some('*');
    if is_bullet && text.at(end + 1) != Some('/') {
        return true;
    }
    let authority = url.split_once("://").map(|(_, authority)| authority);
    if behind == Some('@') && !word.is_empty() && text.at(end + 1).is_some_and(|c| c.is_ascii_alphanumeric()) {
        let is_address =
            !word.contains(|c: char| c.is_ascii_digit()) && url.ends_with(|c: char| c.is_ascii_alphanumeric());
        return is_address && !in_angle && authority.is_none_or(|authority| authority.contains('/'));
    }
    let letters = word.chars().take_while(char::is_ascii_alphabetic).count();
    if letters == 0 {
        return false;
    }
    let rest = authority.or_else(|| url.split_once('@').map(|(_, domain)| domain));
    let host = rest.map(|rest| rest.rsplit('@').next().unwrap_or_default());
    if let Some(host) = host.filter(|host| host.chars().all(|c| c.is_ascii_alphanumeric() || ".-".contains(c))) {
        if host.ends_with('.') && host::is_top_level_domain(word.rsplit('.').next().unwrap_or_default()) {
            return false;
        }
        let host = host.strip_suffix('.').unwrap_or(host);
        let Some((_, label)) = host.rsplit_once('.') else { return false };
        let (first, goes_on) = word.split_once('.').map_or((&*word, false), |(first, _)| (first, true));
        return host::is_top_level_domain(label) && !goes_on && !host::is_top_level_domain(&format!("{label}{first}"));
    }
    // The whole name of a file, and a title.
    let is_file = [".html", ".htm", ".aspx", ".pdf", ".txt"].iter().any(|suffix| url.ends_with(suffix));
    if letters == word.len() && letters > 1 && behind == Some('>') && is_file && !"html".ends_with(&word) {
        return true;
    }
    let is_alone = word[letters..].chars().all(|c| c == '.') && !behind.is_some_and(|c| "/?&=%#:".contains(c));
    let is_capitalized = letters > 1
        && word.starts_with(|c: char| c.is_ascii_uppercase())
        && word[1..letters].chars().all(|c| c.is_ascii_lowercase());
    is_alone
        && match url.chars().last() {
            Some(',' | ';' | '!') => true,
            Some('.') => is_capitalized,
            Some(c) => is_capitalized && c.is_ascii_alphanumeric() && !in_angle,
            None => false,
        }
}

/// What a line begins with: the marks of a quoted reply, perhaps with a name before them, or of a comment.
struct LineStart {
    quote: String,
    sign: Option<char>,
    comment: Option<CommentMark>,
    /// The rest of the line up to the URL.
    text: String,
}

/// The mark of a comment.
struct CommentMark {
    run: String,
    suffix: Option<char>,
    has_blank: bool,
}

impl CommentMark {
    fn length(&self) -> usize {
        self.run.chars().count() + usize::from(self.suffix.is_some())
    }
}

fn ends_word(rest: &str) -> bool {
    rest.chars().next().is_none_or(|c| " \t\r\n".contains(c))
}

/// The mark of a comment that this begins with.
fn comment_mark(text: &str) -> Option<CommentMark> {
    let first = text.chars().next()?;
    let mark = |run: &str, suffix, has_blank| Some(CommentMark { run: run.to_owned(), suffix, has_blank });
    if let Some(roff) = [".\\\"", "'\\\""].into_iter().find(|roff| text.starts_with(roff)) {
        return mark(roff, None, false);
    }
    if !"#/*;%-!".contains(first) {
        let words = ["dnl", "rem", "REM", "Rem", "@rem", "@REM", "@c", "@comment", "C", "c", "\"", "'", "\\"];
        let word = words.into_iter().find(|word| text.strip_prefix(word).is_some_and(ends_word))?;
        return mark(word, None, true);
    }
    let rest = text.trim_start_matches(first);
    let run = &text[..text.len() - rest.len()];
    let suffix = rest.chars().next().filter(|&c| "!:.~|<>,'".contains(c) && first != '*' && ends_word(&rest[1..]));
    let has_blank = suffix.is_some() || ends_word(rest);
    match first {
        '-' if run.len() < 2 || !has_blank || suffix.is_some() => None,
        '/' if run.len() < 2 => None,
        _ => mark(run, suffix, has_blank),
    }
}

/// How many characters of the mark another line begins with.
fn same_mark(mark: &CommentMark, text: &str) -> Option<usize> {
    let rest = text.strip_prefix(mark.run.as_str())?;
    let has_suffix = mark.suffix.is_some_and(|suffix| rest.starts_with(suffix));
    let rest = if has_suffix { &rest[1..] } else { rest };
    let is_mark = !mark.has_blank || mark.run.starts_with('*') || ends_word(rest);
    is_mark.then(|| mark.run.chars().count() + usize::from(has_suffix))
}

/// Whether a comment that a line begins with this mark goes on with one behind something else on the line before.
fn goes_on_behind(mark: &CommentMark, line: &str) -> bool {
    if mark.run.starts_with('*') {
        let last = |pairs: [&str; 2]| pairs.iter().filter_map(|pair| line.rfind(pair)).max();
        return match (last(["/*", "(*"]), last(["*/", "*)"])) {
            (Some(opened), Some(closed)) => closed < opened + 2,
            (opened, _) => opened.is_some(),
        };
    }
    let only_first = ["C", "c", "\"", "'", "\\"].contains(&mark.run.as_str());
    let is_one = |word: &str| comment_mark(word).is_some_and(|other| other.run == mark.run && other.has_blank);
    mark.has_blank && !only_first && line.split([' ', '\t']).any(is_one)
}

fn line_start(text: &Text, at: usize) -> LineStart {
    let mut start = at;
    while text.before(start).is_some_and(|c| c != '\n' && c != '\r') {
        start -= 1;
    }
    let line = text.slice(start, at);
    // What the URL begins with tells whether a blank stands behind a mark.
    let comment_in = |line: &str| {
        let mark = comment_mark(&format!("{line}u"))?;
        (mark.length() <= line.chars().count()).then_some(mark)
    };
    let blanks = [' ', '\t'];
    let sign = line.chars().next().filter(|c| "+-".contains(*c));
    let inner = line.trim_start_matches(blanks);
    let signed = sign.and_then(|_| comment_in(line[1..].trim_start_matches(blanks)));
    let plain = comment_in(inner);
    if plain.is_some() || signed.is_some() {
        let sign = if plain.is_some() { None } else { sign };
        return LineStart { quote: String::new(), sign, comment: plain.or(signed), text: String::new() };
    }
    let name: String = inner.chars().take_while(|&c| c.is_ascii_alphanumeric() || "._-".contains(c)).collect();
    let is_name = inner[name.len()..].starts_with('>')
        && name.len() <= 16
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.ends_with(|c: char| c.is_ascii_alphanumeric());
    let name = if is_name { name } else { String::new() };
    let marks = inner[name.len()..].chars().filter(|c| !blanks.contains(c)).take_while(|&c| ">|:".contains(c));
    let quote: String = name.chars().chain(marks).collect();
    let mut rest = inner;
    for mark in quote.chars() {
        rest = &rest.trim_start_matches(blanks)[mark.len_utf8()..];
    }
    LineStart { text: rest.to_owned(), quote, sign, comment: None }
}

/// Where the text of the line at `at` begins, behind what the URL's line begins with as well.
fn skip_marks(text: &Text, at: usize, line_start: &LineStart) -> usize {
    let is_blank = |at: usize| text.at(at).is_some_and(|c| c == ' ' || c == '\t');
    let behind_blanks = |mut at: usize| {
        while is_blank(at) {
            at += 1;
        }
        at
    };
    let rest_of_line = |at: usize| {
        let mut end = at;
        while text.at(end).is_some_and(|c| c != '\n') {
            end += 1;
        }
        text.slice(at, end)
    };
    let is_signed = line_start.sign.is_some() && text.at(at) == line_start.sign;
    if let Some(mark) = &line_start.comment {
        if line_start.sign.is_some() && !is_signed {
            return at;
        }
        let start = behind_blanks(at + usize::from(is_signed));
        return same_mark(mark, &rest_of_line(start)).map_or(at, |length| start + length);
    }
    let (mut next, mut end, mut is_same) = (at, at, true);
    for mark in line_start.quote.chars() {
        next = behind_blanks(next);
        if text.at(next) != Some(mark) {
            is_same = false;
            break;
        }
        next += 1;
        if ">|:".contains(mark) {
            end = next;
        }
    }
    if !is_same {
        return end;
    }
    let start = behind_blanks(end);
    match comment_mark(&rest_of_line(start)) {
        Some(mark) if goes_on_behind(&mark, &line_start.text) => return start + mark.length(),
        _ => {}
    }
    let has_bullet = line_start.sign == Some('-') || line_start.text.chars().nth(1).is_some_and(|c| " \t".contains(c));
    let may_be_signed = line_start.quote.is_empty() && is_signed && text.at(at + 1).is_some();
    if may_be_signed && (!has_bullet || is_blank(at + 1)) { at + 1 } else { end }
}

/// Whether the line that ends at `end` is as long as one is that an equals sign breaks, or it or the next line with words has another sign of
/// quoted-printable text.
fn is_quoted_printable(text: &Text, end: usize) -> bool {
    let before: Vec<u8> = text.slice(0, end).into_bytes();
    let header = String::from_utf8_lossy(&before[before.len().saturating_sub(512)..]).contains("quoted-printable");
    let before = &before[before.len().saturating_sub(128)..];
    let line = before.rsplit(|byte| b"\r\n".contains(byte)).next().unwrap_or_default();
    let behind: Vec<u8> = text.slice(end, text.chars.len()).into_bytes();
    let behind = behind[..behind.len().min(128)].trim_ascii_start();
    let next = behind.split(|byte| b"\r\n".contains(byte)).next().unwrap_or_default();
    let has_escape = |line: &[u8]| line.windows(3).any(|three| three == b"=3D");
    header || (73..=76).contains(&line.len()) || next.ends_with(b"=") || has_escape(line) || has_escape(next)
}

/// The end of a run of white space, with what the next line begins with, and how many lines end in it.
fn space(text: &Text, start: usize, line_start: &LineStart) -> (usize, usize) {
    let (mut at, mut lines) = (start, 0);
    while let Some(c) = text.at(at).filter(|c| c.is_whitespace()) {
        let is_pair = text.has(at, "\r\n");
        at += if is_pair { 2 } else { 1 };
        if matches!(c, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}') {
            lines += 1;
            if lines == 1 {
                at = skip_marks(text, at, line_start);
            }
        }
    }
    (at, lines)
}
