//! The README and the pages of `docs/` tell the truth.

use std::{fs, path::Path};

use crate::shell;

/// Every ```` ```console ```` block is run by a shell, to which `#g` is a comment: lines that begin with `$ ` are commands,
/// run where the files of the examples are, and what follows is all they print.
#[test]
fn every_transcript_comes_out_as_it_is_written() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let in_docs =
        fs::read_dir(root.join("docs")).expect("docs/ is there").map(|entry| entry.expect("it is read").path());
    let mut documents: Vec<_> =
        in_docs.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect();
    documents.push(root.join("README.md"));
    let mut ran = Vec::new();
    for document in documents {
        let text = fs::read_to_string(&document).expect("it is UTF-8");
        for block in text.split("```console\n").skip(1) {
            let block = block.split("```").next().unwrap_or_default();
            let steps = block.strip_prefix("$ ").expect("a transcript begins with a command");
            for step in steps.split("\n$ ") {
                let (line, expected) = step.split_once('\n').unwrap_or((step, ""));
                let output = shell::run(line, &root.join("tests/command/files"));
                let [printed, errors] =
                    [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8"));
                assert!(!errors.contains("panicked"), "{errors}");
                let printed = printed.strip_suffix('\n').unwrap_or(&printed);
                let expected = expected.strip_suffix('\n').unwrap_or(expected);
                assert_eq!(printed, expected, "{}: {line}: {errors}", document.display());
                ran.push(line.to_owned());
            }
        }
    }
    assert!(ran.iter().any(|line| line == "napkin -h"), "the usage is in one of them: {ran:?}");
}
