//! Searches the members of archives and documents, like the files in a folder.

#[cfg(feature = "zip")]
use std::io::Read;
use std::{io, path::Path};

use super::{InputSearch, Searched, unzipped};
#[cfg(feature = "zip")]
use crate::inputs::{document, zip};
use crate::{
    inputs::{
        allowance::Allowance,
        input::{self, Input},
        member::{Member, Members},
        peek::Source,
        recognise::is_zip,
        shared_file::SharedFile,
        signatures::{Kind, MEMBER, ZIP},
        tar,
    },
    output::{Output, formats::Shape},
    plan::Plan,
    terminal,
};

/// What to do with an archive that is not a document.
#[cfg(feature = "zip")]
const ARCHIVE: &str = "is a ZIP archive; use -z to search it";
#[cfg(not(feature = "zip"))]
const ARCHIVE: &str = "is a ZIP file, which this build of napkin can't read";

const MAX_DEPTH: usize = 3;

impl InputSearch<'_> {
    /// Searches an archive or a document, whose `source` may be decompressed.
    pub(super) fn archive(
        &mut self,
        input: &Input,
        file: Option<SharedFile>,
        (source, is_unzipped): (Source, bool),
        allowance: &Allowance,
        output: &mut Output<'_>,
    ) -> io::Result<Searched> {
        let is_stored = self.plan.reads_as_stored() && !is_unzipped;
        let file = file.filter(|file| is_stored && file.size().is_some());
        let members = match opened(self.plan, file, source, allowance) {
            Ok(Some(members)) => members,
            Ok(None) if input.is_walked() => return Ok(self.passed_over(input, Some(&ZIP), output)),
            Ok(None) => return Ok(Searched::failed(ARCHIVE.to_owned())),
            Err(error) => return Ok(Searched::failed(terminal::reason(error))),
        };
        let _share = is_unzipped.then(|| allowance.enter());
        // The links of a document are printed as a plain list.
        let is_plain = members.is_document && matches!(self.plan.output, Shape::List(_)) && !self.plan.positions;
        let names_members = self.plan.names_members && !is_plain;
        if names_members {
            output.show_path(true);
        }
        let searched = self.members(input.path(), members, (allowance, 0), output);
        if names_members {
            output.show_path(false);
        }
        searched
    }

    /// Searches a member, or returns `None` if it has no text.
    fn member(
        &mut self,
        path: &Path,
        member: Member,
        (allowance, depth): (&Allowance, usize),
        output: &mut Output<'_>,
    ) -> io::Result<Option<Searched>> {
        let mut source = unzipped(self.plan, member.source, allowance, &mut false);
        let kind = if member.format.is_none() { Kind::of(&mut source) } else { None };
        if member.format.is_none() && is_zip(&mut source) {
            return self.nested(path, source, (allowance, depth + 1), output).map(Some);
        }
        let is_binary = member.format.is_none() && input::is_binary(&mut source);
        if is_binary || kind.is_some_and(|kind| !kind.has_text) {
            output.pass_over(kind.unwrap_or(&MEMBER));
            return Ok(None);
        }
        output.member(path);
        let searched = self.source(path, (&self.plan.inputs, member.format), true, &mut source, output)?;
        if let Some(kind) = kind.filter(|_| !searched.found) {
            output.summary.files -= 1;
            output.pass_over(kind);
        }
        Ok(Some(searched))
    }

    /// Searches the members of an archive, like the files in a folder.
    fn members(
        &mut self,
        archive: &Path,
        members: Members,
        (allowance, depth): (&Allowance, usize),
        output: &mut Output<'_>,
    ) -> io::Result<Searched> {
        let mut all = Searched::default();
        for member in members.list {
            let member = match member {
                Ok(member) => member,
                Err(error) => {
                    all.error = Some(terminal::reason(error));
                    continue;
                }
            };
            if self.plan.walk.max_filesize.is_some_and(|most| member.size > most) {
                continue;
            }
            let path = archive.join(&member.path);
            let Some(searched) = self.member(&path, member, (allowance, depth), output)? else { continue };
            all.found |= searched.found;
            all.damaged |= searched.damaged;
            if let Some(error) = searched.error {
                output.summary.errors += 1;
                output.error(&path, &error)?;
                all.damaged = true;
            }
            if allowance.is_spent() || all.found && matches!(self.plan.output, Shape::Nothing) {
                break;
            }
        }
        Ok(all)
    }

    fn nested(
        &mut self,
        path: &Path,
        source: Source,
        (allowance, depth): (&Allowance, usize),
        output: &mut Output<'_>,
    ) -> io::Result<Searched> {
        if depth > MAX_DEPTH {
            return Ok(Searched::failed(format!("stands in {MAX_DEPTH} archives, one in the other; unpack one first")));
        }
        match opened(self.plan, None, source, allowance) {
            Ok(Some(members)) => {
                // Its bytes are decompressed output.
                let _share = allowance.enter();
                self.members(path, members, (allowance, depth), output)
            }
            Ok(None) => {
                output.pass_over(&ZIP);
                Ok(Searched::default())
            }
            Err(error) => Ok(Searched::failed(terminal::reason(error))),
        }
    }
}

/// Returns the members of an archive or a document; it is read into memory if it is not a `file`. Returns `None` for a
/// ZIP archive that is not to be searched.
///
/// # Errors
/// It can't be read, or does not fit into memory.
#[cfg(feature = "zip")]
fn opened(
    plan: &Plan,
    file: Option<SharedFile>,
    mut source: Source,
    allowance: &Allowance,
) -> io::Result<Option<Members>> {
    if !is_zip(&mut source) {
        return Ok(Some(Members::of_archive(tar::Tar::new(source))));
    }
    let place: Box<dyn zip::Place> = match file {
        Some(file) => Box::new(file),
        None => {
            let mut bytes = Vec::new();
            source.take((plan.arguments.places.message_limit as u64).saturating_add(1)).read_to_end(&mut bytes)?;
            if bytes.len() > plan.arguments.places.message_limit {
                return Err(io::Error::other(
                    "is a ZIP file above --message-limit, which can only be read from disk; save it and name it",
                ));
            }
            Box::new(io::Cursor::new(bytes))
        }
    };
    match document::members(zip::Archive::open(place)?, allowance) {
        Ok(members) => Ok(Some(members)),
        Err(archive) => Ok(plan.unzips().then(|| archive.members(allowance))),
    }
}

/// Nothing is decompressed.
#[cfg(not(feature = "zip"))]
fn opened(_: &Plan, _: Option<SharedFile>, mut source: Source, _: &Allowance) -> io::Result<Option<Members>> {
    Ok(if is_zip(&mut source) { None } else { Some(Members::of_archive(tar::Tar::new(source))) })
}
