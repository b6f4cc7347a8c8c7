//! Every exception that the engine knows, a row each: where it is asked, what it sees and does, and two texts.
//!
//! The first text meets the rule, the second doesn't: both are tests. A rule that decides less than one link in 100,000 of the standing corpus,
//! no labelled text and nothing that SECURITY.md promises has no place here.

/// Where the engine asks a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Place {
    /// Before the URL.
    Left,
    /// In the authority, or right behind it.
    Host,
    /// In the path, query or fragment, or at its end.
    Tail,
    /// Between delimiters.
    Enclosed,
    /// In a name or an address without a scheme.
    Name,
    /// In an escape of a notation.
    Notation,
    /// At a break, for certain.
    Veto,
    /// At a break, as one reason of several.
    Weigh,
}

/// An exception that the engine knows, as `napkin rules` lists it.
///
/// ```
/// let rule = napkin::engine_rules().find(|rule| rule.id == "csv-field").unwrap();
/// assert_eq!(rule.does, "ends it");
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct EngineRule {
    /// Its name, in lower case with hyphens: explanations and cases of the corpus say it.
    pub id: &'static str,
    /// Where it is asked.
    pub place: Place,
    /// What it sees.
    pub sees: &'static str,
    /// What it does then.
    pub does: &'static str,
    /// A text in which it holds.
    pub holds_in: &'static str,
    /// One in which it doesn't.
    pub not_in: &'static str,
    #[cfg(napkin_rent)]
    rent: rent::Counter,
}

/// Returns every exception that the engine knows, by the place where it is asked.
pub fn engine_rules() -> impl Iterator<Item = &'static EngineRule> {
    RULES.iter().copied()
}

impl Place {
    /// Returns its name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Place::Left => "left",
            Place::Host => "host",
            Place::Tail => "tail",
            Place::Enclosed => "enclosed",
            Place::Name => "name",
            Place::Notation => "notation",
            Place::Veto => "veto",
            Place::Weigh => "weigh",
        }
    }
}

impl EngineRule {
    /// Returns `condition`: that what the rule sees is there.
    #[inline(always)]
    pub(super) fn holds(&self, condition: bool) -> bool {
        #[cfg(test)]
        tests::note(self, condition);
        #[cfg(napkin_rent)]
        return self.rent.count(self.id, condition);
        #[cfg(not(napkin_rent))]
        condition
    }
}

macro_rules! rules {
    ($($name:ident $id:literal $place:ident, $sees:literal, $does:literal, $holds:literal, $not:literal;)*) => {
        $(pub(super) static $name: EngineRule = EngineRule {
            id: $id,
            place: Place::$place,
            sees: $sees,
            does: $does,
            holds_in: $holds,
            not_in: $not,
            #[cfg(napkin_rent)]
            rent: rent::Counter::new(),
        };)*

        static RULES: &[&EngineRule] = &[$(&$name),*];
    };
}

