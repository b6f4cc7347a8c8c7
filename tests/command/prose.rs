//! The pages and the help are short and plain.
//!
//! Words are counted in prose alone: fenced code, tables and the targets of links don't count, a span of code is one
//! word, and a word has a letter or digit. A sentence ends at `.`, `!` or `?` before white space, and where a paragraph,
//! a list item or a heading ends.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
    sync::LazyLock,
};

use regex::Regex;

use crate::shell;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The pages of a newcomer: most words of a sentence, and of a sentence in the mean.
const SHORT: [(&str, usize, f64); 3] =
    [("README.md", 25, 16.0), ("docs/guide.md", 25, 18.0), ("docs/faq.md", 25, 18.0)];
const README_WORDS: usize = 700;
const GUIDE_LINES: usize = 3;
const LONGEST: usize = 35;
const LAB_LINES: usize = 120;

/// Pages that are still to be rewritten: their sentences and phrases are not checked.
const NOT_YET: [&str; 1] = ["docs/DESIGN.md"];

/// Habits that make a page read like a translation, as regular expressions for lower case.
const HABITS: &[&str] = &[
    "(?:is|are|was|were|be) (?:told|said)",
    "(?:is|are|be) none",
    "but for",
    "behind",
    "in front of",
    "so (?:is|are|does|do|has|have)",
    "of them it is",
    "turn(?:s|ed)? (?:them all )?round",
    "by (?:itself|themselves)",
    "of (?:its|their) own",
    "where it is so",
    "by a clock",
    "in turns",
    "other than that of",
];

/// A run of text: a paragraph, a list item, a heading or a row of a table, without markup.
struct Run {
    kind: Kind,
    line: usize,
    text: String,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Heading,
    Prose,
    Row,
    Code,
}

/// Takes a page apart. A block of code is a run without text.
fn runs(page: &str) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let (mut is_code, mut is_open) = (false, false);
    for (index, line) in page.lines().enumerate() {
        let trimmed = line.trim();
        let mut push = |kind, text: &str| runs.push(Run { kind, line: index + 1, text: text.to_owned() });
        if trimmed.starts_with("```") {
            is_code = !is_code;
            is_open = false;
            if is_code {
                push(Kind::Code, "");
            }
        } else if is_code || trimmed.is_empty() || trimmed.starts_with("<!--") {
            is_open = false;
        } else if let Some(heading) = trimmed.strip_prefix('#') {
            push(Kind::Heading, heading.trim_start_matches('#').trim());
            is_open = false;
        } else if trimmed.starts_with('|') {
            push(Kind::Row, trimmed);
            is_open = false;
        } else if let Some(item) = list_item(trimmed) {
            push(Kind::Prose, item);
            is_open = true;
        } else if is_open {
            let run = runs.last_mut().expect("an open run is there");
            run.text.push(' ');
            run.text.push_str(trimmed);
        } else {
            push(Kind::Prose, trimmed);
            is_open = true;
        }
    }
    runs
}

/// The text of a list item, if the line begins one.
fn list_item(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    line.strip_prefix("- ").or_else(|| rest.strip_prefix(". ").filter(|_| rest.len() < line.len()))
}

fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a regular expression")
}

static CODE: LazyLock<Regex> = LazyLock::new(|| regex("``.*?``|`[^`]*`"));
static LINK: LazyLock<Regex> = LazyLock::new(|| regex(r"!?\[([^\]]*)\]\([^)]*\)"));

/// Text without spans of code and targets of links.
fn plain(text: &str) -> String {
    LINK.replace_all(&CODE.replace_all(text, "code"), "$1").into_owned()
}

/// The number of words of each sentence.
fn sentences(text: &str) -> Vec<usize> {
    let (mut counts, mut count) = (Vec::new(), 0);
    for word in plain(text).split_whitespace() {
        count += usize::from(word.contains(char::is_alphanumeric));
        if word.trim_end_matches([')', '"', '*', '_']).ends_with(['.', '!', '?']) {
            counts.push(count);
            count = 0;
        }
    }
    counts.push(count);
    counts.retain(|count| *count > 0);
    counts
}

