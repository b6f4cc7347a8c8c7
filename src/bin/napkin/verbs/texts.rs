//! The strings for the commands: arguments, or lines of standard input, unchanged.

use std::{
    ffi::OsString,
    io::{self, BufRead},
};

use crate::terminal;

/// A string, which need not be UTF-8.
#[derive(Clone, Copy, Debug)]
pub struct Text<'t> {
    pub bytes: &'t [u8],
    /// The line in standard input, from 1; `None` for an argument.
    pub line: Option<u64>,
}

/// Calls `take` with each argument, or with each line of standard input if there are none. A failed read is reported.
/// Returns `false` then.
pub fn for_each(arguments: &[OsString], mut take: impl FnMut(Text<'_>) -> io::Result<()>) -> io::Result<bool> {
    if arguments.is_empty() {
        return for_each_line(io::stdin().lock(), take);
    }
    for argument in arguments {
        take(Text { bytes: argument.as_encoded_bytes(), line: None })?;
    }
    Ok(true)
}

/// Removes line feeds only.
fn for_each_line(mut reader: impl BufRead, mut take: impl FnMut(Text<'_>) -> io::Result<()>) -> io::Result<bool> {
    let (mut line, mut number) = (Vec::new(), 0);
    loop {
        line.clear();
        number += 1;
        match reader.read_until(b'\n', &mut line) {
            Ok(0) => return Ok(true),
            Ok(_) => take(Text { bytes: line.strip_suffix(b"\n").unwrap_or(&line), line: Some(number) })?,
            Err(error) => {
                terminal::complain(&format!("-: {}", terminal::reason(error)));
                return Ok(false);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<(u64, Vec<u8>)> {
        let mut seen = Vec::new();
        let read = for_each_line(input, |text| {
            seen.push((text.line.unwrap(), text.bytes.to_vec()));
            Ok(())
        });
        assert!(read.unwrap());
        seen
    }

    #[test]
    fn a_line_is_all_but_its_line_feed() {
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\n"), [(1, b"".to_vec())]);
        assert_eq!(lines(b"a"), [(1, b"a".to_vec())]);
        assert_eq!(lines(b" a\r\n\n\xFF\t"), [(1, b" a\r".to_vec()), (2, b"".to_vec()), (3, b"\xFF\t".to_vec())]);
    }
}
