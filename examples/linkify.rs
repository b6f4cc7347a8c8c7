//! Turns text into HTML in which its URLs are anchors: `cargo run --example linkify < notes.txt > notes.html`.

use std::io::{self, Read, Write};

use napkin::{Error, Finder, Kinds, Linkifier};

fn main() -> Result<(), Error> {
    linkify(io::stdin().lock(), &mut io::stdout().lock())
}

/// Writes while it reads, so the text may have any length. Escapes all markup in the text.
pub fn linkify(text: impl Read, out: &mut impl Write) -> Result<(), Error> {
    let finder = Finder::builder().kinds(Kinds::ALL).build()?;
    Linkifier::new(finder).rel("nofollow").write(text, out)
}
