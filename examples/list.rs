//! Lists the URLs of a text with the bytes that each stands at: `cargo run --example list < notes.txt`.

use std::io::{self, Write};

use napkin::Finder;

fn main() -> io::Result<()> {
    list(&io::read_to_string(io::stdin())?, &mut io::stdout().lock())
}

/// Lists a URL that was broken over lines as one.
pub fn list(text: &str, out: &mut impl Write) -> io::Result<()> {
    for link in Finder::new().find_iter(text) {
        let range = link.range();
        writeln!(out, "{}-{}: {}", range.start, range.end, link.url())?;
    }
    Ok(())
}
