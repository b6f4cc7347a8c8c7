//! What is found where so much was looked at in vain, read again or weighed that no more of it is: no URL with its scheme is hidden, and all of it is the
//! same however the text is read.

use napkin::{Context, Event, Finder, Kind, Kinds, Link};

use crate::{linear::finder, stream::Cut};

/// Where so much was looked at that is nothing that no more is, what follows is found.
#[test]
fn what_follows_what_is_not_looked_at_is_found() {
    let explained = Finder::builder().kinds(Kinds::ALL).explain(true).build().expect("they are right");
    for word in ["@:", ".ｱ", "sip:\"", "»a.a"] {
        let prose = "and here are some words, with nothing in them that looks like a link ";
        let text = word.repeat(20_000) + " " + prose + "‚x@a.example‘ and http://b.example/c% ";
        let found: Vec<_> = explained.find_iter(&text).map(|link| link.url().to_owned()).collect();
        assert_eq!(found.last().map(String::as_str), Some("http://b.example/c%25"), "{word:?}");
        assert!(found.iter().any(|url| url == "mailto:x@a.example"), "{word:?}: {found:?}");
    }
}

/// An address that is told as it stands is found where no closer look is taken any more.
#[test]
fn plain_addresses_are_found_where_nothing_is_looked_at() {
    let text = "\"http://a b@@c@@d@@e@@ kim@a.example \" ".repeat(4_000);
    let found = finder(Kinds::ALL).find_iter(&text).filter(|link| link.url() == "mailto:kim@a.example").count();
    assert_eq!(found, 4_000);
}

/// A table spends what there is, and keeps its hosts.
#[test]
fn hosts_beside_bars_are_found_in_every_row() {
    let table: String = (0..5_000).map(|row| format!("{row}|https://host{row}.com|kim\n")).collect();
    assert_eq!(Finder::new().find_iter(&table).count(), 5_000);
}

/// The end of a page costs no more the farther it stands into the text: each URL that goes on behind one is whole.
#[test]
fn what_goes_on_behind_a_page_is_whole_on_every_page() {
    let page = "See the list of all of the soups in http://kitchen.example/soups/of-the-\n\n\n\n\
                Kim                     Experimental                    [Page 4]\n\x0C\n\
                RFC 9999                    Soups                     May 2026\n\n\n\
                winter/with-barley.html for what is in each.\n\nThese are words of the next page.\n\n";
    let text = page.repeat(1_000);
    let is_whole = |link: &Link| link.url() == "http://kitchen.example/soups/of-the-winter/with-barley.html";
    assert_eq!(Finder::new().find_iter(&text).filter(is_whole).count(), 1_000);
}

/// What opens and never closes takes nothing from what stands thousands of bytes behind it.
#[test]
fn a_bracket_that_never_closes_hides_no_broken_url() {
    let words = "and more of what there is to say\n".repeat(1_000);
    let numbers = "12345\n".repeat(20_000) + "\n" + &words[..words.len() / 10];
    for (open, lines) in [
        ("see <http://b.example/c and so on\n", &words),
        ("perl < 5.11, as said\n", &words),
        ("if a <b.com\n", &words),
        ("see \"http://b.example/c\n", &numbers),
        ("if a <b.com\n", &numbers),
    ] {
        let text = [open, lines, "(\"http://a.example/one/\ntwo-\nthree\" is)\n"].concat();
        for kinds in [Kinds::default(), Kinds::ALL] {
            let last = finder(kinds).find_iter(&text).last().map(|link| link.url().to_owned());
            assert_eq!(last.as_deref(), Some("http://a.example/one/two-three"), "behind {open:?}");
        }
    }
}

/// Nor does what was read far ahead for what opens in each of many lines: a URL between marks that is broken is whole.
#[test]
fn what_opens_in_each_line_hides_no_broken_url() {
    let finder = finder(Kinds::default().with(Kind::Domain));
    let lines = "'\\\"a.com\n".repeat(1_000) + "\n";
    let prose = "and more of what there is to say\n".repeat(1_000) + "\n";
    let [once, twice] = ["three", "two/\nthree"].map(|rest| format!("(\"http://a.example/one/\n{rest}\")\n\n"));
    let text = [&lines, &once, &twice, &prose, &twice].map(String::as_str).concat();
    let urls: Vec<_> =
        finder.find_iter(&text).map(|link| link.url().to_owned()).filter(|url| url != "http://a.com").collect();
    let [once, twice] = ["one/three", "one/two/three"].map(|path| format!("http://a.example/{path}"));
    assert_eq!(urls, [once, twice.clone(), twice]);
}

