//! The package for JavaScript, packed by npm, in a page without a bundler: the examples of `docs/javascript.md`.
//!
//! `bindings/wasm/build` makes it.

use std::{
    fs,
    io::{self, BufRead, BufReader, Write},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::Command,
    thread,
};

use napkin_browser::Browser;
use serde_json::{Value, json};

const DOCUMENT: &str = include_str!("../../docs/javascript.md");

/// Returns the first fenced block of the document in this language.
fn example(language: &str) -> &'static str {
    examples(language).next().expect("the document has an example")
}

fn examples(language: &str) -> impl Iterator<Item = &'static str> {
    let begin = format!("\n```{language}\n");
    let blocks: Vec<_> = DOCUMENT.split(begin.as_str()).skip(1).collect();
    blocks.into_iter().map(|block| block.split("\n```\n").next().unwrap_or_default())
}

/// Runs a program and returns what it prints.
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Makes a folder that has the packed and unpacked package as a folder, as a web server's folder would.
fn packed(name: &str) -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/wasm/napkin-urls");
    assert!(package.join("napkin.js").exists(), "the package is not built: bindings/wasm/build");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made");
    let pack = ["pack", "--silent", "--offline", "--pack-destination"];
    let archive = run(Command::new("npm").args(pack).arg(&folder).current_dir(package));
    run(Command::new("tar").args(["-xzf", archive.trim()]).current_dir(&folder));
    fs::rename(folder.join("package"), folder.join("napkin-urls")).expect("npm packs a folder `package`");
    folder
}

/// Serves a folder on loopback and returns the address.
fn serve(folder: PathBuf) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback has a free port");
    let address = listener.local_addr().expect("the server has an address");
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let folder = folder.clone();
            // The browser may close a connection that it opened for nothing.
            thread::spawn(move || answer(stream, &folder));
        }
    });
    format!("http://{address}/")
}

fn answer(mut stream: TcpStream, folder: &Path) -> io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    let path = request.split(' ').nth(1).unwrap_or_default().trim_start_matches('/');
    while lines.next().transpose()?.is_some_and(|line| !line.is_empty()) {}
    let kind = match path.rsplit('.').next() {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("wasm") => "application/wasm",
        _ => "text/plain",
    };
    let (status, body) = match fs::read(folder.join(path)) {
        Ok(body) => ("200 OK", body),
        // Every browser asks for it.
        Err(_) if path == "favicon.ico" => ("204 No Content", Vec::new()),
        Err(_) => ("404 Not Found", Vec::new()),
    };
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    )?;
    stream.write_all(&body)
}

/// Opens a page, waits until `condition` is true in it, and returns the events of its console.
fn visit(browser: &mut Browser, url: &str, condition: &str) -> Vec<Value> {
    browser.open(url).expect("the page opens");
    let waits = format!(
        "(async () => {{ for (let turn = 0; turn < 500; turn++) {{ if ({condition}) return true; \
         await new Promise((resolve) => setTimeout(resolve, 20)); }} return false; }})()"
    );
    let done = browser.evaluate(&waits).expect("the condition can be evaluated");
    let mut events = browser.events();
    events.retain(is_of_console);
    assert_eq!(done, true, "{condition} never holds; the console has {events:?}");
    events
}

fn is_of_console(event: &Value) -> bool {
    ["Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"]
        .iter()
        .any(|name| event["method"] == *name)
}

#[test]
fn a_page_without_a_bundler_links_its_text() {
    let folder = packed("package-page");
    let example = example("html");
    fs::write(folder.join("page.html"), format!("<!DOCTYPE html>\n<meta charset=\"utf-8\">\n{example}"))
        .expect("the page can be written");
    let mut browser = Browser::start().expect("Chromium is installed");
    let url = serve(folder) + "page.html";
    let console = visit(&mut browser, &url, "document.querySelector('a')");
    assert!(console.is_empty(), "{console:?}");
    let links = browser.evaluate("[...document.querySelectorAll('a')].map((link) => [link.href, link.textContent])");
    let expected = json!([
        ["http://a.example/winter", "http://a.example/win"],
        ["http://a.example/winter", "ter"],
        ["http://www.example.org/soup_(1)", "www.example.org/soup_(1)"],
    ]);
    assert_eq!(links.expect("the page has links"), expected);
}

/// The first example, whose comments are what it prints. A bundler would find the package by its name; here an import map does.
#[test]
fn the_first_example_prints_its_comments() {
    let folder = packed("package-example");
    let example = example("js");
    let map = r#"{"imports": {"napkin-urls": "./napkin-urls/index.js"}}"#;
    let page = format!(
        "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<script type=\"importmap\">{map}</script>\n\
         <script type=\"module\">\n{example}\n</script>"
    );
    fs::write(folder.join("example.html"), page).expect("the page can be written");
    assert_prints_its_comments(&(serve(folder) + "example.html"), example);
}

/// The same, from the bundles that `bindings/wasm/tools/project.test.mjs` makes.
#[test]
#[ignore = "needs bundlers"]
fn bundles_print_the_comments() {
    let out = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/javascript/out");
    for bundler in ["vite", "webpack", "esbuild"] {
        assert_prints_its_comments(&(serve(out.join(bundler)) + "index.html"), example("js"));
    }
    for (index, example) in examples("mjs").enumerate() {
        assert_prints_its_comments(&(serve(out.join(format!("others-{}", index + 1))) + "index.html"), example);
    }
}

/// Opens a page with an example and compares what it prints with the example's comments.
fn assert_prints_its_comments(url: &str, example: &str) {
    let comments: Vec<&str> = example.lines().filter_map(|line| line.strip_prefix("// ")).collect();
    let mut browser = Browser::start().expect("Chromium is installed");
    let mut printed: Vec<String> = Vec::new();
    browser.open(url).expect("the page opens");
    for _ in 0..500 {
        browser.evaluate("new Promise((resolve) => setTimeout(resolve, 20))").expect("it can wait");
        for event in browser.events().into_iter().filter(is_of_console) {
            assert_eq!(event["params"]["type"], "log", "{url}: {event}");
            let arguments = event["params"]["args"].as_array().into_iter().flatten();
            let words: Vec<String> = arguments
                .map(|argument| argument["value"].as_str().map_or(argument["value"].to_string(), str::to_owned))
                .collect();
            printed.extend(words.join(" ").lines().map(str::to_owned));
        }
        if printed.len() >= comments.len() {
            break;
        }
    }
    assert_eq!(printed, comments, "{url}");
}
