//! What the HTML standard says of elements by their names, as far as it decides on where a text stands.

use crate::text::words::words;

/// The longest name that is examined. All relevant names are shorter.
pub(super) const MAX_NAME: usize = 32;

/// A special element of the parser.
pub(super) const SPECIAL: u32 = 1;
/// An element that ends a scope.
pub(super) const SCOPE: u32 = 1 << 1;
/// A button. It ends the scope of a paragraph.
pub(super) const BUTTON: u32 = 1 << 2;
/// A list. It ends the scope of an item.
pub(super) const LIST: u32 = 1 << 3;
/// An element with an optional end tag.
pub(super) const IMPLIED: u32 = 1 << 4;
pub(super) const HEADING: u32 = 1 << 5;
pub(super) const FORMATTING: u32 = 1 << 6;
/// An element that determines the insertion mode.
pub(super) const MODE: u32 = 1 << 7;
/// An element whose text must not be changed.
pub(super) const LEFT: u32 = 1 << 8;
/// An element with nothing but text up to its end tag.
pub(super) const RAW: u32 = 1 << 9;
/// An element of SVG or MathML.
pub(super) const FOREIGN: u32 = 1 << 10;
pub(super) const MATH: u32 = 1 << 11;
/// A foreign element with HTML in it: an integration point.
pub(super) const HTML_POINT: u32 = 1 << 12;
/// A MathML element with HTML and text in it.
pub(super) const TEXT_POINT: u32 = 1 << 13;
/// The `annotation-xml` of MathML.
pub(super) const ANNOTATION: u32 = 1 << 14;
/// An element with its own rule in the body, other than the formatting ones.
pub(super) const RULE: u32 = 1 << 15;
/// An inline element that is no text.
pub(super) const SPACE: u32 = 1 << 16;
/// An element that is a line, ends one, or is a block. No URL continues after it.
pub(super) const LINE: u32 = 1 << 17;
pub(super) const BREAK: u32 = 1 << 18;
pub(super) const BLOCK: u32 = 1 << 19;
/// An element that preserves white space.
pub(super) const PREFORMATTED: u32 = 1 << 20;
/// An element whose text has its own syntax.
pub(super) const APART: u32 = 1 << 21;

/// An element that is not displayed. The text before it continues after it.
pub(super) const HIDDEN: u32 = 1 << 22;

/// An element with code.
pub(super) const CODE: u32 = 1 << 23;

/// The name of an element in lower case, without an allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ElementName {
    bytes: [u8; ElementName::MOST],
    length: u8,
}

impl ElementName {
    /// A name of this length may have been cut.
    pub(super) const MOST: usize = MAX_NAME;

    pub(super) const NONE: ElementName = ElementName { bytes: [0; ElementName::MOST], length: 0 };

    pub(super) fn new(name: &[u8]) -> ElementName {
        let mut whole = ElementName::NONE;
        whole.push(name);
        whole
    }

    /// Appends as much as fits.
    pub(super) fn push(&mut self, more: &[u8]) {
        let room = &mut self.bytes[usize::from(self.length)..];
        let length = more.len().min(room.len());
        room[..length].copy_from_slice(&more[..length]);
        self.length += length as u8;
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.length)]
    }
}

