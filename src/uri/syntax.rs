//! What a grammar is as a value: the tables and rules that strings are judged by.

use crate::uri::{
    class::{CharClass, ComponentTable},
    productions::Productions,
    rejection::{ComponentRules, Rejection, Rule},
    resolution::Resolution,
    schemes::scheme::SchemeTable,
};

/// A grammar as a value. Another grammar is another of these, not another path through the validator.
pub(crate) struct Syntax {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    /// Which byte may stand in which component.
    pub(crate) table: ComponentTable,
    /// The [`part`](crate::uri::class::part) that follows `scheme:` where there is no slash: a path, or what older documents
    /// call an opaque part.
    pub(crate) rootless: u8,
    /// What a scheme begins with.
    pub(crate) scheme_start: &'static CharClass,
    /// The host in square brackets; none where a grammar has no IP literals.
    pub(crate) ip_literal: Option<IpLiteral>,
    /// What any other host has to be; none where its characters say it all, and it may be empty beside a port.
    pub(crate) hostname: Option<HostnameRule>,
    /// An authority that is no server; none where a grammar has servers only.
    pub(crate) reg_name: Option<&'static Rule>,
    /// What a second colon in userinfo breaks; none where a colon is a character like others.
    pub(crate) password: Option<&'static Rule>,
    /// What a `?` right behind an authority breaks; none where a query needs no slash before it.
    pub(crate) net_query: Option<&'static Rule>,
    /// What a port breaks that is too large; none where it may be any number.
    pub(crate) port_range: Option<&'static Rule>,
    /// What each component is called in a rejection.
    pub(crate) rules: ComponentRules,
    /// The schemes with rules of their own.
    pub(crate) schemes: &'static SchemeTable,
    /// The productions that judge all that follows a scheme's colon, in a document without a generic syntax.
    pub(crate) productions: Option<&'static Productions>,
    /// True if it accepts every `http`, `https` and `ftp` URL of a plain host name and port with a path, query and
    /// fragment of unreserved characters, escapes and `/:@=+$&`: the finder has a short way for those.
    pub(crate) accepts_plain: bool,
    /// How references are resolved.
    pub(crate) resolution: Resolution,
}

/// The table of a grammar that has no schemes with rules.
pub(crate) static NO_SCHEMES: SchemeTable = SchemeTable::new(&[]);

/// The rule for square brackets in an authority, and what reads them.
pub(crate) struct IpLiteral {
    pub(crate) rule: &'static Rule,
    /// Reads from the `[` at a position: where the literal ends, or the first byte that can't stand in it.
    pub(crate) read: fn(&[u8], usize) -> Result<usize, usize>,
}

/// Judges a host of the characters that the grammar's table allows. Offsets are those in the host.
pub(crate) type HostnameRule = fn(&[u8]) -> Result<(), Rejection>;

/// What a string is to be.
#[derive(Clone, Copy)]
pub(crate) struct Goal {
    /// A reference may do without a scheme.
    pub(crate) reference: bool,
    /// True if the rules of single schemes count beside the generic syntax.
    pub(crate) schemes: bool,
}
