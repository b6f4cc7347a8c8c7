//! A large text has the same links on any number of threads, and what comes of many files comes in their order.

use std::{
    fs,
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

use serde::Deserialize;

use crate::{
    compressed::Method,
    support::{
        cases,
        messages::{self, Flavour},
        random::Random,
        warc,
    },
};

/// How large a file is that several threads share: a little larger than it has to be for that, which is less without optimisation.
const SIZE: usize = if cfg!(debug_assertions) { 5 << 20 } else { 17 << 20 };

/// The text of a case of the corpus, if it is written as one.
#[derive(Deserialize)]
struct Case {
    text: Option<String>,
}

fn run(folder: &Path, words: &str) -> Vec<u8> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_napkin"));
    let output = command.args(words.split_whitespace()).current_dir(folder).stdin(Stdio::null()).output().unwrap();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

fn folder(name: &str) -> std::path::PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("parts-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// The texts of all cases of the corpus in a random order, again and again.
fn text(size: usize, between: &[&str]) -> String {
    let texts: Vec<String> = cases::load::<Case>("cases").into_iter().filter_map(|case| case.text).collect();
    let mut random = Random(size as u64);
    let mut text = String::with_capacity(size + 4096);
    while text.len() < size {
        text.push_str(&texts[random.below(texts.len())]);
        text.push_str(random.of(between));
    }
    text
}

#[test]
fn a_large_text_has_the_same_links_on_any_number_of_threads() {
    let folder = folder("large");
    // What stands between the texts opens delimiters that nothing closes, and breaks lines in every way.
    fs::write(folder.join("text"), text(SIZE, &["\n", " ", "\r\n", "\n\n", "\n<", "\"\n", "\n> "])).unwrap();
    for (flags, several) in [
        ("-nb --column", &[2, 5][..]),
        ("--json --rejoin eager -k url,www,email", &[3]),
        ("--pretty --hyperlink always -H", &[3]),
        ("--vimgrep", &[2]),
    ] {
        let one = run(&folder, &format!("--input text {flags} -j1 text"));
        assert!(one.len() > 1 << 20, "{flags}: {}", one.len());
        for threads in several {
            assert!(run(&folder, &format!("--input text {flags} -j{threads} text")) == one, "{flags} -j{threads}");
        }
    }
    fs::remove_dir_all(folder).unwrap();
}

/// The messages of the corpus in a random order, again and again, as mailboxes of all flavours keep them.
fn mailbox(size: usize) -> Vec<u8> {
    let messages: Vec<Vec<u8>> = messages::cases().iter().map(messages::Case::message).collect();
    let mut random = Random(size as u64);
    let mut mailbox = Vec::with_capacity(size + (1 << 20));
    while mailbox.len() < size {
        let (flavour, message) = (random.of(&Flavour::ALL), &messages[random.below(messages.len())]);
        if flavour.holds(message) {
            flavour.add(&mut mailbox, message);
        }
    }
    mailbox
}

#[test]
fn a_large_mailbox_has_the_same_links_on_any_number_of_threads() {
    let folder = folder("mailbox");
    fs::write(folder.join("a.mbox"), mailbox(SIZE)).unwrap();
    // The messages are damaged in many ways, which is told of on standard error and in the status.
    let run = |flags: &str| {
        let command = &mut Command::new(env!("CARGO_BIN_EXE_napkin"));
        command.args(flags.split_whitespace()).arg("a.mbox").current_dir(&folder).stdin(Stdio::null()).output().unwrap()
    };
    for flags in [
        "-Hnb --column",
        "--json --explain --headers",
        "-c --all-parts --stats",
        "-C1 --color always",
        "--heading",
        "--by-message --subject e",
        "--top 5 --by url",
        "--tsv",
        "-l",
        "--message-limit 3000 --json --stats",
    ] {
        let one = run(&format!("{flags} -j1"));
        assert!(!one.stdout.is_empty(), "{flags}");
        let threads = if flags.contains("json") { &[2, 3][..] } else { &[2] };
        for threads in threads {
            let several = run(&format!("{flags} -j{threads}"));
            assert!(several == one, "{flags} -j{threads}");
        }
    }
    fs::remove_dir_all(folder).unwrap();
}

/// The WARC files of the corpus in a random order, again and again, some of them cut off, with `most_bombs` responses between them, some
/// of which unpack to too much.
fn records(size: usize, most_bombs: usize) -> Vec<u8> {
    let files: Vec<Vec<u8>> = warc::cases().iter().map(warc::Case::file).collect();
    let packed = Method::Gzip.compress(&[&[b' '; 1 << 20][..], b" http://packed.example/ "].concat().repeat(20));
    let http = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Encoding: gzip\r\n\r\n";
    let length = http.len() + packed.len();
    let bomb =
        [format!("WARC/1.0\r\nWARC-Type: response\r\nContent-Length: {length}\r\n\r\n{http}").as_bytes(), &packed]
            .concat();
    let mut random = Random(size as u64);
    let mut all = Vec::with_capacity(size + (1 << 20));
    let mut bombs = 0;
    while all.len() < size {
        let file = &files[random.below(files.len())];
        let end = if random.below(50) == 0 { random.below(file.len()) } else { file.len() };
        all.extend_from_slice(&file[..end]);
        if all.len() * most_bombs / size > bombs {
            bombs += 1;
            all.extend_from_slice(b"\r\n\r\n");
            all.extend_from_slice(&bomb);
            all.extend_from_slice(b"\r\n\r\n");
        }
    }
    all
}

#[test]
fn a_large_warc_file_has_the_same_links_on_any_number_of_threads() {
    let folder = folder("warc");
    // What unpacks to too much takes long.
    let (file, bombs) = (records(SIZE, 0), records(SIZE, 6));
    fs::write(folder.join("a.warc"), &file).unwrap();
    fs::write(folder.join("bombs.warc"), &bombs).unwrap();
    // Cut off and damaged far behind its beginning, and not compressed to less than what is worth sharing.
    let members = |file: &[u8]| -> Vec<u8> { file.chunks(SIZE / 2 + 1).flat_map(stored).collect() };
    fs::write(folder.join("bombs.warc.gz"), members(&bombs)).unwrap();
    let members = members(&file);
    fs::write(folder.join("cut.warc.gz"), &members[..members.len() - (1 << 20)]).unwrap();
    let mut damaged = members;
    let at = damaged.len() - (300 << 10);
    damaged[at..at + 9].fill(0xFF);
    fs::write(folder.join("damaged.warc.gz"), damaged).unwrap();
    for (flags, several) in [
        ("-n --column a.warc", &[2][..]),
        ("--json --stats bombs.warc", &[3]),
        ("-z --json --stats bombs.warc.gz", &[2]),
        ("-z -c --stats cut.warc.gz", &[2]),
        ("-z -c --stats damaged.warc.gz", &[3]),
        ("-z --max-decompressed 4M --stats --tsv bombs.warc.gz", &[2]),
        ("--message-limit 3000 --json --stats a.warc", &[2]),
    ] {
        let run = |threads: usize| {
            let command = &mut Command::new(env!("CARGO_BIN_EXE_napkin"));
            let command = command.args(flags.split_whitespace()).arg(format!("-j{threads}"));
            command.current_dir(&folder).stdin(Stdio::null()).output().unwrap()
        };
        let one = run(1);
        assert!(!one.stdout.is_empty() && !one.stderr.is_empty(), "{flags}");
        for &threads in several {
            assert!(run(threads) == one, "{flags} -j{threads}");
        }
    }
    fs::remove_dir_all(folder).unwrap();
}

/// A member of gzip in which nothing is compressed.
fn stored(bytes: &[u8]) -> Vec<u8> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::none());
    writer.write_all(bytes).unwrap();
    writer.finish().unwrap()
}

