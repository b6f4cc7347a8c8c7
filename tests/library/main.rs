//! The tests of the library, in one binary.

mod layers;
