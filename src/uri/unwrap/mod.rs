//! The target of a URL that a mail gateway or a redirector wrote in place of another.

mod base64;
mod gateways;

use self::gateways::{Form, GATEWAYS, Gateway};
use super::{
    Grammar, Uri,
    escape::{Unit, Units},
};
use crate::text::characters::{is_confusing, is_invisible};

/// How many rewritings within each other are undone.
const MOST_LEVELS: usize = 8;

/// What Proofpoint's third version has in front of a target.
const MARK: &str = "/v3/__";

/// The schemes that a target may have: none of them runs code or opens a local file.
const SCHEMES: [&str; 4] = ["http", "https", "ftp", "mailto"];

/// The URL that a mail gateway or a redirector was given, from the one that it made of it; none where `url` is not one
/// of theirs, or hides its target.
///
/// Nothing is looked up: the target is what the URL itself says, percent-decoded once. It is a valid URI or IRI
/// (RFC 3986, RFC 3987) without white space and invisible characters, whose scheme is http, https, ftp or mailto, or else
/// there is none. Where a target has itself been
/// rewritten that is undone as well, eight times at most. The host decides, and is compared as a whole or
/// label by label; a URL with userinfo or a port of its own is nobody's.
///
/// Known are Microsoft Safe Links, Proofpoint URL Defense (versions 1 to 3), Barracuda, Cisco, FireEye, Sophos, Symantec
/// and Trend Micro; and the redirectors of DuckDuckGo, Facebook, Google, Instagram, LinkedIn, Slack, Steam, VK and YouTube.
///
/// ```
/// use napkin::uri::unwrap;
///
/// let written = "https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fa.example%2Fb%3Fc%3Dd&data=05";
/// assert_eq!(unwrap(written).as_deref(), Some("https://a.example/b?c=d"));
/// assert_eq!(unwrap("https://a.example/?url=https%3A%2F%2Fb.example%2F"), None);
/// ```
pub fn unwrap(url: &str) -> Option<String> {
    unwrap_if(url, |_| true)
}

/// The same, where every target has to satisfy `proves` as well.
pub(crate) fn unwrap_if(url: &str, proves: impl Fn(&str) -> bool) -> Option<String> {
    let mut reached: Option<String> = None;
    for _ in 0..MOST_LEVELS {
        let Some(target) = target(reached.as_deref().unwrap_or(url), &proves) else { break };
        reached = Some(target);
    }
    reached
}

/// The target of one rewriting.
fn target(url: &str, proves: impl Fn(&str) -> bool) -> Option<String> {
    let uri = Uri::parse(url, Grammar::default()).ok()?;
    let gateway = GATEWAYS.iter().find(|gateway| gateway.has_made(&uri))?;
    let target = match gateway.form {
        Form::Parameter(names) => names.iter().find_map(|name| percent_decoded(parameter(&uri, name)?)),
        Form::Base64(name) => {
            let value = percent_decoded(parameter(&uri, name)?)?;
            base64::decode(&value).and_then(|bytes| String::from_utf8(bytes).ok())
        }
        Form::Hyphenated(name) => percent_decoded(&parameter(&uri, name)?.replace('-', "%").replace('_', "/")),
        Form::LastSegment => percent_decoded(uri.path().rsplit('/').next()?),
        Form::Marked if uri.path().starts_with(MARK) => marked(url.split_once(MARK)?.1),
        Form::Marked => None,
    }?;
    (is_plain(&target) && proves(&target)).then_some(target)
}

/// Whether the target is a URL that may be shown, and people see what it is: no character of it is white space or
/// invisible, and none of its authority is easily taken for a delimiter.
fn is_plain(target: &str) -> bool {
    let Ok(uri) = Uri::parse(target, Grammar::default()) else { return false };
    uri.scheme().is_some_and(|scheme| SCHEMES.iter().any(|shown| scheme.eq_ignore_ascii_case(shown)))
        && !target.contains(|c: char| c.is_whitespace() || is_invisible(c))
        && !uri.authority().unwrap_or_default().contains(is_confusing)
}

impl Gateway {
    /// Whether the URL is one that it makes.
    fn has_made(&self, uri: &Uri<'_>) -> bool {
        let default_port = match uri.scheme() {
            Some(scheme) if scheme.eq_ignore_ascii_case("https") => "443",
            Some(scheme) if scheme.eq_ignore_ascii_case("http") => "80",
            _ => return false,
        };
        uri.userinfo().is_none()
            && uri.port().is_none_or(|port| port.is_empty() || port == default_port)
            && uri.host().is_some_and(|host| self.hosts.iter().any(|own| own.is(host)))
            && (self.paths.is_empty() || self.paths.contains(&uri.path()))
    }
}

/// The value of a parameter of the query. One that is there twice with two values says nothing: readers differ about
/// which one counts.
fn parameter<'u>(uri: &'u Uri<'_>, name: &str) -> Option<&'u str> {
    let mut values = uri.query()?.split('&').filter_map(|pair| {
        // In what was copied from HTML, ampersands may still be written `&amp;`.
        let (own, value) = pair.strip_prefix("amp;").unwrap_or(pair).split_once('=')?;
        (own == name).then_some(value)
    });
    let value = values.next()?;
    values.all(|other| other == value).then_some(value)
}

/// The text with its escapes decoded; none where a percent sign begins none, or what they stand for is not UTF-8. A plus
/// sign is itself: a space, which it is in forms, has no place in a URL.
fn percent_decoded(text: &str) -> Option<String> {
    Units::new(text).map(|unit| if unit == Unit::Literal('%') { None } else { unit.char() }).collect()
}

/// The target of Proofpoint's third version, from what follows its mark.
///
/// ```text
/// rewritten = target "__;" base64url "!" token
/// target    = *( char / "*" / "**" length )
/// length    = "A" / … / "Z" / "a" / … / "z" / "0" / … / "9" / "-" / "_"   ; 2 to 65
/// ```
///
/// An asterisk stands for the next character that the base64 has, and two of them for as many as the length says. All of
/// them are used up. Software may have percent-encoded the whole since, and made one of its two slashes.
fn marked(rewritten: &str) -> Option<String> {
    let rewritten = percent_decoded(rewritten)?;
    let (target, rest) = rewritten.split_once("__;")?;
    let (replaced, _token) = rest.split_once('!')?;
    let replaced = String::from_utf8(base64::decode(replaced)?).ok()?;
    let mut replaced = replaced.chars();
    let mut out = String::with_capacity(rewritten.len());
    let mut chars = target.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '*' {
            out.push(c);
            continue;
        }
        let count = match chars.next_if_eq(&'*') {
            Some(_) => usize::from(base64::digit(u8::try_from(chars.next()?).ok()?)?) + 2,
            None => 1,
        };
        for _ in 0..count {
            out.push(replaced.next()?);
        }
    }
    let colon = out.find(':')?;
    if out[colon..].starts_with(":/") && !out[colon..].starts_with("://") {
        out.insert(colon + 1, '/');
    }
    replaced.next().is_none().then_some(out)
}
