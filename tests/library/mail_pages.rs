//! Mail made into pages, and into archives of them.

use napkin::{
    Finder, Kinds, Linkifier,
    mail::{Attachments, MailArchive},
    write::Page,
};

/// The articles that mail becomes, without the page around them.
fn articles(linkifier: &Linkifier, mail: &str) -> String {
    let mut html = Vec::new();
    linkifier.write_mail(&Page::new(""), (1, ""), mail.as_bytes(), &mut html).unwrap();
    let html = String::from_utf8(html).unwrap();
    html.strip_prefix("<section id=f1 class=mail>").and_then(|html| html.strip_suffix("</section>")).unwrap().to_owned()
}

#[test]
fn of_the_forms_of_a_message_the_plain_one_is_shown() {
    let linkifier = Linkifier::new(Finder::new());
    let parts = "--x\nContent-Type: text/html\n\n<p>H <b>http://b.example/</b></p>\n";
    let plain = "--x\nContent-Type: text/plain\n\nP http://a.example/\n";
    let image = "--x\nContent-Type: image/png; name=\"a<b>.png\"\nContent-Transfer-Encoding: base64\n\nAAAA\n";
    let head = |kind: &str| format!("Content-Type: multipart/{kind}; boundary=x\n\n");
    let html = articles(&linkifier, &format!("{}{parts}{plain}{image}--x--\n", head("alternative")));
    assert!(html.contains(">P <a href=\"http://a.example/\">") && !html.contains("b.example"), "{html}");
    assert!(html.contains("<p class=attachment>a&lt;b&gt;.png <small>image/png, 3 bytes</small></p>"), "{html}");
    let html = articles(&linkifier, &format!("{}{parts}{image}--x--\n", head("mixed")));
    assert!(html.contains("H <a href=\"http://b.example/\">http://b.example/</a>"), "{html}");
}

#[test]
fn a_message_leads_to_the_one_that_it_answers() {
    let message = |head: &str| format!("From a@a.example Tue Mar  3 10:20:30 2009\n{head}\n\ntext\n\n");
    let mail = [
        message("Message-ID: <1@a.example>"),
        message("Message-ID: <2@a.example>\nReferences: <0@a.example> <1@a.example> <nobody@a.example>"),
        message("In-Reply-To: <2@a.example>\nReferences: <lost@a.example>"),
        message("In-Reply-To: <5@a.example>"),
        message("Message-ID: <5@a.example>"),
    ];
    let html = articles(&Linkifier::new(Finder::new()), &mail.concat());
    let parents: Vec<Option<&str>> = html
        .split("<article ")
        .skip(1)
        .map(|article| article.split_once("In reply to</th><td><a href=\"").and_then(|(_, to)| to.split('"').next()))
        .collect();
    // One that comes later can't be known yet.
    assert_eq!(parents, [None, Some("#m1"), Some("#m2"), None, None]);
}

#[test]
fn addresses_are_masked_wherever_they_are_found() {
    let finder = Finder::builder().kinds(Kinds::ALL).build().unwrap();
    let linkifier = Linkifier::new(finder).mask_addresses(true);
    let mail = "From: Sam <sam@a.example>\nTo: kim@b.example, Ann <ann@c.example>\nSubject: Soup for ann@c.example @ noon\n\n\
                > kim@b.example wrote\nmailto:sam@a.example?cc=kim@b.example and http://d.example/\n";
    let html = articles(&linkifier, mail);
    for hidden in ["a.example", "b.example", "c.example"] {
        assert!(!html.contains(hidden), "{html}");
    }
    assert!(html.contains("<td>kim@…, Ann &lt;ann@…&gt;</td>") && html.contains("mailto:sam@…?cc=kim@…"), "{html}");
    assert!(html.contains("<a href=\"http://d.example/\">"), "{html}");
}

