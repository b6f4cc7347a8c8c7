//! The search for triggers, block by block, by the instructions that the processor has.

use super::{
    candidates::{BLOCK, Candidates},
    version::BlockSearcher,
};

/// What is asked about each byte that was found. A trait and no closure, so that it can say that it is to be inlined.
pub(crate) trait Check: Copy {
    type Answer;

    /// The answer about the byte at this index, if there is one.
    fn at(self, index: usize) -> Option<Self::Answer>;
}

/// The first answer of `check` about a byte that may be a trigger, of those at or after `from` that are in whole blocks:
/// no trigger is missing, not all it is asked about are one. Or else where the bytes begin that are still to be looked at.
///
/// `reached` is the block of the last answer, in which none is looked for again: where triggers stand close together that is
/// most of the work.
#[inline(always)]
pub(crate) fn find<T>(
    searcher: impl BlockSearcher,
    bytes: &[u8],
    from: usize,
    reached: &mut Candidates,
    check: impl Check<Answer = T>,
) -> Result<T, usize> {
    let mut block = *reached;
    loop {
        let mut left = block.behind(from);
        while left != 0 {
            if let Some(answer) = check.at(block.start + left.trailing_zeros() as usize) {
                *reached = block;
                return Ok(answer);
            }
            left &= left - 1;
        }
        // The next block follows this one, wherever the search goes on: so a processor can look at it before it knows that.
        let next = block.start + BLOCK;
        let is_far = block == Candidates::NONE || from.saturating_sub(next) >= BLOCK;
        block = searcher.next(bytes, if is_far { from } else { next });
        if block.bits == 0 {
            return Err(block.start.max(from));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{cell::RefCell, ops::Range};

    #[cfg(target_arch = "x86_64")]
    use super::super::x86_64;
    use super::{
        super::{
            candidates::{BEFORE, BEHIND, Sought},
            native, portable,
            version::{Instructions, Task},
        },
        *,
    };

    /// Every version that this processor can do, by its name.
    #[derive(Clone, Copy)]
    enum Tested {
        Portable,
        #[cfg(target_arch = "x86_64")]
        Sse2,
        Native,
    }

    impl Tested {
        const ALL: &[(&'static str, Tested)] = &[
            ("portable", Tested::Portable),
            #[cfg(target_arch = "x86_64")]
            ("SSE2", Tested::Sse2),
            ("native", Tested::Native),
        ];

        fn run<T: Task>(self, sought: Sought, task: T) -> T::Answer {
            // SAFETY: these are the processor's instructions, or common ones.
            unsafe {
                match self {
                    Tested::Portable => portable::run(Instructions::Common, sought, task),
                    #[cfg(target_arch = "x86_64")]
                    Tested::Sse2 => x86_64::run(Instructions::Common, sought, task),
                    Tested::Native => native::run(native::instructions(), sought, task),
                }
            }
        }

        fn find<T>(
            self,
            sought: Sought,
            bytes: &[u8],
            from: usize,
            reached: &mut Candidates,
            check: impl Check<Answer = T>,
        ) -> Result<T, usize> {
            self.run(sought, Find { bytes, from, reached, check })
        }
    }

    /// To find an answer.
    struct Find<'a, C> {
        bytes: &'a [u8],
        from: usize,
        reached: &'a mut Candidates,
        check: C,
    }

    impl<C: Check> Task for Find<'_, C> {
        type Answer = Result<C::Answer, usize>;

        #[inline(always)]
        fn run(self, searcher: impl BlockSearcher) -> Result<C::Answer, usize> {
            let Find { bytes, from, reached, check } = self;
            find(searcher, bytes, from, reached, check)
        }
    }

    const EVERY_SOUGHT: [Sought; 4] = [Sought::Colons, Sought::Ats, Sought::Dots, Sought::SpacedColons];

    /// Notes what it is asked about, and has no answer.
    #[derive(Clone, Copy)]
    struct Asked<'a>(&'a RefCell<Vec<usize>>);

    impl Check for Asked<'_> {
        type Answer = ();

        fn at(self, index: usize) -> Option<()> {
            self.0.borrow_mut().push(index);
            None
        }
    }

    /// Whether the byte at `i` is to be found, by the definition.
    fn is_candidate(sought: Sought, bytes: &[u8], i: usize) -> bool {
        let [second, before, here, after] = [bytes[i - 2], bytes[i - 1], bytes[i], bytes[i + 1]];
        match here {
            b':' => {
                let may_end_scheme = before.is_ascii_alphabetic() || matches!(after, b'/' | b'\\');
                let is_broken = matches!(after, b'\n' | b'\r')
                    && matches!((second | 0x20, before | 0x20), (b't', b'p') | (b'p', b's'));
                sought == Sought::SpacedColons || is_broken || after > b' ' && after != b':' && may_end_scheme
            }
            b'.' => {
                let is_abbreviated = matches!((second | 0x20, before | 0x20), (b'w', b'w') | (b't', b'p'));
                after > b' ' && (has_dots(sought) || is_abbreviated)
            }
            b'@' => sought != Sought::Colons,
            0xE3 => has_dots(sought) && after == 0x80,
            _ => false,
        }
    }

    fn has_dots(sought: Sought) -> bool {
        matches!(sought, Sought::Dots | Sought::SpacedColons)
    }

    /// Where the whole blocks are in text of this length, of those that begin at `from`.
    fn blocks(length: usize, from: usize) -> Range<usize> {
        from..from + length.saturating_sub(from + BEHIND) / BLOCK * BLOCK
    }

    /// Checks that every version finds in `bytes` what the definition says, from this index on.
    fn check(bytes: &[u8], from: usize) {
        let blocks = blocks(bytes.len(), from);
        for sought in EVERY_SOUGHT {
            let expected: Vec<usize> = blocks.clone().filter(|&i| is_candidate(sought, bytes, i)).collect();
            for &(name, version) in Tested::ALL {
                let asked = RefCell::new(Vec::new());
                let rest = version.find(sought, bytes, from, &mut Candidates::default(), Asked(&asked));
                assert_eq!(rest, Err(blocks.end), "{name} in {bytes:?} from {from}");
                let (likely, others): (Vec<usize>, Vec<usize>) =
                    asked.borrow().iter().partition(|&&i| is_candidate(sought, bytes, i));
                assert_eq!(likely, expected, "{name} in {bytes:?} from {from}");
                // It may ask about others behind a likely one.
                let is_alike = |i: &usize| {
                    let block = from + (i - from) / BLOCK * BLOCK;
                    matches!(bytes[*i], b':' | b'.' | b'\0' | 0x11)
                        && bytes[i + 1] != b' '
                        && (block..*i).any(|at| likely.contains(&at))
                };
                assert!(others.iter().all(is_alike), "{name} asks about {others:?} in {bytes:?} from {from}");
            }
        }
    }

    /// A generator of numbers, the same on each run.
    struct Numbers(u32);

    impl Numbers {
        fn below(&mut self, bound: usize) -> usize {
            self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (self.0 >> 8) as usize % bound
        }
    }

    const ALPHABET: &[u8] = b":.@wWpP /\\\xE3\x80a\n\0\x1F!0Gg7{\x7F\xFFz";

    /// Letters, of which so many in sixteen are others that matter.
    fn text(numbers: &mut Numbers, length: usize, sixteenths: usize) -> Vec<u8> {
        let byte = |_| {
            let is_other = numbers.below(16) < sixteenths;
            if is_other { ALPHABET[numbers.below(ALPHABET.len())] } else { b'a' }
        };
        (0..length).map(byte).collect()
    }

    #[test]
    fn every_version_agrees_with_the_definition() {
        let mut numbers = Numbers(1);
        for round in 0..500 {
            let bytes = text(&mut numbers, BEFORE + BLOCK + BEHIND, round % 17);
            check(&bytes, BEFORE);
        }
    }

    #[test]
    fn every_byte_beside_every_other() {
        for here in [b':', b'.', b'@', 0xE3] {
            let mut bytes = Vec::new();
            for other in 0..=0xFF {
                bytes.extend([other, here, b'a', b'w', here, other]);
            }
            bytes.resize(bytes.len() + BLOCK, b'a');
            check(&bytes, BEFORE);
        }
    }

    #[test]
    fn one_candidate_at_every_place() {
        for candidate in [
            "://", ":\\/", "a:a", "ww.a", "TP.a", "tW.a", "g.a", "0:a", "a@a", "\u{3002}", ": ", "a.a", "tp:\n",
            "PS:\r",
        ] {
            for at in 0..=2 * BLOCK {
                let mut bytes = vec![b'a'; 2 * BLOCK + BEFORE + BEHIND + candidate.len()];
                bytes[at..at + candidate.len()].copy_from_slice(candidate.as_bytes());
                check(&bytes, BEFORE);
            }
        }
    }

    #[test]
    fn every_length_from_every_place() {
        let mut numbers = Numbers(2);
        let bytes = text(&mut numbers, 3 * BLOCK + BEFORE + BEHIND, 6);
        for length in 0..=bytes.len() {
            // In memory of its own, so that tools which check reads see one behind the end.
            let bytes = bytes[..length].to_vec();
            for from in (BEFORE..=length.max(BEFORE)).step_by(1 + length % 7) {
                check(&bytes, from);
            }
        }
    }

    #[test]
    fn shifted_copies() {
        let mut numbers = Numbers(3);
        let bytes = text(&mut numbers, 2 * BLOCK + BEFORE + BEHIND, 4);
        for shift in 0..=BLOCK {
            let mut shifted = vec![b'a'; shift];
            shifted.extend_from_slice(&bytes);
            check(&shifted[shift..], BEFORE);
            check(&shifted, BEFORE);
            check(&shifted, shift + BEFORE);
        }
    }

    #[test]
    fn an_answer_ends_the_search() {
        #[derive(Clone, Copy)]
        struct At(usize);

        impl Check for At {
            type Answer = usize;

            fn at(self, index: usize) -> Option<usize> {
                (index >= self.0).then_some(index)
            }
        }

        let bytes = ":a".repeat(2 * BLOCK).into_bytes();
        let sought = Sought::Colons;
        for &(name, version) in Tested::ALL {
            for wanted in BEFORE..bytes.len() - BLOCK {
                let found = version.find(sought, &bytes, BEFORE, &mut Candidates::default(), At(wanted));
                assert_eq!(found, Ok(wanted.next_multiple_of(2)), "{name}");
            }
        }
    }

    /// Answers about what is to be found, by the definition.
    #[derive(Clone, Copy)]
    struct ByDefinition<'a>(Sought, &'a [u8]);

    impl Check for ByDefinition<'_> {
        type Answer = usize;

        fn at(self, index: usize) -> Option<usize> {
            is_candidate(self.0, self.1, index).then_some(index)
        }
    }

    /// The first byte to be found from an index on, also of those that are in no whole block.
    fn first(version: Tested, sought: Sought, bytes: &[u8], from: usize, reached: &mut Candidates) -> Option<usize> {
        let by_definition = ByDefinition(sought, bytes);
        match version.find(sought, bytes, from, reached, by_definition) {
            Ok(found) => Some(found),
            Err(rest) => (rest..bytes.len() - BEHIND).find_map(|index| by_definition.at(index)),
        }
    }

    /// As a search does: each from behind the answer before or the link there, and once in a window that moved.
    #[test]
    fn one_answer_after_the_other_in_a_kept_block() {
        let mut numbers = Numbers(4);
        for round in 0..200 {
            let length = 3 * BLOCK + numbers.below(2 * BLOCK);
            let text = text(&mut numbers, length, 1 + round % 16);
            for sought in EVERY_SOUGHT {
                for &(name, version) in Tested::ALL {
                    let mut bytes = &text[..];
                    let (mut at, mut reached) = (BEFORE, Candidates::NONE);
                    let mut moves_at = numbers.below(length);
                    loop {
                        if at >= moves_at {
                            let dropped = numbers.below(at - BEFORE + 1);
                            bytes = &bytes[dropped..];
                            reached = reached.moved_down(dropped);
                            (at, moves_at) = (at - dropped, usize::MAX);
                        }
                        let found = first(version, sought, bytes, at, &mut reached);
                        let expected = first(version, sought, bytes, at, &mut Candidates::default());
                        assert_eq!(found, expected, "{name} in {bytes:?} from {at}");
                        let Some(found) = found else { break };
                        at = found + [1, 1, 2, 9, BLOCK][numbers.below(5)];
                        if at >= bytes.len() {
                            break;
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_block_of_an_answer_is_kept() {
        let bytes = ":a".repeat(2 * BLOCK).into_bytes();
        let sought = Sought::Colons;
        // Whoever looks again finds nothing.
        let blank = vec![b' '; bytes.len()];
        for &(name, version) in Tested::ALL {
            for dropped in 0..=BEFORE {
                let mut reached = Candidates::NONE;
                assert_eq!(first(version, sought, &bytes, BEFORE, &mut reached), Some(BEFORE), "{name}");
                reached = reached.moved_down(dropped);
                let asked = RefCell::new(Vec::new());
                let _ = version.find(sought, &blank, BEFORE + 1, &mut reached, Asked(&asked));
                let expected: Vec<usize> = (BEFORE..BEFORE + BLOCK)
                    .filter(|index| bytes[*index] == b':')
                    .map(|index| index - dropped)
                    .filter(|&index| index > BEFORE)
                    .collect();
                assert_eq!(asked.into_inner(), expected, "{name}, {dropped} dropped");
            }
            let mut reached = Candidates::NONE;
            assert_eq!(first(version, sought, &bytes, BEFORE, &mut reached), Some(BEFORE), "{name}");
            let gone = reached.moved_down(BEFORE + 1);
            assert_eq!(gone, Candidates::NONE, "{name}: some of the block is gone");
        }
    }
}
