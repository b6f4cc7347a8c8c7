"""Runs two builds over the shards, and groups the links that differ."""
import bisect
import collections
import concurrent.futures
import hashlib
import json
import operator
import os
import re
import shlex
import signal
import subprocess
import tempfile
import unicodedata

LIMIT = 600  # seconds that one shard may take
SAMPLES = 3
KINDS = {"default": ["--kind", "url,www"], "all": ["--kind", "url,www,domain,email"]}

Build = collections.namedtuple("Build", "binary options off")


class Stopped(Exception):
    """A build that failed on a shard."""


def output(build, kinds, shard, counters=None):
    """The records of one shard: a set of lines."""
    environment = dict(os.environ)
    for name, value in ("NAPKIN_CONFIG_PATH", ""), ("NAPKIN_RULES_OFF", build.off), ("NAPKIN_RENT", counters):
        environment.pop(name, None)
        if value:
            environment[name] = str(value)
    command = [build.binary, "--json", "--input", "text", "--threads", "1", *KINDS[kinds], *shlex.split(build.options), str(shard)]
    with tempfile.TemporaryFile() as errors:
        try:
            done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors, env=environment, timeout=LIMIT)
        except subprocess.TimeoutExpired:
            raise Stopped(f"{shard}: {build.binary} took more than {LIMIT} s") from None
        errors.seek(0)
        said = errors.read(2000).decode("utf-8", "replace").strip()
    if done.returncode not in (0, 1):
        how = signal.Signals(-done.returncode).name if done.returncode < 0 else f"status {done.returncode}"
        raise Stopped(f"{shard}: {shlex.join(command)} ended with {how}: {said}")
    return done.stdout


def link(line):
    """What is compared of a record: start, end, URL, kind, whether it was rejoined; then its delimiter."""
    r = json.loads(line)
    if r.get("type") != "link":
        return None
    return r["start"], r["end"], r["url"], r["kind"], bool(r.get("rejoined")), r.get("delimiter")


def differing(old, new):
    """The links that only one of two outputs has, as two lists; and how many links the old and the new one have."""
    if old == new:
        count = old.count(b"\n")
        return [], [], count, count
    old, new = old.splitlines(), new.splitlines()
    old_set, new_set = set(old), set(new)
    only_old = [x for x in map(link, (line for line in old if line not in new_set)) if x]
    only_new = [x for x in map(link, (line for line in new if line not in old_set)) if x]
    # Records may differ in what is not compared, as the confidence is.
    same = {x[:5] for x in only_old} & {x[:5] for x in only_new}
    return [x for x in only_old if x[:5] not in same], [x for x in only_new if x[:5] not in same], len(old), len(new)


def clusters(old, new):
    """Yields the links that overlap each other, as a list of old and a list of new ones."""
    sides, end = ([], []), 0
    for x, side in sorted([(x, 0) for x in old] + [(x, 1) for x in new]):
        if x[0] >= end and (sides[0] or sides[1]):
            yield sides
            sides = ([], [])
        sides[side].append(x)
        end = max(end, x[1])
    if sides[0] or sides[1]:
        yield sides


def class_of(c):
    if c == "\n":
        return "⏎"
    if c.isspace():
        return " "
    if c.isascii():
        return "a" if c.isalpha() else "9" if c.isdigit() else c if c.isprintable() else "␛"
    if c.isalpha():
        return "漢" if unicodedata.east_asian_width(c) in "WF" else "é"
    return c if c.isprintable() else "␛"


def shape(text, runs):
    """The classes of the first characters of a text, a run of the same letters, digits or blanks being one: `a9/a`."""
    out = []
    for c in map(class_of, text):
        if out and out[-1] == c and c in "a9 漢é⏎-=_*.#":
            continue
        if len(out) == runs:
            break
        out.append(c)
    return "".join(out)


