//! A candidate that ends in the middle of what it can't do without: why, where that is to be told.

use super::{Closer, Outcome};
use crate::{
    engine::accept::AUTHORITY,
    uri::{Rejection, rejection::Rule},
};

static BROKEN_HOST: Rule = Rule::new(
    "napkin host",
    "the host may go on in the next line, and nothing shows that it does; less of it is another",
);
static PORT: Rule =
    Rule::new("rfc3986 3.2.3 port", "nothing but a port's digits stands between the colon and the path");

static UNFINISHED_PATH: Rule =
    Rule::new("napkin path", "the path goes on with a backslash or with what a program puts in; less of it is another");

impl<'w> Closer<'_, 'w, '_> {
    /// A candidate that ends in the middle, before the byte at `at`.
    pub(super) fn refuse_unfinished(&mut self, start: usize, at: usize, is_in_host: bool) -> Outcome<'w> {
        let config = self.subject.config;
        let bytes = self.window.bytes;
        let mut told = None;
        if config.explain {
            // The end is only for showing, and is not looked for otherwise.
            let Some(end) = self.cursor.shown.end(self.window, at, &self.steps) else { return Outcome::Open(start) };
            let in_port = matches!(bytes.get(at), Some(b':' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z'));
            let rule = match () {
                () if is_in_host => &BROKEN_HOST,
                () if reaches_path(&bytes[start..at]) => &UNFINISHED_PATH,
                () if in_port => &PORT,
                () => &AUTHORITY,
            };
            let rejection = Rejection::new(at - start, rule);
            told = Some(self.told_refused(start..end, at, rejection));
        }
        self.raise_floor(at);
        self.cursor.refused_run.enter(bytes, start, at);
        Outcome::Refused(told, at)
    }
}

/// Whether the URL's text goes on behind its authority, which may be empty: into the path.
fn reaches_path(read: &[u8]) -> bool {
    memchr::memmem::find(read, b"://").is_some_and(|at| read[at + 3..].contains(&b'/'))
}
