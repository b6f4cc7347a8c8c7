//! The picture of a terminal in the README, `docs/terminal.svg`: drawn of what the command prints there today.
//! `SNAPSHOTS=overwrite` draws it anew.

use std::path::Path;

use snapbox::{Assert, Data, data::DataFormat};

use crate::shell;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The commands in the picture. They run where the example files are.
const COMMANDS: [&str; 3] = ["sed -n 3,4p minutes.txt", "napkin minutes.txt soup.mbox", "napkin --line minutes.txt"];

/// The most bytes that the picture may have.
const MOST: usize = 12 << 10;

/// A row is so high, and a character so wide, in pixels.
const ROW: usize = 20;
const CHARACTER: f64 = 8.43;

#[test]
fn the_picture_shows_what_a_terminal_does() {
    let mut rows = Vec::new();
    for command in COMMANDS {
        if !rows.is_empty() {
            rows.push(Vec::new());
        }
        rows.push(vec![Run { style: "prompt", text: "$ ".into() }, Run { style: "", text: command.into() }]);
        rows.extend(on_a_terminal(command).lines().map(runs));
    }
    let drawn = picture(&rows);
    assert!(drawn.len() <= MOST, "{} bytes", drawn.len());
    let expected = Data::read_from(&Path::new(ROOT).join("docs/terminal.svg"), Some(DataFormat::Text));
    Assert::new().action_env("SNAPSHOTS").eq(drawn, expected.raw());
}

/// What a command prints on a terminal, which `script` of util-linux lends.
fn on_a_terminal(command: &str) -> String {
    let line = format!("TERM=xterm script -qec '{command}' /dev/null | tr -d '\\r'");
    let output = shell::run(&line, &Path::new(ROOT).join("tests/command/files"));
    assert!(output.status.success() && output.stderr.is_empty(), "{command}: {output:?}");
    String::from_utf8(output.stdout).expect("it is UTF-8")
}

/// A text of one style, by its class in the picture.
struct Run {
    style: &'static str,
    text: String,
}

/// The runs of a line with escape sequences: colours are kept, and links are left out, for a picture has none.
fn runs(line: &str) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut style = "";
    let (mut pieces, mut rest) = (Vec::new(), line);
    while let Some(at) = rest.find('\x1b') {
        pieces.push((&rest[..at], None));
        let end = if rest[at..].starts_with("\x1b]") {
            rest[at..].find("\x1b\\").map(|end| end + 2)
        } else {
            rest[at..].find('m').map(|end| end + 1)
        };
        let end = at + end.expect("the sequence ends");
        pieces.push(("", Some(&rest[at..end])));
        rest = &rest[end..];
    }
    pieces.push((rest, None));
    for (text, sequence) in pieces {
        if !text.is_empty() {
            runs.push(Run { style, text: text.to_owned() });
        }
        style = match sequence {
            Some("\x1b[0m") => "",
            Some("\x1b[2m") => "note",
            Some("\x1b[31m") => "url",
            Some("\x1b[32m") => "number",
            Some("\x1b[33m") => "joined",
            Some("\x1b[35m") => "path",
            Some("\x1b[36m") => "sign",
            // Bold comes with a colour, and a link changes none.
            Some(other) => {
                assert!(other == "\x1b[1m" || other.starts_with("\x1b]8;"), "{other:?} has no style");
                style
            }
            None => style,
        };
    }
    runs
}

/// A dark window with these rows in it.
fn picture(rows: &[Vec<Run>]) -> String {
    let columns = |row: &Vec<Run>| row.iter().map(|run| run.text.chars().count()).sum::<usize>();
    let widest = rows.iter().map(columns).max().unwrap_or_default();
    let width = (widest as f64 * CHARACTER).ceil() as usize + 48;
    let height = rows.len() * ROW + 68;
    let mut svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" aria-label="napkin on a terminal">
<style>
text {{ font: 14px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #d8dee9; white-space: pre }}
.prompt, .sign {{ fill: #7f8ea3 }} .number {{ fill: #a3be8c }} .path {{ fill: #c89ad6; font-weight: bold }}
.url {{ fill: #ff8a80; font-weight: bold }} .joined {{ fill: #ffd166; font-weight: bold }} .note {{ fill: #9aa7b8 }}
</style>
<rect width="{width}" height="{height}" rx="10" fill="#1e2430"/>
<circle cx="22" cy="20" r="6" fill="#ff5f57"/><circle cx="42" cy="20" r="6" fill="#febc2e"/><circle cx="62" cy="20" r="6" fill="#28c840"/>
"##
    );
    for (index, row) in rows.iter().enumerate().filter(|(_, row)| !row.is_empty()) {
        svg += &format!(r#"<text x="24" y="{}" xml:space="preserve">"#, 60 + index * ROW);
        for Run { style, text } in row {
            let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
            svg += &if style.is_empty() { text } else { format!(r#"<tspan class="{style}">{text}</tspan>"#) };
        }
        svg += "</text>\n";
    }
    svg + "</svg>\n"
}
