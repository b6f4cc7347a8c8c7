//! The relations of a part of an Office document: the targets of its identifiers.

use std::{
    collections::BTreeMap,
    io::{self, BufRead},
};

use super::xml::{Token, Xml};
use crate::inputs::member::Damage;

/// The most bytes that the relations of a part may have.
const MAX: usize = 8 << 20;

/// The targets outside the document, by identifier.
#[derive(Debug, Default)]
pub struct Relations(BTreeMap<Vec<u8>, Target>);

#[derive(Debug)]
struct Target {
    url: Vec<u8>,
    is_used: bool,
}

impl Relations {
    /// Reads the relations of one part, as far as possible.
    pub fn read(&mut self, reader: impl BufRead) -> io::Result<()> {
        let (mut xml, mut size) = (Xml::new(reader), 0);
        while let Some(token) = xml.next()? {
            let Token::Start(tag) = token else { continue };
            let (mut id, mut url, mut is_external) = (Vec::new(), Vec::new(), false);
            for (name, value) in tag.attributes() {
                match name {
                    b"Id" => id = value.into_owned(),
                    b"Target" => url = value.into_owned(),
                    b"TargetMode" => is_external = *value == b"External"[..],
                    _ => {}
                }
            }
            size += id.len() + url.len();
            if size > MAX {
                return Err(Damage::error("has too many relations"));
            }
            if is_external {
                self.0.insert(id, Target { url, is_used: false });
            }
        }
        Ok(())
    }

    pub fn target(&mut self, id: &[u8]) -> Option<&[u8]> {
        let target = self.0.get_mut(id)?;
        target.is_used = true;
        Some(&target.url)
    }

    pub fn take_unused(&mut self) -> Option<Vec<u8>> {
        while let Some((_, target)) = self.0.pop_first() {
            if !target.is_used {
                return Some(target.url);
            }
        }
        None
    }
}
