//! What each feature weighs. `tools/evidence/fit.py` writes this file: don't change it by hand.

/// What the sum of the weights has to reach for a join in `auto` and in `eager`.
pub(super) const AUTO: f32 = 0.3;
pub(super) const EAGER: f32 = -1.5;

/// What the sum is where no feature holds.
pub(super) const BIAS: f32 = -1.56;

/// The features by name, in the order of `FEATURES`, and what each weighs: above zero it speaks for a join.
pub(super) const WEIGHTS: [(&str, f32); 48] = [
    ("ends in a slash", -1.97),
    ("ends in a hyphen", 1.52),
    ("ends in a query's mark", 1.20),
    ("ends in half an escape", 8.00),
    ("ends in other punctuation", -1.28),
    ("ends in a typesetter's hyphen", 2.05),
    ("ends in a file's name", -1.06),
    ("what follows did not fit", 0.80),
    ("line of 60 to 71 columns", 0.88),
    ("line of 72 to 80 columns", 1.37),
    ("trailing space here alone", -1.18),
    ("quote marks lost", 1.78),
    ("quoted the same", 1.36),
    ("both in a comment", -1.76),
    ("indented the same", 0.86),
    ("indented less", -1.27),
    ("next begins with a capital", -1.50),
    ("next begins with a bracket or quote", -2.22),
    ("next has a digit inside", -0.98),
    ("next has a URL's mark inside", 1.17),
    ("next is a header or label", -1.22),
    ("next is long", 1.30),
    ("next closes the URL's bracket", 1.44),
    ("next ends a sentence", -1.01),
    ("nothing behind next", 1.08),
    ("words behind next", -2.11),
    ("next ends in a file's name", 0.89),
    ("a URL in the line behind next", -1.28),
    ("lines are justified", 1.80),
    ("lines are hyphenated", 1.00),
    ("a slash, and a path next", 1.46),
    ("a cut word, and a plain word next", -1.27),
    ("next has an escape inside", 1.14),
    ("a cut word, and a trailing space", -1.84),
    ("a cut word, and a capital next", -1.42),
    ("has a query or fragment", -0.58),
    ("digits of a number go on", 1.67),
    ("a short rest of a line", 1.48),
    ("a word cut in a full line", 1.09),
    ("a word cut in a line of 60 to 71", -0.74),
    ("next begins with a number sign", -2.18),
    ("next has a long number", 1.07),
    ("a label before the URL", -1.13),
    ("round bracket closes in next", 5.00),
    ("a hyphen, in a full line", 1.94),
    ("a slash, in a full line", 1.98),
    ("stands whole elsewhere", 7.00),
    ("first part stands alone elsewhere", -3.00),
];
