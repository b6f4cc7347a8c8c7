//! Measures how many broken URLs are put together, and how many whole ones are joined with what stands behind them, as
//! the confidence that a join needs moves from 0 to 1, and draws it.
//!
//! Run as `cargo run --release -p napkin-tools --bin curve -- DATA [SVG]`: the table goes to standard output, the curve to `SVG`. `DATA`
//! is a folder of JSONL files. Each line has a `text` (or the name of a `file`), and `labels`: the byte that a URL begins
//! at, the `url` as it was before it was wrapped, and whether it is `wrapped`; or `gold`, all its URLs in order.
//! `cargo run -p napkin-tools --bin rewrap -- DATA` makes such a folder.

use std::{collections::HashMap, env, error::Error, fmt::Write, fs, path::Path};

use napkin::{Finder, Rejoin};
use serde::Deserialize;

/// The kinds of text, and the files that hold them.
const SERIES: [(&str, &[&str]); 4] = [
    ("mail and news", &["mail", "lineend"]),
    ("manual pages", &["man"]),
    ("RFCs and drafts", &["rfc", "rfcold"]),
    ("wrapping programs", &["rewrap", "models"]),
];

/// The confidences are the logistic function of so many quarters.
const QUARTERS: std::ops::RangeInclusive<i16> = -24..=32;

/// Texts that no reader could decide about are in no count.
const AMBIGUOUS: &str = "ambiguous";

#[derive(Deserialize)]
struct Row {
    #[serde(default)]
    group: String,
    text: Option<String>,
    file: Option<String>,
    labels: Option<Vec<Label>>,
    #[serde(default)]
    gold: Vec<String>,
}

#[derive(Deserialize)]
struct Label {
    /// None where only the URL is known.
    start: Option<usize>,
    url: String,
    wrapped: bool,
}

/// A text and what is known of it.
struct Text {
    series: usize,
    bytes: Vec<u8>,
    labels: Vec<Label>,
}

/// How many of how many.
#[derive(Clone, Copy, Default, PartialEq)]
struct Share {
    part: usize,
    all: usize,
}

impl Share {
    fn count(&mut self, holds: bool) {
        self.part += usize::from(holds);
        self.all += 1;
    }

    fn percent(self) -> f64 {
        100.0 * self.part as f64 / self.all.max(1) as f64
    }
}

/// What one finder makes of all texts.
#[derive(Clone, Copy, Default, PartialEq)]
struct Outcome {
    /// Whole URLs at the end of a line, joined with what follows.
    joined: Share,
    /// Broken URLs that come out as they were, for each series.
    right: [Share; SERIES.len()],
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (data, svg) = match arguments.as_slice() {
        [data] => (data, None),
        [data, svg] => (data, Some(svg)),
        _ => return Err("usage: curve DATA [SVG]".into()),
    };
    let texts = texts(Path::new(data))?;
    if texts.is_empty() {
        return Err(format!("{data}: none of the files is there").into());
    }
    let mut curve: Vec<(f32, Outcome)> = Vec::new();
    for quarters in QUARTERS {
        let confidence = 1.0 / (1.0 + (-f32::from(quarters) / 4.0).exp());
        curve.push((confidence, outcome(Rejoin::AtLeast(confidence), &texts)?));
    }
    let levels = [("auto", outcome(Rejoin::Auto, &texts)?), ("eager", outcome(Rejoin::Eager, &texts)?)];
    print!("{}", table(&curve, &levels));
    if let Some(svg) = svg {
        let points: Vec<Outcome> = curve.iter().map(|&(_, outcome)| outcome).collect();
        fs::write(svg, drawing(&points, &levels)?)?;
    }
    Ok(())
}

fn texts(data: &Path) -> Result<Vec<Text>, Box<dyn Error>> {
    let mut texts = Vec::new();
    for (series, (_, files)) in SERIES.iter().enumerate() {
        for file in *files {
            let path = data.join(file).with_extension("jsonl");
            if !path.exists() {
                continue;
            }
            for line in fs::read_to_string(&path)?.lines() {
                let row: Row = serde_json::from_str(line).map_err(|error| format!("{}: {error}", path.display()))?;
                if row.group == AMBIGUOUS {
                    continue;
                }
                let bytes = match (row.text, row.file) {
                    (Some(text), _) => text.into_bytes(),
                    (None, Some(file)) => fs::read(data.join(file))?,
                    (None, None) => return Err(format!("{}: a line without a text", path.display()).into()),
                };
                let labels = row.labels.unwrap_or_else(|| located(&bytes, row.gold));
                texts.push(Text { series, bytes, labels });
            }
        }
    }
    Ok(texts)
}

