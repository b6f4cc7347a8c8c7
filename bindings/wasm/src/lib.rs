//! The module of the package for JavaScript, made of the library's public interface. `package/index.js` calls it.
//!
//! ```text
//! options   what to find, as JavaScript says it
//! units     offsets as JavaScript counts them
//! records   what was found, as JavaScript's objects
//! numbers   links of strings, as numbers
//! finder    searches of strings, files and streams
//! ```

#![deny(unsafe_code)]

mod options;
mod units;

mod records;

mod numbers;

mod finder;

use napkin::{Grammar, Linkifier, Uri, write::Record};
use wasm_bindgen::prelude::*;

/// Checks one URL against a grammar. Returns its components, or the rule that it breaks and the string index.
#[wasm_bindgen]
pub fn check(url: &str, grammar: Option<JsValue>) -> Result<JsValue, JsValue> {
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
