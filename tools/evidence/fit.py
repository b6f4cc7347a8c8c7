#!/usr/bin/env python3
"""Fits the weights of the evidence on labelled texts, judges them on folds by source, and writes `weights.rs`.

    fit.py --data DIR [--generated DIR] [--sources DIR] [--documents DIR] [--only NAME...] [--write] [--svg FILE] [--held-out]

DIR holds the labelled sets: breaks, eye, mail, lineend, man, rfc, rfcold and rewrap (`*.jsonl`), each line with a `text` or the
name of a `file`, and `labels` (the byte a URL begins at, the `url` as it was before it was wrapped, whether it is `wrapped`), or
`gold`, all URLs in order, or `start`, `end` and the `right` URL. What `cargo run -p napkin-tools --bin rewrap -- DIR 101 60` has
generated is fitted with little weight, and never judged. `--sources` has the unpacked source distributions of PyPI that
`sources.tsv` names: it lists the joins in each, with what stands around the break, and no other break of theirs is one.
`--documents` has the text of PDFs, `NUMBER.txt`, `.raw` and `.lay` as `pdftotext` makes it plain, with `-raw` and with `-layout`, and in
`NUMBER.urls` where the links of each lead (`pdfinfo -url`): a URL of the text that is none of these, and goes on to one, is broken. Those of
even numbers are held out. With `--only` the weights of these features are fitted beside those that are in `weights.rs`, which stay as they are.
`cargo build -p napkin-tools --bin breaks` builds what tells the features at each break. numpy is needed. `docs/lab/evidence.md` says what all of this is for, and what came of it.
"""
import argparse
import collections
import re
from pathlib import Path

import numpy as np

from labelled import (
    DOCUMENTS, EVIDENCE, ROOT, breaks_of, breaks_of_documents, breaks_of_sources, documents, dump, generated, is_held_out, number, read, vetoes,
)

# The sets whose texts are as they were found.
NATURAL = ("breaks", "eye", "sources")

FOLDS = 10

# How often a URL that ends its line with text below it is broken there, by kind of text, as reading by eye showed. In the
# kinds that are not named the rows are as many as they are.
RATES = {"mail": 0.08, "report": 0.04, "diff": 0.03}

# How much a break counts of kinds whose sets are larger than such text is common.
MASSES = {"man": 0.3, "rfc": 0.3, "programs": 0.25, "generated": 0.1, "sources": 0.15, DOCUMENTS: 0.1}

# What is too rare in the texts to be fitted, and decides nearly by itself.
FIXED = {
    "stands whole elsewhere": 7.0,
    "first part stands alone elsewhere": -3.0,
    "ends in half an escape": 8.0,
    "round bracket closes in next": 5.0,
    "inside the host": 5.0,
    "a fragment, set apart": 3.0,
    "a soft line break of quoted-printable text": 6.0,
    "a known name goes on": 6.0,
    "next ends in a slash": 2.5,
    "one whole word or number in a line below": -4.5,
    "a path below the host alone": 1.0,
    "text that is cut at this column": 6.0,
    "a determiner before the URL, and a noun next": -3.0,
    "a link's target closes in next": 12.0,
    "fills a line of filled text": 2.5,
    "a string or line of a program goes on": 5.0,
    "a line of an open string goes on": 6.0,
}

# What the sum is called where no feature holds.
BIAS = "BIAS"


def features():
    return re.findall(r'^    (?:Break|Lines|Text)\("([^"]+)", \w+\),$', (EVIDENCE / "features.rs").read_text(), re.M)


def known_weights(but_for):
    """What each feature weighs in `weights.rs`, and the bias, but for some."""
    text = (EVIDENCE / "weights.rs").read_text()
    known = {name: float(weight) for name, weight in re.findall(r'^    \("([^"]+)", ([-.0-9]+)\),$', text, re.M)}
    known[BIAS] = float(re.search(r"BIAS: f32 = ([-.0-9]+);", text)[1])
    return {name: weight for name, weight in known.items() if name not in but_for}


def prior(rows, weighed):
    """How much each break counts, so that a kind of text has joins at its natural rate."""
    counts = collections.Counter()
    for row in rows:
        for label in row["labels"]:
            if row["set"] in ("breaks", "lineend") or row["set"] == "mail" and label["wrapped"]:
                counts[row["kind"], label["wrapped"]] += 1
    factors = {kind: min(1.0, rate / (1 - rate) * counts[kind, False] / max(1, counts[kind, True])) for kind, rate in RATES.items()}
    return [MASSES.get(seen["kind"], 1.0) * (factors.get(seen["kind"], 1.0) if seen["truth"] else 1.0) for seen in weighed]


