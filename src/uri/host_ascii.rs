//! Hosts as programs look them up: a name beyond ASCII in its A-labels (UTS #46, not transitional).
//!
//! With the feature `idna` this is exact. Without it there are no tables of Unicode here; then it is told for names of those
//! letters only of which it is known what becomes of them, which is most names that there are, and for no other.

use std::borrow::Cow;

use crate::uri::{host::HostKind, percent::decode_utf8};

/// Returns `true` if a host is ASCII without escapes, so programs look it up as it is, in any letter case.
pub(crate) fn is_ascii_as_written(host: &str) -> bool {
    // Without a way out in the middle, for which the compiler would go byte by byte.
    host.bytes().fold(true, |so_far, byte| so_far & byte.is_ascii() & (byte != b'%'))
}

/// Returns the host that programs look up, if it differs by more than letter case. Returns `None`, too, if IDNA rejects
/// it, or if it is not known.
pub(crate) fn host_ascii(host: &str) -> Option<String> {
    if is_ascii_as_written(host) || HostKind::of(host) != HostKind::Name {
        return None;
    }
    to_ascii(host).filter(|ascii| !ascii.eq_ignore_ascii_case(host))
}

/// Returns the ASCII form of a host name, with its escapes decoded.
pub(crate) fn to_ascii(host: &str) -> Option<String> {
    let decoded = if host.contains('%') { Cow::Owned(decode_utf8(host)?) } else { Cow::Borrowed(host) };
    #[cfg(feature = "idna")]
    return by_tables(&decoded);
    #[cfg(not(feature = "idna"))]
    return settled::to_ascii(&decoded);
}

#[cfg(feature = "idna")]
fn by_tables(host: &str) -> Option<String> {
    use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};

    let ascii = Uts46::new().to_ascii(
        host.as_bytes(),
        // What the URL standard of the web forbids in a domain.
        AsciiDenyList::URL,
        Hyphens::Allow,
        DnsLength::VerifyAllowRootDot,
    );
    ascii.ok().map(Cow::into_owned)
}

/// The ASCII form of names with only settled letters: they are only mapped to lower case, do not compose with their
/// neighbours, and a right-to-left letter is only in a label of such letters.
#[cfg(any(not(feature = "idna"), test))]
mod settled {
    use crate::uri::host::{MAX_LABEL, MAX_NAME};

    /// Settled letters, by script: Latin, Greek, Cyrillic, Armenian, Georgian, kana, Han and Hangul.
    const LEFT_TO_RIGHT: [(char, char); 25] = [
        ('\u{C0}', '\u{D6}'),
        ('\u{D8}', '\u{F6}'),
        ('\u{F8}', '\u{12F}'),
        ('\u{134}', '\u{13E}'),
        ('\u{141}', '\u{148}'),
        ('\u{14A}', '\u{17E}'),
        ('\u{180}', '\u{1C3}'),
        ('\u{1CD}', '\u{1F0}'),
        ('\u{1F4}', '\u{24F}'),
        ('\u{388}', '\u{38A}'),
        ('\u{38E}', '\u{3A1}'),
        ('\u{3A3}', '\u{3CE}'),
        ('\u{400}', '\u{481}'),
        ('\u{48A}', '\u{52F}'),
        ('\u{531}', '\u{556}'),
        ('\u{561}', '\u{586}'),
        ('\u{10D0}', '\u{10F0}'),
        ('\u{1E00}', '\u{1E99}'),
        ('\u{1EA0}', '\u{1EF9}'),
        ('\u{3041}', '\u{3096}'),
        ('\u{30A1}', '\u{30FA}'),
        ('\u{30FC}', '\u{30FE}'),
        ('\u{3400}', '\u{4DBF}'),
        ('\u{4E00}', '\u{9FFF}'),
        ('\u{AC00}', '\u{D7A3}'),
    ];

    /// The same for right-to-left scripts: Hebrew and Arabic.
    const RIGHT_TO_LEFT: [(char, char); 4] =
        [('\u{5D0}', '\u{5EA}'), ('\u{620}', '\u{64A}'), ('\u{66E}', '\u{66F}'), ('\u{679}', '\u{6D3}')];

    fn is_in(c: char, ranges: &[(char, char)]) -> bool {
        ranges.iter().any(|&(first, last)| (first..=last).contains(&c))
    }

    /// Returns the mapping of a settled character.
    fn mapped(c: char) -> Option<char> {
        match c {
            '。' | '．' | '｡' => Some('.'),
            'Ａ'..='Ｚ' | 'ａ'..='ｚ' | '０'..='９' | '－' => {
                char::from_u32(u32::from(c) - 0xFEE0).map(|c| c.to_ascii_lowercase())
            }
            'A'..='Z' => Some(c.to_ascii_lowercase()),
            'a'..='z' | '0'..='9' | '-' | '.' | '_' => Some(c),
            _ if is_in(c, &RIGHT_TO_LEFT) => Some(c),
            _ if is_in(c, &LEFT_TO_RIGHT) => {
                let mut lower = c.to_lowercase();
                lower.next().filter(|_| lower.next().is_none())
            }
            _ => None,
        }
    }

