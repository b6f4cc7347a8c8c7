//! What each feature weighs. `tools/evidence/fit_next.py` writes this file.

/// What the sum has to reach for a join in `auto` and in `eager`.
pub(super) const AUTO: f32 = 0.5;
pub(super) const EAGER: f32 = -1.0;

/// What the sum is where no feature holds.
pub(super) const BIAS: f32 = -2.25;

/// What each feature weighs, in the order of the table: above zero it speaks for a join.
pub(super) const WEIGHTS: [f32; 58] = [
    0.00,  // ends in a slash
    3.21,  // ends in a hyphen
    1.96,  // ends in a query's mark
    0.00,  // ends in a full stop
    9.00,  // ends in a typesetter's hyphen
    2.14,  // ends in a joining sign
    0.00,  // cut inside a word
    -5.61, // ends in a file's name
    0.00,  // line of 60 to 71 columns
    0.00,  // line of 72 to 80 columns
    0.00,  // alone in its line
    0.00,  // a cut word, and a blank
    0.00,  // a flowed line
    -2.46, // marks lost
    0.00,  // marks lost, and back below
    0.00,  // a slash in a quotation, and a long rest
    0.00,  // indented less
    0.00,  // a hash, and a lone rest
    -0.80, // a label before the URL
    -2.04, // a cut word, and a capital next
    0.00,  // broken before in a quotation, and a lone rest
    -2.04, // plain word, and words after it
    -1.42, // words after next
    2.48,  // a lone rest in a quotation
    -2.25, // next is a label
    1.26,  // next is long
    0.67,  // next has a URL's mark inside
    0.00,  // next has a query's mark inside
    1.96,  // next ends in a file's name
    2.87,  // next ends in a slash
    0.00,  // next begins with a number sign
    0.00,  // next begins a path or query
    0.00,  // next has letters and digits
    0.97,  // next has a long number
    0.00,  // a whole word below a full line
    0.00,  // inside a hash
    0.00,  // both make a file's suffix
    0.00,  // a message-id's host goes on
    1.79,  // inside the host
    7.00,  // a soft break
    6.00,  // a string goes on
    6.00,  // a bracket closes in next
    1.17,  // a word cut in a full line
    1.68,  // a lone rest below a full line
    0.00,  // a slash, and a path next
    -1.09, // has a query or fragment
    1.35,  // broken before
    0.00,  // broken before at this column
    0.00,  // broken before, and a lone rest
    1.16,  // did not fit
    2.56,  // a hyphen in typeset text
    2.70,  // does not fit the cell
    0.00,  // as wide as another line
    -1.05, // wider than the lines around
    0.00,  // a hyphen in filled text
    0.00,  // did not fit, and alone
    0.00,  // text that is cut at this column
    1.85,  // a full line and a long rest
];
