//! Text to triggers: the search for places where a URL may begin, and the words that tell whether one does.

mod triggers;

mod block;
mod prefix;

pub(crate) mod schemes;

#[cfg(feature = "json")]
pub(crate) use block::escapes_in_json;
pub(crate) use block::{
    BLOCK, BlockSearcher, Candidates, Classes, Classifier, Detecting, LineEnds, Task, into_string, line_ends, push_html,
};
#[cfg(feature = "html")]
pub(crate) use block::{Markup, next_markup};
pub(crate) use prefix::{is_behind_bracket, is_bracket_before, prefix_start, skip_space};
pub(crate) use triggers::{Hit, Trigger, Wanted};
