//! Pages as a browser has them: nothing runs, nothing is loaded, the text is the text, and clicks lead where they should.

mod payloads;

use std::{
    fs,
    path::{Path, PathBuf},
};

use napkin::{
    Finder, Kinds, Link, Linkifier,
    write::{Page, PageLayout},
};
use napkin_browser::Browser;
use payloads::{PAYLOADS, PLACES};
use serde_json::{Value, json};

/// What there is to see of a page.
const LOOK: &str = include_str!("look.js");

const LAYOUTS: [PageLayout; 4] = [PageLayout::Notes, PageLayout::Exact, PageLayout::Code, PageLayout::Mail];

/// The elements that we write.
const ELEMENTS: &str = " html head meta title style body header h1 main section h2 pre div span b a details summary article h3 table \
                        tbody tr th td p small ";

/// The attributes that we write.
const ATTRIBUTES: &[&str] = &[
    "html lang",
    "meta charset",
    "meta http-equiv",
    "meta content",
    "meta name",
    "header class",
    "h1 aria-label",
    "h2 aria-label",
    "section id",
    "section class",
    "span id",
    "span class",
    "b id",
    "a id",
    "a href",
    "a class",
    "a title",
    "a rel",
    "a data-host",
    "a dir",
    "a aria-label",
    "a aria-hidden",
    "a tabindex",
    "div class",
    "details class",
    "details open",
    "summary data-lines",
    "article id",
    "table class",
    "p class",
];

const PROTOCOLS: &[&str] = &[
    "http:", "https:", "ftp:", "mailto:", "news:", "nntp:", "gopher:", "tel:", "sip:", "xmpp:", "irc:", "ircs:",
    "magnet:", "geo:", "file:",
];

/// A browser with a narrow page, and where the pages are written.
struct Viewer {
    browser: Browser,
    folder: PathBuf,
}

impl Viewer {
    fn new(name: &str) -> Viewer {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&folder).expect("the folder is made");
        let mut browser = Browser::start().expect("Chromium is installed");
        let phone = json!({ "width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": true });
        browser.call("Emulation.setDeviceMetricsOverride", phone).expect("the page is narrow");
        Viewer { browser, folder }
    }

    fn open(&mut self, html: &str, what: &str) {
        let path = self.folder.join("page.html");
        fs::write(&path, html).expect("the page is written");
        self.browser.open(&format!("file://{}", path.display())).unwrap_or_else(|error| panic!("{what}: {error}"));
    }

    /// Opens a page and returns what there is to see of it, when nothing is wrong with that.
    fn look(&mut self, html: &str, what: &str) -> Value {
        self.open(html, what);
        let seen = self.browser.evaluate(LOOK).unwrap_or_else(|error| panic!("{what}: {error}"));
        for event in self.browser.events() {
            let is_own = event["params"]["type"] == "Document";
            assert!(event["method"] != "Network.requestWillBeSent" || is_own, "{what}: a request: {event}");
            assert!(event["method"] != "Log.entryAdded", "{what}: {event}");
        }
        for element in strings(&seen["elements"]) {
            assert!(ELEMENTS.contains(&format!(" {element} ")), "{what}: an element <{element}>");
        }
        for attribute in strings(&seen["attributes"]) {
            assert!(ATTRIBUTES.contains(&attribute), "{what}: an attribute of {attribute:?}");
        }
        for protocol in strings(&seen["protocols"]) {
            // That is all there is to a URL whose host the browser takes for none: it leads nowhere.
            let leads_nowhere = protocol == ":";
            assert!(leads_nowhere || PROTOCOLS.contains(&protocol), "{what}: a link with {protocol}");
        }
        assert_eq!(seen["ran"], false, "{what}: a script ran");
        assert!(seen["width"].as_u64() <= Some(390), "{what}: is {} wide", seen["width"]);
        seen
    }

    /// Opens a page with a section for each of the texts, which have to be shown as they are, in each layout.
    fn look_at_texts(&mut self, linkifier: &Linkifier, texts: &[(String, Vec<u8>)], title: &str) {
        for layout in LAYOUTS {
            let page = Page::new(title).lang("en").layout(layout).names(true);
            let mut html = page.head().into_bytes();
            for (index, (name, text)) in texts.iter().enumerate() {
                linkifier.write_section(&page, (index + 1, name), &text[..], &mut html).expect("memory");
            }
            html.extend_from_slice(page.tail().as_bytes());
            let seen = self.look(&String::from_utf8(html).expect("HTML is UTF-8"), &format!("{title}, {layout}"));
            let shown = strings(&seen["sections"]);
            assert_eq!(shown.len(), texts.len(), "{title}, {layout}");
            for ((name, text), shown) in texts.iter().zip(&shown) {
                assert!(*shown == as_shown(text), "{name}, {layout}: another text");
            }
            let all: String = texts.iter().map(|(_, text)| as_shown(text)).collect();
            assert!(seen["text"] == all.as_str(), "{title}, {layout}: there is more text on the page");
        }
    }
}

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// What a page shows of a text.
fn as_shown(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text).replace("\r\n", "\n").replace('\r', "\n");
    let has_no_place = |c: char| {
        let code = u32::from(c);
        c.is_control() && !"\t\n\x0C".contains(c) || code & 0xFFFE == 0xFFFE || (0xFDD0..0xFDF0).contains(&code)
    };
    text.replace(has_no_place, "\u{FFFD}")
}

