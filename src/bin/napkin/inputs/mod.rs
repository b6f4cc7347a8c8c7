//! What is searched, up to the bytes that come of it. A [`walk`] says which [`input`]s there are, with those that a list names ([`listed`]), the
//! [`shape`] of a folder which of them are messages, and [`names`] in which order these come; [`jobs`] hands them out, large ones in [`parts`].
//! Each is looked into with a [`peek`], made a text by [`pre`], decompressed by [`unzip`] as far as the [`allowance`] goes, taken apart where it is
//! an [`archive`], and decoded where its charset was said ([`encoded`]). Its beginning says which format it is in ([`recognise`]), and its end
//! whether there was more when it was begun ([`truncation`]).

#[cfg_attr(not(feature = "zip"), allow(dead_code, reason = "nothing is decompressed"))]
pub mod allowance;
pub mod archive;
pub mod encoded;
pub mod input;
pub mod jobs;
mod listed;
mod names;
pub mod parts;
pub mod peek;
pub mod pre;
pub mod recognise;
mod shape;
pub mod truncation;
#[cfg(feature = "zip")]
pub mod unzip;
pub mod walk;
