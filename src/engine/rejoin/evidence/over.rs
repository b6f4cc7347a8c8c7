//! What stands behind a break and is certain to be no part of the URL before it: then nothing is weighed.

use super::{
    Marks, SHORT_LINE, Sight, completes_suffix, cut_inside_word, ends_in_half_escape, is_file_name, is_in_comment,
    was_joined_before,
};
use crate::{engine::rejoin::line_start::COMMENT_MARKS, text::top_level_domains::is_top_level_domain};

/// Who cuts words at a column has at least so many of them.
const NARROWEST_CUT: usize = 56;

/// The first names in the paths of a file system.
const ROOTS: [&str; 13] =
    ["bin", "dev", "etc", "home", "lib", "lib64", "opt", "proc", "sbin", "sys", "tmp", "usr", "var"];

/// The requests of roff in small letters; sorted. Those of its macros have capitals.
const REQUESTS: [&str; 30] = [
    "ad", "bp", "br", "ce", "de", "ds", "el", "fi", "ft", "hw", "hy", "ie", "if", "ig", "in", "ll", "lt", "na", "ne",
    "nf", "nh", "nr", "ns", "ps", "rm", "rs", "so", "sp", "ta", "ti",
];

type Holds = fn(&Sight) -> bool;

/// Each reason for which a URL is over, and what it is called.
pub(super) const REASONS: [(&str, Holds); 13] = [
    ("an item of a list", is_item),
    ("bullets in front of both lines", is_in_bullets),
    ("a comment ends with its line", is_after_comment),
    ("a bracket behind a sentence", is_bracket_after_sentence),
    ("a path of a file system", is_path_of_file_system),
    ("another host", is_other_host),
    ("a whole hash", is_hash),
    ("a formatter's request", is_request),
    ("an option or a tag", is_option),
    ("a word cut in a short line", is_cut_in_short_line),
    ("the first of several alike", is_first_of_alike),
    ("code", is_code),
    ("right behind a comment's mark", is_comment_without_space),
];

/// Whether the URL before the break is over for a certain reason.
pub(super) fn is_over(sight: &Sight) -> bool {
    REASONS.iter().any(|(_, holds)| holds(sight))
}

fn is_number(text: &[u8]) -> bool {
    (1..=3).contains(&text.len()) && text.iter().all(u8::is_ascii_digit)
}

/// Whether it is the number, the label or the bullet of a list's item, with the item behind it.
fn is_item(sight: &Sight) -> bool {
    let is_numbered = match sight.token {
        [b'(', label @ .., b')'] => is_number(label),
        [b'[', label @ .., b']'] | [b'[', label @ .., b']', b':'] => !label.is_empty(),
        [numbers @ .., b'.'] => numbers.split(|&byte| byte == b'.').all(is_number),
        [number @ .., b')' | b':'] => is_number(number),
        _ => false,
    };
    let is_labelled = sight.first() == b'[' && memchr::memmem::find(sight.rest, b"]:").is_some();
    (is_numbered || is_labelled || matches!(sight.token, [b'-' | b'*' | b'+' | b'o'])) && !sight.rest.is_empty()
}

/// Whether the star in front of the next line is a bullet: a comment is filled, and its stars stand one column behind its
/// opening mark.
fn is_in_bullets(sight: &Sight) -> bool {
    let is_star = |lead: &[u8]| matches!(lead.trim_ascii_start(), [b'*', b' ' | b'\t', ..]);
    let spaces = sight.lead.iter().skip_while(|&&byte| byte == b'\t').take_while(|&&byte| byte == b' ').count();
    sight.marks == Marks::Same
        && is_star(sight.next_lead)
        && (!is_star(sight.lead) || sight.length() < SHORT_LINE || spaces % 2 == 0)
}

fn is_after_comment(sight: &Sight) -> bool {
    sight.marks == Marks::Ended
}

fn is_bracket_after_sentence(sight: &Sight) -> bool {
    matches!(sight.last(), b'.' | b',' | b';' | b':' | b'!') && matches!(sight.first(), b'(' | b'[')
}

fn is_path_of_file_system(sight: &Sight) -> bool {
    let Some(path) = sight.token.strip_prefix(b"/") else { return false };
    let mut names = path.split(|&byte| byte == b'/');
    let root = names.next().unwrap_or_default();
    names.next().is_some() && ROOTS.iter().any(|name| name.as_bytes() == root)
}

