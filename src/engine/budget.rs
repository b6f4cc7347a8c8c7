//! What a search may spend on a text beyond reading it once.
//!
//! Each byte of the text pays for some steps. A hit with nothing left to spend is read as it is written: nothing is joined to it, no escape is
//! undone, and what was refused is not read again.

/// The steps that a byte pays for.
const A_BYTE: i64 = 16;

/// The most that is kept, and what there is at the start of a text: some hundred broken URLs in a row.
const MOST: i64 = 1 << 20;

/// The steps that are left to the texts of one file, message or record. They depend on the text before alone, not on where windows end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    left: i64,
    /// Up to where the text has paid: an index into the window.
    paid: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { left: MOST, paid: 0 }
    }
}

impl Budget {
    /// What a record of a file has for all texts in it. Many small ones have no more than a large one, except the first few.
    #[cfg(feature = "warc")]
    pub(crate) fn of_record(number: usize, length: usize) -> Budget {
        let length = if number <= 16 { length.max(4 << 10) } else { length };
        let left = A_BYTE.saturating_mul(i64::try_from(length).unwrap_or(i64::MAX)).min(MOST);
        Budget { left, paid: (left / A_BYTE) as usize }
    }

    /// Lets the text up to `at` pay.
    fn earn(&mut self, at: usize) {
        self.left = (self.left + self.paid_by(at)).min(MOST);
        self.paid = self.paid.max(at);
    }

    /// What the text up to `at` pays that has not paid yet. More of it would pay for no more than is kept.
    fn paid_by(&self, at: usize) -> i64 {
        A_BYTE * at.saturating_sub(self.paid).min(u32::MAX as usize) as i64
    }

    pub(crate) fn is_spent_at(&self, at: usize) -> bool {
        self.left + self.paid_by(at) <= 0
    }

    /// Takes what the hit at `at` cost.
    pub(crate) fn spend(&mut self, at: usize, steps: u64) {
        self.earn(at);
        self.left -= steps as i64;
    }

    /// Moves it down with the window, whose first `dropped` bytes are gone.
    pub(crate) fn advance(&mut self, dropped: usize) {
        self.earn(dropped);
        self.paid -= dropped;
    }

    /// What is left after a text of this many bytes, for the next one.
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
