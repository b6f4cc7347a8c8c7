//! What the header of a message says to people: read when it is asked for.

use super::{address, date::Date, header::Header, identifier, words};
use crate::message::Message;

const NAMES: [&str; 4] = ["Message-ID", "Date", "From", "Subject"];

impl Message<'_> {
    fn value(&self, name: &str) -> Option<&[u8]> {
        let place = |value: &[u8]| {
            let start = value.as_ptr() as usize - self.header.as_ptr() as usize;
            start..start + value.len()
        };
        let values = self.values.get_or_init(|| Header::whole(self.header).values(NAMES).map(|value| value.map(place)));
        let index = NAMES.iter().position(|own| *own == name)?;
        self.header.get(values[index].clone()?)
    }

    /// Its identifier (`Message-ID`), without angle brackets.
    pub fn id(&self) -> Option<String> {
        self.value("Message-ID").and_then(identifier::first)
    }

    /// Its date as RFC 3339 writes it, in the zone of the sender; `None` where the field is no date.
    pub fn date(&self) -> Option<String> {
        self.value("Date").and_then(Date::read).map(Date::to_rfc_3339)
    }

    /// The same in seconds since 1970-01-01T00:00:00Z, by which messages can be put in order.
    pub fn timestamp(&self) -> Option<i64> {
        self.value("Date").and_then(Date::read).map(Date::timestamp)
    }

    /// Whom it is from: `Name <address>`, or what of it is there.
    pub fn from(&self) -> Option<String> {
        self.value("From").and_then(address::first)
    }

    /// What it is about, decoded.
    pub fn subject(&self) -> Option<String> {
        self.value("Subject").and_then(words::unstructured)
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        Finder,
        mail::MailFinder,
        sink::{Context, Event},
        source::steps,
    };

    #[test]
    fn a_long_header_is_read_once_for_all_that_is_asked() {
        let fields = "List-Post: <http://a.example/b>\n".repeat(10_000);
        let message = format!("From: Sam\n{fields}\n");
        let mut found = 0;
        let mut sink = |event: Event<'_>, context: &Context<'_>| {
            let message = context.message().expect("it is in one");
            assert_eq!((message.from().as_deref(), message.subject(), message.date()), (Some("Sam"), None, None));
            found += usize::from(matches!(event, Event::Link(_)));
        };
        steps::take();
        MailFinder::new(Finder::new())
            .headers(true)
            .search_into(message.as_bytes(), &mut sink)
            .expect("it can be read");
        assert_eq!(found, 10_000);
        let steps = steps::take();
        assert!(steps <= 16 * message.len() as u64, "{steps} steps");
    }
}
