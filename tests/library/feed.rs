//! Streams that arrive in chunks: their links, and their HTML.

use std::ops::ControlFlow;

use napkin::{Context, Error, Event, Finder, Kinds, Linkifier};

fn found(search: impl FnOnce(&mut dyn FnMut(Event<'_>)) -> Result<(), Error>) -> Vec<String> {
    let mut found = Vec::new();
    search(&mut |event| found.push(format!("{event:?}"))).unwrap();
    found
}

#[test]
fn chunks_of_any_size_are_the_stream() {
    let text = "See http://a.example/b, <http://b.exa\nmple/\n c>, http://-/ and https://a.example/the-minutes-of-the-\n\
                dinner/and-the-recipes.html\n\nwww.c.example/ü and http://d.example/𝄞 https://e.example";
    let utf16 = |unit: fn(u16) -> [u8; 2]| {
        let units = std::iter::once(0xFEFF).chain(text.encode_utf16());
        units.flat_map(unit).collect::<Vec<u8>>()
    };
    let finder = Finder::builder().explain(true).positions(true).build().unwrap();
    for bytes in [text.as_bytes().to_vec(), text.repeat(200).into(), utf16(u16::to_le_bytes), utf16(u16::to_be_bytes)] {
        let expected =
            found(|take| finder.search_into(&bytes[..], &mut |event: Event<'_>, _: &Context<'_>| take(event)));
        assert!(expected.len() > 6, "{expected:?}");
        for size in [1, 2, 3, 7, 100, 10_000, bytes.len()] {
            let by_chunks = found(|take| {
                let mut sink = |event: Event<'_>, _: &Context<'_>| take(event);
                let mut feed = finder.feed();
                bytes.chunks(size).try_for_each(|chunk| feed.push(chunk, &mut sink))?;
                feed.finish(&mut sink)
            });
            assert_eq!(by_chunks, expected, "in chunks of {size}");
        }
    }
}

#[test]
fn a_stream_of_a_byte_or_none_has_an_end() {
    for bytes in [&b""[..], b"x", b"\xFF"] {
        let mut sink = |_: Event<'_>, _: &Context<'_>| {};
        let mut feed = Finder::new().feed();
        feed.push(bytes, &mut sink).unwrap();
        feed.finish(&mut sink).unwrap();
    }
}

#[test]
fn who_has_enough_gets_no_more() {
    let mut count = 0;
    let mut sink = |_: Event<'_>, _: &Context<'_>| {
        count += 1;
        ControlFlow::Break(())
    };
    let mut feed = Finder::new().feed();
    for _ in 0..3 {
        feed.push("http://a.example/ and more\n".repeat(100).as_bytes(), &mut sink).unwrap();
    }
    feed.finish(&mut sink).unwrap();
    assert_eq!(count, 1);
}

#[test]
fn chunks_of_any_size_make_the_same_html() {
    let text = "See http://a.example/b, <http://b.exa\nmple/\n c> & kim@soup.com\r\nhttp://-/ „ü“ 𝄞 \r https://a.example/the-minutes-of-\n\
                the-dinner.html\n\nwww.c.example/ü \u{202E} \0 https://e.example";
    let finder = Finder::builder().kinds(Kinds::ALL).build().unwrap();
    for linkifier in [Linkifier::new(finder.clone()), Linkifier::new(finder).mask_addresses(true)] {
        let mut bytes = text.repeat(3).into_bytes();
        bytes.extend(b"caf\xE9 \xF0\x9D");
        let mut whole = Vec::new();
        linkifier.write(&bytes[..], &mut whole).unwrap();
        for size in [1, 2, 3, 7, 100, bytes.len()] {
            let mut feed = linkifier.feed(Vec::new());
            bytes.chunks(size).for_each(|chunk| feed.push(chunk).unwrap());
            assert_eq!(feed.finish().unwrap(), whole, "in chunks of {size}");
        }
    }
}

#[test]
fn what_is_settled_is_written_at_once() {
    let mut written = Vec::new();
    let linkifier = Linkifier::new(Finder::new());
    let mut feed = linkifier.feed(&mut written);
    feed.push(b"see http://a.example/ this fine morning\n\nand more\n").unwrap();
    drop(feed);
    let written = String::from_utf8(written).unwrap();
    assert!(written.ends_with("http://a.example/</a>"), "{written:?}");
}
