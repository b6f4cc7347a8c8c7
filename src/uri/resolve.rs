//! The target of a reference: what it means against a base, by the document of the base's grammar.

use std::borrow::Cow;

use crate::uri::{
    rejection::Rejection,
    resolution::{Dots, EmptyBase, QueryOnly, Resolution, SameDocument},
    syntax::Goal,
    validated::Uri,
};

impl Uri<'_> {
    /// Returns the target of `reference` with this URI as the base, by the document of this URI's grammar.
    ///
    /// `rfc3986` and `rfc3987` use RFC 3986, 5.2.2, strictly: a reference with a scheme is absolute. The base's
    /// fragment is ignored. A target path that would be read as an authority gets `/.` before it. The older documents
    /// return a reference to the current document, empty or a fragment, unchanged; this is the only result that is not
    /// absolute.
    ///
    /// ```
    /// use napkin::{Grammar, Uri};
    ///
    /// let base = Uri::parse("http://a/b/c/d;p?q", Grammar::Rfc3986)?;
    /// let target = |text| base.resolve(&Uri::parse_reference_generic(text, Grammar::Rfc3986)?);
    /// assert_eq!(target("../g?y#s")?.as_str(), "http://a/b/g?y#s");
    /// assert_eq!(target("//g")?.as_str(), "http://g");
    /// assert_eq!(target("?")?.as_str(), "http://a/b/c/d;p?");
    /// # Ok::<(), napkin::Rejection>(())
    /// ```
    ///
    /// The target satisfies the generic syntax of the base's grammar. To check the rules of its scheme, use
    /// [`Uri::parse`].
    ///
    /// # Errors
    /// Returns an error if this URI is relative, if its grammar is `rfc1738`, which has no relative URLs, or if a reference
    /// of another grammar is invalid by this one. The byte counts in the reference; it is 0 if the base is at fault.
    ///
    /// ```
    /// use napkin::{Grammar, Uri};
    ///
    /// let base = Uri::parse("http://a/b", Grammar::Rfc3986)?;
    /// let rejection = base.resolve(&Uri::parse_reference("c/ü", Grammar::Rfc3987)?).unwrap_err();
    /// assert_eq!((rejection.at(), rejection.rule()), (2, "rfc3986 3.3 path"));
    /// # Ok::<(), napkin::Rejection>(())
    /// ```
    pub fn resolve(&self, reference: &Uri<'_>) -> Result<Uri<'static>, Rejection> {
        let judge = |text, schemes| self.grammar.parse(text, Goal { reference: true, schemes });
        if reference.grammar != self.grammar {
            judge(&reference.text, false)?;
        }
        let text = self.grammar.syntax().resolution.target(self, reference)?;
        // In the oldest documents what the components are depends on the scheme, if its rules are kept.
        let judged = judge(&text, true).or_else(|_| judge(&text, false));
        let components = judged.map_err(|rejection| rejection.moved(0))?;
        Ok(Uri { text: Cow::Owned(text), components, grammar: self.grammar })
    }

    /// Returns the URI without its fragment, for use as a base (RFC 3986, 5.1).
    ///
    /// ```
    /// use napkin::{Grammar, Uri};
    ///
    /// let uri = Uri::parse("http://a.example/b?c#d", Grammar::Rfc3986)?;
    /// assert_eq!(uri.as_base().as_str(), "http://a.example/b?c");
    /// # Ok::<(), napkin::Rejection>(())
    /// ```
    pub fn as_base(&self) -> Uri<'_> {
        let text = self.text.get(..self.components.query_end as usize).unwrap_or_default();
        Uri { text: Cow::Borrowed(text), components: self.components, grammar: self.grammar }
    }
}

