//! Python's lock, in a thread that may have given it away without PyO3's knowledge.
//!
//! PyO3 counts for each thread whether it has the lock. Somebody whom it called may have released it, and then call back: pyarrow does so
//! while it reads a stream. `Python::attach` would believe the count.

#![allow(unsafe_code)]

use pyo3::{ffi, prelude::*};

/// Does something with Python's lock, whoever has it.
pub fn attached<R>(work: impl FnOnce(Python<'_>) -> R) -> R {
    let guard = Guard::new();
    let result = Python::attach(work);
    drop(guard);
    result
}

struct Guard(ffi::PyGILState_STATE);

impl Guard {
    fn new() -> Guard {
        // SAFETY: any thread may ask for the lock of a running interpreter, also the one that has it. It is released as often.
        Guard(unsafe { ffi::PyGILState_Ensure() })
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        // SAFETY: this releases what was taken in this thread, and nothing between the two took the lock and kept it.
        unsafe { ffi::PyGILState_Release(self.0) }
    }
}
