//! Bytes that are dealt with at once, whatever instructions there are for them.

/// Bytes that are dealt with at once. A flag is a byte of it that is not zero.
///
/// # Safety
/// All functions need a processor with the instructions of the type. They are always inlined, and their callers have to
/// be, up to a function with the target feature.
pub(super) trait Vector: Copy {
    /// How many bytes there are.
    const LENGTH: usize;

    /// The bits that [`Vector::behind_schemes`] sets any of.
    const BEHIND_SCHEMES: u8 = 0x80;

    /// The bytes from `start` on, all of which have to be readable.
    unsafe fn load(start: *const u8) -> Self;

    /// Writes the bytes from `start` on, where there has to be room for all of them.
    unsafe fn store(self, start: *mut u8);

    /// Asks for the bytes around a place that will be read soon, or that there may be none at.
    #[inline(always)]
    unsafe fn prefetch(_: *const u8) {}

    /// A flag, 0xFF, for each byte that is this one.
    unsafe fn equal(self, byte: u8) -> Self;

    /// The highest bit for each byte that is more than a space, and others as it happens.
    unsafe fn beyond_spaces(self) -> Self;

    /// A flag, 0xFF, for each full stop behind the last two letters of `www` and `ftp`, and for some others. `before` are the
    /// bytes that stand two in front of each, and those right in front.
    #[inline(always)]
    unsafe fn dots_of_abbreviations(self, before: [Self; 2]) -> Self {
        // SAFETY: the caller has the instructions.
        unsafe {
            let [second, last] = [before[0].and_each(0xDF), before[1].and_each(0xDF)];
            let is_web = second.equal(b'W').and(last.equal(b'W'));
            self.equal(b'.').and(is_web.or(second.equal(b'T').and(last.equal(b'P'))))
        }
    }

    /// Any of the bits [`Vector::BEHIND_SCHEMES`] for each byte that may stand behind the colon of a scheme, with the byte of `before` in
    /// front of that, and for some others that are no spaces.
    #[inline(always)]
    unsafe fn behind_schemes(self, before: Self) -> Self {
        // SAFETY: the caller has the instructions.
        unsafe { self.beyond_spaces().or(self.line_ends_behind_schemes(before)) }
    }

    /// The highest bit for each line end behind a colon, with a letter of `before` in front of that which `http`, `https` and `ftp` end in,
    /// and for some others that are no spaces.
    #[inline(always)]
    unsafe fn line_ends_behind_schemes(self, before: Self) -> Self {
        // SAFETY: the caller has the instructions.
        unsafe { before.or_each(0x23).equal(b's').and(self.or_each(0x07).equal(0x0F)) }
    }

    /// A flag, 0xFF, for each ASCII letter and digit, and for each byte that means nothing in a path, query or fragment.
    #[inline(always)]
    unsafe fn plain_classes(self) -> [Self; 2] {
        // SAFETY: the caller has the instructions.
        unsafe {
            let letters = self.or_each(0x20).within(b'a', b'z');
            let alphanumeric = letters.or(self.within(b'0', b'9'));
            let tail = letters
                // With them the full stop, the slash and the digits.
                .or(self.within(b'-', b':'))
                .or(self.equal(b'_'))
                .or(self.equal(b'='))
                .or(self.equal(b'~'))
                .or(self.equal(b'@'))
                .or(self.equal(b'+'))
                .or(self.equal(b'$'));
            [alphanumeric, tail]
        }
    }

    /// A bit for each byte that HTML escapes or has no place for, and for each that begins a character which may be one that it has no
    /// place for, that turns text around, or none: `C0` to `C2`, `E2`, and `EF` or more.
    #[inline(always)]
    unsafe fn html_marks(self) -> u64 {
        // SAFETY: the caller has the instructions.
        unsafe {
            self.within(0, 8)
                .or(self.equal(0x0B))
                .or(self.within(0x0E, 0x1F))
                .or(self.equal(b'"'))
                .or(self.within(b'&', b'\''))
                // Two bytes that differ in one bit.
                .or(self.or_each(0x02).equal(b'>'))
                .or(self.equal(0x7F))
                .or(self.within(0xC0, 0xC2))
                .or(self.equal(0xE2))
                .or(self.within(0xEF, 0xFF))
                .bits()
        }
    }

    /// The bit of each byte that is so many below its highest.
    unsafe fn plane<const BELOW: i32>(self) -> u64;

    /// A bit for each byte beyond ASCII, the lowest for the first.
    #[inline(always)]
    unsafe fn beyond_ascii(self) -> u64 {
        // SAFETY: the caller has the instructions.
        unsafe { self.within(0x80, 0xFF).bits() }
    }

    /// A flag, 0xFF, for each byte from the first of these to the last.
    unsafe fn within(self, first: u8, last: u8) -> Self;

    /// The bits that both have.
    unsafe fn and(self, other: Self) -> Self;

    /// The bits of this byte that each has.
    unsafe fn and_each(self, byte: u8) -> Self;

    /// The bits that one of them has.
    unsafe fn or(self, other: Self) -> Self;

    /// The bits that each or this byte has.
    unsafe fn or_each(self, byte: u8) -> Self;

    /// What is left of each when the other's is taken off, modulo 256: a flag that is taken off counts.
    unsafe fn minus(self, other: Self) -> Self;

    /// All bytes together.
    unsafe fn sum(self) -> usize;

    /// Whether there is a flag.
    unsafe fn is_any(self) -> bool;

