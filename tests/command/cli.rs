//! What a transcript can't show: pipes that close, disks that are full, names of any bytes, and much input.

use std::{
    fs,
    io::{Read, Write},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use serde_json::{Value, json};

/// Two URLs, the first of them in two pieces.
const TEXT: &str = "See <http://a.example/b/\n  c> and\n  http://d.example/?e=1&f=2\n";

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
fn breaks_are_explained() {
    let text = "> it is at http://www.archive.example/papers/2026/a-survey-of-wrapped-\n> urls-in-mail.html\n>\n";
    let records = records(&with_input("--json --explain", text).out);
    let (seen, link) = (&records[0], &records[1]);
    assert_eq!((&seen["type"], &seen["joined"], &seen["at"]), (&json!("break"), &json!(true), &json!(70)));
    assert!(seen["evidence"]["ends-in-hyphen"].as_f64().is_some_and(|weight| weight > 0.0), "{seen}");
    assert_eq!(link["rejoined"]["by"], "evidence");
    assert_eq!(link["rejoined"]["confidence"], seen["confidence"]);
    assert_eq!(link["alternative"], "http://www.archive.example/papers/2026/a-survey-of-wrapped-");

    let confidence = seen["confidence"].as_f64().unwrap();
    let at_least = |confidence: f64| with_input(&format!("--rejoin {confidence}"), text).out;
    assert!(at_least(confidence).ends_with("wrapped-urls-in-mail.html\n"), "{confidence}");
    assert!(at_least(confidence + 0.0001).ends_with("wrapped-\n"), "{confidence}");
    assert_eq!(with_input("--rejoin 1.5", text).status, 2);
    assert!(
        with_input("--rejoin most", text).err.contains("choose from off, delimited, auto, eager, a number from 0 to 1")
    );

    let done = with_input("--explain", text);
    assert!(done.err.starts_with("napkin: -:1:12: joined ("), "{}", done.err);
    assert!(done.err.contains("for it: ") && done.err.contains("ends-in-hyphen"), "{}", done.err);
    let apart = with_input("--explain --rejoin eager", "http://a.example/b/\nword\n");
    assert!(apart.err.contains("not joined (0."), "{}", apart.err);
}

#[test]
fn a_large_file_in_a_folder_is_searched_to_its_end() {
    let dir = Dir::new("large");
    let text = "x".repeat(8190) + " http://a.example/long/across/the/head ";
    dir.file("d/a", text + &"y ".repeat(50_000) + "http://z.example/");
    assert_eq!(dir.run("-bI d").out, "8191:http://a.example/long/across/the/head\n108229:http://z.example/\n");
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_name_can_be_any_bytes() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
    let dir = Dir::new("bytes");
    let name = OsStr::from_bytes(b"a\xFF\x1b\n");
    fs::write(dir.0.join(name), "http://a.example/").unwrap();
    let output = command("-l").arg(name).current_dir(&dir.0).output().unwrap();
    assert_eq!(output.stdout, b"a\xFF\x1b\\u{a}\n", "a name is one line, and otherwise left alone");
    let output = command("-l0").arg(name).current_dir(&dir.0).output().unwrap();
    assert_eq!(output.stdout, b"a\xFF\x1b\n\0", "where records do not end in line feeds it is left alone");
    let output = command("--json").arg(name).current_dir(&dir.0).output().unwrap();
    assert_eq!(records(&String::from_utf8(output.stdout).unwrap())[0]["path"], json!({"bytes": "Yf8bCg=="}));
    let output = command("").arg(OsStr::from_bytes(b"no\x1b\nsuch")).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.starts_with(r"napkin: no\u{1b}\u{a}such: "), "a message is one line: {message}");
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_it_quietly() {
    let dir = Dir::new("pipe");
    dir.file("a", "http://a.example/ ".repeat(100_000));
    for words in ["a", "--json a", "--html a", "--line a", "--csv a", "-j3 a a a a"] {
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

/// `script` of util-linux lends a terminal.
#[cfg(target_os = "linux")]
#[test]
fn progress_is_told_on_a_terminal_and_taken_back() {
    let dir = Dir::new("progress");
    dir.file("a", TEXT.repeat(100_000)).file("b", TEXT);
    let napkin = env!("CARGO_BIN_EXE_napkin");
    let told = |line: String| {
        let mut command = Command::new("script");
        command.args(["-qec", &line, "/dev/null"]).current_dir(&dir.0).stdin(Stdio::null());
        String::from_utf8(command.output().expect("script is there").stdout).unwrap()
    };
    let progress = told(format!("'{napkin}' --progress -j2 a b >out"));
    assert!(
        progress.starts_with("\r") && progress.contains(" of 2 files") && progress.contains(" MB/s, "),
        "{progress:?}"
    );
    assert!(progress.ends_with("\r\x1b[K"), "nothing is left of it: {progress:?}");
    assert_eq!(told(format!("'{napkin}' -j2 a b >out")), "");
    // It would stand in the middle of what is found.
    assert!(!told(format!("'{napkin}' --progress -j2 b")).contains(" MB"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_a_whole_last_line() {
    let dir = Dir::new("interrupt");
    dir.file("a", "http://a.example/of/some/length ".repeat(200_000));
    // So much of it that it isn't over before the signal comes, however busy the machine is.
    let files = "a ".repeat(40);
    for words in ["", "--json ", "-j2 ", "--line-buffered "] {
        let mut command = command(&format!("{words}{files}"));
        let mut child = command.current_dir(&dir.0).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut out = child.stdout.take().unwrap();
        let mut printed = vec![0; 100_000];
        out.read_exact(&mut printed).unwrap();
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        out.read_to_end(&mut printed).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr.len()), (None, 0), "{words}: it ends by the signal");
        assert!(printed.ends_with(b"\n") && printed.len() < 200_000_000, "{words}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_also_at_the_last_flush() {
    let dir = Dir::new("full");
    dir.file("little", TEXT).file("much", TEXT.repeat(10_000));
    for words in [
        "little",
        "much",
        "--json little",
        "--html little",
        "--html much",
        "-c little",
        "-j3 much much much",
        "--line much",
        "-C1 little",
        "--vimgrep little",
        "--csv little",
        "--tsv much",
        "--format {url} little",
        "--top 3 little",
        "--counts little",
        "-u little",
        "--by-message little",
        "-l little",
        "--files little",
        "--stats --json little",
        "man",
        "-h",
        "--version",
    ] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = command(words).current_dir(&dir.0).stdout(full).stderr(Stdio::piped()).spawn().unwrap();
        let done = done(output.wait_with_output().unwrap());
        assert_eq!(done.status, 2, "{words}");
        assert_eq!(done.err.lines().count(), 1, "{words}: {}", done.err);
        assert!(done.err.starts_with("napkin: standard output: "), "{words}: {}", done.err);
    }
}

#[test]
fn help_and_version() {
    let done = with_input("--version", "");
    assert_eq!((done.out, done.status), (format!("napkin {}\n", env!("CARGO_PKG_VERSION")), 0));
    let (short, long) = (with_input("-h", "").out, with_input("--help", "").out);
    assert!(short.lines().all(|line| line.len() <= 100), "{short}");
    assert!(long.len() > short.len());
}

/// The values of templates and tables are in the help, and on the page of the options.
#[test]
fn all_values_are_described() {
    let message = with_input("--format {nose}", "").err;
    let (_, values) = message.split_once("expected one of ").expect("the message lists the values");
    let (values, _) = values.split_once(" (see").expect("the list ends");
    let help = with_input("--help", "").out;
    let (_, help) = help.split_once("Values: path,").expect("the help lists the values");
    let help: Vec<&str> = help.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';')).collect();
    let page = include_str!("../../docs/options.md");
    for value in values.split(", ").skip(1) {
        let is_helped = help.iter().any(|word| word.trim_end_matches('.') == value);
        assert!(is_helped, "the help of --format lacks {value}, in src/bin/napkin/arguments/output.rs");
        assert!(page.contains(&format!("`{value}`")), "docs/options.md lacks {value}");
    }
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

/// An interrupt leaves nothing behind of a page that is being written.
#[test]
#[cfg(unix)]
fn an_interrupt_leaves_nothing_beside_a_page() {
    let dir = Dir::new("page-interrupt");
    let mut running = Command::new(env!("CARGO_BIN_EXE_napkin"))
        .args(["--html", "-o", "page.html"])
        .current_dir(&dir.0)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // It waits for more as long as this is open.
    let input = running.stdin.take();
    let names = || -> Vec<_> { fs::read_dir(&dir.0).unwrap().map(|file| file.unwrap().file_name()).collect() };
    let begin = std::time::Instant::now();
    while names().is_empty() && begin.elapsed().as_secs() < 30 {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert_eq!(names().len(), 1);
    // The signals are asked for behind that.
    std::thread::sleep(std::time::Duration::from_millis(500));
    assert!(Command::new("kill").arg(running.id().to_string()).status().unwrap().success());
    assert!(!running.wait().unwrap().success());
    drop(input);
    assert_eq!(names(), Vec::<std::ffi::OsString>::new());
}

/// What is there is replaced by a page that is whole, and by nothing else.
#[test]
#[cfg(unix)]
fn a_page_takes_the_place_of_nothing_but_a_page() {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};

    const MAIL: &str =
        "From a@a.example Sat Nov 21 14:02:09 2026\nFrom: a@a.example\nSubject: b\n\nhttp://m.example/\n";
    let dir = Dir::new("page-places");
    dir.file("a.txt", "http://a.example/\n").file("old.html", "old").file("m.mbox", MAIL);
    let read = |name: &str| fs::read_to_string(dir.0.join(name)).unwrap();
    // The input, under any name.
    for words in ["--html a.txt -o a.txt", "--html ./a.txt -o a.txt", "--html m.mbox -o m.mbox"] {
        let done = dir.run(words);
        assert!(done.status == 2 && done.err.contains("is also the output"), "{words}: {}", done.err);
    }
    assert_eq!((read("a.txt"), read("m.mbox")), ("http://a.example/\n".into(), MAIL.into()));
    // What can't be read leaves what is there.
    let done = dir.run("--html a.txt missing -o old.html");
    assert!(done.status == 2 && done.err.contains("old.html: is left as it was"), "{}", done.err);
    assert_eq!(read("old.html"), "old");
    assert_eq!(dir.run("--html m.mbox -o archive/").status, 0);
    let index = read("archive/index.html");
    for words in ["--html missing -o archive/", "--html a.txt -o archive/"] {
        assert_eq!(dir.run(words).status, 2, "{words}");
        assert_eq!(read("archive/index.html"), index, "{words}");
    }
    fs::create_dir(dir.0.join("other")).unwrap();
    fs::write(dir.0.join("other/index.html"), "mine").unwrap();
    let done = dir.run("--html m.mbox -o other/");
    assert!(done.status == 2 && done.err.contains("is not empty, and not made by napkin"), "{}", done.err);
    assert_eq!(read("other/index.html"), "mine");
    // Nothing is written through a link, also to where there is no file yet.
    symlink("old.html", dir.0.join("link.html")).unwrap();
    symlink("nothing.html", dir.0.join("dangling.html")).unwrap();
    for link in ["link.html", "dangling.html"] {
        let done = dir.run(&format!("--html a.txt -o {link}"));
        let expected = format!("napkin: --output: {link}: is a symbolic link; name the file it leads to\n");
        assert_eq!((done.status, done.err), (2, expected));
        assert!(fs::symlink_metadata(dir.0.join(link)).unwrap().is_symlink());
    }
    assert!(read("old.html") == "old" && !dir.0.join("nothing.html").exists());
    // A file stays as private as it was; a pipe is written to.
    fs::set_permissions(dir.0.join("old.html"), PermissionsExt::from_mode(0o600)).unwrap();
    assert_eq!(dir.run("--html a.txt -o old.html").status, 0);
    assert!(read("old.html").contains("a.example"));
    assert_eq!(fs::metadata(dir.0.join("old.html")).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(Command::new("mkfifo").arg(dir.0.join("pipe")).status().unwrap().success());
    let reader = Command::new("cat").arg(dir.0.join("pipe")).stdout(Stdio::piped()).spawn().unwrap();
    assert_eq!(dir.run("--html a.txt -o pipe").status, 0);
    assert!(String::from_utf8(reader.wait_with_output().unwrap().stdout).unwrap().contains("a.example"));
    assert!(fs::metadata(dir.0.join("pipe")).unwrap().file_type().is_fifo());
    assert!(dir.run("--html=fragment a.txt -o -").out.contains("a.example"));
    let names: Vec<_> = fs::read_dir(dir.0.join(".")).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert!(names.iter().all(|name| !name.to_string_lossy().starts_with('.')), "{names:?}");
}

#[test]
fn what_was_refused_is_listed_once_where_that_is_asked_for() {
    let dir = Dir::new("rejected");
    dir.file("soup.txt", "http://a.example:80x/ http://b.example:80y/\nhttp://a.example:80x/\n");
    assert_eq!(dir.run("--rejected soup.txt").out.lines().count(), 3);
    assert_eq!(dir.run("--rejected -u soup.txt").out, "http://a.example:80x/\nhttp://b.example:80y/\n");
    let lines = dir.run("--rejected --line soup.txt");
    assert_eq!((lines.out.as_str(), lines.status), ("", 2));
    assert!(lines.err.contains("--line has no effect with --rejected"), "{}", lines.err);
}
