//! Names with dots: of hosts, and of files, members of objects, and versions.

use std::net::Ipv4Addr;

use super::{
    rules::rows,
    text::{NAME, Text},
};
use crate::text::top_level_domains::{Ambiguity, ambiguity};

/// Second-level domains under which the registries of many countries sell names.
const REGISTRY: [&[u8]; 12] =
    [b"ac", b"co", b"com", b"edu", b"go", b"gob", b"gov", b"ne", b"net", b"nom", b"or", b"org"];

/// Common names of objects in programs, sorted: a dot and a member follow.
const OBJECTS: [&str; 32] = [
    "Array", "Colors", "Icons", "Number", "Object", "String", "Symbol", "arg", "args", "cfg", "cls", "config",
    "console", "ctx", "date", "document", "env", "event", "exports", "fs", "java", "math", "node", "obj", "object",
    "options", "opts", "re", "self", "sys", "this", "window",
];

/// Common names of files, with any suffix.
const FILES: [&[u8]; 8] = [b"CHANGELOG", b"INSTALL", b"Makefile", b"NEWS", b"NOTES", b"README", b"TODO", b"configure"];
const ORG_FILES: &str =
    "agenda changelog config contacts gtd inbox init journal notes readme refile tasks test todo work";

/// The first parts of newsgroup names, and domains under such names.
const HIERARCHIES: [&[u8]; 6] = [b"alt", b"comp", b"humanities", b"misc", b"rec", b"sci"];
const BESIDE_NEWSGROUPS: [&[u8]; 5] = [b"com", b"edu", b"gov", b"net", b"org"];

/// The longest name of a user that is looked for.
const MAX_USER: usize = 64;

/// Words before four numbers that make them a version or a section.
const NUMBERED: &str = "build ch chapter clause oid rel release rev revision sec section v ver version versions";

/// A name in a text: its labels, and what stands around it.
struct DottedName<'a, 't> {
    text: &'a Text<'t>,
    start: usize,
    end: usize,
    /// Without the dot of the root.
    all: &'t [u8],
    last: &'t [u8],
    second: &'t [u8],
    third: Option<&'t [u8]>,
    ambiguity: Ambiguity,
}

/// Returns `true` if the name at `start..end`, which ends in a known top-level domain or is four numbers, is a host.
pub(super) fn is_host(text: &Text, start: usize, end: usize) -> bool {
    let all = text.bytes[start..end].strip_suffix(b".").unwrap_or(&text.bytes[start..end]);
    let mut labels = all.rsplit(|&byte| byte == b'.');
    let [last, second] = [(); 2].map(|()| labels.next().unwrap_or_default());
    let name = DottedName { text, start, end, all, last, second, third: labels.next(), ambiguity: ambiguity(last) };
    if super::host::is_ipv4(all) {
        return name.is_ip_address();
    }
    if name.ambiguity == Ambiguity::Special
        || INFO_NODE.holds(&name)
        || IMPORT.holds(&name)
        || FILE_NAME.holds(&name)
        || VERSION_BEFORE_DOT.holds(&name)
        || NEWSGROUP.holds(&name)
        || NAME_OF_USER.holds(&name)
    {
        return false;
    }
    if name.ambiguity == Ambiguity::Known {
        return true;
    }
    !MISSING_SPACE.holds(&name)
        && (name.goes_on()
            || !name.is_pair() && REGISTRY.contains(&second)
            || LINKED_NAME.holds(&name)
            || name.ambiguity == Ambiguity::None && !MEMBER_SPELLING.holds(&name) && !MEMBER_USE.holds(&name))
}

impl DottedName<'_, '_> {
    fn is_pair(&self) -> bool {
        self.third.is_none()
    }

    fn front(&self) -> &[u8] {
        &self.text.bytes[..self.start]
    }

    fn has_path_behind(&self) -> bool {
        let next = self.text.byte(self.end + 1);
        matches!(self.text.byte(self.end), b'/' | b'?') && (next.is_ascii_alphanumeric() || next == b'~')
    }

    fn has_port_behind(&self) -> bool {
        self.text.byte(self.end) == b':' && self.text.byte(self.end + 1).is_ascii_digit()
    }

    /// What only URLs have stands behind the name.
    fn goes_on(&self) -> bool {
        let has_fragment = || self.text.byte(self.end) == b'#' && self.text.byte(self.end + 1).is_ascii_alphanumeric();
        self.has_path_behind() || self.ambiguity != Ambiguity::File && (has_fragment() || self.has_port_behind())
    }

    /// Four numbers are the address of a host, and not a version, network or mask.
    fn is_ip_address(&self) -> bool {
        (self.all == b"0.0.0.0" || !self.all.starts_with(b"0."))
            && !NETWORK.holds(self)
            && (self.has_path_behind()
                || self.has_port_behind()
                || is_likely_address(self.all) && !VERSION.holds(self.front()))
    }

