//! Names with dots: of hosts, and of files, members of objects, and versions.

use std::{net::Ipv4Addr, ops::Range};

use super::{
    rules,
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

/// Returns `true` if the name at `start..end`, which ends in a known top-level domain or is four numbers, is a host.
pub(super) fn is_host(text: &Text, start: usize, end: usize) -> bool {
    let name = text.bytes[start..end].strip_suffix(b".").unwrap_or(&text.bytes[start..end]);
    let mut labels = name.rsplit(|&byte| byte == b'.');
    let last = labels.next().unwrap_or_default();
    let second = labels.next().unwrap_or_default();
    let third = labels.next();
    let is_pair = third.is_none();
    let has_path = matches!(text.byte(end), b'/' | b'?')
        && (text.byte(end + 1).is_ascii_alphanumeric() || text.byte(end + 1) == b'~');
    let has_fragment = text.byte(end) == b'#' && text.byte(end + 1).is_ascii_alphanumeric();
    let has_port = text.byte(end) == b':' && text.byte(end + 1).is_ascii_digit();
    if super::host::is_ipv4(name) {
        return is_host_by_number(text, start..end, name, has_path, has_port);
    }
    let ambiguity = ambiguity(last);
    let is_node = last == b"info" && text.bytes[..start].ends_with(b"File: ") && text.has(end, b",  Node: ");
    if ambiguity == Ambiguity::Special
        || rules::INFO_NODE.holds(is_node)
        || rules::IMPORT.holds(is_imported(text, start, end, ambiguity))
        || rules::FILE_NAME.holds(text.bytes[..start].ends_with(b"file:") || is_pair && is_file(second, last))
        || rules::VERSION_BEFORE_DOT
            .holds(ambiguity != Ambiguity::Known && third.is_some_and(|third| ends_in_version(third, second)))
        || rules::NEWSGROUP.holds(!has_path && is_newsgroup(name, second, last))
        || rules::NAME_OF_USER.holds(follows_user(text, start))
    {
        return false;
    }
    if ambiguity == Ambiguity::Known {
        return true;
    }
    let is_missing_space = matches!(last, [first, rest @ ..] if first.is_ascii_uppercase() && !rest.is_empty() && !rest.iter().any(u8::is_ascii_uppercase))
        && !second.iter().any(u8::is_ascii_uppercase);
    let goes_on = has_path || (has_fragment || has_port) && ambiguity != Ambiguity::File;
    !rules::MISSING_SPACE.holds(is_missing_space)
        && (goes_on
            || !is_pair && REGISTRY.contains(&second)
            || rules::LINKED_NAME.holds(text.has(end, b"](http"))
            || ambiguity == Ambiguity::None
                && !rules::MEMBER_SPELLING.holds(is_written_as_member(name, second, last))
                && !rules::MEMBER_USE.holds(is_used_as_member(text, start, end)))
}

/// Returns `true` if four numbers are the address of a host, and not a version, network or mask.
fn is_host_by_number(text: &Text, range: Range<usize>, name: &[u8], has_path: bool, has_port: bool) -> bool {
    let is_network = name.starts_with(b"255.") || has_path && is_network(text, name, range.end + 1);
    let is_likely = || is_likely_address(name) && !rules::VERSION.holds(names_version(&text.bytes[..range.start]));
    (name == b"0.0.0.0" || !name.starts_with(b"0."))
        && !rules::NETWORK.holds(is_network)
        && (has_path || has_port || is_likely())
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

/// Returns `true` if four numbers are rather an address than a version: they begin with 10, one has three digits, or
/// all are the same.
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

/// Returns `true` if the name is written like a member: with an underscore, in mixed case or all in capitals, or after
/// an object.
fn is_written_as_member(name: &[u8], second: &[u8], last: &[u8]) -> bool {
    let first = name.split(|&byte| byte == b'.').next().unwrap_or_default();
    let is_mixed = name[0].is_ascii_lowercase()
        && name.windows(2).any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase());
    let front = &name[..name.len() - last.len()];
    let is_constant = !front.iter().any(u8::is_ascii_uppercase)
        && second.iter().any(u8::is_ascii_lowercase)
        && last.iter().all(u8::is_ascii_uppercase);
    second.contains(&b'_')
        || is_mixed
        || is_constant
        || second.len() == 1 && matches!(last, b"re" | b"im")
        || OBJECTS.binary_search_by(|object| object.as_bytes().cmp(first)).is_ok()
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

/// Returns `true` if a program imports the name: `import a.net`, `from a.net import b`.
fn is_imported(text: &Text, start: usize, end: usize, ambiguity: Ambiguity) -> bool {
    if text.byte_before(start) != b' ' {
        return false;
    }
    let line = &text.bytes[super::line::begin(text, start)..start];
    let statement = line.trim_ascii_start();
    let is_import = [&b"import "[..], b"package ", b"using ", b"require "].contains(&statement);
    is_import && (ambiguity != Ambiguity::Known || text.byte(end) == b';' || text.has(end, b" as "))
        || statement == b"from " && text.has(end, b" import ")
}
