//! Control functions of terminals: a link's host stands on the screen in one stretch, or there is no link.

use std::iter::Peekable;

use napkin::{Finder, Kind, Kinds, Link, Rejoin};

use crate::random::Random;

/// How many texts are made.
const TEXTS: usize = 30_000;

const FRONTS: [&str; 12] = [
    "http://",
    "https://",
    "http://",
    "ftp://",
    "<http://",
    "\"http://",
    "(http://",
    "www.",
    "x@",
    "mailto:x@",
    "http://u@",
    "",
];

const PIECES: [&str; 24] = [
    "good",
    "good.com",
    "evil.com",
    "a.example",
    "bank.com",
    ".com",
    ".evil.com",
    "pany.example",
    "1.2.3.4",
    ".",
    "-",
    ":",
    ":80",
    "@",
    "/",
    "/b",
    "/b/c",
    "?d",
    ",",
    "x",
    " ",
    "#",
    "!",
    "com/",
];

const ENDS: [&str; 9] = ["", "/", "/b", " b", "\n", "\r\n", ">", "\"", ".\n"];

const PARAMETERS: [&str; 22] = [
    "", "", "", "0", "1", "2", "3", "5", "8", "16", "40", "1;1", "3;7", "38;5;8", "0;8", "4:3", "?25", "?1049",
    "?2004", ">4;2", "999", "?6",
];

const STRINGS: [&str; 6] = ["0;title", "8;;", "8;id=1;", "11;?", "66;s=2;x", "q"];

/// Stands where what follows is concealed, or drawn as lines.
const OTHER: char = '█';

/// A row of a screen, and each row that it was.
struct Screen {
    row: Vec<char>,
    column: usize,
    saved: usize,
    last: char,
    shown: Vec<String>,
    /// The column is known: nothing but text and colours stands in the row.
    is_sure: bool,
    /// The cursor can't leave the row up or down: it is the only one.
    is_single: bool,
    /// It is shown from a recording, whose columns aren't those of the text.
    is_recorded: bool,
    /// C1 controls are control functions; otherwise they show nothing.
    has_c1: bool,
}

impl Screen {
    fn new(is_recorded: bool, is_single: bool, has_c1: bool) -> Screen {
        let (row, shown) = (Vec::new(), Vec::new());
        Screen { row, column: 0, saved: 0, last: ' ', shown, is_sure: true, is_recorded, is_single, has_c1 }
    }

    /// Shows a text. Returns the rows as they stood whenever a word ended.
    fn show(mut self, text: &str) -> Vec<String> {
        let mut text = text.chars().peekable();
        while let Some(c) = text.next() {
            match c {
                '\n' | '\r' | '\u{B}' | '\u{C}' | '\u{2028}' | '\u{2029}' => self.new_row(),
                // What is written next replaces the blank.
                ' ' if text.next_if_eq(&'\u{8}').is_some() => {}
                '\u{8}' => self.go_to(self.column.saturating_sub(1)),
                '\t' => {
                    self.keep();
                    self.column = (self.column / 8 + 1) * 8;
                }
                '\u{1B}' => self.escape(&mut text),
                '\u{80}'..='\u{9F}' if self.has_c1 => {
                    self.is_sure = false;
                    self.function(char::from(c as u8 - 0x40), &mut text);
                }
                '\0' => self.write(' '),
                _ if c.is_control() => self.is_sure = false,
                _ => self.write(c),
            }
        }
        self.keep();
        self.shown
    }

    fn keep(&mut self) {
        self.shown.push(self.row.iter().collect());
    }

    fn new_row(&mut self) {
        self.keep();
        self.row.clear();
        (self.column, self.is_sure) = (0, true);
    }

    /// Moves up or down, where there is another row.
    fn leave_row(&mut self) {
        self.keep();
        if !self.is_single {
            self.row.clear();
        }
    }

    fn write(&mut self, c: char) {
        // A URL or an address may end before one of these.
        if " \"<>!,:#?@".contains(c) || c == '/' && !self.row.ends_with(&[':']) && !self.row.ends_with(&['/']) {
            self.keep();
        }
        self.pad();
        self.row.truncate(self.column);
        self.row.push(c);
        self.column += 1;
        self.last = c;
    }

