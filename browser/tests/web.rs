//! The page of `web/` as people use it: with the keyboard alone, with files of any length, and with what strangers wrote.
//!
//! `bindings/wasm/build --page` makes it.

mod payloads;

use std::{fs, io::Write, path::PathBuf};

use napkin::{Finder, Kinds};
use napkin_browser::Browser;
use payloads::{PAYLOADS, PLACES};
use serde_json::{Value, json};

/// The elements that we make of what was found, beside those that the page consists of.
const MADE: &str = " div a span ol li small button p pre dl dt dd code mark ul ";

/// A browser with the page in it.
struct Visitor {
    browser: Browser,
    url: String,
}

impl Visitor {
    fn new() -> Visitor {
        let built = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../target/wasm/web/napkin.html");
        let path = built.canonicalize().expect("the page is built: bindings/wasm/build --page");
        let mut browser = Browser::start().expect("Chromium is installed");
        browser.call("Emulation.setFocusEmulationEnabled", json!({ "enabled": true })).expect("it has the focus");
        browser.call("DOM.enable", json!({})).expect("it has elements");
        let url = format!("file://{}", path.display());
        let mut visitor = Visitor { browser, url };
        visitor.open("");
        visitor
    }

    fn open(&mut self, fragment: &str) {
        // Only another document is loaded anew.
        self.browser.open("about:blank").expect("it is left");
        self.browser.open(&format!("{}{fragment}", self.url)).expect("it is opened");
        self.wait("document.body.dataset.ready === 'yes'");
    }

    fn evaluate(&mut self, expression: &str) -> Value {
        self.browser.evaluate(expression).unwrap_or_else(|error| panic!("{expression}: {error}"))
    }

    /// Waits until it is so.
    fn wait(&mut self, condition: &str) {
        let waits = format!(
            "(async () => {{ for (let turn = 0; turn < 6000; turn++) {{ if ({condition}) return true; \
             await new Promise((resolve) => setTimeout(resolve, 20)); }} return false; }})()"
        );
        if self.evaluate(&waits) != true {
            let said = self.evaluate("document.getElementById('status').textContent");
            panic!("it never is so that {condition}; the page says {said}");
        }
    }

    /// Puts a text where texts are typed, and waits until it is searched.
    fn write(&mut self, text: &str) {
        let put = format!(
            "{{ const text = document.getElementById('text'); text.value = {}; text.dispatchEvent(new Event('input')); }}",
            json!(text)
        );
        self.evaluate(&put);
        self.wait("document.querySelector('.place').textContent === document.getElementById('text').value");
    }

