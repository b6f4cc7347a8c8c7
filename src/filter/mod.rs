//! Filters: sinks around other sinks, which pass on some links.
//!
//! A [`Selection`] has conditions, all of which have to hold. [`Selection::around`] puts it around any sink. Conditions apply
//! to the parsed URL: a host is not found in a path, and is found in any letter case and in A-labels.
//!
//! ```
//! use napkin::{Finder, filter::{Hosts, Selection}, write::List};
//!
//! let text = b"http://www.gnu.org/a http://a.example/www.gnu.org https://GNU.org/b http://gnu.org.example/";
//! let selection = Selection::new().hosts(Hosts::new(["gnu.org"])?);
//! let mut list = selection.around(List::new(Vec::new()));
//! Finder::new().search_into(&text[..], &mut list)?;
//! assert_eq!(list.into_inner().into_inner(), b"http://www.gnu.org/a\nhttps://GNU.org/b\n");
//! # Ok::<(), napkin::Error>(())
//! ```

mod address;
mod condition;
mod glob;
mod globs;
mod hosts;
#[cfg(feature = "patterns")]
mod patterns;

use std::{fmt, io, ops::ControlFlow};

use self::globs::Globs;
#[cfg(feature = "patterns")]
pub use self::patterns::{Patterns, Regexps};
pub use self::{condition::Condition, glob::Glob, hosts::Hosts};
#[cfg(feature = "mail")]
use crate::message::Message;
use crate::{
    link::{Link, Refused},
    setters::setters,
    sink::{Context, Event, Sink},
};

/// Selects links: those for which all conditions hold. Without conditions, all links are selected.
///
/// ```
/// use napkin::{Finder, filter::Selection};
///
/// let selection = Selection::new().ports([80, 8080]).condition(|link: &napkin::Link<'_>| link.scheme() == "http");
/// let wants = |text| selection.wants(&Finder::new().find(text).unwrap());
/// assert!(wants("http://a.example:8080/") && wants("http://a.example/"));
/// assert!(!wants("https://a.example:8080/") && !wants("http://a.example:8081/"));
/// ```
#[derive(Default)]
pub struct Selection {
    conditions: Vec<Box<dyn Condition>>,
    #[cfg(feature = "mail")]
    messages: Vec<Box<MessageCondition>>,
    is_inverted: bool,
    is_of_refused: bool,
}

