//! The two drafts of the generic syntax against their own BNF, made into a regular expression rule by rule: every string
//! of a few pieces is judged by both.

use napkin::{Grammar, Uri};
use regex::Regex;

/// Rules in the order of their use. `<name>` stands for an earlier rule; the rest is a regular expression.
type Bnf = [(&'static str, &'static str)];

/// Appendix A of draft-url-05. `opaque`, `abs_ref` and `rel_ref` are what sections 4.4 and 5 leave of opaque-URL, abs_path
/// and rel_path: what begins with two slashes has a site, and a relative path has no colon in its first segment.
const DRAFT_URL_05: &Bnf = &[
    ("unreserved", r"[a-zA-Z0-9$\-_.!~*'(),]"),
    ("escaped", "%[0-9A-Fa-f]{2}"),
    ("urlc", "(?:[;/?:@&=+]|<unreserved>|<escaped>)"),
    ("pchar", "(?:<unreserved>|<escaped>|[:@&=+])"),
    ("segment", "(?:<pchar>*(?:;<pchar>*)*)"),
    ("path_segments", "(?:<segment>(?:/<segment>)*)"),
    ("rel_path", r"(?:<path_segments>?(?:\?<urlc>*)?)"),
    ("abs_path", "(?:/<rel_path>)"),
    ("user", "(?:(?:<unreserved>|<escaped>|[;&=+])*)"),
    ("domainlabel", r"(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9\-]*[a-zA-Z0-9])"),
    ("toplabel", r"(?:[a-zA-Z]|[a-zA-Z][a-zA-Z0-9\-]*[a-zA-Z0-9])"),
    ("hostname", r"(?:(?:<domainlabel>\.)*<toplabel>)"),
    ("hostnumber", r"(?:[0-9]+\.[0-9]+\.[0-9]+\.[0-9]+)"),
    ("hostport", "(?:(?:<hostname>|<hostnumber>)(?::[0-9]*)?)"),
    ("site", "(?:(?:(?:<user>(?::<user>)?@)?<hostport>)?)"),
    ("net_path", "(?://<site><abs_path>?)"),
    ("urlc_no_slash", "(?:[;?:@&=+]|<unreserved>|<escaped>)"),
    ("opaque", "(?:/?(?:<urlc_no_slash><urlc>*)?)"),
    ("abs_ref", r"(?:/(?:(?:<pchar>|;)<path_segments>)?(?:\?<urlc>*)?)"),
    ("segment_no_colon", "(?:(?:<unreserved>|<escaped>|[@&=+;])+)"),
    ("rel_ref", r"(?:(?:<segment_no_colon>(?:/<path_segments>)?)?(?:\?<urlc>*)?)"),
    ("scheme", r"(?:[a-zA-Z0-9+\-.]+)"),
    ("absolute", "^<scheme>:(?:<net_path>|<opaque>)(?:#<urlc>*)?$"),
    ("relative", "^(?:<net_path>|<abs_ref>|<rel_ref>)(?:#<urlc>*)?$"),
];

