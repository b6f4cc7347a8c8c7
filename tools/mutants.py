#!/usr/bin/env python3
"""Draws mutants of the engine and of the validator, and says which of them no test notices.

    tools/mutants.py [--draw 400] [--seed 12] [--files REGEX] [--folder FOLDER] [--alone]

`cargo mutants --list` says which there are; so many of them are drawn. To compile each by itself takes a minute. So all are compiled at once
into a copy of the sources: each body of a function that mutants were drawn of stands there once for each, and a variable of the
environment says which of them is run. Those that can't be switched so, in constants and what constants are made by, are
compiled one after the other with `--alone`, and left out without it. What doesn't compile is no mutant.

The tests of the library run until one fails, the quickest first. A step of them may take ten times the processor time that it
takes without a mutant, and a mutant that takes longer is noticed. At the end there is a line for each mutant that was not, and a
table by folder. What came of each is kept in `FOLDER/results.json`, and not tried again; but a mutant that no test noticed is, once a
file with tests or cases is newer.
"""

import argparse
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = re.compile(r"src/(engine|blocks|uri)/")

# What is compiled for other processors only.
ELSEWHERE = ["src/blocks/aarch64.rs"]

SWITCH = """
#![allow(warnings, unconditional_panic, arithmetic_overflow, unconditional_recursion, invalid_value)]
"""
SWITCHED = """
fn mutant(number: u32) -> bool {
    static MUTANT: std::sync::LazyLock<u32> =
        std::sync::LazyLock::new(|| std::env::var("MUTANT").ok().and_then(|number| number.parse().ok()).unwrap_or(0));
    *MUTANT == number
}
"""

# These read the sources, which are not those of the project.
READERS = ("layers", "names", "public")

# The tests that take less than so many seconds come before those that take less than the next.
STEPS = [0.3, 3.0, float("inf")]

# So many of the steps are quick.
QUICK = 3

# What comes of a mutant that the quick tests don't notice, and then of one that none does.
LEFT, MISSED = "left", "MISSED"

# Where there are tests, those of single files among the sources, and the cases that they read.
TESTED_BY = ["src", "tests", "corpus"]

# What comes of one that doesn't compile.
UNVIABLE = "unviable"


def drawn(count, seed, files):
    """The mutants that are drawn, numbered from one."""
    command = ["cargo", "mutants", "--list", "--json", "-f", "src/engine/**", "-f", "src/blocks/**", "-f", "src/uri/**"]
    listed = json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)
    listed = [mutant for mutant in listed if FOLDERS.match(mutant["file"]) and mutant["file"] not in ELSEWHERE]
    listed = [mutant for mutant in listed if re.search(files, mutant["file"])]
    chosen = random.Random(seed).sample(sorted(listed, key=lambda mutant: mutant["name"]), min(count, len(listed)))
    print(f"{len(chosen)} of {len(listed)} mutants are drawn", flush=True)
    return dict(enumerate(chosen, 1))


class Source:
    """A file, and the places in it."""

    def __init__(self, file):
        self.text = (ROOT / file).read_text()
        self.starts = [0]
        for line in self.text.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def place(self, at):
        return self.starts[at["line"] - 1] + at["column"] - 1

    def span(self, span):
        return self.place(span["start"]), self.place(span["end"])

    def body(self, function):
        """The span of the body of a function between its braces; `None` where bodies can't be exchanged at run time."""
        if function is None:
            return None
        start, end = self.span(function["span"])
        # Examples in comments have functions, too.
        text = re.sub(r"(?m)^\s*//.*$", lambda comment: " " * len(comment[0]), self.text[start:end])
        begin = re.search(r"\bfn\s+\w+", text)
        depth = 0
        for at in range(begin.end(), len(text)):
            depth += (text[at] in "([") - (text[at] in ")]")
            if text[at] == "{" and depth == 0:
                head = text[:at]
                is_exchangeable = not re.search(r"\bconst\s+(?:unsafe\s+)?fn\b|->\s*impl\b", head)
                return (start + at + 1, end - 1) if is_exchangeable else None
        return None

    def mutated(self, mutant, start, end):
        """What stands from `start` to `end` in the mutant."""
        first, last = self.span(mutant["span"])
        return self.text[start:first] + mutant["replacement"] + " " + self.text[last:end]