def shape_over(text):
    """The shape of a text up to the first word of the next line: `⏎ > a`."""
    whole = shape(text, 12)
    word = re.search(r"⏎[^a9é漢]*[a9é漢]?", whole)
    return whole[: word.end()] if word else whole[:3]


def shape_before(text, runs):
    return shape(text[::-1], runs)[::-1]


def decode(data):
    return data.decode("utf-8", "replace")


def scheme(x):
    name = x[2].partition(":")[0].lower()
    return f"{x[3]} {name}" if x[3] == "url" and name not in ("http", "https") else x[3]


def describe(old, new, data):
    """The kind of difference, and the group in it."""
    def around(at):
        return decode(data[max(0, at - 12) : at]), decode(data[at : at + 60])

    if len(old) != 1 or len(new) != 1:
        if old and new:
            first = next((a for a in sorted(x[1] for x in old + new)), 0)
            before, after = around(first)
            return "one link or several", f"{len(old)} for {len(new)}", f"{shape_before(before, 1)}│{shape(after, 3)}"
        x = (old or new)[0]
        before, after = around(x[0])[0], around(x[1])[1]
        group = f"{shape_before(before, 2)}│{x[3]}│{shape(after, 2)}"
        return ("only old" if old else "only new"), scheme(x) + ("" if x[5] == "bare" else f", {x[5]}") + (", joined" if x[4] else ""), group
    a, b = old[0], new[0]
    # Schemes that begin at different places are not what differs.
    of = scheme if a[0] == b[0] else operator.itemgetter(3)
    what = of(a) if of(a) == of(b) else f"{of(a)} → {of(b)}"
    if a[5] != "bare" or b[5] != "bare":
        what += f", {a[5]}" if a[5] == b[5] else f", {a[5]} → {b[5]}"
    if a[0] == b[0]:
        before, after = around(min(a[1], b[1]))
    else:
        at = max(a[0], b[0])
        before, after = decode(data[max(0, at - 60) : at]), decode(data[at : at + 12])
    if a[4] != b[4]:
        return ("joined by old only" if a[4] else "joined by new only"), what, f"{shape_before(before, 2)}│{shape_over(after)}"
    if a[0] == b[0] and a[1] == b[1]:
        if a[3] != b[3]:
            return "other kind", what, f"{shape_before(around(a[0])[0], 1)}│{a[3]}│{shape(after, 1)}"
        return "other URL of the same text", what, difference_in(a[2], b[2])
    if a[4]:
        return "both joined, otherwise", what, f"{shape_before(before, 2)}│{shape_over(after)}"
    if a[0] == b[0]:
        return ("new ends earlier" if b[1] < a[1] else "new ends later"), what, f"{shape_before(before, 1)}│{shape(after, 2)}"
    if a[1] == b[1]:
        return ("new begins later" if b[0] > a[0] else "new begins earlier"), what, f"{shape_before(before, 2)}│{shape(after, 1)}"
    return "other start and end", what, f"{shape_before(before, 2)}│{shape(after, 1)}"


def difference_in(a, b):
    """The shapes of two strings where they differ first."""
    at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
    return f"{shape(a[at:], 2) or 'end'} → {shape(b[at:], 2) or 'end'}"


def visible(text):
    """One line of a text that a terminal shows as it is."""
    text = text.replace("\r\n", "⏎").replace("\n", "⏎").replace("\t", "⇥")
    return "".join(c if c.isprintable() else "␛" if c == "\x1b" else f"‹{ord(c):02X}›" for c in text)


def middle(text, most=100):
    return text if len(text) <= most else f"{text[: most // 2]}…{text[-most // 2 :]}"


