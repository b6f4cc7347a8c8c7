#!/usr/bin/env python3
"""The command beside ripgrep, on the same files in the same run: what one thread takes, and what two do.

    cargo build --release && python3 benches/grep.py [--large MEGABYTES] [--napkin FILE] [--rg FILE]

Texts are made up in a folder of their own, the same on each run. Each command runs in turns with the others, five times; the least
counts. On one thread that is processor time, user and system, which other programs disturb less; on two it is the time that passes, on a
machine that has nothing else to do. The memory is the most that was resident; no less is told than this program has itself.
"""

import argparse
import multiprocessing
import os
import random
import shutil
import subprocess
import tempfile
import time

PATTERN = r"https?://[^\s<>]+"
WORDS = (
    "the minutes of all our dinners are kept in an archive that nobody but Kim can open and she has lost her key again so we "
    "write what we need on napkins which is no way to run a kitchen as Sam says whenever a recipe goes missing and soup is served"
).split()


def apart(make, *arguments):
    """Runs something in a process of its own, so that its memory is not taken for that of what comes after."""
    process = multiprocessing.Process(target=make, args=arguments)
    process.start()
    process.join()


def text(path, every, size, mail=False):
    """Lines of words with a URL about every so many bytes; as mail it has addresses and headers, too."""
    chance = random.Random(every)
    lines, length, last, number = [], 0, 0, 0
    while length < min(size, 8 << 20):
        line = " ".join(chance.choice(WORDS) for _ in range(12)) + "\n"
        if mail and chance.random() < 0.3:
            line = f"X-Kept: {chance.choice(WORDS)}@mail{number % 71}.example: {line}"
        if length - last >= every:
            host = f"https://www.host{number % 977}.example.org"
            line = f"{line[:30].strip()} {host}/recipes/soup-{number}.html?id={number * 7} {line[30:]}"
            last, number = length, number + 1
        lines.append(line)
        length += len(line)
    block = "".join(lines).encode()
    with open(path, "wb") as file:
        for _ in range(max(1, size // len(block))):
            file.write(block)


def tree(path, files):
    """Small files, some with a URL."""
    chance = random.Random(files)
    for number in range(files):
        folder = os.path.join(path, f"{number % 200:03}")
        os.makedirs(folder, exist_ok=True)
        words = " ".join(chance.choice(WORDS) for _ in range(chance.randrange(20, 800)))
        with open(os.path.join(folder, f"{number:05}.txt"), "w", encoding="ascii") as file:
            file.write(f"{words}\nhttps://a.example/{number}\n" if number % 3 == 0 else f"{words}\n")


def once(command):
    """Processor time, the time that passed, and the most memory, of one run."""
    began = time.monotonic()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise SystemExit(f"{command} ended with {process.returncode}")
    return used.ru_utime + used.ru_stime, time.monotonic() - began, used.ru_maxrss


def count(command):
    """How many lines a command prints."""
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        return int(subprocess.run(["wc", "-l"], stdin=process.stdout, capture_output=True, check=True).stdout)


def compare(commands, rounds):
    """The least of each figure for each command, in turns."""
    best = [(float("inf"), float("inf"), 0)] * len(commands)
    for _ in range(rounds):
        for index, command in enumerate(commands):
            cpu, wall, memory = once(command)
            best[index] = (min(best[index][0], cpu), min(best[index][1], wall), max(best[index][2], memory))
    return best


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--large", type=int, default=2000, help="megabytes of the large file")
    parser.add_argument("--size", type=int, default=256, help="megabytes of each text")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--napkin", default=os.path.join(os.path.dirname(__file__), "../target/release/napkin"))
    parser.add_argument("--rg", default=shutil.which("rg"))
    options = parser.parse_args()
    if not options.rg:
        raise SystemExit("rg is not installed")
    napkin, rg = options.napkin, options.rg
    print(subprocess.run([rg, "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0])
    with tempfile.TemporaryDirectory() as folder:
        texts = {"prose": 19_000, "mail": 1_100, "dense": 103}
        for name, every in texts.items():
            apart(text, os.path.join(folder, name), every, options.size << 20, name == "mail")
        print("one thread, processor time         napkin      rg   times   MiB")
        for name in texts:
            path = os.path.join(folder, name)
            ours, theirs = [napkin, "-j1", path], [rg, "-j1", "-oN", PATTERN, path]
            found = count(ours), count(theirs)
            if found[0] != found[1]:
                raise SystemExit(f"{name}: {found[0]} and {found[1]} were found")
            numbered = [napkin, "-j1", "-n", path], [rg, "-j1", "-on", PATTERN, path]
            host = [napkin, "-j1", "--host", "host17.example.org", path]
            (a, b, c, d, e) = compare([ours, theirs, *numbered, host], options.rounds)
            print(f"{name:8} list                    {a[0]:9.3f} {b[0]:7.3f} {b[0] / a[0]:7.2f} {a[2] / 1024:5.1f}")
            print(f"{name:8} with line numbers       {c[0]:9.3f} {d[0]:7.3f} {d[0] / c[0]:7.2f} {c[2] / 1024:5.1f}")
            print(f"{name:8} --host, beside no filter{e[0]:9.3f} {a[0]:7.3f} {a[0] / e[0]:7.2f} {e[2] / 1024:5.1f}")
        print("two threads, time that passes")
        small = os.path.join(folder, "tree")
        apart(tree, small, 20_000)
        (a, b) = compare([[napkin, "-j2", small], [rg, "-j2", "-oN", PATTERN, small]], options.rounds)
        print(f"20,000 small files, beside rg    {a[1]:9.3f} {b[1]:7.3f} {b[1] / a[1]:7.2f} {a[2] / 1024:5.1f}")
        large = os.path.join(folder, "large")
        apart(text, large, 1_100, options.large * 1_000_000)
        for flags in ([], ["-n"]):
            (a, b) = compare([[napkin, "-j2", *flags, large], [napkin, "-j1", *flags, large]], max(2, options.rounds // 2))
            what = f"{options.large} MB{' -n' if flags else ''}, beside -j1"
            print(f"{what:33}{a[1]:9.3f} {b[1]:7.3f} {b[1] / a[1]:7.2f} {a[2] / 1024:5.1f}")


if __name__ == "__main__":
    main()
