//! Finds the inputs: named files, and files in folders.

use std::{
    fs::{self, Metadata},
    io,
    path::{Path, PathBuf},
    time::SystemTime,
};

use ignore::{
    DirEntry, WalkBuilder,
    overrides::{Override, OverrideBuilder},
    types::{Types, TypesBuilder},
};

use crate::{
    arguments::{Order, Places},
    inputs::{
        input::Input,
        listed::listed,
        names::OrderedFiles,
        shape::{self, Shapes},
    },
    select::Result,
    terminal,
};

#[derive(Debug)]
pub struct Failure {
    pub path: PathBuf,
    pub message: String,
}

/// Where to look, and for what.
#[derive(Debug)]
pub struct Walk {
    /// The named paths; only empty if a list names the files.
    paths: Vec<PathBuf>,
    /// The list with more paths, and the byte after each name.
    list: Option<(PathBuf, u8)>,
    /// The metadata of the named file or folder, if there is only one.
    alone: Option<Metadata>,
    files: Override,
    /// The wanted types, if not all.
    types: Option<Types>,
    is_hidden_wanted: bool,
    is_ignored_wanted: bool,
    follows: bool,
    max_depth: Option<usize>,
    stays: bool,
    /// The largest file in a folder or an archive that is searched.
    pub max_filesize: Option<u64>,
    order: Order,
    /// No path was named; the current folder is searched.
    is_here: bool,
}

impl Walk {
    pub fn new(paths: Vec<PathBuf>, places: &Places) -> Result<Walk> {
        let list = match (&places.files_from, &places.files0_from) {
            (Some(file), _) => Some((file.clone(), b'\n')),
            (_, Some(file)) => Some((file.clone(), 0)),
            _ => None,
        };
        let mut files = OverrideBuilder::new("");
        for glob in &places.glob {
            files.add(glob)?;
        }
        files.case_insensitive(true)?;
        for glob in &places.iglob {
            files.add(glob)?;
        }
        let is_here = places.files && paths.is_empty() && list.is_none();
        let unnamed = if is_here { "." } else { "-" };
        let paths = if paths.is_empty() && list.is_none() { vec![unnamed.into()] } else { paths };
        let alone = match &paths[..] {
            [path] if list.is_none() && path.as_os_str() != "-" => fs::metadata(path).ok(),
            _ => None,
        };
        Ok(Walk {
            is_here,
            paths,
            list,
            alone,
            files: files.build()?,
            types: types(&places.types, &places.types_not)?,
            is_hidden_wanted: places.hidden,
            is_ignored_wanted: places.no_ignore,
            follows: places.follow,
            max_depth: places.max_depth,
            stays: places.one_file_system,
            max_filesize: places.max_filesize.map(|size| size as u64),
            order: places.sort,
        })
    }

