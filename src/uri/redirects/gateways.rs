//! Who rewrites URLs, and where the target stands in what comes out: a table, to which a row is all there is to add.

/// A mail gateway or redirector.
pub(crate) struct Gateway {
    /// Whose URLs these are.
    pub(crate) hosts: &'static [GatewayHost],
    /// The paths that rewritten URLs have; any where there are none.
    pub(crate) paths: &'static [&'static str],
    pub(crate) form: TargetForm,
}

/// A host, in lower case.
pub(crate) enum GatewayHost {
    Is(&'static str),
    /// Any host under this one.
    Under(&'static str),
    /// The labels in front, and top-level domains that may follow them.
    In(&'static str, &'static [&'static str]),
}

/// Where the target stands, and how it is written there.
pub(crate) enum TargetForm {
    /// Percent-encoded, in the first of these parameters that is there.
    Parameter(&'static [&'static str]),
    /// In base64, in a parameter.
    Base64(&'static str),
    /// In a parameter, with `-` for each percent sign of its escapes and `_` for each slash.
    Hyphenated(&'static str),
    /// Percent-encoded, behind the last slash of the path.
    LastSegment,
    /// As it is between `__` and `__;`, but for characters that follow in base64.
    Marked,
}

use GatewayHost::{In, Is, Under};

/// Only such rows stand here whose hosts can't belong to anybody else. Mimecast, for one, has none: its URLs are tokens.
pub(crate) const GATEWAYS: [Gateway; 21] = [
    // Microsoft Defender Safe Links
    Gateway {
        hosts: &[
            Under("safelinks.protection.outlook.com"),
            Under("safelinks.protection.office365.us"),
            Under("safelinks.protection.outlook.us"),
        ],
        paths: &[],
        form: TargetForm::Parameter(&["url"]),
    },
    // Proofpoint URL Defense
    Gateway {
        hosts: &[Is("urldefense.proofpoint.com"), Is("urldefense.com"), Is("urldefense.us")],
        paths: &["/v1/url"],
        form: TargetForm::Parameter(&["u"]),
    },
    Gateway {
        hosts: &[Is("urldefense.proofpoint.com"), Is("urldefense.com"), Is("urldefense.us")],
        paths: &["/v2/url"],
        form: TargetForm::Hyphenated("u"),
    },
    Gateway {
        hosts: &[Is("urldefense.com"), Is("urldefense.us"), Is("urldefense.proofpoint.com")],
        paths: &[],
        form: TargetForm::Marked,
    },
    // Barracuda Link Protection
    Gateway { hosts: &[Is("linkprotect.cudasvc.com")], paths: &["/url"], form: TargetForm::Parameter(&["a"]) },
    // Cisco Secure Email
    Gateway { hosts: &[Is("secure-web.cisco.com")], paths: &[], form: TargetForm::LastSegment },
    // FireEye, now Trellix
    Gateway {
        hosts: &[Is("protect.fireeye.com"), Is("protect2.fireeye.com")],
        paths: &["/url", "/v1/url"],
        form: TargetForm::Parameter(&["u"]),
    },
    // Sophos Email
    Gateway { hosts: &[Under("protection.sophos.com")], paths: &["/", ""], form: TargetForm::Base64("u") },
    // Symantec Click-time Protection
    Gateway { hosts: &[Is("clicktime.symantec.com")], paths: &[], form: TargetForm::Parameter(&["u"]) },
    // Trend Micro
    Gateway {
        hosts: &[Under("trendmicro.com")],
        paths: &["/wis/clicktime/v1/query"],
        form: TargetForm::Parameter(&["url"]),
    },
    // DuckDuckGo
    Gateway {
        hosts: &[Is("duckduckgo.com"), Is("html.duckduckgo.com"), Is("www.duckduckgo.com")],
        paths: &["/l/"],
        form: TargetForm::Parameter(&["uddg"]),
    },
    // Facebook and Instagram
    Gateway {
        hosts: &[Is("l.facebook.com"), Is("lm.facebook.com"), Is("www.facebook.com"), Is("m.facebook.com")],
        paths: &["/l.php"],
        form: TargetForm::Parameter(&["u"]),
    },
    Gateway { hosts: &[Is("l.instagram.com")], paths: &["/", ""], form: TargetForm::Parameter(&["u"]) },
    // Google; its results have what was searched for as `q` when they have a `url`
    Gateway {
        hosts: &[In("www.google", &GOOGLE), In("google", &GOOGLE)],
        paths: &["/url"],
        form: TargetForm::Parameter(&["url", "q"]),
    },
    // LinkedIn
    Gateway {
        hosts: &[Is("www.linkedin.com"), Is("linkedin.com")],
        paths: &["/redir/redirect", "/redir/redirect/", "/safety/go", "/safety/go/"],
        form: TargetForm::Parameter(&["url"]),
    },
    // Slack
    Gateway { hosts: &[Is("slack-redir.net")], paths: &["/link"], form: TargetForm::Parameter(&["url"]) },
    // Steam
    Gateway {
        hosts: &[Is("steamcommunity.com")],
        paths: &["/linkfilter", "/linkfilter/"],
        form: TargetForm::Parameter(&["url", "u"]),
    },
    // VK
    Gateway {
        hosts: &[Is("vk.com"), Is("www.vk.com"), Is("m.vk.com"), Is("away.vk.com")],
        paths: &["/away.php", "/away"],
        form: TargetForm::Parameter(&["to"]),
    },
    // YouTube
    Gateway {
        hosts: &[Is("www.youtube.com"), Is("youtube.com"), Is("m.youtube.com")],
        paths: &["/redirect"],
        form: TargetForm::Parameter(&["q"]),
    },
    // Microsoft Teams, which shows Safe Links in a page of its own
    Gateway {
        hosts: &[Is("statics.teams.cdn.office.net")],
        paths: &[
            "/evergreen-assets/safelinks/1/atp-safelinks.html",
            "/evergreen-assets/safelinks/2/atp-safelinks.html",
        ],
        form: TargetForm::Parameter(&["url"]),
    },
    // Reddit
    Gateway { hosts: &[Is("out.reddit.com")], paths: &[], form: TargetForm::Parameter(&["url"]) },
];

/// The top-level domains under which Google has its search, as it lists them itself.
const GOOGLE: [&str; 186] = [
    "ad", "ae", "al", "am", "as", "at", "az", "ba", "be", "bf", "bg", "bi", "bj", "bs", "bt", "by", "ca", "cat", "cd",
    "cf", "cg", "ch", "ci", "cl", "cm", "cn", "co.ao", "co.bw", "co.ck", "co.cr", "co.id", "co.il", "co.in", "co.jp",
    "co.ke", "co.kr", "co.ls", "co.ma", "co.mz", "co.nz", "co.th", "co.tz", "co.ug", "co.uk", "co.uz", "co.ve",
    "co.vi", "co.za", "co.zm", "co.zw", "com", "com.af", "com.ag", "com.ar", "com.au", "com.bd", "com.bh", "com.bn",
    "com.bo", "com.br", "com.bz", "com.co", "com.cu", "com.cy", "com.do", "com.ec", "com.eg", "com.et", "com.fj",
    "com.gh", "com.gi", "com.gt", "com.hk", "com.jm", "com.kh", "com.kw", "com.lb", "com.ly", "com.mm", "com.mt",
    "com.mx", "com.my", "com.na", "com.ng", "com.ni", "com.np", "com.om", "com.pa", "com.pe", "com.pg", "com.ph",
    "com.pk", "com.pr", "com.py", "com.qa", "com.sa", "com.sb", "com.sg", "com.sl", "com.sv", "com.tj", "com.tr",
    "com.tw", "com.ua", "com.uy", "com.vc", "com.vn", "cv", "cz", "de", "dj", "dk", "dm", "dz", "ee", "es", "fi", "fm",
    "fr", "ga", "ge", "gg", "gl", "gm", "gr", "gy", "hn", "hr", "ht", "hu", "ie", "im", "iq", "is", "it", "je", "jo",
    "kg", "ki", "kz", "la", "li", "lk", "lt", "lu", "lv", "md", "me", "mg", "mk", "ml", "mn", "mu", "mv", "mw", "ne",
    "nl", "no", "nr", "nu", "pl", "ps", "pt", "ro", "rs", "ru", "rw", "sc", "se", "sh", "si", "sk", "sm", "sn", "so",
    "sr", "st", "td", "tg", "tl", "tm", "tn", "to", "tt", "vu", "ws",
];

impl GatewayHost {
    /// Returns `true` if this is `host`, which may be written in any case.
    pub(crate) fn includes(&self, host: &str) -> bool {
        match self {
            Is(own) => host.eq_ignore_ascii_case(own),
            Under(own) => {
                let labels = host.len().checked_sub(own.len()).and_then(|at| host.split_at_checked(at));
                labels.is_some_and(|(before, own_labels)| {
                    own_labels.eq_ignore_ascii_case(own) && before.len() > 1 && before.ends_with('.')
                })
            }
            In(own, domains) => host.split_at_checked(own.len()).is_some_and(|(labels, domain)| {
                let domain = domain.strip_prefix('.').unwrap_or_default();
                labels.eq_ignore_ascii_case(own) && domains.iter().any(|known| known.eq_ignore_ascii_case(domain))
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_in_lower_case_and_have_hosts() {
        for gateway in &GATEWAYS {
            assert!(!gateway.hosts.is_empty());
            for host in gateway.hosts {
                let (Is(name) | Under(name) | In(name, _)) = host;
                assert!(!name.is_empty() && *name == name.to_ascii_lowercase(), "{name}");
            }
        }
        assert!(GOOGLE.is_sorted());
    }

    #[test]
    fn hosts_are_compared_label_by_label() {
        for (host, is_own) in [
            ("a.b.example", true),
            ("x.A.B.Example", true),
            ("b.example", false),
            (".b.example", false),
            ("ab.example", false),
            ("a.b.example.evil.example", false),
            ("a.b.example.", false),
            ("é.b.example", true),
            ("éb.example", false),
        ] {
            assert_eq!(Under("b.example").includes(host), is_own, "{host}");
        }
        for (host, is_own) in [
            ("www.google.com", true),
            ("WWW.GOOGLE.CO.UK", true),
            ("www.google.com.evil.example", false),
            ("www.google.example", false),
            ("www.google.", false),
            ("www.google", false),
            ("www.googlecom", false),
        ] {
            assert_eq!(In("www.google", &GOOGLE).includes(host), is_own, "{host}");
        }
    }
}
