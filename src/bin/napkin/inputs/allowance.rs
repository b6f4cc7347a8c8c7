//! The limit for decompressed data: a small file can expand without end.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
};

/// The bytes that may be decompressed in any case: a short wait.
const TO_BEGIN: u64 = 64 << 20;

/// How many bytes each compressed byte may become beyond that. Gzip reaches 1,032; text hardly ever 100.
const RATIO: u64 = 1_000;

/// The limit for one input, across nested archives.
#[derive(Clone, Debug)]
pub struct Allowance {
    /// The limit of the user. Without it, the limit depends on the bytes read.
    max: Option<u64>,
    counts: Arc<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    /// The compressed bytes read of the input.
    read: AtomicU64,
    made: AtomicU64,
    /// Compressed data is being read. Data compressed inside it counts as decompressed, not as read.
    is_inside: AtomicBool,
    is_spent: AtomicBool,
}

impl Allowance {
    pub fn new(max: Option<u64>) -> Allowance {
        Allowance { max, counts: Arc::default() }
    }

    pub fn is_spent(&self) -> bool {
        self.counts.is_spent.load(Relaxed)
    }

    /// Begins to read compressed data.
    pub fn enter(&self) -> Share {
        let is_outermost = !self.counts.is_inside.swap(true, Relaxed);
        Share { allowance: self.clone(), is_outermost, read: 0 }
    }
}

#[derive(Debug)]
pub struct Share {
    allowance: Allowance,
    is_outermost: bool,
    read: u64,
}

impl Share {
    /// Counts decompressed bytes; `read` is the total read so far. Returns `false` if the limit is exceeded.
    pub fn take(&mut self, read: u64, made: usize) -> bool {
        let counts = &self.allowance.counts;
        if self.is_outermost {
            counts.read.fetch_add(read.saturating_sub(self.read), Relaxed);
            self.read = read;
        }
        let made = counts.made.fetch_add(made as u64, Relaxed) + made as u64;
        let by_reading = || TO_BEGIN.saturating_add(counts.read.load(Relaxed).saturating_mul(RATIO));
        let is_allowed = made <= self.allowance.max.unwrap_or_else(by_reading);
        counts.is_spent.fetch_or(!is_allowed, Relaxed);
        is_allowed
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        if self.is_outermost {
            self.allowance.counts.is_inside.store(false, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn much_may_come_out_of_much() {
        let allowance = Allowance::new(None);
        let mut share = allowance.enter();
        assert!(share.take(10, TO_BEGIN as usize));
        assert!(share.take(10, 10_000));
        assert!(!allowance.is_spent());
        assert!(!share.take(10, 1));
        assert!(share.take(11, 1));
        assert!(allowance.is_spent());
    }

    #[test]
    fn what_is_inside_takes_from_the_same() {
        let allowance = Allowance::new(None);
        let mut outer = allowance.enter();
        assert!(outer.take(10, TO_BEGIN as usize));
        let mut inner = allowance.enter();
        assert!(inner.take(1 << 20, 10_000));
        assert!(!inner.take(2 << 20, 1));
        drop((inner, outer));
        assert!(allowance.enter().take(1 << 20, 1));
    }

    #[test]
    fn a_limit_is_one() {
        let mut share = Allowance::new(Some(100)).enter();
        assert!(share.take(1 << 40, 100));
        assert!(!share.take(1 << 41, 1));
    }
}
