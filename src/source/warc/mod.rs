//! WARC and ARC: files become records, records payloads, and payloads texts and documents.

mod arc;

mod fields;
mod version;

mod records;

mod chunks;
mod packed;

mod payload;

mod select;

mod parts;

mod search;

pub use self::parts::{WarcPart, WarcParts};
pub(crate) use self::search::{search, search_part};
pub use self::version::recognise;
