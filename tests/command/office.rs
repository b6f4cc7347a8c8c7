//! Documents and ZIP archives: their text in its order, what they link to, and what becomes of hostile ones.

use std::{fs, path::PathBuf};

use crate::{
    shell,
    support::random::Random,
    zipped::{Member, Zip, zip},
};

/// A part of a Word document with one link, and what it looks like.
const PART: &str = "<w:p><w:r><w:t>See http://a.example/</w:t></w:r></w:p>";

/// Members of documents, and the lines with URLs in their order, behind the names of the members.
const TEXTS: &[(&[(&str, &str)], &str)] = &[
    // Runs of a paragraph are together, and paragraphs are not.
    (
        &[(
            "word/document.xml",
            "<w:p><w:r><w:t>http://a.exam</w:t></w:r>\n <w:r><w:t>ple/b</w:t></w:r></w:p><w:p><w:t>c</w:t></w:p>",
        )],
        "word/document.xml:http://a.example/b",
    ),
    (
        &[("word/document.xml", "<w:p><w:t>http://a.example/?b=1&amp;c=&#50;</w:t><w:tab/><w:t>d</w:t></w:p>")],
        "word/document.xml:http://a.example/?b=1&c=2\td",
    ),
    (
        &[("word/document.xml", "<p><t>http://a.example/b</t><noBreakHyphen/><t>c</t></p>")],
        "word/document.xml:http://a.example/b-c",
    ),
    // A relation stands where its text is, once, and with its fragment.
    (
        &[
            (
                "word/document.xml",
                "<w:p><w:hyperlink r:id='r1' w:anchor='c'><w:t>here</w:t></w:hyperlink><w:t>, now</w:t></w:p>",
            ),
            (
                "word/_rels/document.xml.rels",
                "<Relationship Id='r1' Target='http://a.example/b d' TargetMode='External'/>",
            ),
        ],
        "word/document.xml:here, now <URL:http://a.example/b%20d#c>",
    ),
    (
        &[
            (
                "word/_rels/document.xml.rels",
                "<Relationship Id='r1' Target='http://a.example/' TargetMode='External'/>",
            ),
            (
                "word/document.xml",
                "<w:p><w:hyperlink r:id='r1'><w:t>http://a.example</w:t></w:hyperlink><w:t>.</w:t></w:p>",
            ),
        ],
        "word/document.xml:http://a.example.",
    ),
    // A longer URL in the text is another one.
    (
        &[
            (
                "word/_rels/document.xml.rels",
                "<Relationship Id='r1' Target='http://a.example/' TargetMode='External'/>",
            ),
            ("word/document.xml", "<w:p><w:hyperlink r:id='r1'><w:t>http://a.example/b</w:t></w:hyperlink></w:p>"),
        ],
        "word/document.xml:http://a.example/b <URL:http://a.example/>",
    ),
    // A relation that nothing names, and others that lead nowhere.
    (
        &[
            ("word/settings.xml", "<w:settings/>"),
            (
                "word/_rels/settings.xml.rels",
                "<R Id='r1' Target='http://template.example/' TargetMode='External'/><R Id='r2' Target='x.xml'/>\
                 <R Id='r3' Target='javascript:a()' TargetMode='External'/>",
            ),
            ("word/document.xml", "<w:p/>"),
        ],
        "word/settings.xml: <URL:http://template.example/>",
    ),
    // Codes of fields may be cut anywhere.
    (
        &[(
            "word/document.xml",
            "<w:p><w:fldChar/><w:instrText> HYPERLINK \"http://a.exa</w:instrText><w:instrText>mple/\" \\l \"b\" </w:instrText>\
             <w:fldChar/><w:t>here</w:t><w:fldChar/><w:t>.</w:t></w:p>",
        )],
        "word/document.xml:here. <URL:http://a.example/#b>",
    ),
    (
        &[(
            "word/document.xml",
            "<w:p><w:fldSimple w:instr='HYPERLINK &quot;http://a.example/&quot;'><w:t>a</w:t></w:fldSimple></w:p>",
        )],
        "word/document.xml:a <URL:http://a.example/>",
    ),
    // What is deleted, moved away, or there for older programs is not the text.
    (
        &[(
            "word/document.xml",
            "<w:p><w:delText>http://b.example/</w:delText><w:moveFrom><w:t>http://c.example/</w:t></w:moveFrom>\
             <mc:Fallback><w:t>http://d.example/</w:t></mc:Fallback><w:t>http://a.example/</w:t></w:p>",
        )],
        "word/document.xml:http://a.example/",
    ),
    // The parts of a document have an order, whatever that of the archive.
    (
        &[
            ("word/header1.xml", "<w:p><w:t>http://header.example/</w:t></w:p>"),
            ("word/comments.xml", "<w:p><w:t>http://comment.example/</w:t></w:p>"),
            ("word/footnotes.xml", "<w:p><w:t>http://note.example/</w:t></w:p>"),
            (
                "word/document.xml",
                "<w:tc><w:p><w:t>http://a.example/</w:t></w:p></w:tc><w:tc><w:p><w:t>b</w:t></w:p></w:tc>",
            ),
        ],
        "word/document.xml:http://a.example/\nword/footnotes.xml:http://note.example/\n\
         word/comments.xml:http://comment.example/\nword/header1.xml:http://header.example/",
    ),
    (
        &[
            ("ppt/presentation.xml", "<p/>"),
            ("ppt/notesSlides/notesSlide1.xml", "<a:p><a:t>http://notes.example/</a:t></a:p>"),
            ("ppt/slides/slide10.xml", "<a:p><a:t>http://ten.example/</a:t></a:p>"),
            ("ppt/slides/slide9.xml", "<a:p><a:r><a:rPr><a:hlinkClick r:id='r1'/></a:rPr><a:t>nine</a:t></a:r></a:p>"),
            ("ppt/slides/_rels/slide9.xml.rels", "<R Id='r1' Target='http://nine.example/' TargetMode='External'/>"),
        ],
        "ppt/slides/slide9.xml:nine <URL:http://nine.example/>\nppt/slides/slide10.xml:http://ten.example/\n\
         ppt/notesSlides/notesSlide1.xml:http://notes.example/",
    ),
    (
        &[
            ("xl/workbook.xml", "<workbook/>"),
            (
                "xl/worksheets/sheet1.xml",
                "<c><f>HYPERLINK(\"http://f.example/\",\"Soup\")</f><v>Soup</v></c><hyperlink r:id='r1'/>",
            ),
            ("xl/worksheets/_rels/sheet1.xml.rels", "<R Id='r1' Target='http://link.example/' TargetMode='External'/>"),
            (
                "xl/sharedStrings.xml",
                "<si><r><t>http://a.exam</t></r><r><t>ple/</t></r><rPh><t>x</t></rPh></si><si><t>b</t></si>",
            ),
            ("xl/comments1.xml", "<comment><text><r><t>http://c.example/</t></r></text></comment>"),
        ],
        "xl/sharedStrings.xml:http://a.example/\nxl/worksheets/sheet1.xml:Soup <URL:http://f.example/>\n\
         xl/worksheets/sheet1.xml: <URL:http://link.example/>\nxl/comments1.xml:http://c.example/",
    ),
    (
        &[
            ("META-INF/manifest.xml", "<manifest/>"),
            ("styles.xml", "<style:header><text:p>http://header.example/</text:p></style:header>"),
            (
                "content.xml",
                "<text:p>http://a.exam<text:span>ple/</text:span><text:note><text:note-citation>1</text:note-citation>\
                 <text:p>http://note.example/</text:p></text:note></text:p>\
                 <text:h><text:a xlink:href='http://b.example/'>b</text:a><text:a xlink:href='#c'>c</text:a></text:h>",
            ),
        ],
        "content.xml:http://a.example/\ncontent.xml:http://note.example/\ncontent.xml:bc <URL:http://b.example/>\n\
         styles.xml:http://header.example/",
    ),
];

