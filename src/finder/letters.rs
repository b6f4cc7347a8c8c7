//! HTML out of mail: messages as people read them, each an article of a page.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet, hash_map::RandomState},
    hash::BuildHasher,
    io::{self, Read, Write},
};

use crate::{
    engine::{accept::accept_value, subject::Subject},
    error::{Error, Stop},
    finder::linkifier::Linkifier,
    link::{Attribute, Link},
    source::{
        html::AnchorTarget,
        identity::identity,
        mail::{Letter, LetterPart, Options, letters},
    },
    write::{
        Page, PageLayout,
        html::{Article, AttachedFile, HtmlWriter, masked_text, push_label},
    },
};

/// How many messages are remembered for links to them.
const MOST_REMEMBERED: usize = 1 << 20;

impl Linkifier {
    /// Reads mail to its end and writes each message as an article of a section: the header as a table, quotes nested,
    /// the signature dimmed, and a link to the message that it answers, if that came before.
    ///
    /// Of alternative parts, the plain text is shown. HTML parts are shown as text with a list of their other links;
    /// attachments by name, type and size. See [`write_section`](Linkifier::write_section).
    ///
    /// ```
    /// use napkin::{Finder, Linkifier, write::Page};
    ///
    /// let mail = "From: Sam <sam@a.example>\nSubject: Soup\n\n> where?\nhttp://a.example/soup\n";
    /// let mut html = Vec::new();
    /// Linkifier::new(Finder::new()).write_mail(&Page::new("Mail"), (1, ""), mail.as_bytes(), &mut html)?;
    /// let html = String::from_utf8(html)?;
    /// assert!(html.contains("<article id=m1><h3>Soup<a class=self href=#m1"));
    /// assert!(html.contains("<tr><th>From</th><td>Sam &lt;sam@a.example&gt;</td></tr>"));
    /// assert!(html.contains("&gt; where?\n</details>"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns the error of a read, after the section was closed, or of a write.
    pub fn write_mail<R: Read, W: Write>(
        &self,
        page: &Page,
        (number, name): (usize, &str),
        reader: R,
        mut writer: W,
    ) -> Result<(), Error> {
        let (before, after) = page.around_messages(number, name);
        writer.write_all(before.as_bytes())?;
        let mut articles = Articles { prefix: Page::prefix(number), ..Articles::new(self) };
        let mut html = Vec::new();
        let read = letters(reader, Options::default().limit, &mut |letter| {
            html.clear();
            articles.article(&mut html, letter)?;
            Ok(writer.write_all(&html)?)
        });
        let read = Stop::finish(read);
        if !matches!(&read, Err(error) if error.is_write()) {
            writer.write_all(after.as_bytes())?;
            writer.flush()?;
        }
        read
    }
}

/// Where a message is shown.
#[derive(Debug)]
pub(super) struct LetterPlace<'p> {
    pub(super) id: &'p str,
    /// The id and number of the message that it answers.
    pub(super) parent: Option<(String, usize)>,
    /// The file with the message as it was sent.
    pub(super) raw: Option<&'p str>,
}

/// Sees what messages contain while they are written.
pub(super) trait Watch {
    fn link(&mut self, _: &Link<'_>) {}

    /// Takes the type and content of an attachment, and returns the file that has it.
    fn attachment(&mut self, _: &str, _: &[u8]) -> io::Result<Option<AttachedFile>> {
        Ok(None)
    }
}

impl Watch for () {}

/// The state kept from one message to the next.
struct Articles<'l> {
    linkifier: &'l Linkifier,
    /// The prefix of ids.
    prefix: String,
    count: usize,
    /// The messages before, by the hashes of their identifiers: their numbers.
    known: HashMap<u64, usize>,
    hashes: RandomState,
}

impl<'l> Articles<'l> {
    fn new(linkifier: &'l Linkifier) -> Articles<'l> {
        let (known, hashes) = (HashMap::new(), RandomState::new());
        Articles { linkifier, prefix: String::new(), count: 0, known, hashes }
    }

    fn article(&mut self, html: &mut Vec<u8>, letter: &Letter<'_>) -> io::Result<()> {
        self.count += 1;
        let id = format!("{}m{}", self.prefix, self.count);
        let parent = letter.parents.iter().find_map(|id| self.known.get(&self.hashes.hash_one(id)));
        let parent = parent.map(|number| (format!("{}m{number}", self.prefix), *number));
        let place = LetterPlace { id: &id, parent, raw: None };
        self.linkifier.push_letter(html, letter, place, &mut ())?;
        if let Some(id) = letter.id.as_ref().filter(|_| self.known.len() < MOST_REMEMBERED) {
            // The first of several with one identifier is the one.
            self.known.entry(self.hashes.hash_one(id)).or_insert(self.count);
        }
        Ok(())
    }
}

impl Linkifier {
    /// Returns the subject, with addresses masked if that is set.
    pub(super) fn shown_subject<'t>(&self, letter: &'t Letter<'_>) -> Option<Cow<'t, str>> {
        Some(self.shown_label(letter.subject.as_deref()?))
    }

