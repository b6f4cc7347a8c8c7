//! Streams: cuts, charsets, line numbers, URLs that are too long, and readers that fail.

use std::{
    error::Error as _,
    io::{self, Read},
    ops::ControlFlow,
};

use napkin::{Context, ErrorKind, Event, Finder, Grammar, Kinds, Link, Rejoin, Sink};

use crate::{hostile, literals, random::Random};

/// Yields at most so many bytes a read.
pub(crate) struct Cut<'t>(pub(crate) &'t [u8], pub(crate) usize);

impl Read for Cut<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.0.len().min(self.1).min(buffer.len());
        buffer[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

/// Notes all events as text.
#[derive(Default)]
struct Notes(Vec<String>, usize);

impl Sink for Notes {
    fn event(&mut self, event: Event<'_>, _: &Context<'_>) -> io::Result<ControlFlow<()>> {
        self.0.push(match event {
            Event::Link(link) => format!("{} {:?}", link.url(), link.range()),
            Event::Refused(refused) => format!("refused {:?} {}", refused.range(), refused.rejection().rule()),
            Event::Break(seen) => format!("break {:?} at {}", seen.range(), seen.at()),
            _ => unreachable!("there are no other events"),
        });
        Ok(ControlFlow::Continue(()))
    }

    fn settled(&mut self, text: &[u8]) -> io::Result<ControlFlow<()>> {
        self.1 += text.len();
        Ok(ControlFlow::Continue(()))
    }
}

fn links(finder: &Finder, reader: impl Read) -> Vec<Link<'static>> {
    finder.stream(reader).collect::<Result<_, _>>().expect("the reader never fails")
}

#[test]
fn what_is_told_of_a_break_stands_in_its_place_far_into_a_stream() {
    let text =
        "There is more to say about all that.\n".repeat(20_000) + "See http://a.example/soups-\nof-all/winter.html\n\n";
    let finder = Finder::builder().explain(true).build().expect("options are right");
    let (mut whole, mut streamed) = (Notes::default(), Notes::default());
    finder.searcher().search_slice(text.as_bytes(), &mut whole).unwrap();
    finder.search_into(Cut(text.as_bytes(), 5000), &mut streamed).unwrap();
    assert_eq!(streamed.0, whole.0);
    let at = text.find("http").unwrap();
    assert_eq!(whole.0[0], format!("break {:?} at {}", at..at + 42, at + 23));
}

#[test]
fn utf16_is_decoded_and_offsets_lead_to_the_source() {
    let text = "π 😀 <http://a.example/é\n  b> and http://b.example/東京 end";
    for little_endian in [true, false] {
        let encode = |text: &str| -> Vec<u8> {
            let bytes = |unit: u16| if little_endian { unit.to_le_bytes() } else { unit.to_be_bytes() };
            text.encode_utf16().flat_map(bytes).collect()
        };
        let source = encode(&format!("\u{FEFF}{text}"));
        for cut in [1, 2, 3, 7, 1000] {
            let found = links(&Finder::new(), Cut(&source, cut));
            let urls: Vec<&str> = found.iter().map(Link::url).collect();
            assert_eq!(urls, ["http://a.example/éb", "http://b.example/東京"], "{cut}");
            let pieces = found.iter().flat_map(|link| link.pieces().to_vec());
            let pieces: Vec<&[u8]> = pieces.map(|piece| &source[piece]).collect();
            assert_eq!(pieces, ["http://a.example/é", "b", "http://b.example/東京"].map(encode), "{cut}");
        }
    }
}

#[test]
fn half_a_surrogate_or_unit_ends_a_url() {
    let source = b"\xFF\xFEh\0t\0t\0p\0:\0/\0/\0a\0/\0b\0\x00\xD8c\0 \0x";
    let found = links(&Finder::new(), &source[..]);
    assert_eq!(found.iter().map(Link::url).collect::<Vec<_>>(), ["http://a/b"]);
}

#[test]
fn lines_end_in_lf_crlf_or_cr() {
    let text = "http://a/\nx http://b/\r\nhttp://c/\rhttp://d/\r\r\n http://e/";
    let finder = Finder::builder().positions(true).build().unwrap();
    for cut in [1, 2, 5, 100] {
        let found = links(&finder, Cut(text.as_bytes(), cut));
        let places: Vec<_> = found.iter().filter_map(|link| link.position()).map(|p| (p.line, p.column)).collect();
        assert_eq!(places, [(1, 1), (2, 3), (3, 1), (4, 1), (6, 2)], "{cut}");
    }
}

#[test]
fn a_url_longer_than_the_window_is_refused_and_not_cut() {
    let long = "a/www.example.com/".repeat(1000);
    let text = format!("http://a.example/{long} <http://b.example/> {long}");
    let finder = Finder::builder().window(1024).explain(true).build().unwrap();
    for cut in [1, 100, 100_000] {
        let mut notes = Notes::default();
        finder.search_into(Cut(text.as_bytes(), cut), &mut notes).unwrap();
        assert_eq!(notes.1, text.len());
        assert_eq!(notes.0[0], "refused 0..1024 napkin window", "{cut}");
        assert!(notes.0[1].starts_with("http://b.example/ "), "{:?}", notes.0);
        assert!(notes.0.iter().skip(2).all(|note| note.starts_with("refused")), "{:?}", notes.0);
    }
}