/// A large file that is found in a folder comes in its place.
#[test]
fn a_large_file_in_a_folder_comes_in_its_turn() {
    let folder = folder("walked");
    fs::write(folder.join("m"), text(SIZE, &["\n", "\n\n"])).unwrap();
    fs::write(folder.join("n.mbox"), mailbox(SIZE)).unwrap();
    for name in ["a", "o", "p", "q"] {
        let text: String = (0..30_000).map(|at| format!("http://{name}.example/{at}\n")).collect();
        fs::write(folder.join(name), text).unwrap();
    }
    let run = |flags: &str, threads: usize| {
        let command = &mut Command::new(env!("CARGO_BIN_EXE_napkin"));
        let command = command.args(flags.split_whitespace()).args([&format!("-j{threads}"), "."]);
        command.current_dir(&folder).stdin(Stdio::null()).output().unwrap()
    };
    for (flags, threads) in [("--json --stats", 2), ("--heading -n", 3)] {
        assert!(run(flags, threads) == run(flags, 1), "{flags}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn many_files_come_in_their_order() {
    let folder = folder("many");
    let mut random = Random(7);
    for number in 0..400 {
        let urls = if number % 50 == 0 { 20_000 } else { random.below(5) };
        let text: String = (0..urls).map(|at| format!("http://h{number}.example/{at}\n")).collect();
        fs::create_dir_all(folder.join(format!("{}", number % 7))).unwrap();
        fs::write(folder.join(format!("{}/{number}", number % 7)), text).unwrap();
    }
    for flags in ["", "-n -m3", "-c", "--json", "--line", "--top 9", "--files", "-l", "-u", "--counts"] {
        let one = run(&folder, &format!("{flags} -j1 ."));
        for threads in [2, 4] {
            assert!(run(&folder, &format!("{flags} -j{threads} .")) == one, "{flags} -j{threads}");
        }
    }
    fs::remove_dir_all(folder).unwrap();
}
