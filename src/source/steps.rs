//! Counts the bytes that are looked at, some more than once: in tests, which keep the work in proportion to the document.

#[cfg(test)]
use std::cell::Cell;

#[cfg(test)]
thread_local! {
    static TAKEN: Cell<u64> = const { Cell::new(0) };
}

/// Adds to the count of this thread.
#[inline]
pub(crate) fn count(bytes: usize) {
    #[cfg(test)]
    TAKEN.with(|taken| taken.set(taken.get() + bytes as u64));
    let _ = bytes;
}

/// What was counted in this thread since this was asked for last.
#[cfg(test)]
pub(crate) fn take() -> u64 {
    TAKEN.take()
}
