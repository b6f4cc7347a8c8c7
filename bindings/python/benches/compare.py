"""How long searches take, beside those of other packages, all in one run and on the same text.

    pip install ./bindings/python pyarrow polars duckdb linkify-it-py urlextract turbohtml bleach
    python bindings/python/benches/compare.py --rows 69,1000 --html FOLDER

It prints the tables of docs/python.md. The text is generated: mail-like prose with a URL every few hundred bytes, from a fixed seed, in
rows of about so many bytes. The HTML is that of the folder, whatever documents there are in it. Contenders take turns, and the best
processor time of each counts: that of all threads, whatever else the machine does. What they find differs, and the number of links is
printed: only napkin judges by a grammar and puts together what is broken. Ratios hold from machine to machine, times don't.
"""

import argparse
import importlib
import math
import pathlib
import random
import re
import time

import napkin_urls

WORDS = "the soup of sam and kim was at a table in winter when they had bread with it or not: so they said, (all of them)".split()
HOSTS = ["a.example.com", "www.example.org", "lists.example.net", "b.example.co.uk"]
PATTERN = r"(?:https?|ftp)://[^\s<>\"]+|www\.[^\s<>\"]+"


def rows(count, length=1000, seed=15):
    """Texts of about so many bytes, with a URL for every 80 words."""
    source = random.Random(seed)
    for _ in range(count):
        words, left = [], length
        while left > 0:
            words.append(url(source) if source.random() < 1 / 80 else source.choice(WORDS))
            left -= len(words[-1]) + 1
        yield "\n".join(" ".join(words[at : at + 12]) for at in range(0, len(words), 12))


def url(source):
    path = "/".join(source.choices(WORDS, k=3))
    return f"https://{source.choice(HOSTS)}/{re.sub('[,():]', '', path)}"


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


# Each group gives, by name, what searches all texts and returns how many links there are. What is not installed is left out.


def strings(texts):
    finder = napkin_urls.Finder()
    pattern = re.compile(PATTERN)
    yield "`Finder.find`", lambda: sum(len(finder.find(text)) for text in texts)
    yield "`re.findall`", lambda: sum(len(pattern.findall(text)) for text in texts)
    if linkify_it := installed("linkify_it"):
        linkify = linkify_it.LinkifyIt(options={"fuzzy_email": False, "fuzzy_link": False})
        yield "linkify-it-py `match`", lambda: sum(len(linkify.match(text) or ()) for text in texts)
    if urlextract := installed("urlextract"):
        extractor = urlextract.URLExtract(cache_dir=None)
        yield "urlextract `find_urls`", lambda: sum(len(extractor.find_urls(text)) for text in texts)


def to_html(texts):
    yield "`linkify`", lambda: sum(napkin_urls.linkify(text).count("<a ") for text in texts)
    yield from linkers(texts)


def columns(texts):
    pyarrow = importlib.import_module("pyarrow")
    compute = importlib.import_module("pyarrow.compute")
    array = pyarrow.array(texts)
    yield "`extract`, ten columns of each link", lambda: napkin_urls.extract(array).num_rows
    yield "`extract`, only `url`", lambda: napkin_urls.extract(array, columns=["url"]).num_rows
    yield "`extract_nested`", lambda: len(pyarrow.array(napkin_urls.extract_nested(array)).values)
    # It has no function that finds all matches: their number, and the first of each row, which is less work.
    count = lambda: compute.sum(compute.count_substring_regex(array, PATTERN)).as_py()
    yield "pyarrow `count_substring_regex`: the number of matches", count
    first = lambda: compute.count(compute.extract_regex(array, f"(?P<url>{PATTERN})")).as_py()
    yield "pyarrow `extract_regex`: the first match of each row", first
    if polars := installed("polars"):
        series = polars.Series(texts)
        yield "Polars `str.extract_all`", lambda: series.str.extract_all(PATTERN).list.len().sum()
    if duckdb := installed("duckdb"):
        connection = duckdb.connect()
        connection.register("arrow", pyarrow.table({"text": array}))
        connection.execute("CREATE TABLE texts AS SELECT text FROM arrow")
        query = f"SELECT sum(len(regexp_extract_all(text, '{PATTERN}'))) FROM texts"
        yield "DuckDB `regexp_extract_all`", lambda: connection.execute(query).fetchone()[0]


def html(pages):
    yield "`linkify_html`", lambda: anchors(map(napkin_urls.linkify_html, pages), pages)
    yield from linkers(pages)


def linkers(pages):
    """What links HTML."""
    if turbohtml := installed("turbohtml.clean"):
        yield "turbohtml `linkify`", lambda: anchors(map(turbohtml.linkify, pages), pages)
    if bleach := installed("bleach"):
        linker = bleach.Linker()
        yield "bleach `Linker.linkify`", lambda: anchors(map(linker.linkify, pages), pages)


def anchors(linked, pages):
    """What is an anchor already is one in what comes out as well."""
    return sum(page.count("<a ") for page in linked) - sum(page.count("<a ") for page in pages)


def installed(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"not installed, and left out: {name}")
        return None


def measure(group, rounds):
    """The best time of each, and what it found."""
    best, found = dict.fromkeys(group, math.inf), {}
    for _ in range(rounds):
        for name, run in group.items():
            until = time.process_time() + 0.1
            while (begun := time.process_time()) < until:
                found[name] = run()
                best[name] = min(best[name], time.process_time() - begun)
    return best, found


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rows", default="1000", help="about how many bytes each text has; several with commas between")
    options.add_argument("--size", type=int, default=1_000_000, help="bytes of text, for columns ten times as many")
    options.add_argument("--rounds", type=int, default=5, help="turns of each contender")
    options.add_argument("--only", choices=["strings", "to_html", "columns", "html"], help="one of the groups (urlextract takes long)")
    options.add_argument("--html", metavar="FOLDER", help="documents of HTML, in which links are made anchors")
    options.add_argument("--html-size", type=int, default=4_000_000, help="the most bytes of them")
    given = options.parse_args()
    lengths = [int(length) for length in given.rows.split(",")]
    groups = {
        make.__name__: (make, [list(rows(size // length, length)) for length in lengths])
        for make, size in [(strings, given.size), (to_html, given.size), (columns, 10 * given.size)]
    }
    groups["html"] = (html, [list(documents(given.html, given.html_size))] if given.html else [])
    for title, (make, inputs) in groups.items():
        if inputs and given.only in (None, title):
            show(title, [(texts, *measure(dict(make(texts)), given.rounds)) for texts in inputs])


def show(title, measured):
    """Prints a table with a row for each contender; the first is the one that the others stand beside."""
    lengths = [sum(len(text.encode()) for text in texts) / len(texts) for texts, _, _ in measured]
    heads = [f"rows of {length:,.0f} bytes: MB/s | links | time" for length in lengths]
    print(f"| {title} | {' | '.join(heads)} |\n| --- |{' --- | --- | --- |' * len(heads)}")
    for name in measured[0][1]:
        cells = []
        for (texts, best, found), length in zip(measured, lengths):
            base = best[next(iter(best))]
            cells.append(f"{len(texts) * length / best[name] / 1e6:,.1f} | {found[name]:,} | {best[name] / base:.1f}")
        print(f"| {name} | {' | '.join(cells)} |")
    print()


if __name__ == "__main__":
    main()
