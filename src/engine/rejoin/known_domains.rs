//! Domains that so many URLs lead to that where letters make one of them across a break, it is the one that was meant.

use super::whole_host::may_be_over;

/// The domains that most packages of Debian and PyPI have URLs of, and those that most people know; sorted. None is so short that it may come about by
/// chance.
const DOMAINS: [&str; 74] = [
    "amazon.com",
    "amazonaws.com",
    "anaconda.org",
    "apache.org",
    "apple.com",
    "archive.org",
    "arxiv.org",
    "bitbucket.org",
    "blogspot.com",
    "chromium.org",
    "cloudflare.com",
    "codecov.io",
    "coveralls.io",
    "creativecommons.org",
    "debian.org",
    "djangoproject.com",
    "docker.com",
    "facebook.com",
    "fedoraproject.org",
    "freedesktop.org",
    "git-scm.com",
    "github.com",
    "github.io",
    "githubusercontent.com",
    "gitlab.com",
    "gnome.org",
    "google.com",
    "googleapis.com",
    "googlesource.com",
    "haskell.org",
    "jupyter.org",
    "kernel.org",
    "latex-project.org",
    "launchpad.net",
    "linkedin.com",
    "matplotlib.org",
    "medium.com",
    "metacpan.org",
    "microsoft.com",
    "mono-project.com",
    "mozilla.org",
    "npmjs.com",
    "open-mpi.org",
    "open-std.org",
    "opensource.org",
    "openssl.org",
    "openstack.org",
    "oracle.com",
    "python.org",
    "pythonhosted.org",
    "readthedocs.io",
    "readthedocs.org",
    "reddit.com",
    "redhat.com",
    "rfc-editor.org",
    "shields.io",
    "sourceforge.net",
    "sourceware.org",
    "sphinx-doc.org",
    "stackexchange.com",
    "stackoverflow.com",
    "stanford.edu",
    "tcl-lang.org",
    "travis-ci.org",
    "twitter.com",
    "ubuntu.com",
    "unicode.org",
    "whatwg.org",
    "wikimedia.org",
    "wikipedia.org",
    "wordpress.com",
    "yahoo.com",
    "youtube.com",
    "zenodo.org",
];

/// No domain of these is longer.
const LONGEST: usize = 24;

/// Whether `host` ends in the beginning of a known domain, and `text` begins with the rest of it and a path.
pub(super) fn is_cut_in_known_domain(host: &[u8], text: &[u8]) -> bool {
    let Some(length) = text.iter().take(LONGEST).position(|&byte| byte == b'/') else { return false };
    let rest = &text[..length];
    // `google.co` is a host, and `m/s` what is measured.
    let is_speed =
        || text.strip_prefix(b"m/s").is_some_and(|behind| !behind.first().is_some_and(u8::is_ascii_alphanumeric));
    if is_speed() && may_be_over(host, text) {
        return false;
    }
    // A domain has two labels, one of which may be all of it that the host ends in.
    let last = label_before(host, host.len());
    let is_last_label = last < host.len() && makes_known_domain(&host[last..], rest);
    is_last_label || last > 0 && makes_known_domain(&host[label_before(host, last - 1)..], rest)
}

/// Whether the hyphen that `piece` ends in is that of a known domain, or stands in one that has none there; none where the host behind two slashes
/// that it ends in is cut in no known domain.
pub(super) fn keeps_hyphen_in_domain(piece: &[u8], text: &[u8]) -> Option<bool> {
    let (front, host) = piece.split_at(memchr::memrchr(b'/', piece)? + 1);
    let name = host.strip_suffix(b"-").filter(|_| front.ends_with(b"//"))?;
    let keeps = is_cut_in_known_domain(host, text);
    (keeps || is_cut_in_known_domain(name, text)).then_some(keeps)
}

/// Where the label begins that ends at `end`.
fn label_before(host: &[u8], end: usize) -> usize {
    memchr::memrchr(b'.', &host[..end]).map_or(0, |dot| dot + 1)
}

/// Whether both together are a known domain.
fn makes_known_domain(front: &[u8], rest: &[u8]) -> bool {
    let length = front.len() + rest.len();
    let mut domain = [0; LONGEST];
    if rest.is_empty() || length > LONGEST {
        return false;
    }
    domain[..front.len()].copy_from_slice(front);
    domain[front.len()..length].copy_from_slice(rest);
    let domain = &mut domain[..length];
    domain.make_ascii_lowercase();
    DOMAINS.binary_search_by(|known| known.as_bytes().cmp(domain)).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domains_are_sorted_and_as_long_as_is_said() {
        assert!(DOMAINS.is_sorted());
        assert!(DOMAINS.iter().all(|domain| domain.len() <= LONGEST));
        let is_looked_for = |domain: &&str| domain.split('.').count() == 2 && !domain.contains(char::is_uppercase);
        assert!(DOMAINS.iter().all(is_looked_for));
    }

    #[test]
    fn a_known_domain_is_cut_at_any_place_and_nowhere_else() {
        let is_cut = |host: &str, text: &str| is_cut_in_known_domain(host.as_bytes(), text.as_bytes());
        assert!(is_cut("g", "ithub.com/a"));
        assert!(is_cut("gist.GitHub", ".com/a"));
        assert!(is_cut("github.", "com/a"));
        assert!(is_cut("github.co", "m/a"));
        assert!(!is_cut("", "github.com/a"));
        assert!(!is_cut("agit", "hub.com/a"), "it is another's");
        assert!(!is_cut("git", "hub.com.example/a"));
        assert!(!is_cut("git", "hub.community/a"));
        assert!(!is_cut("git", "hub.com"), "nothing shows that it is a host");
        assert!(!is_cut("github.com", "/a"));
    }

    #[test]
    fn a_hyphen_is_that_of_a_known_domain_or_none_of_it() {
        let keeps = |piece: &str, text: &str| keeps_hyphen_in_domain(piece.as_bytes(), text.as_bytes());
        assert_eq!(keeps("https://www.git-", "scm.com/a"), Some(true));
        assert_eq!(keeps("https://git-", "hub.com/a"), Some(false));
        assert_eq!(keeps("https://soup-", "kitchen.example/a"), None);
        assert_eq!(keeps("https://a.example/git-", "hub.com/a"), None, "it is no host");
    }
}
