//! What there is to know about a scheme: a row of the registry.

use crate::{
    text::words::{WORD_KEY, word_key},
    uri::{
        cursor::UriCursor,
        rejection::{Rejection, Rule},
    },
};

/// A scheme, and all that is known about it alone.
pub(crate) struct Scheme {
    /// In lower case.
    pub(crate) name: &'static str,
    /// The first bytes of the name as a number, so that looking one up compares a register.
    key: u64,
    pub(crate) authority: AuthorityRule,
    /// Judges what follows the authority, or the scheme's colon where there is none.
    pub(crate) tail: Option<TailRule>,
    /// The same where an authority came before, if that is another rule.
    behind_authority: Option<TailRule>,
    pub(crate) default_port: Option<u16>,
    /// True if an empty path behind an authority means the same as `/`.
    pub(crate) empty_path_is_root: bool,
    /// True if `.` and `..` may be names in the path like any other.
    pub(crate) opaque_path: bool,
    /// What has to follow its colon for it to be found in text.
    pub(crate) recognition: Recognition,
    /// True if it is safe to click on: it runs no code, opens no local file and wraps no other URL.
    #[cfg_attr(not(feature = "write"), allow(dead_code, reason = "only what is written has links"))]
    pub(crate) is_clickable: bool,
    /// True if a mail gateway or a redirector may lead to it.
    pub(crate) is_redirect_target: bool,
    /// True if it leads nowhere from the attribute of an element: to a program, the thing itself, another part of the same
    /// message, or the pages of the browser.
    #[cfg_attr(not(feature = "html"), allow(dead_code, reason = "only HTML has attributes"))]
    pub(crate) leads_nowhere: bool,
}

/// Reads from the cursor what the scheme's document allows, and stops at the first byte that it doesn't. The generic
/// syntax is judged by the grammar.
pub(crate) type TailRule = fn(&mut UriCursor<'_>) -> Result<(), Rejection>;

/// What a scheme's rule says of `//`.
#[derive(Clone, Copy)]
pub(crate) enum AuthorityRule {
    /// It may.
    Free,
    /// It must, with a host that is not empty.
    Host(&'static Rule),
    /// It may, and then its host must not be empty.
    NotEmpty(&'static Rule),
    /// It must not.
    None(&'static Rule),
}

/// What has to follow a scheme's colon for a URL to be found there in text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Recognition {
    /// Nothing does.
    Never,
    /// Two slashes.
    Hierarchical,
    /// One slash or two.
    Rooted,
    /// Anything, which the scheme's rule has to prove: running text is full of `data:` and `tel:` as words.
    Opaque,
}

impl Scheme {
    /// A scheme whose URLs have an authority or a path like any, and are found by their two slashes.
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

    /// Its URLs need `//` and a host, or break `rule`.
    pub(crate) const fn host(self, rule: &'static Rule) -> Scheme {
        Scheme { authority: AuthorityRule::Host(rule), ..self }
    }

    /// Its URLs may have `//`, and with an empty host break `rule`.
    pub(crate) const fn host_if_any(self, rule: &'static Rule) -> Scheme {
        Scheme { authority: AuthorityRule::NotEmpty(rule), ..self }
    }

    /// Its URLs have no `//`, or break `rule`; `tail` judges what follows the colon.
    pub(crate) const fn opaque(self, rule: &'static Rule, tail: TailRule) -> Scheme {
        Scheme { authority: AuthorityRule::None(rule), ..self }.tail(tail).recognition(Recognition::Opaque)
    }

    /// What judges the rest of a URL.
    pub(crate) const fn tail(self, tail: TailRule) -> Scheme {
        Scheme { tail: Some(tail), ..self }
    }

    /// What judges the rest of a URL that has an authority.
    pub(crate) const fn behind_authority(self, tail: TailRule) -> Scheme {
        Scheme { behind_authority: Some(tail), ..self }
    }

    /// The port that is meant when none is written.
    pub(crate) const fn default_port(self, port: u16) -> Scheme {
        Scheme { default_port: Some(port), ..self }
    }

    /// An empty path behind an authority means the same as `/`.
    pub(crate) const fn empty_path_is_root(self) -> Scheme {
        Scheme { empty_path_is_root: true, ..self }
    }

    /// Its path is no hierarchy.
    pub(crate) const fn opaque_path(self) -> Scheme {
        Scheme { opaque_path: true, ..self }
    }

    /// What has to follow its colon in text.
    pub(crate) const fn recognition(self, recognition: Recognition) -> Scheme {
        Scheme { recognition, ..self }
    }

    /// It is safe to click on.
    pub(crate) const fn clickable(self) -> Scheme {
        Scheme { is_clickable: true, ..self }
    }

    /// A mail gateway or a redirector may lead to it.
    pub(crate) const fn redirect_target(self) -> Scheme {
        Scheme { is_redirect_target: true, ..self }
    }

    /// It leads nowhere.
    pub(crate) const fn leads_nowhere(self) -> Scheme {
        Scheme { leads_nowhere: true, ..self }
    }

    /// What judges the rest of a URL, which has an authority or not.
    #[inline]
    pub(crate) fn tail_behind(&self, has_authority: bool) -> Option<TailRule> {
        if has_authority { self.behind_authority.or(self.tail) } else { self.tail }
    }

    /// Returns `true` if `port`, which may be empty, is the one that is meant when none is written.
    pub(crate) fn is_default_port(&self, port: &str) -> bool {
        port.is_empty() || self.default_port.is_some_and(|default| port.parse() == Ok(default))
    }

    /// Returns `true` if its URLs have to satisfy more than the generic syntax.
    #[cfg(test)]
    pub(crate) fn has_rules(&self) -> bool {
        self.tail.is_some() || !matches!(self.authority, AuthorityRule::Free)
    }

    /// Returns `true` if it is `name`, whose key is `key`, in any letter case.
    #[inline]
    fn is_called(&self, name: &[u8], key: u64) -> bool {
        // Of names as long, one that has no more bytes than its key is its key.
        self.key == key
            && self.name.len() == name.len()
            && (name.len() <= WORD_KEY || self.name.as_bytes().eq_ignore_ascii_case(name))
    }
}

/// Schemes by their names.
pub(crate) struct SchemeTable {
    /// Sorted by name.
    pub(crate) rows: &'static [Scheme],
    /// Where a key is looked for: 1 and more for a row, 0 for none. A row stands at its slot or, where that is taken, at
    /// the next that is free.
    slots: [u8; SLOTS],
}

const SLOTS: usize = 256;

impl SchemeTable {
    /// The table of these rows, which are fewer than half of the slots, so that few of them are looked at.
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

    /// The scheme of that name, in any letter case.
    #[inline]
    pub(crate) fn find(&self, name: &[u8]) -> Option<&'static Scheme> {
        self.find_by_key(name, word_key(name))
    }

    /// The same of a name whose bytes were read one by one into `key`, in lower case.
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

/// The slot that a key is looked for first: multiplied with the golden ratio, its bits are in the upper ones.
const fn slot(key: u64) -> usize {
    (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56) as usize
}