fn linkifier() -> Linkifier {
    let finder = Finder::builder().kinds(Kinds::ALL).any_scheme(true).unwrap_redirects(true).build();
    Linkifier::new(finder.expect("kinds are always right")).rel("nofollow noopener")
}

#[test]
fn nothing_runs_that_a_text_says() {
    let (mut viewer, linkifier) = (Viewer::new("payloads"), linkifier());
    for payload in PAYLOADS {
        let texts = PLACES.map(|place| (payload.to_owned(), place.replace('@', payload).into_bytes()));
        viewer.look_at_texts(&linkifier, &texts, payload);
    }
}

#[test]
fn nothing_runs_that_a_message_says() {
    let (mut viewer, linkifier) = (Viewer::new("messages"), linkifier());
    for payload in PAYLOADS {
        let line = payload.replace('\n', " ");
        let mail = format!(
            "From: {line} <sam@a.example>\nTo: {line}\nSubject: {line}\nMessage-ID: <{line}>\nContent-Type: multipart/mixed; boundary=x\n\n\
             --x\nContent-Type: text/html\n\n<p>{payload}</p><a href=\"http://b.example/{line}\">{payload}</a>\
             <a href='{line}'>c</a>http://a.example/\n--x\n\n> {payload}\n--x\n\
             Content-Type: image/png; name=\"{line}\"\n\n--x--\n"
        );
        let mail = format!("From a@a.example Tue Mar  3 10:20:30 2009\n{mail}").repeat(2);
        let page = Page::new("Mail");
        let mut html = page.head().into_bytes();
        linkifier.write_mail(&page, (1, payload), mail.as_bytes(), &mut html).expect("it reads and writes memory");
        html.extend_from_slice(page.tail().as_bytes());
        viewer.look(&String::from_utf8(html).expect("HTML is UTF-8"), payload);
    }
}

/// The files of other people's malice stay outside the repository; `NAPKIN_HOSTILE` is the folder that they are in.
#[test]
#[ignore = "needs NAPKIN_HOSTILE"]
fn nothing_runs_of_hostile_files() {
    let folder = std::env::var("NAPKIN_HOSTILE").expect("NAPKIN_HOSTILE names the folder of hostile files");
    let (mut viewer, linkifier) = (Viewer::new("hostile"), linkifier());
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for file in fs::read_dir(folder).expect("the folder is there") {
        let path = file.expect("it is read").path();
        if path.is_file() {
            files.push((path.display().to_string(), fs::read(&path).expect("the file is read")));
        }
    }
    assert!(files.len() > 100, "only {} files", files.len());
    // What is UTF-16 is decoded, and is not the text that its bytes are.
    files.retain(|(_, bytes)| !bytes.starts_with(b"\xFF\xFE") && !bytes.starts_with(b"\xFE\xFF"));
    for (name, bytes) in files.iter().filter(|(_, bytes)| napkin::mail::recognise(bytes, true) == Some(true)) {
        let page = Page::new(name);
        let mut html = page.head().into_bytes();
        linkifier.write_mail(&page, (1, ""), &bytes[..], &mut html).expect("it reads and writes memory");
        html.extend_from_slice(page.tail().as_bytes());
        viewer.look(&String::from_utf8(html).expect("HTML is UTF-8"), name);
    }
    for files in files.chunks(8) {
        viewer.look_at_texts(&linkifier, files, &files[0].0);
    }
}

