//! Sets of hosts, small or with a million names.

use std::{
    borrow::Cow,
    collections::hash_map::RandomState,
    fmt,
    hash::{BuildHasher, Hasher},
};

use super::{address, glob::Glob, globs::Globs};
use crate::{
    error::Error,
    uri::{Uri, host_ascii},
};

/// The most characters of a name (RFC 1035, 2.3.4). A set has no longer ones.
const LONGEST: usize = 255;

/// A set of hosts. A name includes all names below it: `gnu.org` includes `www.gnu.org`. A name with `*` or `?` is a
/// pattern for whole names: `*.gnu.*`.
///
/// Names are compared in A-labels, without letter case. Addresses are compared by value: `127.1` and `0x7f000001` are
/// `127.0.0.1`, and `[0:0::1]` is `[::1]`. The brackets are optional here.
///
/// A-labels are exact with the feature `idna`. Without it they are known for common scripts only, and other names are
/// compared as written: see [`Uri::host_ascii`]. Use the feature if the set is to keep hosts out.
///
/// A lookup takes the same time for any size, unless patterns differ only in wildcards.
///
/// ```
/// use napkin::{Grammar, Uri, filter::Hosts};
///
/// let hosts = Hosts::new(["gnu.org", "bücher.example", "192.0.2.1", "::1", "*.museum.*"])?;
/// let has = |url| hosts.contains(&Uri::parse(url, Grammar::Rfc3987).unwrap());
/// assert!(has("http://ftp.GNU.org/") && has("http://xn--bcher-kva.example/") && has("http://a.museum.example/"));
/// assert!(has("http://0xC0.0.513/") && has("http://[0:0::1]/") && !has("http://x.192.0.2.1/"));
/// assert!(!has("http://gnu.org.example/") && !has("http://notgnu.org/") && !has("http://a.example/gnu.org"));
/// # Ok::<(), napkin::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct Hosts {
    names: Names,
    globs: Globs,
}

impl Hosts {
    /// Returns the set of these hosts.
    ///
    /// # Errors
    /// Returns an error for a string that is not a host.
    pub fn new<H: AsRef<str>>(hosts: impl IntoIterator<Item = H>) -> Result<Hosts, Error> {
        let mut set = Hosts::default();
        hosts.into_iter().try_for_each(|host| set.insert(host.as_ref()))?;
        Ok(set)
    }

    /// Adds a host.
    ///
    /// # Errors
    /// Returns an error for a string that is not a host.
    pub fn insert(&mut self, host: &str) -> Result<(), Error> {
        let name = host.strip_prefix('.').unwrap_or(host);
        let name = name.strip_suffix('.').unwrap_or(name);
        if let Some(address) = address::canonical(&format!("[{name}]")) {
            self.names.insert(address.as_bytes());
            return Ok(());
        }
        let is_literal = name.starts_with('[') && name.ends_with(']');
        // Brackets and braces are signs of other patterns, which would match nothing here.
        let is_strange = |byte: u8| byte <= b' ' || b"/:@,#[]{}\x7F".contains(&byte);
        if name.is_empty() || !is_literal && name.bytes().any(is_strange) {
            return Err(Error::configuration(format!("{host:?} is not a host")));
        }
        if name.contains(['*', '?']) {
            self.globs.push(Glob::new(&name.to_lowercase()));
        } else {
            match address::canonical(name) {
                Some(address) => self.names.insert(address.as_bytes()),
                None => self.names.insert(comparable(name).as_bytes()),
            }
        }
        Ok(())
    }

    /// Returns `true` if the set is empty.
    pub fn is_empty(&self) -> bool {
        self.names.starts.is_empty() && self.globs.is_empty()
    }

    /// Returns `true` if the host of a URI is in the set.
    pub fn contains(&self, uri: &Uri<'_>) -> bool {
        let Some(host) = uri.host() else { return false };
        let address = address::canonical(host);
        // No top-level domain ends in a digit, and nothing is below an address.
        let is_name = address.is_none() && !host.ends_with(|last: char| last.is_ascii_digit() || last == ']');
        let host = if is_name { host.strip_suffix('.').unwrap_or(host) } else { host };
        let name = address.map_or_else(|| comparable(host), Cow::Owned);
        if self.names.has(&name, is_name) {
            return true;
        }
        // A pattern is written as people read hosts, or as programs look them up.
        let readable = if name != host && !host.is_ascii() { Some(host.to_lowercase()) } else { None };
        let matches = |text: &str| self.globs.has_any(text, |glob| glob.matches(text));
        matches(&name) || readable.is_some_and(|host| matches(&host))
    }
}

impl fmt::Debug for Hosts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} hosts, {} patterns", self.names.starts.len(), self.globs.len())
    }
}

/// Returns a host in the form that is compared.
fn comparable(host: &str) -> Cow<'_, str> {
    // Without a way out in the middle: all of a host is looked at in less time than half of it byte by byte.
    let is_special = |byte: u8| !byte.is_ascii() || byte == b'%' || byte.is_ascii_uppercase();
    if !host.bytes().fold(false, |found, byte| found | is_special(byte)) {
        return Cow::Borrowed(host);
    }
    match host_ascii::host_ascii(host) {
        Some(ascii) => Cow::Owned(ascii.to_ascii_lowercase()),
        None => Cow::Owned(host.to_lowercase()),
    }
}

