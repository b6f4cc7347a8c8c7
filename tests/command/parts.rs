//! A large text has the same links on any number of threads, and what comes of many files comes in their order.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use serde::Deserialize;

use crate::support::{
    cases,
    messages::{self, Flavour},
    random::Random,
};

/// The text of a case of the corpus, if it is written as one.
#[derive(Deserialize)]
struct Case {
    text: Option<String>,
}

fn run(folder: &Path, words: &str) -> Vec<u8> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_napkin"));
    let output = command.args(words.split_whitespace()).current_dir(folder).stdin(Stdio::null()).output().unwrap();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

fn folder(name: &str) -> std::path::PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("parts-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// The texts of all cases of the corpus in a random order, again and again.
fn text(size: usize, between: &[&str]) -> String {
    let texts: Vec<String> = cases::load::<Case>("cases").into_iter().filter_map(|case| case.text).collect();
    let mut random = Random(size as u64);
    let mut text = String::with_capacity(size + 4096);
    while text.len() < size {
        text.push_str(&texts[random.below(texts.len())]);
        text.push_str(random.of(between));
    }
    text
}

#[test]
fn a_large_text_has_the_same_links_on_any_number_of_threads() {
    let folder = folder("large");
    // What stands between the texts opens delimiters that nothing closes, and breaks lines in every way.
    fs::write(folder.join("text"), text(17 << 20, &["\n", " ", "\r\n", "\n\n", "\n<", "\"\n", "\n> "])).unwrap();
    for (flags, several) in [("-nb --column", &[2, 5][..]), ("--json --rejoin eager -k url,www,email", &[3])] {
        let one = run(&folder, &format!("--input text {flags} -j1 text"));
        assert!(one.len() > 1 << 20, "{flags}: {}", one.len());
        for threads in several {
            assert!(run(&folder, &format!("--input text {flags} -j{threads} text")) == one, "{flags} -j{threads}");
        }
    }
    fs::remove_dir_all(folder).unwrap();
}

/// The messages of the corpus in a random order, again and again, as mailboxes of all flavours keep them.
fn mailbox(size: usize) -> Vec<u8> {
    let messages: Vec<Vec<u8>> = messages::cases().iter().map(messages::Case::message).collect();
    let mut random = Random(size as u64);
    let mut mailbox = Vec::with_capacity(size + (1 << 20));
    while mailbox.len() < size {
        let (flavour, message) = (random.of(&Flavour::ALL), &messages[random.below(messages.len())]);
        if flavour.holds(message) {
            flavour.add(&mut mailbox, message);
        }
    }
    mailbox
}

#[test]
fn a_large_mailbox_has_the_same_links_on_any_number_of_threads() {
    let folder = folder("mailbox");
    fs::write(folder.join("a.mbox"), mailbox(17 << 20)).unwrap();
    // The messages are damaged in many ways, which is told of on standard error and in the status.
    let run = |flags: &str| {
        let command = &mut Command::new(env!("CARGO_BIN_EXE_napkin"));
        command.args(flags.split_whitespace()).arg("a.mbox").current_dir(&folder).stdin(Stdio::null()).output().unwrap()
    };
    for flags in [
        "-Hnb --column",
        "--json --explain --headers",
        "-c --all-parts --stats",
        "-C1 --color always",
        "--by-message --subject e",
        "--top 5 --by url",
        "--tsv",
        "-l",
        "--message-limit 3000 --json --stats",
    ] {
        let one = run(&format!("{flags} -j1"));
        assert!(!one.stdout.is_empty(), "{flags}");
        let threads = if flags.contains("json") { &[2, 3][..] } else { &[2] };
        for threads in threads {
            let several = run(&format!("{flags} -j{threads}"));
            assert!(several == one, "{flags} -j{threads}");
        }
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn many_files_come_in_their_order() {
    let folder = folder("many");
    let mut random = Random(7);
    for number in 0..400 {
        let urls = if number % 50 == 0 { 20_000 } else { random.below(5) };
        let text: String = (0..urls).map(|at| format!("http://h{number}.example/{at}\n")).collect();
        fs::create_dir_all(folder.join(format!("{}", number % 7))).unwrap();
        fs::write(folder.join(format!("{}/{number}", number % 7)), text).unwrap();
    }
    for flags in ["", "-n -m3", "-c", "--json", "--line", "--top 9", "--files", "-l", "-u", "--counts"] {
        let one = run(&folder, &format!("{flags} -j1 ."));
        for threads in [2, 4] {
            assert!(run(&folder, &format!("{flags} -j{threads} .")) == one, "{flags} -j{threads}");
        }
    }
    fs::remove_dir_all(folder).unwrap();
}
