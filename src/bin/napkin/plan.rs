//! The plan: what the flags mean, decided before anything is read.

use encoding_rs::Encoding;
use napkin::{
    Finder, FinderBuilder, InputFinder, Kind, Kinds, filter::Selection, html::HtmlFinder, mail::MailFinder,
    warc::WarcFinder,
};

use crate::{
    arguments::{self, Arguments, Colour, Places, Unique},
    hypertext::Hypertext,
    inputs::{pre::Pre, walk::Walk},
    output::{
        formats::{Screen, Shape},
        writer::Look,
    },
    select::{self, Result},
    terminal,
};

#[derive(Debug)]
pub struct Plan {
    /// The flags, for all that they say by themselves. The paths are in the walk.
    pub arguments: Arguments,
    pub walk: Walk,
    /// The charset of all inputs, if given.
    pub encoding: Option<&'static Encoding>,
    pub pre: Option<Pre>,
    pub inputs: InputFinder,
    /// Which links are wanted.
    pub selection: Selection,
    /// The end of the output mentions rejected candidates.
    pub hints: bool,
    pub positions: bool,
    pub output: Shape,
    pub look: Look,
    /// When two URLs are the same, if each is printed once.
    pub unique: Option<Unique>,
    /// The counts of URLs are printed at the end, instead of the list.
    pub counts: bool,
    /// Each line is written at once.
    pub flushed: bool,
    pub threads: usize,
    /// The members of a single archive have names, too.
    pub names_members: bool,
}

impl Plan {
    pub fn new(mut arguments: Arguments) -> Result<Plan> {
        let terminal = terminal::is_terminal();
        let mut selection = select::selection(&arguments.choice)?;
        let walk = Walk::new(std::mem::take(&mut arguments.paths), &arguments.places)?;
        let Arguments { places, choice, reading, output, .. } = &arguments;
        let has_path = output.with_filename || !output.no_filename && walk.may_be_many();
        let mut shape = shape(&arguments, &walk, has_path, terminal)?;
        // Lines are counted only if they are shown: it takes a pass over the text.
        let positions = reading.explain || shape.has_positions();
        let hints = terminal && !reading.explain && matches!(shape, Shape::List(_) | Shape::Lines(_));
        let finder = finder(&arguments)
            .explain(reading.explain || choice.rejected || hints)
            .positions(positions)
            .labels(shape.has_labels())
            .build()?;
        if let Shape::Html(html) = shape {
            // The linkifier filters links: unwanted ones stay text.
            let html = html.with(finder.clone(), std::mem::take(&mut selection), places.message_limit);
            shape = Shape::Html(Box::new(html));
        }
        let unique = output.unique.or(output.counts.then_some(Unique::Exact));
        let in_order = unique.is_some() || matches!(shape, Shape::Html(_));
        Ok(Plan {
            encoding: places.encoding.as_deref().map(encoding).transpose()?,
            pre: Pre::new(places.pre.clone(), &places.pre_glob)?,
            inputs: inputs(finder, places),
            selection,
            hints,
            positions,
            unique,
            counts: output.counts && matches!(shape, Shape::List(_) | Shape::Lines(_) | Shape::Json),
            look: look(output, terminal),
            flushed: terminal || output.line_buffered,
            threads: if in_order || !walk.is_for_several() { 1 } else { threads(places.threads) },
            names_members: !output.no_filename && !has_path,
            walk,
            output: shape,
            arguments,
        })
    }
}

fn shape(arguments: &Arguments, walk: &Walk, has_path: bool, terminal: bool) -> Result<Shape> {
    let Arguments { places, choice, reading, output, html, .. } = arguments;
    let extent = html.html.filter(|_| !places.files && !output.quiet);
    let html = extent.map(|extent| {
        let choice = format!("{choice:?} {reading:?}");
        Hypertext::new(extent, html, choice, walk.paths(), walk.may_be_many())
    });
    let screen = match terminal {
        false => Screen::None,
        true if walk.reads_standard_input() && !walk.may_be_many() => Screen::Stream,
        true => Screen::Files,
    };
    Ok(Shape::of(output, html.transpose()?, (places.files, choice.rejected), has_path, screen))
}