    fn press(&mut self, key: &str) {
        let code = match key {
            "Tab" => 9,
            "Enter" => 13,
            "Escape" => 27,
            "End" => 35,
            "ArrowLeft" => 37,
            "ArrowRight" => 39,
            _ => panic!("which key is {key}?"),
        };
        let text = if key == "Enter" { "\r" } else { "" };
        for kind in ["keyDown", "keyUp"] {
            let event = json!({ "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code, "text": text });
            self.browser.call("Input.dispatchKeyEvent", event).expect("it is pressed");
        }
    }

    /// Presses the key of tabulators until the focus is where it should be.
    fn go_to(&mut self, selector: &str) {
        for _ in 0..40 {
            self.press("Tab");
            if self.evaluate(&format!("document.activeElement.matches({})", json!(selector))) == true {
                return;
            }
        }
        panic!("{selector} can't be reached");
    }

    fn status(&mut self) -> String {
        self.evaluate("document.getElementById('status').textContent").as_str().unwrap_or_default().to_owned()
    }

    /// Nothing went wrong, and nothing was asked for: a worker is made of what the page has.
    fn nothing_happened(&mut self) {
        for event in self.browser.events() {
            let request = &event["params"]["request"]["url"];
            let is_own = request.as_str().is_some_and(|url| {
                url.starts_with("blob:")
                    || url.starts_with("data:,")
                    || url.starts_with(&self.url)
                    || url == "about:blank"
            });
            assert!(event["method"] != "Network.requestWillBeSent" || is_own, "a request: {event}");
            assert!(event["method"] != "Log.entryAdded", "{event}");
            assert!(event["method"] != "Runtime.exceptionThrown", "{event}");
        }
    }
}

#[test]
fn links_are_found_as_the_library_finds_them() {
    let mut visitor = Visitor::new();
    let text = "dîner: <http://a.example/\n b> (or www.example.org), http://b.example:80x/ and javascript:alert(1)\n𝄞 http://c.example/ü\n";
    visitor.write(text);
    let urls: Vec<String> =
        Finder::new().find_iter(text).flat_map(|link| vec![link.url().to_owned(); link.pieces().len()]).collect();
    let expected = visitor.evaluate(&format!("{}.map((url) => new URL(url).href)", json!(urls)));
    assert_eq!(visitor.evaluate("[...document.querySelectorAll('.place a')].map((link) => link.href)"), expected);
    visitor.wait("document.getElementById('status').textContent === '3 links, 1 put together, 1 refused'");
    let written = visitor.evaluate("[...document.querySelectorAll('.place a')].map((link) => link.textContent)");
    assert_eq!(written, json!(["http://a.example/", "b", "www.example.org", "http://c.example/ü"]));
    visitor.nothing_happened();
}

#[test]
fn what_is_typed_changes_only_what_is_beside_it() {
    let mut visitor = Visitor::new();
    let line = |number: usize| format!("the {number}th line leads to http://a.example/{number}\n");
    let text: String = (0..2000).map(line).collect();
    visitor.write(&text);
    visitor.evaluate("window.before = new Set(document.querySelectorAll('.block'))");
    visitor.write(&text.replacen("the 1000th", "http://b.example/ and the 1000th", 1));
    let made =
        visitor.evaluate("[...document.querySelectorAll('.block')].filter((block) => !before.has(block)).length");
    let all = visitor.evaluate("document.querySelectorAll('.block').length");
    assert!(all.as_u64() > Some(20) && made.as_u64() <= Some(3), "{made} of {all} blocks are new");
    visitor.wait("document.getElementById('status').textContent.startsWith('2,001 links')");
    visitor.nothing_happened();
}

/// What is typed anywhere, character by character and in haste, comes to what the text as a whole does.
#[test]
fn what_was_typed_is_found_as_if_it_had_been_there() {
    let mut visitor = Visitor::new();
    let line = |number: usize| {
        format!("the {number}th line leads to <http://a.example/{number}\n and-on> (http://b.example/)\n")
    };
    let text: String = (0..600).map(line).collect();
    visitor.write(&text);
    let fragments = ["<http://", ">", "\n", " http://c.example/soup.html ", "\n\n", "ü𝄞", "<URL:", "\"", ""];
    let mut state = 15_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for _ in 0..60 {
        let (fragment, at, gone) = (fragments[random(fragments.len())], random(50_000), random(60));
        // Between two characters, not inside of one.
        let edit = format!(
            "{{ const text = document.getElementById('text'); const cut = (at) => at - /[\\udc00-\\udfff]/.test(text.value[at] ?? ''); \
             text.setRangeText({}, cut({at}), cut({at} + {gone})); text.dispatchEvent(new Event('input')); }}",
            json!(fragment)
        );
        visitor.evaluate(&edit);
        visitor.wait("document.querySelector('.place').textContent === document.getElementById('text').value");
    }
    let written = visitor.evaluate("document.getElementById('text').value");
    let written = written.as_str().unwrap_or_default();
    let pieces: Vec<String> = Finder::new()
        .find_iter(written)
        .flat_map(|link| link.pieces().iter().map(|piece| written[piece.clone()].to_owned()).collect::<Vec<_>>())
        .collect();
    assert!(pieces.len() > 1000, "{}", pieces.len());
    let shown = "[...document.querySelectorAll('.place .link')].map((link) => link.textContent)";
    visitor.wait(&format!("JSON.stringify({shown}) === JSON.stringify({})", json!(pieces)));
    visitor.nothing_happened();
}

/// How long it takes from a key to what it changed, in a text of 100 KB with 1200 links. Machines differ, and so does what else
/// they do: only what nobody could work with fails.
#[test]
fn what_is_typed_is_shown_at_once() {
    let mut visitor = Visitor::new();
    let line = |number: usize| {
        format!("the {number}th line of a long text leads to http://a.example/{number}/soup, and then it goes on\n")
    };
    let text: String = (0..1200).map(line).collect();
    assert!((90_000..120_000).contains(&text.len()), "{}", text.len());
    visitor.write(&text);
    visitor.evaluate(
        "{ const text = document.getElementById('text'); text.focus(); text.setSelectionRange(50000, 50000); }",
    );
    // From a key to the event that it makes, from there to the worker, and from there to what is shown.
    visitor.evaluate(
        "{ window.took = []; let began, typed, sent; const text = document.getElementById('text'); \
         text.addEventListener('beforeinput', () => { began = performance.now(); }); \
         text.addEventListener('input', () => { typed = performance.now(); }, { capture: true }); \
         const post = Worker.prototype.postMessage; \
         Worker.prototype.postMessage = function (...message) { sent = performance.now(); return post.apply(this, message); }; \
         new MutationObserver(() => { if (!began) return; const now = performance.now(); \
         took.push([now - began, typed - began, sent - typed, now - sent]); began = 0; }) \
         .observe(document.querySelector('.place'), { childList: true }); }",
    );
    for (count, character) in "and http://b.example/soup goes in".chars().enumerate() {
        visitor.browser.call("Input.insertText", json!({ "text": character.to_string() })).expect("it is typed");
        visitor.wait(&format!("took.length > {count}"));
    }
    let medians = visitor
        .evaluate("[0, 1, 2, 3].map((at) => took.map((one) => one[at]).sort((a, b) => a - b)[took.length >> 1])");
    let medians: Vec<f64> = medians.as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
    let &[median, editing, asking, searching] = medians.as_slice() else { panic!("{medians:?}") };
    eprintln!(
        "from a key to what it changed, medians: {median:.1} ms, of which the browser's own editing is {editing:.1} ms, \
         asking the worker {asking:.1} ms, and searching and showing {searching:.1} ms"
    );
    assert!(median > 0.0 && median.is_finite(), "{median} ms");
    visitor.nothing_happened();
}

#[test]
fn the_keyboard_is_enough() {
    let mut visitor = Visitor::new();
    visitor.go_to(".skip");
    visitor.go_to("#clear");
    visitor.press("Enter");
    visitor.wait("document.activeElement.id === 'text' && document.querySelector('.place').textContent === ''");
    let text = "see <http://a.example/\n b> and http://b.example:80x/";
    visitor.browser.call("Input.insertText", json!({ "text": text })).expect("it is typed");
    visitor.wait("document.querySelector('.place .refused')");
    visitor.go_to("[role=tab]");
    visitor.go_to("#panel a");
    visitor.wait("document.getElementById('details').textContent.includes('of 2 pieces inside its delimiter')");
    visitor.go_to("#panel .refused");
    visitor.wait("document.getElementById('details').textContent.includes('rfc3986 3.2.3 port')");
    visitor.press("Escape");
    visitor.wait("!document.getElementById('details').textContent.includes('rfc3986')");
    visitor.evaluate("document.querySelector('[role=tab]').focus()");
    for (key, tab, shows) in [
        ("ArrowRight", "tab-list", "document.querySelectorAll('#panel li').length === 2"),
        ("End", "tab-json", "document.querySelector('#panel pre')?.textContent.includes('\"type\":\"rejection\"')"),
        ("ArrowLeft", "tab-html", "document.querySelector('#panel pre')?.textContent.includes('<a href=')"),
    ] {
        visitor.press(key);
        assert_eq!(visitor.evaluate("document.activeElement.id"), tab);
        assert_eq!(visitor.evaluate("document.activeElement.getAttribute('aria-selected')"), "true");
        visitor.wait(shows);
    }
    let unnamed = "[...document.querySelectorAll('button, input, select, textarea, [role]')].filter((element) => \
                   !(element.textContent.trim() || element.getAttribute('aria-label') || element.getAttribute('aria-labelledby') \
                   || element.labels?.length || element.id === 'status')).map((element) => element.outerHTML)";
    assert_eq!(visitor.evaluate(unnamed), json!([]), "all that can be used has a name");
    visitor.nothing_happened();
}

#[test]
fn nothing_runs_that_a_text_says() {
    let mut visitor = Visitor::new();
    let schemes: Vec<String> = napkin::Linkifier::default_schemes().map(|scheme| format!("{scheme}:")).collect();
    visitor.evaluate("for (const box of document.querySelectorAll('[type=checkbox]')) box.checked = true");
    for payload in PAYLOADS {
        let text: String = PLACES.map(|place| place.replace('@', payload) + "\n\n").concat();
        visitor.write(&text);
        for tab in ["place", "list", "html", "json"] {
            let look = format!(
                "(async () => {{ document.getElementById('tab-{tab}').click(); await new Promise((resolve) => setTimeout(resolve, 30)); \
                 for (const one of document.querySelectorAll('#panel [tabindex], #panel a')) one.focus(); \
                 const all = [...document.querySelectorAll('#panel *, #details *')]; \
                 return {{ elements: [...new Set(all.map((one) => one.localName))], \
                 attributes: [...new Set(all.flatMap((one) => one.getAttributeNames()))], \
                 protocols: [...new Set([...document.querySelectorAll('#panel a')].map((one) => one.protocol))], \
                 ran: window.ran === true }} }})()"
            );
            let seen = visitor.evaluate(&look);
            let strings = |name: &str| -> Vec<String> {
                seen[name].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
            };
            for element in strings("elements") {
                assert!(MADE.contains(&format!(" {element} ")), "{payload}: <{element}>");
            }
            for attribute in strings("attributes") {
                let known = "class href target rel tabindex role aria-label data-confidence data-host type";
                assert!(known.split(' ').any(|name| name == attribute), "{payload}: {attribute}");
            }
            for protocol in strings("protocols") {
                // What the browser takes for no URL leads nowhere.
                assert!(protocol == ":" || schemes.contains(&protocol), "{payload}: {protocol}");
            }
            assert_eq!(seen["ran"], false, "{payload}");
        }
        visitor.evaluate("document.getElementById('tab-place').click()");
    }
    visitor.nothing_happened();
}

#[test]
fn a_file_of_100_mb_goes_through() {
    let mut visitor = Visitor::new();
    let lines = "It is a long way to the next one, and nothing much happens there in between, but see\n\
                 http://www.sam.example/recipes/winter/soup.html (or www.kim.example) and <http://a.example/\n  b>.\n\n";
    let text = lines.repeat(100_000_000 / lines.len());
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("large.txt");
    fs::File::create(&path).and_then(|mut file| file.write_all(text.as_bytes())).expect("the file is written");
    let finder = Finder::builder().kinds(Kinds::default()).build().expect("kinds are always right");
    let count = finder.find_iter(&text).count();
    let document = visitor.browser.call("DOM.getDocument", json!({})).expect("there is a document");
    let parameters = json!({ "nodeId": document["root"]["nodeId"], "selector": "#file" });
    let input = visitor.browser.call("DOM.querySelector", parameters).expect("files can be chosen");
    let parameters = json!({ "nodeId": input["nodeId"], "files": [path] });
    visitor.browser.call("DOM.setFileInputFiles", parameters).expect("the file is chosen");
    // The page lives on while the worker reads.
    let turns = visitor.evaluate(
        "(async () => { let last = performance.now(), turns = 0, longest = 0; \
         while (document.getElementById('cancel').textContent !== 'Close' && turns < 100000) { \
         await new Promise((resolve) => setTimeout(resolve, 5)); turns++; \
         const now = performance.now(); longest = Math.max(longest, now - last); last = now; } return { turns, longest }; })()",
    );
    eprintln!("while the file was read, the page was busy for {} ms at a time at most", turns["longest"]);
    assert!(turns["turns"].as_u64() > Some(10), "the page was busy: {turns}");
    let status = visitor.status();
    let digits: String = status.split(' ').next().unwrap_or_default().replace(',', "");
    assert_eq!(digits, count.to_string(), "{status}");
    visitor.wait("document.querySelectorAll('#panel li').length === 200");
    fs::remove_file(&path).expect("the file is removed");
    visitor.press("Enter");
    visitor.wait("!document.getElementById('text').hidden");
    visitor.wait("document.querySelector('.place').textContent === document.getElementById('text').value");
    visitor.write("and http://a.example/ again\n");
    visitor.nothing_happened();
}

#[test]
fn a_link_to_the_page_carries_the_text_and_the_options() {
    let mut visitor = Visitor::new();
    let text = "kim@kim.example or <URL:b>, dîner 𝄞\n";
    visitor.write(text);
    visitor.evaluate("document.querySelector('[value=email]').click()");
    visitor.evaluate("document.querySelector('[name=base]').value = 'http://a.example/'");
    visitor.evaluate("document.getElementById('share').click()");
    visitor.wait("location.hash.length > 10");
    let fragment = visitor.evaluate("location.hash");
    visitor.nothing_happened();
    visitor.open(fragment.as_str().unwrap_or_default());
    assert_eq!(visitor.evaluate("document.getElementById('text').value"), text);
    let urls = visitor.evaluate("[...document.querySelectorAll('.place a')].map((link) => link.href)");
    assert_eq!(urls, json!(["mailto:kim@kim.example", "http://a.example/b"]));
    for wrong in ["#1.", "#1.%%%", "#1.AAAA", "#2.x", "#<img src=x onerror=alert(1)>"] {
        visitor.open(wrong);
        assert_eq!(visitor.evaluate("document.querySelectorAll('.place a').length > 3"), true, "{wrong}");
    }
    visitor.nothing_happened();
}

#[test]
fn it_fits_a_telephone() {
    let mut visitor = Visitor::new();
    let phone = json!({ "width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": true });
    visitor.browser.call("Emulation.setDeviceMetricsOverride", phone).expect("the page is narrow");
    visitor.write(&format!("http://a.example/{}\n", "long-".repeat(100)));
    for tab in ["list", "html", "json", "place"] {
        visitor.evaluate(&format!("document.getElementById('tab-{tab}').click()"));
        assert!(visitor.evaluate("document.documentElement.scrollWidth").as_u64() <= Some(390), "{tab}");
    }
}
