//! Looks for slow inputs: words repeated to 256 KiB, searched in each way there is, and timed against dense text.
//!
//! Run as `cargo run --release -p napkin-tools --bin slow -- [SECONDS [SEED]]`. It tries words of one token, then draws others and changes
//! the worst it knows, and at the end measures the worst hundred again, each in turns with dense text. Tokens are those that the tests
//! have, and all that the sources name; one may stand in front of the text, once. A line of the
//! table is a word: how many times as long as dense text a byte takes, how many steps a byte are counted, and how many times as
//! long as a step of dense text one of its steps takes. Times are the best of several. With words for arguments behind `--words`, it measures these in every way.

use std::{
    collections::HashMap,
    env,
    error::Error,
    hint::black_box,
    io::{self, Read},
    time::{Duration, Instant},
};

use napkin::{
    Context, Event, Finder, FinderBuilder, Hyphen, Kind, Kinds, Linkifier, Rejoin, html::HtmlFinder, mail::MailFinder,
};
use napkin_tools::{
    hostile::{self, repeat},
    literals,
    random::Random,
};

/// How long a text is, in bytes.
const SIZE: usize = 256 << 10;

/// How many of the worst are kept and measured again.
const WORST: usize = 100;

/// How often each of the worst is measured again, in turns with dense text.
const ROUNDS: usize = 9;

/// The most tokens of a word.
const MAX_TOKENS: usize = 7;

/// A way to search a text: as what, and with which options.
struct Way {
    name: &'static str,
    input: Input,
    finder: Finder,
}

/// What a text is taken for.
#[derive(Clone, Copy)]
enum Input {
    Text,
    /// Read one byte at a time.
    Trickle,
    /// Made into HTML.
    Linkified,
    Html,
    /// HTML with the word in attributes.
    Attributes,
    Mail,
    /// Mail with the word in its header.
    Header,
    /// A mailbox of messages with the word for their bodies.
    Mailbox,
}

impl Way {
    fn all() -> Result<Vec<Way>, Box<dyn Error>> {
        let with = |options: fn(FinderBuilder) -> FinderBuilder| options(Finder::builder()).build();
        let every = || Finder::builder().kinds(Kinds::ALL).any_scheme(true).base("http://a.example/b/c");
        let every_eager = || every().rejoin(Rejoin::Eager).unwrap_redirects(true);
        let text = |name, finder| Way { name, input: Input::Text, finder };
        Ok(vec![
            text("default", Finder::new()),
            text("all kinds", with(|finder| finder.kinds(Kinds::ALL))?),
            text("domain", with(|finder| finder.kinds(Kinds::from(Kind::Domain)))?),
            text("email", with(|finder| finder.kinds(Kinds::from(Kind::Email)))?),
            text("every kind, any scheme, a base, eager", every_eager().build()?),
            text("the same, explained", every_eager().explain(true).positions(true).build()?),
            text("delimited, hyphens dropped", with(|f| f.rejoin(Rejoin::Delimited).hyphen(Hyphen::Drop))?),
            Way { name: "one byte a read", input: Input::Trickle, finder: every().build()? },
            Way { name: "into HTML", input: Input::Linkified, finder: every().build()? },
            Way { name: "HTML", input: Input::Html, finder: every().build()? },
            Way { name: "attributes of HTML", input: Input::Attributes, finder: every().build()? },
            Way { name: "mail", input: Input::Mail, finder: every().build()? },
            Way { name: "header of mail", input: Input::Header, finder: every().build()? },
            Way { name: "mailbox", input: Input::Mailbox, finder: every().build()? },
        ])
    }

    /// The text that is searched for the word.
    fn text(&self, word: &Word) -> String {
        let layout = |size: usize| [word.front, &hostile::laid_out(&word.tokens, word.layout, size)].concat();
        match self.input {
            Input::Text | Input::Trickle | Input::Linkified => layout(SIZE),
            Input::Html => format!("<!DOCTYPE html><title>a</title><p>{}", layout(SIZE)),
            Input::Attributes => {
                let value = word.text();
                repeat(&format!("<a href=\"{value}\">{value}</a>"), SIZE)
            }
            Input::Mail => format!("Subject: a\n\n{}", layout(SIZE)),
            Input::Header => {
                let lines = layout(SIZE / 2).replace('\n', "\n ");
                format!("Subject: {lines}\nTo: {lines}\n\n{}", word.text())
            }
            Input::Mailbox => {
                let body = layout(word.text().len().max(1_000));
                let message =
                    format!("From a@a.example Sat Nov 21 14:02:03 2026\nSubject: {}\n\n{body}\n\n", word.text());
                repeat(&message, SIZE)
            }
        }
    }