/// The URLs of a text, in order, as labels: what does not stand in it as a whole is wrapped.
fn located(text: &[u8], urls: Vec<String>) -> Vec<Label> {
    let mut from = 0;
    let label = |url: String| {
        let found = text[from..].windows(url.len()).position(|window| window == url.as_bytes());
        let start = found.map(|at| from + at);
        from = start.map_or(from, |start| start + url.len());
        Label { start, url, wrapped: start.is_none() }
    };
    urls.into_iter().map(label).collect()
}

/// Whether a line ends behind what ends at `end`, or only the punctuation of a sentence stands between.
fn is_at_line_end(text: &[u8], end: usize) -> bool {
    let behind = text.get(end..).unwrap_or_default().iter().find(|byte| !b".,;:!? \t\r".contains(byte));
    behind == Some(&b'\n')
}

fn outcome(level: Rejoin, texts: &[Text]) -> Result<Outcome, napkin::Error> {
    let finder = Finder::builder().rejoin(level).build()?;
    let mut outcome = Outcome::default();
    for text in texts {
        let found: HashMap<usize, (String, usize)> = finder
            .find_iter(&text.bytes)
            .map(|link| (link.range().start, (link.url().to_string(), link.pieces().len())))
            .collect();
        for Label { start, url, wrapped } in &text.labels {
            let at = start.and_then(|start| found.get(&start));
            if *wrapped {
                let is_right = match start {
                    Some(_) => at.is_some_and(|(found, _)| found == url),
                    None => found.values().any(|(found, _)| found == url),
                };
                outcome.right[text.series].count(is_right);
            } else if start.is_some_and(|start| is_at_line_end(&text.bytes, start + url.len())) {
                outcome.joined.count(at.is_some_and(|(_, pieces)| *pieces > 1));
            }
        }
    }
    Ok(outcome)
}

fn table(curve: &[(f32, Outcome)], levels: &[(&str, Outcome)]) -> String {
    let mut rows: Vec<(String, Outcome)> = Vec::new();
    for &(confidence, outcome) in curve {
        if rows.last().is_none_or(|(_, last)| *last != outcome) {
            rows.push((format!("{confidence:.4}"), outcome));
        }
    }
    rows.extend(levels.iter().map(|&(name, outcome)| (name.to_string(), outcome)));
    let cell = |share: Share| format!("{}/{} {:.2} %", share.part, share.all, share.percent());
    let mut table = format!("{:10}{:>20}", "confidence", "whole and joined");
    SERIES.iter().for_each(|(name, _)| table += &format!("{name:>20}"));
    for (name, outcome) in rows {
        table += &format!("\n{name:10}{:>20}", cell(outcome.joined));
        outcome.right.iter().for_each(|&right| table += &format!("{:>20}", cell(right)));
    }
    table + "\n"
}

/// The sides of the plot within the drawing, and how large the drawing is.
const LEFT: f64 = 56.0;
const RIGHT: f64 = 704.0;
const TOP: f64 = 64.0;
const BOTTOM: f64 = 384.0;
const SIZE: (u32, u32) = (720, 536);

/// A colour for each series that can be told apart on white, on black, and by most of the colour-blind.
const COLOURS: [&str; SERIES.len()] = ["#d55e00", "#0088cc", "#009e73", "#aa66bb"];

