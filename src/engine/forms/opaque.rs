//! A scheme without slashes, whose own rules prove what follows it: `urn:isbn:…`, `tel:…`, `file:/…`.

use super::{beginning::Ending, tail};
use crate::engine::window::{Ahead, Cut};

/// Where it ends whose own part begins at `part`.
pub(super) fn end(ahead: &Ahead, start: usize, part: usize) -> Result<Ending, Cut> {
    Ok(Ending::At { end: tail::end(ahead, start, part)?, host_end: start })
}
