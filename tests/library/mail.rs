//! Every message of the corpus: alone, in every flavour of mailbox, and in reads of every size.

use std::{
    fmt::Write as _,
    io::{self, Read},
    ops::{ControlFlow, Range},
};

use napkin::{Context, Event};

use crate::support::{
    messages::{
        Case, Findings, Flavour, Found, InHeader, Slow, cases, finder, search, search_parts, with_crlf, with_returns,
    },
    random::Random,
};

#[test]
fn every_message_is_read_as_it_should_be() {
    let mut report = String::new();
    for case in cases() {
        let message = case.message();
        let alone = search(&finder(), &message[..]);
        if let Err(difference) = case.check(&alone, None) {
            writeln!(report, "\n{}: {difference}", case.name).expect("a string takes every write");
        }
        if case.damage.is_empty() != alone.damage.is_empty() {
            writeln!(report, "\n{}: {:?}", case.name, alone.damage).expect("a string takes every write");
        }
        for size in [1, 7] {
            assert_eq!(search(&finder(), Slow(&message, size)), alone, "{}", case.name);
        }
        let all = search(&finder().all_parts(true), &message[..]).links.len();
        assert_eq!(all, case.all_parts.unwrap_or(case.links.len()), "{}: with all parts", case.name);
    }
    assert!(report.is_empty(), "{report}");
}

#[test]
fn headers_are_searched_on_request() {
    let mut checked = 0;
    for case in cases() {
        let message = case.message();
        let (in_headers, in_bodies): (Vec<Found>, Vec<Found>) =
            search(&finder().headers(true), &message[..]).links.into_iter().partition(|link| link.field.is_some());
        assert_eq!(in_bodies, search(&finder(), &message[..]).links, "{}", case.name);
        let Some(expected) = &case.headers else { continue };
        let found = |link: Found| InHeader {
            url: link.url,
            field: link.field.expect("it is in a header"),
            part: link.part,
            at: link.range.start,
        };
        assert_eq!(&in_headers.into_iter().map(found).collect::<Vec<_>>(), expected, "{}", case.name);
        checked += 1;
    }
    assert!(checked > 5, "only {checked} headers were looked at");
}

#[test]
fn what_is_found_in_headers_and_bodies_comes_in_the_order_of_the_message() {
    let message =
        b"X-URL: http://1.example\nContent-Type: multipart/mixed; boundary=b\n\n--b\nX-URL: http://2.example\n\n\
                    http://3.example\n--b\nX-URL: http://4.example\nContent-Type: image/png\n\n\n--b--\n";
    let found = search(&finder().headers(true), &message[..]);
    let urls: Vec<&str> = found.links.iter().map(|link| link.url.as_str()).collect();
    assert_eq!(urls, ["http://1.example", "http://2.example", "http://3.example", "http://4.example"]);
}

#[test]
fn every_mailbox_has_the_same_links() {
    let mut report = String::new();
    for case in cases() {
        let message = case.message();
        let alone = search(&finder(), &message[..]).ranges(None);
        for flavour in Flavour::ALL.into_iter().filter(|flavour| flavour.holds(&message)) {
            let mut mailbox = Vec::new();
            let neighbour = b"From: sam@a.example\nSubject: tea\n\nhttp://tea.example/\n";
            flavour.add(&mut mailbox, neighbour);
            flavour.add(&mut mailbox, &message);
            flavour.add(&mut mailbox, neighbour);
            let found = search(&finder(), &mailbox[..]);
            let tea = vec![("http://tea.example/", "1")];
            assert_eq!((found.of(Some(1)), found.of(Some(3))), (tea.clone(), tea), "{}: {flavour:?}", case.name);
            if flavour.is_exact(&message) {
                assert_eq!(found.ranges(Some(2)), alone, "{}: {flavour:?}", case.name);
            }
            if !mailbox.contains(&b'\r') {
                assert_eq!(search(&finder(), &with_returns(&mailbox)[..]), found, "{}: {flavour:?}", case.name);
            }
            let crlf = search(&finder(), &with_crlf(&mailbox)[..]);
            let checked = case.check(&found, Some(2)).and_then(|()| match case.crlf {
                false if !matches!(flavour, Flavour::Cl | Flavour::Cl2) => case.check(&crlf, Some(2)),
                _ => Ok(()),
            });
            if let Err(difference) = checked {
                writeln!(report, "\n{} in {flavour:?}: {difference}", case.name).expect("a string takes every write");
            }
        }
    }
    assert!(report.is_empty(), "{report}");
}

