"""What each rule earns: how often it was met, decided, and decided alone.

A build with `--cfg napkin_rent` appends a line `id<TAB>met<TAB>decided` for each rule to the file that NAPKIN_RENT names, and
leaves out the rules that NAPKIN_RULES_OFF names, with commas between.
"""
import collections
import shutil
import tempfile
from pathlib import Path

import corpus
import links

KEPT = corpus.HERE / "kept.tsv"
RENT = 10  # links in a million
EVERY = "all"  # all kinds of links, so that the rules for each are met


class Broken(Exception):
    """A build whose counters can't be read."""


def counters(path):
    """The counters in a file: of each rule how often it was met, and how often it decided."""
    found = collections.defaultdict(lambda: [0, 0])
    for number, line in enumerate(path.read_text().splitlines(), 1):
        try:
            name, met, decided = line.split("\t")
            figures = int(met), int(decided)
        except ValueError:
            raise Broken(f"line {number} of NAPKIN_RENT is not id, met and decided: {line[:80]!r}") from None
        found[name] = [a + b for a, b in zip(found[name], figures)]
    return dict(found)


def count(build, shard, kept):
    """Runs a shard with counters. Keeps the output if `kept` is a path. Returns the counters and the number of links."""
    with tempfile.TemporaryDirectory(dir=corpus.TARGET) as folder:
        path = Path(folder) / "counters"
        out = links.output(build, EVERY, shard, counters=path)
        if kept:
            kept.write_bytes(out)
        if not path.exists():
            raise Broken(f"{build.binary} wrote no counters: build it with RUSTFLAGS=\"--cfg napkin_rent\"")
        return counters(path), out.count(b"\n")


def change(build, shard, kept):
    """How many links change on a shard when a rule is off."""
    only_old, only_new, _, _ = links.differing(kept.read_bytes(), links.output(build, EVERY, shard))
    return sum(1 for _ in links.clusters(only_old, only_new))


def measure(build, shards, folder=None):
    """Runs the shards with counters. Returns the sums, the counters of each shard, and the number of links."""
    jobs = [(build, shard, folder and folder / shard.stem) for shard in shards]
    sums, each, total = collections.defaultdict(lambda: [0, 0]), {}, 0
    for shard, (found, number) in zip(shards, links.in_parallel(count, jobs)):
        each[shard] = found
        total += number
        for name, figures in found.items():
            sums[name] = [a + b for a, b in zip(sums[name], figures)]
    return sums, each, total


PAGE = """# Rent

**Result.** What each rule of the engine earns in real text: how many links in a million it decides, and how many change without it. A rule
[stays](../DESIGN.md#rules) if it decides {rent}, if a labelled text needs it, or if SECURITY.md promises it.

```sh
python3 tools/rent rules BINARY --page docs/lab/rent.md
```

The links are of all kinds: {total:,} for what a rule decides, and {total_alone:,} of the sample for what changes without it.

| rule | decides | alone |
| --- | ---: | ---: |
{rows}
"""


def rules(build, quick, alone, kept_file, page=None):
    """Prints the table of all rules, then those that pay no rent. Returns 1 if there are any. `page` takes the table as Markdown."""
    kept = {}
    if kept_file.exists():
        rows = (line.split("\t") for line in kept_file.read_text().splitlines() if line and not line.startswith("#"))
        kept = {row[0]: row[1] for row in rows}
    sums, _, total = measure(build, corpus.shards_of(quick))
    changed, total_alone = {}, 0
    if alone != "none":
        folder = corpus.TARGET / "outputs"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        shards = corpus.shards_of(alone == "quick")
        _, each, total_alone = measure(build, shards, folder)
        # A rule that was not met in a shard changes nothing there.
        jobs = [(name, shard) for name in sorted(sums) for shard in shards if each[shard].get(name, (0, 0))[0]]
        changed = dict.fromkeys(sums, 0)
        runs = [(build._replace(off=name), shard, folder / shard.stem) for name, shard in jobs]
        for (name, _), number in zip(jobs, links.in_parallel(change, runs) if runs else ()):
            changed[name] += number
        shutil.rmtree(folder)

    print(f"{total:,} links of all kinds" + (f"; decided alone in {total_alone:,} links" if changed else ""))
    print(f"{'rule':<32}{'met':>12}{'decided':>10}{'in a million':>14}{'alone':>9}{'in a million':>14}")
    poor, rows = [], []
    for name, (met, decided) in sorted(sums.items(), key=lambda rule: (-rule[1][1], rule[0])):
        share = 1e6 * decided / max(total, 1)
        line = f"{name:<32}{met:>12,}{decided:>10,}{share:>14,.1f}"
        if changed:
            line += f"{changed[name]:>9,}{1e6 * changed[name] / max(total_alone, 1):>14,.1f}"
        lone = f"{1e6 * changed[name] / max(total_alone, 1):,.0f}" if changed else ""
        rows.append(f"| `{name}` | {share:,.0f} | {lone} |")
        if name in kept:
            line += f"  kept: {kept[name]}"
        elif share < RENT:
            line += "  pays no rent"
            poor.append(name)
        elif changed and not changed[name]:
            line += "  never alone: others decide the same"
        print(line)
    if page:
        page.write_text(PAGE.format(rent=RENT, total=total, total_alone=total_alone, rows="\n".join(rows)))
    for name in kept.keys() - sums.keys():
        print(f"{kept_file.name} names {name}, which is not a rule of this build")
    print(f"{len(sums)} rules, {len(poor)} pay no rent (decide less than {RENT} in a million links, and are not kept)")
    return 1 if poor else 0
