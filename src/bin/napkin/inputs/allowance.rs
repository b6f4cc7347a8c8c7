//! How much may come out of compressed input: a small file can hold more than anyone can wait for.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
};

/// What may come out whatever is read: no one waits long for it.
const TO_BEGIN: u64 = 64 << 20;

/// How many bytes each byte that is read may become beyond that. Gzip makes 1,032 at most, and text hardly ever more than 100.
const RATIO: u64 = 1_000;

/// How much may come out of one input, whatever is compressed in what.
#[derive(Clone, Debug)]
pub struct Allowance {
    /// The most that was asked for; else it goes by how much was read.
    max: Option<u64>,
    counts: Arc<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    /// What was read of the input, as far as it is compressed.
    read: AtomicU64,
    /// What came out of it, at every level.
    made: AtomicU64,
    /// Something compressed is being read: what is read of something inside of it came out of it.
    is_inside: AtomicBool,
    /// That was too much once.
    is_spent: AtomicBool,
}

impl Allowance {
    /// For one input, nothing of which was read. Without a limit it goes by what is read.
    pub fn new(max: Option<u64>) -> Allowance {
        Allowance { max, counts: Arc::default() }
    }

    pub fn is_spent(&self) -> bool {
        self.counts.is_spent.load(Relaxed)
    }

    /// For something compressed that is to be read.
    pub fn enter(&self) -> Share {
        let is_outermost = !self.counts.is_inside.swap(true, Relaxed);
        Share { allowance: self.clone(), is_outermost, read: 0 }
    }
}

/// The part that one compressed source has in it.
#[derive(Debug)]
pub struct Share {
    allowance: Allowance,
    is_outermost: bool,
    read: u64,
}

impl Share {
    /// Counts what came out by the time that so much was read in all; false if that is too much.
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
