//! What the programs in `bin/` share, and the tests of the library with them.

#[path = "../../tests/library/hostile.rs"]
pub mod hostile;
#[path = "../../tests/library/literals.rs"]
pub mod literals;
#[path = "../../tests/support/random.rs"]
pub mod random;
pub mod wrapping;
