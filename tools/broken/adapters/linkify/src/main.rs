//! Prints the URLs that linkify finds in standard input.

use std::io;

fn main() -> io::Result<()> {
    let text = io::read_to_string(io::stdin())?;
    let mut finder = linkify::LinkFinder::new();
    for link in finder.kinds(&[linkify::LinkKind::Url]).links(&text) {
        println!("{}", link.as_str());
    }
    Ok(())
}
