//! How far the bytes of a plain URL go, as far as can be told by looking at many at once.

use super::vector::Vector;

/// What stands at the front of bytes that may be a host name: a bit for each byte, the lowest for the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HostStart {
    /// ASCII letters and digits.
    pub(crate) alphanumeric: u32,
    /// Hyphens.
    pub(crate) hyphens: u32,
    /// Full stops.
    pub(crate) dots: u32,
}

/// What stands at the front of bytes that may be a host name, or `None` if there are too few of them.
///
/// # Safety
/// That of [`Vector`].
#[inline(always)]
pub(super) unsafe fn host_start<V: Vector>(bytes: &[u8]) -> Option<HostStart> {
    const { assert!(V::LENGTH == u32::BITS as usize) };
    let bytes = bytes.get(..V::LENGTH)?;
    // SAFETY: the caller has the instructions, and there are so many bytes.
    unsafe {
        let here = V::load(bytes.as_ptr());
        Some(HostStart {
            alphanumeric: letters(here).or(here.within(b'0', b'9')).bits() as u32,
            hyphens: here.equal(b'-').bits() as u32,
            dots: here.equal(b'.').bits() as u32,
        })
    }
}

/// How many bytes at the front are such as mean nothing in the path, query or fragment of a URL, as far as whole vectors
/// tell: more of them may follow.
///
/// # Safety
/// That of [`Vector`].
#[inline(always)]
pub(super) unsafe fn tail_run<V: Vector>(bytes: &[u8]) -> usize {
    let mut at = 0;
    while bytes.len() - at >= V::LENGTH {
        // SAFETY: the caller has the instructions, and so many bytes follow.
        let run = unsafe { tail(V::load(bytes.as_ptr().add(at))).bits().trailing_ones() as usize };
        at += run;
        if run < V::LENGTH {
            break;
        }
    }
    at
}

/// A flag for each byte that means nothing in a path, query or fragment.
#[inline(always)]
unsafe fn tail<V: Vector>(here: V) -> V {
    // SAFETY: the caller has the instructions.
    unsafe {
        letters(here)
            // With them the full stop, the slash and the digits.
            .or(here.within(b'-', b':'))
            .or(here.equal(b'_'))
            .or(here.equal(b'='))
            .or(here.equal(b'~'))
            .or(here.equal(b'@'))
            .or(here.equal(b'+'))
            .or(here.equal(b'$'))
    }
}

/// A flag for each ASCII letter.
#[inline(always)]
unsafe fn letters<V: Vector>(here: V) -> V {
    // SAFETY: the caller has the instructions.
    unsafe { here.or_each(0x20).within(b'a', b'z') }
}

#[cfg(test)]
mod tests {
    use super::super::{HostStart, host_start, tail_run};

    /// The bytes that are looked at together, where there are vectors.
    const LENGTH: usize = 32;

    const HAS_VECTORS: bool = cfg!(any(target_feature = "sse2", target_feature = "neon"));

    /// Every byte at many places among letters, in text of many lengths.
    fn each_text(mut check: impl FnMut(&[u8])) {
        for byte in 0..=0xFF {
            for length in 0..=2 * LENGTH + 1 {
                for at in [0, length / 2, LENGTH - 1, LENGTH, length.saturating_sub(1)] {
                    let mut bytes = vec![b'a'; length];
                    if let Some(there) = bytes.get_mut(at) {
                        *there = byte;
                    }
                    check(&bytes);
                }
            }
        }
    }

    #[test]
    fn runs_are_told_as_far_as_whole_vectors_go() {
        let is_tail = |byte: &&u8| byte.is_ascii_alphanumeric() || b"-./:_=~@+$".contains(byte);
        each_text(|bytes| {
            let run = bytes.iter().take_while(is_tail).count();
            let is_told = bytes.len() - run / LENGTH * LENGTH >= LENGTH && HAS_VECTORS;
            let told = tail_run(bytes);
            assert!(told == run || told < run && !is_told, "{told} and not {run} in {bytes:?}");
        });
    }

    #[test]
    fn hosts_are_told_where_there_is_a_whole_vector() {
        each_text(|bytes| {
            let Some(HostStart { alphanumeric, hyphens, dots }) = host_start(bytes) else {
                assert!(bytes.len() < LENGTH || !HAS_VECTORS, "nothing in {bytes:?}");
                return;
            };
            for (i, byte) in bytes[..LENGTH].iter().enumerate() {
                let told = [alphanumeric, hyphens, dots].map(|bits| bits >> i & 1 != 0);
                assert_eq!(told, [byte.is_ascii_alphanumeric(), *byte == b'-', *byte == b'.'], "{bytes:?}");
            }
        });
    }
}
