//! Whether a bare name with dots in it is a host's, or that of a file, a member of an object or a version.

use super::name::is_ipv4;
use crate::{
    engine::window::{Ahead, Cut},
    text::{
        byte_table::byte_table,
        top_level_domains::{Ambiguity, ambiguity},
        words::Ends,
    },
};

/// The second-level domains that registries hand names out under, in many countries.
const REGISTRY: [&[u8]; 12] =
    [b"ac", b"co", b"com", b"edu", b"go", b"gob", b"gov", b"ne", b"net", b"nom", b"or", b"org"];

/// Whether registries hand names out under second-level domains of this name.
pub(super) fn is_registry(label: &[u8]) -> bool {
    REGISTRY.iter().any(|registry| registry.eq_ignore_ascii_case(label))
}

/// What objects are called in programs, so that the name of a member follows the dot.
fn is_object(name: &[u8]) -> bool {
    matches!(
        name,
        b"arg"
            | b"args"
            | b"cfg"
            | b"cls"
            | b"config"
            | b"console"
            | b"ctx"
            | b"date"
            | b"document"
            | b"env"
            | b"event"
            | b"exports"
            | b"fs"
            | b"java"
            | b"math"
            | b"node"
            | b"obj"
            | b"object"
            | b"options"
            | b"opts"
            | b"self"
            | b"sys"
            | b"this"
            | b"window"
    )
}

/// How much white space in front of a statement is looked at.
const MAX_INDENTATION: usize = 64;

/// The words behind which four numbers are those of a version, of a section or of an object; sorted.
const NUMBERED: [&str; 16] = [
    "build", "ch", "chapter", "clause", "oid", "oids", "rel", "release", "rev", "revision", "sec", "section", "v",
    "ver", "version", "versions",
];

/// The longest of them.
const MAX_NUMBERED: usize = 8;

/// Whether it is the name of the file in the header of a node of Info, `File: napkin.info,  Node: Top`.
fn heads_node(ahead: &Ahead, start: usize, end: usize) -> Result<bool, Cut> {
    const BEHIND: &[u8] = b",  Node: ";
    Ok(ahead.bytes[..start].ends_with(b"File: ") && ahead.up_to(end, BEHIND.len())? == BEHIND)
}

/// Whether a name in capitals with a number among its labels ends in a country's letters: the version of a compiler, as `configure` has it.
fn is_version_in_capitals(name: &[u8], last: &[u8]) -> bool {
    let is_number = |label: &[u8]| label.iter().all(u8::is_ascii_digit);
    const LABELS: usize = 4;
    last.len() == 2
        && memchr::memchr_iter(b'.', name).count() + 1 >= LABELS
        && last.iter().all(u8::is_ascii_uppercase)
        && !name.iter().any(u8::is_ascii_lowercase)
        && name.split(|&byte| byte == b'.').any(is_number)
}

/// Whether the name at `start..end`, which ends in a known top-level domain or a number, is a host's. What stands around it
/// decides where the name alone does not.
pub(crate) fn is_host(ahead: &Ahead, start: usize, end: usize) -> Result<bool, Cut> {
    // It was read from its trigger on, and from its start on it may be longer than a URL may be.
    let Some(name) = ahead.bytes.get(start..end) else { return Err(Cut::Limit) };
    let name = name.strip_suffix(b".").unwrap_or(name);
    let label = |end: usize| name[..end].iter().rposition(|&byte| byte == b'.').map_or(0, |dot| dot + 1);
    let last_start = label(name.len());
    let second_end = last_start.saturating_sub(1);
    let second_start = label(second_end);
    let (last, second) = (&name[last_start..], &name[second_start..second_end]);
    if is_ipv4(name) {
        if name.starts_with(b"0.") && name != b"0.0.0.0" {
            return Ok(false);
        }
        // No section has the numbers of a local network.
        let is_numbered = || !name.starts_with(b"192.168.") && is_of_version(&ahead.bytes[..start]);
        let is_address = || is_likely_address(name) && !is_numbered();
        return Ok(tail(ahead, end)? != MemberTail::None || is_address());
    }
    let is_pair = second_start == 0;
    if is_pair && (is_build_file(second) || last == b"info" && heads_node(ahead, start, end)?)
        || is_development_version(&name[..second_end], last)
        || is_version_in_capitals(name, last)
    {
        return Ok(false);
    }
    let ambiguity = ambiguity(last);
    if is_imported(ahead, start, end, ambiguity == Ambiguity::Known)? {
        return Ok(false);
    }
    match ambiguity {
        Ambiguity::Known => return Ok(true),
        Ambiguity::Special => return Ok(false),
        _ if is_missing_space(second, last) => return Ok(false),
        _ => {}
    }
    let is_of_program = is_written_as_member(name, second, last) || is_used_as_member(ahead, start, end)?;
    let may_be_notice = is_pair && is_notice(second);
    if ambiguity == Ambiguity::None && !is_of_program && !may_be_notice {
        // Most names.
        return Ok(true);
    }
    let tail = match tail(ahead, end)? {
        // A part of the file.
        MemberTail::Fragment if ambiguity == Ambiguity::File => MemberTail::None,
        tail => tail,
    };
    if tail == MemberTail::None && may_be_notice {
        return Ok(false);
    }
    let is_path = matches!(tail, MemberTail::Path | MemberTail::Fragment);
    if is_path || tail == MemberTail::Port && ambiguity != Ambiguity::File {
        return Ok(true);
    }
    if second_start > 0 && is_registry(second) {
        return Ok(true);
    }
    if is_followed_by_url(ahead, end)? {
        return Ok(true);
    }
    // The name of a shared object has more letters, and its version no letters.
    let is_short = last.eq_ignore_ascii_case(b"so") && second.len() <= 2 && !second.iter().all(u8::is_ascii_digit);
    Ok((ambiguity == Ambiguity::None || is_short) && !is_of_program)
}

