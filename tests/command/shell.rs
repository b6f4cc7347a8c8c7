//! A shell that finds the command.

use std::{
    env,
    path::Path,
    process::{Command, Output, Stdio},
};

/// What a command line does in this folder, with nothing on its standard input.
pub fn run(line: &str, folder: &Path) -> Output {
    let command = Path::new(env!("CARGO_BIN_EXE_napkin")).parent().expect("the command stands in a folder");
    let path = env::var_os("PATH").unwrap_or_default();
    let paths = [command.to_path_buf()].into_iter().chain(env::split_paths(&path));
    Command::new("sh")
        .args(["-c", line])
        .current_dir(folder)
        .env("PATH", env::join_paths(paths).expect("no path has a colon"))
        .env("LC_ALL", "C.UTF-8")
        .env_remove("COLUMNS")
        .env_remove("NO_COLOR")
        .stdin(Stdio::null())
        .output()
        .expect("there is a shell")
}