/// The curve of each series as SVG. Whatever is beyond twice what `eager` joins wrongly, or lower than ten percent below the
/// lowest recall of `auto`, is left out: nobody would want to be there.
fn drawing(curve: &[Outcome], levels: &[(&str, Outcome)]) -> Result<String, std::fmt::Error> {
    let shown: Vec<usize> = (0..SERIES.len()).filter(|&series| curve[0].right[series].all > 0).collect();
    let widest = levels.iter().map(|(_, outcome)| outcome.joined.percent()).fold(0.0, f64::max);
    let most = (2.0 * widest).ceil().max(1.0);
    let recalls = levels.iter().flat_map(|(_, outcome)| shown.iter().map(|&series| outcome.right[series].percent()));
    let least = ((recalls.fold(100.0, f64::min) / 10.0).floor() * 10.0 - 10.0).max(0.0);
    let x = |outcome: &Outcome| LEFT + (RIGHT - LEFT) * outcome.joined.percent() / most;
    let y = |percent: f64| BOTTOM - (BOTTOM - TOP) * (percent - least) / (100.0 - least);

    let mut svg = String::new();
    let (width, height) = SIZE;
    writeln!(
        svg,
        r#"<svg class="curve" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" aria-label="Broken URLs put together against whole URLs joined wrongly">"#
    )?;
    writeln!(
        svg,
        "<style>.curve text {{ font: 13px sans-serif; fill: currentColor }} .curve .grid {{ stroke: #8884 }} .curve .level {{ stroke: #888; stroke-dasharray: 4 3 }} .curve .end {{ text-anchor: end }} .curve .middle {{ text-anchor: middle }} @media (prefers-color-scheme: dark) {{ .curve:root {{ color: #ccc }} }}</style>"
    )?;
    writeln!(svg, r#"<clipPath id="plot"><path d="M{LEFT} {}H{RIGHT}V{BOTTOM}H{LEFT}z"/></clipPath>"#, TOP - 4.0)?;
    writeln!(svg, r#"<text x="{LEFT}" y="20">Broken URLs that come out right, in percent</text>"#)?;
    let middle = (LEFT + RIGHT) / 2.0;
    let all = curve[0].joined.all;
    let below = BOTTOM + 40.0;
    writeln!(
        svg,
        r#"<text class="middle" x="{middle}" y="{below}">Of {all} whole URLs at the end of a line, those joined with what follows, in percent</text>"#
    )?;
    for percent in (least as u32..=100).step_by(5) {
        let line = y(percent.into());
        writeln!(
            svg,
            r#"<path class="grid" d="M{LEFT} {line:.1}H{RIGHT}"/><text class="end" x="{}" y="{:.1}">{percent}</text>"#,
            LEFT - 6.0,
            line + 4.0
        )?;
    }
    for i in 0..=10 {
        let percent = most * f64::from(i) / 10.0;
        let line = LEFT + (RIGHT - LEFT) * f64::from(i) / 10.0;
        writeln!(
            svg,
            r#"<path class="grid" d="M{line:.1} {TOP}V{BOTTOM}"/><text class="middle" x="{line:.1}" y="{}">{percent:.1}</text>"#,
            BOTTOM + 18.0
        )?;
    }
    for (name, outcome) in levels {
        let line = x(outcome);
        let Share { part, .. } = outcome.joined;
        writeln!(
            svg,
            r#"<path class="level" d="M{line:.1} {}V{BOTTOM}"/><text x="{:.1}" y="{}">{name}: {part} joined, {:.2} %</text>"#,
            TOP - 20.0,
            line + 4.0,
            TOP - 12.0,
            outcome.joined.percent()
        )?;
    }
    for (row, &series) in shown.iter().enumerate() {
        let colour = COLOURS[series];
        let points: Vec<String> = curve
            .iter()
            .map(|outcome| format!("{:.1},{:.1}", x(outcome), y(outcome.right[series].percent())))
            .collect();
        writeln!(
            svg,
            r#"<polyline clip-path="url(#plot)" fill="none" stroke="{colour}" stroke-width="2" points="{}"/>"#,
            points.join(" ")
        )?;
        let mut legend = format!("{}, {} broken:", SERIES[series].0, curve[0].right[series].all);
        for (name, outcome) in levels {
            let right = outcome.right[series].percent();
            writeln!(svg, r#"<circle fill="{colour}" cx="{:.1}" cy="{:.1}" r="4"/>"#, x(outcome), y(right))?;
            write!(legend, " {right:.1} % in {name},")?;
        }
        let line = BOTTOM + 68.0 + 20.0 * row as f64;
        writeln!(
            svg,
            r#"<path stroke="{colour}" stroke-width="2" d="M{LEFT} {}h20"/><text x="{}" y="{line}">{}</text>"#,
            line - 4.0,
            LEFT + 28.0,
            legend.trim_end_matches(',')
        )?;
    }
    writeln!(svg, "</svg>")?;
    Ok(svg)
}
