//! Flags that are always wanted: those in the file that `NAPKIN_CONFIG_PATH` names.

use std::{
    ffi::{OsStr, OsString},
    fs,
    path::Path,
};

use crate::terminal;

/// The variable that names the file.
const VARIABLE: &str = "NAPKIN_CONFIG_PATH";

/// The command line with the flags of the file before its own, so that its own are the last and win. A verb takes none of them.
pub fn with_config(mut words: Vec<OsString>, verbs: &[&str]) -> Vec<OsString> {
    let is_verb = words.get(1).is_some_and(|word| verbs.iter().any(|verb| word == verb));
    let is_off = words.iter().skip(1).take_while(|word| *word != "--").any(|word| word == "--no-config");
    let path = std::env::var_os(VARIABLE).filter(|path| !path.is_empty() && !is_verb && !is_off);
    if let Some(path) = path {
        words.splice(words.len().min(1)..words.len().min(1), read(&path));
    }
    words
}

/// The flags in a file, one a line, as they are typed but for quotes: a value may have blanks in it. Empty lines and those that begin
/// with `#` are none.
fn read(path: &OsStr) -> Vec<OsString> {
    match fs::read_to_string(path) {
        Ok(text) => {
            let lines = text.lines().map(str::trim);
            lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(OsString::from).collect()
        }
        Err(error) => {
            terminal::complain(&format!("{VARIABLE}: {}: {}", Path::new(path).display(), terminal::reason(error)));
            Vec::new()
        }
    }
}