    /// Returns all inputs in the order in which they were named; files in folders are sorted as asked.
    pub fn inputs(&self) -> impl Iterator<Item = Found> + Send + '_ {
        let listed = self.list.iter().flat_map(|(list, end)| {
            let failed = |error| Failure { path: list.clone(), message: terminal::reason(error) };
            listed(list, *end).map(move |path| path.map_err(failed))
        });
        let named = self.paths.iter().cloned().map(Ok);
        named.chain(listed).flat_map(|path| -> Inputs<'_> {
            match path {
                Err(failure) => Inputs::One(Some(Err(failure))),
                Ok(path) if path.as_os_str() == "-" => Inputs::One(Some(Ok(Input::Standard))),
                Ok(path) if path.is_dir() => self.ordered(&path),
                Ok(path) => Inputs::One(Some(Ok(Input::Named(path)))),
            }
        })
    }

    /// Returns `true` if the inputs can be listed twice: no list comes from a pipe.
    pub fn can_be_repeated(&self) -> bool {
        self.list.as_ref().is_none_or(|(list, _)| list.is_file())
    }

    pub fn paths(&self) -> &[PathBuf] {
        &self.paths
    }

    /// Returns `true` if there may be several inputs, so that names are shown.
    pub fn may_be_many(&self) -> bool {
        self.list.is_some() || self.paths.len() > 1 || self.alone.as_ref().is_some_and(Metadata::is_dir)
    }

    /// Returns `true` if several threads are useful: for several inputs, or a large one.
    pub fn is_for_several(&self) -> bool {
        self.may_be_many() || self.alone.as_ref().is_some_and(|file| file.is_file() && file.len() >= LARGE)
    }

    pub fn reads_standard_input(&self) -> bool {
        self.paths.iter().any(|path| path.as_os_str() == "-")
    }

    fn ordered(&self, root: &Path) -> Inputs<'_> {
        let mut inputs = self.folder(root, 0);
        if self.is_here {
            // The folder was not named, so paths do not include it.
            inputs = Inputs::many(inputs.map(|input| input.map(Input::without_folder)));
        }
        if self.order != Order::Modified {
            return inputs;
        }
        let modified = |input: &Found| match input {
            Ok(input) => fs::metadata(input.path()).and_then(|file| file.modified()).unwrap_or(SystemTime::UNIX_EPOCH),
            Err(_) => SystemTime::UNIX_EPOCH,
        };
        let mut all: Vec<(SystemTime, Found)> = inputs.map(|input| (modified(&input), input)).collect();
        all.sort_by_key(|(time, _)| *time);
        Inputs::many(all.into_iter().map(|(_, input)| input))
    }

    /// Returns the inputs in a maildir. The general walk would read all message names first.
    fn maildir(&self, root: &Path, depth: usize) -> Inputs<'_> {
        if self.max_depth.is_some_and(|most| depth > most) {
            return Inputs::NONE;
        }
        let entries = match fs::read_dir(root).and_then(Iterator::collect::<io::Result<Vec<fs::DirEntry>>>) {
            Ok(entries) => entries,
            Err(error) => {
                let failure = Failure { path: root.to_path_buf(), message: terminal::reason(error) };
                return Inputs::One(Some(Err(failure)));
            }
        };
        let mut entries: Vec<fs::DirEntry> = entries
            .into_iter()
            .filter(|entry| !shape::is_under_way(&entry.path()) && !shape::is_subfolder(&entry.path()))
            .collect();
        entries.sort_by(|a, b| shape::in_order(&a.path(), &b.path()));
        let folders = shape::subfolders(root).into_iter().flat_map(move |path| self.folder(&path, depth));
        Inputs::many(folders.chain(entries.into_iter().flat_map(move |entry| self.in_maildir(&entry, depth))))
    }

    /// Returns the inputs from a file or folder directly in a maildir.
    fn in_maildir(&self, entry: &fs::DirEntry, depth: usize) -> Inputs<'_> {
        let path = entry.path();
        let is_folder =
            entry.file_type().is_ok_and(|kind| kind.is_dir() || kind.is_symlink() && self.follows && path.is_dir());
        let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".") && !self.is_hidden_wanted;
        if is_folder && !is_hidden && !self.files.matched(&path, true).is_ignore() {
            return self.folder(&path, depth);
        }
        let input = self.is_wanted(entry).then_some(Ok(Input::Walked(path)));
        Inputs::One(input)
    }

    /// Returns the messages of a maildir folder. There may be a million, so not all names are in memory.
    fn messages(&self, folder: PathBuf, depth: usize) -> Inputs<'_> {
        let is_unwanted =
            self.files.matched(&folder, true).is_ignore() || self.max_depth.is_some_and(|most| depth > most);
        if is_unwanted {
            return Inputs::NONE;
        }
        let files = OrderedFiles::new(folder, |entry| self.is_wanted(entry));
        Inputs::many(files.map(|file| match file {
            Ok(path) => Ok(Input::Message(path)),
            Err((path, error)) => Err(Failure { path, message: terminal::reason(error) }),
        }))
    }

    /// Returns `true` if a file in a folder of messages is to be searched.
    fn is_wanted(&self, entry: &fs::DirEntry) -> bool {
        let Ok(kind) = entry.file_type() else { return false };
        let (path, name) = (entry.path(), entry.file_name());
        let is_file = kind.is_file() || kind.is_symlink() && self.follows && path.is_file();
        let glob = self.files.matched(&path, false);
        let is_hidden = name.as_encoded_bytes().starts_with(b".") && !self.is_hidden_wanted && !glob.is_whitelist();
        is_file
            && !is_hidden
            && !glob.is_ignore()
            && (glob.is_whitelist() || self.types.as_ref().is_none_or(|types| !types.matched(&path, false).is_ignore()))
            && self.max_filesize.is_none_or(|most| fs::metadata(&path).is_ok_and(|file| file.len() <= most))
    }

    fn folder(&self, root: &Path, depth: usize) -> Inputs<'_> {
        let is_sorted = self.order == Order::Path;
        if is_sorted && shape::is_of_messages(root) {
            return self.messages(root.to_path_buf(), depth + 1);
        }
        if is_sorted && shape::is_maildir(root) {
            return self.maildir(root, depth + 1);
        }
        let mut builder = self.builder(root, depth);
        if is_sorted {
            builder.sort_by_file_path(shape::in_order);
        }
        let (root, mut shapes) = (root.to_path_buf(), Shapes::default());
        Inputs::many(builder.build().flat_map(move |entry| -> Inputs<'_> {
            let input = match entry {
                Ok(entry) if is_folder(&entry) => {
                    let depth = depth + entry.depth() + 1;
                    if self.max_depth.is_some_and(|most| depth > most) {
                        return Inputs::NONE;
                    }
                    let folders = shape::subfolders(entry.path());
                    return Inputs::many(folders.into_iter().flat_map(move |path| self.folder(&path, depth)));
                }
                // Reading a named pipe or a device could block forever, and a symbolic link can lead anywhere.
                Ok(entry) if !is_file(&entry) => None,
                Ok(entry) if shapes.is_message(entry.path()) => Some(Ok(Input::Message(entry.into_path()))),
                Ok(entry) => Some(Ok(Input::Walked(entry.into_path()))),
                Err(error) => Some(Err(failure(&root, &error))),
            };
            Inputs::One(input)
        }))
    }

    /// Returns the walk through a folder at this depth, in any order.
    fn builder(&self, root: &Path, depth: usize) -> WalkBuilder {
        let mut builder = WalkBuilder::new(root);
        builder
            .follow_links(self.follows)
            .hidden(!self.is_hidden_wanted)
            .max_depth(self.max_depth.map(|most| most.saturating_sub(depth)))
            .same_file_system(self.stays)
            .max_filesize(self.max_filesize)
            .overrides(self.files.clone())
            .filter_entry(|entry| {
                let path = entry.path();
                entry.depth() == 0 || !is_folder(entry) || !shape::is_under_way(path) && !shape::is_subfolder(path)
            });
        if let Some(types) = &self.types {
            builder.types(types.clone());
        }
        if self.is_ignored_wanted {
            builder.ignore(false).git_ignore(false).git_global(false).git_exclude(false).parents(false);
        } else {
            builder.add_custom_ignore_filename(".rgignore");
        }
        builder
    }
}