    /// Fills the row with blanks up to the cursor.
    fn pad(&mut self) {
        self.row.resize(self.row.len().max(self.column), ' ');
    }

    /// Moves in the row. What stands behind the cursor then is out of date.
    fn go_to(&mut self, column: usize) {
        if column < self.column {
            self.row.truncate(column);
        }
        self.column = column;
    }

    fn escape(&mut self, text: &mut Peekable<impl Iterator<Item = char> + Clone>) {
        match text.peek() {
            Some(' '..='~') => {
                let c = text.next().expect("it was seen");
                self.function(c, text);
            }
            _ => self.shown.push(text.clone().take_while(|c| *c != '\n').collect()),
        }
    }

    fn function(&mut self, first: char, text: &mut Peekable<impl Iterator<Item = char> + Clone>) {
        self.is_sure &= first == '[';
        match first {
            '[' => self.control(text),
            ']' | 'P' | 'X' | '^' | '_' | 'k' => self.string(first, text),
            ' '..='/' => {
                let mut last = first;
                while let Some(' '..='/') = text.peek() {
                    last = text.next().expect("it was seen");
                }
                if let Some('0'..='~') = text.peek() {
                    let set = text.next().expect("it was seen");
                    if (last, set) != ('(', 'B') && last == '(' {
                        self.write(OTHER);
                    }
                }
            }
            'D' | 'M' => self.leave_row(),
            'E' | 'c' => self.new_row(),
            '7' => self.saved = self.column,
            '8' => self.go_to(self.saved),
            '6' | 'T' => self.go_to(self.column.saturating_sub(1)),
            '9' => self.column += 1,
            _ => {}
        }
    }

    /// A string up to its end shows nothing, except what programs make of it.
    fn string(&mut self, first: char, text: &mut Peekable<impl Iterator<Item = char> + Clone>) {
        let mut string = String::new();
        while let Some(c) = text.next_if(|c| !matches!(c, '\u{7}' | '\u{1B}' | '\n' | '\r' | '\u{9C}')) {
            string.push(c);
        }
        let is_terminator = text.clone().take(2).eq("\u{1B}\\".chars());
        if is_terminator {
            text.nth(1);
        } else {
            text.next_if(|c| matches!(c, '\u{7}' | '\u{9C}'));
        }
        if first == ']'
            && let Some(shown) = string.strip_prefix("66;s=2;")
        {
            shown.chars().for_each(|c| self.write(c));
        }
        self.shown.push(string);
    }

    fn control(&mut self, text: &mut Peekable<impl Iterator<Item = char> + Clone>) {
        let mut parameters = String::new();
        while let Some(c) = text.next_if(|c| matches!(c, '0'..='?')) {
            parameters.push(c);
        }
        let mut intermediate = false;
        while text.next_if(|c| matches!(c, ' '..='/')).is_some() {
            intermediate = true;
        }
        let Some(last) = text.next_if(|c| matches!(c, '@'..='~')) else {
            self.shown.push(text.clone().take_while(|c| *c != '\n').collect());
            return;
        };
        if !intermediate {
            self.move_or_erase(&parameters, last);
        }
    }

    fn move_or_erase(&mut self, parameters: &str, last: char) {
        let number = parameters.split(';').next().and_then(|number| number.parse().ok());
        let count = number.unwrap_or(1).max(1);
        let is_sure = self.is_sure;
        self.is_sure &= matches!(last, 'm' | 'K');
        match last {
            'h' | 'l' if ["?6", "?1049"].contains(&parameters) => self.new_row(),
            'J' | 'K' => self.erase(parameters.trim_start_matches('?')),
            _ if parameters.starts_with(['?', '<', '=', '>']) => {}
            'A' | 'B' | 'd' | 'e' | 'k' | 'S' | 'T' | 'L' | 'M' | 'Y' => self.leave_row(),
            'E' | 'F' | 'H' | 'f' | 'U' | 'V' | 'r' => self.new_row(),
            'G' | '`' if count == 1 => self.new_row(),
            'G' | '`' => {
                if !is_sure || self.is_recorded {
                    self.new_row();
                }
                self.go_to(count - 1);
            }
            'C' | 'a' => self.column += count,
            'I' => self.column = (self.column / 8 + count) * 8,
            'D' | 'j' => self.go_to(self.column.saturating_sub(count)),
            'Z' => self.go_to((self.column.saturating_sub(1) / 8) * 8),
            '@' | 'P' | 'X' => self.row.truncate(self.column),
            'b' => (0..count.min(99)).for_each(|_| self.write(self.last)),
            's' if parameters.is_empty() => self.saved = self.column,
            's' => self.new_row(),
            'u' => self.go_to(self.saved),
            'm' => self.render(parameters),
            _ => {}
        }
    }

