"""The standing corpus: downloads the packages of `corpus.tsv`, and writes their texts into a few large files."""
import collections
import gzip
import hashlib
import json
import re
import shutil
import subprocess
import tarfile
import zipfile
import zlib
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TARGET = ROOT / "target" / "rent"
LIST = HERE / "corpus.tsv"
# Texts that the project may have beside it, and never commits.
BESIDE = (ROOT.parent / "shared" / "bodies", ROOT.parent / "shared" / "mail")

FORMAT = "1"  # goes up when the same packages make other shards
SHARD = 16 << 20
LARGEST = 20 << 20  # larger files are left out
PART = 256 << 10  # of each file, the quick sample has this much at most
QUICK = 50 << 20
QUICK_LEAST = 5 << 18  # of each kind of text

SKIPPED = re.compile(r"\.(svg|map|pdf|e?ps|xpm|pf[ab]|afm|mo|pyc|hex|tfm|wrl|obj)$", re.I)
CHANGES = re.compile(r"(?:^|/)(change(s|log)|news|history|release|whatsnew|perl\d*delta)[^/]*$", re.I)
LICENCE = re.compile(r"(?:^|/)(copyright|licen[cs]es?|copying|notices?|authors|credits)[^/]*$|\.licen[cs]e$", re.I)
MAIL = re.compile(rb"(From \S+ +\w{3} \w{3} |(Return-Path|Received|Delivered-To|From|Message-I[Dd]|MIME-Version|X-[\w-]+): )")
KINDS = {
    "mail": "eml mbox",
    "html": "html htm xhtml shtml",
    "xml": "xml xsd dtd docbook page rdf ttl owl xsl xslt opml",
    "json": "json jsonl ipynb geojson webmanifest",
    "rows": "csv tsv tab",
    "catalogue": "po pot",
    "settings": "yml yaml toml ini cfg conf properties rules",
    "markdown": "md markdown mdx",
    "rst": "rst rest",
    "tex": "tex sty cls dtx ins ltx bib bst texi bbx cbx",
    "code": "py pyi js mjs cjs ts tsx jsx c h cc cpp hpp rs go rb pl pm t java php el lisp sh bash zsh vim lua sql css scss less r cs swift kt scala hs ml "
            "erl ex awk tcl f90 m s asm cmake mk idl proto j2 jinja2 graphql",
}
EXTENSIONS = {extension: kind for kind, names in KINDS.items() for extension in names.split()}

REGISTRIES = ("debian", "pypi", "npm", "crates")
Row = collections.namedtuple("Row", "registry package version sha256 take")


class Failed(Exception):
    """A package that can't be had, and why."""


def rows():
    """The pinned packages."""
    return [Row(*line.split("\t")) for line in LIST.read_text().splitlines() if line and not line.startswith("#")]


def run(*command, cwd=None):
    done = subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if line.strip()]
        errors = [line for line in said if re.match(r"(npm )?(error|E:)", line, re.I)]
        raise Failed(" ".join((errors or said or ["no message"])[0].split()) + f" ({command[0]}, status {done.returncode})")
    return done.stdout


