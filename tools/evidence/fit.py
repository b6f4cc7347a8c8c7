#!/usr/bin/env python3
"""Fits the weights of the evidence on labelled texts, judges them on folds by source, and writes `weights.rs`.

    fit.py --data DIR [--dump BIN] [--cache FILE] [--ridge R] [--write] [--select] [--held-out] [--svg DIR]

DIR holds the labelled sets (`*.jsonl`). BIN is the program of this folder, built by `cargo build -p napkin-tools --bin breaks`: it tells
which features hold at each break. Needs numpy. `docs/evidence.md` says what is done here and what came of it.
"""
import argparse
import collections
import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
EVIDENCE = ROOT / "src/engine/rejoin/evidence"

FOLDS = 10

# How often a URL that ends its line with text below it is broken there, by kind of text: what reading by eye showed.
RATES = {"mail": 0.08, "report": 0.04, "diff": 0.03}

# How much a break of a kind counts where its rate is not what matters: these sets are larger than such text is common.
MASSES = {"man": 0.3, "rfc": 0.15, "programs": 0.25, "generated": 0.1}

# What is too rare to be fitted, and decides nearly by itself.
FIXED = {"stands whole elsewhere": 7.0, "first part stands alone elsewhere": -3.0, "ends in half an escape": 8.0, "round bracket closes in next": 5.0}

# Sources that nobody looked at while the features were made.
HELD_OUT = 5


def number(text):
    return int(hashlib.sha256(text.encode()).hexdigest()[:8], 16)


def is_held_out(row):
    return row["set"] == "breaks" and number("napkin" + row["source"]) % HELD_OUT == 0


def host(url):
    return urlsplit(url if "://" in url else "http://" + url).netloc.lower()


def generated(folder):
    """Texts that `rewrap` made, with their URLs: they keep the weights from leaning on what happens to be in the real ones."""
    rows = []
    for i, line in enumerate(open(folder / "rewrap.jsonl", encoding="utf-8")):
        given = json.loads(line)
        rows.append({"set": "generated", "kind": "generated", "source": f"generated {i}", "text": given["text"], "labels": [], "gold": given["gold"], "group": given["group"]})
    return rows


def read(data):
    """All labelled texts: the set, the kind of text, where it is from, and what is known of its URLs."""
    rows = []
    for path in sorted(data.glob("*.jsonl")):
        name = path.stem
        if name not in ("breaks", "eye", "mail", "lineend", "man", "rfc", "rfcold", "rewrap"):
            continue
        for line in open(path, encoding="utf-8"):
            given = json.loads(line)
            text = given["text"] if "text" in given else (data / given["file"]).read_bytes().decode("utf-8", "surrogateescape")
            row = {"set": name, "text": text, "labels": given.get("labels", []), "gold": given.get("gold", []), "kinds": given.get("kinds"), "by": given.get("by")}
            if given.get("group") == "ambiguous":
                continue
            if name == "breaks":
                row.update(kind=given["kind"], source=given["source"], id=given["id"])
            elif name == "eye":
                if given["task"] in ("refusal", "kind-domain", "kind-email") and given["right"] is None:
                    continue
                row.update(kind=given["kind"], source=given["id"].split("#")[0], id=given["id"])
                row["labels"] = [{"start": given["start"], "end": given["end"], "url": given["right"], "wrapped": None}]
            else:
                kind = {"mail": "mail", "lineend": "mail", "man": "man", "rfc": "rfc", "rfcold": "rfc", "rewrap": "programs"}[name]
                urls = [label["url"] for label in row["labels"]] or row["gold"]
                row.update(kind=kind, source=given.get("file") or host(urls[0]) if urls else "none", id=f"{name}:{len(rows)}")
            rows.append(row)
    return rows


def matched(text, start, url, at):
    """How many bytes of the URL stand between `start` and `at`, breaks and what stands in them passed over."""
    done = 0
    for i in range(start, min(at, len(text))):
        if done < len(url) and text[i] == url[done]:
            done += 1
    return done


