//! The inputs, up to their bytes. A [`walk`] finds the [`input`]s, also those in a list ([`listed`]). The [`shape`] of
//! a folder says which are messages; [`names`] sorts them. [`jobs`] hands them out, large ones in [`parts`]
//! of one [`shared_file`].
//!
//! Each is opened with a [`peek`], converted by [`pre`], decompressed by [`unzip`] within the [`allowance`], split into
//! [`member`]s if it is a [`tar`] or [`zip`] archive or a [`document`], and decoded if its charset was given
//! ([`encoded`]). Its first bytes decide the format ([`recognise`]), or that it is no text ([`signatures`]), and at its end napkin checks if the file was
//! truncated ([`truncation`]).

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
pub mod shared_file;
pub mod signatures;
pub mod tar;
pub mod truncation;
#[cfg(feature = "zip")]
pub mod unzip;
pub mod walk;
#[cfg(feature = "zip")]
pub mod zip;
