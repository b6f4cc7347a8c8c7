//! The error type: an invalid setting, a failed read or write, or an input that is too large. No text is an error.

use std::{fmt, io, ops::ControlFlow};

/// An invalid setting, a reader or writer that failed, or an input that is too large.
///
/// The underlying [`io::Error`] is the [`source`](std::error::Error::source); the message does not repeat it.
///
/// ```
/// use std::error::Error as _;
/// use napkin::{ErrorKind, Finder};
///
/// let error = Finder::builder().window(1).build().unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Configuration);
/// assert!(error.source().is_none());
/// ```
#[derive(Debug)]
pub struct Error(Cause);

/// The kind of an [`Error`].
///
/// ```
/// use napkin::{Context, Error, ErrorKind, Event, Finder};
///
/// let mut full = |_: Event<'_>, _: &Context<'_>| -> std::io::Result<()> { Err(std::io::ErrorKind::StorageFull.into()) };
/// let error = Finder::new().search_into(&b"http://a.example/"[..], &mut full).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Write);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A setting has an invalid value.
    Configuration,
    /// A read failed. Everything before it was searched.
    Read,
    /// A sink or writer failed.
    Write,
    /// The input is larger than the `limit` of its finder. It was searched as plain text.
    TooLarge,
}

#[derive(Debug)]
enum Cause {
    Configuration(String),
    Read {
        offset: usize,
        source: io::Error,
    },
    Write(io::Error),
    #[cfg(feature = "html")]
    TooLarge(usize),
}

impl Error {
    pub(crate) fn configuration(message: impl Into<String>) -> Error {
        Error(Cause::Configuration(message.into()))
    }

    pub(crate) fn read(offset: usize, source: io::Error) -> Error {
        Error(Cause::Read { offset, source })
    }

    #[cfg(feature = "html")]
    pub(crate) fn too_large(limit: usize) -> Error {
        Error(Cause::TooLarge(limit))
    }

    /// Returns the kind of error.
    pub fn kind(&self) -> ErrorKind {
        match &self.0 {
            Cause::Configuration(_) => ErrorKind::Configuration,
            Cause::Read { .. } => ErrorKind::Read,
            Cause::Write(_) => ErrorKind::Write,
            #[cfg(feature = "html")]
            Cause::TooLarge(_) => ErrorKind::TooLarge,
        }
    }

    /// Returns the underlying I/O error, if there is one.
    pub fn io_error(&self) -> Option<&io::Error> {
        match &self.0 {
            Cause::Configuration(_) => None,
            #[cfg(feature = "html")]
            Cause::TooLarge(_) => None,
            Cause::Read { source, .. } | Cause::Write(source) => Some(source),
        }
    }

    /// Returns the number of bytes read before a read failed.
    pub fn offset(&self) -> Option<usize> {
        match &self.0 {
            Cause::Read { offset, .. } => Some(*offset),
            _ => None,
        }
    }

    /// Returns `true` if a write failed. Searching the next input makes no sense then.
    pub fn is_write(&self) -> bool {
        self.kind() == ErrorKind::Write
    }
}

/// Takes an I/O error from a [`Sink`](crate::Sink) as a failed write.
impl From<io::Error> for Error {
    fn from(source: io::Error) -> Error {
        Error(Cause::Write(source))
    }
}

/// The reason why a search ends early.
#[derive(Debug)]
pub(crate) enum Stop {
    Enough,
    Failed(Error),
}

impl Stop {
    /// Returns `Err(Stop::Enough)` if the sink wants no more.
    pub(crate) fn at(flow: ControlFlow<()>) -> Result<(), Stop> {
        if flow.is_break() { Err(Stop::Enough) } else { Ok(()) }
    }

    /// Turns a search that stopped early into a success, unless it failed.
    pub(crate) fn finish(searched: Result<(), Stop>) -> Result<(), Error> {
        match searched {
            Ok(()) | Err(Stop::Enough) => Ok(()),
            Err(Stop::Failed(error)) => Err(error),
        }
    }
}

impl From<Error> for Stop {
    fn from(error: Error) -> Stop {
        Stop::Failed(error)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Failed(error.into())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Cause::Configuration(message) => f.write_str(message),
            Cause::Read { offset, .. } => write!(f, "reading failed at byte {offset}"),
            Cause::Write(_) => f.write_str("writing failed"),
            #[cfg(feature = "html")]
            Cause::TooLarge(limit) => {
                let (number, unit) = match limit {
                    0 => (0, "bytes"),
                    limit if limit % (1 << 20) == 0 => (limit >> 20, "MiB"),
                    limit if limit % (1 << 10) == 0 => (limit >> 10, "KiB"),
                    limit => (*limit, "bytes"),
                };
                write!(f, "is larger than {number} {unit}, so it was searched as plain text")
            }
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.io_error().map(|error| error as _)
    }
}