/// A condition on messages.
#[cfg(feature = "mail")]
type MessageCondition = dyn Fn(&Message<'_>) -> bool + Send + Sync;

impl Selection {
    /// Returns a selection of all links.
    pub fn new() -> Selection {
        Selection::default()
    }

    /// Adds a condition.
    #[must_use]
    pub fn condition(mut self, condition: impl Condition + 'static) -> Selection {
        self.conditions.push(Box::new(condition));
        self
    }

    /// Selects URLs with these hosts.
    #[must_use]
    pub fn hosts(self, hosts: Hosts) -> Selection {
        self.condition(move |link: &Link<'_>| hosts.contains(&link.uri()))
    }

    /// Selects URLs with these schemes, in any letter case.
    #[must_use]
    pub fn schemes<S: Into<String>>(self, schemes: impl IntoIterator<Item = S>) -> Selection {
        let schemes: Vec<String> = schemes.into_iter().map(Into::into).collect();
        self.condition(move |link: &Link<'_>| schemes.iter().any(|scheme| scheme.eq_ignore_ascii_case(link.scheme())))
    }

    /// Selects URLs whose path matches a pattern.
    #[must_use]
    pub fn paths(self, globs: impl IntoIterator<Item = Glob>) -> Selection {
        let globs: Globs = globs.into_iter().collect();
        self.condition(move |link: &Link<'_>| {
            let uri = link.uri();
            globs.has_any(uri.path(), |glob| glob.matches_path(uri.path()))
        })
    }

    /// Selects URLs with these ports, written or by default of the scheme.
    #[must_use]
    pub fn ports(self, ports: impl IntoIterator<Item = u16>) -> Selection {
        let ports: Vec<u16> = ports.into_iter().collect();
        self.condition(move |link: &Link<'_>| {
            let uri = link.uri();
            let written = uri.port().filter(|port| !port.is_empty()).map(|port| port.parse().ok());
            let port = written.unwrap_or_else(|| uri.authority().and_then(|_| uri.default_port()));
            port.is_some_and(|port| ports.contains(&port))
        })
    }

    /// Selects joined URLs only with at least this confidence, from 0 to 1. URLs that were not broken are not affected.
    #[must_use]
    pub fn min_confidence(self, confidence: f32) -> Selection {
        self.condition(move |link: &Link<'_>| link.rejoined().is_none_or(|rejoined| rejoined.confidence >= confidence))
    }

    /// Selects URLs that were joined.
    #[must_use]
    pub fn joined(self) -> Selection {
        self.condition(|link: &Link<'_>| link.rejoined().is_some())
    }

    /// Selects what is in messages for which this condition holds. [`inverted`](Selection::inverted) does not invert
    /// it.
    ///
    /// ```
    /// use napkin::{Finder, filter::Selection, mail::MailFinder, write::List};
    ///
    /// let message = "From: a@a.example\nSubject: soup\n\nhttp://a.example/";
    /// let selection = Selection::new().messages(|message| message.subject().as_deref() == Some("bread"));
    /// let mut list = selection.around(List::new(Vec::new()));
    /// MailFinder::new(Finder::new()).search_into(message.as_bytes(), &mut list)?;
    /// assert_eq!(list.into_inner().into_inner(), b"");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[cfg(feature = "mail")]
    #[must_use]
    pub fn messages(mut self, condition: impl Fn(&Message<'_>) -> bool + Send + Sync + 'static) -> Selection {
        self.messages.push(Box::new(condition));
        self
    }

    setters! {
        #![must_use]

        /// Sets whether to select the links for which not all conditions hold. Default: no.
        inverted(yes: bool) { is_inverted = yes }

        /// Sets whether to select rejected candidates instead of links. Only the conditions on messages and on text apply
        /// then: `Patterns` and `Regexps`. Default: no.
        refused(yes: bool) { is_of_refused = yes }
    }

    /// Returns `true` if the link is selected. Conditions on messages are ignored.
    #[inline]
    pub fn wants(&self, link: &Link<'_>) -> bool {
        if self.is_of_refused {
            return false;
        }
        self.conditions.iter().all(|condition| condition.holds(link)) != self.is_inverted
    }

    fn wants_refused(&self, refused: &Refused<'_>) -> bool {
        let mut held = self.conditions.iter().filter_map(|condition| condition.holds_of_refused(refused)).peekable();
        !self.is_of_refused || held.peek().is_none() || held.all(|holds| holds) != self.is_inverted
    }

    /// Returns a sink that passes selected links, or rejected candidates, to `sink`. It passes other events if their
    /// message is selected.
    pub fn around<S: Sink>(&self, sink: S) -> Selected<'_, S> {
        Selected {
            selection: self,
            sink,
            #[cfg(feature = "mail")]
            message: None,
        }
    }
}

impl fmt::Debug for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Selection").field("conditions", &self.conditions.len()).finish_non_exhaustive()
    }
}

/// A sink that passes on what a [`Selection`] selects, from [`Selection::around`].
#[derive(Debug)]
pub struct Selected<'s, S> {
    selection: &'s Selection,
    sink: S,
    /// The offset of the last message; `true` if it is wanted.
    #[cfg(feature = "mail")]
    message: Option<(usize, bool)>,
}

impl<S> Selected<'_, S> {
    /// Returns the inner sink.
    pub fn get_mut(&mut self) -> &mut S {
        &mut self.sink
    }

    /// Returns the inner sink.
    pub fn into_inner(self) -> S {
        self.sink
    }

    /// Returns `true` if the context is outside of messages or in a wanted one.
    fn is_in_wanted_message(&mut self, context: &Context<'_>) -> bool {
        #[cfg(feature = "mail")]
        if !self.selection.messages.is_empty() {
            return context.message().is_some_and(|message| self.wants_message(message));
        }
        let _ = context;
        true
    }

    #[cfg(feature = "mail")]
    fn wants_message(&mut self, message: &Message<'_>) -> bool {
        match self.message {
            Some((offset, is_wanted)) if offset == message.offset() => is_wanted,
            _ => {
                let is_wanted = self.selection.messages.iter().all(|condition| condition(message));
                self.message = Some((message.offset(), is_wanted));
                is_wanted
            }
        }
    }
}

impl<S: Sink> Sink for Selected<'_, S> {
    // An event is large: to hand it on takes as long as to ask whether it is wanted.
    #[inline(always)]
    fn event(&mut self, event: Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        let is_wanted = match &event {
            Event::Link(link) => self.is_in_wanted_message(context) && self.selection.wants(link),
            Event::Refused(refused) => self.is_in_wanted_message(context) && self.selection.wants_refused(refused),
            Event::Break(_) => self.is_in_wanted_message(context),
            #[cfg(feature = "mail")]
            Event::Message(_) | Event::Damage(_) => true,
            #[cfg(feature = "warc")]
            Event::WarcRecord(_) => true,
        };
        if is_wanted { self.sink.event(event, context) } else { Ok(ControlFlow::Continue(())) }
    }

    fn wants_decoded_offsets(&self) -> bool {
        self.sink.wants_decoded_offsets()
    }

    fn settled(&mut self, text: &[u8]) -> io::Result<ControlFlow<()>> {
        self.sink.settled(text)
    }

    fn worked(&mut self, steps: u64) {
        self.sink.worked(steps);
    }
}