#[test]
fn documents_are_read_in_their_order() {
    let folder = folder("texts");
    for (members, expected) in TEXTS {
        fs::write(folder.join("a"), zip(members)).unwrap();
        let expected: String = expected.lines().map(|line| format!("a/{line}\n")).collect();
        assert_eq!(run("napkin -H --line a", &folder), (expected, String::new(), 0), "{members:?}");
    }
}

#[test]
fn a_book_is_read_in_the_order_of_its_spine() {
    let folder = folder("book");
    let book = zip(&[
        ("mimetype", "application/epub+zip"),
        ("META-INF/container.xml", "<rootfile full-path='b/c.opf'/>"),
        (
            "b/c.opf",
            "<item id='1' href='one.xhtml'/><item id='2' href='two.xhtml'/><itemref idref='2'/><itemref idref='1'/>",
        ),
        ("b/nav.xhtml", "<a href='http://nav.example/'>"),
        ("b/one.xhtml", "<?xml version='1.0'?><html><a href='http://one.example/?b&amp;c'>one</a>"),
        ("b/two.xhtml", "<p>http://two.exam<b>ple</b>/"),
    ]);
    fs::write(folder.join("a.epub"), book).unwrap();
    let expected = "http://two.example/\nhttp://one.example/?b&c\nhttp://nav.example/\n";
    assert_eq!(run("napkin a.epub", &folder), (expected.into(), String::new(), 0));
}

