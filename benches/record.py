#!/usr/bin/env python3
"""Measures all that is measured, and keeps it as the record of a day.

    benches/record.py [--only find,flat,...] [--print] [--files NAME=PATH...] [--note TEXT] [--date YYYY-MM-DD]

It builds what it measures and writes `benches/records/DATE.json`: the machine, and each table as plain data, with the commit, the load of
the machine when the run was begun, the seconds that the table took, and how many processors other programs had in them. With `--only` the
other tables of that record stay as they were, and with `--print` the tables are printed, and no record is kept. Each row of `--files` is a
file or folder that others wrote, searched like the texts of `find`. All of it takes some ten minutes on two cores, on which nothing else
should run; then `benches/page.py` makes the pages' tables and pictures of it.
"""

import argparse
import datetime
import json
import os
import platform
import shutil
import sys
import time

import crawl
import flat
import grep
import instructions
import peers
import programs
import start
from tables import markdown

RECORDS = os.path.join(programs.ROOT, "benches", "records")

# How much each text and mailbox has, in MiB, and how often commands are run.
TEXT = 256
LARGE = 2048
ROUNDS = 5
STARTS = 300
MAILBOX = 512
MAILBOX_OF_PEERS = 8


def ratios(name, *options):
    """The ratios that a benchmark prints, by its inputs."""
    lines = programs.printed(programs.benchmark(name), "--bench", "--ratios", "--json", *options).splitlines()
    return {row["text"]: row["ratios"] for row in map(json.loads, lines)}


def files(named):
    """The ratios over files that have a name of their own in the record."""
    names = dict(reversed(file.split("=", 1)) for file in named)
    return {names[path]: row for path, row in ratios("find", "--files", *names).items()}


def hostile():
    """What words cost that are made to cost much."""
    benchmark = programs.benchmark("find")
    dense = instructions.count(benchmark, "dense", "napkin")
    times = instructions.hostile(benchmark, dense, [*instructions.HOSTILE, *instructions.ABOVE])
    times |= instructions.long(benchmark, dense, {word: word for word in instructions.UNCLOSED})
    return {word: {"times": value} for word, value in sorted(times.items(), key=lambda item: -item[1])}


def measurements(options):
    """Each table's name, what it needs that is not there, and what measures it."""
    napkin, find, rg = programs.napkin, programs.benchmark, options.rg
    for_rg = None if rg else "rg"
    for_counts = None if shutil.which("valgrind") else "valgrind"
    yield "find", None, lambda: ratios("find")
    yield "files", None if options.files else "--files", lambda: files(options.files)
    yield "html", None, lambda: ratios("html")
    yield "mail", None, lambda: ratios("mail")
    yield "validate", None, lambda: ratios("validate")
    yield "grep", for_rg, lambda: grep.one_thread(napkin(), rg, TEXT, ROUNDS)
    yield "threads", for_rg, lambda: grep.two_threads(napkin(), rg, LARGE, ROUNDS)
    yield "flat", None, lambda: flat.measure(napkin(), rg, flat.SIZES[-1])
    yield "start", None, lambda: start.measure(napkin(), rg, STARTS)
    yield "peers", None, lambda: peers.measure(napkin(), "letters", MAILBOX, MAILBOX_OF_PEERS)
    yield "crawl", None, lambda: crawl.measure(napkin(), crawl.SIZE)
    yield "instructions", for_counts, lambda: instructions.per_byte(instructions.searches(find("find")))
    yield "hostile", for_counts, hostile
    yield "html instructions", for_counts, lambda: instructions.others("html")
    yield "mail instructions", for_counts, lambda: instructions.others("mail")
    yield "formats", for_counts, lambda: instructions.formats(napkin())


def rounded(value):
    """As plain data, without digits that say nothing."""
    if isinstance(value, dict):
        return {key: rounded(inner) for key, inner in value.items()}
    return float(f"{value:.4g}") if isinstance(value, float) else value


def machine():
    """What the figures were taken on."""
    name, _ = programs.processor()
    return {"processor": name, "vectors": programs.vectors(), "cores": os.cpu_count(), "system": f"{platform.system()}, {platform.machine()}",
            "compiler": programs.compiler()}


def begun(path, goes_on):
    """A new record, or, where it is to go on, what is at this path, which has to be of this machine."""
    record = {"machine": machine(), "note": "", "versions": {}, "tables": {}}
    if not goes_on or not os.path.exists(path):
        return record
    with open(path, encoding="utf-8") as file:
        before = json.load(file)
    if before["machine"] != record["machine"]:
        sys.exit(f"{path} is of another machine or compiler: give a --date")
    return before


def write(path, record):
    """Keeps the record as it is so far."""
    os.makedirs(RECORDS, exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(record, file, indent=1)
        file.write("\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", help="the tables to measure, with commas between")
    parser.add_argument("--print", action="store_true", help="print the tables, and keep no record")
    parser.add_argument("--files", nargs="+", default=[], metavar="NAME=PATH", help="files that others wrote")
    parser.add_argument("--note", help="what else is to be known of this run")
    parser.add_argument("--date", default=datetime.date.today().isoformat())
    parser.add_argument("--rg", default=shutil.which("rg"))
    options = parser.parse_args()
    tables = {name: (lacking, measure) for name, lacking, measure in measurements(options)}
    chosen = options.only.split(",") if options.only else list(tables)
    if unknown := set(chosen) - set(tables):
        parser.error(f"no table is called {', '.join(sorted(unknown))}; there are {', '.join(tables)}")

    # What is built while something is measured disturbs it.
    programs.napkin()
    for name in ("find", "html", "mail", "validate"):
        programs.benchmark(name)
    path = os.path.join(RECORDS, f"{options.date}.json")
    record = begun(path, options.only)
    record["note"] = record["note"] if options.note is None else options.note
    record["versions"] |= programs.versions() | ({"ripgrep": grep.version(options.rg)} if options.rg else {})
    commit, load = programs.commit(), round(os.getloadavg()[0], 2)
    for name in chosen:
        lacking, measure = tables[name]
        if lacking:
            print(f"{name}: not measured, for want of {lacking}", flush=True)
            continue
        began, used_before = time.monotonic(), programs.used_by_others()
        rows = rounded(measure())
        seconds = time.monotonic() - began
        others = round((programs.used_by_others() - used_before) / seconds, 2)
        if options.print:
            print(markdown(name, rows), end="\n\n", flush=True)
            continue
        print(f"{name}: {seconds:.0f} s", flush=True)
        run = {"commit": commit, "load": load, "seconds": round(seconds), "others": others, "rows": rows}
        record["tables"][name] = run
        write(path, record)


if __name__ == "__main__":
    main()
