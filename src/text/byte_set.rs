//! A set of bytes: which of them stand in a text, and whether any of some do.

/// A set of bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByteSet([u64; 4]);

impl ByteSet {
    /// The bytes that stand in a text.
    pub(crate) const fn of(text: &[u8]) -> ByteSet {
        let mut words = [0; 4];
        let mut i = 0;
        while i < text.len() {
            words[(text[i] >> 6) as usize] |= 1 << (text[i] & 63);
            i += 1;
        }
        ByteSet(words)
    }

    #[inline]
    pub(crate) const fn contains(&self, byte: u8) -> bool {
        self.0[(byte >> 6) as usize] >> (byte & 63) & 1 != 0
    }

    /// Whether both have a byte in common.
    #[inline]
    pub(crate) const fn intersects(&self, other: &ByteSet) -> bool {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        a & e | b & f | c & g | d & h != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_have_the_bytes_of_a_text() {
        for byte in 0..=u8::MAX {
            for other in 0..=u8::MAX {
                let (set, is_in) = (ByteSet::of(&[b'a', byte]), byte == other || other == b'a');
                assert_eq!((set.contains(other), set.intersects(&ByteSet::of(&[other]))), (is_in, is_in));
            }
        }
    }
}
