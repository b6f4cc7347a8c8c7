//! The kinds of files that are not text, by the first bytes that their standards ask for.
//!
//! Records and what is compressed aren't searched: in their bytes a URL runs into the field after it, or is cut.

use crate::inputs::peek::Source;

/// A kind of file that napkin can't read.
#[derive(Debug, PartialEq, Eq)]
pub struct Kind {
    /// The name with its article.
    pub name: &'static str,
    pub advice: &'static str,
    /// Strings in it end visibly: a named file is searched as it is.
    pub has_text: bool,
    /// The first bytes; a question mark stands for any byte.
    magic: &'static [&'static [u8]],
}

/// Records, or compressed data.
const fn packed(name: &'static str, magic: &'static [&'static [u8]], advice: &'static str) -> Kind {
    Kind { name, advice, has_text: false, magic }
}

/// Strings among other data.
const fn mixed(name: &'static str, magic: &'static [&'static [u8]], advice: &'static str) -> Kind {
    Kind { name, advice, has_text: true, magic }
}

pub static BINARY: Kind = mixed("a binary file", &[], "name it to search it");
pub static MEMBER: Kind = mixed("a binary archive member", &[], "unpack it, and name it");
pub static COMPRESSED: Kind = packed("a compressed file", &[], "use -z");
pub static ZIP: Kind = packed("a ZIP archive", &[], if cfg!(feature = "zip") { "use -z" } else { "unpack it first" });

static DER: Kind = packed("a DER file", &[], "for a certificate, try: openssl x509 -in FILE -noout -text | napkin");

static KINDS: [Kind; 60] = [
    // Archives.
    packed("a 7z file", &[b"7z\xBC\xAF\x27\x1C"], "try: 7z x -so FILE | napkin"),
    packed("a RAR file", &[b"Rar!\x1A\x07"], "try: unrar p -inul FILE | napkin"),
    packed("a CAB file", &[b"MSCF\0\0\0\0"], "try: cabextract -p FILE | napkin"),
    packed("an ar archive", &[b"!<arch>\n"], "try: ar p FILE | napkin"),
    packed("an LHA archive", &[b"??-lh?-"], "try: 7z x -so FILE | napkin"),
    packed("an ARJ archive", &[b"\x60\xEA?\0"], "try: 7z x -so FILE | napkin"),
    packed("an RPM package", &[b"\xED\xAB\xEE\xDB"], "try: rpm2cpio FILE | cpio -i --to-stdout | napkin"),
    packed("a xar archive", &[b"xar!\0"], "try: 7z x -so FILE | napkin"),
    packed("a SquashFS image", &[b"hsqs????????????????????????\x04\0\0\0"], "try: unsquashfs -cat FILE PATH | napkin"),
    packed(
        "a disk image",
        &[b"QFI\xFB", b"KDMV?\0\0\0", b"vhdxfile?\0", b"conectix\0\0\0\x02"],
        "mount it, and search the folder",
    ),
    packed("a Git pack", &[b"PACK\0\0\0", b"DIRC\0\0\0"], "try: git log -p --all | napkin"),
    // Compressed files.
    packed("an lz4 file", &[b"\x04\x22\x4D\x18", b"\x02\x21\x4C\x18"], "try: lz4 -dc FILE | napkin"),
    packed("a compress (.Z) file", &[b"\x1F\x9D"], "try: uncompress -c FILE | napkin"),
    packed("an lzip file", &[b"LZIP\x01", b"LZIP\0"], "try: lzip -dc FILE | napkin"),
    packed("an LZMA file", &[b"]\0\0"], "try: xz -dc FILE | napkin"),
    packed("an lzop file", &[b"\x89LZO\0\r\n\x1A\n"], "try: lzop -dc FILE | napkin"),
    packed("a Snappy file", &[b"\xFF\x06\0\0sNaPpY"], "try: snzip -dc FILE | napkin"),
    packed("a zlib file", &[b"x\x01", b"x\x9C", b"x\xDA"], "try: zlib-flate -uncompress < FILE | napkin"),
    packed("a Mozilla lz4 file", &[b"mozLz40\0"], "try: lz4jsoncat FILE | napkin"),
    // Mail.
    packed("an Outlook mailbox", &[b"!BDN"], "try: readpst -o FOLDER FILE"),
    packed("an Outlook Express mailbox", &[b"\xCF\xAD\x12\xFE"], "try: readdbx -f FILE -o MBOX"),
    packed("a winmail.dat (TNEF) file", &[b"\x78\x9F\x3E\x22"], "try: tnef --directory FOLDER FILE"),
    // Documents and books.
    packed(
        "an old or encrypted Office file",
        &[b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"],
        "save it as docx, xlsx or pptx, and a message as eml",
    ),
    packed("a OneNote file", &[b"\xE4\x52\x5C\x7B\x8C\xD8\xA7\x4D"], "export it as docx or HTML"),
    packed("a WordPerfect file", &[b"\xFFWPC"], "try: wpd2text FILE | napkin"),
    packed("a DjVu file", &[b"AT&TFORM"], "try: djvutxt FILE | napkin"),
    packed("a DVI file", &[b"\xF7\x02\x01\x83\x92"], "try: dvi2tty -q FILE | napkin"),
    packed("a CHM file", &[b"ITSF?\0\0\0"], "try: 7z x -so FILE | napkin"),
    packed(
        "a Kindle or Palm book",
        &[b"????????????????????????????????????????????????????????????BOOKMOBI"],
        "try: ebook-convert FILE book.txt",
    ),
    // Databases and records.
    packed("an SQLite database", &[b"SQLite format 3\0"], "try: sqlite3 FILE .dump | napkin"),
    packed("an SQLite log", &[b"\x37\x7F\x06\x82", b"\x37\x7F\x06\x83", b"\xD9\xD5\x05\xF9"], "read its database"),
    packed(
        "a Berkeley DB file",
        &[b"????????????\x62\x31\x05\0", b"????????????\x61\x15\x06\0", b"????????????\0\x05\x31\x62"],
        "try: db_dump -p FILE | napkin",
    ),
    packed(
        "a GDBM file",
        &[b"\xCD\x9A\x57\x13", b"\xCE\x9A\x57\x13", b"\xCF\x9A\x57\x13"],
        "try: gdbm_dump FILE | napkin",
    ),
    packed("an LMDB file", &[b"????????????????\xDE\xC0\xEF\xBE"], "try: mdb_dump -n -p FILE | napkin"),
    packed("an Access database", &[b"\0\x01\0\0Standard "], "save its tables as CSV"),
    packed("a KeePass database", &[b"\x03\xD9\xA2\x9A"], "export it as XML or CSV"),
    packed("a property list", &[b"bplist0", b"bplist1"], "try: plistutil -i FILE | napkin"),
    packed("a Chromium session file", &[b"SNSS?\0\0\0"], "copy its pages from the browser"),
    packed("a systemd journal", &[b"LPKSHHRH"], "try: journalctl --file FILE | napkin"),
    packed("a Windows event log", &[b"ElfFile\0"], "try: evtx_dump FILE | napkin"),
    packed("a registry hive", &[b"regf????????????????\x01\0\0\0"], "save it as a .reg file"),
    packed(
        "a packet capture",
        &[b"\xD4\xC3\xB2\xA1", b"\xA1\xB2\xC3\xD4", b"\x4D\x3C\xB2\xA1", b"\xA1\xB2\x3C\x4D", b"\n\r\r\n"],
        "try: tcpflow -c -r FILE | napkin",
    ),
    packed("a Parquet file", &[b"PAR1\x15"], "try: duckdb -csv -c \"from 'FILE'\" | napkin"),
    packed("an Avro file", &[b"Obj\x01"], "try: avro-tools tojson FILE | napkin"),
    packed("an Arrow file", &[b"ARROW1\0"], "use the Python package, or save it as CSV"),
    packed("an HDF5 file", &[b"\x89HDF\r\n\x1A\n"], "try: h5dump FILE | napkin"),
    packed("a NumPy file", &[b"\x93NUMPY"], "save it as CSV"),
    packed("a CBOR file", &[b"\xD9\xD9\xF7"], "try: python3 -m cbor2.tool FILE | napkin"),
    packed(
        "a Python pickle",
        &[b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05"],
        "try: python3 -m pickletools FILE | napkin",
    ),
    packed("a compiled Python file", &[b"??\r\n?\0\0\0"], "search the source"),
    packed("a serialized Java object", &[b"\xAC\xED\0\x05"], "save it as JSON or XML"),
    // Strings among other data.
    mixed("a PDF file", &[b"%PDF-"], "use --pre, or try: pdftotext -layout FILE - | napkin"),
    mixed(
        "a program",
        &[
            b"\x7FELF",
            b"MZ?\0",
            b"MZ?\x01",
            b"\xFE\xED\xFA\xCE",
            b"\xFE\xED\xFA\xCF",
            b"\xCE\xFA\xED\xFE",
            b"\xCF\xFA\xED\xFE",
            b"\xCA\xFE\xBA\xBE",
            b"\0asm",
            b"dex\n03?\0",
            b"\x1BLua",
            b"FOR1????BEAM",
        ],
        "try: strings FILE | napkin",
    ),
    mixed("a message catalogue", &[b"\xDE\x12\x04\x95", b"\x95\x04\x12\xDE"], "try: msgunfmt FILE | napkin"),
    mixed("a Windows shortcut", &[b"L\0\0\0\x01\x14\x02\0"], "try: exiftool FILE | napkin"),
    mixed("a Safari cookie file", &[b"cook\0"], "copy its hosts from the browser"),
    mixed("a PostScript font", &[b"\x80\x01????%!"], "try: t1ascii FILE | napkin"),
    mixed(
        "an image",
        &[
            b"\x89PNG\r\n\x1A\n",
            b"GIF87a",
            b"GIF89a",
            b"\xFF\xD8\xFF",
            b"II*\0",
            b"MM\0*",
            b"RIFF????WEBP",
            b"BM????\0\0\0\0",
            b"\0\0\x01\0",
            b"8BPS\0",
            b"\0\0\0\x0CjP",
            b"\0\0\0\x0CJXL",
            b"\xFF\x0A",
            b"\0\0\0?ftyphei",
            b"\0\0\0?ftypavi",
            b"\0\0\0?ftypmif",
            b"gimp xcf ????\0",
            b"\x76\x2F\x31\x01",
        ],
        "try: tesseract FILE - | napkin",
    ),
    mixed(
        "an audio or video file",
        &[
            b"ID3\x02",
            b"ID3\x03",
            b"ID3\x04",
            b"\xFF\xFB",
            b"\xFF\xF3",
            b"\xFF\xF2",
            b"\xFF\xF1",
            b"\xFF\xF9",
            b"OggS\0",
            b"fLaC",
            b"RIFF????WAVE",
            b"RIFF????AVI ",
            b"FORM????AIF",
            b"\0\0\0?ftyp",
            b"\x1A\x45\xDF\xA3",
            b"\x30\x26\xB2\x75\x8E\x66\xCF\x11",
            b"FLV\x01",
            b"MThd\0\0\0\x06",
            b"\0\0\x01\xBA",
        ],
        "try: exiftool FILE | napkin",
    ),
    mixed(
        "a font",
        &[b"\0\x01\0\0\0", b"OTTO\0", b"true\0", b"ttcf\0", b"wOFF\0\x01\0\0", b"wOFFOTTO", b"wOF2"],
        "try: exiftool FILE | napkin",
    ),
];

impl Kind {
    /// Returns the kind of a source, if it is one of these. Reads no further than its first bytes may belong to one.
    pub fn of(source: &mut Source) -> Option<&'static Kind> {
        source.fill(1);
        loop {
            let mut is_open = false;
            for kind in &KINDS {
                for magic in kind.magic {
                    if begins(source.head(), magic) {
                        if source.head().len() >= magic.len() {
                            return Some(kind);
                        }
                        is_open = true;
                    }
                }
            }
            if !is_open || source.is_end() {
                return is_der(source).then_some(&DER);
            }
            source.more();
        }
    }

    /// Returns the reason why a file isn't searched.
    pub fn refusal(&self) -> String {
        format!("is {}, which napkin can't read; {}", self.name, self.advice)
    }

    /// Returns the name after a count.
    pub fn counted(&self, count: u64) -> String {
        let name = self.name.split_once(' ').map_or(self.name, |(_, name)| name);
        let ending = match (count, name.as_bytes().last()) {
            (1, _) => "",
            (_, Some(b'x')) => "es",
            _ => "s",
        };
        format!("{count} {name}{ending}")
    }
}

/// Returns `true` if `head` begins with a signature, as far as both go. Only binary data has one after other bytes.
fn begins(head: &[u8], magic: &[u8]) -> bool {
    head.iter().zip(magic).all(|(byte, wanted)| byte == wanted || *wanted == b'?')
        && (magic[0] != b'?' || memchr::memchr(0, head).is_some())
}

/// How much is read to see whether a source is in DER.
const HEAD: usize = 512;

/// The longest tag and length of an element, in bytes.
const LONGEST: usize = 6;

/// Returns `true` for a sequence in BER or DER (X.690) whose elements fill it as far as they were read. A text may begin
/// with its first byte, but not with the length of a long one, and has no tag of a string in it.
fn is_der(source: &mut Source) -> bool {
    if source.head().first() == Some(&b'0') {
        source.fill(2);
    }
    let is_short = match source.head() {
        [b'0', 0x80..=0x84, ..] => false,
        [b'0', 0..0x80, rest @ ..] if rest.iter().any(|&byte| matches!(byte, 0..=6 | 0x0E..=0x1A)) => true,
        _ => return false,
    };
    source.fill(HEAD);
    let (head, is_whole) = (source.head(), source.is_end());
    let Some((_, first, end)) = element(head, 0) else { return false };
    if end.is_some_and(|end| is_whole && end > head.len() || is_short && end != head.len()) {
        return false;
    }
    let (mut at, end) = (first, end.unwrap_or(usize::MAX));
    while at < end.min(head.len()) {
        match element(head, at) {
            Some((0, ..)) if end == usize::MAX => break,
            Some((_, _, Some(next))) if next <= end => at = next,
            Some((_, _, None)) => return true,
            None if !is_whole && head.len() - at < LONGEST => break,
            _ => return false,
        }
    }
    at > first
}

/// Returns the tag of the element at `at`, the start of its content, and the end if the element gives its length.
fn element(bytes: &[u8], at: usize) -> Option<(u8, usize, Option<usize>)> {
    let (&tag, &length) = (bytes.get(at)?, bytes.get(at + 1)?);
    let is_known = matches!(tag, 0..=0x06 | 0x0A | 0x0C | 0x12..=0x1E | 0x30 | 0x31 | 0x80..=0x8F | 0xA0..=0xAF);
    let start = at + 2;
    let (start, length) = match length {
        _ if !is_known => return None,
        0..0x80 => (start, Some(usize::from(length))),
        0x80 if tag & 0x20 != 0 => (start, None),
        0x81..=0x84 => {
            let digits = bytes.get(start..start + usize::from(length & 0x7F))?;
            let number = digits.iter().fold(0_usize, |number, &byte| number << 8 | usize::from(byte));
            (start + digits.len(), Some(number))
        }
        _ => return None,
    };
    Some((tag, start, length.map(|length| start.saturating_add(length))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::peek::Peek;

    fn kind(bytes: &[u8]) -> Option<&'static str> {
        Kind::of(&mut Peek::new(Box::new(std::io::Cursor::new(bytes.to_vec())))).map(|kind| kind.name)
    }

    #[test]
    fn a_signature_is_enough_and_a_part_of_one_is_not() {
        for kind_of in &KINDS {
            for magic in kind_of.magic {
                let bytes: Vec<u8> = magic.iter().map(|&byte| if byte == b'?' { 0 } else { byte }).collect();
                let found = Kind::of(&mut Peek::new(Box::new(std::io::Cursor::new(bytes.clone())))).unwrap();
                assert_eq!(found.name, kind_of.name, "{magic:?}");
                assert_ne!(kind(&bytes[..bytes.len() - 1]), Some(kind_of.name), "{magic:?}");
            }
        }
    }

    #[test]
    fn texts_have_no_signature() {
        let texts =
            ["", "0", "07", "7z", "RIFF of soup", "BM", "MZ", "PACK", "bplist", "xar!", "hsqs", "ls -lha", "Obj"];
        for text in texts {
            assert_eq!(kind(text.as_bytes()), None, "{text}");
        }
        // In Shift JIS, the digit zero and a kana begin as a sequence does.
        let (sjis, ..) = encoding_rs::SHIFT_JIS.encode("0の本は、http://a.example/ にある。");
        assert_eq!(kind(&sjis.repeat(99)), None);
    }

    #[test]
    fn sequences_are_der() {
        let string = [b"\x16\x11".as_slice(), b"http://a.example/"].concat();
        let content = [&b"\x02\x01\x03"[..], &string.repeat(9)].concat();
        let der = [&[b'0', 0x81, content.len() as u8], &content[..]].concat();
        assert_eq!(kind(&der), Some("a DER file"));
        assert_eq!(
            kind(&[b"0\x80\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x07\x02\xA0\x80", &der[..]].concat()),
            Some("a DER file")
        );
        assert_eq!(kind(&[&b"0\x13"[..], &string].concat()), Some("a DER file"));
        assert_eq!(kind(&der[..der.len() - 1]), None, "it is cut off");
        assert_eq!(kind(&[b"0\x81\xB0", b"http://a.example/ ".repeat(99).as_slice()].concat()), None);
    }
}
