//! Rust source as far as its paths are concerned: words and punctuation, without comments, literals, attributes,
//! visibilities, and what is compiled for tests alone.

/// A word or a character of punctuation, and the line it stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'s> {
    pub text: &'s str,
    pub line: usize,
}

/// The tokens that a library is built of.
pub fn tokens(source: &str) -> Vec<Token<'_>> {
    without_tests(&all_tokens(source))
}

/// All tokens but comments and literals. `::` is one, every other punctuation stands for itself.
fn all_tokens(source: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    let mut line = 1;
    while at < source.len() {
        let rest = &source[at..];
        let (length, is_token) = next(rest);
        if is_token {
            tokens.push(Token { text: &rest[..length], line });
        }
        line += rest[..length].matches('\n').count();
        at += length;
    }
    tokens
}

/// How long the first thing is, and whether it is a token that matters.
fn next(rest: &str) -> (usize, bool) {
    let first = rest.chars().next().expect("the rest is not empty");
    if rest.starts_with("//") {
        return (rest.find('\n').unwrap_or(rest.len()), false);
    }
    if rest.starts_with("/*") {
        return (block_comment(rest), false);
    }
    if let Some(length) = literal(rest) {
        return (length, false);
    }
    if is_word(first) {
        return (rest.find(|c| !is_word(c)).unwrap_or(rest.len()), !first.is_ascii_digit());
    }
    if rest.starts_with("::") {
        return (2, true);
    }
    (first.len_utf8(), !first.is_whitespace())
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The length of a comment, with those inside it.
fn block_comment(rest: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                break;
            }
        } else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    at
}

/// The length of a string, a character or a lifetime that begins here. The `r#` of a raw name counts as one, too.
fn literal(rest: &str) -> Option<usize> {
    let letters = rest.find(|c| !matches!(c, 'b' | 'c' | 'r')).unwrap_or(rest.len());
    let hashes = rest[letters..].len() - rest[letters..].trim_start_matches('#').len();
    let is_raw = rest[..letters].ends_with('r');
    let body = letters + hashes;
    match rest[body..].chars().next()? {
        '"' if is_raw => {
            let end = format!("\"{}", "#".repeat(hashes));
            Some(body + 1 + rest[body + 1..].find(&end).map_or(rest.len() - body - 1, |at| at + end.len()))
        }
        '"' if hashes == 0 && letters <= 1 => Some(body + quoted(&rest[body..], '"')),
        '\'' if hashes == 0 && matches!(&rest[..letters], "" | "b") => Some(body + character(&rest[body..])),
        _ if is_raw && letters == 1 && hashes == 1 => Some(2),
        _ => None,
    }
}

/// The length of what stands between two of these marks, with them.
fn quoted(rest: &str, mark: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if c == mark => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// The length of a character, or of a lifetime.
fn character(rest: &str) -> usize {
    let mut chars = rest.char_indices().skip(1);
    match (chars.next(), chars.next()) {
        (Some((_, '\\')), _) | (_, Some((_, '\''))) => quoted(rest, '\''),
        _ => 1 + rest[1..].find(|c| !is_word(c)).unwrap_or(rest.len() - 1),
    }
}

/// Leaves out attributes, visibilities, and the items that are compiled for tests or documentation tests alone.
fn without_tests<'s>(tokens: &[Token<'s>]) -> Vec<Token<'s>> {
    let mut kept = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        let text = |i: usize| tokens.get(i).map_or("", |token| token.text);
        if text(at) == "#" && matches!(text(at + 1), "[" | "!") {
            let open = if text(at + 1) == "!" { at + 2 } else { at + 1 };
            let end = group_end(tokens, open);
            at = if is_for_tests(&tokens[open..end]) { item_end(tokens, end) } else { end };
        } else if text(at) == "pub" && text(at + 1) == "(" && matches!(text(at + 2), "crate" | "self" | "super" | "in")
        {
            at = group_end(tokens, at + 1);
        } else {
            kept.push(tokens[at]);
            at += 1;
        }
    }
    kept
}

/// Behind the bracket that closes the one at `open`.
fn group_end(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

/// Whether an attribute keeps its item out of the library: `[cfg(test)]`, `[cfg(all(test, unix))]`, `[cfg(doctest)]`.
fn is_for_tests(attribute: &[Token]) -> bool {
    let texts: Vec<&str> = attribute.iter().map(|token| token.text).collect();
    texts.get(1) == Some(&"cfg")
        && !texts.contains(&"not")
        && !texts.contains(&"any")
        && texts.iter().any(|text| matches!(*text, "test" | "doctest"))
}

/// Behind the item that begins at `at`, with its other attributes.
fn item_end(tokens: &[Token], mut at: usize) -> usize {
    while at < tokens.len() && tokens[at].text == "#" {
        at = group_end(tokens, at + 1);
    }
    let is_import = tokens[at..].iter().map(|token| token.text).find(|text| *text != "pub") == Some("use");
    while at < tokens.len() {
        match tokens[at].text {
            ";" => return at + 1,
            "{" if !is_import => return group_end(tokens, at),
            "(" | "[" | "{" => at = group_end(tokens, at),
            // It was a field or a statement, and its block is over.
            "}" => return at,
            _ => at += 1,
        }
    }
    at
}

#[test]
fn comments_and_literals_are_none() {
    let source = r##"a::b // c::d
        /* e /* f */ g */ h "i\"::j" 'k' '\'' 'l: r"m" r#"n"o"# b"p" b'q' r#type x.y 1.0e5"##;
    let texts: Vec<&str> = all_tokens(source).iter().map(|token| token.text).collect();
    assert_eq!(texts, ["a", "::", "b", "h", ":", "type", "x", ".", "y", "."]);
    assert_eq!(all_tokens(source)[3].line, 2);
}

#[test]
fn what_tests_alone_have_is_left_out() {
    let source = "#![deny(x)] #[cfg(test)] mod a { b } #[cfg(test)] use c::{d}; pub(in crate::e) fn f() {} \
                  #[cfg(all(test, unix))] #[path = \"g\"] mod h; #[cfg(not(test))] i #[test] j";
    let texts: Vec<&str> = tokens(source).iter().map(|token| token.text).collect();
    assert_eq!(texts, ["fn", "f", "(", ")", "{", "}", "i", "j"]);
}
