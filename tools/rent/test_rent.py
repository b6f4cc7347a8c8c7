"""Tests of rent, with a made-up corpus and a made-up program: `python3 tools/rent/test_rent.py`."""
import contextlib
import io
import json
import os
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import corpus
import links
import report
import rules
import score

PROGRAM = r'''#!@PYTHON@
import json, os, re, sys
data = open(sys.argv[-1], "rb").read()
if b"crash" in data and "--crash" in sys.argv:
    os.abort()
off = os.environ.get("NAPKIN_RULES_OFF", "").split(",")
counts = {"comma": [0, 0], "bracket": [0, 0], "idle": [0, 0]}
for m in re.finditer(rb"http://\S+", data):
    end = m.end()
    for rule, sign in ("comma", b","), ("bracket", b")"):
        if rule not in off:
            counts[rule][0] += 1
            if data[m.start():end].endswith(sign):
                counts[rule][1] += 1
                end -= 1
    url = data[m.start():end].decode()
    print(json.dumps({"type": "link", "start": m.start(), "end": end, "url": url, "kind": "url", "rejoined": None, "delimiter": "bare"}))
if "NAPKIN_RENT" in os.environ:
    with open(os.environ["NAPKIN_RENT"], "a") as f:
        for rule, (met, decided) in counts.items():
            f.write(f"{rule}\t{met}\t{decided}\n")
'''


