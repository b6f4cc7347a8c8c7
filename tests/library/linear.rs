//! No input takes more than a fixed number of steps a byte. Steps are counted, not seconds, so that the machine has no
//! say in it.

use std::{num::NonZero, thread};

use napkin::{Finder, Grammar, Kind, Kinds, Rejoin};

use crate::{hostile, literals, random::Random};

/// The steps that a search of `text` takes in this thread.
fn steps_of(finder: &Finder, text: &str) -> u64 {
    let mut links = finder.find_iter(text);
    links.by_ref().for_each(drop);
    links.steps()
}

/// The most steps that a byte may cost, whatever the text: 32 times what one of dense text costs, which takes about one.
const STEPS_A_BYTE: u64 = 32;

/// How many steps a text may take beyond that, whatever its length: what is read again and weighed in the first of them, and what is
/// read for weighing it.
const STEPS_TO_BEGIN: u64 = (1 << 16) + (1 << 20) + (1 << 18);

/// More than any that was drawn takes to begin with. It would hide what takes hundreds of steps a byte in small texts, so that those that
/// take more than the ordinary number have to keep to the bound in larger ones, beyond their beginning.
const MOST_STEPS_TO_BEGIN: u64 = (1 << 16) + (2 << 20);

/// Repetitions of a word are searched at these two sizes. Without optimization smaller ones have to do.
const SIZES: (usize, usize) = if cfg!(debug_assertions) { (4 << 10, 16 << 10) } else { (16 << 10, 64 << 10) };

/// How many a million of the large texts are, for the same reason.
const MILLION: usize = if cfg!(debug_assertions) { 40_000 } else { 1_000_000 };

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
        let most = if kinds.contains(Kind::Email) { 32 } else { 16 };
        // A step a byte is what dense text may cost; it costs less.
        let usual = dense.len() as u64;
        assert!(steps_of(&Finder::new(), &dense) <= usual);
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

pub(crate) fn finder(kinds: Kinds) -> Finder {
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
    for (steps, text) in [(few, small), (many, large)] {
        let most = STEPS_A_BYTE * text.len() as u64 + STEPS_TO_BEGIN;
        assert!(steps <= most, "{name}: {steps} steps for {} bytes, with {finder:?}", text.len());
    }
    let bytes = large.len() as u64;
    assert!(many <= 5 * few + bytes, "{name}: {few} steps grew to {many}, with {finder:?}");
}

/// Words that were found to be slow by searching among those of [`hostile::RICH`] and by hand: each was read again from every place
/// inside, looked back over at each of its dots, or weighed again at each line.
const SLOW: [&str; 42] = [
    "news:“",
    "tel:”",
    "urn:é“",
    "日本$“news:%%",
    ":,@ahttp://,http://a.example/long-path/of-this/@@%\n",
    ".。",
    "-。",
    "'a.com",
    "a.www.",
    "http://a.example/b-\nc-d/\n",
    "http://a/1234/\nc2_x/y.html\n",
    "http://a.example/2026/11/minutes-of-all-meetings-and-\nthe-dinners/soup.html\n",
    "data:",
    "http://a/b%",
    ".www.",
    "x://",
    "{a.com",
    "›、a。com",
    "]]]›http://a.example/b-\n",
    "\\_:h.http://",
    "http://a\\_b/%zz",
    "a.de,",
    "“a.de",
    "é.de ",
    "日.jp ",
    "a。com ",
    "a.c ",
    "x@a.com",
    "'a@b.de",
    "é@é.de ",
    "tel:+1 ",
    "urn:x:a ",
    "a.de/b\n",
    // Thousands of bytes were read for its escapes at each of them, in vain.
    "ssh://\\_",
    "h.http://\\_",
    "한국。",
    // A closer look at each of them comes to nothing.
    "@:",
    ".ｱ",
    "@@",
    "sip:\"",
    "»a.a",
    "{file:/",
];

