"""How long searches take, beside those of other packages, all in one run and on the same text.

    pip install ./bindings/python pyarrow polars linkify-it-py urlextract bleach
    python bindings/python/benches/compare.py --html FOLDER

The text is generated: mail-like prose with a URL every few hundred bytes, from a fixed seed. The HTML is that of the folder, whatever
documents there are in it. Each contender searches it
for a few seconds of processor time, and its best time counts: that of all threads, whatever else the machine does. What they find differs, and is told: only
napkin judges by a grammar and puts together what is broken. Ratios hold from machine to machine, times don't.
"""

import argparse
import importlib
import pathlib
import random
import re
import time

import napkin_urls

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


def documents(folder, size):
    """The documents of HTML in a folder, in the order of their paths, up to so many bytes in all."""
    for path in sorted(pathlib.Path(folder).rglob("*.htm*")):
        try:
            html = path.read_text("utf-8")
        except UnicodeDecodeError:
            continue
        size -= len(html.encode())
        if size < 0:
            return
        yield html


def contenders(texts, pages):
    """By name: what searches all texts and says how many links there are. None for what is not installed."""
    joined = "\n".join(texts)
    finder = napkin_urls.Finder()
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
        columns["napkin, extract"] = lambda: napkin_urls.extract(array).num_rows
        columns["napkin, extract_nested"] = lambda: len(pyarrow.array(napkin_urls.extract_nested(array)).values)
        columns["pyarrow, count_substring_regex"] = lambda: compute.sum(
            compute.count_substring_regex(array, PATTERN)
        ).as_py()
        columns["pyarrow, extract_regex, the first of each row"] = lambda: compute.count(
            compute.extract_regex(array, f"(?P<url>{PATTERN})")
        ).as_py()
    if polars := installed("polars"):
        series = polars.Series(texts)
        columns["napkin, extract, from Polars"] = lambda: napkin_urls.extract(series).num_rows
        columns["Polars, extract_all"] = lambda: series.str.extract_all(PATTERN).list.len().sum()
    html = {}
    if pages:
        # What is an anchor already is one in what comes out as well.
        anchors = sum(page.count("<a ") for page in pages)
        html["napkin, linkify_html"] = lambda: sum(napkin_urls.linkify_html(page).count("<a ") for page in pages) - anchors
        if bleach := installed("bleach"):
            linker = bleach.Linker()
            html["bleach, Linker.linkify"] = lambda: sum(linker.linkify(page).count("<a ") for page in pages) - anchors
    return {"strings": strings, "columns": columns, "html": html}


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
    options.add_argument("--only", choices=["strings", "columns", "html"], help="one of the groups (urlextract takes long)")
    options.add_argument("--html", metavar="FOLDER", help="documents of HTML, in which links are made anchors")
    options.add_argument("--html-size", type=int, default=4_000_000, help="the most bytes of them")
    given = options.parse_args()
    texts = list(rows(given.rows))
    pages = list(documents(given.html, given.html_size)) if given.html else []
    sizes = {"html": sum(len(page.encode()) for page in pages)}
    text_size = sum(len(text.encode()) for text in texts)
    print(f"{len(texts)} rows, {text_size / 1e6:.1f} MB; {len(pages)} documents, {sizes['html'] / 1e6:.1f} MB\n")
    for title, group in contenders(texts, pages).items():
        if not group or given.only not in (None, title):
            continue
        best, found = measure(group, given.seconds)
        size = sizes.get(title, text_size)
        # The first is what the others stand beside.
        base = best[next(iter(group))]
        print(f"| {title} | MB/s | links | time beside napkin's |\n| --- | --- | --- | --- |")
        for name in group:
            print(f"| {name} | {size / best[name] / 1e6:.1f} | {found[name]} | {best[name] / base:.2f} |")
        print()


if __name__ == "__main__":
    main()
