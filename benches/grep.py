#!/usr/bin/env python3
"""The command beside ripgrep, on the same files in the same run: what one thread takes, and what two do.

    benches/grep.py [--large MEBIBYTES] [--napkin FILE] [--rg FILE]

Texts are made up in a folder of their own, the same on each run. Each command runs in turns with the others, five times; the least
counts. On one thread that is processor time, user and system, which other programs disturb less; on two it is the time that passes, on a
machine that has nothing else to do. The memory is the most that was resident; no less is told than this program has itself.
"""

import os
import random
import subprocess
import tempfile

import programs
from tables import markdown
from turns import least

PATTERN = r"(?:https?|ftp)://[^\s<>]+"
TEXTS = ["prose", "mail", "dense", "code"]
LINE = "Soup: https://a.example/soup\n"
HOST = "archive.example.org"
WORDS = (
    "the minutes of all our dinners are kept in an archive that nobody but Kim can open and she has lost her key again so we "
    "write what we need on napkins which is no way to run a kitchen as Sam says whenever a recipe goes missing and soup is served"
).split()


def tree(path, files):
    """Small files, some with a URL."""
    chance = random.Random(files)
    for number in range(files):
        folder = os.path.join(path, f"{number % 200:03}")
        os.makedirs(folder, exist_ok=True)
        words = " ".join(chance.choice(WORDS) for _ in range(chance.randrange(20, 800)))
        with open(os.path.join(folder, f"{number:05}.txt"), "w", encoding="ascii") as file:
            file.write(f"{words}\nhttps://a.example/{number}\n" if number % 3 == 0 else f"{words}\n")


def count(command):
    """How many lines a command prints."""
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        return int(subprocess.run(["wc", "-l"], stdin=process.stdout, capture_output=True, check=True).stdout)


def version(rg):
    """The version of ripgrep."""
    return programs.printed(rg, "--version").split()[1]


def one_thread(napkin, rg, mebibytes, rounds):
    """What a list, line numbers and a filter take on one thread, for each text."""
    rows = {}
    for name in TEXTS:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, name)
            urls = programs.write("find", name, path, mebibytes)
            ours = [napkin, "-j1", "--input", "text"]
            commands = [[*ours, path], [rg, "-j1", "-oN", PATTERN, path], [*ours, "-n", path], [rg, "-j1", "-on", PATTERN, path],
                        [*ours, "--host", HOST, path]]
            for command in commands[:2]:
                if count(command) != urls:
                    raise SystemExit(f"{command[0]} finds {count(command)} URLs in {name}, and there are {urls}")
            listed, listed_by_rg, numbered, numbered_by_rg, filtered = least(commands, rounds)
            size = os.path.getsize(path)
        rows[name] = {
            "list / `rg -oN`": listed_by_rg.processor / listed.processor,
            "`-n` / `rg -on`": numbered_by_rg.processor / numbered.processor,
            "`-n` / list": listed.processor / numbered.processor,
            "`--host` / list": listed.processor / filtered.processor,
            "list, GB/s": size / listed.processor / 1e9,
            "`rg -oN`, GB/s": size / listed_by_rg.processor / 1e9,
        }
    return rows


def two_threads(napkin, rg, large, rounds):
    """What two threads take beside ripgrep, and beside one."""
    rows = {}
    with tempfile.TemporaryDirectory() as folder:
        small = os.path.join(folder, "tree")
        tree(small, 20_000)
        ours, theirs = least([[napkin, "-j2", small], [rg, "-j2", "-oN", PATTERN, small]], rounds)
        rows["20,000 small files, beside `rg -j2`"] = {"times as fast": theirs.passed / ours.passed, "MiB": ours.memory}
        path = os.path.join(folder, "large")
        programs.write("find", "mail", path, large)
        for flags in ([], ["-n"]):
            two, one = least([[napkin, threads, "--input", "text", *flags, path] for threads in ("-j2", "-j1")],
                             max(2, rounds // 2))
            name = f"{large} MiB{' with `-n`' if flags else ''}, beside `-j1`"
            rows[name] = {"times as fast": one.passed / two.passed, "MiB": two.memory}
    return rows


def main():
    parser = programs.arguments_beside_ripgrep(__doc__)
    parser.add_argument("--large", type=int, default=2048, help="MiB of the large file")
    parser.add_argument("--size", type=int, default=256, help="MiB of each text")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    if not options.rg:
        raise SystemExit("rg is not installed")
    napkin = options.napkin or programs.napkin()
    print(f"ripgrep {version(options.rg)}\n")
    print(markdown("one thread", one_thread(napkin, options.rg, options.size, options.rounds)))
    print()
    print(markdown("two threads", two_threads(napkin, options.rg, options.large, options.rounds)))


if __name__ == "__main__":
    main()
