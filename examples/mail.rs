//! Lists the URLs of a mailbox with the subjects of their messages: `cargo run --example mail < Inbox`.

use std::io::{self, Read, Write};

use napkin::{Context, Error, Event, Finder, mail::MailFinder};

fn main() -> Result<(), Error> {
    list(io::stdin().lock(), io::stdout().lock())
}

/// Transfer encodings, charsets and soft line breaks are undone before anything is looked for.
pub fn list(mail: impl Read, mut out: impl Write) -> Result<(), Error> {
    MailFinder::new(Finder::new()).search_into(mail, &mut |event: Event<'_>, context: &Context<'_>| match event {
        Event::Link(link) => {
            let subject = context.message().and_then(|message| message.subject());
            writeln!(out, "{}: {}", subject.unwrap_or_default(), link.url())
        }
        Event::Damage(damage) => writeln!(out, "({damage})"),
        _ => Ok(()),
    })
}