#[test]
fn links_that_no_text_shows_are_listed_behind_it() {
    let mail = "Subject: Soup\nContent-Type: text/html\n\n<p>The <a href='https://a.example/?b&amp;c=&lt;d&gt;'>best <b>&lt;soup&gt;</b></a>,\n\
                <a href=http://b.example/>http://b.example/</a>, <a href=https://a.example/?b&c=%3Cd%3E>again</a>, <a href=javascript:e()>x</a>\n\
                <a href=/f>y</a> <a href='http://c.example/'><img src=g></a> <a href=mailto:sam@d.example>mail</a>\n\
                <a href=http://xn--80ak6aa92e.com/>http://apple.com/</a>";
    let html = articles(&Linkifier::new(Finder::new()), mail);
    let (text, targets) = html.split_once("<div class=targets>").expect("there are some");
    assert!(!text.contains("a.example") && !html.contains("javascript:"), "{html}");
    let targets: Vec<&str> = targets.split("</div>").next().unwrap_or_default().split("<p>").skip(1).collect();
    let entry = |words: &str, url: &str| format!("{words}<a href=\"{url}\">{url}</a></p>");
    let expected = [
        entry("best &lt;soup&gt; ", "https://a.example/?b&amp;c=%3Cd%3E"),
        entry("", "http://c.example/"),
        entry("mail ", "mailto:sam@d.example"),
        entry("http://apple.com/ ", "http://xn--80ak6aa92e.com/"),
    ];
    assert_eq!(targets, expected);
    let masked = articles(&Linkifier::new(Finder::new()).mask_addresses(true), mail);
    assert!(masked.contains("<p>mail mailto:sam@…</p>"), "{masked}");
    // What is shown has no list.
    let plain = articles(
        &Linkifier::new(Finder::new()),
        "Content-Type: text/html\n\n<a href=http://b.example/>http://b.example</a>",
    );
    assert!(!plain.contains("targets"), "{plain}");
}

#[test]
fn names_of_attachments_are_masked_too() {
    let linkifier = Linkifier::new(Finder::new()).mask_addresses(true);
    let mail =
        "From: \"Sam K.\"@soup.internal\nContent-Type: application/pdf; name=\"for kim@soup.internal.pdf\"\n\nx\n";
    let html = articles(&linkifier, mail);
    assert!(html.contains("&quot;Sam K.&quot;@…") && html.contains("for kim@…"), "{html}");
    assert!(!html.contains("internal"), "{html}");
}

