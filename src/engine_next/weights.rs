//! What each feature weighs. `tools/evidence/fit_next.py` writes this file.

/// What the sum has to reach for a join in `auto` and in `eager`.
pub(super) const AUTO: f32 = 0.5;
pub(super) const EAGER: f32 = -1.0;

/// What the sum is where no feature holds.
pub(super) const BIAS: f32 = -2.59;

/// What each feature weighs, in the order of the table: above zero it speaks for a join.
pub(super) const WEIGHTS: [f32; 30] = [
    2.19,  // ends in a hyphen
    1.56,  // ends in a query's mark
    9.00,  // ends in a typesetter's hyphen
    -4.78, // ends in a file's name
    -2.87, // marks lost
    -2.29, // indented less
    2.04,  // a hash, and a lone rest
    -2.04, // a cut word, and a capital next
    -2.26, // plain word, and words after it
    -1.61, // words after next
    2.54,  // a lone rest in a quotation
    -2.89, // next is a label
    1.64,  // next is long
    1.10,  // next has a URL's mark inside
    2.80,  // next ends in a file's name
    1.90,  // next ends in a slash
    -2.04, // next begins with a number sign
    6.00,  // a scheme is cut
    1.67,  // both make a file's suffix
    7.00,  // a soft break
    6.00,  // a string goes on
    6.00,  // a bracket closes in next
    0.76,  // a word cut in a full line
    1.56,  // a lone rest below a full line
    1.13,  // broken before
    0.98,  // did not fit
    2.59,  // does not fit the cell
    2.33,  // a hyphen in filled text
    1.74,  // text that is cut at this column
    1.36,  // a full line and a long rest
];
