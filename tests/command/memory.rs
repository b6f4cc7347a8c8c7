//! Memory is bounded, whatever is printed of a text and however much that is.

use std::{fs, path::Path};

use crate::shell;

/// Text in which nothing but refused candidates stands.
const REFUSED: &str = "ftp://% ";

/// How many of them: what is told of all takes more than there is room for.
const TIMES: usize = 1_200_000;

/// How many kilobytes of addresses a program may have, of which the most are its code and the stacks of its threads.
const ROOM: usize = 140_000;

/// All that was told was kept to the end of an input without links.
#[test]
fn what_is_explained_is_not_kept() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    fs::write(folder.join("refused"), REFUSED.repeat(TIMES)).expect("there is room");
    for (options, least) in [("--json --explain", 200 << 20), ("--rejected", 1 << 20)] {
        let line = format!(
            "ulimit -v {ROOM}; MALLOC_ARENA_MAX=1 napkin -j1 {options} refused >told; status=$?; wc -c <told; exit $status"
        );
        let output = shell::run(&line, folder);
        let told: usize = String::from_utf8_lossy(&output.stdout).trim().parse().expect("it is a number");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() != Some(134) && told > least, "{options}: {told} bytes, {said}");
    }
    let output = shell::run(
        &format!("ulimit -v {ROOM}; MALLOC_ARENA_MAX=1 napkin -j1 --explain refused 2>told; tail -n 1 told"),
        folder,
    );
    let last = String::from_utf8_lossy(&output.stdout);
    assert!(last.ends_with("are not told of, as they are too many\n"), "{last}");
    for name in ["refused", "told"] {
        fs::remove_file(folder.join(name)).expect("it is there");
    }
}
