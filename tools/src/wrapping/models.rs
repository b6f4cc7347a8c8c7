//! Small models of programs that wrap text: fillers, mailers, typesetters, and people who reply to what these have done.

use super::{
    super::random::Random,
    host_end,
    texts::{Document, Kind},
};

/// Makes a text of a document.
pub type Model = fn(&Document, &mut Random) -> String;

/// All models and what they are called.
pub const MODELS: [(&str, Model); 32] = [
    ("lines, no URL broken", lines_of_urls),
    ("full lines, no URL broken", full_lines_of_urls),
    ("quoted lines, no URL broken", quoted_lines),
    ("quoted and answered, no URL broken", answered_lines),
    ("comments, no URL broken", comments),
    ("change log, no URL broken", |document, random| beside(document, random, &CHANGE_LOG)),
    ("bullets, no URL broken", |document, random| beside(document, random, &BULLETS)),
    ("footnotes, no URL broken", |document, random| beside(document, random, &FOOTNOTES)),
    ("signatures, no URL broken", |document, random| beside(document, random, &SIGNATURES)),
    ("formatter's source, no URL broken", |document, random| beside(document, random, &FORMATTER)),
    ("licence, no URL broken", |document, random| beside(document, random, &LICENCE)),
    ("code, no URL broken", |document, random| beside(document, random, &CODE)),
    ("make file, no URL broken", |document, random| beside(document, random, &MAKE_FILE)),
    ("filled, no URL broken", unbroken),
    ("flowed, no URL broken", flowed),
    ("filled, broken after a hyphen or slash", after_hyphen_or_slash),
    ("filled, broken after a hyphen", after_hyphen),
    ("filled, long words cut", long_words_cut),
    ("filled, trailing spaces", trailing_spaces),
    ("filled, cut in the middle", cut_at_hand),
    ("folded at a column", folded),
    ("indented list", list),
    ("comments, broken after a hyphen or slash", comments_filled),
    ("quoted, broken after a hyphen or slash", quoted_filled),
    ("quoted, long words cut", quoted_cut),
    ("quoted, folded at a column", quoted_folded),
    ("quoted, tail without a mark", tail_lost),
    ("quoted twice, tail once", tail_less),
    ("RFC", rfc),
    ("RFC with pages", rfc_pages),
    ("typeset, typographic hyphens", |document, random| typeset(document, random, "\u{2010}")),
    ("typeset, ASCII hyphens", |document, random| typeset(document, random, "-")),
];

/// What is done to a word that does not fit on its line.
#[derive(Clone, Copy)]
enum Break<'b> {
    /// It goes on the next line as it is.
    Never,
    /// URLs are broken behind one of these characters.
    After(&'b str),
    /// What is longer than a line is cut where the line ends; it begins a line, or goes on in the same.
    Cut { at_once: bool },
}

/// How lines are filled.
struct Filler<'f> {
    width: usize,
    first: &'f str,
    rest: &'f str,
    breaks: Break<'f>,
}

impl Filler<'_> {
    fn fill(&self, text: &str) -> Vec<String> {
        let mut lines = Vec::new();
        let mut line = self.first.to_string();
        let mut is_empty = true;
        for word in text.split(' ') {
            let mut word = word;
            loop {
                let room = self.width.saturating_sub(line.len() + usize::from(!is_empty));
                if word.len() <= room {
                    break;
                }
                let cut = self.cut(word, room, is_empty);
                if cut > 0 {
                    line += if is_empty { "" } else { " " };
                    line += &word[..cut];
                    word = &word[cut..];
                } else if is_empty {
                    break;
                }
                lines.push(std::mem::replace(&mut line, self.rest.to_string()));
                is_empty = true;
            }
            line += if is_empty { "" } else { " " };
            line += word;
            is_empty = word.is_empty() && is_empty;
        }
        lines.push(line);
        lines
    }

    /// How much of a word that does not fit is put on the line.
    fn cut(&self, word: &str, room: usize, is_empty: bool) -> usize {
        match self.breaks {
            Break::Never => 0,
            Break::Cut { at_once } => {
                let is_long = word.len() > self.width - self.rest.len();
                if is_long && (at_once || is_empty) { room } else { 0 }
            }
            Break::After(marks) => {
                let from = if word.contains("://") { host_end(word) } else { 1 };
                let ends = word.char_indices().map(|(at, c)| (at + 1, c)).take_while(|(end, _)| *end <= room);
                let ends = ends.filter(|&(end, c)| end >= from && end < word.len() && marks.contains(c));
                ends.last().map_or(0, |(end, _)| end)
            }
        }
    }
}