class Rent(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        for name, value in ("TARGET", self.folder), ("LIST", self.folder / "corpus.tsv"), ("BESIDE", ()):
            patch = mock.patch.object(corpus, name, value)
            patch.start()
            self.addCleanup(patch.stop)
        program = self.folder / "program"
        program.write_text(PROGRAM.replace("@PYTHON@", sys.executable))
        program.chmod(0o755)
        self.build = links.Build(str(program), "", "")

    def corpus(self, *texts):
        for name in "full", "quick":
            shards = corpus.Shards(self.folder / "corpus" / name)
            for number, text in enumerate(texts):
                shards.add("prose", f"package/{number}.txt", text)
            shards.close()

    def call(self, function, *arguments):
        with contextlib.redirect_stdout(io.StringIO()) as out:
            status = function(*arguments)
        return status, out.getvalue()

    def diff(self, new):
        status, said = self.call(report.diff, self.build, new, ["default", "all"], True, self.folder / "diff", 20)
        return status, said, (self.folder / "diff" / "report.txt").read_text()

    def test_a_build_does_not_differ_from_itself(self):
        self.corpus(b"see http://a.example/, http://b.example/")
        status, said, _ = self.diff(self.build)
        self.assertEqual(status, 0)
        self.assertIn("2 links old, 2 new, 0 differences", said)

    def test_the_report_groups_what_differs_and_names_the_file(self):
        self.corpus(b"first http://a.example/ and", b"\nsee http://a.example/b, here\nor http://c.example/9, there (http://d.example/)\n")
        status, _, text = self.diff(self.build._replace(off="comma"))
        self.assertEqual(status, 1)
        self.assertIn("== new ends later", text)
        self.assertIn("a│,    url: 1 places, 1 URLs", text)
        self.assertIn("9│,    url: 1 places, 1 URLs", text)
        self.assertIn("    ⏎see «http://a.example/b»{+,+} here⏎or http://c.example/9, there (http://d.examp\n        package/1.txt:2\n", text)
        difference = json.loads((self.folder / "diff" / "differences.jsonl").read_text().splitlines()[0])
        self.assertEqual((difference["file"], difference["old"][0]["start"], difference["old"][0]["end"]), ("package/1.txt", 5, 23))

    def test_a_build_that_crashes_is_reported(self):
        self.corpus(b"a crash")
        status, said, _ = self.diff(self.build._replace(options="--crash"))
        self.assertEqual(status, 2)
        self.assertRegex(said, r"FAILED .*--crash.* ended with SIGABRT")

    def test_pairs_of_links_are_told_apart(self):
        data = b"x http://a.example/b\n  c.html y"
        whole, first = (2, 29, "http://a.example/bc.html", "url", True, "bare"), (2, 20, "http://a.example/b", "url", False, "bare")
        self.assertEqual(links.describe([whole], [first], data)[0], "joined by old only")
        self.assertEqual(links.describe([first], [whole], data)[::2], ("joined by new only", "/a│⏎ a"))
        self.assertEqual(links.marked([whole], [first], data), "x «http://a.example/b»[-⏎  c.html-] y")
        second = (23, 29, "http://c.html", "domain", False, "bare")
        self.assertEqual(links.describe([whole], [first, second], data)[:2], ("one link or several", "1 for 2"))
        self.assertEqual(list(links.clusters([whole], [first, second])), [([whole], [first, second])])
        self.assertEqual(len(list(links.clusters([first], [second]))), 2)
        self.assertEqual(links.describe([], [second], data), ("only new", "domain", "⏎ │domain│ a"))

    def test_rules_are_counted_and_switched_off(self):
        self.corpus(b"http://a.example/,", b"http://b.example/, http://c.example/)", b"http://d.example/),")
        kept = self.folder / "kept.tsv"
        status, said = self.call(rules.rules, self.build, False, "quick", kept)
        self.assertEqual(status, 1)
        rows = {line.split()[0]: line.split()[1:] for line in said.splitlines()}
        self.assertEqual(rows["comma"][:5], ["4", "3", "750,000.0", "3", "750,000.0"])
        self.assertEqual(rows["bracket"][:5], ["4", "2", "500,000.0", "2", "500,000.0"])
        self.assertEqual(" ".join(rows["idle"]), "0 0 0.0 0 0.0 pays no rent")
        kept.write_text("idle\tSECURITY.md\n")
        status, said = self.call(rules.rules, self.build, False, "none", kept)
        self.assertEqual(status, 0)
        self.assertIn("kept: SECURITY.md", said)

    def test_a_build_without_counters_is_reported(self):
        self.corpus(b"http://a.example/")
        silent = self.folder / "silent"
        silent.write_text("#!/bin/sh\n")
        silent.chmod(0o755)
        with self.assertRaisesRegex(rules.Broken, "build it with RUSTFLAGS"):
            rules.measure(links.Build(str(silent), "", ""), corpus.shards_of(True))

    def test_a_package_that_vanished_is_reported_and_the_others_are_kept(self):
        client = self.folder / "bin" / "npm"
        client.parent.mkdir()
        client.write_text('#!/bin/sh\ncase "$*" in *here*) cd "$5" && printf "see http://a.example/" > a.md && tar czf here.tgz a.md && rm a.md;; '
                          '*) echo "npm error code E404" >&2; exit 1;; esac\n')
        client.chmod(0o755)
        corpus.LIST.write_text("")
        with mock.patch.dict(os.environ, PATH=f"{client.parent}:{os.environ['PATH']}"):
            self.assertEqual(self.call(corpus.pin, "npm", ["gone"]), (1, "gone: npm error code E404 (npm, status 1)\n"))
            row = corpus.Row("npm", "here", "1.0", "", "all")
            row = row._replace(sha256=corpus.digest(corpus.download(row, self.folder / "download")))
            corpus.keep(row, next((self.folder / "download").iterdir()))
            corpus.LIST.write_text("\t".join(row) + "\nnpm\tgone\t1.0\t00\tall\n")
            status, said = self.call(corpus.fetch)
        self.assertEqual(status, 1)
        self.assertIn("MISSING npm gone 1.0: npm error code E404", said)
        self.assertEqual((self.folder / "corpus" / "full" / "markdown-00.txt").read_bytes(), b"see http://a.example/\n\n")

    def test_texts_have_kinds_and_binaries_none(self):
        for name, data, kind in (
            ("a/x.png", b"\x89PNG\0", None),
            ("usr/share/man/man1/ls.1", b".TH LS 1\n", "manual"),
            ("a/CHANGES.md", b"# 1.0\n", "changelog"),
            ("a/copyright", b"Copyright\n", "licence"),
            ("a/lib.min.js", b"x" * 5000, "minified"),
            ("a/1", b"From: a@b.example\nTo: c@d.example\nDate: x\nSubject: y\n\nz\n", "mail"),
            ("a/b", b"Some text\n", "prose"),
        ):
            self.assertEqual(corpus.kind(name, data), kind, name)

    def test_score_fails_if_a_row_loses_more_than_two_cases(self):
        def table(name, **rows):
            path = self.folder / name
            path.write_text(json.dumps({key.replace("_", ":"): dict(cases=100, exact=value) for key, value in rows.items()}))
            return path

        old = table("old.json", eye_all=90.0, eye_joins=50.0, breaks_spoilt=1.0)
        same = table("same.json", eye_all=91.0, eye_joins=48.0, breaks_spoilt=1.0)
        status, said = self.call(score.score, old, same)
        self.assertEqual(status, 0)
        self.assertIn("+1  all sets", said)
        worse = table("worse.json", eye_all=91.0, eye_joins=50.0, breaks_spoilt=4.0)
        status, said = self.call(score.score, old, worse)
        self.assertEqual(status, 1)
        self.assertRegex(said, r"-3 +breaks:spoilt .*DOWN")


if __name__ == "__main__":
    unittest.main()
