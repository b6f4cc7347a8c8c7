//! What a search may spend on a stretch of text beyond reading it once.
//!
//! Each byte is read once whatever it is. What was refused is read again from places inside it, and where a line ends in a
//! URL evidence is weighed: both can cost many times as much as the bytes are worth, and no real text has more of it than
//! now and then. So each byte that the search passes pays for some steps of such work, up to a limit; where they are
//! spent, nothing is read again or weighed until more of the text has paid.

/// The steps that are left. It depends on the text before alone, and not on where windows end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    /// Below zero when the last work took more than there was.
    left: i64,
    /// Up to where the text has paid: an index into the window.
    paid: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { left: Budget::MAX, paid: 0 }
    }
}

impl Budget {
    /// The steps that a byte pays for.
    const A_BYTE: i64 = 16;

    /// The most steps that are kept, and what there are at the start of a text.
    const MAX: i64 = 1 << 19;

    /// Lets the text up to `at` pay.
    pub(crate) fn earn(&mut self, at: usize) {
        let bytes = at.saturating_sub(self.paid);
        self.left = self.left.saturating_add(Budget::A_BYTE.saturating_mul(bytes as i64)).min(Budget::MAX);
        self.paid = self.paid.max(at);
    }

    pub(crate) fn spend(&mut self, steps: u64) {
        self.left -= steps as i64;
    }

    pub(crate) fn is_spent(&self) -> bool {
        self.left <= 0
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
        let mut budget = Budget::default();
        assert!(!budget.is_spent());
        budget.spend(Budget::MAX as u64 + 160);
        assert!(budget.is_spent());
        budget.earn(10);
        assert!(budget.is_spent());
        budget.earn(10);
        assert!(budget.is_spent());
        budget.earn(11);
        assert!(!budget.is_spent());
        budget.advance(8);
        budget.earn(usize::MAX);
        assert_eq!(budget.left, Budget::MAX);
    }
}
