//! The loop over a window of text: finds the next thing in it, and says how far the text is settled.

pub(crate) mod closer;
pub(crate) mod cursor;
pub(crate) mod plan;
mod runs;

use self::{
    closer::{Closer, skip_oversize},
    cursor::{Cursor, Step, settled},
    plan::Plan,
};
use crate::{
    config::Config,
    engine::{
        accept,
        delimit::{
            plain::{self, Plain, Surroundings},
            plain_address::{no_address, plain_address, plain_address_around},
            plain_host::{Around, BehindDot, PlainName, plain_host},
            plain_opaque::{PlainOpaque, plain_opaque},
        },
        forms::member,
        rejoin::{self, closing::Closing, enclosed},
        scan::{Hit, Trigger},
        subject::Subject,
        window::{Steps, Window},
    },
    link::{Piece, Pieces},
};

/// How many bytes behind the first byte of a trigger belong to it: the ideographic full stop has three.
const LOOKAHEAD: usize = 4;

/// Finds the next link or refused candidate in the window and moves the cursor behind it.
///
/// What is found depends on the text alone and not on where the window ends: whatever would need a look past the end
/// stays unsettled, and is looked at again in the next window.
#[inline]
pub(crate) fn step<'w>(subject: Subject<'_>, plan: &Plan, window: &Window<'w>, cursor: &mut Cursor) -> Step<'w> {
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
    loop {
        let mut link = match next(subject, plan, window, cursor) {
            Found::Plain(plain) if plan.takes_all && config.kinds.contains(plain.kind) => {
                return Step::Link(accept::plain(config, window, plain));
            }
            Found::Plain(plain) => accept::plain(config, window, plain),
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
    /// A link that took no closer look.
    Plain(Plain),
    /// A place that takes one.
    Hit(Hit),
    /// Nothing: the text before this index is settled.
    Settled(usize),
}

/// Finds the next plain link or another hit in the window, and moves the cursor behind the link.
///
/// Most of the time of a search is spent here. It is compiled once, with all that it calls in it.
#[inline(never)]
fn next(subject: Subject<'_>, plan: &Plan, window: &Window<'_>, cursor: &mut Cursor) -> Found {
    let bytes = window.bytes;
    loop {
        let Some(hit) = plan.wanted.next_hit(bytes, cursor.at, &mut cursor.reached) else {
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
        if !plan.accepts_plain {
            return Found::Hit(hit);
        }
        // Where nothing is weighed any more, nothing goes on behind its line, and only explanations tell where that is so.
        let weighs = plan.joins && (subject.config.explain || !cursor.funds.weighing.is_spent_at(hit.at));
        let look = FirstLook { config: subject.config, plan, window, hit, weighs };
        if hit.trigger == Trigger::Colon
            && let Some(plain) = look.plain(cursor.floor)
        {
            if plain.may_go_on && !look.ends_with_its_line(cursor, plain.start..plain.end) {
                return Found::Hit(hit);
            }
            cursor.pass(plain.start..plain.end);
            return Found::Plain(plain);
        }
        if hit.at < cursor.refused_end {
            // What stands in what was refused is read again, and that is counted.
            return Found::Hit(hit);
        }
        let found = match hit.trigger {
            Trigger::Colon => look.at_colon(cursor),
            Trigger::Dot | Trigger::Abbreviation => look.at_dot(cursor),
            Trigger::At => look.at_sign(cursor),
            Trigger::Prefix => Some(Found::Hit(hit)),
        };
        if let Some(found) = found {
            return found;
        }
    }
}

/// The first look at a hit, for what takes no closer one. Each kind of hit has its own: it moves the cursor behind what it
/// gives, and behind the hit where that is of nothing, which is `None`.
struct FirstLook<'s, 'w, 'c> {
    config: &'s Config,
    plan: &'c Plan,
    window: &'c Window<'w>,
    hit: Hit,
    /// Whether evidence is weighed here.
    weighs: bool,
}

impl FirstLook<'_, '_, '_> {
    /// The plain URL with slashes.
    #[inline(always)]
    fn plain(&self, floor: usize) -> Option<Plain> {
        let FirstLook { plan, hit, weighs, .. } = *self;
        plain::plain(&self.surroundings(floor), hit, plan.joins, weighs, rejoin::may_go_on)
    }

    #[inline(always)]
    fn surroundings(&self, floor: usize) -> Surroundings<'_> {
        let (limit, is_wide) = (self.config.window, self.plan.takes_wide_names);
        Surroundings { bytes: self.window.bytes, floor, limit, is_wide }
    }

    #[inline(never)]
    fn at_colon(&self, cursor: &mut Cursor) -> Option<Found> {
        let FirstLook { config, hit, .. } = *self;
        let bytes = self.window.bytes;
        match plain_opaque(config.grammar, &self.surroundings(cursor.floor), hit) {
            Some(PlainOpaque::Url(plain)) => {
                cursor.pass(plain.start..plain.end);
                Some(Found::Plain(plain))
            }
            Some(PlainOpaque::Refused(url, at)) if !config.explain => {
                cursor.refuse(bytes, url, at.max(hit.at + 1));
                None
            }
            _ => Some(Found::Hit(hit)),
        }
    }

    #[inline(never)]
    fn at_dot(&self, cursor: &mut Cursor) -> Option<Found> {
        let FirstLook { plan, hit, .. } = *self;
        let (surroundings, around) = (self.surroundings(cursor.floor), self.names_around());
        let behind = BehindDot::new(surroundings.bytes, hit);
        // What may stand before an `@` is no name of its own there.
        if plan.takes_addresses && hit.trigger == Trigger::Dot {
            let address = plain_address_around(&surroundings, hit, &behind, &around);
            cursor.steps += around.steps.take();
            if let Some(address) = address {
                cursor.pass(address.start..address.end);
                return Some(Found::Plain(address));
            }
        }
        let name = plain_host(&surroundings, hit, &behind, &around);
        cursor.steps += around.steps.take();
        match name {
            Some(PlainName::Host(host)) => {
                if host.may_go_on && !self.ends_with_its_line(cursor, host.start..host.end) {
                    return Some(Found::Hit(hit));
                }
                cursor.pass(host.start..host.end);
                Some(Found::Plain(host))
            }
            Some(PlainName::Nothing(resume)) => {
                cursor.dismiss(resume);
                None
            }
            None => Some(Found::Hit(hit)),
        }
    }

    #[inline(never)]
    fn at_sign(&self, cursor: &mut Cursor) -> Option<Found> {
        let FirstLook { plan, hit, .. } = *self;
        if plan.takes_addresses {
            let around = self.names_around();
            let address = plain_address(&self.surroundings(cursor.floor), hit, &around);
            cursor.steps += around.steps.take();
            if let Some(address) = address {
                cursor.pass(address.start..address.end);
                return Some(Found::Plain(address));
            }
        }
        let Some(resume) = no_address(self.window.bytes, cursor.floor, hit.at) else { return Some(Found::Hit(hit)) };
        cursor.dismiss(resume);
        None
    }

    #[inline(always)]
    fn names_around(&self) -> NamesAround<'_, '_, '_> {
        NamesAround { config: self.config, window: self.window, joins: self.weighs, steps: Steps::default() }
    }

    /// Whether the plain URL ends with its line by all evidence. What is joined to it, and what is to be explained, takes a closer
    /// look.
    #[inline(never)]
    fn ends_with_its_line(&self, cursor: &mut Cursor, url: Piece) -> bool {
        let FirstLook { config, window, hit, .. } = *self;
        if config.explain || hit.at < cursor.refused_end.max(cursor.unjoined_end) {
            return false;
        }
        let steps = Steps::default();
        let ahead = window.ahead(url.start, config.window, &steps);
        let chain = rejoin::chain(config, &ahead, url.start, url.end, None);
        cursor.steps += steps.count();
        match chain {
            Ok(chain) if chain.pieces.is_empty() => {
                cursor.funds.weighing.earn(hit.at);
                cursor.funds.weighing.spend(chain.cost as u64);
                cursor.steps += chain.cost as u64;
                true
            }
            _ => false,
        }
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
    fn takes_for_host(&self, start: usize, end: usize) -> Option<bool> {
        member::is_host(&self.window.ahead(start, self.config.window, &self.steps), start, end).ok()
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
        let mut cursor = Cursor::default();
        let mut links = Vec::new();
        loop {
            let link = match step(subject, &plan, &window, &mut cursor) {
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
        const WORDS: [&str; 120] = [
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
