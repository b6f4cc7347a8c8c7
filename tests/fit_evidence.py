#!/usr/bin/env python3
"""Fits the weights of src/engine/rejoin/evidence.rs on labelled texts, and prints the table's rows to paste.

    fit_evidence.py DATA [--generated DATA] [--bin target/release/napkin] [--ridge 1] [--cache FILE]

DATA is a folder of JSONL files: rfc, rfcold, man, mail and lineend with a text (or the name of a file) and `labels`, each
the start and the URL as it was before it was wrapped; rewrap with a text and all its URLs in order. The command is run with
--rejoin 0 --json --explain, so that it joins all that it looks at; each break that it reports is labelled by whether the URL
goes on behind it. A file that is not there is left out. What `cargo run -p napkin-tools --bin rewrap` has generated is fitted as well, with
little weight, and never judged: real texts are few of each kind, and it keeps the weights from leaning on what happens to
be in them.
Half of the texts (by their number) are fitted and the others judged, both ways round; then all are fitted.
"""
import argparse
import collections
import json
import math
import os
import re
import subprocess
import tempfile
from pathlib import Path

SETS = ("rfc", "rfcold", "man", "mail", "lineend", "rewrap")

# How much a break of each set counts: mail and news are what people have, and the other sets are larger.
COUNTS = {"mail": 4.0, "lineend": 3.0, "rewrap": 1.0, "man": 1.0, "rfc": 0.5, "rfcold": 1.0, "generated": 0.3}


# What a certain reason weighs, as the program has it.
SURE = 12


def matched_before(text, start, url, at):
    """How many bytes of the URL stand between `start` and `at`, breaks and what stands in them passed over."""
    done = 0
    for i in range(start, min(at, len(text))):
        if done < len(url) and text[i] == url[done]:
            done += 1
    return done


def goes_on(row, text, seen):
    """Whether the URL goes on behind a break; None where nothing says so."""
    start, at = seen["start"], seen["at"]
    for label in row.get("labels", ()):
        if label["start"] == start:
            url = label["url"].encode("utf-8", "surrogateescape")
            if not label["wrapped"]:
                return False
            return matched_before(text, start, url, at) < len(url)
    piece = re.split(rb"[\s]", text[start:at])[0]
    piece = piece.rstrip(b".,;:!?)]") or piece
    for bare in (piece, piece.removesuffix(b"-"), piece.removesuffix("\u2010".encode())):
        for url in row.get("gold", ()):
            url = url.encode("utf-8", "surrogateescape")
            if url.startswith(bare):
                return matched_before(text, start, url, at) < len(url)
    return None


def breaks_in(binary, data):
    """All labelled breaks: (set, number of the text, names of the evidence, whether the URL goes on, text shown)."""
    found = []
    for name in SETS:
        path = data / f"{name}.jsonl"
        if not path.exists():
            continue
        rows = [json.loads(line) for line in open(path, encoding="utf-8")]
        with tempfile.TemporaryDirectory() as folder:
            texts, paths = [], []
            for i, row in enumerate(rows):
                text = row["text"].encode("utf-8", "surrogateescape") if "text" in row else (data / row["file"]).read_bytes()
                texts.append(text)
                paths.append(os.path.join(folder, f"{i:06}.txt"))
                Path(paths[-1]).write_bytes(text)
            for first in range(0, len(paths), 500):
                command = [binary, "--json", "--explain", "--rejoin", "0", *paths[first:first + 500]]
                out = subprocess.run(command, stdout=subprocess.PIPE, check=False).stdout
                for line in out.splitlines():
                    seen = json.loads(line)
                    # A certain reason ends a URL before anything is weighed.
                    if seen["type"] != "break" or min(seen["evidence"].values(), default=0) <= -SURE:
                        continue
                    number = int(Path(seen["path"]).stem)
                    row, text = rows[number], texts[number]
                    if row.get("group") == "ambiguous":
                        continue
                    truth = goes_on(row, text, seen)
                    if truth is not None:
                        shown = text[seen["start"]:seen["end"]].decode("utf-8", "replace")
                        found.append([name, number, sorted(seen["evidence"]), truth, shown])
    return found


def solve(matrix, vector):
    """The solution of a system of linear equations, by elimination."""
    size = len(vector)
    rows = [matrix[i][:] + [vector[i]] for i in range(size)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(i + 1, size):
            factor = rows[r][i] / rows[i][i]
            if factor:
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i])]
    solution = [0.0] * size
    for i in reversed(range(size)):
        solution[i] = (rows[i][size] - sum(rows[i][k] * solution[k] for k in range(i + 1, size))) / rows[i][i]
    return solution


