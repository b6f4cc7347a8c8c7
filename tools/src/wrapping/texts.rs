//! What is wrapped: letters with URLs in them, written at random from sentences, or taken from a text.

use napkin::{Finder, Rejoin};

use super::super::random::Random;

/// What stands between two blank lines.
pub struct Paragraph {
    pub text: String,
    pub kind: Kind,
}

/// How a paragraph is set.
#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    Prose,
    /// A label in square brackets, and what it stands for: set with a hanging indentation.
    Reference,
    /// A URL and nothing else.
    Alone,
}

/// A text before it is wrapped.
#[derive(Default)]
pub struct Document {
    pub paragraphs: Vec<Paragraph>,
    /// All URLs, in order. No two have the same host.
    pub urls: Vec<String>,
}

impl Document {
    /// A document of three to six paragraphs, or a note of a single one.
    pub fn written(random: &mut Random) -> Document {
        let mut hosts = HOSTS.to_vec();
        let mut document = Document::default();
        for i in 0..random.of(&[1, 1, 3, 4, 5, 6]) {
            let kind = random.of(&[Kind::Prose, Kind::Prose, Kind::Prose, Kind::Reference, Kind::Alone]);
            let mut add = |random: &mut Random, sentence: &str| {
                let host = hosts.swap_remove(random.below(hosts.len()));
                let url = url(random, host);
                let text = sentence.replace("{}", &url);
                document.urls.push(url);
                text
            };
            let text = match kind {
                Kind::Alone => add(random, "{}"),
                Kind::Reference => add(random, REFERENCES[i % REFERENCES.len()]),
                Kind::Prose => {
                    let mut sentences: Vec<String> =
                        (0..1 + random.below(3)).map(|_| random.of(&PLAIN).to_string()).collect();
                    let (sentence, at) = (random.of(&WITH_URL), random.below(sentences.len() + 1));
                    sentences.insert(at, add(random, sentence));
                    sentences.join(" ")
                }
            };
            document.paragraphs.push(Paragraph { text, kind });
        }
        document
    }

    /// The paragraphs of a text, each put on one line, that have URLs, all of them whole and with different hosts.
    pub fn taken(text: &str) -> Vec<Document> {
        let finder = Finder::builder().rejoin(Rejoin::Off).build().expect("the level is a level");
        let mut documents = Vec::new();
        for paragraph in text.replace('\r', "").split("\n\n") {
            let text = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
            let urls: Vec<String> = finder.find_iter(&text).map(|link| link.url().to_string()).collect();
            // What ends a line and stands alone in its paragraph may have been wrapped before.
            let is_whole =
                |url: &String| text.matches(url.as_str()).count() == 1 && !paragraph.contains(&format!("{url}\n"));
            if !urls.is_empty() && urls.iter().all(is_whole) {
                documents.push(Document { paragraphs: vec![Paragraph { text, kind: Kind::Prose }], urls });
            }
        }
        documents
    }
}

/// A URL on a host, of one of the shapes that are seen in letters.
fn url(random: &mut Random, host: &str) -> String {
    let slug = |random: &mut Random, between: &str| {
        (0..1 + random.below(5)).map(|_| random.of(&WORDS)).collect::<Vec<_>>().join(between)
    };
    let (year, month, day) = (1994 + random.below(33), 1 + random.below(12), 1 + random.below(28));
    let number = random.below(1_000_000);
    let hash: String = (0..40).map(|_| random.of(b"0123456789abcdef") as char).collect();
    let path = match random.below(14) {
        0 => format!("{year}/{month:02}/{day:02}/{}", slug(random, "-")),
        1 => format!("{year}/{month:02}/{}.html", slug(random, "-")),
        2 => format!("lists/{}/{year}/{month:02}/msg{number:05}.html", slug(random, "-")),
        3 => format!("archive/{}/{year}{month:02}{day:02}.GA{number}@mx.{host}/", slug(random, "/")),
        4 => format!("search?q={}&year={year}&sort=date&offset={number}&lang=en", slug(random, "+")),
        5 => format!("index.php?option=view&task=read&id={number}&Itemid={day}&title={}", slug(random, "_")),
        6 => format!("wiki/{}#{}", slug(random, "_"), random.of(&WORDS)),
        7 => format!("~{}/pub/{}/{}-{month}.{day}.tar.gz", random.of(&WORDS), slug(random, "/"), slug(random, "-")),
        8 => format!("files/{year}/{}%20caf%C3%A9.pdf", slug(random, "%20")),
        9 => format!("{}/commit/{hash}", slug(random, "/")),
        10 => {
            format!("{}/{}", random.of(&["issues", "pull", "r", "patch"]), hash[..10].replace(char::is_alphabetic, "7"))
        }
        11 => format!("all/{year}{month:02}{day:02}{number:06}.{number}-{day}-{}@mx.{host}", slug(random, ".")),
        12 => format!(
            "series/{}-{}-{}-{}-{}/{}",
            &hash[..8],
            &hash[8..12],
            &hash[12..16],
            &hash[16..20],
            &hash[20..32],
            random.of(&WORDS)
        ),
        _ => format!("{}/{}/", slug(random, "/"), random.of(&WORDS)),
    };
    format!("{}://{host}/{path}", random.of(&["http", "https"]))
}

