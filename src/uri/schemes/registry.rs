//! The registry: a row for each scheme of which something is known beside its name, and lookups over these and all the
//! names that IANA has.
//!
//! A scheme that only has a name is in `names.rs`, and is found by its two slashes. For all else there is a row here.

use crate::{
    text::words::{Ends, Starts, Words},
    uri::schemes::{
        identifiers, local, mail,
        names::BY_LENGTH,
        news, phone,
        scheme::{AuthorityRule, Recognition, Scheme, SchemeTable},
        services, web,
    },
};

pub(crate) static REGISTRY: SchemeTable = SchemeTable::new(ROWS);

/// The schemes, sorted by name. A comment gives the document of a default port.
static ROWS: &[Scheme] = &[
    // Apache Hadoop's driver for Azure
    Scheme::new("abfs"),
    Scheme::new("abfss"),
    Scheme::new("about").leads_nowhere(),
    Scheme::new("acct").opaque(mail::ACCT, mail::acct),
    // The URI specification of RabbitMQ
    Scheme::new("amqp").default_port(5672),
    Scheme::new("amqps").default_port(5671),
    Scheme::new("bitcoin").opaque(identifiers::BITCOIN, identifiers::bitcoin),
    Scheme::new("bitcoincash").opaque(identifiers::BITCOINCASH, identifiers::bitcoincash),
    Scheme::new("blob").leads_nowhere(),
    // The version control of a compound: `bzr+ssh`
    Scheme::new("bzr"),
    Scheme::new("callto").opaque(phone::CALLTO, phone::callto),
    Scheme::new("cid").opaque(mail::CID, mail::cid).leads_nowhere(),
    // RFC 7252, 6.1 and 6.2
    Scheme::new("coap").default_port(5683).empty_path_is_root(),
    Scheme::new("coaps").default_port(5684).empty_path_is_root(),
    Scheme::new("data").opaque(local::DATA, local::data).leads_nowhere(),
    Scheme::new("davs"),
    // RFC 2229
    Scheme::new("dict").default_port(2628).opaque_path(),
    Scheme::new("did").opaque(identifiers::DID, identifiers::did),
    Scheme::new("discord"),
    // Images in the registry of Docker, as skopeo and others are told of them
    Scheme::new("docker"),
    Scheme::new("doi").opaque(identifiers::DOI, identifiers::doi),
    Scheme::new("file").tail(local::file).recognition(Recognition::Rooted),
    // RFC 1738, 3.1 and 3.2.1
    Scheme::new("ftp")
        .host(services::FTP)
        .tail(services::ftp)
        .default_port(21)
        .empty_path_is_root()
        .clickable()
        .redirect_target(),
    Scheme::new("ftps"),
    Scheme::new("gemini"),
    Scheme::new("geo").opaque(identifiers::GEO, identifiers::geo).clickable(),
    // RFC 4266, 2.1: a type and a selector, which only the server understands
    Scheme::new("gopher")
        .host(services::GOPHER)
        .tail(services::gopher)
        .default_port(70)
        .empty_path_is_root()
        .opaque_path()
        .clickable(),
    // Buckets of Google's storage, as those of `s3`
    Scheme::new("gs"),
    Scheme::new("hdfs"),
    // The version control of a compound: `hg+https`
    Scheme::new("hg"),
    // draft-shaw-openpgp-hkp-00, 2
    Scheme::new("hkp").default_port(11371),
    Scheme::new("hkps"),
    // RFC 9110, 4.2.1 to 4.2.3
    Scheme::new("http").host(web::HTTP).default_port(80).empty_path_is_root().clickable().redirect_target(),
    Scheme::new("https").host(web::HTTPS).default_port(443).empty_path_is_root().clickable().redirect_target(),
    // RFC 5092
    Scheme::new("imap").default_port(143),
    // RFC 8314, 3.2
    Scheme::new("imaps").default_port(993),
    Scheme::new("info").opaque(identifiers::INFO, identifiers::info),
    Scheme::new("ipfs"),
    Scheme::new("ipns"),
    // RFC 3510, 4.2, and RFC 7472
    Scheme::new("ipp").default_port(631),
    Scheme::new("ipps").default_port(631),
    Scheme::new("irc").clickable(),
    Scheme::new("ircs").clickable(),
    Scheme::new("javascript").recognition(Recognition::Never).leads_nowhere(),
    Scheme::new("jdbc").opaque(identifiers::JDBC, identifiers::jdbc),
    // RFC 4516: the path is one distinguished name
    Scheme::new("ldap").default_port(389).opaque_path(),
    Scheme::new("magnet").opaque(identifiers::MAGNET, identifiers::magnet).clickable(),
    Scheme::new("mailto").opaque(mail::MAILTO, mail::mailto).clickable().redirect_target(),
    Scheme::new("mariadb"),
    Scheme::new("matrix").opaque(identifiers::MATRIX, identifiers::matrix),
    Scheme::new("mid").opaque(mail::MID, mail::mid),
    Scheme::new("mssql"),
    Scheme::new("mysql"),
    // RFC 5538: a group or a message, with any name
    Scheme::new("news")
        .tail(news::news)
        .behind_authority(news::news_behind_server)
        .recognition(Recognition::Opaque)
        .default_port(119)
        .opaque_path()
        .clickable(),
    // RFC 2224
    Scheme::new("nfs").default_port(2049),
    Scheme::new("nntp").host(news::NNTP).tail(news::nntp).default_port(119).opaque_path().clickable(),
    Scheme::new("notion"),
    Scheme::new("obsidian"),
    // Packages of Helm
    Scheme::new("oci"),
    // Emacs's
    Scheme::new("org-protocol"),
    // RFC 2384
    Scheme::new("pop").default_port(110).opaque_path(),
    Scheme::new("pop3"),
    Scheme::new("pop3s"),
    Scheme::new("postgres"),
    Scheme::new("postgresql"),
    // RFC 4157
    Scheme::new("prospero").default_port(1525).opaque_path(),
    // libvirt's: `qemu+ssh`
    Scheme::new("qemu"),
    Scheme::new("rdar"),
    Scheme::new("rdp"),
    Scheme::new("rediss"),
    Scheme::new("rtmps"),
    // RFC 7826
    Scheme::new("rtsp").default_port(554),
    Scheme::new("rtsps").default_port(322),
    Scheme::new("s3"),
    Scheme::new("s3a"),
    Scheme::new("scp"),
    Scheme::new("sip").opaque(phone::SIP, phone::sip).clickable(),
    Scheme::new("sips").opaque(phone::SIP, phone::sip),
    Scheme::new("slack"),
    Scheme::new("sms").opaque(phone::SMS, phone::sms),
    Scheme::new("smtps"),
    // RFC 4088
    Scheme::new("snmp").default_port(161).opaque_path(),
    // Proxies of RFC 1928, and with an `h` or `a` those that look the name up
    Scheme::new("socks4"),
    Scheme::new("socks4a"),
    Scheme::new("socks5").default_port(1080),
    Scheme::new("socks5h").default_port(1080),
    Scheme::new("spice"),
    Scheme::new("spotify")
        .tail(identifiers::spotify)
        .behind_authority(identifiers::anything)
        .recognition(Recognition::Opaque),
    Scheme::new("sqlite"),
    Scheme::new("stun").opaque(services::STUN, services::stun),
    Scheme::new("stuns").opaque(services::STUN, services::stun),
    Scheme::new("tag").opaque(identifiers::TAG, identifiers::tag),
    // A socket, as programs are told of it
    Scheme::new("tcp"),
    Scheme::new("tel").opaque(phone::TEL, phone::tel).clickable(),
    // RFC 4248, 2
    Scheme::new("telnet").host(services::TELNET).tail(services::telnet).default_port(23).empty_path_is_root(),
    Scheme::new("tg"),
    Scheme::new("turn").opaque(services::STUN, services::turn),
    Scheme::new("turns").opaque(services::STUN, services::turn),
    Scheme::new("unix"),
    Scheme::new("upi"),
    Scheme::new("urn").opaque(identifiers::NID, identifiers::urn),
    Scheme::new("vbscript").recognition(Recognition::Never).leads_nowhere(),
    // RFC 4156
    Scheme::new("wais").default_port(210).opaque_path(),
    Scheme::new("whatsapp"),
    // RFC 6455, 3
    Scheme::new("ws").host(web::WS).tail(web::ws).default_port(80).empty_path_is_root(),
    Scheme::new("wss").host(web::WS).tail(web::ws).default_port(443).empty_path_is_root(),
    Scheme::new("xmpp")
        .host_if_any(mail::XMPP)
        .tail(mail::xmpp)
        .behind_authority(mail::xmpp_behind_account)
        .recognition(Recognition::Opaque)
        .clickable(),
    Scheme::new("zoommtg"),
    Scheme::new("zoomus"),
    Scheme::new("zotero"),
];