/// Returns a finder that is still to be asked for explanations, places and labels.
fn finder(Arguments { choice, reading, html, .. }: &Arguments) -> FinderBuilder {
    let mut finder = Finder::builder();
    if let Some(base) = &reading.base {
        finder = finder.base(base);
    }
    if !choice.scheme.is_empty() {
        finder = finder.schemes(choice.scheme.iter().map(|scheme| select::scheme(scheme)));
    }
    // Addresses must be found to be masked.
    let masked = if html.mask_addresses { Kinds::from(Kind::Email) } else { Kinds::NONE };
    finder
        .kinds(choice.kind.iter().fold(masked, |all, kinds| all | *kinds))
        .any_scheme(choice.any_scheme)
        .refang(choice.refang)
        .skip_code(choice.skip.is_some())
        .grammar(reading.grammar)
        .rejoin(reading.rejoin)
        .hyphen(reading.hyphen)
        .unwrap_redirects(reading.unwrap)
        .strip_tracking(reading.strip_tracking)
}

fn look(output: &arguments::Output, terminal: bool) -> Look {
    Look {
        end: if output.null { b'\0' } else { b'\n' },
        coloured: switched(output.color, || output.pretty || output.ansi || terminal::has_colours(terminal)),
        hyperlinks: switched(output.hyperlink, || output.ansi || terminal::has_hyperlinks(terminal)),
        terminal,
    }
}

fn inputs(finder: Finder, places: &Places) -> InputFinder {
    let mail =
        MailFinder::new(finder.clone()).limit(places.message_limit).all_parts(places.all_parts).headers(places.headers);
    let html = HtmlFinder::new(finder.clone()).limit(places.message_limit);
    let warc = WarcFinder::new(finder.clone()).limit(places.message_limit);
    InputFinder::new(finder).with_mail(mail).with_html(html).with_warc(warc)
}

fn switched(when: Colour, auto: impl FnOnce() -> bool) -> bool {
    match when {
        Colour::Always => true,
        Colour::Never => false,
        Colour::Auto => auto(),
    }
}

fn encoding(label: &str) -> Result<&'static Encoding> {
    // A charset that browsers no longer decode would give no text.
    let encoding = Encoding::for_label_no_replacement(label.as_bytes());
    Ok(encoding.ok_or_else(|| {
        format!("--encoding: {label:?} is not a charset such as latin1 or utf-16le; for a pattern, use -e")
    })?)
}

/// Returns the number of threads. Too many would only wait for the disk.
fn threads(wanted: usize) -> usize {
    const MOST: usize = 12;
    if wanted > 0 {
        wanted.min(256)
    } else {
        std::thread::available_parallelism().map_or(1, |count| count.get().min(MOST))
    }
}

impl Plan {
    pub fn unzips(&self) -> bool {
        #[cfg(feature = "zip")]
        return self.arguments.places.search_zip;
        #[cfg(not(feature = "zip"))]
        false
    }

    /// The limit for decompressed data of an input.
    pub fn max_decompressed(&self) -> Option<u64> {
        #[cfg(feature = "zip")]
        return self.arguments.places.max_decompressed;
        #[cfg(not(feature = "zip"))]
        None
    }

    /// Returns `true` if the text is the stored bytes, except compressed data.
    pub fn reads_as_stored(&self) -> bool {
        self.encoding.is_none() && self.pre.is_none()
    }

    /// Returns `true` if large files may be searched in parts.
    pub fn has_parts(&self) -> bool {
        self.arguments.output.max_count.is_none()
            // Code is followed from the start of a text on.
            && self.arguments.choice.skip.is_none()
            && self.reads_as_stored()
            && self.output.is_of_parts()
            && self.threads > 1
    }
}
