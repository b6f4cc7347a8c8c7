//! Lists the URLs of a mailbox with the subjects of their messages: `cargo run --example mail < Inbox`.

use std::{
    io::{self, Read, Write},
    ops::ControlFlow,
};

use napkin::{
    Error, Event, Finder,
    mail::{Damage, MailFinder, MailSink, Message},
};

fn main() -> Result<(), Error> {
    list(io::stdin().lock(), io::stdout().lock())
}

/// Transfer encodings, charsets and soft line breaks are undone before anything is looked for.
pub fn list(mail: impl Read, out: impl Write) -> Result<(), Error> {
    MailFinder::new(Finder::new()).search(mail, &mut List(out))
}

struct List<W>(W);

impl<W: Write> MailSink for List<W> {
    fn event(&mut self, message: &Message<'_>, event: Event<'_>) -> io::Result<ControlFlow<()>> {
        if let Event::Link(link) = event {
            writeln!(self.0, "{}: {}", message.subject().unwrap_or_default(), link.url())?;
        }
        Ok(ControlFlow::Continue(()))
    }

    fn damage(&mut self, damage: &Damage) -> io::Result<ControlFlow<()>> {
        writeln!(self.0, "({damage})")?;
        Ok(ControlFlow::Continue(()))
    }
}
