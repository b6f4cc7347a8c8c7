//! The classes of 64 bytes at once.

use super::classes::Class;
use crate::blocks;
pub(super) use crate::blocks::{BLOCK as WIDTH, Sought, Triggers as Block, next_triggers as next_block};

/// The classes of 64 bytes: one bit for each byte, the lowest for the first, for each class of the window.
#[derive(Clone, Copy, Debug)]
pub(super) struct Maps {
    /// The index of the first of these bytes.
    pub(super) start: usize,
    maps: [u64; blocks::CLASSES],
}

impl Maps {
    /// Reads the bytes from `start` on; NULs follow the last.
    #[inline(always)]
    pub(super) fn at(bytes: &[u8], start: usize) -> Maps {
        let rest = bytes.get(start..).unwrap_or_default();
        let maps = match rest.first_chunk() {
            Some(bytes) => blocks::classes(bytes),
            None => {
                let mut bytes = [0; WIDTH];
                bytes[..rest.len()].copy_from_slice(rest);
                blocks::classes(&bytes)
            }
        };
        Maps { start, maps }
    }

    #[inline(always)]
    pub(super) fn of(&self, class: Class) -> u64 {
        self.maps[class.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::{super::classes, *};

    /// Returns texts of these bytes, in an order that repeats late.
    fn texts(alphabet: &[u8]) -> impl Iterator<Item = Vec<u8>> {
        let mut state = 1_u32;
        (0..400).map(move |length| {
            let mut next = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                alphabet[(state >> 8) as usize % alphabet.len()]
            };
            (0..length).map(|_| next()).collect()
        })
    }

    #[test]
    fn blocks_miss_nothing() {
        for text in texts(b"wwwtps:::....@/\\ \nA1\xE3\x80\x82--") {
            for sought in [(false, false), (true, false), (true, true)].map(|(names, all)| Sought { names, all }) {
                let (mut found, mut end) = (Vec::new(), 0);
                while end < text.len() {
                    let block = next_block(&text, end, sought);
                    end = block.end();
                    found.extend(block);
                }
                let is_sought = |at: usize| {
                    let [before, after] = [text[..at].last().copied(), text.get(at + 1).copied()];
                    let after = after.unwrap_or(0);
                    let is_abbreviated = text[..at].ends_with(b"ww") || text[..at].ends_with(b"tp");
                    let is_of_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii();
                    match text[at] {
                        b':' | b'.' | b'@' if sought.all => true,
                        b':' => {
                            after > b' ' && after != b':' && before.is_some_and(|byte| byte.is_ascii_alphabetic())
                                || matches!(after, b'\n' | b'\r') && before.is_some_and(|byte| b"pPsS".contains(&byte))
                                || after == b'/'
                                || after == b'\\' && before != Some(b':')
                        }
                        b'.' => is_of_name(after) && (is_abbreviated || sought.names && before.is_some_and(is_of_name)),
                        b'@' => sought.names && after > b' ',
                        _ => false,
                    }
                };
                assert!(found.is_sorted() && (0..text.len()).filter(|&at| is_sought(at)).all(|at| found.contains(&at)));
            }
        }
    }

    #[test]
    fn classes_are_those_of_the_table() {
        for start in 0..=u8::MAX {
            let bytes: [u8; WIDTH] = std::array::from_fn(|at| start.wrapping_add(at as u8));
            let maps = Maps::at(&bytes, 0);
            let classes = [classes::NAME, classes::DOT, classes::SEPARATOR, classes::PERCENT, classes::RUN];
            for class in classes {
                for (at, &byte) in bytes.iter().enumerate() {
                    assert_eq!(maps.of(class) >> at & 1 == 1, classes::is(byte, class), "{byte:#x}");
                }
            }
        }
    }
}
