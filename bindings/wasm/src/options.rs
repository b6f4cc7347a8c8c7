//! The options that all searches have: what JavaScript hands over becomes a finder.

use std::{fmt::Display, str::FromStr};

use js_sys::{Array, Error, Object, TypeError};
use napkin::{Finder, FinderBuilder, Kind, Kinds, Linkifier, Rejoin};
use wasm_bindgen::prelude::*;

/// How to search, and how to make HTML.
#[derive(Clone, Debug)]
pub struct Options {
    builder: FinderBuilder,
    pub finder: Finder,
    rel: String,
    target: String,
    clickable: Option<Vec<String>>,
}

/// The names, for who writes one wrong.
const NAMES: &str = "kinds, schemes, anyScheme, refang, grammar, base, rejoin, hyphen, unwrapRedirects, stripTracking, window, positions, labels, skipCode, rel, target, clickable";

impl Options {
    pub fn new(options: &JsValue) -> Result<Options, JsValue> {
        let mut said = Options {
            builder: Finder::builder(),
            finder: Finder::new(),
            rel: String::new(),
            target: String::new(),
            clickable: None,
        };
        if options.is_undefined() || options.is_null() {
            return Ok(said);
        }
        let Some(options) = options.dyn_ref::<Object>() else {
            return Err(TypeError::new("the options have to be an object").into());
        };
        for entry in Object::entries(options) {
            let entry = Array::from(&entry);
            let name = entry.get(0).as_string().unwrap_or_default();
            said.set(&name, &entry.get(1))?;
        }
        said.finder = said.builder.clone().build().map_err(|error| error_of(&error))?;
        Ok(said)
    }

    fn set(&mut self, name: &str, value: &JsValue) -> Result<(), JsValue> {
        if !NAMES.split(", ").any(|known| known == name) {
            return Err(TypeError::new(&format!("unexpected option {name:?}: expected one of {NAMES}")).into());
        }
        // What is undefined is what leaving it out is.
        if value.is_undefined() || value.is_null() {
            return Ok(());
        }
        let builder = self.builder.clone();
        self.builder = match name {
            "kinds" => {
                let kinds = strings(name, value)?;
                let kinds: Result<Kinds, _> = kinds.iter().map(|kind| kind.parse::<Kind>()).collect();
                builder.kinds(kinds.map_err(|unknown| option_error(name, &unknown))?)
            }
            "schemes" => builder.schemes(strings(name, value)?),
            "anyScheme" => builder.any_scheme(boolean(name, value)?),
            "refang" => builder.refang(boolean(name, value)?),
            "grammar" => builder.grammar(named(name, value)?),
            "base" => builder.base(string(name, value)?),
            "rejoin" => builder.rejoin(rejoin(name, value)?),
            "hyphen" => builder.hyphen(named(name, value)?),
            "unwrapRedirects" => builder.unwrap_redirects(boolean(name, value)?),
            "stripTracking" => builder.strip_tracking(boolean(name, value)?),
            "window" => {
                let bytes = value.as_f64().filter(|bytes| bytes.fract() == 0.0 && *bytes >= 0.0);
                builder.window(bytes.ok_or_else(|| wrong_type(name, "a number of bytes"))? as usize)
            }
            "positions" => builder.positions(boolean(name, value)?),
            "skipCode" => builder.skip_code(boolean(name, value)?),
            "labels" => builder.labels(boolean(name, value)?),
            "rel" => {
                self.rel = string(name, value)?;
                builder
            }
            "target" => {
                self.target = string(name, value)?;
                builder
            }
            _ => {
                self.clickable = Some(strings(name, value)?);
                builder
            }
        };
        Ok(())
    }

    /// The finder that also hands out what was decided about.
    pub fn explaining(&self) -> Finder {
        self.builder.clone().explain(true).build().unwrap_or_else(|_| self.finder.clone())
    }

    pub fn linkifier(&self) -> Linkifier {
        let linkifier = Linkifier::new(self.finder.clone()).rel(&*self.rel).target(&*self.target);
        match &self.clickable {
            Some(schemes) => linkifier.schemes(schemes.iter().cloned()),
            None => linkifier,
        }
    }
}

/// What is thrown for an error of the library.
pub fn error_of(error: &napkin::Error) -> JsValue {
    Error::new(&error.to_string()).into()
}

fn option_error(name: &str, what: &impl Display) -> JsValue {
    Error::new(&format!("{name}: {what}")).into()
}

fn wrong_type(name: &str, expected: &str) -> JsValue {
    TypeError::new(&format!("{name}: expected {expected}")).into()
}

fn string(name: &str, value: &JsValue) -> Result<String, JsValue> {
    value.as_string().ok_or_else(|| wrong_type(name, "a string"))
}

fn boolean(name: &str, value: &JsValue) -> Result<bool, JsValue> {
    value.as_bool().ok_or_else(|| wrong_type(name, "true or false"))
}

/// A string with commas, or an array of strings.
fn strings(name: &str, value: &JsValue) -> Result<Vec<String>, JsValue> {
    if let Some(text) = value.as_string() {
        return Ok(text.split(',').map(|part| part.trim().to_owned()).collect());
    }
    if !Array::is_array(value) {
        return Err(wrong_type(name, "an array of strings"));
    }
    Array::from(value).iter().map(|item| string(name, &item)).collect()
}

/// A level by its name, or the confidence that is the least one, as a number or written as one. Rust would read what is written with
/// tables of 10 KB, which are a twentieth of the module without mail; JavaScript can read it, too.
fn rejoin(option: &str, value: &JsValue) -> Result<Rejoin, JsValue> {
    if let Some(confidence) = value.as_f64() {
        return Ok(Rejoin::AtLeast(confidence as f32));
    }
    let name = string(option, value)?;
    if let Some(level) = Rejoin::LEVELS.into_iter().find(|level| level.name() == Some(&*name)) {
        return Ok(level);
    }
    let confidence = value.unchecked_into_f64();
    if confidence.is_nan() || name.trim().is_empty() {
        let names = Rejoin::LEVELS.map(|level| level.name().unwrap_or_default()).join(", ");
        return Err(option_error(option, &format_args!("unknown level: expected one of {names}")));
    }
    Ok(Rejoin::AtLeast(confidence as f32))
}

/// What has a name.
pub fn named<T>(option: &str, value: &JsValue) -> Result<T, JsValue>
where
    T: FromStr,
    T::Err: Display,
{
    string(option, value)?.parse().map_err(|unknown| option_error(option, &unknown))
}
