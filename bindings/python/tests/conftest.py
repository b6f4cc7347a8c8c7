"""What the tests share: the corpus of the repository, labelled texts where a folder has them, and what the command says of texts."""

import collections
import json
import os
import pathlib
import struct
import subprocess

import pytest

try:
    import tomllib
except ModuleNotFoundError:  # Python 3.10
    tomllib = None

ROOT = pathlib.Path(__file__).resolve().parents[3]
CORPUS = ROOT / "corpus" / "cases"

# One Java runs all tests with Spark, and with 1 GB, which it has otherwise, it ended where a text of 50 MB was read again.
os.environ.setdefault("PYSPARK_SUBMIT_ARGS", "--driver-memory 3g pyspark-shell")

OPTIONS = ("kinds", "schemes", "any_scheme", "refang", "grammar", "base", "rejoin", "hyphen")


def unescaped(text: str) -> bytes:
    """The bytes that are written as text, with ``\\x`` and two digits for those that are none."""
    first, *rest = text.split("\\x")
    return first.encode() + b"".join(bytes([int(part[:2], 16)]) + part[2:].encode() for part in rest)


def cases():
    """Each case of the corpus: its name, its text as bytes, the options, and the URLs in it."""
    for file in sorted(CORPUS.glob("*.toml")):
        for case in tomllib.loads(file.read_text("utf-8"))["case"]:
            text = case["text"].encode() if "text" in case else unescaped(case["bytes"])
            text = text * case.get("times", 1) + case.get("tail", "").encode()
            options = {name: case[name] for name in OPTIONS if name in case}
            yield case["name"], text, options, [link["url"] for link in case["links"]]


def mail_cases():
    """Each message of the corpus."""
    for file in sorted((ROOT / "corpus" / "mail").glob("*.toml")):
        for case in tomllib.loads(file.read_text("utf-8"))["case"]:
            message = case["text"].encode() if "text" in case else unescaped(case["bytes"])
            yield message.replace(b"\n", b"\r\n") if case.get("crlf") else message


def labelled():
    """Each text of the files ``*.jsonl`` in the folder that NAPKIN_LABELLED names: its name, the text as bytes, and whether it is mail."""
    for file in sorted(pathlib.Path(os.environ["NAPKIN_LABELLED"]).glob("*.jsonl")):
        for number, line in enumerate(file.open(encoding="utf-8", newline="\n")):
            text = json.loads(line).get("text")
            if text is not None:
                yield f"{file.name}:{number + 1}", text.encode("utf-8", "surrogatepass"), file.stem == "message"


@pytest.fixture(scope="session")
def corpus():
    if tomllib is None:
        pytest.skip("the corpus is TOML, which Python 3.11 and later read")
    found = list(cases())
    assert len(found) > 500
    return found


@pytest.fixture(scope="session")
def command():
    """The command: what NAPKIN_COMMAND names, or what cargo built last."""
    named = os.environ.get("NAPKIN_COMMAND")
    built = [ROOT / "target" / profile / "napkin" for profile in ("debug", "release")]
    there = [named] if named else sorted(filter(os.path.exists, built), key=os.path.getmtime)
    if not there:
        missing = "the command is not built: cargo build"
        pytest.fail(missing) if os.environ.get("CI") else pytest.skip(missing)
    return there[-1]


def told(command, folder, texts, *arguments, statuses=(0, 1)):
    """What the command says of these texts: for each of them its links."""
    names = []
    for number, text in enumerate(texts):
        (folder / str(number)).write_bytes(text)
        names.append(str(number))
    run = subprocess.run(
        [command, "--json", "--no-config", *arguments, "--", *names], cwd=folder, capture_output=True, check=False
    )
    assert run.returncode in statuses, run.stderr
    links = collections.defaultdict(list)
    for line in run.stdout.splitlines():
        record = json.loads(line)
        if record.pop("type") == "link":
            links[record.pop("path")].append(record)
    return [links[name] for name in names]


def single(number):
    """The number as the nearest one of 32 bits: as which both have it, and write it in their ways."""
    return struct.unpack("f", struct.pack("f", number))[0]


def comparable(record):
    """A record of either in one form: pairs as lists, and confidences as they are held. Only the command counts lines of a file."""
    record = json.loads(json.dumps(record))
    record.pop("file_line", None)
    if record["rejoined"]:
        record["rejoined"]["confidence"] = single(record["rejoined"]["confidence"])
    return record


def flags(options):
    """The options as those of the command."""
    given = []
    for name, value in options.items():
        flag = {"kinds": "--kind", "schemes": "--scheme"}.get(name, "--" + name.replace("_", "-"))
        given += [flag] if value is True else [flag, ",".join(value) if isinstance(value, list) else value]
    return given
