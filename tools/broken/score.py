"""Scores a program that finds URLs: it gets each text on its standard input, and prints a URL a line."""
import collections
import concurrent.futures
import json
import os
import subprocess


def rows_of(folder):
    with open(folder / "texts.jsonl", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def urls_of(command, text):
    """What a command prints for a text: its lines, and whether it failed. Status 1 is fine: many programs use it if nothing is found."""
    try:
        done = subprocess.run(command, input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=60)
    except subprocess.TimeoutExpired:
        return [], True
    return [line.strip() for line in done.stdout.decode(errors="replace").splitlines() if line.strip()], done.returncode not in (0, 1)


def score(folder, command, name, show):
    """Writes `NAME.json` with the counts of each program, and `NAME.jsonl` with what came out. Prints the shares, and `show` faults."""
    rows = rows_of(folder)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        printed = list(pool.map(lambda row: urls_of(command, row["text"]), rows))
    counts, failed = collections.defaultdict(lambda: [0] * 5), 0
    with open(folder / f"{name}.jsonl", "w") as out:
        for row, (urls, has_failed) in zip(rows, printed):
            expected, found = (list(dict.fromkeys(each)) for each in ([url["url"] for url in row["urls"]], urls))
            right, wrong = found == expected, not set(found) <= set(expected)
            failed += has_failed
            # Texts and the right ones, controls and the right ones, and both in which something wrong comes out.
            at = 2 if row["control"] else 0
            of = counts[row["program"]]
            of[at], of[at + 1], of[4] = of[at] + 1, of[at + 1] + right, of[4] + wrong
            out.write(json.dumps({"id": row["id"], "right": right, "wrong": wrong, "found": found, "expected": expected}) + "\n")
            if not right and show and not row["unseen"]:
                show -= 1
                print(f"== {row['id']}\n{row['text']}\nexpected: {expected}\nfound:    {found}\n")
    unseen = sorted({row["program"] for row in rows if row["unseen"]})
    (folder / f"{name}.json").write_text(json.dumps({"command": command, "failed": failed, "unseen": unseen, "programs": counts}, indent=1))
    for group, figures in by_group(counts, unseen).items():
        print(f"{name}, {group}: text {figures[0]}, control {figures[1]}, wrong {figures[2]}")
    if failed:
        print(f"{name}: failed on {failed} texts")
    return 1 if failed else 0


def by_group(counts, unseen):
    """The percentages of texts and controls that are right, and of both in which something is wrong: of programs seen and unseen."""
    groups = {}
    for group in ("seen", "unseen"):
        sums = [sum(column) for column in zip([0] * 5, *(of for name, of in counts.items() if (name in unseen) == (group == "unseen")))]
        shares = (sums[1], sums[0]), (sums[3], sums[2]), (sums[4], sums[0] + sums[2])
        groups[group] = [f"{100 * part / whole:.1f}" if whole else "–" for part, whole in shares]
    return groups
