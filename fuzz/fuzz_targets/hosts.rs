//! Texts with a host, a character beside it or a line end in it: the host of a link is the one that is written, and CRLF is what LF is.

#![no_main]

#[path = "../../tests/library/host_texts.rs"]
mod host_texts;

use host_texts::{PLACES, broken, is_assigned, placed, unwritten};
use libfuzzer_sys::{arbitrary::Unstructured, fuzz_target};
use napkin::{Finder, Kinds, Rejoin};

fuzz_target!(|bytes: &[u8]| {
    let mut input = Unstructured::new(bytes);
    let mut below = |end: usize| input.choose_index(end).unwrap_or(0);
    let level = [Rejoin::Auto, Rejoin::Eager, Rejoin::Off][below(3)];
    let text = match below(4) {
        0 => {
            let c = char::from_u32(below(0x11_0000) as u32).filter(|&c| is_assigned(c)).unwrap_or(' ');
            placed(PLACES[below(PLACES.len())], c)
        }
        _ => broken(&mut below),
    };
    let finder = Finder::builder().kinds(Kinds::ALL).rejoin(level).build().expect("the options are right");
    let links = |text: &str| -> Vec<_> { finder.find_iter(text).map(|link| link.url().to_owned()).collect() };
    for link in finder.find_iter(&text) {
        assert_eq!(unwritten(&text, &link), None, "{text:?}: {}", link.url());
    }
    let text = text.replace("\r\n", "\n");
    assert_eq!(links(&text), links(&text.replace('\n', "\r\n")), "{text:?}");
});
