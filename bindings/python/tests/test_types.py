"""The stubs are those of the package, and the examples in its documentation are true."""

import doctest
import pathlib
import re
import subprocess
import sys

import napkin_urls
import napkin_urls.types
import pytest
from conftest import ROOT

HERE = pathlib.Path(__file__).parent
CONFIGURATION = ["--ignore-unused-allowlist", "--mypy-config-file", HERE / "stubtest.ini"]
OPTIONS = set(napkin_urls.types.Options.__annotations__)


def test_the_stubs_fit():
    pytest.importorskip("mypy", reason="mypy is not installed: it compares the stubs with the package")
    run = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "napkin_urls", "--allowlist", HERE / "stubtest.txt", *CONFIGURATION],
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout


def test_every_option_has_a_type_and_a_line():
    with pytest.raises(TypeError) as caught:
        napkin_urls.find("", nothing=1)
    named = set(str(caught.value).split("expected one of ")[1].split(", "))
    assert named == OPTIONS
    for name in OPTIONS:
        assert f"\n    {name}: " in napkin_urls.Finder.__doc__, name
        napkin_urls.find("", **{name: None})


@pytest.mark.parametrize("name", napkin_urls.__all__)
def test_everything_is_documented(name):
    thing = getattr(napkin_urls, name)
    assert thing.__doc__
    if isinstance(thing, type) and not issubclass(thing, Exception):
        for member, value in vars(thing).items():
            assert member.startswith("_") or value.__doc__, member


def sections():
    """The parts of the pages that have examples, each with its page and heading."""
    for page in ("bindings/python/README.md", "docs/python.md"):
        for part in (ROOT / page).read_text("utf-8").split("\n#"):
            if ">>> " in part:
                yield pytest.param(page, part, id=f"{page}: {part.splitlines()[0].strip('# ')}")


@pytest.mark.parametrize("page, part", list(sections()))
def test_examples(page, part, tmp_path, monkeypatch):
    for package in ("pyarrow", "polars", "duckdb", "pandas", "django", "jinja2", "markdown_it"):
        if re.search(rf"^>>> (from|import) (.*, )?{package}\b", part, re.MULTILINE):
            pytest.importorskip(package, reason=f"{package} is not installed: the examples use it")
    for name in ("soup.mbox", "soup.wet"):
        (tmp_path / name).write_bytes((ROOT / "tests/command/files" / name).read_bytes())
    monkeypatch.chdir(tmp_path)
    names = {"napkin_urls": napkin_urls}
    if "pa." in part:
        names["pa"] = pytest.importorskip("pyarrow")
    example = doctest.DocTestParser().get_doctest(part, names, page, page, 0)
    results = doctest.DocTestRunner().run(example)
    assert results.attempted > 0 and results.failed == 0


def test_it_has_a_version():
    metadata = pytest.importorskip("importlib.metadata")
    assert napkin_urls.__version__ == metadata.version("napkin-urls")


def test_the_example_of_the_package():
    failed, tried = doctest.testmod(napkin_urls)
    assert (failed, tried) == (0, 2)
