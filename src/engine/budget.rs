//! The budget of a search: the work it may do beyond reading a text once.
//!
//! Each byte of the text pays for some steps. A hit that finds the budget spent is read as written: no breaks are
//! joined, no escapes undone, and refused text is not read again.

/// The steps that a byte pays for.
const A_BYTE: i64 = 16;

/// The largest balance, and the balance at the start of a text: enough for some hundred broken URLs in a row.
const MOST: i64 = 1 << 20;

/// The steps left for the texts of one file, message or record. They depend on the text before, not on the windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    left: i64,
    /// The text up to here has paid: an index into the window.
    paid: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { left: MOST, paid: 0 }
    }
}

impl Budget {
    /// Returns the budget for all texts of a record in a file. Many small records together get no more than a large
    /// one, except the first few.
    #[cfg(feature = "warc")]
    pub(crate) fn of_record(number: usize, length: usize) -> Budget {
        let length = if number <= 16 { length.max(4 << 10) } else { length };
        let left = A_BYTE.saturating_mul(i64::try_from(length).unwrap_or(i64::MAX)).min(MOST);
        Budget { left, paid: (left / A_BYTE) as usize }
    }

    /// Adds the steps that the text up to `at` pays for.
    fn earn(&mut self, at: usize) {
        self.left = (self.left + self.paid_by(at)).min(MOST);
        self.paid = self.paid.max(at);
    }

    /// Returns the steps that the text up to `at` has not paid for yet, capped at the largest balance.
    fn paid_by(&self, at: usize) -> i64 {
        A_BYTE * at.saturating_sub(self.paid).min(u32::MAX as usize) as i64
    }

    pub(crate) fn is_spent_at(&self, at: usize) -> bool {
        self.left + self.paid_by(at) <= 0
    }

    /// Deducts the cost of the hit at `at`.
    pub(crate) fn spend(&mut self, at: usize, steps: u64) {
        self.earn(at);
        self.left -= steps as i64;
    }

    /// Moves the position down with the window, whose first `dropped` bytes are gone.
    pub(crate) fn advance(&mut self, dropped: usize) {
        self.earn(dropped);
        self.paid -= dropped;
    }

    /// Returns the rest of the budget after a text of this many bytes, for the next text.
    pub(crate) fn behind(mut self, length: usize) -> Budget {
        self.advance(length);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_pays_for_what_was_spent() {
        let mut budget = Budget::default();
        budget.spend(0, MOST as u64 + 160);
        assert!(budget.is_spent_at(10));
        assert!(!budget.is_spent_at(11));
        budget.advance(8);
        assert!(budget.is_spent_at(2));
        assert!(!budget.is_spent_at(3));
        assert!(!budget.behind(usize::MAX).is_spent_at(0));
    }
}
