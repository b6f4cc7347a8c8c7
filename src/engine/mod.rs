//! The engine: finds the next link in a window of text. The result depends on the text alone, not on its windows.
//!
//! The files are in the order of the data, and import from those before: a text, its lines and escapes, a hit in it, the
//! host, the tail, names, breaks, the candidate, and the reader of all.

pub(crate) mod rules;

pub(crate) mod budget;
pub(crate) mod subject;
pub(crate) mod window;

mod classes;
mod simd;
pub(crate) mod text;

mod line;
mod view;
mod wide;

mod sequences;

mod notation;

mod defanged;
mod left;

mod around;
mod front;

mod frame;
mod scheme;
mod triggers;

mod host;

mod columns;
mod tail;

mod bare;
mod member;
mod names;

mod at_word;
mod host_break;
mod line_break;

mod evidence;

pub(crate) mod cursor;
mod join;

mod found;

mod candidate;
mod mail_escapes;
mod other_reading;

pub(crate) mod accept;
mod plain;
mod reader;

mod enclosed;
mod readings;
mod written;

mod hit;

pub(crate) mod find;
pub(crate) mod listing;
