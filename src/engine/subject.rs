//! What a search goes by in one text: the configuration, which many texts share, and what belongs to this text alone.

use crate::{config::Config, uri::Uri};

/// The configuration, and the base of the text that is searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subject<'s> {
    /// What to find and how to read it.
    pub(crate) config: &'s Config,
    /// What relative references in the text are resolved against; without it they are no links.
    pub(crate) base: Option<&'s Uri<'static>>,
}

impl<'s> Subject<'s> {
    /// A text that names no base of its own: the configuration's is taken, if there is one.
    pub(crate) fn new(config: &'s Config) -> Subject<'s> {
        Subject { config, base: config.base.as_ref() }
    }
}
