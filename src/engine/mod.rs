//! The heart: what a window of text holds, and how far it is settled. It depends on the text alone, and not on how that was cut
//! into windows.

pub(crate) mod subject;

pub(crate) mod window;

pub(crate) mod scan;

pub(crate) mod forms;

pub(crate) mod delimit;

pub(crate) mod rejoin;

pub(crate) mod candidate;

pub(crate) mod hit_reader;

pub(crate) mod accept;

pub(crate) mod budget;

pub(crate) mod search;
