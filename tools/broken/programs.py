"""The programs: how each is run, its version in the lock list, and what is missing here."""
import collections
import hashlib
import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pieces

LOCK = Path(__file__).resolve().with_name("lock.tsv")
TARGET = LOCK.parents[2] / "target" / "broken"
PYTHON, NODE = TARGET / "python", TARGET / "node"
INSTALL = {"system": "install {}", "debian": "apt-get install {}", "pypi": f"python3 -m pip install --target {PYTHON} {{}}",
           "npm": f"npm install --prefix {NODE} {{}}"}
SIGN = {"system": " ", "debian": "=", "pypi": "==", "npm": "@"}

# `make` gets a draft and returns a text. `gap` is what stands between the pieces of a URL, `undo` the notation that they are in.
Program = collections.namedtuple("Program", "name registry package make gap undo", defaults=(pieces.GAP, ""))


def is_unseen(program):
    """Returns `True` for the third of the programs to which nothing may be fitted. The hash of the name decides."""
    return int(hashlib.sha256(program.name.encode()).hexdigest(), 16) % 3 == 0


def lock():
    """The version of each package, by registry and name."""
    rows = (line.split("\t") for line in LOCK.read_text().splitlines() if not line.startswith("#"))
    return {(registry, package): version for registry, package, version in rows}


def installed(registry, package):
    """The version that is here, or `None`."""
    if registry == "system":
        return "*" if package == "python3" or shutil.which(package) else None
    if registry == "debian":
        query = ["dpkg-query", "-W", "-f", "${db:Status-Status} ${Version}", package]
        said = shutil.which("dpkg-query") and subprocess.run(query, capture_output=True, text=True).stdout
        return said.split()[1] if said and said.startswith("installed ") else None
    if registry == "pypi":
        found = next(importlib.metadata.distributions(name=package, path=[str(PYTHON)]), None)
        return found and found.version
    manifest = NODE / "node_modules" / package / "package.json"
    return json.loads(manifest.read_text())["version"] if manifest.exists() else None


def available(programs, any_version=False):
    """Those of the programs that are here in the version of the lock list, each with its version; and a line that says how to install the others."""
    here, names, missing, known = [], [], collections.defaultdict(dict), lock()
    for each in programs:
        version, wanted = installed(each.registry, each.package), known.get((each.registry, each.package), "*")
        if version and (any_version or version == wanted):
            here.append((each, version))
        else:
            names.append(each.name)
            missing[each.registry][f"{each.package}{SIGN[each.registry]}{wanted}"] = None
    commands = [INSTALL[registry].format(" ".join(packages)) for registry, packages in missing.items()]
    return here, f"{len(names)} programs are missing ({', '.join(names)}): {' && '.join(commands)}" if names else ""


def pin(programs):
    """Puts the versions that are here into the lock list."""
    packages = sorted({(each.registry, each.package) for each in programs if each.registry != "system"})
    known = lock() | {package: version for package in packages if (version := installed(*package))}
    LOCK.write_text("# registry\tpackage\tversion\n" + "".join(f"{registry}\t{name}\t{known[registry, name]}\n" for registry, name in packages))
    return 0


def run(*command, text="", folder=None):
    """What a command prints for a text on its standard input."""
    environment = os.environ | {"LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "PATH": f"{os.environ['PATH']}:/usr/games"}
    done = subprocess.run([str(word) for word in command], input=text.encode(), capture_output=True, env=environment, cwd=folder, timeout=60)
    if done.returncode:
        raise pieces.Spoilt(f"{command[0]} ended with status {done.returncode}: {done.stderr.decode(errors='replace')[-300:]}")
    return done.stdout.decode()


def node(imports, expression, *values):
    """What a JavaScript expression gives, where `values` are the array `v`."""
    script = f"import {imports}; const v = JSON.parse(process.argv[1]); process.stdout.write(String({expression}))"
    return run("node", "--input-type=module", "-e", script, json.dumps(values), folder=NODE)


def package(name):
    """A module of a package of PyPI."""
    if str(PYTHON) not in sys.path:
        sys.path.insert(0, str(PYTHON))
    return importlib.import_module(name)


def terminal(width, *command, text):
    """The screen of a terminal of so many columns, once a program in it that has the text as a file has been still."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "text.txt").write_text(text)
        tmux = ["tmux", "-S", f"{folder}/socket", "-f", "/dev/null"]
        run(*tmux, "new-session", "-d", "-x", width, "-y", "36", "-c", folder, *command, "text.txt")
        try:
            screen = before = ""
            for _ in range(30):
                time.sleep(0.3)
                before, screen = screen, run(*tmux, "capture-pane", "-p")
                if screen == before and screen.strip():
                    break
        finally:
            run(*tmux, "kill-server")
    return screen.rstrip("\n") + "\n"
