//! Whatever the text and the options: however the text is cut into reads, the same links are found; they are in order and
//! valid, and each has a readable form.

#![no_main]

#[path = "../../tests/library/common.rs"]
mod common;

use arbitrary::Arbitrary;
use common::{find, search};
use libfuzzer_sys::fuzz_target;
use napkin::{Finder, Grammar, Hyphen, Kinds, Rejoin, Uri};

#[derive(Arbitrary, Debug)]
struct Input {
    all_kinds: bool,
    any_scheme: bool,
    rejoin_off: bool,
    hyphen_drop: bool,
    explain: bool,
    grammar: u8,
    reads: Vec<u8>,
    text: Vec<u8>,
}

fuzz_target!(|input: Input| {
    let grammar = Grammar::ALL[usize::from(input.grammar) % Grammar::ALL.len()];
    let finder = Finder::builder()
        .kinds(if input.all_kinds { Kinds::ALL } else { Kinds::default() })
        .any_scheme(input.any_scheme)
        .rejoin(if input.rejoin_off { Rejoin::Off } else { Rejoin::default() })
        .hyphen(if input.hyphen_drop { Hyphen::Drop } else { Hyphen::Keep })
        .explain(input.explain)
        .grammar(grammar)
        .build()
        .expect("options are right");
    let links = find(&finder, &input.text);
    let mut at = 0;
    for link in &links {
        for piece in &link.pieces {
            assert!(at <= piece.start && piece.start < piece.end, "{:?} after {at}", link.pieces);
            at = piece.end;
        }
        for url in [Some(&link.url), link.alternative.as_ref()].into_iter().flatten() {
            let uri = Uri::parse(url, grammar).expect("a link is valid");
            uri.to_readable();
        }
    }
    // A stream with a byte order mark of UTF-16 is decoded first; a text in memory never is.
    if input.text.starts_with(b"\xFF\xFE") || input.text.starts_with(b"\xFE\xFF") {
        return;
    }
    let reads = input.reads.iter().map(|&bytes| usize::from(bytes));
    let findings = search(&finder, &input.text, reads);
    assert_eq!(findings.links, links);
    assert_eq!(search(&finder, &input.text, vec![1; input.text.len()]), findings);
});