#[test]
fn a_whole_archive_counts_its_messages() {
    let all = cases();
    for flavour in Flavour::ALL {
        let cases: Vec<&Case> = all.iter().filter(|case| flavour.holds(&case.message())).collect();
        let mut mailbox = Vec::new();
        let mut offsets = Vec::new();
        for case in &cases {
            offsets.push(flavour.add(&mut mailbox, &case.message()));
        }
        let found = search(&finder(), &mailbox[..]);
        for (index, case) in cases.iter().enumerate() {
            case.check(&found, Some(index + 1)).unwrap_or_else(|error| panic!("{} in {flavour:?}: {error}", case.name));
        }
        for link in &found.links {
            assert_eq!(offsets[link.number.unwrap() - 1], link.offset, "{link:?}");
        }
        assert_eq!(search(&finder(), Slow(&mailbox, 4099)), found, "{flavour:?}");
        for size in [1, 2_000, 30_000, usize::MAX] {
            assert_eq!(search_parts(&finder(), &mailbox, size, 4099), found, "{flavour:?} in parts of {size}");
        }
    }
}

#[test]
fn a_mailbox_that_is_cut_off_anywhere_keeps_what_is_there() {
    for flavour in [Flavour::Cl, Flavour::Mmdf, Flavour::Shown, Flavour::Article] {
        let mut mailbox = Vec::new();
        for case in cases().iter().filter(|case| flavour.holds(&case.message())).step_by(5) {
            flavour.add(&mut mailbox, &case.message());
        }
        let whole = search(&finder(), &mailbox[..]);
        for cut in (0..mailbox.len()).step_by(37) {
            let found = search(&finder(), &mailbox[..cut]);
            // All messages but the last one are the same.
            let last = found.links.last().map_or(0, |link| link.number.unwrap_or(0));
            let before = |findings: &Findings| -> Vec<Found> {
                findings.links.iter().filter(|link| link.number < Some(last)).cloned().collect()
            };
            assert_eq!(before(&found), before(&whole), "{flavour:?} {cut}");
        }
    }
}

#[test]
fn a_file_of_apple_mail_is_its_message() {
    const BEHIND: &[u8] =
        b"<?xml version=\"1.0\"?>\n<!DOCTYPE plist SYSTEM \"http://www.apple.com/plist.dtd\">\n<plist/>\n";
    let links = |findings: &Findings| -> Vec<(String, Range<usize>)> {
        findings.links.iter().map(|link| (link.url.clone(), link.range.clone())).collect()
    };
    for case in cases().iter().filter(|case| Flavour::Article.holds(&case.message())) {
        let message = case.message();
        let alone = search(&finder(), &message[..]);
        let of = |length: usize| [format!("{length:<10}\n").as_bytes(), &message, BEHIND].concat();
        let whole = search(&finder(), &of(message.len())[..]);
        assert_eq!((links(&whole), &whole.damage), (links(&alone), &alone.damage), "{}", case.name);
        for size in [1, 7] {
            assert_eq!(search(&finder(), Slow(&of(message.len()), size)), whole, "{}", case.name);
        }
        for length in [0, message.len() - 1, message.len() + 1, usize::MAX] {
            assert!(search(&finder(), &of(length)[..]).has_damage(None, "is not as long"), "{} {length}", case.name);
        }
    }
}

