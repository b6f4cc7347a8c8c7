#!/usr/bin/env python3
"""Writes the tables of `docs/lab/performance.md`, and what other pages say of speed, from the newest record.

    benches/page.py [--check]

It replaces the text between `<!-- record: NAME -->` and `<!-- end -->`. With `--check` it writes nothing, and fails if a page differs.
"""

import argparse
import glob
import json
import os
import re
import statistics
import sys

import instructions
from programs import RECORDS, ROOT
from tables import cell, markdown

PAGES = ["docs/lab/performance.md", "docs/lab/scale.md", "README.md"]
BLOCK = re.compile(r"(<!-- record: ([a-z ]+) -->\n).*?(<!-- end -->)", re.DOTALL)

# The comparisons of `find` by the names that the page has for them.
URLS, ALL = "URLs only", "all kinds"
FIND = {URLS: "default / linkify, URLs only", ALL: "all kinds / linkify without schemes"}
MEMMEM, DELIMITED = 'default / `memmem("://")`', "default / `--rejoin delimited`"
RG = "list / `rg -oN`"
MAIL_PARSER = "napkin / mail-parser alone"

BODIES = {
    "advis": "security advisories", "csv": "lists of sites, CSV", "ja": "Ruby's reference in Japanese", "lgw3m": "HTML printed by w3m",
    "misp": "threat intelligence, JSON", "notes": "notes, Markdown", "org": "notes, Org", "tex": "theses, LaTeX",
    "twir": "a newsletter, Markdown", "wasm": "minutes, Markdown",
}

MAILBOXES = {"letters": "mail: letters of 1 to 10 KB", "notes": "mail: plain notes of 600 bytes", "corpus": "mail: `corpus/mail`, awkward messages of 300 bytes"}
SMALL_FILES, FIRST_BYTE = "20,000 small files, two threads", "time to the first byte of output"

# How many times as fast the command and the library are to be, by rows of the page.
GOALS = {
    "a list of made-up prose, one thread": 1.1, "a list of made-up mail, one thread": 2.5, "a list of made-up dense, one thread": 5,
    SMALL_FILES: 1.2, MAILBOXES["letters"]: 3, MAILBOXES["corpus"]: 1.2, FIRST_BYTE: 1,
}

# The words of hostile text that the page shows.
WORST = 4


class Record:
    """The newest record."""

    def __init__(self):
        self.path = max(glob.glob(os.path.join(RECORDS, "*.json")))
        self.date = os.path.basename(self.path).removesuffix(".json")
        with open(self.path, encoding="utf-8") as file:
            self.whole = json.load(file)

    def rows(self, table):
        """The rows of a table; none if it was not measured."""
        return self.whole["tables"].get(table, {}).get("rows", {})

    def find(self, table):
        """The rows of a table of `find`, with the page's columns."""
        return {name: {column: row[of] for column, of in FIND.items()} for name, row in self.rows(table).items()}

    def bodies(self):
        """The ratios of the real texts: of speed, and of instructions."""
        counts = instructions.beside_linkify(self.rows("counts"))
        return {BODIES.get(name, name): row | {f"instructions, {kinds}": ratio for kinds, ratio in counts.get(name, {}).items()}
                for name, row in self.find("bodies").items()}


def about(record):
    """The day, the machine and the versions."""
    machine, tables, versions = record.whole["machine"], record.whole["tables"].values(), record.whole["versions"]
    commits = ", ".join(dict.fromkeys(table["commit"] for table in tables))
    beside = ", ".join(f"{name} {version}" for name, version in versions.items())
    note = f" {record.whole['note']}" if record.whole["note"] else ""
    return (
        f"Record of {record.date}: {machine['processor']} with {machine['vectors']}, {machine['cores']} cores, {machine['compiler']}, "
        f"commit {commits}. Others: {beside}.\nOther programs kept at most {cell(max(table['others'] for table in tables))} cores busy.{note}\n"
    )


def as_fast(values, other):
    """How fast it is beside another program, in words: by the median, with the least and the most."""
    values = sorted(values)
    median = statistics.median(values)
    times = "about as fast as" if 0.9 <= median <= 1.1 else f"{cell(median)} times as fast as"
    return f"{times} {other} (median {cell(median)} times, from {cell(values[0])} to {cell(values[-1])})"


def speed(record):
    """The lines of the README."""
    versions, texts = record.whole["versions"], record.find("bodies") or record.find("files")
    lines = []
    if texts:
        beside = as_fast((row[URLS] for row in texts.values()), f"linkify {versions['linkify']}")
        lines.append(f"On {len(texts)} real texts, the library is {beside}.\n")
    if of_rg := record.rows("grep"):
        beside = as_fast((row[RG] for row in of_rg.values()), f"`rg -oN` {versions['ripgrep']}")
        lines.append(f"On {len(of_rg)} made-up texts, the command is {beside}.\n")
    return "".join(lines)


