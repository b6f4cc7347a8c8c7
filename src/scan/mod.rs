//! The search for triggers, and what is known about the words that begin and end a host.

mod schemes;
mod top_level_domains;
mod words;
