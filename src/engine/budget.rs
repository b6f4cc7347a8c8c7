//! What a search may spend on a stretch of text beyond reading it once.
//!
//! Each byte is read once whatever it is. What was refused is read again from places inside it, and where a line ends in a
//! URL evidence is weighed: both can cost many times as much as the bytes are worth, and no real text has more of it than
//! now and then. So each byte that the search passes pays for some steps of such work, up to a limit; where they are
//! spent, nothing is read again or weighed until more of the text has paid.

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
    pub(crate) const REREADING: Budget = Budget::new(1 << 16, 8);

    /// For weighing evidence: a few hundred broken URLs in a row, and then one in some hundred bytes.
    pub(crate) const WEIGHING: Budget = Budget::new(1 << 20, 12);

    const fn new(max: i64, a_byte: i64) -> Budget {
        Budget { left: max, max, a_byte, paid: 0 }
    }

    /// Lets the text up to `at` pay.
    pub(crate) fn earn(&mut self, at: usize) {
        let bytes = i64::try_from(at.saturating_sub(self.paid)).unwrap_or(i64::MAX);
        self.left = self.left.saturating_add(self.a_byte.saturating_mul(bytes)).min(self.max);
        self.paid = self.paid.max(at);
    }

    pub(crate) fn spend(&mut self, steps: u64) {
        self.left -= steps as i64;
    }

    pub(crate) fn is_spent(&self) -> bool {
        self.left <= 0
    }

    /// Whether nothing of it is left at `at`, up to where the text has paid then.
    #[inline]
    pub(crate) fn is_spent_at(&mut self, at: usize) -> bool {
        self.left < self.max && {
            self.earn(at);
            self.is_spent()
        }
    }

    /// Moves it down with the window.
    pub(crate) fn advance(&mut self, dropped: usize) {
        self.paid = self.paid.saturating_sub(dropped);
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