/// The length of the longest known scheme. A search back from a colon ends there.
pub(crate) const MAX_KNOWN: usize = BY_LENGTH.len() - 1;

/// The length of the longest scheme without `//`.
pub(crate) const MAX_OPAQUE: usize = {
    let (mut longest, mut row) = (0, 0);
    while row < ROWS.len() {
        if matches!(ROWS[row].recognition, Recognition::Opaque) && ROWS[row].name.len() > longest {
            longest = ROWS[row].name.len();
        }
        row += 1;
    }
    longest
};

static NAMES: Words<{ MAX_KNOWN + 1 }> = Words::new(&BY_LENGTH);

/// The starts of schemes without `//`, which rule out most words before a colon.
static OPAQUE_STARTS: Starts<{ MAX_OPAQUE + 1 }> = {
    let (mut starts, mut row) = (Starts::none(), 0);
    while row < ROWS.len() {
        if matches!(ROWS[row].recognition, Recognition::Opaque) {
            starts = starts.with(ROWS[row].name.as_bytes());
        }
        row += 1;
    }
    starts
};

/// The ends of schemes that may have no `//` after their colon.
static ENDS: Ends = {
    let (mut ends, mut row) = (Ends::none(), 0);
    while row < ROWS.len() {
        if matches!(ROWS[row].recognition, Recognition::Opaque | Recognition::Rooted) {
            ends = ends.with(ROWS[row].name.as_bytes());
        }
        row += 1;
    }
    ends
};

