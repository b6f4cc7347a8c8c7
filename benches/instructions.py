#!/usr/bin/env python3
"""Counts the instructions of searches, and fails if one takes more than is recorded. Time plays no part.

    NAPKIN_BODIES=FOLDER benches/instructions.py [--update]

It builds the benchmark `find` in cargo's default release profile and runs it under callgrind. `benches/instructions.json` keeps the counts,
with the compiler and the vectors that they hold for; on another machine nothing is compared, and the status is 3. `--update` records anew.
FOLDER has real texts, which are not part of the repository. Each is counted beside linkify: a ratio of 2 means that linkify takes twice
as many instructions. Without NAPKIN_BODIES these rows are left out.
"""

import argparse
import glob
import json
import os
import re
import statistics
import subprocess
import sys

import programs
from tables import markdown

RECORD = os.path.join(programs.ROOT, "benches", "instructions.json")
TEXTS = ["prose", "mail", "dense", "code"]
CONTENDERS = ["napkin", "napkin-delimited", "napkin-all"]
INPUT_SIZE = 2 << 20

# The searches of real texts: the kinds, what is counted, and the search by linkify that finds the same kinds.
SEARCHES = {"URLs only": ("napkin", "linkify-urls"), "all kinds": ("napkin-all", "linkify-schemeless")}

# Words that are expensive when repeated; `texts.rs` says why each is here.
HOSTILE = ["a.de/b\n", "(a.de)", "a.com ", "a.de:1 ", "a.de/b ", "a。com ", "›a。com", "x@a.com ",
           "www.a.com ", "http://a\n", "&a.de", "a.c ", "x@a.com", "news:“", "é@é.de ", "'a@b.de", "http://é.de/ ", "tel:+1 ",
           "urn:x:a ", "@:", ".ｱ", "’s@", "x@a.com’", "한국。", "http:// ", "x:// ", "<http://", "ssh://\\_",
           "http://\\_", "sip:\"", "(a.com", "|x@a.com", "\u2010co.uk"]
HOSTILE_SIZE = 64 << 10

# Words without end, by the names that the table has for them.
LONG = {
    "a label without end": "gitlab.com" + "abが" * 800 + "\n",
    "an address without end": "0က10." * 1000 + "\n",
}

# Words that cost more than the bound. They are counted for the record and fail nothing.
ABOVE = [
    "'a.com", "x@a.comｱ", "’ssh://", "%41x@a.com", "\nhttp://a/b%", "|file:/", "a.com한국", "ｱ.co", "{http://a/", "「http://a/",
    "a.de,", '"a.de', "é.de ", "é.co\n", "[a.com", "{a.com", "\u2028co.uk",
]

# More of them, which open what nothing closes.
UNCLOSED = ["'\\\"a.com\n", "> #######'a.com\n"]

# The most instructions for a byte of a word, with all kinds, in those for a byte of dense text with the default kinds.
BOUND = 100

# The C library does other things on other processors: counts may differ by this factor.
MARGIN = 1.10


def machine():
    """The compiler and the vectors of the processor, on which the counts depend."""
    return {"compiler": programs.compiler(), "vectors": programs.vectors()}


def environment():
    """Without this setting, the C library copies long texts by an instruction that counts once for each byte."""
    return {**os.environ, "GLIBC_TUNABLES": "glibc.cpu.x86_rep_movsb_threshold=1000000000"}


def callgrind(command, *options):
    """Counts the instructions of a command, or of the part that the options choose."""
    tool = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *options]
    run = subprocess.run([*tool, *command], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                         env=environment())
    return int(re.search(r"Collected : (\d+)", run.stderr)[1])


def count(benchmark, text, contender, *options):
    """Counts the instructions that the contender takes to search the text."""
    return callgrind([benchmark, "--once", text, contender, *options], "--toggle-collect=napkin_benches::once::measured*")


def searches(benchmark):
    """The counts of each made-up text and contender of `find`."""
    return {text: {contender: count(benchmark, text, contender) for contender in CONTENDERS} for text in TEXTS}


def bodies():
    """The paths of the real texts by name; none if no folder is given."""
    folder = os.environ.get("NAPKIN_BODIES")
    paths = sorted(glob.glob(os.path.join(folder, "*.txt"))) if folder else []
    if folder and not paths:
        sys.exit(f"NAPKIN_BODIES: {folder} has no texts")
    return {os.path.basename(path).removesuffix(".txt"): path for path in paths}


