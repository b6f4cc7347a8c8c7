//! The loop over a window of text: finds the next thing in it, and says how far the text is settled.

pub(crate) mod closer;
pub(crate) mod cursor;
mod names_around;
mod next_step;
mod no_authority;
pub(crate) mod place;
pub(crate) mod plan;
mod runs;
mod text_end;

use self::{
    closer::skip_oversize,
    cursor::{Cursor, Step, settled},
    next_step::NextStep,
    place::LinkPlace,
    plan::Plan,
};
use crate::engine::{subject::Subject, window::Window};

/// Finds what comes next in the window and moves the cursor behind it. A link is put into `place`, where none is.
///
/// What is found depends on the text alone and not on where the window ends: whatever would need a look past the end
/// stays unsettled, and is looked at again in the next window.
#[inline(always)]
pub(crate) fn step<'w>(
    subject: Subject<'_>,
    plan: &Plan,
    window: &Window<'w>,
    cursor: &mut Cursor,
    place: &mut impl LinkPlace<'w>,
) -> Step {
    if cursor.has_rest()
        && let Some(step) = rest(window, cursor)
    {
        return step;
    }
    plan.wanted.run(NextStep { subject, plan, window, cursor, place, joined: None })
}

/// What is left to do of what was found last, before anything else is looked for.
#[cold]
fn rest(window: &Window<'_>, cursor: &mut Cursor) -> Option<Step> {
    if !cursor.told.is_empty() {
        return Some(Step::Told);
    }
    if cursor.in_oversize && !skip_oversize(window.bytes, cursor) {
        return Some(Step::Settled(settled(window, cursor, window.bytes.len())));
    }
    cursor.refused_run.follow(window.bytes);
    None
}

#[cfg(test)]
mod tests {
    use super::{cursor::Told, *};
    use crate::{
        config::{Config, Hyphen, Rejoin},
        link::{Kind, Kinds, Piece},
        uri::Grammar,
    };

    /// What a search finds, with its short ways or without.
    fn found(config: &Config, text: &str, has_short_ways: bool) -> Vec<(Kind, crate::link::Delimiter, Piece, String)> {
        let subject = Subject::new(config);
        let plan = Plan::new(subject);
        let plan = Plan {
            accepts_plain: plan.accepts_plain && has_short_ways,
            takes_plain: plan.takes_plain && has_short_ways,
            takes_names: plan.takes_names && has_short_ways,
            takes_addresses: plan.takes_addresses && has_short_ways,
            ..plan
        };
        let window = Window { bytes: text.as_bytes(), base: 0, is_end: true };
        let mut cursor = Cursor::default();
        let mut links = Vec::new();
        loop {
            let mut place: Option<crate::link::Link> = None;
            let link = match step(subject, &plan, &window, &mut cursor, &mut place) {
                Step::Link => place.expect("the link is there"),
                Step::Told => match cursor.told.pop_front() {
                    Some(Told::Link(link)) => link,
                    _ => continue,
                },
                Step::Settled(_) => return links,
            };
            let components = *link.components();
            assert_eq!(config.grammar.validate(link.url()), Ok(components), "{text:?}");
            links.push((link.kind(), link.delimiter(), link.range(), link.url().to_owned()));
        }
    }

