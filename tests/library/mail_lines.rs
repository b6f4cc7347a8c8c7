//! Where links of mail stand in the file: the line and the column that an editor opens.

use napkin::{Context, Event, Finder, mail::MailFinder};

/// The lines and columns of all links of a mailbox, in whole and in parts.
fn places(mailbox: &[u8]) -> Vec<(usize, usize)> {
    let mail = MailFinder::new(Finder::builder().positions(true).build().unwrap()).headers(true);
    let mut found = Vec::new();
    let mut sink = |event: Event<'_>, context: &Context<'_>| {
        if let Event::Link(_) = event {
            let place = context.file_position().expect("it has one");
            found.push((place.line, place.column));
        }
    };
    mail.search_into(mailbox, &mut sink).unwrap();
    let mut in_parts = Vec::new();
    for part in mail.parts(mailbox, 1) {
        let mut sink = |event: Event<'_>, context: &Context<'_>| {
            if let Event::Link(_) = event {
                let place = context.file_position().expect("it has one");
                in_parts.push((place.line, place.column));
            }
        };
        let mut searcher = Finder::new().searcher();
        mail.search_part(&mut searcher, &mailbox[part.start()..], part, &mut sink).unwrap();
    }
    assert_eq!(found, in_parts);
    found
}

/// Each message has one link in a text like `http://a.example/`, and follows others in a mailbox. The place is that
/// of `mark`.
#[track_caller]
fn assert_place(message: &[u8], mark: &str) {
    let postmark = b"From sam@a.example Tue Mar  3 10:20:30 2009\n";
    let first = [&postmark[..], b"Subject: x\n\n>From me\n\nsoup\n\n"].concat();
    let mailbox = [&first[..], &first, postmark, message, b"\n", &first].concat();
    let start = memchr::memmem::find(message, mark.as_bytes()).expect("the mark is there");
    let at = 2 * first.len() + postmark.len() + start;
    let before = &mailbox[..at];
    let line_start = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
    let line = memchr::memchr_iter(b'\n', before).count() + 1;
    let shown = String::from_utf8_lossy(message);
    assert_eq!(places(&mailbox), [(line, at - line_start + 1)], "{shown}");
}

#[test]
fn a_text_as_it_stands_has_the_lines_of_the_file() {
    assert_place(b"Subject: x\n\none\ntwo http://a.example/b\n", "http:");
    assert_place(b"Subject: x\n\none\ntwo www.a.example.org\n", "www");
    assert_place(b"Subject: x\nContent-Type: text/html\n\n<p>one\n<a\nhref='http://a.example/b'>x</a>\n", "http:");
    let parts =
        b"Content-Type: multipart/mixed; boundary=b\n\nx\n--b\n\nsoup\n--b\n\ntea\n  http://a.example/\n--b--\n";
    assert_place(parts, "http:");
    let charset = b"Content-Type: text/plain; charset=windows-1251\n\n\xD1\xF3\xEF\n\xD1\xF3 http://a.example/ \n";
    assert_place(charset, "http:");
    let charset = b"Content-Type: text/plain; charset=shift_jis\n\n\x93\xFA\n\x93\xFA\x96{ http://a.example/ \n";
    assert_place(charset, "http:");
    let inner = b"Content-Type: message/rfc822\n\nSubject: y\n\n http://a.example/\n";
    assert_place(inner, "http:");
}

#[test]
fn a_field_has_its_first_line() {
    assert_place(b"Subject: x\nList-Help:\n <http://a.example/>\nX-Mailer: y\n\nsoup\n", "List-Help");
}

#[test]
fn quoted_printable_has_the_lines_of_the_file() {
    for charset in ["utf-8", "iso-8859-15", "windows-1251", "gb2312", "iso-2022-jp"] {
        for body in [
            "one =3D\ntwo=\nthree =3D http://a.example/=\nb\n",
            "=C3=A9 =E9 one=\n  = \n=D0=20 http://a.example/\n",
            "=0A=0Aone=\ntwo http://a.example/ =20\n",
            "http://a.example/=\nx\n",
            "one \t\n\n=\n=\nhttp://a.example/",
        ] {
            let header =
                format!("Content-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: quoted-printable\n\n");
            assert_place(format!("{header}{body}\n").as_bytes(), "http:");
            assert_place(format!("{header}{body}\n").replace('\n', "\r\n").as_bytes(), "http:");
        }
    }
}

#[test]
fn flowed_text_has_the_lines_of_the_file() {
    for delete_space in ["", "; delsp=yes"] {
        for encoding in ["8bit", "quoted-printable"] {
            let header = format!(
                "Content-Type: text/plain; format=flowed{delete_space}\nContent-Transfer-Encoding: {encoding}\n\n"
            );
            for body in
                ["one \ntwo \n three http://a.example/\n", "> one \n> two http://a.example/ \n> three\n", ">x\n"]
                    .into_iter()
                    .filter(|body| body.contains("http"))
            {
                assert_place(format!("{header}{body}").as_bytes(), "http:");
            }
        }
    }
}

#[test]
fn what_has_no_lines_has_that_of_its_beginning() {
    let base64 = "Content-Transfer-Encoding: base64\n\nb25lCnR3byBodHRw\nOi8vYS5leGFtcGxlLw==\n";
    assert_place(base64.as_bytes(), "b25l");
    let calendar = "Content-Type: text/calendar\n\nBEGIN:VCALENDAR\nURL:http://a.exa\n mple/\n";
    assert_place(calendar.as_bytes(), "BEGIN");
    let inner = "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nU3ViamVjdDogeApYOiB5CgpodHRwOi8vYS5leGFtcGxlLwo=\n";
    assert_place(inner.as_bytes(), "U3Vi");
    let file = "Subject: x\n\nsoup\n\nbegin 644 a.txt\n2:'1T<#HO+V$N97AA;7!L92\\*\n`\nend\n";
    assert_place(file.as_bytes(), "soup");
}

#[test]
fn a_message_that_is_too_large_has_the_lines_of_the_file() {
    let postmark = "From sam@a.example Tue Mar  3 10:20:30 2009\n";
    let large = format!("{postmark}Subject: x\n\n{}http://a.example/\n\n", "soup\n".repeat(200_000));
    let mailbox = format!("{large}{large}{postmark}Subject: y\n\nhttp://b.example/\n");
    let mail = MailFinder::new(Finder::builder().positions(true).build().unwrap()).limit(1000);
    let mut found = Vec::new();
    let mut sink = |event: Event<'_>, context: &Context<'_>| {
        if let Event::Link(_) = event {
            found.extend(context.file_position().map(|place| place.line));
        }
    };
    mail.search_into(mailbox.as_bytes(), &mut sink).unwrap();
    assert_eq!(found, [200_004, 400_009, 400_014]);
}