/// As long as a window, and longer: what is too long for it is passed over.
#[test]
fn slow_words_in_runs_as_long_as_a_window() {
    let finders = all_options();
    for word in SLOW {
        for run in [1_000, 20_000, 60_000, 70_000] {
            let run = hostile::repeat(word, run) + " ";
            let text = hostile::repeat(&run, MILLION.max(2 * run.len()));
            for finder in &finders {
                let steps = steps_of(finder, &text);
                let most = STEPS_A_BYTE * text.len() as u64 + STEPS_TO_BEGIN;
                let length = run.len();
                assert!(steps <= most, "{word:?} in runs of {length}: {steps} of {most} steps, with {finder:?}");
            }
        }
    }
}

/// A name was read up to its last label again at each place where a word without spaces might begin.
#[test]
fn names_of_letters_of_all_scripts() {
    let finders = [finder(Kinds::default()), finder(Kinds::ALL)];
    for (letter, shape) in hostile::LETTERS.iter().flat_map(|letter| hostile::NAMES.map(|shape| (letter, shape))) {
        let word = shape.replace('#', letter);
        let text = hostile::repeat(&word, 32 << 10);
        for finder in &finders {
            let steps = steps_of(finder, &text);
            assert!(steps <= STEPS_A_BYTE * text.len() as u64, "{word:?} repeated: {steps} steps, with {finder:?}");
        }
    }
}

/// A break that a URL is certain to end before costs what is read to see that, and no less than a number of steps. Where carriage returns end
/// lines, all that may be looked at is one: without the cost it was up to 130 steps a byte.
#[test]
fn breaks_at_which_nothing_is_weighed() {
    // Of the last of them an explanation looks at more, as it names all reasons.
    let lines = ["www.a.de\r/b\r".repeat(28) + "\n", "www.a.de/-\r--\r".to_owned(), "www.a.de\r/~\r".repeat(28) + "\n"];
    for lines in lines {
        let text = hostile::repeat(&lines, MILLION.max(200_000));
        for finder in all_options() {
            let steps = steps_of(&finder, &text);
            let most = STEPS_A_BYTE * text.len() as u64 + STEPS_TO_BEGIN;
            assert!(steps <= most, "{lines:?}: {steps} of {most} steps, with {finder:?}");
        }
    }
}

/// A name was read again from the beginning of its run at each `www.` in it, where none could begin or none was wanted.
#[test]
fn names_that_hold_abbreviations_in_lines_as_long_as_a_name() {
    let finders = [Kinds::from(Kind::Domain), Kinds::ALL].map(finder);
    for word in ["www._", "awww._", "a_www.", "www.-a_"] {
        let line = hostile::repeat(word, 250) + "\n";
        let text = hostile::repeat(&line, MILLION.max(200_000));
        for finder in &finders {
            let steps = steps_of(finder, &text);
            let most = STEPS_A_BYTE * text.len() as u64 + STEPS_TO_BEGIN;
            assert!(steps <= most, "{word:?} in lines: {steps} of {most} steps, with {finder:?}");
        }
    }
}

/// Too many for all of them: another share of those of three tokens is tried for each number.
#[test]
fn words_of_up_to_three_rich_tokens_in_runs() {
    const SHARE: usize = if cfg!(debug_assertions) { 1999 } else { 97 };
    let base = hostile::RICH.len();
    let finders = all_options();
    for number in (0..base.pow(3)).step_by(SHARE) {
        let word =
            [number / base / base, number / base % base, number % base].map(|token| hostile::RICH[token]).concat();
        let text = (hostile::repeat(&word, 15_000) + "\n").repeat(2);
        let finder = &finders[number / SHARE % finders.len()];
        let steps = steps_of(finder, &text);
        let most = STEPS_A_BYTE * text.len() as u64 + STEPS_TO_BEGIN;
        assert!(steps <= most, "{word:?} in runs: {steps} of {most} steps, with {finder:?}");
    }
}

