//! Defanged URLs: written so that nobody follows them by chance.

use crate::link::Link;

/// Schemes and their defanged forms.
pub(crate) const SCHEMES: [(&str, &str); 4] = [("http", "hxxp"), ("https", "hxxps"), ("ftp", "fxp"), ("ftps", "fxps")];

impl Link<'_> {
    /// Returns the URL defanged: `hxxp` for `http`, `[.]` for the dots of the host, `[@]` and `[.]` for the marks of an address.
    ///
    /// ```
    /// let link = napkin::Finder::new().find("https://www.soup.example/a.html").unwrap();
    /// assert_eq!(link.defanged(), "hxxps://www[.]soup[.]example/a.html");
    /// ```
    pub fn defanged(&self) -> String {
        let (url, components) = (self.url(), self.components());
        let scheme = &url[..components.scheme_end as usize];
        let written =
            SCHEMES.iter().find(|(known, _)| scheme.eq_ignore_ascii_case(known)).map_or(scheme, |(_, written)| written);
        let host = components.host_start as usize..components.host_end as usize;
        if host.is_empty() {
            let is_address = scheme.eq_ignore_ascii_case("mailto");
            return if is_address { url.replace('@', "[@]").replace('.', "[.]") } else { url.to_owned() };
        }
        let (front, end) = (&url[scheme.len()..host.start], &url[host.end..]);
        [written, front, &url[host].replace('.', "[.]"), end].concat()
    }
}