    /// Searches the text, and says how many steps were counted where they can be.
    fn search(&self, text: &str) -> u64 {
        let mut found = 0_u64;
        let mut sink = |event: Event<'_>, _: &Context<'_>| {
            black_box(&event);
            found += 1;
        };
        let html = || HtmlFinder::new(self.finder.clone());
        let mail = || MailFinder::new(self.finder.clone()).headers(true).all_parts(true);
        let searched = match self.input {
            Input::Text => {
                let mut links = self.finder.find_iter(text);
                links.by_ref().for_each(|link| drop(black_box(link)));
                return links.steps();
            }
            Input::Linkified => {
                black_box(Linkifier::new(self.finder.clone()).to_string(text));
                Ok(())
            }
            Input::Trickle => self.finder.search_into(Trickle(text.as_bytes()), &mut sink),
            Input::Html | Input::Attributes => html().search_into(text.as_bytes(), &mut sink),
            Input::Mail | Input::Header | Input::Mailbox => mail().search_into(text.as_bytes(), &mut sink),
        };
        if let Err(error) = searched {
            eprintln!("{}: {error}", self.name);
        }
        0
    }

    /// The time that a search takes, and its steps.
    fn time(&self, text: &str) -> (Duration, u64) {
        let begin = Instant::now();
        let steps = self.search(black_box(text));
        (begin.elapsed(), steps)
    }
}

/// Gives one byte a read.
struct Trickle<'t>(&'t [u8]);

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let end = buffer.len().min(1);
        self.0.read(&mut buffer[..end])
    }
}

/// Tokens, how they are laid out, and what stands in front of all.
#[derive(Clone)]
struct Word {
    front: &'static str,
    tokens: Vec<&'static str>,
    layout: usize,
}

impl Word {
    fn text(&self) -> String {
        self.tokens.concat()
    }

