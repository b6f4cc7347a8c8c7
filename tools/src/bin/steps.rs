//! Counts the steps that words of up to three tokens take, repeated, in every way there is: each set of kinds, each grammar, four
//! sets of options, and as text, in lines, in HTML, in its attributes, in mailboxes and in headers.
//!
//! Run as `cargo run --release -p napkin-tools --bin steps -- [--seed SEED] [--from WORD] [--count WORDS] [--words WORD...]`. It takes the
//! words one after the other, or with a seed in the order that it draws, and says now and then how far it is: from there it can be
//! resumed. With `--drawn COUNT` it draws so many words of up to six tokens instead, how each is laid out, and eight of the ways for each;
//! every second is of tokens that the sources name.
//!
//! What takes more than a few steps a byte in two kilobytes is searched again in 64 and 128, and what takes too many there in half a
//! megabyte and a whole one: what is more there may take so many steps a byte. Any that takes more is named, and so is any that panics; then the
//! status is 1.

use std::{
    collections::BTreeMap,
    env,
    error::Error,
    io,
    num::NonZero,
    ops::ControlFlow,
    panic::{self, AssertUnwindSafe},
    process::ExitCode,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use napkin::{Context, Event, Finder, Grammar, Hyphen, Kind, Kinds, Rejoin, Sink, html::HtmlFinder, mail::MailFinder};
use napkin_tools::{
    hostile::{LAYOUTS, drawn, drawn_with, laid_out, repeat, words},
    literals,
    random::Random,
};

/// The most steps that a byte may take.
const MOST: f64 = 32.0;

/// How long a text is at first, and from how many steps a byte on it is searched again where it is longer.
const SMALL: usize = 2 << 10;
const SUSPICIOUS: f64 = 10.0;
const LARGE: [usize; 2] = [64 << 10, 128 << 10];

/// How long it is when it takes too many there: what there is at the beginning of a text lasts so long at most.
const LARGEST: [usize; 2] = [512 << 10, 1 << 20];

/// In how many ways each word is searched that is drawn.
const WAYS: usize = 8;

/// How often a word is told of in one input, whatever the options.
const TOLD: usize = 3;

/// After how many words it says how far it is.
const PROGRESS: usize = 200;

/// What the words are searched as.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Input {
    Text,
    Lines,
    Html,
    Attributes,
    Mailbox,
    SmallMessages,
    Header,
}

const INPUTS: [Input; 7] =
    [Input::Text, Input::Lines, Input::Html, Input::Attributes, Input::Mailbox, Input::SmallMessages, Input::Header];

/// A word that is repeated, and which of the layouts it is in.
#[derive(Clone, Debug)]
struct Word {
    tokens: Vec<String>,
    layout: usize,
}

impl Word {
    /// A word in a single run.
    fn alone(word: String) -> Word {
        Word { tokens: vec![word], layout: 0 }
    }

    /// About so many bytes of it.
    fn text(&self, size: usize) -> String {
        let tokens: Vec<&str> = self.tokens.iter().map(String::as_str).collect();
        laid_out(&tokens, self.layout, size)
    }
}

impl Input {
    /// About so many bytes of the word.
    fn text(self, word: &Word, size: usize) -> String {
        let mailbox = |body: usize| {
            let (subject, body) = (word.text(0), word.text(body));
            let message = format!("From a@a.example Sat Nov 21 14:02:03 2026\nSubject: {subject}\n\n{body}\n\n");
            repeat(&message, size.max(message.len()))
        };
        match self {
            Input::Text => word.text(size),
            Input::Lines => repeat(&(word.text(250) + "\n"), size),
            Input::Html => format!("<!DOCTYPE html><title>a</title><p>{}", word.text(size)),
            Input::Attributes => {
                let value = word.text(250);
                repeat(&format!("<a href=\"{value}\">{value}</a>"), size)
            }
            Input::Mailbox => mailbox(1000),
            Input::SmallMessages => mailbox(40),
            Input::Header => {
                let line = word.text(size / 2).replace('\n', "\n ");
                format!("Subject: {line}\nTo: {line}\n\n{}", word.text(0))
            }
        }
    }
}

/// A finder in all its forms.
struct Searcher {
    name: String,
    finder: Finder,
    html: HtmlFinder,
    mail: MailFinder,
}