def merged(weighed, weights):
    """Generated breaks that are alike as one."""
    kept, sums, known = [], [], {}
    for seen, weight in zip(weighed, weights):
        key = (tuple(seen["evidence"]), seen["truth"]) if seen["set"] == "generated" else len(kept) * -1 - 1
        if key in known:
            sums[known[key]] += weight
        else:
            known[key] = len(kept)
            kept.append(seen)
            sums.append(weight)
    return kept, np.array(sums)


def logistic(sums):
    return 1 / (1 + np.exp(-np.clip(sums, -30, 30)))


def fit(matrix, offset, truth, weight, ridge, start=None):
    """Logistic regression with a ridge, by Newton's steps. The last column is the bias, which has next to no ridge."""
    size = matrix.shape[1]
    w = np.zeros(size) if start is None else start.copy()
    penalty = np.full(size, ridge)
    penalty[-1] = 0.01
    for _ in range(30):
        p = logistic(matrix @ w + offset)
        gradient = matrix.T @ (weight * (truth - p)) - penalty * w
        curve = weight * np.maximum(p * (1 - p), 1e-6)
        step = np.linalg.solve((matrix * curve[:, None]).T @ matrix + np.diag(penalty), gradient)
        longest = np.abs(step).max()
        w += step * min(1.0, 3.0 / longest)
        if longest < 1e-3:
            break
    return w


class Data:
    """Breaks as a matrix: a row for each, a column for each feature that is fitted, and one for the bias. Features that are `fixed` have
    their weights already."""

    def __init__(self, weighed, weight, names, fixed=FIXED):
        self.weighed, self.weight, self.fixed = weighed, weight, fixed
        self.names = [name for name in names if name not in fixed]
        index = {name: i for i, name in enumerate(self.names)}
        self.matrix = np.zeros((len(weighed), len(self.names) + 1))
        self.matrix[:, -1] = BIAS not in fixed
        self.offset = np.full(len(weighed), fixed.get(BIAS, 0.0))
        for i, seen in enumerate(weighed):
            for name in seen["evidence"]:
                if name in fixed:
                    self.offset[i] += fixed[name]
                else:
                    self.matrix[i, index[name]] = 1
        self.truth = np.array([float(seen["truth"]) for seen in weighed])
        self.is_real = np.array([seen["set"] != "generated" for seen in weighed])
        self.is_natural = np.array([seen["set"] in NATURAL for seen in weighed])
        self.is_held = np.array([seen["held"] for seen in weighed])
        self.fold = np.array([number(seen["source"]) % FOLDS if seen["set"] != "generated" else -1 for seen in weighed])

    def fit(self, columns, ridge, rows, start=None):
        return fit(self.matrix[rows][:, columns], self.offset[rows], self.truth[rows], self.weight[rows], ridge, start)

    def sums(self, columns, w, rows):
        return self.matrix[rows][:, columns] @ w + self.offset[rows]

    def folds(self, columns, ridge):
        """The sum of each break, by weights fitted without its fold, and the weights of all; what was held out is in none."""
        columns = list(columns) + [len(self.names)]
        open_rows = ~self.is_held
        whole = self.fit(columns, ridge, open_rows)
        sums = self.sums(columns, whole, np.full(len(self.truth), True))
        for fold in range(FOLDS):
            rows = self.fold == fold
            sums[rows] = self.sums(columns, self.fit(columns, ridge, open_rows & ~rows, whole), rows)
        return sums, whole

    def loss(self, sums, rows):
        p = np.clip(logistic(sums), 1e-6, 1 - 1e-6)
        losses = -np.where(self.truth > 0, np.log(p), np.log(1 - p))
        return (self.weight * losses)[rows].sum() / self.weight[rows].sum()


def group_of(seen):
    return seen["kind"] if seen["set"] == "breaks" else seen["set"]


def table(data, sums, rows, thresholds):
    """What each threshold joins rightly and wrongly, by kind of text."""
    groups = collections.OrderedDict()
    for i in np.flatnonzero(rows):
        groups.setdefault(group_of(data.weighed[i]), []).append(i)
    groups = dict(sorted(groups.items()))
    groups["natural"] = np.flatnonzero(rows & data.is_natural)
    heads = "".join(f" {logistic(np.array(t)):.2f} |" for t in thresholds)
    print(f"| text | joins | none |{heads}\n| --- | --- | --- |{' --- |' * len(thresholds)}")
    for name, index in groups.items():
        truth, s = data.truth[index], sums[index]
        cells = "".join(f" {int(truth[s >= t].sum())}, {int((1 - truth[s >= t]).sum())} wrong |" for t in thresholds)
        print(f"| {name} | {int(truth.sum())} | {int((1 - truth).sum())} |{cells}")


