//! What was found, as JavaScript's objects: the records of the command's `--json`, in batches.

use std::{cell::RefCell, io, mem, ops::ControlFlow, rc::Rc};

use js_sys::JSON;
use napkin::{
    Context, Event, Sink,
    write::{Json, Record},
};
use wasm_bindgen::prelude::*;

use crate::units::Units;

/// Records in the notation of a JavaScript array.
pub struct Records {
    json: Json<Vec<u8>>,
    count: usize,
}

impl Default for Records {
    fn default() -> Records {
        Records { json: Json::new(b"[".to_vec()).end(b','), count: 0 }
    }
}

impl Records {
    pub fn push(&mut self, event: &Event<'_>, context: &Context<'_>) -> io::Result<()> {
        self.count += 1;
        self.json.found(event, context)
    }

    /// The array, which is empty then.
    pub fn take(&mut self) -> Result<JsValue, JsValue> {
        self.count = 0;
        let mut array = mem::replace(self.json.get_mut(), b"[".to_vec());
        if array.len() > 1 {
            array.pop();
        }
        array.push(b']');
        parsed(&array)
    }
}

/// One record.
pub fn object(record: &Record<'_>) -> Result<JsValue, JsValue> {
    let mut json = Json::new(Vec::new()).end(b' ');
    // Writing to memory does not fail.
    let _ = json.record(record);
    parsed(&json.into_inner())
}

fn parsed(json: &[u8]) -> Result<JsValue, JsValue> {
    JSON::parse(str::from_utf8(json).unwrap_or_default())
}

/// Gathers what is found in a string that is there as a whole, with offsets as JavaScript counts them.
pub struct OfString<'t> {
    text: &'t str,
    units: Units,
    pub records: Records,
}

impl<'t> OfString<'t> {
    pub fn new(text: &'t str) -> OfString<'t> {
        OfString { text, units: Units::default(), records: Records::default() }
    }
}

impl Sink for OfString<'_> {
    fn event(&mut self, mut event: Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        event.map_offsets(|offset| self.units.at(self.text.as_bytes(), 0, offset));
        self.records.push(&event, context)?;
        Ok(ControlFlow::Continue(()))
    }
}

/// Gathers what is found in a stream, with offsets in bytes.
#[derive(Default)]
pub struct OfStream {
    pub records: Records,
}

impl Sink for OfStream {
    fn event(&mut self, event: Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        self.records.push(&event, context)?;
        Ok(ControlFlow::Continue(()))
    }
}

/// How many records are handed over at a time.
const BATCH: usize = 1024;

/// What a function of JavaScript has thrown.
pub type Thrown = Rc<RefCell<Option<JsValue>>>;

/// Hands over what is found in an input as it is found.
pub struct Handed<'f> {
    take: &'f js_sys::Function,
    thrown: Thrown,
    records: Records,
}

impl<'f> Handed<'f> {
    pub fn new(take: &'f JsValue, thrown: Thrown) -> Result<Handed<'f>, JsValue> {
        let take = take.dyn_ref().ok_or_else(|| js_sys::TypeError::new("take: expected a function"))?;
        Ok(Handed { take, thrown, records: Records::default() })
    }

    /// Hands over what there is. `false` ends the search.
    pub fn flush(&mut self) -> io::Result<ControlFlow<()>> {
        if self.records.count == 0 {
            return Ok(ControlFlow::Continue(()));
        }
        let handed = self.records.take().and_then(|found| self.take.call1(&JsValue::UNDEFINED, &found));
        match handed {
            Ok(answer) if answer == JsValue::FALSE => Ok(ControlFlow::Break(())),
            Ok(_) => Ok(ControlFlow::Continue(())),
            Err(thrown) => {
                *self.thrown.borrow_mut() = Some(thrown);
                Err(io::Error::other("it has thrown"))
            }
        }
    }
}

impl Sink for Handed<'_> {
    fn event(&mut self, event: Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        self.records.push(&event, context)?;
        if self.records.count < BATCH { Ok(ControlFlow::Continue(())) } else { self.flush() }
    }
}
