#!/usr/bin/env python3
"""Fails the system calls of napkin in turn, and says what came of it.

    python3 tests/faults/run.py [--table] [BINARY]

Each read, write, open, stat, listing of a folder, close, mapping of memory, seek and start of a thread that a command line
makes after the program's start is failed once, by strace. Then come allocations, sixty of each command line, where there is a C compiler
that makes what fails them; signals at random times; and places that nothing can be written to. What must hold:

- no panic (but for one of the standard library, where a folder can't be closed), and no end by a signal but for SIGABRT where there is no memory, with a message;
- what is printed is made of whole lines, all of which come without the failure, too;
- where something is missing, the status is 2 and there is a message, or the output was closed by its reader;
- an archive of mail is as it was before, or complete.

It prints what breaks this, and a line for each command line; with --table what came of each failure. The status is 1 where
anything breaks it. It needs strace, and reads and writes in a folder of its own.
"""

import argparse
import gzip
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

# What is failed, and how.
FAULTS = {
    "read": ["EIO"],
    "pread64": ["EIO"],
    "write": ["ENOSPC", "EPIPE"],
    "openat": ["EACCES", "EMFILE"],
    "statx": ["EIO"],
    "newfstatat": ["EIO"],
    "getdents64": ["EIO"],
    "close": ["EIO"],
    "lseek": ["ESPIPE"],
    "mmap": ["ENOMEM"],
    "clone3": ["EAGAIN"],
}

# What the program itself does begins behind the second of these calls: those before load it.
BEGINS = "sigaltstack"

# The standard library holds that a folder that was listed can be closed.
KNOWN = "unexpected error during closedir"

LINE = re.compile(r"^(?:(\d+) +)?(\w+)\(")


def inputs(folder: Path) -> None:
    """Writes what is searched."""
    text = "".join(f"line {n}: see http://a.example/{n} and https://b.example/x?y={n}.\n" for n in range(40))
    (folder / "a.txt").write_text(text)
    (folder / "b.html").write_text("<!DOCTYPE html><title>b</title>" + "<a href='http://c.example/d'>d</a> " * 20)
    (folder / "sub").mkdir()
    (folder / "sub" / "c.txt").write_text("ftp://d.example/e\n" * 5)
    (folder / "sub" / "d.md").write_text("http://a.example/1 once more\n")
    message = "From kim@a.example Sat Nov 21 14:02:09 2026\nFrom: Kim <kim@a.example>\nSubject: Soup\n\nhttp://m.example/{}\n\n"
    (folder / "e.mbox").write_text("".join(message.format(n) for n in range(20)))
    (folder / "big.txt").write_text(text * 8000)
    subprocess.run(["gzip", "-kn", str(folder / "a.txt")], check=True)
    (folder / "a.txt.gz2").write_bytes(gzip.compress((folder / "a.txt.gz").read_bytes()))
    subprocess.run(["tar", "-C", str(folder), "-czf", str(folder / "f.tgz"), "sub"], check=True)
    (folder / "patterns").write_text("example\n")


# The command lines, each with what it may print in another order or leave out without a word; `None` where all must come.
COMMANDS = [
    ["a.txt"],
    ["-n", "--column", "a.txt", "e.mbox"],
    ["-j2", "-n", "sub", "a.txt"],
    ["--json", "b.html", "e.mbox"],
    ["-z", "a.txt.gz", "a.txt.gz2", "f.tgz"],
    ["-C1", "--heading", "a.txt"],
    ["-u", "--stats", "a.txt", "sub"],
    ["--top", "3", "a.txt", "e.mbox"],
    ["-f", "patterns", "-c", "a.txt", "sub"],
    ["--csv", "-j2", "sub", "e.mbox"],
    ["--html=fragment", "a.txt"],
    ["check", "http://a.example/"],
]


def strace(binary: str, words: list[str], options: list[str], log: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        ["strace", "-f", "-o", log, *options, binary, *words], capture_output=True, stdin=subprocess.DEVNULL, timeout=60
    )