#[test]
fn a_message_takes_no_others_place() {
    let folder = std::env::temp_dir().join(format!("napkin-places-{}", std::process::id()));
    let message = |subject: &str, text: &str| {
        format!(
            "From a@a.example Tue Mar  3 10:20:30 2009\nMessage-ID: <1@a.example>\nSubject: {subject}\n\n{text}\n\n"
        )
    };
    let mail = [
        message("forged", "one"),
        message("own", "two"),
        message("by another way", "one"),
        message("own", "two"),
        message("own", "three"),
    ];
    let mut archive = Linkifier::new(Finder::new()).archive(Page::new(""), &folder).unwrap();
    archive.add(mail.concat().as_bytes()).unwrap();
    let archived = archive.finish().unwrap();
    assert_eq!((archived.messages, archived.threads), (3, 3));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn an_archive_is_written_again_where_it_changed() {
    let folder = std::env::temp_dir().join(format!("napkin-archive-test-{}", std::process::id()));
    let message = |number: usize, head: &str| {
        let day = number % 28 + 1;
        format!(
            "From a@a.example Tue Mar  3 10:20:30 2009\nFrom: Sam <sam@a.example>\nDate: {day} Mar 2009 10:20:30 +0000\n\
             Subject: Soup {number}\nMessage-ID: <{number}@a.example>\n{head}\nhttp://a.example/{number}\n\n"
        )
    };
    let archive = |mail: &str| {
        let mut archive = Linkifier::new(Finder::new()).archive(Page::new("Soups"), &folder).unwrap();
        archive.add(mail.as_bytes()).unwrap();
        let archived = archive.finish().unwrap();
        (archived.messages, archived.threads, archived.written)
    };
    let mut mail: String = (0..20).map(|number| message(number, "")).collect();
    assert_eq!(archive(&mail), (20, 20, 52));
    assert_eq!(archive(&mail), (20, 20, 0));
    // One answer changes its thread, the table of its month and the index, the feed of each, the search with its two shards, and the lists
    // of authors and hosts with a page of each.
    mail += &message(27, "References: <7@a.example>\n");
    assert_eq!(archive(&mail), (21, 20, 13));
    // The same message again, and two that answer each other.
    mail += &message(27, "");
    mail += &message(50, "In-Reply-To: <51@a.example>\n");
    mail += &message(51, "In-Reply-To: <50@a.example>\n");
    assert_eq!(archive(&mail).0, 23);
    let names = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let names: Vec<String> = names.collect();
    assert!(names.iter().all(|name| !name.starts_with('.') && !name.contains("Soup")), "{names:?}");
    assert_eq!(names.iter().filter(|name| name.ends_with(".js")).count(), 2, "{names:?}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn an_archive_that_is_updated_is_the_one_of_all_mail() {
    let base = std::env::temp_dir().join(format!("napkin-update-test-{}", std::process::id()));
    let message = |number: usize, head: &str| {
        format!(
            "From a@a.example Tue Mar  3 10:20:30 2009\nFrom: Sam {} <sam@a.example>\nMessage-ID: <{number}@a.example>\n\
             Date: {} Mar 2009 10:20:30 +0000\nSubject: Soup {number}\n{head}\nhttp://a.example/{number} and more\n\n",
            number % 7,
            number % 28 + 1,
        )
    };
    let open = |folder: &str, settings: &str| {
        let archive = Linkifier::new(Finder::new()).archive(Page::new("Soups"), base.join(folder)).unwrap();
        archive.attachments(Attachments::Files).raw(true).update(settings)
    };
    let run = |folder: &str, mails: &[String]| {
        let mut archive = open(folder, "").unwrap();
        mails.iter().for_each(|mail| archive.add(mail.as_bytes()).unwrap());
        archive.finish().unwrap().written
    };
    let files = |folder: &str| {
        let files = std::fs::read_dir(base.join(folder)).unwrap().map(Result::unwrap);
        let mut files: Vec<_> = files.map(|file| (file.file_name(), std::fs::read(file.path()).unwrap())).collect();
        files.sort();
        files
    };
    let attached =
        "Content-Type: multipart/mixed; boundary=b\n\n--b\n\ntext\n--b\nContent-Type: text/csv; name=a\n\n1\n--b--\n";
    let mails = [
        (0..40).map(|number| message(number, "")).collect(),
        // An undated one, attachments, and the middle of a thread that has no beginning yet.
        format!(
            "From a@a.example Tue Mar  3 10:20:30 2009\nSubject: x\n\nsalt\n\n{}{}",
            message(60, attached),
            message(52, "References: <51@a.example>\n")
        ),
        message(51, "References: <50@a.example>\n") + &message(7, ""),
        message(50, "References: <7@a.example>\n"),
    ];
    mails.iter().for_each(|mail| assert!(run("updated", std::slice::from_ref(mail)) > 0));
    run("whole", &mails);
    for (updated, whole) in files("updated").iter().zip(&files("whole")) {
        assert!(updated == whole, "{:?} and {:?}", updated.0, whole.0);
    }
    assert_eq!(run("updated", &mails[1..2]), 0);
    let state = base.join("updated/archive.state");
    let error = |settings: &str| open("updated", settings).unwrap_err().to_string();
    assert!(error("other").contains("other options"), "{}", error("other"));
    let whole = std::fs::read(&state).unwrap();
    for length in (0..whole.len()).step_by(61).filter(|length| *length > 40) {
        std::fs::write(&state, &whole[..length]).unwrap();
        assert!(error("").contains("damaged"), "{length}: {}", error(""));
    }
    // No byte of it makes a run panic.
    for at in (40..whole.len()).step_by(83) {
        let mut wrong = whole.clone();
        wrong[at] ^= 0x81;
        std::fs::write(&state, &wrong).unwrap();
        let _ = open("updated", "").map(MailArchive::finish);
    }
    std::fs::write(&state, b"napkin 0.0.1 0\n").unwrap();
    assert!(error("").contains("another version"), "{}", error(""));
    std::fs::remove_file(&state).unwrap();
    assert!(error("").contains("has no archive.state"), "{}", error(""));
    std::fs::remove_dir_all(&base).unwrap();
}

#[test]
fn attachments_and_raw_messages_are_files_with_safe_names() {
    let folder = std::env::temp_dir().join(format!("napkin-attached-{}", std::process::id()));
    let gif = "R0lGODlhAQABAAAALA==";
    let mail = format!(
        "From a@a.example Tue Mar  3 10:20:30 2009\nMessage-ID: <1@a.example>\nSubject: Soup\n\
         Content-Type: multipart/mixed; boundary=b\n\n--b\n\nsam@hidden.example\n--b\n\
         Content-Type: image/svg+xml; name=\"../con\u{202E}.html\"\n\n<svg onload=alert(1)>\n--b\n\
         Content-Type: application/xhtml; name=a.xhtml\nContent-Transfer-Encoding: base64\n\n{gif}\n--b--\n"
    );
    let archive = |attachments, raw| {
        let linkifier = Linkifier::new(Finder::new()).mask_addresses(true);
        let archive = linkifier.archive(Page::new("Soups"), &folder).unwrap();
        let mut archive = archive.attachments(attachments).raw(raw);
        archive.add(mail.as_bytes()).unwrap();
        archive.finish().unwrap();
        let files = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
        let mut files: Vec<String> =
            files.filter(|name| name.starts_with(['a', 'm']) && name != "authors.html").collect();
        files.sort();
        let page = std::fs::read_to_string(folder.join("t-4f224e4c780a6cbb.html")).unwrap();
        (files, page)
    };
    let (files, page) = archive(Attachments::Images, true);
    assert_eq!(files, ["a-1f9253e346645962.gif", "a-5fd6b6cd55055a77.txt", "m-4f224e4c780a6cbb.eml.txt"]);
    assert!(page.contains("<img src=\"a-1f9253e346645962.gif\" width=1 height=1") && page.contains("img-src 'self';"));
    assert!(
        page.contains("<a href=\"a-5fd6b6cd55055a77.txt\" download>../con") && !page.contains("\u{202E}"),
        "{page}"
    );
    let raw = std::fs::read_to_string(folder.join(&files[2])).unwrap();
    assert!(raw.contains("\n--b\n\nsam@...\n--b\n") && raw.contains(gif) && !raw.contains("hidden"), "{raw}");
    let (files, page) = archive(Attachments::Files, false);
    assert_eq!(files.len(), 2);
    assert!(
        !page.contains("<img") && !page.contains("img-src") && page.contains(".gif\" download>a.xhtml</a>"),
        "{page}"
    );
    let (files, page) = archive(Attachments::Names, false);
    assert!(files.is_empty() && !page.contains("href=\"a-"), "{files:?} {page}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_named_text_is_an_attachment_too() {
    let mail = "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nsoup\n--b\n\
                Content-Type: text/x-patch; name=a.patch\n\n+salt\n--b--\n";
    let html = articles(&Linkifier::new(Finder::new()), mail);
    assert!(html.contains(">+salt</div>"), "{html}");
    assert!(html.contains("<p class=attachment>a.patch <small>text/x-patch, 5 bytes</small></p>"), "{html}");
}

#[test]
fn a_message_in_a_message_shows_its_fields() {
    let mail = "Subject: Fwd\nContent-Type: message/rfc822\n\nFrom: Kim <kim@a.example>\nSubject: =?utf-8?q?S=C3=BC=C3=9F?=\n\nsoup\n";
    let html = articles(&Linkifier::new(Finder::new()), mail);
    let text = ">From: Kim &lt;kim@a.example&gt;\nSubject: Süß\n</div>";
    assert!(html.contains(text) && html.contains(">soup\n</div>"), "{html}");
}

#[test]
fn an_update_leaves_no_older_page() {
    let folder = std::env::temp_dir().join(format!("napkin-older-{}", std::process::id()));
    let message = |id: &str, subject: &str| {
        format!(
            "From a@a.example Tue Mar  3 10:20:30 2009\nDate: 3 Mar 2009 10:20:30 +0000\nMessage-ID: <{id}@a.example>\nSubject: {subject}\n\n\n"
        )
    };
    let archive = |mail: &str| {
        let mut archive = Linkifier::new(Finder::new()).archive(Page::new("Soups"), &folder).unwrap();
        archive.add(mail.as_bytes()).unwrap();
        archive.finish().unwrap();
        let files = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
        files.collect::<std::collections::BTreeSet<String>>()
    };
    let one = archive(&message("1", "Soup"));
    assert!(one.iter().all(|name| MailArchive::names_file(name)), "{one:?}");
    std::fs::write(folder.join("t-notes.html"), "of a user").unwrap();
    assert!(archive(&[message("1", "Soup"), message("2", "Salt")].concat()).len() > one.len() + 1);
    let mut after = archive(&message("1", "Soup"));
    assert!(after.remove("t-notes.html"));
    assert_eq!(after, one);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_thread_by_subject_says_so() {
    let folder = std::env::temp_dir().join(format!("napkin-subject-{}", std::process::id()));
    let message = |day: usize, subject: &str| {
        format!(
            "From a@a.example Tue Mar  3 10:20:30 2009\nFrom: Kim <kim@a.example>\nDate: {day} Mar 2009 10:20:30 +0000\nSubject: {subject}\n\n\n"
        )
    };
    let mut archive = Linkifier::new(Finder::new()).archive(Page::new("Soups"), &folder).unwrap();
    archive.add([message(1, "Soup"), message(2, "Re: soup")].concat().as_bytes()).unwrap();
    assert_eq!(archive.finish().unwrap().threads, 1);
    let pages = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path());
    let thread = pages
        .into_iter()
        .find(|path| path.extension().is_some_and(|own| own == "html") && path.to_string_lossy().contains("/t-"));
    let thread = std::fs::read_to_string(thread.unwrap()).unwrap();
    assert!(thread.contains(">Kim</a> (by its subject)</td>"), "{thread}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_index_of_an_archive_has_no_markup_and_no_masked_address() {
    let folder = std::env::temp_dir().join(format!("napkin-index-{}", std::process::id()));
    let mail = "From a@a.example Tue Mar  3 10:20:30 2009\nFrom: Sam </script> <sam@hidden.example>\n\
                Subject: </script><!--\u{2028}&\"'\\\nMessage-ID: <</script>@hidden.example>\n\n\
                Pumpkin </script> http://lists.a.example/ kim@hidden.example\nhttp://sam@hidden.example/x\n> quoted\n\n";
    let linkifier = Linkifier::new(Finder::new()).mask_addresses(true);
    let mut archive = linkifier.archive(Page::new("Soups"), &folder).unwrap();
    archive.add(mail.as_bytes()).unwrap();
    archive.finish().unwrap();
    let read = |file: std::fs::DirEntry| std::fs::read_to_string(file.path()).unwrap();
    let files = std::fs::read_dir(&folder).unwrap().map(Result::unwrap);
    let shards: String =
        files.filter(|file| file.path().extension().is_some_and(|own| own == "js")).map(read).collect();
    for term in ["Apumpkin ", "A@sam ", "A.example.a.lists. ", "\\u003c/script\\u003e\\u003c!--\\u2028\\u0026\\u0022"] {
        assert!(shards.contains(term), "{term}: {shards}");
    }
    for text in ["hidden", "quoted", "<", ">", "&", "\u{2028}"] {
        assert!(!shards.contains(text), "{text}: {shards}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
