//! The links of a string as numbers, of which `package/index.js` makes objects: to write and parse JSON takes longer than to find them.

use std::{cell::RefCell, io, ops::ControlFlow};

use napkin::{Context, Event, Finder, Kind, Link, Sink};
use wasm_bindgen::prelude::*;

use crate::{
    records::Records,
    units::{Units, count},
};

/// The size of [`room`] in bytes.
const ROOM: usize = 12 << 10;

/// What completes a URL, by its index in JavaScript.
const PREFIXES: [&[u8]; 4] = [b"", b"http://", b"ftp://", b"mailto:"];

/// Stands for a link that other numbers can't describe, and for a host that is missing.
const NONE: u32 = u32::MAX;

/// The memory that JavaScript writes short strings to and reads links from.
struct Memory {
    room: Box<[u8]>,
    /// First how many they are, then for each link [`NONE`] or what [`described`] returns.
    numbers: Vec<u32>,
    others: Records,
}

thread_local! {
    static MEMORY: RefCell<Memory> =
        RefCell::new(Memory { room: vec![0; ROOM].into(), numbers: Vec::new(), others: Records::default() });
}

/// Returns the address of the memory for short strings.
#[wasm_bindgen]
pub fn room() -> *const u8 {
    MEMORY.with_borrow(|memory| memory.room.as_ptr())
}

/// Returns the links that the numbers don't describe.
#[wasm_bindgen]
pub fn others() -> Result<JsValue, JsValue> {
    MEMORY.with_borrow_mut(|memory| memory.others.take())
}

/// Finds the links in a text and returns the address of their numbers.
pub fn found(finder: &Finder, text: &str) -> *const u32 {
    MEMORY.with_borrow_mut(|memory| search(finder, text, &mut memory.numbers, &mut memory.others))
}

/// Does the same for the first bytes of [`room`].
pub fn found_in_room(finder: &Finder, length: usize) -> *const u32 {
    MEMORY.with_borrow_mut(|memory| {
        // JavaScript writes UTF-8.
        let text = memory.room.get(..length).and_then(|bytes| str::from_utf8(bytes).ok()).unwrap_or_default();
        search(finder, text, &mut memory.numbers, &mut memory.others)
    })
}

fn search(finder: &Finder, text: &str, numbers: &mut Vec<u32>, others: &mut Records) -> *const u32 {
    numbers.clear();
    numbers.push(0);
    let mut sink = Numbers { text, units: Units::default(), numbers, others };
    // Writing to memory does not fail.
    let _ = finder.searcher().search_slice(text, &mut sink);
    numbers.as_ptr()
}

struct Numbers<'m> {
    text: &'m str,
    units: Units,
    numbers: &'m mut Vec<u32>,
    others: &'m mut Records,
}

impl Sink for Numbers<'_> {
    fn event(&mut self, mut event: Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        event.map_offsets(|offset| self.units.at(self.text.as_bytes(), 0, offset));
        self.numbers[0] += 1;
        let link = if let Event::Link(link) = &event { described(link) } else { None };
        match link {
            Some(numbers) => self.numbers.extend(numbers),
            None => {
                self.numbers.push(NONE);
                self.others.push(&event, context)?;
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// Returns what stands where, if the URL is a part of the text with or without a prefix and there is nothing else to say: prefix,
/// kind and delimiter, start and end, and in the URL the end of the scheme, the start and the end of the host.
fn described(link: &Link<'_>) -> Option<[u32; 8]> {
    let (url, components) = (link.url(), link.components());
    let prefix = url.as_bytes().strip_suffix(link.as_bytes())?;
    let prefix = PREFIXES.iter().position(|known| *known == prefix)?;
    let is_one = link.pieces().len() == 1 && link.rejoined().is_none() && link.escapes().is_none();
    let is_bare = link.position().is_none() && link.alternative().is_none() && link.attribute().is_none();
    let is_whole = link.label().is_none() && !link.is_truncated();
    if !is_one || !is_bare || !is_whole || components.host_ascii(url).is_some() {
        return None;
    }
    let (kind, delimiter) = (Kind::ALL.iter().position(|kind| *kind == link.kind())?, link.delimiter() as u32);
    let (host, host_end) = match components.host(url) {
        Some(host) => {
            let start = host.as_ptr() as usize - url.as_ptr() as usize;
            let before = count(&url.as_bytes()[..start]);
            (before as u32, (before + count(host.as_bytes())) as u32)
        }
        None => (NONE, 0),
    };
    let (range, scheme) = (link.range(), link.scheme().len());
    Some([prefix as u32, kind as u32, delimiter, range.start as u32, range.end as u32, scheme as u32, host, host_end])
}