    #[test]
    fn short_ways_find_what_a_closer_look_finds() {
        const WORDS: [&str; 134] = [
            "\na.de/b\nb.com/c",
            "ssh://~\\_b",
            "\u{2028}",
            "\u{A0}",
            "\u{3000}",
            "‘",
            "’",
            "x@a.com",
            "ssh://",
            "nntp://_",
            "x:// ",
            " doi:10.1/2x ",
            " xn--@é.de ",
            "http://é.de/",
            "http://a.日本.com:80/b",
            "é@é.de",
            "'a@b.de",
            "`x@é.org'",
            "tel:+1-2",
            "urn:isbn:1",
            "urn:x:a",
            "news:a@b.de",
            "self._x",
            "_a.name_",
            "x.y_z.com",
            "numpy.array.",
            "x.www.a.name",
            "README.dev",
            "a.b.c-d",
            "\n\n",
            "// ",
            "\n// ",
            "\n# ",
            "\n * ",
            "\nlet x = ",
            "\nand so on",
            "\n[Page 7]\n",
            " ",
            " ",
            " ",
            "\n",
            "<",
            ">",
            "<",
            ">",
            "(",
            ")",
            "\"",
            "'",
            "[",
            "]",
            ".",
            ",",
            ":",
            ";",
            "-",
            "_",
            "+",
            "@",
            "/",
            "?q=1&r",
            "#f",
            "%41",
            "&amp;",
            "é",
            "x",
            "1",
            "URL:",
            "sip:",
            "mailto:",
            "http://",
            "https://a.example/b",
            "ftp://b.example",
            "kim@a.example",
            "12345678.x@a.com",
            "x.y-z@mail.example.org",
            "www.a.example/",
            "a.de",
            "B.co.uk",
            "row.id",
            "x-1.example.com",
            "ftp.b.org",
            "www.c.net",
            "/b.",
            ":80",
            "{",
            "}",
            "\\url{",
            "@uref{",
            ",2}",
            "|",
            "*",
            "!",
            "?",
            "=",
            "~",
            "$",
            "^",
            "`",
            "\\",
            "\\-",
            "\\_b",
            "\x1B[0m",
            "://",
            "::",
            "->",
            "](http",
            "。",
            "\u{200B}",
            "\t",
            "\r",
            "日",
            "ö.",
            "ü.рф",
            "“",
            "”",
            "›",
            "«",
            "，",
            "—",
            "xn--é",
            "́",
            "b。com",
            "1.2",
            "10.0.0.1",
            "a.c",
            "é.x",
            "x@a.",
            "http://lists.",
            "http://exam-\nple.org/b",
            "https://www.exam\n",
            "\n.org/c",
            "\na.example.org/b",
            "www.",
        ];
        let mut number = 1u64;
        let mut below = |bound: usize| {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (number >> 33) as usize % bound
        };
        let kinds = [Kinds::default(), Kinds::ALL, Kind::Url | Kind::Email, Kind::Email.into()];
        let mut configs: Vec<Config> = kinds.map(|kinds| Config { kinds, ..Config::default() }).into();
        let all = || Config { kinds: Kinds::ALL, ..Config::default() };
        configs.push(Config { grammar: Grammar::Rfc3986, ..all() });
        configs.push(Config { grammar: Grammar::Rfc2396bis00, ..all() });
        configs.push(Config { any_scheme: true, ..all() });
        configs.push(Config { rejoin: Rejoin::Off, ..all() });
        configs.push(Config { rejoin: Rejoin::Eager, hyphen: Hyphen::Keep, ..all() });
        configs.push(Config { explain: true, ..all() });
        let mut count = 0;
        let mut compare = |config: &Config, text: &str| {
            let long = found(config, text, false);
            count += long.len();
            assert_eq!(found(config, text, true), long, "{text:?} {config:?}");
        };
        let mut words =
            |least, most| -> String { (0..least + below(most - least)).map(|_| WORDS[below(WORDS.len())]).collect() };
        for url in ["http://a.example/b", "https://a.de", "ftp://a_b.com/c", "http://localhost", "http://中国"] {
            for _ in 0..8_000 {
                let text = words(0, 3) + url + &words(0, 4);
                configs.iter().for_each(|config| compare(config, &text));
            }
        }
        // What may be more of a host to some reader, and what is none of it.
        const TAILS: [&str; 46] = [
            "{dot}",
            "{.}",
            "{x}.",
            "{{x}}.",
            "{x}",
            "${x}.",
            "$x",
            "(dot)",
            "(x)",
            "[.]",
            "[1]",
            "<dot>",
            "<x>.",
            "<b>",
            "&#46;",
            "&#46",
            "&#x0002e;",
            "&amp;#46;",
            "&amp;",
            "&amp;amp;",
            "&period;",
            "&copy;",
            "&gt;",
            "&#8221;",
            "\\x2e",
            "\\x{2e}",
            "\\x{E2}",
            "\\u002e",
            "\\u{2e}",
            "\\056",
            "\\2e ",
            "\\N{U+2E}",
            "\\.",
            "\\n",
            "\\:",
            "%2e",
            "%20",
            "=2E",
            "．",
            "－",
            "\u{2024}",
            "\u{200B}",
            "\u{AD}",
            "…",
            "\"\n\".",
            "'\n  '@",
        ];
        for host in
            ["http://good.com", "http://x@good.com:80", "www.good.com", "good.com", "x@good.com", "sip:x@good.com"]
        {
            for front in ["", " ", "(", "\"", "'", "<", "[", "“", "="] {
                for tail in TAILS {
                    for behind in ["", " x", "evil.com ", "/b\"", ">)] c"] {
                        let text = [front, host, tail, behind].concat();
                        configs.iter().for_each(|config| compare(config, &text));
                    }
                }
            }
        }
        let mut text =
            || words(2, 11) + " and some more, which is long enough that whole blocks of it can be looked at together";
        for _ in 0..50_000 {
            let text = text();
            configs.iter().for_each(|config| compare(config, &text));
        }
        // Where so much was weighed that nothing is any more.
        let spent = "http://exam-\nple.org/b\n".repeat(20_000);
        let behind: Vec<String> = (0..2_000).map(|_| text()).collect();
        for config in [Config::default(), all()] {
            compare(&config, &(spent.clone() + &behind.join("\n")));
        }
        assert!(count > 100_000, "only {count} links");
    }
}
