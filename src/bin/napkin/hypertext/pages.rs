//! Files as a folder of pages, with an index.

use std::{
    collections::HashMap,
    fs::{self, File},
    hash::{DefaultHasher, Hash, Hasher},
    io::{self, Write},
    path::{Component, Path, PathBuf},
};

use napkin::write::{Page, is_hidden};

use crate::{output::beside::Beside, select::Result, terminal};

/// The longest name of a page, in bytes, without its ending.
const LONGEST: usize = 180;

const INDEX: &str = "index.html";

/// A link from each page back to the index.
const TRAIL: &[u8] = b"<nav class=trail><a href=\"index.html\">All files</a></nav>";

/// A folder that gets a page for each file. Its index is written row by row, so only the hashes of the names stay in memory.
#[derive(Debug)]
pub struct Pages {
    folder: PathBuf,
    page: Page,
    index: Beside,
    /// How many pages have a stem, by its hash.
    stems: HashMap<u64, usize>,
    /// How many pages were put into the folder.
    count: usize,
    /// The folder of the last file in the index.
    listed: PathBuf,
}

#[derive(Debug)]
pub struct NewPage {
    pub file: Beside,
    pub page: Page,
    name: String,
    path: String,
}

impl Pages {
    /// Begins the index. `page` has its title, and the settings of all pages.
    pub fn new(folder: &Path, page: Page) -> Result<Pages> {
        let mut index = Beside::replacing(&folder.join(INDEX))?;
        index.write_all(page.head().as_bytes())?;
        index.write_all(b"<table class=threads>")?;
        let stems = HashMap::from([(hash("index"), 1)]);
        Ok(Pages { folder: folder.to_owned(), page, index, stems, count: 0, listed: PathBuf::new() })
    }

    pub fn begin(&mut self, path: &Path) -> Result<NewPage> {
        let name = self.name(path);
        let place = fs::canonicalize(&self.folder).map(|folder| folder.join(&name));
        if place.is_ok_and(|place| fs::canonicalize(path).is_ok_and(|input| input == place)) {
            return Err(format!("the page would replace the input {}; name another folder", path.display()).into());
        }
        let file = Beside::replacing(&self.folder.join(&name))?;
        let path = if path.as_os_str() == "-" { "Standard input".into() } else { path.to_string_lossy() };
        let page = self.page.clone().title(&*path).names(false);
        Ok(NewPage { file, page, name, path: path.into_owned() })
    }

    pub fn put(&mut self, mut new: NewPage, links: usize) -> io::Result<()> {
        new.file.put().map_err(|error| naming(&new.name, &error))?;
        if self.count == 0 {
            self.claim();
        }
        self.count += 1;
        let unit = if links == 1 { "link" } else { "links" };
        let path = Path::new(&new.path);
        let folder = path.parent().unwrap_or(Path::new(""));
        if folder != self.listed {
            self.listed = folder.to_owned();
            let shown = if folder.as_os_str().is_empty() { ".".into() } else { folder.to_string_lossy() };
            write!(self.index, "<tr><th colspan=2>{}</th></tr>", escaped(&shown))?;
        }
        let name = path.file_name().unwrap_or(path.as_os_str());
        let (href, shown) = (href(&new.name), escaped(&name.to_string_lossy()));
        write!(self.index, "<tr><td><a href=\"{href}\">{shown}</a></td><td>{links} {unit}</td></tr>")
    }

    /// Puts an empty index into a new folder. If this run is interrupted, the next one knows the folder by it.
    fn claim(&self) {
        if let Ok(mut index) = File::create_new(self.folder.join(INDEX)) {
            let _ = write!(index, "{}{}", self.page.head(), self.page.tail());
        }
    }

    /// Puts the index into the folder. Returns `false` if there is no page to list.
    pub fn finish(mut self) -> io::Result<bool> {
        if self.count == 0 {
            return Ok(false);
        }
        write!(self.index, "</table>{}", self.page.tail())?;
        self.index.put().map_err(|error| naming(INDEX, &error))?;
        Ok(true)
    }

    /// Returns a file name for the page of `path` that no other page has, also where letter case is ignored.
    fn name(&mut self, path: &Path) -> String {
        let stem = stem(path);
        let count = self.stems.entry(hash(&stem.to_lowercase())).or_default();
        *count += 1;
        // Stems contain no tilde.
        if *count == 1 { format!("{stem}.html") } else { format!("{stem}~{count}.html") }
    }
}

impl NewPage {
    pub fn write_head(&mut self) -> io::Result<()> {
        self.file.write_all(self.page.head().as_bytes())?;
        self.file.write_all(TRAIL)
    }

    pub fn write_tail(&mut self) -> io::Result<()> {
        self.file.write_all(self.page.tail().as_bytes())
    }
}

/// Returns the path as one file name: without separators, without a dot at the start, and without special characters of
/// shells or browsers.
fn stem(path: &Path) -> String {
    if path.as_os_str() == "-" {
        return "standard-input".to_owned();
    }
    let parts = path.components().filter(|part| matches!(part, Component::Normal(_) | Component::ParentDir));
    let parts: Vec<_> = parts.map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
    let name = parts.join("+");
    let name = name.strip_suffix(".html").unwrap_or(&name);
    let is_safe = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '+' | '_');
    let mut stem: String = name.chars().map(|c| if is_safe(c) { c } else { '_' }).collect();
    // `floor_char_boundary` needs a newer Rust than the package promises.
    stem.truncate((0..=LONGEST.min(stem.len())).rfind(|&at| stem.is_char_boundary(at)).unwrap_or(0));
    if stem.is_empty() || stem.starts_with('.') {
        stem.insert(0, '_');
    }
    stem
}

fn naming(name: &str, error: &io::Error) -> io::Error {
    io::Error::other(format!("{name}: {}", terminal::reason(error)))
}

fn hash(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}

/// Returns a file name as a relative URL.
fn href(name: &str) -> String {
    let is_safe = |byte: u8| byte.is_ascii_alphanumeric() || b".-_~".contains(&byte);
    name.bytes().map(|byte| if is_safe(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

fn escaped(name: &str) -> String {
    let mut html = String::with_capacity(name.len());
    for c in name.chars() {
        match c {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            c if is_hidden(c) => html.push('\u{FFFD}'),
            c => html.push(c),
        }
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_the_folder() {
        for (path, expected) in [
            ("a.txt", "a.txt"),
            ("./a/b.txt", "a+b.txt"),
            ("/etc/passwd", "etc+passwd"),
            ("../../up", "_..+..+up"),
            (".hidden", "_.hidden"),
            ("a.html", "a"),
            ("a b&<c>\"\n:%", "a_b__c_____"),
            ("-", "standard-input"),
            ("日本", "日本"),
            ("/", "_"),
        ] {
            assert_eq!(stem(Path::new(path)), expected, "{path}");
        }
        assert_eq!(stem(Path::new(&"é".repeat(200))).len(), LONGEST);
    }

    #[test]
    fn names_in_html_are_text() {
        assert_eq!(href("a+b c:é.html"), "a%2Bb%20c%3A%C3%A9.html");
        assert_eq!(escaped("<b>\u{202E}&\n"), "&lt;b&gt;\u{FFFD}&amp;\u{FFFD}");
    }
}
