//! Every message of the corpus through the command's standard input.

use std::{
    io::Write,
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
    let cases = cases();
    let links: usize = cases.iter().map(|case| case.links.len()).sum();
    for flavour in Flavour::ALL {
        let mut mailbox = Vec::new();
        cases.iter().for_each(|case| flavour.add(&mut mailbox, &case.message()));
        let found = records(&["--json"], &mailbox);
        assert_eq!(found.len(), links, "{flavour:?}");
        assert!(found.iter().all(|record| record["message"]["number"].is_u64()), "{flavour:?}");
    }
}
