//! An archive as a browser has it: its search finds messages from a folder and from a server, and nothing runs that a message, an
//! attachment or a query says.

mod payloads;

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    net::TcpListener,
    path::{Path, PathBuf},
    thread,
};

use napkin::{Finder, Linkifier, mail::Attachments, write::Page};
use napkin_browser::Browser;
use payloads::{PAYLOADS, PLACES};
use serde_json::{Value, json};

/// Types a query, waits for the answer, and returns its state and its rows.
const SEARCH: &str = "(async () => {
    const input = document.getElementById('query'), status = document.getElementById('status');
    status.textContent = '…';
    input.value = QUERY;
    input.dispatchEvent(new Event('input'));
    while (status.textContent === '…') await new Promise((resolve) => setTimeout(resolve, 5));
    const rows = [...document.querySelectorAll('#results li')];
    return [status.textContent, rows.map((row) => row.querySelector('a').textContent)];
})()";

/// What there is in the results, and whether something ran.
const RESULTS: &str = "[
    [...new Set([...document.querySelectorAll('#results *')].map((element) => element.localName))].sort().join(' '),
    [...document.querySelectorAll('#results a')].every((link) => /^t-[0-9a-f]{16}[.]html#m-[0-9a-f]{16}$/.test(link.getAttribute('href'))),
    window.ran === true,
]";

fn archive(name: &str, mail: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    let mut archive = Linkifier::new(Finder::new()).archive(Page::new("Mail"), &folder).expect("the folder is made");
    archive.add(mail.as_bytes()).expect("it reads memory");
    archive.finish().expect("the archive is written");
    folder
}

/// Returns the names of the files that end so.
fn files(folder: &Path, end: &str) -> Vec<String> {
    let files = fs::read_dir(folder).expect("it is there").flatten();
    let names = files.map(|file| file.file_name().to_string_lossy().into_owned());
    names.filter(|name| name.ends_with(end)).collect()
}

fn message(number: usize, head: &str, text: &str) -> String {
    let day = number % 28 + 1;
    format!(
        "From a@a.example Tue Mar  3 10:20:30 2009\nDate: {day} Mar 2009 10:20:30 +0000\nMessage-ID: <{number}@a.example>\n{head}\n\n{text}\n\n"
    )
}

fn search(browser: &mut Browser, query: &str) -> (String, Vec<String>) {
    let answer = browser.evaluate(&SEARCH.replace("QUERY", &json!(query).to_string()));
    let answer = answer.unwrap_or_else(|error| panic!("{query}: {error}"));
    let rows = answer[1].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned);
    (answer[0].as_str().unwrap_or_default().to_owned(), rows.collect())
}

/// Asserts that the page loaded nothing but its style and shards, and that its policy refused nothing.
fn assert_quiet(browser: &mut Browser, base: &str, what: &str) {
    for event in browser.events() {
        assert!(event["method"] != "Log.entryAdded", "{what}: {event}");
        if event["method"] == "Network.requestWillBeSent" {
            let url = event["params"]["request"]["url"].as_str().unwrap_or_default();
            let file = url.strip_prefix(base).unwrap_or_else(|| panic!("{what}: a request for {url}"));
            let is_shard = file.starts_with("s-") && file.ends_with(".js") && file.len() == 21;
            let is_own = file == "style.css" || file.starts_with("search.html");
            assert!(is_shard || is_own, "{what}: a request for {url}");
        }
    }
}

/// Serves the files of a folder until the test ends, and returns its address.
fn serve(folder: PathBuf) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let address = format!("http://{}/", listener.local_addr().expect("it has an address"));
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.expect("it is opened");
            let mut lines = BufReader::new(stream.try_clone().expect("it is read")).lines();
            let line = lines.next().and_then(Result::ok).unwrap_or_default();
            while lines.next().and_then(Result::ok).is_some_and(|line| !line.is_empty()) {}
            let name = line.split([' ', '?']).nth(1).unwrap_or_default().trim_start_matches('/').to_owned();
            let kind = match name.rsplit('.').next().unwrap_or_default() {
                "css" => "text/css",
                "js" => "text/javascript",
                "gif" => "image/gif",
                "txt" => "text/plain",
                "bin" => "application/octet-stream",
                _ => "text/html",
            };
            let (status, body) =
                fs::read(folder.join(name)).map_or(("404 Not Found", Vec::new()), |body| ("200 OK", body));
            let head = format!(
                "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                body.len()
            );
            let _ = stream.write_all(&[head.as_bytes(), &body].concat());
        }
    });
    address
}

