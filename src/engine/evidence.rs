//! The evidence of two lines for and against a break inside a URL.

use super::{
    around::{MAX_LINE, NARROWEST_CUT, has_url},
    host::{Trust, trust},
    line,
    line_break::Break,
    rules::{self, Exception},
    scheme::{Form, begins_url},
    weights::{BIAS, WEIGHTS},
};
use crate::text::top_level_domains::is_top_level_domain;

impl Break<'_, '_> {
    fn last(&self) -> u8 {
        *self.raw.last().unwrap_or(&0)
    }

    fn first(&self) -> u8 {
        *self.word.first().unwrap_or(&0)
    }

    /// The word without its first byte.
    fn inside(&self) -> &[u8] {
        self.word.get(1..).unwrap_or_default()
    }

    fn is_cut(&self) -> bool {
        self.last().is_ascii_alphanumeric() && self.first().is_ascii_alphanumeric()
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

    /// The word has the rest of the scheme and its slashes.
    fn completes_scheme(&self) -> bool {
        let rest = self.from.after - self.from.start - self.url.len();
        self.word.get(..rest).is_some_and(|rest| [self.url, rest].concat().ends_with(b"://"))
    }

    fn is_joined_before(&self) -> bool {
        self.before > 0
    }

    fn has_words_after(&self) -> bool {
        self.rest.iter().any(u8::is_ascii_alphanumeric)
    }

    /// The bracket or quotation mark right before the URL closes after the word.
    fn closes(&self) -> bool {
        let closing = match self.from.left.mark {
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
        below.is_some_and(|below| begins_url(self.text, line::inside(self.text, *self.frame, below).0))
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
        SUFFIXES.iter().any(|suffix| suffix.strip_prefix(front).is_some_and(|end| end == rest))
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
        !is_other_word && !self.is_code() && (is_sure && hyphens(segment) > 0 || next > 1 && !is_branch)
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

    /// The word begins a statement, a call or a tag.
    fn is_code(&self) -> bool {
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let is_sign = |(at, byte): (usize, &u8)| match byte {
            b'(' => at > 0 && is_name(self.word[at - 1]),
            b':' => self.word[at + 1..].starts_with(b":"),
            byte => matches!(byte, b'<' | b'>' | b'"' | b'{' | b'|' | b'\\' | b'`'),
        };
        self.first() == b'@' || self.word.iter().enumerate().any(is_sign)
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
            && (after.starts_with(b"/") || self.is_name() || labels.next().is_some() && after.is_empty())
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

/// Suffixes of files that URLs often end in.
const SUFFIXES: [&[u8]; 26] = [
    b".git", b".c", b".html", b".htm", b".php", b".pdf", b".txt", b".asp", b".aspx", b".jsp", b".png", b".jpg",
    b".gif", b".zip", b".gz", b".xml", b".md", b".cross", b".h", b".py", b".js", b".cgi", b".shtml", b".jpeg", b".tar",
    b".xsl",
];

/// Returns `true` if a text ends in the suffix of a file.
pub(super) fn ends_in_file(text: &[u8]) -> bool {
    let near = &text[text.len().saturating_sub(7).max(1).min(text.len())..];
    let dot = near.iter().rposition(|&byte| byte == b'.');
    dot.is_some_and(|dot| SUFFIXES.iter().any(|known| known.eq_ignore_ascii_case(&near[dot..])))
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
const BLOCKS: [&[u8]; 5] = [b"tags/", b"refs/", b"#+", b"./", b"../"];

type Holds = fn(&Break<'_, '_>) -> bool;

/// The vetoes: reasons that certainly end a URL before the break.
static VETOES: [(&Exception, Holds); 6] = [
    (&rules::NEXT_IS_ITEM, |at| {
        at.ends_comment()
            || at.is_next_bullet()
            || at.is_next_row()
            || at.is_next_in_patch()
            || at.lead().trim_ascii_end().ends_with(b"deb")
            || at.is_next_record()
            || at.last() != b'=' && BLOCKS.iter().any(|begin| at.word.starts_with(begin))
            || matches!(at.word, [b'*' | b'+' | b'|'] | b"--" | b"o")
            || at.word == b"-" && !(at.is_joined_before() && at.rest.is_empty())
            || matches!((at.word, at.marks), ([b'0'..=b'9'] | [b'0'..=b'9', b'0'..=b'9'], b"." | b")"))
                && (!at.rest.is_empty() || !at.closes())
    }),
    (&rules::NEXT_IS_HEADER, |at| {
        let is_label = at.marks.starts_with(b":")
            && at.word.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'*' | b'$'));
        let is_prompt = at.word.windows(2).any(|pair| pair == b":~");
        is_label || is_prompt || at.is_assignment()
    }),
    (&rules::NEXT_IS_RULER, |at| {
        at.word.len() > 1 && at.word.iter().all(|&byte| byte == b'/')
            || at.word.len() > 2
                && (at.word.iter().all(|byte| b"-=_*~#.%+".contains(byte))
                    || !at.is_joined_before() && matches!(at.word, [a, b, ..] if a == b && b"-=*#~+%".contains(a)))
    }),
    (&rules::NEXT_HAS_URL, |at| {
        let other = memchr::memchr_iter(b':', at.word).any(|colon| {
            let scheme = at.word[..colon].iter().rev().take_while(|byte| byte.is_ascii_alphabetic()).count();
            let before = at.word[..colon - scheme].last();
            let is_local = at.word.starts_with(b"file:/");
            at.word[colon..].starts_with(b"://") && !matches!(before, Some(b'=' | b'/' | b'_' | b'%')) || is_local
        });
        let is_apart = at.rest.starts_with(b"  ") || at.rest.starts_with(b"\t");
        let is_row = is_apart && at.last().is_ascii_alphanumeric() && has_url(at.rest);
        let is_again = at.word.len() > 3 && at.url.ends_with(at.word);
        is_row || is_again || at.is_address() || at.begins_host() || other && !at.is_in_scheme()
    }),
    (&rules::NEXT_CANNOT_FOLLOW, |at| {
        b"<>\"\\`{}|^()[],;!*'".contains(&at.first())
            || at.first() >= 0x80 && at.url.is_ascii()
            || at.last() == b'.' && at.first().is_ascii_uppercase()
            || at.last() == b'.' && (b"/@~".contains(&at.first()) || at.frame.is_cell() && at.first() == b'.')
            || at.url.ends_with(b"...")
            || at.first() == b'$' && at.is_string
            || at.word.iter().filter(|&&byte| byte == b'?').count() > 1 && !at.word.contains(&b'=')
            || at.last() == b',' && !at.first().is_ascii_digit() && at.from.form == Form::Hierarchical
            || at.word.starts_with(b"//") && !at.is_in_scheme()
            || at.word.windows(2).any(|pair| pair == b"::") && !at.url.windows(2).any(|pair| pair == b"::")
            || at.word.ends_with(b"(")
            || at.word.windows(2).any(|pair| pair[0].is_ascii_alphanumeric() && pair[1] == b'(')
                && !at.url.contains(&b'?')
            || at.first() == b'/' && matches!(at.last(), b'/' | b'?') && !at.url.ends_with(b":/")
            || at.is_in_scheme() && (!at.completes_scheme() || at.is_alone() && at.is_indented_more())
    }),
    (&rules::HOST_IS_WHOLE, |at| {
        let goes_on = || !at.has_port() && (matches!(at.first(), b'/' | b'?' | b'#') || at.around().is_cut);
        let closes = || at.closes() && at.width >= 60;
        !at.has_tail && !at.is_in_host() && !closes() && (at.is_name() || !goes_on())
    }),
];

/// Returns the veto that holds at a break, if any.
pub(super) fn veto(at: &Break) -> Option<&'static Exception> {
    VETOES.iter().find(|(rule, holds)| rule.holds(holds(at))).map(|(rule, _)| *rule)
}

/// The features, which are weighed.
static FEATURES: [(&Exception, Holds); 37] = [
    (&rules::ENDS_IN_HYPHEN, |at| at.last() == b'-'),
    (&rules::ENDS_IN_QUERY_MARK, |at| {
        let is_fragment = at.last() == b'#' && !(at.is_plain() && at.has_words_after());
        is_fragment || matches!(at.last(), b'?' | b'=' | b'&' | b'_' | b'%' | b'+')
    }),
    (&rules::ENDS_IN_TYPESET_HYPHEN, |at| {
        at.raw.ends_with("\u{2010}".as_bytes()) || at.raw.ends_with("\u{AD}".as_bytes())
    }),
    (&rules::ENDS_IN_FILE, |at| {
        at.has_tail
            && ends_in_file(at.url)
            && !at.is_in_suffix()
            && !matches!(at.first(), b'?' | b'#')
            && (at.first() != b'/' || !at.url.ends_with(b".git"))
            && !at.is_in_host_of_message()
    }),
    (&rules::ENDS_IN_NUMBER, |at| at.ends_in_id()),
    (&rules::MARKS_LOST, |at| !at.keeps_frame && !at.is_below_quoted()),
    (&rules::INDENTED_LESS, |at| at.keeps_frame && at.is_indented_less() && !at.is_quoted()),
    (&rules::HASH_GOES_ON, |at| at.is_lone_rest() && at.is_alone() && at.is_in_hash()),
    (&rules::IDENTIFIER_GOES_ON, |at| at.is_in_identifier() || at.is_in_host_of_message()),
    (&rules::NEXT_HAS_CAPITAL, |at| at.last().is_ascii_lowercase() && at.first().is_ascii_uppercase()),
    (&rules::NEXT_IS_PLAIN, |at| {
        at.is_plain() && at.last() != b'-' && at.has_words_after() && !at.is_in_suffix() && !at.closes()
    }),
    (&rules::WORDS_AFTER_NEXT, |at| at.has_words_after() && !at.closes()),
    (&rules::QUOTED_LONE_REST, |at| at.is_lone_rest() && at.is_alone() && at.is_quoted()),
    (&rules::NEXT_IS_LABEL, |at| at.marks == b":"),
    (&rules::HAS_QUERY, |at| {
        let before = &at.url[..at.url.len() - usize::from(!at.url.is_empty())];
        !at.is_joined_before() && memchr::memchr2(b'?', b'#', before).is_some()
    }),
    (&rules::NEXT_IS_LONG, |at| at.word.len() >= 20 && !at.is_code()),
    (&rules::NEXT_IS_LONG_SEGMENT, |at| {
        at.word.len() >= 20 && (at.last() == b'/' || at.first() == b'/') && !at.is_code()
    }),
    (&rules::NEXT_HAS_MARK, |at| {
        let is_mark = |byte: &u8| matches!(byte, b'/' | b'?' | b'&' | b'=' | b'#' | b'%' | b'_' | b'+' | b'~');
        at.inside().iter().any(is_mark)
            || at.word.ends_with(b"/")
            || at.first() == b'-' && at.word.len() > 2 && !at.is_joined_before()
    }),
    (&rules::NEXT_IS_FRAGMENT, |at| at.first() == b'#'),
    (&rules::NEXT_HAS_QUERY, |at| {
        let mark = at.word.iter().position(|byte| matches!(byte, b'?' | b'#')).unwrap_or(at.word.len());
        let (path, query) = at.word.split_at(mark);
        (query.starts_with(b"?") || at.first() == b'&') && at.word.contains(&b'=')
            || query.len() > 1 && query[0] == b'#' && path.contains(&b'/')
            || memchr::memchr_iter(b'%', at.word)
                .any(|mark| at.word.get(mark + 1..mark + 3).is_some_and(|two| two.iter().all(u8::is_ascii_hexdigit)))
    }),
    (&rules::NEXT_ENDS_IN_FILE, |at| ends_in_file(at.word) && !at.is_code()),
    (&rules::NEXT_ENDS_IN_SLASH, |at| at.word.len() > 1 && at.word.ends_with(b"/")),
    (&rules::SCHEME_CUT, |at| at.is_in_scheme() || at.has_tail && at.url.ends_with(b"://")),
    (&rules::HOST_CUT, |at| at.is_in_host() && !at.is_in_scheme() && at.word.len() >= 20),
    (&rules::SUFFIX_CUT, |at| at.is_in_suffix()),
    (&rules::SOFT_BREAK, |at| at.is_soft()),
    (&rules::STRING_GOES_ON, |at| at.is_string),
    (&rules::BRACKET_CLOSES, |at| at.closes()),
    (&rules::WORD_CUT_IN_FULL_LINE, |at| at.is_cut() && (72..=80).contains(&at.width)),
    (&rules::LONE_REST_BELOW_FULL_LINE, |at| at.is_full() && at.is_lone_rest() && !at.is_in_hash()),
    (&rules::REST_ENDS_TEXT, |at| at.is_end_of_text() && !at.is_plain()),
    (&rules::BROKEN_BEFORE, |at| at.is_joined_before()),
    (&rules::DID_NOT_FIT_CELL, |at| at.room().is_some_and(|room| room < at.word.len())),
    // The features from here on need the lines around.
    (&rules::DID_NOT_FIT, |at| at.around().filled > 0 && at.width + at.part() > at.around().filled),
    (&rules::CUT_AT_COLUMN, |at| at.before == at.width || at.around().is_cut),
    (&rules::SLUG_GOES_ON, |at| at.is_in_slug() && at.is_widest()),
    (&rules::LONG_REST_BELOW_FULL_LINE, |at| {
        at.word.len() > 4
            && (!at.is_word() || at.is_alone() && at.rest.is_empty() && !at.is_plain())
            && (at.is_full() || at.fills_line())
            && at.around().widest <= at.width + 4
    }),
];

/// The first feature of the lines around.
const OF_LINES: usize = 33;

/// The features that hold at a break, one bit each.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Evidence(u64);

impl Evidence {
    /// Weighs a break. Without a chance of the sum that a join needs, `least`, the lines around are not read.
    pub(super) fn of(at: &Break, least: f32) -> Evidence {
        let mut held = Evidence::default();
        for (bit, (rule, holds)) in FEATURES.iter().enumerate() {
            if bit == OF_LINES && held.sum() + WEIGHTS[OF_LINES..].iter().sum::<f32>() < least {
                break;
            }
            held.0 |= u64::from(rule.holds(holds(at))) << bit;
        }
        held
    }

    /// Returns the ids of the features that hold, with their weights.
    pub(super) fn pieces(self) -> impl Iterator<Item = (&'static str, f32)> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let bit = bits.trailing_zeros() as usize;
            bits &= bits.wrapping_sub(1);
            FEATURES.get(bit).map(|(rule, _)| (rule.broken.name, WEIGHTS[bit]))
        })
    }

    pub(super) fn sum(self) -> f32 {
        BIAS + self.pieces().map(|(_, weight)| weight).sum::<f32>()
    }

    pub(super) fn confidence(self) -> f32 {
        1.0 / (1.0 + (-self.sum()).exp())
    }
}
