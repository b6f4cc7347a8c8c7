//! The schemes: what is known about each, and the rules that some add to the generic syntax, by their own documents.
//!
//! A scheme is a row in [`registry`], and a function in one of the files beside it if it has a rule.

pub(crate) mod port;
pub(crate) mod scheme;

mod identifiers;
mod local;
mod mail;
mod news;
mod phone;
mod services;
mod web;

mod names;

pub(crate) mod registry;
