//! What the library serialises is what `napkin --json` prints, in all of the corpus: the same lines where `Json` writes them, and the same
//! values where another serializer writes each `Record`.

use std::{
    collections::BTreeMap,
    env, fs,
    ops::ControlFlow,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use napkin::{
    Context, Event, Finder, Format, InputFinder, Kind, Kinds, Link,
    html::HtmlFinder,
    mail::MailFinder,
    warc::WarcFinder,
    write::{Json, Record},
};
use serde::Deserialize;
use serde_json::Value;

use crate::support::{
    cases::{self, unescape},
    warc,
};

/// A case of the corpus, whatever its folder: `corpus/README.md` explains the fields.
#[derive(Deserialize)]
struct Case {
    name: String,
    text: Option<String>,
    bytes: Option<String>,
    #[serde(default = "once")]
    times: usize,
    #[serde(default)]
    tail: String,
    #[serde(default)]
    crlf: bool,
    #[serde(flatten)]
    options: Options,
}

fn once() -> usize {
    1
}

/// What the texts of a group are searched with.
#[derive(Clone, Default, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(default)]
struct Options {
    kinds: Vec<String>,
    schemes: Vec<String>,
    any_scheme: bool,
    #[serde(default)]
    refang: bool,
    grammar: Option<String>,
    base: Option<String>,
    rejoin: Option<String>,
    hyphen: Option<String>,
}

impl Case {
    fn text(&self) -> Vec<u8> {
        let text = match (&self.text, &self.bytes) {
            (Some(text), None) => text.clone().into_bytes(),
            (None, Some(escaped)) => unescape(escaped),
            _ => panic!("{}: either text or bytes", self.name),
        };
        let text = [&text.repeat(self.times), self.tail.as_bytes()].concat();
        if self.crlf { crate::support::messages::with_crlf(&text) } else { text }
    }
}

impl Options {
    fn flags(&self) -> Vec<String> {
        let mut flags = Vec::new();
        for (flag, values) in [("--kind", &self.kinds), ("--scheme", &self.schemes)] {
            flags.extend((!values.is_empty()).then(|| format!("{flag}={}", values.join(","))));
        }
        flags.extend(self.any_scheme.then(|| "--any-scheme".to_owned()));
        flags.extend(self.refang.then(|| "--refang".to_owned()));
        for (flag, value) in [
            ("--grammar", &self.grammar),
            ("--base", &self.base),
            ("--rejoin", &self.rejoin),
            ("--hyphen", &self.hyphen),
        ] {
            flags.extend(value.as_ref().map(|value| format!("{flag}={value}")));
        }
        flags
    }

    fn finder(&self) -> Finder {
        let mut builder = Finder::builder()
            .any_scheme(self.any_scheme)
            .refang(self.refang)
            .positions(true)
            .labels(true)
            .explain(true);
        if !self.kinds.is_empty() {
            builder =
                builder.kinds(self.kinds.iter().map(|name| name.parse::<Kind>().expect("a kind")).collect::<Kinds>());
        }
        if !self.schemes.is_empty() {
            builder = builder.schemes(self.schemes.clone());
        }
        if let Some(grammar) = &self.grammar {
            builder = builder.grammar(grammar.parse().expect("a grammar"));
        }
        if let Some(base) = &self.base {
            builder = builder.base(base);
        }
        if let Some(rejoin) = &self.rejoin {
            builder = builder.rejoin(rejoin.parse().expect("a level"));
        }
        if let Some(hyphen) = &self.hyphen {
            builder = builder.hyphen(hyphen.parse().expect("what becomes of hyphens"));
        }
        builder.build().expect("the options are right")
    }
}

/// Texts of one format that are searched with the same options, each with its name.
struct Group {
    format: Format,
    options: Options,
    /// Whether the headers and all alternatives of mail are searched.
    is_deep: bool,
    texts: Vec<(String, Vec<u8>)>,
}

impl Group {
    fn new(format: Format, texts: Vec<(String, Vec<u8>)>) -> Group {
        Group { format, options: Options::default(), is_deep: false, texts }
    }

    /// The cases of a folder, by their options.
    fn of_folder(format: Format, folder: &str) -> Vec<Group> {
        let mut groups: BTreeMap<Options, Vec<(String, Vec<u8>)>> = BTreeMap::new();
        for case in cases::load::<Case>(folder) {
            let text = case.text();
            groups.entry(case.options).or_default().push((case.name, text));
        }
        groups.into_iter().map(|(options, texts)| Group { options, ..Group::new(format, texts) }).collect()
    }

    /// What the command prints of the texts, each of them in a file whose name is its number.
    fn printed(&self, folder: &Path) -> Vec<Vec<u8>> {
        let _ = fs::remove_dir_all(folder);
        fs::create_dir_all(folder).unwrap();
        for (number, (_, text)) in self.texts.iter().enumerate() {
            fs::write(folder.join(number.to_string()), text).unwrap();
        }
        let mut command = Command::new(env!("CARGO_BIN_EXE_napkin"));
        command.args(["--json", "--explain", "--no-config", "--input", self.format.name()]).args(self.options.flags());
        if self.is_deep {
            command.args(["--headers", "--all-parts"]);
        }
        command.arg("--").args((0..self.texts.len()).map(|number| number.to_string()));
        let output = command.current_dir(folder).stdin(Stdio::null()).output().unwrap();
        assert!(output.status.code().is_some(), "{}", String::from_utf8_lossy(&output.stderr));
        fs::remove_dir_all(folder).unwrap();
        let mut lines = vec![Vec::new(); self.texts.len()];
        for line in output.stdout.split_inclusive(|&byte| byte == b'\n') {
            let value: Value = serde_json::from_slice(line).expect("it is JSON");
            let number: usize = value["path"].as_str().expect("each names its file").parse().expect("it is a number");
            lines[number].extend_from_slice(line);
        }
        lines
    }

    fn inputs(&self) -> InputFinder {
        let finder = self.options.finder();
        InputFinder::new(finder.clone())
            .with_mail(MailFinder::new(finder.clone()).headers(self.is_deep).all_parts(self.is_deep))
            .with_html(HtmlFinder::new(finder.clone()))
            .with_warc(WarcFinder::new(finder))
    }

    /// Compares what the library serialises of each text with what the command prints. The types of the records.
    fn compare(&self, folder: &Path) -> BTreeMap<String, usize> {
        let (printed, inputs) = (self.printed(folder), self.inputs());
        let mut types = BTreeMap::new();
        for (number, (name, text)) in self.texts.iter().enumerate() {
            let path = number.to_string();
            let lines = String::from_utf8(written(&inputs, self.format, text, &path)).expect("JSON is UTF-8");
            assert_eq!(lines, String::from_utf8_lossy(&printed[number]), "{name}");
            let expected: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            assert_eq!(serialised(&inputs, self.format, text, &path), expected, "{name}");
            if self.format == Format::Text {
                let is_link = |value: &&Value| value["type"] == "link";
                let links: Vec<Value> = expected.iter().filter(is_link).cloned().collect();
                for found in in_other_ways(inputs.text(), text, &path) {
                    assert_eq!(found, links, "{name}");
                }
            }
            for value in expected {
                *types.entry(value["type"].as_str().expect("each has a type").to_owned()).or_default() += 1;
            }
        }
        types
    }
}

/// The lines that the library writes.
fn written(inputs: &InputFinder, format: Format, text: &[u8], path: &str) -> Vec<u8> {
    let mut json = Json::new(Vec::new());
    json.set_path(path);
    inputs.search_with(&mut inputs.text().searcher(), format, text, &mut json).expect("memory can be read");
    json.into_inner()
}

/// The value that any serializer makes of a record.
fn value(record: Record<'_>, path: &str) -> Value {
    let json = serde_json::to_string(&record.path(path)).expect("a record is JSON");
    serde_json::from_str(&json).expect("it is JSON")
}

/// The records of all that is found.
fn serialised(inputs: &InputFinder, format: Format, text: &[u8], path: &str) -> Vec<Value> {
    let mut values = Vec::new();
    let mut sink = |event: Event<'_>, context: &Context<'_>| -> ControlFlow<()> {
        values.extend(Record::of(&event, context).map(|record| value(record, path)));
        ControlFlow::Continue(())
    };
    inputs.search_with(&mut inputs.text().searcher(), format, text, &mut sink).expect("memory can be read");
    values
}

/// The records of the links of a text that is there as a whole, that is read, and that comes in chunks.
fn in_other_ways(finder: &Finder, text: &[u8], path: &str) -> [Vec<Value>; 3] {
    let record = |link: &Link<'_>| value(Record::link(link, &Context::default()), path);
    let whole = finder.find_iter(text).map(|link| record(&link)).collect();
    let read = finder.stream(text).map(|link| record(&link.expect("memory can be read"))).collect();
    let mut chunks = Vec::new();
    let mut sink = |event: Event<'_>, _: &Context<'_>| {
        if let Event::Link(link) = event {
            chunks.push(record(&link));
        }
    };
    let mut feed = finder.feed();
    for chunk in text.chunks(1000) {
        feed.push(chunk, &mut sink).expect("the sink takes all");
    }
    feed.finish(&mut sink).expect("the sink takes all");
    [whole, read, chunks]
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("records-{name}"))
}

