"""Reads labelled texts, and says of each break in them that the program looks at whether the URL goes on behind it.

What the texts look like is said in `fit.py`, which fits the weights of the evidence to these breaks.
"""
import collections
import hashlib
import json
import re
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent.parent
EVIDENCE = ROOT / "src/engine/rejoin/evidence"

SETS = ("breaks", "eye", "mail", "lineend", "man", "rfc", "rfcold", "rewrap")

# The kind of text that a set is, where its rows don't say.
KINDS = {"mail": "mail", "lineend": "mail", "man": "man", "rfc": "rfc", "rfcold": "rfc", "rewrap": "programs"}

# The kind of text that PDFs are.
DOCUMENTS = "documents"

# Of the sources of `breaks`, one in so many was held out, by the hash of its name, before any text was looked at.
HELD_OUT = 5

# Breaks in the strings of programs, which were looked for after the sources had been labelled.
IN_STRING = "a string or line of a program goes on"

# What is told where nothing was weighed.
UNWEIGHED = "not weighed, as too much was before"

# What is told of a break that is always joined: nothing is weighed there.
CUT_SCHEME = "a scheme that is cut"


def number(text):
    return int(hashlib.sha256(text.encode()).hexdigest()[:8], 16)


def is_held_out(row):
    return row["set"] == "breaks" and number("napkin" + row["source"]) % HELD_OUT == 0


def host(url):
    return urlsplit(url if "://" in url else "http://" + url).netloc.lower()


def encoded(text):
    return text.encode("utf-8", "surrogateescape")


def read(data):
    """All labelled texts: the set, the kind of text, where it is from, and what is known of its URLs."""
    rows = []
    for name in SETS:
        path = data / f"{name}.jsonl"
        if not path.exists():
            continue
        for line in open(path, encoding="utf-8"):
            given = json.loads(line)
            # No reader could decide about these; and these are of one shape each.
            if given.get("group") == "ambiguous" or given.get("task") in ("refusal", "kind-domain", "kind-email") and given["right"] is None:
                continue
            text = given["text"] if "text" in given else (data / given["file"]).read_bytes().decode("utf-8", "surrogateescape")
            row = {"set": name, "text": text, "labels": given.get("labels", []), "gold": given.get("gold", []), "kinds": given.get("kinds")}
            if name == "breaks":
                row.update(kind=given["kind"], source=given["source"])
            elif name == "eye":
                label = {"start": given["start"], "end": given["end"], "url": given["right"], "wrapped": None}
                row.update(kind=given["kind"], source=given["id"].split("#")[0], labels=[label])
            else:
                urls = [label["url"] for label in row["labels"]] or row["gold"]
                source = given.get("file") or (host(urls[0]) if urls else "")
                row.update(kind=KINDS[name], source=source)
            rows.append(row)
    return rows


def generated(folder):
    """Texts that `rewrap` made, with their URLs: they keep the weights from leaning on what happens to be in the real ones."""
    rows = []
    for i, line in enumerate(open(folder / "rewrap.jsonl", encoding="utf-8")):
        given = json.loads(line)
        rows.append({"set": "generated", "kind": "generated", "source": str(i), "text": given["text"], "labels": [], "gold": given["gold"]})
    return rows


def labelled_sources():
    """The joins in each source distribution that was read: the text from the URL to the end of what goes on."""
    joins = collections.defaultdict(set)
    for line in (Path(__file__).parent / "sources.tsv").read_text().splitlines():
        name, text = line.split("\t")
        joins[name] |= {json.loads(text).encode()} if text else set()
    return joins


def sources(folder, names):
    """The files of source distributions that have URLs in them."""
    most = 3_000_000
    for name in sorted(names):
        for path in sorted((folder / name).rglob("*")):
            if not path.is_file() or path.is_symlink() or path.stat().st_size > most:
                continue
            data = path.read_bytes()
            try:
                if b"://" in data:
                    yield {"set": "sources", "kind": "sources", "source": name, "text": data.decode(), "labels": [], "gold": []}
            except UnicodeDecodeError:
                pass


def documents(folder):
    """The texts of documents, and where their links lead."""
    for path in sorted(folder.glob("*.urls"), key=lambda path: int(path.stem)):
        targets = {plain(url) for url in path.read_text(encoding="utf-8", errors="replace").split()}
        targets |= {target.split("://", 1)[1] for target in targets if "://www." in target}
        for text in (path.with_suffix(end) for end in (".txt", ".raw", ".lay")):
            if text.exists():
                row = {"set": "documents", "kind": DOCUMENTS, "source": path.stem, "targets": targets}
                yield row | {"text": text.read_bytes().decode("utf-8", "replace")}


def plain(url):
    return url.replace("https://", "http://")


