//! What each feature weighs. `tools/evidence/fit.py` writes this file.

/// What the sum has to reach for a join in `auto` and in `eager`.
pub(super) const AUTO: f32 = 0.4;
pub(super) const EAGER: f32 = -1.0;

/// What the sum is where no feature holds.
pub(super) const BIAS: f32 = -3.18;

/// What each feature weighs, in the order of the table: above zero it speaks for a join.
pub(super) const WEIGHTS: [f32; 30] = [
    4.00,  // ends-in-hyphen
    2.21,  // ends-in-query-mark
    9.00,  // ends-in-typeset-hyphen
    -5.14, // ends-in-file
    -2.00, // ends-in-number
    -2.88, // marks-lost
    -2.50, // indented-less
    2.24,  // hash-goes-on
    -1.94, // next-has-capital
    -2.66, // next-is-plain
    -0.85, // words-after-next
    2.81,  // quoted-lone-rest
    -2.08, // next-is-label
    1.86,  // next-is-long
    1.18,  // next-has-mark
    2.07,  // next-has-query
    2.71,  // next-ends-in-file
    2.63,  // next-ends-in-slash
    6.00,  // scheme-cut
    2.53,  // suffix-cut
    7.00,  // soft-break
    6.00,  // string-goes-on
    6.00,  // bracket-closes
    1.26,  // word-cut-in-full-line
    0.91,  // lone-rest-below-full-line
    0.85,  // broken-before
    1.61,  // did-not-fit
    2.58,  // did-not-fit-cell
    1.58,  // cut-at-column
    0.95,  // long-rest-below-full-line
];
