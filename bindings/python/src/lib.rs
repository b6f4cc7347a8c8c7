//! napkin for Python: what `import napkin_urls` shows, made of the library's public interface.
//!
//! ```text
//! attached  interrupts    Python's lock, and its signals
//! errors  options  text   what can go wrong, what to find, and in what
//! hosts                   hosts and their registered domains
//! link  uri               what was found, and one URI
//! find  pulled            searches of strings and bytes, and of files and mail
//! html                    text as HTML, and links in HTML
//! arrow/                  columns of texts in, columns of links out
//! ```

#![deny(unsafe_code)]

mod attached;
mod errors;
mod interrupts;

mod options;
mod text;

mod hosts;

mod link;
mod uri;

mod find;
mod html;
mod pulled;

mod arrow;

use pyo3::prelude::*;

/// What the package `napkin_urls` is made of; import that.
#[pymodule]
fn _napkin(module: &Bound<'_, PyModule>) -> PyResult<()> {
    find::register(module)?;
    html::register(module)?;
    link::register(module)?;
    pulled::register(module)?;
    uri::register(module)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    arrow::register(module)
}
