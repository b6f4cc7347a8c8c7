//! Limits explanations of rejected candidates and breaks: hostile text has more than anyone reads, and each comes with
//! the text around it.

/// The bytes of explanations for any text: some thousand rejected candidates.
const TO_BEGIN: i64 = 256 << 10;

/// Additional bytes of explanations for each byte of text.
const A_BYTE: i64 = 4;

#[derive(Debug)]
pub struct Telling {
    /// Below zero if the last explanation took more than was left.
    left: i64,
    /// The start of the last explained item.
    last: usize,
    untold: u64,
}

impl Telling {
    pub fn new() -> Telling {
        Telling { left: TO_BEGIN, last: 0, untold: 0 }
    }

    /// Returns `true` if the budget allows to explain an item that begins at `start`. The offset counts in its text: an
    /// input may have several.
    pub fn allows(&mut self, start: usize) -> bool {
        let passed = i64::try_from(start.checked_sub(self.last).unwrap_or(start)).unwrap_or(i64::MAX);
        self.left = self.left.saturating_add(passed.saturating_mul(A_BYTE)).min(TO_BEGIN);
        self.last = start;
        self.untold += u64::from(self.left <= 0);
        self.left > 0
    }

    pub fn spend(&mut self, bytes: usize) {
        self.left -= bytes as i64;
    }

    pub fn untold(&self) -> u64 {
        self.untold
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_pays_for_what_is_told() {
        let mut telling = Telling::new();
        let mut told = 0;
        for number in 0..100_000 {
            if telling.allows(10 * number) {
                telling.spend(250);
                told += 1;
            }
        }
        let paid = TO_BEGIN + 999_990 * A_BYTE;
        assert!((paid / 250 - 1..=paid / 250 + 1).contains(&told), "{told}");
        assert_eq!(telling.untold(), 100_000 - told as u64);
    }

    #[test]
    fn all_of_a_text_is_told_where_there_is_little_to_tell() {
        let mut telling = Telling::new();
        for at in 0..100_000 {
            // Each message of a mailbox starts anew.
            assert!(telling.allows(at % 7 * 100));
            telling.spend(250);
        }
        assert_eq!(telling.untold(), 0);
    }
}
