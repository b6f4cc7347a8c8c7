//! What the searches of texts, HTML, mail and WARC need memory for.

use crate::read::search::Search;
#[cfg(feature = "html")]
use crate::source::html::document::Document;

/// The buffers that inputs reuse.
#[derive(Debug, Default)]
pub(crate) struct Buffers {
    pub(crate) search: Search,
    /// A file that must be in memory as a whole.
    #[cfg(feature = "html")]
    pub(crate) file: Vec<u8>,
    #[cfg(feature = "html")]
    pub(crate) document: Document,
}