def download(row, folder):
    """Downloads one package with the client of its registry. Returns the archive."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    name, version = row.package, row.version
    if row.registry == "debian":
        run("apt-get", "-q", "download", f"{name}={version}" if version else name, cwd=folder)
    elif row.registry == "pypi":
        wanted = f"{name}=={version}" if version else name
        run("python3", "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:", "-d", str(folder), wanted)
    elif row.registry == "npm":
        run("npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", str(folder), f"{name}@{version or 'latest'}")
    elif row.registry == "crates":
        return crate(name, version, folder)
    else:
        raise Failed(f"no registry is called {row.registry!r}")
    archives = [path for path in folder.iterdir() if path.is_file()]
    if len(archives) != 1:
        raise Failed(f"{len(archives)} files were downloaded, not one")
    return archives[0]


def crate(name, version, folder):
    """Cargo downloads a crate, and keeps it in its cache."""
    (folder / "src").mkdir()
    (folder / "src" / "lib.rs").touch()
    requirement = f"={version}" if version else "*"
    manifest = '[package]\nname = "rent"\nversion = "0.0.0"\nedition = "2021"\n[workspace]\n[dependencies]\n'
    (folder / "Cargo.toml").write_text(manifest + f'"{name}" = {{ version = "{requirement}", default-features = false }}\n')
    tree = json.loads(run("cargo", "metadata", "-q", "--format-version", "1", "--filter-platform", "x86_64-unknown-linux-gnu", cwd=folder))
    # REGISTRY/src/INDEX/NAME-VERSION/Cargo.toml is unpacked from REGISTRY/cache/INDEX/NAME-VERSION.crate
    manifests = [Path(p["manifest_path"]) for p in tree["packages"] if p["name"] == name]
    source = manifests[0].parent
    return source.parents[2] / "cache" / source.parent.name / f"{source.name}.crate"


def digest(path):
    with open(path, "rb") as f:
        return hashlib.file_digest(f, "sha256").hexdigest()


def archive_of(row):
    """Where a package is kept, by its hash."""
    return TARGET / "archives" / f"{row.registry}-{row.package.replace('/', '-').strip('@')}-{row.sha256[:16]}"


def version_of(row, archive):
    """The version that a client chose, by the name of the file or what is in it."""
    if row.registry == "debian":
        return run("dpkg-deb", "-f", str(archive), "Version").strip()
    if row.registry == "pypi":
        return archive.name.split("-")[1]
    if row.registry == "npm":
        with tarfile.open(archive) as tar:
            return next(json.load(tar.extractfile(m))["version"] for m in tar if m.name.count("/") == 1 and m.name.endswith("/package.json"))
    return archive.name.removeprefix(row.package + "-").removesuffix(".crate")


def pin(registry, names):
    """Puts the newest versions of packages into the list, in place of those that are there."""
    failed = 0
    for name in names:
        package, _, take = name.partition(":")
        known = rows()
        before = next((row for row in known if (row.registry, row.package) == (registry, package)), None)
        row = Row(registry, package, "", "", take or (before.take if before else "all"))
        try:
            archive = download(row, TARGET / "download")
            row = row._replace(version=version_of(row, archive), sha256=digest(archive))
            keep(row, archive)
        except (Failed, OSError) as error:
            failed = 1
            print(f"{package}: {error}")
            continue
        known = sorted([other for other in known if other is not before] + [row], key=lambda row: (REGISTRIES.index(row.registry), row.package))
        comments = [line for line in LIST.read_text().splitlines() if line.startswith("#")]
        LIST.write_text("".join(f"{line}\n" for line in comments + ["\t".join(row) for row in known]))
        print(f"{package} {row.version}: {archive_of(row).stat().st_size / 1e6:.1f} MB", flush=True)
    return failed


def keep(row, archive):
    kept = archive_of(row)
    kept.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(archive, kept.with_suffix(".part"))
    kept.with_suffix(".part").rename(kept)


def texts(row, archive):
    """Yields the name and the bytes of each file in a package that may be a text, unpacked if it is compressed."""
    percent = 100 if row.take == "all" else int(row.take.rstrip("%"))

    def wanted(name, size):
        return size <= LARGEST and not SKIPPED.search(name) and zlib.crc32(name.encode()) % 100 < percent

    for name, data in members(row, archive, wanted):
        if name.endswith(".gz"):
            try:
                name, data = name.removesuffix(".gz"), gzip.decompress(data)
            except (OSError, EOFError, zlib.error):
                continue
        if len(data) <= LARGEST and not SKIPPED.search(name):
            yield name, data


def members(row, archive, wanted):
    """Yields the name and the bytes of each file in a package."""
    if row.registry == "pypi":
        with zipfile.ZipFile(archive) as wheel:
            for member in wheel.infolist():
                if wanted(member.filename, member.file_size):
                    yield member.filename, wheel.read(member)
        return
    unpack = None
    if row.registry == "debian":
        unpack = subprocess.Popen(["dpkg-deb", "--fsys-tarfile", str(archive)], stdout=subprocess.PIPE)
    with tarfile.open(fileobj=unpack.stdout, mode="r|") if unpack else tarfile.open(archive, "r:gz") as tar:
        for member in tar:
            name = member.name.removeprefix("./")
            if member.isfile() and wanted(name, member.size):
                yield name, tar.extractfile(member).read()
    if unpack and unpack.wait():
        raise Failed(f"dpkg-deb ended with status {unpack.returncode}")


def kind(name, data):
    """The kind of text that a file is, or `None` if it is not a text."""
    head = data[:8192]
    if not head.strip() or b"\0" in data or len(head.translate(None, bytes(range(1, 9)) + bytes(range(14, 27)) + bytes(range(28, 32)))) < 0.98 * len(head):
        return None
    if "/share/man/" in name:
        return "manual"
    if "/share/info/" in name or name.endswith(".info"):
        return "info"
    extension = name.rpartition(".")[2].lower()
    of_name = EXTENSIONS.get(extension)
    if of_name == "code" or of_name == "json":
        lines = data.count(b"\n") + 1
        return "minified" if of_name == "code" and len(data) / lines > 400 else of_name
    if of_name == "mail" or of_name is None and MAIL.match(head) and head.count(b":") > 3 and re.search(rb"^(Subject|Received|Message-I[Dd]):", head, re.M):
        return "mail"
    if of_name in (None, "markdown", "rst") and CHANGES.search(name):
        return "changelog"
    if of_name in (None, "markdown", "rst") and LICENCE.search(name):
        return "licence"
    if of_name is None and re.match(rb"\s*<(!doctype html|html)", head, re.I):
        return "html"
    return of_name or "prose"


class Shards:
    """Texts one after the other in files of one kind each, with an index of where each begins."""

    def __init__(self, folder):
        self.folder = folder
        self.open = {}
        self.sizes = collections.Counter()
        self.files = collections.Counter()
        self.numbers = collections.Counter()
        folder.mkdir(parents=True)

    def add(self, kind, name, data):
        """Writes a text. Returns its shard and where it begins there."""
        shard, index, at = self.open.get(kind, (None, None, SHARD))
        if at and at + len(data) > SHARD:
            if shard:
                shard.close()
                index.close()
            path = self.folder / f"{kind}-{self.numbers[kind]:02}"
            self.numbers[kind] += 1
            shard, index, at = open(path.with_suffix(".txt"), "wb"), open(path.with_suffix(".tsv"), "w"), 0
        index.write(f"{at}\t{name}\n")
        # A blank line keeps a URL from going on in the next text.
        end = b"\n" if data.endswith(b"\n") else b"\n\n"
        shard.write(data + end)
        self.open[kind] = shard, index, at + len(data) + len(end)
        self.sizes[kind] += len(data)
        self.files[kind] += 1
        return Path(shard.name).name, at

    def close(self):
        for shard, index, _ in self.open.values():
            shard.close()
            index.close()


def beside():
    """Yields kind, name and bytes of the texts that are beside the project."""
    for folder in BESIDE:
        if not folder.is_dir():
            print(f"{folder.name}: not beside the project, left out")
            continue
        for path in sorted(folder.rglob("*")):
            name = f"{folder.name}/{path.relative_to(folder)}"
            if path.is_file() and path.name != "README.md":
                data = path.read_bytes()
                of = kind(name, data)
                if of:
                    yield "body" if folder.name == "bodies" else of, name, data


def fetch():
    """Downloads what is missing, and makes the shards. Returns 1 if a package is missing."""
    have, missing = [], []
    for row in rows():
        kept = archive_of(row)
        try:
            if not kept.exists():
                archive = download(row, TARGET / "download")
                found = digest(archive)
                if found != row.sha256:
                    raise Failed(f"its hash is {found[:16]}…, the list has {row.sha256[:16]}…")
                keep(row, archive)
                print(f"{row.registry} {row.package} {row.version}: {kept.stat().st_size / 1e6:.1f} MB", flush=True)
            elif digest(kept) != row.sha256:
                kept.unlink()
                raise Failed("the copy in target/ was damaged and is removed: fetch once more")
            have.append(row)
        except (Failed, OSError) as error:
            missing.append(f"{row.registry} {row.package} {row.version}: {error}")
    for path in (TARGET / "archives").iterdir():
        if path not in map(archive_of, rows()):
            path.unlink()
    stamp = hashlib.sha256(repr((FORMAT, have, [f.is_dir() for f in BESIDE])).encode()).hexdigest()
    state = TARGET / "corpus" / "stamp"
    if not state.exists() or state.read_text() != stamp:
        missing += make(have, stamp)
    print((TARGET / "corpus" / "contents.txt").read_text(), end="")
    for line in missing:
        print(f"MISSING {line}")
    if any(line.startswith("debian") for line in missing):
        print("Debian replaces versions: run apt-get update, then pin the package once more")
    return 1 if missing else 0


def make(have, stamp):
    """Writes the shards of the corpus, and of its quick sample. Returns the packages that can't be read."""
    new = TARGET / "corpus.new"
    shutil.rmtree(new, ignore_errors=True)
    shards = Shards(new / "full")
    seen, places, per_package, broken = set(), collections.defaultdict(list), [], []

    def add(of, name, data):
        key = hashlib.sha256(data).digest()[:16]
        if key in seen:
            return 0
        seen.add(key)
        shard, at = shards.add(of, name, data)
        places[of].append((key, shard, at, len(data), name))
        return len(data)

    for of, name, data in beside():
        add(of, name, data)
    for row in have:
        size = 0
        try:
            for name, data in texts(row, archive_of(row)):
                of = kind(name, data)
                if of:
                    size += add(of, f"{row.package}/{name}", data)
        except (Failed, OSError, EOFError, zlib.error, tarfile.TarError, zipfile.BadZipFile) as error:
            broken.append(f"{row.registry} {row.package} {row.version}: {error}")
        per_package.append((size, row))
    shards.close()

    quick = Shards(new / "quick")
    total = sum(shards.sizes.values())
    shared_out = QUICK - QUICK_LEAST * len(places) - shards.sizes["body"]
    for of in sorted(places):
        room = QUICK_LEAST + shared_out * shards.sizes[of] // total
        # The order of the hashes is no order of the texts, and the same on each machine.
        for key, shard, at, length, name in sorted(places[of]):
            if room <= 0 and of != "body":
                break
            with open(new / "full" / shard, "rb") as f:
                f.seek(at)
                data = f.read(length if of == "body" else min(length, PART))
            if len(data) < length:
                data = data[: data.rfind(b"\n") + 1]
            if data:
                quick.add(of, name, data)
                room -= len(data)
    quick.close()

    with open(new / "contents.txt", "w") as f:
        f.write(f"{'kind':<12}{'files':>8}{'MB':>9}{'quick, MB':>11}\n")
        for of, size in shards.sizes.most_common():
            f.write(f"{of:<12}{shards.files[of]:>8}{size / 1e6:>9.1f}{quick.sizes[of] / 1e6:>11.1f}\n")
        f.write(f"{'all':<12}{sum(shards.files.values()):>8}{total / 1e6:>9.1f}{sum(quick.sizes.values()) / 1e6:>11.1f}\n")
    with open(new / "packages.tsv", "w") as f:
        for size, row in sorted(per_package, key=lambda x: -x[0]):
            f.write(f"{size / 1e6:.1f}\t{row.registry}\t{row.package}\t{row.version}\t{row.take}\n")
    (new / "stamp").write_text(stamp)
    old = TARGET / "corpus"
    shutil.rmtree(old, ignore_errors=True)
    new.rename(old)
    return broken


def shards_of(quick):
    """The files to search."""
    folder = TARGET / "corpus" / ("quick" if quick else "full")
    found = sorted(folder.glob("*.txt"))
    if not found:
        raise Failed(f"{folder}: no corpus there; run fetch first")
    return found
