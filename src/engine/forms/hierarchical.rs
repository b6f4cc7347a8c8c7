//! A scheme and two slashes, behind which an authority stands: `http://a.example/b`.

use super::{
    authority,
    beginning::Ending,
    name::{self, Read},
    tail,
};
use crate::engine::window::{Ahead, Cut};

/// What the line ends in front of, of the two slashes of a URL whose authority would begin at `authority`: it may stand in the next.
pub(crate) fn missing_slashes(bytes: &[u8], authority: usize) -> &'static [u8] {
    match bytes[..authority] {
        [.., b':'] => b"//",
        [.., b':', b'/'] => b"/",
        _ => b"",
    }
}

/// Where it ends whose authority begins at `authority`.
pub(super) fn end(ahead: &Ahead, start: usize, authority: usize) -> Result<Ending, Cut> {
    Ok(match authority::read(ahead, authority)? {
        Read::End(host_end) => {
            let end = tail::behind_authority(ahead, start, host_end)?;
            // `以https://开头`: nothing shows that it is a name.
            let is_sentence = end == host_end && name::is_sentence(&ahead.bytes[authority..host_end]);
            if is_sentence { Ending::Refused(authority) } else { Ending::At { end, host_end } }
        }
        // `file:///etc/motd` has an empty authority; `http://` and white space is just talk about URLs.
        Read::Refused(at) if at == authority && ahead.get(at)? == Some(b'/') => {
            let end = tail::end(ahead, start, at)?;
            let is_template = end <= at + 1 && matches!(ahead.up_to(end, 2)?, [b'$' | b'#' | b'%', b'{']);
            // A path with backslashes, which only some readers take for slashes: less of it is another place.
            let is_drive = end == at + 2 && ahead.up_to(end, 2)? == b":\\";
            // Or a program puts the path in.
            if is_template || is_drive { Ending::Refused(end) } else { Ending::At { end, host_end: start } }
        }
        // The line ends in front of the slashes: nothing stands there but a word, unless it goes on below.
        Read::Refused(at) if at == authority && !missing_slashes(ahead.bytes, at).is_empty() => Ending::Nothing(at),
        Read::Refused(at) => Ending::Refused(at),
    })
}
