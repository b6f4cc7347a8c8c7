//! The control functions of ECMA-48, with what terminals add to them, and what each does to the text around it.

/// What a control function does. Of several in a row, the greatest counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Effect {
    /// What follows stands right behind what is before.
    Nothing,
    /// It ends the row, or changes what stands behind the cursor. At the edge of the screen it may do nothing.
    End,
    /// At least one blank stands between.
    Blank,
    /// It may change what is before, or make another text of what follows.
    Unknown,
    /// The cursor goes back in its row, so what follows is written over what is before.
    Back,
}

use Effect::{Back, Blank, End, Nothing, Unknown};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Function {
    pub(crate) length: usize,
    pub(crate) effect: Effect,
}

/// The most bytes of a control function that are read. A longer one is unknown.
pub(crate) const MAX_LENGTH: usize = 2048;

/// The introducers of control strings after ESC: OSC DCS SOS PM APC, and that of titles.
pub(crate) const STRINGS: &[u8] = b"]PX^_k";

/// ECMA-48, 8.3, of control sequences without intermediate bytes and private parameters: by their final bytes.
static FINALS: [Effect; 128] = table(&[
    (b"cghlnmqstxW", Nothing),   // DA TBC SM RM DSR SGR, LEDs, save, window, request, CTC
    (b"@PX", End),               // ICH DCH ECH: the cursor stays
    (b"ABEFHSTUVYdefkrLM", End), // CUU CUD CNL CPL CUP SU SD NP PP CVT VPA VPR HVP VPB, margins, IL DL
    (b"CIa", Blank),             // CUF CHT HPR
    (b"DZju", Back),             // CUB CBT HPB, restore
]);

/// The same of those whose parameters begin with `>`, `<` or `=`: reports, keyboards and pointers.
static PRIVATE: [Effect; 128] = table(&[(b"cmnpqu", Nothing)]);

/// ECMA-48, 8.3, and ECMA-35 of escape sequences without intermediate bytes, by their final bytes. Of the letters, only
/// those are known that terminals are sent: what shows no functions shows any other as a letter of the host beside it.
static ESCAPES: [Effect; 128] = table(&[
    (b"7=>H|}~", Nothing), // save, keypad, HTS LS3R LS2R LS1R
    (b"DEMc", End),        // IND NEL RI RIS
    (b"\\", Blank),        // ST: what is before is in a string
    (b"68T", Back),        // back index, restore, CCH
]);

/// Control sequences and escape sequences with intermediate bytes that do nothing: the last such byte, and the finals.
/// They choose a cursor's form, protection, a report, saved colours, character sets that aren't in use, and UTF-8.
const CSI_INTERMEDIATE: [(u8, &[u8]); 4] = [(b' ', b"q"), (b'"', b"pq"), (b'$', b"pw"), (b'#', b"pqPQ{}")];
const ESC_INTERMEDIATE: [(u8, &[u8]); 4] = [(b'(', b"B"), (b' ', b"FGLMN"), (b'#', b"3456"), (b'%', b"G8")];

/// The intermediate bytes of escape sequences that choose character sets G1 to G3, and the final bytes of the sets that
/// terminals are sent: lines, Latin-1, ASCII.
const SETS: &[u8] = b")*+-./";
const SET_FINALS: &[u8] = b"0AB";

/// The commands of operating system command strings that show nothing: titles, colours, folder, link, notification,
/// selection, marks, context.
const COMMANDS: [&[u8]; 33] = [
    b"0", b"1", b"2", b"3", b"4", b"5", b"6", b"7", b"8", b"9", b"10", b"11", b"12", b"13", b"14", b"15", b"16", b"17",
    b"18", b"19", b"22", b"52", b"104", b"105", b"110", b"111", b"112", b"117", b"119", b"133", b"633", b"777",
    b"3008",
];

/// Private modes that move the cursor or change the screen: columns, origin, and the other screen.
const MOVING_MODES: [&[u8]; 7] = [b"2", b"3", b"6", b"47", b"1047", b"1048", b"1049"];

const fn table(rows: &[(&[u8], Effect)]) -> [Effect; 128] {
    let (mut table, mut row) = ([Unknown; 128], 0);
    while row < rows.len() {
        let (bytes, mut index) = (rows[row].0, 0);
        while index < bytes.len() {
            table[bytes[index] as usize] = rows[row].1;
            index += 1;
        }
        row += 1;
    }
    table
}

/// Returns `true` if a control function may begin with this byte.
pub(crate) fn may_begin(byte: u8) -> bool {
    matches!(byte, 0x08 | 0x1B | b' ' | b'\\' | 0xC2)
}