#[inline]
pub(crate) fn find(scheme: &str) -> Option<&'static Scheme> {
    REGISTRY.find(scheme.as_bytes())
}

/// Returns `true` for a known scheme, in any letter case. Its `//` begins a URL.
#[inline]
pub(crate) fn is_known(scheme: &[u8]) -> bool {
    NAMES.contains(scheme)
        || is_custom(scheme)
        || REGISTRY.find(scheme).is_some_and(|scheme| scheme.recognition != Recognition::Never)
}

/// Returns `true` for a known scheme, or a compound with one: nested as in `git+ssh`, or with a driver as in
/// `mysql+pymysql`.
pub(crate) fn is_known_or_compound(scheme: &[u8]) -> bool {
    is_known(scheme)
        || scheme.iter().position(|&byte| byte == b'+').is_some_and(|plus| {
            let outer = &scheme[..plus];
            // One that takes no slashes has nothing to be driven.
            let leads_nowhere = || REGISTRY.find(outer).is_some_and(|row| row.leads_nowhere);
            scheme.get(plus + 1).is_some_and(u8::is_ascii_alphabetic)
                && is_known(outer)
                && !is_opaque(outer)
                && !leads_nowhere()
        })
}

/// Returns `true` for a scheme without `//`, in any letter case: `mailto`, `urn`, but never `javascript` and the like.
#[inline]
pub(crate) fn is_opaque(scheme: &[u8]) -> bool {
    OPAQUE_STARTS.may_contain(scheme)
        && REGISTRY.find(scheme).is_some_and(|scheme| scheme.recognition == Recognition::Opaque)
        || is_custom(scheme)
}

/// Returns `true` for a scheme that a site may register in a browser: `web+soup` (HTML, custom scheme handlers).
#[inline]
pub(crate) fn is_custom(scheme: &[u8]) -> bool {
    matches!(scheme, [b'w' | b'W', b'e' | b'E', b'b' | b'B', b'+', name @ ..] if !name.is_empty() && name.iter().all(u8::is_ascii_alphabetic))
}

/// Returns `true` if an explicitly requested scheme may have URLs without `//`: its rule requires no host, and it runs
/// no code.
pub(crate) fn may_take_no_slashes(scheme: &[u8]) -> bool {
    REGISTRY
        .find(scheme)
        .is_none_or(|row| row.recognition != Recognition::Never && !matches!(row.authority, AuthorityRule::Host(_)))
}

/// Returns `true` if a URL of the scheme may continue with `next` after its colon, without `//`: for a scheme without
/// `//`, or for `file:/path` (RFC 8089, 2).
#[inline]
pub(crate) fn takes_no_slashes(scheme: &[u8], next: Option<u8>) -> bool {
    let is_port = || next.is_some_and(|next| next.is_ascii_digit()) && scheme.eq_ignore_ascii_case(b"info");
    is_opaque(scheme) && !is_port()
        || next == Some(b'/') && REGISTRY.find(scheme).is_some_and(|scheme| scheme.recognition == Recognition::Rooted)
}

