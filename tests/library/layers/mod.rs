//! Files under `src/` import in one direction: none of them itself by way of others, and no layer from one that `lib.rs`
//! lists after it. And no two types or predicates of the library have one name.
//!
//! What counts as an import is a path: `crate::…`, `self::…`, `super::…`, one that begins with a module declared or
//! imported where it stands, and each leaf of a `use`, `pub use` and `use …::*` included. It counts for the file of the
//! last *module* that it names. So `crate::scan::words::Words` is an import of `scan/words.rs`, and `crate::scan::Hit`
//! one of `scan/mod.rs`, whatever that takes it from; `crate::Link` is one of `lib.rs`, which imports everything.
//! Documentation, attributes, visibilities, `mod` itself and what is compiled for tests alone don't count.

mod circles;
pub mod imports;
mod names;
pub mod tokens;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use self::{
    circles::{circles, describe},
    imports::{Crate, Import},
};

pub const PACKAGE: &str = env!("CARGO_MANIFEST_DIR");

/// The roots of the crates.
pub const ROOTS: [&str; 2] = ["src/lib.rs", "src/bin/napkin/main.rs"];

/// The layers that import from one listed after them. None is added here, either.
const UPWARD: &[(&str, &str)] = &[];

fn imports() -> Vec<Import> {
    ROOTS.iter().flat_map(|root| Crate::read(Path::new(PACKAGE), root).imports()).collect()
}

/// Guards of patterns that bind are newer than the oldest compiler that is promised, and a newer one says nothing of them.
#[test]
fn no_guard_binds() {
    let is_guard = |line: &&str| {
        let code = line.split("//").next().unwrap_or_default();
        code.trim_end().ends_with("=> {") && code.contains(" if let ")
            || code.contains(" if let ") && code.contains(" => ")
    };
    let mut guards = Vec::new();
    for (path, text) in sources(Path::new(PACKAGE)) {
        guards.extend(text.lines().filter(is_guard).map(|line| format!("{path}: {line}")));
    }
    assert!(guards.is_empty(), "{guards:#?}");
}

/// The files of Rust below `src`, each with its text.
fn sources(package: &Path) -> Vec<(String, String)> {
    let (mut folders, mut files) = (vec![package.join("src")], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("an entry of it").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("a source");
                files.push((path.display().to_string(), text));
            }
        }
    }
    files
}

#[test]
fn every_file_is_read() {
    let crates = ROOTS.map(|root| Crate::read(Path::new(PACKAGE), root));
    let read: BTreeSet<&str> = crates.iter().flat_map(Crate::files).collect();
    assert!(read.len() > 100, "only {} files", read.len());
    let imports = imports();
    assert!(imports.len() > 200, "only {} imports", imports.len());
}

#[test]
fn no_circles() {
    let imports = imports();
    let circles = circles(&imports);
    let report: String = circles.iter().map(|circle| describe(circle, &imports)).collect();
    println!("{report}");
    assert!(circles.is_empty(), "files import each other");
}

#[test]
fn no_layer_imports_from_one_after_it() {
    let root = root();
    let rows = declared(&root);
    let row = |name| rows.iter().position(|row| row.contains(&name)).unwrap_or_else(|| panic!("lib.rs lacks {name}"));
    let mut upward: BTreeMap<(&str, &str), Vec<String>> = BTreeMap::new();
    let imports = imports();
    for Import { from, line, to } in &imports {
        let (Some(importing), Some(imported)) = (layer(from), layer(to)) else { continue };
        if row(importing) < row(imported) {
            upward.entry((importing, imported)).or_default().push(format!("  {from}:{line} imports {to}\n"));
        }
    }
    let report: String = upward.values().flatten().map(String::as_str).collect();
    println!("{report}");
    let expected: BTreeSet<(&str, &str)> = UPWARD.iter().copied().collect();
    let found: BTreeSet<(&str, &str)> = upward.keys().copied().collect();
    let unlisted: Vec<_> = found.difference(&expected).collect();
    let over: Vec<_> = expected.difference(&found).collect();
    assert!(unlisted.is_empty(), "imports from a later layer: {unlisted:?}");
    assert!(over.is_empty(), "no such import any longer, take them from the list: {over:?}");
}

