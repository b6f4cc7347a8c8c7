"""The difference between two tables of `score.py --json`."""
import json
import re

MOST = 2  # cases that a row may lose
# Shares of what is wrong; and shares of what came out, whose number is another in each run.
FALLING = re.compile(r":(wrong|spoilt)$")
# One row for each case: those of a set, not of its parts.
WHOLE_SET = re.compile(r"[^:]+|(peer|grammar):.*|.*:all(-whole|-wrapped)?|breaks:(join|whole)")


def wrong(name, row):
    """How many cases of a row came out wrong."""
    share = row["exact"] if FALLING.search(name) else 100 - row["exact"]
    return round(row["cases"] * share / 100)


def score(old_path, new_path):
    """Prints the rows that changed, and the sum over the sets. Returns 1 if a row is down by more than `MOST` cases."""
    old, new = (json.loads(path.read_text()) for path in (old_path, new_path))
    changed, down, total = [], [], 0
    for name, row in old.items():
        if name not in new:
            down.append(name)
            print(f"{name}: not in {new_path}")
            continue
        change = wrong(name, row) - wrong(name, new[name])
        if WHOLE_SET.fullmatch(name):
            total += change
        if change:
            changed.append((change, name, row, new[name]))
        if change < -MOST:
            down.append(name)
    for name in new.keys() - old.keys():
        print(f"{name}: not in {old_path}")
    for change, name, a, b in sorted(changed, key=lambda x: x[:2]):
        cases = f"{a['cases']}" if a["cases"] == b["cases"] else f"{a['cases']} → {b['cases']}"
        print(f"{change:+5}  {name:<40} {a['exact']:6.2f} → {b['exact']:6.2f} % of {cases}{'  DOWN' if change < -MOST else ''}")
    print(f"{total:+5}  all sets; {len(down)} rows are down by more than {MOST} cases")
    return 1 if down else 0
