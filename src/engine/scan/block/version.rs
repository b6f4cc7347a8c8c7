//! What there is for each kind of processor: a version of what is done with its instructions, and a way to run all that calls it
//! with them.

use std::marker::PhantomData;

use super::{
    candidates::{BEFORE, Candidates, Sought},
    plain::{Classes, Classifier},
};

/// The instructions that a processor turns out to have.
#[derive(Clone, Copy, Debug)]
pub(super) enum Instructions {
    /// Those that all have which this is compiled for.
    Common,
    /// AVX2 as well, and the instructions for bits that came with it.
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

/// Finds blocks with candidates, and tells what the bytes of plain URLs are.
pub(crate) trait BlockSearcher: Classifier {
    /// The first block with candidates, of those that begin at an index and follow each other from there. In front of the first
    /// stand [`BEFORE`] bytes.
    fn next(self, bytes: &[u8], from: usize) -> Candidates;
}

/// What is done with the instructions of a processor.
///
/// It has to be `#[inline(always)]`, with all that calls what the searcher does: so that it is compiled for those instructions.
pub(crate) trait Task {
    type Answer;

    fn run(self, searcher: impl BlockSearcher) -> Self::Answer;
}

/// What is done with vectors, or without, for certain processors.
///
/// # Safety
/// All functions need a processor with the instructions.
pub(super) trait Version: Copy {
    /// What [`BlockSearcher::next`] does. The index has to be [`BEFORE`] at least.
    unsafe fn next<const DOTS: bool, const ATS: bool, const SPACED_COLONS: bool>(
        bytes: &[u8],
        from: usize,
    ) -> Candidates;

    /// What [`Classifier::classes`] does.
    unsafe fn classes(bytes: &[u8], at: usize) -> Classes;

    /// What [`Classifier::classes_before`] does.
    unsafe fn classes_before(bytes: &[u8], end: usize) -> Classes;

    /// Does what there is to do with the instructions.
    unsafe fn run<T: Task>(task: T, searcher: impl BlockSearcher) -> T::Answer;

    /// The same with a searcher for what is sought.
    #[inline(always)]
    unsafe fn run_for<T: Task>(sought: Sought, task: T) -> T::Answer {
        // SAFETY: it is the caller's contract, here and for what a searcher calls.
        unsafe {
            match sought {
                Sought::SpacedColons => Self::run(task, Looking::<Self, true, true, true>(PhantomData)),
                Sought::Dots => Self::run(task, Looking::<Self, true, true, false>(PhantomData)),
                Sought::Ats => Self::run(task, Looking::<Self, false, true, false>(PhantomData)),
                Sought::Colons => Self::run(task, Looking::<Self, false, false, false>(PhantomData)),
            }
        }
    }
}

/// The searcher of a version: there is one only where the processor has the instructions.
#[derive(Clone, Copy)]
struct Looking<V, const DOTS: bool, const ATS: bool, const SPACED_COLONS: bool>(PhantomData<V>);

impl<V: Version, const DOTS: bool, const ATS: bool, const SPACED_COLONS: bool> Classifier
    for Looking<V, DOTS, ATS, SPACED_COLONS>
{
    #[inline(always)]
    fn classes(self, bytes: &[u8], at: usize) -> Classes {
        // SAFETY: the processor has the instructions.
        unsafe { V::classes(bytes, at) }
    }

    #[inline(always)]
    fn classes_before(self, bytes: &[u8], end: usize) -> Classes {
        // SAFETY: the processor has the instructions.
        unsafe { V::classes_before(bytes, end) }
    }
}

impl<V: Version, const DOTS: bool, const ATS: bool, const SPACED_COLONS: bool> BlockSearcher
    for Looking<V, DOTS, ATS, SPACED_COLONS>
{
    #[inline(always)]
    fn next(self, bytes: &[u8], from: usize) -> Candidates {
        // SAFETY: the processor has the instructions, and the index leaves room for what is read in front of it.
        unsafe { V::next::<DOTS, ATS, SPACED_COLONS>(bytes, from.max(BEFORE)) }
    }
}
