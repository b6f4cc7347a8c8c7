//! The search of an archive: a page with a script, and shards of the index, which that script loads.
//!
//! A shard is a script, too, as pages in a folder can load nothing else: it calls `napkinShard` with its name and its data. There are
//! shards of terms and shards of messages; `search.js` says how they are read. Messages have numbers in the order of their dates.

use std::{collections::HashMap, io, mem};

use super::{
    archive::{ArchivePage, hash},
    escape::push_escaped,
    page::{Extras, Page},
};

/// What the page runs.
const SCRIPT: &str = include_str!("search.js");

/// The most bytes of data in a shard, except escapes and one term or message.
const MOST: usize = 150_000;

/// How many messages of a term stand in one entry.
const MOST_NUMBERS: usize = 8_000;

/// An archive of so many messages has words that are too common.
const MANY: usize = 1_000;

/// One of so many messages has a word that is too common.
const COMMON: usize = 5;

/// What FNV-1a multiplies by.
const PRIME: u32 = 16_777_619;

/// Digits of numbers: five bits in each, and one that says that more follow.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Takes the name and the content of each shard.
pub(crate) type PutShard<'p> = dyn FnMut(&str, &[u8]) -> io::Result<()> + 'p;

/// Returns the term of a name that a sender has.
pub(crate) fn sender_term(word: &str) -> String {
    format!("@{word}")
}

/// Returns the term of a message's key: its first four digits, which few messages share.
pub(crate) fn key_term(key: u64) -> String {
    format!("#{:04x}", key >> 48)
}

/// Returns the term of two words that stand side by side: a hash of 14 bits, so that an archive has few of them. Among messages with both
/// words, one with a hundred pairs and not this one is found once in 160 times.
pub(crate) fn pair_term(before: &str, word: &str) -> String {
    let step = |hash: u32, unit: u16| (hash ^ u32::from(unit)).wrapping_mul(PRIME);
    let hash = before.encode_utf16().chain([u16::from(b' ')]).chain(word.encode_utf16()).fold(0, step);
    format!("+{:04x}", hash >> 18)
}

/// Returns the term of a host: its labels in reverse, so that it begins with those of its domain. A host that is an address, or no host
/// of the DNS, has none.
pub(crate) fn host_term(host: &str) -> Option<String> {
    let is_name = |c: char| c.is_alphanumeric() && u32::from(c) <= 0xFFFF || matches!(c, '.' | '-' | '_');
    let host = host.strip_suffix('.').unwrap_or(host);
    if host.is_empty() || host.len() > 255 || !host.chars().all(is_name) {
        return None;
    }
    let mut term = String::from(".");
    for label in host.to_lowercase().rsplit('.') {
        term.push_str(label);
        term.push('.');
    }
    Some(term)
}

/// Shards of terms, made in their order.
#[derive(Debug, Default)]
pub(crate) struct TermShards {
    data: String,
    first: String,
    last: String,
    /// The first term of each shard, and its name.
    directory: Vec<(String, String)>,
}

impl TermShards {
    /// Adds a term with the numbers of its messages, in order, in an archive of `messages`.
    pub(crate) fn push(
        &mut self,
        term: &str,
        numbers: &[u32],
        messages: usize,
        put: &mut PutShard<'_>,
    ) -> io::Result<()> {
        let is_word = !term.starts_with(['#', '@', '.', '+']);
        if is_word && messages >= MANY && numbers.len() * COMMON > messages {
            return self.push_entry(term, &[], put);
        }
        numbers.chunks(MOST_NUMBERS).try_for_each(|numbers| self.push_entry(term, numbers, put))
    }

    fn push_entry(&mut self, term: &str, numbers: &[u32], put: &mut PutShard<'_>) -> io::Result<()> {
        if self.data.len() >= MOST {
            self.end_shard(put)?;
        }
        if self.data.is_empty() {
            self.first = term.to_owned();
        }
        let is_same = |(a, b): &(char, char)| a == b;
        let shared = self.last.chars().zip(term.chars()).take_while(is_same).count().min(DIGITS.len() - 1);
        self.data.push(char::from(DIGITS[shared]));
        self.data.extend(term.chars().skip(shared));
        self.data.push(' ');
        let mut next = 0;
        for &number in numbers {
            push_number(&mut self.data, number - next);
            next = number + 1;
        }
        self.data.push(',');
        self.last = term.to_owned();
        Ok(())
    }

