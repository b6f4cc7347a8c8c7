//! The programs in `examples/` print what they say.

#[path = "../../examples/linkify.rs"]
mod linkify;
#[path = "../../examples/list.rs"]
mod list;
#[cfg(feature = "mail")]
#[path = "../../examples/mail.rs"]
mod mail;
#[path = "../../examples/stream.rs"]
mod stream;

/// What a program writes.
fn written(write: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut out = Vec::new();
    write(&mut out);
    String::from_utf8(out).expect("it writes UTF-8")
}

#[test]
fn list_names_urls_and_places() {
    let text = "See <http://a.example/b/\n  c> or www.example.org.";
    let listed = written(|out| list::list(text, out).expect("a vector takes every write"));
    assert_eq!(listed, "5-28: http://a.example/b/c\n33-48: http://www.example.org\n");
}

#[test]
fn linkify_makes_anchors() {
    let text = "Q&A: http://a.example/, kim@example.org";
    let html = written(|out| linkify::linkify(text.as_bytes(), out).expect("it reads and writes memory"));
    assert_eq!(
        html,
        "Q&amp;A: <a href=\"http://a.example/\" rel=\"nofollow\">http://a.example/</a>, \
         <a href=\"mailto:kim@example.org\" rel=\"nofollow\">kim@example.org</a>"
    );
}

#[test]
fn stream_counts_hosts() {
    let text = "http://b.example/ http://a.example/ http://C.example/1 http://c.example/2 urn:example:d";
    let hosts = stream::count(text.as_bytes()).expect("it reads memory");
    let printed = written(|out| stream::print(&hosts, out).expect("a vector takes every write"));
    assert_eq!(printed, "     2 c.example\n     1 a.example\n     1 b.example\n");
}

#[cfg(feature = "mail")]
#[test]
fn mail_names_subjects() {
    let mail = "From: a\nSubject: =?utf-8?q?caf=C3=A9?=\nContent-Transfer-Encoding: quoted-printable\n\n\
                It is at http://a.example/win=\nter.\n";
    let listed = written(|out| mail::list(mail.as_bytes(), out).expect("it reads and writes memory"));
    assert_eq!(listed, "café: http://a.example/winter\n");
}