def fit(breaks, names, ridge):
    """Logistic regression with a ridge, by Newton's steps; the bias is the last weight and has next to no ridge."""
    index = {name: i for i, name in enumerate(names)}
    size = len(names) + 1
    # The same evidence with the same truth counts as one row with a weight.
    rows = collections.Counter()
    for name, _, evidence, truth, _ in breaks:
        rows[tuple(index[e] for e in evidence) + (size - 1,), truth] += COUNTS[name]
    weights = [0.0] * size
    for _ in range(25):
        gradient = [-ridge * w for w in weights]
        gradient[-1] = -0.01 * weights[-1]
        hessian = [[0.0] * size for _ in range(size)]
        for i in range(size):
            hessian[i][i] = ridge if i < size - 1 else 0.01
        for (on, truth), count in rows.items():
            p = 1 / (1 + math.exp(-max(-30, min(30, sum(weights[i] for i in on)))))
            slope, curve = count * (truth - p), count * max(p * (1 - p), 1e-6)
            for i in on:
                gradient[i] += slope
                row = hessian[i]
                for k in on:
                    row[k] += curve
        step = solve(hessian, gradient)
        longest = max(abs(s) for s in step)
        scale = min(1.0, 3.0 / longest) if longest else 1.0
        weights = [w + scale * s for w, s in zip(weights, step)]
        if longest < 1e-4:
            break
    return weights


def score(breaks, names, weights):
    index = {name: i for i, name in enumerate(names)}
    return [(sum(weights[index[e]] for e in b[2]) + weights[-1], b) for b in breaks]


def show(scored, thresholds):
    """What each threshold joins and what it joins wrongly, by set."""
    for threshold in thresholds:
        cells = []
        for name in SETS:
            of = [(s, b) for s, b in scored if b[0] == name]
            right = sum(b[3] for s, b in of if s >= threshold)
            true = sum(b[3] for _, b in of)
            wrong = sum(not b[3] for s, b in of if s >= threshold)
            cells.append(f"{name} {right}/{true} -{wrong}/{len(of) - true}")
        print(f"  {threshold:5.1f}  " + "  ".join(cells))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--generated", type=Path)
    parser.add_argument("--bin", default="target/release/napkin")
    parser.add_argument("--ridge", type=float, default=1.0)
    parser.add_argument("--cache", type=Path, help="keep the labelled breaks here, and take them from here")
    parser.add_argument("--show", type=float, help="show the breaks that a threshold gets wrong when judged")
    arguments = parser.parse_args()
    if arguments.cache and arguments.cache.exists():
        breaks = json.loads(arguments.cache.read_text())
    else:
        breaks = breaks_in(arguments.bin, arguments.data)
        if arguments.generated:
            breaks += [["generated", *b[1:]] for b in breaks_in(arguments.bin, arguments.generated)]
        if arguments.cache:
            arguments.cache.write_text(json.dumps(breaks))
    names = []
    for line in open(Path(__file__).resolve().parent.parent / "src/engine/rejoin/evidence.rs", encoding="utf-8"):
        if m := re.match(r'\s*(piece|wide)\("([^"]+)", [-.0-9]+, (\w+)\)', line):
            names.append((m[2], (m[1], m[3])))
    functions = dict(names)
    names = [name for name, _ in names]
    # What stands elsewhere in the text is too rare in these texts to be fitted, and half an escape decides by itself.
    breaks = [seen for seen in breaks if "ends in half an escape" not in seen[2]]
    for seen in breaks:
        seen[2] = [name for name in seen[2] if name in functions]
    generated = [b for b in breaks if b[0] == "generated"]
    halves = [[b for b in breaks if b[0] != "generated" and b[1] % 2 == half] for half in (0, 1)]
    judged = []
    for half in (0, 1):
        judged += score(halves[half], names, fit(halves[1 - half] + generated, names, arguments.ridge))
    print("judged by weights fitted on the other half, at each threshold: right joins of all, wrong joins of all")
    show(judged, (-3, -2, -1, 0, 1, 1.2, 2, 3))
    if arguments.show is not None:
        for s, b in judged:
            if (s >= arguments.show) != b[3]:
                print(f"{s:6.2f} {'goes on' if b[3] else 'ends'} {b[0]}:{b[1]} {b[4]!r}\n        {', '.join(b[2])}")
    weights = fit(breaks, names, arguments.ridge)
    print("all fitted:")
    show(score(breaks, names, weights), (-2, -1, 0, 1, 1.2, 2))
    print(f"const BIAS: f32 = {weights[-1]:.1f};")
    counts = collections.Counter(e for b in breaks for e in b[2])
    for name, weight in zip(names, weights):
        kind, function = functions[name]
        print(f'    {kind}("{name}", {weight:.1f}, {function}),'.replace(" -0.0,", " 0.0,") + f"  // {counts[name]}")


main()