/// Fills each paragraph, with blank lines between.
fn fill(document: &Document, width: usize, breaks: Break) -> Vec<String> {
    let filler = Filler { width, first: "", rest: "", breaks };
    let mut lines = Vec::new();
    for paragraph in &document.paragraphs {
        lines.extend(filler.fill(&paragraph.text));
        lines.push(String::new());
    }
    lines
}

fn text(lines: &[String]) -> String {
    lines.iter().map(|line| line.to_string() + "\n").collect()
}

/// What may stand on the line under a URL and is no part of it.
const UNDER: [&str; 66] = [
    "trusty/main is what I have here",
    "and/or the one that Kim wrote",
    "2026-11-21 was the last time that I saw it",
    "v2.1 is newer and works",
    "KIM/SAM",
    "soup-recipes are in there, too",
    "-- ",
    "________________________________________",
    "e.g. the third of them",
    "well-known to everybody who was there",
    "12 tables, 24 chairs",
    "Kim",
    "Regards,",
    "(if it is up again)",
    "(since March 2026)",
    "1.2.3 has the fix for this",
    "[2] The same in print",
    ":-)",
    "No. 14 in the catalogue",
    "x86_64 only, I am afraid",
    "sam@kitchen.example",
    "To: Kim",
    "* the one with the pictures",
    " - soup: add salt",
    "On 21 Nov 2026, Sam wrote:",
    "Sam/Kim, does that help?",
    "I'll be there at six",
    "cd napkin-1.2 && make",
    "    soup->salt(2.5);",
    "    return 0;",
    "2. The same with less salt",
    " 23. Winter soups and how to serve them",
    "7) see above",
    "v3: said what was meant",
    "v12:",
    "Tasted-by: Kim <kim@kitchen.example>",
    "Reviewed-by: Sam <sam@kitchen.example>",
    "Link: see below",
    "compiler: none",
    "diff --git a/soup.c b/soup.c",
    "+++ b/soup.c",
    "#soup is where we talk about it",
    "# good: [1a2b3c4d] add salt",
    " soup.c | 12 ++++++------",
    "    _SALT_LIMIT = 12",
    "most_salt_in_soup = {",
    "#[inline]",
    "_soup_re = salt(r\"[a-z]\")",
    "    kitchen::season!(soup);",
    "    @kitchen.needs_salt(10, 2)",
    "    soup.add_salt(2)  # not too much",
    "template <class Soup>",
    "      - soup/salt: 2",
    "let soup = Soup::new(salt);",
    "32.",
    "      2.",
    "        table.set_spoon(kitchen.Spoon(\"A:0\"),0)",
    "    print(soup.salt_of(pan[2]))",
    "<salt unit=\"g\">2</salt>",
    ".fi",
    ".TP 4",
    "master",
    "u can have it, too",
    "1) Kim 2) Sam",
    "2026: the year of the soup",
    "12:30 would be fine",
];

/// Each URL ends its line, and what stands below has nothing to do with it.
fn lines_of_urls(document: &Document, random: &mut Random) -> String {
    let mut lines = Vec::new();
    for url in &document.urls {
        let lead = random.of(&["", "", "", "  ", "deb ", "See ", "Link: ", "[1] ", "The recipe that I mean: "]);
        lines.push(format!("{lead}{url}"));
        lines.push(under(url, random));
        lines.extend((0..random.below(3)).map(|_| String::new()));
    }
    text(&lines)
}

