//! Lists the URLs of a mailbox with the subjects of their messages: `cargo run --example mail --features mail < Inbox`.

use std::io::{self, Read, Write};

use napkin::{Error, Finder, mail::MailFinder};

fn main() -> Result<(), Error> {
    list(io::stdin().lock(), io::stdout().lock())
}

/// Decodes transfer encodings, charsets and soft line breaks before it searches.
pub fn list(mail: impl Read, mut out: impl Write) -> Result<(), Error> {
    MailFinder::new(Finder::new()).search(mail, |link, context| {
        let subject = context.message().and_then(|message| message.subject());
        writeln!(out, "{}: {}", subject.unwrap_or_default(), link.url())
    })
}
