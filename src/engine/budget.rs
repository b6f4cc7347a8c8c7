//! What a search may spend on a stretch of text beyond reading it once.
//!
//! Each byte is read once whatever it is. What was refused is read again from places inside it, where a line ends in a
//! URL evidence is weighed, what opens is read on to what closes it, and a closer look may come to nothing: all of that can cost
//! many times as much as the bytes are worth, and no real text has more of it than now and then. So each byte that the search
//! passes pays for some steps of such work, up to a limit; where they are spent, nothing is read again or far ahead, weighed or
//! looked at closer until more of the text has paid.

/// How many bytes have to pay at most before there is something again of what is spent down.
const MOST_OWED: i64 = 16;

/// How many bytes pay for all that may be kept, whatever was spent.
const ENOUGH: usize = u32::MAX as usize;

/// The steps of one kind of work that are left. It depends on the text before alone, and not on where windows end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    /// Below zero when the last work took more than there was.
    left: i64,
    /// The most that is kept, and what there is at the start of a text.
    max: i64,
    /// The steps that a byte pays for.
    a_byte: i64,
    /// Up to where the text has paid: an index into the window.
    paid: usize,
}

impl Budget {
    /// For reading again what was refused.
    pub(crate) const REREADING: Budget = Budget::new(1 << 16, 4);

    /// For weighing evidence: a few hundred broken URLs in a row, and then one in some hundred bytes.
    pub(crate) const WEIGHING: Budget = Budget::new(1 << 20, 12);

    /// For closer looks that come to nothing: a few hundred in a row, and then one in sixteen bytes at most.
    pub(crate) const LOOKING: Budget = Budget::new(3 << 18, 150);

    /// For reading what may have escapes in it.
    pub(crate) const UNESCAPING: Budget = Budget::new(3 << 18, 150);

    /// For reading far ahead for what closes a delimiter: six thousand lines read, and then one in nine bytes.
    pub(crate) const ENCLOSING: Budget = Budget::new(3 << 18, 15);

    /// What there is at the start of a text of this many bytes, which has paid for it by then: no more than all of it can pay for, and
    /// nothing in one that is so short that a single piece of the work would be too much for it.
    #[cfg(feature = "warc")]
    fn of_length(self, a_byte: i64, reserve: i64, length: usize) -> Budget {
        let all = a_byte.saturating_mul(i64::try_from(length).unwrap_or(i64::MAX)).saturating_sub(reserve);
        let left = all.min(self.max);
        Budget { left, paid: (left.max(0) / self.a_byte) as usize, ..self }
    }

    const fn new(max: i64, a_byte: i64) -> Budget {
        Budget { left: max, max, a_byte, paid: 0 }
    }

    /// Lets the text up to `at` pay.
    pub(crate) fn earn(&mut self, at: usize) {
        self.left = (self.left + self.paid_by(at)).min(self.max);
        self.paid = self.paid.max(at);
    }

    pub(crate) fn spend(&mut self, steps: u64) {
        self.left -= steps as i64;
    }

    /// The same, but no further down than the next few bytes pay for, or than this work alone took if that is more: what comes behind is
    /// not to be missed.
    pub(crate) fn spend_down(&mut self, steps: u64) {
        let steps = steps as i64;
        self.left = (self.left - steps).max(-steps.max(MOST_OWED * self.a_byte));
    }

    pub(crate) fn is_spent(&self) -> bool {
        self.left <= 0
    }

    /// Whether nothing of it is left at `at`, up to where the text has paid then.
    #[inline]
    pub(crate) fn is_spent_at(&self, at: usize) -> bool {
        self.left <= 0 && self.left + self.paid_by(at) <= 0
    }

    /// What is left of it at `at`.
    pub(crate) fn left_at(&self, at: usize) -> u64 {
        (self.left + self.paid_by(at)).min(self.max).max(0) as u64
    }

    /// What the text up to `at` pays that has not paid yet.
    #[inline]
    fn paid_by(&self, at: usize) -> i64 {
        // More of it would pay for no more than is kept.
        self.a_byte * at.saturating_sub(self.paid).min(ENOUGH) as i64
    }

    /// Moves it down with the window, whose first `dropped` bytes have paid.
    pub(crate) fn advance(&mut self, dropped: usize) {
        self.earn(dropped);
        self.paid -= dropped;
    }
}

/// How many records of a file may spend as much as if they had as many bytes as the next of these says.
#[cfg(feature = "warc")]
const FIRST_RECORDS: usize = 16;
#[cfg(feature = "warc")]
const FIRST_LENGTH: usize = 4 << 10;

/// All that may be spent on a text.
#[derive(Clone, Debug)]
pub(crate) struct Funds {
    pub(crate) rereading: Budget,
    pub(crate) weighing: Budget,
    pub(crate) looking: Budget,
    pub(crate) unescaping: Budget,
    pub(crate) enclosing: Budget,
}

impl Default for Funds {
    /// What there is where nobody knows how long the text is.
    fn default() -> Funds {
        Funds {
            rereading: Budget::REREADING,
            weighing: Budget::WEIGHING,
            looking: Budget::LOOKING,
            unescaping: Budget::UNESCAPING,
            enclosing: Budget::ENCLOSING,
        }
    }
}

impl Funds {
    /// What the record of that number in its file, of this many bytes, has for all texts in it, whatever was in those before it: they may be
    /// searched by another thread. Many small ones have no more than a large one, but for the first few.
    #[cfg(feature = "warc")]
    pub(crate) fn of_record(number: usize, length: usize) -> Funds {
        let length = if number <= FIRST_RECORDS { length.max(FIRST_LENGTH) } else { length };
        // A break takes 4,000 steps, and a record of two hundred bytes may have one.
        Funds {
            rereading: Budget::REREADING.of_length(4, 0, length),
            weighing: Budget::WEIGHING.of_length(20, 3200, length),
            looking: Budget::LOOKING,
            unescaping: Budget::UNESCAPING.of_length(150, 0, length),
            enclosing: Budget::ENCLOSING.of_length(15, 0, length),
        }
    }

    /// Lets the text up to `at` pay.
    pub(crate) fn earn(&mut self, at: usize) {
        self.rereading.earn(at);
        self.weighing.earn(at);
        self.looking.earn(at);
        self.unescaping.earn(at);
        self.enclosing.earn(at);
    }

    /// Moves them down with the window.
    pub(crate) fn advance(&mut self, dropped: usize) {
        self.rereading.advance(dropped);
        self.weighing.advance(dropped);
        self.looking.advance(dropped);
        self.unescaping.advance(dropped);
        self.enclosing.advance(dropped);
    }

    /// What is left of them behind a text of this many bytes, for the next one.
    pub(crate) fn behind(mut self, length: usize) -> Funds {
        self.advance(length);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_spent_is_paid_for_by_the_text_behind() {
        let mut budget = Budget::new(1000, 16);
        assert!(!budget.is_spent());
        budget.spend(1000 + 160);
        assert!(budget.is_spent());
        budget.earn(10);
        assert!(budget.is_spent());
        budget.earn(10);
        assert!(budget.is_spent());
        budget.earn(11);
        assert!(!budget.is_spent());
        budget.advance(8);
        budget.earn(usize::MAX);
        assert_eq!(budget.left, budget.max);
    }
}
