//! Which file imports from which.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use super::tokens::{Token, tokens};

/// One file names another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Import {
    pub from: String,
    /// The line that names it.
    pub line: usize,
    pub to: String,
}

/// A module as its source declares it.
#[derive(Default)]
struct Module {
    /// The file that has it.
    file: String,
    /// The modules in it, by name.
    children: BTreeMap<String, usize>,
    parent: Option<usize>,
    /// The paths that stand in it, `use` or not.
    paths: Vec<Named>,
}

/// A path that stands somewhere.
struct Named {
    segments: Vec<String>,
    line: usize,
    /// What a `use` calls it. None for a path that stands in an expression or a type.
    binds: Option<String>,
}

/// The modules of a crate.
pub struct Crate {
    modules: Vec<Module>,
}

impl Crate {
    /// Reads the crate with this root, and all files that it declares. Files are named as they are below `folder`.
    pub fn read(folder: &Path, root: &str) -> Crate {
        let mut read = Crate { modules: Vec::new() };
        let home = Path::new(root).parent().expect("a file stands in a folder").to_path_buf();
        read.add_file(folder, root.to_owned(), &home, None);
        read
    }

    /// All imports of one file by another, each with the first line that makes it.
    pub fn imports(&self) -> Vec<Import> {
        let mut imports = BTreeMap::new();
        for (i, module) in self.modules.iter().enumerate() {
            for named in &module.paths {
                let Some(target) = self.resolve(i, named) else { continue };
                let to = &self.modules[target].file;
                if *to != module.file {
                    let line = imports.entry((module.file.clone(), to.clone())).or_insert(named.line);
                    *line = named.line.min(*line);
                }
            }
        }
        imports.into_iter().map(|((from, to), line)| Import { from, line, to }).collect()
    }

    /// All files that were read.
    pub fn files(&self) -> BTreeSet<&str> {
        self.modules.iter().map(|module| module.file.as_str()).collect()
    }

