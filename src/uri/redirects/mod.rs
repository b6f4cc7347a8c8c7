//! Unwraps the URLs of mail gateways and redirectors.

mod gateways;

use crate::{
    text::{
        base64,
        characters::{is_confusing, is_invisible},
    },
    uri::{
        grammar::Grammar,
        percent::decode_utf8,
        redirects::gateways::{GATEWAYS, Gateway, TargetForm},
        schemes::registry,
        validated::Uri,
    },
};

/// How many rewritings within each other are undone.
const MAX_LEVELS: usize = 8;

/// What Proofpoint's third version has in front of a target.
const MARK: &str = "/v3/__";

/// Returns the target of a URL that a mail gateway or redirector rewrote. Returns `None` if `url` is not one of theirs,
/// or hides its target.
///
/// No connection is opened: the target is taken from the URL, percent-decoded once. It is a valid URI or IRI with the
/// scheme http, https, ftp or mailto, without white space or invisible characters. Nested rewrites are undone up to
/// eight times. The host is compared whole or label by label; a URL with userinfo or a port is not unwrapped.
///
/// Supported: Microsoft Safe Links, Proofpoint URL Defense (versions 1 to 3), Barracuda, Cisco, FireEye, Sophos,
/// Symantec and Trend Micro; the redirectors of DuckDuckGo, Facebook, Google, Instagram, LinkedIn, Slack, Steam, VK and
/// YouTube.
///
/// ```
/// use napkin::uri::unwrap_redirect;
///
/// let written = "https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fa.example%2Fb%3Fc%3Dd&data=05";
/// assert_eq!(unwrap_redirect(written).as_deref(), Some("https://a.example/b?c=d"));
/// assert_eq!(unwrap_redirect("https://a.example/?url=https%3A%2F%2Fb.example%2F"), None);
/// ```
pub fn unwrap_redirect(url: &str) -> Option<String> {
    unwrap_redirect_if(url, &|_| true)
}

/// The same, where every target has to satisfy `proves` as well.
pub(crate) fn unwrap_redirect_if(url: &str, proves: &dyn Fn(&str) -> bool) -> Option<String> {
    let mut reached: Option<String> = None;
    for _ in 0..MAX_LEVELS {
        let Some(target) = target(reached.as_deref().unwrap_or(url), proves) else { break };
        reached = Some(target);
    }
    reached
}

/// Returns `true` if a host is that of a gateway or redirector. Most are not, and nothing else of their URLs has to be looked at.
pub(crate) fn is_gateway(host: &str) -> bool {
    GATEWAYS.iter().any(|gateway| gateway.has(host))
}

/// The target of one rewriting.
fn target(url: &str, proves: &dyn Fn(&str) -> bool) -> Option<String> {
    let uri = Uri::parse(url, Grammar::default()).ok()?;
    let scheme = uri.scheme().and_then(registry::find).filter(|scheme| matches!(scheme.name, "http" | "https"))?;
    if uri.userinfo().is_some() || uri.port().is_some_and(|port| !scheme.is_default_port(port)) {
        return None;
    }
    let host = uri.host()?;
    let gateway = GATEWAYS.iter().find(|gateway| gateway.has(host) && gateway.has_path(uri.path()))?;
    let target = match gateway.form {
        TargetForm::Parameter(names) => names.iter().find_map(|name| decode_utf8(parameter(&uri, name)?)),
        TargetForm::Base64(name) => {
            let value = decode_utf8(parameter(&uri, name)?)?;
            base64::decode(&value).and_then(|bytes| String::from_utf8(bytes).ok())
        }
        TargetForm::Hyphenated(name) => decode_utf8(&parameter(&uri, name)?.replace('-', "%").replace('_', "/")),
        TargetForm::LastSegment => decode_utf8(uri.path().rsplit('/').next()?),
        TargetForm::Marked if uri.path().starts_with(MARK) => marked(url.split_once(MARK)?.1),
        TargetForm::Marked => None,
    }?;
    (is_plain(&target) && proves(&target)).then_some(target)
}

/// Returns `true` if the target is a URL that may be shown, and people see what it is: no character of it is white space or
/// invisible, and none of its authority is easily taken for a delimiter.
fn is_plain(target: &str) -> bool {
    let Ok(uri) = Uri::parse(target, Grammar::default()) else { return false };
    uri.scheme().and_then(registry::find).is_some_and(|scheme| scheme.is_redirect_target)
        && !target.contains(|c: char| c.is_whitespace() || is_invisible(c))
        && !uri.authority().unwrap_or_default().contains(is_confusing)
}

impl Gateway {
    /// Returns `true` if the host is its own.
    fn has(&self, host: &str) -> bool {
        self.hosts.iter().any(|own| own.includes(host))
    }

    /// Returns `true` if its URLs may have this path.
    fn has_path(&self, path: &str) -> bool {
        self.paths.is_empty() || self.paths.contains(&path)
    }
}

/// Returns the value of a query parameter. If it occurs with two values, returns `None`, since readers differ about
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

/// The target of Proofpoint's third version, from what follows its mark.
//
// rewritten = target "__;" base64url "!" token
// target    = *( char / "*" / "**" length )
// length    = "A" / … / "Z" / "a" / … / "z" / "0" / … / "9" / "-" / "_"   ; 2 to 65
//
/// An asterisk stands for the next character that the base64 has, and two of them for as many as the length says. All of
/// them are used up. Software may have percent-encoded the whole since, and made one of its two slashes.
fn marked(rewritten: &str) -> Option<String> {
    let rewritten = decode_utf8(rewritten)?;
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
