//! Advice for people who know other programs.

/// Options of grep, ripgrep, xurls, urlscan and lychee that do not exist here, each with advice.
const FOREIGN: &[(&str, &str)] = &[
    ("-r -R --recursive --dereference-recursive --recurse", "folders are searched recursively; use napkin FOLDER"),
    ("-w --word-regexp", r"put \b around the pattern: -e '\bsoup\b'"),
    ("-x --line-regexp", "put ^ and $ around the pattern: -e '^http://a.example/$'"),
    ("-N", "use --no-line-number"),
    ("-y", "use -i"),
    ("-a --text --binary", "named files are always searched; use napkin FILE"),
    ("--replace --only", "use --format, such as --format '{host}'"),
    (
        "-P --pcre2 --perl-regexp --engine --auto-hybrid-regex -G --basic-regexp --extended-regexp",
        "use -e PATTERN; the syntax is ripgrep's",
    ),
    ("-U --multiline --multiline-dotall", "URLs broken over lines are joined by default; see --rejoin"),
    ("-M --max-columns --max-columns-preview", "use -o, which prints URLs without their lines"),
    ("--passthru --passthrough", "use --ansi, --markdown or --html to print the whole text"),
    ("--include --include-dir --extensions --ext", "use -g '*.txt'"),
    ("--exclude --exclude-dir --exclude-path", "use -g '!*.txt' for files, or -v -e PATTERN for URLs"),
    ("--exclude-mail --no-email", "mail addresses are found only with -k email"),
    ("--include-mail --email --emails --mail", "use -k url,www,email"),
    ("--ignore-file --type-add --type-clear", "use -g GLOB to choose files"),
    ("--ignore-file-case-insensitive --glob-case-insensitive", "use --iglob"),
    ("--no-ignore-vcs --no-ignore-dot --no-ignore-parent --no-ignore-global --no-ignore-exclude", "use --no-ignore"),
    ("--unrestricted --all", "use --no-ignore --hidden"),
    ("--sortr --sort-files", "use --sort path, modified or none"),
    ("--no-messages --no-ignore-messages --silent", "use 2>/dev/null"),
    ("-Z --null-data", "use -0, which ends each record with NUL"),
    ("--maxdepth --depth --glob-depth", "use -d NUM"),
    ("--case-sensitive", "this is the default"),
    ("--no-pre", "use --pre ''"),
    ("--colors --colour --colours", "use --color auto, always or never"),
    ("--hyperlink-format", "use --hyperlink auto, always or never"),
    (
        "--context-separator --field-match-separator --field-context-separator",
        "use --format, with any text between the values",
    ),
    ("--mmap --no-mmap --dfa-size-limit --regex-size-limit --no-unicode --crlf", "napkin needs no such option"),
    ("--domain --domains --hostname --hosts", "use --host, or -k domain to find hosts without a scheme"),
    ("--relaxed", "use -k all"),
    ("--strict-urls --url --urls --dump --dump-urls --list", "URLs are printed by default"),
    ("--out --output-file", "use > FILE"),
    ("--uniq --dedupe --dedup --unique-urls", "use -u"),
    (
        "--offline --timeout --max-retries --cache --accept --insecure --method --user-agent",
        "napkin never goes online; pipe its URLs to a link checker",
    ),
    ("--no-browser --run --run-safe --browser --open", "napkin prints URLs and opens none"),
    ("--verbose --debug --trace", "use --explain or --stats"),
];

/// Returns advice on an option of another program.
pub fn here(flag: &str) -> Option<&'static str> {
    let flag = flag.split('=').next().unwrap_or(flag);
    FOREIGN.iter().find(|(flags, _)| flags.split(' ').any(|known| known == flag)).map(|(_, here)| *here)
}

/// Values that other programs know, or that one expects, each with advice.
const VALUES: &[(&str, &str, &str)] = &[
    ("--by", "domain domains hosts registrable site", "use host, which counts whole names, or tld"),
    ("--by", "file files", "use path"),
    ("--by", "urls link", "use url"),
    ("--unique", "host hosts domain", "use --unique=line --format '{host}', which prints each host once"),
    ("--unique", "url urls", "use -u"),
    ("--unique", "row rows lines output", "use line, which compares the lines of --format"),
];

/// Returns advice on a value that an option doesn't have.
pub fn value(flag: &str, value: &str) -> Option<&'static str> {
    let is_it =
        |(known, values, _): &&(&str, &str, &str)| *known == flag && values.split(' ').any(|known| known == value);
    VALUES.iter().find(is_it).map(|(_, _, here)| *here)
}

/// What is meant by a word after an option that takes no value there. The word is not a file.
pub fn stray(flag: &str, word: &str) -> Option<String> {
    match flag {
        "-o" | "--only-matching" if word.contains('.') && !word.contains(['/', '*']) => {
            Some(format!("-o names a file only with --html; to write to a file, use > {word}"))
        }
        "-u" | "--unique" => value("--unique", word).map(str::to_owned),
        _ => None,
    }
}

/// What is meant by `-uu`, which means something else in ripgrep.
pub fn unrestricted(word: &str) -> Option<&'static str> {
    match word {
        "-uu" => Some("-u prints each URL once; for ripgrep's -uu, use --no-ignore --hidden"),
        "-uuu" => Some("-u prints each URL once; for ripgrep's -uuu, use --no-ignore --hidden and name binary files"),
        _ => None,
    }
}