    /// A label with a capital stands behind a small one.
    fn lacks_space(&self) -> bool {
        let is_capitalized = |label: &[u8]| matches!(label, [b'A'..=b'Z', rest @ ..] if !rest.is_empty() && !rest.iter().any(u8::is_ascii_uppercase));
        is_capitalized(self.last) && !self.second.iter().any(u8::is_ascii_uppercase)
    }
}

/// Returns `true` if the length or mask of a network follows its address at `start`, and nothing else: `10.0.0.0/8`.
fn is_network(text: &Text, address: &[u8], start: usize) -> bool {
    let end = text.run(start, NAME);
    let mask = text.bytes[start..end].strip_suffix(b".").unwrap_or(&text.bytes[start..end]);
    let number = |address: &[u8]| str::from_utf8(address).ok()?.parse::<Ipv4Addr>().ok().map(u32::from);
    let length = || str::from_utf8(mask).ok()?.parse::<u32>().ok().filter(|&length| length <= 32);
    // The address has no bits after the length.
    let is_length = || Some(number(address)?.checked_shl(length()?).unwrap_or(0) == 0);
    !matches!(text.byte(end), b'/' | b'?' | b'#') && (number(mask).is_some() || is_length() == Some(true))
}

/// Returns `true` if more files than hosts have such a name.
fn is_file(stem: &[u8], extension: &[u8]) -> bool {
    FILES.contains(&stem)
        || extension == b"org" && ORG_FILES.split(' ').any(|file| stem.eq_ignore_ascii_case(file.as_bytes()))
}

/// Returns `true` if two labels end a name in a version: `soup-1`, `2`.
fn ends_in_version(third: &[u8], second: &[u8]) -> bool {
    second.iter().all(u8::is_ascii_digit) && third.contains(&b'-') && third.last().is_some_and(u8::is_ascii_digit)
}

/// Returns `true` if it begins like a newsgroup, perhaps after a country: `comp.lang.pl`, `de.comp.os.ch`.
fn is_newsgroup(name: &[u8], second: &[u8], last: &[u8]) -> bool {
    let name = match *name {
        [_, _, b'.', ref rest @ ..] if rest.contains(&b'.') => rest,
        _ => name,
    };
    let first = name.split(|&byte| byte == b'.').next().unwrap_or_default();
    HIERARCHIES.contains(&first)
        && !BESIDE_NEWSGROUPS.contains(&last)
        && (first == second || !REGISTRY.contains(&second))
}

/// Returns `true` if a Matrix user or room stands before the name: `@kim:`, `#soup:`.
fn follows_user(text: &Text, start: usize) -> bool {
    let Some(colon) = start.checked_sub(1).filter(|&colon| text.bytes[colon] == b':') else { return false };
    let user = text.run_back(colon.saturating_sub(MAX_USER), colon, NAME);
    let is_apart = user < 2 || !text.bytes[user - 2].is_ascii_alphanumeric();
    user < colon && matches!(text.byte_before(user), b'@' | b'#' | b'!') && is_apart
}

/// Returns `true` if four numbers are rather an address than a version: with 10 first, three digits, or all the same.
fn is_likely_address(name: &[u8]) -> bool {
    let numbers = || name.split(|&byte| byte == b'.');
    name.starts_with(b"10.")
        || numbers().all(|number| Some(number) == numbers().next())
        || numbers().any(|number| number.len() == 3)
}

/// Returns `true` if a text ends in a word that makes the numbers after it a version or a section.
fn names_version(before: &[u8]) -> bool {
    let before = before.strip_suffix(b" ").unwrap_or(before);
    if before.ends_with("§".as_bytes()) {
        return true;
    }
    let before = before.strip_suffix(b":").unwrap_or(before);
    let length = before.iter().rev().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let word = &before[before.len() - length..];
    NUMBERED.split(' ').any(|known| word.eq_ignore_ascii_case(known.as_bytes()))
}

/// Returns `true` if the name is written like a member: an underscore, mixed case, all capitals, or after an object.
fn is_written_as_member(name: &[u8], second: &[u8], last: &[u8]) -> bool {
    let first = name.split(|&byte| byte == b'.').next().unwrap_or_default();
    let is_mixed = || {
        name[0].is_ascii_lowercase()
            && name.windows(2).any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase())
    };
    let front = &name[..name.len() - last.len()];
    let is_constant = || {
        !front.iter().any(u8::is_ascii_uppercase)
            && second.iter().any(u8::is_ascii_lowercase)
            && last.iter().all(u8::is_ascii_uppercase)
    };
    second.contains(&b'_')
        || name.iter().any(u8::is_ascii_uppercase) && (is_mixed() || is_constant())
        || second.len() == 1 && matches!(last, b"re" | b"im")
        || first.len() > 1
            && first[0].is_ascii()
            && OBJECTS.binary_search_by(|object| object.as_bytes().cmp(first)).is_ok()
}