fn read(name: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// All pages of Markdown in the repository.
fn pages() -> Vec<String> {
    let mut names = Vec::new();
    let mut folders = vec![PathBuf::from(ROOT)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the folder can be read") {
            let path = entry.expect("the entry can be read").path();
            let name = path.file_name().expect("it has a name").to_string_lossy().into_owned();
            if path.is_dir() {
                if !name.starts_with('.') && !["target", "node_modules"].contains(&name.as_str()) {
                    folders.push(path);
                }
            } else if name.ends_with(".md") {
                let path = path.strip_prefix(ROOT).expect("it is below the root");
                names.push(path.to_str().expect("UTF-8").to_owned());
            }
        }
    }
    names.sort();
    names
}

/// The pages for users that are held to plain English.
fn plain_pages() -> Vec<String> {
    let folders = ["docs/lab/", "docs/"];
    let is_for_users =
        |name: &str| !folders.iter().find_map(|folder| name.strip_prefix(folder)).unwrap_or(name).contains('/');
    pages().into_iter().filter(|name| is_for_users(name) && !NOT_YET.contains(&name.as_str())).collect()
}

#[test]
fn the_readme_is_short() {
    let runs = runs(&read("README.md"));
    let prose = runs.iter().filter(|run| matches!(run.kind, Kind::Prose | Kind::Heading));
    let words: usize = prose.flat_map(|run| sentences(&run.text)).sum();
    assert!((1..=README_WORDS).contains(&words), "{words} words");
}

#[test]
fn pages_of_measurements_are_short() {
    for name in pages().iter().filter(|name| name.starts_with("docs/lab/")) {
        let lines = read(name).lines().filter(|line| !line.starts_with('|')).count();
        assert!(lines <= LAB_LINES, "{name}: {lines} lines");
    }
}

