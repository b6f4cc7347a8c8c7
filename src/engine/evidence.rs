//! The evidence of two lines for and against a break inside a URL.

use super::{
    around::{MAX_LINE, NARROWEST_CUT},
    frame,
    host::{Trust, trust},
    host_break::is_request,
    line,
    line_break::Break,
    rules::{Exception, reasons},
    scheme::{Form, begins_url},
    text::VISIBLE,
};
use crate::text::{
    file_names::{SUFFIXES, ends_in_file},
    top_level_domains::is_top_level_domain,
};

impl Break<'_, '_> {
    pub(super) fn last(&self) -> u8 {
        *self.raw.last().unwrap_or(&0)
    }

    pub(super) fn first(&self) -> u8 {
        *self.word.first().unwrap_or(&0)
    }

    /// The word without its first byte.
    fn inside(&self) -> &[u8] {
        self.word.get(1..).unwrap_or_default()
    }

    fn is_cut(&self) -> bool {
        self.last().is_ascii_alphanumeric() && self.first().is_ascii_alphanumeric()
    }

    /// The line ends at the column where a break before cut a word, and no other word begins next: after a slash or a
    /// blank, or with a capital.
    fn is_cut_again(&self) -> bool {
        let begins_sentence = || self.first().is_ascii_uppercase() && self.is_plain() && self.has_words_after();
        let begins_word = || self.last() == b'/' || self.indent() == 1 || begins_sentence();
        self.before.cut > 0 && self.before.cut == self.width && !begins_word()
    }

    fn is_plain(&self) -> bool {
        self.word.iter().all(|byte| byte.is_ascii_alphabetic() || *byte == b'\'')
    }

