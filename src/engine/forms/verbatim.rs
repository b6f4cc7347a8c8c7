//! Arguments of TeX that stand between two marks and are taken as they are: `\path|http://a.example/|`.

/// The commands that have one, behind their backslash.
const COMMANDS: &[&[u8]] = &[b"path", b"verb", b"url", b"lstinline"];

/// The marks that are taken for it: any may be, but others are parts of what follows more often.
const MARKS: &[u8] = b"|=+!";

/// The mark behind such a command that a text ends in: the next one closes what stands between them.
pub(crate) fn verbatim_mark(before: &[u8]) -> Option<u8> {
    let (mark, command) = before.split_last().filter(|(mark, _)| MARKS.contains(mark))?;
    let command = command.strip_suffix(b"*").unwrap_or(command);
    let is_command = |name: &&[u8]| command.strip_suffix(*name).is_some_and(|front| front.ends_with(b"\\"));
    COMMANDS.iter().any(is_command).then_some(*mark)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_opens_behind_a_command() {
        for (before, mark) in [
            (r"see \path|", Some(b'|')),
            (r"\verb*+", Some(b'+')),
            (r"\url=", Some(b'=')),
            ("path=", None),
            (r"\path/", None),
            (r"\href|", None),
            ("|", None),
            ("", None),
        ] {
            assert_eq!(verbatim_mark(before.as_bytes()), mark, "{before}");
        }
    }
}