/// Reads the control function at the start of a text: as it is, or as strings of programs write it. Moves to a column
/// are unknown: [`column`] tells what they do.
pub(crate) fn read(text: &[u8]) -> Option<Function> {
    match *text {
        [0x08, ..] => Some(Function { length: 1, effect: Back }),
        // Programs move to the next row so.
        [b' ', 0x08, ..] => Some(Function { length: 2, effect: Nothing }),
        [b' ', b'\\', b'b', ..] => Some(Function { length: 3, effect: Nothing }),
        [0x1B, ..] => Some(FunctionReader { text, is_written: false }.after_escape(byte(text, 1), 2)),
        // Some terminals show them.
        [0xC2, c1 @ 0x80..=0x9F, ..] => {
            let Function { length, effect } = FunctionReader { text, is_written: false }.after_escape(c1 - 0x40, 2);
            Some(Function { length, effect: effect.max(Unknown) })
        }
        [b'\\', ..] => {
            let after = written_escape(text)?;
            let first = byte(text, after);
            // A bracket follows the short ones.
            let is_short = after < br"\033".len();
            (!is_short || matches!(first, b'[' | b']'))
                .then(|| FunctionReader { text, is_written: true }.after_escape(first, after + 1))
        }
        _ => None,
    }
}

fn byte(text: &[u8], at: usize) -> u8 {
    text.get(at).copied().unwrap_or(0)
}

/// Returns the length of an ESC as strings of programs write it.
fn written_escape(text: &[u8]) -> Option<usize> {
    match text {
        [b'\\', b'u' | b'U', b'0', b'0', b'1', b'b' | b'B', ..] => Some(6),
        [b'\\', b'u' | b'U', b'{', b'1', b'b' | b'B', b'}', ..] => Some(6),
        [b'\\', b'x' | b'X', b'1', b'b' | b'B', ..] | [b'\\', b'0', b'3', b'3', ..] => Some(4),
        [b'\\', b'3', b'3', ..] => Some(3),
        [b'\\', b'e' | b'E', ..] => Some(2),
        _ => None,
    }
}

/// Returns the length of a BEL as they write it.
fn written_bell(text: &[u8]) -> Option<usize> {
    match text {
        [b'\\', b'u' | b'U', b'0', b'0', b'0', b'7', ..] => Some(6),
        [b'\\', b'x' | b'X', b'0', b'7', ..] | [b'\\', b'0', b'0', b'7', ..] => Some(4),
        [b'\\', b'a' | b'A', ..] => Some(2),
        _ => None,
    }
}

fn has(rows: &[(u8, &[u8])], intermediate: u8, last: u8) -> bool {
    rows.iter().any(|(byte, finals)| *byte == intermediate && finals.contains(&last))
}

/// A reader of the control function that a text begins with.
struct FunctionReader<'t> {
    text: &'t [u8],
    /// It is written in a string, in which a backslash is written twice.
    is_written: bool,
}

