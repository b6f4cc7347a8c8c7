"""How long searches take, beside those of other packages, all in one run and on the same text.

    pip install ./bindings/python pyarrow polars linkify-it-py urlextract
    python bindings/python/benches/compare.py

The text is generated: mail-like prose with a URL every few hundred bytes, from a fixed seed. Each contender searches it
for a few seconds of processor time, and its best time counts: that of all threads, whatever else the machine does. What they find differs, and is told: only
napkin judges by a grammar and puts together what is broken. Ratios hold from machine to machine, times don't.
"""

import argparse
import importlib
import random
import re
import time

import napkin

WORDS = "the soup of sam and kim was at a table in winter when they had bread with it or not: so they said, (all of them)".split()
HOSTS = ["a.example.com", "www.example.org", "lists.example.net", "b.example.co.uk"]
PATTERN = r"(?:https?|ftp)://[^\s<>\"]+|www\.[^\s<>\"]+"


def rows(count, seed=15):
    """Texts of about a kilobyte, each with about three URLs."""
    source = random.Random(seed)
    for _ in range(count):
        words = source.choices(WORDS, k=200)
        for _ in range(source.randrange(6)):
            path = "/".join(source.choices(WORDS, k=3)).replace(",", "").replace("(", "").replace(")", "").replace(":", "")
            words[source.randrange(len(words))] = f"https://{source.choice(HOSTS)}/{path}"
        yield "\n".join(" ".join(words[at : at + 12]) for at in range(0, len(words), 12))


def contenders(texts):
    """By name: what searches all texts and says how many links there are. None for what is not installed."""
    joined = "\n".join(texts)
    finder = napkin.Finder()
    pattern = re.compile(PATTERN)
    strings = {
        "napkin, find, a text a row": lambda: sum(len(finder.find(text)) for text in texts),
        "napkin, find, one text": lambda: len(finder.find(joined)),
        "re, findall, a text a row": lambda: sum(len(pattern.findall(text)) for text in texts),
    }
    if linkify_it := installed("linkify_it"):
        linkify = linkify_it.LinkifyIt(options={"fuzzy_email": False, "fuzzy_link": False})
        strings["linkify-it-py, match, a text a row"] = lambda: sum(len(linkify.match(text) or ()) for text in texts)
    if urlextract := installed("urlextract"):
        extractor = urlextract.URLExtract(cache_dir=None)
        strings["urlextract, find_urls, a text a row"] = lambda: sum(len(extractor.find_urls(text)) for text in texts)
    columns = {}
    if pyarrow := installed("pyarrow"):
        compute = importlib.import_module("pyarrow.compute")
        array = pyarrow.array(texts)
        # It has no function that finds all matches: the first of each row, which is less work, and their number.
        columns["napkin, extract"] = lambda: napkin.extract(array).num_rows
        columns["napkin, extract_nested"] = lambda: len(pyarrow.array(napkin.extract_nested(array)).values)
        columns["pyarrow, count_substring_regex"] = lambda: compute.sum(
            compute.count_substring_regex(array, PATTERN)
        ).as_py()
        columns["pyarrow, extract_regex, the first of each row"] = lambda: compute.count(
            compute.extract_regex(array, f"(?P<url>{PATTERN})")
        ).as_py()
    if polars := installed("polars"):
        series = polars.Series(texts)
        columns["napkin, extract, from Polars"] = lambda: napkin.extract(series).num_rows
        columns["Polars, extract_all"] = lambda: series.str.extract_all(PATTERN).list.len().sum()
    return {"strings": strings, "columns": columns}


def installed(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"not installed, and left out: {name}")
        return None


def measure(group, seconds):
    """The best time of each, and what it found."""
    best, found = {}, {}
    for name, run in group.items():
        begun = time.process_time()
        found[name] = run()
        best[name] = time.process_time() - begun
    for name, run in group.items():
        until = time.process_time() + seconds
        while time.process_time() < until:
            begun = time.process_time()
            run()
            best[name] = min(best[name], time.process_time() - begun)
    return best, found


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rows", type=int, default=20_000, help="texts of about a kilobyte")
    options.add_argument("--seconds", type=float, default=3, help="for each contender, above its first turn")
    options.add_argument("--only", choices=["strings", "columns"], help="one of the two groups (urlextract takes long)")
    given = options.parse_args()
    texts = list(rows(given.rows))
    size = sum(len(text.encode()) for text in texts)
    print(f"{len(texts)} rows, {size / 1e6:.1f} MB\n")
    for title, group in contenders(texts).items():
        if not group or given.only not in (None, title):
            continue
        best, found = measure(group, given.seconds)
        base = best["napkin, find, a text a row" if title == "strings" else "napkin, extract"]
        print(f"| {title} | MB/s | links | time beside napkin's |\n| --- | --- | --- | --- |")
        for name in group:
            print(f"| {name} | {size / best[name] / 1e6:.1f} | {found[name]} | {best[name] / base:.2f} |")
        print()


if __name__ == "__main__":
    main()