    /// The word is one of a language, perhaps with hyphens inside.
    fn is_word(&self) -> bool {
        self.first() != b'-' && self.word.iter().all(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'\'' | b'-'))
    }

    fn is_alone(&self) -> bool {
        !self.lead().iter().any(u8::is_ascii_alphanumeric)
    }

    /// The line ends before the host.
    fn is_in_scheme(&self) -> bool {
        !matches!(self.from.form, Form::Host | Form::Address) && self.url.len() <= self.from.after - self.from.start
    }

    fn is_joined_before(&self) -> bool {
        self.before.width > 0
    }

    fn has_words_after(&self) -> bool {
        self.rest.iter().any(u8::is_ascii_alphanumeric)
    }

    /// The bracket or quotation mark right before the URL closes after the word.
    fn closes(&self) -> bool {
        let closing = match self.left.mark {
            '(' => b')',
            '[' => b']',
            _ => return false,
        };
        self.marks.contains(&closing)
    }

    /// A number or hash continues across the break.
    fn is_in_hash(&self) -> bool {
        let is_hash = |byte: &&u8| byte.is_ascii_digit() || matches!(byte, b'a'..=b'f');
        let before = self.url.iter().rev().take_while(is_hash).count();
        let after = self.word.iter().take_while(is_hash).count();
        let has_digit = |text: &[u8]| text.iter().any(u8::is_ascii_digit);
        before >= 1
            && has_digit(&self.url[self.url.len() - before..])
            && has_digit(&self.word[..after])
            && !self.word.get(after).is_some_and(u8::is_ascii_alphanumeric)
    }

    /// The next line is a single word, which may be the rest of another.
    fn is_lone_rest(&self) -> bool {
        let is_capitalized = || {
            self.first().is_ascii_uppercase()
                && self.word.len() > 1
                && self.is_plain()
                && !self.last().is_ascii_uppercase()
        };
        self.rest.is_empty()
            && !is_capitalized()
            && (self.has_tail || self.inside().iter().any(|byte| matches!(byte, b'.' | b'?')))
            && (self.word.is_ascii() || !self.url.is_ascii())
            && (!self.is_word() || self.is_alone())
            && (self.last() != b'/' || !self.is_plain())
            && self.marks != b":"
            && (self.word == b"/" || self.is_joined_before() || self.word.iter().any(u8::is_ascii_alphanumeric))
            && !(self.word.iter().all(|byte| byte.is_ascii_alphabetic() || *byte == b'/') && self.is_before_url())
            && !(ends_in_file(self.url) && self.first().is_ascii_alphanumeric())
            && (self.is_cut() || b"/?&=_-.@%+#".contains(&self.first()) || b"/?&=_-@%+#".contains(&self.last()))
    }

    /// The word is an address of mail, and no part of a message id.
    fn is_address(&self) -> bool {
        let at = memchr::memchr(b'@', self.word).filter(|&at| at > 0);
        at.is_some_and(|at| trust(&self.word[at + 1..]) == Trust::Known)
            && (self.last() == b'/' || self.last().is_ascii_alphanumeric())
            && !self.is_in_identifier()
            && !is_identifier(self.word)
    }

    /// The word may be the rest of the URL, and the text ends after it.
    fn is_end_of_text(&self) -> bool {
        let end = || self.text.until(self.next_end, MAX_LINE, |byte| !byte.is_ascii_whitespace());
        self.is_lone_rest() && self.text.byte(end()) == 0
    }

    /// The line is about as wide as text is filled.
    fn is_full(&self) -> bool {
        (60..=80).contains(&self.width)
    }

    /// The line ends about where the lines near it do.
    fn fills_line(&self) -> bool {
        let widest = self.around().widest.max(self.next_width());
        widest >= NARROWEST_CUT
            && (widest..=widest + 4).contains(&self.width)
            && self.room().is_none()
            && !self.is_in_host()
    }

    /// The line below begins with a URL.
    fn is_before_url(&self) -> bool {
        let below = line::after_end(self.text, self.next_end);
        below.is_some_and(|below| begins_url(self.text, frame::inside(self.text, *self.frame, below).0))
    }

    /// The break stands in an identifier: a hash of a usual length, a UUID, or a message id.
    fn is_in_identifier(&self) -> bool {
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._+@".contains(byte);
        let before = &self.url[self.url.iter().rposition(|byte| !is_part(byte)).map_or(0, |at| at + 1)..];
        let after = &self.word[..self.word.iter().take_while(|byte| is_part(byte)).count()];
        let may_be =
            matches!(before.len() + after.len(), 32 | 36 | 40 | 64) || before.contains(&b'@') || after.contains(&b'@');
        may_be
            && !before.is_empty()
            && !after.is_empty()
            && !is_identifier(before)
            && is_identifier(&[before, after].concat())
    }

    /// The end of the URL and the start of the word make a file suffix.
    fn is_in_suffix(&self) -> bool {
        let near = &self.url[self.url.len().saturating_sub(6)..];
        let front = match near.iter().rposition(|&byte| byte == b'.') {
            _ if self.first() == b'.' => b"",
            Some(dot) => &near[dot..],
            None => return false,
        };
        let rest = self.inside().iter().position(|byte| !byte.is_ascii_alphanumeric());
        let rest = &self.word[..rest.map_or(self.word.len(), |at| at + 1)];
        SUFFIXES.iter().any(|suffix| suffix.as_bytes().strip_prefix(front).is_some_and(|end| end == rest))
    }

    /// A hyphenated name continues across the break, or three words of one follow that are not a branch name.
    fn is_in_slug(&self) -> bool {
        let hyphens = |text: &[u8]| text.iter().filter(|&&byte| byte == b'-').count();
        let (last, first, next) = (self.last(), self.first(), hyphens(self.inside()));
        if next == 0 || !self.has_tail {
            return false;
        }
        let segment = self.url.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
        let is_branch = self.rest.is_empty() && !self.word.contains(&b'/');
        let is_other_word = last == b'.'
            || last.is_ascii_digit() && first.is_ascii_alphabetic()
            || last.is_ascii_alphabetic() && first.is_ascii_digit();
        let is_sure = self.word.iter().any(u8::is_ascii_digit) || self.is_joined_before() || self.frame.is_cell();
        !is_other_word && !self.has_code_mark() && (is_sure && hyphens(segment) > 0 || next > 1 && !is_branch)
    }

    /// The host of a message id is cut.
    fn is_in_host_of_message(&self) -> bool {
        let is_host = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
        let (before, word) = match (memchr::memrchr2(b'/', b'@', self.url), self.word) {
            (Some(at), word) if self.url[at] == b'@' => (&self.url[at + 1..], word),
            (_, [b'@', word @ ..]) if self.last() != b'/' => (&b""[..], word),
            _ => return false,
        };
        let part = &word[..word.iter().take_while(|byte| is_host(byte)).count()];
        let is_domain = |host: &[u8]| trust(host) == Trust::Known;
        !part.is_empty()
            && is_domain(&[before, part].concat())
            && (part[0] == b'.' && part.len() > 1 || !is_domain(before))
    }

    /// The word has a mark of code or markup, which no valid URL has, or is an annotation, a call or a member.
    fn has_code_mark(&self) -> bool {
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        self.first() == b'@'
            || self.word.iter().any(|byte| b"<>\"{|\\`".contains(byte))
            || self.word.windows(2).any(|pair| pair == b"::" || is_name(pair[0]) && pair[1] == b'(')
    }

    /// The word begins with a host and a path.
    fn begins_host(&self) -> bool {
        let is_host = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
        let word = self.word.strip_prefix(b"||").unwrap_or(self.word);
        let (host, after) = word.split_at(word.iter().take_while(is_host).count());
        let mut labels = host.rsplit(|&byte| byte == b'.');
        host.contains(&b'.')
            && labels.next().is_some_and(is_top_level_domain)
            && labels.next().is_some()
            && self.first() != b'-'
            && (after.starts_with(b"/") || self.from.form == Form::Host || labels.next().is_some() && after.is_empty())
            && !matches!(self.last(), b'-' | b'.' | b'=')
            && !self.is_in_host()
            && !self.closes()
            && !self.ends_in_host()
    }

    /// The URL ends in a host inside its path or query: of another URL, or of a message id.
    fn ends_in_host(&self) -> bool {
        let segment = self.url.iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1);
        self.url[segment..].contains(&b'@') || self.has_tail && self.url[..segment].ends_with(b"//")
    }

    /// The word is an assignment, and the URL is one, too, or has no query.
    fn is_assignment(&self) -> bool {
        let is_name = |text: &[u8]| text.iter().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(byte));
        let names = |sign: u8| memchr::memchr(sign, self.word).is_some_and(|at| at > 0 && is_name(&self.word[..at]));
        let is_value = |sign: &[u8]| self.lead().strip_suffix(sign).is_some_and(|name| is_name(name.trim_ascii_end()));
        names(b'=') && (!self.url.contains(&b'?') || is_value(b"="))
            || names(b':') && is_value(b":")
            || self.rest.trim_ascii_start().starts_with(b"= ")
    }

    /// The next line begins with a bullet, a number or a letter of a list, or the same bullet as this one.
    fn is_next_item(&self) -> bool {
        let is_number = matches!((self.word, self.marks), ([b'0'..=b'9'] | [b'0'..=b'9', b'0'..=b'9'], b"." | b")"));
        self.is_next_bullet()
            || matches!(self.word, [b'*' | b'+' | b'|'] | b"--" | b"o")
            || self.word == b"-" && !(self.is_joined_before() && self.rest.is_empty())
            || is_number && (!self.rest.is_empty() || !self.closes()) && !self.is_cut_again()
    }

    /// The next line is the name of a file or an identifier, and the one below is another.
    fn is_next_name(&self) -> bool {
        let is_file = |word: &[u8]| {
            let suffix = word.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
            suffix.len() < word.len().min(MAX_SUFFIX)
                && suffix.iter().all(u8::is_ascii_lowercase)
                && !word.iter().any(|byte| b":?&=%#@".contains(byte))
        };
        let is_other = |below| {
            let at = frame::inside(self.text, *self.frame, below).0;
            let word = &self.text.bytes[at..self.text.run(at, VISIBLE)];
            let is_alone = self.rest.is_empty() && self.text.byte(at + word.len()) < b' ';
            is_alone && is_file(word) && is_file(self.word) || is_identifier(word) && is_identifier(self.word)
        };
        !self.is_joined_before()
            && !self.ending.is_string
            && line::after_end(self.text, self.next_end).is_some_and(is_other)
    }

    /// The next line begins with a label and a colon.
    fn is_next_field(&self) -> bool {
        self.marks.starts_with(b":")
            && self.word.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'*' | b'$'))
    }

    /// The next word is a row of marks, or begins with two of one kind.
    fn is_next_ruler(&self) -> bool {
        let is_of = |marks: &[u8]| self.word.iter().all(|byte| marks.contains(byte));
        let begins_twice = || matches!(self.word, [a, b, ..] if a == b && b"-=*#~+%".contains(a));
        self.word.len() > 1 && is_of(b"/")
            || self.word.len() > 2 && (is_of(b"-=_*~#.%+") || !self.is_joined_before() && begins_twice())
    }

    /// A URL begins in the next word, and is no value.
    fn has_other_url(&self) -> bool {
        let begins = |colon: usize| {
            let scheme = self.word[..colon].iter().rev().take_while(|byte| byte.is_ascii_alphabetic()).count();
            let before = self.word[..colon - scheme].last();
            self.word[colon..].starts_with(b"://") && !matches!(before, Some(b'=' | b'/' | b'_' | b'%'))
        };
        self.word.starts_with(b"file:/") || memchr::memchr_iter(b':', self.word).any(begins)
    }

    /// The URL ends in a full stop, and the next word doesn't continue it.
    fn ends_sentence(&self) -> bool {
        let begins_other = || match self.first() {
            b'/' | b'@' | b'~' | b'A'..=b'Z' => true,
            b'.' => self.frame.is_cell(),
            _ => false,
        };
        self.last() == b'.' && begins_other()
    }

    /// The next word has a call, or a member that the URL has none of.
    fn is_next_code(&self) -> bool {
        let has_member = |text: &[u8]| text.windows(2).any(|pair| pair == b"::");
        let has_call = || self.word.windows(2).any(|pair| pair[0].is_ascii_alphanumeric() && pair[1] == b'(');
        has_member(self.word) && !has_member(self.url)
            || self.word.ends_with(b"(")
            || has_call() && !self.url.contains(&b'?')
    }

    /// The URL is a whole host, which the next line doesn't continue with a port or a path.
    fn has_whole_host(&self) -> bool {
        let begins_tail = || matches!(self.first(), b'/' | b'?' | b'#');
        let begins_port = || matches!(self.word, [b':', b'0'..=b'9', ..]);
        let goes_on = || match self.has_port() {
            true => begins_tail() && (self.is_wrapped || self.frame.is_cell()),
            false => begins_tail() || begins_port() || self.around().is_cut,
        };
        let closes = || self.closes() && self.width >= 60;
        !self.has_tail && !self.is_in_host() && !closes() && (self.from.form == Form::Host || !goes_on())
    }

    /// The last word is a number, such as an issue's, but not a year.
    fn ends_in_id(&self) -> bool {
        if !self.last().is_ascii_digit() {
            return false;
        }
        let segment = self.url.rsplit(|byte| !byte.is_ascii_alphanumeric()).next().unwrap_or_default();
        let is_whole = self.url[..self.url.len() - segment.len()].ends_with(b"/") && self.first().is_ascii_digit();
        let is_year = segment.len() == 4 && (segment.starts_with(b"19") || segment.starts_with(b"20"));
        segment.len() > 2
            && !is_year
            && segment.iter().all(u8::is_ascii_digit)
            && (is_whole || self.first().is_ascii_alphabetic())
    }

    /// The length of the word up to where it may be broken: that much has to fit into a line.
    fn part(&self) -> usize {
        let mark = self.word.iter().position(|byte| matches!(byte, b'/' | b'?' | b'&'));
        mark.map_or(self.word.len(), |at| at + 1)
    }
}