#[test]
fn the_design_lists_the_layers_as_lib_declares_them() {
    let (root, design) = (root(), design());
    assert_eq!(listed(&design, &root), declared(&root));
}

fn design() -> String {
    fs::read_to_string(Path::new(PACKAGE).join("docs/DESIGN.md")).expect("docs/DESIGN.md is there")
}

fn root() -> String {
    fs::read_to_string(Path::new(PACKAGE).join(ROOTS[0])).expect("src/lib.rs is there")
}

/// The layer of a file of the library: the folder, or the file, below `src`. None for its root and for the command.
fn layer(file: &str) -> Option<&str> {
    let below = file.strip_prefix("src/").filter(|below| !below.starts_with("bin/") && *below != "lib.rs")?;
    Some(below.split_once('/').map_or(below.trim_end_matches(".rs"), |(folder, _)| folder))
}

/// The rows of modules in `lib.rs`, which blank lines part: those of one row may import from each other.
fn declared(root: &str) -> Vec<Vec<&str>> {
    let rows = root.split("\n\n").map(|row| {
        let names =
            row.lines().filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';'));
        names.collect::<Vec<_>>()
    });
    rows.filter(|row| !row.is_empty()).collect()
}

/// The rows of the table of layers in `docs/DESIGN.md`: the first cell of each names modules of `lib.rs`.
fn listed<'a>(design: &'a str, root: &str) -> Vec<Vec<&'a str>> {
    let names = declared(root).concat();
    let section = design.split("\n## ").find(|section| section.starts_with("Layers\n")).expect("a section on layers");
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `")?.split(" |").next());
    let rows = rows.map(|cell| {
        let words = cell.split(", ").map(|word| word.trim_matches(['`', '/']));
        words.filter(|word| names.contains(word)).collect::<Vec<_>>()
    });
    rows.filter(|row| !row.is_empty()).collect()
}

/// A crate of a few files, in a folder of its own.
fn imports_of(name: &str, files: &[(&str, &str)]) -> Vec<String> {
    let folder = std::env::temp_dir().join(format!("napkin-layers-{}-{name}", std::process::id()));
    for (file, source) in files {
        let path = folder.join(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("the folder is made");
        fs::write(path, source).expect("the file is written");
    }
    let imports = Crate::read(&folder, files[0].0).imports();
    fs::remove_dir_all(&folder).expect("the folder is removed");
    imports.iter().map(|Import { from, line, to }| format!("{from}:{line} {to}")).collect()
}

#[test]
fn what_counts_as_an_import() {
    let imports = imports_of(
        "counts",
        &[
            (
                "src/lib.rs",
                "mod a;\n#[cfg(test)]\nmod gone;\nmod b;\npub use crate::{\n    a::A,\n    b::c::{self as d, C},\n};",
            ),
            (
                "src/a.rs",
                "use crate::b;\nfn f() { b::c::g(); b.c(); let c = 1; }\n#[cfg(test)]\nmod tests { use super::*; use crate::X; }",
            ),
            ("src/b/mod.rs", "pub(in crate::b) mod c;\nmod e;\nmod i { use super::super::X; mod j; }\npub use e::E;"),
            ("src/b/c.rs", "use super::e;\n//! crate::a::A\nconst S: &str = \"crate::a\";\nstatic F: fn() = e::f;"),
            ("src/b/e.rs", "use super::{*, super::a::A};\nfn f() { c::g() }"),
            ("src/b/i/j.rs", "impl super::T for self::U { fn g() { <crate::a::A as Z>::z(); std::a::b() } }"),
        ],
    );
    assert_eq!(
        imports,
        [
            "src/a.rs:2 src/b/c.rs",
            "src/a.rs:1 src/b/mod.rs",
            "src/b/c.rs:1 src/b/e.rs",
            "src/b/e.rs:1 src/a.rs",
            "src/b/e.rs:2 src/b/c.rs",
            "src/b/e.rs:1 src/b/mod.rs",
            "src/b/i/j.rs:1 src/a.rs",
            "src/b/i/j.rs:1 src/b/mod.rs",
            "src/b/mod.rs:4 src/b/e.rs",
            "src/b/mod.rs:3 src/lib.rs",
            "src/lib.rs:6 src/a.rs",
            "src/lib.rs:7 src/b/c.rs",
        ]
    );
}
