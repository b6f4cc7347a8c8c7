//! Offsets as JavaScript counts them: in the units of UTF-16.

/// A place in a text in UTF-8, and the same place in its UTF-16. The next one that is asked for is counted from there.
#[derive(Clone, Copy, Debug, Default)]
pub struct Units {
    byte: usize,
    unit: usize,
}

impl Units {
    /// The unit at the byte `offset` of a text of which `rest` is what begins at `base`.
    pub fn at(&mut self, rest: &[u8], base: usize, offset: usize) -> usize {
        let within = |from: usize, to: usize| rest.get(from - base..to - base).map_or(0, count);
        // What is refused may overlap with what is found in it, so that it may be a little way back, too.
        self.unit = match offset >= self.byte {
            true => self.unit + within(self.byte.max(base), offset.max(base)),
            false => self.unit - within(offset.max(base), self.byte),
        };
        self.byte = offset;
        self.unit
    }
}

/// Returns how many units it is in UTF-16: one for each character, and another for each of four bytes.
pub fn count(utf8: &[u8]) -> usize {
    // In sums of a byte each, which vectors add up fast.
    let units = |byte: &u8| u8::from((*byte as i8) >= -0x40) + u8::from(*byte >= 0xF0);
    utf8.chunks(127).map(|some| usize::from(some.iter().map(units).sum::<u8>())).sum()
}
