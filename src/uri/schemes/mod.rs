//! The rules that single schemes add to the generic syntax, each by its own document.
//!
//! Running text is full of `data:` and `tel:` as words, so a scheme without `//` has to be proved by what follows it.

mod local;
mod mail;
mod names;
mod news;
mod phone;
mod services;
mod web;

use super::{
    rejection::{Rejection, Rule},
    table::Class,
};

/// A scheme with rules of its own.
pub(crate) struct Scheme {
    /// Its name in lower case as a number, so that looking one up compares a register.
    key: u64,
    pub(crate) authority: Authority,
    /// Judges what follows the authority, or the scheme's colon where there is none.
    pub(crate) tail: Option<Tail>,
}

/// Reads from the cursor what the scheme's document allows, and stops at the first byte that it doesn't.
type Tail = fn(&mut Cursor<'_>) -> Result<(), Rejection>;

/// Whether a scheme has `//`.
pub(crate) enum Authority {
    /// It may.
    Free,
    /// It must, with a host that is not empty.
    Host(&'static Rule),
    /// It may, and then its host must not be empty.
    NotEmpty(&'static Rule),
    /// It must not.
    None(&'static Rule),
}

impl Scheme {
    pub(crate) const fn new(name: &str, authority: Authority, tail: Option<Tail>) -> Scheme {
        let name = name.as_bytes();
        assert!(name.len() <= 8, "the key has eight bytes");
        let mut key = 0;
        let mut i = 0;
        while i < name.len() {
            key = key << 8 | name[i] as u64;
            i += 1;
        }
        Scheme { key, authority, tail }
    }

    #[inline]
    pub(crate) fn find(schemes: &'static [Scheme], key: u64) -> Option<&'static Scheme> {
        schemes.iter().find(|scheme| scheme.key == key)
    }
}

/// The schemes as their documents of today have them. The most frequent stand first: they are looked up in order.
pub(crate) static TODAY: &[Scheme] = &[
    Scheme::new("https", Authority::Host(web::HTTPS), None),
    Scheme::new("http", Authority::Host(web::HTTP), None),
    Scheme::new("mailto", Authority::None(mail::MAILTO), Some(mail::mailto)),
    Scheme::new("ftp", Authority::Host(services::FTP), Some(services::ftp)),
    Scheme::new("file", Authority::Free, Some(local::file)),
    Scheme::new("news", Authority::Free, Some(news::news)),
    Scheme::new("nntp", Authority::Host(news::NNTP), Some(news::nntp)),
    Scheme::new("urn", Authority::None(names::NID), Some(names::urn)),
    Scheme::new("tel", Authority::None(phone::TEL), Some(phone::tel)),
    Scheme::new("sms", Authority::None(phone::SMS), Some(phone::sms)),
    Scheme::new("callto", Authority::None(phone::CALLTO), Some(phone::callto)),
    Scheme::new("sip", Authority::None(phone::SIP), Some(phone::sip)),
    Scheme::new("sips", Authority::None(phone::SIP), Some(phone::sip)),
    Scheme::new("xmpp", Authority::NotEmpty(mail::XMPP), Some(mail::xmpp)),
    Scheme::new("acct", Authority::None(mail::ACCT), Some(mail::acct)),
    Scheme::new("mid", Authority::None(mail::MID), Some(mail::mid)),
    Scheme::new("cid", Authority::None(mail::CID), Some(mail::cid)),
    Scheme::new("data", Authority::None(local::DATA), Some(local::data)),
    Scheme::new("magnet", Authority::None(names::MAGNET), Some(names::magnet)),
    Scheme::new("doi", Authority::None(names::DOI), Some(names::doi)),
    Scheme::new("info", Authority::None(names::INFO), Some(names::info)),
    Scheme::new("tag", Authority::None(names::TAG), Some(names::tag)),
    Scheme::new("geo", Authority::None(names::GEO), Some(names::geo)),
    Scheme::new("bitcoin", Authority::None(names::BITCOIN), Some(names::bitcoin)),
    Scheme::new("gopher", Authority::Host(services::GOPHER), Some(services::gopher)),
    Scheme::new("telnet", Authority::Host(services::TELNET), Some(services::telnet)),
    Scheme::new("ws", Authority::Host(web::WS), Some(web::ws)),
    Scheme::new("wss", Authority::Host(web::WS), Some(web::ws)),
];

pub(crate) const PORT: &Rule = &Rule::new("rfc9293 3.1 port", "a port number is at most 65535");

/// Holds for every scheme of today: what stands between the end of the host and `end` is no more than a port can be.
#[inline]
pub(crate) fn port_in_range(bytes: &[u8], host_end: usize, end: usize, rule: &'static Rule) -> Result<(), Rejection> {
    // A colon and up to four digits are always in range, and so is no port at all.
    if end - host_end <= 5 {
        return Ok(());
    }
    let mut value = 0;
    for &digit in &bytes[host_end + 1..end] {
        value = value * 10 + u32::from(digit - b'0');
        if value > 65535 {
            return Err(Rejection::new(host_end + 1, rule));
        }
    }
    Ok(())
}

/// Where a scheme's rule stands in the string. Non-ASCII characters are left to the grammar.
pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Whether an authority came before.
    net: bool,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(bytes: &'a [u8], at: usize, net: bool) -> Cursor<'a> {
        Cursor { bytes, at, net }
    }

    /// The next byte; none at the end and before a fragment, which belongs to no scheme (RFC 3986, 3.5).
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied().filter(|&byte| byte != b'#')
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Reads what is in `class`, and how many bytes that was. An escape is only read whole.
    fn run(&mut self, class: &Class) -> usize {
        self.count(class, usize::MAX)
    }

    /// The same, but reads no more than `most` characters.
    fn count(&mut self, class: &Class, most: usize) -> usize {
        let start = self.at;
        let mut read = 0;
        while read < most {
            match self.peek() {
                Some(b'%') if class.escapes() => {
                    let escape = self.bytes.get(self.at + 1..self.at + 3);
                    if !escape.is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit)) {
                        break;
                    }
                    self.at += 3;
                }
                Some(byte) if class.has(byte) || (byte >= 0x80 && class.escapes()) => self.at += 1,
                _ => break,
            }
            read += 1;
        }
        self.at - start
    }

    fn refuse<T>(&self, rule: &'static Rule) -> Result<T, Rejection> {
        Err(Rejection::new(self.at, rule))
    }

    /// Reads at least one character of `class`.
    fn some(&mut self, class: &Class, rule: &'static Rule) -> Result<(), Rejection> {
        if self.run(class) == 0 { self.refuse(rule) } else { Ok(()) }
    }

    fn expect(&mut self, byte: u8, rule: &'static Rule) -> Result<(), Rejection> {
        if self.eat(byte) { Ok(()) } else { self.refuse(rule) }
    }

    /// Nothing but a fragment may follow.
    fn end(&self, rule: &'static Rule) -> Result<(), Rejection> {
        if self.peek().is_none() { Ok(()) } else { self.refuse(rule) }
    }

    /// Nothing but a query and a fragment may follow.
    fn end_of_path(&self, rule: &'static Rule) -> Result<(), Rejection> {
        if matches!(self.peek(), None | Some(b'?')) { Ok(()) } else { self.refuse(rule) }
    }
}
