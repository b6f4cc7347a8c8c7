//! The finder against itself where the same text stands elsewhere: neither what is read many bytes at a time nor where a
//! block ends has a say.

use napkin::{Finder, Kinds};

use crate::{common::search, hostile, oracle::lines::line, support::random::Random};

/// How many texts are made.
const TEXTS: usize = 5_000;

/// The same lines further on, between blank lines of any length, have the same links, and so they have in reads of any size.
#[test]
fn the_place_of_a_text_has_no_say() {
    let finders = [Finder::new(), Finder::builder().kinds(Kinds::ALL).explain(true).build().expect("it is right")];
    let mut random = Random(64);
    for number in 0..TEXTS {
        let tokens = |random: &mut Random| {
            (0..1 + random.below(12)).map(|_| hostile::RICH[random.below(hostile::RICH.len())]).collect::<String>()
        };
        let text = if number % 2 == 0 { tokens(&mut random) } else { line(&mut random) + &tokens(&mut random) };
        let finder = &finders[number / 2 % finders.len()];
        let whole = search(finder, ["\n", &text, "\n"].concat().as_bytes(), []);
        for _ in 0..4 {
            let (before, after) = (random.below(130), random.below(130));
            let padded = [&" ".repeat(before), "\n", &text, "\n", &" ".repeat(after)].concat();
            let reads: Vec<usize> = (0..random.below(4)).map(|_| 1 + random.below(80)).collect();
            let mut there = search(finder, padded.as_bytes(), reads);
            for piece in there.links.iter_mut().flat_map(|link| &mut link.pieces) {
                *piece = piece.start - before..piece.end - before;
            }
            for refused in &mut there.refused {
                refused.range = refused.range.start - before..refused.range.end - before;
                refused.at -= before;
            }
            assert_eq!(there, whole, "{text:?} with {before} blanks before it and {after} after it, {finder:?}");
        }
    }
}
