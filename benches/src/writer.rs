//! Made-up text, the same on each run, with a known number of links.

const WORDS: [&str; 64] = [
    "the",
    "of",
    "a",
    "to",
    "and",
    "in",
    "that",
    "it",
    "was",
    "with",
    "napkin",
    "home",
    "typed",
    "reader",
    "letter",
    "between",
    "evening",
    "carefully",
    "paper",
    "which",
    "written",
    "from",
    "where",
    "had",
    "been",
    "people",
    "under",
    "street",
    "another",
    "machine",
    "without",
    "question",
    "small",
    "every",
    "morning",
    "answered",
    "café",
    "line",
    "naïve",
    "table",
    "is",
    "at",
    "for",
    "as",
    "long",
    "because",
    "anything",
    "nothing",
    "world",
    "on",
    "Zürich",
    "by",
    "her",
    "his",
    "window",
    "remember",
    "before",
    "address",
    "said",
    "not",
    "different",
    "then",
    "how",
    "over",
];
const HOSTS: [&str; 6] =
    ["example.com", "www.example.org", "example.net", "archive.example.org", "lists.example.com", "a.b.example.net"];
/// Domains of mail addresses.
const DOMAINS: [&str; 4] = ["example.com", "example.net", "mail.example.org", "lists.example.com"];
const NAMES: [&str; 8] = ["sam", "kim", "pat.smith", "lee", "alex_b", "jo-ann", "list+owner", "r.roe"];

/// Writes made-up text, the same on each run.
pub struct Writer {
    /// What was written.
    pub out: String,
    column: usize,
    state: u64,
    /// The URLs in it, all with a scheme and `://`.
    pub urls: usize,
    /// The mail addresses in it, none with `mailto:`.
    pub addresses: usize,
}

impl Writer {
    /// A writer of about so many bytes.
    pub fn new(size: usize) -> Writer {
        Writer { out: String::with_capacity(size + 8192), column: 0, state: 0x6e61_706b_696e, urls: 0, addresses: 0 }
    }

    /// A number below `bound`, from the generator called splitmix64.
    pub fn below(&mut self, bound: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % bound as u64) as usize
    }

    /// Begins a new line, behind what was written otherwise.
    pub fn line(&mut self) {
        self.column = 0;
    }

    /// One of several.
    pub fn pick(&mut self, among: &[&'static str]) -> &'static str {
        among[self.below(among.len())]
    }

    /// A word that is not written.
    pub fn any_word(&mut self) -> &'static str {
        self.pick(&WORDS)
    }

    /// Adds a word, on a new line that begins with `prefix` when this one is full.
    pub fn word(&mut self, word: &str, prefix: &str) {
        if self.column + word.len() > 72 {
            self.out.push('\n');
            self.out.push_str(prefix);
            self.column = prefix.len();
        } else if self.column > prefix.len() {
            self.out.push(' ');
            self.column += 1;
        } else if self.column == 0 {
            self.out.push_str(prefix);
            self.column = prefix.len();
        }
        self.out.push_str(word);
        self.column += word.len();
    }

    /// Adds a sentence, on lines that begin with `prefix`.
    pub fn sentence(&mut self, prefix: &str) {
        for _ in 0..6 + self.below(12) {
            let word = self.pick(&WORDS);
            match self.below(40) {
                0 => self.word(&format!("{word},"), prefix),
                1 => self.word(&format!("“{word}”"), prefix),
                2 => self.word(&format!("({word})"), prefix),
                _ => self.word(word, prefix),
            }
        }
        let end = match self.below(12) {
            0 | 1 => ':',
            2 => '?',
            _ => '.',
        };
        // A word that is a scheme as well must not stand before a colon.
        self.word("so", prefix);
        self.out.push(end);
        self.column += 1;
    }

    /// Ends a paragraph.
    pub fn paragraph(&mut self) {
        self.out.push_str("\n\n");
        self.column = 0;
    }

    /// A URL that is not written, but counted.
    pub fn make_url(&mut self) -> String {
        self.urls += 1;
        let scheme = self.pick(&["http", "https", "https", "https", "ftp"]);
        let mut url = format!("{scheme}://{}", self.pick(&HOSTS));
        for _ in 0..1 + self.below(3) {
            let segment =
                self.pick(&["archive", "2026", "msg01234", "a_b-c", "users", "~kim", "index", "%C3%A9t", "wiki"]);
            url.push('/');
            url.push_str(segment);
        }
        match self.below(5) {
            0 => url.push_str("?id=4711&sort=date"),
            1 => url.push_str("#section-2.1"),
            2 => url.push_str(".html"),
            _ => url.push('/'),
        }
        url
    }

    /// Adds a URL.
    pub fn url(&mut self, prefix: &str) {
        let url = self.make_url();
        match self.below(6) {
            0 => self.word(&format!("<{url}>"), prefix),
            1 => self.word(&format!("({url})"), prefix),
            2 => self.word(&format!("{url}."), prefix),
            3 => self.word(&format!("{url},"), prefix),
            _ => self.word(&url, prefix),
        }
    }

    /// A mail address that is not written, but counted.
    pub fn make_address(&mut self) -> String {
        self.addresses += 1;
        format!("{}@{}", self.pick(&NAMES), self.pick(&DOMAINS))
    }

    /// Adds a mail address.
    pub fn address(&mut self, prefix: &str) {
        let address = self.make_address();
        self.word(&address, prefix);
    }
}