    /// Ends the last shard.
    pub(crate) fn end_shard(&mut self, put: &mut PutShard<'_>) -> io::Result<()> {
        if !self.data.is_empty() {
            let mut data = String::new();
            push_string(&mut data, &mem::take(&mut self.data));
            self.directory.push((mem::take(&mut self.first), put_shard(&data, put)?));
            self.last.clear();
        }
        Ok(())
    }
}

/// A message that can be found.
#[derive(Debug)]
pub(crate) struct FoundMessage<'m> {
    pub(crate) key: u64,
    /// The key of the first message of its thread.
    pub(crate) thread: u64,
    /// Its date as `YYYY-MM-DD`, or nothing.
    pub(crate) day: &'m str,
    pub(crate) from: &'m str,
    pub(crate) subject: &'m str,
    /// The beginning of its text.
    pub(crate) excerpt: &'m str,
}

/// Shards of messages, made in the order of their numbers.
#[derive(Debug, Default)]
pub(crate) struct MessageShards {
    keys: String,
    /// Five numbers for each message: its places in the lists.
    numbers: String,
    lists: [NumberedTexts; 5],
    /// The number and day of the first message of the shard.
    first: (usize, String),
    count: usize,
    /// The first message of each shard, with its day, and the name of the shard.
    directory: Vec<(usize, String, String)>,
}

impl MessageShards {
    /// Adds the message with the next number.
    pub(crate) fn push(&mut self, message: &FoundMessage<'_>, put: &mut PutShard<'_>) -> io::Result<()> {
        let size: usize = self.lists.iter().map(|list| list.json.len()).sum();
        if self.keys.len() + self.numbers.len() + size >= MOST {
            self.end_shard(put)?;
        }
        if self.keys.is_empty() {
            self.first = (self.count, message.day.to_owned());
        }
        self.count += 1;
        self.keys.push_str(&format!("{:016x}", message.key));
        let thread = format!("{:016x}", message.thread);
        let FoundMessage { day, from, subject, excerpt, .. } = *message;
        for (list, text) in self.lists.iter_mut().zip([&*thread, day, from, subject, excerpt]) {
            push_number(&mut self.numbers, list.number(text));
        }
        Ok(())
    }

    /// Ends the last shard.
    pub(crate) fn end_shard(&mut self, put: &mut PutShard<'_>) -> io::Result<()> {
        if !self.keys.is_empty() {
            let lists = mem::take(&mut self.lists).map(|list| format!("[{}]", list.json)).join(",");
            let data = format!("[\"{}\",\"{}\",{lists}]", mem::take(&mut self.keys), mem::take(&mut self.numbers));
            let (first, day) = mem::take(&mut self.first);
            self.directory.push((first, day, put_shard(&data, put)?));
        }
        Ok(())
    }
}

/// Texts that have numbers by their order, as elements of a list in JSON.
#[derive(Debug, Default)]
struct NumberedTexts {
    numbers: HashMap<String, u32>,
    json: String,
}

impl NumberedTexts {
    fn number(&mut self, text: &str) -> u32 {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        let number = self.numbers.len() as u32;
        if number > 0 {
            self.json.push(',');
        }
        push_string(&mut self.json, text);
        self.numbers.insert(text.to_owned(), number);
        number
    }
}

/// Returns the page that searches these shards.
pub(crate) fn search_page(page: &Page, trail: &[(&str, &str)], terms: TermShards, messages: MessageShards) -> Vec<u8> {
    let mut json = format!("{{\"count\":{},\"terms\":[", messages.count);
    for (index, (first, name)) in terms.directory.into_iter().enumerate() {
        json.push_str(if index == 0 { "[" } else { ",[" });
        push_string(&mut json, &first);
        json.push_str(&format!(",\"{name}\"]"));
    }
    json.push_str("],\"messages\":[");
    for (index, (first, day, name)) in messages.directory.into_iter().enumerate() {
        json.push_str(if index == 0 { "[" } else { ",[" });
        json.push_str(&format!("{first},"));
        push_string(&mut json, &day);
        json.push_str(&format!(",\"{name}\"]"));
    }
    json.push_str("]}");
    let extras = Extras { script: SCRIPT, ..Extras::default() };
    let mut page = ArchivePage::begin(page, Some("Search"), extras);
    page.trail(trail);
    let html = page.html();
    html.extend_from_slice(FORM.as_bytes());
    push_escaped(html, &json);
    html.extend_from_slice(b"\"></div><script>");
    html.extend_from_slice(SCRIPT.as_bytes());
    html.extend_from_slice(b"</script>");
    page.end()
}

