//! HTML: what the flags make of the linkifier and the page, and where it goes.

use std::{
    fs::{self, Metadata},
    io::{self, Read, Write},
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use napkin::{
    Finder, Linkifier,
    filter::Selection,
    html::{HtmlLinkifier, LeftAlone},
    mail::MailArchive,
    write::{Page, PageLayout},
};

use crate::{
    arguments::{Extent, Html},
    exit::Exit,
    option_file,
    output::beside::Beside,
    select::Result,
    signal::Temporaries,
    terminal,
};

/// How many files a title names.
const NAMED: usize = 3;

/// The largest style sheet.
const MAX_STYLE: u64 = 4 << 20;

/// What becomes of texts as HTML.
#[derive(Debug)]
pub struct Hypertext {
    linkifier: Linkifier,
    /// What is around them; none in a fragment.
    page: Option<Page>,
    layout: PageLayout,
    /// How many texts were written.
    count: AtomicUsize,
    /// What makes links in a document that is HTML already.
    documents: HtmlLinkifier,
    /// Whether such a document was to be written, around which there is no page.
    has_document: AtomicBool,
    /// Whether one was refused.
    has_refused: AtomicBool,
    /// What was asked for that means nothing with one.
    meaningless: Vec<&'static str>,
    /// What is written in place of standard output.
    file: Option<Mutex<Beside>>,
    /// The folder that mail becomes in its place, and what is to become that.
    folder: Option<PathBuf>,
    archive: Mutex<Option<MailArchive>>,
}

impl Hypertext {
    /// What the flags come to, for inputs that were named like this.
    pub fn new(extent: Extent, flags: &Html, paths: &[PathBuf], has_names: bool) -> Result<Hypertext> {
        let mut linkifier =
            Linkifier::new(Finder::new()).rel(&flags.rel).strict(flags.strict).mask_addresses(flags.mask_addresses);
        linkifier = linkifier.target(flags.target.as_deref().unwrap_or_default());
        linkifier = linkifier.class(flags.class.as_deref().unwrap_or_default());
        for (name, value) in &flags.attribute {
            linkifier = linkifier.attribute(name, value)?;
        }
        linkifier = flags.allow_scheme.iter().fold(linkifier, Linkifier::allow_scheme);
        if let Some(characters) = flags.short {
            linkifier = linkifier.short(characters);
        }
        let page = if extent == Extent::Page { Some(page(flags, paths, has_names)?) } else { None };
        let (folder, file) = match flags.output.clone() {
            Some(path) if path.as_os_str() == "-" => (None, None),
            Some(path) if page.is_some() && is_folder(&path) => (Some(path), None),
            Some(path) => (None, Some(Mutex::new(Beside::new(&path)?))),
            None => (None, None),
        };
        Ok(Hypertext {
            documents: HtmlLinkifier::new(linkifier.clone()),
            linkifier,
            page,
            layout: flags.html_layout,
            count: AtomicUsize::new(0),
            has_document: AtomicBool::new(false),
            has_refused: AtomicBool::new(false),
            meaningless: flags.meaningless_with_documents(),
            file,
            folder,
            archive: Mutex::new(None),
        })
    }

    /// The same with the links that `finder` finds and `selection` wants; a document that is HTML may be as long as `limit`.
    pub fn with(self, finder: Finder, selection: Selection, limit: usize) -> Result<Hypertext> {
        let linkifier = self.linkifier.finder(finder).selection(selection);
        let documents = HtmlLinkifier::new(linkifier.clone()).limit(limit);
        let archive = match (&self.folder, &self.page) {
            (Some(folder), Some(page)) => {
                if !may_be_archive(folder) {
                    let folder = folder.display();
                    return Err(
                        format!("{folder}: is no archive of this program and not empty: name another folder").into()
                    );
                }
                let archive = linkifier.archive(page.clone(), folder);
                Some(archive.map_err(|error| format!("{}: {}", folder.display(), reason(&error)))?)
            }
            _ => None,
        };
        Ok(Hypertext { linkifier, documents, archive: Mutex::new(archive), ..self })
    }

    /// What a failed write comes to: that of a file or a folder is named by it.
    pub fn failed(&self, error: &io::Error) -> Exit {
        let file = self.file.as_ref().map(|file| file.lock().unwrap_or_else(PoisonError::into_inner).path.clone());
        let Some(place) = file.or_else(|| self.folder.clone()) else { return terminal::write_failed(error) };
        terminal::complain(&format!("{}: {}", place.display(), terminal::reason(error)));
        Exit::Error
    }

    /// The file that it is written to in place of standard output, if it was there before: it is no input.
    pub fn output_file(&self) -> Option<Metadata> {
        let file = self.file.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner);
        fs::metadata(&file.path).ok().filter(Metadata::is_file)
    }

    /// What is written beside the files that it is to be.
    pub fn temporaries(&self) -> Option<Temporaries> {
        let page = self.file.as_ref().map(|file| file.lock().unwrap_or_else(PoisonError::into_inner));
        let beside = page.filter(|page| page.temporary.is_some()).and_then(|page| {
            let folder = page.path.parent()?.to_path_buf();
            let folder = if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder };
            Some(Temporaries { folder, file: Some(page.path.file_name()?.to_owned()) })
        });
        beside.or_else(|| Some(Temporaries { folder: self.folder.clone()?, file: None }))
    }

    /// Whether only mail can become what is wanted.
    pub fn is_archive(&self) -> bool {
        self.folder.is_some()
    }

    /// Whether texts are parts of one page.
    pub fn is_page(&self) -> bool {
        self.page.is_some()
    }

    /// Why a text can't be written as well, if it can't.
    pub fn refuses_text(&self) -> Option<String> {
        let has_document = self.has_document.load(Ordering::Relaxed);
        has_document.then(|| "is left out: a document of HTML comes out as it is, with nothing behind it".to_owned())
    }

    /// Why a document that is HTML can't be written, if it can't.
    pub fn refuses_document(&self, has_encoding: bool) -> Option<String> {
        let is_first = !self.has_document.load(Ordering::Relaxed) && self.count.load(Ordering::Relaxed) == 0;
        let meaningless: Vec<&str> =
            self.meaningless.iter().copied().chain(has_encoding.then_some("--encoding")).collect();
        let refusal = if self.is_archive() {
            Some("is no mail, of which an archive is made".to_owned())
        } else if !meaningless.is_empty() {
            let verb = if meaningless.len() == 1 { "means" } else { "mean" };
            Some(format!("is HTML, and keeps all but its links: {} {verb} nothing", meaningless.join(", ")))
        } else if !is_first {
            Some("is left out: a document of HTML comes out as it is, so that there can be only one".to_owned())
        } else {
            None
        };
        let flag = if refusal.is_some() { &self.has_refused } else { &self.has_document };
        flag.store(true, Ordering::Relaxed);
        refusal
    }

    /// Writes a document that is HTML already, with its links.
    pub fn document(
        &self,
        reader: impl Read,
        out: impl Write,
    ) -> std::result::Result<Option<LeftAlone>, napkin::Error> {
        match &self.file {
            Some(file) => {
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                self.documents.write(reader, &mut *file)
            }
            None => self.documents.write(reader, out),
        }
    }

    /// Writes a text.
    pub fn text(&self, path: &Path, reader: impl Read, mut out: impl Write) -> std::result::Result<(), napkin::Error> {
        self.begin(&mut out)?;
        match &self.file {
            Some(file) => self.text_into(path, reader, &mut *file.lock().unwrap_or_else(PoisonError::into_inner)),
            None => self.text_into(path, reader, out),
        }
    }

    /// Whether mail becomes messages: in a fragment, and where another layout was asked for, it is shown as it stands.
    pub fn reads_mail(&self) -> bool {
        self.is_archive() || self.page.is_some() && matches!(self.layout, PageLayout::Auto | PageLayout::Mail)
    }

    /// Writes the messages of mail.
    pub fn mail(&self, path: &Path, reader: impl Read, mut out: impl Write) -> std::result::Result<(), napkin::Error> {
        let Some(page) = &self.page else { return self.text(path, reader, out) };
        if let Some(archive) = &mut *self.archive.lock().unwrap_or_else(PoisonError::into_inner) {
            return archive.add(reader);
        }
        self.begin(&mut out)?;
        let section = (self.count.fetch_add(1, Ordering::Relaxed) + 1, &*path.to_string_lossy());
        match &self.file {
            Some(file) => {
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                self.linkifier.write_mail(page, section, reader, &mut *file)
            }
            None => self.linkifier.write_mail(page, section, reader, &mut out),
        }
    }

    fn text_into(&self, path: &Path, reader: impl Read, out: impl Write) -> std::result::Result<(), napkin::Error> {
        let number = self.count.fetch_add(1, Ordering::Relaxed) + 1;
        match &self.page {
            Some(page) => self.linkifier.write_section(page, (number, &path.to_string_lossy()), reader, out),
            None => self.linkifier.write(reader, out),
        }
    }

    /// Writes what stands behind the last text, and puts the file where it belongs. Where not all could be read, what was there
    /// before stays.
    pub fn end(&self, mut out: impl Write, is_whole: bool) -> io::Result<()> {
        if let Some(archive) = self.archive.lock().unwrap_or_else(PoisonError::into_inner).take() {
            if !is_whole || archive.is_empty() {
                let why = if is_whole { "there is no mail" } else { "not all could be read" };
                return Err(io::Error::other(format!("is left as it was: {why}")));
            }
            return archive.finish().map(drop).map_err(|error| io::Error::other(reason(&error)));
        }
        let has_texts = self.count.load(Ordering::Relaxed) > 0;
        // Of nothing that could be read no page is made.
        let is_nothing = !is_whole && !has_texts && !self.has_document.load(Ordering::Relaxed);
        let is_of_documents = self.has_document.load(Ordering::Relaxed) || self.has_refused.load(Ordering::Relaxed);
        if has_texts || !is_of_documents && !is_nothing {
            self.begin(&mut out)?;
            self.around(out, |page| page.tail().to_owned())?;
        }
        let Some(file) = &self.file else { return Ok(()) };
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        if !is_whole && file.path.exists() && file.temporary.is_some() {
            return Err(io::Error::other("is left as it was: not all could be read"));
        }
        if is_nothing { Ok(()) } else { file.put() }
    }

    /// Writes what stands before the first text.
    fn begin(&self, out: impl Write) -> io::Result<()> {
        if self.count.load(Ordering::Relaxed) == 0 { self.around(out, Page::head) } else { Ok(()) }
    }

    fn around(&self, mut out: impl Write, html: impl Fn(&Page) -> String) -> io::Result<()> {
        let Some(html) = self.page.as_ref().filter(|_| !self.is_archive()).map(html) else { return Ok(()) };
        match &self.file {
            Some(file) => file.lock().unwrap_or_else(PoisonError::into_inner).write_all(html.as_bytes()),
            None => out.write_all(html.as_bytes()),
        }
    }
}