impl FunctionReader<'_> {
    fn until(&self, at: usize, ends: impl Fn(u8) -> bool) -> usize {
        (at..self.text.len()).find(|&at| ends(self.text[at])).unwrap_or(self.text.len())
    }

    /// Returns the length of the backslash at `at`, as it is written.
    fn backslash(&self, at: usize) -> Option<usize> {
        let is_there = byte(self.text, at) == b'\\' && (!self.is_written || byte(self.text, at + 1) == b'\\');
        is_there.then(|| 1 + usize::from(self.is_written))
    }

    /// Reads the rest of an escape sequence after the byte that follows its ESC.
    fn after_escape(&self, first: u8, after: usize) -> Function {
        let function = |length: usize, effect: Effect| Function { length, effect };
        match first {
            b'[' => self.sequence(after),
            _ if STRINGS.contains(&first) => self.string(first, after),
            b' '..=b'/' => {
                let last = self.until(after, |byte| !matches!(byte, b' '..=b'/'));
                match byte(self.text, last) {
                    b'\\' if self.is_written => function(last, Unknown),
                    mark @ b'0'..=b'~'
                        if SETS.contains(&first) && SET_FINALS.contains(&mark)
                            || has(&ESC_INTERMEDIATE, first, mark) =>
                    {
                        function(last + 1, Nothing)
                    }
                    b'0'..=b'~' => function(last + 1, Unknown),
                    _ => function(last, Unknown),
                }
            }
            b'\\' => match self.backslash(after - 1) {
                Some(length) => function(after - 1 + length, Blank),
                None => function(after - 1, Unknown),
            },
            b'0'..=b'~' => function(after, ESCAPES[usize::from(first)]),
            _ => function(after - 1, Unknown),
        }
    }

    /// Reads a control sequence after its introducer (ECMA-48, 5.4).
    fn sequence(&self, start: usize) -> Function {
        let middle = self.until(start, |byte| !matches!(byte, b'0'..=b'?'));
        let end = self.until(middle, |byte| !matches!(byte, b' '..=b'/'));
        let (parameters, last) = (&self.text[start..middle], byte(self.text, end));
        let effect = match (self.text[middle..end].last(), parameters.first()) {
            _ if !matches!(last, b'@'..=b'~') => return Function { length: end, effect: Unknown },
            _ if last == b'\\' => {
                return Function { length: end + self.backslash(end).unwrap_or(0), effect: Unknown };
            }
            (Some(&byte), _) if has(&CSI_INTERMEDIATE, byte, last) => Nothing,
            (Some(_), _) => Unknown,
            (None, Some(b'?')) => mode(&parameters[1..], last),
            (None, Some(b'<' | b'=' | b'>')) => PRIVATE[usize::from(last)],
            // They do nothing without parameters, but names begin with them.
            (None, None) if last != b'm' && FINALS[usize::from(last)] == Nothing => Unknown,
            (None, _) => match last {
                b'J' | b'K' => erase(parameters),
                b'm' if parameters.contains(&b'8') && conceals(parameters) => Unknown,
                b's' if !parameters.is_empty() => End,
                _ => FINALS[usize::from(last)],
            },
        };
        Function { length: end + 1, effect }
    }

    /// Reads a control string up to BEL or ST (ECMA-48, 5.6). Commands show nothing, other strings may. If a string does
    /// not end, what it has in it is text.
    fn string(&self, first: u8, start: usize) -> Function {
        let unended = Function { length: start, effect: Unknown };
        let mut end = start;
        let length = loop {
            end = self.until(end, |byte| byte < b' ' || matches!(byte, b'\\' | 0xC2));
            let rest = &self.text[end..];
            break match rest {
                [0x07, ..] => end + 1,
                [0x1B, b'\\', ..] | [0xC2, 0x9C, ..] => end + 2,
                [b'\\', ..]
                    if self.is_written
                        && let Some(length) = written_bell(rest) =>
                {
                    end + length
                }
                [b'\\', ..]
                    if self.is_written
                        && let Some(length) = written_escape(rest) =>
                {
                    match self.backslash(end + length) {
                        Some(backslash) => end + length + backslash,
                        None => return unended,
                    }
                }
                [b'\\' | 0xC2, ..] => {
                    end += 1;
                    continue;
                }
                _ => return unended,
            };
        };
        let command = &self.text[start..self.until(start, |byte| !byte.is_ascii_digit())];
        let is_silent = matches!(first, b'X' | b'^') || first == b']' && COMMANDS.contains(&command);
        Function { length, effect: if is_silent { Nothing } else { Unknown } }
    }
}

/// What a control sequence with a question mark does: it sets modes, erases, or asks for a report.
fn mode(parameters: &[u8], last: u8) -> Effect {
    let moves = || parameters.split(|&byte| byte == b';').any(|mode| MOVING_MODES.contains(&mode));
    match last {
        b'J' | b'K' => erase(parameters),
        b'h' | b'l' if moves() => Unknown,
        b'h' | b'l' | b'c' | b'm' | b'n' | b's' | b'u' | b'W' => Nothing,
        _ => Unknown,
    }
}

/// What erasing does: nothing, if only what is behind the cursor or out of sight goes.
fn erase(parameters: &[u8]) -> Effect {
    if matches!(parameters, b"" | b"0" | b"3") { Nothing } else { Unknown }
}

/// Returns `true` if graphic renditions conceal what follows. Colours have numbers of their own.
fn conceals(parameters: &[u8]) -> bool {
    let mut values = parameters.split(|&byte| byte == b';');
    while let Some(value) = values.next() {
        match value {
            b"8" | b"08" => return true,
            b"38" | b"48" | b"58" => {
                let length = if values.next() == Some(b"2") { 3 } else { 1 };
                values.by_ref().take(length).for_each(drop);
            }
            _ => {}
        }
    }
    false
}

