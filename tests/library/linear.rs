//! No input takes more than a fixed number of steps a byte. Steps are counted, not seconds, so that the machine has no
//! say in it.

use std::{num::NonZero, thread};

use napkin::{Finder, Grammar, Kind, Kinds};

use crate::hostile;

/// The steps that a search of `text` takes in this thread.
fn steps_of(finder: &Finder, text: &str) -> u64 {
    let mut links = finder.find_iter(text);
    links.by_ref().for_each(drop);
    links.steps()
}

/// The most steps that a byte may cost, whatever the text.
const STEPS_A_BYTE: u64 = 64;

/// Repetitions of a word are searched at these two sizes. Without optimization smaller ones have to do.
const SIZES: (usize, usize) = if cfg!(debug_assertions) { (4 << 10, 16 << 10) } else { (16 << 10, 64 << 10) };

/// How many a million of the large texts are, for the same reason.
const MILLION: usize = if cfg!(debug_assertions) { 100_000 } else { 1_000_000 };

#[test]
fn repeated_words_of_up_to_two_tokens_with_every_set_of_kinds() {
    let sets = (1..16_u8).map(|bits| Kind::ALL.into_iter().filter(|&kind| bits >> kind as u8 & 1 != 0).collect());
    check_words(hostile::words(1).chain(hostile::words(2)), &sets.map(finder).collect::<Vec<_>>());
}

#[test]
fn repeated_words_of_three_tokens() {
    check_words(hostile::words(3), &[finder(Kinds::default()), finder(Kinds::ALL), with_base(Kinds::default())]);
}

#[test]
fn large_texts() {
    let finders = [finder(Kinds::default()), finder(Kinds::ALL), with_base(Kinds::ALL)];
    for (name, text) in hostile::texts(MILLION) {
        let end = (0..=text.len() / 4).rev().find(|&at| text.is_char_boundary(at)).unwrap_or_default();
        for finder in &finders {
            check(finder, &text[..end], &text, &name);
        }
    }
}

/// What people have thrown at programs that find URLs costs no more than so many times as much as text full of URLs, with
/// every set of kinds.
#[test]
fn hostile_texts_cost_little_more_than_dense_ones() {
    let line = "2026-11-21 14:02:03 GET http://archive.example.org/~kim/2026/index.html 200 4711 cached by a proxy\n";
    let dense = line.repeat(1000);
    let hostile =
        ["<http://a", "((((", "http://", "\"", "URL:", "a@", "www.", "a word, and "].map(|word| word.repeat(10_000));
    let long = format!("http://a.example/{}", "a".repeat(100_000));
    for bits in 1..16_u8 {
        let kinds: Kinds = Kind::ALL.into_iter().filter(|&kind| bits >> kind as u8 & 1 != 0).collect();
        let finder = finder(kinds);
        let most = if kinds.contains(Kind::Email) { 15 } else { 8 };
        let usual = steps_of(&Finder::new(), &dense);
        for text in hostile.iter().chain([&long]) {
            let steps = steps_of(&finder, text) * dense.len() as u64;
            let start: String = text.chars().take(20).collect();
            assert!(steps <= most * usual * text.len() as u64, "{start:?} with {kinds:?}: {steps} steps");
        }
    }
}

/// The short way is not for these, and one of them has no fragments.
#[test]
fn repeated_words_by_older_grammars() {
    let grammars = [Grammar::Draft1993, Grammar::Rfc1738];
    let finder = |grammar| Finder::builder().grammar(grammar).any_scheme(true).build().expect("options are right");
    check_words(hostile::words(1).chain(hostile::words(2)), &grammars.map(finder));
}

#[test]
fn words_are_all_there_and_none_twice() {
    let counts = [1, 2, 3].map(|length| hostile::words(length).count());
    let base = hostile::TOKENS.len();
    assert_eq!(counts, [base, (base.pow(2) - base) / 2, (base.pow(3) - base) / 3]);
    assert!(hostile::words(2).any(|word| word == "<http://"));
    assert!(hostile::words(3).any(|word| word == "a<http://" || word == "<http://a" || word == "http://a<"));
    assert_eq!(hostile::repeat("ab。", 12), "ab。ab。");
}

fn finder(kinds: Kinds) -> Finder {
    Finder::builder().kinds(kinds).any_scheme(kinds == Kinds::ALL).build().expect("kinds are always valid")
}

/// Relative references are read, too.
fn with_base(kinds: Kinds) -> Finder {
    Finder::builder().kinds(kinds).base("http://a.example/b/c").build().expect("the base is right")
}

/// Checks each word with each finder, the words dealt out to as many threads as there are cores.
fn check_words(words: impl Iterator<Item = String>, finders: &[Finder]) {
    let words: Vec<String> = words.collect();
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        for share in words.chunks(words.len().div_ceil(threads)) {
            scope.spawn(move || {
                for word in share {
                    let (small, large) = (hostile::repeat(word, SIZES.0), hostile::repeat(word, SIZES.1));
                    for finder in finders {
                        check(finder, &small, &large, &format!("{word:?} repeated"));
                    }
                }
            });
        }
    });
}

/// `large` is `small` and about three times as much of the same: it may take four times the steps and some to spare,
/// and both may take no more than so many a byte.
fn check(finder: &Finder, small: &str, large: &str, name: &str) {
    let (few, many) = (steps_of(finder, small), steps_of(finder, large));
    let bytes = large.len() as u64;
    assert!(many <= STEPS_A_BYTE * bytes, "{name}: {many} steps for {bytes} bytes, with {finder:?}");
    assert!(few <= STEPS_A_BYTE * small.len() as u64, "{name}: {few} steps for {} bytes, with {finder:?}", small.len());
    assert!(many <= 5 * few + bytes, "{name}: {few} steps grew to {many}, with {finder:?}");
}
