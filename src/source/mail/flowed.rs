//! Flowed text (RFC 3676): soft line breaks, quote marks and space stuffing undone.

use super::{
    content_type::Flowed,
    header::{line_end, without_line_end},
};

/// Joins the lines of each paragraph. Quote marks stay, once in front of it.
///
/// ```text
/// > see http://a.example/b/ \n> c      becomes      > see http://a.example/b/ c
/// ```
///
/// With `DelSp=yes` the space at the end of a soft line is part of the break and goes with it.
///
/// Before the content of each line is appended, `content_begins` is called with its place in `out` and in the text.
pub(super) fn unflow(text: &[u8], flowed: Flowed, out: &mut Vec<u8>, content_begins: impl FnMut(usize, usize)) {
    let mut open = None;
    unflow_lines(text, flowed, &mut open, out, content_begins);
}

/// Does the same for a text in pieces of whole lines. `open` is the quote depth of the open paragraph.
pub(super) fn unflow_piece(text: &[u8], flowed: Flowed, open: &mut Option<usize>, out: &mut Vec<u8>) {
    unflow_lines(text, flowed, open, out, |_, _| {});
}

fn unflow_lines(
    text: &[u8],
    flowed: Flowed,
    open: &mut Option<usize>,
    out: &mut Vec<u8>,
    mut content_begins: impl FnMut(usize, usize),
) {
    let mut at = 0;
    while at < text.len() {
        let end = line_end(text, at);
        let line = without_line_end(&text[at..end]);
        let depth = line.iter().take_while(|&&byte| byte == b'>').count();
        let content = line[depth..].strip_prefix(b" ").unwrap_or(&line[depth..]);
        let content_start = at + line.len() - content.len();
        // A signature's line ends in a space and is no soft line (4.3).
        let is_signature = content == b"-- ";
        let is_soft = content.ends_with(b" ") && !is_signature;

        if *open != Some(depth) || is_signature {
            if open.is_some() {
                out.push(b'\n');
            }
            out.extend_from_slice(&line[..depth]);
            if depth > 0 {
                out.push(b' ');
            }
        }
        content_begins(out.len(), content_start);
        out.extend_from_slice(content);
        *open = is_soft.then_some(depth);
        if is_soft && flowed.delete_space {
            out.pop();
        } else if !is_soft && text[..end].ends_with(b"\n") {
            out.push(b'\n');
        }
        at = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_joined() {
        for (text, kept, deleted) in [
            ("a \nb\nc\n", "a b\nc\n", "ab\nc\n"),
            ("a \r\nb\r\nc", "a b\nc", "ab\nc"),
            ("a  \nb", "a  b", "a b"),
            // A change of the depth ends a paragraph (4.5), soft or not.
            ("> a \n> b \n>> c\n", "> a b \n>> c\n", "> ab\n>> c\n"),
            (">a\n", "> a\n", "> a\n"),
            // A stuffed space goes (4.4), and what it hid stays what it was.
            (" From x\n >y\n  z\n", "From x\n>y\n z\n", "From x\n>y\n z\n"),
            ("a \n-- \nb\n", "a \n-- \nb\n", "a\n-- \nb\n"),
            ("> a \n> -- \n> b\n", "> a \n> -- \n> b\n", "> a\n> -- \n> b\n"),
            ("a \n", "a ", "a"),
            ("", "", ""),
        ] {
            for (delete_space, expected) in [(false, kept), (true, deleted)] {
                let mut out = Vec::new();
                unflow(text.as_bytes(), Flowed { delete_space }, &mut out, |_, _| {});
                assert_eq!(String::from_utf8(out).unwrap(), expected, "{text:?} {delete_space}");
            }
        }
    }
}