/// Returns the effect of a move to a column (CHA, HPA) behind the text of its row. Returns `None` for another function. A
/// row begins in the first column.
pub(crate) fn column(row: &[u8], function: &[u8]) -> Option<Effect> {
    let is_sequence = |byte: &u8| *byte == b'[';
    let parameters = match function {
        [0x1B, b'[', parameters @ .., b'G' | b'`'] => parameters,
        [b'\\', .., b'G' | b'`'] => &function[function.iter().position(is_sequence)? + 1..function.len() - 1],
        _ => return None,
    };
    let column = parameters.split(|&byte| byte == b';').next().map(str::from_utf8);
    let target = column.and_then(|column| column.ok()?.parse::<usize>().ok()).unwrap_or(0).max(1) - 1;
    // The columns of a recording aren't those of its text.
    let cursor = if function[0] == 0x1B { columns(row) } else { None };
    Some(match cursor {
        _ if target == 0 => End,
        Some(columns) if target > columns => Blank,
        Some(_) => Back,
        None => Unknown,
    })
}

/// Returns how many columns a row has, if only ASCII characters and functions that do nothing are in it.
fn columns(row: &[u8]) -> Option<usize> {
    let (mut columns, mut at) = (0, 0);
    while at < row.len() {
        (columns, at) = match row[at] {
            0x1B => (columns, at + read(&row[at..]).filter(|function| function.effect == Nothing)?.length),
            b'\t' => ((columns / 8 + 1) * 8, at + 1),
            b' '..=b'~' => (columns + 1, at + 1),
            _ => return None,
        };
    }
    Some(columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_effect(effect: Effect, functions: &[&str]) {
        for function in functions {
            let length = function.len();
            assert_eq!(read(format!("{function}x").as_bytes()), Some(Function { length, effect }), "{function:?}");
        }
    }

    #[test]
    fn functions_are_read_to_their_ends() {
        assert_effect(
            Nothing,
            &["\x1B[m", "\x1B[38;5;8m", "\x1B[38;2;8;8;8;1m", "\x1B[0K", "\x1B[3J", "\x1B[?2004l", "\x1B[2 q"],
        );
        assert_effect(
            Nothing,
            &["\x1B(B", "\x1B)0", "\x1B7", "\x1B]0;a\x07", "\x1B]8;;\x1B\\", "\x1B]2;a\u{9C}", r"\u001b[1m", r"\e[1m"],
        );
        assert_effect(Nothing, &[r"\x1b]0;a\x07", r"\033]8;;\033\\", "\x1B^a\x1B\\"]);
        assert_effect(Nothing, &[" \x08", r" \b"]);
        assert_effect(End, &["\x1B[A", "\x1B[2;3H", "\x1BE", "\x1BM", "\x1B[3X", "\x1B[P", r"\u001b[5;1H"]);
        assert_effect(Blank, &["\x1B[C", "\x1B[3a", "\x1B[I", "\x1B\\", r"\u001b\\"]);
        assert_effect(Back, &["\x1B[D", "\x08", "\x1B[Z", "\x1B8", "\x1B[u"]);
        assert_effect(
            Unknown,
            &["\x1B[8m", "\x1B[1;8m", "\x1B[1K", "\x1B[2J", "\x1B(0", "\x1B[3b", "\x1B]66;;a\x07", "\x1BPq\x1B\\"],
        );
        assert_effect(
            Unknown,
            &["\u{9B}1m", "\u{84}", "\x1B[?1049h", "\x1B[ A", "\x1BkA\x1B\\", "\x1BB", "\x1Bb", "\x1B)g"],
        );
        assert_eq!(read(b"\x1B[1\nm"), Some(Function { length: 3, effect: Unknown }));
        assert_eq!(read(b"\x1B]0;a\nb"), Some(Function { length: 2, effect: Unknown }));
        assert_eq!([&b"a"[..], b"", br"\n", br"\ea", "\u{E9}".as_bytes()].map(read), [None; 5]);
    }

    #[test]
    fn columns_are_compared_with_the_row() {
        let effect = |row: &str, function: &str| column(row.as_bytes(), function.as_bytes());
        assert_eq!(effect("abc", "\x1B[4G"), Some(Back));
        assert_eq!(effect("abc", "\x1B[5G"), Some(Blank));
        assert_eq!(effect("a\x1B[1mb\t", "\x1B[9`"), Some(Back));
        assert_eq!(effect("a\u{E9}", "\x1B[9G"), Some(Unknown));
        assert_eq!(effect("abc", r"\u001b[9G"), Some(Unknown));
        assert_eq!(effect("abc", "\x1B[G"), Some(End));
        assert_eq!(effect("abc", "\x1B[4H"), None);
    }
}
