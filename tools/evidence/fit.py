#!/usr/bin/env python3
"""Fits the weights of the evidence to labelled texts, and judges them on folds by source.

    cargo build --release -p napkin-tools --bin breaks --bin rewrap
    target/release/rewrap target/models 1001 60
    fit.py --data DIR target/models [--select COUNT] [--show COUNT] [--write]

DIR holds the labelled sets; `labelled.py` says what they look like. numpy is needed. `--select` leaves features out until so many are left.
`--show` prints breaks that are decided wrongly, and joins that a veto forbids, but none of held-out sources. `--write` writes the weights into
`evidence.rs`, and the tables of `docs/lab/evidence.md`.
"""
import argparse
import re
from pathlib import Path

import numpy as np

import labelled
import page

ENGINE = labelled.ROOT / "src/engine"
DUMP = labelled.ROOT / "target/release/breaks"
FOLDS, RIDGE = 10, 0.5

# The sum of the weights that a join needs.
LEVELS = {"auto": 0.2, "eager": -1.0}

# How much a break counts in sets that are larger than such text is common.
MASSES = {"man": 0.3, "rfc": 0.3, "programs": 0.25, "msgjoin": 0.5, "frames": 0.15, "models": 0.1}

# Features that are almost certain, and in too few rows to be fitted.
FIXED = {
    "ends-in-hyphen": 4.5,
    "ends-in-typeset-hyphen": 9.0, "string-goes-on": 6.0, "soft-break": 7.0, "bracket-closes": 6.0, "scheme-cut": 6.0, "ends-in-number": -2.0,
    "slug-goes-on": 1.3, "identifier-goes-on": 3.5, "host-cut": 2.2,
    "cut-again": 4.5, "fills-cell": 1.2, "wrap-mark": 8.0, "number-missing": 3.5, "cut-everywhere": 4.0,
}


EVIDENCE = ENGINE / "evidence.rs"

# A row of reasons: its id, its condition, and its weight.
ROW = re.compile(r'^    [A-Z_]+ "([a-z-]+)" = (?:.|\n)*?,\n        (CERTAIN|-?[0-9.]+), "', re.M)


def names(place):
    """The ids of the reasons of a place, in the order of `evidence.rs`."""
    blocks = re.findall(r"^reasons! {{ {} (?:.|\n)*?^}}".format(place), EVIDENCE.read_text(), re.M)
    return [name for block in blocks for name, _ in ROW.findall(block)]


def logistic(sums):
    return 1 / (1 + np.exp(-np.clip(sums, -30, 30)))


class Data:
    """Breaks as a matrix: a row for each break, a column for each feature, and one for the bias. `given` is what is fixed of the sums."""

    def __init__(self, breaks, features):
        self.breaks, self.features = breaks, features
        column = {name: i for i, name in enumerate(features)}
        self.matrix = np.zeros((len(breaks), len(features) + 1))
        self.matrix[:, -1] = 1
        for i, seen in enumerate(breaks):
            self.matrix[i, [column[name] for name in seen["evidence"] if name in column]] = 1
        self.given = sum(self.matrix[:, column[name]] * weight for name, weight in FIXED.items())
        self.matrix[:, [column[name] for name in FIXED]] = 0
        self.truth = np.array([float(seen["truth"]) for seen in breaks])
        self.masses = np.array([MASSES.get(seen["set"], MASSES.get(seen["kind"], 1.0)) for seen in breaks])
        self.fold = np.array([labelled.number(str(seen["source"])) % FOLDS for seen in breaks])

    def fit(self, kept, rows=slice(None)):
        """The weights of these features and the bias, and the Hessian: logistic regression with a ridge, by Newton's method."""
        matrix, truth, masses = self.matrix[rows][:, [*kept, -1]], self.truth[rows], self.masses[rows]
        ridge = np.diag([RIDGE] * len(kept) + [1e-3])
        w = np.zeros(len(kept) + 1)
        for _ in range(40):
            p = logistic(matrix @ w + self.given[rows])
            hessian = (matrix.T * (masses * p * (1 - p))) @ matrix + ridge
            step = np.linalg.solve(hessian, matrix.T @ (masses * (truth - p)) - ridge @ w)
            w += step
            if np.abs(step).max() < 1e-5:
                break
        return w, hessian

    def folds(self, kept):
        """The sum of each break by weights fitted without its source, and the loss."""
        sums = self.given.copy()
        for fold in range(FOLDS):
            out = self.fold == fold
            sums[out] += self.matrix[out][:, [*kept, -1]] @ self.fit(kept, ~out)[0]
        p = np.clip(logistic(sums), 1e-6, 1 - 1e-6)
        return sums, np.average(-np.where(self.truth > 0, np.log(p), np.log(1 - p)), weights=self.masses)

    def without_least(self, kept):
        """The features without the one whose weight is smallest beside its error."""
        w, hessian = self.fit(kept)
        worth = np.abs(w) / np.sqrt(np.diag(np.linalg.inv(hessian)))
        return [i for i in kept if i != min((i for i in kept if self.features[i] not in FIXED), key=lambda i: worth[kept.index(i)])]


