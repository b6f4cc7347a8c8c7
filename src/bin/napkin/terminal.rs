//! Output for people: colours, messages, and the width of a line.

use std::{
    fmt::Display,
    io::{self, BufWriter, IsTerminal, StdoutLock, Write},
};

use napkin::write::visible;

use crate::exit::Exit;

/// Returns `true` if standard output has colours by default: on a terminal, unless the environment disables them.
pub fn has_colours(terminal: bool) -> bool {
    terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Returns `true` if links are clickable by default: on a terminal that is not dumb.
pub fn has_hyperlinks(terminal: bool) -> bool {
    terminal && std::env::var_os("TERM").is_some_and(|term| term != "dumb" && term != "linux")
}

pub fn is_input_terminal() -> bool {
    io::stdin().is_terminal()
}

pub fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

pub fn columns() -> usize {
    const USUAL: usize = 100;
    const LEAST: usize = 40;
    terminal_size::terminal_size_of(io::stdout()).map_or(USUAL, |(width, _)| usize::from(width.0).max(LEAST))
}

/// Returns a message as one line, after the name of the program.
pub fn message(text: &str) -> String {
    format!("napkin: {}", visible(text))
}

/// Returns a line that continues a message.
pub fn below(line: &str) -> String {
    format!("    {}", visible(line))
}

/// Prints a line on standard error. A failure is ignored.
pub fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

pub fn say_lines(lines: &str) {
    let _ = io::stderr().write_all(lines.as_bytes());
}

pub fn complain(text: &str) {
    say(&message(text));
}

/// Says what is wrong, and returns the status for it.
pub fn fail(text: &str) -> Exit {
    complain(text);
    Exit::Error
}

/// Returns the reason of an I/O error, without its number.
pub fn reason(error: impl Display) -> String {
    let reason = error.to_string();
    match reason.rfind(" (os error ") {
        Some(end) => reason[..end].to_string(),
        None => reason,
    }
}

/// Buffered standard output. On a terminal, each item appears at once.
pub struct Console {
    out: BufWriter<StdoutLock<'static>>,
    watched: bool,
}

pub fn output() -> Console {
    /// The size of the buffer, if standard output is not a terminal.
    const BUFFER: usize = 64 << 10;
    Console { out: BufWriter::with_capacity(BUFFER, io::stdout().lock()), watched: is_terminal() }
}

impl Console {
    pub fn settle(&mut self) -> io::Result<()> {
        if self.watched { self.out.flush() } else { Ok(()) }
    }

    pub fn is_watched(&self) -> bool {
        self.watched
    }
}

impl Write for Console {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

pub fn print(text: &impl Display) -> Exit {
    let mut out = io::stdout();
    match write!(out, "{text}").and_then(|()| out.flush()) {
        Ok(()) => Exit::Found,
        Err(error) => write_failed(&error),
    }
}

/// Returns the status for a failed write. A closed pipe is fine: the reader has seen enough.
pub fn write_failed(error: &io::Error) -> Exit {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return Exit::Found;
    }
    fail(&format!("standard output: {}", reason(error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_no_colours_without_a_terminal() {
        assert!(!has_colours(false));
    }

    #[test]
    fn reasons_are_for_people() {
        let error = io::Error::from_raw_os_error(2);
        assert!(!reason(&error).contains("os error"));
        assert_eq!(reason("byte 3: short"), "byte 3: short");
    }
}
