#!/usr/bin/env python3
"""Makes the tables and pictures of `docs/lab/performance.md`, and what other pages say of speed, of the newest record.

    benches/page.py [--check]

What stands between `<!-- record: NAME -->` and `<!-- end -->` in these files is written anew, and so are the pictures. With `--check` nothing is
written, and the status is 1 where something isn't what the newest record gives.
"""

import argparse
import glob
import json
import os
import re
import statistics
import sys

import instructions
import pictures
from programs import ROOT
from record import RECORDS
from tables import cell, markdown

PAGES = ["docs/lab/performance.md", "docs/lab/scale.md", "README.md"]
BLOCK = re.compile(r"(<!-- record: ([a-z ]+) -->\n).*?(<!-- end -->)", re.DOTALL)

LINKIFY = "default / linkify, URLs only"
MEMMEM = 'default / `memmem("://")`'
DELIMITED = "default / `--rejoin delimited`"
ADDRESSES = "URLs and addresses / linkify's default"
ALL = "all kinds / linkify's default"
SCHEMELESS = "all kinds / linkify without schemes"
MAIL_PARSER = "napkin / mail-parser alone"

# Goals: what, the table, the row and the column, and how much it is to be at least.
AT_LEAST = [
    *((f"{column}: {text}", "find", text, column, goal) for column, goals in [
        (LINKIFY, {"prose": 1.8, "mail": 4, "dense": 3.5}),
        (MEMMEM, {"prose": 0.8, "mail": 0.5, "dense": 0.36}),
        (ADDRESSES, {"prose": 1.5, "mail": 2.6, "dense": 3.4}),
    ] for text, goal in goals.items()),
    *((f"the command beside `rg -oN`, one thread: {text}", "grep", text, "list / `rg -oN`", goal)
      for text, goal in {"prose": 1.1, "mail": 2.5, "dense": 5}.items()),
    ("the command beside `rg -j2`: 20,000 small files", "threads", "20,000 small files, beside `rg -j2`", "times as fast", 1.2),
    ("mail beside mail-parser, which searches nothing: letters", "mail", "letters", MAIL_PARSER, 3),
    ("mail beside mail-parser, which searches nothing: small messages", "mail", "corpus", MAIL_PARSER, 1.2),
    ("validating beside fluent-uri: URIs", "validate", "URLs", "`Uri::parse` / fluent-uri, URIs", 1),
    ("validating beside fluent-uri: IRIs", "validate", "URLs", "`Uri::parse` / fluent-uri, IRIs", 1),
]

# How fast the default is to be on what others wrote, beside what weighs no evidence, at least.
OF_DELIMITED = 0.9

# How many times as many instructions a byte of any word may take as one of dense text, how much a byte may cost in the smallest and
# the largest file beside the others, how long the first byte may take, in ms, and what `-n` and `--json` may cost beside a list.
OF_DENSE = instructions.BOUND
FLAT = 1.1
FIRST_BYTE = 2.0
OF_LIST = {"`-n`": 1.1, "`--json`": 2.0}


class Record:
    """The newest record."""

    def __init__(self):
        self.path = max(glob.glob(os.path.join(RECORDS, "*.json")))
        self.date = os.path.basename(self.path).removesuffix(".json")
        with open(self.path) as file:
            self.whole = json.load(file)

    def rows(self, table):
        """The rows of a table; none where it was not measured."""
        return self.whole["tables"].get(table, {}).get("rows", {})

    def about(self):
        """When, on what and beside what it was taken."""
        machine, tables, versions = self.whole["machine"], self.whole["tables"].values(), self.whole["versions"]
        commits = list(dict.fromkeys(table["commit"] for table in tables))
        others = max(table["others"] for table in tables)
        beside = ", ".join(f"{name} {version}" for name, version in versions.items())
        note = f" {self.whole['note']}" if self.whole["note"] else ""
        return (
            f"The record of {self.date}: {machine['processor']} with {machine['vectors']}, {machine['cores']} cores, {machine['compiler']}, "
            f"commit {', '.join(commits)}; beside {beside}.\nOther programs had {cell(others)} of its cores at most while a table was "
            f"measured.{note}\n"
        )


