//! Texts made to be slow to search: short words repeated, and a list of shapes that have hurt other programs.

/// What a trigger, a delimiter or an end can be made of.
pub const TOKENS: [&str; 31] = [
    "a", ".", ":", "/", "@", "<", ">", "(", ")", "[", "]", "\"", "'", "%", "#", "?", "=", "&", "-", "_", "www.",
    "http://", "URL:", "mailto:", "a.a", "\n", ",", ";", "*", "|", "。",
];

/// Whatever the code treats specially: delimiters, quotation marks, schemes, prefixes, marks and scripts.
pub const RICH: [&str; 130] = [
    "a",
    "x1",
    "word ",
    ".",
    ":",
    "/",
    "//",
    "@",
    "<",
    ">",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "'",
    "`",
    "%",
    "%41",
    "#",
    "?",
    "=",
    "&",
    "&gt;",
    "-",
    "--",
    "_",
    "~",
    "*",
    "!",
    "$",
    "+",
    "^",
    "|",
    "\\",
    ",",
    ";",
    " ",
    "\t",
    "\n",
    "\r\n",
    "\n\n",
    "\x0C\n",
    "\0",
    "\x1B[31m",
    "www.",
    "ftp.",
    "http://",
    "https://a.example/",
    "mailto:",
    "news:",
    "tel:",
    "urn:",
    "data:",
    "file:/",
    "x://",
    "URL:",
    "<URL:",
    "a.a",
    "a.com",
    "x@a.com",
    "http://a.example/b-",
    "http://a/b%",
    "1.2.3.4",
    "[::1]",
    "“",
    "”",
    "„",
    "‘",
    "’",
    "‚",
    "«",
    "»",
    "‹",
    "›",
    "…",
    "–",
    "\u{2010}",
    "\u{AD}",
    "\u{200D}",
    "\u{200B}",
    "\u{FEFF}",
    "é",
    "日本",
    "。",
    "、",
    "「",
    "」",
    "ｱ",
    "๐",
    "e\u{301}",
    "\u{FF0F}",
    "> ",
    "c1_d/e",
    "http://a/",
    "a.b/",
    "co.uk",
    "sip:",
    "magnet:?",
    "doi:",
    "javascript:",
    "view-source:",
    "nntp://",
    "ssh://",
    "h.http://",
    "x+y:",
    "&amp;",
    "&#64;",
    "<a href=",
    "<wbr>",
    "=\n",
    "=3D",
    "’s",
    "\u{3002}com",
    "مثال",
    "กข",
    "한국",
    "😀",
    "\u{2028}",
    "\u{A0}",
    "\u{3164}",
    "０",
    "xn--",
    "0x7f.",
    "…/",
    "\\_",
    "\n> ",
    "\n    ",
];

/// A letter of each kind that the code tells apart: with and without spaces between words, right to left, of wide and of narrow forms,
/// of more planes than one, and what stands beside letters in names.
pub const LETTERS: [&str; 27] = [
    "é", "Ω", "я", "ש", "ا", "नी", "ক", "க", "ก", "ກ", "ཀ", "က", "ក", "ა", "አ", "한", "あ", "ア", "ｱ", "漢", "𠀀", "ᠠ",
    "😀", "๐", "e\u{301}", "ß", "ı",
];

/// How names are made of letters. A hash stands for one.
pub const NAMES: [&str; 24] = [
    "#.",
    "#.co",
    "#.co ",
    "#.co,",
    "#。co",
    "#.#",
    "#.#.co",
    "a.#",
    "a.co#",
    "a.co#.",
    "a.co#.#.co",
    "www.a.co.uk#",
    "www.#.co",
    "#@#.co",
    "#@a.co",
    "a@#.",
    "a@a.co#",
    "http://#",
    "http://#.co",
    "http://a.co#",
    "http://a.co/#",
    "#.co:",
    "(#.co)",
    "-#.co",
];

/// What more of it does harm beside others alone: escapes, placeholders, longer beginnings and ends, what stands at the ends of lines.
pub const BESIDE: [&str; 62] = [
    "\\/",
    "\\-",
    "\\&",
    "\\%",
    "\\:",
    "\\(",
    "\\)",
    "\\u0026",
    "\\fI",
    "](",
    "](http://",
    "\u{2010}\n",
    "-\n",
    "\n  ",
    "http:\n//",
    "https://a.b/",
    "http://a.b/c_",
    "https://a.b/c?d=e#f",
    "x@a.b",
    "@a.com",
    "a.co.uk/",
    "ple.org/",
    "http://exam",
    "http://中国",
    "http://a",
    "git+ssh://",
    "s://",
    "://",
    "⟨",
    "⟩",
    "a_b",
    "/a/b/",
    "user:pw@",
    "10.0.0.1",
    "[::",
    "?q=",
    "#f",
    "%zz",
    "%2",
    "averylongwordthatgoeson",
    "\u{301}",
    "…\n",
    "{x}",
    "${x}",
    "<x>",
    "%s",
    "&lt;",
    "&quot;",
    "'s",
    "\r",
    "\u{85}",
    "0a1b2c3d4e5f60718293\n",
    "a a a a ",
    "\n\n\n",
    "* ",
    "- ",
    "| ",
    "[1]: ",
    "</a>",
    "From a@b.example Sat Nov 21 14:02:03 2026\n",
    "doi:10.1/",
    "RFC 1234    Title   May 1999\n",
];

