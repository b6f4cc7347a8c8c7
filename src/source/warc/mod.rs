//! WARC: files become records, records payloads, and payloads texts and documents.

mod fields;
mod version;

mod records;

mod chunks;
mod packed;

mod payload;

mod search;

pub(crate) use self::search::search;
pub use self::version::recognise;
