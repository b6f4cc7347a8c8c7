//! Numbers of which each is mostly little more than the one before, in as few bytes as the difference takes.

/// Appends the difference of `number` to `before`, modulo 2^64: seven bits a byte, the lowest first, with the high bit
/// set in all bytes except the last.
pub(super) fn push(log: &mut Vec<u8>, before: usize, number: usize) {
    let mut rest = number.wrapping_sub(before);
    while rest > 0x7F {
        log.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    log.push(rest as u8);
}

/// Reads the number after `before` at `at`, and moves `at`. At the end of the log, returns `before`.
pub(super) fn next(log: &[u8], at: &mut usize, before: usize) -> usize {
    let (mut difference, mut shift) = (0, 0);
    while let Some(&byte) = log.get(*at) {
        *at += 1;
        difference |= usize::from(byte & 0x7F).wrapping_shl(shift);
        shift += 7;
        if byte <= 0x7F {
            break;
        }
    }
    before.wrapping_add(difference)
}

/// Precedes two differences that do not fit in one byte together. If they are equal, their value is added to it.
const LONG: u8 = 0x80;

/// Appends the differences of two numbers to those before: in one byte if they are small or equal.
#[inline]
pub(super) fn push_pair(log: &mut Vec<u8>, before: (usize, usize), pair: (usize, usize)) {
    let (first, second) = (pair.0.wrapping_sub(before.0), pair.1.wrapping_sub(before.1));
    if first < 8 && second < 16 {
        log.push((first << 4 | second) as u8);
    } else if first == second && first < usize::from(LONG) {
        log.push(LONG | first as u8);
    } else {
        log.push(LONG);
        push(log, before.0, pair.0);
        push(log, before.1, pair.1);
    }
}

/// Reads the two numbers after `before` at `at`, and moves `at`. At the end of the log, returns `before`.
pub(super) fn next_pair(log: &[u8], at: &mut usize, before: (usize, usize)) -> (usize, usize) {
    let Some(&byte) = log.get(*at) else { return before };
    *at += 1;
    if byte < LONG {
        let (first, second) = (usize::from(byte >> 4), usize::from(byte & 0xF));
        return (before.0.wrapping_add(first), before.1.wrapping_add(second));
    }
    if byte > LONG {
        let both = usize::from(byte - LONG);
        return (before.0.wrapping_add(both), before.1.wrapping_add(both));
    }
    (next(log, at, before.0), next(log, at, before.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_comes_back() {
        let numbers = [0, 1, 1, 128, 127, 1 << 14, usize::MAX, 0, usize::MAX - 1, 5];
        let mut log = Vec::new();
        let mut before = 0;
        for number in numbers {
            push(&mut log, before, number);
            before = number;
        }
        let (mut at, mut before) = (0, 0);
        for number in numbers {
            before = next(&log, &mut at, before);
            assert_eq!(before, number);
        }
        assert_eq!((at, next(&log, &mut at, 7)), (log.len(), 7));
    }

    #[test]
    fn pairs_come_back() {
        let pairs = [
            (0, 0),
            (7, 15),
            (15, 15),
            (15, 31),
            (16, 31),
            (usize::MAX, 2),
            (0, 1 << 40),
            (127, (1 << 40) + 127),
            (255, (1 << 40) + 255),
            (8, (1 << 40) + 8),
        ];
        let mut log = Vec::new();
        pairs.iter().fold((0, 0), |before, &pair| {
            push_pair(&mut log, before, pair);
            pair
        });
        let (mut at, mut before) = (0, (0, 0));
        for pair in pairs {
            before = next_pair(&log, &mut at, before);
            assert_eq!(before, pair);
        }
        assert_eq!((at, next_pair(&log, &mut at, before)), (log.len(), before));
    }
}
