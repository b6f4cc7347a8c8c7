//! The selection of links: the library's filters for the flags.

use std::{error::Error, path::Path};

use napkin::{
    Link,
    filter::{Glob, Hosts, Patterns, Regexps, Selection},
};

use crate::{arguments::Choice, option_file};

pub type Result<T> = std::result::Result<T, Box<dyn Error>>;

pub fn selection(choice: &Choice) -> Result<Selection> {
    let selection = patterns(choice, Selection::new())?;
    let mut selection = messages(choice, selection)?;
    if !choice.host.is_empty() {
        selection = selection.hosts(hosts("--host", &choice.host)?);
    }
    if !choice.exclude_host.is_empty() {
        let excluded = hosts("--exclude-host", &choice.exclude_host)?;
        selection = selection.condition(move |link: &Link<'_>| !excluded.contains(&link.uri()));
    }
    if !choice.tld.is_empty() {
        selection = selection.hosts(of("--tld", Hosts::new(&choice.tld))?);
    }
    if !choice.port.is_empty() {
        selection = selection.ports(choice.port.iter().copied());
    }
    if !choice.path.is_empty() {
        selection = selection.paths(choice.path.iter().map(|pattern| glob(pattern)).collect::<Result<Vec<Glob>>>()?);
    }
    if !choice.query.is_empty() {
        let queries = of("--query", Regexps::new(&choice.query, ignores_case(choice, &choice.query)))?;
        selection =
            selection.condition(move |link: &Link<'_>| link.uri().query().is_some_and(|query| queries.is_match(query)));
    }
    if let Some(confidence) = choice.min_confidence {
        selection = selection.min_confidence(confidence);
    }
    if choice.joined {
        selection = selection.joined();
    }
    Ok(selection.inverted(choice.invert_match).refused(choice.rejected))
}

fn patterns(choice: &Choice, selection: Selection) -> Result<Selection> {
    if choice.regexp.is_empty() && choice.file.is_empty() {
        return Ok(selection);
    }
    let mut patterns = choice.regexp.clone();
    for file in &choice.file {
        patterns.extend(read("--file", file)?.lines().map(str::to_owned));
    }
    let ignores_case = ignores_case(choice, &patterns);
    let flag = match (choice.regexp.is_empty(), choice.file.is_empty()) {
        (_, true) => "--regexp",
        (true, _) => "--file",
        _ => "--regexp, --file",
    };
    Ok(if choice.fixed_strings {
        selection.condition(of(flag, Patterns::new(patterns, ignores_case))?)
    } else {
        selection.condition(of(flag, Regexps::new(patterns, ignores_case))?)
    })
}

/// Returns the value, or its error with the name of the flag.
fn of<T>(flag: &str, made: std::result::Result<T, napkin::Error>) -> Result<T> {
    Ok(made.map_err(|error| format!("{flag}: {error}"))?)
}

/// Reads a pattern for paths. Signs of other pattern languages would never match.
fn glob(pattern: &str) -> Result<Glob> {
    match pattern.chars().find(|c| matches!(c, '[' | ']' | '{' | '}' | '\\')) {
        Some(c) => Err(format!("--path '{pattern}': globs of paths have only ?, * and **, not {c}").into()),
        None => Ok(Glob::new(pattern)),
    }
}

/// Returns a hint on a pattern for paths that matches a single one.
pub fn path_hint(choice: &Choice) -> Option<String> {
    let is_single = |glob: &&String| glob.contains('/') && !glob.contains(['*', '?']);
    let path = choice.path.iter().find(is_single).filter(|_| !choice.invert_match)?;
    Some(format!("--path {path} matches that path alone; /{}/** matches all below it", path.trim_matches('/')))
}

fn ignores_case(choice: &Choice, patterns: &[String]) -> bool {
    choice.ignore_case || choice.smart_case && !patterns.iter().any(|pattern| has_upper_case(pattern))
}

/// Returns `true` if a pattern has a capital, not counting escapes such as `\S`.
fn has_upper_case(pattern: &str) -> bool {
    let mut is_escaped = false;
    pattern.chars().any(|c| {
        let counts = !is_escaped && c.is_uppercase();
        is_escaped = c == '\\' && !is_escaped;
        counts
    })
}

/// Reads a list of hosts, in which `@` names a file with more.
fn hosts(flag: &str, list: &[String]) -> Result<Hosts> {
    let mut hosts = Hosts::default();
    for item in list {
        let Some(file) = item.strip_prefix('@') else {
            hosts.insert(host_of(item)).map_err(|error| format!("{flag}: {error}{}", advice(item)))?;
            continue;
        };
        for (index, line) in read(flag, Path::new(file))?.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if !line.is_empty() {
                let inserted = hosts.insert(host_of(line));
                inserted.map_err(|error| format!("{flag}: {file}:{}: {error}{}", index + 1, advice(line)))?;
            }
        }
    }
    Ok(hosts)
}

/// Returns which option takes the text written beside a host.
fn advice(item: &str) -> &'static str {
    match item.find(['/', ':']).filter(|_| !item.contains("://")).map(|at| item.as_bytes()[at]) {
        Some(b'/') => "; use --path for paths",
        Some(_) => "; use --port for ports",
        None => "",
    }
}

/// Returns a scheme without the `://` that people write after it.
pub fn scheme(written: &str) -> &str {
    written.strip_suffix("://").or_else(|| written.strip_suffix(':')).unwrap_or(written)
}

/// Returns the host of a URL, which may be a pattern. Other text is returned unchanged.
fn host_of(item: &str) -> &str {
    let Some((_, rest)) = item.split_once("://") else { return item };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    match host.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
        _ => host,
    }
}

fn messages(choice: &Choice, mut selection: Selection) -> Result<Selection> {
    if !choice.from.is_empty() {
        let senders = of("--from", Regexps::new(&choice.from, true))?;
        selection = selection.messages(move |message| message.from().is_some_and(|from| senders.is_match(&from)));
    }
    if !choice.subject.is_empty() {
        let subjects = of("--subject", Regexps::new(&choice.subject, true))?;
        selection =
            selection.messages(move |message| message.subject().is_some_and(|subject| subjects.is_match(&subject)));
    }
    if let Some(after) = choice.after {
        selection = selection.messages(move |message| message.timestamp().is_some_and(|seconds| seconds >= after));
    }
    if let Some(before) = choice.before {
        selection = selection.messages(move |message| message.timestamp().is_some_and(|seconds| seconds < before));
    }
    Ok(selection)
}

fn read(flag: &str, file: &Path) -> Result<String> {
    let text = option_file::read(file, option_file::MAX_LIST).map_err(|wrong| format!("{flag}: {wrong}"))?;
    // A byte order mark does not belong to the first pattern.
    let own = text.strip_prefix('\u{feff}').map(str::to_owned);
    Ok(own.unwrap_or(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_stands_for_its_host() {
        for (item, host) in [
            ("https://a.example/x", "a.example"),
            ("http://u:p@a.example:8080?q", "a.example"),
            ("http://[2001:db8::1]:80/", "[2001:db8::1]"),
            ("http://[2001:db8::1]", "[2001:db8::1]"),
            ("https://*.example/*", "*.example"),
            ("a.example", "a.example"),
            ("a.example/x", "a.example/x"),
        ] {
            assert_eq!(host_of(item), host, "{item}");
        }
    }

    #[test]
    fn escapes_have_no_case() {
        assert!(has_upper_case("Soup") && has_upper_case(r"\\S") && has_upper_case("É"));
        assert!(!has_upper_case(r"\S\W\p") && !has_upper_case("soup"));
    }
}