/// Whether it begins with a host that has a path, or with two slashes, or sets something to a URL where no line is full.
/// Web archives have the URL of what they keep in theirs, and other sites the host, behind a slash.
fn is_other_host(sight: &Sight) -> bool {
    let has_url = memchr::memmem::find(sight.token, b"=http").is_some();
    if sight.token.starts_with(b"//") || has_url && sight.length() < SHORT_LINE {
        return true;
    }
    let length = sight.token.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b".-".contains(byte)).count();
    let (host, path) = sight.token.split_at(length);
    let mut labels = host.rsplit(|&byte| byte == b'.');
    let is_known = labels.next().is_some_and(is_top_level_domain);
    let others = labels.filter(|label| !label.is_empty()).count();
    is_known
        && others >= if sight.length() < SHORT_LINE { 1 } else { 2 }
        && path.starts_with(b"/")
        && sight.last().is_ascii_alphanumeric()
        && !is_in_archive(sight.url)
}

/// Whether a URL stands in the URL.
fn is_in_archive(url: &[u8]) -> bool {
    let front = memchr::memmem::find(url, b"://").map_or(0, |at| at + 3);
    memchr::memmem::find(&url[front..], b":/").is_some()
}

/// Whether it is a name that a version control system gives to a change, and the URL does not end in the middle of one.
fn is_hash(sight: &Sight) -> bool {
    let is_hex = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'a'..=b'f');
    let word = sight.word();
    let cut = sight.url.iter().rev().take_while(|byte| is_hex(byte)).count();
    matches!(word.len(), 40 | 64)
        && word.iter().all(is_hex)
        && sight.last().is_ascii_alphanumeric()
        && !(7..word.len()).contains(&cut)
}

/// Whether it is a line of a manual page's source, such as `.fi` and `.BR`, perhaps in a patch.
fn is_request(sight: &Sight) -> bool {
    let line = sight.token.strip_prefix(b"-").or(sight.token.strip_prefix(b"+")).unwrap_or(sight.token);
    match line {
        [b'.', b'\\', b'"', ..] => true,
        [b'.', macros @ ..] if (1..=2).contains(&macros.len()) && macros[0].is_ascii_uppercase() => {
            macros.iter().all(u8::is_ascii_alphabetic)
        }
        [b'.', request @ ..] => REQUESTS.iter().any(|known| known.as_bytes() == request),
        _ => false,
    }
}

/// Whether it is an option, or a command with one, or a tag such as `+optional`, which is no argument of a query, and `:path`.
fn is_option(sight: &Sight) -> bool {
    let is_long_option = |text: &[u8]| matches!(text, [b'-', b'-', first, ..] if first.is_ascii_alphabetic());
    match sight.token {
        _ if is_long_option(sight.rest) => true,
        option if is_long_option(option) => sight.last() != b'-',
        [b':', first, ..] => first.is_ascii_alphabetic(),
        [b'+', name @ ..] => name.iter().all(u8::is_ascii_alphabetic) && !sight.url.contains(&b'?'),
        _ => false,
    }
}

/// Whether the break would have cut a word where no line is full: who breaks a line there does it elsewhere.
fn is_cut_in_short_line(sight: &Sight) -> bool {
    cut_inside_word(sight)
        && sight.length() < NARROWEST_CUT
        && !was_joined_before(sight)
        && !completes_suffix(sight)
        && !ends_in_half_escape(sight)
}

/// Whether the line behind the next has a name like that on the next, and nothing else: a list of names.
fn is_first_of_alike(sight: &Sight) -> bool {
    let other = sight.following.trim_ascii();
    let alike = sight.token.iter().zip(other).take_while(|(byte, other)| byte == other).count();
    let is_name = !other.is_empty() && !other.contains(&b' ') && is_file_name(sight.token) && is_file_name(other);
    sight.rest.is_empty() && is_name && alike > 2
}