/// What hides nothing: a URL right behind hundreds of beginnings of others, in whatever it is searched.
#[test]
fn a_url_behind_many_beginnings_is_found() {
    for word in
        ["<http://", "://", "\"http://", "'http://", "<www.", "(http://", "http:// ", "x:// ", "@:", "ssh://\\_"]
    {
        for times in [14, 250, 409, 511, 631, 1_000, 1_300, 5_000] {
            let text = word.repeat(times) + " https://real.museum.example/x";
            for kinds in [Kinds::default(), Kinds::ALL] {
                for explain in [false, true] {
                    let finder = Finder::builder().kinds(kinds).explain(explain).build().expect("they are right");
                    let last = finder.find_iter(&text).last();
                    let url = last.as_ref().map(|link| link.url());
                    assert_eq!(url, Some("https://real.museum.example/x"), "behind {word:?} {times} times");
                }
            }
        }
    }
}

/// Where so many breaks were weighed that no more are, less of a host is still another.
#[test]
fn no_host_is_cut_behind_many_breaks() {
    for broken in ["http://www.shop.co\nm/soups", "http://www.shop.c\nom/soups"] {
        for times in [0, 200, 2_000] {
            let text = format!("{}\n\n{broken}\n", "http://a.example/b-\nc_d/e\n".repeat(times));
            for explain in [false, true] {
                let finder = Finder::builder().explain(explain).build().expect("it is right");
                assert_eq!(finder.find_iter(&text).count(), times, "{broken:?} behind {times}, explained: {explain}");
            }
        }
    }
}

/// No stretch of a text makes what is found depend on how it is read, however much is looked at in it in vain.
#[test]
fn what_is_not_looked_at_does_not_depend_on_how_it_is_read() {
    let finder = finder(Kinds::ALL);
    for words in [
        ["@:", "x@a.com’ "],
        ["ssh://\\_", "'a.com "],
        ["»a.a", "http://a/b% "],
        ["sip:\"", "<http://a\nb.de> "],
        ["'\\\"a.com\n", "\n(\"http://a/b\nc\nd\")\n"],
        ["@@ a.com ", "@@ @@ x@a.com. "],
        ["@@ @@ a.com/b ", "tel:"],
        ["a.aa1@b.com ..@@ ", "sip:a@b.de «a.com» "],
    ] {
        let text: String = (0..6_000).map(|number| words[usize::from(number % 7 == 0)]).collect();
        let whole: Vec<_> = finder.find_iter(&text).map(|link| (link.range(), link.url().to_owned())).collect();
        for size in [1, 50, 777, 5_000] {
            let mut read = Vec::new();
            let mut sink = |event: Event<'_>, _: &Context<'_>| {
                if let Event::Link(link) = event {
                    read.push((link.range(), link.url().to_owned()));
                }
            };
            finder.search_into(Cut(text.as_bytes(), size), &mut sink).expect("it is all in memory");
            assert!(read == whole, "{words:?} in reads of {size}: {} links and {}", read.len(), whole.len());
        }
    }
}

/// In a mailbox of short messages with a broken URL each, every one is put together: where each message had only what its length
/// pays for, that was so in the first sixteen.
#[cfg(feature = "mail")]
#[test]
fn short_messages_are_weighed() {
    let message = |number| {
        let head = "From a@b.example Mon Jan  1 00:00:00 2024\nFrom: a@b.example\nSubject: x\n\n";
        format!("{head}http://h{number}.example/dir/some/long/path/that-\nhas/more/x.html\n\n")
    };
    let mailbox: String = (0..60).map(message).collect();
    let mut whole = 0;
    let mut sink = |event: Event<'_>, _: &Context<'_>| {
        if let Event::Link(link) = event {
            whole += usize::from(link.url().ends_with("/that-has/more/x.html"));
        }
    };
    napkin::mail::MailFinder::new(Finder::new())
        .search_into(mailbox.as_bytes(), &mut sink)
        .expect("it is all in memory");
    assert_eq!(whole, 60);
}