fn soups() -> String {
    [
        message(
            1,
            "From: Sam Lee <sam@a.example>\nSubject: Pumpkin soup",
            "See http://lists.a.example/winter/soup.html",
        ),
        message(
            2,
            "From: Kim <kim@b.example>\nSubject: Re: Pumpkin soup\nIn-Reply-To: <1@a.example>",
            "> quoted words\nMore salt.",
        ),
        message(
            3,
            "From: Kim <kim@b.example>\nSubject: 山田さんのスープ",
            "At http://b.example:80/. </script>\u{2028}end",
        ),
        message(4, "From: Ann <ann@c.example>\nSubject: Süße ÄPFEL", "<http://www.a.example/long/\npumpkin>"),
        "From a\nSubject: undated pumpkin\n\nsalt\n\n".to_owned(),
    ]
    .concat()
}

#[test]
fn results_show_the_words_that_were_found() {
    let salt = format!("{} and SALT, not salty.\nKim wrote:\n> salt", "A long soup needs time. ".repeat(10));
    let mail = message(1, "From: Sam\nSubject: Salt", &salt) + &message(2, "From: Kim\nSubject: b", "山田さんのスープ");
    let folder = archive("excerpts", &mail);
    let mut browser = Browser::start().expect("Chromium is installed");
    browser.open(&format!("file://{}/search.html", folder.display())).expect("the page opens");
    let mut marked = |query: &str| {
        search(&mut browser, query);
        let texts = "[...document.querySelectorAll('#results li')].map((row) => [row.querySelector('a').innerHTML, row.querySelector('p').innerHTML])";
        browser.evaluate(texts).expect("it is evaluated")
    };
    let found = marked("salt ");
    assert_eq!(found[0][0], "<mark>Salt</mark>");
    let excerpt = found[0][1].as_str().unwrap_or_default();
    assert!(excerpt.starts_with("… ") && excerpt.contains(" and <mark>SALT</mark>, not salty."), "{excerpt}");
    assert!(
        marked("salt from:sam sal")[0][1]
            .as_str()
            .unwrap_or_default()
            .contains("<mark>SALT</mark>, not <mark>sal</mark>ty")
    );
    assert_eq!(marked("スープ "), json!([["b", "山田さんの<mark>スープ</mark>"]]));
}

#[test]
fn messages_are_found_in_a_folder_and_on_a_server() {
    let folder = archive("search", &soups());
    let file = format!("file://{}/", folder.display());
    let mut browser = Browser::start().expect("Chromium is installed");
    for base in [file, serve(folder)] {
        browser.open(&format!("{base}search.html?q=salt")).expect("the page is opened");
        let (one, two, three, four) = ("Pumpkin soup", "Re: Pumpkin soup", "山田さんのスープ", "Süße ÄPFEL");
        for (query, expected) in [
            ("soup", &[two, one][..]),
            ("PUMP", &[four, two, one, "undated pumpkin"]),
            ("pump ", &[]),
            ("pumpkin sou", &[two, one]),
            ("quoted", &[]),
            ("\"pumpkin soup\"", &[two, one]),
            ("\"Pumpkin, sou", &[two, one]),
            ("\"soup pumpkin\"", &[]),
            ("\"soup pumpkin ", &[]),
            ("\"long pumpkin\" winter", &[]),
            ("\"long pumpkin\"", &[four]),
            ("\"more salt\" soup", &[two]),
            ("\"soup more\"", &[]),
            ("\"山田さん\"", &[three]),
            ("\"さん山田\"", &[]),
            ("from:\"sam lee\"", &[one]),
            ("salt from:kim", &[two]),
            ("from:le", &[one]),
            ("from:kim", &[three, two]),
            ("from:sam@a.example", &[one]),
            ("host:a.example", &[four, one]),
            ("host:lists.a.example", &[one]),
            ("host:http://b.example:80/x", &[three]),
            ("host:ample", &[]),
            ("http://lists.a.example/winter", &[one]),
            ("äpfel", &[four]),
            ("田さん", &[three]),
            ("山", &[three]),
            ("after:2009-03-04", &[four, three]),
            ("after:2009/3/4", &[four, three]),
            ("before:soon", &[]),
            ("before:2009-03-03", &[one]),
            ("pumpkin after:2009 before:2009-03-05", &[two, one]),
            ("after:2009-03-04 before:2009-03-04", &[]),
            ("", &[]),
            ("-- /", &[]),
        ] {
            assert_eq!(search(&mut browser, query).1, expected, "{query}");
        }
        for (query, expected) in [
            ("id:1@a.example", &[one][..]),
            ("id:<2@a.example>", &[two]),
            ("id:9@a.example", &[]),
            ("id:1@a.example salt", &[]),
        ] {
            assert_eq!(search(&mut browser, query).1, expected, "{query}");
        }
        assert_eq!(search(&mut browser, "salt").0, "2 messages");
        let hash = browser.evaluate("location.hash").expect("it has an address");
        assert_eq!(hash, "#q=salt");
        assert_quiet(&mut browser, &base, "queries");
    }
}