/// Longer words are too many for all of them. Those that are drawn are the same on each run until the sources name something else, as every second is
/// of what they name; `slow` of the tools draws others. What breaks the bound belongs into the list below, or the next literal hides it.
#[test]
fn drawn_words_of_up_to_six_tokens() {
    const WORDS: usize = if cfg!(debug_assertions) { 1_500 } else { 30_000 };
    let finders = more_options();
    let named = literals::of_sources().expect("the sources are there");
    let mut random = Random(11);
    for number in 0..WORDS {
        let below = &mut |bound| random.below(bound);
        let tokens = if number.is_multiple_of(2) { hostile::drawn(below) } else { hostile::drawn_with(&named, below) };
        let finder = &finders[number / hostile::LAYOUTS.len() % finders.len()];
        check_laid_out(finder, &tokens, number % hostile::LAYOUTS.len());
    }
}

/// Words that were drawn and broke the bound, in some layout and with some options, with what was wrong.
#[test]
fn drawn_words_that_broke_the_bound() {
    let words: [&[&str]; 22] = [
        // Lines around were read for each host in front of a side, also without work to spend.
        &[">", "⟨", "a query in the next word", "http://a", "|", "08"],
        &["1.2.3.4", "seed-list", "from b@a.com", "|", "\""],
        // Escapes of a notation were undone up to 4,096 bytes ahead for each link.
        &["https://a.b/", "\\_", ";"],
        // What evidence cost at a broken host that was refused was not counted.
        &["a.co.uk/", "http:\n//"],
        &["“", "http://a", "\u{2028}"],
        // To weigh a break in front of thousands of bytes without white space was charged as if they were a word.
        &["&#64;", "😀", "&quot;", "‐", "ple.org/", "%"],
        // What is looked at around a hyphen between delimiters was not charged.
        &["‘", "http://a.example/b-", "\r", "ｱ"],
        &["\r", "／", "\"", "a.co.uk/", "- "],
        // To the end of the line for a URL that is none without its fragment.
        &["doi:", "'", "#f", "view-source:"],
        // The mark of a comment hid what closes the quotation, and each was read to the end of the window.
        &["file:/\n", "'\\\""],
        &["a.com\n", "'\\\""],
        &["x@a.com\n", ".\\\""],
        &["///< http://a.example/", "\n"],
        // So did a label in front of it, other white space, and the ends of lines that are no line feed.
        &["///< URL:a.com\n"],
        &["///< ", "\u{3000}", "a.com\n"],
        &["///< a.com", "\u{2028}"],
        &[".\\\"a.com", "\u{85}"],
        // A run of seven signs behind a reply's mark is no comment's, and as one that would be it is passed over.
        &["> #######<a.com\n"],
        // What stands at the end and the start of pages is passed over as well.
        &["h  <a.com\n\n\u{c}\nxx\n\n\u{c}\n"],
        &["<a.com  [Page 7]\n\n\u{c}\nxx\n\n"],
        &["h  'a@b.co\n\n\u{c}\n9\n\n\u{c}\n"],
        // What was read far ahead was charged to nothing where no closer look followed.
        &["'\\\"a.de)\\\n", "'\\\"@@\n"],
    ];
    for finder in more_options() {
        for tokens in words {
            for layout in 0..hostile::LAYOUTS.len() {
                check_laid_out(&finder, tokens, layout);
            }
        }
    }
}

