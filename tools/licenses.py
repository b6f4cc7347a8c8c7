#!/usr/bin/env python3
"""The licenses of everything that a package of ours is made of, with their texts.

    tools/licenses.py PACKAGE [--features LIST] [--no-default-features] [--target TRIPLE] >FILE

`cargo tree` says which packages are compiled into it: neither those that only build it nor those that only test it. It ends with
status 1 where a package names no license, or one that nobody has looked at (`KNOWN`).
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys

# Those that let a program be distributed under its own license as long as their texts are passed on.
KNOWN = {
    "0BSD", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0", "CC0-1.0", "ISC", "MIT", "MIT-0",
    "Unicode-3.0", "Unlicense", "Zlib", "bzip2-1.0.6",
}  # fmt: skip
FILES = re.compile(r"(LICEN[CS]E|COPYING|COPYRIGHT|NOTICE|UNLICENSE)", re.IGNORECASE)

STANDARD_LIBRARY = """\
It also has parts of Rust's standard library, which is licensed as "MIT OR Apache-2.0" (https://github.com/rust-lang/rust).
"""


def ran(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def compiled(arguments):
    """The names and versions of the packages that are compiled into it, without our own."""
    command = ["cargo", "tree", "--locked", "-e", "normal,no-proc-macro", "--prefix", "none", "-f", "{p}", "-p", arguments.package]
    command += ["--target", arguments.target] if arguments.target else []
    command += ["--features", arguments.features] if arguments.features else []
    command += ["--no-default-features"] if arguments.no_default_features else []
    found = set()
    for line in ran(*command).splitlines():
        name, version, *rest = line.split()
        # Those of the workspace have a path behind their version.
        if not any(part.startswith("(/") for part in rest):
            found.add((name, version.removeprefix("v")))
    return sorted(found)


def is_known(expression):
    """Whether one of the licenses between which it leaves the choice, and all of those that it does not, are known.

    Of what is nested it takes the alternatives apart at the outermost level, and asks that all below are known.
    """
    parts, depth, begin = [], 0, 0
    for token in re.finditer(r"[()]|\bOR\b|/", expression):
        depth += {"(": 1, ")": -1}.get(token[0], 0)
        if depth == 0 and token[0] in ("OR", "/"):
            parts.append(expression[begin : token.start()])
            begin = token.end()
    parts.append(expression[begin:])
    names = [re.split(r"\bAND\b|\bOR\b|/", re.sub(r"[()]", "", part)) for part in parts]
    return any(all(name.strip() in KNOWN for name in part) for part in names)


def texts_of(package):
    """The texts of its licenses, by the names of their files."""
    folder = pathlib.Path(package["manifest_path"]).parent
    named = [folder / package["license_file"]] if package["license_file"] else []
    files = {path for path in folder.iterdir() if FILES.match(path.name) and path.is_file()} | set(named)
    return {path.name: path.read_text("utf-8", errors="replace").strip() for path in sorted(files)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("package")
    parser.add_argument("--features")
    parser.add_argument("--no-default-features", action="store_true")
    parser.add_argument("--target")
    arguments = parser.parse_args()
    metadata = json.loads(ran("cargo", "metadata", "--locked", "--format-version", "1", "--all-features"))
    packages = {(package["name"], package["version"]): package for package in metadata["packages"]}
    found = [packages[key] for key in compiled(arguments)]
    if not found:
        sys.exit(f"{arguments.package}: it is made of nothing, which can't be")

    unknown = [f"{package['name']}: {package['license']}" for package in found if not is_known(package["license"] or "")]
    if unknown:
        sys.exit("licenses that nobody has looked at (tools/licenses.py has those that somebody has):\n" + "\n".join(unknown))

    print(f"What {arguments.package} is made of, beside its own code.\n")
    width = max(len(f"{package['name']} {package['version']}") for package in found)
    for package in found:
        name = f"{package['name']} {package['version']}"
        print(f"{name:{width}}  {package['license']}  {package['repository'] or ''}".rstrip())
    print(f"\n{STANDARD_LIBRARY}")
    # The same text, letter by letter, is there once.
    owners = {}
    for package in found:
        texts = texts_of(package)
        if not texts:
            print(f"warning: {package['name']} has no text of its license in its package", file=sys.stderr)
        for text in texts.values():
            owners.setdefault(text, []).append(f"{package['name']} {package['version']}")
    for text, names in owners.items():
        print("=" * 80)
        print(", ".join(dict.fromkeys(names)))
        print("=" * 80 + f"\n\n{text}\n")


if __name__ == "__main__":
    main()
