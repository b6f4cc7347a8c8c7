//! What there is to know about a scheme: a row of the registry.

use crate::{
    text::words::{WORD_KEY, word_key},
    uri::{
        cursor::UriCursor,
        rejection::{Rejection, Rule},
    },
};

pub(crate) struct Scheme {
    pub(crate) name: &'static str,
    /// The first bytes of the name as a number, for a quick comparison.
    key: u64,
    pub(crate) authority: AuthorityRule,
    /// The rule for the text after the authority, or after the scheme's colon without one.
    pub(crate) tail: Option<TailRule>,
    /// The rule after an authority, if it differs.
    behind_authority: Option<TailRule>,
    pub(crate) default_port: Option<u16>,
    /// True if an empty path after an authority means `/`.
    pub(crate) empty_path_is_root: bool,
    /// True if `.` and `..` are ordinary names in the path.
    pub(crate) opaque_path: bool,
    /// The text that must follow the colon for a URL to be found in text.
    pub(crate) recognition: Recognition,
    /// True if it is safe to click on: no code, no local file, no nested URL.
    #[cfg_attr(not(feature = "write"), allow(dead_code, reason = "only what is written has links"))]
    pub(crate) is_clickable: bool,
    /// True if a mail gateway or a redirector may lead to it.
    pub(crate) is_redirect_target: bool,
    /// True if it leads nowhere from an HTML attribute: to a program, the resource itself, another part of the message,
    /// or a page of the browser.
    #[cfg_attr(not(feature = "html"), allow(dead_code, reason = "only HTML has attributes"))]
    pub(crate) leads_nowhere: bool,
}