def weave(mutants, files, tree):
    """Writes these files with these mutants in them, and says which lines are whose, and which mutants can't be written so."""
    lines, alone = {}, []
    for file in files:
        numbers = [number for number, mutant in mutants.items() if mutant["file"] == file]
        source = Source(file)
        spans = {}
        for number in numbers:
            body = source.body(mutants[number]["function"])
            if body is None:
                alone.append(number)
            else:
                spans[number] = body
        # A function inside another is exchanged with it.
        bodies = defaultdict(list)
        for number, (start, end) in spans.items():
            outer = min((other for other in spans.values() if other[0] <= start and end <= other[1]), key=lambda other: other[0])
            bodies[outer].append(number)
        text, at = "", 0
        for (start, end), inside in sorted(bodies.items()):
            text += source.text[at:start]
            whole = text.count("\n") + 1
            for number in inside:
                first = text.count("\n") + 1
                text += f"if crate::mutant({number}) {{" + source.mutated(mutants[number], start, end) + "\n} else "
                lines[number] = (file, first, text.count("\n") + 1)
            text += "{" + source.text[start:end] + "}"
            for number in inside:
                lines[number] += (whole, text.count("\n") + 1)
            at = end
        put(tree / file, text + source.text[at:])
    return lines, alone


def put(path, text):
    """Writes a file unless it is there: what was not changed is not compiled again."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def copy(tree, left_out=()):
    """Copies what is under version control, but for some files."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    for name in names.split("\0"):
        if name and name not in left_out and (ROOT / name).is_file():
            path = tree / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists() or path.read_bytes() != (ROOT / name).read_bytes():
                shutil.copyfile(ROOT / name, path)
    root = (ROOT / "src/lib.rs").read_text()
    head = re.match(r"(?://!.*\n)*", root)[0]
    put(tree / "src/lib.rs", head + SWITCH + root[len(head) :] + SWITCHED)


