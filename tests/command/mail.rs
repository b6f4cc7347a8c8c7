//! Every message of the corpus through the command's standard input.

use std::{
    collections::HashSet,
    fs,
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

use serde_json::Value;

use crate::support::messages::{Flavour, cases};

fn records(words: &[&str], input: &[u8]) -> Vec<Value> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_napkin"));
    command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    let output = child.wait_with_output().unwrap();
    let lines = str::from_utf8(&output.stdout).unwrap().lines();
    lines.map(|line| serde_json::from_str::<Value>(line).unwrap()).filter(|record| record["type"] == "link").collect()
}

#[test]
fn every_message_has_the_same_links() {
    for case in cases() {
        let found = records(&["--json", "--input", "mail", "-"], &case.message());
        let string = |value: &Value| value.as_str().unwrap().to_string();
        let found: Vec<_> =
            found.iter().map(|record| (string(&record["url"]), string(&record["message"]["part"]))).collect();
        let expected: Vec<_> = case.expected().iter().map(|(url, part)| (url.to_string(), part.to_string())).collect();
        assert_eq!(found, expected, "{}", case.name);
    }
}

#[test]
fn every_mailbox_is_known_for_one() {
    for flavour in Flavour::ALL {
        let mut cases = cases();
        cases.retain(|case| flavour.holds(&case.message()));
        let links: usize = cases.iter().map(|case| case.links.len()).sum();
        let mut mailbox = Vec::new();
        for case in &cases {
            flavour.add(&mut mailbox, &case.message());
        }
        let found = records(&["--json"], &mailbox);
        assert_eq!(found.len(), links, "{flavour:?}");
        assert!(found.iter().all(|record| record["message"]["number"].is_u64()), "{flavour:?}");
    }
}

/// The length of a file says whether a message is too large, and of what only comes in it is found out.
#[test]
fn a_message_is_as_large_in_a_file_as_in_a_pipe() {
    // Taken apart, it has another URL than as a text.
    let body = "http://a.example/?taken=3Dapart\r\n\r\n".to_string() + &"soup and more soup\r\n".repeat(4000);
    let header = "From: a@a.example\r\nTo: b@a.example\r\nSubject: Soup\r\nDate: Sat, 21 Nov 2026 14:02:09 +0100\r\n";
    let encoding = "Content-Transfer-Encoding: quoted-printable\r\n\r\n";
    let message = [header, encoding, &body].concat();
    let article = format!("#! rnews {}\n{message}", message.len());
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("large.eml");
    for text in
        [&message, &format!("\u{FEFF}{message}"), &format!("From a Sat Nov 21 14:02:09 2026\n{message}"), &article]
    {
        fs::write(&path, text).unwrap();
        let mut kinds = HashSet::new();
        for limit in
            [0, 1000, text.len() - 5, text.len() - 4, text.len() - 3, text.len() - 1, text.len(), text.len() + 1]
        {
            let words = ["--json", "--message-limit", &limit.to_string()];
            let mut in_file = records(&[&words[..], &[path.to_str().unwrap()]].concat(), b"");
            in_file.iter_mut().for_each(|record| record["path"] = "-".into());
            assert_eq!(in_file, records(&words, text.as_bytes()), "{limit}");
            kinds.insert(in_file[0]["url"].to_string());
        }
        assert_eq!(kinds.len(), 2, "{kinds:?}");
    }
}
