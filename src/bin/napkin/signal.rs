//! An interrupt from the keyboard: nothing is cut off in the middle of a line.

use std::{
    ffi::OsString,
    path::PathBuf,
    sync::{Arc, atomic::AtomicBool},
};

use crate::output::turns::Turns;

/// What is being written beside the files that it is to be.
#[derive(Debug)]
pub struct Temporaries {
    pub folder: PathBuf,
    /// The one file; `None` for the files of an archive.
    pub file: Option<OsString>,
}

/// From here on an interrupt waits for what is being written, and ends the program as it would otherwise. What was being written beside
/// files is gone then.
#[cfg(unix)]
pub fn stop_whole(turns: &Arc<Turns>, temporaries: Vec<Temporaries>) {
    use signal_hook::{
        consts::{SIGINT, SIGTERM},
        flag,
        iterator::Signals,
        low_level,
    };
    // Where that can't be had, an interrupt does what it always did. It is asked for here and not by the thread, which may run
    // for the first time when something has been written already.
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else { return };
    let turns = Arc::clone(turns);
    let waits = std::thread::Builder::new().spawn(move || {
        if let Some(signal) = signals.forever().next() {
            turns.stop();
            temporaries.iter().for_each(remove);
            let _ = low_level::emulate_default_handler(signal);
        }
    });
    if waits.is_err() {
        // Nobody waits for them, so they are to do what they always did.
        for signal in [SIGINT, SIGTERM] {
            let _ = flag::register_conditional_default(signal, Arc::new(AtomicBool::new(true)));
        }
    }
}

/// Removes what this process writes beside files: its names begin with a full stop and end in the number of the process.
#[cfg(unix)]
fn remove(temporaries: &Temporaries) {
    let end = format!(".{}", std::process::id());
    let is_own = |name: &[u8]| match &temporaries.file {
        Some(file) => name == file.as_encoded_bytes(),
        None => !name.is_empty(),
    };
    for entry in std::fs::read_dir(&temporaries.folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let own = name.as_encoded_bytes().strip_prefix(b".").and_then(|name| name.strip_suffix(end.as_bytes()));
        if own.is_some_and(is_own) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// Elsewhere an interrupt does what it always did.
#[cfg(not(unix))]
pub fn stop_whole(_: &Arc<Turns>, _: Vec<Temporaries>) {}
