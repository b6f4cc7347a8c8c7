//! How the cases in a folder of the corpus are read, and what stands in them for single bytes.

use std::{fs, path::Path};

use serde::{Deserialize, de::DeserializeOwned};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File<Case> {
    case: Vec<Case>,
}

/// The cases of all files in `corpus/` and this folder, in the order of the files' names.
pub fn load<Case: DeserializeOwned>(folder: &str) -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(folder);
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("the folder is there").map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let cases = |file: &Path| {
        let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        toml::from_str::<File<Case>>(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display())).case
    };
    files.iter().flat_map(|file| cases(file)).collect()
}

/// The bytes that are written as text, with `\x` and two hexadecimal digits for those that are none.
#[cfg_attr(not(feature = "mail"), allow(dead_code, reason = "cases of HTML are text"))]
pub fn unescape(escaped: &str) -> Vec<u8> {
    let mut parts = escaped.split("\\x");
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let (digits, rest) = part.split_at(2);
        bytes.push(u8::from_str_radix(digits, 16).expect("two hexadecimal digits"));
        bytes.extend_from_slice(rest.as_bytes());
    }
    bytes
}