/// A base for references. Only programs that set one have the code that resolves them.
#[derive(Clone, Debug)]
pub(crate) struct Base {
    pub(crate) uri: Uri<'static>,
    pub(crate) resolve: fn(&Uri<'static>, &str) -> Result<String, Rejection>,
}

impl Base {
    pub(crate) fn new(uri: &Uri<'_>) -> Base {
        let resolve = |base: &Uri<'static>, reference: &str| {
            let reference = Uri::parse_reference_generic(reference, base.grammar())?;
            Ok(base.resolve(&reference)?.as_str().to_owned())
        };
        Base { uri: uri.as_base().into_owned(), resolve }
    }
}

/// The target before it is assembled. Only the path is changed.
struct Target<'a> {
    scheme: &'a str,
    authority: Option<&'a str>,
    path: Path<'a>,
    query: Option<&'a str>,
    fragment: Option<&'a str>,
}

enum Path<'a> {
    Whole(&'a str),
    /// Two texts read one after the other for removing dot segments. The first is empty or ends with a slash.
    Merged(&'a str, &'a str, Dots),
}

impl Resolution {
    // if defined(R.scheme) then
    //    T.scheme    = R.scheme;
    //    T.authority = R.authority;
    //    T.path      = remove_dot_segments(R.path);
    //    T.query     = R.query;
    // else
    //    if defined(R.authority) then
    //       T.authority = R.authority;
    //       T.path      = remove_dot_segments(R.path);
    //       T.query     = R.query;
    //    else
    //       if (R.path == "") then
    //          T.path = Base.path;
    //          if defined(R.query) then
    //             T.query = R.query;
    //          else
    //             T.query = Base.query;
    //          endif;
    //       else
    //          if (R.path starts-with "/") then
    //             T.path = remove_dot_segments(R.path);
    //          else
    //             T.path = merge(Base.path, R.path);
    //             T.path = remove_dot_segments(T.path);
    //          endif;
    //          T.query = R.query;
    //       endif;
    //       T.authority = Base.authority;
    //    endif;
    //    T.scheme = Base.scheme;
    // endif;
    //
    // T.fragment = R.fragment;
    fn target(&self, base: &Uri<'_>, reference: &Uri<'_>) -> Result<String, Rejection> {
        let Some(base_scheme) = base.scheme() else { return Err(Rejection::new(0, self.base)) };
        let (path, query, fragment) = (reference.path(), reference.query(), reference.fragment());
        let relative = reference.scheme().is_none() && reference.authority().is_none();
        if relative && path.is_empty() && query.is_none() && self.same_document == SameDocument::Stays {
            return Ok(reference.as_str().to_owned());
        }
        let mut target = Target {
            scheme: reference.scheme().unwrap_or(base_scheme),
            authority: if relative { base.authority() } else { reference.authority() },
            path: if self.dots_in_absolute { Path::Merged("", path, self.dots) } else { Path::Whole(path) },
            query,
            fragment,
        };
        if relative && path.is_empty() && (query.is_none() || self.query_only == QueryOnly::Path) {
            target.path = Path::Whole(base.path());
            target.query = query.or(base.query());
        } else if relative && !path.starts_with('/') {
            let mut merged = path;
            if self.query_in_path {
                let (start, end) = (reference.components.path_start, reference.components.query_end);
                merged = reference.text.get(start as usize..end as usize).unwrap_or_default();
                target.query = None;
            }
            target.path = Path::Merged(self.directory(base), merged, self.dots);
        }
        Ok(target.recompose(base.as_str().len() + reference.as_str().len()))
    }

    /// Returns the base's path up to its last slash.
    ///
    /// RFC 3986, 5.2.3: "If the base URI has a defined authority component and an empty path, then return a string
    /// consisting of "/" concatenated with the reference's path"
    fn directory<'a>(&self, base: &'a Uri<'_>) -> &'a str {
        let path = base.path();
        match path.rfind('/') {
            Some(slash) => &path[..=slash],
            None if path.is_empty() && (base.authority().is_some() || self.empty_base == EmptyBase::Any) => "/",
            None => "",
        }
    }
}

