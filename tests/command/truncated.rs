//! A file that becomes shorter while it is read has missing links, and this is told.

use std::{
    fs::{self, File},
    io::{BufRead, BufReader, Read},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

/// More than is read before somebody has to read what is printed, on several threads, too.
const SIZE: usize = if cfg!(debug_assertions) { 16 << 20 } else { 48 << 20 };

/// A line of what is read, and nearly as much is printed of it.
const LINE: &str = "http://a.example/what-is-read-of-it-is-searched\n";

fn file(name: &str, line: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("truncated-{name}"));
    fs::write(&path, line.repeat(SIZE / line.len())).unwrap();
    path
}

/// Truncates the file as soon as something was printed, and says what came then: how many bytes, and the messages.
fn truncate(path: &Path, mut child: Child) -> (usize, String) {
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    File::options().write(true).open(path).unwrap().set_len(0).unwrap();
    let rest = std::io::copy(&mut out, &mut std::io::sink()).unwrap();
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(2), "{said}");
    fs::remove_file(path).unwrap();
    (line.len() + rest as usize, said)
}

fn napkin(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_napkin"));
    command.args(words).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[test]
fn what_is_missing_is_told_once() {
    let message = "From kim@a.example Sat Nov 21 14:02:09 2026\nSubject: Soup\n\nhttp://m.example/soup\n\n";
    for (name, words, line) in [
        ("text", &["-j1"][..], LINE),
        ("html", &["-j1", "--html=fragment"], LINE),
        ("decoded", &["-j1", "--encoding", "latin1"], LINE),
        ("parts", &["-j3"], LINE),
        ("lines", &["-j3", "-n"], LINE),
        ("mailbox", &["-j1", "--json"], message),
        ("messages", &["-j3", "--json"], message),
    ] {
        let path = file(name, line);
        let (printed, said) = truncate(&path, napkin(words).arg(&path).spawn().unwrap());
        // Napkin also reports a message that lost its header at the cut.
        let truncation = format!("napkin: {}: was truncated during the search: ", path.display());
        assert_eq!(said.matches(&truncation).count(), 1, "{name}: {said}");
        assert!(printed > 1 << 12, "{name}: what was read was searched: {printed}");
    }
}

/// A file that another one replaces while it is searched is searched as it was.
#[test]
fn what_is_replaced_is_read_to_its_end() {
    let message = "From kim@a.example Sat Nov 21 14:02:09 2026\nSubject: Soup\n\nhttp://m.example/soup\n\n";
    for (name, words, line) in [
        ("one", &["-j1"][..], LINE),
        ("parts", &["-j3"], LINE),
        ("lines", &["-j3", "-n"], LINE),
        ("messages", &["-j3", "--json"], message),
    ] {
        let path = file(&format!("replaced-{name}"), line);
        let count = fs::metadata(&path).unwrap().len() as usize / line.len();
        let other = path.with_extension("new");
        fs::write(&other, line.replace(".example/", ".replaced.example/").repeat(SIZE / line.len())).unwrap();
        let mut child = napkin(words).arg(&path).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut printed = String::new();
        out.read_line(&mut printed).unwrap();
        fs::rename(&other, &path).unwrap();
        out.read_to_string(&mut printed).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(0), "{name}");
        assert_eq!((printed.lines().count(), printed.matches("replaced.example").count()), (count, 0), "{name}");
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn standard_input_may_be_a_file() {
    let path = file("standard-input", LINE);
    let (_, said) = truncate(&path, napkin(&["-j1"]).stdin(File::open(&path).unwrap()).spawn().unwrap());
    assert!(said.starts_with("napkin: -: was truncated during the search: "), "{said}");
}