/// Appendix A of rfc2396bis-00.
const RFC2396BIS_00: &Bnf = &[
    ("unreserved", r"[a-zA-Z0-9\-_.!~*'()]"),
    ("escaped", "%[0-9A-Fa-f]{2}"),
    ("uric", r"(?:[\[\];/?:@&=+$,]|<unreserved>|<escaped>)"),
    ("uric-no-slash", r"(?:<unreserved>|<escaped>|[\[\];?:@&=+$,])"),
    ("pchar", "(?:<unreserved>|<escaped>|[;:@&=+$,])"),
    ("query", "(?:(?:<pchar>|[/?])*)"),
    ("fragment", "(?:(?:<pchar>|[/?])*)"),
    ("abs-path", "(?:/<pchar>*(?:/<pchar>*)*)"),
    ("dec-octet", "(?:[0-9]|[1-9][0-9]|1[0-9]{2,}|2[0-4][0-9]|25[0-5])"),
    ("IPv4address", r"(?:<dec-octet>\.<dec-octet>\.<dec-octet>\.<dec-octet>)"),
    ("h4", "(?:[0-9A-Fa-f]{1,4})"),
    (
        "IPv6address",
        "(?:(?:(?:<h4>:){7}<h4>)\
         |(?:::(?:<h4>:){0,6}<h4>?)\
         |(?:<h4>::(?:<h4>:){0,5}<h4>?)\
         |(?:<h4>:<h4>::(?:<h4>:){0,4}<h4>?)\
         |(?:<h4>(?::<h4>){2}::(?:<h4>:){0,3}<h4>?)\
         |(?:<h4>(?::<h4>){3}::(?:<h4>:){0,2}<h4>?)\
         |(?:<h4>(?::<h4>){4}::(?:<h4>:){0,1}<h4>?)\
         |(?:(?:<h4>:){6}<IPv4address>)\
         |(?:::(?:<h4>:){0,5}<IPv4address>)\
         |(?:<h4>::(?:<h4>:){0,4}<IPv4address>)\
         |(?:<h4>:<h4>::(?:<h4>:){0,3}<IPv4address>)\
         |(?:<h4>(?::<h4>){2}::(?:<h4>:){0,2}<IPv4address>)\
         |(?:<h4>(?::<h4>){3}::(?:<h4>:){0,1}<IPv4address>))",
    ),
    ("domainlabel", r"(?:[a-zA-Z0-9](?:[a-zA-Z0-9\-]{0,61}[a-zA-Z0-9])?)"),
    ("toplabel", r"(?:[a-zA-Z](?:[a-zA-Z0-9\-]{0,61}[a-zA-Z0-9])?)"),
    ("qualified", r"(?:(?:\.<domainlabel>)*(?:\.<toplabel>\.?)?)"),
    ("hostname", "(?:<domainlabel><qualified>?)"),
    ("host", r"(?:\[<IPv6address>\]|<IPv4address>|<hostname>)"),
    ("userinfo", "(?:(?:<unreserved>|<escaped>|[;:&=+$,])*)"),
    ("server", "(?:(?:(?:<userinfo>@)?<host>(?::[0-9]*)?)?)"),
    ("reg-name", "(?:(?:<unreserved>|<escaped>|[;:@&=+$,])+)"),
    ("net-path", "(?://(?:<server>|<reg-name>)<abs-path>?)"),
    ("rel-segment", "(?:(?:<unreserved>|<escaped>|[;@&=+$,])+)"),
    ("rel-path", "(?:<rel-segment><abs-path>?)"),
    ("hier-part", r"(?:(?:<net-path>|<abs-path>)?(?:\?<query>)?)"),
    ("opaque-part", "(?:<uric-no-slash><uric>*)"),
    ("scheme", r"(?:[a-zA-Z][a-zA-Z0-9+\-.]*)"),
    ("absolute", "^<scheme>:(?:<hier-part>|<opaque-part>)(?:#<fragment>)?$"),
    ("relative", r"^(?:<net-path>|<abs-path>|<rel-path>)?(?:\?<query>)?(?:#<fragment>)?$"),
];

/// One rule with all that it is made of written out.
fn rule(bnf: &Bnf, name: &str) -> Regex {
    let mut written: Vec<(String, String)> = Vec::new();
    for (name, definition) in bnf {
        let whole =
            written.iter().fold((*definition).to_owned(), |text, (name, definition)| text.replace(name, definition));
        written.push((format!("<{name}>"), whole));
    }
    let (_, pattern) = written.iter().find(|(found, _)| *found == format!("<{name}>")).expect("a rule of the document");
    assert!(!pattern.contains('<'), "{name} uses a rule that comes later: {pattern}");
    Regex::new(pattern).expect("it is a regular expression")
}

