//! Attachments as files: their names are hashes, and their extensions come from their content.
//!
//! A server and a browser choose how to treat a file by its extension. The list has no type that could run a script.

use imagesize::ImageType;

use crate::write::html::{AttachedFile, hash_of_bytes};

/// What becomes of the attachments of messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Attachments {
    /// Pages name them, with type and size.
    #[default]
    Names,
    /// They are files beside the pages.
    Files,
    /// They are files, and pages show those that are images.
    Images,
}

/// The most pixels of an image that is shown.
const MOST_PIXELS: usize = 50_000_000;

/// Extensions, each with the beginning of its content.
const BEGINNINGS: [(&str, &[u8]); 6] = [
    ("pdf", b"%PDF-"),
    ("zip", b"PK\x03\x04"),
    ("gz", b"\x1F\x8B\x08"),
    ("bz2", b"BZh"),
    ("xz", b"\xFD7zXZ\0"),
    ("zst", b"\x28\xB5\x2F\xFD"),
];

/// All extensions of attachments.
pub(super) const EXTENSIONS: [&str; 12] =
    ["bin", "bz2", "gif", "gz", "jpg", "pdf", "png", "txt", "webp", "xz", "zip", "zst"];

/// Returns the file for an attachment with this content, if it gets one.
pub(super) fn attached_file(content: &[u8], attachments: Attachments) -> Option<AttachedFile> {
    if attachments == Attachments::Names {
        return None;
    }
    let image = image(content);
    let extension = image.map_or_else(|| extension(content), |(extension, _)| extension);
    let image = image.map(|(_, size)| size).filter(|_| attachments == Attachments::Images);
    let name = format!("a-{:016x}.{extension}", hash_of_bytes(content));
    Some(AttachedFile { name, image })
}

/// Returns the extension, width and height of an image that can be shown.
fn image(content: &[u8]) -> Option<(&'static str, (usize, usize))> {
    let extension = match imagesize::image_type(content).ok()? {
        ImageType::Gif => "gif",
        ImageType::Jpeg => "jpg",
        ImageType::Png => "png",
        ImageType::Webp => "webp",
        _ => return None,
    };
    let size = imagesize::blob_size(content).ok()?;
    let pixels = size.width.checked_mul(size.height)?;
    (1..=MOST_PIXELS).contains(&pixels).then_some((extension, (size.width, size.height)))
}

fn extension(content: &[u8]) -> &'static str {
    let known = BEGINNINGS.iter().find(|(_, beginning)| content.starts_with(beginning));
    let is_text = || !content.contains(&0) && std::str::from_utf8(content).is_ok();
    known.map_or_else(|| if is_text() { "txt" } else { "bin" }, |(extension, _)| extension)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_come_from_the_content() {
        let png = b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x02\0\0\0\x03";
        let bomb = b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\xFF\xFF\xFF\0\xFF\xFF\xFF";
        for (content, extension, image) in [
            (&png[..], "png", Some((2, 3))),
            (bomb, "bin", None),
            (b"\x89PNG\r\n\x1A\n", "bin", None),
            (b"GIF89a\x01\0\x01\0<script>", "gif", Some((1, 1))),
            (b"%PDF-1.4", "pdf", None),
            (b"<html><script>alert(1)</script>", "txt", None),
            (b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "txt", None),
            (b"\0<html>", "bin", None),
            (b"", "txt", None),
        ] {
            let file = attached_file(content, Attachments::Images).expect("it is a file");
            assert!(file.name.ends_with(&format!(".{extension}")), "{}", file.name);
            assert!(EXTENSIONS.contains(&extension));
            assert_eq!(file.image, image);
            assert_eq!(attached_file(content, Attachments::Files).map(|file| file.image), Some(None));
        }
        assert_eq!(attached_file(png, Attachments::Names), None);
    }
}