#[test]
fn a_message_above_the_limit_is_searched_as_text_and_named() {
    let small = b"From: sam@a.example\nSubject: tea\n\nhttp://tea.example/\n";
    let large = [&small[..], &b"word http://large.example/\n".repeat(40_000)].concat();
    let mut mailbox = Vec::new();
    for message in [&small[..], &large, small] {
        Flavour::O.add(&mut mailbox, message);
    }
    let found = search(&finder().limit(300_000), &mailbox[..]);
    assert_eq!((found.of(Some(1)).len(), found.of(Some(2)).len(), found.of(Some(3)).len()), (1, 40_001, 1));
    assert_eq!(found.links[1].part, None);
    let number = found.damage.iter().filter(|damage| damage.starts_with("message 2 at byte ")).count();
    assert_eq!((found.damage.len(), number), (1, 1), "{:?}", found.damage);
    assert_eq!(search(&finder(), &mailbox[..]).damage, Vec::<String>::new());
}

#[test]
fn a_sink_that_has_enough_ends_the_search() {
    let message = b"From: a\nTo: b\n\nhttp://a.example/ http://b.example/\n";
    let mut mailbox = Vec::new();
    Flavour::O.add(&mut mailbox, message);
    Flavour::O.add(&mut mailbox, message);
    for limit in [10, 1 << 20] {
        let mut links = 0;
        let mut take = |event: Event<'_>, _: &Context<'_>| {
            links += usize::from(matches!(event, Event::Link(_)));
            if links == 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        finder().limit(limit).search_into(&mailbox[..], &mut take).unwrap();
        assert_eq!(links, 1);
    }
}

#[test]
fn a_read_that_fails_is_told_after_what_was_read() {
    struct Failing;

    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("gone"))
        }
    }

    let mut mailbox = Vec::new();
    Flavour::O.add(&mut mailbox, b"From: a\n\nhttp://a.example/\n");
    let mut found = Findings::default();
    let error = finder().search_into(mailbox.chain(Failing), &mut found).unwrap_err();
    assert_eq!(error.to_string(), format!("reading failed at byte {}", mailbox.len()));
    assert_eq!(found.of(Some(1)), [("http://a.example/", "1")]);
}

#[test]
fn damaged_messages_do_no_harm_and_are_read_the_same_in_any_reads() {
    let cases = cases();
    let rounds = std::env::var("NAPKIN_MAIL_ROUNDS").map_or(2_000, |rounds| rounds.parse().expect("a number"));
    let mut numbers = Random(0x9E37_79B9_7F4A_7C15);
    for round in 0..rounds {
        let mut bytes = Vec::new();
        for _ in 0..=numbers.below(3) {
            let message = cases[numbers.below(cases.len())].message();
            let flavour = Flavour::ALL[numbers.below(Flavour::ALL.len())];
            if round % 4 == 0 {
                bytes.extend(format!("#! rnews {}\n", message.len()).into_bytes());
                bytes.extend(message);
            } else {
                flavour.add(&mut bytes, &message);
            }
        }
        for _ in 0..numbers.below(12) {
            let (at, other) = (numbers.below(bytes.len()), numbers.below(bytes.len()));
            match numbers.below(5) {
                0 => bytes[at] = b"\n\r -:=;\"<>()?*'+\\\0\xFF"[numbers.below(19)],
                1 => bytes.truncate(at.max(1)),
                2 => drop(bytes.drain(at.min(other)..at.max(other).min(at.min(other) + 40))),
                3 => bytes.insert(at, b"\n-F=%;"[numbers.below(6)]),
                _ => {
                    let piece = bytes[at..bytes.len().min(at + 60)].to_vec();
                    bytes.splice(other..other, piece);
                }
            }
            if bytes.is_empty() {
                bytes.push(b'F');
            }
        }
        let whole = search(&finder(), &bytes[..]);
        assert_eq!(search(&finder(), Slow(&bytes, 1 + numbers.below(500))), whole, "{round}");
        let (size, read) = (numbers.below(2_000), 1 + numbers.below(500));
        assert_eq!(search_parts(&finder(), &bytes, size, read), whole, "{round}");
        let limited = finder().limit(numbers.below(9_000)).all_parts(true);
        assert_eq!(search_parts(&limited, &bytes, size, read), search(&limited, &bytes[..]), "{round}");
    }
}

