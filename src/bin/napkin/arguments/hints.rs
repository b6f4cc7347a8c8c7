//! What flags of other programs are called here, for people who know those.

/// Flags of ripgrep and grep that do not exist here, each with what does the same.
const FOREIGN: &[(&[&str], &str)] = &[
    (&["-w", "--word-regexp"], r"\b around the pattern: -e '\bsoup\b'"),
    (&["-x", "--line-regexp"], "^ and $ around the pattern, for all of the URL: -e '^http://a\\.example/$'"),
    (&["-N"], "--no-line-number"),
    (&["-r", "-R", "--recursive", "--dereference-recursive"], "the name of a folder, which is searched with all in it"),
    (&["--replace"], "--format '{host}', with what is wanted of each URL"),
    (&["-a", "--text", "--binary"], "the name of the file: what is named is searched whatever is in it"),
    (
        &["-P", "--pcre2", "--perl-regexp", "--engine", "--auto-hybrid-regex"],
        "-e, with the syntax of ripgrep's own engine",
    ),
    (&["-G", "--basic-regexp", "--extended-regexp"], "-e, with the syntax of ripgrep"),
    (
        &["-U", "--multiline", "--multiline-dotall"],
        "--rejoin, which puts URLs together that are broken over lines; auto is the default",
    ),
    (&["-M", "--max-columns", "--max-columns-preview"], "-o, which prints the URLs and not their lines"),
    (&["--passthru", "--passthrough"], "--ansi, --markdown or --html, which print all of the text"),
    (&["--include", "--include-dir"], "-g '*.txt'"),
    (&["--exclude", "--exclude-dir"], "-g '!*.txt'"),
    (&["--ignore-file", "--type-add", "--type-clear"], "-g, a pattern for files"),
    (&["--ignore-file-case-insensitive", "--glob-case-insensitive"], "--iglob"),
    (
        &["--no-ignore-vcs", "--no-ignore-dot", "--no-ignore-parent", "--no-ignore-global", "--no-ignore-exclude"],
        "--no-ignore",
    ),
    (&["--unrestricted"], "--no-ignore, and --hidden as well"),
    (&["--sortr", "--sort-files"], "--sort path, --sort modified or --sort none"),
    (&["--no-messages", "--no-ignore-messages"], "2>/dev/null"),
    (&["-Z", "--null-data"], "-0, which ends each record with NUL"),
    (&["--maxdepth", "--depth"], "-d, --max-depth"),
    (&["--case-sensitive"], "the default"),
    (&["--no-pre"], "--pre ''"),
    (&["--colors", "--colour"], "--color auto, always or never"),
    (&["--hyperlink-format"], "--hyperlink auto, always or never"),
    (
        &["--context-separator", "--field-match-separator", "--field-context-separator"],
        "--format, with anything between the values",
    ),
    (&["--mmap", "--no-mmap", "--dfa-size-limit", "--regex-size-limit", "--no-unicode", "--crlf"], "needed by nothing"),
    (&["--domain", "--domains", "--hostname"], "--host, and -k domain for hosts without a scheme"),
    (&["--url", "--urls"], "--format '{url}', and the default anyhow"),
    (&["--email", "--emails"], "-k email"),
    (&["--output", "--out"], "> FILE"),
    (&["--uniq", "--dedupe", "--dedup"], "-u, --unique"),
    (&["--recurse", "--all"], "--hidden and --no-ignore"),
];

/// What a flag of another program is here.
pub fn here(flag: &str) -> Option<&'static str> {
    let flag = flag.split('=').next().unwrap_or(flag);
    FOREIGN.iter().find(|(flags, _)| flags.contains(&flag)).map(|(_, here)| *here)
}

/// What is meant by `-uu`, which means something else in ripgrep.
pub fn unrestricted(word: &str) -> Option<&'static str> {
    match word {
        "-uu" => {
            Some("-u leaves out URLs that were printed before; what -uu is in ripgrep is --no-ignore --hidden here")
        }
        "-uuu" => Some(
            "-u leaves out URLs that were printed before; what -uuu is in ripgrep is --no-ignore --hidden here, and binary files are \
             searched when they are named",
        ),
        _ => None,
    }
}
