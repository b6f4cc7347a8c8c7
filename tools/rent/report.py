"""The differences between two builds, as a report to read and as JSON."""
import collections
import json
import shutil

import corpus
import links

LEGEND = "«in both» [-only old-] {+only new+}; ⏎ a line end, ⇥ a tab. Shapes: a letters, 9 digits, é and 漢 other scripts, │ where the links part."


def diff(old, new, settings, quick, folder, most):
    """Compares two builds and writes the report. Returns the exit status: 0 no difference, 1 some, 2 a build failed."""
    shards = corpus.shards_of(quick)
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "parts").mkdir(parents=True)
    # The largest first, so that both processors end together.
    shards.sort(key=lambda path: -path.stat().st_size)
    jobs = [(old, new, settings, shard, folder / "parts" / f"{shard.stem}.jsonl") for shard in shards]
    counts = {kinds: [0, 0, 0] for kinds in settings}
    groups, failed = collections.defaultdict(links.Group), []
    for found, more, failure in links.in_parallel(links.compare, jobs):
        for kinds, figures in found.items():
            counts[kinds] = [a + b for a, b in zip(counts[kinds], figures)]
        for key, group in more.items():
            groups[key].add(group.count, group.urls, group.samples)
        if failure:
            failed.append(failure)
    with open(folder / "differences.jsonl", "wb") as out:
        for shard in sorted(shards):
            out.write((folder / "parts" / f"{shard.stem}.jsonl").read_bytes())
    shutil.rmtree(folder / "parts")

    size = sum(path.stat().st_size for path in shards) / 1e6
    lines = [f"old: {title(old)}", f"new: {title(new)}", f"corpus: {'quick' if quick else 'full'}, {size:,.0f} MB"]
    lines += [summary(kinds, *figures) for kinds, figures in counts.items()]
    lines += [f"FAILED {failure}" for failure in failed]
    (folder / "report.json").write_text(json.dumps(as_json(old, new, counts, groups, failed), ensure_ascii=False, indent=1))
    (folder / "report.txt").write_text("\n".join(lines + body(groups, most)) + "\n")
    print("\n".join(lines + table(groups)))
    print(f"{folder / 'report.txt'}, report.json and differences.jsonl have the rest")
    return 2 if failed else 1 if groups else 0


def title(build):
    return " ".join(filter(None, [build.binary, build.options, build.off and f"without {build.off}"]))


def summary(kinds, old, new, different):
    share = 1e6 * different / max(old, new, 1)
    return f"{' '.join(links.KINDS[kinds])}: {old:,} links old, {new:,} new, {different:,} differences ({share:,.0f} in a million links)"


def by_difference(groups):
    """The groups of each kind of difference, both with the most different URLs first."""
    kinds = collections.defaultdict(list)
    for (difference, what, form), group in groups.items():
        kinds[difference].append((what, form, group))
    for rows in kinds.values():
        rows.sort(key=lambda row: (-len(row[2].urls), -row[2].count, row[:2]))
    return sorted(kinds.items(), key=lambda kind: -different(kind[1]))


def different(rows):
    return sum(len(group.urls) for _, _, group in rows)


def table(groups):
    if not groups:
        return ["no difference"]
    lines = [f"{'difference':<28}{'places':>9}{'URLs':>9}{'groups':>8}"]
    for difference, rows in by_difference(groups):
        lines.append(f"{difference:<28}{sum(g.count for _, _, g in rows):>9,}{different(rows):>9,}{len(rows):>8,}")
    return lines


def body(groups, most):
    lines = ["", *table(groups), "", LEGEND]
    for difference, rows in by_difference(groups):
        lines += ["", f"== {difference}"]
        for what, form, group in rows[:most]:
            lines += ["", f"{form}   {what}: {group.count:,} places, {len(group.urls):,} URLs"]
            for sample in group.samples:
                lines.append(f"    {sample['text']}")
                if difference in ("other URL of the same text", "other kind"):
                    lines.append(f"      {sample['urls'][0][0]} → {sample['urls'][1][0]}")
                lines.append(f"        {sample['file']}:{sample['line']}")
        rest = rows[most:]
        if rest:
            lines += ["", f"{len(rest):,} smaller groups, {sum(g.count for _, _, g in rest):,} places: see report.json, or --groups"]
    return lines


def as_json(old, new, counts, groups, failed):
    return dict(
        old=old._asdict(), new=new._asdict(), failed=failed,
        links={kinds: dict(old=a, new=b, differences=c) for kinds, (a, b, c) in counts.items()},
        groups=[
            dict(difference=difference, what=what, shape=form, places=group.count, urls=len(group.urls), samples=group.samples)
            for difference, rows in by_difference(groups) for what, form, group in rows
        ],
    )
