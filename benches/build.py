#!/usr/bin/env python3
"""What the library costs a program to build, beside linkify: processor time, and the size of its text and data.

    benches/build.py

Each program counts the links of its standard input, and is built in cargo's default release profile. `size` measures them; the size of a
program that only counts bytes is taken off.
"""

import os
import resource
import shutil
import subprocess
import tempfile

import programs
from tables import markdown

MAIN = """fn main() {{
    let text = std::io::read_to_string(std::io::stdin()).unwrap();
    println!("{{}}", {count});
}}
"""
PROGRAMS = {
    "bare": ("", "text.len()"),
    "napkin": (f'napkin = {{ path = "{programs.ROOT}", default-features = false }}', "napkin::Finder::new().find_iter(&text).count()"),
    "linkify": ('linkify = "*"', "linkify::LinkFinder::new().links(&text).count()"),
}


def build(folder, name):
    """Builds a program; the seconds of processor time, and the bytes of text and data."""
    dependency, count = PROGRAMS[name]
    os.makedirs(os.path.join(folder, "src"))
    with open(os.path.join(folder, "src", "main.rs"), "w", encoding="ascii") as file:
        file.write(MAIN.format(count=count))
    with open(os.path.join(folder, "Cargo.toml"), "w", encoding="ascii") as file:
        file.write(f'[package]\nname = "program"\nversion = "0.0.0"\nedition = "2024"\n[workspace]\n[dependencies]\n{dependency}\n')
    shutil.copy(os.path.join(programs.ROOT, "Cargo.lock"), folder)
    environment = {**os.environ, "CARGO_TARGET_DIR": os.path.join(folder, "target")}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=folder, env=environment, check=True)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    text, data = programs.printed("size", os.path.join(folder, "target", "release", "program")).splitlines()[1].split()[:2]
    return sum(used[:2]) - sum(before[:2]), int(text) + int(data)


def measure():
    """The seconds and the kilobytes of each library."""
    with tempfile.TemporaryDirectory() as folder:
        built = {name: build(os.path.join(folder, name), name) for name in PROGRAMS}
    seconds, size = built.pop("bare")
    return {name: {"seconds to build": of[0] - seconds, "kB in a program": (of[1] - size) / 1000} for name, of in built.items()}


if __name__ == "__main__":
    print(markdown("library", measure()))
