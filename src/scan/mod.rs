//! Text to triggers: the search for places where a URL may begin.

mod triggers;

pub(crate) mod schemes;
pub(crate) mod top_level_domains;

pub(crate) use triggers::{Hit, Trigger, Wanted, next_hit};