/// Adds up how many records of each type there are.
fn add(all: &mut BTreeMap<String, usize>, more: BTreeMap<String, usize>) {
    for (name, count) in more {
        *all.entry(name).or_default() += count;
    }
}

#[test]
fn the_corpus_has_the_same_records() {
    let mut all = BTreeMap::new();
    for (format, name) in [(Format::Text, "cases"), (Format::Mail, "mail"), (Format::Html, "html")] {
        for group in Group::of_folder(format, name) {
            add(&mut all, group.compare(&folder(name)));
            if format == Format::Mail {
                add(&mut all, Group { is_deep: true, ..group }.compare(&folder(name)));
            }
        }
    }
    let files = warc::cases().into_iter().map(|case| (case.name.clone(), case.file())).collect();
    add(&mut all, Group::new(Format::Warc, files).compare(&folder("warc")));
    for (name, least) in [("link", 1500), ("rejection", 100), ("break", 100), ("error", 30)] {
        assert!(all.get(name).is_some_and(|&count| count >= least), "{all:?}");
    }
    assert_eq!(all.len(), 4, "{all:?}");
}

/// Labelled texts stay outside the repository: files of JSON with an object a line, whose `text` is searched.
#[test]
#[ignore = "needs labelled texts: set NAPKIN_LABELLED to their folder"]
fn labelled_texts_have_the_same_records() {
    #[derive(Deserialize)]
    struct Labelled {
        text: Option<String>,
    }

    let texts = env::var("NAPKIN_LABELLED").expect("NAPKIN_LABELLED names the folder of labelled texts");
    let mut files: Vec<PathBuf> = fs::read_dir(texts).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    let mut all = BTreeMap::new();
    for file in files {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let lines = fs::read_to_string(&file).unwrap();
        let texts = lines.lines().enumerate().filter_map(|(number, line)| {
            let labelled: Labelled = serde_json::from_str(line).expect("each line is an object");
            Some((format!("{name}:{}", number + 1), labelled.text?.into_bytes()))
        });
        let format = if name == "message" { Format::Mail } else { Format::Text };
        add(&mut all, Group::new(format, texts.collect()).compare(&folder("labelled")));
    }
    assert!(all.get("link").is_some_and(|&count| count > 1000), "{all:?}");
}
