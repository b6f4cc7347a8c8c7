//! Whether strings that stand below each other are put together, as expressions of programs and catalogues of messages have them, or are the items of a
//! list.

use super::elsewhere::STRIDE;
use crate::engine::{forms::in_line::PREFIX, window::Ahead};

/// Whether strings below each other are put together around the URL at `start`: it is in a catalogue of messages, behind a string of prose or one with a
/// comma behind it, or in round brackets that open an expression in front of its string. Those of an array of the shell open right behind `=`, and
/// those of Lisp have words in them.
pub(super) fn puts_strings_together(ahead: &Ahead, start: usize) -> bool {
    const REACH: usize = 1024;
    let before = &ahead.bytes[start.saturating_sub(REACH)..start];
    let is_in_catalogue = || {
        ahead.worked(before.len() / STRIDE);
        memchr::memmem::find(before, b"msgid \"").is_some()
    };
    let mut lines = before.rsplit(|&byte| byte == b'\n');
    let own = lines.next().unwrap_or_default();
    let own = own.strip_suffix(b"\"").or(own.strip_suffix(b"'")).unwrap_or(own);
    let prefix = own.iter().rev().take_while(|byte| PREFIX.contains(byte)).count();
    let own = without_obsolete(own[..own.len() - prefix].trim_ascii_end());
    let above = without_obsolete(lines.next().unwrap_or_default().trim_ascii_end());
    let opens = if own.is_empty() { above } else { own };
    // A word follows there, or a line.
    let is_string = || above.last().is_some_and(|mark| memchr::memchr_iter(*mark, above).count().is_multiple_of(2));
    // Where others have a comma, none is left out.
    let is_item = || above.ends_with(b"\",") || above.ends_with(b"',");
    let is_prose = || [&b" \""[..], b" '", b"\\n\"", b"\\n'"].iter().any(|end| above.ends_with(end)) && is_string();
    ahead.worked(own.len() + above.len());
    opens_expression(opens) || own.is_empty() && (is_prose() || is_item()) || is_in_catalogue()
}

/// A line of a catalogue without the mark of a message that is no more used.
fn without_obsolete(line: &[u8]) -> &[u8] {
    line.strip_prefix(b"#~").unwrap_or(line)
}

/// The line in front of `start`, or the last of it.
pub(super) fn line_before<'a>(ahead: &Ahead<'a, '_>, start: usize) -> &'a [u8] {
    const REACH: usize = 256;
    let before = &ahead.bytes[start.saturating_sub(REACH)..start];
    ahead.worked(before.len() / STRIDE);
    &before[memchr::memrchr2(b'\n', b'\r', before).map_or(0, |end| end + 1)..]
}

/// Whether the string that the URL at `start` begins is what a name in small letters is set to, with blanks around the equals sign, as in Python, or what a macro of C
/// stands for. No shell has the blanks, and names of what other notations set to lists are in capitals.
pub(super) fn is_value(ahead: &Ahead, start: usize) -> bool {
    let line = line_before(ahead, start);
    let front = line.strip_suffix(b"\"").or(line.strip_suffix(b"'")).unwrap_or(line).trim_ascii_end();
    let is_name = |name: &[u8]| {
        let name = name.trim_ascii_start();
        name.iter().any(u8::is_ascii_lowercase)
            && name.iter().all(|byte| byte.is_ascii_alphanumeric() || b"_.".contains(byte))
    };
    front.strip_suffix(b" =").is_some_and(is_name) || front.trim_ascii_start().starts_with(b"#define ")
}

/// Whether a string that is indented by so many blanks stands right below the one that the URL at `start` begins, and that is the value of a key: no list has
/// one without the other's comma. That of an argument may stand elsewhere, if it is set in.
pub(super) fn stands_below(ahead: &Ahead, start: usize, indentation: usize) -> bool {
    let line = line_before(ahead, start);
    let Some(front) = line.strip_suffix(b"\"").or(line.strip_suffix(b"'")) else { return false };
    let is_value = front.ends_with(b": ") || front.ends_with(b"=> ");
    let is_below = || front.len() == indentation && !front.contains(&b'\t');
    let is_set_in = || indentation > front.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    is_value && is_below() || is_named_argument(front) && is_set_in()
}

/// Whether a text ends in the name of an argument and an equals sign, in small letters, behind blanks or the bracket of a call: no list of the shell or
/// of what sets variables is written so.
fn is_named_argument(front: &[u8]) -> bool {
    let Some(name) = front.strip_suffix(b"=") else { return false };
    let length = name.iter().rev().take_while(|&&byte| byte.is_ascii_lowercase() || byte == b'_').count();
    length > 0 && matches!(name[..name.len() - length], [.., b' ' | b'\t' | b'('])
}

/// Whether a line ends in the round bracket of an expression or of a call: in no other list, such as an array of the shell (`=(`) and one of Lisp (`'(`).
fn opens_expression(line: &[u8]) -> bool {
    let is_declared = || {
        [&b"local "[..], b"declare ", b"typeset ", b"readonly ", b"export "]
            .iter()
            .any(|word| line.trim_ascii_start().starts_with(word))
    };
    let Some(front) = line.strip_suffix(b"(") else { return false };
    let is_indented = matches!(line.first(), Some(b' ' | b'\t'));
    match front.last() {
        Some(b'=') => is_indented && !front.ends_with(b"+=") && !is_declared(),
        Some(b' ' | b'_' | b',' | b'(' | b'[') => front.iter().any(u8::is_ascii_alphanumeric),
        Some(last) => last.is_ascii_alphanumeric(),
        None => false,
    }
}

/// Whether a comma or a semicolon stands behind a string, perhaps behind round brackets that close: most notations that have them there leave none out
/// in front.
pub(super) fn is_before_comma(behind: &[u8]) -> bool {
    let closers = behind.iter().take_while(|byte| b") \t".contains(byte)).count();
    matches!(behind[closers..], [b',' | b';', ..])
}

/// Whether something is put into the string or done with it: no item of a list has that behind it.
pub(super) fn is_before_operator(behind: &[u8]) -> bool {
    matches!(behind.trim_ascii_start(), [b'%', b' ', ..]) || behind.starts_with(b".format(")
}

/// Whether a query goes on: behind one of its signs an argument begins.
pub(super) fn is_in_query(last: u8, text: &[u8]) -> bool {
    matches!(last, b'?' | b'&') && text.contains(&b'=')
}

/// Whether it is one word, with nothing in it that URLs have and lists don't.
pub(super) fn is_word_of_list(text: &[u8]) -> bool {
    text.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'))
}
