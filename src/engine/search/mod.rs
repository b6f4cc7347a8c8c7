//! The loop over a window of text: finds the next thing in it, and says how far the text is settled.

pub(crate) mod closer;
pub(crate) mod cursor;
mod runs;

use self::{
    closer::{Closer, skip_oversize},
    cursor::{Cursor, Plan, Step, settled},
};
use crate::{
    config::Config,
    engine::{
        accept,
        delimit::{
            no_name::no_name,
            plain::{self, Plain},
            plain_address::{PlainAddress, plain_address, plain_address_around},
            plain_host::{Around, PlainHost, plain_host},
        },
        forms::member,
        rejoin::{self, closing::Closing, enclosed},
        scan::{Hit, Trigger},
        subject::Subject,
        window::{Steps, Window},
    },
    link::Pieces,
};

/// What it costs to dismiss a hit without a closer look.
const DISMISSAL: u64 = 4;

/// How many bytes behind the first byte of a trigger belong to it: the ideographic full stop has three.
const LOOKAHEAD: usize = 4;

/// Finds the next link or refused candidate in the window and moves the cursor behind it.
///
/// What is found depends on the text alone and not on where the window ends: whatever would need a look past the end
/// stays unsettled, and is looked at again in the next window.
#[inline]
pub(crate) fn step<'w>(subject: Subject<'_>, window: &Window<'w>, cursor: &mut Cursor) -> Step<'w> {
    let config = subject.config;
    let bytes = window.bytes;
    if config.explain
        && let Some(found) = cursor.found.pop_front()
    {
        return found;
    }
    if cursor.in_oversize && !skip_oversize(bytes, cursor) {
        return Step::Settled(settled(window, cursor, bytes.len()));
    }
    cursor.refused_run.follow(bytes);
    let takes_all = cursor.plan.get_or_insert_with(|| Plan::new(subject)).takes_all;
    loop {
        let mut link = match next(subject, window, cursor) {
            Found::Plain(plain) if takes_all => return Step::Link(accept::plain(config, window, plain)),
            Found::Plain(plain) => accept::plain(config, window, plain),
            Found::Host(host) => accept::plain_host(config, window, host),
            Found::Address(address) => return Step::Link(accept::plain_address(config, window, address)),
            Found::Hit(hit) => match Closer::new(subject, window, cursor, hit).look() {
                Some(step) => return step,
                None => continue,
            },
            Found::Settled(at) => return Step::Settled(at),
        };
        if config.unwrap_redirects {
            accept::unwrap(config, &mut link);
        }
        if accept::is_wanted(config, &link) {
            return Step::Link(link);
        }
    }
}

/// What comes next in a window.
enum Found {
    /// A URL that took no closer look.
    Plain(Plain),
    /// An address that took none.
    Address(PlainAddress),
    /// A host name that took none.
    Host(PlainHost),
    /// A place that takes one.
    Hit(Hit),
    /// Nothing: the text before this index is settled.
    Settled(usize),
}

/// Finds the next plain URL or another hit in the window, and moves the cursor behind the URL.
///
/// Most of the time of a search is spent here. It is compiled once, with all that it calls in it.
#[inline(never)]
fn next(subject: Subject<'_>, window: &Window<'_>, cursor: &mut Cursor) -> Found {
    let bytes = window.bytes;
    let Plan { wanted, accepts_plain, takes_wide_names, joins, takes_addresses, .. } =
        *cursor.plan.get_or_insert_with(|| Plan::new(subject));
    loop {
        let Some(hit) = wanted.next_hit(bytes, cursor.at) else {
            // The last bytes of a window are looked at again in the next: what follows decides whether they are a trigger.
            let searched = if window.is_end { bytes.len() } else { bytes.len().saturating_sub(LOOKAHEAD) };
            cursor.at = cursor.at.max(searched);
            return Found::Settled(settled(window, cursor, bytes.len()));
        };
        if hit.at < cursor.refused_run.end {
            if !window.is_end && bytes.len() < hit.at + 3 {
                // What follows decides whether it is a URL with its scheme.
                cursor.at = hit.at;
                return Found::Settled(settled(window, cursor, hit.at));
            }
            if cursor.refused_run.hides(bytes, hit) {
                cursor.at = hit.at + 1;
                continue;
            }
        }
        // Where nothing is weighed any more, nothing goes on behind its line, and only explanations tell where that is so.
        let weighs = joins && (subject.config.explain || !cursor.weighing.is_spent_at(hit.at));
        if hit.trigger == Trigger::Colon
            && accepts_plain
            && let Some(plain) =
                plain::plain(bytes, cursor.floor, subject.config.window, hit, (joins, weighs), rejoin::may_go_on)
        {
            cursor.pass(plain.start..plain.end);
            return Found::Plain(plain);
        }
        // What stands in what was refused is read again, and that is counted.
        if accepts_plain && matches!(hit.trigger, Trigger::Dot | Trigger::Abbreviation) && hit.at >= cursor.refused_end
        {
            let around = NamesAround { config: subject.config, window, joins: weighs, steps: Steps::default() };
            let limit = subject.config.window;
            let host = plain_host(bytes, cursor.floor, limit, takes_wide_names, hit, &around);
            cursor.steps += around.steps.count();
            if let Some(host) = host {
                cursor.pass(host.start..host.end);
                return Found::Host(host);
            }
        }
        if takes_addresses && hit.at >= cursor.refused_end {
            let (floor, limit) = (cursor.floor, subject.config.window);
            let address = match hit.trigger {
                Trigger::At => plain_address(bytes, floor, limit, hit),
                Trigger::Dot => plain_address_around(bytes, floor, limit, hit),
                _ => None,
            };
            if let Some(address) = address {
                cursor.pass(address.start..address.end);
                return Found::Address(address);
            }
        }
        if accepts_plain
            && hit.at >= cursor.refused_end
            && let Some(resume) = no_name(bytes, cursor.floor, hit)
        {
            cursor.steps += DISMISSAL;
            cursor.at = resume;
            continue;
        }
        return Found::Hit(hit);
    }
}

