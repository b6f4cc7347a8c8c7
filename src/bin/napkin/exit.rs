//! The exit status, as in grep.

use std::process::ExitCode;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Something was found, or all strings are valid. Also for help, HTML and a closed pipe.
    Found = 0,
    /// Nothing was found, or a string is invalid.
    Nothing = 1,
    /// An error, whatever was found.
    Error = 2,
}

impl Exit {
    /// Returns the status after all inputs were searched, or all strings were checked.
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
