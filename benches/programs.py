"""The programs that are measured, and the machine that they run on."""

import argparse
import json
import os
import platform
import re
import resource
import shutil
import subprocess

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
RECORDS = os.path.join(ROOT, "benches", "records")


def printed(*command):
    """What a command prints, without the line end."""
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def benchmark(name, profile="release"):
    """The path of the benchmark of this name, built in this profile."""
    messages = printed("cargo", "bench", "--quiet", "--package", "napkin-benches", "--bench", name, "--profile", profile, "--no-run",
                       "--message-format", "json")
    for message in map(json.loads, messages.splitlines()):
        if message["reason"] == "compiler-artifact" and message["target"]["name"] == name and message["executable"]:
            return message["executable"]
    raise FileNotFoundError(f"cargo names no benchmark {name} for {profile}")


def napkin():
    """The path of the command, built for release."""
    subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=ROOT, check=True)
    return os.path.join(ROOT, "target", "release", "napkin")


def arguments_beside_ripgrep(description):
    """The parser of what a script measures with ripgrep beside it."""
    parser = argparse.ArgumentParser(description=description.split("\n")[0])
    parser.add_argument("--napkin", help="another command than that of this checkout")
    parser.add_argument("--rg", default=shutil.which("rg"))
    return parser


def write(name, text, path, mebibytes):
    """Has the benchmark of this name write its text into a file of at least so many MiB; how many URLs are in it."""
    return int(printed(benchmark(name), "--write", text, path, str(mebibytes)))


def processor():
    """The processor's name, and what the system says about all of them."""
    try:
        with open("/proc/cpuinfo") as file:
            said = file.read()
    except FileNotFoundError:
        return platform.processor() or platform.machine(), ""
    name = re.search(r"^model name\s*: (.*)$", said, re.MULTILINE)
    return (name[1] if name else platform.machine()), said


def compiler():
    """The compiler and its version."""
    return printed("rustc", "--version")


def vectors():
    """Whether the processor has the vectors that searches use."""
    _, said = processor()
    return ("AVX2" if re.search(r"\bavx2\b", said) else "none") if said else "unknown"


def used_by_others():
    """The processor time in seconds that the machine has given to all but this program and those that it started."""
    try:
        with open("/proc/stat") as file:
            user, nice, system, _, _, interrupts, *_ = map(int, file.readline().split()[1:])
    except FileNotFoundError:
        return float("nan")
    own = sum(sum(resource.getrusage(whose)[:2]) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return (user + nice + system + interrupts) / os.sysconf("SC_CLK_TCK") - own


def versions():
    """The versions of what others wrote and is measured beside this program."""
    with open(os.path.join(ROOT, "Cargo.lock")) as file:
        locked = dict(re.findall(r'^name = "(.*)"\nversion = "(.*)"$', file.read(), re.MULTILINE))
    return {name: locked[name] for name in ["comrak", "fluent-uri", "linkify", "mail-parser", "memchr"]}


def commit():
    """The commit that is measured, with a plus sign where what is measured was changed since."""
    changed = printed("git", "status", "--porcelain", "--untracked-files=no", "--", "src", "benches", "Cargo.toml", "Cargo.lock",
                      ":!benches/records")
    return printed("git", "rev-parse", "--short=10", "HEAD") + ("+" if changed else "")
