//! The quick half of two vetoes, in what most lists are that have a URL at the end of a line: the next key, and bullets in front of both
//! lines. It is seen before anything else is asked of the break.

/// How many bytes may stand between the start of a line and the URL at its end.
const MAX_FRONT: usize = 128;

/// Where the text of the next line begins, if it is certain to be the next item of the list that the line of the URL at `start` is of, which
/// ends at `line_end`: behind a key right before the URL another at the same margin, or behind a bullet another.
pub(super) fn next_item(bytes: &[u8], start: usize, line_end: usize) -> Option<usize> {
    let next = bytes[line_end..].strip_prefix(b"\n")?;
    let text = next.get(blank(next)..)?;
    if let [b'*', b' ', text @ ..] = text {
        return next_bullet(bytes, start, text);
    }
    let (margin, _) = next.split_at(next.len() - text.len());
    let key = text.iter().position(|&byte| byte <= b' ' || !byte.is_ascii())?;
    let is_next = is_key(&text[..key]) && text[key] <= b' ' && is_behind_key(bytes, start, margin);
    is_next.then_some(bytes.len() - text.len())
}

/// Where the text behind the bullet of the next line begins, if the line of the URL has one, too, at the margin or an even number of columns
/// from it, as the stars of a comment have not. What is set in below a folder may be more of it, and behind a tag the stars are no bullets.
fn next_bullet(bytes: &[u8], start: usize, text: &[u8]) -> Option<usize> {
    let set_in = blank(text);
    let text = &text[set_in..];
    let line = line_of(bytes, start)?;
    let spaces = line.iter().take_while(|&&byte| byte == b' ').count();
    let front = line[spaces..].strip_prefix(b"* ")?;
    let is_bullet = spaces % 2 == 0 && set_in == 0 && front.first() != Some(&b'@');
    (is_bullet && *text.first()? > b' ').then_some(bytes.len() - text.len())
}

/// Whether the line of the URL has nothing in front of it but a key behind this margin.
fn is_behind_key(bytes: &[u8], start: usize, margin: &[u8]) -> bool {
    if !matches!(bytes[..start], [.., b':' | b'=', b' ' | b'\t'] | [.., b':' | b'=', b' ', b' ' | b'\t']) {
        return false;
    }
    let key = line_of(bytes, start).and_then(|line| line.strip_prefix(margin));
    key.is_some_and(|key| is_key(key.trim_ascii_end()))
}

/// Whether it is a key of one word, and no mark of a quoted reply or of a comment begins it or stands behind a name.
fn is_key(text: &[u8]) -> bool {
    matches!(text, [b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'[', .., b':' | b'='])
        && !text.iter().any(|byte| matches!(byte, b' ' | b'\t' | b'>'))
}

/// The line of the byte at `at` up to there, where it begins nearby.
fn line_of(bytes: &[u8], at: usize) -> Option<&[u8]> {
    let from = at.saturating_sub(MAX_FRONT);
    match memchr::memrchr2(b'\n', b'\r', &bytes[from..at]) {
        Some(end) => Some(&bytes[from + end + 1..at]),
        None => (from == 0).then_some(&bytes[..at]),
    }
}

/// How many spaces and tabs it begins with.
fn blank(text: &[u8]) -> usize {
    text.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Event, Finder, sink::Context};

    /// What the last break of a text is told with, in a search that tells.
    fn reasons(text: &str) -> Vec<&'static str> {
        let finder = Finder::builder().explain(true).build().expect("the options are right");
        let mut last = Vec::new();
        let mut note = |event: Event<'_>, _: &Context<'_>| {
            if let Event::Break(seen) = event {
                last = seen.evidence().map(|(name, _)| name).collect();
            }
        };
        finder.search_into(text.as_bytes(), &mut note).expect("nothing fails");
        last
    }

    /// What stands in front of the URL, between it and its line's end, in front of the next word, and that with what stands behind it.
    const FRONTS: [&str; 24] = [
        "", " ", "    ", "\t", "> ", ">", "# ", "// ", "* ", " * ", "  * ", "\t* ", "** ", "- ", "kim> ", ":", "(",
        "[1] ", "Link: ", "  Link: ", "Link:  ", "a b: ", "* Link: ", "link = ",
    ];
    const ENDS: [&str; 5] = ["\n", " \n", "\r\n", ".\n", "\n\n"];
    const LEADS: [&str; 10] = ["", " ", "  ", "\t", "> ", "* ", "  * ", " * ", "*", "# "];
    const NEXT: [&str; 14] = [
        "Cc: c\n",
        "Cc:\n",
        "c = d\n",
        "c=\n",
        "[d]: e\n",
        "http: d\n",
        "news:d\n",
        "http://d.example/\n",
        "c_d/e\n",
        "word and words\n",
        ">b: c\n",
        "é: c\n",
        "c:",
        "",
    ];

    /// A search that tells nothing looks at these first, and one that tells asks all vetoes: both say the same.
    #[test]
    fn what_is_seen_at_a_glance_is_a_veto() {
        let url = "http://kim@a.example/b";
        let mut seen = 0;
        for front in FRONTS {
            for (end, lead) in ENDS.iter().flat_map(|end| LEADS.map(|lead| (end, lead))) {
                for next in NEXT {
                    let text = format!("{front}{url}{end}{lead}{next}");
                    let line_end = front.len() + url.len() + end.find(['\r', '\n']).unwrap_or_default();
                    let Some(begin) = next_item(text.as_bytes(), front.len(), line_end) else { continue };
                    seen += 1;
                    let told = reasons(&text);
                    let is_veto =
                        told.iter().any(|name| ["the next key", "bullets in front of both lines"].contains(name));
                    assert!(
                        is_veto || text[begin..].starts_with("http://") || text[begin..].starts_with("news:"),
                        "{text:?}: {told:?}"
                    );
                    assert_eq!(begin, line_end + end.trim_start_matches(['.', ' ']).len() + lead.len(), "{text:?}");
                }
            }
        }
        assert!(seen > 50, "only {seen}");
    }
}
