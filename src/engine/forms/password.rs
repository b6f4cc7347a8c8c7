//! What looks like a mail address and is the password of a user and the machine behind it: `kim:secret@db.example.com`.

use super::{
    member,
    name::{self, Read},
};
use crate::engine::window::{Ahead, Cut};

/// Whether what begins at `start`, and has the domain that begins at `domain`, is a password and a machine. Nothing before `floor`
/// belongs to it.
pub(super) fn is_one(ahead: &Ahead, floor: usize, start: usize, domain: usize) -> Result<bool, Cut> {
    Ok(is_behind_user(ahead.bytes, floor, start) && is_before_machine(ahead, domain)?)
}

/// The words that people and programs put in front of an address, with a colon and no space; sorted. What they end in counts as well
/// (`user-email`, `reviewed-by`, `e_mail`), more of them (`authors`), and whatever ends in `mail`.
const LABELS: [&str; 53] = [
    "addr",
    "address",
    "adresse",
    "an",
    "author",
    "bcc",
    "by",
    "cc",
    "committer",
    "contact",
    "copy",
    "correo",
    "courriel",
    "creator",
    "da",
    "de",
    "discussion",
    "e",
    "editor",
    "epost",
    "forum",
    "from",
    "group",
    "home",
    "internet",
    "kontakt",
    "list",
    "lista",
    "liste",
    "login",
    "maintainer",
    "member",
    "name",
    "notify",
    "owner",
    "para",
    "post",
    "posta",
    "pref",
    "rcpt",
    "receiver",
    "recipient",
    "reply",
    "reporter",
    "sender",
    "smtp",
    "support",
    "to",
    "uid",
    "username",
    "via",
    "von",
    "work",
];

/// Whether a word of small letters, digits and signs is the label of an address.
fn labels_address(word: &[u8]) -> bool {
    word.split(|byte| !byte.is_ascii_lowercase()).any(|part| {
        let one = part.strip_suffix(b"s").unwrap_or(part);
        let is_known = |part: &[u8]| LABELS.binary_search_by(|label| label.as_bytes().cmp(part)).is_ok();
        one.ends_with(b"mail") || part.starts_with(b"mail") || is_known(one) || is_known(part)
    })
}

/// The longest name of a user that is looked at.
const MAX_USER: usize = 64;

/// Whether a user's name may stand right before `start` with its colon, and so a password and a host behind it: a word in small letters
/// that is no label. A path, a host, a number and a word with a capital are none of a user.
fn is_behind_user(bytes: &[u8], floor: usize, start: usize) -> bool {
    let Some(before) = bytes[floor..start].strip_suffix(b":") else { return false };
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-+./%@!:".contains(byte) || !byte.is_ascii();
    let length = before.iter().rev().take(MAX_USER).take_while(|&byte| is_part(byte)).count();
    // What stands behind the slashes of an authority begins it.
    let word = before[before.len() - length..].rsplit(|&byte| byte == b':').next().unwrap_or_default();
    // Nor is the letter of a line end's escape a part of it.
    let word = match word {
        [b'n' | b'r' | b't', rest @ ..] if before[..before.len() - word.len()].ends_with(b"\\") => rest,
        _ => word.strip_prefix(b"//").unwrap_or(word),
    };
    let is_of_name = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"_-+".contains(byte);
    let is_name = word.first().is_some_and(u8::is_ascii_lowercase) && word.iter().all(is_of_name);
    is_name && !labels_address(word)
}

/// The longest second-level domain under which a country's registry hands names out, as in `a.sch.uk`.
const MAX_REGISTRY: usize = 3;

/// Whether the name of a machine stands at `start`: it has more labels than the domains that most people's mail goes to.
fn is_before_machine(ahead: &Ahead, start: usize) -> Result<bool, Cut> {
    let Read::End(end) = name::read(ahead, start)? else { return Ok(false) };
    let name = &ahead.bytes[start..end];
    let mut labels = name.strip_suffix(b".").unwrap_or(name).rsplit(|&byte| byte == b'.');
    let [last, second] = [labels.next().unwrap_or_default(), labels.next().unwrap_or_default()];
    let is_in_registry = member::is_registry(second) || last.len() == 2 && second.len() <= MAX_REGISTRY;
    Ok(labels.count() > usize::from(is_in_registry))
}

#[cfg(test)]
mod tests {
    use super::LABELS;

    #[test]
    fn labels_are_sorted() {
        assert!(LABELS.is_sorted());
    }
}