#[test]
fn nothing_runs_that_a_message_or_a_query_says() {
    let mut mail = String::new();
    for (index, payload) in PAYLOADS.iter().enumerate() {
        let line = payload.replace(['\n', '\0'], " ");
        let head = format!("From: {line} word <sam@a.example>\nSubject: word {line}\nMessage-ID: <{line}>");
        let text = PLACES.map(|place| place.replace('@', payload)).join("\n");
        mail += &message(index, &head, &text);
    }
    let folder = archive("hostile", &mail);
    let base = format!("file://{}/", folder.display());
    let mut browser = Browser::start().expect("Chromium is installed");
    browser.open(&format!("{base}search.html#q=word")).expect("the page is opened");
    assert_eq!(search(&mut browser, "word").1.len(), PAYLOADS.len());
    for payload in PAYLOADS {
        search(&mut browser, &format!("{payload} "));
        for query in
            [payload.to_owned(), format!("from:{payload}"), format!("host:{payload}"), format!("after:{payload}")]
        {
            let query = browser.evaluate(&format!("new URLSearchParams({{ q: {} }}).toString()", json!(query)));
            let query = query.expect("it is encoded").as_str().unwrap_or_default().to_owned();
            assert_quiet(&mut browser, &base, payload);
            browser.open("about:blank").expect("there is an empty page");
            browser.events();
            browser.open(&format!("{base}search.html#{query}")).expect("the page is opened");
            search(&mut browser, "word ");
            let seen = browser.evaluate(RESULTS).expect("it is looked at");
            assert_eq!(seen, json!(["a li mark p small time", true, false]), "{payload}");
        }
    }
    assert_quiet(&mut browser, &base, "the last");
    for file in fs::read_dir(folder).expect("it is there") {
        let path = file.expect("it is read").path();
        let is_page = path.extension().is_some_and(|own| own == "html") && !path.ends_with("search.html");
        let text = fs::read_to_string(&path).expect("it is UTF-8");
        assert!(!is_page || !text.contains("<script") && !text.contains("script-src"), "{}", path.display());
    }
}

#[test]
fn an_identifier_leads_to_its_message() {
    let percent = "From a Tue Mar  3 10:20:30 2009\nMessage-ID: <a%b@c.example>\nSubject: Salt\n\n\n";
    let folder = archive("identifiers", &[soups(), percent.to_owned()].concat());
    let mut browser = Browser::start().expect("Chromium is installed");
    let at = "(async () => {
        while (location.pathname.endsWith('search.html')) await new Promise((resolve) => setTimeout(resolve, 5));
        return document.querySelector(location.hash).querySelector('h3').textContent;
    })()";
    for (id, expected) in
        [("2%40a.example", "Re: Pumpkin soup"), ("<2@a.example>", "Re: Pumpkin soup"), ("a%b@c.example", "Salt")]
    {
        browser.open(&format!("file://{}/search.html#id={id}", folder.display())).expect("the page is opened");
        // The first page may be gone before it answers.
        let subject = (0..100).find_map(|_| browser.evaluate(at).ok().filter(|answer| answer.is_string()));
        assert_eq!(subject.expect("it leads there"), expected, "{id}");
        browser.open("about:blank").expect("there is an empty page");
    }
}