/// A small text may take so many steps a byte, and the ordinary number to begin with. One that takes more is tried again where it is larger.
fn check_laid_out(finder: &Finder, tokens: &[&str], layout: usize) {
    let bytes_and_steps = |size| {
        let text = hostile::laid_out(tokens, layout, size);
        (text.len() as u64, steps_of(finder, &text))
    };
    let (bytes, steps) = bytes_and_steps(64 << 10);
    if steps <= STEPS_A_BYTE * bytes + STEPS_TO_BEGIN {
        return;
    }
    let [(bytes, steps), (most_bytes, most_steps)] = [512 << 10, 1 << 20].map(bytes_and_steps);
    let (more_bytes, more_steps) = (most_bytes - bytes, most_steps - steps);
    assert!(
        more_steps <= STEPS_A_BYTE * more_bytes && steps <= STEPS_A_BYTE * bytes + MOST_STEPS_TO_BEGIN,
        "{tokens:?}, {layout}: {steps} steps for {bytes} bytes, {more_steps} for {more_bytes} more, with {finder:?}"
    );
}

/// What two of the rich tokens make, each in one way.
#[test]
fn words_of_two_rich_tokens() {
    const SHARE: usize = if cfg!(debug_assertions) { 41 } else { 1 };
    let base = hostile::RICH.len();
    let finders = all_options();
    for number in (0..base.pow(2)).step_by(SHARE) {
        let word = [hostile::RICH[number / base], hostile::RICH[number % base]].concat();
        let finder = &finders[number / SHARE % finders.len()];
        let (small, large) = (hostile::repeat(&word, SIZES.0), hostile::repeat(&word, SIZES.1));
        check(finder, &small, &large, &format!("{word:?} repeated"));
    }
}

/// Adds up how much work all texts are.
#[cfg(feature = "mail")]
#[derive(Default)]
struct Steps(u64);

#[cfg(feature = "mail")]
impl napkin::Sink for Steps {
    fn event(&mut self, _: napkin::Event<'_>, _: &napkin::Context<'_>) -> std::io::Result<std::ops::ControlFlow<()>> {
        Ok(std::ops::ControlFlow::Continue(()))
    }

    fn worked(&mut self, steps: u64) {
        self.0 += steps;
    }
}

/// Where each message took what any text may take at its beginning, this took 160 steps a byte.
#[cfg(feature = "mail")]
#[test]
fn mailboxes_of_small_messages() {
    use napkin::mail::MailFinder;

    for finder in all_options() {
        let mail = MailFinder::new(finder).headers(true).all_parts(true);
        for word in SLOW {
            for size in [40, 150, 250, 1_000, 4_000] {
                let body = hostile::repeat(word, size.max(word.len()));
                let message = format!("From a@a.example Sat Nov 21 14:02:03 2026\nSubject: {word}\n\n{body}\n\n");
                let text = hostile::repeat(&message, MILLION.min(200_000));
                let mut steps = Steps::default();
                mail.search_into(text.as_bytes(), &mut steps).expect("it is all in memory");
                let most = STEPS_A_BYTE * text.len() as u64 + STEPS_TO_BEGIN;
                assert!(steps.0 <= most, "{word:?} in messages of {size}: {} of {most} steps, with {mail:?}", steps.0);
            }
        }
    }
}

/// Those of [`all_options`], with older grammars and with all options at once.
fn more_options() -> Vec<Finder> {
    let all = || Finder::builder().kinds(Kinds::ALL);
    let others = [
        all().any_scheme(true).grammar(Grammar::Draft1993),
        all().grammar(Grammar::Rfc1738).refang(true).rejoin(Rejoin::Eager),
        all().any_scheme(true).base("http://a.example/b/c").rejoin(Rejoin::Eager).unwrap_redirects(true).explain(true),
    ];
    let others = others.map(|builder| builder.build().expect("they are right"));
    all_options().into_iter().chain(others).collect()
}

/// Finders with every option that makes more work.
fn all_options() -> [Finder; 4] {
    let kinds = Kinds::ALL;
    [
        Finder::new(),
        finder(kinds),
        Finder::builder()
            .kinds(kinds)
            .rejoin(Rejoin::Eager)
            .base("http://a.example/b/c")
            .build()
            .expect("they are right"),
        Finder::builder().kinds(kinds).explain(true).unwrap_redirects(true).build().expect("they are right"),
    ]
}
