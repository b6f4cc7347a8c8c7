//! Names with dots: those of hosts, and those of files, members of objects and versions.

use super::{rules, text::Text};
use crate::text::top_level_domains::{Ambiguity, ambiguity};

/// The second-level domains that registries of many countries hand names out under.
const REGISTRY: [&[u8]; 12] =
    [b"ac", b"co", b"com", b"edu", b"go", b"gob", b"gov", b"ne", b"net", b"nom", b"or", b"org"];

/// What programs call objects, so that a member follows the dot.
const OBJECTS: &str = "arg args cfg cls config console ctx date document env event exports fs java math node obj object options opts self sys \
    this window";

/// What four numbers after it are the version or the section of.
const NUMBERED: &str = "build ch chapter clause oid rel release rev revision sec section v ver version versions";

/// Returns `true` if the name at `start..end`, which ends in a known top-level domain or is four numbers, is a host's.
pub(super) fn is_host(text: &Text, start: usize, end: usize) -> bool {
    let name = text.bytes[start..end].strip_suffix(b".").unwrap_or(&text.bytes[start..end]);
    let mut labels = name.rsplit(|&byte| byte == b'.');
    let last = labels.next().unwrap_or_default();
    let second = labels.next().unwrap_or_default();
    let is_pair = labels.next().is_none();
    let has_path = matches!(text.byte(end), b'/' | b'?')
        && (text.byte(end + 1).is_ascii_alphanumeric() || text.byte(end + 1) == b'~');
    let has_fragment = text.byte(end) == b'#' && text.byte(end + 1).is_ascii_alphanumeric();
    let has_port = text.byte(end) == b':' && text.byte(end + 1).is_ascii_digit();
    if super::host::is_ipv4(name) {
        return (name == b"0.0.0.0" || !name.starts_with(b"0."))
            && (has_path
                || has_port
                || is_likely_address(name) && !rules::VERSION.holds(names_version(&text.bytes[..start])));
    }
    let ambiguity = ambiguity(last);
    let is_node = last == b"info" && text.bytes[..start].ends_with(b"File: ") && text.has(end, b",  Node: ");
    if ambiguity == Ambiguity::Special
        || rules::INFO_NODE.holds(is_node)
        || rules::IMPORT.holds(is_imported(text, start, end, ambiguity))
        || rules::BUILD_FILE.holds(is_pair && matches!(second, b"Makefile" | b"README"))
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

/// Returns `true` if four numbers are more likely an address than a version: they begin with 10, one has three digits, or all are the same.
fn is_likely_address(name: &[u8]) -> bool {
    let numbers = || name.split(|&byte| byte == b'.');
    name.starts_with(b"10.")
        || numbers().all(|number| Some(number) == numbers().next())
        || numbers().any(|number| number.len() == 3)
}

/// Returns `true` if a text ends in a word that makes the numbers after it a version or a section.
fn names_version(before: &[u8]) -> bool {
    let before = before.strip_suffix(b" ").unwrap_or(before);
    let before = before.strip_suffix(b":").unwrap_or(before);
    let length = before.iter().rev().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let word = &before[before.len() - length..];
    NUMBERED.split(' ').any(|known| word.eq_ignore_ascii_case(known.as_bytes()))
}

/// Returns `true` if the name is written as members are: with a low line, in mixed case or all in capitals, or after an object.
fn is_written_as_member(name: &[u8], second: &[u8], last: &[u8]) -> bool {
    let first = name.split(|&byte| byte == b'.').next().unwrap_or_default();
    let has_capitals = name.iter().any(u8::is_ascii_uppercase);
    let has_small = name.iter().any(u8::is_ascii_lowercase);
    let is_mixed = name[0].is_ascii_lowercase()
        && name.windows(2).any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase());
    let front = &name[..name.len() - last.len()];
    let is_constant = !front.iter().any(u8::is_ascii_uppercase)
        && second.iter().any(u8::is_ascii_lowercase)
        && last.iter().all(u8::is_ascii_uppercase);
    let is_shouted = has_capitals && !has_small && name.len() == second.len() + 1 + last.len() && last.len() > 2;
    second.contains(&b'_')
        || is_mixed
        || is_constant
        || is_shouted
        || OBJECTS.split(' ').any(|object| object.as_bytes() == first)
}

/// Returns `true` if what stands around makes it a program's: it is called, assigned to or indexed.
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

/// Returns `true` if a statement of a program imports it: `import a.net`, `from a.net import b`.
fn is_imported(text: &Text, start: usize, end: usize, ambiguity: Ambiguity) -> bool {
    let line = &text.bytes[super::line::begin(text, start)..start];
    let statement = line.trim_ascii_start();
    let is_import = [&b"import "[..], b"package ", b"using ", b"require "].contains(&statement);
    is_import && (ambiguity != Ambiguity::Known || text.byte(end) == b';')
        || statement == b"from " && text.has(end, b" import ")
}