#[test]
fn nothing_runs_that_an_attachment_says() {
    let mut mail = String::new();
    for (index, payload) in PAYLOADS.iter().enumerate() {
        let name = ["a.html", "../a.svg", "CON\u{202E}lmth.", "a/b.xhtml", "a\" onload=\"alert(1)"][index % 5];
        let kinds = ["image/svg+xml", "application/octet-stream", "image/png", "application/javascript", "image/gif"];
        let part = |content: &str| {
            format!(
                "--b\nContent-Type: {}\nContent-Disposition: attachment; filename=\"{name}\"\n\n{content}\n",
                kinds[index % 5]
            )
        };
        let html = part(&format!("<!doctype html>{payload}<script>ran=true</script>"));
        let svg = part(&format!("<svg xmlns='http://www.w3.org/2000/svg' onload='ran=true'>{payload}</svg>"));
        let gif = part(&format!("GIF89a\x01\0\x01\0\0\0\0<html>{payload}<script>ran=true</script>"));
        let nul = part(&format!("\0<html>{payload}<script>ran=true</script>"));
        let head = "Subject: word\nContent-Type: multipart/mixed; boundary=b";
        mail += &message(index, head, &format!("{html}{svg}{gif}{nul}--b--"));
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("attachments");
    let _ = fs::remove_dir_all(&folder);
    let archive = Linkifier::new(Finder::new()).archive(Page::new("Mail"), &folder).expect("the folder is made");
    let mut archive = archive.attachments(Attachments::Images).raw(true);
    archive.add(mail.as_bytes()).expect("it reads memory");
    archive.finish().expect("the archive is written");
    let attached = [files(&folder, ".txt"), files(&folder, ".gif")].concat();
    assert_eq!(files(&folder, ".eml.txt").len(), PAYLOADS.len());
    assert!(attached.len() > 3 * PAYLOADS.len() && !files(&folder, ".bin").is_empty(), "{attached:?}");
    let known = [".atom", ".bin", ".css", ".gif", ".html", ".js", ".txt"];
    assert!(files(&folder, "").iter().all(|name| known.iter().any(|end| name.ends_with(end))));
    let mut browser = Browser::start().expect("Chromium is installed");
    for base in [format!("file://{}/", folder.display()), serve(folder.clone())] {
        let mut shown = 0;
        for name in &attached {
            match browser.open(&format!("{base}{name}")) {
                // It is saved, as a text with NUL in it is.
                Err(error) if error.to_string() == "net::ERR_ABORTED" => continue,
                opened => opened.expect("the file is opened"),
            }
            shown += 1;
            let seen = browser.evaluate("[document.contentType, window.ran === true]").expect("it is looked at");
            let kind = if name.ends_with(".gif") { "image/gif" } else { "text/plain" };
            assert_eq!(seen, json!([kind, false]), "{name}");
        }
        assert!(shown > 2 * PAYLOADS.len(), "{shown} of {}", attached.len());
        for name in files(&folder, ".html").iter().filter(|name| name.starts_with("t-")) {
            browser.events();
            browser.open(&format!("{base}{name}")).expect("the page is opened");
            let seen = browser.evaluate("[document.querySelectorAll('script, svg, iframe, object').length, window.ran === true, document.images.length]");
            assert_eq!(seen.expect("it is looked at"), json!([0, false, 1]), "{name}");
            for event in browser.events() {
                let url = event["params"]["request"]["url"].as_str().unwrap_or(&base);
                let file = url.strip_prefix(&base).unwrap_or_else(|| panic!("{name}: a request for {url}"));
                assert!(
                    ["", name.as_str(), "style.css"].contains(&file)
                        || file.starts_with("a-") && file.ends_with(".gif"),
                    "{name}: {url}"
                );
            }
        }
    }
}

#[test]
fn keys_are_enough() {
    let mail: String = (0..120).map(|number| message(number, &format!("Subject: soup {number}"), "text")).collect();
    let folder = archive("keys", &mail);
    let mut browser = Browser::start().expect("Chromium is installed");
    browser.open(&format!("file://{}/search.html", folder.display())).expect("the page is opened");
    let press = |browser: &mut Browser, key: &str, code: u8| {
        for kind in ["rawKeyDown", "char", "keyUp"] {
            let text = if kind == "char" && key == "Enter" { "\r" } else { "" };
            let event = json!({ "type": kind, "key": key, "windowsVirtualKeyCode": code, "text": text });
            if kind != "char" || key == "Enter" {
                browser.call("Input.dispatchKeyEvent", event).expect("it is pressed");
            }
        }
    };
    let count = "document.querySelectorAll('#results li').length";
    let wait = format!(
        "(async () => {{ while ({count} < LEAST) await new Promise((r) => setTimeout(r, 5)); return {count}; }})()"
    );
    let focused =
        "(async () => { while (document.activeElement.id !== 'query') await new Promise((r) => setTimeout(r, 5)); })()";
    browser.evaluate(focused).expect("the field has the focus");
    browser.call("Input.insertText", json!({ "text": "soup" })).expect("it is typed");
    assert_eq!(browser.evaluate(&wait.replace("LEAST", "50")).expect("it is looked at"), 50);
    press(&mut browser, "Enter", 13);
    for _ in 0..51 {
        press(&mut browser, "Tab", 9);
    }
    assert_eq!(browser.evaluate("document.activeElement.id").expect("it is looked at"), "more");
    press(&mut browser, "Enter", 13);
    assert_eq!(browser.evaluate(&wait.replace("LEAST", "100")).expect("it is looked at"), 100);
    let focus = browser.evaluate("document.activeElement === document.querySelectorAll('#results a')[50]");
    assert_eq!(focus.expect("it is looked at"), true);
    assert_eq!(browser.evaluate("document.getElementById('status').textContent").expect("it is there"), "120 messages");
}
