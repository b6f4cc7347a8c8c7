//! What each feature weighs. `tools/evidence/fit.py` writes this file.

/// What the sum has to reach for a join in `auto` and in `eager`.
pub(super) const AUTO: f32 = 0.4;
pub(super) const EAGER: f32 = -1.0;

/// What the sum is where no feature holds.
pub(super) const BIAS: f32 = -3.16;

/// What each feature weighs, in the order of the table: above zero it speaks for a join.
pub(super) const WEIGHTS: [f32; 31] = [
    4.00,  // ends-in-hyphen
    2.19,  // ends-in-query-mark
    9.00,  // ends-in-typeset-hyphen
    -5.12, // ends-in-file
    -2.00, // ends-in-number
    -2.84, // marks-lost
    -2.45, // indented-less
    2.45,  // hash-goes-on
    -1.95, // next-has-capital
    -2.60, // next-is-plain
    -0.88, // words-after-next
    2.79,  // quoted-lone-rest
    -2.08, // next-is-label
    1.81,  // next-is-long
    1.24,  // next-has-mark
    2.05,  // next-has-query
    2.81,  // next-ends-in-file
    2.61,  // next-ends-in-slash
    6.00,  // scheme-cut
    2.54,  // suffix-cut
    7.00,  // soft-break
    6.00,  // string-goes-on
    6.00,  // bracket-closes
    1.31,  // word-cut-in-full-line
    0.86,  // lone-rest-below-full-line
    0.87,  // broken-before
    1.58,  // did-not-fit
    2.57,  // did-not-fit-cell
    1.57,  // cut-at-column
    1.30,  // slug-goes-on
    0.92,  // long-rest-below-full-line
];
