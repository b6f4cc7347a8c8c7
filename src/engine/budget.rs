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
    pub(crate) fn earn(&mut self, at: usize) {
        let steps = A_BYTE * at.saturating_sub(self.paid).min(u32::MAX as usize) as i64;
        self.left = (self.left + steps).min(MOST);
        self.paid = self.paid.max(at);
    }

    pub(crate) fn is_spent(&self) -> bool {
        self.left <= 0
    }

    pub(crate) fn spend(&mut self, steps: u64) {
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
        budget.spend(MOST as u64 + 160);
        let is_spent_at = |mut budget: Budget, at| {
            budget.earn(at);
            budget.is_spent()
        };
        assert!(is_spent_at(budget, 10));
        assert!(!is_spent_at(budget, 11));
        budget.advance(8);
        assert!(is_spent_at(budget, 2));
        assert!(!is_spent_at(budget, 3));
        assert!(!budget.behind(usize::MAX).is_spent());
    }
}
