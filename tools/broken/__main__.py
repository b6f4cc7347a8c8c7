"""Broken: texts whose URLs real programs have wrapped, framed, escaped or quoted, and how well a program finds these URLs.

    python3 tools/broken make --seed 7 DIR       write texts by all programs that are installed, with the right URLs, into DIR/texts.jsonl
    python3 tools/broken score DIR -- napkin     score a program that reads a text and prints a URL a line; adapters/ has scripts for others
    python3 tools/broken page DIR                write the scores in DIR into docs/lab/broken.md
    python3 tools/broken pin                     put the versions that are installed here into lock.tsv
"""
import argparse
import sys
from pathlib import Path

import page
import programs
import score
import texts


def main():
    ap = argparse.ArgumentParser(prog="broken", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = ap.add_subparsers(dest="command", required=True)
    make = commands.add_parser("make", help="write the texts")
    make.add_argument("folder", type=Path, metavar="DIR")
    make.add_argument("--seed", type=int, required=True, metavar="N")
    make.add_argument("--count", type=int, default=6, metavar="N", help="texts and controls of each program (6)")
    make.add_argument("--only", default="", metavar="NAME,…", help="programs, or registries: system, debian, pypi, npm")
    make.add_argument("--any-version", action="store_true", help="take programs in other versions than those of lock.tsv, too")
    scores = commands.add_parser("score", help="score a program", usage="broken score DIR [--name NAME] [--show N] -- COMMAND")
    scores.add_argument("folder", type=Path, metavar="DIR")
    scores.add_argument("--name", help="the name in the table (of the command's last word)")
    scores.add_argument("--show", type=int, default=0, metavar="N", help="print so many faults of programs seen")
    commands.add_parser("page", help="write the page").add_argument("folder", type=Path, metavar="DIR")
    commands.add_parser("pin", help="write lock.tsv")
    given = sys.argv[1:]
    at = given.index("--") if "--" in given else len(given)
    a = ap.parse_args(given[:at])
    if a.command == "make":
        return texts.make(a.folder, a.seed, a.count, [name for name in a.only.split(",") if name], a.any_version)
    if a.command == "score":
        if at + 1 >= len(given):
            ap.error("score needs -- and a command")
        return score.score(a.folder, given[at + 1 :], a.name or Path(given[-1]).stem, a.show)
    return page.write(a.folder) if a.command == "page" else programs.pin(texts.PROGRAMS)


if __name__ == "__main__":
    sys.exit(main())