def searches_of_bodies(benchmark):
    """The counts of each real text, by napkin and by linkify."""
    contenders = [contender for pair in SEARCHES.values() for contender in pair]
    return {name: {contender: count(benchmark, path, contender, "--files", path) for contender in contenders}
            for name, path in bodies().items()}


def beside_linkify(counts):
    """How many times as many instructions linkify takes for each real text, with the least and the median."""
    rows = {name: {kinds: of[linkify] / of[ours] for kinds, (ours, linkify) in SEARCHES.items()} for name, of in counts.items()}
    return rows | summary(rows)


def summary(rows):
    """The least and the median of each column."""
    columns = list(next(iter(rows.values()), {}))
    of = {"**least**": min, "**median**": statistics.median}
    return {name: {column: function(row[column] for row in rows.values()) for column in columns} for name, function in of.items() if rows}


def hostile(benchmark, dense, words):
    """The instructions for a byte of each repeated word, in those for a byte of dense text."""
    return {word: count(benchmark, word, "napkin-all", "--hostile") / HOSTILE_SIZE / (dense / INPUT_SIZE) for word in words}


def unknown(benchmark, words):
    """The words that the benchmark has no text of."""
    names = subprocess.run([benchmark, "--each", "napkin-all", "--hostile"], check=True, stdout=subprocess.PIPE, text=True).stdout
    # `splitlines` would also split at U+2028.
    return set(words) - set(map(json.loads, filter(None, names.split("\n"))))


def long(benchmark, dense, words):
    """The same for words that have names."""
    counts = {name: callgrind([benchmark, "--each", "napkin-all", "--repeated", json.dumps(word)],
                              "--toggle-collect=napkin_benches::once::measured*") for name, word in words.items()}
    return {name: number / HOSTILE_SIZE / (dense / INPUT_SIZE) for name, number in counts.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--update", action="store_true", help="record the counts anew")
    arguments = parser.parse_args()
    here = machine()
    with open(RECORD) as file:
        record = json.load(file)
    if here != record["machine"] and not arguments.update:
        print(f"not compared: the counts are those of {record['machine']}, and this is {here}")
        sys.exit(3)
    benchmark = programs.benchmark("find")
    if missing := unknown(benchmark, [*HOSTILE, *ABOVE]):
        sys.exit(f"benches/src/texts.rs has no text of {missing}")
    counts, of_bodies = searches(benchmark), searches_of_bodies(benchmark)
    if arguments.update:
        write(counts, of_bodies)
    rows, worse = {}, []
    for recorded, now in ((record["counts"], counts), (record.get("bodies", {}), of_bodies)):
        for text, contender, number in ((text, *item) for text, row in now.items() for item in row.items() if item[0] in CONTENDERS):
            before = recorded.get(text, {}).get(contender, number)
            rows[f"{text}, {contender}"] = {"instructions": f"{number:,}", "of those recorded": f"{number / before:.3f}"}
            if number / before > MARGIN:
                worse.append(f"{contender} in {text}: {number} instructions, and {before} are recorded")
    print(markdown("search", rows))
    print("\n" + (markdown("linkify / napkin", beside_linkify(of_bodies)) if of_bodies else "Real texts are left out: NAPKIN_BODIES is not set."))
    dense = counts["dense"]["napkin"]
    of_words = hostile(benchmark, dense, HOSTILE) | long(benchmark, dense, LONG)
    print("\n" + markdown("word, repeated", {json.dumps(word, ensure_ascii=False): {"times dense text a byte": times}
                                             for word, times in of_words.items()}))
    over = [f"{word!r} takes {times:.1f} times what dense text takes" for word, times in of_words.items() if times > BOUND * MARGIN]
    if worse and not arguments.update:
        over += ["more instructions than recorded (benches/instructions.py --update records them):", *worse]
    if over:
        sys.exit("\n".join(over))


def write(counts, of_bodies):
    """Records the counts. Those of real texts stay as they are if there are no texts."""
    with open(RECORD) as file:
        of_bodies = of_bodies or json.load(file).get("bodies", {})
    with open(RECORD, "w") as file:
        json.dump({"machine": machine(), "counts": counts, "bodies": of_bodies}, file, indent=2)
        file.write("\n")


if __name__ == "__main__":
    main()
