//! What a search is to look for, worked out once for a text.

use crate::{
    engine::{rejoin, scan::Wanted, subject::Subject},
    link::Kind,
    uri::Grammar,
};

/// What the configuration says about each step of the search of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(super) wanted: Wanted,
    /// Whether the grammar accepts all plain URLs.
    pub(super) accepts_plain: bool,
    /// Whether it accepts hosts with letters that are not ASCII.
    pub(super) takes_wide_names: bool,
    /// Whether a URL that nothing delimits is joined over line ends.
    pub(super) joins: bool,
    /// Whether each plain URL with its scheme is wanted, as it is.
    pub(super) takes_plain: bool,
    /// Whether each plain name is, with a path or without.
    pub(super) takes_names: bool,
    /// Whether each address is.
    pub(super) takes_addresses: bool,
}

impl Plan {
    #[cold]
    pub(crate) fn new(subject: Subject<'_>) -> Plan {
        let config = subject.config;
        Plan {
            wanted: Wanted::new(config.kinds, subject.base.is_some()),
            accepts_plain: config.grammar.accepts_plain(),
            takes_wide_names: config.grammar == Grammar::Rfc3987,
            joins: rejoin::joins_undelimited(config.rejoin),
            takes_addresses: config.schemes.is_none()
                && config.grammar.accepts_plain()
                && config.kinds.contains(Kind::Email),
            takes_names: config.schemes.is_none() && config.grammar.accepts_plain() && !config.unwrap_redirects,
            takes_plain: config.schemes.is_none()
                && config.grammar.accepts_plain()
                && config.kinds.contains(Kind::Url)
                && !config.unwrap_redirects,
        }
    }
}