/// How words are laid out: in runs of about so many bytes, each with this behind it; the first is one run.
pub const LAYOUTS: [(usize, &str); 7] =
    [(usize::MAX, ""), (60, "\n"), (250, " "), (250, "\n"), (4_000, " "), (4_000, "\n"), (60_000, "\n")];

/// A text of about this size: the word of these tokens, over and over.
pub fn laid_out(tokens: &[&str], layout: usize, size: usize) -> String {
    let word = tokens.concat();
    let (run, behind) = LAYOUTS[layout];
    let run = repeat(&word, run.min(size).max(word.len())) + behind;
    repeat(&run, size.max(run.len()))
}

/// One of [`RICH`] and [`BESIDE`]: `below` gives a number below another.
fn drawn_token(below: &mut impl FnMut(usize) -> usize) -> &'static str {
    let number = below(RICH.len() + BESIDE.len());
    RICH.get(number).unwrap_or_else(|| &BESIDE[number - RICH.len()])
}

/// The tokens of a word: two to six, as there are too many words to try all.
pub fn drawn(below: &mut impl FnMut(usize) -> usize) -> Vec<&'static str> {
    (0..2 + below(5)).map(|_| drawn_token(below)).collect()
}

/// The same, with about every second of them one of these.
pub fn drawn_with(named: &[&'static str], below: &mut impl FnMut(usize) -> usize) -> Vec<&'static str> {
    let mut tokens = drawn(below);
    for token in &mut tokens {
        if below(2) == 0 {
            *token = named[below(named.len())];
        }
    }
    tokens
}

/// [`RICH`] and [`BESIDE`] as often as these: links are made of them.
pub fn tokens_with(named: &[&'static str]) -> Vec<&'static str> {
    let known = RICH.into_iter().chain(BESIDE).cycle();
    known.take(named.len()).chain(named.iter().copied()).collect()
}

/// The words of exactly `length` tokens that differ when they are repeated: of words that are rotations of each other
/// only the first comes, and none that is itself a repetition.
pub fn words(length: u32) -> impl Iterator<Item = String> {
    let base = TOKENS.len();
    let digits = move |number: usize| (0..length).rev().map(move |place| number / base.pow(place) % base);
    (0..base.pow(length))
        .filter(move |&number| {
            let top = base.pow(length - 1);
            let mut rotated = number;
            (1..length).all(|_| {
                rotated = rotated % top * base + rotated / top;
                number < rotated
            })
        })
        .map(move |number| digits(number).map(|digit| TOKENS[digit]).collect())
}

/// `word` again and again, up to `size` bytes and never more.
pub fn repeat(word: &str, size: usize) -> String {
    word.repeat(size / word.len())
}

/// Makes a text of about so many repetitions.
type Make = fn(usize) -> String;

/// Large texts by name, made one at a time. `million` is how many a million are: fewer where time is short.
pub fn texts(million: usize) -> impl Iterator<Item = (String, String)> {
    let repeated = [
        "<http://a",
        "((((",
        "http://",
        "\"",
        "URL:",
        "a@",
        "www.",
        "http://-",
        "http://[",
        "<http://a\n",
        "\"http://a\n",
        "a.a.a.",
        "https://a/((((((",
        "https://a/((((((\n",
        "<",
        "<URL:",
        "<URL:http://a\n> ",
        "“http://a\n",
        "mailto:",
        "mailto:a@a,",
        "http://a:",
        "http://a@",
        "http://a%",
        "http://a/?",
        "a:",
        "://",
        "é",
        "http://é.",
        "a\u{301}",
        "http://a/b-\n",
        "http://a/b-\nc-d/\n",
        "> http://a/b-\n> c1-\n>> d_2\n\n",
        "x-http://a/%\n",
        "x_1/http://a/b%\n\u{ad}",
        "http://a/b/\n\n\n\n",
        "http://a/b/\n\n\x0C\n",
        "<http://a/b-\n\n\n\n",
        "http://a/b-\n  [Page 1]\n",
    ];
    let repeated = repeated.into_iter().map(move |word| (format!("a million {word:?}"), word.repeat(million)));
    let single: [(&str, Make); 9] = [
        ("a line of 50 MB", |n| "a word, and ".repeat(50 * n / 12)),
        ("a URL of 10 MB", |n| format!("http://a.example/{}", "a".repeat(10 * n))),
        ("a URL of 10 MB in angle brackets", |n| format!("<http://a.example/{}>", "a/\n".repeat(10 * n / 3))),
        ("a URL that opens a million brackets", |n| format!("https://a/{}", "(".repeat(n))),
        ("a URL that opens and closes a million brackets", |n| format!("https://a/{}{}", "(".repeat(n), ")".repeat(n))),
        ("a million URLs with a break each", |n| (0..n).map(|i| format!("http://a/{i}/\nc2_x/y.html\n")).collect()),
        ("a million URLs with a hyphen each", |n| (0..n).map(|i| format!("<http://a/{i}-\nb>")).collect()),
        ("a URL with a million hyphens", |n| format!("<http://a/{}>", "b-\n".repeat(n))),
        ("a host of a million labels", |n| format!("http://{}com", "a.".repeat(n))),
    ];
    repeated.chain(single.into_iter().map(move |(name, make)| (name.to_owned(), make(million))))
}