/// A document is searched wherever it stands, and an archive only with `-z`.
#[test]
fn archives_are_folders() {
    let folder = folder("archives");
    let document = zip(&[("word/document.xml", PART)]);
    let mut archive = Zip::default();
    archive.add("b/text", b"http://b.example/");
    archive.add("b.docx", &document);
    archive.add("page", b"<!doctype html><a href='http://c.example/'>");
    archive.add("binary", b"\0http://binary.example/");
    archive.add("../../etc/./x\\y", b"http://d.example/");
    archive.add("folder/", b"");
    fs::write(folder.join("b.zip"), archive.finish()).unwrap();
    fs::write(folder.join("a.docx"), document).unwrap();
    let refused = "napkin: b.zip: is a ZIP archive; use -z to search it\n";
    assert_eq!(run("napkin b.zip", &folder), (String::new(), refused.into(), 2));
    let passed = "napkin: passed over 1 ZIP archive (use -z)\n".into();
    assert_eq!(run("napkin .", &folder), ("./a.docx/word/document.xml:http://a.example/\n".into(), passed, 0));
    let expected = "b/text:http://b.example/\nb.docx/word/document.xml:http://a.example/\npage:http://c.example/\n\
                    etc/x/y:http://d.example/\n";
    let passed = "napkin: passed over 1 binary archive member (unpack it, and name it)\n";
    for (line, name) in [
        ("napkin -z b.zip", "b.zip"),
        ("napkin -z < b.zip", "-"),
        ("cat b.zip | napkin -z", "-"),
        ("mkfifo pipe; cat b.zip > pipe & napkin -z pipe", "pipe"),
    ] {
        let expected: String = expected.lines().map(|line| format!("{name}/{line}\n")).collect();
        assert_eq!(run(line, &folder), (expected, passed.into(), 0), "{line}");
    }
    let large =
        "napkin: -: is a ZIP file above --message-limit, which can only be read from disk; save it and name it\n";
    assert_eq!(run("napkin -z --message-limit 100 < b.zip", &folder), (String::new(), large.into(), 2));
    let packed = "gzip -k a.docx; napkin -z a.docx.gz; tar cf a.tar a.docx b.zip; napkin a.tar; napkin --html a.docx";
    let said = "napkin: passed over 1 ZIP archive (use -z)\n\
                napkin: a.docx: is a document or a ZIP archive, which can't become a page\n";
    assert_eq!(
        run(packed, &folder),
        ("http://a.example/\na.tar/a.docx/word/document.xml:http://a.example/\n".into(), said.into(), 2)
    );
}

/// Each ends in one message, behind what could be read.
#[test]
fn what_is_wrong_is_said_in_a_line() {
    let folder = folder("wrong");
    let part = |name: &str| zip(&[("word/document.xml", PART), (name, "<w:p><w:t>http://b.example/</w:t></w:p>")]);
    let member = Member { name: "word/document.xml", flags: 0, method: 0, crc: 0, size: 4, stored: b"<w:p" };
    let only = |member: Member<'_>| {
        let mut zip = Zip::default();
        zip.add("word/a.xml", PART.as_bytes());
        zip.add_as(member);
        zip.finish()
    };
    let nested = (0..5).fold(PART.as_bytes().to_vec(), |inner, _| {
        let mut zip = Zip::default();
        zip.add("a", &inner);
        zip.finish()
    });
    let mut overlapping = Zip::default();
    overlapping.add("a", PART.as_bytes());
    (0..9).for_each(|_| overlapping.list(Member { name: "b", stored: &[0; 999], ..member }, 0));
    let bomb = zip(&[("word/document.xml", PART), ("word/z.xml", &format!("<w:t>{}", " ".repeat(80 << 20)))]);
    let cut = part("word/b.xml");
    for (bytes, found, said) in [
        (only(Member { flags: 1, ..member }), 1, "a/word/document.xml: is encrypted"),
        (
            only(Member { method: 9, ..member }),
            1,
            "a/word/document.xml: is compressed by method 9, which napkin can't read",
        ),
        (only(Member { method: 8, ..member }), 1, "a/word/document.xml: is cut off"),
        (only(Member { method: 8, stored: b"\xFF", ..member }), 1, "a/word/document.xml: is damaged"),
        (only(Member { crc: 1, ..member }), 1, "a/word/document.xml: is damaged: its checksum is wrong"),
        (
            only(Member { stored: b"\x01\x02", crc: 0xb6cc4292, ..member }),
            1,
            "a/word/document.xml: is not XML; the document may be encrypted",
        ),
        (nested, 0, "a/a/a/a/a: stands in 3 archives, one in the other; unpack one first"),
        (overlapping.finish(), 0, "a: is a ZIP archive whose members overlap"),
        (cut[..cut.len() - 30].to_vec(), 2, "a: the ZIP archive is cut off or damaged"),
        (b"PK\x03\x04 http://a.example/".to_vec(), 0, "a: the ZIP archive is cut off or damaged"),
        (
            b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1".repeat(99),
            0,
            "a: is an old or encrypted Office file, which napkin can't read; save it as docx, xlsx or pptx, and a message as eml",
        ),
        (bomb, 1, "a/word/z.xml: expands too much; see --max-decompressed"),
    ] {
        fs::write(folder.join("a"), &bytes).unwrap();
        let (out, errors, status) = run("napkin -z --max-decompressed 60M a", &folder);
        assert_eq!((out.lines().count(), errors, status), (found, format!("napkin: {said}\n"), 2));
    }
}