const FORM: &str = "<div class=search role=search><label for=query>Words to find</label>\
    <input id=query type=search maxlength=200 autocomplete=off autocapitalize=none spellcheck=false autofocus aria-describedby=help>\
    <small id=help>Also &quot;two words&quot;, from:sam, host:lists.example, after:2009-03, before:2009-04, id:message-id</small></div>\
    <noscript><p>Search needs JavaScript.</p></noscript><p id=status role=status></p><ol id=results class=found role=list></ol>\
    <button id=more type=button hidden>Show more</button><div id=directory hidden data-json=\"";

fn shard_file(name: &str) -> String {
    format!("s-{name}.js")
}

/// Hands on a shard, and returns its name, which is a hash of its data.
fn put_shard(data: &str, put: &mut PutShard<'_>) -> io::Result<String> {
    let name = format!("{:016x}", hash(data));
    put(&shard_file(&name), format!("napkinShard(\"{name}\",{data})\n").as_bytes())?;
    Ok(name)
}

fn push_number(text: &mut String, mut number: u32) {
    while number > 31 {
        text.push(char::from(DIGITS[(number as usize & 31) | 32]));
        number >>= 5;
    }
    text.push(char::from(DIGITS[number as usize]));
}

/// Appends a string of JSON that ends no script and no line of one.
fn push_string(json: &mut String, text: &str) {
    json.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' | '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                json.push_str(&format!("\\u{:04x}", u32::from(c)))
            }
            // They would turn the text beside them.
            '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => json.push('\u{FFFD}'),
            c if c.is_control() => json.push('\u{FFFD}'),
            c => json.push(c),
        }
    }
    json.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_end_no_script() {
        let mut json = String::new();
        push_string(&mut json, "</script><!--&\"\\\n\u{2028}\u{2029}\u{202E}é");
        let expected =
            concat!(r#""\u003c/script\u003e\u003c!--\u0026\u0022\u005c"#, "\u{FFFD}", r"\u2028\u2029", "\u{FFFD}é\"");
        assert_eq!(json, expected);
    }

    #[test]
    fn hosts_are_found_by_their_domains() {
        for (host, term) in [
            ("Lists.A.example", Some(".example.a.lists.")),
            ("a.example.", Some(".example.a.")),
            ("日本.example", Some(".example.日本.")),
            ("[::1]", None),
            ("a,b.example", None),
            ("", None),
        ] {
            assert_eq!(host_term(host).as_deref(), term, "{host}");
        }
    }

    #[test]
    fn shards_stay_small_and_repeat_no_beginning() {
        let (mut shards, mut sizes) = (TermShards::default(), Vec::new());
        let mut put = |_: &str, bytes: &[u8]| {
            sizes.push(bytes.len());
            Ok(())
        };
        let numbers: Vec<u32> = (0..300_000).map(|number| number * 14_000).collect();
        shards.push("@sam", &numbers, 0, &mut put).unwrap();
        for number in 10_000..60_000 {
            shards.push(&format!("soup{number}"), &[number], 0, &mut put).unwrap();
        }
        shards.end_shard(&mut put).unwrap();
        assert!(sizes.len() > 6 && sizes.iter().all(|&size| size <= 200_000), "{sizes:?}");
        assert_eq!(shards.directory.iter().filter(|(first, _)| first == "@sam").count(), sizes.len() - 2);
    }

    #[test]
    fn the_script_does_not_end_itself() {
        assert!(!SCRIPT.contains("</script") && !SCRIPT.contains("<!--") && !SCRIPT.contains('\r'));
        assert!(!SCRIPT.contains("innerHTML") && !SCRIPT.contains("eval"));
    }
}