pub type Found = std::result::Result<Input, Failure>;

/// The inputs of a path. Most are single files, which need no allocation.
enum Inputs<'w> {
    One(Option<Found>),
    Many(Box<dyn Iterator<Item = Found> + Send + 'w>),
}

impl<'w> Inputs<'w> {
    const NONE: Self = Inputs::One(None);

    fn many(inputs: impl Iterator<Item = Found> + Send + 'w) -> Inputs<'w> {
        Inputs::Many(Box::new(inputs))
    }
}

impl Iterator for Inputs<'_> {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        match self {
            Inputs::One(input) => input.take(),
            Inputs::Many(inputs) => inputs.next(),
        }
    }
}

/// The size from which a file is shared among threads. It is smaller with debug assertions, for tests.
pub const LARGE: u64 = if cfg!(debug_assertions) { 4 << 20 } else { 16 << 20 };

/// Returns the matcher for the wanted and unwanted types, or `None` if no type is named. Loading all types takes a
/// million instructions, a fifth of the start.
fn types(wanted: &[String], unwanted: &[String]) -> Result<Option<Types>> {
    if wanted.is_empty() && unwanted.is_empty() {
        return Ok(None);
    }
    let mut types = TypesBuilder::new();
    types.add_defaults();
    wanted.iter().for_each(|name| {
        types.select(name);
    });
    unwanted.iter().for_each(|name| {
        types.negate(name);
    });
    Ok(Some(types.build().map_err(|error| format!("{error}; --type-list lists them all"))?))
}

/// Returns a list of all types with their patterns.
pub fn type_list() -> String {
    let mut types = TypesBuilder::new();
    types.add_defaults();
    types.definitions().iter().map(|kind| format!("{}: {}\n", kind.name(), kind.globs().join(", "))).collect()
}

fn is_folder(entry: &DirEntry) -> bool {
    entry.file_type().is_some_and(|kind| kind.is_dir())
}

fn is_file(entry: &DirEntry) -> bool {
    entry.file_type().is_some_and(|kind| kind.is_file())
}

fn failure(root: &Path, error: &ignore::Error) -> Failure {
    fn path(error: &ignore::Error) -> Option<&Path> {
        match error {
            ignore::Error::WithPath { path, .. } => Some(path),
            ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => path(err),
            ignore::Error::Loop { child, .. } => Some(child),
            _ => None,
        }
    }
    let message = error.io_error().map_or_else(|| error.to_string(), |error| terminal::reason(cause(error)));
    Failure { path: path(error).unwrap_or(root).to_path_buf(), message }
}

/// Returns the original error: the walk wraps it.
fn cause(error: &io::Error) -> &dyn std::error::Error {
    let mut cause: &dyn std::error::Error = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    cause
}
