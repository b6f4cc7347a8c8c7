//! Default options: those in the file that `NAPKIN_CONFIG_PATH` names.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use crate::option_file;

const VARIABLE: &str = "NAPKIN_CONFIG_PATH";

const MAX_SIZE: u64 = 64 << 10;

#[derive(Debug)]
pub struct Config {
    path: PathBuf,
    /// The words, each with its line number.
    words: Vec<(usize, OsString)>,
}

/// Reads the file with the options that go before these words. Returns a message if it can't be read. Verbs take no
/// options from it.
pub fn read(words: &[OsString], verbs: &[&str]) -> Result<Option<Config>, String> {
    let is_verb = words.get(1).is_some_and(|word| verbs.iter().any(|verb| word == verb));
    let is_off = words.iter().skip(1).take_while(|word| *word != "--").any(|word| word == "--no-config");
    let path = std::env::var_os(VARIABLE).filter(|path| !path.is_empty() && !is_verb && !is_off);
    let Some(path) = path else { return Ok(None) };
    let text = option_file::read_regular(Path::new(&path), MAX_SIZE).map_err(|wrong| format!("{VARIABLE}: {wrong}"))?;
    Ok(Some(Config::new(path, &text)))
}

impl Config {
    /// Reads the options in a text, one a line, without quoting: a value may contain blanks. Empty lines and lines that
    /// begin with `#` are skipped.
    pub fn new(path: impl Into<PathBuf>, text: &str) -> Config {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        let lines = text.lines().map(str::trim).enumerate();
        let words = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        Config { path: path.into(), words: words.map(|(index, line)| (index + 1, line.into())).collect() }
    }

    /// Refuses a line with a blank between an option and its value, as in a shell.
    pub fn check(&self) -> Result<(), String> {
        for (index, (_, word)) in self.words.iter().enumerate() {
            let split = word.to_str().and_then(|line| line.split_once(char::is_whitespace));
            let Some((option, value)) = split.filter(|(option, _)| is_option(option)) else { continue };
            let value = value.trim_start_matches(|c: char| c.is_whitespace() || c == '=');
            let message = if value.starts_with('-') {
                "write one option a line".to_owned()
            } else {
                format!("write one option a line, with = before its value: {option}={value}")
            };
            return Err(self.place(index + 1, &message));
        }
        Ok(())
    }

    pub fn count(&self) -> usize {
        self.words.len()
    }

    pub fn words(&self, count: usize) -> impl Iterator<Item = OsString> {
        self.words.iter().take(count).map(|(_, word)| word.clone())
    }

    /// Returns a message about the last of `count` words, with its place in the file.
    pub fn place(&self, count: usize, message: &str) -> String {
        let line = self.words.iter().take(count).next_back().map_or(1, |(line, _)| *line);
        format!("{VARIABLE}: {}:{line}: {message}", self.path.display())
    }
}

/// Returns `true` for the name of an option without a value: `-n`, `--host`.
fn is_option(word: &str) -> bool {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
    match word.strip_prefix("--") {
        Some(name) => name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(is_name),
        None => word.len() == 2 && word.starts_with('-') && word.ends_with(|c: char| c.is_ascii_alphanumeric()),
    }
}
