//! Whether a bare name is a host's, or that of a file, a member or a version.

use super::{Text, host};

/// Whether the name at `start..end` is a host's, where it has a known top-level domain or is an address.
pub fn is_host(text: &Text, start: usize, end: usize) -> bool {
    let name = text.slice(start, end);
    let name = name.strip_suffix('.').unwrap_or(&name);
    let begins_word = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '~');
    let has_path = text.at(end).is_some_and(|c| "/?#".contains(c)) && begins_word(text.at(end + 1));
    let has_port = text.at(end) == Some(':') && text.at(end + 1).is_some_and(|c| c.is_ascii_digit());
    if name.parse::<std::net::Ipv4Addr>().is_ok() {
        return has_path || has_port || is_likely_address(name) && !is_numbered(&text.slice(0, start));
    }
    let mut labels = name.rsplit('.');
    let last = labels.next().unwrap_or_default();
    let second = labels.next().unwrap_or_default();
    let front = name.strip_suffix(last).unwrap_or_default().trim_end_matches('.');
    let is_version = last == "dev" && front.contains('.') && front.chars().all(|c| c.is_ascii_digit() || c == '.');
    let is_pair = name.matches('.').count() == 1;
    let is_build = ["makefile", "gnumakefile", "configure"].contains(&second.to_ascii_lowercase().as_str());
    let heads_node = last == "info" && text.slice(0, start).ends_with("File: ") && text.has(end, ",  Node: ");
    if is_version || is_pair && (is_build || heads_node) {
        return false;
    }
    if is_imported(text, start, end) {
        return false;
    }
    let is = |list: &[&str]| list.contains(&last.to_ascii_lowercase().as_str());
    if is(&["com", "org"]) {
        return true;
    }
    let is_capitalized = last.len() > 1
        && last.starts_with(|c: char| c.is_ascii_uppercase())
        && !last[1..].contains(|c: char| c.is_ascii_uppercase());
    if is(&["example", "test"]) || is_capitalized && !second.contains(|c: char| c.is_ascii_uppercase()) {
        return false;
    }
    let is_file = is(&["md"]);
    // A part of the file.
    let has_path = has_path && !(is_file && text.at(end) == Some('#'));
    if has_path || has_port && !is_file {
        return true;
    }
    let notices = ["README", "INSTALL", "NEWS", "TODO", "COPYING", "LICENSE", "CHANGES", "AUTHORS"];
    if is_pair && !has_path && !has_port && notices.contains(&second) {
        return false;
    }
    let is_registry = ["ac", "co", "com", "edu", "go", "gob", "gov", "ne", "net", "nom", "or", "org"];
    let is_in_registry = labels.next().is_some() && is_registry.contains(&second.to_ascii_lowercase().as_str());
    if is_in_registry || text.slice(end, (end + 6).min(text.chars.len())) == "](http" {
        return true;
    }
    !is_file && !is(&["foo", "ss"]) && !is_member(text, start, end, name, second)
}

fn is_likely_address(name: &str) -> bool {
    let numbers: Vec<u32> = name.split('.').filter_map(|number| number.parse().ok()).collect();
    numbers[0] == 10
        || numbers.iter().any(|&number| number >= 100)
        || numbers.iter().all(|&number| number == numbers[0])
}

/// Behind a word in front of versions, sections and objects.
fn is_numbered(before: &str) -> bool {
    let signs = before.chars().rev().take_while(|c| " :=".contains(*c)).count();
    let before = &before[..before.len() - signs];
    let front = before.trim_end_matches(|c: char| c.is_ascii_alphanumeric());
    let word = before[front.len()..].to_ascii_lowercase();
    let words = [
        "build", "ch", "chapter", "clause", "oid", "oids", "rel", "release", "rev", "revision", "sec", "section", "v",
        "ver", "version", "versions",
    ];
    signs < 3 && (before.ends_with('§') || words.contains(&word.as_str()))
}

/// Whether a statement imports or declares it.
fn is_imported(text: &Text, start: usize, end: usize) -> bool {
    let line = text.slice(0, start);
    let line = line.rsplit(['\n', '\r']).next().unwrap_or_default().trim_start_matches([' ', '\t']);
    let is_followed = text.slice(end, (end + 8).min(text.chars.len())) == " import ";
    let is_over = text.at(end) == Some(';');
    let is_last =
        text.at(end).is_none_or(|c| "\n\r;,".contains(c)) || text.slice(end, (end + 4).min(text.chars.len())) == " as ";
    let is_known = ["com", "org"]
        .iter()
        .any(|known| text.slice(start, end).trim_end_matches('.').to_ascii_lowercase().ends_with(&format!(".{known}")));
    let is_from = if is_known { line == "from " } else { line.ends_with("from ") };
    line == "import " && is_last || is_from && is_followed || ["package ", "using "].contains(&line) && is_over
}

/// Whether it is written or used as programs do with members.
fn is_member(text: &Text, start: usize, end: usize, name: &str, second: &str) -> bool {
    let chars: Vec<char> = name.chars().collect();
    let is_mixed = chars[0].is_ascii_lowercase()
        && chars.windows(2).any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase());
    let is_shouted = name.is_ascii()
        && !name.contains(|c: char| c.is_ascii_lowercase())
        && name.matches('.').count() == 1
        && name.len() - name.find('.').unwrap_or_default() > 3;
    let is_behind = text.has_before(start, "->") || text.before(start).is_some_and(|c| "!$~".contains(c));
    let is_before = ["(", "[", "=", "_", "->", " =", "::"].iter().any(|sign| text.has(end, sign));
    let last = name.rsplit('.').next().unwrap_or_default();
    let front = name.strip_suffix(last).unwrap_or_default();
    let is_small =
        !front.contains(|c: char| c.is_ascii_uppercase()) && second.contains(|c: char| c.is_ascii_lowercase());
    let is_constant = is_small && !last.is_empty() && last.chars().all(|c| c.is_ascii_uppercase());
    let operators = ["!=", "<=", ">=", " !=", " <=", " >=", " * ", " + ", " *=", " +=", " /=", " -="];
    let is_operand = operators.iter().any(|sign| text.has(end, sign));
    let is_assigned = text.has_before(start, " = ") && text.at(end) == Some(';');
    let is_used = is_behind || is_before || is_operand || is_assigned || is_constant;
    is_mixed || is_shouted || second.contains('_') || is_used || host::label_count(name) == 0
}
