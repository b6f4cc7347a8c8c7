//! The README and the pages of `docs/` tell the truth.

use std::{
    env, fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use crate::shell;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Programs that examples use and that not every machine has.
const OPTIONAL: [&str; 3] = ["jq", "fzf", "pdftotext"];

/// A shell runs every ```` ```console ```` block. Lines that begin with `$ ` are commands, the lines below are their
/// whole output. Each document gets a fresh copy of the example files.
#[test]
fn every_transcript_comes_out_as_it_is_written() {
    let in_docs = fs::read_dir(Path::new(ROOT).join("docs")).expect("docs/ is there");
    let mut documents: Vec<_> = in_docs
        .map(|entry| entry.expect("it is read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    documents.push(Path::new(ROOT).join("README.md"));
    let missing: Vec<&str> = OPTIONAL.into_iter().filter(|program| !is_installed(program)).collect();
    let mut ran = Vec::new();
    for document in documents {
        let folder = new_folder(&document);
        let text = fs::read_to_string(&document).expect("it is UTF-8");
        for block in text.split("```console\n").skip(1) {
            let block = block.split("```").next().unwrap_or_default();
            let steps = block.strip_prefix("$ ").expect("a transcript begins with a command");
            for step in steps.split("\n$ ") {
                let (line, expected) = step.split_once('\n').unwrap_or((step, ""));
                if let Some(program) = missing.iter().find(|program| line.split(' ').any(|word| word == **program)) {
                    assert!(env::var_os("CI").is_none(), "{program} is not installed: {line}");
                    // A test's own output is hidden if it passes, but not this.
                    let note = format!("NOT RUN: {program} is not installed: {line}\n");
                    io::stderr().write_all(note.as_bytes()).expect("standard error is open");
                    continue;
                }
                let output = shell::run(line, &folder);
                let [printed, errors] =
                    [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8"));
                assert!(!errors.contains("panicked"), "{errors}");
                let printed = printed.strip_suffix('\n').unwrap_or(&printed);
                let expected = expected.strip_suffix('\n').unwrap_or(expected);
                assert!(
                    printed == expected,
                    "{}: `{line}` prints\n{printed}\n{errors}\ninstead of\n{expected}",
                    document.display()
                );
                ran.push(line.to_owned());
            }
        }
    }
    assert!(ran.iter().any(|line| line == "napkin -h"), "the usage is in one of them: {ran:?}");
}

/// Returns `true` if a shell finds this program.
fn is_installed(program: &str) -> bool {
    shell::run(&format!("command -v {program}"), Path::new(ROOT)).status.success()
}

/// A folder with nothing in it but the example files.
fn new_folder(document: &Path) -> PathBuf {
    let name = document.file_stem().expect("a document has a name");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("documents").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder is made");
    for file in fs::read_dir(Path::new(ROOT).join("tests/command/files")).expect("the files are there") {
        let file = file.expect("the folder can be read");
        fs::copy(file.path(), folder.join(file.file_name())).expect("the file is copied");
    }
    folder
}
