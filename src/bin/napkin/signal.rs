//! Interrupts: no line is cut in the middle.

use std::{
    ffi::OsString,
    path::PathBuf,
    sync::{Arc, atomic::AtomicBool},
};

use crate::output::turns::Turns;

#[derive(Debug)]
pub struct Temporaries {
    pub folder: PathBuf,
    /// The one file; `None` for all files of an archive.
    pub file: Option<OsString>,
}

/// From here on, an interrupt waits for the current write and then ends the program as usual. Temporary files are
/// removed.
#[cfg(unix)]
pub fn stop_whole(turns: &Arc<Turns>, temporaries: Vec<Temporaries>) {
    use signal_hook::{
        consts::{SIGINT, SIGTERM},
        flag,
        iterator::Signals,
        low_level,
    };
    // If signals can't be caught, interrupts work as before. They are registered here because the thread may start
    // after the first write.
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
        // No more are handled, so signals work as before.
        for signal in [SIGINT, SIGTERM] {
            let _ = flag::register_conditional_default(signal, Arc::new(AtomicBool::new(true)));
        }
    }
}

/// Removes the temporary files of this process. Their names begin with a full stop and end in the process id.
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

/// Elsewhere, interrupts work as usual.
#[cfg(not(unix))]
pub fn stop_whole(_: &Arc<Turns>, _: Vec<Temporaries>) {}