/// A set of strings, stored one after the other: a million of them take two growing allocations, not a million.
#[derive(Clone)]
struct Names {
    text: Vec<u8>,
    /// The start of each string, which is the end of the one before.
    starts: Vec<u32>,
    hashes: Vec<u32>,
    /// By hash, the number of a string plus one, or 0 for a free slot. The length is a power of two, and at least half
    /// are free.
    slots: Vec<u32>,
    /// The lengths in use, a bit for each. A small set needs no more to rule out most names.
    lengths: [u64; LONGEST / 64 + 1],
    /// The last two bytes in use, a bit for each [`ending`].
    endings: [u64; 16],
    seed: u64,
}

impl Default for Names {
    fn default() -> Names {
        let seed = RandomState::new().build_hasher().finish();
        let (text, starts, hashes, slots) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Names { text, starts, hashes, slots, lengths: [0; LONGEST / 64 + 1], endings: [0; 16], seed }
    }
}

impl Names {
    fn insert(&mut self, name: &[u8]) {
        // What is longer is no name that can be found.
        if name.len() > LONGEST {
            return;
        }
        if self.slots.len() < (self.starts.len() + 1) * 2 {
            self.grow();
        }
        let Ok(start) = u32::try_from(self.text.len()) else { return };
        let hash = finished(name.iter().rev().fold(self.seed, hashed));
        let slot = self.slot(name, hash);
        if self.slots[slot] == 0 {
            self.starts.push(start);
            self.hashes.push(hash);
            self.text.extend_from_slice(name);
            self.slots[slot] = self.starts.len() as u32;
            self.lengths[name.len() / 64] |= 1 << (name.len() % 64);
            self.endings[ending(name) / 64] |= 1 << (ending(name) % 64);
        }
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 4).max(64);
        self.slots = vec![0; size];
        for (number, &hash) in self.hashes.iter().enumerate() {
            let mut slot = hash as usize & (size - 1);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = number as u32 + 1;
        }
    }

    fn get(&self, number: usize) -> &[u8] {
        let end = self.starts.get(number + 1).map_or(self.text.len(), |&end| end as usize);
        &self.text[self.starts[number] as usize..end]
    }

    /// Returns the slot of the name, or the free slot for it.
    fn slot(&self, name: &[u8], hash: u32) -> usize {
        let mask = self.slots.len() - 1;
        let is_other = |number: usize| self.hashes[number] != hash || self.get(number) != name;
        let mut slot = hash as usize & mask;
        while self.slots[slot] != 0 && is_other(self.slots[slot] as usize - 1) {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn has_length(&self, length: usize) -> bool {
        length <= LONGEST && self.lengths[length / 64] >> (length % 64) & 1 == 1
    }

    /// Returns `true` if the set contains the name or a parent of it. All are hashed in one pass from the end.
    fn has(&self, name: &str, is_name: bool) -> bool {
        let name = name.as_bytes();
        if self.endings[ending(name) / 64] >> (ending(name) % 64) & 1 == 0 {
            return false;
        }
        let begins = |at: usize| at == 0 || is_name && name[at - 1] == b'.';
        let from = name.len().saturating_sub(LONGEST);
        if !(from..name.len()).any(|at| begins(at) && self.has_length(name.len() - at)) {
            return false;
        }
        let mut hash = self.seed;
        for at in (from..name.len()).rev() {
            hash = hashed(hash, &name[at]);
            if begins(at) && self.has_length(name.len() - at) && self.slots[self.slot(&name[at..], finished(hash))] != 0
            {
                return true;
            }
        }
        false
    }
}

/// Returns a number for the last two bytes. A dot before the last byte is ignored, since a name of one letter has names
/// below it.
fn ending(name: &[u8]) -> usize {
    match *name {
        [.., b'.', last] | [last] => usize::from(last),
        [.., before, last] => (usize::from(before) * 32 + usize::from(last)) % 1024,
        [] => 0,
    }
}

fn finished(hash: u64) -> u32 {
    (hash ^ hash >> 32) as u32
}

/// Adds a byte before the hashed ones. The seed differs in each run, so nobody can prepare a list of names with
/// collisions.
fn hashed(hash: u64, byte: &u8) -> u64 {
    (hash.rotate_left(5) ^ u64::from(*byte)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uri::Grammar;

    #[test]
    fn many_names_are_found_again() {
        let names: Vec<String> = (0..20_000).map(|number| format!("h{number}.example")).collect();
        let hosts = Hosts::new(names.iter().chain(&names)).unwrap();
        assert_eq!(hosts.names.starts.len(), 20_000);
        for name in names.iter().step_by(7) {
            let url = format!("http://www.{name}/");
            assert!(hosts.contains(&Uri::parse(&url, Grammar::Rfc3986).unwrap()), "{url}");
        }
        assert!(!hosts.contains(&Uri::parse("http://h20000.example/", Grammar::Rfc3986).unwrap()));
    }
}