/// Returns `true` if a text is a hash of a usual length, a UUID, or a message id.
fn is_identifier(text: &[u8]) -> bool {
    let is_hex = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let has = |text: &[u8], is: fn(&u8) -> bool| text.iter().any(is);
    let is_random = |text: &[u8]| {
        let digits = text.iter().filter(|byte| byte.is_ascii_digit()).count();
        digits >= 6 || digits > 0 && has(text, u8::is_ascii_uppercase) && has(text, u8::is_ascii_lowercase)
    };
    let is_hash = matches!(text.len(), 32 | 40 | 64) && text.iter().all(is_hex);
    let is_uuid = || text.len() == 36 && text.split(|&byte| byte == b'-').map(<[u8]>::len).eq([8, 4, 4, 4, 12]);
    let is_message_id = || {
        let at = text.iter().position(|&byte| byte == b'@');
        at.is_some_and(|at| at >= 16 && is_random(&text[..at]) && trust(&text[at + 1..]) == Trust::Known)
    };
    has(text, u8::is_ascii_digit) && (is_hash || is_uuid() || is_message_id())
}

/// The beginnings of lines in several notations, which continue no URL.
const BLOCKS: [&[u8]; 12] =
    [b"tags/", b"refs/", b"#+", b"./", b"../", b"/etc/", b"/opt/", b"/proc/", b"/srv/", b"/tmp/", b"/usr/", b"/var/"];

