//! napkin for JavaScript: what `import … from "napkin-urls"` has, made of the library's public interface.
//!
//! ```text
//! options   what to find, as JavaScript says it
//! units     offsets as JavaScript counts them
//! records   what was found, as JavaScript's objects
//! finder    searches of strings, files and streams
//! ```

#![deny(unsafe_code)]

mod options;
mod units;

mod records;

mod finder;

use napkin::{Grammar, Linkifier, Uri, write::Record};
use wasm_bindgen::prelude::*;

use crate::options::{JsOptions, Options};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");

#[wasm_bindgen]
unsafe extern "C" {
    /// What the types of TypeScript call an array of links.
    #[wasm_bindgen(typescript_type = "Link[]")]
    pub type JsLinks;

    #[wasm_bindgen(typescript_type = "Found[]")]
    pub type JsFound;

    #[wasm_bindgen(typescript_type = "Check")]
    pub type JsCheck;

    #[wasm_bindgen(typescript_type = "GrammarName")]
    pub type JsGrammar;

    #[wasm_bindgen(typescript_type = "FormatName")]
    pub type JsFormat;

    #[wasm_bindgen(typescript_type = "(most: number) => Uint8Array")]
    pub type JsRead;

    #[wasm_bindgen(typescript_type = "(found: Found[]) => boolean | void")]
    pub type JsTake;
}

/// Returns the links in a text, in order. Offsets are string indices.
#[wasm_bindgen]
pub fn find(text: &str, options: Option<JsOptions>) -> Result<JsLinks, JsValue> {
    finder::links(&Options::new(options)?, text)
}

/// Returns links, rejected candidates, and the breaks for which evidence was weighed, in order.
#[wasm_bindgen]
pub fn explain(text: &str, options: Option<JsOptions>) -> Result<JsFound, JsValue> {
    finder::explained(&Options::new(options)?, text)
}

/// Returns the text as HTML with anchors: a fragment for the content of an element, in a page that declares UTF-8.
#[wasm_bindgen(js_name = toHtml)]
pub fn to_html(text: &str, options: Option<JsOptions>) -> Result<String, JsValue> {
    Ok(Options::new(options)?.linkifier().to_string(text))
}

/// Checks one URL against a grammar. Returns its components, or the rule that it breaks and the string index.
#[wasm_bindgen]
pub fn check(url: &str, grammar: Option<JsGrammar>) -> Result<JsCheck, JsValue> {
    let grammar = match grammar {
        Some(name) => options::named::<Grammar>("grammar", &name)?,
        None => Grammar::default(),
    };
    let judged = Uri::parse(url, grammar);
    let record = Record::check(
        url,
        judged.as_ref().map_err(|&rejection| {
            let at = units::Units::default().at(url.as_bytes(), 0, rejection.at());
            napkin::write::Fault { at, ..rejection.into() }
        }),
    );
    records::object(&record)
}

/// Returns the schemes that `toHtml` links: those that are safe to click.
#[wasm_bindgen(js_name = clickableSchemes)]
pub fn clickable_schemes() -> Vec<String> {
    Linkifier::default_schemes().map(str::to_owned).collect()
}

/// Returns the version of the package.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
