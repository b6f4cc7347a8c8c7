//! A scheme and two slashes, behind which an authority stands: `http://a.example/b`.

use super::{authority, beginning::Ending, name::Read, tail};
use crate::engine::window::{Ahead, Cut};

/// Where it ends whose authority begins at `authority`.
pub(super) fn end(ahead: &Ahead, start: usize, authority: usize) -> Result<Ending, Cut> {
    Ok(match authority::read(ahead, authority)? {
        Read::End(host_end) => Ending::At { end: tail::behind_authority(ahead, host_end)?, host_end },
        // `file:///etc/motd` has an empty authority; `http://` and white space is just talk about URLs.
        Read::Refused(at) if at == authority && ahead.get(at)? == Some(b'/') => {
            Ending::At { end: tail::end(ahead, at)?, host_end: start }
        }
        Read::Refused(at) => Ending::Refused(at),
    })
}