impl Target<'_> {
    /// Assembles the string (RFC 3986, 5.3). It needs at most `length` + 3 bytes.
    fn recompose(&self, length: usize) -> String {
        let mut text = String::with_capacity(length + 3);
        text.push_str(self.scheme);
        text.push(':');
        if let Some(authority) = self.authority {
            text.push_str("//");
            text.push_str(authority);
        }
        let start = text.len();
        match self.path {
            Path::Whole(path) => text.push_str(path),
            Path::Merged(directory, path, Dots::Dropped) => drop_dots(&mut text, [directory, path]),
            Path::Merged(directory, path, Dots::Kept) => keep_dots(&mut text, [directory, path]),
            Path::Merged(directory, path, Dots::WithSlashBefore) => remove_elements(&mut text, [directory, path]),
        }
        if self.authority.is_none() && text[start..].starts_with("//") {
            text.insert_str(start, "/.");
        }
        for (delimiter, part) in [('?', self.query), ('#', self.fragment)] {
            if let Some(part) = part {
                text.push(delimiter);
                text.push_str(part);
            }
        }
        text
    }
}

/// RFC 3986, 5.2.4: appends the paths without dot segments. If the first segment of a path without a leading slash is
/// removed, the rest has a slash.
pub(crate) fn drop_dots(text: &mut String, paths: [&str; 2]) {
    let start = text.len();
    for segment in paths.into_iter().flat_map(|path| path.split_inclusive('/')) {
        match segment {
            "." | "./" => {}
            // Nothing is above the root. What is looked for and what is removed is the same, so this is linear.
            ".." | "../" if text.len() > start => match text[start..text.len() - 1].rfind('/') {
                Some(slash) => text.truncate(start + slash + 1),
                None => {
                    text.truncate(start);
                    text.push('/');
                }
            },
            ".." | "../" => {}
            _ => text.push_str(segment),
        }
    }
}

/// draft-url-05, 5.2, steps 6d to 6g, and rfc2396bis-00, 5.2, steps 3 to 6: appends the paths without "./" and without
/// "<segment>/../", where the segment is not ".." itself.
fn keep_dots(text: &mut String, paths: [&str; 2]) {
    let mut start = text.len();
    let mut segments = paths.into_iter().flat_map(|path| path.split_inclusive('/')).peekable();
    // No segment stands before a leading slash.
    if segments.next_if_eq(&"/").is_some() {
        text.push('/');
        start += 1;
    }
    for segment in segments {
        let before = text.get(start..text.len().saturating_sub(1)).unwrap_or_default();
        match segment {
            "." | "./" => {}
            ".." | "../" if text.len() > start && before != ".." && !before.ends_with("/..") => {
                let end = before.rfind('/').map_or(start, |slash| start + slash + 1);
                text.truncate(end);
            }
            _ => text.push_str(segment),
        }
    }
}

/// draft-1993, "Partial form": "all occurrences of "/xxx/.." or "/." are recursively removed, where xxx, ".." and "."
/// are complete path elements." A remaining element ".." does not count as xxx.
fn remove_elements(text: &mut String, paths: [&str; 2]) {
    let start = text.len();
    let [directory, path] = paths;
    let directory = directory.strip_suffix('/').map(|directory| directory.split('/'));
    let mut first = true;
    for element in directory.into_iter().flatten().chain(path.split('/')) {
        // A first element has no slash before it.
        let removed = if first || element != ".." { None } else { last_element(text, start) };
        match (element, removed) {
            (".", _) if !first => {}
            (_, Some(slash)) => text.truncate(slash),
            _ => {
                text.push_str(if first { "" } else { "/" });
                text.push_str(element);
            }
        }
        first = false;
    }
}

/// Returns the slash of the last "/xxx" that an element ".." removes.
fn last_element(text: &str, start: usize) -> Option<usize> {
    let slash = start + text[start..].rfind('/')?;
    if &text[slash..] == "/.." { None } else { Some(slash) }
}
