#!/usr/bin/env python3
"""Counts the instructions of searches, and fails where they are more than they were: no clock is asked.

    benches/instructions.py [--update]

It builds the benchmark `find` in cargo's default release profile and runs it under callgrind, over texts that are the
same on each run. The counts are kept in `benches/instructions.json`, with the compiler and the vectors that they hold for: with
others, nothing is compared, and the status is 3. With `--update` they are written anew.
"""

import argparse
import json
import os
import re
import subprocess
import sys

from profiles import ROOT, build

RECORD = os.path.join(ROOT, "benches", "instructions.json")
TEXTS = ["prose", "mail", "dense", "code"]
CONTENDERS = ["napkin", "napkin-delimited", "napkin-all"]

# Words that cost much to find or to refuse, over and over, in sixty-four kilobytes (`texts.rs` says why each is there).
HOSTILE = ["a.de,", "\"a.de", "é.de ", "a.de/b\n", "(a.de)", "a.com ", "{a.com", "a.de:1 ", "a.de/b ", "a。com ", "›a。com", "x@a.com ",
           "www.a.com ", "http://a\n", "&a.de", "a.c ", "x@a.com", "news:“", "é@é.de ", "'a@b.de", "http://é.de/ ", "tel:+1 ",
           "urn:x:a ", "@:", ".ｱ", "’s@", "\u2028co.uk", "x@a.com’", "한국。", "http:// ", "x:// ", "<http://", "ssh://\\_",
           "http://\\_", "sip:\""]
HOSTILE_SIZE = 64 << 10

# How many times as many instructions a byte of theirs may take, with all kinds, as one of dense text with the default ones.
BOUND = 32

# How much more there may be, as a factor: what the C library does depends on the processor.
MARGIN = 1.10


def machine():
    """What the counts depend on: the compiler, and whether the processor has the vectors that searches use."""
    compiler = subprocess.run(["rustc", "--version"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    try:
        with open("/proc/cpuinfo") as file:
            vectors = "AVX2" if re.search(r"\bavx2\b", file.read()) else "none"
    except FileNotFoundError:
        vectors = "unknown"
    return {"compiler": compiler, "vectors": vectors}


def count(benchmark, text, contender, *options):
    """How many instructions it takes the contender to search the text."""
    tool = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    tool.append("--toggle-collect=napkin_benches::once::measured*")
    run = subprocess.run([*tool, benchmark, "--once", text, contender, *options], check=True, stderr=subprocess.PIPE, text=True)
    return int(re.search(r"Collected : (\d+)", run.stderr)[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--update", action="store_true", help="write the counts anew")
    arguments = parser.parse_args()
    here = machine()
    with open(RECORD) as file:
        record = json.load(file)
    if here != record["machine"] and not arguments.update:
        print(f"not compared: the counts are those of {record['machine']}, and this is {here}")
        sys.exit(3)
    benchmark = build("release")
    counts = {text: {contender: count(benchmark, text, contender) for contender in CONTENDERS} for text in TEXTS}
    if arguments.update:
        with open(RECORD, "w") as file:
            json.dump({"machine": here, "counts": counts}, file, indent=2)
            file.write("\n")
    print("| text | contender | instructions a byte | of what is recorded |\n| --- | --- | --- | --- |")
    worse = []
    for text in TEXTS:
        for contender in CONTENDERS:
            now, before = counts[text][contender], record["counts"].get(text, {}).get(contender, 0)
            ratio = now / before if before else 1.0
            print(f"| {text} | {contender} | {now / (2 << 20):.2f} | {ratio:.3f} |")
            if ratio > MARGIN:
                worse.append(f"{contender} in {text}: {now} instructions, and {before} are recorded")
    dense = counts["dense"]["napkin"] / (2 << 20)
    print("\n| word, repeated | times dense text a byte |\n| --- | --- |")
    over = []
    for word in HOSTILE:
        times = count(benchmark, word, "napkin-all", "--hostile") / HOSTILE_SIZE / dense
        print(f"| {json.dumps(word, ensure_ascii=False)} | {times:.1f} |")
        if times > BOUND * MARGIN:
            over.append(f"{word!r} takes {times:.1f} times what dense text takes")
    if over:
        sys.exit("\n".join(over))
    if worse and not arguments.update:
        sys.exit("\n".join(["more instructions than recorded (benches/instructions.py --update records them):", *worse]))


if __name__ == "__main__":
    main()
