//! What each feature weighs. `tools/evidence/fit.py` writes this file.

/// What the sum has to reach for a join in `auto` and in `eager`.
pub(super) const AUTO: f32 = 0.5;
pub(super) const EAGER: f32 = -1.0;

/// What the sum is where no feature holds.
pub(super) const BIAS: f32 = -2.63;

/// What each feature weighs, in the order of the table: above zero it speaks for a join.
pub(super) const WEIGHTS: [f32; 30] = [
    4.00,  // ends in a hyphen
    1.41,  // ends in a query's mark
    9.00,  // ends in a typesetter's hyphen
    -4.76, // ends in a file's name
    -2.32, // marks lost
    -2.29, // indented less
    2.16,  // a hash, and a lone rest
    -1.51, // a cut word, and a capital next
    -2.36, // plain word, and words after it
    -1.46, // words after next
    2.41,  // a lone rest in a quotation
    -2.95, // next is a label
    1.69,  // next is long
    1.13,  // next has a URL's mark inside
    2.58,  // next ends in a file's name
    2.13,  // next ends in a slash
    -2.07, // next begins with a number sign
    6.00,  // a scheme is cut
    1.62,  // both make a file's suffix
    7.00,  // a soft break
    6.00,  // a string goes on
    6.00,  // a bracket closes in next
    0.72,  // a word cut in a full line
    1.61,  // a lone rest below a full line
    0.95,  // broken before
    1.04,  // did not fit
    2.57,  // does not fit the cell
    0.28,  // a hyphen in filled text
    1.67,  // text that is cut at this column
    1.37,  // a full line and a long rest
];
