//! How much is told of refused candidates and breaks: hostile text has more of them than anyone reads, each of which would be shown with what
//! stands around it.

/// How many bytes are told whatever the text is: some thousand refused candidates.
const TO_BEGIN: i64 = 256 << 10;

/// How many bytes are told beyond that for each byte of the text.
const A_BYTE: i64 = 4;

/// What is left to tell of an input.
#[derive(Debug)]
pub struct Telling {
    /// Below zero when the last thing took more than there was.
    left: i64,
    /// Where the last thing began that there was to tell of.
    last: usize,
    untold: u64,
}

impl Telling {
    pub fn new() -> Telling {
        Telling { left: TO_BEGIN, last: 0, untold: 0 }
    }

    /// Returns `true` if what begins at `start` is to be reported. The offset counts in its text: an input may have several.
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
            // Each message of a mailbox counts anew.
            assert!(telling.allows(at % 7 * 100));
            telling.spend(250);
        }
        assert_eq!(telling.untold(), 0);
    }
}
