//! The number of a port, which holds for every scheme of today.

use crate::uri::rejection::{Rejection, Rule};

pub(crate) const PORT: &Rule = &Rule::new("rfc9293 3.1 port", "a port number is at most 65535");

/// Returns `true` if the text in `bytes` between the host and `end` is a possible port.
#[inline]
pub(crate) fn port_in_range(bytes: &[u8], host_end: usize, end: usize, rule: &'static Rule) -> Result<(), Rejection> {
    // A colon and up to four digits are always in range, and so is no port at all.
    if end - host_end <= 5 {
        return Ok(());
    }
    let mut value = 0;
    for &digit in &bytes[host_end + 1..end] {
        value = value * 10 + u32::from(digit - b'0');
        if value > 65535 {
            return Err(Rejection::new(host_end + 1, rule));
        }
    }
    Ok(())
}
