//! Every message of the corpus in archives of every kind, compressed and not: its links are those it has alone.

use std::{
    fs,
    io::Write,
    ops::Range,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use serde_json::Value;

use crate::{
    compressed::Method,
    support::messages::{Case, Flavour, cases, finder, search},
};

/// A link: the number of its message, its URL, its part, and where it stands in it.
type Link = (usize, String, String, Range<usize>);

/// What each message has alone. Messages are counted from 1.
fn alone(messages: &[Vec<u8>]) -> Vec<Link> {
    let mut links = Vec::new();
    for (index, message) in messages.iter().enumerate() {
        let found = search(&finder(), &message[..]).links;
        links.extend(found.into_iter().map(|link| (index + 1, link.url, link.part.unwrap_or_default(), link.range)));
    }
    links
}

fn messages() -> Vec<Vec<u8>> {
    cases().iter().map(Case::message).collect()
}

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("archives-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn write(path: PathBuf, bytes: impl AsRef<[u8]>) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

/// The links of the command's records. The number of a message is that in the file, or the file's name begins with it.
fn links(words: &[&str], path: &Path, input: &[u8]) -> Vec<Link> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_napkin"));
    command.arg("--json").args(words).arg(path).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let output = std::thread::scope(|scope| {
        scope.spawn(move || pipe.write_all(input));
        child.wait_with_output().unwrap()
    });
    let records = str::from_utf8(&output.stdout).unwrap().lines();
    let records = records.map(|line| serde_json::from_str::<Value>(line).unwrap());
    records
        .filter(|record| record["type"] == "link")
        .map(|record| {
            let string = |value: &Value| value.as_str().unwrap_or_else(|| panic!("{record}")).to_string();
            let number = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
            let path = string(&record["path"]);
            let name = path.rsplit('/').next().unwrap().split(':').next().unwrap();
            let message = &record["message"];
            let counted = if message["number"].is_null() { name.parse().unwrap() } else { number(&message["number"]) };
            (
                counted,
                string(&record["url"]),
                string(&message["part"]),
                number(&record["start"])..number(&record["end"]),
            )
        })
        .collect()
}

/// Asserts that the archive has the links of its messages, as it is, compressed, and through a pipe.
fn assert_file(name: &str, archive: &[u8], expected: &[Link]) {
    let folder = folder(name);
    write(folder.join("archive"), archive);
    assert_eq!(links(&[], &folder.join("archive"), b""), expected, "{name}");
    assert_eq!(links(&[], Path::new("-"), archive), expected, "{name}, through a pipe");
    for method in Method::ALL {
        let compressed = method.compress_in_members(archive);
        write(folder.join("archive"), &compressed);
        assert_eq!(links(&["-z"], &folder.join("archive"), b""), expected, "{name}, {}", method.name());
        assert_eq!(links(&["-z"], Path::new("-"), &compressed), expected, "{name}, {}, through a pipe", method.name());
    }
}

/// Asserts that the folder has the links of the messages that are its files, as they are, and compressed.
fn assert_folder(name: &str, messages: &[Vec<u8>], file: impl Fn(&Path, usize) -> PathBuf) {
    let folder = folder(name);
    let store = |compress: &dyn Fn(usize, &[u8]) -> Vec<u8>| {
        for (index, message) in messages.iter().enumerate() {
            write(file(&folder, index + 1), compress(index, message));
        }
    };
    let expected = alone(messages);
    store(&|_, message| message.to_vec());
    assert_eq!(links(&[], &folder, b""), expected, "{name}");
    store(&|index, message| Method::ALL[index % 4].compress_in_members(message));
    assert_eq!(links(&["-z"], &folder, b""), expected, "{name}, compressed");
}

#[test]
fn every_message_has_its_links_in_a_mailbox() {
    let messages = messages();
    for flavour in Flavour::ALL {
        let is_kept = |message: &&Vec<u8>| flavour.holds(message) && flavour.is_exact(message);
        let kept: Vec<Vec<u8>> = messages.iter().filter(is_kept).cloned().collect();
        let mut mailbox = Vec::new();
        for message in &kept {
            flavour.add(&mut mailbox, message);
        }
        assert_file(&format!("{flavour:?}"), &mailbox, &alone(&kept));
    }
}

#[test]
fn every_message_has_its_links_in_a_batch_of_news() {
    let messages = messages();
    let article = |message: &Vec<u8>| [format!("#! rnews {}\n", message.len()).as_bytes(), message].concat();
    let batch: Vec<u8> = messages.iter().flat_map(article).collect();
    assert_file("batch", &batch, &alone(&messages));
    // A compressed batch may say so, and by what.
    let compressed = [b"#! cunbatch\n", &Method::Gzip.compress(&batch)[..]].concat();
    assert_eq!(links(&["-z"], Path::new("-"), &compressed), alone(&messages));
}

#[test]
fn every_message_has_its_links_in_a_maildir() {
    let messages = messages();
    let half = messages.len() / 2;
    assert_folder("maildir", &messages, |folder, number| {
        fs::create_dir_all(folder.join("new")).unwrap();
        write(folder.join("tmp/0"), "http://on.its.way.example/");
        let place = if number <= half { "cur" } else { "new" };
        folder.join(format!("{place}/{number:04}:2,S"))
    });
}

#[test]
fn a_maildir_holds_messages_whatever_they_begin_with() {
    let folder = folder("any");
    for place in ["cur", "new", "tmp", ".Sent/cur", ".Sent/new", ".Sent/tmp", ".other"] {
        write(folder.join(place).join("0"), "http://on.its.way.example/");
    }
    fs::remove_file(folder.join(".Sent/new/0")).unwrap();
    write(folder.join("cur/0"), "no header http://a.example/\n");
    write(folder.join("new/0"), "From here http://b.example/ on\nit is http://c.example/\n");
    write(
        folder.join(".Sent/cur/0"),
        "Subject: soup\nContent-Transfer-Encoding: quoted-printable\n\nhttp://d.example/=\ne",
    );
    let urls = |path: &Path| -> Vec<String> { links(&[], path, b"").into_iter().map(|(_, url, ..)| url).collect() };
    let expected = ["http://d.example/e", "http://a.example/", "http://b.example/", "http://c.example/"];
    assert_eq!(urls(&folder), expected);
    assert_eq!(urls(&folder.join(".Sent")), expected[..1]);
    assert_eq!(urls(&folder.join(".Sent/cur")), expected[..1]);
    // Below the folder that is named it is the same, and a folder in one of them is one, too.
    let above = self::folder("above");
    fs::rename(&folder, above.join("mail")).unwrap();
    assert_eq!(urls(&above), expected);
    for place in ["cur", "new", "tmp"] {
        write(above.join("mail/.Sent/.2009").join(place).join("0"), format!("http://{place}.example/"));
    }
    let deep = [["http://cur.example/", "http://new.example/"].as_slice(), &expected].concat();
    assert_eq!(urls(&above), deep);
}

#[test]
fn every_message_has_its_links_in_a_folder_of_mh() {
    assert_folder("mh", &messages(), |folder, number| {
        write(folder.join(".mh_sequences"), "cur: 1\n");
        folder.join(number.to_string())
    });
}

#[test]
fn every_article_has_its_links_in_a_spool() {
    // Nothing but their headers says that the files are articles.
    let articles: Vec<Vec<u8>> =
        messages().into_iter().filter(|message| napkin::mail::recognise(message, true) == Some(true)).collect();
    assert!(articles.len() > 50, "{}", articles.len());
    assert_folder("spool", &articles, |folder, number| folder.join(format!("news/soup/{number}")));
}