def calibration(data, sums, rows):
    """How many are joins of the breaks that are told at each confidence."""
    told = logistic(sums[rows])
    edges = [0, 0.05, 0.2, 0.4, 0.6, 0.8, 0.9, 0.97, 1.0001]
    bins = []
    for low, high in zip(edges, edges[1:]):
        inside = (told >= low) & (told < high)
        if inside.any():
            weight, truth = data.weight[rows][inside], data.truth[rows][inside]
            bins.append((np.average(told[inside], weights=weight), np.average(truth, weights=weight), truth.mean(), int(inside.sum())))
    return bins


def draw(path, bins, points):
    """The confidence told against the share that is right, and what joining wins against what it costs."""
    side, gap = 320, 60
    x = lambda share, left: left + share * side
    y = lambda share: gap / 2 + (1 - share) * side
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * side + 3 * gap} {side + 1.6 * gap}" font-family="sans-serif" font-size="12">']
    for left, label in ((gap, "confidence that is told"), (side + 2 * gap, "whole URLs joined with what follows, in %")):
        out.append(f'<rect x="{left}" y="{gap / 2}" width="{side}" height="{side}" fill="none" stroke="#888"/>')
        out.append(f'<text x="{left + side / 2}" y="{side + 1.3 * gap}" text-anchor="middle">{label}</text>')
    left = gap
    out.append(f'<line x1="{x(0, left)}" y1="{y(0)}" x2="{x(1, left)}" y2="{y(1)}" stroke="#ccc"/>')
    for share in (0, 0.5, 1):
        out.append(f'<text x="{x(share, left)}" y="{y(0) + 16}" text-anchor="middle">{share:g}</text>')
        out.append(f'<text x="{left - 6}" y="{y(share) + 4}" text-anchor="end">{share:g}</text>')
    for told, right, _, count in bins:
        out.append(f'<circle cx="{x(told, left):.1f}" cy="{y(right):.1f}" r="{2 + count ** 0.5 / 4:.1f}" fill="#36c" fill-opacity="0.6"><title>told {told:.2f}, {right:.2f} are joins, of {count}</title></circle>')
    left = side + 2 * gap
    most = 4.0
    for percent in range(5):
        out.append(f'<text x="{x(percent / most, left)}" y="{y(0) + 16}" text-anchor="middle">{percent}</text>')
    for share in (0, 0.5, 1):
        out.append(f'<text x="{left - 6}" y="{y(share) + 4}" text-anchor="end">{share * 100:g} %</text>')
    line = " ".join(f"{x(min(1, wrong / most), left):.1f},{y(right):.1f}" for wrong, right in points)
    out.append(f'<polyline points="{line}" fill="none" stroke="#36c" stroke-width="2"/>')
    out.append("</svg>")
    path.write_text("\n".join(out) + "\n")


def select(data, ridge, stop):
    """Backward elimination: the feature that weighs least by its error goes, one after the other; the loss on the folds says when."""
    kept = list(range(len(data.names)))
    judged, rows = data.is_real & ~data.is_held, ~data.is_held
    while len(kept) > stop:
        sums, w = data.folds(kept, ridge)
        columns = kept + [len(data.names)]
        m, weight = data.matrix[rows][:, columns], data.weight[rows]
        p = logistic(m @ w + data.offset[rows])
        hessian = (m * (weight * p * (1 - p))[:, None]).T @ m + np.eye(len(columns)) * ridge
        worth = np.abs(w) / np.sqrt(np.diag(np.linalg.inv(hessian)))
        gone = kept.pop(int(np.argmin(worth[:-1])))
        print(f"{len(kept) + 1} features: {data.loss(sums, judged):.5f}, generated {data.loss(sums, ~data.is_real):.5f}; next without {data.names[gone]!r}", flush=True)