/// What stands behind a name and makes a host of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MemberTail {
    Path,
    Fragment,
    Port,
    None,
}

fn tail(ahead: &Ahead, end: usize) -> Result<MemberTail, Cut> {
    let next = |at| Ok(ahead.get(at)?.is_some_and(|byte: u8| byte.is_ascii_alphanumeric() || byte == b'~'));
    Ok(match ahead.get(end)? {
        Some(b'/' | b'?') if next(end + 1)? => MemberTail::Path,
        Some(b'#') if next(end + 1)? => MemberTail::Fragment,
        Some(b':') if ahead.get(end + 1)?.is_some_and(|byte| byte.is_ascii_digit()) => MemberTail::Port,
        _ => MemberTail::None,
    })
}

/// Whether a full stop without its space stands between two sentences: `outside.In`.
fn is_missing_space(before: &[u8], last: &[u8]) -> bool {
    let is_small = |word: &[u8]| word.iter().all(|byte| !byte.is_ascii_uppercase());
    let [first, rest @ ..] = last else { return false };
    first.is_ascii_uppercase() && !rest.is_empty() && is_small(rest) && is_small(before)
}

/// Whether four numbers are those of an address and not of a version or a section: they seldom are where all are small.
fn is_likely_address(name: &[u8]) -> bool {
    let number = |label: &[u8]| label.iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0'));
    let numbers = || name.split(|&byte| byte == b'.').map(number);
    let first = numbers().next();
    first == Some(10) || numbers().any(|number| number >= 100) || numbers().all(|number| Some(number) == first)
}

/// Whether a word stands in front that says that four numbers are no address.
fn is_of_version(before: &[u8]) -> bool {
    let word_end = before.iter().rev().take(3).position(|byte| !b" :=".contains(byte));
    let Some(before) = word_end.map(|signs| &before[..before.len() - signs]) else { return false };
    let length = before.iter().rev().take(MAX_NUMBERED + 1).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let word = &before[before.len() - length..];
    before.ends_with("§".as_bytes()) || NUMBERED.iter().any(|known| word.eq_ignore_ascii_case(known.as_bytes()))
}

/// How the words end that stand in front of what a program imports.
static IMPORTS: Ends = Ends::none().with(b"import").with(b"from").with(b"package").with(b"using");

/// Whether the name is that of what a program imports, in a statement of its own: `from a.net import b`, `import a.net as c`. In
/// the middle of a line a known host's name is one of a sentence.
fn is_imported(ahead: &Ahead, start: usize, end: usize, is_known: bool) -> Result<bool, Cut> {
    let Some(before) = ahead.bytes[..start].strip_suffix(b" ") else { return Ok(false) };
    // Most words in front of a name are told by their ends.
    if !IMPORTS.may_end(before) {
        return Ok(false);
    }
    let word = |word: &[u8]| before.strip_suffix(word);
    let begins_line = |before: &[u8]| {
        let spaces = before.iter().rev().take(MAX_INDENTATION).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        before[..before.len() - spaces].last().is_none_or(|byte| matches!(byte, b'\n' | b'\r'))
    };
    if let Some(before) = word(b"import") {
        let behind = ahead.up_to(end, " as ".len())?;
        return Ok(begins_line(before) && matches!(behind, [] | [b'\n' | b'\r' | b';' | b',', ..] | b" as "));
    }
    if let Some(before) = word(b"from") {
        let is_statement = !is_known || begins_line(before);
        return Ok(is_statement && ahead.up_to(end, " import ".len())? == b" import ");
    }
    let is_declared = word(b"package").or(word(b"using")).is_some_and(begins_line);
    Ok(is_declared && ahead.get(end)? == Some(b';'))
}

