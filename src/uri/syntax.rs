//! What a grammar is as a value: the tables and rules that strings are judged by.

use std::fmt;

use crate::uri::{
    class::{CharClass, ComponentTable},
    productions::Productions,
    rejection::{ComponentRules, Rejection, Rule},
    resolution::Resolution,
    schemes::scheme::SchemeTable,
};

/// A grammar as data. All grammars use the same validator.
pub(crate) struct Syntax {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) table: ComponentTable,
    /// The [`part`](crate::uri::class::part) after `scheme:` without a slash: a path, or an opaque part in older
    /// documents.
    pub(crate) rootless: u8,
    pub(crate) scheme_start: &'static CharClass,
    /// The rule for a host in square brackets; `None` without IP literals.
    pub(crate) ip_literal: Option<IpLiteral>,
    /// The rule for any other host; `None` if only its characters matter, and it may be empty before a port.
    pub(crate) hostname: Option<HostnameRule>,
    /// The rule for a registry name; `None` if every authority is a server.
    pub(crate) reg_name: Option<&'static Rule>,
    /// The rule that a second colon in userinfo breaks; `None` if a colon is an ordinary character.
    pub(crate) password: Option<&'static Rule>,
    /// The rule that a `?` directly after an authority breaks; `None` if it is allowed.
    pub(crate) net_query: Option<&'static Rule>,
    /// The rule that a too large port breaks; `None` if any number is allowed.
    pub(crate) port_range: Option<&'static Rule>,
    /// The rules by component.
    pub(crate) rules: ComponentRules,
    /// The schemes with rules.
    pub(crate) schemes: &'static SchemeTable,
    /// The productions for the text after a scheme's colon, in a document without a generic syntax.
    pub(crate) productions: Option<&'static Productions>,
    pub(crate) resolution: Resolution,
}

impl fmt::Debug for Syntax {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

pub(crate) static NO_SCHEMES: SchemeTable = SchemeTable::new(&[]);

/// The rule and the parser of square brackets in an authority.
pub(crate) struct IpLiteral {
    pub(crate) rule: &'static Rule,
    /// Reads a literal at its `[`. Returns its end, or the first invalid byte.
    pub(crate) read: fn(&[u8], usize) -> Result<usize, usize>,
}

/// Checks a host with allowed characters. Offsets are relative to the host.
pub(crate) type HostnameRule = fn(&[u8]) -> Result<(), Rejection>;

/// The expected kind of string.
#[derive(Clone, Copy)]
pub(crate) struct Goal {
    /// A reference may lack a scheme.
    pub(crate) reference: bool,
    /// True if the rules of schemes apply, too.
    pub(crate) schemes: bool,
}
