//! The tests of the command, in one binary.

mod archives;
mod cli;
mod compressed;
#[cfg(unix)]
mod documents;
mod mail;
#[cfg(unix)]
mod memory;
#[cfg(unix)]
mod office;
mod parts;
#[cfg(target_os = "linux")]
mod picture;
#[cfg(unix)]
mod prose;
mod records;
#[cfg(unix)]
mod schema;
#[cfg(unix)]
mod shell;
#[allow(dead_code, reason = "the tests of the library use the rest")]
#[path = "../support/mod.rs"]
mod support;
#[cfg(unix)]
mod transcripts;
#[cfg(unix)]
mod truncated;
mod unzip;
#[cfg(unix)]
mod zipped;