/// All texts of the corpus, one behind the other.
fn corpus() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/cases");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).expect("the corpus is there").map(|file| file.expect("it is read").path()).collect();
    paths.sort();
    let mut texts = String::new();
    for path in paths {
        let cases: toml::Table = fs::read_to_string(&path).expect("it is UTF-8").parse().expect("it is TOML");
        for case in cases["case"].as_array().expect("there are cases") {
            if let Some(text) = case.get("text").and_then(|text| text.as_str()).filter(|text| text.len() < 4000) {
                texts.push_str(text);
                texts.push_str("\n\n");
            }
        }
    }
    texts
}

/// Returns the number of anchors of a link: one for each piece, except that an escape inside a line does not divide one.
fn anchors(link: &Link<'_>, text: &str) -> usize {
    let pieces = link.pieces();
    let divides = |gap: &str| link.escapes().is_none() || gap.contains(|c: char| c.is_ascii_whitespace());
    1 + pieces.windows(2).filter(|pair| divides(&text[pair[0].end..pair[1].start])).count()
}

#[test]
fn every_click_leads_where_the_record_says() {
    let mut viewer = Viewer::new("clicks");
    let finder = Finder::builder().kinds(Kinds::ALL).build().expect("kinds are always right");
    let text = corpus();
    let linkifier = Linkifier::new(finder.clone());
    let links = finder
        .find_iter(&text)
        .filter(|link| PROTOCOLS.contains(&format!("{}:", link.scheme().to_lowercase()).as_str()));
    let urls: Vec<String> = links
        .filter(|link| !link.scheme().eq_ignore_ascii_case("file"))
        .flat_map(|link| vec![link.url().to_owned(); anchors(&link, &text)])
        .collect();
    assert!(urls.len() > 400, "only {} pieces", urls.len());
    viewer.look(&linkifier.to_page(&Page::new("Corpus").layout(PageLayout::Notes), &text), "the corpus");
    let prepare = "document.addEventListener('click', event => { \
                   window.clicked = event.target.closest('a')?.href; event.preventDefault(); })";
    viewer.browser.evaluate(prepare).expect("it is listened to");
    let expected = viewer.browser.evaluate(&format!("{}.map(url => new URL(url).href)", json!(urls)));
    let expected = expected.expect("all of them are URLs for a browser");
    let links = viewer.browser.evaluate("document.links.length").expect("there are links");
    assert_eq!(links, urls.len(), "a link for each piece");
    for (index, url) in strings(&expected).into_iter().enumerate() {
        let place = format!(
            "(() => {{ const link = document.links[{index}]; link.scrollIntoView({{block: 'center'}}); window.clicked = null; \
             const box = link.getClientRects()[0]; return [box.x + Math.min(4, box.width / 2), box.y + box.height / 2]; }})()"
        );
        let place = viewer.browser.evaluate(&place).expect("it has a place");
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({ "type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1 });
            viewer.browser.call("Input.dispatchMouseEvent", event).expect("it is clicked");
        }
        let clicked = viewer.browser.evaluate("window.clicked").expect("it was clicked");
        assert_eq!(clicked, url, "link {index}, {}", urls[index]);
    }
}

#[test]
fn the_policy_bites() {
    let mut viewer = Viewer::new("tampered");
    let html = linkifier().to_page(&Page::new("Notes"), "http://a.example/\n");
    let added = "<script>window.ran=true;alert(1)</script><img src=\"http://b.example/x.png\" onerror=\"alert(1)\">\
                 <iframe src=\"data:text/html,<script>alert(1)</script>\"></iframe><style>body{display:none}</style>\
                 <link rel=stylesheet href=\"http://b.example/x.css\"><p style=\"color:red\" onclick=\"alert(1)\">x</p></main>";
    viewer.open(&html.replace("</main>", added), "a tampered copy");
    let seen = viewer.browser.evaluate("[window.ran === true, getComputedStyle(document.body).display, getComputedStyle(document.querySelector('p')).color]");
    let seen = seen.expect("it is looked at");
    assert_eq!((&seen[0], &seen[1]), (&json!(false), &json!("block")));
    assert_ne!(seen[2], "rgb(255, 0, 0)");
    let events = viewer.browser.events();
    let named = |name: &str| events.iter().filter(|event| event["method"] == name).collect::<Vec<_>>();
    assert!(named("Log.entryAdded").len() >= 4, "the browser says what was refused: {events:?}");
    let blocked =
        named("Network.loadingFailed").iter().filter(|event| event["params"]["blockedReason"] == "csp").count();
    // The frame shows a page of the browser's own, which has pictures.
    let is_of_page = |event: &&&Value| {
        let page = event["params"]["documentURL"].as_str();
        page.is_some_and(|page| page.starts_with("file:")) && event["params"]["type"] != "Document"
    };
    let asked = named("Network.requestWillBeSent").iter().filter(is_of_page).count();
    assert!(asked > 0);
    assert_eq!(asked, blocked, "what is asked for is refused before it is sent: {events:?}");
}

/// A text with all that there is a style for.
const ALL: &str = "1. Heading\n\nhttp://a.example/ and <http://b.example/c/\nd> and <http://b.exa\nmple/e>, http://www.\u{430}pple.example/\n\
                   http://bank.example@evil.example/ https://slack-redir.net/link?url=https%3A%2F%2Fa.example%2Fb\n\n\
                   > quoted http://a.example/\n>> twice\n>>> thrice http://a.example/\nmine\n\n\x0Cx   y   z\n\nSam     [Page 1]\n-- \nSam\n";

#[test]
fn all_can_be_read_in_light_and_in_dark() {
    let (mut viewer, linkifier) = (Viewer::new("contrast"), linkifier());
    let mail = "From a@a.example Tue Mar  3 10:20:30 2009\nFrom: Sam <sam@a.example>\nSubject: Soup\nMessage-ID: <1@a.example>\n\
                Content-Type: multipart/mixed; boundary=x\n\n--x\n\n> a\nb\n--x\nContent-Type: image/png; name=a.png\n\n--x--\n";
    let page = Page::new("All").names(true);
    let mut html = page.head().into_bytes();
    for (index, layout) in LAYOUTS.into_iter().enumerate() {
        let page = page.clone().layout(layout);
        linkifier.write_section(&page, (index + 1, layout.name()), ALL.as_bytes(), &mut html).expect("memory");
    }
    linkifier.write_mail(&page, (4, "mail"), mail.as_bytes(), &mut html).expect("memory");
    html.extend_from_slice(page.tail().as_bytes());
    let html = String::from_utf8(html).expect("HTML is UTF-8");
    let prepare = json!({ "source": "window.measuresContrast = true" });
    viewer.browser.call("Page.addScriptToEvaluateOnNewDocument", prepare).expect("it is asked for");
    for scheme in ["light", "dark"] {
        let media = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        viewer.browser.call("Emulation.setEmulatedMedia", media).expect("it has colours");
        let seen = viewer.look(&html, scheme);
        assert!(seen["contrast"].as_f64() >= Some(4.5), "{scheme}: {} of {}", seen["contrast"], seen["faint"]);
        assert!(seen["contrast"].as_f64() < Some(21.0), "{scheme}: nothing was measured");
    }
}
