//! The one error type: a configuration that can't be, a read or write that failed, or what is too large to be read as it
//! should be. Bad text is never an error.

use std::{fmt, io, ops::ControlFlow};

/// A finder that can't be built, a reader or writer that failed, or an input that is too large.
#[derive(Debug)]
pub struct Error(ErrorKind);

#[derive(Debug)]
enum ErrorKind {
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
        Error(ErrorKind::Configuration(message.into()))
    }

    pub(crate) fn read(offset: usize, source: io::Error) -> Error {
        Error(ErrorKind::Read { offset, source })
    }

    #[cfg(feature = "html")]
    pub(crate) fn too_large(limit: usize) -> Error {
        Error(ErrorKind::TooLarge(limit))
    }

    /// The I/O error below it, if that is what it is.
    pub fn io_error(&self) -> Option<&io::Error> {
        match &self.0 {
            ErrorKind::Configuration(_) => None,
            #[cfg(feature = "html")]
            ErrorKind::TooLarge(_) => None,
            ErrorKind::Read { source, .. } | ErrorKind::Write(source) => Some(source),
        }
    }

    /// Whether a write failed: the one case in which going on with the next input makes no sense.
    pub fn is_write(&self) -> bool {
        matches!(self.0, ErrorKind::Write(_))
    }
}

/// An I/O error that a [`Sink`](crate::Sink) returns is a failed write.
impl From<io::Error> for Error {
    fn from(source: io::Error) -> Error {
        Error(ErrorKind::Write(source))
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
            ErrorKind::Configuration(message) => f.write_str(message),
            ErrorKind::Read { offset, source } => write!(f, "byte {offset}: {source}"),
            ErrorKind::Write(source) => write!(f, "write: {source}"),
            #[cfg(feature = "html")]
            ErrorKind::TooLarge(limit) => {
                write!(f, "is larger than the limit of {limit} bytes, and was searched as it stands")
            }
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.io_error().map(|error| error as _)
    }
}
