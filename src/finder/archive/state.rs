//! The file from which the next run continues an archive: its messages as it remembers them, their HTML, and its terms.
//!
//! It has a line with the version and the settings, the messages, and three lengths, each before its bytes: HTML, terms, URLs.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, BufWriter, Read, Write},
    ops::Range,
};

use super::{
    file_name::{INDEX, STATE},
    mail_archive::MailArchive,
    message::ArchivedMessage,
};
use crate::{error::Error, write::html::hash};

impl MailArchive {
    /// Continues the archive that the folder holds: its messages stay, and those that are added come after them. The pages are those of
    /// an archive of all mail at once. An empty folder becomes an archive that can be continued.
    ///
    /// For that, the archive has a file `archive.state`, about as large as its pages. Without `update` the next run removes it. `settings`
    /// is any text that names what messages look like: if a run has another, their pages would not fit together.
    ///
    /// ```
    /// use napkin::{Finder, Linkifier, write::Page};
    ///
    /// let folder = std::env::temp_dir().join(format!("napkin-update-{}", std::process::id()));
    /// let linkifier = Linkifier::new(Finder::new());
    /// for (mail, messages) in [("Subject: Soup\n\nhttp://a.example/soup\n", 1), ("Subject: Salt\n\nMore.\n", 2)] {
    ///     let mut archive = linkifier.archive(Page::new("Recipes"), &folder)?.update("default")?;
    ///     archive.add(mail.as_bytes())?;
    ///     assert_eq!(archive.finish()?.messages, messages);
    /// }
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the folder holds an archive without that file, or one of another version or with other settings, or if the
    /// file can't be read.
    pub fn update(mut self, settings: &str) -> Result<MailArchive, Error> {
        let head = format!("napkin {} {:016x}\n", env!("CARGO_PKG_VERSION"), hash(settings));
        let cannot = |why: &str| {
            Error::configuration(format!("can't be updated: {why}; make it again from all mail in an empty folder"))
        };
        match self.folder.open_file(STATE) {
            Ok(file) => {
                let mut file = BufReader::new(file);
                let mut own = Vec::new();
                (&mut file).take(head.len() as u64).read_until(b'\n', &mut own)?;
                if own != head.as_bytes() {
                    let version = head.rsplit_once(' ').map_or("", |(version, _)| version);
                    let is_same = own.starts_with(version.as_bytes());
                    let why = if is_same { "other options" } else { "another version of napkin" };
                    return Err(cannot(&format!("it was made with {why}")));
                }
                self.load(&mut file).map_err(|error| match error.kind() {
                    io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidData => cannot("archive.state is damaged"),
                    _ => Error::from(error),
                })?;
            }
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
            Err(_) if self.folder.open_file(INDEX.0).is_ok() => return Err(cannot("it has no archive.state")),
            Err(_) => {}
        }
        self.terms.keep(self.folder.spool("kept-terms")?);
        self.urls.keep(self.folder.spool("kept-urls")?);
        self.folder.keep_attachments();
        self.update = Some((head, self.messages.len()));
        Ok(self)
    }

    fn load(&mut self, file: &mut BufReader<File>) -> io::Result<()> {
        for index in 0..read_number(file)? as usize {
            let message = read_message(file)?;
            self.known.insert(message.key, index);
            self.messages.push(message);
        }
        let length = read_number(file)?;
        self.spool.append(file, length)?;
        for postings in [&mut self.terms, &mut self.urls] {
            let length = read_number(file)?;
            postings.append(file, length)?;
        }
        let is_inside = |place: &Range<u64>| place.start <= place.end && place.end <= length;
        let places = self.messages.iter().flat_map(|message| [&message.excerpt, &message.before, &message.behind]);
        if places.into_iter().all(is_inside) { Ok(()) } else { Err(io::ErrorKind::InvalidData.into()) }
    }

    /// Writes the file for the next run, if there is to be one, after all terms were taken.
    pub(super) fn put_state(&mut self) -> io::Result<()> {
        let Some((head, before)) = &self.update else { return Ok(()) };
        if *before > 0 && *before == self.messages.len() {
            self.folder.keep_file(STATE);
            return Ok(());
        }
        let mut file = BufWriter::new(self.folder.file(STATE)?);
        file.write_all(head.as_bytes())?;
        write_number(&mut file, self.messages.len() as u64)?;
        self.messages.iter().try_for_each(|message| write_message(&mut file, message))?;
        for spool in [Some(&mut self.spool), self.terms.kept(), self.urls.kept()].into_iter().flatten() {
            write_number(&mut file, spool.length())?;
            spool.write_to(&mut file)?;
        }
        file.flush()
    }
}

fn write_message(file: &mut impl Write, message: &ArchivedMessage) -> io::Result<()> {
    let ArchivedMessage { key, content, parents, subject, from, date, has_images, excerpt, before, behind } = message;
    let (date, seconds) = date.as_ref().map_or(("", 0), |(date, seconds)| (date.as_str(), *seconds));
    for text in [subject, from, date] {
        write_number(file, text.len() as u64)?;
        file.write_all(text.as_bytes())?;
    }
    let places = [excerpt, before, behind].into_iter().flat_map(|place| [place.start, place.end]);
    let numbers = [*key, *content, seconds as u64, u64::from(*has_images)].into_iter().chain(places);
    let parents = [parents.len() as u64].into_iter().chain(parents.iter().copied());
    numbers.chain(parents).try_for_each(|number| write_number(file, number))
}

fn read_message(file: &mut impl Read) -> io::Result<ArchivedMessage> {
    let [subject, from, date] = [read_text(file)?, read_text(file)?, read_text(file)?];
    let [key, content, seconds, has_images] = read_numbers(file)?;
    let [[a, b], [c, d], [e, f]] = [read_numbers(file)?, read_numbers(file)?, read_numbers(file)?];
    let parents = (0..read_number(file)?).map(|_| read_number(file)).collect::<io::Result<_>>()?;
    let date = if date.is_empty() { None } else { Some((date, seconds as i64)) };
    let (excerpt, before, behind, has_images) = (a..b, c..d, e..f, has_images > 0);
    Ok(ArchivedMessage { key, content, parents, subject, from, date, has_images, excerpt, before, behind })
}

fn write_number(file: &mut impl Write, number: u64) -> io::Result<()> {
    file.write_all(&number.to_le_bytes())
}

fn read_number(file: &mut impl Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    file.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

fn read_numbers<const COUNT: usize>(file: &mut impl Read) -> io::Result<[u64; COUNT]> {
    let mut numbers = [0; COUNT];
    for number in &mut numbers {
        *number = read_number(file)?;
    }
    Ok(numbers)
}

fn read_text(file: &mut impl Read) -> io::Result<String> {
    let length = read_number(file)?;
    let mut bytes = Vec::new();
    let read = file.take(length).read_to_end(&mut bytes)?;
    if read as u64 != length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    String::from_utf8(bytes).map_err(|_| io::ErrorKind::InvalidData.into())
}