/// Returns `true` if a scheme that [takes no slashes](takes_no_slashes) may end here. This rules out most colons.
#[inline]
pub(crate) fn may_end_without_slashes(bytes: &[u8]) -> bool {
    ENDS.may_end(bytes)
}

#[cfg(feature = "write")]
pub(crate) fn clickable() -> impl Iterator<Item = &'static str> {
    REGISTRY.rows.iter().filter(|scheme| scheme.is_clickable).map(|scheme| scheme.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uri::Grammar;

    #[test]
    fn rows_are_sorted_and_each_is_found() {
        assert!(REGISTRY.rows.is_sorted_by(|a, b| a.name < b.name));
        for row in REGISTRY.rows {
            assert!(find(row.name).is_some_and(|found| found.name == row.name), "{}", row.name);
            assert!(find(&row.name.to_ascii_uppercase()).is_some_and(|found| found.name == row.name), "{}", row.name);
            assert!(find(&format!("{}x", row.name)).is_none_or(|found| found.name != row.name), "{}", row.name);
            assert!(is_opaque(row.name.as_bytes()) == (row.recognition == Recognition::Opaque), "{}", row.name);
        }
        assert!(find("").is_none() && find("bitcoincasx").is_none() && find("xitcoincash").is_none());
    }

    #[test]
    fn nothing_behind_the_colon_is_refused_by_the_rule_of_what_is_found_by_itself() {
        let is_opaque = |row: &&Scheme| row.recognition == Recognition::Opaque;
        for row in REGISTRY.rows.iter().filter(is_opaque) {
            for syntax in [Grammar::Rfc3986, Grammar::Rfc3987].map(Grammar::syntax) {
                assert!(syntax.is_of_today() && syntax.validate(&format!("{}:", row.name)).is_err(), "{}", row.name);
            }
        }
    }

    #[test]
    fn what_is_found_by_itself_has_a_rule_to_prove_it() {
        assert!(REGISTRY.rows.iter().all(|row| row.recognition != Recognition::Opaque || row.tail.is_some()));
        assert!(REGISTRY.rows.iter().all(|row| !row.is_redirect_target || row.is_clickable));
        assert!(REGISTRY.rows.iter().all(|row| !row.leads_nowhere || !row.is_clickable));
    }

    #[test]
    fn known_and_unknown() {
        NAMES.check();
        for name in "http HTTPS Ftp afs wais prospero nntp mailserver w3 coap+tcp z39.50s HKP".split(' ') {
            assert!(is_known(name.as_bytes()), "{name}");
        }
        for name in ["", "h", "hxpp", "httpx", "javascript", "vbscript", "note", "x-foo", "shttp (obsolete)", "0ttp"] {
            assert!(!is_known(name.as_bytes()), "{name}");
        }
        assert!(!is_known(&[b'a'; 200]));
        assert!(is_known_or_compound(b"bzr+ssh") && is_known_or_compound(b"HG+https") && is_known_or_compound(b"ssh"));
        assert!(is_known_or_compound(b"mysql+pymysql") && is_known_or_compound(b"mongodb+srv"));
        assert!(!is_known_or_compound(b"tel+x") && !is_known_or_compound(b"data+x"));
        assert!(!is_known_or_compound(b"x+ssh") && !is_known_or_compound(b"+ssh") && !is_known_or_compound(b"hg+"));
    }

    #[test]
    fn most_words_are_settled_by_length_and_two_bytes() {
        let words = "said note example following subject date received content type version reason warning from here \
                     error this these answer question summary result usage returns see also below status reply";
        let passed = |is: fn(&[u8]) -> bool| words.split(' ').filter(|word| is(word.as_bytes())).count();
        assert!(passed(|word| NAMES.may_contain(word)) * 3 <= words.split(' ').count());
        assert!(passed(|word| OPAQUE_STARTS.may_contain(word)) * 6 <= words.split(' ').count());
    }

    #[test]
    fn opaque() {
        assert!(is_opaque(b"mailto") && is_opaque(b"URN") && is_opaque(b"news") && is_opaque(b"BitcoinCash"));
        assert!(!is_opaque(b"http") && !is_opaque(b"nntp") && !is_opaque(b"javascript") && !is_opaque(b""));
        assert!(takes_no_slashes(b"FILE", Some(b'/')) && !takes_no_slashes(b"file", Some(b'a')));
    }
}