impl Searcher {
    /// With every set of kinds, every grammar and four sets of options.
    fn all() -> Result<Vec<Searcher>, Box<dyn Error>> {
        let mut searchers = Vec::new();
        for bits in 1..1_u8 << Kind::ALL.len() {
            let kinds: Kinds = Kind::ALL.into_iter().filter(|&kind| bits >> kind as u8 & 1 != 0).collect();
            for grammar in Grammar::ALL {
                let builder = Finder::builder().kinds(kinds).grammar(grammar);
                let based = || builder.clone().any_scheme(true).base("http://a.example/b/c");
                let finders = [
                    builder.clone().build()?,
                    based().rejoin(Rejoin::Eager).explain(true).unwrap_redirects(true).positions(true).build()?,
                    builder
                        .clone()
                        .any_scheme(true)
                        .refang(true)
                        .rejoin(Rejoin::Delimited)
                        .hyphen(Hyphen::Drop)
                        .build()?,
                    builder.clone().rejoin(Rejoin::Off).base("http://a.example/b/c").build()?,
                ];
                for (number, finder) in finders.into_iter().enumerate() {
                    let html = HtmlFinder::new(finder.clone());
                    let mail = MailFinder::new(finder.clone()).headers(true).all_parts(true);
                    let name = format!("{kinds:?}, {grammar:?}, options {number}");
                    searchers.push(Searcher { name, finder, html, mail });
                }
            }
        }
        Ok(searchers)
    }

    fn steps(&self, input: Input, text: &str) -> Result<u64, napkin::Error> {
        let mut steps = Steps(0);
        let text = text.as_bytes();
        match input {
            Input::Text | Input::Lines => self.finder.search_into(text, &mut steps)?,
            Input::Html | Input::Attributes => self.html.search_into(text, &mut steps)?,
            Input::Mailbox | Input::SmallMessages | Input::Header => self.mail.search_into(text, &mut steps)?,
        }
        Ok(steps.0)
    }

    /// How many steps a byte the word takes, where that is more than a few at first: those of what there is more of.
    fn steps_a_byte(&self, input: Input, word: &Word, small: &str) -> Result<Option<f64>, napkin::Error> {
        if self.steps(input, small)? as f64 / small.len() as f64 <= SUSPICIOUS {
            return Ok(None);
        }
        let more = |sizes: [usize; 2]| {
            let texts = sizes.map(|size| input.text(word, size));
            let steps = [self.steps(input, &texts[0])?, self.steps(input, &texts[1])?];
            Ok(steps[1].saturating_sub(steps[0]) as f64 / texts[1].len().saturating_sub(texts[0].len()).max(1) as f64)
        };
        let steps = more(LARGE)?;
        if steps > MOST { more(LARGEST).map(Some) } else { Ok(Some(steps)) }
    }
}

/// Adds up how much work all texts are.
struct Steps(u64);

impl Sink for Steps {
    fn event(&mut self, _: Event<'_>, _: &Context<'_>) -> io::Result<ControlFlow<()>> {
        Ok(ControlFlow::Continue(()))
    }

    fn worked(&mut self, steps: u64) {
        self.0 += steps;
    }
}

/// What was found so far.
#[derive(Default)]
struct Findings {
    /// The worst in each input: how many steps a byte, which word, and with what.
    worst: BTreeMap<Input, (f64, Option<Word>, String)>,
    /// How often more than may be.
    over: usize,
}

/// Searches a word in every way.
fn try_word(word: &Word, searchers: &[Searcher], findings: &Mutex<Findings>) -> Result<(), napkin::Error> {
    for input in INPUTS {
        let small = input.text(word, SMALL);
        let mut told = 0;
        for searcher in searchers {
            told += usize::from(try_way(word, input, &small, searcher, findings)?);
            if told == TOLD {
                break;
            }
        }
    }
    Ok(())
}

/// Searches a word in some ways that are drawn.
fn try_drawn(
    number: usize,
    word: &Word,
    searchers: &[Searcher],
    findings: &Mutex<Findings>,
) -> Result<(), napkin::Error> {
    let mut random = Random(number as u64 + 1);
    for _ in 0..WAYS {
        let (input, searcher) = (INPUTS[random.below(INPUTS.len())], &searchers[random.below(searchers.len())]);
        if try_way(word, input, &input.text(word, SMALL), searcher, findings)? {
            break;
        }
    }
    Ok(())
}

