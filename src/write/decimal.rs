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
        while number > 0 && first > 0 {
            first -= 1;
            digits[first] = b'0' + (number % 10) as u8;
            number /= 10;
        }
        Decimal { digits, first: first.min(MOST - 1) }
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
        for number in [0, 1, 9, 10, 99, 100, 1_234_567_890, u64::MAX - 1, u64::MAX] {
            assert_eq!(Decimal::of(number).as_bytes(), number.to_string().as_bytes());
        }
    }
}
