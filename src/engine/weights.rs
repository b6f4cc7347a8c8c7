//! What each feature weighs. `tools/evidence/fit.py` writes this file.

/// What the sum has to reach for a join in `auto` and in `eager`.
pub(super) const AUTO: f32 = 0.2;
pub(super) const EAGER: f32 = -1.0;

/// What the sum is where no feature holds.
pub(super) const BIAS: f32 = -2.84;

/// What each feature weighs, in the order of the table: above zero it speaks for a join.
pub(super) const WEIGHTS: [f32; 30] = [
    4.00,  // ends in a hyphen or a number sign
    1.89,  // ends in a query's mark
    9.00,  // ends in a typesetter's hyphen
    -4.83, // ends in a file's name
    -2.37, // marks lost
    -1.77, // indented less
    2.21,  // a hash, and a lone rest
    -1.52, // a cut word, and a capital next
    -2.47, // plain word, and words after it
    -1.43, // words after next
    2.47,  // a lone rest in a quotation
    -1.78, // next is a label
    1.66,  // next is long
    1.21,  // next has a URL's mark inside
    2.45,  // next ends in a file's name
    2.51,  // next ends in a slash
    -2.08, // next begins with a number sign
    6.00,  // a scheme is cut
    1.63,  // both make a file's suffix
    7.00,  // a soft break
    6.00,  // a string goes on
    6.00,  // a bracket closes in next
    0.84,  // a word cut in a full line
    1.52,  // a lone rest below a full line
    1.02,  // broken before
    1.25,  // did not fit
    2.83,  // does not fit the cell
    0.31,  // a hyphen in filled text
    1.52,  // text that is cut at this column
    1.41,  // a full line and a long rest
];
