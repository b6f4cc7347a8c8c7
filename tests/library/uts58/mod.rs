//! The Unicode Consortium's own tests of UTS #58. Their files stay outside the repository: `NAPKIN_UTS58` names the folder
//! that they are in. What the standard asks for is tested without them as well, by our own cases in `corpus/`.

mod detection;
mod formatting;

use std::{env, fs, path::Path};

/// What has to be set.
const FOLDER: &str = "NAPKIN_UTS58";

/// A data file. Panics when it isn't there: a test that needs it is ignored, and run where it is.
fn read(name: &str) -> String {
    let folder = env::var_os(FOLDER).unwrap_or_else(|| panic!("{FOLDER} is not set to the folder with {name}"));
    let path = Path::new(&folder).join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
