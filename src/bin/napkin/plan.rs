//! The plan: what the flags mean, decided before anything is read.

use encoding_rs::Encoding;
use napkin::{
    Finder, Grammar, InputFinder, Kind, Kinds, filter::Selection, html::HtmlFinder, mail::MailFinder, warc::WarcFinder,
};

use crate::{
    arguments::{Arguments, Colour, Input, Places, Unique},
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
    pub walk: Walk,
    pub input: Input,
    #[cfg(feature = "zip")]
    pub unzip: bool,
    /// The limit for decompressed data of an input.
    pub max_decompressed: Option<u64>,
    /// The charset of all inputs, if given.
    pub encoding: Option<&'static Encoding>,
    pub pre: Option<Pre>,
    pub message_limit: usize,
    pub inputs: InputFinder,
    /// Which links are wanted.
    pub selection: Selection,
    /// A hint for a search that finds nothing.
    pub empty_hint: Option<String>,
    pub rejected: bool,
    pub explain: bool,
    /// The end of the output mentions rejected candidates.
    pub hints: bool,
    pub positions: bool,
    pub grammar: Grammar,
    pub output: Shape,
    pub look: Look,
    /// When two URLs are the same, if each is printed once.
    pub unique: Option<Unique>,
    /// The counts of URLs are printed at the end, instead of the list.
    pub counts: bool,
    pub stats: bool,
    pub progress: bool,
    /// Links in code are left out. It is followed from the start of a text on.
    pub skips_code: bool,
    /// The search of a file stops after this many links.
    pub max_count: Option<u64>,
    /// Each line is written at once.
    pub flushed: bool,
    pub threads: usize,
    /// The members of a single archive have names, too.
    pub names_members: bool,
}

impl Plan {
    pub fn new(arguments: Arguments) -> Result<Plan> {
        let terminal = terminal::is_terminal();
        let mut selection = select::selection(&arguments.choice)?;
        let empty_hint = select::path_hint(&arguments.choice);
        let walk = Walk::new(arguments.paths, &arguments.places)?;
        let output = &arguments.output;
        let has_path = output.with_filename || !output.no_filename && walk.may_be_many();
        let html = arguments.html.html.filter(|_| !arguments.places.files && !output.quiet);
        let html = html.map(|extent| {
            let choice = format!("{:?} {:?}", arguments.choice, arguments.reading);
            Hypertext::new(extent, &arguments.html, choice, walk.paths(), walk.may_be_many())
        });
        let screen = match terminal {
            false => Screen::None,
            true if walk.reads_standard_input() && !walk.may_be_many() => Screen::Stream,
            true => Screen::Files,
        };
        let shape =
            Shape::of(output, html.transpose()?, (arguments.places.files, arguments.choice.rejected), has_path, screen);
        // Lines are counted only if they are shown: it takes a pass over the text.
        let positions = arguments.reading.explain || shape.has_positions();
        let hints = terminal && !arguments.reading.explain && matches!(shape, Shape::List(_) | Shape::Lines(_));
        // Addresses must be found to be masked.
        let masked = if arguments.html.mask_addresses { Kinds::from(Kind::Email) } else { Kinds::NONE };
        let skips_code = arguments.choice.skip.is_some();
        let mut finder = Finder::builder();
        if let Some(base) = arguments.reading.base {
            finder = finder.base(base);
        }
        if !arguments.choice.scheme.is_empty() {
            finder = finder.schemes(arguments.choice.scheme.iter().map(|scheme| select::scheme(scheme)));
        }
        let finder = finder
            .kinds(arguments.choice.kind.into_iter().fold(masked, |all, kinds| all | kinds))
            .any_scheme(arguments.choice.any_scheme)
            .refang(arguments.choice.refang)
            .skip_code(skips_code)
            .grammar(arguments.reading.grammar)
            .rejoin(arguments.reading.rejoin)
            .hyphen(arguments.reading.hyphen)
            .unwrap_redirects(arguments.reading.unwrap)
            .strip_tracking(arguments.reading.strip_tracking)
            .explain(arguments.reading.explain || arguments.choice.rejected || hints)
            .positions(positions)
            .labels(shape.has_labels())
            .build()?;
        let shape = match shape {
            // The linkifier filters links: unwanted ones stay text.
            Shape::Html(html) => {
                let limit = arguments.places.message_limit;
                Shape::Html(Box::new(html.with(finder.clone(), std::mem::take(&mut selection), limit)))
            }
            shape => shape,
        };
        let places = arguments.places;
        let inputs = inputs(finder, &places);
        let unique = output.unique.or(output.counts.then_some(Unique::Exact));
        let in_order = unique.is_some() || matches!(shape, Shape::Html(_));
        Ok(Plan {
            input: places.input,
            #[cfg(feature = "zip")]
            unzip: places.search_zip,
            #[cfg(feature = "zip")]
            max_decompressed: places.max_decompressed,
            #[cfg(not(feature = "zip"))]
            max_decompressed: None,
            encoding: places.encoding.as_deref().map(encoding).transpose()?,
            pre: Pre::new(places.pre, &places.pre_glob)?,
            message_limit: places.message_limit,
            inputs,
            selection,
            empty_hint,
            rejected: arguments.choice.rejected,
            explain: arguments.reading.explain,
            hints,
            positions,
            grammar: arguments.reading.grammar,
            unique,
            counts: output.counts && matches!(shape, Shape::List(_) | Shape::Lines(_) | Shape::Json),
            stats: output.stats,
            progress: output.progress,
            skips_code,
            max_count: output.max_count,
            look: Look {
                end: if output.null { b'\0' } else { b'\n' },
                coloured: switched(output.color, || output.pretty || output.ansi || terminal::has_colours(terminal)),
                hyperlinks: switched(output.hyperlink, || output.ansi || terminal::has_hyperlinks(terminal)),
                terminal,
            },
            flushed: terminal || output.line_buffered,
            threads: if in_order || !walk.is_for_several() { 1 } else { threads(places.threads) },
            walk,
            names_members: !output.no_filename && !has_path,
            output: shape,
        })
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
        return self.unzip;
        #[cfg(not(feature = "zip"))]
        false
    }

    /// Returns `true` if the text is the stored bytes, except compressed data.
    pub fn reads_as_stored(&self) -> bool {
        self.encoding.is_none() && self.pre.is_none()
    }

    /// Returns `true` if large files may be searched in parts.
    pub fn has_parts(&self) -> bool {
        self.max_count.is_none()
            && !self.skips_code
            && self.reads_as_stored()
            && self.output.is_of_parts()
            && self.threads > 1
    }
}