/// Any of them would take an hour by the square of its length: nobody would see the end of this test.
#[test]
fn no_message_takes_longer_than_its_length() {
    const SIZE: usize = 4 << 20;
    let many = |line: &str| line.repeat(SIZE / line.len());
    let multipart = "From: a\nContent-Type: multipart/mixed; boundary=a\n\n";
    let postmark = "From sam@a.example Tue Mar  3 10:20:30 2009\nFrom: a\n";
    let levels = (0..SIZE / 60).fold(String::new(), |mut levels, level| {
        write!(levels, "Content-Type: multipart/mixed; boundary=b{level}\n\n--b{level}\n").unwrap();
        levels
    });
    for text in [
        format!("{multipart}{}", many("--a\nContent-Type: multipart/mixed; boundary=zz\n\n")),
        format!("{multipart}--a\n\n{}", many("--\n")),
        format!("{multipart}{}", many("--a\n\n")),
        format!("From: a\n{levels}"),
        many("Content-Type: message/rfc822\n\n"),
        many("X: y\n"),
        many("Content-Type\n"),
        format!("From: a\nContent-Type: text/plain{}\n\n", many("; a*0*='b'c")),
        format!("From: a\nSubject: {}\n\nhttp://a.example/\n", many("=?utf-8?q?a?= =?utf-8?b?")),
        format!("From: a\nContent-Type: text/plain; format=flowed\n\n{}", many("> \n>> \n")),
        format!("From: a\nContent-Type: text/plain; charset=utf-7\n\n{}", many("+")),
        format!("{postmark}\n{}", many("From \n")),
        format!("{postmark}\n{}", many("From sam@a.example Tue Mar  3 10:20:30 2009\n")),
        format!("{postmark}\n{}", many(">From \n")),
        format!("{postmark}\n{}\n>From x", many(">")),
        many(&format!("{postmark}Content-Length: 3000000\n\nx\n\n")),
        many("#! rnews 3000000\nA: b\n\nx\n"),
        many("\x01\x01\x01\x01\n"),
        format!("BABYL OPTIONS:\n{}", many("\x1F\x0C\n1,,\n\n*** EOOH ***\n")),
        format!("BABYL OPTIONS:\n\x1F\x0C\n1,,\n\n{}", many("*** EOOH ***\n\n")),
        many("Article: 1 of a\nTo: b\n\n"),
        format!("#! rnews 3000000\n{}", many("#! rnews x\n")),
        format!("From: a\n\n{}", many("begin 644 a\n")),
        format!("From: a\n\n{}", many("begin 644 a\n#86)C\n")),
        format!("From: a\n\nbegin 644 a\n{}", many("#86)C\n")),
        format!("From: a\n\n{}", many("=ybegin line=1 name=a\n")),
        format!("From: a\n\n{}", many("=ybegin line=1 name=a\n=yend x\n")),
    ] {
        search(&finder(), text.as_bytes());
    }
}

#[test]
fn the_corpus_is_in_order() {
    let mut names: Vec<String> = cases().into_iter().map(|case| case.name).collect();
    assert!(names.len() >= 60, "only {} messages", names.len());
    names.sort();
    let twice: Vec<&[String]> = names.windows(2).filter(|pair| pair[0] == pair[1]).collect();
    assert!(twice.is_empty(), "{twice:?}");
}
