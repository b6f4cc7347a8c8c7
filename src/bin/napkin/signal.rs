//! An interrupt from the keyboard: nothing is cut off in the middle of a line.

use std::sync::Arc;

use crate::out::Turns;

/// From here on an interrupt waits for what is being written, and ends the program as it would otherwise.
#[cfg(unix)]
pub fn stop_whole(turns: &Arc<Turns>) {
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
            let _ = low_level::emulate_default_handler(signal);
        }
    });
}

/// Elsewhere an interrupt does what it always did.
#[cfg(not(unix))]
pub fn stop_whole(_: &Arc<Turns>) {}