def write(data, names, w):
    """The weights as Rust source."""
    weights = dict(zip(data.names, w[:-1]), **data.fixed)
    path = EVIDENCE / "weights.rs"
    text = re.sub(r"BIAS: f32 = [-.0-9]+;", f"BIAS: f32 = {data.fixed.get(BIAS, w[-1]):.2f};", path.read_text())
    text = text[:text.index("pub(super) const WEIGHTS")]
    text += f"pub(super) const WEIGHTS: [(&str, f32); {len(names)}] = [\n"
    text += "".join(f'    ("{name}", {weights[name]:.2f}),\n'.replace("-0.00)", "0.00)") for name in names) + "];\n"
    path.write_text(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--generated", type=Path, help="the folder that rewrap wrote to")
    parser.add_argument("--sources", type=Path, help="the folder of unpacked source distributions")
    parser.add_argument("--documents", type=Path, help="the folder of texts of documents and of their links")
    parser.add_argument("--only", metavar="NAME", nargs="+", help="fit the weights of these features, and leave all others as they are")
    parser.add_argument("--dump", default=str(ROOT / "target/debug/breaks"))
    parser.add_argument("--ridge", type=float, default=0.3)
    parser.add_argument("--write", action="store_true", help="write weights.rs")
    parser.add_argument("--svg", type=Path, help="draw the calibration and the curve")
    parser.add_argument("--held-out", action="store_true", help="judge what was held out")
    parser.add_argument("--select", type=int, metavar="COUNT", help="leave features out until so many are left, and tell what it costs")
    parser.add_argument("--show", type=float, metavar="SUM", help="show the breaks that a threshold gets wrong on the folds")
    parser.add_argument("--vetoed", action="store_true", help="show the joins that a certain reason forbids")
    a = parser.parse_args()
    rows = read(a.data) + (generated(a.generated) if a.generated else [])
    weighed, decided = breaks_of(rows, dump(a.dump, rows))
    if a.sources:
        weighed += breaks_of_sources(a.sources, lambda rows: dump(a.dump, rows, "eager"))
    weights = prior(rows, weighed)
    if a.documents:
        texts = list(documents(a.documents))
        inner = breaks_of_documents(texts, dump(a.dump, texts, "eager"))
        weighed, weights = weighed + inner, weights + [MASSES[DOCUMENTS]] * len(inner)
    wrongly = [seen for seen in decided if seen["truth"] and seen["set"] != "generated" and not seen["held"]]
    print(f"{len(weighed)} breaks weighed, {len(decided)} decided by a certain reason, {len(wrongly)} of these wrongly")
    if a.vetoed:
        for seen in wrongly:
            print(seen["set"], seen["kind"], seen["source"], sorted(vetoes() & set(seen["evidence"])), repr(seen["shown"]))
    names = features()
    if wrong := set(a.only or ()) - set(names) | set(a.only or ()) & set(FIXED):
        parser.error(f"no features, or their weights are fixed: {', '.join(sorted(wrong))}")
    if a.only and (new := set(names) - set(known_weights(a.only)) - set(a.only)):
        parser.error(f"without a weight: {', '.join(sorted(new))}")
    data = Data(*merged(weighed, weights), names, known_weights(a.only) if a.only else FIXED)
    if a.select:
        return select(data, a.ridge, a.select)
    sums, w = data.folds(range(len(data.names)), a.ridge)
    judged = data.is_real & ~data.is_held
    print(f"log-loss on the folds {data.loss(sums, judged):.4f}; {len(names)} features\n")
    thresholds = (-1, 0, 0.5, 0.8, 1, 1.5, 2, 3)
    table(data, sums, judged, thresholds)
    print("\n| confidence told | are joins | of the breaks as they are | breaks |\n| --- | --- | --- | --- |")
    bins = calibration(data, sums, judged & data.is_natural)
    for told, right, plain, count in bins:
        print(f"| {told:.2f} | {100 * right:.0f} % | {100 * plain:.0f} % | {count} |")
    if a.held_out:
        print("\nheld out:\n")
        table(data, sums, data.is_held, thresholds)
    if a.show is not None:
        for i in sorted(np.flatnonzero(judged), key=lambda i: sums[i]):
            seen = data.weighed[i]
            if (sums[i] >= a.show) != seen["truth"]:
                print(f"{sums[i]:6.2f} {'goes on' if seen['truth'] else 'ends'} {seen['set']}:{seen['kind']}:{seen['source']}\n      {seen['shown']!r}\n      {', '.join(seen['evidence'])}")
    if a.svg:
        natural = np.flatnonzero(judged & data.is_natural)
        whole = sum(not label["wrapped"] for row in rows if row["set"] == "breaks" and not is_held_out(row) for label in row["labels"])
        truth = data.truth[natural]
        points = []
        for t in np.linspace(-6, 6, 97):
            joined = sums[natural] >= t
            points.append((100 * (1 - truth[joined]).sum() / whole, truth[joined].sum() / truth.sum()))
        draw(a.svg, bins, points)
    if a.write:
        write(data, names, w)


main()
