//! A headless Chromium that is driven through a pipe (`--remote-debugging-pipe`): messages of the DevTools protocol in JSON, each
//! ended by a NUL.

use std::{
    collections::VecDeque,
    fs,
    io::{self, BufRead, BufReader, Write},
    path::PathBuf,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
};

use serde_json::{Value, json};

/// What the program may be called.
const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// Nothing but what is asked for: no sandbox, since tests run in containers, and no requests of its own.
const FLAGS: &str = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
                     --disable-component-update --disable-sync --disable-extensions --hide-scrollbars --remote-debugging-pipe";

/// A browser with one page.
pub struct Browser {
    process: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    profile: PathBuf,
    session: Option<String>,
    number: u64,
    events: VecDeque<Value>,
}

impl Browser {
    /// Starts it, with a profile of its own.
    ///
    /// # Errors
    /// There is none, or it does not answer.
    pub fn start() -> io::Result<Browser> {
        let is_there = |name: &&&str| Command::new(name).arg("--version").stdout(Stdio::null()).status().is_ok();
        let name = NAMES.iter().find(is_there).ok_or_else(|| io::Error::other("chromium is not installed"))?;
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let profile = std::env::temp_dir().join(format!("napkin-browser-{}-{count}", std::process::id()));
        fs::create_dir_all(&profile)?;
        // The protocol is spoken on the descriptors 3 and 4, which a shell can make of the standard ones.
        let line =
            format!("exec {name} {FLAGS} --user-data-dir=\"$1\" about:blank 3<&0 4>&1 </dev/null >/dev/null 2>&1");
        let mut process = Command::new("sh")
            .args(["-c", &line, "sh"])
            .arg(&profile)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (to, from) = (process.stdin.take(), process.stdout.take());
        let (to, from) = to.zip(from).ok_or_else(|| io::Error::other("there are no pipes"))?;
        let (events, from) = (VecDeque::new(), BufReader::new(from));
        let mut browser = Browser { process, to, from, profile, session: None, number: 0, events };
        let targets = browser.call("Target.getTargets", json!({}))?;
        let page = targets["targetInfos"].as_array().and_then(|all| all.iter().find(|one| one["type"] == "page"));
        let target = page.map(|page| page["targetId"].clone()).unwrap_or_default();
        let attached = browser.call("Target.attachToTarget", json!({ "targetId": target, "flatten": true }))?;
        browser.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Network", "Log"] {
            browser.call(&format!("{domain}.enable"), json!({}))?;
        }
        Ok(browser)
    }

    /// Calls a method and returns what it answers.
    ///
    /// # Errors
    /// The pipe is closed, or the method has failed.
    pub fn call(&mut self, method: &str, parameters: Value) -> io::Result<Value> {
        self.number += 1;
        let mut message = json!({ "id": self.number, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        let mut bytes = serde_json::to_vec(&message)?;
        bytes.push(0);
        self.to.write_all(&bytes)?;
        loop {
            let mut message = self.read()?;
            if message["id"] == self.number {
                return match message.get("error") {
                    Some(error) => Err(io::Error::other(format!("{method}: {error}"))),
                    None => Ok(message["result"].take()),
                };
            }
            self.events.push_back(message);
        }
    }

    fn read(&mut self) -> io::Result<Value> {
        let mut bytes = Vec::new();
        self.from.read_until(0, &mut bytes)?;
        if bytes.pop() != Some(0) {
            return Err(io::Error::other("the browser has gone"));
        }
        let message: Value = serde_json::from_slice(&bytes)?;
        if message["method"] == "Page.javascriptDialogOpening" {
            // Nothing goes on until somebody closes it.
            return Err(io::Error::other(format!("a dialog opens: {message}")));
        }
        Ok(message)
    }

    /// Opens a page and waits until it is there.
    ///
    /// # Errors
    /// The pipe is closed, a dialog opens, or the browser saves the file instead of showing it.
    pub fn open(&mut self, url: &str) -> io::Result<()> {
        self.events.clear();
        let answer = self.call("Page.navigate", json!({ "url": url }))?;
        if let Some(error) = answer["errorText"].as_str() {
            return Err(io::Error::other(error.to_owned()));
        }
        let mut before = Vec::new();
        loop {
            let event = match self.events.pop_front() {
                Some(event) => event,
                None => self.read()?,
            };
            if event["method"] == "Page.loadEventFired" {
                break;
            }
            before.push(event);
        }
        self.events.extend(before);
        Ok(())
    }

    /// What has happened since it was asked last, and was not waited for.
    pub fn events(&mut self) -> Vec<Value> {
        self.events.drain(..).collect()
    }

    /// What an expression comes to, in the page, which its policy has no say in.
    ///
    /// # Errors
    /// The pipe is closed, or it throws.
    pub fn evaluate(&mut self, expression: &str) -> io::Result<Value> {
        let parameters = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let mut answer = self.call("Runtime.evaluate", parameters)?;
        match answer.get("exceptionDetails") {
            Some(thrown) => Err(io::Error::other(thrown.to_string())),
            None => Ok(answer["result"]["value"].take()),
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.session = None;
        let _ = self.call("Browser.close", json!({}));
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.profile);
    }
}
