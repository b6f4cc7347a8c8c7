#!/usr/bin/env python3
"""Fits the weights of the evidence, judges them on folds by source, and writes its `weights.rs`.

    cargo build --release -p napkin-tools --bin breaks
    fit.py --data DIR [--select COUNT] [--show COUNT] [--vetoed] [--weights] [--write] [--page]

DIR holds the labelled sets (`fit.py` says what they look like), and also msgjoin and frames. numpy is needed. `--select` leaves
features out until so many are left, and prints what each costs; `--show` prints breaks that are decided wrongly, and `--vetoed`
those that a veto decides wrongly. `--page` writes the tables of `docs/lab/evidence.md`.
"""
import argparse
import collections
import json
import re
from pathlib import Path

import numpy as np

import labelled
import page

ENGINE = labelled.ROOT / "src/engine"
DUMP = labelled.ROOT / "target/release/breaks"
FOLDS, RIDGE = 10, 0.5

# The sum of the weights that a join needs in `auto` and `eager`.
AUTO, EAGER = 0.5, -1.0

# How much a break counts in sets that are larger than such text is common.
MASSES = {"man": 0.3, "rfc": 0.3, "programs": 0.25, "msgjoin": 0.5, "frames": 0.15}

# What says it surely, and stands in too few rows to be fitted.
FIXED = {"ends in a hyphen": 4.0, "ends in a typesetter's hyphen": 9.0, "a string goes on": 6.0, "a soft break": 7.0, "a bracket closes in next": 6.0, "a scheme is cut": 6.0}


def names(table):
    """The names in a table of `join.rs`, in its order."""
    source = (ENGINE / "evidence.rs").read_text()
    block = source[source.index(f"static {table}"):]
    return re.findall(r'^    \(\s*"([^"]+)"', block[:block.index("\n];")], re.M)


def rows(data):
    found = labelled.read(data)
    for name in ("msgjoin", "frames"):
        for line in open(data / f"{name}.jsonl", encoding="utf-8"):
            row = json.loads(line)
            gold = [url["url"] for url in row["urls"]]
            found.append({"set": name, "kind": name, "source": row["id"], "text": row["text"], "labels": [], "gold": gold, "kinds": row.get("kinds")})
    return found


def masses(breaks):
    """How much each break counts."""
    return np.array([MASSES.get(seen["set"], MASSES.get(seen["kind"], 1.0)) for seen in breaks])


def logistic(sums):
    return 1 / (1 + np.exp(-np.clip(sums, -30, 30)))


def fit(matrix, truth, weights, given):
    """Logistic regression by Newton's method; the last column is the bias, and `given` is what is fixed of the sums."""
    ridge = np.eye(matrix.shape[1]) * RIDGE
    ridge[-1, -1] = 1e-3
    w = np.zeros(matrix.shape[1])
    for _ in range(40):
        p = logistic(matrix @ w + given)
        step = np.linalg.solve((matrix.T * (weights * p * (1 - p))) @ matrix + ridge, matrix.T @ (weights * (truth - p)) - ridge @ w)
        w += step
        if np.abs(step).max() < 1e-5:
            break
    return w


