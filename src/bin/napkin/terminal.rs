//! What people see: colours, and untrusted text that can't do anything to a terminal.

use std::{
    borrow::Cow,
    fmt::{Display, Write as _},
    io::{self, BufWriter, IsTerminal, StdoutLock, Write},
    str,
};

use anstyle::{AnsiColor, Style};

use crate::{arguments::Colour, exit::Exit};

/// How the fields of a list look. Plain styles write nothing at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct Styles {
    /// File names.
    pub path: Style,
    /// Lines, columns, offsets and counts.
    pub number: Style,
    /// What stands between the fields.
    pub separator: Style,
    /// URLs.
    pub url: Style,
}

impl Styles {
    /// Grep's colours.
    pub const COLOURED: Styles = Styles {
        path: AnsiColor::Magenta.on_default(),
        number: AnsiColor::Green.on_default(),
        separator: AnsiColor::Cyan.on_default(),
        url: AnsiColor::Red.on_default().bold(),
    };

    /// The styles for standard output.
    pub fn choose(when: Colour, terminal: bool) -> Styles {
        let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let coloured = match when {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => terminal && !no_color,
        };
        if coloured { Styles::COLOURED } else { Styles::default() }
    }
}

/// Whether people are looking at standard output.
pub fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// How many columns a line may have, so that people see it as one line.
pub fn columns() -> usize {
    /// Where nobody says how wide it is.
    const USUAL: usize = 100;
    /// Less is too little to see anything in.
    const LEAST: usize = 40;
    terminal_size::terminal_size_of(io::stdout()).map_or(USUAL, |(width, _)| usize::from(width.0).max(LEAST))
}

/// Whether a character acts on a terminal or can't be seen: controls, bidirectional controls, zero-width characters.
pub fn is_hidden(char: char) -> bool {
    char.is_control()
        || matches!(char,
            '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
            | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FEFF}'
            | '\u{FFA0}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E0FFF}')
}

/// The text with every hidden character made visible: an escape is `\u{1b}`.
pub fn visible(text: &str) -> Cow<'_, str> {
    visible_but(text, |_| false)
}

fn visible_but(text: &str, keep: impl Fn(char) -> bool) -> Cow<'_, str> {
    let hides = |char| is_hidden(char) && !keep(char);
    if !text.contains(hides) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for char in text.chars() {
        if hides(char) {
            // Writing to a string doesn't fail.
            let _ = write!(shown, "{}", char.escape_unicode());
        } else {
            shown.push(char);
        }
    }
    Cow::Owned(shown)
}

/// Makes whole texts visible on their way to a terminal: line ends and tabs stay. Each write must be of whole characters.
pub struct Visible<W>(pub W);

impl<W: Write> Write for Visible<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        self.0.write_all(visible_but(&text, |char| matches!(char, '\n' | '\t')).as_bytes())?;
        if bytes.contains(&b'\n') {
            self.0.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Writes a message to standard error, in one line whatever is in it. That it can't be written is no reason to stop.
pub fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "napkin: {}", visible(message));
}

/// Tells something that is no complaint, on standard error.
pub fn tell(line: &str) {
    let _ = writeln!(io::stderr(), "{}", visible(line));
}

/// Shows a line that belongs to what was said before, on standard error.
pub fn show(line: &str) {
    let _ = writeln!(io::stderr(), "    {}", visible(line));
}

/// What an I/O error means to people.
pub fn reason(error: impl Display) -> String {
    let reason = error.to_string();
    match reason.rfind(" (os error ") {
        Some(end) => reason[..end].to_string(),
        None => reason,
    }
}

/// Standard output for one thing after the other: where somebody watches, each appears at once.
pub struct Output {
    out: BufWriter<StdoutLock<'static>>,
    watched: bool,
}

/// Standard output.
pub fn output() -> Output {
    /// How much is gathered before it is written, when nobody watches it appear.
    const BUFFER: usize = 64 << 10;
    Output { out: BufWriter::with_capacity(BUFFER, io::stdout().lock()), watched: is_terminal() }
}

impl Output {
    /// Something is complete.
    pub fn settle(&mut self) -> io::Result<()> {
        if self.watched { self.out.flush() } else { Ok(()) }
    }

    /// Whether people see it on a terminal.
    pub fn is_watched(&self) -> bool {
        self.watched
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Prints help or the version.
pub fn print(text: &impl Display) -> Exit {
    let mut out = io::stdout();
    match write!(out, "{text}").and_then(|()| out.flush()) {
        Ok(()) => Exit::Found,
        Err(error) => write_failed(&error),
    }
}

/// What a failed write comes to: a closed pipe is the reader's way of saying that it has seen enough.
pub fn write_failed(error: &io::Error) -> Exit {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return Exit::Found;
    }
    complain(&format!("standard output: {}", reason(error)));
    Exit::Error
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_on_a_terminal_becomes_visible() {
        assert_eq!(visible("a\u{1b}]0;x\u{7}\u{9b}b\u{7f}\r\n"), r"a\u{1b}]0;x\u{7}\u{9b}b\u{7f}\u{d}\u{a}");
        assert_eq!(visible("\u{202e}x\u{2066}\u{200b}\u{feff}"), r"\u{202e}x\u{2066}\u{200b}\u{feff}");
        assert!(matches!(visible("http://a.example/日本語"), Cow::Borrowed(_)));
    }

    #[test]
    fn a_text_keeps_its_lines() {
        let mut out = Visible(Vec::new());
        out.write_all("a\tb\n\u{1b}[2J\r\n".as_bytes()).unwrap();
        assert_eq!(out.0, "a\tb\n\\u{1b}[2J\\u{d}\n".as_bytes());
    }

    #[test]
    fn colours_are_a_matter_of_the_option_first() {
        assert!(Styles::choose(Colour::Never, true).url.is_plain());
        assert!(!Styles::choose(Colour::Always, false).url.is_plain());
        assert!(Styles::choose(Colour::Auto, false).url.is_plain());
    }

    #[test]
    fn reasons_are_for_people() {
        let error = io::Error::from_raw_os_error(2);
        assert!(!reason(&error).contains("os error"));
        assert_eq!(reason("byte 3: short"), "byte 3: short");
    }
}