def result(record):
    """The same, with the cost of hostile text."""
    worst = max((row["times"] for row in record.rows("hostile").values()), default=None)
    return speed(record) + (f"The worst known hostile text takes {cell(worst)} times the instructions of dense text, a byte.\n" if worst else "")


def ours(record):
    """The command beside other programs, and the library beside others: what, beside what, and how many times as fast."""
    rows = {}

    def add(table, row, column, what, beside):
        if (value := record.rows(table).get(row, {}).get(column)) is not None:
            rows[what] = {"beside": beside, "times as fast": value}

    for text in ("prose", "mail", "dense", "code"):
        add("grep", text, RG, f"a list of made-up {text}, one thread", "`rg -oN`")
    add("threads", "20,000 small files, beside `rg -j2`", "times as fast", SMALL_FILES, "`rg -j2`")
    add("threads", "2048 MiB, beside `-j1`", "times as fast", "2 GiB of mail, two threads", "`-j1`")
    add("html", "mail", "fragment / linkify and an escaper", "mail as a fragment of HTML", "linkify and an escaper")
    add("html", "mail", "HTML in / comrak with autolinks", "mail in HTML, with its links", "comrak, which reads Markdown")
    for mailbox, what in MAILBOXES.items():
        add("mail", mailbox, MAIL_PARSER, what, "mail-parser, which searches nothing")
    for kind in ("URIs", "IRIs"):
        add("validate", "URLs", f"`Uri::parse` / fluent-uri, {kind}", f"validating a million {kind}", "fluent-uri, without the rules of schemes")
    line = record.rows("start").get("a line", {})
    if "ripgrep, median ms" in line:
        rows[FIRST_BYTE] = {"beside": "`rg -oN`", "times as fast": line["ripgrep, median ms"] / line["napkin, median ms"]}
    return rows


def goals(record):
    """How many goals are reached, and a table of the others."""
    bodies, made_up, beside = record.find("bodies"), record.find("find"), ours(record)
    worst = max((row["times"] for row in record.rows("hostile").values()), default=None)
    figures = {
        **{f"{kinds} beside linkify, on each real text": (min((row[kinds] for row in bodies.values()), default=None), 1) for kinds in FIND},
        **{f"{URLS} beside linkify, made-up {text}": (made_up.get(text, {}).get(URLS), goal) for text, goal in {"prose": 1.8, "mail": 4, "dense": 3.5}.items()},
        **{f"{what}, beside {beside[what]['beside']}": (beside[what]["times as fast"], goal) for what, goal in GOALS.items() if what in beside},
        "instructions of the worst hostile text, in those of dense text": (worst, -instructions.BOUND),
    }
    measured = {what: pair for what, pair in figures.items() if pair[0] is not None}
    missed = {what: {"measured": cell(value), "goal": f"{'at least' if goal > 0 else 'at most'} {abs(goal):g}"}
              for what, (value, goal) in measured.items() if float(cell(value).replace(",", "")) * (1 if goal > 0 else -1) < goal}
    said = f"{len(measured) - len(missed)} of {len(measured)} goals are reached"
    return f"{said}. These are not:\n\n{markdown('goal', missed)}\n" if missed else f"{said}.\n"


def table(first, rows, columns=None):
    """Rows as a table."""
    return markdown(first, rows, columns) + "\n" if rows else "Not measured in this record.\n"


def summed(first, rows):
    """Rows as a table, with the least and the median of each column."""
    return table(first, rows | instructions.summary(rows))


def hostile(record):
    """The worst words."""
    shown = {word: word.replace("\n", "⏎").replace("\u2028", "<U+2028>").replace("|", "\\|") for word in record.rows("hostile")}
    return table("word", {f"`{shown[word]}`": row for word, row in list(record.rows("hostile").items())[:WORST]})


BLOCKS = {
    "about": about,
    "result": result,
    "goals": goals,
    "bodies": lambda record: summed("text", record.bodies()),
    "files": lambda record: summed("files", record.find("files")),
    "find": lambda record: table("text", {
        name: row | {column: record.rows("find")[name][column] for column in (MEMMEM, DELIMITED)} for name, row in record.find("find").items()}),
    "beside others": lambda record: table("what", ours(record)),
    "build": lambda record: table("library", record.rows("build")),
    "crawl": lambda record: table("command", record.rows("crawl")),
    "hostile": hostile,
    "speed": speed,
}


def written(record):
    """The pages as they should be, with their paths."""
    for path in PAGES:
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            page = file.read()
        yield path, page, BLOCK.sub(lambda block: block[1] + BLOCKS[block[2]](record) + block[3], page)


def write():
    """Writes the pages."""
    for path, before, after in written(Record()):
        if after != before:
            with open(os.path.join(ROOT, path), "w", encoding="utf-8") as file:
                file.write(after)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing, and fail if a page differs")
    if not parser.parse_args().check:
        return write()
    record = Record()
    if stale := [path for path, before, after in written(record) if before != after]:
        sys.exit(f"{', '.join(stale)}: not what {os.path.relpath(record.path, ROOT)} gives; benches/page.py writes it")


if __name__ == "__main__":
    main()