    fn erase(&mut self, part: &str) {
        match part {
            "1" | "2" => {
                self.keep();
                self.row.iter_mut().take(self.column + 1).for_each(|c| *c = ' ');
            }
            _ => {}
        }
        if matches!(part, "" | "0" | "2") {
            self.row.truncate(self.column);
        }
    }

    fn render(&mut self, parameters: &str) {
        if parameters.starts_with("38;") {
            return;
        }
        if parameters.split(';').any(|number| number == "8") {
            self.write(OTHER);
        }
    }
}

fn finders() -> [Finder; 3] {
    [Rejoin::Auto, Rejoin::Eager, Rejoin::Off]
        .map(|level| Finder::builder().kinds(Kinds::ALL).rejoin(level).build().expect("the options are right"))
}

#[test]
fn hosts_stand_on_the_screen() {
    let finders = finders();
    let mut random = Random(1976);
    let (mut found, mut wrong) = (0, Vec::new());
    for number in 0..TEXTS {
        let text = text(&mut random);
        let shown: Vec<_> = [(false, false), (false, true), (true, false), (true, true)]
            .map(|(is_single, has_c1)| Screen::new(number % 2 == 1, is_single, has_c1).show(&text))
            .into();
        let written = if number % 2 == 0 { text.clone() } else { format!("[0.5, \"o\", \"{}\"]\n", as_json(&text)) };
        for link in finders[number / 2 % finders.len()].find_iter(&written) {
            found += 1;
            if let Some(host) = until_host_end(&link)
                && !shown.iter().all(|rows| rows.iter().any(|row| stands_in(&host, row, link.kind())))
            {
                wrong.push(format!("{written:?}: {}", link.url()));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {found}:\n{}", wrong.len(), wrong[..wrong.len().min(200)].join("\n"));
    assert!(found > TEXTS / 6, "only {found} links were found");
}

#[test]
fn what_does_nothing_is_left_out() {
    let finder = Finder::new();
    let functions = [
        "\u{1B}[m",
        "\u{1B}[1m",
        "\u{1B}[38;5;8m",
        "\u{1B}[01;31m\u{1B}[K",
        "\u{1B}[0K",
        "\u{1B}[?25l",
        "\u{1B}[J",
        "\u{1B}(B\u{1B}[m",
        "\u{1B}[4:3m",
        "\u{1B}]0;title\u{7}",
        "\u{1B}]8;;\u{1B}\\",
        "\u{1B}=",
        "\u{1B}[2 q",
        "\u{1B}[?2004h",
        "\u{1B}[>4;2m",
        "\u{1B}7",
        "\u{1B}[6n",
        "\u{1B}H",
        " \u{8}",
    ];
    let url = "https://www.soup.example/a/b?c=d#e";
    for (at, _) in url.char_indices().skip("https://".len()) {
        for function in functions {
            let text = format!("see {}{function}{}{function} there\r\n", &url[..at], &url[at..]);
            for written in [text.clone(), format!("[1.25, \"o\", \"{}\"]\n", as_json(&text))] {
                let links: Vec<_> = finder.find_iter(&written).map(|link| link.url().to_owned()).collect();
                assert_eq!(links, [url], "{written:?}");
            }
        }
    }
}

fn text(random: &mut Random) -> String {
    let mut text = String::new();
    if random.below(4) == 0 {
        text += random.of(&PIECES);
    }
    if random.below(2) == 0 {
        text += &function(random);
    }
    text += random.of(&FRONTS);
    for _ in 0..1 + random.below(4) {
        if random.below(2) == 0 {
            text += random.of(&PIECES);
        }
        text += random.of(&PIECES);
        for _ in 0..random.below(3) {
            text += &function(random);
        }
    }
    text + random.of(&ENDS)
}

/// A control function, whole or not, or a line end.
fn function(random: &mut Random) -> String {
    let byte = |random: &mut Random, first: u8, last: u8| {
        char::from(first + random.below(usize::from(last - first) + 1) as u8)
    };
    // A quotation mark is escaped in a recording.
    let middle = |random: &mut Random| byte(random, 0x20, 0x2F).to_string().replace('"', "!");
    match random.below(16) {
        0 => byte(random, 0, 0x1F).to_string(),
        1 => byte(random, 0x80, 0x8F).to_string(),
        2 => format!("\u{9B}{}{}", random.of(&PARAMETERS), byte(random, 0x40, 0x7E)),
        3 => format!("\u{1B}{}", byte(random, 0x20, 0x7E)).replace(['"', 'P', 'X', ']', '^', '_', 'k'], "c"),
        4 => format!("\u{1B}{}{}", middle(random), byte(random, 0x30, 0x7E)),
        5 => format!("\u{1B}[{}{}{}", random.of(&PARAMETERS), middle(random), byte(random, 0x40, 0x7E)),
        6 => format!("\u{1B}[{}", random.of(&PARAMETERS)),
        7 => {
            let end = random.of(&["\u{7}", "\u{1B}\\", "\u{9C}", "\n"]);
            format!("\u{1B}{}{}{end}", random.of(&["]", "P", "X", "^", "_", "k"]), random.of(&STRINGS))
        }
        8 => random.of(&["\n", "\r\n", "\r", "\t", " \u{8}"]).to_owned(),
        9 | 10 => format!("\u{1B}[{}m", random.of(&PARAMETERS)),
        _ => format!("\u{1B}[{}{}", random.of(&PARAMETERS), byte(random, 0x40, 0x7E)),
    }
}

/// The text in a string of JSON, as a recording has it.
fn as_json(text: &str) -> String {
    let escape = |c: char| match c {
        '"' => "\\\"".to_owned(),
        '\\' => "\\\\".to_owned(),
        '\n' => "\\n".to_owned(),
        '\r' => "\\r".to_owned(),
        '\t' => "\\t".to_owned(),
        '\u{8}' => "\\b".to_owned(),
        c if c < ' ' => format!("\\u{:04x}", u32::from(c)),
        c => c.to_string(),
    };
    text.chars().map(escape).collect()
}

/// The link up to the end of its host, as it is written. Nothing, if a line ends in it.
fn until_host_end(link: &Link) -> Option<String> {
    let is_broken = link.rejoined().is_some_and(|rejoined| rejoined.inside.is_some());
    let written = if link.kind() == Kind::Email { link.url().strip_prefix("mailto:") } else { None };
    if is_broken {
        return None;
    }
    if let Some(address) = written.or(link.url().strip_prefix("mailto:")) {
        return Some(address.split(['?', '#']).next()?.to_owned());
    }
    let host = link.components().host(link.url())?;
    let end = host.as_ptr() as usize + host.len() - link.url().as_ptr() as usize;
    let authority = link.url().find("//").filter(|_| link.kind() == Kind::Url);
    let start = authority.unwrap_or(end - host.len());
    Some(link.url()[start..end].to_owned())
}

/// Returns `true` if the text stands in a row, and no name goes on at its ends.
fn stands_in(text: &str, row: &str, kind: Kind) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    row.match_indices(text).any(|(at, _)| {
        let behind = &row[at + text.len()..];
        let rest = behind.trim_start_matches(['.', '-', '_']);
        let goes_on =
            behind[..behind.len() - rest.len()].contains(['-', '_']) && rest.starts_with(['/', '?', '#', ':']);
        (kind == Kind::Url || !row[..at].ends_with(|c: char| c.is_alphanumeric() || c == '.'))
            && !goes_on
            && !rest.starts_with(|c| is_name(c) || c == '@')
    })
}
