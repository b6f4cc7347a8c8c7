//! Arguments in curly brackets that are URLs: of commands of TeX and Texinfo, and fields of BibTeX.

/// The commands of TeX whose argument is a URL, in which it drops white space and what a percent sign at the end of a line begins.
const TEX: &[&[u8]] = &[br"\url{", br"\href{", br"\nolinkurl{", br"\path{"];

/// Those of Texinfo, whose first comma ends it.
const TEXINFO: &[&[u8]] = &[b"@uref{", b"@url{"];

/// The field of an entry of BibTeX that is given to one of TeX's.
const FIELD: &[u8] = b"url";

/// How far back the name of a field is looked for, and the sign that an entry begins with.
const REACH: usize = 32;
const ENTRY_REACH: usize = 1024;

/// What takes the argument that opens in front of a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    Tex,
    Texinfo,
}

/// The command whose argument opens right behind a text, if it takes a URL.
pub(crate) fn command_before(before: &[u8]) -> Option<Command> {
    if before.last() != Some(&b'{') {
        return None;
    }
    let is_one_of = |commands: &[&[u8]]| commands.iter().any(|command| before.ends_with(command));
    if is_one_of(TEXINFO) {
        return Some(Command::Texinfo);
    }
    (is_one_of(TEX) || is_field(before)).then_some(Command::Tex)
}

/// Whether the bracket that a text ends in opens the field of an entry: `@misc{soup,`, and below `url = {`.
fn is_field(before: &[u8]) -> bool {
    let front = &before[before.len().saturating_sub(REACH)..before.len() - 1];
    let Some(name) = front.trim_ascii_end().strip_suffix(b"=") else { return false };
    let name = name.trim_ascii_end();
    let name = &name[name.len().saturating_sub(FIELD.len() + 1)..];
    let is_named = matches!(name, [b' ' | b'\t' | b'\n' | b',', field @ ..] if field.eq_ignore_ascii_case(FIELD));
    let nearby = &before[before.len().saturating_sub(ENTRY_REACH)..];
    let begins_text = nearby.len() == before.len() && nearby.starts_with(b"@");
    is_named && (begins_text || memchr::memmem::find(nearby, b"\n@").is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_and_fields() {
        for (before, command) in [
            (r"see \url{", Some(Command::Tex)),
            (r"\href{", Some(Command::Tex)),
            ("@uref{", Some(Command::Texinfo)),
            ("@misc{soup,\n  url = {", Some(Command::Tex)),
            ("x\n@misc{soup,\n  title={Soup}, URL={", Some(Command::Tex)),
            ("<a url={", None),
            ("@misc{soup,\n  curl = {", None),
            ("{", None),
            ("url = {x", None),
            ("", None),
        ] {
            assert_eq!(command_before(before.as_bytes()), command, "{before}");
        }
    }
}
