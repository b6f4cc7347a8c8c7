//! Numbers in decimal digits, which every row and every record has several of.

/// As many digits as the largest number has.
const MOST: usize = 20;

/// A number as it is written.
pub(crate) struct Decimal {
    digits: [u8; MOST],
    first: usize,
}

impl Decimal {
    pub(crate) fn of(mut number: u64) -> Decimal {
        let (mut digits, mut first) = ([b'0'; MOST], MOST);
        // Two digits take a division as one does.
        while number > 9 && first > 1 {
            first -= 2;
            let two = (number % 100) as u8;
            (digits[first], digits[first + 1]) = (b'0' + two / 10, b'0' + two % 10);
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
        &self.digits[self.first..]
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
}
