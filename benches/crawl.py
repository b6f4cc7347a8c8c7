#!/usr/bin/env python3
"""What a crawl's text costs the command, as it is and in gzip, beside gzip alone.

    benches/crawl.py [--size MEBIBYTES] [--napkin FILE]

It makes a WET file of records of 4 KB, as Common Crawl has them, of the made-up text `mail`. What counts is processor time,
user and system, the least of four rounds in turns.
"""

import argparse
import gzip
import os
import shutil
import tempfile

import programs
from tables import markdown
from turns import least

SIZE = 192
RECORD = 4 << 10
ROUNDS = 4


def wet(text, path):
    """Writes a text as records of a WET file; its length."""
    with open(text, "rb") as file, open(path, "wb") as written:
        number = 0
        while block := file.read(RECORD):
            head = (f"WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Target-URI: https://host{number % 977}.example.org/{number}\r\n"
                    f"WARC-Date: 2026-11-23T12:00:00Z\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{number:012}>\r\n"
                    f"Content-Type: text/plain\r\nContent-Length: {len(block)}\r\n\r\n")
            written.write(head.encode() + block + b"\r\n\r\n")
            number += 1
        return written.tell()


def measure(napkin, mebibytes):
    """Gigabytes of text a second of processor time, and the processors that 100 TB in a day would take."""
    with tempfile.TemporaryDirectory() as folder:
        text, plain, compressed = (os.path.join(folder, name) for name in ("text", "a.wet", "a.wet.gz"))
        programs.write("find", "mail", text, mebibytes)
        size = wet(text, plain)
        with open(plain, "rb") as file, gzip.open(compressed, "wb", compresslevel=6) as written:
            shutil.copyfileobj(file, written, 1 << 20)
        warc = [napkin, "-j1", "--input", "warc"]
        commands = {
            "`napkin --input warc`": [*warc, plain],
            "`napkin --input warc --json`": [*warc, "--json", plain],
            "`napkin -z --input warc`, the file in gzip": [*warc, "-z", compressed],
        }
        if shutil.which("gzip"):
            commands["`gzip -dc` alone"] = ["gzip", "-dc", compressed]
        rows = {}
        for name, used in zip(commands, least(list(commands.values()), ROUNDS)):
            rate = size / used.processor
            rows[name] = {"GB a second": rate / 1e9, "cores for 100 TB in a day": 100e12 / rate / 86_400}
        return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--size", type=int, default=SIZE, help="MiB of text")
    parser.add_argument("--napkin", help="another command than that of this checkout")
    options = parser.parse_args()
    print(markdown("command", measure(options.napkin or programs.napkin(), options.size)))


if __name__ == "__main__":
    main()