/// Whether files of build systems are called so, whatever follows the dot: `Makefile.am`.
fn is_build_file(label: &[u8]) -> bool {
    [&b"makefile"[..], b"gnumakefile", b"configure"].iter().any(|stem| label.eq_ignore_ascii_case(stem))
}

/// Whether files are called so that come with a program: `README.dev`.
fn is_notice(label: &[u8]) -> bool {
    matches!(label, b"README" | b"INSTALL" | b"NEWS" | b"TODO" | b"COPYING" | b"LICENSE" | b"CHANGES" | b"AUTHORS")
}

/// Whether numbers are a version that is not out yet: `2.0.dev`.
fn is_development_version(numbers: &[u8], last: &[u8]) -> bool {
    let is_number = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    last == b"dev" && numbers.contains(&b'.') && numbers.iter().all(is_number)
}

/// What names are written with that have no capitals and no underscores.
const SMALL: u8 = 1;
/// What the signs begin with that say that a member is used, and stand behind its name.
const OPERATOR: u8 = 2;

const CLASS: [u8; 256] = byte_table!(|byte| match byte {
    b'a'..=b'z' | b'0'..=b'9' | b'.' | 0x80.. => SMALL,
    b'-' => SMALL | OPERATOR,
    b'!' | b'<' | b'>' | b'(' | b'[' | b'=' | b'_' | b':' | b';' | b'*' | b'+' | b'/' => OPERATOR,
    _ => 0,
});

fn is(byte: u8, class: u8) -> bool {
    CLASS[usize::from(byte)] & class != 0
}

/// Whether the name is written as programs write those of members: with an underscore, in mixed case, all in capitals, or
/// behind the usual name of an object.
fn is_written_as_member(name: &[u8], before: &[u8], last: &[u8]) -> bool {
    let first = || name.split(|&byte| byte == b'.').next().unwrap_or_default();
    if name.iter().all(|&byte| is(byte, SMALL)) {
        // Most names.
        return is_object(first());
    }
    if before.contains(&b'_') || is_object(first()) {
        return true;
    }
    let has_capitals = name.iter().any(u8::is_ascii_uppercase);
    if !has_capitals && name.iter().any(u8::is_ascii_lowercase) {
        return false;
    }
    // A constant: `pd.NA`.
    let front = &name[..name.len() - last.len()];
    let is_small = !front.iter().any(u8::is_ascii_uppercase) && before.iter().any(u8::is_ascii_lowercase);
    let is_constant = is_small && last.iter().all(u8::is_ascii_uppercase);
    let is_mixed = name.first().is_some_and(u8::is_ascii_lowercase)
        && name.windows(2).any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase());
    let is_pair = name.len() == before.len() + 1 + last.len();
    let is_shouted = is_pair && last.len() > 2 && name.is_ascii() && !name.iter().any(u8::is_ascii_lowercase);
    is_mixed || is_shouted || is_constant
}

/// Whether what stands around the name makes it a program's: it is called, assigned to or indexed.
fn is_used_as_member(ahead: &Ahead, start: usize, end: usize) -> Result<bool, Cut> {
    if matches!(ahead.bytes[..start], [.., b'-', b'>'] | [.., b'!' | b'$' | b'~']) {
        return Ok(true);
    }
    let behind = ahead.up_to(end, 3)?;
    let operator = behind.strip_prefix(b" ").unwrap_or(behind);
    if !operator.first().is_some_and(|&byte| is(byte, OPERATOR)) {
        // Most names.
        return Ok(false);
    }
    // Two bars stand between the cells of tables, and two ampersands between commands.
    let is_operator = matches!(operator, [b'!' | b'<' | b'>', b'=', ..])
        || matches!(behind, [b' ', b'*' | b'+', b' '] | [b' ', b'*' | b'+' | b'/' | b'-', b'=']);
    let is_before =
        matches!(behind, [b'(' | b'[' | b'=' | b'_', ..] | [b'-', b'>', ..] | [b' ', b'=', ..] | [b':', b':', ..]);
    // It is assigned to something.
    let is_assigned = ahead.bytes[..start].ends_with(b" = ") && behind.starts_with(b";");
    Ok(is_before || is_operator || is_assigned)
}

/// Whether a URL follows that the name is the text of: `[a.name](https://a.name/)`.
fn is_followed_by_url(ahead: &Ahead, end: usize) -> Result<bool, Cut> {
    Ok(ahead.up_to(end, 6)? == b"](http")
}
