//! What the standards say of single characters and words: the data that the engine has, read in another way.

use std::{collections::HashSet, sync::LazyLock};

#[allow(dead_code, reason = "the ideographic labels are behind the others")]
#[path = "../../../src/text/top_level_domains/labels.rs"]
mod labels;
#[path = "../../../src/text/link_properties/ranges.rs"]
mod ranges;
#[path = "../../../src/uri/schemes/names.rs"]
mod schemes;

/// Link_Term (UTS #58, 3.2).
#[derive(Clone, Copy, PartialEq)]
pub enum Term {
    Include,
    Hard,
    Soft,
    Open,
    Close,
}

/// The properties of each code point.
static PROPERTIES: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut properties = vec![0; 0x11_0000];
    for change in ranges::CHANGES {
        properties[(change >> 4) as usize..].fill((change & 15) as u8);
    }
    properties
});

pub fn term(c: char) -> Term {
    match PROPERTIES[c as usize] & 7 {
        0 => Term::Include,
        2 => Term::Soft,
        3 => Term::Open,
        4 => Term::Close,
        _ => Term::Hard,
    }
}

/// Link_Email (UTS #58, 3.5).
pub fn is_email(c: char) -> bool {
    PROPERTIES[c as usize] & 8 != 0
}

/// Link_Bracket (UTS #58, 3.3): the bracket that one closes.
pub fn opening(close: char) -> Option<char> {
    ranges::BRACKETS.iter().find(|pair| pair.0 == close).map(|pair| pair.1)
}

static DOMAINS: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let ascii = labels::BY_LENGTH.iter().flat_map(|labels| labels.split(' ')).filter(|label| !label.is_empty());
    ascii.chain(labels::U_LABELS.iter().copied()).map(str::to_owned).collect()
});

pub fn is_top_level_domain(label: &str) -> bool {
    DOMAINS.contains(&label.to_lowercase())
}

/// Schemes that are in use, and not in IANA's registry.
const UNREGISTERED: &str = "abfs abfss amqp amqps bitcoincash bzr davs discord docker ftps gemini gs hdfs hg hkp hkps \
    mariadb matrix mssql mysql notion obsidian oci org-protocol pop3 pop3s postgres postgresql qemu rdar rdp rtmps s3 \
    s3a scp slack smtps socks4 socks4a socks5 socks5h spice sqlite tcp tg unix upi whatsapp zoommtg zoomus zotero \
    imaps sips coap+tcp coaps+tcp ws wss";

static SCHEMES: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    schemes::BY_LENGTH.iter().flat_map(|names| names.split(' ')).chain(UNREGISTERED.split_whitespace()).collect()
});

/// Returns `true` for the scheme of a URL with two slashes, alone or in one such as `git+ssh`.
pub fn is_scheme(scheme: &str) -> bool {
    let scheme = scheme.to_ascii_lowercase();
    let is_known = |name: &str| {
        !name.is_empty() && SCHEMES.contains(name) && !["javascript", "vbscript"].contains(&name)
            || name
                .strip_prefix("web+")
                .is_some_and(|name| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphabetic()))
    };
    let is_compound = |(outer, inner): (&str, &str)| {
        inner.starts_with(|c: char| c.is_ascii_alphabetic()) && is_known(outer) && !OPAQUE.contains(&outer)
    };
    is_known(&scheme) || scheme.split_once('+').is_some_and(is_compound)
}

/// Schemes of URLs without slashes, and those that lead nowhere.
const OPAQUE: [&str; 32] = [
    "about",
    "acct",
    "bitcoin",
    "bitcoincash",
    "blob",
    "callto",
    "cid",
    "data",
    "did",
    "doi",
    "geo",
    "info",
    "jdbc",
    "magnet",
    "mailto",
    "matrix",
    "mid",
    "news",
    "sip",
    "sips",
    "sms",
    "spotify",
    "stun",
    "stuns",
    "tag",
    "tel",
    "turn",
    "turns",
    "urn",
    "xmpp",
    "javascript",
    "vbscript",
];

pub fn is_opaque(scheme: &str) -> bool {
    OPAQUE.contains(&scheme.to_ascii_lowercase().as_str())
}

/// References of HTML to what ends a URL: brackets, quotation marks, dashes and spaces.
pub const REFERENCES: &str = "&gt; &lt; &quot; &#34; &#60; &#62; &#x22; &#x3c; &#x3e; &apos; &#39; &#039; &#x27; &rsquo; \
    &#8217; &ndash; &#8211; &hellip; &#8230; &nbsp; &#160; &#xa0; &laquo; &raquo; &ldquo; &rdquo; &#8220; &#8221; \
    &lsquo; &mdash; &#8212;";

/// Scripts without spaces: Thai, Lao, Burmese, Khmer, and those of China, Japan and Korea.
pub fn is_written_without_spaces(c: char) -> bool {
    matches!(c, '\u{E01}'..='\u{E4E}' | '\u{E81}'..='\u{EDF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17D3}')
        || is_east_asian(c)
}

fn is_east_asian(c: char) -> bool {
    matches!(c, '\u{3005}'..='\u{3007}' | '\u{3041}'..='\u{30FF}' | '\u{31F0}'..='\u{31FF}' | '\u{3400}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}' | '\u{F900}'..='\u{FAFF}' | '\u{FF66}'..='\u{FF9F}')
}

/// Marks of sentences in Chinese and Japanese, after which no space stands.
pub fn is_wide_stop(c: char) -> bool {
    "。，、！？：；｡､．".contains(c)
}

/// Unicode's Default_Ignorable_Code_Point, as far as it is assigned, and interlinear marks.
pub fn is_invisible(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FEFF}'
        | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFC}' | '\u{E0000}'..='\u{E0FFF}')
}

/// The marks that close a quotation after this one.
pub fn closing_marks(mark: char) -> &'static str {
    match mark {
        '"' => "\"",
        '\'' => "'",
        '`' => "`'",
        '“' => "”“",
        '”' => "”",
        '„' => "“”‟",
        '‘' => "’‘",
        '’' => "’",
        '‚' => "‘’‛",
        '«' => "»",
        '»' => "«»",
        '‹' => "›",
        '›' => "‹›",
        '⟨' => "⟩",
        _ => "",
    }
}
