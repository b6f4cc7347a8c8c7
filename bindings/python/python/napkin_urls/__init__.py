"""Finds every URL in plain text, also those that are broken over lines; on strings and on Arrow.

>>> import napkin_urls
>>> [link.url for link in napkin_urls.find("See <http://a.example/b/\\n  c.html> (or www.example.org).")]
['http://a.example/b/c.html', 'http://www.example.org']
"""

from ._data import extract, extract_batches, extract_nested
from ._errors import DataError, Error, InvalidUri, OptionError
from ._html import linkify, linkify_html
from ._read import read
from ._napkin import (
    MAIL_SCHEMA,
    SCHEMA,
    Anchor,
    WARC_SCHEMA,
    Array,
    FindIter,
    Finder,
    Link,
    Links,
    Message,
    RecordBatch,
    RecordBatchReader,
    Schema,
    Uri,
    Verdict,
    __version__,
    check,
    find,
    read_mail,
)

__all__ = [
    "MAIL_SCHEMA",
    "SCHEMA",
    "Anchor",
    "WARC_SCHEMA",
    "Array",
    "DataError",
    "Error",
    "FindIter",
    "Finder",
    "InvalidUri",
    "Link",
    "Links",
    "Message",
    "OptionError",
    "RecordBatch",
    "RecordBatchReader",
    "Schema",
    "Uri",
    "Verdict",
    "check",
    "extract",
    "extract_batches",
    "extract_nested",
    "find",
    "linkify",
    "linkify_html",
    "read",
    "read_mail",
]
