#!/usr/bin/env python3
"""Counts which URLs come out right of documents whose lines were cut at a column.

    cut.py --sources DIR --half read|kept NAPKIN...

DIR has the unpacked source distributions that `sources.tsv` names. Each paragraph of their documentation that has a URL is put into lines
of some widths, with its neighbours: `cut` cuts lines anywhere, as terminals do, and `long` fills them with whole words and cuts only those that
are longer than a line. What a program finds in the paragraphs as one line each, by `--rejoin off`, is the truth. Every second document was
looked at while the rules were written (`read`), the others never (`kept`).
"""
import argparse
import glob
import json
import random
import re
import subprocess
import tempfile
import textwrap
from pathlib import Path

WIDTHS = (40, 50, 64, 72, 76, 80, 90, 100, 120)
LAYOUTS = {
    "cut": lambda text, width: [text[at:at + width] for at in range(0, len(text), width)],
    "long": lambda text, width: textwrap.wrap(text, width, break_on_hyphens=False),
}
SHORTEST, MOST, LONGEST_WORD = 12, 1000, 300


def paragraphs(text):
    for paragraph in re.split(r"\n\s*\n", text):
        words = paragraph.split()
        if all(len(word) <= LONGEST_WORD for word in words):
            yield " ".join(words)


def documents(folder, half):
    """Paragraphs with a URL, each between its neighbours, in an order drawn by chance."""
    patterns = ("*.md", "*.rst", "*.txt", "docs/**/*.rst", "doc/**/*.rst")
    paths = [path for pattern in patterns for path in glob.glob(f"{folder}/*/{pattern}", recursive=True)]
    found = {}
    for path in sorted(paths)[half == "read"::2]:
        text = Path(path).read_text(encoding="utf-8", errors="replace")
        if not text.isascii():
            continue
        own = list(paragraphs(text))
        for i, paragraph in enumerate(own):
            if "://" in paragraph and len(paragraph.split()) >= SHORTEST:
                found.setdefault(paragraph, own[max(0, i - 1):i + 2])
    drawn = list(found.values())
    random.Random(5).shuffle(drawn)
    return drawn[:MOST]


def links(napkin, texts, *options):
    """The links of each text."""
    with tempfile.TemporaryDirectory() as folder:
        for i, text in enumerate(texts):
            (Path(folder) / f"{i:05}").write_text(text)
        out = subprocess.run([napkin, "--json", *options, folder], stdout=subprocess.PIPE, check=False).stdout.decode()
    found = [[] for _ in texts]
    for link in map(json.loads, out.splitlines()):
        if link["type"] == "link":
            found[int(Path(link["path"]).name)].append(link)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sources", type=Path, required=True)
    parser.add_argument("--half", choices=("read", "kept"), required=True)
    parser.add_argument("napkin", nargs="+", help="the programs to compare")
    options = parser.parse_args()
    drawn = documents(options.sources, options.half)
    truth = links(options.napkin[-1], ["\n\n".join(own) + "\n" for own in drawn], "--rejoin", "off")
    print("| layout | columns | broken |" + " right | joined | wrongly |" * len(options.napkin))
    print("| --- | --- | --- |" + " --- | --- | --- |" * len(options.napkin))
    for layout, lines in LAYOUTS.items():
        for width in WIDTHS:
            texts = ["\n\n".join("\n".join(lines(paragraph, width)) for paragraph in own) + "\n\n" for own in drawn]
            broken = [[link["url"] for link in whole if link["text"] not in text] for whole, text in zip(truth, texts)]
            row = f"| {layout} | {width} | {sum(map(len, broken))} |"
            for napkin in options.napkin:
                found = links(napkin, texts)
                urls = [{link["url"] for link in own} for own in found]
                right = sum(url in own for whole, own in zip(broken, urls) for url in whole)
                joined = [(link, whole) for own, whole in zip(found, truth) for link in own if link["rejoined"]]
                wrong = sum(link["url"] not in [other["url"] for other in whole] for link, whole in joined)
                row += f" {right / max(1, sum(map(len, broken))):.1%} | {len(joined)} | {wrong} |"
            print(row, flush=True)


if __name__ == "__main__":
    main()