    /// Returns the A-labels of a name with only settled characters.
    pub(super) fn to_ascii(host: &str) -> Option<String> {
        let mapped: String = host.chars().map(mapped).collect::<Option<_>>()?;
        let name = mapped.strip_suffix('.').unwrap_or(&mapped);
        let goes_both_ways = name.contains(|c| is_in(c, &RIGHT_TO_LEFT));
        let mut ascii = String::with_capacity(mapped.len() + 8);
        for (index, label) in name.split('.').enumerate() {
            if index > 0 {
                ascii.push('.');
            }
            let start = ascii.len();
            // An A-label would have to be judged by what it stands for.
            if label.starts_with("xn--") || goes_both_ways && !has_direction(label) {
                return None;
            }
            if label.is_ascii() {
                ascii.push_str(label);
            } else {
                ascii.push_str("xn--");
                push_punycode(&mut ascii, label)?;
            }
            if !(1..=MAX_LABEL).contains(&(ascii.len() - start)) {
                return None;
            }
        }
        ascii.push_str(&mapped[name.len()..]);
        (ascii.trim_end_matches('.').len() <= MAX_NAME).then_some(ascii)
    }

    /// Returns `true` if the label is not allowed in a name with both directions. This is stricter than RFC 5893, 2.
    fn has_direction(label: &str) -> bool {
        let is_letter = |c: char| c.is_ascii_alphabetic() || is_in(c, &LEFT_TO_RIGHT);
        label.chars().all(|c| is_in(c, &RIGHT_TO_LEFT)) || label.chars().all(is_letter)
    }

    /// Appends the label, which is not all ASCII (RFC 3492, 6.3). Returns `None` if it is too long.
    fn push_punycode(out: &mut String, label: &str) -> Option<()> {
        let start = out.len();
        out.extend(label.chars().filter(char::is_ascii));
        let basic = (out.len() - start) as u32;
        if basic > 0 {
            out.push('-');
        }
        let count = label.chars().count() as u32;
        let (mut n, mut delta, mut bias, mut handled) = (128, 0_u32, 72, basic);
        while handled < count {
            let next = label.chars().map(u32::from).filter(|&c| c >= n).min()?;
            delta = delta.checked_add((next - n).checked_mul(handled + 1)?)?;
            n = next;
            for c in label.chars().map(u32::from) {
                if c < n {
                    delta = delta.checked_add(1)?;
                }
                if c == n {
                    push_number(out, delta, bias);
                    bias = adapted(delta, handled + 1, handled == basic);
                    delta = 0;
                    handled += 1;
                }
            }
            delta = delta.checked_add(1)?;
            n += 1;
        }
        Some(())
    }

    /// Appends a number in base 36 with thresholds, least significant digit first.
    fn push_number(out: &mut String, mut number: u32, bias: u32) {
        const DIGITS: &[u8; 36] = b"abcdefghijklmnopqrstuvwxyz0123456789";
        for k in (36..).step_by(36) {
            let threshold = k.clamp(bias + 1, bias + 26) - bias;
            if number < threshold {
                break;
            }
            let digit = threshold + (number - threshold) % (36 - threshold);
            out.push(char::from(DIGITS[digit as usize]));
            number = (number - threshold) / (36 - threshold);
        }
        out.push(char::from(DIGITS[number as usize]));
    }

    /// RFC 3492, 6.1.
    fn adapted(delta: u32, count: u32, is_first: bool) -> u32 {
        let mut delta = delta / if is_first { 700 } else { 2 };
        delta += delta / count;
        let mut k = 0;
        while delta > 455 {
            delta /= 35;
            k += 36;
        }
        k + 36 * delta / (delta + 38)
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn settled_names() {
            for (host, ascii) in [
                ("例え.example", Some("xn--r8jz45g.example")),
                ("Bücher.Example", Some("xn--bcher-kva.example")),
                ("bank。example", Some("bank.example")),
                ("ａ.example.", Some("a.example.")),
                ("דוגמה.example", Some("xn--6dbbec0c.example")),
                ("пример.испытание", Some("xn--e1afmkfd.xn--80akhbyknj4f")),
                // A dot behind, another direction, and what has a mapping, composes or is nobody's to see.
                ("é..example", None),
                ("דוגמה1.example", None),
                ("ſ.example", None),
                ("e\u{301}.example", None),
                ("a\u{34F}b.example", None),
                ("xn--r8jz45g.é", None),
                ("é b.example", None),
            ] {
                assert_eq!(to_ascii(host).as_deref(), ascii, "{host}");
            }
        }

        /// Compares single characters, and labels of several from a fixed sequence, with UTS #46.
        #[cfg(feature = "idna")]
        #[test]
        fn what_is_settled_is_what_the_tables_say() {
            let agrees = |host: &str| {
                let settled = to_ascii(host);
                settled.is_none() || settled == super::super::by_tables(host)
            };
            let all: Vec<char> = ('\0'..='\u{1FFFF}').filter(|&c| mapped(c).is_some()).collect();
            for &c in &all {
                assert!(agrees(&format!("{c}{c}.example")), "{c:?}");
            }
            let mut state = 1_u64;
            let mut below = |bound: usize| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 33) as usize % bound
            };
            let mut told = 0;
            for _ in 0..20_000 {
                // Most of a name is of one script: neighbours in the list.
                let from = below(all.len());
                let near = |at: usize| all[(from + at) % all.len()];
                let length = 1 + below(12);
                let host: String = (0..length)
                    .map(|_| if below(4) == 0 { ['.', 'a', '1', '-'][below(4)] } else { near(below(40)) })
                    .collect();
                told += usize::from(to_ascii(&host).is_some());
                assert!(agrees(&host), "{host:?}: {:?}", to_ascii(&host));
            }
            assert!(told > 10_000, "{told}");
        }
    }
}