rules! {
    // name id place, sees, does, a text where it holds, one where it doesn't
    FIELD "field" Tail, "a comma or a bar, where one stands right before the URL, too", "ends it",
        "1,http://a.example/b,News", "see http://a.example/0,1518,1.html";
    STRING "string" Tail, "the mark that closes a string or a link of Markdown in the same word", "takes all up to it",
        "u = 'http://a.example/{}/b'.format(c)", "u = http://a.example/{}/b'";
    STRING_APOSTROPHE "string-apostrophe" Tail, "the apostrophe that closes a string", "ends it",
        "u = 'http://a.example/b'.split()", "http://a.example/'b'.html";
    MARKUP_REFERENCE "markup-reference" Tail, "the reference of a bracket or a quotation mark", "ends it",
        "&lt;http://a.example/b&gt;", "http://a.example/b&gtk=1";
    LAST_AMPERSAND "last-ampersand" Tail, "the reference of an ampersand, and no more than semicolons", "takes the ampersand",
        "http://a.example/?b&amp; and", "http://a.example/?b&amp;c=1";
    EQUALS_IN_FILTER "equals-in-filter" Tail, "an equals sign between words", "leaves brackets open over it",
        "http://a.example/?(b=1)", "http://a.example/?b=";
    PATTERN "pattern" Tail, "the beginning of a regular expression's group", "ends it",
        "http://a.example/b(.*)", "http://a.example/b(.)";
    BRACKETED_TEXT "bracketed-text" Tail, "brackets around several words", "ends it",
        "http://a.example/b(as of today)", "http://a.example/b(c)";
    LINK_TEXT "link-text" Tail, "square brackets around a number, a title or nothing", "ends it",
        "http://a.example/b[1]", "http://a.example/b[1]/c";
    TEMPLATE_MARK "template-mark" Tail, "a brace behind a dollar, hash or percent sign", "ends it before that",
        "http://a.example/${b}", "http://a.example/{b}";
    TEMPLATE "template" Tail, "braces around nothing, a number or other braces", "ends it",
        "http://a.example/{}", "http://a.example/{b}";
    JOINER "joiner" Tail, "a joiner behind a letter or picture that it may join", "takes it",
        "http://a.example/نی\u{200C}ا", "http://a.example/a\u{200C}b";
    WIDE_WORD "wide-word" Tail, "a letter of a script without spaces behind an ASCII letter", "ends it",
        "http://a.example/b中文", "http://a.example/中文";
    PARTICLE "particle" Tail, "a particle of Japanese, Chinese or Korean right behind a slash", "ends it",
        "http://a.example/を", "http://a.example/水";
    WIDE_NOTE "wide-note" Tail, "a wide bracket behind an ASCII word", "ends it",
        "http://a.example/b（注）", "http://a.example/（注）/b";
    COMMENT_END "comment-end" Tail, "`*/` at the end", "cuts it",
        "/* http://a.example/b*/", "http://a.example/*/";
    MARKUP_COMMENT_END "markup-comment-end" Tail, "`-->`", "ends it",
        "<!-- http://a.example/b-->", "http://a.example/b--c>";
    POD_REFERENCE "pod-reference" Tail, "`E<gt>`", "ends it",
        "E<lt>http://a.example/E<gt>", "http://a.example/E<";
    LAST_MARK "last-mark" Tail, "`*`, `@`, `|`, `^` or an opening bracket at the end", "cuts it",
        "*http://a.example/b*", "http://a.example/*b";
    MARK_ON_BOTH_SIDES "mark-on-both-sides" Tail, "`_`, `~` or `$` before and at the end", "cuts it",
        "_http://a.example/b_", "http://a.example/b_";
    POSSESSIVE "possessive" Tail, "`'s` at the end", "cuts it",
        "http://a.example/b's c", "http://a.example/b's-c";
    EMPTY_QUOTES "empty-quotes" Tail, "two apostrophes behind a slash", "takes them",
        "http://a.example/''", "http://a.example/b''";
    QUOTES_INSIDE "quotes-inside" Tail, "an apostrophe that closes another in the URL", "takes it",
        "http://a.example/'b'", "http://a.example/b'";
    DEFANGED_DOT "defanged-dot" Host, "a bracket and a dot behind the host", "refuses it",
        "http://a.example[.]net/b", "http://a.example[1]";
    HIDDEN_ADDRESS "hidden-address" Name, "(at) before a name, [at], or roff's", "refuses the name",
        "user(at)a.com", "(see a.com)";
    MESSAGE_ID "message-id" Name, "an address that a mailer made for a message", "refuses it",
        "20190520161126.2935@a.com", "user.2935@a.com";
    NAME_AS_KEY "name-as-key" Name, "an equals sign and a value behind a name, or an exclamation mark and a name", "refuses the name",
        "zen.spamhaus.org=127.0.0.2", "at a.com!";
    NUMBERED_REFERENCE "numbered-reference" Name, "a number's character reference before a name, other than a quotation mark", "refuses the name",
        "debian&#64;a.com", "&#39;a.com&#39;";
    POD_ESCAPE "pod-escape" Host, "E<gt> behind a host", "keeps the letter out of it",
        "E<lt>user@a.comE<gt>", "http://a.example<b>";
    PUT_IN_HOST "put-in-host" Host, "what a template puts in behind a host", "refuses it",
        "http://a.example#{name}.b.example", "http://a.example#name";
    WORD_AFTER_SLASHES "word-after-slashes" Host, "a word of a script without spaces, and no path", "refuses it",
        "以https://开头", "http://中国/a";
    REMOTE_PATH "remote-path" Name, "a colon and the path of a file behind an address or a name", "refuses it",
        "git clone git@a.com:user/repo.git", "user@a.com: and a/b";
    SCHEME_AND_SPACE "scheme-and-space" Name, "two slashes and a space before a name", "refuses the name",
        "http:// a.com", "/ a.com";
    NEXT_URL "next-url" Tail, "a URL behind a comma or a semicolon", "ends the one before it",
        "http://a.example/b,http://c.example/", "http://a.example/b,c";
}

