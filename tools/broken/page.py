"""Writes the tables of `docs/lab/broken.md`: the scores of each finder, and the programs."""
import json
import re
from pathlib import Path

import score
import texts
from programs import INSTALL, is_unseen

PAGE = Path(__file__).resolve().parents[2] / "docs" / "lab" / "broken.md"
BLOCK = re.compile(r"(<!-- broken: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def write(folder):
    finders = {path.stem: json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))}
    tables = {"scores": scores(finders), "programs": programs(score.rows_of(folder))}
    PAGE.write_text(BLOCK.sub(lambda block: block[1] + tables[block[2]] + block[3], PAGE.read_text()))
    return 0


def table(heads, rows, align="---"):
    lines = [heads, ["---", *[align] * (len(heads) - 1)], *rows]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)


def scores(finders):
    groups = {name: score.by_group(finder["programs"], finder["unseen"]) for name, finder in finders.items()}
    rows = [[name, *groups[name]["seen"], *groups[name]["unseen"]] for name in groups]
    rows.sort(key=lambda row: -float(row[4]))
    return table(["finder", "text", "control", "wrong", "unseen: text", "control", "wrong"], rows, "---:")


def programs(rows):
    """One row for each registry: its programs, seen and unseen."""
    made, cells = {row["program"] for row in rows}, {registry: ([], []) for registry in INSTALL}
    for program in texts.PROGRAMS:
        if program.name in made:
            cells[program.registry][is_unseen(program)].append(f"`{program.name}`")
    return table(["from", "seen", "unseen"], [[registry, *map(", ".join, groups)] for registry, groups in cells.items()])
