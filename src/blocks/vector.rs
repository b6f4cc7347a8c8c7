//! Bytes that are dealt with at once, whatever instructions there are for them.

/// The bytes in a block.
pub(crate) const BLOCK: usize = 64;

/// Bytes that are processed together. A flag is a byte that is not zero.
///
/// # Safety
///
/// All functions need a processor with the instructions of the type. They are always inlined, and so must their callers
/// be, up to a function with the target feature.
pub(super) trait Vector: Copy {
    const LENGTH: usize;

    /// Loads bytes. All must be readable.
    unsafe fn load(start: *const u8) -> Self;

    /// Stores the bytes. All must be writable.
    unsafe fn store(self, start: *mut u8);

    /// Returns a flag, 0xFF, for each byte equal to `byte`.
    unsafe fn equal(self, byte: u8) -> Self;

    /// Returns a bit for each byte that HTML escapes or forbids, and for each first byte of characters that may be
    /// forbidden, bidi controls or invalid: `C0` to `C2`, `E2`, and `EF` or more.
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

    /// Returns a flag for each colon, and each dot after the last letter of `www` or `ftp`. `last` has the bytes before.
    #[inline(always)]
    unsafe fn stops(last: Self, here: Self) -> Self {
        // SAFETY: the caller has the instructions.
        unsafe {
            let small = last.or_each(0x20);
            here.equal(b':').or(here.equal(b'.').and(small.equal(b'w').or(small.equal(b'p'))))
        }
    }

    /// Returns a bit for each byte of a host name as people write it, and for each that means nothing but itself in a URL.
    #[inline(always)]
    unsafe fn names_and_run(self) -> [u64; 2] {
        // SAFETY: the caller has the instructions.
        unsafe {
            let letters = self.or_each(0x20).within(b'a', b'z').or(self.within(b'0', b'9'));
            let names = letters.or(self.equal(b'_')).or(self.within(b'-', b'.'));
            let others = self.equal(b'/').or(self.equal(b'@')).or(self.equal(b'~'));
            let run = names.or(others).or(self.within(b'*', b'+')).or(self.within(b'$', b'%'));
            [names.bits(), run.bits()]
        }
    }

    /// Returns the bit `BELOW` the highest of each byte.
    unsafe fn plane<const BELOW: i32>(self) -> u64;

    #[inline(always)]
    unsafe fn beyond_ascii(self) -> u64 {
        // SAFETY: the caller has the instructions.
        unsafe { self.within(0x80, 0xFF).bits() }
    }

    /// Returns a flag, 0xFF, for each byte from `first` to `last`.
    unsafe fn within(self, first: u8, last: u8) -> Self;

    unsafe fn and(self, other: Self) -> Self;

    unsafe fn or(self, other: Self) -> Self;

    /// Clears the bytes of the flags `other`.
    unsafe fn without(self, other: Self) -> Self;

    unsafe fn or_each(self, byte: u8) -> Self;

    /// Subtracts each byte modulo 256, so subtracting a flag adds 1.
    unsafe fn minus(self, other: Self) -> Self;

    unsafe fn sum(self) -> usize;

    /// Returns `true` if there is a flag.
    unsafe fn is_any(self) -> bool;

    /// Returns a bit for each flag, the lowest for the first byte. All flags must be 0xFF.
    unsafe fn bits(self) -> u64;
}

/// The functions of a [`Vector`], each an expression.
macro_rules! functions {
    ($(fn $name:ident $(<const $constant:ident: i32>)? ($($parameters:tt)*) $(-> $result:ty)? = $body:expr;)*) => {
        $(
            #[allow(unused_unsafe, reason = "some instructions of WebAssembly are safe")]
            #[inline(always)]
            unsafe fn $name $(<const $constant: i32>)? ($($parameters)*) $(-> $result)? {
                // SAFETY: the caller has the instructions, and the memory that is asked for.
                unsafe { $body }
            }
        )*
    };
}

pub(super) use functions;

#[derive(Clone, Copy)]
pub(super) struct Two<V>(V, V);

impl<V: Vector> Vector for Two<V> {
    const LENGTH: usize = 2 * V::LENGTH;

    functions! {
        fn load(start: *const u8) -> Two<V> = Two(V::load(start), V::load(start.add(V::LENGTH)));
        fn store(self, start: *mut u8) = {
            self.0.store(start);
            self.1.store(start.add(V::LENGTH));
        };
        fn equal(self, byte: u8) -> Two<V> = Two(self.0.equal(byte), self.1.equal(byte));
        fn stops(last: Two<V>, here: Two<V>) -> Two<V> = Two(V::stops(last.0, here.0), V::stops(last.1, here.1));
        fn names_and_run(self) -> [u64; 2] = {
            let [low, high] = [self.0.names_and_run(), self.1.names_and_run()];
            [low[0] | high[0] << V::LENGTH, low[1] | high[1] << V::LENGTH]
        };
        fn plane<const BELOW: i32>(self) -> u64 = self.0.plane::<BELOW>() | self.1.plane::<BELOW>() << V::LENGTH;
        fn html_marks(self) -> u64 = self.0.html_marks() | self.1.html_marks() << V::LENGTH;
        fn beyond_ascii(self) -> u64 = self.0.beyond_ascii() | self.1.beyond_ascii() << V::LENGTH;
        fn within(self, first: u8, last: u8) -> Two<V> = Two(self.0.within(first, last), self.1.within(first, last));
        fn and(self, other: Two<V>) -> Two<V> = Two(self.0.and(other.0), self.1.and(other.1));
        fn or(self, other: Two<V>) -> Two<V> = Two(self.0.or(other.0), self.1.or(other.1));
        fn without(self, other: Two<V>) -> Two<V> = Two(self.0.without(other.0), self.1.without(other.1));
        fn or_each(self, byte: u8) -> Two<V> = Two(self.0.or_each(byte), self.1.or_each(byte));
        fn minus(self, other: Two<V>) -> Two<V> = Two(self.0.minus(other.0), self.1.minus(other.1));
        fn sum(self) -> usize = self.0.sum() + self.1.sum();
        fn is_any(self) -> bool = self.0.or(self.1).is_any();
        fn bits(self) -> u64 = self.0.bits() | self.1.bits() << V::LENGTH;
    }
}