/// More letters than the suffix of a file's name has.
const MAX_SUFFIX: usize = 6;

/// Returns the veto that holds at a break, if any: a reason that certainly ends a URL before it.
pub(super) fn veto(at: &Break) -> Option<&'static Exception> {
    VETOES.iter().find(|veto| (veto.holds)(at)).map(|veto| veto.rule)
}

/// A reason for or against a join.
struct BreakReason {
    rule: &'static Exception,
    weight: f32,
    holds: fn(&Break<'_, '_>) -> bool,
}

/// What the sum of the weights has to reach for a join in `auto` and in `eager`.
pub(super) const AUTO: f32 = 0.2;
pub(super) const EAGER: f32 = -1.0;

/// The weight of a veto.
const CERTAIN: f32 = -20.0;

/// What the sum is where no feature holds. `tools/evidence/fit.py` writes it, and the weights in the rows.
const BIAS: f32 = -3.08;

/// Returns the sum of the weights of what holds at a break. Where it can't reach `least`, the lines around are not read.
pub(super) fn weigh(at: &Break, least: f32) -> f32 {
    let weight = |feature: &BreakReason| if (feature.holds)(at) { feature.weight } else { 0.0 };
    let mut sum = BIAS + FEATURES.iter().map(weight).sum::<f32>();
    // All of these speak for a join.
    let mut most = FEATURES_OF_LINES.iter().map(|feature| feature.weight).sum::<f32>();
    for feature in FEATURES_OF_LINES {
        if sum + most < least {
            break;
        }
        sum += weight(feature);
        most -= feature.weight;
    }
    sum
}

/// Returns the ids of what holds at a break, and of the veto, with their weights.
pub(super) fn held(at: &Break, veto: Option<&'static Exception>) -> Vec<(&'static str, f32)> {
    let features = FEATURES.iter().chain(FEATURES_OF_LINES).filter(|feature| (feature.holds)(at));
    let features = features.map(|feature| (feature.rule.broken.name, feature.weight));
    features.chain(veto.map(|rule| (rule.broken.name, CERTAIN))).collect()
}

/// Returns how sure a join is whose weights have this sum.
pub(super) fn confidence(sum: f32) -> f32 {
    1.0 / (1.0 + (-sum).exp())
}

