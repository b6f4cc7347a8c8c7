//! How it went, as grep says it.

use std::process::ExitCode;

/// The status the command ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Something was found, all is valid, or there was nothing to find: help, HTML, a closed pipe.
    Found = 0,
    /// Nothing was found, or not all is valid.
    Nothing = 1,
    /// Something went wrong, whatever was found.
    Error = 2,
}

impl Exit {
    /// The status after all inputs have been searched, or all strings judged.
    pub fn after(good: bool, failed: bool) -> Exit {
        match (good, failed) {
            (_, true) => Exit::Error,
            (true, false) => Exit::Found,
            (false, false) => Exit::Nothing,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        (exit as u8).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_outweighs_what_was_found() {
        for (good, failed, status) in [(true, false, 0), (false, false, 1), (true, true, 2), (false, true, 2)] {
            assert_eq!(Exit::after(good, failed) as u8, status);
        }
    }
}