def result(record):
    """The least, the median and the most of what was measured on text that others wrote, in one sentence each."""
    linkify = sorted(row[LINKIFY] for row in record.rows("files").values())
    ripgrep = record.rows("grep")
    hostile = [row["times"] for row in record.rows("hostile").values()]
    lines = []
    if linkify:
        lines.append(
            f"Beside linkify, on {len(linkify)} sets of files that others wrote, the library is {cell(linkify[0])} to "
            f"{cell(linkify[-1])} times as fast, {cell(statistics.median(linkify))} in the median.")
    if ripgrep:
        of_texts = ", ".join(f"{cell(row['list / `rg -oN`'])} ({text})" for text, row in ripgrep.items())
        lines.append(f"Beside `rg -oN` on one thread, the command on generated text: {of_texts} times as fast.")
    if hostile:
        lines.append(f"The worst hostile text known takes {cell(max(hostile))} times as many instructions a byte as dense text.")
    return "\n".join([*lines, f"Record of {record.date}, {record.whole['machine']['cores']} cores."]) + "\n"


def goals(record):
    """Each goal with what was measured, those that are not reached first."""
    found = []

    def add(what, value, goal, at_least):
        # What is printed is what is compared.
        value, goal = float(cell(value).replace(",", "")), float(goal)
        reached = value >= goal if at_least else value <= goal
        found.append((reached, what, f"{cell(value)}", f"{'at least' if at_least else 'at most'} {goal:g}"))

    for what, table, row, column, goal in AT_LEAST:
        value = record.rows(table).get(row, {}).get(column)
        if value is not None:
            add(what, value, goal, True)
    files = {name: row[DELIMITED] for name, row in record.rows("files").items()}
    if files:
        worst = min(files, key=files.get)
        add(f"{DELIMITED}: the least of the files below, {worst}", files[worst], OF_DELIMITED, True)
    for text, row in record.rows("formats").items():
        for name, goal in OF_LIST.items():
            add(f"instructions of {name} / list: {text}", row[name] / row["list"], goal, False)
    for name, row in record.rows("flat").items():
        if name.endswith("napkin"):
            for size in (list(row)[0], list(row)[-1]):
                add(f"a byte in {size} / where it costs least: {name.split(',')[0]}", row[size] / min(row.values()), FLAT, False)
    for name, row in record.rows("start").items():
        add(f"ms to the first byte of output: {name}", row["napkin, median ms"], FIRST_BYTE, False)
        if "ripgrep, median ms" in row:
            add(f"ms to the first byte of output / ripgrep's: {name}", row["napkin, median ms"] / row["ripgrep, median ms"], 1, False)
    hostile = record.rows("hostile")
    if hostile:
        worst = max(hostile, key=lambda word: hostile[word]["times"])
        add(f"instructions of a word over and over / dense text: the worst below, {shown(worst)}", hostile[worst]["times"], OF_DENSE, False)
    found.sort(key=lambda goal: goal[0])
    rows = {what: {"measured": value, "goal": goal, "reached": "yes" if reached else "**no**"} for reached, what, value, goal in found}
    count = sum(reached for reached, *_ in found)
    return f"{count} of {len(found)} goals are reached.\n\n{markdown('what', rows)}\n"


def shown(word):
    """A word of hostile text, with what has no picture."""
    return "`" + word.replace("\n", "⏎").replace("\u2028", "<U+2028>").replace("|", "\\|") + "`"


def of(record, table, first, columns=None):
    """A table of the record, with these columns."""
    rows = record.rows(table)
    return markdown(first, rows, columns) + "\n" if rows else "Not measured in this record.\n"


def peers(record):
    """The readers of mail that are not this program."""
    rows = {name: row for name, row in record.rows("peers").items() if name != "napkin"}
    return markdown("reader", rows) + "\n" if rows else "Not measured in this record.\n"


def hostile(record):
    """The words with their multiples."""
    rows = {shown(word): row for word, row in record.rows("hostile").items()}
    return markdown("word", rows) + "\n" if rows else "Not measured in this record.\n"