/// No entity is expanded, no depth is too deep, and no name reaches a terminal as it is.
#[test]
fn hostile_documents_are_read_as_far_as_they_are_text() {
    let folder = folder("hostile");
    let entities = "<!DOCTYPE a [<!ENTITY a 'http://b.example/'><!ENTITY b '&a;&a;'>]><w:p><w:t>&b; &a;</w:t></w:p>";
    let deep = "<w:p>".repeat(1 << 20) + PART;
    for text in [&format!("{entities}{PART}"), &deep, &format!("{PART}<w:p w:a='>"), &format!("</w:p></x>{PART}")] {
        fs::write(folder.join("a"), zip(&[("word/document.xml", text)])).unwrap();
        assert_eq!(run("napkin a", &folder), ("http://a.example/\n".into(), String::new(), 0), "{:.80}", text);
    }
    fs::write(folder.join("b"), zip(&[("word/document\x1b[2J.xml", PART)])).unwrap();
    let shown = run("script -qec 'napkin --hyperlink never --color never b' /dev/null", &folder).0;
    assert!(shown.contains(r"document\u{1b}[2J.xml") && !shown.contains('\x1b'), "{shown:?}");
}

/// Wherever a document is cut or changed, the command ends as it should.
#[test]
fn no_damage_is_too_much() {
    let folder = folder("damage");
    let document = zip(&[
        ("word/document.xml", &PART.repeat(20)),
        ("word/_rels/document.xml.rels", "<R Id='r1' Target='http://b.example/' TargetMode='External'/>"),
        ("word/header1.xml", PART),
    ]);
    let mut random = Random(7);
    let mut number = |below: usize| (random.number() % below as u64) as usize;
    for round in 0..120 {
        let mut bytes = document.clone();
        if round % 3 == 0 {
            bytes.truncate(number(bytes.len()));
        } else {
            (0..=round % 5).for_each(|_| bytes[number(document.len())] = number(256) as u8);
        }
        fs::write(folder.join("a"), &bytes).unwrap();
        let (out, errors, status) = run("napkin -z a", &folder);
        assert!((0..=2).contains(&status) && !errors.contains("panicked"), "{round}: {errors}");
        assert!(status != 0 || !out.is_empty(), "{round}: {errors}");
    }
}

/// A document of 150 MB needs no more memory than a small one.
#[test]
fn memory_is_bounded() {
    let folder = folder("memory");
    let mut random = Random(3);
    let words = "soup ".repeat(200);
    let mut paragraph = || format!("<w:p><w:t>{words}http://{:x}.example/</w:t></w:p>", random.number());
    let text: String = (0..150_000).map(|_| paragraph()).collect();
    fs::write(folder.join("a"), zip(&[("word/document.xml", &text)])).unwrap();
    let (out, errors, status) = run("ulimit -v 140000; MALLOC_ARENA_MAX=1 napkin -j1 -c -I a", &folder);
    assert_eq!((out.as_str(), errors.as_str(), status), ("150000\n", "", 0));
    fs::remove_file(folder.join("a")).unwrap();
}

fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("office-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// Returns what a command line prints, what it says, and its status.
fn run(line: &str, folder: &std::path::Path) -> (String, String, i32) {
    let output = shell::run(line, folder);
    let string = |bytes| String::from_utf8(bytes).unwrap();
    (string(output.stdout), string(output.stderr), output.status.code().unwrap_or(-1))
}
