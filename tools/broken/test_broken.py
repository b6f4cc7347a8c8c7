"""Tests of broken, with the programs of Python and coreutils: `python3 tools/broken/test_broken.py`."""
import ast
import contextlib
import html
import io
import itertools
import json
import quopri
import re
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import pieces
import programs
import score
import texts

UNDO = {"": str, "html": html.unescape, "json": lambda text: json.loads(f'"{text}"'), "backslash": lambda text: re.sub(r"\\(.)", r"\1", text),
        "javascript": lambda text: ast.literal_eval(f'"{text}"'), "quoted-printable": lambda text: quopri.decodestring(text).decode()}
FOLDERS = [Path(folder) for folder in sys.argv[1:]]


def quietly(function, *arguments):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        return function(*arguments), out.getvalue()


class Broken(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def make(self, seed, names="system"):
        self.assertEqual(quietly(texts.make, self.folder, seed, 1, [names], False)[0], 0)
        return score.rows_of(self.folder)

    def test_each_url_is_in_its_pieces(self):
        made = [self.make(seed) for seed in (1, 2)] + [score.rows_of(folder) for folder in FOLDERS]
        self.assertNotEqual(made[0], made[1])
        self.assertEqual([row for row in made[1] if row["program"] == "html"], self.make(2, "html"))
        for row in itertools.chain(*made):
            whole = [row["text"][slice(*url["pieces"][0])] == url["url"] for url in row["urls"]]
            self.assertEqual(all(whole), row["control"], row["id"])
            for url in row["urls"]:
                found = "".join(row["text"][start:end] for start, end in url["pieces"])
                self.assertEqual(url["url"] if row["control"] else UNDO[row["undo"]](found), found if row["control"] else url["url"], row["id"])

    def test_pieces_leave_out_frames_and_other_urls_spoil_a_text(self):
        text = "| see http://a.exa |\n| mple/b&amp;c-   |\n| d now          |\n"
        (found,) = pieces.locate(text, ["http://a.example/b&c-d"])
        self.assertEqual([text[start:end] for start, end in found["pieces"]], ["http://a.exa", "mple/b&amp;c-", "d"])
        for urls in ["http://a.example/b&c-e"], ["http://a.example/b"]:
            with self.assertRaises(pieces.Spoilt):
                pieces.locate(f"{text} http://b.example/", urls)

    def test_scores_tell_right_from_wrong(self):
        urls = {row["text"]: [url["url"] for url in row["urls"]] for row in self.make(1, "html")}
        for more, expected in ([], (100.0, 100.0, 0.0)), (["x"], (0.0, 0.0, 100.0)):
            with mock.patch.object(score, "urls_of", lambda command, text: (urls[text] + more, False)):
                said = quietly(score.score, self.folder, ["oracle"], "oracle", 0)[1]
            self.assertIn("oracle, seen: text {}, control {}, wrong {}\n".format(*expected), said)

    def test_programs_are_enough_and_missing_ones_are_named(self):
        installed = [program for program in texts.PROGRAMS if program.registry != "system"]
        self.assertGreaterEqual(len(installed), 40)
        self.assertEqual(len({program.name for program in texts.PROGRAMS}), len(texts.PROGRAMS))
        self.assertLessEqual({(program.registry, program.package) for program in installed}, set(programs.lock()))
        missing = programs.Program("gone", "npm", "napkin-gone", None)
        programs.lock = lambda: {("npm", "napkin-gone"): "1.0"}
        self.assertRegex(programs.available([missing])[1], r"1 programs are missing \(gone\): npm install .* napkin-gone@1\.0$")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