reasons! { Veto VETOES VETO_RULES, at;
    NEXT_IS_ITEM "next-is-item" = at.is_next_item(),
        CERTAIN, "a list's item next",
        "http://a.example/b-\n2. c" / "http://a.example/b-\nc";
    NEXT_IS_NAME "next-is-name" = at.is_next_name(),
        CERTAIN, "a name of a file next, and one below it",
        "http://a.example/b-\nc-d.txt\ne-f.txt\n" / "http://a.example/b-\nc-d.txt\n";
    NEXT_IS_STATISTICS "next-is-statistics" =
        at.rest.trim_ascii_start().starts_with(b"| ") && !at.frame.is_cell(),
        CERTAIN, "a row of a change's statistics next",
        "http://a.example/b-\n c/d.c | 4 ++" / "http://a.example/b-\n c/d.c 4 ++";
    NEXT_IS_ROW "next-is-row" =
        at.frame.is_cell() && frame::has_other_cells(at.text, at.begin, at.ending.next, at.ending.at, at.next_end),
        CERTAIN, "a table's row next",
        "| http://a.example/b- | c |\n| d                   | e |" / "| http://a.example/b- | c |\n| d                   |   |";
    NEXT_IS_IN_PATCH "next-is-in-patch" =
        at.text.byte(at.begin) == b'+' && !at.ending.keeps_frame && at.text.byte(at.ending.next) == b' ',
        CERTAIN, "a line of a patch that it doesn't add next",
        "+http://a.example/b\u{2010}\n c" / "+http://a.example/b\u{2010}\n+c";
    NEXT_IS_RECORD "next-is-record" = at.is_next_record(),
        CERTAIN, "the word that begins this line next, perhaps with other digits",
        "b1 http://a.example/b-\nb2" / "b1 http://a.example/b-\nc2";
    NEXT_IS_DISTRIBUTION "next-is-distribution" = at.lead().trim_ascii_end().ends_with(b"deb"),
        CERTAIN, "a source of packages before the URL",
        "deb http://a.example/b-\nc" / "dev http://a.example/b-\nc";
    NEXT_IS_REFERENCE "next-is-reference" =
        at.last() != b'=' && !at.is_joined_before() && BLOCKS.iter().any(|begin| at.word.starts_with(begin)),
        CERTAIN, "a path of a file system, a reference of a repository or a keyword of Org next",
        "http://a.example/b-\n./c" / "http://a.example/b-\nc/d";
    NEXT_IS_REQUEST "next-is-request" =
        at.ending.at == at.ending.next && is_request(&at.text.bytes[at.ending.next..at.next_end]) && !at.is_in_suffix(),
        CERTAIN, "a request of roff next",
        "http://a.example/b-\n.br\n" / "http://a.example/b-\n.brc\n";
    NEXT_IS_FIELD "next-is-field" = at.is_next_field(),
        CERTAIN, "a label and a colon next",
        "http://a.example/b\u{2010}\nb:" / "http://a.example/b-\nc";
    NEXT_IS_PROMPT "next-is-prompt" = at.word.windows(3).any(|three| three[0] != b'#' && three[1..] == *b":~"),
        CERTAIN, "a prompt of a shell next",
        "http://a.example/b-\nkim@pc:~$" / "http://a.example/b-\nc";
    NEXT_IS_ASSIGNMENT "next-is-assignment" = at.is_assignment(),
        CERTAIN, "an assignment next",
        "http://a.example/b-\nc = d" / "http://a.example/b-\nc";
    NEXT_IS_RULER "next-is-ruler" = at.is_next_ruler(),
        CERTAIN, "a line of hyphens or other marks next",
        "http://a.example/b\u{2010}\n==c" / "http://a.example/b\u{2010}\n=c";
    NEXT_HAS_URL "next-has-url" = at.has_other_url() && !at.is_in_scheme(),
        CERTAIN, "another URL in the next word",
        "http://a.example/b-\nfile:/c" / "http://a.example/b-\nc?d=http://e.example/";
    NEXT_REPEATS_END "next-repeats-end" = at.word.len() > 3 && at.url.ends_with(at.word),
        CERTAIN, "the URL's own end next",
        "http://a.example/b/soup-\nsoup-" / "http://a.example/b/soup-\nsoups";
    NEXT_IS_ADDRESS "next-is-address" = at.is_address(),
        CERTAIN, "an address of mail next",
        "(http://a.example/b\nkim@a.com)" / "(http://a.example/b\nkim)";
    NEXT_IS_HOST "next-is-host" = at.begins_host(),
        CERTAIN, "a host next, with a path or alone",
        "http://a.example/b\u{2010}\na.com/soup" / "http://a.example/b\u{2010}\na.html";
    NEXT_CANNOT_FOLLOW "next-cannot-follow" = b"<>\"\\`{}|^()[],;!*'".contains(&at.first()),
        CERTAIN, "a mark next that no URL goes on with",
        "http://a.example/b\u{2010}\n(c)" / "http://a.example/b\u{2010}\nc";
    NEXT_IS_WIDE "next-is-wide" = at.first() >= 0x80 && at.url.is_ascii(),
        CERTAIN, "a letter beyond ASCII next, and none before",
        "(http://a.example/b\né)" / "(http://a.example/é\né)";
    NEXT_IS_PROSE "next-is-prose" = at.begins_word() && at.is_plain() && at.has_words_after(),
        CERTAIN, "a plain word next that begins its line, and words after it",
        "| http://a.example/b- |\n|   or c              |" / "| http://a.example/b- |\n| or c                |";
    SENTENCE_ENDS "sentence-ends" = at.ends_sentence(),
        CERTAIN, "a full stop at the end, and next a capital or a mark that begins a path",
        "(http://a.example/b.\nCd)" / "(http://a.example/b.\ncd)";
    ENDS_IN_ELLIPSIS "ends-in-ellipsis" = at.url.ends_with(b"...") || at.url.ends_with("…".as_bytes()),
        CERTAIN, "an ellipsis at the end",
        "(http://a.example/b...\nc)" / "(http://a.example/b.\nc)";
    ENDS_IN_COMMA "ends-in-comma" =
        at.last() == b',' && !at.first().is_ascii_digit() && at.from.form == Form::Hierarchical,
        CERTAIN, "a comma at the end, and no digit next",
        "(http://a.example/b,\nc)" / "(http://a.example/b,\n1)";
    NEXT_IS_QUESTION "next-is-question" = at.word.iter().filter(|&&byte| byte == b'?').count() > 1 && !at.word.contains(&b'='),
        CERTAIN, "several question marks next",
        "http://a.example/b-\nc?d?e" / "http://a.example/b-\nc?d";
    NEXT_IS_COMMENT "next-is-comment" = at.word.starts_with(b"//") && !at.is_in_scheme(),
        CERTAIN, "two slashes next",
        "http://a.example/b-\n//c" / "http://a.example/b-\n/c";
    NEXT_IS_CODE "next-is-code" = at.is_next_code(),
        CERTAIN, "a call or the name of a member next",
        "http://a.example/b-\nc(d)" / "http://a.example/b-\nc";
    SLASHES_MEET "slashes-meet" = at.first() == b'/' && matches!(at.last(), b'/' | b'?') && !at.url.ends_with(b":/"),
        CERTAIN, "a slash at the end and a slash next",
        "(http://a.example/b/\n/c)" / "(http://a.example/b/\nc)";
    SCHEME_IS_KEY "scheme-is-key" = at.is_in_scheme() && at.is_alone() && at.indent() > 0,
        CERTAIN, "a scheme alone in its line, and more indentation next",
        "http:\n  //a.example/b" / "http:\n//a.example/b";
    HOST_IS_WHOLE "host-is-whole" = at.has_whole_host(),
        CERTAIN, "a whole host, and no path next",
        "(http://a.co\nm)" / "(http://a.co\n/m)";
}