const HOSTS: [&str; 16] = [
    "a.example",
    "www.archive.example",
    "lists.sam.example",
    "kim.example.org",
    "www.standards.example",
    "docs.kitchen.example",
    "example.net",
    "www.example.com",
    "wiki.soup.example",
    "ftp.example.edu",
    "news.dinner.example",
    "maps.town.example",
    "library.example.ac.uk",
    "bugs.napkin.example",
    "www2.catalogue.example",
    "cgi.weather.example",
];

const WORDS: [&str; 32] = [
    "soup",
    "napkin",
    "minutes",
    "winter",
    "recipes",
    "of",
    "the",
    "catalogue",
    "standard",
    "table",
    "and",
    "internet",
    "protocol",
    "manual",
    "new",
    "reports",
    "kitchen",
    "committee",
    "notes",
    "release",
    "appendix",
    "wrapping",
    "on",
    "mailing",
    "dinner",
    "Grammar",
    "FAQ",
    "index",
    "section4",
    "v2",
    "2nd",
    "photographs",
];

const WITH_URL: [&str; 14] = [
    "The minutes are at {}.",
    "You find all of it at {} and nowhere else, I am afraid.",
    "See {} for what Kim wrote about the soup.",
    "{} has the map of how to get there.",
    "There is a page about it (see {}) that Sam keeps up to date.",
    "It is all explained in the manual, {}, which nobody ever reads to the end.",
    "My notes on the wrapping of lines: {}",
    "Has anybody seen the announcement <{}> that went out yesterday?",
    "Compare {} with what was said at the meeting, please.",
    "The source was moved to {}; the old place will be closed next month.",
    "Somebody put the photographs of the dinner on the web: {} Enjoy!",
    "Or try {} if the first one is down again.",
    "Did you read {}?",
    "I took the table from {} but the numbers in it are older than that.",
];

const PLAIN: [&str; 16] = [
    "I don't think that this will work for everybody.",
    "The kitchen is closed on Mondays, and on all other days it opens at six.",
    "Sam has asked for it three times now, and nobody has answered yet.",
    "We had the same trouble last year with the old printer and its driver.",
    "That is not what the standard says, whatever the committee may have meant by it.",
    "Thanks!",
    "Kim will bring the tables and the chairs.",
    "As far as I know there are only two of them left, and both are broken.",
    "It takes about twenty minutes on foot, or five by bus if the bus comes at all.",
    "Please let me know before Thursday whether you can come.",
    "The new release mends most of what was wrong with the one before, and breaks the rest.",
    "Nobody could tell me why.",
    "Long lines were cut by the gateway, which was meant to help and did not.",
    "My own copy has a different page there, with another picture on it.",
    "If I remember it right it was in the appendix and not in the text.",
    "There were fourteen of us, and soup for ten.",
];

const REFERENCES: [&str; 4] = [
    "[1] {}",
    "[SOUP] Kim, S., \"On Soup and Its Recipes\", Kitchen Papers 14, March 2026, <{}>.",
    "[NAPKIN] Sam, K. and K. Sam, \"Transcribing What Was Written on a Napkin at Dinner\", Work in Progress, {}, November 2026.",
    "[7] The page of the committee, {}",
];