/// The same where the URL stands at the end of a line that is about as full as lines are.
fn full_lines_of_urls(document: &Document, random: &mut Random) -> String {
    let mut lines = Vec::new();
    for (url, paragraph) in document.urls.iter().zip(&document.paragraphs) {
        let width = 66 + random.below(13);
        let mut lead = String::new();
        let words = paragraph.text.split(' ').filter(|word| !word.contains("://"));
        for word in words.take_while(|word| word.ends_with(|c: char| c.is_ascii_alphabetic())) {
            if lead.len() + word.len() + 1 + url.len() <= width {
                lead = format!("{lead}{word} ");
            }
        }
        lines.push(format!("{lead}{url}"));
        lines.push(under(url, random));
        lines.push(String::new());
    }
    text(&lines)
}

/// A line to stand under a URL; now and then it begins with the last name in its path, as the titles of pages do.
fn under(url: &str, random: &mut Random) -> String {
    match url.trim_end_matches('/').rsplit('/').next() {
        Some(name) if random.below(12) == 0 => format!("{name} has it all"),
        _ => random.of(&UNDER).to_string(),
    }
}

fn quoted_lines(document: &Document, random: &mut Random) -> String {
    quote(random.of(&MARKS), &lines_of_urls(document, random))
}

/// Each URL ends a line that somebody quoted to write under it.
fn answered_lines(document: &Document, random: &mut Random) -> String {
    let mark = random.of(&MARKS);
    let mut lines = vec![String::from("Kim wrote:")];
    for (url, paragraph) in document.urls.iter().zip(&document.paragraphs) {
        let words: Vec<&str> = paragraph.text.split(' ').filter(|word| !word.contains("://")).collect();
        let lead = words[..random.below(words.len().min(9) + 1)].join(" ");
        lines.push(format!("{mark}{lead} {url}"));
        lines.push(under(url, random));
        lines.push(String::new());
    }
    text(&lines)
}

/// What may stand under a URL in a comment, behind the same mark.
const UNDER_IN_COMMENT: [&str; 10] = [
    "5. Otherwise, add salt.",
    "@salt 2",
    "@stable",
    "0 is enough",
    "AI_SALT is not set there",
    "kitchen.salt_limit is in grams",
    "(1a2b3c4d5e6f)",
    "salt=2 was too much",
    "on some pans",
    "[default]",
];

/// Each URL ends a comment in source code, which stands above code or behind it, or goes on with something else.
fn comments(document: &Document, random: &mut Random) -> String {
    let mark = random.of(&["# ", "// ", "    // ", "        # ", " * ", ";; ", "-- ", "/// "]);
    let behind = random.of(&["# ", "// ", "/* "]);
    let mut lines = Vec::new();
    for url in &document.urls {
        let lead = random.of(&["", "", "See ", "TODO: ", "Taken from "]);
        let (line, next) = match random.below(4) {
            0 => (format!("{mark}{lead}{url}"), under(url, random)),
            1 => (format!("    soup.stir(2);  {behind}{lead}{url}"), under(url, random)),
            _ => (format!("{mark}{lead}{url}"), format!("{mark}{}", random.of(&UNDER_IN_COMMENT))),
        };
        lines.extend([line, next, String::new()]);
    }
    text(&lines)
}

/// A kind of text that is not filled: what stands in front of a URL, and on the lines below it.
struct Beside {
    /// What a line begins with; the words of a sentence may stand behind it.
    leads: &'static [&'static str],
    below: &'static [&'static str],
}

const CHANGE_LOG: Beside = Beside {
    leads: &["\t* soup/pan.c: ", "\t", "\t  ", "  + ", "    ", "      ", "  - ", "\t- ", "  * Closes: "],
    below: &[
        "\t* soup/pan.h",
        "\t* soup/lid.c: the same",
        "\t- pan_stir takes a spoon now",
        "\t--no-salt is what they asked for, it leaves the salt out",
        "      07_20-pan-stir-with-the-long-spoon.patch",
        "      07_21-lid-let-the-steam-out.patch\n      07_22-lid-close.patch",
        "    no-salt-on-mondays.diff",
        "    spoon-length.patch (for the long ones)",
        "\tkim@kitchen.example",
        "  (#1421)",
        "  (!96)",
        "    5f0c1d2e3a4b5968778695a4b3c2d1e0f1029384",
        "    1a2b3c4d5e6f",
        "    7c6b5a4 stirs for longer",
        "\ttracker.kitchen.example.org/show?id=2525",
        "  pan_stir() takes a spoon",
        "2026-11-20  Kim  <kim@kitchen.example>",
        "  [Kim]",
        "\tCheck for an empty pan before it is stirred.",
        "  Regression since 5f0c1d2e3a4b5968778695a4b3c2d1e0f1029384",
        "\tsoup/pan-c.c (stir): as said",
        "  (CVE-2026-1234)",
        "  CVE-2026-1234",
        "  rev-pan --soup: stir",
        "  soup-2.1.3.tar.gz is the one",
        "  LP: #1234567",
        "  Closes #10044",
    ],
};