def show(data, sums, vetoed, count):
    """Prints some of the breaks that are decided wrongly."""
    wrong = [(f"{total:6.2f}", seen) for total, seen in zip(sums, data.breaks) if (total >= LEVELS["auto"]) != seen["truth"]]
    wrong = [pair for pair in wrong + [("vetoed", seen) for seen in vetoed if seen["truth"]] if not pair[1]["held"]]
    for told, seen in wrong[:: max(1, len(wrong) // count)][:count]:
        print(f"{told} {'goes on' if seen['truth'] else 'ends'} {seen['set']} {seen['shown']!r}\n       {', '.join(seen['evidence'])}")


def write(weights, bias):
    """Writes the weights into their rows."""
    def weighed(row):
        old, new = row[2], weights.get(row[1])
        return row[0] if new is None else row[0].replace(f" {old}, \"", f" {new:.2f}, \"".replace("-0.00", "0.00"))

    source = ROW.sub(weighed, EVIDENCE.read_text())
    values = {"AUTO": f"{LEVELS['auto']:.1f}", "EAGER": f"{LEVELS['eager']:.1f}", "BIAS": f"{bias:.2f}"}
    for name, value in values.items():
        source = re.sub(rf"(const {name}: f32 = )[-0-9.]+;", rf"\g<1>{value};", source)
    EVIDENCE.write_text(source)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, nargs="+", required=True)
    parser.add_argument("--select", type=int, metavar="COUNT")
    parser.add_argument("--show", type=int, metavar="COUNT")
    parser.add_argument("--write", action="store_true")
    a = parser.parse_args()
    vetoes, features = set(names("Veto")), names("Weigh")
    breaks, vetoed = labelled.breaks(a.data, DUMP, vetoes)
    data, kept = Data(breaks, features), list(range(len(features)))
    while a.select and len(kept) > a.select:
        fewer = data.without_least(kept)
        print(f"{len(kept)} features; next without {features[(set(kept) - set(fewer)).pop()]!r}")
        kept = fewer
    sums, loss = data.folds(kept)
    (*fitted, bias), _ = data.fit(kept)
    weights = dict.fromkeys(features, 0.0) | dict(zip((features[i] for i in kept), fitted)) | FIXED
    tables = page.Page(data, kept, sums, weights, loss, LEVELS, FIXED, vetoed, vetoes)
    print(f"{len(kept)} features, log-loss on the folds {loss:.4f}\n\n{tables.result()}\n{tables.confidence()}\n{tables.vetoes_table()}")
    if a.show:
        show(data, sums, vetoed, a.show)
    if a.write:
        write(weights, bias)
        tables.write()


main()
