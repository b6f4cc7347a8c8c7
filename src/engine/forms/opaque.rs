//! A scheme without slashes, whose own rules prove what follows it: `urn:isbn:…`, `tel:…`, `file:/…`.

use super::{beginning::Ending, more_of_host, tail};
use crate::engine::window::{Ahead, Cut};

/// Where it ends whose own part begins at `part`.
pub(super) fn end(ahead: &Ahead, start: usize, part: usize) -> Result<Ending, Cut> {
    let end = tail::end(ahead, start, part)?;
    // Less of the host of an address is another.
    let is_cut_address = ends_in_domain(&ahead.bytes[part..end])
        && (ahead.get(end)? == Some(b'@') || more_of_host::may_be_more(ahead, end)?);
    Ok(if is_cut_address { Ending::Refused(end) } else { Ending::At { end, host_end: start } })
}

/// Whether it ends in an `@` and a name.
fn ends_in_domain(part: &[u8]) -> bool {
    memchr::memrchr(b'@', part).is_some_and(|at| !part[at..].iter().any(|byte| matches!(byte, b'/' | b'?' | b'#')))
}
