#!/usr/bin/env python3
"""How long it takes from the start of the command to the first byte that it writes, beside ripgrep where it is installed.

    benches/start.py [--rounds 300] [--napkin FILE] [--rg FILE]

What is timed begins before the process is made, and ends when its first byte was read from a pipe; it is ended then. `echo`, which reads
nothing, says how much of that is the system's. The programs take turns.
"""

import os
import signal
import statistics
import tempfile
import time

import programs
from grep import LINE, PATTERN
from tables import markdown

LARGE = 256


def first_byte(command):
    """The milliseconds until a command has written a byte."""
    reader, writer = os.pipe()
    actions = [(os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0), (os.POSIX_SPAWN_DUP2, writer, 1)]
    began = time.perf_counter_ns()
    process = os.posix_spawnp(command[0], command, os.environ, file_actions=actions)
    os.close(writer)
    byte = os.read(reader, 1)
    took = time.perf_counter_ns() - began
    os.close(reader)
    # Not reaped yet, it is there, even if it has ended by itself.
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    if not byte:
        raise SystemExit(f"{command} writes nothing")
    return took / 1e6


def measure(napkin, rg, rounds):
    """The least and the median milliseconds for each input and program."""
    rows = {}
    with tempfile.TemporaryDirectory() as folder:
        line = os.path.join(folder, "line")
        with open(line, "w", encoding="ascii") as file:
            file.write(LINE)
        paths = {"a line": line}
        for text in ("mail", "dense"):
            paths[f"{LARGE} MiB, {text}"] = path = os.path.join(folder, text)
            programs.write("find", text, path, LARGE)
        for name, path in paths.items():
            commands = {"napkin": [napkin, "--input", "text", path], "echo": ["echo", LINE]}
            if rg:
                commands["ripgrep"] = [rg, "-oN", PATTERN, path]
            times = {program: [] for program in commands}
            for _ in range(rounds):
                for program, command in commands.items():
                    times[program].append(first_byte(command))
            rows[name] = {}
            for program, taken in times.items():
                rows[name][f"{program}, least ms"] = round(min(taken), 3)
                rows[name][f"{program}, median ms"] = round(statistics.median(taken), 3)
    return rows


def main():
    parser = programs.arguments_beside_ripgrep(__doc__)
    parser.add_argument("--rounds", type=int, default=300)
    options = parser.parse_args()
    print(markdown("input", measure(options.napkin or programs.napkin(), options.rg, options.rounds)))


if __name__ == "__main__":
    main()
