//! The transcripts in `transcripts/`: what the command prints, and the status it ends with.
//!
//! In a block of `console` each line that begins with `$` is run by a shell. Below stand what it prints, behind `!` what
//! it prints to standard error, and behind `?` its status if that isn't 0. Each heading of the second level begins in a
//! new folder, with the files of `inputs/`. `␄` stands where an output ends without a line end, and other control characters
//! are shown by their pictures. `SNAPSHOTS=overwrite` writes down what comes out now.

use std::{
    fs,
    path::{Path, PathBuf},
};

use snapbox::{Assert, Data};

use crate::shell;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/command");

/// Runs all commands of a file, and compares it with itself as it would be now.
fn check(name: &str) {
    let path = Path::new(FOLDER).join("transcripts").join(name).with_extension("md");
    let expected = Data::read_from(&path, None);
    let source = fs::read_to_string(&path).expect("the transcript is there");
    Assert::new().action_env("SNAPSHOTS").eq(replay(name, &source), expected.raw());
}

/// A transcript with what its commands print now.
fn replay(name: &str, source: &str) -> String {
    let mut replayed = String::new();
    let mut folder = None;
    let mut is_console = false;
    for line in source.lines() {
        match line {
            "```console" => is_console = true,
            "```" => is_console = false,
            _ if is_console => {
                let Some(command) = line.strip_prefix("$ ") else { continue };
                let folder = folder.as_deref().expect("a heading stands before the first command");
                replayed += &format!("{line}\n{}", run(command, folder));
                continue;
            }
            _ => {}
        }
        if let Some(heading) = line.strip_prefix("## ") {
            folder = Some(new_folder(name, heading));
        }
        replayed.push_str(line);
        replayed.push('\n');
    }
    replayed
}

/// A folder with nothing in it but the files that all transcripts share.
fn new_folder(name: &str, heading: &str) -> PathBuf {
    let heading: String = heading.chars().filter(|c| c.is_alphanumeric()).collect();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("transcripts").join(name).join(heading);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder is made");
    for file in fs::read_dir(Path::new(FOLDER).join("inputs")).expect("the files are there") {
        let file = file.expect("the folder can be read");
        fs::copy(file.path(), folder.join(file.file_name())).expect("the file is copied");
    }
    folder
}

/// What a command prints, and its status, as a transcript has them.
fn run(command: &str, folder: &Path) -> String {
    let output = shell::run(command, folder);
    let mut shown = show(&output.stdout);
    shown.extend(show(&output.stderr).lines().map(|line| format!("! {line}\n")));
    assert!(!shown.contains("panicked"), "{command}: {shown}");
    match output.status.code().expect("it ends by itself") {
        0 => shown,
        status => shown + &format!("? {status}\n"),
    }
}

/// Output without control characters but line ends.
fn show(output: &[u8]) -> String {
    let text = String::from_utf8_lossy(output);
    let picture = |c: char| match c {
        '\0'..='\x1F' if c != '\n' => char::from_u32(0x2400 + c as u32).unwrap_or(c),
        _ => c,
    };
    let mut shown: String = text.chars().map(picture).collect();
    if !shown.is_empty() && !shown.ends_with('\n') {
        shown.push_str("␄\n");
    }
    shown
}

/// A test for each file, and none forgotten.
macro_rules! transcripts {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                check(stringify!($name));
            }
        )*

        #[test]
        fn none_is_forgotten() {
            let files = fs::read_dir(Path::new(FOLDER).join("transcripts")).expect("the folder is there");
            let mut names: Vec<PathBuf> = files.map(|file| file.expect("it can be read").path()).collect();
            names.sort();
            let names: Vec<_> = names.iter().filter_map(|path| path.file_stem()?.to_str()).collect();
            assert_eq!(names, [$(stringify!($name)),*]);
        }
    };
}

transcripts! {
    around choice files filters formats html json list mail mistakes output pages places statistics terminal verbs
}
