//! The words that the sources name: what a search treats in a way of its own stands there as the literal of a string, a byte or a
//! character, also where nobody thought of it as a token.

use std::{collections::BTreeSet, fs, io, path::Path};

/// The sources of what is searched, below the root of the project.
const SOURCES: [&str; 3] = ["src/engine", "src/source", "src/text"];

/// The longest word that is taken, in bytes: longer ones are messages.
const MAX_LENGTH: usize = 32;

/// All of them that stand in one line, each once, in the order of their bytes.
///
/// # Errors
/// What reading the sources ends in.
pub fn of_sources() -> io::Result<Vec<&'static str>> {
    // The tools, a package in a folder of the project, have this file as well.
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = if here.join(SOURCES[0]).exists() { here } else { here.parent().unwrap_or(here) };
    let mut words = BTreeSet::new();
    SOURCES.iter().try_for_each(|folder| read_folder(&root.join(folder), &mut words))?;
    // They are there for as long as the program runs.
    Ok(words.into_iter().map(|word| &*word.leak()).collect())
}

fn read_folder(folder: &Path, words: &mut BTreeSet<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            read_folder(&path, words)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let source = fs::read_to_string(&path)?;
            let program = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            program.lines().filter(|line| !line.trim_start().starts_with("//")).for_each(|line| add(line, words));
        }
    }
    Ok(())
}

/// Adds the literals of a line of a program.
fn add(line: &str, words: &mut BTreeSet<String>) {
    let mut rest = line;
    while let Some(at) = rest.find(['"', '\'']) {
        let (before, quoted) = rest.split_at(at);
        let mark = &quoted[..1];
        let is_raw = before.ends_with('r');
        let end = end(&quoted[1..], mark, is_raw);
        let literal = end.map(|end| &quoted[1..=end]);
        let is_character = |literal: &str| literal.chars().count() == 1 || literal.starts_with('\\');
        let (Some(end), Some(literal)) = (end, literal.filter(|literal| mark == "\"" || is_character(literal))) else {
            // A lifetime, or a string that goes on in the next line.
            rest = &quoted[1..];
            continue;
        };
        rest = &quoted[end + 2..];
        let word = if is_raw { Some(literal.to_owned()) } else { unescaped(literal) };
        words.extend(word.filter(|word| (1..=MAX_LENGTH).contains(&word.len())));
    }
}

/// Where the literal ends that goes up to `mark`.
fn end(text: &str, mark: &str, is_raw: bool) -> Option<usize> {
    let mut escaped = false;
    text.bytes().position(|byte| {
        let is_end = !escaped && [byte] == mark.as_bytes();
        escaped = !is_raw && !escaped && byte == b'\\';
        is_end
    })
}

/// What a literal stands for; none if that is no text.
fn unescaped(literal: &str) -> Option<String> {
    let mut word = Vec::new();
    let mut rest = literal.chars();
    while let Some(c) = rest.next() {
        let c = match c {
            '\\' => match rest.next()? {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                '0' => '\0',
                'x' => {
                    // A byte, which may be a part of a character.
                    word.push(u8::from_str_radix(&rest.by_ref().take(2).collect::<String>(), 16).ok()?);
                    continue;
                }
                'u' => {
                    let number: String = rest.by_ref().skip(1).take_while(|&c| c != '}').collect();
                    char::from_u32(u32::from_str_radix(&number, 16).ok()?)?
                }
                c => c,
            },
            c => c,
        };
        word.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
    }
    String::from_utf8(word).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_of_a_line() {
        let mut words = BTreeSet::new();
        add(
            r#"fn of<'a>(text: &'a str) -> Finder<'static> { ("a\n\"", 'b', '\u{AD}', b'\'', br"\-", b"\xEF\xBB\xBF", b'\xE2', "more than the thirty-two bytes of a word") }"#,
            &mut words,
        );
        assert_eq!(
            words.iter().map(String::as_str).collect::<Vec<_>>(),
            ["'", "\\-", "a\n\"", "b", "\u{AD}", "\u{FEFF}"]
        );
    }

    #[test]
    fn what_the_code_treats_in_a_way_of_its_own_is_there() {
        let words = of_sources().expect("the sources are there");
        assert!(["&amp;", "\u{2010}", "=3D"].iter().all(|word| words.contains(word)), "{} words", words.len());
    }
}