const BULLETS: Beside = Beside {
    leads: &["* ", "  * ", " * ", "- ", "  - ", "+ ", "    * projects: ", "o ", "   "],
    below: &[
        "* soup/pan_1.txt in the box",
        "  * pan/soup_1/lid_2",
        " * soup.txt",
        "- pan_stir takes a spoon",
        "  - soup/salt_2, soup/salt_3",
        "+ pan-2.1",
        "* `soup_pan`",
        "    * projects/soup/pans/pan-1",
        "  +optional",
        "  (pan-2.1)",
        "  version-2.1 (the old one)",
        "  soup-patches (for the long spoon)",
        "o the long one",
    ],
};

const FOOTNOTES: Beside = Beside {
    leads: &["[1] ", "(1) ", "1. ", "1: ", "[^1]: ", "[soup]: ", " 1) ", "<li>", ".. _soup: "],
    below: &[
        "[2] Kim, On Soup",
        "(2) Kim, On Soup",
        "2. pan_stir",
        "2: see above",
        "[^2]: soup_pan-2",
        "[pan]: pan/lid_2",
        " 2) pan-2.1",
        "3.2.2. Say what was meant",
        "<br>",
        ".. _pan: soup/pan_2.html",
        ".. note::",
        "soup-1 and soup-2",
        "soup_pan, soup_lid, soup_spoon_1, soup_spoon_2,",
        "pan_stir, pan_lid, and pan_soup_2",
    ],
};

const SIGNATURES: Beside = Beside {
    leads: &["", "Kim, of the kitchen; ", "Home: ", "Support: ", "    ", "550-5.1.1 no such soup; see ", "Sam * "],
    below: &[
        "Soup/Salad Cooking Training: http://sam.kitchen.example/training/",
        "Blog: https://sam.kitchen.example/",
        "Kitchen/Dining: +12 34 567-89",
        "42aa5511822xyz.27",
        "a1b2c3d4e5 - kim1122334wxy.14",
        "PGP: 5F0C 1D2E 3A4B 5968",
        "GPG-Key 5F0C1D2E",
        "Kim_Sam on the usual channel",
        "#soup on irc.kitchen.example",
        "@kim@kitchen.example",
        "kim(at)kitchen.example",
        "+12-34-567/89",
        "Soup-Committee e.V.",
        "sam.kitchen.example/training is mine",
        "www.kitchen.example/training",
    ],
};

const FORMATTER: Beside = Beside {
    leads: &[".\\\" ", ".\\\" See ", ".UR ", ">  .\\\" ", "+.\\\" ", "- ", "+", " ", "", "> > -"],
    below: &[
        ".TP",
        ".BR pan_stir (2)",
        ">  .TP",
        "-.BR PAN_STIR",
        "+.BR PAN_STIR_2",
        ".UE .",
        ".I soup-pan",
        "-It is not clear why.",
        "+pan_stir(2) says why.",
        "-soup_1/pan_2",
        ".nf",
        "a",
        "\\fBpan_stir\\fP(2)",
        "@@ -12,7 +12,7 @@",
        "index 1a2b3c4..5d6e7f8 100644",
        "--- a/soup/pan_2.c",
        "+++ b/soup/pan_2.c",
    ],
};