def marked(old, new, data):
    """The text around a difference: «both» [-only the old one-] {+only the new one+}."""
    edges = sorted({edge for x in old + new for edge in x[:2]})
    low, high = edges[0], edges[-1]
    before = decode(data[max(0, low - 60) : low]).lstrip("\ufffd")
    out = [visible("\n".join(before.split("\n")[-2:])[-40:])]
    for begin, end in zip(edges, edges[1:]):
        of_old = any(x[0] <= begin and end <= x[1] for x in old)
        of_new = any(x[0] <= begin and end <= x[1] for x in new)
        signs = {(True, True): "«»", (True, False): ("[-", "-]"), (False, True): ("{+", "+}"), (False, False): ("", "")}[of_old, of_new]
        out.append(f"{signs[0]}{middle(visible(decode(data[begin:end])))}{signs[1]}")
    after = decode(data[high : high + 60])
    out.append(visible("\n".join(after.split("\n")[:2])[:50]))
    return "".join(out)


def package(sample):
    return sample["file"].partition("/")[0]


class Group:
    """Links that differ alike."""

    def __init__(self):
        self.count = 0
        self.urls = set()
        self.samples = []

    def add(self, count, urls, samples):
        self.count += count
        self.urls |= urls
        for sample in samples:
            # Of three packages rather than of one.
            if len(self.samples) < SAMPLES and all(sample["urls"] != s["urls"] for s in self.samples):
                self.samples.append(sample)
            else:
                of = [package(s) for s in self.samples]
                twice = next((i for i, p in enumerate(of) if of.index(p) < i), None)
                if twice is not None and package(sample) not in of:
                    self.samples[twice] = sample


class Index:
    """Which file a byte of a shard is in."""

    def __init__(self, shard):
        lines = [line.partition("\t") for line in shard.with_suffix(".tsv").read_text().splitlines()]
        self.starts, self.names = [int(at) for at, _, _ in lines], [name for _, _, name in lines]

    def find(self, at):
        i = bisect.bisect_right(self.starts, at) - 1
        return self.starts[i], self.names[i]


def compare(old, new, settings, shard, jsonl):
    """Compares two builds on one shard, with each set of kinds. Returns the counts of each, the groups, and why it failed.

    What differs with an earlier set of kinds is left out of the later ones. All differences go into the file `jsonl`.
    """
    counts, groups, seen = {}, collections.defaultdict(Group), set()
    data = index = None
    with open(jsonl, "w") as f:
        for kinds in settings:
            try:
                only_old, only_new, old_count, new_count = differing(output(old, kinds, shard), output(new, kinds, shard))
            except Stopped as stopped:
                return counts, dict(groups), str(stopped)
            found = [(tuple(a), tuple(b)) for a, b in clusters(only_old, only_new)]
            counts[kinds] = old_count, new_count, len(found)
            if found and data is None:
                data, index = shard.read_bytes(), Index(shard)
            for a, b in found:
                if (a, b) in seen:
                    continue
                seen.add((a, b))
                difference, what, form = describe(a, b, data)
                at = min(x[0] for x in a + b)
                start, name = index.find(at)
                urls = [x[2] for x in a], [x[2] for x in b]
                identity = hashlib.blake2b(repr(urls).encode(), digest_size=8).digest()
                group = groups[difference, what if kinds == settings[0] else f"{what} (all kinds)", form]
                sample = dict(file=name, line=data.count(b"\n", start, at) + 1, urls=urls)
                if identity not in group.urls and len(group.urls) < 50:
                    group.add(1, {identity}, [sample | dict(text=marked(a, b, data))])
                else:
                    group.add(1, {identity}, [])
                old_links, new_links = ([dict(start=x[0] - start, end=x[1] - start, url=x[2], kind=x[3], joined=x[4]) for x in side] for side in (a, b))
                record = dict(kinds=kinds, difference=difference, what=what, shape=form, file=name, line=sample["line"], old=old_links, new=new_links)
                f.write(json.dumps(record, ensure_ascii=False) + "\n")
    return counts, dict(groups), None


def in_parallel(work, jobs):
    """Calls `work` with each tuple of arguments, on all processors. Yields the results in order."""
    with concurrent.futures.ProcessPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        yield from pool.map(work, *zip(*jobs))