/// Reads what the scheme's document allows, up to the first invalid byte. The grammar checks the generic syntax.
pub(crate) type TailRule = fn(&mut UriCursor<'_>) -> Result<(), Rejection>;

/// The rule of a scheme for `//`.
#[derive(Clone, Copy)]
pub(crate) enum AuthorityRule {
    Free,
    /// Required, with a host that is not empty.
    Host(&'static Rule),
    /// Allowed, with a host that is not empty.
    NotEmpty(&'static Rule),
    None(&'static Rule),
}

/// The text that must follow a scheme's colon for a URL to be found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Recognition {
    Never,
    Hierarchical,
    Rooted,
    /// Any text that satisfies the scheme's rule. Prose contains `data:` and `tel:` as words.
    Opaque,
}

impl Scheme {
    /// Returns a scheme with an ordinary authority or path, which is found by its two slashes.
    pub(crate) const fn new(name: &'static str) -> Scheme {
        let mut i = 0;
        while i < name.len() {
            assert!(!name.as_bytes()[i].is_ascii_uppercase());
            i += 1;
        }
        Scheme {
            name,
            key: word_key(name.as_bytes()),
            authority: AuthorityRule::Free,
            tail: None,
            behind_authority: None,
            default_port: None,
            empty_path_is_root: false,
            opaque_path: false,
            recognition: Recognition::Hierarchical,
            is_clickable: false,
            is_redirect_target: false,
            leads_nowhere: false,
        }
    }

    /// Requires `//` and a host.
    pub(crate) const fn host(self, rule: &'static Rule) -> Scheme {
        Scheme { authority: AuthorityRule::Host(rule), ..self }
    }

    /// Allows `//`, but not with an empty host.
    pub(crate) const fn host_if_any(self, rule: &'static Rule) -> Scheme {
        Scheme { authority: AuthorityRule::NotEmpty(rule), ..self }
    }

    /// Forbids `//`. `tail` is the rule for the text after the colon.
    pub(crate) const fn opaque(self, rule: &'static Rule, tail: TailRule) -> Scheme {
        Scheme { authority: AuthorityRule::None(rule), ..self }.tail(tail).recognition(Recognition::Opaque)
    }

    pub(crate) const fn tail(self, tail: TailRule) -> Scheme {
        Scheme { tail: Some(tail), ..self }
    }

    pub(crate) const fn behind_authority(self, tail: TailRule) -> Scheme {
        Scheme { behind_authority: Some(tail), ..self }
    }

    pub(crate) const fn default_port(self, port: u16) -> Scheme {
        Scheme { default_port: Some(port), ..self }
    }

    pub(crate) const fn empty_path_is_root(self) -> Scheme {
        Scheme { empty_path_is_root: true, ..self }
    }

    pub(crate) const fn opaque_path(self) -> Scheme {
        Scheme { opaque_path: true, ..self }
    }

    pub(crate) const fn recognition(self, recognition: Recognition) -> Scheme {
        Scheme { recognition, ..self }
    }

    pub(crate) const fn clickable(self) -> Scheme {
        Scheme { is_clickable: true, ..self }
    }

    pub(crate) const fn redirect_target(self) -> Scheme {
        Scheme { is_redirect_target: true, ..self }
    }

    pub(crate) const fn leads_nowhere(self) -> Scheme {
        Scheme { leads_nowhere: true, ..self }
    }

    /// Returns the rule for the rest of a URL, with or without authority.
    #[inline]
    pub(crate) fn tail_behind(&self, has_authority: bool) -> Option<TailRule> {
        if has_authority { self.behind_authority.or(self.tail) } else { self.tail }
    }

    /// Returns `true` if `port` is empty or the default port.
    pub(crate) fn is_default_port(&self, port: &str) -> bool {
        port.is_empty() || self.default_port.is_some_and(|default| port.parse() == Ok(default))
    }

    /// Returns `true` if the scheme has rules beyond the generic syntax.
    #[cfg(test)]
    pub(crate) fn has_rules(&self) -> bool {
        self.tail.is_some() || !matches!(self.authority, AuthorityRule::Free)
    }

    /// Compares the name in any letter case. `key` is its key.
    #[inline]
    fn is_called(&self, name: &[u8], key: u64) -> bool {
        // Of names as long, one that has no more bytes than its key is its key.
        self.key == key
            && self.name.len() == name.len()
            && (name.len() <= WORD_KEY || self.name.as_bytes().eq_ignore_ascii_case(name))
    }
}

pub(crate) struct SchemeTable {
    pub(crate) rows: &'static [Scheme],
    /// A hash table: 0 for a free slot, or else the number of a row plus one. A row is at the slot of its key or, if
    /// that is taken, at the next free one.
    slots: [u8; SLOTS],
}

const SLOTS: usize = 256;

impl SchemeTable {
    /// Returns the table of these rows, which must fill less than half of the slots, so that searches are short.
    pub(crate) const fn new(rows: &'static [Scheme]) -> SchemeTable {
        assert!(rows.len() < SLOTS / 2);
        let mut slots = [0; SLOTS];
        let mut row = 0;
        while row < rows.len() {
            let mut slot = slot(rows[row].key);
            while slots[slot] != 0 {
                slot = (slot + 1) % SLOTS;
            }
            slots[slot] = row as u8 + 1;
            row += 1;
        }
        SchemeTable { rows, slots }
    }

    #[inline]
    pub(crate) fn find(&self, name: &[u8]) -> Option<&'static Scheme> {
        self.find_by_key(name, word_key(name))
    }

    /// Does the same for a name whose bytes are in `key`, in lower case.
    #[inline]
    pub(crate) fn find_read(&self, name: &[u8], key: u64) -> Option<&'static Scheme> {
        if name.len() <= WORD_KEY { self.find_by_key(name, key) } else { self.find(name) }
    }

    #[inline]
    fn find_by_key(&self, name: &[u8], key: u64) -> Option<&'static Scheme> {
        let mut slot = slot(key);
        while let Some(row) = self.slots[slot].checked_sub(1) {
            let scheme = &self.rows[usize::from(row)];
            if scheme.is_called(name, key) {
                return Some(scheme);
            }
            slot = (slot + 1) % SLOTS;
        }
        None
    }
}

/// Returns the first slot of a key: the upper bits of its product with the golden ratio.
const fn slot(key: u64) -> usize {
    (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56) as usize
}
