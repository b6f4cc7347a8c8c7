"""What the tests share: the corpus of the repository, and labelled texts where a folder has them."""

import json
import os
import pathlib

import pytest

try:
    import tomllib
except ModuleNotFoundError:  # Python 3.10
    tomllib = None

ROOT = pathlib.Path(__file__).resolve().parents[3]
CORPUS = ROOT / "corpus" / "cases"

OPTIONS = ("kinds", "schemes", "any_scheme", "grammar", "base", "rejoin", "hyphen")


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


