//! Numbers in decimal digits, which every row and every record has several of.

/// The digits computed together, a byte for each in a register.
const GROUP: usize = 8;
const GROUPS: u64 = 10_u64.pow(GROUP as u32);

/// Room for the twenty digits of the largest number, and a suffix.
pub(crate) const PADDED: usize = 3 * GROUP;

pub(crate) struct Decimal {
    /// Its digits with a suffix.
    digits: [u8; PADDED],
    length: usize,
}

impl Decimal {
    #[inline]
    pub(crate) fn of(number: u64) -> Decimal {
        if number >= GROUPS {
            return Decimal::of_groups(number / GROUPS, number % GROUPS);
        }
        let group = eight_digits(number as u32);
        // The last digit is written whatever it is.
        let zeros = (group.trailing_zeros() / 8).min(GROUP as u32 - 1);
        let mut digits = [0; PADDED];
        digits[..GROUP].copy_from_slice(&(in_ascii(group) >> (8 * zeros)).to_le_bytes());
        Decimal { digits, length: GROUP - zeros as usize }
    }

    /// Returns a number of several groups. `last` is the last of them.
    #[cold]
    fn of_groups(others: u64, last: u64) -> Decimal {
        let mut decimal = Decimal::of(others);
        // With two groups before it there is still room.
        if let Some(room) = decimal.digits[decimal.length..].first_chunk_mut() {
            *room = in_ascii(eight_digits(last as u32)).to_le_bytes();
        }
        decimal.length += GROUP;
        decimal
    }

    /// Returns the digits without leading zeros.
    #[inline]
    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.digits[..self.length]
    }

    #[cfg(feature = "json")]
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.length
    }

    /// Returns the digits with a suffix. Copying a fixed length needs no call.
    #[cfg(feature = "json")]
    #[inline]
    pub(crate) fn padded(&self) -> &[u8; PADDED] {
        &self.digits
    }
}

fn in_ascii(digits: u64) -> u64 {
    digits | 0x3030_3030_3030_3030
}

/// Returns the digits of a number below a hundred million, a byte for each, the first in the lowest. The number is
/// halved, quartered, and then split into all digits at once. Each division is a multiplication by the inverse, exact
/// for so few digits.
fn eight_digits(number: u32) -> u64 {
    let halves = u64::from(number / 10_000) | u64::from(number % 10_000) << 32;
    let hundreds = ((halves * 10_486) >> 20) & 0x7F_0000_007F;
    let quarters = hundreds | (halves - hundreds * 100) << 16;
    let tens = ((quarters * 103) >> 10) & 0x000F_000F_000F_000F;
    tens | (quarters - tens * 10) << 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_those_that_the_standard_library_writes() {
        let powers = (0..20).map(|power| 10_u64.pow(power));
        for number in powers.flat_map(|power| [power - 1, power, power + 1]).chain([909, 1_234_567_890, u64::MAX]) {
            assert_eq!(Decimal::of(number).as_bytes(), number.to_string().as_bytes());
        }
    }

    #[test]
    fn eight_digits_are_right_wherever_they_change() {
        for number in
            (0..10_000).chain((0..100_000_000).step_by(7_919)).chain((0..10_000).map(|high| high * 10_000 + 9_999))
        {
            assert_eq!(Decimal::of(number).as_bytes(), number.to_string().as_bytes());
        }
    }

    #[cfg(feature = "json")]
    #[test]
    fn digits_stand_before_the_padding() {
        for number in [0, 7, 1000, 99_999_999, 100_000_000, u64::MAX] {
            let decimal = Decimal::of(number);
            assert_eq!(&decimal.padded()[..decimal.len()], number.to_string().as_bytes());
        }
    }
}