/// Calls `judge` with `before`, up to `count` pieces in every order, and `after`.
fn each(before: &str, pieces: &[&str], after: &str, count: u32, mut judge: impl FnMut(&str)) {
    let mut text = String::new();
    for length in 0..=count {
        for number in 0..pieces.len().pow(length) {
            text.clear();
            text += before;
            let mut rest = number;
            for _ in 0..length {
                text += pieces[rest % pieces.len()];
                rest /= pieces.len();
            }
            text += after;
            judge(&text);
        }
    }
}

/// Whether ours and the document's own BNF are of one mind, over strings of every kind.
fn agrees(grammar: Grammar, bnf: &Bnf) {
    let (absolute, relative) = (rule(bnf, "absolute"), rule(bnf, "relative"));
    let (mut accepted, mut refused) = (0, 0);
    let mut judge = |text: &str| {
        let is_absolute = absolute.is_match(text);
        let uri = Uri::parse_generic(text, grammar);
        assert_eq!(uri.is_ok(), is_absolute, "{text:?} under {}: {uri:?}", grammar.name());
        let reference = Uri::parse_reference_generic(text, grammar);
        let is_reference = is_absolute || relative.is_match(text);
        assert_eq!(reference.is_ok(), is_reference, "{text:?} under {}: {reference:?}", grammar.name());
        *(if is_reference { &mut accepted } else { &mut refused }) += 1;
    };
    const ALL: &[&str] = &["a", "1", ":", "/", "?", "#", "[", "]", "@", "%41", "%", ";", "-", ".", "$", "_", " ", "é"];
    each("", ALL, "", 4, &mut judge);
    each("x:", ALL, "", 3, &mut judge);
    each("x://", ALL, "", 4, &mut judge);
    each("//", ALL, "/b", 3, &mut judge);
    each("x://u:p", ALL, "@a", 3, &mut judge);
    each("x://a", &["a", "1", "-", "."], "/", 7, &mut judge);
    each("x://1", &["1", "25", "."], ":1/", 8, &mut judge);
    each("x://[", &["1", ":", "::", "1.2.3.4"], "]", 8, &mut judge);
    each("x://u@[1:2:3", &[":f", "::", ":", "1999.0.25.255"], "]:1", 6, &mut judge);
    each("x://[::1.2.", &["0", "1", "2", "5", "9", "."], "]", 5, &mut judge);
    assert!(accepted > 10_000 && refused > 50_000, "{accepted} accepted, {refused} refused");
}

#[test]
fn draft_url_05_is_its_bnf() {
    agrees(Grammar::DraftUrl05, DRAFT_URL_05);
}

#[test]
fn rfc2396bis_00_is_its_abnf() {
    agrees(Grammar::Rfc2396bis00, RFC2396BIS_00);
}

/// What has the form of a server is one, and its parts are those of the ABNF.
#[test]
fn servers_of_rfc2396bis_00_are_taken_apart() {
    let parts = ("parts", "^(?:(?:(<userinfo>)@)?(<host>)(?::([0-9]*))?)?$");
    let server = rule(&[RFC2396BIS_00, &[parts]].concat(), "parts");
    let mut servers = 0;
    each("", &["a", "1", ":", "@", "%41", "-", ".", "_", "[::1]"], "", 6, |authority| {
        let text = format!("x://{authority}");
        let Ok(uri) = Uri::parse_generic(&text, Grammar::Rfc2396bis00) else { return };
        assert_eq!(uri.authority(), Some(authority), "{text}");
        let theirs = server
            .captures(authority)
            .map(|groups| [1, 2, 3].map(|group| groups.get(group).map(|found| found.as_str().to_owned())));
        servers += usize::from(theirs.is_some());
        let ours = [uri.userinfo(), uri.host().filter(|host| !host.is_empty()), uri.port()];
        assert_eq!(ours.map(|part| part.map(str::to_owned)), theirs.unwrap_or_default(), "{text}");
    });
    assert!(servers > 5_000, "only {servers} servers");
}
