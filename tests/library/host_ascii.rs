//! Hosts in A-labels: cases, and what the crate `url` makes of hosts.

use napkin::{Grammar, Uri, uri::HostKind};
use serde::Deserialize;
use url::Url;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Corpus {
    case: Vec<Case>,
}

/// One line of `corpus/host_ascii.toml`, which explains itself.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    uri: String,
    ascii: Option<String>,
    #[serde(default)]
    tables: bool,
    #[serde(default)]
    why: String,
}

#[test]
fn cases() {
    let corpus: Corpus = toml::from_str(include_str!("../../corpus/host_ascii.toml")).expect("corpus/host_ascii.toml");
    for case in corpus.case {
        let uri = Uri::parse_reference_generic(&case.uri, Grammar::Rfc3987).expect("it is valid");
        let expected = case.ascii.filter(|_| cfg!(feature = "idna") || !case.tables);
        assert_eq!(uri.host_ascii(), expected, "{}: {}", case.uri, case.why);
        assert_eq!(uri.components().host_ascii(uri.as_str()), expected);
        let other = expected.as_ref().filter(|_| uri.host_kind() == Some(HostKind::Name));
        if let (Some(ascii), Ok(url)) = (other, Url::parse(&case.uri)) {
            assert_eq!(url.host_str(), Some(ascii.as_str()), "{}: where a browser goes", case.uri);
        }
    }
}
