//! HTML output: the linkifier and the page for the flags, and the file or folder.

mod pages;

use std::{
    fs::{self, Metadata},
    io::{self, Read, Write},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use napkin::{
    Finder, Format, Linkifier,
    filter::Selection,
    html::{HtmlLinkifier, LeftAlone},
    mail::{Attachments, MailArchive},
    write::{Decision, Page, PageLayout},
};

use self::pages::{NewPage, Pages};
use crate::{
    arguments::{Attached, Extent, Html, no_effect},
    exit::Exit,
    option_file,
    output::beside::Beside,
    select::Result,
    signal::Temporaries,
    terminal,
};

/// The error for a file that can't be part of an archive.
pub const NO_MAIL: &str = "is not mail; with -o, only mail can go into an archive";

/// The error for flags whose files only an archive has.
const ONLY_ARCHIVES: &str = "only for an archive of mail; write one with -o DIR/";

type Written<T> = std::result::Result<T, napkin::Error>;

/// The most files that a title names.
const NAMED: usize = 3;

const MAX_STYLE: u64 = 4 << 20;

/// Writes texts and documents as HTML.
#[derive(Debug)]
pub struct Hypertext {
    linkifier: Linkifier,
    /// The page around them; `None` in a fragment.
    page: Option<Page>,
    layout: PageLayout,
    count: AtomicUsize,
    links: Arc<AtomicUsize>,
    /// Makes links in documents that are HTML already.
    documents: HtmlLinkifier,
    /// True if such a document was written, which has no page around it.
    has_document: AtomicBool,
    /// True if one was refused.
    has_refused: AtomicBool,
    /// The flags given that have no effect on one.
    meaningless: Vec<&'static str>,
    /// The files that an archive has besides pages.
    attachments: Attachments,
    keeps_raw: bool,
    /// What all pages of an archive that is updated depend on.
    settings: Option<String>,
    /// The flags given that only have an effect in an archive.
    of_archives: Vec<&'static str>,
    /// The place as it was named, if it is not standard output.
    path: Option<PathBuf>,
    place: Mutex<Place>,
}

#[derive(Debug)]
enum Place {
    Output,
    File(Beside),
    /// A place that does not exist yet. The first input decides: a mailbox needs a folder.
    New,
    /// A folder. The first input decides: mail becomes an archive, and files become pages.
    Folder,
    Archive(Box<MailArchive>),
    Pages(Box<Pages>),
}

impl Place {
    fn new(path: Option<&Path>, is_page: bool, may_be_many: bool) -> Result<Place> {
        let Some(path) = path else { return Ok(Place::Output) };
        let is_new = is_page && !is_page_name(path) && fs::symlink_metadata(path).is_err();
        if !(is_page && is_folder(path) || is_new && may_be_many) {
            return Ok(if is_new { Place::New } else { Place::File(Beside::new(path)?) });
        }
        if !may_be_archive(path) {
            return Err(format!("--output: {}: is not empty, and not made by napkin", path.display()).into());
        }
        Ok(Place::Folder)
    }
}

impl Hypertext {
    /// Returns the HTML output that the flags ask for. `paths` are the inputs as named, and `choice` names the options that choose links.
    pub fn new(extent: Extent, flags: &Html, choice: String, paths: &[PathBuf], has_names: bool) -> Result<Hypertext> {
        let mut linkifier = linkifier(flags)?;
        let page = if extent == Extent::Page { Some(page(flags, paths, has_names)?) } else { None };
        let path = flags.output.clone().filter(|path| path.as_os_str() != "-");
        let place = Place::new(path.as_deref(), page.is_some(), has_names)?;
        let of_archives = flags.of_archives();
        if !of_archives.is_empty() && !matches!(place, Place::New | Place::Folder) {
            return Err(format!("{}: {ONLY_ARCHIVES}", of_archives.join(", ")).into());
        }
        let links = Arc::new(AtomicUsize::new(0));
        if matches!(place, Place::Folder) {
            let links = Arc::clone(&links);
            linkifier = linkifier.on_link(move |_, _| {
                links.fetch_add(1, Ordering::Relaxed);
                Decision::Link
            });
        }
        Ok(Hypertext {
            documents: HtmlLinkifier::new(linkifier.clone()),
            linkifier,
            page,
            layout: flags.html_layout,
            count: AtomicUsize::new(0),
            links,
            has_document: AtomicBool::new(false),
            has_refused: AtomicBool::new(false),
            meaningless: flags.meaningless_with_documents(),
            attachments: match flags.attachments {
                None => Attachments::Names,
                Some(Attached::Files) => Attachments::Files,
                Some(Attached::Images) => Attachments::Images,
            },
            keeps_raw: flags.raw,
            settings: flags.update.then(|| format!("{} {choice}", flags.of_messages())),
            of_archives,
            path,
            place: Mutex::new(place),
        })
    }

    /// Sets the finder and the selection of links, and the size `limit` of HTML documents.
    pub fn with(self, finder: Finder, selection: Selection, limit: usize) -> Hypertext {
        let linkifier = self.linkifier.finder(finder).selection(selection);
        let documents = HtmlLinkifier::new(linkifier.clone()).limit(limit);
        Hypertext { linkifier, documents, ..self }
    }

    /// Reports a failed write, with the name of the file or folder.
    pub fn failed(&self, error: &io::Error) -> Exit {
        let Some(place) = &self.path else { return terminal::write_failed(error) };
        terminal::fail(&format!("{}: {}", place.display(), terminal::reason(error)))
    }

    /// Returns the output file if it existed before: it must not be searched.
    pub fn output_file(&self) -> Option<Metadata> {
        let path = self.path.as_ref()?;
        matches!(*self.place(), Place::File(_)).then(|| fs::metadata(path).ok().filter(Metadata::is_file)).flatten()
    }

    /// Returns `true` if a file found in a folder is one that this program writes.
    pub fn is_own(&self, file: &Path) -> bool {
        let is_folder = matches!(*self.place(), Place::Folder | Place::Archive(_) | Place::Pages(_));
        let Some(folder) = self.path.as_ref().filter(|_| is_folder) else { return false };
        let folder = fs::canonicalize(folder);
        folder.is_ok_and(|folder| fs::canonicalize(file).is_ok_and(|file| file.starts_with(folder)))
    }

    pub fn temporaries(&self) -> Vec<Temporaries> {
        let Some(path) = &self.path else { return Vec::new() };
        let beside = path.parent().zip(path.file_name()).map(|(folder, name)| {
            let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            Temporaries { folder: folder.to_owned(), file: Some(name.to_owned()) }
        });
        let inside = Temporaries { folder: path.clone(), file: None };
        match *self.place() {
            Place::File(Beside { temporary: None, .. }) | Place::Output => Vec::new(),
            Place::File(_) => beside.into_iter().collect(),
            _ => beside.into_iter().chain([inside]).collect(),
        }
    }

    fn place(&self) -> MutexGuard<'_, Place> {
        self.place.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Decides what the place becomes, by the first input.
    pub fn decide(&self, format: Format, is_mailbox: bool) -> io::Result<()> {
        let mut place = self.place();
        let (Some(path), Some(page)) = (&self.path, &self.page) else { return Ok(()) };
        let is_mail = match *place {
            Place::New => is_mailbox,
            Place::Folder => format == Format::Mail,
            _ => return Ok(()),
        };
        if matches!(*place, Place::Folder) && path.join("index.html").exists() {
            // An archive must not replace pages, nor pages an archive.
            let is_archive = path.join("feed.atom").exists();
            if is_archive != is_mail {
                let holds = if is_archive { "an archive of mail" } else { "pages of files" };
                return Err(io::Error::other(format!("holds {holds}; name another folder")));
            }
        }
        if !is_mail && !self.of_archives.is_empty() {
            return Err(io::Error::other(format!("{}: {ONLY_ARCHIVES}", self.of_archives.join(", "))));
        }
        *place = if is_mail {
            let archive = self.linkifier.archive(page.clone(), path);
            let update = |archive: MailArchive| match &self.settings {
                Some(settings) => archive.update(settings),
                None => Ok(archive),
            };
            let archive = archive.and_then(update).map_err(|error| io::Error::other(reason(&error)))?;
            Place::Archive(Box::new(archive.attachments(self.attachments).raw(self.keeps_raw)))
        } else if matches!(*place, Place::New) {
            Place::File(Beside::new(path).map_err(|error| io::Error::other(error.to_string()))?)
        } else {
            fs::create_dir_all(path)?;
            let pages = Pages::new(path, page.clone().names(false));
            Place::Pages(Box::new(pages.map_err(|error| io::Error::other(error.to_string()))?))
        };
        Ok(())
    }

    pub fn is_archive(&self) -> bool {
        matches!(*self.place(), Place::Archive(_))
    }

    fn has_pages(&self) -> bool {
        matches!(*self.place(), Place::Pages(_))
    }

    pub fn is_page(&self) -> bool {
        self.page.is_some()
    }

    /// Returns why a text can't be written, if it can't.
    pub fn refuses_text(&self) -> Option<String> {
        let has_document = self.has_document.load(Ordering::Relaxed) && !self.has_pages();
        has_document
            .then(|| "left out: nothing can follow an HTML document; write a page for each with -o DIR/".to_owned())
    }

    /// Returns why a document that is HTML can't be written, if it can't.
    pub fn refuses_document(&self, has_encoding: bool) -> Option<String> {
        let has_pages = self.has_pages();
        let is_first =
            has_pages || !self.has_document.load(Ordering::Relaxed) && self.count.load(Ordering::Relaxed) == 0;
        // The index of a folder is a page, so the other flags have an effect.
        let is_meaningless = |flag: &&str| !has_pages || *flag == "--mask-addresses";
        let meaningless = self.meaningless.iter().copied().filter(is_meaningless);
        let meaningless: Vec<&str> = meaningless.chain(has_encoding.then_some("--encoding")).collect();
        let refusal = if self.is_archive() {
            Some(NO_MAIL.to_owned())
        } else if !meaningless.is_empty() {
            Some(format!("is HTML, where only links are added: {}", no_effect(&meaningless)))
        } else if !is_first {
            Some("left out: an HTML document can't follow other texts; write a page for each with -o DIR/".to_owned())
        } else {
            None
        };
        let flag = if refusal.is_some() { &self.has_refused } else { &self.has_document };
        flag.store(true, Ordering::Relaxed);
        refusal
    }

    /// Writes a document that is HTML already, with its links.
    pub fn document(&self, path: &Path, reader: impl Read, out: impl Write) -> Written<Option<LeftAlone>> {
        match &mut *self.place() {
            Place::File(file) => self.documents.write(reader, file),
            Place::Pages(pages) => self.put_page(pages, path, |new| self.documents.write(reader, &mut new.file)),
            _ => self.documents.write(reader, out),
        }
    }

    pub fn text(&self, path: &Path, reader: impl Read, mut out: impl Write) -> Written<()> {
        match &mut *self.place() {
            Place::File(file) => self.text_into(path, reader, file),
            Place::Pages(pages) => self.put_page(pages, path, |new| {
                new.write_head()?;
                self.linkifier.write_section(&new.page, (1, &path.to_string_lossy()), reader, &mut new.file)?;
                Ok(new.write_tail()?)
            }),
            _ => self.text_into(path, reader, &mut out),
        }
    }

    /// Returns `true` if mail becomes messages. In a fragment, or with another layout, it is shown unchanged.
    pub fn reads_mail(&self) -> bool {
        self.is_archive() || self.page.is_some() && matches!(self.layout, PageLayout::Auto | PageLayout::Mail)
    }

    pub fn mail(&self, path: &Path, reader: impl Read, mut out: impl Write) -> Written<()> {
        let Some(page) = &self.page else { return self.text(path, reader, out) };
        match &mut *self.place() {
            Place::Archive(archive) => archive.add(reader),
            Place::File(file) => self.mail_into(page, path, reader, file),
            Place::Pages(pages) => self.put_page(pages, path, |new| {
                new.write_head()?;
                self.linkifier.write_mail(&new.page, (1, &path.to_string_lossy()), reader, &mut new.file)?;
                Ok(new.write_tail()?)
            }),
            _ => self.mail_into(page, path, reader, &mut out),
        }
    }

    /// Writes a separate page for an input. If that fails, an older page stays.
    fn put_page<T>(
        &self,
        pages: &mut Pages,
        path: &Path,
        write: impl FnOnce(&mut NewPage) -> Written<T>,
    ) -> Written<T> {
        let mut new = pages.begin(path).map_err(|error| io::Error::other(error.to_string()))?;
        let before = self.links.load(Ordering::Relaxed);
        let written = write(&mut new)?;
        pages.put(new, self.links.load(Ordering::Relaxed) - before)?;
        Ok(written)
    }

    fn mail_into(&self, page: &Page, path: &Path, reader: impl Read, mut out: impl Write) -> Written<()> {
        self.begin(&mut out)?;
        let section = (self.count.fetch_add(1, Ordering::Relaxed) + 1, &*path.to_string_lossy());
        self.linkifier.write_mail(page, section, reader, out)
    }

    fn text_into(&self, path: &Path, reader: impl Read, mut out: impl Write) -> Written<()> {
        self.begin(&mut out)?;
        let number = self.count.fetch_add(1, Ordering::Relaxed) + 1;
        match &self.page {
            Some(page) => self.linkifier.write_section(page, (number, &path.to_string_lossy()), reader, out),
            None => self.linkifier.write(reader, out),
        }
    }

    /// Writes the end of the page and puts the file in its place. If an input could not be read, an older file stays.
    pub fn end(&self, mut out: impl Write, is_whole: bool) -> io::Result<()> {
        let unchanged = |why: &str| Err(io::Error::other(format!("is left as it was: {why}")));
        let unread = if is_whole { "there is nothing to write" } else { "not all could be read" };
        let has_texts = self.count.load(Ordering::Relaxed) > 0;
        // If nothing could be read, there is no page.
        let is_nothing = !is_whole && !has_texts && !self.has_document.load(Ordering::Relaxed);
        // An HTML document has its own end, and a refused one leaves no page.
        let is_bare =
            !has_texts && (self.has_document.load(Ordering::Relaxed) || self.has_refused.load(Ordering::Relaxed));
        match std::mem::replace(&mut *self.place(), Place::Output) {
            Place::Archive(archive) if is_whole && !archive.is_empty() => {
                archive.finish().map(drop).map_err(|error| io::Error::other(reason(&error)))
            }
            Place::Archive(_) | Place::New | Place::Folder => unchanged(unread),
            Place::Pages(pages) => {
                if pages.finish()? {
                    Ok(())
                } else {
                    unchanged("no page was written")
                }
            }
            Place::File(file) if !is_whole && file.temporary.is_some() && file.path.exists() => unchanged(unread),
            Place::File(_) | Place::Output if is_nothing => Ok(()),
            Place::File(mut file) => {
                if !is_bare {
                    self.finish_page(&mut file)?;
                }
                file.put()
            }
            Place::Output if is_bare => Ok(()),
            Place::Output => self.finish_page(&mut out),
        }
    }

    fn begin(&self, out: impl Write) -> io::Result<()> {
        if self.count.load(Ordering::Relaxed) == 0 { self.write_around(out, Page::head) } else { Ok(()) }
    }

    /// Writes the end of the page, after its start if there was no text.
    fn finish_page(&self, mut out: impl Write) -> io::Result<()> {
        self.begin(&mut out)?;
        self.write_around(out, |page| page.tail().to_owned())
    }

    fn write_around(&self, mut out: impl Write, html: impl Fn(&Page) -> String) -> io::Result<()> {
        self.page.as_ref().map_or(Ok(()), |page| out.write_all(html(page).as_bytes()))
    }
}

fn linkifier(flags: &Html) -> Result<Linkifier> {
    let mut linkifier = Linkifier::new(Finder::new())
        .rel(&flags.rel)
        .target(flags.target.as_deref().unwrap_or_default())
        .class(flags.class.as_deref().unwrap_or_default())
        .strict(flags.strict)
        .mask_addresses(flags.mask_addresses);
    for (name, value) in &flags.attribute {
        linkifier = linkifier.attribute(name, value)?;
    }
    if let Some(characters) = flags.short {
        linkifier = linkifier.short(characters);
    }
    Ok(flags.allow_scheme.iter().fold(linkifier, Linkifier::allow_scheme))
}

/// Returns `true` if a folder is empty, or holds an archive, pages, or an interrupted archive.
fn may_be_archive(folder: &Path) -> bool {
    if let Ok(index) = fs::read(folder.join("index.html")) {
        return memchr::memmem::find(&index, b"<meta name=\"generator\" content=\"napkin ").is_some();
    }
    // An interrupted run leaves `.name.123`.
    let own = |name: &str| name.strip_prefix('.')?.rsplit_once('.').map(|(name, _)| MailArchive::names_file(name));
    let is_own = |name: &str| own(name).unwrap_or_else(|| MailArchive::names_file(name));
    let mut entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.all(|entry| entry.file_name().to_str().is_some_and(is_own))
}

/// Returns `true` for the name of a page, which is one file whatever the input is.
fn is_page_name(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|own| ["html", "htm", "xhtml"].iter().any(|page| own.eq_ignore_ascii_case(page)))
}

fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.to_string_lossy().ends_with(std::path::is_separator)
}

fn reason(error: &napkin::Error) -> String {
    error.io_error().map_or_else(|| error.to_string(), terminal::reason)
}

fn page(flags: &Html, paths: &[PathBuf], has_names: bool) -> Result<Page> {
    // Each update has other files.
    let named = if flags.update { flags.output.as_slice() } else { paths };
    let title = flags.title.clone().unwrap_or_else(|| title(named));
    let page = Page::new(title).lang(flags.lang.as_deref().unwrap_or_default());
    let page = page.layout(flags.html_layout).names(has_names).link_table(flags.link_table);
    let Some(style) = &flags.style else { return Ok(page) };
    if style.as_os_str() == "none" {
        return Ok(page.style("")?);
    }
    let text = option_file::read(style, MAX_STYLE).map_err(|wrong| format!("--style: {wrong}"))?;
    Ok(page.style(text).map_err(|error| format!("--style: {}: {error}", style.display()))?)
}

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
