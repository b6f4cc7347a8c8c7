"""The corpus of the repository as JSON, for tests that have no TOML: an object a line, its text in base64. Behind it come the labelled
texts of the folder that NAPKIN_LABELLED names, if it names one.
"""

import base64
import json
import os
import pathlib
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[3]

OPTIONS = ("kinds", "schemes", "any_scheme", "refang", "grammar", "base", "rejoin", "hyphen")


def unescaped(text: str) -> bytes:
    """The bytes that are written as text, with ``\\x`` and two digits for those that are none."""
    first, *rest = text.split("\\x")
    return first.encode() + b"".join(bytes([int(part[:2], 16)]) + part[2:].encode() for part in rest)



def say(**case):
    print(json.dumps(case | {"text": base64.b64encode(case["text"]).decode()}))


for folder, format in (("cases", "text"), ("mail", "mail"), ("html", "html")):
    for file in sorted((ROOT / "corpus" / folder).glob("*.toml")):
        for case in tomllib.loads(file.read_text("utf-8"))["case"]:
            if "text" not in case and "bytes" not in case:
                continue
            text = case["text"].encode() if "text" in case else unescaped(case["bytes"])
            text = text * case.get("times", 1) + case.get("tail", "").encode()
            if case.get("crlf"):
                text = text.replace(b"\n", b"\r\n")
            options = {name: case[name] for name in OPTIONS if name in case} if format == "text" else {}
            say(name=case["name"], format=format, options=options, text=text)

if folder := os.environ.get("NAPKIN_LABELLED"):
    for file in sorted(pathlib.Path(folder).glob("*.jsonl")):
        for number, line in enumerate(file.open(encoding="utf-8", newline="\n")):
            if (text := json.loads(line).get("text")) is not None:
                text = text.encode("utf-8", "surrogatepass")
                say(name=f"{file.name}:{number + 1}", format="mail" if file.stem == "message" else "text", options={}, text=text, labelled=True)
