//! The messages of the corpus, what is to be found in them, and how mailboxes keep them.

use std::{
    io::{self, Read},
    ops::{ControlFlow, Range},
};

use napkin::{Context, Event, Finder, Sink, mail::MailFinder};
use serde::Deserialize;

use super::cases::{self, unescape};

/// A message and what is to be found in it; `corpus/README.md` explains the fields.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    pub name: String,
    pub text: Option<String>,
    pub bytes: Option<String>,
    #[serde(default)]
    pub crlf: bool,
    pub links: Vec<Expected>,
    /// How many links there are when all alternatives are searched.
    pub all_parts: Option<usize>,
    /// The links in header fields, where those are looked at.
    pub headers: Option<Vec<InHeader>>,
    #[serde(default)]
    pub damage: Vec<String>,
    #[serde(default)]
    #[expect(dead_code, reason = "it is for who reads the case")]
    pub why: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expected {
    pub url: String,
    pub part: String,
}

#[derive(Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct InHeader {
    pub url: String,
    pub field: String,
    pub part: Option<String>,
    /// Where it stands in the value.
    pub at: usize,
}

/// A link as it was found: its message, its part, where it stands there, and its URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub number: Option<usize>,
    pub offset: usize,
    pub part: Option<String>,
    pub field: Option<String>,
    pub range: Range<usize>,
    pub url: String,
}

/// All that a search says.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Findings {
    pub links: Vec<Found>,
    pub damage: Vec<String>,
}