def speed(record):
    """The two lines of the README."""
    linkify, ripgrep = (record.whole["versions"].get(name, "") for name in ("linkify", "ripgrep"))
    lines = []
    for table, column, words in [
        ("files", LINKIFY, f"kinds of text that others wrote, the library runs at {{}} times the speed of linkify {linkify}"),
        ("grep", "list / `rg -oN`", f"made-up texts, the command runs at {{}} times the speed of `rg -oN` {ripgrep}"),
    ]:
        ratios = [row[column] for row in record.rows(table).values()]
        if ratios:
            median, least, most = (cell(ratio) for ratio in (statistics.median(ratios), min(ratios), max(ratios)))
            lines.append(f"Over {len(ratios)} {words.format(median)} (median; range {least} to {most}).\n")
    return "".join(lines)


BLOCKS = {
    "about": Record.about,
    "goals": goals,
    "result": result,
    "find": lambda record: of(record, "find", "text", [LINKIFY, MEMMEM, DELIMITED, ADDRESSES, ALL, SCHEMELESS]),
    "files": lambda record: of(record, "files", "text", [LINKIFY, DELIMITED, ADDRESSES, ALL, SCHEMELESS]),
    "instructions": lambda record: of(record, "instructions", "text"),
    "grep": lambda record: of(record, "grep", "text"),
    "threads": lambda record: of(record, "threads", "what"),
    "flat": lambda record: of(record, "flat", "nanoseconds a byte"),
    "start": lambda record: of(record, "start", "input"),
    "formats": lambda record: of(record, "formats", "text"),
    "html": lambda record: of(record, "html", "text", [
        "fragment / list", "page / list", "fragment / linkify and an escaper", "the escaper alone / linkify and it",
        "fragment / comrak with autolinks", "HTML in / comrak with autolinks"]),
    "html instructions": lambda record: of(record, "html instructions", "text"),
    "validate": lambda record: of(record, "validate", "list", [
        f"`Uri::{function}` / fluent-uri, {kind}" for kind in ("URIs", "IRIs") for function in ("parse", "parse_generic")]),
    "mail": lambda record: of(record, "mail", "mailbox", [
        MAIL_PARSER, "napkin / mail-parser and linkify on its texts", "napkin / linkify on the raw bytes"]),
    "mail instructions": lambda record: of(record, "mail instructions", "mailbox"),
    "peers": peers,
    "crawl": lambda record: of(record, "crawl", "command"),
    "hostile": hostile,
    "speed": speed,
}


def drawn(record):
    """The pictures, each with its path."""
    flat = record.rows("flat")
    if flat:
        yield "docs/lab/flat.svg", pictures.curves(
            "Nanoseconds of processor time a byte, one thread", "Size of the file", flat, "ripgrep")
    of_texts, of_files = ({name: row[LINKIFY] for name, row in record.rows(table).items()} for table in ("find", "files"))
    if of_texts:
        aims = {row: goal for _, table, row, column, goal in AT_LEAST if (table, column) == ("find", LINKIFY)}
        yield "docs/lab/ratios.svg", pictures.bars(
            "Times as fast as linkify, URLs only; the marks are goals", [of_texts, of_files], aims)


def written(record):
    """What each file has to hold, with its path."""
    for path in PAGES:
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            page = file.read()
        yield path, BLOCK.sub(lambda block: f"{block[1]}\n{BLOCKS[block[2]](record)}\n{block[3]}", page)
    yield from drawn(record)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing, and fail where something is to be written")
    options = parser.parse_args()
    record, stale = Record(), []
    for path, content in written(record):
        whole = os.path.join(ROOT, path)
        try:
            with open(whole, encoding="utf-8") as file:
                is_stale = file.read() != content
        except FileNotFoundError:
            is_stale = True
        if is_stale:
            stale.append(path)
            if not options.check:
                with open(whole, "w", encoding="utf-8") as file:
                    file.write(content)
    if options.check and stale:
        sys.exit(f"not what {os.path.relpath(record.path, ROOT)} gives, which benches/page.py writes: {', '.join(stale)}")


if __name__ == "__main__":
    main()
