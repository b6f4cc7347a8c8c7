//! What the bytes are that a plain URL may go on with, many at once.

use super::{candidates::BLOCK, vector::Vector};

/// What stands at the front of a text: a bit for each byte of a block, the lowest for the first. Behind the first byte that
/// is none of these, and behind the end of the text, bits may be zero whatever stands there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Classes {
    /// ASCII letters and digits.
    pub(crate) alphanumeric: u64,
    /// Hyphens.
    pub(crate) hyphens: u64,
    /// Full stops.
    pub(crate) dots: u64,
    /// Underscores.
    pub(crate) underscores: u64,
    /// What means nothing in the path, query or fragment of a URL.
    pub(crate) tail: u64,
}

/// Tells what the bytes of plain URLs are.
pub(crate) trait Classifier: Copy {
    /// The classes of the bytes from an index on.
    fn classes(self, bytes: &[u8], at: usize) -> Classes;

    /// The classes of the bytes in front of an index, but for `tail`: the highest bit is that of the byte right before it. In front of the
    /// last byte that is neither of the other classes nor a plus sign, and in front of the text, bits may be zero whatever stands there.
    fn classes_before(self, bytes: &[u8], end: usize) -> Classes;
}

/// The classes of the bytes of a block.
///
/// # Safety
/// That of [`Vector`].
#[inline(always)]
unsafe fn classes<V: Vector>(bytes: &[u8; BLOCK]) -> Classes {
    const { assert!(V::LENGTH == BLOCK) };
    // SAFETY: the caller has the instructions, and there are so many bytes.
    unsafe {
        let here = V::load(bytes.as_ptr());
        let [alphanumeric, tail] = here.plain_classes();
        Classes {
            alphanumeric: alphanumeric.bits(),
            hyphens: here.equal(b'-').bits(),
            dots: here.equal(b'.').bits(),
            underscores: here.equal(b'_').bits(),
            tail: tail.bits(),
        }
    }
}

/// The block that begins at an index, if the text is so long.
#[inline(always)]
fn block(bytes: &[u8], at: usize) -> Option<&[u8; BLOCK]> {
    bytes.get(at..)?.first_chunk()
}

/// The classes of the bytes from an index on, where the text may end in the block.
///
/// # Safety
/// That of [`Vector`].
#[inline(always)]
pub(super) unsafe fn classes_at<V: Vector>(bytes: &[u8], at: usize) -> Classes {
    let last;
    let block = match block(bytes, at) {
        Some(block) => block,
        None => {
            last = last_block(bytes, at);
            &last
        }
    };
    // SAFETY: it is the caller's contract.
    unsafe { classes::<V>(block) }
}

/// The classes of the bytes in front of an index, where the text may begin in the block.
///
/// # Safety
/// That of [`Vector`].
#[inline(always)]
pub(super) unsafe fn classes_in_front<V: Vector>(bytes: &[u8], end: usize) -> Classes {
    let first;
    let block = match bytes[..end].last_chunk() {
        Some(block) => block,
        None => {
            first = first_block(&bytes[..end]);
            &first
        }
    };
    // SAFETY: it is the caller's contract.
    unsafe { classes::<V>(block) }
}

/// A block that ends with these bytes, which are fewer, and has zeros in front of them.
#[cold]
#[inline(never)]
fn first_block(bytes: &[u8]) -> [u8; BLOCK] {
    let mut block = [0; BLOCK];
    block[BLOCK - bytes.len()..].copy_from_slice(bytes);
    block
}

/// The block that begins at an index and that the text ends in, with zeros behind it.
#[cold]
#[inline(never)]
fn last_block(bytes: &[u8], at: usize) -> [u8; BLOCK] {
    let mut block = [0; BLOCK];
    let rest = bytes.get(at..).unwrap_or_default();
    let rest = &rest[..rest.len().min(BLOCK)];
    block[..rest.len()].copy_from_slice(rest);
    block
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            candidates::Sought,
            native, portable,
            version::{BlockSearcher, Instructions, Task},
        },
        *,
    };

    /// The classes of one byte, by the definition.
    fn of(byte: u8) -> [bool; 5] {
        let is_tail = byte.is_ascii_alphanumeric() || b"-./:_=~@+$".contains(&byte);
        [byte.is_ascii_alphanumeric(), byte == b'-', byte == b'.', byte == b'_', is_tail]
    }

    fn check(classes: Classes, bytes: &[u8]) {
        let Classes { alphanumeric, hyphens, dots, underscores, tail } = classes;
        for i in 0..BLOCK {
            let told = [alphanumeric, hyphens, dots, underscores, tail].map(|bits| bits >> i & 1 != 0);
            let expected = bytes.get(i).map_or([false; 5], |&byte| of(byte));
            assert_eq!(told, expected, "the byte at {i} in {bytes:?}");
            if expected == [false; 5] {
                return;
            }
        }
    }

    #[test]
    fn every_byte_at_many_places_in_texts_of_many_lengths() {
        for byte in 0..=0xFF {
            for length in 0..=2 * BLOCK {
                for at in [0, length / 2, BLOCK - 1, BLOCK, length.saturating_sub(1)] {
                    let mut bytes = vec![b'a'; length];
                    if let Some(there) = bytes.get_mut(at) {
                        *there = byte;
                    }
                    check(native::classes(&bytes, 0), &bytes);
                    check(portable::classes(&bytes, 0), &bytes);
                    check(native::classes(&bytes, length / 3), &bytes[length / 3..]);
                    #[cfg(target_arch = "x86_64")]
                    check(super::super::x86_64::classes_by_sse2(&bytes, length / 3), &bytes[length / 3..]);
                }
            }
        }
    }

    /// To tell the classes of the bytes in front of an index.
    #[derive(Clone, Copy)]
    struct Before<'a>(&'a [u8], usize);

    impl Task for Before<'_> {
        type Answer = Classes;

        #[inline(always)]
        fn run(self, searcher: impl BlockSearcher) -> Classes {
            searcher.classes_before(self.0, self.1)
        }
    }

    fn check_before(classes: Classes, bytes: &[u8]) {
        let Classes { alphanumeric, hyphens, dots, underscores, .. } = classes;
        for (i, &byte) in bytes.iter().rev().take(BLOCK).enumerate() {
            let told = [alphanumeric, hyphens, dots, underscores].map(|bits| bits << i >> (BLOCK - 1) != 0);
            assert_eq!(told[..], of(byte)[..4], "the byte at {i} from the end of {bytes:?}");
            if told == [false; 4] && byte != b'+' {
                return;
            }
        }
    }

    #[test]
    fn classes_before_every_byte_at_many_places() {
        for (byte, length) in (0..=0xFF).flat_map(|byte| (0..=2 * BLOCK).map(move |length| (byte, length))) {
            for at in [0, length / 2, BLOCK - 1, BLOCK, length.saturating_sub(1)] {
                let mut bytes = vec![b'a'; length];
                if let Some(there) = bytes.get_mut(at) {
                    *there = byte;
                }
                for end in [length, length / 2] {
                    // SAFETY: these are the processor's instructions, or common ones.
                    let found = unsafe {
                        [
                            native::classes_before(&bytes, end),
                            portable::classes_before(&bytes, end),
                            native::run(native::instructions(), Sought::Colons, Before(&bytes, end)),
                            #[cfg(target_arch = "x86_64")]
                            super::super::x86_64::run(Instructions::Common, Sought::Colons, Before(&bytes, end)),
                        ]
                    };
                    found.into_iter().for_each(|classes| check_before(classes, &bytes[..end]));
                }
            }
        }
    }
}