reasons! { Weigh FEATURES FEATURE_RULES, at;
    ENDS_IN_HYPHEN "ends-in-hyphen" = at.last() == b'-',
        4.50, "a hyphen at the end",
        "http://a.example/b-\nc" / "http://a.example/b\nc";
    ENDS_IN_QUERY_MARK "ends-in-query-mark" = {
        let is_fragment = at.last() == b'#' && !(at.is_plain() && at.has_words_after());
        is_fragment || matches!(at.last(), b'?' | b'=' | b'&' | b'_' | b'%' | b'+')
    },
        2.18, "a mark inside of queries and names at the end",
        "> http://a.example/b?c=\n> d" / "http://a.example/?b\nc";
    ENDS_IN_TYPESET_HYPHEN "ends-in-typeset-hyphen" = {
        at.raw.ends_with("\u{2010}".as_bytes()) || at.raw.ends_with("\u{AD}".as_bytes())
    },
        9.00, "a typesetter's hyphen at the end",
        "http://a.example/b\u{2010}\nc" / "http://a.example/b-\nc";
    ENDS_IN_FILE "ends-in-file" = {
        at.has_tail
            && ends_in_file(at.url)
            && !at.is_in_suffix()
            && !matches!(at.first(), b'?' | b'#')
            && (at.first() != b'/' || !at.url.ends_with(b".git"))
            && !at.is_in_host_of_message()
    },
        -3.51, "a file's name at the end",
        "(http://a.example/b.html\nc-d)" / "(http://a.example/b.ht\nml)";
    ENDS_IN_NUMBER "ends-in-number" = at.ends_in_id(),
        -2.00, "a number as the last word, no year, and a letter next",
        "(http://a.example/b/123\nc)" / "(http://a.example/b\nc)";
    MARKS_LOST "marks-lost" = !at.ending.keeps_frame && !at.is_below_quoted(),
        -1.71, "marks of the line that the next has not",
        "> http://a.example/b-\nc" / "> http://a.example/b-\n> c";
    INDENTED_LESS "indented-less" = at.ending.keeps_frame && at.indent() < 0 && !at.is_quoted(),
        -1.91, "a next line that is indented less",
        "  http://a.example/b-\nc" / "  http://a.example/b-\n  c";
    HASH_GOES_ON "hash-goes-on" = at.is_lone_rest() && at.is_alone() && at.is_in_hash(),
        2.43, "digits of a hash on both sides, and nothing else next",
        "http://a.example/0a1b\n2c3d" / "http://a.example/0a1b\n2c3d and";
    IDENTIFIER_GOES_ON "identifier-goes-on" = at.is_in_identifier() || at.is_in_host_of_message(),
        3.50, "a hash, UUID or message id that both lines make",
        "http://a.example/3c7ddca7029fa04baa24\n02d895f3a594a6480a3a" / "http://a.example/3c7ddca7029fa04baa24\n02d895f3";
    NEXT_HAS_CAPITAL "next-has-capital" = at.last().is_ascii_lowercase() && at.first().is_ascii_uppercase(),
        -1.67, "a small letter at the end, and a capital next",
        "(http://a.example/b\nCd)" / "(http://a.example/b\ncd)";
    NEXT_IS_PLAIN "next-is-plain" = {
        at.is_plain() && at.last() != b'-' && at.has_words_after() && !at.is_in_suffix() && !at.closes()
    },
        -2.39, "a plain word next, and words after it",
        "http://a.example/b\u{2010}\nor c" / "http://a.example/b\u{2010}\no/r c";
    WORDS_AFTER_NEXT "words-after-next" = at.has_words_after() && !at.closes(),
        -0.83, "words after the next one",
        "http://a.example/b-\nc/ d" / "http://a.example/b-\nc/";
    QUOTED_LONE_REST "quoted-lone-rest" = at.is_lone_rest() && at.is_alone() && at.is_quoted(),
        2.86, "one word next that may be the rest, in quoted mail",
        "> http://a.example/b?c=\n> d" / "http://a.example/b?c=\nd";
    NEXT_IS_LABEL "next-is-label" = at.marks == b":",
        -3.65, "a colon after the next word",
        "http://a.example/b-\nc/d:" / "http://a.example/b-\nc/d";
    HAS_QUERY "has-query" = {
        let before = &at.url[..at.url.len() - usize::from(!at.url.is_empty())];
        !at.is_joined_before() && memchr::memchr2(b'?', b'#', before).is_some()
    },
        -0.78, "a query or fragment",
        "http://a.example/b?c-\nd" / "http://a.example/b-\nd";
    NEXT_IS_LONG "next-is-long" = at.word.len() >= 20 && !at.has_code_mark(),
        1.21, "a next word of 20 characters",
        "http://a.example/b-\nc-d-e-f-g-h-i-j-k-l-m" / "http://a.example/b-\nc-d";
    NEXT_IS_LONG_SEGMENT "next-is-long-segment" = {
        at.word.len() >= 20 && (at.last() == b'/' || at.first() == b'/') && !at.has_code_mark()
    },
        1.77, "a slash at the break, and a next word of 20 characters",
        "http://a.example/b/\nc-d-e-f-g-h-i-j-k-l-m" / "http://a.example/b\nc-d-e-f-g-h-i-j-k-l-m";
    NEXT_HAS_MARK "next-has-mark" = {
        let is_mark = |byte: &u8| matches!(byte, b'/' | b'?' | b'&' | b'=' | b'#' | b'%' | b'_' | b'+' | b'~');
        at.inside().iter().any(is_mark)
            || at.word.ends_with(b"/")
            || at.first() == b'-' && at.word.len() > 2 && !at.is_joined_before()
    },
        0.36, "a URL's mark in the next word, or a hyphen before it",
        "http://a.example/b-\nc/d" / "http://a.example/b-\nc";
    NEXT_IS_FRAGMENT "next-is-fragment" = at.first() == b'#',
        -1.98, "a number sign before the next word",
        "http://a.example/b-\n#c" / "http://a.example/b-\nc#d";
    NEXT_HAS_QUERY "next-has-query" = {
        let mark = at.word.iter().position(|byte| matches!(byte, b'?' | b'#')).unwrap_or(at.word.len());
        let (path, query) = at.word.split_at(mark);
        (query.starts_with(b"?") || at.first() == b'&') && at.word.contains(&b'=')
            || query.len() > 1 && query[0] == b'#' && path.contains(&b'/')
            || memchr::memchr_iter(b'%', at.word)
                .any(|mark| at.word.get(mark + 1..mark + 3).is_some_and(|two| two.iter().all(u8::is_ascii_hexdigit)))
    },
        2.27, "a query in the next word",
        "http://a.example/\nb?c=1" / "http://a.example/\nb";
    NEXT_ENDS_IN_FILE "next-ends-in-file" = ends_in_file(at.word) && !at.has_code_mark(),
        2.37, "a file's name at the end of the next word",
        "http://a.example/b-\nc.html" / "http://a.example/b-\nc";
    NEXT_ENDS_IN_SLASH "next-ends-in-slash" = at.word.len() > 1 && at.word.ends_with(b"/"),
        1.58, "a slash at the end of the next word",
        "http://a.example/b-\nc/" / "http://a.example/b-\nc/d";
    SCHEME_CUT "scheme-cut" = at.is_in_scheme() || at.has_tail && at.url.ends_with(b"://"),
        6.00, "an end before the slashes of its scheme",
        "http:\n//a.example/b" / "http://a.example/b\nc";
    HOST_CUT "host-cut" = at.is_in_host() && !at.is_in_scheme() && at.word.len() >= 20,
        2.20, "an end in a host that is not whole, and a next word of 20 characters",
        "http://cloud.\na.example/soups/and/bowls" / "http://cloud.\na.example/soups";
    SUFFIX_CUT "suffix-cut" = at.is_in_suffix(),
        2.03, "a file's suffix that both lines make",
        "(http://a.example/b.ht\nml)" / "(http://a.example/b.html\nc)";
    SOFT_BREAK "soft-break" = at.is_soft(),
        7.00, "a soft break of quoted-printable text",
        "http://a.example/b=\nc and=20\nd" / "http://a.example/?b=\nc";
    STRING_GOES_ON "string-goes-on" = at.ending.is_string,
        6.00, "strings of a program in both lines",
        "u = \"http://a.example/b/\"\n    \"c\"" / "http://a.example/b/\nc";
    BRACKET_CLOSES "bracket-closes" = at.closes(),
        6.00, "a bracket before it that closes next",
        "(http://a.example/b/\nc)" / "http://a.example/b/\nc)";
    WORD_CUT_IN_FULL_LINE "word-cut-in-full-line" = at.is_cut() && (72..=80).contains(&at.width),
        1.14, "a word cut after 72 to 80 columns",
        "(http://a.example/the-soups-of-the-world-and-the-bowls-that-they-come-in-b\nc)"
            / "(http://a.example/b\nc)";
    LONE_REST_BELOW_FULL_LINE "lone-rest-below-full-line" = at.is_full() && at.is_lone_rest() && !at.is_in_hash(),
        1.29, "one word next that may be the rest, after 60 to 80 columns",
        "(http://a.example/the-soups-of-the-world-and-the-bowls-that-they-come-in-b\nc)"
            / "(http://a.example/the-soups-of-the-world-and-the-bowls-that-they-come-in-b\nc d)";
    REST_ENDS_TEXT "rest-ends-text" = at.is_end_of_text() && !at.is_plain(),
        0.85, "one word next that may be the rest, and the end of the text",
        "http://a.example/b-\nc1\n" / "http://a.example/b-\nc1\n\nd";
    BROKEN_BEFORE "broken-before" = at.is_joined_before(),
        0.61, "a break that was joined before",
        "http://a.example/b\u{2010}\nc-\nd" / "http://a.example/b\u{2010}\nc";
    CUT_AGAIN "cut-again" = at.is_cut_again(),
        4.50, "an end at the column where a break before cut a word",
        "http://a.example/3c7ddca7029fa04baa24\n02d895f3a594a6480a3a/soup-and-bowls-i\nn and so"
            / "http://a.example/3c7ddca7029fa04baa24\n02d895f3a594a6480a3a/soup-and-bowls\nn and so";
    DID_NOT_FIT_CELL "did-not-fit-cell" = at.room().is_some_and(|room| room < at.word.len()),
        3.12, "a next word that didn't fit into the cell",
        "| http://a.example/b- |\n| c                   |" / "| http://a.example/b-     |\n| c                       |";
    FILLS_CELL "fills-cell" = at.fills_cell(),
        1.20, "a URL behind other text that fills its cell",
        "| see http://a.example/b/c- |\n| d                         |" / "| http://a.example/b/c- |\n| d                     |";
    WRAP_MARK "wrap-mark" = at.is_wrapped,
        8.00, "the mark of a program that broke the line",
        "http://a.example/b↩\nc" / "http://a.example/b→\nc";
}

