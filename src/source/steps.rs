//! Counts the bytes that are looked at, some more than once: in tests, which keep the work in proportion to the document.

#[cfg(test)]
use std::cell::Cell;

#[cfg(test)]
thread_local! {
    static TAKEN: Cell<u64> = const { Cell::new(0) };
}

#[inline]
pub(crate) fn count(bytes: usize) {
    #[cfg(test)]
    TAKEN.with(|taken| taken.set(taken.get() + bytes as u64));
    let _ = bytes;
}

/// Returns the count of this thread since the last call.
#[cfg(test)]
pub(crate) fn take() -> u64 {
    TAKEN.take()
}
