//! Searching mailboxes, beside the reader of mail-parser with a search of the texts that it gives, linkify on the raw
//! bytes, and the bare search for what separates messages.
//!
//! `cargo bench -p napkin-benches --bench mail` measures with criterion. With `-- --ratios` it prints only how the
//! contenders compare, with `-- --speeds` how fast each is at best. With `-- --write NAME PATH MIB` it writes one of the
//! mailboxes into a file, again and again until it has so many MiB.

mod mailboxes;

use linkify::{LinkFinder, LinkKind};
use mail_parser::{MessageParser, mailbox::mbox::MessageIterator};
use mailboxes::Mailbox;
use napkin::{Context, Event, Finder, mail::MailFinder};
use napkin_benches::{Comparison, Contender};

const CONTENDERS: [Contender<Mailbox>; 6] = [
    Contender { name: "napkin", count: napkin, expected: |mailbox| Some(mailbox.urls) },
    Contender {
        name: "mail-parser",
        count: mail_parser,
        expected: |mailbox| mailbox.is_plain.then_some(mailbox.messages),
    },
    Contender {
        name: "mail-parser+napkin",
        count: mail_parser_napkin,
        expected: |mailbox| mailbox.is_plain.then_some(mailbox.urls),
    },
    Contender {
        name: "mail-parser+linkify",
        count: mail_parser_linkify,
        expected: |mailbox| mailbox.is_plain.then_some(mailbox.urls),
    },
    // It does not see what is encoded, and sees what is in headers.
    Contender { name: "linkify-raw", count: linkify_raw, expected: |_| None },
    Contender { name: "memmem", count: memmem, expected: |mailbox| mailbox.is_plain.then_some(mailbox.messages) },
];

const COMPARISONS: [Comparison; 5] = [
    ("napkin / mail-parser alone", "napkin", "mail-parser"),
    ("napkin / mail-parser and napkin on its texts", "napkin", "mail-parser+napkin"),
    ("napkin / mail-parser and linkify on its texts", "napkin", "mail-parser+linkify"),
    ("napkin / linkify on the raw bytes", "napkin", "linkify-raw"),
    ("napkin / `memmem(\"\\nFrom \")`", "napkin", "memmem"),
];

fn napkin(mailbox: &Mailbox) -> usize {
    let mut links = 0;
    let mut count = |event: Event<'_>, _: &Context<'_>| links += usize::from(matches!(event, Event::Link(_)));
    MailFinder::new(Finder::new()).search_into(&mailbox.bytes[..], &mut count).expect("memory can be read");
    links
}

/// What `count` gives for each message as mail-parser reads it, in total.
fn each_parsed(mailbox: &Mailbox, mut count: impl FnMut(&mail_parser::Message<'_>) -> usize) -> usize {
    let parser = MessageParser::default();
    let messages = MessageIterator::new(&mailbox.bytes[..]).map(|message| message.expect("memory can be read"));
    messages.map(|message| parser.parse(message.contents()).map_or(0, |parsed| count(&parsed))).sum()
}

fn mail_parser(mailbox: &Mailbox) -> usize {
    each_parsed(mailbox, |_| 1)
}

fn mail_parser_napkin(mailbox: &Mailbox) -> usize {
    let finder = Finder::new();
    each_parsed(mailbox, |message| {
        let texts = (0..message.text_body_count()).filter_map(|index| message.body_text(index));
        texts.map(|text| finder.find_iter(text.as_ref()).count()).sum()
    })
}

fn mail_parser_linkify(mailbox: &Mailbox) -> usize {
    let finder = url_finder();
    each_parsed(mailbox, |message| {
        let texts = (0..message.text_body_count()).filter_map(|index| message.body_text(index));
        texts.map(|text| finder.links(&text).count()).sum()
    })
}

fn linkify_raw(mailbox: &Mailbox) -> usize {
    url_finder().links(&mailbox.text).count()
}

fn url_finder() -> LinkFinder {
    let mut finder = LinkFinder::new();
    finder.kinds(&[LinkKind::Url]);
    finder
}

fn memmem(mailbox: &Mailbox) -> usize {
    // The first has no line before it.
    1 + memchr::memmem::find_iter(&mailbox.bytes, "\nFrom ").count()
}

fn main() {
    napkin_benches::run(|size| mailboxes::all(size).into(), &CONTENDERS, &COMPARISONS);
}
