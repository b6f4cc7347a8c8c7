//! The order of the chapters of a book.

use std::{collections::HashMap, io};

use super::xml::{Token, Xml};
use crate::inputs::{
    allowance::Allowance,
    member::parts_of_path,
    zip::{Archive, Entry},
};

/// The member that names the list of chapters.
pub const CONTAINER: &str = "META-INF/container.xml";

/// The most bytes of names and paths of chapters.
const MAX: usize = 16 << 20;

/// Returns the position of each chapter in the book, by its path. If that can't be read, it is the order of the
/// archive.
pub fn order(archive: &Archive, entries: &[Entry], allowance: &Allowance) -> HashMap<String, usize> {
    read(archive, entries, allowance).unwrap_or_default()
}

fn read(archive: &Archive, entries: &[Entry], allowance: &Allowance) -> io::Result<HashMap<String, usize>> {
    let (mut package, mut ids, mut order) = (String::new(), HashMap::new(), HashMap::new());
    tags(archive, entries, allowance, CONTAINER, |name, value| {
        if name == b"rootfile" && package.is_empty() {
            package = value("full-path");
        }
    })?;
    let mut size = 0;
    let folder = package.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
    tags(archive, entries, allowance, &package, |name, value| match name {
        b"item" if size < MAX => {
            let (id, path) = (value("id"), path(&folder, &value("href")));
            size += id.len() + path.len() + 64;
            ids.insert(id, path);
        }
        b"itemref" => {
            if let Some(path) = ids.remove(&value("idref")) {
                order.insert(path, order.len());
            }
        }
        _ => {}
    })?;
    Ok(order)
}

/// Calls `on_tag` with the name of each element in a member, and a function that returns its attributes' values.
fn tags(
    archive: &Archive,
    entries: &[Entry],
    allowance: &Allowance,
    path: &str,
    mut on_tag: impl FnMut(&[u8], &dyn Fn(&str) -> String),
) -> io::Result<()> {
    let entry = entries.iter().find(|entry| entry.path == path).ok_or(io::ErrorKind::NotFound)?;
    let mut xml = Xml::new(archive.read(entry, allowance)?);
    while let Some(token) = xml.next()? {
        if let Token::Start(tag) = token {
            on_tag(tag.name, &|wanted| {
                let value = tag.attributes().find(|(name, _)| *name == wanted.as_bytes());
                value.map_or(String::new(), |(_, value)| String::from_utf8_lossy(&value).into_owned())
            });
        }
    }
    Ok(())
}

/// Returns the path of a chapter from a relative reference.
fn path(folder: &str, href: &str) -> String {
    let mut parts: Vec<&str> = parts_of_path(folder).collect();
    for part in href.split('/') {
        match part {
            ".." => drop(parts.pop()),
            "." | "" => {}
            part => parts.push(part),
        }
    }
    parts.join("/").replace("%20", " ")
}
