//! The settings of a search in one text: the configuration, and the text's own base.

use crate::{config::Config, uri::Base};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Subject<'s> {
    /// What to find and how to read it.
    pub(crate) config: &'s Config,
    /// The base for relative references. Without it they are not links.
    pub(crate) base: Option<&'s Base>,
}

impl<'s> Subject<'s> {
    /// A text without its own base uses that of the configuration, if there is one.
    pub(crate) fn new(config: &'s Config) -> Subject<'s> {
        Subject { config, base: config.base.as_ref() }
    }
}
