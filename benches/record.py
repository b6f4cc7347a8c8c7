#!/usr/bin/env python3
"""Measures speed, keeps the record of the day, and writes the pages that show it.

    NAPKIN_BODIES=FOLDER benches/record.py [--only find,grep,...] [--print] [--note TEXT] [--date YYYY-MM-DD] [--rg FILE]

It builds what it measures and writes `benches/records/DATE.json`: the machine, and each table as plain data, with the commit, the load when the
run began, the seconds the table took, and the processors that other programs kept busy. It also records the counts of instructions, and
`page.py` writes the pages. With `--only`, the other tables of the record stay. With `--print`, the tables are printed and nothing is written.

FOLDER has real texts, which are not part of the repository. `python3 tools/rent fetch` fetches the packages from which the day's files are
drawn. A table whose needs are missing is left out. All takes less than ten minutes on two cores that do nothing else.
"""

import argparse
import datetime
import json
import os
import platform
import random
import shutil
import sys
import tempfile
import time

import build
import crawl
import grep
import instructions
import page
import programs
import start
from tables import markdown

sys.path.append(os.path.join(programs.ROOT, "tools", "rent"))
import corpus

# The MiB of each text, and how often commands run.
TEXT = 256
LARGE = 2048
ROUNDS = 5
STARTS = 300

# How many packages are drawn, and the least and the most bytes of each.
DRAWN = 8
LEAST, MOST = 1 << 20, 4 << 20


def ratios(name, *options):
    """The ratios that a benchmark prints, by its inputs."""
    lines = programs.printed(programs.benchmark(name), "--bench", "--ratios", "--json", *options).splitlines()
    return {row["text"]: row["ratios"] for row in map(json.loads, lines)}


def ratios_of_files(paths):
    """The ratios over files that have names."""
    names = {path: name for name, path in paths.items()}
    return {names[path]: row for path, row in ratios("find", "--files", *names).items()}


def counts(is_kept):
    """The instructions a byte for each real text and contender; `instructions.py` keeps them if it is to."""
    benchmark = programs.benchmark("find")
    counts = instructions.searches_of_bodies(benchmark)
    if is_kept:
        instructions.write(instructions.searches(benchmark), counts)
    sizes = {name: os.path.getsize(path) for name, path in instructions.bodies().items()}
    return {name: {contender: number / sizes[name] for contender, number in row.items()} for name, row in counts.items()}


def packages():
    """The pinned packages that are here."""
    return [row for row in corpus.rows() if corpus.archive_of(row).exists()]


def drawn(seed):
    """The ratios over texts of packages drawn from the standing corpus."""
    chance, paths = random.Random(seed), {}
    with tempfile.TemporaryDirectory() as folder:
        for row in chance.sample(packages(), len(packages())):
            texts = [data for name, data in corpus.texts(row, corpus.archive_of(row)) if corpus.kind(name, data)]
            chance.shuffle(texts)
            text = b"\n".join(texts)[:MOST]
            if len(text) < LEAST or b"://" not in text:
                continue
            name = f"{row.package} ({row.registry})"
            paths[name] = os.path.join(folder, str(len(paths)))
            with open(paths[name], "wb") as file:
                file.write(text)
            if len(paths) == DRAWN:
                break
        return ratios_of_files(paths)


def hostile():
    """What expensive words cost."""
    benchmark = programs.benchmark("find")
    dense = instructions.count(benchmark, "dense", "napkin")
    times = instructions.hostile(benchmark, dense, [*instructions.HOSTILE, *instructions.ABOVE])
    times |= instructions.long(benchmark, dense, {word: word for word in instructions.UNCLOSED})
    return {word: {"times": value} for word, value in sorted(times.items(), key=lambda item: -item[1])}


def measurements(options):
    """Each table's name, what it needs that is not here, and what measures it."""
    napkin, rg = programs.napkin, options.rg
    for_rg = None if rg else "rg"
    for_counts = None if shutil.which("valgrind") else "valgrind"
    for_bodies = None if instructions.bodies() else "NAPKIN_BODIES"
    for_packages = None if len(packages()) >= DRAWN else "packages (python3 tools/rent fetch)"
    yield "bodies", for_bodies, lambda: ratios_of_files(instructions.bodies())
    yield "counts", for_bodies or for_counts, lambda: counts(not options.print)
    yield "files", for_packages, lambda: drawn(options.date)
    yield "find", None, lambda: ratios("find")
    yield "grep", for_rg, lambda: grep.one_thread(napkin(), rg, TEXT, ROUNDS)
    yield "threads", for_rg, lambda: grep.two_threads(napkin(), rg, LARGE, ROUNDS)
    yield "start", None, lambda: start.measure(napkin(), rg, STARTS)
    yield "html", None, lambda: ratios("html")
    yield "mail", None, lambda: ratios("mail")
    yield "validate", None, lambda: ratios("validate")
    yield "crawl", None, lambda: crawl.measure(napkin(), crawl.SIZE)
    yield "hostile", for_counts, hostile
    yield "build", None, build.measure


def rounded(value):
    """The same data with four digits a figure."""
    if isinstance(value, dict):
        return {key: rounded(inner) for key, inner in value.items()}
    return float(f"{value:.4g}") if isinstance(value, float) else value


def machine():
    """The machine that is measured on."""
    name, _ = programs.processor()
    return {"processor": name, "vectors": programs.vectors(), "cores": os.cpu_count(), "system": f"{platform.system()}, {platform.machine()}",
            "compiler": programs.compiler()}


def begun(path, goes_on):
    """A new record, or the one at this path if that goes on."""
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
    os.makedirs(programs.RECORDS, exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(record, file, indent=1)
        file.write("\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", help="the tables to measure, separated by commas")
    parser.add_argument("--print", action="store_true", help="print the tables, and write nothing")
    parser.add_argument("--note", help="a remark on this run, for the page")
    parser.add_argument("--date", default=datetime.date.today().isoformat(), help="the day of the record, which also draws the files")
    parser.add_argument("--rg", default=shutil.which("rg"), help="ripgrep, if it is not in the PATH")
    options = parser.parse_args()
    tables = {name: (lacking, measure) for name, lacking, measure in measurements(options)}
    chosen = options.only.split(",") if options.only else list(tables)
    if unknown := set(chosen) - set(tables):
        parser.error(f"no table is called {', '.join(sorted(unknown))}; there are {', '.join(tables)}")
    path = os.path.join(programs.RECORDS, f"{options.date}.json")
    record = begun(path, options.only)
    record["note"] = record["note"] if options.note is None else options.note
    record["versions"] |= programs.versions() | ({"ripgrep": grep.version(options.rg)} if options.rg else {})
    commit, load = programs.commit(), round(os.getloadavg()[0], 2)
    for name in chosen:
        lacking, measure = tables[name]
        if lacking:
            print(f"{name}: not measured, as this is missing: {lacking}", flush=True)
            continue
        began, used_before = time.monotonic(), programs.used_by_others()
        rows = rounded(measure())
        seconds = time.monotonic() - began
        others = round((programs.used_by_others() - used_before) / seconds, 2)
        if options.print:
            print(markdown(name, rows), end="\n\n", flush=True)
            continue
        print(f"{name}: {seconds:.0f} s", flush=True)
        record["tables"][name] = {"commit": commit, "load": load, "seconds": round(seconds), "others": others, "rows": rows}
        write(path, record)
    if not options.print:
        page.write()


if __name__ == "__main__":
    main()