#[test]
fn what_was_read_before_an_error_is_found_and_the_error_says_where() {
    struct Failing<'t>(&'t [u8]);
    impl Read for Failing<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() {
                return Err(io::Error::other("the disk is gone"));
            }
            Cut(self.0, 4).read(buffer).inspect(|&count| self.0 = &self.0[count..])
        }
    }
    let mut found = Finder::new().stream(Failing(b"http://a.example/ http://b.example/x"));
    assert_eq!(found.next().unwrap().unwrap().url(), "http://a.example/");
    assert_eq!(found.next().unwrap().unwrap().url(), "http://b.example/x");
    let error = found.next().unwrap().unwrap_err();
    assert_eq!((error.kind(), error.to_string().as_str()), (ErrorKind::Read, "reading failed at byte 36"));
    assert_eq!(error.source().map(ToString::to_string).as_deref(), Some("the disk is gone"));
    assert!(found.next().is_none());
}

#[test]
fn interruptions_are_nothing() {
    struct Interrupted<'t>(Cut<'t>, bool);
    impl Read for Interrupted<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            if self.1 { Err(io::ErrorKind::Interrupted.into()) } else { self.0.read(buffer) }
        }
    }
    let found = links(&Finder::new(), Interrupted(Cut(b"http://a.example/", 3), false));
    assert_eq!(found.len(), 1);
}

#[test]
fn a_finder_says_what_is_wrong_with_its_configuration() {
    let error = Finder::builder().window(10).build().unwrap_err().to_string();
    assert_eq!(error, "window: 10 bytes are too few; the least is 1024");
    let error = Finder::builder().schemes(["ht tp"]).build().unwrap_err().to_string();
    assert!(error.contains("\"ht tp\""), "{error}");
    for confidence in [-0.1, 1.1, f32::NAN] {
        let error = Finder::builder().rejoin(Rejoin::AtLeast(confidence)).build().unwrap_err().to_string();
        assert_eq!(error, "rejoin: a confidence is a number from 0 to 1");
    }
    assert!(Finder::builder().kinds(Kinds::NONE).build().is_ok());
}

#[test]
fn names_around_the_limit_of_the_window() {
    const WINDOW: usize = 1024;
    let finder = Finder::builder().kinds(Kinds::ALL).window(WINDOW).build().unwrap();
    for front in ["", "www.", "http://", "x@", "mailto:x@", "<", "\"www.", "<URL:http://", "ftp.", "x://"] {
        for length in WINDOW - 80..WINDOW + 80 {
            let text = format!("{front}{}b.com/ http://c.example/", "a.".repeat(length / 2) + &"a".repeat(length % 2));
            let whole: Vec<_> = finder.find_iter(&text).map(Link::into_owned).collect();
            assert_eq!(whole, links(&finder, Cut(text.as_bytes(), 100)), "{front} and {length}");
            assert_eq!(whole.last().map(Link::url), Some("http://c.example/"), "{front} and {length}");
        }
    }
}

/// A label may be cut from its URL, and the text before it may be longer than the buffer.
#[test]
fn labels_are_found_however_a_text_is_cut() {
    let markup = "[the\nsoup](http://a.example/b) and [[http://a.example/c][some\r\nOrg]], <http://a.example/d|Slack> \
                  http://a.example/e[adoc^]. [www.a.example the wiki] <a href='http://a.example/f'>g &amp; h</a> [http://a.example/i";
    for explain in [false, true] {
        let finder = Finder::builder().labels(true).explain(explain).positions(true).build().unwrap();
        let labels = |finder: &Finder, reader: Cut<'_>| -> Vec<(String, Option<String>)> {
            let links = finder.stream(reader).map(Result::unwrap);
            links.map(|link| (link.url().to_owned(), link.label().map(str::to_owned))).collect()
        };
        let whole: Vec<_> =
            finder.find_iter(markup).map(|link| (link.url().to_owned(), link.label().map(str::to_owned))).collect();
        let found: Vec<_> = whole.iter().map(|(_, label)| label.as_deref()).collect();
        let expected = ["the soup", "some Org", "Slack", "adoc", "the wiki", "g & h"];
        assert_eq!(found, expected.into_iter().map(Some).chain([None]).collect::<Vec<_>>());
        for step in 1..=markup.len() {
            assert_eq!(labels(&finder, Cut(markup.as_bytes(), step)), whole, "{step} bytes a read");
        }
        for before in [1 << 16, (1 << 16) + 200, 1 << 20] {
            let text = "soup ".repeat(before / 5) + markup;
            for step in [100, 4096, before + 30, text.len()] {
                assert_eq!(labels(&finder, Cut(text.as_bytes(), step)), whole, "{before} bytes before, {step} a read");
            }
        }
    }
}

/// Texts of all that the sources name: what is treated in a way of its own is cut in the middle as well.
#[test]
fn what_the_sources_name_is_found_however_it_is_cut() {
    const TEXTS: usize = if cfg!(debug_assertions) { 1_000 } else { 20_000 };
    let tokens = hostile::tokens_with(&literals::of_sources().expect("the sources are there"));
    let every = || Finder::builder().kinds(Kinds::ALL).any_scheme(true).positions(true);
    let finders = [
        every(),
        every().grammar(Grammar::Rfc1738).rejoin(Rejoin::Delimited),
        every().base("http://a.example/b/c").rejoin(Rejoin::Eager).unwrap_redirects(true).explain(true).labels(true),
        every().skip_code(true).explain(true),
        every().grammar(Grammar::Draft1993).labels(true),
    ];
    let finders = finders.map(|finder| finder.build().expect("options are right"));
    let mut random = Random(53);
    for number in 0..TEXTS {
        let text: String = (0..2 + random.below(12)).map(|_| random.of(&tokens)).collect();
        let finder = &finders[number % finders.len()];
        let [whole, cut] = [text.len(), 1 + random.below(text.len())].map(|step| {
            let mut notes = Notes::default();
            finder.search_into(Cut(text.as_bytes(), step), &mut notes).expect("the reader never fails");
            (step, notes.0)
        });
        assert_eq!(cut.1, whole.1, "{text:?}, {} bytes a read, with {finder:?}", cut.0);
    }
}
