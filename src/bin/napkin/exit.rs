//! How it went, as grep says it.

use std::process::ExitCode;

/// The status the command ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Something was found, all is valid, or there was nothing to find: help, HTML, a closed pipe.
    Found,
    /// Nothing was found, or not all is valid.
    Nothing,
    /// Something went wrong, whatever was found.
    Error,
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

    fn status(self) -> u8 {
        match self {
            Exit::Found => 0,
            Exit::Nothing => 1,
            Exit::Error => 2,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        exit.status().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn found_nothing_and_error_are_0_1_and_2() {
        assert_eq!(Exit::after(true, false).status(), 0);
        assert_eq!(Exit::after(false, false).status(), 1);
    }

    #[test]
    fn an_error_outweighs_what_was_found() {
        assert_eq!(Exit::after(true, true).status(), 2);
        assert_eq!(Exit::after(false, true).status(), 2);
    }
}
