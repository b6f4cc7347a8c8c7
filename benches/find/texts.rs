//! The texts that are searched: made up, the same on each run, and with a known number of links.

/// A text and what there is to find in it.
pub struct Text {
    /// What it stands for.
    pub name: &'static str,
    /// The text itself.
    pub content: String,
    /// The URLs in it, all with a scheme and `://`.
    pub urls: usize,
    /// The mail addresses in it, none with `mailto:`.
    pub addresses: usize,
}

/// All texts, of about `size` bytes each.
pub fn all(size: usize) -> [Text; 3] {
    [prose(size), mail(size), dense(size)]
}

/// Running text with next to no URLs: one in 19 KB, and a colon in 400 bytes, as in documents of the RFC series.
fn prose(size: usize) -> Text {
    let mut writer = Writer::new(size);
    let mut next = 9_000;
    while writer.out.len() < size {
        writer.sentence("");
        if writer.out.len() > next {
            writer.url("");
            next += 14_000 + writer.below(10_000);
        }
        match writer.below(600) {
            0 => writer.address(""),
            1..=60 => writer.paragraph(),
            _ => {}
        }
    }
    writer.done("prose")
}

/// Messages with headers and quoted replies: a URL per 1.1 KB, an `@` per 210 bytes, a `:` per 70.
fn mail(size: usize) -> Text {
    let mut writer = Writer::new(size);
    while writer.out.len() < size {
        writer.message();
    }
    writer.done("mail")
}

/// The log of a proxy: a URL per 103 bytes.
fn dense(size: usize) -> Text {
    let mut writer = Writer::new(size);
    while writer.out.len() < size {
        let (minute, second, bytes) = (writer.below(60), writer.below(60), writer.below(100_000));
        writer.out += &format!("2026-11-21 14:{minute:02}:{second:02} GET ");
        let url = writer.make_url();
        writer.out += &format!("{url} 200 {bytes} cached by a napkin proxy\n");
    }
    writer.done("dense")
}

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

struct Writer {
    out: String,
    column: usize,
    state: u64,
    urls: usize,
    addresses: usize,
}

impl Writer {
    fn new(size: usize) -> Writer {
        Writer { out: String::with_capacity(size + 8192), column: 0, state: 0x6e61_706b_696e, urls: 0, addresses: 0 }
    }

    fn done(self, name: &'static str) -> Text {
        Text { name, content: self.out, urls: self.urls, addresses: self.addresses }
    }

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

    /// Adds a word, on a new line that begins with `prefix` when this one is full.
    fn word(&mut self, word: &str, prefix: &str) {
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

    fn sentence(&mut self, prefix: &str) {
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

    fn paragraph(&mut self) {
        self.out.push_str("\n\n");
        self.column = 0;
    }

    fn make_url(&mut self) -> String {
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

    fn url(&mut self, prefix: &str) {
        let url = self.make_url();
        match self.below(6) {
            0 => self.word(&format!("<{url}>"), prefix),
            1 => self.word(&format!("({url})"), prefix),
            2 => self.word(&format!("{url}."), prefix),
            3 => self.word(&format!("{url},"), prefix),
            _ => self.word(&url, prefix),
        }
    }

    fn make_address(&mut self) -> String {
        self.addresses += 1;
        format!("{}@{}", self.pick(&NAMES), self.pick(&DOMAINS))
    }

    fn address(&mut self, prefix: &str) {
        let address = self.make_address();
        self.word(&address, prefix);
    }

    fn message(&mut self) {
        let (minute, id) = (self.below(60), self.below(1_000_000));
        let date = format!("Sat, 21 Nov 2026 14:{minute:02}:09 +0000");
        let [path, rcpt, from, to, cc, own, parent, quoted] = std::array::from_fn(|_| self.make_address());
        self.out += &format!(
            "Return-Path: <{path}>\nReceived: from mx1 by mx2 with ESMTPS id {id:06x}\n\tfor <{rcpt}>; {date}\n\
             Date: {date}\nFrom: Kim Example <{from}>\nTo: {to}\nCc: \"The list\" <{cc}>\n\
             Subject: Re: what is written on the napkin\nMessage-ID: <{id}.{own}>\nIn-Reply-To: <{id}.{parent}>\n\
             MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\
             X-Mailer: Kim 1.0\n\nOn Sat, 21 Nov 2026 at 14:{minute:02}, Sam <{quoted}> wrote:\n"
        );
        self.column = 0;
        for _ in 0..3 {
            self.sentence("> ");
        }
        if self.below(2) == 0 {
            self.url("> ");
        }
        self.paragraph();
        for _ in 0..9 {
            self.sentence("");
        }
        self.url("");
        self.paragraph();
        self.out += "-- \nKim, room 12, from 10:00 to 12:30\n\n";
    }
}
