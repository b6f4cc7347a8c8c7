//! What each feature weighs. `tools/evidence/fit_next.py` writes this file.

/// What the sum has to reach for a join in `auto` and in `eager`.
pub(super) const AUTO: f32 = 0.5;
pub(super) const EAGER: f32 = -1.0;

/// What the sum is where no feature holds.
pub(super) const BIAS: f32 = -2.09;

/// What each feature weighs, in the order of the table: above zero it speaks for a join.
pub(super) const WEIGHTS: [f32; 28] = [
    -0.90, // ends in a slash
    2.29,  // ends in a hyphen
    2.23,  // ends in a query's mark
    -1.96, // ends in a full stop
    3.56,  // ends in a typesetter's hyphen
    -0.96, // cut inside a word
    -3.70, // ends in a file's name
    1.09,  // did not fit
    1.07,  // line of 72 to 80 columns
    0.66,  // as wide as another line
    -1.11, // wider than the lines around
    0.51,  // alone in its line
    -1.40, // frame lost
    -1.82, // indented less
    -0.65, // next begins with a capital
    1.27,  // next has a digit
    0.66,  // next has a URL's mark
    -2.55, // next is a label
    1.27,  // next is long
    -2.26, // words after next
    1.74,  // next ends in a file's name
    2.52,  // next ends in a slash
    -1.17, // next begins a path or query
    -1.65, // next begins with a number sign
    6.10,  // a round bracket closes in next
    1.34,  // ends in an at sign's host
    1.93,  // a full line and a long rest
    2.82,  // a hyphen in a full line
];
