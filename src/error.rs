//! The one error type: a configuration that can't be, a read or write that failed, or what is too large to be read as it
//! should be. Bad text is never an error.

use std::{fmt, io, ops::ControlFlow};

/// A finder that can't be built, a reader or writer that failed, or an input that is too large.
///
/// What it is at the bottom, an [`io::Error`], is its [`source`](std::error::Error::source), and not part of what it says.
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

/// What an [`Error`] is.
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
    /// A finder that can't be: an option has a value that makes no sense.
    Configuration,
    /// A read that failed. What was read before it was searched.
    Read,
    /// A sink that failed: the one case in which going on with the next input makes no sense.
    Write,
    /// An input that is too large to be read as it should be. It was searched as the text that it is.
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

    /// What it is.
    pub fn kind(&self) -> ErrorKind {
        match &self.0 {
            Cause::Configuration(_) => ErrorKind::Configuration,
            Cause::Read { .. } => ErrorKind::Read,
            Cause::Write(_) => ErrorKind::Write,
            #[cfg(feature = "html")]
            Cause::TooLarge(_) => ErrorKind::TooLarge,
        }
    }

    /// The I/O error below it, if that is what it is.
    pub fn io_error(&self) -> Option<&io::Error> {
        match &self.0 {
            Cause::Configuration(_) => None,
            #[cfg(feature = "html")]
            Cause::TooLarge(_) => None,
            Cause::Read { source, .. } | Cause::Write(source) => Some(source),
        }
    }

    /// How many bytes were read before a read failed.
    pub fn offset(&self) -> Option<usize> {
        match &self.0 {
            Cause::Read { offset, .. } => Some(*offset),
            _ => None,
        }
    }

    /// Whether a write failed: the one case in which going on with the next input makes no sense.
    pub fn is_write(&self) -> bool {
        self.kind() == ErrorKind::Write
    }
}

/// An I/O error that a [`Sink`](crate::Sink) returns is a failed write.
impl From<io::Error> for Error {
    fn from(source: io::Error) -> Error {
        Error(Cause::Write(source))
    }
}

/// Why a search ends before its text does.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The sink wants no more.
    Enough,
    /// A read or a write failed, or the text is too large.
    Failed(Error),
}

impl Stop {
    /// Goes on where a sink wants more.
    pub(crate) fn at(flow: ControlFlow<()>) -> Result<(), Stop> {
        if flow.is_break() { Err(Stop::Enough) } else { Ok(()) }
    }

    /// What a search comes to: that the sink had enough is no failure.
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
                write!(f, "is larger than the limit of {number} {unit}, and was searched as it stands")
            }
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.io_error().map(|error| error as _)
    }
}
