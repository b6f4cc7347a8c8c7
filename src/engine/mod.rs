//! The engine: finds the next link in a window of text. The result depends on the text alone, not on its windows.
//!
//! The files are in the order of the data, and import from those before: a text, its lines and escapes, a hit in it, the
//! host, the tail, names, breaks, the candidate, and the reader of all.

pub(crate) mod rules;

mod simd;

pub(crate) mod text;

mod triggers;

mod defanged;
mod notation;
mod sequences;
mod view;

mod left;
mod scheme;

mod host;
mod tail;
mod wide;

mod at_word;

mod member;
mod names;

mod around;
mod frame;
mod front;
mod host_break;
mod line;
mod line_break;

mod columns;

mod enclosed;

mod bare;

mod evidence;
mod join;

pub(crate) mod budget;

pub(crate) mod subject;

pub(crate) mod window;

mod candidate;
mod mail_escapes;
mod other_reading;

pub(crate) mod accept;

mod classes;
pub(crate) mod cursor;

mod found;
mod plain;
mod reader;

mod readings;
mod written;

mod hit;

pub(crate) mod find;

pub(crate) mod listing;
