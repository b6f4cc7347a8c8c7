#!/usr/bin/env python3
"""Counts the instructions that words take over and over, each beside dense text, and names the worst: no clock is asked.

    benches/words.py [--contender napkin-all] [--most 40] [--json PATH]

The words are all of two tokens that the tests hold to a number of steps, over 8,000. One run under callgrind searches eight kilobytes
of each, and another sixty-four of the worst, as the beginning of a text pays for more than what follows. Both take some minutes.
"""

import argparse
import json
import os
import re
import subprocess
import tempfile

import instructions
import programs
from tables import markdown

SMALL = 8 << 10
# How many times dense text a word takes at first that is counted again.
SUSPICIOUS = 28
MEASURED = "napkin_benches::once::measured*"

# The same function: callgrind does not do two things by one pattern.
MEASURED_TOO = "*once::measured*"


def counts(benchmark, contender, size, *options):
    """How many instructions a byte each word takes, of texts of this size."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "counts")
        tool = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", f"--toggle-collect={MEASURED}",
                f"--dump-after={MEASURED_TOO}", "--dump-line=no"]
        run = subprocess.run([*tool, benchmark, "--each", contender, *options], check=True, stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL, text=True, env=instructions.environment())
        words = [json.loads(line) for line in run.stdout.split("\n") if line]
        return {word: total(f"{out}.{number + 1}") / size for number, word in enumerate(words)}


def total(path):
    """The instructions of one dump."""
    with open(path) as file:
        return int(re.search(r"^(?:totals|summary): (\d+)", file.read(), re.MULTILINE)[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--contender", default="napkin-all", help="which of those of the benchmark `find` is counted")
    parser.add_argument("--most", type=int, default=40, help="how many of the worst are named")
    parser.add_argument("--json", help="a file for the counts of all")
    options = parser.parse_args()
    benchmark = programs.benchmark("find")
    dense = instructions.count(benchmark, "dense", "napkin") / instructions.INPUT_SIZE
    times = {word: number / dense for word, number in counts(benchmark, options.contender, SMALL, "--two-tokens").items()}
    again = [json.dumps(word) for word, value in times.items() if value > SUSPICIOUS]
    times |= {word: number / dense
              for word, number in counts(benchmark, options.contender, instructions.HOSTILE_SIZE, "--repeated", *again).items()}
    worst = sorted(times.items(), key=lambda item: -item[1])
    if options.json:
        with open(options.json, "w") as file:
            json.dump(dict(worst), file, indent=0, ensure_ascii=False)
    print(markdown("word, repeated", {json.dumps(word, ensure_ascii=False): {"times dense text a byte": value}
                                      for word, value in worst[:options.most]}))
    above = sum(value > instructions.BOUND for value in times.values())
    print(f"\n{above} of {len(times)} words take more than {instructions.BOUND} times what dense text takes")


if __name__ == "__main__":
    main()