#[cfg(napkin_rent)]
pub mod rent {
    //! How often each rule was asked, and how often it held; `NAPKIN_RULES_OFF` names those that never hold.

    use std::{
        fmt::Write as _,
        io::Write as _,
        sync::{
            LazyLock,
            atomic::{AtomicU64, Ordering::Relaxed},
        },
    };

    #[derive(Debug)]
    pub(super) struct Counter {
        asked: AtomicU64,
        held: AtomicU64,
    }

    static OFF: LazyLock<Vec<String>> =
        LazyLock::new(|| std::env::var("NAPKIN_RULES_OFF").unwrap_or_default().split(',').map(str::to_owned).collect());

    impl Counter {
        pub(super) const fn new() -> Counter {
            Counter { asked: AtomicU64::new(0), held: AtomicU64::new(0) }
        }

        pub(super) fn count(&self, id: &str, condition: bool) -> bool {
            let holds = condition && !OFF.iter().any(|off| off == id);
            self.asked.fetch_add(1, Relaxed);
            self.held.fetch_add(u64::from(holds), Relaxed);
            holds
        }
    }

    /// Appends `id`, asked and held of each rule to the file that `NAPKIN_RENT` names.
    pub fn append_rent() -> std::io::Result<()> {
        let Ok(path) = std::env::var("NAPKIN_RENT") else { return Ok(()) };
        let mut lines = String::new();
        for rule in super::RULES {
            let (asked, held) = (rule.rent.asked.load(Relaxed), rule.rent.held.load(Relaxed));
            writeln!(lines, "{}\t{asked}\t{held}", rule.id).expect("a string takes every write");
        }
        std::fs::OpenOptions::new().create(true).append(true).open(path)?.write_all(lines.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use std::{cell::RefCell, collections::BTreeSet};

    use super::*;
    use crate::{Finder, kinds::Kinds};

    thread_local! {
        static HELD: RefCell<BTreeSet<&'static str>> = RefCell::default();
    }

    /// Keeps that a rule held.
    pub(super) fn note(rule: &EngineRule, condition: bool) {
        if condition {
            HELD.with_borrow_mut(|held| held.insert(rule.id));
        }
    }

    /// The rules that hold in a text.
    fn held(text: &str) -> BTreeSet<&'static str> {
        HELD.with_borrow_mut(BTreeSet::clear);
        let finder = Finder::builder().kinds(Kinds::ALL).build().expect("all kinds can be found");
        let _ = finder.find_iter(text).count();
        HELD.with_borrow(BTreeSet::clone)
    }

    #[test]
    fn each_rule_holds_in_its_first_text_alone() {
        for rule in RULES {
            assert!(held(rule.holds_in).contains(rule.id), "{} doesn't hold in {:?}", rule.id, rule.holds_in);
            assert!(!held(rule.not_in).contains(rule.id), "{} holds in {:?}", rule.id, rule.not_in);
        }
    }

    #[test]
    fn ids_are_told_apart() {
        let ids: BTreeSet<_> = RULES.iter().map(|rule| rule.id).collect();
        assert_eq!(ids.len(), RULES.len());
    }
}
