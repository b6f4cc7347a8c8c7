//! The names of the files of an archive: dates and hashes.

use super::attachments::EXTENSIONS;
use crate::write::html::STYLE_FILE;

/// The pages of each archive, with their titles.
pub(super) const INDEX: (&str, &str) = ("index.html", "All months");
pub(super) const SEARCH: (&str, &str) = ("search.html", "Search");
pub(super) const AUTHORS: (&str, &str) = ("authors.html", "Authors");
pub(super) const HOSTS: (&str, &str) = ("hosts.html", "Links");

/// The file from which the next run continues.
pub(super) const STATE: &str = "archive.state";

/// Returns `true` for a name that a file of an archive can have.
pub(super) fn is_file_name(name: &str) -> bool {
    let Some((stem, end)) = name.split_once('.') else { return false };
    let is_hash =
        |hash: &str, digits| hash.len() == digits && hash.bytes().all(|c| matches!(c, b'0'..=b'9' | b'a'..=b'f'));
    let is_page = matches!(end, "html" | "atom");
    match stem.split_once('-') {
        None => {
            matches!(
                name,
                "index.html" | "search.html" | "authors.html" | "hosts.html" | "feed.atom" | STATE | STYLE_FILE
            ) || stem == "undated" && is_page
        }
        Some(("t", hash)) => is_hash(hash, 16) && is_page,
        Some(("m", hash)) => is_hash(hash, 16) && end == "eml.txt",
        Some(("s", hash)) => is_hash(hash, 16) && end == "js",
        Some(("a", hash)) => is_hash(hash, 16) && EXTENSIONS.contains(&end),
        Some(("p" | "h", hash)) => is_hash(hash, 2) && end == "html",
        Some((year, month)) => {
            is_page
                && [(year, 4), (month, 2)]
                    .iter()
                    .all(|(own, digits)| own.len() == *digits && own.bytes().all(|c| c.is_ascii_digit()))
        }
    }
}

/// Returns the id of a message on its page.
pub(super) fn message_id(key: u64) -> String {
    format!("m-{key:016x}")
}

/// Returns the file with a message as it was sent.
pub(super) fn raw_file(key: u64) -> String {
    format!("m-{key:016x}.eml.txt")
}

/// Returns the page of the thread whose first message has this key.
pub(super) fn thread_file(key: u64) -> String {
    format!("t-{key:016x}.html")
}

/// Returns the name of the feed of a page.
pub(super) fn feed_of(page: &str) -> String {
    page.replace(".html", ".atom")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_known() {
        let key = 0x0123_4567_89ab_cdef;
        let feed = feed_of(&thread_file(key));
        for own in [
            &thread_file(key),
            &raw_file(key),
            &feed,
            "2009-03.html",
            "undated.atom",
            "h-0f.html",
            "a-0123456789abcdef.txt",
        ] {
            assert!(is_file_name(own), "{own}");
        }
        for other in [
            "a-notes.txt",
            "p-holiday.jpg",
            "20240101.jpg",
            "t-1.html",
            "2009-3.html",
            "index.htm",
            ".index.html",
            "s",
            "m-0123456789abcdef.eml",
            "a-0123456789abcdef.html",
        ] {
            assert!(!is_file_name(other), "{other}");
        }
    }
}
