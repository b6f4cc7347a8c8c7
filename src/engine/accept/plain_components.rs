//! A fast path to the components of plain URLs.

use crate::uri::{Components, components::MAILTO, host::is_plain_dns_name};

/// Returns the components of a URL with a plain host name, whose last label begins with a letter, and a tail without
/// escapes or marks of special meaning.
pub(super) fn plain_url(url: &str) -> Option<Components> {
    let (scheme_end, rest) = match url.as_bytes() {
        [b'h', b't', b't', b'p', b':', b'/', b'/', rest @ ..] => (4, rest),
        [b'h', b't', b't', b'p', b's', b':', b'/', b'/', rest @ ..] => (5, rest),
        [b'f', b't', b'p', b':', b'/', b'/', rest @ ..] => (3, rest),
        _ => return None,
    };
    let length = rest.iter().position(|byte| matches!(byte, b'/' | b'?' | b'#')).unwrap_or(rest.len());
    let (host, tail) = rest.split_at(length);
    let label = host.iter().rposition(|&byte| byte == b'.').map_or(0, |dot| dot + 1);
    if !host.get(label).is_some_and(u8::is_ascii_alphabetic) || !is_plain_dns_name(host) {
        return None;
    }
    let (mut query, mut fragment) = (None, None);
    for (at, byte) in tail.iter().enumerate() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' | b'=' | b'+' | b'&' => {}
            b'?' if query.is_none() && fragment.is_none() => query = Some(at),
            b'#' if fragment.is_none() => fragment = Some(at),
            _ => return None,
        }
    }
    let host_start = scheme_end + 3;
    let path_start = host_start + host.len() as u32;
    let query_end = path_start + fragment.unwrap_or(tail.len()) as u32;
    let path_end = query.map_or(query_end, |query| path_start + query as u32);
    Some(Components { scheme_end, host_start, host_end: path_start, path_start, path_end, query_end })
}

/// Returns the components of a `mailto:` URL with one plain address.
pub(super) fn plain_address(url: &str) -> Option<Components> {
    let address = url.strip_prefix(MAILTO)?.as_bytes();
    let mut previous = b'.';
    let mut length = 0;
    for &byte in address.iter().take_while(|&&byte| byte != b'@') {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'+' => {}
            b'.' if previous != b'.' => {}
            _ => return None,
        }
        previous = byte;
        length += 1;
    }
    if previous == b'.' || !is_plain_dns_name(address.get(length + 1..)?) {
        return None;
    }
    Some(Components::of_address(address.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uri::Grammar;

    type ShortWay = fn(&str) -> Option<Components>;

    /// Counts the URLs that the fast paths accept. The URLs begin with the first of each pair and continue with all
    /// texts of `N` of these bytes.
    fn accepted<const N: usize>(bytes: &[u8], ways: [(&str, ShortWay); 3]) -> usize {
        let grammars: Vec<Grammar> = Grammar::ALL.iter().copied().filter(|grammar| grammar.accepts_plain()).collect();
        let mut accepted = 0;
        for number in 0..bytes.len().pow(N as u32) {
            let text: [u8; N] = std::array::from_fn(|i| bytes[number / bytes.len().pow(i as u32) % bytes.len()]);
            for (before, short_way) in ways {
                let url = [before, str::from_utf8(&text).expect("it is ASCII")].concat();
                let Some(components) = short_way(&url) else { continue };
                accepted += 1;
                for grammar in &grammars {
                    assert_eq!(grammar.validate(&url).ok(), Some(components), "{url} by {grammar:?}");
                }
            }
        }
        accepted
    }

    /// Tries every text of a few bytes as a host, after a host, and as an address.
    #[test]
    fn short_ways_judge_as_the_grammars_do() {
        let [hosts, tails] = [
            accepted::<5>(
                b"a1-._+@/%",
                [("http://", plain_url), ("mailto:", plain_address), ("mailto:a@", plain_address)],
            ),
            accepted::<4>(
                b"a1-._~=+&?#/:@%",
                [("http://a.b/", plain_url), ("https://a.b", plain_url), ("ftp://a.b/c?", plain_url)],
            ),
        ];
        assert!(hosts > 500 && tails > 10_000, "only {hosts} and {tails} were accepted");
    }
}
