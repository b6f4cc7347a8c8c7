//! The command from the outside: what comes out, and the status it ends with.

use std::{
    env, fs,
    io::{Read, Write},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use serde_json::{Value, json};

/// Two URLs, the first of them in two pieces.
const TEXT: &str = "See <http://a.example/b/\n  c> and\n  http://d.example/?e=1&f=2\n";
const FIRST: &str = "http://a.example/b/c";
const SECOND: &str = "http://d.example/?e=1&f=2";

/// A folder of its own for each test.
struct Dir(PathBuf);

impl Dir {
    fn new(name: &str) -> Dir {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cli-{name}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Dir(path)
    }

    fn file(&self, name: &str, text: impl AsRef<[u8]>) -> &Dir {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    fn run(&self, words: &str) -> Done {
        done(command(words).current_dir(&self.0).output().unwrap())
    }
}

struct Done {
    out: String,
    err: String,
    status: i32,
}

fn command(words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_napkin"));
    command.args(words.split_whitespace()).stdin(Stdio::null()).env_remove("COLUMNS").env_remove("NO_COLOR");
    command
}

fn done(output: Output) -> Done {
    let status = output.status.code().expect("it ends by itself");
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(!err.contains("panicked"), "{err}");
    Done { out: String::from_utf8(output.stdout).unwrap(), err, status }
}

fn with_input(words: &str, input: impl AsRef<[u8]>) -> Done {
    let mut child = command(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // It may stop reading before the end, and be right to.
    let _ = child.stdin.take().unwrap().write_all(input.as_ref());
    done(child.wait_with_output().unwrap())
}

fn records(out: &str) -> Vec<Value> {
    out.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

#[test]
fn a_list_is_one_url_a_line() {
    let done = with_input("", TEXT);
    assert_eq!((done.out, done.err, done.status), (format!("{FIRST}\n{SECOND}\n"), String::new(), 0));
}

#[test]
fn nothing_found_is_status_1() {
    let done = with_input("", "no url here\n");
    assert_eq!((done.out.as_str(), done.err.as_str(), done.status), ("", "", 1));
}

#[test]
fn fields_stand_before_the_url_in_a_fixed_order() {
    let expected = format!("-:1:6:5:{FIRST}\n-:3:3:36:{SECOND}\n");
    assert_eq!(with_input("-b --column -n -H", TEXT).out, expected);
    assert_eq!(with_input("-n", TEXT).out, format!("1:{FIRST}\n3:{SECOND}\n"));
    assert_eq!(with_input("--column", TEXT).out, format!("6:{FIRST}\n3:{SECOND}\n"));
    assert_eq!(with_input("--byte-offset", TEXT).out, format!("5:{FIRST}\n36:{SECOND}\n"));
    assert_eq!(with_input("-n --no-line-number", TEXT).out, format!("{FIRST}\n{SECOND}\n"));
}

#[test]
fn file_names_stand_where_there_may_be_several() {
    let dir = Dir::new("names");
    dir.file("one", TEXT).file("sub/two", TEXT);
    assert_eq!(dir.run("one").out, format!("{FIRST}\n{SECOND}\n"));
    assert_eq!(dir.run("-H one").out, format!("one:{FIRST}\none:{SECOND}\n"));
    assert_eq!(dir.run("sub").out, format!("sub/two:{FIRST}\nsub/two:{SECOND}\n"));
    assert_eq!(dir.run("-m1 one sub/two").out, format!("one:{FIRST}\nsub/two:{FIRST}\n"));
    assert_eq!(dir.run("-m1 -I one sub/two").out, format!("{FIRST}\n{FIRST}\n"));
    assert_eq!(dir.run("-m1 -I -H one").out, format!("one:{FIRST}\n"), "the last one wins");
    assert_eq!(dir.run("-m1 -H --no-filename one").out, format!("{FIRST}\n"), "the last one wins");
}

#[test]
fn standard_input_stands_among_the_files() {
    let dir = Dir::new("dash");
    dir.file("one", "http://one.example/");
    let mut command = command("one - one");
    command.current_dir(&dir.0).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"http://in.example/").unwrap();
    let done = done(child.wait_with_output().unwrap());
    assert_eq!(done.out, "one:http://one.example/\n-:http://in.example/\none:http://one.example/\n");
}

#[test]
fn counts_files_and_silence() {
    let dir = Dir::new("modes");
    dir.file("two", TEXT).file("none", "nothing");
    assert_eq!(dir.run("-c two").out, "2\n");
    assert_eq!(dir.run("-c two none").out, "two:2\nnone:0\n");
    assert_eq!(dir.run("-c -I two none").out, "2\n0\n");
    assert_eq!((dir.run("-c none").out.as_str(), dir.run("-c none").status), ("0\n", 1));
    assert_eq!(dir.run("-c -m1 two").out, "1\n");
    assert_eq!(dir.run("-l two none two").out, "two\ntwo\n");
    assert_eq!((dir.run("-l none").out.as_str(), dir.run("-l none").status), ("", 1));
    assert_eq!((dir.run("-q none two").out.as_str(), dir.run("-q none two").status), ("", 0));
    assert_eq!(dir.run("-q none").status, 1);
    assert_eq!(dir.run("-q two missing").status, 0, "it stops at the first");
    assert_eq!(dir.run("-c -l two").out, "two\n", "the last one wins");
    assert_eq!(dir.run("-l --json --no-json -c two").out, "2\n");
}

#[test]
fn records_end_with_nul_on_request() {
    assert_eq!(with_input("-0", TEXT).out, format!("{FIRST}\0{SECOND}\0"));
    assert_eq!(with_input("-0c", TEXT).out, "2\0");
    assert_eq!(with_input("-0 -l", TEXT).out, "-\0");
    assert_eq!(with_input("--null --no-null", TEXT).out, format!("{FIRST}\n{SECOND}\n"));
    assert_eq!(with_input("-0 --json", TEXT).out.matches('\0').count(), 2);
}

#[test]
fn unique_urls_are_printed_once_over_all_files() {
    let dir = Dir::new("unique");
    dir.file("one", "http://a.example/ http://b.example/ http://a.example/")
        .file("two", "http://b.example/ http://c.example/");
    let done = dir.run("-uI one two");
    assert_eq!(done.out, "http://a.example/\nhttp://b.example/\nhttp://c.example/\n");
    assert_eq!(dir.run("-uc one two").out, "one:2\ntwo:1\n");
    assert_eq!(dir.run("-u --no-unique -c one two").out, "one:3\ntwo:2\n");
}

#[test]
fn unique_urls_are_compared_by_their_normal_form_on_request() {
    let text = "HTTP://A.example:80/%7eb http://a.example/~b http://a.example/c/../~b http://a.example/~B";
    assert_eq!(with_input("-u -c", text).out, "4\n");
    assert_eq!(with_input("--unique=exact -c", text).out, "4\n");
    let found = "HTTP://A.example:80/%7eb\nhttp://a.example/~B\n";
    assert_eq!(with_input("--unique=normalized", text).out, found, "the first is printed as it was found");
    assert_eq!(with_input("--unique=normalized -u -c", text).out, "4\n", "the last one wins");
    assert_eq!(with_input("--unique=normalized --no-unique -c", text).out, "4\n");
    let done = with_input("--unique=x", text);
    assert_eq!((done.err.lines().count(), done.status), (1, 2), "{}", done.err);
}

#[test]
fn enough_is_counted_in_each_file() {
    let dir = Dir::new("max");
    dir.file("one", TEXT);
    assert_eq!(dir.run("-I -m1 one one").out, format!("{FIRST}\n{FIRST}\n"));
    assert_eq!((dir.run("-m0 one").out.as_str(), dir.run("-m0 one").status), ("", 1));
    assert_eq!(dir.run("-m1 -m2 one").out, format!("{FIRST}\n{SECOND}\n"), "the last one wins");
}

#[test]
fn kinds_and_schemes_choose() {
    let text = "http://a.example/ ftp://b.example/ www.example.com foo://c.example/";
    assert_eq!(with_input("", text).out, "http://a.example/\nftp://b.example/\nhttp://www.example.com\n");
    assert_eq!(with_input("-k url", text).out, "http://a.example/\nftp://b.example/\n");
    assert_eq!(with_input("-k www", text).out, "http://www.example.com\n");
    assert_eq!(with_input("-k url -k www,www", text).out, with_input("", text).out);
    assert_eq!(with_input("-k url -s FTP", text).out, "ftp://b.example/\n");
    assert_eq!(with_input("-k url -s ftp,http", text).out, "http://a.example/\nftp://b.example/\n");
    assert!(with_input("--any-scheme", text).out.ends_with("foo://c.example/\n"));
    assert!(!with_input("--any-scheme --no-any-scheme", text).out.contains("foo"));
}

#[test]
fn reading_is_a_matter_of_options() {
    assert_eq!(with_input("--grammar rfc3986 --input text", TEXT).status, 0);
    let broken = "<http://a.example/b-\nc>";
    assert_eq!(with_input("", broken).out, "http://a.example/b-c\n");
    assert_eq!(with_input("--hyphen drop", broken).out, "http://a.example/bc\n");
    assert!(!with_input("--rejoin off", broken).out.contains("b-c"));
    assert_eq!(with_input("--rejoin off --rejoin delimited", broken).out, "http://a.example/b-c\n");
}

#[test]
fn json_has_every_field() {
    let dir = Dir::new("json");
    dir.file("a.txt", TEXT);
    let done = dir.run("--json a.txt");
    assert_eq!(done.status, 0);
    let first = json!({
        "type": "link", "path": "a.txt", "line": 1, "column": 6, "start": 5, "end": 28,
        "url": FIRST, "text": "http://a.example/b/\n  c", "kind": "url", "delimiter": "angle",
        "scheme": "http", "host": "a.example", "pieces": [[5, 24], [27, 28]],
        "rejoined": {"by": "delimiter", "confidence": 1.0}, "alternative": null,
    });
    let second = json!({
        "type": "link", "path": "a.txt", "line": 3, "column": 3, "start": 36, "end": 61,
        "url": SECOND, "text": SECOND, "kind": "url", "delimiter": "bare",
        "scheme": "http", "host": "d.example", "pieces": [[36, 61]], "rejoined": null, "alternative": null,
    });
    assert_eq!(records(&done.out), [first, second]);
    assert!(done.out.starts_with(r#"{"type":"link","path":"a.txt","line":1,"#), "{}", done.out);
}

#[test]
fn json_says_when_a_host_was_broken() {
    let done = with_input("--json", "<http://a.exa\nmple/>");
    let rejoined = &records(&done.out)[0]["rejoined"];
    assert_eq!(rejoined, &json!({"by": "delimiter", "confidence": 1.0, "inside": "host"}));
}

#[test]
fn json_calls_standard_input_a_dash_and_knows_no_host() {
    let link = &records(&with_input("--json", "mailto:x@a.example").out)[0];
    assert_eq!((&link["path"], &link["host"], &link["scheme"]), (&json!("-"), &Value::Null, &json!("mailto")));
}

#[test]
fn json_is_utf8_whatever_the_input_is() {
    let done = with_input("--json", b"\xFF<http://a.example/b\xC2\xA0\n/c> \xF0\x9F http://d.example/\xFE");
    assert!(done.status < 2 && !records(&done.out).is_empty());
}

#[test]
fn json_reports_errors_among_the_links() {
    let dir = Dir::new("json-error");
    dir.file("a", TEXT);
    let done = dir.run("--json missing a");
    let records = records(&done.out);
    assert_eq!((records.len(), done.status), (3, 2));
    assert_eq!((&records[0]["type"], &records[0]["path"]), (&json!("error"), &json!("missing")));
    let message = records[0]["message"].as_str().unwrap();
    assert_eq!(done.err, format!("napkin: missing: {message}\n"));
    assert!(!message.is_empty() && !message.contains("os error"), "{message}");
}

#[test]
fn breaks_are_explained() {
    let text = "> it is at http://www.archive.example/papers/2026/a-survey-of-wrapped-\n> urls-in-mail.html\n>\n";
    let records = records(&with_input("--json --explain", text).out);
    let (seen, link) = (&records[0], &records[1]);
    assert_eq!((&seen["type"], &seen["joined"], &seen["at"]), (&json!("break"), &json!(true), &json!(70)));
    assert!(seen["evidence"]["ends in a hyphen"].as_f64().is_some_and(|weight| weight > 0.0), "{seen}");
    assert_eq!(link["rejoined"]["by"], "evidence");
    assert_eq!(link["rejoined"]["confidence"], seen["confidence"]);
    assert_eq!(link["alternative"], "http://www.archive.example/papers/2026/a-survey-of-wrapped-");

    let confidence = seen["confidence"].as_f64().unwrap();
    let at_least = |confidence: f64| with_input(&format!("--rejoin {confidence}"), text).out;
    assert!(at_least(confidence).ends_with("wrapped-urls-in-mail.html\n"), "{confidence}");
    assert!(at_least(confidence + 0.0001).ends_with("wrapped-\n"), "{confidence}");
    assert_eq!(with_input("--rejoin 1.5", text).status, 2);
    assert!(with_input("--rejoin most", text).err.contains("[possible values: off, delimited, auto, eager]"));

    let done = with_input("--explain", text);
    assert!(done.err.starts_with("napkin: -:1:12: joined ("), "{}", done.err);
    assert!(done.err.contains("for it: ") && done.err.contains("ends in a hyphen"), "{}", done.err);
    let apart = with_input("--explain --rejoin eager", "http://a.example/b/\nword\n");
    assert!(apart.err.contains("not joined (0."), "{}", apart.err);
}

#[test]
fn refused_candidates_are_explained() {
    let text = "x <http://a.example:99999/> http://a.example:99999/ http://[1:2:3/x\n";
    let done = with_input("--json --explain", text);
    let records = records(&done.out);
    let refused: Vec<&Value> = records.iter().filter(|record| record["type"] == "rejection").collect();
    assert!(!refused.is_empty(), "{}", done.out);
    for record in refused {
        let mut fields: Vec<&str> = record.as_object().unwrap().keys().map(String::as_str).collect();
        fields.sort_unstable();
        let expected = ["at", "column", "end", "grammar", "line", "message", "path", "rule", "start", "text", "type"];
        assert_eq!(fields, expected);
        let number = |field: &str| record[field].as_u64().unwrap() as usize;
        let (start, end) = (number("start"), number("end"));
        assert_eq!(record["text"], text[start..end]);
        assert!((start..=end).contains(&number("at")), "{record}");
        assert_eq!((number("line"), number("column")), (1, start + 1));
        assert_eq!((&record["grammar"], &record["path"]), (&json!("rfc3987"), &json!("-")));
    }
    let done = with_input("--explain", text);
    assert_eq!(
        done.err.lines().take(3).collect::<Vec<_>>(),
        [
            "napkin: -:1:4: refused: a port number is at most 65535 (rfc9293 3.1 port)",
            "    http://a.example:99999/",
            "                     ^",
        ]
    );
    assert!(!done.out.contains("refused"));
    assert_eq!(with_input("--explain --no-explain", text).err, "");
}

#[test]
fn html_is_a_filter() {
    let done = with_input("--html", TEXT);
    let href = r#"<a href="http://a.example/b/c">"#;
    let other = "http://d.example/?e=1&amp;f=2";
    let expected =
        format!("See &lt;{href}http://a.example/b/</a>\n  {href}c</a>&gt; and\n  <a href=\"{other}\">{other}</a>\n");
    assert_eq!((done.out, done.status), (expected, 0));
    let done = with_input("--html", "no <url> here");
    assert_eq!((done.out.as_str(), done.status), ("no &lt;url&gt; here", 0));
    assert_eq!(with_input("--html", "").status, 0);
    assert_eq!(with_input("--html", b"\xFFjavascript:alert(1)\xE2\x82").out, "\u{FFFD}javascript:alert(1)\u{FFFD}");
}

#[test]
fn html_goes_on_after_a_missing_file() {
    let dir = Dir::new("html");
    dir.file("a", "a&").file("b", "b&");
    let done = dir.run("--html a missing b");
    assert_eq!((done.out.as_str(), done.status), ("a&amp;b&amp;", 2));
}

#[test]
fn a_missing_file_is_named_and_the_next_is_searched() {
    let dir = Dir::new("missing");
    dir.file("a", TEXT);
    let done = dir.run("missing a");
    assert_eq!((done.out, done.status), (format!("a:{FIRST}\na:{SECOND}\n"), 2));
    assert_eq!(done.err.lines().count(), 1);
    assert!(done.err.starts_with("napkin: missing: "), "{}", done.err);
}

#[test]
fn a_folder_is_walked_in_order_as_ripgrep_does() {
    let dir = Dir::new("walk");
    dir.file("d/b", "http://b.example/").file("d/a/z", "http://z.example/").file("d/c", "http://c.example/");
    dir.file("d/.hidden", "http://hidden.example/").file("d/binary", b"http://binary.example/ \0");
    dir.file("d/.ignore", "ignored").file("d/ignored", "http://ignored.example/");
    let expected = "d/a/z:http://z.example/\nd/b:http://b.example/\nd/c:http://c.example/\n";
    assert_eq!(dir.run("d").out, expected);
    assert_eq!(dir.run("d").err, "");
    assert_eq!(dir.run("d/binary").out, "http://binary.example/\n", "what is named is searched");
    assert_eq!(dir.run("d/.hidden d/ignored -c").out, "d/.hidden:1\nd/ignored:1\n");
}

#[test]
fn a_large_file_in_a_folder_is_searched_to_its_end() {
    let dir = Dir::new("large");
    let text = "x".repeat(8190) + " http://a.example/long/across/the/head ";
    dir.file("d/a", text + &"y ".repeat(50_000) + "http://z.example/");
    assert_eq!(dir.run("-bI d").out, "8191:http://a.example/long/across/the/head\n108229:http://z.example/\n");
}

#[cfg(unix)]
#[test]
fn a_walk_follows_no_link_and_waits_for_no_pipe() {
    use std::os::unix::fs::symlink;
    let dir = Dir::new("special");
    dir.file("outside", "http://outside.example/").file("d/a", "http://a.example/");
    symlink("../outside", dir.0.join("d/link")).unwrap();
    symlink("..", dir.0.join("d/up")).unwrap();
    symlink("nowhere", dir.0.join("d/dangling")).unwrap();
    Command::new("mkfifo").arg(dir.0.join("d/pipe")).status().unwrap();
    let done = dir.run("d");
    assert_eq!((done.out.as_str(), done.err.as_str(), done.status), ("d/a:http://a.example/\n", "", 0));
    assert_eq!(dir.run("d/link").out, "http://outside.example/\n", "what is named is searched");
}

#[cfg(unix)]
#[test]
fn a_file_name_can_be_any_bytes() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
    let dir = Dir::new("bytes");
    let name = OsStr::from_bytes(b"a\xFF\x1b\n");
    // Not every file system takes such a name.
    if fs::write(dir.0.join(name), "http://a.example/").is_err() {
        return;
    }
    let output = command("-l").arg(name).current_dir(&dir.0).output().unwrap();
    assert_eq!(output.stdout, b"a\xFF\x1b\n\n", "piped output is left alone");
    let output = command("--json").arg(name).current_dir(&dir.0).output().unwrap();
    assert_eq!(records(&String::from_utf8(output.stdout).unwrap())[0]["path"], "a\u{FFFD}\u{1b}\n");
    let output = command("").arg(OsStr::from_bytes(b"no\x1b\nsuch")).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.starts_with(r"napkin: no\u{1b}\u{a}such: "), "a message is one line: {message}");
}

#[cfg(unix)]
#[test]
fn the_output_is_not_searched() {
    let dir = Dir::new("output");
    dir.file("d/a", "http://a.example/ ").file("d/out", "http://old.example/ ");
    let append = || fs::OpenOptions::new().append(true).open(dir.0.join("d/out")).unwrap();
    let status = command("d").current_dir(&dir.0).stdout(append()).status().unwrap();
    assert_eq!(status.code(), Some(0));
    assert_eq!(fs::read_to_string(dir.0.join("d/out")).unwrap(), "http://old.example/ d/a:http://a.example/\n");
    let output = command("d/out").current_dir(&dir.0).stdout(append()).stderr(Stdio::piped()).spawn().unwrap();
    let output = output.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "napkin: d/out: is also the output\n");
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_it_quietly() {
    let dir = Dir::new("pipe");
    dir.file("a", "http://a.example/ ".repeat(100_000));
    for words in ["a", "--json a", "--html a"] {
        let mut command = command(words);
        command.current_dir(&dir.0).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut out = child.stdout.take().unwrap();
        out.read_exact(&mut [0; 10]).unwrap();
        drop(out);
        let done = done(child.wait_with_output().unwrap());
        assert_eq!((done.err.as_str(), done.status), ("", 0), "{words}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_also_at_the_last_flush() {
    let dir = Dir::new("full");
    dir.file("little", TEXT).file("much", TEXT.repeat(10_000));
    for words in ["little", "much", "--json little", "--html little", "--html much", "-c little", "-h", "--version"] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = command(words).current_dir(&dir.0).stdout(full).stderr(Stdio::piped()).spawn().unwrap();
        let done = done(output.wait_with_output().unwrap());
        assert_eq!(done.status, 2, "{words}");
        assert_eq!(done.err.lines().count(), 1, "{words}: {}", done.err);
        assert!(done.err.starts_with("napkin: standard output: "), "{words}: {}", done.err);
    }
}

#[test]
fn invalid_options_are_one_clear_line() {
    for words in ["--nosuch", "--jsn", "-m x", "-k url,x", "--grammar", "--grammar x", "--color x", "-s 1:2"] {
        let done = with_input(words, "");
        assert_eq!((done.out.as_str(), done.status), ("", 2), "{words}");
        assert!(done.err.starts_with("napkin: ") && done.err.lines().count() == 1, "{words}: {}", done.err);
    }
    assert!(with_input("--jsn", "").err.contains("--json"), "what was meant is named");
}

#[test]
fn colours_are_for_terminals_or_on_request() {
    assert!(!with_input("-Hn", TEXT).out.contains('\u{1b}'));
    let done = with_input("-Hn --color always", TEXT);
    assert!(done.out.contains("\u{1b}[35m-\u{1b}[0m"), "{}", done.out);
    assert!(!with_input("-Hn --color always --color never", TEXT).out.contains('\u{1b}'));
}

#[test]
fn help_and_version() {
    let done = with_input("--version", "");
    assert_eq!((done.out, done.status), (format!("napkin {}\n", env!("CARGO_PKG_VERSION")), 0));
    let (short, long) = (with_input("-h", "").out, with_input("--help", "").out);
    assert!(short.lines().all(|line| line.len() <= 100), "{short}");
    assert!(long.len() > short.len());
}

/// What people are shown of one invalid string: the string, the caret, and the fields below.
fn shown(text: &str) -> (String, usize, Vec<String>) {
    let done = done(command("check").arg(text).output().unwrap());
    assert_eq!((done.err.as_str(), done.status), ("", 1), "{text}");
    let mut lines = done.out.lines();
    let (line, caret) = (lines.next().unwrap(), lines.next().unwrap());
    assert_eq!(caret.trim_start(), "^", "{text}");
    assert!(lines.next().unwrap().starts_with("invalid by rfc3987: "), "{text}");
    (line.to_string(), caret.len() - 1, lines.map(|line| line.trim().to_string()).collect())
}

#[test]
fn valid_strings_are_taken_apart() {
    let done = with_input("check http://@a.example:/?#", "");
    let fields = "  scheme    http\n  userinfo  \"\"\n  host      a.example\n  port      \"\"\n  path      /\n  \
                  query     \"\"\n  fragment  \"\"\n";
    assert_eq!(done.out, format!("http://@a.example:/?#\nvalid by rfc3987\n{fields}"), "empty is not undefined");
    assert_eq!((done.err.as_str(), done.status), ("", 0));
    let done = with_input("check urn:isbn:1", "");
    assert_eq!(done.out, "urn:isbn:1\nvalid by rfc3987\n  scheme    urn\n  path      isbn:1\n");
    assert_eq!(with_input("check --reference", "\n").out, "\nvalid by rfc3987\n  path      \"\"\n");
}

#[test]
fn the_caret_stands_under_the_character() {
    let column = |text: &str| (shown(text).0, shown(text).1);
    assert_eq!(column("http://a.example/b c"), ("http://a.example/b c".to_string(), 18));
    assert_eq!(column("http://a.example/東京 c"), ("http://a.example/東京 c".to_string(), 21), "wide");
    assert_eq!(column("http://a.example/e\u{301} c"), ("http://a.example/e\u{301} c".to_string(), 18), "combining");
    assert_eq!(column("http://a.example/👩🏽 c"), ("http://a.example/👩🏽 c".to_string(), 19), "of two characters");
    assert_eq!(column("http://a.example/b\tc"), (r"http://a.example/b\u{9}c".to_string(), 18));
    assert_eq!(column("http://a.example/\u{ad}b\u{1b}[2Jc"), (r"http://a.example/\u{ad}b\u{1b}[2Jc".to_string(), 24));
    assert_eq!(column("http://a.example/b\u{202e}c"), (r"http://a.example/b\u{202e}c".to_string(), 18));
    assert_eq!(column("http"), ("http".to_string(), 4), "behind the end");
    assert_eq!(column(""), (String::new(), 0));
}

#[test]
fn faults_have_a_rule_a_place_and_advice() {
    assert_eq!(
        shown("http://a.example/b c").2,
        [
            "rule      rfc3987 2.2 ipath",
            "byte      18",
            "help      write a space as %20",
            "instead   http://a.example/b%20c"
        ]
    );
    assert_eq!(shown("http://a.example:x/").2, ["rule      rfc3986 3.2.3 port", "byte      17"]);
    let instead = |text| shown(text).2.last().unwrap().to_string();
    assert_eq!(instead("http://a.example/%"), "instead   http://a.example/%25");
    assert_eq!(instead("http://a.example/[b]"), "instead   http://a.example/%5Bb%5D");
    assert_eq!(instead("www.example.org"), "instead   http://www.example.org");
    assert_eq!(instead("<http://a.example/>"), "instead   http://a.example/");
    assert_eq!(instead("b/c"), "help      this is a relative reference, which --reference allows");
    let done = with_input("check --grammar rfc3986 http://a.example/é", "");
    assert!(done.out.ends_with("instead   http://a.example/%C3%A9\n"), "{}", done.out);
}

#[test]
fn each_line_is_judged_exactly_as_it_stands() {
    let done =
        with_input("check --json", b"http://a.example/\n\n http://a.example/\nhttp://a.example/\r\na:\xFF\nurn:a");
    let at: Vec<(Value, Value)> = records(&done.out).iter().map(|r| (r["valid"].clone(), r["at"].clone())).collect();
    let invalid = |at: usize| (json!(false), json!(at));
    let valid = (json!(true), Value::Null);
    assert_eq!(at, [valid, invalid(0), invalid(0), invalid(17), invalid(2), invalid(5)]);
    assert_eq!((done.err.as_str(), done.status), ("", 1));
    let done = with_input("check", "urn:ab:c\nhttp://a.example/\r\n");
    assert!(done.out.contains("\n\nhttp://a.example/\\u{d}\n                 ^\n"), "{}", done.out);
    assert!(done.out.contains("  line      2\n"), "{}", done.out);
    assert!(done.out.ends_with("  instead   http://a.example/\n"), "{}", done.out);
    for empty in ["check", "check --json", "resolve http://a.example/"] {
        let done = with_input(empty, "");
        assert_eq!((done.out.as_str(), done.status), ("", 0), "{empty}: there is nothing that could be invalid");
    }
}

#[test]
fn a_line_that_is_not_utf8_is_invalid_at_its_byte() {
    let done = with_input("check --json", b"http://a.example/b\xC3(\n");
    let record = &records(&done.out)[0];
    assert_eq!(record["url"], "http://a.example/b\u{FFFD}(");
    assert_eq!((&record["at"], &record["rule"]), (&json!(18), &json!("rfc3629 4 UTF8-octets")));
    let done = with_input("check", b"http://a.example/b\xC3(\n");
    assert!(done.out.starts_with("http://a.example/b\\xc3(\n                  ^\n"), "{}", done.out);
}

#[test]
fn a_long_line_does_not_flood_the_screen() {
    let long = format!("http://a.example/{}", "b".repeat(1 << 20));
    for text in [format!("{long} c"), format!("{long} {long}"), long.clone(), "%".repeat(1 << 20), " ".repeat(1 << 20)]
    {
        let done = with_input("check", format!("{text}\n"));
        assert!(done.out.len() < 2000, "{} bytes", done.out.len());
        let mut lines = done.out.lines();
        let (line, caret) = (lines.next().unwrap(), lines.next().unwrap());
        assert!(line.chars().count() <= 100, "{line}");
        if let Some(column) = caret.find('^') {
            let fault = line.chars().nth(column);
            assert!(matches!(fault, Some(' ' | '%')), "{line}\n{caret}");
        }
    }
    let record = &records(&with_input("check --json", format!("{long}\n")).out)[0];
    assert_eq!(record["url"], long, "programs get it whole");
}

#[test]
fn checked_json_has_every_field() {
    let done = with_input("check --json http://u@a.example:1/b?c#d //a.example", "");
    let [valid, invalid] = &records(&done.out)[..] else { panic!("{}", done.out) };
    for (field, value) in [
        ("type", "check"),
        ("url", "http://u@a.example:1/b?c#d"),
        ("scheme", "http"),
        ("userinfo", "u"),
        ("host", "a.example"),
        ("port", "1"),
        ("path", "/b"),
        ("query", "c"),
        ("fragment", "d"),
        ("normalized", "http://u@a.example:1/b?c#d"),
    ] {
        assert_eq!(valid[field], value, "{field}");
    }
    assert_eq!(valid["valid"], true);
    assert_eq!(
        records(&with_input("check --json HTTP://A.example:80/./%7Eb", "").out)[0]["normalized"],
        "http://a.example/~b"
    );
    let message = "a scheme is a letter, then letters, digits, \"+\", \"-\" and \".\", then a colon";
    let expected = json!({
        "type": "check", "url": "//a.example", "valid": false, "rule": "rfc3986 3.1 scheme", "at": 0, "message": message,
    });
    assert_eq!(*invalid, expected);
    let done = with_input("check --json", "</script>\u{1b}\u{202e}\"\\\n");
    assert!(done.out.is_ascii() && !done.out.contains('<'), "{}", done.out);
    assert_eq!(records(&done.out)[0]["url"], "</script>\u{1b}\u{202e}\"\\");
}

#[test]
fn all_grammars_are_asked() {
    let names: Vec<&str> = napkin::Grammar::ALL.into_iter().map(napkin::Grammar::name).collect();
    let done = with_input("check --all-grammars --json http://a.example/ http://a.example/é", "");
    assert_eq!(done.status, 1);
    for (record, text) in records(&done.out).iter().zip(["http://a.example/", "http://a.example/é"]) {
        let grammars = record["grammars"].as_array().unwrap();
        assert_eq!(grammars.iter().map(|grammar| grammar["grammar"].as_str().unwrap()).collect::<Vec<_>>(), names);
        for (grammar, said) in napkin::Grammar::ALL.into_iter().zip(grammars) {
            let rejection = napkin::Uri::parse(text, grammar).err();
            assert_eq!(said["valid"], rejection.is_none());
            assert_eq!(said["rule"].as_str(), rejection.map(|rejection| rejection.rule()));
            assert_eq!(said["at"].as_u64(), rejection.map(|rejection| rejection.at() as u64));
        }
        assert_eq!(record["valid"], grammars.iter().all(|grammar| grammar["valid"] == true));
    }
    let done = with_input("check --all-grammars http://a.example/é", "");
    let lines: Vec<Vec<&str>> = done.out.lines().skip(1).map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines.iter().map(|words| words[0]).collect::<Vec<_>>(), names);
    let refused = "rfc3986 invalid byte 17: this character can't stand in a path (rfc3986 3.3 path)";
    assert!(lines.contains(&refused.split(' ').collect()), "{}", done.out);
    assert!(lines.contains(&vec!["rfc3987", "valid"]), "{}", done.out);
}

#[test]
fn verbs_end_as_they_say() {
    for (words, status) in [
        ("check http://a.example/", 0),
        ("check http://a.example/ b", 1),
        ("check --reference http://a.example/ b", 0),
        ("check --reference --no-reference b", 1),
        ("check --grammar nosuch b:c", 2),
        ("check -n http://a.example/", 2),
        ("check --html http://a.example/", 2),
        ("check --help", 0),
        ("resolve http://a.example/ b c", 0),
        ("resolve http://a.example/ b [", 2),
        ("resolve b c", 2),
        ("resolve", 2),
        ("resolve --json http://a.example/ b", 2),
    ] {
        let done = with_input(words, "");
        assert_eq!(done.status, status, "{words}: {}", done.err);
        assert_eq!(done.err.lines().count(), usize::from(status == 2), "{words}: {}", done.err);
        assert!(status < 2 || done.err.starts_with("napkin: "), "{words}: {}", done.err);
    }
    assert!(with_input("check --jsn", "").err.contains("(see napkin check --help)"));
}

#[test]
fn references_are_resolved_one_by_one() {
    let expected = "http://a.example/b/c\nhttp://a.example/b/-d\nhttp://a.example/b/\n";
    let done = with_input("resolve http://a.example/b/x -- c -d .", "");
    assert_eq!((done.out.as_str(), done.err.as_str(), done.status), (expected, "", 0));
    let done = with_input("resolve http://a.example/b/x?y", b"c\n\n../d e\n#f\r\n\xFF\ng");
    assert_eq!(done.out, "http://a.example/b/c\nhttp://a.example/b/x?y\nhttp://a.example/b/g\n");
    let err: Vec<&str> = done.err.lines().collect();
    let space = "napkin: -:3: \"../d e\": byte 4: this character can't stand in a path (rfc3987 2.2 ipath); \
                 valid is \"../d%20e\"";
    assert_eq!(err[0], space);
    assert!(
        err[1].starts_with(r##"napkin: -:4: "#f\u{d}": byte 2: "##) && err[1].ends_with("valid is \"#f\""),
        "{}",
        err[1]
    );
    assert_eq!((err.len(), done.status), (3, 2));
    let done = with_input("resolve http://a.example:x/ b", "");
    let base = "napkin: base: \"http://a.example:x/\": byte 17: a port holds nothing but digits (rfc3986 3.2.3 port)\n";
    assert_eq!((done.out.as_str(), done.err.as_str(), done.status), ("", base, 2));
}

#[cfg(unix)]
#[test]
fn verbs_take_arguments_that_are_not_utf8() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
    let bad = OsStr::from_bytes(b"http://a.example/\xFF");
    let checked = done(command("check --json").arg(bad).output().unwrap());
    assert_eq!((&records(&checked.out)[0]["at"], checked.status), (&json!(17), 1));
    let resolved = done(command("resolve").arg(bad).arg("b").output().unwrap());
    assert!(resolved.err.starts_with("napkin: base: \"http://a.example/\\xff\": byte 17: "), "{}", resolved.err);
    assert_eq!(resolved.status, 2);
}

#[test]
fn files_that_are_called_like_a_verb_can_be_searched() {
    let dir = Dir::new("verbs");
    for name in ["check", "resolve", "help"] {
        dir.file(name, "http://a.example/");
        for words in [format!("./{name}"), format!("-- {name}"), format!("--no-count {name}")] {
            let done = dir.run(&words);
            assert_eq!((done.out.as_str(), done.status), ("http://a.example/\n", 0), "{words}: {}", done.err);
        }
    }
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_the_verbs_quietly() {
    for words in ["check", "check --json", "check --all-grammars", "resolve http://a.example/"] {
        let mut child =
            command(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (mut input, mut out) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let writer = std::thread::spawn(move || {
            // It stops reading when nobody reads what it writes.
            let _ = input.write_all("http://a.example/b\n".repeat(100_000).as_bytes());
        });
        out.read_exact(&mut [0; 10]).unwrap();
        drop(out);
        let done = done(child.wait_with_output().unwrap());
        assert_eq!((done.err.as_str(), done.status), ("", 0), "{words}");
        writer.join().unwrap();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_for_verbs_too() {
    for words in ["check http://a.example/", "check --json b", "check --all-grammars b", "resolve http://a.example/ b"]
    {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = command(words).stdout(full).stderr(Stdio::piped()).spawn().unwrap();
        let done = done(output.wait_with_output().unwrap());
        assert_eq!(done.status, 2, "{words}");
        assert!(done.err.starts_with("napkin: standard output: "), "{words}: {}", done.err);
    }
}

/// A mailbox of two messages, the second of which is cut off.
const MAILBOX: &str = "\
From sam@a.example Tue Mar  3 10:20:30 2009
From: Sam <sam@a.example>
To: kim@b.example
Date: Tue, 3 Mar 2009 10:20:30 +0100
Subject: =?utf-8?q?S=C3=BCppchen?=
Message-ID: <1@a.example>
Content-Transfer-Encoding: quoted-printable

It is at http://a.example/win=
ter.

From sam@a.example Tue Mar  3 10:20:31 2009
From: sam@a.example
To: kim@b.example
Subject: tea
Content-Type: multipart/mixed; boundary=b

--b

Tea is
at http://b.example/ now.
";

#[test]
fn mail_is_known_by_how_it_begins() {
    let urls = "http://a.example/winter\nhttp://b.example/\n";
    let found = with_input("", MAILBOX);
    assert_eq!(found.out, urls);
    assert_eq!(with_input("--input mail", MAILBOX).out, urls);
    assert_eq!(with_input("--input text", MAILBOX).out, "http://a.example/win=\nhttp://b.example/\n");
    let dir = Dir::new("mail");
    dir.file("in/box", MAILBOX).file("in/notes", TEXT);
    assert_eq!(
        dir.run("in").out,
        format!("in/box#1:http://a.example/winter\nin/box#2:http://b.example/\nin/notes:{FIRST}\nin/notes:{SECOND}\n")
    );
    let message = &MAILBOX[MAILBOX.find('\n').unwrap() + 1..MAILBOX.find("\n\nFrom ").unwrap()];
    assert_eq!(with_input("-H", message).out, "-:http://a.example/winter\n");
    // What only looks like it is text.
    for text in
        ["From a to b: http://a.example/=\n", "Note: http://a.example/=\n", "Date: x\nTitle: y\n\nhttp://a.example/=\n"]
    {
        assert_eq!(with_input("", text).out, "http://a.example/=\n", "{text}");
    }
}

#[test]
fn a_damaged_message_is_named_and_the_rest_is_searched() {
    let found = with_input("", MAILBOX);
    let at = MAILBOX.rfind("From sam").unwrap();
    let message = format!("message 2 at byte {at}: ends before its last boundary");
    assert_eq!((found.err, found.status), (format!("napkin: -: {message}\n"), 2));
    let found = with_input("--json", MAILBOX);
    assert_eq!(records(&found.out)[2], json!({"type": "error", "path": "-", "message": message}));
    let found = with_input("--message-limit 100", MAILBOX);
    assert_eq!(found.err.matches("is larger than the limit").count(), 2, "{}", found.err);
    assert_eq!((found.out.as_str(), found.status), ("http://a.example/win=\nhttp://b.example/\n", 2));
}

#[test]
fn records_say_which_message_it_is() {
    let found = records(&with_input("--json", MAILBOX).out);
    let first = json!({
        "id": "1@a.example", "date": "2009-03-03T10:20:30+01:00", "from": "Sam <sam@a.example>", "subject": "Süppchen",
        "part": "1", "number": 1, "offset": 0
    });
    assert_eq!(found[0]["message"], first);
    let second = json!({
        "id": null, "date": null, "from": "sam@a.example", "subject": "tea",
        "part": "1", "number": 2, "offset": MAILBOX.rfind("From sam").unwrap()
    });
    assert_eq!(found[1]["message"], second);
    let place = |record: &Value| ["line", "column", "start", "end"].map(|field| record[field].as_u64().unwrap());
    assert_eq!(place(&found[0]), [1, 10, 9, 32], "in the decoded part");
    assert_eq!(place(&found[1]), [2, 4, 10, 27], "in its part");
    assert_eq!(records(&with_input("--json", TEXT).out)[0].get("message"), None);
    let refused = &records(&with_input("--json --explain --input mail", "From: a\n\nhttp://[::/\n").out)[0];
    assert_eq!((&refused["type"], &refused["in"]["part"]), (&json!("rejection"), &json!("1")));
}

#[test]
fn all_forms_of_a_text_are_searched_on_request() {
    let message = "From: a\nContent-Type: multipart/alternative; boundary=b\n\n--b\n\nhttp://a.example/\n--b\n\
                   Content-Type: text/html\n\n<a href=\"http://b.example/\">\n--b--\n";
    assert_eq!(with_input("--input mail", message).out, "http://a.example/\nhttp://b.example/\n");
    let message = message.replace("http://b.example/", "http://a.example");
    assert_eq!(with_input("--input mail", &message).out, "http://a.example/\n");
    assert_eq!(with_input("--input mail --all-parts", &message).out, "http://a.example/\nhttp://a.example\n");
}

#[test]
fn html_is_read_as_such() {
    let page = "<!DOCTYPE html>\n<base href=http://a.example/>\n<a href='b?c&amp;d'>x</a> http://c.example/<b>e</b>\n";
    let urls = "http://a.example/b?c&d\nhttp://c.example/e\n";
    for words in ["", "--input html", "--input auto"] {
        assert_eq!(with_input(words, page).out, urls, "{words}");
    }
    assert_eq!(with_input("--input text", page).out, "http://a.example/\nhttp://c.example/\n");
    let listed = "3:10:55:http://a.example/b?c&d\n3:27:72:http://c.example/e\n";
    assert_eq!(with_input("-n --column -b", page).out, listed);
    assert_eq!((with_input("-c", page).out, with_input("-q", page).status), ("2\n".to_string(), 0));
    assert_eq!(with_input("-s ftp", page).status, 1);
    let found = records(&with_input("--json", page).out);
    let fields = ["url", "text", "delimiter", "element", "attribute", "start", "end"];
    let of = |record: &Value| fields.map(|field| record.get(field).cloned().unwrap_or_default());
    let first = json!(["http://a.example/b?c&d", "b?c&amp;d", "attribute", "a", "href", 55, 64]);
    let second = json!(["http://c.example/e", "http://c.example/<b>e", "bare", null, null, 72, 93]);
    assert_eq!((json!(of(&found[0])), json!(of(&found[1]))), (first, second));
    assert_eq!(found[1].get("attribute"), None);
}

#[test]
fn html_that_is_wrong_is_named() {
    let page = "<a href='http://a.example/50%'>x</a> <a href='http://b.example/'>y</a>";
    let done = with_input("--input html --explain", page);
    assert_eq!(done.out, "http://b.example/\n");
    let shown = "-:1:10: refused: a percent sign must be followed by two hexadecimal digits (rfc3986 2.1 pct-encoded)";
    assert!(
        done.err.contains(shown) && done.err.contains("\n    http://a.example/50%\n                       ^\n"),
        "{}",
        done.err
    );
    let done = with_input("--input html --message-limit 10", page);
    assert_eq!((done.status, done.out.lines().count()), (2, 1));
    assert!(done.err.contains("is larger than the limit of 10 bytes"), "{}", done.err);
    let done = with_input("--input html --html", page);
    assert!(done.status == 2 && done.err.contains("the input is HTML already"), "{}", done.err);
}

#[test]
fn header_fields_are_searched_on_request_and_named() {
    let message = "From: a\nSubject: at http://a.example/\nReferences: <http://b.example/>\n\nhttp://c.example/\n";
    assert_eq!(with_input("--input mail", message).out, "http://c.example/\n");
    assert_eq!(with_input("--input mail --headers", message).out, "http://a.example/\nhttp://c.example/\n");
    let found = records(&with_input("--input mail --headers --json", message).out);
    let place = |record: &Value| (record["message"]["header"].clone(), record["message"]["part"].clone());
    assert_eq!(place(&found[0]), (json!("Subject"), Value::Null));
    assert_eq!((&found[0]["start"], &found[0]["line"], &found[0]["column"]), (&json!(3), &json!(1), &json!(4)));
    assert_eq!(found[1]["message"].get("header"), None, "what is in a body is told as ever");
}

/// Three messages, of which the last is the earliest and the second has no date; the first URL is in two of them.
const DATED: &str = "From a@a.example Tue Mar  3 10:20:30 2009\nFrom: a\nDate: Tue, 3 Mar 2009 10:20:30 +0100\n\n\
                     http://a.example/~b http://c.example/\n\n\
                     From a@a.example Tue Mar  3 10:20:30 2009\nFrom: a\n\nhttp://d.example/\n\n\
                     From a@a.example Tue Mar  3 10:20:30 2009\nFrom: a\nDate: Tue, 3 Mar 2009 09:20:30 +0000\n\n\
                     HTTP://a.example/%7Eb\n\n\
                     From a@a.example Tue Mar  3 10:20:30 2009\nFrom: a\nDate: Tue, 3 Mar 2009 01:00:00 -0800\n\n\
                     http://a.example/~b\n";

#[test]
fn occurrences_are_counted_with_the_first_and_the_last_date() {
    let done = with_input("--unique=normalized --stats", DATED);
    let dates = ["2009-03-03T01:00:00-08:00", "2009-03-03T10:20:30+01:00"];
    let (first, last) = (dates[0], dates[1]);
    assert_eq!(
        done.out,
        format!(
            "3\t{first}\t{last}\thttp://a.example/~b\n1\t{last}\t{last}\thttp://c.example/\n1\t-\t-\thttp://d.example/\n"
        )
    );
    assert_eq!((done.err.lines().next(), done.err.lines().nth(1)), (Some("5 links"), Some("3 different URLs")));
    let found = records(&with_input("-u --stats --json", DATED).out);
    let types: Vec<&str> = found.iter().map(|record| record["type"].as_str().unwrap()).collect();
    assert_eq!(types, [&["link"; 4][..], &["occurrences"; 4][..], &["summary"][..]].concat());
    let expected =
        json!({"type": "occurrences", "url": "http://a.example/~b", "count": 2, "first": first, "last": last});
    assert_eq!(found[4], expected);
    assert_eq!((&found[6]["first"], &found[6]["last"]), (&Value::Null, &Value::Null));
    assert_eq!(found[8]["unique"], 4);
    assert_eq!(with_input("-u0 --stats", "http://a.example/").out, "1\t-\t-\thttp://a.example/\0");
    assert_eq!(with_input("-uc --stats", DATED).out, "4\n", "a count is a count");
}

#[test]
fn statistics_are_told_at_the_end() {
    let dir = Dir::new("stats");
    let damaged =
        "From: a\nTo: b\nSubject: c\nContent-Type: text/plain; charset=x-odd\nContent-Transfer-Encoding: x-odd\n\nx\n";
    dir.file("all/a", TEXT)
        .file("all/binary", "\0http://a.example/")
        .file("all/c.eml", damaged)
        .file("all/d", "nothing");
    let done = dir.run("--stats all missing");
    let (errors, told): (Vec<&str>, Vec<&str>) = done.err.lines().partition(|line| line.starts_with("napkin: "));
    assert_eq!((errors.len(), done.status), (3, 2));
    let bytes = format!("{} bytes read", TEXT.len() + damaged.len() + "nothing".len());
    let expected = [
        "2 links",
        "3 files searched",
        "1 file with links",
        "1 file passed over",
        &bytes,
        "1 message",
        "1 damaged message",
        "1 error",
    ];
    assert_eq!(told, expected);
    assert_eq!(done.out, dir.run("all missing").out, "the list is as it is without them");
    let found = records(&dir.run("--stats --json all").out);
    let summary = json!({
        "type": "summary", "links": 2, "files": 3, "files_with_links": 1, "passed_over": 1,
        "bytes": TEXT.len() + damaged.len() + 7, "messages": 1, "damaged": 1, "errors": 0,
    });
    assert_eq!(found.last(), Some(&summary));
    assert_eq!(records(&dir.run("--stats --json -m0 all").out).len(), 1);
    for quiet in ["--stats -q all/a", "--stats --html all/a", "--stats --no-stats all/a"] {
        assert_eq!(dir.run(quiet).err, "", "{quiet}");
    }
}

#[test]
fn what_gateways_wrote_is_undone_on_request() {
    let written = "https://slack-redir.net/link?url=https%3A%2F%2Fa.example%2Fb";
    let text = format!("at {written}, or http://c.example/");
    assert_eq!(with_input("--unwrap", &text).out, "https://a.example/b\nhttp://c.example/\n");
    assert_eq!(with_input("", &text).out, format!("{written}\nhttp://c.example/\n"));
    let found = records(&with_input("--unwrap --json", &text).out);
    let fields = |record: &Value| ["url", "host", "text", "written", "alternative"].map(|name| record[name].clone());
    assert_eq!(fields(&found[0]), ["https://a.example/b", "a.example", written, written, written].map(Value::from));
    assert_eq!((found[1].get("written"), &found[1]["alternative"]), (None, &Value::Null));
    let html = with_input("--unwrap --html", &text).out;
    assert!(html.starts_with(&format!(r#"at <a href="https://a.example/b">{written}</a>,"#)), "{html}");
    let mail = format!("From: a\nContent-Transfer-Encoding: quoted-printable\n\n{}\n", text.replace('=', "=3D"));
    assert_eq!(with_input("--unwrap --input mail", mail).out, "https://a.example/b\nhttp://c.example/\n");
    assert_eq!(with_input("--unwrap -u", format!("{text} https://a.example/b")).out.lines().count(), 2);
}

/// Every ```` ```console ```` block of the README and of `docs/` is run by a shell, to which `#g` is a comment: lines that
/// begin with `$ ` are commands, run where the files of the examples are, and what follows is all they print.
#[cfg(unix)]
#[test]
fn the_documents_tell_the_truth() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let in_docs = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let mut documents: Vec<PathBuf> =
        in_docs.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect();
    documents.push(root.join("README.md"));
    let command = Path::new(env!("CARGO_BIN_EXE_napkin")).parent().unwrap();
    let path = format!("{}:{}", command.display(), env::var("PATH").unwrap());
    let mut ran = Vec::new();
    for document in documents {
        let text = fs::read_to_string(&document).unwrap();
        for block in text.split("```console\n").skip(1) {
            let block = block.split("```").next().unwrap();
            let steps = block.strip_prefix("$ ").expect("a transcript begins with a command");
            for step in steps.split("\n$ ") {
                let (line, expected) = step.split_once('\n').unwrap_or((step, ""));
                let mut shell = Command::new("sh");
                shell
                    .args(["-c", line])
                    .env("PATH", &path)
                    .env_remove("COLUMNS")
                    .stdin(Stdio::null())
                    .current_dir(root.join("tests/command/files"));
                let done = done(shell.output().unwrap());
                let printed = done.out.strip_suffix('\n').unwrap_or(&done.out);
                let expected = expected.strip_suffix('\n').unwrap_or(expected);
                assert_eq!(printed, expected, "{}: {line}: {}", document.display(), done.err);
                ran.push(line.to_owned());
            }
        }
    }
    assert!(ran.iter().any(|line| line == "napkin -h"), "the usage is in one of them: {ran:?}");
}
