"""The corpus of the repository as JSON, for tests that have no TOML: an object a line, its text in base64."""

import base64
import json
import pathlib
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[3]

OPTIONS = ("kinds", "schemes", "any_scheme", "grammar", "base", "rejoin", "hyphen")


def unescaped(text: str) -> bytes:
    """The bytes that are written as text, with ``\\x`` and two digits for those that are none."""
    first, *rest = text.split("\\x")
    return first.encode() + b"".join(bytes([int(part[:2], 16)]) + part[2:].encode() for part in rest)


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
            print(
                json.dumps(
                    {
                        "name": case["name"],
                        "format": format,
                        "options": options,
                        "text": base64.b64encode(text).decode(),
                    }
                )
            )