/// Whether a folder holds nothing, an archive, or what is left of one that was interrupted.
fn may_be_archive(folder: &Path) -> bool {
    let index = fs::read(folder.join("index.html")).unwrap_or_default();
    if memchr::memmem::find(&index, b"<meta name=\"generator\" content=\"napkin ").is_some() {
        return true;
    }
    let is_own = |name: &str| {
        let is_month = name.len() == "2009-03.html".len() && name.starts_with(|c: char| c.is_ascii_digit());
        let is_page = name.ends_with(".html") && (name.starts_with("t-") || name.starts_with("undated") || is_month);
        is_page || name.starts_with('.') || name == "feed.atom"
    };
    let mut entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.all(|entry| entry.file_name().to_str().is_some_and(is_own))
}

/// Whether a place is a folder, or said to become one.
fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.to_string_lossy().ends_with(std::path::is_separator)
}

fn reason(error: &napkin::Error) -> String {
    error.io_error().map_or_else(|| error.to_string(), terminal::reason)
}

fn page(flags: &Html, paths: &[PathBuf], has_names: bool) -> Result<Page> {
    let title = flags.title.clone().unwrap_or_else(|| title(paths));
    let page = Page::new(title).lang(flags.lang.as_deref().unwrap_or_default());
    let page = page.layout(flags.html_layout).names(has_names);
    let Some(style) = &flags.style else { return Ok(page) };
    if style.as_os_str() == "none" {
        return Ok(page.style("")?);
    }
    let text = option_file::read(style, MAX_STYLE).map_err(|wrong| format!("--style: {wrong}"))?;
    Ok(page.style(text).map_err(|error| format!("--style: {}: {error}", style.display()))?)
}

/// The names of the first files.
fn title(paths: &[PathBuf]) -> String {
    let name = |path: &PathBuf| match path.file_name() {
        _ if path.as_os_str() == "-" => "Standard input".to_owned(),
        Some(name) => name.to_string_lossy().into_owned(),
        None => path.to_string_lossy().into_owned(),
    };
    let mut names: Vec<String> = paths.iter().take(NAMED).map(name).collect();
    if paths.len() > NAMED {
        names.push("…".to_owned());
    }
    names.join(", ")
}
