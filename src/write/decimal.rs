//! Numbers in decimal digits, which every row and every record has several of.

/// As many digits as the largest number has.
const MOST: usize = 20;

/// The two digits of every number below a hundred.
const TWO: [[u8; 2]; 100] = {
    let mut two = [[0; 2]; 100];
    let mut number = 0;
    while number < 100 {
        two[number] = [b'0' + (number / 10) as u8, b'0' + (number % 10) as u8];
        number += 1;
    }
    two
};

/// A number as it is written.
pub(crate) struct Decimal {
    /// Its digits are in the first half; as many bytes follow the first of them as the most digits are.
    digits: [u8; 2 * MOST],
    first: usize,
}

impl Decimal {
    pub(crate) fn of(mut number: u64) -> Decimal {
        let (mut digits, mut first) = ([b'0'; 2 * MOST], MOST);
        // Two digits take a division as one does.
        while number > 9 && first > 1 {
            first -= 2;
            [digits[first], digits[first + 1]] = TWO[(number % 100) as usize];
            number /= 100;
        }
        if first == MOST || number > 0 {
            first -= 1;
            digits[first] = b'0' + number as u8;
        }
        Decimal { digits, first }
    }

    /// Its digits, without zeros before them.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.digits[self.first..MOST]
    }

    /// Appends its digits.
    #[cfg(feature = "json")]
    pub(crate) fn push(&self, out: &mut Vec<u8>) {
        // To append as many bytes every time and take some of them back takes no call.
        if let Some(digits) = self.digits[self.first..].first_chunk::<MOST>() {
            out.extend_from_slice(digits);
            out.truncate(out.len() - self.first);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_those_that_the_standard_library_writes() {
        for number in [0, 1, 9, 10, 99, 100, 101, 909, 999, 1000, 9999, 10_000, 1_234_567_890, u64::MAX - 1, u64::MAX] {
            assert_eq!(Decimal::of(number).as_bytes(), number.to_string().as_bytes());
        }
    }

    #[cfg(feature = "json")]
    #[test]
    fn digits_are_appended() {
        let mut out = Vec::new();
        [0, 7, 1000, u64::MAX].into_iter().for_each(|number| Decimal::of(number).push(&mut out));
        assert_eq!(out, b"07100018446744073709551615");
    }
}