/// Returns the kind of an HTML element.
pub(super) fn kind(name: &[u8]) -> u32 {
    match name {
        b"a" => FORMATTING | LEFT | RULE,
        b"address" | b"article" | b"aside" | b"blockquote" | b"center" | b"details" | b"dir" | b"dl" | b"fieldset"
        | b"figcaption" | b"figure" | b"footer" | b"form" | b"header" | b"hgroup" | b"main" | b"menu" | b"nav"
        | b"search" | b"section" | b"summary" => SPECIAL | RULE | BLOCK,
        b"applet" | b"object" => SPECIAL | SCOPE | LEFT | RULE | SPACE,
        b"area" | b"base" | b"basefont" | b"bgsound" | b"keygen" | b"link" | b"meta" | b"param" | b"source"
        | b"track" | b"wbr" => RULE,
        b"audio" | b"canvas" | b"meter" | b"progress" | b"video" => LEFT | SPACE,
        b"b" | b"big" | b"em" | b"font" | b"i" | b"s" | b"small" | b"strike" | b"strong" | b"tt" | b"u" => FORMATTING,
        b"body" | b"col" | b"dialog" | b"frame" | b"frameset" | b"head" | b"hr" | b"html" => RULE | BLOCK,
        b"br" => RULE | BREAK,
        b"button" => SPECIAL | BUTTON | LEFT | RULE | SPACE,
        b"caption" | b"table" | b"td" | b"th" => SPECIAL | SCOPE | MODE | RULE | BLOCK,
        b"code" => FORMATTING | CODE,
        b"kbd" | b"samp" => CODE,
        b"colgroup" | b"tbody" | b"tfoot" | b"thead" | b"tr" => SPECIAL | MODE | RULE | BLOCK,
        b"datalist" => LEFT | HIDDEN,
        b"dd" | b"dt" | b"li" | b"p" => SPECIAL | IMPLIED | RULE | BLOCK,
        b"div" => SPECIAL | RULE | LINE,
        b"embed" | b"image" | b"img" | b"input" | b"math" | b"svg" => RULE | SPACE,
        b"h1" | b"h2" | b"h3" | b"h4" | b"h5" | b"h6" => SPECIAL | HEADING | RULE | BLOCK,
        b"iframe" => RULE | SPACE | APART,
        b"legend" => BLOCK,
        b"listing" | b"pre" => SPECIAL | RULE | BLOCK | PREFORMATTED | CODE,
        b"marquee" => SPECIAL | SCOPE | RULE,
        b"nobr" => FORMATTING | RULE,
        b"noembed" | b"noframes" | b"script" | b"style" => RULE | APART,
        b"noscript" => SPECIAL | LEFT | HIDDEN,
        b"ol" | b"ul" => SPECIAL | LIST | RULE | BLOCK,
        b"optgroup" | b"option" => IMPLIED | LEFT | RULE | BLOCK,
        b"plaintext" | b"textarea" | b"xmp" => RULE | BLOCK | PREFORMATTED | APART,
        b"rb" | b"rt" | b"rtc" => IMPLIED | RULE,
        b"rp" => IMPLIED | RULE | HIDDEN,
        b"select" => SPECIAL | MODE | LEFT | BLOCK,
        b"template" => SPECIAL | SCOPE | MODE | LEFT | RULE | HIDDEN,
        b"title" => RULE | BLOCK | APART,
        _ => 0,
    }
}

/// Returns the kind of an element of SVG or MathML.
pub(super) fn foreign_kind(name: &[u8], is_math: bool, is_encoded_html: bool) -> u32 {
    let own = match name {
        b"mi" | b"mo" | b"mn" | b"ms" | b"mtext" if is_math => SPECIAL | SCOPE | TEXT_POINT,
        b"annotation-xml" if is_math && is_encoded_html => SPECIAL | SCOPE | ANNOTATION | HTML_POINT,
        b"annotation-xml" if is_math => SPECIAL | SCOPE | ANNOTATION,
        b"foreignobject" | b"desc" | b"title" if !is_math => SPECIAL | SCOPE | HTML_POINT,
        _ => 0,
    };
    own | FOREIGN | LEFT | if is_math { MATH } else { 0 }
}

pub(super) fn breaks_out(name: &[u8]) -> bool {
    const BREAKING: &[&str] = words!(
        "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li \
         listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var"
    );
    BREAKING.iter().any(|known| known.as_bytes() == name)
}

/// Returns `true` if a start tag may stand in the head or before it.
pub(super) fn may_be_in_head(name: &[u8]) -> bool {
    const OF_HEAD: &[&str] =
        words!("html head base basefont bgsound link meta title noscript noframes style script template");
    OF_HEAD.iter().any(|known| known.as_bytes() == name)
}
