//! Addresses as programs look them up, however they are written: the numbers of IPv4 in fewer parts, octal or hexadecimal (URL Standard, 3.5,
//! as `inet_aton` has read them since 4.3BSD), and IPv6 with zeros and capitals.

use std::net::{Ipv4Addr, Ipv6Addr};

/// Returns the canonical form of an address, such as `192.0.2.1` or `[2001:db8::1]`, or `None` for other hosts.
pub(super) fn canonical(host: &str) -> Option<String> {
    if let Some(literal) = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return literal.parse::<Ipv6Addr>().ok().map(|address| format!("[{address}]"));
    }
    let host = host.strip_suffix('.').unwrap_or(host);
    // Most hosts are told by their last label.
    let last = host.rsplit('.').next()?;
    if !last.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    ipv4(host).map(|address| address.to_string())
}

/// Reads up to four numbers with dots between them. The last fills the remaining bytes.
fn ipv4(host: &str) -> Option<Ipv4Addr> {
    let parts = host.split('.').map(number).collect::<Option<Vec<u32>>>()?;
    let (&last, front) = parts.split_last()?;
    let left = 4usize.checked_sub(front.len()).filter(|&left| left > 0)?;
    let is_last = left == 4 || last < 1 << (8 * left);
    if !is_last || front.iter().any(|&part| part > 0xFF) {
        return None;
    }
    let bits = front.iter().zip([24, 16, 8]).fold(last, |bits, (&part, shift)| bits | part << shift);
    Some(Ipv4Addr::from(bits))
}

/// Reads a number: hexadecimal after `0x`, octal after `0`.
fn number(part: &str) -> Option<u32> {
    let hexadecimal = part.strip_prefix("0x").or(part.strip_prefix("0X"));
    let (digits, radix) = match (hexadecimal, part.strip_prefix('0')) {
        (Some(""), _) => return Some(0),
        (Some(digits), _) => (digits, 16),
        (None, Some(digits)) if !digits.is_empty() => (digits, 8),
        _ => (part, 10),
    };
    // A sign is none of a number here.
    digits.bytes().all(|byte| byte.is_ascii_alphanumeric()).then(|| u32::from_str_radix(digits, radix).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_has_one_form() {
        for (host, expected) in [
            ("192.0.2.1", Some("192.0.2.1")),
            ("127.1", Some("127.0.0.1")),
            ("127.0.1", Some("127.0.0.1")),
            ("2130706433", Some("127.0.0.1")),
            ("0x7f000001", Some("127.0.0.1")),
            ("0x7F.1.", Some("127.0.0.1")),
            ("0177.0.0.01", Some("127.0.0.1")),
            ("0xA9FEA9FE", Some("169.254.169.254")),
            ("1.0x", Some("1.0.0.0")),
            ("255.255.255.256", None),
            ("1.16777216", None),
            ("4294967296", None),
            ("256.1", None),
            ("1.2.3.4.5", None),
            ("1..2", None),
            ("08", None),
            ("+1", None),
            ("a.example", None),
            ("1.example", None),
            ("", None),
            ("[::1]", Some("[::1]")),
            ("[0:0::0001]", Some("[::1]")),
            ("[2001:DB8::1]", Some("[2001:db8::1]")),
            ("[::ffff:127.0.0.1]", Some("[::ffff:127.0.0.1]")),
            ("[v1.x]", None),
            ("[::1", None),
        ] {
            assert_eq!(canonical(host).as_deref(), expected, "{host}");
        }
    }
}
