//! What is searched, up to the bytes that come of it. A [`walk`] says which [`input`]s there are, with those that a list names ([`listed`]), the
//! [`shape`] of a folder which of them are messages, and [`names`] in which order these come; [`jobs`] hands them out, large ones in [`parts`].
//! Each is looked into with a [`peek`], made a text by [`pre`], decompressed by [`unzip`] as far as the [`allowance`] goes, taken apart into its
//! [`member`]s where it is a [`tar`] or [`zip`] archive or a [`document`], and decoded where its charset was said ([`encoded`]). Its beginning says
//! which format it is in ([`recognise`]), and its end whether there was more when it was begun ([`truncation`]).

#[cfg_attr(not(feature = "zip"), allow(dead_code, reason = "nothing is decompressed"))]
pub mod allowance;
#[cfg(feature = "zip")]
pub mod document;
pub mod encoded;
pub mod input;
pub mod jobs;
mod listed;
pub mod member;
mod names;
pub mod parts;
pub mod peek;
pub mod pre;
pub mod recognise;
mod shape;
pub mod tar;
pub mod truncation;
#[cfg(feature = "zip")]
pub mod unzip;
pub mod walk;
#[cfg(feature = "zip")]
pub mod zip;