def calls(log: str) -> Counter:
    """How many calls of each kind the busiest thread makes, and how many of those come before the program begins."""
    totals: dict[str, Counter] = {}
    before: Counter = Counter()
    stacks = 0
    for line in Path(log).read_text(errors="replace").splitlines():
        found = LINE.match(line)
        if not found:
            continue
        thread, name = found.group(1) or "", found.group(2)
        stacks += name == BEGINS
        totals.setdefault(thread, Counter())[name] += 1
        if stacks < 2:
            before[name] += 1
    most: Counter = Counter()
    for counts in totals.values():
        for name, count in counts.items():
            most[name] = max(most[name], count)
    return Counter({name: most[name] for name in FAULTS}), before


def judge(good: subprocess.CompletedProcess, done: subprocess.CompletedProcess, fault: str) -> str | None:
    """What is wrong with what came of a fault."""
    said = done.stderr.decode(errors="replace")
    if KNOWN in said:
        return None
    if "panicked" in said:
        return "panics: " + said.strip()
    if done.returncode < 0 or done.returncode > 2:
        is_out_of_memory = "ENOMEM" in fault and "memory" in said
        return None if is_out_of_memory else f"ends with {done.returncode}: {said.strip()}"
    if done.stdout and not done.stdout.endswith(b"\n") and "write" not in fault:
        return "prints less than a line: " + repr(done.stdout[-80:])
    missing = Counter(good.stdout.split(b"\n")) - Counter(done.stdout.split(b"\n"))
    if missing and done.returncode != 2 and "EPIPE" not in fault:
        return f"leaves out {sum(missing.values())} lines with status {done.returncode}"
    if missing and not said.strip() and "EPIPE" not in fault and "write" not in fault:
        return "leaves out lines without a word"
    return None


def row(words: list[str], failed: str, error: str, done: subprocess.CompletedProcess) -> str:
    """What came of a failure, as a row of the table."""
    said = done.stderr.decode(errors="replace").strip().split("\n")[0]
    return f"| {' '.join(words)} | {failed} | {error} | {done.returncode} | {said} |"


def tell(words: list[str], outcomes: Counter, failed: str) -> None:
    """How many failures of a command line there were, by the status that it ended with."""
    told = ", ".join(f"{count} with {status}" for status, count in sorted(outcomes.items()))
    print(f"napkin {' '.join(words)}: {sum(outcomes.values())} {failed} failed: {told}")


def fail_calls(binary: str, log: str, table: bool) -> int:
    wrong = 0
    for words in COMMANDS:
        good = strace(binary, words, [], log)
        most, before = calls(log)
        outcomes: Counter = Counter()
        for name, errors in FAULTS.items():
            for number in range(before[name] + 1, most[name] + 1):
                for error in errors:
                    fault = f"{name}:error={error}:when={number}"
                    done = strace(binary, words, ["-e", f"inject={fault}"], log)
                    outcomes[done.returncode] += 1
                    problem = judge(good, done, fault)
                    if table:
                        print(row(words, f"{name} {number}", error, done))
                    if problem:
                        wrong += 1
                        print(f"napkin {' '.join(words)}: {fault}: {problem}")
        tell(words, outcomes, "calls")
    return wrong


def fail_allocations(binary: str, scratch: Path, table: bool) -> int:
    """Fails allocations, a few of those before the search begins and more of those behind."""
    source, shim, counted = Path(__file__).with_name("allocations.c"), scratch / "allocations.so", scratch / "count"
    if not shutil.which("cc"):
        print("no allocation was failed: there is no C compiler")
        return 1
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", str(shim), str(source)], check=True)
    wrong, rest = 0, random.Random(2)

    def run(words: list[str], **variables: str) -> subprocess.CompletedProcess:
        given = {**os.environ, "LD_PRELOAD": str(shim), **variables}
        return subprocess.run([binary, *words], capture_output=True, stdin=subprocess.DEVNULL, timeout=60, env=given)

    run(["--files", "a.txt"], COUNT_ALLOCATIONS=str(counted))
    begun = int(counted.read_text()) - 100
    for words in [*COMMANDS, ["big.txt"], ["--json", "-j2", "big.txt", "a.txt"]]:
        good = run(words, COUNT_ALLOCATIONS=str(counted))
        number = int(counted.read_text())
        outcomes: Counter = Counter()
        # To read the arguments takes most of them.
        early, late = range(1, min(begun, number)), range(min(begun, number), number + 1)
        chosen = rest.sample(early, 10) + rest.sample(late, min(50, len(late)))
        for failing in sorted(chosen):
            done = run(words, FAIL_ALLOCATION=str(failing))
            outcomes[done.returncode] += 1
            problem = judge(good, done, f"allocation {failing}: ENOMEM")
            if table:
                print(row(words, f"allocation {failing}", "ENOMEM", done))
            if problem:
                wrong += 1
                print(f"napkin {' '.join(words)}: allocation {failing} of {number}: {problem}")
        tell(words, outcomes, f"of {number} allocations")
    return wrong