impl Sink for Findings {
    fn event(&mut self, event: Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        match event {
            Event::Link(link) => {
                let message = context.message().expect("mail consists of messages");
                self.links.push(Found {
                    number: message.number(),
                    offset: message.offset(),
                    part: context.part().map(str::to_string),
                    field: context.field().map(str::to_string),
                    range: link.range(),
                    url: link.url().to_string(),
                });
            }
            Event::Damage(damage) => self.damage.push(damage.to_string()),
            _ => {}
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl Findings {
    /// The URL and part of each link in the message with this number.
    pub fn of(&self, number: Option<usize>) -> Vec<(&str, &str)> {
        let links = self.links.iter().filter(|link| link.number == number);
        links.map(|link| (link.url.as_str(), link.part.as_deref().unwrap_or_default())).collect()
    }

    pub fn ranges(&self, number: Option<usize>) -> Vec<Range<usize>> {
        self.links.iter().filter(|link| link.number == number).map(|link| link.range.clone()).collect()
    }

    pub fn has_damage(&self, number: Option<usize>, reason: &str) -> bool {
        let start = number.map_or("message: ".to_string(), |number| format!("message {number} at byte "));
        self.damage.iter().any(|damage| damage.starts_with(&start) && damage.contains(reason))
    }
}

impl Case {
    pub fn message(&self) -> Vec<u8> {
        let message = match (&self.text, &self.bytes) {
            (Some(text), None) => text.clone().into_bytes(),
            (None, Some(escaped)) => unescape(escaped),
            _ => panic!("{}: either text or bytes", self.name),
        };
        if self.crlf { with_crlf(&message) } else { message }
    }

    pub fn expected(&self) -> Vec<(&str, &str)> {
        self.links.iter().map(|link| (link.url.as_str(), link.part.as_str())).collect()
    }

    /// What differs from what the case wants in the message with this number.
    pub fn check(&self, findings: &Findings, number: Option<usize>) -> Result<(), String> {
        let (found, expected) = (findings.of(number), self.expected());
        if found != expected {
            return Err(format!("found {found:?}, and not {expected:?}"));
        }
        match self.damage.iter().find(|reason| !findings.has_damage(number, reason)) {
            Some(reason) => Err(format!("{reason:?} is not in {:?}", findings.damage)),
            None => Ok(()),
        }
    }
}

/// How a mailbox keeps its messages apart.
#[derive(Clone, Copy, Debug)]
pub enum Flavour {
    /// `>` before `From `.
    O,
    /// `>` before any number of `>` and `From `.
    Rd,
    /// A length, and `>` before `From `.
    Cl,
    /// A length.
    Cl2,
    /// `>` before `From `, and no empty line between the messages.
    Dense,
    /// Lines of U+0001 around messages.
    Mmdf,
    /// Emacs's Rmail: a message as it came.
    Babyl,
    /// The same with a second header, which is shown.
    Shown,
    /// A line that newsreaders put before an article.
    Article,
}

impl Flavour {
    pub const ALL: [Flavour; 9] = [
        Flavour::O,
        Flavour::Rd,
        Flavour::Cl,
        Flavour::Cl2,
        Flavour::Dense,
        Flavour::Mmdf,
        Flavour::Babyl,
        Flavour::Shown,
        Flavour::Article,
    ];

    /// Whether it can hold the message: without an empty line before it, one without a header can't be told from a body.
    pub fn holds(self, message: &[u8]) -> bool {
        let header = message.windows(2).position(|pair| pair == b"\n\n").unwrap_or(0);
        let mut lines = message[..header].split(|&byte| byte == b'\n');
        match self {
            Flavour::Dense => !message.starts_with(b"\n"),
            Flavour::Shown => header > 0 && lines.all(|line| line[0] == b' ' || line.contains(&b':')),
            Flavour::Article => ["From:", "To:", "Subject:"].iter().any(|name| message.starts_with(name.as_bytes())),
            _ => true,
        }
    }

    /// Returns `true` if it changes no message.
    pub fn is_exact(self, message: &[u8]) -> bool {
        // A `>From` that was there before can't be told from one that mboxo and mboxcl made.
        let is_open = matches!(self, Flavour::O | Flavour::Cl | Flavour::Dense);
        !(is_open && message.windows(7).any(|line| line == b"\n>From "))
    }

    /// Adds a message at the end of a mailbox. Returns where it begins.
    pub fn add(self, mailbox: &mut Vec<u8>, message: &[u8]) -> usize {
        let start = mailbox.len();
        let header = message.windows(2).position(|pair| pair == b"\n\n").map(|end| end + 2);
        let (before, after) = match self {
            Flavour::Mmdf => ("\x01\x01\x01\x01\n", "\x01\x01\x01\x01\n"),
            Flavour::Babyl => ("\x1F\x0C\n0, unseen,,\n*** EOOH ***\n", ""),
            Flavour::Shown => ("\x1F\x0C\n1, answered,,\n", ""),
            Flavour::Article => ("Article: 7 of comp.x\n", "\n"),
            Flavour::Dense => ("From sam@a.example Tue Mar  3 10:20:30 2009\n", ""),
            _ => ("From sam@a.example Tue Mar  3 10:20:30 2009\n", "\n"),
        };
        if start == 0 && matches!(self, Flavour::Babyl | Flavour::Shown) {
            mailbox.extend_from_slice(b"BABYL OPTIONS: -*- rmail -*-\nVersion: 5\nNote: soup\n");
        }
        mailbox.extend_from_slice(before.as_bytes());
        let mut kept = match self {
            Flavour::Rd => escape(message, true),
            Flavour::O | Flavour::Cl | Flavour::Dense => escape(message, false),
            _ => message.to_vec(),
        };
        if let (Flavour::Cl | Flavour::Cl2, Some(header)) = (self, header) {
            mailbox.extend_from_slice(format!("Content-Length: {}\n", kept.len() - header).as_bytes());
        }
        if let (Flavour::Shown, Some(header)) = (self, header) {
            kept.splice(header..header, *b"*** EOOH ***\nFrom: somebody else\n\n");
        }
        mailbox.extend_from_slice(&kept);
        if !kept.ends_with(b"\n") {
            mailbox.push(b'\n');
        }
        mailbox.extend_from_slice(after.as_bytes());
        start
    }
}

/// Puts `>` before lines that begin with `From `, and before those that have it already if `all`.
pub fn escape(message: &[u8], all: bool) -> Vec<u8> {
    let mut escaped = Vec::new();
    for line in message.split_inclusive(|&byte| byte == b'\n') {
        let marks = line.iter().take_while(|&&byte| byte == b'>').count();
        if line[marks..].starts_with(b"From ") && (all || marks == 0) {
            escaped.push(b'>');
        }
        escaped.extend_from_slice(line);
    }
    escaped
}

pub fn with_crlf(message: &[u8]) -> Vec<u8> {
    message.iter().flat_map(|&byte| if byte == b'\n' { vec![b'\r', b'\n'] } else { vec![byte] }).collect()
}

pub fn with_returns(message: &[u8]) -> Vec<u8> {
    message.iter().map(|&byte| if byte == b'\n' { b'\r' } else { byte }).collect()
}

pub fn cases() -> Vec<Case> {
    cases::load("mail")
}

pub fn finder() -> MailFinder {
    MailFinder::new(Finder::new())
}

pub fn search(finder: &MailFinder, reader: impl Read) -> Findings {
    let mut findings = Findings::default();
    finder.search_into(reader, &mut findings).expect("neither reading nor finding fails");
    findings
}

/// The same part by part: each of about `size` bytes, in reads of `read` bytes.
pub fn search_parts(finder: &MailFinder, bytes: &[u8], size: usize, read: usize) -> Findings {
    let mut findings = Findings::default();
    let mut end = Some(0);
    for part in finder.parts(Slow(bytes, read), size) {
        assert_eq!(end, Some(part.start()), "one begins where the one before it ends");
        end = part.end();
        let reader = Slow(&bytes[part.start()..], read);
        let mut searcher = Finder::new().searcher();
        finder.search_part(&mut searcher, reader, part, &mut findings).expect("neither reading nor finding fails");
    }
    assert_eq!(end, None, "the last one has no end");
    findings
}

/// Reads so many bytes at a time.
pub struct Slow<'a>(pub &'a [u8], pub usize);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = buffer.len().min(self.0.len()).min(self.1);
        buffer[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}
