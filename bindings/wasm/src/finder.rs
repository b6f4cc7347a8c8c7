//! Searches of strings, of what can be read, and of what is handed over in chunks.

use std::io::{self, Read};

use js_sys::{Function, TypeError, Uint8Array};
use napkin::{Feed, Format, InputFinder, write::Page};
use wasm_bindgen::prelude::*;

use crate::{
    numbers,
    options::{Options, error_of, named},
    records::{Handed, OfStream, OfString, Thrown},
};

/// Finds links in many texts with the same options.
#[wasm_bindgen(js_name = Finder)]
pub struct JsFinder {
    options: Options,
}

#[wasm_bindgen(js_class = Finder)]
impl JsFinder {
    #[wasm_bindgen(constructor)]
    pub fn new(options: &JsValue) -> Result<JsFinder, JsValue> {
        Ok(JsFinder { options: Options::new(options)? })
    }

    /// Returns the address of the numbers of the links.
    pub fn find(&self, text: &str) -> *const u32 {
        numbers::found(&self.options.finder, text)
    }

    /// Does the same for a short text that JavaScript has written to memory.
    #[wasm_bindgen(js_name = findInRoom)]
    pub fn find_in_room(&self, length: usize) -> *const u32 {
        numbers::found_in_room(&self.options.finder, length)
    }

    /// Returns an array of links, rejected candidates and breaks.
    pub fn explain(&self, text: &str) -> Result<JsValue, JsValue> {
        let mut sink = OfString::new(text);
        self.options.explaining().searcher().search_slice(text, &mut sink).map_err(|error| error_of(&error))?;
        sink.records.take()
    }

    #[wasm_bindgen(js_name = toHtml)]
    pub fn to_html(&self, text: &str) -> String {
        self.options.linkifier().to_string(text)
    }

    #[wasm_bindgen(js_name = toPage)]
    pub fn to_page(&self, text: &str, title: &str) -> String {
        self.options.linkifier().to_page(&Page::new(title), text)
    }

    pub fn stream(&self, explain: bool) -> JsStream {
        let finder = if explain { self.options.explaining() } else { self.options.finder.clone() };
        JsStream { feed: Some(finder.feed()), sink: OfStream::default() }
    }

    /// Passes what it finds to `take` in batches.
    pub fn read(&self, read: &JsValue, take: &JsValue, format: &JsValue) -> Result<(), JsValue> {
        let thrown = Thrown::default();
        let read = read.dyn_ref::<Function>().ok_or_else(|| TypeError::new("read: expected a function"))?;
        let mut reader = Reader { read, thrown: Thrown::clone(&thrown) };
        let mut sink = Handed::new(take, Thrown::clone(&thrown))?;
        if cfg!(not(feature = "mail")) && ["mail", "html"].iter().any(|name| format == name) {
            return Err(js_sys::Error::new("format: to read mail and HTML, import napkin-urls/mail").into());
        }
        let mut head = Vec::new();
        let searched = match format.is_undefined() || format.is_null() || *format == "auto" {
            true => recognised(&mut reader, &mut head),
            false => Ok(named::<Format>("format", format)?),
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
    /// Takes the next bytes, and returns what is certain now.
    pub fn push(&mut self, chunk: &JsValue) -> Result<JsValue, JsValue> {
        let chunk = chunk.dyn_ref::<Uint8Array>().ok_or_else(|| TypeError::new("chunk: expected a Uint8Array"))?;
        match &mut self.feed {
            Some(feed) => feed.push(&chunk.to_vec(), &mut self.sink).map_err(|error| error_of(&error))?,
            None => return Err(js_sys::Error::new("the stream has ended").into()),
        }
        self.sink.records.take()
    }

    /// Ends the stream, and returns the last links.
    pub fn end(&mut self) -> Result<JsValue, JsValue> {
        if let Some(feed) = self.feed.take() {
            feed.finish(&mut self.sink).map_err(|error| error_of(&error))?;
        }
        self.sink.records.take()
    }
}
