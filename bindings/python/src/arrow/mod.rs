//! Arrow: columns of texts in, columns of links out, through the PyCapsule interface and nothing else.
//!
//! ```text
//! capsule   what crosses the border: C structures in capsules
//! texts     a column of texts, whatever its type
//! schema    the columns of links
//! columns   those columns while they grow
//! input     what was handed over, batch by batch
//! classes   what is handed back
//! search    the search of one text
//! extract  files   the searches of columns, and of files
//! ```

mod capsule;

mod texts;

mod schema;

mod columns;

mod input;

mod classes;

mod search;

mod extract;

mod file_search;
mod files;

use pyo3::prelude::*;

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    classes::register(module)?;
    extract::register(module)?;
    files::register(module)
}
