//! What each feature weighs. `tools/evidence/fit.py` writes this file.

/// What the sum has to reach for a join in `auto` and in `eager`.
pub(super) const AUTO: f32 = 0.4;
pub(super) const EAGER: f32 = -1.0;

/// What the sum is where no feature holds.
pub(super) const BIAS: f32 = -3.16;

/// What each feature weighs, in the order of the table: above zero it speaks for a join.
pub(super) const WEIGHTS: [f32; 30] = [
    4.00, // ends-in-hyphen
    2.20, // ends-in-query-mark
    9.00, // ends-in-typeset-hyphen
    -5.11, // ends-in-file
    -0.34, // ends-in-number
    -2.89, // marks-lost
    -2.45, // indented-less
    2.27, // hash-goes-on
    -1.94, // next-has-capital
    -2.61, // next-is-plain
    -0.89, // words-after-next
    2.79, // quoted-lone-rest
    -2.07, // next-is-label
    1.80, // next-is-long
    1.23, // next-has-mark
    2.07, // next-has-query
    2.81, // next-ends-in-file
    2.62, // next-ends-in-slash
    6.00, // scheme-cut
    2.55, // suffix-cut
    7.00, // soft-break
    6.00, // string-goes-on
    6.00, // bracket-closes
    1.28, // word-cut-in-full-line
    0.87, // lone-rest-below-full-line
    0.86, // broken-before
    1.58, // did-not-fit
    2.57, // did-not-fit-cell
    1.58, // cut-at-column
    0.93, // long-rest-below-full-line
];
