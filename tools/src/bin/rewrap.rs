//! Writes texts with URLs that were wrapped after they were written, as data with the truth in it, which `curve` measures.
//!
//! Run as `cargo run -p napkin-tools --bin rewrap -- FOLDER [SEED [COUNT [TEXT]...]]`. `FOLDER/models.jsonl` then has `COUNT` rows (50)
//! by each model of `tools/src/wrapping/`, and `FOLDER/rewrap.jsonl` as many by each wrapping program that is installed. What is wrapped are letters written at random,
//! the same for the same seed; for the programs also the paragraphs of each `TEXT` that have whole URLs.

use std::{
    env,
    error::Error,
    fs,
    io::{self, Write},
    path::Path,
    process::{Command, Stdio},
    thread,
};

use napkin_tools::{
    random::Random,
    wrapping::{self, Row, texts::Document},
};

/// Programs that read a text, one paragraph a line, and print it wrapped.
const PROGRAMS: [&[&str]; 16] = [
    &["fmt", "-w", "72"],
    &["fold", "-w", "76"],
    &["fold", "-s", "-w", "72"],
    &["pr", "-l", "24", "-h", "Minutes"],
    &["pr", "-l", "24", "-F", "-o", "4"],
    &["par", "w72"],
    &["perl", "-MText::Wrap", "-ne", "$Text::Wrap::columns=72; print wrap('', '', $_)"],
    &[
        "perl",
        "-MText::Wrap",
        "-ne",
        "$Text::Wrap::columns=76; $Text::Wrap::break=qr/\\s|(?<=[-\\/])/; print wrap('   ', '      ', $_)",
    ],
    &["perl", "-MText::Autoformat", "-e", "print autoformat(join('', <>), {right => 72, all => 1})"],
    &["python3", "-c", "import sys, textwrap\nfor line in sys.stdin: print(textwrap.fill(line, 72))"],
    &[
        "python3",
        "-c",
        "import sys, textwrap\nfor line in sys.stdin: print(textwrap.fill(line, 78, initial_indent='  * ', subsequent_indent='    '))",
    ],
    &[
        "python3",
        "-c",
        "import sys, textwrap\nfor line in sys.stdin: print(textwrap.fill(line, 70, break_on_hyphens=False))",
    ],
    &["groff", "-Tutf8", "-P-c"],
    &["groff", "-Tascii", "-P-c"],
    &["w3m", "-dump", "-cols", "72"],
    &["vim", "-u", "NONE", "-es", "-c", "set tw=72", "-c", "normal gggqG", "-c", "%print", "-c", "q!", "/dev/stdin"],
];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let folder = arguments.first().ok_or("usage: rewrap FOLDER [SEED [COUNT [TEXT]...]]")?;
    let seed = arguments.get(1).map_or(Ok(1), |seed| seed.parse())?;
    let count = arguments.get(2).map_or(Ok(50), |count| count.parse())?;
    fs::create_dir_all(folder)?;
    write(&Path::new(folder).join("models.jsonl"), &wrapping::rows(seed, count))?;
    let mut rows = Vec::new();
    let mut random = Random(seed);
    let mut documents: Vec<Document> = (0..count).map(|_| Document::written(&mut random)).collect();
    for path in arguments.iter().skip(3) {
        documents.extend(Document::taken(&String::from_utf8_lossy(&fs::read(path)?)));
    }
    for program in PROGRAMS {
        let group = program.join(" ").replace('\n', " ");
        for document in &documents {
            match wrapped(program, document) {
                Ok(text) => rows.extend(Row::new(&group, text, &document.urls)),
                Err(error) => {
                    eprintln!("left out: {group}: {error}");
                    break;
                }
            }
        }
    }
    write(&Path::new(folder).join("rewrap.jsonl"), &rows)
}

fn write(path: &Path, rows: &[Row]) -> Result<(), Box<dyn Error>> {
    let mut out = io::BufWriter::new(fs::File::create(path)?);
    for row in rows {
        serde_json::to_writer(&mut out, row)?;
        out.write_all(b"\n")?;
    }
    out.flush()?;
    Ok(())
}

/// What a program makes of a document.
fn wrapped(program: &[&str], document: &Document) -> io::Result<String> {
    let mut child = Command::new(program[0])
        .args(&program[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let mut input = child.stdin.take().expect("it is piped");
    let text: String = document.paragraphs.iter().map(|paragraph| paragraph.text.clone() + "\n\n").collect();
    let writer = thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output()?;
    writer.join().map_err(|_| io::Error::other("the writer died"))??;
    if !output.status.success() {
        return Err(io::Error::other("it failed"));
    }
    String::from_utf8(output.stdout).map_err(io::Error::other)
}