const LICENCE: Beside = Beside {
    leads: &["    ", "     ", " You have it at ", "Source: ", "Upstream-Contact: ", "Comment: ", " "],
    below: &[
        " /usr/share/licences/Soup-2.0 (on this system)",
        "     /usr/share/licences/Soup-2.0",
        "    /etc/kitchen/soup_2.conf",
        "Files: soup/pan_*.c",
        "Licence: Soup-2.0+",
        " Soup-2.0+ with the exception of salt",
        "Copyright: 2026 Kim",
        "  2014-2026, Kim <kim@kitchen.example>",
        "  (c) 2026 Kim",
        " .",
        "    GPL-2+",
    ],
};

const CODE: Beside = Beside {
    leads: &[
        "    # ",
        "# See ",
        "        // ",
        "// ",
        "\t// ",
        " * ",
        "     * @see ",
        "-- ",
        ";; ",
        "    # Soup, see #12: ",
        "\t/* ",
        "REM ",
        "    \"\"\"Stirs. See ",
        "        For more, see ",
        " *   ",
    ],
    below: &[
        "    pan_2_stir = soup.pan",
        "    def stir_2(self):",
        "    return",
        "    __stir__ = soup.__stir__",
        "        pan_stir_2,",
        "        pan_most_salt_2 (int):",
        "        // 5. Let pan be the pan.",
        "        // TODO",
        "        // 0, with the suffix of the spoon",
        "     * @pan-ignore",
        "    // eslint-pan-stir-next-line @soup/no-pan",
        "// :pan and :soup must be there",
        "    // stir_pan!(",
        "#soup.pan.stir=2",
        "// pan-stir  = *( SOUP / SALT )",
        "\t// pan_2.stir() stirs",
        "    # pan_2: the other one",
        "# pylint: disable=too-much-soup",
        "#pragma pan_2",
        "#include <soup/pan_2.h>",
        "\tpan->soup_2 = 12;",
        "  PAN_STIR_LIMIT_2 = 12",
        "    'soup-(.+)-pan_2',",
        "        pans.\"\"\"",
        "        self.stir(\"/soup/pan_2?salt=no\",",
        "export PAN_2=soup/pan",
        "use soup::pan_2;",
        "    pub fn pan_2(",
        " * pan_2_stir:",
        " * Stir_2 it",
        " */",
        "        --pan-2",
        "        soup-(.+)-pan_2",
    ],
};

const MAKE_FILE: Beside = Beside {
    leads: &["# ", "## ", "URL = ", "HOMEPAGE=", "\tcurl -O ", "   ", "SRC_URI += ", "url: ", "  homepage: "],
    below: &[
        "pan_2: soup/pan_2.o",
        "\tsoup/stir_2 pan",
        "MASTER_2?=soup/pan",
        "VERSION=2.1",
        "PAN_STIR+=soup-2",
        ".PHONY: pan_2",
        "-include soup/pan_2.mk",
        "include soup_2.mk",
        "ifdef PAN_2",
        "soup_2/pan:",
        "  version: 2.1",
        "  - soup/pan_2",
        "@soup:registry=//pan.example/",
        "//pan.example/:_token=soup",
        "deb-src soup/pan_2",
        "soup-2.1/pan_2.c",
    ],
};

/// Each URL ends its line behind a lead of its kind, and another line of that kind stands below.
fn beside(document: &Document, random: &mut Random, kind: &Beside) -> String {
    let mut lines = Vec::new();
    for (url, paragraph) in document.urls.iter().zip(&document.paragraphs) {
        let words: Vec<&str> = paragraph.text.split(' ').filter(|word| !word.contains("://")).collect();
        let count = if random.below(2) == 0 { random.below(words.len().min(9) + 1) } else { 0 };
        let said: String = words[..count].iter().map(|word| word.to_string() + " ").collect();
        let stop = random.of(&["", "", "", "", "."]);
        lines.push(format!("{}{said}{url}{stop}", random.of(kind.leads)));
        lines.extend((0..1 + random.below(3)).map(|_| random.of(kind.below).to_string()));
        lines.extend((0..random.below(2)).map(|_| String::new()));
    }
    text(&lines)
}

