//! Turns text into HTML in which its URLs are anchors: `cargo run --example linkify < notes.txt > notes.html`.

use std::io::{self, Read, Write};

use napkin::{Error, Finder, Kinds, Linkifier};

fn main() -> Result<(), Error> {
    linkify(io::stdin().lock(), &mut io::stdout().lock())
}

/// The text may be of any length: it is written as it is read. Everything in it that is special to HTML is escaped.
pub fn linkify(text: impl Read, out: &mut impl Write) -> Result<(), Error> {
    let finder = Finder::builder().kinds(Kinds::ALL).build()?;
    Linkifier::new(finder).rel("nofollow").write(text, out)
}