def dump(binary, rows, level="0"):
    """What the program finds in each text, where it joins all that it looks at."""
    given = ({"text": row["text"].encode("utf-8", "replace").decode(), "all_kinds": bool(row.get("kinds"))} for row in rows)
    lines = "".join(json.dumps(text) + "\n" for text in given)
    done = subprocess.run([binary, level], input=lines.encode(), stdout=subprocess.PIPE, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def vetoes():
    """What is told of breaks that are certain, whether they are joined or not."""
    return {CUT_SCHEME} | set(re.findall(r'^    \("([^"]+)", \w+\),$', (EVIDENCE / "vetoes.rs").read_text(), re.M))


def noted(row, text, seen, truth, is_held):
    """A break as it is fitted and shown."""
    shown = text[max(0, seen["start"] - 30):seen["end"] + 60].decode("utf-8", "replace")
    return {key: row[key] for key in ("set", "kind", "source")} | {"truth": truth, "evidence": seen["evidence"], "held": is_held, "shown": shown}


def breaks_of_sources(folder, dump_of):
    """The breaks of source distributions that are weighed, each text of one once."""
    certain, joins = vetoes(), labelled_sources()
    known, weighed = {name: set() for name in joins}, []
    rows = list(sources(folder, joins))
    for row, result in zip(rows, dump_of(rows)):
        name, text = row["source"], encoded(row["text"])
        for seen in result["breaks"]:
            around = text[seen["start"]:seen["end"]]
            if around in known[name] or (certain | {UNWEIGHED, IN_STRING}) & set(seen["evidence"]):
                continue
            known[name].add(around)
            weighed.append(noted(row, text, seen, around in joins[name], False))
    missing = {name: texts - known[name] for name, texts in joins.items() if texts - known[name]}
    print(f"{len(weighed)} breaks of sources, {sum(seen['truth'] for seen in weighed)} of them joins; not seen: {missing or 'none'}")
    return weighed


def leads_on(before, word, targets):
    """Whether a target goes on behind the break between these; None where neither it nor its end is one."""
    closing = ".,;:)]}>'\"!?"
    rest = word.rstrip(closing)
    bare = before.rstrip(closing)
    longer = [target[len(head):] for head in (before, before.removesuffix("-"), before.rstrip("\u2010\xad"))
              for target in targets if target.startswith(head) and len(target) > len(head)]
    is_target = bool({bare, before, before.rstrip("/"), before + "/"} & targets)
    if rest in longer:
        return True
    # The rest may be broken again, or end in what is no part of it; short ones are alike by chance.
    if len(rest) > 2 and any(target.startswith(rest) or rest.startswith(target) or target[:12] == rest[:12] for target in longer):
        return None if is_target else True
    return False if is_target else None


def breaks_of_documents(rows, found):
    """The breaks of documents that are weighed, each text of one once."""
    left_out, known, weighed = vetoes() | {UNWEIGHED}, set(), []
    for row, result in zip(rows, found):
        text = encoded(row["text"])
        for seen in result["breaks"]:
            around = text[seen["start"]:seen["end"]]
            words = [word for word in around.split() if word.strip(b">|")]
            if (row["source"], around) in known or len(words) < 2 or left_out & set(seen["evidence"]):
                continue
            known.add((row["source"], around))
            before, word = plain(b"".join(words[:-1]).decode("utf-8", "replace")), words[-1].decode("utf-8", "replace")
            truth = leads_on(before, word, row["targets"])
            if truth is not None:
                weighed.append(noted(row, text, seen, truth, int(row["source"]) % 2 == 0))
    print(f"{len(weighed)} breaks of documents, {sum(seen['truth'] for seen in weighed)} of them joins")
    return weighed


def matched(text, start, url, at):
    """How many bytes of the URL stand between `start` and `at`, breaks and what stands in them passed over."""
    done = 0
    for i in range(start, min(at, len(text))):
        if done < len(url) and text[i] == url[done]:
            done += 1
    return done


def goes_on(row, text, seen):
    """Whether the URL goes on behind a break; None where nothing says so."""
    start, at, end = seen["start"], seen["at"], seen["end"]
    for label in row["labels"]:
        if label["start"] == start:
            if label["url"] is None or label["wrapped"] is False:
                return False
            url = encoded(label["url"])
            if text[start:start + 4].lower() != url[:4].lower():
                url = url.removeprefix(b"http://")
            if b"[" in text[start:end]:
                url = url.replace(b"%5B", b"[").replace(b"%5D", b"]")
            return matched(text, start, url, at) < len(url)
        if at < label["start"] < end:
            return False
    piece = re.split(rb"[\s]", text[start:at])[0]
    piece = piece.rstrip(b".,;:!?)]") or piece
    for bare in (piece, piece.removesuffix(b"-"), piece.removesuffix("\u2010".encode())):
        for url in map(encoded, row["gold"]):
            if url.startswith(bare):
                return matched(text, start, url, at) < len(url)
    return None


def breaks_of(rows, found):
    """The labelled breaks that are weighed, and those that a certain reason decides."""
    certain = vetoes()
    weighed, decided = [], []
    for row, result in zip(rows, found):
        text = encoded(row["text"])
        over = set()
        for seen in sorted(result["breaks"], key=lambda seen: (seen["start"], seen["at"])):
            truth = goes_on(row, text, seen) if seen["start"] not in over else None
            if truth is None:
                continue
            if not truth:
                # What stands behind a false join is like nothing that would be weighed.
                over.add(seen["start"])
            kept = decided if certain & set(seen["evidence"]) else weighed
            kept.append(noted(row, text, seen, truth, is_held_out(row)))
    return weighed, decided