/// Returns `true` if the name is called, assigned to or indexed, as in a program.
fn is_used_as_member(text: &Text, start: usize, end: usize) -> bool {
    let before = &text.bytes[..start];
    let after = text.ahead(end, 3);
    before.ends_with(b"->")
        || matches!(before.last(), Some(b'!' | b'$' | b'~'))
        || before.ends_with(b"= ") && after.starts_with(b";")
        || matches!(
            after,
            [b'(' | b'[' | b'=' | b'_', ..]
                | [b'-', b'>', ..]
                | [b' ', b'=', ..]
                | [b':', b':', ..]
                | [b' ', b'*' | b'+', b' ']
                | [b' ', b'!' | b'<' | b'>' | b'+' | b'-' | b'*' | b'/' | b'|' | b'&', b'=']
                | [b'!' | b'<' | b'>', b'=', ..]
        )
}

/// The most of a word that is read for a statement.
const MAX_STATEMENT: usize = 8;

/// Returns `true` if a program imports the name: `import a.net`, `from a.net import b`.
fn is_imported(text: &Text, start: usize, end: usize, ambiguity: Ambiguity) -> bool {
    let Some(front) = text.bytes[..start].strip_suffix(b" ") else { return false };
    let length = front.iter().rev().take(MAX_STATEMENT).take_while(|byte| byte.is_ascii_lowercase()).count();
    let (front, statement) = front.split_at(front.len() - length);
    let begins_line = || text.bytes[super::line::begin(text, start)..front.len()].trim_ascii_start().is_empty();
    let is_import = match statement {
        b"import" | b"package" | b"using" | b"require" => {
            ambiguity != Ambiguity::Known || text.byte(end) == b';' || text.has(end, b" as ")
        }
        b"from" => text.has(end, b" import "),
        _ => false,
    };
    is_import && begins_line()
}

rows! { Name;
    INFO_NODE "info-node" (name: &DottedName) = name.last == b"info" && name.front().ends_with(b"File: ") && name.text.has(name.end, b",  Node: "),
        "the file of a node of Info" => "refuses it",
        "File: a.info,  Node: Top" / "File: a.info, b";
    IMPORT "import" (name: &DottedName) = is_imported(name.text, name.start, name.end, name.ambiguity),
        "the statement of a program that imports the name" => "refuses it",
        "from a.net import b" / "from a.net to b";
    FILE_NAME "file-name" (name: &DottedName) = name.front().ends_with(b"file:") || name.is_pair() && is_file(name.second, name.last),
        "a name that many files have before the last dot, or `file:` before it" => "refuses it",
        "README.cz" / "readme.com";
    VERSION_BEFORE_DOT "version-before-dot" (name: &DottedName) =
        name.ambiguity != Ambiguity::Known && name.third.is_some_and(|third| ends_in_version(third, name.second)),
        "a version before the last dot" => "refuses it",
        "soup-1.2.data/b" / "soup-1.data/b";
    NEWSGROUP "newsgroup" (name: &DottedName) = !name.has_path_behind() && is_newsgroup(name.all, name.second, name.last),
        "the top of a hierarchy of newsgroups" => "refuses it",
        "comp.lang.fr" / "comp.soup.com";
    NETWORK "network" (name: &DottedName) = name.all.starts_with(b"255.") || name.has_path_behind() && is_network(name.text, name.all, name.end + 1),
        "a mask, or a network with its length or mask" => "refuses it",
        "10.0.0.0/255.0.0.0" / "10.0.0.0/b";
    NAME_OF_USER "name-of-user" (name: &DottedName) = follows_user(name.text, name.start),
        "an at sign and a user before a colon" => "refuses it",
        "@kim:a.com" / "kim:a.com";
    MISSING_SPACE "missing-space" (name: &DottedName) = name.lacks_space(),
        "a label with a capital behind a small one" => "refuses it",
        "at home.It is" / "at a.it";
    LINKED_NAME "linked-name" (name: &DottedName) = name.text.has(name.end, b"](http"),
        "the text of a link of Markdown" => "takes a file's name for a host's",
        "[a.py](http://b.example/)" / "[a.py](b)";
    MEMBER_SPELLING "member-spelling" (name: &DottedName) = is_written_as_member(name.all, name.second, name.last),
        "a low line, mixed case, or the name of an object" => "refuses it",
        "self.it" / "soup.it";
    MEMBER_USE "member-use" (name: &DottedName) = is_used_as_member(name.text, name.start, name.end),
        "a call, an index, an operator or an arrow beside the name" => "refuses it",
        "a.it()" / "a.it and";
    VERSION "version" (front: &[u8]) = names_version(front),
        "the word for a version or a section before four numbers" => "refuses them",
        "version 1.22.33.100" / "at 1.22.33.100";
}
