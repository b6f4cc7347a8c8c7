#!/usr/bin/env python3
"""Counts the instructions of searches, and fails where they are more than they were: no clock is asked.

    benches/instructions.py [--update]

It builds the benchmark `find` in cargo's default release profile and runs it under callgrind, over texts that are the
same on each run. The counts are kept in `benches/instructions.json`, with the compiler and the vectors that they hold for: with
others, nothing is compared, and the status is 3. With `--update` they are written anew. What else is counted here is for `record.py`.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

import programs
from tables import markdown

RECORD = os.path.join(programs.ROOT, "benches", "instructions.json")
TEXTS = ["prose", "mail", "dense", "code"]
CONTENDERS = ["napkin", "napkin-delimited", "napkin-all"]

# Words that cost much to find or to refuse, over and over, in sixty-four kilobytes (`texts.rs` says why each is there).
HOSTILE = ["a.de/b\n", "(a.de)", "a.com ", "a.de:1 ", "a.de/b ", "a。com ", "›a。com", "x@a.com ",
           "www.a.com ", "http://a\n", "&a.de", "a.c ", "x@a.com", "news:“", "é@é.de ", "'a@b.de", "http://é.de/ ", "tel:+1 ",
           "urn:x:a ", "@:", ".ｱ", "’s@", "\u2028co.uk", "x@a.com’", "한국。", "http:// ", "x:// ", "<http://", "ssh://\\_",
           "http://\\_", "sip:\"", "(a.com", "\x01co.uk", "|x@a.com", "\u2010co.uk"]
HOSTILE_SIZE = 64 << 10

# What was slow when it went on for long, with the name that the table has for it: no step was counted of it.
LONG = {
    # Each letter asked for the top-level domain that the whole label would be.
    "a label without end": "gitlab.com" + "abが" * 800 + "\n",
    # And for the address that the whole name would be.
    "an address without end": "0က10." * 1000 + "\n",
}

# Words that are known to cost more than that bound: they are counted for the record, and held to nothing. Four from `a.de,` on cost what they did
# when they were below it, and dense text costs less; `{a.com` is looked behind for what a template puts into a host.
ABOVE = [
    "'a.com", "x@a.comｱ", "’ssh://", "%41x@a.com", "\nhttp://a/b%", "|file:/", "a.com한국", "{http://a/", "「http://a/",
    "a.de,", '"a.de', "é.de ", "[a.com", "{a.com",
]

# Such as well, in which names are found only until the budget for reading far ahead is spent: what opens is not closed.
UNCLOSED = ["'\\\"a.com\n", "> #######'a.com\n"]

# How many times as many instructions a byte of theirs may take, with all kinds, as one of dense text with the default ones.
BOUND = 32

# How much more there may be, as a factor: what the C library does depends on the processor.
MARGIN = 1.10


# What is counted of the other benchmarks, for the record: the inputs, and the contenders.
OTHERS = {
    "html": (TEXTS, ["list", "fragment", "linkify", "html in"]),
    "mail": (["letters", "notes", "corpus"], ["napkin", "mail-parser"]),
}
INPUT_SIZE = 2 << 20

# What is counted of the command, for the record, over a text of so many MiB.
FORMATS = {"list": [], "`-n`": ["-n"], "`--json`": ["--json"]}
COMMAND_TEXTS = ["prose", "mail", "dense"]
COMMAND_SIZE = 8


def machine():
    """What the counts depend on: the compiler, and whether the processor has the vectors that searches use."""
    return {"compiler": programs.compiler(), "vectors": programs.vectors()}


def environment():
    """What a command is counted in: else the C library copies what is long by one instruction that is counted for each byte."""
    return {**os.environ, "GLIBC_TUNABLES": "glibc.cpu.x86_rep_movsb_threshold=1000000000"}


def callgrind(command, *options):
    """How many instructions a command takes, or what of it the options choose."""
    tool = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *options]
    run = subprocess.run([*tool, *command], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                         env=environment())
    return int(re.search(r"Collected : (\d+)", run.stderr)[1])


def count(benchmark, text, contender, *options):
    """How many instructions it takes the contender to search the text."""
    return callgrind([benchmark, "--once", text, contender, *options], "--toggle-collect=napkin_benches::once::measured*")


def searches(benchmark):
    """The counts of each text and contender of `find`."""
    return {text: {contender: count(benchmark, text, contender) for contender in CONTENDERS} for text in TEXTS}


def per_byte(counts):
    """The counts for a byte of their input."""
    return {text: {contender: number / INPUT_SIZE for contender, number in row.items()} for text, row in counts.items()}


def hostile(benchmark, dense, words):
    """What a byte of each word takes with all kinds, over and over, as a multiple of a byte of dense text with the default ones."""
    return {word: count(benchmark, word, "napkin-all", "--hostile") / HOSTILE_SIZE / (dense / INPUT_SIZE) for word in words}


def unknown(benchmark, words):
    """Those of the words that the benchmark has no text of."""
    names = subprocess.run([benchmark, "--each", "napkin-all", "--hostile"], check=True, stdout=subprocess.PIPE, text=True).stdout
    # A word may have a line end of Unicode's.
    return set(words) - set(map(json.loads, filter(None, names.split("\n"))))


def long(benchmark, dense, words):
    """The same of words with names."""
    counts = {name: callgrind([benchmark, "--each", "napkin-all", "--repeated", json.dumps(word)],
                              "--toggle-collect=napkin_benches::once::measured*") for name, word in words.items()}
    return {name: number / HOSTILE_SIZE / (dense / INPUT_SIZE) for name, number in counts.items()}


def others(name):
    """The instructions a byte for each input and contender of another benchmark."""
    inputs, contenders = OTHERS[name]
    benchmark = programs.benchmark(name)
    return per_byte({text: {contender: count(benchmark, text, contender) for contender in contenders} for text in inputs})


def formats(napkin):
    """The instructions a byte that the command takes for each text and format, its start included."""
    rows = {}
    for text in COMMAND_TEXTS:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, text)
            programs.write("find", text, path, COMMAND_SIZE)
            size = os.path.getsize(path)
            rows[text] = {name: callgrind([napkin, "-j1", "--input", "text", *flags, path]) / size
                          for name, flags in FORMATS.items()}
    return rows


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
    benchmark = programs.benchmark("find")
    if missing := unknown(benchmark, [*HOSTILE, *ABOVE]):
        sys.exit(f"benches/src/texts.rs has no text of {missing}")
    counts = searches(benchmark)
    if arguments.update:
        with open(RECORD, "w") as file:
            json.dump({"machine": here, "counts": counts}, file, indent=2)
            file.write("\n")
    rows, worse = {}, []
    for text, of_text in counts.items():
        for contender, now in of_text.items():
            before = record["counts"].get(text, {}).get(contender, 0)
            ratio = now / before if before else 1.0
            rows[f"{text}, {contender}"] = {"instructions a byte": now / INPUT_SIZE, "of what is recorded": f"{ratio:.3f}"}
            if ratio > MARGIN:
                worse.append(f"{contender} in {text}: {now} instructions, and {before} are recorded")
    print(markdown("search", rows))
    of_words = hostile(benchmark, counts["dense"]["napkin"], HOSTILE) | long(benchmark, counts["dense"]["napkin"], LONG)
    print()
    print(markdown("word, repeated", {json.dumps(word, ensure_ascii=False): {"times dense text a byte": times}
                                      for word, times in of_words.items()}))
    over = [f"{word!r} takes {times:.1f} times what dense text takes" for word, times in of_words.items() if times > BOUND * MARGIN]
    if worse and not arguments.update:
        over += ["more instructions than recorded (benches/instructions.py --update records them):", *worse]
    if over:
        sys.exit("\n".join(over))


if __name__ == "__main__":
    main()
