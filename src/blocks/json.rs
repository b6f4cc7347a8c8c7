//! What does not stand in a string of JSON as it is, many bytes at once.

use super::vector::{BLOCK, Vector};

/// Returns `true` if a byte of the block is escaped, begins a character that may be, or does harm: a control, `"`, `\`, `<`, or beyond ASCII.
///
/// # Safety
/// That of [`Vector`].
#[inline(always)]
pub(super) unsafe fn escapes<V: Vector>(block: &[u8; BLOCK]) -> bool {
    const { assert!(V::LENGTH == BLOCK) };
    // SAFETY: the caller has the instructions, and there are so many bytes.
    unsafe {
        let here = V::load(block.as_ptr());
        let escaped = here.equal(b'"').or(here.equal(b'\\')).or(here.equal(b'<'));
        escaped.or(here.within(b' ', b'~').equal(0)).is_any()
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{escapes_in_json, portable},
        *,
    };

    #[test]
    fn every_version_sees_every_byte_wherever_it_stands() {
        let versions: [fn(&[u8; BLOCK]) -> bool; _] = [
            escapes_in_json,
            portable::escapes_in_json,
            #[cfg(target_arch = "x86_64")]
            super::super::x86_64::escapes_in_json_by_sse2,
        ];
        for byte in 0..=0xFF {
            for at in 0..BLOCK {
                let mut block = [b'a'; BLOCK];
                block[at] = byte;
                let expected = !(b' '..=b'~').contains(&byte) || b"\"\\<".contains(&byte);
                for escapes in versions {
                    assert_eq!(escapes(&block), expected, "{byte:02X} at {at}");
                }
            }
        }
    }
}