def interrupt(binary: str) -> int:
    """Signals at random times: what was printed is whole lines."""
    wrong, rest = 0, random.Random(1)
    for words in (["big.txt"], ["-j2", "-n", "big.txt", "a.txt"], ["--json", "big.txt"], ["-C1", "big.txt"]):
        whole = subprocess.run([binary, *words], capture_output=True).stdout
        for number in (signal.SIGINT, signal.SIGTERM):
            for _ in range(15):
                running = subprocess.Popen([binary, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                time.sleep(rest.random() / 5)
                running.send_signal(number)
                out, said = running.communicate(timeout=60)
                status = running.returncode
                if not whole.startswith(out) or (out and not out.endswith(b"\n")) or b"panicked" in said:
                    wrong += 1
                    print(f"napkin {' '.join(words)}: {number.name}: status {status}, ends in {out[-60:]!r}")
    print("signals: 120 sent")
    return wrong


def archives(binary: str, scratch: Path, log: str) -> int:
    """Failed calls, signals and a second run while an archive is updated: its files are those before or those after, and a run that
    comes later makes it whole."""
    wrong, rest = 0, random.Random(3)
    message = "From a@a.example Sat Nov 21 14:02:09 2026\nSubject: Soup {0}\nMessage-ID: <{0}@a.example>\n\nhttp://m.example/{0}\n\n"
    for name, count in (("few.mbox", 5), ("many.mbox", 25)):
        (scratch / name).write_text("".join(message.format(n) for n in range(count)))
    place, words = scratch / "archive", ["--html", "--raw", "--title", "Soup", str(scratch / "many.mbox"), "-o", f"{scratch}/archive/"]
    few = [str(scratch / "few.mbox") if word.endswith("many.mbox") else word for word in words]

    def state() -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in place.iterdir()} if place.exists() else {}

    def reset() -> None:
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(scratch / "kept", place)

    def expect(what: str, is_right: bool) -> None:
        nonlocal wrong
        wrong += not is_right
        if not is_right:
            print(f"an archive: {what}")

    subprocess.run([binary, *few], check=True)
    before = state()
    shutil.copytree(place, scratch / "kept")
    subprocess.run(["strace", "-f", "-o", log, binary, *words], check=True)
    after, made = state(), Counter(found.group(2) for line in Path(log).read_text().splitlines() if (found := LINE.match(line)))
    expect("the two states are one", before != after)

    failed = 0
    for name, error in (("write", "ENOSPC"), ("openat", "EMFILE"), ("openat", "ENOSPC")):
        for number in sorted(rest.sample(range(1, made[name] + 1), min(25, made[name]))):
            reset()
            done = strace(binary, words, ["-e", f"inject={name}:error={error}:when={number}"], log)
            failed += 1
            found = state()
            what = f"{name} {number} fails with {error}: status {done.returncode}: {done.stderr.decode(errors='replace').strip()}"
            # An older file that stays does no harm.
            is_new = all(found.get(name) == text for name, text in after.items())
            expect(what, is_new or bool(done.returncode) and found == before)
            expect(what, done.returncode == 0 or bool(done.stderr))

    for number in [signal.SIGKILL, signal.SIGINT, signal.SIGTERM] * 12:
        reset()
        running = subprocess.Popen([binary, *words], stderr=subprocess.DEVNULL)
        time.sleep(rest.random() / 30)
        running.send_signal(number)
        running.wait(timeout=60)
        found = {name: text for name, text in state().items() if not name.startswith(".")}
        is_old_or_new = all(text in (before.get(name), after.get(name)) for name, text in found.items())
        expect(f"{number.name} leaves {sorted(found)}", is_old_or_new and before.keys() & after.keys() <= found.keys())
        subprocess.run([binary, *words], check=True)
        expect(f"the run after {number.name} leaves other files", state() == after)

    for _ in range(10):
        reset()
        both = [subprocess.Popen([binary, *words], stderr=subprocess.PIPE) for _ in range(2)]
        said = [running.communicate(timeout=60)[1].decode() for running in both]
        refused = [text for running, text in zip(both, said) if running.returncode]
        expect(f"two runs: {said}", len(refused) < 2 and all("another run" in text for text in refused) and state() == after)
    print(f"archives: {failed} calls failed, 36 signals sent, 10 pairs of runs")
    return wrong


def places(binary: str, folder: Path) -> int:
    """Places that nothing can be written to or read from."""
    wrong = 0

    def expect(name: str, command: str, status: int, message: str) -> None:
        nonlocal wrong
        done = subprocess.run(["sh", "-c", command], capture_output=True, cwd=folder, timeout=60, env={**os.environ, "N": binary})
        said = done.stderr.decode(errors="replace").strip()
        is_right = done.returncode == status and (message in said if message else not said)
        wrong += not is_right
        print(f"| {name} | {done.returncode} | {said} |" + ("" if is_right else f" WRONG: {status} and {message!r} were expected"))

    print("| what | status | message |\n| --- | --- | --- |")
    # The standard library opens what is closed at the start anew, as /dev/null.
    expect("standard output is closed", '"$N" a.txt >&-', 0, "")
    expect("a full disk", '"$N" a.txt >/dev/full', 2, "o space left")
    expect("a full disk, a table at the end", '"$N" --top 3 a.txt >/dev/full', 2, "o space left")
    expect("a full disk, JSON", '"$N" --json a.txt >/dev/full', 2, "o space left")
    expect("a full disk, HTML", '"$N" --html=fragment a.txt >/dev/full', 2, "o space left")
    expect("a reader that goes away", '{ "$N" big.txt; echo "status $?" >&2; } | head -n 1 >/dev/null', 0, "status")
    expect("the input is where the output goes", 'cp a.txt own.txt; "$N" - <own.txt >>own.txt', 2, "is also the output")
    expect("a path longer than any", f'"$N" "{"a/" * 3000}b"', 2, "too long")
    expect("a name with a line feed", 'f="x\n1:http://forged.example/"; cp a.txt "$f" 2>/dev/null || { mkdir -p "x\n1:http:/forged.example"; cp a.txt "x\n1:http:/forged.example/"; f="x\n1:http:/forged.example/a.txt"; }; "$N" -H "$f" | grep -c "^1:http:" >/dev/null && exit 9; exit 0', 0, "")
    expect("a folder that may not be read", 'mkdir -p locked; chmod 0 locked; "$N" locked missing', 2, "missing")
    expect("no memory", 'ulimit -v 40000; "$N" big.txt >/dev/null', 0, "")
    return wrong


def main() -> int:
    os.environ["RUST_BACKTRACE"] = "0"
    # Without memory it aborts, which is not to be kept.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("binary", nargs="?", default="target/debug/napkin")
    words.add_argument("--table", action="store_true", help="print what came of each failure")
    given = words.parse_args()
    binary = str(Path(given.binary).resolve())
    with tempfile.TemporaryDirectory() as scratch:
        folder, log = Path(scratch) / "in", str(Path(scratch) / "log")
        folder.mkdir()
        inputs(folder)
        os.chdir(folder)
        wrong = fail_calls(binary, log, given.table) + fail_allocations(binary, Path(scratch), given.table)
        wrong += interrupt(binary) + archives(binary, Path(scratch), log) + places(binary, folder)
        os.chdir("/")
    print(f"{wrong} wrong" if wrong else "all is as it should be")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
