"""Reads labelled texts, and says of each break in them that the program looks at whether it is inside a URL.

Folders have the sets, one `NAME.jsonl` each. A row has a `text` or the name of a `file`, and one of these: `labels` (the byte a URL begins at,
the `url` before it was wrapped, and whether it is `wrapped`); `gold`, all URLs in order; `urls`, the same as objects; or `start`, `end` and the
`right` URL.
"""
import hashlib
import json
import re
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent.parent

# The sets, with the kind of text in them if the rows don't say it.
SETS = {
    "breaks": None, "eye": None, "mail": "mail", "lineend": "mail", "man": "man", "rfc": "rfc", "rfcold": "rfc", "rewrap": "programs",
    "msgjoin": "msgjoin", "frames": "frames", "models": "models",
}

# Of the sources of `breaks`, one in so many is held out, by the hash of its name.
HELD_OUT = 5


def number(text):
    return int(hashlib.sha256(text.encode()).hexdigest()[:8], 16)


def host(url):
    return urlsplit(url if "://" in url else "http://" + url).netloc.lower()


def encoded(text):
    return text.encode("utf-8", "surrogateescape")


def read(folders):
    """All labelled texts: the set, the kind of text, the source, and its URLs."""
    rows = []
    for name in SETS:
        path = next((path for path in (folder / f"{name}.jsonl" for folder in folders) if path.exists()), None)
        for given in map(json.loads, path.open(encoding="utf-8") if path else ()):
            # No reader could decide about some rows, and others are of one shape each.
            if given.get("group") == "ambiguous" or given.get("task") in ("refusal", "kind-domain", "kind-email") and given["right"] is None:
                continue
            text = given["text"] if "text" in given else (path.parent / given["file"]).read_bytes().decode("utf-8", "surrogateescape")
            labels, gold = given.get("labels", []), given.get("gold") or [url["url"] for url in given.get("urls", [])]
            if name == "eye":
                labels = [{"start": given["start"], "end": given["end"], "url": given["right"], "wrapped": None}]
            urls = [label["url"] for label in labels] or gold
            if name in ("breaks", "eye"):
                source = given.get("source") or given["id"].split("#")[0]
            elif name == "models":
                source = given["text"]
            elif "urls" in given:
                source = given["id"]
            else:
                source = given.get("file") or (host(urls[0]) if urls else "")
            held = name == "breaks" and number("napkin" + source) % HELD_OUT == 0
            rows.append({"set": name, "kind": SETS[name] or given["kind"], "source": source, "held": held, "text": text, "labels": labels, "gold": gold,
                         "all_kinds": bool(given.get("kinds"))})
    return rows


def dump(binary, rows):
    """The breaks that the program looks at in each text, if it joins everything."""
    given = ({"text": row["text"].encode("utf-8", "replace").decode(), "all_kinds": row["all_kinds"]} for row in rows)
    lines = "".join(json.dumps(text) + "\n" for text in given)
    done = subprocess.run([binary, "0"], input=lines.encode(), stdout=subprocess.PIPE, check=True)
    return [json.loads(line)["breaks"] for line in done.stdout.splitlines()]


def matched(text, start, url, at):
    """How many bytes of the URL stand between `start` and `at`, without the breaks."""
    done = 0
    for i in range(start, min(at, len(text))):
        if done < len(url) and text[i] == url[done]:
            done += 1
    return done


def goes_on(row, text, seen):
    """Whether the URL goes on after a break; `None` if no label says so."""
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


def breaks(folders, binary, vetoes):
    """The labelled breaks that are weighed, and those that a veto decides."""
    weighed, vetoed = [], []
    rows = read(folders)
    for row, found in zip(rows, dump(binary, rows)):
        text, over = encoded(row["text"]), set()
        for seen in sorted(found, key=lambda seen: (seen["start"], seen["at"])):
            truth = goes_on(row, text, seen) if seen["start"] not in over else None
            if truth is None:
                continue
            if not truth:
                # Later breaks of a URL that was over are like no others.
                over.add(seen["start"])
            shown = text[max(0, seen["start"] - 30):seen["end"] + 60].decode("utf-8", "replace")
            noted = {key: row[key] for key in ("set", "kind", "source", "held")} | {"truth": truth, "evidence": seen["evidence"], "shown": shown}
            (vetoed if vetoes & set(seen["evidence"]) else weighed).append(noted)
    return weighed, vetoed