    fn add_file(&mut self, folder: &Path, file: String, home: &Path, parent: Option<usize>) -> usize {
        let source = fs::read_to_string(folder.join(&file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        let tokens = tokens(&source);
        let (own, declared) = self.add_module(&file, parent, &tokens, &mut 0);
        for (declaring, name) in declared {
            let inner = self.home_of(home, own, declaring);
            let paths = [inner.join(format!("{name}.rs")), inner.join(&name).join("mod.rs")];
            let path = paths.iter().find(|path| folder.join(path).exists());
            let path = path.unwrap_or_else(|| panic!("{file}: there is no file for the module {name}"));
            let child = self.add_file(folder, with_slashes(path), &inner.join(&name), Some(declaring));
            self.modules[declaring].children.insert(name, child);
        }
        own
    }

    /// The folder of the files of a module that stands inside the one of a file.
    fn home_of(&self, home: &Path, file: usize, inner: usize) -> PathBuf {
        if file == inner {
            return home.to_path_buf();
        }
        let parent = self.modules[inner].parent.expect("it is inside another");
        let name = self.modules[parent].children.iter().find(|(_, child)| **child == inner).expect("it is declared").0;
        self.home_of(home, file, parent).join(name)
    }

    /// Reads a module up to its closing brace: its number, and the modules in it that have files of their own, each with the
    /// module that declares it.
    fn add_module(
        &mut self,
        file: &str,
        parent: Option<usize>,
        tokens: &[Token],
        at: &mut usize,
    ) -> (usize, Vec<(usize, String)>) {
        let own = self.modules.len();
        self.modules.push(Module { file: file.to_owned(), parent, ..Module::default() });
        let mut declared = Vec::new();
        let mut depth = 0;
        let text = |i: usize| tokens.get(i).map_or("", |token| token.text);
        while *at < tokens.len() {
            match text(*at) {
                "}" if depth == 0 => break,
                "{" => depth += 1,
                "}" => depth -= 1,
                "mod" if text(*at + 2) == ";" => {
                    declared.push((own, text(*at + 1).to_owned()));
                    *at += 2;
                }
                "mod" if text(*at + 2) == "{" => {
                    let name = text(*at + 1).to_owned();
                    *at += 3;
                    let (child, inner) = self.add_module(file, Some(own), tokens, at);
                    self.modules[own].children.insert(name, child);
                    declared.extend(inner);
                }
                "use" if !matches!(text(*at + 1), "<" | ",") => {
                    *at += 1;
                    let mut named = Vec::new();
                    use_tree(tokens, at, &[], &mut named);
                    self.modules[own].paths.extend(named);
                }
                _ if is_path_start(tokens, *at) => {
                    let line = tokens[*at].line;
                    let segments = segments(tokens, at);
                    self.modules[own].paths.push(Named { segments, line, binds: None });
                    continue;
                }
                _ => {}
            }
            *at += 1;
        }
        (own, declared)
    }

    /// The last module that a path names.
    fn resolve(&self, from: usize, named: &Named) -> Option<usize> {
        let (first, rest) = named.segments.split_first()?;
        let start = match first.as_str() {
            "crate" => Some(0),
            "self" => Some(from),
            "super" => self.modules[from].parent,
            // What a `use` begins with may be bound by another `use`, but not by itself.
            name => self.lookup(from, name, named.binds.is_none(), &mut BTreeSet::new()),
        };
        let mut module = start?;
        for segment in rest {
            let next = match segment.as_str() {
                "super" => self.modules[module].parent,
                "self" => Some(module),
                name => self.modules[module].children.get(name).copied(),
            };
            let Some(next) = next else { break };
            module = next;
        }
        Some(module)
    }

    /// The module that a name stands for inside another: a child, or one that a `use` brings in.
    fn lookup(&self, module: usize, name: &str, with_imports: bool, seen: &mut BTreeSet<usize>) -> Option<usize> {
        if !seen.insert(module) {
            return None;
        }
        if let Some(&child) = self.modules[module].children.get(name) {
            return Some(child);
        }
        if !with_imports {
            return None;
        }
        let imports = self.modules[module].paths.iter();
        imports.filter(|named| named.segments[0] != name).find_map(|named| match named.binds.as_deref()? {
            "*" => self.lookup(self.resolve(module, named)?, name, true, seen),
            bound if bound == name => self.resolve_whole(module, named),
            _ => None,
        })
    }

    /// The module that a path names with its last segment.
    fn resolve_whole(&self, from: usize, named: &Named) -> Option<usize> {
        let target = self.resolve(from, named)?;
        let (last, before) = named.segments.split_last()?;
        let outer = Named { segments: before.to_vec(), line: named.line, binds: named.binds.clone() };
        let is_whole =
            before.is_empty() || self.modules[self.resolve(from, &outer)?].children.get(last) == Some(&target);
        is_whole.then_some(target)
    }
}

/// A path with slashes on every system.
fn with_slashes(path: &Path) -> String {
    path.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// Whether a path of several segments begins here, and not in the middle of one.
fn is_path_start(tokens: &[Token], at: usize) -> bool {
    let is_name = tokens[at].text.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let is_inside = at > 0 && matches!(tokens[at - 1].text, "::" | ".");
    is_name && !is_inside && tokens.get(at + 1).is_some_and(|token| token.text == "::")
}

/// The segments of the path that begins here.
fn segments(tokens: &[Token], at: &mut usize) -> Vec<String> {
    let mut segments = vec![tokens[*at].text.to_owned()];
    *at += 1;
    while let [separator, name, ..] = &tokens[*at..] {
        if separator.text != "::" || !name.text.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            break;
        }
        segments.push(name.text.to_owned());
        *at += 2;
    }
    segments
}

/// Reads what a `use` names, up to the `;`, `,` or `}` behind it.
fn use_tree(tokens: &[Token], at: &mut usize, prefix: &[String], named: &mut Vec<Named>) {
    let mut path = prefix.to_vec();
    let mut line = tokens[*at].line;
    let mut binds = None;
    while let Some(token) = tokens.get(*at) {
        match token.text {
            ";" | "," | "}" => break,
            "::" => {}
            "{" => {
                while tokens[*at].text != "}" {
                    *at += 1;
                    if tokens[*at].text != "}" {
                        use_tree(tokens, at, &path, named);
                    }
                }
                *at += 1;
                return;
            }
            "*" => binds = Some("*".to_owned()),
            "as" => {
                *at += 1;
                binds = Some(tokens[*at].text.to_owned());
            }
            "self" if !path.is_empty() => {}
            name => {
                line = token.line;
                path.push(name.to_owned());
            }
        }
        *at += 1;
    }
    let binds = binds.or_else(|| path.last().cloned());
    if !path.is_empty() {
        named.push(Named { segments: path, line, binds });
    }
}