    /// Which words are much the same: those of the same tokens.
    fn family(&self) -> Vec<&'static str> {
        let mut tokens = self.tokens.clone();
        tokens.sort_unstable();
        tokens.dedup();
        tokens
    }

    /// One of these tokens alone.
    fn of(token: &'static str) -> Word {
        Word { front: "", tokens: vec![token], layout: 0 }
    }

    /// Two to six of them, drawn.
    fn drawn(tokens: &[&'static str], random: &mut Random) -> Word {
        let front = if random.below(2) == 0 { random.of(tokens) } else { "" };
        let tokens = (0..2 + random.below(5)).map(|_| random.of(tokens)).collect();
        Word { front, tokens, layout: random.below(hostile::LAYOUTS.len()) }
    }

    /// The word with one thing changed.
    fn changed(&self, tokens: &[&'static str], random: &mut Random) -> Word {
        let mut word = self.clone();
        let at = random.below(word.tokens.len());
        let token = random.of(tokens);
        match random.below(7) {
            0 if word.tokens.len() > 1 => drop(word.tokens.remove(at)),
            1 => word.tokens[at] = token,
            2 => word.layout = random.below(hostile::LAYOUTS.len()),
            3 => word.tokens.swap(at, 0),
            4 => word.tokens.insert(at, word.tokens[at]),
            5 => word.front = token,
            _ => word.tokens.insert(at, token),
        }
        word.tokens.truncate(MAX_TOKENS);
        word
    }
}

/// How slow a word is in one way.
#[derive(Clone)]
struct Find {
    word: Word,
    way: usize,
    /// How many times the time of dense text it takes a byte.
    times: f64,
}

/// Dense text, which all else is measured by: the log of a proxy, a URL in about a hundred bytes.
struct Dense {
    text: String,
    way: Way,
    /// The best time for one byte, in nanoseconds, and for one step.
    a_byte: f64,
    a_step: f64,
}

impl Dense {
    fn new() -> Dense {
        let hosts = ["example.com", "www.example.org", "archive.example.org", "a.b.example.net"];
        let paths =
            ["archive/2026/", "~kim/index.html", "wiki/msg01234?id=4711&sort=date", "users/%C3%A9t#section-2.1"];
        let mut random = Random(1);
        let mut text = String::new();
        while text.len() < SIZE {
            let (host, path) = (hosts[random.below(hosts.len())], paths[random.below(paths.len())]);
            let (second, size) = (random.below(60), random.below(100_000));
            text += &format!(
                "2026-11-21 14:02:{second:02} GET https://{host}/{path} 200 {size} cached by a napkin proxy\n"
            );
        }
        let way = Way { name: "dense", input: Input::Text, finder: Finder::new() };
        Dense { text, way, a_byte: f64::MAX, a_step: f64::MAX }
    }

    /// Measures it once more.
    fn measure(&mut self) {
        let (time, steps) = self.way.time(&self.text);
        let nanoseconds = time.as_nanos() as f64;
        self.a_byte = self.a_byte.min(nanoseconds / self.text.len() as f64);
        self.a_step = self.a_step.min(nanoseconds / steps as f64);
    }

    fn times(&self, time: Duration, text: &str) -> f64 {
        time.as_nanos() as f64 / text.len() as f64 / self.a_byte
    }
}

/// The worst that were found, one of each family in each way.
#[derive(Default)]
struct Worst(HashMap<(usize, Vec<&'static str>), Find>);

impl Worst {
    fn add(&mut self, find: Find) {
        let known = self.0.entry((find.way, find.word.family())).or_insert_with(|| find.clone());
        if known.times < find.times {
            *known = find;
        }
    }

    fn sorted(&self) -> Vec<Find> {
        let mut finds: Vec<Find> = self.0.values().cloned().collect();
        finds.sort_by(|one, other| other.times.total_cmp(&one.times));
        finds.truncate(WORST);
        finds
    }

    /// Forgets all but the worst, and says from where on a word is one of them.
    fn cut(&mut self) -> f64 {
        let kept = self.sorted();
        let least = if kept.len() < WORST { 0.0 } else { kept[WORST - 1].times };
        self.0.retain(|_, find| find.times >= least);
        least
    }
}

/// Measures a word in one way, again where it looks slow.
fn judge(word: &Word, ways: &[Way], way: usize, dense: &mut Dense, least: f64) -> Find {
    let text = ways[way].text(word);
    let mut times = f64::MAX;
    for round in 0..3 {
        times = times.min(dense.times(ways[way].time(&text).0, &text));
        if times <= least {
            break;
        }
        if round == 0 {
            dense.measure();
        }
    }
    Find { word: word.clone(), way, times }
}

/// Prints how slow a word is, measured in turns with dense text.
fn tell(word: &str, text: &str, way: &Way) {
    let (mut dense, mut best, mut steps) = (Dense::new(), Duration::MAX, 0);
    for _ in 0..ROUNDS {
        dense.measure();
        let (time, counted) = way.time(text);
        (best, steps) = (best.min(time), counted);
    }
    let times = dense.times(best, text);
    let counted = match steps {
        0 => "- | -".to_owned(),
        _ => {
            let of_a_step = best.as_nanos() as f64 / steps as f64 / dense.a_step;
            format!("{:.1} | {of_a_step:.2}", steps as f64 / text.len() as f64)
        }
    };
    println!("| {times:.1} | {counted} | {} | `{word:?}` |", way.name);
}

fn main() -> Result<(), Box<dyn Error>> {
    let ways = Way::all()?;
    let mut arguments = env::args().skip(1).peekable();
    println!("| times dense text | steps a byte | time of a step | way | word |\n| --- | --- | --- | --- | --- |");
    if arguments.next_if(|argument| argument == "--words").is_some() {
        for word in arguments {
            let word = word.replace("\\n", "\n");
            for way in ways.iter().filter(|way| matches!(way.input, Input::Text)) {
                tell(&word, &repeat(&word, SIZE), way);
            }
        }
        return Ok(());
    }
    let seconds = arguments.next().map_or(Ok(60), |seconds| seconds.parse())?;
    let mut random = Random(arguments.next().map_or(Ok(1), |seed| seed.parse())?);
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut dense = Dense::new();
    (0..ROUNDS).for_each(|_| dense.measure());

    let (mut worst, mut least, mut tried) = (Worst::default(), 0.0, 0_usize);
    let named = literals::of_sources()?;
    let tokens = hostile::tokens_with(&named);
    let mut fresh: Vec<&str> = hostile::RICH.into_iter().chain(hostile::BESIDE).chain(named).collect();
    while Instant::now() < end {
        let word = match fresh.pop() {
            Some(token) => Word::of(token),
            // What is new as often as what is known: the worst are much alike soon.
            None if random.below(2) == 0 => Word::drawn(&tokens, &mut random),
            None => {
                let known = worst.sorted();
                known[random.below(known.len())].word.changed(&tokens, &mut random)
            }
        };
        // One of those that read text alone, and one of the others.
        let texts = ways.iter().filter(|way| matches!(way.input, Input::Text)).count();
        for way in [random.below(texts), texts + random.below(ways.len() - texts)] {
            worst.add(judge(&word, &ways, way, &mut dense, least));
        }
        least = worst.cut();
        tried += 1;
    }
    for find in worst.sorted() {
        let word = &find.word;
        let (run, behind) = hostile::LAYOUTS[word.layout];
        let front = if word.front.is_empty() { String::new() } else { format!("{:?} and then ", word.front) };
        let laid_out = if word.layout == 0 { String::new() } else { format!(" in runs of {run} and {behind:?}") };
        let name = [front, word.text(), laid_out].concat();
        tell(&name, &ways[find.way].text(word), &ways[find.way]);
    }
    eprintln!("{tried} words were tried");
    Ok(())
}