/// What plain names are looked for in.
struct NamesAround<'s, 'w, 'c> {
    config: &'s Config,
    window: &'c Window<'w>,
    joins: bool,
    steps: Steps,
}

impl Around for NamesAround<'_, '_, '_> {
    fn takes_for_host(&self, start: usize, end: usize) -> bool {
        member::is_host(&self.window.ahead(start, self.config.window, &self.steps), start, end) == Ok(true)
    }

    fn quotation(&self, start: usize, marks: &'static [char]) -> Option<Option<usize>> {
        let ahead = self.window.ahead(start, self.config.window, &self.steps);
        let found = enclosed::read(&ahead, start, Closing::Quote(marks), self.config.rejoin, self.config.hyphen);
        match found.ok()? {
            Some(Pieces::One(piece)) => Some(Some(piece.end)),
            Some(Pieces::Many(_)) => None,
            None => Some(None),
        }
    }

    fn continues_behind(&self, bytes: &[u8], at: usize) -> Option<bool> {
        if self.joins { rejoin::may_go_on(bytes, at) } else { Some(false) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        config::{Hyphen, Rejoin},
        link::{Kind, Kinds, Piece},
        uri::Grammar,
    };

    /// What a search finds, with its short ways or without.
    fn found(config: &Config, text: &str, has_short_ways: bool) -> Vec<(Kind, crate::link::Delimiter, Piece, String)> {
        let subject = Subject::new(config);
        let plan = Plan::new(subject);
        let plan = Plan {
            accepts_plain: plan.accepts_plain && has_short_ways,
            takes_addresses: plan.takes_addresses && has_short_ways,
            ..plan
        };
        let window = Window { bytes: text.as_bytes(), base: 0, is_end: true };
        let mut cursor = Cursor { plan: Some(plan), ..Cursor::default() };
        let mut links = Vec::new();
        loop {
            let link = match step(subject, &window, &mut cursor) {
                Step::Link(link) => link,
                Step::Refused(_) | Step::Break(_) => continue,
                Step::Settled(_) => return links,
            };
            let components = *link.components();
            assert_eq!(config.grammar.validate(link.url()), Ok(components), "{text:?}");
            links.push((link.kind(), link.delimiter(), link.range(), link.url().to_owned()));
        }
    }

    #[test]
    fn short_ways_find_what_a_closer_look_finds() {
        const WORDS: [&str; 102] = [
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
        configs.push(Config { rejoin: Rejoin::Off, ..all() });
        configs.push(Config { rejoin: Rejoin::Eager, hyphen: Hyphen::Keep, ..all() });
        configs.push(Config { explain: true, ..all() });
        let mut count = 0;
        let mut compare = |config: &Config, text: &str| {
            let long = found(config, text, false);
            count += long.len();
            assert_eq!(found(config, text, true), long, "{text:?} {config:?}");
        };
        let mut text = || -> String {
            let words: String = (0..2 + below(9)).map(|_| WORDS[below(WORDS.len())]).collect();
            words + " and some more, which is long enough that whole blocks of it can be looked at together"
        };
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