fn comments_filled(document: &Document, random: &mut Random) -> String {
    let (first, rest) =
        random.of(&[("# ", "# "), ("    // ", "    // "), (" * ", " * "), ("# ", "#   "), (" * ", " *     ")]);
    let filler = Filler { width: random.of(&[72, 76, 79, 80, 99]), first, rest, breaks: Break::After("-/") };
    text(&document.paragraphs.iter().flat_map(|paragraph| filler.fill(&paragraph.text)).collect::<Vec<_>>())
}

fn unbroken(document: &Document, random: &mut Random) -> String {
    text(&fill(document, 64 + random.below(16), Break::Never))
}

/// Format=flowed: a space ends each line that the paragraph goes on behind (RFC 3676).
fn flowed(document: &Document, random: &mut Random) -> String {
    let mut lines = fill(document, 66 + random.below(12), Break::Never);
    for i in 1..lines.len() {
        if !lines[i].is_empty() {
            let ends_paragraph = lines[i - 1].is_empty();
            lines[i - 1] += if ends_paragraph { "" } else { " " };
        }
    }
    text(&lines)
}

fn after_hyphen_or_slash(document: &Document, random: &mut Random) -> String {
    text(&fill(document, random.of(&[66, 70, 72, 76, 79]), Break::After("-/")))
}

fn after_hyphen(document: &Document, random: &mut Random) -> String {
    text(&fill(document, random.of(&[66, 70, 72, 76, 79]), Break::After("-")))
}

fn long_words_cut(document: &Document, random: &mut Random) -> String {
    let at_once = random.below(2) == 0;
    text(&fill(document, random.of(&[70, 72, 74, 76, 78, 80]), Break::Cut { at_once }))
}

fn trailing_spaces(document: &Document, random: &mut Random) -> String {
    let lines = fill(document, random.of(&[70, 72, 76]), Break::After("-/?&"));
    let spaced = |line: &String| if line.is_empty() { String::new() } else { format!("{line} ") };
    text(&lines.iter().map(spaced).collect::<Vec<_>>())
}

/// Somebody broke the URL by hand, or a program with a taste of its own.
fn cut_at_hand(document: &Document, random: &mut Random) -> String {
    text(&fill(document, 60 + random.below(20), Break::After("-/?&=_.+")))
}

/// `fold`: every line is cut at the column, in words as well.
fn folded(document: &Document, random: &mut Random) -> String {
    let width = random.of(&[64, 72, 76, 78, 80]);
    let mut lines = Vec::new();
    for paragraph in &document.paragraphs {
        let mut rest = paragraph.text.as_str();
        while rest.len() > width {
            lines.push(rest[..width].to_string());
            rest = &rest[width..];
        }
        lines.extend([rest.to_string(), String::new()]);
    }
    text(&lines)
}

fn list(document: &Document, random: &mut Random) -> String {
    let (first, rest) =
        random.of(&[("  * ", "    "), ("  - ", "    "), ("   o  ", "      "), ("    ", "    "), ("  Ref: ", "  ")]);
    let breaks = random.of(&[Break::After("-/"), Break::Cut { at_once: false }]);
    let filler = Filler { width: random.of(&[72, 76, 79]), first, rest, breaks };
    text(&document.paragraphs.iter().flat_map(|paragraph| filler.fill(&paragraph.text)).collect::<Vec<_>>())
}

/// Puts a mark in front of each line.
fn quote(mark: &str, lines: &str) -> String {
    let quoted =
        |line: &str| if line.is_empty() { format!("{}\n", mark.trim_end()) } else { format!("{mark}{line}\n") };
    format!("Kim wrote:\n\n{}", lines.lines().map(quoted).collect::<String>())
}

const MARKS: [&str; 8] = ["> ", "> ", "> ", ">> ", "> > ", ">", "| ", ": "];

fn quoted_filled(document: &Document, random: &mut Random) -> String {
    quote(random.of(&MARKS), &after_hyphen_or_slash(document, random))
}

fn quoted_cut(document: &Document, random: &mut Random) -> String {
    quote(random.of(&MARKS), &long_words_cut(document, random))
}

fn quoted_folded(document: &Document, random: &mut Random) -> String {
    quote(random.of(&MARKS), &folded(document, random))
}

