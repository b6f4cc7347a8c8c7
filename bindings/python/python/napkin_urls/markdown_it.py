"""Links for markdown-it-py: ``md.linkify = Linkify()`` takes the place of linkify-it-py, which need not be installed.

>>> from markdown_it import MarkdownIt
>>> import napkin_urls.markdown_it
>>> md = MarkdownIt("commonmark", {"linkify": True}).enable("linkify")
>>> md.linkify = napkin_urls.markdown_it.Linkify()
>>> md.render("See www.example.org/soup_(1).")
'<p>See <a href="http://www.example.org/soup_(1)">www.example.org/soup_(1)</a>.</p>\\n'
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import napkin_urls

__all__ = ["Linkify", "Match"]

_SPACE = re.compile(r"\s")


@dataclass(frozen=True)
class Match:
    """A link as markdown-it-py takes it."""

    schema: str
    index: int
    last_index: int
    raw: str
    text: str
    url: str


class Linkify:
    """Finds links in Markdown.

    Args:
        **options: the options of ``napkin_urls.Finder``.

    Raises:
        napkin_urls.OptionError: an option has a bad value.
    """

    def __init__(self, **options: Any) -> None:
        self._finder = napkin_urls.Finder(**options)

    def pretest(self, text: str) -> bool:
        """Returns ``True`` if the text may have links."""
        return self.test(text)

    def test(self, text: str) -> bool:
        """Returns ``True`` if the text has links."""
        return next(self._finder.find_iter(text), None) is not None

    def match(self, text: str) -> list[Match] | None:
        """Returns the links in a text; ``None`` without any."""
        return [_match(link) for link in self._finder.find_iter(text)] or None

    def match_at_start(self, text: str) -> Match | None:
        """Returns the link that a text begins with; ``None`` if it begins with another word."""
        link = next(self._finder.find_iter(_SPACE.split(text, 1)[0]), None)
        return _match(link) if link is not None and link.start == 0 else None


def _match(link: napkin_urls.Link) -> Match:
    # The schema is empty if the text has none.
    schema = "" if link.kind in ("www", "domain") else f"{link.scheme}:"
    return Match(schema, link.start, link.end, link.text, link.text, link.url)
