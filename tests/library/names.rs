//! What is read and written by its name or as a string.

use napkin::{Delimiter, Finder, Format, Grammar, Kind, Kinds, Uri, uri::HostKind};

#[test]
fn names_lead_back() {
    for grammar in Grammar::ALL {
        assert_eq!(grammar.to_string().parse(), Ok(grammar));
        assert_eq!(format!("{grammar:>13}").trim_start(), grammar.name());
    }
    for kind in [HostKind::Ipv4, HostKind::Ipv6, HostKind::IpvFuture, HostKind::Name] {
        assert_eq!(kind.to_string().parse(), Ok(kind));
    }
    assert!("RFC3986".parse::<Grammar>().is_err() && "".parse::<HostKind>().is_err());
}

#[test]
fn uris_are_their_strings() {
    let mut uris =
        ["http://b.example/", "http://a.example/é", "HTTP://a.example/"].map(|text| Uri::try_from(text).unwrap());
    uris.sort();
    assert_eq!(uris.map(|uri| uri.to_string()), ["HTTP://a.example/", "http://a.example/é", "http://b.example/"]);
    assert_eq!("../b".parse::<Uri<'static>>().unwrap_err().at(), 0);
    assert_eq!(Uri::try_from(String::from("http:")).unwrap_err().rule(), "rfc9110 4.2.1 http-URI");
}

#[cfg(feature = "serde")]
#[test]
fn what_is_deserialised_is_judged() {
    #[derive(serde::Serialize, serde::Deserialize)]
    struct Record<'u> {
        #[serde(borrow)]
        uri: Uri<'u>,
        grammar: Grammar,
        kind: HostKind,
    }
    let json = r#"{"uri":"http://a.example/\u00e9","grammar":"rfc1738","kind":"ipv6"}"#;
    let record: Record<'_> = serde_json::from_str(json).unwrap();
    assert_eq!((record.uri.as_str(), record.grammar), ("http://a.example/é", Grammar::Rfc1738));
    assert_eq!(serde_json::to_string(&record).unwrap(), json.replace("\\u00e9", "é"));
    for (uri, message) in [
        (r#""http://a.example/%""#, "byte 17: a percent sign must be followed by two hexadecimal digits"),
        (r#""../b""#, "byte 0: a scheme is"),
        ("1", "expected an absolute URI"),
    ] {
        let error = serde_json::from_str::<Uri<'static>>(uri).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
    let error = serde_json::from_str::<Grammar>(r#""rfc9999""#).unwrap_err().to_string();
    assert!(error.contains("expected one of draft-1993"), "{error}");
    let rejection = Uri::parse("http:", Grammar::Rfc3986).unwrap_err();
    assert_eq!(
        serde_json::to_string(&rejection).unwrap(),
        r#"{"rule":"rfc9110 4.2.1 http-URI","at":5,"message":"an http URL needs \"//\" and a host"}"#,
    );
}

#[test]
fn kinds_and_delimiters_are_read_as_they_are_written() {
    for kind in Kind::ALL {
        assert_eq!(kind.to_string().parse(), Ok(kind));
    }
    for delimiter in Delimiter::ALL {
        assert_eq!(delimiter.to_string().parse(), Ok(delimiter));
    }
    for bits in 0..1 << Kind::ALL.len() {
        let is_in = |&index: &usize| bits >> index & 1 == 1;
        let kinds: Kinds = (0..Kind::ALL.len()).filter(is_in).map(|index| Kind::ALL[index]).collect();
        assert_eq!(kinds.to_string().parse(), Ok(kinds));
        assert_eq!(kinds.iter().collect::<Kinds>(), kinds);
        assert_eq!(kinds.iter().count(), kinds.len());
    }
    assert!("url,,www".parse::<Kinds>().is_err() && "URL".parse::<Kind>().is_err());
}

#[cfg(feature = "json")]
#[test]
fn serde_has_the_same_names() {
    for kind in Kind::ALL {
        let json = serde_json::to_string(&kind).unwrap();
        assert_eq!(json, format!("\"{kind}\""));
        assert_eq!(serde_json::from_str::<Kind>(&json).unwrap(), kind);
    }
    for delimiter in Delimiter::ALL {
        assert_eq!(serde_json::to_string(&delimiter).unwrap(), format!("\"{delimiter}\""));
    }
    assert_eq!(serde_json::from_str::<Kinds>("[\"url\",\"email\"]").unwrap(), Kind::Url | Kind::Email);
}

#[test]
fn formats_are_read_as_they_are_written() {
    for &format in Format::ALL {
        assert_eq!(format.to_string().parse(), Ok(format));
    }
    assert!("x".parse::<Format>().unwrap_err().to_string().starts_with("unknown format: expected one of text"));
}

#[test]
fn invalid_bytes_in_a_break_are_replaced_in_as_str_only() {
    let text =
        b"at <http://a.example/winter/\n\nS\xE9m                   Informational                 [Page 3]\n\x0C\n\
        RFC 9999                 Soup                 March 2026\n\n   soup.html> now";
    let link = Finder::new().find(text).unwrap();
    assert_eq!(link.url(), "http://a.example/winter/soup.html");
    assert_eq!(link.as_bytes(), &text[link.range()]);
    assert_eq!(link.as_str(), String::from_utf8_lossy(&text[link.range()]));
    assert!(link.as_str().contains('\u{FFFD}'));
}
