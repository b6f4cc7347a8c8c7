//! An interrupt from the keyboard: nothing is cut off in the middle of a line.

use std::{path::PathBuf, sync::Arc};

use crate::out::Turns;

/// From here on an interrupt waits for what is being written, and ends the program as it would otherwise. What was being written beside a
/// file in the folder is gone then.
#[cfg(unix)]
pub fn stop_whole(turns: &Arc<Turns>, folder: Option<PathBuf>) {
    use signal_hook::{
        consts::{SIGINT, SIGTERM},
        iterator::Signals,
        low_level,
    };
    let turns = Arc::clone(turns);
    // Where that can't be had, an interrupt does what it always did.
    let _ = std::thread::Builder::new().spawn(move || {
        let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else { return };
        if let Some(signal) = signals.forever().next() {
            turns.stop();
            folder.iter().for_each(|folder| remove_temporaries(folder));
            let _ = low_level::emulate_default_handler(signal);
        }
    });
}

/// Removes what this process writes beside files of a folder: its names end in the number of the process.
#[cfg(unix)]
fn remove_temporaries(folder: &std::path::Path) {
    let end = format!(".{}", std::process::id());
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries {
        let name = entry.file_name();
        let name = name.as_encoded_bytes();
        if name.starts_with(b".") && name.ends_with(end.as_bytes()) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// Elsewhere an interrupt does what it always did.
#[cfg(not(unix))]
pub fn stop_whole(_: &Arc<Turns>, _: Option<PathBuf>) {}
