"""Writes the tables of `docs/lab/evidence.md` and `docs/urls.md`: what a fit came to on sources that it had not seen."""
import collections
import copy
import re

import numpy as np

import labelled

PAGES = [labelled.ROOT / name for name in ("docs/lab/evidence.md", "docs/urls.md")]
BLOCK = re.compile(r"(<!-- fit: ([a-z ]+) -->\n).*?(<!-- end -->)", re.DOTALL)

# The sets by the kinds of text in them, in the order of the page.
SETS = {
    "natural text": ("breaks", "eye"), "mail and news": ("mail", "lineend", "msgjoin"), "manual pages": ("man",), "RFCs and drafts": ("rfc", "rfcold"),
    "wrapping programs": ("rewrap",), "models of programs": ("models",), "boxes, tables, bars": ("frames",),
}
EDGES = (0, 0.05, 0.2, 0.4, 0.6, 0.8, 0.9, 0.97, 1.01)


def table(heads, rows):
    return "".join(f"| {' | '.join(map(str, row))} |\n" for row in (heads, ["---"] * len(heads), *rows))


class Page:
    """The tables of one fit. `sums` are those of the folds: no break was weighed by its own source."""

    def __init__(self, data, kept, sums, weights, loss, levels, fixed, vetoed, vetoes):
        self.data, self.kept, self.sums, self.weights, self.loss = data, kept, sums, weights, loss
        self.levels, self.fixed, self.vetoed, self.vetoes = levels, fixed, vetoed, vetoes
        self.truth = data.truth > 0
        self.is_held = np.array([seen["held"] for seen in data.breaks])
        self.is_in = {name: np.array([seen["set"] in sets for seen in data.breaks]) for name, sets in SETS.items()}
        self.told = 1 / (1 + np.exp(-sums))

    def joined(self, rows, sums, least):
        """The right and the wrong joins among these breaks."""
        joined = rows & (sums >= least)
        return int((joined & self.truth).sum()), int((joined & ~self.truth).sum())

    def result(self):
        kinds = {name: rows & ~self.is_held for name, rows in self.is_in.items()}
        kinds["natural text, held-out sources"] = self.is_held
        rows = []
        for name, inside in kinds.items():
            joins = int((inside & self.truth).sum())
            cells = [f"{right} right, {wrong} wrong" for right, wrong in (self.joined(inside, self.sums, least) for least in self.levels.values())]
            rows.append([name, joins, int(inside.sum()) - joins, *cells])
        return table(["text", "inside a URL", "after a URL", *(f"joined by `{name}`" for name in self.levels)], rows)

    def confidence(self):
        rows = []
        for low, high in zip(EDGES, EDGES[1:]):
            inside = self.is_in["natural text"] & (self.told >= low) & (self.told < high)
            if inside.any():
                rows.append([f"{self.told[inside].mean():.2f}", f"{100 * self.truth[inside].mean():.0f} %", int(inside.sum())])
        return table(["confidence", "inside a URL", "breaks"], rows)

    def features(self):
        """The weight of each feature, and what becomes worse without it."""
        auto, everywhere = self.levels["auto"], np.full(len(self.truth), True)
        right, wrong = self.joined(everywhere, self.sums, auto)
        rows = []
        for i in self.kept:
            name, without = self.data.features[i], copy.copy(self.data)
            holds = np.array([name in seen["evidence"] for seen in self.data.breaks])
            without.given = self.data.given - holds * self.fixed.get(name, 0.0)
            sums, loss = without.folds([other for other in self.kept if other != i])
            right_now, wrong_now = self.joined(everywhere, sums, auto)
            rows.append([name, f"{self.weights[name]:.1f}{', fixed' if name in self.fixed else ''}", int(holds.sum()), right_now - right, wrong_now - wrong, f"{1000 * (loss - self.loss):.2f}"])
        rows.sort(key=lambda row: -float(row[-1]))
        changes = [[*row[:3], *(f"{change:+d}" if change else "0" for change in row[3:5]), row[5]] for row in rows]
        return table(["feature", "weight", "breaks", "right joins without it", "wrong joins without it", "loss without it, × 1000"], changes)

    def vetoes_table(self):
        decided = collections.defaultdict(lambda: [0, 0])
        for seen in self.vetoed:
            for name in self.vetoes & set(seen["evidence"]):
                decided[name][seen["truth"]] += 1
        return table(["veto", "ends a URL rightly", "wrongly"], sorted(([name, *counts] for name, counts in decided.items()), key=lambda row: -row[1]))

    def write(self):
        blocks = {"result": self.result, "confidence": self.confidence, "features": self.features, "vetoes": self.vetoes_table}
        for path in PAGES:
            page = path.read_text(encoding="utf-8")
            path.write_text(BLOCK.sub(lambda block: block[1] + blocks[block[2]]() + block[3], page), encoding="utf-8")