/// Whether it is a call, an attribute or a tag of a programming language, or the name of something that is set behind it.
fn is_code(sight: &Sight) -> bool {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-".contains(byte);
    let is_argument = sight.rest.starts_with(b"(") && memchr::memmem::find(sight.rest, b"):").is_some();
    let is_sign = matches!(sight.rest, [b'=', ..] | [b':' | b'+' | b'|', b'=', ..]);
    let is_set = (is_sign || is_argument) && sight.last() != b'-';
    let is_call = sight.token.windows(2).any(|pair| matches!(pair, b"!(" | b"#[" | b".[" | b"()"));
    let is_call = is_call || sight.token.ends_with(b"(");
    match sight.token {
        [b'@', tag @ ..] => tag.iter().all(is_name),
        token => is_call || is_set && token.iter().all(is_name),
    }
}

/// Whether it stands right behind its comment's mark, and words do so behind a space: code that was turned off.
fn is_comment_without_space(sight: &Sight) -> bool {
    let behind_mark = |lead: &[u8]| lead.trim_ascii_start().iter().find(|byte| !COMMENT_MARKS.contains(byte)).copied();
    is_in_comment(sight) && behind_mark(sight.lead) == Some(b' ') && behind_mark(sight.next_lead).is_none()
}

#[cfg(test)]
mod tests {
    use super::{REASONS, REQUESTS, ROOTS};
    use crate::engine::rejoin::evidence::tests::evidence_in;

    /// A name, a text in which the URL is over for that reason, and one in which it may go on.
    const CASES: [(&str, &str, &str); REASONS.len()] = [
        ("an item of a list", "http://a.example/b-\n3.2. Say\n", "http://a.example/b-\n3.2.\n"),
        (
            "bullets in front of both lines",
            " * http://a.example/b/\n * c1/d_e has it\n",
            " * It is at http://a.example/archive/2026/november/messages/\n * c1/d_e has it\n",
        ),
        ("a comment ends with its line", "# http://a.example/b/\nc1_d\n", "# http://a.example/b/\n# c1_d\n"),
        ("a bracket behind a sentence", "http://a.example/b.html.\n(!196)\n", "http://a.example/b/\n(196)\n"),
        ("a path of a file system", "http://a.example/b\n/usr/share/c\n", "http://a.example/b\n/user/share/c\n"),
        (
            "another host",
            "http://a.example/60/chars/and/some/more/of/them/so/that/this/is/sev\nlists.b.example.org/c\n",
            "http://a.example/60/chars/and/some/more/of/them/so/that/this/is/sev\nlists.b.example.orgs/c\n",
        ),
        (
            "a whole hash",
            "http://a.example/60/chars/and/some/more/of/them/so/that/this/is/sev\n23159084b43c1ce429d9e98035bf845919fd8a89\n",
            "http://a.example/60/chars/and/some/more/of/them/so/that/this/is/sev\n23159084b43c1ce429d9e98035bf845919fd8a8\n",
        ),
        ("a formatter's request", "http://a.example/b/\n.TP\n", "http://a.example/b/\n.pdf\n"),
        ("an option or a tag", "http://a.example/b/\n--c d\n", "http://a.example/b/\n-c d\n"),
        (
            "a word cut in a short line",
            "http://a.example/b\nc1_d\n",
            "http://a.example/60/chars/and/some/more/of/them/so/that/this/is/sev\nc1_d\n",
        ),
        (
            "the first of several alike",
            "http://a.example/b/\n01-c.patch\n01-d.patch\n",
            "http://a.example/b/\n01-c.patch\n02-d.patch\n",
        ),
        ("code", "http://a.example/b/\nc_d = 12\n", "http://a.example/b/\nc_d has 12\n"),
        ("right behind a comment's mark", "# http://a.example/b/\n#c1_d\n", "# http://a.example/b/\n# c1_d\n"),
    ];

    #[test]
    fn each_is_over_where_it_should_and_nowhere_else() {
        for (case, (name, _)) in CASES.iter().zip(REASONS) {
            assert_eq!(case.0, name);
            let names = |text| evidence_in(text).unwrap_or_else(|| panic!("{text:?} has no break"));
            assert!(names(case.1).contains(&name), "{name} does not hold in {:?}", case.1);
            assert!(!names(case.2).contains(&name), "{name} holds in {:?}", case.2);
        }
    }

    #[test]
    fn names_are_sorted() {
        assert!(ROOTS.is_sorted() && REQUESTS.is_sorted());
    }
}
