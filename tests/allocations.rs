//! How often memory is asked for: never to parse and validate, once to resolve.
#![allow(unsafe_code)]

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};

use napkin::{Grammar, Uri};
use serde::Deserialize;

thread_local! {
    /// Counts for one thread, since the test harness has others.
    static ASKED: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: every call is handed on to the system's allocator as it is. Counting asks for no memory: the cell is
// initialised by a constant and has no destructor.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ASKED.set(ASKED.get() + 1);
        // SAFETY: the caller promises what the system's allocator wants.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the pointer is from `alloc` or `realloc`, and so from the system's allocator.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ASKED.set(ASKED.get() + 1);
        // SAFETY: the pointer is from `alloc` or `realloc`, and so from the system's allocator.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What `work` gives, and how often it asked for memory.
fn counted<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = ASKED.get();
    let out = work();
    (out, ASKED.get() - before)
}

#[derive(Deserialize)]
struct Uris {
    case: Vec<UriCase>,
}

#[derive(Deserialize)]
struct UriCase {
    uri: String,
}

#[test]
fn parsing_asks_for_none() {
    let corpus: Uris = toml::from_str(include_str!("../corpus/uri.toml")).expect("corpus/uri.toml");
    let (mut accepted, mut refused) = (0, 0);
    for text in corpus.case.iter().map(|case| &case.uri) {
        for grammar in Grammar::ALL {
            for parse in [Uri::parse, Uri::parse_reference, Uri::parse_generic, Uri::parse_reference_generic] {
                let (judged, asked) = counted(|| parse(text, grammar));
                assert_eq!(asked, 0, "{text:?} by {}", grammar.name());
                accepted += usize::from(judged.is_ok());
                refused += usize::from(judged.is_err());
                let Ok(uri) = judged else { continue };
                let (_, asked) = counted(|| {
                    let parts = [uri.scheme(), uri.authority(), uri.host(), uri.port(), uri.query(), uri.fragment()];
                    (parts, uri.userinfo(), uri.path(), uri.host_kind(), uri.as_base().grammar())
                });
                assert_eq!(asked, 0, "the components of {text:?}");
            }
        }
    }
    assert!(accepted > 1000 && refused > 1000, "{accepted} were accepted, {refused} refused");
    // The counter counts.
    assert_eq!(counted(|| Box::new(1)).1, 1);
}

#[derive(Deserialize)]
struct References {
    base: String,
    case: Vec<ReferenceCase>,
}

#[derive(Deserialize)]
struct ReferenceCase {
    base: Option<String>,
    reference: String,
}

#[test]
fn resolving_asks_once() {
    let corpus: References = toml::from_str(include_str!("../corpus/resolve.toml")).expect("corpus/resolve.toml");
    let mut resolved = 0;
    for case in &corpus.case {
        for grammar in Grammar::ALL {
            let base = Uri::parse_generic(case.base.as_ref().unwrap_or(&corpus.base), grammar);
            let reference = Uri::parse_reference_generic(&case.reference, grammar);
            let (Ok(base), Ok(reference)) = (base, reference) else { continue };
            let (target, asked) = counted(|| base.resolve(&reference));
            let Ok(target) = target else { continue };
            resolved += 1;
            // A string without characters has no memory of its own.
            assert_eq!(asked, usize::from(!target.as_str().is_empty()), "{reference} against {base}");
        }
    }
    assert!(resolved > 150, "only {resolved} were resolved");
}
