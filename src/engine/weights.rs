//! What each feature weighs. `tools/evidence/fit.py` writes this file.

/// What the sum has to reach for a join in `auto` and in `eager`.
pub(super) const AUTO: f32 = 0.5;
pub(super) const EAGER: f32 = -1.0;

/// What the sum is where no feature holds.
pub(super) const BIAS: f32 = -3.11;

/// What each feature weighs, in the order of the table: above zero it speaks for a join.
pub(super) const WEIGHTS: [f32; 30] = [
    4.00,  // ends-in-hyphen
    2.24,  // ends-in-query-mark
    9.00,  // ends-in-typeset-hyphen
    -5.12, // ends-in-file
    -2.86, // marks-lost
    -2.46, // indented-less
    2.21,  // hash-goes-on
    -1.98, // next-has-capital
    -2.68, // next-is-plain
    -0.96, // words-after-next
    3.02,  // quoted-lone-rest
    -2.04, // next-is-label
    1.84,  // next-is-long
    1.16,  // next-has-mark
    2.08,  // next-has-query
    2.69,  // next-ends-in-file
    2.64,  // next-ends-in-slash
    -1.85, // next-has-number-sign
    6.00,  // scheme-cut
    2.57,  // suffix-cut
    7.00,  // soft-break
    6.00,  // string-goes-on
    6.00,  // bracket-closes
    1.42,  // word-cut-in-full-line
    1.00,  // lone-rest-below-full-line
    0.72,  // broken-before
    1.62,  // did-not-fit
    2.59,  // did-not-fit-cell
    1.60,  // cut-at-column
    1.00,  // long-rest-below-full-line
];
