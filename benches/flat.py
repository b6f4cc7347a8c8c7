#!/usr/bin/env python3
"""What a byte costs from one MiB of text to four GiB, beside ripgrep where it is installed.

    benches/flat.py [--largest MEBIBYTES] [--napkin FILE] [--rg FILE]

It makes one file of each text, as large as the largest, and cuts it down from one size to the next, so that there is only one at a time. One
thread searches it and writes its list nowhere. What counts is processor time, user and system, of which the least of several rounds in turns is
taken, and that of a search of a file of one line is taken off.
"""

import os
import tempfile

import programs
from grep import LINE, PATTERN, count
from tables import markdown
from turns import least

TEXTS = ["mail", "dense"]
MEBIBYTE = 1 << 20
SIZES = [4**power for power in range(7)]


def label(mebibytes):
    """A size as people write it."""
    return f"{mebibytes >> 10} GiB" if mebibytes >= 1024 else f"{mebibytes} MiB"


def rounds(mebibytes):
    """How often each command searches a file of this size: what is over at once is disturbed most."""
    return max(3, min(200, 512 // mebibytes))


def measure(napkin, rg, largest):
    """The nanoseconds a byte for each text and command, by the size of the file."""
    rows = {}
    for text in TEXTS:
        with tempfile.TemporaryDirectory() as folder:
            path, line = os.path.join(folder, text), os.path.join(folder, "line")
            with open(line, "w", encoding="ascii") as file:
                file.write(LINE)
            urls = programs.write("find", text, path, largest)
            commands = {"napkin": [napkin, "-j1", "--input", "text"]}
            if rg:
                commands["ripgrep"] = [rg, "-j1", "-oN", PATTERN]
            found = count([*commands["napkin"], path])
            if found != urls:
                raise SystemExit(f"napkin finds {found} URLs in {text}, and there are {urls}")
            for size in reversed([size for size in SIZES if size <= largest]):
                os.truncate(path, size * MEBIBYTE)
                used = least([[*command, file] for command in commands.values() for file in (path, line)], rounds(size))
                for name, of_all, of_start in zip(commands, used[::2], used[1::2]):
                    cost = (of_all.processor - of_start.processor) / (size * MEBIBYTE) * 1e9
                    rows.setdefault(f"{text}, {name}", {})[label(size)] = cost
    return {name: dict(reversed(row.items())) for name, row in rows.items()}


def main():
    parser = programs.arguments_beside_ripgrep(__doc__)
    parser.add_argument("--largest", type=int, default=SIZES[-1], help="MiB of the largest file")
    options = parser.parse_args()
    print(markdown("nanoseconds a byte", measure(options.napkin or programs.napkin(), options.rg, options.largest)))


if __name__ == "__main__":
    main()