/// Searches a word in one way, and notes what it takes; returns whether that is more than may be.
fn try_way(
    word: &Word,
    input: Input,
    small: &str,
    searcher: &Searcher,
    findings: &Mutex<Findings>,
) -> Result<bool, napkin::Error> {
    let searched = panic::catch_unwind(AssertUnwindSafe(|| searcher.steps_a_byte(input, word, small)));
    let Ok(searched) = searched else {
        println!("a panic: {word:?} in {input:?} with {}", searcher.name);
        findings.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).over += 1;
        return Ok(true);
    };
    let Some(steps) = searched? else { return Ok(false) };
    let mut findings = findings.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let worst = findings.worst.entry(input).or_default();
    if steps > worst.0 {
        *worst = (steps, Some(word.clone()), searcher.name.clone());
    }
    if steps > MOST {
        findings.over += 1;
        println!("{steps:.1} steps a byte, more than {MOST}: {word:?} in {input:?} with {}", searcher.name);
    }
    Ok(steps > MOST)
}

/// What is asked for.
struct Arguments {
    seed: Option<u64>,
    from: usize,
    count: usize,
    drawn: usize,
    words: Vec<String>,
}

impl Arguments {
    fn read() -> Result<Arguments, Box<dyn Error>> {
        let mut arguments = Arguments { seed: None, from: 0, count: usize::MAX, drawn: 0, words: Vec::new() };
        let mut rest = env::args().skip(1);
        while let Some(name) = rest.next() {
            if name == "--words" {
                arguments.words = rest.by_ref().map(|word| word.replace("\\n", "\n")).collect();
                break;
            }
            let value = rest.next().ok_or_else(|| format!("{name} takes a number"))?;
            match &*name {
                "--seed" => arguments.seed = Some(value.parse()?),
                "--from" => arguments.from = value.parse()?,
                "--count" => arguments.count = value.parse()?,
                "--drawn" => arguments.drawn = value.parse()?,
                _ => return Err(format!("{name} is no option").into()),
            }
        }
        Ok(arguments)
    }

    /// The words that are asked for, in their order, and how many there are in all.
    fn chosen(self) -> io::Result<(Vec<Word>, usize)> {
        let mut all: Vec<Word> = if self.drawn > 0 {
            let mut random = Random(self.seed.unwrap_or(1));
            let named = literals::of_sources()?;
            let mut draw = |number: usize| {
                let below = &mut |bound| random.below(bound);
                let tokens = if number.is_multiple_of(2) { drawn(below) } else { drawn_with(&named, below) };
                Word { tokens: tokens.into_iter().map(str::to_owned).collect(), layout: random.below(LAYOUTS.len()) }
            };
            (0..self.drawn).map(&mut draw).collect()
        } else if self.words.is_empty() {
            (1..=3).flat_map(words).map(Word::alone).collect()
        } else {
            self.words.into_iter().map(Word::alone).collect()
        };
        if let (Some(seed), 0) = (self.seed, self.drawn) {
            let mut random = Random(seed);
            for last in (1..all.len()).rev() {
                all.swap(last, random.below(last + 1));
            }
        }
        let count = all.len();
        Ok((all.into_iter().skip(self.from).take(self.count).collect(), count))
    }
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments = Arguments::read()?;
    let (from, are_drawn) = (arguments.from, arguments.drawn > 0);
    let (words, all) = arguments.chosen()?;
    let searchers = Searcher::all()?;
    let (next, findings) = (AtomicUsize::new(0), Mutex::new(Findings::default()));
    let work = || -> Result<(), napkin::Error> {
        while let Some((at, word)) = {
            let at = next.fetch_add(1, Ordering::Relaxed);
            words.get(at).map(|word| (at, word))
        } {
            if are_drawn {
                try_drawn(from + at, word, &searchers, &findings)?;
            } else {
                try_word(word, &searchers, &findings)?;
            }
            if (at + 1).is_multiple_of(if are_drawn { PROGRESS * PROGRESS } else { PROGRESS }) {
                eprintln!("{} of {all} words", from + at + 1);
            }
        }
        Ok(())
    };
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("panics are caught"))
    })?;
    let findings = findings.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    let ways = if are_drawn { WAYS } else { searchers.len() * INPUTS.len() };
    println!("{} of {all} words in {ways} ways each", words.len());
    for (input, (steps, word, name)) in &findings.worst {
        println!("{input:?}: {steps:.1} steps a byte at most, by {word:?} with {name}");
    }
    Ok(if findings.over > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
