//! Filters, which pass on some links.

use napkin::{
    Context, Event, Finder, Grammar, Uri,
    filter::{Glob, Hosts, Selection},
};

fn wanted(selection: &Selection, text: &str) -> Vec<String> {
    let mut urls = Vec::new();
    let mut sink = selection.around(|event: Event<'_>, _: &Context<'_>| {
        if let Event::Link(link) = event {
            urls.push(link.url().to_owned());
        }
    });
    Finder::new().search_into(text.as_bytes(), &mut sink).unwrap();
    urls
}

#[test]
fn all_conditions_have_to_hold() {
    let text = "http://a.example/b.pdf https://a.example:444/c/d.PDF ftp://b.example/e.pdf mailto:a@a.example";
    let hosts = || Hosts::new(["a.example"]).unwrap();
    assert_eq!(wanted(&Selection::new(), text).len(), 4);
    assert_eq!(wanted(&Selection::new().hosts(hosts()), text).len(), 2);
    let selection = Selection::new().hosts(hosts()).paths([Glob::new("*.pdf")]);
    assert_eq!(wanted(&selection, text), ["http://a.example/b.pdf"]);
    assert_eq!(wanted(&selection.inverted(true), text).len(), 3);
    assert_eq!(wanted(&Selection::new().ports([444]), text), ["https://a.example:444/c/d.PDF"]);
    assert_eq!(wanted(&Selection::new().ports([21]), text), ["ftp://b.example/e.pdf"]);
    assert_eq!(wanted(&Selection::new().schemes(["MAILTO"]), text), ["mailto:a@a.example"]);
}

#[test]
fn what_was_put_together_is_known() {
    let text = "<http://a.example/b\nc> http://d.example/";
    assert_eq!(wanted(&Selection::new().joined(), text), ["http://a.example/bc"]);
    assert_eq!(wanted(&Selection::new().min_confidence(1.0), text).len(), 2);
    assert!(wanted(&Selection::new().refused(true), text).is_empty());
}

fn has(hosts: &[&str], url: &str) -> bool {
    Hosts::new(hosts).unwrap().contains(&Uri::parse(url, Grammar::Rfc3987).unwrap())
}

#[test]
fn a_name_has_those_below_it() {
    for url in ["http://gnu.org/", "http://www.gnu.org", "ftp://u@ftp.GNU.ORG:21/", "http://a.b.c.gnu.org./"] {
        assert!(has(&["gnu.org"], url) && has(&[".GNU.org."], url), "{url}");
    }
    for url in
        ["http://gnu.example/gnu.org", "http://xgnu.org/", "http://org/", "mailto:a@gnu.org", "http://gnu.org.x/"]
    {
        assert!(!has(&["gnu.org"], url), "{url}");
    }
}

#[test]
fn addresses_have_none_below_them() {
    assert!(has(&["192.0.2.1"], "http://192.0.2.1:80/") && !has(&["2.1"], "http://192.0.2.1/"));
    assert!(has(&["[2001:DB8::1]"], "http://[2001:db8::1]/"));
}

#[test]
fn patterns_are_for_whole_names() {
    assert!(has(&["*.gnu.*"], "http://www.gnu.org/") && has(&["*.gnu.*"], "http://a.b.GNU.example.org/"));
    assert!(has(&["é.*"], "http://É.example/") && has(&["xn--9ca.*"], "http://é.example/"));
    assert!(!has(&["*.gnu.*"], "http://gnu.org/") && has(&["gnu.???"], "http://gnu.org/"));
}

#[test]
fn what_is_no_host_is_an_error() {
    for host in ["", ".", "http://a.example", "a.example/b", "a b", "a.example:80", "[ab].example", "a.{com,org}"] {
        assert!(Hosts::new([host]).is_err(), "{host}");
    }
}

#[test]
fn a_host_of_nothing_but_dots_takes_no_time() {
    let url = format!("http://{}a/", "a.".repeat(200_000));
    if let Ok(uri) = Uri::parse_generic(&url, Grammar::Rfc3986) {
        assert!(!Hosts::new(["b"]).unwrap().contains(&uri));
    }
}