    /// Returns a name or title, with addresses masked if that is set.
    pub(super) fn shown_label<'t>(&self, label: &'t str) -> Cow<'t, str> {
        if self.anchoring.masks_addresses { Cow::Owned(masked_text(label)) } else { Cow::Borrowed(label) }
    }

    /// Appends a message, and shows its links and attachments to `watch`. Returns the end of its header rows.
    pub(super) fn push_letter(
        &self,
        html: &mut Vec<u8>,
        letter: &Letter<'_>,
        LetterPlace { id, parent, raw }: LetterPlace<'_>,
        watch: &mut dyn Watch,
    ) -> io::Result<usize> {
        let mut article = Article::begin(html, id, self.shown_subject(letter).as_deref(), raw);
        for (name, value) in &letter.fields {
            let push = |html: &mut Vec<u8>| self.push_fragment(html, value.as_bytes());
            if matches!(*name, "To" | "Cc") {
                article.addresses(name, value, push);
            } else {
                article.field(name, push);
            }
        }
        if let Some((parent, number)) = parent {
            article.parent(&parent, number);
        }
        let rows = article.texts();
        let mut last = &[][..];
        for part in &letter.parts {
            match part {
                LetterPart::Targets(targets) => self.push_targets(&mut article, targets, last, watch),
                LetterPart::Text(text) => {
                    last = text;
                    article.text(|html| self.push_text(html, text, watch))?;
                }
                LetterPart::Attachment(attachment) => {
                    let content = attachment.content();
                    let file = watch.attachment(&attachment.kind, &content)?;
                    let name = attachment.name.as_deref().map(|name| self.shown_label(name));
                    article.attachment(name.as_deref(), &attachment.kind, content.len(), file.as_ref());
                }
            }
        }
        article.end();
        Ok(rows)
    }

    /// Appends the links of anchors that are not in the text before them.
    fn push_targets(&self, article: &mut Article<'_>, targets: &[AnchorTarget], text: &[u8], watch: &mut dyn Watch) {
        let hidden = self.hidden_targets(targets, text);
        hidden.iter().for_each(|(_, link)| watch.link(link));
        if !hidden.is_empty() {
            article.targets(
                hidden.into_iter().map(|(words, link)| {
                    (self.shown_label(words), move |html: &mut Vec<u8>| self.push_link(html, &link))
                }),
            );
        }
    }

    /// Appends a link to a URL, or the URL as text if it may not be one.
    pub(super) fn push_url(&self, html: &mut Vec<u8>, url: &str) {
        let targets = [AnchorTarget { words: String::new(), url: url.to_owned() }];
        match self.hidden_targets(&targets, b"").pop() {
            Some((_, link)) => self.push_link(html, &link),
            None => push_label(html, url),
        }
    }

    /// The links of the anchors that are in no text: each once, with the words of the first.
    fn hidden_targets<'t>(&self, targets: &'t [AnchorTarget], text: &[u8]) -> Vec<(&'t str, Link<'t>)> {
        let config = &*self.finder.config;
        let mut seen: HashSet<String> = self.finder.find_iter(text).map(|link| identity(&link)).collect();
        let mut hidden = Vec::new();
        for AnchorTarget { words, url } in targets {
            // A reference leads nowhere from here.
            if !self.anchoring.allows(url) {
                continue;
            }
            let attribute = Attribute { element: "a", name: "href" };
            let written = Cow::Borrowed(url.as_bytes());
            let judged = accept_value(Subject::new(config), written, 0..url.len(), url, false, attribute);
            let Ok(link) = judged else { continue };
            if seen.insert(identity(&link)) {
                hidden.push((words.as_str(), link));
            }
        }
        hidden
    }

    fn push_link(&self, html: &mut Vec<u8>, link: &Link<'_>) {
        let mut writer = HtmlWriter::new(self.anchoring(), html);
        writer.anchor(link);
        // A vector takes every write.
        let _ = writer.stretch(link.as_bytes()).and_then(|()| writer.finish(""));
    }

    fn push_fragment(&self, html: &mut Vec<u8>, text: &[u8]) {
        // A vector takes every write.
        let _ = self.linkify(text, HtmlWriter::new(self.anchoring(), html), "");
    }

    fn push_text(&self, html: &mut Vec<u8>, text: &[u8], watch: &mut dyn Watch) -> io::Result<()> {
        let writer = HtmlWriter::for_page(self.anchoring(), html, PageLayout::Mail, "");
        self.linkify_seeing(text, writer, "", &mut |link| watch.link(link)).map(drop)
    }
}
