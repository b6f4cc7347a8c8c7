"""Rent: a gigabyte of real text, what differs in it between two builds of napkin, and what each rule earns there.

    python3 tools/rent fetch                    download the packages of corpus.tsv, and write their texts into target/rent
    python3 tools/rent diff OLD NEW --quick     compare two builds on 50 MB: seconds; without --quick on all of it
    python3 tools/rent rules BINARY             count what each rule decides, for a build with RUSTFLAGS="--cfg napkin_rent"
    python3 tools/rent score OLD.json NEW.json  compare two tables of score.py --json
"""
import argparse
import sys
from pathlib import Path

import corpus
import links
import report
import rules
import score


def main():
    ap = argparse.ArgumentParser(prog="rent", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = ap.add_subparsers(dest="command", required=True)

    commands.add_parser("fetch", help="download the corpus into target/rent")

    pin = commands.add_parser("pin", help="put the newest versions of packages into corpus.tsv")
    pin.add_argument("registry", choices=corpus.REGISTRIES)
    pin.add_argument("package", nargs="+", help="NAME, or NAME:25%% to take a quarter of its files")

    diff = commands.add_parser("diff", help="compare two builds", description="Compare two builds. Status 0: no difference, 1: some, 2: a build failed.")
    diff.add_argument("old", help="a built napkin")
    diff.add_argument("new", help="another, or the same with --new-options or --off")
    diff.add_argument("--quick", action="store_true", help="compare on the sample of 50 MB")
    diff.add_argument("--kinds", choices=["both", *links.KINDS], default="both", help="kinds of links: the default ones, all four, or both in turn")
    diff.add_argument("--options", default="", metavar="'…'", help="options for both builds")
    diff.add_argument("--old-options", default="", metavar="'…'", help="further options for OLD")
    diff.add_argument("--new-options", default="", metavar="'…'", help="further options for NEW")
    diff.add_argument("--off", default="", metavar="ID,…", help="rules that NEW leaves out; it needs --cfg napkin_rent")
    diff.add_argument("--groups", type=int, default=20, metavar="N", help="groups that the report shows of each kind of difference (20)")
    diff.add_argument("--out", type=Path, default=corpus.TARGET / "diff", metavar="DIR", help="where the report goes (target/rent/diff)")

    rule = commands.add_parser("rules", help="count what each rule decides", description="Count what each rule decides. Status 1: some pay no rent.")
    rule.add_argument("binary", help="a napkin built with --cfg napkin_rent")
    rule.add_argument("--quick", action="store_true", help="count on the sample of 50 MB")
    rule.add_argument("--alone", choices=["quick", "full", "none"], default="quick", help="where to switch off each rule (quick)")
    rule.add_argument("--page", type=Path, metavar="FILE", help="write the table as a page of Markdown, too (docs/lab/rent.md)")
    rule.add_argument("--kept", type=Path, default=rules.KEPT, metavar="FILE", help="rules that stay all the same: id, tab, reason (kept.tsv)")

    of_scores = "Compare two tables of score.py --json. Status 1: a row lost more than two cases."
    scores = commands.add_parser("score", help="compare two tables", description=of_scores)
    scores.add_argument("old", type=Path)
    scores.add_argument("new", type=Path)

    given = sys.argv[1:]
    for at in range(len(given) - 2, -1, -1):
        if given[at] in ("--options", "--old-options", "--new-options"):
            # Otherwise argparse takes a value such as --any-scheme for an option of rent.
            given[at : at + 2] = [f"{given[at]}={given[at + 1]}"]
    a = ap.parse_args(given)
    if a.command == "fetch":
        return corpus.fetch()
    if a.command == "pin":
        return corpus.pin(a.registry, a.package)
    if a.command == "score":
        return score.score(a.old, a.new)
    if a.command == "rules":
        return rules.rules(links.Build(a.binary, "", ""), a.quick, a.alone, a.kept, a.page)
    settings = list(links.KINDS) if a.kinds == "both" else [a.kinds]
    old = links.Build(a.old, f"{a.options} {a.old_options}".strip(), "")
    new = links.Build(a.new, f"{a.options} {a.new_options}".strip(), a.off)
    return report.diff(old, new, settings, a.quick, a.out, a.groups)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (corpus.Failed, links.Stopped, rules.Broken, OSError, ValueError) as error:
        print(f"rent: {error}", file=sys.stderr)
        sys.exit(2)