def compiled(tree, *words):
    """What the compiler says, as messages, and whether it was content."""
    run = subprocess.run(["cargo", *words, "--message-format=json"], cwd=tree, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return [json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")], run.returncode == 0


def spans(message):
    yield from message["spans"]
    for child in message["children"]:
        yield from spans(child)


def weave_those_that_compile(mutants, tree):
    """Leaves out what the compiler refuses, until it refuses nothing; says what it refused, and what has to be compiled alone."""
    left, unviable, alone = dict(mutants), [], []
    files = sorted({mutant["file"] for mutant in mutants.values()})
    copy(tree, ["src/lib.rs", *files])
    while True:
        lines, apart = weave(left, files, tree)
        alone += apart
        left = {number: mutant for number, mutant in left.items() if number not in apart}
        messages, is_content = compiled(tree, "check", "--lib")
        if is_content:
            return left, unviable, alone
        refused, unclear = set(), set()
        for message in messages:
            if message["reason"] != "compiler-message" or message["message"]["level"] != "error":
                continue
            places = [(span["file_name"], span["line_start"]) for span in spans(message["message"])]
            own = {n for n, (file, first, last, *_) in lines.items() if any(file == f and first <= l <= last for f, l in places)}
            near = {n for n, (file, _, _, first, last) in lines.items() if any(file == f and first <= l <= last for f, l in places)}
            refused |= own
            unclear |= near if not own else set()
        if not refused and not unclear:
            errors = [message["message"]["rendered"] for message in messages if message["reason"] == "compiler-message"]
            sys.exit("\n".join(errors) or "it does not compile")
        if refused:
            unviable += refused
        else:
            alone += unclear
        print(f"not compiled: {len(refused)}; unclear: {len(unclear)}", flush=True)
        left = {n: mutant for n, mutant in left.items() if n not in unviable and n not in alone}


def built(tree):
    """The tests, built: the path of each, or `None` where they don't compile."""
    messages, is_content = compiled(tree, "test", "--no-run", "--lib", "--test", "library")
    tests = [m for m in messages if m["reason"] == "compiler-artifact" and m["profile"]["test"] and m.get("executable")]
    paths = {m["target"]["name"]: m["executable"] for m in tests}
    return {"lib": paths["napkin"], "library": paths["library"]} if is_content else None


def ran(tree, test, words, number, seconds):
    """What a program of tests prints, its status, and the processor time that it took."""
    environment = os.environ | {"MUTANT": str(number), "RUSTC_BOOTSTRAP": "1", "RUST_BACKTRACE": "0", "CARGO_MANIFEST_DIR": str(tree)}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)

    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    command = [test, "-Zunstable-options", *words]
    run = subprocess.run(command, cwd=tree, env=environment, preexec_fn=limit, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return run.stdout, run.returncode, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def steps(tree, tests):
    """The tests in steps: of each the program, the names, and the seconds that they take without a mutant."""
    known = {}
    for program in tests.values():
        printed, status, _ = ran(tree, program, ["--report-time"], 0, 3600)
        for name, outcome, seconds in re.findall(r"(?m)^test (\S+)(?: - should panic)? \.\.\. (\w+).*? <([0-9.]+)s>$", printed):
            if name.startswith(READERS):
                continue
            if outcome != "ok":
                sys.exit(f"without a mutant, {name} fails")
            known[program, name] = float(seconds)
    found, least = [], 0.0
    for most in STEPS:
        for program in tests.values():
            names = [name for (other, name), seconds in known.items() if other == program and least <= seconds < most]
            if names:
                found.append((program, names, sum(known[program, name] for name in names)))
        least = most
    print("the steps take", [round(seconds, 1) for _, _, seconds in found], flush=True)
    return found


def noticed(tree, steps, number):
    """What notices a mutant, or `None`."""
    for program, names, usual in steps:
        printed, status, _ = ran(tree, program, ["--fail-fast", "--exact", *names], number, 5 + 10 * usual)
        if status:
            failed = re.findall(r"(?m)^test (\S+).* \.\.\. FAILED", printed)
            return failed[0] if failed else f"status {status}"
    return None


class Results:
    """What came of each mutant, in a file."""

    def __init__(self, path):
        self.path = path
        self.known = json.loads(path.read_text()) if path.exists() else {}
        if self.known and self.is_older_than_tests():
            self.known = {name: result for name, result in self.known.items() if result not in (LEFT, MISSED)}

    def is_older_than_tests(self):
        """Whether a test may notice now what none did."""
        last = self.path.stat().st_mtime
        return any(file.stat().st_mtime > last for folder in TESTED_BY for file in (ROOT / folder).rglob("*") if file.is_file())

    def add(self, mutant, result):
        self.known[mutant["name"]] = result
        self.path.write_text(json.dumps(self.known, indent=1))
        print(f"{time.strftime('%H:%M:%S')} {result:40} {mutant['name']}", flush=True)

    def __contains__(self, mutant):
        return mutant["name"] in self.known


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--draw", type=int, default=400, metavar="COUNT")
    words.add_argument("--seed", type=int, default=12)
    words.add_argument("--files", default="", metavar="REGEX", help="draw from the files that it finds")
    words.add_argument("--folder", type=Path, default=ROOT / "target" / "mutants")
    words.add_argument("--alone", action="store_true", help="compile those alone that can't be compiled with others")
    given = words.parse_args()
    mutants = drawn(given.draw, given.seed, given.files)
    results = Results(given.folder / "results.json")
    try:
        try_all(mutants, given.folder.resolve() / "tree", results, given.alone)
    except KeyboardInterrupt:
        print("stopped")
    table(mutants.values(), results)


def try_all(mutants, tree, results, with_those_alone):
    """Tries the mutants that were not tried before."""
    viable = {number: mutant for number, mutant in mutants.items() if results.known.get(mutant["name"]) != UNVIABLE}
    together, unviable, alone = weave_those_that_compile(viable, tree)
    for number in unviable:
        results.add(mutants[number], UNVIABLE)
    steps_of_all = steps(tree, built(tree))
    # All of them by the quick tests, and then what is left by the others.
    for begin, end, left in [(0, QUICK, LEFT), (QUICK, None, MISSED)]:
        for number, mutant in together.items():
            if mutant not in results or results.known[mutant["name"]] == LEFT and begin:
                results.add(mutant, noticed(tree, steps_of_all[begin:end], number) or left)
    for number in alone if with_those_alone else []:
        mutant = mutants[number]
        if mutant in results:
            continue
        copy(tree)
        source = Source(mutant["file"])
        put(tree / mutant["file"], source.mutated(mutant, 0, len(source.text)))
        # The programs of the steps are written anew, in the same place.
        is_viable = built(tree) is not None
        results.add(mutant, (noticed(tree, steps_of_all, 0) or MISSED) if is_viable else UNVIABLE)


def table(mutants, results):
    """Prints what came of all."""
    counts = defaultdict(Counter)
    for mutant in mutants:
        folder = FOLDERS.match(mutant["file"])[0]
        result = results.known.get(mutant["name"], "not tried")
        kind = result if result in (UNVIABLE, MISSED, LEFT, "not tried") else "noticed"
        counts[folder][kind] += 1
        counts["all"][kind] += 1
        if kind == MISSED:
            print(mutant["diff"])
    print("| folder | noticed | not noticed | don't compile | not tried |\n| --- | --- | --- | --- | --- |")
    for folder, kinds in sorted(counts.items(), key=lambda row: (row[0] == "all", row[0])):
        print(f"| {folder} | {kinds['noticed']} | {kinds[MISSED]} | {kinds[UNVIABLE]} | {kinds[LEFT] + kinds['not tried']} |")


if __name__ == "__main__":
    main()