/// A reply whose lines had become too long with the marks, and were cut when it was sent.
fn cut_when_sent(document: &Document, mark: &str, width: usize, breaks: Break) -> Vec<String> {
    let filler = Filler { width, first: "", rest: "", breaks };
    let quoted = quote(mark, &text(&fill(document, width - 2, Break::Never)));
    quoted
        .lines()
        .flat_map(|line| if line.len() > width { filler.fill(line) } else { vec![line.to_string()] })
        .collect()
}

fn tail_lost(document: &Document, random: &mut Random) -> String {
    let breaks = random.of(&[Break::After("-/"), Break::After("-?&="), Break::Cut { at_once: true }]);
    text(&cut_when_sent(document, random.of(&["> ", ">> ", "> > "]), random.of(&[72, 74, 76, 78]), breaks))
}

fn tail_less(document: &Document, random: &mut Random) -> String {
    quote("> ", &tail_lost(document, random))
}

fn rfc_lines(document: &Document) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in &document.paragraphs {
        let rest = if paragraph.kind == Kind::Reference { "              " } else { "   " };
        lines.extend(Filler { width: 72, first: "   ", rest, breaks: Break::After("-/") }.fill(&paragraph.text));
        lines.push(String::new());
    }
    lines
}

fn rfc(document: &Document, _: &mut Random) -> String {
    text(&rfc_lines(document))
}

fn rfc_pages(document: &Document, random: &mut Random) -> String {
    let mut paged = Vec::new();
    let length = 5 + random.below(10);
    for (i, page) in rfc_lines(document).chunks(length).enumerate() {
        if i > 0 {
            let footer = format!("{:24}{:37}[Page {i}]", "Kim & Sam", "Informational");
            let header = format!("{:24}{:36}{:>12}", "RFC 9999", "On Napkins", "March 2026");
            paged.extend(["", "", &footer, "\u{C}", &header, "", ""].map(String::from));
        }
        paged.extend_from_slice(page);
    }
    text(&paged)
}

/// A manual page: indented, hyphenated, and with spaces between words so that all lines end in the same column.
fn typeset(document: &Document, random: &mut Random, hyphen: &str) -> String {
    let width = random.of(&[58, 65, 71]);
    let mut lines = Vec::new();
    for paragraph in &document.paragraphs {
        let mut line: Vec<String> = Vec::new();
        let mut room = width;
        for word in paragraph.text.split(' ') {
            let mut word = word;
            while word.len() > room {
                let cut = hyphenated(word, room);
                if cut > 0 {
                    line.push(format!("{}{hyphen}", &word[..cut]));
                    word = &word[cut..];
                } else if room == width {
                    break;
                }
                lines.push(justified(&line, width));
                line.clear();
                room = width;
            }
            line.push(word.to_string());
            room = room.saturating_sub(word.len() + 1);
        }
        lines.push(format!("       {}", line.join(" ")));
        lines.push(String::new());
    }
    text(&lines)
}

/// Where a word is hyphenated of which so much fits: between a vowel and a consonant, letters on both sides.
fn hyphenated(word: &str, room: usize) -> usize {
    let bytes = word.as_bytes();
    let from = if word.contains("://") { host_end(word) } else { 0 } + 2;
    let is_place = |&at: &usize| {
        let around = &bytes[at - 2..at + 2];
        around.iter().all(u8::is_ascii_lowercase) && b"aeiou".contains(&around[1]) && !b"aeiou".contains(&around[2])
    };
    (from..room.min(word.len().saturating_sub(2))).rev().find(is_place).unwrap_or(0)
}

fn justified(words: &[String], width: usize) -> String {
    let length: usize = words.iter().map(|word| word.chars().count() + 1).sum();
    let (gaps, spaces) = (words.len().saturating_sub(1), (width + 1).saturating_sub(length));
    let mut line = String::from("       ");
    for (i, word) in words.iter().enumerate() {
        line += word;
        if i < gaps {
            line += &" ".repeat(1 + spaces * (i + 1) / gaps - spaces * i / gaps);
        }
    }
    line
}