def encoded(url):
    return url.encode("utf-8", "surrogateescape")


def goes_on(row, text, seen):
    """Whether the URL goes on behind a break; None where nothing says so."""
    start, at, end = seen["start"], seen["at"], seen["end"]
    for label in row["labels"]:
        if label["start"] == start:
            url = label["url"]
            if url is None or label["wrapped"] is False:
                return False
            url = encoded(url)
            if not text[start:start + 4].lower() == url[:4].lower():
                url = url.removeprefix(b"http://")
            url = url.replace(b"%5B", b"[").replace(b"%5D", b"]") if b"[" in text[start:end] else url
            return matched(text, start, url, at) < len(url)
        if at < label["start"] < end:
            return False
    piece = re.split(rb"[\s]", text[start:at])[0]
    piece = piece.rstrip(b".,;:!?)]") or piece
    for bare in (piece, piece.removesuffix(b"-"), piece.removesuffix("‐".encode())):
        for url in row["gold"]:
            url = encoded(url)
            if url.startswith(bare):
                return matched(text, start, url, at) < len(url)
    return None


def dump(binary, rows, level):
    lines = "".join(json.dumps({"text": row["text"].encode("utf-8", "replace").decode(), "all_kinds": bool(row.get("kinds"))}) + "\n" for row in rows)
    done = subprocess.run([binary, level], input=lines.encode(), stdout=subprocess.PIPE, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def vetoes():
    text = (EVIDENCE / "vetoes.rs").read_text()
    return set(re.findall(r'^    \("([^"]+)", \w+\),$', text, re.M))


def features():
    text = (EVIDENCE / "features.rs").read_text()
    return [m[1] for m in re.finditer(r'^    (?:near|around|anywhere)\("([^"]+)", \w+\),$', text, re.M)]


def breaks_of(rows, found):
    """The labelled breaks that are weighed, and those that a certain reason decides."""
    certain = vetoes()
    weighed, decided = [], []
    for i, (row, result) in enumerate(zip(rows, found)):
        text = encoded(row["text"])
        over = set()
        for seen in sorted(result["breaks"], key=lambda seen: (seen["start"], seen["at"])):
            if seen["start"] in over:
                continue
            truth = goes_on(row, text, seen)
            if truth is None:
                continue
            if not truth:
                # Behind a false join nothing is like what would be weighed.
                over.add(seen["start"])
            record = {"row": i, "set": row["set"], "kind": row["kind"], "source": row["source"], "truth": truth,
                      "evidence": seen["evidence"], "held": is_held_out(row), "by": row.get("by"),
                      "shown": text[max(0, seen["start"] - 30):seen["end"] + 60].decode("utf-8", "replace"), "start": seen["start"], "at": seen["at"]}
            if certain & set(seen["evidence"]):
                decided.append(record)
            else:
                weighed.append(record)
    return weighed, decided


def merged(weighed, weight):
    """Made breaks that are alike count as one."""
    kept, weights, known = [], [], {}
    for seen, w in zip(weighed, weight):
        if seen["set"] == "generated":
            key = (tuple(seen["evidence"]), seen["truth"])
            if key in known:
                weights[known[key]] += w
                continue
            known[key] = len(kept)
        kept.append(seen)
        weights.append(w)
    return kept, np.array(weights)


def prior(rows, weighed):
    """How much each break counts, so that a kind of text has joins at its natural rate."""
    whole, wrapped = collections.Counter(), collections.Counter()
    for row in rows:
        for label in row["labels"]:
            if row["set"] in ("breaks", "mail", "lineend"):
                (wrapped if label["wrapped"] else whole)[row["kind"]] += 1 if row["set"] != "mail" or label["wrapped"] else 0
    factors = {}
    for kind, rate in RATES.items():
        factors[kind] = min(1.0, rate / (1 - rate) * whole[kind] / max(1, wrapped[kind]))
    print("joins count by kind:", {kind: round(factor, 2) for kind, factor in factors.items()}, file=sys.stderr)
    weights = []
    for seen in weighed:
        weight = MASSES.get(seen["kind"], 1.0)
        if seen["truth"]:
            weight *= factors.get(seen["kind"], 1.0)
        weights.append(weight)
    return np.array(weights)


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
        hessian = (matrix * curve[:, None]).T @ matrix + np.diag(penalty)
        step = np.linalg.solve(hessian, gradient)
        longest = np.abs(step).max()
        w += step * min(1.0, 3.0 / longest)
        if longest < 1e-3:
            break
    return w


class Data:
    def __init__(self, weighed, weight, names):
        self.weighed, self.weight = weighed, weight
        self.names = [name for name in names if name not in FIXED]
        index = {name: i for i, name in enumerate(self.names)}
        self.matrix = np.zeros((len(weighed), len(self.names) + 1))
        self.matrix[:, -1] = 1
        self.offset = np.zeros(len(weighed))
        for i, seen in enumerate(weighed):
            for name in seen["evidence"]:
                if name in FIXED:
                    self.offset[i] += FIXED[name]
                elif name in index:
                    self.matrix[i, index[name]] = 1
        self.truth = np.array([float(seen["truth"]) for seen in weighed])
        self.real = np.array([seen["set"] != "generated" for seen in weighed])
        # What was made is never judged.
        self.fold = np.array([number(seen["source"]) % FOLDS if seen["set"] != "generated" else -1 for seen in weighed])

    def folds(self, columns, ridge):
        """The sum of each break, by weights that were fitted without its fold; and its fits."""
        columns = list(columns) + [len(self.names)]
        sums = np.zeros(len(self.truth))
        whole = fit(self.matrix[:, columns], self.offset, self.truth, self.weight, ridge)
        made = self.fold < 0
        sums[made] = self.matrix[made][:, columns] @ whole + self.offset[made]
        for fold in range(FOLDS):
            out = self.fold == fold
            w = fit(self.matrix[~out][:, columns], self.offset[~out], self.truth[~out], self.weight[~out], ridge, whole)
            sums[out] = self.matrix[out][:, columns] @ w + self.offset[out]
        return sums, whole

    def loss(self, sums):
        p = np.clip(logistic(sums), 1e-6, 1 - 1e-6)
        weight = self.weight * self.real
        return -(weight * (self.truth * np.log(p) + (1 - self.truth) * np.log(1 - p))).sum() / weight.sum()


NATURAL = ("breaks", "eye")


def table(data, sums, thresholds=(-1, 0, 0.5, 1, 1.5, 2, 2.5, 3)):
    """What each threshold joins rightly and wrongly, by kind of text."""
    groups = collections.OrderedDict()
    for i, seen in enumerate(data.weighed):
        kind = seen["set"] if seen["set"] in ("eye", "mail", "lineend", "rfcold", "rewrap", "man", "rfc") else "breaks:" + seen["kind"]
        groups.setdefault(kind, []).append(i)
        if seen["set"] in NATURAL:
            groups.setdefault("natural", []).append(i)
    for name in sorted(groups):
        index = np.array(groups[name])
        truth, s = data.truth[index], sums[index]
        cells = [f"{int((truth[s >= t]).sum())}/-{int((1 - truth[s >= t]).sum())}" for t in thresholds]
        print(f"{name:20}{int(truth.sum()):5}{int((1 - truth).sum()):6}  " + "".join(f"{cell:>11}" for cell in cells))


def select(data, ridge, stop):
    """Backward elimination: the feature that weighs least by its error goes, one after the other; the loss on the folds says when."""
    kept = list(range(len(data.names)))
    history = []
    while len(kept) > stop:
        sums, w = data.folds(kept, ridge)
        columns = kept + [len(data.names)]
        m = data.matrix[:, columns]
        p = logistic(m @ w + data.offset)
        hessian = (m * (data.weight * p * (1 - p))[:, None]).T @ m + np.eye(len(columns)) * ridge
        error = np.sqrt(np.diag(np.linalg.inv(hessian)))
        worth = np.abs(w[:-1]) / error[:-1]
        made = data.fold < 0
        lost = -(data.weight[made] * np.log(np.where(data.truth[made] > 0, logistic(sums[made]), 1 - logistic(sums[made])))).sum() / max(1, data.weight[made].sum())
        for position in sorted(np.argsort(worth)[: 3 if len(kept) > 70 else 1], reverse=True):
            print(f"{len(kept)} features: {data.loss(sums):.5f} and {lost:.5f}, next without {data.names[kept[position]]!r}", flush=True)
            kept.pop(position)
    return history


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--dump", default=str(ROOT / "target/debug/breaks"))
    parser.add_argument("--generated", type=Path)
    parser.add_argument("--mass", type=float)
    parser.add_argument("--stop", type=int, default=20)
    parser.add_argument("--ridge", type=float, default=1.0)
    parser.add_argument("--select", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--show", type=float)
    parser.add_argument("--vetoed", action="store_true")
    a = parser.parse_args()
    rows = read(a.data)
    if a.mass is not None:
        MASSES["generated"] = a.mass
    if a.generated:
        rows += generated(a.generated)
    found = dump(a.dump, rows, "0")
    weighed, decided = breaks_of(rows, found)
    wrongly = [seen for seen in decided if seen["truth"] and not seen["held"]]
    print(f"{len(weighed)} breaks weighed, {len(decided)} decided for certain, {sum(seen['truth'] for seen in decided)} of them wrongly")
    if a.vetoed:
        certain = vetoes()
        for row, result in zip(rows, found):
            for label in row["labels"]:
                if label["wrapped"] and not is_held_out(row) and not any(seen["start"] == label["start"] for seen in result["breaks"]):
                    text = encoded(row["text"])
                    links = [link for link in result["links"] if link["start"] < label.get("end", label["start"] + 1) and link["end"] > label["start"]]
                    if not any(link["delimiter"] in ("angle", "quote") or link["url"] == label["url"] for link in links):
                        print("unseen", row["set"], row["kind"], row["source"], repr(text[max(0, label["start"] - 20):label["start"] + 200].decode("utf-8", "replace")), [link["url"] for link in links])
        for seen in wrongly:
            print(seen["set"], seen["kind"], seen["source"], sorted(certain & set(seen["evidence"])))
            print("   ", repr(seen["shown"]))
    weighed = [seen for seen in weighed if not seen["held"]]
    names = features()
    weighed, weight = merged(weighed, prior(rows, weighed))
    data = Data(weighed, weight, names)
    if a.select:
        select(data, a.ridge, a.stop)
        return
    sums, w = data.folds(range(len(data.names)), a.ridge)
    print(f"log-loss on the folds {data.loss(sums):.5f}, of the fit itself {data.loss(data.matrix @ w + data.offset):.5f}")
    table(data, sums)
    if a.show is not None:
        for s, seen in sorted(zip(sums, weighed), key=lambda pair: pair[0]):
            if (s >= a.show) != seen["truth"]:
                print(f"{s:6.2f} {'goes on' if seen['truth'] else 'ends'} {seen['set']}:{seen['kind']}:{seen['source']}\n      {seen['shown']!r}\n      {', '.join(seen['evidence'])}")
    if a.write:
        weights = dict(zip(data.names, w[:-1]), **FIXED)
        text = (EVIDENCE / "weights.rs").read_text()
        text = re.sub(r"BIAS: f32 = [-.0-9]+;", f"BIAS: f32 = {w[-1]:.2f};", text)
        start = text.index("pub(super) const WEIGHTS")
        text = text[:start] + f"pub(super) const WEIGHTS: [(&str, f32); {len(names)}] = [\n"
        text += "".join(f'    ("{name}", {weights[name]:.2f}),\n'.replace("-0.00)", "0.00)") for name in names) + "];\n"
        (EVIDENCE / "weights.rs").write_text(text)


main()
