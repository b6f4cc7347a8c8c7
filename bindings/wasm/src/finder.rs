//! Searches of strings, of what can be read, and of what is handed over in chunks.

use std::io::{self, Read};

use js_sys::{Function, TypeError, Uint8Array};
use napkin::{Feed, Finder, Format, InputFinder, write::Page};
use wasm_bindgen::prelude::*;

use crate::{
    JsFormat, JsFound, JsLinks, JsRead, JsTake,
    options::{JsOptions, Options, error_of, named},
    records::{Handed, OfStream, OfString, Thrown},
};

pub fn links(options: &Options, text: &str) -> Result<JsLinks, JsValue> {
    searched(&options.finder, text)
}

pub fn explained(options: &Options, text: &str) -> Result<JsFound, JsValue> {
    searched(&options.explaining(), text)
}

fn searched<T: From<JsValue>>(finder: &Finder, text: &str) -> Result<T, JsValue> {
    let mut sink = OfString::new(text);
    finder.searcher().search_slice(text, &mut sink).map_err(|error| error_of(&error))?;
    sink.records.take()
}

/// Finds links in many texts with the same options.
#[wasm_bindgen(js_name = Finder)]
pub struct JsFinder {
    options: Options,
}

#[wasm_bindgen(js_class = Finder)]
impl JsFinder {
    /// Makes a finder with these options.
    #[wasm_bindgen(constructor)]
    pub fn new(options: Option<JsOptions>) -> Result<JsFinder, JsValue> {
        Ok(JsFinder { options: Options::new(options)? })
    }

    /// Returns the links in a text, in order. Offsets are string indices.
    pub fn find(&self, text: &str) -> Result<JsLinks, JsValue> {
        links(&self.options, text)
    }

    /// Returns links, rejected candidates and breaks, as the function `explain` does.
    pub fn explain(&self, text: &str) -> Result<JsFound, JsValue> {
        explained(&self.options, text)
    }

    /// Returns the text as HTML with anchors, as the function `toHtml` does.
    #[wasm_bindgen(js_name = toHtml)]
    pub fn to_html(&self, text: &str) -> String {
        self.options.linkifier().to_string(text)
    }

    /// Returns a whole page with this title. The page runs no script and loads nothing.
    #[wasm_bindgen(js_name = toPage)]
    pub fn to_page(&self, text: &str, title: &str) -> String {
        self.options.linkifier().to_page(&Page::new(title), text)
    }

    /// Starts a search of a stream that arrives in chunks, in bounded memory.
    pub fn stream(&self, explain: Option<bool>) -> JsStream {
        let finder = if explain == Some(true) { self.options.explaining() } else { self.options.finder.clone() };
        JsStream { feed: Some(finder.feed()), sink: OfStream::default() }
    }

    /// Searches an input in bounded memory, and passes links to `take` in batches. `read` returns up to `most` bytes, and none at
    /// the end. `take` ends the search by returning `false`. Offsets are bytes. Without a format, the first bytes decide.
    pub fn read(&self, read: &JsRead, take: &JsTake, format: Option<JsFormat>) -> Result<(), JsValue> {
        let thrown = Thrown::default();
        let read = read.dyn_ref::<Function>().ok_or_else(|| TypeError::new("read: expected a function"))?;
        let mut reader = Reader { read, thrown: Thrown::clone(&thrown) };
        let mut sink = Handed::new(take, Thrown::clone(&thrown))?;
        let said = format.map(JsValue::from).filter(|name| !(name.is_undefined() || *name == "auto"));
        let mut head = Vec::new();
        let searched = match said {
            Some(name) => Ok(named::<Format>("format", &name)?),
            None => recognised(&mut reader, &mut head),
        }
        .map_err(napkin::Error::from)
        .and_then(|format| {
            let inputs = InputFinder::new(self.options.finder.clone());
            inputs.search_with(&mut inputs.text().searcher(), format, head.as_slice().chain(reader), &mut sink)
        })
        .and_then(|()| Ok(sink.flush().map(|_| ())?));
        match (thrown.take(), searched) {
            (Some(thrown), _) => Err(thrown),
            (None, searched) => searched.map_err(|error| error_of(&error)),
        }
    }
}

/// The format of what is read: `head` is what it took to tell.
fn recognised(reader: &mut impl Read, head: &mut Vec<u8>) -> io::Result<Format> {
    const READ: u64 = 64 << 10;
    loop {
        let is_end = reader.take(READ).read_to_end(head)? == 0;
        if let Some(format) = Format::recognise(head, is_end) {
            return Ok(format);
        }
        if is_end {
            return Ok(Format::Text);
        }
    }
}

/// Reads what a function of JavaScript returns.
struct Reader<'f> {
    read: &'f Function,
    thrown: Thrown,
}

impl Read for Reader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = buffer.len().min(1 << 20);
        let failed = |thrown: JsValue| {
            *self.thrown.borrow_mut() = Some(thrown);
            io::Error::other("it has thrown")
        };
        let bytes = self.read.call1(&JsValue::UNDEFINED, &(most as f64).into()).map_err(failed)?;
        let Some(bytes) = bytes.dyn_ref::<Uint8Array>() else {
            return Err(failed(TypeError::new("read has to return a Uint8Array").into()));
        };
        let count = bytes.length() as usize;
        let Some(room) = buffer.get_mut(..count) else {
            return Err(failed(TypeError::new("read has returned more bytes than there is room for").into()));
        };
        bytes.copy_to(room);
        Ok(count)
    }
}

/// The search of a stream that arrives in chunks; `Finder.stream` makes it.
#[wasm_bindgen(js_name = Stream)]
pub struct JsStream {
    /// None when it has ended.
    feed: Option<Feed>,
    sink: OfStream,
}

#[wasm_bindgen(js_class = Stream)]
impl JsStream {
    /// Takes the next bytes, and returns the links that are certain now: some need the text after them. Offsets are bytes of the
    /// whole stream.
    pub fn push(&mut self, chunk: &[u8]) -> Result<JsFound, JsValue> {
        match &mut self.feed {
            Some(feed) => feed.push(chunk, &mut self.sink).map_err(|error| error_of(&error))?,
            None => return Err(js_sys::Error::new("the stream has ended").into()),
        }
        self.sink.records.take()
    }

    /// Ends the stream, and returns the last links.
    pub fn end(&mut self) -> Result<JsFound, JsValue> {
        if let Some(feed) = self.feed.take() {
            feed.finish(&mut self.sink).map_err(|error| error_of(&error))?;
        }
        self.sink.records.take()
    }
}