reasons! { Weigh FEATURES_OF_LINES FEATURE_OF_LINES_RULES, at;
    NUMBER_MISSING "number-missing" = at.is_below_number(),
        3.50, "a number before each line but the next, and no wider line near",
        " 1 see http://a.example/b-\nc\n 2 and" / " 1 see http://a.example/b-\n 2 and";
    CUT_EVERYWHERE "cut-everywhere" = at.is_cut_everywhere(),
        4.00, "lines that all are cut at the column of the break",
        "The soup of the day is on the board by the do\nor, and whoever wants more of it may ask for \n\
            it at the counter, or https://a.example/soupl\nist and the bowls are on the shelf above the \n\
            table, as they were on all the days before.\n"
            / "The soup of the day is on the board by the\ndoor, and whoever wants more of it may ask for\nit at https://a.example/soupl\nist and the bowls are there\n";
    DID_NOT_FIT "did-not-fit" = at.around().filled > 0 && at.width + at.part() > at.around().filled,
        1.69, "a next word that didn't fit into the filled line",
        "All of the soup that we had was eaten here\nand all of the bread that we had with it,\nhttp://a.example/all-the-soup-that-we-had/\nand-bread"
            / "http://a.example/b/\nc";
    CUT_AT_COLUMN "cut-at-column" = at.before.width == at.width || at.around().is_cut,
        1.47, "text that is cut at the column of the break",
        "http://a.example/b\u{2010}\nsoup-and-its-bowls-\nc" / "http://a.example/b\u{2010}\nc-\nd";
    SLUG_GOES_ON "slug-goes-on" = at.is_in_slug() && at.is_widest(),
        1.30, "hyphens between words on both sides, or two of them next, and no wider line near",
        "(http://a.example/the-b\nc-2)" / "(http://a.example/the-b\nc-d)";
    LONG_REST_BELOW_FULL_LINE "long-rest-below-full-line" = {
        at.word.len() > 4
            && (!at.is_word() || at.is_alone() && at.rest.is_empty() && !at.is_plain())
            && (at.is_full() || at.fills_line())
            && at.around().widest <= at.width + 4
    },
        1.65, "no plain word next, after a line that is full, alone or beside those near",
        "http://a.example/the-soups-of-the-world-and-all-their-bowls-b\nc/d/e" / "http://a.example/b\nc/d/e";
}
