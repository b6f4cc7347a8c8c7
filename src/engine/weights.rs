//! What each feature weighs. `tools/evidence/fit.py` writes this file.

/// What the sum has to reach for a join in `auto` and in `eager`.
pub(super) const AUTO: f32 = 0.2;
pub(super) const EAGER: f32 = -1.0;

/// What the sum is where no feature holds.
pub(super) const BIAS: f32 = -3.08;

/// What each feature weighs, in the order of the table: above zero it speaks for a join.
pub(super) const WEIGHTS: [f32; 41] = [
    4.50,  // ends-in-hyphen
    2.18,  // ends-in-query-mark
    9.00,  // ends-in-typeset-hyphen
    -3.51, // ends-in-file
    -2.00, // ends-in-number
    -1.71, // marks-lost
    -1.91, // indented-less
    2.43,  // hash-goes-on
    3.50,  // identifier-goes-on
    -1.67, // next-has-capital
    -2.39, // next-is-plain
    -0.83, // words-after-next
    2.86,  // quoted-lone-rest
    -3.65, // next-is-label
    -0.78, // has-query
    1.21,  // next-is-long
    1.77,  // next-is-long-segment
    0.36,  // next-has-mark
    -1.98, // next-is-fragment
    2.27,  // next-has-query
    2.37,  // next-ends-in-file
    1.58,  // next-ends-in-slash
    6.00,  // scheme-cut
    2.20,  // host-cut
    2.03,  // suffix-cut
    7.00,  // soft-break
    6.00,  // string-goes-on
    6.00,  // bracket-closes
    1.14,  // word-cut-in-full-line
    1.29,  // lone-rest-below-full-line
    0.85,  // rest-ends-text
    0.61,  // broken-before
    3.12,  // did-not-fit-cell
    1.20,  // fills-cell
    8.00,  // wrap-mark
    3.50,  // number-missing
    1.69,  // did-not-fit
    4.00,  // cut-everywhere
    1.47,  // cut-at-column
    1.30,  // slug-goes-on
    1.65,  // long-rest-below-full-line
];