    /// Whether a byte has any of these bits.
    #[inline(always)]
    unsafe fn has_any(self, bits: u8) -> bool {
        // SAFETY: the caller has the instructions.
        unsafe { self.and_each(bits).is_any() }
    }

    /// A bit for each byte that has its highest bit or, where these are the two highest, any of them; the lowest for the first byte.
    #[inline(always)]
    unsafe fn with_any(self, bits: u8) -> u64 {
        // SAFETY: the caller has the instructions.
        let [highest, next] = unsafe { [self.plane::<0>(), self.plane::<1>()] };
        if bits == 0x80 { highest } else { highest | next }
    }

    /// A bit for each flag, the lowest for the first byte. All flags have to be 0xFF.
    unsafe fn bits(self) -> u64;
}

/// Two vectors as one that is twice as long.
#[derive(Clone, Copy)]
pub(super) struct Two<V>(V, V);

impl<V: Vector> Vector for Two<V> {
    const LENGTH: usize = 2 * V::LENGTH;
    const BEHIND_SCHEMES: u8 = V::BEHIND_SCHEMES;

    #[inline(always)]
    unsafe fn load(start: *const u8) -> Two<V> {
        // SAFETY: of the bytes that are readable, the second half begins there.
        unsafe { Two(V::load(start), V::load(start.add(V::LENGTH))) }
    }

    #[inline(always)]
    unsafe fn store(self, start: *mut u8) {
        // SAFETY: of the bytes that there is room for, the second half begins there.
        unsafe {
            self.0.store(start);
            self.1.store(start.add(V::LENGTH));
        }
    }

    #[inline(always)]
    unsafe fn prefetch(start: *const u8) {
        // SAFETY: the caller has the instructions.
        unsafe { V::prefetch(start) }
    }

    #[inline(always)]
    unsafe fn dots_of_abbreviations(self, before: [Two<V>; 2]) -> Two<V> {
        let [second, last] = before;
        // SAFETY: the caller has the instructions.
        unsafe {
            let first_half = self.0.dots_of_abbreviations([second.0, last.0]);
            Two(first_half, self.1.dots_of_abbreviations([second.1, last.1]))
        }
    }

    #[inline(always)]
    unsafe fn line_ends_behind_schemes(self, before: Two<V>) -> Two<V> {
        // SAFETY: the caller has the instructions.
        unsafe { Two(self.0.line_ends_behind_schemes(before.0), self.1.line_ends_behind_schemes(before.1)) }
    }

    #[inline(always)]
    unsafe fn equal(self, byte: u8) -> Two<V> {
        // SAFETY: the caller has the instructions; here and below.
        unsafe { Two(self.0.equal(byte), self.1.equal(byte)) }
    }

    #[inline(always)]
    unsafe fn beyond_spaces(self) -> Two<V> {
        unsafe { Two(self.0.beyond_spaces(), self.1.beyond_spaces()) }
    }

    #[inline(always)]
    unsafe fn behind_schemes(self, before: Two<V>) -> Two<V> {
        unsafe { Two(self.0.behind_schemes(before.0), self.1.behind_schemes(before.1)) }
    }

    #[inline(always)]
    unsafe fn plane<const BELOW: i32>(self) -> u64 {
        unsafe { self.0.plane::<BELOW>() | self.1.plane::<BELOW>() << V::LENGTH }
    }

    #[inline(always)]
    unsafe fn html_marks(self) -> u64 {
        unsafe { self.0.html_marks() | self.1.html_marks() << V::LENGTH }
    }

    #[inline(always)]
    unsafe fn beyond_ascii(self) -> u64 {
        unsafe { self.0.beyond_ascii() | self.1.beyond_ascii() << V::LENGTH }
    }

    #[inline(always)]
    unsafe fn within(self, first: u8, last: u8) -> Two<V> {
        unsafe { Two(self.0.within(first, last), self.1.within(first, last)) }
    }

    #[inline(always)]
    unsafe fn plain_classes(self) -> [Two<V>; 2] {
        unsafe {
            let [first, second] = [self.0.plain_classes(), self.1.plain_classes()];
            [Two(first[0], second[0]), Two(first[1], second[1])]
        }
    }

    #[inline(always)]
    unsafe fn and(self, other: Two<V>) -> Two<V> {
        unsafe { Two(self.0.and(other.0), self.1.and(other.1)) }
    }

    #[inline(always)]
    unsafe fn and_each(self, byte: u8) -> Two<V> {
        unsafe { Two(self.0.and_each(byte), self.1.and_each(byte)) }
    }

    #[inline(always)]
    unsafe fn or(self, other: Two<V>) -> Two<V> {
        unsafe { Two(self.0.or(other.0), self.1.or(other.1)) }
    }

    #[inline(always)]
    unsafe fn or_each(self, byte: u8) -> Two<V> {
        unsafe { Two(self.0.or_each(byte), self.1.or_each(byte)) }
    }

    #[inline(always)]
    unsafe fn minus(self, other: Two<V>) -> Two<V> {
        unsafe { Two(self.0.minus(other.0), self.1.minus(other.1)) }
    }

    #[inline(always)]
    unsafe fn sum(self) -> usize {
        unsafe { self.0.sum() + self.1.sum() }
    }

    #[inline(always)]
    unsafe fn is_any(self) -> bool {
        unsafe { self.0.or(self.1).is_any() }
    }

    #[inline(always)]
    unsafe fn has_any(self, bits: u8) -> bool {
        unsafe { self.0.or(self.1).has_any(bits) }
    }

    #[inline(always)]
    unsafe fn bits(self) -> u64 {
        unsafe { self.0.bits() | self.1.bits() << V::LENGTH }
    }
}
