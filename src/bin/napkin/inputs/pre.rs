//! The preprocessor: a command that is run for each file, such as a PDF converter.

use std::{
    ffi::OsString,
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use ignore::overrides::{Override, OverrideBuilder};

use crate::{inputs::member::Damage, select::Result, terminal};

/// The command, and the files that it is run for.
#[derive(Debug)]
pub struct Pre {
    command: PathBuf,
    files: Override,
}

impl Pre {
    pub fn new(command: Option<OsString>, globs: &[String]) -> Result<Option<Pre>> {
        let Some(command) = command.filter(|command| !command.is_empty()) else { return Ok(None) };
        let mut files = OverrideBuilder::new("");
        for glob in globs {
            files.add(glob)?;
        }
        Ok(Some(Pre { command: command.into(), files: files.build()? }))
    }

    pub fn is_for(&self, file: &Path) -> bool {
        !self.files.matched(file, false).is_ignore()
    }

    /// Returns its output for a file.
    pub fn open(&self, path: &Path) -> io::Result<Box<dyn Read + Send>> {
        let file = File::open(path)?;
        let child = Command::new(&self.command).arg(path).stdin(file).stdout(Stdio::piped()).spawn();
        let child = child.map_err(|error| {
            io::Error::new(
                error.kind(),
                format!("--pre {}: {}{}", self.name(), terminal::reason(&error), self.advice()),
            )
        })?;
        Ok(Box::new(Printed { name: self.name(), child }))
    }

    /// Returns advice if the command has arguments.
    fn advice(&self) -> &'static str {
        let is_line = self.name().contains(' ') && !self.command.exists();
        if is_line { "; it is the name of a program, without arguments: put them into a script" } else { "" }
    }

    fn name(&self) -> String {
        self.command.display().to_string()
    }
}

/// The output of a command. At the end its status is checked.
struct Printed {
    name: String,
    child: Child,
}

impl Read for Printed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.child.stdout.as_mut().map_or(Ok(0), |out| out.read(buffer))?;
        if count == 0 && !buffer.is_empty() {
            let status = self.child.wait()?;
            if !status.success() {
                let how = status.code().map_or_else(|| format!(": {status}"), |code| format!(" with status {code}"));
                return Err(Damage::error(format!("--pre {} failed{how}", self.name)));
            }
        }
        Ok(count)
    }
}

impl Drop for Printed {
    /// The command is ended if its output is not read to the end.
    fn drop(&mut self) {
        drop(self.child.stdout.take());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
