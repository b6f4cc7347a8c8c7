//! What each feature weighs. `tools/evidence/fit.py` writes this file.

/// What the sum has to reach for a join in `auto` and in `eager`.
pub(super) const AUTO: f32 = 0.2;
pub(super) const EAGER: f32 = -1.0;

/// What the sum is where no feature holds.
pub(super) const BIAS: f32 = -2.84;

/// What each feature weighs, in the order of the table: above zero it speaks for a join.
pub(super) const WEIGHTS: [f32; 30] = [
    4.00,  // ends-in-hyphen
    1.89,  // ends-in-query-mark
    9.00,  // ends-in-typeset-hyphen
    -4.83, // ends-in-file
    -2.37, // marks-lost
    -1.77, // indented-less
    2.21,  // hash-goes-on
    -1.52, // next-has-capital
    -2.47, // next-is-plain
    -1.43, // words-after-next
    2.47,  // quoted-lone-rest
    -1.78, // next-is-label
    1.66,  // next-is-long
    1.21,  // next-has-mark
    2.45,  // next-ends-in-file
    2.51,  // next-ends-in-slash
    -2.08, // next-has-number-sign
    6.00,  // scheme-cut
    1.63,  // suffix-cut
    7.00,  // soft-break
    6.00,  // string-goes-on
    6.00,  // bracket-closes
    0.84,  // word-cut-in-full-line
    1.52,  // lone-rest-below-full-line
    1.02,  // broken-before
    1.25,  // did-not-fit
    2.83,  // did-not-fit-cell
    0.31,  // hyphen-in-filled-text
    1.52,  // cut-at-column
    1.41,  // long-rest-below-full-line
];