class Data:
    def __init__(self, breaks, features):
        self.breaks, self.features = breaks, features
        column = {name: i for i, name in enumerate(features)}
        self.matrix = np.zeros((len(breaks), len(features) + 1))
        self.matrix[:, -1] = 1
        for i, seen in enumerate(breaks):
            self.matrix[i, [column[name] for name in seen["evidence"] if name in column]] = 1
        self.given = sum(self.matrix[:, column[name]] * weight for name, weight in FIXED.items() if name in column)
        for name in FIXED.keys() & column.keys():
            self.matrix[:, column[name]] = 0
        self.truth = np.array([float(seen["truth"]) for seen in breaks])
        self.weights = masses(breaks)
        self.fold = np.array([labelled.number(str(seen["source"])) % FOLDS for seen in breaks])

    def folds(self, kept):
        """The sum of each break by weights fitted without its source, the weights of all, and the loss."""
        columns = [*kept, len(self.features)]
        sums = np.zeros(len(self.truth))
        for fold in range(FOLDS):
            out = self.fold == fold
            sums[out] = self.given[out] + self.matrix[out][:, columns] @ fit(self.matrix[~out][:, columns], self.truth[~out], self.weights[~out], self.given[~out])
        p = np.clip(logistic(sums), 1e-6, 1 - 1e-6)
        loss = -(self.weights * np.where(self.truth > 0, np.log(p), np.log(1 - p))).sum() / self.weights.sum()
        return sums, fit(self.matrix[:, columns], self.truth, self.weights, self.given), loss

    def table(self, sums):
        groups = collections.defaultdict(lambda: [0, 0, 0, 0])
        for seen, total in zip(self.breaks, sums):
            group = groups[f"{seen['set']}:{seen['kind']}" if seen["set"] == "breaks" else seen["set"]]
            joined, is_join = total >= AUTO, bool(seen["truth"])
            group[0] += is_join
            group[1] += is_join and joined
            group[2] += not is_join
            group[3] += not is_join and joined
        for name, (joins, right, ends, wrong) in sorted(groups.items()):
            print(f"  {name:22} {right} of {joins} joins, {wrong} of {ends} wrongly")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--select", type=int, metavar="COUNT")
    parser.add_argument("--show", type=int, metavar="COUNT", default=0)
    for flag in ("--vetoed", "--weights", "--write", "--page"):
        parser.add_argument(flag, action="store_true")
    a = parser.parse_args()
    vetoes, features = set(names("VETOES")), names("FEATURES")
    labelled.vetoes = lambda: vetoes
    texts = rows(a.data)
    breaks, vetoed = labelled.breaks_of(texts, labelled.dump(DUMP, texts))
    wrongly = [seen for seen in vetoed if seen["truth"]]
    print(f"{len(breaks)} breaks weighed, {sum(seen['truth'] for seen in breaks)} of them joins; {len(vetoed)} vetoed, {len(wrongly)} wrongly")
    for seen in (seen for seen in wrongly if a.vetoed and not seen["held"]):
        print(seen["set"], seen["kind"], vetoes & set(seen["evidence"]), repr(seen["shown"]))
    data, kept = Data(breaks, features), list(range(len(features)))
    sums, w, loss = data.folds(kept)
    while a.select and len(kept) > a.select:
        columns = [*kept, len(features)]
        p = logistic(data.matrix[:, columns] @ w + data.given)
        hessian = (data.matrix[:, columns].T * (data.weights * p * (1 - p))) @ data.matrix[:, columns] + np.eye(len(columns)) * RIDGE
        least = int(np.argmin((np.abs(w) / np.sqrt(np.diag(np.linalg.inv(hessian))) + 99 * np.isin(columns, [features.index(name) for name in FIXED]))[:-1]))
        print(f"{len(kept)} features; next without {features[kept.pop(least)]!r}")
        columns = [*kept, len(features)]
        w = fit(data.matrix[:, columns], data.truth, data.weights, data.given)
    sums, w, loss = data.folds(kept)
    print(f"log-loss on the folds {loss:.4f}, {len(kept)} features")
    data.table(sums)
    wrong = [i for i in range(len(breaks)) if not breaks[i]["held"] and (sums[i] >= AUTO) != breaks[i]["truth"]]
    for i in wrong[:: max(1, len(wrong) // a.show)][:a.show] if a.show else ():
        print(f"{sums[i]:6.2f} {'goes on' if breaks[i]['truth'] else 'ends'} {breaks[i]['set']} {breaks[i]['shown']!r}\n       {', '.join(breaks[i]['evidence'])}")
    if a.weights:
        for weight, name in sorted(zip(w, [features[i] for i in kept]), key=lambda pair: -abs(pair[0])):
            print(f"{weight:6.2f} {name}")
    if a.page:
        page.Page(data, kept, sums, w, loss, {"auto": AUTO, "eager": EAGER}, FIXED, vetoed, vetoes).write()
    if a.write:
        full = np.zeros(len(features))
        full[kept] = w[:-1]
        for name, weight in FIXED.items():
            full[features.index(name)] = weight
        listed = "".join(f"    {weight:.2f}, // {name}\n".replace("-0.00", "0.00") for weight, name in zip(full, features))
        (ENGINE / "weights.rs").write_text(
            "//! What each feature weighs. `tools/evidence/fit.py` writes this file.\n\n"
            f"/// What the sum has to reach for a join in `auto` and in `eager`.\npub(super) const AUTO: f32 = {AUTO:.1f};\npub(super) const EAGER: f32 = {EAGER:.1f};\n\n"
            f"/// What the sum is where no feature holds.\npub(super) const BIAS: f32 = {w[-1]:.2f};\n\n"
            f"/// What each feature weighs, in the order of the table: above zero it speaks for a join.\npub(super) const WEIGHTS: [f32; {len(features)}] = [\n{listed}];\n"
        )


main()
