//! The URLs that are judged: made up in the style of those in mail and on pages, the same on each run.

use napkin_benches::Input;

/// A list of URLs.
pub struct Urls {
    /// A line for each.
    text: String,
    /// Where each ends in the text.
    ends: Vec<usize>,
    /// How many are valid as URIs, where that is known.
    pub uris: Option<usize>,
    /// How many are valid as IRIs, where that is known.
    pub iris: Option<usize>,
}

impl Input for Urls {
    fn name(&self) -> &str {
        "URLs"
    }

    fn bytes(&self) -> &[u8] {
        self.text.as_bytes()
    }
}

impl Urls {
    /// The lines of a text.
    pub fn of(text: String) -> Urls {
        let mut urls = Urls::empty();
        text.lines().for_each(|line| urls.add(line));
        urls
    }

    /// So many URLs. About one in fifty is an IRI, and one in a hundred is broken.
    pub fn made(count: usize) -> Urls {
        let mut maker = Maker { state: 0x6e61_706b_696e, url: String::new() };
        let mut urls = Urls::empty();
        let (mut iris, mut broken) = (0, 0);
        for _ in 0..count {
            maker.url();
            // What has no host has a syntax of its own.
            let kind = if maker.url.contains("://") { maker.below(98) } else { 98 };
            match kind {
                0 => {
                    broken += 1;
                    maker.push(&["\\b", "<br>", "%zz", "|", " and"]);
                }
                1 | 2 => {
                    iris += 1;
                    let at = maker.url.find('#').unwrap_or(maker.url.len());
                    let segment = maker.pick(&["/café", "/東京", "/Übersicht", "/новости"]);
                    maker.url.insert_str(at, segment);
                }
                _ => {}
            }
            urls.add(&maker.url);
        }
        urls.uris = Some(count - broken - iris);
        urls.iris = Some(count - broken);
        urls
    }

    fn empty() -> Urls {
        Urls { text: String::new(), ends: Vec::new(), uris: None, iris: None }
    }

    fn add(&mut self, url: &str) {
        self.text += url;
        self.ends.push(self.text.len());
        self.text.push('\n');
    }

    /// One after the other.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let url = &self.text[start..end];
            start = end + 1;
            url
        })
    }
}

const HOSTS: [&str; 12] = [
    "example.com",
    "www.example.org",
    "example.net",
    "archive.example.org",
    "lists.example.com",
    "a.b.example.net",
    "github.example",
    "docs.example.com",
    "en.wiki.example.org",
    "cdn-01.static.example.net",
    "192.0.2.17",
    "[2001:db8::17]",
];

const SEGMENTS: [&str; 16] = [
    "archive",
    "2026",
    "msg01234.html",
    "a_b-c",
    "users",
    "~kim",
    "index.php",
    "%C3%A9t%C3%A9",
    "wiki",
    "URL_(syntax)",
    "r",
    "CAB4gV5z9Q_h7Nn0bX%2BfA5wDd2K8@mail.example",
    "issues",
    "4711",
    "browser-tools;v=2",
    "a-rather-long-title-of-an-article-as-they-are-today",
];

struct Maker {
    state: u64,
    url: String,
}

impl Maker {
    /// A number below `bound`, from the generator called splitmix64.
    fn below(&mut self, bound: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % bound as u64) as usize
    }

    fn pick(&mut self, among: &[&'static str]) -> &'static str {
        among[self.below(among.len())]
    }

    fn push(&mut self, among: &[&'static str]) {
        let picked = self.pick(among);
        self.url += picked;
    }

    /// Makes another URL.
    fn url(&mut self) {
        self.url.clear();
        match self.below(40) {
            0 => self.url += "mailto:",
            1 => {
                self.url += "news:";
                self.push(&["comp.lang.misc", "a.b.c"]);
                return;
            }
            _ => {
                let rare = self.below(40) == 0;
                self.push(if rare { &["ftp://", "git://"] } else { &["http://", "https://", "https://"] });
                if self.below(100) == 0 {
                    self.url += "user:pass@";
                }
            }
        }
        if self.url.starts_with("mailto") {
            self.push(&["sam@example.com", "list+owner@lists.example.com?subject=Re%3A%20napkin"]);
            return;
        }
        self.push(&HOSTS);
        if self.below(30) == 0 {
            self.push(&[":8080", ":443"]);
        }
        for _ in 0..self.below(5) {
            self.url.push('/');
            self.push(&SEGMENTS);
        }
        self.url.push('/');
        if self.below(4) == 0 {
            self.url += "?id=4711&sort=date";
            for _ in 0..self.below(4) {
                self.push(&["&utm_source=mail", "&q=a+b%20c", "&page=2", "&redirect=https://a.example/b"]);
            }
        }
        if self.below(8) == 0 {
            self.push(&["#section-2.1", "#L120-L140", "#"]);
        }
    }
}
