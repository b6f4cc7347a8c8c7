//! From a trigger to a candidate.

mod link_properties;
