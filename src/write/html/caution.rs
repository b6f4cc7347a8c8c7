//! Links whose click leads elsewhere than the eye reads: what it is about them, and where they lead.

use std::borrow::Cow;

use crate::{
    link::{Link, Part},
    text::{
        scripts::{Script, looks_like_ascii, script},
        top_level_domains::is_top_level_domain,
    },
    uri::{
        host_ascii::{host_ascii, is_ascii_as_written},
        percent::decode_utf8,
    },
};

/// What makes a link one to be careful with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Caution {
    /// A label of the host has letters of scripts that don't stand beside each other in words.
    MixedScripts,
    /// A label of the host has only letters that look like those of ASCII, and some of them are not.
    LookAlikes,
    /// What stands before the `@` looks like the host, and is none.
    Userinfo,
    /// The scheme or the host was put together over a break.
    Joined(Part),
    /// A backslash stands in the host, which other programs take for its end.
    Escaped,
    /// It leads to the target that was taken out of what is written.
    Unwrapped,
    /// The text shows only its beginning.
    Truncated,
}

impl Caution {
    /// What there is to be said of a link with this URL, the worst first.
    pub(crate) fn of(link: &Link<'_>, url: &str) -> Option<Caution> {
        let name = host(link, url);
        let of_name = name.filter(|name| !is_ascii_as_written(name)).and_then(of_name);
        let of_userinfo = || {
            let userinfo = link.components().userinfo(url)?;
            looks_like_host(userinfo).then_some(Caution::Userinfo)
        };
        let of_join = || link.rejoined().and_then(|rejoined| rejoined.inside).map(Caution::Joined);
        let of_escape = || link.has_escaped_authority().then_some(Caution::Escaped);
        let place = || link.url().get(..link.components().path_end as usize);
        // A stripped URL leads where the written one does.
        let is_same_place = |written: &str| place().is_some_and(|place| written.starts_with(place));
        let of_target = || link.written().filter(|written| !is_same_place(written)).map(|_| Caution::Unwrapped);
        let of_end = || link.is_truncated().then_some(Caution::Truncated);
        of_name.or_else(of_userinfo).or_else(of_escape).or_else(of_join).or_else(of_target).or_else(of_end)
    }

    /// The class of the anchor.
    pub(crate) fn class(self) -> &'static str {
        match self {
            Caution::MixedScripts | Caution::LookAlikes | Caution::Userinfo | Caution::Escaped => "napkin-careful",
            Caution::Joined(_) => "napkin-rejoined",
            Caution::Unwrapped => "napkin-unwrapped",
            Caution::Truncated => "napkin-truncated",
        }
    }

    /// What is said to whoever asks: the title of the anchor.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Caution::MixedScripts => "the host mixes letters of different scripts",
            Caution::LookAlikes => "the host has letters that only look like others",
            Caution::Userinfo => "what stands before the @ is not the host",
            Caution::Joined(Part::Scheme) => "joined across a line break inside the scheme",
            Caution::Joined(_) => "joined across a line break inside the host",
            Caution::Escaped => "a backslash stands in the host",
            Caution::Unwrapped => "leads to the target that the URL names",
            Caution::Truncated => "only the beginning of the URL",
        }
    }
}

/// The host that a link leads to, as programs look it up; of a mail address that behind its `@`.
pub(crate) fn target_host<'l>(link: &'l Link<'_>) -> Option<Cow<'l, str>> {
    let host = host(link, link.url())?;
    Some(host_ascii(host).map_or(Cow::Borrowed(host), Cow::Owned))
}

fn host<'l>(link: &Link<'_>, url: &'l str) -> Option<&'l str> {
    link.components().host(url).or_else(|| {
        let to = url.split(['?', '#']).next()?;
        to.rsplit_once('@').map(|(_, host)| host)
    })
}

fn of_name(name: &str) -> Option<Caution> {
    let decoded = if name.contains('%') { decode_utf8(name).map(Cow::Owned)? } else { Cow::Borrowed(name) };
    // A name that is of one script to its end reads as what it is.
    let is_ascii_below = decoded.trim_end_matches('.').rsplit('.').next().is_some_and(str::is_ascii);
    let mut labels = decoded.split(['.', '。', '．', '｡']);
    labels.find_map(|label| {
        let mut scripts = label.chars().filter_map(script);
        let first = scripts.clone().find(|&script| script != Script::Latin);
        let is_mixed = first.is_some_and(|first| {
            scripts.any(|script| script != first && !(script == Script::Latin && first == Script::EastAsian))
        });
        let has_no_look_of_its_own = || {
            let mut letters = label.chars().filter(|c| c.is_alphabetic());
            !label.is_ascii() && letters.all(|c| c.is_ascii() || looks_like_ascii(c))
        };
        if is_mixed {
            Some(Caution::MixedScripts)
        } else if is_ascii_below && has_no_look_of_its_own() {
            Some(Caution::LookAlikes)
        } else {
            None
        }
    })
}

/// Returns `true` if userinfo reads as a host, or as the beginning of a URL with one.
fn looks_like_host(userinfo: &str) -> bool {
    let decoded = decode_utf8(userinfo).map_or(Cow::Borrowed(userinfo), Cow::Owned);
    let user = decoded.trim_start_matches(|c: char| !c.is_alphanumeric());
    let mut words = user.split(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '-' | '。')));
    words.any(|word| {
        let is_numeric = word.split('.').count() == 4 && word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let last = word.trim_end_matches('.').rsplit_once(['.', '。']).map(|(_, last)| last);
        is_numeric || last.is_some_and(|last| is_top_level_domain(last.as_bytes()) || is_reserved(last))
    })
}

/// Returns `true` if a label is a top-level domain for examples and tests (RFC 2606, 2).
fn is_reserved(label: &str) -> bool {
    ["example", "test", "invalid", "localhost"].iter().any(|reserved| label.eq_ignore_ascii_case(reserved))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_deceive_and_names_that_do_not() {
        for (name, expected) in [
            ("www.аpple.example", Some(Caution::MixedScripts)),
            ("gοοgle.example", Some(Caution::MixedScripts)),
            ("аррӏе.example", Some(Caution::LookAlikes)),
            ("%D0%B0%D1%80%D1%80%D3%8F%D0%B5.example", Some(Caution::LookAlikes)),
            ("ᎪᏢᏢᏞᎬ.example", Some(Caution::LookAlikes)),
            ("ɑpple.example", Some(Caution::LookAlikes)),
            ("аррӏе.рф", None),
            ("кремль.example", None),
            ("bücher.example", None),
            ("例え.example", None),
            ("東京tower.example", None),
            ("ελλάδα.example", None),
            ("россия.рф", None),
            ("مثال.example", None),
        ] {
            assert_eq!(of_name(name), expected, "{name}");
        }
    }

    #[test]
    fn userinfo_that_looks_like_a_host() {
        for userinfo in [
            "bank.example",
            "www.bank.com",
            "www.bank.com:443",
            "bank.com%2Flogin",
            "192.0.2.1",
            "a:b.org",
            "www%2Ebank%2Ecom",
        ] {
            assert!(looks_like_host(userinfo), "{userinfo}");
        }
        for userinfo in ["sam", "sam:secret", "anonymous:sam", "first.last", "v1.2", ""] {
            assert!(!looks_like_host(userinfo), "{userinfo}");
        }
    }
}