#[test]
fn sentences_are_short() {
    let mut faults = Vec::new();
    for name in plain_pages() {
        let short = SHORT.iter().find(|(page, ..)| *page == name);
        let longest = short.map_or(LONGEST, |(_, longest, _)| *longest);
        let mut all = Vec::new();
        for run in runs(&read(&name)).iter().filter(|run| run.kind == Kind::Prose) {
            let counts = sentences(&run.text);
            let over = counts.iter().filter(|count| **count > longest);
            faults.extend(over.map(|count| format!("{name}:{}: a sentence has {count} words", run.line)));
            all.extend(counts);
        }
        if let Some((_, _, most)) = short {
            let mean = all.iter().sum::<usize>() as f64 / all.len() as f64;
            if mean.is_nan() || mean >= *most {
                faults.push(format!("{name}: a sentence has {mean:.1} words in the mean"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_task_of_the_guide_has_few_lines() {
    let guide = read("docs/guide.md");
    for task in guide.split("\n## ").skip(1) {
        let (mut is_code, mut lines) = (false, 0);
        for line in task.lines().skip(1) {
            is_code ^= line.starts_with("```");
            lines += usize::from(!is_code && !line.is_empty() && !line.starts_with(['`', '|']));
            lines += usize::from(!is_code && line.starts_with('`') && !line.starts_with("```"));
        }
        assert!((1..=GUIDE_LINES).contains(&lines), "{} has {lines} lines", task.lines().next().unwrap_or_default());
    }
}

#[test]
fn no_heading_is_there_twice_or_has_nothing_below() {
    for name in pages() {
        let runs = runs(&read(&name));
        let mut seen = HashSet::new();
        for (index, run) in runs.iter().enumerate().filter(|(_, run)| run.kind == Kind::Heading) {
            assert!(seen.insert(&run.text), "{name}:{}: another heading is called {}", run.line, run.text);
            if SHORT.iter().any(|(page, ..)| *page == name) {
                let next = runs.get(index + 1).map(|run| run.kind);
                let is_table = name == "README.md" && next == Some(Kind::Row);
                assert!(next == Some(Kind::Prose) || is_table, "{name}:{}: prose follows a heading", run.line);
            }
        }
    }
}

/// The anchor that forges give a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect::<String>().to_lowercase()
}

#[test]
fn links_lead_somewhere() {
    let link = regex(r"\]\(([^)\s]+)\)");
    let mut count = 0;
    for name in pages() {
        for run in runs(&read(&name)) {
            let text = CODE.replace_all(&run.text, "");
            for target in link.captures_iter(&text).map(|found| found[1].to_owned()) {
                if target.contains("://") || target.starts_with("mailto:") {
                    continue;
                }
                count += 1;
                let (file, fragment) = target.split_once('#').unwrap_or((&target, ""));
                let path = Path::new(ROOT).join(&name);
                let path = if file.is_empty() { path } else { path.with_file_name("").join(file) };
                assert!(path.exists(), "{name}:{}: {target} is not there", run.line);
                if !fragment.is_empty() {
                    let page = fs::read_to_string(&path).expect("an anchor is in a page");
                    let found = runs_headings(&page).iter().any(|heading| anchor(heading) == fragment);
                    assert!(found, "{name}:{}: {target} has no such heading", run.line);
                }
            }
        }
    }
    assert!(count > 50, "{count} links");
}

/// The headings of a page, as a reader sees them.
fn runs_headings(page: &str) -> Vec<String> {
    let headings = runs(page).into_iter().filter(|run| run.kind == Kind::Heading);
    headings.map(|run| run.text.replace('`', "")).collect()
}

/// Each habit with a few words around it, and clauses that begin with "what" or "whether", which are no subjects. A
/// question is fine.
static HABITS_IN_TEXT: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let habit = |habit: &&str| regex(&format!(r"(?i)(?:\S+ ){{0,3}}\b(?:{habit})\b(?: \S+){{0,3}}"));
    let clause = regex(r"(?:^|[.!?] )(?:What|Whether) [^.!?]*(?:[.!]|$)");
    HABITS.iter().map(habit).chain([clause]).collect()
});

/// The habits in a text.
fn habits(text: &str) -> Vec<String> {
    let text = plain(text);
    let found = HABITS_IN_TEXT.iter().flat_map(|habit| habit.find_iter(&text));
    found.map(|found| found.as_str().to_owned()).collect()
}

#[test]
fn habits_are_found() {
    assert_eq!(habits("It is told. Whatever is told").len(), 2);
    assert_eq!(habits("What is damaged is searched.").len(), 1);
    assert_eq!(habits("Done. Whether it works is open."), [". Whether it works is open."]);
    assert!(habits("What is damaged? `but for` a [page](behind)").is_empty());
}

#[test]
fn pages_are_plain() {
    let mut faults = Vec::new();
    for name in plain_pages() {
        for run in runs(&read(&name)) {
            let text = if run.kind == Kind::Heading { String::new() } else { run.text };
            faults.extend(habits(&text).into_iter().map(|habit| format!("{name}:{}: {habit}", run.line)));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
#[test]
fn help_is_plain() {
    let mut faults = Vec::new();
    for verb in ["", "check", "resolve", "man", "completions"] {
        let output = shell::run(&format!("napkin {verb} --help"), Path::new(ROOT));
        assert!(output.status.success(), "{verb}");
        let help = String::from_utf8(output.stdout).expect("UTF-8");
        // The headings of groups aren't sentences.
        let help: String =
            help.lines().filter(|line| !line.ends_with(':')).map(|line| line.to_owned() + "\n").collect();
        for paragraph in help.split("\n\n").flat_map(|part| part.split("          - ")) {
            let words: Vec<&str> = paragraph.split_whitespace().collect();
            faults.extend(habits(&words.join(" ")));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
